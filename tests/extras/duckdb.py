"""``baserate[duckdb]`` alone: a relation gives the numbers that the same patients give in memory."""

import importlib.util
import sys
import warnings

import baserate

absent = [name for name in ("sklearn", "matplotlib", "dask") if importlib.util.find_spec(name)]
if absent:
    sys.exit(f"not the extra alone: {', '.join(absent)} installed")
warnings.simplefilter("ignore")
stays = baserate.datasets.icu_cohort()
ask = {"prevalence": (0.01, 0.10), "cost": "1:30"}
here = baserate.evaluate(stays, "died", "severity", **ask).score("severity").value
if "duckdb" in sys.modules:
    sys.exit("an evaluation in memory loads duckdb")
import duckdb  # noqa: E402

cohort = stays.to_arrow()
there = (
    baserate.evaluate(duckdb.sql("select * from cohort"), "died", "severity", **ask).score("severity").value
)
if abs(here - there) > 1e-6:
    sys.exit(f"in memory {here}, on DuckDB {there}")
