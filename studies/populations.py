"""Populations to draw patients from: many shapes of scores, clusters, weights and heaps.

A population draws any number of patients. What is true of it is what the same question gives on very
many of them, so any shape will do, and no formula of the library is taken on trust but its values,
which other tests hold against integrals.

Constants of the intervals were chosen on the populations of ``TUNED``. Those of ``FRESH`` were written
down before any interval was tried on them, and no constant was changed after.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Codes = NDArray[np.intp]
Rng = np.random.Generator


@dataclass(frozen=True)
class Patients:
    """Outcomes, the scores of each model, and what else is known of the patients."""

    y: NDArray[np.bool_]
    scores: Mapping[str, Numbers]
    cluster: Codes | None = None
    weight: Numbers | None = None
    group: NDArray[np.str_] | None = None

    def columns(self) -> dict[str, object]:
        """As :func:`baserate.evaluate` takes them."""
        others = {"cluster": self.cluster, "weight": self.weight, "group": self.group}
        there = {name: value for name, value in others.items() if value is not None}
        return {"y": self.y.astype(int), **self.scores, **there}


Draw = Callable[[Rng, int], Patients]


@dataclass(frozen=True)
class Population:
    """A kind of cell, what is special about it, and how many patients a sample has."""

    kind: str
    name: str
    patients: int
    draw: Draw = field(repr=False)
    settings: tuple[str, ...] = (
        "observed",
        "observed, stated source",
        "one",
        "one, stated source",
        "range",
        "range, stated source",
    )


def risk(x: Numbers) -> Numbers:
    """Probability at log odds."""
    return np.asarray(1.0 / (1.0 + np.exp(-x)))


def _log_odds(p: float) -> float:
    return math.log(p / (1.0 - p))


def normal(
    prevalence: float,
    distance: float = 1.5,
    *,
    slope: float = 1.0,
    shift: float = 0.0,
    step: float = 0.0,
    alike: float = 0.7,
    other: float = 1.7,
) -> Draw:
    """Findings are normal within each outcome, and log odds a line in them; rounded where there is a step."""

    def draw(rng: Rng, n: int) -> Patients:
        y = rng.random(n) < prevalence
        noise = rng.normal(size=n)
        second = alike * noise + math.sqrt(1.0 - alike**2) * rng.normal(size=n)
        scores = {}
        for name, d, e in (("a", distance, noise), ("b", other, second)):
            x = d * (d * y + e) - d**2 / 2.0
            x = slope * x + shift if name == "a" else x
            x = np.round(x / step) * step if step else x
            scores[name] = risk(x + _log_odds(prevalence))
        return Patients(y, scores)

    return draw


def calibrated(risks: Callable[[Rng, int], Numbers], noise: float = 0.5) -> Draw:
    """Risks of any shape, of which outcomes are drawn; the second model sees them through noise."""

    def draw(rng: Rng, n: int) -> Patients:
        p = risks(rng, n)
        y = rng.random(n) < p
        x = np.log(p) - np.log1p(-p)
        return Patients(y, {"a": p, "b": risk(x + noise * rng.normal(size=n))})

    return draw


def beta_risks(a: float, b: float) -> Callable[[Rng, int], Numbers]:
    """Risks that follow a Beta distribution."""
    return lambda rng, n: np.clip(rng.beta(a, b, n), 1e-6, 1.0 - 1e-6)


def gamma_risks(shape: float, start: float, scale: float) -> Callable[[Rng, int], Numbers]:
    """Log odds with a long upper tail."""
    return lambda rng, n: risk(start + scale * rng.gamma(shape, size=n))


def points(most: int, each: float, start: float, per_point: float) -> Draw:
    """A sum of yes-or-no findings; the second model leaves one out and sees another."""

    def draw(rng: Rng, n: int) -> Patients:
        findings = rng.random((n, most + 1)) < each
        total = findings[:, :most].sum(axis=1)
        p = risk(start + per_point * total.astype(np.float64))
        second = findings[:, 1:].sum(axis=1).astype(np.float64)
        return Patients(rng.random(n) < p, {"a": p, "b": risk(start + per_point * second)})

    return draw


def heaped(draw: Draw, share: float, value: float) -> Draw:
    """Some patients were not tested, and the first model gives all of them one risk."""

    def with_heap(rng: Rng, n: int) -> Patients:
        patients = draw(rng, n)
        first = np.where(rng.random(n) < share, value, patients.scores["a"])
        return Patients(patients.y, {**patients.scores, "a": first})

    return with_heap


def rounded(draw: Draw, to: float) -> Draw:
    """Risks written down as percentages, or tenths."""

    def with_rounding(rng: Rng, n: int) -> Patients:
        patients = draw(rng, n)
        scores = {
            name: np.clip(np.round(score / to) * to, to / 2, 1 - to / 2)
            for name, score in patients.scores.items()
        }
        return Patients(patients.y, scores)

    return with_rounding


def weighted(draw: Draw, spread: float) -> Draw:
    """Patients who count differently, whatever their outcome."""

    def with_weights(rng: Rng, n: int) -> Patients:
        patients = draw(rng, n)
        return Patients(patients.y, patients.scores, weight=np.exp(spread * rng.normal(size=n)))

    return with_weights


Sizes = Callable[[Rng, int], Numbers]


def equal_sizes(rng: Rng, count: int) -> Numbers:  # noqa: ARG001
    """Clusters of one size."""
    return np.full(count, 1.0 / count)


def one_holds(share: float) -> Sizes:
    """One cluster holds a large share of the patients."""
    return lambda rng, count: np.r_[share, np.full(count - 1, (1.0 - share) / (count - 1))]  # noqa: ARG005


def pareto_sizes(tail: float) -> Sizes:
    """A few large clusters and many small ones."""

    def sizes(rng: Rng, count: int) -> Numbers:
        size = rng.pareto(tail, count) + 1.0
        return np.asarray(size / size.sum())

    return sizes


def lognormal_sizes(spread: float) -> Sizes:
    """Clusters of very different size."""

    def sizes(rng: Rng, count: int) -> Numbers:
        size = np.exp(spread * rng.normal(size=count))
        return np.asarray(size / size.sum())

    return sizes


def clustered(
    count: int, sizes: Sizes, *, spread: float = 0.5, tied: float = 0.0, of: int = 1500, distance: float = 1.5
) -> Draw:
    """Clusters whose patients are sicker, or score higher, together; ``tied``: larger ones have more cases.

    A sample of ``of`` patients has ``count`` clusters, and a larger one as many more.
    """

    def draw(rng: Rng, n: int) -> Patients:
        blocks = [_hospitals(rng, count, sizes, of, spread, tied, distance) for _ in range(max(1, n // of))]
        cluster = np.concatenate([block[2] + number * count for number, block in enumerate(blocks)])
        y = np.concatenate([block[0] for block in blocks])
        scores = {name: np.concatenate([block[1][name] for block in blocks]) for name in ("a", "b")}
        return Patients(y, scores, cluster=cluster)

    return draw


def _hospitals(
    rng: Rng, count: int, sizes: Sizes, n: int, spread: float, tied: float, distance: float
) -> tuple[NDArray[np.bool_], dict[str, Numbers], Codes]:
    size = np.maximum(np.rint(sizes(rng, count) * n).astype(int), 2)
    cluster = np.repeat(np.arange(count), size)
    base = -2.2 + spread * rng.normal(size=count) + tied * np.log(size / size.mean())
    y = rng.random(len(cluster)) < risk(base)[cluster]
    noise = rng.normal(size=len(cluster)) + (spread * rng.normal(size=count))[cluster]
    second = 0.7 * noise + 0.7 * rng.normal(size=len(cluster))
    scores = {
        name: risk(d * (d * y + e) - d**2 / 2.0 - 2.2)
        for name, d, e in (("a", distance, noise), ("b", distance - 0.1, second))
    }
    return y, scores, cluster


def groups(first: float, second: float, *, distances: tuple[float, float] = (1.5, 1.3)) -> Draw:
    """Two groups with a prevalence each, the model calibrated in both but of other sharpness."""

    def draw(rng: Rng, n: int) -> Patients:
        is_first = rng.random(n) < 0.4
        prevalence, d = np.where(is_first, first, second), np.where(is_first, *distances)
        y = rng.random(n) < prevalence
        x = d * (d * y + rng.normal(size=n)) - d**2 / 2.0 + np.log(prevalence / (1.0 - prevalence))
        return Patients(
            y,
            {"a": risk(x), "b": risk(x + 0.5 * rng.normal(size=n))},
            group=np.where(is_first, "one", "two"),
        )

    return draw


def equal_models(
    count: int, prevalence: float, *, alike: float = 0.5, distance: float = 1.2, shift: float = 0.0
) -> Draw:
    """Models of the same worth, whose errors are partly their own; shifted, their risks are too high."""

    def draw(rng: Rng, n: int) -> Patients:
        y = rng.random(n) < prevalence
        common = rng.normal(size=n)
        scores = {}
        for number in range(count):
            e = math.sqrt(alike) * common + math.sqrt(1.0 - alike) * rng.normal(size=n)
            x = distance * (distance * y + e) - distance**2 / 2.0 + shift
            scores[f"m{number}"] = risk(x + _log_odds(prevalence))
        return Patients(y, scores)

    return draw


# Shifts that make a model just as good as deciding without one, at 1:9 over 1 % to 10 %; held by a test.
TIED, OTHERWISE_TIED = 1.2034, 0.9565
RANGE = ("range",)
TUNED: tuple[Population, ...] = (
    Population("logit-normal", "100 patients, 30 %", 100, normal(0.3)),
    Population("logit-normal", "200 patients, 10 %", 200, normal(0.1)),
    Population("logit-normal", "1,000 patients, 10 %", 1000, normal(0.1)),
    Population("logit-normal", "1,000 patients, 2 %", 1000, normal(0.02)),
    Population("miscalibrated", "1,000 patients, 10 %", 1000, normal(0.1, slope=1.6, shift=0.7, alike=0.95)),
    Population("near perfect", "500 patients, 10 %", 500, normal(0.1, 4.0, other=3.5)),
    Population("nearly the same", "500 patients, 10 %", 500, normal(0.1, shift=0.3, alike=0.99, other=1.5)),
    Population("Beta", "400 patients, 20 %", 400, calibrated(beta_risks(0.8, 3.2))),
    Population("gamma", "500 patients, 12 %", 500, calibrated(gamma_risks(2.0, -3.5, 0.6))),
    Population("integer points", "600 patients, 0 to 8", 600, points(8, 0.3, -4.0, 0.6)),
    Population("heap", "400 patients, steps of 1.5", 400, normal(0.2, step=1.5)),
    Population("heap", "600 patients, 30 % on one score", 600, heaped(normal(0.1), 0.3, 0.18)),
    Population("thresholds far", "300 patients at 60 %", 300, normal(0.6, 1.2, other=1.0)),
    Population("weights", "800 patients, 10 %", 800, weighted(normal(0.1), 0.6)),
    Population("equal clusters", "1,500 patients in 30", 1500, clustered(30, equal_sizes)),
    Population("unequal clusters", "30, one holds half", 1500, clustered(30, one_holds(0.5))),
    Population("unequal clusters", "30, Pareto sizes", 1500, clustered(30, pareto_sizes(1.2))),
    Population(
        "unequal clusters", "30, larger have more cases", 1500, clustered(30, lognormal_sizes(1.0), tied=0.5)
    ),
    Population("groups", "1,200 patients, 5 and 15 %", 1200, groups(0.05, 0.15)),
    Population("selected winner", "best of 6", 800, equal_models(6, 0.1), RANGE),
    Population("selected winner", "best of 15", 800, equal_models(15, 0.1), RANGE),
    Population("tie with no model", "6 models", 800, equal_models(6, 0.1, shift=TIED), RANGE),
    Population("tie with no model", "15 models", 800, equal_models(15, 0.1, shift=TIED), RANGE),
)


def _student_risks(rng: Rng, n: int) -> Numbers:
    """Log odds with long tails on both sides."""
    return risk(-2.0 + 0.9 * rng.standard_t(4, n))


def _two_kinds(rng: Rng, n: int) -> Numbers:
    """Most patients at low risk, some at high."""
    high = rng.random(n) < 0.2
    return risk(np.where(high, -0.3 + 0.6 * rng.normal(size=n), -3.3 + 0.7 * rng.normal(size=n)))


def _even_log_odds(rng: Rng, n: int) -> Numbers:
    return risk(rng.uniform(-4.5, 0.5, n))


FRESH: tuple[Population, ...] = (
    Population("logit-normal", "150 patients, 20 %", 150, normal(0.2, 1.3, other=1.2)),
    Population("logit-normal", "700 patients, 4 %", 700, normal(0.04, 1.8, other=1.6, alike=0.5)),
    Population("logit-normal", "3,000 patients, 7 %", 3000, normal(0.07, 1.2, other=1.4)),
    Population("miscalibrated", "600 patients, 15 %", 600, normal(0.15, slope=0.6, shift=-0.5, alike=0.9)),
    Population("near perfect", "300 patients, 25 %", 300, normal(0.25, 3.6, other=3.9)),
    Population("nearly the same", "900 patients, 8 %", 900, normal(0.08, slope=1.2, alike=0.98, other=1.5)),
    Population("Student's t", "500 patients, 15 %", 500, calibrated(_student_risks)),
    Population("two kinds of patients", "400 patients, 12 %", 400, calibrated(_two_kinds, 0.8)),
    Population("even log odds", "350 patients, 17 %", 350, calibrated(_even_log_odds, 0.7)),
    Population("Beta", "250 patients, 10 %", 250, calibrated(beta_risks(1.5, 13.5))),
    Population("gamma", "800 patients, 8 %", 800, calibrated(gamma_risks(1.2, -3.4, 0.9))),
    Population("integer points", "500 patients, 0 to 12", 500, points(12, 0.2, -3.6, 0.5)),
    Population("heap", "500 patients, rounded to 5 %", 500, rounded(normal(0.15), 0.05)),
    Population("heap", "800 patients, 20 % on one score", 800, heaped(normal(0.06), 0.2, 0.11)),
    Population("thresholds far", "400 patients at 75 %", 400, normal(0.75, 1.0, other=1.3)),
    Population("weights", "600 patients, 18 %", 600, weighted(calibrated(beta_risks(0.9, 4.1)), 0.9)),
    Population(
        "equal clusters", "1,200 patients in 15", 1200, clustered(15, equal_sizes, of=1200, spread=0.4)
    ),
    Population(
        "unequal clusters", "20, one holds 40 %", 1200, clustered(20, one_holds(0.4), of=1200, spread=0.4)
    ),
    Population("unequal clusters", "50, Pareto sizes", 2000, clustered(50, pareto_sizes(1.5), of=2000)),
    Population(
        "unequal clusters",
        "40, larger have fewer cases",
        1600,
        clustered(40, lognormal_sizes(0.8), tied=-0.4, of=1600),
    ),
    Population("groups", "900 patients, 8 and 25 %", 900, groups(0.08, 0.25, distances=(1.2, 1.6))),
    Population("selected winner", "best of 6", 600, equal_models(6, 0.15, alike=0.3, distance=1.0), RANGE),
    Population("selected winner", "best of 15", 1000, equal_models(15, 0.08, alike=0.7, distance=1.5), RANGE),
    Population(
        "tie with no model",
        "6 models",
        600,
        equal_models(6, 0.15, alike=0.3, distance=1.0, shift=OTHERWISE_TIED),
        RANGE,
    ),
)
