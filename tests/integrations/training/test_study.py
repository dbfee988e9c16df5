"""The study of docs/training.md runs, with every learner, in small."""

from __future__ import annotations

import numpy as np
import pytest
from studies import training
from studies.training import DEPLOYMENTS, LEARNERS, run, table


def test_it_runs_and_finds_the_gain_of_a_line_that_cannot_be_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "TEST", 20_000)
    cells = run(range(2), ["reversed"], tuple(LEARNERS), DEPLOYMENTS[1:2])
    found = {cell.learner: cell for cell in cells}
    assert set(found) == set(LEARNERS)
    assert all(np.isfinite(cell.differences).all() for cell in cells)
    assert min(found["line"].differences) > 5.0  # per 1,000; the page says 9.98
    assert abs(found["line"].log_loss - 157.3) < 8.0
    lines = table(cells).splitlines()
    assert len(lines) == 2 + len(LEARNERS)
    assert lines[2].startswith("| reversed | common, 1:4 | line | 15")
