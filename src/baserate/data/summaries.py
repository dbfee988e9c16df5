"""Parts of an evaluation in files: lines of one site or month, to be pooled with others.

A part holds counts and sums by cell, never a patient's row. Parts add up when they were made for
the same models on the same grid; so hospitals can evaluate together without sharing patients.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from baserate.data.binning import COARSE, FARTHEST, FINE, Binned, BinnedCohort
from baserate.data.patients import ReducedPatients
from baserate.data.source import is_parquet
from baserate.errors import FileError, SettingError

KEY = "baserate_part"
VERSION = 2
_GRID = {"fine": FINE, "coarse": COARSE, "farthest": FARTHEST}
_NAMES = ("table", "group", "label", "cell_0", "cell_1")
_SUMS = ("count", "weight", "squares", "sum_0", "sum_1")
# The first and the last cell of the first model that a line may have patients of: more than one, once merged.
_ENDS = ("low", "high")


def write_part(path: str | Path, patients: ReducedPatients, *, merge_below: int = 0) -> None:
    """Write lines to a Parquet file; cells of fewer patients than ``merge_below`` are merged first."""
    import polars as pl

    tables = {**{f"model:{n}": m for n, m in patients.models.items()}}
    tables |= {f"pair:{json.dumps(pair)}": made for pair, made in patients.pairs.items()}
    frame = pl.concat([_frame(name, made.lines) for name, made in tables.items()])
    if merge_below > 1:
        frame = merged(frame, merge_below)
    content = {
        "version": VERSION,
        "grid": _GRID,
        "models": list(patients.models),
        "groups": bool(patients.group_names),
        "rows": patients.rows,
        "dropped_rows": patients.dropped_rows,
        "missing": dict(patients.missing),
        "merged_below": merge_below,
    }
    frame.write_parquet(path, metadata={KEY: json.dumps(content)})


def is_part(path: str | Path) -> bool:
    """Whether a file is a part of an evaluation."""
    return is_parquet(str(path)) and _content(path) is not None


def read_parts(paths: Sequence[str | Path]) -> ReducedPatients:
    """The lines of one or several parts, pooled."""
    import polars as pl

    contents = []
    for path in paths:
        content = _content(path)
        if content is None:
            raise FileError(f"{path} is not a part of an evaluation; 'baserate reduce' makes one.")
        contents.append(content)
    first = contents[0]
    for path, content in zip(paths, contents, strict=True):
        _check_alike(str(path), first, content)
    pooled = pl.concat([pl.read_parquet(path) for path in paths])
    pooled = _added(pooled)
    models = {
        name: BinnedCohort(_lines(pooled, f"model:{name}", 1, first["groups"])) for name in first["models"]
    }
    pairs = {}
    for table in pooled["table"].unique().to_list():
        if table.startswith("pair:"):
            one, other = json.loads(table.removeprefix("pair:"))
            pairs[one, other] = BinnedCohort(_lines(pooled, table, 2, first["groups"]))
    missing: dict[str, int] = {}
    for content in contents:
        for name, count in content["missing"].items():
            missing[name] = missing.get(name, 0) + count
    return ReducedPatients(
        models,
        pairs,
        sum(content["rows"] for content in contents),
        sum(content["dropped_rows"] for content in contents),
        missing,
        {"kind": "parts", "parts": len(paths)},
        _notes(contents),
    )


def pooled(parts: Sequence[ReducedPatients]) -> ReducedPatients:
    """Several reductions of different patients as one."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.parquet" for number in range(len(parts))]
        for path, part in zip(paths, parts, strict=True):
            write_part(path, part)
        return read_parts(paths)


def merged(frame: Any, least: int) -> Any:
    """Cells of fewer than ``least`` patients joined with their neighbours, in ever wider cells."""
    import polars as pl

    fine = pl.col("table").str.starts_with("model:")
    most = pl.when(fine).then(FARTHEST * FINE).otherwise(FARTHEST * COARSE)
    # Scores of exactly 0 and 1 have cells of their own, which no wider cell may swallow.
    certain = pl.max_horizontal(pl.col("cell_0").abs(), pl.col("cell_1").abs()) > most
    small = (pl.col("count") < least) & ~certain
    for power in range(1, 15):
        if not frame.select(small.any()).item():
            return frame
        wide = 2**power
        # No farther than the last cell of the grid, beyond which only certain scores are.
        ends = [
            pl.max_horizontal(pl.col(f"cell_{i}").floordiv(wide) * wide, -most.cast(pl.Int64)) for i in (0, 1)
        ]
        # All of the wide cell, not the part that has patients: where the outermost are is not to be told.
        last = pl.min_horizontal(ends[0] + wide - 1, most.cast(pl.Int64))
        reach = {"low": pl.min_horizontal("low", ends[0]), "high": pl.max_horizontal("high", last)}
        frame = frame.with_columns(
            pl.when(small).then(to).otherwise(name).alias(name) for name, to in reach.items()
        )
        frame = _moved(frame, small, ends)
    # What is still small, far from everybody else, goes to the largest cell of its class and group.
    where = ["table", "group", "label"]
    largest = [pl.col(f"cell_{i}").sort_by("count").last().over(where) for i in (0, 1)]
    return _moved(frame, small, largest)


def _moved(frame: Any, chosen: Any, targets: Sequence[Any]) -> Any:
    """The chosen lines in other cells, added up with those that are there."""
    import polars as pl

    moved = []
    for i, target in enumerate(targets):
        cell = pl.col(f"cell_{i}")
        new = pl.when(chosen).then(target).otherwise(cell)
        # A sum of offsets counts from the cell's lower edge, which moves with the cell.
        total = pl.col(f"sum_{i}") + (cell - new) * pl.col("weight")
        moved += [new.alias(f"cell_{i}"), total.alias(f"sum_{i}")]
    return _added(frame.with_columns(moved))


def _added(frame: Any) -> Any:
    """Lines of the same cell as one."""
    import polars as pl

    sums = [pl.col(name).sum() for name in _SUMS]
    found = frame.group_by(_NAMES).agg(*sums, pl.col("low").min(), pl.col("high").max())
    return found.select(*_NAMES, *_SUMS, *_ENDS)


def _frame(name: str, lines: Binned) -> Any:
    import polars as pl

    columns: dict[str, Any] = {
        "table": [name] * len(lines.label),
        "group": [None] * len(lines.label) if lines.group is None else lines.group.tolist(),
        "label": lines.label,
    }
    for i in (0, 1):
        there = i < lines.cell.shape[1]
        cell = lines.cell[:, i] if there else np.zeros(len(lines.label), dtype=np.int64)
        columns[f"cell_{i}"] = cell
        offset = np.zeros(len(cell))
        if there:
            finite = np.isfinite(lines.log_odds[:, i])
            offset[finite] = lines.log_odds[finite, i] / lines.width - cell[finite]
        columns[f"sum_{i}"] = offset * lines.weight
    columns |= {"count": lines.count, "weight": lines.weight, "squares": lines.squares}
    columns["low"] = lines.cell[:, 0] if lines.low is None else lines.low
    columns["high"] = lines.cell[:, 0] if lines.high is None else lines.high
    made = pl.DataFrame(columns, schema_overrides={"group": pl.String, "table": pl.String})
    return made.select(*_NAMES, *_SUMS, *_ENDS)


def _lines(pooled: Any, table: str, models: int, groups: bool) -> Binned:
    import polars as pl

    part = pooled.filter(pl.col("table") == table).sort(_NAMES, nulls_last=True)
    width = 1.0 / (FINE if models == 1 else COARSE)
    cell = np.column_stack([part[f"cell_{i}"].to_numpy() for i in range(models)]).astype(np.int64)
    weight = part["weight"].to_numpy()
    log_odds = np.empty(cell.shape)
    most = round(FARTHEST / width)
    for i in range(models):
        log_odds[:, i] = (
            cell[:, i] + part[f"sum_{i}"].to_numpy() / np.where(weight > 0.0, weight, 1.0)
        ) * width
        log_odds[cell[:, i] > most, i] = np.inf
        log_odds[cell[:, i] < -most, i] = -np.inf
    return Binned(
        np.array(part["group"].to_list(), dtype=object) if groups else None,
        part["label"].to_numpy().astype(np.int8),
        cell,
        log_odds,
        part["count"].to_numpy(),
        weight,
        part["squares"].to_numpy(),
        width,
        low=part["low"].to_numpy(),
        high=part["high"].to_numpy(),
    )


def _content(path: str | Path) -> dict[str, Any] | None:
    import polars as pl

    try:
        found = pl.read_parquet_metadata(path).get(KEY)
    except (OSError, TypeError, pl.exceptions.PolarsError):  # a name that Polars cannot take is no part
        return None
    content: dict[str, Any] | None = None if found is None else json.loads(found)
    return content


def _check_alike(path: str, first: Mapping[str, Any], content: Mapping[str, Any]) -> None:
    if content["version"] != VERSION:
        raise FileError(
            f"{path} has version {content['version']} of the parts; this baserate reads {VERSION}."
        )
    for key, what in (
        ("grid", "another grid of cells"),
        ("models", "other models"),
        ("groups", "other groups"),
    ):
        if content[key] != first[key]:
            raise SettingError(
                f"{path} was made with {what} than the first part: {content[key]} and {first[key]}."
            )


def _notes(contents: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    most = max(content["merged_below"] for content in contents)
    return (f"cells of fewer than {most} patients were merged",) if most > 1 else ()
