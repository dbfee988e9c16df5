"""Draws the pictures of docs/support2.md: the SUPPORT model beside the physicians' own estimates.

Run ``python -m docs.support2_pictures FOLDER`` with the folder of support2.csv after changing the
figures or the scores.

Data: SUPPORT2, obtained from hbiostat.org/data courtesy of the Vanderbilt University Department of
Biostatistics.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import polars as pl
from matplotlib.figure import Figure

import baserate
from baserate.errors import BaserateWarning
from docs.drawing import empty_figure, look, svg_of

HERE = Path(__file__).parent
SHOWN = (0.2, 0.6)
COSTS = ("1:1", "1:5")


def evaluations(folder: Path) -> dict[str, baserate.Evaluation]:
    """Model and physicians on the patients who have both estimates, by cost."""
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
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)  # the page tells of what they warn of
        models = ["model", "physician"]
        return {
            cost: baserate.evaluate(patients, "died", models, prevalence=SHOWN, cost=cost) for cost in COSTS
        }


def value(evaluated: dict[str, baserate.Evaluation]) -> Figure:
    """Net benefit of both against prevalence, and of the two ways without a model."""
    figure = empty_figure(11.0, 5.0)
    for panel, ev in zip(figure.subplots(1, len(COSTS)), evaluated.values(), strict=True):
        baserate.figures.net_benefit_curve(ev, ax=panel, prevalences=SHOWN, band=None, recalibrated=False)
    return figure


def difference(evaluated: dict[str, baserate.Evaluation]) -> Figure:
    """Model less physicians at each prevalence, with its interval."""
    figure = empty_figure(11.0, 4.6)
    for panel, ev in zip(figure.subplots(1, len(COSTS), sharey=True), evaluated.values(), strict=True):
        baserate.figures.difference(ev, ax=panel, models=("model", "physician"), prevalences=SHOWN)
    return figure


def draw(folder: Path) -> dict[str, str]:
    """Each picture as SVG text, by the name of its file."""
    with look():
        evaluated = evaluations(folder)
        figures = {"support2-value.svg": value(evaluated), "support2-difference.svg": difference(evaluated)}
        return {name: svg_of(figure) for name, figure in figures.items()}


if __name__ == "__main__":
    for name, picture in draw(Path(sys.argv[1])).items():
        (HERE / name).write_text(picture)
