"""The eICU demo: the real tables as their notes describe them; small invented ones for what goes wrong."""

from __future__ import annotations

import gzip
import hashlib
import shutil
import sys
import threading
from collections.abc import Iterator
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path

import polars as pl
import pytest

from baserate.datasets import downloads, eicu, eicu_demo
from baserate.datasets.downloads import cache_folder, fetch
from baserate.errors import (
    ColumnError,
    DataError,
    FileError,
    LabelError,
    MissingValueError,
    ScoreError,
)
from tests.support.data import real_data

TABLES = ("patient", "apachePatientResult", "apachePredVar")
PINNED = dict(eicu.SHA256)
COMMON = {
    "patientunitstayid": "stay",
    "patienthealthsystemstayid": "hospital_stay",
    "uniquepid": "patient",
    "hospitalid": "hospital",
    "ethnicity": "ethnicity",
    "gender": "gender",
    "age": "age",
    "unittype": "unit_type",
    "hospitaldischargeyear": "year",
    "apacheadmissiondx": "diagnosis",
}
# Three stays: one who died, one of text with a comma, one without predictions; a fourth has no result.
INVENTED = {
    "patient": """patientunitstayid,patienthealthsystemstayid,gender,age,ethnicity,hospitalid,\
apacheadmissiondx,hospitaldischargeyear,unittype,uniquepid
30,300,Female,> 89,,7,"Sepsis, pulmonary",2015,MICU,002-3
10,100,Male,61,Caucasian,5,"",2014,SICU,002-1
20,200," ",45,Hispanic,5,Stroke,2014,MICU,002-2
40,400,Male,50,Asian,5,Stroke,2014,MICU,002-2
""",
    "apachePatientResult": """patientunitstayid,apacheversion,\
predictedhospitalmortality,actualhospitalmortality
20,IVa,-1,ALIVE
10,IV,0.25,EXPIRED
10,IVa,3.125E-2,EXPIRED
20,IV,-1,ALIVE
30,IV,1,ALIVE
""",
    "apachePredVar": """patientunitstayid,electivesurgery,ventday1,diabetes
10,1,0,-1
20,,1,0
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the invented tables, one of them compressed."""
    place = tmp_path / "tables"
    place.mkdir()
    for table, text in INVENTED.items():
        (place / f"{table}.csv").write_text(text)
    compress(place / "patient.csv")
    return place


def compress(path: Path) -> None:
    path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()


def change(folder: Path, table: str, old: str, new: str) -> None:
    text = INVENTED[table]
    assert old in text
    (folder / f"{table}.csv.gz").unlink(missing_ok=True)
    (folder / f"{table}.csv").write_text(text.replace(old, new))


# The real tables


def test_what_the_notes_on_the_data_say() -> None:
    stays = eicu_demo(real_data("eicu_demo"))
    assert (len(stays), stays["died"].sum()) == (1838, 155)
    assert stays["stay"].is_sorted()
    assert stays["stay"].n_unique() == 1838
    assert stays.filter(pl.col("apache_iv").is_null() != pl.col("apache_iva").is_null()).is_empty()
    lost = stays.filter(pl.col("apache_iv").is_null())
    assert (len(lost), lost["died"].sum()) == (155, 16)
    assert [len(lost.filter(ethnicity=name)) for name in ("Caucasian", "African American")] == [120, 20]
    # APACHE asks whether surgery was elective only where there was surgery.
    assert sorted(stays["elective_surgery"].value_counts().iter_rows(), key=str) == [
        (0, 29),
        (1, 258),
        (None, 1551),
    ]
    assert [stays[name].sum() for name in ("ventilated", "diabetes")] == [384, 423]


@pytest.mark.parametrize(
    ("version", "group", "n", "patients", "deaths", "mean"),
    [
        ("apache_iv", None, 1683, 1449, 139, None),
        ("apache_iv", "Caucasian", 1314, 1147, 116, 0.1129),
        ("apache_iv", "African American", 166, 128, 3, 0.1099),
        ("apache_iva", None, 1683, 1449, 139, None),
        ("apache_iva", "Caucasian", 1314, 1147, 116, 0.1020),
        ("apache_iva", "African American", 166, 128, 3, 0.1040),
    ],
)
def test_the_groups(
    version: str, group: str | None, n: int, patients: int, deaths: int, mean: float | None
) -> None:
    rows = eicu_demo(real_data("eicu_demo")).drop_nulls(version)
    rows = rows.filter(ethnicity=group) if group else rows
    assert (len(rows), rows["patient"].n_unique(), rows["died"].sum()) == (n, patients, deaths)
    assert rows["hospital_stay"].n_unique() == n
    assert mean is None or round(float(rows[version].to_numpy().mean()), 4) == mean


def test_every_value_is_that_of_the_joined_table() -> None:
    data = real_data("eicu_demo")
    if not (joined := data / "eicu_demo_apache.csv").is_file():
        pytest.skip(
            f"no {joined.name} beside the tables in {data}: a join of them made without this library."
        )
    texts = pl.read_csv(joined, infer_schema_length=0).fill_null("")
    stays = {str(row["stay"]): row for row in eicu_demo(data).iter_rows(named=True)}
    assert set(stays) == set(texts["patientunitstayid"])
    for row in texts.iter_rows(named=True):
        stay = stays[row["patientunitstayid"]]
        for column, name in COMMON.items():
            assert ("" if stay[name] is None else str(stay[name])) == row[column]
        assert stay["died"] == (row["actualhospitalmortality"] == "EXPIRED")
        predicted = stay["apache_" + row["apacheversion"].lower()]
        assert (-1.0 if predicted is None else predicted) == float(row["predictedhospitalmortality"])


def test_compressed_and_plain_tables_give_the_same(tmp_path: Path) -> None:
    raw = real_data("eicu_demo") / "raw"
    for table in TABLES:
        content = (raw / f"{table}.csv.gz").read_bytes()
        (tmp_path / f"{table.lower()}.csv").write_bytes(gzip.decompress(content))
    assert eicu_demo(tmp_path).equals(eicu_demo(raw))


# Invented tables


def test_the_frame(folder: Path) -> None:
    stays = eicu_demo(str(folder))
    assert stays.rows() == [
        (10, 100, "002-1", 5, "Caucasian", "Male", "61", "SICU", 2014, None, 1, 0.25, 0.03125, 1, 0, None),
        (20, 200, "002-2", 5, "Hispanic", None, "45", "MICU", 2014, "Stroke", 0, None, None, None, 1, 0),
        (30, 300, "002-3", 7, None, "Female", "> 89", "MICU", 2015, "Sepsis, pulmonary", 0, 1.0)
        + (None,) * 4,
    ]
    assert stays.columns == [
        *("stay", "hospital_stay", "patient", "hospital", "ethnicity", "gender", "age", "unit_type", "year"),
        *("diagnosis", "died", "apache_iv", "apache_iva", "elective_surgery", "ventilated", "diabetes"),
    ]
    assert stays["died"].dtype == pl.Int8


def test_a_raw_subfolder_and_names_in_any_case(folder: Path) -> None:
    expected = eicu_demo(folder)
    (folder / "raw").mkdir()
    shutil.move(folder / "patient.csv.gz", folder / "raw" / "PATIENT.CSV.GZ")
    (folder / "apachePredVar.csv").rename(folder / "apachepredvar.csv")
    assert eicu_demo(folder).equals(expected)


RESULT = "apachePatientResult"
FINDING = "apachePredVar"


@pytest.mark.parametrize(
    ("table", "old", "new", "kind", "message"),
    [
        ("patient", "uniquepid", "unique_pid", ColumnError, r"no column 'uniquepid'.*nearest: 'unique_pid'"),
        (
            "patient",
            "uniquepid",
            "1",
            ColumnError,
            r"no column 'uniquepid' in .*; there are 'patientunitstayid', 'patient.*'unittype', '1'\.",
        ),
        ("patient", "40,400", "10,400", DataError, r"must not occur twice for one stay; not so in 2 of 4"),
        (
            "patient",
            "20,200",
            ",200",
            DataError,
            r"must also be in patient.csv; not so in 2 of 5 .*20 in stay 20",
        ),
        (
            "patient",
            "40,400",
            ",400",
            MissingValueError,
            r"must be given; not so in 1 of 4 .*blank in stay blank",
        ),
        ("patient", "10,100", "10,1e2", DataError, r"systemstayid must be a whole number.*1e2 in stay 10"),
        ("patient", "10,100", "10,0100", DataError, r"must be a whole number.*0100 in stay 10"),
        (
            "patient",
            "40,400,Male",
            "40,400,Male,1",
            FileError,
            r"line 5 of .*patient.csv has 11 fields, but the header has 10\. Use the table",
        ),
        (RESULT, "20,IV,", "20,IVa,", DataError, r"apacheversion must not occur twice.*IVa in stay 20"),
        (RESULT, "30,IV,", ",IV,", MissingValueError, r"unitstayid must be given; not so in 1 of 5"),
        (RESULT, "30,IV,", "30,III,", DataError, r"must be IV or IVa; .*III in stay 30"),
        (RESULT, "30,IV,", "30,,", DataError, r"must be IV or IVa; .*blank in stay 30"),
        (
            RESULT,
            "1,ALIVE",
            "1,Dead",
            LabelError,
            r"must be ALIVE or EXPIRED; not so in 3 of 5 .*Dead in stay 20",
        ),
        (RESULT, "30,IV,1,ALIVE", "30,IV,1,", MissingValueError, r"must be given; .*blank in stay 30"),
        (
            RESULT,
            "IV,-1,ALIVE",
            "IV,-1,EXPIRED",
            LabelError,
            r"the same in all rows of a stay; not so in 2 of 5",
        ),
        (RESULT, "0.25", "1.25", ScoreError, r"must be a probability, .*1.25 in stay 10"),
        (RESULT, "0.25", "-0.5", ScoreError, r"-0.5 in stay 10"),
        (RESULT, "0.25", "NaN", ScoreError, r"NaN in stay 10"),
        (RESULT, "0.25", "high", ScoreError, r"high in stay 10"),
        (FINDING, "10,1,", "10,2,", DataError, r"electivesurgery must be 0 or 1, .*2 in stay 10"),
        (FINDING, "20,", "10,", DataError, r"unitstayid must not occur twice"),
        (FINDING, "10,1,0,-1\n20,,1,0\n", "", FileError, r"PredVar.csv has column names but no rows"),
        (FINDING, INVENTED[FINDING], "", FileError, r"apachePredVar.csv is empty"),
    ],
)
def test_wrong_tables(
    folder: Path, table: str, old: str, new: str, kind: type[DataError], message: str
) -> None:
    change(folder, table, old, new)
    with pytest.raises(kind, match=message) as caught:
        eicu_demo(folder)
    assert type(caught.value) is kind
    assert str(folder) in str(caught.value)
    assert str(caught.value).endswith(eicu.HOME)


def test_only_the_first_wrong_rows_are_shown(folder: Path) -> None:
    rows = "".join(f"{stay},0,5,0\n" for stay in range(50, 60))
    change(folder, "apachePredVar", "20,,1,0\n", rows)
    with pytest.raises(DataError, match=r"10 of 11 .*5 in stay 50, .*5 in stay 54, \.\.\.\)"):
        eicu_demo(folder)


def test_a_blank_prediction_is_none(folder: Path) -> None:
    change(folder, "apachePatientResult", "0.25", "")
    assert eicu_demo(folder)["apache_iv"].to_list() == [None, None, 1.0]


@pytest.mark.parametrize(
    "damage",
    [b"no gzip", gzip.compress(b"a,b\n1,2\n" * 99)[:-20], b"\x1f\x8b\x08" + b"\0" * 20],
    ids=["no archive", "cut short", "zeros"],  # an archive holds the time, and the name must not
)
def test_a_damaged_archive(folder: Path, damage: bytes) -> None:
    (folder / "patient.csv.gz").write_bytes(damage)
    message = (
        r"patient.csv.gz (is compressed and damaged|has column names but no rows).*distributed, from https"
    )
    with pytest.raises(FileError, match=message):
        eicu_demo(folder)


def test_a_missing_table_is_never_downloaded_into_a_folder_that_was_given(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eicu, "fetch", pytest.fail)
    (folder / "apachePredVar.csv").unlink()
    message = r"no apachePredVar.csv.gz or apachePredVar.csv in .*tables or its subfolder raw. .* from https"
    with pytest.raises(DataError, match=message):
        eicu_demo(folder)
    with pytest.raises(DataError, match=r"nowhere, which is not a folder"):
        eicu_demo(folder / "nowhere")


# Downloads


class Server(HTTPServer):
    """A public home on this machine: files of a folder, and three kinds of trouble."""

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder = folder
        self.asked: list[str] = []
        self.patience = threading.Event()

    @property
    def home(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


class Handler(SimpleHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.directory = str(self.server.folder)
        self.server.asked.append(self.path)
        trouble = {"/short": self.break_off, "/stall": self.stall, "/moved": self.move}
        trouble.get(self.path, super().do_GET)()

    def break_off(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"x" * 10)

    def stall(self) -> None:
        self.server.patience.wait(10)

    def move(self) -> None:
        self.send_response(302)
        self.send_header("Location", "http://example.org/")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The invented tables, compressed, at their public home; nothing in the cache yet."""
    for path in folder.glob("*.csv"):
        compress(path)
    sums = {table: hashlib.sha256((folder / f"{table}.csv.gz").read_bytes()).hexdigest() for table in TABLES}
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("BASERATE_DATA", raising=False)
    monkeypatch.setattr(eicu, "SHA256", sums)
    with Server(folder) as home:
        thread = threading.Thread(target=home.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        monkeypatch.setattr(eicu, "HOME", home.home)
        yield home
        home.patience.set()
        home.shutdown()
        thread.join()


def cached() -> list[Path]:
    return sorted(path for path in cache_folder().rglob("*") if path.is_file())


def test_what_is_not_in_the_cache_is_downloaded_and_only_that(server: Server) -> None:
    expected = eicu_demo(server.folder)
    assert eicu_demo().equals(expected)
    assert server.asked == [f"/{table}.csv.gz" for table in TABLES]
    assert [path.name for path in cached()] == sorted(f"{table}.csv.gz" for table in TABLES)
    assert eicu_demo().equals(expected)
    assert len(server.asked) == 3
    cached()[0].write_bytes(b"damaged")
    cached()[-1].unlink()
    assert eicu_demo().equals(expected)
    assert server.asked[3:] == ["/patient.csv.gz", "/apachePatientResult.csv.gz"]


def test_the_real_tables_pass_their_pinned_checksums(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    raw = real_data("eicu_demo") / "raw"
    server.folder = tmp_path / "copy"
    shutil.copytree(raw, server.folder)
    monkeypatch.setattr(eicu, "SHA256", PINNED)
    assert eicu_demo().equals(eicu_demo(raw))
    assert len(server.asked) == 3


def test_a_folder_in_the_environment_comes_first_and_is_never_downloaded_to(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BASERATE_DATA", str(tmp_path))
    assert len(eicu_demo()) == 3  # there is no eicu_demo in it, so this was downloaded
    assert len(server.asked) == 3
    (tmp_path / "eicu_demo").mkdir()
    with pytest.raises(DataError, match=r"no apachePatientResult.csv.gz or .*eicu_demo or its subfolder raw"):
        eicu_demo()
    shutil.copytree(server.folder, tmp_path / "eicu_demo" / "raw")
    assert len(eicu_demo()) == 3
    assert len(server.asked) == 3


def test_a_wrong_checksum(server: Server) -> None:
    right = eicu.SHA256["patient"]
    (server.folder / "patient.csv.gz").write_bytes(b"a login page")
    found = hashlib.sha256(b"a login page").hexdigest()
    with pytest.raises(FileError, match=rf"SHA-256 is {found}, it should be {right}. .*pass that folder"):
        eicu_demo()
    assert cached() == []


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("absent", r"/absent could not be downloaded: the server answered 404 \(File not found\). .*by hand"),
        ("short", r"the connection broke off with 990 bytes still to come|IncompleteRead"),
        ("stall", r"could not be downloaded: .*timed out"),
        ("moved", r"http://example.org/ is not an https address"),
    ],
)
def test_trouble_with_the_server(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str, message: str
) -> None:
    monkeypatch.setattr(downloads, "TIMEOUT", 0.2 if address == "stall" else 10.0)
    target = tmp_path / "new" / "file"
    with pytest.raises(FileError, match=message):
        fetch(server.home + address, target, "0" * 64)
    assert list(target.parent.iterdir()) == []


def test_no_connection(server: Server, tmp_path: Path) -> None:
    with HTTPServer(("127.0.0.1", 0), Handler) as closed:
        port = closed.server_port
    with pytest.raises(FileError, match=r"could not be downloaded: .*refused.*Check the connection"):
        fetch(f"http://127.0.0.1:{port}/", tmp_path / "file", "0" * 64)
    assert server.asked == []


@pytest.mark.parametrize("url", ["http://physionet.org/a", "ftp://physionet.org/a", "file:///a", "a"])
def test_nothing_but_https(url: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=rf"^{url} is not an https address: nothing is downloaded"):
        fetch(url, tmp_path / "file", "0" * 64)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_download_leaves_what_was_there(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (server.folder / "large").write_bytes(b"x" * 200_000)
    target = tmp_path / "new" / "file"
    target.parent.mkdir()
    target.write_bytes(b"older")
    seen: list[list[Path]] = []

    class Interrupted:
        def __init__(self, content: bytes = b"") -> None:
            """What is there already is never cut short."""

        def update(self, chunk: bytes) -> None:
            seen.append(list(target.parent.iterdir()))
            if len(chunk) > 5 and len(seen) > 2:
                raise KeyboardInterrupt

        def hexdigest(self) -> str:
            return ""

    monkeypatch.setattr(hashlib, "sha256", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetch(server.home + "large", target, "0" * 64)
    assert len(seen[-1]) == 2  # the partial file was beside the target
    assert [path.read_bytes() for path in target.parent.iterdir()] == [b"older"]


def test_a_cache_that_cannot_be_written(server: Server, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    with pytest.raises(FileError, match=r"could not be written: .*set XDG_CACHE_HOME .*by hand"):
        eicu_demo()
    assert server.asked == []


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/baserate"),
        ("win32", {"XDG_CACHE_HOME": "/x", "LOCALAPPDATA": "/l"}, "/x/baserate"),
        ("linux", {}, "/h/.cache/baserate"),
        ("darwin", {}, "/h/Library/Caches/baserate"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/baserate"),
        ("win32", {}, "/h/AppData/Local/baserate"),
    ],
)
def test_where_the_cache_is(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(Path, "home", lambda: Path("/h"))
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_folder() == Path(expected)
