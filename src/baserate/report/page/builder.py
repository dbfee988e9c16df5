"""The page as one file: template, style, script and data, with a policy that lets nothing out or in."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

# In the order in which they are inlined: each uses only those before it.
SCRIPTS: Sequence[str] = (
    "numbers.js",
    "gains.js",
    "tables.js",
    "clusters.js",
    "recalibrated.js",
    "samples.js",
    "estimates.js",
    "scores.js",
    "parts.js",
    "gaps.js",
    "verdict.js",
    "curves.js",
    "words.js",
    "answer-words.js",
    "counted.js",
    "setting.js",
    "engine.js",
    "svg.js",
    "svg-scales.js",
    "svg-frame.js",
    "svg-reader.js",
    "figure-curves.js",
    "figure-value.js",
    "figure-decision.js",
    "figure-winner.js",
    "figure-reliability.js",
    "figure-roc.js",
    "figure-split.js",
    "figure-gaps.js",
    "figure-weight.js",
    "elements.js",
    "scales.js",
    "slider.js",
    "state.js",
    "choices.js",
    "controls.js",
    "csv.js",
    "figure-data.js",
    "gallery.js",
    "opening.js",
    "report.js",
    "report-groups.js",
    "sections.js",
    "verdict-view.js",
    "main.js",
)


def page_html(study: dict[str, Any], title: str) -> str:
    """The whole page."""
    style, script = _asset("style.css"), script_text()
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
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
    text = re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _asset("page.html"))
    # Half a surrogate pair in a name is no character, and cannot be written.
    return text.encode("utf-8", "replace").decode("utf-8")


def script_text(names: Sequence[str] | None = None) -> str:
    """The script files as one module, their imports of each other left out."""
    texts = [_asset(name) for name in (SCRIPTS if names is None else names)]
    kept = [
        re.sub(r"^export (?=\w)", "", re.sub(r"^import [^;]*;\n", "", text, flags=re.M), flags=re.M)
        for text in texts
    ]
    return "\n".join(kept)


def _asset(name: str) -> str:
    return (files("baserate.report.page") / "assets" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _data(study: dict[str, Any]) -> str:
    """JSON that can stand in a script element: no name in it can end the element."""
    text = json.dumps(study, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
