"""The paper's quantities under the paper's names, with the paper's zero: every decision wrong.

Flores, Smith, Fukuyama and Wilson, "Aligning Evaluation with Clinical Priorities: Calibration,
Label Shift, and Error Costs" (2025). Each function names the definition or theorem that it computes;
where the print is wrong the corrected formula stands here, and ``docs/errata.md`` says why.

Symbols: ``pi0`` is the prevalence for which the scores ``s`` are calibrated, ``pi`` that of the
deployment, ``c`` the cost parameter, ``tau`` a threshold on the raw score, ``x`` the odds product,
``s_half = (1-pi0) x s`` the score with its prior removed, ``D_pi`` the data reweighted to the
prevalence ``pi``, ``clip`` the score clipped to the range of ``1 - pi``.

All take labels and scores (or a :class:`~baserate.ScoreTable` and None) first, then what the paper
calls ``tau``, ``pi``, ``a``, ``b`` and ``c``, in its order: a ``threshold``, a ``prevalence`` (None for
the data's own), the ends ``low`` and ``high`` of a range, a ``cost``. ``sample_weight`` says how much
each patient counts, ``source_prevalence`` is ``pi0`` where it is not the data's own.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from baserate.deployment.deployment import EVEN, CostLike, Deployment, Value
from baserate.deployment.distributions import LogOddsUniform, Uniform
from baserate.deployment.notation import read_share
from baserate.deployment.units import ACCURACY, NET_BENEFIT, WEIGHTED_ACCURACY
from baserate.scores import metrics
from baserate.scores.metrics import gains_for, mean_gain, sample_of
from baserate.scores.sample import ScoreTable

__all__ = [
    "accuracy",
    "auc_roc",
    "balanced_accuracy",
    "balanced_net_benefit",
    "balanced_weighted_accuracy",
    "bounded_brier_score",
    "bounded_log_score",
    "dca_log_score",
    "net_benefit",
    "pama",
    "pamnb",
    "pamnb_log_score",
    "pamwa",
    "pamwa_log_score",
    "weighted_accuracy",
]

Patients = ArrayLike | ScoreTable
Optional = ArrayLike | None


def accuracy(
    y_true: Patients, y_prob: Optional, threshold: Value = 0.5, *, sample_weight: Optional = None
) -> float:
    """Accuracy (definition "Accuracy"): ``1/n sum 1(yhat = y)``, ``yhat = 1`` where ``s >= tau``.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    threshold
        The cut-off ``tau`` on the raw score.
    sample_weight
        How much each patient counts.

    >>> accuracy([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    0.5
    """
    at = Deployment.of(None, EVEN, ACCURACY)
    return _score(at, y_true, y_prob, sample_weight, threshold=threshold)


def balanced_accuracy(
    y_true: Patients, y_prob: Optional, threshold: Value = 0.5, *, sample_weight: Optional = None
) -> float:
    """BA (definition "Balanced Accuracy"): accuracy on ``D_half``, ``(TPR + TNR) / 2``.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    threshold
        The cut-off ``tau`` on the raw score.
    sample_weight
        How much each patient counts.
    """
    at = Deployment.of(0.5, EVEN, ACCURACY)
    return _score(at, y_true, y_prob, sample_weight, threshold=threshold)


def pama(
    y_true: Patients,
    y_prob: Optional,
    prevalence: Value | None,
    *,
    sample_weight: Optional = None,
    source_prevalence: Value | None = None,
) -> float:
    """PAMA (definition "Prior-Adjusted Maximum Accuracy").

    ``1/n sum (pi/pi0)^y ((1-pi)/(1-pi0))^(1-y) 1(yhat = y)``, ``yhat = 1`` where ``pi x s_half >= 1/2``:
    accuracy at the prevalence ``pi`` (the data's own if None), decided on the score adjusted to it.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    prevalence
        The prevalence ``pi``; None for the data's own.
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.

    >>> round(pama([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], 0.2), 4)
    0.9
    """
    at = Deployment.of(prevalence, EVEN, ACCURACY)
    return _score(at, y_true, y_prob, sample_weight, source_prevalence)


def weighted_accuracy(
    y_true: Patients,
    y_prob: Optional,
    threshold: Value,
    cost: CostLike,
    *,
    sample_weight: Optional = None,
) -> float:
    """WA (definition "Weighted Accuracy"), decided at ``s >= tau``.

    ``sum (1-c)^y c^(1-y) 1(yhat = y) / sum (1-c)^y c^(1-y)``.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    threshold
        The cut-off ``tau`` on the raw score.
    cost
        The cost ``c``, such as "1:30".
    sample_weight
        How much each patient counts.
    """
    at = Deployment.of(None, cost, WEIGHTED_ACCURACY)
    return _score(at, y_true, y_prob, sample_weight, threshold=threshold)


def balanced_weighted_accuracy(
    y_true: Patients,
    y_prob: Optional,
    threshold: Value,
    cost: CostLike,
    *,
    sample_weight: Optional = None,
) -> float:
    """BWA (definition "Balanced Weighted Accuracy"): ``(1-c) TPR + c TNR``, decided at ``s >= tau``.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    threshold
        The cut-off ``tau`` on the raw score.
    cost
        The cost ``c``, such as "1:30".
    sample_weight
        How much each patient counts.
    """
    at = Deployment.of(0.5, cost, WEIGHTED_ACCURACY)
    return _score(at, y_true, y_prob, sample_weight, threshold=threshold)


def pamwa(
    y_true: Patients,
    y_prob: Optional,
    prevalence: Value | None,
    cost: CostLike,
    *,
    sample_weight: Optional = None,
    source_prevalence: Value | None = None,
) -> float:
    """PAMWA (definition "Prior-Adjusted Maximum Weighted Accuracy"), decided at ``pi x s_half >= c``.

    ``[(1-c) pi TPR + c (1-pi) TNR] / [(1-c) pi + c (1-pi)]``, which is PAMA at ``(1-c) x pi``
    (proposition "PAMA Equivalence").

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    prevalence
        The prevalence ``pi``; None for the data's own.
    cost
        The cost ``c``, such as "1:30".
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.
    """
    at = Deployment.of(prevalence, cost, WEIGHTED_ACCURACY)
    return _score(at, y_true, y_prob, sample_weight, source_prevalence)


def net_benefit(
    y_true: Patients,
    y_prob: Optional,
    threshold: Value,
    cost: CostLike,
    *,
    sample_weight: Optional = None,
) -> float:
    """NB (definition "Net Benefit"): ``1/n sum (c/(1-c))^(1-y) 1(yhat = y)``, decided at ``s >= tau``.

    Zero is every decision wrong, so it exceeds :func:`baserate.net_benefit` by the worth of treating
    none, ``c/(1-c) (1-pi)``.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    threshold
        The cut-off ``tau`` on the raw score.
    cost
        The cost ``c``, such as "1:30".
    sample_weight
        How much each patient counts.

    >>> round(net_benefit([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], 0.2, "1:4"), 4)
    0.5625
    """
    at = Deployment.of(None, cost, NET_BENEFIT)
    return _score(at, y_true, y_prob, sample_weight, threshold=threshold)


def balanced_net_benefit(
    y_true: Patients,
    y_prob: Optional,
    threshold: Value,
    cost: CostLike,
    *,
    sample_weight: Optional = None,
) -> float:
    """BNB: net benefit on ``D_half``, ``(TPR + c/(1-c) TNR) / 2``; ``BWA = 2 (1-c) BNB``.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    threshold
        The cut-off ``tau`` on the raw score.
    cost
        The cost ``c``, such as "1:30".
    sample_weight
        How much each patient counts.
    """
    at = Deployment.of(0.5, cost, NET_BENEFIT)
    return _score(at, y_true, y_prob, sample_weight, threshold=threshold)


def pamnb(
    y_true: Patients,
    y_prob: Optional,
    prevalence: Value | None,
    cost: CostLike,
    *,
    sample_weight: Optional = None,
    source_prevalence: Value | None = None,
) -> float:
    """PAMNB (definition "Prior-Adjusted Maximum Net Benefit"), decided at ``pi x s_half >= c``.

    ``1/n sum (pi/pi0)^y (c/(1-c) (1-pi)/(1-pi0))^(1-y) 1(yhat = y)``.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    prevalence
        The prevalence ``pi``; None for the data's own.
    cost
        The cost ``c``, such as "1:30".
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.
    """
    at = Deployment.of(prevalence, cost, NET_BENEFIT)
    return _score(at, y_true, y_prob, sample_weight, source_prevalence)


def bounded_brier_score(
    y_true: Patients,
    y_prob: Optional,
    low: Value,
    high: Value,
    *,
    sample_weight: Optional = None,
    source_prevalence: Value | None = None,
) -> float:
    """Theorem "Bounded Brier Score": the mean of PAMA over ``pi ~ Uniform(low, high)``.

    ``1/(b-a) E_{D_half} [(clip(1-y) - y)^2 - (clip(s_half) - y)^2]``, clipping to ``[1-b, 1-a]``.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    low, high
        The ends ``a`` and ``b`` of the range of prevalences.
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.

    >>> round(bounded_brier_score([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], 0.1, 0.4), 4)
    0.85
    """
    at = Deployment.of(Uniform(read_share(low), read_share(high)), EVEN, ACCURACY)
    return _score(at, y_true, y_prob, sample_weight, source_prevalence)


def bounded_log_score(
    y_true: Patients,
    y_prob: Optional,
    low: Value,
    high: Value,
    *,
    sample_weight: Optional = None,
    source_prevalence: Value | None = None,
) -> float:
    """Theorem "Bounded Log Score": the mean of PAMA over ``logit pi ~ Uniform(logit a, logit b)``.

    ``2/(logit b - logit a) E_{D_half} [log|1-y-clip(s_half)| - log|1-y-clip(1-y)|]``, clipping to
    ``[1-b, 1-a]``.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    low, high
        The ends ``a`` and ``b`` of the range of prevalences.
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.
    """
    at = Deployment.of(_span(low, high), EVEN, ACCURACY)
    return _score(at, y_true, y_prob, sample_weight, source_prevalence)


def pamwa_log_score(
    y_true: Patients,
    y_prob: Optional,
    low: Value,
    high: Value,
    cost: CostLike,
    *,
    sample_weight: Optional = None,
    source_prevalence: Value | None = None,
) -> float:
    """Theorem "PAMWA Log Score": the mean of PAMWA over ``logit pi ~ Uniform(logit a, logit b)``.

    ``2/(logit b - logit a) E_{D_half} [log|1-y-clip(s_half)| - log|1-y-clip(1-y)|]``, clipping to
    ``[c x (1-b), c x (1-a)]``.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    low, high
        The ends ``a`` and ``b`` of the range of prevalences.
    cost
        The cost ``c``, such as "1:30".
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.
    """
    at = Deployment.of(_span(low, high), cost, WEIGHTED_ACCURACY)
    return _score(at, y_true, y_prob, sample_weight, source_prevalence)


def dca_log_score(
    y_true: Patients,
    y_prob: Optional,
    low: Value,
    high: Value,
    cost: CostLike,
    *,
    sample_weight: Optional = None,
    source_prevalence: Value | None = None,
) -> float:
    """Theorem "Bounded DCA Log Score": the mean of PAMNB over ``logit pi ~ Uniform(logit a, logit b)``.

    ``gamma E_{D_(1-c)} [log|1-y-clip((1-c) x s_half)| - log|1-y-clip(1-y)|]``, clipping to
    ``[1-b, 1-a]``, with ``gamma = 1/(1-c) / (logit b - logit a)``; :func:`baserate.net_benefit` over
    ``prevalence=(a, b)`` and ``baseline="none-correct"``.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    low, high
        The ends ``a`` and ``b`` of the range of prevalences.
    cost
        The cost ``c``, such as "1:30".
    sample_weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.

    >>> round(dca_log_score([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], 0.01, 0.10, "1:30"), 4)
    0.0531
    """
    at = Deployment.of(_span(low, high), cost, NET_BENEFIT)
    return _score(at, y_true, y_prob, sample_weight, source_prevalence)


# The appendix's name for the same theorem.
pamnb_log_score = dca_log_score


def auc_roc(y_true: Patients, y_prob: Optional, *, sample_weight: Optional = None) -> float:
    """AUC-ROC: the chance that a case scores above a non-case, a tie counting half.

    For a score calibrated on ``D_half`` it is the mean of ``PAMA(1 - t)`` with ``t`` drawn from
    ``s_half`` on ``D_half`` (theorem "AUC-ROC as Accuracy Averaged Across Label Shift").

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    sample_weight
        How much each patient counts.
    """
    return metrics.auc(y_true, y_prob, sample_weight=sample_weight)


def _span(low: Value, high: Value) -> LogOddsUniform:
    return LogOddsUniform(read_share(low), read_share(high))


def _score(
    deployment: Deployment,
    y_true: Patients,
    y_prob: Optional,
    sample_weight: Optional,
    source_prevalence: Value | None = None,
    threshold: Value | None = None,
) -> float:
    sample = sample_of(y_true, y_prob, sample_weight)
    return mean_gain(sample, gains_for(sample, deployment, threshold, source_prevalence))
