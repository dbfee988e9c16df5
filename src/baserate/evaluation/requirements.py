"""Requirements: what must be true of an evaluation before a model may be used."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from baserate.deployment.distributions import is_number
from baserate.errors import BaserateError, DataError, SettingError
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.results.evidence import Evidence
from baserate.results.measures import OF_MODELS
from baserate.results.result import Required

_COMPARED = {"model", "group", "better_than", "confidence", "by_at_least"}
_NOT_WORSE = {"model", "group", "no_worse_than", "confidence"}
_MEASURED = {"model", "group", "measure", "at_least", "at_most", "sure"}

# What a requirement can be about, with the keys that may stand beside it.
_KINDS = {"better_than": _COMPARED, "no_worse_than": _NOT_WORSE, "measure": _MEASURED}
_MARGIN = "margin"


def check_known(content: Mapping[str, Any], keys: set[str], where: str) -> None:
    """Refuse a key that means nothing, with the one that may have been meant."""
    for key in content:
        if key not in keys:
            near = get_close_matches(key, keys, n=1)
            hint = f" Was {near[0]!r} meant?" if near else f" There are {', '.join(sorted(keys))}."
            raise SettingError(f"{where} says {key!r}, which means nothing here.{hint}", argument=(key, None))


@dataclass(frozen=True)
class Outcome:
    """Whether a requirement is met, and what was seen, in words; or why it could not be judged."""

    text: str
    met: bool
    seen: str = ""
    why_not: BaserateError | None = None

    def found(self, *, least: int = 1) -> str:
        """What was seen, without numbers of fewer patients than ``least``."""
        if self.why_not is None:
            return self.seen
        return f"not available: {self.why_not.sentence(least=least)}"

    def as_result(self, *, least: int = 1) -> Required:
        """As plain data."""
        return Required(self.text, self.met, self.found(least=least))


@dataclass(frozen=True)
class Requirement:
    """That a model is better than another way, or no worse, or that one of its measures is within bounds.

    ``better_than`` another model or a default strategy, with a one-sided ``confidence`` (0.95 unless
    stated), by at least ``by_at_least`` true positives per 1,000 patients, which may be ``"margin"``, the
    study's own. Or ``no_worse_than`` another by more than the study's margin, with the same confidence
    (non-inferior). Or a ``measure`` of at least, or at most, a value; with ``sure`` the whole interval
    must be.
    """

    model: str
    better_than: str | None = None
    no_worse_than: str | None = None
    confidence: float = 0.95
    by_at_least: float | str = 0.0
    measure: str | None = None
    at_least: float | None = None
    at_most: float | None = None
    group: str | None = None
    sure: bool = False

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Requirement:
        """From a table of a study file."""
        if not isinstance(content, Mapping):
            raise SettingError(f"a requirement is a table, [[require]]; found {content!r}.")
        check_known(content, _COMPARED | _NOT_WORSE | _MEASURED, "a requirement")
        if "model" not in content:
            raise SettingError("a requirement must name its model.")
        kinds = [keys for kind, keys in _KINDS.items() if kind in content]
        if len(kinds) != 1:
            raise SettingError(f"a requirement is one of {' = ..., '.join(_KINDS)} = ...")
        check_known(content, kinds[0], "this kind of requirement")
        for key in ("model", "group", *_KINDS):
            if key in content and not isinstance(content[key], str):
                raise SettingError(f"{key} of a requirement is a name; found {content[key]!r}.")
        for key in ("confidence", "by_at_least", "at_least", "at_most"):
            if key == "by_at_least" and content.get(key) == _MARGIN:
                continue
            if key in content and not (is_number(content[key]) and math.isfinite(content[key])):
                raise SettingError(f"{key} must be a number; found {content[key]!r}.")
        if not isinstance(content.get("sure", False), bool):
            raise SettingError(f"sure is true or false; found {content['sure']!r}.")
        made = cls(**content)
        made._check()
        return made

    def _check(self) -> None:
        if self.measure is not None:
            if self.measure not in OF_MODELS:
                raise SettingError(f"no measure {self.measure!r}; there are {', '.join(OF_MODELS)}.")
            if self.at_least is None and self.at_most is None:
                raise SettingError(f"say what {self.measure} must be: at_least = ... or at_most = ...")
            if None not in (self.at_least, self.at_most) and self.at_least > self.at_most:  # type: ignore[operator]
                raise SettingError(f"nothing is at least {self.at_least:g} and at most {self.at_most:g}.")
        if not 0.0 < self.confidence < 1.0:
            raise SettingError(f"a confidence lies between 0 and 1; found {self.confidence}.")
        if self.model == self.other:
            raise SettingError(f"no model is better than itself: {self.model!r}.")

    @property
    def other(self) -> str | None:
        """What the model is compared with."""
        return self.better_than or self.no_worse_than

    def check_margin(self, margin: float | None) -> None:
        """Refuse a requirement that is about a margin where the study states none."""
        if margin is None and (self.no_worse_than is not None or self.by_at_least == _MARGIN):
            raise SettingError(
                f"a requirement on {self.model!r} needs a margin, the smallest difference that matters per "
                "1,000 patients: write margin = 2, or what matters to you, into the study, or give --margin."
            )

    def check_names(self, models: Sequence[str]) -> None:
        """Refuse models that the study does not have."""
        there = ", ".join(map(repr, models))
        if self.model not in models:
            raise SettingError(f"a requirement is about {self.model!r}; the models are {there}.")
        if self.other is not None and self.other not in (*models, *DEFAULT_STRATEGIES):
            kind = "better_than" if self.better_than is not None else "no_worse_than"
            raise SettingError(
                f"{kind} = {self.other!r} is none of the models ({there}), "
                f"nor a default strategy: {', '.join(map(repr, DEFAULT_STRATEGIES))}."
            )

    def judge(self, ev: Evidence) -> Outcome:
        """Whether the evaluation meets it."""
        where = "" if self.group is None else f" in {self.group}"
        try:
            if self.other is not None:
                return self._judge_difference(ev, self.other, where)
            measure = ev.judged(self.model, self.group).measure(str(self.measure))
            return self._judge_measure(measure.get(), where)
        except DataError as error:  # what these patients do not show is not met
            return Outcome(f"{self.model}{where}: {self.measure or self._claim('')}", False, why_not=error)

    def _judge_difference(self, ev: Evidence, other: str, where: str) -> Outcome:
        self.check_margin(ev.question.margin)
        margin = ev.question.margin or 0.0
        if self.no_worse_than is not None:
            least, by = -margin, f" by more than {margin:g} per 1,000"
        else:
            least = margin if isinstance(self.by_at_least, str) else self.by_at_least
            by = f" by at least {least:g} per 1,000" if least else ""
        text = f"{self.model} {self._claim(by)}{where} with confidence {self.confidence:g}"
        confidence = ev.compare(self.model, other, self.group).confidence(above=least / 1000.0)
        return Outcome(text, confidence >= self.confidence, f"confidence {confidence:.4g}")

    def _claim(self, by: str) -> str:
        kind = "better than" if self.better_than is not None else "no worse than"
        return f"{kind} {self.other}{by}"

    def _judge_measure(self, estimate: Estimate, where: str) -> Outcome:
        bounds = []
        met = True
        low, high = (estimate.low, estimate.high) if self.sure else (estimate.value, estimate.value)
        if self.at_least is not None:
            bounds.append(f"at least {self.at_least:g}")
            met = met and low >= self.at_least
        if self.at_most is not None:
            bounds.append(f"at most {self.at_most:g}")
            met = met and high <= self.at_most
        kind = " (the whole interval)" if self.sure else ""
        text = f"{self.measure} of {self.model}{where} {' and '.join(bounds)}{kind}"
        return Outcome(text, met, f"{estimate.value:.4g} ({estimate.low:.4g} to {estimate.high:.4g})")
