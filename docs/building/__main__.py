"""Build the site into ``site/`` and check it: ``python -m docs.building``. Warnings are errors."""

from __future__ import annotations

import os
import subprocess
import sys

from docs.building.check import faults
from docs.building.made import ROOT

# What the theme says about its own future is no warning about these pages.
_QUIET = {"NO_MKDOCS_2_WARNING": "1"}


def main() -> None:
    """Build strictly, then look at every page as it was written."""
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    subprocess.run(build, cwd=ROOT, env={**os.environ, **_QUIET}, check=True)  # noqa: S603
    found = faults(ROOT / "site")
    if found:
        sys.exit("\n".join(found))
    pages = sum(1 for _ in (ROOT / "site").rglob("*.html"))
    sys.stdout.write(f"site: {pages} pages; links lead somewhere, nothing is loaded from elsewhere\n")


if __name__ == "__main__":
    main()
