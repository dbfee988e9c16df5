"""Attacks on a written page: what follows from its numbers, and from the differences of any two of them.

Each test reads the file as anybody could who got it, and then uses the patients, whom only the test knows,
to see whom a number is about. docs/privacy.md says which attacks are tried here, and which remain.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import baserate
from baserate.errors import SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.odds import expit, logit
from baserate.page.recalibrated import SliceLines, pools_of
from baserate.results.result import Required
from tests.page.conftest import data_of
from tests.page.oracle import unpacked
from tests.support.command_line import PLAIN, run

Numbers = NDArray[np.float64]
LEAST = 5
MODELS = ("old", "new")


def cohort(seed: int, size: int = 900, groups: int = 4) -> dict[str, Any]:
    """Two models and some groups, the later ones smaller; no two scores are equal."""
    rng = np.random.default_rng(seed)
    died = (rng.random(size) < 0.2).astype(int)
    evidence = 1.4 * (1.3 * died + rng.standard_normal(size)) - 2.2
    share = 1.0 / np.arange(1, groups + 1) ** 1.3
    return {
        "died": died,
        "old": np.asarray(expit(evidence)),
        "new": np.asarray(expit(evidence + 0.6 * rng.standard_normal(size))),
        "unit": np.array([f"unit {i}" for i in range(groups)])[
            rng.choice(groups, size, p=share / share.sum())
        ],
        "sex": np.where(rng.random(size) < 0.5, "f", "m"),
        "ward": rng.integers(0, 40, size),
        "weight": rng.exponential(size=size) + 0.2,
    }


def evaluated(data: Mapping[str, Any], **asked: Any) -> Evaluation:
    given = {"prevalence": (0.05, 0.30), "cost": "1:5", "by": "unit", **asked}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(data, "died", list(MODELS), **given)


def written(ev: Evaluation, folder: Path, least: int = LEAST) -> tuple[dict[str, Any], dict[str, Any]]:
    """The result and the tables in a page's file."""
    path = folder / "page.html"
    ev.to_html(path, smallest_cell=least)
    content = data_of(path)
    return content["result"], unpacked(content["page"])


def shown_groups(page: Mapping[str, Any]) -> list[str]:
    return [part["name"] for part in page["slices"] if part["kind"] == "group"]


def buckets(page: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """Who is in each bucket: the groups that are shown, and all others."""
    names = shown_groups(page)
    for number, name in enumerate(names):
        yield number, data["unit"] == name
    yield len(names), ~np.isin(data["unit"], names)


def members(
    page: Mapping[str, Any],
    data: Mapping[str, Any],
    model: str,
    bucket: int,
    who: NDArray[np.bool_],
    label: int,
) -> tuple[Numbers, NDArray[np.intp]]:
    """Scores of a class, ascending, and the line of each: lines are intervals, so their counts tell."""
    score = np.sort(data[model][who & (data["died"] == label)])
    lines = page["models"][MODELS.index(model)]["lines"][bucket][1 - label]
    assert sum(lines["n"]) == len(score)
    return score, np.repeat(np.arange(len(lines["n"])), lines["n"])


def across(score: Numbers, line: NDArray[np.intp], cut: float) -> tuple[int, int]:
    """Patients at or above, and below, a cut-off in lines that have both: what exact counts would tell."""
    above = score >= cut - 1e-12
    both = np.intersect1d(line[above], line[~above])
    inside = np.isin(line, both)
    return int((inside & above).sum()), int((inside & ~above).sum())


def few(number: int, least: int = LEAST) -> bool:
    return 0 < number < least


# Whom a line is about.


ASKED: dict[str, dict[str, Any]] = {
    "no groups": {"by": None},
    "groups": {},
    "weights": {"weight": "weight"},
    "clusters": {"cluster": "ward"},
    "one prevalence": {"prevalence": 0.1},
    "observed prevalence": {"prevalence": None},
    "stated source": {"source_prevalence": 0.3, "prevalence": 0.1},
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED.keys())
def test_every_line_is_about_enough_patients_of_its_class(asked: Any, tmp_path: Path) -> None:
    _, page = written(evaluated(cohort(list(ASKED.values()).index(asked), 500), **asked), tmp_path)
    assert page["smallest_cell"] == LEAST
    counts = [
        number
        for table in (*page["models"], *page["pairs"])
        for bucket in table["lines"]
        for side in bucket
        for number in side["n"]
    ]
    assert min(counts) >= LEAST


def test_a_group_of_400_with_two_cases_is_not_there(tmp_path: Path) -> None:
    data = cohort(0, 2_000)
    others = np.flatnonzero(data["died"] == 0)[:398]
    data["unit"] = data["unit"].astype(object)
    data["unit"][[*others, *np.flatnonzero(data["died"] == 1)[:2]]] = "healthy"
    result, page = written(evaluated(data), tmp_path)
    assert "healthy" not in [group["name"] for group in result["groups"]]
    assert "healthy" not in shown_groups(page)
    assert any("healthy" in text for text in result["warnings"])


# Hidden groups, by what is left of everyone.


@pytest.mark.parametrize("seed", range(2))
def test_the_hidden_are_enough_when_shown_groups_are_taken_from_everyone(seed: int, tmp_path: Path) -> None:
    data = cohort(seed)
    data["unit"] = data["unit"].astype(object)
    sick, well = (np.flatnonzero(data["died"] == label) for label in (1, 0))
    data["unit"][[*sick[:2], *well[:9]]] = "tiny"
    result, page = written(evaluated(data), tmp_path)
    shown = result["groups"]
    assert "tiny" not in [group["name"] for group in shown]
    left = [result["data"]["positives"] - sum(group["positives"] for group in shown)]
    left.append(result["data"]["used"] - sum(group["patients"] for group in shown) - left[0])
    assert min(left) >= LEAST
    # The lines of the others, and the means that follow for them, are about as many.
    for model in page["models"]:
        assert [sum(side["n"]) for side in model["lines"][-1]] == left
    assert len({tuple(group["name"] for group in shown), tuple(shown_groups(page))}) == 1


def test_one_of_two_groups_is_not_hidden_alone(tmp_path: Path) -> None:
    data = cohort(1)
    data["unit"] = np.where(np.arange(900) < 8, "few", "many")
    data["died"][:8] = [1, 1, 1, 0, 0, 0, 0, 0]
    result, page = written(evaluated(data), tmp_path)
    assert result["groups"] == []
    assert [part["kind"] for part in page["slices"]] == ["everyone"]


def test_a_hidden_group_s_prevalence_is_not_the_end_of_a_range(tmp_path: Path) -> None:
    data = cohort(2, 1_500)
    data["unit"] = data["unit"].astype(object)
    sick, well = (np.flatnonzero(data["died"] == label) for label in (1, 0))
    data["unit"][[*sick[:30], *well[:3]]] = "dying"
    ev = evaluated(data, prevalence=(0.001, 0.01))
    share = 30 / 33
    assert ev.to_dict()["data"]["observed_prevalences"]["high"] == pytest.approx(share)
    assert "90.9 %" in ev.verdict.text
    result, _ = written(ev, tmp_path)
    assert result["data"]["observed_prevalences"]["high"] < 0.5
    assert "90.9 %" not in json.dumps(result)


def test_a_difference_from_a_hidden_group_is_not_there(tmp_path: Path) -> None:
    data = cohort(3)
    data["unit"] = data["unit"].astype(object)
    sick, well = (np.flatnonzero(data["died"] == label) for label in (1, 0))
    data["unit"][[*sick[:4], *well[:30]]] = "tiny"
    ev = evaluated(data, reference="tiny")
    assert any(group["gaps"] for group in ev.to_dict()["groups"])
    result, page = written(ev, tmp_path)
    assert all(gap["reference"] != "tiny" for group in result["groups"] for gap in group["gaps"])
    assert all(gap["reference"] != "tiny" for gap in page["gaps"])


def test_what_a_requirement_found_in_a_hidden_group_is_not_said(tmp_path: Path) -> None:
    ev = evaluated(cohort(4, groups=6))
    hidden = next(name for name in reversed(list(ev.groups)) if ev.groups[name].positives < 40)
    least = ev.groups[hidden].positives + 1
    required = [Required(f"auc of old in {hidden} at least 0.9", False, "0.8312")]
    path = tmp_path / "page.html"
    path.write_text(ev.page(smallest_cell=least, requirements=required), "utf-8")
    assert "0.8312" not in path.read_text("utf-8")


# Exact counts at a cut-off, less those of whole lines.


STEPS: dict[str, dict[str, Any]] = {
    "range": {},
    "one prevalence": {"prevalence": 0.1},
    "stated source": {"prevalence": 0.1, "source_prevalence": 0.3},
    "observed": {"prevalence": None},
    "source of all": {"prevalence": 0.15, "source_prevalence": "all"},
}


@pytest.mark.parametrize("asked", STEPS.values(), ids=STEPS.keys())
@pytest.mark.parametrize("seed", range(2))
def test_counts_at_a_group_s_own_cut_off_tell_of_enough(seed: int, asked: Any, tmp_path: Path) -> None:
    data = cohort(seed)
    result, page = written(evaluated(data, **asked), tmp_path)
    told = 0
    for bucket, who in list(buckets(page, data))[:-1]:
        group = next(one for one in result["groups"] if one["name"] == shown_groups(page)[bucket])
        for model in MODELS:
            numbers = group["models"][model]
            exact = {
                numbers["threshold"]["value"]: numbers["sensitivity"],
                numbers["at_common_threshold"]["threshold"]: numbers["at_common_threshold"]["net_benefit"],
            }
            for cut, number in exact.items():
                if number is None:
                    continue
                told += 1
                for label in (0, 1):
                    score, line = members(page, data, model, bucket, who, label)
                    assert not any(few(one) for one in across(score, line, cut))
                    assert not few(int((score >= cut - 1e-12).sum()))
                    assert not few(int((score < cut - 1e-12).sum()))
    assert told > 0


@pytest.mark.parametrize("asked", STEPS.values(), ids=STEPS.keys())
@pytest.mark.parametrize("seed", range(2))
def test_counts_of_everyone_less_groups_that_are_exact_tell_of_enough(
    seed: int, asked: Any, tmp_path: Path
) -> None:
    data = cohort(seed, groups=5)
    result, page = written(evaluated(data, **asked), tmp_path)
    groups = {group["name"]: group for group in result["groups"]}
    for model in MODELS:
        numbers = result["models"][model]
        if numbers["sensitivity"] is None:
            continue
        cut = numbers["threshold"]["value"]
        for label in (0, 1):
            total = np.zeros(2, dtype=int)
            for bucket, who in buckets(page, data):
                name = [*shown_groups(page), None][bucket]
                known = (
                    name is not None and groups[name]["models"][model]["at_common_threshold"]["net_benefit"]
                )
                if not known:
                    total += across(*members(page, data, model, bucket, who, label), cut)
            assert not any(few(int(one)) for one in total)


@pytest.mark.parametrize("seed", range(2))
def test_at_one_prevalence_a_score_says_no_more_than_the_rates(seed: int, tmp_path: Path) -> None:
    result, _ = written(evaluated(cohort(seed, 500), prevalence=0.1), tmp_path)
    withheld = 0
    for group in result["groups"]:
        for model, numbers in group["models"].items():
            if numbers["sensitivity"] is not None:
                continue
            withheld += 1
            for name in ("net_benefit", "accuracy", "sharpness", "calibration", "calibration_corrected"):
                assert numbers[name] is None
            assert all(
                numbers["per_1000_at_threshold"][name] is None for name in ("treated", "true_positives")
            )
            assert not [one for one in group["comparisons"] if model in (one["model"], one["reference"])]
            assert not [gap for gap in group["gaps"] if gap["model"] == model]
    assert withheld > 0


# Scores that are told by themselves.


@pytest.mark.parametrize("label", [0, 1])
def test_certain_scores_of_few_of_a_class_are_not_there(label: int, tmp_path: Path) -> None:
    data = cohort(5)
    own, other = (np.flatnonzero(data["died"] == one) for one in (label, 1 - label))
    data["old"][own[:3]] = float(label)
    data["old"][other[:20]] = float(label)  # together they would be enough
    result, page = written(evaluated(data, by=None), tmp_path)
    sides = page["models"][0]["lines"][0]
    certain = [[abs(x) >= 400_000 for x in side["x"]] for side in sides]
    assert not any(certain[1 - label])
    assert any(certain[label])
    assert re.search(r"\b3 of 900\b", json.dumps(result)) is None


def test_a_score_that_few_share_is_in_no_line_of_its_own(tmp_path: Path) -> None:
    data = cohort(6)
    data["old"] = np.clip(data["old"].round(2), 0.01, 0.99)
    _, page = written(evaluated(data, by=None), tmp_path)
    values, label = data["old"], data["died"]
    for which in (0, 1):
        own = values[label == 1 - which]
        lines = page["models"][0]["lines"][0][which]
        for x, s, n in zip(lines["x"], lines["s"], lines["n"], strict=True):
            if s == 0:
                assert (np.abs(logit(own) - x / 1e4) < 1e-9).sum() == n >= LEAST


# What is fitted: blocks, curves, clusters.


@pytest.mark.parametrize("asked", [{}, {"weight": "weight"}], ids=["plain", "weights"])
def test_isotonic_blocks_follow_from_the_lines(asked: Any, tmp_path: Path) -> None:
    _, page = written(evaluated(cohort(7), **asked), tmp_path)
    for part in page["slices"]:
        for number, about in enumerate(part["models"]):
            lines = page["models"][number]["lines"]
            sides = [SliceLines([lines[group][which] for group in part["groups"]]) for which in (0, 1)]
            made = pools_of(sides)
            assert about["pools"]["from"] == pytest.approx(made.begin, abs=1e-9)
            assert about["pools"]["cases"] == pytest.approx(made.cases, abs=1e-3)


def test_no_other_patient_moves_blocks_or_curve_than_through_the_lines(tmp_path: Path) -> None:
    """Two patients of a line who change places change nothing but the exact numbers of the result."""
    data = cohort(8)
    ev = evaluated(data, by=None)
    _, page = written(ev, tmp_path)
    order = np.flatnonzero(data["died"] == 0)[np.argsort(data["old"][data["died"] == 0])]
    lines = page["models"][0]["lines"][0][1]
    first = order[: lines["n"][0]]
    # Mean and spread of the line stay: the two outer move inwards or outwards by next to nothing.
    moved = dict(data)
    x = np.asarray(logit(data["old"]))
    x[first[0]] += 1e-7
    x[first[1]] -= 1e-7
    moved["old"] = np.asarray(expit(x))
    _, other = written(evaluated(moved, by=None), tmp_path)
    for name in ("pools", "calibration", "recalibration"):
        mine, theirs = (one["slices"][0]["models"][0][name] for one in (page, other))
        assert json.dumps(mine, default=list) == json.dumps(theirs, default=list)


def test_points_of_a_calibration_curve_have_enough_patients_near_them(tmp_path: Path) -> None:
    data = cohort(9, 400)
    _, page = written(evaluated(data, by=None, prevalence=None), tmp_path)
    curve = page["slices"][0]["models"][0]["calibration"]
    assert len(curve["predicted"]) <= 41
    # Nobody's score is an end: ends are percentiles of lines with two decimals of log odds, and outermost
    # points without enough patients near them are left out.
    scores = np.asarray(logit(data["old"]))
    for end in (curve["predicted"][0], curve["predicted"][-1]):
        assert np.abs(scores - float(logit(end))).min() > 0.0
        near = np.abs(scores - float(logit(end))) < 1.5
        assert min((near & (data["died"] == label)).sum() for label in (0, 1)) >= LEAST


def test_coarse_cells_of_clusters_have_as_many_patients_as_lines(tmp_path: Path) -> None:
    data = cohort(10)
    _, page = written(evaluated(data, cluster="ward"), tmp_path)
    carried = page["clusters"]
    names = shown_groups(page)
    for group, model, which, cell in carried["cells"]:
        lines = page["models"][model]["lines"][group][which]
        edges = np.asarray(carried["edges"][model][which])
        inside = np.searchsorted(edges, np.asarray(lines["x"]) / 1e4, side="right") == cell
        assert sum(np.asarray(lines["n"])[inside]) >= LEAST, (names, group, model, which, cell)


# Digits.


def floats(content: Any) -> Iterator[float]:
    if isinstance(content, Mapping):
        for one in content.values():
            yield from floats(one)
    elif isinstance(content, Sequence) and not isinstance(content, str):
        for one in content:
            yield from floats(one)
    elif isinstance(content, float):
        yield content


def test_numbers_about_patients_have_no_more_digits_than_the_page_shows(tmp_path: Path) -> None:
    result, page = written(evaluated(cohort(11)), tmp_path)
    for group in (result, *result["groups"]):
        for model in group["models"].values():
            for name in ("net_benefit", "sharpness", "calibration", "calibration_corrected"):
                assert all(value == round(value, 5) for key, value in _ends(model[name]))
            for name in ("auc", "brier", "log_loss", "calibration_slope", "mean_score"):
                assert all(value == float(f"{value:.4g}") for key, value in _ends(model[name]))
        for comparison in group["comparisons"]:
            assert all(value == round(value, 5) for key, value in _ends(comparison["difference"]))
    # An error of all digits, added to the page's own score, would be the exact one at another setting.
    for value in floats(page["error"]):
        assert value == float(f"{value:.2g}")


def _ends(number: Mapping[str, Any] | None) -> list[tuple[str, float]]:
    return [] if number is None else [(key, number[key]) for key in ("value", "low", "high")]


def test_what_is_shown_of_a_number_is_the_same_from_fewer_digits(tmp_path: Path) -> None:
    ev = evaluated(cohort(12, 3_000))
    exact, (result, _) = ev.to_dict(), written(ev, tmp_path)
    for name in MODELS:
        for key in ("value", "low", "high"):
            whole, short = (one["models"][name]["net_benefit"][key] for one in (exact, result))
            assert f"{1000 * whole:.1f}" == f"{1000 * short:.1f}"


# Two pages.


def test_another_column_of_groups_tells_nothing_more_of_everyone(tmp_path: Path) -> None:
    data = cohort(13)
    one, other = (written(evaluated(data, by=by), tmp_path)[0] for by in ("unit", "sex"))
    for name in MODELS:
        for measure in ("net_benefit", "auc", "brier", "mean_score"):
            assert one["models"][name][measure] == other["models"][name][measure]
    assert one["comparisons"] == other["comparisons"]


# Within the house.


def test_a_smallest_cell_of_one_says_so_and_is_exact(tmp_path: Path) -> None:
    data = cohort(14, 300)
    _, page = written(evaluated(data), tmp_path, 1)
    assert page["smallest_cell"] == 1
    assert page["exact"] is True
    for bucket, who in buckets(page, data):
        for label in (0, 1):
            lines = page["models"][0]["lines"][bucket][1 - label]
            assert set(lines["s"]) <= {0}
            own = np.sort(logit(data["old"][who & (data["died"] == label)]))
            assert np.asarray(lines["x"]) / 1e4 == pytest.approx(own, abs=1e-11)
            pairs = page["pairs"][0]["lines"][bucket][1 - label]
            assert len(pairs["n"]) == len(own)
            assert set(pairs["t"]) <= {0}


def test_a_page_of_bins_does_not_claim_to_be_exact(tmp_path: Path) -> None:
    _, page = written(evaluated(cohort(14, 300)), tmp_path)
    assert page["exact"] is False


def test_too_few_of_a_class_altogether_make_no_page(tmp_path: Path) -> None:
    data = cohort(15, 300)
    data["died"] = (np.arange(300) % 100 == 0).astype(int)
    with pytest.raises(SettingError, match="fewer than 5"):
        written(evaluated(data), tmp_path)
    _, page = written(evaluated(data), tmp_path, 3)
    assert page["smallest_cell"] == 3


def test_the_command_line_states_the_smallest_cell_in_the_file(tmp_path: Path) -> None:
    from baserate.datasets import icu_cohort

    icu_cohort(stays=1_500).write_csv(tmp_path / "cohort.csv")
    page = tmp_path / "page.html"
    run("evaluate", str(tmp_path / "cohort.csv"), *PLAIN, "--html", str(page), "--smallest-cell", "1")
    assert data_of(page)["page"]["smallest_cell"] == 1
