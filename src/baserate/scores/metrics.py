"""One number for a model: accuracy, weighted accuracy, net benefit, and the AUC.

Each of the first three is a mean of per-patient gains (:mod:`baserate.scores.gains`), so one pass over the
patients answers any question about prevalence and cost. All take labels and scores, or a
:class:`~baserate.scores.sample.ScoreTable` in their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baserate.deployment.deployment import (
    EVEN,
    CostLike,
    Deployment,
    PrevalenceLike,
    Value,
    stated_source,
    threshold_of,
)
from baserate.deployment.shift import LABEL_SHIFT, ShiftLike
from baserate.deployment.units import ACCURACY, NET_BENEFIT, WEIGHTED_ACCURACY, Baseline
from baserate.errors import DataError, SettingError, tell
from baserate.scores.follow_up import FollowUp, read_follow_up
from baserate.scores.gains import Gains
from baserate.scores.patient_gains import gains_on
from baserate.scores.sample import ByClass, Sample, ScoreTable, like_decisions

__all__ = [
    "as_table",
    "auc",
    "gains_for",
    "mean_gain",
    "net_benefit",
    "sample_of",
    "scores_by_model",
    "source_by_model",
]


def accuracy(
    y_true: ArrayLike | ScoreTable | FollowUp | None = None,
    y_prob: ArrayLike | None = None,
    *,
    prevalence: PrevalenceLike | None = None,
    threshold: Value | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
    time: ArrayLike | None = None,
    event: ArrayLike | None = None,
    horizon: float | None = None,
    censoring: ArrayLike | None = None,
) -> float:
    """Share of right decisions, every error priced alike.

    Each patient is treated when the score, adjusted to the prevalence, is at least 1/2; with a
    ``threshold``, when the raw score is at least that. At a prevalence ``pi`` the value is
    ``pi TPR + (1 - pi) TNR``; over a range ``(a, b)`` its mean, which is the bounded log score,
    or with :class:`~baserate.Uniform` the bounded Brier score.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`ScoreTable` alone. Labels may be left
        out for ``time``, ``event`` and ``horizon``, or be a :class:`~baserate.FollowUp`.
    prevalence
        Where the model will be used: None for the observed one, a number, "10%", a range ``(a, b)``
        uniform in log odds, or a distribution such as :class:`~baserate.Beta`.
    threshold
        Decide on the raw score instead of at the adjusted optimum: with the data's own prevalence
        this is plain accuracy, with prevalence 1/2 balanced accuracy.
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.
    time, event, horizon, censoring
        In place of labels: how long each patient was followed, how it ended (0 censored, 1 the event, 2 and
        more competing events), and the time by which an event counts; whoever's outcome is known then
        counts for those who were censored (:mod:`baserate.scores.follow_up`). ``censoring`` names strata
        within which the curve of censoring is estimated.

    >>> y, s = [0, 0, 0, 1, 1], [0.1, 0.4, 0.6, 0.4, 0.9]
    >>> round(accuracy(y, s, threshold=0.5), 4)
    0.6
    >>> round(accuracy(y, s, prevalence=(0.01, 0.10)), 4)
    0.9673
    """
    follow_up = {"time": time, "event": event, "horizon": horizon, "censoring": censoring}
    sample = sample_of(y_true, y_prob, sample_weight, **follow_up)
    deployment = Deployment.of(prevalence, EVEN, ACCURACY)
    return mean_gain(sample, gains_for(sample, deployment, threshold, source_prevalence))


def weighted_accuracy(
    y_true: ArrayLike | ScoreTable | FollowUp | None = None,
    y_prob: ArrayLike | None = None,
    *,
    cost: CostLike,
    prevalence: PrevalenceLike | None = None,
    threshold: Value | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
    time: ArrayLike | None = None,
    event: ArrayLike | None = None,
    horizon: float | None = None,
    censoring: ArrayLike | None = None,
) -> float:
    """Share of the worth that a perfect model would get: 1 is perfect at every prevalence.

    At a prevalence ``pi`` and a cost ``c`` it is
    ``[(1-c) pi TPR + c (1-pi) TNR] / [(1-c) pi + c (1-pi)]``; over a range its mean.

    Parameters
    ----------
    y_true, y_prob, cost, prevalence, threshold, sample_weight, source_prevalence
        As for :func:`net_benefit`.
    time, event, horizon, censoring
        As for :func:`net_benefit`.

    >>> y, s = [0, 0, 0, 1, 1], [0.1, 0.4, 0.6, 0.4, 0.9]
    >>> round(weighted_accuracy(y, s, cost="1:30", prevalence=(0.01, 0.10)), 4)
    0.7234
    """
    follow_up = {"time": time, "event": event, "horizon": horizon, "censoring": censoring}
    sample = sample_of(y_true, y_prob, sample_weight, **follow_up)
    deployment = Deployment.of(prevalence, cost, WEIGHTED_ACCURACY)
    return mean_gain(sample, gains_for(sample, deployment, threshold, source_prevalence))


def net_benefit(
    y_true: ArrayLike | ScoreTable | FollowUp | None = None,
    y_prob: ArrayLike | None = None,
    *,
    cost: CostLike,
    prevalence: PrevalenceLike | None = None,
    threshold: Value | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
    baseline: Baseline = "treat-none",
    shift: ShiftLike = LABEL_SHIFT,
    time: ArrayLike | None = None,
    event: ArrayLike | None = None,
    horizon: float | None = None,
    censoring: ArrayLike | None = None,
) -> float:
    """Worth of the model's decisions for one patient, in units of true positives.

    Each patient is treated when the score, adjusted to the prevalence ``pi``, is at least ``c``.
    The value is ``pi TPR - c/(1-c) (1-pi) FPR`` (Vickers and Elkin 2006,
    doi:10.1177/0272989X06295361); over a range of prevalences its mean, the DCA log score. A
    difference of 0.002 between two models is worth two more true positives among 1,000 patients
    with no more false positives; it may come from sparing unnecessary treatments.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`ScoreTable` alone. Labels may be left
        out for ``time``, ``event`` and ``horizon``, or be a :class:`~baserate.FollowUp`.
    cost
        "1:30" (false positive : false negative), the threshold ``c``, a range of either, a
        :class:`Cost`, or a distribution.
    prevalence
        Where the model will be used: None for the observed one, a number, "10%", a range ``(a, b)``
        uniform in log odds, or a distribution.
    threshold
        Decide on the raw score instead of at the adjusted optimum; 0 treats all.
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.
    baseline
        What counts as zero: treating none ("treat-none"), or every decision wrong ("none-correct",
        the zero of :mod:`baserate.paper`, which adds ``c/(1-c) (1-pi)``).
    shift
        How much of the difference in prevalence is label shift: 1 adjusts scores in full, 0 not at all; see
        :mod:`baserate.deployment.shift`.
    time, event, horizon, censoring
        In place of labels: how long each patient was followed, how it ended (0 censored, 1 the event, 2 and
        more competing events), and the time by which an event counts; whoever's outcome is known then
        counts for those who were censored (:mod:`baserate.scores.follow_up`). ``censoring`` names strata
        within which the curve of censoring is estimated.

    >>> y, s = [0, 0, 0, 1, 1], [0.1, 0.4, 0.6, 0.4, 0.9]
    >>> round(net_benefit(y, s, cost="1:30", prevalence=(0.01, 0.10)), 4)
    0.0208
    >>> round(net_benefit(y, s, cost="1:30", prevalence=(0.01, 0.10), baseline="none-correct"), 4)
    0.0529
    >>> follow_up = {"time": [9, 4, 9, 2, 7], "event": [0, 0, 0, 1, 1], "horizon": 8}
    >>> round(net_benefit(y_prob=s, cost="1:30", prevalence=(0.01, 0.10), **follow_up), 4)
    0.0224
    """
    zero = NET_BENEFIT.baseline(baseline)
    follow_up = {"time": time, "event": event, "horizon": horizon, "censoring": censoring}
    sample = sample_of(y_true, y_prob, sample_weight, **follow_up)
    deployment = Deployment.of(prevalence, cost, NET_BENEFIT, shift)
    gains = gains_for(sample, deployment, threshold, source_prevalence)
    value = mean_gain(sample, gains)
    return value - gains.negative_total if zero == "treat-none" else value


def auc(
    y_true: ArrayLike | ScoreTable | FollowUp | None = None,
    y_prob: ArrayLike | None = None,
    *,
    sample_weight: ArrayLike | None = None,
    time: ArrayLike | None = None,
    event: ArrayLike | None = None,
    horizon: float | None = None,
    censoring: ArrayLike | None = None,
) -> float:
    """Chance that a patient with the disease scores higher than one without; a tie counts half.

    The area under the ROC curve (Hanley and McNeil 1982, doi:10.1148/radiology.143.1.7063747). It sees
    only the order of the scores: neither calibration, nor prevalence, nor costs.

    Parameters
    ----------
    y_true, y_prob, sample_weight, time, event, horizon, censoring
        As for :func:`net_benefit`. With follow-up it is the time-dependent AUC with weights for censoring
        (Uno and others 2007, doi:10.1198/016214507000000149): of those who had the event by the horizon
        against those who had not.

    >>> auc([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])
    0.875
    """
    follow_up = {"time": time, "event": event, "horizon": horizon, "censoring": censoring}
    return auc_of(sample_of(y_true, y_prob, sample_weight, **follow_up))


def auc_of(sample: Sample | ScoreTable) -> float:
    """The same for patients that have been checked."""
    if isinstance(sample, Sample) and sample.weight is None:
        return _auc_of_counts(sample)
    table = as_table(sample)
    lower = np.cumsum(table.negative) - 0.5 * table.negative
    return float((table.positive / table.positive_weight) @ (lower / table.negative_weight))


def sample_of(
    y_true: object, y_prob: object, sample_weight: object, **follow_up: object
) -> Sample | ScoreTable:
    """Labels and scores as rows that have been checked; a table as it is.

    ``follow_up`` may hold ``time``, ``event``, ``horizon`` and ``censoring`` in place of labels.
    """
    time, event, horizon = (follow_up.pop(name, None) for name in ("time", "event", "horizon"))
    given = read_follow_up(time, event, horizon, (y_true,), censoring=follow_up.get("censoring"))
    y_true = y_true if given is None else given
    if isinstance(y_true, ScoreTable):
        if y_prob is not None or sample_weight is not None:
            raise SettingError("a ScoreTable holds its scores and weights already; pass it alone.")
        return y_true
    if y_true is None:
        raise DataError("y_true is missing: pass labels, or \0time=\0, \0event=\0 and \0horizon=\0.")
    if y_prob is None:
        raise DataError("y_prob is missing: pass labels and scores, or one ScoreTable.")
    return Sample.of(y_true, y_prob, sample_weight)


def as_table(sample: Sample | ScoreTable) -> ScoreTable:
    """The table of a sample."""
    return sample if isinstance(sample, ScoreTable) else sample.table


def mean_gain(sample: ByClass, gains: Gains) -> float:
    """Mean gain of the positive patients plus mean gain of the negative ones: every score here."""
    positive = negative = 0.0
    for cases, non_cases in sample.blocks(*gains.active(sample.score.dtype)):
        positive += gains.positive_sum(cases) + gains.positive_total * cases.complete
        negative += gains.negative_sum(non_cases) + gains.negative_total * non_cases.complete
    return positive / sample.positive_weight + negative / sample.negative_weight


def gains_for(
    sample: Sample | ScoreTable, deployment: Deployment, threshold: Value | None, source: Value | None
) -> Gains:
    """The gains that a question about these patients asks for; scores that look like decisions are told."""
    if threshold is None and isinstance(sample, Sample):
        tell(like_decisions(sample.score))
    cut = None if threshold is None else threshold_of(threshold)
    return gains_on(sample, deployment, stated_source(source), cut)


def _auc_of_counts(sample: Sample) -> float:
    """Unweighted AUC: each class sorted apart, then merged; exact in integers."""
    ranks = Ranks.of(sample)
    pairs = 2 * len(ranks.below) * ranks.others
    return (ranks.wins if ranks.of_cases else pairs - ranks.wins) / pairs


class Ranks(NamedTuple):
    """Where the patients of the rarer class, ascending, stand among those of the other.

    ``below`` counts patients of the other class who score lower, ``not_above`` those who score no
    higher; ``others`` is their number, and ``of_cases`` whether the rarer class is that of the cases.
    """

    below: NDArray[np.intp]
    not_above: NDArray[np.intp]
    others: int
    of_cases: bool

    @classmethod
    def of(cls, sample: Sample) -> Ranks:
        """The ranks of unweighted patients."""
        cases, non_cases = sample.sorted_classes
        of_cases = len(cases) <= len(non_cases)
        rare, other = (cases, non_cases) if of_cases else (non_cases, cases)
        below = np.searchsorted(other, rare, side="left")
        tied = np.flatnonzero(other.take(below, mode="clip") == rare)
        not_above = below
        if len(tied):
            not_above = below.copy()
            not_above[tied] = np.searchsorted(other, rare[tied], side="right")
        return cls(below, not_above, len(other), of_cases)

    @property
    def wins(self) -> int:
        """Twice the number of pairs in which the patient of the rarer class scores higher; a tie is half."""
        return int(self.below.sum()) + int(self.not_above.sum())


def scores_by_model(models: Mapping[str, ArrayLike]) -> Mapping[str, ArrayLike]:
    """The models, or an error if they are not a mapping with at least one."""
    if not isinstance(models, Mapping) or not models:
        raise SettingError(
            "models must be a mapping from name to scores with at least one entry, such as "
            f"{{'new': scores}}; found {type(models).__name__}."
        )
    return models


def source_by_model(
    models: Mapping[str, ArrayLike], source_prevalence: Value | Mapping[str, Value] | None
) -> dict[str, Value | None]:
    """The prevalence to which each model's scores are calibrated; None is the observed one."""
    if not isinstance(source_prevalence, Mapping):
        return dict.fromkeys(models, source_prevalence)
    unknown = sorted(set(source_prevalence) - set(models))
    if unknown:
        raise SettingError(
            f"\0source_prevalence=\0 names {', '.join(map(repr, unknown))}, which is not among the models: "
            f"{', '.join(map(repr, models))}."
        )
    return {name: source_prevalence.get(name) for name in models}
