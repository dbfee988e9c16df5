"""Which model to use at each prevalence and cost, by the verdict's own rule; none where that cannot be told.

A map that colours whoever is ahead shows chance as if it were knowledge. Here every cell is asked what the
verdict is asked at one deployment (:mod:`baserate.results.standing`): a model's cell is one where it is
shown to be better than all others and than deciding without a model, all comparisons taken together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from baserate.deployment.deployment import Cost, CostLike, Deployment, Prevalence, PrevalenceLike
from baserate.deployment.distribution import Distribution
from baserate.deployment.distributions import Point
from baserate.deployment.notation import percent, ratio
from baserate.errors import SettingError
from baserate.inference.estimate import Estimate
from baserate.inference.progress import progress
from baserate.inference.quantile import quantile
from baserate.inference.simultaneous import coverage_of
from baserate.inference.strategies import WITHOUT_MODEL
from baserate.odds import expit, log_odds
from baserate.results.evidence import Evidence
from baserate.results.judged import Judged
from baserate.results.standing import least_lead
from baserate.results.words import words
from baserate.scores.metrics import mean_gain
from baserate.scores.patient_gains import gains_on

__all__ = ["TOO_CLOSE", "WinnerMap", "winner_map"]

Numbers = NDArray[np.float64]
Winners = NDArray[np.intp]

#: Cells where models that are better than none cannot be told apart.
TOO_CLOSE = -1
# Columns and rows, and fewer where there are many patients or models, so that nobody waits for minutes.
_CELLS, _FEWER, _MANY = (28, 18), (18, 12), 40_000
# How closely a critical value is looked for.
_CLOSE = 1e-9
# How far a map reaches beyond what was asked, in log odds.
_BEYOND = 1.2


@dataclass(frozen=True, eq=False)
class WinnerMap:
    """Who is to be used at each cost (rows, from the lowest) and prevalence (columns).

    ``winner`` holds places in ``names``, the models and then "without a model", or :data:`TOO_CLOSE`.
    ``prevalence`` and ``cost`` are the middles of the cells, even in log odds, ``ends`` the ends of the two
    axes. All comparisons of one cell hold together at ``level``.
    """

    names: tuple[str, ...]
    prevalence: Numbers
    cost: Numbers
    winner: Winners
    ends: tuple[tuple[float, float], tuple[float, float]]
    level: float

    def share(self, name: str) -> float:
        """The share of all cells in which one is to be used."""
        return float(np.mean(self.winner == self.names.index(name)))


def winner_map(
    ev: Evidence,
    *,
    models: tuple[str, ...] | None = None,
    prevalence: PrevalenceLike | None = None,
    cost: CostLike | None = None,
    cells: tuple[int, int] | None = None,
) -> WinnerMap:
    """Ask at each prevalence and cost which model to use.

    Parameters
    ----------
    ev
        An evaluation; its own prevalence and cost say where the map lies unless others are given.
    models
        Those compared; all unless stated.
    prevalence, cost
        The ranges of the two axes.
    cells
        How many prevalences and costs; 28 and 18 unless stated, and fewer for many patients and models.
    """
    where = ev.everyone.judged[ev.models[0]].where.distribution
    price = ev.question.deployment.cost.distribution
    axes = (
        _ends(where, None if prevalence is None else Prevalence.of(prevalence).distribution, "prevalence"),
        _ends(price, None if cost is None else Cost.of(cost).distribution, "cost"),
    )
    shown = ev.models if models is None else models
    columns, rows = _checked(cells, ev, len(shown))
    grid = _middles(axes[0], columns), _middles(axes[1], rows)
    winner = np.empty((rows, columns), dtype=np.intp)
    for row in progress(range(rows), "the map of winners"):
        for column in range(columns):
            place = Deployment(Prevalence(Point(float(grid[0][column]))), Cost(Point(float(grid[1][row]))))
            winner[row, column] = _winner(at(ev, place, shown), shown)
    return WinnerMap((*shown, WITHOUT_MODEL), *grid, winner, axes, ev.question.level)


def at(ev: Evidence, deployment: Deployment, models: tuple[str, ...] | None = None) -> Evidence:
    """What the same patients say about the models, or some of them, at another deployment; without groups."""
    question = replace(ev.question, deployment=deployment)
    if models is not None:
        scores = {name: ev.question.roles.scores[name] for name in models}
        question = replace(question, roles=replace(question.roles, scores=scores))
    judged = {
        name: replace(ev.judged(name), deployment=question.deployment_of(name))
        for name in question.roles.scores
    }
    return Evidence(question, ev.patients, replace(ev.everyone, judged=judged), {}, (), ev.time)


def _winner(ev: Evidence, models: tuple[str, ...]) -> int:
    """Whom to use at the deployment: the only one left, none, or one that cannot be told."""
    leads = {model: _lead(ev.judged(model)) for model in models}
    ranked = sorted(models, key=lambda model: -leads[model])
    best = ranked[0]
    if is_ahead(ev, best, WITHOUT_MODEL):
        alone = all(is_ahead(ev, best, other) for other in ranked[1:])
        return models.index(best) if alone else TOO_CLOSE
    shown = any(leads[model] > 0.0 and is_ahead(ev, model, WITHOUT_MODEL) for model in ranked[1:])
    return TOO_CLOSE if shown else len(models)


def _lead(judged: Judged) -> float:
    """Net benefit above that without a model, as a number: intervals are for those who lead."""
    gains = gains_on(judged.sample, judged.deployment, judged.stated_source, None)
    return mean_gain(judged.sample, gains) - max(gains.positive_total, gains.negative_total)


def is_ahead(ev: Evidence, one: str, other: str) -> bool:
    """The same as :func:`baserate.results.standing.is_ahead`, in less time where it is plain.

    The level at which all comparisons hold together is dear. It lies between that of one comparison and
    Sidak's for all of them, and most leads fall short of the one or go beyond the other.
    """
    lead = ev.compare(one, other)
    least = words("constants.a_tie") + ev.error_bound(one) + ev.error_bound(other)
    level = ev.question.level
    if lead.value <= least or lead.value < least_lead(ev) or _reaches(lead, level, least):
        return False
    return _is_beyond(ev, lead, least)


def _reaches(lead: Estimate, level: float, least: float) -> bool:
    """Whether an interval over many prevalences surely reaches down to the least: its part at one does.

    The hull takes in the interval at the observed prevalence (:mod:`baserate.inference.hull`), which is one
    of many that it is made of.
    """
    if lead.method != "hull" or lead.noise:
        return False
    value, spread, correlation = lead.if_prevalence_were_known(paired=True)
    half = math.sqrt((1.0 - correlation**2) * spread.variance) * quantile(spread.degrees, level)
    return value - half <= least


def _is_beyond(ev: Evidence, lead: Estimate, least: float) -> bool:
    """Whether the lower end of a lead is beyond the least, at the level of all comparisons together.

    The critical value is sought between two ends only as long as these say different things.
    """
    level = ev.question.level
    low, high = (_critical(one) for one in (level, level ** (1.0 / len(ev.comparisons))))
    if lead.interval(_level(high)).low > least:
        return True
    if lead.interval(level).low <= least:
        return False
    covered = coverage_of(*ev.contrasts(ev.comparisons))
    while high - low > _CLOSE:
        middle = (low + high) / 2.0
        beyond = lead.interval(_level(middle)).low > least
        if covered(middle) < level:
            if not beyond:
                return False
            low = middle
        else:
            if beyond:
                return True
            high = middle
    return lead.interval(_level(high)).low > least


def _critical(level: float) -> float:
    return float(ndtri((1.0 + level) / 2.0))


def _level(critical: float) -> float:
    return math.erf(critical / math.sqrt(2.0))


def _ends(asked: Distribution, stated: Distribution | None, what: str) -> tuple[float, float]:
    """Of an axis: as stated, or about what was asked."""
    if stated is not None:
        if stated.stated_ends is None or stated.point is not None:
            shown = stated.words(percent if what == "prevalence" else ratio)
            raise SettingError(f"the map needs a range of {what}s with two ends; found {shown}.")
        return stated.stated_ends
    low, high = (float(log_odds(end)) for end in asked.ends)
    return float(expit(max(low, -12.0) - _BEYOND)), float(expit(min(high, 12.0) + _BEYOND))


def _checked(cells: tuple[int, int] | None, ev: Evidence, models: int) -> tuple[int, int]:
    if cells is None:
        return _FEWER if models * ev.everyone.patients > _MANY else _CELLS
    if len(cells) != 2 or not all(isinstance(number, int) and 2 <= number <= 200 for number in cells):
        raise SettingError(f"cells are two numbers, of columns and rows, from 2 to 200; found {cells!r}.")
    return cells


def _middles(ends: tuple[float, float], count: int) -> Numbers:
    """Values in the middle of so many cells, even in log odds."""
    low, high = (float(log_odds(end)) for end in ends)
    return np.asarray(expit(low + (high - low) * (np.arange(count) + 0.5) / count))
