"""Two models of patients on a Spark cluster; only lines of counts come back to the driver.

Run ``spark-submit docs/spark_example.py PATIENTS RESULT.json``, where PATIENTS is anything that
Spark reads as Parquet, with the columns died, severity, network and unit. The driver needs baserate;
the workers need nothing.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import baserate


def main(patients: str, result: str) -> None:
    """Evaluate, print the summary, and keep the result as JSON."""
    from pyspark.sql import SparkSession  # type: ignore[import-not-found, unused-ignore]

    spark = SparkSession.builder.appName("baserate").getOrCreate()
    try:
        ev = baserate.evaluate(
            spark.read.parquet(patients),
            "died",
            ["severity", "network"],
            prevalence=("1%", "10%"),
            cost="1:30",
            by="unit",
            source_prevalence={"network": 0.5},
        )
    finally:
        spark.stop()
    print(ev.summary())
    Path(result).write_text(json.dumps(ev.to_dict(), indent=2))


if __name__ == "__main__":
    main(*sys.argv[1:])
