"""The page in a reader's hands: keyboard, mouse, address, screen sizes, paper, and names that mean harm."""

from __future__ import annotations

import csv
import io
import json
import re
import warnings
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.evaluation.evaluation import Evaluation
from tests.page.conftest import at_rest, evaluated, sample

Open = Callable[..., Any]

HANDLES = {
    "lowest prevalence": ("prevalence", 0),
    "highest prevalence": ("prevalence", 1),
    "cost": ("cost", 0),
}


@pytest.fixture(scope="module")
def ev() -> Evaluation:
    return evaluated(sample(5, 4_000))


@pytest.fixture(scope="module")
def shared(opened: Open, ev: Evaluation) -> Any:
    return opened(ev, title="A study of four units")


@pytest.fixture
def page(shared: Any) -> Any:
    """The shared page at the study's own setting."""
    shared.evaluate(
        "() => { baserate.setState(baserate.engine.own); document.activeElement.blur(); scrollTo(0, 0); }"
    )
    shared.keyboard.press("Escape")
    return shared


def state(page: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("() => baserate.state()")
    return found


def said(page: Any) -> str:
    return printed(str(page.text_content("#verdict-text")))


def engine_says(page: Any) -> str:
    return printed(str(page.evaluate("() => baserate.engine.answer(baserate.state()).verdict.text")))


def unfold(page: Any, key: str) -> Any:
    """The panel of the prevalence, the cost, the models ..., open."""
    panel = page.locator(f"#panel-{key}")
    if not panel.is_visible():
        page.keyboard.press("Escape")
        page.locator(f"#top [aria-controls=panel-{key}]:visible").first.click()
    return panel


def printed(text: str) -> str:
    """With plain spaces and hyphens for those of print."""
    return text.replace("\u00a0", " ").replace("\u2212", "-")


def handle(page: Any, name: str) -> Any:
    key, at = HANDLES[name]
    return unfold(page, key).locator(".handle").nth(at)


def is_focused(element: Any) -> bool:
    return bool(element.evaluate("(one) => one === document.activeElement"))


# Sliders.


@pytest.mark.parametrize(
    ("name", "part", "end", "keys"),
    [
        (
            "lowest prevalence",
            "prevalence",
            0,
            {
                "ArrowRight": 0.011,
                "ArrowLeft": 0.0099,
                "ArrowUp": 0.011,
                "PageUp": 0.02,
                "Home": 0.0005,
                "End": 0.10,
            },
        ),
        (
            "highest prevalence",
            "prevalence",
            1,
            {
                "ArrowRight": 0.11,
                "ArrowDown": 0.099,
                "PageUp": 0.20,
                "PageDown": 0.09,
                "Home": 0.01,
                "End": 0.95,
            },
        ),
        (
            "cost",
            "cost",
            0,
            {
                "ArrowRight": 1 / 30,
                "ArrowLeft": 1 / 32,
                "PageUp": 1 / 21,
                "Home": 1 / 1001,
                "End": 1000 / 1001,
            },
        ),
    ],
)
def test_keys_move_a_handle_along_its_grid_and_the_verdict_follows(
    page: Any, name: str, part: str, end: int, keys: dict[str, float]
) -> None:
    own = state(page)
    knob = handle(page, name)
    for key, value in keys.items():
        page.evaluate("() => baserate.setState(baserate.engine.own)")
        knob.focus()
        page.keyboard.press(key)
        now = state(page)
        assert now[part][end] == pytest.approx(value, rel=1e-9), key
        other = now[part][1 - end]
        assert other == pytest.approx(value if name == "cost" else own[part][1 - end]), key
        assert is_focused(knob)
        assert float(knob.get_attribute("aria-valuenow")) == pytest.approx(value, rel=1e-9)
        assert said(page) == engine_says(page)


def test_other_keys_leave_a_handle_alone(page: Any) -> None:
    own = state(page)
    handle(page, "lowest prevalence").focus()
    for key in ("a", "Enter", "Control+ArrowRight", "Alt+ArrowUp"):
        page.keyboard.press(key)
    assert state(page) == own


def test_shift_moves_both_ends_and_stops_where_one_cannot(page: Any) -> None:
    handle(page, "lowest prevalence").focus()
    page.keyboard.press("Shift+ArrowRight")
    assert state(page)["prevalence"] == pytest.approx([0.011, 0.11])
    page.evaluate("() => baserate.setState({prevalence: [0.0005, 0.01]})")
    page.keyboard.press("Shift+ArrowLeft")
    assert state(page)["prevalence"] == [0.0005, 0.01]


def place(page: Any, control: int, share: float) -> tuple[float, float]:
    """Where on the screen a share lies on the rail of prevalence (0) or cost (1)."""
    rail = unfold(page, ("prevalence", "cost")[control]).locator(".rail")
    rail.scroll_into_view_if_needed()
    box = rail.bounding_box()
    ends = page.evaluate("() => baserate.engine.limits")[("prevalence", "cost")[control]]
    low, here, high = (float(np.log(x / (1 - x))) for x in (ends[0], share, ends[1]))
    return box["x"] + box["width"] * (here - low) / (high - low), box["y"] + box["height"] / 2


def drag(page: Any, start: tuple[float, float], stop: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + stop[0]) / 2, start[1])
    page.mouse.move(*stop)
    page.mouse.up()


def test_the_mouse_drags_a_handle_and_the_stretch_between_two(page: Any) -> None:
    drag(page, place(page, 0, 0.01), place(page, 0, 0.03))
    assert state(page)["prevalence"] == pytest.approx([0.03, 0.10], rel=0.05)
    assert said(page) == engine_says(page)
    assert is_focused(handle(page, "lowest prevalence"))
    before = np.log(state(page)["prevalence"])
    drag(page, place(page, 0, 0.055), place(page, 0, 0.11))
    after = np.log(state(page)["prevalence"])
    assert (after - before > 0.5).all()
    assert after[1] - after[0] == pytest.approx(before[1] - before[0], abs=0.25)


def test_a_press_on_the_rail_brings_the_nearer_handle(page: Any) -> None:
    page.mouse.click(*place(page, 0, 0.5))
    assert state(page)["prevalence"] == pytest.approx([0.01, 0.5], rel=0.03)
    page.mouse.click(*place(page, 1, 0.5))
    assert state(page)["cost"] == pytest.approx([0.5, 0.5], rel=0.05)
    assert said(page) == engine_says(page)


def test_handles_never_pass_each_other(page: Any) -> None:
    drag(page, place(page, 0, 0.01), place(page, 0, 0.6))
    assert state(page)["prevalence"] == pytest.approx([0.10, 0.10])
    drag(page, place(page, 0, 0.10), place(page, 0, 0.02))
    assert state(page)["prevalence"] == pytest.approx([0.02, 0.10], rel=0.05)


# Boxes, ticks and choices.


@pytest.mark.parametrize(
    ("label", "typed", "part", "wanted"),
    [
        ("Lowest prevalence in percent", "2.5", "prevalence", [0.025, 0.10]),
        ("Lowest prevalence in percent", "2,5 %", "prevalence", [0.025, 0.10]),
        ("Lowest prevalence in percent", "20", "prevalence", [0.20, 0.20]),
        ("Highest prevalence in percent", "0.5", "prevalence", [0.005, 0.005]),
        ("Most unnecessary treatments per missed case", "50", "cost", [1 / 51, 1 / 51]),
        ("Most unnecessary treatments per missed case", "1:9", "cost", [0.1, 0.1]),
    ],
)
def test_a_typed_value_counts(page: Any, label: str, typed: str, part: str, wanted: list[float]) -> None:
    unfold(page, part)
    box = page.get_by_label(label)
    box.fill(typed)
    box.press("Enter")
    assert state(page)[part] == pytest.approx(wanted, rel=1e-9)
    assert box.get_attribute("aria-invalid") is None
    assert is_focused(box)
    assert said(page) == engine_says(page)


@pytest.mark.parametrize("typed", ["abc", "0", "100", "-3", "", "1e9", "1..2", "NaN", "Infinity"])
def test_a_value_that_is_none_is_marked_and_changes_nothing(page: Any, typed: str) -> None:
    own = state(page)
    panel = unfold(page, "prevalence")
    box = page.get_by_label("Lowest prevalence in percent")
    box.fill(typed)
    box.press("Enter")
    assert box.get_attribute("aria-invalid") == "true"
    assert state(page) == own
    assert "Nothing was changed." in panel.locator(".said").text_content()
    box.blur()
    assert box.get_attribute("aria-invalid") is None
    assert box.input_value() == "1"


def test_one_value_and_back_is_the_range_that_was_left(page: Any) -> None:
    page.evaluate("() => baserate.setState({prevalence: [0.0123, 0.0987]})")
    unfold(page, "prevalence")
    box = page.get_by_label("one value").first
    box.focus()
    page.keyboard.press("Space")
    middle = state(page)["prevalence"]
    assert middle[0] == middle[1]
    assert 0.0123 < middle[0] < 0.0987
    assert said(page) == engine_says(page)
    page.keyboard.press("Space")
    assert state(page)["prevalence"] == [0.0123, 0.0987]


def test_one_value_that_was_moved_takes_its_range_along(page: Any) -> None:
    unfold(page, "prevalence")
    page.get_by_label("one value").first.check()
    page.get_by_label("Lowest prevalence in percent").fill("20")
    page.get_by_label("Lowest prevalence in percent").press("Enter")
    assert state(page)["prevalence"] == pytest.approx([0.2, 0.2])
    page.get_by_label("one value").first.uncheck()
    ends = np.array(state(page)["prevalence"])
    assert ends[0] < 0.2 < ends[1]
    width = np.diff(np.log(ends / (1 - ends)))[0]
    assert width == pytest.approx(np.log(0.1 / 0.9) - np.log(0.01 / 0.99), abs=0.1)


def test_the_observed_prevalence_and_back_by_keyboard(page: Any) -> None:
    unfold(page, "prevalence")
    own = page.get_by_label(re.compile("^observed"))
    own.focus()
    page.keyboard.press("Space")
    assert state(page)["prevalence"] is None
    assert page.get_by_label("Lowest prevalence in percent").is_disabled()
    assert "as observed" in said(page)
    page.keyboard.press("Space")
    assert state(page)["prevalence"] == [0.01, 0.10]


def test_units_change_by_arrow_key_and_accuracy_knows_no_cost(page: Any) -> None:
    unfold(page, "units")
    assert is_focused(page.locator("input[name=units]:checked"))
    for units in ("weighted accuracy", "accuracy"):
        page.keyboard.press("ArrowRight")
        assert state(page)["units"] == units
        assert said(page) == engine_says(page)
    assert page.get_by_label("Most unnecessary treatments per missed case").is_disabled()
    assert page.locator("#sentence [data-control=cost]").count() == 0
    assert "every error counts alike" in said(page)


def test_a_group_changes_whose_patients_are_meant(page: Any, ev: Evaluation) -> None:
    unfold(page, "models")
    select = page.locator("#group")
    for name, group in ev.groups.items():
        select.select_option(label=f"{name} ({group.patients:,} patients)")
        answer = page.evaluate("() => baserate.answer().slice")
        assert (answer["name"], answer["patients"], answer["positives"]) == (
            name,
            group.patients,
            group.positives,
        )
        assert page.text_content("#sentence").startswith(f"{name}: ")
        assert said(page) == engine_says(page)
    select.focus()
    page.keyboard.press("Home")
    assert state(page)["group"] is None


def test_at_least_one_model_stays(page: Any) -> None:
    boxes = unfold(page, "models").locator(".models input")
    for at in (0, 1):
        boxes.nth(at).focus()
        page.keyboard.press("Space")
    assert state(page)["models"] == ["mild"]
    boxes.nth(2).focus()
    page.keyboard.press("Space")
    assert state(page)["models"] == ["mild"]
    assert boxes.nth(2).is_checked()
    assert page.text_content(".models .said") == "At least one model stays."
    boxes.nth(0).focus()
    page.keyboard.press("Space")
    assert state(page)["models"] == ["old", "mild"]


TABBED = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]")]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ contentVisibilityAuto: true }))
  .filter((one) => one.type !== "radio" || one.checked)
  .filter((one) => getComputedStyle(one).visibility !== "hidden")
  .map((one, at) => { one.dataset.stop = at; return at; })"""


def test_the_tab_key_reaches_every_control_in_the_order_of_the_page(page: Any) -> None:
    stops = page.evaluate(TABBED)
    assert len(stops) > 25
    page.evaluate("() => { document.body.tabIndex = -1; document.body.focus(); }")
    page.evaluate("() => document.body.removeAttribute('tabindex')")
    reached = []
    for _ in stops:
        page.keyboard.press("Tab")
        reached.append(page.evaluate("() => Number(document.activeElement.dataset.stop ?? -1)"))
    assert reached == stops


# The address.


def rested(page: Any) -> None:
    """Until the address is written: some time after, later where the machine is busy."""
    page.wait_for_timeout(1200)


def test_a_setting_is_in_the_address_and_comes_back_with_it(opened: Open, ev: Evaluation) -> None:
    page = opened(ev)
    assert "#" not in page.url
    handle(page, "highest prevalence").focus()
    page.keyboard.press("PageUp")
    unfold(page, "units").get_by_label("weighted accuracy").check()
    unfold(page, "models").locator("#group").select_option(index=2)
    page.locator(".models input").nth(1).uncheck()
    rested(page)
    before, words = state(page), said(page)
    address = page.evaluate("() => location.hash")
    for part in ("prevalence=0.01..0.2", "units=weighted-accuracy", "group=", "models=old,mild"):
        assert part in address
    page.reload()
    assert state(page) == before
    assert said(page) == words == engine_says(page)
    assert page.locator(".models input").nth(1).is_checked() is False
    page.get_by_role("button", name="Return to the study's setting").click()
    rested(page)
    assert page.evaluate("() => location.hash") == ""
    assert state(page) == page.evaluate("() => baserate.engine.own")
    assert said(page) == printed(ev.verdict.text)
    page.evaluate("() => { location.hash = 'prevalence=5%25&cost=1:9'; }")
    page.wait_for_function("() => baserate.state().cost[0] === 0.1")
    assert said(page) == engine_says(page)
    assert page.said == []
    page.close()


def test_the_button_is_off_at_the_study_s_own_setting(page: Any) -> None:
    button = page.locator(".reset")
    assert button.get_attribute("aria-disabled") == "true"
    page.evaluate("() => baserate.setState({prevalence: null})")
    assert button.get_attribute("aria-disabled") == "false"
    button.focus()
    page.keyboard.press("Enter")
    assert state(page)["prevalence"] == [0.01, 0.10]
    assert is_focused(button)


def test_what_is_shown_is_what_the_engine_says_at_random_settings(page: Any) -> None:
    rng = np.random.default_rng(2)
    units = ("per 1,000", "net benefit", "weighted accuracy", "accuracy")
    for number in range(12):
        low, high = sorted(1 / (1 + np.exp(-rng.uniform(-6, 1, 2))))
        change = {"prevalence": [low, high], "units": units[number % 4], "group": [None, "north"][number % 2]}
        page.evaluate("(change) => baserate.setState(change)", change)
        assert said(page) == engine_says(page)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        shown = page.text_content("#sentence")
        parts = page.evaluate("() => baserate.answer().verdict.sentence.map((part) => part.text ?? part)")
        assert printed("".join(parts)) in printed(shown)


# Nothing leaves the page.


def test_the_page_asks_for_nothing_but_itself_and_says_nothing(opened: Open, ev: Evaluation) -> None:
    page = opened(ev)
    page.evaluate("() => baserate.setState({units: 'accuracy', prevalence: [0.05, 0.05], group: 'north'})")
    page.mouse.wheel(0, 3_000)
    page.set_viewport_size({"width": 500, "height": 700})
    page.wait_for_timeout(200)
    assert page.asked == [page.path.as_uri()]
    assert page.said == []
    refused = page.evaluate("() => fetch('https://example.org/').then(() => 'sent', () => 'refused')")
    assert refused == "refused"
    page.close()


# Names that mean harm.

ALERT = "</script><script>alert(1)</script>"
IMAGE = "<img src=x onerror=alert(2)>"
TURNED = "\u202eturned\u202c \u05d0\u05d1\u05d2"
QUOTED = "\"a\" & 'b' {{script}} \U0001f600"
FORMULA = "=HYPERLINK(1)"


@pytest.fixture(scope="module")
def hostile(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    data = sample(6, 1_200)
    data["<b>unit</b>"] = np.where(data["unit"] < "p", IMAGE, FORMULA)
    scores = {ALERT: "old", TURNED: "new", QUOTED: "mild"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate(data, "died", scores, prevalence=(0.01, 0.1), cost="1:30", by="<b>unit</b>")
    path = tmp_path_factory.mktemp("hostile") / "page.html"
    ev.to_html(path, title=f"{ALERT} {TURNED}\nand more")
    page = browser.new_page()
    page.said = []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    page.add_init_script("window.alerted = []; window.alert = (what) => window.alerted.push(what);")
    page.goto(path.as_uri())
    yield page
    page.close()


def test_hostile_names_are_text_everywhere_and_nothing_runs(hostile: Any) -> None:
    assert hostile.text_content("#title") == f"{ALERT} {TURNED}\nand more"
    assert hostile.title() == f"{ALERT} {TURNED} and more"
    assert hostile.locator(".models .check").nth(0).text_content() == ALERT
    assert any(IMAGE in option for option in hostile.locator("#group option").all_text_contents())
    figures = hostile.locator("svg.figure").all_text_contents()
    assert sum(ALERT[:10] in text for text in figures) >= 2
    for name in (IMAGE, FORMULA):
        hostile.evaluate("(name) => baserate.setState({group: name})", name)
        assert hostile.text_content("#sentence").startswith(name)
    hostile.wait_for_timeout(200)
    assert hostile.evaluate("() => window.alerted") == []
    assert hostile.evaluate("() => document.scripts.length") == 2
    assert hostile.evaluate("() => document.querySelectorAll('main img, main b:not(.panel b)').length") == 0
    assert hostile.said == []


def test_hostile_names_come_back_from_the_address(hostile: Any) -> None:
    hostile.evaluate("(names) => baserate.setState({group: names[0], models: [names[1]]})", [IMAGE, QUOTED])
    rested(hostile)
    hostile.reload()
    assert state(hostile)["group"] == IMAGE
    assert state(hostile)["models"] == [QUOTED]
    assert hostile.evaluate("() => window.alerted") == []


def test_a_mark_that_turns_the_text_stays_within_its_name(hostile: Any) -> None:
    turned = hostile.evaluate(
        """(name) => [...document.querySelectorAll(".panel bdi, #sentence bdi, figure bdi")]
          .filter((one) => one.textContent === name)
          .map((one) => getComputedStyle(one).unicodeBidi)""",
        TURNED,
    )
    assert turned
    assert set(turned) == {"isolate"}


# Files.


def saved(page: Any, button: Any) -> list[dict[str, str]]:
    with page.expect_download() as download:
        button.click()
    text = Path(download.value.path()).read_bytes().decode("utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def open_all(page: Any) -> None:
    """Unfold everything, so that all of it is drawn."""
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    page.wait_for_timeout(150)


def close_all(page: Any) -> None:
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = false; }")


def table_saved(page: Any, title: str) -> list[dict[str, str]]:
    open_all(page)
    return saved(page, at_rest(page.locator(f".table:has(caption:text-is({json.dumps(title)})) .save")))


def figure_saved(page: Any, key: str) -> list[dict[str, str]]:
    open_all(page)
    at_rest(page.locator(f"#{key} .save")).click()
    return saved(page, page.locator(f"#{key} [role=menuitem]", has_text="CSV"))


def test_tables_are_saved_with_the_numbers_that_they_show(opened: Open, ev: Evaluation) -> None:
    page = opened(ev, "#prevalence=0.02..0.2&group=north")
    answer = page.evaluate("() => ({...baserate.answer()})")
    files_ = {name: table_saved(page, name) for name in TABLES}
    for row, model in zip(files_["Which model?"], answer["models"], strict=False):
        assert row["model"] == model["name"]
        assert float(row["score"]) == pytest.approx(1000 * model["score"]["value"], rel=1e-12)
        assert float(row["auc"]) == pytest.approx(model["auc"]["value"], rel=1e-12)
        assert (float(row["prevalence_low"]), row["chosen_group"]) == (0.02, "north")
    for row, model in zip(files_["At the decision threshold"], answer["models"], strict=True):
        assert float(row["cutoff"]) == pytest.approx(model["cutoff"]["value"])
        cases = float(row["true_positives_per_1000"]) + float(row["false_negatives_per_1000"])
        assert cases == pytest.approx(1000 * float(row["prevalence"]))
        for name, number in model["decisions"].items():
            ends = (float(row[name]), float(row[f"{name}_low"]), float(row[f"{name}_high"]))
            assert ends == pytest.approx((number["value"], number["low"], number["high"]), rel=1e-12)
    groups = files_["At the decision threshold, by unit"]
    assert {(row["group"], row["model"]) for row in groups} == {
        (group, model["name"]) for group in ev.groups for model in answer["models"]
    }
    assert len(files_["Differences on the same patients"]) == len(answer["comparisons"]) == 12
    assert {row["group"] for row in files_["By unit"]} == set(ev.groups)
    parts: dict[str, float] = {}
    for row in files_["Why groups differ"]:
        if (row["model"], row["group"]) == ("old", "north"):
            parts[row["part"]] = float(row["value"])
    assert parts["total"] == pytest.approx(parts["mechanism"] + parts["labelShift"], abs=1e-9)
    usual = {(row["model"], row["measure"]): row for row in files_["Usual measures"]}
    brier = ev.to_dict()["models"]["old"]["brier"]["value"]
    assert float(usual["old", "brier"]["value"]) == pytest.approx(brier, rel=1e-3)
    assert usual["old", "brier"]["chosen_group"] == "everyone"
    page.close()


TABLES = (
    "Which model?",
    "At the decision threshold",
    "At the decision threshold, by unit",
    "Differences on the same patients",
    "By unit",
    "Why groups differ",
    "Usual measures",
)
FIGURES = (
    "difference",
    "patients",
    "decision",
    "calibration",
    "models",
    "groups",
    "map",
    "value",
    "gaps",
    "roc",
)


def test_figures_are_saved_with_the_numbers_that_they_draw(opened: Open, ev: Evaluation) -> None:
    page = opened(ev)
    assert page.evaluate("() => [...document.querySelectorAll('figure')].map((one) => one.id)") == [
        *FIGURES[:8],
        *FIGURES[8:],
    ]
    tables = {key: figure_saved(page, key) for key in FIGURES}
    page.evaluate("() => { window.curve = baserate.engine.valueCurve(baserate.state()); }")
    curve = page.evaluate("() => [[...curve.prevalence], [...curve.models[0].value]]")
    own = [row for row in tables["value"] if (row["model"], row["kind"]) == ("old", "as it is")]
    assert [float(row["prevalence"]) for row in own] == pytest.approx(curve[0])
    assert [float(row["value"]) for row in own] == pytest.approx([1000 * one for one in curve[1]])
    best = {row["best"] for row in tables["map"]}
    known = {"old", "new", "mild", "treat all", "treat none", "too close to call", "not from this page"}
    assert best <= known
    for rows in tables.values():
        assert rows
        assert all("NaN" not in row.values() and "undefined" not in row.values() for row in rows)
    page.close()


def test_the_decision_curve_of_accuracy_is_saved_in_the_units_that_it_draws(page: Any) -> None:
    page.evaluate("() => baserate.setState({units: 'accuracy'})")
    page.locator("#decision").scroll_into_view_if_needed()
    rows = figure_saved(page, "decision")
    close_all(page)
    curve = page.evaluate("() => [...baserate.engine.decisionCurve(baserate.state()).models[0].value]")
    assert {row["unit"] for row in rows} == {"true positives per 1,000 patients"}
    assert [float(row["value"]) for row in rows[: len(curve)]] == pytest.approx([1000 * x for x in curve])
    assert "per 1,000 patients" in page.locator("#decision svg").text_content()


def test_a_hostile_name_is_harmless_in_a_file(hostile: Any) -> None:
    hostile.evaluate("() => baserate.setState(baserate.engine.own)")
    rows = table_saved(hostile, "By <b>unit</b>")
    assert {row["group"] for row in rows} == {IMAGE, f"'{FORMULA}"}
    assert {row["model"] for row in rows} == {ALERT, TURNED, QUOTED}


# Paper and screens.


@pytest.mark.parametrize(("paper", "width", "size"), [("A4", 695, (595, 842)), ("Letter", 717, (612, 792))])
def test_it_prints_on_a_few_pages_that_cut_nothing_off(
    page: Any, paper: str, width: int, size: tuple[int, int]
) -> None:
    pdf = page.pdf(format=paper)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert 4 <= len(re.findall(rb"/Type /Page\b", pdf)) <= 16
    assert all((float(wide), float(high)) == pytest.approx(size, abs=1.5) for wide, high in boxes)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": width, "height": 1_000})
    page.wait_for_timeout(150)
    beyond = page.evaluate(OUTSIDE, width)
    hidden = page.locator("#settings, #contents, .save").first.is_visible()
    page.emulate_media(media="null")
    page.set_viewport_size({"width": 1280, "height": 900})
    assert beyond == []
    assert not hidden


OUTSIDE = """(width) => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen, caption, .scroll table, math, clipPath"))
  .filter((one) => !(one instanceof SVGElement) || one.tagName === "svg")
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width > 0 && (box.right > width + 1 || box.left < -1))
  .map(([one]) => `${one.tagName} ${one.getAttribute('class')} ${one.textContent.slice(0, 9)}`)"""


@pytest.mark.parametrize("width", [420, 820, 1280])
def test_nothing_is_wider_than_the_screen(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(150)
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    beyond = page.evaluate(OUTSIDE, width)
    texts = page.evaluate(CUT_TEXTS)
    page.set_viewport_size({"width": 1280, "height": 900})
    assert wide <= width
    assert beyond == []
    assert texts == []


# Words of a figure that reach beyond it.
CUT_TEXTS = """() => [...document.querySelectorAll("svg.figure text")].filter((text) => {
    const [own, frame] = [text.getBoundingClientRect(), text.closest("svg").getBoundingClientRect()];
    return own.width > 0 && (own.left < frame.left - 3 || own.right > frame.right + 3);
  }).map((text) => text.textContent)"""


# Colour is luminance here; what is disabled need not be read.
CONTRAST = """() => {
  const light = (rgb) => {
    const parts = rgb.map((part) => part / 255);
    const [r, g, b] = parts.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const numbers = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const found = numbers(getComputedStyle(at).backgroundColor);
      if (found.length === 3 || found[3] > 0) return found.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = [];
  let seen = 0;
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !one.checkVisibility({ visibilityProperty: true })) continue;
    if (one.closest("script, style, title, [aria-disabled=true], :disabled, .unseen")) continue;
    const style = getComputedStyle(one);
    const ink = numbers(one instanceof SVGElement ? style.fill : style.color).slice(0, 3);
    const [a, b] = [light(ink), light(ground(one))].sort((x, y) => y - x);
    seen += 1;
    if ((a + 0.05) / (b + 0.05) < 4.5) faint.push([walk.currentNode.data.slice(0, 40), ink.join()]);
  }
  return { seen, faint };
}"""


def test_all_text_stands_out_from_its_ground(page: Any) -> None:
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    found = page.evaluate(CONTRAST)
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = false; }")
    assert found["seen"] > 300
    assert found["faint"] == []


WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.mark.parametrize("width", [420, 1280])
def test_the_rules_of_axe_are_kept(page: Any, width: int) -> None:
    # The file of the package axe-playwright-python.
    axe = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    page.evaluate(f"() => {{ {axe} }}")
    # What was said on saving a file fades away, and while it does it cannot be read.
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
    found = page.evaluate("(how) => axe.run({exclude: [['math']]}, how)", {"runOnly": WCAG})
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = false; }")
    page.set_viewport_size({"width": 1280, "height": 900})
    wrong = [(one["id"], node["html"][:90]) for one in found["violations"] for node in one["nodes"]]
    assert wrong == []
    assert len(found["passes"]) > 20


# Figures.

PICTURES = """() => Object.fromEntries([...document.querySelectorAll("figure")].map((one) => [
  one.id,
  [
    document.getElementById(`finding-${one.id}`).textContent,
    one.querySelector("[role=img]")?.getAttribute("aria-label"),
  ],
]))"""


def pictures(page: Any, change: dict[str, Any]) -> dict[str, list[str]]:
    page.evaluate("(change) => baserate.setState({...baserate.engine.own, ...change})", change)
    for key in FIGURES:
        page.locator(f"#{key}").scroll_into_view_if_needed()
        page.wait_for_timeout(60)
    found: dict[str, list[str]] = page.evaluate(PICTURES)
    return found


def test_every_figure_is_told_in_words_that_follow_the_setting(page: Any) -> None:
    open_all(page)
    own = pictures(page, {})
    assert set(own) == set(FIGURES)
    for summary, label in own.values():
        assert len(summary) > 25
        assert not re.search(r"NaN|undefined|Infinity|null", label)
    moved = pictures(page, {"prevalence": [0.2, 0.4], "cost": [0.4, 0.45]})
    fixed = {key for key in own if moved[key] == own[key]}
    north = pictures(page, {"group": "north"})
    apart = {key for key in own if north[key] == own[key]}
    close_all(page)
    assert fixed == {"calibration"}
    assert apart <= {"gaps", "groups", "calibration"}


def test_a_figure_is_read_by_arrow_keys(page: Any) -> None:
    open_all(page)
    for key in FIGURES:
        page.locator(f"#{key}").scroll_into_view_if_needed()
        page.wait_for_timeout(60)
    readers = page.locator(".figure-reader")
    assert readers.count() >= 5
    for at in range(readers.count()):
        reader = readers.nth(at)
        reader.focus()
        before = reader.get_attribute("aria-valuetext")
        page.keyboard.press("End")
        page.keyboard.press("Home")
        assert reader.get_attribute("aria-valuenow") == "0"
        if reader.get_attribute("aria-valuemax") == "0":
            page.keyboard.press("ArrowDown")
        else:
            page.keyboard.press("PageUp")
            page.keyboard.press("ArrowRight")
        assert len(before) > 10
        assert len(reader.get_attribute("aria-valuetext")) > 10
        assert is_focused(reader)
    close_all(page)


# Studies of other kinds.


def test_a_deployment_that_the_controls_cannot_say_is_the_study_s_own(opened: Open) -> None:
    ev = evaluated(sample(7, 2_000), prevalence=baserate.Beta(2, 40), by=None)
    page = opened(ev)
    low, high = state(page)["prevalence"]
    limits = page.evaluate("() => baserate.engine.limits.prevalence")
    assert limits[0] <= low < 0.01 < 0.2 < high <= limits[1]
    assert printed(said(page)) == printed(ev.verdict.text)
    assert page.said == []
    page.close()


def test_one_model_without_groups_has_a_page(opened: Open) -> None:
    data = sample(8, 1_500)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate(data, "died", "old", prevalence=0.05, cost=("1:50", "1:5"))
    page = opened(ev, size=(820, 900))
    assert printed(said(page)) == printed(ev.verdict.text)
    assert page.locator("#groups").count() == 0
    assert state(page)["prevalence"] == [0.05, 0.05]
    unfold(page, "models").locator(".models input").click()
    assert not page.locator("#group").is_visible()
    assert state(page)["models"] == ["old"]
    assert page.said == []
    page.close()


@pytest.mark.parametrize(("cases", "others"), [(0, 9), (3, 40)], ids=["not estimable", "below five"])
def test_a_group_that_is_too_small_is_named_and_not_offered(opened: Open, cases: int, others: int) -> None:
    data = sample(9, 2_000)
    unit = data["unit"].astype(object)
    unit[np.flatnonzero(data["died"] == 1)[:cases]] = "tiny"
    unit[np.flatnonzero(data["died"] == 0)[:others]] = "tiny"
    page = opened(evaluated({**data, "unit": unit}))
    assert page.locator("#group option:not([disabled])", has_text="tiny").count() == 0
    assert page.locator("#group option:not([disabled])").count() >= 4
    assert "tiny" in page.text_content("#before")
    page.evaluate("() => { location.hash = 'group=tiny'; }")
    page.wait_for_timeout(100)
    assert state(page)["group"] is None
    assert "a group that is not on this page; everyone is shown" in page.text_content("#told")
    assert page.said == []
    page.close()


@pytest.mark.parametrize("old_browser", [False, True])
def test_all_measures_that_lack_for_one_reason_are_named(
    opened: Open, browser: Any, old_browser: bool
) -> None:
    data = sample(10, 1_500)
    data["old"][np.flatnonzero(data["died"] == 1)[:3]] = 0.0
    ev = evaluated(data, by=None)
    reasons = ev.to_dict()["models"]["old"]["not_available"]
    written = opened(ev)
    page = browser.new_page()
    if old_browser:
        page.add_init_script("delete Map.groupBy; delete Object.groupBy;")
    page.goto(written.path.as_uri())
    note = page.locator(".table:has(caption:text-is('Usual measures')) .note").text_content()
    names = {
        "log_loss": "log loss",
        "calibration_intercept": "calibration in the large",
        "calibration_slope": "calibration slope",
    }
    assert set(reasons) == set(names)
    assert len(set(reasons.values())) < len(reasons)
    for measure, why in reasons.items():
        named = [
            clause for clause in note.split("old: no ") if names[measure] in clause.split(", because")[0]
        ]
        assert any(why.split(" (")[0][:24] in clause for clause in named), measure
    for one in (page, written):
        one.close()


def test_the_page_says_what_binning_costs_over_ranges_and_at_one_prevalence(page: Any) -> None:
    error = page.evaluate("() => baserate.engine.page.error")
    words = page.text_content("#privacy")
    for key in ("score", "score_at_one_prevalence"):
        assert f"{1000 * error[key]:.2g} per 1,000" in words
