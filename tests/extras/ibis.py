"""``baserate[ibis]`` alone: a table of Ibis gives the numbers that the patients give in memory."""

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
if "ibis" in sys.modules:
    sys.exit("an evaluation in memory loads ibis")
ibis = importlib.import_module("ibis")
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "stays.parquet"
    stays.write_parquet(path)
    table = ibis.duckdb.connect().read_parquet(path)
    there = baserate.evaluate(table, "died", "severity", **ask).score("severity").value
if abs(here - there) > 1e-6:
    sys.exit(f"in memory {here}, by Ibis {there}")
