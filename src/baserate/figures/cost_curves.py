"""Brier curves and cost curves: the harm done by wrong decisions, at any balance of the two kinds of harm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from baserate.figures.display import Panel, chosen_models
from baserate.figures.losses import Band, LossDisplay
from baserate.figures.style import FAINT, INK, RECALIBRATED, look
from baserate.results.evidence import Evidence
from baserate.results.loss_curves import LossCurve, balance_range
from baserate.results.loss_curves import brier as brier_of
from baserate.results.loss_curves import cost as cost_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(eq=False, kw_only=True)
class CostCurveDisplay(LossDisplay):
    """Cost curves: the least harm that any threshold on the score reaches (Drummond and Holte 2006,
    doi:10.1007/s10994-006-8199-5).

    The axis is their probability cost ``x``: of all harm that wrong decisions could do, the share that is
    due to missed cases. A deployment with prevalence ``pi`` and cost ``c`` lies where
    ``logit x = logit pi - logit c``. The loss is the share of all that harm which is done:
    ``x FNR + (1 - x) FPR``. Each curve is found on these patients and so a little too low.
    """

    FACTOR: ClassVar[float] = 100.0
    SHADED: ClassVar[str] = "the deployment"

    @classmethod
    def from_evaluation(
        cls,
        ev: Evidence,
        *,
        models: str | Sequence[str] | None = None,
        group: str | None = None,
        balances: tuple[float, float] | None = None,
        band: Band = "pointwise",
    ) -> Self:
        """From an evaluation.

        Parameters
        ----------
        ev, models, group
            The evaluation; some of its models, one of its groups.
        balances
            The part of the axis to draw, from 0 to 1 unless stated.
        band
            "pointwise" for the interval at each place, None for none.
        """
        return cls._of(ev, cost_of, balance_range, models, group, balances, band)

    def _named(self, panel: Panel, curve: LossCurve) -> str:
        return f"{panel.shown(curve.model)}, area {curve.area:.3f}"

    def _draw_rest(self, panel: Panel) -> None:
        from baserate.figures.ticks import label_percent, percent_label

        ends = [0.0, 0.5, 1.0]
        (all_,) = panel.ax.plot(
            ends, [100.0, 50.0, 0.0], color=FAINT, linewidth=1.0, linestyle=":", zorder=1.8
        )
        (none,) = panel.ax.plot(
            ends, [0.0, 50.0, 100.0], color=FAINT, linewidth=1.0, linestyle="-", zorder=1.8
        )
        panel.artists |= {"treat all": all_, "treat none": none}
        panel.name(all_, "treat all")
        panel.name(none, "treat none")
        label_percent(panel.ax.xaxis, percent_label, even=True)
        panel.ax.set_xlabel("share of all possible harm\nthat is due to missed cases")
        panel.ax.set_ylabel("harm done, % of all possible")

    def _top(self) -> float:
        low, high = self.limits
        best = 0.5 if low <= 0.5 <= high else min(high, 1.0 - low)
        return max(super()._top(), 105.0 * best)


@dataclass(eq=False, kw_only=True)
class BrierCurveDisplay(CostCurveDisplay):
    """Brier curves: the harm done where decisions follow the score (Hernandez-Orallo, Flach and Ferri 2011).

    The axes are those of :class:`CostCurveDisplay`. The area is the share of wrong decisions, averaged over
    all balances. Dashed below each curve is the model's cost curve: what lies between is lost by
    miscalibration, and part of it only because the dashed one is found on these patients.

    Attributes
    ----------
    best
        Each model's cost curve, or nothing.
    """

    best: tuple[LossCurve, ...] = ()

    @classmethod
    def from_evaluation(
        cls,
        ev: Evidence,
        *,
        models: str | Sequence[str] | None = None,
        group: str | None = None,
        balances: tuple[float, float] | None = None,
        band: Band = "pointwise",
        recalibrated: bool = True,
    ) -> Self:
        """From an evaluation.

        Parameters
        ----------
        ev, models, group, balances, band
            As for :meth:`CostCurveDisplay.from_evaluation`.
        recalibrated
            Whether to draw each model's cost curve, dashed.
        """
        asked = (models, group, balances, band)
        shown = chosen_models(ev, models) if recalibrated else ()
        best = tuple(cost_of(ev.judged(model, group), intervals=False) for model in shown)
        return cls._of(ev, brier_of, balance_range, *asked, best=best)

    def _draw_rest(self, panel: Panel) -> None:
        for number, curve in enumerate(self.best):
            (line,) = panel.ax.plot(*self._line(curve.x, curve.loss), color=look(number).colour, zorder=2.0)
            line.set(linewidth=1.2, linestyle=RECALIBRATED)
            panel.artists[f"best of {curve.model}"] = line
        if self.best:
            (sample,) = panel.ax.plot([], [], color=INK, linewidth=1.2, linestyle=RECALIBRATED)
            panel.name(sample, "perfectly recalibrated")
        super()._draw_rest(panel)


def cost_curve(data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any) -> CostCurveDisplay:
    """Draw cost curves: of an evaluation, or of outcomes and probabilities.

    Parameters
    ----------
    data, y_prob, ax, options
        As for :meth:`CostCurveDisplay.draw` and :meth:`CostCurveDisplay.from_evaluation`.
    """
    return CostCurveDisplay.draw(data, y_prob, ax=ax, **options)


def brier_curve(
    data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any
) -> BrierCurveDisplay:
    """Draw Brier curves: of an evaluation, or of outcomes and probabilities.

    Parameters
    ----------
    data, y_prob, ax, options
        As for :meth:`BrierCurveDisplay.draw` and :meth:`BrierCurveDisplay.from_evaluation`.
    """
    return BrierCurveDisplay.draw(data, y_prob, ax=ax, **options)
