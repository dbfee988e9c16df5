"""Options that name something: NAME=VALUE."""

from __future__ import annotations

from collections.abc import Sequence

import click


def split_pair(text: str) -> tuple[str | None, str]:
    """A pair from "NAME=VALUE"; without a name, None."""
    name, equals, value = text.partition("=")
    return (name, value) if equals else (None, text)


def named(given: Sequence[str], option: str) -> dict[str, str]:
    """Columns by the name of their model, which is the column's own unless another is given."""
    found: dict[str, str] = {}
    for text in given:
        name, value = split_pair(text)
        if (name or value) in found:
            raise click.UsageError(f"{option} names {name or value!r} twice.")
        found[name or value] = value
    return found
