"""What figures of losses along an axis have in common: a curve for each model, its band, a shade."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import Cost, CostLike
from baserate.errors import SettingError
from baserate.figures.display import Display, Panel, Size, chosen_models
from baserate.figures.style import FAINT, INK, SHADE
from baserate.results.evidence import Evidence
from baserate.results.judged import Judged
from baserate.results.loss_curves import LossCurve

if TYPE_CHECKING:
    import polars as pl

Numbers = NDArray[np.float64]
Band = Literal["pointwise"] | None
CUT_OFFS = "cut-offs of the deployment"


@dataclass(eq=False, kw_only=True)
class LossDisplay(Display):
    """Losses of several models along an axis from 0 to 1.

    Attributes
    ----------
    curves
        Each model's loss: the whole curve, the area under it, and intervals at some places of the axis.
    deployment
        Where on the axis the deployment lies, from end to end.
    prevalence
        The observed one.
    limits
        The part of the axis that is drawn.
    is_label_shift
        Whether all scores are adjusted in full. If not, the same patients are treated where the shade is, and
        no more is said: the losses are those of label shift.
    band
        "pointwise", or None for none.
    """

    SIZE: ClassVar[Size] = (5.0, 4.2)
    #: What the numbers of the axes are multiplied by.
    FACTOR: ClassVar[float] = 1.0
    #: What the shade is called.
    SHADED: ClassVar[str] = "the deployment"

    curves: tuple[LossCurve, ...]
    deployment: tuple[float, float]
    prevalence: float
    limits: tuple[float, float] = (0.0, 1.0)
    is_label_shift: bool = True
    band: Band = "pointwise"

    @classmethod
    def _of(
        cls,
        ev: Evidence,
        find: Callable[..., LossCurve],
        span: Callable[[Judged], tuple[float, float]],
        models: str | Sequence[str] | None,
        group: str | None,
        limits: CostLike | None,
        band: Band,
        **more: Any,
    ) -> Self:
        chosen = chosen_models(ev, models)
        judged = [ev.judged(model, group) for model in chosen]
        spans = [span(one) for one in judged]
        return cls(
            models=chosen,
            level=ev.question.level,
            group=group,
            curves=tuple(find(one, intervals=_check_band(band) is not None) for one in judged),
            deployment=(min(low for low, _ in spans), max(high for _, high in spans)),
            prevalence=judged[0].prevalence,
            limits=_check_limits(limits),
            is_label_shift=all(ev.question.shifts[model].is_label_shift for model in chosen),
            band=band,
            **more,
        )

    def _size(self) -> Size:
        """Higher with many models, whose names stand above."""
        return self.SIZE[0], self.SIZE[1] + 0.16 * max(0, len(self.models) - 2)

    def to_frame(self) -> pl.DataFrame:
        """One row for each point of each model's curve, and for each place at which it has an interval."""
        import polars as pl

        frames = []
        for curve in self.curves:
            line = {"x": curve.x, "loss": self.FACTOR * curve.loss}
            frames.append(pl.DataFrame(line).with_columns(what=pl.lit("curve")))
            place = {"x": curve.place, "loss": self.FACTOR * curve.value}
            ends = {"low": self.FACTOR * curve.low, "high": self.FACTOR * curve.high}
            frames.append(pl.DataFrame({**place, **ends}).with_columns(what=pl.lit("interval")))
            frames[-2:] = [frame.with_columns(model=pl.lit(curve.model)) for frame in frames[-2:]]
        columns = ["model", "what", "x", "loss", "low", "high"]
        return pl.concat(frames, how="diagonal").select(columns)

    def _draw(self, panel: Panel) -> None:
        ax = panel.ax
        shade = self._draw_shade(panel)
        for number, curve in enumerate(self.curves):
            if self.band is not None:
                panel.band(
                    number, curve.model, curve.place, self.FACTOR * curve.low, self.FACTOR * curve.high
                )
            line = panel.curve(number, curve.model, *self._line(curve.x, curve.loss))
            panel.name(line, self._named(panel, curve))
        self._draw_rest(panel)
        panel.name(shade, self.SHADED if self.is_label_shift else CUT_OFFS)
        if self.band is not None:
            (sample,) = ax.fill([], [], facecolor=FAINT, edgecolor=INK, linewidth=0.8)
            panel.name(sample, f"{100 * self.level:g} % CI, pointwise")
        ax.set_xlim(*self.limits)
        ax.set_ylim(0.0, self._top())

    def _draw_rest(self, panel: Panel) -> None:
        """What stands beside the models."""

    def _named(self, panel: Panel, curve: LossCurve) -> str:
        """What the legend says of a model."""
        return panel.shown(curve.model)

    def _line(self, x: Numbers, loss: Numbers) -> tuple[Numbers, Numbers]:
        """What is drawn of a curve: that within the limits."""
        low, high = self.limits
        inside = (x >= low) & (x <= high)
        ends = np.interp([low, high], x, loss)
        x, loss = (
            np.concatenate(([a], b, [c]))
            for a, b, c in ((low, x[inside], high), (ends[0], loss[inside], ends[1]))
        )
        return x, self.FACTOR * loss

    def _draw_shade(self, panel: Panel) -> Any:
        """Where the deployment lies: a range, or a line where it is one place."""
        low, high = self.deployment
        if high - low < 1e-9:
            return panel.ax.axvline(low, color=INK, linewidth=5.0, alpha=0.18, zorder=0)
        return panel.ax.axvspan(low, high, color=SHADE, linewidth=0, zorder=0)

    def _top(self) -> float:
        """The end of the vertical axis: above all that is drawn of the models within the limits."""
        tops = [float(self._line(curve.x, curve.loss)[1].max()) for curve in self.curves]
        for curve in self.curves:
            inside = (curve.place >= self.limits[0]) & (curve.place <= self.limits[1])
            tops.append(self.FACTOR * float(curve.high[inside].max(initial=0.0)))
        return 1.05 * max(tops) or 1.0


def _check_band(band: Band) -> Band:
    if band not in ("pointwise", None):
        raise SettingError(f"band is 'pointwise' or None here; found {band!r}.")
    return band


def _check_limits(limits: CostLike | None) -> tuple[float, float]:
    """The part of an axis that is drawn; numbers may be its very ends, which no cost can be."""
    if limits is None:
        return 0.0, 1.0
    ends: Any = limits
    if not (isinstance(limits, tuple) and all(isinstance(end, (int, float)) for end in limits)):
        ends = Cost.of(limits).distribution.stated_ends
    if ends is None or len(ends) != 2 or not 0.0 <= ends[0] < ends[1] <= 1.0:
        raise SettingError(f"what is drawn of an axis rises from one share to another; found {limits!r}.")
    return float(ends[0]), float(ends[1])
