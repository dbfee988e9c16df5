"""A score with its interval on torch arrays, beside ``torch.sum`` over as many bytes.

``python -m benchmarks.arrays --device cuda --rows 1000000000`` or ``--device cpu --rows 100000000``. The two
take turns, and the first call, which compiles, is timed apart. Needs torch, and a C++ compiler on processors.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from baserate import Cohort
from baserate.extensions import arrays

ASKED: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30"}


def main() -> None:
    """Time both, and say how closely the numbers agree."""
    import torch

    options = _options()
    device = torch.device(options.device)
    y, p = _patients(torch, device, options.rows, options.labels)
    print(f"torch {torch.__version__} on {_name(torch, device)}, {options.rows:,} rows, labels {y.dtype}")

    def fast() -> arrays.ArrayEstimate:
        return arrays.score(y, p, compiled=not options.eager, **ASKED)

    def first() -> float:
        start = time.perf_counter()
        fast()
        _wait(torch, device)
        return time.perf_counter() - start

    print(f"first call {first():.1f} s")
    sums = _sum_of_bytes(y, p)
    ours, theirs = _in_turns(fast, sums, options.rounds, lambda: _wait(torch, device))
    print(f"score with interval: median {1e3 * median(ours):.2f} ms, least {1e3 * min(ours):.2f} ms")
    print(f"torch.sum, as many bytes: median {1e3 * median(theirs):.2f} ms, least {1e3 * min(theirs):.2f} ms")
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    print(
        f"ratio: of medians {median(ours) / median(theirs):.2f}, of the least {min(ours) / min(theirs):.2f}, "
        f"by round {min(ratios):.2f} to {max(ratios):.2f}"
    )
    if options.check:
        _agreement(y, p, fast(), options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--rows", type=int, default=100_000_000)
    parser.add_argument("--labels", choices=("uint8", "bool", "float32"), default="uint8")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--eager", action="store_true", help="do not compile")
    parser.add_argument("--check", type=int, default=5_000_000, help="rows that Cohort sees, too; 0: none")
    return parser.parse_args()


def _patients(torch: Any, device: Any, rows: int, labels: str) -> tuple[Any, Any]:
    """Probabilities, most of them small, and outcomes that follow them."""
    torch.manual_seed(1)
    p = torch.rand(rows, device=device, dtype=torch.float32)
    p.pow_(4)
    y = torch.empty(rows, device=device, dtype=getattr(torch, labels))
    for start in range(0, rows, 1 << 24):
        part = slice(start, start + (1 << 24))
        y[part] = (torch.rand(p[part].shape[0], device=device) < p[part]).to(y.dtype)
    return y, p


def _sum_of_bytes(y: Any, p: Any) -> Callable[[], None]:
    """Sums of numbers of 32 bits that take as much room as scores and labels together."""
    rest = p[: p.shape[0] * y.element_size() // 4]

    def sums() -> None:
        p.sum()
        rest.sum()

    return sums


def _in_turns(
    first: Callable[[], Any], second: Callable[[], Any], rounds: int, wait: Callable[[], None]
) -> tuple[list[float], list[float]]:
    seconds: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds + 1):
        for call, times in zip((first, second), seconds, strict=True):
            wait()
            start = time.perf_counter()
            call()
            wait()
            times.append(time.perf_counter() - start)
    return seconds[0][1:], seconds[1][1:]  # the first round warms up


def _wait(torch: Any, device: Any) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()


def _name(torch: Any, device: Any) -> str:
    if device.type == "cuda":
        return str(torch.cuda.get_device_name(device))
    return f"{torch.get_num_threads()} threads ({torch.backends.cpu.get_cpu_capability()})"


def _agreement(y: Any, p: Any, fast: arrays.ArrayEstimate, options: argparse.Namespace) -> None:
    """All rows in 32 bits and in 64, and some rows beside what Cohort says."""
    if options.device != "cpu":  # there 64 bits, step by step, take a minute
        exact = arrays.score(y, p.double(), **ASKED)
        _differ("all rows in 32 bits, less the same in 64", fast.numbers, exact.numbers)
    y, p = y[: options.check], p[: options.check]
    found = arrays.score(y, p, compiled=not options.eager, **ASKED)
    estimate = Cohort.of(y.cpu().numpy()).net_benefit(p.cpu().numpy(), **ASKED)
    known = (estimate.value, estimate.standard_error, estimate.low, estimate.high)
    _differ(f"{len(y):,} rows, less baserate.Cohort", found.numbers, known)


def _differ(what: str, found: Any, known: Any) -> None:
    parts = np.subtract(found, known)
    names = ("value", "standard error", "low", "high")
    shown = ", ".join(f"{name} {part / known[0]:+.1e}" for name, part in zip(names, parts, strict=True))
    print(f"{what}, as a share of the value ({known[0]:.6g}, standard error {known[1]:.2g}): {shown}")


if __name__ == "__main__":
    main()
