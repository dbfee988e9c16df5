"""The triptych: its three figures are the figures themselves, and it is readable or refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib import pyplot as plt
from sklearn.metrics import brier_score_loss

from baserate import Evaluation, figures
from baserate.errors import SettingError
from baserate.figures import CalibrationDisplay, MurphyDisplay, RocDisplay, TriptychDisplay
from tests.figures.conftest import made_up

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")


def test_the_three_are_the_figures_themselves(ev: Evaluation) -> None:
    made = figures.triptych(ev)
    alone = CalibrationDisplay.from_evaluation(ev).plot()
    for model in ev.models:
        drawn = made.axes_[0].get_lines()
        expected = alone.artists_[model].get_data()
        assert any(np.array_equal(line.get_data(), expected) for line in drawn)
        assert made.murphy.brier(model) == MurphyDisplay.from_evaluation(ev).brier(model)
        assert made.roc.auc[model].value == RocDisplay.from_evaluation(ev).auc[model].value
    frame = made.to_frame()
    assert frame["figure"].unique(maintain_order=True).to_list() == ["calibration", "murphy", "roc"]
    assert frame.filter(figure="roc").height == RocDisplay.from_evaluation(ev).to_frame().height


def test_the_legend_says_what_each_comes_to() -> None:
    patients = made_up()
    y, score = patients["y"].astype(int), patients["good"].astype(float)
    made = figures.triptych(y, {"good": score}, cost="1:9", prevalence=(0.05, 0.3))
    assert made.legend_ is not None
    shown = [text.get_text() for text in made.legend_.get_texts()]
    brier, auc = brier_score_loss(y, score), made.roc.auc["good"].value
    ratio = y.sum() / score.sum()
    assert shown == [
        f"good\nO/E {ratio:.2f}, Brier {brier:.3f}, AUC {auc:.3f}",
        "without a model",
        "the deployment",
    ]


@pytest.mark.parametrize("size", [(7.0, 2.6), (6.0, 2.4), (3.3, 7.5)])
def test_it_can_be_read_beside_and_below_each_other(ev: Evaluation, size: tuple[float, float]) -> None:
    made = TriptychDisplay.from_evaluation(ev).plot(size=size)
    made.figure_.canvas.draw()
    boxes = [ax.get_tightbbox() for ax in made.axes_]
    assert all(box is not None for box in boxes)
    first, second, third = (box for box in boxes if box is not None)
    beside = size[0] >= 6.0
    assert (first.x1 <= second.x0) == beside
    assert (first.y0 >= second.y1) == (not beside)
    assert (second.x1 <= third.x0) == beside
    whole = made.figure_.bbox
    assert made.legend_ is not None
    for box in (first, second, third, made.legend_.get_window_extent()):
        assert whole.x0 - 1 <= box.x0 <= box.x1 <= whole.x1 + 1
        assert whole.y0 - 1 <= box.y0 <= box.y1 <= whole.y1 + 1
    assert made.legend_.get_window_extent().y0 >= first.y1 - 1
    assert min(ax.get_window_extent().height / made.figure_.dpi for ax in made.axes_) > 0.8


def test_what_could_not_be_read_is_refused(ev: Evaluation, tmp_path: Path) -> None:
    made = TriptychDisplay.from_evaluation(ev)
    with pytest.raises(SettingError, match=r"cannot be read: give it 6 by 2.2 at least, or 3.3 by 7.3"):
        made.plot(size=(3.3, 3.0))
    assert not plt.get_fignums()
    with pytest.raises(SettingError, match="three Axes; found 2"):
        made.plot(plt.subplots(1, 2)[1])
    figure, axes = plt.subplots(1, 3)
    assert made.plot(axes).axes_ == tuple(axes)
    plt.close(figure)
    other = TriptychDisplay.from_evaluation(ev).save(tmp_path / "a.pdf")
    assert other.figure_.get_size_inches() == pytest.approx(TriptychDisplay.SIZE)
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
