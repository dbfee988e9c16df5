"""One reader under Atheris, in a process of its own: ``python -m fuzz.target csv_table [option ...]``."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["baserate"]):
    from fuzz.readers import READERS


def main() -> None:
    """Fuzz the reader that is named first; the rest is for libFuzzer."""
    atheris.Setup([sys.argv[0], *sys.argv[2:]], READERS[sys.argv[1]])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
