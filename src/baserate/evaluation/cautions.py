"""What a reader must know before the result: warnings about a model whose scores look odd."""

from __future__ import annotations

import warnings

import numpy as np

from baserate.deployment.notation import percent
from baserate.errors import BaserateWarning, ScaleWarning
from baserate.evaluation.judged import Judged
from baserate.scores.metrics import auc_of
from baserate.scores.sample import warn_of_decisions

# A mean risk more than this many times too high, or too low, is far from the prevalence.
_FAR = 2.0
# A share of patients with one and the same score that is worth a word when it lies at the cut-off.
_HEAP = 0.02


def caution(judged: Judged) -> None:
    """Warn of scores that look like decisions, like those of the other class, or miscalibrated."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warn_of_decisions(judged.sample.score)
        _warn_of_order(judged)
        _warn_of_mean(judged)
        _warn_of_heap(judged)
    for one in caught:
        message = one.message
        named = message.about(model=judged.name) if isinstance(message, BaserateWarning) else message
        warnings.warn(named, one.category, stacklevel=3)


def _warn_of_order(judged: Judged) -> None:
    # The value alone, which takes half the time of its interval.
    auc = auc_of(judged.sample)
    if auc < 0.5:
        _warn(
            f"an AUC of {auc:.3f} is below one half. The outcome may be coded the other way round, "
            "the score may be the probability of the other outcome, or the model is worse than chance."
        )


def _warn_of_heap(judged: Judged) -> None:
    """At one prevalence and cost, many patients just at the cut-off make the answer hang by a thread."""
    cut = judged.cutoff
    if cut.low != cut.high:
        return
    score = judged.sample.score
    at = int(np.count_nonzero(np.abs(score - cut.value) <= 1e-9))
    if at > _HEAP * len(score):
        _warn(
            f"{at:,} of {len(score):,} patients score exactly {cut}, the cut-off. They count as "
            "treated; at a slightly lower prevalence they would not. A range does not hang on this."
        )


def _warn_of_mean(judged: Judged) -> None:
    prevalence, sample = judged.prevalence, judged.at_observed_prevalence
    mean = float(np.average(sample.score, weights=sample.weight))
    if max(mean, 1e-300) / prevalence > _FAR or prevalence / max(mean, 1e-300) > _FAR:
        _warn(
            f"the mean score is {percent(mean)}, but {percent(prevalence)} of the patients have the "
            "outcome. If the scores are calibrated to another prevalence, state it (source_prevalence, "
            "--source-prevalence); otherwise the model is miscalibrated."
        )


def _warn(problem: str) -> None:
    warnings.warn(ScaleWarning(problem), stacklevel=3)
