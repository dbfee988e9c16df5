"""How often do the 95 % intervals that are printed hold the truth?  ``make coverage`` writes docs/coverage.md.

Every population of :mod:`studies.populations` is asked the default question (the observed prevalence), one
prevalence and a range, the source prevalence observed or stated. The truth is what the same question
gives on a million patients. Beside the coverage stand the share of samples whose interval lies wholly
above the truth, and wholly below it; the width over the ideal width, 2 x 1.96 standard deviations of the
estimate from sample to sample; and the coverage of a plain t interval.

``--quick`` is for CI: fewer samples, an answer by kind of cell, and failure where one falls below 92 %.
"""

from __future__ import annotations

import argparse
import math
import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import baserate
from baserate.evaluation.evaluate import Evaluation
from baserate.inference.estimate import Estimate
from studies.populations import FRESH, TUNED, Patients, Population

PAGE = Path(__file__).parents[1] / "docs" / "coverage.md"
COST = "1:9"
FEWEST = 10
MANY = 1_000_000
NAMES = {"tuned": TUNED, "fresh": FRESH}
# Prevalence of the deployment, and whether the source prevalence is stated.
SETTINGS: dict[str, tuple[Any, bool]] = {
    "observed": (None, False),
    "observed, stated source": (None, True),
    "one": (0.05, False),
    "one, stated source": (0.05, True),
    "range": ((0.01, 0.10), False),
    "range, stated source": ((0.01, 0.10), True),
}
MEASURES = ("auc", "brier", "mean_score", "observed_expected", "calibration_intercept", "calibration_slope")
# Below this an answer of the quick form is a failure; and its samples a population.
LOWEST, QUICK = 92.0, 300


@dataclass(frozen=True)
class Cell:
    """Coverage of one kind of interval in one population and setting, in percent."""

    kind: str
    population: str
    setting: str
    interval: str
    samples: int
    coverage: float
    above: float
    below: float
    width: float
    plain: float


def draw(population: Population, rng: np.random.Generator) -> Patients:
    """A sample with at least ten patients of each class, in every group."""
    while True:
        patients = population.draw(rng, population.patients)
        names = [None] if patients.group is None else sorted(set(patients.group))
        parts = [patients.y if name is None else patients.y[patients.group == name] for name in names]
        if all(FEWEST <= part.sum() <= len(part) - FEWEST for part in parts):
            return patients


def ask(patients: Patients, setting: str, source: float) -> Evaluation:
    """The evaluation of a sample at a setting; ``source`` is the population's prevalence."""
    prevalence, stated = SETTINGS[setting]
    columns = patients.columns()
    roles = {"cluster": "cluster", "weight": "weight", "by": "group"}
    there = {role: name for role, name in roles.items() if name in columns}
    return baserate.evaluate(
        columns,
        "y",
        list(patients.scores),
        prevalence=prevalence,
        cost=COST,
        source_prevalence=source if stated else None,
        **there,
    )


def estimates(ev: Evaluation, *, measures: bool) -> dict[str, Estimate]:
    """What is printed of the first model, and of the first two."""
    first, second = ev.models[:2]
    found = {
        "net benefit": ev.score(first),
        "difference of two models": ev.compare(first, second),
        "over deciding without a model": ev.compare(first, "without a model"),
    }
    if ev.question.deployment.prevalence is None:
        found["treat all"] = ev.score("treat all")
    for name in ev.groups:
        found[f"net benefit in group {name}"] = ev.score(first, name)
    if ev.groups:
        gap = ev.gap(first, "one", "two")
        found |= {"gap: total": gap.total, "gap: at equal prevalence": gap.mechanism}
    if measures:
        shown = {name.replace("_", " "): ev.judged(first).measure(name).estimate for name in MEASURES}
        found |= {name: estimate for name, estimate in shown.items() if estimate is not None}
    return found


@cache
def truths(population: Population, setting: str) -> tuple[float, dict[str, float]]:
    """The population's prevalence, and every number on very many patients."""
    patients = population.draw(np.random.default_rng(2**31), MANY)
    prevalence = float(np.average(patients.y, weights=patients.weight))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = estimates(ask(patients, setting, prevalence), measures=_with_measures(setting))
    return prevalence, {name: estimate.value for name, estimate in found.items()}


def _with_measures(setting: str) -> bool:
    """Measures that no deployment changes are looked at once, and with the other source once more."""
    return setting.startswith("observed")


def study(population: Population, setting: str, samples: int, seed: int) -> list[Cell]:
    """Coverage of every interval in one population and setting."""
    source, truth = truths(population, setting)
    rng = np.random.default_rng(seed)
    values: dict[str, list[tuple[float, float, float, bool]]] = {name: [] for name in truth}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(samples):
            ev = ask(draw(population, rng), setting, source)
            for name, estimate in estimates(ev, measures=_with_measures(setting)).items():
                plain = estimate if estimate.is_exact else estimate.interval(method="t")
                holds = plain.low - 1e-12 <= truth[name] <= plain.high + 1e-12
                values[name].append((estimate.value, estimate.low, estimate.high, holds))
    return [_cell(population, setting, name, truth[name], rows) for name, rows in values.items() if rows]


def _cell(population: Population, setting: str, name: str, truth: float, rows: list[Any]) -> Cell:
    value, low, high, plain = np.array(rows).T
    ideal = 2.0 * 1.96 * float(value.std())
    above, below = (low - 1e-12 > truth).mean(), (high + 1e-12 < truth).mean()
    width = float((high - low).mean()) / ideal if ideal > 1e-12 else math.nan
    percent = [float(100.0 * x) for x in (1.0 - above - below, above, below)]
    at = (population.kind, population.name, setting, name, len(rows))
    return Cell(*at, *percent, width, float(100.0 * plain.mean()))


def _work(task: tuple[str, int, str, int, int]) -> list[Cell]:
    which, number, setting, samples, seed = task
    return study(NAMES[which][number], setting, samples, seed)


def tasks(
    which: str, samples: int, seed: int, settings: Sequence[str]
) -> Iterator[tuple[str, int, str, int, int]]:
    """One for each population and setting, each with a seed of its own."""
    for number, population in enumerate(NAMES[which]):
        if population.kind == "selected winner":
            continue
        for setting in settings:
            yield which, number, setting, samples, seed + 1000 * number + list(SETTINGS).index(setting)


def run(work: Iterable[tuple[str, int, str, int, int]]) -> list[Cell]:
    """All cells, on all cores."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with ProcessPoolExecutor() as pool:
        return [cell for cells in pool.map(_work, work) for cell in cells]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--which", choices=[*NAMES], default="tuned")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--settings", nargs="*", default=list(SETTINGS))
    parser.add_argument("--kinds", nargs="*")
    arguments = parser.parse_args()
    work = [
        task
        for task in tasks(arguments.which, arguments.samples, arguments.seed, arguments.settings)
        if not arguments.kinds or NAMES[task[0]][task[1]].kind in arguments.kinds
    ]
    for cell in run(work):
        print(
            f"{cell.kind:20} {cell.population:28} {cell.setting:24} {cell.interval:30} {cell.coverage:6.1f} "
            f"({cell.above:4.1f} {cell.below:4.1f}) {cell.width:5.2f}  t {cell.plain:5.1f}"
        )


if __name__ == "__main__":
    main()
