"""What an evaluation works on: patients with outcome, scores, group, cluster and weight, out of any source.

Patients in memory are rows of arrays, out of a mapping, an eager frame or a file
(:mod:`baserate.patients.source`), matched by position. Patients who stay where they are, in a lazy
frame, Spark, Dask, DuckDB or a folder of Parquet, are reduced to bins there
(:mod:`baserate.patients.binning`), and rows are never collected. Both answer the same questions. What
is missing is an error or dropped for every model alike, and counted.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.gap import natural
from baserate.deployment.deployment import Deployment
from baserate.errors import BaserateWarning, DataError, FollowUpError, OneClassError, TooFewError
from baserate.inference.censoring import HEAVIEST, Censoring
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate
from baserate.inference.sampling import check_numbers
from baserate.odds import logit
from baserate.patients.binning import Binned
from baserate.patients.clusters import BinClusters, PairClusters, prefetch
from baserate.patients.follow_up_cells import FollowUpCells
from baserate.patients.followed import Followed
from baserate.patients.groupings import Division
from baserate.patients.groups import Grouping
from baserate.patients.outcome_values import OutcomeValue, not_known
from baserate.patients.pairs import Pair, Side
from baserate.patients.roles import Roles
from baserate.patients.row_order import hashes_of, order_of
from baserate.scores import complaints
from baserate.scores.follow_up import FollowUp
from baserate.scores.patient_gains import gains_on
from baserate.scores.sample import Sample

__all__ = ["PatientBins", "PatientRows", "Patients"]

Mask = NDArray[np.bool_]
# Which model's bins, or which pair's; of which group; or of everybody outside it.
_Part: TypeAlias = tuple[tuple[str, ...], str | None, bool]


@dataclass(frozen=True, eq=False)
class Patients(ABC):
    """The patients who are used, and how many were not, by column and reason.

    ``roles`` says which column is what, ``rows`` how many were read, ``dropped_rows`` and ``missing``
    what was left out and why, ``origin`` and ``notes`` where they came from and what was decided.
    ``division`` says which groups there are, ``files`` are the hashes of the files that they were read from.
    ``outcome_values`` says what counted as a case and what as none; None where that is not known, as of
    site summaries, or where outcomes follow from follow-up.
    """

    roles: Roles
    rows: int
    dropped_rows: int
    missing: Mapping[str, int]
    origin: Mapping[str, Any]
    notes: tuple[str, ...]
    division: Division | None = field(default=None, repr=False, kw_only=True)
    files: Mapping[Path, str] = field(default_factory=dict, repr=False, kw_only=True)
    outcome_values: tuple[OutcomeValue, ...] | None = field(default=None, repr=False, kw_only=True)

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, in the order in which they were given."""
        return tuple(self.roles.scores)

    @property
    def cautions(self) -> tuple[BaserateWarning, ...]:
        """What a reader of any result about these patients must know."""
        if self.outcome_values is None:
            return ()
        file = self.origin.get("name") if self.origin.get("kind") == "file" else None
        counted = "patients" if self.roles.cluster is None else "rows"
        return tuple(not_known(self.outcome_values, self.roles.outcome, file, counted))

    @property
    @abstractmethod
    def in_bins(self) -> bool:
        """Whether nearly equal scores were put together, where the patients are."""

    @property
    def families(self) -> tuple[tuple[str, ...], ...]:
        """Names of the groups in their order, for every way of dividing the patients."""
        return () if self.division is None else self.division.families

    @property
    def group_names(self) -> tuple[str, ...]:
        """Names of all groups in their order; none if there are none."""
        return tuple(name for family in self.families for name in family)

    def only(self, number: int) -> Self:
        """The same patients, divided in one of several ways."""
        if self.division is None:
            return self
        roles = replace(self.roles, by=(self.roles.ways[number],))
        return replace(self, roles=roles, division=self.division.only(number))

    @property
    @abstractmethod
    def sha256(self) -> str:
        """Hash of what was used: the same for the same patients, wherever they came from."""

    @abstractmethod
    def cohort(self, model: str, group: str | None = None, *, rest: bool = False) -> tuple[Cohort, Sample]:
        """A model on everyone, on a group, or with ``rest`` on everybody outside the group.

        In memory all models share one cohort, so that their numbers are paired; in bins each has its own.
        """

    @abstractmethod
    def counts(self, group: str | None = None) -> tuple[int, int]:
        """Patients of a group, or all, and how many of them have the outcome."""

    @abstractmethod
    def followed(self, group: str | None = None) -> Followed | None:
        """How patients of a group, or all, were followed; None where outcomes were given as such."""

    @abstractmethod
    def clusters(self, group: str | None = None, *, rest: bool = False) -> int | None:
        """How many clusters these patients are in; None where there are no clusters."""

    @abstractmethod
    def pair(self, model: str, other: str, group: str | None = None) -> Pair | None:
        """The joint bins of two models; None where the two share a cohort and need none."""

    def prefetch_clusters(self, estimates: Callable[[], Iterable[Estimate]]) -> None:
        """Fetch what the intervals of estimates need of clusters on an engine, in one pass a model.

        What was not fetched costs a pass when it is asked for. In memory there is nothing to fetch.
        """
        if self.in_bins and self.roles.cluster is not None:
            prefetch(estimates())

    @abstractmethod
    def error_bound(self, model: str, deployment: Deployment, source: float) -> float:
        """How far the model's score can be from that of the patients themselves, at most.

        ``source`` is the prevalence to which its scores are calibrated.
        """

    @abstractmethod
    def binning(
        self, deployment: Deployment, sources: Mapping[str, float], cutoffs: Mapping[str, float]
    ) -> dict[str, Any] | None:
        """The bins, and how far they can move the numbers of each model at most; None in memory.

        ``sources`` are the prevalences to which the scores of each model are calibrated, ``cutoffs`` the
        scores at or above which patients are treated.
        """

    @abstractmethod
    def binned(self, models: Sequence[str]) -> Binned:
        """All patients in the bins of one model, or in the joint bins of two; in memory one by one."""

    @abstractmethod
    def members(self, models: Sequence[str], group: str) -> Mask:
        """Which of these bins are of a group."""


@dataclass(frozen=True, eq=False)
class PatientRows(Patients):
    """Patients in memory, one row each.

    ``given`` is where each row was among those that were given, None where they are in that order.
    """

    label: NDArray[np.int8] = field(repr=False)
    scores: Mapping[str, NDArray[Any]] = field(repr=False)
    weight: NDArray[Any] | None = field(repr=False)
    group: Grouping | None = field(repr=False)
    cluster: Grouping | None = field(repr=False)
    given: NDArray[np.intp] | None = field(default=None, repr=False)
    follow_up: FollowUp | None = field(default=None, repr=False)
    _parts: dict[tuple[str, bool], Cohort] = field(default_factory=dict, init=False, repr=False)

    def in_own_order(self) -> PatientRows:
        """The same patients in an order that follows from what they are, however they were sorted."""
        names = [one for one in (self.group, self.cluster) if one is not None]
        hashed = [hashes_of(one.names)[one.code] for one in names]
        weight = [] if self.weight is None else [self.weight]
        # Where everybody's outcome is known it is all that counts, as if it had been given.
        if self.follow_up is not None and not self.follow_up.is_complete:
            weight += [self.follow_up.time, self.follow_up.event]
            if self.follow_up.stratum is not None:
                hashed.append(hashes_of(self.follow_up.strata)[self.follow_up.stratum])
        numbers = [self.label, *self.scores.values(), *weight]
        if any(one.dtype.kind not in "biuf" or one.ndim != 1 for one in numbers):
            return self  # not numbers: refused as soon as they are used
        order = order_of(numbers, hashed)
        return replace(self._at(order), given=order)

    def _at(self, places: NDArray[np.intp]) -> PatientRows:
        return replace(
            self,
            label=self.label[places],
            scores={model: score[places] for model, score in self.scores.items()},
            weight=None if self.weight is None else self.weight[places],
            group=None if self.group is None else self.group.at(places),
            cluster=None if self.cluster is None else self.cluster.at(places),
            follow_up=None if self.follow_up is None else self.follow_up.part(places),
        )

    @cached_property
    def _as_given(self) -> PatientRows | None:
        """The rows as they were given, whose numbers a reader knows; None where they are in that order."""
        if self.given is None:
            return None
        return replace(self._at(np.argsort(self.given)), given=None)

    @property
    def in_bins(self) -> bool:
        return False

    def cohort(self, model: str, group: str | None = None, *, rest: bool = False) -> tuple[Cohort, Sample]:
        whole = self._samples(model)
        if group is None:
            return self._everyone, whole
        chosen = self._of(group, rest)
        key = (group, rest)
        if key not in self._parts:
            self._parts[key] = self._everyone.some(chosen)
        part = self._parts[key]
        return part, part.sample(whole.score[chosen])

    def counts(self, group: str | None = None) -> tuple[int, int]:
        label = self.label if group is None else self.label[self._of(group)]
        return len(label), int(label.sum())

    def followed(self, group: str | None = None) -> Followed | None:
        if self.follow_up is None:
            return None
        chosen = slice(None) if group is None else self._of(group)
        own = None if self.weight is None else self.weight[chosen].astype(np.float64)
        part = self.follow_up if group is None else self.follow_up.part(self._of(group))
        heaviest = effective = None
        with suppress(FollowUpError):
            censoring = Censoring(part, own)
            heaviest, effective = censoring.heaviest_share, censoring.effective
        censored, competing = (int(np.count_nonzero(one)) for one in (part.is_censored, part.competing))
        strata = 1 if part.stratum is None else len(np.unique(part.stratum))
        return Followed(len(part.time), censored, competing, heaviest, strata, effective)

    def clusters(self, group: str | None = None, *, rest: bool = False) -> int | None:
        if self.cluster is None:
            return None
        code = self.cluster.code
        return len(np.unique(code if group is None else code[self._of(group, rest)]))

    def pair(self, model: str, other: str, group: str | None = None) -> Pair | None:  # noqa: ARG002
        return None

    def error_bound(self, model: str, deployment: Deployment, source: float) -> float:  # noqa: ARG002
        return 0.0

    def binning(
        self,
        deployment: Deployment,  # noqa: ARG002
        sources: Mapping[str, float],  # noqa: ARG002
        cutoffs: Mapping[str, float],  # noqa: ARG002
    ) -> dict[str, Any] | None:
        return None

    def binned(self, models: Sequence[str]) -> Binned:
        samples = [self._samples(model) for model in models]
        weight = samples[0].weight
        n = len(self.label)
        own = np.ones(n) if weight is None else weight.astype(np.float64)
        log_odds = np.column_stack([logit(one.score.astype(np.float64)) for one in samples])
        ones = np.ones(n, dtype=np.int64)
        bins = np.column_stack([np.arange(n)] * len(models))
        return Binned(None, self.label, bins, log_odds, ones, own, own**2, 0.0, weighted=weight is not None)

    def members(self, models: Sequence[str], group: str) -> Mask:  # noqa: ARG002
        return self._of(group)

    @cached_property
    def sha256(self) -> str:
        digest = hashlib.sha256(self.label.tobytes())
        for name, score in self.scores.items():
            values = np.ascontiguousarray(score, dtype="<f8").tobytes()
            digest.update(name.encode("utf-8", "surrogatepass") + b"\0" + values)
        for part in (self.weight, None if self.cluster is None else self.cluster.code):
            digest.update(b"\0" if part is None else np.ascontiguousarray(part, dtype="<f8").tobytes())
        if self.group is not None:
            names = "\0".join(self.group.names).encode("utf-8", "surrogatepass")
            digest.update(names + self.group.code.astype("<i8").tobytes())
        if self.follow_up is not None and not self.follow_up.is_complete:
            digest.update(self.follow_up.time.tobytes() + self.follow_up.event.tobytes())
            if self.follow_up.stratum is not None:
                names = "\0".join(self.follow_up.strata).encode("utf-8", "surrogatepass")
                digest.update(names + self.follow_up.stratum.astype("<i8").tobytes())
        return digest.hexdigest()

    def _of(self, group: str, rest: bool = False) -> Mask:
        """Who belongs to a group, or does not."""
        if self.group is None:
            return np.full(len(self.label), rest)
        cells = frozenset([group]) if self.division is None else self.division.cells[group]
        codes = [code for code, name in enumerate(self.group.names) if name in cells]
        chosen = self.group.code == codes[0] if len(codes) == 1 else np.isin(self.group.code, codes)
        return np.asarray(~chosen if rest else chosen)

    @cached_property
    def _everyone(self) -> Cohort:
        """All patients; what is wrong with a column is said by its name."""
        outcome, weight = f"column {self.roles.outcome!r}", f"column {self.roles.weight!r}"
        cluster = None if self.cluster is None else self.cluster.code
        try:
            if self.follow_up is not None:
                return Cohort.followed(self.follow_up, sample_weight=self.weight, cluster=cluster)
            return Cohort.labelled(self.label, sample_weight=self.weight, cluster=cluster)
        except (OneClassError, TooFewError) as error:
            raise _headed(error, outcome) from None
        except DataError as error:
            if self._as_given is not None:
                return self._as_given._everyone  # the same with the numbers of rows as given
            raise _rename(error, {"sample_weight": weight, "y_true": outcome}) from None

    def _samples(self, model: str) -> Sample:
        """The scores of a model for everyone, with its name in what is wrong with them."""
        if model not in self._checked:
            everyone = self._everyone  # what is wrong with labels and weights is not the score's
            try:
                self._checked[model] = everyone.sample(self.scores[model])
            except DataError as error:
                if self._as_given is not None:
                    return self._as_given._samples(model)  # the same with the numbers of rows as given
                note = f"(Rows are counted without the {self.dropped_rows:,} that were dropped.)"
                advice = note if self.dropped_rows else None
                raise error.about(column=f"score {model!r}", advice=advice) from None
        return self._checked[model]

    @cached_property
    def _checked(self) -> dict[str, Sample]:
        return {}


@dataclass(frozen=True, eq=False)
class PatientBins(Patients):
    """Patients who stayed where they are: the bins of every model, and the joint bins of every pair.

    ``follow_up`` says how they were followed to the horizon, if there is one.
    """

    single: Mapping[str, Binned] = field(repr=False)
    joint: Mapping[tuple[str, str], Binned] = field(repr=False)
    follow_up: FollowUpCells | None = field(default=None, repr=False)
    _parts: dict[_Part, Cohort] = field(default_factory=dict, init=False, repr=False)

    @property
    def in_bins(self) -> bool:
        return True

    @cached_property
    def families(self) -> tuple[tuple[str, ...], ...]:
        if self.division is not None:
            return self.division.families
        group = self._first.group
        return () if group is None else (tuple(sorted({str(name) for name in group}, key=natural)),)

    def cohort(self, model: str, group: str | None = None, *, rest: bool = False) -> tuple[Cohort, Sample]:
        return self._scored((model,), self.single[model], 0, group, rest=rest)

    def counts(self, group: str | None = None) -> tuple[int, int]:
        return self._first.counts(self._cells(group))

    def followed(self, group: str | None = None) -> Followed | None:
        if self.follow_up is None:
            return None
        return self.follow_up.followed(self._cells(group), self._heaviest(group))

    def _heaviest(self, group: str | None) -> float | None:
        """Share of all weight that the ten heaviest patients carry, all of a bin weighing the same.

        None where the curve of censoring cannot be estimated.
        """
        binned = self._first
        chosen, weight = binned.of(self._cells(group)), binned.weight
        try:
            if group is not None and binned.censoring is not None:
                weight = np.asarray(binned.censoring.part(chosen)[0])
            else:
                weight = weight[chosen]
        except FollowUpError:
            return None
        count = binned.count[chosen]
        order = np.argsort(-weight / count, kind="stable")
        before = np.cumsum(count[order]) - count[order]
        taken = np.clip(HEAVIEST - before, 0, count[order])
        return float((weight / count)[order] @ taken / weight.sum())

    def clusters(self, group: str | None = None, *, rest: bool = False) -> int | None:
        sampling = self.cohort(self.models[0], group, rest=rest)[0].sampling
        return sampling.cluster_count if sampling.clustered else None

    def pair(self, model: str, other: str, group: str | None = None) -> Pair | None:
        joint, columns = self._joint(model, other)
        sides = []
        for name, column in zip((model, other), columns, strict=True):
            own, chosen = self.single[name], joint.of(self._cells(group))
            cohort, sample = self.cohort(name, group)
            members = own.of(self._cells(group))
            log_odds = own.log_odds[members, 0] if own.on_grid else None
            both, at = self._scored((model, other), joint, column, group, rest=False)
            sides.append(Side(cohort, sample, log_odds, at, joint.bins[chosen, column]))
        return Pair(_with_clusters(both, sides), (sides[0], sides[1]))

    def binning(
        self,
        deployment: Deployment,
        sources: Mapping[str, float],
        cutoffs: Mapping[str, float],  # noqa: ARG002
    ) -> dict[str, Any] | None:
        bounds = {model: self.error_bound(model, deployment, source) for model, source in sources.items()}
        return {
            "bins_per_unit_of_log_odds": round(1.0 / self._first.width),
            "net_benefit_error_at_most": bounds,
        }

    def error_bound(self, model: str, deployment: Deployment, source: float) -> float:
        binned = self.single[model]
        return binned.error_bound(gains_on(binned.sample(), deployment, source, None))

    def binned(self, models: Sequence[str]) -> Binned:
        if len(models) == 1:
            return self.single[models[0]]
        joint, columns = self._joint(models[0], models[1])
        return replace(joint, bins=joint.bins[:, columns], log_odds=joint.log_odds[:, columns])

    def members(self, models: Sequence[str], group: str) -> Mask:
        return self.binned(models).of(self._cells(group))

    @cached_property
    def sha256(self) -> str:
        digest = hashlib.sha256()
        for name, binned in self.single.items():
            digest.update(name.encode("utf-8", "surrogatepass") + b"\0")
            for part in (binned.label, binned.bins, binned.count, np.round(binned.weight, 6)):
                digest.update(np.ascontiguousarray(part).tobytes())
            if binned.group is not None:
                digest.update("\0".join(map(str, binned.group)).encode("utf-8", "surrogatepass"))
            if binned.censoring is not None:
                digest.update(np.ascontiguousarray(binned.censoring.codes).tobytes())
        if self.follow_up is not None:
            rows = self.follow_up.follow_up
            digest.update(rows.time.tobytes() + rows.event.tobytes() + np.asarray(rows.patients).tobytes())
        return digest.hexdigest()

    def _cells(self, group: str | None) -> str | frozenset[str] | None:
        """What the bins of a group are called."""
        if group is None or self.division is None or isinstance(self.roles.by, str):
            return group
        return self.division.cells.get(group, group)

    @property
    def _first(self) -> Binned:
        return next(iter(self.single.values()))

    def _joint(self, model: str, other: str) -> tuple[Binned, list[int]]:
        """The joint bins of two models, and which column is whose."""
        if (model, other) in self.joint:
            return self.joint[model, other], [0, 1]
        return self.joint[other, model], [1, 0]

    def _scored(
        self, models: tuple[str, ...], binned: Binned, column: int, group: str | None, *, rest: bool
    ) -> tuple[Cohort, Sample]:
        """The bins of a group as a cohort, made once, and a model's scores there."""
        key, chosen = (models, group, rest), binned.of(self._cells(group), rest=rest)
        if key not in self._parts:
            self._parts[key] = self._checked(binned) if group is None else binned.cohort.some(chosen)
        part, whole = self._parts[key], binned.sample(column)
        if group is None:
            return part, whole
        sample = part.sample(whole.score[chosen])
        return part, sample if whole.tied is None else replace(sample, tied=whole.tied[chosen])

    def _checked(self, binned: Binned) -> Cohort:
        """Everyone, refused where a class has too few patients for intervals."""
        outcome = f"column {self.roles.outcome!r}"
        cases, others = (float(binned.weight[binned.label == side].sum()) for side in (1, 0))
        if 0.0 in (cases, others):
            try:
                if self.follow_up is not None and binned.censoring is not None:
                    self.follow_up.check_outcomes()
            except OneClassError as error:
                raise _headed(error, outcome) from None
            raise _headed(complaints.one_class(cases, binned.counts()[0]), outcome)
        counts = np.asarray(binned.cohort.sampling.patients)
        try:
            check_numbers(*(round(float(counts[binned.label == side].sum())) for side in (1, 0)))
        except TooFewError as error:
            raise _headed(error, outcome) from None
        return binned.cohort


def _with_clusters(joint: Cohort, sides: Sequence[Side]) -> Cohort:
    """Joint bins whose clusters are those of the two models' own bins, where there are clusters."""
    first, second = (side.cohort.sampling.clusters for side in sides)
    if not (isinstance(first, BinClusters) and isinstance(second, BinClusters)):
        return joint
    clusters = PairClusters(first, second, len(joint.label))
    own = tuple(side.cohort.sampling for side in sides)
    return Cohort(joint.label, replace(joint.sampling, clusters=clusters, sides=own))


def _headed(error: DataError, column: str) -> DataError:
    """The same about a column that the sentence does not name."""
    headed = error.about()
    headed.problem = f"{column}: {error.problem}"
    return headed


def _rename(error: DataError, names: Mapping[str, str]) -> DataError:
    """The same under the names of columns, instead of those of arguments."""
    return error.about(column=names.get(error.column or ""))
