"""The result of an evaluation, worked out: every number that people see, once, as plain data."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Literal

from baserate import __version__
from baserate.calibration.gap import Gap
from baserate.calibration.readings import Readings
from baserate.deployment.deployment import ALL, GROUP
from baserate.deployment.distributions import Distribution
from baserate.deployment.notation import ratio, short_percent
from baserate.deployment.shift import Shift
from baserate.errors import BaserateError, BaserateWarning
from baserate.inference.decisions import COUNTS
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.results.before import before_you_decide
from baserate.results.evidence import Evidence, Group
from baserate.results.horizon import follow_up_counts
from baserate.results.judged import Cutoff, Judged
from baserate.results.measures import OF_MODELS
from baserate.results.numbers import Ends, EndsOfSeveral, Number, Together
from baserate.results.result import (
    PER_1000,
    SCHEMA_VERSION,
    AtBothEnds,
    AtCommonCutoff,
    Binning,
    ByReading,
    Caution,
    Comparison,
    CountedValue,
    CutoffOnScore,
    Data,
    DeploymentAsked,
    Dropped,
    Flip,
    GapResult,
    GroupResult,
    Known,
    KnownCost,
    ModelResult,
    Observed,
    OverShifts,
    Per1000,
    Provenance,
    RatiosByReading,
    ReadingsOfGap,
    Result,
    ShiftOfModel,
    Source,
    Strategy,
    Stretch,
    VerdictResult,
)
from baserate.results.shift_verdict import ShiftVerdict
from baserate.results.standing import rank
from baserate.results.verdict import Verdict, observed_prevalences
from baserate.results.words import readings_in_words, say

__all__ = ["compute", "printed"]


def compute(ev: Evidence, verdict: Verdict, *, least: int = 1) -> Result:
    """The whole result. No sentence in it tells a number of patients that is smaller than ``least``."""
    return Result(
        schema_version=SCHEMA_VERSION,
        names=ev.question.names,
        verdict=_verdict(ev, verdict),
        before_you_decide=before_you_decide(ev, verdict),
        deployment=_deployment(ev),
        data=_data(ev, least),
        models=_models(ev, ev.everyone, least),
        default_strategies=_strategies(ev, None),
        comparisons=tuple(_comparisons(ev, None)),
        groups=tuple(_group(ev, group, least) for group in ev.groups.values()),
        ranking=rank(ev),
        warnings=tuple(one.sentence(least=least) for one in ev.cautions),
        cautions=tuple(_caution(one, least) for one in ev.cautions),
        provenance=Provenance(
            version=__version__,
            parameters=ev.question.to_dict(),
            seed=ev.question.seed,
            time=ev.time,
            source=dict(ev.patients.origin),
            notes=tuple(ev.patients.notes),
        ),
    )


# ---- numbers ----


def number(estimate: Estimate) -> Number:
    """A number with its standard error and interval."""
    values = (estimate.value, estimate.standard_error, estimate.low, estimate.high)
    return Number(*map(_finite, values))


def together(estimate: Estimate, level: float) -> Together:
    """The same with the interval that holds together with those of its family."""
    low, high, *_ = estimate.interval(level)
    one = number(estimate)
    return Together(one.value, one.standard_error, one.low, one.high, Ends(_finite(low), _finite(high)))


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _number_if_any(estimate: Estimate | None) -> Number | None:
    return None if estimate is None else number(estimate)


# ---- what it comes to ----


def _verdict(ev: Evidence, verdict: Verdict) -> VerdictResult:
    return VerdictResult(
        text=verdict.text,
        sentence=verdict.sentence,
        best=verdict.best,
        tied=verdict.tied,
        better_than_without=verdict.better_than_without,
        decided=verdict.decided,
        runner_up=verdict.runner_up,
        difference=together(verdict.difference, verdict.level),
        confidence=verdict.difference.confidence(),
        added=together(verdict.added, verdict.level),
        possible=float(verdict.possible),
        comparisons=len(ev.comparisons),
        margin=verdict.margin,
        non_inferior=verdict.non_inferior,
        outside=verdict.outside,
        flips=tuple(
            Flip(one.ahead, one.low, one.high, one.confidence, bool(one.beyond_chance))
            for one in verdict.flips
        ),
        shift=None if verdict.shift is None else _over_shifts(verdict.shift),
    )


def _over_shifts(verdict: ShiftVerdict) -> OverShifts:
    """Whether the verdict holds at other shifts, and where it turns."""
    return OverShifts(
        text=verdict.text,
        holds=verdict.holds,
        stretches=tuple(
            Stretch(one.low, one.high, one.conclusion.kind, one.conclusion.models, one.left_out)
            for one in verdict.stretches
        ),
        model=verdict.model,
        net_benefit=AtBothEnds(*map(_number_if_any, verdict.net_benefit.values())),
        rests_on_shift=bool(verdict.rests_on_shift),
    )


def _caution(warning: BaserateWarning, least: int) -> Caution:
    text, on_command_line = (warning.sentence(least=least, options=options) for options in (False, True))
    return Caution(text, on_command_line, warning.model, warning.group)


# ---- what was asked, and of whom ----


def _deployment(ev: Evidence) -> DeploymentAsked:
    where = ev.question.deployment
    prevalence, cost = where.prevalence, where.cost
    return DeploymentAsked(
        prevalence=None if prevalence is None else Known(*_known(prevalence.distribution, str(prevalence))),
        cost=KnownCost(
            *_known(cost.distribution, cost.words(nouns=ev.question.names.words)),
            ratio=cost.distribution.words(ratio),
            threshold=cost.distribution.words(short_percent),
        ),
        source_prevalence={
            name: Source(
                judged.source, judged.stated_source is not None, _source_of(ev.question.sources[name])
            )
            for name, judged in ev.everyone.judged.items()
        },
        shift={name: _shift(shift) for name, shift in ev.question.shifts.items()},
        level=ev.question.level,
    )


def _shift(shift: Shift) -> ShiftOfModel:
    return ShiftOfModel(shift.gamma, shift.standard_error, shift.degrees_of_freedom, str(shift))


def _source_of(source: float | str | None) -> Literal["group", "all", "number"]:
    """Whose prevalence the source is: each group's own, that of all patients, or a number."""
    if source is None:
        return "group"
    return "all" if source == ALL else "number"


def _known(distribution: Distribution, text: str) -> tuple[str, str, float, float, float]:
    """What is known of a prevalence or of a cost."""
    return (distribution.kind, text, *distribution.ends, distribution.median)


def _data(ev: Evidence, least: int = 1) -> Data:
    """Who was judged, and how they were read."""
    patients, everyone = ev.patients, ev.everyone
    sources = {name: judged.source for name, judged in everyone.judged.items()}
    cutoffs = {name: judged.cutoff.value for name, judged in everyone.judged.items()}
    binning = patients.binning(ev.question.deployment, sources, cutoffs)
    values = patients.outcome_values
    return Data(
        rows=patients.rows,
        used=everyone.patients,
        positives=everyone.positives,
        outcome_values=None if values is None else tuple(CountedValue(**one.to_dict()) for one in values),
        clusters=patients.clusters(),
        follow_up=follow_up_counts(ev, least),
        prevalence=everyone.prevalence,
        observed_prevalences=Observed(*observed_prevalences(ev)),
        dropped=Dropped(patients.dropped_rows, dict(patients.missing)),
        sha256=patients.sha256,
        binning=None if binning is None else Binning(**{**dict.fromkeys(_OF_SUMMARIES), **binning}),
    )


_OF_SUMMARIES = ("smallest_cell", "sensitivity_error_at_most", "specificity_error_at_most")


# ---- the models ----


def _models(ev: Evidence, group: Group, least: int) -> dict[str, ModelResult]:
    """Every model; its net benefit also with the interval that holds for all models together."""
    name = None if group is ev.everyone else group.name
    level = ev.level_of_scores(name)
    return {
        model: _model(judged, level, None if name is None else _at_common_cutoff(ev, model, name), least)
        for model, judged in group.judged.items()
    }


def _model(judged: Judged, level: float, common: AtCommonCutoff | None, least: int) -> ModelResult:
    measures = {name: judged.measure(name) for name in OF_MODELS if name not in COUNTS}
    numbers = {name: _number_if_any(measure.estimate) for name, measure in measures.items()}
    counts = {name.removesuffix(PER_1000): number(judged.measure(name).get()) for name in COUNTS}
    del numbers["net_benefit"]
    return ModelResult(
        net_benefit=together(judged.net_benefit, level),
        **numbers,
        threshold=cutoff_on_score(judged.cutoff),
        per_1000_at_threshold=Per1000(judged.cutoff.prevalence, **counts),
        not_available={
            name: measure.reason.sentence(least=least)
            for name, measure in measures.items()
            if measure.reason is not None
        },
        at_common_threshold=common,
    )


def cutoff_on_score(cutoff: Cutoff) -> CutoffOnScore:
    """The threshold probability, the cut-off on the score, and in words why the two differ."""
    return CutoffOnScore(
        cutoff.probability, cutoff.value, cutoff.low, cutoff.high, cutoff.reason, cutoff.over
    )


def _at_common_cutoff(ev: Evidence, model: str, group: str) -> AtCommonCutoff:
    """What the one cut-off of everyone is worth in a group."""
    return AtCommonCutoff(ev.threshold(model).value, number(ev.at_common_threshold(model, group)))


def _strategies(ev: Evidence, group: str | None) -> dict[str, Strategy]:
    return {name: Strategy(number(ev.score(name, group))) for name in DEFAULT_STRATEGIES}


def _comparisons(ev: Evidence, group: str | None) -> Iterator[Comparison]:
    level, margin = ev.level_of_comparisons(group), ev.question.margin
    for model, reference in ev.comparisons:
        difference = ev.compare(model, reference, group)
        above = None if margin is None else difference.confidence(above=margin / 1000.0)
        yield Comparison(model, reference, together(difference, level), difference.confidence(), above)


# ---- the groups ----


def _group(ev: Evidence, group: Group, least: int) -> GroupResult:
    followed = ev.patients.followed(group.name)
    found = GroupResult(
        name=group.name,
        by=tuple(ev.families.way_of(group.name)),
        patients=group.patients,
        positives=group.positives,
        censored=None if followed is None else followed.censored,
        estimable=group.why_not is None,
        why_not=None if group.why_not is None else group.why_not.sentence(least=least),
    )
    if group.why_not is not None:
        return found
    return replace(
        found,
        prevalence=group.prevalence,
        models=_models(ev, group, least),
        default_strategies=_strategies(ev, group.name),
        comparisons=tuple(_comparisons(ev, group.name)),
        gaps=tuple(_gaps(ev, group.name)),
    )


def _gaps(ev: Evidence, group: str) -> Iterator[GapResult]:
    """Against the reference group, or against the rest; none where the other side cannot be judged."""
    reference = ev.families.reference_of(group)
    if group == reference:
        return
    for model in ev.models:
        try:
            gap = ev.gap(model, group, reference)
        except BaserateError:
            continue
        yield _gap(ev, model, group, gap)


def _gap(ev: Evidence, model: str, group: str, gap: Gap) -> GapResult:
    family = ev.gap_family
    level, over = ev.level_of_one(family), gap.over.prevalence
    low, high, *_ = gap.mechanism.interval(level)
    shown = _shown_difference(ev, model, group)
    readings = None if shown is None else ev.readings(model, group, ev.compared_with(group))
    return GapResult(
        model=model,
        reference=gap.second.name,
        over=None if over is None else Known(*_known(over.distribution, str(over))),
        source_prevalence=gap.source,
        **{name: together(part, level) for name, part in gap.parts.items()},
        simultaneous=EndsOfSeveral(low, high, family),
        readings=_readings(ev, model, group),
        heading=None if shown is None else say("tables.gap_between", group=group, reference=shown),
        note=_told(ev, model, readings) if readings is not None and readings.differ else None,
    )


def _shown_difference(ev: Evidence, model: str, group: str) -> str | None:
    """Whom a table compares a group with: of two groups the first with the second, and not the other way."""
    other = ev.compared_with(group)
    if group in (other, ev.question.reference):
        return None
    try:
        return ev.gap(model, group, other).second.name
    except BaserateError:
        return None


def _readings(ev: Evidence, model: str, group: str) -> ReadingsOfGap | None:
    """Both readings of the source prevalence; None where it is stated."""
    readings = ev.readings(model, group, ev.families.reference_of(group))
    if readings is None:
        return None
    level, differences = ev.level_of_one(ev.gap_family), readings.differences
    ratios = {name: tuple(map(_number_if_any, both)) for name, both in readings.observed_expected.items()}
    (first, second), (all_first, all_second) = ratios[GROUP], ratios[ALL]
    return ReadingsOfGap(
        difference_at_equal_prevalence=ByReading(
            together(differences[GROUP], level), together(differences[ALL], level)
        ),
        observed_expected=RatiosByReading((first, second), (all_first, all_second)),
        differ=readings.differ,
        supported=readings.supported,
        neither_fits=readings.neither_fits,
        text=_told(ev, model, readings) if readings.differ else None,
    )


def _told(ev: Evidence, model: str, readings: Readings) -> str:
    return readings_in_words(readings, ALL if ev.question.sources[model] == ALL else GROUP)


def printed(ev: Evidence) -> Iterator[Estimate]:
    """Every estimate that the result holds at its own deployment."""
    estimable = [group for group in (ev.everyone, *ev.groups.values()) if group.why_not is None]
    for group in estimable:
        name = None if group is ev.everyone else group.name
        for judged in group.judged.values():
            measures = (judged.measure(measure).estimate for measure in OF_MODELS)
            yield from (estimate for estimate in measures if estimate is not None)
            if judged.ratio_at_source is not None:
                yield judged.ratio_at_source
        for model, reference in (*ev.comparisons, *combinations(DEFAULT_STRATEGIES, 2)):
            yield ev.compare(model, reference, name)
        if name is None:
            continue
        for model in ev.models:
            yield ev.at_common_threshold(model, name)
            if name != ev.question.reference:
                for other in {ev.families.reference_of(name), ev.compared_with(name)} - {name}:
                    yield from _of_gap(ev, model, name, other)


def _of_gap(ev: Evidence, model: str, group: str, reference: str | None) -> Iterator[Estimate]:
    """The parts of a difference between groups, and what both readings of the source say of it."""
    try:
        yield from ev.gap(model, group, reference).parts.values()
        readings = ev.readings(model, group, reference)
    except BaserateError:
        return
    if readings is not None:
        yield from readings.differences.values()
        ratios = [ratio for pair in readings.observed_expected.values() for ratio in pair]
        ratios += readings.contrasts.values()
        yield from (ratio for ratio in ratios if ratio is not None)
