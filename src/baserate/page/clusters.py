"""Patients who belong together, in the page: what two members of a cluster add to a variance between them.

A number's variance over clusters is that of its patients alone, and beyond it the sum of products of
what two different members of a cluster contribute. A contribution depends on group, model, class and
score only; so the products, added up over clusters, are one matrix over coarse bins of these. Its
largest directions say as much as the clusters themselves, and name none of them.

Few clusters have as few directions, and these are kept together with what each patient adds by itself,
which the page takes off again. Of many clusters only what their members add between them is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.scored import ScoredCohort
from baserate.inference.constants import MOST_OF_A_CLASS
from baserate.inference.estimate import Estimate
from baserate.inference.sampling import Sampling
from baserate.page.tables import table_of
from baserate.patients.binning import Binned
from baserate.patients.discreet_bins import Table
from baserate.results.evidence import Evidence

Numbers = NDArray[np.float64]
Codes = NDArray[np.intp]

# So many clusters are few; so many numbers a page has room for; cells of each class and model.
_FEW_CLUSTERS, _ROOM = 64, 30_000
_FEWEST_CELLS, _MOST_CELLS = 6, 40
_REST = 1e-6


def clusters_of(
    ev: Evidence, models: Sequence[Table], mean_of: Callable[[int], Numbers], buckets: Sequence[str]
) -> dict[str, Any] | None:
    """The coarse bins and the directions over them; None where every patient is a cluster.

    A patient is in the coarse bin of the mean of his line (``mean_of`` each model): so none has fewer
    patients than a line, and its ends are no patient's score.
    """
    if ev.question.roles.cluster is None:
        return None
    tables = [_at_means(table, mean_of(model)) for model, table in enumerate(models)]
    clusters = ev.patients.clusters() or 0
    many = _cells_for(clusters, len(ev.models) * 2 * (len(buckets) or 1))
    edges = [_edges(table.everyone, many) for table in tables]
    keys = np.concatenate([_keys(table, model, edges[model]) for model, table in enumerate(tables)])
    cells, place = np.unique(keys, axis=0, return_inverse=True)
    places = np.split(place.ravel(), np.cumsum([len(table.bucket) for table in tables])[:-1])
    products, with_own = _products(ev, places, len(cells)), clusters <= _FEW_CLUSTERS
    if not with_own:
        products -= _own(ev, tables, places, buckets, edges, len(cells))
    scale = _scale(tables[0].everyone, cells)
    values, directions = largest_directions(products * np.outer(scale, scale))
    return {
        "edges": [[one.tolist() for one in own] for own in edges],
        "with_own": with_own,
        "cells": cells.tolist(),
        "values": [_short(value) for value in values],
        "directions": [[float(f"{x:.3g}") for x in one / scale] for one in directions],
    }


def _at_means(table: Table, means: Numbers) -> Table:
    return replace(table, everyone=replace(table.everyone, log_odds=means[:, None]))


def clustering_of(ev: Evidence, sides: Sequence[ScoredCohort]) -> dict[str, Any] | None:
    """What the page cannot work out about the clusters of some patients, or of two groups that are compared.

    ``degrees`` are those that the clusters' sizes leave. The page's sums over clusters weigh them as if left
    out of all patients; ``factor`` is the variance with each cluster left out of these patients over the
    sum of squares so weighted, for the score at the study's own deployment, ``prevalence_factor`` for the
    log odds of the prevalence.
    """
    samplings = [side.cohort.sampling for side in sides]
    if not samplings[0].clustered:
        return None
    present = np.any([who.present for who in samplings], axis=0)
    share = np.mean([np.mean(who.cluster_shares, axis=0) for who in samplings], axis=0)[present]
    count = int(np.count_nonzero(present))
    without = _without(next(iter(ev.everyone.judged.values())).cohort.sampling)
    scores = [side.score(ev.question.deployment) for side in sides]
    prevalences = [side.cohort.log_odds_of_prevalence() for side in sides]
    return {
        "degrees": _short((count - 1.0) / count / float(np.sum(share**2))),
        "factor": _short(_left_out_factor(scores, without)),
        "prevalence_factor": _short(_left_out_factor(prevalences, without)),
    }


def _short(value: float) -> float:
    return float(f"{value:.6g}")


def _left_out_factor(estimates: Sequence[Estimate], without: tuple[Numbers, Numbers]) -> float:
    number = estimates[0] if len(estimates) == 1 else estimates[0] - estimates[1]
    total = np.zeros_like(without[0])
    for who, what in number.contributions.items():
        for one, factor in zip(who.cluster_totals(what), without, strict=True):
            total += one * factor
    squares = float(np.sum(total**2))
    return number.spread.variance / squares if squares > 0.0 else 1.0


def _cells_for(clusters: int, columns: int) -> int:
    """Cells of each class, model and group: as many numbers as there is room for, in all directions."""
    room = _ROOM / clusters if clusters <= _FEW_CLUSTERS else _ROOM**0.5
    return int(np.clip(room // columns, _FEWEST_CELLS, _MOST_CELLS))


def _edges(points: Binned, cells: int) -> list[Numbers]:
    """Where the coarse bins of the cases, and of the non-cases, end: of equal width but for the extreme."""
    found = []
    for label in (1, 0):
        own = points.label == label
        x = np.repeat(points.log_odds[own, 0], np.minimum(points.count[own], 50))
        low, high = np.quantile(x, (0.002, 0.998))
        found.append(np.unique(np.linspace(low, high, cells - 1).round(4)).astype(np.float64))
    return found


def _keys(table: Table, model: int, edges: Sequence[Numbers]) -> NDArray[np.int64]:
    """Bucket, model, class (0 for cases) and coarse cell."""
    points = table.everyone
    x = points.log_odds[:, 0]
    cells = [np.searchsorted(one, x, side="right") for one in edges]
    parts = (table.bucket, np.full(len(x), model), 1 - points.label, np.where(points.label == 1, *cells))
    return np.column_stack([part.astype(np.int64) for part in parts])


def _products(ev: Evidence, places: Sequence[Codes], cells: int) -> Numbers:
    """Sum over clusters of the products of their weights in two coarse bins, weighed as if left out."""
    samplings = [judged.cohort.sampling for judged in ev.everyone.judged.values()]
    if ev.patients.in_bins:
        held = _held_on_engine(samplings, places, cells)
        return np.asarray(held.T @ held)
    from scipy.sparse import coo_matrix

    whole = samplings[0]
    cluster, (cases, others) = np.asarray(whole.cluster), _without(whole)
    weight = np.where(whole.is_case, cases[cluster], others[cluster])
    if whole.weight is not None:
        weight = weight * whole.weight
    rows = np.tile(cluster, len(places))
    held = coo_matrix((np.tile(weight, len(places)), (rows, np.concatenate(places))), shape=None).tocsr()
    held.resize((held.shape[0], cells))
    return np.asarray((held.T @ held).todense())


def _held_on_engine(samplings: Sequence[Sampling], places: Sequence[Codes], cells: int) -> Numbers:
    """Weight of every cluster in every coarse bin: one pass a model, whatever the number of bins."""
    wanted: list[tuple[Any, Numbers]] = []
    for sampling, place in zip(samplings, places, strict=True):
        weight = np.asarray(sampling.weight)
        wanted += [(sampling.clusters, np.where(place == cell, weight, 0.0)) for cell in np.unique(place)]
    wanted[0][0].shared.fetch([need for clusters, vector in wanted for need in clusters.wanted(vector)])
    held, without = np.zeros((len(wanted[0][0].present), cells)), _without(samplings[0])
    number = 0
    for place in places:
        for cell in np.unique(place):
            totals = wanted[number][0].class_totals(wanted[number][1])
            held[:, cell] = totals[0] * without[0] + totals[1] * without[1]
            number += 1
    return held


def _without(whole: Sampling) -> tuple[Numbers, Numbers]:
    """How much heavier a cluster's cases, and its non-cases, are when the mean without it is what counts.

    Without a cluster that holds ``a`` of a class, its mean moves by the cluster's deviations over ``1 - a``.
    """
    cases, others = (1.0 / (1.0 - np.minimum(one, MOST_OF_A_CLASS)) for one in whole.cluster_shares)
    return cases, others


def _own(
    ev: Evidence,
    tables: Sequence[Table],
    places: Sequence[Codes],
    buckets: Sequence[str],
    edges: Sequence[Sequence[Numbers]],
    cells: int,
) -> Numbers:
    """The products of each patient's weight with itself, which are not between two members."""
    total = np.zeros((cells, cells))
    for table, place in zip(tables, places, strict=True):
        np.add.at(total, (place, place), table.everyone.squares)
    for one, other in combinations(range(len(tables)), 2):
        if ev.patients.in_bins:
            first, second, squares = _joint_places(ev, tables, places, buckets, edges, (one, other))
        else:
            first, second, squares = places[one], places[other], tables[0].everyone.squares
        np.add.at(total, (first, second), squares)
        np.add.at(total, (second, first), squares)
    return total


def _joint_places(
    ev: Evidence,
    tables: Sequence[Table],
    places: Sequence[Codes],
    buckets: Sequence[str],
    edges: Sequence[Sequence[Numbers]],
    pair: tuple[int, int],
) -> tuple[Codes, Codes, Numbers]:
    """The cells of the joint bins of two models, by the nearest cell that each model's own bins have."""
    joint = table_of(ev, [ev.models[model] for model in pair], buckets)
    found = []
    for column, model in enumerate(pair):
        own = Table(joint.bucket, _with_column(joint.everyone, column), joint.buckets)
        keys = _keys(tables[model], model, edges[model]).tolist()
        known = {tuple(key): int(place) for key, place in zip(keys, places[model], strict=True)}
        nearest = [_nearest(known, tuple(key)) for key in _keys(own, model, edges[model]).tolist()]
        found.append(np.array(nearest, dtype=np.intp))
    return found[0], found[1], joint.everyone.squares


def _with_column(points: Binned, column: int) -> Binned:
    return replace(points, log_odds=points.log_odds[:, [column]], bins=points.bins[:, [column]])


def _nearest(known: dict[tuple[int, ...], int], key: tuple[int, ...]) -> int:
    """A joint bin's mean may lie just beyond the bin that its patients are in."""
    for step in (0, 1, -1, 2, -2):
        moved = (*key[:3], key[3] + step)
        if moved in known:
            return known[moved]
    return min(known.items(), key=lambda item: (item[0][:3] != key[:3], abs(item[0][3] - key[3])))[1]


def _scale(points: Binned, cells: NDArray[np.int64]) -> Numbers:
    """What a unit of weight contributes at most, about: the share of its class."""
    totals = [float(points.weight[points.label == label].sum()) for label in (1, 0)]
    return np.array([1.0 / totals[which] for which in cells[:, 2]])


def largest_directions(matrix: Numbers) -> tuple[Numbers, Numbers]:
    """The largest directions, until what is left is small."""
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2.0)
    order = np.argsort(-np.abs(values))
    left = 1.0 - np.cumsum(values[order] ** 2) / max(float((values**2).sum()), 1e-300)
    kept = order[: int(np.searchsorted(-left, -_REST)) + 1]
    return values[kept], _signed(vectors[:, kept].T)


def _signed(directions: Numbers) -> Numbers:
    """Each direction so that its first large entry is positive: a direction and its opposite say the same.

    Which of the two LAPACK returns differs from run to run. The first entry of at least half the largest
    size decides, not the largest one: of two that are equal but for rounding, either may be the largest.
    """
    size = np.abs(directions)
    first = np.argmax(size >= size.max(axis=1, keepdims=True) / 2.0, axis=1)
    return directions * np.sign(np.take_along_axis(directions, first[:, None], axis=1))
