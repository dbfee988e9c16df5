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


# What those who print may take from the rooms that compute: names of things, and their types.
FOR_READING = {
    "baserate.calibration.gap": {"Gap"},
    "baserate.calibration.readings": {"Readings"},
    "baserate.inference.decisions": {"COUNTS"},
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


def test_input_is_not_checked_by_assert() -> None:
    """Assertions are gone under ``python -O``."""
    for path in MODULES:
        found = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Assert)]
        assert not found, path


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
