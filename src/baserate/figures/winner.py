"""Winner map: which model to use at each prevalence and cost, coloured only where that can be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import CostLike, PrevalenceLike
from baserate.errors import SettingError
from baserate.figures.display import Display, Panel, Size, chosen_models
from baserate.figures.style import FAINT, INK, SHADE, look
from baserate.odds import expit, log_odds
from baserate.results.evidence import Evidence
from baserate.results.winner_map import TOO_CLOSE, WinnerMap
from baserate.results.winner_map import winner_map as find_winners

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.patches import PathPatch

Numbers = NDArray[np.float64]

# Patterns of the models, so that grey print tells them apart too; the cells that are nobody's have others.
_HATCHES = ("...", "\\\\\\", "++", "xx", "oo", "**", "||")
# Inches that percent and odds beside each other take from the width, more than percent alone.
_LABELS = 0.5


@dataclass(eq=False, kw_only=True)
class WinnerMapDisplay(Display):
    """Which model to use at each prevalence (across) and threshold probability (up).

    A cell is a model's only where it is shown to be better than every other model and than deciding without
    one, all comparisons of the cell together at ``level``, by the rule of the verdict; "too close to call"
    where models better than none cannot be told apart; "without a model" where no model is shown to be better
    than treating all or none, whichever is better there.

    Attributes
    ----------
    map
        Prevalences, costs and the winner of each cell.
    deployment
        The ends of the prevalences and of the thresholds asked about: the box, or the ring.
    """

    SIZE: ClassVar[Size] = (5.0, 4.4)

    map: WinnerMap
    deployment: tuple[tuple[float, float], tuple[float, float]]

    @classmethod
    def from_evaluation(
        cls,
        ev: Evidence,
        *,
        models: str | Sequence[str] | None = None,
        group: str | None = None,
        at_prevalence: PrevalenceLike | None = None,
        at_cost: CostLike | None = None,
        cells: tuple[int, int] | None = None,
    ) -> Self:
        """From an evaluation, asked anew at each cell.

        Parameters
        ----------
        ev, models
            The evaluation; some of its models.
        group
            None: the map is of all patients.
        at_prevalence, at_cost
            The ranges of the two axes; about the deployment unless stated.
        cells
            Columns and rows of the map; 28 and 18 unless stated, and fewer for many patients and models.
        """
        if group is not None:
            raise SettingError("the map of winners is of all patients; leave group= out.")
        chosen = chosen_models(ev, models)
        found = find_winners(ev, models=chosen, prevalence=at_prevalence, cost=at_cost, cells=cells)
        where = ev.judged(chosen[0]).where.distribution.ends
        price = ev.question.deployment.cost.distribution.ends
        return cls(models=chosen, level=ev.question.level, map=found, deployment=(where, price))

    def kind(self, prevalence: float, threshold: float) -> str:
        """What the map says at a prevalence and a threshold: a model, or one of the words of the legend."""
        places = [
            int(np.argmin(np.abs(log_odds(values) - log_odds(one))))
            for values, one in ((self.map.prevalence, prevalence), (self.map.cost, threshold))
        ]
        return _kind(self.map, int(self.map.winner[places[1], places[0]]))

    def to_frame(self) -> pl.DataFrame:
        """One row for each cell."""
        import polars as pl

        rows, columns = self.map.winner.shape
        return pl.DataFrame(
            {
                "prevalence": np.tile(self.map.prevalence, rows),
                "threshold": np.repeat(self.map.cost, columns),
                "winner": [_kind(self.map, int(place)) for place in self.map.winner.ravel()],
            }
        )

    def _draw(self, panel: Panel) -> None:
        from baserate.figures.ticks import label_percent, odds_label, percent_label

        ax, panel.taken = panel.ax, _LABELS
        ax.set_xscale("logit")
        ax.set_yscale("logit")
        edges = (
            _edges(self.map.ends[0], len(self.map.prevalence)),
            _edges(self.map.ends[1], len(self.map.cost)),
        )
        for place in (*range(len(self.map.names)), TOO_CLOSE):
            self._draw_kind(panel, place, edges)
        self._draw_borders(panel, edges)
        self._draw_deployment(panel)
        ax.set_xlim(*self.map.ends[0])
        ax.set_ylim(*self.map.ends[1])
        label_percent(ax.xaxis, percent_label)
        label_percent(ax.yaxis, lambda share: f"{percent_label(share)}, {odds_label(share)}")
        ax.set_xlabel("prevalence")
        ax.set_ylabel("threshold probability, and as odds")

    def _draw_kind(self, panel: Panel, place: int, edges: tuple[Numbers, Numbers]) -> None:
        """All cells of one kind as one patch, so that its pattern has no seams."""
        cells = np.argwhere(self.map.winner == place)
        if not len(cells):
            return
        name = _kind(self.map, place)
        patch = _cells(cells, edges, **self._style(place))
        panel.ax.add_patch(patch)
        panel.artists[name] = patch
        panel.name(
            patch, panel.shown(name) + (", shown to be best" if place in range(len(self.models)) else "")
        )

    def _style(self, place: int) -> dict[str, Any]:
        if place == TOO_CLOSE:
            return {"facecolor": "white", "edgecolor": FAINT, "hatch": "////"}
        if place == len(self.models):
            return {"facecolor": SHADE, "edgecolor": FAINT, "hatch": ""}
        hatch = _HATCHES[place % len(_HATCHES)]
        return {"facecolor": look(place).colour, "edgecolor": INK, "hatch": hatch}

    def _draw_borders(self, panel: Panel, edges: tuple[Numbers, Numbers]) -> None:
        """Lines between kinds, which grey print shows best."""
        from matplotlib.collections import LineCollection

        (x, y), winner = edges, self.map.winner
        across = np.argwhere(winner[:, 1:] != winner[:, :-1])
        along = np.argwhere(winner[1:] != winner[:-1])
        lines = [[(x[c + 1], y[r]), (x[c + 1], y[r + 1])] for r, c in across]
        lines += [[(x[c], y[r + 1]), (x[c + 1], y[r + 1])] for r, c in along]
        panel.ax.add_collection(LineCollection(lines, colors=INK, linewidths=0.6, zorder=2.0))

    def _draw_deployment(self, panel: Panel) -> None:
        """A box about the deployment; a line, or a ring, where prevalence or cost are one number."""
        from matplotlib.patheffects import withStroke

        (left, right), (low, high) = self.deployment
        halo = [withStroke(linewidth=4.0, foreground="white")]
        style: dict[str, Any] = {"color": INK, "linewidth": 1.8, "zorder": 3.0, "path_effects": halo}
        if left == right and low == high:
            style |= {"marker": "o", "markersize": 10, "markerfacecolor": "none", "linestyle": "none"}
            (box,) = panel.ax.plot([left], [low], markeredgewidth=1.8, **style)
        else:
            (box,) = panel.ax.plot([left, right, right, left, left], [low, low, high, high, low], **style)
        panel.artists["deployment"] = box
        panel.name(box, "the deployment")


def _kind(found: WinnerMap, place: int) -> str:
    return "too close to call" if place == TOO_CLOSE else found.names[place]


def _edges(ends: tuple[float, float], count: int) -> Numbers:
    low, high = (float(log_odds(end)) for end in ends)
    return np.asarray(expit(np.linspace(low, high, count + 1)))


def _cells(cells: NDArray[np.intp], edges: tuple[Numbers, Numbers], **style: Any) -> PathPatch:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    x, y = edges
    corners = [[(x[c], y[r]), (x[c + 1], y[r]), (x[c + 1], y[r + 1]), (x[c], y[r + 1])] for r, c in cells]
    boxes = [Path([*box, box[0]], closed=True) for box in corners]
    return PathPatch(Path.make_compound_path(*boxes), linewidth=0.0, zorder=1.0, **style)


def winner_map(data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any) -> WinnerMapDisplay:
    """Draw which model to use at each prevalence and cost: of an evaluation, or of predictions.

    Parameters
    ----------
    data, y_prob, ax, options
        As for :meth:`WinnerMapDisplay.draw` and :meth:`WinnerMapDisplay.from_evaluation`.
    """
    return WinnerMapDisplay.draw(data, y_prob, ax=ax, **options)
