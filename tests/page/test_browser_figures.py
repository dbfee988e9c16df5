"""The figures: what they claim, that no words overlap, the brush, the map, and what is saved of them."""

from __future__ import annotations

import json
import math
import re
import struct
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baserate.evaluation.evaluation import Evaluation
from tests.page.conftest import ASSETS, data_of, evaluated, inside, sample

FIGURES = {
    "difference": "drawDifference",
    "patients": "drawPatients",
    "decision": "drawDecision",
    "value": "drawValue",
    "calibration": "drawCalibration",
    "models-forest": "drawModelsForest",
    "groups-forest": "drawGroupsForest",
    "winner": "drawWinner",
    "roc": "drawRoc",
    "gaps": "drawGaps",
}

# All figures of a study in a blank page, each in a host of its own; `show` draws them at a setting.
GALLERY = """async ({study, figures, assets, width}) => {
  document.body.replaceChildren();
  document.body.style.font = "16px/1.5 'Noto Sans', sans-serif";
  const { createEngine } = await import(`${assets}/engine/engine.js`);
  const engine = createEngine(study);
  const draw = {}, hosts = {}, captions = {};
  for (const [file, name] of Object.entries(figures)) {
    draw[file] = (await import(`${assets}/figures/${file}.js`))[name];
    hosts[file] = document.body.appendChild(document.createElement("div"));
    hosts[file].dataset.untitled = "";
    hosts[file].style.width = `${width}px`;
  }
  const gallery = { engine, hosts, captions, state: engine.own, picked: [], ranges: [], ended: [] };
  gallery.show = (change = {}, one = null, other = null) => {
    gallery.state = { ...gallery.state, ...change };
    const answer = (gallery.answer = engine.answer(gallery.state));
    const { best, runnerUp } = answer.verdict;
    gallery.data = {
      difference: engine.differenceCurve(gallery.state, one ?? best, other ?? runnerUp),
      decision: engine.decisionCurve(gallery.state),
      value: engine.valueCurve(gallery.state),
      calibration: engine.calibration(gallery.state),
      winner: engine.map(gallery.state),
      roc: engine.roc(gallery.state),
    };
    const use = {
      limits: engine.limits.prevalence,
      pointAt: (prevalence, cost) => engine.pointAt(gallery.state, prevalence, cost),
      onPick: (...picked) => gallery.picked.push(picked),
      onRange: (prevalence) => {
        gallery.ranges.push(prevalence);
        gallery.show({ prevalence });
      },
      onRangeEnd: (ends) => gallery.ended.push(ends),
    };
    for (const file in draw) captions[file] = draw[file](hosts[file], gallery.data[file], answer, use);
    return captions;
  };
  globalThis.gallery = gallery;
  return gallery.show();
}"""

Gallery = Callable[..., dict[str, str]]


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("studies")

    def study_of(name: str, ev: Evaluation) -> Any:
        path = Path(folder) / f"{name}.html"
        ev.to_html(path)
        return data_of(path)

    return {
        "large": study_of("large", evaluated(sample(0, 30_000))),
        "small": study_of("small", evaluated(sample(1, 900))),
        "long": study_of("long", evaluated(long_names(sample(2, 9_000)), by="unit")),
    }


def long_names(data: dict[str, Any]) -> dict[str, Any]:
    unit = np.array(["the medical and surgical intensive care unit of the old hospital", "north"])
    return {**data, "unit": unit[(data["unit"] == "north").astype(int)]}


@pytest.fixture
def gallery(modules: Any, studies: dict[str, Any]) -> Gallery:
    def show(study: str = "large", width: int = 660) -> dict[str, str]:
        given = {"study": studies[study], "figures": FIGURES, "assets": ASSETS, "width": width}
        captions: dict[str, str] = modules.evaluate(GALLERY, given)
        return captions

    return show


# Captions.


def random_state(rng: np.random.Generator) -> dict[str, Any]:
    def ends(low: float, high: float, one: bool) -> list[float]:
        x = np.sort(rng.uniform(low, high, 2))
        return [float(1 / (1 + math.exp(-end))) for end in (x[[0, 0]] if one else x)]

    return {
        "prevalence": ends(-5.5, -0.5, rng.random() < 0.3),
        "cost": ends(-4.5, -0.5, rng.random() < 0.6),
    }


@pytest.mark.parametrize("study", ["large", "small"])
def test_captions_never_say_more_than_the_verdict(modules: Any, gallery: Gallery, study: str) -> None:
    gallery(study)
    rng = np.random.default_rng(8)
    kinds = set()
    for _ in range(12):
        said = modules.evaluate(
            "(change) => ({captions: {...gallery.show(change)}, conclusion: gallery.answer.conclusion,"
            " verdict: gallery.answer.verdict.best, runnerUp: gallery.answer.verdict.runnerUp})",
            random_state(rng),
        )
        kind, caption = said["conclusion"]["kind"], said["captions"]["difference"]
        kinds.add(kind)
        for text in said["captions"].values():
            assert not re.search(r"NaN|undefined|Infinity|null|\[object", text)
        if kind == "coarse":
            assert "cannot be told" in caption or "too close to call" in caption
            assert "is best" not in said["captions"]["value"]
        elif kind == "use":
            assert caption.startswith((f"{said['conclusion']['model']} is ahead of", "By "))
            assert f"{said['conclusion']['model']} is best" in said["captions"]["value"]
        elif kind == "close":
            assert "too close to call between" in said["captions"]["value"]
            assert "beyond chance everywhere" not in caption or said["runnerUp"] == "without a model"
    assert len(kinds) > 1
    assert ("use" in kinds) == (study == "large")


CLAIMS = {"stretchesOf": "figures/stretches.js", "stepsBetween": "chart/steps.js"}


@pytest.mark.parametrize("asked", [False, True])
def test_a_stretch_ends_where_the_band_still_says_so(modules: Any, asked: bool) -> None:
    """Whatever the points of the curve are: its ends are numbers of two digits at which the claim is true."""
    rng = np.random.default_rng(5)
    for _ in range(60):
        centre, slope, half = rng.uniform(-4, -2), rng.choice([-1, 1]) * 10 ** rng.uniform(-1, 1), 0.4
        given = {
            "centre": centre,
            "slope": slope,
            "half": half,
            "points": int(rng.integers(9, 60)),
            "asked": asked,
        }
        body = """
          const at = (share) => {
            const value = given.slope * (Math.log(share / (1 - share)) - given.centre);
            return { value, low: value - given.half, high: value + given.half, error: 0 };
          };
          const prevalence = Array.from({ length: given.points }, (_, i) =>
            1 / (1 + Math.exp(6 - (5.5 * i) / (given.points - 1))));
          const column = (key) => prevalence.map((share) => at(share)[key]);
          const data = { prevalence, value: column("value"), low: column("low"), high: column("high") };
          if (given.asked) data.at = at;
          return stretchesOf(data, [0.01, 0.1]).map(({ side, low, high }) =>
            ({ side, ends: [low, high].map((share) => [share, at(share).low, at(share).high]) }));
        """
        for stretch in inside(modules, CLAIMS, body, given):
            for share, low, high in stretch["ends"]:
                assert float(f"{share:.2g}") == pytest.approx(share, rel=1e-9)
                assert stretch["side"] == (1 if low > 0 else -1 if high < 0 else 0)


def test_whole_numbers_of_patients_add_up(modules: Any) -> None:
    rng = np.random.default_rng(2)
    for _ in range(100):
        parts, whole = rng.exponential(size=int(rng.integers(2, 6))), int(rng.integers(0, 5000))
        given = {"parts": parts.tolist(), "whole": whole}
        names = {"wholeParts": "figures/patients.js"}
        counts = inside(modules, names, "return wholeParts(given.parts, given.whole);", given)
        assert sum(counts) == whole
        assert np.all(np.abs(np.array(counts) - parts * whole / parts.sum()) < 1)


@pytest.mark.parametrize("prevalence", [0.0006, 0.004, 0.0324, 0.3, 0.94])
def test_every_row_of_patients_has_the_same_cases(modules: Any, gallery: Gallery, prevalence: float) -> None:
    gallery("large")
    body = """gallery.show({prevalence: [given, given], cost: [1 / 31, 1 / 31]});
      return countPatients(gallery.answer);"""
    counted = inside(modules, {"countPatients": "figures/patients.js"}, body, prevalence)
    assert counted["cases"] + counted["nonCases"] == counted["count"]
    assert counted["cases"] == pytest.approx(prevalence * counted["count"], abs=0.51)
    assert counted["cases"] >= 5
    for row in counted["rows"]:
        assert row["found"] + row["missed"] == counted["cases"]
        assert row["unnecessary"] + row["spared"] == counted["nonCases"]
        assert min(row[key] for key in ("found", "missed", "unnecessary", "spared")) >= 0


# What is seen.

# Words of one figure that lie on each other, or leave it; a word's box is a little wider than its letters.
CLASHES = """() => Object.entries(gallery.hosts).flatMap(([file, host]) => {
  const frame = host.querySelector("svg").getBoundingClientRect();
  const boxes = [...host.querySelectorAll("svg > g[role=img] text")]
    .filter((text) => text.textContent.trim())
    .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
  const before = (a, b) => a.right < b.left + 2 || a.bottom < b.top + 4;
  const apart = (a, b) => before(a, b) || before(b, a);
  const over = boxes.flatMap((one, i) => boxes.slice(i + 1).filter((two) => !apart(one.box, two.box))
    .map((two) => `${file}: ${one.text} | ${two.text}`));
  const leaves = ({ left, right, bottom }) =>
    left < frame.left - 3 || right > frame.right + 3 || bottom > frame.bottom + 3;
  const cut = boxes.filter(({ box }) => leaves(box)).map(({ text }) => `${file} cuts ${text}`);
  const small = [...host.querySelectorAll("text")]
    .filter((text) => Number(text.getAttribute("font-size") ?? 13) < 12)
    .map((text) => `${file}: small ${text.textContent}`);
  return [...over, ...cut, ...small];
})"""


@pytest.mark.parametrize(
    ("study", "width"),
    [
        ("large", 340),
        ("large", 760),
        ("small", 340),
        ("small", 402),
        ("small", 520),
        ("long", 340),
        ("long", 690),
    ],
)
def test_words_in_figures_do_not_lie_on_each_other(
    modules: Any, gallery: Gallery, study: str, width: int
) -> None:
    gallery(study, width)
    found = set()
    for change in ({}, {"prevalence": [0.03, 0.031]}, {"prevalence": None}, {"prevalence": [0.05, 0.05]}):
        modules.evaluate("(change) => { gallery.show({...gallery.engine.own, ...change}); }", change)
        found.update(modules.evaluate(CLASHES))
    assert found == set()


def test_every_colour_is_the_pages_own(modules: Any, gallery: Gallery) -> None:
    """So that dark mode and forced colours reach each of them."""
    gallery("large")
    colours = modules.evaluate(
        """() => [...new Set([...document.querySelectorAll("svg, svg *")].flatMap((one) =>
          ["fill", "stroke"].map((name) => one.getAttribute(name)).filter((colour) => colour !== null)))]"""
    )
    plain = [one for one in colours if not re.match(r"var\(--[\w-]+, #\w+\)$|none$|transparent$|url\(#", one)]
    assert plain == []


# The brush.


def slider(modules: Any, which: int) -> Any:
    return modules.locator(".brush-handle").nth(which)


def range_now(modules: Any) -> list[float]:
    found: list[float] = modules.evaluate("() => gallery.state.prevalence")
    return found


def test_the_brush_works_by_keys(modules: Any, gallery: Gallery) -> None:
    gallery("large")
    low, high = slider(modules, 0), slider(modules, 1)
    assert low.get_attribute("role") == "slider"
    assert low.get_attribute("aria-valuetext") == "1\u00a0%"
    assert float(high.get_attribute("aria-valuenow")) == 10
    low.focus()
    modules.keyboard.press("ArrowRight")
    assert range_now(modules) == [0.011, 0.1]
    modules.keyboard.press("ArrowLeft")
    modules.keyboard.press("ArrowLeft")
    assert range_now(modules) == [0.0099, 0.1]
    modules.keyboard.press("PageUp")
    assert range_now(modules) == [0.019, 0.1]
    high.focus()
    modules.keyboard.press("ArrowUp")
    assert range_now(modules) == [0.019, 0.11]
    modules.keyboard.press("Shift+ArrowRight")
    assert range_now(modules) == [0.02, 0.12]
    modules.keyboard.press("Home")
    assert range_now(modules) == [0.02, 0.02]
    limits = modules.evaluate("() => gallery.engine.limits.prevalence")
    modules.keyboard.press("End")
    assert range_now(modules) == [0.02, limits[1]]
    low.focus()
    modules.keyboard.press("Home")
    assert range_now(modules) == limits
    assert modules.evaluate("() => gallery.ended.length") >= 8
    for handle in (low, high):
        ends = [float(handle.get_attribute(f"aria-value{name}")) for name in ("min", "now", "max")]
        assert ends == sorted(ends)


def test_the_brush_is_dragged_by_its_handles_and_as_a_whole(modules: Any, gallery: Gallery) -> None:
    gallery("large")
    axis = modules.evaluate("() => gallery.data.difference.axis")

    def drag(start: tuple[float, float], by: float) -> None:
        modules.mouse.move(*start)
        modules.mouse.down()
        modules.mouse.move(start[0] + by / 2, start[1])
        modules.mouse.move(start[0] + by, start[1] + 3)
        modules.mouse.up()

    def middle(which: int) -> tuple[float, float]:
        box = slider(modules, which).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    drag(middle(0), 40)
    low, high = range_now(modules)
    assert 0.011 < low < 0.03
    assert high == 0.1
    assert low == float(f"{low:.2g}")
    first, last = middle(0), middle(1)
    drag(((first[0] + last[0]) / 2, first[1]), -30)
    moved = range_now(modules)
    assert moved[0] < low
    assert moved[1] < high
    odds = [math.log(end / (1 - end)) for end in (low, high, *moved)]
    assert odds[1] - odds[0] == pytest.approx(odds[3] - odds[2], abs=0.08)
    # The axis stayed under the hand.
    assert modules.evaluate("() => gallery.data.difference.axis") == axis
    assert modules.evaluate("() => gallery.ended.length") == 2


def test_an_observed_prevalence_is_one_mark(modules: Any, gallery: Gallery) -> None:
    gallery("large")
    modules.evaluate("() => gallery.show({prevalence: null})")
    handle = slider(modules, 0)
    assert handle.get_attribute("aria-disabled") == "true"
    assert handle.get_attribute("aria-valuetext").startswith("observed")
    assert not slider(modules, 1).is_visible()
    handle.focus()
    modules.keyboard.press("ArrowRight")
    assert range_now(modules) is None


# The map.

MAP = ".figure-reader[aria-label*='Enter sets it']"


def test_the_map_is_worked_out_while_it_is_looked_at_and_sets_what_is_picked(
    modules: Any, gallery: Gallery
) -> None:
    gallery("small")
    modules.wait_for_function("() => gallery.data.winner.done", timeout=60_000)
    modules.wait_for_function("() => !gallery.hosts.winner.textContent.includes('still being worked out')")
    reader = modules.locator(MAP)
    reader.focus()
    modules.keyboard.press("ArrowRight")
    said = reader.get_attribute("aria-valuetext")
    assert "threshold probability" in said
    modules.keyboard.press("Enter")
    ((prevalence, cost),) = modules.evaluate("() => gallery.picked")
    assert prevalence == float(f"{prevalence:.2g}")
    assert cost == float(f"{cost:.2g}")


def test_colour_and_read_out_of_the_map_agree(modules: Any, gallery: Gallery) -> None:
    gallery("large")
    reader = modules.locator(MAP)
    reader.focus()
    words = {"use": "is best", "close": "too close", "none": "no model", "coarse": "not from this page"}
    ask = """(told) => {
      const { prevalence, cost } = gallery.data.winner;
      const at = Number(document.querySelector(told.map).getAttribute("aria-valuenow"));
      const near = [...cost].sort((a, b) => Math.abs(a - told.cost) - Math.abs(b - told.cost))[0];
      return gallery.engine.pointAt(gallery.state, prevalence[at], near).conclusion.kind;
    }"""
    rng = np.random.default_rng(3)
    for key in rng.choice(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "PageUp", "PageDown"], 12):
        modules.keyboard.press(str(key))
        said = reader.get_attribute("aria-valuetext")
        told = re.search(r"threshold probability ([\d.]+)", said)
        assert told is not None
        assert words[modules.evaluate(ask, {"map": MAP, "cost": float(told[1]) / 100})] in said


# What is saved.

EXPORT = {"svgText": "page/export.js", "pngBlob": "page/export.js", "dataText": "page/export.js"}


@pytest.mark.parametrize("file", FIGURES)
def test_a_figure_is_saved_as_a_picture_of_its_own(modules: Any, gallery: Gallery, file: str) -> None:
    captions = gallery("large")
    body = """
      const svg = gallery.hosts[given].querySelector("svg");
      // At one time: a map goes on while one waits.
      const [text, made] = [svgText(svg, "A <b> & title"), pngBlob(svg, "A <b> & title")];
      const bytes = new Uint8Array(await (await made).arrayBuffer());
      return { text, head: [...bytes.slice(0, 24)], size: bytes.length };
    """
    saved = inside(modules, EXPORT, body, file)
    root = ET.fromstring(saved["text"])
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    assert root.find(f"{space}title").text == "A <b> & title"  # type: ignore[union-attr]
    assert captions[file] in root.find(f"{space}desc").text  # type: ignore[union-attr, operator]
    assert "var(" not in saved["text"]
    assert "style=" not in saved["text"]
    assert root.get("font-family")
    assert bytes(saved["head"][:8]) == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", bytes(saved["head"][16:24]))
    assert (wide, high) == (2 * int(root.get("width", 0)), 2 * int(root.get("height", 0)))
    assert saved["size"] > 3_000


ROWS = {
    "difference": "differenceRows",
    "patients": "patientsRows",
    "decision": "decisionRows",
    "value": "valueRows",
    "calibration": "calibrationRows",
    "models-forest": "modelsRows",
    "groups-forest": "groupsRows",
    "winner": "winnerRows",
    "roc": "rocRows",
    "gaps": "gapsRows",
}


@pytest.mark.parametrize("study", ["large", "small"])
def test_the_numbers_of_every_figure_are_saved_whole(modules: Any, gallery: Gallery, study: str) -> None:
    gallery(study)
    names = dict.fromkeys(ROWS.values(), "figures/rows.js")
    lines = ", ".join(f"'{file}': {name}" for file, name in ROWS.items())
    body = f"""const make = {{ {lines} }};
      const tables = Object.entries(make).map(([key, rows]) =>
        ({{ key, title: key, table: rows(gallery.data[key], gallery.answer) }}));
      const {{ state, answer }} = gallery;
      const text = dataText({{ state, answer, link: "file:///x#y", tables }});
      return {{ text, verdict: answer.verdict.text }};"""
    saved = inside(modules, {**names, "dataText": "page/export.js"}, body)
    data = json.loads(saved["text"])
    assert data["verdict"] == saved["verdict"]
    assert set(data["tables"]) == set(ROWS)
    for table in data["tables"].values():
        assert len(table["rows"]) > 3
        assert {len(row) for row in table["rows"]} == {len(table["heads"])}
    for key in ("difference", "decision", "value", "models-forest", "groups-forest", "gaps"):
        assert {"value", "low", "high", "error"} <= set(data["tables"][key]["heads"])
    best = {row[2] for row in data["tables"]["winner"]["rows"]}
    allowed = {"old", "new", "mild", "treat all", "treat none", "too close to call", "not from this page"}
    assert best <= allowed


def test_the_menu_of_a_figure_works_by_keys(modules: Any, gallery: Gallery) -> None:
    gallery("large")
    body = """
      const figure = () => gallery.hosts.value.querySelector("svg");
      const menu = saveMenu({ key: "x", title: "A figure", figure,
        table: () => ({ heads: ["a"], rows: [[1]] }), state: () => ({ ...gallery.state, group: null }) });
      document.body.prepend(menu);
    """
    inside(modules, {"saveMenu": "page/export.js"}, body)
    button, menu = modules.locator(".save"), modules.locator("[role=menu]")
    button.focus()
    modules.keyboard.press("ArrowDown")
    focused = "() => document.activeElement.textContent"
    assert button.get_attribute("aria-expanded") == "true"
    assert modules.evaluate(focused) == "Picture, SVG"
    modules.keyboard.press("End")
    assert modules.evaluate(focused) == "Numbers, CSV"
    modules.keyboard.press("ArrowDown")
    assert modules.evaluate(focused) == "Picture, SVG"
    modules.keyboard.press("Escape")
    assert not menu.is_visible()
    assert modules.evaluate("() => document.activeElement.className") == "save"
    modules.keyboard.press("Enter")
    modules.keyboard.press("End")
    with modules.expect_download() as download:
        modules.keyboard.press("Enter")
    assert download.value.suggested_filename == "baserate-x.csv"
    assert not menu.is_visible()
    modules.wait_for_function(
        "() => document.querySelector('[role=status]').textContent === 'Saved baserate-x.csv.'"
    )
