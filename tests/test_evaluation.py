"""evaluate(): every number against another way to it, the schema, and what a reader is shown."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jsonschema
import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import log_loss, roc_auc_score

import baserate
from baserate import Beta, Cost, LogOddsUniform, Sites, Uniform, calibration
from baserate.calibration.gap import ScoredCohort
from baserate.calibration.optimism import simulate
from baserate.deployment.deployment import Deployment
from baserate.errors import BaserateWarning, SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.cohort import Cohort
from baserate.inference.decisions import COUNTS
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import DEFAULT_STRATEGIES, TREAT_ALL, TREAT_NONE, default_strategy
from baserate.results.judged import cutoff
from baserate.results.measures import OF_MODELS
from baserate.results.result import result_schema

Numbers = NDArray[np.float64]
MEASURES = [name for name in OF_MODELS if name not in COUNTS]


@lru_cache(maxsize=1)
def study() -> pl.DataFrame:
    """The built-in cohort, smaller, with hospitals in two regions and a third model."""
    frame = baserate.datasets.icu_cohort(stays=1500)
    rng = np.random.default_rng(4)
    return frame.with_columns(
        region=pl.when(pl.col("hospital") % 3 == 0).then(pl.lit("south")).otherwise(pl.lit("north")),
        weight=pl.Series(np.round(0.5 + rng.random(len(frame)), 2)),
        plain=pl.Series(np.clip(0.02 + 0.1 * rng.random(len(frame)) + 0.03 * frame["died"].to_numpy(), 0, 1)),
    )


def run(**changed: Any) -> Evaluation:
    asked: dict[str, Any] = {
        "data": study(),
        "outcome": "died",
        "scores": ["severity", "network"],
        "prevalence": (0.02, 0.2),
        "cost": "1:15",
        "source_prevalence": {"network": 0.5},
        **changed,
    }
    return baserate.evaluate(asked.pop("data"), asked.pop("outcome"), asked.pop("scores"), **asked)


SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {"by": "region"},
    "own prevalence": {"by": "region", "prevalence": None},
    "weights and clusters": {"by": "region", "weight": "weight", "cluster": "patient", "reference": "north"},
    "a point and a range of costs": {"by": "region", "prevalence": "8%", "cost": ("1:30", "1:5")},
}


@lru_cache(maxsize=8)
def evaluated(name: str) -> Evaluation:
    return run(**SETTINGS[name])


@lru_cache(maxsize=8)
def told(name: str) -> dict[str, Any]:
    return evaluated(name).to_dict()


class Part:
    """Some of the patients of the study, as arrays: what the oracles work on."""

    def __init__(self, setting: str, group: str | None) -> None:
        asked = SETTINGS[setting]
        frame = study() if group is None else study().filter(pl.col("region") == group)
        self.frame = frame
        self.weighted = "weight" in asked
        self.y = frame["died"].to_numpy()
        self.w = frame["weight"].to_numpy() if self.weighted else np.ones(len(frame))
        self.where = {"prevalence": asked.get("prevalence", (0.02, 0.2)), "cost": asked.get("cost", "1:15")}
        self.found = told(setting) if group is None else self._group(setting, group)

    @staticmethod
    def _group(setting: str, group: str) -> dict[str, Any]:
        (found,) = [one for one in told(setting)["groups"] if one["name"] == group]
        return dict(found)

    @property
    def share(self) -> float:
        return float(self.w @ self.y / self.w.sum())

    def score(self, model: str) -> Numbers:
        return self.frame[model].to_numpy()

    def source(self, model: str) -> float | None:
        return 0.5 if model == "network" else None

    def moved(self, model: str) -> Numbers:
        """Scores as they should be at the observed prevalence."""
        source = self.source(model)
        return self.score(model) if source is None else shifted(self.score(model), source, self.share)

    def net_benefit(self, score: Numbers, **more: Any) -> float:
        return baserate.net_benefit(self.y, score, sample_weight=self.w, **{**self.where, **more})

    def cohort(self) -> Cohort:
        cluster = self.frame["patient"].to_numpy() if self.weighted else None
        return Cohort.of(self.y, sample_weight=self.w if self.weighted else None, cluster=cluster)


def shifted(score: Any, source: Any, target: float) -> Any:
    """Bayes' rule on odds, written out."""
    odds = np.asarray(score) / (1 - np.asarray(score)) * (target / (1 - target)) / (source / (1 - source))
    return odds / (1 + odds)


def logistic(y: Numbers, w: Numbers, columns: Numbers, offset: Numbers) -> Numbers:
    """Coefficients of a weighted logistic regression, by a general optimiser."""

    def loss(beta: Numbers) -> tuple[float, Numbers]:
        x = offset + columns @ beta
        slope = (w * (1 / (1 + np.exp(-x)) - y)) @ columns
        return float(w @ (np.logaddexp(0, x) - y * x) / w.sum()), slope / w.sum()

    start = np.zeros(columns.shape[1])
    return np.asarray(minimize(loss, start, jac=True, method="BFGS", options={"gtol": 1e-9}).x)


STRATEGIES = (TREAT_ALL, TREAT_NONE)
EVERY_PART = [(setting, group) for setting in SETTINGS for group in (None, "north", "south")]


@pytest.mark.parametrize(("setting", "group"), EVERY_PART)
@pytest.mark.parametrize("model", ["severity", "network"])
def test_every_measure_of_a_model_is_what_another_way_gives(
    setting: str, group: str | None, model: str
) -> None:
    part = Part(setting, group)
    found = {name: part.found["models"][model][name]["value"] for name in MEASURES}
    score, moved, y, w = part.score(model), part.moved(model), part.y, part.w
    value = part.net_benefit(score, source_prevalence=part.source(model))
    nobody = part.net_benefit(np.zeros(len(y)), threshold=0.5, baseline="none-correct")
    wrong = part.net_benefit(score, source_prevalence=part.source(model), baseline="none-correct")
    assert value == pytest.approx(wrong - nobody, abs=1e-12)
    fit = IsotonicRegression(y_min=0, y_max=1).fit_transform(score, y, sample_weight=w)
    sharpness = part.net_benefit(fit)
    cut = part.found["models"][model]["threshold"]["value"]
    x = np.log(moved / (1 - moved))
    ones = np.ones((len(y), 1))
    expected = {
        "net_benefit": value,
        "sharpness": sharpness,
        "calibration": sharpness - value,
        "auc": roc_auc_score(y, score, sample_weight=w),
        "accuracy": float(w @ ((score >= cut) == (y == 1)) / w.sum()),
        # What is compared with outcomes are the scores as they should be at these patients' prevalence.
        "brier": float(w @ (moved - y) ** 2 / w.sum()),
        "log_loss": log_loss(y, moved, sample_weight=w),
        "observed_expected": float(w @ y / (w @ moved)),
        "mean_score": float(w @ moved / w.sum()),
    }
    for name, number in expected.items():
        assert found[name] == pytest.approx(number, abs=1e-9), name
    assert found["calibration_intercept"] == pytest.approx(logistic(y, w, ones, x)[0], abs=1e-6)
    slope = logistic(y, w, np.column_stack((ones, x)), np.zeros(len(y)))[1]
    assert found["calibration_slope"] == pytest.approx(slope, abs=1e-6)
    assert found["net_benefit"] == pytest.approx(found["sharpness"] - found["calibration"], abs=1e-12)
    assert part.found["models"][model]["not_available"] == {}


@pytest.mark.parametrize(("setting", "group"), [part for part in EVERY_PART if part[1] != "north"])
def test_every_interval_is_that_of_the_cohort(setting: str, group: str | None) -> None:
    part, level = Part(setting, group), 0.95
    cohort = part.cohort() if group is None else Part(setting, None).cohort().part(study()["region"] == group)
    for model in ("severity", "network"):
        stated = {"source_prevalence": part.source(model)}
        score = part.score(model)
        deployment = Deployment.of(**part.where)
        split = baserate.split(cohort, score, deployment, **stated)
        nobody = default_strategy(TREAT_NONE, cohort, deployment)
        same: dict[str, Estimate] = {
            "net_benefit": cohort.net_benefit(score, **part.where, **stated),
            "sharpness": split.sharpness - nobody,
            "calibration": split.calibration,
            "calibration_corrected": split.calibration_corrected,
            "auc": cohort.auc(score),
            "brier": cohort.brier(part.moved(model), moved=part.source(model) is not None),
            "log_loss": cohort.log_loss(part.moved(model), moved=part.source(model) is not None),
            "calibration_intercept": calibration.intercept(cohort, score, **stated),
            "calibration_slope": calibration.slope(cohort, score, **stated),
            "observed_expected": calibration.observed_expected(cohort, score, **stated),
        }
        for name, estimate in same.items():
            found, interval = part.found["models"][model][name], estimate.interval(level)
            numbers = (estimate.value, estimate.standard_error, interval.low, interval.high)
            shown = tuple(found[key] for key in ("value", "standard_error", "low", "high"))
            assert shown == pytest.approx(numbers, rel=1e-9, abs=1e-12), name
        none = cohort.net_benefit(score, **part.where, **stated)
        found = part.found["models"][model]["net_benefit"]
        assert found["value"] == pytest.approx(none.value, abs=1e-12)
        assert found["standard_error"] == pytest.approx(none.standard_error, rel=2e-3)


@pytest.mark.parametrize(("setting", "group"), EVERY_PART)
def test_deciding_without_a_model_is_worth_what_extreme_thresholds_are(
    setting: str, group: str | None
) -> None:
    part = Part(setting, group)
    score = part.score("severity")
    everyone = part.net_benefit(score, threshold=0.0)
    nobody = part.net_benefit(np.zeros(len(score)), threshold=0.5)
    strategies = {name: part.found["default_strategies"][name]["net_benefit"] for name in DEFAULT_STRATEGIES}
    assert list(part.found["default_strategies"]) == list(DEFAULT_STRATEGIES)
    assert strategies["treat all"]["value"] == pytest.approx(everyone, abs=1e-12)
    assert strategies["treat none"]["value"] == pytest.approx(nobody, abs=1e-12)
    assert (strategies["treat all"]["standard_error"] == 0) == (setting != "own prevalence")
    assert (strategies["treat none"]["value"], strategies["treat none"]["standard_error"]) == (0, 0)


@pytest.mark.parametrize(("setting", "group"), EVERY_PART)
@pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")
def test_without_a_model_is_worth_what_a_constant_prediction_is(setting: str, group: str | None) -> None:
    """Who predicts the observed prevalence for everybody treats all where that is better, and else none."""
    part, ev = Part(setting, group), evaluated(setting)
    constant = part.net_benefit(np.full(len(part.y), part.share))
    found = part.found["default_strategies"]["without a model"]["net_benefit"]
    assert found["value"] == pytest.approx(constant, abs=1e-12)
    assert ev.score("without a model", group).value == found["value"]
    best = max(part.found["default_strategies"][name]["net_benefit"]["value"] for name in STRATEGIES)
    assert found["value"] >= best - 1e-12
    for model in ("severity", "network"):
        own = part.net_benefit(part.score(model), source_prevalence=part.source(model))
        over = {name: ev.compare(model, name, group) for name in DEFAULT_STRATEGIES}
        assert over["without a model"].value == pytest.approx(own - constant, abs=1e-12)
        assert over["without a model"].value <= min(over[name].value for name in STRATEGIES) + 1e-12


def test_without_a_model_is_more_than_either_strategy_where_the_better_one_changes() -> None:
    """At 1:15 treating all pays above 6.25 %, within the range: no one strategy is best throughout."""
    ev = evaluated("plain")
    worth = {name: ev.score(name).value for name in DEFAULT_STRATEGIES}
    assert worth["without a model"] > max(worth["treat all"], worth["treat none"]) + 1e-3
    grid = baserate.odds.expit(np.linspace(baserate.odds.logit(0.02), baserate.odds.logit(0.2), 20_001))
    better = np.maximum(grid - (1 - grid) / 15, 0.0)
    mean = (better[1:] + better[:-1]).mean() / 2
    assert worth["without a model"] == pytest.approx(mean, rel=1e-6)


def test_deciding_without_a_model_is_as_unsure_as_the_prevalence_of_the_patients() -> None:
    """Treating all is worth the cases, less a fifteenth of the others: the spread is that of a share."""
    found = told("own prevalence")["default_strategies"]["treat all"]["net_benefit"]
    share = float(np.mean(study()["died"].to_numpy()))
    spread = np.sqrt(share * (1 - share) / len(study()))
    assert found["value"] == pytest.approx(share - (1 - share) / 15, abs=1e-12)
    assert found["standard_error"] == pytest.approx(16 / 15 * spread, rel=2e-3)
    # Counted from every decision wrong, treating none is as unsure: a fifteenth of what treating all is.
    cohort, deployment = Part("own prevalence", None).cohort(), Deployment.of(None, "1:15")
    everyone, nobody = (default_strategy(name, cohort, deployment) for name in STRATEGIES)
    assert everyone.value == pytest.approx(share, abs=1e-12)
    assert everyone.standard_error == pytest.approx(spread, rel=2e-3)
    assert nobody.standard_error == pytest.approx(everyone.standard_error / 15, rel=1e-9)


@pytest.mark.parametrize(("setting", "group"), EVERY_PART)
def test_comparisons_are_paired_differences(setting: str, group: str | None) -> None:
    part, ev = Part(setting, group), evaluated(setting)
    cohort = part.cohort() if group is None else Part(setting, None).cohort().part(study()["region"] == group)
    worth = {
        model: cohort.net_benefit(part.score(model), **part.where, source_prevalence=part.source(model))
        for model in ("severity", "network")
    }
    paired = worth["severity"] - worth["network"]
    pairs = {(one["model"], one["reference"]): one for one in part.found["comparisons"]}
    assert list(pairs) == [
        ("severity", "network"),
        *((model, strategy) for model in ("severity", "network") for strategy in DEFAULT_STRATEGIES),
    ]
    first = pairs["severity", "network"]
    assert first["difference"]["standard_error"] == pytest.approx(paired.standard_error, rel=1e-9)
    assert first["confidence"] == pytest.approx(paired.confidence(), abs=1e-12)
    for (model, other), pair in pairs.items():
        values = {**part.found["models"], **part.found["default_strategies"]}
        expected = values[model]["net_benefit"]["value"] - values[other]["net_benefit"]["value"]
        assert pair["difference"]["value"] == pytest.approx(expected, abs=1e-12)
        same = ev.compare(model, other, group)
        assert pair["difference"]["low"] == same.low
        assert pair["confidence"] == same.confidence()
        back = ev.compare(other, model, group)
        assert back.value == pytest.approx(-same.value, abs=1e-15)
        assert back.confidence() == pytest.approx(1 - same.confidence(), abs=1e-12)


@pytest.mark.parametrize("setting", SETTINGS)
def test_gaps_are_the_decomposition_and_add_up(setting: str) -> None:
    reference = SETTINGS[setting].get("reference")
    whole = Part(setting, None)
    cohort = whole.cohort()
    for group in ("north", "south"):
        part = Part(setting, group)
        if group == reference:
            assert part.found["gaps"] == []
            continue
        assert [gap["model"] for gap in part.found["gaps"]] == ["severity", "network"]
        chosen = (study()["region"] == group).to_numpy()
        for gap in part.found["gaps"]:
            model = gap["model"]
            score, stated = whole.score(model), whole.source(model)
            direct = calibration.gap.between(
                ScoredCohort(group, cohort.part(chosen), score[chosen], stated),
                ScoredCohort("other", cohort.part(~chosen), score[~chosen], stated),
                Deployment.of(**whole.where),
            )
            for name, estimate in direct.parts.items():
                assert gap[name]["value"] == pytest.approx(estimate.value, abs=1e-12), name
                assert gap[name]["standard_error"] == pytest.approx(estimate.standard_error, rel=1e-9), name
            value = {name: gap[name]["value"] for name in direct.parts}
            assert value["total"] == pytest.approx(value["mechanism"] + value["label_shift"], abs=1e-12)
            assert value["mechanism"] == pytest.approx(value["sharpness"] + value["calibration"], abs=1e-12)
            corrected = value["sharpness_corrected"] + value["calibration_corrected"]
            assert value["mechanism"] == pytest.approx(corrected, abs=1e-12)
            sides = [Part(setting, one) for one in (group, "south" if group == "north" else "north")]
            own = [
                one.net_benefit(one.score(model), prevalence=None, source_prevalence=stated) for one in sides
            ]
            assert value["total"] == pytest.approx(own[0] - own[1], abs=1e-12)
            between = tuple(sorted(one.share for one in sides))
            over = between if whole.where["prevalence"] is None else whole.where["prevalence"]
            at = [
                one.net_benefit(one.score(model), prevalence=over, source_prevalence=stated) for one in sides
            ]
            assert value["mechanism"] == pytest.approx(at[0] - at[1], abs=1e-10)
            if over is between:
                assert (gap["over"]["low"], gap["over"]["high"]) == pytest.approx(over, abs=1e-12)
            else:
                assert gap["over"] == told(setting)["deployment"]["prevalence"]
            assert gap["reference"] == ("the rest" if reference is None else reference)


def test_counts_and_shares_are_those_of_the_patients() -> None:
    for setting in SETTINGS:
        for group in (None, "north", "south"):
            part = Part(setting, group)
            head = part.found["data"] if group is None else part.found
            used = head["used"] if group is None else head["patients"]
            assert (used, head["positives"]) == (len(part.y), part.y.sum())
            assert head["prevalence"] == pytest.approx(part.share, abs=1e-12)


# The schema

VALIDATOR = jsonschema.Draft202012Validator(result_schema(), format_checker=jsonschema.FormatChecker())


def small(n: int = 200, seed: int = 6) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    died = (np.arange(n) % 4 == 0).astype(int)
    x = 1.3 * died + rng.normal(size=n)
    return {
        "died": died,
        "a": baserate.odds.expit(1.3 * x - 1.9),
        "b": baserate.odds.expit(x - 1.6),
        "c": baserate.odds.expit(x + 0.2 * rng.normal(size=n) - 1.6),
        "site": np.where(np.arange(n) % 8 < 4, "one", "two"),
        "tiny": np.where(np.arange(n) < 3, "tiny", "large"),
        "w": 0.5 + rng.random(n),
        "id": np.arange(n) // 2,
    }


def edited(**columns: Any) -> dict[str, Any]:
    return {**small(), **columns}


def few_cases() -> dict[str, Any]:
    found = small()
    rows = np.concatenate([np.flatnonzero(found["died"] == 1)[:2], np.flatnonzero(found["died"] == 0)[:30]])
    return {name: column[rows] for name, column in found.items()}


D = small()["died"]
CERTAIN = np.where(np.arange(len(D)) < 4, 1.0 - D, small()["a"])

SHAPES: dict[str, dict[str, Any]] = {
    "own prevalence": {"prevalence": None},
    "own prevalence and groups": {"prevalence": None, "by": "site"},
    "point": {"prevalence": 0.1},
    "per cent": {"prevalence": "10%"},
    "range": {"prevalence": (0.01, 0.3)},
    "Beta": {"prevalence": Beta(2, 10)},
    "sites": {"prevalence": Sites({0.1: 2, 0.3: 1})},
    "uniform": {"prevalence": Uniform(0.05, 0.4)},
    "log-odds uniform": {"prevalence": LogOddsUniform(0.05, 0.4)},
    "cost as c": {"cost": 0.2},
    "range of costs": {"cost": ("1:20", "1:2")},
    "own prevalence and a range of costs": {"prevalence": None, "cost": ("1:20", "1:2")},
    "cost from utilities": {"cost": Cost.utilities(tp=0.9, fn=0.6, tn=1.0, fp=0.95)},
    "one model": {"scores": "a"},
    "three models": {"scores": ["a", "b", "c"], "by": "site"},
    "named models": {"scores": {"The first": "a", "": "b"}},
    "groups with a reference": {"by": "site", "reference": "two"},
    "a group that is not estimable": {"by": "tiny"},
    "weights": {"weight": "w"},
    "clusters": {"cluster": "id", "by": "site"},
    "one source prevalence": {"source_prevalence": 0.3, "by": "site"},
    "sources by model": {"source_prevalence": {"a": "30%"}},
    "level": {"level": 0.5},
    "high level": {"level": 0.9999},
    "certain and wrong": {"data": edited(a=CERTAIN)},
    "certain and right": {"data": edited(a=D.astype(float))},
    "separated": {"data": edited(a=0.2 + 0.5 * D + 0.01 * small()["b"])},
    "all scores alike": {"data": edited(a=np.full(len(D), 0.25))},
    "all scores 0": {"data": edited(a=np.zeros(len(D)))},
    "all scores 1": {"data": edited(a=np.ones(len(D)))},
    "upside down": {"data": edited(a=1 - small()["a"])},
    "two cases": {"data": {name: column[:6] for name, column in small().items()}},
    "two cases among many at a high level": {"data": few_cases(), "level": 0.9999},
    "two cases at a high level": {
        "data": {name: column[:6] for name, column in small().items()},
        "level": 0.9999,
    },
    "missing dropped": {"data": edited(a=[None, *small()["a"][1:]]), "missing": "drop"},
    "positive stated": {"data": edited(died=np.where(D == 1, "dead", "alive")), "positive": "dead"},
    "a seed": {"seed": 7},
}


def shaped(shape: str) -> Evaluation:
    asked: dict[str, Any] = {"data": small(), "scores": ["a", "b"], "prevalence": (0.05, 0.3), "cost": "1:5"}
    asked |= SHAPES[shape]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        return baserate.evaluate(asked.pop("data"), "died", asked.pop("scores"), **asked)


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(result_schema())


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_result_follows_the_schema_and_is_json(shape: str) -> None:
    ev = shaped(shape)
    found = ev.to_dict()
    text = json.dumps(found, allow_nan=False)
    VALIDATOR.validate(json.loads(text))
    assert json.loads(text) == found
    for model in found["models"].values():
        for name in MEASURES:
            assert (model[name] is None) == (name in model["not_available"])
            if model[name] is not None and model[name]["low"] is not None:
                assert model[name]["low"] <= model[name]["high"]
    assert " ".join(ev.verdict.text.split()) in " ".join(ev.summary().split())


def test_the_schema_refuses_a_result_that_lacks_something_or_has_too_much() -> None:
    right = shaped("point").to_dict()
    spoilers: list[Callable[[dict[str, Any]], Any]] = [
        lambda found: found.pop("warnings"),
        lambda found: found.update(more=1),
        lambda found: found["models"]["a"].pop("auc"),
        lambda found: found["models"]["a"]["auc"].update(value="0.8"),
        lambda found: found["verdict"].update(confidence=1.5),
        lambda found: found["data"].update(used=1.5),
    ]
    for spoil in spoilers:
        found = copy.deepcopy(right)
        spoil(found)
        assert not VALIDATOR.is_valid(found)


def test_certain_predictions_that_are_wrong_leave_some_measures_out_and_say_why() -> None:
    ev = shaped("certain and wrong")
    model = ev.to_dict()["models"]["a"]
    assert model["log_loss"] is None
    assert "infinite" in model["not_available"]["log_loss"]
    assert model["calibration_slope"] is None
    assert model["not_available"]["calibration_slope"]
    assert model["brier"] is not None
    assert "a: no log loss, because log loss is infinite" in " ".join(ev.summary().split())


def test_separated_scores_leave_the_slope_out_and_say_why() -> None:
    model = shaped("separated").to_dict()["models"]["a"]
    assert model["auc"]["value"] == 1
    assert model["calibration_slope"] is None
    assert model["not_available"]["calibration_slope"]


def test_the_deployment_is_told_as_it_was_asked() -> None:
    found = shaped("range").to_dict()["deployment"]
    assert found["prevalence"] | {"text": ""} == {
        "kind": "LogOddsUniform",
        "text": "",
        "low": pytest.approx(0.01),
        "high": pytest.approx(0.3),
        "median": pytest.approx(shifted(0.5, 0.5, 1 / (1 + np.sqrt(99 * 7 / 3)))),
    }
    assert found["cost"]["low"] == found["cost"]["high"] == pytest.approx(1 / 6)
    assert "one missed case = 5 unnecessary treatments" in found["cost"]["text"]
    assert found["source_prevalence"]["a"] == {"value": 0.25, "stated": False, "of": "group"}
    stated = shaped("sources by model").to_dict()["deployment"]["source_prevalence"]
    own = {"value": 0.25, "stated": False, "of": "group"}
    assert stated == {"a": {"value": 0.3, "stated": True, "of": "number"}, "b": own}
    assert shaped("own prevalence").to_dict()["deployment"]["prevalence"] is None


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_was_asked_can_be_asked_again(setting: str) -> None:
    found = json.loads(json.dumps(told(setting)))["provenance"]
    again = baserate.evaluate(study(), **found["parameters"]).to_dict()
    same = told(setting)
    assert {**again, "provenance": None} == {**same, "provenance": None}
    assert again["provenance"]["parameters"] == same["provenance"]["parameters"]


# Cut-offs

SHARE = st.floats(0.01, 0.95)


@settings(max_examples=50)
@given(SHARE, SHARE, SHARE, st.lists(st.floats(0.001, 0.999), min_size=1, max_size=20))
def test_deciding_at_the_cut_off_is_deciding_on_the_adjusted_probability(
    prevalence: float, cost: float, source: float, scores: list[float]
) -> None:
    found = cutoff(prevalence, cost, source)
    assert found.low == found.high == pytest.approx(found.value)
    adjusted = shifted(np.array(scores), source, prevalence)
    assume(np.abs(adjusted - cost).min() > 1e-9)  # on the cut-off rounding decides
    assert ((np.array(scores) >= found.value) == (adjusted >= cost)).all()


@settings(max_examples=50)
@given(SHARE, SHARE, SHARE, SHARE, SHARE)
def test_the_range_of_the_cut_off_is_that_of_its_corners(
    a: float, b: float, c: float, d: float, source: float
) -> None:
    (a, b), (c, d) = sorted((a, b)), sorted((c, d))
    assume(b - a >= 1e-3)
    assume(d - c >= 1e-3)
    found = cutoff((a, b), (c, d), source)
    grid = shifted(np.linspace(c, d, 15), np.linspace(a, b, 15)[:, None], source)
    assert (found.low, found.high) == pytest.approx((grid.min(), grid.max()), rel=1e-9)
    middle = [1 / (1 + np.sqrt((1 - x) * (1 - z) / (x * z))) for x, z in ((a, b), (c, d))]
    assert found.value == pytest.approx(shifted(middle[1], middle[0], source), rel=1e-9)


def test_the_cut_off_over_sites_runs_from_the_rarest_to_the_most_common() -> None:
    found = cutoff(Sites({0.05: 3, 0.4: 1, 0.1: 1}), 0.2, 0.1)
    assert (found.low, found.high) == pytest.approx((shifted(0.2, 0.4, 0.1), shifted(0.2, 0.05, 0.1)))
    assert found.value == pytest.approx(shifted(0.2, 0.05, 0.1))


def test_the_threshold_of_an_evaluation_can_be_asked_for_other_places_and_prices() -> None:
    ev, share = evaluated("plain"), float(np.mean(study()["died"].to_numpy()))
    stated, asked = dict(told("plain")["models"]["severity"]["threshold"]), ev.threshold("severity")
    assert stated.pop("text") == asked.reason
    assert stated.items() <= dataclasses.asdict(asked).items()
    assert stated["probability"] == pytest.approx(1 / 16)
    for model, source in (("severity", share), ("network", 0.5)):
        assert ev.threshold(model, "5%").value == pytest.approx(shifted(1 / 16, 0.05, source))
        assert ev.threshold(model, "5%", "1:4").value == pytest.approx(shifted(0.2, 0.05, source))
        usual, dear = ev.threshold(model), ev.threshold(model, cost="1:4")
        assert dear.low == pytest.approx(shifted(0.2, 0.2, source))
        assert dear.high == pytest.approx(shifted(0.2, 0.02, source))
        assert dear.value > usual.value
    own = evaluated("own prevalence")
    assert own.threshold("severity").value == pytest.approx(1 / 16)
    assert own.threshold("severity", cost="1:4").value == pytest.approx(0.2)
    assert own.threshold("network", cost="1:4").value == pytest.approx(shifted(0.2, share, 0.5))


def test_an_adjusted_score_is_that_of_the_odds() -> None:
    ev, share = evaluated("plain"), float(np.mean(study()["died"].to_numpy()))
    score = study()["severity"].to_numpy()[:50]
    assert ev.adjusted("severity", score, "5%") == pytest.approx(baserate.odds.adjust(score, share, 0.05))
    assert ev.adjusted("network", 0.7, 0.05) == pytest.approx(shifted(0.7, 0.5, 0.05))
    with pytest.raises(SettingError):
        ev.adjusted("severity", 1.2, 0.05)
    with pytest.raises(SettingError):
        ev.adjusted("severity", 0.2, 5)


# One frozen result


def test_an_evaluation_cannot_be_changed() -> None:
    ev = evaluated("plain")
    for name in ("question", "patients", "groups", "warnings"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(ev, name, None)
    with pytest.raises(dataclasses.FrozenInstanceError):
        ev.verdict.best = "network"  # type: ignore[misc]
    told_once = ev.to_dict()
    told_once["models"].clear()
    told_once["provenance"]["parameters"].clear()
    assert ev.to_dict() == told("plain")


def test_asking_twice_gives_the_same() -> None:
    ev = evaluated("plain")
    assert ev.verdict is ev.verdict
    assert ev.split("severity") is ev.split("severity")
    assert ev.to_dict() == told("plain")
    assert ev.summary() == str(ev)
    assert ev.to_frame().equals(ev.to_frame())


def test_the_order_of_asking_does_not_matter() -> None:
    one, other = shaped("groups with a reference"), shaped("groups with a reference")
    one.score("a"), one.compare("a", "b"), one.verdict
    other.summary(), other.gap("a", "one", "two")
    first, second = one.to_dict(), other.to_dict()
    del first["provenance"]["time"], second["provenance"]["time"]
    assert first == second


def test_a_result_does_not_change_with_the_arrays_it_came_from() -> None:
    data = small()
    asked: dict[str, Any] = {"prevalence": (0.05, 0.3), "cost": "1:5"}
    ev = baserate.evaluate(data, "died", ["a"], **asked)
    before = baserate.evaluate(small(), "died", ["a"], **asked).score("a").value
    data["a"][:] = data["a"][::-1].copy()
    assert ev.score("a").value == before


def test_a_result_does_not_change_with_the_mapping_of_source_prevalences() -> None:
    sources = {"network": 0.5}
    ev = run(source_prevalence=sources)
    sources["network"] = 0.1
    assert ev.to_dict()["provenance"]["parameters"]["source_prevalence"] == {"network": 0.5}


def test_seeds_are_reproducible_and_move_only_what_is_simulated() -> None:
    assert shaped("a seed").to_dict()["models"] == shaped("a seed").to_dict()["models"]
    first = baserate.evaluate(small(), "died", "a", cost="1:5", prevalence=0.2, seed=1).to_dict()["models"][
        "a"
    ]
    second = baserate.evaluate(small(), "died", "a", cost="1:5", prevalence=0.2, seed=2).to_dict()["models"][
        "a"
    ]
    simulated = {"sharpness", "calibration", "calibration_corrected"}
    for name in set(MEASURES) - simulated:
        assert first[name] == second[name]
    assert first["calibration_corrected"]["value"] != second["calibration_corrected"]["value"]
    for name in ("sharpness", "calibration"):
        assert first[name]["value"] == second[name]["value"]


def test_the_level_changes_widths_only() -> None:
    usual, narrow = run(level=0.95).to_dict(), run(level=0.5).to_dict()
    for model in ("severity", "network"):
        for name in MEASURES:
            wide, tight = (one["models"][model][name] for one in (usual, narrow))
            assert (wide["value"], wide["standard_error"]) == (tight["value"], tight["standard_error"])
            assert wide["low"] <= tight["low"] < tight["high"] <= wide["high"]
            assert wide["high"] - wide["low"] > tight["high"] - tight["low"]
    for wide, tight in zip(usual["comparisons"], narrow["comparisons"], strict=True):
        assert wide["confidence"] == tight["confidence"]
        assert wide["difference"]["value"] == tight["difference"]["value"]
        assert wide["difference"]["low"] < tight["difference"]["low"]
    gap, tight_gap = (run(level=level, by="region").gap("severity", "north") for level in (0.95, 0.5))
    for name, part in gap.parts.items():
        assert part.value == tight_gap.parts[name].value
        assert part.high - part.low > tight_gap.parts[name].high - tight_gap.parts[name].low


def test_every_estimate_that_is_handed_out_has_the_level_that_was_asked() -> None:
    ev = run(level=0.8, by="region")
    split, gap = ev.split("severity"), ev.gap("severity", "north")
    found = {
        "score": ev.score("severity"),
        "compare": ev.compare("severity", "network"),
        **{name: ev.compare("severity", name) for name in DEFAULT_STRATEGIES},
        **{f"{name} alone": ev.score(name) for name in DEFAULT_STRATEGIES},
        "split.total": split.total,
        "split.sharpness": split.sharpness,
        "split.calibration": split.calibration,
        "split.calibration_corrected": split.calibration_corrected,
        **{f"gap.{name}": part for name, part in gap.parts.items()},
    }
    assert {name: estimate.level for name, estimate in found.items()} == dict.fromkeys(found, 0.8)


# Kept, and worked out once


def kinds_of_patients() -> dict[str, Any]:
    return {
        "rows": {},
        "clusters": {"cluster": "patient"},
        "bins": {"data": study().lazy()},
        "weights and groups": {"weight": "weight", "by": "region", "reference": "north"},
    }


@pytest.mark.parametrize("kind", kinds_of_patients())
def test_an_evaluation_that_was_pickled_says_the_same(kind: str) -> None:
    ev = run(**kinds_of_patients()[kind])
    again = pickle.loads(pickle.dumps(ev))
    assert again.to_dict() == ev.to_dict()
    assert again.summary() == ev.summary()
    assert again.page() == ev.page()
    assert repr(again) == repr(ev)
    # After everything was worked out, too, and for what was not asked before.
    later = pickle.loads(pickle.dumps(ev))
    assert later.to_dict() == ev.to_dict()
    difference = later.difference("severity", "network", Deployment.of((0.05, 0.1), "1:4"))
    expected = ev.difference("severity", "network", Deployment.of((0.05, 0.1), "1:4"))
    assert difference.interval() == expected.interval()


def test_an_evaluation_is_shown_on_one_line() -> None:
    for setting in SETTINGS:
        shown = repr(evaluated(setting))
        assert shown.startswith("Evaluation(severity, network; 1,500 rows, ")
        assert "\n" not in shown
        assert len(shown) < 160
    assert str(evaluated("plain")) == evaluated("plain").summary()


def test_everything_that_people_see_simulates_each_model_on_each_slice_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """JSON, text and page of two models and two groups: each model on everyone and on each group."""
    asked: list[tuple[int, bytes]] = []

    def counted(sample: Any, replicates: int, rng: Any, cluster: Any) -> Any:
        asked.append((replicates, sample.score.tobytes()))
        return simulate(sample, replicates, rng, cluster)

    monkeypatch.setattr("baserate.calibration.optimism.simulate", counted)
    ev = run(by="region", reference="north")
    ev.to_dict(), ev.summary(), ev.page(), ev.to_frame(), ev.to_dict()
    assert len(asked) == len(set(asked)) == 2 * 3
    asked.clear()
    rest = run(by="region")  # each group against the rest, who are patients of their own
    rest.to_dict(), rest.summary(), rest.page(), rest.to_frame(), rest.to_dict()
    assert len(asked) <= 2 * (3 + 2)


# What a reader is shown


def test_the_summary_says_first_what_must_be_known_first() -> None:
    data = small()
    with pytest.warns(BaserateWarning):
        ev = baserate.evaluate(
            {**data, "bad": 1 - data["a"]},
            "died",
            ["a", "bad"],
            prevalence=(0.05, 0.3),
            cost="1:5",
            by="tiny",
        )
    flat = " ".join(ev.summary().split())
    assert ev.warnings
    for text in ev.warnings:
        assert 0 < flat.index(f"Warning: {' '.join(text.split())}") < flat.index(ev.verdict.text)
    assert flat.index(ev.verdict.text) < flat.index("Which model?")
    table = ev.summary().split("\nBy tiny\n")[1]
    assert "large" in table
    assert "tiny" in table
    assert "not estimable" in table


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_summary_shows_the_verdict_every_model_and_every_group_with_its_numbers(setting: str) -> None:
    text, found = evaluated(setting).summary(), told(setting)
    flat = " ".join(text.split())
    assert found["verdict"]["text"] in flat
    counted = f"{len(study()):,} patients"
    if "cluster" in SETTINGS[setting]:
        clusters = study()["patient"].n_unique()
        assert found["data"]["clusters"] == clusters
        counted = f"{len(study()):,} rows in {clusters:,} clusters (patient)"
    else:
        assert found["data"]["clusters"] is None
    assert f"{counted}, {found['data']['positives']} with the outcome" in flat
    rows = text.split("Which model?")[1].splitlines()
    for name in ("severity", "network"):
        (row, *_) = [line for line in rows if line.startswith(name)]
        number = found["models"][name]["net_benefit"]
        shown = " ".join(f"{1000 * number[key]:.1f}" for key in ("value", "low", "high"))
        assert row.split()[1] == shown.split()[0]
        assert f"({shown.split()[1]} to {shown.split()[2]})" in row
        assert f"{found['models'][name]['auc']['value']:.3f}" in row
    for name in DEFAULT_STRATEGIES:
        (row, *_) = [line for line in rows if line.startswith(name)]
        worth = found["default_strategies"][name]["net_benefit"]["value"]
        cells = row.removeprefix(name).split()
        assert cells[0] == ("0" if name == "treat none" else f"{1000 * worth:.1f}")
        # What is known exactly has no interval; treating none always is.
        assert (len(cells) == 1) == (setting != "own prevalence" or worth == 0.0)
    by = text.split("\nBy region\n")[1]
    for group in found["groups"]:
        mine = [line for line in by.splitlines() if line.startswith(group["name"])]
        (row, *_) = [line for line in mine if line.split()[3] == "network"]
        assert row.split()[1:3] == [f"{group['patients']:,}", f"{group['positives']:,}"]
        assert f"{group['models']['network']['auc']['value']:.3f}" in row
        about = group["models"]["network"]
        cuts = [about["threshold"]["value"], about["at_common_threshold"]["threshold"]]
        common = [1000 * about["at_common_threshold"]["net_benefit"][key] for key in ("value", "low", "high")]
        ending = " ".join(f"{100 * cut:.3g} %" for cut in cuts)
        ending += " {:.1f} ({:.1f} to {:.1f})".format(*common)
        assert " ".join(row.split()).endswith(ending)
        ratio = [about["observed_expected"][key] for key in ("value", "low", "high")]
        assert "{:.2f} ({:.2f} to {:.2f})".format(*ratio) in row


def test_the_frame_agrees_with_the_dictionary() -> None:
    found, frame = told("plain"), evaluated("plain").to_frame()
    parts = {None: found["models"], **{group["name"]: group["models"] for group in found["groups"]}}
    lines = [
        (
            group,
            model,
            name,
            *(models[model][name][key] for key in ("value", "standard_error", "low", "high")),
        )
        for group, models in parts.items()
        for model in models
        for name in MEASURES
    ]
    lines += [
        (group, model, f"{name}_per_1000", *number.values())
        for group, models in parts.items()
        for model in models
        for name, number in models[model]["per_1000_at_threshold"].items()
        if name != "prevalence"
    ]
    old = ["group", "model", "measure", "value", "standard_error", "low", "high"]
    of_models = frame.filter(pl.col("model").is_in(list(found["models"])))
    about = of_models.filter(pl.col("measure").is_in([*MEASURES, *COUNTS])).select(old)
    assert len(about) == len(lines)
    assert set(about.rows()) == set(lines)
    assert about["measure"].unique(maintain_order=True).to_list() == [*MEASURES, *COUNTS]


def test_a_measure_that_is_not_available_is_null_in_the_frame() -> None:
    frame = shaped("certain and wrong").to_frame()
    line = frame.filter((pl.col("model") == "a") & (pl.col("measure") == "log_loss"))
    shown = line.select("group", "model", "measure", "value", "standard_error", "low", "high")
    assert shown.rows() == [(None, "a", "log_loss", None, None, None, None)]
    assert line["text"].to_list() == ["-"]
    reasons = shaped("certain and wrong").to_dict()["models"]["a"]["not_available"]
    assert line["reason"].to_list() == [reasons["log_loss"]]


def test_a_group_called_everyone_can_be_told_from_all_patients() -> None:
    data = small()
    names = np.where(np.arange(len(data["died"])) % 8 < 4, "everyone", "two")
    ev = baserate.evaluate({**data, "site": names}, "died", "a", prevalence=0.2, cost="1:5", by="site")
    assert ev.to_frame().select("group", "model", "reference", "measure").is_unique().all()


@pytest.mark.parametrize(
    "changed",
    [
        {"level": np.float64(0.9)},
        {"seed": np.int64(3)},
        {"source_prevalence": np.float32(0.5)},
        {"source_prevalence": {"network": np.float32(0.5)}},
        {"prevalence": (np.float64(0.1), np.float64(0.2)), "cost": np.float64(0.1)},
    ],
)
@pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")
def test_numbers_of_any_kind_can_be_written_as_json(changed: dict[str, Any]) -> None:
    assert json.loads(json.dumps(run(**changed).to_dict()))


def test_two_default_strategies_differ_by_what_is_known_exactly() -> None:
    """Treating all instead of none, over 2 % to 20 %: the mean of cases less a fifteenth of the others."""
    found = evaluated("plain").compare("treat all", "treat none")
    low, high = (float(baserate.odds.logit(end)) for end in (0.02, 0.2))
    mean = float(np.log((1 + np.exp(high)) / (1 + np.exp(low)))) / (high - low)
    assert found.value == pytest.approx(mean - (1 - mean) / 15, abs=1e-12)
    assert (found.low, found.high, found.method) == (found.value, found.value, "exact")
    assert evaluated("plain").compare("treat none", "treat all").value == -found.value


def test_a_group_minus_another_is_the_other_minus_the_one_with_its_sign_changed() -> None:
    ev = evaluated("plain")
    one, other = ev.gap("severity", "north", "south"), ev.gap("severity", "south", "north")
    for name, part in one.parts.items():
        assert part.value == pytest.approx(-other.parts[name].value, abs=1e-9)
    rest = ev.gap("severity", "north")
    assert rest.total.value == pytest.approx(one.total.value, abs=1e-15)
    assert rest.second.name == "the rest"
    assert ev.gap("severity", "north", "south", prevalence=(0.02, 0.2)).mechanism.value == pytest.approx(
        ev.score("severity", "north").value - ev.score("severity", "south").value, abs=1e-12
    )
