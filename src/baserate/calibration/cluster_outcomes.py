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

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]

# --- Constants, with the reason for each -------------------------------------------------------------
# The moments are those of a small correlation; beyond this one they no longer tell how large it is, and
# patients of a cluster are nearly copies of each other.
MOST_CORRELATED = 0.9
# Risks of so many bins by cluster are worked out in all (about a tenth of a second), but not of fewer
# than so many sets of clusters; the simulations share the sets among them.
MOST_RISKS, FEWEST_SETS = 4_000_000, 10
# -----------------------------------------------------------------------------------------------------


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
        """From each patient's bin, cluster, outcome and weight."""
        number = np.unique(cluster, return_inverse=True)[1]
        clusters = int(number.max()) + 1
        pair, where = np.unique(place * clusters + number, return_inverse=True)
        sums = [np.bincount(where, w, len(pair)) for w in (weight, weight * is_case, weight**2)]
        total, positive, squares = (np.asarray(values, dtype=np.float64) for values in sums)
        return cls((pair // clusters).astype(np.intp), (pair % clusters).astype(np.intp), total, positive, squares)

    def correlation(self, risk: Numbers) -> float:
        r"""``rho``, from how far the clusters' cases lie from what their patients' risks explain.

        With R a cluster's cases less their expected number, the expectation of R squared is what
        independent patients would give, plus ``rho`` times the sum of ``phi(q) phi(q')`` over the pairs
        of patients in it, ``q`` the normal quantile of the risk. The risks were fitted to these
        patients, which takes one cluster's worth of the spread away.
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
            return 0.0
        share = reach / reach.sum()
        lost = float(np.einsum("i,i", share, share))
        excess = float((residual**2 - alone * (1.0 - share)).sum()) / max(1.0 - lost, 0.5)
        return min(max(excess / pairs, 0.0), MOST_CORRELATED)

    def simulate_risks(
        self, risk: Numbers, correlation: float, replicates: int, rng: np.random.Generator
    ) -> Numbers:
        """Mean risk of each bin's patients, with the effects of their clusters; shape (replicates, bins)."""
        from scipy.special import ndtr, ndtri

        sets = min(replicates, max(MOST_RISKS // len(self.bin), FEWEST_SETS))
        quantile = ndtri(risk)[self.bin]
        starts = np.flatnonzero(np.append(True, np.diff(self.bin) > 0))
        total = np.add.reduceat(self.weight, starts)
        risks = np.empty((sets, len(starts)))
        for number in range(sets):
            effect = np.sqrt(correlation) * rng.standard_normal(int(self.cluster.max()) + 1)
            own = ndtr((quantile - effect[self.cluster]) / np.sqrt(1.0 - correlation))
            risks[number] = np.add.reduceat(self.weight * own, starts) / total
        return np.clip(risks[np.arange(replicates) % sets], 0.0, 1.0)
