"""How often bands about curves of net benefit hold the truth: at each point, and along the whole curve.

``python -m studies.bands`` prints the table of docs/intervals.md. Scores are normal in log odds within cases
and within non-cases, so that the true curve is known in closed form. Each design is sampled 400 times; beside
the coverage stands the mean critical value, which is 1.96 for a pointwise band.
"""

from __future__ import annotations

import argparse
import math
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from baserate import Cohort, Estimate
from baserate.inference.bands import pointwise_band, simultaneous_band
from baserate.inference.quantile import quantile

Numbers = NDArray[np.float64]
Rng = np.random.Generator

# Thresholds of the curves along thresholds, and prevalences of those along prevalence.
THRESHOLDS = 1.0 / (1.0 + np.exp(-np.linspace(math.log(0.02 / 0.98), math.log(0.4 / 0.6), 21)))
PREVALENCES = 1.0 / (1.0 + np.exp(-np.linspace(math.log(0.01 / 0.99), math.log(0.2 / 0.8), 21)))
COST = 0.1


@dataclass(frozen=True)
class Design:
    """A population, the sample, and the curve that is asked for.

    ``prevalence`` is that of the population; scores of cases lie ``distance`` above those of non-cases in log
    odds, of which ``distance`` is also the variance, so that risks are right; ``slope`` makes them too
    extreme. ``at`` is a stated prevalence, ``source`` whether the source prevalence is stated.
    """

    name: str
    patients: int
    prevalence: float
    distance: float = 1.5
    slope: float = 1.0
    at: float | None = None
    source: bool = False
    clusters: int = 0
    weights: bool = False
    rounded: bool = False
    kind: str = "decision curve"


DESIGNS = (
    Design("500 patients, 10 % cases", 500, 0.1),
    Design("2,000 patients, 10 % cases", 2000, 0.1),
    Design("2,000 patients, 2 % cases", 2000, 0.02),
    Design("500 patients, 30 % cases, shown at 5 %", 500, 0.3, at=0.05),
    Design("2,000 patients, 10 % cases, shown at 3 %, source stated", 2000, 0.1, at=0.03, source=True),
    Design("1,000 patients, risks too extreme", 1000, 0.2, slope=2.0),
    Design("1,000 patients in 100 clusters", 1000, 0.2, clusters=100),
    Design("1,000 patients with weights", 1000, 0.2, weights=True),
    Design("1,000 patients, risks rounded to 1 %", 1000, 0.2, rounded=True),
    Design("1,000 patients, difference of two models", 1000, 0.2, kind="difference"),
    Design("2,000 patients, difference against prevalence", 2000, 0.1, kind="by prevalence"),
)


@dataclass(frozen=True)
class Sample:
    """Patients: outcome, two scores, cluster and weight."""

    y: NDArray[np.int8]
    scores: tuple[Numbers, Numbers]
    cluster: NDArray[np.intp] | None
    weight: Numbers | None


def draw(design: Design, rng: Rng) -> Sample:
    """A sample of the population; clusters differ in how common the disease is, and in the scores."""
    n, cluster, effect = design.patients, None, np.zeros(design.patients)
    chance = np.full(n, design.prevalence)
    if design.clusters:
        cluster = rng.integers(design.clusters, size=n)
        chance = rng.beta(*_beta(design.prevalence), design.clusters)[cluster]
        effect = rng.standard_normal(design.clusters)[cluster]
    y = (rng.random(n) < chance).astype(np.int8)
    common = rng.standard_normal(n)
    scores = []
    for distance in (design.distance, 0.8 * design.distance):
        alone = effect if design.clusters else rng.standard_normal(n)
        z = distance * (y - 0.5) + math.sqrt(distance) * (math.sqrt(0.8) * common + math.sqrt(0.2) * alone)
        logit = design.slope * (z + math.log(design.prevalence / (1.0 - design.prevalence)))
        risk = 1.0 / (1.0 + np.exp(-logit))
        scores.append(np.round(risk, 2) if design.rounded else risk)
    weight = rng.lognormal(0.0, 0.6, n) if design.weights else None
    return Sample(y, (scores[0], scores[1]), cluster, weight)


def _beta(prevalence: float) -> tuple[float, float]:
    """With an intraclass correlation of the outcome of one eleventh."""
    return 10.0 * prevalence, 10.0 * (1.0 - prevalence)


def truth(design: Design) -> Numbers:
    """The curve of the population, by the normal distribution."""
    if design.kind == "by prevalence":
        return np.array([_worth(design, COST, pi, 0) - _worth(design, COST, pi, 1) for pi in PREVALENCES])
    where = design.prevalence if design.at is None else design.at
    first = np.array([_worth(design, c, where, 0) for c in THRESHOLDS])
    if design.kind == "difference":
        first -= np.array([_worth(design, c, where, 1) for c in THRESHOLDS])
    return first


def _worth(design: Design, c: float, where: float, model: int) -> float:
    """Net benefit at a threshold and a prevalence: two normal tails."""
    distance = design.distance * (1.0, 0.8)[model]
    base = _logit(design.prevalence)
    cut = _logit(c) - _logit(where) + base
    if design.rounded:
        lowest = math.ceil(round(100.0 * c, 9)) - 0.5
        cut = _logit(lowest / 100.0)
    z = cut / design.slope - base
    true, false = (float(ndtr((side * distance / 2.0 - z) / math.sqrt(distance))) for side in (1.0, -1.0))
    return where * true - c / (1.0 - c) * (1.0 - where) * false


def _logit(p: float) -> float:
    return math.log(p / (1.0 - p))


def curve(design: Design, sample: Sample) -> list[Estimate]:
    """The estimates along the curve."""
    cohort = Cohort.of(sample.y, sample_weight=sample.weight, cluster=sample.cluster)
    source = design.prevalence if design.source else None

    def worth(model: int, c: float, where: float | None) -> Estimate:
        asked = {"cost": c, "prevalence": where, "source_prevalence": source}
        return cohort.net_benefit(sample.scores[model], **asked)  # type: ignore[arg-type]

    if design.kind == "by prevalence":
        return [worth(0, COST, pi) - worth(1, COST, pi) for pi in map(float, PREVALENCES)]
    if design.kind == "difference":
        return [worth(0, c, design.at) - worth(1, c, design.at) for c in map(float, THRESHOLDS)]
    return [worth(0, float(c), design.at) for c in THRESHOLDS]


@dataclass(frozen=True)
class Result:
    """Coverage of a design, as shares of the samples."""

    name: str
    pointwise: float
    worst_point: float
    pointwise_everywhere: float
    simultaneous: float
    critical: float


def study(design: Design, replicates: int, seed: int = 0) -> Result:
    """Sample a design many times, and count how often its bands hold the truth."""
    rng, true = np.random.default_rng(seed), truth(design)
    inside, whole, critical = [], [], []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(replicates):
            estimates = curve(design, draw(design, rng))
            single, joint = pointwise_band(estimates), simultaneous_band(estimates)
            inside.append((single.low <= true) & (true <= single.high))
            whole.append(bool(np.all((joint.low <= true) & (true <= joint.high))))
            critical.append(quantile(math.inf, joint.level_of_one))
    held = np.array(inside)
    worst, everywhere = float(held.mean(axis=0).min()), float(held.all(axis=1).mean())
    return Result(
        design.name,
        float(held.mean()),
        worst,
        everywhere,
        float(np.mean(whole)),
        float(np.mean(critical)),
    )


def table(results: Sequence[Result]) -> str:
    """The results as Markdown."""
    lines = [
        "| design | pointwise: mean over points | worst point | pointwise: whole curve "
        "| simultaneous: whole curve | critical value |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for one in results:
        shares = (one.pointwise, one.worst_point, one.pointwise_everywhere, one.simultaneous)
        shown = " | ".join(f"{100.0 * share:.1f} %" for share in shares)
        lines.append(f"| {one.name} | {shown} | {one.critical:.2f} |")
    return "\n".join(lines)


def main(show: Callable[[str], None] = print) -> None:
    """Run all designs and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.workers) as pool:
        results = list(pool.map(study, DESIGNS, [asked.replicates] * len(DESIGNS)))
    show(table(results))


if __name__ == "__main__":
    main()
