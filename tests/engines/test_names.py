"""Whatever columns and models are called, each keeps its own values: on every engine as in memory."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import polars as pl
import pytest

import baserate
from baserate.errors import BaserateWarning, ColumnError
from baserate.patients.patients import PatientBins
from baserate.patients.reading import read_patients
from baserate.patients.roles import Roles
from tests.engines.sources import ENGINES, Opener

N = 60
ROLES = ("outcome", "first", "second", "by", "cluster", "weight")


@lru_cache(maxsize=1)
def columns() -> dict[str, pl.Series]:
    """A column for each role, no two of which could stand for one another unnoticed."""
    rng = np.random.default_rng(5)
    return {
        "outcome": pl.Series(rng.permutation(np.arange(N) % 3 == 0).astype(np.int64)),
        "first": pl.Series(0.05 + 0.4 * rng.random(N)),
        "second": pl.Series(0.5 + 0.4 * rng.random(N)),
        "by": pl.Series(np.array(["north", "south"])[rng.integers(0, 2, N)]),
        "cluster": pl.Series(rng.integers(100, 130, N)),
        "weight": pl.Series(1.0 + rng.random(N)),
    }


def named(names: dict[str, str]) -> pl.DataFrame:
    """The columns under other names, in an order that says nothing about their roles."""
    return pl.DataFrame(
        {names[role]: columns()[role] for role in sorted(ROLES, key=lambda role: names[role])}
    )


def roles_of(names: dict[str, str], models: tuple[str, str]) -> Roles:
    scores = {models[0]: names["first"], models[1]: names["second"]}
    return Roles.of(names["outcome"], scores, names["by"], names["cluster"], names["weight"])


def read(data: Any, names: dict[str, str], models: tuple[str, str] = ("A", "B")) -> PatientBins:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        patients = read_patients(data, roles_of(names, models))
    assert isinstance(patients, PatientBins)
    return patients


@lru_cache(maxsize=1)
def plain() -> PatientBins:
    names = {role: f"col_{role}" for role in ROLES}
    return read(named(names).lazy(), names)


def check(found: PatientBins) -> None:
    """Each model has the bins, groups, weights and clusters of its own columns."""
    right = plain()
    tables = zip(
        (*found.single.values(), *found.joint.values()),
        (*right.single.values(), *right.joint.values()),
        strict=True,
    )
    for ours, theirs in tables:
        assert ours.group is not None
        assert theirs.group is not None
        assert ours.group.tolist() == theirs.group.tolist()
        for part in ("label", "bins", "count"):
            np.testing.assert_array_equal(getattr(ours, part), getattr(theirs, part))
        for part in ("log_odds", "weight", "squares"):
            np.testing.assert_allclose(getattr(ours, part), getattr(theirs, part), rtol=1e-10)
    assert found.clusters() == right.clusters()


@lru_cache(maxsize=1)
def internal_names() -> tuple[str, ...]:
    """Every name that a column has on an engine, anywhere in an evaluation: seen, not listed."""
    seen: set[str] = set()
    patch = pytest.MonkeyPatch()
    for method in ("select", "with_columns", "join"):
        whole = getattr(nw.LazyFrame, method)

        def spy(self: Any, *args: Any, _whole: Any = whole, **kwargs: Any) -> Any:
            frame = _whole(self, *args, **kwargs)
            seen.update(frame.collect_schema().names())
            return frame

        patch.setattr(nw.LazyFrame, method, spy)
    gappy = pl.DataFrame({f"col_{role}": series for role, series in columns().items()}).with_columns(
        col_first=pl.when(pl.int_range(N) != 3).then(pl.col("col_first"))
    )
    with warnings.catch_warnings(), patch.context():
        warnings.simplefilter("ignore", BaserateWarning)
        baserate.evaluate(
            gappy.lazy(),
            "col_outcome",
            ["col_first", "col_second"],
            by="col_by",
            cluster="col_cluster",
            weight="col_weight",
            cost="1:9",
            missing="drop",
        )
    patch.undo()
    # Of the many sums by cluster, which differ in their number, the first two stand for all.
    return tuple(sorted(name for name in seen if not re.match(r"__sum_([2-9]|\d\d)", name)))


def test_the_names_were_seen_and_no_users_name_is_among_them() -> None:
    assert {"__outcome", "__group", "__weight", "__cluster", "__score_0", "__score_1"} <= set(
        internal_names()
    )
    assert not [name for name in internal_names() if name.startswith("col_")]
    assert len(internal_names()) > 25


CASES: tuple[Callable[[str], str], ...] = (str, str.upper, str.title)


def every_role() -> list[dict[str, str]]:
    """Names for all roles, so often that every internal name has played every role, in one case or other."""
    seen = internal_names()
    return [
        {role: CASES[start % 3](seen[(start + at) % len(seen)]) for at, role in enumerate(ROLES)}
        for start in range(len(seen))
    ]


def check_rounds(opens: Opener, rounds: list[dict[str, str]], folder: Path) -> None:
    for number, names in enumerate(rounds):
        home = folder / str(number)
        home.mkdir()
        named(names).write_parquet(home / "part-0.parquet")
        check(read(opens(home), names, (names["second"], names["second"].swapcase())))


def test_internal_names_in_all_roles_on_quick_engines(opens_quickly: Opener, tmp_path: Path) -> None:
    check_rounds(opens_quickly, every_role(), tmp_path)


def test_every_internal_name_on_every_engine(opens: Opener, tmp_path: Path) -> None:
    """Each in one role: all six of a round are different names."""
    check_rounds(opens, every_role()[:: len(ROLES)], tmp_path)


def test_models_that_differ_in_case_keep_their_scores(opens: Opener, tmp_path: Path) -> None:
    names = {role: f"col_{role}" for role in ROLES}
    named(names).write_parquet(tmp_path / "part-0.parquet")
    check(read(opens(tmp_path), names, ("New", "new")))
    check(read(opens(tmp_path), names, ("col_second", "col_first")))


AWKWARD = (
    *("a.b", "*", "^s$", "^.*$", 'q"x', "b`t", "[br]", " sp ", "x'y", "\N{GRINNING FACE}", "order by", "#1"),
    *("{c}", "a,b", "semi;colon", "back\\slash", "new\nline", "%s", "$1", "\N{RIGHT-TO-LEFT OVERRIDE}x"),
)


def test_awkward_names_are_taken_literally_in_all_roles(opens: Opener, tmp_path: Path) -> None:
    """Engines read patterns, paths and stars into names; a file may hold any."""
    for start in range(0, len(AWKWARD), len(ROLES)):
        names = {role: AWKWARD[(start + at) % len(AWKWARD)] for at, role in enumerate(ROLES)}
        folder = tmp_path / str(start)
        folder.mkdir()
        named(names).write_parquet(folder / "part-0.parquet")
        data = opens(folder)
        if isinstance(data, str | Path):  # what baserate reads itself has no spaces around its names
            names = {role: name.strip() for role, name in names.items()}
        check(read(data, names, (names["second"], names["first"])))


@pytest.mark.parametrize("name", [*AWKWARD, ""])
def test_awkward_names_are_taken_literally_by_polars(name: str) -> None:
    """Beside columns that the name would match as a pattern."""
    for role in ROLES:
        names = {other: f"s{at}" for at, other in enumerate(ROLES)} | {role: name}
        frame = named(names).with_columns(s=pl.lit(0.123), st=pl.lit("x"))
        check(read(frame.lazy(), names))
        memory = read_patients(frame, roles_of(names, ("A", "B")))
        assert memory.counts() == plain().counts()


TWINS = dict(zip(ROLES, ("o", "S", "s", "G", "g", "w"), strict=True))


def test_columns_that_differ_in_case_are_told_apart_or_refused(opens: Opener, tmp_path: Path) -> None:
    """Never one column's values for another's."""
    names = {role: f"col_{role}" for role in ROLES}
    named(names).write_parquet(tmp_path / "part-0.parquet")
    data = opens(tmp_path)
    if hasattr(data, "toDF"):  # Spark reads no such file, but renames
        twin = {names[role]: TWINS[role] for role in ROLES}
        data = data.toDF(*(twin[column] for column in data.columns))
    else:
        named(TWINS).write_parquet(tmp_path / "part-0.parquet")
        data = opens(tmp_path)
    try:
        found = read(data, TWINS)
    except ColumnError as error:
        assert "'s'" in str(error) or "'g'" in str(error)  # noqa: PT017
    else:
        check(found)


def test_columns_that_differ_in_case_are_right_on_polars_and_refused_by_a_database() -> None:
    check(read(named(TWINS).lazy(), TWINS))
    if "Ibis" in ENGINES:
        table = pytest.importorskip("ibis").memtable(named(TWINS))
        with pytest.raises(ColumnError, match="differ in case only"):
            read(table, TWINS)
    if "DuckDB" in ENGINES:
        with pytest.importorskip("duckdb").connect() as connection:
            connection.register("patients", named({role: f"col_{role}" for role in ROLES}).to_arrow())
            renamed = ", ".join(f'col_{role} as "{name}"' for role, name in TWINS.items())
            check(read(connection.sql(f"select {renamed} from patients"), TWINS))
