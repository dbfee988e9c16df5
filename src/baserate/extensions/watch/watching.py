"""Watching a model after it was put to use: month by month, with a stated chance of a false alarm.

Three questions, each to both sides, on control charts (:mod:`baserate.extensions.watch.control_chart`) that
know the error of the reference: has the prevalence moved, which scores alone can tell; where outcomes are
known, has observed over expected moved; has the slope. A month also shows its own numbers with their
intervals. These are for reading: one in twenty of them misses its truth, and only the charts raise an alarm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from baserate.calibration.measures import observed_expected_of, slope_of
from baserate.calibration.recalibrators import Logistic, LogOddsTable
from baserate.deployment.shift import Shift, ShiftLike
from baserate.errors import DataError, SettingError, TooFewError
from baserate.extensions.prevalence.estimate import PrevalenceEstimate, estimate_from, source_patients
from baserate.extensions.prevalence.ranged import Ranged
from baserate.extensions.prevalence.unlabelled import UnlabelledScores
from baserate.extensions.watch.control_chart import Charted, Course, chart
from baserate.extensions.watch.drift import (
    Chance,
    Reference,
    Scored,
    prevalence_course,
    ratio_course,
    slope_course,
)
from baserate.extensions.watch.months import Batch, Columns, Outcomes, files_of, months_of
from baserate.extensions.watch.watched import (
    PREVALENCE,
    RATIO,
    SIDES,
    SLOPE,
    Alarm,
    ChartKey,
    Charts,
    Month,
    Rule,
    Watch,
)
from baserate.inference.estimate import Estimate
from baserate.inference.progress import progress
from baserate.odds import expit
from baserate.patients.files import require_tables, with_table
from baserate.patients.roles import Missing

# Cases, and non-cases, that a reference needs at least: with fewer, false alarms are more than stated. Where
# nothing changed, in 6 months of 500 patients at 10 %, of 41 watches with a reference of 30 patients 9
# alarmed, of 59 with 60 patients 4, of 60 with 100 patients 2.
_FEWEST = 10
# A month's scores contradict the reference's mixture beyond what one month in a thousand would.
_CONTRADICTION = 0.001
# Share of a month's scores beyond all of the reference's, and patients, from which that is worth a word.
_STRANGE, _ENOUGH = 0.05, 20


def watch(
    y_reference: object,
    p_reference: object,
    months: object,
    *,
    reference: object = None,
    month: str | None = None,
    shift: ShiftLike = 1,
    tolerance: float = 1.25,
    slope_tolerance: float = 1.1,
    false_alarms: float = 0.05,
    positive: object = None,
    missing: Missing = "error",
    level: float = 0.95,
    seed: int = 0,
    table: str | None = None,
) -> Watch:
    """Watch a model month by month: whether the prevalence has moved, or the calibration slipped.

    Parameters
    ----------
    y_reference, p_reference
        Outcomes and scores of the labelled patients on whom the model was judged; names of columns where
        ``reference`` is given.
    months
        A mapping from the names of months to what they hold: a table or file with a column of scores, and
        of outcomes where they are known; one or several site summaries; an array of scores; or a pair of
        outcomes and scores. Or a list of files, each called by its month; or with ``month`` one table.
    reference
        The labelled patients: anything that :func:`baserate.evaluate` reads, or site summaries.
    month
        The column of months, where all are in one table.
    shift
        How much of a change of the prevalence is label shift, as for :func:`baserate.estimate_prevalence`.
    tolerance
        The factor by which the odds of the prevalence, and of the outcome at equal scores, may move before it
        counts as a change.
    slope_tolerance
        The same for the calibration slope.
    false_alarms
        The chance of any false alarm in 24 months, if nothing has moved beyond its tolerance.
    positive, missing
        As for :func:`baserate.evaluate`. With ``missing="drop"`` a patient whose outcome is not known still
        counts where scores alone are needed.
    level
        The confidence level of the intervals of each month.
    seed
        Of the simulated limits.
    table
        The sheet or the table, as for :func:`baserate.evaluate`: of the reference and of each month that is a
        workbook or a database.

    >>> import numpy as np
    >>> from baserate.datasets import icu_cohort
    >>> stays = icu_cohort()
    >>> before, after = stays[:10_000], stays[10_000:]
    >>> halves = {"2026-01": after[:5_000], "2026-02": after[5_000:].drop("died")}
    >>> print(watch("died", "severity", halves, reference=before).sentences()[0])
    No alarm in 2 months (2026-01 to 2026-02).
    """
    rule = Rule(tolerance, slope_tolerance, false_alarms, Shift.of(shift), level, seed)
    require_tables([reference, *files_of(months)], table)
    reference = with_table(reference, table)
    if reference is None:
        reference = {"y_reference": y_reference, "p_reference": p_reference}
        y_reference, p_reference = "y_reference", "p_reference"
    patients, model = source_patients(y_reference, p_reference, reference, None, positive, missing)
    _check_reference(*patients.counts())
    outcome = y_reference if isinstance(y_reference, str) else "y_reference"
    batches, notes = months_of(months, Columns(outcome, model, positive, missing, table), month)
    return _Watcher(Outcomes.of(patients, model), batches, rule).watch(notes)


def _check_reference(number: int, cases: int) -> None:
    """Refuse a reference that tells too little: its own error would raise alarms, whatever the months."""
    if min(cases, number - cases) < _FEWEST:
        raise TooFewError(
            f"the reference has {cases:,} with the outcome and {number - cases:,} without; a watch needs at "
            f"least {_FEWEST} of each, because months are compared with it.",
            advice="Judge the model on more patients first.",
        )


@dataclass(frozen=True, eq=False)
class _Plotted:
    """A chart, and which of the months are on it."""

    charted: Charted
    places: tuple[int, ...]

    def at(self, place: int) -> tuple[float, float] | None:
        """Statistic and limit of a month; None where it is not on the chart."""
        if place not in self.places:
            return None
        number = self.places.index(place)
        return self.charted.statistic[number], self.charted.limit[number]


@dataclass(frozen=True, eq=False)
class _Watcher:
    """The reference, the months and the rule: from these come charts and numbers."""

    known: Outcomes
    batches: Sequence[Batch]
    rule: Rule

    def watch(self, notes: Sequence[str]) -> Watch:
        """Everything there is to say."""
        charts = dict(self._charts())
        found: list[Month] = []
        for place, batch in enumerate(progress(self.batches, "months")):
            at = {key: one.at(place) for key, one in charts.items()}
            found.append(self._month(batch, {key: pair for key, pair in at.items() if pair is not None}))
        alarms = sorted(
            self._alarms(charts), key=lambda one: [month.name for month in found].index(one.month)
        )
        return Watch(
            self.known.model, self._reference_row(), tuple(found), tuple(alarms), self.rule, tuple(notes)
        )

    @cached_property
    def _reference(self) -> Reference:
        return Reference.of(self.known.scored, Chance(self.rule.seed))

    def _charts(self) -> Iterator[tuple[ChartKey, _Plotted]]:
        """All charts that have a month on them."""
        everyone = tuple(range(len(self.batches)))
        labelled = tuple(place for place in everyone if self.batches[place].outcomes is not None)
        for what, places in ((PREVALENCE, everyone), (RATIO, labelled), (SLOPE, labelled)):
            for side in SIDES if places else ():
                course = self._course(what, side, places)
                yield (what, side), _Plotted(chart(course, self.rule.chance_a_month(what)), places)

    def _course(self, what: str, side: int, places: Sequence[int]) -> Course:
        limit = self.rule.limit(what, side)
        if what == PREVALENCE:
            months = [self.batches[place].scored for place in places]
            return prevalence_course(self._reference, months, self.rule.shift.gamma, limit)
        labelled = [self._outcomes(place).scored for place in places]
        make = ratio_course if what == RATIO else slope_course
        return make(self._reference, labelled, limit)

    def _outcomes(self, place: int) -> Outcomes:
        outcomes = self.batches[place].outcomes
        if outcomes is None:
            raise SettingError(f"{self.batches[place].name} has no outcomes.")
        return outcomes

    def _alarms(self, charts: dict[ChartKey, _Plotted]) -> Iterator[Alarm]:
        for (what, side), one in charts.items():
            first = one.charted.alarm
            if first is not None:
                run = one.places[one.charted.since[first] : first + 1]
                names = self.batches[run[-1]].name, self.batches[run[0]].name
                yield Alarm(what, side, *names, self._over(what, run), self._of_reference(what))

    def _of_reference(self, what: str) -> float:
        return self._reference.prevalence if what == PREVALENCE else 1.0

    def _over(self, what: str, run: Sequence[int]) -> Ranged | float | None:
        """The quantity over a run of months."""
        if what == PREVALENCE:
            estimate = self._estimate(_joined([self.batches[place].unlabelled for place in run]))
            return None if estimate is None else _ranged(estimate)
        months = [self._outcomes(place).scored for place in run]
        log_odds = self._reference.recalibrated(np.concatenate([month.log_odds for month in months]))
        weight, cases = (
            np.concatenate(parts) for parts in zip(*((m.weight, m.cases) for m in months), strict=True)
        )
        if what == RATIO:
            return float(cases.sum() / (weight @ np.asarray(expit(log_odds))))
        try:
            return Logistic.of(LogOddsTable(log_odds, cases, weight - cases)).slope
        except DataError:  # too few to fit a line through, though enough to tell
            return None

    def _estimate(self, scores: UnlabelledScores) -> PrevalenceEstimate | None:
        """The prevalence that scores imply; None for fewer than two patients."""
        if scores.patients < 2:
            return None
        rule = self.rule
        return estimate_from(self.known.source, self.known.model, scores, shift=rule.shift, level=rule.level)

    def _month(self, batch: Batch, charts: Charts) -> Month:
        estimate = self._estimate(batch.unlabelled)
        fit = None if estimate is None or estimate.fit is None else estimate.fit.p_value
        outcomes = batch.outcomes
        return Month(
            batch.name,
            batch.patients,
            _mean_score(batch.scored),
            None if estimate is None else _ranged(estimate),
            fit,
            0 if outcomes is None else outcomes.patients,
            0 if outcomes is None else outcomes.cases,
            *((None, None) if outcomes is None else self._calibration(outcomes)),
            charts,
            (*batch.unlabelled.notes, *self._oddities(batch, fit)),
        )

    def _reference_row(self) -> Month:
        known = self.known
        share = known.judged().cohort.mean(known.judged().cohort.label, 1.0).at_level(self.rule.level)
        numbers = (
            known.patients,
            _mean_score(known.scored),
            _of_estimate(share),
            None,
            known.patients,
            known.cases,
        )
        return Month("reference", *numbers, *self._calibration(known), {})

    def _calibration(self, outcomes: Outcomes) -> tuple[Ranged | None, Ranged | None]:
        """Observed over expected and slope of the scores as they are; None where there are too few cases."""
        found: list[Ranged | None] = []
        for measure in (observed_expected_of, slope_of):
            try:
                found.append(_of_estimate(measure(outcomes.judged()).at_level(self.rule.level)))
            except (DataError, SettingError):
                found.append(None)
        return found[0], found[1]

    def _oddities(self, batch: Batch, fit: float | None) -> Iterator[str]:
        """What in a month's scores is not as in the reference's, in words."""
        own, known = batch.scored, self.known.scored.log_odds
        beyond = (own.log_odds < known.min()) | (own.log_odds > known.max())
        share = float(own.weight[beyond].sum() / own.size)
        if batch.patients < _ENOUGH:
            return
        if share > _STRANGE:
            yield (
                f"{100.0 * share:.0f} % of the scores lie beyond all of the reference's. Has the scale of "
                "the score, or the model, changed?"
            )
        elif len(np.unique(own.log_odds)) <= 2 < len(np.unique(known)):
            yield "the scores take at most two values: these look like decisions, not probabilities."
        elif fit is not None and fit < _CONTRADICTION:
            yield (
                f"the scores are no mixture of the reference's cases and non-cases (p = {fit:.1g}): more "
                "than the prevalence has changed, and the estimate of it may be wrong."
            )


def _joined(several: Sequence[UnlabelledScores]) -> UnlabelledScores:
    """The scores of several months as one."""
    columns = [
        np.concatenate([getattr(one, name) for one in several]) for name in ("log_odds", "weight", "squares")
    ]
    return UnlabelledScores(columns[0], columns[1], columns[2], sum(one.patients for one in several))


def _ranged(estimate: PrevalenceEstimate) -> Ranged:
    return Ranged(estimate.value, estimate.low, estimate.high)


def _of_estimate(estimate: Estimate) -> Ranged:
    return Ranged(estimate.value, estimate.low, estimate.high)


def _mean_score(scored: Scored) -> float:
    return float(scored.score @ scored.weight / scored.size)
