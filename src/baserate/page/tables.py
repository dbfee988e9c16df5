"""The patients of an evaluation by group and class: rows in memory, or lines from an engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from baserate.errors import SettingError
from baserate.patients.discreet_bins import CERTAIN, Side, Table
from baserate.results.evidence import Evidence


def table_of(ev: Evidence, models: Sequence[str], buckets: Sequence[str]) -> Table:
    """One model, or two, on all patients."""
    binned = ev.patients.binned(models)
    bucket = np.full(len(binned), len(buckets), dtype=np.intp)
    for number, name in enumerate(buckets):
        bucket[ev.patients.members(models, name)] = number
    # From here on the bucket says whose group it is, and names take time to carry along.
    points = replace(binned, group=None, log_odds=np.clip(binned.log_odds, -CERTAIN, CERTAIN))
    return Table(bucket, points, len(buckets) + 1)


def buckets_of(ev: Evidence, least: int) -> tuple[str, ...]:
    """Names of the groups that are shown; all other patients share the bucket after the last of these.

    A group is shown if it can be judged, and has enough patients of each class. What is hidden could be
    told from everyone less the groups that are shown: so where the hidden are too few of a class, the
    smallest group that is shown is hidden too, until they are enough.
    """
    everyone = _counts(ev, None)
    if min(everyone) < least:
        raise SettingError(
            f"no number on a page is about fewer than {least} patients with the outcome or without it; "
            f"there are {min(everyone)}. Within the house, pass a smaller \0smallest_cell=\0."
        )
    counts = {name: _counts(ev, name) for name in ev.groups}
    shown = [name for name, group in ev.groups.items() if group.why_not is None]
    shown = [name for name in shown if min(counts[name]) >= least]
    while shown:
        hidden = [whole - sum(counts[name][i] for name in shown) for i, whole in enumerate(everyone)]
        if sum(hidden) == 0 or min(hidden) >= least:
            break
        shown.remove(min(shown, key=lambda name: (sum(counts[name]), name)))
    return tuple(shown)


def _counts(ev: Evidence, group: str | None) -> tuple[int, int]:
    """Patients with the outcome and without who count, in a group or altogether."""
    if ev.question.roles.weight is None and ev.question.roles.follow_up is None:
        patients, cases = ev.patients.counts(group)
        return cases, patients - cases
    binned = ev.patients.binned(ev.models[:1])
    own = np.ones(len(binned), bool) if group is None else ev.patients.members(ev.models[:1], group)
    own = own & (binned.weight > 0.0)
    cases = int(binned.count[own & (binned.label == 1)].sum())
    return cases, int(binned.count[own].sum()) - cases


def pairs_of(
    ev: Evidence, tables: Sequence[Table], buckets: Sequence[str]
) -> Iterator[tuple[int, int, list[tuple[Side, Side]]]]:
    """Every two models: their numbers, and the cases and non-cases of each bucket."""
    for one, other in combinations(range(len(tables)), 2):
        if ev.patients.in_bins:  # an engine counted the two together
            yield one, other, table_of(ev, [ev.models[one], ev.models[other]], buckets).sides
            continue
        sides = zip(tables[one].sides, tables[other].sides, strict=True)
        yield (
            one,
            other,
            [(first[0].beside(second[0]), first[1].beside(second[1])) for first, second in sides],
        )
