"""``baserate demo``: the built-in cohort, and how AUC and accuracy mislead on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape

import baserate
from baserate.cli.options import ONCE
from baserate.datasets import icu_cohort
from baserate.evaluation.evaluate import ask
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.results.words import per_thousand

if TYPE_CHECKING:
    import polars as pl
    from rich.console import Console
    from rich.table import Table

    from baserate.evaluation.evaluation import Evaluation
    from baserate.results.judged import Judged

PREVALENCE = (0.01, 0.10)
COST = "1:20"
MODELS = ("severity", "network")
UNITS = ("mixed", "cardiac")
TITLE = "The built-in cohort: death in intensive care"
# The prevalence in the unit where the first model was made.
SOURCE = 0.10
# The prevalence at which the second model was trained.
TRAINED_AT = 0.5


@click.command()
@click.option(
    "--out",
    **ONCE,
    default=("baserate-demo.json",),
    show_default=True,
    type=click.Path(),
    help="Where to leave the result.",
)
@click.option(
    "--html",
    **ONCE,
    default=("baserate-demo.html",),
    show_default=True,
    type=click.Path(),
    help="Where to leave the page.",
)
def command(out: str, html: str) -> None:
    """Evaluate the built-in cohort: two models of death in intensive care, two units."""
    from rich.console import Console

    from baserate.cli.printing import as_json, say, written
    from baserate.report.atomic_write import check_targets, write_whole

    check_targets([out, html])
    demonstration = Demonstration.of(icu_cohort())
    with written():
        show(Console(highlight=False), demonstration)
    evaluation = demonstration.evaluation
    write_whole(out, as_json(evaluation.to_dict()))
    write_whole(html, evaluation.page())
    say(f"\nOpen {html} in a browser to ask other questions; the whole result is in {out}.")
    say("For your own patients: baserate evaluate --help")


@dataclass(frozen=True)
class Demonstration:
    """The built-in cohort, and what is asked of it.

    ``evaluation`` is the question of the demonstration, ``told`` the same with the prevalence at which
    the second model was trained, ``even`` every error counted alike.
    """

    cohort: pl.DataFrame
    evaluation: Evaluation
    told: Evaluation
    even: Evaluation

    @classmethod
    def of(cls, cohort: pl.DataFrame) -> Demonstration:
        """All of it; what the evaluations warn of is part of their results."""
        where = {"prevalence": PREVALENCE, "cost": COST, "cluster": "patient"}
        return cls(
            cohort,
            _evaluate(cohort, by="unit", reference="mixed", **where),
            _evaluate(cohort, source_prevalence={MODELS[1]: TRAINED_AT}, **where),
            _evaluate(cohort, cost="1:1", by="unit", cluster="patient"),
        )


def _evaluate(cohort: pl.DataFrame, **asked: Any) -> Evaluation:
    scores = list(MODELS)
    return ask(cohort, outcome="died", scores=scores, outcome_name="deaths", title=TITLE, **asked)


def show(console: Console, shown: Demonstration) -> None:
    """Print the whole demonstration."""
    show_question(console, shown)
    show_verdict(console, shown)
    show_models(console, shown)
    console.print()
    show_units(console, shown)


def show_question(console: Console, shown: Demonstration) -> None:
    """The patients, and where the model is to be used."""
    everyone = shown.evaluation.everyone
    console.print(
        f"[bold]The built-in cohort[/bold] (simulated): {everyone.patients:,} stays in intensive care, "
        f"{everyone.positives:,} deaths in hospital, two models of the risk of death."
    )
    console.print(f"To be used where the prevalence is {baserate.Prevalence.of(PREVALENCE)};")
    console.print(f"cost of errors {baserate.Cost.of(COST)}.\n")


def show_verdict(console: Console, shown: Demonstration) -> None:
    """Which model to use, in words."""
    console.print(f"[bold]{escape(shown.evaluation.verdict.text)}[/bold]\n")


def show_models(console: Console, shown: Demonstration) -> None:
    """Two models of the same patients, which AUC and net benefit rank differently."""
    evaluation = shown.evaluation
    heads = ("died", "predicted", "AUC", "accuracy,\ncut-off 50 %", "net benefit\nper 1,000")
    table = _table("Which model?", "", *heads)
    for model in MODELS:
        row = _row(shown.cohort, evaluation.judged(model))
        table.add_row(model, *row, f"{1000 * evaluation.score(model).value:.1f}")
    for strategy in DEFAULT_STRATEGIES:
        table.add_row(strategy, "", "", "", "", per_thousand(evaluation.score(strategy)))
    console.print(table)
    first, second = MODELS
    console.print(
        f"AUC prefers {second}. But its risks are far too high, and at the bedside {first} does better."
    )
    ahead = 1000 * shown.told.compare(second, first).value
    console.print(
        f"It was trained where half of the patients died. Told so, baserate corrects its risks, and {second} "
        f"would win by {ahead:.1f}: recalibrate it before you choose."
    )


def show_units(console: Console, shown: Demonstration) -> None:
    """One model in two units, of which AUC and accuracy favour the wrong one."""
    model = MODELS[0]
    heads = ("stays", "died", "predicted", "AUC", "accuracy,\ncut-off 50 %", "the same, equal\nprevalence")
    table = _table(f"Where? ({model})", "unit", *heads)
    gap = shown.even.gap(model, "cardiac", "mixed", units="accuracy")
    equal = {side.name: side.score(gap.over).value for side in (gap.first, gap.second)}
    for name in UNITS:
        rows = shown.cohort.filter(shown.cohort["unit"] == name)
        row = _row(rows, shown.even.judged(model, name))
        table.add_row(name, f"{len(rows):,}", *row, f"{equal[name]:.3f}")
    console.print(table)
    console.print(
        "AUC and accuracy look better in the cardiac unit. AUC cannot see that the model predicts far too "
        f"many deaths there, and accuracy is higher because death is rarer: {gap.total.value:+.3f} = "
        f"{gap.mechanism.value:+.3f} at equal prevalence {gap.label_shift.value:+.3f} by label shift."
    )
    corrected = baserate.accuracy(
        gap.first.sample.label,
        gap.first.sample.score,
        prevalence=gap.over.prevalence,
        source_prevalence=SOURCE,
    )
    console.print(
        "Scores are taken as risks in the unit where they are used. Told that they are calibrated to "
        f"{100 * SOURCE:.0f} %, baserate corrects them, to {corrected:.3f} in the cardiac unit."
    )


def _row(rows: pl.DataFrame, judged: Judged) -> tuple[str, ...]:
    """Share who died, mean prediction, AUC, and accuracy at a cut-off of one half."""
    accuracy = baserate.accuracy(rows["died"], rows[judged.name], threshold=0.5)
    mean, auc = (judged.measure(name).get() for name in ("mean_score", "auc"))
    return f"{100 * judged.prevalence:.1f} %", f"{100 * mean.value:.1f} %", f"{auc:.3f}", f"{accuracy:.3f}"


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
