"""Outcomes as 0 and 1, from however they were recorded."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import SHOWN, LabelError

# More values than these are no outcomes.
MOST_OUTCOMES = 20
_TRUE_OR_FALSE = {"0": 0, "1": 1, "false": 0, "true": 1}


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
    raise LabelError(problem, column=column, advice=_advise(distinct))


def too_many_outcomes(name: str, positive: object) -> LabelError:
    """More values than an outcome can have, far more than two."""
    problem = "must be 0 and 1" if positive is None else "has more than two values"
    return LabelError(
        f"{{column}} {problem}; found more than {MOST_OUTCOMES}.",
        column=f"column {name!r}",
        advice="An outcome has two values; predicted probabilities are scores.",
    )


def _compare(values: NDArray[Any], distinct: NDArray[Any], column: str, positive: object) -> NDArray[np.int8]:
    """1 where a value means the same as the positive one."""
    if len(distinct) > 2:
        problem = f"{{column}} has more than two values ({_list(distinct)}): an outcome has two."
        raise LabelError(problem, column=column)
    wanted = _interpret(positive)
    is_case = np.array([_interpret(value) == wanted for value in distinct.tolist()])
    if not is_case.any():
        raise LabelError(f"{{column}} has no value {positive!r}; found {_list(distinct)}.", column=column)
    return is_case[np.searchsorted(distinct, values)].astype(np.int8)


def _interpret(value: object) -> str:
    """A value as text, the same whether it was read from a file or held by a frame."""
    text = str(value).strip()
    if text.lower() in ("true", "false"):
        return str(int(text.lower() == "true"))
    try:
        number = float(text)
    except ValueError:
        return text
    return str(int(number)) if number.is_integer() else text


def _simplify(value: Any) -> str:
    text = str(value).strip().lower()
    return text[:-2] if text in ("0.0", "1.0") else text


def _list(distinct: NDArray[Any]) -> str:
    more = f" and {len(distinct) - SHOWN:,} more" if len(distinct) > SHOWN else ""
    return ", ".join(repr(value.item()) for value in distinct[:SHOWN]) + more


def _advise(distinct: NDArray[Any]) -> str:
    if len(distinct) > 2:
        return "An outcome has two values; predicted probabilities are scores."
    if len(distinct) == 2:
        last = distinct[-1].item()
        return f"Say which is the positive one: positive={last!r}, or --positive {last}."
    return "Say which value is the positive one."
