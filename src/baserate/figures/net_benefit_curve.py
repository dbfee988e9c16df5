"""Net benefit against prevalence: each model, the same recalibrated, and the default strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import PrevalenceLike
from baserate.deployment.notation import ratio, short_percent
from baserate.errors import SettingError
from baserate.figures.axes import (
    BandKind,
    band_words,
    check_band,
    prevalence_axis,
    shade_range,
    useful_heights,
)
from baserate.figures.decision_curve import NET_BENEFIT, PER, band_of
from baserate.figures.difference import range_words
from baserate.figures.display import Display, Panel, Size, chosen_models
from baserate.figures.style import FAINT, INK, RECALIBRATED, look
from baserate.inference.strategies import DEFAULT_STRATEGIES, TREAT_ALL, TREAT_NONE
from baserate.results.estimated_curve import EstimatedCurve, along_prevalences, prevalence_grid
from baserate.results.evidence import Evidence
from baserate.scores.metrics import net_benefit

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes

Numbers = NDArray[np.float64]


@dataclass(eq=False, kw_only=True)
class ValueDisplay(Display):
    """Net benefit per 1,000 patients against prevalence, at the cost of the deployment.

    Attributes
    ----------
    prevalences
        At which net benefit is worked out.
    net_benefit, low, high
        By model, per 1,000 patients; the ends are those of the band.
    recalibrated
        By model, its net benefit if it were recalibrated on these patients (isotonic, and so optimistic);
        empty where it is not drawn.
    defaults
        Net benefit of treating all and of treating none.
    above
        What net benefit is counted from: "treat none", or another default strategy.
    observed, deployed
        The observed prevalence, and the ends of the deployment's.
    cost
        That of the deployment, in words.
    band, curves
        The kind of band, and the estimates by model.
    """

    SIZE: ClassVar[Size] = (5.0, 4.2)

    prevalences: Numbers
    net_benefit: Mapping[str, Numbers]
    low: Mapping[str, Numbers]
    high: Mapping[str, Numbers]
    recalibrated: Mapping[str, Numbers]
    defaults: Mapping[str, Numbers]
    above: str
    observed: float
    deployed: tuple[float, float]
    cost: str
    band: BandKind
    curves: Mapping[str, EstimatedCurve]

    @classmethod
    def from_evaluation(
        cls,
        ev: Evidence,
        *,
        models: str | Sequence[str] | None = None,
        group: str | None = None,
        prevalences: PrevalenceLike | None = None,
        band: BandKind = "pointwise",
        recalibrated: bool = True,
        above: str = TREAT_NONE,
        points: int | None = None,
    ) -> Self:
        """From an evaluation.

        Parameters
        ----------
        ev
            The evaluation.
        models, group
            Which models, and in which group of patients; all unless named.
        prevalences
            A range, such as ``(0.01, 0.2)``; that of the deployment and some more unless stated.
        band, points
            As for :meth:`DecisionCurveDisplay.from_evaluation`.
        recalibrated
            Whether to add each model recalibrated on these patients, dashed. What lies between the two
            lines is what miscalibration costs, and some optimism.
        above
            What is zero: "treat none", as is usual; or "without a model", the better of treating all and
            treating none at each prevalence, so that what a model adds can be seen.
        """
        check_band(band)
        names = chosen_models(ev, models)
        grid = prevalence_grid(ev, prevalences, group=group, points=points)
        if above not in DEFAULT_STRATEGIES:
            raise SettingError(
                f"above is one of {', '.join(map(repr, DEFAULT_STRATEGIES))}; found {above!r}."
            )
        other = None if above == TREAT_NONE else above
        curves = {model: along_prevalences(ev, model, grid, other=other, group=group) for model in names}
        zero = PER * along_prevalences(ev, above, grid, group=group).value
        bands = {model: band_of(curve, band) for model, curve in curves.items()}
        judged = ev.judged(names[0], group)
        where = judged.where.distribution
        again = {model: PER * _recalibrated(ev, model, grid, group) - zero for model in names if recalibrated}
        everybody = PER * along_prevalences(ev, TREAT_ALL, grid, group=group).value
        return cls(
            models=names,
            level=ev.question.level,
            group=group,
            prevalences=grid,
            net_benefit={model: PER * curve.value for model, curve in curves.items()},
            low={model: PER * one.low for model, one in bands.items()},
            high={model: PER * one.high for model, one in bands.items()},
            recalibrated=again,
            defaults={TREAT_ALL: everybody - zero, TREAT_NONE: -zero},
            above=above,
            observed=judged.prevalence,
            deployed=where.stated_ends or (where.median, where.median),
            cost=ev.question.deployment.cost.distribution.words(ratio),
            band=band,
            curves=curves,
        )

    def to_frame(self) -> pl.DataFrame:
        """One row for each prevalence and model or default strategy, net benefit per 1,000 patients."""
        import polars as pl

        nothing = np.full(len(self.prevalences), np.nan)
        lines = {
            model: (*(side[model] for side in (self.net_benefit, self.low, self.high)), self._again(model))
            for model in self.models
        }
        lines.update({name: (value, nothing, nothing, nothing) for name, value in self.defaults.items()})
        names = ("net_benefit", "low", "high", "recalibrated")
        return pl.concat(
            pl.DataFrame({"prevalence": self.prevalences, **dict(zip(names, columns, strict=True))})
            .select(pl.lit(model).alias("model"), pl.all())
            .with_columns(pl.col(*names).fill_nan(None))
            for model, columns in lines.items()
        )

    def _again(self, model: str) -> Numbers:
        return self.recalibrated.get(model, np.full(len(self.prevalences), np.nan))

    def _draw(self, panel: Panel) -> None:
        ax, grid = panel.ax, self.prevalences
        prevalence_axis(ax, float(grid[0]), float(grid[-1]), f", at a cost of {self.cost}")
        ax.set_ylabel(self._label)
        panel.artists["deployment"] = shade_range(ax, self.deployed)
        for number, model in enumerate(self.models):
            if self.band is not None:
                panel.band(number, model, grid, self.low[model], self.high[model])
            line = panel.curve(number, model, grid, self.net_benefit[model], zorder=3)
            panel.name(line, panel.shown(model))
            self._draw_recalibrated(panel, number, model)
        self._draw_defaults(panel)
        if self.recalibrated:
            (dashed,) = ax.plot([], [], color=INK, linewidth=1.4, linestyle=RECALIBRATED)
            panel.name(dashed, "recalibrated (optimistic)")
        if self.band is not None:
            band = panel.artists[f"band of {self.models[0]}"]
            panel.name(band, band_words(self.band, self.level))
        panel.name(panel.artists["deployment"], f"deployment, {range_words(self.deployed)}")
        others = [*self.recalibrated.values(), *self.defaults.values()]
        others += [] if self.band is None else [*self.high.values()]
        useful_heights(ax, self.net_benefit.values(), *others)

    @property
    def _label(self) -> str:
        if self.above == TREAT_NONE:
            return NET_BENEFIT
        return NET_BENEFIT + {TREAT_ALL: ",\nabove treating all"}.get(self.above, ",\nabove no model")

    def _draw_recalibrated(self, panel: Panel, number: int, model: str) -> None:
        if model in self.recalibrated:
            style: dict[str, Any] = {"color": look(number).colour, "linestyle": RECALIBRATED}
            (line,) = panel.ax.plot(self.prevalences, self.recalibrated[model], linewidth=1.4, **style)
            panel.artists[f"recalibrated {model}"] = line

    def _draw_defaults(self, panel: Panel) -> None:
        """Treating all and treating none, and where the patients are."""
        ax = panel.ax
        for name, colour in ((TREAT_ALL, FAINT), (TREAT_NONE, INK)):
            (line,) = ax.plot(self.prevalences, self.defaults[name], color=colour, linewidth=1.1, zorder=1.4)
            panel.artists[name] = line
            panel.name(line, name)
        if self.prevalences[0] <= self.observed <= self.prevalences[-1]:
            mark = ax.axvline(self.observed, color=INK, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
            panel.artists["observed"] = mark
            panel.name(mark, f"observed, {short_percent(self.observed)}")


def _recalibrated(ev: Evidence, model: str, grid: Numbers, group: str | None) -> Numbers:
    """Net benefit of the isotonic recalibration on these patients, at each prevalence."""
    table = ev.judged(model, group).blocks.table
    asked: dict[str, Any] = {"cost": ev.question.deployment.cost, "shift": ev.question.shifts[model]}
    return np.array([net_benefit(table, prevalence=float(pi), **asked) for pi in grid])


def net_benefit_curve(
    data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any
) -> ValueDisplay:
    """Draw net benefit against prevalence, with the recalibrated model dashed and the default strategies.

    Parameters
    ----------
    data, y_prob, ax
        As for :func:`decision_curve`.
    options
        As for :meth:`ValueDisplay.from_evaluation`, :meth:`Display.plot` and, with predictions,
        :func:`baserate.evaluate`.
    """
    return ValueDisplay.draw(data, y_prob, ax=ax, **options)
