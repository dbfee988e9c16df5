"""An outcome in memory as 0 and 1, where its file may have words for its values.

The positive value is named by the value or by its word: ``positive=1`` or ``positive="dead"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import FollowUpError, LabelError
from baserate.patients.outcome import labels
from baserate.patients.outcome_values import OutcomeValue, count_values
from baserate.patients.source import Source
from baserate.scores.events import event_codes


@dataclass(frozen=True, eq=False)
class Coded:
    """1 where the outcome occurred, what was decided about that, and which value counted as what.

    Where outcomes follow from follow-up ``values`` is None.
    """

    labels: NDArray[np.int8]
    notes: tuple[str, ...] = ()
    values: tuple[OutcomeValue, ...] | None = None

    @classmethod
    def of(cls, source: Source, name: str, values: NDArray[Any], positive: object) -> Coded:
        """The outcomes ``values`` of a column; ``positive`` is the value, or its word, that means disease."""
        every = source.labels.get(name, {})
        if not every:
            found = labels(values, name, positive)
            return cls(found, values=count_values(values, found))
        occurring = set(np.unique(values).tolist())
        words = {value: word for value, word in every.items() if value in occurring}
        try:
            found = labels(values, name, _value_of(every, positive, name))
        except LabelError as error:
            raise error.about(advice=f"The file says: {_list(every)}.") from None
        counted = count_values(values, found, words)
        if not words:
            return cls(found, values=counted)
        cases = np.unique(values[found == 1]).tolist()
        notes = (f"column {name!r}: {_list(words)}; positive is {_each(cases, words)}",)
        return cls(found, notes, counted)

    @classmethod
    def events(
        cls, words: Mapping[Any, str], name: str, values: NDArray[Any], positive: object, censored: object
    ) -> Coded:
        """How follow-up ended: 0 censored, 1 the event, 2 a competing one; and how values were read."""
        column = f"column {name!r}"
        event, none = (_value_of(words, value, name) for value in (positive, censored))
        try:
            found = event_codes(values, column, event, none)
        except (FollowUpError, LabelError) as error:
            raise error.about(advice=f"The file says: {_list(words)}." if words else None) from None
        codes = {value: int(found[values == value][0]) for value in np.unique(values).tolist()}
        return cls(found, (note_of_events(name, codes, words),))


def note_of_events(name: str, codes: Mapping[Any, int], words: Mapping[Any, str] | None = None) -> str:
    """How the values of a column of events were read, in words."""
    read = []
    for code, meaning in enumerate(("censored", "the event", "a competing event")):
        meant = [value for value, own in codes.items() if own == code]
        if meant:
            read.append(f"{_each(meant, words or {})} is {meaning}")
    return f"column {name!r}: {', '.join(read)}"


def _value_of(words: Mapping[Any, str], positive: object, name: str) -> object:
    """The value that a word stands for; what is no word is as it is."""
    if positive is None:
        return None
    meant = [value for value, word in words.items() if word == str(positive).strip()]
    if not meant:
        folded = str(positive).strip().casefold()
        meant = [value for value, word in words.items() if word.casefold() == folded]
    if not meant:
        return positive
    codes = [value for value in words if _as_text(value) == str(positive).strip()]
    if len(meant) > 1 or (codes and codes != meant):
        raise LabelError(
            f"{{column}}: {positive!r} may be any of {_list(words)}.",
            column=f"column {name!r}",
            argument=("positive", positive),
            advice="Say a value or a word that only one of them has.",
        )
    return meant[0]


def _as_text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _list(words: Mapping[Any, str]) -> str:
    return ", ".join(f"{_as_text(value)} is {word!r}" for value, word in words.items())


def _each(values: list[Any], words: Mapping[Any, str]) -> str:
    return ", ".join(
        f"{_as_text(value)} ({words[value]})" if value in words else _as_text(value) for value in values
    )
