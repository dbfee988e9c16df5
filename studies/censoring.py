"""How often 95 % intervals hold the truth where some patients are censored before the horizon.

``python -m studies.censoring`` writes docs/survival-coverage.md.

Patients have a log odds of the event by the horizon, and times to the event and to a competing one whose
cumulative hazards are proportional; so the risk by the horizon is known for each, and the truth is what the
same question gives for very many patients, each of whom counts by the risk as a case and by the rest as a
non-case. No outcome, and no censoring, enters it. Beside the coverage stand the share of samples whose
interval lies wholly above the truth, and wholly below it; the bias in standard deviations of the estimate;
and the width over the ideal width, 2 x 1.96 of these standard deviations.

Where censoring depends on the score and nobody says so, the estimates are of something else, and no interval
helps: these cells stand apart, to show by how much.

``--quick`` is for tests: few samples, and failure where an interval covers less than 90 %.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from textwrap import wrap

import numpy as np
from numpy.typing import NDArray

import baserate
from baserate.inference.decisions import Decisions
from baserate.inference.estimate import Estimate

PAGE = Path(__file__).parents[1] / "docs" / "survival-coverage.md"
HORIZON, COST, RANGE, CUTOFF = 1.0, 0.15, (0.05, 0.40), 0.2
FEWEST = 5
# Patients for the truth; samples of the quick form, and what its intervals must cover together.
MANY, QUICK, LOWEST = 300_000, 40, 90.0
# Where coverage should lie.
TARGET = (93.5, 97.0)

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Followed:
    """Patients with what became of them, and the risk that nobody sees."""

    risk: Numbers
    time: Numbers
    event: NDArray[np.int8]
    first: Numbers
    second: Numbers
    group: NDArray[np.bool_]
    stratum: NDArray[np.int8]
    cluster: NDArray[np.intp] | None
    weight: Numbers | None

    @property
    def share_censored(self) -> float:
        """Share of patients who are censored before the horizon."""
        return float(((self.event == 0) & (self.time < HORIZON)).mean())


@dataclass(frozen=True)
class Population:
    """Where patients come from, how they are censored, and what is said of it.

    Parameters
    ----------
    kind, name, patients
        What the cell is about, in words, and how many patients a sample has.
    censored
        The share of patients who are censored before the horizon.
    middle, spread
        Mean and standard deviation of the log odds of the hazard of the event.
    shape
        Of the Weibull times: below 1 hazards fall, above 1 they rise.
    competing
        Cumulative hazard of the competing event by the horizon.
    administrative
        Whether patients enter evenly and all follow-up ends on one day.
    by_stratum, by_score, by_cluster
        How the log hazard of censoring rises with the stratum, with the log odds, and varies by cluster.
    told
        Whether the strata are said.
    clusters, alike
        How many clusters there are, and the standard deviation of their log odds.
    weighted
        Whether patients have unequal weights.
    """

    kind: str
    name: str
    patients: int
    censored: float
    middle: float = -1.8
    spread: float = 1.2
    shape: float = 1.0
    competing: float = 0.0
    administrative: bool = False
    by_stratum: float = 0.0
    by_score: float = 0.0
    by_cluster: float = 0.0
    told: bool = False
    clusters: int = 0
    alike: float = 0.0
    weighted: bool = False

    def draw(self, rng: np.random.Generator, patients: int, scale: float | None = None) -> Followed:
        """Some patients; ``scale`` is the rate of censoring, or when the last follow-up ends."""
        group, stratum = rng.random(patients) < 0.4, (rng.random(patients) < 0.5).astype(np.int8)
        cluster, own, theirs = None, np.zeros(patients), np.zeros(patients)
        if self.clusters:
            number = max(self.clusters, self.clusters * patients // self.patients)
            cluster = rng.permutation(np.arange(patients) % number)
            own, theirs = (
                rng.normal(size=number)[cluster] * spread for spread in (self.alike, self.by_cluster)
            )
        z = self.middle + self.spread * rng.normal(size=patients) + 0.5 * group + 0.6 * stratum + own
        hazard, other = np.log1p(np.exp(z)), np.full(patients, self.competing)
        both = hazard + other
        risk = hazard / both * -np.expm1(-both)
        until = (rng.exponential(size=patients) / both) ** (1.0 / self.shape)
        event = np.where(rng.random(patients) * both < hazard, 1, 2).astype(np.int8)
        relative = self.by_stratum * stratum + self.by_score * (z - self.middle) + theirs
        end = self._end(rng, relative, _scale(self) if scale is None else scale)
        log_odds = np.log(risk / (1.0 - risk))
        noise = rng.normal(size=patients)
        return Followed(
            risk,
            np.minimum(until, end),
            np.where(until <= end, event, 0).astype(np.int8),
            _expit(log_odds),
            _expit(-0.3 + 0.8 * log_odds + 0.6 * noise),
            group,
            stratum,
            cluster,
            rng.gamma(4.0, 0.25, patients) if self.weighted else None,
        )

    def _end(self, rng: np.random.Generator, relative: Numbers, scale: float) -> Numbers:
        """When follow-up ends: a hazard that is constant, or an even spread from soon to late."""
        even = rng.random(len(relative))
        if self.administrative:
            return np.asarray((0.1 + scale * even) * np.exp(-relative))
        return np.asarray(-np.log(even) / (scale * np.exp(relative)))


@cache
def _scale(population: Population) -> float:
    """The rate of censoring, or when the last follow-up ends, that leaves the share that is wanted."""
    low, high = 1e-3, 1e3
    for _ in range(30):
        middle = math.sqrt(low * high)
        share = population.draw(np.random.default_rng(99), 20_000, middle).share_censored
        # More are censored with a higher rate, fewer with a later end.
        if (share > population.censored) != population.administrative:
            high = middle
        else:
            low = middle
    return math.sqrt(low * high)


def _expit(log_odds: Numbers) -> Numbers:
    return np.asarray(1.0 / (1.0 + np.exp(-log_odds)))


# The first are those on which intervals were looked at while they were made.
TUNED = (
    Population("independent", "30 % of 800", 800, 0.3),
    Population("independent", "50 % of 800", 800, 0.5),
    Population("independent", "70 % of 1,000", 1000, 0.7),
    Population("administrative", "50 % of 600", 600, 0.5, administrative=True),
    Population("strata, said", "50 % of 800", 800, 0.5, by_stratum=1.5, told=True),
    Population("strata, said", "70 % of 1,200", 1200, 0.7, by_stratum=1.0, told=True),
    Population("competing", "30 % of 800", 800, 0.3, competing=0.3),
    Population("competing", "60 % of 1,000", 1000, 0.6, competing=0.5),
    Population("clusters", "50 % of 1,000 in 40", 1000, 0.5, clusters=40, alike=0.4, by_cluster=0.4),
    Population("few events", "30 % of 250, rare", 250, 0.3, middle=-2.6),
    Population("few events", "60 % of 250", 250, 0.6),
    Population("weights", "50 % of 800", 800, 0.5, weighted=True),
    Population("good model", "50 % of 600", 600, 0.5, spread=3.0),
)
FRESH = (
    Population("independent", "35 % of 600, falling hazards", 600, 0.35, shape=0.6),
    Population("independent", "55 % of 1,200, rising hazards", 1200, 0.55, shape=1.6),
    Population("independent", "70 % of 1,500, rare", 1500, 0.7, middle=-2.6),
    Population("administrative", "60 % of 700", 700, 0.6, administrative=True, shape=1.3),
    Population("strata, said", "40 % of 700", 700, 0.4, by_stratum=-1.2, told=True),
    Population("strata, said", "65 % of 1,200", 1200, 0.65, by_stratum=1.4, told=True, shape=0.8),
    Population("competing", "40 % of 900", 900, 0.4, competing=0.8),
    Population("competing", "50 % of 700, administrative", 700, 0.5, competing=0.25, administrative=True),
    Population("clusters", "40 % of 1,200 in 60", 1200, 0.4, clusters=60, alike=0.5),
    Population("clusters", "60 % of 1,500 in 30", 1500, 0.6, clusters=30, alike=0.3, by_cluster=0.5),
    Population("few events", "40 % of 180", 180, 0.4),
    Population("few events", "50 % of 350, rare", 350, 0.5, middle=-2.6),
    Population("weights", "60 % of 1,000, competing", 1000, 0.6, competing=0.3, weighted=True),
    Population("good model", "40 % of 500", 500, 0.4, spread=2.5, middle=-2.2),
)
UNTOLD = (
    Population("by score, not said", "50 % of 1,000, weakly", 1000, 0.5, by_score=0.3),
    Population("by score, not said", "50 % of 1,000, strongly", 1000, 0.5, by_score=1.0),
    Population("by score, not said", "50 % of 1,000, low risks leave", 1000, 0.5, by_score=-0.5),
    Population("strata, not said", "50 % of 800", 800, 0.5, by_stratum=1.5),
)
POPULATIONS = {"tuned": TUNED, "fresh": FRESH, "untold": UNTOLD}


def cohort_of(patients: Followed, told: bool) -> baserate.Cohort:
    """The patients as they are known."""
    return baserate.Cohort.of(
        time=patients.time,
        event=patients.event,
        horizon=HORIZON,
        censoring=patients.stratum if told else None,
        sample_weight=patients.weight,
        cluster=patients.cluster,
    )


def estimates(
    cohort: baserate.Cohort, first: Numbers, second: Numbers, group: NDArray[np.bool_]
) -> dict[str, Estimate]:
    """Every kind of number of one model, and of two."""
    parts = [
        cohort.part(side).net_benefit(first[side], cost=COST, prevalence=RANGE) for side in (group, ~group)
    ]
    over = [cohort.net_benefit(score, cost=COST, prevalence=RANGE) for score in (first, second)]
    here = [cohort.net_benefit(score, cost=COST) for score in (first, second)]
    found = {
        "net benefit over a range": over[0],
        "net benefit": here[0],
        "difference over a range": over[0] - over[1],
        "difference": here[0] - here[1],
        "difference of groups": parts[0] - parts[1],
        "AUC": cohort.auc(first),
        "difference of AUC": cohort.auc(first) - cohort.auc(second),
        "O/E": baserate.calibration.observed_expected(cohort, first),
        "calibration slope": baserate.calibration.slope(cohort, first),
        "sensitivity": Decisions(cohort, cohort.sample(first), CUTOFF).sensitivity,
        "predictive value": Decisions(cohort, cohort.sample(first), CUTOFF).ppv,
    }
    try:
        treated = [cohort.treated_net_benefit(score, cost=COST) for score in (first, second)]
        found |= {"by the treated": treated[0], "by the treated, difference": treated[0] - treated[1]}
    except baserate.errors.SettingError:  # strata are for weights
        pass
    return found


@cache
def truth_of(population: Population, many: int) -> dict[str, float]:
    """Every number for very many patients of known risk: each a case by the risk, a non-case by the rest."""
    patients = population.draw(np.random.default_rng(2**31), many)
    label = np.repeat([1, 0], many)
    weight = np.concatenate((patients.risk, 1.0 - patients.risk))
    if patients.weight is not None:
        weight *= np.tile(patients.weight, 2)
    everybody = baserate.Cohort.of(label, sample_weight=weight)
    first, second, group = np.tile(patients.first, 2), np.tile(patients.second, 2), np.tile(patients.group, 2)
    return {name: estimate.value for name, estimate in estimates(everybody, first, second, group).items()}


@dataclass(frozen=True)
class Cell:
    """Coverage of one interval in one population, in percent."""

    kind: str
    population: str
    interval: str
    samples: int
    coverage: float
    above: float
    below: float
    bias: float
    width: float
    plain: float


def draw(population: Population, rng: np.random.Generator) -> Followed:
    """A sample in which five of either group are known to have had the event, and five to have had none."""
    while True:
        patients = population.draw(rng, population.patients)
        known = (patients.event > 0) | (patients.time >= HORIZON)
        case = known & (patients.event == 1) & (patients.time <= HORIZON)
        sides = (patients.group, ~patients.group)
        if all((who & side).sum() >= FEWEST for who in (case, known & ~case) for side in sides):
            return patients


def study(population: Population, samples: int, seed: int, many: int = MANY) -> list[Cell]:
    """Coverage of every interval in one population."""
    truth = truth_of(population, many)
    rng = np.random.default_rng(seed)
    rows: dict[str, list[tuple[float, ...]]] = {}
    for _ in range(samples):
        patients = draw(population, rng)
        shown = estimates(
            cohort_of(patients, population.told), patients.first, patients.second, patients.group
        )
        for name, one in shown.items():
            plain = one.interval(method="t")
            rows.setdefault(name, []).append((one.value, one.low, one.high, plain.low, plain.high))
    return [_cell(population, name, np.array(own), truth[name]) for name, own in rows.items()]


def _cell(population: Population, name: str, rows: Numbers, truth: float) -> Cell:
    value, low, high, plain_low, plain_high = rows.T
    spread = float(value.std())
    above, below = float((low > truth).mean()), float((high < truth).mean())
    plain = float(((plain_low <= truth) & (truth <= plain_high)).mean())
    return Cell(
        population.kind,
        population.name,
        name,
        len(rows),
        100.0 * (1.0 - above - below),
        100.0 * above,
        100.0 * below,
        float(value.mean() - truth) / spread,
        float((high - low).mean()) / (2.0 * 1.96 * spread),
        100.0 * plain,
    )


def run(which: str, samples: int, seed: int, kinds: Sequence[str] = ()) -> list[Cell]:
    """All cells, one population after the other."""
    found: list[Cell] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", baserate.errors.BaserateWarning)
        for number, population in enumerate(POPULATIONS[which]):
            if not kinds or population.kind in kinds:
                found += study(population, samples, seed + 1000 * number)
                print(f"{population.kind}: {population.name}", file=sys.stderr, flush=True)
    return found


def overall(cells: Sequence[Cell]) -> str:
    """How many cells lie where they should."""
    covered = [cell.coverage for cell in cells]
    low, high = TARGET
    within = sum(low <= one <= high for one in covered)
    return (
        f"{len(cells)} intervals: coverage {min(covered):.1f} to {max(covered):.1f}, mean "
        f"{sum(covered) / len(covered):.1f}; {within} lie within {low:g} to {high:g}, "
        f"{sum(one < low for one in covered)} below and {sum(one > high for one in covered)} above."
    )


def table(cells: Sequence[Cell], *, bias: bool = False) -> list[str]:
    """Coverage of every interval in every population, or the bias in standard deviations of the estimate."""
    names = list(dict.fromkeys(cell.interval for cell in cells))
    lines = [f"| censored | {' | '.join(names)} |", "| --- " * (len(names) + 1) + "|"]
    for (kind, population), own in _by_population(cells).items():
        shown = [
            "-" if name not in own else f"{own[name].bias:+.2f}" if bias else f"{own[name].coverage:.1f}"
            for name in names
        ]
        lines.append(f"| {kind}: {population} | {' | '.join(shown)} |")
    return lines


def by_interval(cells: Sequence[Cell]) -> list[str]:
    """Coverage, tails, bias and width of every interval, over the populations."""
    lines = [
        "| interval | coverage: lowest, mean, highest | wholly above, below the truth "
        "| bias in standard deviations: mean, most | width over the ideal: mean, most | plain t: lowest |",
        "| --- " * 6 + "|",
    ]
    for name in dict.fromkeys(cell.interval for cell in cells):
        own = [cell for cell in cells if cell.interval == name]
        covered, widths, bias = ([getattr(c, what) for c in own] for what in ("coverage", "width", "bias"))
        shown = (
            f"{min(covered):.1f}, {_mean(covered):.1f}, {max(covered):.1f}",
            f"{_mean([c.above for c in own]):.1f}, {_mean([c.below for c in own]):.1f}",
            f"{_mean(bias):+.2f}, {max(bias, key=abs):+.2f}",
            f"{_mean(widths):.2f}, {max(widths):.2f}",
            f"{min(c.plain for c in own):.1f}",
        )
        lines.append(f"| {name} | {' | '.join(shown)} |")
    return lines


def _by_population(cells: Sequence[Cell]) -> dict[tuple[str, str], dict[str, Cell]]:
    together: dict[tuple[str, str], dict[str, Cell]] = {}
    for cell in cells:
        together.setdefault((cell.kind, cell.population), {})[cell.interval] = cell
    return together


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def page(results: dict[str, Sequence[Cell]]) -> str:
    """The tables as Markdown: what was tuned, what was not, and what nobody said, apart."""
    samples = next(iter(results.values()))[0].samples
    error = 100.0 * math.sqrt(0.95 * 0.05 / samples)
    about = (
        f"Written by `python -m studies.censoring`: {samples:,} samples a cell, simulation error {error:.1f} "
        "points. A row is a population (studies/censoring.py): the share of its patients who are censored "
        f"before the horizon, and how. Cost {COST:g}, range of prevalences {RANGE[0]:.0%} to {RANGE[1]:.0%}, "
        f"cut-off {CUTOFF:g}. The truth comes from the known risks of {MANY:,} patients, from no outcome. "
        'Net benefit and differences without "over a range" are at the observed prevalence; "by the treated" '
        "is the Kaplan-Meier or Aalen-Johansen estimator among the treated, which has no strata. The ideal "
        "width is 2 x 1.96 standard deviations of the estimate over the samples."
    )
    lines = ["# Coverage of the 95 % intervals where patients are censored", "", *wrap(about, 110)]
    titles = {
        "tuned": "Populations that were looked at while the intervals were made",
        "fresh": "Populations that played no part: written down before, run once, reported whatever they say",
        "untold": "Where censoring depends on the risk and nobody says so",
    }
    for which, cells in results.items():
        lines += ["", f"## {titles[which]}", ""]
        if which == "untold":
            lines += [*wrap(UNTOLD_NOTE, 110), "", "Bias:", "", *table(cells, bias=True), "", "Coverage:"]
        else:
            lines += [overall(cells)]
        lines += ["", *table(cells), "", *by_interval(cells)]
    return "\n".join(lines) + "\n"


UNTOLD_NOTE = (
    "No interval can hold what is not estimated: those who are followed are not like those who are censored. "
    "The bias, in standard deviations of the estimate, is what to look at. In the last row, the strata would "
    "mend it were they said."
)


def check_quickly(cells: Sequence[Cell]) -> list[str]:
    """Intervals that cover too rarely, over all populations together."""
    failures = []
    for name in dict.fromkeys(cell.interval for cell in cells):
        covered = _mean([cell.coverage for cell in cells if cell.interval == name])
        print(f"{covered:6.1f}  {name}")
        if covered < LOWEST:
            failures.append(f"{name} covers {covered:.1f} %")
    return failures


def main() -> None:
    """Run the study and write its page, or the quick form."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=600)
    parser.add_argument("--which", nargs="*", choices=[*POPULATIONS], default=[*POPULATIONS])
    parser.add_argument("--kinds", nargs="*", default=[], help="only these kinds of populations")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--cells", type=Path, help="also write every cell to this file, as JSON")
    parser.add_argument("--out", type=Path, default=PAGE)
    asked = parser.parse_args()
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    if asked.quick:
        sys.exit("; ".join(check_quickly(run("tuned", QUICK, asked.seed))) or 0)
    results: dict[str, Sequence[Cell]] = {
        which: run(which, asked.samples, asked.seed, asked.kinds) for which in asked.which
    }
    if asked.cells:
        asked.cells.write_text(json.dumps({k: [asdict(c) for c in v] for k, v in results.items()}, indent=1))
    asked.out.write_text(page(results))


if __name__ == "__main__":
    main()
