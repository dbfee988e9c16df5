"""Names and numbers for MLflow, which need no MLflow to be tested."""

from __future__ import annotations

import importlib.util
import posixpath
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baserate.errors import SettingError
from baserate.integrations.mlflow import log, metrics_of, parameters_of, safe_names
from tests.support.cohorts import stays

NUMBER = {"value": 0.2, "low": 0.1, "high": 0.3, "standard_error": 0.05}
RESULT = {
    "models": {"new": {"net_benefit": NUMBER, "threshold": {"value": 0.1, "low": 0.0, "high": 1.0}}},
    "default_strategies": {"treat all": {"net_benefit": {**NUMBER, "low": None}}},
    "verdict": {"difference": NUMBER, "added": NUMBER},
    "groups": [
        {"name": 7, "models": {"new": {"net_benefit": NUMBER}}},
        {"name": "few", "models": {"new": {}}},
    ],
    "provenance": {"parameters": {"cost": "1:30", "by": None, "scores": "s" * 9000}},
    "data": {"used": 12, "positives": 3},
}


@given(st.lists(st.text(max_size=300), unique=True, max_size=12))
def test_names_are_taken_by_mlflow_and_are_told_apart(names: list[str]) -> None:
    safe = safe_names(names)
    assert list(safe) == names
    assert len(set(safe.values())) == len(names)
    for name in safe.values():
        assert re.fullmatch(r"[/\w. -]+", name)
        assert "/" not in name
        assert posixpath.normpath(f"{name}/auc") == f"{name}/auc"
        assert len(name) < 70


def test_what_has_an_interval_is_a_metric() -> None:
    ends = {"": 0.2, "_low": 0.1, "_high": 0.3}
    expected = {f"new/net_benefit{end}": value for end, value in ends.items()}
    expected |= {"treat all/net_benefit": 0.2, "treat all/net_benefit_high": 0.3}
    for name in ("best minus next", "best minus without a model", "group 7/new/net_benefit"):
        expected |= {f"{name}{end}": value for end, value in ends.items()}
    assert dict(metrics_of(RESULT)) == expected


def test_what_was_stated_is_a_parameter() -> None:
    found = dict(parameters_of(RESULT))
    assert found == {"cost": "1:30", "scores": "s" * 6000, "patients": "12", "cases": "3"}


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(importlib.import_module("sys").modules, "mlflow", None)
    with pytest.raises(SettingError, match=r"pip install 'baserate\[mlflow\]'"):
        log(stays())
