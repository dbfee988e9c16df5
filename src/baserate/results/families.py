"""Groups that are compared with each other: those of one column, or of several columns crossed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from baserate.errors import SettingError
from baserate.patients.checks import MOST_GROUPS
from baserate.patients.groupings import Way, title
from baserate.patients.patients import Patients
from baserate.results.question import Question


@dataclass(frozen=True)
class Families:
    """The groups of every way of dividing the patients, by its columns.

    ``estimable`` are those that can be judged; ``reference`` is the group that was stated as such, if any.
    """

    names: Mapping[Way, Sequence[str]]
    estimable: frozenset[str]
    reference: str | None

    def way_of(self, group: str) -> Way:
        """The columns that a group is of."""
        return next(way for way, names in self.names.items() if group in names)

    def of(self, group: str) -> Sequence[str]:
        """All groups of the same columns, in their order; none for what is no group."""
        return next((names for names in self.names.values() if group in names), ())

    def reference_of(self, group: str) -> str | None:
        """The stated reference, where it is of the same columns."""
        return self.reference if self.reference in self.of(group) else None

    def compared_with(self, group: str) -> str | None:
        """The group that another is compared with in tables: of two the second, else None for the rest."""
        reference, names = self.reference_of(group), self.of(group)
        if reference is None and len(names) == 2:  # the other way round would say the same
            return names[1]
        return reference if reference != group else None

    @property
    def comparisons(self) -> int:
        """How many different comparisons of groups there are."""
        return max(1, sum(self._within(names) for names in self.names.values()))

    def _within(self, names: Sequence[str]) -> int:
        judged = sum(name in self.estimable for name in names)
        return max(1, judged - 1) if self.reference in names or judged == 2 else judged

    def check_comparable(self, group: str, reference: str) -> None:
        """Refuse groups of different columns, which may have patients in common."""
        if reference not in self.of(group):
            raise SettingError(
                f"groups {group!r} and {reference!r} are of different columns, and may have patients in "
                "common; compare groups of one column."
            )


def check_groups(question: Question, patients: Patients) -> None:
    """Refuse too many groups, and a reference that is none of them."""
    names = patients.group_names
    for way, family in zip(question.roles.ways, patients.families, strict=True):
        if len(family) > MOST_GROUPS:
            raise SettingError(
                f"column {title(way)!r} has {len(family):,} different values.",
                argument=("by", None),
                advice="Groups are few; for what belongs together, pass \0cluster=\0.",
            )
    if question.reference is None:
        return
    if not names:
        raise SettingError(
            "\0argument\0 needs groups: name their column with \0by=\0.",
            argument=("reference", question.reference),
        )
    if question.reference not in names:
        there = ", ".join(map(repr, names))
        raise SettingError(
            f"\0argument\0: there is no such group to compare with; there are {there}.",
            argument=("reference", question.reference),
        )
