"""Docstrings as the reference shows them: sections where examples and notes begin, roles as links."""

from __future__ import annotations

from typing import Any

import griffe

from docs.building.sections import linked, public_names, with_sections


class Docstrings(griffe.Extension):
    """Rewrites each docstring before it is parsed; what the source says is not changed."""

    def __init__(self) -> None:
        self.names = public_names()

    def on_module_members(self, *, mod: Any, **_: Any) -> None:
        """A class that is put together when its library is first used stands in the source in part."""
        if mod.path == "baserate.extensions.training.torch" and "NetBenefitLoss" not in mod.members:
            mod.members["_Loss"].name = "NetBenefitLoss"
            mod.members["NetBenefitLoss"] = mod.members.pop("_Loss")

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """A module, class, function or attribute was read."""
        if obj.docstring is not None:
            obj.docstring.value = linked(with_sections(obj.docstring.value), self.names)
