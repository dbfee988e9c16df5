"""Smooth functions that take time to work out, tabulated once and read off between."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Table:
    """Smooth functions at equal steps; in between, the cubic through the four nearest of them."""

    start: float
    step: float
    cubics: Numbers  # by power from the third down, then by function, then by step

    @classmethod
    def of(cls, z: Numbers, values: Numbers) -> Table:
        """From equally spaced arguments, and one row of values for each function."""
        last = values.shape[1] - 1
        first = np.clip(np.arange(last) - 1, 0, last - 3)  # at the ends the four are not about the step
        at = first[:, None] + np.arange(4) - np.arange(last)[:, None]
        powers = np.linalg.inv(at[:, :, None].astype(np.float64) ** np.arange(3, -1, -1))
        near = values[:, first[:, None] + np.arange(4)]
        return cls(float(z[0]), float(z[1] - z[0]), np.einsum("ipk,fik->pfi", powers, near))

    @property
    def end(self) -> float:
        """The last argument."""
        return float(self.start + self.step * self.cubics.shape[2])

    def row(self, row: int, z: Numbers, *, slope: bool) -> Numbers:
        """One of the functions, or how fast it rises."""
        cubic = self.cubics[:, row]
        if slope:
            cubic = np.array([3.0, 2.0, 1.0])[:, None] * cubic[:3] / self.step
        part = (z - self.start) / self.step
        piece = np.clip(part.astype(np.intp), 0, self.cubics.shape[2] - 1)
        part -= piece
        found = cubic[0].take(piece)
        for power in cubic[1:]:
            found *= part
            found += power.take(piece)
        return np.asarray(found)
