"""How follow-up ended, from however it was recorded: censored, the event, or a competing event.

Numbers are codes, 0 for who was censored and 1 for the event; every other code is a competing event.
Words are read by name: ``positive`` is the event of interest, ``censored`` what was written for patients
whose follow-up ended without any.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import SHOWN, FollowUpError, SettingError

CENSORED, EVENT, COMPETING = 0, 1, 2

# More ways for follow-up to end than these are no codes.
MOST_CODES = 20
# Words that say by themselves that follow-up ended without an event.
_SAYS_CENSORED = frozenset({"0", "false", "censor", "censored", "censoring"})
_SAYS_EVENT = frozenset({"1", "true"})


def event_codes(
    values: NDArray[Any], name: str = "event", positive: object = None, censored: object = None
) -> NDArray[np.int8]:
    """0 for who was censored, 1 for the event of interest, 2 for a competing event.

    >>> event_codes(np.array([0, 1, 2, 0]))
    array([0, 1, 2, 0], dtype=int8)
    >>> event_codes(np.array(["alive", "relapse", "death"]), positive="relapse", censored="alive")
    array([0, 1, 2], dtype=int8)
    """
    distinct = np.unique(values)
    if len(distinct) > MOST_CODES:
        raise too_many_codes(name)
    codes = codes_of(distinct.tolist(), name, positive, censored)
    return np.array([codes[value] for value in distinct.tolist()], np.int8)[np.searchsorted(distinct, values)]


def too_many_codes(name: str) -> FollowUpError:
    """More ways for follow-up to end than there can be."""
    return FollowUpError(
        f"{{column}} has more than {MOST_CODES} different values.",
        column=name,
        advice="An event is a code: 0 censored, 1 the event, 2 and more competing events.",
    )


def codes_of(
    distinct: Iterable[Any], name: str = "event", positive: object = None, censored: object = None
) -> dict[Any, int]:
    """What each of the values of a column means, as :func:`event_codes` has it."""
    check_codes(positive, censored)
    values = list(distinct)
    read = {value: interpret(value) for value in values}
    event = _event_of(read, name, positive)
    none = _censored_of(read, name, event, censored)
    return {
        value: CENSORED if text in none else EVENT if text == event else COMPETING
        for value, text in read.items()
    }


def check_codes(positive: object, censored: object) -> None:
    """Refuse what cannot be a value of an event."""
    for what, value in (("positive", positive), ("censored", censored)):
        plain = value is None or isinstance(value, (str, Real, np.bool_))
        if not plain or (isinstance(value, (float, np.floating)) and math.isnan(value)):
            raise SettingError(f"{what} must be a value of the event, text or a number; found {value!r}.")
    if positive is not None and censored is not None and interpret(positive) == interpret(censored):
        raise SettingError(
            f"\0positive=\0 and \0censored=\0 are both {positive!r}: one value cannot mean two things."
        )


def interpret(value: object) -> str:
    """A value as text, the same whether it was read from a file or held by a frame."""
    text = str(value).strip()
    if text.lower() in ("true", "false"):
        return str(int(text.lower() == "true"))
    try:
        number = float(text)
    except ValueError:
        return text
    return str(int(number)) if number.is_integer() else text


def _event_of(read: dict[Any, str], name: str, positive: object) -> str:
    """What was written for the event of interest."""
    if positive is not None:
        wanted = interpret(positive)
        if wanted not in read.values():
            raise _no_such_value(name, read, ("positive", positive))
        return wanted
    strange = [value for value, text in read.items() if not text.isdigit()]
    if not strange:
        return "1"
    if all(text.lower() in _SAYS_CENSORED | _SAYS_EVENT for text in read.values()):
        return "1"
    raise FollowUpError(
        f"{{column}} must be codes, 0 censored, 1 the event, 2 and more competing; found {_listed(read)}.",
        column=name,
        advice="Say which value is the event of interest, and which says that a patient was censored: "
        "\0positive=\0 and \0censored=\0.",
    )


def _censored_of(read: dict[Any, str], name: str, event: str, censored: object) -> frozenset[str]:
    """What was written for those who were censored; nothing where nobody was."""
    texts = set(read.values())
    if censored is not None:
        wanted = interpret(censored)
        if wanted not in texts and wanted != "0":
            raise _no_such_value(name, read, ("censored", censored))
        return frozenset({wanted})
    known = frozenset(text for text in texts if text.lower() in _SAYS_CENSORED and text != event)
    if known or texts == {event}:
        return known
    others = texts - {event}
    if len(others) == 1 and event != "1":  # two words, and one of them is the event
        return frozenset(others)
    raise FollowUpError(
        f"{{column}} does not say who was censored; found {_listed(read)}.",
        column=name,
        advice="Say which value means that: \0censored=\0; with codes of 1 and 2, as R's survival "
        "package has them, \0positive=2\0 and \0censored=1\0. If nobody was censored, \0censored=0\0.",
    )


def _no_such_value(name: str, read: dict[Any, str], asked: tuple[str, object]) -> FollowUpError:
    problem = f"{{column}} has no value {asked[1]!r}; found {_listed(read)}."
    return FollowUpError(problem, column=name, argument=asked)


def _listed(read: dict[Any, str]) -> str:
    more = f" and {len(read) - SHOWN:,} more" if len(read) > SHOWN else ""
    return ", ".join(repr(value) for value in list(read)[:SHOWN]) + more
