"""Commands in processes that something happens to, and how they end.

A process is forked from one that has imported everything and started no thread, so that a trial takes as
long as the command itself, and its moments are moments of the command.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import resource
import signal
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import baserate
from baserate.cli import main
from tests.faults.commands import COMMANDS, Command

NOBODY = 65534
_ERRORS = "cohort.stderr"


def import_everything() -> None:
    """Import every module, which a forked process may not be able to read, and would lose time with."""
    for module in pkgutil.walk_packages(baserate.__path__, "baserate."):
        importlib.import_module(module.name)


@dataclass
class Tally:
    """How the trials of one fault with one command ended."""

    fault: str
    command: str
    tried: int = 0
    #: Files that are as before, whole new ones, and those that are neither.
    old: int = 0
    new: int = 0
    torn: list[str] = field(default_factory=list)
    #: Unfinished files left behind, and those still there after the next run.
    left: int = 0
    remained: int = 0
    #: Exit statuses with how often each was seen; a signal is its number below zero.
    statuses: dict[str, int] = field(default_factory=dict)
    #: What was found that must not be: foreign files, tracebacks.
    wrong: list[str] = field(default_factory=list)

    def count(self, command: Command, folder: Path, status: int) -> None:
        """Look at what one trial left."""
        self.tried += 1
        self.statuses[str(status)] = self.statuses.get(str(status), 0) + 1
        self.torn += command.torn(folder)
        self.old += sum(command.is_old(folder, name) for name in command.targets)
        self.new += sum(command.is_new(folder, name) for name in command.targets)
        beside = command.beside(folder)
        self.left = max(self.left, len(beside))
        self.wrong += [name for name in beside if not command.left_by_us(name)]
        said = (folder / _ERRORS).read_text(encoding="utf-8", errors="replace")
        # At the beginning of a line: Polars, where it is interrupted, quotes one before we say so.
        if re.search("^Traceback|mistake in baserate", said, re.MULTILINE):
            self.wrong.append(said[-3000:])

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def _nothing() -> None:
    """Change nothing."""


def _wait(_: int) -> None:
    """Let it end by itself."""


def run(
    command: Command,
    folder: Path,
    happen: Callable[[int], None] = _wait,
    before: Callable[[], None] = _nothing,
) -> int:
    """The exit status of a command to which something happens; ``before`` prepares its process."""
    ready, tell = os.pipe()
    process = os.fork()
    if process == 0:
        _be_the_command(command, folder, tell, before)
    os.close(tell)
    os.read(ready, 1)
    os.close(ready)
    happen(process)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def _be_the_command(command: Command, folder: Path, tell: int, before: Callable[[], None]) -> None:
    status = 99
    try:
        os.chdir(folder)
        errors = os.open(_ERRORS, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(errors, 2)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        before()
        os.write(tell, b".")
        main(list(command.arguments))
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0
    finally:
        os._exit(status)


def kills(name: str, folder: Path, tries: int, random: Random) -> Tally:
    """kill -9 at any moment, and what is left is still there at the next."""
    return _signals(Tally("kill -9", name), folder, tries, random, signal.SIGKILL)


def interrupts(name: str, folder: Path, tries: int, random: Random) -> Tally:
    """Ctrl-C at any moment."""
    return _signals(Tally("Ctrl-C", name), folder, tries, random, signal.SIGINT)


def _signals(tally: Tally, folder: Path, tries: int, random: Random, number: signal.Signals) -> Tally:
    """A signal, half at any moment, half while a file is written; then one run that cleans up."""
    command = COMMANDS[tally.command]
    duration = _time(command, folder)
    command.prepare(folder)
    for trial in range(tries):
        moment = _while_writing(folder, random) if trial % 2 else _after(random.uniform(0, duration))

        def happen(process: int, moment: Callable[[int], None] = moment) -> None:
            moment(process)
            os.kill(process, number)

        tally.count(command, folder, run(command, folder, happen))
    run(command, folder)
    tally.remained = len(command.beside(folder))
    return tally


def full_disks(name: str, folder: Path, tries: int, random: Random) -> Tally:
    """A limit on the size of files, which ends a write as a full disk does, after any number of bytes."""
    command, tally = COMMANDS[name], Tally("full disk", name)
    run(command, folder)
    smallest = min((folder / target).stat().st_size for target in command.targets)
    for _ in range(tries):
        command.prepare(folder)
        room = random.randrange(smallest)

        def fill(room: int = room) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        tally.count(command, folder, run(command, folder, before=fill))
    return tally


def read_only(name: str, folder: Path, tries: int, random: Random) -> Tally:  # noqa: ARG001
    """A folder, and then a file, in which nobody may write; the superuser becomes somebody else first."""
    command, tally = COMMANDS[name], Tally("read only", name)
    for mode in (0o555, 0o755):
        command.prepare(folder)
        for target in command.targets:
            (folder / target).chmod(0o444)
        (folder / _ERRORS).touch()
        (folder / _ERRORS).chmod(0o666)
        folder.chmod(mode)
        tally.count(command, folder, run(command, folder, before=_lose_power))
        folder.chmod(0o755)
    return tally


def _lose_power() -> None:
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def _time(command: Command, folder: Path) -> float:
    start = time.monotonic()
    run(command, folder)
    return time.monotonic() - start


def _after(seconds: float) -> Callable[[int], None]:
    return lambda _: time.sleep(seconds)


def _while_writing(folder: Path, random: Random) -> Callable[[int], None]:
    """Wait until there are bytes in an unfinished file, and a moment longer."""

    def wait(process: int) -> None:
        before = {path.name for path in folder.iterdir()}
        while not _has_ended(process):
            for entry in os.scandir(folder):
                if entry.name not in before and entry.name.startswith(".") and _size(entry) > 0:
                    time.sleep(random.uniform(0, 0.002))
                    return

    return wait


def _size(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat().st_size
    except FileNotFoundError:  # it has taken the target's place
        return 0


def _has_ended(process: int) -> bool:
    return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


#: What can happen, and how often it is tried with each command.
FAULTS: dict[str, tuple[Callable[[str, Path, int, Random], Tally], int]] = {
    "kill": (kills, 4),
    "interrupt": (interrupts, 4),
    "full-disk": (full_disks, 1),
    "read-only": (read_only, 2),
}
