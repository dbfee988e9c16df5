"""Whether results are those of the frozen package: ``python -m tools.frozen same``.

The frozen package is the one before the redesign, by the name of its tree in git; it is unpacked and asked
on this machine, beside this one, what ``tools/frozen_studies.py`` lists. Keys and texts must be equal, and
numbers within ``1e-12 max(1, |a|)``. What may differ stands, with its reason, in ``frozen/allowed-*.toml``.

``write FILE`` keeps the answers of this package, ``same --quick`` asks five studies, ``fuzz`` draws them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tools.frozen_studies import RESOURCES, STUDIES, write_tables

ROOT = Path(__file__).parents[1]
# The tree of src as it was when the redesign began: the commit that fixed the signs of cluster directions.
FROZEN = "b067e32ec3057da95a18c642029338af04781eeb"
TOLERANCE = 1e-12
# So much more processor time or memory fails. Of several rounds, in turns, the least counts.
MOST_MORE = 1.25
ROUNDS = 3
SHOWN = 60

__all__ = ["FROZEN", "Allowed", "Difference", "differences", "read_allowed", "unpack"]


@dataclass(frozen=True)
class Difference:
    """What differs: where, what it was, and what it is; None where there is nothing."""

    where: str
    old: Any
    new: Any

    def __str__(self) -> str:
        old, new = (_excerpt(one, other) for one, other in ((self.old, self.new), (self.new, self.old)))
        return f"{self.where}\n    was {old}\n    is  {new}"


@dataclass(frozen=True)
class Allowed:
    """A difference that may be: where, what kind, and the rule that what it is now must follow.

    ``change`` is "added" or "gone", of a whole key; "becomes", where each match of ``old`` in what it was, a
    text or a whole number, is replaced by ``new`` (both as of ``re.sub``); "renamed", where words are, by the
    pairs of ``names``; "reworded", as "becomes" of a text in which lines then break elsewhere; "lines", where
    what is new is lines that match ``new``; or "reordered", where options of the command line are.
    """

    where: str
    change: str
    reason: str
    old: str = ""
    new: str = ""
    names: tuple[tuple[str, str], ...] = ()

    def renamed(self, text: str) -> str:
        """The text with the new names."""
        new = dict(self.names)
        return re.sub(rf"\b(?:{'|'.join(new)})\b", lambda found: new[found[0]], text)

    def matches(self, where: str) -> bool:
        """Whether it is about this place."""
        return fnmatchcase(where, self.where)


@dataclass
class Rules:
    """What may differ, and how often it did."""

    allowed: Sequence[Allowed]
    used: Counter[Allowed] = field(default_factory=Counter)

    def at(self, where: str, change: str) -> list[Allowed]:
        """The rules of one kind for a place, counted."""
        return [rule for rule in self.allowed if rule.change == change and rule.matches(where)]

    def allows(self, where: str, change: str) -> bool:
        """Whether a key may be added or gone."""
        rules = self.at(where, change)
        self.used.update(rules)
        return bool(rules)

    def same_text(self, where: str, old: str, new: str) -> bool:
        """Whether two texts are the same but for what may differ."""
        for rule in self.at(where, "becomes"):
            before, old = old, re.sub(rule.old, rule.new, old)
            self.used[rule] += before != old
        for rule in self.at(where, "renamed"):
            before, old = old, rule.renamed(old)
            self.used[rule] += before != old
        flowing = False
        for rule in self.at(where, "reworded"):
            before, old = old, re.sub(rule.old.replace(" ", r"\s+"), rule.new, old)
            self.used[rule] += before != old
            flowing |= before != old
        for rule in self.at(where, "lines"):
            before, new = new, re.sub(rule.new, "", new)
            self.used[rule] += before != new
        if flowing:
            old, new = (re.sub(r"\s+", " ", text) for text in (old, new))
        for rule in self.at(where, "reordered"):
            before, old, new = old, *(" --".join(sorted(text.split(" --"))) for text in (old, new))
            self.used[rule] += before != old
        return old == new


def read_allowed(folder: Path = ROOT / "frozen") -> Rules:
    """What may differ, of every step of the redesign."""
    found = []
    for path in sorted(folder.glob("allowed-*.toml")):
        rules = tomllib.loads(path.read_text(encoding="utf-8"))["allowed"]
        found += [Allowed(**{**one, "names": tuple(one.get("names", {}).items())}) for one in rules]
    return Rules(found)


def differences(old: Any, new: Any, rules: Rules, where: str = "") -> Iterator[Difference]:
    """Every difference between two answers that is not allowed."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in {**old, **new}:
            inner = f"{where}/{key}" if where else str(key)
            if key not in old:
                if not rules.allows(inner, "added"):
                    yield Difference(inner, None, new[key])
            elif key not in new:
                if not rules.allows(inner, "gone"):
                    yield Difference(inner, old[key], None)
            else:
                yield from differences(old[key], new[key], rules, inner)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from differences(one, other, rules, f"{where}/{number}")
    elif not _same(old, new, rules, where):
        yield Difference(where, old, new)


def _same(old: Any, new: Any, rules: Rules, where: str) -> bool:
    """Whether two values that hold no others are the same."""
    if isinstance(old, bool) or isinstance(new, bool):
        return old is new
    if isinstance(old, int) and isinstance(new, int):
        return old == new or rules.same_text(where, str(old), str(new))
    if isinstance(old, int | float) and isinstance(new, int | float):
        close = abs(old - new) <= TOLERANCE * max(1.0, abs(old))
        return close or old == new or (old != old and new != new)
    if isinstance(old, str) and isinstance(new, str):
        return old == new or rules.same_text(where, old, new)
    return type(old) is type(new) and bool(old == new)


def _excerpt(text: Any, other: Any) -> str:
    """A value; of long texts the place where they part."""
    if not isinstance(text, str) or not isinstance(other, str):
        return f"{text!r:.300}"
    start = next((n for n, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), None)
    first = max(0, (min(len(text), len(other)) if start is None else start) - 40)
    return repr(text[first : first + 160])


def unpack(folder: Path) -> Path:
    """The frozen package, out of git; the folder to import it from."""
    folder.mkdir(parents=True, exist_ok=True)
    archive = subprocess.run(["git", "archive", FROZEN], cwd=ROOT, capture_output=True, check=False)  # noqa: S603, S607
    if archive.returncode:
        sys.exit(f"The frozen package is not in this clone (tree {FROZEN[:12]}): fetch the whole history.")
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)  # noqa: S603, S607
    return folder


def asking(package: Path, folder: Path, *arguments: str, **streams: Any) -> subprocess.Popen[str]:
    """A process that asks a package, in a folder of tables of its own."""
    paths = os.pathsep.join((str(package), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": paths, "BASERATE_FROZEN": str(folder), "COLUMNS": "80"}
    environment.setdefault("MPLBACKEND", "agg")
    command = [sys.executable, "-m", "tools.frozen_answers", *arguments]
    return subprocess.Popen(command, env=environment, text=True, **streams)  # noqa: S603


def prepare(folder: Path) -> None:
    """The tables that are asked about, and the list of bad inputs."""
    from tests.engines.counts import cases

    folder.mkdir(parents=True)
    data = Path(os.environ.get("BASERATE_DATA", ROOT.parent / "shared" / "data"))
    write_tables(folder, data)
    (folder / "inputs").mkdir()
    lines = cases()
    for number, case in enumerate(lines.values()):
        case.frame.write_parquet(folder / "inputs" / f"{number}.parquet")
    asked = {name: dict(case.asked) for name, case in lines.items()}
    (folder / "inputs.json").write_text(json.dumps(asked), encoding="utf-8")


def answers_of(packages: Mapping[str, Path], scratch: Path, kind: str) -> dict[str, Any]:
    """What several packages answer, asked at the same time."""
    prepare(scratch / "tables")
    running = {}
    for name, package in packages.items():
        folder = scratch / name / "tables"
        shutil.copytree(scratch / "tables", folder)
        running[name] = asking(package, folder, kind, str(scratch / f"{name}.json"))
    if failed := [name for name, process in running.items() if process.wait()]:
        sys.exit(f"Asking ended in an error: {', '.join(failed)}.")
    answers = {name: json.loads((scratch / f"{name}.json").read_text(encoding="utf-8")) for name in packages}
    for study, answer in answers["new"].items():
        # Two packages that refuse alike would be the same, and nothing compared.
        if study in STUDIES and "error" in answer:
            sys.exit(f"{study} is not answered: {answer['says']}")
    return answers


def measured(packages: Mapping[str, Path], scratch: Path) -> Iterator[str]:
    """Where this package takes more time or memory than the frozen one; what both take is printed."""
    for study in RESOURCES:
        least: dict[str, dict[str, float]] = {}
        for _ in range(ROUNDS):
            for name, package in packages.items():
                folder = scratch / name / "tables"
                done = asking(package, folder, "--measure", study, stdout=subprocess.PIPE)
                found = json.loads(done.communicate()[0])
                least[name] = {key: min(value, least.get(name, found)[key]) for key, value in found.items()}
        old, new = least["old"], least["new"]
        for key in old:
            sys.stdout.write(f"{study}: {new[key]:.2f} {key}, {new[key] / old[key]:.2f} of what it was\n")
            if new[key] > MOST_MORE * old[key]:
                yield f"{study}: {new[key]:.2f} {key}, was {old[key]:.2f}"


def same(quick: bool, resources: bool) -> int:
    """Ask both packages, and say where they differ."""
    rules = read_allowed()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        packages = {"old": unpack(scratch / "frozen"), "new": ROOT / "src"}
        answers = answers_of(packages, scratch, "--quick" if quick else "--all")
        found = list(differences(answers["old"], answers["new"], rules))
        worse = list(measured(packages, scratch)) if resources and not quick else []
    for difference in found[:SHOWN]:
        sys.stdout.write(f"{difference}\n")
    if len(found) > SHOWN:
        sys.stdout.write(f"... and {len(found) - SHOWN} more\n")
    for line in worse:
        sys.stdout.write(f"{line}\n")
    idle = [rule for rule in rules.allowed if not rules.used[rule]] if not quick else []
    for rule in idle:
        sys.stdout.write(f"allowed, and did not occur: {rule.where}, {rule.change} ({rule.reason})\n")
    compared, as_allowed = sum(1 for _ in _leaves(answers["old"])), sum(rules.used.values())
    sys.stdout.write(
        f"{compared:,} values compared, {as_allowed:,} differ as allowed, {len(found)} otherwise.\n"
    )
    return 1 if found or worse or idle else 0


def _leaves(value: Any) -> Iterator[Any]:
    """Every value that holds no others."""
    if isinstance(value, Mapping | list):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _leaves(one)
    else:
        yield value


def write(path: Path) -> int:
    """Keep what this package answers."""
    with tempfile.TemporaryDirectory() as folder:
        answers = answers_of({"new": ROOT / "src"}, Path(folder), "--all")
    path.write_text(json.dumps(answers["new"], indent=1), encoding="utf-8")
    return 0


def main() -> int:
    """Write, compare or draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("write", help="keep the answers of this package").add_argument("file", type=Path)
    comparing = commands.add_parser("same", help="compare with the frozen package")
    comparing.add_argument("--quick", action="store_true", help="five studies")
    comparing.add_argument("--no-resources", action="store_true", help="without seconds and memory")
    drawing = commands.add_parser("fuzz", help="compare on data and options that Hypothesis draws")
    drawing.add_argument("--seconds", type=float, default=300.0)
    drawing.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    if asked.command == "write":
        return write(asked.file)
    if asked.command == "fuzz":
        from tools.frozen_fuzz import fuzz

        return fuzz(asked.seconds, asked.seed)
    return same(asked.quick, not asked.no_resources)


if __name__ == "__main__":
    sys.exit(main())
