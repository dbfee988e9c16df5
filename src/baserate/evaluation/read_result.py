"""A result read back from its JSON: an evaluation without its patients, which says what it said with them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from baserate.errors import FileError, SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.evaluation.without_patients import EvaluationWithoutPatients
from baserate.patients.named_table import check_path
from baserate.results.result import SCHEMA_VERSION, Result

EVALUATIONS = "evaluations"


def read_result(
    source: str | os.PathLike[str] | Mapping[str, Any], *, deployment: str | None = None
) -> Evaluation:
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
    >>> read_result(ev.to_dict()).score("severity").value == ev.score("severity").value
    True
    """
    results = read_results(source)
    if deployment is None and len(results) == 1:
        return next(iter(results.values()))
    if not isinstance(deployment, str) or deployment not in results:
        asked = "several deployments" if deployment is None else f"no deployment {deployment!r}"
        raise SettingError(
            f"the file has {asked}: name one of {', '.join(map(repr, results))} (\0deployment=\0)."
        )
    return results[deployment]


def read_results(source: str | os.PathLike[str] | Mapping[str, Any]) -> dict[str, Evaluation]:
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
    places = [name] if several is None else [f"{name}, evaluation {at}" for at in range(1, 1 + len(results))]
    checked = [_checked(one, place) for one, place in zip(results, places, strict=True)]
    return {one.result.name or "": one for one in checked}


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


def _checked(content: object, name: str) -> Evaluation:
    """A result whose version is known, and that has all that it needs."""
    if not isinstance(content, Mapping) or "schema_version" not in content:
        raise FileError(f"{name} is not a result of baserate: it has no 'schema_version'.")
    version = content["schema_version"]
    if version != SCHEMA_VERSION:
        raise FileError(
            f"{name} has schema version {repr(version)[:22]}; this baserate reads {SCHEMA_VERSION!r}. "
            "Read it with the version of baserate that wrote it, or evaluate the patients again."
        )
    try:
        return EvaluationWithoutPatients.of(Result.from_dict(content))
    except FileError as error:
        raise FileError(f"{name} is not a whole result: {error}") from None
