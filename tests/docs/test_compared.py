"""What the README and docs/compared.md say of other packages, asked of those that are installed."""

from __future__ import annotations

import inspect
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics

import baserate
from tests.docs.markdown import DOCS, ROOT
from tests.support.cohorts import stays

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from briertools import BrierScorer, LogLossScorer
    from dcurves import dca

PEERS = ("dcurves", "rtichoke", "briertools", "scikit-learn", "fairlearn", "seismometer")
IN_README = ("dcurves", "rtichoke", "scikit-learn", "seismometer")
COMPARED = (DOCS / "compared.md").read_text()
README = (ROOT / "README.md").read_text()


def curve(**settings: object) -> pd.DataFrame:
    cohort = stays(2_000)
    frame = pd.DataFrame({name: cohort[name].to_numpy() for name in ("died", "severity")})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table: pd.DataFrame = dca(
            data=frame, outcome="died", modelnames=["severity"], thresholds=[0.05, 0.1], **settings
        )
    return table


def test_dcurves_moves_the_classes_and_leaves_the_cut_off() -> None:
    cohort, table = stays(2_000), curve(prevalence=0.02)
    theirs = table[table["model"] == "severity"]["net_benefit"]
    for c, found in zip((0.05, 0.1), theirs, strict=True):
        kept = baserate.net_benefit(cohort["died"], cohort["severity"], cost=c, threshold=c, prevalence=0.02)
        moved = baserate.net_benefit(cohort["died"], cohort["severity"], cost=c, prevalence=0.02)
        assert found == pytest.approx(kept, abs=1e-12)
        assert moved > found + 0.001


def test_dcurves_has_no_interval_and_takes_times() -> None:
    assert not [name for name in curve().columns if re.search("low|high|error|ci", name)]
    assert {"prevalence", "time_to_outcome_col"} <= set(inspect.signature(dca).parameters)


@pytest.mark.parametrize("scorer", [LogLossScorer, BrierScorer])
def test_briertools_takes_a_range_of_thresholds_and_nothing_else(scorer: Any) -> None:
    assert list(inspect.signature(scorer.score).parameters) == ["self", "y_true", "y_pred", "threshold_range"]
    assert np.ndim(scorer().score(np.array([0, 1, 1]), np.array([0.1, 0.4, 0.9]), (0.05, 0.3))) == 0


def test_scikit_learn_has_no_net_benefit() -> None:
    assert not [name for name in sklearn.metrics.__all__ if "benefit" in name.lower()]


def rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("| ---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def table_of_readme() -> list[list[str]]:
    (start,) = [i for i, row in enumerate(rows(README)) if "dcurves" in " ".join(row) and len(row) == 6]
    return rows(README)[start : start + 8]


def test_the_table_of_the_readme_names_peers_and_ourselves() -> None:
    head = table_of_readme()[0]
    assert [re.sub(r"[\[*`].*?|[\]*`(].*", "", cell) or cell for cell in head[1:-1]] == list(IN_README)
    assert "baserate" in head[-1]


def test_every_peer_has_a_version_and_a_finding() -> None:
    for peer in PEERS:
        assert re.search(rf"^\| \[{peer}\]\(\S+\) \| \d+\.\d+", COMPARED, re.MULTILINE), peer
        assert f"**{peer}.**" in COMPARED
    assert re.search(r"on \d+ [A-Z][a-z]+ 20\d\d", COMPARED)


def test_what_is_said_of_censored_outcomes_is_so() -> None:
    (row,) = [row for row in table_of_readme() if row[0].startswith("censored outcomes")]
    takes_times = "horizon" in inspect.signature(baserate.evaluate).parameters
    assert row[-1].startswith("yes" if takes_times else "no")


def test_peers_of_the_tests_environment_are_the_ones_said_to_be_asked() -> None:
    asked = re.findall(r"^\| \[([\w-]+)\].* in every run of the tests \|$", COMPARED, re.MULTILINE)
    installed = {"dcurves": dca, "briertools": LogLossScorer, "scikit-learn": sklearn}
    assert sorted(asked) == sorted(installed)
    assert Path(__file__).name in COMPARED
