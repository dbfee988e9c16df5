"""What the page carries of the patients: sums that stay, cells that are never too small, errors as stated."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import baserate
from baserate.calibration.optimism import simulate
from baserate.calibration.recalibrators import Logistic
from baserate.calibration.split import split
from baserate.deployment.deployment import Deployment
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.cohort import Cohort
from baserate.odds import expit, logit
from baserate.page import precision as precisions
from baserate.page.clusters import clusters_of, largest_directions
from baserate.page.payload import Carried, payload
from baserate.page.recalibrated import Pools, SliceLines, optimism_of, pools_of, recalibration_of
from baserate.page.tables import buckets_of, table_of
from baserate.patients.binning import Binned as Bins
from baserate.patients.discreet_bins import CERTAIN, UNIT, Values, class_lines, model_lines, sides_of
from baserate.patients.joint_bins import pair_lines
from baserate.patients.patients import PatientRows
from baserate.scores.gains import Gains, StepGains, gains_of
from baserate.scores.sample import Sample, prevalence_of
from tests.page import oracle
from tests.page.oracle import Binned, optimism, unpacked

Numbers = NDArray[np.float64]
Line = Mapping[str, Sequence[float]]

SEEDS = st.integers(0, 2**32 - 1)
LEAST = st.integers(1, 12)
FAST = settings(max_examples=20)

DEPLOYMENTS = [
    Deployment.of(where, cost, units)
    for where, cost, units in (
        ((0.01, 0.10), "1:30", "net benefit"),
        ((0.05, 0.30), "1:5", "weighted accuracy"),
        (0.05, ("1:50", "1:5"), "net benefit"),
        ((0.02, 0.2), ("1:50", "1:5"), "net benefit"),
        ((0.10, 0.40), "1:1", "accuracy"),
    )
]


def in_bins(label: Any, x: Any, count: Any, weight: Any, squares: Any, weighted: bool) -> Bins:
    """One patient to a bin."""
    bins = np.repeat(np.arange(len(label))[:, None], x.shape[1], axis=1)
    return Bins(None, label, bins, x, count, weight, squares, 0.0, weighted=weighted)


def points_of(seed: int, size: int, *, weighted: bool, kind: str, models: int = 1) -> Bins:
    """Patients whose scores are spread out, few, or heaped; some of them weigh nothing much."""
    rng = np.random.default_rng(seed)
    label = (rng.random(size) < rng.uniform(0.05, 0.6)).astype(np.int8)
    x = rng.normal(-2.0, 1.5, (size, models)) + 1.5 * label[:, None]
    if kind == "few":
        x = x.round(1)
    elif kind == "heaped":
        heap = rng.random(size) < 0.4
        x[heap] = rng.choice([-3.123456789, 0.5], heap.sum())[:, None]
    weight = rng.exponential(size=size) + 0.01 if weighted else np.ones(size)
    return in_bins(label, x, np.ones(size, dtype=np.int64), weight, weight**2, weighted)


KINDS = st.sampled_from(["spread", "few", "heaped"])


# Lines of one model.


def _check_sums(points: Bins, sides: Sequence[Line], columns: str = "xs") -> None:
    """Number, weight, squares, mean and second moment of the log odds; these in ten-thousandths."""
    off = 0.5e-4 + 1e-12
    for side, label in zip(sides, (1, 0), strict=True):
        own = points.label == label
        weight, x = points.weight[own], points.log_odds[own, 0]
        assert sum(side["n"]) == own.sum()
        w = np.asarray(side.get("w", side["n"]), float)
        q = np.asarray(side.get("q", side["n"]), float)
        assert w.sum() == pytest.approx(weight.sum(), rel=1e-5)
        assert q.sum() == pytest.approx((weight**2).sum(), rel=1e-4)
        mean, spread = (np.asarray(side[name], float) / UNIT for name in columns)
        room = off * w.sum() + 1e-5 * (w @ np.abs(mean))
        assert abs(w @ mean - weight @ x) <= room + 1e-9
        room = w @ (4 * (np.abs(mean) + spread + off) * off) + 1e-5 * (w @ (mean**2 + spread**2))
        assert abs(w @ (mean**2 + spread**2) - weight @ x**2) <= room + 1e-9


@FAST
@given(seed=SEEDS, size=st.integers(30, 2_500), weighted=st.booleans(), kind=KINDS)
def test_lines_have_the_sums_of_their_patients(seed: int, size: int, weighted: bool, kind: str) -> None:
    points = points_of(seed, size, weighted=weighted, kind=kind)
    _check_sums(points, model_lines(points, 1, 64))


def _cells(points: Bins, least: int, cuts: Sequence[float] = ()) -> list[tuple[Numbers, NDArray[np.intp]]]:
    """Log odds and lines of the cases, and of the non-cases, each in ascending order."""
    found = []
    for side in sides_of(points):
        made = class_lines(Values.of(side, least), least, 64, cuts)
        found.append((made.values.x, made.of_patients))
    return found


@FAST
@given(seed=SEEDS, size=st.integers(60, 2_500), least=LEAST, kind=KINDS)
def test_no_line_has_fewer_patients_of_its_class_and_no_score_is_in_two(
    seed: int, size: int, least: int, kind: str
) -> None:
    points = points_of(seed, size, weighted=False, kind=kind)
    sides = model_lines(points, least, 64)
    for side, (x, line) in zip(sides, _cells(points, least), strict=True):
        assert min(side["n"]) >= min(least, len(x))
        assert len(set(zip(x.tolist(), line.tolist(), strict=True))) == len(np.unique(x))
        assert sorted(side["n"]) == sorted(np.bincount(line).tolist())
        assert side["x"] == sorted(side["x"])


@FAST
@given(seed=SEEDS, size=st.integers(60, 2_500), least=LEAST, kind=KINDS)
def test_lines_are_intervals_that_do_not_overlap_but_for_values_that_many_share(
    seed: int, size: int, least: int, kind: str
) -> None:
    points = points_of(seed, size, weighted=False, kind=kind)
    for x, line in _cells(points, least):
        wide = [number for number in np.unique(line) if np.ptp(x[line == number]) > 0.0]
        ends = sorted((x[line == number].min(), x[line == number].max()) for number in wide)
        assert all(before[1] < after[0] for before, after in pairwise(ends))


@FAST
@given(seed=SEEDS, size=st.integers(60, 2_500), least=LEAST, cut=st.floats(-4.0, 2.0))
def test_no_line_reaches_over_a_cut_off_that_leaves_enough_on_both_sides(
    seed: int, size: int, least: int, cut: float
) -> None:
    points = points_of(seed, size, weighted=False, kind="spread")
    for x, line in _cells(points, least, [cut]):
        both = set(line[x >= cut]) & set(line[x < cut])
        enough = min((x >= cut).sum(), (x < cut).sum()) >= least
        assert not (both and enough)


@FAST
@given(seed=SEEDS, size=st.integers(60, 2_500), least=LEAST, kind=KINDS)
def test_a_line_is_about_its_patients(seed: int, size: int, least: int, kind: str) -> None:
    points = points_of(seed, size, weighted=False, kind=kind)
    for side, (x, line) in zip(model_lines(points, least, 64), _cells(points, least), strict=True):
        cells = [x[line == number] for number in np.unique(line)]
        means = sorted((round(float(one.mean()), 9), float(one.std())) for one in cells)
        for at, (mean, spread) in enumerate(means):
            assert side["x"][at] / UNIT == pytest.approx(mean, abs=0.5e-4 + 1e-9)
            assert side["s"][at] / UNIT == pytest.approx(spread, abs=1e-4 + 1e-9)
            assert (side["s"][at] > 0) == (spread > 1e-9)


def test_a_value_that_many_share_keeps_its_digits_and_has_no_spread() -> None:
    points = points_of(1, 6_000, weighted=False, kind="heaped")
    for side in model_lines(points, 5, 16):
        for heap in (-3.123456789, 0.5):
            at = int(np.argmin(np.abs(np.asarray(side["x"]) / UNIT - heap)))
            assert side["x"][at] / UNIT == pytest.approx(heap, abs=1e-12)
            assert side["s"][at] == 0


@pytest.mark.parametrize(("heap", "kept"), [(5, True), (4, False)])
def test_scores_of_exactly_0_and_1_are_kept_where_enough_patients_have_them(heap: int, kept: bool) -> None:
    plain = points_of(3, 300, weighted=False, kind="spread")
    x = plain.log_odds.copy()
    for label in (0, 1):
        own = np.flatnonzero(plain.label == label)
        x[own[:heap], 0], x[own[heap : 2 * heap], 0] = CERTAIN, -CERTAIN
    points = in_bins(plain.label, x, plain.count, plain.weight, plain.squares, weighted=False)
    sides = model_lines(points, 5, 64)
    ends = [value / UNIT for side in sides for value in side["x"] if abs(value) >= CERTAIN * UNIT]
    assert bool(ends) == kept
    assert set(np.abs(ends)) <= {CERTAIN}
    assert sum(sum(side["n"]) for side in sides) == 300
    rest = np.abs([value / UNIT for side in sides for value in side["x"]])
    assert rest[rest < CERTAIN].max() < 10.0


# Joint lines of two models.


@FAST
@given(seed=SEEDS, size=st.integers(30, 1_500), weighted=st.booleans(), kind=KINDS)
def test_joint_lines_have_the_sums_of_their_patients(seed: int, size: int, weighted: bool, kind: str) -> None:
    points = points_of(seed, size, weighted=weighted, kind=kind, models=2)
    sides = pair_lines(points, 1, 100)
    _check_sums(points, sides)
    turned = points.log_odds[:, ::-1]
    other = in_bins(points.label, turned, points.count, points.weight, points.squares, weighted)
    _check_sums(other, sides, "yt")
    for side, label in zip(sides, (1, 0), strict=True):
        own = points.label == label
        w = np.asarray(side.get("w", side["n"]), float)
        x, y, s, t = (np.asarray(side[name], float) / UNIT for name in "xyst")
        r = np.asarray(side["r"], float) / 100
        assert np.abs(r).max(initial=0.0) <= 1.0
        room = w @ (1e-4 * (np.abs(x) + np.abs(y) + s + t + 1e-4) + 0.006 * s * t + 1e-5 * np.abs(x * y))
        exact = points.weight[own] @ (points.log_odds[own, 0] * points.log_odds[own, 1])
        assert abs(w @ (x * y + r * s * t) - exact) <= room + 1e-9


@FAST
@given(seed=SEEDS, size=st.integers(60, 1_500), least=LEAST, kind=KINDS)
def test_no_joint_cell_has_fewer_patients_than_asked(seed: int, size: int, least: int, kind: str) -> None:
    points = points_of(seed, size, weighted=False, kind=kind, models=2)
    sides = pair_lines(points, least, 50)
    for side, label in zip(sides, (1, 0), strict=True):
        own = int((points.label == label).sum())
        assert sum(side["n"]) == own
        assert min(side["n"]) >= min(least, own)
        # All but one are multiples, whatever the number of patients in them.
        assert np.count_nonzero(np.asarray(side["n"]) % least) <= 1


# The model recalibrated.


def rows_of(seed: int, size: int = 1_500, weighted: bool = False) -> Sample:
    points = points_of(seed, size, weighted=weighted, kind="spread")
    score = np.asarray(expit(points.log_odds[:, 0]))
    return Sample.of(points.label, score, points.weight if weighted else None)


def _lines_of(rows: Sample, least: int) -> list[SliceLines]:
    """The rows as the lines of a page."""
    x = np.asarray(logit(rows.score))[:, None]
    weight = np.ones(len(x)) if rows.weight is None else rows.weight.astype(np.float64)
    ones = np.ones(len(x), dtype=np.int64)
    points = in_bins(np.asarray(rows.label, np.int8), x, ones, weight, weight**2, rows.weight is not None)
    return [SliceLines([side]) for side in model_lines(points, least, 64)]


@settings(max_examples=10)
@given(seed=SEEDS, least=LEAST, weighted=st.booleans())
def test_pools_have_all_patients_and_rising_risks(seed: int, least: int, weighted: bool) -> None:
    rows = rows_of(seed, weighted=weighted)
    pools = pools_of(_lines_of(rows, least))
    assert pools.cases.sum() == pytest.approx(rows.positive_weight, rel=1e-4)
    assert pools.others.sum() == pytest.approx(rows.negative_weight, rel=1e-4)
    assert (np.diff(pools.cases / (pools.cases + pools.others)) > 0.0).all()
    assert (np.diff(pools.begin) > 0.0).all()
    written = oracle.pools(pools.written())
    for name, exact in (("from", pools.begin), ("cases", pools.cases), ("others", pools.others)):
        assert written[name] == pytest.approx(exact, abs=1e-3)
    if weighted:
        assert rows.weight is not None
        exact = (rows.weight[rows.label == 1] ** 2).sum()
        assert sum(written["case_squares"]) == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize("where", DEPLOYMENTS, ids=str)
@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
def test_the_pools_are_worth_the_library_s_sharpness(where: Deployment, weighted: bool) -> None:
    rows = rows_of(4, weighted=weighted)
    gains = gains_of(where, prevalence_of(rows))
    cohort = Cohort.of(rows.label, sample_weight=rows.weight)
    exact = split(cohort, rows.score, where).sharpness.value
    # One patient a line: the same blocks but for risks that are nearly equal.
    single = [
        SliceLines([class_lines(Values.of(side, 1), 1, 64, exact=True).written()]) for side in _sides(rows)
    ]
    assert pools_of(single).worth(gains) == pytest.approx(exact, abs=2e-5)
    # Within a line nobody is ranked, so that less is won by chance.
    merged = pools_of(_lines_of(rows, 5)).worth(gains)
    assert exact - 0.003 < merged <= exact + 1e-4


def _sides(rows: Sample) -> Any:
    weight = np.ones(len(rows.label)) if rows.weight is None else rows.weight.astype(np.float64)
    x = np.asarray(logit(rows.score))[:, None]
    ones = np.ones(len(x), dtype=np.int64)
    label = np.asarray(rows.label, np.int8)
    return sides_of(in_bins(label, x, ones, weight, weight**2, rows.weight is not None))


def _carried_optimism(carried: Mapping[str, Any], gains: Gains, prevalence: float) -> float:
    """The mean optimism at a deployment, from the grid of thresholds: sum of weight times what is won."""
    start, step, mean = carried["start"], carried["step"], np.asarray(carried["mean"])
    edges = start + step * np.arange(len(mean) + 1)
    below = gains.positive(np.asarray(expit(edges + float(logit(prevalence)))))
    return float((np.diff(below) * (1.0 + np.exp(edges[:-1] + step / 2.0))) @ mean)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
def test_the_carried_optimism_is_the_simulated_one(weighted: bool) -> None:
    rows = rows_of(5, 3_000, weighted=weighted)
    carried = optimism(optimism_of(simulate(rows, 40, np.random.default_rng(0))))
    for where in DEPLOYMENTS:
        gains = gains_of(where, prevalence_of(rows))
        exact = simulate(rows, 40, np.random.default_rng(0)).optimism(gains).mean()
        assert exact > 0.0
        assert _carried_optimism(carried, gains, prevalence_of(rows)) == pytest.approx(exact, rel=0.03), where


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
def test_the_recalibration_is_that_of_a_logistic_regression(weighted: bool) -> None:
    rows = rows_of(9, 3_000, weighted=weighted)
    fitted = Logistic.fit(rows.label, rows.score, sample_weight=rows.weight)
    found = recalibration_of(_lines_of(rows, 5))
    assert found is not None
    # Lines of five patients lie evenly about their mean, the patients do not quite.
    assert found["slope"] == pytest.approx(fitted.slope, rel=2e-3)
    assert found["intercept"] == pytest.approx(fitted.intercept, abs=4e-3)


def test_scores_that_separate_the_classes_or_rank_them_the_wrong_way_have_no_recalibration() -> None:
    label = np.repeat([0, 1], 100)
    apart = Sample.of(label, np.concatenate((np.linspace(0.1, 0.3, 100), np.linspace(0.6, 0.9, 100))))
    assert recalibration_of(_lines_of(apart, 5)) is None
    turned = Sample.of(1 - label, np.linspace(0.1, 0.9, 200) ** 2)
    assert recalibration_of(_lines_of(turned, 5)) is None


# A whole evaluation.


def cohort(seed: int, size: int, wards: int = 30) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    ward = rng.integers(0, wards, size)
    died = rng.random(size) < 0.15
    shared = 0.5 * rng.standard_normal(wards)[ward]
    evidence = 1.5 * (died + rng.standard_normal(size)) - 2.0 + shared
    second = evidence + 0.7 * rng.standard_normal(size)
    return {
        "died": died.astype(int),
        "old": np.asarray(expit(evidence)),
        "new": np.asarray(expit(second)),
        "unit": np.where(rng.random(size) < 0.4, "north", "south"),
        "ward": ward,
        "weight": rng.exponential(size=size) + 0.1,
    }


def evaluated(data: Any, **asked: Any) -> Evaluation:
    given = {"prevalence": (0.01, 0.10), "cost": "1:30", "source_prevalence": {"new": 0.1}, **asked}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(data, "died", ["old", "new"], **given)


def carried_by(ev: Evaluation, least: int = 5) -> dict[str, Any]:
    return unpacked(payload(ev, ev.result, least, "", {})["page"])


def test_groups_with_too_few_patients_of_a_class_share_a_bucket() -> None:
    data = cohort(8, 900)
    data["unit"] = np.array(data["unit"], dtype=object)
    data["unit"][:40] = "small"
    few = int(data["died"][:40].sum())
    assert 2 <= few < 20
    ev = evaluated(data, by="unit")
    assert buckets_of(ev, few) == ("north", "small", "south")
    # Alone, the small group could be told from everyone less the others: the next smallest goes with it.
    assert buckets_of(ev, few + 1) == ("south",)
    table = table_of(ev, ["old"], ("north", "south"))
    assert (as_given(ev, table.bucket)[:40] == 2).all()
    assert [sum(map(len, table.sides[bucket])) for bucket in (2,)] == [40]
    assert sum(len(side) for sides in table.sides for side in sides) == 900


def as_given(ev: Evaluation, per_patient: NDArray[Any]) -> NDArray[Any]:
    """A number of each patient in the order in which they were given, not that which they have by now."""
    assert isinstance(ev.patients, PatientRows)
    assert ev.patients.given is not None
    return per_patient[np.argsort(ev.patients.given)]


@pytest.mark.parametrize("wards", [30, 400], ids=["with own", "between members"])
def test_cluster_directions_give_the_exact_sum_over_pairs_of_members(wards: int) -> None:
    data = cohort(9, 1_200, wards)
    ev = evaluated(data, by="unit", cluster="ward")
    buckets = buckets_of(ev, 5)
    made = Carried(ev, 5)
    carried = clusters_of(ev, made.tables, made.mean_log_odds, buckets)
    data["old line"], data["new line"] = (as_given(ev, made.mean_log_odds(model)) for model in (0, 1))
    assert carried is not None
    assert carried["with_own"] == (wards == 30)
    totals = [data["died"].sum(), (1 - data["died"]).sum()]
    rng = np.random.default_rng(0)
    for _ in range(5):
        cell_gain = {tuple(cell): rng.uniform(-1.0, 1.0) / totals[cell[2]] for cell in carried["cells"]}
        each = np.zeros(len(data["died"]))
        for number, model in enumerate(("old", "new")):
            each += _gains_by_cell(carried, data, buckets, number, model, cell_gain)
        # Each cluster as heavy as it is where the mean without it counts.
        held = [np.bincount(data["ward"], data["died"] == label) / totals[1 - label] for label in (0, 1)]
        summed = np.bincount(data["ward"], each / (1.0 - np.array(held)[data["died"], data["ward"]]))
        exact = float((summed**2).sum() - (0.0 if carried["with_own"] else (each**2).sum()))
        along = np.asarray(carried["directions"]) @ np.array(
            [cell_gain[tuple(cell)] for cell in carried["cells"]]
        )
        found = float(np.asarray(carried["values"]) @ along**2)
        size = float((each**2).sum())
        assert found == pytest.approx(exact, rel=0.02, abs=0.05 * size)


def _gains_by_cell(
    carried: Mapping[str, Any],
    data: Mapping[str, Any],
    buckets: Sequence[str],
    number: int,
    model: str,
    gain: Mapping[tuple[int, ...], float],
) -> Numbers:
    x = data[f"{model} line"]
    which = 1 - data["died"]
    edges = [np.asarray(one) for one in carried["edges"][number]]
    cells = [int((edges[w] <= value).sum()) for w, value in zip(which, x, strict=True)]
    groups = [buckets.index(name) for name in data["unit"]]
    keys = zip(groups, which, cells, strict=True)
    return np.array([gain[(group, number, int(w), cell)] for group, w, cell in keys])


def test_the_sign_of_a_cluster_direction_is_the_same_whichever_lapack_returns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(4)
    held = np.vstack((rng.normal(size=(12, 5)), [[3.0, -3.0, 0.0, 0.0, 0.0]]))
    values, directions = largest_directions(held.T @ held)
    eigh = np.linalg.eigh

    def flipped(matrix: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        values, vectors = eigh(matrix)
        return values, -vectors

    monkeypatch.setattr(np.linalg, "eigh", flipped)
    again, mirrored = largest_directions(held.T @ held)
    np.testing.assert_array_equal(mirrored, directions)
    np.testing.assert_array_equal(again, values)
    np.testing.assert_allclose(directions.T * values @ directions, held.T @ held, atol=1e-12)


def test_the_stated_error_is_the_largest_over_those_settings() -> None:
    data = cohort(10, 2_000)
    ev = evaluated(data)
    page = carried_by(ev)
    stated = page["error"]
    worst = {True: 0.0, False: 0.0}
    asked = [
        (where, cost) for where in (*precisions._RANGES, *precisions._POINTS) for cost in precisions._COSTS
    ]
    for where, cost in [((0.01, 0.10), "1:30"), *asked]:
        deployment = Deployment.of(where, cost)
        for number, name in enumerate(("old", "new")):
            own = Binned(page, number, page["slices"][0])
            source = {"source_prevalence": 0.1} if name == "new" else {}
            asked_of = {"prevalence": where, "cost": cost, "baseline": "none-correct", **source}
            exact = baserate.net_benefit(data["died"], data[name], **asked_of)
            one = isinstance(gains_of(deployment, 0.1), StepGains)
            worst[one] = max(worst[one], abs(own.score(deployment) - exact))
    assert stated["settings"] == 1 + len(asked)
    # To two digits, upwards.
    assert worst[False] * (1 - 1e-6) <= stated["score"] <= worst[False] * 1.1
    assert worst[True] * (1 - 1e-6) <= stated["score_at_one_prevalence"] <= worst[True] * 1.1
    assert 0.0 < stated["score"] < 1e-3


@pytest.mark.parametrize("weight", [None, "weight"], ids=["plain", "weighted"])
def test_a_lazy_frame_s_page_is_close_to_that_of_patients_in_memory(weight: str | None) -> None:
    data = cohort(11, 4_000)
    frame = pl.DataFrame(data)
    asked = {"by": "unit", "weight": weight}
    memory, lazy = (carried_by(evaluated(one, **asked), 1) for one in (frame, frame.lazy()))
    assert (memory["reduced"], lazy["reduced"]) == (False, True)
    assert [(s["kind"], s["name"]) for s in memory["slices"]] == [
        (s["kind"], s["name"]) for s in lazy["slices"]
    ]
    for one, other in zip(memory["slices"], lazy["slices"], strict=True):
        assert one["prevalence"] == pytest.approx(other["prevalence"], rel=1e-9)
        for number in range(2):
            pools = [page["models"][number]["pools"] for page in (one, other)]
            assert sum(pools[0]["cases"]) == pytest.approx(sum(pools[1]["cases"]), rel=1e-5)
            assert sum(pools[0]["others"]) == pytest.approx(sum(pools[1]["others"]), rel=1e-5)
            both = [Binned(page, number, part) for page, part in ((memory, one), (lazy, other))]
            for where in DEPLOYMENTS:
                scores = [own.score(where) for own in both]
                assert scores[0] == pytest.approx(scores[1], abs=2e-4), where
    patients = [_patients(page["models"][0]["lines"]) for page in (memory, lazy)]
    assert patients == [4_000, 4_000]
    assert [_patients(page["pairs"][0]["lines"]) for page in (memory, lazy)] == [4_000, 4_000]


def _patients(lines: Sequence[Sequence[Line]]) -> float:
    return sum(sum(side["n"]) for bucket in lines for side in bucket)


def test_a_weight_of_two_is_a_patient_twice() -> None:
    data = {name: column[:700] for name, column in cohort(12, 1_000).items()}
    data["weight"] = np.ones(700)
    data["weight"][:100] = 2.0
    twice = {name: np.concatenate([column, column[:100]]) for name, column in data.items()}
    weighted, doubled = carried_by(evaluated(data, weight="weight"), 1), carried_by(evaluated(twice), 1)
    for number in range(2):
        both = [Binned(page, number, page["slices"][0]) for page in (weighted, doubled)]
        for where in DEPLOYMENTS:
            assert both[0].score(where) == pytest.approx(both[1].score(where), abs=2e-4), where
        gains = gains_of(DEPLOYMENTS[0], 0.15)
        risks = []
        for page in (weighted, doubled):
            pools = page["slices"][0]["models"][number]["pools"]
            risks.append(Pools(pools["from"], pools["cases"], pools["others"], None, 4).worth(gains))
        assert risks[0] == pytest.approx(risks[1], abs=1e-3)


def test_a_larger_smallest_cell_makes_fewer_lines_and_keeps_the_score() -> None:
    ev = evaluated(cohort(13, 2_000), by="unit")
    few, many = carried_by(ev, 12), carried_by(ev, 2)

    def count(page: Mapping[str, Any]) -> int:
        return sum(len(side["n"]) for model in page["models"] for bucket in model["lines"] for side in bucket)

    assert count(few) < count(many) / 4
    scores = [Binned(page, 0, page["slices"][0]).score(DEPLOYMENTS[0]) for page in (few, many)]
    assert scores[0] == pytest.approx(scores[1], abs=1e-4)
