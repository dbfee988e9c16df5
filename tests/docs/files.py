"""The files that the commands of the documentation read, all made of the built-in cohort."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import polars as pl

from tests.support.cohorts import stays
from tests.support.command_line import run


def write(folder: Path) -> None:
    """Write every file that a page of the documentation names."""
    stays().write_csv(folder / "cohort.csv")
    for name, place in (("north", pl.col("hospital") <= 6), ("south", pl.col("hospital") > 6)):
        first = stays().filter(place).unique("patient", keep="first", maintain_order=True)
        first.write_csv(folder / f"{name}.csv")
    (folder / "cohort.csv.gz").write_bytes(gzip.compress(stays(2_000).write_csv().encode()))
    cohort = stays(6_000)
    labelled, unlabelled = cohort[:3_000], cohort[3_000:].drop("died")
    labelled.write_csv(folder / "labelled.csv")
    labelled.write_csv(folder / "judged.csv")
    labelled.write_parquet(folder / "ward.parquet")
    unlabelled.write_csv(folder / "ward.csv")
    month = 1 + pl.int_range(pl.len()) // 1_000
    later = cohort[3_000:].with_columns(month=pl.format("2026-0{}", month))
    later.write_csv(folder / "all.csv")
    for (name,), rows in later.partition_by("month", as_dict=True).items():
        rows.drop("month").write_csv(folder / f"{name}.csv")
    _write_follow_up(folder)
    _write_results(folder, cohort)


def _write_follow_up(folder: Path) -> None:
    """Patients who are followed for up to two years: when and how that ended, and two risks within a year."""
    rng, patients = np.random.default_rng(20), 2_000
    x, z = rng.normal(size=(2, patients))
    rates = np.stack([np.full(patients, 0.4), np.exp(x + 0.5 * z - 1.8), np.full(patients, 0.1)])
    ends = rng.exponential(1.0 / rates)
    data = {"days": np.ceil(365 * np.minimum(ends.min(axis=0), 2.0)), "status": ends.argmin(axis=0)}
    data["status"][ends.min(axis=0) > 2.0] = 0
    risks = {"old": 1.0 - np.exp(-np.exp(x - 1.7)), "new": 1.0 - np.exp(-np.exp(x + 0.5 * z - 1.8))}
    frame = pl.DataFrame({**data, **risks})
    for name in ("follow-up.csv", "trial.csv"):
        frame.write_csv(folder / name)


def _write_results(folder: Path, cohort: pl.DataFrame) -> None:
    """Results of two months, and the summary of another site."""
    clinic = folder / "clinic.csv"
    cohort[3_000:].write_csv(clinic)
    asked = ("--outcome", "died", "--score", "network", "--score", "severity")
    deployed = ("--prevalence", "1%..10%", "--cost", "1:30")
    run("reduce", str(clinic), *asked, "--by", "unit", "--out", str(folder / "clinic-summary.parquet"))
    for name, rows in (("january", cohort[:3_000]), ("february", cohort[3_000:])):
        rows.write_csv(folder / f"{name}.csv")
        result = str(folder / f"{name}.json")
        run("evaluate", str(folder / f"{name}.csv"), *asked, *deployed, "--out", result)
    (folder / "result.json").write_bytes((folder / "january.json").read_bytes())
