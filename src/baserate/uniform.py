"""What "uniform" means for a cost: four readings, which can disagree about the better model.

"Between 1:50 and 1:5" says nothing about where in between. Equal steps of the threshold ``c``, of
the harm ratio ``c/(1-c)``, of its logarithm, or of the number of patients one is willing to treat
to find one case put their middle at very different costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from numpy.typing import ArrayLike

from baserate.deployment import Cost, CostLike, PrevalenceLike, Value
from baserate.distributions import Density, LogOddsUniform, Uniform
from baserate.errors import CostError
from baserate.metrics import net_benefit


@dataclass(frozen=True)
class UniformReading:
    """One reading of "uniform": its median cost, and what each model is worth under it."""

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

    def odds(c: ArrayLike) -> ArrayLike:
        return 1.0 / (1.0 - c) ** 2  # type: ignore[operator]

    def number_willing_to_treat(c: ArrayLike) -> ArrayLike:
        return 1.0 / c**2  # type: ignore[operator]

    return {
        "c": Cost(Uniform(a, b)),
        "odds c/(1-c)": Cost(Density(odds, a, b)),
        "log odds": Cost(LogOddsUniform(a, b)),
        "number willing to treat 1/c": Cost(Density(number_willing_to_treat, a, b)),
    }


def compare_uniform(
    y_true: ArrayLike,
    models: Mapping[str, ArrayLike],
    *,
    cost: tuple[Value | Cost, Value | Cost],
    prevalence: PrevalenceLike | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
) -> list[UniformReading]:
    """Net benefit of each model under each reading of a uniform range of costs.

    When the readings name different models, the range is too wide to settle the matter: state a
    narrower one, or the reading that is meant.
    """
    found = []
    for reading, spread in uniform_readings(*cost).items():
        asked: CostLike = spread
        worth = {
            name: net_benefit(
                y_true,
                score,
                cost=asked,
                prevalence=prevalence,
                sample_weight=sample_weight,
                source_prevalence=source_prevalence,
            )
            for name, score in models.items()
        }
        found.append(UniformReading(reading, spread, worth))
    return found
