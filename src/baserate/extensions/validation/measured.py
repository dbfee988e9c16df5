"""What is validated: net benefit at the deployment and at thresholds, AUC, calibration slope, O/E.

Each measure can be had twice: as an estimate from an evaluation, and as a plain number, which is all that
hundreds of resamples need.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.measures import observed_expected_of, slope
from baserate.deployment.deployment import Deployment, threshold_of
from baserate.deployment.notation import short_percent
from baserate.errors import BaserateError, SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate
from baserate.odds import adjust
from baserate.scores.metrics import auc, mean_gain
from baserate.scores.patient_gains import gains_on
from baserate.scores.sample import Sample

Numbers = NDArray[np.float64]

NET_BENEFIT, AUC, SLOPE, RATIO = "net_benefit", "auc", "calibration_slope", "observed_expected"
_SHOWN = {AUC: "AUC", SLOPE: "calibration slope", RATIO: "observed/expected"}


@dataclass(frozen=True)
class Measure:
    """A measure by its name; net benefit may be at a threshold probability of its own."""

    name: str
    threshold: float | None = None

    @property
    def words(self) -> str:
        """As a reader is shown it."""
        if self.name != NET_BENEFIT:
            return _SHOWN.get(self.name, self.name)
        at = "" if self.threshold is None else f" at a threshold of {short_percent(self.threshold)}"
        return f"net benefit per 1,000{at}"

    @property
    def is_compared(self) -> bool:
        """Whether a difference of two models means something."""
        return self.name in (NET_BENEFIT, AUC)

    def at(self, deployment: Deployment) -> Deployment:
        """The deployment, its cost that of the threshold where one is stated."""
        return deployment if self.threshold is None else Deployment.of(deployment.prevalence, self.threshold)


def measures(thresholds: Any) -> tuple[Measure, ...]:
    """All measures: net benefit at the deployment and at each threshold, AUC, slope, observed/expected."""
    at = [Measure(NET_BENEFIT, _threshold(one)) for one in _as_list(thresholds)]
    if len({round(one.threshold or 0.0, 9) for one in at}) < len(at):
        raise SettingError("thresholds names a threshold twice.")
    return (Measure(NET_BENEFIT), *at, Measure(AUC), Measure(SLOPE), Measure(RATIO))


def _threshold(given: Any) -> float:
    value = float(threshold_of(given))
    if not 0.0 < value < 1.0:
        raise SettingError(f"a threshold probability lies between 0 and 1; found {given!r}.")
    return value


def _as_list(thresholds: Any) -> list[Any]:
    if thresholds is None:
        return []
    single = isinstance(thresholds, str) or not isinstance(thresholds, Iterable)
    return [thresholds] if single else list(thresholds)


def estimate(ev: Evaluation, model: str, measure: Measure, *, own_source: bool) -> Estimate:
    """A measure of a model from an evaluation; ``own_source`` says that its source prevalence is stated.

    Otherwise scores are those of models fitted to these patients, whose mean goes with the observed
    prevalence, and observed over expected is that of the scores as they are.
    """
    judged = ev.judged(model)
    if measure.name == NET_BENEFIT:
        found = judged.worth(measure.at(judged.deployment))
    elif measure.name == RATIO:
        found = observed_expected_of(judged if own_source else judged.unmoved)
    else:
        found = judged.measure(measure.name).get()
    return found.at_level(ev.question.level)


def difference(ev: Evaluation, model: str, other: str, measure: Measure) -> Estimate:
    """The same of a model minus another, on the same patients."""
    if measure.name == NET_BENEFIT:
        return ev.difference(model, other, measure.at(ev.question.deployment))
    first, second = (ev.judged(one).measure(measure.name).get() for one in (model, other))
    return (first - second).at_level(ev.question.level)


@dataclass(frozen=True, eq=False)
class Scored:
    """Outcomes, risks and weights of some patients, and the prevalence to which the risks are calibrated."""

    label: NDArray[np.int8]
    risk: Numbers
    weight: Numbers | None
    source: float | None

    def value(self, measure: Measure, deployment: Deployment) -> float:
        """A measure as a plain number; no number where these patients do not give it."""
        try:
            return self._value(measure, deployment)
        except BaserateError:
            return math.nan

    def _value(self, measure: Measure, deployment: Deployment) -> float:
        if measure.name == NET_BENEFIT:
            return self._net_benefit(measure.at(deployment))
        if measure.name == AUC:
            return auc(self.label, self.risk, sample_weight=self.weight)
        if measure.name == SLOPE:
            return slope(Cohort.labelled(self.label, sample_weight=self.weight), self.risk).value
        return self._observed_expected()

    def _net_benefit(self, where: Deployment) -> float:
        sample = Sample.of(self.label, self.risk, self.weight)
        gains = gains_on(sample, where, self.source, None)
        return mean_gain(sample, gains) - gains.negative_total

    def _observed_expected(self) -> float:
        observed = float(np.average(self.label, weights=self.weight))
        risk = self.risk if self.source is None else adjust(self.risk, self.source, observed)
        expected = float(np.average(risk, weights=self.weight))
        return observed / expected if expected > 0.0 else math.nan
