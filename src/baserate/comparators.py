"""The numbers that other people report, under their own names, to stand beside the score.

Each says what it means, where it comes from and what is wrong with it. All take labels and scores,
or a :class:`~baserate.scores.sample.ScoreTable` in their place, as the functions of
:mod:`baserate.scores.metrics` do. The last ones price errors: forms of net benefit, and Hand's H-measure.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from baserate.deployment.deployment import Cost, CostLike, Deployment, Prevalence, PrevalenceLike, Value
from baserate.deployment.distribution import is_number
from baserate.deployment.distributions import Beta, Uniform
from baserate.deployment.notation import COSTS
from baserate.errors import SettingError
from baserate.scores.gains import gains_of
from baserate.scores.isotonic import recalibrated
from baserate.scores.metrics import as_table, mean_gain, net_benefit, sample_of
from baserate.scores.sample import Numbers, ScoreTable

__all__ = [
    "auc_pr",
    "average_precision",
    "brier",
    "decision_curve_area",
    "expected_calibration_error",
    "h_measure",
    "h_measure_calibrated",
    "log_loss",
    "net_interventions_avoided",
    "standardised_net_benefit",
    "youden",
]


def brier(
    y_true: ArrayLike | ScoreTable, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> float:
    """Mean squared error of the predicted risk: ``mean (s - y)^2``; 0 is perfect (Brier 1950,
    doi:10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2).

    Fault: it averages over all thresholds from 0 to 1 alike, most of which no clinician would use.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    sample_weight
        How much each patient counts.

    >>> round(brier([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]), 4)
    0.1425
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    s = table.score.astype(np.float64)
    return float(table.positive @ (1.0 - s) ** 2 + table.negative @ s**2) / _total(table)


def log_loss(
    y_true: ArrayLike | ScoreTable, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> float:
    """Mean surprise at the outcome: ``-mean [y log s + (1-y) log(1-s)]``; 0 is perfect (Good 1952).

    Infinite when a patient with the disease scored exactly 0, or one without it 1: nothing is
    clipped. A score of 0 or 1 that was right adds nothing.

    Fault: a few patients with extreme scores decide it, at thresholds that no clinician would use.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    sample_weight
        How much each patient counts.

    >>> round(log_loss([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]), 4)
    0.4389
    >>> log_loss([0, 1, 1], [0.0, 1.0, 0.0])
    inf
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    s = table.score.astype(np.float64)
    # Only where somebody is, because zero times infinity is not a number.
    cases, non_cases = table.positive > 0.0, table.negative > 0.0
    with np.errstate(divide="ignore"):
        right = table.positive[cases] @ np.log(s[cases]) + table.negative[non_cases] @ np.log1p(-s[non_cases])
    # 0 minus the sum, so that a perfect model has 0 and not -0.
    return float(0.0 - right) / _total(table)


def expected_calibration_error(
    y_true: ArrayLike | ScoreTable,
    y_prob: ArrayLike | None = None,
    *,
    bins: int = 10,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Mean distance between predicted and observed risk, bin by bin (Naeini et al. 2015).

    The bins are equally wide, ``[k/bins, (k+1)/bins)``, and the last includes 1. With ``n_k`` the
    weight in bin ``k`` of ``n``, it is ``sum_k n_k/n |mean score - share with the disease|``.

    Fault: it depends on the bins, is biased upwards in small samples, and is not proper: the
    prevalence, predicted for all, gets a perfect 0.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    bins
        How many there are.
    sample_weight
        How much each patient counts.

    >>> round(expected_calibration_error([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]), 4)
    0.125
    """
    if not (is_number(bins) and bins >= 1 and float(bins).is_integer()):
        raise SettingError(f"bins must be a whole number, at least 1; found {bins!r}.")
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    # The edges are rounded as the scores are, so that a score of 0.7 is on the edge 0.7.
    edges = (np.arange(1, int(bins)) / int(bins)).astype(table.score.dtype)
    excess = table.score.astype(np.float64) * (table.positive + table.negative) - table.positive
    in_bin = np.bincount(np.searchsorted(edges, table.score, side="right"), weights=excess)
    return float(np.abs(in_bin).sum()) / _total(table)


def average_precision(
    y_true: ArrayLike | ScoreTable, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> float:
    """Mean precision over the patients with the disease, each at their own score as threshold.

    ``sum_k (R_k - R_{k-1}) P_k`` over the distinct scores, downwards, with recall ``R`` (TPR) and
    precision ``P`` (PPV); scikit-learn's definition (Zhu 2004).

    Fault: it moves with the prevalence of the data, so two data sets cannot be compared, and it
    knows neither costs nor calibration.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    sample_weight
        How much each patient counts.

    >>> round(average_precision([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]), 4)
    0.8333
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    gained, more = _downwards(table)
    true = np.cumsum(gained)
    return float(gained @ (true / np.cumsum(more))) / table.positive_weight


def auc_pr(
    y_true: ArrayLike | ScoreTable, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> float:
    """Area under the precision-recall curve, interpolated as it really runs (Davis and Goadrich 2006).

    Between two thresholds true and false positives grow in step, so precision follows a hyperbola
    in recall, whose area is a logarithm; the trapezoid rule overstates it wherever precision falls.

    Fault: it moves with the prevalence of the data, so two data sets cannot be compared, and it
    knows neither costs nor calibration.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    sample_weight
        How much each patient counts.

    >>> round(auc_pr([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]), 4)
    0.8873
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    gained, more = _downwards(table)
    true, treated = np.cumsum(gained), np.cumsum(more)
    mean_precision = gained / more  # so far, the precision among those whom each step adds
    # The precision before the step fades as log(1 + u)/u, where u is how much the step adds to
    # those already treated; the first step starts from none.
    growth = more[1:] / treated[:-1]
    excess = true[:-1] / treated[:-1] - mean_precision[1:]
    mean_precision[1:] += excess * np.log1p(growth) / growth
    return float(gained @ mean_precision) / table.positive_weight


def youden(
    y_true: ArrayLike | ScoreTable, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> float:
    """Youden's index J: the largest ``TPR + TNR - 1`` over all thresholds (Youden 1950).

    Fault: it prices errors as if a missed case cost ``(1-pi)/pi`` unnecessary treatments, whatever
    they do cost, and the threshold is chosen on the rows that judge it.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    sample_weight
        How much each patient counts.

    >>> youden([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])
    0.5
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    tpr = np.cumsum(table.positive[::-1]) / table.positive_weight
    fpr = np.cumsum(table.negative[::-1]) / table.negative_weight
    # Treating none has 0, and rounding must not leave less.
    return max(0.0, float((tpr - fpr).max()))


def _downwards(table: ScoreTable) -> tuple[Numbers, Numbers]:
    """As the threshold falls from score to score: true positives, and patients treated, that it adds."""
    treated = table.positive + table.negative
    counts = treated > 0.0  # a score that nobody has is no step
    return table.positive[counts][::-1], treated[counts][::-1]


def _total(table: ScoreTable) -> float:
    return table.positive_weight + table.negative_weight


def standardised_net_benefit(
    y_true: ArrayLike | ScoreTable,
    y_prob: ArrayLike | None = None,
    *,
    cost: CostLike,
    prevalence: PrevalenceLike | None = None,
    threshold: Value | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
) -> float:
    """Net benefit as a share of a perfect model's: ``TPR - c/(1-c) (1-pi)/pi FPR`` (Kerr et al. 2016,
    doi:10.1200/JCO.2015.65.5654).

    Treating none is 0, perfect decisions are 1.

    Fault: it hides how much is at stake, because each prevalence has its own unit.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    cost, prevalence
        One of each, as for :func:`baserate.net_benefit`.
    threshold
        Decide on the raw score instead of at the adjusted optimum.
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.

    >>> y, s = [0, 0, 0, 1, 1], [0.1, 0.4, 0.6, 0.4, 0.9]
    >>> round(standardised_net_benefit(y, s, cost="1:4", prevalence=0.2), 4)
    0.3333
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    pi = table.prevalence if prevalence is None else _one_prevalence(prevalence)
    benefit = net_benefit(
        table,
        cost=_one_cost(cost, "standardised net benefit"),
        prevalence=pi,
        threshold=threshold,
        source_prevalence=source_prevalence,
        baseline="treat-none",
    )
    return benefit / pi


def net_interventions_avoided(
    y_true: ArrayLike | ScoreTable,
    y_prob: ArrayLike | None = None,
    *,
    cost: CostLike,
    prevalence: PrevalenceLike | None = None,
    threshold: Value | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
) -> float:
    """Unnecessary treatments that the model spares each patient, compared with treating all.

    ``(net benefit - net benefit of treating all) (1-c)/c``, which is
    ``(1-pi) TNR - (1-c)/c pi FNR``: treatments spared, minus the missed cases at their price
    (Vickers et al. 2008). Times 100, it is the number for 100 patients. Over a range of prevalences
    it is the mean.

    Fault: beside treating all any model looks good where hardly anyone should be treated.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    cost
        One cost, as for :func:`baserate.net_benefit`.
    prevalence
        Where the model will be used, as for :func:`baserate.net_benefit`.
    threshold
        Decide on the raw score instead of at the adjusted optimum.
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.

    >>> y, s = [0, 0, 0, 1, 1], [0.1, 0.4, 0.6, 0.4, 0.9]
    >>> round(100 * net_interventions_avoided(y, s, cost="1:4", prevalence=0.2), 1)
    26.7
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    c = _one_cost(cost, "the number of interventions avoided")
    benefit = net_benefit(
        table, cost=c, prevalence=prevalence, threshold=threshold, source_prevalence=source_prevalence
    )
    treat_all = net_benefit(table, cost=c, prevalence=prevalence, threshold=0.0)
    return (benefit - treat_all) * (1.0 - c) / c


def decision_curve_area(
    y_true: ArrayLike | ScoreTable,
    y_prob: ArrayLike | None = None,
    *,
    cost: str | tuple[Value | Cost, Value | Cost] | Uniform,
    prevalence: PrevalenceLike | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
) -> float:
    """Mean height of the decision curve over the thresholds from one end of ``cost`` to the other.

    ``1/(c1-c0)`` times the integral from ``c0`` to ``c1`` of ``pi TPR - c/(1-c) (1-pi) FPR``, every
    step of ``c`` equally likely (Talluri and Shete 2016 weigh them). ``cost`` gives the two ends,
    ``("1:50", "1:5")`` or ``(0.02, 0.2)``; the rest as for :func:`baserate.net_benefit`, which takes
    the same ends as uniform in log odds.

    Fault: a threshold is a preference and not chance, and equal steps of ``c`` favour the upper end;
    the authors of decision curves do not use the area.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    cost
        The two ends, ``("1:50", "1:5")`` or ``(0.02, 0.2)``.
    prevalence
        Where the model will be used, as for :func:`baserate.net_benefit`.
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.

    >>> y, s = [0, 0, 0, 1, 1], [0.1, 0.4, 0.6, 0.4, 0.9]
    >>> round(decision_curve_area(y, s, cost=("1:50", "1:5")), 4)
    0.3509
    """
    return net_benefit(
        as_table(sample_of(y_true, y_prob, sample_weight)),
        cost=_thresholds(cost),
        prevalence=prevalence,
        source_prevalence=source_prevalence,
        baseline="treat-none",
    )


def h_measure(
    y_true: ArrayLike | ScoreTable,
    y_prob: ArrayLike | None = None,
    *,
    weight: Beta | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Hand's H: the share of the avoidable loss that the best thresholds avoid (Hand 2009,
    doi:10.1007/s10994-009-5119-5).

    At a cost ``c`` the loss is ``c (1-pi) FPR + (1-c) pi FNR``, at the threshold that makes it least:
    on the convex hull of the ROC curve. With ``L`` its mean over ``c``, and ``L_0`` that of the better
    of treating all and treating none, ``H = 1 - L / L_0``.

    ``weight`` is the distribution of ``c``, the cost of a false positive, as everywhere here. The R
    package hmeasure and its Python translation ask for a severity ratio, how much worse a false
    positive is than a false negative, and take ``Beta(2, 1 + 1/ratio)``; so does None, with their
    default, the cases over the non-cases, which puts the mode of ``c`` at the data's prevalence.

    Fault: the thresholds are chosen on the rows that judge them, so calibration goes unseen, and the
    default prices errors anew for every data set.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    weight
        The distribution of the cost ``c``; None for the default of the R package hmeasure.
    sample_weight
        How much each patient counts.

    >>> round(h_measure([0, 0, 0, 1, 1], [0.1, 0.4, 0.6, 0.4, 0.9]), 4)
    0.4431
    """
    # The hull never does worse than treating all or none, and rounding must not say so.
    return max(0.0, _h(recalibrated(as_table(sample_of(y_true, y_prob, sample_weight))), weight))


def h_measure_calibrated(
    y_true: ArrayLike | ScoreTable,
    y_prob: ArrayLike | None = None,
    *,
    weight: Beta | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    """The H-measure with the scores taken at their word: treat when the score is at least ``c``.

    As :func:`h_measure`, but without the hull, which makes it a proper score of the Beta family
    (Buja, Stuetzle and Shen 2005): negative when the prevalence, predicted for all, would do
    better. With ``Beta(1, 1)`` it is the Brier skill score.

    Fault: the default prices errors anew for every data set.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    weight
        The distribution of the cost ``c``; None for the default of the R package hmeasure.
    sample_weight
        How much each patient counts.

    >>> y, s = [0, 0, 0, 1, 1], [0.1, 0.4, 0.6, 0.4, 0.9]
    >>> round(h_measure_calibrated(y, s), 4)
    0.2298
    """
    return _h(as_table(sample_of(y_true, y_prob, sample_weight)), weight)


def _h(table: ScoreTable, weight: Beta | None) -> float:
    """``(value - trivial) / (perfect - trivial)`` of a table whose scores are the thresholds' c."""
    if weight is None:
        weight = Beta(2.0, 1.0 + table.negative_weight / table.positive_weight)
    if not isinstance(weight, Beta) or weight.beta <= 0.1:
        raise SettingError(
            "weight must be a Beta distribution whose second parameter is above 0.1, such as Beta(2, 2); "
            f"found {weight!r}."
        )
    # The loss is counted in units of which a true positive is worth 1 - c, so what is needed is the
    # mean of (1-c) net benefit; that factor turns Beta(a, b) into a multiple of Beta(a, b+1).
    gains = gains_of(Deployment(None, Cost(Beta(weight.alpha, weight.beta + 1.0))), table.prevalence)
    prevalence_for_all = ScoreTable(
        np.array([table.prevalence]), np.array([table.positive_weight]), np.array([table.negative_weight])
    )
    trivial = mean_gain(prevalence_for_all, gains)
    perfect = gains.positive_total + gains.negative_total
    return (mean_gain(table, gains) - trivial) / (perfect - trivial)


def _one_prevalence(value: PrevalenceLike) -> float:
    prevalence = Prevalence.of(value)
    if prevalence.distribution.point is not None:
        return prevalence.distribution.point
    raise SettingError(
        f"standardised net benefit needs one prevalence; found {prevalence}. Each prevalence has its own "
        "unit, so a mean over a range favours the low ones: average net_benefit instead."
    )


def _one_cost(value: CostLike, what: str) -> float:
    cost = Cost.of(value)
    if cost.distribution.point is not None:
        return cost.c
    raise SettingError(f"{what} needs one cost; found {cost}. For a range use net_benefit.")


def _thresholds(cost: object) -> Uniform:
    """The range of c between two ends, every equal step as likely."""
    ends = COSTS.split(cost) if isinstance(cost, str) else cost
    if isinstance(ends, Uniform):
        return ends
    if not isinstance(ends, (tuple, list)) or len(ends) != 2:
        raise SettingError(
            "the area under a decision curve needs the two ends of a range of costs, "
            f"such as ('1:50', '1:5') or (0.02, 0.2); found {cost!r}."
        )
    low, high = (Cost.of(end).c for end in ends)
    try:
        return Uniform(low, high)
    except SettingError as error:
        raise SettingError(f"cost {cost!r}: {error}") from None
