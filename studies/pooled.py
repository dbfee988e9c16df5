"""What two sites' summaries combined give, beside the joined rows of their patients.

``python -m studies.pooled`` prints the table of docs/summaries.md. Cohorts of several sizes and shapes are
cut in two; each half is reduced with a smallest cell of five, and the two summaries are evaluated together.
How far a net benefit, or a difference of two models, is from that of all rows is said as a share of the
width of its 95 % confidence interval; so is the bound that the result states. Constants of the summaries
were chosen on other seeds.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import baserate
from baserate.evaluation.evaluate import evaluate_combined
from baserate.evaluation.evaluation import Evaluation
from baserate.extensions.sites.summaries import combine, summarise
from baserate.inference.progress import progress
from baserate.odds import expit
from baserate.patients.reading import read_patients
from baserate.patients.roles import Roles

Numbers = NDArray[np.float64]
MODELS = ("first", "second")
SIZES = {500: 20, 3_000: 10, 100_000: 2}
SMALLEST_CELL = 5
PREVALENCE, DISTANCE = 0.15, 1.5
# The first seed; constants were chosen on seeds from 1,000 and from 20,000 on.
SEED = 30_000
# Sums of numbers in another order differ by less than this.
ROUNDING = 1e-9

RANGES: dict[str, dict[str, Any]] = {
    "1 % to 10 %, 1:30": {"prevalence": (0.01, 0.10), "cost": "1:30"},
    "1 % to 10 %, 1:9": {"prevalence": (0.01, 0.10), "cost": "1:9"},
    "5 % to 30 %, 1:9": {"prevalence": (0.05, 0.30), "cost": "1:9"},
}
POINTS: dict[str, dict[str, Any]] = {
    "5 %, 1:30": {"prevalence": 0.05, "cost": "1:30"},
    "5 %, 1:9": {"prevalence": 0.05, "cost": "1:9"},
}


def _calibrated(evidence: Numbers, noisy: Numbers) -> tuple[Numbers, Numbers]:
    return expit(evidence), expit(noisy)


def _bent(evidence: Numbers, noisy: Numbers) -> tuple[Numbers, Numbers]:
    """One too extreme and too high, the other too moderate and too low."""
    return expit(1.6 * evidence + 1.5), expit(0.6 * noisy - 1.0)


def _heaps(evidence: Numbers, noisy: Numbers) -> tuple[Numbers, Numbers]:
    """A points score in steps of half a unit of log odds, and percentages."""
    percents = np.clip(np.round(np.asarray(expit(noisy)), 2), 0.01, 0.99)
    return expit(np.round(2.0 * evidence) / 2.0), percents


KINDS: dict[str, Callable[[Numbers, Numbers], tuple[Numbers, Numbers]]] = {
    "calibrated": _calibrated,
    "bent": _bent,
    "heaps": _heaps,
}


class Off(NamedTuple):
    """How far a number is off, how wide its interval is, and its bound, all as shares of the right width."""

    value: float
    width: float
    bound: float


def draw(kind: str, size: int, seed: int) -> dict[str, Any]:
    """Outcomes and the scores of two models, the second of which is the first with noise."""
    rng = np.random.default_rng(seed)
    died = (rng.random(size) < PREVALENCE).astype(int)
    finding = DISTANCE * died + rng.standard_normal(size)
    evidence = DISTANCE * finding - DISTANCE**2 / 2.0 + np.log(PREVALENCE / (1.0 - PREVALENCE))
    first, second = KINDS[kind](evidence, evidence + 0.7 * rng.standard_normal(size))
    return {"died": died, "first": first, "second": second}


def off(data: Mapping[str, Any], where: Mapping[str, Any]) -> Iterator[tuple[str, Off]]:
    """Every score and the difference of two summaries, beside those of all rows."""
    roles, half = Roles.of("died", list(MODELS)), len(data["died"]) // 2
    sites = [
        {name: column[part] for name, column in data.items()} for part in (slice(half), slice(half, None))
    ]
    made = [summarise([read_patients(site, roles)], SMALLEST_CELL) for site in sites]
    found = evaluate_combined(combine(made, ["one", "two"]), **where)
    exact = baserate.evaluate(data, "died", list(MODELS), **where)
    for model in MODELS:
        yield "score", _beside(found, exact, (model,))
    yield "difference", _beside(found, exact, MODELS)


def _beside(found: Evaluation, exact: Evaluation, models: tuple[str, ...]) -> Off:
    ours, theirs = (
        ev.score(*models) if len(models) == 1 else ev.compare(models[0], models[1]) for ev in (found, exact)
    )
    width = theirs.high - theirs.low
    bound = sum(found.error_bound(model) for model in models)
    return Off(abs(ours.value - theirs.value) / width, (ours.high - ours.low) / width, bound / width)


def row(kind: str, size: int, cohorts: int, asked: Mapping[str, Mapping[str, Any]]) -> dict[str, list[Off]]:
    """All cohorts of a kind and a size at several deployments."""
    found: dict[str, list[Off]] = {"score": [], "difference": []}
    for cohort in range(cohorts):
        data = draw(kind, size, SEED + cohort)
        for where in asked.values():
            for what, one in off(data, where):
                found[what].append(one)
    return found


def line(kind: str, size: int, what: str, found: list[Off]) -> str:
    """A row of the table."""
    value, width, bound = np.array(found).T
    numbers = [f"{100 * one:.1f} %" for one in (np.sqrt((value**2).mean()), value.max())]
    numbers += [f"{width.min():.2f} to {width.max():.2f}"]
    numbers += [f"{100 * np.median(bound):.0f} %", "yes" if (value <= bound + ROUNDING).all() else "NO"]
    return f"| {kind} | {size:,} | {what} | {' | '.join(numbers)} |"


def table(asked: Mapping[str, Mapping[str, Any]], sizes: Mapping[int, int]) -> str:
    """The table of several deployments together."""
    head = ["scores", "patients", "of", "off, root mean square", "off, most", "width of the interval, times"]
    head += ["bound, median", "within the bound"]
    rows = [f"| {' | '.join(head)} |", "| --- " * len(head) + "|"]
    cells = [(kind, size, cohorts) for kind in KINDS for size, cohorts in sizes.items()]
    for kind, size, cohorts in progress(cells, "summaries beside rows"):
        found = row(kind, size, cohorts, asked)
        rows += [line(kind, size, what, found[what]) for what in found]
    return "\n".join(rows)


def main() -> None:
    """Run the study and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cohorts", type=int, help="Of each kind and size; else 20, 10 and 2.")
    arguments = parser.parse_args()
    sizes = {size: arguments.cohorts or number for size, number in SIZES.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for title, asked in (("Ranges of prevalence", RANGES), ("One prevalence", POINTS)):
            print(f"{title}: {'; '.join(asked)}\n\n{table(asked, sizes)}\n")


if __name__ == "__main__":
    main()
