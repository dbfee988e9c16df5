"""How often watching a model alarms where nothing has changed, and how soon it does where something has.

``python -m studies.watch`` prints the tables of docs/watching.md. Scores are normal in log odds within each
class, so that they are calibrated; "bent" scores are not. Every sample has a reference of its own: its error
is part of what is counted. No constant was chosen on these designs; while the charts were made, prevalences
of 2, 3, 5 and 20 % and classes 1.2 apart were looked at, with other seeds.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from baserate.errors import DataError
from baserate.extensions.watch.control_chart import chart
from baserate.extensions.watch.drift import (
    Chance,
    Reference,
    Scored,
    prevalence_course,
    ratio_course,
    slope_course,
)
from baserate.extensions.watch.watched import MONTHS, PREVALENCE, RATIO, SIDES, SLOPE, Rule
from baserate.odds import expit, logit

# Fewer than the product's, for time, and other ones in every sample: the chance to pass a limit is the same.
DRAWS = 4_000
COURSES = {RATIO: ratio_course, SLOPE: slope_course}


@dataclass(frozen=True)
class Design:
    """A reference, and the months that follow it.

    ``apart`` is how many standard deviations, which are as many units of log odds, lie between the classes.
    The months have a ``monthly_prevalence``, and outcomes whose log odds given the score are ``slip`` plus
    ``slope`` times what the score says.
    """

    reference: int
    month: int
    prevalence: float
    apart: float = 1.4
    bent: bool = False
    monthly_prevalence: float | None = None
    slip: float = 0.0
    slope: float = 1.0

    def sample(self, rng: np.random.Generator, size: int, prevalence: float) -> Scored:
        """Patients at a prevalence, under label shift."""
        label = (rng.random(size) < prevalence).astype(np.int8)
        middle = float(logit(self.prevalence))
        log_odds = rng.normal(middle + self.apart**2 * (label - 0.5), self.apart)
        return Scored(self._written(log_odds), np.ones(size), label)

    def drawn_month(self, rng: np.random.Generator) -> Scored:
        """The patients of a month; where the calibration has slipped, with outcomes that say so."""
        month = self.sample(rng, self.month, self.monthly_prevalence or self.prevalence)
        if self.slip == 0.0 and self.slope == 1.0:
            return month
        middle = float(logit(self.prevalence))
        risk = np.asarray(expit(middle + self.slip + self.slope * (month.log_odds - middle)))
        return replace(month, label=(rng.random(self.month) < risk).astype(np.int8))

    def _written(self, log_odds: np.ndarray) -> np.ndarray:
        """The score that the model gives: bent, it is right in the middle and too moderate at the top."""
        return (
            log_odds if not self.bent else np.where(log_odds > -1.0, -1.0 + 0.4 * (log_odds + 1.0), log_odds)
        )

    def first_alarms(self, rng: np.random.Generator, rule: Rule) -> dict[str, float]:
        """The first alarm of each question, in months from 1; infinite where there is none."""
        patients = self.sample(rng, self.reference, self.prevalence)
        reference = Reference.of(patients, Chance(int(rng.integers(2**31)), DRAWS))
        months = [self.drawn_month(rng) for _ in range(MONTHS)]
        return {what: _first_alarm(reference, months, rule, what) for what in (PREVALENCE, RATIO, SLOPE)}


def _first_alarm(reference: Reference, months: Sequence[Scored], rule: Rule, what: str) -> float:
    found = []
    for side in SIDES:
        limit = rule.limit(what, side)
        if what == PREVALENCE:
            course = prevalence_course(reference, months, rule.shift.gamma, limit)
        else:
            course = COURSES[what](reference, months, limit)
        alarm = chart(course, rule.chance_a_month(what)).alarm
        found.append(math.inf if alarm is None else alarm + 1.0)
    return min(found)


def simulate(design: Design, rule: Rule, samples: int, seed: int) -> tuple[dict[str, np.ndarray], int]:
    """First alarms by question over many samples, and how many references were refused."""
    rng = np.random.default_rng(seed)
    found: list[dict[str, float]] = []
    refused = 0
    while len(found) < samples:
        try:
            found.append(design.first_alarms(rng, rule))
        except DataError:
            refused += 1
    return {what: np.array([one[what] for one in found]) for what in found[0]}, refused


STILL = (
    Design(2_000, 100, 0.02),
    Design(5_000, 500, 0.02),
    Design(5_000, 2_000, 0.02),
    Design(1_000, 100, 0.10),
    Design(1_000, 2_000, 0.10),
    Design(5_000, 500, 0.10),
    Design(500, 500, 0.30),
    Design(2_000, 2_000, 0.30),
    Design(2_000, 500, 0.10, bent=True),
)
ANY_CHANGE = Rule(tolerance=1.0, slope_tolerance=1.0)
USUAL = Rule()


def at_tolerance(design: Design, rule: Rule) -> Design:
    """The same with a prevalence in the months that is just tolerated."""
    odds = rule.tolerance * design.prevalence / (1.0 - design.prevalence)
    return replace(design, monthly_prevalence=odds / (1.0 + odds))


def false_alarms(samples: int) -> Iterable[str]:
    """Percent of samples with an alarm in 24 months in which nothing happened."""
    yield "| reference | patients a month | prevalence | scores | prevalence | O/E | slope | any | refused |"
    yield "| ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |"
    for number, design in enumerate(STILL):
        found, refused = simulate(design, ANY_CHANGE, samples, 7_000 + number)
        yield _row(design, [np.isfinite(one) for one in found.values()], refused)


def _row(design: Design, alarmed: Sequence[np.ndarray], refused: int) -> str:
    kind = "bent" if design.bent else f"{design.apart:g} apart"
    shares = [100.0 * float(np.mean(one)) for one in (*alarmed, np.logical_or.reduce(alarmed))]
    shown = " | ".join(f"{share:.1f}" for share in shares)
    sizes = f"| {design.reference:,} | {design.month:,} | {100.0 * design.prevalence:g} % "
    return f"{sizes}| {kind} | {shown} | {refused} |"


def tolerated(samples: int) -> Iterable[str]:
    """Percent of samples with an alarm of the prevalence chart where it has moved as far as tolerated."""
    yield "| reference | patients a month | prevalence | scores | alarm for the prevalence |"
    yield "| ---: | ---: | ---: | --- | ---: |"
    for number, design in enumerate((STILL[1], STILL[5], STILL[7])):
        found, _ = simulate(at_tolerance(design, USUAL), USUAL, samples, 8_000 + number)
        share = 100.0 * float(np.isfinite(found[PREVALENCE]).mean())
        sizes = f"| {design.reference:,} | {design.month:,} | {100.0 * design.prevalence:g} % "
        yield f"{sizes}| {design.apart:g} apart | {share:.1f} |"


CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "prevalence doubled, 10 to 20 %": (PREVALENCE, {"monthly_prevalence": 0.2}),
    "prevalence halved, 10 to 5 %": (PREVALENCE, {"monthly_prevalence": 0.05}),
    "O/E 1.5": (RATIO, {"slip": 0.597}),
    "slope 0.7": (SLOPE, {"slope": 0.7}),
}


def delays(samples: int) -> Iterable[str]:
    """Months until an alarm, at the default rule."""
    yield "| change | reference | patients a month | median months | seen within 24 months |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    number = 9_000
    for name, (what, change) in CHANGES.items():
        for sizes in ((2_000, 500), (5_000, 1_000), (20_000, 2_000)):
            number += 1
            found, _ = simulate(replace(Design(*sizes, 0.10), **change), USUAL, samples, number)
            months = found[what]
            median = float(np.median(months))
            shown = "more than 24" if math.isinf(median) else f"{median:g}"
            seen = 100.0 * float(np.isfinite(months).mean())
            yield f"| {name} | {sizes[0]:,} | {sizes[1]:,} | {shown} | {seen:.0f} % |"


def main() -> None:
    """Print one of the tables, or all of them."""
    tables = {"false-alarms": false_alarms, "tolerated": tolerated, "delays": delays}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", nargs="*", choices=[*tables, []], help="which tables; all unless named")
    parser.add_argument("--samples", type=int, default=200)
    given = parser.parse_args()
    for name in given.table or tables:
        for line in tables[name](given.samples):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
