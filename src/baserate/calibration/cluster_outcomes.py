"""Outcomes of patients who belong together: as alike within clusters as they were seen to be.

In hospitals some of which see more deaths than their patients' risks explain, a recalibration overfits
more than among as many independent patients. The latent threshold model says how much: a patient has
the outcome when ``sqrt(rho) C + sqrt(1 - rho) E`` lies below the normal quantile of the risk, with C
common to the cluster. Whatever ``rho``, the risk over all clusters is the one given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from baserate.inference.constants import MOST_CORRELATED

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]

# Risks of so many bins by cluster are worked out in all (about a tenth of a second), but not of fewer
# than so many sets of clusters; the simulations share the sets among them.
MOST_RISKS, FEWEST_SETS = 2_000_000, 10


@dataclass(frozen=True, eq=False)
class ClusteredBins:
    """Patients by bin and cluster: ``weight`` of all and of cases, of every pair that has patients.

    ``bin`` and ``cluster`` number each pair, ascending by bin; ``squares`` is the sum of squared weights.
    """

    bin: Places
    cluster: Places
    weight: Numbers
    positive: Numbers
    squares: Numbers

    @classmethod
    def of(cls, place: Places, cluster: Places, is_case: NDArray[np.bool_], weight: Numbers) -> Self:
        """From each patient's bin, cluster, outcome and weight; clusters are numbered from 0, and few."""
        clusters = int(cluster.max()) + 1
        code = place * clusters + cluster
        sums = [np.bincount(code, w) for w in (weight, weight * is_case, weight**2)]
        pair = np.flatnonzero(sums[0])
        total, positive, squares = (np.asarray(values[pair], dtype=np.float64) for values in sums)
        return cls(pair // clusters, pair % clusters, total, positive, squares)

    def effects(self, risk: Numbers) -> ClusterEffects:
        r"""How much clusters differ, and what is known of each.

        With R a cluster's cases less their expected number, and S the sum of ``phi(q)`` over its
        patients, ``q`` the normal quantile of their risk, R is about ``sqrt(rho) C S`` and what
        independent patients add. ``rho`` is had from the mean of R squared, C from R. The risks were
        fitted to these patients, which takes one cluster's worth of the spread away.
        """
        from scipy.special import ndtri

        p = risk[self.bin]
        quantile = ndtri(np.clip(p, 1e-12, 1.0 - 1e-12))
        density = np.exp(-(quantile**2) / 2.0) / np.sqrt(2.0 * np.pi)
        residual = np.bincount(self.cluster, self.positive - self.weight * p)
        alone = np.bincount(self.cluster, self.squares * p * (1.0 - p))
        reach = np.bincount(self.cluster, self.weight * density)
        pairs = float((reach**2).sum() - (self.squares * density**2).sum())
        if pairs <= 0.0:
            return ClusterEffects(0.0, np.zeros(len(reach)), np.zeros(len(reach)))
        share = reach / reach.sum()
        lost = float(np.einsum("i,i", share, share))
        excess = float((residual**2 - alone * (1.0 - share)).sum()) / max(1.0 - lost, 0.5)
        correlation = min(max(excess / pairs, 0.0), MOST_CORRELATED)
        explained = correlation * reach**2
        known = np.divide(explained, explained + alone, out=np.zeros(len(reach)), where=explained > 0.0)
        # Cases beyond the expected are an effect below zero: the threshold that they must pass is lower.
        middle = -known * np.divide(residual, reach, out=np.zeros(len(reach)), where=reach > 0.0)
        return ClusterEffects(correlation, middle, correlation * (1.0 - known))

    def expected(self, risk: Numbers, effects: ClusterEffects) -> Numbers:
        """Weight of the cases to be expected in each bin, given what is known of the clusters."""
        from scipy.special import ndtr, ndtri

        known = np.sqrt(1.0 - effects.correlation + effects.variance[self.cluster])
        own = ndtr((ndtri(risk)[self.bin] - effects.middle[self.cluster]) / known)
        return np.bincount(self.bin, self.weight * own, len(risk)).astype(np.float64)

    def simulate(
        self, risk: Numbers, effects: ClusterEffects, replicates: int, rng: np.random.Generator
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Clusters drawn anew, with replacement: weight, number of patients and mean risk of each bin.

        Each has the shape (replicates, bins). A cluster brings its patients' scores, and the effect
        that it may have.
        """
        from scipy.special import ndtr, ndtri

        sets = min(replicates, max(MOST_RISKS // len(self.bin), FEWEST_SETS))
        quantile = ndtri(risk)[self.bin]
        starts = np.flatnonzero(np.append(True, np.diff(self.bin) > 0))
        clusters = len(effects.middle)
        weight, squares, cases = np.zeros((3, sets, len(risk)))
        for number in range(sets):
            times = np.bincount(rng.integers(0, clusters, clusters), minlength=clusters)[self.cluster]
            effect = effects.middle + np.sqrt(effects.variance) * rng.standard_normal(clusters)
            own = ndtr((quantile - effect[self.cluster]) / np.sqrt(1.0 - effects.correlation))
            for sums, values in (
                (weight, self.weight),
                (squares, self.squares),
                (cases, self.weight * own),
            ):
                sums[number, self.bin[starts]] = np.add.reduceat(times * values, starts)
        size = np.rint(np.divide(weight**2, squares, out=np.zeros_like(weight), where=squares > 0.0))
        size = np.where(weight > 0.0, np.maximum(size, 1.0), 0.0)
        mean = np.divide(cases, weight, out=np.zeros_like(weight), where=weight > 0.0)
        again = np.arange(replicates) % sets
        return weight[again], size[again], np.clip(mean, 0.0, 1.0)[again]


@dataclass(frozen=True, eq=False)
class ClusterEffects:
    """``sqrt(rho) C`` of each cluster: what is known of it, and the variance of what is not."""

    correlation: float
    middle: Numbers
    variance: Numbers

    def of_unknown_clusters(self) -> ClusterEffects:
        """The same correlation among clusters of which nothing is known."""
        return ClusterEffects(
            self.correlation, np.zeros(len(self.middle)), np.full(len(self.middle), self.correlation)
        )
