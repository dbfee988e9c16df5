"""How often the interval of the net benefit of a model that was moved holds the truth.

``python -m studies.moving`` prints the table of docs/moving.md. The prevalence of the target is estimated
from its scores, so its error is part of the interval; beside it stands what the interval would cover that
takes the estimate for the truth. Nothing was chosen on these designs.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baserate import Cohort, net_benefit
from baserate.extensions.prevalence.moving import move_model
from baserate.odds import expit, logit

COST = "1:9"
MANY = 1_000_000


@dataclass(frozen=True)
class Design:
    """Sizes, the two prevalences, and by how much the score's slope is wrong."""

    source: int
    target: int
    here: float
    there: float
    slope: float = 1.0

    def sample(
        self, rng: np.random.Generator, size: int, prevalence: float
    ) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Outcomes, and the log odds of risks at the source: normal in each class, 1.5 apart."""
        died = rng.random(size) < prevalence
        return died, rng.normal(float(logit(self.here)) + 1.5**2 * (died - 0.5), 1.5)

    def truth(self) -> float:
        """What deciding by the true risks is worth at the target."""
        died, log_odds = self.sample(np.random.default_rng(1), MANY, self.here)
        risk = np.asarray(expit(log_odds))
        return net_benefit(died, risk, cost=COST, prevalence=self.there, source_prevalence=self.here)

    def covered(self, rng: np.random.Generator, truth: float) -> tuple[bool, bool]:
        """Whether the interval holds the truth, and whether that does which takes the estimate for it."""
        died, here = self.sample(rng, self.source, self.here)
        _, there = self.sample(rng, self.target, self.there)
        p_source, p_target = (np.asarray(expit(self.slope * one)) for one in (here, there))
        moved = move_model(died, p_source, p_target, cost=COST)
        risk = expit(moved.recalibration.log_odds(np.asarray(logit(p_source))))
        estimate = moved.prevalence.value
        naive = Cohort.of(died).net_benefit(risk, cost=COST, prevalence=min(max(estimate, 1e-4), 0.999))
        return moved.net_benefit.low <= truth <= moved.net_benefit.high, naive.low <= truth <= naive.high


DESIGNS = (
    Design(1_000, 1_000, 0.20, 0.05),
    Design(2_000, 2_000, 0.20, 0.10),
    Design(2_000, 500, 0.10, 0.30),
    Design(5_000, 1_000, 0.10, 0.10),
    Design(2_000, 2_000, 0.30, 0.15, slope=0.5),
)


def table(samples: int) -> Iterable[str]:
    """Coverage of both, in percent."""
    yield "| source | target | prevalence | slope of the score | coverage | estimate taken for the truth |"
    yield "| ---: | ---: | --- | ---: | ---: | ---: |"
    for number, design in enumerate(DESIGNS):
        rng, truth = np.random.default_rng(6_000 + number), design.truth()
        found = 100.0 * np.mean([design.covered(rng, truth) for _ in range(samples)], axis=0)
        where = f"{100.0 * design.here:g} to {100.0 * design.there:g} %"
        sizes = f"| {design.source:,} | {design.target:,} | {where} | {design.slope:g} "
        yield f"{sizes}| {found[0]:.1f} | {found[1]:.1f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=400)
    for line in table(parser.parse_args().samples):
        print(line, flush=True)


if __name__ == "__main__":
    main()
