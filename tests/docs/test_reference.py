"""Every public name is in the reference, and says what it takes."""

from __future__ import annotations

import inspect
from collections import Counter
from types import ModuleType

import pytest

import baserate
from tests.docs.reference import described, documented, functions, parameters, resolve

REFERENCE = described()
NAMES = {one.name for one in REFERENCE}
# Classes that are put together when their library is used, which the tests' environment does not have.
ELSEWHERE = {"baserate.extensions.training.torch.NetBenefitLoss"}
HERE = [one for one in REFERENCE if one.name not in ELSEWHERE]
CALLED = dict(pair for one in HERE for pair in functions(one))


def public_names() -> list[str]:
    """The package's own names, and those of its public modules."""
    found = []
    for name in sorted({*baserate.__all__, *baserate._MODULES} - {"__version__", "transport"}):
        thing = getattr(baserate, name)
        if not isinstance(thing, ModuleType):
            found.append(f"baserate.{name}")
            continue
        own = [one for one in vars(thing) if getattr(vars(thing)[one], "__module__", "") == thing.__name__]
        public = getattr(thing, "__all__", [one for one in own if not one.startswith("_")])
        # ALL is the list of recalibrators, which stand there one by one.
        found += [f"baserate.{name}.{one}" for one in public if one != "ALL"]
    return found


@pytest.mark.parametrize("name", public_names())
def test_a_public_name_is_in_the_reference(name: str) -> None:
    assert name in NAMES


def test_no_name_is_described_twice() -> None:
    assert [name for name, times in Counter(one.name for one in REFERENCE).items() if times > 1] == []


@pytest.mark.parametrize("one", HERE, ids=lambda one: one.name)
def test_what_is_described_is_there_and_documented(one: object) -> None:
    thing = resolve(one.name)  # type: ignore[attr-defined]
    assert inspect.getdoc(thing)
    for member in one.members or ():  # type: ignore[attr-defined]
        assert hasattr(thing, member) or member in getattr(thing, "__dataclass_fields__", {}), member
        assert inspect.getdoc(inspect.getattr_static(thing, member)), member


@pytest.mark.parametrize("name", sorted(CALLED))
def test_every_parameter_is_documented(name: str) -> None:
    assert [one for one in parameters(CALLED[name]) if one not in documented(CALLED[name])] == []
