"""Files that are written whole or not at all, and never over what is read.

A file is written beside its target, brought to the disk, and then takes the target's place: whoever looks
finds the old file or the new one. While it is written it is locked, so that what a killed process left
behind is told from what another one is writing, and the next write to the same target removes it.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import combinations
from pathlib import Path
from typing import IO

from baserate.errors import FileError
from baserate.patients.folders import is_several, reads
from baserate.patients.named_table import check_path

__all__ = ["check_targets", "write_whole"]

#: How the names of files end that are not yet whole; they begin with a dot and the target's name.
UNFINISHED = ".baserate-part"

# Of the target's name, so that the whole name is short enough for every file system.
_KEPT = 50


def check_targets(targets: Sequence[str | None], sources: Sequence[str | None] = ()) -> None:
    """Refuse files that could not be written, or that would take the data's or each other's place.

    To be called before any work is done.

    Parameters
    ----------
    targets
        The files to write; None for one that is not asked for.
    sources
        What is read: files, folders, patterns, "-" for standard input; None for one that is not there.
    """
    for named in (*targets, *sources):
        check_path(named)
    paths = {name: _check_target(name) for name in targets if name is not None}
    given = [name for name in targets if name is not None]
    for one, other in combinations(given, 2):
        if _same(paths[one], paths[other]):
            raise FileError(f"{one} and {other} are one file, and only the last would remain. Name two.")
    for name, path in paths.items():
        for source in sources:
            if source is not None:
                _check_apart(name, path, source)


def write_whole(path: str, content: str | bytes) -> None:
    """Write a file so that it is the old one or the new one, never half of one; a link stays a link.

    Text is written as UTF-8.
    """
    target = _resolve(path)
    data = content.encode() if isinstance(content, str) else content
    try:
        _remove_abandoned(target)
        with _unfinished(target) as (file, name):
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
            name.chmod(mode)
            if sys.platform == "win32":  # which renames no file that is open
                file.close()
            name.replace(target)
        _sync_folder(target.parent)
    except OSError as error:
        raise _cannot_write(path, error) from None


def _check_target(name: str) -> Path:
    """Where a file will be, if it can be written."""
    if not name:
        raise FileError("the name of the file to write is empty.")
    target = _resolve(name)
    try:
        if target.is_dir():
            raise FileError(f"{name} is a folder; name a file in it.")
        if target.exists() and not target.is_file():
            raise FileError(f"{name} is not a plain file, and would be lost.")
        if not target.parent.is_dir():
            raise FileError(f"{name} cannot be written: there is no folder {target.parent}.")
        if not os.access(target.parent, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
            raise FileError(f"{name} cannot be written: no permission.")
        _remove_abandoned(target)
        with _unfinished(target):
            pass
    except OSError as error:
        raise _cannot_write(name, error) from None
    return target


def _resolve(name: str) -> Path:
    try:
        return Path(name).resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, no working folder, a zero byte
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FileError(f"{name} cannot be written: {reason}.") from None


def _cannot_write(name: str, error: OSError) -> FileError:
    return FileError(f"{name} cannot be written: {error.strerror or error}.")


def _check_apart(name: str, target: Path, source: str) -> None:
    """Refuse a target that is the source, or would be read as a part of it the next time."""
    if _is_source(target, source):
        raise FileError(f"{name} holds the data; write the result to another file.")
    try:
        within = is_several(source) and reads(source, target)
    except OSError as error:
        raise FileError(f"{source} cannot be read: {error.strerror or error}.") from None
    if within:
        raise FileError(f"{name} would be one of the files of {source} that are read; write elsewhere.")


def _is_source(target: Path, source: str) -> bool:
    """Whether the source is the very file, by whatever name or link, or standard input reads it."""
    with suppress(OSError, ValueError):
        status = os.fstat(0) if source == "-" else Path(source).stat()
        return os.path.samestat(target.stat(), status)
    return False


def _same(one: Path, other: Path) -> bool:
    """Whether two targets are one file, or would be once they are written."""
    with suppress(OSError):
        return one.samefile(other)
    if one.parent != other.parent and not one.parent.samefile(other.parent):
        return False
    if one.name == other.name:
        return True
    return _folded(one.name) == _folded(other.name) and _folds_names(one.parent)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _folds_names(folder: Path) -> bool:
    """Whether a folder takes names that differ in case for one."""
    with _unfinished(folder / "case") as (_, name):
        return name.with_name(name.name.upper()).exists()


@contextmanager
def _unfinished(target: Path) -> Iterator[tuple[IO[bytes], Path]]:
    """A new, locked file beside the target, gone at the end unless it has taken the target's place."""
    handle, name = _create(target)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file, name
    finally:
        with suppress(OSError):
            name.unlink()


def _create(target: Path) -> tuple[int, Path]:
    while True:
        handle, name = tempfile.mkstemp(UNFINISHED, _prefix(target), target.parent)
        with suppress(OSError):  # some file systems have no locks
            _lock(handle)
        # Between the two calls somebody may have taken it for abandoned.
        if os.fstat(handle).st_nlink > 0:
            return handle, Path(name)
        os.close(handle)


def _prefix(target: Path) -> str:
    return f".{target.name[:_KEPT]}."


def _remove_abandoned(target: Path) -> None:
    """Remove what processes that are no more left behind when they were to write this target."""
    with os.scandir(target.parent) as entries:
        names = [entry.name for entry in entries]
    for name in names:
        if name.startswith(_prefix(target)) and name.endswith(UNFINISHED):
            with suppress(OSError):
                _remove_unlocked(target.parent / name)


if sys.platform == "win32" or sys.platform == "emscripten":

    def _lock(handle: int) -> None:
        """Nobody else can remove the file: it is open (Windows), or there is nobody else (a browser)."""

    def _remove_unlocked(path: Path) -> None:
        path.unlink()

    def _sync_folder(folder: Path) -> None:
        """Folders cannot be opened (Windows), or are no more than memory (a browser)."""

else:
    import fcntl

    def _lock(handle: int) -> None:
        """Make the file ours as long as it is open, or fail; the lock ends with the process, however."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _remove_unlocked(path: Path) -> None:
        """Remove a file unless somebody is writing it, or it cannot be known."""
        handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            _lock(handle)
            path.unlink()
        finally:
            os.close(handle)

    def _sync_folder(folder: Path) -> None:
        """Bring the new name to the disk, where folders can be."""
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _umask() -> int:
    """What new files are not to allow; a browser has no other users, and may say that nothing is allowed."""
    if sys.platform == "emscripten":
        return 0
    mask = os.umask(0)
    os.umask(mask)
    return mask
