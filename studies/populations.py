"""Populations whose true scores are known, to draw samples from.

Within an outcome, a patient's findings are normal: N(distance, 1) with the disease, N(0, 1)
without. A model's log odds are a line in the finding, so its true score is an integral over two
normal densities.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

RANGE = (0.01, 0.10)


@dataclass(frozen=True)
class Model:
    """How a model turns findings into log odds: slope 1 and shift 0 are calibrated."""

    distance: float = 1.5
    slope: float = 1.0
    shift: float = 0.0
    step: float = 0.0  # log odds are rounded to multiples of it

    def evidence(self, finding: Numbers) -> Numbers:
        """Log odds with the prior removed, as the model reports them."""
        x = self.slope * (self.distance * finding - self.distance**2 / 2.0) + self.shift
        return np.round(x / self.step) * self.step if self.step else x


@dataclass(frozen=True)
class Pair:
    """Two models of the same patients, whose noise is correlated."""

    name: str
    first: Model
    second: Model
    correlation: float


PAIRS = (
    Pair("calibrated", Model(1.5), Model(1.7), 0.7),
    Pair("miscalibrated", Model(1.5, slope=1.6, shift=0.7), Model(1.5), 0.95),
    Pair("nearly the same", Model(1.5, shift=0.3), Model(1.5), 0.99),
    Pair("discrete", Model(1.5, step=1.5), Model(1.7, step=1.5), 0.7),
    Pair("near perfect", Model(4.0), Model(3.5), 0.7),
)


@dataclass(frozen=True)
class Setting:
    """A sample size, a prevalence, a cost, and a pair of models; hospitals if there are clusters."""

    patients: int
    prevalence: float
    cost: float
    pair: Pair
    hospitals: int = 0
    hospital_spread: float = 0.4

    def draw(self, rng: np.random.Generator) -> tuple[Numbers, Numbers, Numbers, NDArray[np.intp] | None]:
        """Labels, the scores of both models, and the hospital of each patient."""
        n = self.patients
        died = rng.random(n) < self.prevalence
        noise = rng.normal(size=n)
        other = self.pair.correlation * noise + math.sqrt(1 - self.pair.correlation**2) * rng.normal(size=n)
        hospital = None
        if self.hospitals:
            hospital = rng.integers(0, self.hospitals, n)
            effect = self.hospital_spread * rng.normal(size=self.hospitals)
            noise, other = noise + effect[hospital], other + effect[hospital]
        scores = [
            self._score(model, model.distance * died + x)
            for model, x in ((self.pair.first, noise), (self.pair.second, other))
        ]
        return died.astype(float), scores[0], scores[1], hospital

    def alone(self) -> Setting:
        """The same without hospitals."""
        return replace(self, hospitals=0)

    def _score(self, model: Model, finding: Numbers) -> Numbers:
        x = model.evidence(finding) + math.log(self.prevalence / (1 - self.prevalence))
        return np.asarray(1.0 / (1.0 + np.exp(-x)))

    def truth(self, model: Model) -> float:
        """Net benefit over the range in the whole population, by the definition's clipped logarithms."""
        noise, mass = self._normal()
        positive, _ = _gains(model.evidence(model.distance + noise), self.cost)
        _, negative = _gains(model.evidence(noise), self.cost)
        return float(mass @ positive + mass @ negative)

    def true_auc(self, model: Model) -> float:
        """Chance that a case scores above another patient; rounded scores tie."""
        noise, mass = self._normal()
        cases, others = model.evidence(model.distance + noise), model.evidence(noise)
        order = np.argsort(others, kind="stable")
        below = np.concatenate(([0.0], np.cumsum(mass[order])))
        left = below[np.searchsorted(others[order], cases, "left")]
        right = below[np.searchsorted(others[order], cases, "right")]
        return float(mass @ (left + right) / 2.0)

    def inside(self) -> float:
        """The smaller share, of both classes, of patients whose gain is neither nothing nor complete."""
        noise, mass = self._normal()
        shares = []
        for model in (self.pair.first, self.pair.second):
            for side, distance in enumerate((model.distance, 0.0)):
                gain = _gains(model.evidence(distance + noise), self.cost)[side]
                shares.append(float(mass @ ((gain > gain.min()) & (gain < gain.max()))))
        return min(shares)

    def _normal(self) -> tuple[Numbers, Numbers]:
        spread = math.sqrt(1.0 + self.hospital_spread**2) if self.hospitals else 1.0
        noise = np.linspace(-9.0, 9.0, 100_001)
        mass = np.exp(-(noise**2) / 2.0)
        return noise * spread, mass / mass.sum()


def _gains(evidence: Numbers, c: float) -> tuple[Numbers, Numbers]:
    """Gains of a patient with and without the disease, from the textbook form of the clipped log."""
    a, b = RANGE
    width = math.log(b / (1 - b)) - math.log(a / (1 - a))
    q = np.clip(1.0 / (1.0 + np.exp(-(evidence + math.log((1 - c) / c)))), 1 - b, 1 - a)
    return np.log(q / (1 - b)) / width, c / (1 - c) * np.log((1 - q) / a) / width
