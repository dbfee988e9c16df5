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
    """What a reader of the page has: a small network, and a batch of patients."""
    import torch

    x, y = patients()
    return {
        "baserate": baserate,
        "network": torch.nn.Linear(3, 1),
        "x": torch.tensor(x),
        "y": torch.tensor(y),
    }


@pytest.mark.parametrize("program", TRAINING, ids=lambda block: f"line {block.line}")
def test_a_program_of_the_training_page_runs(program: Fence) -> None:
    exec(program.text, namespace())


def test_the_training_page_has_a_program_for_torch() -> None:
    assert "from baserate.extensions.training.torch import NetBenefitLoss" in "".join(
        block.text for block in TRAINING
    )


@pytest.mark.parametrize("program", ARRAYS, ids=lambda block: f"line {block.line}")
def test_a_program_of_the_arrays_page_prints_what_it_says(
    program: Fence, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(program.text, {})
    said = re.findall(r"^# (.*)$", program.text, re.MULTILINE)
    assert said
    assert capsys.readouterr().out.splitlines() == said
