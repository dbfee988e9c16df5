"""Methods, checklists and model card: every number is the result's, and nothing is made up."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import click
import pytest

import baserate
from baserate.cli import report
from baserate.errors import SettingError
from baserate.figures.catalogue import FIGURES
from baserate.report.checklists import CHECKLIST_NAMES, NOT_KNOWN
from baserate.report.exports import rendered
from baserate.report.long_frame import lines_of
from baserate.report.methods import REFERENCES
from baserate.report.model_card import DEVELOPER, NAMESPACE, _gap_told
from baserate.report.stored_text import blocks
from baserate.report.tables import TABLE_NAMES
from baserate.results.numbers import Ends, EndsOfSeveral, Together
from tests.papers.studies import HOSTILE, STUDIES, content_of, stored


def numbers(text: str) -> set[float]:
    """All numbers of a text, thousands separated or not."""
    return {float(found.replace(",", "")) for found in re.findall(r"(?<![\w.])\d[\d,]*(?:\.\d+)?", text)}


def all_numbers(content: Any) -> set[float]:
    """Those of a result, as they are, in percent and per 1,000, also rounded; and those in its texts."""
    if isinstance(content, dict):
        return {n for key, value in content.items() for n in (*all_numbers(value), *numbers(str(key)))}
    if isinstance(content, list):
        return {n for value in content for n in all_numbers(value)}
    if isinstance(content, str):
        return numbers(content)
    if isinstance(content, bool) or content is None:
        return set()
    scaled = [content, 100 * content, 1000 * content]
    return {float(f"{x:.{d}g}") for x in scaled for d in range(1, 7)} | {float(content)}


@pytest.mark.parametrize("study", STUDIES)
def test_every_number_of_the_methods_is_the_results(study: str) -> None:
    content = content_of(study)
    paragraph, _, references = stored(study).methods().partition("\n\nReferences\n\n")
    fixed = {0.0, 1.0, 1000.0, *(n for key in REFERENCES for n in numbers(key))}
    digest = f"SHA-256 {content['data']['sha256'][:12]}"
    assert digest in paragraph
    assert numbers(paragraph.replace(digest, "")) <= all_numbers(content) | fixed
    for key, text in REFERENCES.items():
        assert (key in paragraph) == (text in references)
    assert "{" not in paragraph
    assert "None" not in paragraph
    assert "nan" not in paragraph.split()
    assert "\n" not in paragraph


def test_the_methods_tell_the_study() -> None:
    text = stored("clusters").methods()
    data = content_of("clusters")["data"]
    assert f"320 rows in 160 clusters (patient), of which {data['positives']} had the outcome" in text
    assert "a prevalence of 5 % to 30 % (median" in text
    assert "1:5 (one missed case = 5 unnecessary treatments)" in text
    assert "new to 50 %" in text
    assert "all 7 comparisons at 95 %" in text
    assert f"baserate {baserate.__version__}" in text
    assert "label shift (Saerens et al. 2002): cases" in text
    assert "what each cluster contributes" in text
    observed = stored("observed prevalence").methods()
    assert "at the observed prevalence" in observed
    assert "They include the error of the observed prevalence." in observed
    assert "moved to the prevalence of the deployment" not in observed
    margin = stored("margin and level").methods()
    assert "set to 2 per 1,000" in margin
    assert "90 % confidence intervals" in margin
    shifted = stored("shift below 1").methods()
    assert "by part of the difference in log odds" in shifted
    assert "isotonic" not in shifted
    dropped = stored("dropped").methods()
    assert "1 of 320 rows were left out for missing values in new (1)" in dropped
    assert (
        "tiny could not be estimated: 0 with the disease"
        in stored("a group that cannot be estimated").methods()
    )
    assert "only counts by bin were used" in stored("of summaries").methods()
    assert "The model was evaluated" in stored("one model").methods()


def test_tripod_items_are_filled_from_the_result_or_say_what_to_state() -> None:
    content, checklist = content_of("groups"), stored("groups").checklist("tripod+ai")
    assert [item.number for item in checklist.items][:6] == ["1", "2", "3a", "3b", "3c", "4"]
    assert all(item.text for item in checklist.items)
    assert not checklist["17"].is_known
    assert checklist["17"].text == f"{NOT_KNOWN} approval and consent."
    assert checklist["25"].text == content["verdict"]["text"]
    data = content["data"]
    without = data["used"] - data["positives"]
    assert checklist["20a"].text.endswith(f"{data['positives']} with and {without} without the outcome.")
    for table in ("net_benefit", "auc", "calibration_slope", "observed_expected"):
        line = next(
            one
            for one in lines_of(stored("groups").result)
            if (one.group, one.model, one.measure) == (None, "new", table)
        )
        assert line.text in checklist["23a"].text
    assert "north: net benefit per 1,000" in checklist["23b"].text
    assert "12a" not in [item.number for item in checklist.items]  # of development alone
    with pytest.raises(SettingError, match="no item '12a'"):
        _ = checklist["12a"]
    with pytest.raises(SettingError, match="'tripod\\+ai', 'stratos'; found 'consort'"):
        stored("groups").checklist("consort")


@pytest.mark.parametrize("study", STUDIES)
def test_the_four_essentials_of_stratos_are_there(study: str) -> None:
    checklist = stored(study).checklist("STRATOS")
    assert [item.topic.split(",")[0] for item in checklist.items] == [
        "AUROC",
        "Calibration plot",
        "Clinical utility",
        "Distributions of risk by outcome",
    ]
    result = stored(study)
    for item, measure in zip(checklist.items[:3], ("auc", "calibration_slope", "net_benefit"), strict=True):
        for line in lines_of(result.result):
            if line.measure == measure and line.group is None and line.model in result.models:
                assert line.text in item.text
    assert stored(study).checklist("tripod+ai").to_dict()["items"]


def test_what_stratos_asks_for_as_a_figure_is_named_as_one_that_exists() -> None:
    checklist = stored("range").checklist("stratos")
    for number, figure in {"2": "calibration", "3": "decision_curve", "4": "calibration"}.items():
        assert f"baserate.figures.{figure} " in checklist[number].text
        assert callable(getattr(baserate.figures, figure))
        name = figure.replace("_", "-")
        assert f"--figure {name}," in checklist[number].text
        assert name in FIGURES
    assert "distributions by outcome" in (baserate.figures.calibration.__doc__ or "")
    assert not checklist["4"].is_known


def documents(study: str) -> dict[str, str]:
    """All that is written of a study."""
    ev = stored(study)
    return {
        "markdown": ev.to_markdown(),
        "latex": ev.to_latex(),
        "html": ev.to_html_table(),
        "methods": ev.methods(),
        "tripod+ai": str(ev.checklist()),
        "stratos": str(ev.checklist("stratos")),
        "card": ev.model_card().to_json(),
        "report": rendered(blocks(stored(study).result), "text"),
    }


@pytest.mark.parametrize("document", documents("range"))
def test_several_columns_of_groups_are_told_as_people_do(document: str) -> None:
    text = documents("several columns")[document]
    assert "['" not in text
    assert "&#x27;site&#x27;" not in text
    if document != "stratos":
        assert "site, ward and site crossed with ward" in " ".join(text.split())
    if document in ("methods", "tripod+ai", "card"):
        assert "Groups by different columns have patients in common." in text
        assert "have patients in common" not in documents("groups")[document]


@pytest.mark.parametrize("document", documents("range"))
def test_the_cost_is_told_in_the_words_of_the_study(document: str) -> None:
    text = " ".join(documents("several columns")[document].replace("~", " ").split())
    assert "one missed death = 5 unnecessary work-ups" in text
    assert not re.search("(?i)missed case|unnecessary treatment", text)
    assert "one missed case = 5 unnecessary treatments" in " ".join(documents("range")[document].split())


def test_a_difference_of_nothing_has_no_sign_on_the_card() -> None:
    gap = replace(
        stored("groups").result.groups[0].gaps[0],
        reference="b",
        mechanism=Together(-1e-6, 1e-4, -1e-6, 2e-3, Ends(-1e-6, 2e-3)),
        simultaneous=EndsOfSeveral(-1e-6, 2e-3, 2),
    )
    told = "a minus b, at equal prevalence: 0.0 per 1,000 (0.0 to 2.0, all comparisons together)."
    assert _gap_told("a", gap) == told


def test_checklists_come_in_every_format() -> None:
    checklist = stored("hostile").checklist()
    assert checklist.to_markdown().count("\n| ") == len(checklist.items) + 2
    assert checklist.to_html().count("<tr>") == len(checklist.items) + 2
    assert checklist.to_latex().count(r"\tabularnewline") == len(checklist.items) + 1
    assert len(str(checklist).splitlines()) == 2 * len(checklist.items) + 2


# The elements that the schema of the Applied Model Card v0.2 asks for, in its order.
CARD = {
    "BasicInfo": ["ModelName", "ModelDeveloper", "DeveloperContact"],
    "ReleaseInfo": ["ReleaseStage", "ReleaseDate", "ReleaseVersion", "GlobalAvailability"],
    "ModelSummary": ["Summary", "Keywords"],
    "UsesAndDirections": [
        *("IntendedUseAndWorkflow", "PrimaryIntendedUsers", "HowToUse"),
        *("TargetedPatientPopulation", "CautionedOutOfScopeSettings"),
    ],
    "Warnings": ["KnownRisksAndLimitations", "KnownBiasesOrEthicalConsiderations", "ClinicalRiskLevel"],
    "TrustIngredients": ["AISystemFacts", "TransparencyInformation"],
    "KeyMetrics": ["UsefulnessUsabilityEfficacy", "FairnessEquity", "SafetyReliability"],
    "Resources": ["PeerReviewedPublications", "PatientConsentOrDisclosure"],
    "Bibliography": [],
}


def names_in(element: ElementTree.Element) -> list[str]:
    """The names of the elements inside one."""
    return [one.tag.removeprefix(f"{{{NAMESPACE}}}") for one in element]


METRIC = [
    *("MetricGoal", "Results", "Interpretation"),
    *("TestType", "TestingDataDescription", "ValidationProcessAndJustification"),
]


@pytest.mark.parametrize("study", STUDIES)
def test_the_card_has_the_elements_of_its_schema_in_their_order(study: str) -> None:
    card = stored(study).model_card()
    root = ElementTree.fromstring(card.to_xml())
    assert root.tag == f"{{{NAMESPACE}}}AppliedModelCard"
    assert names_in(root) == list(CARD)
    assert {tag: names_in(one) for tag, one in zip(CARD, root, strict=True)} == CARD
    for metric in root[6]:
        assert names_in(metric) == METRIC
        assert len(metric[1]) >= 1
        for found in metric[1]:
            assert names_in(found) == ["Label", "ValueJson"]
            assert json.loads(found[1].text or "")["kind"] in ("estimate_ci", "single")
    content = card.to_dict()["AppliedModelCard"]
    assert (
        content["KeyMetrics"]["UsefulnessUsabilityEfficacy"]["Interpretation"]
        == content_of(study)["verdict"]["text"]
    )
    assert json.loads(card.to_json()) == card.to_dict()


def test_the_numbers_of_the_card_are_the_results() -> None:
    content = content_of("groups")
    card = stored("groups").model_card("old").to_dict()["AppliedModelCard"]["KeyMetrics"]
    found = {
        one["Label"]: json.loads(one["ValueJson"])
        for metric in card.values()
        for one in metric["Results"]["MetricResult"]
    }
    about = content["models"]["old"]
    assert found["Net benefit"]["estimate"] == 1000 * about["net_benefit"]["value"]
    assert (found["AUC"]["lower"], found["AUC"]["upper"]) == (about["auc"]["low"], about["auc"]["high"])
    assert found["Sensitivity at the decision threshold"]["estimate"] == 100 * about["sensitivity"]["value"]
    assert found["Sensitivity at the decision threshold"]["unit"] == "%"
    missed = about["per_1000_at_threshold"]["false_negatives"]
    assert found["Missed cases"]["upper"] == missed["high"]
    assert found["Missed cases"]["level"] == 95.0
    north = next(group for group in content["groups"] if group["name"] == "north")
    assert found["Net benefit, north"]["lower"] == 1000 * north["models"]["old"]["net_benefit"]["low"]
    over = next(
        one
        for one in content["comparisons"]
        if (one["model"], one["reference"]) == ("old", "without a model")
    )
    assert (
        found["Net benefit minus that of without a model"]["estimate"] == 1000 * over["difference"]["value"]
    )


def test_what_only_the_developer_knows_is_marked() -> None:
    card = stored("range").model_card()
    assert {"BasicInfo.ModelDeveloper", "Warnings.ClinicalRiskLevel"} <= set(card.open_fields)
    assert "BasicInfo.ModelName" not in card.open_fields
    assert "KeyMetrics.UsefulnessUsabilityEfficacy.Interpretation" not in card.open_fields
    text = card.to_markdown()
    assert text.count(DEVELOPER) >= 20
    assert "## Basic Info" in text
    assert "### AI System Facts" in text
    assert card.to_dict()["AppliedModelCard"]["BasicInfo"]["ModelName"] == "new"  # the better one
    with pytest.raises(SettingError, match="no model 'x'; there are 'new', 'old'"):
        stored("range").model_card("x")


@pytest.mark.parametrize("model", [HOSTILE[0], HOSTILE[1], HOSTILE[4]])
def test_a_card_of_a_hostile_name(model: str) -> None:
    card = stored("hostile").model_card(model)
    assert ElementTree.fromstring(card.to_xml())[0][0].text == model
    assert card.to_dict()["AppliedModelCard"]["BasicInfo"]["ModelName"] == model
    assert "<b>" not in card.to_markdown().replace("\\<b\\>", "")


def test_the_command_line_offers_what_the_library_makes() -> None:
    offered = {option.name: option.type for option in report.command.params}
    for name, made in (("table", TABLE_NAMES), ("checklist", CHECKLIST_NAMES)):
        choice = offered[name]
        assert isinstance(choice, click.Choice)
        assert list(choice.choices) == list(made)
