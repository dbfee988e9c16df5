"""The verdict: which model to use, who cannot be told from it, and where within the range the order flips."""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import baserate
from baserate import Beta, Cohort, Sites, Uniform
from baserate.errors import BaserateWarning, SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.results.across import across
from tests.support.cohorts import simulate

Numbers = NDArray[np.float64]

N = 600
RNG = np.random.default_rng(5)
Y, GOOD = simulate(RNG, N, 0.3, 1.6)
NOISE = RNG.normal(size=N)


def blurred(amount: float) -> Numbers:
    return np.asarray(baserate.odds.expit(baserate.odds.logit(GOOD) + amount * NOISE))


def run(models: dict[str, Any], **changed: Any) -> Evaluation:
    asked: dict[str, Any] = {"prevalence": (0.02, 0.3), "cost": "1:9", **changed}
    data = {"died": Y, **models}
    return baserate.evaluate(data, "died", list(models), **asked)


def crossing() -> dict[str, Any]:
    """Two models that each see one half: one is good where disease is rare, one where it is common.

    ``sure`` finds a third of the cases with no false alarm; ``safe`` clears half of the others and misses
    no case. Where the disease is rare nobody is worth treating but on strong evidence, so ``sure`` wins;
    where it is common everybody is but on strong evidence against, so ``safe`` does.
    """
    jitter = 1e-3 * np.random.default_rng(8).random(N)
    case, other = np.flatnonzero(Y == 1), np.flatnonzero(Y == 0)
    sure, safe = np.full(N, 0.22), np.full(N, 0.45)
    sure[case[: len(case) // 3]] = 0.97
    safe[other[: len(other) // 2]] = 0.004
    return {"sure": sure + jitter, "safe": safe + jitter}


def points(low: float, high: float, count: int = 401) -> Numbers:
    """Prevalences at equal steps of log odds; 401 are what the library looks at."""
    x = np.linspace(float(baserate.odds.logit(low)), float(baserate.odds.logit(high)), count)
    return np.asarray(np.clip(baserate.odds.expit(x), low, high))


def values(models: dict[str, Any], grid: Numbers, cost: str = "1:9") -> dict[str, Numbers]:
    """Net benefit at single prevalences: the slow way to a curve."""
    return {
        name: np.array([baserate.net_benefit(Y, score, cost=cost, prevalence=float(pi)) for pi in grid])
        for name, score in models.items()
    }


WITHOUT = "without a model"


def run_quietly(models: dict[str, Any], **changed: Any) -> Evaluation:
    """For scores that are warned of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return run(models, **changed)


def ends(ev: Evaluation, one: str, other: str) -> tuple[float, float]:
    """The interval that holds for all comparisons."""
    low, high, *_ = ev.simultaneous(one, other)
    return low, high


def check_consistent(ev: Evaluation) -> None:
    """Best by value, the intervals, the lists and the words say one thing."""
    verdict, text = ev.verdict, ev.verdict.text
    value = {name: ev.score(name).value for name in (*ev.models, WITHOUT)}
    assert value[verdict.best] >= max(value.values()) - 1e-12
    assert verdict.tied[0] == verdict.best
    least = (verdict.margin or 0.0) / 1000
    better = [m for m in ev.models if ends(ev, m, WITHOUT)[0] > 0 and ev.compare(m, WITHOUT).value >= least]
    assert list(verdict.better_than_without) == better
    for model in set(ev.models) - {verdict.best}:
        ahead = ends(ev, verdict.best, model)[0] > 0 and ev.compare(verdict.best, model).value >= least
        assert (model in verdict.tied) == (not ahead or (verdict.best not in better and model in better))
    assert text.startswith("No model is shown to be better than deciding without one") == (not better)
    assert text.startswith(f"Use {verdict.best}. Where ") == (verdict.decided and bool(better))
    assert text.startswith("Too close to call between ") == (not verdict.decided and bool(better))
    assert "robabilit" not in text
    assert text.startswith(verdict.sentence)
    assert re.fullmatch(r"(Use .*?\. Where|Too close|No model) .*\.", verdict.sentence)
    assert verdict.possible >= verdict.added.value - 1e-12


def test_a_better_model_is_to_be_used_and_the_verdict_is_the_comparison() -> None:
    ev = run({"bad": blurred(1.0), "good": GOOD})
    verdict, difference = ev.verdict, ev.compare("good", ev.verdict.runner_up)
    assert (verdict.best, verdict.tied, verdict.decided) == ("good", ("good",), True)
    assert verdict.difference is difference
    assert difference.low > 0.0
    assert difference.confidence() > 0.975
    assert str(verdict).startswith(
        "Use good. Where 2 % to 30 % have the outcome, and missing one case is as bad as 9 unnecessary "
        "treatments, it is worth "
    )
    number = r"(\S+)"
    for other, pattern in (
        (
            "bad",
            f"worth {number} more cases found per 1,000 patients than bad .95 % CI {number} to {number}.$",
        ),
        (WITHOUT, f"Over .* model, it adds {number} of a possible .* .95 % CI {number} to {number}.$"),
    ):
        (found,) = [m for part in verdict.text.split(". ") if (m := re.search(pattern, part))]
        expected = (ev.compare("good", other).value, *ends(ev, "good", other))
        for shown, exact in zip(found.groups(), expected, strict=True):
            assert float(shown) == pytest.approx(1000 * exact, abs=0.0501)
    check_consistent(ev)


def test_the_order_of_the_models_does_not_matter() -> None:
    one, other = run({"bad": blurred(3.0), "good": GOOD}), run({"good": GOOD, "bad": blurred(3.0)})
    assert one.verdict.best == other.verdict.best
    assert one.verdict.tied == other.verdict.tied
    # But for the last digit: rows are summed in an order that follows from all their numbers, in turn.
    assert one.verdict.difference.value == pytest.approx(other.verdict.difference.value, rel=1e-13)
    assert one.verdict.level == pytest.approx(other.verdict.level, abs=1e-4)


def test_a_model_with_a_little_noise_cannot_be_told_from_its_copy() -> None:
    ev = run({"good": GOOD, "copy": blurred(0.02)})
    verdict = ev.verdict
    assert not verdict.decided
    assert set(verdict.tied) == {"good", "copy"}
    assert verdict.text.startswith(f"Too close to call between {verdict.best} and {verdict.runner_up} where")
    assert "simplicity, cost" in verdict.text
    assert verdict.difference.low < 0 < verdict.difference.high
    check_consistent(ev)


def test_the_same_model_twice_cannot_be_told_apart_and_does_not_flip() -> None:
    ev = run({"good": GOOD, "twin": GOOD.copy()})
    difference = ev.verdict.difference
    assert difference == 0
    assert difference.low == -difference.high
    assert difference.confidence() == 0.5
    assert ev.verdict.tied == ("good", "twin")
    assert not ev.verdict.decided
    assert ev.verdict.flips == ()
    # Two that are one are one comparison with deciding without a model (but for the last digit, as above).
    assert ev.verdict.level == 0.95
    alone = run({"good": GOOD}).simultaneous("good", WITHOUT)[:2]
    assert ends(ev, "good", WITHOUT) == pytest.approx(alone, rel=1e-13)
    check_consistent(ev)


def test_one_model_is_judged_against_the_better_default_at_each_prevalence() -> None:
    ev = run({"good": GOOD})
    assert (ev.verdict.best, ev.verdict.runner_up) == ("good", WITHOUT)
    assert ev.verdict.decided
    assert ev.verdict.added.value == ev.verdict.difference.value == ev.compare("good", WITHOUT).value
    # Several comparisons that differ by a constant are one: nothing is adjusted, and nothing said.
    assert ev.verdict.level == 0.95
    assert "together" not in ev.verdict.text


@pytest.mark.parametrize(
    "changed", [{}, {"prevalence": None}, {"prevalence": 0.05}, {"cost": ("1:20", "1:4")}]
)
def test_a_constant_score_is_not_better_than_deciding_without_a_model(changed: dict[str, Any]) -> None:
    """It decides as one would without it; "wins, more than 99.9 % sure" was said of it."""
    constant = np.full(N, float(Y.mean()))
    ev = run_quietly({"constant": constant}, **changed)
    added = ev.compare("constant", WITHOUT)
    assert added.value == pytest.approx(0.0, abs=1e-12)
    assert added.low <= 0.0 <= added.high
    assert (added.low + added.high) / 2 == pytest.approx(added.value, abs=1e-12)
    assert ev.verdict.best == WITHOUT
    assert ev.verdict.better_than_without == ()
    assert "Without a model, treat" in ev.verdict.text or "cost" in changed
    check_consistent(ev)
    with_good = run_quietly({"constant": constant, "good": GOOD}, **changed)
    assert with_good.verdict.best == "good"
    check_consistent(with_good)


@pytest.mark.parametrize(
    ("prevalence", "cost", "rule"),
    [("60%", "1:99", "treat all"), ("1%", "1:1", "treat none"), (None, "1:300", "treat all")],
)
def test_a_useless_model_loses_to_deciding_without_one(prevalence: Any, cost: str, rule: str) -> None:
    useless = np.clip(0.3 + 0.29 * np.random.default_rng(2).normal(size=N), 0.0001, 0.9999)
    ev = run({"useless": useless}, prevalence=prevalence, cost=cost)
    assert (ev.verdict.best, ev.verdict.runner_up) == (WITHOUT, "useless")
    assert f"Without a model, {rule}." in ev.verdict.text
    assert ev.verdict.flips == ()
    assert ev.verdict.difference >= 0
    assert ev.verdict.added == -ev.verdict.difference.value
    check_consistent(ev)


def test_a_model_that_is_surely_worse_than_none_settles_it() -> None:
    harmful = np.where(Y == 1, 0.01, 0.9) + 1e-3 * np.random.default_rng(1).random(N)
    with pytest.warns(BaserateWarning):
        ev = run({"harmful": harmful})
    assert ev.verdict.tied == (WITHOUT,)
    assert ev.verdict.decided
    check_consistent(ev)


def test_a_perfect_model_is_to_be_used() -> None:
    ev = run_quietly({"perfect": np.where(Y == 1, 0.999, 0.001), "good": GOOD})
    assert (ev.verdict.best, ev.verdict.tied, ev.verdict.decided) == ("perfect", ("perfect",), True)
    check_consistent(ev)


def test_a_third_model_that_ties_is_named() -> None:
    """Only the runner-up was tested: a slightly worse copy of the leader hid the tie, and the leader won."""
    rng = np.random.default_rng(22)
    rival = np.asarray(baserate.odds.expit(baserate.odds.logit(GOOD) + 0.45 * rng.normal(size=N)))
    alone = run({"good": GOOD, "rival": rival})
    assert set(alone.verdict.tied) == {"good", "rival"}
    best = alone.verdict.best
    leader = {"good": GOOD, "rival": rival}[best]
    # The leader with cases scored a little lower: surely worse, if by little.
    copy = np.where(Y == 1, 0.98 * leader, leader)
    ev = run({"good": GOOD, "rival": rival, "copy": copy})
    assert ev.verdict.runner_up == "copy"
    assert ev.compare(best, "copy").low > 0.0
    assert set(ev.verdict.tied) >= {"good", "rival"}
    assert not ev.verdict.decided
    assert ev.verdict.level >= alone.verdict.level
    assert ev.verdict.text.startswith("Too close to call between ")
    check_consistent(ev)


@pytest.mark.parametrize("amount", [0.001, 0.01, 0.05])
def test_adding_a_copy_never_makes_a_winner(amount: float) -> None:
    rng = np.random.default_rng(22)
    rival = np.asarray(baserate.odds.expit(baserate.odds.logit(GOOD) + 0.45 * rng.normal(size=N)))
    alone = run({"good": GOOD, "rival": rival}).verdict
    noise = amount * rng.normal(size=N)
    copy = np.asarray(baserate.odds.expit(baserate.odds.logit(GOOD) + noise))
    verdict = run({"good": GOOD, "rival": rival, "copy": copy}).verdict
    assert not alone.decided
    assert not verdict.decided
    assert set(alone.tied) <= set(verdict.tied)
    assert verdict.level >= alone.level - 1e-3


@pytest.mark.parametrize("seed", range(12))
def test_forty_patients_get_a_verdict_that_does_not_contradict_itself(seed: int) -> None:
    """In 142 of 400 small samples a model was best, with a probability of 38.7 % to be better."""
    rng = np.random.default_rng(seed)
    died = np.r_[np.ones(8), np.zeros(32)].astype(int)
    score = np.clip(0.2 + 0.1 * died + 0.1 * rng.normal(size=40), 0.01, 0.9)
    data = {"died": died, "model": score, "other": rng.permutation(score)}
    for asked in ({"prevalence": None}, {"prevalence": 0.1}, {"prevalence": (0.05, 0.3)}):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ev = baserate.evaluate(data, "died", ["model", "other"], cost="1:9", **asked)
        check_consistent(ev)
        difference = ev.verdict.difference
        assert difference.value >= 0.0
        assert difference.confidence() >= 0.5
        for one, other in ev.comparisons:
            estimate = ev.compare(one, other)
            assert estimate.low <= estimate.value <= estimate.high
            assert (estimate.confidence() >= 0.975) == (estimate.low >= 0.0) or estimate.low == 0.0


def test_decisions_like_those_of_treating_all_differ_from_it_by_nothing() -> None:
    """An interval of 0.0 (-15.3 to 7.8) was printed: about another value than the difference."""
    rng = np.random.default_rng(4)
    died = (rng.random(60) < 0.3).astype(int)
    score = 0.5 + 0.4 * rng.random(60)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate({"died": died, "m": score}, "died", "m", prevalence=0.3, cost="1:9")
    difference = ev.compare("m", "treat all")
    assert difference.value == pytest.approx(0.0, abs=1e-15)
    assert difference.low == pytest.approx(-difference.high, abs=1e-12)
    assert difference.confidence() == pytest.approx(0.5, abs=1e-9)
    assert ev.verdict.better_than_without == ()


def test_six_equal_models_are_rarely_better_than_deciding_without_one() -> None:
    """At the prevalence where treating all and none are equal, a score by lot is worth as much as either."""
    rng, false, plain, count = np.random.default_rng(11), 0, 0, 60
    names = [f"m{number}" for number in range(6)]
    for _ in range(count):
        died = (rng.random(300) < 0.2).astype(int)
        scores = np.clip(0.1 * np.exp(rng.normal(size=(6, 300))), 0.0, 0.99)
        data = {"died": died, **dict(zip(names, scores, strict=True))}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ev = baserate.evaluate(data, "died", names, prevalence=0.1, cost="1:9", source_prevalence=0.1)
        false += bool(ev.verdict.better_than_without)
        plain += any(ev.compare(name, WITHOUT).low > 0.0 for name in names)
    assert false <= 0.05 * count
    assert plain > false  # one at a time, chance is found to be a lead


def test_the_best_is_said_to_be_worth_more_than_deciding_without_a_model() -> None:
    ev = run({"bad": blurred(1.0), "good": GOOD})
    assert ev.verdict.runner_up == "bad"
    over = ev.compare("good", WITHOUT)
    assert f"Over deciding without a model, it adds {1000 * over.value:.1f} of a possible" in ev.verdict.text
    assert over.value < min(ev.compare("good", name).value for name in ("treat all", "treat none"))


def test_the_built_in_cohort_is_worth_what_it_adds_to_the_better_default() -> None:
    from baserate.datasets import icu_cohort

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate(
            icu_cohort(), "died", ["severity", "network"], prevalence=(0.01, 0.1), cost="1:30"
        )
    assert 1000 * ev.verdict.added.value == pytest.approx(8.94, abs=0.01)
    assert "it adds 8.9 of a possible 25.2" in ev.verdict.text
    assert "it finds 5.7 fewer cases and spares 439 unnecessary treatments" in ev.verdict.text


# Where, and how bad an error is, as a clause.


@pytest.mark.parametrize(
    ("changed", "clause"),
    [
        (
            {"prevalence": 0.05},
            "5 % have the outcome, and missing one case is as bad as 9 unnecessary treatments",
        ),
        ({"prevalence": None}, "31.5 % have the outcome, as observed, and missing one case"),
        ({"prevalence": Beta(2, 38)}, "the prevalence is Beta(2, 38), mean 5 %, and missing one case"),
        ({"prevalence": Uniform(0.1, 0.2)}, "the prevalence is 10 % to 20 %, uniform, and missing one case"),
        ({"cost": ("1:50", "1:5")}, "and missing one case is as bad as 5 to 50 unnecessary treatments"),
        ({"cost": ("1:4", "2:1")}, "and missing one case is as bad as 0.5 to 4 unnecessary treatments"),
        ({"cost": "1:1"}, "and missing one case is as bad as 1 unnecessary treatment"),
        ({"cost": "4:1"}, "and one unnecessary treatment is as bad as 4 missed cases"),
        ({"cost": ("2:1", "4:1")}, "and one unnecessary treatment is as bad as 2 to 4 missed cases"),
        ({"cost": Uniform(0.1, 0.2)}, "and the cost of errors is 1:9 to 1:4, uniform (median 1:5.667)"),
        (
            {"outcome_name": "biopsies", "action_name": "diagnosis/diagnoses", "cost": "4:1"},
            "one unnecessary diagnosis is as bad as 4 missed biopsies",
        ),
        (
            {"outcome_name": "deaths", "action_name": "transfers"},
            "missing one death is as bad as 9 unnecessary transfers",
        ),
    ],
)
def test_the_deployment_is_a_clause_of_the_sentence(changed: dict[str, Any], clause: str) -> None:
    assert clause in run_quietly({"bad": blurred(1.0), "good": GOOD}, **changed).verdict.sentence


@pytest.mark.parametrize(
    "changed", [{}, {"prevalence": None}, {"prevalence": 0.05}, {"cost": ("1:20", "1:4")}, {"cost": "2:1"}]
)
def test_possible_is_what_a_perfect_model_adds(changed: dict[str, Any]) -> None:
    perfect = np.where(Y == 1, 1 - 1e-9, 1e-9)
    ev = run_quietly({"perfect": perfect, "good": GOOD}, **changed)
    assert ev.verdict.possible == pytest.approx(ev.compare("perfect", WITHOUT).value, abs=1e-9)


# Cases found and unnecessary treatments, with every sign.

EXCHANGES = [
    ((0.9, 0.1), (0.5, 0.3), "finds {} more cases and spares {} unnecessary treatments"),
    ((0.5, 0.1), (0.9, 0.6), "finds {} fewer cases and spares {} unnecessary treatments"),
    ((0.9, 0.3), (0.5, 0.1), "finds {} more cases and leads to {} more unnecessary treatments"),
    ((0.8, 0.1), (0.8, 0.5), "finds as many cases and spares {} unnecessary treatments"),
    ((0.9, 0.2), (0.5, 0.2), "finds {} more cases and leads to as many unnecessary treatments"),
]


@pytest.mark.parametrize(("one", "other", "words"), EXCHANGES)
def test_the_exchange_is_told_with_its_counts(
    one: tuple[float, float], other: tuple[float, float], words: str
) -> None:
    """Decisions with given sensitivity and 1 - specificity, at one prevalence."""

    def decisions(shares: tuple[float, float]) -> Numbers:
        score = np.full(1000, 0.02)
        score[: round(200 * shares[0])] = 0.9
        score[200 : 200 + round(800 * shares[1])] = 0.9
        return score

    died = np.r_[np.ones(200), np.zeros(800)].astype(int)
    data = {"died": died, "one": decisions(one), "other": decisions(other)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate(data, "died", ["one", "other"], prevalence=0.2, cost="1:4")
    assert ev.verdict.best == "one"
    found, treated = 200 * abs(one[0] - other[0]), 800 * abs(one[1] - other[1])
    shown = [f"{x:.0f}" if x >= 100 else f"{x:.1f}" for x in (found, treated) if x > 1e-9]
    assert f"Compared with other, of 1,000 patients it {words.format(*shown)}." in ev.verdict.text


@pytest.mark.parametrize(
    ("prevalence", "words"),
    [
        (0.3, "finds {} fewer cases and spares {} unnecessary treatments"),
        (0.02, "finds {} more cases and leads to {} more unnecessary treatments"),
    ],
)
def test_the_exchange_without_a_model_is_with_treating_all_or_none(prevalence: float, words: str) -> None:
    ev = run({"good": GOOD}, prevalence=prevalence)
    done = ev.judged("good").consequences
    treats_all = prevalence >= 0.1
    found = done.true_positives - 1000 * prevalence * treats_all
    treated = done.false_positives - 1000 * (1 - prevalence) * treats_all
    shown = [f"{abs(x):.0f}" if abs(x) >= 100 else f"{abs(x):.1f}" for x in (found, treated)]
    told = f"Compared with deciding without a model, of 1,000 patients it {words.format(*shown)}."
    assert told in ev.verdict.text


# The smallest difference that matters.


def test_a_lead_below_the_margin_is_not_called_one() -> None:
    models = {"bad": blurred(1.0), "good": GOOD}
    plain = run(models)
    lead = 1000 * plain.compare("good", "bad").value
    assert plain.verdict.decided
    small, large = run(models, margin=lead - 0.1), run(models, margin=lead + 0.1)
    assert small.verdict.decided
    assert not large.verdict.decided
    assert large.verdict.tied == ("good", "bad")
    sentence = f"good is ahead of bad, but by less than the {lead + 0.1:g} per 1,000 that matter"
    assert sentence in large.verdict.text
    assert sentence not in plain.verdict.text
    for ev in (plain, small, large):
        check_consistent(ev)


def test_a_model_that_is_no_worse_by_the_margin_is_non_inferior() -> None:
    models = {"good": GOOD, "copy": blurred(0.02)}
    plain = run(models).verdict
    assert plain.non_inferior == ()
    high = 1000 * run(models).simultaneous(plain.best, plain.runner_up).high
    wide, narrow = run(models, margin=1.05 * high).verdict, run(models, margin=0.95 * high).verdict
    assert wide.non_inferior == (plain.runner_up,)
    assert narrow.non_inferior == ()
    sentence = f"{plain.runner_up} is no worse than {plain.best} by more than {1.05 * high:g} per 1,000"
    assert sentence in wide.text
    assert "non-inferior" not in narrow.text + plain.text


def test_a_model_worth_less_than_the_margin_is_not_shown_to_be_better() -> None:
    ev = run({"good": GOOD}, margin=900)
    assert ev.verdict.better_than_without == ()
    assert "but by less than the 900 per 1,000 that matter" in ev.verdict.text
    check_consistent(ev)


def test_confidence_above_the_margin_is_in_the_result() -> None:
    ev = run({"good": GOOD, "bad": blurred(1.0)}, margin=2)
    for pair in ev.to_dict()["comparisons"]:
        difference = ev.compare(pair["model"], pair["reference"])
        assert pair["confidence_above_margin"] == difference.confidence(above=0.002)
    assert "confidence above 2" in ev.summary()
    assert run({"good": GOOD}).to_dict()["comparisons"][0]["confidence_above_margin"] is None


@pytest.mark.parametrize("margin", [0, -1, float("nan"), float("inf"), "2", True])
def test_a_margin_is_a_number_above_zero(margin: Any) -> None:
    with pytest.raises(SettingError, match="margin"):
        run({"good": GOOD}, margin=margin)


# Where no such prevalence was observed.


@pytest.mark.parametrize(
    ("prevalence", "outside"),
    [
        (None, False),
        ((0.02, 0.3), False),
        (0.3, False),
        ((0.01, 0.1), True),
        (0.05, True),
        ((0.6, 0.8), True),
    ],
)
def test_a_range_that_was_not_observed_rests_on_label_shift(prevalence: Any, outside: bool) -> None:
    ev = run({"good": GOOD}, prevalence=prevalence)
    assert ev.verdict.outside is outside
    assert ("rest on label shift" in ev.verdict.text) is outside
    assert ev.to_dict()["verdict"]["outside"] is outside


def test_what_a_group_shows_is_observed() -> None:
    group = np.where((Y == 1) & (np.arange(N) % 10 > 0), "common", "rare")
    data = {"died": Y, "good": GOOD, "g": group, "h": np.where(np.arange(N) % 2, "a", "b")}
    data["g"] = np.where((Y == 0) & (np.arange(N) % 5 == 0), "common", data["g"])
    share = float(Y[data["g"] == "rare"].mean())
    asked: dict[str, Any] = {"prevalence": (0.5 * share, 1.5 * share), "cost": "1:9"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seen = baserate.evaluate(data, "died", "good", by="g", **asked).verdict
        unseen = baserate.evaluate(data, "died", "good", by="h", **asked).verdict
    assert not seen.outside
    assert unseen.outside
    assert "in the groups" in unseen.text


# What holds together.


def test_adjusted_intervals_stand_beside_plain_ones() -> None:
    ev = run({"good": GOOD, "bad": blurred(1.0), "copy": blurred(0.1)})
    content = ev.to_dict()
    for pair in content["comparisons"]:
        plain, adjusted = pair["difference"], pair["difference"]["simultaneous"]
        assert adjusted["low"] < plain["low"] < plain["value"] < plain["high"] < adjusted["high"]
    for model in content["models"].values():
        plain, adjusted = model["net_benefit"], model["net_benefit"]["simultaneous"]
        assert adjusted["low"] < plain["low"] < plain["high"] < adjusted["high"]
    assert content["verdict"]["comparisons"] == len(content["comparisons"]) == 12
    shown = " ".join(ev.summary().split())
    assert "the adjusted CI for all 12 together" in shown
    assert "The intervals hold for all 12 comparisons together." in shown
    assert "Picked as the best of 3 by looking, good has an adjusted CI of" in shown


def test_groups_are_adjusted_for_all_of_them() -> None:
    data = {"died": Y, "good": GOOD, "bad": blurred(1.0), "g": np.where(np.arange(N) % 2, "a", "b")}
    ev = baserate.evaluate(data, "died", ["good", "bad"], by="g", prevalence=(0.02, 0.3), cost="1:9")
    for group in ("a", "b"):
        pair = next(one for one in ev.to_dict()["groups"] if one["name"] == group)["comparisons"][0]
        alone = ev.compare("good", "bad", group).interval(ev.level_of_comparisons())
        assert pair["difference"]["simultaneous"]["low"] < alone.low + 5e-5 < pair["difference"]["low"] + 5e-5
    assert "in all 2 groups together" in " ".join(ev.summary().split())


def test_flips_are_where_points_of_net_benefit_say_that_another_model_is_ahead() -> None:
    models = crossing()
    ev = run(models)
    best, other = ev.verdict.best, ev.verdict.runner_up
    assert {best, other} == {"sure", "safe"}
    assert len(ev.verdict.flips) == 1
    flip = ev.verdict.flips[0]
    assert flip.ahead == other
    grid = points(0.02, 0.3, 1001)
    curve = values(models, grid)
    ahead = grid[curve[other] > curve[best]]
    step = 1.02  # two neighbours on the library's grid of 401 are 0.7 % apart in odds
    assert ahead.min() / step <= flip.low <= ahead.min() * step
    assert ahead.max() / step <= flip.high <= ahead.max() * step
    assert len(ahead) == np.sum((grid >= ahead.min()) & (grid <= ahead.max()))
    assert (best, other) == ("safe", "sure")
    assert 0.02 == flip.low < flip.high < 0.3
    at = values(models, np.array([flip.low, flip.high]))
    assert np.all(at[other] >= at[best] - 1e-12)
    assert flip.beyond_chance
    told = f"Within the range, others are ahead of {best} beyond chance: {other} from"
    assert f"{told} {100 * flip.low:.3g} % to {100 * flip.high:.3g} %." in ev.verdict.text


def test_the_winner_over_the_range_is_the_one_with_the_higher_mean() -> None:
    models = crossing()
    grid = points(0.02, 0.3, 1001)[1:-1]
    means = {name: curve.mean() for name, curve in values(models, grid).items()}
    ev = run(models)
    assert ev.verdict.best == max(means, key=lambda name: means[name])
    for name, mean in means.items():
        assert ev.score(name).value == pytest.approx(mean, rel=2e-3)


def test_a_range_on_either_side_of_the_crossing_has_no_flip_and_its_own_winner() -> None:
    models = crossing()
    rare, common = run(models, prevalence=(0.02, 0.03)), run(models, prevalence=(0.2, 0.3))
    assert rare.verdict.flips == common.verdict.flips == ()
    assert (rare.verdict.best, common.verdict.best) == ("sure", "safe")


@pytest.mark.parametrize("prevalence", [(0.02, 0.3), Uniform(0.02, 0.3)])
def test_flips_of_three_models_name_whoever_is_ahead(prevalence: Any) -> None:
    models = {**crossing(), "poor": np.clip(0.3 + 1e-3 * NOISE + 0.002 * Y, 0, 1)}
    ev = run(models, prevalence=prevalence)
    grid = points(0.02, 0.3)
    curve = values(models, grid)
    leader = [max(curve, key=lambda name, i=i: curve[name][i]) for i in range(len(grid))]  # type: ignore[misc]
    inside = [
        next((f.ahead for f in ev.verdict.flips if f.low <= pi <= f.high), ev.verdict.best) for pi in grid
    ]
    assert inside == leader


def test_no_flip_is_told_where_one_model_dominates() -> None:
    worse = np.where(Y == 1, GOOD * 0.5, 1 - (1 - GOOD) * 0.5)
    grid = np.linspace(0.02, 0.3, 50)
    curve = values({"good": GOOD, "worse": worse}, grid)
    assert np.all(curve["good"] >= curve["worse"])
    with pytest.warns(BaserateWarning):
        ev = run({"good": GOOD, "worse": worse})
    assert ev.verdict.best == "good"
    assert ev.verdict.flips == ()
    assert "Within the range" not in ev.verdict.text


@pytest.mark.parametrize(
    "changed",
    [
        {"cost": ("1:20", "1:4")},
        {"prevalence": None},
        {"prevalence": 0.1},
        {"prevalence": Beta(2, 20)},
        {"prevalence": Sites({0.02: 1, 0.3: 2})},
    ],
)
def test_no_flips_are_told_without_a_range_of_prevalences_at_one_cost(changed: dict[str, Any]) -> None:
    ev = run(crossing(), **changed)
    assert ev.verdict.flips == ()
    assert ev.to_dict()["verdict"]["flips"] == []
    assert ev.verdict.text


@pytest.mark.parametrize("ends", [(0.05, 0.5), (0.12, 0.5), (0.12, 0.35)])
def test_many_flips_are_those_on_a_grid_of_points_and_not_told(ends: tuple[float, float]) -> None:
    """Two models that take turns."""
    models = {"good": GOOD, "copy": blurred(0.3)}
    ev = run(models, prevalence=ends)
    grid = points(*ends)
    curve = values(models, grid)
    best, other = ev.verdict.best, ev.verdict.runner_up
    behind = curve[other] > curve[best] + 1e-12
    starts = np.flatnonzero(behind & ~np.append(False, behind[:-1]))
    stops = np.flatnonzero(behind & ~np.append(behind[1:], False))
    found = [(flip.low, flip.high) for flip in ev.verdict.flips]
    assert np.ravel(found) == pytest.approx(np.concatenate(list(zip(grid[starts], grid[stops], strict=True))))
    assert len(found) > 3
    # None of them is beyond chance, so none is told.
    assert not any(flip.beyond_chance for flip in ev.verdict.flips)
    assert "Within the range" not in ev.verdict.text


def test_the_names_of_models_are_not_rewritten() -> None:
    ev = run({"treat LOW": GOOD, "Treat Them": blurred(3.0)})
    assert ev.verdict.text.startswith("Use treat LOW. Where")


def test_the_verdict_is_that_of_the_result() -> None:
    ev = run({"bad": blurred(1.0), "good": GOOD})
    found = ev.to_dict()["verdict"]
    assert found["text"] == str(ev.verdict)
    assert (found["best"], found["runner_up"]) == (ev.verdict.best, ev.verdict.runner_up)
    difference = ev.verdict.difference
    interval = difference.interval(ev.verdict.level)
    assert found["difference"] == {
        "value": difference.value,
        "standard_error": difference.standard_error,
        "low": difference.low,
        "high": difference.high,
        "simultaneous": {"low": interval.low, "high": interval.high},
    }
    assert found["tied"] == list(ev.verdict.tied)
    assert found["confidence"] == difference.confidence()
    (pair,) = [
        one for one in ev.to_dict()["comparisons"] if {one["model"], one["reference"]} == {"bad", "good"}
    ]
    sign = 1 if pair["model"] == "good" else -1
    assert sign * pair["difference"]["value"] == pytest.approx(found["difference"]["value"], abs=1e-15)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.999])
@pytest.mark.parametrize("blur", [0.3, 0.6, 3.0])
def test_a_verdict_is_decided_when_the_intervals_at_the_level_exclude_zero(level: float, blur: float) -> None:
    usual, ev = (run({"bad": blurred(blur), "good": GOOD}, level=one) for one in (0.95, level))
    assert usual.verdict.best == ev.verdict.best == "good"
    narrow, wide = usual.verdict.difference, ev.verdict.difference
    assert (narrow.value, narrow.confidence()) == (wide.value, wide.confidence())
    assert (wide.high - wide.low > narrow.high - narrow.low) == (level > 0.95)
    lows = [ends(ev, "good", other)[0] for other in ("bad", WITHOUT)]
    assert ev.verdict.decided == (min(lows) > 0)
    assert f"{100 * level:g} % CI" in ev.verdict.text
    check_consistent(ev)


def test_a_flip_is_as_sure_as_the_paired_difference_where_the_lead_is_largest() -> None:
    models = crossing()
    found = run(models).verdict
    (flip,) = found.flips
    curve = values(models, points(0.02, 0.3))
    most = float(points(0.02, 0.3)[np.argmax(curve[flip.ahead] - curve[found.best])])
    cohort = Cohort.of(Y)
    worth = {name: cohort.net_benefit(score, cost="1:9", prevalence=most) for name, score in models.items()}
    paired = worth[flip.ahead] - worth[found.best]
    assert flip.confidence == pytest.approx(paired.confidence(), abs=1e-9)
    assert flip.beyond_chance == (flip.confidence >= 0.975)


@pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")
def test_the_table_across_deployments_concludes_as_the_verdict_does() -> None:
    """A winner, three that tie, none better, and all worse: each in a few words."""
    rng = np.random.default_rng(12)
    y = (rng.random(3000) < 0.15).astype(int)
    x = 1.6 * y + rng.normal(size=3000)
    good, noise = 1 / (1 + np.exp(-(1.5 * x - 3.0))), rng.normal(size=3000)
    scores = {
        "good": good,
        "copy": good,
        "near": 1 / (1 + np.exp(-(1.5 * x - 3.0 + 0.01 * noise))),
        "useless": 1 / (1 + np.exp(-(2.0 * noise - 1.7))),
        "constant": np.full(3000, y.mean()),
    }

    def concluded(*models: str) -> str:
        ev = baserate.evaluate({"y": y, **scores}, "y", list(models), prevalence=(0.05, 0.3), cost="1:5")
        return across({"here": ev.result}).across[0].conclusion

    assert concluded("good", "useless") == "good"
    assert concluded("good", "copy", "near") in {
        "too close to call: good, copy and near",
        "too close to call: near, good and copy",
    }
    assert concluded("constant") == "no model shown to be better than deciding without one"
    assert concluded("useless") == "without a model: every model is worse"
