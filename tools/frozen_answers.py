"""What a package answers: run with the frozen package and with this one, ``python -m tools.frozen_answers``.

Only names that users have are asked, and where one has moved, all the places it had. The answers are
plain data; the package is whichever stands first on the path.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
import os
import pickle
import re
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
import polars as pl
from click.testing import CliRunner

import baserate
from baserate.cli import main as main_command
from tools.frozen_studies import COMMANDS, QUICK, RESOURCES, STUDIES, Study

# Where a name stands now, and where it stood.
PLACES: dict[str, tuple[str, ...]] = {
    "MarginLoss": (
        "baserate.extensions.training.loss.MarginLoss",
        "baserate.integrations.training.loss.MarginLoss",
    ),
    "arrays": ("baserate.extensions.arrays", "baserate.arrays"),
    "gap": ("baserate.calibration.gap", "baserate.decompose"),
    "move_model": ("baserate.move_model", "baserate.transport"),
    "robustness": ("baserate.extensions.robustness", "baserate.robustness"),
    "validate": ("baserate.extensions.validation.validate", "baserate.sklearn.validate"),
}
# The names of those that have moved, wherever they are listed.
_MOVED = {place.rpartition(".")[2] for places in PLACES.values() for place in places}
DISPLAYS: dict[str, dict[str, str]] = {
    "DecisionCurveDisplay": {},
    "ValueDisplay": {},
    "DifferenceDisplay": {},
    "CalibrationDisplay": {},
    "RocDisplay": {},
    "MurphyDisplay": {},
    "BrierCurveDisplay": {},
    "CostCurveDisplay": {},
    "ForestDisplay": {},
    "DecompositionDisplay": {"by": "models"},
    "WinnerMapDisplay": {},
}
# What differs from run to run: keys of a stored result; and in texts the time, and places in memory.
_OF_THE_RUN = {"time", "version"}
_TIMES = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00| at 0x[0-9a-f]+")


def found(name: str) -> Any:
    """What stands under a name, now or then."""
    for place in PLACES[name]:
        module, _, attribute = place.rpartition(".")
        try:
            home = importlib.import_module(module)
        except ImportError:
            continue
        with suppress(ImportError, AttributeError):
            return getattr(home, attribute, None) or importlib.import_module(place)
    raise AttributeError(name)


def plain(value: Any) -> Any:
    """As plain data: an estimate by its numbers, an array as a list."""
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items() if key not in _OF_THE_RUN}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, pl.DataFrame):
        return plain(value.to_dict(as_series=False))
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in value]
    if isinstance(value, str):
        return _TIMES.sub("", value).replace(os.environ.get("BASERATE_FROZEN", " "), "FOLDER")
    if value is None or isinstance(value, bool | int | float):
        return value
    if all(hasattr(value, name) for name in ("value", "low", "high")):
        numbers = ("value", "standard_error", "low", "high")
        return {name: plain(getattr(value, name)) for name in numbers if hasattr(value, name)}
    if dataclasses.is_dataclass(value):
        fields = [field.name for field in dataclasses.fields(value)]
        return {name: plain(getattr(value, name)) for name in fields if not name.startswith("_")}
    return str(value)


def said(find: Callable[[], Any]) -> Any:
    """An answer; or the error that stands in its place, by its class and its words."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            answer = plain(find())
        except Exception as error:
            answer = {"error": type(error).__name__, "says": str(error)}
    told = [f"{type(one.message).__name__}: {one.message}" for one in caught]
    return {"answer": answer, "warnings": told} if told else answer


def table(study: Study, folder: Path) -> Any:
    """The table of a study, held as the study says."""
    path = folder / f"{study.table}.parquet"
    if study.kind == "lazy":
        return pl.scan_parquet(path)
    if study.kind == "duckdb":
        import duckdb

        return duckdb.read_parquet(str(path))
    frame = pl.read_parquet(path)
    return {"pandas": frame.to_pandas, "pyarrow": frame.to_arrow}.get(study.kind, lambda: frame)()


def asked_of(study: Study) -> dict[str, Any]:
    """What :func:`baserate.evaluate` is asked; several places are a distribution."""
    asked = dict(study.asked)
    if isinstance(asked.get("prevalence"), Mapping):
        asked["prevalence"] = baserate.Sites({float(p): w for p, w in asked["prevalence"].items()})
    return asked


def evaluated(study: Study, folder: Path) -> Any:
    """The evaluation of a study."""
    scores = list(study.scores)
    return baserate.evaluate(table(study, folder), study.outcome, scores, **asked_of(study))


def questions(ev: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What is asked of an evaluation by its methods, for its first two models."""
    first, *others = ev.models
    last = list(ev.groups)[-1] if ev.groups else None
    asked: dict[str, Callable[[], Any]] = {
        "score": lambda: ev.score(first),
        "score in a group": lambda: ev.score(first, last),
        "over treat all": lambda: ev.compare(first, "treat all"),
        "over deciding without a model": lambda: ev.compare(first, "without a model", last),
        "split": lambda: [
            plain(getattr(ev.split(first, last), part))
            for part in ("total", "sharpness", "calibration", "calibration_corrected")
        ],
        "threshold": lambda: ev.threshold(first, prevalence="7%"),
        "adjusted": lambda: ev.adjusted(first, [0.01, 0.2, 0.9], 0.05),
        "shift": lambda: plain(ev.shift(model=first).gamma),
    }
    if others:
        asked["compare"] = lambda: ev.compare(first, others[0])
        asked["confidence"] = lambda: ev.compare(first, others[0]).confidence(above=0.001)
        asked["difference in a group"] = lambda: ev.compare(others[0], first, last)
    if last is not None:
        units = settings.get("gap_units")
        other = next(iter(ev.groups))
        parts = ("total", "mechanism", "label_shift", "sharpness", "calibration")
        asked["gap"] = lambda: [
            plain(getattr(ev.gap(first, other, last, units=units), part)) for part in parts
        ]
        asked["gap to the rest"] = lambda: plain(ev.gap(first, last).total)
    return {name: said(find) for name, find in asked.items()}


def page_data(ev: Any) -> Any:
    """What the page carries."""
    _, _, rest = ev.page().partition('<script type="application/json" id="study">')
    return json.loads(rest.partition("</script>")[0])


def figures(ev: Any) -> dict[str, Any]:
    """The numbers that each figure draws."""
    drawn = importlib.import_module("baserate.figures")

    def numbers(name: str) -> Any:
        return getattr(drawn, name).from_evaluation(ev, **DISPLAYS[name]).to_frame()

    return {name: said(partial(numbers, name)) for name in DISPLAYS}


# What can be read of an evaluation.
READERS: dict[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "json": lambda ev, _: ev.to_dict(),
    "text": lambda ev, _: ev.summary(),
    "rows": lambda ev, _: ev.to_frame("polars"),
    "verdict": lambda ev, _: {
        "best": ev.verdict.best,
        "tied": list(ev.verdict.tied),
        "decided": ev.verdict.decided,
        "text": ev.verdict.text,
        "before": [str(one) for one in ev.before_you_decide],
        "repr": repr(ev),
    },
    "questions": questions,
    "tables": lambda ev, _: [ev.to_markdown(), ev.to_latex(), ev.to_html_table()],
    "documents": lambda ev, _: [
        ev.methods(),
        *(ev.checklist(name).to_markdown() for name in ("tripod+ai", "stratos")),
        ev.model_card().to_dict(),
    ],
    "notebook": lambda ev, _: ev._repr_html_(),
    "page": lambda ev, _: page_data(ev),
    "figures": lambda ev, _: figures(ev),
    "pickle": lambda ev, _: pickle.loads(pickle.dumps(ev)).to_dict(),  # noqa: S301
}


def answer(study: Study, folder: Path) -> Any:
    """What a study answers: each way to read it, and what was warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            ev = evaluated(study, folder)
        except Exception as error:
            return {"error": type(error).__name__, "says": str(error)}
    told = [f"{type(one.message).__name__}: {one.message}" for one in caught]
    read = {name: said(partial(READERS[name], ev, study.settings)) for name in study.read}
    return {"warned": told, **read}


def in_one_thread(name: str) -> Any:
    """What a study answers in a process whose libraries have one thread each."""
    one = dict.fromkeys(("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    command = [sys.executable, "-m", "tools.frozen_answers", "--study", name]
    done = subprocess.run(command, env={**os.environ, **one}, capture_output=True, check=True)  # noqa: S603
    return json.loads(done.stdout)


def options_of(command: str) -> set[str]:
    """The options that a command has."""
    known = main_command.get_command(click.Context(main_command), command)
    return set() if known is None else {word for option in known.params for word in option.opts}


def as_then(arguments: tuple[str, ...]) -> list[str]:
    """A command line in the options that the package has: what it lacks is said as it was then."""
    words = list(arguments)
    known = options_of(words[0])
    if "--full" in words and "--full" not in known:
        words.remove("--full")
    if "--table" in words and "--table" not in known:
        place = words.index("--table")
        words[1] += f"::{words[place + 1]}"
        del words[place : place + 2]
    return words


def run_command(arguments: tuple[str, ...], folder: Path) -> dict[str, Any]:
    """What a command line prints, how it ends, and what it writes."""
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        done = CliRunner().invoke(main_command, as_then(arguments), prog_name="baserate")
    stray = done.exception is not None and not isinstance(done.exception, SystemExit)
    return {
        "status": done.exit_code,
        # How wide the columns of a list of options are hangs on its longest name.
        "stdout": " ".join(done.stdout.split()) if "--help" in arguments else _as_data(done.stdout),
        "stderr": plain(done.stderr),
        "raised": repr(done.exception) if stray else "",
        "written": {
            path.name: _content(path)
            for path in sorted(folder.iterdir())
            if path.is_file() and before.get(path) != path.stat().st_mtime_ns
        },
    }


def _as_data(text: str) -> Any:
    """JSON as data, other text as it is."""
    try:
        return plain(json.loads(text))
    except ValueError:
        return plain(text)


def _content(path: Path) -> Any:
    """A file's content: tables and JSON as data, of a page what it carries."""
    if path.suffix == ".parquet":
        return plain(pl.read_parquet(path))
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        _, _, rest = text.partition('<script type="application/json" id="study">')
        return plain(json.loads(rest.partition("</script>")[0]))
    return _as_data(text)


def commands(folder: Path) -> dict[str, Any]:
    """Every command line, in order; the demonstration asks at 1:20, where 0.2.0 asked at 1:30."""
    vars(importlib.import_module("baserate.cli.demo"))["COST"] = "1:20"
    os.chdir(folder)
    helps = ("evaluate", "plot", "report", "reduce", "shift", "prevalence", "move", "watch")
    lines = COMMANDS | {f"{name} --help": (name, "--help") for name in (*helps, "threshold", "check", "init")}
    return {name: run_command(arguments, folder) for name, arguments in lines.items()}


def names() -> dict[str, str]:
    """Every public name with its parameters and their defaults."""
    listed: dict[str, str] = {}
    public = {name: getattr(baserate, name) for name in baserate.__all__ if name not in _MOVED}
    for name, thing in sorted((public | {name: found(name) for name in PLACES}).items()):
        # ``baserate.transport`` was a module that could be called.
        if inspect.ismodule(thing) and not callable(thing):
            for inner in sorted(getattr(thing, "__all__", ())):
                listed |= _signatures(f"{name}.{inner}", getattr(thing, inner))
        else:
            listed |= _signatures(name, thing)
    return listed


def _signatures(name: str, thing: Any) -> dict[str, str]:
    if not inspect.isclass(thing):
        return {name: _signature(thing)}
    methods = {n: m for n, m in inspect.getmembers(thing, callable) if not n.startswith("_")}
    return {name: _signature(thing)} | {f"{name}.{n}": _signature(m) for n, m in methods.items()}


def _signature(thing: Any) -> str:
    try:
        parameters = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):
        return type(thing).__name__
    bare = [one.replace(annotation=inspect.Parameter.empty) for one in parameters]
    return str(plain(str(inspect.Signature(bare))))


def functions(folder: Path) -> dict[str, Any]:
    """Numbers from arrays, and what extensions answer."""
    one, two = pl.read_parquet(folder / "one.parquet"), pl.read_parquet(folder / "two.parquet")
    y, p, high = (one[name].to_numpy() for name in ("died", "plain", "high"))
    asked: dict[str, Any] = {"prevalence": (0.02, 0.2), "cost": "1:9"}
    cohort, deployment = baserate.Cohort.of(y), baserate.Deployment.of((0.02, 0.2), "1:9")
    labelled = one.with_columns(month=pl.lit("2026-01"))
    copies = [
        baserate.evaluate(one.with_columns(plain=p ** (1 + 0.02 * number)), "died", "plain", **asked)
        for number in range(3)
    ]
    every: dict[str, Callable[[], Any]] = {
        "accuracy": lambda: baserate.accuracy(y, p, prevalence=0.05),
        "weighted accuracy": lambda: baserate.weighted_accuracy(y, p, **asked),
        "net benefit": lambda: baserate.net_benefit(y, p, **asked),
        "net benefit at a threshold": lambda: baserate.net_benefit(y, p, cost="1:9", threshold=0.2),
        "AUC": lambda: baserate.auc(y, p),
        "two columns": lambda: baserate.net_benefit(y, np.c_[1 - p, p], **asked),
        "lengths differ": lambda: baserate.net_benefit(y[:-1], p, **asked),
        "not a number": lambda: baserate.net_benefit(y, np.where(p > 0.9, np.nan, p), **asked),
        "log odds": lambda: baserate.net_benefit(y, np.log(p / (1 - p)), **asked),
        "labels of 1 and 2": lambda: baserate.net_benefit(y + 1, p, **asked),
        "one class": lambda: baserate.net_benefit(0 * y, p, **asked),
        "nobody": lambda: baserate.net_benefit([], [], **asked),
        "the wrong way": lambda: baserate.net_benefit(y, p, prevalence=(0.2, 0.1), cost="1:9"),
        "utilities": lambda: baserate.Cost.utilities(tp=1, fp=2, fn=0, tn=1),
        "bootstrap": lambda: baserate.bootstrap(cohort, {"plain": p}, deployment, replicates=50, seed=3),
        "split": lambda: baserate.split(cohort, p, deployment),
        "recalibration": lambda: baserate.recalibration_worth(cohort, p, deployment),
        "shift": lambda: baserate.shift(y, p, one["hospital"].to_numpy()).to_dict(),
        "prevalence": lambda: baserate.estimate_prevalence(y, p, two["plain"].to_numpy()).to_dict(),
        "prevalence by rlls": lambda: baserate.estimate_prevalence(
            y, p, two["plain"].to_numpy(), method="rlls"
        ).to_dict(),
        "move": lambda: found("move_model")(y, p, two["plain"].to_numpy(), cost="1:9").to_dict(),
        "watch": lambda: baserate.watch(
            "died", "plain", pl.concat([labelled, labelled]), reference=one, month="month"
        ).to_dict(),
        "arrays": lambda: [
            found("arrays").score(y, p, **asked, source_prevalence=0.1),
            found("arrays").compare(y, p, high, **asked, source_prevalence=0.1),
        ],
        "robustness": lambda: found("robustness").worst_case(y, p, cost="1:9", prevalence=(0.02, 0.2)),
        "regret": lambda: found("robustness").regret(y, {"plain": p, "high": high}, **asked),
        "imputations": lambda: baserate.pool_imputations(copies).to_frame(),
        "imputations, text": lambda: str(baserate.pool_imputations(copies)),
        "validation": lambda: _validated(one),
        "training": _trained,
        "sample size": lambda: baserate.sample_size.patients_needed(
            0.002, prevalence=0.1, case_spread=0.03, other_spread=0.01
        ),
    }
    return {name: said(find) for name, find in every.items()}


def _validated(patients: pl.DataFrame) -> Any:
    """A classifier validated within the patients it was made from."""
    from sklearn.linear_model import LogisticRegression

    columns = patients.select("plain", "blunt", "low").to_numpy()
    asked: dict[str, Any] = {"prevalence": (0.02, 0.2), "cost": "1:9", "cv": 3}
    validation = found("validate")(LogisticRegression(), columns, patients["died"].to_numpy(), **asked)
    return [validation.to_frame(), str(validation)]


def _trained() -> Any:
    """The loss of training rows: its table, its scale, and what a perfect model has."""
    loss = found("MarginLoss").of((0.02, 0.2), "1:9", 0.3)
    return [loss, loss.scale, loss.perfect, loss.at(0.1).scale]


def awkward_inputs(folder: Path) -> dict[str, Any]:
    """Every line of the list of bad inputs that is about a table: in memory, and as a file of text."""
    lines = json.loads((folder / "inputs.json").read_text(encoding="utf-8"))
    answers: dict[str, Any] = {}
    for number, (name, asked) in enumerate(lines.items()):
        path = folder / "inputs" / f"{number}.parquet"
        question = {"outcome": "y", "scores": "s", "prevalence": (0.05, 0.3), "cost": "1:9", **asked}
        answers[name] = said(partial(_answer_of, pl.read_parquet(path), question))
        answers[f"{name}, lazy"] = said(partial(_answer_of, pl.scan_parquet(path), question))
    return answers


def _answer_of(data: object, asked: Mapping[str, Any]) -> Any:
    return baserate.evaluate(data, **asked).to_dict()


def everything(folder: Path, quick: bool) -> dict[str, Any]:
    """All answers, by study."""
    chosen = {name: study for name, study in STUDIES.items() if not quick or name in QUICK}
    answers = {}
    for name, study in chosen.items():
        started = time.perf_counter()
        answers[name] = in_one_thread(name) if study.kind == "one thread" else answer(study, folder)
        sys.stderr.write(f"{time.perf_counter() - started:6.1f} s  {name}\n")
    others: dict[str, Callable[[], Any]] = {"names": names}
    if not quick:
        others |= {
            "functions": lambda: functions(folder),
            "inputs": lambda: awkward_inputs(folder),
            "commands": lambda: commands(folder),
        }
    for name, find in others.items():
        started = time.perf_counter()
        answers[name] = find()
        sys.stderr.write(f"{time.perf_counter() - started:6.1f} s  {name}\n")
    return answers


def serve() -> None:
    """Answer questions, one a line, until there are no more."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        asked = json.loads(line)
        channel.write(json.dumps(plain(answer_drawn(asked))) + "\n")
        channel.flush()


def answer_drawn(asked: Mapping[str, Any]) -> Any:
    """What a drawn question answers."""
    columns = {name: np.asarray(values) for name, values in asked["table"].items()}
    options = {name: _hashable(value) for name, value in asked["asked"].items()}

    def find() -> Any:
        ev = baserate.evaluate(columns, **options)
        return {name: said(partial(READERS[name], ev, {})) for name in asked["read"]}

    return said(find)


def _hashable(value: Any) -> Any:
    """JSON knows no tuples: a pair is a range."""
    return tuple(value) if isinstance(value, list) and len(value) == 2 and value[0] != value[1] else value


def measure(name: str, folder: Path) -> dict[str, float]:
    """Seconds of processor time and the largest memory, in a process that does nothing else."""
    started = time.process_time()
    answer(RESOURCES[name], folder)
    seconds = time.process_time() - started
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    (largest,) = re.findall(r"VmHWM:\s*(\d+) kB", status)
    return {"seconds": seconds, "megabytes": int(largest) / 1024}


def main() -> None:
    """All answers, those of the quick form or of one study; what a study takes; or whatever is asked."""
    folder = Path(os.environ.get("BASERATE_FROZEN", ".")).resolve()
    kind, *rest = sys.argv[1:]
    if kind == "--serve":
        serve()
    elif kind == "--measure":
        sys.stdout.write(json.dumps(measure(rest[0], folder)))
    elif kind == "--study":
        sys.stdout.write(json.dumps(answer(STUDIES[rest[0]], folder)))
    else:
        Path(rest[0]).write_text(json.dumps(everything(folder, quick=kind == "--quick")), encoding="utf-8")


if __name__ == "__main__":
    main()
