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
        │   └── OneClassError         only cases, or only non-cases
        ├── TooFewError               too few patients, or clusters, for an interval
        ├── ScoreError                not a probability
        │   └── SeparationError       scores through which no finite line fits best
        ├── WeightError               negative, infinite, all zero
        ├── DownloadError             a data set that could not be fetched, or is not what it should be
        ├── FileError                 a file that cannot be read as a table
        └── ColumnError               a column that is not there, or not of numbers

    BaserateWarning (UserWarning)
    ├── DecisionsWarning              the scores look like decisions, not probabilities
    ├── FewEventsWarning              fewer than ten patients with, or without, the disease
    ├── NotEstimableWarning           one of several groups has too few patients to say anything
    └── ScaleWarning                  scores upside down, or far from the prevalence

Each message says what was found, where, and what to do about it.
"""

from __future__ import annotations


class BaserateError(Exception):
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


class TooFewError(DataError):
    """Too few patients of a class, or too few clusters, to say how sure a number is."""


class ScoreError(DataError):
    """The scores are not probabilities."""


class SeparationError(ScoreError):
    """The scores, or the outcomes at them, leave a coefficient of recalibration infinite or open."""


class WeightError(DataError):
    """The weights cannot be weights."""


class DownloadError(DataError):
    """A data set could not be fetched, or what came is not what it should be."""


class FileError(DataError):
    """A file that cannot be read as a table."""


class ColumnError(DataError):
    """A column that is not there, or does not hold the numbers it should."""


class BaserateWarning(UserWarning):
    """The answer is right for the input, but the input looks odd."""


class FewEventsWarning(BaserateWarning):
    """Fewer than ten patients with the disease, or without: intervals are rough."""


class NotEstimableWarning(BaserateWarning):
    """One of several groups has too few patients of a class; the others are reported."""


class ScaleWarning(BaserateWarning):
    """Scores that rank patients the wrong way round, or whose mean is far from the prevalence."""


class DecisionsWarning(BaserateWarning):
    """The scores take at most two values: they look like decisions, not probabilities."""
