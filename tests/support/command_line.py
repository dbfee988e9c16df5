"""The command line: in this process, or in one of its own where signals, terminals and streams are real."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from baserate.cli import main
from baserate.results.result import result_schema

COMMAND = [sys.executable, "-c", "from baserate.cli import main; main()"]
ESCAPE = "\x1b"
PLAIN = ("--outcome", "died", "--score", "severity", "--cost", "1:30")


def instead(base: Sequence[str], *given: str) -> tuple[str, ...]:
    """Options of which those given take the place of the same ones in ``base``; scores are added to it."""
    pairs = [(base[i], base[i + 1]) for i in range(0, len(base), 2)]
    kept = [pair for pair in pairs if pair[0] == "--score" or pair[0] not in given]
    return (*(word for pair in kept for word in pair), *given)


def run(*arguments: str, status: int = 0, stdin: bytes | None = None, **settings: Any) -> Result:
    """Run a command in this process; it must end as said, and never in a traceback.

    ``settings`` are those of click's runner: ``color=True`` for a stream that keeps escape codes,
    ``env`` for variables.
    """
    result = CliRunner().invoke(main, arguments, input=stdin, **settings)
    unexpected = result.exception is not None and not isinstance(result.exception, SystemExit)
    assert not unexpected, f"{arguments} ended in {result.exception!r}"
    assert result.exit_code == status, result.stderr + result.stdout[-500:]
    assert "Traceback" not in result.stderr
    if status in (2, 3) and "check" not in arguments:
        assert result.stdout == ""
        assert "Error: " in result.stderr
    return result


def as_json(*arguments: str, stdin: bytes | None = None) -> dict[str, Any]:
    """The JSON of ``baserate evaluate``, which holds to its schema and has nothing beside it."""
    done = run("evaluate", *arguments, "--json", stdin=stdin)
    assert done.stderr == ""
    content: dict[str, Any] = json.loads(done.stdout)
    jsonschema.validate(content, result_schema())
    return content


def timeless(content: dict[str, Any]) -> dict[str, Any]:
    """A result without what may differ from run to run."""
    record = {k: v for k, v in content["provenance"].items() if k not in ("time", "source")}
    kept = {key: value for key, value in content.items() if key not in ("name", "requirements")}
    return {**kept, "provenance": record}


def csv_rows(text: str) -> list[dict[str, str]]:
    """The rows of a CSV with a header."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def in_own_process(
    *arguments: str, stdin: bytes = b"", **settings: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own, with pipes for streams."""
    environment = {**os.environ, **settings}
    return subprocess.run(
        [*COMMAND, *arguments], input=stdin, capture_output=True, env=environment, timeout=60, check=False
    )


def start(*arguments: str, stdin: int) -> subprocess.Popen[bytes]:
    """A command in a process of its own that Ctrl-C reaches as it would in a shell."""

    def as_in_a_shell() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=as_in_a_shell,
    )


def interrupt(process: subprocess.Popen[bytes]) -> tuple[int, bytes, bytes]:
    """Press Ctrl-C; the exit status, the output and the errors."""
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        status = process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        pytest.fail("Ctrl-C did not end it within five seconds")
    finally:
        if process.stdin is not None and not process.stdin.closed:
            process.stdin.close()
        streams = process.stdout.read(), process.stderr.read()
        process.stdout.close()
        process.stderr.close()
    return status, *streams


def on_terminal(*arguments: str, **settings: str) -> tuple[int, str]:
    """Run a command with a terminal as standard output; its exit status and what was shown."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", **settings}
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment,
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            if not (part := os.read(ours, 65536)):
                break
        except OSError:  # Linux says so when the other end is closed
            break
        shown += part
    os.close(ours)
    _, errors = process.communicate(timeout=60)
    assert errors == b""
    return process.returncode, shown.decode()
