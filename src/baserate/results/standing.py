"""Who is ahead: models and deciding without one, in order, and which of them cannot be told apart.

All intervals hold together, so that neither the number of models nor picking the best of them by looking
makes a difference out of chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from baserate.inference.estimate import Interval
from baserate.inference.strategies import WITHOUT_MODEL
from baserate.results.question import Question
from baserate.results.words import words

__all__ = ["Standing", "best_model"]


class Compared(Protocol):
    """What a standing rests on: models, their net benefits and the differences, which have a ``value``."""

    @property
    def question(self) -> Question:
        """What was asked."""

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models."""

    def score(self, model: str) -> Any:
        """Net benefit of a model, or of a default strategy."""

    def compare(self, model: str, reference: str) -> Any:
        """Net benefit of one minus that of another."""

    def simultaneous(self, model: str, reference: str) -> Interval:
        """Its interval that holds together with those of all other comparisons."""

    def error_bound(self, model: str) -> float:
        """How far bins can move a model's net benefit."""


@dataclass(frozen=True)
class Conclusion:
    """What a verdict comes to: its ``kind``, and of which models it speaks.

    "use" one of them, or decide without a model; "tied" are those that cannot be told apart; "none" is
    shown to be better than deciding without a model.
    """

    kind: Literal["use", "tied", "none", "nowhere"]
    models: tuple[str, ...] = ()

    def same_as(self, other: Conclusion) -> bool:
        """Whether two come to the same; who of those tied is first does not matter.

        To decide without a model is the same whether every model is shown to be worse, or none to be better.
        """
        if self._is_without and other._is_without:
            return True
        return self.kind == other.kind and set(self.models) == set(other.models)

    @property
    def _is_without(self) -> bool:
        return self.kind == "none" or (self.kind == "use" and self.models == (WITHOUT_MODEL,))


@dataclass(frozen=True)
class Standing:
    """All that is compared, the best first; who cannot be told from it; who is better than no model.

    Where the best is not shown to be better than deciding without a model, those that are cannot be
    worse choices, and are among the ``tied``.
    """

    ranked: tuple[str, ...]
    tied: tuple[str, ...]
    better_than_without: tuple[str, ...]

    @classmethod
    def of(cls, ev: Compared) -> Standing:
        """From all comparisons of an evaluation."""
        ranked = rank(ev)
        better = tuple(model for model in ev.models if is_ahead(ev, model, WITHOUT_MODEL))
        return cls(ranked, _tied(ev, ranked, better), better)

    @property
    def decided(self) -> bool:
        """Whether one is left."""
        best = self.ranked[0]
        return len(self.tied) == 1 and (best == WITHOUT_MODEL or best in self.better_than_without)

    @property
    def conclusion(self) -> Conclusion:
        """What that comes to."""
        if self.decided:
            return Conclusion("use", self.tied)
        return Conclusion("tied", self.tied) if self.better_than_without else Conclusion("none")


def best_model(ev: Compared) -> str:
    """The model of the highest net benefit; of equal ones, the first."""
    return max(ev.models, key=lambda model: ev.score(model).value)


def is_ahead(ev: Compared, one: str, other: str) -> bool:
    """Whether a lead is beyond chance, all comparisons taken together, and no smaller than the margin.

    Where patients came in bins, it must also be more than the bins of the two can make.
    """
    value, bins = ev.compare(one, other).value, ev.error_bound(one) + ev.error_bound(other)
    beyond = ev.simultaneous(one, other).low > words("constants.a_tie") + bins
    return bool(beyond and value >= least_lead(ev))


def least_lead(ev: Compared) -> float:
    """The smallest difference that matters, in net benefit; zero where no margin is stated."""
    return (ev.question.margin or 0.0) / 1000.0


def rank(ev: Compared) -> tuple[str, ...]:
    """Models and deciding without one, the best first; a model that only equals the latter is no better."""
    models = sorted(ev.models, key=lambda name: -ev.score(name).value)
    ahead = [model for model in models if ev.compare(model, WITHOUT_MODEL).value > words("constants.a_tie")]
    return (*ahead, WITHOUT_MODEL, *models[len(ahead) :])


def _tied(ev: Compared, ranked: Sequence[str], better: tuple[str, ...]) -> tuple[str, ...]:
    """The best, and the models that it is not shown to be ahead of."""
    best = ranked[0]
    rivals = [model for model in ranked[1:] if model != WITHOUT_MODEL]
    kept = better if best not in better else ()
    return (best, *(model for model in rivals if model in kept or not is_ahead(ev, best, model)))
