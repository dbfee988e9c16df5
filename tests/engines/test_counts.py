"""Every case of bad or awkward input on every path gets what it must: nothing is wrong in silence."""

from __future__ import annotations

import os

import pytest

from tests.engines.counts import PATHS, cases, run


@pytest.mark.parametrize("path", [*PATHS, *(["DuckDB"] if os.environ.get("BASERATE_ENGINES") == "1" else [])])
def test_nothing_is_wrong_in_silence(path: str) -> None:
    answers = run((path,))
    assert len(answers) >= len(cases()) - 1
    assert {name: answer for (name, _), answer in answers.items() if answer.startswith("wrong")} == {}


def test_a_case_that_is_answered_otherwise_is_seen_to_be_wrong() -> None:
    """The counting itself can fail: by value, by refusal and by warning."""
    import dataclasses

    from tests.engines.counts import clean, judge

    case = cases()["clean"]
    assert judge(case, clean()) == "right"
    assert judge(dataclasses.replace(case, refused=True), clean()).startswith("wrong: answered")
    assert judge(case, cases()["mean far from prevalence"].frame).startswith("wrong: ")
    assert judge(case, cases()["score below 0"].frame).startswith("wrong: refused")
    warned = cases()["two scores"]
    assert judge(dataclasses.replace(warned, warns=()), warned.frame).startswith("wrong: warned")
