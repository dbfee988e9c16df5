"""Version, date, licence and dependencies are said in several files, and are the same in all of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import baserate

ROOT = Path(__file__).parents[2]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    content: dict[str, Any] = tomllib.loads(text_of("pyproject.toml"))["project"]
    return content


@pytest.fixture(scope="module")
def citation() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(text_of("CITATION.cff"))
    return content


@pytest.fixture(scope="module")
def recipe() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(text_of("conda/recipe/recipe.yaml"))
    return content


def test_the_changelog_has_the_date_and_all_parts() -> None:
    sections = text_of("CHANGELOG.md").split("\n## ")[1:]
    newest = sections[1] if " (unreleased)\n" in sections[0] else sections[0]
    assert re.match(rf"{re.escape(baserate.__version__)} \(\d{{4}}-\d\d-\d\d\)\n", newest)
    headings = re.findall(r"^### (.*)", newest, flags=re.MULTILINE)
    assert headings == ["New", "Changed, and how to adapt", "Fixed", "Details"]


def test_links_of_the_changelog_lead_to_files() -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", text_of("CHANGELOG.md"))
    assert [link for link in links if not (ROOT / link).is_file()] == []


def test_the_citation_has_version_date_and_licence(project: dict[str, Any], citation: dict[str, Any]) -> None:
    (date,) = re.findall(rf"## {re.escape(baserate.__version__)} \((.*)\)", text_of("CHANGELOG.md"))
    assert citation["version"] == baserate.__version__
    assert citation["date-released"] == date
    assert citation["license"] == project["license"]
    assert citation["keywords"] == project["keywords"]
    assert [one["name"] for one in citation["authors"]] == [one["name"] for one in project["authors"]]


def test_the_citation_names_the_paper_as_the_docs_do(citation: dict[str, Any]) -> None:
    (paper,) = citation["references"]
    names = [one["family-names"] for one in paper["authors"]]
    assert names == ["Flores", "Smith", "Fukuyama", "Wilson"]
    title = " ".join(text_of("docs/errata.md").split())
    assert f"*{paper['title']}*" in title.replace(f"{paper['title']}.", paper["title"])


def test_the_recipe_needs_what_pyproject_needs(project: dict[str, Any], recipe: dict[str, Any]) -> None:
    spaced = [re.sub(r"(?<=\w)(?=>=)", " ", one) for one in project["dependencies"]]
    python = f"python {project['requires-python']}"
    assert recipe["requirements"]["run"] == [python, *spaced]
    build = [re.sub(r"(?<=\w)(?=>=)", " ", one) for one in _build_requirements()]
    assert recipe["requirements"]["host"] == [python, "pip", *build]
    assert recipe["context"]["version"] == baserate.__version__


def test_the_recipe_says_what_pyproject_says(project: dict[str, Any], recipe: dict[str, Any]) -> None:
    assert recipe["about"]["summary"] == project["description"]
    assert recipe["about"]["license"] == project["license"]
    (script,) = recipe["build"]["python"]["entry_points"]
    assert script == f"baserate = {project['scripts']['baserate']}"


def test_classifiers_begin_at_the_python_that_is_required(project: dict[str, Any]) -> None:
    prefix = "Programming Language :: Python :: 3."
    minors = [int(one.removeprefix(prefix)) for one in project["classifiers"] if one.startswith(prefix)]
    first = int(project["requires-python"].removeprefix(">=3."))
    assert minors == list(range(first, first + len(minors)))
    # A public address is said when there is one.
    assert "urls" not in project


def _build_requirements() -> list[str]:
    requirements: list[str] = tomllib.loads(text_of("pyproject.toml"))["build-system"]["requires"]
    return requirements
