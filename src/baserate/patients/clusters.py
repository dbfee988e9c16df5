"""Clusters of patients on an engine: what each cluster contributes to a number comes back, as a sum.

A number's standard error over clusters needs, for every cluster, the sum of what its patients
contribute. A contribution is the same for all patients of a bin, but for their weight; so a small
table of contributions by bin goes to the engine, is joined to the patients there, and sums by
cluster and group come back: as many rows as there are clusters, whatever the number of patients.

Sums are linear. What can be written as a combination of contributions whose sums are known needs no
other pass (:class:`_Span`); what cannot costs one for each model, for any number of contributions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from tempfile import TemporaryDirectory
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from baserate.errors import SettingError
from baserate.inference.estimate import Estimate
from baserate.inference.sampling import Sampling
from baserate.patients.binning import FINE, Binned, with_bin
from baserate.patients.engine import (
    CLUSTER,
    GROUP,
    LABEL,
    PLACE,
    WEIGHT,
    score_name,
    scratch,
    sum_exactly,
    translated_failures,
    upload,
)
from baserate.scores.columns import binary_scale

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]
Places = NDArray[np.intp]

# What is left of a contribution, as a share of it, that counts as nothing.
_NOTHING = 1e-11
_KEY, _ALL, _CASES = "__key", "__all", "__cases"
# So many contributions are compared with those that are known at a time.
_AT_ONCE = 64
# More than the places that bins can have.
_PLACES = 2**20
# In clusters of up to 2 to the power of this, contributions are added without rounding.
_CLUSTER_BITS = 16


@dataclass(eq=False)
class _Span:
    """Contributions by bin of one model and group whose sums by cluster are known.

    ``basis`` holds orthonormal directions, one a row, and ``totals`` their sums, with a row for each
    cluster of the group and a column for each direction. Directions that are new have no totals yet.
    """

    bins: Places
    basis: Numbers
    totals: Numbers

    def along(self, contributions: Numbers) -> tuple[Numbers, Numbers]:
        """Contributions, one or several as rows, along the directions, and what is left of them."""
        return _along(contributions, self.basis)

    def add(self, contributions: Numbers) -> None:
        """More directions, where contributions are no combination of those that are there."""
        fresh = _orthonormal(self.along(contributions)[1], np.linalg.norm(contributions, axis=1))
        # Once more: where little was left, rounding makes it lean towards what was taken off.
        fresh = _orthonormal(self.along(fresh)[1], np.ones(len(fresh)))
        self.basis = np.vstack((self.basis, fresh))

    @property
    def known(self) -> int:
        """How many directions have sums that are known."""
        return int(self.totals.shape[1])

    @property
    def new(self) -> Numbers:
        """Directions whose sums are not known, one a row."""
        return self.basis[self.known :]

    def forget_new(self) -> None:
        """As if they had not been asked for."""
        self.basis = self.basis[: self.known]


def _orthonormal(rows: Numbers, sizes: Numbers) -> Numbers:
    """The directions of rows, one after the other, of which more is left than nothing of their sizes."""
    found = np.zeros((0, rows.shape[1]))
    for row, size in zip(rows, sizes, strict=True):
        left = _along(row, found)[1]
        length = float(np.linalg.norm(left))
        if length > _NOTHING * size:
            found = np.vstack((found, left / length))
    return found


def _along(contributions: Numbers, basis: Numbers) -> tuple[Numbers, Numbers]:
    along = contributions @ basis.T
    left = contributions - along @ basis
    again = left @ basis.T  # once more, because the first time leaves rounding behind
    return along + again, left - again @ basis


@dataclass(eq=False)
class ClusterSums:
    """The clusters of the patients in a frame on an engine, and their sums as far as they are known.

    ``names`` are those of the groups on the engine; ``rows`` holds every cluster, and group, with
    patients in it, ``cluster`` and ``group`` the numbers of these. All models, groups and pairs share
    the numbers, so that sums of several add up. Weights on the engine are ``scale`` times those of bins.
    ``shelf`` holds what the frame reads, if anything must be held.
    """

    frame: Any = field(repr=False)
    models: Mapping[str, Binned] = field(repr=False)
    names: Sequence[str]
    rows: Any = field(repr=False)
    cluster: Places = field(repr=False)
    group: Places = field(repr=False)
    spans: dict[tuple[str, int], _Span] = field(repr=False)
    scale: float = 1.0
    shelf: object = field(default=None, repr=False)

    @classmethod
    def of(
        cls, frame: Any, models: Mapping[str, Binned], scale: float = 1.0, shelf: object = None
    ) -> ClusterSums:
        """One pass: who the clusters are, and how many patients with and without the disease they have.

        ``frame`` and ``models`` are as :func:`baserate.patients.binning.bin_patients` takes and makes them,
        with groups named as on the engine.
        """
        grouped, nameless = GROUP in frame.columns, ""
        if grouped:
            frame, nameless = _name_all(frame, _group_of(next(iter(models.values()))))
        rows = _count(frame, scale)
        cluster = np.unique(rows[CLUSTER].to_numpy().astype(str), return_inverse=True)[1].astype(np.intp)
        own = rows[GROUP].to_list() if grouped else [""] * rows.height
        names = sorted(set(own))
        group = _numbers(own, names, nameless)
        spans = {}
        for model, binned in models.items():
            number_of = _numbers(_group_of(binned), names, nameless)
            for number in range(len(names)):
                bins = np.flatnonzero(number_of == number)
                spans[model, number] = _by_class(binned, bins, rows, group == number)
        return cls(frame, models, names, rows, cluster, group, spans, scale, shelf)

    def __getstate__(self) -> dict[str, Any]:
        """Without the engine, which is not to be had elsewhere."""
        return {**self.__dict__, "frame": None, "shelf": None}

    def present(self, model: str, chosen: Mask) -> Mask:
        """For every cluster, whether it has patients in the bins that are chosen."""
        there = np.zeros(int(self.cluster.max()) + 1, dtype=bool)
        for number in range(len(self.names)):
            bins = self.spans[model, number].bins
            if len(bins) and chosen[bins].all():
                there[self.cluster[self.group == number]] = True
            elif chosen[bins].any():  # some bins of a group: the weight of the patients tells
                weight = np.zeros(len(chosen))
                weight[bins] = (self.models[model].weight * chosen)[bins]
                total = self.totals(model, weight)
                there |= total > 1e-9 * float(total.max())
        return there

    def totals(self, model: str, contribution: Numbers) -> Numbers:
        """For every cluster the sum of what its patients contribute to a number."""
        self.fetch([(model, contribution)])
        total = np.zeros(int(self.cluster.max()) + 1)
        for number in range(len(self.names)):
            span = self.spans[model, number]
            along, _ = span.along(contribution[span.bins])
            total[self.cluster[self.group == number]] += span.totals @ along
        return total

    def fetch(self, wanted: Iterable[tuple[str, Numbers]]) -> None:
        """Make the sums of contributions known, each by the bins of a model: one pass a model."""
        by_model: dict[str, list[Numbers]] = {}
        for model, contribution in wanted:
            by_model.setdefault(model, []).append(contribution)
        for model, contributions in by_model.items():
            for first in range(0, len(contributions), _AT_ONCE):
                some = np.vstack(contributions[first : first + _AT_ONCE])
                for span in self._of(model):
                    own = some[:, span.bins]
                    span.add(own[own.any(axis=1)])
        new = [model for model in self.models if any(len(span.new) for span in self._of(model))]
        try:
            for model in new:
                self._ask(model)
        finally:
            for span in self.spans.values():
                span.forget_new()

    def _of(self, model: str) -> list[_Span]:
        return [self.spans[model, number] for number in range(len(self.names))]

    def _contributions(self, model: str) -> Numbers:
        """What a patient of weight one adds to each new direction, with a row for each bin.

        A column holds a direction of every group, because groups have no bins in common.
        """
        binned, spans = self.models[model], self._of(model)
        values = np.zeros((len(binned), max(len(span.new) for span in spans)))
        weight = np.where(binned.shared_weight > 0.0, binned.shared_weight, 1.0)  # else nobody adds anything
        for span in spans:
            values[span.bins, : len(span.new)] = span.new.T / weight[span.bins, None]
        return values

    def _table(self, model: str, values: Numbers) -> Any:
        """Numbers by bin as a table for the engine, by group and bin."""
        import polars as pl

        binned, spans = self.models[model], self._of(model)
        columns: dict[str, Any] = {_KEY: binned.bins[:, 0] * 2 + binned.label}
        if binned.censoring is not None:
            columns[_KEY] = columns[_KEY] * _PLACES + binned.censoring.codes
        if GROUP in self.rows.columns:
            groups = np.empty(len(binned), dtype=object)
            for name, span in zip(self.names, spans, strict=True):
                groups[span.bins] = name
            columns[GROUP] = groups.tolist()
        columns |= {f"__sum_{k}": values[:, k] for k in range(values.shape[1])}
        return pl.DataFrame(columns)

    def _rounded(self, values: Numbers) -> tuple[Numbers, bool]:
        """Numbers of up to 1 that can be added without rounding, and whether they can.

        To multiples so small that it does not show in any sum, and so large that those of the largest
        cluster are still exact; with weights, and in clusters beyond that, they are added in pieces.
        """
        if WEIGHT in self.frame.columns or int(self.rows[_ALL].max()) > 2**_CLUSTER_BITS:
            return values, False
        step = 2.0 ** (52 - _CLUSTER_BITS)
        return np.rint(values * step) / step, True

    def _ask(self, model: str) -> None:
        """The pass itself."""
        if self.frame is None:
            raise SettingError(
                "what clusters contribute to this number was not asked for while the patients were at hand."
            )
        keys = [name for name in (CLUSTER, GROUP) if name in self.rows.columns]
        values = self._contributions(model)
        # At most 1, so that sums are the same in any order.
        scale = np.array([binary_scale(float(most)) for most in np.abs(values).max(axis=0)])
        values, whole = self._rounded(values * scale)
        place = list(self.models).index(model)
        found = sums_by_cluster(self.frame, place, self._table(model, values), whole=whole)
        found = self.rows.select(keys).join(found, on=keys, how="left", maintain_order="left").fill_null(0.0)
        sums = found.drop(keys).to_numpy() / (scale * self.scale)
        for number, span in enumerate(self._of(model)):
            fresh = sums[self.group == number, : len(span.new)]
            span.totals = np.column_stack((span.totals, fresh))


def _name_all(frame: Any, groups: Iterable[str | None]) -> tuple[Any, str]:
    """Groups without a name get one, since engines do not join what is null; and this name."""
    nameless = "(missing)"
    while nameless in set(groups):
        nameless = f"({nameless})"
    column = nw.col(GROUP)
    # As text once more: Dask makes objects of it, which it joins to text with a warning.
    named = nw.when(column.is_null()).then(nw.lit(nameless)).otherwise(column).cast(nw.String).alias(GROUP)
    return frame.with_columns(named), nameless


def _numbers(groups: Iterable[str | None], names: Sequence[str], nameless: str) -> Places:
    """The number of each name among all."""
    place = {name: number for number, name in enumerate(names)}
    return np.array([place[nameless if name is None else name] for name in groups], dtype=np.intp)


def _count(frame: Any, scale: float) -> Any:
    """Patients, cases and their weights for every cluster, and group, in an order of its own."""
    import polars as pl

    keys = [name for name in (CLUSTER, GROUP) if name in frame.columns]
    if WEIGHT not in frame.columns:
        return sum_exactly(
            frame.with_columns(nw.lit(1).alias(_ALL), nw.col(LABEL).alias(_CASES)), keys, [_ALL, _CASES]
        )
    weight = nw.col(WEIGHT)
    if PLACE in frame.columns:  # an odd place has patients who are censored, and do not count
        half = nw.col(PLACE) * 0.5
        frame = frame.with_columns(((1.0 - 2.0 * (half - half.floor())) * weight).alias(WEIGHT))
    rows = frame.with_columns(weight.alias(_ALL), (nw.col(LABEL) * weight).alias(_CASES))
    return sum_exactly(rows, keys, [], [_ALL, _CASES]).with_columns(pl.col(_ALL, _CASES) / scale)


def _group_of(binned: Binned) -> list[str | None]:
    return [""] * len(binned) if binned.group is None else binned.group.tolist()


def _by_class(binned: Binned, bins: Places, rows: Any, chosen: Mask) -> _Span:
    """To begin with, what is known is the weight of those with and without the disease."""
    whole, cases = (rows[name].to_numpy().astype(np.float64)[chosen] for name in (_ALL, _CASES))
    span = _Span(bins, np.zeros((0, len(bins))), np.zeros((int(chosen.sum()), 0)))
    for label, total in ((1, cases), (0, whole - cases)):
        weight = binned.weight[bins] * (binned.label[bins] == label)
        size = float(np.linalg.norm(weight))
        if size > 0.0:
            span.basis = np.vstack((span.basis, weight / size))
            span.totals = np.column_stack((span.totals, total / size))
    return span


def sums_by_cluster(frame: Any, model: int, table: Any, *, whole: bool) -> Any:
    """For every cluster, and group, the sums over its patients of what a table holds by the model's bins.

    ``whole`` says that its numbers can be added without rounding.
    One model at a time: with two tables in one query, engines may join the tables before the patients.
    """
    keys = [name for name in (CLUSTER, GROUP) if name in frame.columns]
    sums = [name for name in table.columns if name.startswith("__sum_")]
    weighted = WEIGHT in frame.columns
    key = nw.col("__bin_0") * 2.0 + nw.col(LABEL)
    if PLACE in frame.columns:
        key = key * float(_PLACES) + nw.col(PLACE)
    rows = with_bin(frame, score_name(model), 0, FINE).with_columns(key.cast(nw.Int64).alias(_KEY))
    rows = rows.select(*keys, _KEY, *([WEIGHT] if weighted else []))
    with TemporaryDirectory(dir=scratch()) as folder, translated_failures():
        rows = rows.join(upload(rows, table, folder), on=[_KEY, *keys[1:]], how="inner")
        if weighted:
            rows = rows.with_columns(*((nw.col(name) * nw.col(WEIGHT)).alias(name) for name in sums))
        return sum_exactly(rows, keys, sums) if whole else sum_exactly(rows, keys, [], sums)


@dataclass(frozen=True, eq=False)
class BinClusters:
    """The clusters of a model's bins, or of some of them, and their weight."""

    shared: ClusterSums
    model: str
    chosen: Mask = field(repr=False)
    weight: Numbers = field(repr=False)

    @cached_property
    def present(self) -> Mask:
        """For every cluster, whether it has patients here."""
        return self.shared.present(self.model, self.chosen)

    def class_totals(self, contribution: Numbers) -> tuple[Numbers, Numbers]:
        """For every cluster, the sum of what its cases here contribute, and of what its non-cases do."""
        wanted = self.wanted(contribution)
        self.shared.fetch(wanted)  # both classes in one pass
        cases, others = (self.shared.totals(*one) for one in wanted)
        return cases, others

    def class_shares(self) -> tuple[Numbers, Numbers]:
        """For every cluster, its share of the weight of all cases here, and of all non-cases."""
        cases, others = self.class_totals(self.weight)
        return cases / cases.sum(), others / others.sum()

    def totals(self, contribution: Numbers) -> Numbers:
        """For every cluster, the sum of what its patients here contribute."""
        return self.shared.totals(self.model, self._whole(contribution))

    def wanted_shares(self) -> list[tuple[str, Numbers]]:
        """What :meth:`class_shares` would have to know."""
        return self.wanted(self.weight)

    def wanted_totals(self, contribution: Numbers) -> list[tuple[str, Numbers]]:
        """What :meth:`totals` would have to know."""
        return [(self.model, self._whole(contribution))]

    def part(self, chosen: Mask, weight: Numbers) -> BinClusters:
        """Some of the bins, with weights of their own."""
        whole = np.zeros(len(self.chosen), dtype=bool)
        whole[np.flatnonzero(self.chosen)[chosen]] = True
        return BinClusters(self.shared, self.model, whole, weight)

    def wanted(self, contribution: Numbers) -> list[tuple[str, Numbers]]:
        """What :meth:`class_totals` would have to know."""
        whole, label = self._whole(contribution), self.shared.models[self.model].label
        return [(self.model, whole * label), (self.model, whole * (1 - label))]

    def _whole(self, contribution: Numbers) -> Numbers:
        whole = np.zeros(len(self.chosen))
        whole[self.chosen] = contribution
        return whole


@dataclass(frozen=True, eq=False)
class PairClusters:
    """The clusters of joint bins: sums come from each model's own bins.

    A contribution holds one number for each of ``size`` joint bins, and then for the bins of either model.
    """

    first: BinClusters
    second: BinClusters
    size: int

    @property
    def shared(self) -> ClusterSums:
        """The clusters themselves."""
        return self.first.shared

    @property
    def present(self) -> Mask:
        """For every cluster, whether it has patients here."""
        return self.first.present

    def class_totals(self, contribution: Numbers) -> tuple[Numbers, Numbers]:
        """For every cluster, what its cases contribute by the bins of both models; and its non-cases."""
        first, second = self._sides(contribution)
        self.shared.fetch(self.wanted(contribution))
        sides = zip(self.first.class_totals(first), self.second.class_totals(second), strict=True)
        cases, others = (one + other for one, other in sides)
        return cases, others

    def class_shares(self) -> tuple[Numbers, Numbers]:
        """For every cluster, its share of the weight of all cases here, and of all non-cases."""
        return self.first.class_shares()

    def totals(self, contribution: Numbers) -> Numbers:
        """For every cluster, what its patients contribute by the bins of both models."""
        wanted = self.wanted_totals(contribution)
        self.shared.fetch(wanted)
        first, second = (self.shared.totals(*one) for one in wanted)
        return first + second

    def wanted_shares(self) -> list[tuple[str, Numbers]]:
        """What :meth:`class_shares` would have to know."""
        return self.first.wanted_shares()

    def wanted_totals(self, contribution: Numbers) -> list[tuple[str, Numbers]]:
        """What :meth:`totals` would have to know."""
        first, second = self._sides(contribution)
        return [*self.first.wanted_totals(first), *self.second.wanted_totals(second)]

    def part(self, chosen: Mask, weight: Numbers) -> PairClusters:  # noqa: ARG002
        """Joint bins are made for a group as they are needed."""
        raise SettingError("joint bins cannot be divided; make those of the group.")

    def wanted(self, contribution: Numbers) -> list[tuple[str, Numbers]]:
        """What :meth:`class_totals` would have to know."""
        first, second = self._sides(contribution)
        return [*self.first.wanted(first), *self.second.wanted(second)]

    def _sides(self, contribution: Numbers) -> tuple[Numbers, Numbers]:
        ends = self.size, self.size + int(np.count_nonzero(self.first.chosen))
        return contribution[ends[0] : ends[1]], contribution[ends[1] :]


def prefetch(estimates: Iterable[Estimate]) -> None:
    """Fetch what the standard errors of estimates need of clusters on an engine, in one pass a model."""
    wanted: dict[ClusterSums, list[tuple[str, Numbers]]] = {}
    seen: set[Sampling] = set()
    for estimate in estimates:
        for sampling, contribution in estimate.contributions.items():
            clusters = sampling.clusters
            if isinstance(clusters, (BinClusters, PairClusters)):
                own = wanted.setdefault(clusters.shared, [])
                own += clusters.wanted(contribution)
                curve = sampling.needs_of_curve(contribution)
                if curve and sampling not in seen:  # what all numbers need of the curve of censoring
                    seen.add(sampling)
                    curve += sampling.needs_of_curve()
                    own += clusters.wanted_shares()
                for one in curve:
                    own += clusters.wanted_totals(one)
    for sums, contributions in wanted.items():
        sums.fetch(contributions)
