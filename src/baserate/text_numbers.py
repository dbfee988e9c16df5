"""Numbers out of the text of a file: "0.3", "30%", "0,3", "1 234", and what stands for a missing one.

Plain numbers are read as Python's ``float`` reads them, to the last bit. Other ways of writing are
accepted where only one meaning is possible, judged over the whole column: "1,234" alone may be one
thousand or one and a bit, beside "0,5" it is the latter. What is not certain is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, NoReturn

import polars as pl

from baserate.errors import ColumnError

# In a column of numbers these stand for a missing one, in capitals or not.
MISSING = ("", "na", "n/a", "nan", "null", "none", ".")

_SHOWN = 5
SPACES = " \u00a0\u2009\u202f"
_THOUSANDS_BY_SPACE = rf"^[+-]?[1-9][0-9]{{0,2}}([{SPACES}][0-9]{{3}})+([.,][0-9]+)?$"
# The following without sign and power of ten.
_COMMA_OR_THOUSANDS = r"^[1-9][0-9]{0,2},[0-9]{3}$"
_POINT_OR_THOUSANDS = r"^[1-9][0-9]{0,2}\.[0-9]{3}$"
_THOUSANDS_BY_COMMA = r"^[1-9][0-9]{0,2}((,[0-9]{3}){2,}|(,[0-9]{3})+\.[0-9]*)$"
_THOUSANDS_BY_POINT = r"^[1-9][0-9]{0,2}((\.[0-9]{3}){2,}|(\.[0-9]{3})+,[0-9]*)$"
_DECIMAL_COMMA = r"^([0-9]+,[0-9]*|,[0-9]+)$"
_DECIMAL_POINT = r"^([0-9]+\.[0-9]*|\.[0-9]+)$"


class Column(NamedTuple):
    """A column of text, and what is needed to say where in the file a value is."""

    text: pl.Series
    name: str
    source: str
    separator: str | None
    place: Callable[[int], str]

    def refuse(self, bad: pl.Series, complaint: str, advice: str) -> NoReturn:
        """Raise, with the number of bad values and the first of them."""
        rows = bad.arg_true().head(_SHOWN)
        shown = ", ".join(f"{_short(self.text[row])} in {self.place(row)}" for row in rows)
        count = int(bad.sum())
        raise ColumnError(
            f"{self.source}: column {self.name!r} {complaint}: {count:,} of {len(bad):,} values "
            f"({shown}{', ...' if count > _SHOWN else ''}). {advice}"
        )


def read_numbers(column: Column) -> tuple[pl.Series, tuple[str, ...]]:
    """The numbers, null where missing, and notes on how they were written if not plainly."""
    plain = column.text.cast(pl.Float64, strict=False)
    odd = plain.is_null() & column.text.is_not_null()
    if odd.any():
        # Mostly these are markers of missing values, few among many; only if not, all are looked at.
        trimmed = _trim(column.text.filter(odd))
        numbers = trimmed.cast(pl.Float64, strict=False)
        if numbers.null_count() > trimmed.null_count():
            return _read_unusual(column, _trim(column.text))
        plain = plain.scatter(odd.arg_true(), numbers)
    return plain.fill_nan(None), ()


def _trim(text: pl.Series) -> pl.Series:
    """Without spaces and quotes around; null where a missing value is meant."""
    text = text.str.strip_chars(SPACES + "\t")
    if text.str.starts_with('"').any():
        text = text.str.replace('^"(.*)"$', "$1").str.strip_chars(SPACES + "\t")
    missing = text.str.to_lowercase().is_in(MISSING).fill_null(value=True)
    return pl.Series(text.name, [None], pl.String).new_from_index(0, len(text)).zip_with(missing, text)


def _read_unusual(column: Column, text: pl.Series) -> tuple[pl.Series, tuple[str, ...]]:
    """Numbers of which some have a percent sign, a comma or thousands separators."""
    notes = []
    percent = text.str.ends_with("%").fill_null(value=False)
    if percent.any():
        notes.append("30% is 0.3")
        text = text.str.strip_suffix("%").str.strip_chars_end(SPACES)
    by_space = _fits(text, _THOUSANDS_BY_SPACE)
    if by_space.any():
        notes.append("thousands separated by spaces")
        text = text.str.replace_all(f"[{SPACES}]", "").zip_with(by_space, text)
    text, more = _without_commas(column, text)
    # A power of ten, because a division would round a second time.
    numbers = (text + "e-2").zip_with(percent, text).cast(pl.Float64, strict=False)
    bad = numbers.is_null() & text.is_not_null()
    if bad.any():
        column.refuse(bad, "must be numbers, and is not", "Correct them, or name another column.")
    numbers = numbers.fill_nan(None)
    bare = ~percent & (numbers != 0.0).fill_null(value=False)
    if percent.any() and bare.any():
        mixed = "mixes numbers with a percent sign and numbers without it"
        column.refuse(bare, mixed, "Write a percent sign after all or none.")
    return numbers, (*notes, *more)


class _Shapes(NamedTuple):
    """Which values show what commas and points mean in this column, and which could mean either."""

    decimal_comma: pl.Series
    comma_thousands: pl.Series
    comma_either: pl.Series
    decimal_point: pl.Series
    point_thousands: pl.Series
    point_either: pl.Series

    @classmethod
    def of(cls, text: pl.Series) -> _Shapes:
        bare = text.str.replace("^[+-]", "").str.replace("[eE][+-]?[0-9]+$", "")
        comma_either, point_either = _fits(bare, _COMMA_OR_THOUSANDS), _fits(bare, _POINT_OR_THOUSANDS)
        return cls(
            _fits(bare, _DECIMAL_COMMA) & ~comma_either,
            _fits(bare, _THOUSANDS_BY_COMMA),
            comma_either,
            _fits(bare, _DECIMAL_POINT) & ~point_either,
            _fits(bare, _THOUSANDS_BY_POINT),
            point_either,
        )


def _without_commas(column: Column, text: pl.Series) -> tuple[pl.Series, tuple[str, ...]]:
    """The text with points for decimals and nothing for thousands."""
    shapes = _Shapes.of(text)
    comma, point = shapes.decimal_comma | shapes.point_thousands, shapes.comma_thousands
    if shapes.decimal_point.any():
        point = point | shapes.comma_either
    if comma.any() and point.any():
        mixed = "writes decimals or thousands with commas in some places and with points in others"
        column.refuse(comma | point, mixed, "Write all numbers in one way, best with a decimal point.")
    if point.any():
        grouped = shapes.comma_thousands | shapes.comma_either
        return text.str.replace_all(",", "", literal=True).zip_with(grouped, text), (
            "thousands separated by ,",
        )
    # A table is separated by semicolons where the comma is the decimal sign.
    if comma.any() or (column.separator == ";" and shapes.comma_either.any()):
        return _with_decimal_comma(column, text, shapes)
    if shapes.comma_either.any():
        _refuse_either(column, shapes.comma_either, "comma")
    return text, ()


def _with_decimal_comma(
    column: Column, text: pl.Series, shapes: _Shapes
) -> tuple[pl.Series, tuple[str, ...]]:
    if shapes.decimal_point.any():
        mixed = "has decimal points, but decimal commas elsewhere"
        column.refuse(shapes.decimal_point, mixed, "Write all numbers in one way, best with a decimal point.")
    if shapes.point_either.any() and not shapes.point_thousands.any():
        _refuse_either(column, shapes.point_either, "point")
    # Where commas separate the fields, one inside a number is the exception, and proves less.
    if shapes.comma_either.any() and column.separator not in (";", "\t", "|"):
        _refuse_either(column, shapes.comma_either, "comma")
    grouped = shapes.point_thousands | shapes.point_either
    text = text.str.replace_all(".", "", literal=True).zip_with(grouped, text)
    decimal = shapes.decimal_comma | shapes.comma_either | shapes.point_thousands
    notes = ["decimal comma"] if (shapes.decimal_comma | shapes.comma_either).any() else []
    notes += ["thousands separated by ."] if grouped.any() else []
    return text.str.replace(",", ".", literal=True).zip_with(decimal, text), tuple(notes)


def _refuse_either(column: Column, bad: pl.Series, sign: str) -> NoReturn:
    complaint = f"has numbers in which the {sign} may stand before decimals or after thousands"
    column.refuse(bad, complaint, "Write them with a decimal point and nothing between thousands.")


def _fits(text: pl.Series, pattern: str) -> pl.Series:
    return text.str.contains(pattern).fill_null(value=False)


def _short(value: str) -> str:
    return repr(value if len(value) <= 40 else value[:39] + "…")
