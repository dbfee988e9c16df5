"""``baserate demo``: the built-in cohort, and how AUC and accuracy mislead on it."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import click
from rich.markup import escape

import baserate
from baserate.datasets import icu_cohort

if TYPE_CHECKING:
    import polars as pl
    from rich.console import Console
    from rich.table import Table

    from baserate.evaluation.evaluate import Evaluation

PREVALENCE = (0.01, 0.10)
COST = "1:30"
MODELS = ("severity", "network")
UNITS = ("mixed", "cardiac")
# The prevalence in the unit where the first model was made.
SOURCE = 0.10
# The prevalence at which the second model was trained.
TRAINED_AT = 0.5


@click.command()
@click.option(
    "--out",
    default="baserate-demo.json",
    show_default=True,
    type=click.Path(),
    help="Where to leave the result.",
)
@click.option(
    "--html",
    default="baserate-demo.html",
    show_default=True,
    type=click.Path(),
    help="Where to leave the page.",
)
def command(out: str, html: str) -> None:
    """Evaluate the built-in cohort: two models of death in intensive care, two units."""
    from rich.console import Console

    from baserate.cli.printing import as_json, say
    from baserate.report.atomic_write import check_target, write_whole

    check_target(out)
    check_target(html, out)
    evaluation = evaluated(icu_cohort())
    show(Console(highlight=False), evaluation)
    result = evaluation.to_dict()
    write_whole(out, as_json(result))
    write_whole(html, evaluation.page(title="The built-in cohort: death in intensive care", result=result))
    say(f"\nOpen {html} in a browser to ask other questions; the whole result is in {out}.")
    say("For your own patients: baserate evaluate --help")


def evaluated(cohort: pl.DataFrame) -> Evaluation:
    """The evaluation of the built-in cohort; what it warns of is part of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(
            cohort,
            outcome="died",
            scores=list(MODELS),
            prevalence=PREVALENCE,
            cost=COST,
            by="unit",
            cluster="patient",
            reference="mixed",
        )


def show(console: Console, evaluation: Evaluation) -> None:
    """Print the whole demonstration."""
    cohort = icu_cohort()
    show_question(console, cohort)
    show_verdict(console, evaluation)
    show_models(console, cohort)
    console.print()
    show_units(console, cohort)


def show_question(console: Console, cohort: pl.DataFrame) -> None:
    """The patients, and where the model is to be used."""
    console.print(
        f"[bold]The built-in cohort[/bold] (simulated): {len(cohort):,} stays in intensive care, "
        f"{cohort['died'].sum():,} deaths in hospital, two models of the risk of death."
    )
    console.print(f"To be used where the prevalence is {baserate.Prevalence.of(PREVALENCE)};")
    console.print(f"cost of errors {baserate.Cost.of(COST)}.\n")


def show_verdict(console: Console, evaluation: Evaluation) -> None:
    """Which model wins, in words."""
    console.print(f"[bold]{escape(evaluation.verdict.text)}[/bold]\n")


def show_models(console: Console, cohort: pl.DataFrame) -> None:
    """Two models of the same patients, which AUC and net benefit rank differently."""
    died = cohort["died"]
    table = _table(
        "Which model?", "", "died", "predicted", "AUC", "accuracy,\ncut-off 50 %", "net benefit\nper 1,000"
    )
    worth = {name: _per_thousand(died, cohort[name]) for name in MODELS}
    for name in MODELS:
        auc, accuracy = baserate.auc(died, cohort[name]), baserate.accuracy(died, cohort[name], threshold=0.5)
        risks = (_percent(died), _percent(cohort[name]))
        table.add_row(name, *risks, f"{auc:.3f}", f"{accuracy:.3f}", f"{worth[name]:.1f}")
    # A decision threshold of 0 treats everyone, whatever the scores.
    everyone = _per_thousand(died, cohort[MODELS[0]], threshold=0)
    table.add_row("treat all", "", "", "", "", f"{everyone:.1f}")
    table.add_row("treat none", "", "", "", "", "0.0")
    console.print(table)
    first, second = MODELS
    console.print(
        f"AUC prefers {second}. But its risks are far too high, and at the bedside {first} does better: "
        f"the difference is worth {worth[first] - worth[second]:.1f} true positives per 1,000 patients."
    )
    told = 1000 * baserate.net_benefit(
        died,
        cohort[second],
        cost=COST,
        prevalence=PREVALENCE,
        baseline="treat-none",
        source_prevalence=TRAINED_AT,
    )
    console.print(
        f"It was trained where half of the patients died. Told so, baserate corrects its risks, and {second} "
        f"would win by {told - worth[first]:.1f}: mend it before you choose."
    )


def show_units(console: Console, cohort: pl.DataFrame) -> None:
    """One model in two units, of which AUC and accuracy favour the wrong one."""
    model = MODELS[0]
    units = {name: cohort.filter(cohort["unit"] == name) for name in UNITS}
    shares = [rows["died"].to_numpy().mean() for rows in units.values()]
    columns = ("stays", "died", "predicted", "AUC", "accuracy,\ncut-off 50 %", "the same, equal\nprevalence")
    table = _table(f"Where? ({model})", "unit", *columns)
    plain, equal = {}, {}
    for name, rows in units.items():
        died, score = rows["died"], rows[model]
        plain[name] = baserate.accuracy(died, score, threshold=0.5)
        equal[name] = baserate.accuracy(died, score, prevalence=(min(shares), max(shares)))
        shown = [f"{len(rows):,}", _percent(died), _percent(score), f"{baserate.auc(died, score):.3f}"]
        table.add_row(name, *shown, f"{plain[name]:.3f}", f"{equal[name]:.3f}")
    console.print(table)
    total, mechanism = (value["cardiac"] - value["mixed"] for value in (plain, equal))
    console.print(
        "AUC and accuracy look better in the cardiac unit. AUC cannot see that the model predicts far too "
        f"many deaths there, and accuracy is higher because death is rarer: {total:+.3f} = mechanism "
        f"{mechanism:+.3f} (at equal prevalence) + label shift {total - mechanism:+.3f} (the rest)."
    )
    corrected = baserate.accuracy(
        units["cardiac"]["died"],
        units["cardiac"][model],
        prevalence=(min(shares), max(shares)),
        source_prevalence=SOURCE,
    )
    console.print(
        "Scores are taken as risks in the unit where they are used. Told that they were made where "
        f"{100 * SOURCE:.0f} % die, baserate corrects them, to {corrected:.3f} in the cardiac unit."
    )


def _percent(values: pl.Series) -> str:
    return f"{100 * values.to_numpy().mean():.1f} %"


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
