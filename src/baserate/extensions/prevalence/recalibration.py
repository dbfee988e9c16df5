"""Smooth recalibration on labelled patients, with what each of them contributes to it.

A prevalence that is read off scores is only as right as the risks that they mean. So the outcome of the
source is regressed on the log odds of the score, by a restricted cubic spline: a curve within the scores
that occur, a line beyond its outer knots. A straight line, intercept and slope, leaves an estimate biased
where scores are bent (docs/prevalence-inside.md); the curve costs next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.logistic import fit_logistic
from baserate.errors import ScoreError, SettingError
from baserate.inference.cohort import Cohort
from baserate.inference.sampling import Sampling
from baserate.odds import expit, log_odds
from baserate.scores.sample import Sample

Numbers = NDArray[np.float64]
Recalibrate: TypeAlias = Literal["spline", "line", "none"]

# Log odds beyond these are as good as certain.
FARTHEST = 20.0
# Where the knots lie, as shares of each class, by their number (Harrell, Regression Modeling Strategies,
# 2015, section 2.4.6): the knots are halfway between the quantiles of cases and non-cases.
_KNOTS = {4: (0.05, 0.35, 0.65, 0.95), 3: (0.10, 0.50, 0.90)}
# Patients of the rarer class below which a curve would follow chance.
_ENOUGH_FOR_A_CURVE = 30.0


@dataclass(frozen=True, eq=False)
class LabelledScores:
    """The source: log odds of the scores, who is a case, and who was sampled.

    ``share`` is each patient's part of the total weight. ``ends`` are the least and the largest log odds
    that the source has, where scores of exactly 0 and 1 stand a unit beyond all others. Scores of another
    place that lie beyond the ends count as these, because nothing is known of what they mean.
    """

    log_odds: Numbers
    is_case: NDArray[np.bool_]
    share: Numbers
    sampling: Sampling
    ends: tuple[float, float]

    @classmethod
    def of(cls, cohort: Cohort, sample: Sample) -> LabelledScores:
        """From patients who have been checked."""
        raw = np.asarray(log_odds(sample.score.astype(np.float64)))
        if raw.min() == raw.max():
            raise ScoreError(
                "every score of the source is the same: scores that rank nobody tell nothing about a "
                "prevalence."
            )
        low, high = _ends(raw)
        weight = np.ones(len(raw)) if sample.weight is None else sample.weight.astype(np.float64)
        share = weight / weight.sum()
        return cls(np.clip(raw, low, high), sample.label == 1, share, cohort.sampling, (low, high))

    @cached_property
    def prevalence(self) -> float:
        """Share of the patients, by weight, who have the disease."""
        return float(self.share[self.is_case].sum())

    @cached_property
    def table(self) -> tuple[Numbers, Numbers, Numbers]:
        """Distinct log odds, ascending, with the shares of cases and of non-cases at each."""
        distinct, place = np.unique(self.log_odds, return_inverse=True)
        cases, others = (
            np.bincount(place, self.share * chosen, len(distinct)).astype(np.float64)
            for chosen in (self.is_case, ~self.is_case)
        )
        return distinct, cases, others

    def class_quantiles(self, shares: tuple[float, ...]) -> Numbers:
        """Halfway between the quantiles of the cases and those of the non-cases."""
        distinct, *sides = self.table
        found = []
        for side in sides:
            reached = np.cumsum(side) / side.sum()
            found.append(distinct[np.minimum(np.searchsorted(reached, shares), len(distinct) - 1)])
        return np.asarray((found[0] + found[1]) / 2.0)


def _ends(raw: Numbers) -> tuple[float, float]:
    """Between which log odds scores are held: those of 0 and 1 are a unit beyond the others."""
    inside = np.clip(raw[np.isfinite(raw)], -FARTHEST, FARTHEST)
    low, high = (float(inside.min()), float(inside.max())) if len(inside) else (0.0, 0.0)
    return low - float(raw.min() == -np.inf), high + float(raw.max() == np.inf)


@dataclass(frozen=True)
class Recalibration:
    """Log odds of disease at the source as a smooth function of the log odds ``x`` of the score.

    ``coefficients`` belong to 1, ``x`` and the terms of a restricted cubic spline with these ``knots``;
    without knots it is a line. Log odds are held within ``ends``. ``fitted`` says whether all this comes
    from the source, or scores mean what they say.
    """

    coefficients: tuple[float, ...]
    knots: tuple[float, ...]
    ends: tuple[float, float]
    fitted: bool = True

    @classmethod
    def fit(cls, source: LabelledScores, how: Recalibrate = "spline") -> Recalibration:
        """The recalibration that suits the source best: by a curve, by a line, or none.

        Fewer knots are used, down to a line, where classes are small or scores too few for a curve.
        """
        if how not in get_args(Recalibrate):
            raise SettingError(
                f"recalibrate must be one of {', '.join(map(repr, get_args(Recalibrate)))}; found {how!r}."
            )
        if how == "none":
            return cls((0.0, 1.0), (), (-FARTHEST, FARTHEST), fitted=False)
        curved = how == "spline" and min(source.sampling.sizes) >= _ENOUGH_FOR_A_CURVE
        for shares in _KNOTS.values() if curved else ():
            knots = tuple(float(knot) for knot in source.class_quantiles(shares))
            try:
                return cls._with_knots(source, knots)
            except ScoreError:  # too few distinct scores for so many coefficients
                continue
        try:
            return cls._with_knots(source, ())
        except ScoreError:
            raise ScoreError(
                "the scores separate the source's patients with and without the disease, so that no finite "
                "recalibration fits best.",
                advice="Say \0recalibrate='none'\0 if they are calibrated as they are, or "
                "bring more labelled patients.",
            ) from None

    @classmethod
    def _with_knots(cls, source: LabelledScores, knots: tuple[float, ...]) -> Recalibration:
        if len(set(knots)) < len(knots):
            raise ScoreError("knots coincide.")
        distinct, cases, others = source.table
        columns = _columns(distinct, knots)
        coefficients = fit_logistic(columns, np.zeros(len(distinct)), cases, others)
        return cls(tuple(map(float, coefficients)), knots, source.ends)

    def columns(self, raw: Numbers) -> Numbers:
        """1, the log odds and the spline's terms, one row each, at some log odds of scores."""
        return _columns(np.clip(raw, *self.ends), self.knots)

    def log_odds(self, raw: Numbers) -> Numbers:
        """Recalibrated log odds, at the source's prevalence, from the log odds of scores."""
        return np.asarray(np.einsum("j,jn->n", np.array(self.coefficients), self.columns(raw)))

    def influence(self, source: LabelledScores, direction: Numbers) -> Numbers:
        """Influence of each patient of the source on ``direction @ coefficients``.

        Of maximum likelihood: ``direction @ H^-1 B (y - risk)`` with ``H = mean B B' risk (1 - risk)``.
        """
        if not self.fitted:
            return np.zeros(len(source.log_odds))
        columns = self.columns(source.log_odds)
        risk = np.asarray(expit(self.log_odds(source.log_odds)))
        information = np.einsum("jn,kn->jk", columns * (source.share * risk * (1.0 - risk)), columns)
        pull = np.linalg.solve(information, direction)
        return np.asarray(np.einsum("j,jn->n", pull, columns) * (source.is_case - risk))


def _columns(log_odds: Numbers, knots: tuple[float, ...]) -> Numbers:
    """The columns of a restricted cubic spline, scaled by the distance of the outer knots."""
    columns = [np.ones(len(log_odds)), log_odds]
    if knots:
        last, before = knots[-1], knots[-2]
        for knot in knots[:-2]:
            term = _cube(log_odds - knot) - _cube(log_odds - before) * (last - knot) / (last - before)
            term += _cube(log_odds - last) * (before - knot) / (last - before)
            columns.append(term / (last - knots[0]) ** 2)
    return np.stack(columns)


def _cube(x: Numbers) -> Numbers:
    return np.asarray(np.maximum(x, 0.0) ** 3)
