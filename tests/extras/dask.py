"""``baserate[dask]`` alone: a data frame of Dask gives the numbers that the patients give in memory."""

import importlib
import importlib.util
import sys
import warnings

import baserate

absent = [name for name in ("sklearn", "matplotlib", "duckdb") if importlib.util.find_spec(name)]
if absent:
    sys.exit(f"not the extra alone: {', '.join(absent)} installed")
warnings.simplefilter("ignore")
stays = baserate.datasets.icu_cohort()
ask = {"prevalence": (0.01, 0.10), "cost": "1:30"}
here = baserate.evaluate(stays, "died", "severity", **ask).score("severity").value
if "dask" in sys.modules:
    sys.exit("an evaluation in memory loads dask")
dataframe = importlib.import_module("dask.dataframe")
frame = dataframe.from_pandas(stays.to_pandas(), npartitions=3)
there = baserate.evaluate(frame, "died", "severity", **ask).score("severity").value
if abs(here - there) > 1e-6:
    sys.exit(f"in memory {here}, on Dask {there}")
