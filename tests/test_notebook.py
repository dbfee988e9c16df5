"""In a notebook: the verdict, the models and the main figure as static HTML, and the page in a frame."""

from __future__ import annotations

import re
import time
import warnings
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import baserate
from baserate.datasets import icu_cohort
from baserate.deployment.deployment import Deployment
from baserate.errors import SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.results.difference_curve import difference_curve
from tests.support.cohorts import simulate

Y, GOOD = simulate(np.random.default_rng(5), 800, 0.2, 1.6)
OTHER = np.asarray(
    baserate.odds.expit(baserate.odds.logit(GOOD) + np.random.default_rng(1).normal(size=len(Y)))
)
HOSTILE = "<script>alert(1)</script>&'\"{x}"


def run(models: dict[str, Any] | None = None, **changed: Any) -> Evaluation:
    models = models or {"good": GOOD, "other": OTHER}
    asked: dict[str, Any] = {"prevalence": (0.02, 0.3), "cost": "1:9", **changed}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate({"y": Y, **models}, "y", list(models), **asked)


class Parsed(HTMLParser):
    """Tags, texts and attributes; every tag that opens closes."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(content)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open.append(tag)
        self.attributes += attrs

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data.replace("\xa0", " "))


def drawing(content: str) -> ElementTree.Element:
    found = re.search(r"<svg.*</svg>", content, re.S)
    assert found is not None
    return ElementTree.fromstring(found[0])


def test_it_holds_the_verdict_the_table_and_the_lines_before() -> None:
    ev = run(title="The study")
    page = Parsed(ev._repr_html_())
    assert "The study" in page.texts
    assert ev.verdict.sentence in page.texts
    assert (
        " ".join([ev.verdict.sentence, page.texts[page.texts.index(ev.verdict.sentence) + 1]])
        == ev.verdict.text
    )
    for one in ev.before_you_decide:
        assert one.text in page.texts
    for model in ev.models:
        row = page.texts[page.texts.index(model) :]
        score, added = ev.score(model), ev.compare(model, "without a model")
        for shown, estimate in zip(row[1:3], (score, added), strict=True):
            numbers = [float(x) for x in re.findall(r"-?\d+\.\d+", shown)]
            exact = [1000 * x for x in (estimate.value, estimate.low, estimate.high)]
            assert numbers == pytest.approx(exact, abs=0.0501)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"prevalence": None},
        {"prevalence": 0.05},
        {"cost": ("1:20", "1:4")},
        {"prevalence": "beta(2, 38)"},
    ],
)
def test_the_curve_is_the_librarys_difference(changed: dict[str, Any]) -> None:
    ev = run(**changed)
    curve = difference_curve(ev, ev.verdict)
    assert {curve.one, curve.other} == {"good", "other"}
    for i in (0, 7, 20, 40):
        where = Deployment.of(float(curve.prevalence[i]), ev.question.deployment.cost)
        exact = ev.difference(curve.one, curve.other, where)
        assert [curve.value[i], curve.low[i], curve.high[i]] == pytest.approx(
            [exact.value, exact.low, exact.high], abs=1e-15
        )


def test_alone_it_is_compared_with_deciding_without_a_model() -> None:
    ev = run({"good": GOOD})
    curve = difference_curve(ev, ev.verdict)
    assert curve.other == "without a model"
    i = 11
    alone = run({"good": GOOD}, prevalence=float(curve.prevalence[i])).compare("good", "without a model")
    assert [curve.value[i], curve.low[i], curve.high[i]] == pytest.approx(
        [alone.value, alone.low, alone.high], abs=1e-12
    )


def test_the_figure_draws_the_curve_and_its_band() -> None:
    ev = run()
    svg, curve = drawing(ev._repr_html_()), difference_curve(ev, ev.verdict)
    name = "{http://www.w3.org/2000/svg}"
    points = {
        tag: np.array(
            [[float(x) for x in p.split(",")] for p in svg.findall(name + tag)[0].attrib["points"].split()]
        )
        for tag in ("polyline", "polygon")
    }
    line, band = points["polyline"], points["polygon"]
    assert len(line) == 41
    assert len(band) == 82
    # Places are a line of log odds, and of the difference.
    for places, values in (
        (line[:, 0], baserate.odds.logit(curve.prevalence)),
        (np.r_[line[:, 1], band[:, 1]], np.r_[curve.value, curve.high, curve.low[::-1]]),
    ):
        fitted = np.polyfit(values, places, 1)
        assert places == pytest.approx(np.polyval(fitted, values), abs=0.11)
    texts = [(text.text or "").replace("\xa0", " ") for text in svg.iter(name + "text")]
    assert {"good better", "other better", "prevalence", "2 %", "20 %"} <= set(texts)


@pytest.mark.parametrize("models", [{HOSTILE: GOOD, "b": OTHER}, {HOSTILE: GOOD}])
def test_names_are_names(models: dict[str, Any]) -> None:
    ev = run(models, title=HOSTILE[:40], outcome_name="<img src=x>")
    content = ev._repr_html_()
    page = Parsed(content)
    assert not {"script", "img", "iframe", "style", "link", "object"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert HOSTILE in " ".join(page.texts)
    drawing(content)
    assert "http" not in content.replace("http://www.w3.org/2000/svg", "")


def test_it_is_small_and_quick() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate(
            icu_cohort(), "died", ["severity", "network"], prevalence=(0.01, 0.1), cost="1:30", by="unit"
        )
    start = time.process_time()
    content = ev._repr_html_()
    assert time.process_time() - start < 5.0  # 0.6 s where nothing else runs
    assert len(content.encode()) < 60_000


def test_the_page_stands_in_a_sealed_frame() -> None:
    ev = run({HOSTILE: GOOD, "b": OTHER})
    frame = ev.show(height=420, title="A title")
    content = frame._repr_html_()
    page = Parsed(content)
    assert page.tags == ["iframe"]
    attributes = dict(page.attributes)
    assert attributes["srcdoc"] == ev.page(title="A title")
    assert "allow-same-origin" not in str(attributes["sandbox"])
    assert "420px" in str(attributes["style"])
    assert "height=420" in repr(frame)
    assert len(repr(frame)) < 100
    for height in (0, "800", True, 3.5):
        with pytest.raises(SettingError, match="height"):
            ev.show(height=height)


def test_bins_on_an_engine_are_drawn_too() -> None:
    polars = pytest.importorskip("polars")
    data = {"y": Y, "good": GOOD, "other": OTHER, "ward": np.arange(len(Y)) % 40}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        lazy = baserate.evaluate(
            polars.LazyFrame(data), "y", ["good", "other"], prevalence=(0.02, 0.3), cost="1:9", cluster="ward"
        )
    curve = difference_curve(lazy, lazy.verdict)
    exact = difference_curve(run(), run().verdict)
    assert curve.value == pytest.approx(exact.value, abs=0.002)
    assert Parsed(lazy._repr_html_()).tags.count("svg") == 1
