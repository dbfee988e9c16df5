"""The page as one file: template, style, script and data, with a policy that lets nothing out or in."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from importlib.resources import files
from typing import Any


def page_html(study: dict[str, Any], title: str) -> str:
    """The whole page."""
    style, script = _asset("style.css"), script_text()
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "img-src data:; "  # figures are saved as pictures
        "base-uri 'none'; form-action 'none'"
    )
    parts = {
        "csp": html.escape(policy, quote=True),
        "title": html.escape(title),
        "style": style,
        "study": _data(study),
        "script": script,
    }
    # One pass, so that a name which looks like a placeholder stays a name.
    text = re.sub(r"\{\{(\w+)\}\}", lambda name: parts[name[1]], _asset("page.html"))
    # Half a surrogate pair in a name is no character, and cannot be written.
    return text.encode("utf-8", "replace").decode("utf-8")


def script_text() -> str:
    """The page's script: the bundle that ``make page`` builds from the folders beside it."""
    return _asset("bundle.js")


def _asset(name: str) -> str:
    return (files("baserate.page") / "assets" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _data(study: dict[str, Any]) -> str:
    """JSON that can stand in a script element: no name in it can end the element."""
    text = json.dumps(study, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
