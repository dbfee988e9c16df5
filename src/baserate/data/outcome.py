"""Outcomes as 0 and 1, from however they were recorded."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import LabelError
from baserate.scores.columns import SHOWN

# More values than these are no outcomes.
MOST_OUTCOMES = 20
_TRUE_OR_FALSE = {"0": 0, "1": 1, "false": 0, "true": 1}


def labels(values: NDArray[Any], name: str, positive: object = None) -> NDArray[np.int8]:
    """1 where the outcome occurred; ``positive`` is the value that says so, None for 1 or True.

    >>> labels(np.array(["ALIVE", "EXPIRED"]), "status", "EXPIRED")
    array([0, 1], dtype=int8)
    """
    found = np.unique(values)
    if len(found) > MOST_OUTCOMES:
        raise too_many_outcomes(name, positive)
    if positive is not None:
        return _where_positive(values, found, name, positive)
    if values.dtype.kind in "biuf":
        if np.all((found == 0) | (found == 1)):
            return values.astype(np.int8)
    else:
        meaning = [_TRUE_OR_FALSE.get(_plain(value)) for value in found]
        if None not in meaning:
            return np.asarray(meaning, dtype=np.int8)[np.searchsorted(found, values)]
    raise LabelError(f"column {name!r} must be 0 and 1; found {_shown(found)}.{_advice(found)}")


def too_many_outcomes(name: str, positive: object) -> LabelError:
    """More values than an outcome can have, far more than two."""
    problem = "must be 0 and 1" if positive is None else "has more than two values"
    return LabelError(
        f"{{column}} {problem}; found more than {MOST_OUTCOMES}.",
        column=f"column {name!r}",
        advice="An outcome has two values; predicted probabilities are scores.",
    )


def _where_positive(
    values: NDArray[Any], found: NDArray[Any], name: str, positive: object
) -> NDArray[np.int8]:
    if len(found) > 2:
        raise LabelError(f"column {name!r} has more than two values ({_shown(found)}): an outcome has two.")
    wanted = _meaning(positive)
    chosen = np.array([_meaning(value) == wanted for value in found.tolist()])
    if not chosen.any():
        raise LabelError(f"column {name!r} has no value {positive!r}; found {_shown(found)}.")
    return chosen[np.searchsorted(found, values)].astype(np.int8)


def _meaning(value: object) -> str:
    """A value as text, the same whether it was read from a file or held by a frame."""
    text = str(value).strip()
    if text.lower() in ("true", "false"):
        return str(int(text.lower() == "true"))
    try:
        number = float(text)
    except ValueError:
        return text
    return str(int(number)) if number.is_integer() else text


def _plain(value: Any) -> str:
    text = str(value).strip().lower()
    return text[:-2] if text in ("0.0", "1.0") else text


def _shown(found: NDArray[Any]) -> str:
    more = f" and {len(found) - SHOWN:,} more" if len(found) > SHOWN else ""
    return ", ".join(repr(value.item()) for value in found[:SHOWN]) + more


def _advice(found: NDArray[Any]) -> str:
    if len(found) > 2:
        return " An outcome has two values; predicted probabilities are scores."
    if len(found) == 2:
        return f" Say which is the positive one: positive={found[-1].item()!r}, or --positive {found[-1]}."
    return " Say which value is the positive one."
