"""The loss of torch against the NumPy kernel, by autograd, and trained with."""

from __future__ import annotations

import copy
import io
import pickle
from typing import Any

import numpy as np
import pytest
import torch

import baserate
from baserate.errors import DataError, LabelError, OneClassError, SettingError
from baserate.extensions.training.loss import MarginLoss
from tests.integrations.training.rows import COST, RANGE, margins, score, simulate

Loss = baserate.extensions.training.torch.NetBenefitLoss
DEPLOYMENTS: list[tuple[Any, Any]] = [
    ((0.01, 0.10), "1:30"),
    (baserate.Beta(2, 30), ("1:50", "1:5")),
    (baserate.Sites({0.02: 3, 0.10: 1}), ("1:20", "1:5")),
]


def tensors(dtype: Any = torch.float64) -> tuple[Any, Any]:
    f, y = margins()
    return torch.tensor(f, dtype=dtype, requires_grad=True), torch.tensor(y)


@pytest.mark.parametrize(("dtype", "within"), [(torch.float64, 1e-12), (torch.float32, 2e-6)])
@pytest.mark.parametrize(("prevalence", "cost"), DEPLOYMENTS)
def test_value_and_slope_are_the_kernels(prevalence: Any, cost: Any, dtype: Any, within: float) -> None:
    f, y = margins()
    kernel = MarginLoss.of(prevalence, cost, 0.2)
    logits, target = tensors(dtype)
    loss = Loss(prevalence, cost, train_prevalence=0.2, reduction="none")(logits, target)
    loss.sum().backward()
    assert loss.dtype == dtype
    assert np.abs(loss.detach().numpy() - kernel.value(f, y == 1)).max() < within
    assert np.abs(logits.grad.numpy() - kernel.gradient(f, y == 1)).max() < within


def test_gradcheck() -> None:
    logits = torch.linspace(-6.0, 3.0, 23, dtype=torch.float64, requires_grad=True)
    target = (torch.arange(23) % 3 == 0).double()
    loss = Loss((0.01, 0.10), "1:30", train_prevalence=0.2)
    assert torch.autograd.gradcheck(lambda z: loss(z, target), (logits,))


def test_half_precision_is_computed_in_single() -> None:
    logits, target = tensors()
    loss = Loss((0.01, 0.10), "1:30", train_prevalence=0.2)
    half = loss(logits.detach().bfloat16(), target)
    assert half.dtype == torch.float32
    assert float(half) == pytest.approx(float(loss(logits, target).detach()), rel=1e-2)


def test_shapes_weights_and_reductions() -> None:
    logits, target = (tensor.detach() for tensor in tensors())
    weight = torch.linspace(0.5, 2.0, len(logits), dtype=torch.float64)
    settings: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30", "train_prevalence": 0.2}
    each = Loss(**settings, reduction="none")(logits, target)
    assert torch.equal(Loss(**settings, reduction="sum")(logits, target), each.sum())
    assert torch.equal(Loss(**settings)(logits[:, None], target[:, None]), each.mean())
    weighted = Loss(**settings)(logits, target, weight)
    assert float(weighted) == pytest.approx(float((each * weight).sum() / weight.sum()), rel=1e-12)


def test_the_batchs_own_prevalence() -> None:
    logits, target = (tensor.detach() for tensor in tensors())
    own = Loss((0.01, 0.10), "1:30")(logits, target)
    stated = Loss((0.01, 0.10), "1:30", train_prevalence=float(target.double().mean()))(logits, target)
    assert float(own) == pytest.approx(float(stated), rel=1e-12)
    with pytest.raises(OneClassError, match=r"3 training rows hold only non-cases.*state train_prevalence"):
        Loss((0.01, 0.10), "1:30")(torch.zeros(3), torch.zeros(3))
    one_class = Loss((0.01, 0.10), "1:30", train_prevalence=0.1)(torch.zeros(3), torch.zeros(3))
    assert torch.isfinite(one_class)


def test_state_pickle_copy_and_description() -> None:
    loss = Loss((0.01, 0.10), "1:30", train_prevalence=0.2)
    assert loss.state_dict() == {}
    loss.load_state_dict({})
    logits, target = (tensor.detach() for tensor in tensors())
    kept = io.BytesIO()
    torch.save(loss, kept)
    kept.seek(0)
    for other in (
        pickle.loads(pickle.dumps(loss)),
        copy.deepcopy(loss),
        torch.load(kept, weights_only=False),
    ):
        assert torch.equal(other(logits, target), loss(logits, target))
    assert repr(loss) == "NetBenefitLoss(train_prevalence=0.2, log_loss_share=0.3)"
    assert "Parameters" in str(Loss.__doc__)


def test_it_moves_with_its_module() -> None:
    """The table follows to another device; ``meta`` is one that every build has."""
    moved = Loss((0.01, 0.10), "1:30", train_prevalence=0.2).to("meta")
    assert {buffer.device.type for buffer in moved.buffers()} == {"meta"}
    single = Loss((0.01, 0.10), "1:30", train_prevalence=0.2).float()
    logits, target = (tensor.detach() for tensor in tensors())
    assert float(single(logits.float(), target)) == pytest.approx(
        float(Loss((0.01, 0.10), "1:30", train_prevalence=0.2)(logits, target)), rel=1e-5
    )


def test_it_compiles_as_one_graph() -> None:
    loss = Loss((0.01, 0.10), "1:30", train_prevalence=0.2)
    logits, target = tensors()
    compiled = torch.compile(loss, backend="eager", fullgraph=True)
    assert float(compiled(logits, target).detach()) == pytest.approx(float(loss(logits, target).detach()))


def test_extreme_and_missing_logits() -> None:
    logits = torch.tensor([1e4, -1e4, 1e4, -1e4], requires_grad=True)
    loss = Loss((0.01, 0.10), "1:30", train_prevalence=0.2)
    loss(logits, torch.tensor([1, 1, 0, 0])).backward()
    assert torch.isfinite(logits.grad).all()
    assert torch.isnan(loss(torch.tensor([0.0, float("nan")]), torch.tensor([0, 1])))


def test_what_is_refused() -> None:
    loss = Loss((0.01, 0.10), "1:30", train_prevalence=0.2)
    with pytest.raises(DataError, match=r"logits \(3, 1\), target \(3,\).*squeeze"):
        loss(torch.zeros(3, 1), torch.zeros(3))
    with pytest.raises(LabelError, match="found 1 of 2"):
        loss(torch.zeros(2), torch.tensor([0, 2]))
    with pytest.raises(SettingError, match="reduction must be 'mean', 'sum' or 'none'; found 'max'"):
        Loss((0.01, 0.10), "1:30", reduction="max")
    with pytest.raises(SettingError, match="state train_prevalence"):
        Loss(None, ("1:50", "1:5"))
    with pytest.raises(SettingError, match="no slope to train on"):
        Loss(0.05, "1:30", train_prevalence=0.2)


def fit(loss: Any, seed: int) -> tuple[float, Any]:
    """A line by torch, and its margins on other patients."""
    x, y = simulate(seed)
    model = torch.nn.Linear(4, 1).double()
    torch.nn.init.zeros_(model.weight)
    torch.nn.init.zeros_(model.bias)
    steps = torch.optim.LBFGS(model.parameters(), max_iter=200, line_search_fn="strong_wolfe")
    rows, target = torch.from_numpy(x), torch.from_numpy(y).double()

    def closure() -> Any:
        steps.zero_grad()
        value = loss(model(rows).squeeze(-1), target)
        value.backward()
        return value

    steps.step(closure)
    other, _ = simulate(1000 + seed, 100_000)
    with torch.no_grad():
        return float(y.mean()), model(torch.from_numpy(other)).squeeze(-1).numpy()


def test_a_line_that_cannot_be_right_gains_out_of_sample() -> None:
    gains = []
    for seed in range(3):
        _, y = simulate(1000 + seed, 100_000)
        trained, plain = fit(torch.nn.BCEWithLogitsLoss(), seed)
        _, own = fit(Loss(RANGE, COST, train_prevalence=trained), seed)
        gains.append(score(own, y, trained) - score(plain, y, trained))
    assert min(gains) > 4.0  # per 1,000 patients
