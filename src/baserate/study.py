"""A study file: columns, deployments, groups and requirements, written down so that it can be run again."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from baserate.errors import FileError, SettingError
from baserate.evaluation import Evaluation, evaluate
from baserate.requirements import Requirement

_KEYS = {
    "data",
    "outcome",
    "scores",
    "by",
    "cluster",
    "weight",
    "positive",
    "missing",
    "reference",
    "level",
    "seed",
    "source_prevalence",
    "deployment",
    "require",
}
_PASSED_ON = ("by", "cluster", "weight", "positive", "missing", "reference", "level", "seed")


@dataclass(frozen=True)
class Study:
    """What a study file says. ``deployments`` are pairs of a prevalence and a cost, by name."""

    data: str | None
    outcome: str
    scores: Sequence[str] | Mapping[str, str]
    deployments: Mapping[str, Mapping[str, Any]]
    options: Mapping[str, Any]
    requirements: tuple[Requirement, ...]
    folder: Path

    @classmethod
    def read(cls, path: str | Path) -> Study:
        """Read a study file; what it does not say right is an error that names the key."""
        place = Path(path)
        try:
            with place.open("rb") as file:
                content = tomllib.load(file)
        except OSError as error:
            raise FileError(f"the study {place} cannot be read: {error.strerror}.") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SettingError(f"the study {place} is not valid TOML: {error}.") from None
        return cls.of(content, place.parent)

    @classmethod
    def of(cls, content: Mapping[str, Any], folder: Path = Path()) -> Study:
        """From the content of a study file."""
        _known(content, _KEYS, "the study")
        for key in ("outcome", "scores", "deployment"):
            if key not in content:
                raise SettingError(f"the study does not say {key!r}. 'baserate init' writes one to fill in.")
        options = {key: content[key] for key in _PASSED_ON if key in content}
        if "source_prevalence" in content:
            options["source_prevalence"] = content["source_prevalence"]
        return cls(
            content.get("data"),
            content["outcome"],
            content["scores"],
            _deployments(content["deployment"]),
            options,
            tuple(Requirement.of(one) for one in content.get("require", [])),
            folder,
        )

    @property
    def file(self) -> str | None:
        """The data, as a path from here; None if the study does not name them."""
        return None if self.data is None else str(self.folder / self.data)

    def run(self, data: object = None) -> dict[str, Evaluation]:
        """Every deployment's evaluation, by name; ``data`` in place of those that the study names."""
        source = self.file if data is None else data
        if source is None:
            raise SettingError('the study names no data: give a file, or write data = "..." into it.')
        return {
            name: evaluate(source, self.outcome, self.scores, **asked, **self.options)
            for name, asked in self.deployments.items()
        }


def _deployments(content: Any) -> dict[str, Mapping[str, Any]]:
    """One table, or several of which each has a name."""
    several = content if isinstance(content, list) else [content]
    found: dict[str, Mapping[str, Any]] = {}
    for number, one in enumerate(several, 1):
        if not isinstance(one, dict):
            raise SettingError("a deployment is a table with a prevalence and a cost.")
        _known(one, {"name", "prevalence", "cost"}, "a deployment")
        if "cost" not in one:
            raise SettingError('a deployment needs a cost, such as cost = "1:30".')
        name = str(one.get("name", f"deployment {number}"))
        if name in found:
            raise SettingError(f"two deployments are called {name!r}.")
        found[name] = {key: _pair(one[key]) for key in ("prevalence", "cost") if key in one}
    if not found:
        raise SettingError("the study states no deployment.")
    return found


def _pair(value: Any) -> Any:
    """A list of two is a range."""
    return tuple(value) if isinstance(value, list) else value


def _known(content: Mapping[str, Any], keys: set[str], where: str) -> None:
    for key in content:
        if key not in keys:
            near = get_close_matches(key, keys, n=1)
            hint = f" Was {near[0]!r} meant?" if near else f" There are {', '.join(sorted(keys))}."
            raise SettingError(f"{where} says {key!r}, which means nothing here.{hint}")
