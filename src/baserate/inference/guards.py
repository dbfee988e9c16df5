"""Guards: how an interval allows for what a small or discrete sample may not have shown.

Where nearly all gains are alike, because scores are discrete, near perfect or clipped, the spread that
was seen is too small. One score of independent patients is guarded by pseudo-observations, as Agresti
and Coull (1998, doi:10.1080/00031305.1998.10480550) guard a proportion; everything else by an adjusted
t interval (:meth:`baserate.inference.sampling.ClassSpread.parts`).
"""

from __future__ import annotations

from dataclasses import dataclass

from baserate.inference.moments import ClassMoments
from baserate.inference.sampling import ClassSpread, Spread


@dataclass(frozen=True)
class Single:
    """One score of one sample: beyond its contributions, the range that its gains can take.

    ``derivative`` is how fast the score rises with the log odds of the data's prevalence; the score
    lies between ``least`` and ``most``.
    """

    value: float
    moments: tuple[ClassMoments, ClassMoments]
    derivative: float
    least: float
    most: float

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

    def with_pseudo_observations(self) -> tuple[float, Spread]:
        """Shift of the centre, and spread, with half a patient of each class at either end of the range.

        These two halves are what it would be safe to have seen.
        """
        shift, parts = 0.0, []
        for m, seen in zip(self.moments, self.classes(), strict=True):
            n = m.size
            mean = (n * m.mean + m.most / 2.0) / (n + 1.0)
            squares = n**2 * seen.within + n * (m.mean - mean) ** 2
            squares += (mean**2 + (m.most - mean) ** 2) / 2.0
            shift += mean - m.mean
            parts += [(squares / (n * (n + 1.0)), n), (seen.between, n)]
        return shift, Spread.of(parts)
