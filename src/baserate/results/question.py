"""What was asked: columns, deployment, and how to go about it; all that running it again needs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, TypedDict, TypeVar, Unpack

from baserate.deployment.deployment import (
    CostLike,
    Deployment,
    PrevalenceLike,
    Value,
    source_reading_of,
)
from baserate.deployment.distribution import as_float
from baserate.deployment.shift import LABEL_SHIFT, Shift, ShiftLike
from baserate.errors import SettingError
from baserate.inference.draws import check_seed
from baserate.inference.estimate import check_level
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.options import FOLLOW_UP, OPTIONS
from baserate.patients.named_table import check_table
from baserate.patients.outcome import check_positive
from baserate.patients.roles import Missing, Roles, check_missing
from baserate.results.names import Names
from baserate.scores.metrics import source_by_model

__all__ = ["Question"]

T = TypeVar("T")
Estimator: TypeAlias = Literal["ipcw", "kaplan-meier"]


class Changes(TypedDict, total=False):
    """What may be asked otherwise of the same patients, as of :func:`baserate.evaluate`."""

    prevalence: PrevalenceLike | None
    cost: CostLike
    reference: str | None
    source_prevalence: Value | Mapping[str, Value] | None
    shift: ShiftLike | Mapping[str, ShiftLike]
    margin: float | None
    level: float
    seed: int
    outcome_name: str | None
    action_name: str | None
    title: str | None


@dataclass(frozen=True)
class Question:
    """Everything that was asked, as plain values that do not change when the caller's do.

    ``sources`` say to which prevalence the scores of each model are calibrated: None to the one observed
    in the patients they are judged on, a group or everyone; ``"all"`` to the one observed in all
    patients, also in a group; or a number that is stated. ``shifts`` say how much of the way from the
    observed prevalence to the deployment's is label shift for the scores of each model, and ``to_fit``
    for which models that is still to be fitted to groups. ``deployment`` has the shift that all models
    share, or else label shift: :meth:`deployment_of` is that of one model. ``margin`` is the smallest
    difference that matters, in net benefit per 1,000 patients. ``names`` are the words for outcome,
    action and study; ``table`` is the sheet or the table of the data, if one was named.
    """

    roles: Roles
    deployment: Deployment
    sources: Mapping[str, float | str | None]
    shifts: Mapping[str, Shift]
    level: float = 0.95
    seed: int = 0
    positive: object = None
    missing: Missing = "error"
    reference: str | None = None
    margin: float | None = None
    names: Names = field(default_factory=Names)
    to_fit: tuple[str, ...] = ()
    estimator: Estimator = "ipcw"
    table: str | None = None

    @classmethod
    def of(cls, columns: Roles | None = None, /, **options: Any) -> Question:
        """From the options of :func:`baserate.evaluate`, all parsed and checked here, before data are read.

        ``columns`` are those that are known already, as from a site summary, in place of their options.
        """
        asked = {name: option.default for name, option in OPTIONS.items()} | options
        roles = Roles.of(**{name: asked[name] for name in _OF_ROLES}) if columns is None else columns
        for name in DEFAULT_STRATEGIES:
            if name in roles.scores:
                raise SettingError(
                    f"\0scores=\0: a model cannot be called {name!r}, which is a default strategy."
                )
        sources = source_by_model(roles.scores, asked["source_prevalence"])
        shifts, to_fit = _read_shifts(roles, asked["shift"])
        check_table(asked["table"])
        check_positive(asked["positive"])
        check_missing(asked["missing"])
        question = cls(
            roles,
            Deployment.of(asked["prevalence"], asked["cost"]),
            _by_model("source_prevalence", sources, asked["source_prevalence"], source_reading_of),
            dict.fromkeys(roles.scores, LABEL_SHIFT),
            float(check_level(asked["level"])),
            check_seed(asked["seed"]),
            asked["positive"],
            asked["missing"],
            None if asked["reference"] is None else str(asked["reference"]),
            None if asked["margin"] is None else _check_margin(asked["margin"]),
            Names.of(asked["outcome_name"], asked["action_name"], asked["title"]),
            to_fit,
            _check_estimator(asked["estimator"], roles),
            asked["table"],
        )
        return question.with_shifts(shifts)

    def at(self, **changes: Unpack[Changes]) -> Question:
        """The same columns asked otherwise."""
        if unknown := sorted(set(changes) - set(Changes.__annotations__)):
            raise SettingError(
                f"{', '.join(unknown)} cannot be asked otherwise of the same patients.",
                advice=f"There are {', '.join(Changes.__annotations__)}; for others call baserate.evaluate.",
            )
        return Question.of(self.roles, **{**self._options, **changes})

    def of_columns(self, columns: Roles) -> Question:
        """The same asked of patients who know their columns, as those of site summaries do."""
        return Question.of(columns, **{**self._options, "table": None})

    @property
    def _options(self) -> dict[str, Any]:
        """All that was asked but the columns, as it can be asked again."""
        return {
            "table": self.table,
            "estimator": self.estimator,
            "prevalence": self.deployment.prevalence,
            "cost": self.deployment.cost,
            "positive": self.positive,
            "missing": self.missing,
            "reference": self.reference,
            "source_prevalence": self.sources,
            "shift": {**self.shifts, **dict.fromkeys(self.to_fit, FITTED)},
            "margin": self.margin,
            "level": self.level,
            "seed": self.seed,
            **self.names.stated,
        }

    def with_shifts(self, shifts: Mapping[str, Shift]) -> Question:
        """The same with other shifts for some models, which then need no more be fitted."""
        every = {**self.shifts, **shifts}
        shared = set(every.values())
        common = shared.pop() if len(shared) == 1 else LABEL_SHIFT
        left = tuple(name for name in self.to_fit if name not in shifts)
        return replace(self, shifts=every, deployment=replace(self.deployment, shift=common), to_fit=left)

    def deployment_of(self, model: str, at: Deployment | None = None) -> Deployment:
        """The deployment, or another, with the shift of a model's scores.

        At the observed prevalence nothing is shifted, whatever the shift would be elsewhere.
        """
        where = self.deployment if at is None else at
        return replace(where, shift=LABEL_SHIFT if where.prevalence is None else self.shifts[model])

    @property
    def is_label_shift(self) -> bool:
        """Whether all models are judged as under label shift: by it, or at the observed prevalence."""
        return all(self.deployment_of(model).is_label_shift for model in self.shifts)

    def to_dict(self) -> dict[str, Any]:
        """Every option as plain data, as :func:`baserate.evaluate` can be asked again; None if not asked."""
        where = self.deployment
        stated = {
            **self.roles.stated,
            **self._options,
            "prevalence": None if where.prevalence is None else where.prevalence.stated,
            "cost": where.cost.stated,
            "source_prevalence": self._stated_sources(),
            "shift": self._stated_shifts(),
            "positive": None if self.positive is None else str(self.positive),
        }
        return {name: stated[name] for name in OPTIONS}

    def _stated_sources(self) -> float | str | dict[str, float | str] | None:
        stated = {name: value for name, value in self.sources.items() if value is not None}
        values = set(stated.values())
        if len(stated) == len(self.sources) and len(values) == 1:
            return values.pop()
        return stated or None

    def _stated_shifts(self) -> Any:
        """One for all models where they share it, else by model."""
        stated = {name: shift.stated for name, shift in self.shifts.items()}
        shared = set(self.shifts.values())
        return shared.pop().stated if len(shared) == 1 and not _GAMMA & set(stated) else stated


# What is said of columns.
_OF_ROLES = ("outcome", "scores", "by", "cluster", "weight", *FOLLOW_UP)
# How a shift that was fitted names itself as plain data; and what asks for it to be fitted.
_GAMMA = {"gamma"}
FITTED = "fitted"


def _read_shifts(
    roles: Roles, shift: ShiftLike | Mapping[str, ShiftLike]
) -> tuple[dict[str, Shift], tuple[str, ...]]:
    """The shifts of models that are known, and the names of those whose shift is to be fitted."""
    asked = _shift_by_model(roles.scores, shift)
    to_fit = tuple(name for name, value in asked.items() if isinstance(value, str) and value == FITTED)
    if to_fit and roles.by is None:
        raise SettingError(
            "\0shift='fitted'\0: it is fitted to groups that differ in prevalence; name their column with "
            "\0by=\0."
        )
    stated = {name: value for name, value in asked.items() if name not in to_fit}
    return _by_model("shift", stated, shift, Shift.of), to_fit


def _by_model(
    option: str, values: Mapping[str, Any], asked: object, read: Callable[[Any], T]
) -> dict[str, T]:
    """What is asked of each model; an error names the model where each has its own."""
    found: dict[str, T] = {}
    for model, value in values.items():
        try:
            found[model] = read(value)
        except SettingError as error:
            raise error.of_option(option, value if asked is value else {model: value}) from None
    return found


def _shift_by_model(
    models: Mapping[str, str], shift: ShiftLike | Mapping[str, ShiftLike]
) -> dict[str, ShiftLike]:
    """The shift of each model, as it was given: one for all, or a mapping from the names of some.

    A dictionary that names no model, but ``gamma``, is one shift with its error.
    """
    if not isinstance(shift, Mapping) or (set(shift) >= _GAMMA and not set(shift) & set(models)):
        return dict.fromkeys(models, shift)
    unknown = sorted(set(map(str, shift)) - set(models))
    if unknown:
        raise SettingError(
            f"\0shift=\0 names {', '.join(map(repr, unknown))}, which is not among the models: "
            f"{', '.join(map(repr, models))}."
        )
    return {name: shift.get(name, LABEL_SHIFT) for name in models}


def _check_estimator(estimator: object, roles: Roles) -> Estimator:
    """How outcomes that are not known are made up for."""
    if estimator == "kaplan-meier" and roles.follow_up is None:
        raise SettingError(
            "\0estimator='kaplan-meier'\0 is for follow-up: give \0time=\0, \0event=\0 and \0horizon=\0."
        )
    if estimator == "ipcw" or estimator == "kaplan-meier":
        return estimator
    raise SettingError(f"\0estimator=\0 must be 'ipcw' or 'kaplan-meier'; found {estimator!r}.")


def _check_margin(margin: object) -> float:
    """The smallest difference that matters, in net benefit per 1,000 patients."""
    if not 0.0 < as_float(margin) < math.inf:
        raise SettingError(
            "\0margin=\0 is the smallest difference that matters, per 1,000 patients, a number above zero; "
            f"found {margin!r}."
        )
    return as_float(margin)
