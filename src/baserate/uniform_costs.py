"""What "uniform_costs" means for a cost: four readings, which can disagree about the better model.

"Between 1:50 and 1:5" says nothing about where in between. Equal steps of the threshold ``c``, of
the harm ratio ``c/(1-c)``, of its logarithm, or of the number of patients one is willing to treat
to find one case put their middle at very different costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from numpy.typing import ArrayLike

from baserate.arrays import column
from baserate.densities import Density
from baserate.deployment import Cost, CostLike, PrevalenceLike, Value
from baserate.distributions import LogOddsUniform, Uniform
from baserate.errors import CostError
from baserate.metrics import net_benefit
from baserate.models import scores_by_model, source_by_model

__all__ = ["UniformReading", "compare_uniform", "uniform_readings"]


@dataclass(frozen=True)
class UniformReading:
    """One reading of "uniform_costs": its median cost, and what each model is worth under it."""

    reading: str
    cost: Cost
    net_benefit: Mapping[str, float]

    @property
    def best(self) -> str:
        """The model with the highest net benefit."""
        return max(self.net_benefit, key=lambda name: self.net_benefit[name])

    def __str__(self) -> str:
        worth = ", ".join(f"{name} {1000 * value:.2f}" for name, value in self.net_benefit.items())
        return f"uniform in {self.reading}: {self.cost}; net benefit per 1,000: {worth}"


def uniform_readings(low: Value | Cost, high: Value | Cost) -> dict[str, Cost]:
    """A range of costs, uniform in each of the four ways.

    >>> for reading, cost in uniform_readings("1:50", "1:5").items():
    ...     print(f"{reading:28} median 1:{(1 - cost.median) / cost.median:.1f}")
    c                            median 1:9.7
    odds c/(1-c)                 median 1:9.1
    log odds                     median 1:15.8
    number willing to treat 1/c  median 1:27.5
    """
    a, b = Cost.of(low).c, Cost.of(high).c
    if a >= b:
        raise CostError(f"a range of costs must rise; found {Cost.of(low)} to {Cost.of(high)}.")

    return {
        "c": Cost(Uniform(a, b)),
        "odds c/(1-c)": Cost(Density(lambda c: 1.0 / (1.0 - c) ** 2, a, b, "uniform in odds")),
        "log odds": Cost(LogOddsUniform(a, b)),
        "number willing to treat 1/c": Cost(Density(lambda c: 1.0 / c**2, a, b, "uniform in 1/c")),
    }


def compare_uniform(
    y_true: ArrayLike,
    models: Mapping[str, ArrayLike],
    *,
    cost: CostLike,
    prevalence: PrevalenceLike | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | Mapping[str, Value] | None = None,
) -> list[UniformReading]:
    """Net benefit of each model under each reading of a uniform range of costs.

    ``source_prevalence`` is one for all models, or a mapping from the names of some of them. When
    the readings name different models, the range is too wide to settle the matter: state a
    narrower one, or the reading that is meant.
    """
    y_true, models = column(y_true, "y_true"), scores_by_model(models)
    sources = source_by_model(models, source_prevalence)
    found = []
    whole = Cost.of(cost).distribution
    if not isinstance(whole, (LogOddsUniform, Uniform)):
        raise CostError(
            f"a range of costs with two ends is needed, such as ('1:50', '1:5'); found {Cost.of(cost)}."
        )
    for reading, spread in uniform_readings(whole.a, whole.b).items():
        worth = {
            name: net_benefit(
                y_true,
                score,
                cost=spread,
                prevalence=prevalence,
                sample_weight=sample_weight,
                source_prevalence=sources[name],
            )
            for name, score in models.items()
        }
        found.append(UniformReading(reading, spread, worth))
    return found
