"""The programs of docs/training.md and docs/reference/training.md run, and print what stands beside them."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import baserate
from tests.docs.markdown import DOCS, Fence, fences

TRAINING = [block for block in fences(DOCS / "training.md") if block.language == "python"]
ARRAYS = [block for block in fences(DOCS / "reference" / "training.md") if block.language == "python"]


def patients() -> tuple[Any, Any]:
    rng = np.random.default_rng(3)
    died = (rng.random(400) < 0.1).astype(int)
    return (rng.normal(size=(400, 3)) + died[:, None]).astype("float32"), died


def namespace() -> dict[str, Any]:
    """What a reader of the page has: a small network, batches, and tables of patients."""
    import keras
    import lightgbm
    import torch
    import xgboost
    from catboost import CatBoostClassifier

    x, y = patients()
    network = torch.nn.Linear(3, 1)
    batch = torch.tensor(x)
    return {
        "baserate": baserate,
        "keras": keras,
        "lightgbm": lightgbm,
        "xgboost": xgboost,
        "CatBoostClassifier": CatBoostClassifier,
        "model": keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(1)]),
        "network": network,
        "x": batch,
        "y": torch.tensor(y),
        "logits": network(batch).squeeze(-1).detach(),
    }


def tables(program: str) -> dict[str, Any]:
    """Training and validation patients as the library of a program keeps them."""
    import lightgbm
    import xgboost

    x, y = patients()
    kind = xgboost.DMatrix if "xgboost.train" in program else lightgbm.Dataset
    training = kind(x[:200], label=y[:200])
    if kind is xgboost.DMatrix:
        return {"training": training, "validation": kind(x[200:], label=y[200:])}
    return {"training": training, "validation": kind(x[200:], label=y[200:], reference=training)}


# What these libraries warn of is not ours to mend.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("program", TRAINING, ids=lambda block: f"line {block.line}")
def test_a_program_of_the_training_page_runs(program: Fence) -> None:
    exec(program.text, {**namespace(), **tables(program.text)})


def test_the_training_page_has_one_program_a_library() -> None:
    text = "".join(block.text for block in TRAINING)
    for library in ("torch", "torchmetrics", "keras", "xgboost", "lightgbm", "catboost"):
        assert f"baserate.{library}." in text


@pytest.mark.parametrize("program", ARRAYS, ids=lambda block: f"line {block.line}")
def test_a_program_of_the_arrays_page_prints_what_it_says(
    program: Fence, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(program.text, {})
    said = re.findall(r"^# (.*)$", program.text, re.MULTILINE)
    assert said
    assert capsys.readouterr().out.splitlines() == said
