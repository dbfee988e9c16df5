"""Scores with their intervals on arrays of torch, JAX or CuPy, where these lie.

A billion predictions on a graphics processor need not be brought to the host to be judged: one pass over
them yields the sums that a score and its interval are made of. The numbers are those of
:class:`baserate.Cohort`; see ``docs/reference/training.md`` for how closely.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from baserate.deployment.deployment import (
    CostLike,
    Deployment,
    PrevalenceLike,
    Value,
    stated_source,
    threshold_of,
)
from baserate.deployment.units import Baseline, UnitLike
from baserate.errors import SettingError
from baserate.extensions.arrays.libraries import is_numpy, library_of
from baserate.inference.estimate import check_level

if TYPE_CHECKING:
    from baserate.extensions.arrays.intervals import Model, Numbers
    from baserate.extensions.arrays.sums import Columns
    from baserate.inference.cohort import Cohort
    from baserate.inference.estimate import Estimate

__all__ = ["ArrayEstimate", "compare", "score"]


@dataclass(frozen=True, eq=False, repr=False)
class ArrayEstimate:
    """A number with its interval, as arrays without dimensions on the device of the data.

    ``float(estimate)`` is the value on the host; printed, it shows its interval.

    >>> import numpy as np
    >>> y, p = np.array([0, 0, 0, 1, 1] * 20), np.array([0.1, 0.4, 0.6, 0.4, 0.9] * 20)
    >>> estimate = score(y, p, prevalence=(0.01, 0.10), cost="1:30")
    >>> print(estimate)
    0.02085 (95 % CI 0.0169 to 0.02399)
    >>> estimate.value.shape, bool(estimate.low < estimate.value < estimate.high)
    ((), True)
    """

    numbers: Numbers
    level: float
    like: Any = field(repr=False)

    def _array(self, number: float) -> Any:
        if is_numpy(self.like):
            return np.asarray(number)
        return library_of(self.like, "y").number(number, self.like)

    @property
    def value(self) -> Any:
        """The number."""
        return self._array(self.numbers.value)

    @property
    def standard_error(self) -> Any:
        """Root of its variance over repeated samples of patients."""
        return self._array(self.numbers.standard_error)

    @property
    def low(self) -> Any:
        """Lower end of its interval."""
        return self._array(self.numbers.low)

    @property
    def high(self) -> Any:
        """Upper end of its interval."""
        return self._array(self.numbers.high)

    def __float__(self) -> float:
        return self.numbers.value

    def __str__(self) -> str:
        value, _, low, high = self.numbers
        return f"{value:.4g} ({100 * self.level:g} % CI {low:.4g} to {high:.4g})"

    def __repr__(self) -> str:
        return f"ArrayEstimate({self})"


def score(
    y: Any,
    p: Any,
    *,
    prevalence: PrevalenceLike,
    cost: CostLike,
    units: UnitLike = "net benefit",
    threshold: Value | None = None,
    weight: Any = None,
    source_prevalence: Value | None = None,
    baseline: Baseline | None = None,
    level: float = 0.95,
    compiled: bool = False,
) -> ArrayEstimate:
    """A model's score at a deployment, with its interval, on the device of its arrays.

    Over a range of prevalences whose log odds are uniform it is the mean of the net benefit
    ``pi TPR - c/(1-c) (1-pi) FPR``, each patient treated when the score, adjusted to the prevalence, is at
    least ``c``: a mean of clipped logarithms (see :func:`baserate.net_benefit`). The interval is that of
    :meth:`baserate.Cohort.net_benefit`, with the error of the observed prevalence, and with half a patient of
    each class at either end of the gains (after Agresti and Coull 1998, doi:10.1080/00031305.1998.10480550).

    Parameters
    ----------
    y, p
        Labels 0 and 1 (truth values, whole numbers or others), and predicted probabilities: one-dimensional
        arrays of one library on one device. NumPy's are given to :class:`baserate.Cohort`.
    prevalence
        Where the model will be used: a range ``(a, b)`` uniform in log odds, a :class:`~baserate.Uniform`
        one, or one number, with which ``source_prevalence`` must be stated.
    cost
        One cost: "1:30" (false positive : false negative) or the threshold ``c``.
    units
        "net benefit", "weighted accuracy" or "accuracy".
    threshold
        Decide on the raw score instead of at the adjusted optimum.
    weight
        How much each patient counts.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.
    baseline
        What counts as zero: "treat-none" (the default for net benefit) or "none-correct".
    level
        The confidence level.
    compiled
        Compile the pass into one program first (torch; JAX always does). It takes some 10 to 30 seconds when
        it is first called for, and pays where there are many millions of rows, or many calls.

    >>> import numpy as np
    >>> y, p = np.array([0, 0, 0, 1, 1] * 20), np.array([0.1, 0.4, 0.6, 0.4, 0.9] * 20)
    >>> print(score(y, p, prevalence=(0.01, 0.10), cost="1:30", source_prevalence=0.3))
    0.01952 (95 % CI 0.01537 to 0.02287)
    """
    deployment = _deployment(prevalence, cost, units)
    zero = deployment.units.baseline(baseline)
    check_level(level)
    if is_numpy(y):
        found = _on_host(_cohort(y, weight), deployment, p, threshold, source_prevalence, zero, "p")
        return _from_estimate(found.at_level(level), level, y)
    from baserate.extensions.arrays.intervals import score_numbers

    with library_of(y, "y").double_precision(y):
        columns = _columns(y, {"p": p}, weight, compiled)
        model = _model(columns, deployment, source_prevalence, threshold)
        return ArrayEstimate(score_numbers(model, zero, level), level, columns.y[:1])


def compare(
    y: Any,
    p: Any,
    q: Any,
    *,
    prevalence: PrevalenceLike,
    cost: CostLike,
    units: UnitLike = "net benefit",
    threshold: Value | None = None,
    weight: Any = None,
    source_prevalence: Value | tuple[Value | None, Value | None] | None = None,
    level: float = 0.95,
    compiled: bool = False,
) -> ArrayEstimate:
    """The score of model ``p`` minus that of model ``q`` on the same patients, with its interval.

    The interval is that of a difference of two estimates of one :class:`baserate.Cohort`: paired, with
    Satterthwaite's degrees of freedom and a quarter of a patient of each class added above and below.

    Parameters
    ----------
    y, p, q
        Labels, and the predicted probabilities of two models for the same patients.
    prevalence, cost, units, threshold, weight, level, compiled
        As for :func:`score`.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one: one for both
        models, or a pair.

    >>> import numpy as np
    >>> y, p = np.array([0, 0, 0, 1, 1] * 20), np.array([0.1, 0.4, 0.6, 0.4, 0.9] * 20)
    >>> print(compare(y, p, np.sqrt(p), prevalence=(0.01, 0.10), cost="1:30"))
    0.005506 (95 % CI 0.003245 to 0.007768)
    """
    deployment = _deployment(prevalence, cost, units)
    sources = source_prevalence if isinstance(source_prevalence, tuple) else (source_prevalence,) * 2
    if len(sources) != 2:
        raise SettingError(f"source_prevalence must be one number or a pair; found {source_prevalence!r}.")
    check_level(level)
    if is_numpy(y):
        cohort, zero = _cohort(y, weight), deployment.units.baseline(None)
        first, second = (
            _on_host(cohort, deployment, score, threshold, source, zero, name)
            for name, score, source in zip("pq", (p, q), sources, strict=True)
        )
        return _from_estimate((first - second).at_level(level), level, y)
    from baserate.extensions.arrays.intervals import difference_numbers

    with library_of(y, "y").double_precision(y):
        columns = _columns(y, {"p": p, "q": q}, weight, compiled)
        first_model, second_model = (_model(columns, deployment, source, threshold) for source in sources)
        return ArrayEstimate(difference_numbers(first_model, second_model, level), level, columns.y[:1])


def _deployment(prevalence: PrevalenceLike | None, cost: CostLike, units: UnitLike) -> Deployment:
    if prevalence is None:
        raise SettingError(
            "on arrays a prevalence is to be stated: a range such as (0.01, 0.10), or a number. For the "
            "observed one bring the columns to NumPy: baserate.Cohort.of(y).net_benefit(p, ...)."
        )
    return Deployment.of(prevalence, cost, units)


def _columns(y: Any, scores: dict[str, Any], weight: Any, compiled: bool) -> Columns:
    from baserate.extensions.arrays.sums import Columns

    return Columns.of(y, scores, weight, compiled=compiled)


def _model(columns: Columns, deployment: Deployment, source: Value | None, threshold: Value | None) -> Model:
    from baserate.extensions.arrays.intervals import Model

    cut = None if threshold is None else threshold_of(threshold)
    return Model(columns, deployment, stated_source(source), cut)


def _cohort(y: Any, weight: Any) -> Cohort:
    from baserate.inference.cohort import Cohort

    return Cohort.of(y, sample_weight=weight)


def _on_host(
    cohort: Cohort,
    deployment: Deployment,
    p: Any,
    threshold: Value | None,
    source: Value | None,
    baseline: Baseline,
    name: str,
) -> Estimate:
    """What the library itself says of arrays of NumPy."""
    if not is_numpy(p):
        raise SettingError(f"y is an array of NumPy, {name} is not: use one library for all.")
    return cohort.score(p, deployment, threshold, source, baseline)


def _from_estimate(estimate: Estimate, level: float, like: Any) -> ArrayEstimate:
    from baserate.extensions.arrays.intervals import Numbers

    numbers = Numbers(estimate.value, estimate.standard_error, estimate.low, estimate.high)
    return ArrayEstimate(numbers, level, like)
