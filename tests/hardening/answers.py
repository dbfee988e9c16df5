"""What counts as an answer: an error of the project in whole words, or numbers that are numbers."""

from __future__ import annotations

import dataclasses
import math
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from baserate import Estimate
from baserate.errors import BaserateError, BaserateWarning


def answer(call: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
    """What a call returns; where it raises an error of the project, that error, once it has been read.

    Anything else that it raises goes through, and so does any warning that is not the project's.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", BaserateWarning)
        try:
            return call(*given, **named)
        except BaserateError as error:
            refusal = error
    text = str(refusal)
    assert text.strip(), f"{type(refusal).__name__} says nothing"
    assert "{where}" not in text, text
    return refusal


def numbers_in(value: object) -> Iterator[tuple[str, float]]:
    """Every number in a result, with the way to it."""
    if isinstance(value, (bool, np.bool_, int, str, bytes)) or value is None:  # an int is finite, if large
        return
    if isinstance(value, (float, np.integer, np.floating)):
        yield "", float(value)
    elif isinstance(value, Estimate):
        low, high = value.low, value.high
        yield from (("value", value.value), ("low", low), ("high", high), ("error", value.standard_error))
    elif isinstance(value, np.ndarray):
        if value.dtype.kind in "fiu":
            yield from (("[]", float(number)) for number in value.ravel())
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from ((f"[{key}]{way}", number) for way, number in numbers_in(one))
    elif isinstance(value, (list, tuple)):
        for place, one in enumerate(value):
            yield from ((f"[{place}]{way}", number) for way, number in numbers_in(one))
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            if field.repr:
                inner = getattr(value, field.name)
                yield from ((f".{field.name}{way}", number) for way, number in numbers_in(inner))


def check_numbers(value: object, *, infinite: bool = False) -> None:
    """No number in a result may be none; ``infinite`` where infinity is the right answer."""
    for way, number in numbers_in(value):
        assert math.isfinite(number) or (infinite and math.isinf(number)), (
            f"{way or 'the result'} is {number}"
        )
