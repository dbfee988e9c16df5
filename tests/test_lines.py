"""Bins that stand for many patients: the same numbers as the patients, from a lazy frame and from files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import validate

import baserate
from baserate import Cohort, Deployment, calibration
from baserate.calibration.split import split
from baserate.cli import main
from baserate.data.patients import PatientBins
from baserate.data.reading import read_bins
from baserate.data.roles import Roles
from baserate.data.summaries import is_summary, read_summaries, write_summary
from baserate.errors import FileError, SettingError
from baserate.evaluation.as_json import schema
from baserate.evaluation.evaluate import Evaluation, evaluate_summaries
from baserate.inference.sampling import Sampling
from baserate.scores.gains import gains_of
from baserate.scores.metrics import mean_gain
from baserate.scores.sample import prevalence_of
from tests.support.cohorts import score_patients

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")

RNG = np.random.default_rng(4)
N = 3000
Y = (RNG.random(N) < 0.2).astype(np.int8)
# A few scores many times over, so that lines with counts lose nothing.
S = np.clip(np.round(score_patients(RNG, Y, 1.3, intercept=-1.5), 2), 0.01, 0.99)
W = RNG.random(N) + 0.2
HOSPITAL = RNG.integers(0, 30, N)
WHERE = Deployment.of((0.05, 0.3), "1:5")


@dataclass(frozen=True, eq=False)
class Members:
    """Who is where, known in full."""

    cluster: Any
    bins: Any
    weight: Any
    total: Any

    @property
    def shared(self) -> object:
        return self

    @property
    def present(self) -> Any:
        return np.bincount(self.cluster) > 0

    def class_totals(self, contribution: Any) -> Any:
        own = (contribution / self.total)[self.bins] * self.weight
        return tuple(np.bincount(self.cluster, own * (label == Y)) for label in (1, 0))

    def class_shares(self) -> Any:
        return tuple(totals / totals.sum() for totals in self.class_totals(self.total))

    def part(self, chosen: Any) -> Any:
        raise NotImplementedError


def lines_of(weight: Any, cluster: Any) -> tuple[Cohort, Cohort, Any, Any]:
    """The patients, and one line for all who share an outcome and a score."""
    w = np.ones(N) if weight is None else weight
    found, place = np.unique(np.column_stack((Y, S)), axis=0, return_inverse=True)
    place = place.reshape(-1)
    total, squares = np.bincount(place, w), np.bincount(place, w**2)
    label = found[:, 0].astype(np.int8)
    members = None if cluster is None else Members(cluster, place, w, total)
    sampling = Sampling(label == 1, total, None, None, total**2 / squares, members)
    return Cohort.of(Y, sample_weight=weight, cluster=cluster), Cohort(label, sampling), S, found[:, 1]


@pytest.mark.parametrize("cluster", [None, HOSPITAL], ids=["patients", "clusters"])
@pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
def test_lines_with_counts_are_the_patients(weight: Any, cluster: Any) -> None:
    patients, lines, s, at = lines_of(weight, cluster)
    pairs = [
        (patients.score(s, WHERE), lines.score(at, WHERE)),
        (
            patients.score(s, WHERE) - patients.score(s**2, WHERE),
            lines.score(at, WHERE) - lines.score(at**2, WHERE),
        ),
        (patients.auc(s), lines.auc(at)),
        (patients.brier(s), lines.brier(at)),
        (calibration.slope(patients, s), calibration.slope(lines, at)),
        (calibration.intercept(patients, s), calibration.intercept(lines, at)),
    ]
    if cluster is None:  # where lines do not say whose patients they hold, outcomes are drawn as independent
        halves = [split(patients, s, WHERE), split(lines, at, WHERE)]
        pairs += [
            (halves[0].calibration, halves[1].calibration),
            (halves[0].calibration_corrected, halves[1].calibration_corrected),
        ]
    for one, other in pairs:
        assert other.value == pytest.approx(one.value, abs=1e-12)
        assert other.standard_error == pytest.approx(one.standard_error, rel=1e-9)
        assert other.interval(method="t").low == pytest.approx(one.interval(method="t").low, abs=1e-9)


@cache
def stays() -> pl.DataFrame:
    return baserate.datasets.icu_cohort(stays=40_000)


ASKED: Any = {"prevalence": (0.01, 0.10), "cost": "1:30", "by": "unit"}
MODELS = ("severity", "network")


@cache
def evaluated(lazy: bool, cluster: str | None) -> Evaluation:
    data = stays().lazy() if lazy else stays()
    return baserate.evaluate(data, "died", MODELS, cluster=cluster, **ASKED)


@pytest.mark.parametrize("cluster", [None, "patient", "hospital"])
@pytest.mark.parametrize("group", [None, "cardiac"])
def test_a_lazy_frame_gives_the_numbers_of_the_patients(cluster: str | None, group: str | None) -> None:
    exact, binned = evaluated(False, cluster), evaluated(True, cluster)
    assert isinstance(binned.patients, PatientBins)
    for model in MODELS:
        one, other = exact.score(model, group), binned.score(model, group)
        assert other.value == pytest.approx(one.value, abs=1e-6)
        assert other.standard_error == pytest.approx(one.standard_error, rel=1e-3)
        assert binned.judged(model, group).measure("auc").get().value == pytest.approx(
            exact.judged(model, group).measure("auc").get().value, abs=1e-5
        )
    one, other = exact.compare(*MODELS, group), binned.compare(*MODELS, group)
    assert other.value == pytest.approx(one.value, abs=1e-6)
    assert other.standard_error == pytest.approx(one.standard_error, rel=0.03)


def test_the_bound_holds_and_is_in_the_result() -> None:
    found = evaluated(True, None).to_dict()
    validate(found, schema())
    bounds = found["data"]["binning"]["net_benefit_error_at_most"]
    for model in MODELS:
        apart = abs(evaluated(True, None).score(model).value - evaluated(False, None).score(model).value)
        assert apart <= bounds[model] < 1e-6
    assert evaluated(False, None).to_dict()["data"]["binning"] is None


def test_counts_are_those_of_the_patients() -> None:
    exact, binned = evaluated(False, None), evaluated(True, None)
    assert binned.everyone.patients == exact.everyone.patients
    for name, group in exact.groups.items():
        assert (binned.groups[name].patients, binned.groups[name].positives) == (
            group.patients,
            group.positives,
        )
    assert "binned into narrow steps of log odds" in " ".join(binned.summary().split())


ROLES = Roles.of("died", list(MODELS), "unit")


def part(tmp_path: Path, number: int, **options: Any) -> Path:
    rows = stays()[number * 10_000 : (number + 1) * 10_000]
    path = tmp_path / f"part{number}.parquet"
    write_summary(path, read_bins(rows.lazy(), ROLES), **options)
    return path


def test_parts_pool_to_the_whole(tmp_path: Path) -> None:
    paths = [part(tmp_path, number) for number in range(4)]
    pooled = evaluate_summaries([str(path) for path in paths], prevalence=(0.01, 0.10), cost="1:30")
    whole = evaluated(True, None)
    assert pooled.everyone.patients == 40_000
    for model in MODELS:
        assert pooled.score(model).value == pytest.approx(whole.score(model).value, abs=1e-12)
        assert pooled.score(model).low == pytest.approx(whole.score(model).low, abs=1e-12)
    one, other = pooled.compare(*MODELS, "cardiac"), whole.compare(*MODELS, "cardiac")
    assert (one.value, one.standard_error) == pytest.approx((other.value, other.standard_error), rel=1e-9)
    validate(pooled.to_dict(), schema())


def test_small_cells_are_merged_on_request_and_the_result_says_so(tmp_path: Path) -> None:
    path = part(tmp_path, 0, merge_below=10)
    assert int(pl.read_parquet(path)["count"].to_numpy().min()) >= 10
    merged = evaluate_summaries([str(path)], prevalence=(0.01, 0.10), cost="1:30")
    exact = baserate.evaluate(stays()[:10_000], "died", MODELS, **ASKED)
    for model in MODELS:
        # Wider cells cost precision, but less than the patients leave open anyway.
        apart = abs(merged.score(model).value - exact.score(model).value)
        assert apart < exact.score(model).standard_error
    assert merged.patients.notes == ("bins of fewer than 10 patients were merged",)
    told = merged.to_dict()
    validate(told, schema())
    for model, bound in told["data"]["binning"]["net_benefit_error_at_most"].items():
        assert abs(merged.score(model).value - exact.score(model).value) <= bound < 0.02


def test_no_patient_can_be_found_in_a_part(tmp_path: Path) -> None:
    found = pl.read_parquet(part(tmp_path, 0))
    assert set(found.columns) == {
        *("table", "group", "label", "bin_0", "bin_1"),
        *("count", "weight", "squares", "sum_0", "sum_1", "low", "high"),
    }


@pytest.mark.parametrize("least", [2, 10, 300])
def test_a_merged_line_does_not_tell_where_its_outermost_patients_are(tmp_path: Path, least: int) -> None:
    """Ends of cells are those of the grid's wide cells, whoever is in them."""
    found = pl.read_parquet(part(tmp_path, 0, merge_below=least))
    span = found["high"] - found["low"] + 1
    merged = found.filter(span > 1)
    assert len(merged) > 0
    for line in merged.rows(named=True):
        assert line["low"] <= line["bin_0"] <= line["high"]
        wide = [2**power for power in range(1, 15)]
        most = 40 * (256 if line["table"].startswith("model:") else 10)
        assert any(line["low"] % one == 0 or line["low"] == -most for one in wide)
        assert any((line["high"] + 1) % one == 0 or line["high"] == most for one in wide)


DEPLOYMENTS = {
    "range": Deployment.of((0.02, 0.3), "1:9"),
    "one prevalence": Deployment.of(0.1, "1:9"),
    "another, another cost": Deployment.of(0.37, "1:2"),
    "own prevalence": Deployment.of(None, "1:4"),
    "beta": Deployment.of(baserate.Beta(2, 18), "1:10"),
    "both ranges": Deployment.of((0.02, 0.20), ("1:30", "1:5")),
    "nearly everything": Deployment.of((1e-9, 1 - 1e-9), 0.5),
    "sites": Deployment.of(baserate.Sites({0.02: 1, 0.3: 2}), "1:9"),
}


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32 - 1),
    patients=st.integers(30, 2000),
    spread=st.sampled_from([0.01, 0.5, 2.0, 12.0]),
    certain=st.sampled_from([0.0, 0.1, 0.8]),
    least=st.sampled_from([0, 2, 5, 40, 1000]),
    weighted=st.booleans(),
)
def test_no_score_from_lines_is_farther_off_than_its_bound(
    seed: int, patients: int, spread: float, certain: float, least: int, weighted: bool
) -> None:
    """Beside every patient's own score, merged or not, at ranges and at points."""
    rng = np.random.default_rng(seed)
    y = (np.arange(patients) % 3 == 0).astype(np.int8)
    s = np.asarray(baserate.odds.expit(spread * (rng.normal(size=patients) + y) - 2.0))
    s = np.where(rng.random(patients) < certain, rng.choice([0.0, 1.0, 1e-25, 0.2], patients), s)
    weight = rng.gamma(0.5, size=patients) + 1e-3 if weighted else np.ones(patients)
    frame = pl.DataFrame({"died": y, "new": s, "w": weight})
    with TemporaryDirectory() as folder:
        path = Path(folder) / "part.parquet"
        reduced = read_bins(frame.lazy(), Roles.of("died", ["new"], weight="w"))
        write_summary(path, reduced, merge_below=least)
        found = read_summaries([path])
    rows = found.single["new"].sample()
    own = prevalence_of(rows)
    case = y == 1
    for name, where in DEPLOYMENTS.items():
        gains = gains_of(where, own)
        exact = np.average(gains.positive(s[case]), weights=weight[case])
        exact += np.average(gains.negative(s[~case]), weights=weight[~case])
        off = abs(mean_gain(rows, gains) - exact)
        assert off <= found.error_bound("new", where, own) + 1e-10, name


def test_parts_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    first = part(tmp_path, 0)
    other = tmp_path / "other.parquet"
    roles = Roles.of("died", ["severity"], "unit")
    write_summary(other, read_bins(stays().lazy(), roles))
    with pytest.raises(SettingError, match="other models"):
        read_summaries([first, other])
    stays().write_parquet(tmp_path / "rows.parquet")
    assert not is_summary(tmp_path / "rows.parquet")
    with pytest.raises(FileError, match="'baserate reduce' makes one"):
        read_summaries([tmp_path / "rows.parquet"])


def test_the_command_line_reduces_and_pools(tmp_path: Path) -> None:
    csv, parquet = tmp_path / "a.csv", tmp_path / "b.parquet"
    stays()[:10_000].write_csv(csv)
    stays()[10_000:20_000].write_parquet(parquet)
    made = []
    for number, source in enumerate((csv, parquet)):
        made.append(str(tmp_path / f"part{number}.parquet"))
        options = ["--outcome", "died", "--score", "severity", "--score", "network", "--by", "unit"]
        done = CliRunner().invoke(main, ["reduce", str(source), *options, "--out", made[-1]])
        assert done.exit_code == 0, done.output
        assert "10,000 patients" in done.output
    done = CliRunner().invoke(
        main, ["evaluate", *made, "--prevalence", "1%..10%", "--cost", "1:30", "--json"]
    )
    assert done.exit_code == 0, done.output
    assert '"used": 20000' in done.output
    done = CliRunner().invoke(main, ["evaluate", made[0], str(csv), "--cost", "1:30"])
    assert done.exit_code == 2
    assert "is not a site summary" in done.output


def test_a_folder_of_parquet_is_one_population(tmp_path: Path) -> None:
    for number in range(2):
        stays()[number * 20_000 : (number + 1) * 20_000].write_parquet(tmp_path / f"{number}.parquet")
    found = baserate.evaluate(tmp_path, "died", MODELS, **ASKED)
    assert found.everyone.patients == 40_000
    assert found.score("network").value == pytest.approx(
        evaluated(True, None).score("network").value, abs=1e-12
    )
