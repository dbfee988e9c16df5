"""What a reader must know before the result: warnings about data that look odd."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

import numpy as np

from baserate.errors import ScaleWarning
from baserate.measures import Judged
from baserate.metrics import auc_of
from baserate.notation import percent
from baserate.odds import adjust
from baserate.rows import prevalence_of, warn_of_decisions

# A mean risk more than this many times too high, or too low, is far from the prevalence.
_FAR = 2.0
# A share of patients with one and the same score that is worth a word when it lies at the cut-off.
_HEAP = 0.02


def cautions(models: Mapping[str, Judged]) -> None:
    """Warn of scores that look like decisions, like those of the other class, or miscalibrated."""
    for name, judged in models.items():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            warn_of_decisions(judged.rows.score)
        for one in caught:
            warnings.warn(f"{name}: {one.message}", one.category, stacklevel=3)
        _warn_of_order(name, judged)
        _warn_of_mean(name, judged)
        _warn_of_heap(name, judged)


def _warn_of_order(name: str, judged: Judged) -> None:
    # The value alone, which takes half the time of its interval.
    found = auc_of(judged.rows)
    if found < 0.5:
        warnings.warn(
            f"{name}: an AUC of {found:.3f} is below one half. The outcome may be coded the other way round, "
            "the score may be the probability of the other outcome, or the model is worse than chance.",
            ScaleWarning,
            stacklevel=4,
        )


def _warn_of_heap(name: str, judged: Judged) -> None:
    """At one prevalence and cost, many patients just at the cut-off make the answer hang by a thread."""
    found = judged.cutoff
    if found.low != found.high:
        return
    score = judged.rows.score
    at = int(np.count_nonzero(np.abs(score - found.value) <= 1e-9))
    if at > _HEAP * len(score):
        warnings.warn(
            f"{name}: {at:,} of {len(score):,} patients score exactly {found}, the cut-off. They count as "
            "treated; at a slightly lower prevalence they would not. A range does not hang on this.",
            ScaleWarning,
            stacklevel=4,
        )


def _warn_of_mean(name: str, judged: Judged) -> None:
    prevalence = prevalence_of(judged.rows)
    score = judged.rows.score
    if judged.source_prevalence is not None:
        score = np.asarray(adjust(score, judged.source, prevalence))
    mean = float(np.average(score, weights=judged.rows.weight))
    if max(mean, 1e-300) / prevalence > _FAR or prevalence / max(mean, 1e-300) > _FAR:
        warnings.warn(
            f"{name}: the mean score is {percent(mean)}, but {percent(prevalence)} of the patients have the "
            "outcome. If the scores were made for another prevalence, state it (source_prevalence, "
            "--source-prevalence); otherwise the model is miscalibrated.",
            ScaleWarning,
            stacklevel=4,
        )
