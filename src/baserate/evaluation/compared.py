"""What changed between two results: on whom, what was asked, the verdict, and every net benefit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from baserate.evaluation.stored import StoredResult
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.report.long_frame import Line
from baserate.results.told import StoredEstimate, told
from baserate.results.words import per_thousand

# What the text of the verdict is called.
VERDICT = "verdict"
# What is compared number by number; the rest follows from the patients and the deployment.
COMPARED = ("net_benefit", "difference")
# Numbers this near to each other are the same: engines may add in another order.
_SAME = {"rel_tol": 1e-9, "abs_tol": 1e-12}


@dataclass(frozen=True)
class Changed:
    """Something that is not a number: what it is called, and what it was and is."""

    what: str
    old: str
    new: str

    def to_dict(self) -> dict[str, str]:
        """As plain data."""
        return {"what": self.what, "old": self.old, "new": self.new}


@dataclass(frozen=True)
class NumberChange:
    """A net benefit or a difference, as it was and as it is.

    ``change`` is new minus old. It has a standard error, the root of the sum of both squared, and from it a
    normal interval, where the patients of the two results are taken to be different ones; None where they are
    or may be the same, because how the two vary together is then not known from the results alone.
    """

    group: str | None
    model: str | None
    reference: str | None
    measure: str
    old: StoredEstimate | None
    new: StoredEstimate | None
    change: StoredEstimate | None

    @property
    def is_changed(self) -> bool:
        """Whether it came, went, or is another number."""
        if self.old is None or self.new is None:
            return self.old is not self.new
        return not math.isclose(self.old.value, self.new.value, **_SAME)

    @property
    def change_text(self) -> str:
        """The change per 1,000 patients, with its interval where it has one."""
        if self.change is None:
            return told(self.measure, None)
        if self.change.has_interval:
            return per_thousand(self.change)
        return f"{1000 * self.change.value + 0.0:+.1f}"

    def to_dict(self) -> dict[str, Any]:
        """As plain data; numbers per patient, as in a result."""
        head = {key: getattr(self, key) for key in ("group", "model", "reference", "measure")}
        sides = {side: _plain(getattr(self, side)) for side in ("old", "new", "change")}
        return {**head, **sides, "changed": self.is_changed}


def _plain(number: StoredEstimate | None) -> dict[str, float | None] | None:
    if number is None:
        return None
    names = ("value", "standard_error", "low", "high")
    values = {name: getattr(number, name) for name in names}
    return {name: value if math.isfinite(value) else None for name, value in values.items()}


@dataclass(frozen=True)
class Comparison:
    """What changed from an old result to a new one.

    ``same_patients`` is None where it cannot be told: as many rows, but other columns or another way of
    reading, for which the hash is another one too.
    """

    same_patients: bool | None
    software: tuple[str, str]
    settings: tuple[Changed, ...]
    numbers: tuple[NumberChange, ...]
    warnings_gone: tuple[str, ...]
    warnings_come: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Whether anything did: the patients, the question, the verdict, a number or a warning.

        The version of baserate alone is no change.
        """
        numbers = any(number.is_changed for number in self.numbers)
        return bool(self.settings or numbers or self.warnings_gone or self.warnings_come)

    @property
    def about_errors(self) -> str:
        """Whether changes have standard errors, and why or why not; in words."""
        if self.same_patients:
            return (
                "Both results are of the same patients (same data hash): their numbers vary together, so "
                "that the change has no standard error from the results alone."
            )
        if self.same_patients is None:
            return (
                "Whether both results are of the same patients cannot be told: they have as many rows, but "
                "other columns, or were read in another way. The change has no standard error."
            )
        return (
            "The results are of different data. The standard error of a change takes their patients to be "
            "independent; it is not right where some patients are in both."
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "changed": self.changed,
            "same_patients": self.same_patients,
            "about_errors": self.about_errors,
            "software": dict(zip(("old", "new"), self.software, strict=True)),
            "settings": [one.to_dict() for one in self.settings],
            "numbers": [one.to_dict() for one in self.numbers],
            "warnings_gone": list(self.warnings_gone),
            "warnings_come": list(self.warnings_come),
        }


def compare_results(old: StoredResult, new: StoredResult) -> Comparison:
    """What changed from one result to another.

    Parameters
    ----------
    old, new
        Results as :func:`baserate.read_result` gives them.

    For patients that are different in the two, the change ``new - old`` has the standard error
    ``sqrt(se_old^2 + se_new^2)``.
    """
    same = _same_patients(old.content, new.content)
    gone = tuple(text for text in old.warnings if text not in new.warnings)
    come = tuple(text for text in new.warnings if text not in old.warnings)
    versions = (old.content["provenance"]["version"], new.content["provenance"]["version"])
    numbers = tuple(_numbers(old, new, same_patients=same))
    return Comparison(same, versions, tuple(_settings(old, new)), numbers, gone, come)


# What the hash of the values is made of, as it was asked for.
_HASHED = ("outcome", "scores", "by", "cluster", "weight", "positive", "missing")
_HASHED_TOO = ("time", "event", "horizon", "censoring", "censored")


def _same_patients(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool | None:
    """Whether two results are of the same patients; None where the results do not tell."""
    data = old["data"], new["data"]
    if data[0]["sha256"] == data[1]["sha256"]:
        return True
    if data[0]["rows"] != data[1]["rows"]:
        return False
    asked = old["provenance"]["parameters"], new["provenance"]["parameters"]
    read_alike = (data[0]["binning"] is None) == (data[1]["binning"] is None)
    names = (*_HASHED, *_HASHED_TOO)
    comparable = read_alike and all(asked[0].get(name) == asked[1].get(name) for name in names)
    return False if comparable else None


def _settings(old: StoredResult, new: StoredResult) -> Iterator[Changed]:
    before, after = _described(old.content), _described(new.content)
    for what in {**before, **after}:
        was, is_now = before.get(what, "-"), after.get(what, "-")
        if was != is_now:
            yield Changed(what, was, is_now)


def _described(content: Mapping[str, Any]) -> dict[str, str]:
    """What a result is of, what was asked and what came of it, by what it is called."""
    data, where, verdict = content["data"], content["deployment"], content["verdict"]
    prevalence = where["prevalence"]
    said = {
        "rows used": f"{data['used']:,}",
        "with the outcome": f"{data['positives']:,}",
        "rows left out": f"{data['dropped']['rows']:,}",
        "clusters": "none" if data["clusters"] is None else f"{data['clusters']:,}",
        "data (SHA-256)": data["sha256"][:12],
        "prevalence": "observed" if prevalence is None else prevalence["text"],
        "cost": where["cost"]["text"],
        "level": f"{100 * where['level']:g} %",
        "margin": "none" if verdict["margin"] is None else f"{verdict['margin']:g} per 1,000",
        "models": ", ".join(content["models"]),
        "groups": ", ".join(group["name"] for group in content["groups"]) or "none",
    }
    followed = data["follow_up"]
    if followed is not None:
        strata = f", censoring by {', '.join(followed['censoring'])}" if followed["censoring"] else ""
        said["horizon"] = f"{followed['horizon']:g} ({followed['time']}){strata}"
        said["censored before it"] = f"{followed['censored']:,}"
        said["estimator"] = followed["estimator"]
    said |= {
        f"source prevalence of {name}": f"{one['value']:.6g}" if one["stated"] else f"observed ({one['of']})"
        for name, one in where["source_prevalence"].items()
    }
    said |= {f"shift of {name}": one["text"] for name, one in where["shift"].items()}
    said |= {
        "decided": "yes" if verdict["decided"] else "no",
        "best": verdict["best"],
        "tied": ", ".join(verdict["tied"]),
        VERDICT: verdict["text"],
    }
    return said


Key = tuple[str | None, str | None, str | None, str]


def _numbers(old: StoredResult, new: StoredResult, *, same_patients: bool | None) -> Iterator[NumberChange]:
    before, after = _by_key(old), _by_key(new)
    for key in {**before, **after}:
        was, is_now = before.get(key), after.get(key)
        change = None
        if was is not None and is_now is not None:
            change = _change(was, is_now, new.level, same_patients=same_patients)
        yield NumberChange(*key, was, is_now, change)


def _by_key(result: StoredResult) -> dict[Key, StoredEstimate]:
    """Net benefits and differences; a difference is found whichever way round it is stored."""
    found: dict[Key, StoredEstimate] = {}
    for line in result.estimates:
        if line.measure in COMPARED and line.estimate is not None:
            found |= dict([_oriented(line, line.estimate)])
    return found


def _oriented(line: Line, number: StoredEstimate) -> tuple[Key, StoredEstimate]:
    """A number under its name; of two models, the one whose name comes first minus the other.

    The order in which models were named then makes no change.
    """
    model, reference = line.model, line.reference
    if reference is None or model is None or model <= reference or not _is_pair_of_models(line):
        return (line.group, model, reference, line.measure), number
    turned = StoredEstimate(
        0.0 - number.value, number.standard_error, 0.0 - number.high, 0.0 - number.low, number.level
    )
    return (line.group, reference, model, line.measure), turned


def _is_pair_of_models(line: Line) -> bool:
    return line.measure == "difference" and line.reference not in DEFAULT_STRATEGIES


def _change(
    old: StoredEstimate, new: StoredEstimate, level: float, *, same_patients: bool | None
) -> StoredEstimate:
    value = new.value - old.value
    if same_patients is not False:
        return StoredEstimate(value, math.nan, math.nan, math.nan, level)
    error = math.hypot(old.standard_error, new.standard_error)
    half = NormalDist().inv_cdf((1.0 + level) / 2.0) * error
    return StoredEstimate(value, error, value - half, value + half, level, is_exact=error == 0.0)
