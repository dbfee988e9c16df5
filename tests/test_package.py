"""What holds for the package as a whole."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import baserate

SOURCE = Path(baserate.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
# Each room may import only from those before it; see CONTRIBUTING.md.
ROOMS = [
    *("errors", "deployment", "scores", "inference", "calibration", "data"),
    *("transport", "evaluation", "report", "cli"),
]
# Rooms beside the row: they use what they need, and only the command line uses them.
ASIDE = {"datasets", "integrations"}
# The one edge that runs back: methods of results draw and write, and load the report when they are called.
FACADES = {f"evaluation/{name}.py" for name in ("evaluate", "imputed", "reported", "stored")}
MOST_ENTRIES, MOST_LINES = 14, 500  # of code: a docstring may list as many parameters as there are


def room_of(path: Path) -> str:
    """The room that a file is in."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[tuple[str, bool]]:
    """Rooms that a file imports from, and whether it does so within a function."""
    found = set()
    tree = ast.parse(path.read_text())
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        for name in _imported(node):
            found.add((name, id(node) in inside))
    return found


def _imported(node: ast.AST) -> list[str]:
    """Rooms of this package that a statement imports from."""
    if isinstance(node, ast.ImportFrom) and node.level:
        raise AssertionError("imports within the package name the package")
    if isinstance(node, ast.ImportFrom) and node.module == "baserate":
        return [alias.name for alias in node.names if alias.name != "__version__"]
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("baserate."):
        return [str(node.module).split(".")[1]]
    if isinstance(node, ast.Import):
        return [alias.name.split(".")[1] for alias in node.names if alias.name.startswith("baserate.")]
    return []


def test_the_rooms_are_all_there_is() -> None:
    entries = {path.name for path in SOURCE.iterdir() if path.name not in ("__init__.py", "__pycache__")}
    assert {name.removesuffix(".py") for name in entries} - {"py.typed"} == {*ROOMS, *ASIDE}
    assert len(entries) <= MOST_ENTRIES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_imports_only_from_those_before_it(path: Path) -> None:
    room = room_of(path)
    if room in ("__init__", *ASIDE):
        return
    allowed = {*ROOMS[: ROOMS.index(room) + 1], *(ASIDE if room == "cli" else ())}
    for name, inside in imports(path):
        facade = inside and str(path.relative_to(SOURCE)) in FACADES and name == "report"
        assert name in allowed or facade, f"{path.name} imports from {name}"


def test_the_rooms_that_are_aside_are_used_by_the_command_line_alone() -> None:
    users = {room_of(path) for path in MODULES for name, _ in imports(path) if name in ASIDE}
    assert users <= {"__init__", "cli", *ASIDE}


# What those who print may take from the rooms that compute: names of things, and their types.
FOR_READING = {
    "baserate.calibration.gap": {"Gap"},
    "baserate.calibration.readings": {"Readings"},
    "baserate.inference.estimate": {"Estimate"},
    "baserate.inference.strategies": {"DEFAULT_STRATEGIES", "WITHOUT_MODEL"},
    "baserate.inference.told": {"fixed"},  # how a number is written
    "baserate.inference.progress": None,  # to be told what is going on is no statistics
    "baserate.scores.gains": {"reaches"},  # whether a score reaches a threshold
}
PRINTING = sorted([*(SOURCE / "cli").glob("*.py"), *(SOURCE / "report").glob("*.py")])


@pytest.mark.parametrize("path", PRINTING, ids=lambda path: str(path.relative_to(SOURCE)))
def test_who_prints_computes_nothing(path: Path) -> None:
    """Text and command line take numbers from an evaluation, and never make one."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        if node.module.split(".")[:2][-1] in ("scores", "inference", "calibration"):
            allowed = FOR_READING.get(node.module, set())
            taken = {alias.name for alias in node.names}
            assert allowed is None or taken <= allowed, f"{node.module}: {taken}"
        assert node.module.split(".")[0] not in ("numpy", "scipy"), node.module
    assert not any(
        alias.name.split(".")[0] in ("numpy", "scipy")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import)
        for alias in node.names
    )


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_is_one_idea(path: Path) -> None:
    text = path.read_text()
    told = [
        node.body[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and ast.get_docstring(node) is not None
    ]
    docstrings = sum((one.end_lineno or one.lineno) - one.lineno + 1 for one in told)
    assert len(text.splitlines()) - docstrings <= MOST_LINES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_input_is_not_checked_by_assert(path: Path) -> None:
    """Assertions are gone under ``python -O``."""
    assert not [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Assert)]


def test_a_score_brings_numpy_and_little_else() -> None:
    code = "import baserate, sys; baserate.net_benefit([0, 1], [.1, .9], cost='1:30', prevalence=(.01, .1))"
    code += "; print(*(name.partition('.')[0] for name in sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "numpy" in loaded
    heavy = {"scipy", "polars", "pandas", "narwhals", "rich", "click", "sklearn", "matplotlib", "pyarrow"}
    assert not heavy & set(loaded)


def test_importing_brings_nothing_until_a_name_is_used() -> None:
    code = "import baserate, sys; assert 'accuracy' in dir(baserate); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = baserate.nonsense


def test_every_public_name_exists_and_is_documented() -> None:
    for name in baserate.__all__:
        if name != "__version__":
            assert getattr(baserate, name).__doc__, name


def test_the_version_heads_the_changelog() -> None:
    changelog = SOURCE.parents[1] / "CHANGELOG.md"
    assert f"## {baserate.__version__}" in changelog.read_text()


PUBLIC_MODULES = [name for name in baserate.__all__ if isinstance(getattr(baserate, name), ModuleType)]


@pytest.mark.parametrize("name", PUBLIC_MODULES)
def test_a_public_module_is_imported_by_its_public_name(name: str) -> None:
    """Before anything else was loaded; and it is the module that the package shows."""
    program = (
        f"import baserate.{name} as imported, baserate, sys\n"
        f"assert imported is baserate.{name} is sys.modules[imported.__name__]\n"
        "assert imported.__spec__.name == imported.__name__\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


def test_names_are_taken_from_a_public_module() -> None:
    program = "from baserate.paper import pamnb; from baserate.odds import expit; print(expit(0.0))"
    shown = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert shown.stdout == "0.5\n"


def test_no_other_module_is_made_up() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"baserate\.quadrature"):
        importlib.import_module("baserate.quadrature")
