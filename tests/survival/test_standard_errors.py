"""Standard errors under censoring: against numeric derivatives, the jackknife and the bootstrap.

Every number of a design is worked out anew, curve of censoring and all, with one patient weighing a little
more, with a patient or a cluster left out, or with patients drawn again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import baserate
from baserate.deployment.deployment import Deployment
from baserate.inference.decisions import Decisions
from baserate.inference.estimate import Estimate
from tests.support.oracles import Numbers
from tests.survival.oracles import df_surv

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

Rows = NDArray[np.intp]
COST, RANGE = 0.15, (0.05, 0.40)
DESIGNS = ("one event", "competing", "strata", "weights", "clusters")


@dataclass(frozen=True, eq=False)
class Design:
    """Patients, and which of their columns are told."""

    columns: dict[str, NDArray[Any]]
    told: tuple[str, ...] = ()

    def cohort(self, rows: Rows | slice = slice(None), weight: Numbers | None = None) -> baserate.Cohort:
        """Some of the patients, or all with other weights."""
        more = {name: self.columns[name][rows] for name in self.told}
        if weight is not None:
            more["sample_weight"] = weight
        return baserate.Cohort.of(
            time=self.columns["time"][rows], event=self.columns["event"][rows], horizon=1.0, **more
        )

    def numbers(self, rows: Rows | slice = slice(None), weight: Numbers | None = None) -> dict[str, Estimate]:
        """All that is looked at."""
        cohort = self.cohort(rows, weight)
        first, second, group = (self.columns[name][rows] for name in ("first", "second", "group"))
        over, here = Deployment.of(RANGE, COST), Deployment.of(None, COST)
        parts = [(cohort.part(side), first[side]) for side in (group, ~group)]
        found = {
            "range": cohort.score(first, over),
            "observed": cohort.score(first, here, baseline="treat-none"),
            "stated source": cohort.score(first, over, source_prevalence=0.2),
            "difference, range": cohort.score(first, over) - cohort.score(second, over),
            "difference, observed": cohort.score(first, here) - cohort.score(second, here),
            "groups, range": parts[0][0].score(parts[0][1], over) - parts[1][0].score(parts[1][1], over),
            "groups, AUC": parts[0][0].auc(parts[0][1]) - parts[1][0].auc(parts[1][1]),
            "AUC": cohort.auc(first),
            "difference, AUC": cohort.auc(first) - cohort.auc(second),
            "Brier": cohort.brier(first),
            "O/E": baserate.calibration.observed_expected(cohort, first),
            "slope": baserate.calibration.slope(cohort, first),
            "intercept": baserate.calibration.intercept(cohort, first),
            "sensitivity": Decisions(cohort, cohort.sample(first), 0.2).sensitivity,
            "predictive value": Decisions(cohort, cohort.sample(first), 0.2).ppv,
            "prevalence": cohort.log_odds_of_prevalence(),
        }
        if "censoring" not in self.told:
            treated = cohort.treated_net_benefit(first, cost=COST)
            found["treated"] = treated
            found["treated, difference"] = treated - cohort.treated_net_benefit(second, cost=COST)
        return found

    def values(self, rows: Rows | slice = slice(None), weight: Numbers | None = None) -> Numbers:
        """The same without their errors."""
        return np.array([estimate.value for estimate in self.numbers(rows, weight).values()])


@cache
def design(name: str) -> Design:
    """Some hundred patients, about half of them censored before the horizon, with times that tie."""
    rng = np.random.default_rng(DESIGNS.index(name))
    n = 320 if name == "clusters" else 240
    cluster = np.arange(n) % 40
    group, stratum = rng.random(n) < 0.45, rng.random(n) < 0.5
    z = -1.2 + 1.1 * rng.normal(size=n) + 0.5 * stratum
    z += 0.5 * rng.normal(size=40)[cluster] if name == "clusters" else 0.0
    until = rng.exponential(1.0 / np.log1p(np.exp(z)))
    cause = np.where(rng.random(n) < 0.3, 2, 1) if name == "competing" else np.ones(n, int)
    end = rng.exponential(1.0 / np.where(stratum & (name == "strata"), 1.6, 0.8))
    columns = {
        "time": np.ceil(50 * np.minimum(until, end)) / 50,
        "event": np.where(until <= end, cause, 0),
        "first": 1 / (1 + np.exp(-z)),
        "second": 1 / (1 + np.exp(0.3 - 0.7 * z - 0.6 * rng.normal(size=n))),
        "group": group,
        "censoring": stratum,
        "cluster": cluster,
        "sample_weight": rng.gamma(3.0, 1 / 3, n),
    }
    told = {"strata": ("censoring",), "weights": ("sample_weight",), "clusters": ("cluster",)}
    return Design(columns, told.get(name, ()))


def influence(estimate: Estimate, groups: dict[int, NDArray[np.bool_]], n: int) -> Numbers:
    """What each patient contributes to a number, in the order of all patients."""
    found = np.zeros(n)
    for sampling, what in estimate.contributions.items():
        own = what if sampling.censoring is None else sampling.censoring.adjust(what)
        found[groups[len(what)]] += own
    return found


@pytest.mark.parametrize("name", ["one event", "competing", "strata", "weights"])
def test_contributions_are_derivatives_by_the_weights_of_patients(name: str) -> None:
    """To the sixth digit, since both are of the same number; times tie, and so do events and censoring."""
    patients = design(name)
    n, group = len(patients.columns["time"]), patients.columns["group"]
    weight = patients.columns["sample_weight"] if name == "weights" else np.ones(n)
    groups = {n: np.ones(n, bool), int(group.sum()): group, int((~group).sum()): ~group}
    numbers = patients.numbers()
    some = np.random.default_rng(0).choice(n, 30, replace=False)

    psi = {what: influence(estimate, groups, n) for what, estimate in numbers.items()}
    for place in some:
        ends = []
        for step in (1e-5, -1e-5):
            other = weight.copy()
            other[place] *= 1.0 + step
            ends.append(patients.values(weight=other))
        for what, numeric in zip(numbers, (ends[0] - ends[1]) / 2e-5, strict=True):
            assert psi[what][place] == pytest.approx(numeric, abs=2e-6 * np.abs(psi[what]).max()), what


def test_the_published_standard_error_of_the_score_over_a_range() -> None:
    """SE 0.00637618 from the influence values, with n - 1; 0.00642022 were the weights known."""
    data = df_surv()
    cohort = baserate.Cohort.of(time=data["time"], event=data["event"], horizon=1.5)
    estimate = cohort.score(data["score"], Deployment.of((0.05, 0.40), 0.1))
    known = estimate.contributions[cohort.sampling]
    assert cohort.sampling.censoring is not None
    psi = cohort.sampling.censoring.adjust(known)
    assert np.sqrt(750 / 749 * (psi @ psi)) == pytest.approx(0.00637618, abs=5e-9)
    assert np.sqrt(750 / 749 * (known @ known)) == pytest.approx(0.00642022, abs=5e-9)
    left_out = _left_out(lambda kept: np.array([_score_of(data, kept)]), np.arange(750))
    assert left_out[0] == pytest.approx(0.00639964, abs=5e-9)


def _score_of(data: dict[str, NDArray[Any]], kept: Rows) -> float:
    return baserate.net_benefit(
        time=data["time"][kept],
        event=data["event"][kept],
        horizon=1.5,
        y_prob=data["score"][kept],
        cost=0.1,
        prevalence=(0.05, 0.40),
        baseline="none-correct",
    )


def _left_out(of: Callable[[Rows], Numbers], unit: NDArray[np.intp]) -> Numbers:
    """Standard errors by the jackknife: each unit left out in turn."""
    names = np.unique(unit)
    without = np.array([of(np.flatnonzero(unit != name)) for name in names])
    apart = without - without.mean(axis=0)
    return np.asarray(np.sqrt((len(names) - 1.0) / len(names) * (apart**2).sum(axis=0)))


# The jackknife is not linear: it differs by the square of how much one patient, or cluster, can move a
# number. Of a class with some fifty cases, and weights for half as many more, that is up to 3 %; of a group
# with half of them, 6 %; and of a logistic slope, which a few patients at the ends hold, 10 %.
WITHIN = {"groups, AUC": 0.06, "groups, range": 0.05, "slope": 0.10}


@pytest.mark.parametrize("name", DESIGNS)
def test_standard_errors_are_those_of_the_jackknife(name: str) -> None:
    patients = design(name)
    n = len(patients.columns["time"])
    unit = patients.columns["cluster"] if name == "clusters" else np.arange(n)
    numbers, left_out = patients.numbers(), _left_out(patients.values, unit)
    for (what, estimate), error in zip(numbers.items(), left_out, strict=True):
        assert estimate.standard_error == pytest.approx(error, rel=WITHIN.get(what, 0.03)), what


@pytest.mark.parametrize("name", DESIGNS)
def test_scores_have_the_standard_errors_of_the_bootstrap(name: str) -> None:
    """800 resamples know a standard error to 2.5 %: within three of these, and 3 % as above."""
    patients = design(name)
    cohort, models = patients.cohort(), {what: patients.columns[what] for what in ("first", "second")}
    for deployment in (Deployment.of(RANGE, COST), Deployment.of(None, COST)):
        again = baserate.bootstrap(cohort, models, deployment, replicates=800, seed=1)
        scores = [cohort.score(score, deployment) for score in models.values()]
        error, paired = scores[0].standard_error, (scores[0] - scores[1]).standard_error
        assert again.standard_error("first") == pytest.approx(error, rel=0.105)
        assert again.standard_error("first", "second") == pytest.approx(paired, rel=0.105)


@pytest.mark.parametrize("name", ["competing", "clusters"])
def test_all_numbers_have_the_standard_errors_of_the_bootstrap(name: str) -> None:
    """400 resamples know a standard error to 3.5 %: within three of these, and as far as above."""
    patients = design(name)
    n, cluster = len(patients.columns["time"]), patients.columns["cluster"]
    rng, again = np.random.default_rng(4), []
    for _ in range(400):
        rows = rng.integers(0, n, n)
        if name == "clusters":
            rows = np.concatenate([np.flatnonzero(cluster == one) for one in rng.integers(0, 40, 40)])
        again.append(patients.values(rows))
    errors = np.std(again, axis=0, ddof=1)
    for (what, estimate), error in zip(patients.numbers().items(), errors, strict=True):
        assert estimate.standard_error == pytest.approx(error, rel=0.105 + WITHIN.get(what, 0.03)), what


@pytest.mark.parametrize("name", ["competing", "strata", "weights"])
def test_the_bootstrap_estimates_the_curve_of_censoring_anew(name: str) -> None:
    """Every replicate is the score of the patients who were drawn, some of them several times."""
    patients, deployment = design(name), Deployment.of(RANGE, COST)
    n, score = len(patients.columns["time"]), patients.columns["first"]
    again = baserate.bootstrap(patients.cohort(), {"first": score}, deployment, replicates=4, seed=9)
    rng = np.random.default_rng(9)
    for replicate in again.of("first"):
        rows = rng.integers(0, n, n)
        assert replicate == pytest.approx(
            patients.cohort(rows).score(score[rows], deployment).value, abs=1e-12
        )


@pytest.mark.parametrize("name", ["competing", "strata"])
def test_discrimination_and_calibration_loss_have_the_derivatives_of_their_numbers(name: str) -> None:
    """The isotonic blocks stay the same where one patient weighs a little more."""
    patients, deployment = design(name), Deployment.of(RANGE, COST)
    score = patients.columns["first"]
    n = len(score)

    def parts(weight: Numbers) -> dict[str, Estimate]:
        split = baserate.split(patients.cohort(weight=weight), score, deployment)
        return {"discrimination": split.sharpness, "calibration": split.calibration}

    whole = {what: influence(one, {n: np.ones(n, bool)}, n) for what, one in parts(np.ones(n)).items()}
    for place in range(0, n, 16):
        ends = [parts(np.where(np.arange(n) == place, 1.0 + step, 1.0)) for step in (1e-5, -1e-5)]
        for what, psi in whole.items():
            numeric = (ends[0][what].value - ends[1][what].value) / 2e-5
            assert psi[place] == pytest.approx(numeric, abs=1e-6 * np.abs(psi).max()), what
