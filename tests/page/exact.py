"""The library's own numbers at any setting of the page's controls, on the patients themselves.

One evaluation serves all settings: its patients stay as they were read, and only the question changes.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import polars as pl

import baserate
from baserate.datasets import icu_cohort
from baserate.deployment.shift import Shift
from baserate.errors import BaserateError
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.decisions import COUNTS, RATES
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import DEFAULT_STRATEGIES, WITHOUT_MODEL
from baserate.odds import expit, logit
from baserate.results.evidence import Group
from baserate.results.words import words
from tests.page.conftest import sample
from tests.page.oracle import deployment_of
from tests.support.data import real_data

State: TypeAlias = dict[str, Any]
# What a number is about: its kind, and whose it is.
Key: TypeAlias = tuple[str, ...]


class Ends(NamedTuple):
    """A value and the ends of its interval."""

    value: float
    low: float
    high: float


# ---- the library at a setting ----


def at(ev: Evaluation, state: Mapping[str, Any]) -> Evaluation:
    """The evaluation that a setting of the controls asks for, on everyone and in groups."""
    names = [name for name in ev.models if name in state["models"]]
    stated = state.get("sources") or {}
    question = replace(
        ev.question,
        roles=replace(ev.question.roles, scores={name: ev.question.roles.scores[name] for name in names}),
        deployment=deployment_of(state),
        sources={name: stated.get(name, ev.question.sources[name]) for name in names},
        margin=state.get("margin"),
        shifts=dict.fromkeys(names, Shift.of(state.get("shift", 1.0))),
    )

    def judge(group: Group) -> Group:
        judged = {}
        for name in names if group.judged else ():
            changes: dict[str, Any] = {"deployment": question.deployment}
            if name in stated:
                changes |= {"source_prevalence": stated[name], "source_log_odds": None, "of_all": False}
            judged[name] = replace(group.judged[name], **changes)
        return replace(group, judged=judged)

    groups = {name: judge(group) for name, group in ev.groups.items()}
    return Evaluation(question, ev.patients, judge(ev.everyone), groups, (), ev.time)


def alone(ev: Evaluation, group: str | None) -> Evaluation:
    """A group as if its patients were everyone: what the page answers where one is chosen."""
    if group is None:
        return ev
    return Evaluation(ev.question, ev.patients, ev.group(group), {}, (), ev.time)


class Conclusion(NamedTuple):
    """Which model to use: "use" one, too "close" to call, or "none" shown to be better than without."""

    kind: str
    model: str | None


def conclusion(ev: Evaluation) -> Conclusion:
    """The library's verdict in one word, for everyone in the evaluation."""
    verdict = ev.verdict
    if verdict.decided:
        return Conclusion("use", verdict.best)
    a_tie = words("constants.a_tie")
    if all(ev.compare(model, WITHOUT_MODEL).high <= a_tie for model in ev.models):
        return Conclusion("use", WITHOUT_MODEL)
    return Conclusion("close" if verdict.better_than_without else "none", None)


def numbers(ev: Evaluation, group: str | None, groups: Sequence[str]) -> dict[Key, Ends | None]:
    """Every number that the page shows at a setting; None where these patients do not give it.

    ``groups`` are those that the page shows: it withholds some that are too small.
    """
    here = alone(ev, group)
    found: dict[Key, Ends | None] = {}
    for name in here.models:
        judged = here.judged(name)
        found["score", name] = _ends(here.score(name))
        split = here.split(name)
        found["lost to miscalibration", name] = _ends(split.calibration_corrected)
        found["recalibrated", name] = _ends(split.sharpness_corrected)
        for measure in (*RATES, *COUNTS):
            found["decision", name, measure] = _measure(judged, measure)
    for one, other in here.comparisons:
        difference = here.compare(one, other)
        kind = "difference from default" if other in DEFAULT_STRATEGIES else "difference"
        found[kind, one, other] = _ends(difference)
        low, high, *_ = here.simultaneous(one, other)
        found[f"{kind}, together", one, other] = Ends(difference.value, low, high)
    for strategy in DEFAULT_STRATEGIES:
        found["default strategy", strategy] = _ends(here.score(strategy))
    for part in groups:
        found |= dict(_in_group(ev, part))
    return found


def _in_group(ev: Evaluation, group: str) -> Iterator[tuple[Key, Ends | None]]:
    for name in ev.models:
        yield ("group score", name, group), _ends(ev.score(name, group))
        yield ("group at common cut-off", name, group), _ends(ev.at_common_threshold(name, group))
        for measure in (*RATES, *COUNTS):
            yield ("group decision", name, group, measure), _measure(ev.judged(name, group), measure)


# The page withholds groups with fewer patients of a class than its smallest cell.
SURELY_SHOWN = 12


def groups_that_must_be_shown(ev: Evaluation) -> set[str]:
    """Groups with enough patients of either class."""
    sizes = {name: (group.positives, group.patients - group.positives) for name, group in ev.groups.items()}
    return {name for name, size in sizes.items() if min(size) >= SURELY_SHOWN}


def _ends(estimate: Estimate) -> Ends:
    return Ends(estimate.value, estimate.low, estimate.high)


def _measure(judged: Any, name: str) -> Ends | None:
    try:
        return _ends(judged.measure(name).get())
    except BaserateError:
        return None


# ---- the page's own answer ----


def shown_numbers(answer: Mapping[str, Any]) -> dict[Key, dict[str, Any] | None]:
    """The same numbers, as engine.answer gives them."""
    found: dict[Key, dict[str, Any] | None] = {}
    for model in answer["models"]:
        name = model["name"]
        found["score", name] = model["score"]
        found["lost to miscalibration", name] = model["split"]["calibrationCorrected"]
        found["recalibrated", name] = model["split"]["sharpnessCorrected"]
        for measure in (*RATES, *COUNTS):
            found["decision", name, measure] = model["decisions"][measure]
    for pair in answer["comparisons"]:
        kind = "difference from default" if pair["other"] in DEFAULT_STRATEGIES else "difference"
        found[kind, pair["model"], pair["other"]] = pair["difference"]
        found[f"{kind}, together", pair["model"], pair["other"]] = pair["adjusted"]
    for strategy in DEFAULT_STRATEGIES:
        found["default strategy", strategy] = answer["defaults"][strategy]
    for group in answer["groups"]:
        for model in group["models"]:
            found["group score", model["name"], group["name"]] = model["score"]
            found["group at common cut-off", model["name"], group["name"]] = model["withCommonCutoff"]
    for one in answer["groupDecisions"]:
        for measure in (*RATES, *COUNTS):
            found["group decision", one["name"], one["group"], measure] = one["decisions"][measure]
    return found


# ---- settings ----


def settings(ev: Evaluation, seed: int, count: int, groups: Sequence[str]) -> list[State]:
    """Settings all over the controls: observed prevalence, points and ranges, of prevalence and cost."""
    rng = np.random.default_rng(seed)

    def ends(low: float, high: float, kind: str) -> list[float]:
        x = rng.uniform(low, high)
        width = 0.0 if kind == "point" else rng.uniform(0.2, 2.5)
        return [float(expit(x - width / 2)), float(expit(x + width / 2))] if width else [float(expit(x))] * 2

    centre = float(logit(ev.everyone.prevalence))
    made = []
    for number in range(count):
        prevalence = (
            None if number % 6 == 0 else ends(centre - 2.5, centre + 1.5, ("range", "point")[number % 2])
        )
        cost = ends(-4.6, 0.7, "range" if number % 4 == 0 else "point")
        some = [name for name in ev.models if rng.random() < 0.6] or [ev.models[number % len(ev.models)]]
        sources = {ev.models[number % len(ev.models)]: round(float(rng.uniform(0.05, 0.6)), 3)}
        made.append(
            {
                "prevalence": prevalence,
                "cost": cost,
                "units": "per 1,000",
                "group": groups[int(rng.integers(len(groups)))] if groups and rng.random() < 0.4 else None,
                "models": some if rng.random() < 0.2 else list(ev.models),
                "margin": None if rng.random() < 0.8 else round(float(rng.uniform(0.5, 5.0)), 1),
                "sources": sources if number % 9 == 0 else {},
                "recalibrated": [],
                "against": None,
            }
        )
    return made


# ---- data sets ----

SAINTS = (
    "Anne",
    "Bridget",
    "Clare",
    "Denis",
    "Elmo",
    "Francis",
    "Giles",
    "Hugh",
    "Ives",
    "Jude",
    "Kit",
    "Leo",
)


def _evaluate(data: object, outcome: str, models: Sequence[str], **asked: Any) -> Evaluation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(data, outcome, list(models), **asked)


def _models(seed: int, patients: int, noise: Mapping[str, tuple[float, float, float]]) -> dict[str, Any]:
    """Models as a slope and a shift of the right log odds, with so much noise."""
    rng = np.random.default_rng(seed)
    died = rng.random(patients) < 0.15
    died[:6] = [True, True, True, False, False, False]
    evidence = 1.4 * (1.4 * died + rng.standard_normal(patients)) - 1.0
    data: dict[str, Any] = {"died": died.astype(int)}
    for name, (slope, shift, spread) in noise.items():
        x = slope * evidence + shift + spread * rng.standard_normal(patients)
        data[name] = np.asarray(expit(x - 1.7))
    return data


def built_in() -> Evaluation:
    """The built-in cohort, as ``baserate demo`` asks about it."""
    asked = {"prevalence": (0.01, 0.10), "cost": "1:30", "by": "unit", "cluster": "patient"}
    return _evaluate(icu_cohort(), "died", ["severity", "network"], **asked)


def support2() -> Evaluation:
    """Real patients, by race: groups of 14 to 5,874."""
    patients = pl.read_csv(real_data("support2") / "support2.csv").with_columns(
        dead_180d=((pl.col("death") == 1) & (pl.col("d.time") <= 180)).cast(pl.Int8),
        model=1 - pl.col("surv6m"),
        physician=1 - pl.col("prg6m"),
    )
    asked = {"prevalence": (0.20, 0.60), "cost": "1:5", "by": "race", "missing": "drop"}
    return _evaluate(patients, "dead_180d", ["model", "physician"], **asked)


# The same in a page for use within the house, which has no bins.
FORTY_EXACT = "forty patients, each by itself"


def forty() -> Evaluation:
    """So few that a bin is a good part of them."""
    data = _models(41, 40, {"one": (1.0, 0.0, 0.1), "other": (0.8, 0.3, 0.8)})
    return _evaluate(data, "died", ["one", "other"], prevalence=(0.02, 0.3), cost="1:9")


def six_models() -> Evaluation:
    """Models that hardly differ, and one that does."""
    noise = {
        "first": (1.0, 0.0, 0.2),
        "second": (1.0, 0.1, 0.3),
        "third": (0.9, 0.0, 0.4),
        "moderate": (0.6, 0.2, 0.2),
        "extreme": (1.7, -0.3, 0.2),
        "noise": (0.1, 0.0, 1.2),
    }
    data = _models(42, 3_000, noise)
    return _evaluate(data, "died", list(noise), prevalence=(0.05, 0.20), cost="1:10")


def twelve_groups() -> Evaluation:
    """Twelve hospitals with long names, of very unequal sizes."""
    data = _models(43, 6_000, {"the model in use": (1.0, 0.2, 0.3), "its successor": (1.1, 0.0, 0.1)})
    rng = np.random.default_rng(1043)
    share = np.arange(1, 13) ** 1.5
    hospitals = [
        f"Saint {saint} General Hospital and Medical Centre of the University, Department {number}"
        for number, saint in enumerate(SAINTS)
    ]
    data["hospital"] = np.array(hospitals)[rng.choice(12, 6_000, p=share / share.sum())]
    models = ["the model in use", "its successor"]
    return _evaluate(data, "died", models, prevalence=(0.05, 0.30), cost="1:6", by="hospital")


def censored() -> Evaluation:
    """Deaths within a year and a half, a third of the patients not followed that long; two wards."""
    rng, patients = np.random.default_rng(44), 4_000
    x, z = rng.normal(size=(2, patients))
    hazard = np.exp(1.1 * x + 0.5 * z - 2.2)
    ends = np.stack(
        [
            rng.exponential(1.0 / 0.35, patients),
            rng.exponential(1.0 / hazard),
            rng.exponential(12.0, patients),
        ]
    )
    data = {"years": ends.min(axis=0), "ended": ends.argmin(axis=0)}
    risks = {"whole": 1.1 * x + 0.5 * z - 1.8, "simple": 1.1 * x - 1.7, "extreme": 1.7 * x + 0.8 * z - 1.8}
    data |= {name: 1.0 - np.exp(-np.exp(one)) for name, one in risks.items()}
    data["ward"] = np.where(z + rng.normal(size=patients) > 0.0, "north", "south")
    asked = {"time": "years", "event": "ended", "horizon": 1.5, "by": "ward"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(data, scores=list(risks), prevalence=(0.05, 0.30), cost="1:9", **asked)


# The property test's.
STUDIES: dict[str, Callable[[], Evaluation]] = {
    "built-in cohort": built_in,
    "SUPPORT2 by race": support2,
    "forty patients": forty,
    FORTY_EXACT: forty,
    "six models": six_models,
    "twelve groups": twelve_groups,
    "censored": censored,
}


def tuning_groups(seed: int = 1) -> Evaluation:
    """Three models and four groups of 8,000."""
    asked = {"prevalence": (0.01, 0.10), "cost": "1:30", "by": "unit", "source_prevalence": {"new": 0.1}}
    return _evaluate(sample(100 + seed, 8_000), "died", ["old", "new", "mild"], **asked)


def tuning_clusters(seed: int = 1) -> Evaluation:
    """Two models on 2,500 patients in 60 wards, with weights."""
    asked = {"prevalence": 0.05, "cost": ("1:30", "1:10"), "cluster": "ward", "weight": "weight"}
    return _evaluate(sample(200 + seed, 2_500), "died", ["old", "mild"], **asked)


def tuning_few(seed: int = 1) -> Evaluation:
    """Three hundred patients in two groups; one score in steps of a twentieth."""
    data = _models(300 + seed, 300, {"smooth": (1.0, 0.0, 0.3), "stepped": (0.9, 0.2, 0.2)})
    data["stepped"] = np.clip(np.round(20 * data["stepped"]) / 20, 0.01, 0.99)
    data["sex"] = np.array(["woman", "man"])[np.random.default_rng(1300 + seed).integers(0, 2, 300)]
    asked = {"prevalence": None, "cost": "1:8", "by": "sex"}
    return _evaluate(data, "died", ["smooth", "stepped"], **asked)


# For choosing constants; the property test never sees them.
TUNING: dict[str, Callable[[int], Evaluation]] = {
    "tuning-groups": tuning_groups,
    "tuning-clusters": tuning_clusters,
    "tuning-few": tuning_few,
}
