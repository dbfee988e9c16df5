"""Intervals that hold together: the critical value against other ways to find it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ndtri
from scipy.stats import multivariate_normal, studentized_range

from baserate.inference.simultaneous import adjusted_level, critical_value

Numbers = NDArray[np.float64]


def variances(covariance: Numbers) -> Numbers:
    """Of all differences of two numbers."""
    own = np.diag(covariance)
    return np.asarray(own[:, None] + own[None] - 2 * covariance)


def with_constant(covariance: Numbers) -> Numbers:
    """The same with a number that is known, the last."""
    size = len(covariance)
    larger = np.zeros((size + 1, size + 1))
    larger[:size, :size] = covariance
    return larger


def test_one_comparison_has_its_plain_interval() -> None:
    for variance in (1e-12, 1.0, 1e9):
        assert adjusted_level(np.array([[0.0, variance], [variance, 0.0]]), [(0, 1)], 0.9) == 0.9


def test_nothing_that_varies_has_its_plain_interval() -> None:
    assert adjusted_level(np.zeros((3, 3)), [(0, 1), (0, 2)], 0.95) == 0.95


def test_comparisons_that_are_one_have_the_plain_interval() -> None:
    """A model minus several constants; and a copy of a model, whose difference with it does not vary."""
    known = np.zeros((4, 4))
    known[0, 1:] = known[1:, 0] = 2.5
    assert adjusted_level(known, [(0, 1), (0, 2), (0, 3)], 0.95) == 0.95
    copies = variances(with_constant(np.full((2, 2), 3.0)))
    assert adjusted_level(copies, [(0, 1), (0, 2), (1, 2)], 0.95) == 0.95


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
@pytest.mark.parametrize(("count", "error"), [(2, 1e-5), (3, 2e-3), (5, 2e-3), (8, 2e-3), (12, 1e-2)])
def test_independent_comparisons_have_sidak_s_level(count: int, error: float, level: float) -> None:
    v = variances(with_constant(np.diag(np.arange(1.0, count + 1))))
    found = critical_value(v, [(model, count) for model in range(count)], level)
    assert found == pytest.approx(ndtri((1 + level ** (1 / count)) / 2), rel=error)


@pytest.mark.parametrize("count", [3, 4, 6, 10])
def test_all_pairs_of_equal_numbers_have_tukey_s_critical_value(count: int) -> None:
    found = critical_value(variances(np.eye(count)), [*combinations(range(count), 2)], 0.95)
    assert found == pytest.approx(studentized_range.ppf(0.95, count, 1e6) / np.sqrt(2), rel=4e-3)


@pytest.mark.parametrize("seed", range(6))
def test_any_correlations_are_covered_as_often_as_the_level_says(seed: int) -> None:
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(4, 4)) * rng.exponential(size=4)
    covariance = with_constant(root @ root.T)
    pairs = [(0, 4), (1, 4), (2, 4), (3, 4), (0, 1), (2, 3)][: 2 + seed]
    level = (0.8, 0.95, 0.99)[seed % 3]
    rows = np.zeros((len(pairs), 5))
    for row, (one, other) in enumerate(pairs):
        rows[row, one], rows[row, other] = 1.0, -1.0
    joint = rows @ covariance @ rows.T
    scale = np.sqrt(np.diag(joint))
    c = critical_value(variances(covariance), pairs, level)
    box = np.full(len(pairs), c)
    correlation = joint / np.outer(scale, scale)
    mass = multivariate_normal(np.zeros(len(pairs)), correlation, allow_singular=True).cdf(
        box, lower_limit=-box
    )
    assert mass == pytest.approx(level, abs=2e-3)


def test_more_comparisons_never_need_less() -> None:
    rng = np.random.default_rng(7)
    root = rng.normal(size=(6, 6))
    v, pairs = variances(with_constant(root @ root.T)), [(model, 6) for model in range(6)]
    levels = [adjusted_level(v, pairs[:count], 0.95) for count in range(1, 7)]
    assert levels == sorted(levels)
    assert adjusted_level(v, pairs, 0.95) == adjusted_level(1e-9 * v, pairs, 0.95)


def test_variances_that_no_numbers_have_are_rounded_to_some() -> None:
    """From bins: the triangle does not close."""
    v = np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 4.2], [1.0, 4.2, 0.0]])
    found = adjusted_level(v, [(0, 1), (0, 2), (1, 2)], 0.95)
    assert 0.95 <= found <= 0.95 ** (1 / 3) + 1e-3


def test_the_order_of_items_does_not_matter_much() -> None:
    rng = np.random.default_rng(3)
    root = rng.normal(size=(4, 4))
    v, order = variances(root @ root.T), np.array([2, 0, 3, 1])
    pairs = [*combinations(range(4), 2)]
    one, other = critical_value(v, pairs, 0.95), critical_value(v[np.ix_(order, order)], pairs, 0.95)
    assert one == pytest.approx(other, rel=3e-3)
