"""Decision curves: net benefit against the threshold, beside treating all and treating none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import CostLike, Value, source_prevalence_of
from baserate.deployment.notation import ratio, short_percent
from baserate.figures.axes import (
    BandKind,
    band_words,
    check_band,
    shade_range,
    threshold_axis,
    useful_heights,
    zero_line,
)
from baserate.figures.display import Display, Panel, Size, chosen_models
from baserate.figures.style import FAINT, INK
from baserate.inference.bands import Band
from baserate.inference.strategies import TREAT_ALL, TREAT_NONE
from baserate.results.estimated_curve import EstimatedCurve, along_thresholds, threshold_grid
from baserate.results.evidence import Evidence

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes

Numbers = NDArray[np.float64]
PER, NET_BENEFIT = 1000.0, "net benefit\nper 1,000 patients"


@dataclass(eq=False, kw_only=True)
class DecisionCurveDisplay(Display):
    """Net benefit per 1,000 patients against the threshold probability (Vickers and Elkin 2006).

    Attributes
    ----------
    thresholds
        Threshold probabilities.
    net_benefit, low, high
        By model, at each threshold, per 1,000 patients; the ends are those of the band that is drawn.
    treat_all
        Net benefit of treating all; treating none is zero.
    prevalence, is_observed
        At which net benefit is counted, and whether it is the observed one.
    band
        "pointwise", "simultaneous" or None.
    cost
        The two ends of the deployment's cost as threshold probabilities.
    curves
        By model, the estimates that are drawn.
    """

    SIZE: ClassVar[Size] = (5.0, 4.2)

    thresholds: Numbers
    net_benefit: Mapping[str, Numbers]
    low: Mapping[str, Numbers]
    high: Mapping[str, Numbers]
    treat_all: Numbers
    prevalence: float
    is_observed: bool
    band: BandKind
    cost: tuple[float, float]
    curves: Mapping[str, EstimatedCurve]

    @classmethod
    def from_evaluation(
        cls,
        ev: Evidence,
        *,
        models: str | Sequence[str] | None = None,
        group: str | None = None,
        thresholds: CostLike | None = None,
        at: Value | None = None,
        band: BandKind = "pointwise",
        points: int | None = None,
    ) -> Self:
        """From an evaluation.

        Parameters
        ----------
        ev
            The evaluation.
        models, group
            Which models, and in which group of patients; all unless named.
        thresholds
            A range of thresholds or costs, such as ``("1:100", "1:5")`` or ``(0.01, 0.2)``; about the cost
            of the deployment unless stated.
        at
            The prevalence, if another than the observed one: scores are adjusted to it.
        band
            "pointwise", "simultaneous" (for all thresholds together, for each model by itself), or None.
        points
            How many thresholds are worked out.
        """
        check_band(band)
        names = chosen_models(ev, models)
        grid = threshold_grid(ev, thresholds, points=points)
        asked: dict[str, Any] = {"prevalence": at, "group": group}
        curves = {model: along_thresholds(ev, model, grid, **asked) for model in names}
        bands = {model: band_of(curve, band) for model, curve in curves.items()}
        price = ev.question.deployment.cost.distribution
        return cls(
            models=names,
            level=ev.question.level,
            group=group,
            thresholds=grid,
            net_benefit={model: PER * curve.value for model, curve in curves.items()},
            low={model: PER * one.low for model, one in bands.items()},
            high={model: PER * one.high for model, one in bands.items()},
            treat_all=PER * along_thresholds(ev, TREAT_ALL, grid, **asked).value,
            prevalence=ev.group(group).prevalence if at is None else source_prevalence_of(at),
            is_observed=at is None,
            band=band,
            cost=price.ends if price.stated_ends or price.point else (price.median, price.median),
            curves=curves,
        )

    def to_frame(self) -> pl.DataFrame:
        """One row for each threshold and model or default strategy, net benefit per 1,000 patients."""
        import polars as pl

        nothing = np.full(len(self.thresholds), np.nan)
        lines = {model: (self.net_benefit[model], self.low[model], self.high[model]) for model in self.models}
        lines[TREAT_ALL] = (self.treat_all, nothing, nothing)
        lines[TREAT_NONE] = (np.zeros(len(self.thresholds)), nothing, nothing)
        return pl.concat(
            pl.DataFrame({"threshold": self.thresholds, "net_benefit": value, "low": low, "high": high})
            .with_columns(pl.lit(name).alias("model"), pl.col("low", "high").fill_nan(None))
            .select("model", "threshold", "net_benefit", "low", "high")
            for name, (value, low, high) in lines.items()
        )

    def _draw(self, panel: Panel) -> None:
        ax, grid = panel.ax, self.thresholds
        threshold_axis(ax, float(grid[0]), float(grid[-1]), f"\nprevalence {self._where}")
        ax.set_ylabel(NET_BENEFIT)
        for number, model in enumerate(self.models):
            if self.band is not None:
                panel.band(number, model, grid, self.low[model], self.high[model])
            panel.name(
                panel.curve(number, model, grid, self.net_benefit[model], zorder=3), panel.shown(model)
            )
        (everybody,) = ax.plot(grid, self.treat_all, color=FAINT, linewidth=1.4, zorder=1.4)
        panel.artists[TREAT_ALL], panel.artists[TREAT_NONE] = everybody, zero_line(ax)
        panel.name(everybody, TREAT_ALL)
        panel.name(panel.artists[TREAT_NONE], TREAT_NONE)
        self._draw_cost(panel)
        if self.band is not None:
            panel.name(_patch(), band_words(self.band, self.level))
        bands = () if self.band is None else (*self.high.values(),)
        useful_heights(ax, self.net_benefit.values(), self.treat_all, *bands)

    def _draw_cost(self, panel: Panel) -> None:
        """The deployment's cost, where it is in view."""
        low, high = self.cost
        if high < self.thresholds[0] or low > self.thresholds[-1]:
            return
        shown = ratio(low) if low == high else f"{ratio(low)} to {ratio(high)}"
        panel.artists["cost"] = shade_range(panel.ax, self.cost)
        panel.name(panel.artists["cost"], f"cost, {shown}")

    @property
    def _where(self) -> str:
        return short_percent(self.prevalence) + (", as observed" if self.is_observed else "")


def band_of(curve: EstimatedCurve, kind: BandKind) -> Band:
    """The band of a kind; where none is drawn, nothing is worked out."""
    if kind is None:
        nothing = np.full(len(curve.at), np.nan)
        return Band(nothing, nothing, curve.level, curve.level)
    return curve.simultaneous if kind == "simultaneous" else curve.pointwise


def _patch() -> Any:
    """What stands for a band in the legend."""
    from matplotlib.patches import Patch

    return Patch(facecolor=INK, alpha=0.16, edgecolor=INK, linewidth=0.6)


def decision_curve(
    data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any
) -> DecisionCurveDisplay:
    """Draw decision curves: net benefit against the threshold, treating all, and treating none.

    ``pi TPR(c) - c/(1-c) (1-pi) FPR(c)`` per 1,000 patients (Vickers and Elkin 2006,
    doi:10.1177/0272989X06295361).

    Parameters
    ----------
    data, y_prob
        An evaluation; or outcomes and predicted probabilities, with ``cost=`` (and ``prevalence=``).
    ax
        Axes to draw on; a figure of its own unless given.
    options
        As for :meth:`DecisionCurveDisplay.from_evaluation`, :meth:`Display.plot` and, with predictions,
        :func:`baserate.evaluate`.
    """
    return DecisionCurveDisplay.draw(data, y_prob, ax=ax, **options)
