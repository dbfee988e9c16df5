"""A study file: columns, deployments, groups and requirements, written down so that it can be run again."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baserate.deployment.deployment import Deployment
from baserate.deployment.shift import LABEL_SHIFT
from baserate.errors import FileError, SettingError
from baserate.evaluation.evaluate import evaluate, evaluate_combined
from baserate.evaluation.evaluation import Evaluation
from baserate.evaluation.requirements import Requirement, check_known
from baserate.options import FOLLOW_UP, OPTIONS
from baserate.patients.files import hold
from baserate.patients.limits import NESTING, STUDY, check_names
from baserate.patients.named_table import check_path
from baserate.patients.roles import FollowUpRoles, Roles
from baserate.results.names import Names
from baserate.results.question import check_estimator, check_margin, read_shifts
from baserate.results.words import say, words

if TYPE_CHECKING:
    from baserate.extensions.sites.summaries import SummaryPatients

__all__ = ["roles_of"]

# What is said in tables of its own: where a model is used, and what must be true there.
_IN_DEPLOYMENT = ("prevalence", "cost")
_KEYS = {"data", "deployment", "require", *OPTIONS} - {*_IN_DEPLOYMENT}
# What is handed on to an evaluation as it stands there; site summaries know what is fixed.
_PASSED_ON = tuple(name for name in OPTIONS if name not in ("table", "outcome", "scores", *_IN_DEPLOYMENT))
_OF_SUMMARIES = tuple(name for name in _PASSED_ON if not OPTIONS[name].fixed)
_NAMES = ("outcome_name", "action_name", "title")
_COLUMNS = ("by", "cluster", "weight")


# TOML asks for whole numbers of 64 bits.
_MOST_BITS = 64
# What a new study file says where somebody has to decide.
PLACEHOLDER = "?"


@dataclass(frozen=True)
class Study:
    """What a study file says. ``deployments`` are pairs of a prevalence and a cost, by name.

    ``table`` is the sheet or the table of the data.
    """

    data: str | None
    table: str | None
    outcome: str | None
    scores: Mapping[str, str]
    deployments: Mapping[str, Mapping[str, Any]]
    options: Mapping[str, Any]
    requirements: tuple[Requirement, ...]
    folder: Path

    @classmethod
    def read(cls, path: str | Path) -> Study:
        """Read a study file; what it does not say right is an error that names the key."""
        return cls.of(content_of(path), Path(path).parent)

    @classmethod
    def of(cls, content: Mapping[str, Any], folder: Path = Path()) -> Study:
        """From the content of a study file."""
        _check_keys(content)
        _check_filled(content)
        roles = roles_of(content.get("outcome"), content["scores"], content)
        check_estimator(content.get("estimator", OPTIONS["estimator"].default), roles)
        check_names(roles.scores, "model")
        options = {key: content[key] for key in _PASSED_ON if key in content}
        study = cls(
            content.get("data"),
            content.get("table"),
            content.get("outcome"),
            dict(roles.scores),
            _deployments(content["deployment"]),
            options,
            tuple(Requirement.of(one) for one in content.get("require", [])),
            folder,
        )
        # For their errors, before any file is read.
        check_path(study.data)
        Names.of(*(content.get(key) for key in _NAMES))
        read_shifts(roles, content.get("shift", LABEL_SHIFT))
        margin = None if content.get("margin") is None else check_margin(content["margin"])
        for requirement in study.requirements:
            requirement.check_names([*roles.scores])
            requirement.check_margin(margin)
        return study

    @property
    def file(self) -> str | None:
        """The data, as a path from here; None if the study does not name them."""
        return None if self.data is None else str(self.folder / self.data)

    def run(self, data: object = None, table: str | None = None) -> dict[str, Evaluation]:
        """Every deployment's evaluation, by name.

        ``data``, and a ``table`` in them, stand in for those that the study names.
        """
        source, named = (self.file, self.table) if data is None else (data, table)
        if source is None:
            raise SettingError('the study names no data: give a file, or write data = "..." into it.')
        if isinstance(source, (str, PathLike)):
            source = hold(source)
        found: dict[str, Evaluation] = {}
        for name, asked in self.deployments.items():
            if found and hasattr(source, "seek"):  # a stream is read once for each deployment
                source.seek(0)
            found[name] = evaluate(source, self.outcome, self.scores, table=named, **asked, **self.options)
        return found

    def run_summaries(self, patients: SummaryPatients) -> dict[str, Evaluation]:
        """The same on site summaries, combined; what the study says of columns must be what they hold."""
        self._check_summaries(patients)
        kept = {key: value for key, value in self.options.items() if key in _OF_SUMMARIES}
        return {
            name: evaluate_combined(patients, **asked, **kept) for name, asked in self.deployments.items()
        }

    def _check_summaries(self, patients: SummaryPatients) -> None:
        """Refuse a study that asks for other models or groups, or for what summaries cannot tell."""
        said_before = (name for name in _PASSED_ON if OPTIONS[name].fixed and name != "by")
        refused = [key for key in said_before if key in self.options]
        if refused:
            raise SettingError(
                f"the study says {', '.join(refused)}, which site summaries cannot honour: it is said when "
                "they are made, to 'baserate reduce'. Leave it out here."
            )
        if set(self.scores) != set(patients.models):
            raise SettingError(
                f"the study is about the models {', '.join(self.scores)}; the site summaries hold "
                f"{', '.join(patients.models)}."
            )
        if ("by" in self.options) != bool(patients.group_names):
            has = "groups, which the study does not name" if patients.group_names else "no groups"
            raise SettingError(f"the site summaries have {has}: with both, or with neither, they agree.")


def roles_of(
    outcome: str | None, scores: str | Sequence[str] | Mapping[str, str], options: Mapping[str, Any]
) -> Roles:
    """Which column is what, from what a study or the command line says."""
    asked = {key: options.get(key) for key in FOLLOW_UP}
    followed = FollowUpRoles.of(**asked, outcome=outcome)
    named = outcome if followed is None else options["event"]
    columns = {key: options.get(key) for key in _COLUMNS}
    return Roles.of(named, scores, **columns, follow_up=followed)


def content_of(path: str | Path) -> dict[str, Any]:
    """What a study file says, as plain data."""
    data = _read(path)
    try:
        content = tomllib.loads(data.decode("utf-8-sig"))
        is_flat = _nesting(content) <= NESTING.most
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError(f"the study {path} is not valid TOML in UTF-8: {error}.") from None
    except ValueError:  # Python reads no number of so many digits
        raise _too_long(path, f"line {_line_of_digits(data)}") from None
    except RecursionError:
        is_flat = False
    if not is_flat:
        raise NESTING.exceeded(f"the study {path} has tables or lists too deep within each other")
    for key, value in _leaves(content):
        if isinstance(value, int) and value.bit_length() > _MOST_BITS:
            raise _too_long(path, repr(key))
    return content


def _leaves(content: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that is no table and no list, by the key that it stands under."""
    if isinstance(content, dict):
        for name, part in content.items():
            yield from _leaves(part, f"{key}.{name}" if key else name)
    elif isinstance(content, list):
        for part in content:
            yield from _leaves(part, key)
    else:
        yield key, content


def _line_of_digits(data: bytes) -> int:
    """The line with the longest row of digits."""
    longest = max(re.finditer(rb"[0-9_]+", data), key=lambda found: len(found[0]))
    return 1 + data.count(b"\n", 0, longest.start())


def _too_long(path: str | Path, where: str) -> SettingError:
    """A whole number that no computer holds in one piece; it is too long to be said again."""
    return SettingError(
        f"the study {path} has a whole number of more than {_MOST_BITS} bits in {where}. Write a smaller one "
        "or, if it is a name, put it in quotes."
    )


def _read(path: str | Path) -> bytes:
    """The bytes of a study file; it may be a pipe, but not an endless one."""
    most = STUDY.most
    check_path(str(path))
    try:
        with Path(path).open("rb") as file:
            content = file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = error.strerror if isinstance(error, OSError) else error
        raise FileError(f"the study {path} cannot be read: {why}.") from None
    if len(content) > most:
        raise STUDY.exceeded(f"the study {path} is too large to be one")
    return content


def _nesting(content: Any) -> int:
    """How deep tables and lists are within each other."""
    if not isinstance(content, (dict, list)):
        return 0
    parts = content.values() if isinstance(content, dict) else content
    return 1 + max(map(_nesting, parts), default=0)


def _check_filled(content: Mapping[str, Any]) -> None:
    """Refuse a study in which something is still to be decided, and say what."""
    deployment, scores = content["deployment"], content["scores"]
    deployments = deployment if isinstance(deployment, list) else [deployment]
    open_still = [
        key
        for key in ("prevalence", "cost")
        if any(isinstance(one, dict) and one.get(key) == PLACEHOLDER for one in deployments)
    ]
    open_still += ["outcome"] if content.get("outcome") == PLACEHOLDER else []
    columns = (
        [scores] if isinstance(scores, str) else [*(scores.values() if isinstance(scores, dict) else scores)]
    )
    open_still += ["scores"] if PLACEHOLDER in columns else []
    if open_still:
        questions = [say("study.question", question=words(f"study.{key}")) for key in open_still]
        raise SettingError(say("study.unfilled", questions="".join(questions)))


def _check_keys(content: Mapping[str, Any]) -> None:
    for key in _IN_DEPLOYMENT:
        if key in content:
            raise SettingError(
                f"the study says {key!r}, which means nothing here: write it under [deployment]."
            )
    check_known(content, _KEYS, "the study")
    if not {"outcome", "time", "event", "horizon"} & set(content):
        raise SettingError(
            "the study does not say 'outcome', nor 'time', 'event' and 'horizon'. 'baserate init' writes one "
            "to fill in."
        )
    for key in ("scores", "deployment"):
        if key not in content:
            raise SettingError(f"the study does not say {key!r}. 'baserate init' writes one to fill in.")
    for key, kinds, wanted in _TYPES:
        value = content.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, kinds)):
            raise SettingError(f"{key} must be {wanted}; found {value!r}.")
    if isinstance(content.get("require"), dict):
        raise SettingError("write [[require]], with two brackets: there can be several.")


_TYPES: tuple[tuple[str, tuple[type, ...], str], ...] = (
    ("data", (str,), "the path of a file"),
    *((one.name, one.kinds, one.wanted) for one in OPTIONS.values() if one.kinds),
    ("deployment", (dict, list), "a table with a prevalence and a cost"),
    ("require", (list, dict), "tables, [[require]]"),
)


def _deployments(content: Any) -> dict[str, Mapping[str, Any]]:
    """One table, or several of which each has a name."""
    several = content if isinstance(content, list) else [content]
    found: dict[str, Mapping[str, Any]] = {}
    for number, one in enumerate(several, 1):
        if not isinstance(one, dict):
            raise SettingError("a deployment is a table with a prevalence and a cost.")
        check_known(one, {"name", "prevalence", "cost"}, "a deployment")
        if "cost" not in one:
            raise SettingError('a deployment needs a cost, such as cost = "1:30".')
        name = one.get("name", f"deployment {number}")
        if not isinstance(name, str):
            raise SettingError(f"the name of a deployment is text; found {name!r}.")
        if name in found:
            raise SettingError(f"two deployments are called {name!r}.")
        asked = {key: _pair(one[key]) for key in ("prevalence", "cost") if key in one}
        Deployment.of(asked.get("prevalence"), asked["cost"])  # wrong ones are told before data are read
        found[name] = asked
    if not found:
        raise SettingError("the study states no deployment.")
    return found


def _pair(value: Any) -> Any:
    """A list of two is a range."""
    return tuple(value) if isinstance(value, list) else value
