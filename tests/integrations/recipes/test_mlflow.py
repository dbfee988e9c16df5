"""What MLflow was given is what the evaluation says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mlflow
import numpy as np
import pytest

import baserate
from baserate.integrations.mlflow import log

pytestmark = pytest.mark.filterwarnings("ignore")  # of MLflow and what it imports


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Any]:
    mlflow.set_tracking_uri((tmp_path / "runs").as_uri())
    mlflow.set_experiment("baserate")
    with mlflow.start_run() as started:
        yield started


def evaluation(names: list[str], by: str | None = None) -> baserate.Evaluation:
    random = np.random.default_rng(0)
    y = (random.random(600) < 0.3).astype(int)
    columns = {name: 1 / (1 + np.exp(-(random.normal(size=600) + 2 * y - 2))) for name in names}
    table = {"died": y, "unit": np.array(["a/b", "a$b"])[np.arange(600) % 2], **columns}
    return baserate.evaluate(table, "died", names, prevalence=(0.05, 0.2), cost="1:30", by=by)


def logged(run: Any) -> Any:
    return mlflow.get_run(run.info.run_id).data


def test_metrics_parameters_tag_and_files(run: Any, tmp_path: Path) -> None:
    ev = evaluation(["old", "new"])
    returned = log(ev)
    data = logged(run)
    assert data.metrics == pytest.approx(returned)
    for model in ("old", "new"):
        estimate = ev.score(model)
        for suffix, value in (("", estimate.value), ("_low", estimate.low), ("_high", estimate.high)):
            assert data.metrics[f"{model}/net_benefit{suffix}"] == pytest.approx(value, abs=1e-12)
        assert 0.5 < data.metrics[f"{model}/auc"] <= 1.0
    best, second = ev.verdict.best, ev.verdict.runner_up
    assert data.metrics["best minus next"] == pytest.approx(ev.compare(best, second).value, abs=1e-12)
    assert data.metrics["treat none/net_benefit"] == 0.0
    assert data.params["cost"] == "1:30"
    assert data.params["prevalence"] == "[0.05, 0.2]"
    assert data.params["patients"] == "600"
    assert data.tags["baserate.verdict"] == ev.verdict.sentence
    folder = Path(mlflow.artifacts.download_artifacts(run_id=run.info.run_id, dst_path=str(tmp_path / "got")))
    assert json.loads((folder / "baserate/result.json").read_text()) == json.loads(json.dumps(ev.to_dict()))
    assert (folder / "baserate/summary.txt").read_text() == ev.summary()
    assert "<html" in (folder / "baserate/page.html").read_text()


def test_several_evaluations_in_one_run_and_none_of_the_pages(run: Any, tmp_path: Path) -> None:
    ev = evaluation(["old", "new"])
    log(ev, name="ward A/1", page=False, step=3)
    log(ev, name="ward B", page=False)
    data = logged(run)
    assert data.metrics["ward A_1/new/net_benefit"] == data.metrics["ward B/new/net_benefit"]
    history = mlflow.MlflowClient().get_metric_history(run.info.run_id, "ward A_1/new/net_benefit")
    assert [entry.step for entry in history] == [3]
    folder = Path(mlflow.artifacts.download_artifacts(run_id=run.info.run_id, dst_path=str(tmp_path / "got")))
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.*"))
    assert names == [
        *("baserate/ward A_1/result.json", "baserate/ward A_1/summary.txt"),
        *("baserate/ward B/result.json", "baserate/ward B/summary.txt"),
    ]


def test_odd_names(run: Any) -> None:
    names = ["a$b", "a%b", "größe", "..", "x" * 300, "x" * 301, "50 % {new}_1"]
    ev = evaluation(names, by="unit")
    returned = log(ev, page=False)
    data = logged(run)
    assert data.metrics == pytest.approx(returned)
    scores = {name.removesuffix("/net_benefit") for name in returned if name.endswith("/net_benefit")}
    groups = {name for name in scores if name.startswith("group ")}
    assert len(groups) == 2 * len(names)
    assert len(scores - groups) == len(names) + 3  # and the default strategies
