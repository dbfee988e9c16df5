"""Site summaries: the bins of one site or month in a file, to be combined with others.

A site summary holds counts and sums by bin, never a patient's row. Summaries add up when they were
made for the same models on the same grid; so hospitals can evaluate together without sharing
patients.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np

from baserate.data.binning import COARSE, FARTHEST, FINE, Binned, log_odds_at
from baserate.data.patients import PatientBins
from baserate.data.roles import Roles
from baserate.data.source import is_parquet
from baserate.errors import FileError, SettingError

KEY = "baserate_site_summary"
VERSION = 3
# Summaries say nothing of columns but the models' names.
OUTCOME, GROUP = "outcome", "group"
# Files of versions before 3 had this key.
_OLD_KEY = "baserate_part"
_GRID = {"fine": FINE, "coarse": COARSE, "farthest": FARTHEST}
_NAMES = ("table", "group", "label", "bin_0", "bin_1")
_SUMS = ("count", "weight", "squares", "sum_0", "sum_1")
# The first and the last bin of the first model that patients may be of: more than one, once merged.
_ENDS = ("low", "high")


def write_summary(path: str | Path, patients: PatientBins, *, merge_below: int = 0) -> None:
    """Write bins to a Parquet file; those of fewer patients than ``merge_below`` are merged first."""
    import polars as pl

    tables = {f"model:{name}": binned for name, binned in patients.single.items()}
    tables |= {f"pair:{json.dumps(pair)}": binned for pair, binned in patients.joint.items()}
    frame = pl.concat([_frame(name, binned) for name, binned in tables.items()])
    if merge_below > 1:
        frame = merge(frame, merge_below)
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


def is_summary(path: str | Path) -> bool:
    """Whether a file is a site summary."""
    return is_parquet(str(path)) and _content(path) is not None


def read_summaries(paths: Sequence[str | Path]) -> PatientBins:
    """The patients of one or several site summaries, combined."""
    contents = [_known_content(path) for path in paths]
    for path, content in zip(paths, contents, strict=True):
        _check_alike(str(path), contents[0], content)
    sites = [_read(path, content) for path, content in zip(paths, contents, strict=True)]
    return combine(sites, {"kind": "site summaries", "sites": len(paths)}, _notes(contents))


def combine(
    sites: Sequence[PatientBins], origin: Mapping[str, Any] | None = None, notes: tuple[str, ...] = ()
) -> PatientBins:
    """The bins of different patients as one; all for the same models."""
    missing: dict[str, int] = {}
    for site in sites:
        for name, count in site.missing.items():
            missing[name] = missing.get(name, 0) + count
    return PatientBins(
        sites[0].roles,
        sum(site.rows for site in sites),
        sum(site.dropped_rows for site in sites),
        missing,
        {"kind": "combined", "sites": len(sites)} if origin is None else origin,
        notes,
        {model: reduce(add, [site.single[model] for site in sites]) for model in sites[0].single},
        {pair: reduce(add, [site.joint[pair] for site in sites]) for pair in sites[0].joint},
    )


def merge(frame: Any, least: int) -> Any:
    """Bins of fewer than ``least`` patients merged with their neighbours, in ever wider bins."""
    import polars as pl

    fine = pl.col("table").str.starts_with("model:")
    most = pl.when(fine).then(FARTHEST * FINE).otherwise(FARTHEST * COARSE)
    # Scores of exactly 0 and 1 have bins of their own, which no wider bin may swallow.
    certain = pl.max_horizontal(pl.col("bin_0").abs(), pl.col("bin_1").abs()) > most
    small = (pl.col("count") < least) & ~certain
    for power in range(1, 15):
        if not frame.select(small.any()).item():
            return frame
        wide = 2**power
        # No farther than the last bin of the grid, beyond which only certain scores are.
        ends = [
            pl.max_horizontal(pl.col(f"bin_{i}").floordiv(wide) * wide, -most.cast(pl.Int64)) for i in (0, 1)
        ]
        # All of the wide bin, not the part that has patients: where the outermost are is not to be told.
        last = pl.min_horizontal(ends[0] + wide - 1, most.cast(pl.Int64))
        reach = {"low": pl.min_horizontal("low", ends[0]), "high": pl.max_horizontal("high", last)}
        frame = frame.with_columns(
            pl.when(small).then(to).otherwise(name).alias(name) for name, to in reach.items()
        )
        frame = _move(frame, small, ends)
    # What is still small, far from everybody else, goes to the largest bin of its class and group.
    where = ["table", "group", "label"]
    largest = [pl.col(f"bin_{i}").sort_by("count").last().over(where) for i in (0, 1)]
    return _move(frame, small, largest)


def _move(frame: Any, chosen: Any, targets: Sequence[Any]) -> Any:
    """The chosen entries in other bins, added up with those that are there."""
    import polars as pl

    moved = []
    for i, target in enumerate(targets):
        own = pl.col(f"bin_{i}")
        new = pl.when(chosen).then(target).otherwise(own)
        # A sum of offsets counts from the bin's lower edge, which moves with the bin.
        total = pl.col(f"sum_{i}") + (own - new) * pl.col("weight")
        moved += [new.alias(f"bin_{i}"), total.alias(f"sum_{i}")]
    sums = [pl.col(name).sum() for name in _SUMS]
    grouped = frame.with_columns(moved).group_by(_NAMES)
    added = grouped.agg(*sums, pl.col("low").min(), pl.col("high").max())
    return added.select(*_NAMES, *_SUMS, *_ENDS)


def _frame(name: str, binned: Binned) -> Any:
    """Bins as they stand in a file."""
    import polars as pl

    size, offset = len(binned), binned.offsets()
    columns: dict[str, Any] = {
        "table": [name] * size,
        "group": [None] * size if binned.group is None else binned.group.tolist(),
        "label": binned.label,
    }
    for i in (0, 1):
        there = i < binned.bins.shape[1]
        columns[f"bin_{i}"] = binned.bins[:, i] if there else np.zeros(size, dtype=np.int64)
        columns[f"sum_{i}"] = offset[:, i] * binned.weight if there else np.zeros(size)
    columns |= {"count": binned.count, "weight": binned.weight, "squares": binned.squares}
    columns["low"] = binned.bins[:, 0] if binned.low is None else binned.low
    columns["high"] = binned.bins[:, 0] if binned.high is None else binned.high
    frame = pl.DataFrame(columns, schema_overrides={"group": pl.String, "table": pl.String})
    return frame.select(*_NAMES, *_SUMS, *_ENDS)


def _read(path: str | Path, content: Mapping[str, Any]) -> PatientBins:
    import polars as pl

    frame, groups = pl.read_parquet(path), content["groups"]
    joint = {}
    for table in frame["table"].unique().sort().to_list():
        if table.startswith("pair:"):
            one, other = json.loads(table.removeprefix("pair:"))
            joint[one, other] = _binned(frame, table, 2, groups)
    return PatientBins(
        Roles.of(OUTCOME, list(content["models"]), GROUP if groups else None),
        content["rows"],
        content["dropped_rows"],
        content["missing"],
        {"kind": "site summary"},
        (),
        {name: _binned(frame, f"model:{name}", 1, groups) for name in content["models"]},
        joint,
    )


def _binned(frame: Any, table: str, models: int, groups: bool) -> Binned:
    import polars as pl

    own = frame.filter(pl.col("table") == table).sort(_NAMES, nulls_last=True)
    width = 1.0 / (FINE if models == 1 else COARSE)
    bins = np.column_stack([own[f"bin_{i}"].to_numpy() for i in range(models)]).astype(np.int64)
    count, weight = own["count"].to_numpy(), own["weight"].to_numpy()
    safe = np.where(weight > 0.0, weight, 1.0)
    offset = np.column_stack([own[f"sum_{i}"].to_numpy() / safe for i in range(models)])
    return Binned(
        np.array(own["group"].to_list(), dtype=object) if groups else None,
        own["label"].to_numpy().astype(np.int8),
        bins,
        log_odds_at(bins, offset, width),
        count,
        weight,
        own["squares"].to_numpy(),
        width,
        low=own["low"].to_numpy(),
        high=own["high"].to_numpy(),
        weighted=bool((weight != count).any()),
    )


def _known_content(path: str | Path) -> dict[str, Any]:
    content = _content(path)
    if content is None:
        raise FileError(f"{path} is not a site summary; 'baserate reduce' makes one.")
    return content


def _content(path: str | Path) -> dict[str, Any] | None:
    """What a site summary says about itself; None for another file."""
    import polars as pl

    try:
        metadata = pl.read_parquet_metadata(path)
    except (OSError, TypeError, pl.exceptions.PolarsError):  # a name that Polars cannot take is none
        return None
    written = metadata.get(KEY, metadata.get(_OLD_KEY))
    content: dict[str, Any] | None = None if written is None else json.loads(written)
    return content


def _check_alike(path: str, first: Mapping[str, Any], content: Mapping[str, Any]) -> None:
    if content["version"] != VERSION:
        raise FileError(
            f"{path} is a site summary of version {content['version']}; this baserate reads {VERSION}. "
            "Make it again with 'baserate reduce'."
        )
    for key, what in (
        ("grid", "another grid of bins"),
        ("models", "other models"),
        ("groups", "other groups"),
    ):
        if content[key] != first[key]:
            raise SettingError(
                f"{path} was made with {what} than the first summary: {content[key]} and {first[key]}."
            )


def _notes(contents: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    most = max(content["merged_below"] for content in contents)
    return (f"bins of fewer than {most} patients were merged",) if most > 1 else ()
