"""Whether plain data follow our JSON Schema, and if not, where and why; in words.

Only what ``evaluation.schema.json`` uses is understood, so that reading a result needs no other library.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

_MOST_SHOWN = 40


def first_fault(content: object, schema: Mapping[str, Any]) -> str | None:
    """The first thing that is wrong with the content, with its place; None where it follows the schema."""
    return next(_faults(content, schema, schema, ""), None)


def _faults(content: object, schema: Mapping[str, Any], root: Mapping[str, Any], at: str) -> Iterator[str]:
    if "$ref" in schema:
        yield from _faults(content, _resolved(schema["$ref"], root), root, at)
    if "anyOf" in schema:
        yield from _faults_of_any(content, schema["anyOf"], root, at)
    wrong = _wrong_type(content, schema.get("type"))
    if wrong is not None:
        yield f"{_place(at)} must be {wrong}; found {_shown(content)}"
        return
    for key, check in _CHECKS.items():
        if key in schema and (fault := check(content, schema[key])) is not None:
            yield f"{_place(at)} {fault}"
    if isinstance(content, Mapping):
        yield from _faults_of_object(content, schema, root, at)
    if isinstance(content, list) and "items" in schema:
        for number, item in enumerate(content):
            yield from _faults(item, schema["items"], root, f"{at}[{number}]")


def _resolved(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """What "#/$defs/number" stands for."""
    found: Mapping[str, Any] = root
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def _faults_of_any(
    content: object, schemas: list[Mapping[str, Any]], root: Mapping[str, Any], at: str
) -> Iterator[str]:
    """None where one of several fits; else what is wrong by the last, which is the one that says most."""
    faults = [next(_faults(content, one, root, at), None) for one in schemas]
    if None not in faults:
        yield str(faults[-1])


def _faults_of_object(
    content: Mapping[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any], at: str
) -> Iterator[str]:
    known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    for key in schema.get("required", ()):
        if key not in content:
            yield f"{_place(at)} has no {key!r}"
    for key, value in content.items():
        inside = f"{at}.{key}" if at else str(key)
        if key in known:
            yield from _faults(value, known[key], root, inside)
        elif others is False:
            yield f"{_place(at)} has {_shown(key)}, which no result has"
        elif isinstance(others, Mapping):
            yield from _faults(value, others, root, inside)


_TYPES: dict[str, tuple[str, Callable[[object], bool]]] = {
    "object": ("an object", lambda content: isinstance(content, Mapping)),
    "array": ("a list", lambda content: isinstance(content, list)),
    "string": ("text", lambda content: isinstance(content, str)),
    "boolean": ("true or false", lambda content: isinstance(content, bool)),
    "null": ("null", lambda content: content is None),
    "number": ("a number", lambda content: _is_number(content)),
    "integer": ("a whole number", lambda content: _is_number(content) and float(content).is_integer()),  # type: ignore[arg-type]
}


def _is_number(content: object) -> bool:
    """Whether it is a number that a double can hold."""
    if isinstance(content, bool) or not isinstance(content, int | float):
        return False
    return abs(content) <= sys.float_info.max


def _wrong_type(content: object, types: str | list[str] | None) -> str | None:
    """What it should be, where it is none of the types."""
    allowed = [types] if isinstance(types, str) else types or []
    if not allowed or any(_TYPES[name][1](content) for name in allowed):
        return None
    return " or ".join(_TYPES[name][0] for name in allowed)


def _if(applies: Callable[[Any], bool], holds: Callable[[Any, Any], bool], text: str) -> Any:
    """A check of what it applies to."""

    def check(content: Any, limit: Any) -> str | None:
        if not applies(content) or holds(content, limit):
            return None
        return f"{text.format(limit=_shown(limit))}; found {_shown(content)}"

    return check


def _is_text(content: object) -> bool:
    return isinstance(content, str)


def _is_list(content: object) -> bool:
    return isinstance(content, list)


_CHECKS: dict[str, Callable[[Any, Any], str | None]] = {
    "const": _if(lambda _: True, lambda content, value: bool(content == value), "must be {limit}"),
    "enum": _if(lambda _: True, lambda content, values: content in values, "must be one of {limit}"),
    "minimum": _if(_is_number, lambda content, least: content >= least, "must be at least {limit}"),
    "maximum": _if(_is_number, lambda content, most: content <= most, "must be at most {limit}"),
    "exclusiveMinimum": _if(_is_number, lambda content, bound: content > bound, "must be above {limit}"),
    "minLength": _if(_is_text, lambda content, least: len(content) >= least, "needs {limit} letters"),
    "maxLength": _if(_is_text, lambda content, most: len(content) <= most, "has more than {limit} letters"),
    "pattern": _if(_is_text, lambda content, form: bool(re.search(form, content)), "must look like {limit}"),
    "minItems": _if(_is_list, lambda content, least: len(content) >= least, "needs {limit} entries"),
    "maxItems": _if(_is_list, lambda content, most: len(content) <= most, "has more than {limit} entries"),
}


def _place(at: str) -> str:
    return f"{at!r}" if at else "the result"


def _shown(content: object) -> str:
    """A value, shortened."""
    text = repr(content)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
