"""Excel and OpenDocument sheets, by python-calamine: values as they were last worked out, never formulas.

A sheet is whatever somebody typed. The header is the first row that has every column that is asked for. An
empty cell is missing, and so is one in which a formula failed. Cells that are merged, among those that are
read, are refused: only the first of them has the value.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from difflib import get_close_matches
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from baserate.errors import FileError
from baserate.patients.formats.table import Foreign, damaged, require
from baserate.patients.limits import HELD, check_columns
from baserate.patients.roles import require_columns

# So many rows are looked at for a header.
_HEAD = 50
_NAMED = 20
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_WHAT = "an Excel or OpenDocument workbook"
_ENDINGS = (".xlsx", ".xlsm", ".xlsb", ".ods")


def is_workbook(start: bytes, source: Path | BytesIO, suffix: str) -> bool:
    """Whether these are the bytes of a workbook: an old one, or a zip archive that holds one."""
    if start.startswith(_OLE):
        return True
    if not start.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(source) as archive:
            names = archive.namelist()
            ods = "mimetype" in names and b"opendocument.spreadsheet" in archive.read("mimetype")[:100]
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, ValueError):
        return suffix in _ENDINGS or b"xl/" in start or b"[Content_Types]" in start
    return ods or any(name in ("xl/workbook.xml", "xl/workbook.bin") for name in names)


def read_workbook(
    source: Path | BytesIO, name: str, named: str | None, wanted: Sequence[str] | None
) -> Foreign:
    """The wanted columns of a sheet, or all."""
    library = require("python_calamine", f"a workbook ({name})", "formats")
    _check_unpacked(source, name)
    try:
        if isinstance(source, BytesIO):  # somebody has looked into it
            source.seek(0)
        book = library.load_workbook(source)
        sheet = book.get_sheet_by_name(_choose_sheet(library, book, name, named))
        cells = sheet.to_python(skip_empty_area=False)
    except library.PasswordError:
        raise _protected(name) from None
    except library.CalamineError as error:
        if _is_encrypted(source):
            raise _protected(name) from None
        raise damaged(name, error, _WHAT) from None
    return _table(cells, _merged(sheet), f"{name}, sheet {sheet.name!r}", sheet.name, wanted)


def _protected(name: str) -> FileError:
    return FileError(f"{name} is protected by a password. Save a copy without one, or the sheet as CSV.")


def _is_encrypted(source: Path | BytesIO) -> bool:
    """Whether an old container holds an encrypted workbook of the new kind."""
    data = source.read_bytes() if isinstance(source, Path) else source.getvalue()
    return data.startswith(_OLE) and "EncryptedPackage".encode("utf-16-le") in data


def _check_unpacked(source: Path | BytesIO, name: str) -> None:
    """Refuse an archive that becomes far larger as it is unpacked."""
    try:
        with zipfile.ZipFile(source) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError):  # not an archive, or told by who reads it
        return
    if not HELD.allows(size):
        raise HELD.exceeded(f"{name} becomes {size:,} bytes as it is unpacked")


def _choose_sheet(library: Any, book: Any, name: str, named: str | None) -> str:
    """The sheet that is named, or the only one with something in it."""
    sheets = list(book.sheet_names)
    if named is not None:
        if named not in sheets:
            raise _no_sheet(name, named, sheets)
        return named
    visible: list[str] = [
        one.name
        for one in book.sheets_metadata
        if one.typ == library.SheetTypeEnum.WorkSheet and one.visible == library.SheetVisibleEnum.Visible
    ]
    filled = [sheet for sheet in visible if _is_filled(book.get_sheet_by_name(sheet))]
    if len(filled) == 1:
        return filled[0]
    if not filled:
        raise FileError(f"{name} has nothing in any sheet that can be seen. Is it the right file?")
    raise FileError(
        f"{name} has {len(filled)} sheets with something in them: {_list(filled)}.",
        advice="Say which one: \0argument\0",
        argument=("table", filled[0]),
    )


def _no_sheet(name: str, named: str, sheets: Sequence[str]) -> FileError:
    near = get_close_matches(named, sheets, n=3)
    hint = f"Is {' or '.join(map(repr, near))} meant?" if near else f"There are {_list(sheets)}."
    return FileError(f"{name} has no sheet {named!r}. {hint}")


def _list(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(map(repr, names[:_NAMED])) + more


def _is_filled(sheet: Any) -> bool:
    return any(_is_there(cell) for row in sheet.iter_rows() for cell in row)


def _is_there(cell: Any) -> bool:
    return cell is not None and not (isinstance(cell, str) and not cell.strip())


_Merged = list[tuple[tuple[int, int], tuple[int, int]]]


def _merged(sheet: Any) -> _Merged:
    """Ranges of merged cells, by their first and last row and column; none where a format cannot tell."""
    return list(sheet.merged_cell_ranges or [])


def _table(
    cells: Sequence[Sequence[Any]], merged: _Merged, shown: str, sheet: str, wanted: Sequence[str] | None
) -> Foreign:
    head = _find_header(cells, wanted, shown)
    places = _places(cells[head], shown)
    require_columns(wanted or (), list(places), shown)
    chosen = list(places) if wanted is None else list(wanted)
    body = cells[head + 1 :]
    filled = [row for row, line in enumerate(body) if any(_is_there(line[at]) for at in places.values())]
    if not filled:
        raise FileError(f"{shown} has a header but no rows below it. Is it the right sheet?")
    _refuse_merged(merged, head, head + 1 + filled[-1], {name: places[name] for name in chosen}, shown)
    notes = [f"sheet {sheet!r}"]
    if head > next(row for row, line in enumerate(cells) if any(map(_is_there, line))):
        notes.append(f"the header is in row {head + 1}; what stands above it was left out")
    empty = filled[-1] + 1 - len(filled)
    if empty:
        notes.append(f"{empty:,} empty row{'s' if empty > 1 else ''} left out")
    frame = pl.DataFrame([_series(name, [body[row][places[name]] for row in filled]) for name in chosen])
    return Foreign(frame, tuple(places), tuple(notes), {}, sheet, [head + 2 + row for row in filled])


def _find_header(cells: Sequence[Sequence[Any]], wanted: Sequence[str] | None, shown: str) -> int:
    """The first row with every wanted name; of all columns, the first in which no column lacks a name."""
    rows = [row for row in range(min(_HEAD, len(cells))) if any(map(_is_there, cells[row]))]
    if not rows:
        raise FileError(f"{shown} is empty in its first {_HEAD} rows. Is it the right sheet?")
    if wanted:
        for row in rows:
            if set(wanted) <= {_name(cell) for cell in cells[row]}:
                return row
        best = max(rows, key=lambda row: len(set(wanted) & {_name(cell) for cell in cells[row]}))
        if set(wanted) & {_name(cell) for cell in cells[best]}:
            return best
    width = max(sum(map(_is_there, cells[row])) for row in rows)
    for row in rows:
        names = [cell for cell in cells[row] if _is_there(cell)]
        if len(names) == width and all(isinstance(cell, str) for cell in names):
            return row
    raise FileError(
        f"{shown} has no row of names in its first {_HEAD} rows. Give every column a name in one row."
    )


def _name(cell: Any) -> str:
    return cell.strip() if isinstance(cell, str) else _text(cell)


def _places(header: Sequence[Any], shown: str) -> dict[str, int]:
    """Where each column with a name is."""
    names = [(_name(cell), at) for at, cell in enumerate(header) if _is_there(cell)]
    check_columns((name for name, _ in names), shown)
    places: dict[str, int] = {}
    for name, at in names:
        if name in places:
            raise FileError(f"{shown} has more than one column named {name!r}. Rename them.")
        places[name] = at
    return places


def _refuse_merged(merged: _Merged, head: int, last: int, places: dict[str, int], shown: str) -> None:
    for (top, left), (bottom, right) in merged:
        hit = [name for name, at in places.items() if left <= at <= right]
        if hit and top <= last and bottom >= head:
            raise FileError(
                f"{shown}: cells {_cell(top, left)}:{_cell(bottom, right)} in column {hit[0]!r} are merged, "
                "and only the first of them has the value. Take the merging away and fill every cell."
            )


def _cell(row: int, column: int) -> str:
    """A cell as a sheet names it.

    >>> _cell(0, 0), _cell(9, 27)
    ('A1', 'AB10')
    """
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"


_KINDS: tuple[tuple[tuple[type, ...], Any], ...] = (
    ((bool,), pl.Boolean),
    ((int, float), pl.Float64),
    ((datetime,), pl.Datetime),
    ((date,), pl.Date),
)


def _series(name: str, cells: Iterable[Any]) -> pl.Series:
    """A column: numbers, dates, true and false where all are so; else text, and empty cells are missing."""
    values = [cell if _is_there(cell) else None for cell in cells]
    kinds = {type(cell) for cell in values if cell is not None}
    for types, kind in _KINDS:
        if kinds and kinds <= set(types):
            return pl.Series(name, values, dtype=kind, strict=False)
    if kinds == {date, datetime}:
        return pl.Series(name, [_as_datetime(cell) for cell in values], dtype=pl.Datetime)
    return pl.Series(name, [None if cell is None else _text(cell) for cell in values], dtype=pl.String)


def _as_datetime(cell: date | datetime | None) -> datetime | None:
    if cell is None or isinstance(cell, datetime):
        return cell
    return datetime.combine(cell, time())


def _text(cell: Any) -> str:
    """A cell as text; whole numbers without a decimal point."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, timedelta):
        return str(cell)
    return cell.strip() if isinstance(cell, str) else str(cell)
