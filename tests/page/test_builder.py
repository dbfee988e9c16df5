"""The page as a file: what it may ask for (nothing), what it holds, and how it is written."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import warnings
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.datasets import icu_cohort
from baserate.errors import FileError, SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.page.builder import page_html, script_text
from tests.page.conftest import data_of
from tests.support.command_line import PLAIN, run

ASSETS = files("baserate.page") / "assets"
HOSTILE = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "{{script}}",
    "{{study}} {{csp}}",
    "\"double\" 'single' `back` & &amp; \\u003c \\",
    "line\u2028separator\u2029",
    "\u202eright to left\u202c \u05d0\u05d1",
    "\U0001f600\U0001f9d1\u200d\u2695\ufe0f",
    "two\nlines\tand\ra tab",
    "<!-- <script>",
    "]]>",
    "=1+1",
)


class Parts(HTMLParser):
    """The elements of a page with their attributes, and the text of each up to the next tag."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[int, str] = {}
        self.inside = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.inside = True

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self.inside = False

    def handle_data(self, data: str) -> None:
        if not self.inside:
            return
        at = len(self.elements) - 1
        self.texts[at] = self.texts.get(at, "") + data

    def all(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        found = enumerate(self.elements)
        return [(attrs, self.texts.get(at, "")) for at, (name, attrs) in found if name == tag]


def cohort(seed: int = 0, size: int = 600, group: str = "unit", **columns: Any) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    died = rng.random(size) < 0.2
    evidence = 2.0 * died + rng.standard_normal(size) - 2.0
    units = np.where(rng.random(size) < 0.5, "north", "south")
    return {"died": died.astype(int), "old": 1.0 / (1.0 + np.exp(-evidence)), group: units, **columns}


def evaluated(data: dict[str, Any], scores: Any = ("old",), **asked: Any) -> Evaluation:
    given = {"prevalence": (0.01, 0.10), "cost": "1:30", **asked}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(data, "died", scores if isinstance(scores, dict) else list(scores), **given)


@pytest.fixture(scope="module")
def plain() -> Evaluation:
    return evaluated(cohort())


@pytest.fixture(scope="module")
def text(plain: Evaluation) -> str:
    return plain.page()


# What it may run, and what it may ask for.


def test_the_policy_names_the_script_and_the_style_as_they_stand_in_the_file(text: str) -> None:
    parts = Parts(text)
    policies = [
        meta["content"]
        for meta, _ in parts.all("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    ]
    assert len(policies) == 1
    policy = dict(part.strip().split(" ", 1) for part in str(policies[0]).split(";"))
    scripts = [code for attrs, code in parts.all("script") if attrs.get("type") == "module"]
    styles = [code for _, code in parts.all("style")]
    assert policy == {
        "default-src": "'none'",
        "script-src": _named(scripts),
        "style-src": _named(styles),
        "img-src": "data:",  # a figure becomes a picture by way of its own text
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    # A browser reads a lone or doubled carriage return as a new line, and would then compute another hash.
    assert "\r" not in text


def _named(codes: list[str]) -> str:
    digests = [base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() for code in codes]
    return " ".join(f"'sha256-{digest}'" for digest in digests)


def test_the_policy_comes_before_anything_that_it_rules(text: str) -> None:
    names = [tag for tag, _ in Parts(text).elements]
    policy = text.index("Content-Security-Policy")
    assert policy < text.index("<style") < text.index("<script")
    assert names.count("script") == 2
    assert names.count("style") == 1


def test_every_placeholder_is_filled_once() -> None:
    template = (ASSETS / "page.html").read_text("utf-8")
    found = re.findall(r"\{\{(\w+)\}\}", template)
    assert sorted(found) == ["csp", "script", "study", "style", "title"]
    made = page_html({"mark": "a mark of its own"}, "A title of its own")
    assert re.search(r"\{\{\w+\}\}", made) is None
    assert made.count("a mark of its own") == 1
    assert made.count("A title of its own") == 1
    assert made.count(script_text()) == 1


def test_nothing_in_the_file_makes_a_request(text: str) -> None:
    bare = text.replace("http://www.w3.org/2000/svg", "")
    for word in (
        r"https?:",
        r"@import",
        r"(?<!\.)\bsrc=",  # a picture that the script makes has its own text for a source
        r"\burl\((?!#)",
        r"<link",
        r"<iframe",
        r"<object",
        r"<embed",
    ):
        assert re.search(word, bare) is None, word
    for call in (
        "fetch(",
        "XMLHttpRequest",
        "WebSocket",
        "sendBeacon",
        "EventSource",
        "import(",
    ):
        assert call not in bare, call
    # A figure becomes a picture by way of its own text; the policy lets nothing else be one.
    dense = re.sub(r"\s+", "", bare)
    assert dense.count("newImage") == dense.count("src=`data:image/svg+xml") == 1
    attributes = {name for _, attrs in Parts(text).elements for name in attrs}
    assert attributes.isdisjoint({"src", "href", "srcset", "action", "formaction", "ping", "style"})
    assert not [name for name in attributes if name.startswith("on")]


def test_text_reaches_the_document_as_text_only() -> None:
    script = script_text()
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert word not in script, word


def test_no_import_or_export_is_left_in_the_script() -> None:
    script = script_text()
    assert re.search(r"^\s*(import|export)\b", script, flags=re.M) is None
    assert re.search(r'from "\./', script) is None
    assert "</script" not in script.lower()
    assert "<!--" not in script


# Names that mean harm.


@pytest.fixture(scope="module")
def hostile() -> Evaluation:
    data = cohort(size=300, group="</style>by")
    data["</style>by"] = np.array(HOSTILE[4:6])[np.arange(300) % 2]
    return evaluated(data, dict.fromkeys(HOSTILE[:4], "old"), by="</style>by")


def test_hostile_names_stay_data(hostile: Evaluation, tmp_path: Path) -> None:
    title = " ".join(HOSTILE)
    path = tmp_path / "page.html"
    hostile.to_html(path, title=title)
    text = path.read_bytes().decode("utf-8")
    parts = Parts(text)
    assert [tag for tag, _ in parts.elements].count("script") == 2
    assert "img" not in {tag for tag, _ in parts.elements}
    assert [shown for _, shown in parts.all("title")] == [title]
    carried = data_of(path)
    assert carried["page"]["title"] == title
    assert [model["name"] for model in carried["page"]["models"]] == list(HOSTILE[:4])
    assert {group["name"] for group in carried["result"]["groups"]} == set(HOSTILE[4:6])
    start = text.index('id="study">') + len('id="study">')
    data = text[start : text.index("</script>", start)]
    assert "<" not in data
    assert len(data.splitlines()) == 1


@pytest.mark.parametrize("name", HOSTILE)
def test_a_title_is_shown_as_it_is_written(name: str) -> None:
    made = Parts(page_html({"title": name}, name))
    assert [shown for _, shown in made.all("title")] == [name]
    carried = [code for attrs, code in made.all("script") if attrs.get("id") == "study"]
    assert json.loads(carried[0])["title"] == name


def test_a_number_that_json_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        page_html({"value": float("nan")}, "title")


# Writing it.


def test_the_written_file_is_the_page_in_utf_8(plain: Evaluation, text: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    plain.to_html(path, title="\u00dcberblick \U0001f600")
    written = path.read_bytes().decode("utf-8", errors="strict")
    assert "<title>\u00dcberblick \U0001f600</title>" in written
    assert not written.startswith("\ufeff")
    assert '<meta charset="utf-8">' in written[:1024]
    assert len(written) == pytest.approx(len(text), rel=0.01)


@pytest.mark.parametrize("least", [0, -1, 2.5, True, "5", None])
def test_a_smallest_cell_that_is_no_number_of_patients_is_refused(
    plain: Evaluation, tmp_path: Path, least: Any
) -> None:
    with pytest.raises(SettingError, match="smallest_cell"):
        plain.to_html(tmp_path / "page.html", smallest_cell=least)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_and_a_missing_folder_are_refused_before_any_work(
    plain: Evaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def worked(*_: Any, **__: Any) -> str:
        raise AssertionError("the page was made first")

    monkeypatch.setattr(Evaluation, "page", worked)
    with pytest.raises(FileError, match="is a folder"):
        plain.to_html(tmp_path)
    with pytest.raises(FileError, match="there is no folder"):
        plain.to_html(tmp_path / "missing" / "page.html")
    with pytest.raises(FileError, match="empty"):
        plain.to_html("")


def test_an_old_file_stays_whole_when_writing_fails(
    plain: Evaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "page.html"
    path.write_text("the old page", "utf-8")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(FileError, match="No space left"):
        plain.to_html(path)
    assert path.read_text("utf-8") == "the old page"
    assert [one.name for one in tmp_path.iterdir()] == ["page.html"]


def test_an_old_file_is_replaced_whole(plain: Evaluation, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("x" * 3_000_000, "utf-8")
    plain.to_html(path)
    assert path.read_text("utf-8").endswith("</html>\n")
    assert [one.name for one in tmp_path.iterdir()] == ["page.html"]


def test_the_same_evaluation_makes_the_same_page(plain: Evaluation, text: str) -> None:
    assert plain.page() == text


# From the command line.


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("html")
    icu_cohort(stays=2_000).write_csv(folder / "cohort.csv")
    return folder


def test_evaluate_writes_the_page_beside_what_it_prints(home: Path) -> None:
    page = home / "report.html"
    cohort_file = str(home / "cohort.csv")
    options = (*PLAIN, "--by", "unit", "--html", str(page), "--smallest-cell", "20")
    printed = run("evaluate", cohort_file, *options, "--full").stdout
    alone = run("evaluate", cohort_file, *PLAIN, "--by", "unit", "--full").stdout
    # Only the time of the run differs.
    assert printed.splitlines()[:-1] == alone.splitlines()[:-1]
    carried = data_of(page)
    assert carried["page"]["smallest_cell"] == 20
    assert carried["page"]["settings"] == []
    asked = json.loads(run("evaluate", cohort_file, *PLAIN, "--by", "unit", "--json").stdout)
    assert carried["result"]["verdict"]["text"] == asked["verdict"]["text"]
    for name, model in asked["models"].items():
        worth = carried["result"]["models"][name]["net_benefit"]
        # No more digits than the page shows: a hundredth of a patient in 1,000.
        for key in ("value", "low", "high"):
            assert worth[key] == pytest.approx(model["net_benefit"][key], abs=1e-5)
            assert worth[key] == round(worth[key], 5)


@pytest.mark.parametrize("least", ["0", "-3", "many", "2.5"])
def test_a_smallest_cell_that_is_none_is_wrong_usage(home: Path, least: str) -> None:
    page = home / "never.html"
    said = run(
        "evaluate",
        str(home / "cohort.csv"),
        *PLAIN,
        "--html",
        str(page),
        "--smallest-cell",
        least,
        status=2,
    ).stderr
    assert "--smallest-cell" in said
    assert not page.exists()


def test_a_page_in_the_place_of_the_data_or_of_the_result_is_refused(home: Path) -> None:
    cohort_file = home / "cohort.csv"
    before = cohort_file.read_bytes()
    said = run("evaluate", str(cohort_file), *PLAIN, "--html", str(cohort_file), status=3).stderr
    assert "holds the data" in said
    assert cohort_file.read_bytes() == before
    same = str(home / "both")
    said = run("evaluate", str(cohort_file), *PLAIN, "--html", same, "--out", same, status=3).stderr
    assert "are one file" in said
    said = run("evaluate", str(cohort_file), *PLAIN, "--html", str(home / "no" / "a.html"), status=3).stderr
    assert "there is no folder" in said


def test_several_deployments_of_a_study_are_settings_of_its_page(home: Path) -> None:
    study = home / "study.toml"
    study.write_text(
        'data = "cohort.csv"\noutcome = "died"\nscores = ["severity"]\n'
        '[[deployment]]\nname = "ward"\nprevalence = "1%..10%"\ncost = "1:30"\n'
        '[[deployment]]\nname = "</script> clinic"\nprevalence = "2%"\ncost = "1:50..1:5"\n',
        "utf-8",
    )
    page = home / "study.html"
    run("evaluate", "--study", str(study), "--html", str(page))
    carried = data_of(page)["page"]
    assert [(one["name"], one["exact"]) for one in carried["settings"]] == [
        ("ward", True),
        ("</script> clinic", True),
    ]
    assert carried["settings"][0]["state"] == carried["own"]["state"]
    assert carried["settings"][0]["state"]["prevalence"] == [0.01, 0.10]
    assert carried["settings"][1]["state"]["prevalence"] == [0.02, 0.02]
    assert carried["settings"][1]["state"]["cost"] == pytest.approx([1 / 51, 1 / 6])


def test_a_requirement_that_is_not_met_stands_in_the_page(home: Path) -> None:
    study = home / "strict.toml"
    study.write_text(
        'data = "cohort.csv"\noutcome = "died"\nscores = ["severity"]\n[deployment]\ncost = "1:30"\n'
        '[[require]]\nmodel = "severity"\nmeasure = "auc"\nat_least = 0.999\n',
        "utf-8",
    )
    page = home / "strict.html"
    run("evaluate", "--study", str(study), "--html", str(page), status=4)
    requirements = data_of(page)["result"]["requirements"]
    assert [one["met"] for one in requirements] == [False]


def test_the_demonstration_leaves_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from baserate.cli import demo

    # Fewer patients are enough to see the page.
    monkeypatch.setattr(demo, "icu_cohort", lambda: icu_cohort(stays=2_000))
    page, result = tmp_path / "demo.html", tmp_path / "demo.json"
    said = run("demo", "--html", str(page), "--out", str(result)).stdout
    assert "in a browser" in said
    carried = data_of(page)
    assert carried["page"]["title"] == "The built-in cohort: death in intensive care"
    assert [model["name"] for model in carried["page"]["models"]] == ["severity", "network"]
    verdict = json.loads(result.read_text("utf-8"))["verdict"]
    assert {**carried["result"]["verdict"], **verdict} == verdict
    assert carried["result"]["verdict"]["text"] == verdict["text"]
