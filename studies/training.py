"""Whether training on net benefit beats training on log loss, at the deployment that it was trained for.

``python -m studies.training`` prints the table of docs/training.md; it needs torch. Patients are
simulated, so that the truth is known. Each learner is trained twice on the same patients, once on log
loss and once on the net benefit of the deployment, with the same settings, and both are scored on the
same large test set: the difference in net benefit is paired.

Learners
    a logistic line; a small network.
Populations
    ``straight``: the log odds are a line in the features, and every learner can be right.
    ``curved``: J-shaped in one feature, so that no line is right at low and at high risk at once.
    ``mixed``: two kinds of patients, in whom one feature matters differently.
    ``reversed``: a feature that raises low risks lowers high ones, as blood pressure does.

The share of log loss was chosen on ``TUNED``, and the populations were looked for there: a saturating one,
in which a line gained next to nothing, was replaced by ``curved``, and ``reversed`` was added after the share
was set, to see a large gain. The tables are of ``FRESH``.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import baserate
from baserate.extensions.training.loss import LOG_LOSS_SHARE, MarginLoss
from baserate.odds import expit

Numbers = NDArray[np.float64]
Labels = NDArray[np.int8]
Learner = Callable[["Patients", "Asked | None", int], Callable[[Numbers], Numbers]]

TUNED, FRESH = range(100, 103), range(10)
TRAIN, TEST = 4000, 100_000


@dataclass(frozen=True)
class Patients:
    """Features and outcomes."""

    x: Numbers
    y: Labels

    @property
    def prevalence(self) -> float:
        """Share of cases."""
        return float(self.y.mean())


@dataclass(frozen=True)
class Asked:
    """A deployment, and the share of log loss to train with."""

    name: str
    prevalence: Any
    cost: Any
    share: float = LOG_LOSS_SHARE

    @property
    def question(self) -> tuple[Any, Any]:
        """Prevalence and cost."""
        return self.prevalence, self.cost


DEPLOYMENTS = (
    Asked("rare, 1:30", (0.01, 0.10), "1:30"),
    Asked("common, 1:4", (0.15, 0.40), "1:4"),
    Asked("own prevalence, 1:20 to 1:5", None, ("1:20", "1:5")),
)


def straight(x: Numbers) -> Numbers:
    """A line in the features."""
    return np.asarray(-2.4 + x[:, 0] + 0.6 * x[:, 1] - 0.5 * x[:, 2])


def curved(x: Numbers) -> Numbers:
    """J-shaped in the first feature: steep at one end, rising a little at the other."""
    return np.asarray(-2.8 + 1.2 * x[:, 0] + 0.6 * np.square(x[:, 0]) + 0.6 * x[:, 1] - 0.5 * x[:, 2])


def mixed(x: Numbers) -> Numbers:
    """The first feature matters in half of the patients, and turns round in the others."""
    return np.asarray(-2.6 + np.where(x[:, 3] > 0.0, 1.6, -0.4) * x[:, 0] + 0.5 * x[:, 1])


def reversed_slope(x: Numbers) -> Numbers:
    """Blood pressure, say: high is dangerous in most patients, low in the fifth that is in shock."""
    sick = x[:, 0] > 0.8
    return np.asarray(np.where(sick, 0.6 - 1.2 * x[:, 1], -3.0 + 1.2 * x[:, 1]) + 0.3 * x[:, 0])


POPULATIONS: dict[str, Callable[[Numbers], Numbers]] = {
    "straight": straight,
    "curved": curved,
    "mixed": mixed,
    "reversed": reversed_slope,
}


def draw(truth: Callable[[Numbers], Numbers], rows: int, rng: np.random.Generator) -> Patients:
    """Patients with six features, of which two or three say nothing."""
    x = rng.standard_normal((rows, 6))
    return Patients(x, (rng.random(rows) < expit(truth(x))).astype(np.int8))


def line(patients: Patients, asked: Asked | None, _seed: int) -> Callable[[Numbers], Numbers]:
    """A logistic line with a small ridge, started from the fit of log loss."""
    design = np.column_stack([np.ones(len(patients.y)), patients.x])
    is_case = patients.y == 1

    def loss_of(loss: MarginLoss) -> Callable[[Numbers], tuple[float, Numbers]]:
        def value(beta: Numbers) -> tuple[float, Numbers]:
            margin = design @ beta
            ridge = 1e-4 * np.concatenate([[0.0], beta[1:]])
            slope = design.T @ loss.gradient(margin, is_case) / len(margin) + ridge
            return float(loss.value(margin, is_case).mean() + ridge @ beta / 2.0), slope

        return value

    prevalence, cost = asked.question if asked else ((0.01, 0.1), "1:30")
    start = np.zeros(design.shape[1])
    shares = [1.0] if asked is None else [1.0, asked.share]
    for share in shares:
        loss = MarginLoss.of(prevalence, cost, patients.prevalence, share)
        start = minimize(loss_of(loss), start, jac=True, method="BFGS").x
    return lambda x: np.asarray(start[0] + x @ start[1:])


def network(patients: Patients, asked: Asked | None, seed: int) -> Callable[[Numbers], Numbers]:
    """One hidden layer of three units, 200 steps of Adam on all patients."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    model = torch.nn.Sequential(torch.nn.Linear(6, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1)).double()
    loss: Any = torch.nn.BCEWithLogitsLoss()
    if asked is not None:
        stated = {"train_prevalence": patients.prevalence, "log_loss_share": asked.share}
        loss = baserate.extensions.training.torch.NetBenefitLoss(*asked.question, **stated)
    x, y = torch.from_numpy(patients.x), torch.from_numpy(patients.y.astype(np.float64))
    steps = torch.optim.Adam(model.parameters(), lr=0.03, weight_decay=1e-4)
    for _ in range(200):
        steps.zero_grad()
        loss(model(x).squeeze(-1), y).backward()
        steps.step()

    def margin(rows: Numbers) -> Numbers:
        with torch.no_grad():
            return np.asarray(model(torch.from_numpy(rows)).squeeze(-1).numpy())

    return margin


LEARNERS: dict[str, Learner] = {
    "line": line,
    "network": network,
}


@dataclass(frozen=True)
class Cell:
    """Differences in net benefit per 1,000, one a seed: trained on net benefit minus on log loss."""

    population: str
    deployment: str
    learner: str
    log_loss: float
    differences: Numbers

    @property
    def mean(self) -> float:
        """Mean difference over the seeds."""
        return float(self.differences.mean())

    @property
    def interval(self) -> tuple[float, float]:
        """95 % CI of the mean over training and test sets, by Student's t."""
        from scipy.stats import t

        half = float(t.ppf(0.975, len(self.differences) - 1)) * float(self.differences.std(ddof=1))
        half /= math.sqrt(len(self.differences))
        return self.mean - half, self.mean + half

    @property
    def verdict(self) -> str:
        """What the interval says."""
        low, high = self.interval
        return "better" if low > 0.0 else "worse" if high < 0.0 else "no difference shown"


def net_benefit(margin: Numbers, test: Patients, asked: Asked, train_prevalence: float) -> float:
    """Net benefit per 1,000 on the test set, by the library's own score."""
    stated: dict[str, Any] = {"prevalence": asked.prevalence, "source_prevalence": train_prevalence}
    return 1000.0 * baserate.net_benefit(test.y, expit(margin), cost=asked.cost, **stated)


def run_seed(
    population: str, seed: int, learners: Sequence[str], deployments: Sequence[Asked]
) -> dict[tuple[str, str], tuple[float, float]]:
    """Net benefit of log loss and of net benefit as loss, for one training and one test set."""
    rng = np.random.default_rng([seed, *population.encode()])
    train, test = draw(POPULATIONS[population], TRAIN, rng), draw(POPULATIONS[population], TEST, rng)
    results = {}
    for learner in learners:
        plain = LEARNERS[learner](train, None, seed)(test.x)
        for asked in deployments:
            own = LEARNERS[learner](train, asked, seed)(test.x)
            pair = tuple(net_benefit(margin, test, asked, train.prevalence) for margin in (plain, own))
            results[learner, asked.name] = (pair[0], pair[1])
    return results


def run(
    seeds: Sequence[int],
    populations: Sequence[str] = tuple(POPULATIONS),
    learners: Sequence[str] = tuple(LEARNERS),
    deployments: Sequence[Asked] = DEPLOYMENTS,
) -> list[Cell]:
    """All cells, the same seeds in each."""
    cells = []
    for population in populations:
        runs = [run_seed(population, seed, learners, deployments) for seed in seeds]
        for asked in deployments:
            for learner in learners:
                pairs = np.array([one[learner, asked.name] for one in runs])
                difference = pairs[:, 1] - pairs[:, 0]
                cells.append(Cell(population, asked.name, learner, float(pairs[:, 0].mean()), difference))
    return cells


def table(cells: Sequence[Cell]) -> str:
    """The cells in Markdown."""
    lines = [
        "| population | deployment | learner | log loss, per 1,000 | difference (95 % CI) | |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for cell in cells:
        low, high = cell.interval
        number = f"{cell.mean:+.2f} ({low:+.2f} to {high:+.2f})"
        row = (cell.population, cell.deployment, cell.learner, f"{cell.log_loss:.1f}", number, cell.verdict)
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tune", action="store_true", help="the tuning seeds, at several shares of log loss")
    parser.add_argument("--learners", nargs="*", default=tuple(LEARNERS), choices=tuple(LEARNERS))
    parser.add_argument("--populations", nargs="*", default=tuple(POPULATIONS), choices=tuple(POPULATIONS))
    parser.add_argument("--seeds", type=int, default=len(FRESH))
    settings = parser.parse_args()
    if not settings.tune:
        print(table(run(FRESH[: settings.seeds], settings.populations, settings.learners)))
        return
    for share in (0.02, 0.1, 0.3):
        asked = [Asked(one.name, one.prevalence, one.cost, share) for one in DEPLOYMENTS]
        print(f"\nshare of log loss {share:g}\n")
        print(table(run(TUNED, settings.populations, settings.learners, asked)), flush=True)


if __name__ == "__main__":
    main()
