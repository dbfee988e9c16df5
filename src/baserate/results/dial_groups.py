"""What groups say about the dial: the risk that is left in each beside the score, and its prevalence.

One logistic regression holds an intercept ``a_j`` for each group and one recalibration ``f`` of the score for
all, smooth, because a bent score looks like a shift::

    logit P(Y = 1 | s, j) = a_j + f(logit s)

Beside it stand the log odds ``d_j`` of each group's prevalence. The same outcomes make both, and all ``a_j``
share the error of ``f``: so their errors come as one covariance, from what each patient contributes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.logistic import SEPARATED
from baserate.errors import ScoreError
from baserate.odds import expit

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]

# Where the recalibration may bend, as shares of the patients (Harrell, Regression Modeling Strategies, 2.4).
# Log odds of scores that differ by less than this within groups, by their standard deviation, do not vary.
_NO_VARIATION = 1e-3
_KNOTS = (0.05, 0.275, 0.5, 0.725, 0.95)
# Beyond these log odds a score is as good as certain: how far beyond is no longer a matter of risk.
_FARTHEST = 20.0
# A score of 0 or 1 is put so far beyond the last one within, in log odds: about the step from 2 % to 5 %.
_BEYOND = 1.0
# Log odds that one step of the fit may move anybody by, how exact it is, and when it is given up.
_LONGEST, _PRECISION, _STEPS = 2.0, 1e-10, 200
# The middle of the patients, in which the recalibration is asked to rise.
_MIDDLE = (0.025, 0.975)


@dataclass(frozen=True, eq=False)
class GroupRows:
    """Patients, or bins of them: number of the group, outcome, log odds of the score, weight.

    ``squares`` is the sum of squared weights of a bin's patients.
    """

    group: Places
    label: NDArray[np.int8]
    log_odds: Numbers
    weight: Numbers
    squares: Numbers

    @cached_property
    def groups(self) -> int:
        """How many groups there are."""
        return int(self.group.max()) + 1

    def total(self, numbers: Numbers) -> Numbers:
        """Sums by group of a number for each row, or of several in columns."""
        if numbers.ndim == 1:
            return np.bincount(self.group, numbers, self.groups).astype(np.float64)
        return np.column_stack([np.bincount(self.group, one, self.groups) for one in numbers.T])


@dataclass(frozen=True, eq=False)
class Covariance:
    """Of the errors of the groups' intercepts and of the log odds of their prevalences.

    ``both[i, j]`` is that of intercept i with prevalence j.
    """

    intercepts: Numbers
    both: Numbers
    prevalences: Numbers

    @property
    def whole(self) -> Numbers:
        """All in one matrix, intercepts first."""
        return np.block([[self.intercepts, self.both], [self.both.T, self.prevalences]])

    @classmethod
    def of_whole(cls, whole: Numbers) -> Covariance:
        """The parts of one matrix."""
        k = len(whole) // 2
        return cls(whole[:k, :k], whole[:k, k:], whole[k:, k:])


@dataclass(frozen=True, eq=False)
class GroupFit:
    """The groups' ``intercepts`` and ``prevalences`` (both log odds), and what their errors follow from.

    ``basis`` are the columns of the recalibration at each row, ``slopes`` its coefficients.
    """

    rows: GroupRows
    intercepts: Numbers
    prevalences: Numbers
    basis: Numbers
    slopes: Numbers

    @cached_property
    def _risk(self) -> Numbers:
        """Fitted risk of each row."""
        return np.asarray(expit(self.intercepts[self.rows.group] + self.basis @ self.slopes))

    @cached_property
    def _rate(self) -> Numbers:
        """Prevalence of each row's group."""
        return np.asarray(expit(self.prevalences))[self.rows.group]

    @cached_property
    def _information(self) -> _Information:
        return _Information.of(self.rows, self.basis, self.rows.weight * self._risk * (1.0 - self._risk))

    @cached_property
    def _of_prevalences(self) -> Numbers:
        """The information of each prevalence's log odds."""
        return self.rows.total(self.rows.weight * self._rate * (1.0 - self._rate))

    def covariance(self) -> Covariance:
        """Of the errors of intercepts and prevalences, patients being independent.

        With ``v = p (1 - p)`` the spread of an outcome at its fitted risk, the products of two residuals
        have the means ``E (y-p)^2 = E (y-p)(y-pi) = v`` and ``E (y-pi)^2 = v + (p-pi)^2``. Means, not the
        squares that were seen: a group with few cases, or none, would else look surest of all.
        """
        rows, known = self.rows, self._information
        spread = rows.squares * self._risk * (1.0 - self._risk)
        own, rate = known.of_groups, self._of_prevalences
        through = known.mean @ np.linalg.inv(known.of_slopes)  # of the slopes' error in each intercept
        bend = rows.total(spread[:, None] * known.centred)
        squares = np.einsum("n,nj,nk->jk", spread, known.centred, known.centred)
        cross = (bend / own[:, None]) @ through.T
        total = rows.total(spread)
        intercepts = np.diag(total / own**2) - cross - cross.T + through @ squares @ through.T
        both = np.diag(total / (own * rate)) - through @ (bend / rate[:, None]).T
        apart = rows.squares * (self._risk - self._rate) ** 2
        return Covariance(intercepts, both, np.diag((total + rows.total(apart)) / rate**2))

    def contributions(self) -> list[Numbers]:
        """What each row adds to the equations that were solved, from which all errors follow.

        The residuals of each group about the fitted risk, those of each group about its prevalence, and
        those of all times each column of the recalibration: vectors of one number a row.
        """
        rows = self.rows
        left, plain = rows.weight * (rows.label - self._risk), rows.weight * (rows.label - self._rate)
        members = [rows.group == j for j in range(rows.groups)]
        slopes = [left * column for column in self._information.centred.T]
        return [*(left * own for own in members), *(plain * own for own in members), *slopes]

    def errors_of(self, sums: Numbers) -> Numbers:
        """Errors of intercepts and prevalences, in columns, from sums of :meth:`contributions` in columns."""
        k, known = self.rows.groups, self._information
        slopes = np.linalg.solve(known.of_slopes, sums[:, 2 * k :].T).T
        intercepts = sums[:, :k] / known.of_groups - slopes @ known.mean.T
        return np.column_stack((intercepts, sums[:, k : 2 * k] / self._of_prevalences))

    @cached_property
    def largest_fall(self) -> float:
        """How far the recalibration falls where it should rise, in standard errors; 0 where it only rises."""
        order = np.argsort(self.rows.log_odds, kind="stable")
        share = np.cumsum(self.rows.weight[order]) / self.rows.weight.sum()
        order = order[(share >= _MIDDLE[0]) & (share <= _MIDDLE[1])]
        # One row for each score: among equal ones there is no rise and no fall, but for rounding.
        order = order[np.unique(self.rows.log_odds[order], return_index=True)[1]]
        if len(order) == 0:
            return 0.0
        curve = (self.basis @ self.slopes)[order]
        highest = np.maximum.accumulate(curve)
        end = int(np.argmax(highest - curve))
        start = int(np.argmax(curve[: end + 1]))
        if start == end:
            return 0.0
        apart = self.basis[order[start]] - self.basis[order[end]]
        variance = float(apart @ np.linalg.solve(self._information.of_slopes, apart))
        return float(curve[start] - curve[end]) / float(np.sqrt(variance))


@dataclass(frozen=True, eq=False)
class _Information:
    """Curvature of the likelihood: by group, and for the slopes once the groups' intercepts are fitted.

    ``mean`` are the basis's means by group, ``centred`` the basis about them.
    """

    of_groups: Numbers
    mean: Numbers
    centred: Numbers
    of_slopes: Numbers

    @classmethod
    def of(cls, rows: GroupRows, basis: Numbers, spread: Numbers) -> _Information:
        own = rows.total(spread)
        mean = rows.total(spread[:, None] * basis) / own[:, None]
        centred = basis - mean[rows.group]
        return cls(own, mean, centred, np.einsum("n,nj,nk->jk", spread, centred, centred))


def fit_groups(rows: GroupRows) -> GroupFit:
    """Intercept and prevalence of every group, with one recalibration of the score for all.

    Both are Firth's (1993, doi:10.1093/biomet/80.1.27) rather than of maximum likelihood: as if half a case
    and half a non-case more were in each group. That takes away the bias of small groups, and lets a group
    without cases speak.
    """
    cases, patient = rows.total(rows.weight * rows.label), rows.total(rows.squares) / rows.total(rows.weight)
    others = rows.total(rows.weight) - cases
    prevalences = np.log(cases + patient / 2.0) - np.log(others + patient / 2.0)
    _check_variation(rows)
    basis = _spline(rows.log_odds, rows.weight)
    intercepts, slopes = prevalences.copy(), np.zeros(basis.shape[1])
    for _ in range(_STEPS):
        move_groups, move_slopes = _step(rows, basis, intercepts, slopes, patient)
        far = float(np.abs(move_groups[rows.group] + basis @ move_slopes).max())
        share = min(1.0, _LONGEST / max(far, _PRECISION))
        intercepts, slopes = intercepts + share * move_groups, slopes + share * move_slopes
        if far <= _PRECISION:
            return GroupFit(rows, intercepts, prevalences, basis, slopes)
    raise ScoreError(SEPARATED)


def _check_variation(rows: GroupRows) -> None:
    """Refuse scores that say no more than which group a patient is in: then either may be the reason.

    A score that is the same for all is no reason for anything, and says so.
    """
    weight = rows.total(rows.weight)
    means = rows.total(rows.weight * rows.log_odds) / weight
    if _spread(rows.log_odds - means[rows.group], rows.weight) < _NO_VARIATION < _spread(means, weight):
        raise ScoreError(
            "within the groups all scores are the same: whether groups differ by what is in the score, or by "
            "anything else, cannot be told.",
            advice="Use scores of single patients, or groups within which they differ.",
        )


def _spread(numbers: Numbers, weight: Numbers) -> float:
    """Weighted standard deviation."""
    mean = float(weight @ numbers) / float(weight.sum())
    return math.sqrt(float(weight @ (numbers - mean) ** 2) / float(weight.sum()))


def _step(
    rows: GroupRows, basis: Numbers, intercepts: Numbers, slopes: Numbers, patient: Numbers
) -> tuple[Numbers, Numbers]:
    """Newton's step for intercepts and slopes; ``patient`` is what one patient of a group weighs."""
    risk = np.asarray(expit(intercepts[rows.group] + basis @ slopes))
    spread = rows.weight * risk * (1.0 - risk)
    # Half a case and half a non-case, spread over the group as its information is.
    added = spread * (patient / rows.total(spread))[rows.group]
    known = _Information.of(rows, basis, (rows.weight + added) * risk * (1.0 - risk))
    left = rows.weight * (rows.label - risk) + added * (0.5 - risk)
    try:
        move = np.linalg.solve(known.of_slopes, known.centred.T @ left)
    except np.linalg.LinAlgError:
        raise ScoreError(SEPARATED) from None
    if not np.isfinite(move).all():
        raise ScoreError(SEPARATED)
    return rows.total(left) / known.of_groups - known.mean @ move, move


def within_reach(log_odds: Numbers) -> Numbers:
    """Log odds of scores, those of 0 and 1 (or nearly) a step beyond the last of the others."""
    inside = log_odds[np.abs(log_odds) <= _FARTHEST]
    low, high = (float(inside.min()), float(inside.max())) if len(inside) else (0.0, 0.0)
    beyond = np.where(log_odds < 0.0, low - _BEYOND, high + _BEYOND)
    return np.where(np.abs(log_odds) <= _FARTHEST, log_odds, beyond)


def _spline(log_odds: Numbers, weight: Numbers) -> Numbers:
    """Columns of a natural cubic spline, straight beyond its knots; with few distinct scores it meets each.

    Orthonormal by weight, so that steps are well conditioned whatever the scores.
    """
    knots = _find_knots(log_odds, weight)
    if len(knots) < 2:
        raise ScoreError(
            "all patients have the same score: it knows nothing, and carries no difference in prevalence.",
            advice="For such a score every difference is label shift, a shift of 1.",
        )
    columns = [log_odds, *_bends(log_odds, knots)]
    basis = np.column_stack(columns) - np.average(np.column_stack(columns), axis=0, weights=weight)
    scale = np.linalg.cholesky(np.einsum("n,nj,nk->jk", weight / weight.sum(), basis, basis))
    return np.asarray(np.linalg.solve(scale, basis.T).T)


def _find_knots(log_odds: Numbers, weight: Numbers) -> Numbers:
    distinct = np.unique(log_odds)
    if len(distinct) <= len(_KNOTS):
        return distinct
    order = np.argsort(log_odds, kind="stable")
    share = np.cumsum(weight[order]) / weight.sum()
    places = np.searchsorted(share, np.array(_KNOTS) - 1e-9)  # where a share is met exactly, but for rounding
    knots = np.unique(log_odds[order][places])
    # Where most patients share one score, its quantiles are one knot: then a line through all.
    return knots if len(knots) > 1 else distinct[[0, -1]]


def _bends(x: Numbers, knots: Numbers) -> list[Numbers]:
    """The columns of a natural spline that are not straight."""
    last, before, scale = knots[-1], knots[-2], (knots[-1] - knots[0]) ** 2
    cubed: Callable[[float], Numbers] = lambda knot: np.maximum(x - knot, 0.0) ** 3 / scale  # noqa: E731
    return [
        cubed(knot)
        - cubed(before) * (last - knot) / (last - before)
        + cubed(last) * (before - knot) / (last - before)
        for knot in knots[:-2]
    ]
