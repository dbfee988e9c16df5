"""How often do the default 95 % intervals hold the truth?  ``make coverage`` writes docs/coverage.md.

Samples with fewer than ten patients of a class are drawn again: the library warns below that. A cell
is regular when at least a tenth of each class lies where the deployment's thresholds are; in the
others nearly all gains are alike, and plain intervals fail.
"""

from __future__ import annotations

import argparse
import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from baserate.deployment.deployment import Deployment
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate
from baserate.inference.progress import progress
from studies.populations import PAIRS, RANGE, Setting

PAGE = Path(__file__).parents[1] / "docs" / "coverage.md"
SIZES = ((100, 0.3), (200, 0.1), (500, 0.05), (1000, 0.02), (1000, 0.1), (2000, 0.05))
COSTS = (0.5, 0.1, 1 / 31)
HOSPITALS = (15, 40)
KINDS = ("one score", "paired difference", "two groups", "AUC")
FEWEST = 10


@dataclass(frozen=True)
class Cell:
    """Coverage, in percent, of one kind of interval in one setting."""

    setting: Setting
    kind: str
    coverage: float
    regular: bool


def estimates(setting: Setting, rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
    """One sample's estimates, each with the truth."""
    deployment = Deployment.of(RANGE, setting.cost)
    y, first, second, hospital = setting.draw(rng)
    while min(y.sum(), len(y) - y.sum()) < FEWEST:
        y, first, second, hospital = setting.draw(rng)
    cohort = Cohort.of(y, cluster=hospital)
    one, two = cohort.score(first, deployment), cohort.score(second, deployment)
    truth = _truths(setting)
    found = {"one score": (one, truth[0]), "paired difference": (one - two, truth[0] - truth[1])}
    if setting.hospitals:
        return {f"{kind}, clustered": value for kind, value in found.items()}
    other_y, _, other, _ = setting.draw(rng)
    while min(other_y.sum(), len(y) - other_y.sum()) < FEWEST:
        other_y, _, other, _ = setting.draw(rng)
    group = Cohort.of(other_y).score(other, deployment)
    found["two groups"] = (one - group, truth[0] - truth[1])
    found["AUC"] = (cohort.auc(first), truth[2])
    return found


@cache
def _truths(setting: Setting) -> tuple[float, float, float]:
    """True scores of both models, and the true AUC of the first."""
    first, second = setting.pair.first, setting.pair.second
    return setting.truth(first), setting.truth(second), setting.true_auc(first)


def study(setting: Setting, replicates: int, seed: int) -> Iterator[Cell]:
    """Coverage of every kind of interval in one setting."""
    rng = np.random.default_rng(seed)
    hits: dict[str, int] = {}
    for _ in range(replicates):
        for kind, (estimate, truth) in estimates(setting, rng).items():
            interval = estimate.interval()
            hits[kind] = hits.get(kind, 0) + (interval.low - 1e-12 <= truth <= interval.high + 1e-12)
    misplaced = (1.0 - _truths(setting)[2]) * setting.patients * setting.prevalence
    for kind, count in hits.items():
        regular = misplaced >= 1.0 if kind == "AUC" else setting.inside() >= 0.1
        yield Cell(setting, kind, 100.0 * count / replicates, regular)


def settings() -> list[Setting]:
    """All cells: sizes by costs by models, and hospitals for the first two models."""
    plain = [Setting(n, p, c, pair) for n, p in SIZES for c in COSTS for pair in PAIRS]
    clustered = [Setting(2000, 0.1, c, pair, h) for h in HOSPITALS for c in COSTS for pair in PAIRS[:2]]
    return plain + clustered


def page(cells: list[Cell], replicates: int) -> str:
    """The table as Markdown, with a summary on top."""
    error = 100.0 * math.sqrt(0.95 * 0.05 / replicates)
    lines = [
        "# Coverage of the default 95 % intervals",
        "",
        f"Written by `make coverage`: {replicates:,} samples a cell, simulation error {error:.1f} points.",
        "Net benefit over a prevalence of 1 % to 10 %, and the AUC. A cell is regular when at least a tenth",
        "of each class lies where the thresholds are; for the AUC, when a case is misplaced at all.",
        "How far the guards reach was chosen on these cells and seeds, so extremes flatter them a little;",
        "`python -m studies.coverage --seed 100000 --out FILE` draws samples that played no part in it.",
        "",
        "| interval | cells | regular cells: lowest, mean, highest | other cells: lowest, mean, highest |",
        "| --- | --- | --- | --- |",
    ]
    for kind in dict.fromkeys(cell.kind for cell in cells):
        mine = [cell for cell in cells if cell.kind == kind]
        sides = [[c.coverage for c in mine if c.regular is regular] for regular in (True, False)]
        shown = [f"{min(s):.1f}, {sum(s) / len(s):.1f}, {max(s):.1f}" if s else "none" for s in sides]
        lines.append(f"| {kind} | {len(mine)} | {shown[0]} | {shown[1]} |")
    lines += ["", "| patients | prevalence | cost | models | interval | coverage | |", "| --- " * 7 + "|"]
    return "\n".join([*lines, *(_line(cell) for cell in cells)]) + "\n"


def _line(cell: Cell) -> str:
    s = cell.setting
    where = f"{s.pair.name}, {s.hospitals} hospitals" if s.hospitals else s.pair.name
    shown = [
        f"{s.patients:,}",
        f"{100 * s.prevalence:g} %",
        f"1:{(1 - s.cost) / s.cost:.0f}",
        where,
        cell.kind,
    ]
    return "| " + " | ".join([*shown, f"{cell.coverage:.1f}", "" if cell.regular else "not regular"]) + " |"


def main() -> None:
    """Run the study and write its page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=2000)
    parser.add_argument(
        "--seed", type=int, default=0, help="another seed draws samples the methods were not chosen on"
    )
    parser.add_argument("--out", type=Path, default=PAGE)
    arguments = parser.parse_args()
    cells: list[Cell] = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for number, setting in enumerate(progress(settings(), "coverage")):
            cells += study(setting, arguments.replicates, seed=arguments.seed + number)
    text = page(cells, arguments.replicates)
    arguments.out.write_text(text)
    print(text.split("\n\n")[2])


if __name__ == "__main__":
    main()
