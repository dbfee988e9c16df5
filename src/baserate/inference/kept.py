"""What takes time is worked out once and kept; what takes much room, only while it is recent."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from baserate.inference.sampling import Spreads

__all__ = ["Once"]

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Once(Generic[T]):
    """Something that takes time: worked out when it is first called for, and then kept.

    ``find`` is a bound method or a ``partial`` of a function, never a closure, so that an estimate
    can be pickled.
    """

    find: Callable[[], T] = field(repr=False)

    def __call__(self) -> T:
        return self._value

    @cached_property
    def _value(self) -> T:
        return self.find()


class Recent(Once[T]):
    """The same for what takes much room: of all that was worked out, only the latest is kept."""

    @cached_property
    def spreads(self) -> dict[Hashable, Spreads]:
        """Spreads of sums that begin with this, by their terms."""
        return {}

    def __call__(self) -> T:
        if "_value" not in self.__dict__:
            _keep_recent(self)
        return self._value

    def __getstate__(self) -> dict[str, object]:
        return {"find": self.find}


# Estimates whose contributions are kept, oldest first, and how many numbers they may hold together.
_RECENT: deque[weakref.ref[Recent[Any]]] = deque()
_MOST_NUMBERS = 1 << 25


def _keep_recent(latest: Recent[Any]) -> None:
    """Work out the latest, and let go of the oldest where there is no more room."""
    latest._value  # noqa: B018 - asking for it works it out
    _RECENT.append(weakref.ref(latest))
    room = _MOST_NUMBERS
    kept: deque[weakref.ref[Recent[Any]]] = deque()
    for reference in reversed(_RECENT):
        held = reference()
        if held is None or "_value" not in held.__dict__:
            continue
        room -= sum(len(numbers) for numbers in held._value.values())
        if room < 0 and held is not latest:
            del held.__dict__["_value"]
            continue
        kept.appendleft(reference)
    _RECENT.clear()
    _RECENT.extend(kept)
