"""evaluate(): several models, one deployment, groups and clusters; one frozen result.

What people see (tables, JSON, the command line, the page) reads the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from baserate.deployment.deployment import CostLike, PrevalenceLike, Value
from baserate.deployment.shift import LABEL_SHIFT, ShiftLike
from baserate.errors import tell
from baserate.evaluation.evaluation import Evaluation, evaluation_of
from baserate.options import OPTIONS
from baserate.patients.named_table import in_table
from baserate.patients.patients import Patients
from baserate.patients.reading import read_patients
from baserate.patients.roles import Missing
from baserate.registry import site_summaries
from baserate.results.question import Changes, Estimator, Question

if TYPE_CHECKING:
    from baserate.extensions.sites.summaries import SummaryPatients

__all__ = ["ask", "evaluate", "patients_for"]


def evaluate(
    data: object,
    outcome: str | None = None,
    scores: str | Sequence[str] | Mapping[str, str] = (),
    *,
    prevalence: PrevalenceLike | None = None,
    cost: CostLike,
    table: str | None = None,
    by: str | Sequence[str | Sequence[str]] | None = None,
    cluster: str | None = None,
    weight: str | None = None,
    source_prevalence: Value | Mapping[str, Value] | None = None,
    shift: ShiftLike | Mapping[str, ShiftLike] = LABEL_SHIFT,
    level: float = 0.95,
    positive: object = None,
    missing: Missing = "error",
    reference: str | None = None,
    margin: float | None = None,
    seed: int = 0,
    outcome_name: str | None = None,
    action_name: str | None = None,
    title: str | None = None,
    time: str | None = None,
    event: str | None = None,
    horizon: float | None = None,
    censoring: str | Sequence[str] | None = None,
    censored: object = None,
    estimator: Estimator = "ipcw",
) -> Evaluation:
    """Judge several models on the same patients, at one deployment.

    Parameters
    ----------
    data
        A data frame (pandas, Polars, PyArrow), a mapping from names to arrays, or the path of a CSV or
        Parquet file, or an open stream of one; a file of Stata, SAS, SPSS, Excel, OpenDocument, SQLite or
        DuckDB. Also what stays where it is and comes back as counts: a lazy frame of Polars, a relation of
        DuckDB, a data frame of Spark or Dask, a table of Ibis; the path of a folder of Parquet, or a
        pattern. Site summaries that ``baserate reduce`` made, by their paths, one or a list, are combined;
        they know their columns, and take none here.
    outcome, scores
        The column of outcomes, and the columns of predicted probabilities: one name, several, or a
        mapping from the names of models to columns.
    prevalence, cost
        Where the model will be used, as for :func:`baserate.net_benefit`.
    table
        The sheet of a workbook, or the table of a file of SQLite or DuckDB; needed where there are several.
    by, cluster, weight
        Columns of groups, of what belongs together (a patient with several stays, a hospital), and
        of weights. ``by`` may name several columns: ``["sex", "age"]`` has the groups of each,
        ``[("sex", "age")]`` those of both crossed.
    source_prevalence
        The prevalence to which the scores are calibrated: ``"group"``, the default, to the one observed
        in the patients they are judged on, and so in each group its own; ``"all"`` to the one observed
        in all patients, also in a group; or a number. One for all models, or a mapping from the names
        of some.
    shift
        How much of the way from the observed prevalence to the deployment's is label shift: 1, the
        default, or ``"label"``, scores are adjusted in full; 0, or ``"covariate"``, the score already
        knows why the prevalence differs and is not adjusted; a number between; what
        :func:`baserate.shift` returned, whose error the intervals then carry; or ``"fitted"``, fitted for
        each model to the groups of ``by``. One for all models, or a mapping from the names of some. It
        means nothing at the observed prevalence. The verdict says whether it holds for others.
    level
        The confidence level of the intervals.
    positive
        The outcome's value that means disease, if it is not 1 or True. Never "NA" or the like, which in an
        outcome is a missing value.
    missing
        "error", or "drop" to leave out, for every model, patients with a missing value.
    reference
        The group that the others are compared with; None compares each with all others.
    margin
        The smallest difference that matters, in net benefit per 1,000 patients: a lead below it is not
        called one, and a model that is surely no worse than the best by more is said to be non-inferior.
    seed
        Of the simulated corrections.
    outcome_name, action_name
        What sentences call the outcome and what is done about it: plural nouns, such as "deaths" and
        "transfers"; "cases" and "treatments" unless stated. Where the singular is more than the plural
        without its "s", both: "diagnosis/diagnoses".
    title
        What the study is called: the heading of the page.

    time, event, horizon
        In place of ``outcome``, where not everybody is followed long enough: the columns of how long a
        patient was followed and how that ended (0 censored, 1 the event, 2 and more competing events, or by
        name with ``positive`` and ``censored``), and the time by which an event counts. Patients whose
        outcome is known then count for those who were censored (:mod:`baserate.scores.follow_up`); a
        competing event by the horizon makes a non-case.
    censoring
        Columns within whose strata the curve of censoring is estimated, where censoring depends on them.
        Groups of ``by`` have curves of their own in any case.
    censored
        The value of ``event`` that says that there was none, where it is not 0 or "censored".
    estimator
        "ipcw", for any deployment; or "kaplan-meier", for the observed prevalence and one cost: the
        Kaplan-Meier (Aalen-Johansen) risk among the treated, as dcurves has it.

    >>> from baserate.datasets import icu_cohort
    >>> asked = {"prevalence": (0.01, 0.10), "cost": "1:30", "source_prevalence": {"network": 0.5}}
    >>> ev = evaluate(icu_cohort(), "died", ["severity", "network"], **asked)
    >>> print(1000 * ev.compare("network", "severity"))
    1.976 (95 % CI 1.616 to 2.336)
    """
    options = {name: value for name, value in [*locals().items()] if name in OPTIONS}
    summaries = site_summaries()
    if paths := summaries.summary_paths(data):
        decided = (name for name, option in OPTIONS.items() if option.fixed)
        if said := [name for name in decided if not _is_default(name, options[name])]:
            raise summaries.decided_before(paths[0], said)
        return evaluate_summaries(paths, **{name: options[name] for name in Changes.__annotations__})
    return _told(ask(data, **options))


def ask(data: object, **options: Any) -> Evaluation:
    """The same of patients, not of site summaries; nothing is told of what it warns of."""
    question = Question.of(**options)
    return evaluation_of(question, patients_for(question, data))


def _told(ev: Evaluation) -> Evaluation:
    """An evaluation of whose cautions its reader has been told."""
    tell(ev.cautions)
    return ev


def _is_default(name: str, value: object) -> bool:
    """Whether an option was left as it is."""
    default = OPTIONS[name].default
    if isinstance(value, list | tuple):
        return default == () and not value
    return bool(value is default or value == default)


def patients_for(question: Question, data: object) -> Patients:
    """The patients that a question is about, read and checked."""
    source = in_table(data, question.table)
    with question.roles.named():
        return read_patients(source, question.roles, positive=question.positive, missing=question.missing)


def evaluate_summaries(paths: Sequence[str | Path], **asked: Unpack[Changes]) -> Evaluation:
    """Evaluate site summaries that ``baserate reduce`` made, combined; arguments as for :func:`evaluate`."""
    return evaluate_combined(site_summaries().read_summaries(paths), **asked)


def evaluate_combined(patients: SummaryPatients, **asked: Unpack[Changes]) -> Evaluation:
    """Evaluate the patients of site summaries that have been read."""
    return _told(evaluation_of(Question.of(patients.roles, **asked), patients))
