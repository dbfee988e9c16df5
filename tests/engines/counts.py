"""Bad and awkward inputs on every path: what each gets, counted. ``python -m tests.engines.counts``.

A case is a table and a question; what is right for it is said by the case, never by another path. A path
is where the table is: in memory, in a file, or on an engine. Each answer is one of *refused* (an error of
ours), *right* (the value of the clean table, without a warning that the case does not call for), *warned*
(right, and warned of as the case says), or *wrong*, which must not occur: another value, a warning lost,
or an error that is not ours.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl

import baserate
from baserate.errors import (
    BaserateError,
    BaserateWarning,
    FewEventsWarning,
    NotEstimableWarning,
    ScaleWarning,
)
from tests.engines.sources import opener, write

N = 400
ASKED: dict[str, Any] = {"prevalence": (0.05, 0.3), "cost": "1:9"}


@lru_cache(maxsize=1)
def clean() -> pl.DataFrame:
    """A calibrated model on patients of whom nothing is to be said."""
    rng = np.random.default_rng(4)
    s = 1 / (1 + np.exp(-rng.normal(-1.0, 1.2, N)))
    frame = pl.DataFrame({"y": (rng.random(N) < s).astype(np.int64), "s": s, "w": 0.5 + rng.random(N)})
    return frame.with_columns(g=pl.Series(np.arange(N) % 2).cast(pl.String), c=pl.int_range(N) // 2)


@dataclass(frozen=True)
class Case:
    """A table and a question; ``warns`` are the warnings it calls for, ``refused`` that it gets no answer.

    ``like`` is a table that gives the same value in memory, the clean one unless stated, and ``like_asked``
    what is asked of it; ``in_text`` says that a file of text can hold the table.
    """

    frame: pl.DataFrame
    asked: Mapping[str, Any] = field(default_factory=dict)
    refused: bool = False
    warns: tuple[type[BaserateWarning], ...] = ()
    like: pl.DataFrame | None = None
    like_asked: Mapping[str, Any] = field(default_factory=dict)
    in_text: bool = True


def change(**columns: Any) -> pl.DataFrame:
    return clean().with_columns(**columns)


def first(count: int, value: Any, column: str) -> Any:
    """Other values in the first rows of a column."""
    kept = pl.col(column).cast(pl.String) if isinstance(value, str) else pl.col(column)
    return pl.when(pl.int_range(pl.len()) < count).then(pl.lit(value)).otherwise(kept)


def wrong(asked: Mapping[str, Any] | None = None, **columns: Any) -> Case:
    return Case(change(**columns), asked or {}, refused=True)


def same(
    frame: pl.DataFrame, *warns: type[BaserateWarning], like: pl.DataFrame | None = None, **asked: Any
) -> Case:
    return Case(frame, asked, warns=warns, like=like)


def changed(frame: pl.DataFrame, *warns: type[BaserateWarning], **asked: Any) -> Case:
    """Another table than the clean one, whose value is its own in memory."""
    return Case(frame, asked, warns=warns, like=frame, like_asked=asked)


def cases() -> dict[str, Case]:
    """The lines of the list of bad inputs that are about a table, one or several cases each."""
    rest = clean()[7:]
    weight: dict[str, Any] = {"weight": "w"}
    text = pl.when(pl.col("y") == 1).then(pl.lit("EXPIRED")).otherwise(pl.lit("ALIVE"))
    few = pl.when(pl.col("y").cum_sum() <= 6).then(pl.col("y")).otherwise(0)
    tiny = pl.when(pl.int_range(pl.len()) < 2).then(pl.lit("tiny")).otherwise(pl.col("g"))
    most = pl.when(pl.int_range(pl.len()) < 300).then(-1).otherwise(pl.col("c"))
    upside = 1.0 - pl.col("s")
    off = pl.when(pl.col("g") == "0").then(pl.col("s") / 3).otherwise(pl.col("s"))
    drop: dict[str, Any] = {"missing": "drop"}
    return {
        "clean": same(clean()),
        "score not a number": wrong(s=first(7, float("nan"), "s")),
        "score missing": wrong(s=first(7, None, "s")),
        "score missing, dropped": same(change(s=first(7, None, "s")), like=rest, **drop),
        "score not a number, dropped": same(change(s=first(7, float("nan"), "s")), like=rest, **drop),
        "score infinite": wrong(s=first(1, float("inf"), "s")),
        "score below 0": wrong(s=first(2, -0.5, "s")),
        "score above 1": wrong(s=first(2, 1.5, "s")),
        "score in percent": wrong(s=pl.col("s") * 100),
        "score as log odds": wrong(s=(pl.col("s") / (1 - pl.col("s"))).log()),
        "scores of exactly 0 and 1": changed(
            change(
                s=pl.when(pl.col("s") < 0.1)
                .then(0.0)
                .when(pl.col("s") > 0.9)
                .then(1.0)
                .otherwise(pl.col("s"))
            )
        ),
        "score as words": wrong(s=pl.lit("high")),
        "score empty": wrong(s=pl.lit(None, dtype=pl.Float64)),
        "outcome as float": same(change(y=pl.col("y").cast(pl.Float64))),
        "outcome as boolean": same(change(y=pl.col("y") == 1)),
        "outcome as text of 0 and 1": same(change(y=pl.col("y").cast(pl.String))),
        "outcome 1 and 2": wrong(y=pl.col("y") + 1),
        "outcome 1 and 2, positive": same(change(y=pl.col("y") + 1), positive=2),
        "outcome -1 and 1": wrong(y=pl.col("y") * 2 - 1),
        "outcome as words": wrong(y=text),
        "outcome as words, positive": same(change(y=text), positive="EXPIRED"),
        "outcome as words, no such positive": wrong({"positive": "DEAD"}, y=text),
        "outcome missing": wrong(y=first(7, None, "y")),
        "outcome missing, dropped": same(change(y=first(7, None, "y")), like=rest, **drop),
        "outcome NA": wrong(y=first(7, "NA", "y")),
        "outcome NA, positive": wrong({"positive": "1"}, y=first(7, "NA", "y")),
        "outcome NA, dropped": same(change(y=first(7, "NA", "y")), like=rest, **drop),
        "outcome 1 and NA, positive": wrong(
            {"positive": "1"}, y=pl.when(pl.col("y") == 1).then(pl.lit("1")).otherwise(pl.lit("NA"))
        ),
        "three outcomes": wrong(y=first(3, 2, "y")),
        "probabilities as outcome": wrong(y=pl.col("s") / 2),
        "one class": wrong(y=pl.lit(0)),
        "one case": wrong(y=pl.when(pl.int_range(pl.len()) == 3).then(1).otherwise(0)),
        "fewer than ten events": changed(change(y=few), FewEventsWarning, ScaleWarning),
        "no rows": Case(clean()[:0], refused=True),
        "one row": Case(clean()[:1], refused=True),
        "no such column": wrong({"scores": ["t"]}),
        "all scores tied": changed(change(s=pl.lit(0.25)), ScaleWarning),
        "two scores": changed(change(s=pl.when(pl.col("s") > 0.3).then(0.7).otherwise(0.1)), ScaleWarning),
        "AUC below one half": changed(change(s=upside), ScaleWarning),
        "mean far from prevalence": changed(change(s=pl.col("s") / 4), ScaleWarning),
        "miscalibrated in a group": changed(change(s=off), ScaleWarning, ScaleWarning, by="g"),
        "weights": changed(clean(), **weight),
        "weight negative": wrong(weight, w=first(2, -1.0, "w")),
        "weight missing": wrong(weight, w=first(2, None, "w")),
        "weight not a number": wrong(weight, w=first(2, float("nan"), "w")),
        "weight infinite": wrong(weight, w=first(2, float("inf"), "w")),
        "weights of nothing": wrong(weight, w=pl.lit(0.0)),
        "single weights of zero": same(
            change(w=pl.when(pl.int_range(pl.len()) < 7).then(0.0).otherwise(1.0)), like=rest, **weight
        ),
        "weights of 1e200": same(change(w=pl.lit(1e200)), **weight),
        "weights of 1e-200": same(change(w=pl.lit(1e-200)), **weight),
        "whole weights beside repeated rows": same(
            change(w=pl.int_range(pl.len()) % 3 + 1),
            like=clean()[np.repeat(np.arange(N), np.arange(N) % 3 + 1)],
            **weight,
        ),
        "groups": same(clean(), by="g"),
        "groups without a name": same(change(g=first(150, None, "g")), by="g"),
        "a group called NA": same(change(g=first(150, "NA", "g")), by="g"),
        "a tiny group": same(change(g=tiny), NotEstimableWarning, by="g"),
        "too many groups": wrong({"by": "g"}, g=pl.int_range(pl.len())),
        "clusters": same(clean(), cluster="c"),
        "cluster missing": wrong({"cluster": "c"}, c=first(7, None, "c")),
        # In a file of text "NaN" is a name, as "NA" is.
        "cluster not a number": replace(
            wrong({"cluster": "c"}, c=first(7, float("nan"), "c")), in_text=False
        ),
        "cluster missing, dropped": same(change(c=first(7, None, "c")), like=rest, cluster="c", **drop),
        "one cluster": wrong({"cluster": "c"}, c=pl.lit(1)),
        "one large cluster": same(change(c=most), FewEventsWarning, cluster="c"),
        "missing misspelt": wrong({"missing": "dropp"}),
        "positive is no value": wrong({"positive": [1]}),
        "outcome is a score too": wrong({"scores": ["y"]}),
        "rows shuffled": same(clean().sample(fraction=1.0, shuffle=True, seed=1)),
        "float32": changed(change(s=pl.col("s").cast(pl.Float32))),
        "columns called like patterns": same(
            clean().rename({"s": "^s$", "y": "*"}), outcome="*", scores={"s": "^s$"}
        ),
        "columns that differ in case": same(clean().rename({"s": "M", "w": "m"}), scores={"s": "M"}),
    }


PATHS = ("memory", "pandas", "PyArrow", "Parquet", "CSV", "Polars lazy", "folder")
HEAVY = ("DuckDB", "Dask", "sqlframe", "Ibis", "Spark")


def open_on(path: str, frame: pl.DataFrame, folder: Path, opened: Mapping[str, Callable[[Path], Any]]) -> Any:
    """The table where the path has it."""
    folder.mkdir()
    if path == "memory":
        return frame
    if path == "pandas":
        return frame.to_pandas()
    if path == "PyArrow":
        return frame.to_arrow()
    if path == "Parquet":
        frame.write_parquet(folder / "a.parquet")
        return folder / "a.parquet"
    if path == "CSV":
        frame.write_csv(folder / "a.csv")
        return folder / "a.csv"
    return opened[path](write(frame, folder / "parts"))


# What binning may do to a score of these few patients; in memory nothing may.
CLOSE = {True: 2e-5, False: 1e-10}


def ask(data: Any, asked: Mapping[str, Any]) -> tuple[float, bool, set[type]]:
    """The score, whether it is from bins, and the kinds of warnings in the result."""
    question: dict[str, Any] = {"outcome": "y", "scores": {"s": "s"}, **ASKED, **asked}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        ev = baserate.evaluate(data, question.pop("outcome"), question.pop("scores"), **question)
    return ev.score("s").value, ev.patients.in_bins, {type(one) for one in ev.cautions}


def judge(case: Case, data: Any) -> str:
    """What the case gets on a path: refused, right, warned; or how it is wrong."""
    try:
        value, in_bins, warned = ask(data, case.asked)
    except BaserateError as error:
        return "refused" if case.refused else f"wrong: refused with {type(error).__name__}: {error}"
    except Exception as error:  # that is what is looked for
        return f"wrong: {type(error).__name__}: {error}"
    if case.refused:
        return f"wrong: answered {value}"
    right, _, _ = ask(clean() if case.like is None else case.like, case.like_asked)
    if not abs(value - right) <= CLOSE[in_bins]:
        return f"wrong: {value} for {right}"
    if warned != set(case.warns):
        return f"wrong: warned of {sorted(one.__name__ for one in warned)}"
    return "warned" if warned else "right"


def run(paths: tuple[str, ...], names: tuple[str, ...] = ()) -> dict[tuple[str, str], str]:
    """What every case gets on every path."""
    answers = {}
    every = cases()
    with ExitStack() as stack, TemporaryDirectory() as home:
        opened = {path: opener(path, stack) for path in paths if path in ("Polars lazy", "folder", *HEAVY)}
        for number, name in enumerate(names or tuple(every)):
            for path in paths if every[name].in_text else [path for path in paths if path != "CSV"]:
                data = open_on(path, every[name].frame, Path(home) / f"{number} {path}", opened)
                answers[name, path] = judge(every[name], data)
    return answers


def main(paths: tuple[str, ...]) -> int:
    """Print the counts by path, and whatever is wrong."""
    answers = run(paths)
    kinds = ("refused", "right", "warned", "wrong")
    print(f"{'path':12}" + "".join(f"{kind:>9}" for kind in kinds))
    for path in paths:
        counts = Counter(answer.partition(":")[0] for (_, own), answer in answers.items() if own == path)
        print(f"{path:12}" + "".join(f"{counts[kind]:>9}" for kind in kinds))
    bad = {key: answer for key, answer in answers.items() if answer.startswith("wrong")}
    print(f"{len(cases())} cases on {len(paths)} paths: {len(answers)} tried, {len(bad)} wrong")
    for (name, path), answer in bad.items():
        print(f"  {name} on {path}: {answer[:200]}")
    return 1 if bad else 0


if __name__ == "__main__":
    chosen = tuple(sys.argv[1:]) or PATHS + (HEAVY if os.environ.get("BASERATE_ENGINES") == "1" else ())
    sys.exit(main(chosen))
