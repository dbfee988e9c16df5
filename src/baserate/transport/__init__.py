"""Moving a model: is it label shift, how common is the disease where nobody is labelled, does it last.

The room is also the function that moves a model to patients without outcomes:
``baserate.transport(y_source, p_source, p_target, cost="1:30")`` is
:func:`baserate.transport.moving.transport`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspect import Signature

    from baserate.transport.moving import TransportedModel


class _Room(ModuleType):
    """A module that can be called, because the room and what is done in it have one name."""

    def __call__(self, *given: Any, **named: Any) -> TransportedModel:
        """Move a model; see :func:`baserate.transport.moving.transport`."""
        from baserate.transport.moving import transport

        return transport(*given, **named)

    @property
    def __signature__(self) -> Signature:
        from inspect import signature

        from baserate.transport.moving import transport

        return signature(transport)


sys.modules[__name__].__class__ = _Room
