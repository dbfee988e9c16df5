"""The eICU demo: intensive-care stays in US hospitals, with APACHE predictions of death in hospital."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import polars as pl

from baserate.datasets.downloads import cache_folder, fetch, is_intact
from baserate.errors import SHOWN, DataError, LabelError, MissingValueError, ScoreError
from baserate.inference.progress import progress
from baserate.patients.files import read_table

HOME = "https://physionet.org/files/eicu-crd-demo/2.0.1/"
SHA256 = {
    "patient": "15e1eb52169828e3cfff3b67132a087298de4d0365bbb31bb294f6043bffd474",
    "apachePatientResult": "ce799692737f7a712c59aa8fbb9a302cee7c719887f0638caed3ae144b166821",
    "apachePredVar": "99d5a4ab2c5cd07b6ee0a540c86a576e5975ed3b93df8525e3d287d5babf3eae",
}

_AS_DISTRIBUTED = f"Use the table as distributed, from {HOME}"
_STAY = "patientunitstayid"
_VERSION = "apacheversion"
_OUTCOME = "actualhospitalmortality"
_PREDICTION = "predictedhospitalmortality"
# Columns of the tables, and of the frame.
_NUMBERS = {
    _STAY: "stay",
    "patienthealthsystemstayid": "hospital_stay",
    "hospitalid": "hospital",
    "hospitaldischargeyear": "year",
}
_TEXTS = {
    "uniquepid": "patient",
    "ethnicity": "ethnicity",
    "gender": "gender",
    "age": "age",
    "unittype": "unit_type",
    "apacheadmissiondx": "diagnosis",
}
_FINDINGS = {"electivesurgery": "elective_surgery", "ventday1": "ventilated", "diabetes": "diabetes"}
_VERSIONS = {"IV": "apache_iv", "IVa": "apache_iva"}
_OUTCOMES = ("ALIVE", "EXPIRED")
# How the tables write that APACHE made no prediction, or that a finding is not known.
_UNKNOWN = -1

_COLUMNS = ["stay", "hospital_stay", "patient", "hospital", "ethnicity", "gender", "age", "unit_type", "year"]
_COLUMNS += ["diagnosis", "died", *_VERSIONS.values(), *_FINDINGS.values()]


def eicu_demo(folder: str | os.PathLike[str] | None = None) -> pl.DataFrame:
    """Intensive-care stays of the eICU demo: death in hospital as it was, and as APACHE predicted it.

    These are the data on which the paper behind this library shows that AUC and accuracy can favour
    one group of patients where decisions serve the other: the eICU Collaborative Research Database
    Demo, version 2.0.1, an open and de-identified sample of US intensive-care units, 2014 and 2015.

    Returns a Polars frame, one row per unit stay with an APACHE result (1,838), sorted by stay:

    - ``stay``, ``hospital_stay``, ``hospital``: numbers of the unit stay, the hospital stay it is part
      of, and the hospital
    - ``patient``: the person, who may have several stays; give it as the cluster of an interval
    - ``ethnicity``, ``gender``, ``unit_type``, ``diagnosis`` (at admission): text; null if blank
    - ``age``: years, as text, because ages above 89 are all "> 89"
    - ``year``: of discharge from hospital
    - ``died``: 1 if the patient died in hospital, else 0
    - ``apache_iv``, ``apache_iva``: probability of that, predicted by APACHE IV and IVa; null for the
      155 stays without a prediction (-1 in the tables)
    - ``elective_surgery``: 1 elective, 0 other surgery; null for stays without surgery
    - ``ventilated`` (on the first day), ``diabetes``: 1 or 0; null if not known

    ``folder`` holds the tables as distributed, ``patient``, ``apachePatientResult`` and
    ``apachePredVar``, as .csv.gz or .csv, itself or in its subfolder ``raw``. Without a folder they
    are looked for in ``eicu_demo`` in the folder that the environment variable BASERATE_DATA names;
    if that does not exist they are downloaded from PhysioNet, once (0.4 MB), to the user's cache.

    A stay whose outcome is blank is an error, not a survivor: the distributed tables have none.

    Licence: Open Data Commons Open Database License (ODbL) 1.0. Share what you derive alike, and cite
    Johnson et al. (2021), eICU Collaborative Research Database Demo (version 2.0.1), PhysioNet,
    doi:10.13026/4mxk-na84; Pollard et al. (2018), Sci Data 5:180178, doi:10.1038/sdata.2018.178; and
    Goldberger et al. (2000), PhysioBank, PhysioToolkit, and PhysioNet, Circulation 101(23):e215-e220.

    Parameters
    ----------
    folder
        Where the tables are; see above for what None means.
    """
    place = _standard_folder() if folder is None else Path(folder).expanduser()
    results = _read(_find(place, "apachePatientResult"), [_STAY, _VERSION, _OUTCOME, _PREDICTION])
    patients = _read(_find(place, "patient"), [*_NUMBERS, *_TEXTS])
    findings = _read(_find(place, "apachePredVar"), [_STAY, *_FINDINGS])
    known = pl.col(_STAY).is_in(patients.rows[_STAY].to_list())
    results.refuse(_STAY, ~known, f"must also be in {patients.path.name}")
    stays = _gather_outcomes(results).join(_describe(patients), on="stay", how="left")
    return stays.join(_read_indicators(findings), on="stay", how="left").select(_COLUMNS).sort("stay")


# Finding the tables


def _standard_folder() -> Path:
    """The folder that BASERATE_DATA names, or else the user's cache, filled from PhysioNet."""
    data = os.environ.get("BASERATE_DATA")
    if data and (given := Path(data).expanduser() / "eicu_demo").is_dir():
        return given
    cache = cache_folder() / "eicu-crd-demo-2.0.1"
    files = {f"{table}.csv.gz": sha256 for table, sha256 in SHA256.items()}
    wanted = [name for name, sha256 in files.items() if not is_intact(cache / name, sha256)]
    for name in progress(wanted, "downloading the eICU demo"):
        fetch(HOME + name, cache / name, files[name])
    return cache


def _find(folder: Path, table: str) -> Path:
    """The file of a table, whether compressed or not; some copies have names in lower case."""
    names = [f"{table}.csv.gz", f"{table}.csv"]
    places = [place for place in (folder, folder / "raw") if place.is_dir()]
    for place in places:
        for name in names:
            files = [path for path in place.iterdir() if path.name.lower() == name.lower()]
            if files:
                return min(files, key=lambda path: (path.name != name, path.name))
    where = f"in {folder} or its subfolder raw" if places else f"in {folder}, which is not a folder"
    raise DataError(
        f"no {' or '.join(names)} {where}. Download {', '.join(f'{name}.csv.gz' for name in SHA256)} "
        f"from {HOME} into a folder and pass that folder."
    )


# Reading and checking them


class _Table(NamedTuple):
    """Some columns of a table, all as text, null where blank; and its file, for messages."""

    path: Path
    rows: pl.DataFrame

    def refuse(self, column: str, bad: pl.Expr, rule: str, kind: type[DataError] = DataError) -> None:
        """Raise if any row is bad, with the first such values and stays."""
        wrong = self.rows.filter(bad)
        if wrong.is_empty():
            return
        pairs = wrong.head(SHOWN).select(value=pl.col(column), stay=pl.col(_STAY)).fill_null("blank")
        raise kind(
            f"{{column}} {rule}; not so in {{where}}.",
            column=f"{self.path}: {column}",
            count=len(wrong),
            of=len(self.rows),
            examples=[f"{value} in stay {stay}" for value, stay in pairs.rows()],
            advice=_AS_DISTRIBUTED,
        )

    def refuse_repeats(self, *further: str) -> None:
        """Raise unless each row has a stay, and no other row the same stay and ``further`` columns."""
        self.refuse(_STAY, pl.col(_STAY).is_null(), "must be given", MissingValueError)
        repeated = pl.struct(_STAY, *further).is_duplicated()
        self.refuse(further[-1] if further else _STAY, repeated, "must not occur twice for one stay")


def _read(path: Path, columns: list[str]) -> _Table:
    try:
        table = read_table(path, columns)
    except DataError as error:
        told = error.about()
        told.advice = _AS_DISTRIBUTED
        raise told from error
    text = pl.col(columns)
    return _Table(path, table.frame.select(pl.when(text.str.strip_chars() != "").then(text).name.keep()))


def _gather_outcomes(results: _Table) -> pl.DataFrame:
    """One row per stay: what happened, and what each version of APACHE predicted."""
    results.refuse_repeats(_VERSION)
    results.refuse(_VERSION, ~_one_of(_VERSION, _VERSIONS), f"must be {' or '.join(_VERSIONS)}")
    results.refuse(_OUTCOME, pl.col(_OUTCOME).is_null(), "must be given", MissingValueError)
    results.refuse(_OUTCOME, ~_one_of(_OUTCOME, _OUTCOMES), f"must be {' or '.join(_OUTCOMES)}", LabelError)
    differs = pl.col(_OUTCOME).n_unique().over(_STAY) > 1
    results.refuse(_OUTCOME, differs, "must be the same in all rows of a stay", LabelError)
    prediction = pl.col(_PREDICTION).cast(pl.Float64, strict=False)
    legal = (prediction.is_between(0.0, 1.0) | (prediction == _UNKNOWN)).fill_null(value=False)
    rule = "must be a probability, or -1 for no prediction"
    results.refuse(_PREDICTION, pl.col(_PREDICTION).is_not_null() & ~legal, rule, ScoreError)
    predicted = pl.when(prediction != _UNKNOWN).then(prediction)
    return results.rows.group_by(_whole_number(results, _STAY).alias("stay")).agg(
        (pl.col(_OUTCOME) == "EXPIRED").first().cast(pl.Int8).alias("died"),
        *(
            predicted.filter(pl.col(_VERSION) == version).first().alias(name)
            for version, name in _VERSIONS.items()
        ),
    )


def _describe(patients: _Table) -> pl.DataFrame:
    patients.refuse_repeats()
    numbers = [_whole_number(patients, column).alias(name) for column, name in _NUMBERS.items()]
    return patients.rows.select(*numbers, *(pl.col(column).alias(name) for column, name in _TEXTS.items()))


def _read_indicators(findings: _Table) -> pl.DataFrame:
    findings.refuse_repeats()
    columns = [_whole_number(findings, _STAY).alias("stay")]
    for column, name in _FINDINGS.items():
        wrong = pl.col(column).is_not_null() & ~_one_of(column, ("0", "1", str(_UNKNOWN)))
        findings.refuse(column, wrong, "must be 0 or 1, or -1 if not known")
        value = pl.col(column).cast(pl.Int8)
        columns.append(pl.when(value != _UNKNOWN).then(value).alias(name))
    return findings.rows.select(columns)


def _one_of(column: str, values: Iterable[str]) -> pl.Expr:
    return pl.col(column).is_in(list(values)).fill_null(value=False)


def _whole_number(table: _Table, column: str) -> pl.Expr:
    """The column as integers; refused unless they would be written as they were."""
    number = pl.col(column).cast(pl.Int64, strict=False)
    table.refuse(column, number.cast(pl.String).ne_missing(pl.col(column)), "must be a whole number")
    return number
