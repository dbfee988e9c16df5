"""A site summary as a file: Parquet whose metadata say what it is, checked in full when it is read.

Its table has a row for each line: which model (and which other, of a joint line), which group and
class, how many patients, and mean and standard deviation of their log odds. Its metadata say how many
patients there are of each group and class, so that lines can be checked against them, and carry a hash of
everything, so that a file that was changed is told from one that was not.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from baserate.errors import FileError
from baserate.extensions.sites.summary_weights import SummaryFollowUp
from baserate.patients.checks import MOST_GROUPS
from baserate.patients.discreet_bins import CERTAIN
from baserate.patients.given_out import GivenOut
from baserate.patients.source import is_parquet

if TYPE_CHECKING:
    import polars as pl

KEY = "baserate_site_summary"
VERSION, VERSION_OF_FOLLOW_UP = 4, 5
# Files of versions before 3 had this key.
_OLD_KEY = "baserate_part"
# What a summary of any size stays below, so that a file made to harm is not unpacked.
_MOST_BYTES, _MOST_LINES, _MOST_METADATA = 2**30, 20_000_000, 2**22
MOST_MODELS, LONGEST_NAME = 200, 1_000
# Weights are written with six digits; so far apart can a square of one and another number be.
_DIGITS = 2e-5
# The counts of joint lines are rounded, and their weights with them, by up to a factor of two.
_ROUNDED = 2.0 + _DIGITS

COLUMNS = ("model", "other", "group", "outcome", "patients", "mean", "sd")
JOINT = ("other_mean", "other_sd", "correlation")
WEIGHTS = ("weight", "squares")
_TEXT, _WHOLE = ("model", "other", "group"), {"outcome": "Int8", "patients": "Int64"}


@dataclass(frozen=True, eq=False)
class Summary:
    """What a site gives away of its patients.

    ``groups`` are names, none where there are no groups; where some were too small to stand alone, the
    last is theirs and ``small_groups`` are their names. ``patients`` are the cases and non-cases of each
    group, of everyone where there are none, and ``weights`` their weights, None where nobody has one.
    ``smallest_cell`` is the least number of patients that a line is about; ``exact`` says that every
    distinct score has a line, and ``per_unit`` how many bins to a unit of log odds an engine had put
    patients into before, 0 for none. ``dropped_rows`` is None for fewer than the smallest cell, and
    ``missing`` are the columns in which values were missing. ``fingerprint`` tells whether two summaries
    are of the same patients. Where the outcome is one by a horizon, ``follow_up`` says how it follows, and
    who was censored before it is in no line.
    """

    models: tuple[str, ...]
    groups: tuple[str, ...]
    small_groups: tuple[str, ...]
    smallest_cell: int
    exact: bool
    per_unit: int
    patients: tuple[tuple[int, int], ...]
    weights: tuple[tuple[float, float], ...] | None
    dropped_rows: int | None
    missing: tuple[str, ...]
    fingerprint: str
    lines: pl.DataFrame
    follow_up: SummaryFollowUp | None = None

    @property
    def counts(self) -> tuple[int, int]:
        """All cases, and all non-cases."""
        return sum(cases for cases, _ in self.patients), sum(others for _, others in self.patients)

    @property
    def tables(self) -> list[tuple[str, str | None]]:
        """The models, and the pairs of models, in the order of the lines."""
        return [*((model, None) for model in self.models), *combinations(self.models, 2)]

    @property
    def notes(self) -> tuple[str, ...]:
        """What was decided when it was made, in words."""
        least = self.smallest_cell
        kept = f"no number is about fewer than {least} patients of a class"
        notes = [kept if least > 1 else "for use within the house: numbers may be about single patients"]
        if self.small_groups:
            notes.append(f"{self.groups[-1]} are {', '.join(self.small_groups)}")
        if self.dropped_rows != 0:
            rows = f"fewer than {least}" if self.dropped_rows is None else f"{self.dropped_rows:,}"
            notes.append(f"{rows} rows were dropped for values missing in {', '.join(self.missing)}")
        if self.follow_up is not None:
            notes += self.follow_up.notes(least, bool(self.groups))
        return tuple(notes)

    @property
    def weight_ratio(self) -> float:
        """How many times another's a patient's weight is, at most; infinite where that is not known."""
        if self.weights is None:
            return 1.0
        known = None if self.follow_up is None else self.follow_up.weight_ratio
        return math.inf if known is None else known

    @property
    def version(self) -> int:
        """Of the format: summaries of follow-up have another, which says more."""
        return VERSION if self.follow_up is None else VERSION_OF_FOLLOW_UP

    @cached_property
    def sha256(self) -> str:
        """Hash of the lines and of what is said about them."""
        digest = hashlib.sha256(json.dumps(self.content, sort_keys=True).encode())
        for column in self.lines.iter_columns():
            values = json.dumps(column.to_list()) if column.name in _TEXT else column.to_numpy().tobytes()
            digest.update(column.name.encode() + (values.encode() if isinstance(values, str) else values))
        return digest.hexdigest()

    def given_out(self, name: str) -> GivenOut:
        """What it tells of how many patients there are, and in which bins."""
        counts: dict[str | None, tuple[int, int]] = {None: self.counts}
        return GivenOut(
            name,
            self.smallest_cell,
            counts | dict(zip(self.groups, self.patients, strict=False)),
            self.sha256,
            None if self.follow_up is None else self.follow_up.horizon,
        )

    @property
    def content(self) -> dict[str, Any]:
        """What stands in the metadata beside versions and hash."""
        return {
            "models": list(self.models),
            "groups": list(self.groups),
            "small_groups": list(self.small_groups),
            "smallest_cell": self.smallest_cell,
            "every_score": self.exact,
            "bins_per_unit_of_log_odds": self.per_unit,
            "patients": [list(one) for one in self.patients],
            "weights": None if self.weights is None else [list(one) for one in self.weights],
            "dropped_rows": self.dropped_rows,
            "missing": list(self.missing),
            "fingerprint": self.fingerprint,
            **({} if self.follow_up is None else {"follow_up": self.follow_up.content}),
        }


def encode(summary: Summary) -> bytes:
    """The bytes of a summary's file: the same for the same summary."""
    from baserate import __version__

    about = {"format": summary.version, "baserate": __version__, "sha256": summary.sha256}
    about["table_sha256"] = _table_hash(write_lines(summary.lines, {}))
    return write_lines(summary.lines, {KEY: json.dumps({**about, **summary.content}, sort_keys=True)})


def write_lines(lines: pl.DataFrame, metadata: dict[str, str]) -> bytes:
    """Lines as Parquet, whose table does not depend on the metadata behind it."""
    file = io.BytesIO()
    lines.write_parquet(file, metadata=metadata, statistics=False)
    return file.getvalue()


def _table_hash(data: bytes) -> str:
    """Hash of what stands before the footer of a Parquet file.

    Looked at before the table is decoded: damaged pages can make a decoder ask for more memory than there
    is, which ends the process.
    """
    footer = int.from_bytes(data[-8:-4], "little") + 8
    return hashlib.sha256(data[: max(0, len(data) - footer)]).hexdigest()


def is_summary(path: str | Path) -> bool:
    """Whether a file says that it is a site summary, of whatever version."""
    import polars as pl

    if not is_parquet(str(path)):
        return False
    try:
        metadata = pl.read_parquet_metadata(path)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, TypeError, ValueError):
        return False
    return KEY in metadata or _OLD_KEY in metadata


def read_summary(path: str | Path) -> Summary:
    """A site summary out of its file; whatever is wrong with it is one error that names the file."""
    import polars as pl

    refuse = _Refusal(str(path))
    try:
        if Path(path).stat().st_size > _MOST_BYTES:
            refuse("the file is too large to be one")
        data = Path(path).read_bytes()
        metadata = pl.read_parquet_metadata(io.BytesIO(data))
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}.") from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, ValueError):
        raise FileError(f"{path} is not a site summary; 'baserate reduce' makes one.") from None
    content = _content(metadata, refuse)
    lines = _lines(data, content, refuse)
    summary = _summary(content, lines, refuse)
    if summary.sha256 != content["sha256"]:
        refuse("it was changed since it was written (its hash does not fit)")
    _check_lines(summary, refuse)
    return summary


@dataclass(frozen=True)
class _Refusal:
    """Refuses a file."""

    path: str

    def __call__(self, why: str) -> NoReturn:
        raise FileError(f"{self.path} is no valid site summary: {why}. Make it again with 'baserate reduce'.")


def _content(metadata: Mapping[str, str], refuse: _Refusal) -> dict[str, Any]:
    """What a file says about itself, of this version and with values of the right kind."""
    written = metadata.get(KEY, metadata.get(_OLD_KEY))
    if written is None:
        raise FileError(f"{refuse.path} is not a site summary; 'baserate reduce' makes one.")
    if len(written) > _MOST_METADATA:
        refuse("what it says about itself is too long")
    try:
        content = json.loads(written, parse_constant=_no_number)
    except (ValueError, RecursionError):
        refuse("its metadata are not JSON")
    if not isinstance(content, dict):
        refuse("its metadata are not a table of names and values")
    version = content.get("format", content.get("version"))
    if version not in (VERSION, VERSION_OF_FOLLOW_UP) or isinstance(version, bool):
        known = isinstance(version, int) and not isinstance(version, bool)
        which = f"version {version}" if known else "an unknown version"
        raise FileError(
            f"{refuse.path} is a site summary of {which}; this baserate reads versions {VERSION} "
            f"and {VERSION_OF_FOLLOW_UP}. "
            "Make it again with 'baserate reduce'."
        )
    wanted_values = _VALID if version == VERSION else {**_VALID, **_VALID_FOLLOW_UP}
    for name, (valid, wanted) in wanted_values.items():
        if name not in content or not valid(content[name]):
            refuse(f"{name!r} in its metadata must be {wanted}")
    if len(content) > len(wanted_values) + 1:
        refuse("its metadata hold more than a summary says")
    return content


def _no_number(name: str) -> NoReturn:
    """Refuse NaN and infinity, which Python reads although JSON has neither."""
    raise ValueError(name)


def _is_count(value: Any, least: int = 0) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value < 2**53


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _are_names(value: Any, most: int, least: int = 0) -> bool:
    """Different names, no longer and no more than is sensible."""
    texts = isinstance(value, list) and all(
        isinstance(one, str) and len(one) <= LONGEST_NAME for one in value
    )
    return texts and least <= len(value) <= most and len(set(value)) == len(value)


def _are_pairs(value: Any, valid: Callable[[Any], bool]) -> bool:
    pairs = isinstance(value, list) and all(isinstance(one, list) and len(one) == 2 for one in value)
    return pairs and 0 < len(value) <= MOST_GROUPS + 1 and all(valid(one) for pair in value for one in pair)


def _is_weight(value: Any) -> bool:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and 0.0 < value < math.inf


# What each value in the metadata must be, and how that is said.
_VALID: dict[str, tuple[Callable[[Any], bool], str]] = {
    "baserate": (lambda value: isinstance(value, str) and len(value) <= 100, "a version"),
    "sha256": (_is_hash, "a hash"),
    "table_sha256": (_is_hash, "a hash"),
    "fingerprint": (_is_hash, "a hash"),
    "models": (lambda value: _are_names(value, MOST_MODELS, 1), "different names"),
    "groups": (lambda value: _are_names(value, MOST_GROUPS + 1), "different names"),
    "small_groups": (lambda value: _are_names(value, MOST_GROUPS + 1), "different names"),
    "smallest_cell": (lambda value: _is_count(value, 1), "a number of patients"),
    "every_score": (lambda value: isinstance(value, bool), "true or false"),
    "bins_per_unit_of_log_odds": (lambda value: _is_count(value) and value <= 2**16, "a number of bins"),
    "patients": (lambda value: _are_pairs(value, _is_count), "numbers of cases and non-cases"),
    "weights": (lambda value: value is None or _are_pairs(value, _is_weight), "weights, or null"),
    "dropped_rows": (lambda value: value is None or _is_count(value), "a number of rows, or null"),
    "missing": (lambda value: _are_names(value, 10 * MOST_MODELS), "different names"),
}


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME


# The same of what follow-up says.
_OF_FOLLOW_UP: dict[str, Callable[[Any], bool]] = {
    "time": _is_name,
    "event": _is_name,
    "horizon": _is_weight,
    "censoring": lambda value: _are_names(value, MOST_GROUPS),
    "strata": lambda value: _is_count(value, 1),
    "weight_ratio": lambda value: value is None or (_is_weight(value) and value >= 1.0),
    "censored": lambda value: value is None or _is_count(value),
    "competing": lambda value: value is None or _is_count(value),
}


def _is_follow_up(value: Any) -> bool:
    named = isinstance(value, dict) and value.keys() == _OF_FOLLOW_UP.keys()
    return named and all(valid(value[name]) for name, valid in _OF_FOLLOW_UP.items())


_VALID_FOLLOW_UP = {"follow_up": (_is_follow_up, "how patients were followed")}


def _lines(data: bytes, content: Mapping[str, Any], refuse: _Refusal) -> pl.DataFrame:
    """The table of lines, with the columns and types that it must have."""
    import polars as pl

    wanted: dict[str, Any] = dict.fromkeys((*COLUMNS, *JOINT, *WEIGHTS), pl.Float64)
    wanted |= {**dict.fromkeys(_TEXT, pl.String), **{name: getattr(pl, t) for name, t in _WHOLE.items()}}
    if content["weights"] is None:
        wanted = {name: kind for name, kind in wanted.items() if name not in WEIGHTS}
    try:
        schema = pl.read_parquet_schema(io.BytesIO(data))
        if dict(schema) != wanted or list(schema) != list(wanted):
            refuse(f"its table must have the columns {', '.join(wanted)}, each of its own type")
        if _table_hash(data) != content["table_sha256"]:
            refuse("it was changed since it was written (the hash of its table does not fit)")
        if pl.scan_parquet(io.BytesIO(data)).select(pl.len()).collect().item() > _MOST_LINES:
            refuse("it has too many lines")
        return pl.read_parquet(io.BytesIO(data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        refuse(f"its table cannot be read ({str(error).partition(chr(10))[0]})")


def _summary(content: Mapping[str, Any], lines: pl.DataFrame, refuse: _Refusal) -> Summary:
    """The summary that metadata and lines make up, whose metadata agree with each other."""
    groups, least, weights = tuple(content["groups"]), content["smallest_cell"], content["weights"]
    patients = tuple((cases, others) for cases, others in content["patients"])
    if len(patients) != max(1, len(groups)) or (weights is not None and len(weights) != len(patients)):
        refuse("its metadata count other groups than they name")
    if min(min(pair) for pair in patients) < least:
        refuse(f"it counts fewer than {least} patients of a class, which is its smallest cell")
    if content["dropped_rows"] is not None and 0 < content["dropped_rows"] < least:
        refuse(f"it tells of fewer than {least} rows that were dropped")
    if content["small_groups"] and not groups:
        refuse("it has small groups, but no groups")
    follow_up = SummaryFollowUp.read(content["follow_up"]) if "follow_up" in content else None
    told = () if follow_up is None else (follow_up.censored, follow_up.competing)
    if any(number is not None and 0 < number < least for number in told):
        refuse(f"it tells of fewer than {least} patients who were censored, or had a competing event")
    return Summary(
        tuple(content["models"]),
        groups,
        tuple(content["small_groups"]),
        least,
        content["every_score"],
        content["bins_per_unit_of_log_odds"],
        patients,
        None if weights is None else tuple((float(cases), float(others)) for cases, others in weights),
        content["dropped_rows"],
        tuple(content["missing"]),
        content["fingerprint"],
        lines,
        follow_up,
    )


def _check_lines(summary: Summary, refuse: _Refusal) -> None:
    """Refuse lines that cannot be, that are in no order, or that do not add up to what the file counts."""
    lines = summary.lines
    joint = lines["other"].is_not_null().to_numpy()
    _check_present(summary, joint, refuse)
    part = _parts(summary, refuse)
    numbers = {name: lines[name].to_numpy() for name in lines.columns if name not in _TEXT}
    _check_numbers(summary, numbers, joint, refuse)
    same = part[1:] == part[:-1]
    falls = (numbers["mean"][1:] < numbers["mean"][:-1] - 1e-9) & same
    if (np.diff(part) < 0).any() or falls.any():
        refuse("its lines are not in their order")
    _check_totals(summary, part, numbers, refuse)


def _check_present(summary: Summary, joint: NDArray[np.bool_], refuse: _Refusal) -> None:
    """A value in every cell of the table but those that are for joint lines, or for groups, alone."""
    for name in summary.lines.columns:
        empty = summary.lines[name].is_null().to_numpy()
        if name in ("other", *JOINT):
            wrong = empty == joint
        elif name == "group":
            wrong = empty == bool(summary.groups)
        else:
            wrong = empty
        if np.any(wrong):
            refuse(f"its column {name!r} has values missing, or some that should not be there")


def _parts(summary: Summary, refuse: _Refusal) -> NDArray[np.int64]:
    """A number for the table, group and class of each line, ascending in the order that lines have."""
    groups: dict[str | None, int] = {name: i for i, name in enumerate(summary.groups or (None,))}
    tables = {table: i for i, table in enumerate(summary.tables)}
    names = zip(*(summary.lines[name].to_list() for name in ("model", "other", "group")), strict=True)
    outcome = summary.lines["outcome"].to_numpy()
    if not np.isin(outcome, (0, 1)).all():
        refuse("an outcome is neither 0 nor 1")
    try:
        place = [tables[model, other] * len(groups) + groups[group] for model, other, group in names]
    except KeyError:
        refuse("a line is about a model, a pair of models or a group that the file does not name")
    part: NDArray[np.int64] = 2 * np.asarray(place, dtype=np.int64) + (outcome == 0)
    return part


def _check_numbers(
    summary: Summary, numbers: Mapping[str, NDArray[Any]], joint: NDArray[np.bool_], refuse: _Refusal
) -> None:
    """Refuse numbers that no patients can have."""
    n = numbers["patients"]
    wrong: dict[str, Any] = {
        f"a line is about fewer than {summary.smallest_cell} patients": n < summary.smallest_cell
    }
    for mean, sd in (("mean", "sd"), ("other_mean", "other_sd")):
        kept = slice(None) if mean == "mean" else joint
        wrong[f"{mean!r} is not a number within {CERTAIN:g}"] = ~(np.abs(numbers[mean][kept]) <= CERTAIN)
        wrong[f"{sd!r} is not a number from 0 to {2 * CERTAIN:g}"] = ~(
            (numbers[sd][kept] >= 0.0) & (numbers[sd][kept] <= 2.0 * CERTAIN)
        )
    wrong["a line of one patient has a spread"] = (n == 1) & (numbers["sd"] > 0.0)
    wrong["a correlation is not a number from -1 to 1"] = ~(np.abs(numbers["correlation"][joint]) <= 1.0)
    if summary.weights is not None:
        w, q = numbers["weight"], numbers["squares"]
        wrong["a weight is not a number above 0"] = ~((w > 0.0) & (w < np.inf) & (q > 0.0) & (q < np.inf))
        with np.errstate(over="ignore", invalid="ignore"):
            most = w**2 * np.where(joint, _ROUNDED, 1.0 + _DIGITS)
            fits = (q <= most) & (w**2 <= n * q * (1.0 + _DIGITS))
        wrong["no patients have such weights and squares of weights"] = ~fits
    for why, where in wrong.items():
        if np.any(where):
            refuse(why)


def _check_totals(
    summary: Summary, part: NDArray[np.int64], numbers: Mapping[str, NDArray[Any]], refuse: _Refusal
) -> None:
    """Every model, and every pair, has all patients of each group and class."""
    tables, size = len(summary.tables), 2 * len(summary.patients)
    counted = np.bincount(part, numbers["patients"], tables * size).reshape(tables, size)
    if (counted != np.asarray(summary.patients).ravel()).any():
        refuse("its lines do not add up to the patients that it counts")
    if summary.weights is not None:
        weighed = np.bincount(part, numbers["weight"], tables * size).reshape(tables, size)
        off = np.abs(np.log(weighed / np.asarray(summary.weights).ravel()))
        single = len(summary.models)
        if (off[:single] > _DIGITS).any() or (off[single:] > math.log(_ROUNDED)).any():
            refuse("the weights of its lines do not add up to those that it counts")


def without_double(names: Sequence[str], fingerprints: Sequence[str]) -> None:
    """Refuse sources of which two hold the same patients."""
    first: dict[str, str] = {}
    for name, fingerprint in zip(names, fingerprints, strict=True):
        if fingerprint in first:
            raise FileError(
                f"{first[fingerprint]} and {name} hold the same patients, who would count twice. Name each "
                "site, or each month, once."
            )
        first[fingerprint] = name
