"""Figures draw what the data say, and the pictures that are kept are the ones that are drawn."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Iterator
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from docs.group_pictures import HERE, draw
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.figure import Figure

import baserate
from baserate import Cohort, Deployment, curves
from baserate.calibration.gap import Gap, ScoredCohort, between
from baserate.datasets import icu_cohort
from baserate.errors import CostError, SettingError
from baserate.figures import Band, gap_parts, interval_band, roc, value_against_prevalence
from baserate.figures.style import COLOURS, look, percent_ticks, short
from baserate.scores.isotonic import IsotonicBlocks
from tests.support.data import real_data

RANGE = (0.01, 0.15)
PARTS = ("total", "mechanism", "label_shift", "sharpness", "calibration")
CORRECTED = ("sharpness_corrected", "calibration_corrected")
HOSTILE = ["$x$", "$\\frac{1}$ & <script>alert(1)</script>", "_hidden", "100 % \\alpha", "a " * 200]


@pytest.fixture(autouse=True)
def _headless() -> Iterator[None]:
    with mpl.rc_context({"backend": "Agg"}):
        mpl.use("Agg")
        yield
        plt.close("all")


@pytest.fixture(scope="module")
def sides() -> list[ScoredCohort]:
    stays = icu_cohort(stays=3000)
    cohort = Cohort.of(stays["died"])
    return [
        ScoredCohort(
            unit, cohort.part((stays["unit"] == unit).to_numpy()), stays.filter(unit=unit)["severity"]
        )
        for unit in ("mixed", "cardiac")
    ]


@pytest.fixture(scope="module")
def gaps(sides: list[ScoredCohort]) -> dict[str, Gap]:
    asked = {
        "accuracy": Deployment.of(None, "1:1", "accuracy"),
        "net benefit": Deployment.of(None, "1:30"),
        "weighted accuracy": Deployment.of(None, "1:30", "weighted accuracy"),
    }
    return {units: between(sides[1], sides[0], deployment) for units, deployment in asked.items()}


@pytest.fixture
def ax() -> Axes:
    return plt.subplots()[1]


def worth(side: ScoredCohort, prevalence: float | None, cost: str, units: str = "net benefit") -> float:
    """What a model scores at one prevalence; zero of net benefit is treating none."""
    sample = side.sample
    metric = getattr(baserate, units.replace(" ", "_"))
    asked = {} if units == "accuracy" else {"cost": cost}
    return float(metric(sample.label, sample.score, prevalence=prevalence, **asked))


def drawn(ax: Axes) -> str:
    """The text of the picture."""
    file = io.StringIO()
    assert isinstance(ax.figure, Figure)
    with mpl.rc_context({"svg.fonttype": "none"}):
        ax.figure.savefig(file, format="svg")
    return " ".join(ElementTree.fromstring(file.getvalue()).itertext())


@pytest.mark.parametrize(
    ("cost", "units", "factor"),
    [
        ("1:1", "accuracy", 100.0),
        ("1:30", "net benefit", 1000.0),
        ("1:30", "weighted accuracy", 100.0),
    ],
)
def test_curves_are_the_scores_at_each_prevalence(
    sides: list[ScoredCohort], ax: Axes, cost: str, units: str, factor: float
) -> None:
    assert value_against_prevalence(sides, Deployment.of(RANGE, cost, units), ax) is ax
    for side, line in zip(sides, [line for line in ax.lines if len(line.get_xdata()) > 1], strict=True):
        x, y = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
        assert (x[0], x[-1]) == RANGE
        middles = [i for i in range(0, len(x) - 1, 97) if x[i + 1] > x[i]]
        for i in middles:  # between two points of one piece, so that no jump is near
            pi = (x[i] + x[i + 1]) / 2
            expected = factor * worth(side, float(pi), cost, units)
            assert np.interp(pi, x, y) == pytest.approx(expected, rel=1e-4)
    assert ax.get_ylabel().startswith(units)


def test_lines_are_those_of_the_curves_module(sides: list[ScoredCohort], ax: Axes) -> None:
    value_against_prevalence(sides[0], Deployment.of(RANGE, "1:30"), ax, recalibrated=True, own=False)
    plain, best = ax.lines[:2]
    rows = sides[0].sample
    asked = {"cost": "1:30", "prevalence": RANGE}
    for line, curve in (
        (plain, curves.value_by_prevalence(rows.label, rows.score, **asked)),
        (best, curves.value_by_prevalence(IsotonicBlocks.of(rows).table, **asked)),
    ):
        x, y = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
        assert set(curve.breaks) <= set(x)
        inside = ~np.isin(x, curve.breaks)
        np.testing.assert_allclose(y[[0, -1]], 1000 * curve.at(x[[0, -1]]))
        np.testing.assert_allclose(y[inside], 1000 * curve.at(x[inside]))
    assert best.is_dashed()


def test_each_group_is_marked_at_its_own_prevalence(sides: list[ScoredCohort], ax: Axes) -> None:
    value_against_prevalence(sides, Deployment.of(RANGE, "1:30"), ax)
    marks = [line for line in ax.lines if len(line.get_xdata()) == 1]
    for side, mark in zip(sides, marks, strict=True):
        assert np.asarray(mark.get_xdata()) == [side.prevalence]
        assert np.asarray(mark.get_ydata()) == pytest.approx(1000 * worth(side, None, "1:30"), abs=1e-9)
    assert len({mark.get_marker() for mark in marks}) == len(marks)


def test_a_group_outside_the_range_has_no_mark(sides: list[ScoredCohort], ax: Axes) -> None:
    value_against_prevalence(sides[1], Deployment.of((0.2, 0.5), "1:30"), ax)
    assert all(len(line.get_xdata()) > 1 for line in ax.lines)


def test_bands_are_the_intervals_cut_at_what_is_possible(sides: list[ScoredCohort], ax: Axes) -> None:
    asked = Deployment.of(RANGE, "1:30")
    band = interval_band(sides[1], asked, points=5, level=0.9)
    assert band.prevalence[[0, -1]] == pytest.approx(RANGE)
    for pi, low, high in zip(band.prevalence, band.low, band.high, strict=True):
        found = sides[1].cohort.net_benefit(sides[1].sample, cost="1:30", prevalence=float(pi)).interval(0.9)
        expected = (max(found.low, -(1 - pi) / 30), min(found.high, pi))
        assert (low, high) == pytest.approx(expected, abs=1e-12)
    value_against_prevalence(sides, asked, ax, bands={"cardiac": band})
    edges = [np.asarray(line.get_ydata()) for line in ax.lines if len(line.get_xdata()) == 5]
    np.testing.assert_allclose(edges, [1000 * band.low, 1000 * band.high])
    assert len(ax.collections) == 1
    with pytest.raises(SettingError, match="bands names 'heart', which is not drawn"):
        value_against_prevalence(sides, asked, ax, bands={"heart": band})


def test_a_stated_band_and_a_shaded_range(sides: list[ScoredCohort], ax: Axes) -> None:
    band = Band(np.array([0.02, 0.1]), np.array([0.01, 0.02]), np.array([0.03, 0.05]))
    value_against_prevalence(
        sides[0], Deployment.of(RANGE, "1:30"), ax, bands={"mixed": band}, shade=(0.02, 0.1)
    )
    (shade,) = ax.patches
    assert [shade.get_extents().transformed(ax.transData.inverted()).x0] == pytest.approx([0.02])
    assert "averaged over this range" in drawn(ax)


def test_prevalence_is_even_in_log_odds_and_written_in_percent(sides: list[ScoredCohort], ax: Axes) -> None:
    value_against_prevalence(sides, Deployment.of((0.01, 0.5), "1:30"), ax)
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert labels == ["1 %", "2 %", "5 %", "10 %", "20 %", "50 %"]
    where = ax.transData.transform([(pi, 50.0) for pi in (0.01, 0.1, 0.5)])[:, 0]
    odds = [baserate.odds.logit(pi) for pi in (0.01, 0.1, 0.5)]
    assert (where[1] - where[0]) / (where[2] - where[0]) == pytest.approx(
        (odds[1] - odds[0]) / (odds[2] - odds[0])
    )


@pytest.mark.parametrize("ends", [(0.0001, 0.0002), (0.018, 0.088), (0.3, 0.35), (0.9, 0.999), (1e-9, 0.99)])
def test_there_are_a_few_round_ticks(ends: tuple[float, float]) -> None:
    ticks = percent_ticks(*ends)
    assert 2 <= len(ticks) <= 10
    assert all(ends[0] <= tick <= ends[1] for tick in ticks)


@pytest.mark.parametrize("units", ["accuracy", "net benefit", "weighted accuracy"])
def test_bars_and_whiskers_are_the_parts(gaps: dict[str, Gap], ax: Axes, units: str) -> None:
    gap, factor = gaps[units], 1000.0 if units == "net benefit" else 100.0
    assert gap_parts(gap, ax) is ax
    estimates = [getattr(gap, name) for name in (*PARTS, *CORRECTED)]
    bars = [one for one in ax.containers if isinstance(one, BarContainer)]
    whiskers = [one for one in ax.containers if isinstance(one, ErrorbarContainer)]
    widths = [bar[0].get_width() for bar in bars]
    np.testing.assert_allclose(widths, [factor * one.value for one in estimates])
    ends = [one[2][0].get_segments()[0][:, 0] for one in whiskers]
    np.testing.assert_allclose(ends, [[factor * one.low, factor * one.high] for one in estimates])
    wanted = "true positives per 1,000 patients" if units == "net benefit" else "percentage points"
    assert ax.get_xlabel().startswith(wanted)
    assert "cardiac less mixed" in ax.get_xlabel()


def test_parts_without_correction_intervals_or_numbers(gaps: dict[str, Gap], ax: Axes) -> None:
    gap_parts(gaps["accuracy"], ax, corrected=False, intervals=False, numbers=False)
    assert len(ax.containers) == len(PARTS)
    assert not [one for one in ax.containers if isinstance(one, ErrorbarContainer)]
    assert not re.search(r"[+\N{MINUS SIGN}]\d", " ".join(text.get_text() for text in ax.texts))


def test_a_level_widens_the_whiskers(gaps: dict[str, Gap], ax: Axes) -> None:
    gap_parts(gaps["accuracy"], ax, level=0.99)
    found = gaps["accuracy"].total.interval(0.99)
    whiskers = next(one for one in ax.containers if isinstance(one, ErrorbarContainer))
    assert whiskers[2][0].get_segments()[0][:, 0] == pytest.approx([100 * found.low, 100 * found.high])
    assert f"{100 * gaps['accuracy'].total.value:+.1f}" in ax.texts[0].get_text()


def test_roc_curves_on_a_square(sides: list[ScoredCohort], ax: Axes) -> None:
    assert roc(sides, ax) is ax
    for side, line in zip(sides, ax.lines[1:], strict=True):
        curve = curves.roc_curve(side.sample.label, side.sample.score)
        np.testing.assert_array_equal(line.get_xdata(), curve.false_positive)
        np.testing.assert_array_equal(line.get_ydata(), curve.true_positive)
        assert f"AUC {curve.area:.3f}: {side.name}" in drawn(ax)
    assert ax.get_aspect() == 1.0


@pytest.mark.parametrize("name", HOSTILE)
def test_names_appear_as_they_are_written(sides: list[ScoredCohort], name: str) -> None:
    named = [ScoredCohort(name, side.cohort, side.y_prob) for side in sides]
    gap = between(named[0], named[1], Deployment.of(None, "1:30"))
    wide = Deployment.of(RANGE, "1:30")
    for ax in (value_against_prevalence(named, wide), roc(named), gap_parts(gap, corrected=False)):
        text = re.sub(r"\s+", " ", drawn(ax))
        first = short(name, 24).splitlines()[0].rstrip(". ")
        assert first in text
        assert len(text) < 1500  # a long name does not take the picture over


def test_without_axes_there_is_a_new_figure_which_is_not_shown(
    sides: list[ScoredCohort], gaps: dict[str, Gap], monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown(*_: object, **__: object) -> None:
        raise AssertionError("a figure was shown")

    monkeypatch.setattr(plt, "show", shown)
    found = {value_against_prevalence(sides, Deployment.of(RANGE, "1:30")), gap_parts(gaps["accuracy"])}
    assert len({one.figure for one in found} | {roc(sides).figure}) == 3


def test_groups_differ_without_colour() -> None:
    looks = [look(number) for number in range(5)]
    assert len({one.dashes for one in looks}) == len({one.marker for one in looks}) == 5
    grey = [np.dot([0.299, 0.587, 0.114], mpl.colors.to_rgb(colour)) for colour in COLOURS[:2]]
    assert abs(grey[0] - grey[1]) > 0.2


def test_what_cannot_be_drawn(sides: list[ScoredCohort], ax: Axes) -> None:
    with pytest.raises(SettingError, match="range with two ends"):
        value_against_prevalence(sides, Deployment.of(None, "1:30"), ax)
    with pytest.raises(SettingError, match="nothing to draw"):
        roc([], ax)
    with pytest.raises(CostError, match="one cost is needed"):
        value_against_prevalence(sides, Deployment.of(RANGE, ("1:50", "1:5")), ax)


def test_without_matplotlib_the_message_says_what_to_install() -> None:
    code = """
import sys
sys.modules["matplotlib"] = None
import baserate
scored = baserate.calibration.gap.ScoredCohort("a", baserate.Cohort.of([0, 1] * 20), [0.1, 0.8, 0.3, 0.4] * 10)
try:
    baserate.figures.roc(scored)
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "figures need matplotlib: pip install 'baserate[plots]'"


def words(svg: str) -> list[str]:
    return [text for text in ElementTree.fromstring(svg).itertext() if text.strip() and "{" not in text]


def test_the_pictures_of_the_page_are_those_that_are_drawn() -> None:
    pictures = draw(real_data("eicu_demo"))
    for name, picture in pictures.items():
        kept = (HERE / name).read_text()
        assert words(kept) == words(picture), f"run python -m docs.group_pictures: {name} is old"
        assert kept.count("<path") == picture.count("<path")
        assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", kept)
        assert len(kept) < 200_000
    assert draw(real_data("eicu_demo")) == pictures


def test_numbers_in_the_text_of_the_page_are_checked_by_its_code() -> None:
    page = (HERE / "groups.md").read_text()
    code = " ".join(re.findall(r"^```pycon\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL))
    prose = re.sub(r"^```pycon\n.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL).rpartition("\nData: ")[0]
    for number in re.findall(r"(?<![\w.])\d+\.\d+", prose):
        assert number in code, number
    assert max(map(len, page.splitlines())) <= 120
