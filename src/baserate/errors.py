"""Every way a user can be wrong, and what the library says about it.

    BaserateError
    ├── SettingError (ValueError)     the question: a prevalence, a cost, a threshold, an option
    └── DataError (ValueError)        the data: empty, unequal lengths, weights that cannot be weights
        ├── MissingValueError         null, None, masked
        ├── LabelError                anything but 0 and 1
        │   └── OneClassError         only cases, or only non-cases
        ├── FollowUpError             times that are none or end before the horizon; events that are no codes
        ├── ScoreError                not a probability; or scores through which no finite line fits best
        │   └── ShiftError            scores for which there is no such place under the shift that is asked
        ├── TooFewError               too few patients, or clusters, for an interval
        ├── FileError                 a file, an engine or a download that cannot be read
        └── ColumnError               a column that is not there, or not of numbers

    BaserateWarning (UserWarning)
    ├── FewEventsWarning              few patients carry the answer: of a class, in clusters, uncensored
    ├── NotEstimableWarning           one of several groups has too few patients to say anything
    ├── ScaleWarning                  scores upside down, far from the prevalence, or no probabilities
    └── AssumptionWarning             what was taken, not stated, or is contradicted: source, shift, optimism

Each says what was found, where, and what to do about it. It is kept as data (column, model, group,
counts, examples, advice) and put into words only where somebody reads it, so that a reader who may
not see single patients gets the sentence without them (:meth:`Finding.sentence`).
"""

from __future__ import annotations

import ast
import copy
import json
import re
import shlex
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from baserate.options import flag_of

__all__ = [
    "AssumptionWarning",
    "BaserateError",
    "BaserateWarning",
    "ColumnError",
    "DataError",
    "FewEventsWarning",
    "FileError",
    "Finding",
    "FollowUpError",
    "LabelError",
    "MissingValueError",
    "NotEstimableWarning",
    "OneClassError",
    "ScaleWarning",
    "ScoreError",
    "SettingError",
    "ShiftError",
    "TooFewError",
]

# So many examples are quoted.
SHOWN = 5


# An option that a sentence names, between characters that no name has and ``repr`` never writes: a name and
# an equals sign, perhaps a value. The one word without a sign stands for the option that a finding is about.
_NAMED = re.compile(r"\0(?:argument|([a-z_]+)=([^\0]*))\0")


def _as_argument(name: str, value: object) -> str:
    """An option as Python writes it.

    >>> _as_argument("table", "a few"), _as_argument("level", 2), _as_argument("table", None)
    ("table='a few'", 'level=2', 'table=')
    """
    return f"{name}=" if value is None else f"{name}={value!r}"


def _as_flag(name: str, value: object) -> str:
    """An option as the command line writes it.

    >>> _as_flag("table", "a few"), _as_flag("scores", None), _as_flag("shift", {"new": 7})
    ("--table 'a few'", '--score', '--shift new=7')
    """
    if value is None:
        return flag_of(name)
    several = [f"{key}={one}" for key, one in value.items()] if isinstance(value, Mapping) else [str(value)]
    return " ".join(f"{flag_of(name)} {shlex.quote(one)}" for one in several)


def _as_key(name: str, value: object) -> str:
    """An option as a study file writes it.

    >>> _as_key("level", 2), _as_key("prevalence", (0.1, 0.2)), _as_key("shift", {"new": "much"})
    ('level = 2', 'prevalence = [0.1, 0.2]', 'shift = {new = "much"}')
    """
    return name if value is None else f"{name} = {_as_toml(value)}"


def _as_toml(value: object) -> str:
    """A value as a study file writes it."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key} = {_as_toml(one)}' for key, one in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_as_toml, value))}]"
    if isinstance(value, (str, bool)):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def options_named(names: Iterable[str], between: str = " and ") -> str:
    """Options, as the sentence of a finding names them."""
    return between.join(f"\0{name}=\0" for name in names)


class Finding:
    r"""What was found, where, and what to do: the data of an error or of a warning.

    Parameters
    ----------
    problem
        The sentence. ``{column}`` stands for the column that it is about, ``{where}`` for how many
        values are meant, with examples. An option is named as Python writes it between two characters of
        code 0, ``\0by=\0`` or ``\0missing='drop'\0``, and told as its reader writes it: ``--by``,
        ``--missing drop``, or the key of a study file, whose line then heads the sentence.
    column
        The column, or the argument, as a reader knows it: ``y_prob``, ``score 'new'``.
    model, group
        Whose it is, if not everybody's; they head the sentence.
    count, of
        How many values are meant, and of how many.
    examples
        The first of them with their places, such as ``"1.2 in row 7"``: about single patients.
    advice
        What to do about it.
    argument
        The option that it is about, and its value if one was found or would answer it, for which
        ``\0argument\0`` stands: ``("table", "visits")`` is said as ``table='visits'``, on the command line
        as ``--table visits``.
    """

    def __init__(
        self,
        problem: str = "",
        *,
        column: str | None = None,
        model: str | None = None,
        group: str | None = None,
        count: int | None = None,
        of: int | None = None,
        examples: Sequence[str] = (),
        advice: str = "",
        argument: tuple[str, object] | None = None,
    ) -> None:
        super().__init__(problem)  # type: ignore[call-arg]  # beside it stands an exception
        self.problem = problem
        self.column = column
        self.model = model
        self.group = group
        self.count = count
        self.of = of
        self.examples = tuple(examples)
        self.advice = advice
        self.argument = argument
        # Keys that are written in a study file, and where; empty for those that could be.
        self.keys: Mapping[str, str] = {}

    def sentence(self, *, examples: bool = True, least: int = 1, options: bool = False) -> str:
        """The finding in words.

        Parameters
        ----------
        examples
            Whether single rows may be quoted.
        least
            How many patients it is about is not said where these are fewer than this.
        options
            Whether its reader writes options on the command line, not arguments.
        """
        text = self.problem
        if self.column is not None:
            text = text.replace("{column}", self.column)
        if self.count is not None:
            text = text.replace("{where}", self._where(examples, least))
        if self.group is not None:
            text = f"group {self.group!r}: {text}"
        if self.model is not None:
            text = f"{self.model}: {text}"
        text = self._with_options(f"{text} {self.advice}" if self.advice else text, flags=options)
        place = next((self.keys[name] for name in (*self.about_options, "") if self.keys.get(name)), "")
        return f"{place}: {text}" if place else text

    @property
    def about_options(self) -> list[str]:
        """The options that it is about, by their names; not those that are advised."""
        own = [] if self.argument is None else [self.argument[0]]
        return [*own, *(found[1] for found in _NAMED.finditer(self.problem) if found[1] is not None)]

    def _with_options(self, text: str, *, flags: bool) -> str:
        """The sentence with options as their reader writes them."""

        def tell(found: re.Match[str]) -> str:
            if found[1] is None:
                name, value = self.argument or ("", None)
            else:
                name, value = found[1], ast.literal_eval(found[2]) if found[2] else None
            if name in self.keys:
                return _as_key(name, value)
            return (_as_flag if flags else _as_argument)(name, value)

        return _NAMED.sub(tell, text)

    def _where(self, examples: bool, least: int) -> str:
        few = self.count is not None and 0 < self.count < least
        counted = f"fewer than {least:,}" if few else f"{self.count:,}"
        counted += "" if self.of is None else f" of {self.of:,}"
        if not (examples and self.examples):
            return counted
        more = ", ..." if self.count is not None and self.count > len(self.examples) else ""
        return f"{counted} ({', '.join(self.examples)}{more})"

    def about(
        self,
        *,
        column: str | None = None,
        model: str | None = None,
        group: str | None = None,
        advice: str | None = None,
    ) -> Self:
        """The same finding under the name that its reader knows: another column, a model, a group."""
        named = copy.copy(self)
        named.column = self.column if column is None else column
        named.model = self.model if model is None else model
        named.group = self.group if group is None else group
        named.advice = self.advice if advice is None else f"{self.advice} {advice}".strip()
        return named

    def of_option(self, name: str, value: object = None) -> Self:
        """The same finding about an option, and the value that was found."""
        named = copy.copy(self)
        named.argument = (name, value)
        return named

    def naming(self, name: str, value: object) -> Self:
        """The same finding about an option: with it, and the value that was found, in front."""
        named = self.of_option(name, value)
        named.problem = f"\0argument\0: {self.problem}"
        return named

    def written(self, keys: Mapping[str, str]) -> Self:
        """The same finding for who wrote these keys into a study file.

        Parameters
        ----------
        keys
            Where each is written, "study.toml, line 4"; empty for what could be written there. Under the
            empty name stands where the table begins that is meant.
        """
        told = copy.copy(self)
        told.keys = {**keys, **self.keys}
        return told

    def unquoted(self) -> Self:
        """The same finding without rows: for who does not know them by their numbers, or may not."""
        told = copy.copy(self)
        told.examples = ()
        return told

    def __str__(self) -> str:
        return self.sentence()


class BaserateError(Finding, Exception):
    """Anything that baserate refuses to do."""


class SettingError(BaserateError, ValueError):
    """What was asked makes no sense: a prevalence, a cost, a threshold, an option, or their combination."""


class DataError(BaserateError, ValueError):
    """The data cannot be used as asked: no patients, unequal lengths, weights that cannot be weights."""


class MissingValueError(DataError):
    """A label, score or weight is missing."""


class LabelError(DataError):
    """The labels are not 0 and 1."""


class OneClassError(LabelError):
    """Only one of the two outcomes occurs, so nothing can be compared."""


class FollowUpError(DataError):
    """Times that are none, a horizon to which nobody is followed, or events that are no codes."""


class ScoreError(DataError):
    """The scores are not probabilities, or leave a coefficient of recalibration infinite or open."""


class ShiftError(ScoreError):
    """No mix of these patients has the prevalence that is asked for, with so little of it label shift.

    ``reached`` is how far their case mix alone can move its log odds.
    """

    def __init__(self, problem: str = "", *, reached: float = 0.0, **about: Any) -> None:
        super().__init__(problem, **about)
        self.reached = reached


class TooFewError(DataError):
    """Too few patients of a class, or too few clusters, to say how sure a number is."""


class FileError(DataError):
    """A file that cannot be read as a table, an engine that failed at it, or a download that did not come."""


class ColumnError(DataError):
    """A column that is not there, or does not hold the numbers it should."""


class BaserateWarning(Finding, UserWarning):
    """The answer is right for the input, but the input looks odd."""


class FewEventsWarning(BaserateWarning):
    """Few patients carry the answer: with the disease, without it, in other clusters, or uncensored."""


class NotEstimableWarning(BaserateWarning):
    """One of several groups, or one of several ways, has too few patients of a class; others are reported."""


def tell(cautions: Iterable[Warning]) -> None:
    """Warn of each, once, at the line outside of this package that led here."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "baserate":
        level, frame = level + 1, frame.f_back
    for one in {str(one): one for one in cautions}.values():
        warnings.warn(one, stacklevel=level)


class ScaleWarning(BaserateWarning):
    """Scores that rank the wrong way round, whose mean is far from the prevalence, or that are decisions.

    Parameters
    ----------
    problem, about
        As for :class:`Finding`; ``{groups}`` in the sentence stands for what is said of groups.
    in_groups
        What is said of each group, by its name, where it is about groups.
    most, more
        So many of them are told, and what stands for the others, whose ``{number}`` it may say.
    """

    def __init__(
        self,
        problem: str = "",
        *,
        in_groups: Mapping[str, str] | None = None,
        most: int = SHOWN,
        more: str = "...",
        **about: Any,
    ) -> None:
        super().__init__(problem, **about)
        self.in_groups, self.most, self.more = dict(in_groups or {}), most, more

    def sentence(self, *, examples: bool = True, least: int = 1, options: bool = False) -> str:
        """The finding in words; as that of any, with its groups."""
        if not self.in_groups:
            return super().sentence(examples=examples, least=least, options=options)
        groups = list(self.in_groups.values())
        left = len(groups) - self.most
        shown = groups[: self.most] + ([self.more.format(number=left)] if left > 0 else [])
        told = copy.copy(self)
        told.in_groups, told.problem = {}, self.problem.replace("{groups}", ", ".join(shown))
        return told.sentence(examples=examples, least=least, options=options)

    def without(self, groups: Iterable[str]) -> ScaleWarning | None:
        """The same without what is said of some groups; None where nothing is left of it."""
        left = {name: text for name, text in self.in_groups.items() if name not in set(groups)}
        if len(left) == len(self.in_groups):
            return self
        if not left:
            return None
        shorter = copy.copy(self)
        shorter.in_groups = left
        return shorter


class AssumptionWarning(BaserateWarning):
    """What a number rests on was taken and not stated, or is contradicted by the data."""
