"""What the documentation says of installing: every extra, the Pythons that were run, files that are there."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from tools.installed import oldest
from tools.sizes import TOO_LARGE, extras, sizes_in

ROOT = Path(__file__).parents[2]
START = (ROOT / "docs" / "start.md").read_text(encoding="utf-8")
PROMISED = (ROOT / "docs" / "compatibility.md").read_text(encoding="utf-8")


def test_every_extra_that_users_choose_has_a_line() -> None:
    table = START.split("## Extras")[1].split("\n## ")[0]
    named = {
        name for line in table.splitlines() if line.startswith("| `") for name in _code(line.split("|")[1])
    }
    assert named == {*extras(), *TOO_LARGE}


def test_scripts_that_are_named_are_there() -> None:
    scripts = re.findall(r"(?:bash |python )((?:\.ci|tools)/[\w./-]+)", PROMISED)
    assert {"tools/sizes.py", ".ci/latest", ".ci/lower-bounds", ".ci/pyodide"} <= set(scripts)
    assert all((ROOT / script).is_file() for script in scripts)


def test_pythons_that_were_run_are_those_of_the_classifiers() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    told = re.findall(r"^\| (3\.\d+) \|", PROMISED, flags=re.MULTILINE)
    classified = [one.rsplit(" ", 1)[1] for one in project["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert told == classified


def test_sizes_count_the_files_of_a_distribution(tmp_path: Path) -> None:
    (tmp_path / "thing.py").write_text("x = 1\n", encoding="utf-8")
    home = tmp_path / "thing-1.0.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: thing\nVersion: 1.0\n", encoding="utf-8")
    (home / "RECORD").write_text("thing.py,,\nthing-1.0.dist-info/METADATA,,\ngone.py,,\n", encoding="utf-8")
    assert sizes_in(tmp_path) == {"thing": 6 + (home / "METADATA").stat().st_size}


def test_a_version_above_its_bound_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["tools.installed"].importlib.metadata, "version", lambda _: "999")
    assert "numpy 999, where numpy>=2.0 is allowed" in oldest()


def _code(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)
