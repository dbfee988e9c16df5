"""``baserate[mlflow]`` alone: an evaluation is logged without scikit-learn, pandas or a database."""

import importlib.util
import sys
import tempfile
import warnings
from pathlib import Path

import baserate

absent = [name for name in ("sklearn", "matplotlib", "pandas", "duckdb") if importlib.util.find_spec(name)]
if absent:
    sys.exit(f"not the extra alone: {', '.join(absent)} installed")
warnings.simplefilter("ignore")
ev = baserate.evaluate(baserate.datasets.icu_cohort(), "died", "severity", prevalence=0.05, cost="1:30")
if "mlflow" in sys.modules:
    sys.exit("an evaluation loads mlflow")
import mlflow  # noqa: E402

with tempfile.TemporaryDirectory() as folder:
    mlflow.set_tracking_uri(Path(folder).as_uri())
    mlflow.set_experiment("smoke")
    with mlflow.start_run() as run:
        baserate.mlflow.log(ev)
    logged = mlflow.get_run(run.info.run_id).data.metrics["severity/net_benefit"]
if logged != ev.score("severity").value:
    sys.exit(f"logged {logged}, found {ev.score('severity').value}")
