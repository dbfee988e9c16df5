"""Patients with equal or nearly equal scores, and outcomes drawn anew for them.

What a recalibration that learns from chance would find if nothing but chance were there: draw the
outcomes of the same patients again, at risks that are taken for true, and recalibrate again.

How much a recalibration flatters itself on the patients it was fitted on, and what it does on others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.recalibrators import Isotonic, Logistic, Recalibrator
from baserate.deployment.odds import adjust
from baserate.errors import ScoreError, SettingError
from baserate.inference.cohort import Cohort
from baserate.inference.progress import progress
from baserate.inference.sampling import Sampling
from baserate.scores.gains import Gains
from baserate.scores.sample import Sample, ScoreTable, prevalence_of

Numbers = NDArray[np.float64]

# Above so many distinct scores, neighbours share a cell.
MOST_CELLS = 4_000


@dataclass(frozen=True, eq=False)
class Draw:
    """Drawn weight of patients with the disease in each cell, and the isotonic fit to it."""

    positive: Numbers
    fit: Numbers


@dataclass(frozen=True, eq=False)
class Cells:
    """Mean ``score`` of each cell, its ``weight``, and the number of patients it is worth.

    ``positive`` is the weight of those who have the disease. With weights, the patients of a cell
    are worth as many as would give its sum of weights the same spread.
    """

    score: Numbers
    weight: Numbers
    positive: Numbers
    size: NDArray[np.int64]

    @classmethod
    def of(cls, sample: Sample) -> Self:
        """A cell for each distinct score, or with many patients for neighbouring scores."""
        if sample.weight is None and len(sample.label) > MOST_CELLS:
            return cls._from_sorted(*sample.sorted_classes)
        table = ScoreTable.from_sample(sample)
        weight = table.positive + table.negative
        counts = weight > 0.0
        starts = _starts(weight[counts])
        total = np.add.reduceat(weight[counts], starts)
        size = total
        if sample.weight is not None:  # in units of the largest, whose square is neither huge nor nothing
            own = (sample.weight.astype(np.float64) / float(sample.weight.max())) ** 2
            if sample.squares is not None:
                own = sample.squares / float(sample.weight.max()) ** 2
            squares = np.bincount(np.searchsorted(table.score, sample.ranking), own, len(weight))
            squared = np.add.reduceat(squares[counts], starts)
            sums = (total / float(sample.weight.max())) ** 2
            size = np.divide(sums, squared, out=np.ones(len(total)), where=squared > 0.0)
        score = table.score[counts].astype(np.float64)
        if len(starts) < len(score):
            score = np.add.reduceat(weight[counts] * score, starts) / total
        whole = np.maximum(np.rint(size), 1.0).astype(np.int64)
        return cls(score, total, np.add.reduceat(table.positive[counts], starts), whole)

    @classmethod
    def _from_sorted(cls, cases: NDArray[Any], others: NDArray[Any]) -> Self:
        """Cells between scores that divide each class into equal parts, without a table of all scores."""
        every = [max(1, -(-2 * len(side) // MOST_CELLS)) for side in (cases, others)]
        edges = np.unique(np.concatenate((cases[:: every[0]], others[:: every[1]])))
        counts, sums = [], []
        for side in (cases, others):
            starts = np.append(np.searchsorted(side, edges), len(side))
            running = np.concatenate(([0.0], np.cumsum(side, dtype=np.float64)))
            counts.append(np.diff(starts).astype(np.float64))
            sums.append(np.diff(running[starts]))
        total = counts[0] + counts[1]
        score = np.clip((sums[0] + sums[1]) / total, edges, np.append(edges[1:], 1.0))
        return cls(score.astype(np.float64), total, counts[0], total.astype(np.int64))

    def drawn(self, risk: Numbers, rng: np.random.Generator) -> Draw:
        """Outcomes drawn at the given risk of each cell, and their isotonic fit."""
        positive = self.weight * (rng.binomial(self.size, risk) / self.size)
        return Draw(positive, self.isotonic(positive))

    def isotonic(self, positive: Numbers) -> Numbers:
        """The isotonic fit, at each cell, to these weights of patients with the disease."""
        from scipy.optimize import isotonic_regression

        return np.asarray(isotonic_regression(positive / self.weight, weights=self.weight).x)


def _starts(weight: Numbers) -> NDArray[np.intp]:
    """Where each cell begins."""
    if len(weight) <= MOST_CELLS:
        return np.arange(len(weight))
    below = np.cumsum(weight) - weight
    cell = (below * (MOST_CELLS / weight.sum())).astype(np.intp)
    return np.flatnonzero(np.append(True, cell[1:] != cell[:-1]))


Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Simulated:
    """One simulation: a cell's ``true`` and fitted risk, and its share of the cases and of the others.

    Both risks are at the prevalence of the patients.
    """

    true: Numbers
    fit: Numbers
    cases: Numbers
    others: Numbers


def simulated(sample: Sample, replicates: int, rng: np.random.Generator) -> list[Simulated]:
    """Outcomes drawn anew for the same patients, at the risks of a logistic recalibration.

    These risks are then the truth, and an isotonic fit to the drawn outcomes learns from chance.
    """
    cells, prevalence = Cells.of(sample), prevalence_of(sample)
    true = _smooth_risk(cells)
    level = float(cells.weight @ true) / float(cells.weight.sum())
    at_data = np.asarray(adjust(true, level, prevalence))
    found: list[Simulated] = []
    for _ in progress(range(replicates), "optimism"):
        draw = cells.drawn(true, rng)
        cases, others = draw.positive, cells.weight - draw.positive
        total = float(cases.sum()), float(others.sum())
        if min(total) <= 0.0:  # no score without both classes, and nothing to be optimistic about
            continue
        fit = np.asarray(adjust(draw.fit, total[0] / sum(total), prevalence))
        found.append(Simulated(at_data, fit, cases / total[0], others / total[1]))
    return found


def simulated_optimism(sample: Sample, gains: Gains, replicates: int, rng: np.random.Generator) -> Numbers:
    """What isotonic recalibration gains by chance alone, in outcomes drawn anew.

    ``gains`` are for scores calibrated at the data's prevalence.
    """
    draws = simulated(sample, replicates, rng)
    if len(draws) < 2:
        return np.zeros(2)
    best = gains.positive(draws[0].true), gains.negative(draws[0].true)  # the same truth in all of them
    ahead = ((gains.positive(one.fit) - best[0], gains.negative(one.fit) - best[1]) for one in draws)
    return np.array(
        [
            float(one.cases @ up) + float(one.others @ down)
            for one, (up, down) in zip(draws, ahead, strict=True)
        ]
    )


def _smooth_risk(cells: Cells) -> Numbers:
    """Risks close to the truth that do not follow chance: logistic, or isotonic where no line fits."""
    try:
        table = ScoreTable(cells.score, cells.positive, cells.weight - cells.positive)
        return Logistic.of(table).moved(cells.score)
    except ScoreError:
        return cells.isotonic(cells.positive)


def resampled_optimism(
    cohort: Cohort, sample: Sample, gains: Gains, replicates: int, rng: np.random.Generator
) -> Numbers:
    """The bootstrap's answer: the fit to resampled patients, judged on these and on all.

    Whole clusters are resampled if there are any. (Efron 1983; Harrell 1996.)
    """
    prevalence, weight = prevalence_of(sample), _weights(sample)
    found: list[float] = []
    for _ in progress(range(replicates), "optimism"):
        drawn = weight * _times(cohort.sampling, rng)
        while not (drawn[cohort.label == 1].any() and drawn[cohort.label == 0].any()):
            drawn = weight * _times(cohort.sampling, rng)
        risk = _fitted(Isotonic, sample, drawn, prevalence, sample.score)
        gain = np.where(cohort.label == 1, gains.positive(risk), gains.negative(risk))
        found.append(_class_means(cohort, gain, drawn) - _class_means(cohort, gain, weight))
    return np.array(found)


def cross_fitted(
    cohort: Cohort, sample: Sample, kind: type[Recalibrator], folds: int, rng: np.random.Generator
) -> Numbers:
    """Every patient's recalibrated risk from a fit to the other folds, at the data's prevalence."""
    if not isinstance(folds, int) or folds < 2:
        raise SettingError(f"cross-fitting needs at least two folds, a whole number; found {folds!r}.")
    weight, prevalence = _weights(sample), prevalence_of(sample)
    fold = _folds(cohort, folds, rng)
    risk = np.empty(len(fold))
    for one in np.unique(fold):
        held = fold == one
        risk[held] = _fitted(kind, sample, np.where(held, 0.0, weight), prevalence, sample.score[held])
    return risk


def _fitted(
    kind: type[Recalibrator], sample: Sample, weight: Numbers, prevalence: float, score: NDArray[np.floating]
) -> Numbers:
    """Risks of a fit to weighted patients, moved from their prevalence to the one given."""
    used = weight > 0.0
    label, weight = sample.label[used], weight[used]
    some = Sample.of(label, sample.score[used], None if (weight == 1.0).all() else weight)
    return np.asarray(adjust(kind.of(some).moved(score), prevalence_of(some), prevalence))


def _times(sampling: Sampling, rng: np.random.Generator) -> Numbers:
    """How often each patient is drawn when patients, or clusters, are resampled."""
    if sampling.cluster is None:
        n = len(sampling.is_case)
        return np.bincount(rng.integers(0, n, n), minlength=n).astype(np.float64)
    names, cluster = np.unique(sampling.cluster, return_inverse=True)
    drawn = np.bincount(rng.integers(0, len(names), len(names)), minlength=len(names))
    return drawn[cluster].astype(np.float64)


def _folds(cohort: Cohort, folds: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """A fold for each patient: clusters stay together, and those with a case are spread evenly."""
    if cohort.sampling.cluster is None:
        unit, has_case = np.arange(len(cohort.label)), cohort.label == 1
    else:
        names, unit = np.unique(cohort.sampling.cluster, return_inverse=True)
        has_case = np.bincount(unit, weights=cohort.label, minlength=len(names)) > 0.0
    fold = np.empty(len(has_case), dtype=np.intp)
    for side in (has_case, ~has_case):
        members = rng.permutation(np.flatnonzero(side))
        fold[members] = np.arange(len(members)) % folds
    return fold[unit]


def _class_means(cohort: Cohort, gain: Numbers, weight: Numbers) -> float:
    cases, others = cohort.label == 1, cohort.label == 0
    return sum(float(weight[side] @ gain[side] / weight[side].sum()) for side in (cases, others))


def _weights(sample: Sample) -> Numbers:
    return np.ones(len(sample.label)) if sample.weight is None else sample.weight.astype(np.float64)
