"""How right internal validation is where the truth is known.

``python -m studies.validation`` prints the tables of docs/validation.md; ``--quick`` runs few replicates.

Patients are simulated, a model is fitted, and :func:`baserate.extensions.validation.validate` says what it is
worth. The truth is what the same model is worth on very many patients. Two truths are told apart: that of the
very model that was fitted to the sample, and the mean over samples, that of the procedure. What validation
estimates is held against both.
"""

from __future__ import annotations

import argparse
import json
import math
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baserate.scores.metrics import auc, net_benefit

Numbers = NDArray[np.float64]
METHODS = ("cross-validation", "bootstrap")
# Reported seeds by method. By how much intervals of cross-validation are widened was chosen on those of
# TUNING, after its intervals had been seen to be too narrow on those from 20,000 on: hence others.
REPORTED = {"cross-validation": 30_000, "bootstrap": 20_000}
TUNING = 10_000
HUGE = 40_000
FOLDS = 10
COST = "1:9"


class Sample(NamedTuple):
    """Features, outcomes, true risks, and clusters if there are any."""

    features: Numbers
    outcome: NDArray[np.int8]
    risk: Numbers
    cluster: NDArray[np.intp] | None


@dataclass(frozen=True)
class Design:
    """A population, a sample size and an estimator."""

    name: str
    patients: int
    estimator: Callable[[], Any]
    informative: int = 3
    noise: int = 2
    levels: float = 0.0
    per_cluster: int = 0
    prevalence: tuple[float, float] | None = (0.05, 0.20)
    repeats: int = 2
    resamples: int = 30

    def draw(self, rng: np.random.Generator, patients: int) -> Sample:
        """Patients; features may be heaped, and clusters shift features and risk."""
        x = rng.normal(size=(patients, self.informative + self.noise))
        effect, cluster = np.zeros(patients), None
        if self.per_cluster:
            cluster = np.arange(patients) // self.per_cluster
            x = 0.8 * x + 0.6 * rng.normal(size=(cluster[-1] + 1, x.shape[1]))[cluster]
            effect = 0.5 * rng.normal(size=cluster[-1] + 1)[cluster]
        if self.levels:
            x = np.clip(np.round(x / self.levels), -1, 1) * self.levels
        weights = np.array([1.0, 0.6, -0.4])[: self.informative]
        risk = 1.0 / (1.0 + np.exp(2.0 - x[:, : self.informative] @ weights - effect))
        return Sample(x, (rng.random(patients) < risk).astype(np.int8), risk, cluster)


def _logistic(c: float = 1e6) -> Any:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=c, solver="newton-cholesky", max_iter=200)


def _boosting() -> Any:
    from sklearn.ensemble import GradientBoostingClassifier

    return GradientBoostingClassifier(n_estimators=20, max_depth=2, learning_rate=0.2, random_state=0)


def _forest() -> Any:
    from sklearn.ensemble import RandomForestClassifier

    return RandomForestClassifier(10, random_state=0)


def _bayes() -> Any:
    from sklearn.naive_bayes import GaussianNB

    return GaussianNB()


def _neighbours() -> Any:
    from sklearn.neighbors import KNeighborsClassifier

    return KNeighborsClassifier(25)


# The last three were not among those on which the rule for intervals was chosen.
DESIGNS = (
    Design("logistic, 2 noise features, n = 400", 400, _logistic),
    Design("logistic, 17 noise features, n = 400", 400, _logistic, noise=17),
    Design("the same at the observed prevalence", 400, _logistic, noise=17, prevalence=None),
    Design("logistic, 5 noise features, n = 150", 150, _logistic, noise=5),
    Design("ridge, 27 noise features, n = 250", 250, partial(_logistic, 0.05), noise=27),
    Design("logistic, features of 3 values, n = 400", 400, _logistic, noise=7, levels=1.0),
    Design("logistic, 50 clusters of 10", 500, _logistic, noise=7, per_cluster=10),
    Design("boosting, n = 400", 400, _boosting, noise=7, repeats=1, resamples=10),
    Design("forest, grown out, n = 400", 400, _forest, noise=7, repeats=1, resamples=10),
    Design("ridge, 47 noise features, n = 200", 200, partial(_logistic, 0.1), noise=47),
    Design("naive Bayes, 12 noise features, n = 300", 300, _bayes, noise=12),
    Design("25 neighbours, 5 noise features, n = 300", 300, _neighbours, noise=5),
)


@cache
def huge(design: Design) -> Sample:
    """Very many patients of a design, each a cluster's own."""
    return design.draw(np.random.default_rng(1), HUGE)


def worth(design: Design, sample: Sample, risk: Numbers, source: float | None) -> dict[str, float]:
    """Net benefit per 1,000 and AUC."""
    asked = {"prevalence": design.prevalence, "source_prevalence": source if design.prevalence else None}
    return {
        "net benefit": 1000.0 * net_benefit(sample.outcome, risk, cost=COST, **asked),  # type: ignore[arg-type]
        "AUC": auc(sample.outcome, risk),
    }


def truth(design: Design, model: Any, source: float) -> dict[str, float]:
    """What a fitted model is worth to very many patients."""
    return worth(design, huge(design), model.predict_proba(huge(design).features)[:, 1], source)


def replicate(task: tuple[int, int], asked: tuple[str, ...] = METHODS) -> list[dict[str, Any]]:
    """One sample of a design: what is true of it, and what each method says."""
    from baserate.extensions.validation.validating import Method, validate

    number, seed = task
    design = DESIGNS[number]
    sample = design.draw(np.random.default_rng([seed, number]), design.patients)
    lines: list[dict[str, Any]] = []
    own: dict[str, float] = {}
    fewer = _with_fewer(design, sample)
    methods: tuple[tuple[Method, int], ...] = (
        ("cross-validation", design.repeats),
        ("bootstrap", design.resamples),
    )
    for method, repeats in (one for one in methods if one[0] in asked):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = validate(
                {"model": design.estimator()},
                sample.features,
                sample.outcome,
                cost=COST,
                prevalence=design.prevalence,
                method=method,
                cv=FOLDS,
                repeats=repeats,
                cluster=sample.cluster,
                seed=seed,
            )
        own = own or truth(design, found.fitted["model"], float(sample.outcome.mean()))
        lines += list(_lines(design, sample, found, method, own, fewer))
    return [{"design": number, "seed": seed, **line} for line in lines]


def _lines(
    design: Design, sample: Sample, found: Any, method: str, own: dict[str, float], fewer: dict[str, float]
) -> Iterator[dict[str, Any]]:
    """What one method says of the sample, and the truth; ``fewer`` is that of nine tenths of the patients."""
    # How lucky the sample is: what the true risks are worth in it, minus what they are worth.
    everyone = float(huge(design).outcome.mean())
    lucky = worth(design, sample, sample.risk, everyone)
    right = worth(design, huge(design), huge(design).risk, everyone)
    for measure, name, scale in (("net benefit", "net_benefit", 1000.0), ("AUC", "auc", 1.0)):
        result = found.measure("model", name)
        estimate = result.get()
        yield {
            "method": method,
            "measure": measure,
            "apparent": scale * result.apparent,
            "corrected": scale * estimate.value,
            "low": scale * estimate.low,
            "high": scale * estimate.high,
            "before": scale * _before(found, name),
            "own": own[measure],
            "fewer": fewer[measure],
            "luck": lucky[measure] - right[measure],
        }


def _before(found: Any, name: str) -> float:
    """Half the width of the interval that takes the models as given."""
    judged = found.evaluation.judged("model").measure(name).get()
    return float(judged.high - judged.low) / 2.0


def _with_fewer(design: Design, sample: Sample) -> dict[str, float]:
    """The truth of a model fitted to nine tenths of the sample."""
    units = np.arange(len(sample.outcome)) if sample.cluster is None else sample.cluster
    kept = units % FOLDS != 0
    model = design.estimator().fit(sample.features[kept], sample.outcome[kept])
    return truth(design, model, float(sample.outcome[kept].mean()))


def mean_given_luck(values: Numbers, luck: Numbers) -> tuple[float, float]:
    """The mean of what has a mean without luck, and its standard error: luck has the mean zero."""
    centred = luck - luck.mean()
    slope = float(centred @ values / (centred @ centred)) if centred.any() else 0.0
    left = values - slope * luck
    return float(left.mean()), float(left.std(ddof=2)) / math.sqrt(len(left))


class Summary(NamedTuple):
    """Optimism as it is and as it was found, their ratio with its error, and coverage of both truths.

    ``ratio_to_fewer`` is to the optimism against models fitted to nine tenths of the patients, ``given`` the
    coverage of the fitted model's worth by the interval that takes the models as given.
    """

    true: float
    found: float
    ratio: float
    error: float
    ratio_to_fewer: float
    own: float
    procedure: float
    given: float
    width: float


def summarise(lines: list[dict[str, Any]]) -> Summary:
    """Of one design, method and measure."""
    column = {
        key: np.array([line[key] for line in lines], dtype=float) for key in lines[0] if key not in _WORDS
    }
    found, _ = mean_given_luck(column["apparent"] - column["corrected"], column["luck"])
    true, _ = mean_given_luck(column["apparent"] - column["own"], column["luck"])
    fewer, _ = mean_given_luck(column["apparent"] - column["fewer"], column["luck"])
    _, error = mean_given_luck(column["own"] - column["corrected"], column["luck"])
    mean = column["own"].mean()
    own, procedure = (
        float(np.mean((column["low"] <= t) & (t <= column["high"]))) for t in (column["own"], mean)
    )
    given = float(np.mean(np.abs(column["corrected"] - column["own"]) <= column["before"]))
    width = float(np.mean(column["high"] - column["low"]))
    return Summary(true, found, found / true, error / abs(true), found / fewer, own, procedure, given, width)


_WORDS = ("method", "measure")


def study(
    first: int, replicates: int, designs: list[int], methods: tuple[str, ...] = METHODS
) -> Iterator[dict[str, Any]]:
    """All lines of all replicates, one replicate of every design after the other."""
    for one in range(replicates):
        for number in designs:
            yield from replicate((number, first + one), methods)


def table(lines: list[dict[str, Any]], measure: str, method: str) -> str:
    """A table in Markdown of one measure by one method."""
    digits = 1 if measure == "net benefit" else 3
    heads = ["design", "samples", "optimism", "found", "found/true", "of 9/10", "covers model", "covers mean"]
    heads += ["as given", "width"]
    rows = [f"| {' | '.join(heads)} |", "| --- |" + " ---: |" * (len(heads) - 1)]
    for number in sorted({line["design"] for line in lines}):
        key = (number, method, measure)
        chosen = [x for x in lines if (x["design"], x["method"], x["measure"]) == key]
        if chosen:
            rows.append(_row(DESIGNS[number].name, len(chosen), summarise(chosen), digits))
    return "\n".join(rows)


def _row(name: str, samples: int, s: Summary, digits: int) -> str:
    shares = " | ".join(f"{100 * share:.0f} %" for share in (s.own, s.procedure, s.given))
    return (
        f"| {name} | {samples} | {s.true:.{digits}f} | {s.found:.{digits}f} | "
        f"{s.ratio:.2f} ± {s.error:.2f} | {s.ratio_to_fewer:.2f} | {shares} | {s.width:.{digits}f} |"
    )


def main() -> None:
    """Run and print, or print what was kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few replicates")
    parser.add_argument("--tuning", action="store_true", help="on the seeds on which things are chosen")
    parser.add_argument("--replicates", type=int, default=100)
    parser.add_argument("--designs", type=int, nargs="*", default=list(range(len(DESIGNS))))
    parser.add_argument("--methods", nargs="*", choices=METHODS, default=METHODS)
    parser.add_argument("--keep", type=Path, help="a file to which every line is added, as JSON")
    parser.add_argument("--show", type=Path, nargs="*", help="print the tables of files that were kept")
    asked = parser.parse_args()
    if asked.show:
        lines = [json.loads(text) for path in asked.show for text in path.read_text().splitlines()]
    else:
        replicates, lines = (8 if asked.quick else asked.replicates), []
        for method in asked.methods:
            first = TUNING if asked.tuning else REPORTED[method]
            lines += _kept(study(first, replicates, asked.designs, (method,)), asked.keep)
    for method in dict.fromkeys(line["method"] for line in lines):
        for measure in ("net benefit", "AUC"):
            print(f"{method}, {measure}\n\n{table(lines, measure, method)}\n")


def _kept(lines: Iterator[dict[str, Any]], path: Path | None) -> Iterator[dict[str, Any]]:
    """The same lines, each written down as it comes."""
    for line in lines:
        if path is not None:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        yield line


if __name__ == "__main__":
    main()
