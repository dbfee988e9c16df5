"""Cautions are values until somebody is told: each once, at the line that asked, and never on the way."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.calibration import gap
from baserate.errors import BaserateWarning, FewEventsWarning, ScaleWarning, tell
from baserate.evaluation.evaluate import ask
from baserate.extensions.sites.summaries import summarise
from baserate.patients.reading import read_patients
from baserate.patients.roles import Roles

SOURCE = Path(baserate.__file__).parent
# Around calls of other libraries: readers of files, a splitter of folds; and where the command line prints.
CATCHING = {"cli/__init__.py", "cli/options.py", "extensions/validation/splits.py"}


def few() -> dict[str, Any]:
    """Sixty patients of whom six are cases, in two places; one model calibrated, one that only decides."""
    died = np.arange(60) % 10 == 0
    risk = 0.05 + 0.01 * (7 * np.arange(60) % 13) + 0.03 * died
    return {
        "died": died.astype(int),
        "a": risk,
        "b": died * 0.5 + 0.25,
        "site": np.arange(60) // 30,
        "third": np.arange(60) // 20,
    }


DATA = few()
WHERE = {"prevalence": 0.05, "cost": "1:9"}


def said(ask_for: Callable[[], object]) -> list[warnings.WarningMessage]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ask_for()
    return caught


def lines_of(function: Callable[[], object]) -> range:
    first = inspect.getsourcelines(function)[1]
    return range(first, first + len(inspect.getsourcelines(function)[0]))


def cohort() -> baserate.Cohort:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.Cohort.of(DATA["died"])


def evaluation() -> baserate.Evaluation:
    return ask(DATA, outcome="died", scores=["a", "b"], by="site", **WHERE)


# What is asked, and the kind of caution that it comes with.
DOORS: dict[str, tuple[Callable[[], object], type[BaserateWarning]]] = {
    "evaluate": (lambda: baserate.evaluate(DATA, "died", ["a", "b"], by="site", **WHERE), FewEventsWarning),
    "ev.at": (lambda: evaluation().at(level=0.9), FewEventsWarning),
    "Cohort.of": (lambda: baserate.Cohort.of(DATA["died"]), FewEventsWarning),
    "part": (lambda: cohort().part(np.arange(60) < 40), FewEventsWarning),
    "net_benefit": (lambda: baserate.net_benefit(DATA["died"], DATA["b"], **WHERE), ScaleWarning),
    "of a cohort": (lambda: cohort().net_benefit(DATA["b"], **WHERE), ScaleWarning),
    "split": (
        lambda: baserate.split(cohort(), DATA["b"], baserate.Deployment.of(0.05, "1:9")),
        ScaleWarning,
    ),
    "shift": (lambda: baserate.shift("died", "a", "third", data=DATA), FewEventsWarning),
    "summarise": (lambda: summarise([read_patients(DATA, Roles.of("died", ["a", "b"]))]), FewEventsWarning),
    "gap": (
        lambda: gap.by_group(cohort(), DATA["b"], DATA["site"], baserate.Deployment.of(None, "1:9")),
        ScaleWarning,
    ),
}


@pytest.mark.parametrize("door", DOORS)
def test_each_caution_is_told_once_at_the_line_that_asked(door: str) -> None:
    question, kind = DOORS[door]
    told = said(question)
    texts = [str(one.message) for one in told]
    assert any(isinstance(one.message, kind) for one in told)
    assert len(texts) == len(set(texts))
    for one in told:
        assert one.filename == __file__
        assert one.lineno in lines_of(question)


def test_evaluate_tells_what_its_result_records() -> None:
    told = [str(one.message) for one in said(DOORS["evaluate"][0])]
    assert told == list(evaluation().result.warnings)
    assert any(text.startswith("group '0': only 3 patients have") for text in told)
    assert any(text.startswith("b: the 60 scores take no value but") for text in told)


def test_asking_without_being_told_says_nothing() -> None:
    ev = ask(DATA, outcome="died", scores=["a", "b"], by="site", **WHERE)
    assert said(evaluation) == []
    assert list(map(str, ev.cautions)) == list(ev.warnings)
    assert said(lambda: (ev.result, ev.gap("a", "0"), ev.summary(), ev.page())) == []


def test_a_caution_is_told_through_functions_of_others() -> None:
    def twice(function: Callable[[Mapping[str, Any]], None]) -> None:
        function({})

    (one,) = said(lambda: twice(lambda _: tell([ScaleWarning("odd"), ScaleWarning("odd")])))
    assert one.filename == __file__


def test_nothing_is_caught_on_the_way() -> None:
    """Functions give cautions as values: what is warned of is warned of once, in one place."""
    texts = {str(path.relative_to(SOURCE)): path.read_text() for path in SOURCE.rglob("*.py")}
    assert {name for name, text in texts.items() if "catch_warnings(" in text} == CATCHING
    assert {name for name, text in texts.items() if re.search(r"warnings\.warn\(", text)} == {"errors.py"}
