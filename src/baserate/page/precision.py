"""What the binning for the page costs: its scores beside the exact ones, at settings across the controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_UP, Context
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import Deployment
from baserate.odds import expit, logit
from baserate.patients.discreet_bins import UNIT
from baserate.results.evidence import Evidence
from baserate.results.judged import Judged
from baserate.scores.gain_shapes import StepGains
from baserate.scores.gains import Gains, gains_of
from baserate.scores.metrics import mean_gain
from baserate.scores.sample import prevalence_of

Numbers = NDArray[np.float64]

_COSTS = ("1:100", "1:30", "1:5", "1:1")
_RANGES = ((0.005, 0.02), (0.01, 0.10), (0.05, 0.20), (0.20, 0.50))
_POINTS = (0.01, 0.03, 0.10, 0.30)


def precision(ev: Evidence, models: Sequence[Mapping[str, Any]], buckets: Sequence[str]) -> dict[str, Any]:
    """The largest difference of a score in the page from the exact one, over ranges and at one prevalence.

    In net benefit; ``groups`` is the largest of any group, over ranges. The study's own deployment is
    among those looked at.
    """
    own = ev.question.deployment
    settings = [Deployment.of(where, cost) for where in (*_RANGES, *_POINTS) for cost in _COSTS]
    worst = {"score": 0.0, "score_at_one_prevalence": 0.0, "groups": 0.0}
    for model in models:
        everyone = ev.everyone.judged[model["name"]]
        for deployment in (own, *settings):
            error, one_prevalence = _error(everyone, model["lines"], deployment)
            key = "score_at_one_prevalence" if one_prevalence else "score"
            worst[key] = max(worst[key], error)
        for number, name in enumerate(buckets):
            judged = ev.groups[name].judged[model["name"]]
            found = (
                _error(judged, [model["lines"][number]], Deployment.of(where, own.cost)) for where in _RANGES
            )
            worst["groups"] = max(worst["groups"], *(error for error, _ in found))
    return {**{name: _upwards(error) for name, error in worst.items()}, "settings": 1 + len(settings)}


def _upwards(error: float) -> float:
    """Two digits, and no less: with all of them an error would tell the exact score."""
    return float(Context(prec=2, rounding=ROUND_UP).create_decimal_from_float(error))


def _error(
    judged: Judged, lines: Sequence[Sequence[Mapping[str, Any]]], deployment: Deployment
) -> tuple[float, bool]:
    """How far the score on the lines is from that of the patients, and whether it turns on one cut-off."""
    gains = gains_of(deployment, prevalence_of(judged.sample), judged.source)
    binned = sum(_mean(gains, _joined(lines, which), which == 0) for which in (0, 1))
    return abs(binned - mean_gain(judged.sample, gains)), gains.curve is None


def _joined(lines: Sequence[Sequence[Mapping[str, Any]]], which: int) -> tuple[Numbers, Numbers, Numbers]:
    """Mean log odds, spread and weight of the lines of one class, all groups together."""
    parts = [bucket[which] for bucket in lines]
    columns = [[part[name] for part in parts] for name in ("x", "s")]
    columns.append([part.get("w", part["n"]) for part in parts])
    x, s, weight = (np.concatenate([np.asarray(one, dtype=np.float64) for one in each]) for each in columns)
    return x / UNIT, s / UNIT, weight


def _mean(gains: Gains, side: tuple[Numbers, Numbers, Numbers], is_case: bool) -> float:
    x, s, weight = side
    if gains.curve is None and gains.steps is not None:
        gain = _stepped(gains.steps, x, s, is_case)
    else:
        curve = gains.positive if is_case else gains.negative
        gain = (curve(np.asarray(expit(x + s))) + curve(np.asarray(expit(x - s)))) / 2.0
    return float(weight @ gain) / float(weight.sum())


def _stepped(gains: StepGains, x: Numbers, s: Numbers, is_case: bool) -> Numbers:
    """Lines at one threshold or several: patients lie evenly over their line, and may be on both sides."""
    half = np.sqrt(3.0) * np.where(s > 0.0, s, 1.0)
    steps = np.diff(gains.positive_sums if is_case else -gains.negative_sums)
    total = np.zeros(len(x))
    for threshold, step in zip(np.asarray(logit(gains.thresholds)), steps, strict=True):
        spread = np.clip((x + half - threshold) / (2.0 * half), 0.0, 1.0)
        treated = np.where(s > 0.0, spread, x >= threshold - 1e-9)
        total += step * (treated if is_case else 1.0 - treated)
    return total
