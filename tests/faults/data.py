"""``python -m tests.faults.data FOLDER``: write the patients that the commands read."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support.cohorts import table

if __name__ == "__main__":
    table().write_csv(Path(sys.argv[1]) / "cohort.csv")
    table().write_parquet(Path(sys.argv[1]) / "cohort.parquet")
