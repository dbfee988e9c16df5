"""Run by .ci/pyodide within WebAssembly: no threads, no processes, no pytest; ends in an error if wrong.

With NumPy, scores are those of the vectors; without it, what needs no numbers works all the same.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import io
import sys
import threading
from pathlib import Path

import baserate


def require(condition: bool, what: str) -> None:
    if not condition:
        raise SystemExit(f"wrong: {what}")
    print(f"right: {what}")


def there_are_no_threads() -> None:
    try:
        threading.Thread(target=int).start()
    except RuntimeError as error:
        require("start new thread" in str(error), f"threads are refused here ({error})")
    else:
        require(False, "threads are refused here")


def files_are_read_and_hashed_in_turn() -> None:
    from baserate.patients.snapshots import Snapshot

    path = Path("/tmp/cohort.csv")
    path.write_bytes(b"died,risk\n1,0.5\n" * 100_000)
    origin = Snapshot({"cohort.csv": path}, contents=True).origin()
    require(origin["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest(), "a file's hash")


def files_are_written_whole() -> None:
    from baserate.report.atomic_write import write_whole

    folder = Path("/tmp/written")
    folder.mkdir()
    for text in ("first", "second"):
        write_whole(str(folder / "report.html"), text)
    names = [path.name for path in folder.iterdir()]
    require(names == ["report.html"], "a file is written whole, and nothing stays beside it")
    require((folder / "report.html").read_text() == "second", "a second writing takes its place")


def the_command_line_answers() -> None:
    from baserate.cli import main

    for arguments, word in ((["--version"], baserate.__version__), (["--help"], "evaluate")):
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.suppress(SystemExit):
            main(arguments)
        require(word in output.getvalue(), f"baserate {arguments[0]}")


def scores_are_those_of_the_vectors() -> None:
    from tests.minimal_install import worst_of

    cases, worst = worst_of("/work/tests/vectors/metrics.json")
    require(cases == 40 and worst < 1e-12, f"{cases} vectors within {worst:.1e}")
    labels, scores = [0, 0, 1, 0, 1], [0.1, 0.3, 0.35, 0.4, 0.8]
    require(baserate.auc(labels, scores) == 5 / 6, "an AUC")
    threshold = baserate.Cost.ratio(1, 30).c
    require(abs(threshold - 1 / 31) < 1e-15, "a cost")
    risk = baserate.odds.adjust(0.2, 0.5, 0.1)
    require(abs(risk - 0.25 / 9 / (1 + 0.25 / 9)) < 1e-15, "a risk at another prevalence")


def main() -> None:
    print(f"Python {sys.version.split()[0]} on {sys.platform}, baserate {baserate.__version__}")
    require(sys.platform == "emscripten", "this is WebAssembly")
    there_are_no_threads()
    files_are_read_and_hashed_in_turn()
    files_are_written_whole()
    the_command_line_answers()
    if importlib.util.find_spec("numpy"):
        scores_are_those_of_the_vectors()
    else:
        print("without NumPy: no number was asked for")


if __name__ == "__main__":
    main()
