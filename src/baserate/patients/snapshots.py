"""Files as they are when reading starts: their bytes without a memory map, their identity, their hash.

A map of a file that becomes shorter ends the process (SIGBUS), and one that is written to shows half of the
old bytes and half of the new. Here bytes are read, a file that changes meanwhile is an error, and what was
read has a hash.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, NamedTuple, TypeAlias, TypeVar
from weakref import finalize

from baserate.errors import FileError

# Bytes looked at together: few enough for the processor's cache, enough for NumPy to pay.
CHUNK = 1 << 20

T = TypeVar("T")

_MOST_AT_ONCE = 1 << 30  # which every system reads in one call
_FOOTER = 8  # at the end of Parquet: the length of what it says about itself, and its mark


class Identity(NamedTuple):
    """What changes when a file is written to, or another one takes its place."""

    device: int
    node: int
    size: int
    modified: int

    @classmethod
    def of(cls, status: os.stat_result) -> Identity:
        """The identity of a file."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def changed(name: str) -> FileError:
    """The error for a file that is no longer what it was when reading started."""
    return FileError(
        f"{name} was changed while it was read.", advice="Wait until it is complete, then run this again."
    )


class FileBytes:
    """The bytes of a file, read when they are asked for; slices are bytes."""

    def __init__(self, path: Path, name: str) -> None:
        self.path, self.name = path, name
        self._handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        finalize(self, os.close, self._handle)
        self._lock = Lock()
        self.identity = Identity.of(os.fstat(self._handle))

    def __len__(self) -> int:
        return self.identity.size

    def __getitem__(self, part: slice) -> bytes:
        start, stop, _ = part.indices(len(self))
        pieces, missing = [], max(stop - start, 0)
        with self._lock:
            os.lseek(self._handle, start, os.SEEK_SET)
            while missing:
                piece = os.read(self._handle, min(missing, _MOST_AT_ONCE))
                if not piece:
                    raise changed(self.name)
                pieces.append(piece)
                missing -= len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def check(self) -> None:
        """Refuse a file that is not what it was when it was opened, or not there any more."""
        if _identify(self.path, self.name) != self.identity:
            raise changed(self.name)


Data: TypeAlias = bytes | FileBytes


def chunks(data: Data) -> Iterator[bytes]:
    """The bytes in pieces."""
    return (data[start : start + CHUNK] for start in range(0, len(data), CHUNK))


def beside(work: Callable[[], T]) -> Future[T]:
    """Do some work beside; the process may end before it is done. Where no thread starts, do it in turn.

    A browser's Python (WebAssembly) has no threads, and a machine may have no room for one more.
    """
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # whoever asks for the result is told
            future.set_exception(error)

    try:
        Thread(target=run, daemon=True).start()
    except RuntimeError:  # can't start new thread
        run()
    return future


def sha256(data: Data, stop: Event | None = None) -> str:
    """The hash of the bytes; of no use once ``stop`` is set."""
    digest = hashlib.sha256()
    for chunk in chunks(data):
        if stop is not None and stop.is_set():
            break
        digest.update(chunk)
    return digest.hexdigest()


class Snapshot:
    """Files by name as they are now; their hash is worked out beside whatever reads them.

    Parameters
    ----------
    paths
        Where the files are, by the names that they have in messages and in the hash.
    contents
        Whether all bytes are hashed; else the size and what Parquet says about itself at its end.
    """

    def __init__(self, paths: Mapping[str, Path], *, contents: bool) -> None:
        self._files = {name: (path, _identify(path, name)) for name, path in sorted(paths.items())}
        self._contents = contents
        stop, hashes = Event(), partial(_hashes, self._files, contents)
        finalize(self, stop.set)  # nobody waits for the hash of what could not be read
        self._hashes = beside(lambda: hashes(stop))

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(identity.size for _, identity in self._files.values())

    @property
    def paths(self) -> dict[str, Path]:
        """Where the files are, by name."""
        return {name: path for name, (path, _) in self._files.items()}

    @property
    def hashes(self) -> dict[str, str]:
        """The hash of every file by its name, once all are read."""
        return self._hashes.result()

    def check(self) -> None:
        """Refuse files that are not what they were, or not there any more."""
        for name, (path, identity) in self._files.items():
            if _identify(path, name) != identity:
                raise changed(name)

    def origin(self) -> dict[str, Any]:
        """Size and hash, for the record, once all has been read; refused if anything has changed.

        The hash of several files is the SHA-256 of what ``sha256sum`` writes about them: a line for each,
        in the order of their names, with its hash, two spaces and its name.
        """
        hashes = self.hashes
        self.check()
        lines = "".join(f"{digest}  {name}\n" for name, digest in hashes.items())
        alone = next(iter(hashes.values())) if len(hashes) == 1 else None
        digest = alone or hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()
        of = "contents" if self._contents else "sizes and footers"
        return {"bytes": self.size, "sha256": digest, "sha256_of": of}


def _identify(path: Path, name: str) -> Identity:
    try:
        return Identity.of(path.stat())
    except OSError:
        raise changed(name) from None


def _hashes(files: Mapping[str, tuple[Path, Identity]], contents: bool, stop: Event) -> dict[str, str]:
    hashes = {}
    for name, (path, identity) in files.items():
        file = FileBytes(path, name)
        if file.identity != identity:
            raise changed(name)
        hashes[name] = sha256(file, stop) if contents else _hash_footer(file)
    return hashes


def same_bytes(paths: Sequence[Path]) -> bool:
    """Whether two files hold the same, byte for byte."""
    first, second = (FileBytes(path, str(path)) for path in paths)
    if len(first) != len(second):
        return False
    return all(one == other for one, other in zip(chunks(first), chunks(second), strict=True))


def _hash_footer(file: FileBytes) -> str:
    """The hash of a file's size and of what Parquet says at its end: its columns, and where its rows are."""
    length = int.from_bytes(file[-_FOOTER:][:4], "little")
    return hashlib.sha256(f"{len(file)} ".encode() + file[-_FOOTER - length :]).hexdigest()
