"""Draws the pictures of docs/groups.md: what the paper shows on the eICU demo, and how sure it is.

Run ``python -m docs.group_pictures FOLDER`` with the folder of the eICU demo after changing the
figures or the parts; a test compares the pictures with the ones that are kept.

Data: eICU Collaborative Research Database Demo 2.0.1, ODbL 1.0, doi:10.13026/4mxk-na84.
"""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace
from pathlib import Path

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from baserate import Cohort, Deployment
from baserate.calibration.gap import Gap, ScoredCohort, by_group
from baserate.datasets import eicu_demo
from baserate.deployment.units import UnitLike
from baserate.errors import FewEventsWarning
from baserate.figures import gap_parts, interval_band, roc, value_against_prevalence
from baserate.figures.style import INK
from docs.drawing import empty_figure, look, svg_of

HERE = Path(__file__).parent
FIRST, SECOND = "African American", "Caucasian"
SHOWN = (0.01, 0.15)
ACCURACY: UnitLike = "accuracy"


def gap_of(folder: Path | None, cost: str, units: UnitLike = "net benefit") -> Gap:
    """Why APACHE IV does differently for the two groups of patients."""
    stays = eicu_demo(folder).drop_nulls("apache_iv").filter(pl.col("ethnicity").is_in([FIRST, SECOND]))
    cohort = Cohort.of(stays["died"], cluster=stays["patient"])
    asked = Deployment.of(None, cost, units)
    with warnings.catch_warnings():
        # Three deaths; that is what the pictures are about.
        warnings.simplefilter("ignore", FewEventsWarning)
        gaps = by_group(cohort, stays["apache_iv"], stays["ethnicity"], asked, reference=SECOND)
    return gaps[FIRST]


def label_shift(gap: Gap) -> Figure:
    """The paper's first figure: accuracy against prevalence, and where each group stands on it."""
    figure = empty_figure(10.0, 5.0)
    left, right = figure.subplots(1, 2, width_ratios=(1.7, 1.0))
    _curves(gap, left)
    left.set_title("Higher accuracy at its own prevalence, lower at any equal one", pad=60)
    _annotate(left, gap)
    roc((gap.second, gap.first), right)
    right.set_anchor("N")
    right.set_title("ROC and AUC see neither", pad=60)
    return figure


def calibration(gap: Gap) -> Figure:
    """The paper's second figure: the same with the recalibrated models, and the parts."""
    figure = empty_figure(11.0, 5.2)
    left, right = figure.subplots(1, 2, width_ratios=(1.2, 1.0))
    _curves(gap, left, recalibrated=True)
    left.set_title("Recalibrated, the order reverses", pad=78)
    gap_parts(gap, right, corrected=False, intervals=False)
    right.set_title("The parts, without intervals yet", pad=78)
    return figure


def intervals(gap: Gap, dear: Gap) -> Figure:
    """The same with intervals, and at a cost of 1:30."""
    figure = empty_figure(10.0, 10.8)
    panels = figure.subplots(3, 1, height_ratios=(1.1, 1.0, 1.0))
    _curves(gap, panels[0], bands=True)
    panels[0].set_title("With 95 % bands: three deaths decide nothing", pad=60)
    for panel, one, cost in ((panels[1], gap, "1:1"), (panels[2], dear, "1:30")):
        gap_parts(one, panel)
        panel.set_title(f"The parts with 95 % intervals, cost {cost}", pad=20)
    return figure


def draw(folder: Path | None = None) -> dict[str, str]:
    """Each picture as SVG text, by the name of its file."""
    with look():
        even, dear = gap_of(folder, "1:1", ACCURACY), gap_of(folder, "1:30")
        figures = {
            "groups-label-shift.svg": label_shift(even),
            "groups-calibration.svg": calibration(even),
            "groups-intervals.svg": intervals(even, dear),
        }
        return {name: svg_of(figure) for name, figure in figures.items()}


def _curves(gap: Gap, ax: Axes, *, recalibrated: bool = False, bands: bool = False) -> None:
    """Both groups' accuracy against prevalence; the range between their own is shaded."""
    # In the paper's colours: blue, which comes first, and orange.
    sides = [_with_numbers(side) for side in (gap.second, gap.first)]
    asked = Deployment.of(SHOWN, "1:1", ACCURACY)
    between = (gap.first.prevalence, gap.second.prevalence)
    drawn = {side.name: interval_band(side, asked) for side in sides} if bands else None
    value_against_prevalence(sides, asked, ax, recalibrated=recalibrated, shade=between, bands=drawn)
    ax.set_xlabel("prevalence of death in hospital (log-odds scale)")


def _with_numbers(side: ScoredCohort) -> ScoredCohort:
    """The side, its name with how many stays and deaths it has."""
    died = side.cohort.label
    return replace(side, name=f"{side.name}: {len(died):,} stays, {died.sum()} deaths")


def _annotate(ax: Axes, gap: Gap) -> None:
    """A: the difference at equal prevalence, between the curves; B: label shift, between the groups' own."""
    low, high = gap.first.prevalence, gap.second.prevalence
    arrow = {"arrowstyle": "<->", "color": INK, "shrinkA": 0, "shrinkB": 0, "linewidth": 1.4}
    ax.annotate("", (0.04, 91.7), (0.04, 96.1), arrowprops=arrow)
    ax.text(0.0412, 93.9, "A", weight="bold", va="center")
    ax.annotate("", (low, 72.5), (high, 72.5), arrowprops=arrow)
    ax.text(0.0405, 73.0, "B", weight="bold", va="bottom", ha="center")
    parts = [100 * gap.mechanism.value, 100 * gap.label_shift.value]
    words = [f"{part:+.1f} points".replace("-", "\N{MINUS SIGN}") for part in parts]
    ax.text(0.0193, 83.6, f"A: {words[0]}\nat equal prevalence, on average", va="center")
    ax.text(0.0193, 78.2, f"B: label shift {words[1]},\nas fewer of them die", va="center")


if __name__ == "__main__":
    for name, picture in draw(Path(sys.argv[1]) if len(sys.argv) > 1 else None).items():
        (HERE / name).write_text(picture)
