"""Textbook estimators of survival analysis, by their definitions and in loops; and patients for tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import pandas as pd
from hypothesis import strategies as st
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

CAUSES = {"censor": 0, "diagnosed with cancer": 1, "dead other causes": 2}


@cache
def df_surv() -> dict[str, NDArray[Any]]:
    """The 750 patients that come with dcurves: time, event with and without competing events, score."""
    with files("dcurves").joinpath("data/df_surv.csv").open() as text:
        frame = pd.read_csv(text)
    return {
        "time": frame["ttcancer"].to_numpy(),
        "event": frame["cancer"].to_numpy().astype(int),
        "cause": frame["cancer_cr"].map(CAUSES).to_numpy().astype(int),
        "score": frame["cancerpredmarker"].to_numpy(),
        "other": np.clip(frame["famhistory"].to_numpy() * 0.2 + 0.1 * frame["marker"].to_numpy(), 0.01, 0.99),
        "old": (frame["age"] > frame["age"].median()).to_numpy(),
    }


def incidence(time: Numbers, event: NDArray[np.int_], weight: Numbers, horizon: float) -> float:
    """Aalen-Johansen incidence of event 1 by the horizon; without competing events, 1 - Kaplan-Meier."""
    free, risk = 1.0, 0.0
    for u in np.unique(time[(event > 0) & (time <= horizon) & (weight > 0.0)]):
        at_risk, now = weight[time >= u].sum(), time == u
        risk += free * weight[now & (event == 1)].sum() / at_risk
        free *= 1.0 - weight[now & (event > 0)].sum() / at_risk
    return float(risk)


def still_followed(time: Numbers, event: NDArray[np.int_], weight: Numbers, before: float) -> float:
    """Kaplan-Meier share of patients who are not censored before a time; events come before censoring."""
    share = 1.0
    for u in np.unique(time[(event == 0) & (time < before) & (weight > 0.0)]):
        lost = weight[(time == u) & (event == 0)].sum()
        share *= 1.0 - lost / (lost + weight[time > u].sum())
    return float(share)


@dataclass(frozen=True, eq=False)
class Followed:
    """Patients who are followed for some time, with weights and strata for censoring."""

    time: Numbers
    event: NDArray[np.int_]
    score: Numbers
    weight: Numbers
    horizon: float
    stratum: NDArray[np.int_] | None = None

    @property
    def label(self) -> NDArray[np.int_]:
        """1 for an event of interest by the horizon."""
        return np.asarray((self.event == 1) & (self.time <= self.horizon)).astype(int)

    def weights(self) -> Numbers:
        """The given weight over the share that is still followed, in the stratum; 0 for the censored."""
        found = np.zeros(len(self.time))
        for i, (x, e) in enumerate(zip(self.time, self.event, strict=True)):
            if e > 0 or x >= self.horizon:
                alike = self if self.stratum is None else self.part(self.stratum == self.stratum[i])
                share = still_followed(alike.time, alike.event, alike.weight, min(x, self.horizon))
                found[i] = self.weight[i] / share
        return found

    def risk(self) -> float:
        """Incidence by the horizon, averaged over the strata."""
        parts = [self]
        if self.stratum is not None:
            parts = [self.part(self.stratum == one) for one in np.unique(self.stratum)]
        risks = [incidence(part.time, part.event, part.weight, self.horizon) for part in parts]
        shares = [float(part.weight.sum() / self.weight.sum()) for part in parts]
        return sum(share * risk for share, risk in zip(shares, risks, strict=True))

    def treated_net_benefit(self, c: float) -> float:
        """Vickers and others 2008: the share of the treated times what their incidence is worth."""
        treated, w = self.part(self.score >= c), c / (1.0 - c)
        risk = incidence(treated.time, treated.event, treated.weight, self.horizon)
        share = float(treated.weight.sum() / self.weight.sum())
        return share * (risk - w * (1.0 - risk))

    def part(self, kept: NDArray[np.bool_]) -> Followed:
        """Some of the patients."""
        time, event, score, weight = (
            column[kept] for column in (self.time, self.event, self.score, self.weight)
        )
        stratum = None if self.stratum is None else self.stratum[kept]
        return Followed(time, event, score, weight, self.horizon, stratum)

    def reweighted(self, weight: Numbers) -> Followed:
        """The same patients with other weights."""
        return replace(self, weight=weight)


# Few times, so that events, censoring and the horizon tie often.
TIMES = st.sampled_from([0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0])


@st.composite
def followed(draw: st.DrawFn, *, strata: bool = True, weights: bool = True) -> Followed:
    """Up to thirty patients; in every stratum one had the event at once, and one is followed to the end."""
    many = draw(st.integers(6, 26))
    kinds = 2 if strata and draw(st.booleans()) else 1

    def some(what: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(what, min_size=many, max_size=many))

    first, last = [0.5] * kinds, [3.0] * kinds
    time = np.array([*first, *last, *some(TIMES)])
    event = np.array([1] * kinds + [0] * kinds + some(st.integers(0, 2)))
    score = np.array(draw(st.lists(st.floats(0.0, 1.0), min_size=len(time), max_size=len(time))))
    weight = np.ones(len(time))
    if weights and draw(st.booleans()):
        weight = np.array(draw(st.lists(st.floats(0.1, 5.0), min_size=len(time), max_size=len(time))))
    stratum = None
    if kinds == 2:
        stratum = np.array([0, 1, 0, 1, *some(st.integers(0, 1))])
    horizon = draw(st.sampled_from([1.0, 1.5, 2.0, 2.25]))
    return Followed(time, event, score, weight, horizon, stratum)


def derivatives(of: Callable[[Numbers], float], weight: Numbers, step: float = 1e-6) -> Numbers:
    """Of a number by the weight of each patient, times that weight: central differences."""
    found = np.zeros(len(weight))
    for i in range(len(weight)):
        ends = []
        for sign in (1.0, -1.0):
            other = weight.copy()
            other[i] *= 1.0 + sign * step
            ends.append(of(other))
        found[i] = (ends[0] - ends[1]) / (2.0 * step)
    return found


def jackknife(of: Callable[[NDArray[np.bool_]], float], unit: NDArray[np.int_]) -> float:
    """Standard error from leaving out each unit, a patient or a cluster, in turn."""
    names = np.unique(unit)
    without = np.array([of(unit != name) for name in names])
    return float(np.sqrt((len(names) - 1.0) / len(names) * ((without - without.mean()) ** 2).sum()))
