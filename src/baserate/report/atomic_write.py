"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from baserate.errors import FileError


def check_target(path: str, *sources: str | None) -> None:
    """Refuse a file that could not be written, or that holds the data, before any work is done."""
    if not path:
        raise FileError("the name of the file to write is empty.")
    target = Path(path)
    if target.is_dir():
        raise FileError(f"{path} is a folder; name a file in it.")
    if target.exists() and not target.is_file():
        raise FileError(f"{path} is not a plain file, and would be lost.")
    for source in sources:
        if source is not None and target.exists() and Path(source).exists() and target.samefile(source):
            raise FileError(f"{path} holds the data; write the result to another file.")
    if not target.parent.is_dir():
        raise FileError(f"{path} cannot be written: there is no folder {target.parent}.")
    if not os.access(target.parent, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
        raise FileError(f"{path} cannot be written: no permission.")
    handle, name = _temporary(target.resolve())
    os.close(handle)
    Path(name).unlink()


def write_whole(path: str, text: str) -> None:
    """Write a file so that it is the old one or the new one, never half of one; a link stays a link."""
    target = Path(path).resolve()
    handle, name = _temporary(target)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)
        Path(name).replace(target)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise FileError(f"{path} cannot be written: {error.strerror}.") from None
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _temporary(target: Path) -> tuple[int, str]:
    try:
        return tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise FileError(f"{target.name} cannot be written: {error.strerror}.") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
