"""What the page carries: the result, and the tables from which it answers any other question.

Nothing in it is about one patient: bins of each class with nearly equal scores, and what follows from
them; means and rates of everyone and of groups that are large enough. No number is about fewer patients
of a class than was chosen, nor is the difference of two of them; docs/privacy.md says how, and what is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from baserate.calibration.optimism import Simulations, simulations_of
from baserate.calibration.scored import ScoredCohort
from baserate.calibration.split import REPLICATES
from baserate.deployment.deployment import Deployment
from baserate.errors import BaserateError
from baserate.odds import expit, logit
from baserate.page.censored import doubt_of
from baserate.page.clusters import clustering_of, clusters_of
from baserate.page.cutoffs import Sides, Withheld, cuts_of, protect, withhold_gaps
from baserate.page.discreet import discreet, significant
from baserate.page.own import setting_of, shift_of, weight_of
from baserate.page.packed import pack_columns
from baserate.page.precision import precision
from baserate.page.recalibrated import Pools, SliceLines, optimism_of, pools_of, recalibration_of
from baserate.page.risk import POINTS, POINTS_OF_GROUP, calibration_of
from baserate.page.tables import buckets_of, pairs_of, table_of
from baserate.patients.discreet_bins import PER_UNIT, Table, Values, class_lines
from baserate.patients.joint_bins import joint_lines
from baserate.results.evidence import Evidence
from baserate.results.judged import Judged
from baserate.results.result import Result
from baserate.scores.gains import gains_of

VERSION = 2
# Lines of all models, groups and classes together: what a page of reasonable size has room for.
_LINES = 12_000
# Joint cells of all pairs and groups together, and of one pair and group.
_JOINT_LINES = 6_000
_FEWEST, _MOST = 60, 600
# Joint lines, which say how scores vary together, are written in thousandths of log odds.
_JOINT_UNIT = 10
# With more groups, all but one of them are so nearly everyone that their optimism is taken for a multiple.
_FEW_GROUPS = 4
# With a smallest cell of one, so many patients and so many numbers are carried as they are.
_EXACT_ROWS, _EXACT_NUMBERS = 5_000, 45_000

Lines = list[dict[str, list[Any]]]


def payload(
    ev: Evidence, result: Result, least: int, title: str, settings: Mapping[str, Deployment]
) -> dict[str, Any]:
    """Everything that stands in the page as data."""
    carried = Carried(ev, least)
    buckets = carried.buckets
    models, parts = carried.models, _slices(carried)
    where = ev.question.deployment
    page = {
        "version": VERSION,
        "title": title,
        "names": {"outcome": "cases", "action": "treatments", **asdict(result.names), "title": title},
        "smallest_cell": least,
        "exact": carried.exact,
        "reduced": ev.patients.in_bins,
        "own": {**setting_of(where), "weight": weight_of(where)},
        "settings": [{"name": name, **setting_of(where)} for name, where in settings.items()],
        "error": precision(ev, models, buckets),
        "models": [{**model, "lines": _packed(model["lines"])} for model in models],
        "pairs": [{**pair, "lines": _packed(pair["lines"], _JOINT_UNIT)} for pair in carried.pairs],
        **parts,
        "clusters": clusters_of(ev, carried.tables, carried.mean_log_odds, buckets),
    }
    return {"result": discreet(ev, result, buckets, least, carried.withheld), "page": page}


def _packed(lines: Sequence[Lines], unit: int = 1) -> list[list[dict[str, Any]]]:
    return [[pack_columns(side, unit) for side in bucket] for bucket in lines]


@dataclass(frozen=True, eq=False)
class Carried:
    """The patients as the page carries them: lines by model, bucket and class."""

    ev: Evidence
    least: int
    withheld: Withheld = field(default_factory=Withheld)

    @cached_property
    def buckets(self) -> tuple[str, ...]:
        """The groups that are shown; one more bucket holds all other patients."""
        return buckets_of(self.ev, self.least)

    @cached_property
    def tables(self) -> list[Table]:
        """All patients by each model."""
        found = [table_of(self.ev, [model], self.buckets) for model in self.ev.models]
        return [table.like(found[0]) for table in found]

    @cached_property
    def exact(self) -> bool:
        """Whether every score, and every pair of scores, is carried as it is."""
        models, rows = len(self.tables), len(self.tables[0].everyone)
        wanted = self.least == 1 and not self.ev.patients.in_bins
        return wanted and rows <= _EXACT_ROWS and rows * models**2 <= _EXACT_NUMBERS

    @cached_property
    def sides(self) -> list[list[Sides]]:
        """The lines of each model and bucket, in cells as narrow as there is room for."""
        room = _LINES // 2 if self.tables[0].everyone.weighted else _LINES  # weights take as much room again
        values = [
            [tuple(Values.of(side, self.least) for side in bucket) for bucket in table.sides]
            for table in self.tables
        ]
        cuts = [cuts_of(self.ev, model, self.buckets) for model in self.ev.models]
        every = [one for model in values for both in model for one in both]
        fits = (per for per in PER_UNIT if sum(one.most_lines(self.least, per) for one in every) <= room)
        per_unit = next(fits, PER_UNIT[-1])
        found = [
            [self._lines(both, own.of_bucket(name), per_unit) for both, name in self._named(model)]
            for model, own in zip(values, cuts, strict=True)
        ]
        for number, (name, own) in enumerate(zip(self.ev.models, cuts, strict=True)):
            asked = (self.buckets, self.least, self.withheld)
            found[number] = protect(name, found[number], own, *asked)
            withhold_gaps(self.ev, name, found[number], own, *asked)
        return found

    def _named(self, values: Sequence[Any]) -> list[tuple[Any, str | None]]:
        """What belongs to each bucket with the name of its group; None for the last."""
        return list(zip(values, [*self.buckets, None], strict=True))

    def _lines(self, both: Sequence[Values], cuts: Sequence[float], per_unit: int) -> Sides:
        cases, others = (class_lines(one, self.least, per_unit, cuts, exact=self.exact) for one in both)
        return cases, others

    @cached_property
    def models(self) -> list[dict[str, Any]]:
        """Each model, and its lines as they are written."""
        found = []
        for model, buckets in zip(self.ev.models, self.sides, strict=True):
            judged = self.ev.everyone.judged[model]
            lines = [[side.written() for side in both] for both in buckets]
            source = {"source": judged.stated_source, "source_of_all": judged.of_all}
            shift = shift_of(judged.deployment.shift)
            found.append({"name": model, **source, "shift": shift, "lines": lines})
        return found

    @cached_property
    def pairs(self) -> list[dict[str, Any]]:
        """The joint lines of every two models."""
        models = len(self.tables)
        room = _JOINT_LINES // 2 if self.tables[0].everyone.weighted else _JOINT_LINES
        parts = models * (models - 1) // 2 * (len(self.buckets) + 1)
        most = min(max(room // max(1, parts), _FEWEST), _MOST)
        found = []
        for one, other, sides in pairs_of(self.ev, self.tables, self.buckets):
            lines = [
                [joint_lines(side, self.least, most, exact=self.exact) for side in both] for both in sides
            ]
            found.append({"models": [one, other], "lines": lines})
        return found

    def mean_log_odds(self, model: int) -> Any:
        """The mean log odds of the line of each patient; of those who do not count, their own."""
        table = self.tables[model]
        found = table.everyone.log_odds[:, 0].copy()
        for places, both in zip(table.places, self.sides[model], strict=True):
            for own, side in zip(places, both, strict=True):
                kept = own[table.everyone.weight[own] > 0.0] if table.everyone.weighted else own
                found[kept] = side.mean_of_patients()
        return found

    def of_slice(self, model: int, groups: Sequence[int]) -> list[SliceLines]:
        """A model's lines of some buckets together, of cases and of non-cases."""
        lines = self.models[model]["lines"]
        return [SliceLines([lines[group][which] for group in groups]) for which in (0, 1)]


def _slices(carried: Carried) -> dict[str, Any]:
    """Everyone, each group, and where groups are compared with the rest, the rest; and who is compared."""
    ev, buckets = carried.ev, carried.buckets
    every = list(range(len(buckets) + 1))
    slices = [_slice(carried, "everyone", None, every, list(ev.everyone.judged.values()))]
    for number, name in enumerate(buckets):
        slices.append(_slice(carried, "group", name, [number], list(ev.groups[name].judged.values())))
    gaps = []
    reference = _reference(ev, buckets)
    for number, name in enumerate(buckets):
        if name == reference:
            continue
        if reference is not None:
            sides = [next(iter(ev.groups[who].judged.values())) for who in (name, reference)]
            places = [1 + number, 1 + buckets.index(reference)]
            gaps.append(_compared(ev, name, reference, places, sides))
        elif len(ev.groups) > 1:
            try:
                rest = [ev.rest(model, name) for model in ev.models]
            except BaserateError:  # all others are too few to compare with
                continue
            others = [bucket for bucket in every if bucket != number]
            slices.append(_slice(carried, "rest", name, others, rest))
            first: ScoredCohort = next(iter(ev.groups[name].judged.values()))
            gaps.append(_compared(ev, name, "the rest", [1 + number, len(slices) - 1], [first, rest[0]]))
    return {"slices": slices, "gaps": gaps}


def _compared(
    ev: Evidence, group: str, reference: str, places: list[int], sides: Sequence[ScoredCohort]
) -> dict[str, Any]:
    """A group and whoever it is compared with, by their places among the slices."""
    clustering = clustering_of(ev, sides)
    return {"group": group, "reference": reference, "slices": places, "clustering": clustering}


def _reference(ev: Evidence, buckets: Sequence[str]) -> str | None:
    """The group that others are compared with; of two groups the second: the other way says the same."""
    asked = ev.question.reference
    if asked is None and len(ev.groups) == 2 and len(buckets) == 2:
        return buckets[1]
    return asked if asked in buckets else None


def _slice(
    carried: Carried, kind: str, name: str | None, groups: list[int], models: Sequence[ScoredCohort]
) -> dict[str, Any]:
    return {
        "kind": kind,
        "name": name,
        "groups": groups,
        "prevalence": models[0].prevalence,
        "clustering": clustering_of(carried.ev, models[:1]),
        "doubt": doubt_of(carried.ev, kind, name, models),
        "models": [_about(carried, number, groups, scored) for number, scored in enumerate(models)],
    }


def _about(carried: Carried, model: int, groups: Sequence[int], scored: ScoredCohort) -> dict[str, Any]:
    """What the page needs of a model on some patients beside its bins."""
    sides = carried.of_slice(model, groups)
    pools = pools_of(sides)
    about: dict[str, Any] = {
        "pools": pools.written(),
        "optimism": _optimism(carried, model, groups, scored, pools),
        "recalibration": recalibration_of(sides),
    }
    if isinstance(scored, Judged):
        auc = scored.measure("auc").estimate
        ends = None if auc is None else {"value": auc.value, "low": auc.low, "high": auc.high}
        about["auc"] = None if ends is None else {name: significant(v, 4) for name, v in ends.items()}
        points = POINTS if len(groups) == len(carried.buckets) + 1 else POINTS_OF_GROUP
        about["calibration"] = calibration_of(sides, scored, carried.least, points)
    return about


def _optimism(
    carried: Carried, model: int, groups: Sequence[int], scored: ScoredCohort, pools: Pools
) -> dict[str, Any]:
    """The optimism of a recalibration; of the rest, where groups are many, as a multiple of everyone's.

    Optimism falls with the number of patients to the power of two thirds.
    """
    everyone = carried.ev.everyone.judged[carried.ev.models[model]]
    if not isinstance(scored, Judged) and len(groups) > _FEW_GROUPS:
        fewer = len(everyone.sample.label) / len(scored.sample.label)
        return {"like": 0, "times": significant(fewer ** (2.0 / 3.0), 4)}
    simulations = simulations_of(scored, REPLICATES, carried.ev.question.seed)
    return optimism_of(simulations, _share_left(scored, pools, simulations))


def _share_left(scored: ScoredCohort, pools: Pools, simulations: Simulations) -> float:
    """How much of the optimism of blocks fitted to patients those fitted to lines have, to two digits.

    Both are about the same truth: what the one wins more than the other, over prevalences on both sides of
    the observed one, is optimism.
    """
    middle = float(logit(scored.prevalence))
    ends = [float(expit(middle + side)) for side in (-2.0, 2.0)]
    deployment = Deployment.of((ends[0], ends[1]), f"1:{(1.0 - scored.prevalence) / scored.prevalence}")
    gains = gains_of(deployment, scored.prevalence)
    optimism = float(simulations.optimism(gains).mean())
    if optimism <= 0.0:
        return 1.0
    blocks = scored.blocks
    fitted = Pools(np.zeros(0), blocks.positive, blocks.negative, None, 0)
    lost = fitted.worth(gains) - pools.worth(gains)
    return round(float(np.clip(1.0 - lost / optimism, 0.0, 1.0)), 2)
