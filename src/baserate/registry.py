"""What is loaded late, by name: the commands, and the options, readers and figures that extensions bring.

No room imports an extension; where one is needed it is named here, and loaded when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from baserate.errors import BaserateError, SettingError
    from baserate.extensions.sites.summaries import SummaryPatients
    from baserate.extensions.sites.summary_file import Summary

__all__ = ["site_summaries"]

# Each command is a module's ``command``, and what the list of commands says about it.
COMMANDS = {
    "evaluate": ("baserate.cli.evaluate", "Judge models on a file of patients."),
    "plot": (
        "baserate.figures.command",
        "Draw figures for a paper: decision curve, calibration, forest, map of winners and more.",
    ),
    "report": ("baserate.cli.report", "Tables, methods, checklists and a model card from a stored result."),
    "demo": ("baserate.cli.demo", "Evaluate the built-in cohort and print what it shows."),
    "reduce": (
        "baserate.extensions.sites.command",
        "Turn patients into a site summary of counts by bin, to combine with others'.",
    ),
    "shift": (
        "baserate.cli.shift",
        "Whether it is label shift: how much of what differs between groups a score carries.",
    ),
    "prevalence": (
        "baserate.extensions.prevalence.command",
        "How common the disease is among patients without outcomes, from their scores.",
    ),
    "move": (
        "baserate.extensions.prevalence.move_command",
        "Move a model to patients without outcomes: their risks, the cut-off, what it is worth.",
    ),
    "watch": (
        "baserate.extensions.watch.command",
        "Watch a model month by month: has the prevalence moved, the calibration slipped?",
    ),
    "threshold": ("baserate.cli.threshold", "The cut-off on a score, for a prevalence and a cost."),
    "check": ("baserate.cli.check", "Say what a file holds, and what would be used, dropped or refused."),
    "init": ("baserate.cli.init", "Write a study file to fill in."),
}
# Options of a command that an extension answers: a module with the option and what it does.
OPTIONS = {"--prevalence-from": "baserate.extensions.prevalence.option"}
# Who reads files of another kind than tables of patients.
READERS = {"site summaries": "baserate.extensions.sites.reader"}
# What commands of the rooms draw.
FIGURES = {
    "shift": ("baserate.figures.shift", "shift"),
    "file": ("baserate.figures.display", "figure_bytes"),
}


class SummaryReader(Protocol):
    """What reads site summaries: :mod:`baserate.extensions.sites.reader`."""

    def summary_paths(self, data: object) -> list[str]:
        """The files of site summaries, one or several; empty where the data are something else."""

    def is_summary(self, path: str) -> bool:
        """Whether a file is a site summary."""

    def read_summary(self, path: str) -> Summary:
        """One site summary, checked."""

    def read_summaries(self, paths: Sequence[str | Path]) -> SummaryPatients:
        """The patients of site summaries, combined."""

    def decided_before(self, path: str, stated: Sequence[str]) -> SettingError:
        """The error for what was decided when a site summary was made."""

    def not_a_summary(self, path: str) -> BaserateError:
        """The error for one of several files that is none."""


def site_summaries() -> SummaryReader:
    """The reader of site summaries, for whoever reads files."""
    return cast("SummaryReader", import_module(READERS["site summaries"]))


def option_module(name: str) -> Any:
    """The module that an option of the command line comes from."""
    return import_module(OPTIONS[name])


def figure(name: str) -> Any:
    """A function that draws; it needs matplotlib."""
    module, function = FIGURES[name]
    return getattr(import_module(module), function)
