"""How well the prevalence of patients without outcomes is read off their scores.

``python -m studies.prevalence`` prints the tables of docs/prevalence-inside.md: coverage of the intervals and
bias in populations whose prevalence is known, how often the test of fit objects where label shift holds and
where it does not, and real patients whose outcomes were hidden.

Scores have normal evidence in either class unless a population says otherwise; with ``separation`` d they
are calibrated, and then bent. The number and places of the spline's knots were chosen on ``TUNED``; the
tables are of ``FRESH``.
"""

from __future__ import annotations

import argparse
import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

import baserate
from baserate.datasets.eicu import eicu_demo
from baserate.errors import BaserateWarning
from baserate.extensions.prevalence.estimate import PrevalenceEstimate
from baserate.inference.progress import progress
from baserate.odds import expit, log_odds

Numbers = NDArray[np.float64]
Bend = Callable[[Numbers], Numbers]

DATA = Path(os.environ.get("BASERATE_DATA", Path(__file__).parents[2] / "shared" / "data"))


def plain(x: Numbers) -> Numbers:
    """Calibrated."""
    return x


def too_extreme(x: Numbers) -> Numbers:
    """A line that is too steep, and shifted."""
    return 1.6 * x - 0.8


def swelling(x: Numbers) -> Numbers:
    """Ever too extreme, the farther from one half."""
    return np.asarray(2.0 * np.sinh(x / 2.0))


def saturating(x: Numbers) -> Numbers:
    """Ever too moderate."""
    return np.asarray(2.0 * np.tanh(x / 2.0))


def one_sided(x: Numbers) -> Numbers:
    """Too moderate where risks are high only, as of a model that has seen few of the very ill."""
    return np.where(x > -1.0, -1.0 + 0.5 * (x + 1.0), x)


def cubic(x: Numbers) -> Numbers:
    """Too extreme, the more the farther from one half."""
    return x + 0.15 * x**3


def hook(x: Numbers) -> Numbers:
    """Too moderate where risks are low, and too extreme where they are high."""
    return np.where(x < -1.5, -1.5 + 0.3 * (x + 1.5), 1.3 * x + 0.45)


def flat(x: Numbers) -> Numbers:
    """Much too moderate where risks are not low."""
    return np.where(x > -1.5, -1.5 + 0.4 * (x + 1.5), x)


@dataclass(frozen=True)
class Design:
    """Where labelled and unlabelled patients come from.

    ``mild`` takes so much off the evidence of the target's cases, and ``stretch`` multiplies all evidence
    there: neither is label shift. ``gamma`` is the share of label shift in the difference of prevalence,
    the rest of which moves the scores of both classes. ``decimals`` rounds scores.
    """

    name: str
    labelled: int
    unlabelled: int
    source: float
    target: float
    separation: float = 1.5
    bend: Bend = plain
    gamma: float = 1.0
    decimals: int | None = None
    beta: bool = False
    weighted: bool = False
    mild: float = 0.0
    stretch: float = 1.0

    def sample(self, rng: np.random.Generator, *, target: bool) -> tuple[Numbers, Numbers, Numbers | None]:
        """Outcomes, scores and weights of one place."""
        size, prevalence = (self.unlabelled, self.target) if target else (self.labelled, self.source)
        died = rng.random(size) < prevalence
        weight = rng.lognormal(0.0, 0.5, size) if self.weighted else None
        score = self._beta(rng, died) if self.beta else self._normal(rng, died, target)
        return died.astype(float), score if self.decimals is None else score.round(self.decimals), weight

    def _beta(self, rng: np.random.Generator, died: NDArray[np.bool_]) -> Numbers:
        """Scores with a Beta distribution in each class, calibrated nowhere."""
        return np.where(died, rng.beta(3.0, 2.0, len(died)), rng.beta(1.5, 4.0, len(died)))

    def _normal(self, rng: np.random.Generator, died: NDArray[np.bool_], target: bool) -> Numbers:
        d = self.separation
        evidence = d * (d * died + rng.normal(size=len(died))) - d**2 / 2.0
        if target:
            evidence = self.stretch * (evidence - self.mild * d**2 * died) + (1.0 - self.gamma) * self.delta
        return np.asarray(expit(self.bend(evidence + log_odds(self.source))))

    @property
    def delta(self) -> float:
        """How far the log odds of the two prevalences are apart."""
        return float(log_odds(self.target) - log_odds(self.source))


TUNED = [
    Design("calibrated", 1000, 1000, 0.2, 0.05),
    Design("cubic", 1000, 1000, 0.2, 0.05, bend=cubic),
    Design("cubic", 1000, 1000, 0.2, 0.4, bend=cubic),
    Design("flat", 1000, 1000, 0.2, 0.05, bend=flat),
    Design("flat", 1000, 1000, 0.2, 0.4, bend=flat),
    Design("hook", 1000, 1000, 0.2, 0.05, bend=hook),
    Design("hook", 400, 1000, 0.1, 0.3, separation=1.2, bend=hook),
    Design("cubic, many", 4000, 4000, 0.1, 0.02, bend=cubic),
]
FRESH = [
    Design("calibrated", 1000, 1000, 0.15, 0.05, 1.7),
    Design("calibrated, few patients", 500, 500, 0.3, 0.1, 1.3),
    Design("too extreme, a line", 1000, 2000, 0.15, 0.3, 1.4, too_extreme),
    Design("swelling", 1000, 1000, 0.25, 0.1, 1.6, swelling),
    Design("saturating", 1000, 1000, 0.25, 0.5, 1.6, saturating),
    Design("too moderate when high", 2000, 2000, 0.1, 0.25, 1.8, one_sided),
    Design("tenths, with 0 and 1", 1000, 1000, 0.3, 0.15, 1.6, decimals=1),
    Design("Beta in each class", 800, 800, 0.2, 0.4, beta=True),
    Design("rare", 2000, 5000, 0.08, 0.02, 1.7, swelling),
    Design("nearly nobody", 1000, 1000, 0.2, 0.01, 1.7),
    Design("30 cases", 300, 300, 0.1, 0.2, 1.7),
    Design("weak score", 2000, 2000, 0.3, 0.15, 0.8),
    Design("weights", 1000, 1000, 0.15, 0.3, 1.4, saturating, weighted=True),
    Design("gamma 0", 1000, 1000, 0.15, 0.05, 1.4, swelling, gamma=0.0),
    Design("gamma 0.5", 1000, 1000, 0.15, 0.4, 1.4, saturating, gamma=0.5),
]
# Where label shift does not hold, in ways that a test may see.
BROKEN = [
    replace(design, labelled=size, unlabelled=size, name=f"{design.name}, {size:,}")
    for design in (
        Design("milder cases", 0, 0, 0.2, 0.2, mild=0.4),
        Design("covariate shift", 0, 0, 0.2, 0.05, gamma=0.0),
        Design("evidence 1.3 times as strong", 0, 0, 0.2, 0.1, stretch=1.3),
    )
    for size in (1000, 4000)
]
METHODS: dict[str, dict[str, Any]] = {
    "ml": {},
    "line": {"recalibrate": "line"},
    "raw": {"recalibrate": "none"},
    "bbse": {"method": "bbse"},
    "bbse-hard": {"method": "bbse-hard"},
}


@dataclass
class Tally:
    """What several samples gave: errors, hits of both intervals, widths and objections of the test."""

    errors: list[float]
    covered: list[bool]
    above: list[bool]
    predicted: list[bool]
    widths: list[float]
    objected: list[bool]

    @classmethod
    def new(cls) -> Tally:
        """Of no samples yet."""
        return cls([], [], [], [], [], [])

    def add(self, found: PrevalenceEstimate, truth: float, share: float) -> None:
        """``truth`` is the population's prevalence, ``share`` that of the very sample."""
        self.errors.append(found.value - truth)
        self.covered.append(found.low <= truth <= found.high)
        self.above.append(found.low > truth)
        self.predicted.append(found.prediction[0] <= share <= found.prediction[1])
        self.widths.append(found.high - found.low)
        if found.fit is not None and found.fit.p_value is not None:
            self.objected.append(found.fit.objects)

    @property
    def bias(self) -> float:
        """Mean error."""
        return float(np.mean(self.errors))

    @property
    def root_mean_square(self) -> float:
        """Root mean square error."""
        return float(np.sqrt(np.mean(np.square(self.errors))))


def trial(
    design: Design, rng: np.random.Generator, methods: Iterable[str], shift: float
) -> dict[str, tuple[PrevalenceEstimate, float]]:
    """One pair of samples, asked by several methods: each estimate, and the very sample's share."""
    while True:  # two labelled patients of each class at least, so that there is something to fit
        died, score, weight = design.sample(rng, target=False)
        if 2 <= died.sum() <= len(died) - 2:
            break
    hidden, unlabelled, own = design.sample(rng, target=True)
    share = float(np.average(hidden, weights=own))
    return {
        name: (
            baserate.estimate_prevalence(
                died,
                score,
                unlabelled,
                source_weight=weight,
                target_weight=own,
                shift=shift,
                **METHODS[name],
            ),
            share,
        )
        for name in methods
    }


def tallies(
    design: Design, samples: int, seed: int, methods: Sequence[str] = ("ml",), shift: float | None = None
) -> dict[str, Tally]:
    """Many pairs of samples; ``shift`` is what is assumed, if not the truth."""
    assumed = design.gamma if shift is None else shift
    rng = np.random.default_rng([seed, len(design.name), design.unlabelled])
    found = {name: Tally.new() for name in methods}
    for _ in range(samples):
        for name, (estimate, share) in trial(design, rng, methods, assumed).items():
            found[name].add(estimate, design.target, share)
    return found


def percent(flags: Sequence[bool]) -> str:
    """How many of all, in percent; nothing where there are none."""
    return f"{100.0 * np.mean(flags):.1f}" if flags else ""


def coverage_table(designs: Sequence[Design], samples: int, seed: int) -> list[str]:
    """Coverage, misses, bias and error of the default, with the test of fit."""
    rows = [
        "| scores | labelled, unlabelled | prevalence | coverage | above, below | prediction | bias, root "
        "mean square error | objected |",
        "| --- " * 8 + "|",
    ]
    for design in progress(designs, "coverage"):
        tally = tallies(design, samples, seed)["ml"]
        below = [not (hit or high) for hit, high in zip(tally.covered, tally.above, strict=True)]
        rows.append(
            f"| {design.name} | {design.labelled:,}, {design.unlabelled:,} | {design.source:.3g} to "
            f"{design.target:.3g} | {percent(tally.covered)} | {percent(tally.above)}, {percent(below)} | "
            f"{percent(tally.predicted)} | {tally.bias:+.4f}, {tally.root_mean_square:.4f} | "
            f"{percent(tally.objected)} |"
        )
    return rows


def method_table(designs: Sequence[Design], samples: int, seed: int) -> list[str]:
    """Bias, error and coverage of every method, where label shift holds."""
    rows = [f"| scores | {' | '.join(METHODS)} |", "| --- " * (1 + len(METHODS)) + "|"]
    for design in progress([one for one in designs if one.gamma == 1.0], "methods"):
        found = tallies(design, samples, seed, list(METHODS))
        cells = [
            f"{tally.bias:+.3f}, {tally.root_mean_square:.3f}, {percent(tally.covered)}"
            for tally in found.values()
        ]
        rows.append(f"| {design.name} | {' | '.join(cells)} |")
    return rows


def power_table(samples: int, seed: int) -> list[str]:
    """How often the test objects where label shift does not hold, and how wrong the estimate is then."""
    rows = ["| what is not label shift | objected | bias | coverage |", "| --- " * 4 + "|"]
    for design in progress(BROKEN, "power"):
        tally = tallies(design, samples, seed, shift=1.0)["ml"]
        rows.append(
            f"| {design.name} | {percent(tally.objected)} | {tally.bias:+.3f} | {percent(tally.covered)} |"
        )
    return rows


def support2(score: str) -> tuple[Numbers, Numbers, NDArray[Any]]:
    """Death within 180 days, the risk by the model ("surv6m") or the physician ("prg6m"), disease group."""
    rows = pl.read_csv(DATA / "support2" / "support2.csv").drop_nulls([score, "dzgroup"])
    died = (rows["death"] == 1) & (rows["d.time"] <= 180)
    return died.to_numpy().astype(float), 1.0 - rows[score].to_numpy(), rows["dzgroup"].to_numpy()


def eicu() -> tuple[Numbers, Numbers, NDArray[Any]]:
    """Death in hospital, APACHE IVa, and size of the hospital: eight parts by its number of stays."""
    rows = eicu_demo().drop_nulls(["apache_iva"])
    stays = rows.with_columns(pl.len().over("hospital").alias("stays")).sort("stays", "hospital")
    # Whole hospitals, in the order of their sizes.
    first = stays.with_row_index().select(pl.col("index").min().over("hospital")).to_series()
    part = first.to_numpy().astype(int) * 8 // len(stays)
    return stays["died"].to_numpy().astype(float), stays["apache_iva"].to_numpy(), part


LABEL, COVARIATE, FITTED = "label shift", "covariate shift", "fitted to the other groups"
REAL = {
    "SUPPORT2, model, by disease": lambda: support2("surv6m"),
    "SUPPORT2, physicians, by disease": lambda: support2("prg6m"),
    "eICU, APACHE IVa, by hospital size": eicu,
}


def real_table() -> list[str]:
    """Each group's outcomes hidden in turn, and its prevalence estimated from all other groups."""
    rows = [
        "| data, groups | assumed | gamma | in the interval | in the prediction interval | mean absolute "
        "error | width | objected |",
        "| --- " * 8 + "|",
    ]
    for name, read in REAL.items():
        died, score, group = read()
        names = np.unique(group)
        tally, gammas = hidden_groups(died, score, group)
        for assumed, one in tally.items():
            objected = f"{sum(one.objected)}" if one.objected else ""
            rows.append(
                f"| {name}, {len(names)} | {assumed} | {gammas[assumed]} | {sum(one.covered)} | "
                f"{sum(one.predicted)} | {np.mean(np.abs(one.errors)):.3f} | {np.mean(one.widths):.3f} | "
                f"{objected} |"
            )
    return rows


def hidden_groups(
    died: Numbers, score: Numbers, group: NDArray[Any]
) -> tuple[dict[str, Tally], dict[str, str]]:
    """What three assumptions say of every group, and the gammas that they took."""
    tally = {assumed: Tally.new() for assumed in (LABEL, COVARIATE, FITTED)}
    gammas = []
    for own in np.unique(group):
        inside, outside = group == own, group != own
        known, truth = (died[outside], score[outside]), float(died[inside].mean())
        label, covariate = (baserate.estimate_prevalence(*known, score[inside], shift=one) for one in (1, 0))
        dial = baserate.shift(*known, group[outside])
        if dial.can_tell:
            gammas.append(dial.gamma)
            fitted = baserate.estimate_prevalence(*known, score[inside], shift=dial)
        else:
            fitted = spanning(label, covariate)
        for assumed, found in zip(tally, (label, covariate, fitted), strict=True):
            tally[assumed].add(found, truth, truth)
    told = f"{min(gammas):.2f} to {max(gammas):.2f}" if gammas else "cannot be told"
    return tally, {LABEL: "1", COVARIATE: "0", FITTED: told}


def spanning(label: PrevalenceEstimate, covariate: PrevalenceEstimate) -> PrevalenceEstimate:
    """What is left to say where groups cannot tell gamma: from one end of the dial to the other."""
    ends, predicted = (label.interval, covariate.interval), (label.prediction, covariate.prediction)
    return replace(
        covariate,
        value=(label.value + covariate.value) / 2.0,
        low=min(low for low, _ in ends),
        high=max(high for _, high in ends),
        prediction=(min(low for low, _ in predicted), max(high for _, high in predicted)),
    )


def main() -> None:
    """Run the study and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--which", choices=["tuned", "fresh"], default="fresh")
    parser.add_argument("--tables", nargs="*", choices=["coverage", "methods", "power", "real"])
    asked = parser.parse_args()
    designs = TUNED if asked.which == "tuned" else FRESH
    tables: dict[str, Callable[[], list[str]]] = {
        "coverage": lambda: coverage_table(designs, asked.samples, asked.seed),
        "methods": lambda: method_table(designs, asked.samples // 4, asked.seed),
        "power": lambda: power_table(asked.samples // 4, asked.seed),
        "real": real_table,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        for name in asked.tables or tables:
            print("\n".join(tables[name]()), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
