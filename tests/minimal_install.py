"""Run by CI in an environment that has the base dependencies alone: no pytest, no test helpers.

``python minimal_install.py VECTORS`` proves that the installed wheel imports and computes.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import baserate

EXTRAS = ("pytest", "pandas", "sklearn", "matplotlib", "pyarrow", "duckdb", "dask", "pyspark")


def worst_of(vectors: str) -> tuple[int, float]:
    """How many cases there are, and the largest error in any of them."""
    worst = 0.0
    cases = json.loads(Path(vectors).read_text())
    for case in cases:
        y, s = case["y"], [float(value) for value in case["score"]]
        weight = case["weight"] and [float(value) for value in case["weight"]]
        low, high = (float(end) for end in case["prevalence"])
        source = case["source_prevalence"] and float(case["source_prevalence"])
        for name, prevalence in (
            ("mean_log_odds_uniform", (low, high)),
            ("mean_uniform", baserate.Uniform(low, high)),
        ):
            value = baserate.net_benefit(
                y,
                s,
                cost=float(case["cost"]),
                prevalence=prevalence,
                sample_weight=weight,
                source_prevalence=source,
                baseline="none-correct",  # the zero of the vectors, which is the paper's
            )
            worst = max(worst, abs(value - float(case["expect"]["net_benefit"][name])))
    return len(cases), worst


def main(vectors: str) -> None:
    present = [name for name in EXTRAS if importlib.util.find_spec(name)]
    if present:
        sys.exit(f"not a minimal environment: {', '.join(present)} installed")
    cases, worst = worst_of(vectors)
    if worst > 1e-12:
        sys.exit(f"the vectors are missed by {worst}")
    rows = len(baserate.datasets.icu_cohort())
    if rows != 20_000 or not (Path(baserate.__file__).parent / "py.typed").exists():
        sys.exit("the cohort or py.typed is missing from the wheel")
    print(f"baserate {baserate.__version__}: {cases} vectors within {worst:.1e}, base dependencies alone")


if __name__ == "__main__":
    main(sys.argv[1])
