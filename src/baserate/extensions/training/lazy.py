"""Other libraries, loaded when a name that needs them is first used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_EXTRAS = {"torch": "torch", "torchmetrics": "torchmetrics", "keras": "keras"}


def load(library: str, purpose: str) -> Any:
    """A library, or an error that says how to install it."""
    try:
        return import_module(library)
    except ImportError as error:
        raise ImportError(f"{purpose} needs {library}: pip install 'baserate[{_EXTRAS[library]}]'") from error


def public_class(name: str, parts: type, base: type, module: str) -> Any:
    """The public class of another library's kind: the parts of ours over its base class.

    It is known by its public name, so that it pickles and its documentation is found.
    """
    known = {"__module__": module, "__qualname__": name, "__doc__": parts.__doc__}
    return type(name, (parts, base), known)
