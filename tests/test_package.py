"""What holds for the package as a whole."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import baserate

SOURCE = Path(baserate.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
# Each module may import only from those before it.
ORDER = [
    "version",
    "errors",
    "writing",
    "odds",
    "quadrature",
    "distributions",
    "densities",
    "notation",
    "deployment",
    "arrays",
    "csv_fields",
    "csv_text",
    "text_numbers",
    "file_content",
    "files",
    "rows",
    "table",
    "pools",
    "thresholds",
    "tabulated",
    "gain_shapes",
    "log_gains",
    "gains",
    "metrics",
    "sampling",
    "moments",
    "delong",
    "single",
    "estimate",
    "cohort",
    "progress",
    "models",
    "likelihood",
    "recalibrators",
    "cells",
    "optimism",
    "sharpness",
    "recalibration",
    "gap",
    "decompose",
    "operating",
    "curves",
    "robustness",
    "uniform_costs",
    "resampling",
    "sample_size",
    "decision_analysis",
    "comparators",
    "calibration",
    "labels",
    "grouping",
    "sources",
    "lazy_sources",
    "inputs",
    "reduce",
    "lines",
    "joint",
    "checks",
    "engine",
    "cutoffs",
    "measures",
    "cautions",
    "evidence",
    "wording",
    "layout",
    "verdict",
    "result",
    "group_report",
    "report",
    "pooling",
    "gathering",
    "page",
    "evaluation",
    "requirements",
    "study",
    "inspection",
    "downloads",
    "eicu",
    "datasets",
]


def imports(path: Path) -> set[str]:
    """Modules of this package that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("baserate."):
            found.add(node.module.split(".")[1])
    return found


@pytest.mark.parametrize("name", ORDER)
def test_a_module_imports_only_from_those_above_it(name: str) -> None:
    folder = SOURCE / name
    files = list(folder.glob("*.py")) if folder.is_dir() else [SOURCE / f"{name}.py"]
    found = set().union(*(imports(path) for path in files)) - ({name} if folder.is_dir() else set())
    assert found <= set(ORDER[: ORDER.index(name)])


def test_the_order_names_every_module() -> None:
    found = {path.stem for path in SOURCE.glob("*.py")} - {"__init__"}
    assert found | {"page"} == set(ORDER)


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
