"""The scripts' own tests (script_test.js), in a browser; what they compare with is computed here."""

from __future__ import annotations

import csv
import io
import re
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import chdtr, stdtr, stdtrit

from baserate.deployment.deployment import EVEN, Deployment, Prevalence
from baserate.deployment.notation import percent, ratio, ratio_in_words, short_percent
from baserate.deployment.units import Unit
from baserate.inference.simultaneous import adjusted_level
from baserate.odds import expit
from baserate.page.packed import pack
from baserate.results.words import confidence
from baserate.scores.gains import gains_of
from tests.page.conftest import inside

TESTS = (Path(__file__).parent / "script_test.js").read_text("utf-8")
NAMES = re.findall(r'^test\("(.+?)", \(\) => \{$', TESTS, flags=re.M)
RUN = "async ({given}) => { const {outcomesOf, test, same} = await import('/tests/page/script_test.js');"

RANGES = ([0.01, 0.10], [0.05, 0.05], [0.0005, 0.95], [0.3, 0.30001], [0.2, 0.5])
COSTS = ([1 / 31, 1 / 31], [1 / 51, 1 / 6], [0.5, 0.5], [1 / 1001, 1000 / 1001], [0.8, 0.9])
UNITS = ("net benefit", "weighted accuracy", "accuracy")
MODELS = ["old", "a,b&c=d#e", "100 % <b>", "\u05d0 \U0001f600", "x..y"]


def gain_cases() -> list[dict[str, Any]]:
    """The library's gains, for scores whose prior is one half, so that a score is its evidence."""
    places = np.linspace(-9.0, 9.0, 73) + 0.0123
    found = []
    for where in RANGES:
        for cost in COSTS:
            for units in UNITS:
                asked = EVEN if units == "accuracy" else tuple(cost)
                gains = gains_of(Deployment.of(tuple(where), asked, units), 0.5)
                found.append(
                    {
                        "deployment": {"prevalence": where, "cost": cost, "units": units},
                        "places": places.tolist(),
                        "positive": gains.positive(np.asarray(expit(places))).tolist(),
                        "negative": gains.negative(np.asarray(expit(places))).tolist(),
                        "totals": [gains.positive_total, gains.negative_total],
                    }
                )
    return found


def student_cases() -> dict[str, Any]:
    degrees = [1.0, 1.7, 3.0, 4.0, 8.5, 30.0, 99.0, 400.0, 5e3, 9.9e4, 1.1e5, 1e6, 1e9]
    places = [-8.0, -4.0, -1.96, -1.0, -0.3, -0.02, 0.0, 0.02, 0.5, 1.2, 1.96, 2.8, 6.0]
    levels = [0.5, 0.8, 0.9, 0.95, 0.99, 0.999]
    return {
        "student": [{"t": t, "degrees": df, "below": float(stdtr(df, t))} for df in degrees for t in places],
        "quantiles": [
            {"degrees": df, "level": level, "quantile": float(stdtrit(df, (1 + level) / 2))}
            for df in degrees
            for level in levels
        ],
    }


def family_cases() -> dict[str, Any]:
    """Levels that hold together, and the distribution that they rest on."""
    rng, families = np.random.default_rng(4), []
    for items in (2, 3, 5, 8):
        root = rng.normal(size=(items, items))
        covariance = root @ root.T
        own = np.diag(covariance)
        variances = own[:, None] + own[None] - 2 * covariance
        contrasts = [*combinations(range(items), 2)]
        for level in (0.8, 0.95):
            adjusted = adjusted_level(variances, contrasts, level)
            case = {"variances": variances.tolist(), "contrasts": contrasts, "level": level}
            families.append({**case, "adjusted": adjusted})
    places = [(x, dimensions) for x in (0.1, 0.9, 2.0, 3.3, 6.0) for dimensions in range(1, 17)]
    chi = [{"x": x, "dimensions": k, "below": float(chdtr(k, x * x))} for x, k in places]
    return {"families": families, "chi": chi}


def word_cases() -> dict[str, Any]:
    rng = np.random.default_rng(0)
    numbers = [0.5, 1.5, 2.5, 0.125, 0.25, 0.375, 12.345, 99.995, 1e-5, 123456.0, -0.04, -2.5, 0.0]
    numbers += [float(x) for x in rng.normal(size=200) * 10.0 ** rng.integers(-6, 7, 200)]
    shares = [0.5, 0.01, 0.1, 1 / 31, 1 / 51, 0.99, 0.990001, 0.9999, 0.00005, 0.0005, 0.9991, 1e-9]
    shares += [float(x) for x in expit(rng.uniform(-9, 9, 200))]
    estimates = [(0.0082, 0.0077, 0.0087), (0.0, -0.00004, 0.00004), (-0.00001, -0.0002, 0.0002)]
    estimates += [(0.01, 0.0099, 0.0101), (0.05, 0.0499, 0.05015)]
    estimates += [(0.0004, 0.00003, 0.0007), (-0.0004, -0.0008, -0.000001)]
    return {
        "numbers": [
            {
                "x": x,
                "digits": digits,
                "general": f"{x:.{digits}g}",
                "fixed": f"{round(x, digits) + 0.0:.{digits}f}",
            }
            for x in numbers
            for digits in (1, 3, 4)
        ],
        "shares": [
            {
                "share": share,
                "percent": percent(share),
                "short": short_percent(share),
                "ratio": ratio(share),
                "words": ratio_in_words(share),
                "confidence": confidence(share),
            }
            for share in shares
        ],
        "places": [
            {
                "prevalence": where,
                "place": str(Prevalence.of(tuple(where) if where[0] < where[1] else where[0])),
            }
            for where in RANGES
        ],
        "estimates": [
            {"value": value, "low": low, "high": high, "text": _per_thousand(value, low, high)}
            for value, low, high in estimates
        ],
    }


def _per_thousand(value: float, low: float, high: float) -> str:
    digits = 1 if 1000 * (high - low) >= 0.2 else 2
    if low > 0.0 or high < 0.0:  # such an interval does not end at a rounded zero
        digits += next((more for more in range(3) if round(1000 * max(low, -high), digits + more)), 3)
    shown = [f"{round(1000 * x, digits) + 0.0:.{digits}f}" for x in (value, low, high)]
    return f"{shown[0]} ({shown[1]} to {shown[2]})"


def block_cases() -> dict[str, Any]:
    """Three isotonic blocks as the page carries them: beginnings in ten-thousandths, weights in a unit."""
    weights = {"cases": pack([2, 8, 10]), "others": pack([100, 60, 20])}
    return {"blocks": {"from": pack([-400_000, -10_000, 5_000], deltas=True), "unit": 0.5, **weights}}


def state_cases() -> dict[str, Any]:
    rng = np.random.default_rng(1)
    units = ("net benefit", "per 1,000", "weighted accuracy", "accuracy")

    def ends(low: float, high: float, one: bool) -> list[float]:
        x = np.sort(rng.uniform(low, high, 2))
        return [float(end) for end in expit(x[[0, 0]] if one else x)]

    states = [
        {
            "prevalence": None if number % 7 == 0 else ends(-7, 2.9, number % 3 == 0),
            "cost": ends(-6.5, 6.5, number % 2 == 0),
            "units": units[number % 4],
            "group": None if number % 5 == 0 else MODELS[number % 5 - 1],
            "models": [name for name in MODELS if rng.random() < 0.6] or MODELS[:1],
        }
        for number in range(60)
    ]
    nonsense = ["#prevalence=", "#prevalence=x", "#prevalence=0", "#prevalence=1..2", "#prevalence=-1%"]
    nonsense += ["#prevalence=0.1..0.2..0.3", "#prevalence=NaN", "#cost=", "#cost=1:", "#cost=1:0"]
    nonsense += ["#cost=1:2:3", "#cost=:", "#cost=a:b", "#cost=Infinity:1", "#cost=-1:5", "#units=parsecs"]
    nonsense += ["#group=nowhere", "#group=%E0%A4%A", "#group=few", "#models=", "#models=,,,", "#models=%ZZ"]
    nonsense += ["#__proto__=1", "#constructor", "#&&==&", "#%", "#models=__proto__", "#group=toString"]
    return {"states": states, "nonsense": nonsense, "names": MODELS}


@pytest.fixture(scope="module")
def outcomes(modules: Any) -> dict[str, str | None]:
    given = {
        "gains": gain_cases(),
        **student_cases(),
        **family_cases(),
        **word_cases(),
        **block_cases(),
        **state_cases(),
    }
    found = modules.evaluate(f"{RUN} return outcomesOf(given); }}", {"given": given})
    return {one["name"]: one["wrong"] for one in found}


@pytest.mark.parametrize("name", NAMES)
def test_in_the_page(outcomes: dict[str, str | None], name: str) -> None:
    assert outcomes[name] is None


def test_every_test_of_the_script_is_run(outcomes: dict[str, str | None]) -> None:
    assert list(outcomes) == NAMES
    assert len(NAMES) == TESTS.count("\ntest(")
    assert len(NAMES) > 20


def test_a_script_test_that_fails_is_seen(
    modules: Any,
    outcomes: dict[str, str | None],  # noqa: ARG001  (only after all others: the test stays)
) -> None:
    given = {
        "gains": [],
        "states": [],
        "nonsense": [],
        **student_cases(),
        **family_cases(),
        **word_cases(),
        **block_cases(),
        "names": MODELS,
    }
    wrong = "test('wrong', () => same(1, 2, 'one')); return outcomesOf(given);"
    found = {one["name"]: one["wrong"] for one in modules.evaluate(f"{RUN} {wrong} }}", {"given": given})}
    assert found["wrong"] == "one: found 1, not 2"


CSV = {"csvText": "page/csv.js"}
STATE = {"prevalence": [0.01, 0.1], "cost": [0.03, 0.04], "units": "accuracy", "group": "=A1", "models": []}


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_csv_file_has_the_numbers_and_the_setting_in_every_row(modules: Any) -> None:
    table = {"heads": ["model", "value"], "rows": [["old", 1 / 3], ["new", -1e-7], ["none", None]]}
    text = inside(modules, CSV, "return csvText(given.table, given.state);", {"table": table, "state": STATE})
    assert text.endswith("\r\n")
    rows = rows_of(text)
    assert [row["model"] for row in rows] == ["old", "new", "none"]
    assert float(rows[0]["value"]) == 1 / 3
    assert float(rows[1]["value"]) == -1e-7
    assert rows[2]["value"] == ""
    for row in rows:
        assert (float(row["prevalence_low"]), float(row["prevalence_high"])) == (0.01, 0.1)
        assert (float(row["cost_low"]), float(row["cost_high"])) == (0.03, 0.04)
        assert (row["units"], row["chosen_group"]) == ("accuracy", "'=A1")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum", "\t=1", " =1", "\r=1", "\u00a0=1", "\ufeff=1"])
def test_a_name_that_a_spreadsheet_would_run_is_made_harmless(modules: Any, name: str) -> None:
    table = {"heads": ["model"], "rows": [[name]]}
    text = inside(modules, CSV, "return csvText(given.table, given.state);", {"table": table, "state": STATE})
    assert rows_of(text)[0]["model"] == f"'{name}"


@pytest.mark.parametrize(
    "name", ['say "no"', "a,b", "two\nlines", "cr\rlf", "\u05d0", "\U0001f600", "a=b", ""]
)
def test_a_name_comes_back_from_a_csv_file_as_it_was(modules: Any, name: str) -> None:
    table = {"heads": ["model", name or "head"], "rows": [[name, 1]]}
    text = inside(modules, CSV, "return csvText(given.table, given.state);", {"table": table, "state": STATE})
    row = rows_of(text)[0]
    assert row["model"] == name
    assert row[name or "head"] == "1"


def test_names_that_mean_something_to_the_script_are_only_names(modules: Any) -> None:
    names = ["__proto__", "constructor", "toString", "treat all"]
    given = {"names": names}
    body = """
      const engine = {
        own: {prevalence: null, cost: [0.1, 0.1], units: "accuracy", group: null, models: given.names},
        limits: {prevalence: [0.0005, 0.95], cost: [0.001, 0.999]}, models: given.names,
        groups: given.names.map((name) => ({name, estimable: true})),
      };
      return given.names.map((name) => stateOf(`#group=${name}&models=${encodeURIComponent(name)}`, engine));
    """
    found = inside(modules, {"stateOf": "engine/address.js"}, body, given)
    assert [(state["group"], state["models"]) for state in found] == [(name, [name]) for name in names]


def test_student_s_distribution_near_zero_with_many_degrees(modules: Any) -> None:
    found = inside(modules, {"studentBelow": "engine/student.js"}, "return studentBelow(-1e-4, 99000);")
    assert found == pytest.approx(float(stdtr(99_000, -1e-4)), rel=1e-9)


def test_the_units_of_the_page_are_those_of_the_library(modules: Any) -> None:
    """Two tables, one truth: names, prices, zeros, and how numbers are written."""
    points = [(float(x), float(k)) for x in np.linspace(-6, 4, 6) for k in np.linspace(-5, 5, 6)]
    body = """
      return UNITS.map(({name, zero, scale, prices}) =>
        ({name, zero, ...scale, prices: given.map(([x, k]) => prices(x, k))}));
    """
    page = {unit["name"]: unit for unit in inside(modules, {"UNITS": "engine/units.js"}, body, points)}
    library = {name: unit for name, unit in Unit._known.items() if type(unit).__module__ == Unit.__module__}
    # Net benefit is shown per patient and, as the library's figures do, per 1,000.
    assert page.keys() == {*library, "per 1,000"}
    for name, shown in page.items():
        unit = library["net benefit" if name == "per 1,000" else name]
        assert shown["zero"] == {"treat-none": "treat none", "none-correct": None}[unit.zero]
        if name != "net benefit":
            assert (shown["factor"], shown["unit"]) == (unit.factor, unit.difference_label)
        for (x, k), prices in zip(points, shown["prices"], strict=True):
            assert prices == pytest.approx([float(price) for price in unit.prices(x, k)], rel=1e-12)


def test_formulas_that_scroll_can_be_reached_by_keyboard_and_headers_are_not_empty(page: Any) -> None:
    axe = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    page.evaluate(f"() => {{ {axe} }}")
    found = page.evaluate("() => axe.run(document)")
    assert [one["id"] for one in found["violations"]] == []
