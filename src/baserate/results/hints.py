"""Frozen dataclasses from plain data, and the JSON Schema of it: both follow from the type hints.

What is understood is what a result consists of: dataclasses, tuples, dictionaries by name, ``X | None``,
literals, text, numbers and true or false, and bounds beside a hint (``Annotated[int, Bounds(minimum=0)]``).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from baserate.errors import FileError

__all__ = ["Bounds", "schema_of", "value_of"]

T = TypeVar("T")
_MOST_SHOWN = 40


class Bounds:
    """What a value must keep to, in the words of JSON Schema: ``minimum=0``, ``pattern="^[0-9a-f]+$"``."""

    def __init__(self, **keywords: Any) -> None:
        self.keywords = keywords

    def fault_of(self, value: Any) -> str | None:
        """What is wrong with a value, if anything is."""
        for keyword, limit in self.keywords.items():
            if keyword == "required":
                if lacking := [name for name in limit if name not in value]:
                    return f"has no {lacking[0]!r}"
                continue
            if keyword not in _LIMITS:
                continue  # said in the schema alone, such as a format
            keeps_to, text = _LIMITS[keyword]
            if not keeps_to(value, limit):
                return f"{text.format(limit=_shown(limit))}; found {_shown(value)}"
        return None


_LIMITS: dict[str, tuple[Callable[[Any, Any], bool], str]] = {
    "minimum": (lambda value, least: value >= least, "must be at least {limit}"),
    "maximum": (lambda value, most: value <= most, "must be at most {limit}"),
    "exclusiveMinimum": (lambda value, bound: value > bound, "must be above {limit}"),
    "minLength": (lambda value, least: len(value) >= least, "needs {limit} letters"),
    "maxLength": (lambda value, most: len(value) <= most, "has more than {limit} letters"),
    "pattern": (lambda value, form: re.search(form, value) is not None, "must look like {limit}"),
    "minItems": (lambda value, least: len(value) >= least, "needs {limit} entries"),
    "maxItems": (lambda value, most: len(value) <= most, "has more than {limit} entries"),
}


# ---- plain data to dataclasses ----


def value_of(hint: type[T], content: object) -> T:
    """The value of a type that plain data stand for; an error says what does not fit, and where."""
    found: T = _read(hint, content, "")
    return found


def _read(hint: Any, content: Any, at: str, null: str = "") -> Any:
    """What the content is under a hint; ``at`` is its place, ``null`` what an error says may be there too."""
    if get_origin(hint) is Annotated:
        inner, *said = get_args(hint)
        value = _read(inner, content, at, null)
        for bounds in said:
            if value is not None and (fault := bounds.fault_of(value)):
                raise FileError(f"{_place(at)} {fault}.")
        return value
    if get_origin(hint) in (Union, UnionType):
        return None if content is None else _read(_not_none(hint), content, at, " or null")
    if get_origin(hint) is Literal:
        return _read_literal(get_args(hint), content, at, null)
    if hint is Any:
        return _read_any(content, at)
    if is_dataclass(hint):
        return _read_dataclass(hint, content, at, null)
    if get_origin(hint) is tuple:
        return _read_tuple(get_args(hint), content, at, null)
    if get_origin(hint) is dict:
        _check_kind(content, Mapping, f"an object{null}", at)
        inner = get_args(hint)[1]
        return {str(key): _read(inner, value, _inside(at, key)) for key, value in content.items()}
    return _read_plain(hint, content, at, null)


def _read_any(content: Any, at: str) -> Any:
    """Whatever JSON can hold, as a copy of its own."""
    try:
        return json.loads(json.dumps(content, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        raise FileError(f"{_place(at)} holds what JSON cannot.") from None


def _read_dataclass(hint: Any, content: Any, at: str, null: str) -> Any:
    _check_kind(content, Mapping, f"an object{null}", at)
    known = {one.name: one for one in fields(hint)}
    for name, one in known.items():
        if name not in content and _is_required(one):
            raise FileError(f"{_place(at)} has no {name!r}.")
    for name in content:
        if name not in known:
            raise FileError(f"{_place(at)} has {_shown(name)}, which no result has.")
    hints = _hints_of(hint)
    return hint(**{name: _read(hints[name], value, _inside(at, name)) for name, value in content.items()})


def _is_required(one: Field[Any]) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


def _read_tuple(of: Sequence[Any], content: Any, at: str, null: str) -> tuple[Any, ...]:
    _check_kind(content, list, f"a list{null}", at)
    many = len(of) == 2 and of[1] is Ellipsis
    if not many and len(content) != len(of):
        raise FileError(f"{_place(at)} must have {len(of)} entries; found {len(content)}.")
    hints = [of[0]] * len(content) if many else of
    pairs = zip(hints, content, strict=True)
    return tuple(_read(hint, value, f"{at}[{number}]") for number, (hint, value) in enumerate(pairs))


def _read_literal(allowed: Sequence[Any], content: Any, at: str, null: str) -> Any:
    if content not in allowed or isinstance(content, bool):
        must = f"be {_shown(allowed[0])}" if len(allowed) == 1 else f"be one of {_shown([*allowed])}{null}"
        raise FileError(f"{_place(at)} must {must}; found {_shown(content)}.")
    return content


def _read_plain(hint: Any, content: Any, at: str, null: str) -> Any:
    """Text, a number or true or false; 1.0 is a whole number, and 1 a number."""
    is_right, what = _PLAIN[hint]
    if not is_right(content):
        raise FileError(f"{_place(at)} must be {what}{null}; found {_shown(content)}.")
    return content if hint is float else hint(content)  # a whole number is written as it was


def _is_number(content: object) -> bool:
    """Whether it is a number that a double can hold."""
    if isinstance(content, bool) or not isinstance(content, int | float):
        return False
    return abs(content) <= sys.float_info.max


_PLAIN: dict[Any, tuple[Callable[[Any], bool], str]] = {
    str: (lambda content: isinstance(content, str), "text"),
    bool: (lambda content: isinstance(content, bool), "true or false"),
    float: (_is_number, "a number"),
    int: (lambda content: _is_number(content) and float(content).is_integer(), "a whole number"),
}


def _check_kind(content: Any, kind: type, what: str, at: str) -> None:
    if not isinstance(content, kind):
        raise FileError(f"{_place(at)} must be {what}; found {_shown(content)}.")


@cache
def _hints_of(hint: Any) -> dict[str, Any]:
    return get_type_hints(hint, include_extras=True)


def _not_none(hint: Any) -> Any:
    """What is meant by a hint where it is not None."""
    return next(one for one in get_args(hint) if one is not NoneType)


def _inside(at: str, key: object) -> str:
    return f"{at}.{key}" if at else str(key)


def _place(at: str) -> str:
    return f"{at!r}" if at else "the result"


def _shown(content: object) -> str:
    """A value, shortened."""
    try:
        text = repr(content)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists without end
        text = type(content).__name__
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


# ---- the schema ----


def schema_of(hint: Any) -> dict[str, Any]:
    """The JSON Schema of a dataclass, with those that it is made of under ``$defs``."""
    parts: dict[str, Any] = {}
    schema = _object(hint, parts)
    return {**schema, "$defs": dict(sorted(parts.items()))}


def _schema(hint: Any, parts: dict[str, Any]) -> dict[str, Any]:
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *said = get_args(hint)
        return {
            **_schema(inner, parts),
            **{key: value for one in said for key, value in one.keywords.items()},
        }
    if origin in (Union, UnionType):
        return {"anyOf": [{"type": "null"}, _schema(_not_none(hint), parts)]}
    if origin is Literal:
        allowed = get_args(hint)
        return {"const": allowed[0]} if len(allowed) == 1 else {"enum": [*allowed]}
    if origin is tuple:
        return _array(get_args(hint), parts)
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(get_args(hint)[1], parts)}
    if is_dataclass(hint):
        name = hint.__name__  # type: ignore[union-attr]
        if name not in parts:
            parts[name] = {}  # its place, also where it is within itself
            parts[name] = _object(hint, parts)
        return {"$ref": f"#/$defs/{name}"}
    return {} if hint is Any else {"type": _TYPES[hint]}


_TYPES = {str: "string", bool: "boolean", float: "number", int: "integer"}


def _array(of: Sequence[Any], parts: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "array", "items": _schema(of[0], parts)}
    if of[1:] == (Ellipsis,):
        return schema
    return {**schema, "minItems": len(of), "maxItems": len(of)}


def _object(hint: Any, parts: dict[str, Any]) -> dict[str, Any]:
    hints = _hints_of(hint)
    return {
        "description": " ".join(hint.__doc__.split()),
        "type": "object",
        "required": [one.name for one in fields(hint) if _is_required(one)],
        "additionalProperties": False,
        "properties": {one.name: _property(one, hints[one.name], parts) for one in fields(hint)},
    }


def _property(one: Field[Any], hint: Any, parts: dict[str, Any]) -> dict[str, Any]:
    return {**_schema(hint, parts), **one.metadata}
