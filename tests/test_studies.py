"""The study of coverage rests on known truths; these are held against large samples."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from studies import parts
from studies.coverage import Cell, page, study
from studies.populations import PAIRS, RANGE, Setting

from baserate.deployment.deployment import Deployment
from baserate.inference.cohort import Cohort


@pytest.mark.parametrize("hospitals", [0, 4000])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_the_true_score_is_that_of_a_large_sample(pair: object, hospitals: int) -> None:
    setting = Setting(200_000, 0.1, 1 / 31, pair, hospitals)
    y, first, second, hospital = setting.draw(np.random.default_rng(1))
    cohort = Cohort.of(y, cluster=hospital)
    for model, score in ((setting.pair.first, first), (setting.pair.second, second)):
        found = cohort.score(score, Deployment.of(RANGE, setting.cost))
        assert abs(found.value - setting.truth(model)) < 4.5 * found.standard_error
        auc = cohort.auc(score)
        assert abs(auc.value - setting.true_auc(model)) < 4.5 * auc.standard_error + 1e-4


@pytest.mark.parametrize("setting", parts.settings()[:6:2], ids=lambda setting: setting.name)
def test_the_true_parts_are_those_of_large_samples(setting: parts.Setting) -> None:
    large = replace(
        setting,
        first=replace(setting.first, patients=30_000),
        second=replace(setting.second, patients=30_000),
    )
    for part, (estimate, truth) in parts.estimates(large, np.random.default_rng(2)).items():
        if "in sample" not in part:
            assert abs(estimate.value - truth) < 4.5 * estimate.standard_error + 1e-5, part


def test_the_page_of_parts_shows_each() -> None:
    setting = parts.settings()[0]
    found = {"total": (94.0, 3.0), "mechanism": (96.0, -5.0)}
    text = parts.page([(setting, found), (setting, {"total": (97.0, -9.0), "mechanism": (95.0, 1.0)})], 500)
    assert "| total | 94.0, 95.5, 97.0 | -9 |" in text
    assert "| 300 and 1,000 | accuracy, 1:1 | calibrated | mechanism | 96.0 | -5 |" in text


def test_a_small_study_covers() -> None:
    cells = list(study(Setting(500, 0.1, 0.1, PAIRS[0]), 80, seed=1))
    assert {cell.kind for cell in cells} == {"one score", "paired difference", "two groups", "AUC"}
    assert all(cell.coverage >= 86 for cell in cells)
    assert all(cell.regular for cell in cells)
    assert not next(study(Setting(500, 0.1, 0.1, PAIRS[4]), 2, seed=1)).regular


def test_the_page_shows_lowest_mean_and_highest() -> None:
    setting = Setting(500, 0.1, 0.1, PAIRS[0])
    cells = [Cell(setting, "one score", value, True) for value in (93.0, 95.0, 97.3)]
    text = page([*cells, Cell(replace(setting, cost=0.5), "one score", 90.0, False)], 2000)
    assert "| one score | 4 | 93.0, 95.1, 97.3 | 90.0, 90.0, 90.0 |" in text
    assert "| 500 | 10 % | 1:1 | calibrated | one score | 90.0 | not regular |" in text
