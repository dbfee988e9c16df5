"""A study file: columns, deployments, groups and requirements, written down so that it can be run again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baserate.errors import SettingError, options_named
from baserate.evaluation.evaluate import patients_for
from baserate.evaluation.evaluation import Evaluation, evaluation_of
from baserate.evaluation.requirements import Outcome, Requirement, check_known
from baserate.evaluation.study_file import StudyFile, Written
from baserate.options import OPTIONS
from baserate.patients.limits import check_names
from baserate.patients.named_table import check_path
from baserate.patients.patients import Patients
from baserate.results.question import Question
from baserate.results.words import say, words

if TYPE_CHECKING:
    from baserate.extensions.sites.summaries import SummaryPatients

__all__ = ["PLACEHOLDER", "Study", "check_content"]

# What is said in tables of its own: where a model is used, and what must be true there.
_IN_DEPLOYMENT = ("prevalence", "cost")
_KEYS = {"data", "deployment", "require", *OPTIONS} - {*_IN_DEPLOYMENT}
# What a new study file says where somebody has to decide.
PLACEHOLDER = "?"
# What is asked without a study file.
_BY_NOBODY = Written()


@dataclass(frozen=True)
class Study:
    """What a study file says: a question for each deployment, by its name, and what must be true there.

    ``said`` are the options that are stated, and ``written`` says where, for errors.
    """

    data: str | None
    questions: Mapping[str, Question]
    said: frozenset[str]
    requirements: tuple[Requirement, ...]
    folder: Path
    written: Written

    @classmethod
    def read(cls, path: str | Path) -> Study:
        """Read a study file; what it does not say right is an error that names the key."""
        file = StudyFile.read(path)
        return cls.of(file.content, Path(path).parent, Written(file))

    @classmethod
    def of(cls, content: Mapping[str, Any], folder: Path = Path(), written: Written = _BY_NOBODY) -> Study:
        """From the content of a study file; all is checked before any file is read."""
        with written.telling():
            check_content(content)
        said = {key: value for key, value in content.items() if key in OPTIONS}
        questions: dict[str, Question] = {}
        for number, one in enumerate(_as_list(content["deployment"])):
            with written.telling("deployment", number, whole=True):
                name, where = _deployment(one, number, questions)
            with written.telling("deployment", number):
                questions[name] = Question.of(**said, **where)
        if not questions:
            raise SettingError("the study states no deployment.")
        study = cls(content.get("data"), questions, frozenset(said), (), folder, written)
        with written.telling():
            check_names(study.question.roles.scores, "model")
        required = enumerate(content.get("require", []))
        return replace(study, requirements=tuple(study._requirement(one, number) for number, one in required))

    def _requirement(self, content: Any, number: int) -> Requirement:
        """What the study says must be true, checked against what it asks."""
        with self.written.telling("require", number, whole=True):
            requirement = Requirement.of(content)
            requirement.check_names([*self.question.roles.scores])
            requirement.check_margin(self.question.margin)
        return requirement

    @property
    def question(self) -> Question:
        """The first deployment's question; those of others differ in prevalence and cost alone."""
        return next(iter(self.questions.values()))

    @property
    def file(self) -> str | None:
        """The data, as a path from here; None if the study does not name them."""
        return None if self.data is None else str(self.folder / self.data)

    def run(self, data: object = None, table: str | None = None) -> dict[str, Evaluation]:
        """Every deployment's evaluation, by name.

        ``data``, and a ``table`` in them, stand in for those that the study names.
        """
        source: object = self.file
        questions, written = self.questions, self.written
        if data is not None:
            source, written = data, written.instead("table")
            questions = {name: replace(one, table=table) for name, one in questions.items()}
        if source is None:
            raise SettingError('the study names no data: give a file, or write data = "..." into it.')
        with written.telling():
            patients = patients_for(next(iter(questions.values())), source)
        return self._asked_of(patients, questions)

    def judge(self, ev: Evaluation) -> list[Outcome]:
        """Whether each of the requirements is met."""
        outcomes = []
        for number, requirement in enumerate(self.requirements):
            with self.written.telling("require", number, whole=True):
                outcomes.append(requirement.judge(ev))
        return outcomes

    def run_summaries(self, patients: SummaryPatients) -> dict[str, Evaluation]:
        """The same on site summaries, combined; what the study says of columns must be what they hold."""
        with self.written.telling():
            self._check_summaries(patients)
        questions = {name: one.of_columns(patients.roles) for name, one in self.questions.items()}
        return self._asked_of(patients, questions)

    def _asked_of(self, patients: Patients, questions: Mapping[str, Question]) -> dict[str, Evaluation]:
        found: dict[str, Evaluation] = {}
        for number, (name, question) in enumerate(questions.items()):
            with self.written.telling("deployment", number):
                found[name] = evaluation_of(question, patients)  # what it warns of is in the result
        return found

    def _check_summaries(self, patients: SummaryPatients) -> None:
        """Refuse a study that asks for other models or groups, or for what summaries cannot tell."""
        # What the study must say to be one, and what is compared with the summaries below.
        told = ("table", "outcome", "scores", "by")
        refused = [
            name for name, one in OPTIONS.items() if one.fixed and name in self.said and name not in told
        ]
        if refused:
            raise SettingError(
                f"the study says {options_named(refused, ', ')}, which site summaries cannot "
                "honour: it is said when they are made, to 'baserate reduce'. Leave it out here."
            )
        models = self.question.roles.scores
        if set(models) != set(patients.models):
            raise SettingError(
                f"the study is about the models {', '.join(models)}; the site summaries hold "
                f"{', '.join(patients.models)}."
            )
        if ("by" in self.said) != bool(patients.group_names):
            has = "groups, which the study does not name" if patients.group_names else "no groups"
            raise SettingError(f"the site summaries have {has}: with both, or with neither, they agree.")


def check_content(content: Mapping[str, Any]) -> None:
    """Refuse what is no study, or is still to be filled in."""
    _check_keys(content)
    _check_filled(content)
    check_path(content.get("data"))


def _check_filled(content: Mapping[str, Any]) -> None:
    """Refuse a study in which something is still to be decided, and say what."""
    deployments, scores = _as_list(content["deployment"]), content["scores"]
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
                f"the study says {key!r}, which means nothing here: write it under [deployment].",
                argument=(key, None),
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
            raise SettingError(f"\0{key}=\0 must be {wanted}; found {value!r}.")
    if isinstance(content.get("require"), dict):
        raise SettingError("write [[require]], with two brackets: there can be several.")


_TYPES: tuple[tuple[str, tuple[type, ...], str], ...] = (
    ("data", (str,), "the path of a file"),
    *((one.name, one.kinds, one.wanted) for one in OPTIONS.values() if one.kinds),
    ("deployment", (dict, list), "a table with a prevalence and a cost"),
    ("require", (list, dict), "tables, [[require]]"),
)


def _as_list(content: Any) -> list[Any]:
    """One table, or several."""
    return content if isinstance(content, list) else [content]


def _deployment(content: Any, number: int, before: Collection[str]) -> tuple[str, dict[str, Any]]:
    """The name of a deployment, which none ``before`` has, and what is asked there."""
    if not isinstance(content, dict):
        raise SettingError("a deployment is a table with a prevalence and a cost.")
    check_known(content, {"name", *_IN_DEPLOYMENT}, "a deployment")
    if "cost" not in content:
        raise SettingError('a deployment needs a cost, such as cost = "1:30".')
    name = content.get("name", f"deployment {number + 1}")
    if not isinstance(name, str):
        raise SettingError(f"the name of a deployment is text; found {name!r}.", argument=("name", None))
    if name in before:
        raise SettingError(f"two deployments are called {name!r}.", argument=("name", None))
    return name, {key: _pair(content[key]) for key in _IN_DEPLOYMENT if key in content}


def _pair(value: Any) -> Any:
    """A list of two is a range."""
    return tuple(value) if isinstance(value, list) else value
