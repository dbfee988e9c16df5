"""Other people's numbers that price errors: forms of net benefit, and Hand's H-measure.

Like :mod:`baserate.comparators`, to stand beside the score. All take labels and scores, or a
:class:`~baserate.table.ScoreTable` in their place.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from baserate.densities import Beta
from baserate.deployment import Cost, CostLike, Deployment, Prevalence, PrevalenceLike, Value
from baserate.distributions import Point, Uniform
from baserate.errors import CostError, PrevalenceError, SettingError
from baserate.gains import gains_of
from baserate.metrics import as_table, mean_gain, net_benefit, sample_of
from baserate.notation import split_range
from baserate.pools import recalibrated
from baserate.table import ScoreTable


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
    """Net benefit as a share of a perfect model's: ``TPR - c/(1-c) (1-pi)/pi FPR`` (Kerr et al. 2016).

    Treating nobody is 0, perfect decisions are 1. Parameters as for :func:`baserate.net_benefit`,
    but one cost and one prevalence.

    Fault: it hides how much is at stake, because each prevalence has its own unit.

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
    """Needless treatments that the model spares each patient, compared with treating everyone.

    ``(net benefit - net benefit of treating all) (1-c)/c``, which is
    ``(1-pi) TNR - (1-c)/c pi FNR``: treatments spared, less the missed cases at their price
    (Vickers et al. 2008). Times 100, it is the number for 100 patients. Over a range of prevalences
    it is the mean. Parameters as for :func:`baserate.net_benefit`, but one cost.

    Fault: beside treating everyone any model looks good where hardly anyone should be treated.

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
    """Hand's H: the share of the avoidable loss that the best thresholds avoid (Hand 2009).

    At a cost ``c`` the loss is ``c (1-pi) FPR + (1-c) pi FNR``, at the threshold that makes it least:
    on the convex hull of the ROC curve. With ``L`` its mean over ``c``, and ``L_0`` that of the better
    of treating everyone and nobody, ``H = 1 - L / L_0``.

    ``weight`` is the distribution of ``c``, the cost of a false positive, as everywhere here. The R
    package hmeasure and its Python translation ask for a severity ratio, how much worse a false
    positive is than a false negative, and take ``Beta(2, 1 + 1/ratio)``; so does None, with their
    default, the cases over the others, which puts the mode of ``c`` at the data's prevalence.

    Fault: the thresholds are chosen on the rows that judge them, so calibration goes unseen, and the
    default prices errors anew for every data set.

    >>> round(h_measure([0, 0, 0, 1, 1], [0.1, 0.4, 0.6, 0.4, 0.9]), 4)
    0.4431
    """
    # The hull never does worse than treating everyone or nobody, and rounding must not say so.
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
    (Buja, Stuetzle and Shen 2005): negative when the prevalence, predicted for everyone, would do
    better. With ``Beta(1, 1)`` it is the Brier skill score.

    Fault: the default prices errors anew for every data set.

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
    prevalence_for_everyone = ScoreTable(
        np.array([table.prevalence]), np.array([table.positive_weight]), np.array([table.negative_weight])
    )
    trivial = mean_gain(prevalence_for_everyone, gains)
    perfect = gains.positive_total + gains.negative_total
    return (mean_gain(table, gains) - trivial) / (perfect - trivial)


def _one_prevalence(value: PrevalenceLike) -> float:
    prevalence = Prevalence.of(value)
    if isinstance(prevalence.distribution, Point):
        return prevalence.distribution.value
    raise PrevalenceError(
        f"standardised net benefit needs one prevalence; found {prevalence}. Each prevalence has its own "
        "unit, so a mean over a range favours the low ones: average net_benefit instead."
    )


def _one_cost(value: CostLike, what: str) -> float:
    cost = Cost.of(value)
    if isinstance(cost.distribution, Point):
        return cost.c
    raise CostError(f"{what} needs one cost; found {cost}. For a range use net_benefit.")


def _thresholds(cost: object) -> Uniform:
    """The range of c between two ends, every equal step as likely."""
    ends = split_range(cost, "..")
    if isinstance(ends, Uniform):
        return ends
    if not isinstance(ends, (tuple, list)) or len(ends) != 2:
        raise CostError(
            "the area under a decision curve needs the two ends of a range of costs, "
            f"such as ('1:50', '1:5') or (0.02, 0.2); found {cost!r}."
        )
    low, high = (Cost.of(end).c for end in ends)
    try:
        return Uniform(low, high)
    except SettingError as error:
        raise CostError(f"cost {cost!r}: {error}") from None
