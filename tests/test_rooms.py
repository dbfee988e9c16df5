"""How the house is built: which room may import from which, read from the syntax of every module.

Imports within functions count; those under ``TYPE_CHECKING`` do not. See CONTRIBUTING.md.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import baserate

SOURCE = Path(baserate.__file__).parent
# Each room, and each public module beside them, imports only from those before it.
ROOMS = [
    *("options", "errors", "registry", "odds", "deployment", "scores", "curves", "comparators", "paper"),
    "inference",
    *("sample_size", "calibration", "patients", "results", "report", "page", "evaluation", "datasets", "cli"),
]
# What is built on the rooms, and imported by none of them.
BEYOND = {"extensions", "figures", "sklearn"}
# Which of these use another: watching estimates prevalences, and both draw in the style of the figures.
AMONG_EXTENSIONS = {
    ("extensions.watch", "extensions.prevalence"),
    ("extensions.watch", "figures"),
    ("extensions.prevalence", "figures"),
}
# Rooms whose __init__ holds more than a docstring: a table of names that are loaded late, or a front door.
FRONT_DOORS = {"calibration", "cli", "datasets"}


class Module:
    """A module of the package: its name, its syntax, and what it imports from the package."""

    def __init__(self, path: Path) -> None:
        parts = ("baserate", *path.relative_to(SOURCE).with_suffix("").parts)
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.is_package = parts[-1] == "__init__"
        self.tree = ast.parse(path.read_text(encoding="utf-8"))

    @property
    def room(self) -> str:
        """The room, or the public module, that it is in."""
        return [*self.name.split("."), ""][1]

    @property
    def extension(self) -> str:
        """The room of what is beyond the rooms, each extension by itself."""
        return ".".join(self.name.split(".")[1:3]) if self.room == "extensions" else self.room

    def imports(self) -> Iterator[tuple[str, str | None]]:
        """Every module of the package that is imported, and the name that is taken from it."""
        only_for_types = {
            id(inside)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for statement in node.body
            for inside in ast.walk(statement)
        }
        for node in ast.walk(self.tree):
            if id(node) in only_for_types:
                continue
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name in modules():
                        yield alias.name, None
            elif isinstance(node, ast.ImportFrom):
                assert not node.level, f"{self.name}: imports within the package name the package"
                for alias in node.names:
                    if f"{node.module}.{alias.name}" in modules():
                        yield f"{node.module}.{alias.name}", None
                    elif node.module in modules():
                        yield str(node.module), alias.name


@cache
def modules() -> Mapping[str, Module]:
    """All modules of the package, by name."""
    return {module.name: module for module in map(Module, sorted(SOURCE.rglob("*.py")))}


@cache
def edges() -> Mapping[str, frozenset[str]]:
    """Which modules each module imports; the package itself, which is only asked for its version, apart."""
    return {
        name: frozenset(other for other, _ in module.imports()) - {"baserate"}
        for name, module in modules().items()
    }


def test_the_rooms_are_all_there_is() -> None:
    entries = {path.name.removesuffix(".py") for path in SOURCE.iterdir()}
    assert entries - {"__init__", "__pycache__", "py.typed"} == {*ROOMS, *BEYOND}


def test_rooms_import_one_way() -> None:
    back = [
        f"{name} imports {other}"
        for name, others in edges().items()
        for other in others
        if modules()[name].room in ROOMS
        and modules()[other].room in ROOMS
        and ROOMS.index(modules()[other].room) > ROOMS.index(modules()[name].room)
    ]
    assert not back


def test_no_room_imports_an_extension() -> None:
    beyond = [
        f"{name} imports {other}"
        for name, others in edges().items()
        for other in others
        if modules()[name].room not in BEYOND and modules()[other].room in BEYOND
    ]
    assert not beyond


def test_extensions_stand_by_themselves() -> None:
    used = {
        (modules()[name].extension, modules()[other].extension)
        for name, others in edges().items()
        for other in others
        if modules()[name].room in BEYOND and modules()[other].room in BEYOND
    }
    assert {(one, other) for one, other in used if one != other} == AMONG_EXTENSIONS


def test_extensions_take_what_a_room_offers_them() -> None:
    """What stands in the ``__all__`` of a module of the rooms, and nothing else of it.

    Of a public module, such as :mod:`baserate.odds`, they take any name, as users may.
    """
    taken = [
        f"{name} takes {what} from {other}"
        for name, module in modules().items()
        if module.room in BEYOND
        for other, what in module.imports()
        if what is not None and modules()[other].room in ROOMS
        if what.startswith("_") or not (is_public(other) or what in offered(other))
    ]
    assert not taken


def is_public(name: str) -> bool:
    """Whether a module stands directly below the package, where users import it from."""
    return name.count(".") == 1 and not modules()[name].is_package


@cache
def offered(name: str) -> frozenset[str]:
    """The ``__all__`` of a module."""
    for node in modules()[name].tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def test_no_module_imports_itself_by_way_of_others(capsys: pytest.CaptureFixture[str]) -> None:
    """The modules can be put in a row; the longest chain in it is printed."""
    chain = longest_chain()
    with capsys.disabled():
        print(f"\nthe longest chain of imports, {len(chain)} modules: {' <- '.join(chain)}")
    assert len(chain) <= len(modules())


def longest_chain() -> list[str]:
    """The longest row of modules of which each imports the one before; a circle is an error that names it."""
    known: dict[str, list[str]] = {}

    def chain_to(name: str, below: tuple[str, ...]) -> list[str]:
        if name in below:
            raise AssertionError(f"a circle: {' -> '.join((*below[below.index(name) :], name))}")
        if name not in known:
            chains = [chain_to(other, (*below, name)) for other in sorted(edges()[name])]
            known[name] = [*max(chains, key=len, default=[]), name]
        return known[name]

    return max((chain_to(name, ()) for name in modules()), key=len)


def test_a_room_opens_nothing_by_itself() -> None:
    """Importing one module of a room brings no other: what a score loads is what it needs."""
    for name, module in modules().items():
        if module.is_package and module.room in ROOMS and module.room not in FRONT_DOORS:
            rest = [node for node in module.tree.body if not isinstance(node, ast.Expr)]
            assert not rest, name


def test_no_module_is_named_like_a_public_function() -> None:
    """Importing ``baserate.shift`` would put the module in the place of the function."""
    functions = {name for name in baserate.__all__ if inspect.isroutine(getattr(baserate, name))}
    assert "shift" in functions
    assert not functions & {*ROOMS, *BEYOND}


def test_late_names_lead_somewhere() -> None:
    """The registry names modules by strings, which no type checker follows."""
    from baserate import registry

    for command, (module, _) in registry.COMMANDS.items():
        assert "command" in [
            node.name for node in modules()[module].tree.body if isinstance(node, ast.FunctionDef)
        ], command
    assert {*registry.OPTIONS.values(), *registry.READERS.values()} <= {*modules()}
    reader = registry.site_summaries()
    asked = [name for name in vars(registry.SummaryReader) if not name.startswith("_")]
    assert all(callable(getattr(reader, name)) for name in asked)
    for name in registry.FIGURES:
        assert callable(registry.figure(name))
