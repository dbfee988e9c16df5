"""Side by side with dcurves, whose net benefit under censoring is that of the treated."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest

import baserate
from tests.survival.oracles import df_surv

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from dcurves import dca

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")


@pytest.mark.parametrize("horizon", [1.0, 1.5])
@pytest.mark.parametrize("model", ["score", "other"])
def test_dcurves_net_benefit_of_the_treated(horizon: float, model: str) -> None:
    """At every third percent from 1 to 97, as far as they say something; and of treating all."""
    data = df_surv()
    time, score, thresholds = data["time"], data[model], np.arange(1, 99, 3) / 100
    frame = pd.DataFrame({"event": data["event"], "time": time, "model": score})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        curve = dca(
            data=frame,
            outcome="event",
            modelnames=["model"],
            thresholds=thresholds,
            time=horizon,
            time_to_outcome_col="time",
        )
    cohort = baserate.Cohort.of(time=data["time"], event=data["event"], horizon=horizon)
    theirs = {
        name: curve.loc[curve["model"] == name, "net_benefit"].to_numpy() for name in ("model", "all", "none")
    }
    # Where nobody of the treated is followed so long, they say nothing.
    told = np.isfinite(theirs["model"])
    np.testing.assert_array_equal(
        told, [not (score >= c).any() or (time[score >= c] >= horizon).any() for c in thresholds]
    )
    assert told.sum() >= 19
    for c, value, of_all in zip(thresholds[told], theirs["model"][told], theirs["all"][told], strict=True):
        ours = cohort.treated_net_benefit(score, cost=float(c))
        everybody = cohort.treated_net_benefit(score, cost=float(c), threshold=0.0)
        assert ours.value == pytest.approx(value, abs=1e-12)
        assert everybody.value == pytest.approx(of_all, abs=1e-12)
    assert (theirs["none"] == 0.0).all()


def test_where_dcurves_says_nothing_it_is_refused_unless_all_outcomes_are_known() -> None:
    data = df_surv()
    cohort = baserate.Cohort.of(time=data["time"], event=data["event"], horizon=1.5)
    with pytest.raises(baserate.errors.FollowUpError, match="nobody of 30 treated is followed"):
        cohort.treated_net_benefit(data["score"], cost=0.6)
    # Two score 95 % or more, and both had the event.
    assert cohort.treated_net_benefit(data["score"], cost=0.95).value == pytest.approx(2 / 750)
