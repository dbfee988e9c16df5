"""Recalibrators: maps from a model's probability to one that means what it says.

Each has one small interface: ``fit(y_true, y_prob)`` gives a frozen recalibrator, ``predict(y_prob)``
the new probabilities. All but the isotonic one move the log odds along a line (or, for beta
calibration, a curve), and leave a score of exactly 0 or 1 where it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baserate.calibration.logistic import SEPARATED, fit_logistic
from baserate.errors import ScoreError
from baserate.odds import expit, logit
from baserate.scores.columns import column
from baserate.scores.isotonic import IsotonicBlocks
from baserate.scores.metrics import as_table, sample_of
from baserate.scores.sample import Numbers, Sample, ScoreTable, check_scores

__all__ = [
    "ALL",
    "BetaCalibration",
    "Intercept",
    "Isotonic",
    "LogOddsTable",
    "Logistic",
    "Recalibrator",
    "Slope",
]


Fitted: TypeAlias = "Sample | ScoreTable | LogOddsTable"


class Recalibrator(ABC):
    """A map from a model's probability to a recalibrated one."""

    name: ClassVar[str]

    @classmethod
    def fit(
        cls,
        y_true: ArrayLike | ScoreTable,
        y_prob: ArrayLike | None = None,
        *,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """The recalibrator that suits these patients best; labels and scores, or a table of them.

        Parameters
        ----------
        y_true, y_prob
            Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
        sample_weight
            How much each patient counts.
        """
        return cls.of(sample_of(y_true, y_prob, sample_weight))

    @classmethod
    @abstractmethod
    def of(cls, sample: Fitted) -> Self:
        """The same from patients that have been checked."""

    def predict(self, y_prob: ArrayLike) -> Numbers:
        """The recalibrated probability of each score.

        Parameters
        ----------
        y_prob
            Scores as the model gives them.
        """
        return self.apply(check_scores(column(y_prob, "y_prob")))

    @property
    @abstractmethod
    def coefficients(self) -> int:
        """How many numbers were fitted to the patients."""

    @abstractmethod
    def apply(self, score: NDArray[Any]) -> Numbers:
        """The same for scores that have been checked."""


@dataclass(frozen=True, eq=False)
class Isotonic(Recalibrator):
    """Isotonic regression: the best risks that keep the order of the scores.

    ``risk`` at each ``score``, and a straight line in between; beyond the ends the risk at the end.
    Follows any shape, and needs many patients: with few events it overfits.

    >>> recalibrator = Isotonic.fit([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.9])
    >>> recalibrator.predict([0.05, 0.25, 0.6])
    array([0.  , 0.5 , 0.75])
    """

    score: Numbers
    risk: Numbers
    name: ClassVar[str] = "isotonic"

    @classmethod
    def of(cls, sample: Fitted) -> Self:
        if isinstance(sample, LogOddsTable):
            raise TypeError("isotonic regression is fitted to scores, not to their log odds.")
        blocks = IsotonicBlocks.of(sample)
        ends = np.column_stack((blocks.first, blocks.last)).ravel().astype(np.float64)
        risk = np.repeat(blocks.risk, 2)
        kept = np.append(True, np.diff(ends) > 0.0)  # a block of one score has one end
        return cls(ends[kept], risk[kept])

    @property
    def coefficients(self) -> int:
        return len(np.unique(self.risk))

    def apply(self, score: NDArray[Any]) -> Numbers:
        return np.asarray(np.interp(score, self.score, self.risk))


@dataclass(frozen=True)
class Logistic(Recalibrator):
    """Logistic recalibration (Platt; Cox): log odds become ``intercept + slope * log odds``.

    A slope below 1 says that the model's risks are too extreme, above 1 too moderate.

    >>> recalibrator = Logistic.fit([0, 1, 0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.9])
    >>> round(recalibrator.intercept, 3), round(recalibrator.slope, 3)
    (0.623, 1.105)
    >>> recalibrator.predict([0.0, 0.5, 1.0]).round(3)
    array([0.   , 0.651, 1.   ])
    """

    intercept: float = 0.0
    slope: float = 1.0
    name: ClassVar[str] = "logistic"

    @classmethod
    def of(cls, sample: Fitted) -> Self:
        table = LogOddsTable.of(sample)
        if table.log_odds.min() == table.log_odds.max():
            raise ScoreError("every score is the same: only an intercept can be fitted. Use Intercept.")
        if table.separated():
            raise ScoreError(SEPARATED)
        columns = np.stack((np.ones(len(table.log_odds)), table.log_odds))
        intercept, slope = table.fit(columns, np.zeros(len(table.log_odds)))
        return cls(float(intercept), float(slope))

    @property
    def coefficients(self) -> int:
        return 2

    def apply(self, score: NDArray[Any]) -> Numbers:
        return _line(score, self.intercept, self.slope)


@dataclass(frozen=True)
class Slope(Recalibrator):
    """Temperature scaling: log odds become ``slope * log odds``; the temperature is ``1 / slope``.

    A risk of one half stays, whatever the prevalence, so where the disease is rare it moves the
    mean risk as well.

    >>> round(Slope.fit([0, 1, 0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.9]).slope, 3)
    0.834
    """

    slope: float = 1.0
    name: ClassVar[str] = "slope"

    @classmethod
    def of(cls, sample: Fitted) -> Self:
        table = LogOddsTable.of(sample)
        if not table.log_odds.any():
            raise ScoreError("every score is one half: no slope can be fitted. Use Intercept.")
        # Patients on the right side of one half pull the slope up, the others down; both are needed.
        right = (table.log_odds > 0.0, table.log_odds < 0.0)
        for up, down in (right, right[::-1]):
            if not (table.positive[up].any() or table.negative[down].any()):
                raise ScoreError(SEPARATED)
        return cls(float(table.fit(table.log_odds[None, :], np.zeros(len(table.log_odds)))[0]))

    @property
    def coefficients(self) -> int:
        return 1

    def apply(self, score: NDArray[Any]) -> Numbers:
        return _line(score, 0.0, self.slope)


@dataclass(frozen=True)
class Intercept(Recalibrator):
    """Prior shift: log odds become ``intercept + log odds``, so that the mean risk is the prevalence.

    What correcting a model for another prevalence does, with the prevalence learnt from the patients.

    >>> round(Intercept.fit([0, 1, 0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.9]).intercept, 3)
    0.55
    """

    intercept: float = 0.0
    name: ClassVar[str] = "intercept"

    @classmethod
    def of(cls, sample: Fitted) -> Self:
        table = LogOddsTable.of(sample)
        return cls(float(table.fit(np.ones((1, len(table.log_odds))), table.log_odds)[0]))

    @property
    def coefficients(self) -> int:
        return 1

    def apply(self, score: NDArray[Any]) -> Numbers:
        return _line(score, self.intercept, 1.0)


@dataclass(frozen=True)
class BetaCalibration(Recalibrator):
    """Beta calibration (Kull, Silva Filho and Flach 2017): ``intercept + a log s - b log(1 - s)``.

    The right family when the scores of each class have Beta distributions; equal ``a`` and ``b``
    are logistic recalibration. Neither may be negative, so that the order is kept.

    >>> y = [0, 1, 0, 1, 0, 1, 1, 0, 1]
    >>> beta = BetaCalibration.fit(y, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    >>> round(beta.a, 3), round(beta.b, 3), round(beta.intercept, 3)
    (0.932, 0.0, 1.049)
    """

    a: float = 1.0
    b: float = 1.0
    intercept: float = 0.0
    name: ClassVar[str] = "beta"

    @classmethod
    def of(cls, sample: Fitted) -> Self:
        table = LogOddsTable.of(sample)
        columns = np.stack((-np.logaddexp(0.0, -table.log_odds), np.logaddexp(0.0, table.log_odds)))
        if len(table.log_odds) < 3:
            raise ScoreError(
                f"{len(table.log_odds)} distinct scores are too few for three coefficients. Use Logistic."
            )
        used = [0, 1]
        while True:  # a negative coefficient is left out, and the rest fitted again
            design = np.vstack((np.ones(len(table.log_odds)), columns[used]))
            coefficients = table.fit(design, np.zeros(len(table.log_odds)))
            kept = [which for which, value in zip(used, coefficients[1:], strict=True) if value >= 0.0]
            if kept == used:
                break
            used = kept
        values = dict(zip(used, coefficients[1:], strict=True))
        return cls(float(values.get(0, 0.0)), float(values.get(1, 0.0)), float(coefficients[0]))

    @property
    def coefficients(self) -> int:
        return 1 + (self.a > 0.0) + (self.b > 0.0)

    def apply(self, score: NDArray[Any]) -> Numbers:
        s = score.astype(np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            up = np.where(s > 0.0, self.a * np.log(s), -np.inf)
            down = np.where(s < 1.0, self.b * np.log1p(-s), -np.inf)
            shifted = expit(self.intercept + up - down)
        return np.asarray(np.where((s == 0.0) | (s == 1.0), s, shifted))


# Above so many distinct scores, a first fit is made to so many groups of neighbours.
_MANY, _FEWER = 2_000, 400

ALL: tuple[type[Recalibrator], ...] = (Intercept, Slope, Logistic, BetaCalibration, Isotonic)


def _line(score: NDArray[Any], intercept: float, slope: float) -> Numbers:
    s = score.astype(np.float64)
    certain = (s == 0.0) | (s == 1.0)
    shifted = expit(intercept + slope * np.asarray(logit(np.where(certain, 0.5, s))))
    return np.asarray(np.where(certain, s, shifted))


@dataclass(frozen=True, eq=False)
class LogOddsTable:
    """Log odds of the distinct scores, and the weight of both classes at each; certain scores left out."""

    log_odds: Numbers
    positive: Numbers
    negative: Numbers

    @classmethod
    def of(cls, sample: Fitted) -> LogOddsTable:
        """From patients that have been checked; a table that is one already stays as it is."""
        if isinstance(sample, LogOddsTable):
            return sample
        table = as_table(sample)
        wrong = float(table.positive[table.score == 0.0].sum() + table.negative[table.score == 1.0].sum())
        if wrong > 0.0:
            plain = isinstance(sample, Sample) and sample.weight is None
            whose = "of {where} patients were wrong" if plain else "were wrong"
            raise ScoreError(
                f"predictions of exactly 0 or 1 {whose}: no finite shift of their log odds corrects that.",
                count=round(wrong) if plain else None,
                advice="Recalibrate with Isotonic, or find out what they mean.",
            )
        inside = (table.score > 0.0) & (table.score < 1.0) & (table.positive + table.negative > 0.0)
        score = table.score[inside].astype(np.float64)
        positive, negative = table.positive[inside], table.negative[inside]
        if positive.sum() == 0.0 or negative.sum() == 0.0:
            raise ScoreError("among the scores that are neither 0 nor 1, only one outcome occurs.")
        return cls(np.asarray(logit(score)), positive, negative)

    def separated(self) -> bool:
        """Whether some threshold on the score has all of one class on either side, ties included."""
        cases, non_cases = (self.log_odds[side > 0.0] for side in (self.positive, self.negative))
        return bool(non_cases.max() <= cases.min() or cases.max() <= non_cases.min())

    def fit(self, columns: Numbers, offset: Numbers) -> Numbers:
        """Coefficients of a logistic regression on ``columns``, one row for each coefficient."""
        start = self._coarse_fit(columns, offset) if len(offset) > _MANY else None
        return fit_logistic(columns, offset, self.positive, self.negative, start)

    def _coarse_fit(self, columns: Numbers, offset: Numbers) -> Numbers:
        """Neighbouring scores taken together: close to the best coefficients, in no time."""
        starts = np.arange(0, len(offset), len(offset) // _FEWER)
        weight = self.positive + self.negative
        total = np.add.reduceat(weight, starts)
        means = [np.add.reduceat(weight * x, starts) / total for x in (*columns, offset)]
        sums = [np.add.reduceat(side, starts) for side in (self.positive, self.negative)]
        return fit_logistic(np.stack(means[:-1]), means[-1], *sums)
