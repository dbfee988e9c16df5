"""What was given out before: whether a file tells, together with an earlier one, of few patients.

Each file that is shared, a page or a site summary, keeps its own rule: no number in it is about fewer
patients of a class than its smallest cell. Two files together need not: this month's less last month's is
about those who came between, and the same patients in other groups or bins can be subtracted from each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from baserate.errors import SettingError

__all__ = ["GivenOut"]


@dataclass(frozen=True)
class GivenOut:
    """What a shared file says of how many: cases and non-cases of each group, and of everyone under None.

    ``bins`` is a hash of everything that it carries of patients, ``horizon`` the time by which outcomes
    count, None where that is not said.
    """

    name: str
    smallest_cell: int
    counts: Mapping[str | None, tuple[int, int]]
    bins: str
    horizon: float | None = None

    def check_against(self, earlier: GivenOut) -> None:
        """Refuse a file that tells of few patients together with one that was given out before.

        So it does where a class has a few patients more, or fewer, in everyone or in a group of the same
        name; and where the patients are as many as before, so most likely the same, in other groups or bins.
        """
        least = max(self.smallest_cell, earlier.smallest_cell)
        if self.bins == earlier.bins:
            return
        if None not in (self.horizon, earlier.horizon) and self.horizon != earlier.horizon:
            raise SettingError(
                f"{earlier.name} has outcomes by a horizon of {earlier.horizon:g}, {self.name} by one of "
                f"{self.horizon:g}: of the same patients, the two together tell who had the event between, "
                f"and these may be fewer than {least}. Share one of the two."
            )
        if self.counts[None] == earlier.counts[None]:
            raise SettingError(
                f"{earlier.name} has as many patients of each class, in other groups or bins: if they are "
                f"the same, the two together tell of fewer than {least} of them. Share one of the two."
            )
        both = [group for group in self.counts if group in earlier.counts]
        few = [group for group in both if _differ_by_few(self.counts[group], earlier.counts[group], least)]
        if few:
            who = ", ".join("everyone" if group is None else repr(group) for group in few)
            raise SettingError(
                f"{self.name} less {earlier.name} is about fewer than {least} patients of a class, in {who}. "
                "Make each month's file of that month's own patients; site summaries can then be combined."
            )


def _differ_by_few(now: tuple[int, int], then: tuple[int, int], least: int) -> bool:
    return any(0 < abs(now[i] - then[i]) < least for i in (0, 1))
