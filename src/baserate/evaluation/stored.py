"""A result read back from its JSON: the same numbers, sentences and documents, without the patients."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from baserate.errors import FileError, SettingError
from baserate.evaluation.reported import Reported
from baserate.patients.named_table import check_path
from baserate.report.long_frame import Line, lines_of
from baserate.results.as_json import SCHEMA_VERSION, schema
from baserate.results.schema_check import first_fault
from baserate.results.told import StoredEstimate

EVALUATIONS = "evaluations"


@dataclass(frozen=True)
class StoredVerdict:
    """The verdict of a stored result, as :attr:`baserate.Evaluation.verdict` has it."""

    text: str
    sentence: str
    best: str
    tied: tuple[str, ...]
    better_than_without: tuple[str, ...]
    decided: bool
    runner_up: str
    difference: StoredEstimate
    added: StoredEstimate
    confidence: float
    possible: float
    margin: float | None
    non_inferior: tuple[str, ...]
    outside: bool

    @classmethod
    def of(cls, content: Mapping[str, Any], level: float) -> StoredVerdict:
        """From the dictionary of a result."""
        values: dict[str, Any] = {one.name: content[one.name] for one in fields(cls)}
        for name in ("difference", "added"):
            values[name] = StoredEstimate.of(content[name], level)
        for name in ("tied", "better_than_without", "non_inferior"):
            values[name] = tuple(content[name])
        return cls(**values)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False, repr=False)
class StoredResult(Reported):
    """A result as :func:`read_result` gives it back; see :class:`baserate.Evaluation` for its methods.

    It holds what the JSON holds and no patients: numbers can be read, tabled and compared, but not asked for
    at another prevalence, cost or level.
    """

    content: Mapping[str, Any] = field(repr=False)

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, in the order in which they were given."""
        return tuple(self.content["models"])

    @property
    def groups(self) -> tuple[str, ...]:
        """Names of the groups."""
        return tuple(group["name"] for group in self.content["groups"])

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader must know before the result, in words."""
        return tuple(self.content["warnings"])

    @property
    def level(self) -> float:
        """The confidence level of the intervals."""
        return float(self.content["deployment"]["level"])

    @cached_property
    def verdict(self) -> StoredVerdict:
        """Which model to use, which cannot be told from it, and by how much they differ; in words."""
        return StoredVerdict.of(self.content["verdict"], self.level)

    @cached_property
    def estimates(self) -> tuple[Line, ...]:
        """Every number of the result: the lines of :meth:`to_frame`."""
        return tuple(lines_of(self.content))

    def estimate(
        self, measure: str, model: str | None = None, reference: str | None = None, group: str | None = None
    ) -> StoredEstimate:
        """One number, as :meth:`to_frame` names it; its reason is raised where there is none.

        Parameters
        ----------
        measure
            Such as "net_benefit", "auc", "difference".
        model, reference, group
            Of which model, minus which other, in which group; None for all patients.
        """
        asked = (group, model, reference, measure)
        for line in self.estimates:
            if (line.group, line.model, line.reference, line.measure) == asked:
                if line.estimate is None:
                    raise SettingError(f"{measure} of {model!r} is not available: {line.reason}")
                return line.estimate
        raise SettingError(
            f"the result has no {measure!r} of model {model!r} minus {reference!r} in group {group!r}; "
            "to_frame() lists what it has."
        )

    def score(self, model: str, group: str | None = None) -> StoredEstimate:
        """Net benefit of a model, or of a default strategy; zero is treating none.

        Parameters
        ----------
        model
            The name of a model, or of a default strategy.
        group
            The name of a group; None for all patients.
        """
        return self.estimate("net_benefit", model, None, group)

    def compare(self, model: str, reference: str, group: str | None = None) -> StoredEstimate:
        """Net benefit of a model minus that of another, or of a default strategy, as stored.

        Parameters
        ----------
        model, reference
            Names of two models, or of a model and a default strategy.
        group
            The name of a group; None for all patients.
        """
        return self.estimate("difference", model, reference, group)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return copy.deepcopy(dict(self.content))

    def summary(self) -> str:
        """The result as plain text: verdict, warnings, tables."""
        from baserate.report.stored_text import as_text

        return as_text(self.to_dict())

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        data = self.content["data"]
        return (
            f"StoredResult({', '.join(self.models)}; {data['used']:,} rows, {data['positives']:,} with the "
            f"outcome; baserate {self.content['provenance']['version']})"
        )


def read_result(
    source: str | os.PathLike[str] | Mapping[str, Any], *, deployment: str | None = None
) -> StoredResult:
    """A result from its JSON: what ``baserate evaluate --out`` wrote, or :meth:`Evaluation.to_dict` returned.

    Parameters
    ----------
    source
        The path of the file, or the dictionary.
    deployment
        The name of the one to take, where the file has several deployments.

    >>> from baserate.datasets import icu_cohort
    >>> from baserate import evaluate
    >>> ev = evaluate(icu_cohort(), "died", "severity", prevalence=(0.01, 0.10), cost="1:30")
    >>> print(read_result(ev.to_dict()).estimate("auc", "severity"))
    0.8315 (95 % CI 0.821 to 0.8414)
    """
    results = read_results(source)
    if deployment is None and len(results) == 1:
        return next(iter(results.values()))
    if not isinstance(deployment, str) or deployment not in results:
        asked = "several deployments" if deployment is None else f"no deployment {deployment!r}"
        raise SettingError(
            f"the file has {asked}: name one of {', '.join(map(repr, results))} (deployment=, --deployment)."
        )
    return results[deployment]


def read_results(source: str | os.PathLike[str] | Mapping[str, Any]) -> dict[str, StoredResult]:
    """The results of a file by the names of their deployments; one that has no name is called "".

    Parameters
    ----------
    source
        As for :func:`read_result`.
    """
    if not isinstance(source, (str, os.PathLike, Mapping)):
        raise SettingError(
            "a result is read from the path of its file, or is what ev.to_dict() gave; found "
            f"{type(source).__name__}."
        )
    name, content = ("the result", source) if isinstance(source, Mapping) else _read(source)
    if not isinstance(content, Mapping):
        raise FileError(f"{name} is not a result: it holds no JSON object.")
    several = content.get(EVALUATIONS)
    results = [content] if several is None else several
    if not isinstance(results, list) or not results:
        raise FileError(f"{name} is not a result: {EVALUATIONS!r} must be a list of results.")
    checked = [_checked(one, name) for one in results]
    return {str(one.content.get("name", "")): one for one in checked}


def _read(path: str | os.PathLike[str]) -> tuple[str, Any]:
    """What a file holds, and what to call it."""
    name = str(path)
    check_path(name)
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise FileError(f"{name} cannot be read: {error.strerror}.") from None
    except (UnicodeDecodeError, ValueError):
        raise FileError(f"{name} is not a result: it is not text in UTF-8.") from None
    try:
        return name, json.loads(text, parse_constant=_refuse)
    except (json.JSONDecodeError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise FileError(
            f"{name} is not a result: it is not valid JSON{where}. A result is what baserate evaluate --out "
            "writes."
        ) from None
    except ValueError as error:
        raise FileError(f"{name} is not a result: {error}") from None


def _refuse(constant: str) -> float:
    raise ValueError(f"it holds {constant}, which is no number in JSON.")


def _checked(content: object, name: str) -> StoredResult:
    """A result whose version is known, and that has all that its schema asks for."""
    if not isinstance(content, Mapping) or "schema_version" not in content:
        raise FileError(f"{name} is not a result of baserate: it has no 'schema_version'.")
    version = content["schema_version"]
    if version != SCHEMA_VERSION:
        raise FileError(
            f"{name} has schema version {repr(version)[:22]}; this baserate reads {SCHEMA_VERSION!r}. "
            "Read it with the version of baserate that wrote it, or evaluate the patients again."
        )
    fault = first_fault(content, schema())
    if fault is not None:
        raise FileError(f"{name} is not a whole result: {fault}.")
    return StoredResult(copy.deepcopy(dict(content)))
