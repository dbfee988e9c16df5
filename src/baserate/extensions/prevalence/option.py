"""``evaluate --prevalence-from``: the deployment's prevalence, estimated from patients without outcomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from baserate.cli.options import ONCE, again, source_of
from baserate.registry import site_summaries

if TYPE_CHECKING:
    from baserate.evaluation.study import Study
    from baserate.extensions.prevalence.estimate import PrevalenceEstimate
    from baserate.patients.patients import Patients


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

    if model is not None and model not in study.scores:
        raise click.UsageError(f"--prevalence-model {model}: there are {', '.join(study.scores)}.")
    estimates = _estimates(study, labelled, source_of(unlabelled), table)
    chosen = model or most_certain(estimates)
    if "shift" not in study.options:
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


def _estimates(
    study: Study, labelled: Any, unlabelled: Any, table: str | None
) -> dict[str, PrevalenceEstimate]:
    """Each model's own estimate, under the shift that the study states or has fitted to its groups."""
    from baserate.deployment.shift import LABEL_SHIFT, Shift
    from baserate.extensions.prevalence.estimate import estimate_from
    from baserate.extensions.prevalence.unlabelled import read_unlabelled
    from baserate.patients.files import with_table
    from baserate.results.dial import shift_of
    from baserate.results.question import read_shifts

    options = study.options
    patients = _read(study, labelled, table)
    shifts, to_fit = read_shifts(patients.roles, options.get("shift", LABEL_SHIFT))
    shifts |= {model: Shift.of(shift_of(patients, model)) for model in to_fit}
    estimates = {}
    for model, column in study.scores.items():
        scores = read_unlabelled(
            with_table(unlabelled, table),
            column,
            options.get("weight"),
            missing=options.get("missing", "error"),
        )
        again(unlabelled)
        estimates[model] = estimate_from(
            patients, model, scores, shift=shifts[model], level=options.get("level", 0.95)
        )
    return estimates


def _read(study: Study, labelled: Any, table: str | None) -> Patients:
    """The labelled patients, who are read again for the evaluation."""
    from baserate.evaluation.study import roles_of
    from baserate.patients.named_table import in_table
    from baserate.patients.reading import read_patients

    summaries = site_summaries()
    if paths := summaries.summary_paths(labelled):
        return summaries.read_summaries(paths)
    options = study.options
    roles = roles_of(study.outcome, study.scores, options)
    asked: dict[str, Any] = {name: options[name] for name in ("positive", "missing") if name in options}
    patients = read_patients(in_table(labelled, table), roles, **asked)
    again(labelled)
    return patients
