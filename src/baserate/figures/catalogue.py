"""The figures by the names that the command line and the gallery call them, with a line on each."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from baserate.errors import SettingError
from baserate.results.evidence import Evidence


@dataclass(frozen=True)
class Figure:
    """A figure: its name, the function in :mod:`baserate.figures` that draws it, and what it shows.

    ``maker`` is the constructor of its Display, ``fixed`` what it is always asked.
    """

    name: str
    function: str
    display: str
    shows: str
    maker: str = "from_evaluation"
    fixed: tuple[tuple[str, Any], ...] = ()

    @property
    def takes(self) -> tuple[str, ...]:
        """What may be asked of it beside the evaluation."""
        signature = inspect.signature(self._make).parameters
        return tuple(name for name in signature if name != "ev" and name not in dict(self.fixed))

    def make(self, ev: Evidence, asked: Mapping[str, Any]) -> Any:
        """The Display, of what was asked; what it does not take is left out."""
        options = {name: value for name, value in asked.items() if name in self.takes}
        if "model" in self.takes and "models" in asked:
            options["model"] = self._one_model(asked["models"])
        return self._make(ev, **options, **dict(self.fixed))

    def _one_model(self, models: Any) -> str:
        if len(models) > 1:
            raise SettingError(f"{self.name} draws one model; found {', '.join(map(repr, models))}.")
        return str(models[0])

    @property
    def _make(self) -> Any:
        display = getattr(import_module("baserate.figures"), self.display)
        return getattr(display, self.maker)


_ALL = (
    Figure(
        "decision-curve",
        "decision_curve",
        "DecisionCurveDisplay",
        "Net benefit against the threshold probability, beside treat all and treat none.",
    ),
    Figure(
        "net-benefit",
        "net_benefit_curve",
        "ValueDisplay",
        "Net benefit against prevalence, with each model recalibrated, and without a model.",
    ),
    Figure(
        "difference",
        "difference",
        "DifferenceDisplay",
        "One model minus another, or minus a default strategy, against prevalence.",
    ),
    Figure(
        "calibration",
        "calibration",
        "CalibrationDisplay",
        "Observed against predicted risk, and the distributions of risk by outcome.",
    ),
    Figure("roc", "roc_curve", "RocDisplay", "ROC curves with the AUC and the deployment's cut-offs."),
    Figure(
        "triptych",
        "triptych",
        "TriptychDisplay",
        "Calibration, losses and ROC curve side by side.",
    ),
    Figure(
        "murphy",
        "murphy",
        "MurphyDisplay",
        "Loss at every threshold probability; twice the area is the Brier score.",
    ),
    Figure(
        "brier-curve",
        "brier_curve",
        "BrierCurveDisplay",
        "Harm done at any balance of harms, deciding on the score; dashed, recalibrated.",
    ),
    Figure(
        "cost-curve",
        "cost_curve",
        "CostCurveDisplay",
        "Least harm that any threshold reaches, at any balance of harms.",
    ),
    Figure(
        "forest-models",
        "forest_of_models",
        "ForestDisplay",
        "Net benefit of each model, and its difference from deciding without one.",
    ),
    Figure(
        "forest-groups",
        "forest_of_groups",
        "ForestDisplay",
        "Net benefit of one model in each group, and its difference from the rest.",
        maker="of_groups",
    ),
    Figure(
        "decomposition",
        "decomposition",
        "DecompositionDisplay",
        "What each model gains by discrimination and loses by calibration.",
        fixed=(("by", "models"),),
    ),
    Figure(
        "decomposition-groups",
        "decomposition",
        "DecompositionDisplay",
        "Why one model does differently in groups: at equal prevalence, and label shift.",
        fixed=(("by", "groups"),),
    ),
    Figure(
        "winner-map",
        "winner_map",
        "WinnerMapDisplay",
        "Which model to use at each prevalence and cost, where that can be told.",
    ),
)
#: Every figure by name, in the order of the gallery.
FIGURES: dict[str, Figure] = {figure.name: figure for figure in _ALL}
