"""Every way a user can be wrong, and what the library says about it.

    BaserateError
    ├── SettingError (ValueError)     the question: a prevalence, a cost, a threshold
    │   ├── PrevalenceError
    │   ├── CostError
    │   └── ThresholdError
    └── DataError (ValueError)        the data: labels, scores, weights
        ├── ShapeError                empty, unequal lengths, not one column
        ├── MissingValueError         null, None, masked
        ├── LabelError                anything but 0 and 1
        │   ├── OneClassError         only cases, or only non-cases
        │   └── EventError            anything but codes of how follow-up ended
        ├── FollowUpError             times that are no times, or that end before the horizon
        ├── TooFewError               too few patients, or clusters, for an interval
        ├── ScoreError                not a probability
        │   ├── SeparationError       scores through which no finite line fits best
        │   └── ShiftError            scores for which there is no such place under the shift that is asked
        ├── WeightError               negative, infinite, all zero
        ├── DownloadError             a data set that could not be fetched, or is not what it should be
        ├── FileError                 a file that cannot be read as a table
        │   └── EngineError           an engine that failed while it held the patients
        └── ColumnError               a column that is not there, or not of numbers

    BaserateWarning (UserWarning)
    ├── DecisionsWarning              the scores look like decisions, not probabilities
    ├── FewClustersWarning            one cluster holds much of the patients
    ├── FewEventsWarning              fewer than ten patients with, or without, the disease
    ├── CensoringWarning              few patients stand for many who were censored
    ├── OptimismWarning               a correction for optimism that is known to be too small
    ├── NotEstimableWarning           one of several groups has too few patients to say anything
    ├── ShiftWarning                  data contradict the shift that was taken
    ├── SourceWarning                 the prevalence to which scores are calibrated was taken, not stated
    └── ScaleWarning                  scores upside down, or far from the prevalence
        └── GroupsWarning             the same in some groups

Each says what was found, where, and what to do about it. It is kept as data (column, model, group,
counts, examples, advice) and put into words only where somebody reads it, so that a reader who may
not see single patients gets the sentence without them (:meth:`Finding.sentence`).
"""

from __future__ import annotations

import copy
import shlex
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Self

# So many examples are quoted.
SHOWN = 5


def _as_argument(name: str, value: str | None) -> str:
    """An argument as Python writes it.

    >>> _as_argument("table", "a few"), _as_argument("table", None)
    ("table='a few'", 'table=')
    """
    return f"{name}=" if value is None else f"{name}={value!r}"


def _as_option(name: str, value: str | None) -> str:
    """An argument as the command line writes it.

    >>> _as_option("table", "a few"), _as_option("table", "visits"), _as_option("table", None)
    ("--table 'a few'", '--table visits', '--table')
    """
    option = f"--{name.replace('_', '-')}"
    return option if value is None else f"{option} {shlex.quote(value)}"


class Finding:
    """What was found, where, and what to do: the data of an error or of a warning.

    Parameters
    ----------
    problem
        The sentence. ``{column}`` stands for the column that it is about, ``{where}`` for how many
        values are meant, with examples.
    column
        The column, or the argument, as a reader knows it: ``y_prob``, ``score 'new'``.
    model, group
        Whose it is, if not everybody's; they head the sentence.
    count, of
        How many values are meant, and of how many.
    examples
        The first of them with their places, such as ``"1.2 in row 7"``: about single patients.
    advice
        What to do about it. ``{argument}`` stands for the argument that would answer it.
    argument
        That argument, and its value if it is known: ``("table", "visits")`` is said as ``table='visits'``,
        on the command line as ``--table visits``.
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
        argument: tuple[str, str | None] | None = None,
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
        advice = self.advice
        if self.argument is not None:
            advice = advice.replace("{argument}", (_as_option if options else _as_argument)(*self.argument))
        return f"{text} {advice}" if advice else text

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
    """The deployment that was asked about makes no sense."""


class PrevalenceError(SettingError):
    """A prevalence, or a range of prevalences, that cannot be."""


class CostError(SettingError):
    """A cost, or a range of costs, that cannot be."""


class ThresholdError(SettingError):
    """A decision threshold that no probability can be compared with."""


class DataError(BaserateError, ValueError):
    """The data cannot be used as asked."""


class ShapeError(DataError):
    """Not one value for each patient."""


class MissingValueError(DataError):
    """A label, score or weight is missing."""


class LabelError(DataError):
    """The labels are not 0 and 1."""


class OneClassError(LabelError):
    """Only one of the two outcomes occurs, so nothing can be compared."""


class EventError(LabelError):
    """The events do not say who was censored, who had the event and who a competing one."""


class FollowUpError(DataError):
    """Times of follow-up that are none, or a horizon to which nobody is followed."""


class TooFewError(DataError):
    """Too few patients of a class, or too few clusters, to say how sure a number is."""


class ScoreError(DataError):
    """The scores are not probabilities."""


class SeparationError(ScoreError):
    """The scores, or the outcomes at them, leave a coefficient of recalibration infinite or open."""


class ShiftError(ScoreError):
    """No mix of these patients has the prevalence that is asked for, with so little of it label shift.

    ``reached`` is how far their case mix alone can move its log odds.
    """

    def __init__(self, problem: str = "", *, reached: float = 0.0, **about: Any) -> None:
        super().__init__(problem, **about)
        self.reached = reached


class WeightError(DataError):
    """The weights cannot be weights."""


class DownloadError(DataError):
    """A data set could not be fetched, or what came is not what it should be."""


class FileError(DataError):
    """A file that cannot be read as a table."""


class EngineError(FileError):
    """An engine failed while it held the patients: a worker, memory or the data were lost."""


class ColumnError(DataError):
    """A column that is not there, or does not hold the numbers it should."""


class BaserateWarning(Finding, UserWarning):
    """The answer is right for the input, but the input looks odd."""


class FewEventsWarning(BaserateWarning):
    """Fewer than ten patients with the disease, or without: intervals are rough."""


class CensoringWarning(BaserateWarning):
    """So many were censored before the horizon that few patients carry much of the weight."""


class FewClustersWarning(BaserateWarning):
    """One cluster holds so many of the patients that intervals rest on few clusters."""


class NotEstimableWarning(BaserateWarning):
    """One of several groups has too few patients of a class; the others are reported."""


class OptimismWarning(BaserateWarning):
    """A bootstrap correction that is known to be too small: the learner nearly interpolates."""


class ScaleWarning(BaserateWarning):
    """Scores that rank patients the wrong way round, or whose mean is far from the prevalence."""


class GroupsWarning(ScaleWarning):
    """Scores that are miscalibrated in some groups; ``in_groups`` is what is said of each by name."""

    def __init__(self, template: str, in_groups: Mapping[str, str], *, most: int, more: str) -> None:
        named = list(in_groups.values())
        shown = named[:most] + ([more.format(number=len(named) - most)] if len(named) > most else [])
        super().__init__(template.format(groups=", ".join(shown)))
        self.template, self.in_groups, self.most, self.more = template, dict(in_groups), most, more

    def without(self, groups: Iterable[str]) -> GroupsWarning | None:
        """The same without what is said of some groups; None where nothing is left."""
        left = {name: text for name, text in self.in_groups.items() if name not in set(groups)}
        if len(left) == len(self.in_groups):
            return self
        if not left:
            return None
        shorter = GroupsWarning(self.template, left, most=self.most, more=self.more)
        return shorter.about(model=self.model, advice=self.advice)

    def __reduce__(self) -> tuple[object, ...]:
        remake = partial(GroupsWarning, most=self.most, more=self.more)
        return remake, (self.template, self.in_groups), self.__dict__


class ShiftWarning(BaserateWarning):
    """What a number at another prevalence rests on, label shift or a share of it, is contradicted by data."""


class SourceWarning(BaserateWarning):
    """It is not known to which prevalence probabilities are calibrated; what is assumed is said."""


class DecisionsWarning(BaserateWarning):
    """The scores take at most two values: they look like decisions, not probabilities."""
