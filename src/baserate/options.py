"""What can be asked of an evaluation: one entry an option, from which everything that names options is made.

The options of the command line, the keys of study files and what is refused for site summaries follow from
it, and what provenance records; the signature of :func:`baserate.evaluate` is written out, and a test holds
it equal. Nothing is imported here, so that ``--help`` waits for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["FOLLOW_UP", "GROUPS", "OPTIONS", "Group", "Option", "flag_of"]

Group = Literal["question", "patients", "output", "words"]
# The headings of --help, in their order.
GROUPS: dict[Group, str] = {
    "question": "What is asked",
    "patients": "Whose patients",
    "output": "What is written",
    "words": "Words",
}


@dataclass(frozen=True)
class Option:
    """One thing that can be asked.

    ``name`` is the argument in Python and the key of a study file; ``flag`` what the command line calls it.
    ``takes`` is what the command line reads: text, a number, or one of several words; ``repeats`` says that
    it may be given several times. ``kinds`` are the types that a study file may have, ``wanted`` says so in
    words. ``fixed`` says that it was decided when a site summary was made.
    """

    name: str
    help: str
    group: Group
    default: Any = None
    flag: str = ""
    takes: type | tuple[str, ...] = str
    repeats: bool = False
    kinds: tuple[type, ...] = ()
    wanted: str = ""
    fixed: bool = False


_NOUN = 'a plural noun, such as "deaths", or both forms, "death/deaths"'
# In the order of --help.
_ALL = (
    Option("outcome", "Column of outcomes.", "patients", fixed=True),
    Option(
        "scores",
        "Column of probabilities, or NAME=COLUMN; repeat it.",
        "patients",
        default=(),
        flag="--score",
        repeats=True,
        kinds=(str, list, dict),
        wanted="columns: a list of names, or a table of names",
        fixed=True,
    ),
    Option(
        "by",
        "Column of groups. Repeat it for the groups of several columns.",
        "patients",
        repeats=True,
        fixed=True,
    ),
    Option(
        "cluster",
        "Column of what belongs together: a patient, a hospital.",
        "patients",
        fixed=True,
    ),
    Option("weight", "Column of weights.", "patients", fixed=True),
    Option(
        "positive",
        "The outcome's value that means disease, if not 1.",
        "patients",
        kinds=(str, int, float),
        wanted="one value",
        fixed=True,
    ),
    Option(
        "missing",
        "What to do with missing values.",
        "patients",
        default="error",
        takes=("error", "drop"),
        kinds=(str,),
        wanted="'error' or 'drop'",
        fixed=True,
    ),
    Option(
        "table",
        "Sheet or table to read, of each file that is a workbook or a database (SQLite, DuckDB).",
        "patients",
        kinds=(str,),
        wanted="the name of a sheet or a table",
        fixed=True,
    ),
    Option(
        "time",
        "In place of --outcome: column of how long patients were followed.",
        "patients",
        kinds=(str,),
        wanted="the column of how long patients were followed",
        fixed=True,
    ),
    Option(
        "event",
        "Column of how that ended: 0 censored, 1 the event, 2 and more competing.",
        "patients",
        kinds=(str,),
        wanted="the column of how follow-up ended",
        fixed=True,
    ),
    Option(
        "horizon",
        "The time by which an event counts.",
        "patients",
        takes=float,
        kinds=(int, float),
        wanted="a number, in the unit of the time",
        fixed=True,
    ),
    Option(
        "censoring",
        "Column within whose strata censoring is estimated; repeat it.",
        "patients",
        repeats=True,
        kinds=(str, list),
        wanted="columns: a name, or a list of names",
        fixed=True,
    ),
    Option(
        "censored",
        'The value of --event that means none, if not 0 or "censored".',
        "patients",
        kinds=(str, int, float),
        wanted="one value",
        fixed=True,
    ),
    Option(
        "estimator",
        "With --time: weights for censoring (ipcw, the default), or the risk among the treated.",
        "patients",
        default="ipcw",
        takes=("ipcw", "kaplan-meier"),
        kinds=(str,),
        wanted="'ipcw' or 'kaplan-meier'",
        fixed=True,
    ),
    Option(
        "prevalence",
        'Where it is used: "5%", "1%..10%", "0.01:0.10"; else the observed one. Repeat it for several.',
        "question",
        repeats=True,
    ),
    Option(
        "cost",
        'False positive : false negative, "1:30"; or a range, "1:50..1:5". Repeat it for several.',
        "question",
        repeats=True,
    ),
    Option(
        "source_prevalence",
        "Prevalence the scores are calibrated to, or NAME=VALUE: group (each its own), all, or a number.",
        "question",
        repeats=True,
        kinds=(str, int, float, dict),
        wanted="group, all or a prevalence, or a table of them by model",
    ),
    Option(
        "shift",
        "How much of the difference in prevalence is label shift, 0 to 1, or NAME=VALUE; or fitted (--by).",
        "question",
        default=1.0,
        repeats=True,
        kinds=(str, int, float, dict),
        wanted="a number from 0 to 1, label, covariate, fitted, or a table by model",
    ),
    Option(
        "reference",
        "The group that others are compared with; else all others.",
        "question",
        kinds=(str, int, float),
        wanted="the name of a group",
    ),
    Option(
        "margin",
        "Smallest difference that matters, per 1,000 patients.",
        "question",
        takes=float,
        kinds=(int, float),
        wanted="a number, per 1,000 patients",
    ),
    Option(
        "level",
        "Of the intervals; 0.95 unless stated.",
        "question",
        default=0.95,
        takes=float,
        kinds=(int, float),
        wanted="a number",
    ),
    Option(
        "seed",
        "Of simulated corrections; 0 unless stated.",
        "question",
        default=0,
        takes=int,
        kinds=(int,),
        wanted="a whole number",
    ),
    Option(
        "outcome_name",
        'What cases are called, plural: "deaths", or "death/deaths".',
        "words",
        kinds=(str,),
        wanted=_NOUN,
    ),
    Option(
        "action_name",
        'What treatments are called, plural: "transfers".',
        "words",
        kinds=(str,),
        wanted=_NOUN,
    ),
    Option(
        "title",
        "What the study is called: the heading of the page.",
        "words",
        kinds=(str,),
        wanted="one line of text",
    ),
)
OPTIONS: dict[str, Option] = {one.name: one for one in _ALL}
# How outcomes follow from follow-up, in place of a column of them.
FOLLOW_UP = ("time", "event", "horizon", "censoring", "censored")


def flag_of(name: str) -> str:
    """What the command line calls an option, of an evaluation or of something else.

    >>> flag_of("source_prevalence"), flag_of("scores"), flag_of("smallest_cell")
    ('--source-prevalence', '--score', '--smallest-cell')
    """
    known = OPTIONS.get(name)
    return known.flag if known is not None and known.flag else f"--{name.replace('_', '-')}"
