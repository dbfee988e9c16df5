"""Gap: the difference between two groups, or two models, in parts that add up."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from baserate.cohort import Cohort
from baserate.deployment import Deployment, Value, source_prevalence_of
from baserate.estimate import Estimate
from baserate.notation import percent
from baserate.rows import Rows, prevalence_of
from baserate.sharpness import Split

_SIGNS = {
    "total": "total",
    "mechanism": "= mechanism",
    "sharpness": "  = sharpness",
    "calibration": "  + calibration",
    "label_shift": "+ label shift",
    "sharpness_corrected": "corrected: sharpness",
    "calibration_corrected": "           calibration",
}


@dataclass(frozen=True, eq=False)
class Scored:
    """A model's scores of the patients of a cohort: one side of a comparison."""

    name: str
    cohort: Cohort
    y_prob: object = field(repr=False)
    source_prevalence: Value | None = None

    @cached_property
    def rows(self) -> Rows:
        """The scores, checked."""
        return self.cohort.rows(self.y_prob)

    @property
    def prevalence(self) -> float:
        """Share of these patients who have the disease."""
        return prevalence_of(self.rows)

    @property
    def source(self) -> float:
        """The prevalence for which the scores are taken to be made."""
        stated = self.source_prevalence
        return self.prevalence if stated is None else source_prevalence_of(stated)

    def score(self, deployment: Deployment) -> Estimate:
        """The score at a deployment."""
        return self.cohort.score(self.y_prob, deployment, source_prevalence=self.source_prevalence)


@dataclass(frozen=True, eq=False)
class Gap:
    """``first`` less ``second``: the difference between two groups or models, and why.

    ``total = mechanism + label_shift`` and ``mechanism = sharpness + calibration``, exactly.
    ``over`` is the prevalence over which the mechanism is averaged; it is ``between_groups`` when it
    was taken from the two groups' own. ``splits`` are the two sides' own sharpness and calibration.
    """

    first: Scored
    second: Scored
    own: tuple[Estimate, Estimate]
    over: Deployment
    between_groups: bool
    mechanism: Estimate
    sharpness: Estimate
    splits: tuple[Split, Split] = field(repr=False)

    @cached_property
    def total(self) -> Estimate:
        """Difference of the scores, each at its own group's prevalence."""
        return self.own[0] - self.own[1]

    @cached_property
    def label_shift(self) -> Estimate:
        """What differs because the disease is more common in one group: the total less the mechanism."""
        return self.total - self.mechanism

    @cached_property
    def calibration(self) -> Estimate:
        """What differs because one group's risks are further from the truth; negative against the first."""
        return self.mechanism - self.sharpness

    @cached_property
    def sharpness_corrected(self) -> Estimate:
        """Sharpness without the optimism of recalibrating on the patients who judge it."""
        return self.sharpness - self._optimism

    @cached_property
    def calibration_corrected(self) -> Estimate:
        """Calibration without that optimism."""
        return self.calibration + self._optimism

    @cached_property
    def _optimism(self) -> Estimate:
        first, second = ((one.calibration - one.calibration_corrected) for one in self.splits)
        return first - second

    @property
    def parts(self) -> dict[str, Estimate]:
        """All parts by name, in the order in which they are read."""
        return {
            "total": self.total,
            "mechanism": self.mechanism,
            "sharpness": self.sharpness,
            "calibration": self.calibration,
            "label_shift": self.label_shift,
            "sharpness_corrected": self.sharpness_corrected,
            "calibration_corrected": self.calibration_corrected,
        }

    def at_level(self, level: float) -> Gap:
        """The same with another level for the intervals."""
        own = (self.own[0].at_level(level), self.own[1].at_level(level))
        parts = (self.mechanism.at_level(level), self.sharpness.at_level(level))
        return Gap(self.first, self.second, own, self.over, self.between_groups, *parts, self.splits)

    @property
    def source(self) -> str:
        """The prevalences for which the scores were taken to be made, in words."""
        parts = []
        for side in (self.first, self.second):
            kind = "its own" if side.source_prevalence is None else "as stated"
            parts.append(f"{side.name} {percent(side.source)} ({kind})")
        return "scores made for a prevalence of: " + ", ".join(parts)

    def __str__(self) -> str:
        prevalence = "the same prevalence"
        if self.over.prevalence is not None:
            prevalence = f"a prevalence of {self.over.prevalence}"
        if self.between_groups:
            prevalence += " (between the groups' own)"
        lines = [
            f"{self.first.name} less {self.second.name}, {self.over.units}",
            f"cost {self.over.cost}",
            f"mechanism at {prevalence}",
            self.source,
        ]
        lines += [f"{_SIGNS[name]:24}{estimate}" for name, estimate in self.parts.items()]
        return "\n".join(lines)
