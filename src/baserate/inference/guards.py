"""Guards: how an interval allows for what a small or discrete sample may not have shown.

Where nearly all gains are alike, because scores are discrete, near perfect or clipped, the spread that
was seen is too small. One score of independent patients is guarded by pseudo-observations, as Agresti
and Coull (1998, doi:10.1080/00031305.1998.10480550) guard a proportion; everything else by an adjusted
t interval (:meth:`baserate.inference.sampling.ClassSpread.parts`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from baserate.inference.constants import PSEUDO_PATIENTS
from baserate.inference.moments import ClassMoments
from baserate.inference.sampling import ClassSpread, Spread

__all__ = ["Single"]

Ends: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Single:
    """One score of one sample: beyond its contributions, the range that its gains can take.

    ``derivative`` is how fast the score rises with the log odds of the data's prevalence; ``ends`` are
    the least and the most that a patient with the disease, and one without, may gain.
    """

    value: float
    moments: tuple[ClassMoments, ClassMoments]
    derivative: float
    ends: tuple[Ends, Ends]

    @property
    def reach(self) -> tuple[float, float]:
        """How far apart two patients with the disease, and two without, may be."""
        (low, high), (other_low, other_high) = self.ends
        return high - low, other_high - other_low

    def of_more(self, cases: float, others: float) -> Single:
        """The same from so many times as many patients with the disease, and without, like these."""
        first, second = (
            m._replace(size=m.size * times, within=m.within / times, tilt=m.tilt / times)
            for m, times in zip(self.moments, (cases, others), strict=True)
        )
        return replace(self, moments=(first, second))

    def with_known_prevalence(self) -> Single:
        """The same score were the prevalence of the patients known."""
        return replace(self, derivative=0.0)

    def classes(self) -> list[ClassSpread]:
        """Spread within each class, and from how many patients of the class there are."""
        spreads = []
        for side, m in zip((1.0, -1.0), self.moments, strict=True):
            along = side * self.derivative + m.tilt * m.size
            spreads.append(ClassSpread(m.size, max(m.within - m.tilt**2 * m.size, 0.0), along**2 / m.size))
        return spreads

    def spread(self) -> Spread:
        """As :meth:`Sampling.spread`, from the sums alone."""
        return Spread.of([part for spread in self.classes() for part in spread.parts()])

    def with_pseudo_observations(self, more: float = PSEUDO_PATIENTS) -> tuple[float, Spread]:
        """Shift of the centre, and spread, with some of a patient of each class at either end of the range.

        ``more`` is how many patients that is in all: what it would be safe to have seen.
        """
        shift, parts = 0.0, []
        for m, seen, (low, high) in zip(self.moments, self.classes(), self.ends, strict=True):
            n = m.size
            mean = (n * m.mean + more * (low + high) / 2.0) / (n + more)
            squares = n**2 * seen.within + n * (m.mean - mean) ** 2
            squares += more * ((mean - low) ** 2 + (high - mean) ** 2) / 2.0
            shift += mean - m.mean
            degrees = n - 1.0 + more
            parts += [(squares / (n * (n + more)), degrees), (seen.between, degrees)]
        return shift, Spread.of(parts)
