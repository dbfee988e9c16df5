"""An evaluation in a notebook: the verdict, the models and the main figure, static; or the page in a frame.

The figure shows by how much the best model is ahead of the next at each prevalence, worked out by the
library at each of them. Colours are the notebook's own but for one, which stands out on light and dark.
"""

from __future__ import annotations

import html
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from baserate.deployment.notation import percent, short_percent
from baserate.errors import SettingError
from baserate.inference.strategies import DEFAULT_STRATEGIES, WITHOUT_MODEL
from baserate.odds import logit
from baserate.report.blocks import printable
from baserate.report.cells import level_told, strategy_told
from baserate.results.difference_curve import DifferenceCurve
from baserate.results.measures import told
from baserate.results.result import Result
from baserate.results.words import say, words

_ACCENT = "#2f86c8"
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640.0, 280.0, 56.0, 12.0, 26.0, 44.0
_CELL = "padding:2px 10px;text-align:right;white-space:nowrap"
_RARE = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35)
_TICKS = (*_RARE, 0.5, *(round(1.0 - share, 4) for share in reversed(_RARE)))


def as_html(result: Result, curve: DifferenceCurve | None) -> str:
    """The verdict, what to know before deciding, the models and the main figure; no script in it.

    Without the patients there is no curve, and so no figure.
    """
    verdict = result.verdict
    rest = verdict.text.removeprefix(verdict.sentence).strip()
    title = result.names.title
    parts = [] if title is None else [f"<p style='opacity:.75;margin:0'>{_text(title)}</p>"]
    parts.append(f"<p style='font-size:1.15em;margin:.3em 0'><strong>{_text(verdict.sentence)}</strong></p>")
    if rest:
        parts.append(f"<p style='margin:.3em 0'>{_text(rest)}</p>")
    if verdict.shift is not None:
        parts.append(f"<p style='margin:.3em 0'>{_text(verdict.shift.text)}</p>")
    remarks = "".join(f"<li>{_text(one.text)}</li>" for one in result.before_you_decide)
    if remarks:
        head = _text(words("before.title"))
        parts.append(
            f"<p style='margin:.6em 0 0'><strong>{head}</strong></p><ul style='margin:0'>{remarks}</ul>"
        )
    parts += [_table(result), *([] if curve is None else [_figure(result, curve)])]
    return f"<div class='baserate' style='max-width:46em'>{''.join(parts)}</div>"


def _text(text: str) -> str:
    """Text as HTML shows it: names are names, a number stays with its percent sign."""
    shown = html.escape(printable(text)).replace(" %", "\N{NO-BREAK SPACE}%")
    return shown.encode("utf-8", "replace").decode("utf-8")


def _table(result: Result) -> str:
    level = level_told(result)
    score, short = words("units.net benefit.short"), words("units.per 1,000.short")
    heads = ("", f"{score} {short} ({level} CI)", words("across.difference"), f"AUC ({level} CI)")
    added = {one.model: one.difference for one in result.comparisons if one.reference == WITHOUT_MODEL}
    rows = [
        (
            model,
            told("net_benefit", about.net_benefit),
            told("difference", added[model]),
            told("auc", about.auc),
        )
        for model, about in result.models.items()
    ]
    rows += [(name, strategy_told(result, name), "", "") for name in DEFAULT_STRATEGIES]
    wraps = _CELL.replace("nowrap", "normal")
    head = "".join(f"<th scope='col' style='{wraps}'>{_text(cell)}</th>" for cell in heads)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return f"<table style='border-collapse:collapse;margin:.8em 0'><tr>{head}</tr>{body}</table>"


def _cells(row: Sequence[str]) -> str:
    name, *cells = row
    left = _CELL.replace("right", "left")
    shown = "".join(f"<td style='{_CELL}'>{_text(cell)}</td>" for cell in cells)
    return f"<th scope='row' style='{left}'>{_text(name)}</th>{shown}"


# ---- the figure ----


@dataclass(frozen=True)
class _Scales:
    """From log odds of the prevalence, and true positives per 1,000 patients, to places in the picture."""

    left: float
    right: float
    bottom: float
    top: float

    def x(self, log_odds: float) -> float:
        share = (log_odds - self.left) / (self.right - self.left)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.bottom) / (self.top - self.bottom)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)

    def path(self, log_odds: Sequence[float], values: Sequence[float]) -> str:
        places = zip(log_odds, values, strict=True)
        return " ".join(f"{self.x(x):.1f},{self.y(value):.1f}" for x, value in places)


def _figure(result: Result, curve: DifferenceCurve) -> str:
    x = [float(logit(p)) for p in curve.prevalence]
    value, low, high = ([1000.0 * float(v) for v in part] for part in (curve.value, curve.low, curve.high))
    least, most = min(0.0, *low), max(0.0, *high)
    margin = 0.08 * (most - least) or 1.0
    scales = _Scales(x[0], x[-1], least - margin, most + margin)
    band = f"{scales.path(x, high)} {scales.path(x[::-1], low[::-1])}"
    found = say("units.per 1,000.found", **result.names.words)
    title = f"{curve.one} minus {curve.other}, {found}, with its {level_told(result)} CI at each prevalence"
    zero = scales.y(0.0)
    marks = [
        *_range_mark(curve, scales),
        f"<polygon points='{band}' fill='{_ACCENT}' fill-opacity='.25'/>",
        f"<line x1='{_LEFT}' x2='{_WIDTH - _RIGHT}' y1='{zero:.1f}' y2='{zero:.1f}' stroke='currentColor'/>",
        f"<polyline points='{scales.path(x, value)}' fill='none' stroke='{_ACCENT}' stroke-width='2'/>",
        *_value_ticks(scales),
        *_prevalence_ticks(scales),
        _label(_LEFT + 6, zero - 6, f"{curve.one} better"),
        _label(_LEFT + 6, zero + 14, f"{curve.other} better"),
        _label(_LEFT, 14, title),
        _label((_LEFT + _WIDTH) / 2, _HEIGHT - 6, "prevalence", anchor="middle"),
    ]
    return (
        f"<svg viewBox='0 0 {_WIDTH:g} {_HEIGHT:g}' width='{_WIDTH:g}' style='max-width:100%;height:auto' "
        f"role='img' aria-label='{_text(title)}' font-family='sans-serif' font-size='12' "
        f"fill='currentColor' xmlns='http://www.w3.org/2000/svg'>{''.join(marks)}</svg>"
    )


def _range_mark(curve: DifferenceCurve, scales: _Scales) -> Iterator[str]:
    """Where the model will be used: the ends of a range, and its median."""
    for place in curve.asked:
        x = scales.x(float(logit(place)))
        dash = "2 3" if place == curve.median else "5 3"
        yield (
            f"<line x1='{x:.1f}' x2='{x:.1f}' y1='{_TOP}' y2='{_HEIGHT - _BOTTOM}' stroke='currentColor' "
            f"stroke-opacity='.5' stroke-dasharray='{dash}'>"
            f"<title>{_text(short_percent(place))}</title></line>"
        )


def _value_ticks(scales: _Scales) -> Iterator[str]:
    width = scales.top - scales.bottom
    step = 10.0 ** math.floor(math.log10(width / 3.0))
    step *= next(factor for factor in (1.0, 2.0, 5.0, 10.0) if width / (factor * step) <= 6.0)
    for number in range(math.ceil(scales.bottom / step), math.floor(scales.top / step) + 1):
        y = scales.y(number * step)
        shown = f"{number * step:+.6g}" if number else "0"
        yield _label(_LEFT - 6, y + 4, shown.replace("-", "\N{MINUS SIGN}"), anchor="end")
        if number:
            yield (
                f"<line x1='{_LEFT}' x2='{_WIDTH - _RIGHT}' y1='{y:.1f}' y2='{y:.1f}' stroke='currentColor' "
                "stroke-opacity='.15'/>"
            )


def _prevalence_ticks(scales: _Scales) -> Iterator[str]:
    for prevalence in _TICKS:
        place = float(logit(prevalence))
        if scales.left <= place <= scales.right:
            yield _label(scales.x(place), _HEIGHT - _BOTTOM + 16, percent(prevalence), anchor="middle")


def _label(x: float, y: float, text: str, *, anchor: str = "start") -> str:
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'>{_text(text)}</text>"


# ---- the page in a frame ----


@dataclass(frozen=True)
class Frame:
    """The page for a notebook: shown where it is the value of a cell, sealed off from the notebook."""

    page: str
    height: int

    def __repr__(self) -> str:
        return f"Frame(page of {len(self.page):,} characters, height={self.height})"

    def _repr_html_(self) -> str:
        content = html.escape(self.page, quote=True)
        return (
            f'<iframe srcdoc="{content}" sandbox="allow-scripts allow-downloads" title="baserate" '
            f'style="width:100%;height:{self.height}px;border:0"></iframe>'
        )


def frame_of(page: str, height: object) -> Frame:
    """The page in a frame of so many pixels."""
    if isinstance(height, bool) or not isinstance(height, int) or height < 1:
        raise SettingError(f"height is a number of pixels, at least 1; found {height!r}.")
    return Frame(page, height)
