"""The page's numbers another way: the library's own gains on the lines that the page carries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import EVEN, Deployment
from baserate.odds import expit, logit
from baserate.page.packed import unpack, unpack_columns
from baserate.scores.gains import StepGains, gains_of

Numbers = NDArray[np.float64]


def deployment_of(state: Mapping[str, Any]) -> Deployment:
    """The deployment that a setting of the controls stands for."""
    units = "net benefit" if state["units"] == "per 1,000" else state["units"]
    where = None if state["prevalence"] is None else tuple(state["prevalence"])
    cost = EVEN if units == "accuracy" else tuple(state["cost"])
    return Deployment.of(where, cost, units, state.get("shift", 1.0))


def unpacked(page: Mapping[str, Any]) -> dict[str, Any]:
    """What a page carries, with its columns as lists."""
    slices = [
        {
            **part,
            "models": [
                {**one, "optimism": optimism(one["optimism"]), "pools": pools(one["pools"])}
                for one in part["models"]
            ],
        }
        for part in page["slices"]
    ]
    return {**page, "slices": slices, **{name: _with_lists(page[name]) for name in ("models", "pairs")}}


def _with_lists(tables: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {**table, "lines": [[unpack_columns(side) for side in bucket] for bucket in table["lines"]]}
        for table in tables
    ]


def pools(carried: Mapping[str, Any]) -> dict[str, Any]:
    """Isotonic blocks with their columns as numbers."""
    begin = carried["from"]
    begin = unpack(begin, deltas=True) if isinstance(begin, str) else begin
    weights = {name: np.array(unpack(carried[name])) * carried["unit"] for name in ("cases", "others")}
    return {**carried, "from": np.array(begin) / 1e4, **weights}


def optimism(carried: Mapping[str, Any]) -> dict[str, Any]:
    """Optimism with its columns as numbers, and the correlations as a matrix."""
    if "like" in carried:
        return dict(carried)
    mean, spread = (np.array(unpack(carried[name], deltas=True)) for name in ("mean", "spread"))
    coherence = np.array(unpack(carried["coherence"])) / 100.0
    correlation = np.zeros((len(coherence), len(coherence)))
    flat = iter(unpack(carried["correlation"]))
    for i in range(len(coherence)):
        for j in range(max(0, i - carried["band"]), i):
            correlation[i, j] = correlation[j, i] = next(flat) / 15.0
    units = carried["units"]
    columns = {"mean": mean * units[0], "spread": spread * units[1], "coherence": coherence}
    return {**carried, **columns, "correlation": correlation}


class Binned:
    """The lines of one model on one slice of the patients."""

    def __init__(self, page: Mapping[str, Any], model: int, part: Mapping[str, Any]) -> None:
        self.sides = []
        groups: Sequence[int] = part["groups"]
        for which in (0, 1):
            parts = [unpack_columns(page["models"][model]["lines"][group][which]) for group in groups]
            columns = [[part[name] for part in parts] for name in ("x", "s")]
            columns.append([part.get("w", part["n"]) for part in parts])
            x, s, w = (np.concatenate([np.asarray(one, float) for one in each]) for each in columns)
            self.sides.append((x / 1e4, s / 1e4, w))
        self.prevalence: float = part["prevalence"]
        stated = page["models"][model]["source"]
        self.source = self.prevalence if stated is None else stated

    def score(self, deployment: Deployment) -> float:
        """Each line's patients are spread evenly, and counted one by one: a thousand for each line."""
        gains = gains_of(deployment, self.prevalence, self.source)
        total = 0.0
        for which, (x, s, weight) in enumerate(self.sides):
            curve = gains.positive if which == 0 else gains.negative
            if isinstance(gains, StepGains):
                gain = self._steps(gains, x, s, which == 0)
            else:
                gain = (curve(np.asarray(expit(x + s))) + curve(np.asarray(expit(x - s)))) / 2.0
            total += float(weight @ gain) / float(weight.sum())
        return total

    @staticmethod
    def _steps(gains: StepGains, x: Numbers, s: Numbers, is_case: bool) -> Numbers:
        threshold = float(logit(gains.thresholds[0]))
        low, high = x - np.sqrt(3.0) * s, x + np.sqrt(3.0) * s
        treated = (low >= threshold - 1e-9).astype(float)
        inside = (low < threshold) & (high > threshold)
        treated[inside] = ((high - threshold)[inside]) / (high - low)[inside]
        worth = gains.positive_total if is_case else gains.negative_total
        return np.asarray(worth * (treated if is_case else 1.0 - treated))
