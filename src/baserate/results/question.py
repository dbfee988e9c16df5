"""What was asked: columns, deployment, and how to go about it; all that running it again needs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, TypedDict, Unpack

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
from baserate.patients.groupings import stated
from baserate.patients.roles import Missing, Roles
from baserate.results.names import Names
from baserate.scores.metrics import source_by_model

__all__ = ["Question", "read_shifts"]

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
    def of(
        cls,
        roles: Roles,
        prevalence: PrevalenceLike | None,
        cost: CostLike,
        *,
        source_prevalence: Value | Mapping[str, Value] | None = None,
        shift: ShiftLike | Mapping[str, ShiftLike] = LABEL_SHIFT,
        level: float = 0.95,
        seed: object = 0,
        positive: object = None,
        missing: Missing = "error",
        reference: object = None,
        margin: object = None,
        outcome_name: object = None,
        action_name: object = None,
        title: object = None,
        estimator: Estimator = "ipcw",
        table: str | None = None,
    ) -> Question:
        """From the arguments of :func:`baserate.evaluate`, which are all checked here."""
        for name in DEFAULT_STRATEGIES:
            if name in roles.scores:
                raise SettingError(f"a model cannot be called {name!r}: that is a default strategy.")
        stated = source_by_model(roles.scores, source_prevalence)
        shifts, to_fit = read_shifts(roles, shift)
        question = cls(
            roles,
            Deployment.of(prevalence, cost),
            {name: source_reading_of(value) for name, value in stated.items()},
            dict.fromkeys(roles.scores, LABEL_SHIFT),
            float(check_level(level)),
            check_seed(seed),
            positive,
            missing,
            None if reference is None else str(reference),
            None if margin is None else check_margin(margin),
            Names.of(outcome_name, action_name, title),
            to_fit,
            check_estimator(estimator, roles),
            table,
        )
        return question.with_shifts(shifts)

    def at(self, **changes: Unpack[Changes]) -> Question:
        """The same columns asked otherwise."""
        if unknown := sorted(set(changes) - set(Changes.__annotations__)):
            raise SettingError(
                f"{', '.join(unknown)} cannot be asked otherwise of the same patients.",
                advice=f"There are {', '.join(Changes.__annotations__)}; for others call baserate.evaluate.",
            )
        asked: dict[str, Any] = {
            "prevalence": self.deployment.prevalence,
            "cost": self.deployment.cost,
            "source_prevalence": self.sources,
            "shift": {**self.shifts, **dict.fromkeys(self.to_fit, FITTED)},
            "level": self.level,
            "seed": self.seed,
            "reference": self.reference,
            "margin": self.margin,
            **self.names.stated,
            "positive": self.positive,
            "missing": self.missing,
            "estimator": self.estimator,
            "table": self.table,
        }
        return Question.of(self.roles, **{**asked, **changes})

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
        """What was asked, as :func:`baserate.evaluate` can be asked again."""
        roles, where = self.roles, self.deployment
        return {
            **self._stated_outcome(),
            "scores": dict(roles.scores),
            "by": stated(roles.by),
            "cluster": roles.cluster,
            "weight": roles.weight,
            "prevalence": None if where.prevalence is None else where.prevalence.stated,
            "cost": where.cost.stated,
            "source_prevalence": self._stated_sources(),
            "shift": self._stated_shifts(),
            "level": self.level,
            "seed": self.seed,
            "positive": None if self.positive is None else str(self.positive),
            "missing": self.missing,
            "reference": self.reference,
            "margin": self.margin,
            **self.names.stated,
            **({} if self.table is None else {"table": self.table}),
        }

    def _stated_outcome(self) -> dict[str, Any]:
        followed = self.roles.follow_up
        if followed is None:
            return {"outcome": self.roles.outcome}
        censored = followed.censored
        return {
            "outcome": None,
            "time": followed.time,
            "event": self.roles.outcome,
            "horizon": followed.horizon,
            "censoring": list(followed.censoring) or None,
            "censored": censored if isinstance(censored, (int, float)) or censored is None else str(censored),
            "estimator": self.estimator,
        }

    def own_thresholds(self, model: str) -> bool:
        """Whether the cut-off on the raw score differs between groups.

        It is where ``logit s = logit c - logit pi + logit pi0``. It is the same for all groups where
        neither the deployment's prevalence ``pi`` nor the source prevalence ``pi0`` is a group's own, and
        where both are, because they cancel: then it is the threshold probability ``c`` itself.
        """
        return (self.deployment.prevalence is None) != (self.sources[model] is None)

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


# How a shift that was fitted names itself as plain data; and what asks for it to be fitted.
_GAMMA = {"gamma"}
FITTED = "fitted"


def read_shifts(
    roles: Roles, shift: ShiftLike | Mapping[str, ShiftLike]
) -> tuple[dict[str, Shift], tuple[str, ...]]:
    """The shifts of models that are known, and the names of those whose shift is to be fitted."""
    asked = _shift_by_model(roles.scores, shift)
    to_fit = tuple(name for name, value in asked.items() if isinstance(value, str) and value == FITTED)
    if to_fit and roles.by is None:
        raise SettingError(
            "shift 'fitted': it is fitted to groups that differ in prevalence; name their column with by= "
            "(--by)."
        )
    return {name: Shift.of(value) for name, value in asked.items() if name not in to_fit}, to_fit


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
            f"shift names {', '.join(map(repr, unknown))}, which is not among the models: "
            f"{', '.join(map(repr, models))}."
        )
    return {name: shift.get(name, LABEL_SHIFT) for name in models}


def check_estimator(estimator: object, roles: Roles) -> Estimator:
    """How outcomes that are not known are made up for."""
    if estimator == "kaplan-meier" and roles.follow_up is None:
        raise SettingError("estimator 'kaplan-meier' is for follow-up: give time=, event= and horizon=.")
    if estimator == "ipcw" or estimator == "kaplan-meier":
        return estimator
    raise SettingError(f"estimator must be 'ipcw' or 'kaplan-meier'; found {estimator!r}.")


def check_margin(margin: object) -> float:
    """The smallest difference that matters, in net benefit per 1,000 patients."""
    if not 0.0 < as_float(margin) < math.inf:
        raise SettingError(
            "a margin is the smallest difference that matters, per 1,000 patients, a number above zero; "
            f"found {margin!r}."
        )
    return as_float(margin)
