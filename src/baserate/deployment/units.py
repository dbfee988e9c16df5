"""Units: what a right decision is worth.

A unit prices a true positive at ``P(x, k)`` and a true negative at ``N(x, k)``, where ``x`` are the
log odds of the prevalence and ``k`` those of the cost parameter ``c``. Whatever the unit, treating
pays from the same threshold on, because ``N = e^(k - x) P``; so a unit is one function of two
numbers, and all else here says what is known about it in closed form.

A new unit is one subclass of :class:`Unit` with a name, its labels and its prices; it can then be
asked for by its name wherever ``units`` are.
"""

# Every unit is asked with the same arguments, whether it needs them or not.
# ruff: noqa: ARG002

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.distributions import Distribution
from baserate.errors import SettingError
from baserate.odds import expit, log_odds

__all__ = ["ACCURACY", "NET_BENEFIT", "WEIGHTED_ACCURACY", "Baseline", "Unit", "UnitLike"]

Numbers = NDArray[np.float64]
Baseline = Literal["treat-none", "none-correct"]
UnitLike: TypeAlias = "Unit | str"

BASELINES: tuple[Baseline, ...] = ("treat-none", "none-correct")


class AsNetBenefit(NamedTuple):
    """A unit at one cost as a multiple of net benefit.

    It is ``worth`` times the net benefit at cost odds ``cost_odds``, the odds of the prevalence
    divided by ``shift``.
    """

    shift: float
    cost_odds: float
    worth: float = 1.0


class Unit(ABC):
    """What a true positive and a true negative are worth at a prevalence and a cost.

    A unit equals its name, so that ``deployment.units == "net benefit"`` can be asked.
    """

    name: ClassVar[str]
    # What a figure multiplies a score by, and calls it then; and the same for a difference.
    factor: ClassVar[float]
    label: ClassVar[str]
    difference_label: ClassVar[str]
    # Where a score is zero unless another zero is asked for.
    zero: ClassVar[Baseline] = "none-correct"

    _known: ClassVar[dict[str, Unit]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        Unit._known[cls.name] = cls()

    @classmethod
    def of(cls, value: UnitLike) -> Unit:
        """A unit, or the one with this name."""
        if isinstance(value, Unit):
            return value
        if isinstance(value, str) and value in Unit._known:
            return Unit._known[value]
        *first, last = (repr(name) for name in Unit._known)
        raise SettingError(f"units must be {', '.join(first)} or {last}; found {value!r}.")

    @abstractmethod
    def prices(self, x: Any, k: Any) -> tuple[Any, Any]:
        """Worth of a true positive and of a true negative at log odds x of prevalence and k of cost."""

    def prices_at(self, prevalence: Numbers, cost: Numbers) -> tuple[Any, Any]:
        """:meth:`prices` at exact values of both, with no rounding of the log odds."""
        return self.prices(log_odds(prevalence), log_odds(cost))

    def as_net_benefit(self, cost_odds: float) -> AsNetBenefit | None:
        """The unit at one cost as a multiple of net benefit; None where it is none."""
        return None

    def fall(self, x: float, cost: Distribution) -> float | None:
        """How fast the price of a true negative falls as the prevalence rises: ``-d log N / dx``.

        The price of a true positive then rises by one less this. None where it differs from cost to cost.
        """
        return None

    def totals(
        self, prevalence: Distribution, cost: Distribution, found: tuple[float, float]
    ) -> tuple[float, float]:
        """Mean prices over both distributions: as far as they are known, else as they were ``found``."""
        return found

    def check_cost(self, cost: Distribution) -> None:  # noqa: B027 - most prices have one over any cost
        """Refuse a distribution of cost over which the prices have no mean."""

    def baseline(self, stated: object) -> Baseline:
        """The zero that is asked for, or the unit's own where none is."""
        if stated is None:
            return self.zero
        check_baseline(stated)
        if stated == "treat-none" and self.zero != "treat-none":
            raise SettingError(f"treating none is a zero of net benefit, not of {self.name}.")
        return "treat-none" if stated == "treat-none" else "none-correct"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.name == other
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return repr(self.name)


class NetBenefit(Unit):
    """True positives: ``pi`` for a true positive, ``c/(1-c) (1-pi)`` for a true negative."""

    name = "net benefit"
    factor = 1000.0
    label = "net benefit, true positives per 1,000 patients"
    difference_label = "true positives per 1,000 patients"
    zero = "treat-none"

    def prices(self, x: Any, k: Any) -> tuple[Any, Any]:
        return np.asarray(expit(x)), np.asarray(np.exp(k) * expit(-x))

    def prices_at(self, prevalence: Numbers, cost: Numbers) -> tuple[Any, Any]:
        return prevalence, cost / (1.0 - cost) * (1.0 - prevalence)

    def as_net_benefit(self, cost_odds: float) -> AsNetBenefit:
        return AsNetBenefit(1.0, cost_odds)

    def fall(self, x: float, cost: Distribution) -> float:
        return float(expit(x))

    def totals(
        self,
        prevalence: Distribution,
        cost: Distribution,
        found: tuple[float, float],
    ) -> tuple[float, float]:
        cases, non_cases = prevalence.mean(expit), prevalence.mean(lambda x: expit(-x))
        return cases, cost.mean(np.exp) * non_cases

    def check_cost(self, cost: Distribution) -> None:
        if not cost.has_mean_odds:
            raise SettingError(
                f"with a cost of {cost}, a true negative is worth c/(1-c), whose mean is infinite or "
                "nearly so. Choose a Beta whose second parameter is above 1.1, a range, or weighted accuracy."
            )


class WeightedAccuracy(Unit):
    """The share of what a perfect model would get: both prices of net benefit over their sum."""

    name = "weighted accuracy"
    factor = 100.0
    label = "weighted accuracy, %"
    difference_label = "percentage points of weighted accuracy"

    def prices(self, x: Any, k: Any) -> tuple[Any, Any]:
        return np.asarray(expit(x - k)), np.asarray(expit(k - x))

    def prices_at(self, prevalence: Numbers, cost: Numbers) -> tuple[Any, Any]:
        odds = cost / (1.0 - cost) * (1.0 - prevalence) / prevalence
        return 1.0 / (1.0 + odds), odds / (1.0 + odds)

    def as_net_benefit(self, cost_odds: float) -> AsNetBenefit:
        # At the prevalence whose odds are divided by the cost's, errors are priced alike.
        return AsNetBenefit(cost_odds, 1.0)

    def fall(self, x: float, cost: Distribution) -> float | None:
        return None if cost.point is None else float(expit(x - float(log_odds(cost.point))))

    def totals(
        self,
        prevalence: Distribution,
        cost: Distribution,
        found: tuple[float, float],
    ) -> tuple[float, float]:
        scale = 1.0 / max(sum(found), 1e-300)
        return scale * found[0], scale * found[1]


class Accuracy(WeightedAccuracy):
    """Right decisions, every error alike: weighted accuracy where the cost is one to one."""

    name = "accuracy"
    label = "accuracy, %"
    difference_label = "percentage points of accuracy"


NET_BENEFIT, WEIGHTED_ACCURACY, ACCURACY = (
    Unit.of(name) for name in ("net benefit", "weighted accuracy", "accuracy")
)


def check_baseline(baseline: object) -> None:
    """Refuse a zero of net benefit that is neither of the two."""
    if not isinstance(baseline, str) or baseline not in BASELINES:
        raise SettingError(f"baseline must be 'none-correct' or 'treat-none'; found {baseline!r}.")
