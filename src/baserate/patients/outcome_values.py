"""What counted as a case, what as none, how often; and values that counted as none but may mean not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from baserate.errors import SHOWN, BaserateWarning
from baserate.scores.events import interpret

__all__ = ["OutcomeValue", "count_values", "in_words", "not_known", "sorted_values"]

_NOT_KNOWN = frozenset(
    {
        *(
            "na",
            "n a",
            "nan",
            "null",
            "nil",
            "unk",
            "unknown",
            "unkn",
            "missing",
            "missing value",
            "undefined",
        ),
        *("not known", "not available", "not applicable", "not recorded", "not documented", "not stated"),
        *("not reported", "not assessed", "not done", "not tested", "not determined", "not specified"),
        *("don t know", "dont know", "do not know", "no data", "no information", "no answer", "unspecified"),
        *("uncertain", "unclear", "undetermined", "indeterminate", "inconclusive", "pending", "refused"),
        *("declined", "withdrawn", "lost", "lost to follow up", "ltfu"),
    }
)
# Codes of one digit repeated, such as 77, 88 and 999: questionnaires have them for what is not known.
_REPEATED = "789"


@dataclass(frozen=True)
class OutcomeValue:
    """A value of the outcome, what it counted as, and for how many of those used.

    The value is text as ``positive=`` is compared with it: 1 for 1.0, for "1.0" and for True.
    ``word`` is what its file says that it means, if it says so.
    """

    value: str
    is_case: bool
    n: int
    word: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"value": self.value, "counts_as": self.counts_as, "n": self.n, "word": self.word}

    @property
    def counts_as(self) -> Literal["case", "none"]:
        """What it counted as."""
        return "case" if self.is_case else "none"

    def __str__(self) -> str:
        return _shown(self)


class Counted(Protocol):
    """A value of the outcome, as :class:`OutcomeValue`, or as a result has it."""

    @property
    def value(self) -> str: ...
    @property
    def counts_as(self) -> Literal["case", "none"]: ...
    @property
    def n(self) -> int: ...
    @property
    def word(self) -> str | None: ...


def _shown(one: Counted) -> str:
    return repr(one.value) if one.word is None else f"{one.value!r} ({one.word})"


def count_values(
    values: NDArray[Any], labels: NDArray[np.int8], words: Mapping[Any, str] | None = None
) -> tuple[OutcomeValue, ...]:
    """How many have each value, of cases and of non-cases; one pass for each of these few values."""
    found: list[tuple[Any, bool, int]] = []
    for is_case in (True, False):
        left = values[labels == is_case]
        while len(left):
            same = left == left[0]
            found.append((left[0].item(), is_case, int(np.count_nonzero(same))))
            left = left[~same]
    return sorted_values(found, words)


def sorted_values(
    counts: Iterable[tuple[Any, bool, int]], words: Mapping[Any, str] | None = None
) -> tuple[OutcomeValue, ...]:
    """Values by name: cases first, the most frequent first among these, and among the others.

    >>> [str(one) for one in sorted_values([(0.0, False, 5), (1.0, True, 2), (-0.0, False, 1)])]
    ["'1'", "'0'"]
    """
    found: dict[str, OutcomeValue] = {}
    for value, is_case, n in counts:
        name = interpret(value)
        before = found[name].n if name in found else 0
        found[name] = OutcomeValue(name, is_case, before + n, (words or {}).get(value))
    return tuple(sorted(found.values(), key=lambda one: (not one.is_case, -one.n, one.value)))


def in_words(values: Sequence[Counted], column: str) -> str:
    """What counted as a case and what as none, with counts, in one sentence.

    >>> in_words(sorted_values([("unknown", False, 417), ("1", True, 183)]), "died")
    "Column 'died': '1' is a case (183), 'unknown' is none (417)."
    """
    told = [
        f"{_shown(one)} is {'a case' if one.counts_as == 'case' else 'none'} ({one.n:,})"
        for one in values[:SHOWN]
    ]
    more = f", and {len(values) - SHOWN:,} more" if len(values) > SHOWN else ""
    return f"Column {column!r}: {', '.join(told)}{more}."


def not_known(
    values: Sequence[OutcomeValue], column: str, file: str | None, counted: str
) -> Iterator[BaserateWarning]:
    """Warn of each value that counted as none but is written as if the outcome were not known.

    ``counted`` is what a row of the data is called, ``file`` where the rows came from, if from a file.
    """
    cases = {interpret(one.value) for one in values if one.is_case}
    of = sum(one.n for one in values)
    for one in values:
        if one.is_case or not any(_says_not_known(text, cases) for text in (one.value, one.word) if text):
            continue
        where = "" if file is None else f" in {file}"
        yield BaserateWarning(
            f"{{column}}: {one} counted as none for {{where}} {counted}, but looks like what is written "
            "where the outcome is not known.",
            column=f"column {column!r}{where}",
            count=one.n,
            of=of,
            advice="If it means that, leave the value empty there, and say \0argument\0 to leave these "
            f"{counted} out; if it means that there was no such outcome, write 0.",
            argument=("missing", "drop"),
        )


def _says_not_known(text: str, cases: set[str]) -> bool:
    """Whether a value is a word for not known, a sign alone, or a code such as -9, 99 or 999.

    Some pairs mean two outcomes: 1 and -1, + and -.

    >>> [_says_not_known(text, {"1"}) for text in ("Unknown", "n.a.", "?", "-9", "999", "no", "0", "-1")]
    [True, True, True, True, True, False, False, False]
    """
    meant = interpret(text)
    if _is_number(meant):
        digits = meant.lstrip("-")
        if meant.startswith("-"):
            return (meant, cases) != ("-1", {"1"})
        return digits.strip("9") == "" or (len(digits) > 1 and any(digits.strip(n) == "" for n in _REPEATED))
    plain = "".join(sign if sign.isalnum() else " " for sign in meant.lower())
    if not plain.strip():
        return (meant, cases) != ("-", {"+"})
    return " ".join(plain.split()) in _NOT_KNOWN


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()
