"""``baserate init``: a study file to fill in, with comments that say what each line is for."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from baserate.cli.options import ONCE, TABLE

TEMPLATE = """\
# A study for baserate: run it with   baserate evaluate --study {name}
# It is the record of what was asked, and can be run again.

data = {data}             # CSV or Parquet, from the folder of this file
{table}             # the sheet of a workbook, or the table of a database
outcome = {outcome}            # column of outcomes, 0 and 1
# positive = "EXPIRED"         # the value that means disease, if it is not 1;{found}
# In place of the outcome, where not everybody is followed long enough:
# time = "days"                # column of how long a patient was followed
# event = "status"             # column of how that ended: 0 censored, 1 the event, 2 a competing event
# horizon = 365                # the time by which an event counts
# censoring = ["ward"]         # columns on which it depends who is censored
scores = {scores}     # columns of predicted probabilities, one for each model
# by = "ethnicity"             # groups, each judged on its own and compared
# reference = "A"              # the group that others are compared with; else all others
# cluster = "patient"          # what belongs together: several stays of a patient, a hospital
# weight = "w"
# outcome_name = "deaths"      # what cases are called in sentences, plural; "cases" unless stated
# action_name = "transfers"    # what treatments are called; "treatments" unless stated
# title = "Transfer to intensive care"
missing = "error"              # or "drop": leave out, for every model, patients with a missing value
level = 0.95                   # of the intervals
seed = 0

# Where the model will be used. Repeat as [[deployment]] with a name for several.
# Both are yours to decide: the study does not run before each "?" is filled in.
[deployment]
# How common is the outcome where the model will be used? One value, "5%", or a range, "1%..10%".
# Leave the line out for the prevalence observed in these patients.
prevalence = "?"
# How many unnecessary treatments is one missed case worth? If 30, write "1:30"; if 5 to 50, "1:50..1:5".
cost = "?"

# The prevalence to which scores are calibrated, where it is not the observed one.
# [source_prevalence]
# new = 0.5

# What must be true; if it is not, baserate evaluate ends with status 4.
# [[require]]
# model = "new"
# better_than = "treat all"   # or "treat none", or another model
# confidence = 0.95
# by_at_least = 1.0                # true positives per 1,000 patients
# group = "A"                      # in this group; else for all patients
# [[require]]
# model = "new"
# measure = "calibration_slope"
# at_least = 0.8
# at_most = 1.2
# sure = true                      # the whole interval; else the value alone
"""


@click.command()
@click.argument("file", required=False)
@TABLE
@click.option(
    "--out", **ONCE, default=("study.toml",), show_default=True, type=click.Path(), help="File to write."
)
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def command(file: str | None, table: str | None, out: str, force: bool) -> None:
    """Write a commented study file; with FILE, its columns are filled in where they can be guessed."""
    from baserate.cli.printing import say
    from baserate.errors import FileError
    from baserate.report.atomic_write import check_targets, write_whole
    from baserate.report.blocks import printable

    check_targets([out], [file])
    if Path(out).exists() and not force:
        raise FileError(f"{out} exists already; --force replaces it.")
    outcome, scores, positive = ("died", ["old", "new"], "") if file is None else _guess(file, table)
    data = "cohort.csv" if file is None else os.path.relpath(file, Path(out).parent)
    text = TEMPLATE.format(
        name=printable(Path(out).name),
        data=_toml(data),
        table='# table = "Sheet1"' if table is None else f"table = {_toml(table)}",
        outcome=_toml(outcome),
        scores=_toml(scores),
        found=printable(positive),
    )
    write_whole(out, text)
    say(f'Wrote {out}. Decide what stands there as "?", then: baserate evaluate --study {out}')


def _toml(value: str | list[str]) -> str:
    """A value as TOML writes it, which JSON does but for one sign."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _guess(file: str, table: str | None) -> tuple[str, list[str], str]:
    """The likeliest column of outcomes, every column between 0 and 1, and a word on a text outcome."""
    from baserate.cli.inspection import describe
    from baserate.evaluation.study import PLACEHOLDER
    from baserate.patients.named_table import in_table

    _, columns = describe(in_table(file, table))
    candidates = [one for one in columns if "outcome" in one.use and not one.missing]
    # A column that is named like an outcome comes first, then one of 0 and 1.
    likely = sorted(candidates, key=lambda one: (not _sounds(one.name), one.kind != "0 or 1"))
    scores = [one.name for one in columns if one.use == "score"] or [PLACEHOLDER]
    outcome = likely[0] if likely else None
    positive = "" if outcome is None or outcome.kind == "0 or 1" else f" found: {outcome.examples}"
    return (PLACEHOLDER if outcome is None else outcome.name), scores, positive


def _sounds(name: str) -> bool:
    """Whether a column is named like an outcome."""
    words = (
        "died",
        "dead",
        "death",
        "mortal",
        "status",
        "outcome",
        "event",
        "disease",
        "expired",
        "label",
        "target",
    )
    return any(word in name.lower() for word in words)
