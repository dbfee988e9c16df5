"""Moving a model to patients whose outcomes nobody knows: prevalence, risks, cut-off, what decisions earn.

The prevalence is estimated from the scores (:mod:`baserate.extensions.prevalence.estimate`), the scores are
recalibrated on the labelled source and moved to it, and the net benefit of deciding by them is what the
source's patients, as they would be at that prevalence, earn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import Cost, CostLike, Deployment, Prevalence
from baserate.deployment.distributions import Point
from baserate.deployment.notation import percent, short_percent
from baserate.deployment.shift import Shift, ShiftLike
from baserate.errors import ScoreError, tell
from baserate.extensions.prevalence.estimate import (
    Method,
    PrevalenceEstimate,
    check_method,
    estimate_from,
    source_patients,
    target_scores,
)
from baserate.extensions.prevalence.ranged import Ranged
from baserate.extensions.prevalence.recalibration import Recalibrate, Recalibration
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate, check_level
from baserate.inference.strategies import TREAT_ALL, TREAT_NONE, default_strategy
from baserate.odds import expit, log_odds
from baserate.patients.files import with_tables
from baserate.patients.named_table import in_table
from baserate.patients.patients import Patients
from baserate.patients.roles import Missing
from baserate.patients.source import Source
from baserate.scores.columns import column
from baserate.scores.sample import Sample, check_scores

if TYPE_CHECKING:
    import polars as pl

Numbers = NDArray[np.float64]

# Scores at which the recalibration is looked at for whether it rises.
_LOOKED_AT = 2_001
_KINDS: dict[bool, Recalibrate] = {True: "spline", False: "none"}


@dataclass(frozen=True, eq=False)
class TransportedModel:
    """A model at a place where no outcome is known.

    ``prevalence`` is the estimate for that place. Numbers that rest on it carry its error.
    """

    model: str
    prevalence: PrevalenceEstimate
    cost: Cost
    _patients: Patients = field(repr=False)

    @property
    def deployment(self) -> Deployment:
        """Where the model is to be used: the interval of the prevalence as a range, with cost and shift."""
        return Deployment(self.prevalence.as_prevalence(), self.cost, shift=self.prevalence.shift)

    @property
    def recalibration(self) -> Recalibration:
        """From the log odds of scores to those of risks, at the source."""
        return self.prevalence.recalibration

    def adjust(self, p: object) -> Numbers:
        """Risks at the target from scores: recalibrated on the source, then moved to the prevalence.

        Parameters
        ----------
        p
            Scores as the model gives them.
        """
        raw = log_odds(check_scores(column(p, "p")).astype(np.float64))
        risk = self.recalibration.log_odds(np.asarray(raw)) + self._move(self.prevalence.value)
        return np.asarray(expit(risk))

    def adjust_table(self, data: object, *, table: str | None = None) -> pl.DataFrame:
        """Scores and adjusted risks of a table or a file, row by row; empty where a score is missing.

        Parameters
        ----------
        data
            Anything that :func:`baserate.evaluate` reads, with a column of scores.
        table
            The sheet or the table of a file, as for :func:`baserate.evaluate`.
        """
        import polars as pl

        score, absent = Source.of(in_table(data, table), [self.model], [self.model]).partial(
            self.model, numbers=True
        )
        columns = np.full((2, len(absent)), np.nan)
        columns[:, ~absent] = score, self.adjust(score)
        frame = pl.DataFrame(dict(zip((self.model, f"{self.model} adjusted"), columns, strict=True)))
        return frame.fill_nan(None)

    def _move(self, prevalence: float) -> float:
        """By how much log odds of risks are higher at a prevalence than at the source."""
        there, here = (float(log_odds(one)) for one in (prevalence, self.prevalence.source_prevalence))
        return 0.0 if self.prevalence.shift.gamma == 0.0 else self.prevalence.shift.gamma * (there - here)

    @cached_property
    def threshold(self) -> Ranged:
        """The score at or above which to treat, and its ends as the prevalence goes through its interval.

        It is 0 where everybody, and 1 where nobody, is to be treated. Refused where higher scores mean lower
        risks.
        """
        estimate = self.prevalence
        return Ranged(*(self._cutoff(one) for one in (estimate.value, estimate.high, estimate.low)))

    def _cutoff(self, prevalence: float) -> float:
        low, high = self.recalibration.ends
        grid = np.linspace(low, high, _LOOKED_AT)
        risk = self.recalibration.log_odds(grid)
        if (np.diff(risk) <= 0.0).any():
            raise ScoreError(
                "higher scores do not mean higher risks everywhere in the source, so that no cut-off on the "
                "score says whom to treat.",
                advice="Say \0recalibrate='line'\0 for a straight line, or decide on the adjusted risks.",
            )
        wanted = float(log_odds(self.cost.c)) - self._move(prevalence)
        if wanted <= risk[0]:
            return 0.0
        if wanted > risk[-1]:
            return 1.0
        return float(expit(np.interp(wanted, risk, grid)))

    @cached_property
    def net_benefit(self) -> Ranged:
        """Net benefit of deciding by the adjusted risks, per patient; zero is treating none.

        The errors of the scores and of the prevalence are put together by MOVER (Zou and Donner 2008,
        doi:10.1002/sim.3095): each end is as far off as the root of the sum of squares of the score's own
        reach and of what the end of the prevalence changes.
        """
        here = self._worth_at(self.prevalence.value)
        ends = [self._worth_at(end).value for end in self.prevalence.interval]
        below = math.hypot(here.value - here.low, here.value - min(here.value, *ends))
        above = math.hypot(here.high - here.value, max(here.value, *ends) - here.value)
        return Ranged(here.value, here.value - below, here.value + above)

    @cached_property
    def treat_all(self) -> Ranged:
        """Net benefit of treating all: known as well as the prevalence is."""
        return Ranged(
            *(self._treat_all_at(one) for one in (self.prevalence.value, *self.prevalence.interval))
        )

    def _inside(self, prevalence: float) -> float:
        """A prevalence of 0 or 1 as the nearest that so many patients can tell from it."""
        ends = self.prevalence.as_prevalence().distribution.ends
        return min(max(prevalence, ends[0]), ends[1])

    def _at(self, prevalence: float) -> Deployment:
        inside = self._inside(prevalence)
        return Deployment(Prevalence(Point(inside)), self.cost, shift=self.prevalence.shift)

    def _worth_at(self, prevalence: float) -> Estimate:
        cohort, sample = self._recalibrated
        worth = cohort.score(sample, self._at(prevalence), baseline="treat-none")
        return worth.at_level(self.prevalence.level)

    def _treat_all_at(self, prevalence: float) -> float:
        cohort, deployment = self._recalibrated[0], self._at(prevalence)
        treat_all, none = (default_strategy(one, cohort, deployment) for one in (TREAT_ALL, TREAT_NONE))
        return treat_all.value - none.value

    @cached_property
    def _recalibrated(self) -> tuple[Cohort, Sample]:
        """The source's patients with recalibrated scores."""
        cohort, sample = self._patients.cohort(self.model)
        raw = np.asarray(log_odds(sample.score.astype(np.float64)))
        return cohort, cohort.sample(np.asarray(expit(self.recalibration.log_odds(raw))))

    def summary(self) -> str:
        """The prevalence, the cut-off and the net benefit, in words."""
        cut, level = self.threshold, f"{100.0 * self.prevalence.level:g} % CI"
        model, treat_all = (one.words(_per_thousand) for one in (self.net_benefit, self.treat_all))
        return "\n".join(
            (
                self.prevalence.summary(),
                f"Cost of errors: {self.cost}. {self._whom(cut)}",
                f"Net benefit per 1,000 patients ({level}): {model}; treat all {treat_all}; treat none 0. "
                "The errors of the scores and of the estimated prevalence are in it.",
            )
        )

    def _whom(self, cut: Ranged) -> str:
        """Whom to treat: from a score on, nobody, or all."""
        if cut.low >= 1.0:
            return "Nobody's risk there reaches the threshold probability: treat none."
        if cut.high <= 0.0:
            return "Everybody's risk there is above the threshold probability: treat all."
        return (
            f"Treat at or above a score of {short_percent(cut.value)} ({short_percent(cut.low)} to "
            f"{short_percent(cut.high)} over the interval of the prevalence), which is a risk of "
            f"{percent(self.cost.c)} there."
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "model": self.model,
            "prevalence": self.prevalence.to_dict(),
            "cost": self.cost.stated,
            "threshold": self.threshold.to_dict(),
            "net_benefit": self.net_benefit.to_dict(),
            "treat_all": self.treat_all.to_dict(),
            "words": self.summary(),
        }

    def __str__(self) -> str:
        return self.summary()


def _per_thousand(worth: float) -> str:
    return f"{1000.0 * worth:.1f}"


def move_model(
    y_source: object,
    p_source: object,
    p_target: object = None,
    *,
    cost: CostLike,
    shift: ShiftLike = 1,
    method: Method = "ml",
    recalibrate: bool | Recalibrate = True,
    source: object = None,
    target: object = None,
    source_weight: object = None,
    target_weight: object = None,
    positive: object = None,
    missing: Missing = "error",
    level: float = 0.95,
    table: str | None = None,
) -> TransportedModel:
    """Move a model to patients whose outcomes are not known: adjusted risks, cut-off, expected net benefit.

    Parameters
    ----------
    y_source, p_source, p_target
        Outcomes and scores of the labelled patients, and scores of those without outcomes; names of columns
        where ``source`` and ``target`` are given.
    cost
        What an unnecessary treatment costs, such as ``"1:30"``: one cost, not a range.
    shift, method, source, target, source_weight, target_weight, positive, missing, table
        As for :func:`baserate.estimate_prevalence`.
    recalibrate
        Whether scores are recalibrated on the source: True for a smooth curve, ``"line"`` for intercept and
        slope, False where they are calibrated to the source's prevalence as they are.
    level
        The confidence level of all intervals.

    >>> from baserate.datasets import icu_cohort
    >>> stays = icu_cohort()
    >>> here, there = stays[:10_000], stays[10_000:]
    >>> there = there.filter((there["died"] == 0) | (there["patient"] % 4 == 0))  # few of those who died
    >>> moved = move_model("died", "network", source=here, target=there, cost="1:30")
    >>> print(moved.threshold.words("{:.2f}".format))
    0.60 (0.48 to 0.75)
    >>> print(moved.net_benefit.words("{:.3f}".format))
    0.013 (0.005 to 0.022)
    """
    stated, price = Shift.of(shift), Cost.of(cost)
    check_level(level)
    check_method(method, stated)
    _ = price.c  # one cost: a cut-off for each of several would be a table
    how = recalibrate if isinstance(recalibrate, str) else _KINDS[bool(recalibrate)]
    source, target = with_tables([source, target], table)
    patients, model = source_patients(y_source, p_source, source, source_weight, positive, missing)
    p_target = model if p_target is None and target is not None else p_target
    scores = target_scores(p_target, target, target_weight, missing)
    estimate = estimate_from(
        patients, model, scores, method=method, shift=stated, recalibrate=how, level=level
    )
    tell(patients.cohort(model)[0].cautions)
    return TransportedModel(model, estimate, price, patients)
