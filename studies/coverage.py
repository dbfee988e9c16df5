"""How often the 95 % intervals that are printed hold the truth.

``make coverage`` writes docs/coverage.md.

Every population of :mod:`studies.populations` is asked the default question (the observed prevalence), one
prevalence and a range, the source prevalence observed or stated. The truth is what the same question
gives on a million patients. Beside the coverage stand the share of samples whose interval lies wholly
above the truth, and wholly below it; the width over the ideal width, 2 x 1.96 standard deviations of the
estimate from sample to sample; and the coverage of a plain t interval.

``--quick`` is for CI: fewer samples, an answer by kind of cell, and failure where one falls below 92 %.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import warnings
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import baserate
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.estimate import Estimate, Interval
from studies.populations import FRESH, TUNED, Patients, Population

PAGE = Path(__file__).parents[1] / "docs" / "coverage.md"
COST = "1:9"
FEWEST = 10
MANY = 1_000_000
POPULATIONS = {"tuned": TUNED, "fresh": FRESH}
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
RATES = ("accuracy", "sensitivity", "specificity", "ppv", "npv")
WITHOUT, BETTER = "without a model", "not told better than without"
# Below this an answer of the quick form is a failure; its samples a population; its truth's patients.
LOWEST, QUICK, FEWER = 92.0, 150, 300_000


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

    @property
    def is_wide(self) -> bool:
        """Wider than twice the ideal where a plain t interval would do."""
        return self.width > 2.0 and self.plain >= 93.5


@dataclass(frozen=True)
class Task:
    """A population, by its place among the tuned or the fresh, at a setting."""

    which: str
    number: int
    setting: str
    samples: int
    seed: int
    many: int

    @property
    def population(self) -> Population:
        """Which cannot travel to another process itself."""
        return POPULATIONS[self.which][self.number]


def draw(population: Population, rng: np.random.Generator) -> Patients:
    """A sample with at least ten patients of each class, in every group."""
    while True:
        patients = population.draw(rng, population.patients)
        parts = [patients.y]
        if patients.group is not None:
            parts = [patients.y[patients.group == name] for name in np.unique(patients.group)]
        if all(FEWEST <= part.sum() <= len(part) - FEWEST for part in parts):
            return patients


def ask(patients: Patients, setting: str, source: float) -> Evaluation:
    """The evaluation of a sample at a setting; ``source`` is the population's prevalence."""
    prevalence, stated = SETTINGS[setting]
    columns = patients.columns()
    return baserate.evaluate(
        columns,
        "y",
        list(patients.scores),
        prevalence=prevalence,
        cost=COST,
        source_prevalence=source if stated else None,
        cluster="cluster" if "cluster" in columns else None,
        weight="weight" if "weight" in columns else None,
        by="group" if "group" in columns else None,
    )


def estimates(ev: Evaluation, setting: str) -> dict[str, Estimate]:
    """What is printed of the first model, and of the first two."""
    first, second = ev.models[:2]
    shown = {
        "net benefit": ev.score(first),
        "difference of two models": ev.compare(first, second),
        "over deciding without a model": ev.compare(first, WITHOUT),
    }
    if ev.question.deployment.prevalence is None:
        shown["treat all"] = ev.score("treat all")
    for name in ev.groups:
        shown[f"net benefit in group {name}"] = ev.score(first, name)
    if ev.groups:
        gap = ev.gap(first, "one", "two")
        shown |= {"groups: total": gap.total, "groups: at equal prevalence": gap.mechanism}
    measures: tuple[str, ...] = ()
    if setting.startswith("observed"):  # what no deployment changes, with either source
        measures = MEASURES
    elif setting == "range":
        measures = ("sharpness", "calibration_corrected")
    for name in measures:
        estimate = ev.judged(first).measure(name).estimate
        if estimate is not None:
            shown[name.replace("_", " ")] = estimate
    return shown


@dataclass(frozen=True, eq=False)
class Truth:
    """What is true of a population at a setting."""

    prevalence: float
    values: dict[str, float]
    classes: tuple[NDArray[np.float64], NDArray[np.float64]]
    of_models: dict[str, tuple[float, float]]

    def rates(self, ev: Evaluation) -> dict[str, tuple[Estimate, float]]:
        """The rates of a sample at its own cut-off, and what they are there in the population."""
        judged = ev.judged(ev.models[0])
        cut = judged.cutoff.value - 1e-12
        sensitivity, false = (1.0 - np.searchsorted(side, cut) / len(side) for side in self.classes)
        where = ev.question.deployment.prevalence
        p = self.prevalence if where is None else where.distribution.median
        treated = p * sensitivity + (1.0 - p) * false
        truth = {
            "accuracy": self.prevalence * sensitivity + (1.0 - self.prevalence) * (1.0 - false),
            "sensitivity": sensitivity,
            "specificity": 1.0 - false,
            "ppv": p * sensitivity / treated if treated > 0.0 else math.nan,
            "npv": (1.0 - p) * (1.0 - false) / (1.0 - treated) if treated < 1.0 else math.nan,
        }
        shown = {name: judged.measure(name).estimate for name in RATES}
        return {
            name: (estimate, truth[name])
            for name, estimate in shown.items()
            if estimate is not None and math.isfinite(truth[name])
        }


@cache
def truth_of(which: str, number: int, setting: str, many: int) -> Truth:
    """Every number on very many patients."""
    population = POPULATIONS[which][number]
    patients = population.draw(np.random.default_rng(2**31), many)
    prevalence = float(np.average(patients.y, weights=patients.weight))
    ev = ask(patients, setting, prevalence)
    values = {name: estimate.value for name, estimate in estimates(ev, setting).items()}
    first = patients.scores[ev.models[0]]
    classes = np.sort(first[patients.y]), np.sort(first[~patients.y])
    of_models = {name: (ev.score(name).value, ev.compare(name, WITHOUT).value) for name in ev.models}
    return Truth(prevalence, values, classes, of_models)


Row = tuple[float, float, float, bool]


def study(task: Task) -> list[Cell]:
    """Coverage of every interval in one population and setting."""
    os.environ["POLARS_MAX_THREADS"] = "1"
    rows: dict[str, tuple[list[Row], list[float]]] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        truth = truth_of(task.which, task.number, task.setting, task.many)
        rng = np.random.default_rng(task.seed)
        picked = task.population.kind in ("selected winner", "tie with no model")
        for _ in range(task.samples):
            ev = ask(draw(task.population, rng), task.setting, truth.prevalence)
            seen = _of_the_best(ev, truth) if picked else _of_the_first(ev, truth, task.setting)
            for name, row, right in seen:
                own = rows.setdefault(name, ([], []))
                own[0].append(row)
                own[1].append(right)
    return [_cell(task, name, *own) for name, own in rows.items()]


def _of_the_first(ev: Evaluation, truth: Truth, setting: str) -> Iterable[tuple[str, Row, float]]:
    """What is printed of the first model, whichever it is."""
    for name, estimate in estimates(ev, setting).items():
        if name in truth.values:
            yield name, _row(estimate, estimate.interval(), truth.values[name]), truth.values[name]
    if setting in ("observed", "range") and ev.question.roles.weight is None:
        for name, (estimate, right) in truth.rates(ev).items():
            yield f"{name}, at this cut-off", _row(estimate, estimate.interval(), right), right


def _of_the_best(ev: Evaluation, truth: Truth) -> Iterable[tuple[str, Row, float]]:
    """What is printed of the model that looks best: by intervals that hold for all together, and by plain."""
    best = max(ev.models, key=lambda name: ev.score(name).value)
    worth, added = truth.of_models[best]
    score, over = ev.score(best), ev.compare(best, WITHOUT)
    yield "the winner's net benefit", _row(score, score.interval(ev.level_of_scores()), worth), worth
    together = over.interval(ev.level_of_comparisons())
    yield "the winner over deciding without a model", _row(over, together, added), added
    yield "the same, plain intervals", _row(over, over.interval(), added), added
    if abs(added) > 2e-4:
        return
    # At a true tie nobody should be told to be better.
    told = bool(ev.verdict.better_than_without)
    yield BETTER, (0.0, 1.0 if told else 0.0, 1.0, over.low <= 0.0), 0.0


def _row(estimate: Estimate, interval: Interval, truth: float) -> Row:
    plain = estimate if estimate.is_exact else estimate.interval(method="t")
    return estimate.value, interval.low, interval.high, plain.low <= truth <= plain.high


def _cell(task: Task, name: str, rows: list[Row], truths: list[float]) -> Cell:
    value, low, high, plain = np.array(rows).T
    truth = np.array(truths)
    ideal = 2.0 * 1.96 * float((value - truth).std())
    above, below = (low - 1e-12 > truth).mean(), (high + 1e-12 < truth).mean()
    width = float((high - low).mean()) / ideal if ideal > 1e-12 else math.nan
    percent = [float(100.0 * x) for x in (1.0 - above - below, above, below)]
    at = (task.population.kind, task.population.name, task.setting, name)
    return Cell(*at, len(rows), percent[0], percent[1], percent[2], width, float(100.0 * plain.mean()))


def tasks(
    which: str, samples: int, seed: int, settings: Sequence[str] = tuple(SETTINGS), *, many: int = MANY
) -> list[Task]:
    """One for each population and setting, each with a seed of its own."""
    return [
        Task(which, number, setting, samples, seed + 1000 * number + list(SETTINGS).index(setting), many)
        for number, population in enumerate(POPULATIONS[which])
        for setting in population.settings
        if setting in settings
    ]


def quick_tasks() -> list[Task]:
    """One population of each kind, at three settings."""
    first = {population.kind: population for population in reversed(TUNED)}
    work = tasks("tuned", QUICK, 0, ("observed", "one", "range"), many=FEWER)
    return [task for task in work if first[task.population.kind] is task.population]


def run(work: Sequence[Task]) -> list[Cell]:
    """All cells, on all cores."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS"):
        os.environ.setdefault(name, "1")
    with ProcessPoolExecutor() as pool:
        return [cell for cells in pool.map(study, work) for cell in cells]


def summary(cells: Sequence[Cell]) -> list[str]:
    """Lowest, mean and highest coverage, the tails and widths, by kind of cell and of interval."""
    lines = [
        "| kind of cell | interval | cells | coverage: lowest, mean, highest | wholly above, below the truth "
        "| width over the ideal: mean, most | plain t: lowest |",
        "| --- " * 7 + "|",
    ]
    ordered = sorted(cells, key=_kind)
    for (kind, interval), same in groupby(ordered, key=_kind):
        own = list(same)
        covered = [cell.coverage for cell in own]
        widths = [cell.width for cell in own if math.isfinite(cell.width)]
        wide = f"{_mean(widths):.2f}, {max(widths):.2f}" if widths else "-"
        shown = (
            f"{min(covered):.1f}, {_mean(covered):.1f}, {max(covered):.1f}",
            f"{_mean([cell.above for cell in own]):.1f}, {_mean([cell.below for cell in own]):.1f}",
            wide,
            f"{min(cell.plain for cell in own):.1f}",
        )
        lines.append(f"| {kind} | {interval} | {len(own)} | {' | '.join(shown)} |")
    return lines


def _kind(cell: Cell) -> tuple[str, str]:
    interval = "net benefit in a group" if "in group" in cell.interval else cell.interval
    return cell.kind, interval


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def out_of_range(cells: Sequence[Cell]) -> list[str]:
    """Cells that cover less than 93.5 or more than 98, or are wide where plain t holds."""
    lines = [
        "| kind of cell | population | setting | interval | coverage | width over the ideal | plain t |",
        "| --- " * 7 + "|",
    ]
    for cell in sorted(cells, key=lambda cell: cell.coverage):
        if cell.coverage < 93.5 or cell.is_wide:
            where = f"{cell.kind} | {cell.population} | {cell.setting} | {cell.interval}"
            lines.append(f"| {where} | {cell.coverage:.1f} | {cell.width:.2f} | {cell.plain:.1f} |")
    return lines


def overall(cells: Sequence[Cell]) -> str:
    """How many cells lie where they should."""
    intervals = [cell for cell in cells if cell.interval not in (BETTER, "the same, plain intervals")]
    low = [cell for cell in intervals if cell.coverage < 92.0]
    between = [cell for cell in intervals if 93.5 <= cell.coverage <= 98.0]
    wide = [cell for cell in intervals if cell.is_wide]
    return (
        f"{len(intervals)} intervals: mean coverage {_mean([c.coverage for c in intervals]):.1f}, lowest "
        f"{min(c.coverage for c in intervals):.1f}; {len(between)} cover 93.5 to 98, "
        f"{sum(c.coverage > 98.0 for c in intervals)} more, {len(low)} less than 92; {len(wide)} are wider "
        "than twice the ideal where plain t holds."
    )


def page(results: dict[str, Sequence[Cell]]) -> str:
    """The tables as Markdown, what was tuned apart from what was not."""
    samples = next(iter(results.values()))[0].samples
    error = 100.0 * math.sqrt(0.95 * 0.05 / samples)
    lines = [
        "# Coverage of the 95 % intervals that are printed",
        "",
        f"Written by `make coverage`: {samples:,} samples a cell, simulation error {error:.1f} points.",
        "A cell is a population (studies/populations.py) at a setting: the observed prevalence, which is the",
        "default; one prevalence; a range; the source prevalence observed, or stated. Cost 1:9. The truth is",
        "what the same question gives on a million patients; of rates at a cut-off, what they are there in",
        "the population. The ideal width is 2 x 1.96 standard deviations of the estimate over the samples.",
    ]
    titles = {
        "tuned": "Populations on which constants were chosen",
        "fresh": "Populations that played no part: written down before, run once, reported whatever they say",
    }
    for which, cells in results.items():
        ordinary = [cell for cell in cells if cell.interval != BETTER]
        lines += ["", f"## {titles[which]}", "", overall(cells), "", *summary(ordinary)]
        ties = [cell for cell in cells if cell.interval == BETTER]
        lines += ["", "Told to be better than deciding without a model, of all samples:", ""]
        for cell in ties:
            plain = f"by plain intervals {100.0 - cell.plain:.1f} %"
            lines.append(f"- {cell.population}: {cell.above:.1f} % ({plain})")
        lines += [
            "",
            "Cells that cover less than 93.5, or are wider than twice the ideal where plain t holds:",
            "",
        ]
        lines += out_of_range(ordinary)
    return "\n".join(lines) + "\n"


def check_quickly(cells: Sequence[Cell]) -> list[str]:
    """Kinds of cells, pooled, that cover too rarely."""
    failures = []
    for (kind, group), same in groupby(sorted(cells, key=_family), key=_family):
        own = list(same)
        covered = sum(cell.coverage * cell.samples for cell in own) / sum(cell.samples for cell in own)
        print(f"{covered:6.1f}  {kind}: {group}")
        if covered < LOWEST:
            failures.append(f"{kind}: {group} covers {covered:.1f} %")
    return failures


def _family(cell: Cell) -> tuple[str, str]:
    if cell.interval in ("net benefit", "difference of two models", "over deciding without a model"):
        return cell.kind, cell.interval
    if "cut-off" in cell.interval:
        return cell.kind, "rates"
    return cell.kind, cell.interval if cell.kind in ("selected winner", "tie with no model") else "others"


def main() -> None:
    """Run the study and write its page, or the quick form."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--which", nargs="*", choices=[*POPULATIONS], default=[*POPULATIONS])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--settings", nargs="*", default=list(SETTINGS))
    parser.add_argument("--kinds", nargs="*", help="only these kinds of cells")
    parser.add_argument("--cells", type=Path, help="also write every cell to this file, as JSON")
    parser.add_argument("--out", type=Path, default=PAGE)
    asked = parser.parse_args()
    if asked.quick:
        failures = check_quickly(
            [cell for cell in run(quick_tasks()) if cell.interval != "the same, plain intervals"]
        )
        sys.exit("; ".join(failures) or 0)
    results: dict[str, Sequence[Cell]] = {}
    for which in asked.which:
        work = [
            task
            for task in tasks(which, asked.samples, asked.seed, asked.settings)
            if not asked.kinds or task.population.kind in asked.kinds
        ]
        results[which] = run(work)
        print(which, overall(results[which]))
    if asked.cells:
        asked.cells.write_text(json.dumps({k: [asdict(c) for c in v] for k, v in results.items()}, indent=1))
    asked.out.write_text(page(results))


if __name__ == "__main__":
    main()
