"""Draws the pictures of docs/support2.md: the SUPPORT model beside the physicians' own estimates.

Run ``python -m docs.support2_pictures FOLDER`` with the folder of support2.csv after changing the
figures or the scores.

Data: SUPPORT2, obtained from hbiostat.org/data courtesy of the Vanderbilt University Department of
Biostatistics.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from baserate import Cohort, Deployment
from baserate.calibration.gap import ScoredCohort
from baserate.figures import value_against_prevalence
from baserate.figures.style import FAINT, INK, SHADE, name_lines, prevalence_axis, tidy
from baserate.odds import expit, logit
from docs.drawing import empty_figure, look, svg_of

HERE = Path(__file__).parent
SHOWN = (0.2, 0.6)
COSTS = ("1:1", "1:5")


def sides_of(folder: Path) -> tuple[ScoredCohort, ScoredCohort]:
    """Model and physicians on the patients who have both estimates."""
    patients = (
        pl.scan_csv(folder / "support2.csv")
        .select(
            died=((pl.col("death") == 1) & (pl.col("d.time") <= 180)).cast(pl.Int8),
            model=1 - pl.col("surv6m"),
            physician=1 - pl.col("prg6m"),
        )
        .collect()
        .drop_nulls()
    )
    cohort = Cohort.of(patients["died"])
    return ScoredCohort("model", cohort, patients["model"]), ScoredCohort(
        "physician", cohort, patients["physician"]
    )


def value(sides: tuple[ScoredCohort, ScoredCohort]) -> Figure:
    """Net benefit of both against prevalence, and of the two ways without a model."""
    figure = empty_figure(11.0, 5.0)
    panels = figure.subplots(1, len(COSTS))
    for panel, cost in zip(panels, COSTS, strict=True):
        asked = Deployment.of(SHOWN, cost)
        value_against_prevalence(sides, asked, panel, own=False)
        legend = panel.get_legend()
        drawn = [*panel.get_lines()]
        price = asked.cost.c / (1.0 - asked.cost.c)
        grid = _grid(101)
        drawn += panel.plot(grid, 1000 * grid, color=INK, linewidth=1.2, linestyle=":")
        drawn += panel.plot(grid, 1000 * price * (1 - grid), color=FAINT, linewidth=1.2, linestyle="-.")
        if legend is not None:
            legend.remove()
        name_lines(panel, drawn, [*(side.name for side in sides), "treat all", "treat none"])
        panel.set_title(f"Cost {cost}", pad=80)
        panel.set_ylim(bottom=0)
        panel.set_xlabel("share who die within 180 days (log-odds scale)")
    return figure


def difference(sides: tuple[ScoredCohort, ScoredCohort]) -> Figure:
    """Model less physicians at each prevalence, with its interval."""
    figure = empty_figure(11.0, 4.2)
    panels = figure.subplots(1, len(COSTS), sharey=True)
    for panel, cost in zip(panels, COSTS, strict=True):
        _difference(panel, sides, cost)
        panel.set_title(f"Cost {cost}", pad=44)
    panels[0].set_ylabel("model less physician,\ntrue positives per 1,000 patients")
    return figure


def _difference(ax: Axes, sides: tuple[ScoredCohort, ScoredCohort], cost: str) -> None:
    model, physician = sides
    grid = _grid(161)
    found = [
        1000 * (model.score(Deployment.of(float(pi), cost)) - physician.score(Deployment.of(float(pi), cost)))
        for pi in grid
    ]
    prevalence_axis(ax, *SHOWN)
    band = ax.fill_between(
        grid, [one.low for one in found], [one.high for one in found], color=SHADE, linewidth=0
    )
    (line,) = ax.plot(grid, [one.value for one in found], color=INK, linewidth=1.6)
    ax.axhline(0.0, color=FAINT, linewidth=1.0)
    name_lines(ax, [line, band], ["model less physician", "95 % interval, at each prevalence alone"])
    ax.set_xlabel("share who die within 180 days (log-odds scale)")
    tidy(ax)


def _grid(points: int) -> NDArray[np.float64]:
    """Prevalences, evenly spaced in log odds."""
    low, high = (float(logit(end)) for end in SHOWN)
    return np.asarray(expit(np.linspace(low, high, points)))


def draw(folder: Path) -> dict[str, str]:
    """Each picture as SVG text, by the name of its file."""
    with look():
        sides = sides_of(folder)
        figures = {"support2-value.svg": value(sides), "support2-difference.svg": difference(sides)}
        return {name: svg_of(figure) for name, figure in figures.items()}


if __name__ == "__main__":
    for name, picture in draw(Path(sys.argv[1])).items():
        (HERE / name).write_text(picture)
