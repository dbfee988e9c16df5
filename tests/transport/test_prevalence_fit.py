"""The test of fit, and the figure of what it compares."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import baserate
from baserate.errors import AssumptionWarning, SettingError
from baserate.extensions.prevalence.estimate import estimate_prevalence
from baserate.extensions.prevalence.mixture_fit import MixtureFit, _in_words
from tests.support.cohorts import score_patients

Numbers = NDArray[np.float64]


def sample(
    rng: np.random.Generator, n: int, prevalence: float, separation: float = 1.5
) -> tuple[Numbers, Numbers]:
    died = (rng.random(n) < prevalence).astype(float)
    return died, score_patients(rng, died, separation, intercept=-1.5)


def fit_of(rng: np.random.Generator, target: Numbers, n: int = 1500) -> MixtureFit:
    y, s = sample(rng, n, 0.25)
    fit = estimate_prevalence(y, s, target).fit
    assert fit is not None
    return fit


def test_every_bin_holds_enough_of_all_three_samples_and_shares_add_up() -> None:
    rng = np.random.default_rng(1)
    y, s = sample(rng, 1500, 0.25)
    _, t = sample(rng, 900, 0.6)
    found = estimate_prevalence(y, s, t)
    fit = found.fit
    assert fit is not None
    assert 4 <= len(fit.observed) <= 10
    bins = np.searchsorted(fit.edges, t, side="right")
    assert np.bincount(bins) / len(t) == pytest.approx(fit.observed)
    places = np.searchsorted(fit.edges, s, side="right")
    cases, others = (np.bincount(places[y == label]) for label in (1, 0))
    assert min(cases.min(), others.min(), np.bincount(bins).min()) >= 5
    implied = found.value * cases / cases.sum() + (1 - found.value) * others / others.sum()
    assert implied == pytest.approx(fit.implied)
    assert sum(fit.observed) == pytest.approx(1.0)
    assert sum(fit.implied) == pytest.approx(1.0)


def test_the_statistic_is_the_least_over_all_prevalences() -> None:
    """The chi-square by its definition, with a generalised inverse in place of a bin left out."""
    rng = np.random.default_rng(2)
    y, s = sample(rng, 1500, 0.25)
    _, t = sample(rng, 900, 0.6, 1.2)
    fit = estimate_prevalence(y, s, t).fit
    assert fit is not None
    observed = np.array(fit.observed)
    shares = []
    for scores in (s[y == 1], s[y == 0]):
        counts = np.bincount(np.searchsorted(fit.edges, scores, side="right"), minlength=len(observed))
        shares.append((counts / counts.sum(), int(counts.sum())))
    (cases, n1), (others, n0) = shares

    def multinomial(p: Numbers) -> Numbers:
        return np.asarray(np.diag(p) - np.outer(p, p))

    def distance(pi: float) -> float:
        mixture = pi * cases + (1 - pi) * others
        apart = observed - mixture
        covariance = multinomial(mixture) / len(t) + pi**2 * multinomial(cases) / n1
        covariance += (1 - pi) ** 2 * multinomial(others) / n0
        return float(apart @ np.linalg.pinv(covariance) @ apart)

    least = min(distance(pi) for pi in np.linspace(0.0, 1.0, 4001))
    assert fit.statistic == pytest.approx(least, rel=1e-4)
    assert fit.degrees_of_freedom == len(observed) - 2


@pytest.mark.filterwarnings("ignore::baserate.errors.AssumptionWarning")
def test_it_objects_about_as_rarely_as_it_says_where_label_shift_holds() -> None:
    """80 samples: a test that objects in 5 % of them does so more than 11 times once in a thousand."""
    rng = np.random.default_rng(3)
    objections = sum(fit_of(rng, sample(rng, 600, 0.1)[1], 600).objects for _ in range(80))
    assert objections <= 11


def test_it_sees_scores_that_no_mixture_gives() -> None:
    rng = np.random.default_rng(4)
    _, stretched = sample(rng, 1500, 0.25, 3.0)
    y, s = sample(rng, 1500, 0.3)
    with pytest.warns(AssumptionWarning, match="baserate.shift tells which"):
        found = estimate_prevalence(y, s, stretched)
    assert found.fit is not None
    assert found.fit.objects
    assert "label shift does not hold" in found.fit.words
    assert found.summary().startswith(found.fit.words)  # before the number that it is about
    assert found.summary().count(found.fit.words) == 1


@pytest.mark.parametrize(
    ("p_value", "words"),
    [
        (1e-9, "p < 0.001): label shift does not hold"),
        (0.002, "does not hold"),
        (0.02, "speaks against"),
        (0.3, "does not show"),
        (None, "too few"),
    ],
)
def test_words_are_no_stronger_than_the_p_value(p_value: float | None, words: str) -> None:
    assert words in _in_words(p_value)


def test_it_does_not_see_a_shift_within_the_mixture() -> None:
    """Half of the cases score as non-cases do: less disease, as far as scores say."""
    rng = np.random.default_rng(5)
    y, s = sample(rng, 6000, 0.25)
    died, t = sample(rng, 6000, 0.4)
    mild = (rng.random(6000) < 0.5) & (died == 1)
    t[mild] = sample(rng, int(mild.sum()), 0.0)[1]
    found = estimate_prevalence(y, s, t)
    assert found.fit is not None
    assert not found.fit.objects
    assert found.high < 0.3 < died.mean()
    assert "cannot be seen without outcomes" in found.fit.words


def test_too_few_bins_say_so() -> None:
    rng = np.random.default_rng(6)
    y, s = sample(rng, 400, 0.3)
    found = estimate_prevalence(y, s, sample(rng, 12, 0.3)[1])
    assert found.fit is not None
    assert found.fit.p_value is None
    assert not found.fit.objects
    assert "too few" in found.fit.words


def test_the_figure_shows_the_shares_beside_the_mixture() -> None:
    pytest.importorskip("matplotlib").use("Agg")
    from matplotlib import pyplot as plt

    rng = np.random.default_rng(7)
    y, s = sample(rng, 1500, 0.25)
    found = estimate_prevalence(y, s, sample(rng, 900, 0.6)[1])
    ax = baserate.extensions.prevalence.figure.mixture(found)
    assert found.fit is not None
    tops = [float(bar.get_path().get_extents(bar.get_patch_transform()).y1) for bar in ax.patches]
    assert tops == pytest.approx([100 * share for share in found.fit.implied])
    points = np.asarray(ax.lines[0].get_ydata(), dtype=float)
    assert points == pytest.approx(100 * np.array(found.fit.observed))
    assert ax.get_xticklabels()[0].get_text().startswith("below ")
    plt.close("all")
    with pytest.raises(SettingError, match="nothing to draw"):
        baserate.extensions.prevalence.figure.mixture(estimate_prevalence(y, s, s, shift=0))
