"""The result of an evaluation: plain frozen data, which everything that people see is read from.

``asdict(result)`` is the JSON: dictionaries, lists, numbers and text, with null for a number that is not
finite or not to be had. :func:`result_schema` describes it, made from the same types. A result holds no
patients and nothing that can be called; it is pickled, and compared, like any other value.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from baserate.errors import FileError
from baserate.inference.strategies import DEFAULT_STRATEGIES, WITHOUT_MODEL
from baserate.options import OPTIONS
from baserate.results.hints import Bounds, schema_of, value_of
from baserate.results.names import Names
from baserate.results.numbers import (
    AtLeastOne,
    Count,
    Difference,
    Ends,
    EndsOfSeveral,
    NotNegative,
    Number,
    Positive,
    Share,
    Together,
    minus,
    says,
)
from baserate.results.words import cutoff_told

__all__ = [
    "SCHEMA_VERSION",
    "AtDeployment",
    "Caution",
    "Comparison",
    "CutoffOnScore",
    "GapResult",
    "GroupResult",
    "ModelResult",
    "Remark",
    "Required",
    "Result",
    "Several",
    "result_schema",
    "several_schema",
]

SchemaVersion: TypeAlias = Literal["2.4"]
SCHEMA_VERSION: SchemaVersion = "2.4"

# ---- what was asked ----


@dataclass(frozen=True)
class Known:
    """What is known of a prevalence or a cost: one value, or a distribution between low and high."""

    kind: str
    text: str
    low: Share
    high: Share
    median: Share


@dataclass(frozen=True)
class KnownCost(Known):
    """What is known of the cost, as threshold probabilities; and how it is written as one."""

    ratio: str = field(metadata=says("False positive to false negative, as 1:30 or a range of such."))
    threshold: str = field(metadata=says("The same as threshold probabilities, in percent."))


@dataclass(frozen=True)
class Source:
    """The prevalence to which a model's scores are taken to be calibrated."""

    value: Share = field(metadata=says("In all patients together."))
    stated: bool
    of: Literal["group", "all", "number"] = field(
        metadata=says("Observed in each group, observed in all patients also for the groups, or a number.")
    )


@dataclass(frozen=True)
class ShiftOfModel:
    """How much of the way from the observed prevalence to that of the deployment is label shift."""

    value: Share
    standard_error: NotNegative
    degrees_of_freedom: Positive | None = field(metadata=says("Null where they are without limit."))
    text: str

    @property
    def is_label_shift(self) -> bool:
        """Whether scores are adjusted in full, for certain."""
        return self.value == 1.0 and self.standard_error == 0.0


@dataclass(frozen=True)
class DeploymentAsked:
    """Where the models will be used, and what the numbers rest on."""

    prevalence: Known | None = field(metadata=says("Null for the observed prevalence."))
    cost: KnownCost
    source_prevalence: dict[str, Source] = field(
        metadata=says("For each model, the prevalence to which its scores are taken to be calibrated.")
    )
    shift: dict[str, ShiftOfModel] = field(
        metadata=says(
            "For each model, how much of the way from the observed prevalence to that of the deployment is "
            "label shift."
        )
    )
    level: Share

    @property
    def is_label_shift(self) -> bool:
        """Whether all models are judged as under label shift: by it, or at the observed prevalence."""
        return self.prevalence is None or all(one.is_label_shift for one in self.shift.values())


# ---- whom it rests on ----


@dataclass(frozen=True)
class CountedValue:
    """A value of the outcome, what it counted as, and for how many of the patients used."""

    value: str = field(metadata=says("As text that positive= is compared with: 1 for 1.0, and 1 for true."))
    counts_as: Literal["case", "none"]
    n: Count
    word: str | None = field(metadata=says("What the file says that it means, if it does."))


@dataclass(frozen=True)
class FollowUpCounts:
    """How outcomes follow from follow-up to a horizon."""

    time: str = field(metadata=says("The column of how long patients were followed."))
    event: str = field(metadata=says("The column of how that ended."))
    horizon: float = field(metadata=says("The time by which an event counts."))
    censoring: tuple[str, ...] = field(
        metadata=says("Columns within whose strata the curve of censoring is estimated.")
    )
    strata: Count
    estimator: Literal["ipcw", "kaplan-meier"] = field(
        metadata=says("Of net benefit; all else is by weights for censoring.")
    )
    censored: Count = field(metadata=says("Before the horizon."))
    competing: Count = field(metadata=says("Competing events by the horizon, which make non-cases."))
    heaviest_share: Share | None = field(
        metadata=says("Share of all weight that the ten heaviest patients carry.")
    )
    text: str


@dataclass(frozen=True)
class Observed:
    """The lowest and the highest prevalence observed: the interval of everyone's, and those of groups."""

    low: Share
    high: Share


@dataclass(frozen=True)
class Dropped:
    """Rows that were left out for missing values."""

    rows: Count
    missing: dict[str, Count] = field(metadata=says("Rows by column; a row may lack several."))


@dataclass(frozen=True)
class Binning:
    """How scores were binned, on an engine or in site summaries, and how far that can move a number."""

    bins_per_unit_of_log_odds: int | None = field(
        metadata=says("Null for site summaries, whose lines are on no grid.")
    )
    net_benefit_error_at_most: dict[str, float]
    smallest_cell: AtLeastOne | None = field(
        metadata=says("Of site summaries: no line is about fewer patients.")
    )
    sensitivity_error_at_most: dict[str, float] | None = field(
        metadata=says("At the decision threshold; for site summaries.")
    )
    specificity_error_at_most: dict[str, float] | None = field(
        metadata=says("At the decision threshold; for site summaries.")
    )


@dataclass(frozen=True)
class Data:
    """Who was judged, and how they were read."""

    rows: Count
    used: Count
    positives: Count
    outcome_values: tuple[CountedValue, ...] | None = field(
        metadata=says(
            "What counted as a case and what as none, of the patients used, cases first; null where that is "
            "not known, as of site summaries, or where outcomes follow from follow-up."
        )
    )
    clusters: Count | None = field(
        metadata=says("How many clusters the rows are in; null where every row is a patient.")
    )
    follow_up: FollowUpCounts | None = field(metadata=says("Null where outcomes were given as such."))
    prevalence: Share
    observed_prevalences: Observed
    dropped: Dropped
    sha256: Annotated[str, Bounds(pattern="^[0-9a-f]{64}$")] = field(
        metadata=says("Of the values that were used, whatever they were read from.")
    )
    binning: Binning | None = field(metadata=says("Null for patients in memory."))


# ---- the models ----


@dataclass(frozen=True)
class CutoffOnScore:
    """Where treating starts, on the raw score, and why it is not the threshold probability."""

    probability: Share = field(
        metadata=says("The risk at the deployment from which on treating does more good than harm.")
    )
    value: Share = field(metadata=says("The cut-off on the score at the median prevalence and cost."))
    low: Share = field(metadata=says("The lowest over the deployment."))
    high: Share = field(metadata=says("The highest over the deployment."))
    text: str
    over: Literal["", "prevalence", "cost", "both"] = field(
        metadata=says("What makes it run from low to high.")
    )

    @property
    def reason(self) -> str:
        """Why the cut-off on the score is, or is not, the threshold probability; in words."""
        return self.text

    def __str__(self) -> str:
        return cutoff_told(self)


@dataclass(frozen=True)
class Per1000:
    """What deciding at the cut-off does to 1,000 patients, at the median prevalence of the deployment."""

    prevalence: Share
    treated: Number
    true_positives: Number
    false_negatives: Number
    false_positives: Number


@dataclass(frozen=True)
class AtCommonCutoff:
    """In a group: the one cut-off that everyone has, and its net benefit here at the deployment."""

    threshold: Share
    net_benefit: Number


@dataclass(frozen=True)
class ModelResult:
    """Everything about one model, on all patients or in a group.

    Net benefit and sharpness (discrimination) are counted from treating none. Sensitivity and specificity
    are those in these patients at the cut-off, ppv and npv the predictive values at the median prevalence of
    the deployment. ``not_available`` says why a measure is null.
    """

    net_benefit: Together
    sharpness: Number | None
    calibration: Number | None
    calibration_corrected: Number | None
    auc: Number | None
    sensitivity: Number | None
    specificity: Number | None
    ppv: Number | None
    npv: Number | None
    accuracy: Number | None
    brier: Number | None
    log_loss: Number | None
    calibration_intercept: Number | None
    calibration_slope: Number | None
    observed_expected: Number | None
    mean_score: Number | None
    threshold: CutoffOnScore
    per_1000_at_threshold: Per1000
    not_available: dict[str, str]
    at_common_threshold: AtCommonCutoff | None = field(metadata=says("Null for all patients together."))

    @property
    def split(self) -> SplitNumbers:
        """Discrimination and calibration loss."""
        return SplitNumbers(self.net_benefit, self.sharpness, self.calibration, self.calibration_corrected)

    def measure(self, name: str) -> Number | None:
        """A measure, or a count of 1,000, by its name; None where these patients do not give it.

        Parameters
        ----------
        name
            Such as "auc", or "treated_per_1000".
        """
        if name.endswith(PER_1000):
            found: Number = getattr(self.per_1000_at_threshold, name.removesuffix(PER_1000))
            return found
        number: Number | None = getattr(self, name)
        return number


PER_1000 = "_per_1000"


@dataclass(frozen=True)
class SplitNumbers:
    """A model's net benefit as discrimination less the loss to miscalibration."""

    total: Number
    sharpness: Number | None
    calibration: Number | None
    calibration_corrected: Number | None


@dataclass(frozen=True)
class Strategy:
    """A way to decide without a model."""

    net_benefit: Number


@dataclass(frozen=True)
class Comparison:
    """A model minus another, or minus a way to decide without one."""

    model: str
    reference: str
    difference: Together
    confidence: Share = field(metadata=says("One-sided confidence level that the difference is above zero."))
    confidence_above_margin: Share | None = field(
        metadata=says("The same, above the margin; null where none is stated.")
    )

    def as_difference(self, margin: float | None, *, reversed_: bool = False) -> Difference:
        """The difference with its confidence; ``reversed_`` for the reference minus the model."""
        one, ends = self.difference, self.difference.simultaneous
        if reversed_:
            turned = Ends(minus(ends.high), minus(ends.low))
            four = (minus(one.value), one.standard_error, minus(one.high), minus(one.low))
            return Difference(*four, turned, ((0.0, 1.0 - self.confidence),))
        known = [(0.0, self.confidence)]
        if margin is not None and self.confidence_above_margin is not None:
            known.append((margin / 1000.0, self.confidence_above_margin))
        return Difference(one.value, one.standard_error, one.low, one.high, ends, tuple(known))


# ---- the groups ----


@dataclass(frozen=True)
class ByReading:
    """The same number by both readings of the source prevalence."""

    group: Together
    all: Together


@dataclass(frozen=True)
class RatiosByReading:
    """Observed over expected, of the group and of the reference, by both readings."""

    group: tuple[Number | None, Number | None]
    all: tuple[Number | None, Number | None]


@dataclass(frozen=True)
class ReadingsOfGap:
    """Both readings of the source prevalence: each group's own, and that of all patients."""

    difference_at_equal_prevalence: ByReading
    observed_expected: RatiosByReading = field(
        metadata=says(
            "Of the group and of the reference, scores moved from the source prevalence to the group's own."
        )
    )
    differ: bool = field(metadata=says("Whether the answer depends on which reading holds."))
    supported: Literal["group", "all"] | None = field(
        metadata=says(
            "The reading under which calibration in the large agrees between the two; null where that cannot "
            "tell, or it agrees under neither."
        )
    )
    neither_fits: bool = field(
        metadata=says("Whether calibration differs between the two under both readings.")
    )
    text: str | None


@dataclass(frozen=True)
class GapResult:
    """The group minus the reference: total = mechanism + label_shift, mechanism = sharpness + calibration."""

    model: str
    reference: str
    over: Known | None
    source_prevalence: str
    total: Together
    mechanism: Together
    label_shift: Together
    sharpness: Together
    calibration: Together
    sharpness_corrected: Together
    calibration_corrected: Together
    simultaneous: EndsOfSeveral = field(
        metadata=says("Of the mechanism, for the comparisons of all groups together.")
    )
    readings: ReadingsOfGap | None = field(metadata=says("Null where the source prevalence is stated."))
    heading: str | None = field(
        metadata=says("What a table calls it; null of the second of two groups, of which it says the same.")
    )
    note: str | None = field(
        metadata=says("What a table says of the two readings; null where both say the same.")
    )


@dataclass(frozen=True)
class GroupResult:
    """Some of the patients, and every model on them; why not, where they cannot be judged."""

    name: str
    by: Annotated[tuple[str, ...], Bounds(minItems=1)] = field(
        metadata=says("The column that it is a group of, or the columns that are crossed.")
    )
    patients: Count
    positives: Count
    censored: Count | None = field(
        metadata=says("Before the horizon; null where outcomes were given as such.")
    )
    estimable: bool
    why_not: str | None = None
    prevalence: Share | None = None
    models: dict[str, ModelResult] = field(default_factory=dict)
    default_strategies: dict[str, Strategy] = field(default_factory=dict)
    comparisons: tuple[Comparison, ...] = ()
    gaps: tuple[GapResult, ...] = ()


# ---- what it comes to ----


@dataclass(frozen=True)
class Caution:
    """What a reader must know before the result: about which model, or group, if it is not about all."""

    text: str
    on_command_line: str = field(metadata=says("The same for who writes options, not arguments."))
    model: str | None
    group: str | None


@dataclass(frozen=True)
class Flip:
    """Between two prevalences of the range another model is ahead of the best."""

    ahead: str
    low: Share
    high: Share
    confidence: Share
    beyond_chance: bool


@dataclass(frozen=True)
class Stretch:
    """From one shift to another, to two digits, the verdict comes to one conclusion."""

    low: Share
    high: Share
    conclusion: Literal["use", "tied", "none", "nowhere"] = field(
        metadata=says(
            "One is left; several cannot be told apart; none is shown to be better than deciding without a "
            "model; there is no such place for any model."
        )
    )
    models: tuple[str, ...]
    left_out: tuple[str, ...] = field(
        metadata=says(
            "Models whose scores know too little of who is ill to be the reason for such a difference in "
            "prevalence."
        )
    )


@dataclass(frozen=True)
class AtBothEnds:
    """A net benefit at a shift of 0 and of 1; null where there is no such place."""

    covariate: Number | None
    label: Number | None


@dataclass(frozen=True)
class OverShifts:
    """Whether the verdict holds for any shift from 0 (covariate shift) to 1 (label shift)."""

    text: str
    holds: bool = field(
        metadata=says("Whether the conclusion is the same for every shift at which one can be had.")
    )
    stretches: Annotated[tuple[Stretch, ...], Bounds(minItems=1)]
    model: str = field(metadata=says("The model of the highest net benefit."))
    net_benefit: AtBothEnds
    rests_on_shift: bool = field(
        metadata=says(
            "Whether the deployment is far from the observed prevalence, and the net benefit at an end of "
            "the dial lies outside the interval of that at the shift asked for."
        )
    )


@dataclass(frozen=True)
class VerdictResult:
    """The verdict: which model to use, which cannot be told from it, and by how much they differ."""

    text: str
    sentence: str = field(metadata=says("The verdict in one sentence, with which the text begins."))
    best: str = field(
        metadata=says(
            "The model with the highest net benefit; 'without a model' where none has a higher one than that."
        )
    )
    tied: tuple[str, ...] = field(
        metadata=says(
            "All that cannot be told from the best, all comparisons taken together; the best included. With "
            "a margin, also those behind by less than it."
        )
    )
    better_than_without: tuple[str, ...] = field(
        metadata=says("The models shown to be better than deciding without one.")
    )
    decided: bool = field(
        metadata=says(
            "Whether one is left: the best is told from all others, and if it is a model from deciding "
            "without one."
        )
    )
    runner_up: str = field(metadata=says("The next by net benefit."))
    difference: Together = field(metadata=says("The best minus the runner-up."))
    confidence: Share = field(metadata=says("One-sided confidence level that this difference is above zero."))
    added: Together = field(metadata=says("The best model minus deciding without one."))
    possible: NotNegative = field(metadata=says("What a perfect model would add over deciding without one."))
    comparisons: AtLeastOne = field(
        metadata=says("For how many comparisons together the simultaneous intervals hold.")
    )
    margin: Positive | None = field(
        metadata=says("The smallest difference that matters, per 1,000 patients.")
    )
    non_inferior: tuple[str, ...] = field(
        metadata=says("Models that are no worse than the best by more than the margin.")
    )
    outside: bool = field(
        metadata=says(
            "Whether no prevalence of the deployment was observed, in everyone or in a group: all then rests "
            "on the shift."
        )
    )
    flips: tuple[Flip, ...] = field(metadata=says("Where in the range another model is ahead of the best."))
    shift: OverShifts | None = field(metadata=says("Null at the observed prevalence."))

    def __str__(self) -> str:
        return self.text


RemarkKind: TypeAlias = Literal[
    "recalibration_turns",
    "groups",
    "outside",
    "recalibration",
    "clusters",
    "calibration",
    "cutoff",
    "groups_agree",
]


@dataclass(frozen=True)
class Remark:
    """One thing to know before deciding: of which kind, in words, and about which models."""

    kind: RemarkKind
    text: str
    models: tuple[str, ...] = field(default=(), metadata=says("Whom it is about, the one to act on first."))


@dataclass(frozen=True)
class Required:
    """Something that a study requires, and what was found."""

    text: str
    met: bool
    found: str


@dataclass(frozen=True)
class Provenance:
    """What it was made by, of what, when, and as what was asked."""

    version: str
    parameters: Annotated[dict[str, Any], Bounds(required=list(OPTIONS))] = field(
        metadata=says("Every option, as it can be asked again; null where it was not asked.")
    )
    seed: int
    time: Annotated[str, Bounds(format="date-time")]
    source: Annotated[dict[str, Any], Bounds(required=["kind"])]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """Which risk model to use at a deployment, how sure the patients make one of it, and why."""

    schema_version: SchemaVersion
    names: Names
    verdict: VerdictResult
    before_you_decide: Annotated[tuple[Remark, ...], Bounds(maxItems=3)]
    deployment: DeploymentAsked
    data: Data
    models: dict[str, ModelResult]
    default_strategies: Annotated[dict[str, Strategy], Bounds(required=list(DEFAULT_STRATEGIES))]
    comparisons: tuple[Comparison, ...]
    groups: tuple[GroupResult, ...]
    ranking: tuple[str, ...] = field(metadata=says("Models and deciding without one, the best first."))
    warnings: tuple[str, ...]
    cautions: tuple[Caution, ...] = field(metadata=says("The warnings, and whom each is about."))
    provenance: Provenance
    name: str | None = None
    requirements: tuple[Required, ...] | None = None

    @property
    def best_model(self) -> str:
        """The model of the highest net benefit; of equal ones, the first."""
        return next(name for name in self.ranking if name in self.models)

    def to_dict(self) -> dict[str, Any]:
        """The result as dictionaries, lists, numbers and text, as :func:`result_schema` describes it."""
        return _plain(self)

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Result:
        """The result that :meth:`to_dict` gave; what does not fit is an error that says what, and where.

        Parameters
        ----------
        content
            The dictionary.
        """
        result = value_of(cls, content)
        result._check()
        return result

    def _check(self) -> None:
        """Refuse a result whose parts do not speak of the same models."""
        models = [*self.models]
        named = {
            "ranking": [name for name in self.ranking if name != WITHOUT_MODEL],
            "deployment.shift": self.deployment.shift,
            "deployment.source_prevalence": self.deployment.source_prevalence,
            "comparisons": {one.model for one in self.comparisons if one.reference == WITHOUT_MODEL},
            **{f"groups: {one.name}": one.models for one in self.groups if one.estimable},
        }
        for place, names in named.items():
            if sorted(names) != sorted(models) or not models:
                there = ", ".join(map(repr, models)) or "none"
                raise FileError(f"{place!r} is not about the models, which are {there}.")
        if self.verdict.best not in (*models, WITHOUT_MODEL):
            raise FileError(f"'verdict.best' is none of the models: {self.verdict.best!r}.")


@dataclass(frozen=True)
class AtDeployment:
    """What one of several deployments calls for."""

    name: str
    prevalence: str | None = field(metadata=says("Null for the observed prevalence."))
    cost: str
    conclusion: str = field(metadata=says("The verdict in a few words."))
    best: str
    decided: bool
    model: str = field(metadata=says("The model of the highest net benefit at this deployment."))
    minus_without_a_model: Together = field(
        metadata=says(
            "Its net benefit minus that of deciding without a model; the wider interval is the verdict's."
        )
    )
    threshold_probability: Share
    cutoff: Share = field(metadata=says("On the raw score of the model, at the median prevalence and cost."))


@dataclass(frozen=True)
class Several:
    """The same patients and models at several deployments: every result, and a row for each."""

    schema_version: SchemaVersion
    evaluations: Annotated[tuple[Result, ...], Bounds(minItems=2)]
    across: Annotated[tuple[AtDeployment, ...], Bounds(minItems=2)]

    def to_dict(self) -> dict[str, Any]:
        """All of it as dictionaries, lists, numbers and text."""
        return _plain(self)


def _plain(result: Result | Several) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(asdict(result), allow_nan=False))
    return plain


def several_schema() -> dict[str, Any]:
    """The JSON Schema of the results of several deployments, as ``--json`` gives them."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:baserate:study:{SCHEMA_VERSION}",
        "title": "Several baserate evaluations",
        **schema_of(Several),
    }


def result_schema() -> dict[str, Any]:
    """The JSON Schema of a result, as :meth:`baserate.Evaluation.to_dict` and ``--json`` give it."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:baserate:evaluation:{SCHEMA_VERSION}",
        "title": "A baserate evaluation",
        **schema_of(Result),
    }
