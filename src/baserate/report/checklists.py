"""Reporting checklists filled in from a result: TRIPOD+AI for evaluations, and STRATOS' essentials.

TRIPOD+AI: Collins GS et al., BMJ 2024;385:e078378, doi:10.1136/bmj-2023-078378; its items for evaluation, by
number, with topics in our words. STRATOS: Van Calster B et al., Evaluation of performance measures in
predictive artificial intelligence models to support medical decisions: overview and guidance, Lancet Digital
Health 2025 (arXiv:2412.10288): the four things that are essential to report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from baserate.errors import SettingError
from baserate.report.blocks import Table, printable
from baserate.report.exports import as_html, as_latex, as_markdown
from baserate.report.methods import (
    dropped_in_words,
    error_bound_in_words,
    methods_text,
    patients_in_words,
)
from baserate.report.tables import by_in_words, cutoff_in_words, first_upper, listed, where_in_words
from baserate.results.measures import told as as_told
from baserate.results.result import GroupResult, Result

NOT_KNOWN = "Not known to baserate: state"


@dataclass(frozen=True)
class Item:
    """One item of a checklist: its number, what it is about, and what there is to say."""

    number: str
    topic: str
    text: str

    @property
    def is_known(self) -> bool:
        """Whether the result fills it; else it says what is to be stated."""
        return NOT_KNOWN not in self.text

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"item": self.number, "topic": self.topic, "known": self.is_known, "text": self.text}


@dataclass(frozen=True)
class Checklist:
    """A checklist filled in; ``print`` shows it."""

    name: str
    source: str
    items: tuple[Item, ...]

    def __getitem__(self, number: str) -> Item:
        """The item of a number."""
        for item in self.items:
            if item.number == number:
                return item
        raise SettingError(f"{self.name} has no item {number!r} here.")

    @property
    def table(self) -> Table:
        """One row for each item."""
        rows = tuple((item.number, item.topic, item.text) for item in self.items)
        return Table(self.name, ("item", "topic", "from the result"), rows, self.source)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        items = [item.to_dict() for item in self.items]
        return {"checklist": self.name, "source": self.source, "items": items}

    def to_markdown(self) -> str:
        """As a table in Markdown."""
        return as_markdown(self.table)

    def to_latex(self, *, booktabs: bool = True, unicode: bool = False) -> str:
        """As a table in LaTeX; see :meth:`baserate.Evaluation.to_latex`."""
        return as_latex(self.table, booktabs=booktabs, unicode=unicode)

    def to_html(self) -> str:
        """As a table in HTML."""
        return as_html(self.table)

    def __str__(self) -> str:
        lines = [f"{item.number}  {item.topic}\n    {printable(item.text)}" for item in self.items]
        return "\n".join([self.name, *lines, self.source])


def checklist(result: Result, name: str) -> Checklist:
    """A checklist by its name, filled in from a result."""
    made = _CHECKLISTS.get(str(name).lower())
    if made is None:
        raise SettingError(f"checklist is one of {', '.join(map(repr, _CHECKLISTS))}; found {name!r}.")
    return made(result)


def _tripod(result: Result) -> Checklist:
    items = []
    for number, (topic, fill) in _TRIPOD.items():
        text = f"{NOT_KNOWN} {fill}." if isinstance(fill, str) else fill(result)
        items.append(Item(number, topic, text))
    return Checklist("TRIPOD+AI, items for an evaluation", _TRIPOD_SOURCE, tuple(items))


def _title(result: Result) -> str:
    models = list(result.models)
    noun = "model" if len(models) == 1 else "models"
    outcome = result.names.outcome
    about = f"The study evaluates the prediction {noun} {listed(models)} for {outcome}."
    return f"{about} {NOT_KNOWN} the target population."


def _objectives(result: Result) -> str:
    return f"Evaluation, not development, at {where_in_words(result)}."


def _source(result: Result) -> str:
    source = result.provenance.source
    kind = source.get("kind", "data")
    named = f"{kind} {source['name']}" if "name" in source else str(kind)
    digest = result.data.sha256
    return (
        f"Read from: {named}; SHA-256 of the values used {digest}. {NOT_KNOWN} design, rationale and how "
        "representative the patients are."
    )


def _preparation(result: Result) -> str:
    notes = result.provenance.notes
    told = f"Reading decided: {' '.join(notes)}" if notes else "Values were read as they are, and checked."
    return f"{told} {NOT_KNOWN} preparation before that."


def _outcome(result: Result) -> str:
    asked = result.provenance.parameters
    positive = "" if asked["positive"] is None else f", where {asked['positive']!r} means disease"
    followed = result.data.follow_up
    if followed is not None:
        return (
            f"Column {followed.event!r}{positive}, by {followed.horizon:g} of column "
            f"{followed.time!r}; called {result.names.outcome!r}. {NOT_KNOWN} its definition, the "
            "unit of time and assessment."
        )
    return (
        f"Column {asked['outcome']!r}{positive}; called {result.names.outcome!r}. {NOT_KNOWN} its "
        "definition, time horizon and assessment."
    )


def _sample_size(result: Result) -> str:
    return (
        f"{first_upper(patients_in_words(result))}. {NOT_KNOWN} how the size was arrived at; "
        "baserate.sample_size computes one."
    )


def _missing(result: Result) -> str:
    missing = result.provenance.parameters["missing"]
    rule = "complete cases" if missing == "drop" else "missing values are refused"
    return f"{dropped_in_words(result)} ({rule}). {NOT_KNOWN} why values are missing."


def _heterogeneity(result: Result) -> str:
    clusters, by = result.data.clusters, by_in_words(result)
    told = [] if clusters is None else [f"Standard errors allow for {clusters:,} clusters."]
    told += [] if by is None else [f"Performance was estimated by {by}."]
    return " ".join(told) if told else "No clusters and no groups were named; rows were taken as independent."


def _measures(result: Result) -> str:
    return methods_text(result).partition("\n")[0]


def _updating(result: Result) -> str:
    remarks = [one.text for one in result.before_you_decide if one.kind.startswith("recalibration")]
    return " ".join(
        ["No model was updated; scores were used as given, moved to the deployment's prevalence.", *remarks]
    )


def _predictions(result: Result) -> str:
    columns = result.provenance.parameters["scores"]
    shown = [name if name == column else f"{name} (column {column})" for name, column in columns.items()]
    told = f"Predicted probabilities were given: {listed(shown)}."
    return f"{told} {NOT_KNOWN} by which formula, code or software."


def _imbalance(result: Result) -> str:
    sources = result.deployment.source_prevalence
    stated = [name for name, one in sources.items() if one.stated]
    if not stated:
        told = "Scores were taken as calibrated to the observed prevalence."
        return f"{told} {NOT_KNOWN} any resampling in training."
    return (
        f"Scores of {listed(stated)} were taken as calibrated to a stated prevalence, and moved from there. "
        f"{NOT_KNOWN} any resampling in training."
    )


def _fairness(result: Result) -> str:
    if not result.groups:
        return f"No groups were compared. {NOT_KNOWN} what was done about fairness, or evaluate with by=."
    by = by_in_words(result)
    return (
        f"Net benefit, discrimination, calibration and cut-offs were compared by {by}, and differences "
        f"split into discrimination, calibration and label shift. {NOT_KNOWN} why this grouping."
    )


def _flow(result: Result) -> str:
    data, followed = result.data, result.data.follow_up
    censored = 0 if followed is None else followed.censored
    without = data.used - data.positives - censored
    unknown = "" if followed is None else f", {censored:,} censored before {followed.horizon:g}"
    return (
        f"{data.rows:,} rows read, {data.dropped.rows:,} left out, {data.used:,} used: "
        f"{data.positives:,} with and {without:,} without the outcome{unknown}."
    )


def _characteristics(result: Result) -> str:
    groups = [f"{one.name} {one.patients:,} ({one.positives:,} events)" for one in result.groups]
    by = f" By {by_in_words(result)}: {listed(groups)}." if groups else ""
    return f"{first_upper(patients_in_words(result))}.{by} {NOT_KNOWN} predictors, treatments, dates."


def _numbers(result: Result) -> str:
    return f"Every analysis is on {patients_in_words(result)}."


def _performance(result: Result) -> str:
    return " ".join([*_of_models(result), *_cutoffs(result)])


def _of_models(result: Result) -> Iterator[str]:
    """Each model's main numbers with their intervals."""
    for model, about in result.models.items():
        yield (
            f"{model}: net benefit {as_told('net_benefit', about.net_benefit)} per 1,000, AUC "
            f"{as_told('auc', about.auc)}, "
            f"calibration slope {as_told('calibration_slope', about.calibration_slope)}, observed/expected "
            f"{as_told('observed_expected', about.observed_expected)}."
        )


def _cutoffs(result: Result) -> Iterator[str]:
    for model, about in result.models.items():
        yield f"{model}: treat at or above {cutoff_in_words(about.threshold)}."


def _across_groups(result: Result) -> str:
    told = []
    for group in result.groups:
        if not group.estimable:
            told.append(f"{group.name}: not estimable, {group.why_not}")
            continue
        worth = [
            f"{model} {as_told('net_benefit', about.net_benefit)}" for model, about in group.models.items()
        ]
        told.append(f"{group.name}: net benefit per 1,000 {listed(worth)}.")
    return (
        " ".join(told)
        if told
        else f"No groups were named. {NOT_KNOWN} whether performance differs between clusters."
    )


def _worths(part: Result | GroupResult) -> str:
    """The net benefit of each model."""
    return listed(
        [f"{name} {as_told('net_benefit', about.net_benefit)}" for name, about in part.models.items()]
    )


def _interpretation(result: Result) -> str:
    return result.verdict.text


def _limitations(result: Result) -> str:
    told = list(result.warnings)
    shift = result.verdict.shift
    told += [] if shift is None else [shift.text]
    bound = error_bound_in_words(result)
    told += [] if bound is None else [f"Bins of scores move a net benefit {bound}."]
    told += [one.text for one in result.before_you_decide]
    return " ".join([*told, f"{NOT_KNOWN} other limitations."])


def _code(result: Result) -> str:
    made = result.provenance
    return f"baserate {made.version}, seed {made.seed}, {made.time}. {NOT_KNOWN} where the code is."


_TRIPOD_SOURCE = (
    "Item numbers of TRIPOD+AI (Collins et al., BMJ 2024;385:e078378), those that an evaluation is asked "
    "for; topics in our words."
)
Fill = str | Callable[[Result], str]
_TRIPOD: dict[str, tuple[str, Fill]] = {
    "1": ("Title", _title),
    "2": ("Abstract", "a structured abstract, as TRIPOD+AI for Abstracts asks for"),
    "3a": ("Healthcare context", "the medical context, and why these models are evaluated"),
    "3b": ("Target population and use", "for whom the model is, where in the care pathway, and who uses it"),
    "3c": ("Health inequalities", "known inequalities between sociodemographic groups"),
    "4": ("Objectives", _objectives),
    "5a": ("Sources of data", _source),
    "5b": ("Dates", "start and end of accrual, and the end of follow-up"),
    "6a": ("Setting", "the setting, and number and place of centres"),
    "6b": ("Eligibility", "who was eligible"),
    "6c": ("Treatments", "treatments received, and how they were handled"),
    "7": ("Data preparation", _preparation),
    "8a": ("Outcome", _outcome),
    "8b": ("Outcome assessors", "who assessed the outcome, if it takes judgement"),
    "8c": ("Blinding of the outcome", "whether the outcome was assessed blind to predictors"),
    "9b": ("Predictors", "each predictor, how and when it was measured"),
    "9c": ("Predictor assessors", "who assessed predictors, if it takes judgement"),
    "10": ("Sample size", _sample_size),
    "11": ("Missing data", _missing),
    "12d": ("Heterogeneity across clusters", _heterogeneity),
    "12e": ("Measures and plots", _measures),
    "12f": ("Model updating", _updating),
    "12g": ("How predictions were calculated", _predictions),
    "13": ("Class imbalance", _imbalance),
    "14": ("Fairness", _fairness),
    "16": (
        "Development and evaluation data",
        "how setting, eligibility, outcome and predictors differ from development",
    ),
    "17": ("Ethical approval", "approval and consent"),
    "18a": ("Funding", "funding and the role of funders"),
    "18b": ("Conflicts of interest", "conflicts of interest"),
    "18c": ("Protocol", "where the protocol is, or that there is none"),
    "18d": ("Registration", "register and number, or that there is none"),
    "18e": ("Data sharing", "whether the data can be had"),
    "18f": ("Code sharing", _code),
    "19": ("Patient and public involvement", "who was involved, or that nobody was"),
    "20a": ("Flow of participants", _flow),
    "20b": ("Characteristics", _characteristics),
    "20c": (
        "Comparison with development data",
        "how predictors and outcome compare with the development data",
    ),
    "21": ("Participants and events in each analysis", _numbers),
    "23a": ("Model performance", _performance),
    "23b": ("Heterogeneity in performance", _across_groups),
    "24": ("Results of model updating", _updating),
    "25": ("Interpretation", _interpretation),
    "26": ("Limitations", _limitations),
    "27c": ("Next steps", "what is to be studied next, and where the model may be applied"),
}


def _drawn(figure: str) -> str:
    """How a figure is drawn: it needs the patients, which a result does not hold."""
    function = figure.replace("-", "_")
    return (
        f"A result holds no patients: draw it of the same data with baserate plot FILE --figure {figure}, "
        f"baserate.figures.{function} or baserate evaluate --html."
    )


def _stratos(result: Result) -> Checklist:
    models = result.models.items()
    aucs = [f"{model} {as_told('auc', about.auc)}" for model, about in models]
    calibration = [
        f"{model}: calibration in the large "
        f"{as_told('calibration_intercept', about.calibration_intercept)}, slope "
        f"{as_told('calibration_slope', about.calibration_slope)}, observed/expected "
        f"{as_told('observed_expected', about.observed_expected)}"
        for model, about in models
    ]
    items = (
        Item("1", "AUROC", f"{listed(aucs)}."),
        Item("2", "Calibration plot", f"{'; '.join(calibration)}. {_drawn('calibration')}"),
        Item(
            "3",
            "Clinical utility, with decision curve",
            f"Net benefit per 1,000: {_worths(result)}, at {where_in_words(result)}. "
            f"{result.verdict.sentence} {_drawn('decision-curve')}",
        ),
        Item(
            "4",
            "Distributions of risk by outcome",
            f"Of {result.data.positives:,} patients with and "
            f"{result.data.used - result.data.positives:,} without the outcome. {NOT_KNOWN} "
            "them by a figure, such as that of calibration, which has them below its curves. "
            f"{_drawn('calibration')}",
        ),
    )
    return Checklist("STRATOS, what is essential to report", _STRATOS_SOURCE, items)


_STRATOS_SOURCE = "The four essentials of Van Calster et al., Lancet Digital Health 2025 (arXiv:2412.10288)."
_CHECKLISTS: dict[str, Callable[[Result], Checklist]] = {"tripod+ai": _tripod, "stratos": _stratos}
CHECKLIST_NAMES = tuple(_CHECKLISTS)
__all__ = ["CHECKLIST_NAMES", "NOT_KNOWN", "Checklist", "Item", "checklist"]
