"""How far the page is from the library, by the size of the cohort: ``python -m tests.page.sizes_report``.

At ranges of prevalence, with bins of five patients of a class: the difference of a number, as a share of the
width of its interval. Seeds are those that no constant was chosen on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from baserate.evaluation.evaluation import Evaluation
from tests.page.conftest import chromium, evaluated, sample
from tests.page.errors_report import answers, engine_page
from tests.page.exact import State, at, numbers, shown_numbers

SIZES, SEEDS = (500, 3_000, 100_000), (901, 902, 903)
RANGES = ((0.01, 0.10), (0.02, 0.20), (0.05, 0.30), (0.005, 0.02))
COSTS = (1 / 31, 1 / 10, 1 / 4)
KINDS = ("score", "difference", "difference from default")


def settings(ev: Evaluation) -> list[State]:
    fixed: dict[str, Any] = {"units": "per 1,000", "group": None, "models": list(ev.models), "margin": None}
    fixed |= {"sources": {}, "recalibrated": [], "against": None}
    return [{**fixed, "prevalence": list(ends), "cost": [cost, cost]} for ends in RANGES for cost in COSTS]


def shares(ev: Evaluation, page: object) -> Iterator[tuple[str, float, float]]:
    """Kind of number, its error as a share of the interval's width, and what the page states of it."""
    states = settings(ev)
    for state, answer in zip(states, answers(page, states), strict=True):
        exact, shown = numbers(at(ev, state), None, []), shown_numbers(answer)
        for key, number in shown.items():
            ends = exact.get(key)
            if key[0] in KINDS and ends is not None and number is not None and ends.high > ends.low:
                width = ends.high - ends.low
                yield str(key[0]), abs(number["value"] - ends.value) / width, number["error"] / width


def main() -> None:
    print(" patients number                     of  median    most within 2 %  stated")
    with chromium() as browser:
        for size in SIZES:
            found: dict[str, list[tuple[float, float]]] = {}
            for seed in SEEDS:
                ev = evaluated(sample(seed, size), by=None)
                for kind, share, stated in shares(ev, engine_page(browser, ev)):
                    found.setdefault(kind, []).append((share, stated))
            for kind, pairs in found.items():
                share, stated = np.array(pairs).T
                within = float((share <= 0.02).mean())
                print(
                    f"{size:>9,} {kind:<24} {len(share):>4} {np.median(share):>7.2%} {share.max():>7.2%} "
                    f"{within:>10.0%} {np.median(stated):>7.1%}"
                )


if __name__ == "__main__":
    main()
