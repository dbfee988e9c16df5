"""Files fetched from their public home, checked against a known checksum, and kept for the next time."""

from __future__ import annotations

import hashlib
import os
import sys
import uuid
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from baserate.errors import FileError

# Seconds without a byte before the server is given up.
TIMEOUT = 30.0

_CHUNK = 65_536
_BY_HAND = "Or download it by hand into a folder and pass that folder to the function that loads the data."


def cache_folder() -> Path:
    """Where this user's downloads are kept: in XDG_CACHE_HOME if set, else where the system keeps caches."""
    if given := os.environ.get("XDG_CACHE_HOME"):
        base = Path(given)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path.home() / ".cache"
    return base / "baserate"


def is_intact(path: Path, sha256: str) -> bool:
    """Whether the file is there and has that checksum."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def fetch(url: str, target: Path, sha256: str) -> None:
    """Make sure that ``target`` is the file with that checksum; download it from ``url`` if it is not.

    The download goes to a temporary file beside the target, which takes the target's place only when
    it is complete and its checksum is right: a target is never half written.
    """
    if is_intact(target, sha256):
        return
    with _partial_file(target) as (partial, stream):
        found = _download(url, stream)
        if found != sha256:
            raise FileError(
                f"{url} is not the file that was expected: its SHA-256 is {found}, it should be {sha256}. "
                "A login page or a proxy may have answered instead, or the file has changed. "
                f"Nothing was kept: try again later. {_BY_HAND}"
            )
        # Windows renames no file that is open.
        stream.close()
        partial.replace(target)


@contextmanager
def _partial_file(target: Path) -> Iterator[tuple[Path, IO[bytes]]]:
    """A new file beside the target, gone at the end whatever happens, Ctrl-C included."""
    # A name of its own, so that two processes can download at the same time.
    partial = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("xb") as stream:
            yield partial, stream
    except OSError as error:
        raise FileError(
            f"{target} could not be written: {error.strerror or error}. "
            f"Make room or set XDG_CACHE_HOME to a folder that can be written to. {_BY_HAND}"
        ) from error
    finally:
        # It has the target's name by now, or was never made.
        with suppress(OSError):
            partial.unlink()


def _download(url: str, stream: IO[bytes]) -> str:
    """Copy what the address holds to the stream; return its SHA-256."""
    digest = hashlib.sha256()
    with closing(_chunks(url)) as chunks:
        for chunk in chunks:
            digest.update(chunk)
            stream.write(chunk)
    return digest.hexdigest()


def _chunks(url: str) -> Generator[bytes, None, None]:
    """The bytes at the address, piece by piece; every failure of the network is a FileError."""
    _require_https(url)
    try:
        with build_opener(_SafeRedirects).open(url, timeout=TIMEOUT) as response:
            length = response.headers.get("Content-Length", "")
            missing = int(length) if length.isdecimal() else 0
            while chunk := response.read(_CHUNK):
                missing -= len(chunk)
                yield chunk
    except HTTPError as error:
        error.close()
        raise _failed(url, f"the server answered {error.code} ({error.reason})") from None
    except URLError as error:
        raise _failed(url, str(error.reason)) from error
    except (OSError, HTTPException) as error:
        raise _failed(url, str(error) or type(error).__name__) from error
    if missing > 0:
        raise _failed(url, f"the connection broke off with {missing:,} bytes still to come")


def _failed(url: str, why: str) -> FileError:
    return FileError(f"{url} could not be downloaded: {why}. Check the connection and try again. {_BY_HAND}")


def _require_https(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("localhost", "127.0.0.1")):
        return
    raise FileError(f"{url} is not an https address: nothing is downloaded from elsewhere. {_BY_HAND}")


class _SafeRedirects(HTTPRedirectHandler):
    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        try:
            _require_https(newurl)
        except FileError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)
