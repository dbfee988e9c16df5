"""Rubin's rules, and evaluations pooled over imputations."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest
from scipy import stats

import baserate
from baserate.errors import DataError, SettingError
from baserate.extensions.imputation.imputed import ImputedEvaluation, pool_imputations
from baserate.extensions.imputation.rubin import ImputedEstimate, rubin
from baserate.inference.estimate import Estimate

ASKED: dict[str, Any] = {"prevalence": (0.05, 0.3), "cost": "1:9"}


def copies(
    m: int = 4, n: int = 300, spread: float = 0.4, lead: float = 1.0, **more: Any
) -> list[baserate.Evaluation]:
    """Evaluations of patients whose risks differ by copy; "good" is better than "poor" by a lead."""
    rng = np.random.default_rng(2)
    y = (rng.random(n) < 0.2).astype(int)
    base = {"good": 1.5 * y + rng.normal(size=n), "poor": (1.5 - lead) * y + rng.normal(size=n)}
    evaluations = []
    for number in range(m):
        noise = np.random.default_rng([number, 7])
        data: dict[str, Any] = {
            "y": y,
            "w": np.arange(n) % 3 + 1,
            "c": np.arange(n) // 5,
            "g": np.arange(n) % 2,
        }
        for name, x in base.items():
            shown = x + spread * noise.normal(size=n)
            data[name] = 1 / (1 + np.exp(1.9 - shown))
        evaluations.append(baserate.evaluate(data, "y", ["good", "poor"], **{**ASKED, **more}))
    return evaluations


def test_rubin_by_hand() -> None:
    """Three copies, worked out on paper: U = 2, B = 4, T = 2 + 4/3 * 4."""
    pooled = rubin([10.0, 12.0, 14.0], [1.0, 2.0, 3.0], math.inf)
    assert pooled[:4] == pytest.approx((12.0, 2.0, 4.0, 22.0 / 3.0))
    r = (4.0 / 3.0 * 4.0) / 2.0
    assert pooled.degrees == pytest.approx(2.0 * (1.0 + 1.0 / r) ** 2)  # Rubin's own form: 3.78125
    assert pooled.degrees == pytest.approx(3.78125)
    assert pooled.missing_information == pytest.approx((r + 2.0 / (3.78125 + 3.0)) / (r + 1.0))


def test_barnard_and_rubin_by_hand() -> None:
    pooled = rubin([10.0, 12.0, 14.0], [1.0, 2.0, 3.0], 20.0)
    observed = 21.0 / 23.0 * 20.0 * (2.0 / (22.0 / 3.0))  # the share of variance within is 1 - lambda
    assert pooled.degrees == pytest.approx(3.78125 * observed / (3.78125 + observed))
    assert pooled.degrees < min(3.78125, 20.0)


def test_copies_that_agree_lose_nothing() -> None:
    pooled = rubin([1.0, 1.0], [4.0, 4.0], math.inf)
    assert (pooled.total, pooled.degrees, pooled.missing_information) == (4.0, math.inf, 0.0)
    assert rubin([3.0, 3.0], [0.0, 0.0], 5.0).total == 0.0
    only_between = rubin([1.0, 2.0, 3.0], [0.0, 0.0, 0.0], 50.0)
    assert only_between.degrees == 2.0
    assert only_between.missing_information == 1.0
    with pytest.raises(SettingError, match="at least two imputations; found 1"):
        rubin([1.0], [1.0], 3.0)


def test_a_pooled_score_is_rubins() -> None:
    evaluations = copies()
    pooled = pool_imputations(evaluations)
    scores = [ev.compare("good", "poor") for ev in evaluations]
    values = np.array([one.value for one in scores])
    spreads = [one.centre_and_spread()[1] for one in scores]
    within = np.mean([one.variance for one in spreads])
    total = within + 1.25 * values.var(ddof=1)
    found = pooled.compare("good", "poor")
    assert found.value == pytest.approx(values.mean(), abs=1e-15)
    assert found.standard_error == pytest.approx(math.sqrt(total), rel=1e-12)
    assert found.spread.variance == pytest.approx(total, rel=1e-12)
    complete = min(one.degrees for one in spreads)
    share = 1.25 * values.var(ddof=1) / total
    degrees = 1 / (share**2 / 3 + (complete + 3) / ((complete + 1) * complete * (1 - share)))
    assert found.degrees == pytest.approx(degrees, rel=1e-12)
    half = stats.t.ppf(0.975, degrees) * math.sqrt(total)
    assert (found.low, found.high) == pytest.approx((values.mean() - half, values.mean() + half), rel=1e-9)
    assert found.confidence() == pytest.approx(stats.t.cdf(values.mean() / math.sqrt(total), degrees))
    wide = found.interval(0.99)
    assert wide.high - wide.low > found.high - found.low
    assert found.at_level(0.99).low == pytest.approx(wide.low)
    assert found.missing_information > share * 0.9


def test_the_difference_of_pooled_is_the_pooled_difference() -> None:
    pooled = pool_imputations(copies())
    good, poor, difference = pooled.score("good"), pooled.score("poor"), pooled.compare("good", "poor")
    made = good - poor
    assert made.value == pytest.approx(difference.value, abs=1e-15)
    assert made.standard_error == pytest.approx(difference.standard_error, rel=1e-9)
    assert made.value == pytest.approx(good.value - poor.value, abs=1e-15)
    assert (made.low, made.high) == pytest.approx((difference.low, difference.high), rel=1e-9)
    auc = pooled.auc("good") - pooled.auc("poor")
    assert auc.value == pytest.approx(pooled.auc("good").value - pooled.auc("poor").value, abs=1e-15)
    twice = 2 * good
    assert (twice.value, twice.standard_error) == pytest.approx((2 * good.value, 2 * good.standard_error))
    assert (good / 2 - good * 0.5).value == 0.0
    assert (-good).high == pytest.approx(-good.low)


def test_plain_numbers_and_estimates_add_to_every_copy() -> None:
    pooled = pool_imputations(copies())
    score = pooled.score("good")
    assert (1.0 - score).value == pytest.approx(1.0 - score.value)
    assert (score + 1.0).low == pytest.approx(score.low + 1.0)
    other = copies(m=2)[0].score("good")
    for made in (score - other, -(other - score), score + (-1.0) * other):
        assert isinstance(made, ImputedEstimate)
        assert made.within > score.within
    with pytest.raises(TypeError):
        score + "1"  # type: ignore[operator]
    with pytest.raises(SettingError, match="over 4 imputations, the other over 3"):
        score - pool_imputations(copies(m=3)).score("good")
    with pytest.raises(SettingError, match="at least two"):
        ImputedEstimate((Estimate.exact(1.0),))


def test_shares_are_pooled_on_the_log_odds_and_ratios_on_the_logarithm() -> None:
    pooled = pool_imputations(copies())
    auc = pooled.auc("good")
    assert auc.scale.name == "log odds"
    assert 0.0 < auc.low < auc.value < auc.high < 1.0
    logits = np.array([math.log(one.value / (1 - one.value)) for one in auc.estimates])
    between = 1.25 * logits.var(ddof=1)
    low, high = (math.log(end / (1 - end)) for end in (auc.low, auc.high))
    assert (high - low) / 2 > stats.norm.ppf(0.975) * math.sqrt(between)
    single = auc.estimates[0]
    assert auc.high - auc.low > 0.95 * (single.high - single.low)
    ratio = pooled.measure("good", "observed_expected")
    assert ratio.scale.name == "logarithm"
    middle = math.sqrt(ratio.low * ratio.high)
    assert middle == pytest.approx(ratio.value, rel=1e-9)
    assert pooled.score("good").scale.name == "identity"
    assert auc.confidence(0.5) > 0.99
    assert auc.confidence(0.0) == 1.0


def test_equal_copies_are_one_evaluation() -> None:
    ev = copies(m=1)[0]
    pooled = pool_imputations([ev, ev, ev])
    assert pooled.score("good").value == pytest.approx(ev.score("good").value)
    assert pooled.compare("good", "poor").between == 0.0
    assert pooled.compare("good", "poor").low == pytest.approx(ev.compare("good", "poor").low, rel=0.01)
    assert pooled.auc("good").low == pytest.approx(ev.judged("good").measure("auc").get().low, rel=0.01)
    assert pooled.missing_information == 0.0
    assert pooled.score("treat none").is_exact
    assert str(pooled.score("treat none")) == "0"


def test_split_threshold_and_groups_are_pooled() -> None:
    evaluations = copies(by="g")
    pooled = pool_imputations(evaluations)
    parts = pooled.split("good")
    assert parts.total.value == pytest.approx(parts.sharpness.value - parts.calibration.value, abs=1e-12)
    assert parts.total.value == pytest.approx(pooled.score("good").value, abs=1e-12)
    assert pooled.score("good", "1").value == pytest.approx(
        np.mean([ev.score("good", "1").value for ev in evaluations])
    )
    assert pooled.threshold("good") == evaluations[0].threshold("good")
    at = pooled.at_threshold("good", "20%")
    data = evaluations[0].patients.cohort("good")
    one = baserate.net_benefit(data[0].label, data[1].score, prevalence=(0.05, 0.3), cost=0.2)
    assert at.estimates[0].value == pytest.approx(one, abs=1e-12)
    assert pooled.at_threshold("good", 0.1).value == pytest.approx(pooled.score("good").value, abs=1e-12)


def test_the_verdict_says_no_more_than_the_intervals() -> None:
    decided = pool_imputations(copies(lead=1.5))
    assert decided.standing.decided
    assert decided.compare("good", "poor").low > 0.0
    assert decided.simultaneous("good", "poor").low > 0.0
    assert decided.verdict.startswith("Use good: it is worth ")
    tied = pool_imputations(copies(lead=0.1))
    assert tied.simultaneous("good", "poor").low < 0.0 < tied.simultaneous("good", "poor").high
    assert "cannot be told from" in tied.verdict
    assert "Use" not in tied.verdict
    useless = pool_imputations(copies(lead=1.5, spread=30.0))
    assert useless.verdict == "No model is shown to be better than deciding without one."


def test_disagreeing_copies_undo_a_lead() -> None:
    """Each copy calls a lead that copies together do not support."""
    evaluations = copies(m=2, lead=1.5, n=2000)
    assert all(ev.verdict.decided for ev in evaluations)
    first = evaluations[0].compare("good", "poor")
    shifted = ImputedEstimate((first, first - 0.9 * first.value))
    assert first.low > 0.0
    assert shifted.low < 0.0


def test_it_is_printed_and_framed() -> None:
    pooled = pool_imputations(copies())
    text = str(pooled)
    assert "4 imputations of 300 rows, " in text
    score = pooled.score("good")
    assert f"{1000 * score.value:.1f} ({1000 * score.low:.1f} to {1000 * score.high:.1f})" in text
    assert f"{100 * score.missing_information:.0f} %" in text
    assert pooled.verdict[:30] in text
    frame = pooled.to_frame()
    line = frame.filter(model="good", reference="poor").to_dicts()[0]
    difference = pooled.compare("good", "poor")
    assert line["value"] == difference.value
    assert line["low"] == difference.low
    assert line["degrees"] == pytest.approx(difference.degrees)
    assert line["missing_information"] == difference.missing_information
    assert frame.filter(model="good", measure="auc")["value"][0] == pooled.auc("good").value
    assert repr(pooled) == "ImputedEvaluation(good, poor; 4 imputations)"
    assert f"{score:.3f}" == f"{score.value:.3f}"
    assert "95 % CI" in repr(score)
    again = pickle.loads(pickle.dumps(pooled))
    assert isinstance(again, ImputedEvaluation)
    assert again.score("good").low == score.low


def test_at_the_observed_prevalence_the_hull_is_kept() -> None:
    evaluations = copies(prevalence=None)
    pooled = pool_imputations(evaluations).score("good")
    widths = [ev.score("good").high - ev.score("good").low for ev in evaluations]
    assert evaluations[0].score("good").method == "hull"
    assert pooled.high - pooled.low > 0.98 * float(np.mean(widths))


def test_clusters_and_weights_stay() -> None:
    plain, clustered = pool_imputations(copies()), pool_imputations(copies(cluster="c", weight="w"))
    assert clustered.score("good").value != plain.score("good").value
    assert clustered.score("good").standard_error > 0.0


def change(**columns: Any) -> list[baserate.Evaluation]:
    """Two copies, in the second of which something else differs."""
    rng = np.random.default_rng(4)
    y = (rng.random(200) < 0.3).astype(int)
    data: dict[str, Any] = {"y": y, "a": 0.2 + 0.3 * rng.random(200) + 0.2 * y, "w": np.ones(200)}
    asked = {**ASKED, "weight": "w"}
    return [
        baserate.evaluate(data, "y", ["a"], **asked),
        baserate.evaluate({**data, **columns}, "y", ["a"], **asked),
    ]


def test_other_patients_and_other_questions_are_refused() -> None:
    first, same = change()
    label = first.patients.cohort("a")[0].label
    assert pool_imputations(ev for ev in (first, same)).models == ("a",)
    rolled = np.roll(change()[0].patients.cohort("a")[0].label, 1)
    assert label.sum() == rolled.sum()
    given = (np.random.default_rng(4).random(200) < 0.3).astype(int)
    with pytest.raises(DataError, match=r"imputation 2 has other outcomes than the first in \d+ of 200 rows"):
        pool_imputations(change(y=np.roll(given, 1)))
    with pytest.raises(DataError, match="imputation 2 has other patients than the first: 200 rows, "):
        pool_imputations(change(y=1 - given))
    with pytest.raises(DataError, match="other weights than the first in 1 of 200"):
        pool_imputations(change(w=np.append(np.ones(199), 2.0)))
    other = copies(m=1)[0]
    with pytest.raises(SettingError, match="imputation 2 was asked another question"):
        pool_imputations([first, other])
    dear = baserate.evaluate(
        {"y": given, "a": np.linspace(0.1, 0.5, 200)}, "y", ["a"], **{**ASKED, "cost": "1:4"}
    )
    cheap = baserate.evaluate({"y": given, "a": np.linspace(0.1, 0.5, 200)}, "y", ["a"], **ASKED)
    with pytest.raises(SettingError, match="cost is "):
        pool_imputations([cheap, dear])
    with pytest.raises(SettingError, match="at least two imputations; found 1"):
        pool_imputations([first])
    with pytest.raises(SettingError, match="found dict"):
        pool_imputations([first, {}])  # type: ignore[list-item]
    pooled = pool_imputations([first, same])
    with pytest.raises(SettingError, match="no measure 'nonsense'"):
        pooled.measure("a", "nonsense")
    with pytest.raises(SettingError, match="no model 'b'"):
        pooled.score("b")


def test_other_clusters_are_refused_however_they_are_called() -> None:
    """As many clusters, of the same sizes, but of other patients."""
    rng = np.random.default_rng(4)
    y, score = (rng.random(200) < 0.3).astype(int), 0.2 + 0.6 * rng.random(200)

    def one(cluster: Any) -> baserate.Evaluation:
        return baserate.evaluate({"y": y, "a": score, "c": cluster}, "y", ["a"], cluster="c", **ASKED)

    first = one(np.arange(200) // 5)
    assert pool_imputations([first, one([f"ward {code // 5}" for code in range(200)])]).models == ("a",)
    with pytest.raises(DataError, match="imputation 2 puts rows together into other clusters"):
        pool_imputations([first, one(np.arange(200) % 40)])


def test_one_evaluation_is_no_list_of_them() -> None:
    with pytest.raises(SettingError, match=r"a list of evaluations is pooled.* found Evaluation"):
        pool_imputations(copies(m=1)[0])


def test_of_two_equal_models_neither_is_said_to_be_ahead() -> None:
    rng = np.random.default_rng(4)
    y = (rng.random(300) < 0.3).astype(int)
    twins = []
    for _ in range(2):
        score = 1 / (1 + np.exp(1.0 - 2 * y - rng.normal(size=300)))
        twins.append(baserate.evaluate({"y": y, "a": score, "b": score}, "y", ["a", "b"], **ASKED))
    assert pool_imputations(twins).verdict == "a cannot be told from b."


pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")
