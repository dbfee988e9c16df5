"""Questions that Hypothesis draws, asked of the frozen package and of this one: ``tools.frozen fuzz``."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.hardening.studies import COSTS, MODELS, PREVALENCES, Study, scores_of, studies
from tests.support.cohorts import simulate

from tools.frozen import ROOT, Difference, asking, differences, read_allowed, unpack

__all__ = ["fuzz"]

# A page or figures take some seconds, so that they are drawn less often.
_READ = (*(["json", "text", "rows", "questions"],) * 4, ["json", "page"], ["json", "figures"], ["tables"])
_EXAMPLES = 200


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """A table, a question and how the answer is read, as JSON holds them."""
    study = draw(st.one_of(studies(), followed()))
    asked: dict[str, Any] = {"outcome": "died", "scores": list(study.models), **study.asked}
    if "time" in asked:
        del asked["outcome"]
    if draw(st.booleans()):
        asked["shift"] = draw(st.sampled_from((0, 0.25, 0.5, "covariate", "label")))
    if draw(st.booleans()):
        asked["seed"] = draw(st.integers(0, 3))
    if draw(st.booleans()):
        asked["outcome_name"], asked["action_name"] = "diagnosis/diagnoses", "transfers"
    if "by" in asked and draw(st.booleans()):
        asked["reference"] = "north"
    table = {name: np.asarray(column).tolist() for name, column in study.table.items()}
    return {"table": table, "asked": asked, "read": draw(st.sampled_from(_READ))}


@st.composite
def followed(draw: st.DrawFn) -> Study:
    """Patients who are not all followed to the end."""
    n = draw(st.integers(20, 150))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    died, plain = simulate(rng, n, draw(st.sampled_from((0.2, 0.5))))
    models = tuple(draw(st.lists(st.sampled_from(MODELS), min_size=1, max_size=2, unique=True)))
    days = np.ceil(rng.exponential(300, n) + 1)
    status = np.where(rng.random(n) < 0.3, 0, np.where(died == 1, 1, draw(st.sampled_from((0, 2)))))
    table: dict[str, Any] = {"days": days, "status": status.astype(np.int64)}
    table |= {model: scores_of(model, died, plain, rng) for model in models}
    asked: dict[str, Any] = {
        "prevalence": draw(st.sampled_from(PREVALENCES)),
        "cost": draw(st.sampled_from(COSTS)),
        "time": "days",
        "event": "status",
        "horizon": draw(st.sampled_from((100.0, 300.0))),
    }
    if draw(st.booleans()):
        table["ward"] = np.array(["north", "south"])[rng.integers(0, 2, n)]
        asked[draw(st.sampled_from(("by", "censoring")))] = "ward"
    return Study(table, models, asked)


def fuzz(seconds: float, first_seed: int) -> int:
    """Draw for so many seconds; the first difference is shrunk and shown."""
    rules = read_allowed()
    asked_in_all = 0
    with tempfile.TemporaryDirectory() as folder:
        packages = (unpack(Path(folder)), ROOT / "src")
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        servers = [asking(package, Path(folder), "--serve", **pipes) for package in packages]
        into = [server.stdin for server in servers if server.stdin is not None]
        out = [server.stdout for server in servers if server.stdout is not None]
        last: list[tuple[dict[str, Any], list[Difference]]] = []

        def compare(question: dict[str, Any]) -> None:
            nonlocal asked_in_all
            asked_in_all += 1
            for pipe in into:
                pipe.write(json.dumps(question) + "\n")
                pipe.flush()
            old, new = (json.loads(pipe.readline()) for pipe in out)
            found = list(differences({"drawn": old}, {"drawn": new}, rules))
            if found:
                last[:] = [(question, found)]
                raise AssertionError(str(found[0]))

        started, number = time.monotonic(), first_seed
        while time.monotonic() - started < seconds and not last:
            drawn = seed(number)(
                settings(
                    max_examples=_EXAMPLES,
                    deadline=None,
                    database=None,
                    phases=(Phase.generate, Phase.shrink),
                    suppress_health_check=list(HealthCheck),
                )(given(questions())(_until(compare, started + seconds, last)))
            )
            try:
                drawn()
            except AssertionError:
                break
            number += 1
        for pipe, server in zip(into, servers, strict=True):
            pipe.close()
            server.wait()
    if last:
        question, found = last[0]
        sys.stdout.write(f"{json.dumps(question)}\n")
        sys.stdout.write("".join(f"{one}\n" for one in found[:10]))
    sys.stdout.write(
        f"{asked_in_all:,} questions were asked of both, {'one differs' if last else 'none differs'}.\n"
    )
    return 1 if last else 0


def _until(compare: Any, end: float, last: list[Any]) -> Any:
    """The comparison, until the time is over; a difference that was found is shrunk to its end."""

    def within_time(question: dict[str, Any]) -> None:
        if last or time.monotonic() < end:
            compare(question)

    return within_time
