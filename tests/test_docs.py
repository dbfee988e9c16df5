"""What the README says and shows is what the library does."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import baserate
from baserate.cli.demo import COST, PREVALENCE

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
INDEX = (ROOT / "docs" / "index.md").read_text()

# The cohort's second model was made for another prevalence, and evaluate says so.
pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")


def test_the_readme_code_gives_the_figures_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each statement that ends in a comment of numbers gives these numbers."""
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {}
    checked = 0
    for block in re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL):
        lines = block.splitlines()
        for statement in ast.parse(block).body:
            code = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
            _, _, comment = lines[(statement.end_lineno or 1) - 1].partition("  #")
            if not comment:
                exec(code, namespace)
                continue
            found, comment = eval(code, namespace), comment.strip()
            digits = len(comment.partition(".")[2])
            assert comment == (f"{found:.{digits}f}" if isinstance(found, float) else str(found))
            checked += 1
    assert checked == 2
    assert (tmp_path / "report.html").stat().st_size > 100_000


def test_the_readme_quotes_the_verdict_and_what_stands_behind_it() -> None:
    """Each number of the paragraph below the verdict, from the result."""
    cohort = baserate.datasets.icu_cohort()
    asked = {"prevalence": PREVALENCE, "cost": COST, "outcome_name": "deaths", "cluster": "patient"}
    ev = baserate.evaluate(cohort, "died", ["severity", "network"], **asked)
    said = " ".join(README.replace("**", "").replace("\n>", "\n").split())
    result = ev.to_dict()
    assert result["verdict"]["sentence"] in said
    severity, network = (result["models"][name] for name in ("severity", "network"))
    assert f"AUC prefers network ({network['auc']['value']:.3f}; {severity['auc']['value']:.3f})" in said
    excess = 1 / network["observed_expected"]["value"]
    assert f"predicts {excess:.1f} times as many deaths as occur" in said
    assert ev.compare("network", "without a model").high < 0  # "worse than no model"
    severe, net = (one["per_1000_at_threshold"] for one in (severity, network))
    missed = severe["false_negatives"]["value"] - net["false_negatives"]["value"]
    spared = net["false_positives"]["value"] - severe["false_positives"]["value"]
    lead = 1000 * ev.compare("severity", "network").value
    assert (
        f"Of 1,000 stays where {100 * severe['prevalence']:.1f} % die, severity misses {missed:.1f}" in said
    )
    assert f"spares {spared:.0f} unnecessary treatments; at 20 to 1" in said
    assert f"worth {spared / 20 - missed:.1f} deaths found, and {lead:.1f} over the whole range" in said
    assert result["before_you_decide"][0]["kind"] == "recalibration_turns"
    assert result["before_you_decide"][0]["models"] == ["network", "severity"]  # "network would be ahead"


def test_the_readme_is_read_in_a_minute() -> None:
    """Half of what it was in 0.2.0: what is longer belongs in the book."""
    assert len(README) < 9_700


def test_the_first_page_of_the_book_says_what_the_library_says() -> None:
    cohort = baserate.datasets.icu_cohort()
    asked = {"prevalence": (0.01, 0.10), "cost": "1:20", "outcome_name": "deaths"}
    ev = baserate.evaluate(cohort, "died", ["severity", "network"], cluster="patient", **asked)
    first = re.search(r'<div class="verdict" markdown>\n\n(.*?)\n\n</div>', INDEX, re.DOTALL)
    assert first is not None
    assert " ".join(first[1].replace("*", "").split()) in str(ev.verdict)
