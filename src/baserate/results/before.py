"""Before you decide: at most three lines from the data that may change what one does with the verdict.

Heaviest first: recalibration that turns the order, groups that disagree, a range that nobody observed,
recalibration that is worth while, few clusters, risks that are far off, a cut-off that moves with the
place, groups that agree. The page's scripts say the same (engine/before.js), from the same templates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from baserate.calibration.measures import logistic_of
from baserate.calibration.readings import is_far_from_one
from baserate.calibration.scored import ScoredCohort
from baserate.deployment.notation import percent, short_percent
from baserate.errors import ScoreError, ShiftError
from baserate.inference.constants import DOMINATES
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import WITHOUT_MODEL
from baserate.odds import expit, logit
from baserate.results.cautions import largest_cluster
from baserate.results.evidence import Evidence
from baserate.results.judged import Judged
from baserate.results.result import Remark
from baserate.results.sentences import joined, shifts_in_words
from baserate.results.words import say, words

if TYPE_CHECKING:
    from baserate.results.verdict import Verdict


def before_you_decide(ev: Evidence, verdict: Verdict) -> tuple[Remark, ...]:
    """What to know first, the heaviest before the others, and no more than three."""
    found: list[Remark] = []
    for find in (_turns, _disagree, _outside, _gains, _clusters, _far_off, _cutoff, _agree):
        # The order that turns is told with the models' calibration.
        if find in (_gains, _far_off) and any(one.kind.startswith("recalibration") for one in found):
            continue
        found += find(ev, verdict)
    return tuple(found[: words("constants.lines_before")])


def recalibrated_of(judged: Judged) -> ScoredCohort | None:
    """The model with log odds fitted to these patients, intercept and slope; None where that cannot be."""
    return judged.once("recalibrated", lambda: _recalibrated(judged))


def _recalibrated(judged: Judged) -> ScoredCohort | None:
    try:
        fitted = logistic_of(judged)
    except ScoreError:
        return None
    if fitted.slope <= 0.0:  # the order of the patients would turn, and with it the model
        return None
    risk = fitted.apply(judged.at_observed_prevalence.score)
    recalibrated = ScoredCohort(judged.name, judged.cohort, judged.cohort.sample(risk))
    try:
        recalibrated.score(judged.deployment)
    except ShiftError:  # flattened, the scores tell too little to be the reason for the difference
        return None
    return recalibrated


def _added(ev: Evidence, model: str) -> float | None:
    """What a recalibrated model would add over deciding without one; None where it cannot be recalibrated."""
    recalibrated = recalibrated_of(ev.judged(model))
    if recalibrated is None:
        return None
    worth = recalibrated.worth(ev.question.deployment_of(model)).value
    return float(worth - ev.score(WITHOUT_MODEL).value)


def _chosen(verdict: Verdict) -> str:
    """The best model, also where deciding without one is better."""
    return verdict.runner_up if verdict.best == WITHOUT_MODEL else verdict.best


def _turns(ev: Evidence, verdict: Verdict) -> Iterator[Remark]:
    """Another model is ahead beyond chance once all are recalibrated."""
    best = _chosen(verdict)
    ahead = _ahead_if_recalibrated(ev, best)
    if ahead is None or _lead_if_recalibrated(ev, ahead, best).interval(verdict.level).low <= 0.0:
        return
    told = say(
        "before.turns",
        model=ahead,
        value=_thousandths(_added(ev, ahead)),
        best=best,
        other_value=_thousandths(_added(ev, best)),
    )
    yield Remark("recalibration_turns", " ".join([*_off(ev, ahead), told]), (ahead, best))


def _ahead_if_recalibrated(ev: Evidence, best: str) -> str | None:
    """Who is ahead of the best if all are recalibrated, by no less than matters."""
    values = {model: value for model in ev.models if (value := _added(ev, model)) is not None}
    if best not in values:
        return None
    ahead = max(values, key=lambda model: values[model])
    least = max((ev.question.margin or 0.0) / 1000.0, words("constants.a_tie"))
    return ahead if values[ahead] - values[best] > least else None


def recalibrated_leads(ev: Evidence, best: str) -> Iterator[Estimate]:
    """The estimate at which this module looks besides those that are printed."""
    ahead = _ahead_if_recalibrated(ev, best)
    if ahead is not None:
        yield _lead_if_recalibrated(ev, ahead, best)


def _lead_if_recalibrated(ev: Evidence, ahead: str, best: str) -> Estimate:
    """A recalibrated model minus another, on the same patients."""
    models = (ahead, best)
    places = (ev.question.deployment_of(ahead), ev.question.deployment_of(best))
    one, other = (recalibrated_of(ev.judged(model)) for model in models)
    pair = ev.patients.pair(ahead, best)
    if one is None or other is None:
        raise ScoreError("both models must be recalibrated.")
    lead = one.worth(places[0]) - other.worth(places[1])
    if pair is None:
        return lead
    # Joint bins hold scores as they are. They can be moved to a mean that fits, which says how uncertain
    # the difference is; its value is that of the models recalibrated in full.
    sources = []
    for model in models:
        judged = ev.judged(model)
        shift = judged.measure("calibration_intercept").get().value
        sources.append(float(expit(logit(judged.source) - shift)))
    moved = pair.difference(places, (sources[0], sources[1]))
    return moved + (lead.value - moved.value)


def _gains(ev: Evidence, verdict: Verdict) -> Iterator[Remark]:
    """What the best loses to miscalibration, where that is beyond chance and not little."""
    model = _chosen(verdict)
    value, now = _added(ev, model), ev.compare(model, WITHOUT_MODEL).value
    if value is None:
        return
    least = max(words("constants.worth_recalibrating") * max(now, 0.0), (ev.question.margin or 0.0) / 1000.0)
    little = value - now <= max(least, words("constants.a_tie"))
    if little or not _loses(ev.judged(model)):
        return
    told = say("before.gains", model=model, value=_thousandths(value), now=_thousandths(now))
    yield Remark("recalibration", " ".join([*_off(ev, model), told]), (model,))


def _loses(judged: Judged) -> bool:
    """Whether a loss to miscalibration is beyond chance; where none can be had, whether risks are off."""
    loss = judged.measure("calibration_corrected").estimate
    if loss is not None:
        return loss.low > 0.0
    return judged.ratio_at_source is not None and is_far_from_one(judged.ratio_at_source)


def _far_off(ev: Evidence, verdict: Verdict) -> Iterator[Remark]:
    """The best model's risks are too high or too low by more than a little."""
    model = _chosen(verdict)
    for off in _off(ev, model):
        yield Remark("calibration", f"{off} {words('before.advice')}", (model,))


def _off(ev: Evidence, model: str) -> list[str]:
    """By how much a model's risks are too high, or too low, if they are."""
    ratio = ev.judged(model).ratio_at_source
    if ratio is None or not is_far_from_one(ratio):
        return []
    how = words("before.high" if ratio.value < 1.0 else "before.low")
    times = max(ratio.value, 1.0 / ratio.value)
    key = "before.off_times" if times >= words("constants.told_in_times") else "before.off"
    shown = f"{ratio.value:.{words('digits.slope')}f}"
    return [say(key, model=model, times=f"{times:.2g}", how=how, ratio=shown)]


def _disagree(ev: Evidence, verdict: Verdict) -> Iterator[Remark]:
    """Another model is ahead of the best in a group, beyond chance."""
    best, leads = verdict.best, []
    models: dict[str, None] = {}
    if best == WITHOUT_MODEL:
        return
    for group in _estimable(ev):
        rivals = [model for model in ev.models if model != best and _leads(ev, model, best, group)]
        if rivals:
            model = max(rivals, key=lambda name: ev.simultaneous(name, best, group).low)
            leads.append(say("before.group_lead", group=group, model=model, best=best))
            models[model] = None
    if leads:
        told = _some(leads)
        yield Remark("groups", say("before.groups_disagree", leads=joined(told)), (*models, best))


def _agree(ev: Evidence, verdict: Verdict) -> Iterator[Remark]:
    """The best is ahead of all others in every group, beyond chance."""
    best, groups = verdict.best, _estimable(ev)
    rivals = [model for model in ev.models if model != best]
    if best == WITHOUT_MODEL or not verdict.decided or len(groups) < 2 or not rivals:
        return
    if not all(_leads(ev, best, model, group) for group in groups for model in rivals):
        return
    if len(groups) > words("constants.groups_told"):
        text = say("before.groups_agree_all", best=best, count=len(groups))
    else:
        # "in cardiac and in mixed"
        first, *others = groups
        text = say(
            "before.groups_agree",
            best=best,
            groups=joined([first, *(f"{words('before.in_group')}{group}" for group in others)]),
        )
    yield Remark("groups_agree", text, (best,))


def _estimable(ev: Evidence) -> list[str]:
    return [name for name, group in ev.groups.items() if group.why_not is None]


def _leads(ev: Evidence, one: str, other: str, group: str) -> bool:
    """Whether a model is ahead of another in a group, all comparisons in all groups taken together."""
    return bool(ev.simultaneous(one, other, group).low > words("constants.a_tie"))


def _outside(ev: Evidence, verdict: Verdict) -> Iterator[Remark]:
    if verdict.outside:
        key = "before.outside" if ev.question.is_label_shift else "shift.before_outside"
        observed = short_percent(ev.everyone.prevalence)
        yield Remark("outside", say(key, observed=observed, shifts=shifts_in_words(ev)))


def _clusters(ev: Evidence, verdict: Verdict) -> Iterator[Remark]:  # noqa: ARG001
    column = ev.question.roles.cluster
    if column is None:
        return
    share = largest_cluster(next(iter(ev.everyone.judged.values())))
    if share > DOMINATES:
        yield Remark("clusters", say("before.clusters", column=column, share=short_percent(share)))


def _cutoff(ev: Evidence, verdict: Verdict) -> Iterator[Remark]:
    """Where treating starts at either end of a range of prevalences, and at its median."""
    where = ev.question.deployment.prevalence
    ends = None if where is None else where.distribution.stated_ends
    if where is None or ends is None or not verdict.better_than_without:
        return
    model = _chosen(verdict)
    cost, median = ev.judged(model).cutoff.probability, where.distribution.median
    at = {
        name: short_percent(ev.threshold(model, prevalence, cost).value)
        for name, prevalence in (("highest", ends[0]), ("middle", median), ("lowest", ends[1]))
    }
    if at["highest"] == at["lowest"]:  # under covariate shift it does not move
        return
    places = {"low": percent(ends[0]), "median": short_percent(median), "high": percent(ends[1])}
    key = "before.cutoff_label_shift" if ev.question.is_label_shift else "before.cutoff"
    yield Remark("cutoff", say(key, model=model, **at, **places), (model,))


def _some(texts: Sequence[str]) -> list[str]:
    """The first few, and how many more there are."""
    most = words("constants.groups_told")
    more = [say("before.more_groups", number=len(texts) - most)] if len(texts) > most else []
    return [*texts[:most], *more]


def _thousandths(value: float | None) -> str:
    if value is None:
        return str(words("numbers.missing"))
    digits = words("units.per 1,000.digits")
    return f"{round(1000 * value, digits) + 0.0:.{digits}f}"
