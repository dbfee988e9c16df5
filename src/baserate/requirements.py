"""Requirements: what must be true of an evaluation before a model may be used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from baserate.distributions import is_number
from baserate.errors import DataError, SettingError
from baserate.estimate import Estimate
from baserate.evidence import Evidence
from baserate.measures import MEASURES

_KEYS = {
    "model",
    "better_than",
    "probability",
    "by_at_least",
    "measure",
    "at_least",
    "at_most",
    "group",
    "sure",
}


@dataclass(frozen=True)
class Outcome:
    """Whether a requirement is met, and what was found, in words."""

    text: str
    met: bool
    found: str


@dataclass(frozen=True)
class Requirement:
    """Either that a model is better than another way, or that one of its measures is within bounds.

    ``better_than`` another model, "treat everyone" or "treat no one", with at least ``probability``
    (0.95 unless stated), by at least ``by_at_least`` true positives per 1,000 patients. Or a
    ``measure`` of at least, or at most, a value; with ``sure`` the whole interval must be.
    """

    model: str
    better_than: str | None = None
    probability: float = 0.95
    by_at_least: float = 0.0
    measure: str | None = None
    at_least: float | None = None
    at_most: float | None = None
    group: str | None = None
    sure: bool = False

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Requirement:
        """From a table of a study file."""
        unknown = sorted(set(content) - _KEYS)
        if unknown:
            raise SettingError(
                f"a requirement says {unknown[0]!r}, which means nothing here. There are "
                f"{', '.join(sorted(_KEYS))}."
            )
        if "model" not in content:
            raise SettingError("a requirement must name its model.")
        if ("better_than" in content) == ("measure" in content):
            raise SettingError("a requirement is either better_than = ... or measure = ..., one of the two.")
        for key in ("probability", "by_at_least", "at_least", "at_most"):
            if key in content and not is_number(content[key]):
                raise SettingError(f"{key} must be a number; found {content[key]!r}.")
        made = cls(**content)
        if made.measure is not None:
            if made.measure not in MEASURES:
                raise SettingError(f"no measure {made.measure!r}; there are {', '.join(MEASURES)}.")
            if made.at_least is None and made.at_most is None:
                raise SettingError(f"say what {made.measure} must be: at_least = ... or at_most = ...")
        if not 0.0 < made.probability < 1.0:
            raise SettingError(f"a probability lies between 0 and 1; found {made.probability}.")
        return made

    def judge(self, ev: Evidence) -> Outcome:
        """Whether the evaluation meets it."""
        where = "" if self.group is None else f" in {self.group}"
        try:
            if self.better_than is not None:
                return self._judge_better(ev, where)
            return self._judge_measure(ev.judged(self.model, self.group).measure(str(self.measure)), where)
        except DataError as error:  # what these patients do not show is not met
            asked = self.measure or f"better than {self.better_than}"
            return Outcome(f"{self.model}{where}: {asked}", False, f"not available: {error}")

    def _judge_better(self, ev: Evidence, where: str) -> Outcome:
        found = ev.compare(self.model, str(self.better_than), self.group) - self.by_at_least / 1000.0
        more = f" by at least {self.by_at_least:g} per 1,000" if self.by_at_least else ""
        text = (
            f"{self.model} better than {self.better_than}{more}{where} with probability {self.probability:g}"
        )
        sure = found.probability_better
        return Outcome(text, sure >= self.probability, f"probability {sure:.4g}")

    def _judge_measure(self, found: Estimate, where: str) -> Outcome:
        bounds = []
        met = True
        low, high = (found.low, found.high) if self.sure else (found.value, found.value)
        if self.at_least is not None:
            bounds.append(f"at least {self.at_least:g}")
            met = met and low >= self.at_least
        if self.at_most is not None:
            bounds.append(f"at most {self.at_most:g}")
            met = met and high <= self.at_most
        kind = " (the whole interval)" if self.sure else ""
        text = f"{self.measure} of {self.model}{where} {' and '.join(bounds)}{kind}"
        return Outcome(text, met, f"{found.value:.4g} ({found.low:.4g} to {found.high:.4g})")
