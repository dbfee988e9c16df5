"""The world at another prevalence, when only part of the difference is label shift.

A deployment's ``shift`` is ``gamma``: at prevalence ``pi`` a score means ``logit P(Y = 1 | s) =
logit s + gamma delta``, where ``delta = logit pi - logit pi0``. What ``gamma`` leaves of the difference is
case mix: patients with high scores come more often. So the patients of each class are weighted by
``exp(theta L)``, ``L = logit s`` (see :mod:`.tilt`), with ``theta`` such that the prevalence is ``pi``::

    log M1(theta) - log M0(theta) = (1 - gamma) delta,      M_y(theta) = mean of exp(theta L) in class y

and are treated where ``L + gamma delta >= logit c``. At ``gamma = 1`` nothing is weighted; at ``gamma = 0``
no score is adjusted. ``exp(theta L)`` is one direction of case mix among many.

``theta`` is estimated from the same patients. What a patient adds to a score through it is put into the
patient's gain, so that a score is still a mean over cases plus a mean over non-cases, and its standard
error is found as any other's. With ``g1, g0`` the gains at one prevalence::

    h1 = m1 + e^(theta L)/M1 (g1 - m1) - k (e^(theta L)/M1 - 1)
    h0 = m0 + e^(theta L)/M0 (g0 - m0) + k (e^(theta L)/M0 - 1)
    k  = [cov1(L, g1) + cov0(L, g0)] / [mean1 L - mean0 L]

where ``m``, ``cov`` and ``mean`` are weighted. Each model has a world of its own, by its own score: net
benefit needs no more than how one score and the outcome go together, and the worlds of two models that
have the same prevalence can always be those of one population.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import Deployment, Prevalence
from baserate.deployment.distributions import Distribution, Point
from baserate.deployment.notation import short_percent
from baserate.errors import ShiftError
from baserate.odds import expit, log_odds
from baserate.scores.gain_shapes import Gains, Pair, Scores, StepGains, SumGains
from baserate.scores.gains import decision_gains
from baserate.scores.sample import ByClass, prevalence_of
from baserate.scores.table import Table
from baserate.scores.tilt import Tilt, Tilts, tilts_of

Numbers = NDArray[np.float64]

# Nodes of a quadrature over one smooth piece of the log-odds axis of prevalence; fewer for what the tilt
# adds to gains, which moves no score but its standard error.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(33)
_FEWER = np.polynomial.legendre.leggauss(17)
# Log odds at which a smooth stretch of gains is tabulated, and where there are many stretches; between them
# a cubic spline.
_TABULATED, _OF_MANY, _MANY = 129, 25, 12
# Of more corners than this each is too weak to be seen, and all the stretches share so many log odds.
_CROWDED, _OF_CROWD = 100, 2048
# How far beyond the scores that were seen gains are tabulated, as a share of their range.
_BEYOND = 0.3
# Thresholds that run over less than this, in log odds, stand still.
_STILL = 1e-7


def world_gains(
    patients: ByClass, deployment: Deployment, observed: float, source: float, threshold: float | None
) -> Gains:
    """The gains of a deployment of which only a part is label shift, made of these patients."""
    return _World(tilts_of(patients), deployment, observed, source, threshold).gains()


def tilt_at(patients: ByClass, deployment: Deployment, prevalence: float) -> Tilt:
    """How the patients of either class are weighted at one prevalence of a deployment."""
    here = prevalence_of(patients)
    world = _World(tilts_of(patients), deployment, here, here, None)
    return world.tilt(np.array([float(log_odds(prevalence))])).one(0)


class _Node(NamedTuple):
    """One prevalence: its log odds, its share of the weight, and the world there."""

    x: float
    share: float
    tilt: Tilt


class _Correction(NamedTuple):
    """What is taken off from the gain of a case, and of a non-case, per unit of weight above one.

    ``slope`` is how fast the score rises with how far the tilt moves the log odds of the prevalence;
    ``gains`` are those at this prevalence before patients are weighted.
    """

    node: _Node
    positive: float
    negative: float
    slope: float
    gains: Gains


@dataclass(frozen=True, eq=False)
class _World:
    """Patients, tilted as far as each prevalence of the deployment asks for."""

    tilts: Tilts
    deployment: Deployment
    observed: float
    source: float
    threshold: float | None
    offset: float = 0.0

    @property
    def gamma(self) -> float:
        return self.deployment.shift.gamma

    @property
    def where(self) -> Distribution:
        return self.deployment.prevalence_given(self.observed)

    def gains(self) -> Gains:
        """Effective gains: the part that jumps at thresholds, and the rest as a table."""
        jumps = [jump for piece in self._pieces for jump in piece.jumps]
        curve = self._curve(jumps)
        if not jumps:
            return curve
        order = sorted(jumps, key=lambda jump: jump.threshold)
        columns = zip(*((jump.threshold, jump.positive, jump.negative) for jump in order), strict=True)
        thresholds, positive, negative = (np.array(column) for column in columns)
        tie = {} if self.threshold is None else {"tie": 0}
        return SumGains(StepGains.of(thresholds, positive, negative, **tie), curve)

    def shift(self, by: float) -> Gains:
        """The same world with every threshold moved by this much, in log odds."""
        return replace(self, offset=self.offset + by).gains()

    def at(self, x: float) -> Gains:
        """The gains at one prevalence, before patients are weighted."""
        moved = (1.0 - self.gamma) * (x - float(log_odds(self.observed)))
        source = float(expit(float(log_odds(self.source)) + moved + self.offset))
        here = replace(self.deployment, prevalence=Prevalence(Point(float(expit(x)))))
        threshold = self.threshold
        if threshold is not None and self.offset:
            threshold = float(expit(float(log_odds(threshold)) + self.offset))
        return decision_gains(here, self.observed, source, threshold)

    def tilt(self, x: Numbers) -> Tilt:
        """How patients are weighted at these log odds of the prevalence."""
        far = x - float(log_odds(self.observed))
        try:
            return self.tilts.reach((1.0 - self.gamma) * far)
        except ShiftError as error:
            is_up = bool(error.reached > 0.0 or (error.reached == 0.0 and far.max() > -far.min()))
            distance = float(far.max() if is_up else far.min())
            ends = self.where.stated_ends
            there = float(expit(x.max() if is_up else x.min())) if ends is None else ends[is_up]
            raise _no_world(there, distance, error.reached, self.gamma) from None

    @cached_property
    def nodes(self) -> list[_Node]:
        """Prevalences over which a smooth function of them is averaged."""
        return self._nodes((_NODES, _WEIGHTS))

    def _nodes(self, rule: tuple[Numbers, Numbers]) -> list[_Node]:
        x, share = _quadrature(self.where, rule)
        tilt = self.tilt(x)
        return [_Node(float(x[i]), float(share[i]), tilt.one(i)) for i in range(len(x))]

    @property
    def _is_exact(self) -> bool:
        """Whether thresholds run with the prevalence, at a cost that is known."""
        runs = self.threshold is None and len(self.where.breaks) > 0
        if not runs or self.deployment.cost.distribution.point is None:
            return False
        return self.gamma * float(self.where.breaks[-1] - self.where.breaks[0]) > _STILL

    @cached_property
    def _pieces(self) -> list[_Piece]:
        if not self._is_exact:
            return [_AtNodes(self, self.nodes)]
        atoms = [node for node in self.nodes if _is_atom(self.where, node)]
        ranges: list[_Piece] = [_OverRange(self, low, high) for low, high in pairwise(self.where.breaks)]
        return [_AtNodes(self, atoms), *ranges] if atoms else ranges

    @cached_property
    def corrections(self) -> list[_Correction]:
        """What the estimated tilt adds to patients' gains, at each node."""
        return [self._correction(node) for node in self._nodes(_FEWER)]

    def _correction(self, node: _Node) -> _Correction:
        gains, (cases, non_cases) = self.at(node.x), self.tilts.weighted(float(node.tilt.theta))
        positive, negative = gains.positive(cases.score), gains.negative(non_cases.score)
        slope = (cases.covariance(positive) + non_cases.covariance(negative)) / float(node.tilt.apart)
        off = cases.mean(positive) + slope, non_cases.mean(negative) - slope
        return _Correction(node, *off, slope, gains)

    @property
    def mix_slope(self) -> float:
        """How fast the score rises with the log odds of the observed prevalence, by who comes alone."""
        slope = math.fsum(one.node.share * one.slope for one in self.corrections)
        return -(1.0 - self.gamma) * slope

    def _curve(self, jumps: list[_Jump]) -> _Curve:
        """The gains without their jumps, tabulated between the log odds at which they have a corner."""
        low, high = self.tilts.ends
        beyond = max(_BEYOND * (high - low), 1e-3)
        corners = [*self.tilts.bounds, *(corner for piece in self._pieces for corner in piece.corners)]
        edges = _apart([low - beyond, *corners, high + beyond])
        points = _TABULATED if len(edges) <= _MANY else _OF_MANY
        if len(edges) > _CROWDED:
            edges = _apart([low - beyond, *self.tilts.bounds, *(jump.place for jump in jumps), high + beyond])
            points = max(_OF_MANY, _OF_CROWD // (len(edges) - 1))
        tables = self._tables(np.linspace(edges[:-1], edges[1:], points, axis=1), jumps)
        totals = self.at_all_totals
        return _Curve(
            np.array(edges[1:-1]),
            tables,
            (low, high),
            (totals[0] - sum(j.positive for j in jumps), totals[1] - sum(j.negative for j in jumps)),
            self.mix_slope,
            self.shift_curve,
            self.unseen,
        )

    def unseen(self, side: int, scores: tuple[float, float], own: tuple[float, float]) -> tuple[float, float]:
        """The least and the most that a case (0), or a non-case (1), may gain who was not sampled.

        Such a patient may be decided about as any between two ``scores`` is, and weighs what one at a
        threshold does, within the log odds that the class was seen to have (``own``). Without any tilt
        that is what gains of a deployment are bounded by.
        """
        ends, corners = np.asarray(scores), [c for piece in self._pieces for c in piece.corners]
        places = self.tilts.bounded(np.unique(np.clip(corners, *own)))
        found = np.zeros((len(places), 2))
        for one in self.corrections:
            weight = np.exp(one.node.tilt.theta * places - one.node.tilt[1 + side])
            gain = one.gains.negative(ends) if side else one.gains.positive(ends)
            off = one.negative if side else one.positive
            found += one.node.share * (np.outer(weight, gain) - off * (weight - 1.0)[:, None])
        return float(found.min()), float(found.max())

    @property
    def at_all_totals(self) -> tuple[float, float]:
        """What treating all cases, and sparing all non-cases, is worth: no weight changes that."""
        gains = decision_gains(self.deployment, self.observed, self.source, None)
        return gains.positive_total, gains.negative_total

    def shift_curve(self, by: float) -> Gains:
        """The table of the world whose thresholds are moved."""
        moved = self.shift(by)
        curve = moved.curve
        return moved if curve is None else curve

    def _tables(self, z: Numbers, jumps: list[_Jump]) -> list[Table]:
        """Gains of cases and of non-cases, and how fast either moves with the thresholds; a row a stretch."""
        values = np.zeros((4, *z.shape))
        middle = (z[:, :1] + z[:, -1:]) / 2.0
        for piece in self._pieces:
            values += piece.values(z, middle)
        bounded = self.tilts.bounded(z)
        for node, positive, negative, *_ in self.corrections:
            weight = np.exp(node.tilt.theta * bounded)
            values[0] -= node.share * positive * (weight / math.exp(node.tilt.log_cases) - 1.0)
            values[1] -= node.share * negative * (weight / math.exp(node.tilt.log_non_cases) - 1.0)
        for jump in jumps:
            values[0] -= np.where(middle >= jump.place, jump.positive, 0.0)
            values[1] -= np.where(middle >= jump.place, 0.0, jump.negative)
        return [Table.of(row, values[:, place]) for place, row in enumerate(z)]


def _apart(edges: list[float]) -> list[float]:
    """The edges between the first and the last, ascending; those that differ by rounding alone are one."""
    first, last = edges[0], edges[-1]
    kept = [first]
    for edge in sorted(edges[1:-1]):
        if kept[-1] + _STILL < edge < last - _STILL:
            kept.append(edge)
    return [*kept, last]


class _Jump(NamedTuple):
    """Where treating starts, on the score and in log odds, and what that is worth at this very score."""

    threshold: float
    place: float
    positive: float
    negative: float


class _Piece:
    """A part of the prevalences, and what patients gain there."""

    jumps: list[_Jump]
    corners: list[float]

    def values(self, z: Numbers, middle: Numbers) -> Numbers:
        """Gains of cases and non-cases at log odds, weighted, and their slopes by the thresholds.

        ``z`` has a row for each stretch, and ``middle`` lies within it: it says on which side of a threshold
        all of it is.
        """
        raise NotImplementedError


class _AtNodes(_Piece):
    """Prevalences with a weight of their own; at each the gains are those of one prevalence."""

    def __init__(self, world: _World, nodes: list[_Node]) -> None:
        self._world = world
        self._nodes = [(node, world.at(node.x)) for node in nodes]
        self.jumps = [jump for node, gains in self._nodes for jump in _jumps(node, gains, world.tilts)]
        self.corners = [jump.place for jump in self.jumps]
        for _, gains in self._nodes:
            if gains.curve is not None:
                ends = np.asarray(gains.curve.active(np.dtype(np.float64)))
                self.corners += [float(log_odds(end)) for end in ends if 0.0 < end < 1.0]

    def values(self, z: Numbers, middle: Numbers) -> Numbers:
        score, bounded, total = (
            np.asarray(expit(z)).ravel(),
            self._world.tilts.bounded(z),
            np.zeros((4, *z.shape)),
        )
        for node, gains in self._nodes:
            case, non_case = (np.exp(node.tilt.theta * bounded - log) for log in (node.tilt[1], node.tilt[2]))
            if gains.steps is not None:
                # None of them divides a stretch.
                at = np.asarray(expit(middle))
                total[0] += node.share * gains.steps.positive(at) * case
                total[1] += node.share * gains.steps.negative(at) * non_case
            if gains.curve is None:
                continue
            for place, weight, gain in (
                (0, case, gains.curve.positive),
                (1, non_case, gains.curve.negative),
                (2, case, gains.curve.positive_slope),
                (3, non_case, gains.curve.negative_slope),
            ):
                total[place] += node.share * weight * gain(score).reshape(z.shape)
        return total


def _jumps(node: _Node, gains: Gains, tilts: Tilts) -> Iterator[_Jump]:
    """The steps at one prevalence, as they are weighted at their thresholds."""
    if gains.steps is None:
        return
    positive, negative = np.diff(gains.steps.positive_sums), -np.diff(gains.steps.negative_sums)
    for i, threshold in enumerate(gains.steps.thresholds):
        place = float(log_odds(threshold))
        if not math.isfinite(place):  # treating all or none: no score lies on the other side
            place = math.copysign(1e3, place)
        exponent = node.tilt.theta * tilts.bounded(np.array(place))
        weight = node.share * np.exp(exponent - np.array([node.tilt[1], node.tilt[2]]))
        yield _Jump(float(threshold), place, float(positive[i] * weight[0]), float(negative[i] * weight[1]))


class _OverRange(_Piece):
    """A range of prevalences at one cost: a patient is treated from some prevalence of it on."""

    def __init__(self, world: _World, low: float, high: float) -> None:
        self._world, self._low, self._high = world, low, high
        self.jumps = []
        cost = world.deployment.cost.distribution.point
        observed, source = float(log_odds(world.observed)), float(log_odds(world.source))
        self._k = float(log_odds(cost))
        # Treat where L >= start - gamma x.
        self._start = self._k + source - (1.0 - world.gamma) * observed + world.offset
        self.corners = [self._start - world.gamma * end for end in (low, high)]

    def values(self, z: Numbers, middle: Numbers) -> Numbers:
        flat, total = z.ravel(), np.zeros((4, z.size))
        turn = np.clip((self._start - flat) / self._world.gamma, self._low, self._high)
        total[0] = self._integral(0, flat, turn, np.full(z.size, self._high))
        total[1] = self._integral(1, flat, np.full(z.size, self._low), turn)
        between = (self._start - middle) / self._world.gamma
        runs = np.broadcast_to((self._low < between) & (between < self._high), z.shape).ravel()
        for side in (0, 1) if runs.any() else ():
            density = self._density(side, flat[runs, None], turn[runs, None])[:, 0]
            total[2 + side, runs] = density / self._world.gamma
        return total.reshape(4, *z.shape)

    def _integral(self, side: int, z: Numbers, start: Numbers, end: Numbers) -> Numbers:
        half = (end - start)[:, None] / 2.0
        x = start[:, None] + half * (_NODES + 1.0)
        return np.asarray((half * self._density(side, z[:, None], x)) @ _WEIGHTS)

    def _density(self, side: int, z: Numbers, x: Numbers) -> Numbers:
        """Worth of a right decision at these prevalences, weighted: a case's (0), or a non-case's (1)."""
        tilt = self._world.tilt(x.ravel())
        log = np.asarray(tilt[1 + side]).reshape(x.shape)
        weight = np.exp(np.asarray(tilt.theta).reshape(x.shape) * self._world.tilts.bounded(z) - log)
        price = self._world.deployment.units.prices(x, self._k)[side]
        return np.asarray(self._world.where.density(x) * price * weight)


@dataclass(frozen=True, eq=False)
class _Curve(Gains):
    """Tabulated gains of a world, as cubic splines of the log odds of the score.

    Scores of 0 and 1 have the weight of the lowest and the highest of the others, ``ends``.
    """

    corners: Numbers
    tables: list[Table]
    ends: tuple[float, float]
    totals: tuple[float, float]
    by_mix: float
    moved: Callable[[float], Gains]
    unseen: Callable[[int, Pair, Pair], Pair]

    @property
    def positive_total(self) -> float:
        return self.totals[0]

    @property
    def negative_total(self) -> float:
        return self.totals[1]

    def positive(self, score: Scores) -> Numbers:
        return self._row(0, score)

    def negative(self, score: Scores) -> Numbers:
        return self._row(1, score)

    def positive_slope(self, score: Scores) -> Numbers:
        return self._row(0, score, slope=True)

    def negative_slope(self, score: Scores) -> Numbers:
        return -self._row(1, score, slope=True)

    def positive_by_threshold(self, score: Scores) -> Numbers:
        return self._row(2, score)

    def negative_by_threshold(self, score: Scores) -> Numbers:
        return self._row(3, score)

    @property
    def mix_slope(self) -> float:
        return self.by_mix

    @property
    def is_monotone(self) -> bool:
        return False

    def of_unseen(self, side: int, scores: Pair, own: Pair = (0.0, 0.0)) -> Pair:
        return self.unseen(side, scores, own)

    def active(self, dtype: np.dtype[Any]) -> tuple[float, float]:  # noqa: ARG002
        return -1.0, 2.0  # weights differ beyond all thresholds, too

    def shift(self, by: float) -> Gains:
        return self.moved(by)

    def _row(self, row: int, score: Scores, *, slope: bool = False) -> Numbers:
        with np.errstate(divide="ignore"):
            z = np.asarray(log_odds(score.astype(np.float64, copy=False)))
        stretch = np.searchsorted(self.corners, z, side="right")
        z = np.where(np.isinf(z), np.clip(z, *self.ends), z)
        found = np.empty(len(z))
        for place, table in enumerate(self.tables):
            here = np.flatnonzero(stretch == place)
            if len(here):
                found[here] = table.row(row, np.clip(z[here], table.start, table.end), slope=slope)
        return found


def _quadrature(where: Distribution, rule: tuple[Numbers, Numbers]) -> tuple[Numbers, Numbers]:
    """Log odds and weights of a quadrature over a distribution, for functions that are smooth."""
    atoms, shares = where.atoms
    x, weight = [log_odds(atoms)] if len(atoms) else [], [shares] if len(atoms) else []
    for low, high in pairwise(where.breaks):
        half = (high - low) / 2.0
        at = low + half * (rule[0] + 1.0)
        x.append(at)
        weight.append(half * rule[1] * where.density(at))
    return np.concatenate(x), np.concatenate(weight)


def _is_atom(where: Distribution, node: _Node) -> bool:
    return bool(np.any(np.asarray(log_odds(where.atoms[0])) == node.x)) if len(where.atoms[0]) else False


def _no_world(prevalence: float, far: float, reached: float, gamma: float) -> ShiftError:
    """Why there is no such world, and from which shift on there is."""
    least = math.ceil(100.0 * (1.0 - min(1.0, abs(reached / far)))) / 100.0
    possible = "Only label shift (a shift of 1) is possible."
    return ShiftError(
        f"with a shift of {gamma:.2g} these patients cannot stand for others with a prevalence of "
        f"{short_percent(prevalence)}: the scores tell too little of who is ill, or too few patients score "
        "as those there would.",
        reached=reached,
        advice=possible if least >= 1.0 else f"Ask for a shift of {least:.2f} or more; 1 is label shift.",
    )
