"""The page on installing names every extra, the present version, and files that are there."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from tools.installed import oldest
from tools.sizes import END, START, TOO_LARGE, extras, sizes_in, write

import baserate

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")


def test_every_extra_that_users_choose_has_a_line() -> None:
    table = PAGE.split("## Extras")[1].split("\n## ")[0]
    named = {
        name for line in table.splitlines() if line.startswith("| `") for name in _code(line.split("|")[1])
    }
    assert named == {*extras(), *TOO_LARGE}


def test_every_extra_has_its_size() -> None:
    table = PAGE.split(START)[1].split(END)[0]
    sizes = dict(re.findall(r"^\| `([^`]+)` \| \d+ \| (\d+) \|", table, flags=re.MULTILINE))
    assert set(sizes) == {"baserate", *(f"baserate[{extra}]" for extra in extras())}
    assert all(int(size) >= int(sizes["baserate"]) for size in sizes.values())


def test_wheels_are_named_by_the_present_version() -> None:
    versions = re.findall(r"baserate-([\d.]+)-py3-none-any\.whl", PAGE)
    assert versions
    assert set(versions) == {baserate.__version__}


def test_scripts_that_are_named_are_there() -> None:
    scripts = re.findall(r"(?:bash |python )((?:\.ci|tools)/[\w./-]+)", PAGE)
    assert {"tools/sizes.py", ".ci/latest", ".ci/lower-bounds", ".ci/pyodide"} <= set(scripts)
    assert all((ROOT / script).is_file() for script in scripts)


def test_pythons_that_were_run_are_those_of_the_classifiers() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    table = PAGE.split("## Which versions work")[1].split("\n## ")[0]
    told = re.findall(r"^\| (3\.\d+) \|", table, flags=re.MULTILINE)
    classified = [one.rsplit(" ", 1)[1] for one in project["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert told == classified


def test_sizes_count_the_files_of_a_distribution(tmp_path: Path) -> None:
    (tmp_path / "thing.py").write_text("x = 1\n", encoding="utf-8")
    home = tmp_path / "thing-1.0.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: thing\nVersion: 1.0\n", encoding="utf-8")
    (home / "RECORD").write_text("thing.py,,\nthing-1.0.dist-info/METADATA,,\ngone.py,,\n", encoding="utf-8")
    assert sizes_in(tmp_path) == {"thing": 6 + (home / "METADATA").stat().st_size}


def test_a_table_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{START}\nold\n{END}\nafter\n", encoding="utf-8")
    write("new", page)
    assert page.read_text(encoding="utf-8") == f"before\n{START}\nnew\n{END}\nafter\n"
    page.write_text("no place\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="no place for the table"):
        write("new", page)


def test_a_version_above_its_bound_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["tools.installed"].importlib.metadata, "version", lambda _: "999")
    assert "numpy 999, where numpy>=2.0 is allowed" in oldest()


def _code(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)
