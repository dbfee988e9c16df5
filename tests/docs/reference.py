"""The reference's pages: which names they describe, and which members of a class."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import baserate
from tests.docs.markdown import DOCS

_DIRECTIVE = re.compile(r"^::: (baserate[\w.]*)\n((?:    .*\n|\n(?=    ))*)", re.MULTILINE)
_MEMBERS = re.compile(r"members: \[(.*?)\]|members: (false)", re.DOTALL)


class Described(NamedTuple):
    """A name of the reference, and the members shown of it if it is a class; None where all are."""

    name: str
    members: list[str] | None


def described() -> list[Described]:
    """All that the pages of the reference describe."""
    found = []
    for page in sorted((DOCS / "reference").glob("*.md")):
        for name, options in _DIRECTIVE.findall(page.read_text(encoding="utf-8") + "\n"):
            shown = _MEMBERS.search(options.replace("inherited_members: true", ""))
            members = None if shown is None else [one.strip() for one in (shown[1] or "").split(",")]
            found.append(Described(name, members if members is None else [one for one in members if one]))
    return found


def resolve(name: str) -> Any:
    """What a name stands for: attributes of the package, and modules where an attribute is not there."""
    found: Any = baserate
    path = "baserate"
    for part in name.split(".")[1:]:
        path = f"{path}.{part}"
        # Importing what is a function by this name would put the module of that name in its place.
        found = getattr(found, part) if hasattr(found, part) else importlib.import_module(path)
    return found


def functions(one: Described) -> Iterator[tuple[str, Callable[..., Any]]]:
    """What of a name is called by a reader: the function itself, or the methods shown of a class."""
    thing = resolve(one.name)
    if not inspect.isclass(thing):
        if callable(thing):
            yield one.name, thing
        return
    for member in one.members if one.members is not None else public_methods(thing):
        method = inspect.getattr_static(thing, member)
        if isinstance(method, (staticmethod, classmethod)) or inspect.isfunction(method):
            yield f"{one.name}.{member}", getattr(thing, member)


def public_methods(kind: type) -> list[str]:
    """Methods that a class itself defines for others."""
    return [name for name in vars(kind) if not name.startswith("_")]


def parameters(function: Callable[..., Any]) -> list[str]:
    """What a function is given, without the object it belongs to."""
    given = inspect.signature(function).parameters
    return [name for name in given if name not in ("self", "cls")]


def documented(function: Callable[..., Any]) -> set[str]:
    """The parameters that a docstring lists."""
    text = inspect.getdoc(function) or ""
    section = re.search(
        r"^Parameters\n-{10}\n(.*?)(?=^\S[^\n]*\n-{3,}$|^>>> |\Z)", text, re.MULTILINE | re.DOTALL
    )
    if section is None:
        return set()
    heads = [line for line in section[1].splitlines() if line and not line[0].isspace()]
    return {name.strip().lstrip("*") for head in heads for name in head.partition(":")[0].split(",")}
