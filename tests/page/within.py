"""Whether a number of the page is the library's: within its stated error, or but for its last digit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from baserate.inference.estimate import Estimate
from tests.page.errors_report import TEXTS

ENDS = ("value", "low", "high")
# What is rounding in a number of order one.
ROUNDING = 1e-9
PER_1000 = {"factor": 1000, "digits": 1, "unit": "per 1,000"}


def ends_of(exact: Estimate | Mapping[str, float]) -> Mapping[str, float]:
    """A number of the library, or of its result, with the ends of its interval."""
    return exact if isinstance(exact, Mapping) else {end: getattr(exact, end) for end in ENDS}


def farthest(shown: Mapping[str, float], exact: Estimate | Mapping[str, float]) -> float:
    """How far the value or an end of the interval is from the library's."""
    return max(abs(shown[end] - ends_of(exact)[end]) for end in ENDS)


def apart(shown: Mapping[str, float], exact: Estimate) -> float:
    """The same as a share of the interval's width."""
    return farthest(shown, exact) / (exact.high - exact.low)


def stated(shown: Mapping[str, float], exact: Estimate) -> float:
    """What the page says that it may be off by, as a share of half the interval's width."""
    return 2.0 * shown["error"] / (exact.high - exact.low)


def expect_within_error(
    shown: Mapping[str, float], exact: Estimate | Mapping[str, float], about: Any = None
) -> None:
    """Value and ends are the library's but for the stated error, which is always stated."""
    told = f"{about}: {farthest(shown, exact)} from {exact!r}, not within {shown['error']}"
    assert farthest(shown, exact) <= shown["error"] + ROUNDING, told


def expect_rounded(shown: Mapping[str, Any], exact: Any, *, step: float = 1e-5, rel: float = 0.0) -> None:
    """At the study's own setting: the library's own number, and no error.

    The page carries it with few digits, so that nobody can work out a single patient from the last ones
    (baserate.page.discreet): scores and differences in steps of 1e-5 or 1e-6, rates and counts with
    five significant digits. Rounding is to either side, hence a whole step.
    """
    ends = ends_of(exact)
    assert shown.get("error", 0) == 0
    for end in ENDS:
        assert shown[end] == pytest.approx(ends[end], abs=step, rel=rel), end


def texts_of(modules: Any, shown: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """Numbers as the page writes them; each is an "estimate" per 1,000, a "rate" or a "count"."""
    found: list[str] = modules.evaluate(TEXTS, [[how, one, PER_1000] for how, one in shown])
    return found


# ---- sentences ----

# Where its error is above half a patient, the page leaves out whom the best finds and spares.
EXCHANGE = re.compile(r" Compared with .*? unnecessary treatments\.(?= |$)")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def sentence_of(verdict: Mapping[str, Any]) -> str:
    """The first sentence of a verdict, whose words are controls, as plain text."""
    return "".join(part if isinstance(part, str) else part["text"] for part in verdict["sentence"])


def without_numbers(text: str) -> str:
    return NUMBER.sub("#", text)


def numbers_in(text: str) -> list[float]:
    return [float(number) for number in NUMBER.findall(text)]


def expect_same_words(answer: Mapping[str, Any], text: str, about: Any = None) -> None:
    """The page's verdict reads as the library's, but for digits of numbers that have an error.

    Only the exchange in counts may be missing, and only where it is in doubt by more than half a patient.
    """
    verdict = answer["verdict"]
    assert without_numbers(text).startswith(without_numbers(sentence_of(verdict))), about
    if EXCHANGE.search(text) and not EXCHANGE.search(verdict["text"]):
        done = {one["name"]: one["consequences"]["error"] for one in answer["models"]}
        errors = [done[name] for name in (verdict["best"], verdict["runnerUp"]) if name in done]
        assert max(sum(one[kind] for one in errors) for kind in errors[0]) > 0.5, about
        text = EXCHANGE.sub("", text)
    assert without_numbers(verdict["text"]) == without_numbers(text), about
    # Of the sentence: a difference and the ends of its interval, each off by its error and one last digit.
    most = 1000 * verdict["difference"]["error"] + 0.11
    start = sentence_of(verdict)
    assert numbers_in(start) == pytest.approx(numbers_in(text)[: len(numbers_in(start))], abs=most), about
