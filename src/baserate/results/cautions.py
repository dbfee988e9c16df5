"""What a reader must know before the result: warnings about scores that look odd, and about clusters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.readings import is_far_from_one, sidak
from baserate.deployment.notation import percent, short_percent
from baserate.errors import (
    BaserateWarning,
    FewEventsWarning,
    ScaleWarning,
    ShiftError,
)
from baserate.inference.constants import DOMINATES, FEW_PATIENTS, HEAP_WARNED_OF, HEAP_WARNED_WITHIN
from baserate.inference.estimate import Estimate
from baserate.odds import expit, logit
from baserate.results.judged import Judged
from baserate.results.words import ratio_text, say, words
from baserate.scores.metrics import auc_of
from baserate.scores.patient_gains import is_moved
from baserate.scores.sample import Sample, like_decisions
from baserate.scores.tilt import tilts_of

# What bins leave open is said if it is more than this share of an interval's width.
_MUCH_OF_A_WIDTH = 0.1
# Above this share of label shift, scores are closer to being calibrated to all patients than in each group.
_HALF = 0.5
# So many groups are named one by one.
_MOST_GROUPS = 5


#: What a reader must know, none or some of it.
Cautions: TypeAlias = Iterator[BaserateWarning]


def of_scores(judged: Judged, counted: str = "patients") -> Cautions:
    """Scores that look like decisions, like those of the other class, or miscalibrated.

    ``counted`` is what a row of the data is called: patients, or rows where clusters are named.
    """
    binned = judged.cohort.sampling.patients
    patients = None if binned is None else float(binned.sum())
    for one in (
        *like_decisions(judged.sample.ranking, patients),
        *_of_order(judged),
        *_of_mean(judged, counted),
        *_of_heap(judged, counted),
        *_of_weights(judged, counted),
    ):
        yield one.about(model=judged.name)


def _of_weights(judged: Judged, counted: str) -> Cautions:
    """Where a place with less label shift is made of few patients: who scores as those there do."""
    if not is_moved(judged.deployment):
        return
    ends = np.array([float(logit(end)) for end in judged.where.distribution.ends if 0.0 < end < 1.0])
    far = (1.0 - judged.deployment.shift.gamma) * (ends - float(logit(judged.prevalence)))
    tilts = tilts_of(judged.sample)
    try:
        patients = tilts.smallest(tilts.reach(far))
    except ShiftError:  # of a distribution without ends, whose tails count for nothing
        return
    if patients < FEW_PATIENTS:
        text = say("cautions.weights", patients=f"{patients:.1f}", counted=counted)
        yield FewEventsWarning(text, advice=words("cautions.weights_advice"))


def of_groups(everyone: Judged, groups: Mapping[str, Judged]) -> Cautions:
    """Groups in which a model's scores are too high, or too low, beyond what everyone shows.

    One sentence names all groups in which they are too high, another those in which they are too low.
    Of many groups some are far off by chance, so that all intervals are made to hold together.
    """
    level = sidak(everyone.level, len(groups))
    directions = {name: _direction(judged.ratio_at_source, level) for name, judged in groups.items()}
    overall = _direction(everyone.ratio_at_source, everyone.level)
    if overall is not None and set(directions.values()) == {overall}:
        return  # what was said of everyone holds in every group
    off: dict[str, dict[str, str]] = {}
    for name, how in directions.items():
        ratio = groups[name].ratio_at_source
        if ratio is not None and how is not None and not _same_as(everyone, ratio, level):
            text = say("cautions.in_groups", group=name, ratio=ratio_text(ratio))
            off.setdefault(how, {})[name] = text
    for how, in_groups in off.items():
        template = say("cautions.groups", how=words(f"cautions.{how}"), groups="{groups}")
        more = words("cautions.more_groups")
        warning = ScaleWarning(template, in_groups=in_groups, most=_MOST_GROUPS, more=more)
        advice = words("cautions.group_advice" if everyone.stated_source is None else "cautions.recalibrate")
        yield warning.about(model=everyone.name, advice=advice)


def of_fitted_source(everyone: Judged) -> Cautions:
    """Where a fitted shift says that scores are calibrated to all patients, and groups take their own.

    Scores calibrated in each group are a shift of 0 between the groups, scores calibrated to all one of 1.
    """
    shift = everyone.deployment.shift
    if shift.standard_error > 0.0 and shift.gamma > _HALF:
        share, gamma = f"{100.0 * shift.gamma:.0f} %", f"{shift.gamma:.2g}"
        text = say("cautions.fitted_source", percent=share, shift=gamma)
        yield ScaleWarning(text, model=everyone.name, advice=words("cautions.fitted_source_advice"))


def of_bins(judged: Judged, bound: float) -> Cautions:
    """Where the bins in which patients came can move a score by much of its interval's width."""
    if bound == 0.0:
        return
    interval = judged.net_benefit.interval(judged.level)
    width = interval.high - interval.low
    if bound > _MUCH_OF_A_WIDTH * width:
        share, off = short_percent(bound / width), f"{1000.0 * bound:.2g}"
        text = (
            f"its patients came in bins, which leave its net benefit open by up to {off} per 1,000 patients, "
            f"{share} of the width of its interval."
        )
        less = ["Bins of fewer patients leave less open"]
        less += ["and so does a range of prevalences"] if judged.cutoff.low == judged.cutoff.high else []
        advice = f"{', '.join(less)}."
        yield BaserateWarning(text, model=judged.name, advice=advice)


def of_clusters(judged: Judged, column: str, counted: str = "rows") -> Cautions:
    """Where one cluster holds so much of the weight that intervals rest on few clusters."""
    share = largest_cluster(judged)
    if share > DOMINATES:
        shown = short_percent(share)
        yield FewEventsWarning(say("cautions.cluster", column=repr(column), share=shown, patients=counted))


def largest_cluster(judged: Judged) -> float:
    """The share of the weight that the largest cluster holds, of patients who are censored too."""
    sampling = judged.cohort.sampling
    if sampling.censoring is not None:
        return float(sampling.given_by_cluster.max())
    cases, others = sampling.cluster_shares
    return float((judged.prevalence * cases + (1.0 - judged.prevalence) * others).max())


def _same_as(everyone: Judged, ratio: Estimate, level: float) -> bool:
    """Whether a group is off as everyone is, of whom there has been a warning."""
    overall = everyone.ratio_at_source
    if overall is None or _direction(overall, everyone.level) is None:
        return False
    low, high, *_ = ratio.interval(level)
    return low <= overall.value <= high


def _direction(ratio: Estimate | None, level: float) -> str | None:
    """Whether scores are too high or too low by more than a little; None if neither is shown."""
    if ratio is None or not is_far_from_one(ratio, level):
        return None
    return "too_high" if ratio.value < 1.0 else "too_low"


def _of_order(judged: Judged) -> Cautions:
    # The value alone, which takes half the time of its interval.
    auc = auc_of(judged.sample)
    if auc < 0.5:
        yield ScaleWarning(
            f"an AUC of {auc:.3f} is below one half. The outcome may be coded the other way round, "
            "the score may be the probability of the other outcome, or the model is worse than chance."
        )


def _of_mean(judged: Judged, counted: str) -> Cautions:
    """Where the interval of O/E excludes 1 by more than a little, or nothing is expected at all."""
    ratio = judged.ratio_at_source
    if ratio is not None and not is_far_from_one(ratio):
        return
    sample = judged.at_observed_prevalence
    mean = float(np.average(sample.score, weights=sample.weight))
    yield ScaleWarning(
        say(
            "cautions.mean" if judged.cohort.sampling.censoring is None else "cautions.mean_censored",
            mean=percent(mean),
            prevalence=percent(judged.prevalence),
            patients=counted,
            ratio=words("numbers.missing") if ratio is None else ratio_text(ratio),
            advice=words("cautions.mean_advice"),
        )
    )


def _of_heap(judged: Judged, counted: str) -> Cautions:
    """At one prevalence and cost, many patients just at the cut-off make the answer hang by a thread.

    A cut-off that moves with the observed prevalence is an estimate, so that a heap of equal scores is at
    the cut-off when it lies within two standard errors of it.
    """
    cut = judged.cutoff
    if cut.low != cut.high:
        return
    binned = judged.cohort.sampling.patients
    size = _who_count(judged.sample) if binned is None else binned
    total = float(size.sum())
    score = judged.sample.score.astype(np.float64)
    at = float(size[np.abs(score - cut.value) <= 1e-9].sum())
    if at > HEAP_WARNED_OF * total:
        text = say("cautions.heap_at", **_WHERE, patients=counted, cut=cut)
        yield ScaleWarning(text, count=round(at), of=round(total))
        return
    if not judged.estimates_cutoff:
        return
    reach = HEAP_WARNED_WITHIN * judged.cohort.log_odds_of_prevalence().standard_error
    low, high = (float(expit(logit(cut.value) + side * reach)) for side in (-1.0, 1.0))
    near, heap = _largest_heap(judged.sample.ranking.astype(np.float64), size, low, high)
    # One patient shares a score with nobody, however few there are.
    if heap > max(HEAP_WARNED_OF * total, 1.0):
        ends = {"low": short_percent(low), "high": short_percent(high)}
        same = words("cautions.same" if binned is None else "cautions.same_bin")
        heaped = {"patients": counted, "same": same, "score": short_percent(near), "cut": cut}
        text = say("cautions.heap_near", **_WHERE, **heaped, **ends)
        yield ScaleWarning(text, count=round(heap), of=round(total))


def _who_count(sample: Sample) -> NDArray[np.float64]:
    """1 for every patient in memory whose weight is not 0."""
    ones = np.ones(len(sample.score))
    return ones if sample.weight is None else ones * (sample.weight > 0.0)


def _largest_heap(
    score: NDArray[np.float64], size: NDArray[np.float64], low: float, high: float
) -> tuple[float, float]:
    """The score within a window that most patients share, and how many do."""
    inside = (score >= low) & (score <= high)
    if not inside.any():
        return math.nan, 0.0
    values, place = np.unique(score[inside], return_inverse=True)
    heaps = np.bincount(place, size[inside])
    largest = int(heaps.argmax())
    return float(values[largest]), float(heaps[largest])


# Stands for a number of patients until the sentence is read, by whoever may or may not know it.
_WHERE = {"where": "{where}"}
