"""What went wrong with pages once, and must not again."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import polars as pl
import pytest

import baserate
from baserate.calibration.optimism import simulate
from baserate.deployment.deployment import Deployment
from baserate.evaluation.evaluation import Evaluation
from baserate.odds import expit, logit
from baserate.page.payload import payload
from baserate.page.recalibrated import optimism_of
from baserate.results.compute import compute
from baserate.results.result import result_schema
from baserate.scores.gains import gains_of
from baserate.scores.sample import prevalence_of
from tests.page.conftest import data_of, evaluated, sample
from tests.page.oracle import optimism, unpacked
from tests.page.test_tables import rows_of
from tests.support.command_line import run


def with_tiny(cases: int, others: int, size: int = 3_000) -> dict[str, Any]:
    """A cohort with a fifth group of so many patients."""
    data = sample(3, size)
    unit = data["unit"].astype(object)
    unit[np.flatnonzero(data["died"] == 1)[:cases]] = "tiny"
    unit[np.flatnonzero(data["died"] == 0)[:others]] = "tiny"
    return {**data, "unit": unit}


def test_a_page_is_made_where_one_of_two_groups_cannot_be_judged() -> None:
    data = sample(3, 1_000)
    data["unit"] = np.where(np.arange(1_000) < 2, "few", "many")
    data["died"][:2] = [0, 1]
    assert "<title>" in evaluated(data).page()


def test_patients_who_do_not_count_make_no_cell_large_enough() -> None:
    data = sample(4, 2_000)
    data["weight"] = (np.arange(2_000) % 10 == 0).astype(float)
    ev = evaluated(data, by=None, weight="weight")
    lines = unpacked(payload(ev, ev.result, 5, "", {})["page"])["models"][0]["lines"][0]
    # Two hundred patients count: cells of five are forty at most.
    assert sum(sum(side["n"]) for side in lines) == 200
    assert max(len(side["n"]) for side in lines) <= 40


def test_the_patients_of_groups_that_are_not_shown_are_no_cell_of_their_own() -> None:
    ev = evaluated(with_tiny(1, 2))
    page = unpacked(payload(ev, ev.result, 5, "", {})["page"])
    for model in page["models"]:
        for bucket in model["lines"]:
            total = sum(sum(side["n"]) for side in bucket)
            assert total == 0 or total >= 5


def test_the_optimism_s_spread_is_that_of_the_simulations() -> None:
    rows = rows_of(6, 3_000)
    carried, where = (
        optimism(optimism_of(simulate(rows, 60, np.random.default_rng(0)))),
        Deployment.of((0.02, 0.2), "1:10"),
    )
    gains = gains_of(where, prevalence_of(rows))
    exact = simulate(rows, 60, np.random.default_rng(0)).optimism(gains).var()
    edges = carried["start"] + carried["step"] * np.arange(len(carried["mean"]) + 1)
    below = gains.positive(np.asarray(expit(edges + float(logit(prevalence_of(rows))))))
    weights = np.diff(below) * (1.0 + np.exp(edges[:-1] + carried["step"] / 2.0))
    own = (weights * np.asarray(carried["spread"])).reshape(-1, carried["coarse"])
    coherence, many = np.asarray(carried["coherence"]), carried["coarse"]
    # Fine cells of a coarse one vary alike, so much that their mean has the coherence that is carried.
    alike = np.clip((coherence**2 - 1.0 / many) / (1.0 - 1.0 / many), 0.0, 1.0)
    variance = float(((1.0 - alike) * (own**2).sum(axis=1) + alike * own.sum(axis=1) ** 2).sum())
    for i, row in enumerate(carried["correlation"]):
        for j, related in enumerate(row[:i]):
            variance += 2.0 * related * np.prod([own[k].sum() * coherence[k] for k in (i, j)])
    assert variance == pytest.approx(exact, rel=0.25)


@pytest.mark.parametrize("where", ["title", "model"])
def test_half_a_surrogate_pair_in_a_name_is_written(tmp_path: Path, where: str) -> None:
    data = sample(5, 500)
    name = "a\ud800" if where == "model" else "a"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate(data, "died", {name: "old"}, prevalence=0.05, cost="1:30")
    ev.to_html(tmp_path / "page.html", title="\ud800" if where == "title" else "title")
    assert "</html>" in (tmp_path / "page.html").read_text("utf-8")


def test_a_group_s_name_is_kept_whatever_words_are_in_it() -> None:
    data = sample(3, 1_000)
    data["unit"] = np.where(np.arange(1_000) % 2 == 0, "ward (row 2)", "ward (row 3)")
    ev = evaluated(data)
    carried = payload(ev, ev.result, 5, "", {})
    names = [group["name"] for group in carried["result"]["groups"]]
    assert names == [part["name"] for part in carried["page"]["slices"] if part["kind"] == "group"]


def relaxed(kind: Any) -> Any:
    """The schema of a result that withholds numbers, and leaves out of groups what the page does not show."""
    if isinstance(kind, list):
        return [relaxed(one) for one in kind]
    if not isinstance(kind, dict):
        return kind
    found = {name: relaxed(one) for name, one in kind.items()}
    left_out = {"standard_error", "text", "over", "source_prevalence", "outcome_values", "simultaneous"}
    left_out |= {"ranking", "cautions", "ratio", "threshold", "heading", "note", "at_common_threshold"}
    left_out |= {"confidence_above_margin", "smallest_cell"}
    left_out |= {"sensitivity_error_at_most", "specificity_error_at_most"}
    if "required" in found:
        found["required"] = [name for name in found["required"] if name not in left_out]
    reference = found.get("$ref")
    if reference in ("#/$defs/Number", "#/$defs/Together"):
        return {"anyOf": [{"type": "null"}, found]}
    return found


def test_the_result_in_the_page_follows_the_schema_of_every_result(tmp_path: Path) -> None:
    data = sample(6, 1_500)
    data["unit"][:3] = "tiny"
    path = tmp_path / "page.html"
    evaluated(data, cluster="ward").to_html(path)
    content = data_of(path)["result"]
    jsonschema.validate(content, relaxed(result_schema()))
    for part in (content, *content["groups"]):
        for about in part["models"].values():
            assert {"threshold", "per_1000_at_threshold"} <= set(about)
        numbers = [about["net_benefit"] for about in part["models"].values()]
        for number in (*numbers, *(one["difference"] for one in part["comparisons"])):
            assert number is None or set(number["simultaneous"]) == {"low", "high"}
    assert "tiny" not in [group["name"] for group in content["groups"]]
    assert any("tiny" in warning for warning in content["warnings"])


def test_texts_in_the_page_quote_no_rows(tmp_path: Path) -> None:
    data = sample(6, 1_500)
    wrong = np.flatnonzero(data["died"] == 1)[:3]
    data["old"][wrong] = 0.0
    path = tmp_path / "page.html"
    ev = evaluated(data, by=None)
    assert "wrong in 3 of" in ev.to_dict()["models"]["old"]["not_available"]["log_loss"]
    ev.to_html(path)
    reason = data_of(path)["result"]["models"]["old"]["not_available"]["log_loss"]
    assert "log loss is infinite" in reason
    assert "wrong in fewer than 5 of" in reason


def quoting() -> Evaluation:
    """An evaluation that would quote single patients, of everyone and of groups.

    Three patients of a large group and one of a group too small for the page got a risk of exactly 0, and
    died.
    """
    data = sample(6, 1_500)
    died = data["died"] == 1
    data["unit"] = np.where(np.arange(1_500) % 2 == 0, "even", "odd").astype(object)
    tiny = np.flatnonzero(died)[-2:].tolist() + np.flatnonzero(~died)[-4:].tolist()
    data["unit"][tiny] = "tiny"
    wrong = [*np.flatnonzero(died & (data["unit"] == "even"))[:3], tiny[0]]
    data["old"][wrong] = 0.0
    return evaluated(data, by="unit")


@pytest.mark.parametrize(("least", "told"), [(1, ["4", "3", "1"]), (4, ["4", *["fewer than 4"] * 2])])
def test_no_result_quotes_a_row_and_the_page_does_not_count_few(least: int, told: list[str]) -> None:
    """Who evaluates sees how many; rows are quoted only in what refuses them."""
    ev = quoting()
    result = compute(ev, ev.verdict, least=least).to_dict()
    assert " in row " not in json.dumps(result)
    assert " in row " not in ev.summary()
    reasons = [model["not_available"]["log_loss"] for model in (result["models"]["old"],)]
    reasons += [
        group["models"]["old"]["not_available"]["log_loss"]
        for group in result["groups"]
        if group["name"] != "odd"
    ]
    # What is left is how many, of how many.
    assert [text.split("wrong in ")[1].split(" of ")[0] for text in reasons] == told
    assert " in row " not in ev.page()
    # Everything else is the same.
    for part in ("verdict", "comparisons", "default_strategies", "deployment", "data"):
        assert result[part] == ev.to_dict()[part]


def test_a_group_that_is_hidden_is_named_and_nothing_else_is_said_of_it(tmp_path: Path) -> None:
    ev = quoting()
    tiny = next(group for group in ev.to_dict()["groups"] if group["name"] == "tiny")
    path = tmp_path / "page.html"
    ev.to_html(path)
    content = data_of(path)
    assert "tiny" not in [group["name"] for group in content["result"]["groups"]]
    assert "tiny" not in [part["name"] for part in content["page"]["slices"]]
    told = [text for text in content["result"]["warnings"] if "tiny" in text]
    assert len(told) == 1
    assert told[0].startswith(
        "not shown on this page, so that no number on it is about fewer than 5 patients"
    )
    # The hidden could be told from everyone less the others: so the next group is hidden with them.
    assert len([group for group in content["result"]["groups"] if group["estimable"]]) == 1
    worth = tiny["models"]["old"]["net_benefit"]["value"]
    assert str(worth) not in path.read_text("utf-8")


def test_requirements_in_the_page_quote_no_rows_either(tmp_path: Path) -> None:
    data = sample(6, 1_500)
    data["old"][np.flatnonzero(data["died"] == 1)[:3]] = 0.0
    pl.DataFrame({"died": data["died"].astype(int), "old": data["old"]}).write_csv(tmp_path / "cohort.csv")
    study = tmp_path / "study.toml"
    study.write_text(
        'data = "cohort.csv"\noutcome = "died"\nscores = ["old"]\n[deployment]\ncost = "1:30"\n'
        '[[require]]\nmodel = "old"\nmeasure = "log_loss"\nat_most = 1\n'
    )
    out, html = tmp_path / "result.json", tmp_path / "page.html"
    run("evaluate", "--study", str(study), "--out", str(out), "--html", str(html), status=4)
    (found,) = json.loads(out.read_text())["requirements"]
    (shown,) = data_of(html)["result"]["requirements"]
    assert "wrong in 3 of 1,500" in found["found"]
    assert " in row " not in found["found"]
    assert " in row " not in html.read_text("utf-8")
    assert shown["met"] is found["met"] is False
    assert "wrong in fewer than 5 of 1,500" in shown["found"]
