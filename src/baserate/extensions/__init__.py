"""What is built on the core and not needed by it: it imports from baserate, and no room imports it.

Their commands and readers are named in :mod:`baserate.registry`, their functions in ``baserate`` itself.
``baserate.extensions.arrays`` and the others are loaded when first used.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

_ROOMS = ("arrays", "imputation", "prevalence", "robustness", "sites", "training", "validation", "watch")


def __getattr__(name: str) -> ModuleType:
    if name not in _ROOMS:
        raise AttributeError(f"module 'baserate.extensions' has no attribute {name!r}")
    return import_module(f"baserate.extensions.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOMS})
