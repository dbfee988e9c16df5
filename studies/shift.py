"""How often the interval of the dial holds the truth, over the whole dial.

``python -m studies.shift`` prints the table of docs/shift.md (``--samples`` and ``--design`` for some of it).

Each design is a world of scores, in which a population of any prevalence and any gamma exists: cases and
non-cases are spread over a grid of log odds, and ``exp(theta L)`` tilts both so that the log odds of an
outcome at a score are those of the world plus ``gamma`` times the difference in prevalence, plus the group's
own ``u``. The first four designs were looked at while the method was written; the others were not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from baserate.odds import expit, log_odds
from baserate.results.dial_groups import GroupFit, GroupRows, fit_groups, within_reach
from baserate.results.dial_line import Line

Numbers = NDArray[np.float64]
GAMMAS = (0.0, 0.5, 1.0)
SAMPLES, SEED, LEVEL = 600, 20_261, 0.95
# Patients by group where the truth is taken from a population rather than from the world's gamma.
MANY = 10_000_000
GRID = np.linspace(-10.0, 8.0, 400)


def normal(prevalence: float, spread: float) -> Numbers:
    """Non-cases' log odds, normal, such that scores are calibrated at a prevalence; cases are normal too."""
    return np.asarray(np.exp(-0.5 * ((GRID - (log_odds(prevalence) - spread**2 / 2.0)) / spread) ** 2))


def skewed() -> Numbers:
    """Most non-cases near a lowest risk, with a long tail to the right."""
    x = np.maximum(GRID + 5.0, 0.0)
    return np.asarray(x**3 * np.exp(-x / 0.6))


def two_kinds() -> Numbers:
    """Two kinds of patients, at low and at middling risk."""
    low, high = (np.exp(-0.5 * ((GRID - at) / spread) ** 2) for at, spread in ((-3.0, 0.6), (-0.6, 0.7)))
    return np.asarray(0.65 * low + 0.35 * high)


def as_it_is(x: Numbers) -> Numbers:
    """Calibrated scores."""
    return x


def shifted(x: Numbers) -> Numbers:
    """Too moderate, and too low."""
    return 0.6 * x - 0.8


def bent(x: Numbers) -> Numbers:
    """Right for the lowest risks, and ever farther too high."""
    return np.asarray(x + 0.12 * np.maximum(x + 4.0, 0.0) ** 2)


def tenths(x: Numbers) -> Numbers:
    """Risks rounded to tenths, as people state them; 0 and 1 among them."""
    return np.asarray(log_odds(np.round(expit(x), 1)))


@dataclass(frozen=True, eq=False)
class Design:
    """Groups with prevalences evenly spread in log odds, in a world of scores."""

    name: str
    sizes: Sequence[int]
    ends: tuple[float, float]
    non_cases: Numbers = field(default_factory=lambda: normal(0.15, 1.2))
    tau: float = 0.0
    written: Callable[[Numbers], Numbers] = as_it_is

    @property
    def prevalences(self) -> Numbers:
        """True log odds of the groups' prevalences, in an order that has nothing to do with sizes."""
        low, high = (float(log_odds(end)) for end in self.ends)
        x = np.linspace(low, high, len(self.sizes))
        return np.random.default_rng(len(x)).permutation(x)

    def classes(self, prevalence: float, gamma: float, own: float) -> tuple[Numbers, Numbers]:
        """Cases and non-cases over the grid in a population with a prevalence, in log odds."""
        others = self.non_cases / self.non_cases.sum()
        cases = others * np.exp(GRID)
        here = float(np.log(cases.sum()))  # scores are calibrated at this prevalence
        wanted = here + (1.0 - gamma) * (prevalence - here) - own
        low, high = -20.0, 20.0
        for _ in range(40):
            theta = (low + high) / 2.0
            tilt = np.exp(theta * GRID - np.max(theta * GRID))
            reached = np.log((cases * tilt).sum() / (others * tilt).sum())
            low, high = (theta, high) if reached < wanted else (low, theta)
        return cases * tilt / (cases * tilt).sum(), others * tilt / (others * tilt).sum()

    def draw(self, gamma: float, rng: np.random.Generator) -> GroupRows:
        """A sample: counts on the grid by group and outcome."""
        parts = []
        for number, (x, size) in enumerate(zip(self.prevalences, self.sizes, strict=True)):
            sides = self.classes(float(x), gamma, self.tau * rng.standard_normal())
            cases = int(rng.binomial(size, float(expit(x))))
            for label, count, side in ((1, cases, sides[0]), (0, size - cases, sides[1])):
                parts.append((number, label, rng.multinomial(count, side).astype(np.float64)))
        return self._rows(parts)

    def population(self, gamma: float) -> GroupRows:
        """All there are, in groups without heterogeneity."""
        parts = []
        for number, x in enumerate(self.prevalences):
            sides, rate = self.classes(float(x), gamma, 0.0), float(expit(x))
            parts += [(number, 1, MANY * rate * sides[0]), (number, 0, MANY * (1.0 - rate) * sides[1])]
        return self._rows(parts)

    def _rows(self, parts: Sequence[tuple[int, int, Numbers]]) -> GroupRows:
        count = np.concatenate([one for _, _, one in parts])
        group = np.repeat([number for number, _, _ in parts], len(GRID)).astype(np.intp)
        label = np.repeat([label for _, label, _ in parts], len(GRID)).astype(np.int8)
        kept = count > 0.0
        x = np.tile(within_reach(self.written(GRID)), len(parts))
        return GroupRows(group[kept], label[kept], x[kept], count[kept], count[kept])

    def truth(self, gamma: float) -> float:
        """Gamma of the score as it is written: rounding to tenths loses some of what it carries."""
        return gamma if self.written is not tenths else plain(fit_groups(self.population(gamma)))


DESIGNS = (
    Design("5 groups of 4,000, 6 to 30 %", [4000] * 5, (0.06, 0.30)),
    Design("12 of 300, 8 to 25 %", [300] * 12, (0.08, 0.25)),
    Design("6 of 400, 12 to 19 %", [400] * 6, (0.12, 0.19)),
    Design("4 of 2,000, 10 to 40 %", [2000] * 4, (0.10, 0.40), normal(0.2, 1.0), 0.1),
    Design(
        "5 of 500 to 8,000, 3 to 20 %, skewed", [500, 1000, 2000, 4000, 8000], (0.03, 0.20), skewed(), 0.1
    ),
    Design("12 of 150 to 3,000, 10 to 60 %, two kinds", [150, 3000, 400] * 4, (0.10, 0.60), two_kinds(), 0.2),
    Design("12 of 500, 20 to 50 %, weak score", [500] * 12, (0.20, 0.50), normal(0.33, 0.6)),
    Design("8 of 1,000, 2 to 10 %, too moderate", [1000] * 8, (0.02, 0.10), normal(0.05, 1.7), 0.1, shifted),
    Design("8 of 800, 5 to 30 %, bent", [800] * 8, (0.05, 0.30), normal(0.15, 1.2), 0.0, bent),
    Design("10 of 600, 15 to 45 %, tenths", [600] * 10, (0.15, 0.45), normal(0.3, 1.3), 0.1, tenths),
    Design("20 of 200, 5 to 30 %", [200] * 20, (0.05, 0.30), normal(0.15, 1.2), 0.2),
    Design("30 of 80, 5 to 40 %", [80] * 30, (0.05, 0.40), normal(0.2, 1.4)),
    Design("4 of 800 to 5,000, 4 to 25 %, skewed", [800, 5000, 1500, 3000], (0.04, 0.25), skewed(), 0.15),
)


def plain(fit: GroupFit) -> float:
    """The regression that knows nothing of errors: of intercepts on observed prevalences, by patients."""
    weight = fit.rows.total(fit.rows.weight)
    x, y = (one - np.average(one, weights=weight) for one in (fit.prevalences, fit.intercepts))
    return float((weight * x) @ y / ((weight * x) @ x))


@dataclass(frozen=True)
class Cell:
    """What came out in one design at one gamma, over samples; shares in percent."""

    design: str
    tau: float
    truth: float
    estimates: Numbers
    plains: Numbers
    lows: Numbers
    highs: Numbers

    @property
    def row(self) -> str:
        """A row of the table."""
        above, below = (100.0 * one.mean() for one in (self.lows > self.truth, self.highs < self.truth))
        closed = np.isfinite(self.highs - self.lows)
        told = closed & ((self.lows > 0.0) | (self.highs < 1.0))
        numbers = (
            f"{self.tau:g}",
            f"{self.truth:.2f}",
            f"{np.nanmedian(self.plains):.2f}",
            f"{np.nanmedian(self.estimates):.2f}",
            f"{100.0 - above - below:.1f}",
            f"{above:.1f}",
            f"{below:.1f}",
            f"{np.median(self.highs - self.lows):.2f}".replace("inf", "open"),
            f"{100.0 * told.mean():.0f}",
        )
        return f"| {self.design} | {' | '.join(numbers)} |"


HEAD = (
    "| design | tau | truth | plain | gamma | covers | above | below | width | told |\n"
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
)


def cell(design: Design, gamma: float, samples: int) -> Cell:
    """Many samples of one design at one gamma."""
    rng = np.random.default_rng([SEED, round(10 * gamma), len(design.sizes), design.sizes[0]])
    found = []
    for _ in range(samples):
        fit = fit_groups(design.draw(gamma, rng))
        line = Line(fit.intercepts, fit.prevalences, fit.covariance())
        found.append((line.gamma, plain(fit), *line.interval(LEVEL)))
    return Cell(design.name, design.tau, design.truth(gamma), *np.array(found).T)


def rows(samples: int, chosen: str) -> Iterator[str]:
    """The table, a row at a time."""
    yield HEAD
    for design in DESIGNS:
        if chosen in design.name:
            yield from (cell(design, gamma, samples).row for gamma in GAMMAS)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--samples", type=int, default=SAMPLES, help="a design and a gamma")
    parser.add_argument("--design", default="", help="those with this in their name")
    asked = parser.parse_args()
    for row in rows(asked.samples, asked.design):
        sys.stdout.write(f"{row}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
