"""How patients were followed to the horizon: counts that a reader must see beside any result."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Followed"]


@dataclass(frozen=True)
class Followed:
    """How many patients were followed to the horizon, and how much hangs on few of them.

    Of ``rows`` patients ``censored`` were censored before the horizon and ``competing`` had a competing
    event by it. ``heaviest`` is the share of all weight that the ten heaviest patients carry; None where
    that cannot be said, because nobody is followed to the horizon. The curve of censoring was estimated in
    ``strata``, 1 where there is one for all. ``effective`` is how many patients that count alike those whose
    outcome is known are worth by their weights for censoring alone (Kish); None where it is not known.
    """

    rows: int
    censored: int
    competing: int
    heaviest: float | None
    strata: int = 1
    effective: float | None = None

    @property
    def is_complete(self) -> bool:
        """Whether everybody's outcome at the horizon is known."""
        return self.censored == 0
