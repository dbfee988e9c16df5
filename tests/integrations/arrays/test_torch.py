"""Scores on torch tensors: the same numbers, step by step and compiled, in 64 bits and in 32."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baserate import Uniform
from baserate.errors import DataError
from baserate.extensions import arrays
from baserate.extensions.arrays import libraries as array_libraries
from baserate.extensions.arrays import sums as array_sums
from tests.integrations.arrays.patients import ASKED, by_cohort, numbers, patients

torch = pytest.importorskip("torch")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some thousand rows are taken for many, and looked at in 32 bits."""
    monkeypatch.setattr(array_sums, "FEW_ROWS", 4096)


def tensors(*columns: Any) -> list[Any]:
    return [torch.from_numpy(column) for column in columns]


@pytest.mark.parametrize("weighted", [False, True], ids=["", "weighted"])
@pytest.mark.parametrize(
    "question",
    [
        {},
        {"source_prevalence": 0.2},
        {"prevalence": Uniform(0.01, 0.1)},
        {"prevalence": 0.05, "threshold": 0.1},
    ],
    ids=["range", "source", "uniform", "threshold"],
)
def test_scores_and_differences_are_those_of_a_cohort(question: dict[str, Any], weighted: bool) -> None:
    asked = ASKED | question
    y, p, q, w = patients(5000)
    weight = w if weighted else None
    ours = torch.from_numpy(w) if weighted else None
    score = numbers(arrays.score(*tensors(y, p), weight=ours, **asked))
    assert score == pytest.approx(by_cohort(y, p, weight=weight, **asked), rel=1e-11)
    difference = numbers(arrays.compare(*tensors(y, p, q), weight=ours, **asked))
    assert difference == pytest.approx(by_cohort(y, p, q, weight=weight, **asked), rel=1e-9)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "question",
    [{}, {"prevalence": (0.3, 0.9), "cost": "1:1"}, {"prevalence": Uniform(0.01, 0.1)}, {"threshold": 0.1}],
    ids=["range", "wide", "uniform", "threshold"],
)
def test_in_32_bits_digits_are_lost_far_below_the_error(question: dict[str, Any]) -> None:
    asked = ASKED | question
    y, p, q, _ = patients(300_000, kind=np.float32)
    columns = array_sums.Columns.of(torch.from_numpy(y), {"p": torch.from_numpy(p)}, None, compiled=False)
    assert columns.rows > array_sums.FEW_ROWS
    value, error, low, high = by_cohort(y, p, **asked)
    found = numbers(arrays.score(*tensors(y, p), **asked))
    assert found == pytest.approx((value, error, low, high), rel=1e-7)
    assert found != (value, error, low, high)  # it was in 32 bits
    difference = numbers(arrays.compare(*tensors(y, p, q), **asked))
    known = by_cohort(y, p, q, **asked)
    assert difference == pytest.approx(known, abs=1e-4 * known[1])


@pytest.mark.usefixtures("few")
def test_heaps_in_32_bits() -> None:
    """Equal scores have equal rounding, which does not average out."""
    y, p, _, _ = patients(100_000, kind=np.float32)
    for score in (np.round(p, 1), np.round(p, 2), np.where(p < 0.1, 0, np.where(p > 0.5, 1, p))):
        score = score.astype(np.float32)
        found = numbers(arrays.score(*tensors(y, score), **ASKED))
        assert found == pytest.approx(by_cohort(y, score, **ASKED), rel=5e-7)


@pytest.mark.parametrize("rows", [2047, 2048, 2049, 524287, 524288, 524289, 526336])
def test_rows_about_the_ends_of_pieces(rows: int) -> None:
    y, p, _, _ = patients(rows)
    assert numbers(arrays.score(*tensors(y, p), **ASKED)) == pytest.approx(
        by_cohort(y, p, **ASKED), rel=1e-11
    )


@pytest.mark.usefixtures("few")
def test_a_rare_class_among_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its guard is that of a cohort; and that of a large class is looked for among some of its patients."""
    from baserate.extensions.arrays import intervals as array_intervals

    monkeypatch.setattr(array_intervals, "FEW_ROWS", 4096)
    monkeypatch.setattr(array_intervals, "_SMALL_CLASS", 1000)
    y, p, q, _ = patients(40_000)
    y[np.flatnonzero(y == 1)[12:]] = 0
    found = numbers(arrays.compare(*tensors(y, p, q), **ASKED))
    assert found == pytest.approx(by_cohort(y, p, q, **ASKED), rel=1e-5)
    nearly = p.copy()
    nearly[::8000] = 0.5  # five patients differ, fewer than show a spread
    found = numbers(arrays.compare(*tensors(y, p, nearly), **ASKED))
    assert found == pytest.approx(by_cohort(y, p, nearly, **ASKED), rel=1e-5)


def test_tensors_in_any_state() -> None:
    y, p, _, _ = patients(6000)
    known = pytest.approx(by_cohort(y, p, **ASKED), rel=1e-11)
    y_, p_ = tensors(y, p)
    assert numbers(arrays.score(y_, p_.clone().requires_grad_(), **ASKED)) == known
    assert numbers(arrays.score(y_.bool(), p_, **ASKED)) == known
    assert numbers(arrays.score(y_.long(), p_[:, None], **ASKED)) == known
    twice = torch.stack((p_, 1.0 - p_), dim=1)
    assert not twice[:, 0].is_contiguous()
    assert numbers(arrays.score(y_, twice[:, 0], **ASKED)) == known
    with torch.inference_mode():
        assert numbers(arrays.score(y_, p_, **ASKED)) == known
    found = arrays.score(y_, p_, **ASKED)
    assert isinstance(found.value, torch.Tensor)
    assert (found.value.dtype, found.value.device, found.low.item()) == (
        torch.float64,
        y_.device,
        found.numbers.low,
    )


@pytest.mark.parametrize("kind", ["float16", "bfloat16", "float32"])
def test_short_scores_are_looked_at_as_they_are(kind: str) -> None:
    y, p, _, _ = patients(6000)
    short = torch.from_numpy(p).to(getattr(torch, kind))
    known = by_cohort(y, short.double().numpy(), **ASKED)
    assert numbers(arrays.score(torch.from_numpy(y), short, **ASKED)) == pytest.approx(known, rel=1e-11)


def test_the_logarithm_of_32_bits() -> None:
    x = np.concatenate((np.geomspace(1e-30, 1.0, 100_000), np.linspace(0.6, 1.4, 100_000))).astype(np.float32)
    found = array_libraries._log32(torch, torch.from_numpy(x)).double().numpy()
    known = np.log(x.astype(np.float64))
    assert np.abs(found - known).max() <= 2e-7 * np.maximum(np.abs(known), 0.25).max()
    near = np.abs(known) < 0.3
    assert np.abs(found - known)[near].max() < 6e-8
    assert float(array_libraries._log32(torch, torch.zeros(1))) < -80.0


def test_the_page_shows_what_torch_prints(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "training.md").read_text()
    (program,) = re.findall("```python\n(.*?)```", page, flags=re.DOTALL)
    exec(program, {})
    assert capsys.readouterr().out.splitlines() == re.findall("^# (.*)$", program, flags=re.MULTILINE)


def test_libraries_do_not_mix() -> None:
    y, p, _, _ = patients(100)
    with pytest.raises(DataError, match="y is an array of torch, p one of NumPy"):
        arrays.score(torch.from_numpy(y), p, **ASKED)
    with pytest.raises(DataError, match=r"y lies on cpu, p on meta"):
        arrays.score(torch.from_numpy(y), torch.from_numpy(p).to("meta"), **ASKED)


@pytest.mark.usefixtures("few")
def test_compiled_it_is_the_same() -> None:
    """With whatever number of rows, and never compiled again for it."""
    array_sums.runner.cache_clear()
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", array_sums.NotCompiledWarning)
        for rows in (300_000, 200_001):
            y, p, _, _ = patients(rows, kind=np.float32)
            found.append(numbers(arrays.score(*tensors(y, p), compiled=True, **ASKED)))
            assert found[-1] == pytest.approx(by_cohort(y, p, **ASKED), rel=1e-7)
            assert found[-1] == pytest.approx(numbers(arrays.score(*tensors(y, p), **ASKED)), rel=1e-7)


def test_without_a_compiler_it_is_said_once_and_done_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_arguments: Any) -> None:
        raise RuntimeError("no compiler was found\nand more")

    monkeypatch.setattr(array_libraries.TorchLibrary, "compiled", lambda *_: fails)
    array_sums.runner.cache_clear()
    y, p, _, _ = patients(10_000)
    with pytest.warns(
        array_sums.NotCompiledWarning, match=r"\(RuntimeError: no compiler was found\); it is run"
    ):
        found = numbers(arrays.score(*tensors(y, p), compiled=True, **ASKED))
    assert found == pytest.approx(by_cohort(y, p, **ASKED), rel=1e-11)
    again = numbers(arrays.score(*tensors(y, p), compiled=True, **ASKED))  # a warning would be an error here
    assert again == found
    array_sums.runner.cache_clear()


@pytest.mark.parametrize("kind", [torch.uint8, torch.int8, torch.bool])
@pytest.mark.parametrize("rows", [1, 511, 512, 513, 100_003])
def test_bytes_are_counted_four_at_once_as_they_are_one_by_one(rows: int, kind: Any) -> None:
    """As is done on devices, where counting them one by one takes as long as all the rest."""
    rng = np.random.default_rng(rows)
    for ones in (np.ones(rows), np.zeros(rows), rng.random(rows) < 0.3):
        labels = torch.tensor(ones).to(kind)
        for step in (1, 2):
            library: Any = array_libraries.library_of(labels, "y")
            assert library._count_bytes(labels[::step]) == int(np.sum(ones[::step]))


@pytest.mark.parametrize("start", [0, 1, 2, 3, 4])
def test_bytes_of_a_slice_are_counted_too(start: int) -> None:
    """A part of a table of labels begins where it begins; so does what another library has lent."""
    ones = np.random.default_rng(start).random(3000) < 0.3
    library: Any = array_libraries.library_of(torch.zeros(1), "y")
    assert library._count_bytes(torch.tensor(ones)[start:]) == ones[start:].sum()
    lent = torch.from_dlpack(ones.astype(np.uint8)[start:])
    assert library._count_bytes(lent) == ones[start:].sum()


def test_sparse_tensors_are_refused() -> None:
    y, p = tensors(*patients(20)[:2])
    with pytest.raises(DataError, match=r"p is sparse\. Pass p\.to_dense\(\)\."):
        arrays.score(y, p.to_sparse(), **ASKED)
