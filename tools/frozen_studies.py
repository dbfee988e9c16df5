"""What is asked again and again of the frozen package and of this one: tables, questions, command lines.

Everything here is data. Tables are written once into a folder, which both packages read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy.special import expit, logit

__all__ = ["COMMANDS", "QUICK", "RESOURCES", "STUDIES", "Study", "write_tables"]

Asked = Mapping[str, Any]
# What is read of an evaluation, in the order of how long it takes.
NUMBERS = ("json", "text", "rows", "verdict", "questions")
WRITTEN = (*NUMBERS, "tables", "documents", "notebook", "page")
EVERYTHING = (*WRITTEN, "figures", "pickle")


@dataclass(frozen=True)
class Study:
    """A table, what is asked of it, and what is read of the answer; ``kind`` says how the table is held."""

    table: str
    asked: Asked
    read: tuple[str, ...] = NUMBERS
    kind: str = "memory"
    scores: tuple[str, ...] = ("plain", "sharp", "high")
    outcome: str | None = "died"
    settings: Asked = field(default_factory=dict)


RANGE: Asked = {"prevalence": (0.02, 0.2), "cost": "1:9"}
FOLLOWED: Asked = {"time": "days", "event": "status", "horizon": 365.0}
ABOUT: Asked = {"outcome_name": "deaths", "action_name": "transfers", "title": "Who is moved"}

STUDIES: dict[str, Study] = {
    "binary": Study("plain", {**RANGE, **ABOUT}, EVERYTHING),
    "weights": Study("plain", {**RANGE, "weight": "w"}, WRITTEN),
    "equal clusters": Study("plain", {**RANGE, "cluster": "pair"}),
    "unequal clusters": Study("plain", {**RANGE, "cluster": "hospital", "by": "ward"}, EVERYTHING),
    "clusters and weights": Study("plain", {**RANGE, "cluster": "patient", "weight": "w"}),
    "groups": Study("plain", {**RANGE, "by": "ward"}, EVERYTHING),
    "two groupings with a reference": Study(
        "plain", {**RANGE, "by": ["ward", "sex"], "reference": "ward: north"}, WRITTEN
    ),
    "crossed groups": Study("plain", {**RANGE, "by": [("ward", "sex")]}),
    "a margin": Study("plain", {**RANGE, "margin": 2.0}, (*NUMBERS, "tables", "notebook")),
    "a range of costs": Study("plain", {"prevalence": (0.02, 0.2), "cost": ("1:30", "1:5")}, EVERYTHING),
    "rows dropped": Study("holes", {**RANGE, "missing": "drop", "by": "ward"}, WRITTEN),
    "shift of nothing": Study("plain", {**RANGE, "shift": 0}, (*NUMBERS, "page")),
    "shift of a half": Study("plain", {**RANGE, "shift": 0.5, "by": "ward"}, (*NUMBERS, "page")),
    "shift fitted": Study("hospitals", {**RANGE, "shift": "fitted", "by": "hospital"}, WRITTEN),
    "shift by model": Study("plain", {**RANGE, "shift": {"plain": 0.3, "sharp": "covariate"}}),
    "one prevalence": Study("plain", {"prevalence": 0.05, "cost": "1:20"}, EVERYTHING),
    "observed": Study("plain", {"cost": "1:4", "by": "ward"}, EVERYTHING),
    "sites": Study("plain", {"prevalence": {"0.02": 1, "0.3": 2}, "cost": "1:9"}, WRITTEN),
    "beta": Study("plain", {"prevalence": "beta(2, 38)", "cost": "1:19"}, WRITTEN),
    "source stated": Study("plain", {**RANGE, "source_prevalence": {"high": 0.5}, "by": "ward"}, WRITTEN),
    "source of all": Study("plain", {**RANGE, "source_prevalence": "all", "by": "ward"}, WRITTEN),
    "heap at the cut-off": Study("heap", {"prevalence": 0.1, "cost": "1:9"}, (*NUMBERS, "page", "figures")),
    "tenths": Study("tenths", RANGE, (*NUMBERS, "page", "figures")),
    "another level": Study("plain", {**RANGE, "level": 0.8, "seed": 5}),
    "forty patients": Study("forty", RANGE, WRITTEN),
    "copies": Study("copies", RANGE, (*NUMBERS, "page", "tables"), scores=("plain", "copy", "sharp")),
    "harmful and perfect": Study(
        "copies", RANGE, (*NUMBERS, "page"), scores=("plain", "harmful", "perfect", "useless", "constant")
    ),
    "six models, twelve groups": Study(
        "plain", {**RANGE, "by": "twelve"}, WRITTEN, scores=("plain", "sharp", "high", "low", "flat", "blunt")
    ),
    "units": Study("plain", {"cost": "1:1", "by": "ward"}, settings={"gap_units": "accuracy"}),
    "censored": Study(
        "followed", {**RANGE, **FOLLOWED, "by": "ward"}, EVERYTHING, outcome=None, scores=("plain", "sharp")
    ),
    "competing": Study(
        "competing", {**RANGE, **FOLLOWED, "censoring": "ward"}, WRITTEN, outcome=None, scores=("plain",)
    ),
    "Kaplan-Meier": Study(
        "followed",
        {"cost": "1:9", **FOLLOWED, "estimator": "kaplan-meier"},
        (*NUMBERS, "tables"),
        outcome=None,
        scores=("plain", "sharp"),
    ),
    "Polars lazy": Study("plain", {**RANGE, "by": "ward"}, (*NUMBERS, "page"), kind="lazy"),
    "DuckDB with clusters": Study("plain", {**RANGE, "cluster": "patient", "by": "ward"}, kind="duckdb"),
    "pandas": Study("plain", {**RANGE, "by": "ward"}, ("json",), kind="pandas"),
    "PyArrow": Study("plain", {**RANGE, "by": "ward"}, ("json",), kind="pyarrow"),
    "rows in another order": Study("shuffled", {**RANGE, "by": "ward"}, ("json",)),
    "one thread": Study(
        "plain", {**RANGE, "cluster": "hospital", "by": "ward"}, ("json",), kind="one thread"
    ),
    "disease groups": Study(
        "support2",
        {"prevalence": (0.1, 0.6), "cost": "1:2", "by": "group"},
        WRITTEN,
        scores=("model", "doctor"),
    ),
    "eICU": Study(
        "eicu",
        {"prevalence": (0.02, 0.2), "cost": "1:20", "by": "unit", "cluster": "hospital"},
        (*NUMBERS, "page"),
        scores=("apache", "apache_iva"),
    ),
}
# The quick form, in CI.
QUICK = ("binary", "groups", "unequal clusters", "shift of a half", "censored")
# Whose seconds and memory are measured; of larger tables.
RESOURCES: dict[str, Study] = {
    "large": Study("large", {**RANGE, "by": "ward"}, ("json", "text")),
    "large, clusters": Study("large", {**RANGE, "cluster": "patient"}, ("json",)),
    "large, page": Study("large", {**RANGE, "by": "ward"}, ("page",), scores=("plain", "sharp")),
    "large, lazy": Study("large", {**RANGE, "by": "ward"}, ("json",), kind="lazy"),
    "large, observed": Study("large", {"cost": "1:4"}, ("json", "text")),
}

_PLAIN = ("--outcome", "died", "--score", "plain", "--score", "high")
_COST = ("--cost", "1:9")
_ASKED = ("--prevalence", "2%..20%", *_COST)
_FOLLOWED = ("--time", "days", "--event", "status", "--horizon", "365", "--score", "plain")
# Command lines, in order, run in the folder of the tables. What they write is read as well.
COMMANDS: dict[str, tuple[str, ...]] = {
    "evaluate": ("evaluate", "plain.csv", *_PLAIN, *_ASKED, "--by", "ward", "--full"),
    "evaluate, JSON": ("evaluate", "plain.parquet", *_PLAIN, *_ASKED, "--json"),
    "evaluate, CSV": ("evaluate", "plain.parquet", *_PLAIN, *_ASKED, "--by", "ward", "--csv"),
    "evaluate, files": (
        *("evaluate", "plain.parquet", *_PLAIN, *_ASKED, "--out", "result.json", "--html", "page.html"),
        "--full",
    ),
    "several deployments": (
        *("evaluate", "plain.parquet", *_PLAIN, "--prevalence", "5%", "--prevalence", "2%..20%"),
        *("--cost", "1:9", "--cost", "1:30", "--full"),
    ),
    "several deployments, JSON": (
        *("evaluate", "plain.parquet", *_PLAIN, "--prevalence", "5%", "--prevalence", "2%..20%"),
        *("--cost", "1:9", "--cost", "1:30", "--json"),
    ),
    "a study file": ("evaluate", "--study", "study.toml", "--full"),
    "a study file, unmet": ("evaluate", "--study", "unmet.toml", "--full"),
    "censored": ("evaluate", "followed.csv", *_FOLLOWED, *_ASKED, "--full"),
    "a folder": ("evaluate", "folder", *_PLAIN, *_ASKED, "--full"),
    "check": ("check", "plain.csv", *_PLAIN, "--by", "ward", "--cluster", "patient"),
    "check, columns alone": ("check", "holes.csv"),
    "check, refused": ("check", "holes.csv", *_PLAIN),
    "check, a study": ("check", "study.toml"),
    "threshold": ("threshold", "--prevalence", "5%", "--cost", "1:30", "--source-prevalence", "10%"),
    "threshold of a score": (
        *("threshold", "--prevalence", "1%..10%", "--cost", "1:30", "--source-prevalence", "10%"),
        *("--score", "8%", "--shift", "0.5"),
    ),
    "threshold, JSON": (
        *("threshold", "--prevalence", "1%..10%", "--cost", "1:30", "--source-prevalence", "10%", "--json"),
    ),
    "init": ("init", "plain.csv", "--out", "made.toml"),
    "report": ("report", "result.json"),
    "report, LaTeX": ("report", "result.json", "--format", "latex"),
    "report, methods": ("report", "result.json", "--methods"),
    "report, TRIPOD": ("report", "result.json", "--checklist", "tripod+ai"),
    "report, STRATOS": ("report", "result.json", "--checklist", "stratos", "--format", "markdown"),
    "report, model card": ("report", "result.json", "--model-card", "--format", "json"),
    "plot": ("plot", "plain.parquet", *_PLAIN, *_ASKED, "--figure", "decision-curve", "--out", "curve.svg"),
    "shift": ("shift", "hospitals.parquet", "--outcome", "died", "--score", "plain", "--by", "hospital"),
    "shift, JSON": (
        *("shift", "hospitals.parquet", "--outcome", "died", "--score", "plain", "--by", "hospital"),
        "--json",
    ),
    "reduce one": ("reduce", "one.parquet", *_PLAIN, "--by", "ward", "--out", "one-summary.parquet"),
    "reduce two": ("reduce", "two.parquet", *_PLAIN, "--by", "ward", "--out", "two-summary.parquet"),
    "two summaries": ("evaluate", "one-summary.parquet", "two-summary.parquet", *_ASKED, "--full"),
    "two summaries, JSON": (
        *("evaluate", "one-summary.parquet", "two-summary.parquet", *_ASKED, "--json"),
        *("--html", "pooled.html"),
    ),
    "shift of summaries": ("shift", "one-summary.parquet", "two-summary.parquet", "--score", "plain"),
    "prevalence": (
        *("prevalence", "--source", "one.parquet", "--target", "two.parquet", "--outcome", "died"),
        *("--score", "plain"),
    ),
    "prevalence, bbse, JSON": (
        *("prevalence", "--source", "one.parquet", "--target", "two.parquet", "--outcome", "died"),
        *("--score", "plain", "--method", "bbse", "--json"),
    ),
    "prevalence from scores": (
        *("evaluate", "one.parquet", *_PLAIN, "--cost", "1:9", "--prevalence-from", "two.parquet", "--full"),
    ),
    "move": (
        *("move", "--source", "one.parquet", "--target", "two.parquet", "--outcome", "died"),
        *("--score", "plain", "--cost", "1:9", "--out", "moved.csv"),
    ),
    "watch": (
        *("watch", "plain.parquet", "months.csv", "--month", "month", "--outcome", "died"),
        *("--score", "plain"),
    ),
    "watch, CSV": (
        *("watch", "plain.parquet", "months.csv", "--month", "month", "--outcome", "died"),
        *("--score", "plain", "--csv"),
    ),
    "demo": ("demo",),
    "workbook": ("evaluate", "book.xlsx", "--table", "stays", *_PLAIN, *_ASKED, "--json"),
    "SQLite": ("evaluate", "stays.sqlite", "--table", "stays", *_PLAIN, *_ASKED, "--json"),
    # What is wrong, and what it gets.
    "no cost": ("evaluate", "plain.csv", *_PLAIN),
    "no outcome": ("evaluate", "plain.csv", "--score", "plain", "--cost", "1:9"),
    "no such file": ("evaluate", "none.csv", *_PLAIN, *_ASKED),
    "no such column": ("evaluate", "plain.csv", "--outcome", "dead", "--score", "plain", *_ASKED),
    "no such score": ("evaluate", "plain.csv", "--outcome", "died", "--score", "plane", *_ASKED),
    "no such command": ("evaluat", "plain.csv"),
    "no such option": ("evaluate", "plain.csv", "--outcom", "died"),
    "prevalence of 10": ("evaluate", "plain.csv", *_PLAIN, "--prevalence", "10", "--cost", "1:9"),
    "prevalence the wrong way": (
        "evaluate",
        "plain.csv",
        *_PLAIN,
        "--prevalence",
        "10%..1%",
        "--cost",
        "1:9",
    ),
    "prevalence of nothing": ("evaluate", "plain.csv", *_PLAIN, "--prevalence", "0..0.1", "--cost", "1:9"),
    "cost of nothing": ("evaluate", "plain.csv", *_PLAIN, "--cost", "0"),
    "cost of one": ("evaluate", "plain.csv", *_PLAIN, "--cost", "1"),
    "cost the wrong way": ("evaluate", "plain.csv", *_PLAIN, "--cost", "30:1", "--json"),
    "cost in words": ("evaluate", "plain.csv", *_PLAIN, "--cost", "thirty"),
    "level of 95": ("evaluate", "plain.csv", *_PLAIN, *_ASKED, "--level", "95"),
    "JSON and CSV": ("evaluate", "plain.csv", *_PLAIN, *_ASKED, "--json", "--csv"),
    "scores missing": ("evaluate", "holes.csv", *_PLAIN, *_ASKED),
    "no such group": ("evaluate", "plain.csv", *_PLAIN, *_ASKED, "--by", "ward", "--reference", "nowhere"),
    "no folder to write to": ("evaluate", "plain.csv", *_PLAIN, *_ASKED, "--out", "nowhere/result.json"),
    "over its own input": ("evaluate", "plain.csv", *_PLAIN, *_ASKED, "--out", "plain.csv"),
    "a row too short": ("evaluate", "short.csv", *_PLAIN, *_ASKED),
    "decimal commas": ("evaluate", "commas.csv", *_PLAIN, *_ASKED, "--json"),
    "percent signs": ("evaluate", "percent.csv", *_PLAIN, *_ASKED, "--json"),
    "not a file of patients": ("evaluate", "study.toml", *_PLAIN, *_ASKED),
    "damaged Parquet": ("evaluate", "damaged.parquet", *_PLAIN, *_ASKED),
    "an empty file": ("evaluate", "empty.csv", *_PLAIN, *_ASKED),
    "a study with a mistake": ("evaluate", "--study", "mistaken.toml"),
    "what summaries fix": ("evaluate", "one-summary.parquet", "--outcome", "died", *_ASKED),
}


def _scores(rng: np.random.Generator, died: Any, prevalence: Any) -> dict[str, Any]:
    """Models of one kind each: plain and calibrated, sharper, too high, too low, flatter, blunter."""

    def calibrated(separation: float) -> Any:
        evidence = separation * (separation * died + rng.normal(size=len(died))) - separation**2 / 2
        return evidence + logit(prevalence)

    plain, sharp = calibrated(1.4), calibrated(1.7)
    odds = {
        "plain": plain,
        "sharp": sharp,
        "high": sharp + 1.5,
        "low": plain - 1.0,
        "flat": 0.6 * plain,
        "blunt": calibrated(0.9),
    }
    return {name: expit(value) for name, value in odds.items()}


def _table(seed: int, rows: int, prevalence: Any = 0.1) -> pl.DataFrame:
    """Patients with an outcome, six models, groups, clusters of three kinds, and weights."""
    rng = np.random.default_rng(seed)
    died = (rng.random(rows) < prevalence).astype(np.int64)
    hospital = np.sort(rng.choice(12, rows, p=np.arange(12, 0, -1) / 78))
    return pl.DataFrame(
        {
            "died": died,
            **_scores(rng, died, prevalence),
            "ward": np.array(["north", "south", "west"])[rng.choice(3, rows, p=(0.5, 0.4, 0.1))],
            "sex": np.array(["f", "m"])[rng.integers(0, 2, rows)],
            "twelve": [f"unit {number:02}" for number in rng.integers(1, 13, rows)],
            "pair": np.arange(rows) // 2,
            "patient": rng.integers(0, rows // 2, rows),
            "hospital": [f"h{number}" for number in hospital],
            "w": rng.choice([0.5, 1.0, 3.0], rows),
        }
    )


def _followed(rows: int, causes: int) -> pl.DataFrame:
    """Patients who are not all followed to the end."""
    table = _table(11, rows, 0.25)
    rng = np.random.default_rng(12)
    risk = 0.5 + 3.0 * table["plain"].to_numpy()
    event, censored = rng.exponential(500 / risk), rng.exponential(700, rows)
    cause = 1 + rng.integers(0, causes, rows)
    status = np.where(event <= censored, cause, 0)
    return table.drop("died").with_columns(
        days=pl.Series(np.ceil(np.minimum(event, censored))), status=pl.Series(status)
    )


def _copies() -> pl.DataFrame:
    """Models that are no ordinary ones."""
    table = _table(21, 800, 0.2)
    rng = np.random.default_rng(22)
    return table.with_columns(
        copy=pl.col("plain"),
        harmful=1.0 - pl.col("plain"),
        perfect=pl.when(pl.col("died") == 1).then(0.9).otherwise(0.05),
        useless=pl.Series(rng.random(800)),
        constant=pl.lit(0.2),
    )


def _real(data: Path) -> dict[str, pl.DataFrame]:
    """SUPPORT2 and the eICU demo, in a few columns."""
    support = pl.read_csv(data / "support2" / "support2.csv", infer_schema_length=None)
    eicu = pl.read_csv(data / "eicu_demo" / "eicu_demo_apache.csv", infer_schema_length=None)
    stays = eicu.filter(pl.col("predictedhospitalmortality") > 0).pivot(
        on="apacheversion",
        index=["patientunitstayid", "hospitalid", "unittype", "actualhospitalmortality"],
        values="predictedhospitalmortality",
    )
    return {
        "support2": support.select(
            died=pl.col("dead_180d"),
            model=1.0 - pl.col("surv6m"),
            doctor=1.0 - pl.col("prg6m"),
            group=pl.col("dzgroup"),
        ).drop_nulls(),
        "eicu": stays.select(
            died=(pl.col("actualhospitalmortality") == "EXPIRED").cast(pl.Int64),
            apache=pl.col("IV"),
            apache_iva=pl.col("IVa"),
            unit=pl.col("unittype"),
            hospital=pl.col("hospitalid"),
        ).drop_nulls(),
    }


def write_tables(folder: Path, data: Path) -> None:
    """Every table as Parquet, some also as files of other kinds, right and wrong ones."""
    rng = np.random.default_rng(3)
    plain = _table(1, 2400)
    prevalences = np.repeat([0.03, 0.06, 0.1, 0.15, 0.22, 0.3], 500)
    hospitals = _table(5, 3000, prevalences).with_columns(
        hospital=pl.Series([f"h{number}" for number in np.repeat(np.arange(6), 500)])
    )
    at_cutoff = pl.when(pl.Series(rng.random(2400)) < 0.3).then(0.1)
    holes = pl.when(pl.Series(rng.random(2400)) < 0.02).then(None)
    tables = {
        "plain": plain,
        "shuffled": plain.sample(fraction=1.0, shuffle=True, seed=1),
        "heap": plain.with_columns(plain=at_cutoff.otherwise(pl.col("plain"))),
        "tenths": plain.with_columns(pl.col(pl.Float64).exclude("w").round(1)),
        "holes": plain.with_columns(plain=holes.otherwise(pl.col("plain"))),
        "forty": _table(2, 40, 0.4),
        "copies": _copies(),
        "hospitals": hospitals,
        "followed": _followed(1500, 1),
        "competing": _followed(1500, 2),
        "large": _table(7, 60_000),
        "one": _table(8, 1500),
        "two": _table(9, 1200, 0.2),
        **_real(data),
    }
    for name, table in tables.items():
        table.write_parquet(folder / f"{name}.parquet")
    for name in ("plain", "holes", "followed"):
        tables[name].write_csv(folder / f"{name}.csv")
    (folder / "folder").mkdir()
    plain.head(1200).write_parquet(folder / "folder" / "a.parquet")
    plain.tail(1200).write_parquet(folder / "folder" / "b.parquet")
    month = pl.Series(np.repeat([f"2026-{number:02}" for number in range(1, 7)], 200))
    _table(31, 1200, np.repeat([0.1, 0.1, 0.1, 0.1, 0.25, 0.25], 200)).with_columns(month=month).write_csv(
        folder / "months.csv"
    )
    some = plain.head(300).to_pandas()
    some.to_excel(folder / "book.xlsx", sheet_name="stays", index=False)
    with closing(sqlite3.connect(folder / "stays.sqlite")) as database:
        some.to_sql("stays", database, index=False)
    _write_wrong(folder, plain)
    _write_study_files(folder)


def _write_wrong(folder: Path, plain: pl.DataFrame) -> None:
    """Files that are awkward, and files that cannot be read."""
    few = plain.head(400).select("died", "plain", "high")
    text = few.write_csv()
    (folder / "short.csv").write_text(text + "1,0.3\n", encoding="utf-8")
    commas = text.replace(",", ";").replace(".", ",")
    (folder / "commas.csv").write_bytes(b"\xef\xbb\xbf" + commas.replace("\n", "\r\n").encode())
    as_percent = [pl.format("{}%", (100 * pl.col(name)).round(6)).alias(name) for name in ("plain", "high")]
    few.with_columns(as_percent).write_csv(folder / "percent.csv")
    (folder / "damaged.parquet").write_bytes((folder / "one.parquet").read_bytes()[:-40])
    (folder / "empty.csv").write_bytes(b"")


def _write_study_files(folder: Path) -> None:
    study = """data = "plain.parquet"
outcome = "died"
scores = ["plain", "high"]
by = "ward"
cluster = "patient"

[deployment]
prevalence = "2%..20%"
cost = "1:9"

[[require]]
model = "plain"
better_than = "{}"
confidence = 0.95
"""
    (folder / "study.toml").write_text(study.format("treat all"), encoding="utf-8")
    (folder / "unmet.toml").write_text(study.format("treat all") + "by_at_least = 900.0\n", encoding="utf-8")
    (folder / "mistaken.toml").write_text(study.replace("cluster", "clusters"), encoding="utf-8")
