"""One screen of ``baserate evaluate``: what stands on it, that it always fits, and that --full has all."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from rich.cells import cell_len

import baserate
from baserate.report.blocks import as_plain
from baserate.report.screen import LINES, WIDTH, wrapped
from baserate.report.text import across_table
from tests.support.cohorts import table
from tests.support.command_line import on_terminal, run

RANGE = ("--prevalence", "1%..10%", "--cost", "1:30")
LONG = "a model whose name says who made it, of which patients, and in which year, "
CHINESE = "重症监护病房死亡风险预测模型" * 5


def plain(*models: str, where: tuple[str, ...] = RANGE) -> tuple[str, ...]:
    """The question of most tests, about these models."""
    scores = (word for name in models or ("severity", "network") for word in ("--score", name))
    return ("--outcome", "died", *scores, *where)


def many(folder: Path, names: Sequence[str], *where: str) -> tuple[str, ...]:
    """A file with a model of each name, one a little worse than the other, and the question about them.

    It is asked at the observed prevalence, where no other shift is looked at: of many models that takes long.
    """
    frame = table().select(
        "died", "unit", *(pl.col("severity").pow(1.0 + 0.02 * n).alias(name) for n, name in enumerate(names))
    )
    frame.write_parquet(folder / "many.parquet")
    return (str(folder / "many.parquet"), *plain(*names, where=where or RANGE[2:]))


def grouped(folder: Path, names: Sequence[str]) -> tuple[str, ...]:
    """A file with a group of each name, and the question by group."""
    frame = pl.concat([table()] * 5).sort("died", "stay", descending=True)
    column = pl.Series("group", [names[row % len(names)] for row in range(len(frame))])
    frame.with_columns(column).write_parquet(folder / "grouped.parquet")
    return (str(folder / "grouped.parquet"), *plain(), "--by", "group")


def cohort(folder: Path, *options: str) -> tuple[str, ...]:
    """The patients of most tests, and these options besides."""
    table().write_parquet(folder / "cohort.parquet")
    return (str(folder / "cohort.parquet"), *plain(), *options)


def required(folder: Path, requirements: int, *costs: str) -> tuple[str, ...]:
    """A study with that many requirements, of which every third is not met."""
    file, *_ = cohort(folder)
    text = f'data = "{file}"\noutcome = "died"\nscores = ["severity", "network"]\n'
    for number, cost in enumerate(costs or ["1:30"]):
        text += f'[[deployment]]\nname = "place {number}"\nprevalence = "1%..10%"\ncost = "{cost}"\n'
    for number in range(requirements):
        least = 0.999 if number % 3 == 2 else 0.1 + number / 1000
        text += f'[[require]]\nmodel = "severity"\nmeasure = "auc"\nat_least = {least}\n'
    (folder / "study.toml").write_text(text, encoding="utf-8")
    return ("--study", str(folder / "study.toml"))


def everything(folder: Path) -> tuple[str, ...]:
    """Many models of long names, groups, requirements, and a prevalence that is estimated first."""
    names = [f"{LONG}{number}" for number in range(14)]
    file, *_ = many(folder, names)
    text = f'data = "{file}"\noutcome = "died"\nscores = {json.dumps(names)}\nby = "unit"\nmargin = 0.5\n'
    text += f"[source_prevalence]\n{json.dumps(names[3])} = 0.1\n"
    text += '[deployment]\ncost = "1:30"\n'
    for number in range(50):
        text += f'[[require]]\nmodel = {json.dumps(names[number % 14])}\nmeasure = "auc"\nat_least = 0.999\n'
    (folder / "study.toml").write_text(text, encoding="utf-8")
    return ("--study", str(folder / "study.toml"), "--prevalence-from", file)


def followed(folder: Path) -> tuple[str, ...]:
    """Patients of whom some are censored."""
    days = pl.Series("days", [10 + 7 * row % 90 for row in range(800)])
    frame = table().with_columns(days, status=pl.col("died").cast(pl.Int64))
    frame.write_parquet(folder / "followed.parquet")
    return (
        *(str(folder / "followed.parquet"), "--time", "days", "--event", "status", "--horizon", "60"),
        *("--score", "severity", "--score", "network", *RANGE),
    )


def pooled(folder: Path) -> tuple[str, ...]:
    """Summaries of two sites."""
    sites = []
    for number, name in enumerate(("north", "south")):
        table().filter(pl.col("stay") % 2 == number).write_parquet(folder / f"{name}.parquet")
        sites.append(str(folder / f"{name}-summary.parquet"))
        run("reduce", str(folder / f"{name}.parquet"), *plain()[:6], "--out", sites[-1])
    return (*sites, *RANGE)


DEPLOYMENTS = [word for n in range(2, 14) for word in ("--cost", f"1:{n * n}")]
ASKED: dict[str, Callable[[Path], tuple[str, ...]]] = {
    "one model": lambda folder: (*cohort(folder)[:1], *plain("network")),
    "two models": cohort,
    "by unit": lambda folder: cohort(folder, "--by", "unit"),
    "observed": lambda folder: (cohort(folder)[0], *plain(where=RANGE[2:])),
    "six models": lambda folder: many(folder, [f"model {n}" for n in range(6)], *RANGE),
    "thirteen models": lambda folder: many(folder, [f"model {n}" for n in range(13)]),
    "thirty models": lambda folder: many(folder, [f"model {n}" for n in range(30)]),
    "long names": lambda folder: many(folder, [f"{LONG}{n}" for n in range(14)], *RANGE),
    "Chinese names": lambda folder: many(folder, [f"{CHINESE}{n}" for n in range(14)]),
    "a name of a thousand letters": lambda folder: many(folder, ["x" * 1000, "y" * 1000]),
    "each its own calibration": lambda folder: (
        *many(folder, [f"model_{n}" for n in range(14)]),
        *(word for n in range(14) for word in ("--source-prevalence", f"model_{n}=0.{n + 10}")),
    ),
    "long outcome": lambda folder: cohort(
        folder,
        *("--outcome-name", "deaths in hospital or within the ninety days after discharge"),
        *("--action-name", "transfers to a unit where four patients share three nurses"),
    ),
    "forty groups": lambda folder: grouped(folder, [f"ward {n}" for n in range(40)]),
    "groups of long names": lambda folder: grouped(folder, [f"{LONG}{n}" for n in range(9)]),
    "a group of no cases": lambda folder: cohort(folder, "--by", "died"),
    "several ways": lambda folder: cohort(folder, "--by", "unit", "--by", "hospital", "--by", "status"),
    "twelve deployments": lambda folder: (cohort(folder)[0], *plain()[:8], *DEPLOYMENTS),
    "three requirements": lambda folder: required(folder, 3),
    "fifty requirements": lambda folder: required(folder, 50),
    "fifty requirements at twelve places": lambda folder: required(
        folder, 50, *(f"1:{n}" for n in range(3, 15))
    ),
    "everything, requirements as well": everything,
    "censored": followed,
    "two summaries": pooled,
    "a margin": lambda folder: cohort(folder, "--margin", "5"),
    "covariate shift": lambda folder: cohort(folder, "--shift", "covariate", "--by", "unit"),
}


# What only the screen says: headings, what is left out, and which of several deployments is meant.
OWN = [
    r"^Before you decide$",
    r"^Cut-off( of .+)?(: (?=treat at))?",
    r"^Assumption$",
    r"^By [^\0]+ \(each:\s--full\)\.",
    r"^Everything else: --full\.$",
    r"^ *and \d+ more( \w+)?: --full$",
    r"^Requirements: \d+ of \d+ met$",
    r"^\d+ deployments$",
    r"^  (\d\.|met:|NOT MET:) ",
    r"(\d+ of \d+\s+deployments,\s+as\s+)?(1 % to 10 %,\s+1:\d+|place \d+): ",
    r" \.\.\. \(--full\)$",
    r": (?=0\.\d+ \()",
    r"\((?=[\d.]+ % at the lowest)|(?<=prevalence),(?= *\n?[\d.]+ % +at the highest\))",
    r"(?<=at the highest)\)$",
]


def passages(part: str) -> Iterator[str]:
    """Sentences and cells of a part of the screen, as far as they are shown, without white space."""
    for own in OWN:
        part = re.sub(own, "\0", part, flags=re.MULTILINE)
    apart = r"\0| \.\.\.|\.\.\.|(?<=\.)\s+(?=\w)|(?<=\S)  +(?=\S)|\n  (?=\S)"
    table = "\n" if part.startswith(("Which model?", "Across the")) else "\0"
    for passage in re.split(f"{apart}|{table}", part):
        yield "".join(passage.split())


@pytest.mark.parametrize("name", ASKED)
def test_it_fits_and_every_sentence_and_cell_stands_in_the_full_text(name: str, tmp_path: Path) -> None:
    asked, status = ASKED[name](tmp_path), 4 if "requirements" in name else 0
    screen, full = (run("evaluate", *asked, *more, status=status).stdout for more in ((), ("--full",)))
    lines = screen.splitlines()
    assert len(lines) <= LINES
    assert max(map(cell_len, lines)) <= WIDTH
    assert lines[-1] == "Everything else: --full."
    there = "".join(full.split())
    assert not [one for part in screen.split("\n\n") for one in passages(part) if one not in there]


def test_the_full_text_is_the_summary(tmp_path: Path) -> None:
    file, *_ = asked = cohort(tmp_path, "--by", "unit")
    ev = evaluated(file, cost="1:30", by="unit")
    assert timeless(run("evaluate", *asked, "--full").stdout) == timeless(ev.summary())


def test_the_full_text_of_several_deployments_is_their_summaries_and_the_table_across(tmp_path: Path) -> None:
    from baserate.results.across import across

    file, *_ = asked = cohort(tmp_path, "--cost", "1:5")
    found = {f"1 % to 10 %, {cost}": evaluated(file, cost=cost) for cost in ("1:30", "1:5")}
    whole = "\n".join(f"{name}\n\n{ev.summary()}" for name, ev in found.items())
    whole += f"\n{as_plain(across_table(across({name: ev.result for name, ev in found.items()})))}\n"
    assert timeless(run("evaluate", *asked, "--full").stdout) == timeless(whole)


def evaluated(file: str, **asked: Any) -> baserate.Evaluation:
    """What Python says of the same question."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(file, "died", ["severity", "network"], prevalence="1%..10%", **asked)


def timeless(text: str) -> str:
    """A text without the time at which it was made, in which options are flags."""
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:+]+", "", text.replace("source_prevalence=", "--source-prevalence"))


@pytest.mark.parametrize("form", ["--json", "--csv"])
def test_the_full_text_is_no_form_of_data(tmp_path: Path, form: str) -> None:
    assert "--full" in run("evaluate", *cohort(tmp_path), "--full", form, status=2).stderr


def test_of_many_models_the_best_and_those_of_the_verdict_are_shown(tmp_path: Path) -> None:
    """With the worst calibrated first and the best last, so that they have to be put in order."""
    asked = many(tmp_path, [f"model_{n}" for n in range(14, -1, -1)])
    result = json.loads(run("evaluate", *asked, "--json").stdout)
    screen = run("evaluate", *asked).stdout
    worth = {name: one["net_benefit"]["value"] for name, one in result["models"].items()}
    shown = re.findall(r"^model_\d+", screen[screen.index("Which model?") :], re.MULTILINE)
    assert shown == sorted(shown, key=lambda name: -worth[name])
    assert len(shown) == 12
    assert max(worth, key=lambda name: worth[name]) == shown[0]
    assert {result["verdict"]["best"], result["verdict"]["runner_up"]} & set(worth) <= set(shown)
    assert "\nand 3 more models: --full\n" in screen


def test_what_turns_the_verdict_stands_with_what_to_know_before_deciding(tmp_path: Path) -> None:
    """Of several places, with those at which it is so."""
    table().write_parquet(tmp_path / "cohort.parquet")
    asked = (str(tmp_path / "cohort.parquet"), "--outcome", "died", "--score", "severity", "--cost", "1:20")
    places = [word for at in ("0.5%", "1%", "2%") for word in ("--prevalence", at)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = {
            at: baserate.evaluate(table(), "died", "severity", prevalence=at, cost="1:20")
            for at in places[1::2]
        }
    shifts = {at: ev.verdict.shift for at, ev in found.items()}
    turns = {at: shift.text for at, shift in shifts.items() if shift is not None and not shift.holds}
    assert turns
    for at, text in turns.items():
        alone = run("evaluate", *asked, "--prevalence", at).stdout
        before = alone.partition("Before you decide")[2].partition("Which model?")[0]
        assert "".join(text.split()) in "".join(before.split())
        assert "".join(text.split()) not in "".join(alone.partition("Assumption")[2].split())
    several = " ".join(run("evaluate", *asked, *places).stdout.split())
    assert "3 of 3" not in several
    assert all(text.partition(":")[0] in several for text in turns.values())


def test_a_sentence_that_is_cut_says_where_it_goes_on() -> None:
    assert wrapped("one two three " * 5, 40, 1) == ["one two three one two three ... (--full)"]
    assert wrapped("one two three", 40, 1) == ["one two three"]


def test_what_is_not_met_is_said_first(tmp_path: Path) -> None:
    screen = run("evaluate", *required(tmp_path, 50), status=4).stdout
    assert "Requirements: 34 of 50 met" in screen
    states = re.findall(r"^  (NOT MET|met): ", screen, re.MULTILINE)
    assert states == sorted(states)
    assert states[0] == "NOT MET"
    assert re.search(r"^  and \d+ more: --full$", screen, re.MULTILINE)


def test_on_a_terminal_it_is_the_same_with_the_verdict_in_bold(tmp_path: Path) -> None:
    asked = cohort(tmp_path)
    status, shown = on_terminal("evaluate", *asked, COLUMNS="80")
    assert status == 0
    assert "\x1b[1m" in shown
    bare = re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r\n", "\n")
    assert bare == run("evaluate", *asked).stdout


def test_a_name_cannot_break_a_line(tmp_path: Path) -> None:
    screen = run("evaluate", *many(tmp_path, ["a\nUse b.", "b"])).stdout
    assert "\nUse b." not in screen
    assert r"a\nUse b." in screen


def test_wide_letters_count_twice_and_long_words_are_broken() -> None:
    assert wrapped("重症 监护病房", 6, 9) == ["重症", "监护病", "房"]
    assert wrapped("a long word-that-does-not-fit here", 10, 9)[1:] == ["word-that-", "does-not-f", "it here"]
    assert wrapped("one two three four", 9, 1) == ["one ..."]
    assert wrapped("it is 8.25 % here", 10, 9) == ["it is", "8.25 %", "here"]
