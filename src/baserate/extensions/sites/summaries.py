"""Site summaries: what a site may give away of its patients, to be combined with other sites' summaries.

A summary holds the lines of :mod:`baserate.patients.discreet_bins`, by model, group and class, and the joint
lines of :mod:`baserate.patients.joint_bins`: none about fewer patients than its smallest cell. Groups that
are too small for that stand together. Summaries of different patients combine by putting their lines
together; docs/summaries.md says what is given away, and what follows from it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.gap import natural
from baserate.deployment.deployment import Deployment
from baserate.errors import BaserateWarning, SettingError, tell
from baserate.extensions.sites.summary_file import (
    COLUMNS,
    JOINT,
    LONGEST_NAME,
    MOST_MODELS,
    WEIGHTS,
    Summary,
    encode,
    is_summary,
    read_summary,
    without_double,
)
from baserate.extensions.sites.summary_points import SummaryPoints, model_points, pair_points
from baserate.extensions.sites.summary_weights import SummaryFollowUp, pools, weigh
from baserate.odds import logit
from baserate.patients.binning import FARTHEST, FINE, Binned
from baserate.patients.discreet_bins import CERTAIN, UNIT, Side, Table, Values, class_lines
from baserate.patients.followed import Followed
from baserate.patients.joint_bins import joint_lines
from baserate.patients.patients import PatientBins, PatientRows, Patients
from baserate.patients.roles import FollowUpRoles, Roles

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "SummaryPatients",
    "combine",
    "encode",
    "is_summary",
    "read_summaries",
    "read_summary",
    "summarise",
]

SMALLEST_CELL = 5
SMALL_GROUPS = "(small groups)"
# A summary says nothing of columns but the models' names, and those of follow-up.
OUTCOME, GROUP = "outcome", "group"
_TOLD = ("censored", "competing")
# With a smallest cell of one, the scores of so many patients are carried as they are.
_EXACT_ROWS = 100_000
# Joint lines of a pair, group and class, and of all together.
_FEWEST_JOINT, _MOST_JOINT, _JOINT_LINES = 60, 4_000, 400_000
_COLUMN_OF = {"n": "patients", "x": "mean", "s": "sd", "y": "other_mean", "t": "other_sd"}
_COLUMN_OF |= {"r": "correlation", "w": "weight", "q": "squares"}
_PER_BIN = ("label", "bins", "log_odds", "count", "weight", "squares")
# Bins to a unit of log odds, where a class has enough patients for so many: a file has more room than a page.
_PER_UNIT = 512
# No line reaches farther over a value that enough patients have, in log odds.
_FARTHEST = 0.5
# Decimals of a value that many share: all it has, because it may be a decision threshold.
_DIGITS = 12
# What numbers are written in.
_UNITS = {"x": UNIT, "s": UNIT, "y": UNIT, "t": UNIT, "r": 100}


def summarise(sources: Sequence[Patients], smallest_cell: int = SMALLEST_CELL) -> Summary:
    """The summary of one or several sources of different patients, with the same models.

    Parameters
    ----------
    sources
        The patients, in memory or in bins where they are.
    smallest_cell
        The least number of patients that a number may be about. With 1, which is for use within the
        house, every score is carried as it is, or in bins of 1/256 where patients are many.
    """
    if isinstance(smallest_cell, bool) or not isinstance(smallest_cell, int) or smallest_cell < 1:
        raise SettingError(f"smallest_cell is a number of patients, at least 1; found {smallest_cell!r}.")
    _check_names(sources)
    _check_enough([source.counts() for source in sources], smallest_cell)
    of_patients = (one for source in sources for one in source.cohort(source.models[0])[0].cautions)
    tell((*(one for source in sources for one in source.cautions), *of_patients))
    cohort = _Cohort(tuple(sources), smallest_cell)
    dropped = sum(source.dropped_rows for source in sources)
    return Summary(
        cohort.models,
        cohort.grouping.names,
        cohort.grouping.small,
        smallest_cell,
        cohort.exact,
        cohort.per_unit,
        tuple((int(one.count.sum()), int(other.count.sum())) for one, other in cohort.single[0].sides),
        cohort.weights,
        None if 0 < dropped < smallest_cell else dropped,
        tuple(sorted({name for source in sources for name in source.missing})),
        fingerprint(sources),
        cohort.lines(),
        cohort.follow_up_told,
    )


def _check_names(sources: Sequence[Patients]) -> None:
    """Refuse names that could not be read back, and groups that overlap."""
    models = sources[0].models
    if any(len(source.families) > 1 for source in sources):
        raise SettingError(
            "a site summary has groups by one column, or by several crossed: groups of two columns overlap, "
            "and what is hidden in one could be told from the other."
        )
    if len(models) > MOST_MODELS:
        raise SettingError(f"a summary holds up to {MOST_MODELS} models; found {len(models)}.")
    for name in {*models, *(name for source in sources for name in source.group_names)}:
        if len(name) > LONGEST_NAME:
            raise SettingError(
                f"the name {name[:30]!r}... has {len(name):,} characters; a summary holds names of up to "
                f"{LONGEST_NAME:,}."
            )


def _check_enough(counts: Sequence[tuple[int, int]], least: int) -> None:
    """Refuse patients of whom nothing may be told, and do not tell how few they are."""
    patients, cases = (sum(one[i] for one in counts) for i in (0, 1))
    if min(cases, patients - cases) < least:
        raise SettingError(
            f"no number in a summary is about fewer than {least} patients with the outcome or without it; "
            "these are fewer. Combine the rows of several months before reducing them."
        )


@dataclass(frozen=True)
class _Grouping:
    """The groups of a summary, and which of the patients' groups are put together in the last of them."""

    names: tuple[str, ...]
    small: tuple[str, ...]

    def place(self, name: str) -> int:
        return len(self.names) - 1 if name in self.small else self.names.index(name)

    @classmethod
    def of(cls, counts: Mapping[str, tuple[int, int]], least: int) -> _Grouping:
        """Groups with too few of a class together, with ever larger ones until they are enough."""
        names = sorted(counts, key=natural)
        small = [name for name in names if min(counts[name]) < least]
        others = sorted(
            (name for name in names if name not in small), key=lambda name: (sum(counts[name]), name)
        )
        while small and min(sum(counts[name][i] for name in small) for i in (0, 1)) < least:
            small.append(others.pop(0))
        if not small:
            return cls(tuple(names), ())
        title = _free(SMALL_GROUPS, counts)
        return cls((*(name for name in names if name not in small), title), tuple(sorted(small, key=natural)))


@dataclass(frozen=True, eq=False)
class _Cohort:
    """The patients of all sources, by model, group and class."""

    sources: tuple[Patients, ...]
    least: int

    @property
    def models(self) -> tuple[str, ...]:
        return self.sources[0].models

    @cached_property
    def per_unit(self) -> int:
        return FINE if any(source.in_bins for source in self.sources) else 0

    @cached_property
    def follow_up(self) -> SummaryFollowUp | None:
        return SummaryFollowUp.of(self.sources, self.least)

    @property
    def follow_up_told(self) -> SummaryFollowUp | None:
        """The same with what weights are like, unless weights were given."""
        given = any(source.roles.weight is not None for source in self.sources)
        return self.follow_up if self.follow_up is None or given else self.follow_up.weighed(self._everyone)

    @property
    def _everyone(self) -> Binned:
        return self.single[0].everyone

    @cached_property
    def exact(self) -> bool:
        rows = sum(len(table.everyone) for table in self.single[:1])
        return self.least == 1 and not self.per_unit and rows <= _EXACT_ROWS

    @cached_property
    def grouping(self) -> _Grouping:
        """Groups that may stand alone, and those that may not; patients of no weight do not count."""
        groups = sorted({name for source in self.sources for name in source.group_names}, key=natural)
        everyone = _joined([source.binned(self.models[:1]) for source in self.sources])
        cases, others = _class_counts(everyone)
        _check_enough([(cases + others, cases)], self.least)
        members = {name: _members(self.sources, self.models[:1], name) for name in groups}
        counts = {name: _class_counts(everyone, chosen) for name, chosen in members.items()}
        return _Grouping.of(counts, self.least)

    def table(self, models: Sequence[str]) -> Table:
        """One model, or two, on all patients; rows in an order of their own, not the source's."""
        buckets = [self._bucket(source, models) for source in self.sources]
        weighed = [
            weigh(
                source,
                models,
                [np.isin(bucket, pool) for pool in self._pools],
                self.least,
                self._few_censored,
            )
            for source, bucket in zip(self.sources, buckets, strict=True)
        ]
        binned, bucket = _joined(weighed), np.concatenate(buckets)
        # Sums depend on the order of what is added, in their last digits.
        keys = (binned.count, binned.squares, binned.weight, *binned.log_odds.T, binned.label, bucket)
        order = np.lexsort(keys)
        return Table(bucket[order], _taken(binned, order), max(1, len(self.grouping.names)))

    def _bucket(self, source: Patients, models: Sequence[str]) -> NDArray[np.intp]:
        """The group of each bin of a source, as groups stand in the summary."""
        bucket = np.zeros(len(source.binned(models)), dtype=np.intp)
        for name in source.group_names:
            bucket[source.members(models, name)] = self.grouping.place(name)
        return bucket

    @property
    def _few_censored(self) -> bool:
        return self.follow_up is not None and self.follow_up.censored is None

    @cached_property
    def _pools(self) -> list[list[int]]:
        """The groups that have a curve of censoring together."""
        groups = self.grouping.names or ("",)
        censored = [0] * len(groups)
        for source in self.sources if self.follow_up is not None else ():
            for name in source.group_names or (None,):
                told = source.followed(name)
                place = 0 if name is None else self.grouping.place(name)
                censored[place] += 0 if told is None else told.censored
        return pools(censored, self.least)

    @cached_property
    def single(self) -> list[Table]:
        return [self.table([model]) for model in self.models]

    @property
    def weights(self) -> tuple[tuple[float, float], ...] | None:
        table = self.single[0]
        if not table.everyone.weighted:
            return None
        return tuple((_short(one.weight.sum()), _short(other.weight.sum())) for one, other in table.sides)

    def lines(self) -> pl.DataFrame:
        """All lines, as they stand in a file."""
        pairs = list(combinations(self.models, 2))
        most = _JOINT_LINES // max(1, 2 * len(pairs) * len(self.single[0].sides))
        most = min(max(most, _FEWEST_JOINT), _MOST_JOINT)
        frames: list[pl.DataFrame] = []
        for model, table in zip(self.models, self.single, strict=True):
            frames += self._frames((model, None), table, self._model_lines)
        for pair in pairs:
            frames += self._frames(pair, self.table(pair), lambda side: self._joint_lines(side, most))
        return _stacked(frames)

    def _model_lines(self, side: Side) -> dict[str, list[Any]]:
        values, per_unit = Values.of(side, self.least), FINE if self.least == 1 else _PER_UNIT
        lines = class_lines(values, self.least, per_unit, exact=self.exact, farthest=_FARTHEST)
        return lines.written(_DIGITS)

    def _joint_lines(self, side: Side, most: int) -> dict[str, list[Any]]:
        return joint_lines(side, self.least, most, exact=self.exact)

    def _frames(self, names: tuple[str, str | None], table: Table, lines_of: Any) -> Iterable[pl.DataFrame]:
        for group, sides in zip(self.grouping.names or (None,), table.sides, strict=True):
            for outcome, side in zip((1, 0), sides, strict=True):
                yield _frame(names, group, outcome, lines_of(side), table.everyone.weighted)


def _stacked(frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    import polars as pl

    return pl.concat(frames, rechunk=True)


def _free(name: str, taken: Iterable[str]) -> str:
    """A name that nobody else has."""
    taken = set(taken)
    while name in taken:
        name = f"({name})"
    return name


def _short(value: float) -> float:
    """Six digits, as weights of lines have."""
    return float(f"{value:.6g}")


def _joined(parts: Sequence[Binned]) -> Binned:
    """The patients of all sources one after the other; their groups are not kept."""
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in _PER_BIN
    }
    columns["log_odds"] = np.clip(columns["log_odds"], -CERTAIN, CERTAIN)
    width, weighted = max(part.width for part in parts), any(part.weighted for part in parts)
    return Binned(None, **columns, width=width, weighted=weighted)


def _taken(binned: Binned, order: NDArray[np.intp]) -> Binned:
    return replace(binned, **{name: getattr(binned, name)[order] for name in _PER_BIN})


def _members(sources: Sequence[Patients], models: Sequence[str], group: str) -> NDArray[np.bool_]:
    """Who is of a group, one source after the other."""
    return np.concatenate(
        [
            source.members(models, group)
            if group in source.group_names
            else np.zeros(len(source.binned(models)), dtype=bool)
            for source in sources
        ]
    )


def _class_counts(binned: Binned, chosen: NDArray[np.bool_] | None = None) -> tuple[int, int]:
    """Cases and non-cases who count, of everyone or of some."""
    kept = binned.weight > 0.0 if chosen is None else chosen & (binned.weight > 0.0)
    cases, others = (int(binned.count[kept & (binned.label == label)].sum()) for label in (1, 0))
    return cases, others


def _frame(
    names: tuple[str, str | None],
    group: str | None,
    outcome: int,
    lines: Mapping[str, list[Any]],
    weighted: bool,
) -> pl.DataFrame:
    """The lines of one table, group and class as they stand in a file."""
    import polars as pl

    size = len(lines["n"])
    text = {"model": names[0], "other": names[1], "group": group}
    columns = [pl.Series(name, [value] * size, pl.String) for name, value in text.items()]
    columns += [pl.Series("outcome", [outcome] * size, pl.Int8), pl.Series("patients", lines["n"], pl.Int64)]
    numbers = {
        _COLUMN_OF[name]: [one / _UNITS.get(name, 1) for one in lines[name]] for name in lines if name != "n"
    }
    wanted = [*COLUMNS[5:], *JOINT, *(WEIGHTS if weighted else ())]
    columns += [pl.Series(name, numbers.get(name, [None] * size), pl.Float64) for name in wanted]
    return pl.DataFrame(columns)


def fingerprint(sources: Sequence[Patients]) -> str:
    """Hash of outcomes and scores, whatever the order of rows, the groups, the weights and the smallest cell.

    Scores count by their bins of 1/256 of log odds, so that it does not matter how they were read.
    """
    digest = hashlib.sha256()
    for model in sorted(sources[0].models):
        keys, count = zip(*(_counted(source, model) for source in sources), strict=True)
        unique, place = np.unique(np.concatenate(keys), axis=0, return_inverse=True)
        total = np.bincount(place.ravel(), np.concatenate(count)).astype("<i8")
        digest.update(unique.astype("<i8").tobytes() + total.tobytes())
    return digest.hexdigest()


def _counted(source: Patients, model: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Outcome and bin, and how many patients they have."""
    if not isinstance(source, PatientRows):
        binned = source.binned([model])
        return np.column_stack((binned.label.astype(np.int64), binned.bins[:, 0])), binned.count
    x, most = np.asarray(logit(source.scores[model].astype(np.float64))) * FINE, FARTHEST * FINE
    inside = np.maximum(np.floor(np.where(np.isfinite(x), x, 0.0)), -most)
    bins = np.where(np.isfinite(x), inside, np.copysign(most + 1.0, x)).astype(np.int64)
    return np.column_stack((source.label.astype(np.int64), bins)), np.ones(len(bins), dtype=np.int64)


@dataclass(frozen=True, eq=False)
class SummaryPatients(PatientBins):
    """The patients of site summaries, as points that stand for their lines."""

    single: Mapping[str, SummaryPoints] = field(repr=False)
    summaries: tuple[Summary, ...] = ()
    lacking: tuple[BaserateWarning, ...] = ()

    @property
    def cautions(self) -> tuple[BaserateWarning, ...]:
        return self.lacking

    @property
    def columns(self) -> dict[str, Any]:
        """What they are about, as a study says it."""
        by = {} if self.roles.by is None else {"by": self.roles.by}
        return {"outcome": self.roles.outcome, "scores": dict(self.roles.scores), **by}

    def counts(self, group: str | None = None) -> tuple[int, int]:
        patients, cases = super().counts(group)
        told = self.followed() if group is None else None
        return patients + (0 if told is None else told.censored), cases

    def followed(self, group: str | None = None) -> Followed | None:
        """How all patients were followed; summaries do not say it of groups."""
        told = [one.follow_up for one in self.summaries if one.follow_up is not None]
        if group is not None or not told:
            return None
        censored, competing = (sum(getattr(one, name) or 0 for one in told) for name in _TOLD)
        known = sum(sum(one.counts) for one in self.summaries)
        strata = max(one.strata for one in told)
        return Followed(known + censored, censored, competing, self._heaviest(None), strata)

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256("".join(sorted(one.sha256 for one in self.summaries)).encode()).hexdigest()

    def binning(
        self, deployment: Deployment, sources: Mapping[str, float], cutoffs: Mapping[str, float]
    ) -> dict[str, Any] | None:
        bounds = {model: self.error_bound(model, deployment, source) for model, source in sources.items()}
        found: dict[str, Any] = {
            "bins_per_unit_of_log_odds": None,
            "smallest_cell": max(one.smallest_cell for one in self.summaries),
            "net_benefit_error_at_most": bounds,
        }
        for name, label in (("sensitivity", 1), ("specificity", 0)):
            found[f"{name}_error_at_most"] = {
                model: self.single[model].lines.share_across(label, float(logit(cutoffs[model])))
                for model in sources
            }
        return found


def read_summaries(paths: Sequence[str | Path]) -> SummaryPatients:
    """The patients of one or several site summaries, combined."""
    return combine([read_summary(path) for path in paths], [str(path) for path in paths])


def combine(summaries: Sequence[Summary], names: Sequence[str]) -> SummaryPatients:
    """The patients of several summaries, who are not the same, as one; ``names`` are for messages."""
    first = summaries[0]
    for name, summary in zip(names, summaries, strict=True):
        _check_alike(name, names[0], summary, first)
    without_double(names, [one.fingerprint for one in summaries])
    told = [one.follow_up for one in summaries if one.follow_up is not None]
    used = sum(sum(one.counts) for one in summaries) + sum(one.censored or 0 for one in told)
    dropped = sum(one.dropped_rows or 0 for one in summaries)
    outcome, group = (_free(name, first.models) for name in (OUTCOME, GROUP))
    roles = Roles.of(outcome, list(first.models), group if first.groups else None)
    if told:
        asked = FollowUpRoles(told[0].time, told[0].horizon, told[0].censoring)
        roles = replace(roles, outcome=told[0].event, follow_up=asked)
    pairs = combinations(first.models, 2)
    return SummaryPatients(
        roles,
        used + dropped,
        dropped,
        {},
        {"kind": "site summaries", "sites": len(summaries)},
        tuple(_notes(summaries, names)),
        {model: model_points(summaries, model) for model in first.models},
        {pair: pair_points(summaries, pair) for pair in pairs},
        summaries=tuple(summaries),
        lacking=tuple(_lacking(summaries, names)),
    )


def _check_alike(name: str, other: str, summary: Summary, first: Summary) -> None:
    if set(summary.models) != set(first.models):
        raise SettingError(
            f"{name} was made for other models than {other}: {', '.join(summary.models)}, and "
            f"{', '.join(first.models)}. Reduce both with the same --score."
        )
    if bool(summary.groups) != bool(first.groups):
        which = (name, other) if summary.groups else (other, name)
        raise SettingError(f"{which[0]} has groups, {which[1]} has none. Reduce both with --by, or neither.")
    if (summary.follow_up is None) != (first.follow_up is None):
        which = (other, name) if summary.follow_up is None else (name, other)
        raise SettingError(
            f"{which[0]} has an outcome by a horizon, {which[1]} has one without. Reduce both with --time, "
            "--event and --horizon, or both with --outcome."
        )
    if summary.follow_up is not None and first.follow_up is not None:
        differ = summary.follow_up.differs_from(first.follow_up)
        if differ is not None:
            raise SettingError(f"{name} was made otherwise than {other}: {differ}. Reduce both alike.")


def _lacking(summaries: Sequence[Summary], names: Sequence[str]) -> Iterable[BaserateWarning]:
    """Groups that lack the patients of a site where they were too small to stand alone."""
    shown = {group for one in summaries for group in _standing(one)}
    for name, summary in zip(names, summaries, strict=True):
        groups = ", ".join(repr(group) for group in summary.small_groups if group in shown)
        if groups:
            yield BaserateWarning(
                f"what is said of {groups} is about other sites only: at {name} they had too few patients to "
                f"stand alone, and are among {summary.groups[-1]!r}."
            )


def _standing(summary: Summary) -> tuple[str, ...]:
    """The groups of a summary that are groups of its patients, without that of the small ones."""
    return summary.groups[:-1] if summary.small_groups else summary.groups


def _notes(summaries: Sequence[Summary], names: Sequence[str]) -> Iterable[str]:
    """What was decided when the summaries were made."""
    for name, one in zip(names, summaries, strict=True):
        yield from (f"{name}: {note}" for note in one.notes)
    if summaries[0].follow_up is not None and summaries[0].groups:
        yield "of groups, only patients whose outcome is known are counted"
