"""Hold every library to one thread, which must happen before NumPy loads, then run the benchmarks."""

from __future__ import annotations

import os
import sys

THREAD_COUNTS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "POLARS_MAX_THREADS")


def main() -> None:
    os.environ.update(dict.fromkeys(THREAD_COUNTS, "1"))
    if "--quick" in sys.argv[1:]:
        os.environ["BASERATE_ROUNDS"] = "2"
    from benchmarks.command import run

    run()


if __name__ == "__main__":
    main()
