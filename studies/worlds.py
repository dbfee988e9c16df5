"""How often the interval of a net benefit holds the truth where only a part of the difference is label shift.

Scores have normal log odds in either class, so that every world between covariate and label shift has a
closed form. Nothing in the library was chosen on these designs. ``python -m studies.worlds`` takes minutes.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtr

from baserate import Cohort
from baserate.errors import ShiftError

Numbers = NDArray[np.float64]

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)


class Design(NamedTuple):
    """Patients at one prevalence, and a deployment at another."""

    n: int
    observed: float
    spread: float
    prevalence: Any
    cost: str
    gamma: float
    bent: float = 1.0

    @property
    def name(self) -> str:
        """In a line of a table."""
        where = self.prevalence if isinstance(self.prevalence, float) else "{} to {}".format(*self.prevalence)
        bent = "" if self.bent == 1.0 else f", slope {self.bent:g}"
        return f"{self.n:,} at {self.observed:g} to {where}, {self.cost}, gamma {self.gamma:g}{bent}"


def designs() -> Iterator[Design]:
    """Every kind of cell."""
    for gamma, (n, where, cost) in product(
        (0.0, 0.5, 0.8),
        (
            (1_000, 0.08, "1:9"),
            (1_000, (0.06, 0.3), "1:4"),
            (4_000, 0.4, "1:2"),
            (4_000, (0.04, 0.15), "1:9"),
        ),
    ):
        yield Design(n, 0.2, 1.3, where, cost, gamma)
    yield Design(2_000, 0.1, 1.0, (0.04, 0.2), "1:9", 0.3, 0.7)
    yield Design(2_000, 0.3, 2.0, 0.15, "1:4", 0.3, 1.4)


def simulate(rng: np.random.Generator, design: Design) -> tuple[Numbers, Numbers]:
    """Outcomes and scores of the patients at hand."""
    y = (rng.random(design.n) < design.observed).astype(np.float64)
    z = logit(design.observed) + (y - 0.5) * design.spread**2 + design.spread * rng.normal(size=design.n)
    return y, np.asarray(expit(design.bent * z))


def truth(design: Design) -> float:
    """Net benefit in the world, treat none being zero, in closed form; over a range by quadrature."""
    if isinstance(design.prevalence, float):
        return _at(design, float(logit(design.prevalence)))
    low, high = logit(design.prevalence)
    x = (low + high) / 2.0 + (high - low) / 2.0 * _NODES
    return float(sum(w * _at(design, one) for w, one in zip(_WEIGHTS, x, strict=True)) / 2.0)


def _at(design: Design, x: float) -> float:
    delta, (harm, benefit) = x - float(logit(design.observed)), map(float, design.cost.split(":"))
    variance = design.spread**2
    theta = (1.0 - design.gamma) * delta / variance  # on the log odds, whatever the slope of the score
    middle = logit(design.observed) + np.array([0.5, -0.5]) * variance + theta * variance
    cut = (math.log(harm / benefit) - design.gamma * delta) / design.bent
    treated = ndtr((middle - cut) / design.spread)
    pi = float(expit(x))
    return float(pi * treated[0] - harm / benefit * (1.0 - pi) * treated[1])


def coverage(design: Design, replicates: int, seed: int) -> tuple[float, float, float]:
    """Share of intervals that hold the truth, of those below it, and mean error over mean standard error."""
    rng, right = np.random.default_rng(seed), truth(design)
    held = below = 0
    values: list[float] = []
    errors: list[float] = []
    while len(values) < replicates:
        y, s = simulate(rng, design)
        try:
            estimate = Cohort.of(y).net_benefit(
                s,
                cost=design.cost,
                prevalence=design.prevalence,
                source_prevalence=float(design.observed) if design.bent != 1.0 else None,
                shift=design.gamma,
            )
        except ShiftError:  # too few of these patients are like those there: refused, and drawn again
            continue
        low, high, *_ = estimate.interval()
        held += low <= right <= high
        below += high < right
        values.append(estimate.value)
        errors.append(estimate.standard_error)
    return held / replicates, below / replicates, float((np.mean(values) - right) / np.mean(errors))


def main() -> None:
    """A line for each design."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=400)
    parser.add_argument("--seed", type=int, default=2026)
    asked = parser.parse_args()
    print("| design | covers, % | truth above, % | bias, standard errors |\n| --- | --- | --- | --- |")
    for design in designs():
        held, below, bias = coverage(design, asked.replicates, asked.seed)
        print(f"| {design.name} | {100 * held:.1f} | {100 * below:.1f} | {bias:+.2f} |", flush=True)


if __name__ == "__main__":
    main()
