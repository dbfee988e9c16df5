"""``evaluate --prevalence-from``: the deployment's prevalence, estimated from patients without outcomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from baserate.cli.options import ONCE, again, source_of
from baserate.registry import site_summaries

if TYPE_CHECKING:
    from baserate.evaluation.study import Study
    from baserate.extensions.prevalence.estimate import PrevalenceEstimate
    from baserate.patients.patients import Patients
    from baserate.results.question import Question


def prevalence_from(command: Callable[..., None]) -> Callable[..., None]:
    """The option, and whose scores are used, for a command."""
    model = click.option(
        "--prevalence-model", **ONCE, help="Whose scores it is estimated from; else the narrowest interval's."
    )
    file = click.option(
        "--prevalence-from",
        **ONCE,
        help="A file of patients without outcomes where it is used: the range is estimated from their "
        "scores.",
    )
    return file(model(command))


def estimated_range(
    study: Study, labelled: Any, unlabelled: str, model: str | None, table: str | None
) -> tuple[str, str]:
    """The range that one model's estimate gives, as an option would state it, and what all models say.

    A deployment has one range for all models: that of the model that is named, or of the one with the
    narrowest interval. ``table`` is that of the labelled patients, and of the others if they are in a file
    that has tables.
    """
    from baserate.extensions.prevalence.estimate import most_certain, say_estimates

    models = study.question.roles.scores
    if model is not None and model not in models:
        raise click.UsageError(f"--prevalence-model {model}: there are {', '.join(models)}.")
    question = replace(study.question, table=table)
    with study.written.telling():
        estimates = _estimates(question, labelled, source_of(unlabelled))
    chosen = model or most_certain(estimates)
    if "shift" not in study.said:
        _check_fit(estimates[chosen], chosen)
    low, high = estimates[chosen].as_prevalence().distribution.ends
    return f"{low!r}..{high!r}", f"Prevalence estimated from {unlabelled}. {say_estimates(estimates, chosen)}"


def _check_fit(estimate: PrevalenceEstimate, model: str) -> None:
    """Refuse a range that rests on label shift by default where the scores contradict that."""
    from baserate.errors import ShiftError

    if estimate.fit is not None and estimate.fit.is_sure:
        raise ShiftError(
            f"no prevalence can be estimated this way: {estimate.fit.words}",
            model=model,
            advice="State --prevalence; or how much of the difference is label shift, by --shift: 0 to 1, or "
            "fitted, with --by (baserate shift tells which). With --shift 1 it is estimated all the same.",
        )


def _estimates(question: Question, labelled: Any, unlabelled: Any) -> dict[str, PrevalenceEstimate]:
    """Each model's own estimate, under the shift that the study states or has fitted to its groups."""
    from baserate.deployment.shift import Shift
    from baserate.extensions.prevalence.estimate import estimate_from
    from baserate.extensions.prevalence.unlabelled import read_unlabelled
    from baserate.patients.files import with_table
    from baserate.results.dial import shift_of

    patients, roles = _read(question, labelled), question.roles
    shifts = dict(question.shifts)
    shifts |= {model: Shift.of(shift_of(patients, model)) for model in question.to_fit}
    estimates = {}
    for model, column in roles.scores.items():
        scores = read_unlabelled(
            with_table(unlabelled, question.table), column, roles.weight, missing=question.missing
        )
        again(unlabelled)
        estimates[model] = estimate_from(patients, model, scores, shift=shifts[model], level=question.level)
    return estimates


def _read(question: Question, labelled: Any) -> Patients:
    """The labelled patients, who are read again for the evaluation."""
    from baserate.evaluation.evaluate import patients_for

    summaries = site_summaries()
    if paths := summaries.summary_paths(labelled):
        return summaries.read_summaries(paths)
    patients = patients_for(question, labelled)
    again(labelled)
    return patients
