"""The triptych: calibration, Murphy diagram and ROC curve beside each other, with one legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self

from baserate.errors import SettingError
from baserate.figures.calibration import CalibrationDisplay
from baserate.figures.display import CurveKwargs, Display, Panel, Size, check_size, empty_figure
from baserate.figures.murphy import MurphyDisplay
from baserate.figures.roc_curve import RocDisplay
from baserate.figures.style import SHADE, as_written, axes_to_draw_on, short
from baserate.results.evidence import Evidence

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Narrower figures have the three below each other, and are to be so many times as high as wide.
_BESIDE, _STACKED = 6.0, 2.2
_LEAST_HEIGHT = 2.2
_LETTERS, _LEGEND = 7.5, 8.0


@dataclass(eq=False, kw_only=True)
class TriptychDisplay(Display):
    """Calibration, losses and ranking: are risks right, what do they cost, and do they tell patients apart.

    After Dimitriadis, Gneiting, Jordan and Vogel (2024), doi:10.1016/j.ijforecast.2023.09.007.

    Attributes
    ----------
    calibration, murphy, roc
        The three figures, each with its own numbers.
    axes_
        The three Axes, once it is drawn; ``ax_`` is the first of them.
    """

    SIZE: ClassVar[Size] = (7.0, 2.9)

    calibration: CalibrationDisplay
    murphy: MurphyDisplay
    roc: RocDisplay
    axes_: tuple[Axes, Axes, Axes] = field(init=False, repr=False)

    @classmethod
    def from_evaluation(
        cls, ev: Evidence, *, models: str | Sequence[str] | None = None, group: str | None = None
    ) -> Self:
        """From an evaluation.

        Parameters
        ----------
        ev
            The evaluation.
        models, group
            Which models, and in which group of patients; all unless named.
        """
        asked: dict[str, Any] = {"models": models, "group": group}
        reliable = CalibrationDisplay.from_evaluation(ev, distributions=False, **asked)
        losses = MurphyDisplay.from_evaluation(ev, band=None, **asked)
        ranks = RocDisplay.from_evaluation(ev, **asked)
        return cls(
            models=reliable.models,
            level=reliable.level,
            group=group,
            calibration=reliable,
            murphy=losses,
            roc=ranks,
        )

    def to_frame(self) -> pl.DataFrame:
        """The points of all three, one row each; ``figure`` says of which."""
        import polars as pl

        parts = {
            "calibration": _curves(self.calibration).rename({"predicted": "x", "observed": "y"}),
            "murphy": _curves(self.murphy).rename({"loss": "y"}),
            "roc": self.roc.to_frame().rename({"false_positive_rate": "x", "true_positive_rate": "y"}),
        }
        return pl.concat(
            part.select(pl.lit(name).alias("figure"), "model", "x", "y") for name, part in parts.items()
        )

    def plot(
        self,
        ax: Any = None,
        *,
        curve_kwargs: CurveKwargs = None,
        despine: bool = True,
        names: Mapping[str, str] | None = None,
        size: Size | None = None,
        legend: bool = True,
    ) -> Self:
        """Draw the three figures: beside each other from 6 inches on, else below each other.

        Parameters
        ----------
        ax
            Three Axes to draw on; None for a figure of its own.
        curve_kwargs, despine, names, size
            As for :meth:`Display.plot`.
        legend
            Whether to write one for all three, above them.
        """
        first, second, third = _three(ax, check_size(size) or self.SIZE)
        asked: dict[str, Any] = {"curve_kwargs": curve_kwargs, "despine": despine, "names": names}
        self.axes_ = (first, second, third)
        self.ax_, root = first, first.get_figure(root=True)
        self.figure_ = root  # type: ignore[assignment]
        parts: list[Display] = [self.calibration, self.murphy, self.roc]
        for part, axes, title in zip(parts, self.axes_, ("calibration", "losses", "ranking"), strict=True):
            axes.tick_params(labelsize=_LETTERS)
            part.plot(axes, legend=False, **asked)
            axes.set_title(title, fontsize=_LEGEND + 0.5, loc="left")
            axes.tick_params(labelsize=_LETTERS)
            for label in (axes.xaxis.label, axes.yaxis.label):
                label.set_fontsize(_LETTERS)
        self.artists_ = {"calibration": first, "murphy": second, "roc": third}
        if legend:
            self._name_models(names or {})
        return self

    def _name_models(self, names: Mapping[str, str]) -> None:
        from matplotlib.patches import Patch

        shown = [f"{short(names.get(model, model), 36)}\n{self._words(model)}" for model in self.models]
        shown += ["without a model", "the deployment"]
        lines = [self.roc.artists_[model] for model in self.models]
        lines += [self.murphy.artists_["without a model"], Patch(color=SHADE)]
        columns = min(3, len(self.models) + 1) if float(self.figure_.get_figwidth()) >= _BESIDE else 1
        legend = self.figure_.legend(
            lines,
            [str(number) for number in range(len(lines))],
            loc="outside upper left",
            ncols=columns,
            frameon=False,
            fontsize=_LETTERS,
            handlelength=2.6,
        )
        for text, name in zip(legend.get_texts(), shown, strict=True):
            as_written(text).set_text(name)
        self.legend_ = legend

    def _words(self, model: str) -> str:
        """What each of the three figures comes to."""
        ratio = self.calibration.calibrations[model].observed_expected
        observed = "not estimable" if ratio is None else f"{ratio.value:.2f}"
        return f"O/E {observed}, Brier {self.murphy.brier(model):.3f}, AUC {self.roc.auc[model].value:.3f}"

    def _plot_apart(self, size: Size | None) -> None:
        self.plot(_arranged(empty_figure(size or self.SIZE)))

    def _draw(self, panel: Panel) -> None:
        """The three draw themselves."""


def _curves(part: Display) -> pl.DataFrame:
    """Of what a figure draws, the curves."""
    return part.to_frame().filter(what="curve")


def _three(ax: Any, size: Size) -> tuple[Axes, Axes, Axes]:
    if ax is None:
        _check_room(size)
        axes = axes_to_draw_on(None, size)
        figure: Any = axes.get_figure(root=True)
        axes.remove()
        return _arranged(figure)
    given = list(getattr(ax, "flat", ax)) if hasattr(ax, "__iter__") else [ax]
    if len(given) != 3:
        raise SettingError(f"a triptych is drawn on three Axes; found {len(given)}.")
    return given[0], given[1], given[2]


def _arranged(figure: Figure) -> tuple[Axes, Axes, Axes]:
    width, height = (float(side) for side in figure.get_size_inches())
    _check_room((width, height))
    rows, columns = (1, 3) if width >= _BESIDE else (3, 1)
    first, second, third = figure.subplots(rows, columns).flat
    return first, second, third


def _check_room(size: Size) -> None:
    """Refuse a size in which nothing could be read."""
    width, height = size
    needed = _LEAST_HEIGHT if width >= _BESIDE else _STACKED * width
    if height < needed:
        raise SettingError(
            f"a triptych of {width:g} by {height:g} inches cannot be read: give it {_BESIDE:g} by "
            f"{_LEAST_HEIGHT:g} at least, or {width:g} by {max(needed, _LEAST_HEIGHT):.2g}."
        )


def triptych(data: Any, y_prob: Any = None, *, ax: Any = None, **options: Any) -> TriptychDisplay:
    """Draw calibration, Murphy diagram and ROC curve beside each other.

    Parameters
    ----------
    data, y_prob
        As for :func:`decision_curve`.
    ax
        Three Axes to draw on; a figure of its own unless given.
    options
        As for :meth:`TriptychDisplay.from_evaluation`, :meth:`TriptychDisplay.plot` and, with predictions,
        :func:`baserate.evaluate`.
    """
    return TriptychDisplay.draw(data, y_prob, ax=ax, **options)
