"""How much of its stated error the page uses: ``python -m tests.page.errors_report tuning-few --seed 7``.

The engine's numbers at random settings beside the library's on the patients themselves. The engine is
taken from its modules as they stand, so that nothing need be bundled before.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from baserate.evaluation.evaluation import Evaluation
from baserate.inference.decisions import COUNTS, RATES
from tests.page.conftest import ASSETS, blank_page, chromium, data_in
from tests.page.exact import (
    STUDIES,
    TUNING,
    Conclusion,
    Ends,
    Key,
    State,
    alone,
    at,
    conclusion,
    numbers,
    settings,
    shown_numbers,
)

# What is rounding in a number of order one.
ROUNDING = 1e-9

# What is read of an answer; the rest is not asked for, and so not worked out.
ANSWERED = [
    "models",
    "comparisons",
    "defaults",
    "groups",
    "groupDecisions",
    "conclusion",
    "verdict",
    "scale",
    "setting",
]
ANSWERS = """
({ states, given }) => JSON.stringify(states.map((state) => {
  const began = performance.now();
  const answer = ENGINE.answer(state);
  const took = performance.now() - began;
  return Object.fromEntries([...given.map((name) => [name, answer[name]]), ["took", took]]);
}))
"""
# Groups that the page shows; an engine by its name.
GROUPS = """
(name) => (name === "ENGINE" ? ENGINE : baserate.engine).groups
  .filter(({ estimable }) => estimable).map(({ name }) => name)
"""

# The same numbers as they are printed.
TEXTS = f"""
async (numbers) => {{
  const formats = await import('{ASSETS}/text/formats.js');
  const write = {{
    estimate: (number, scale) => formats.estimateText(number, scale),
    rate: (number) => formats.rateText(number),
    count: (number) => formats.per1000Text(number),
  }};
  return numbers.map(([how, number, scale]) => write[how](number, scale));
}}
"""
# What stands where a number is not from the page.
NUMBER = re.compile(r"[+\u2212-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")


def shown_in(text: str) -> list[tuple[float, float]]:
    """The numbers of a text, each with half of its last digit: "8.2 (7.7 to 8.7)"."""
    found = []
    for match in NUMBER.findall(text):
        plain = match.replace(",", "").replace("\u2212", "-")
        digits = len(plain.partition(".")[2])
        found.append((float(plain), 0.5 * 10.0**-digits))
    return found


@dataclass
class Kind:
    """What is known about the errors of one kind of number.

    ``shown`` are those whose printed digits are wrong: farther off than the error and half of the last
    digit; ``beyond`` those that are farther off than the error, whatever is printed of them.
    """

    numbers: int = 0
    exact: int = 0
    coarse: int = 0
    unstated: int = 0
    beyond: int = 0
    shown: int = 0
    used: list[float] = field(default_factory=list)
    used_by_coarse: list[float] = field(default_factory=list)
    width: list[float] = field(default_factory=list)
    off: list[float] = field(default_factory=list)


class Complaint(NamedTuple):
    """Something that is not so; the weight is what is beyond the error, as a share of the half-width."""

    kind: str
    weight: float
    words: str


@dataclass
class Report:
    """Errors by kind of number, what exceeds them, and conclusions that contradict the library's."""

    kinds: dict[str, Kind] = field(default_factory=lambda: defaultdict(Kind))
    complaints: list[Complaint] = field(default_factory=list)
    conclusions: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))

    def take(
        self,
        exact: Mapping[Key, Ends | None],
        concluded: Conclusion,
        answer: Mapping[str, Any],
        where: str,
        texts: Mapping[Key, Text],
    ) -> None:
        """One setting: every number of the library, and its conclusion, beside the page's."""
        shown = shown_numbers(answer)
        told = {key for key in exact if shown.get(key) is not None}
        # What is not from this page may be there or not.
        open_to_doubt = {key for key in told if (shown[key] or {}).get("coarse")}
        missing = (told ^ {key for key in exact if exact[key] is not None}) - open_to_doubt
        for key in sorted(missing):
            self.complaints.append(Complaint(key[0], np.inf, f"{where}: {key}: there on one side only"))
        for key, ends in exact.items():
            if ends is not None and shown.get(key) is not None:
                self._number(key, ends, shown[key] or {}, where, texts[key])
        self._conclusion(concluded, answer, where)

    def _number(self, key: Key, exact: Ends, shown: Mapping[str, Any], where: str, text: Text) -> None:
        kind = self.kinds[key[0]]
        kind.numbers += 1
        off = max(abs(shown[end] - getattr(exact, end)) for end in Ends._fields)
        half = max(exact.high - exact.value, exact.value - exact.low)
        if half > 0.0:
            kind.off.append(off / half)
        error = shown.get("error")
        if error is None:
            kind.unstated += 1
            return
        is_coarse = bool(shown.get("coarse"))
        kind.coarse += is_coarse
        rounding = ROUNDING * max(1.0, abs(exact.value), abs(exact.low), abs(exact.high))
        if error == 0.0:
            kind.exact += 1
        else:
            (kind.used_by_coarse if is_coarse else kind.used).append(off / error)
            if half > 0.0:
                kind.width.append(error / half)
        kind.beyond += off > error + rounding and not is_coarse
        if not is_right(text, exact, error + rounding) and not is_coarse:
            kind.shown += 1
            ends = ", ".join(f"{getattr(exact, end):.6g}" for end in Ends._fields)
            words = (
                f"{where}: {key}: {text.words} for {ends} (times {text.factor:g}); "
                f"off by {off:.3g}, error {error:.3g}, half-width {half:.3g}"
            )
            self.complaints.append(Complaint(key[0], (off - error) / half if half else np.inf, words))

    def _conclusion(self, exact: Conclusion, answer: Mapping[str, Any], where: str) -> None:
        page = page_conclusion(answer)
        self.conclusions[exact.kind, page.kind] += 1
        if contradicts(page, exact):
            words = f"{where}: the page concludes {page}, the library {exact}"
            self.complaints.append(Complaint("conclusion", np.inf, words))

    def worst(self, of_a_kind: int = 2) -> list[str]:
        """The worst complaints about each kind of number."""
        ranked = sorted(self.complaints, key=lambda one: -one.weight)
        kinds = dict.fromkeys(one.kind for one in self.complaints)
        return [one.words for kind in kinds for one in [x for x in ranked if x.kind == kind][:of_a_kind]]

    def table(self) -> str:
        """One line for each kind of number."""
        lines = [
            f"{'':34}{'numbers':>9}{'exact':>7}{'coarse':>8}{'beyond':>8}{'shown':>7}   used: max    99 %"
            "  median   error/half-width   off/half-width: max  median"
        ]
        for name, kind in self.kinds.items():
            used = np.array(kind.used or [np.nan])
            lines.append(
                f"{name:34}{kind.numbers:>9,}{kind.exact:>7,}{kind.coarse:>8,}{kind.beyond:>8,}{kind.shown:>7,}"
                f"{used.max():>12.2f}{np.quantile(used, 0.99):>8.2f}{np.median(used):>8.2f}"
                f"{np.median(kind.width or [np.nan]):>19.3f}"
                f"{max(kind.off, default=np.nan):>23.3f}{np.median(kind.off or [np.nan]):>8.3f}"
                + (f"   {kind.unstated:,} state no error" if kind.unstated else "")
            )
        lines.append("conclusions (library, page): number")
        lines += [f"  {exact} {page}: {count}" for (exact, page), count in sorted(self.conclusions.items())]
        return "\n".join(lines)


class Text(NamedTuple):
    """A number as it is printed, and the factor to its unit."""

    words: str
    factor: float


def is_right(text: Text, exact: Sequence[float], error: float) -> bool:
    """Whether every printed digit of a number and its interval is right, up to an error.

    A number may be printed to tens or hundreds where the error itself is as large: no digit is printed
    below the error's first.
    """
    off = text.factor * error
    first = 0.5 * 10.0 ** np.floor(np.log10(off)) if off > 0.0 else 0.0
    for (shown, digit), number in zip(shown_in(text.words), exact, strict=False):
        if abs(shown - text.factor * number) > off + max(digit, first) * (1.0 + 1e-9):
            return False
    return True


def page_conclusion(answer: Mapping[str, Any]) -> Conclusion:
    """What the page concludes: as the library's, or "coarse" where it cannot tell."""
    found = answer["conclusion"]
    return Conclusion(found["kind"], found.get("model"))


def contradicts(page: Conclusion, exact: Conclusion) -> bool:
    """Whether the page names a model that the library does not; it may always be less sure."""
    return page.kind == "use" and page != exact


def engine_page(browser: Any, ev: Evaluation, smallest_cell: int | None = None) -> Any:
    """A blank page with the engine of an evaluation as ENGINE."""
    page = blank_page(browser)
    how = {} if smallest_cell is None else {"smallest_cell": smallest_cell}
    page.evaluate(
        f"async (study) => {{ const {{ createEngine }} = await import('{ASSETS}/engine/engine.js');"
        " globalThis.ENGINE = createEngine(study); }",
        data_in(ev.page(**how)),
    )
    return page


def answers(page: Any, states: Sequence[State]) -> list[dict[str, Any]]:
    """What the engine says at settings."""
    found: list[dict[str, Any]] = json.loads(
        page.evaluate(ANSWERS, {"states": list(states), "given": ANSWERED})
    )
    return found


def words_of(state: State) -> str:
    """A setting on one line."""

    def ends(pair: Sequence[float] | None) -> str:
        if pair is None:
            return "observed"
        return f"{pair[0]:.4g}" if pair[0] == pair[1] else f"{pair[0]:.4g}..{pair[1]:.4g}"

    parts = [f"prevalence {ends(state['prevalence'])}, cost {ends(state['cost'])}"]
    parts += [f"{name} {state[name]}" for name in ("group", "margin", "sources") if state[name]]
    return f"[{'; '.join(parts)}; {', '.join(state['models'])}]"


def report_on(
    page: Any, ev: Evaluation, states: Iterable[State], report: Report, name: str
) -> list[dict[str, Any]]:
    """Take settings of one study into a report."""
    states = list(states)
    found = answers(page, states)
    for state, answer, printed in zip(states, found, texts_of(page, found), strict=True):
        there = at(ev, state)
        exact = numbers(
            there, state["group"], [group["name"] for group in answer["groups"] if group["models"]]
        )
        concluded = conclusion(alone(there, state["group"]))
        report.take(exact, concluded, answer, f"{name} {words_of(state)}", printed)
    return found


def texts_of(page: Any, found: Sequence[Mapping[str, Any]]) -> list[dict[Key, Text]]:
    """How the numbers of answers are printed."""
    formats = {**dict.fromkeys(RATES, ("rate", 100.0)), **dict.fromkeys(COUNTS, ("count", 1.0))}
    items, keys = [], []
    for place, answer in enumerate(found):
        for key, number in shown_numbers(answer).items():
            if number is not None:
                how, factor = formats.get(key[-1], ("estimate", answer["scale"]["factor"]))
                items.append([how, number, answer["scale"]])
                keys.append((place, key, factor))
    written: list[dict[Key, Text]] = [{} for _ in found]
    for (place, key, factor), text in zip(keys, page.evaluate(TEXTS, items), strict=True):
        written[place][key] = Text(text, factor)
    return written


def main(arguments: Sequence[str] | None = None) -> None:
    """Report on some data sets."""
    makers: dict[str, Callable[[int], Evaluation]] = {
        **TUNING,
        **{name: lambda _, make=make: make() for name, make in STUDIES.items()},  # type: ignore[misc]
    }
    parser = argparse.ArgumentParser(prog="python -m tests.page.errors_report", description=__doc__)
    parser.add_argument("data", nargs="*", default=list(TUNING), help=f"of: {', '.join(makers)}")
    parser.add_argument("--seed", type=int, default=1, help="of the settings, and of the tuning data")
    parser.add_argument("--settings", type=int, default=60, help="for each data set")
    parser.add_argument("--smallest-cell", type=int, help="of the page")
    parser.add_argument("--out", type=Path, help="a file for everything that is beyond its error")
    asked = parser.parse_args(arguments)
    every = []
    with chromium() as browser:
        for name in asked.data:
            start = time.perf_counter()
            ev = makers[name](asked.seed)
            page = engine_page(browser, ev, asked.smallest_cell)
            report = Report()
            states = settings(ev, asked.seed, asked.settings, page.evaluate(GROUPS, "ENGINE"))
            found = report_on(page, ev, states, report, name)
            page.close()
            took = [answer["took"] for answer in found]
            print(
                f"\n{name}, seed {asked.seed}: {len(found)} settings in {time.perf_counter() - start:.0f} s"
            )
            print(f"an answer takes {np.median(took):.1f} ms, at most {max(took):.1f}")
            print(report.table())
            every += [one.words for one in report.complaints]
            print(*report.worst(), sep="\n")
    if asked.out is not None:
        asked.out.write_text("\n".join(every) + "\n", encoding="utf-8")
    print(f"\n{len(every)} complaints")
    sys.exit(1 if every else 0)


if __name__ == "__main__":
    main()
