"""Work that takes long says how far it is, on a terminal and nowhere else."""

from __future__ import annotations

import io
import sys
import time

import polars as pl
import pytest

import baserate
from baserate.inference import progress
from baserate.inference.progress import Passes
from baserate.patients import reading as engine


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0.01)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.usefixtures("impatient")
def test_a_terminal_sees_which_pass_is_going_on_even_within_one(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with Passes(4, "reading the patients") as passes:
        for _ in range(2):
            passes.next()
            time.sleep(0.5)
    assert "reading the patients: pass 1 of 4" in screen.getvalue()
    assert "reading the patients: pass 2 of 4" in screen.getvalue()


@pytest.mark.usefixtures("impatient")
def test_nobody_else_sees_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with Passes(1, "reading") as passes:
        passes.next()
        time.sleep(0.1)
    assert pipe.getvalue() == ""


def test_quick_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with Passes(1, "reading") as passes:
        passes.next()
    time.sleep(0.05)
    assert screen.getvalue() == ""


@pytest.mark.usefixtures("impatient")
def test_what_goes_wrong_meanwhile_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())

    def interrupted() -> None:
        with Passes(2, "reading"):
            time.sleep(0.3)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()


def test_passes_are_one_for_checking_and_one_for_each_table(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    class Watched(Passes):
        def next(self) -> None:
            super().next()
            seen.append(self.words())

    monkeypatch.setattr(engine, "Passes", Watched)
    frame = pl.LazyFrame({"y": [0, 1] * 50, **{name: [0.2, 0.7, 0.3] * 33 + [0.1] for name in "abc"}})
    baserate.evaluate(frame, "y", ["a", "b", "c"], prevalence=0.2, cost="1:4")
    assert seen == [f"reading the patients: pass {k} of 7" for k in range(1, 8)]
