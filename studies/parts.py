"""How often the intervals of the parts hold the truth.

``make coverage-parts`` writes docs/parts-coverage.md.

Two groups differ in prevalence, in how well the model separates patients, and in its calibration.
The truth of each part is an integral over two normal densities, at the true prevalences; the worth
of a recalibration is the true gain of the recalibrator that the sample gave.
"""

from __future__ import annotations

import argparse
import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.gap import ScoredCohort, between
from baserate.calibration.split import recalibration_worth
from baserate.deployment.deployment import Deployment
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate
from baserate.inference.progress import progress

Numbers = NDArray[np.float64]
PAGE = Path(__file__).parents[1] / "docs" / "parts-coverage.md"
FEWEST = 10
NODES, WEIGHTS = np.polynomial.legendre.leggauss(48)
NOISE = np.linspace(-8.0, 8.0, 20_001)
MASS = np.exp(-(NOISE**2) / 2.0) / np.exp(-(NOISE**2) / 2.0).sum()


@dataclass(frozen=True)
class Group:
    """Patients, prevalence, how far the classes lie apart, and how the model's log odds are off."""

    patients: int
    prevalence: float
    distance: float = 1.5
    slope: float = 1.0
    shift: float = 0.0

    def evidence(self, finding: Numbers) -> Numbers:
        """Log odds with the prior removed, as they should be."""
        return self.distance * finding - self.distance**2 / 2.0

    def score(self, finding: Numbers) -> Numbers:
        """The model's risk."""
        x = self.slope * self.evidence(finding) + self.shift + _log_odds(self.prevalence)
        return np.asarray(1.0 / (1.0 + np.exp(-x)))

    def draw(self, rng: np.random.Generator) -> tuple[Numbers, Numbers]:
        """Outcomes and scores, with at least ten of each class."""
        died = rng.random(self.patients) < self.prevalence
        while min(died.sum(), (~died).sum()) < FEWEST:
            died = rng.random(self.patients) < self.prevalence
        return died.astype(float), self.score(self.distance * died + rng.normal(size=self.patients))

    def value(self, ends: tuple[float, float], cost: float, units: str, moved: Moved | None = None) -> float:
        """True value, averaged over prevalences whose log odds are uniform, of scores as ``moved``."""
        sides = [self.distance + NOISE, NOISE]
        evidence = [self._log_odds(finding, moved) for finding in sides]
        if ends[0] == ends[1]:
            return self._at(_log_odds(ends[0]), evidence, cost, units)
        low, high = _log_odds(ends[0]), _log_odds(ends[1])
        at = (low + high) / 2.0 + (high - low) / 2.0 * NODES
        return sum(w / 2.0 * self._at(x, evidence, cost, units) for x, w in zip(at, WEIGHTS, strict=True))

    def _log_odds(self, finding: Numbers, moved: Moved | None) -> Numbers:
        risk = self.score(finding) if moved is None else moved(self.score(finding))
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(risk) - np.log1p(-risk) - _log_odds(self.prevalence))

    def _at(self, x: float, evidence: list[Numbers], cost: float, units: str) -> float:
        treated = [float(MASS @ (e >= _log_odds(cost) - x)) for e in evidence]
        pi, harm = 1.0 / (1.0 + math.exp(-x)), 1.0 if units == "accuracy" else cost / (1.0 - cost)
        return pi * treated[0] + harm * (1.0 - pi) * (1.0 - treated[1])


Moved = Callable[[Numbers], Numbers]


@dataclass(frozen=True)
class Setting:
    """Two groups, a cost and units."""

    name: str
    first: Group
    second: Group
    cost: float
    units: str


def settings() -> list[Setting]:
    """Small and larger groups, calibrated or not, accuracy and net benefit."""
    found = []
    for n, m in ((300, 1000), (1000, 2000)):
        for units, cost in (("accuracy", 0.5), ("net benefit", 1 / 31)):
            for name, slope, shift in (
                ("calibrated", 1.0, 0.0),
                ("shifted", 1.0, 0.7),
                ("too timid", 0.6, 0.0),
            ):
                first, second = Group(n, 0.08, 1.6, slope, shift), Group(m, 0.15)
                found.append(Setting(name, first, second, cost, units))
    return found


@cache
def truths(setting: Setting) -> dict[str, float]:
    """The parts of the difference in the whole populations."""
    first, second, cost, units = setting.first, setting.second, setting.cost, setting.units
    ends = (first.prevalence, second.prevalence)
    own = [g.value((g.prevalence, g.prevalence), cost, units) for g in (first, second)]
    over = [g.value(ends, cost, units) for g in (first, second)]
    best = [_calibrated(g).value(ends, cost, units) for g in (first, second)]
    mechanism, sharpness = over[0] - over[1], best[0] - best[1]
    return {
        "total": own[0] - own[1],
        "mechanism": mechanism,
        "label shift": own[0] - own[1] - mechanism,
        "sharpness": sharpness,
        "calibration": mechanism - sharpness,
        "calibration loss of the first": best[0] - over[0],
    }


def estimates(setting: Setting, rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
    """One sample's estimates of the parts, each with the truth."""
    sides = []
    for name, group in (("first", setting.first), ("second", setting.second)):
        y, s = group.draw(rng)
        sides.append(ScoredCohort(name, Cohort.of(y), s))
    deployment = Deployment.of(None, setting.cost, setting.units)
    gap = between(sides[0], sides[1], deployment, replicates=40)
    true = truths(setting)
    loss = gap.splits[0]
    found = {
        "total": (gap.total, true["total"]),
        "mechanism": (gap.mechanism, true["mechanism"]),
        "label shift": (gap.label_shift, true["label shift"]),
        "sharpness, in sample": (gap.sharpness, true["sharpness"]),
        "sharpness, corrected": (gap.sharpness_corrected, true["sharpness"]),
        "calibration, in sample": (gap.calibration, true["calibration"]),
        "calibration, corrected": (gap.calibration_corrected, true["calibration"]),
        "loss, in sample": (loss.calibration, true["calibration loss of the first"]),
        "loss, corrected": (loss.calibration_corrected, true["calibration loss of the first"]),
    }
    ends = (0.05, 0.2)
    stated = Deployment.of(ends, setting.cost, setting.units)
    before = setting.first.value(ends, setting.cost, setting.units)
    worth = recalibration_worth(sides[0].cohort, sides[0].y_prob, stated)
    for name, one in worth.worth.items():
        after = setting.first.value(ends, setting.cost, setting.units, one.recalibrator.apply)
        found[f"worth, {name}"] = (one.value, after - before)
    return found


def study(setting: Setting, replicates: int, seed: int) -> dict[str, tuple[float, float]]:
    """Coverage in percent and mean error in percent of the standard deviation, of every part."""
    rng = np.random.default_rng(seed)
    hits: dict[str, list[bool]] = {}
    errors: dict[str, list[float]] = {}
    for _ in range(replicates):
        for part, (estimate, truth) in estimates(setting, rng).items():
            interval = estimate.interval()
            hits.setdefault(part, []).append(interval.low - 1e-12 <= truth <= interval.high + 1e-12)
            errors.setdefault(part, []).append(estimate.value - truth)
    return {
        part: (100.0 * float(np.mean(found)), 100.0 * float(np.mean(errors[part]) / np.std(errors[part])))
        for part, found in hits.items()
    }


def page(found: list[tuple[Setting, dict[str, tuple[float, float]]]], replicates: int) -> str:
    """The tables as Markdown."""
    error = 100.0 * math.sqrt(0.95 * 0.05 / replicates)
    lines = [
        "# Coverage of the 95 % intervals of the parts",
        "",
        f"Written by `make coverage-parts`: {replicates:,} samples a cell, simulation error {error:.1f}.",
        "Two groups, the first with a prevalence of 8 %, the second of 15 % and calibrated. Bias is the mean",
        "error in percent of the estimate's standard deviation; in sample, sharpness and calibration are",
        "known to be optimistic, and their intervals allow for it. How much, and what a recalibration's own",
        "error adds to its worth, was chosen after looking at these cells and seeds; `--seed 5000` draws",
        "others.",
        "",
        "| part | lowest, mean, highest coverage | largest bias, up or down |",
        "| --- | --- | --- |",
    ]
    for part in found[0][1]:
        cells = [cells[part] for _, cells in found if part in cells]
        cover = [c for c, _ in cells]
        bias = max((b for _, b in cells), key=abs)
        lines.append(f"| {part} | {min(cover):.1f}, {np.mean(cover):.1f}, {max(cover):.1f} | {bias:+.0f} |")
    lines += [
        "",
        "| patients | units | model in the first group | part | coverage | bias |",
        "| --- " * 6 + "|",
    ]
    for s, cells_of in found:
        size = f"{s.first.patients:,} and {s.second.patients:,}"
        units = f"{s.units}, 1:{(1 - s.cost) / s.cost:.0f}"
        for part, (cover_of, bias_of) in cells_of.items():
            lines.append(f"| {size} | {units} | {s.name} | {part} | {cover_of:.1f} | {bias_of:+.0f} |")
    return "\n".join(lines) + "\n"


def _calibrated(group: Group) -> Group:
    return Group(group.patients, group.prevalence, group.distance)


def _log_odds(p: float) -> float:
    return math.log(p / (1.0 - p))


def main() -> None:
    """Run the study and write its page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=PAGE)
    arguments = parser.parse_args()
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for number, setting in enumerate(progress(settings(), "coverage of the parts")):
            found.append((setting, study(setting, arguments.replicates, arguments.seed + number)))
    text = page(found, arguments.replicates)
    arguments.out.write_text(text)
    print(text.split("\n\n")[2])


if __name__ == "__main__":
    main()
