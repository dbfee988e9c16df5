"""How often intervals over imputations hold the truth, where a predictor is missing at random.

``python -m studies.imputation`` prints the table of docs/validation.md; ``--quick`` runs few replicates.

A model with two predictors is given. The second is missing the more often, the higher the first and in
those with the outcome; it is imputed from the first and the outcome, by draws from a regression whose
coefficients are drawn too. The truth is the model's net benefit with nothing missing.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.extensions.imputation.rubin import ImputedEstimate
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate
from baserate.scores.metrics import auc, net_benefit

Numbers = NDArray[np.float64]
PATIENTS, HUGE = 500, 400_000
REPORTED = 50_000
ASKED: dict[str, Any] = {"prevalence": (0.05, 0.20), "cost": "1:9", "source_prevalence": 0.2}
MEASURES = ("net benefit", "difference", "AUC")


def draw(rng: np.random.Generator, patients: int) -> tuple[Numbers, Numbers, Numbers]:
    """Two predictors that go together, and outcomes."""
    first = rng.normal(size=patients)
    second = 0.6 * first + 0.8 * rng.normal(size=patients)
    outcome = rng.random(patients) < risk(first, second)
    return first, second, outcome.astype(float)


def risk(first: Numbers, second: Numbers) -> Numbers:
    """The model: the true risk."""
    return np.asarray(1.0 / (1.0 + np.exp(2.0 - 0.7 * first - 0.9 * second)))


def simple(first: Numbers) -> Numbers:
    """A model that does without the second predictor."""
    return np.asarray(1.0 / (1.0 + np.exp(1.75 - 1.1 * first)))


def is_missing(rng: np.random.Generator, first: Numbers, outcome: Numbers) -> NDArray[np.bool_]:
    """Whose second predictor is missing: about two fifths, depending on what is observed."""
    return rng.random(len(first)) < 1.0 / (1.0 + np.exp(0.7 - 0.8 * first - outcome))


def impute(
    rng: np.random.Generator, first: Numbers, second: Numbers, outcome: Numbers, missing: NDArray[np.bool_]
) -> Numbers:
    """One completed copy: regression on what is observed, coefficients and residuals drawn."""
    design = np.column_stack([np.ones_like(first), first, outcome, first * outcome])
    seen, target = design[~missing], second[~missing]
    inverse = np.linalg.inv(seen.T @ seen)
    fitted = inverse @ seen.T @ target
    left = target - seen @ fitted
    scale = np.sqrt(left @ left / rng.chisquare(len(target) - seen.shape[1]))
    drawn = fitted + scale * np.linalg.cholesky(inverse) @ rng.normal(size=len(fitted))
    completed = second.copy()
    completed[missing] = design[missing] @ drawn + scale * rng.normal(size=int(missing.sum()))
    return completed


@cache
def truth() -> dict[str, float]:
    """With nothing missing, in very many patients."""
    first, second, outcome = draw(np.random.default_rng(1), HUGE)
    full, short = (net_benefit(outcome, one, **ASKED) for one in (risk(first, second), simple(first)))
    return {"net benefit": full, "difference": full - short, "AUC": auc(outcome, risk(first, second))}


def measured(first: Numbers, second: Numbers, outcome: Numbers) -> dict[str, Estimate]:
    """The model on completed patients."""
    cohort = Cohort.of(outcome)
    full, short = (cohort.net_benefit(one, **ASKED) for one in (risk(first, second), simple(first)))
    return {"net benefit": full, "difference": full - short, "AUC": cohort.auc(risk(first, second))}


Found = dict[str, dict[str, Any]]


def replicate(seed: int, most: int) -> Found:
    """Each way to deal with what is missing, on one sample."""
    rng = np.random.default_rng(seed)
    first, second, outcome = draw(rng, PATIENTS)
    missing = is_missing(rng, first, outcome)
    copies = [measured(first, impute(rng, first, second, outcome, missing), outcome) for _ in range(most)]

    def pooled(m: int) -> dict[str, ImputedEstimate]:
        return {name: ImputedEstimate(tuple(copy[name] for copy in copies[:m])) for name in MEASURES}

    return {
        "nothing missing": measured(first, second, outcome),
        "pooled, m = 5": pooled(5),
        f"pooled, m = {most}": pooled(most),
        "one imputation": copies[0],
        "complete cases": measured(first[~missing], second[~missing], outcome[~missing]),
    }


def table(every: list[Found]) -> str:
    """Bias, coverage and width of each way, in Markdown."""
    heads = [f"{name}: bias | covers | width" for name in MEASURES]
    rows = [f"| way | {' | '.join(heads)} |", "| --- |" + " ---: |" * 9]
    for way in every[0]:
        cells = [_cells([found[way][name] for found in every], name) for name in MEASURES]
        rows.append(f"| {way} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _cells(estimates: list[Any], name: str) -> str:
    right, scale = truth()[name], (1.0 if name == "AUC" else 1000.0)
    show: Callable[[float], str] = (lambda x: f"{x:.3f}") if name == "AUC" else (lambda x: f"{x:.1f}")
    bias = scale * float(np.mean([one.value - right for one in estimates]))
    covered = float(np.mean([one.low <= right <= one.high for one in estimates]))
    width = scale * float(np.mean([one.high - one.low for one in estimates]))
    return f"{show(bias + 0.0)} | {100 * covered:.1f} % | {show(width)}"


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few replicates")
    parser.add_argument("--replicates", type=int, default=300)
    asked = parser.parse_args()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        number = 20 if asked.quick else asked.replicates
        print(table([replicate(REPORTED + one, 20) for one in range(number)]))


if __name__ == "__main__":
    main()
