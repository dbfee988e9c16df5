"""``baserate demo``: the built-in cohort, and how AUC and accuracy mislead on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import baserate
from baserate.datasets import icu_cohort

if TYPE_CHECKING:
    import polars as pl
    from rich.console import Console
    from rich.table import Table

PREVALENCE = (0.01, 0.10)
COST = "1:30"
MODELS = ("severity", "network")
UNITS = ("mixed", "cardiac")


@click.command()
def command() -> None:
    """Evaluate the built-in cohort: two models of death in intensive care, two units."""
    from rich.console import Console

    show(Console(highlight=False))


def show(console: Console) -> None:
    """Print the whole demonstration."""
    cohort = icu_cohort()
    console.print(
        f"[bold]The built-in cohort[/bold] (simulated): {len(cohort):,} stays in intensive care, "
        f"{cohort['died'].sum():,} deaths in hospital, predicted by two models."
    )
    console.print(f"Prevalence where it will be used: {baserate.Prevalence.of(PREVALENCE)}.")
    console.print(f"Cost of errors: {baserate.Cost.of(COST)}.\n")
    show_models(console, cohort)
    show_units(console, cohort)


def show_models(console: Console, cohort: pl.DataFrame) -> None:
    """Two models of the same patients, which AUC and net benefit rank differently."""
    died = cohort["died"]
    table = _table("Which model?", "", "AUC", "accuracy\nat 50 %", "net benefit\nper 1,000")
    worth = {name: _per_thousand(died, cohort[name]) for name in MODELS}
    for name in MODELS:
        auc, accuracy = baserate.auc(died, cohort[name]), baserate.accuracy(died, cohort[name], threshold=0.5)
        table.add_row(name, f"{auc:.3f}", f"{accuracy:.3f}", f"{worth[name]:.1f}")
    # A decision threshold of 0 treats everyone, whatever the scores.
    table.add_row("treat everyone", "", "", f"{_per_thousand(died, cohort[MODELS[0]], threshold=0):.1f}")
    table.add_row("treat no one", "", "", "0.0")
    console.print(table)
    first, second = MODELS
    console.print(
        f"AUC prefers {second}. But its probabilities are wrong, and at the bedside {first} is worth "
        f"{worth[first] - worth[second]:.1f} more true positives per 1,000 patients, at no more harm.\n"
    )


def show_units(console: Console, cohort: pl.DataFrame) -> None:
    """One model in two units, of which AUC and accuracy favour the wrong one."""
    model = MODELS[0]
    units = {name: cohort.filter(cohort["unit"] == name) for name in UNITS}
    shares = {name: rows["died"].to_numpy().mean() for name, rows in units.items()}
    between = (min(shares.values()), max(shares.values()))
    columns = (
        "stays",
        "died",
        "predicted",
        "AUC",
        "accuracy\nat 50 %",
        "at equal\nprevalence",
        "net benefit\nper 1,000",
    )
    table = _table(f"Where? ({model})", "unit", *columns)
    plain, equal = {}, {}
    for name, rows in units.items():
        died, score = rows["died"], rows[model]
        plain[name] = baserate.accuracy(died, score, threshold=0.5)
        equal[name] = baserate.accuracy(died, score, prevalence=between)
        shown = [f"{len(rows):,}", f"{shares[name]:.1%}", f"{score.to_numpy().mean():.1%}"]
        shown += [f"{baserate.auc(died, score):.3f}", f"{plain[name]:.3f}", f"{equal[name]:.3f}"]
        table.add_row(name, *shown, f"{_per_thousand(died, score):.1f}")
    console.print(table)
    total, mechanism = (value["cardiac"] - value["mixed"] for value in (plain, equal))
    console.print(
        "AUC and accuracy look better in the cardiac unit. At equal prevalence the model is worse there: "
        f"accuracy {total:+.3f} = mechanism {mechanism:+.3f} + label shift {total - mechanism:+.3f}. "
        "It predicts far too many deaths."
    )


def _per_thousand(died: pl.Series, score: pl.Series, threshold: float | None = None) -> float:
    return 1000 * baserate.net_benefit(
        died, score, cost=COST, prevalence=PREVALENCE, threshold=threshold, baseline="treat-none"
    )


def _table(title: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number else "left", vertical="bottom")
    return table
