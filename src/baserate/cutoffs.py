"""The threshold to use at the bedside: where, on the model's own score, treating starts to pay."""

from __future__ import annotations

from dataclasses import dataclass

from baserate.deployment import Cost, CostLike, Prevalence, PrevalenceLike, Value, source_prevalence_of
from baserate.distributions import Distribution
from baserate.notation import short_percent
from baserate.odds import adjust, expit


@dataclass(frozen=True)
class Cutoff:
    """Treat from ``value`` up, at the middle of the deployment; it runs from ``low`` to ``high`` over it.

    The middle is the median prevalence at the median cost. Where the disease is more common, or a
    missed case costs more, the cut-off is lower.
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        if self.low == self.high:
            return short_percent(self.value)
        value, rare, common = (short_percent(one) for one in (self.value, self.high, self.low))
        return f"{value} ({rare} where it is rare, {common} where common)"


def cutoff(prevalence: PrevalenceLike, cost: CostLike, source_prevalence: Value) -> Cutoff:
    """The cut-off on the raw score: treat when it is at least this.

    A score made for ``source_prevalence`` is adjusted to the prevalence at the deployment and
    compared with ``c``; this is the same comparison, made on the score itself.

    >>> print(cutoff("5%", "1:30", "10%"))
    6.57 %
    >>> print(cutoff((0.01, 0.10), "1:30", "10%"))
    9.95 % (26.8 % where it is rare, 3.23 % where common)
    """
    where, price = Prevalence.of(prevalence).distribution, Cost.of(cost).distribution
    source = source_prevalence_of(source_prevalence)
    (least, most), (cheap, dear) = _ends(where), _ends(price)
    return Cutoff(
        float(adjust(price.median, where.median, source)),
        float(adjust(cheap, most, source)),
        float(adjust(dear, least, source)),
    )


def _ends(distribution: Distribution) -> tuple[float, float]:
    values = [*distribution.atoms[0], *(float(expit(x)) for x in distribution.breaks)]
    return min(values), max(values)
