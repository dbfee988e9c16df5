"""Who was sampled: the one place that turns what each patient contributes into a standard error.

A number's contributions say how far each patient moves it from its expectation; they are its
influence values over the number of patients. Patients are independent, or independent in clusters
(several stays of a person, hospitals); the two outcomes have their own spread.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.errors import DataError, FewEventsWarning, MissingValueError, TooFewError
from baserate.inference.constants import (
    ADJUSTED_PATIENTS,
    ENOUGH_FOR_A_MEDIAN,
    FEW_DIFFER,
    FEW_PATIENTS,
    LEAST_REACH,
    MOST_OF_A_CLASS,
)
from baserate.scores.columns import column, examples

__all__ = ["Sampling", "Spread", "check_numbers", "few_events", "joint_spreads"]

Numbers = NDArray[np.float64]
Contributions: TypeAlias = "Mapping[Sampling, Numbers]"
Reach: TypeAlias = "Mapping[Sampling, tuple[float, float]]"
Mask = NDArray[np.bool_]


class Spread(NamedTuple):
    """Variance of an estimate, and the degrees of freedom with which the variance is known."""

    variance: float
    degrees: float

    @classmethod
    def of(cls, parts: list[tuple[float, float]]) -> Spread:
        """From independent (variance, degrees): Satterthwaite's approximation."""
        variance = math.fsum(part for part, _ in parts)
        if variance <= 0.0:
            return cls(0.0, math.inf)
        unsure = math.fsum((part / variance) ** 2 / df for part, df in parts)
        return cls(variance, 1.0 / unsure if unsure > 0.0 else math.inf)


class Spreads(NamedTuple):
    """The spread of a number as it was ``seen``, and with the guard; and ``known``, were the prevalence.

    ``correlation`` is that of the number's error at a known prevalence with the error of its log odds.
    Within a class a patient's gain tells nothing of how many are in it; but a cluster may have both
    sicker patients and more of them.
    """

    seen: Spread
    guarded: Spread
    known: Spread
    correlation: float


class ClassSpread(NamedTuple):
    """Spread of the contributions within one class.

    ``size`` is the number of patients, or with weights the number that would be worth as much;
    ``within`` the sum of squared contributions about the class's own mean, ``between`` the
    variance from how many patients of the class there happen to be.
    """

    size: float
    within: float
    between: float

    def of_more(self, times: float) -> ClassSpread:
        """The spread with so many times as many patients like these."""
        return ClassSpread(self.size * times, self.within / times, self.between / times)

    def parts(self, reach: float = 0.0) -> list[tuple[float, float]]:
        """Variances with their degrees; ``reach`` guards against a spread seen too small.

        A quarter of a patient at ``reach`` above the class's mean and a quarter as far below are
        added: where few patients of a class differ, those who would have were perhaps not sampled.
        """
        n = self.size
        if reach > 0.0:
            more = ADJUSTED_PATIENTS
            within, degrees = (self.within * n**2 + more * reach**2) / (n * (n + more)), n - 1.0 + more
        else:
            within, degrees = self.within * n / (n - 1.0), n - 1.0
        return [(within, degrees), (self.between, degrees)]


class Clusters(Protocol):
    """What belongs together where a bin stands for many patients, who may be of many clusters."""

    @property
    def shared(self) -> object:
        """The clusters themselves; samplings that share them have the same numbers for them."""

    @property
    def present(self) -> Mask:
        """For every cluster, whether it has patients here."""

    def class_totals(self, contribution: Numbers) -> tuple[Numbers, Numbers]:
        """For every cluster, the sum of what its cases contribute, and of what its non-cases do."""

    def totals(self, contribution: Numbers) -> Numbers:
        """The same of all its patients together."""

    def class_shares(self) -> tuple[Numbers, Numbers]:
        """For every cluster, its share of the weight of all cases here, and of all non-cases."""

    def part(self, chosen: Mask, weight: Numbers) -> Clusters:
        """The clusters of some of the bins, which have these weights."""


class Censored(Protocol):
    """Patients of whom some are not followed to the horizon; see :mod:`baserate.inference.censoring`."""

    @property
    def shares(self) -> Numbers:
        """Each patient's share of the given weight of all, followed to the horizon or not."""

    def adjust(self, contribution: Numbers) -> Numbers:
        """What each contributes, from what each would were the curve of censoring known."""

    def part(self, chosen: Mask) -> tuple[Numbers | None, Censored | None]:
        """The weights of some of the patients, and their own curve; None where none of them is censored."""


@dataclass(frozen=True, eq=False)
class Sampling:
    """The patients of one sample, or bins of them. Two numbers from the same sampling are paired.

    ``cluster`` is the number of each patient's cluster; where bins stand for many patients, ``clusters``
    knows what clusters contribute, and ``size`` is how many patients a bin is worth: its weight squared
    over the sum of their squared weights. ``whole`` is the sampling that this one is a part of, and
    ``patients`` how many patients with a weight each bin holds. ``censoring`` knows of patients who were
    not followed to the horizon; their weight is 0. Contributions of joint bins of two models are followed
    by those of each model's own bins, from which clusters are summed: ``sides`` are the samplings of these.
    """

    is_case: Mask = field(repr=False)
    weight: Numbers | None = field(default=None, repr=False)
    cluster: NDArray[np.intp] | None = field(default=None, repr=False)
    whole: Sampling | None = field(default=None, repr=False)
    size: Numbers | None = field(default=None, repr=False)
    clusters: Clusters | None = field(default=None, repr=False)
    patients: Numbers | None = field(default=None, repr=False)
    censoring: Censored | None = field(default=None, repr=False)
    sides: tuple[Sampling, ...] = field(default=(), repr=False)

    @property
    def is_plain(self) -> bool:
        """Whether sums over single patients tell the whole spread: no clusters, and nobody is censored."""
        return not self.clustered and self.censoring is None

    @property
    def clustered(self) -> bool:
        """Whether patients belong together in clusters."""
        return self.cluster is not None or self.clusters is not None

    @property
    def cluster_count(self) -> int:
        """How many clusters these patients are in."""
        return int(np.count_nonzero(self.present))

    @cached_property
    def present(self) -> Mask:
        """For every cluster of the whole, whether it has patients here."""
        if self.clusters is not None:
            return self.clusters.present
        return np.bincount(self._codes, minlength=self._numbered) > 0

    @property
    def shared(self) -> object:
        """Samplings with the same of these have clusters in common."""
        return self.whole or self if self.clusters is None else self.clusters.shared

    def cluster_totals(self, contribution: Numbers) -> tuple[Numbers, Numbers]:
        """For every cluster of the whole, what its cases contribute in sum, and what its non-cases do."""
        if self.clusters is not None:
            return self.clusters.class_totals(contribution)
        cases, others = (self._totals(contribution.take(self.places[side]), side) for side in (0, 1))
        return cases, others

    @cached_property
    def cluster_shares(self) -> tuple[Numbers, Numbers]:
        """For every cluster of the whole, its share of the weight of all cases here, and of all non-cases."""
        if self.clusters is not None:
            return self.clusters.class_shares()
        return self._totals(self._shares[0], 0), self._totals(self._shares[1], 1)

    @cached_property
    def prevalence_left_out(self) -> Numbers:
        """For every cluster, the change of the log odds of the prevalence when it is left out."""
        cases, others = (np.log1p(-np.minimum(share, MOST_OF_A_CLASS)) for share in self.cluster_shares)
        if self.censoring is None:
            return cases - others
        return cases - others + self.curve_left_out(self._with_first(lambda who: who.prevalence_contribution))

    def curve_left_out(self, contribution: Numbers) -> Numbers:
        """For every cluster, what leaving it out changes of a number through the curve of censoring alone."""
        if self.censoring is None:
            return np.zeros(len(self.present))
        own = self._cluster_sums(self._through(contribution))
        return np.asarray(-own / (1.0 - np.minimum(self.given_by_cluster, MOST_OF_A_CLASS)))

    @cached_property
    def given_by_cluster(self) -> Numbers:
        """For every cluster its share of the given weight of all."""
        return self._cluster_sums(self._with_first(lambda who: who._given))

    def _cluster_sums(self, contribution: Numbers) -> Numbers:
        """For every cluster of the whole, what its patients contribute in sum."""
        if self.clusters is not None:
            return self.clusters.totals(contribution)
        cases, others = self.cluster_totals(contribution)
        return cases + others

    def needs_of_curve(self, contribution: Numbers | None = None) -> list[Numbers]:
        """What :meth:`curve_left_out` would sum by cluster for a number; without one, for all of them."""
        if self.censoring is None:
            return []
        if contribution is not None:
            return [self._through(self.at_known_prevalence(contribution))]
        given, of_prevalence = (
            self._with_first(find)
            for find in (lambda who: who._given, lambda who: who.prevalence_contribution)
        )
        # How a number moves with the sizes of classes is a sum of these two.
        sides = [np.where(self._with_first(_is_case) == side, of_prevalence, 0.0) for side in (1.0, 0.0)]
        return [given, *(self._through(one) for one in sides)]

    def _through(self, contribution: Numbers) -> Numbers:
        """What each patient contributes through the curve of censoring."""
        own, *others = self._by_side(contribution)
        through = np.zeros(len(own)) if self.censoring is None else self.censoring.adjust(own) - own
        sides = zip(self.sides, others, strict=False)
        return np.concatenate((through, *(side._through(what) for side, what in sides)))

    def _by_side(self, contribution: Numbers) -> list[Numbers]:
        """What patients contribute, and what follows it for each of the sides."""
        ends = np.cumsum([len(self.is_case), *(len(side.is_case) for side in self.sides)])
        return np.split(contribution, ends[:-1]) if len(contribution) > ends[0] else [contribution]

    def _with_first(self, find: Callable[[Sampling], Numbers]) -> Numbers:
        """A number of each patient; with two models' own bins, those of the first stand for all."""
        if not self.sides:
            return find(self)
        first, second = self.sides
        return np.concatenate((find(self), find(first), np.zeros(len(second.is_case))))

    @property
    def _given(self) -> Numbers:
        """Each patient's share of the given weight of all."""
        return np.zeros(len(self.is_case)) if self.censoring is None else self.censoring.shares

    def at_known_prevalence(self, contribution: Numbers) -> Numbers:
        """What patients contribute apart from how many of each class there are."""
        own, *others = self._by_side(contribution)
        known = own.copy()
        for side in (0, 1):
            place = self.places[side]
            known[place] -= own.take(place).sum() * self._shares[side]
        sides = zip(self.sides, others, strict=False)
        return np.concatenate((known, *(side.at_known_prevalence(what) for side, what in sides)))

    @property
    def cluster_degrees(self) -> float:
        """Degrees of freedom of a variance over these clusters."""
        share = (self.cluster_shares[0] + self.cluster_shares[1])[self.present] / 2.0
        return _cluster_degrees(share)

    def _totals(self, own: Numbers, side: int) -> Numbers:
        """For every cluster the sum of a number that each patient of one class has."""
        return np.bincount(self._class_codes[side], own, self._numbered).astype(np.float64)

    @cached_property
    def _class_codes(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        return self._codes.take(self.places[0]), self._codes.take(self.places[1])

    @property
    def _codes(self) -> NDArray[np.intp]:
        if self.cluster is None:
            raise TooFewError("there are no clusters.")
        return self.cluster

    @cached_property
    def _numbered(self) -> int:
        """How many numbers clusters have, here and in all other parts of the whole."""
        return int((self.whole or self)._codes.max()) + 1

    def part(self, chosen: Mask) -> Sampling:
        """Some of the patients. Two parts share clusters that reach into both, and nothing else."""
        weight, censoring = None if self.weight is None else self.weight[chosen], None
        if self.censoring is not None:
            weight, censoring = self.censoring.part(chosen)
        cluster = None if self.cluster is None else self.cluster[chosen]
        size = None if self.size is None else self.size[chosen]
        clusters = None if self.clusters is None else self.clusters.part(chosen, np.asarray(weight))
        patients = None if self.patients is None else self.patients[chosen]
        whole = self.whole or self
        return Sampling(self.is_case[chosen], weight, cluster, whole, size, clusters, patients, censoring)

    def spread(self, contribution: Numbers, reach: tuple[float, float] = (0.0, 0.0)) -> Spread:
        """Variance of a number from what each patient contributes to it, patients being independent.

        ``reach`` is how far apart two patients with the disease, and two without, can be; zero
        leaves the guard of :meth:`ClassSpread.parts` off. What follows the patients in a contribution
        is about their clusters.
        """
        return self.spreads(contribution, reach).guarded

    def spreads(self, contribution: Numbers, reach: tuple[float, float]) -> Spreads:
        """The spread as it was seen, with the guard, and were the prevalence known."""
        seen, guarded, known = [], [], []
        for spread, guard in self.class_spreads(contribution, reach):
            seen += spread.parts()
            guarded += spread.parts(guard)
            known += spread._replace(between=0.0).parts(guard)
        plain = Spreads(Spread.of(seen), Spread.of(guarded), Spread.of(known), 0.0)
        return plain if self.censoring is None else self._censored_spreads(contribution, plain)

    def with_censoring(self, contribution: Numbers) -> Numbers:
        """What each patient contributes, also through the curve of censoring where some are censored."""
        return contribution if self.censoring is None else self.censoring.adjust(contribution)

    def _censored_spreads(self, contribution: Numbers, plain: Spreads) -> Spreads:
        """The same with what patients contribute through the curve of censoring.

        Degrees and guards are those of the weights as if they were known.
        """
        # All of it is linear: what is so apart from how many of a class there are needs no second look.
        whole, (cases, others) = self.deviations(contribution), self._share_deviations
        of_cases, of_others = (float(contribution.take(place).sum()) for place in self.places)
        own, other = whole - of_cases * cases - of_others * others, cases - others
        seen, alone, moved = (float(np.einsum("i,i", what, what)) for what in (whole, own, other))
        guard = max(plain.guarded.variance - plain.seen.variance, 0.0)
        correlation = float(own @ other) / math.sqrt(alone * moved) if alone > 0.0 and moved > 0.0 else 0.0
        return Spreads(
            Spread(seen, plain.seen.degrees),
            Spread(seen + guard, plain.guarded.degrees),
            Spread(alone + guard, plain.known.degrees),
            min(max(correlation, -1.0), 1.0),
        )

    @cached_property
    def _share_deviations(self) -> tuple[Numbers, Numbers]:
        """Of each class, the deviations of what its patients contribute to the logarithm of its size."""
        each = []
        for side in (0, 1):
            share = np.zeros(len(self.is_case))
            share[self.places[side]] = self._shares[side]
            each.append(self.deviations(share))
        return each[0], each[1]

    @cached_property
    def prevalence_contribution(self) -> Numbers:
        """What each patient contributes to the log odds of the prevalence, were all weights known."""
        contribution = np.empty(len(self.is_case))
        for side, sign in ((0, 1.0), (1, -1.0)):
            contribution[self.places[side]] = sign * self._shares[side]
        return contribution

    def class_spreads(
        self, contribution: Numbers, reach: tuple[float, float]
    ) -> list[tuple[ClassSpread, float]]:
        """The spread of each class, and how far a patient who was not sampled may lie from its mean."""
        spreads = []
        for side, most in enumerate(reach):
            own = contribution.take(self.places[side])
            spreads.append((self._class_spread(own, side), self._guard(own, side, most)))
        return spreads

    def deviations(self, contribution: Numbers) -> Numbers:
        """A vector whose squared length is the variance of :meth:`spreads` as it was seen.

        Of two numbers from these patients, the product of their vectors is the covariance.
        """
        if self.censoring is not None:
            own = self._by_side(contribution)[0]
            return np.asarray(self.censoring.adjust(own) * self._small_sample)
        parts: list[Numbers] = []
        for side in (0, 1):
            own, share, each = contribution.take(self.places[side]), self._shares[side], self._sizes[side]
            squares = float(np.einsum("i,i", share, share / each))
            along = float(np.einsum("i,i", own, share / each)) / squares
            more = math.sqrt(1.0 / (1.0 - squares))  # n / (n - 1)
            parts += [more * (own - along * share) / np.sqrt(each), np.array([along * math.sqrt(squares)])]
        return np.concatenate(parts)

    @cached_property
    def _small_sample(self) -> Numbers:
        """Root of ``n / (n - 1)`` of each patient's class, over that of how many a bin is worth."""
        cases, others = (math.sqrt(n / (n - 1.0)) for n in self.sizes)
        more = np.where(self.is_case, cases, others)
        return more if self.size is None else np.asarray(more / np.sqrt(self.size))

    @cached_property
    def places(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Where the cases are, and where the non-cases; taking by place is faster than by a mask."""
        return np.flatnonzero(self.is_case), np.flatnonzero(~self.is_case)

    def _class_spread(self, one: Numbers, side: int) -> ClassSpread:
        if self.weight is None:
            n, total = len(one), float(one.sum())
            within = one - total / n
            return ClassSpread(n, float(np.einsum("i,i", within, within)), total**2 / n)
        share, each = self._shares[side], self._sizes[side]
        squares = float(np.einsum("i,i", share, share / each))
        along = float(np.einsum("i,i", one, share / each)) / squares
        within = one - along * share
        return ClassSpread(1.0 / squares, float(np.einsum("i,i", within, within / each)), along**2 * squares)

    def _guard(self, one: Numbers, side: int, reach: float) -> float:
        """How far a patient who was not sampled may lie from the class's mean.

        A quarter of the largest possible difference, or the largest that was seen; all of it where
        so few patients differ from the rest that what they show is chance.
        """
        if reach <= 0.0:
            return 0.0
        if self.weight is None:
            gain = one * float(len(one))
        else:
            share = self._shares[side]
            gain = one[share > 0.0] / share[share > 0.0]
        apart = gain - np.median(gain[:: max(1, len(gain) // ENOUGH_FOR_A_MEDIAN)])
        np.abs(apart, out=apart)
        differ, patients = float(np.count_nonzero(apart > 1e-9 * reach)), float(len(gain))
        if self.size is not None:
            each = self._sizes[side][self._shares[side] > 0.0]
            differ, patients = float(each[apart > 1e-9 * reach].sum()), float(each.sum())
        if differ < min(FEW_PATIENTS, FEW_DIFFER * patients):
            return reach
        return max(float(apart.max()), LEAST_REACH * reach)

    @cached_property
    def sizes(self) -> tuple[float, float]:
        """How many patients with the disease, and without, these are worth."""
        if self.weight is None:
            return float(len(self.places[0])), float(len(self.places[1]))
        squares = [float(np.einsum("i,i", s, s / n)) for s, n in zip(self._shares, self._sizes, strict=True)]
        return 1.0 / squares[0], 1.0 / squares[1]

    @cached_property
    def _sizes(self) -> tuple[Numbers, Numbers]:
        """How many patients each bin of both classes is worth."""
        size = np.ones(len(self.is_case)) if self.size is None else self.size
        return size[self.is_case], size[~self.is_case]

    @cached_property
    def _shares(self) -> tuple[Numbers, Numbers]:
        """Each patient's share of the weight of the patient's class."""
        weight = np.ones(len(self.is_case)) if self.weight is None else self.weight
        sides = (weight[self.is_case], weight[~self.is_case])
        return sides[0] / sides[0].sum(), sides[1] / sides[1].sum()


def joint_spreads(contributions: Contributions, reach: Reach) -> Spreads:
    """Spread of a number to which one or several samples contribute: as it was seen, and with the guard.

    Samples are independent, unless they are parts of one whole whose clusters reach into several
    of them: then a cluster's contributions to all of them are summed. For the guard that ``reach``
    gives see :meth:`Sampling.spread`.
    """
    together = []
    for parts in _by_clusters(contributions):
        each = [who.spreads(what, reach[who]) for who, what in parts.items()]
        alone = _combine_all(each)
        if next(iter(parts)).clustered:
            clustered = _cluster_spreads(parts)
            is_guarded = float(max(max(reach[who]) for who in parts) > 0.0)
            alone = Spreads(
                _not_surer(clustered.seen, alone.seen, 0.0),
                _not_surer(clustered.seen, alone.guarded, is_guarded),
                _not_surer(clustered.known, alone.known, is_guarded),
                clustered.correlation,
            )
        together.append(alone)
    return _combine_all(together)


def joint_deviations(contributions: Contributions) -> dict[object, Numbers]:
    """Vectors whose squared lengths sum to the variance of :func:`joint_spreads` as it was seen.

    One for each sample, or for samples that have clusters in common; those of two numbers, multiplied and
    summed, give their covariance.
    """
    vectors: dict[object, Numbers] = {}
    for parts in _by_clusters(contributions):
        first = next(iter(parts))
        if not first.clustered:
            vectors[first] = first.deviations(parts[first])
            continue
        present = np.any([who.present for who in parts], axis=0)
        size = int(np.count_nonzero(present))
        changes = [change + along for change, along in (_left_out(*part) for part in parts.items())]
        vectors[first.shared] = math.sqrt((size - 1.0) / size) * np.sum(changes, axis=0)
    return vectors


def _combine_all(several: list[Spreads]) -> Spreads:
    """Of independent samples."""
    if len(several) == 1:
        return several[0]
    return Spreads(
        _combine([one.seen for one in several]),
        _combine([one.guarded for one in several]),
        _combine([one.known for one in several]),
        0.0,
    )


def _not_surer(clustered: Spread, alone: Spread, guarded: float) -> Spread:
    """With the guard on, never surer than if patients were independent: few clusters may agree by chance.

    And where the events are few, many clusters do not make their spread better known.
    """
    variance = max(clustered.variance, guarded * alone.variance)
    return Spread(variance, min(clustered.degrees, alone.degrees))


def _combine(spreads: list[Spread]) -> Spread:
    return Spread.of([(spread.variance, spread.degrees) for spread in spreads])


def _by_clusters(contributions: Contributions) -> list[dict[Sampling, Numbers]]:
    """Samples that have clusters in common together, all others alone."""
    together: dict[object, dict[Sampling, Numbers]] = {}
    for who, what in contributions.items():
        together.setdefault(who.shared if who.clustered else who, {})[who] = what
    return list(together.values())


def _cluster_spreads(parts: Mapping[Sampling, Numbers]) -> Spreads:
    """Spread over clusters: each left out in turn, with the degrees of freedom that their sizes leave.

    With ``d_g`` the change of the number when cluster g is left out, its variance is
    ``(G-1)/G sum of d_g^2`` (the jackknife, known as CV3: MacKinnon, Nielsen and Webb 2023,
    doi:10.1016/j.jeconom.2022.04.001). Sums of squares within clusters know nothing of what a large
    cluster does to the mean it is compared with; leaving it out does.
    """
    present = np.any([who.present for who in parts], axis=0)
    size = int(np.count_nonzero(present))
    if size < 2:
        raise TooFewError("all patients are in one cluster; an interval needs at least two.")
    known, moved, prevalence, share = np.zeros((4, len(present)))
    for who, what in parts.items():
        change, along = _left_out(who, what)
        known += change
        moved += along
        prevalence += who.prevalence_left_out
        share += (who.cluster_shares[0] + who.cluster_shares[1]) / (2.0 * len(parts))
    degrees, scale = _cluster_degrees(share[present]), (size - 1.0) / size
    whole, own, other = (
        scale * float(np.einsum("i,i", change, change)) for change in (known + moved, known, prevalence)
    )
    both = scale * float(np.einsum("i,i", known, prevalence))
    correlation = both / math.sqrt(own * other) if own > 0.0 and other > 0.0 else 0.0
    seen = Spread(whole, degrees)
    return Spreads(seen, seen, Spread(own, degrees), min(max(correlation, -1.0), 1.0))


def _left_out(who: Sampling, what: Numbers) -> tuple[Numbers, Numbers]:
    """For every cluster the change of a number when it is left out: of class means, and of class sizes.

    Contributions of a class are deviations from its mean, and the class's part in how the number moves
    with the prevalence, ``T`` in sum. Without a cluster that holds ``a`` of the class the mean moves by
    its deviations over ``1 - a``, and the logarithm of the class's size by ``log(1 - a)``.
    """
    known, moved = np.zeros_like(who.cluster_shares[0]), np.zeros_like(who.cluster_shares[0])
    for share, total in zip(who.cluster_shares, who.cluster_totals(what), strict=True):
        held, along = np.minimum(share, MOST_OF_A_CLASS), float(total.sum())
        known -= (total - along * share) / (1.0 - held)
        moved += along * np.log1p(-held)
    if who.censoring is None:
        return known, moved
    own = who.at_known_prevalence(what)
    return known + who.curve_left_out(own), moved + who.curve_left_out(what - own)


def _cluster_degrees(share: Numbers) -> float:
    """Degrees of freedom of a variance over clusters with these shares of the patients.

    ``(G-1)/G`` over the sum of squared shares: one less than the clusters where all are alike, and as few
    as so many equal clusters would leave where some hold most of the patients (Kish's effective number).
    Satterthwaite's approximation for the squared changes gives fewer, and intervals half as wide again
    that cover too often: where one cluster makes the error, it also makes its estimate.
    """
    return (len(share) - 1.0) / len(share) / float(np.einsum("i,i", share, share))


def _is_case(who: Sampling) -> Numbers:
    return who.is_case.astype(np.float64)


def check_numbers(cases: int, others: int) -> None:
    """Refuse fewer than two patients of a class."""
    if min(cases, others) < 2:
        raise TooFewError(
            f"{cases:,} with the disease and {others:,} without: an interval needs two patients of each."
        )


def few_events(cases: int, others: int) -> tuple[FewEventsWarning, ...]:
    """The caution that fewer than ten patients are of a class."""
    if min(cases, others) >= FEW_PATIENTS:
        return ()
    have = "have" if cases < others else "do not have"
    problem = f"only {{where}} patients {have} the disease: intervals are rough below ten."
    return (FewEventsWarning(problem, count=min(cases, others)),)


def cluster_codes(cluster: object, rows: int) -> NDArray[np.intp]:
    """A number for each cluster, from its names."""
    names = column(cluster, "cluster")
    if names.dtype.kind == "f" and np.isnan(names).any():
        raise MissingValueError(
            "{column} is missing in {where}.",
            column="cluster",
            **examples(names, np.isnan(names)),
            advice="Drop these rows.",
        )
    if len(names) != rows:
        raise DataError(f"y_true has {rows:,} rows, cluster has {len(names):,}. They must match.")
    distinct, codes = np.unique(names, return_inverse=True)
    if len(distinct) < 2:
        raise TooFewError(f"all {rows:,} patients are in one cluster; an interval needs at least two.")
    return codes.astype(np.intp)
