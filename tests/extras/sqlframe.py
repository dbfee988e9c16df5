"""``baserate[sqlframe]`` alone: a data frame of sqlframe gives the numbers of the patients in memory."""

import importlib
import importlib.util
import sys
import tempfile
import warnings
from pathlib import Path

import baserate

absent = [name for name in ("sklearn", "matplotlib", "dask") if importlib.util.find_spec(name)]
if absent:
    sys.exit(f"not the extra alone: {', '.join(absent)} installed")
warnings.simplefilter("ignore")
stays = baserate.datasets.icu_cohort()
ask = {"prevalence": (0.01, 0.10), "cost": "1:30"}
here = baserate.evaluate(stays, "died", "severity", **ask).score("severity").value
if "sqlframe" in sys.modules:
    sys.exit("an evaluation in memory loads sqlframe")
session = importlib.import_module("sqlframe.duckdb").DuckDBSession()
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "stays.parquet"
    stays.write_parquet(path)
    frame = session.read.parquet(str(path))
    there = baserate.evaluate(frame, "died", "severity", **ask).score("severity").value
if abs(here - there) > 1e-6:
    sys.exit(f"in memory {here}, by sqlframe {there}")
