"""What a hostile referee tries: text, JSON and page must say one and the same, and it must be true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.evaluation.evaluation import Evaluation
from baserate.results.words import per_thousand
from tests.page.within import expect_rounded, sentence_of, texts_of

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")


def risk(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def patients(n: int, seed: int = 2) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    y = np.zeros(n, dtype=int)
    y[rng.permutation(n)[: max(8, n // 8)]] = 1
    return y, rng.normal(size=n) + 1.5 * y, rng.normal(size=n)


def evaluated(case: str) -> Evaluation:
    """One of the referee's cohorts."""
    y, x, noise = patients(40 if case == "forty" else 1500)
    good = risk(1.5 * x - 3.0)
    where: dict[str, Any] = {"prevalence": (0.02, 0.3), "cost": "1:9"}
    scores = {
        "constant": {"constant": np.full(len(y), y.mean())},
        "copies": {"one": good, "copy": good, "worse": risk(1.5 * x - 3.0 + 0.4 * noise)},
        "perfect": {"perfect": np.where(y == 1, 0.98, 0.01) + 0.01 * risk(noise), "useless": risk(noise - 2)},
        "forty": {"one": good, "other": risk(1.4 * x - 2.9 + 0.2 * noise)},
        "half": {"one": good, "other": risk(1.2 * x - 2.6 + 0.5 * noise)},
        "tenths": {"one": np.clip(good.round(1), 0.05, 0.95), "other": good},
    }[case]
    more = {}
    if case == "half":
        where["cluster"], more["cluster"] = (
            "cluster",
            np.where(np.arange(len(y)) % 2, 0, np.arange(len(y)) % 23),
        )
    if case in ("tenths", "perfect"):
        where["prevalence"] = 0.08 if case == "tenths" else None
    return baserate.evaluate({"y": y, **scores, **more}, "y", list(scores), **where)


@pytest.mark.parametrize("case", ["constant", "copies", "perfect", "forty", "half", "tenths"])
def test_text_json_and_page_say_the_same(opened: Callable[..., Any], modules: Any, case: str) -> None:
    ev = evaluated(case)
    verdict, content, page = ev.verdict, ev.to_dict(), opened(ev)
    assert content["verdict"]["text"] == verdict.text
    assert verdict.text in " ".join(ev.summary().split())
    shown = page.evaluate("() => baserate.engine.answer(baserate.engine.own)")
    assert shown["verdict"]["text"] == verdict.text
    # The page's first sentence, with a true minus, is the text's.
    sentence = sentence_of(shown["verdict"])
    assert verdict.text.startswith(sentence)
    read = " ".join(page.locator("#sentence").inner_text().split())
    assert read.replace("\u2212", "-").replace("\u00a0", " ") == sentence
    assert tuple(shown["verdict"]["tied"]) == verdict.tied
    for one in shown["models"]:
        exact = ev.score(one["name"])
        expect_rounded(one["score"], exact)
        # A score that tells nobody apart has an interval without width, which the page does not write.
        if exact.high - exact.low > 1e-9:
            assert texts_of(modules, [("estimate", one["score"])]) == [per_thousand(exact)]
        else:
            assert case == "constant"


def test_a_constant_score_is_no_better_than_no_model() -> None:
    verdict = evaluated("constant").verdict
    assert verdict.text.startswith("No model is shown to be better than deciding without one")
    assert verdict.added.value == pytest.approx(0.0, abs=1e-12)


def test_equal_models_tie_whatever_a_worse_copy_does() -> None:
    verdict = evaluated("copies").verdict
    assert {"one", "copy"} <= set(verdict.tied)
    assert not verdict.decided
    assert verdict.text.startswith("Too close to call between")


def test_a_perfect_model_is_used_and_a_useless_one_is_not() -> None:
    verdict = evaluated("perfect").verdict
    assert verdict.text.startswith("Use perfect")
    assert verdict.better_than_without == ("perfect",)


def test_half_of_the_patients_in_one_cluster_is_said() -> None:
    assert any("one cluster of 'cluster' holds" in warning for warning in evaluated("half").warnings)


def test_forty_patients_are_told_to_be_few() -> None:
    assert any("only 8 patients have the disease" in warning for warning in evaluated("forty").warnings)
