"""The Applied Model Card of the Coalition for Health AI, version 0.2, for one model of a result.

The elements are those of the schema, in its order (https://mc.chai.org/v0.2/schema.xsd). Usefulness is the
verdict with range and cost, fairness the groups, safety calibration and missed cases; what only the
developer knows is marked as such, never guessed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from baserate.errors import SettingError
from baserate.inference.strategies import WITHOUT_MODEL
from baserate.inference.told import fixed
from baserate.report.blocks import printable
from baserate.report.exports import markdown_paragraph, markdown_text
from baserate.report.methods import methods_text, patients_in_words
from baserate.report.tables import by_in_words, cutoff_in_words, where_in_words
from baserate.results.measures import PER_PATIENT, SHARE, measure_of
from baserate.results.numbers import Number
from baserate.results.result import GapResult, Result

VERSION = "v0.2"
NAMESPACE = "https://mc.chai.org/v0.2/schema.xsd"
DEVELOPER = "To be stated by the developer"


@dataclass(frozen=True)
class ModelCard:
    """The card: ``content`` has the elements of the schema by name."""

    content: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """As plain data: {"AppliedModelCard": {...}}, as the schema nests it."""
        plain: dict[str, Any] = json.loads(json.dumps(self.content))
        return {"AppliedModelCard": plain}

    def to_json(self) -> str:
        """As JSON."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False) + "\n"

    def to_xml(self) -> str:
        """As an instance document of the schema."""
        ElementTree.register_namespace("", NAMESPACE)
        root = ElementTree.Element(f"{{{NAMESPACE}}}AppliedModelCard")
        _add_elements(root, self.content)
        ElementTree.indent(root)
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
        )

    def to_markdown(self) -> str:
        """As headings and lists."""
        title = f"# Applied Model Card: {markdown_text(printable(self.content['BasicInfo']['ModelName']))}"
        lines = [title, "", f"Coalition for Health AI, Applied Model Card {VERSION}.", ""]
        return "\n".join([*lines, *_markdown(self.content, 2)])

    @property
    def open_fields(self) -> tuple[str, ...]:
        """Where the developer has something to state, as paths such as "BasicInfo.ModelDeveloper"."""
        return tuple(_open(self.content, ""))

    def __str__(self) -> str:
        return self.to_markdown()


def _open(content: Any, at: str) -> Iterator[str]:
    if isinstance(content, Mapping):
        for name, inside in content.items():
            yield from _open(inside, f"{at}.{name}" if at else name)
    elif isinstance(content, str) and DEVELOPER in content:
        yield at


def _add_elements(parent: ElementTree.Element, content: Mapping[str, Any]) -> None:
    for name, inside in content.items():
        for one in inside if isinstance(inside, list) else [inside]:
            element = ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{name}")
            if isinstance(one, Mapping):
                _add_elements(element, one)
            else:
                element.text = printable(str(one))


def _markdown(content: Mapping[str, Any], depth: int) -> Iterator[str]:
    for name, inside in content.items():
        if not inside:
            continue
        if name == "Results":
            yield from (_result_line(one) for one in inside["MetricResult"])
            yield ""
        elif isinstance(inside, Mapping):
            yield from (f"{'#' * depth} {_spaced(name)}", "")
            yield from _markdown(inside, depth + 1)
        else:
            shown = ", ".join(inside) if isinstance(inside, list) else str(inside)
            yield from (f"**{_spaced(name)}**", "", markdown_paragraph(printable(shown)), "")


def _spaced(name: str) -> str:
    """A name with spaces: ModelName as Model Name; EHR and AI stay together."""
    starts = (
        number > 0
        and letter.isupper()
        and (not name[number - 1].isupper() or name[number + 1 : number + 2].islower())
        for number, letter in enumerate(name)
    )
    return "".join(f" {letter}" if start else letter for letter, start in zip(name, starts, strict=True))


def _result_line(result: Mapping[str, str]) -> str:
    value = json.loads(result["ValueJson"])
    unit = f" {value['unit']}" if value.get("unit") else ""
    if value["kind"] == "single":
        shown = f"{value['value']:.6g}{unit}"
    else:
        ends = f"{value['level']:g} % CI {value['lower']:.4g} to {value['upper']:.4g}"
        shown = f"{value['estimate']:.4g}{unit} ({ends})"
    return f"- {markdown_text(printable(result['Label']))}: {markdown_text(shown)}"


def model_card(result: Result, model: str | None = None) -> ModelCard:
    """The card of a model, that with the highest net benefit unless named."""
    models = result.models
    if model is None:
        model = result.best_model
    if model not in models:
        raise SettingError(f"no model {model!r}; there are {', '.join(map(repr, models))}.")
    return ModelCard(_card(result, model))


def _card(result: Result, model: str) -> dict[str, Any]:
    return {
        "BasicInfo": {"ModelName": model, "ModelDeveloper": DEVELOPER, "DeveloperContact": DEVELOPER},
        "ReleaseInfo": dict.fromkeys(
            ("ReleaseStage", "ReleaseDate", "ReleaseVersion", "GlobalAvailability"), DEVELOPER
        ),
        "ModelSummary": {"Summary": _summary(result, model), "Keywords": {}},
        "UsesAndDirections": {
            "IntendedUseAndWorkflow": DEVELOPER,
            "PrimaryIntendedUsers": DEVELOPER,
            "HowToUse": _how_to_use(result, model),
            "TargetedPatientPopulation": f"{DEVELOPER}. Evaluated for: {where_in_words(result)}.",
            "CautionedOutOfScopeSettings": _out_of_scope(result),
        },
        "Warnings": {
            "KnownRisksAndLimitations": _limitations(result, model),
            "KnownBiasesOrEthicalConsiderations": f"{DEVELOPER}. {_biases(result)}",
            "ClinicalRiskLevel": DEVELOPER,
        },
        "TrustIngredients": {
            "AISystemFacts": {
                "OutcomesAndOutputs": _outputs(result),
                **dict.fromkeys(
                    (
                        *("ModelType", "InputDataSource", "OutputAndInputDataTypes"),
                        *(
                            "DevelopmentDataCharacterization",
                            "BiasMitigationApproaches",
                            "OngoingMaintenance",
                        ),
                    ),
                    DEVELOPER,
                ),
            },
            "TransparencyInformation": {"FundingSource": DEVELOPER, "StakeholdersConsulted": DEVELOPER},
        },
        "KeyMetrics": {
            "UsefulnessUsabilityEfficacy": _usefulness(result, model),
            "FairnessEquity": _fairness(result, model),
            "SafetyReliability": _safety(result, model),
        },
        "Resources": {"PeerReviewedPublications": DEVELOPER, "PatientConsentOrDisclosure": DEVELOPER},
        "Bibliography": "",
    }


def _summary(result: Result, model: str) -> str:
    return f"{DEVELOPER}. Evaluated by baserate: {result.verdict.sentence} The card is about {model}."


def _how_to_use(result: Result, model: str) -> str:
    cut = result.models[model].threshold
    return f"{DEVELOPER}. At this deployment, treat at or above a score of {cutoff_in_words(cut)}. {cut.text}"


def _out_of_scope(result: Result) -> str:
    shift = result.verdict.shift
    observed = result.data.observed_prevalences
    told = f"Observed prevalences ran from {100 * observed.low:.3g} % to {100 * observed.high:.3g} %."
    return f"{DEVELOPER}. {told}" + ("" if shift is None else f" {shift.text}")


def _limitations(result: Result, model: str) -> str:
    remarks = [one.text for one in result.before_you_decide if model in one.models or not one.models]
    return " ".join([f"{DEVELOPER}.", *result.warnings, *remarks])


def _biases(result: Result) -> str:
    by = by_in_words(result)
    return "No groups were compared." if by is None else f"Performance by {by} is under Fairness Equity."


def _outputs(result: Result) -> str:
    asked = result.provenance.parameters
    named, followed = result.names.outcome, result.data.follow_up
    if followed is not None:
        return (
            f"Probability of the outcome (column {followed.event}, called {named}) by "
            f"{followed.horizon:g} of column {followed.time}."
        )
    return f"Probability of the outcome (column {asked['outcome']}, called {named})."


def _tested(result: Result) -> dict[str, str]:
    """What every key metric says of the test."""
    return {
        "TestType": f"Evaluation on patients with known outcomes; {DEVELOPER[0].lower()}{DEVELOPER[1:]}: "
        "retrospective or prospective, internal or external.",
        "TestingDataDescription": f"{patients_in_words(result)}.",
        "ValidationProcessAndJustification": methods_text(result).partition("\n")[0],
    }


def _metric(goal: str, results: list[dict[str, str]], meaning: str, result: Result) -> dict[str, Any]:
    return {
        "MetricGoal": goal,
        "Results": {"MetricResult": results},
        "Interpretation": meaning,
        **_tested(result),
    }


# What a metric's numbers are multiplied by, and the unit they are then in.
_FACTORS = {PER_PATIENT: (1000.0, "per 1,000 patients"), SHARE: (100.0, "%")}


def _result(label: str, measure: str, number: Number | None, result: Result) -> dict[str, str] | None:
    """A number with its interval, as the card's viewer reads it; None where there is none."""
    if number is None or number.value is None:
        return None
    unit = measure_of(measure).unit
    factor, shown = _FACTORS.get(unit, (1.0, unit)) if measure != "auc" else (1.0, "")
    if number.low is None or number.high is None:
        return _single(label, factor * number.value, shown)
    value = {"kind": "estimate_ci", "estimate": factor * number.value, "lower": factor * number.low}
    value |= {"upper": factor * number.high, "level": 100 * result.deployment.level, "unit": shown}
    return {"Label": label, "ValueJson": json.dumps(value)}


def _single(label: str, value: float, unit: str = "") -> dict[str, str]:
    return {"Label": label, "ValueJson": json.dumps({"kind": "single", "value": value, "unit": unit})}


def _known(results: list[dict[str, str] | None]) -> list[dict[str, str]]:
    return [one for one in results if one is not None]


def _comparison(result: Result, model: str, reference: str) -> dict[str, str] | None:
    """Net benefit of the model minus a reference."""
    for one in result.comparisons:
        if (one.model, one.reference) == (model, reference):
            return _result(f"Net benefit minus that of {reference}", "difference", one.difference, result)
    return None


def _usefulness(result: Result, model: str) -> dict[str, Any]:
    about = result.models[model]
    results = [
        _result("Net benefit", "net_benefit", about.net_benefit, result),
        *(_comparison(result, model, name) for name in (WITHOUT_MODEL, "treat all")),
        _result("AUC", "auc", about.auc, result),
        _single(
            "Net benefit that a perfect model would add",
            1000 * result.verdict.possible,
            "per 1,000 patients",
        ),
    ]
    goal = f"More net benefit than deciding without a model, at {where_in_words(result)}."
    return _metric(goal, _known(results), result.verdict.text, result)


def _fairness(result: Result, model: str) -> dict[str, Any]:
    results, told = [], []
    for group in result.groups:
        if not group.estimable:
            told.append(f"{group.name}: not estimable, {group.why_not}")
            continue
        about = group.models[model]
        for measure, head in (("net_benefit", "Net benefit"), ("observed_expected", "Observed/expected")):
            results.append(_result(f"{head}, {group.name}", measure, about.measure(measure), result))
        told += [_gap_told(group.name, gap) for gap in group.gaps if gap.model == model]
    shown = _known(results) or [_single("Groups compared", 0)]
    by = by_in_words(result)
    goal = (
        "No groups were compared: evaluate with by=." if by is None else f"As useful in every group of {by}."
    )
    return _metric(goal, shown, " ".join(told) or "No difference between groups was estimated.", result)


def _gap_told(group: str, gap: GapResult) -> str:
    low, high = 1000 * gap.simultaneous.low, 1000 * gap.simultaneous.high
    value = fixed(1000 * float(gap.mechanism), 1)
    return (
        f"{group} minus {gap.reference}, at equal prevalence: {value} per 1,000 ({fixed(low, 1)} to "
        f"{fixed(high, 1)}, all comparisons together)."
    )


def _safety(result: Result, model: str) -> dict[str, Any]:
    about = result.models[model]
    heads = {
        "observed_expected": "Observed/expected",
        "calibration_slope": "Calibration slope",
        "calibration_intercept": "Calibration in the large",
        "sensitivity": "Sensitivity at the decision threshold",
        "specificity": "Specificity at the decision threshold",
    }
    results = [_result(head, name, about.measure(name), result) for name, head in heads.items()]
    names = result.names
    heads = {
        "false_negatives_per_1000": f"Missed {names.outcome}",
        "false_positives_per_1000": f"Unnecessary {names.action}",
    }
    for name, head in heads.items():
        results.append(_result(head, name, about.measure(name), result))
    meaning = "Calibrated: observed/expected 1, slope 1, calibration in the large 0. " + about.threshold.text
    goal = f"Risks that mean what they say, and few missed {names.outcome}."
    return _metric(goal, _known(results), meaning, result)
