"""The populations of the study of prevalence are what they say they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from studies.prevalence import Design, Tally, tallies

from tests.support.oracles import log_odds, probability


@pytest.mark.parametrize("gamma", [0.0, 0.5, 1.0])
def test_a_score_means_what_the_dial_says(gamma: float) -> None:
    """``logit P(Y | s) = logit s + gamma delta`` at the target, and the prevalence is the one stated."""
    design = Design("calibrated", 0, 200_000, 0.15, 0.4, gamma=gamma)
    died, score, _ = design.sample(np.random.default_rng(1), target=True)
    assert died.mean() == pytest.approx(0.4, abs=0.005)
    risk = np.asarray(probability(np.asarray(log_odds(score)) + gamma * design.delta))
    fifth = np.digitize(risk, np.quantile(risk, [0.2, 0.4, 0.6, 0.8]))
    for number in range(5):
        inside = fifth == number
        assert died[inside].mean() == pytest.approx(risk[inside].mean(), abs=0.015)


def test_a_tally_counts_what_is_held_and_what_is_not() -> None:
    design = Design("calibrated", 300, 200, 0.3, 0.2)
    tally = tallies(design, 6, 0)["ml"]
    assert len(tally.covered) == len(tally.errors) == 6
    assert all(not (hit and high) for hit, high in zip(tally.covered, tally.above, strict=True))
    wrong = tallies(replace(design, mild=1.0, labelled=2000, unlabelled=2000), 3, 0, shift=1.0)["ml"]
    assert wrong.bias < -0.1
    assert not any(wrong.covered)
    assert isinstance(wrong, Tally)
