"""What every figure for a paper is: a Display, which computes once, keeps what it draws, and draws it.

It is made from an evaluation, from predictions, from fitted estimators or from cross-validation; all end in
one evaluation. ``plot`` draws on given Axes or on a figure of its own; nothing is shown, and no style is
changed for other figures.
"""

# X is what scikit-learn calls the features.
# ruff: noqa: N803

from __future__ import annotations

import inspect
import io
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from baserate.errors import SettingError
from baserate.figures.predictions import (
    evaluate_cross_validation,
    evaluate_estimators,
    evaluate_predictions,
)
from baserate.figures.style import INK, Look, as_written, axes_to_draw_on, look, short
from baserate.report.atomic_write import check_targets, write_whole
from baserate.results.evidence import Evidence

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend
    from matplotlib.lines import Line2D

CurveKwargs = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None
Size = tuple[float, float]

_FORMATS = ("pdf", "svg", "png")
# No date and no version, so that equal figures are equal files.
_METADATA: dict[str, dict[str, None]] = {
    "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
}
# Letters stay letters, which a journal can search and set anew.
_SAVING: Any = {"pdf.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "baserate"}
# How wide a character of a legend is, in inches for each point of its size, and its sample of a line.
_CHARACTER, _SAMPLE = 0.0083, 0.5
# Axes of less than so many inches, as in a column of a journal, have smaller letters; sizes in points.
_NARROW, _SMALL, _LEGEND = 3.2, 8.0, 8.3
# Models of which each may have lines of its own in the legend; a row of it is so high, in inches.
FEW_MODELS, _ROW = 2, 0.16
# More bands than so many are drawn fainter.
_MANY_BANDS = 3
_PLOT = ("curve_kwargs", "despine", "names", "size", "legend")


@dataclass(eq=False)
class Panel:
    """Axes to draw on, with the names that the legend will show, in the order in which they were drawn.

    ``artists`` holds what was drawn by what it is: ``panel.artists["severity"]`` is the line of that model.
    """

    ax: Axes
    names: Mapping[str, str]
    curve_kwargs: Mapping[str, Mapping[str, Any]]
    entries: list[tuple[Artist, str]] = field(default_factory=list)
    #: Inches that the labels of the vertical axis take from the width, if they are long.
    taken: float = 0.0
    artists: dict[str, Any] = field(default_factory=dict)

    def shown(self, model: str, width: int | None = None) -> str:
        """A model's name as the figure shows it; with a width, in at most two lines."""
        name = self.names.get(model, model)
        return name if width is None else short(name, width)

    def curve(self, number: int, model: str, x: Any, y: Any, **style: Any) -> Line2D:
        """The line of a model, in its colour and dashes."""
        drawn: dict[str, Any] = {**line_style(look(number)), **style, **self.curve_kwargs.get(model, {})}
        (line,) = self.ax.plot(x, y, **drawn)
        self.artists[model] = line
        return line

    def band(self, number: int, model: str, x: Any, low: Any, high: Any) -> None:
        """A band about a model's line, with edges, because two fills cannot be told apart in grey."""
        style = look(number)
        colour = self.curve_kwargs.get(model, {}).get("color", style.colour)
        many = len(self.names) > _MANY_BANDS
        shade = 0.07 if many else 0.16
        fill = self.ax.fill_between(x, low, high, color=colour, alpha=shade, linewidth=0, zorder=1)
        self.artists[f"band of {model}"] = fill
        edge: dict[str, Any] = {"linestyle": style.dashes, "alpha": 0.8, "zorder": 1.5}
        for end in (low, high):
            self.ax.plot(x, end, color=colour, linewidth=0.3 if many else 0.6, **edge)

    def name(self, artist: Artist, text: str) -> None:
        """An entry of the legend."""
        self.entries.append((artist, text))


def line_style(style: Look) -> dict[str, Any]:
    """How a model's line is drawn; its mark is for the legend, on the line it would hide the steps."""
    mark = {"marker": style.marker, "markevery": [], "markersize": 6, "markeredgecolor": INK}
    return {"color": style.colour, "linewidth": 1.8, "linestyle": style.dashes, **mark}


@dataclass(eq=False, kw_only=True)
class Display(ABC):
    """A figure: the numbers that it shows, and how to draw them.

    Attributes
    ----------
    models
        Names of what is drawn, in the order of their colours.
    level
        Confidence level of bands and intervals.
    group
        The group of patients that is drawn; None for all.
    ax_, figure_, legend_, artists_
        Axes, figure, legend and what was drawn by name, once :meth:`plot` has been called.
    """

    #: Width and height in inches of a figure of its own.
    SIZE: ClassVar[Size] = (5.0, 4.0)

    models: tuple[str, ...]
    level: float
    group: str | None = None

    ax_: Axes = field(init=False, repr=False)
    figure_: Figure = field(init=False, repr=False)
    legend_: Legend | None = field(init=False, repr=False, default=None)
    artists_: dict[str, Any] = field(init=False, repr=False, default_factory=dict)

    @classmethod
    @abstractmethod
    def from_evaluation(
        cls, ev: Evidence, *, models: str | Sequence[str] | None = None, group: str | None = None
    ) -> Self:
        """From an evaluation: of some models (all unless named), in one group or in all patients.

        Parameters
        ----------
        ev
            What :func:`baserate.evaluate` returned.
        models
            Names of some; all unless given.
        group
            The name of a group; None for all patients.
        """

    @classmethod
    def from_predictions(cls, y_true: Any, y_prob: Any, **asked: Any) -> Self:
        """From outcomes and predicted probabilities.

        Parameters
        ----------
        y_true, y_prob
            Outcomes; and one array of probabilities, a list of them with ``names=``, or a mapping from the
            names of models to arrays.
        asked
            ``prevalence`` and ``cost``, as for :func:`baserate.net_benefit`; ``cluster``, ``weight`` and
            ``by`` as arrays; ``positive``, ``source_prevalence`` and what else :func:`baserate.evaluate`
            takes; and what :meth:`from_evaluation` takes beside the evaluation.
        """
        own = cls._split(asked)
        return cls.from_evaluation(evaluate_predictions(y_true, y_prob, **asked), **own)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, **asked: Any) -> Self:
        """From one fitted classifier, a list of them, or a mapping from names to them.

        Parameters
        ----------
        estimator
            Has ``predict_proba`` and ``classes_``, as scikit-learn's classifiers and pipelines do.
        X, y
            Features and outcomes; with text as outcomes, ``positive=`` says which one means disease.
        asked
            As for :meth:`from_predictions`.
        """
        own = cls._split(asked)
        return cls.from_evaluation(evaluate_estimators(estimator, X, y, **asked), **own)

    @classmethod
    def from_cv_results(cls, cv_results: Mapping[str, Any], X: Any, y: Any, **asked: Any) -> Self:
        """From cross-validation: the out-of-fold predictions of all folds, pooled.

        Where patients were predicted more than once, the predictions of a patient are one cluster.

        Parameters
        ----------
        cv_results
            Of ``cross_validate(..., return_estimator=True, return_indices=True)``, or a mapping from names
            of models to such results.
        X, y
            As they were given to ``cross_validate``.
        asked
            As for :meth:`from_predictions`.
        """
        own = cls._split(asked)
        return cls.from_evaluation(evaluate_cross_validation(cv_results, X, y, **asked), **own)

    @abstractmethod
    def to_frame(self) -> pl.DataFrame:
        """The numbers that are drawn, one row for each point."""

    @abstractmethod
    def _draw(self, panel: Panel) -> None:
        """Draw on Axes, and name what is drawn."""

    def plot(
        self,
        ax: Axes | None = None,
        *,
        curve_kwargs: CurveKwargs = None,
        despine: bool = True,
        names: Mapping[str, str] | None = None,
        size: Size | None = None,
        legend: bool = True,
    ) -> Self:
        """Draw the figure. Nothing is shown or saved.

        Parameters
        ----------
        ax
            Axes to draw on; None for a figure of its own.
        curve_kwargs
            For the lines of the models, as ``Axes.plot`` takes them: one dictionary for all, a list with
            one for each, or a mapping from the names of models to dictionaries.
        despine
            Whether to leave out the frame on the sides that carry no scale.
        names
            What models are to be called in the figure, by name.
        size
            Width and height in inches of a figure of its own.
        legend
            Whether to write one, above the Axes.
        """
        self.ax_ = axes_to_draw_on(ax, check_size(size) or self._size())
        root: Any = self.ax_.get_figure(root=True)
        self.figure_ = root
        panel = Panel(self.ax_, _names_of(self.models, names), _kwargs_of(self.models, curve_kwargs))
        narrow = is_narrow(self.ax_)
        if narrow:
            self.ax_.tick_params(labelsize=_SMALL)
        self._draw(panel)
        if narrow:
            for label in (self.ax_.xaxis.label, self.ax_.yaxis.label):
                label.set_fontsize(_SMALL)
        if legend and panel.entries:
            self.legend_ = legend_above(self.ax_, panel.entries, panel.taken)
        self.ax_.spines[["top", "right"]].set_visible(not despine)
        self.artists_ = panel.artists
        return self

    def save(self, path: str | Path, *, size: Size | None = None, dpi: float = 300.0) -> Self:
        """Write the figure as PDF, SVG or PNG, by the ending of the name; whole or not at all.

        The same figure gives the same bytes. Letters stay letters (PDF: TrueType, type 42; SVG: text).

        Parameters
        ----------
        path
            The file; drawn first if :meth:`plot` has not been called.
        size
            Width and height in inches, if others than those of the figure.
        dpi
            Dots per inch of a PNG.
        """
        ending = Path(path).suffix.lower().removeprefix(".")
        if ending not in _FORMATS:
            raise SettingError(f"figures are saved as .pdf, .svg or .png; found {str(path)!r}.")
        check_targets([str(path)])
        if not hasattr(self, "figure_"):
            self._plot_apart(check_size(size))
        elif size is not None:
            self.figure_.set_size_inches(*(check_size(size) or ()))
        write_whole(str(path), figure_bytes(self.figure_, ending, dpi))
        return self

    def _plot_apart(self, size: Size | None) -> None:
        """Draw on a figure that pyplot does not know of, and so will not show."""
        self.plot(empty_figure(size or self._size()).subplots())

    def _size(self) -> Size:
        """Of a figure of its own, unless another is asked for; higher with many models, named above."""
        return self.SIZE[0], self.SIZE[1] + _ROW * max(0, len(self.models) - FEW_MODELS)

    @classmethod
    def draw(cls, data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any) -> Self:
        """Made and drawn at once, as the functions of :mod:`baserate.figures` do.

        Parameters
        ----------
        data, y_prob
            An evaluation; or outcomes, and predicted probabilities as for :meth:`from_predictions`.
        ax
            Axes to draw on.
        options
            For :meth:`plot`, for :meth:`from_evaluation`, and with predictions for
            :func:`baserate.evaluate`.
        """
        plotted = {name: options.pop(name) for name in _PLOT if name in options}
        if isinstance(data, Evidence):
            if y_prob is not None:
                raise SettingError("an evaluation has its scores; give no others beside it.")
            return cls.from_evaluation(data, **options).plot(ax, **plotted)
        if y_prob is None:
            raise SettingError(
                "an Evaluation is needed, as baserate.evaluate returns it; or outcomes and probabilities."
            )
        return cls.from_predictions(data, y_prob, **options).plot(ax, **plotted)

    @classmethod
    def _split(cls, asked: dict[str, Any]) -> dict[str, Any]:
        """Take out of what was asked what is about the figure: all that :meth:`from_evaluation` takes."""
        known = [name for name in inspect.signature(cls.from_evaluation).parameters if name != "ev"]
        return {name: asked.pop(name) for name in known if name in asked}


def chosen_models(ev: Evidence, models: str | Sequence[str] | None) -> tuple[str, ...]:
    """The models to draw: all of an evaluation, or those named, in the order in which they are."""
    ev.judged(ev.models[0])  # for its error, where an evaluation was read and has no patients
    if models is None:
        return ev.models
    named = (models,) if isinstance(models, str) else tuple(models)
    if not named:
        raise SettingError("there is nothing to draw: name at least one model.")
    if len(set(named)) < len(named):
        raise SettingError(f"a model is named twice: {', '.join(map(repr, named))}.")
    for model in named:
        ev.judged(model)  # for its error
    return named


def check_size(size: Size | None) -> Size | None:
    """Width and height in inches, of a figure in which something can be seen."""
    if size is None:
        return None
    try:
        width, height = (float(side) for side in size)
    except (TypeError, ValueError):
        width = height = 0.0
    if not (1.0 <= width <= 100.0 and 1.0 <= height <= 100.0):
        raise SettingError(f"size is width and height in inches, each from 1 to 100; found {size!r}.")
    return width, height


def empty_figure(size: Size) -> Figure:
    """A figure that pyplot does not know of."""
    try:
        from matplotlib.figure import Figure as NewFigure
    except ImportError as error:
        raise ImportError("figures need matplotlib: pip install 'baserate[plots]'") from error
    return NewFigure(figsize=size, layout="constrained")


def legend_above(ax: Axes, entries: Sequence[tuple[Artist, str]], taken: float = 0.0) -> Legend:
    """A legend above the Axes, where it hides nothing, in as many columns as there is room for."""
    room, size = width_of(ax) - taken, _SMALL - 0.5 if is_narrow(ax) else _LEGEND
    letters = max(16, int((room - _SAMPLE) / (_CHARACTER * size)))
    names = ["\n".join(short(line, letters) for line in text.split("\n")) for _, text in entries]
    for columns in range(min(3, len(entries)), 0, -1):
        legend = ax.legend(
            [artist for artist, _ in entries],
            [str(number) for number in range(len(names))],
            loc="lower left",
            bbox_to_anchor=(0.0, 1.0),
            frameon=False,
            fontsize=size,
            borderaxespad=0.2,
            handlelength=2.6,
            columnspacing=1.2,
            labelspacing=0.3,
            ncols=columns,
        )
        # matplotlib leaves out labels that start with an underscore; so the names come afterwards.
        for text, name in zip(legend.get_texts(), names, strict=True):
            as_written(text).set_text(name)
        if columns == 1 or _width(legend) <= room:
            break
    return legend


def width_of(ax: Axes) -> float:
    """The width of Axes in inches, as far as it is known before the figure is drawn."""
    return float(ax.get_window_extent().width / ax.get_figure(root=True).dpi)  # type: ignore[union-attr]


def is_narrow(ax: Axes) -> bool:
    """Whether Axes are as narrow as a column of a journal."""
    return width_of(ax) < _NARROW


def _width(legend: Legend) -> float:
    """In inches."""
    return float(legend.get_window_extent().width / legend.get_figure(root=True).dpi)  # type: ignore[union-attr]


def figure_bytes(figure: Figure, ending: str, dpi: float) -> bytes:
    """A figure as a file of a kind, the same bytes for the same figure."""
    import matplotlib as mpl

    written = io.BytesIO()
    with mpl.rc_context(_SAVING):
        figure.savefig(written, format=ending, dpi=dpi, metadata=_METADATA[ending])
    return written.getvalue()


def _names_of(models: Sequence[str], names: Mapping[str, str] | None) -> dict[str, str]:
    unknown = [name for name in names or {} if name not in models]
    if unknown:
        there = ", ".join(map(repr, models))
        raise SettingError(f"names= has {unknown[0]!r}, which is not drawn; there are {there}.")
    return {**dict(zip(models, models, strict=True)), **(names or {})}


def _kwargs_of(models: Sequence[str], given: CurveKwargs) -> dict[str, Mapping[str, Any]]:
    """What is said about each model's line."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        if len(given) != len(models):
            raise SettingError(f"curve_kwargs has {len(given)} entries for {len(models)} models.")
        return dict(zip(models, given, strict=True))
    if given and all(isinstance(one, Mapping) for one in given.values()):
        unknown = [name for name in given if name not in models]
        if unknown:
            raise SettingError(f"curve_kwargs names {unknown[0]!r}, which is not drawn.")
        return dict(given)
    return dict.fromkeys(models, given)
