"""Outcomes as 0 and 1, from however they were recorded."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import SHOWN, FollowUpError, LabelError, SettingError
from baserate.scores.events import interpret

__all__ = ["check_positive", "labels", "missing_markers"]

# More values than these are no outcomes.
MOST_OUTCOMES = 20
_TRUE_OR_FALSE = {"0": 0, "1": 1, "false": 0, "true": 1}
# How it is written that an outcome is not known.
_NOT_KNOWN = frozenset({"", ".", "na", "n/a", "#n/a", "<na>", "nan", "null"})


def missing_markers(distinct: Iterable[object]) -> list[str]:
    """Those of an outcome's values that say, as text, that it is not known: NA, N/A, NaN, null, a dot.

    In any case, with or without spaces around. "None" is one of them beside numbers, or true and false;
    beside words it is an outcome like others, as in "none" and "sepsis". Only outcomes are read so: a
    group or a cluster may be called NA.

    >>> missing_markers(["1", "0", "NA", "None"]), missing_markers(["none", "sepsis"])
    (['NA', 'None'], [])
    """
    meaning = {value: value.strip().lower() for value in distinct if isinstance(value, str)}
    others = [text for text in meaning.values() if text not in _NOT_KNOWN and text != "none"]
    none = () if any(not _is_plain(text) for text in others) else ("none",)
    return [value for value, text in meaning.items() if text in _NOT_KNOWN or text in none]


def check_positive(positive: object) -> None:
    """Refuse what cannot be a value of an outcome."""
    plain = positive is None or isinstance(positive, (str, Real, np.bool_))
    if not plain or (isinstance(positive, (float, np.floating)) and math.isnan(positive)):
        raise SettingError(
            "\0positive=\0 must be the outcome's value that means disease, text or a number; found "
            f"{positive!r}."
        )


def labels(values: NDArray[Any], name: str, positive: object = None) -> NDArray[np.int8]:
    """1 where the outcome occurred; ``positive`` is the value that says so, None for 1 or True.

    >>> labels(np.array(["ALIVE", "EXPIRED"]), "status", "EXPIRED")
    array([0, 1], dtype=int8)
    """
    distinct, column = np.unique(values), f"column {name!r}"
    if len(distinct) > MOST_OUTCOMES:
        raise too_many_outcomes(name, positive)
    if positive is not None:
        return _compare(values, distinct, column, positive)
    if values.dtype.kind in "biuf":
        if np.all((distinct == 0) | (distinct == 1)):
            return values.astype(np.int8)
    else:
        meaning = [_TRUE_OR_FALSE.get(_simplify(value)) for value in distinct]
        if None not in meaning:
            return np.asarray(meaning, dtype=np.int8)[np.searchsorted(distinct, values)]
    problem = f"{{column}} must be 0 and 1; found {_list(distinct)}."
    named = ("positive", _plainly(distinct[-1])) if len(distinct) == 2 else None
    raise LabelError(problem, column=column, advice=_advise(distinct), argument=named)


def too_many_outcomes(name: str, positive: object) -> LabelError:
    """More values than an outcome can have, far more than two."""
    problem = "must be 0 and 1" if positive is None else "has more than two values"
    return LabelError(
        f"{{column}} {problem}; found more than {MOST_OUTCOMES}.",
        column=f"column {name!r}",
        advice="An outcome has two values; predicted probabilities are scores.",
    )


def dated(name: str, *, followed: bool) -> FollowUpError | LabelError:
    """Dates, or times, where an outcome is meant, or with ``followed`` how follow-up ended."""
    kind = FollowUpError if followed else LabelError
    return kind(
        f"{{column}} must be {'codes such as 0 and 1' if followed else '0 and 1'}; it holds dates or times.",
        column=f"column {name!r}",
        advice="Make it 1 for patients to whom it happened, and 0 for all others.",
    )


def _compare(values: NDArray[Any], distinct: NDArray[Any], column: str, positive: object) -> NDArray[np.int8]:
    """1 where a value means the same as the positive one."""
    if len(distinct) > 2:
        problem = f"{{column}} has more than two values ({_list(distinct)}): an outcome has two."
        raise LabelError(problem, column=column)
    wanted = interpret(positive)
    is_case = np.array([interpret(value) == wanted for value in distinct.tolist()])
    if not is_case.any():
        problem = f"{{column}} has no value {positive!r}; found {_list(distinct)}."
        raise LabelError(problem, column=column, argument=("positive", positive))
    return is_case[np.searchsorted(distinct, values)].astype(np.int8)


def _is_plain(text: str) -> bool:
    """Whether a value is a number, or true or false, and not a word."""
    return text in _TRUE_OR_FALSE or interpret(text) != text or text.lstrip("+-").isdigit()


def _simplify(value: Any) -> str:
    text = str(value).strip().lower()
    return text[:-2] if text in ("0.0", "1.0") else text


def _plainly(value: Any) -> Any:
    """A value of NumPy's as Python writes it; what NumPy has no type for, such as a time, as it is."""
    return value.item() if isinstance(value, np.generic) else value


def _list(distinct: NDArray[Any]) -> str:
    more = f" and {len(distinct) - SHOWN:,} more" if len(distinct) > SHOWN else ""
    return ", ".join(repr(_plainly(value)) for value in distinct[:SHOWN]) + more


def _advise(distinct: NDArray[Any]) -> str:
    if len(distinct) > 2:
        return "An outcome has two values; predicted probabilities are scores."
    if len(distinct) == 2:
        if not isinstance(_plainly(distinct[-1]), (str, Real)):
            return "Make it 1 for patients to whom it happened, and 0 for all others."
        return "Say which is the positive one: \0argument\0."
    return "Say which value is the positive one."
