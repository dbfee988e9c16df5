"""How common the disease is among patients whose outcome nobody knows: from their scores alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from baserate.deployment.deployment import Prevalence
from baserate.deployment.distributions import LogOddsUniform
from baserate.deployment.notation import short_percent
from baserate.deployment.shift import LABEL_SHIFT, Shift, ShiftLike
from baserate.errors import AssumptionWarning, BaserateWarning, SettingError, TooFewError, tell
from baserate.extensions.prevalence.mixture import Ends, Quantified, quantify
from baserate.extensions.prevalence.mixture_fit import MixtureFit, fit_mixture
from baserate.extensions.prevalence.quantifiers import quantify_by_moments
from baserate.extensions.prevalence.recalibration import LabelledScores, Recalibrate, Recalibration
from baserate.extensions.prevalence.unlabelled import UnlabelledScores, read_unlabelled
from baserate.inference.estimate import check_level
from baserate.patients.files import with_tables
from baserate.patients.patients import Patients
from baserate.patients.reading import read_patients
from baserate.patients.roles import Missing, Roles, require_columns
from baserate.registry import site_summaries

Method: TypeAlias = Literal["ml", "bbse", "bbse-hard", "rlls"]


@dataclass(frozen=True)
class PrevalenceEstimate:
    """A prevalence that was read off scores without outcomes, how sure it is, and what it rests on.

    ``low`` and ``high`` are the ends of the confidence interval of the prevalence in the population that
    the target's patients were drawn from; ``prediction`` are those for the share of these very patients
    who have the disease (Tasche, Machine Learning and Knowledge Extraction 2019;1:805,
    doi:10.3390/make1030047). Both carry the errors of the target, of the labelled source and, where it was
    fitted, of the share of label shift. ``fit`` says whether the scores fit the assumption, None where
    nothing could speak against it.
    """

    value: float
    low: float
    high: float
    level: float
    standard_error: float
    prediction: Ends
    method: Method
    shift: Shift
    fit: MixtureFit | None
    source_prevalence: float
    source_patients: int
    target_patients: int
    recalibration: Recalibration
    notes: tuple[str, ...] = ()

    def as_prevalence(self) -> Prevalence:
        """The confidence interval as the range of a deployment, uniform in log odds.

        An end at 0 or 1 is taken as half a patient of the target away from it.
        """
        edge = 0.5 / (self.target_patients + 1.0)
        low, high = (min(max(end, edge), 1.0 - edge) for end in (self.low, self.high))
        return Prevalence.of((low, high)) if low == high else Prevalence(LogOddsUniform(low, high))

    @property
    def interval(self) -> Ends:
        """The confidence interval."""
        return self.low, self.high

    def summary(self) -> str:
        """What was found, in words, and what it rests on; what speaks against that comes first."""
        fit = [] if self.fit is None else [self.fit.words]
        objection = fit if self.fit is not None and self.fit.objects else []
        return " ".join(
            [*objection, self._found(), self._rests_on(), *(() if objection else fit), *self.notes]
        )

    def _found(self) -> str:
        level = f"{100.0 * self.level:.4g} %"
        low, high, least, most = map(short_percent, (self.low, self.high, *self.prediction))
        return (
            f"Estimated prevalence: {short_percent(self.value)} ({level} CI {low} to {high}), from "
            f"{self.target_patients:,} scores without outcome; among the {self.source_patients:,} patients "
            f"with one it is {short_percent(self.source_prevalence)}. Of these very {self.target_patients:,} "
            f"patients, {least} to {most} have the disease ({level} prediction interval)."
        )

    def _rests_on(self) -> str:
        """What nobody can see in the scores."""
        if self.recalibration.fitted:
            return self._assumes
        return f"{self._assumes} The scores were not recalibrated: it rests on their own calibration, too."

    @property
    def _assumes(self) -> str:
        gamma = self.shift.gamma
        if self.shift.is_label_shift:
            return "It rests on label shift: cases, and non-cases, score as they do in the labelled patients."
        if gamma == 0.0 and self.shift.standard_error == 0.0:
            return (
                "It rests on covariate shift: a score means the same risk as in the labelled patients. "
                "Scores without outcomes cannot test that."
            )
        return (
            f"It rests on a share of label shift of {self.shift}: scores already carry the rest of the "
            "difference in prevalence. Scores without outcomes cannot test that."
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain data; a standard error that is not finite is None."""
        return {
            "prevalence": self.value,
            "interval": {"low": self.low, "high": self.high, "level": self.level},
            "prediction_interval": dict(zip(("low", "high"), self.prediction, strict=True)),
            "standard_error": self.standard_error if math.isfinite(self.standard_error) else None,
            "method": self.method,
            "shift": self.shift.stated,
            "source": {"patients": self.source_patients, "prevalence": self.source_prevalence},
            "target": {"patients": self.target_patients},
            "fit": None if self.fit is None else self.fit.to_dict(),
            "notes": list(self.notes),
            "words": self.summary(),
        }

    def __str__(self) -> str:
        return self.summary()


def estimate_prevalence(
    y_source: object,
    p_source: object,
    p_target: object = None,
    *,
    method: Method = "ml",
    shift: ShiftLike = 1,
    source: object = None,
    target: object = None,
    source_weight: object = None,
    target_weight: object = None,
    positive: object = None,
    missing: Missing = "error",
    recalibrate: Recalibrate = "spline",
    level: float = 0.95,
    table: str | None = None,
) -> PrevalenceEstimate:
    """The prevalence among patients without outcomes, from a model's scores and labelled patients elsewhere.

    The scores are recalibrated on the labelled source, and the prevalence of the target is where the mean
    of the recalibrated scores, adjusted to it, is the prevalence itself; under label shift this is
    maximum likelihood (:mod:`baserate.extensions.prevalence.mixture`). Scores of exactly 0 and 1 are legal:
    they are taken as a unit of log odds beyond all others, and recalibrated with them.

    Parameters
    ----------
    y_source, p_source
        Outcomes and scores of the labelled patients; names of columns where ``source`` is given.
    p_target
        Scores of the patients without outcomes; the name of a column where ``target`` is given, the same
        as that of the source unless stated.
    method
        "ml", maximum likelihood; "bbse" and "bbse-hard", from the mean of the scores or of decisions; or
        "rlls", regularised (:mod:`baserate.extensions.prevalence.quantifiers`).
    shift
        How much of the difference in prevalence is label shift, as for :class:`baserate.Deployment`: 1,
        all of it; 0, covariate shift; a number between; or what :func:`baserate.shift` returned, whose
        error is carried. All but "ml" rest on label shift.
    source, target
        Tables that the names are columns of: anything that :func:`baserate.evaluate` reads, and site
        summaries. Of an engine only counts come back.
    source_weight, target_weight
        Weights, or the names of columns of weights.
    positive, missing
        As for :func:`baserate.evaluate`.
    recalibrate
        "spline", a smooth curve through the log odds; "line", intercept and slope; or "none", where the
        scores are calibrated to the source's prevalence as they are.
    level
        The confidence level of both intervals.
    table
        The sheet or the table, as for :func:`baserate.evaluate`: of each of the two that is a workbook or a
        database.

    >>> from baserate.datasets import icu_cohort
    >>> stays = icu_cohort()
    >>> here, there = stays[:10_000], stays[10_000:]
    >>> there = there.filter((there["died"] == 0) | (there["patient"] % 4 == 0))  # few of those who died
    >>> found = estimate_prevalence("died", "network", source=here, target=there)
    >>> print(f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f}), in truth {there['died'].mean():.3f}")
    0.025 (0.014 to 0.038), in truth 0.026
    """
    check_level(level)
    stated = Shift.of(shift)
    check_method(method, stated)
    source, target = with_tables([source, target], table)
    patients, model = source_patients(y_source, p_source, source, source_weight, positive, missing)
    p_target = model if p_target is None and target is not None else p_target
    scores = target_scores(p_target, target, target_weight, missing)
    estimate = estimate_from(
        patients, model, scores, method=method, shift=stated, recalibrate=recalibrate, level=level
    )
    cautions: list[BaserateWarning] = [*patients.cohort(model)[0].cautions]
    if estimate.fit is not None and estimate.fit.objects:
        advice = "Where labelled groups differ in prevalence, baserate.shift tells which shift= to state."
        cautions.append(AssumptionWarning(estimate.fit.words, advice=advice))
    tell(cautions)
    return estimate


def check_method(method: object, shift: Shift) -> None:
    """Refuse a method that there is not, or that rests on another shift."""
    if not isinstance(method, str) or method not in get_args(Method):
        known = ", ".join(map(repr, get_args(Method)))
        raise SettingError(f"method must be one of {known}; found {method!r}.")
    if method != "ml" and not shift.is_label_shift:
        raise SettingError(f"method {method!r} rests on label shift; with shift {shift} use method 'ml'.")


def estimate_from(
    patients: Patients,
    model: str,
    target: UnlabelledScores,
    *,
    method: Method = "ml",
    shift: Shift = LABEL_SHIFT,
    recalibrate: Recalibrate = "spline",
    level: float = 0.95,
) -> PrevalenceEstimate:
    """The same from labelled patients and scores that have been read and checked."""
    source = LabelledScores.of(*patients.cohort(model))
    recalibration = Recalibration.fit(source, recalibrate)
    if method == "ml":
        found = quantify(source, recalibration, target, shift, level)
    else:
        found = quantify_by_moments(source, recalibration, target, method, level)
    return PrevalenceEstimate(
        found.value,
        *found.interval,
        level,
        found.standard_error,
        found.prediction,
        method,
        shift,
        fit_mixture(source, target, found.value) if shift.is_label_shift else None,
        source.prevalence,
        patients.counts()[0],
        target.patients,
        recalibration,
        _notes(found, target, patients.dropped_rows),
    )


def source_patients(
    y_source: object,
    p_source: object,
    source: object,
    weight: object,
    positive: object,
    missing: Missing,
) -> tuple[Patients, str]:
    """The labelled patients, and what their model is called."""
    if source is None:
        columns = {"y_source": y_source, "p_source": p_source, "source_weight": weight}
        weight = None if weight is None else "source_weight"
        source, y_source, p_source = columns, "y_source", "p_source"
    summaries = site_summaries()
    if paths := summaries.summary_paths(source):
        patients = summaries.read_summaries(paths)
        if weight is not None or positive is not None:
            raise SettingError("a site summary has the weights and outcomes that it was made with.")
        require_columns([str(p_source)], patients.models, "the site summary")
        return patients, str(p_source)
    if not isinstance(p_source, str):
        raise SettingError(f"with source=, p_source is the name of a column; found {p_source!r}.")
    roles = Roles.of(y_source, p_source, weight=weight)  # type: ignore[arg-type]  # it checks them
    return read_patients(source, roles, positive=positive, missing=missing), p_source


def target_scores(p_target: object, target: object, weight: object, missing: Missing) -> UnlabelledScores:
    """The scores of the patients without outcomes, at least two of them."""
    if target is None:
        if p_target is None:
            raise SettingError("p_target is missing: the scores of the patients without outcomes.")
        target, p_target = {"p_target": p_target, "target_weight": weight}, "p_target"
        weight = None if weight is None else "target_weight"
    scores = read_unlabelled(target, p_target, weight, missing=missing)  # type: ignore[arg-type]
    if scores.patients < 2:
        raise TooFewError("an interval needs scores of at least two patients without outcome; found one.")
    return scores


def _notes(found: Quantified, target: UnlabelledScores, dropped: int) -> tuple[str, ...]:
    """What a reader must know besides."""
    notes = []
    if found.interval == (0.0, 1.0):
        notes.append(
            "These scores say nothing about the prevalence: cases and non-cases score too much alike."
        )
    elif found.value in (0.0, 1.0):
        whom = "a non-case" if found.value == 0.0 else "a case"
        notes.append(
            "The estimate lies at the end of what is possible: the scores look more like those of "
            f"{whom} than any mixture does. The interval ends there."
        )
    for where, count in (("with an outcome", dropped), ("without outcome", target.dropped)):
        if count:
            notes.append(f"{count:,} patients {where} were left out because a value was missing.")
    return tuple(notes)


def most_certain(estimates: Mapping[str, PrevalenceEstimate]) -> str:
    """The model with the narrowest interval."""
    return min(estimates, key=lambda model: estimates[model].high - estimates[model].low)


def say_estimates(estimates: Mapping[str, PrevalenceEstimate], chosen: str) -> str:
    """What the chosen model says, and beside it what the others say."""
    parts = [f"By {chosen}: {estimates[chosen].summary()}"]
    for model, estimate in estimates.items():
        if model != chosen:
            value, low, high = map(short_percent, (estimate.value, estimate.low, estimate.high))
            doubt = "; its scores do not fit label shift" if estimate.fit and estimate.fit.objects else ""
            parts.append(f"By {model}, which is not used: {value} ({low} to {high}){doubt}.")
    return " ".join(parts)
