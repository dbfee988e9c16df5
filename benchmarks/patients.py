"""The data that both sides of every ratio read: a calibrated model at a prevalence near 10 %."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

MEAN_LOG_ODDS = -2.9
SPREAD_LOG_ODDS = 1.4


@dataclass(frozen=True, eq=False)
class Patients:
    """Labels 0 and 1, scores and weights, one entry per patient."""

    label: NDArray[np.int64]
    score: NDArray[np.float64]
    weight: NDArray[np.float64]

    @classmethod
    def drawn(cls, rows: int, seed: int = 20) -> Patients:
        """Risks whose log odds are normal, outcomes that happen at just these risks."""
        random = np.random.default_rng(seed)
        score = 1.0 / (1.0 + np.exp(-random.normal(MEAN_LOG_ODDS, SPREAD_LOG_ODDS, rows)))
        label = (random.random(rows) < score).astype(np.int64)
        return cls(label, score, random.exponential(size=rows))

    def __len__(self) -> int:
        return len(self.label)

    def first(self, rows: int) -> Patients:
        """At most ``rows`` of the patients, for peers too slow to see them all."""
        return self._taken(slice(rows))

    def balanced(self) -> Patients:
        """Every case and as many others: where accuracy is a plain mean of the patients' gains."""
        cases = np.flatnonzero(self.label == 1)
        return self._taken(np.concatenate([cases, np.flatnonzero(self.label == 0)[: len(cases)]]))

    def clipped(self, low: float, high: float) -> Patients:
        """The patients with their scores moved into ``[low, high]``."""
        return replace(self, score=np.clip(self.score, low, high))

    def _taken(self, chosen: NDArray[np.intp] | slice) -> Patients:
        return Patients(self.label[chosen], self.score[chosen], self.weight[chosen])
