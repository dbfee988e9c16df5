"""Whether the target's scores fit the mixture of cases and non-cases that label shift allows.

Under label shift the target's scores are ``pi`` parts of the source's cases and ``1 - pi`` parts of its
non-cases. Scores are put into a few bins, and for every ``pi`` the target's shares are compared with the
mixture's by a chi-square that knows the errors of all three samples::

    X2(pi) = D' C(pi)^-1 D,    D = T - pi S1 - (1 - pi) S0
    C(pi)  = multinomial(M) / n + pi^2 multinomial(S1) / n1 + (1 - pi)^2 multinomial(S0) / n0

The least over ``pi`` has, with K bins, about a chi-square distribution with K - 2 degrees of freedom. It
asks whether any prevalence at all explains the scores. A shift that leaves them a mixture of the two
classes, such as milder cases that look like more non-cases, cannot be seen by it, nor by any test that
knows no outcome of the target.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import chdtrc

from baserate.extensions.prevalence.recalibration import LabelledScores
from baserate.extensions.prevalence.unlabelled import UnlabelledScores
from baserate.odds import expit
from baserate.patients.binning import FINE

Numbers = NDArray[np.float64]

# So many bins at most, and so many patients of the target, of the cases and of the non-cases in each.
_BINS = 10
_FEWEST = 5.0
# Steps to a bin before they are merged, and what a need that is met may lack by rounding.
_STEPS, _MET = 4, 1.0 - 1e-9
# P-values below which scores speak against label shift, and below which it is said not to hold.
_OBJECTS, _SURE = 0.05, 0.005
# Steps over the prevalences before the least is looked for between two of them.
_GRID = 65


@dataclass(frozen=True)
class MixtureFit:
    """Whether the target's scores can be a mixture of the source's cases and non-cases.

    ``p_value`` is None where there are too few bins to tell, and under a ``shift`` other than label shift,
    which says nothing about the distribution of scores. ``edges`` are those of the bins, as scores;
    ``observed`` and ``implied`` the shares of the target's patients there and of the mixture at the
    estimate, ``standard_errors`` those of their differences.
    """

    statistic: float | None
    degrees_of_freedom: int
    p_value: float | None
    words: str
    edges: tuple[float, ...]
    observed: tuple[float, ...]
    implied: tuple[float, ...]
    standard_errors: tuple[float, ...]

    @property
    def objects(self) -> bool:
        """Whether the scores contradict label shift, at a level of 5 %."""
        return self.p_value is not None and self.p_value < _OBJECTS

    @property
    def is_sure(self) -> bool:
        """Whether they leave next to no doubt of that."""
        return self.p_value is not None and self.p_value < _SURE

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "statistic": self.statistic,
            "degrees_of_freedom": self.degrees_of_freedom,
            "p_value": self.p_value,
            "words": self.words,
            "edges": list(self.edges),
            "observed": list(self.observed),
            "implied": list(self.implied),
            "standard_errors": list(self.standard_errors),
        }


@dataclass(frozen=True, eq=False)
class _Shares:
    """Shares of the target, of the cases and of the non-cases by bin, and how many patients each is worth."""

    target: Numbers
    cases: Numbers
    others: Numbers
    sizes: tuple[float, float, float]

    @property
    def samples(self) -> tuple[Numbers, Numbers, Numbers]:
        """In the order of their sizes."""
        return self.target, self.cases, self.others

    def mixture(self, pi: float) -> Numbers:
        """Shares of so many parts of cases, and the rest of non-cases."""
        return pi * self.cases + (1.0 - pi) * self.others

    def covariance(self, pi: float) -> Numbers:
        """Of the target's shares minus the mixture's."""
        target, cases, others = self.sizes
        return (
            _multinomial(self.mixture(pi)) / target
            + _multinomial(self.cases) * pi**2 / cases
            + _multinomial(self.others) * (1.0 - pi) ** 2 / others
        )

    def distance(self, pi: float) -> float:
        """``X2``, without the last bin, whose share follows from the others."""
        apart = (self.target - self.mixture(pi))[:-1]
        return float(apart @ np.linalg.solve(self.covariance(pi)[:-1, :-1], apart))

    def least_distance(self) -> float:
        """``X2`` at the prevalence that explains the target best."""
        grid = np.linspace(0.0, 1.0, _GRID)
        at = int(np.argmin([self.distance(float(pi)) for pi in grid]))
        bounds = float(grid[max(at - 1, 0)]), float(grid[min(at + 1, _GRID - 1)])
        found = minimize_scalar(self.distance, bounds=bounds, method="bounded")
        return min(float(found.fun), self.distance(float(grid[at])))


def _multinomial(shares: Numbers) -> Numbers:
    return np.asarray(np.diag(shares) - np.outer(shares, shares))


def fit_mixture(source: LabelledScores, target: UnlabelledScores, prevalence: float) -> MixtureFit:
    """The test, and the shares by bin at an estimate of the prevalence."""
    raw = np.clip(target.log_odds, *source.ends)
    edges = _edges(source, target, raw)
    shares = _shares(source, target, raw, edges)
    degrees = len(shares.target) - 2
    statistic = shares.least_distance() if degrees > 0 else None
    p_value = None if statistic is None else float(chdtrc(degrees, statistic))
    return MixtureFit(
        statistic,
        max(degrees, 0),
        p_value,
        _in_words(p_value),
        tuple(float(edge) for edge in expit(edges)),
        tuple(map(float, shares.target)),
        tuple(map(float, shares.mixture(prevalence))),
        tuple(float(one) for one in np.sqrt(np.diag(shares.covariance(prevalence)))),
    )


def _edges(source: LabelledScores, target: UnlabelledScores, raw: Numbers) -> Numbers:
    """Inner edges between bins, in log odds: a bin begins at its edge.

    Steps of the two classes, taken in equal parts, are merged until a bin holds its part of them and
    enough patients of all three samples.
    """
    distinct, cases, others = source.table
    both = np.cumsum(cases / cases.sum() + others / others.sum()) / 2.0
    steps = np.arange(1, _STEPS * _BINS) / (_STEPS * _BINS)
    reached = distinct[np.minimum(np.searchsorted(both, steps), len(distinct) - 1)]
    # On the grid of an engine's bins, so that none of these lies on both sides of an edge.
    fine = np.unique(np.floor(reached * FINE) / FINE)
    fine = fine[fine > distinct[0]]
    shares = _shares(source, target, raw, fine)
    # How full each step is of all that a bin must hold: one row for each need, 1 where it is met.
    needs = [size * part / _FEWEST for size, part in zip(shares.sizes, shares.samples, strict=True)]
    needs.append((shares.cases + shares.others) / 2.0 * _BINS)
    return np.asarray(fine[_starts_of_bins(np.stack(needs, axis=1))])


def _starts_of_bins(needs: Numbers) -> list[int]:
    """Which of the inner edges begin a bin, so that every bin meets all needs."""
    kept, held, left = [], np.zeros(needs.shape[1]), needs[::-1].cumsum(axis=0)[::-1]
    for step in range(len(needs) - 1):
        held = held + needs[step]
        if (held >= _MET).all() and (left[step + 1] >= _MET).all():
            kept.append(step)
            held = np.zeros(needs.shape[1])
    return kept


def _shares(source: LabelledScores, target: UnlabelledScores, raw: Numbers, edges: Numbers) -> _Shares:
    """Shares of the three samples between inner edges."""
    bins = len(edges) + 1
    places = np.searchsorted(edges, source.log_odds, side="right")
    at_target = np.bincount(np.searchsorted(edges, raw, side="right"), target.weight, bins)
    cases = np.bincount(places, source.share * source.is_case, bins)
    others = np.bincount(places, source.share * ~source.is_case, bins)
    sizes = target.worth, *source.sampling.sizes
    return _Shares(at_target / at_target.sum(), cases / cases.sum(), others / others.sum(), sizes)


def _in_words(p_value: float | None) -> str:
    if p_value is None:
        return "There are too few distinct scores, or patients, to see whether label shift fits."
    shown = "p < 0.001" if p_value < 0.001 else f"p = {p_value:.2g}"
    if p_value < _SURE:
        return (
            f"The target's scores are no mixture of the source's cases and non-cases ({shown}): label shift "
            "does not hold, and the estimate rests on it."
        )
    if p_value < _OBJECTS:
        return (
            f"The target's scores hardly fit a mixture of the source's cases and non-cases ({shown}; one in "
            "twenty does so by chance): that speaks against label shift, on which the estimate rests."
        )
    return (
        f"The target's scores fit a mixture of the source's cases and non-cases ({shown}). That does not "
        "show label shift: cases or non-cases who differ from the source's in a way that leaves such a "
        "mixture cannot be seen without outcomes."
    )
