"""How many planted faults the tests find: ``python -m tools.mutants --sample 60 --seed 1``.

A mutant is the package with one expression changed: a comparison, a sum, a number, a condition. Of those
within functions a sample is drawn. One run of all tests, with a probe before each chosen statement, says
which tests enter it. Then each mutant meets these tests, the fast ones first, until one fails. What is
printed: how many mutants any test kills, how many of them the fast lane does, and which ones live.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).parents[1]
SOURCE = Path("src/baserate")
# What the tests read of the repository.
COPIED = (".ci", "benchmarks", "conda", "docs", "fuzz", "src", "studies", "tests", "tools")
LONGEST_RUN = 900  # seconds, after which a mutant that never ends counts as found
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
# Left where each probe was passed, by process.
PROBE = """
import atexit, os
_passed = set()
def passed(number):
    _passed.add((number, os.environ.get("PYTEST_CURRENT_TEST", "")))
@atexit.register
def _write():
    with open(os.path.join(os.environ["PROBES"], str(os.getpid())), "a", encoding="utf-8") as file:
        file.writelines(f"{number}\\t{test}\\n" for number, test in _passed)
"""


@dataclass(frozen=True)
class Mutant:
    """One expression changed: the module, the place of the statement that holds it, and both as text."""

    path: Path
    statement: int
    expression: int
    before: str
    after: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before} -> {self.after}"


def changed(node: ast.AST) -> ast.AST | None:
    """Another expression in the place of this one; None where it is not of a kind that is changed."""
    other = copy.deepcopy(node)
    match other:
        case ast.Compare(ops=[first, *_]) if type(first) in OTHER:
            other.ops[0] = OTHER[type(first)]()  # type: ignore[call-overload]
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in OTHER:
            other.op = OTHER[type(op)]()  # type: ignore[assignment]
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            return operand
        case ast.Constant(value=bool(value)):
            other.value = not value
        case ast.Constant(value=int(value) | float(value)):
            other.value = value + 1
        case ast.IfExp():
            other.body, other.orelse = other.orelse, other.body
        case _:
            return None
    return other


def statements(tree: ast.Module) -> list[ast.stmt]:
    """The statements within functions, in order; those that hold others by their heads."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = {id(node): node for function in functions for part in function.body for node in ast.walk(part)}
    return sorted(
        (node for node in inside.values() if isinstance(node, ast.stmt)),
        key=lambda node: (node.lineno, node.col_offset),
    )


def expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement itself, without annotations and without the statements in it."""
    for name, value in ast.iter_fields(statement):
        if name in {"annotation", "returns", "decorator_list"} or isinstance(statement, ast.FunctionDef):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST) and not isinstance(node, ast.stmt):
                yield from (one for one in ast.walk(node) if isinstance(one, ast.expr))


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    for place, statement in enumerate(statements(ast.parse((ROOT / path).read_text(encoding="utf-8")))):
        for number, node in enumerate(expressions(statement)):
            other = changed(node)
            if other is not None:
                yield Mutant(path, place, number, ast.unparse(node), ast.unparse(other), node.lineno)


def with_fault(mutant: Mutant) -> str:
    """The module's text, with the expression changed."""
    source = (ROOT / mutant.path).read_bytes()
    statement = statements(ast.parse(source))[mutant.statement]
    node = list(expressions(statement))[mutant.expression]
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    first = starts[node.lineno - 1] + node.col_offset
    last = starts[node.end_lineno - 1] + node.end_col_offset
    return (source[:first] + f"({mutant.after})".encode() + source[last:]).decode()


def with_probes(path: Path, places: Mapping[int, int]) -> str:
    """The module's text, with a probe before each chosen statement."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    all_of_them = statements(tree)
    numbers = {id(all_of_them[place]): number for place, number in places.items()}
    for node in list(ast.walk(tree)):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                probed: list[ast.stmt] = []
                for statement in block:
                    if id(statement) in numbers:
                        text = f"__import__('baserate_probe').passed({numbers[id(statement)]})"
                        probed.extend(ast.parse(text).body)
                    probed.append(statement)
                setattr(node, field, probed)
    return ast.unparse(ast.fix_missing_locations(tree))


def copy_to(folder: Path) -> Path:
    """What the tests need, in a folder of its own."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, folder)
    return folder


def run_tests(folder: Path, *options: str, **variables: str) -> int:
    """Pytest in a copy; its exit status, or 1 where it did not end in time."""
    environment = {**os.environ, "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}", **variables}
    environment.pop("CI", None)
    environment.setdefault("BASERATE_DATA", str(ROOT.parent / "shared" / "data"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    try:
        return subprocess.run(  # noqa: S603
            command, cwd=folder, env=environment, timeout=LONGEST_RUN, capture_output=True, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return 1


def entering(chosen: Sequence[Mutant], folder: Path) -> dict[int, set[str]]:
    """The tests that enter the statement of each mutant; of a set-up that several share, all of its file."""
    by_path: dict[Path, dict[int, int]] = defaultdict(dict)
    for number, mutant in enumerate(chosen):
        by_path[mutant.path].setdefault(mutant.statement, number)
    for path, places in by_path.items():
        (folder / path).write_text(with_probes(path, places), encoding="utf-8")
    (folder / "src" / "baserate_probe.py").write_text(PROBE, encoding="utf-8")
    (folder / "probes").mkdir()
    run_tests(folder, "-n", "2", "--dist", "worksteal", PROBES=str(folder / "probes"))
    found: dict[int, set[str]] = defaultdict(set)
    for file in (folder / "probes").iterdir():
        for line in file.read_text(encoding="utf-8").splitlines():
            probe, _, test = line.partition("\t")
            name, _, phase = test.rpartition(" ")
            if name:
                found[int(probe)].add(name if phase == "(call)" else name.partition("::")[0])
    return {
        number: found.get(by_path[mutant.path][mutant.statement], set())
        for number, mutant in enumerate(chosen)
    }


def met(mutant: Mutant, tests: set[str], folder: Path) -> str:
    """Which tests kill a mutant: the fast ones, the slow ones or none."""
    path = folder / mutant.path
    path.write_text(with_fault(mutant), encoding="utf-8")
    names = folder / "names"
    names.write_text("\n".join(sorted(tests)), encoding="utf-8")
    try:
        for lane in ("not slow", "slow"):
            # 5: none of them is in this lane.
            if run_tests(folder, "-x", "-m", lane, f"@{names}") not in {0, 5}:
                return "fast" if lane == "not slow" else "slow"
        return "none"
    finally:
        shutil.copy(ROOT / mutant.path, path)


def main() -> int:
    """Draw mutants, find the tests that enter them, and let each meet its own."""
    parser = argparse.ArgumentParser(description="How many planted faults the tests find.")
    parser.add_argument("--sample", type=int, default=60, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many at once")
    asked = parser.parse_args()
    paths = sorted(path.relative_to(ROOT) for path in (ROOT / SOURCE).rglob("*.py"))
    everything = [mutant for path in paths for mutant in mutants(path)]
    chosen = random.Random(asked.seed).sample(everything, asked.sample)  # noqa: S311
    with tempfile.TemporaryDirectory() as scratch:
        tests = entering(chosen, copy_to(Path(scratch) / "probed"))
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(asked.workers):
            copies.put(copy_to(Path(scratch) / str(number)))

        def judge(number: int) -> str:
            folder = copies.get()
            try:
                return met(chosen[number], tests[number], folder) if tests[number] else "none"
            finally:
                copies.put(folder)

        killed: dict[str, int] = defaultdict(int)
        with ThreadPoolExecutor(asked.workers) as pool:
            for number, lane in enumerate(pool.map(judge, range(len(chosen)))):
                killed[lane] += 1
                sys.stdout.write(f"{lane:5} {len(tests[number]):5} tests  {chosen[number]}\n")
                sys.stdout.flush()
    dead = killed["fast"] + killed["slow"]
    sys.stdout.write(
        f"{dead} of {len(chosen)} mutants are killed, {killed['fast']} of them by the fast lane.\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
