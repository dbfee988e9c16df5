"""The scripts of the page: rooms that import one way only, and a bundle built from them as they stand."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path, PurePosixPath

import pytest

from baserate.page.builder import script_text

ROOT = Path(__file__).parents[2]
ASSETS = PurePosixPath("src/baserate/page/assets")
WORDS = "src/baserate/results/words.json"
# Each imports from itself and from those before it.
ROOMS = ("text", "engine", "chart", "figures", "controls", "page")
# No document in here: what a browser's window has, and numbers do not need.
WINDOW = r"\b(document|window|globalThis|location|history|navigator|getComputedStyle|requestAnimationFrame)\b"


def scripts() -> dict[str, str]:
    """Every script of a room, by its path from the root of the repository."""
    found = sorted((ROOT / ASSETS).glob("*/**/*.js"))
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in found}


def room_of(path: str) -> str:
    return PurePosixPath(path).relative_to(ASSETS).parts[0]


def imports(path: str, text: str) -> Iterator[tuple[str, list[str]]]:
    """Files that a script imports from, each with the names."""
    found = re.findall(r'^import\s+(\{[^}]*\}|\w+)\s+from\s+"([^"]+)"', text, flags=re.M)
    assert len(found) == len(re.findall(r"^\s*import\b", text, flags=re.M)), path
    for names, file in found:
        target = (ROOT / path).parent.joinpath(file).resolve().relative_to(ROOT).as_posix()
        yield target, re.findall(r"\w+", names)


def exported(text: str) -> set[str]:
    return set(re.findall(r"^export (?:async )?(?:function\*?|class|const|let) (\w+)", text, flags=re.M))


def test_every_script_is_in_a_room() -> None:
    assert {room_of(path) for path in scripts()} == set(ROOMS)
    loose = [path.name for path in (ROOT / ASSETS).iterdir() if path.suffix == ".js"]
    assert loose == ["bundle.js"]


@pytest.mark.parametrize("path", scripts())
def test_a_script_imports_from_its_own_room_and_those_before_it(path: str) -> None:
    allowed = ROOMS[: ROOMS.index(room_of(path)) + 1]
    for target, names in imports(path, scripts()[path]):
        if target == WORDS:
            assert room_of(path) == "text"
            continue
        assert room_of(target) in allowed, f"{path} imports from {target}"
        missing = set(names) - exported(scripts()[target])
        assert not missing, f"{target} does not export {missing}"


def test_scripts_do_not_import_in_circles() -> None:
    left = {path: {target for target, _ in imports(path, text)} for path, text in scripts().items()}
    known = {WORDS}
    while ready := [path for path, targets in left.items() if targets <= known]:
        known.update(ready)
        left = {path: targets for path, targets in left.items() if path not in known}
    assert not left


def test_what_a_script_exports_is_used_by_another() -> None:
    """Or by the scripts' own tests, which look inside."""
    tests = Path(__file__).parent
    text = "".join(
        (tests / name).read_text("utf-8")
        for name in ("script_test.js", "test_browser_script.py", "test_browser_figures.py")
    )
    lists = [one for path, code in scripts().items() for one in imports(path, code)]
    used = {(target, name) for target, names in lists for name in names}
    unused = [
        (path, name)
        for path, code in scripts().items()
        for name in exported(code)
        if (path, name) not in used and not re.search(rf"\b{name}\b", text)
    ]
    assert not unused


@pytest.mark.parametrize("room", ["text", "engine"])
def test_words_and_numbers_know_no_document(room: str) -> None:
    for path, text in scripts().items():
        if room_of(path) == room:
            code = re.sub(r"^\s*(//|/?\*).*$", "", text, flags=re.M)
            assert re.search(WINDOW, code) is None, path


def test_a_unit_is_told_from_another_in_its_table_alone() -> None:
    """No script but the table asks which unit it has in hand."""
    names = json.loads((ROOT / WORDS).read_text("utf-8"))["units"]
    for path, text in scripts().items():
        if not path.endswith("engine/units.js"):
            assert not re.findall(rf'[!=]==? "(?:{"|".join(names)})"', text), path


# The bundle.


def fingerprint() -> str:
    """As tools/bundle.mjs works it out."""
    others = ("package.json", "package-lock.json", WORDS, "tools/bundle.mjs")
    digest = hashlib.sha256()
    for path in sorted([*scripts(), *others]):
        text = (ROOT / path).read_bytes().decode("utf-8").replace("\r\n", "\n")
        digest.update(f"{path}\0{text}\0".encode())
    return digest.hexdigest()


def test_the_bundle_is_built_from_the_scripts_as_they_stand() -> None:
    first = script_text().split("\n", 1)[0]
    assert first == f"// sources: sha256 {fingerprint()}", "the bundle is stale: run `make page`"


def test_the_page_needs_nothing_but_the_bundle() -> None:
    shipped = {one.name for one in (files("baserate.page") / "assets").iterdir() if one.is_file()}
    assert shipped == {"bundle.js", "page.html", "style.css"}


def test_the_lock_file_names_no_registry_and_every_version_exactly() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    assert package["private"] is True
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in package["devDependencies"].values())
    for name, entry in lock["packages"].items():
        assert "resolved" not in entry
        assert name == "" or entry["integrity"].startswith("sha512-")
