"""Weights for censoring that may be shared: of means over several patients, by curves that several make.

A summary carries the weight of each bin's patients. With censoring these come from a curve, and a curve that
few patients make, or weights of single patients, would tell of these: in a group with one censored patient
the sum of the weights is one more than the patients whose outcome is known. So

- each group has a curve of its own if nobody in it is censored, or enough are; the others have one together,
- a patient's weight is the mean over a stretch of follow-up time with enough patients of the class in it, and
  enough who are censored,
- and where too few are censored altogether these are left out, and nobody is weighed for them.

Sums over a class keep their value, so that the risk by the horizon is that of Kaplan and Meier (with
competing events of Aalen and Johansen) within each curve's groups.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import FollowUpError
from baserate.inference.censoring import Censoring
from baserate.patients.binning import Binned
from baserate.patients.censored_bins import BinCensoring
from baserate.patients.patients import Patients

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]
Codes = NDArray[np.intp]


@dataclass(frozen=True)
class SummaryFollowUp:
    """How the outcome of a summary follows from follow-up: the columns, the horizon, and how many.

    ``strata`` is how many strata of censoring there are, by the columns ``censoring``. ``censored`` are the
    patients who were censored before the horizon, ``competing`` those with a competing event by it; None for
    fewer than the smallest cell. So few censored patients are left out. ``weight_ratio`` is how many times
    the smallest weight the largest is; None where weights were given besides.
    """

    time: str
    event: str
    horizon: float
    censoring: tuple[str, ...]
    strata: int
    censored: int | None
    competing: int | None
    weight_ratio: float | None = None

    @classmethod
    def of(cls, sources: Sequence[Patients], least: int) -> SummaryFollowUp | None:
        """What may be said of the follow-up of patients; None where outcomes were given as such."""
        asked = sources[0].roles.follow_up
        told = [one for source in sources if (one := source.followed()) is not None]
        if asked is None or not told:
            return None
        rows, censored, competing = (sum(getattr(one, name) for one in told) for name in _COUNTS)
        cases = sum(source.counts()[1] for source in sources)
        # Whoever has neither event is counted by what is left.
        few = {competing, rows - censored - cases - competing} & set(range(1, least))
        return cls(
            asked.time,
            sources[0].roles.outcome,
            asked.horizon,
            asked.censoring,
            max(one.strata for one in told),
            None if 0 < censored < least else censored,
            None if few else competing,
        )

    @property
    def content(self) -> dict[str, Any]:
        """What a file says of it."""
        return {
            "time": self.time,
            "event": self.event,
            "horizon": self.horizon,
            "censoring": list(self.censoring),
            "strata": self.strata,
            "censored": self.censored,
            "competing": self.competing,
            "weight_ratio": self.weight_ratio,
        }

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> SummaryFollowUp:
        """From what a file says, which was checked."""
        return cls(
            **{**content, "horizon": float(content["horizon"]), "censoring": tuple(content["censoring"])}
        )

    def differs_from(self, other: SummaryFollowUp) -> str | None:
        """What two summaries were not made alike in, in words; None where they were."""
        for name, own, its in (
            ("--horizon", f"{self.horizon:g}", f"{other.horizon:g}"),
            ("--time", self.time, other.time),
            ("--event", self.event, other.event),
        ):
            if own != its:
                return f"{name} {own}, and {name} {its}"
        return None

    def notes(self, least: int, groups: bool) -> list[str]:
        """What was decided, in words."""
        about = f"the outcome is {self.event!r} by a horizon of {self.horizon:g} ({self.time!r})"
        if self.censored is None:
            return [f"{about}; fewer than {least} were censored before it, and are left out"]
        if self.censored == 0:
            return [about]
        whose = "of each group's own curve of censoring" if groups else "of the site's own curve of censoring"
        return [
            f"{about}; for {self.censored:,} who were censored before it others count, by weights {whose}",
            "intervals take these weights as known, which makes them a little wider, never too narrow "
            "where patients are many",
        ]

    def weighed(self, binned: Binned) -> SummaryFollowUp:
        """The same where these are the weights of single patients; with two digits, rounded up."""
        each = (binned.weight / binned.count)[binned.weight > 0.0]
        ratio = float(each.max() / each.min())
        step = 10.0 ** (math.floor(math.log10(ratio)) - 1)
        return replace(self, weight_ratio=math.ceil(ratio / step - 1e-9) * step)


_COUNTS = ("rows", "censored", "competing")


def pools(censored: Sequence[int], least: int) -> list[list[int]]:
    """Groups that have a curve together, from how many are censored in each.

    >>> pools([0, 12, 3, 1, 40], 5), pools([9, 3], 5)
    ([[0], [4], [2, 3, 1]], [[1, 0]])
    """
    few = [place for place, number in enumerate(censored) if 0 < number < least]
    others = [place for place, number in enumerate(censored) if place not in few]
    some = sorted((place for place in others if censored[place]), key=lambda place: (censored[place], place))
    while few and some and sum(censored[place] for place in few) < least:
        few.append(some.pop(0))
    alone = [[place] for place in others if place not in few]
    return [*alone, few] if few else alone


def weigh(source: Patients, models: Sequence[str], buckets: Sequence[Mask], least: int, few: bool) -> Binned:
    """The bins of a source with weights for censoring that may be shared.

    ``buckets`` are the bins of groups that have a curve together. Where ``few`` are censored altogether, they
    are left out, and nobody is weighed.
    """
    binned = source.binned(models)
    cohort = binned.cohort if source.in_bins else source.cohort(models[0])[0]
    censoring = cohort.sampling.censoring
    if not isinstance(censoring, (Censoring, BinCensoring)):
        return binned
    size = np.ones(len(binned)) if binned.censoring is None else np.asarray(binned.cohort.sampling.size)
    weight = np.zeros(len(binned))
    for bucket in buckets:
        weight[bucket] = _weight_of(censoring, bucket, binned, least, few)
    return replace(binned, weight=weight, squares=weight**2 / size, weighted=True)


def _weight_of(
    censoring: Censoring | BinCensoring, bucket: Mask, binned: Binned, least: int, few: bool
) -> Numbers:
    """The weights of the bins of a bucket."""
    own = _own(censoring, len(bucket))[bucket]
    lost = _places(censoring)[1][bucket]
    known = np.where(lost, 0.0, own)
    if few or not bucket.any():
        return known
    try:
        found, part = censoring.part(bucket)
    except FollowUpError:  # nobody in it is followed to the horizon: then the curve of all is all there is
        found, part = np.asarray(binned.weight[bucket]), censoring
    if part is None or least == 1:
        return known if part is None else np.asarray(found)
    whole = part is censoring
    place = _places(part)[0][bucket] if whole else _places(part)[0]
    count, label = binned.count[bucket], binned.label[bucket]
    weight = np.asarray(found).copy()
    for side in (0, 1):
        chosen = (label == side) & ~lost
        block = _stretches(place, count * chosen, count * lost, least)
        total = np.bincount(block[chosen], own[chosen])
        mean = np.bincount(block[chosen], weight[chosen]) / np.where(total > 0.0, total, 1.0)
        weight[chosen] = own[chosen] * mean[block[chosen]]
    return weight


def _stretches(place: Codes, of_class: NDArray[Any], lost: NDArray[Any], least: int) -> Codes:
    """The stretch of places to which each bin belongs, with enough patients of a class and censored ones."""
    size = int(place.max()) + 1
    counts = np.column_stack([np.bincount(place, one, size) for one in (of_class, lost)])
    block, current, held = np.zeros(size, dtype=np.intp), 0, np.zeros(2)
    for here, number in enumerate(counts):
        if (held >= least).all():
            current, held = current + 1, np.zeros(2)
        block[here] = current
        held = held + number
    if current > 0 and not (held >= least).all():
        block[block == current] = current - 1
    return block[place]


def _own(censoring: Censoring | BinCensoring, size: int) -> Numbers:
    return np.ones(size) if censoring.own is None else censoring.own


def _places(censoring: Censoring | BinCensoring) -> tuple[Codes, Mask]:
    """The place of each patient or bin along the curve, and who is censored."""
    if isinstance(censoring, Censoring):
        return censoring.curve.place, censoring.curve.is_censored
    return censoring.place, censoring.is_censored
