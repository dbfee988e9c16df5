"""Anything at all in place of any argument of any public function: an error of the project, or an answer."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hardening.answers import answer, check_numbers
from tests.hardening.budget import THOROUGH, examples
from tests.hardening.public import Public, public_functions
from tests.hardening.values import ANYTHING, NOT_NUMBERS

FUNCTIONS = {public.name: public for public in public_functions()}
# Of the many ways to say nothing sensible, a few for every argument at every run.
FEW = NOT_NUMBERS if THOROUGH else (*NOT_NUMBERS[::7], None, "x", 10**400, {"kind": ["Beta"]}, object())
# These take seconds, and every argument of theirs is an argument of others too.
SLOW = {"recalibration_worth", "extensions.robustness.compare_uniform", "watch"}
# Where infinity is the right answer: log odds of certainty, surprise at what was held impossible, and the
# threshold that nobody reaches.
INFINITE = {"odds.logit", "odds.inverse_log_odds", "odds.multiply_log_odds", "odds.adjust_log_odds"}
# And the ends of an interval that the data leave open, and the degrees of freedom of what is known.
INFINITE |= {"comparators.log_loss", "curves.roc_curve", "shift", "estimate_prevalence", "watch"}
# Where what is asked has no answer and the docstring says that it gives "nan".
UNDEFINED = {"odds.multiply", "odds.multiply_log_odds", "odds.adjust", "odds.adjust_log_odds", "shift"}


def call(public: Public, **other: Any) -> None:
    """Call a function with other arguments in place of its own, and look at what comes."""
    result = answer(public.call, **{**public.arguments, **other})
    if public.name not in UNDEFINED:
        check_numbers(result, infinite=public.name in INFINITE)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_arguments_that_others_take_the_place_of_have_an_answer(name: str) -> None:
    public = FUNCTIONS[name]
    result = answer(public.call, **public.arguments)
    assert not isinstance(result, Exception), result
    check_numbers(result, infinite=name in INFINITE)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in SLOW or THOROUGH])
def test_what_is_no_argument_is_refused_in_words(name: str) -> None:
    public = FUNCTIONS[name]
    for parameter in public.arguments:
        for value in FEW:
            if not _takes_long(parameter, value):
                call(public, **{parameter: value})


def _takes_long(parameter: str, value: object) -> bool:
    """A number of simulations that is large is no error, only slow."""
    counts = ("replicates", "resamples", "bins", "stays")
    return parameter in counts and isinstance(value, int) and value > 1000


@pytest.mark.parametrize(
    "name", [name for name in FUNCTIONS if name not in SLOW and FUNCTIONS[name].arguments]
)
@examples(8)
@given(data=st.data())
def test_two_strange_arguments_at_once(name: str, data: st.DataObject) -> None:
    public = FUNCTIONS[name]
    drawn = data.draw(
        st.lists(st.sampled_from(sorted(public.arguments)), min_size=1, max_size=2, unique=True)
    )
    other = {parameter: data.draw(ANYTHING) for parameter in drawn}
    if not any(_takes_long(parameter, value) for parameter, value in other.items()):
        call(public, **other)


def test_every_required_argument_is_asked_for() -> None:
    """The table knows each function's arguments by its signature; one without is a mistake in it."""
    for public in FUNCTIONS.values():
        parameters = inspect.signature(public.call).parameters.values()
        needed = {one.name for one in parameters if one.default is inspect.Parameter.empty}
        assert needed <= set(public.arguments), public.name
