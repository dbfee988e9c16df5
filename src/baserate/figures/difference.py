"""The difference of two models against prevalence: who is better where, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import PrevalenceLike
from baserate.deployment.notation import ratio, short_percent
from baserate.errors import SettingError
from baserate.figures.axes import BandKind, band_words, check_band, prevalence_axis, shade_range
from baserate.figures.decision_curve import NET_BENEFIT, PER, band_of
from baserate.figures.display import Display, Panel, Size
from baserate.figures.style import INK, look
from baserate.inference.strategies import DEFAULT_STRATEGIES, WITHOUT_MODEL
from baserate.odds import expit, log_odds
from baserate.results.estimated_curve import EstimatedCurve, along_prevalences, prevalence_grid
from baserate.results.evidence import Evidence
from baserate.results.standing import best_model

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes

Numbers = NDArray[np.float64]


@dataclass(eq=False, kw_only=True)
class DifferenceDisplay(Display):
    """Net benefit of one minus the other per 1,000 patients, paired, at each prevalence.

    Attributes
    ----------
    models
        The two: the first minus the second.
    prevalences, value, low, high
        Where, the difference per 1,000 patients, and the ends of its band.
    better, worse
        True where the band lies above zero, and below: at each prevalence alone, or with a simultaneous
        band at all of them together.
    deployed
        The ends of the deployment's prevalence.
    cost
        That of the deployment, in words.
    band, curve
        The kind of band, and the estimates.
    """

    SIZE: ClassVar[Size] = (5.0, 3.8)

    prevalences: Numbers
    value: Numbers
    low: Numbers
    high: Numbers
    deployed: tuple[float, float]
    cost: str
    band: BandKind
    curve: EstimatedCurve

    @property
    def better(self) -> NDArray[np.bool_]:
        """Where the first is shown to be better."""
        return self.low > 0.0

    @property
    def worse(self) -> NDArray[np.bool_]:
        """Where the second is."""
        return self.high < 0.0

    @classmethod
    def from_evaluation(
        cls,
        ev: Evidence,
        *,
        models: str | Sequence[str] | None = None,
        group: str | None = None,
        prevalences: PrevalenceLike | None = None,
        band: BandKind = "pointwise",
        points: int | None = None,
    ) -> Self:
        """From an evaluation.

        Parameters
        ----------
        ev
            The evaluation.
        models
            Two of its models or default strategies; one model is compared with deciding without a model.
            Unless named, the best model minus the next best, or minus deciding without a model.
        group
            Some of the patients, None for all.
        prevalences
            A range, such as ``(0.01, 0.2)``; that of the deployment and some more unless stated.
        band, points
            As for :meth:`DecisionCurveDisplay.from_evaluation`.
        """
        check_band(band)
        one, other = _pair(ev, models)
        grid = prevalence_grid(ev, prevalences, group=group, points=points)
        curve = along_prevalences(ev, one, grid, other=other, group=group)
        drawn = band_of(curve, band)
        where = ev.judged(ev.models[0], group).where.distribution
        return cls(
            models=(one, other),
            level=ev.question.level,
            group=group,
            prevalences=grid,
            value=PER * curve.value,
            low=PER * drawn.low,
            high=PER * drawn.high,
            deployed=where.stated_ends or (where.median, where.median),
            cost=ev.question.deployment.cost.distribution.words(ratio),
            band=band,
            curve=curve,
        )

    def to_frame(self) -> pl.DataFrame:
        """One row for each prevalence: the difference per 1,000 patients and its band."""
        import polars as pl

        columns = {"difference": self.value, "low": self.low, "high": self.high}
        frame = pl.DataFrame({"prevalence": self.prevalences, **columns})
        names = [pl.lit(name).alias(role) for name, role in zip(self.models, ("model", "minus"), strict=True)]
        return frame.select(*names, pl.all()).with_columns(pl.col("low", "high").fill_nan(None))

    def _draw(self, panel: Panel) -> None:
        ax, grid = panel.ax, self.prevalences
        one, other = (panel.shown(name, 28) for name in self.models)
        prevalence_axis(ax, float(grid[0]), float(grid[-1]), f", at a cost of {self.cost}")
        ax.set_ylabel(f"difference in {NET_BENEFIT}")
        panel.artists["deployment"] = shade_range(ax, self.deployed)
        ax.axhline(0.0, color=INK, linewidth=0.9, zorder=1.2)
        if self.band is not None:
            panel.band(0, self.models[0], grid, self.low, self.high)
        line = panel.curve(0, self.models[0], grid, self.value, zorder=3)
        panel.name(line, f"{_inline(one)} minus {_inline(other)}")
        if self.band is not None:
            words = band_words(self.band, self.level)
            panel.name(panel.artists[f"band of {self.models[0]}"], words)
        panel.name(panel.artists["deployment"], f"deployment, {range_words(self.deployed)}")
        self._mark_sure(panel, one, other)
        ax.margins(y=0.1)

    def _mark_sure(self, panel: Panel, one: str, other: str) -> None:
        """A bar along the bottom where the band leaves zero out, and how far that holds."""
        if self.band is None:
            return
        held = "all marked together" if self.band == "simultaneous" else "each prevalence alone"
        for name, where, who, number in (("better", self.better, one, 0), ("worse", self.worse, other, 4)):
            if where.any():
                panel.artists[name] = self._bar(panel.ax, where, look(number).colour)
                panel.name(panel.artists[name], f"{_inline(who)} better, {held}")
        if not (self.better.any() or self.worse.any()):
            (nothing,) = panel.ax.plot([], [], linestyle="none")
            panel.name(nothing, "nowhere is one shown to be better")

    def _bar(self, ax: Axes, where: NDArray[np.bool_], colour: str) -> Any:
        """Each point stands for what is nearer to it than to the next, so that one alone is seen as well."""
        between = expit((log_odds(self.prevalences[1:]) + log_odds(self.prevalences[:-1])) / 2.0)
        edges = np.concatenate((self.prevalences[:1], between, self.prevalences[-1:]))
        spans = [(low, high - low) for low, high in zip(edges[:-1][where], edges[1:][where], strict=True)]
        place: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "zorder": 4}
        return ax.broken_barh(spans, (0.0, 0.025), facecolor=colour, linewidth=0.0, **place)


def _inline(name: str) -> str:
    return name.replace("\n", " ")


def range_words(ends: tuple[float, float]) -> str:
    """A range of shares in percent, or the one share that it is."""
    low, high = (short_percent(end) for end in ends)
    return low if low == high else f"{low} to {high}"


def _pair(ev: Evidence, models: str | Sequence[str] | None) -> tuple[str, str]:
    """The two that are compared."""
    if models is None:
        return _leading(ev)
    named = (models,) if isinstance(models, str) else tuple(models)
    pair = (*named, WITHOUT_MODEL) if len(named) == 1 else named
    if len(pair) != 2 or pair[0] == pair[1]:
        raise SettingError(f"a difference is of two models; found {', '.join(map(repr, named)) or 'none'}.")
    for name in pair:
        if name not in DEFAULT_STRATEGIES:
            ev.judged(name)  # for its error
    return pair[0], pair[1]


def _leading(ev: Evidence) -> tuple[str, str]:
    """The best model and the next best, by value; of one model, deciding without it."""
    best = best_model(ev)
    others = sorted((model for model in ev.models if model != best), key=lambda name: -ev.score(name).value)
    return best, others[0] if others else WITHOUT_MODEL


def difference(data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any) -> DifferenceDisplay:
    """Draw the paired difference of two models, or of a model and a default strategy, against prevalence.

    Parameters
    ----------
    data, y_prob, ax
        As for :func:`decision_curve`.
    options
        As for :meth:`DifferenceDisplay.from_evaluation`, :meth:`Display.plot` and, with predictions,
        :func:`baserate.evaluate`.
    """
    return DifferenceDisplay.draw(data, y_prob, ax=ax, **options)
