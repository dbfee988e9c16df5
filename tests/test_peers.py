"""Side by side with the packages of the field, where they compute the same thing."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import baserate
from tests.support.oracles import Patients
from tests.support.strategies import INNER_SCORES, patients, ranges

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from briertools import LogLossScorer
    from dcurves import dca

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")


@given(patients(INNER_SCORES), ranges())
def test_briertools_bounded_log_loss(p: Patients, ends: tuple[float, float]) -> None:
    """Their bounded log loss clips the raw score; ours, told that c = 1/2 and pi0 = 1/2, does too."""
    low, high = ends
    theirs = LogLossScorer().score(p.y, p.s, ends)
    q = np.clip(p.s, low, high)
    identity = np.mean(p.y * np.log(high / q) + (1 - p.y) * np.log((1 - low) / (1 - q)))
    assert theirs == pytest.approx(identity, abs=1e-12)
    # A threshold t on the raw score is optimal where the prevalence is 1 - t, if the source's is 1/2.
    n1, n = p.y.sum(), len(p.y)
    weight = np.where(p.y == 1, n / n1, n / (n - n1)) / 2
    width = baserate.odds.logit(high) - baserate.odds.logit(low)
    perfect = (np.log(high / low) + np.log((1 - low) / (1 - high))) / width
    ours = baserate.accuracy(p.y, p.s, prevalence=(1 - high, 1 - low), source_prevalence=0.5)
    balanced = np.mean(weight * (p.y * np.log(high / q) + (1 - p.y) * np.log((1 - low) / (1 - q))))
    assert ours == pytest.approx(perfect - 2 * balanced / width, abs=1e-11)


@pytest.mark.parametrize("c", [0.02, 0.1, 0.35])
@pytest.mark.parametrize("pi", [0.03, 0.2, 0.5])
def test_dcurves_net_benefit_on_the_adjusted_score(pi: float, c: float) -> None:
    rng = np.random.default_rng(3)
    s = np.round(rng.beta(1, 6, 500), 3)
    y = (rng.random(500) < s).astype(int)
    frame = pd.DataFrame({"y": y, "adjusted": baserate.odds.adjust(s, y.mean(), pi)})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        curve = dca(data=frame, outcome="y", modelnames=["adjusted"], thresholds=[c], prevalence=pi)
    theirs = float(curve.loc[curve["model"] == "adjusted", "net_benefit"].iloc[0])
    assert baserate.net_benefit(y, s, cost=c, prevalence=pi) == pytest.approx(theirs, abs=1e-12)
    papers = baserate.net_benefit(y, s, cost=c, prevalence=pi, baseline="none-correct")
    assert papers == pytest.approx(theirs + c / (1 - c) * (1 - pi), abs=1e-12)
