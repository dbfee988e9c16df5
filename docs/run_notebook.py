"""Run the notebook of the docs: ``python -m docs.run_notebook`` writes its outputs, ``--check`` compares.

Needs ``pip install 'baserate[notebook]'``. What is compared is every text that a cell shows, and that a cell
that draws still draws; pictures themselves depend on the fonts of a machine.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from difflib import unified_diff
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).with_name("paper.ipynb")
_TEXTS = ("text/plain", "text/markdown")
# Hashes are of every last digit, which not every processor has in common; and the hour changes.
_PASSING = re.compile(r"SHA-256 (?:of the values used )?[0-9a-f]{12,64}|\d{4}-\d\d-\d\dT[\d:.+]+")


def main() -> None:
    """Run all cells in an empty folder, and write or compare what they show."""
    import nbformat

    parser = argparse.ArgumentParser(prog="python -m docs.run_notebook", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a text has changed")
    check = parser.parse_args().check
    before = nbformat.read(NOTEBOOK, as_version=4)
    after = run(nbformat.read(NOTEBOOK, as_version=4))
    if not check:
        nbformat.write(after, NOTEBOOK)
        return
    changed = differences(before, after)
    if changed:
        sys.exit("\n\n".join(changed))
    print(f"{NOTEBOOK.name}: {len(after.cells)} cells run, every text as written")


def run(notebook: Any) -> Any:
    """The notebook with the outputs of all its cells, without the moments at which they ran."""
    from nbclient import NotebookClient

    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(notebook, timeout=600, resources={"metadata": {"path": folder}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    return notebook


def differences(before: Any, after: Any) -> list[str]:
    """The lines that each cell showed and no longer shows, and those that it shows now."""
    pairs = zip(before.cells, after.cells, strict=True)
    return [
        "\n".join(unified_diff(shown(old), shown(new), f"cell {place}", "now", lineterm=""))
        for place, (old, new) in enumerate(pairs)
        if shown(old) != shown(new)
    ]


def shown(cell: Any) -> list[str]:
    """The lines that a cell shows, and a word for each picture."""
    found = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            found.append(f"{output.name}: {output.text}")
        elif "image/png" in output.get("data", {}):
            found.append("a picture")
        else:
            found += [output.data[kind] for kind in _TEXTS if kind in output.get("data", {})]
    return [line for text in found for line in _PASSING.sub("...", text).splitlines()]


if __name__ == "__main__":
    main()
