"""Intervals of cross-validation count what the chance of the patients fitted to adds."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold

from baserate.extensions.validation import validate
from baserate.extensions.validation.fitting import Learning
from baserate.extensions.validation.splits import folds

from .test_validate import ASKED, Fixed, patients

MODEL = "LogisticRegression"


def _learner() -> Any:
    return LogisticRegression(C=1e3, max_iter=500)


@pytest.mark.parametrize(("seed", "adds"), [(0, False), (1, True)])
def test_the_added_variance_is_half_of_what_refitting_adds_to_a_jackknife(seed: int, adds: bool) -> None:
    """Cross-validation is done over without each fold, one loop inside another, from counts."""
    x, y = patients(100, noise=10, seed=seed)
    found = validate(_learner(), x, y, cv=5, repeats=2, prevalence=None, cost="1:9", source_prevalence=0.2)
    parts = [fit.tests[0] for fit in folds(Learning.of(x, y, None, None, None), 5, 2, 0)[:5]]

    def worth(without: list[int], refitted: bool) -> float:
        gained, seen = 0.0, 0
        for one in set(range(5)) - set(without):
            out = [*without, one] if refitted else [one]
            inside = np.setdiff1d(np.arange(100), np.concatenate([parts[part] for part in out]))
            test = parts[one]
            treated = _learner().fit(x[inside], y[inside]).predict_proba(x[test])[:, 1] >= 0.1
            gained += float((treated & (y[test] == 1)).sum() - (treated & (y[test] == 0)).sum() / 9)
            seen += len(test)
        return gained / seen

    def jackknife(refitted: bool) -> float:
        values = [worth([gone], refitted) for gone in range(5)]
        return 4 / 5 * sum((value - sum(values) / 5) ** 2 for value in values)

    score, given = found.score(MODEL), found.evaluation.score(MODEL)
    added = (jackknife(refitted=True) - jackknife(refitted=False)) / 2
    assert (added > 0.1 * given.standard_error**2) == adds
    assert score.value == given.value
    more = score.standard_error**2 - given.standard_error**2
    assert more == pytest.approx(max(added, 0.0), rel=1e-6, abs=1e-12)
    assert found.fits == 10 + 10
    assert found.widened


def test_who_learns_nothing_is_not_widened() -> None:
    x, y = patients()
    found = validate(Fixed(), x, y, cv=5, repeats=1, source_prevalence=0.2, **ASKED)
    assert found.score("Fixed").low == pytest.approx(found.evaluation.score("Fixed").low, abs=1e-12)
    assert found.score("Fixed").high == pytest.approx(found.evaluation.score("Fixed").high, abs=1e-12)


def test_without_pairs_models_are_taken_as_given_and_it_is_said() -> None:
    x, y = patients(100, noise=10)
    found = validate(_learner(), x, y, cv=5, repeats=1, pairs=False, **ASKED)
    given = found.evaluation.score(MODEL)
    assert (found.score(MODEL).low, found.score(MODEL).high) == (given.low, given.high)
    assert (found.fits, found.widened) == (5, False)
    assert "Intervals take the models as given, and are too narrow" in " ".join(str(found).split())


def test_a_copy_is_no_less_sure_to_be_the_same() -> None:
    """The chance of the patients fitted to is the same for both."""
    x, y = patients(100, noise=10)
    models = {"one": _learner(), "copy": _learner()}
    found = validate(models, x, y, cv=5, repeats=1, **ASKED)
    both, given = found.compare("one", "copy"), found.evaluation.compare("one", "copy")
    assert (both.low, both.high) == pytest.approx((given.low, given.high), abs=1e-12)
    assert found.score("one").high - found.score("one").low > given.high - given.low


def test_a_splitter_and_many_folds_have_ten_folds_of_their_own() -> None:
    x, y = patients(100)
    for cv, own in ((KFold(3, shuffle=True, random_state=0), 3), (12, 12), (2, 2)):
        found = validate(_learner(), x, y, cv=cv, repeats=1, **ASKED)
        assert found.fits == own + 10 + 45
        assert found.widened


@pytest.mark.parametrize("clusters", [3, 5])
def test_too_few_clusters_for_pairs_give_the_interval_of_models_as_given(clusters: int) -> None:
    """Three clusters are too few; of five, two hold all cases, and without both nobody has the outcome."""
    x, y = patients(60)
    cluster = np.arange(60) % clusters
    y = np.where(cluster < 2, np.arange(60) // clusters % 2, 0) if clusters == 5 else y
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = validate(_learner(), x, y, cv=2, repeats=1, cluster=cluster, **ASKED)
    assert (found.fits, found.widened) == (2, False)
    assert "take the models as given" in " ".join(str(found).split())
