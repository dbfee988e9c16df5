"""evaluate(): several models, one deployment, groups and clusters; one frozen result.

What people see (tables, JSON, the command line, the page) reads the result and computes nothing.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from baserate.data.patients import Patients
from baserate.data.reading import read_patients
from baserate.data.roles import Missing, Roles
from baserate.data.summaries import read_summaries
from baserate.deployment.deployment import CostLike, Deployment, PrevalenceLike, Value, source_prevalence_of
from baserate.errors import SettingError
from baserate.evaluation.as_json import as_dict, as_frame, printed
from baserate.evaluation.evidence import Evidence, evidence_parts
from baserate.evaluation.question import Question
from baserate.evaluation.verdict import Verdict, lead_differences, verdict_of
from baserate.inference.estimate import check_level

if TYPE_CHECKING:
    import polars as pl

# Fewer patients than this share no cell of their own in the page, unless another number is chosen.
SMALLEST_CELL = 5


@dataclass(frozen=True, eq=False)
class Evaluation(Evidence):
    """Which model to use, how sure, and why. See :func:`evaluate`."""

    @cached_property
    def verdict(self) -> Verdict:
        """Which model wins, by how much, how sure, and where the order flips; in words."""
        return verdict_of(self)

    def summary(self) -> str:
        """The result as plain text."""
        from baserate.report.text import as_text

        return as_text(self, self.verdict)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, as :func:`baserate.evaluation.as_json.schema` describes it."""
        return as_dict(self, self.verdict)

    def to_frame(self) -> pl.DataFrame:
        """One line for each number: group, model, measure, value, standard error, interval."""
        return as_frame(self)

    def to_html(
        self, path: str | Path, *, smallest_cell: int = SMALLEST_CELL, title: str | None = None
    ) -> None:
        """Write the page: one file that opens offline, holds no patient rows and answers other questions.

        Scores are binned for it, and cells of fewer than ``smallest_cell`` patients are merged with
        their neighbours.
        """
        from baserate.report.atomic_write import check_target, write_whole

        check_target(str(path))
        write_whole(str(path), self.page(smallest_cell=smallest_cell, title=title))

    def page(
        self,
        *,
        smallest_cell: int = SMALLEST_CELL,
        title: str | None = None,
        result: Mapping[str, Any] | None = None,
        settings: Mapping[str, Deployment] | None = None,
    ) -> str:
        """The page as text.

        ``result`` is :meth:`to_dict` with what was added to it; ``settings`` are deployments by name
        that the page offers beside its own.
        """
        from baserate.report.page.builder import page_html
        from baserate.report.page.payload import payload

        if isinstance(smallest_cell, bool) or not isinstance(smallest_cell, int) or smallest_cell < 1:
            raise SettingError(f"smallest_cell is a number of patients, at least 1; found {smallest_cell!r}.")
        shown = f"{', '.join(self.models)}: which model to use" if title is None else title
        content = dict(self.to_dict() if result is None else result)
        return page_html(payload(self, content, smallest_cell, shown, settings or {}), shown)

    def __str__(self) -> str:
        return self.summary()


def evaluate(
    data: object,
    outcome: str,
    scores: str | Sequence[str] | Mapping[str, str],
    *,
    prevalence: PrevalenceLike | None = None,
    cost: CostLike,
    by: str | None = None,
    cluster: str | None = None,
    weight: str | None = None,
    source_prevalence: Value | Mapping[str, Value] | None = None,
    level: float = 0.95,
    positive: object = None,
    missing: Missing = "error",
    reference: str | None = None,
    seed: int = 0,
) -> Evaluation:
    """Judge several models on the same patients, at one deployment.

    Parameters
    ----------
    data
        A data frame (pandas, Polars, PyArrow), a mapping from names to arrays, or the path of a
        CSV or Parquet file.
    outcome, scores
        The column of outcomes, and the columns of predicted probabilities: one name, several, or a
        mapping from the names of models to columns.
    prevalence, cost
        Where the model will be used, as for :func:`baserate.net_benefit`.
    by, cluster, weight
        Columns of groups, of what belongs together (a patient with several stays, a hospital), and
        of weights.
    source_prevalence
        The prevalence for which the scores were made, if it is not the patients' own: one for all
        models, or a mapping from the names of some.
    level
        Of the intervals.
    positive
        The outcome's value that means disease, if it is not 1 or True.
    missing
        "error", or "drop" to leave out, for every model, patients with a missing value.
    reference
        The group that the others are compared with; None compares each with all others.
    seed
        Of the simulated corrections.

    >>> from baserate.datasets import icu_cohort
    >>> asked = {"prevalence": (0.01, 0.10), "cost": "1:30", "source_prevalence": {"network": 0.5}}
    >>> ev = evaluate(icu_cohort(), "died", ["severity", "network"], **asked)
    >>> print(1000 * ev.compare("network", "severity"))
    1.976 (95 % interval 1.616 to 2.336)
    """
    roles = Roles.of(outcome, scores, by, cluster, weight)
    question = Question(
        roles,
        Deployment.of(prevalence, cost),
        _sources(source_prevalence),
        float(check_level(level)),
        _seed(seed),
        positive,
        missing,
        None if reference is None else str(reference),
    )
    return evaluation_of(question, read_patients(data, roles, positive=positive, missing=missing))


def evaluate_summaries(paths: Sequence[str], **asked: Any) -> Evaluation:
    """Evaluate site summaries that ``baserate reduce`` made, combined; arguments as for :func:`evaluate`."""
    patients = read_summaries(paths)
    asked = {"level": 0.95, "seed": 0, "prevalence": None, **asked}
    reference = asked.get("reference")
    question = Question(
        patients.roles,
        Deployment.of(asked["prevalence"], asked["cost"]),
        _sources(asked.get("source_prevalence")),
        float(check_level(asked["level"])),
        _seed(asked["seed"]),
        reference=None if reference is None else str(reference),
    )
    return evaluation_of(question, patients)


def _seed(seed: object) -> int:
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise SettingError(f"a seed is a whole number, at least 0; found {seed!r}.")
    return int(seed)


def _sources(stated: Value | Mapping[str, Value] | None) -> float | dict[str, float] | None:
    """Stated prevalences as plain numbers, which do not change when the caller's mapping does."""
    if isinstance(stated, Mapping):
        return {name: source_prevalence_of(value) for name, value in stated.items()}
    return None if stated is None else source_prevalence_of(stated)


def evaluation_of(question: Question, patients: Patients) -> Evaluation:
    """The evaluation of patients who have been read and checked."""
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    ev = Evaluation(question, patients, *evidence_parts(question, patients), now)
    patients.prefetch_clusters(lambda: (*printed(ev), *lead_differences(ev)))
    return ev
