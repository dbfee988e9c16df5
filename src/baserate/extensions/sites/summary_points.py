"""The lines of site summaries as patients again: points that keep number, mean and spread of each line.

A line becomes two points on either side of its mean, a joint line four, so that the mean of smooth gains
is right to the second order. What the lines leave open is bounded: a line's patients lie within a reach
that follows from its own numbers and from its neighbours, since lines do not overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from baserate.extensions.sites.summary_file import Summary
from baserate.odds import expit
from baserate.patients.binning import Binned
from baserate.patients.discreet_bins import BEYOND, CERTAIN, UNIT
from baserate.scores.gains import Gains
from baserate.scores.sample import Sample

if TYPE_CHECKING:
    import polars as pl

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]

# Points at which the gains within a line are looked at for the bound.
_NODES = 17
# Means are right to half a step of writing, standard deviations to one: so far can a point be off.
_ROUNDING = 2.0 / UNIT
# Beyond these log odds a score that was taken for another may lie next to the last score.
_NEAR_CERTAIN = CERTAIN - 2.0 * BEYOND


@dataclass(frozen=True, eq=False)
class Columns:
    """What lines and joint lines of one or several sites have in common, one entry a line."""

    group: NDArray[Any] | None
    label: NDArray[np.int8]
    count: NDArray[np.int64]
    weight: Numbers
    squares: Numbers
    weighted: bool

    @classmethod
    def of(cls, frames: Sequence[pl.DataFrame]) -> Columns:
        """The columns of sites one after the other; who has no weight weighs 1."""

        def joined(name: str, instead: str = "") -> NDArray[Any]:
            names = [name if name in frame.columns else instead for frame in frames]
            return np.concatenate([frame[own].to_numpy() for own, frame in zip(names, frames, strict=True)])

        groups = [one for frame in frames for one in frame["group"].to_list()]
        return cls(
            None if None in groups else np.array(groups, dtype=object),
            joined("outcome").astype(np.int8),
            joined("patients"),
            joined("weight", "patients").astype(np.float64),
            joined("squares", "patients").astype(np.float64),
            any("weight" in frame.columns for frame in frames),
        )

    def points(
        self, line: NDArray[np.intp], log_odds: Numbers, count: NDArray[Any], share: Numbers
    ) -> dict[str, Any]:
        """The fields of points that each stand for a share of a line's patients; the line is their bin."""
        x = np.clip(log_odds, -CERTAIN, CERTAIN)
        return {
            "group": None if self.group is None else self.group[line],
            "label": self.label[line],
            "bins": np.column_stack([line] * log_odds.shape[1]),
            "log_odds": np.where(np.abs(x) >= CERTAIN, np.copysign(np.inf, x), x),
            "count": count,
            "weight": self.weight[line] * share,
            "squares": self.squares[line] * share,
            "width": np.inf,
            "weighted": self.weighted,
        }


@dataclass(frozen=True, eq=False)
class Reach:
    """From where to where the patients of lines can be, in log odds.

    ``low`` and ``high`` hold for log odds as they are in the summary. Some may stand there for scores of
    exactly 0 or 1; with these it is from ``lowest`` to ``highest``. ``step`` is how wide the bins were that
    an engine had put patients into before, whose own spread is in no standard deviation; 0 for none.
    """

    low: Numbers
    high: Numbers
    lowest: Numbers
    highest: Numbers
    step: Numbers

    @property
    def moved(self) -> Mask:
        """Lines that may stand for scores of exactly 0 or 1."""
        return np.asarray((self.lowest < self.low) | (self.highest > self.high))

    def of(self, chosen: Mask) -> Reach:
        """That of some lines."""
        columns = (self.low, self.high, self.lowest, self.highest, self.step)
        return Reach(*(column[chosen] for column in columns))


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of one model at one or several sites: mean and standard deviation of the log odds of each."""

    columns: Columns
    mean: Numbers
    sd: Numbers
    reach: Reach

    @classmethod
    def of(cls, summaries: Sequence[Summary], model: str) -> Lines:
        """The lines of all sites, one site after the other."""
        frames = [_frame(summary, model, None) for summary in summaries]
        reaches = [_reach_of_site(*one) for one in zip(summaries, frames, strict=True)]
        ends = ("low", "high", "lowest", "highest", "step")
        reach = Reach(*(np.concatenate([getattr(one, name) for one in reaches]) for name in ends))
        mean, sd = (np.concatenate([frame[name].to_numpy() for frame in frames]) for name in ("mean", "sd"))
        return cls(Columns.of(frames), mean, sd, reach)

    def share_below(self) -> Numbers:
        """Which share of each line is on its lower point; 0 for a line of one value.

        Two points of shares p and 1 - p are sqrt((1 - p) / p) and sqrt(p / (1 - p)) standard deviations from
        the mean. Whatever patients are within a reach, some p puts both points there too (Bhatia and Davis
        2000, doi:10.2307/2589180); the one next to a half is taken.
        """
        spread = self.sd > 0.0
        square = np.where(spread, self.sd, 1.0) ** 2
        ends = self.mean - self.reach.low, self.reach.high - self.mean
        below, above = (np.maximum(one, 1e-12) for one in ends)
        least, most = square / (square + below**2), above**2 / (square + above**2)
        share = np.where(least <= most, np.clip(0.5, least, most), (least + most) / 2.0)
        return np.where(spread, share, 0.0)

    def error_bound(self, gains: Gains) -> float:
        """How far the mean gain of the points can be from that of the patients: a bound, not an estimate."""
        total, weight = 0.0, self.columns.weight
        for label, gain, slope in (
            (1, gains.positive, gains.positive_slope),
            (0, gains.negative, gains.negative_slope),
        ):
            own = self.columns.label == label
            spread = own & (self.reach.highest > self.reach.lowest)
            off = _off_at_most(gain, slope, self.reach.of(spread))
            total += float(weight[spread] @ off) / float(weight[own].sum())
        return total

    def share_across(self, label: int, cut: float) -> float:
        """The share of a class in lines that may reach over a cut-off, given in log odds."""
        own, weight = self.columns.label == label, self.columns.weight
        across = own & (self.reach.lowest < cut) & (self.reach.highest >= cut)
        return float(weight[across].sum() / weight[own].sum())


@dataclass(frozen=True, eq=False, kw_only=True)
class SummaryPoints(Binned):
    """Points in place of bins; they are on no grid, so the width is infinite, and nothing ties."""

    lines: Lines

    def sample(self, column: int = 0) -> Sample:
        """The scores of a model at the points."""
        return self.cohort.sample(np.asarray(expit(self.log_odds[:, column])))

    def error_bound(self, gains: Gains) -> float:
        """As :meth:`Lines.error_bound`."""
        return self.lines.error_bound(gains)


def model_points(summaries: Sequence[Summary], model: str) -> SummaryPoints:
    """A model on the patients of all sites: two points for each line that is not one value.

    Half of the patients are below the mean and half above it, as far from it as keeps mean and standard
    deviation; or as many as leave neither point where no patient of the line can be.
    """
    lines = Lines.of(summaries, model)
    share, count = lines.share_below(), lines.columns.count
    two = share > 0.0
    odds = np.where(two, (1.0 - share) / np.where(two, share, 1.0), 1.0)
    down, up = lines.sd * np.sqrt(odds), lines.sd / np.sqrt(odds)
    below = np.where(two, np.clip(np.rint(share * count), 1, count - 1), 0).astype(np.int64)
    line = np.concatenate((np.flatnonzero(two), np.arange(len(two))))
    lower = np.arange(len(line)) < np.count_nonzero(two)
    x = np.where(lower, lines.mean[line] - down[line], lines.mean[line] + up[line])
    own_count = np.where(lower, below[line], (count - below)[line])
    own_share = np.where(lower, share[line], 1.0 - share[line])
    return SummaryPoints(**lines.columns.points(line, x[:, None], own_count, own_share), lines=lines)


def pair_points(summaries: Sequence[Summary], pair: tuple[str, str]) -> Binned:
    """Two models on the patients of all sites: four points for each joint line of several values.

    On the two axes along which standardised log odds go together and apart, which keeps both standard
    deviations and the correlation.
    """
    frames = [_joint_frame(summary, *pair) for summary in summaries]
    names = ("mean", "sd", "other_mean", "other_sd", "correlation")
    mean, sd, other_mean, other_sd, r = (
        np.concatenate([frame[name].to_numpy() for frame in frames])[:, None] for name in names
    )
    together, apart = np.sqrt(1.0 + r), np.sqrt(1.0 - r)
    one = mean + sd * np.hstack((together, -together, apart, -apart))
    other = other_mean + other_sd * np.hstack((together, -together, -apart, apart))
    spread = np.repeat((sd > 0.0) | (other_sd > 0.0), 4)
    kept = spread | (np.arange(len(spread)) % 4 == 0)
    line = np.repeat(np.arange(len(mean)), 4)[kept]
    share, columns = np.where(spread, 0.25, 1.0)[kept], Columns.of(frames)
    log_odds = np.column_stack((one.ravel(), other.ravel()))[kept]
    return Binned(**columns.points(line, log_odds, columns.count[line] * share, share))


def _frame(summary: Summary, model: str, other: str | None) -> pl.DataFrame:
    import polars as pl

    return summary.lines.filter(pl.col("model") == model, pl.col("other").eq_missing(pl.lit(other)))


def _joint_frame(summary: Summary, model: str, other: str) -> pl.DataFrame:
    """The joint lines of a pair, in whichever order the summary names the two."""
    if summary.models.index(model) < summary.models.index(other):
        return _frame(summary, model, other)
    swapped = {"mean": "other_mean", "sd": "other_sd", "other_mean": "mean", "other_sd": "sd"}
    return _frame(summary, other, model).rename(swapped)


def _reach_of_site(summary: Summary, frame: pl.DataFrame) -> Reach:
    """How far the lines of a model at one site reach; those of one value are where they are."""
    mean, sd, count = (frame[name].to_numpy() for name in ("mean", "sd", "patients"))
    ends = np.tile(mean, (4, 1))
    # Lines stand in their order, one group and class after the other.
    part = frame.select("group", "outcome").to_numpy()
    starts = np.flatnonzero(np.append(True, (part[1:] != part[:-1]).any(axis=1)))
    for here in np.split(np.arange(len(mean)), starts[1:]):
        spread = here[sd[here] > 0.0]
        ends[:, spread] = _reach(mean[spread], sd[spread], count[spread], summary.weight_ratio)
    # An engine's bins stand for all of their patients with one mean.
    step = 1.0 / summary.per_unit if summary.per_unit else 0.0
    ends = np.clip(ends + np.array([[-step], [step], [-step], [step]]), -CERTAIN, CERTAIN)
    return Reach(ends[0], ends[1], ends[2], ends[3], np.full(len(mean), step))


def _reach(mean: Numbers, sd: Numbers, count: NDArray[np.int64], ratio: float) -> Numbers:
    """Low, high, lowest and highest of lines of several values, ascending, of one group and class.

    Nobody is farther from the mean of n patients than sqrt(n - 1) standard deviations, or sqrt(n - 1) times
    the root of the ``ratio`` of weights where none is more than so many times another: who has a share p of
    the weight is at most sqrt((1 - p) / p) standard deviations away. Nobody is beyond the mean of a
    neighbour, since lines do not overlap. A score of exactly 0 or 1 that was taken for another is some way
    beyond all others, which shows in the spread of the first or the last line.
    """
    if ratio == np.inf:  # a mean says next to nothing of those who weigh little
        ends = np.full(len(mean), CERTAIN)
        return np.stack((-ends, ends, -ends, ends))
    others = (count - 1.0) * ratio  # what all others weigh at most, beside one
    pad = _ROUNDING * (1.0 + np.sqrt(1.0 + others))
    far = sd * np.sqrt(others)
    low = np.maximum(mean - far, np.append(-CERTAIN, mean)[:-1]) - pad
    high = np.minimum(mean + far, np.append(mean, CERTAIN)[1:]) + pad
    alone = (sd + _ROUNDING >= BEYOND * np.sqrt(others) / (1.0 + others)) | (np.abs(mean) > _NEAR_CERTAIN)
    place = np.arange(len(mean))
    first, last = (alone & (place == end) for end in (0, len(mean) - 1))
    return np.stack((low, high, np.where(first, -CERTAIN, low), np.where(last, CERTAIN, high)))


def _off_at_most(
    gain: Callable[[Numbers], Numbers], slope: Callable[[Numbers], Numbers], reach: Reach
) -> Numbers:
    """How far the mean gain of a line's points can be from that of its patients.

    Both have the same mean and spread, so what is quadratic in a gain has the same mean in both. The
    rest of the gain lies between two values; the difference of these is all that they can be apart.
    Where a score was taken for another, all that is known is that gains lie between those at the ends.
    """
    t = np.linspace(0.0, 1.0, _NODES)[:, None]
    width = reach.highest - reach.lowest
    score = np.asarray(expit(reach.lowest + t * width))
    at = gain(score.ravel()).reshape(score.shape)
    rise = np.abs(slope(score.ravel())).reshape(score.shape)
    change = np.abs(at[-1] - at[0])
    bent = 4.0 * (at[_NODES // 2] - (at[0] + at[-1]) / 2.0)
    rest = at - (at[0] + (at[-1] - at[0]) * t + bent * t * (1.0 - t))
    # Between two nodes, a gain of no less than a certain slope leaves its chord by no more than this.
    between = np.abs(np.diff(at, axis=0)) - np.minimum(rise[1:], rise[:-1]) * width / (_NODES - 1)
    slack = np.maximum(between, 0.0) + np.abs(bent) / (2.0 * (_NODES - 1)) ** 2
    most = (np.maximum(rest[1:], rest[:-1]) + slack).max(axis=0, initial=-np.inf)
    least = (np.minimum(rest[1:], rest[:-1]) - slack).min(axis=0, initial=np.inf)
    rounded = _ROUNDING * rise.max(axis=0) + np.abs(bent) * (reach.step / (2.0 * width)) ** 2
    smooth = np.minimum(most - least + rounded, change)
    return np.asarray(np.where(reach.moved, change, smooth))
