"""At random settings the page says one thing, and it is the library's.

Six data sets, 360 settings. Every number that is read anywhere is right to its last digit, up to the
error that the page states for it; sentence, caption, tables, curves and map name the same best; and where
the page says which model to use, so does the library on the patients themselves. Run with ``-s``, it prints
how much of the stated errors is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from baserate.evaluation.evaluation import Evaluation
from baserate.inference.decisions import COUNTS, RATES
from baserate.inference.strategies import DEFAULT_STRATEGIES, TREAT_ALL, TREAT_NONE, WITHOUT_MODEL
from baserate.results.words import words
from tests.page.errors_report import (
    ANSWERED,
    GROUPS,
    NUMBER,
    Report,
    Text,
    contradicts,
    is_right,
    page_conclusion,
    shown_in,
    texts_of,
    words_of,
)
from tests.page.exact import (
    FORTY_EXACT,
    STUDIES,
    Conclusion,
    Ends,
    Key,
    State,
    alone,
    at,
    conclusion,
    groups_that_must_be_shown,
    numbers,
    settings,
    shown_numbers,
)

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

SEED = 15
SETTINGS = 60
# What the map says where this page is too coarse to tell.
NOT_FROM_THIS_PAGE = -2

# Parts are drawn when they are near the window: all tables are, and of the figures the main one alone.
PREPARE = """
async () => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  for (const figure of document.querySelectorAll("figure:not(#difference)")) figure.style.display = "none";
  for (let i = 0; i < 10; i++) await new Promise((done) => requestAnimationFrame(done));
}
"""

# Take a setting, and read the page.
READ = """
async ({ state, shares, given }) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  baserate.setState(state);
  await frame();
  await frame();
  const text = (one) => one?.textContent.replace(/\\s+/g, " ").trim() ?? "";
  const cells = (row) => [...row.cells].map(text);
  const tables = [...document.querySelectorAll("table")].filter((one) => one.caption !== null);
  const { engine } = baserate;
  const answer = baserate.answer();
  const { best, runnerUp } = answer.verdict;
  const { median, costs } = answer.setting;
  const conclusionAt = (prevalence, cost) => engine.pointAt(state, prevalence, cost).conclusion;

  const curve = engine.differenceCurve(state, best, runnerUp);
  const place = Math.floor(shares[0] * curve.prevalence.length);
  const there = engine.answer({ ...state, prevalence: [curve.prevalence[place], curve.prevalence[place]] });
  const decision = engine.decisionCurve(state);
  const spot = Math.floor(shares[1] * decision.cost.length);
  const asked = { ...state, cost: [decision.cost[spot], decision.cost[spot]] };
  if (state.prevalence !== null) asked.prevalence = [median, median];

  // A cell anywhere on the first, coarse pass over the map; without a budget it is worked out cell by cell.
  const map = engine.map(state);
  const coarse = Math.ceil(map.cost.length / 4) * Math.ceil(map.prevalence.length / 4);
  const known = () => map.winner.flatMap((row, y) =>
    row.flatMap((winner, x) => (winner === null ? [] : [`${y},${x}`])));
  for (let i = 0; i < Math.floor(shares[2] * coarse); i++) map.work(0);
  const before = new Set(known());
  map.work(0);
  const [y, x] = known().find((cell) => !before.has(cell)).split(",").map(Number);
  return JSON.stringify({
    answer: Object.fromEntries(given.map((name) => [name, answer[name]])),
    sentence: text(document.querySelector("#sentence")),
    second: text(document.querySelector("#second")),
    finding: text(document.querySelector("#finding-difference")),
    tables: Object.fromEntries(tables.map((one) => [
      text(one.caption),
      { heads: cells(one.tHead.rows[0]), rows: [...one.tBodies[0].rows].map(cells) },
    ])),
    curve: {
      drawn: Object.fromEntries(["value", "low", "high", "error"].map((end) => [end, curve[end][place]])),
      asked: there.comparisons,
    },
    decision: {
      drawn: decision.models.map(({ name, value }) => [name, value[spot]]),
      asked: engine.answer(asked).models.map(({ name, score }) => [name, score.value]),
    },
    map: {
      prevalence: map.prevalence[x],
      cost: map.cost[y],
      winner: map.winner[y][x],
      names: map.names,
      asked: conclusionAt(map.prevalence[x], map.cost[y]),
    },
  });
}
"""


@dataclass
class Reading:
    """What the page shows at a setting, and what the library says of it."""

    state: State
    shown: dict[str, Any]
    exact: dict[Key, Ends | None]
    conclusion: Conclusion
    # By the console.
    said: list[str]

    @property
    def answer(self) -> dict[str, Any]:
        found: dict[str, Any] = self.shown["answer"]
        return found

    @property
    def verdict(self) -> dict[str, Any]:
        found: dict[str, Any] = self.answer["verdict"]
        return found


@dataclass
class Study:
    """A data set at all its settings."""

    name: str
    ev: Evaluation
    readings: list[Reading]
    report: Report
    # How many numbers were read where.
    read: dict[str, int]


@pytest.fixture(scope="module", params=list(STUDIES))
def study(request: pytest.FixtureRequest, opened: Callable[..., Any]) -> Iterator[Study]:
    name = request.param
    ev = STUDIES[name]()
    page = opened(ev, size=(1440, 12_000), smallest_cell=1 if name == FORTY_EXACT else 5)
    page.evaluate(PREPARE)
    rng = np.random.default_rng(SEED)
    readings, report = [], Report()
    groups = page.evaluate(GROUPS, "page")
    # With one group that is too small another is withheld, so that it cannot be told as what is missing.
    assert len(groups_that_must_be_shown(ev) - set(groups)) <= 1
    assert set(groups) <= set(ev.groups)
    for state in settings(ev, SEED + list(STUDIES).index(name), SETTINGS, groups):
        shares = [float(share) for share in rng.random(3)]
        shown = json.loads(page.evaluate(READ, {"state": state, "shares": shares, "given": ANSWERED}))
        there = at(ev, state)
        exact = numbers(there, state["group"], groups)
        concluded = conclusion(alone(there, state["group"]))
        readings.append(Reading(state, shown, exact, concluded, [*page.said]))
        page.said.clear()
    found = Study(name, ev, readings, report, {})
    yield found
    if report.kinds:
        print(f"\n{name}: {len(readings)} settings\n{report.table()}\nread on the page: {found.read}")
    page.close()


@pytest.fixture(scope="module")
def formats(modules: Any) -> Any:
    """Where numbers can be written as the page writes them."""
    return modules


def test_the_console_is_silent(study: Study) -> None:
    said = [f"{words_of(reading.state)}: {word}" for reading in study.readings for word in reading.said]
    assert said == []


def test_every_number_is_within_its_error(study: Study, formats: Any) -> None:
    """Of the engine, as it would be printed."""
    printed = texts_of(formats, [reading.answer for reading in study.readings])
    for reading, texts in zip(study.readings, printed, strict=True):
        study.report.take(reading.exact, reading.conclusion, reading.answer, words_of(reading.state), texts)
    told = [complaint for complaint in study.report.complaints if complaint.kind != "conclusion"]
    assert told == [], f"{len(told)} numbers; the worst:\n" + "\n".join(study.report.worst())


def test_every_digit_on_the_page_is_right(study: Study) -> None:
    """Of tables, sentence and caption, as they are read."""
    wrong = []
    for reading in study.readings:
        estimates = shown_numbers(reading.answer)
        for key, text, ends in read_numbers(reading):
            estimate, exact = oriented(estimates, key), oriented(reading.exact, key)
            if not NUMBER.search(text.words):
                continue
            study.read[key[0]] = study.read.get(key[0], 0) + 1
            if estimate is None or exact is None:
                wrong.append(f"{words_of(reading.state)}: {key}: {text.words} should not be there")
                continue
            number = Ends(exact["value"], exact["low"], exact["high"])
            rounding = 1e-9 * max(1.0, *map(abs, number))
            if not is_right(text, number if ends == 3 else number[1:], estimate["error"] + rounding):
                told = f"{text.words} for {[f'{text.factor * x:.5g}' for x in number]}"
                wrong.append(f"{words_of(reading.state)}: {key}: {told}, error {estimate['error']:.3g}")
            if estimate.get("coarse"):
                wrong.append(f"{words_of(reading.state)}: {key}: {text.words} is too coarse to be shown")
    assert wrong == [], f"{len(wrong)} numbers; some:\n" + "\n".join(wrong[:20])
    # There was something to read; of forty patients in bins of five the page tells nothing for sure.
    least = 0 if study.name == "forty patients" else SETTINGS // 4
    for kind in ("score", "difference", "difference, together", "decision"):
        assert study.read.get(kind, 0) >= least, kind


def test_whom_the_page_names_the_library_names(study: Study) -> None:
    """The page may be less sure, never surer."""
    wrong = [
        f"{words_of(reading.state)}: the page concludes {page_conclusion(reading.answer)}, "
        f"the library {reading.conclusion}"
        for reading in study.readings
        if contradicts(page_conclusion(reading.answer), reading.conclusion)
    ]
    assert wrong == []


def test_sentence_caption_and_tables_name_the_same_best(study: Study) -> None:
    wrong = []
    for reading in study.readings:
        here = page_conclusion(reading.answer)
        for what, problem in (
            ("the sentence", sentence_problem(reading, here)),
            ("the caption", caption_problem(reading)),
            ("the table of models", models_problem(reading)),
            ("the table of differences", differences_problem(reading, here)),
        ):
            if problem:
                wrong.append(f"{words_of(reading.state)}: {here}: {what}: {problem}")
    assert wrong == []


def test_curves_and_map_are_asked_of_the_verdict_s_own_function(study: Study) -> None:
    for reading in study.readings:
        best, other = reading.verdict["best"], reading.verdict["runnerUp"]
        curve = reading.shown["curve"]
        there = shown_numbers({**reading.answer, "comparisons": curve["asked"]})
        # The band is of single intervals.
        asked = oriented(there, pair_key(best, other, together=False))
        assert asked is not None
        for end, drawn in curve["drawn"].items():
            assert drawn == pytest.approx(asked[end], rel=1e-9, abs=1e-12), (words_of(reading.state), end)
        decision = reading.shown["decision"]
        assert [name for name, _ in decision["drawn"]] == [name for name, _ in decision["asked"]]
        scores = [[score for _, score in decision[which]] for which in ("drawn", "asked")]
        assert scores[0] == pytest.approx(scores[1], rel=1e-9, abs=1e-12), words_of(reading.state)
        assert cell_agrees(reading.shown["map"]), (words_of(reading.state), reading.shown["map"])


def test_the_map_names_whom_the_library_names(study: Study) -> None:
    """At a point of the map, which may be far from the setting."""
    wrong, named = [], 0
    for reading in study.readings[::2]:
        cell = reading.shown["map"]
        if cell["winner"] < 0:
            continue
        named += 1
        where = {"prevalence": [cell["prevalence"]] * 2, "cost": [cell["cost"]] * 2}
        exact = conclusion(alone(at(study.ev, {**reading.state, **where}), reading.state["group"]))
        name = cell["names"][cell["winner"]]
        best = WITHOUT_MODEL if name in (TREAT_ALL, TREAT_NONE) else name
        if contradicts(Conclusion("use", best), exact):
            wrong.append(f"{words_of({**reading.state, **where})}: the map says {name}, the library {exact}")
    assert wrong == []
    # Of six models that are alike, and of forty patients, nobody is best beyond chance anywhere.
    assert named > 0 or study.name.startswith(("forty patients", "six models"))


# ---- what is read ----


def read_numbers(reading: Reading) -> Iterator[tuple[Key, Text, int]]:
    """Every number that the page shows of those the library has: what it is, its text, and how many ends."""
    yield from _model_numbers(reading)
    yield from _group_numbers(reading)
    yield from _told_numbers(reading)


def _table(reading: Reading, key: str, **values: str) -> Mapping[str, Any]:
    """A table by its caption."""
    start = words(f"tables.{key}").partition("{")[0]
    for caption, table in reading.shown["tables"].items():
        if caption.startswith(start) and (values or caption == words(f"tables.{key}")):
            found: Mapping[str, Any] = table
            return found
    return {"heads": [], "rows": []}


def _model_numbers(reading: Reading) -> Iterator[tuple[Key, Text, int]]:
    factor = reading.answer["scale"]["factor"]
    for row in _table(reading, "models")["rows"]:
        kind = "default strategy" if row[0] in DEFAULT_STRATEGIES else "score"
        yield (kind, row[0]), Text(row[1], factor), 3
        if kind == "score":
            yield ("lost to miscalibration", row[0]), Text(row[3], factor), 3
    for row in _table(reading, "differences")["rows"]:
        yield pair_key(row[0], row[1], together=False), Text(row[2], factor), 3
        yield pair_key(row[0], row[1]), Text(row[3], factor), 2
    table = _table(reading, "decisions")
    heads = {words(f"rates.{name}"): name for name in RATES} | {
        words(f"counts.{name}"): name for name in COUNTS
    }
    for row in table["rows"]:
        measure = heads.get(row[0])
        for model, cell in zip(table["heads"][1:], row[1:], strict=True) if measure else ():
            yield ("decision", model, str(measure)), _measure_text(str(measure), cell), 3


def _measure_text(measure: str, cell: str) -> Text:
    return Text(cell.replace(" %", ""), 100.0 if measure in RATES else 1.0)


def _group_numbers(reading: Reading) -> Iterator[tuple[Key, Text, int]]:
    factor = reading.answer["scale"]["factor"]
    for row in _table(reading, "by", column="any")["rows"]:
        if len(row) == 10 and row[5]:
            yield ("group score", row[4], row[0]), Text(row[5], factor), 3
            yield ("group at common cut-off", row[4], row[0]), Text(row[9], factor), 3
    for row in _table(reading, "decisions_by", column="any")["rows"]:
        for measure, cell in zip((*RATES, *COUNTS), row[3:], strict=True):
            yield ("group decision", row[1], row[0], measure), _measure_text(measure, cell), 3


def _told_numbers(reading: Reading) -> Iterator[tuple[Key, Text, int]]:
    """The numbers of the sentence, of the line below it, and of the main figure's caption."""
    factor, verdict = reading.answer["scale"]["factor"], reading.verdict
    best, other = verdict["best"], verdict["runnerUp"]
    model = other if best == WITHOUT_MODEL else best
    number = NUMBER.pattern
    sentence = re.search(
        rf"(?:worth|is|adds) ({number})[^()]*\(\d+ % CI ({number} to {number})\)",
        plain(reading.shown["sentence"]),
    )
    if sentence is not None:
        if not verdict["betterThanWithout"]:
            key = pair_key(model, WITHOUT_MODEL)
        else:
            key = pair_key(best, other if verdict["decided"] else verdict["tied"][1])
        yield key, Text(" ".join(sentence.groups()), factor), 3
    second = re.search(r" adds (.*?) of a possible", plain(reading.shown["second"]))
    if second is not None:
        yield pair_key(model, WITHOUT_MODEL), Text(second[1], factor), 3
    caption = re.search(r" minus .*? is (.*?) (?:on average|there)", plain(reading.shown["finding"]))
    if caption is not None:
        sides = sorted((best, other), key=lambda name: name == WITHOUT_MODEL)
        yield pair_key(*sides), Text(caption[1], factor), 3


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def pair_key(one: str, other: str, *, together: bool = True) -> Key:
    kind = "difference from default" if {one, other} & set(DEFAULT_STRATEGIES) else "difference"
    return (f"{kind}, together" if together else kind, one, other)


def oriented(found: Mapping[Key, Any], key: Key) -> dict[str, Any] | None:
    """A number; a difference that is known the other way round is turned."""
    direct = found.get(key)
    if direct is not None:
        return direct._asdict() if isinstance(direct, Ends) else dict(direct)
    back = found.get((key[0], *reversed(key[1:]))) if key[0].startswith("difference") else None
    if back is None:
        return None
    turned = back._asdict() if isinstance(back, Ends) else dict(back)
    return {**turned, "value": -turned["value"], "low": -turned["high"], "high": -turned["low"]}


# ---- whether all of it names the same best ----


def sentence_problem(reading: Reading, here: Conclusion) -> str | None:
    """The first words of the sentence say what the engine concludes."""
    text = plain(reading.shown["sentence"])
    group = reading.state["group"]
    if group is not None:
        if not text.startswith(f"{group}: "):
            return f"does not begin with the group: {text[:120]}"
        text = text.removeprefix(f"{group}: ")
    starts = {
        "use": f"Use {here.model}.",
        "close": "Too close to call between ",
        "none": "No model is shown to be better",
        "coarse": "Not from this page",
    }
    start = starts["none" if here == Conclusion("use", WITHOUT_MODEL) else here.kind]
    if not text.startswith(start):
        return text[:160]
    if here.kind == "close" and not all(name in text for name in reading.verdict["tied"][:3]):
        return f"leaves out one of {reading.verdict['tied']}: {text[:160]}"
    return None


def caption_problem(reading: Reading) -> str | None:
    """The main figure compares the best with the next: ahead, too close to call, or not from this page."""
    text = plain(reading.shown["finding"])
    verdict = reading.verdict
    best, other = verdict["best"], verdict["runnerUp"]
    better = verdict["betterThanWithout"]
    leads = best in better if other == WITHOUT_MODEL else other not in verdict["tied"]
    unknown = "cannot be told from this page" in text
    close = re.search(r"^[^:;]* too close to call (?:over|at) ", text) is not None
    if page_conclusion(reading.answer).kind == "coarse":
        return None if unknown else f"should not be told: {text[:160]}"
    if unknown:
        coarse = oriented(shown_numbers(reading.answer), pair_key(best, other, together=False))
        return None if coarse and coarse["coarse"] else f"could be told: {text[:160]}"
    if not leads:
        return None if close else f"is too close to call: {text[:160]}"
    one, two = (words("verdict.without") if name == WITHOUT_MODEL else name for name in (best, other))
    ahead = f"{one} is ahead of {two} " in text or f"{one} ahead of {two} beyond chance" in text
    return None if ahead and not close else f"{one} is ahead of {two}: {text[:160]}"


def models_problem(reading: Reading) -> str | None:
    """No model that is shown has a higher score than the verdict's, as printed."""
    rows = _table(reading, "models")["rows"]
    found = {row[0]: shown_in(row[1]) for row in rows if row[0] not in DEFAULT_STRATEGIES}
    if {*found} != {*reading.state["models"]}:
        return f"shows {list(found)}"
    scores = {name: texts[0] for name, texts in found.items() if texts}
    verdict = reading.verdict
    model = verdict["runnerUp"] if verdict["best"] == WITHOUT_MODEL else verdict["best"]
    if model not in scores:
        return None
    # Their own error, and that they are printed to no more than its first digit.
    errors = {one["name"]: 1500 * one["score"]["error"] for one in reading.answer["models"]}
    for name, (score, digit) in scores.items():
        if score > scores[model][0] + digit + scores[model][1] + errors[name] + errors[model]:
            return f"{name} {score}, {model} {scores[model][0]}"
    return None


def differences_problem(reading: Reading, here: Conclusion) -> str | None:
    """No printed interval of a difference puts another ahead of the one to be used."""
    for one, other, _, interval, *_ in _table(reading, "differences")["rows"]:
        ends = shown_in(interval)
        if len(ends) < 2 or here.kind != "use" or here.model not in (one, other):
            continue
        sign = 1.0 if one == here.model else -1.0
        if sign * (ends[0 if sign > 0 else 1][0]) < 0.0 and sign * (ends[1 if sign > 0 else 0][0]) < 0.0:
            return f"{one} minus {other}: {interval}"
        rival = other if one == here.model else one
        is_model = rival not in DEFAULT_STRATEGIES and here.model != WITHOUT_MODEL
        if is_model and sign * ends[0 if sign > 0 else 1][0] < 0.0:
            return f"{one} minus {other}: {interval} does not exclude zero"
    return None


def cell_agrees(cell: Mapping[str, Any]) -> bool:
    """Whether a cell of the map shows what is concluded there; it names nobody for either of two reasons."""
    kind, model = cell["asked"]["kind"], cell["asked"]["model"]
    if cell["winner"] < 0:
        return kind in (("coarse",) if cell["winner"] == NOT_FROM_THIS_PAGE else ("close", "none"))
    without = TREAT_ALL if cell["prevalence"] >= cell["cost"] else TREAT_NONE
    named: str = cell["names"][cell["winner"]]
    if kind == "none":  # and it is settled that no model can be better
        return bool(cell["asked"]["settled"]) and named == without
    return kind == "use" and named == str(model)
