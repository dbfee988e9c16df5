"""The metric of torchmetrics against a Cohort: in one process, in batches, and in two processes."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torchmetrics import MetricCollection

import baserate
from baserate.errors import (
    LabelError,
    MissingValueError,
    NotEstimableWarning,
    ScoreError,
    SettingError,
    ShapeError,
    WeightError,
)
from tests.integrations.training.rows import margins, sigmoid

Metric = baserate.torchmetrics.NetBenefitMetric
DEPLOYMENTS: list[tuple[Any, Any]] = [
    ((0.01, 0.10), "1:30"),
    (baserate.Beta(2, 30), ("1:50", "1:5")),
    (None, ("1:50", "1:5")),
]


def estimate(prevalence: Any, cost: Any, source: Any, weight: Any = None) -> Any:
    f, y = margins()
    cohort = baserate.Cohort.of(y, sample_weight=weight)
    return cohort.net_benefit(sigmoid(f), prevalence=prevalence, cost=cost, source_prevalence=source)


@pytest.mark.parametrize("source", [None, 0.1])
@pytest.mark.parametrize(("prevalence", "cost"), DEPLOYMENTS)
def test_it_agrees_with_a_cohort(prevalence: Any, cost: Any, source: float | None) -> None:
    f, y = (torch.from_numpy(column) for column in margins())
    metric = Metric(prevalence, cost, train_prevalence="observed" if source is None else source)
    for batch in torch.arange(len(f)).chunk(7):
        metric.update(f[batch], y[batch])
    expected = estimate(prevalence, cost, source)
    result = metric.compute()
    assert float(result["net_benefit"]) == pytest.approx(expected.value, abs=2e-7)
    assert float(result["standard_error"]) == pytest.approx(expected.standard_error, rel=1e-3)
    assert metric.estimate().low == pytest.approx(expected.low, abs=1e-6)


def test_weights_and_probabilities() -> None:
    f, y = margins()
    weight = np.random.default_rng(1).uniform(0.2, 3.0, len(f))
    metric = Metric((0.01, 0.10), "1:30", train_prevalence=0.2, from_logits=False)
    metric.update(*(torch.from_numpy(column) for column in (sigmoid(f), y, weight)))
    expected = estimate((0.01, 0.10), "1:30", 0.2, weight)
    assert float(metric.compute()["net_benefit"]) == pytest.approx(expected.value, abs=2e-7)
    assert float(metric.compute()["standard_error"]) == pytest.approx(expected.standard_error, rel=1e-3)


def test_a_single_threshold_is_right_to_the_patients_in_its_bin() -> None:
    f, y = margins()
    metric = Metric(0.05, "1:30", train_prevalence=0.2)
    metric.update(torch.from_numpy(f), torch.from_numpy(y))
    expected = estimate(0.05, "1:30", 0.2)
    assert float(metric.compute()["net_benefit"]) == pytest.approx(expected.value, abs=2e-4)


def test_two_processes_compute_the_number_of_all_patients(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.integrations.training.two_processes"]
    processes = [
        subprocess.Popen([*command, str(rank), str(tmp_path / "meeting")], stdout=subprocess.PIPE, text=True)
        for rank in range(2)
    ]
    shown = [process.communicate(timeout=240)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert shown[0][:2] == shown[1][:2]
    assert int(shown[0][2]) + int(shown[1][2]) == len(margins()[0])
    assert int(shown[0][2]) != int(shown[1][2])
    expected = estimate((0.01, 0.10), "1:30", None)
    assert float(shown[0][0]) == pytest.approx(expected.value, abs=2e-7)
    assert float(shown[0][1]) == pytest.approx(expected.standard_error, rel=1e-3)


def test_reset_pickle_collection_and_forward() -> None:
    f, y = (torch.from_numpy(column) for column in margins())
    metric = Metric((0.01, 0.10), "1:30", train_prevalence=0.2)
    first = metric(f, y)
    assert float(pickle.loads(pickle.dumps(metric)).compute()["net_benefit"]) == float(first["net_benefit"])
    metric.reset()
    assert float(metric.sums.sum()) == 0.0
    shown = MetricCollection({"ours": metric})(f, y)
    assert set(shown) == {"net_benefit", "standard_error"}
    assert metric.higher_is_better


def test_scores_of_0_and_1_and_extreme_logits() -> None:
    metric = Metric((0.01, 0.10), "1:30", train_prevalence=0.2)
    label = torch.tensor([1, 0, 1, 0, 1, 0])
    metric.update(torch.tensor([1e4, -1e4, float("inf"), -float("inf"), 50.0, -50.0]), label)
    perfect = baserate.net_benefit(label, label.double(), prevalence=(0.01, 0.10), cost="1:30", threshold=0.5)
    assert float(metric.compute()["net_benefit"]) == pytest.approx(perfect, rel=1e-9)


def test_one_class_so_far_is_not_a_number() -> None:
    metric = Metric((0.01, 0.10), "1:30", train_prevalence=0.2)
    metric.update(torch.zeros(3), torch.zeros(3))
    with pytest.warns(NotEstimableWarning, match="one class only so far"):
        assert torch.isnan(metric.compute()["net_benefit"])


def test_one_case_alone_has_no_interval() -> None:
    """A batch may hold one case, and training goes on."""
    metric = Metric((0.01, 0.10), "1:30", train_prevalence=0.2)
    with pytest.warns(NotEstimableWarning, match="1 with the disease and 2 without so far"):
        shown = metric(torch.tensor([0.0, -1.0, -2.0]), torch.tensor([1, 0, 0]))
    assert torch.isnan(shown["net_benefit"])
    # One more that has no weight does not count.
    metric.update(torch.zeros(3), torch.tensor([1, 0, 0]), torch.tensor([0.0, 1.0, 1.0]))
    with pytest.warns(NotEstimableWarning, match="1 with the disease and 4 without so far"):
        metric.compute()


def test_what_is_refused() -> None:
    with pytest.raises(SettingError, match="train_prevalence is needed"):
        Metric((0.01, 0.10), "1:30", train_prevalence=None)
    metric = Metric((0.01, 0.10), "1:30", train_prevalence=0.2)
    two = torch.tensor([0.0, 1.0])
    with pytest.raises(MissingValueError, match="1 of 2 scores"):
        metric.update(torch.tensor([0.0, float("nan")]), two)
    with pytest.raises(LabelError, match="0 or 1"):
        metric.update(two, two * 2)
    with pytest.raises(WeightError, match="at least 0"):
        metric.update(two, two, -two)
    with pytest.raises(ShapeError, match="shapes must agree"):
        metric.update(two[:, None], two)
    with pytest.raises(ScoreError, match="from_logits=True"):
        Metric((0.01, 0.10), "1:30", train_prevalence=0.2, from_logits=False).update(two * 3, two)
