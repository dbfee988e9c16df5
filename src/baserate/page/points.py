"""The patients of an evaluation by model, pair, group and class: rows in memory, or lines from an engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baserate.engine import ReducedPatients
from baserate.evidence import Evidence
from baserate.page.lines import CERTAIN, Points, log_odds_of

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Table:
    """All patients with the log odds of one model, or of two, and the bucket of each."""

    bucket: NDArray[np.intp]
    everyone: Points

    def points(self, bucket: int) -> Points:
        """The patients of one bucket."""
        chosen, all_ = self.bucket == bucket, self.everyone
        return Points(
            all_.label[chosen],
            all_.log_odds[chosen],
            all_.count[chosen],
            all_.weight[chosen],
            all_.squares[chosen],
            all_.weighted,
        )


def buckets_of(ev: Evidence, least: int) -> tuple[str, ...]:
    """Names of the groups that are shown: those that can be judged, and have enough patients of each class.

    All other patients share the bucket after the last of these.
    """
    enough = []
    for name, group in ev.groups.items():
        if group.why_not is None and min(group.positives, group.patients - group.positives) >= least:
            enough.append(name)
    return tuple(enough)


def table_of(ev: Evidence, models: Sequence[str], buckets: Sequence[str]) -> Table:
    """One model, or two, on all patients."""
    if isinstance(ev.patients, ReducedPatients):
        return _of_lines(ev.patients, models, buckets)
    rows = [ev.everyone.judged[model].rows for model in models]
    weight = np.ones(len(rows[0].label)) if rows[0].weight is None else rows[0].weight.astype(np.float64)
    bucket = np.full(len(weight), len(buckets), dtype=np.intp)
    for number, name in enumerate(buckets):
        bucket[ev.patients.chosen(models[0], name)] = number
    everyone = Points(
        rows[0].label.astype(np.int8),
        np.column_stack([log_odds_of(one.score) for one in rows]),
        np.ones(len(weight), dtype=np.int64),
        weight,
        weight**2,
        rows[0].weight is not None,
    )
    return Table(bucket, everyone)


def _of_lines(patients: ReducedPatients, models: Sequence[str], buckets: Sequence[str]) -> Table:
    if len(models) == 1:
        lines, columns = patients.models[models[0]].lines, [0]
    else:
        made, *columns = patients.pair(models[0], models[1])
        lines = made.lines
    bucket = np.full(len(lines.label), len(buckets), dtype=np.intp)
    for number, name in enumerate(buckets):
        bucket[lines.group == name] = number
    everyone = Points(
        lines.label,
        np.clip(lines.log_odds[:, columns], -CERTAIN, CERTAIN),
        lines.count,
        lines.weight,
        lines.squares,
        bool((lines.weight != lines.count).any()),
    )
    return Table(bucket, everyone)
