r"""A table as Markdown, LaTeX and HTML, whatever the names in it are.

Every sign that means something in the language is written so that it stands for itself: in LaTeX also what
``\\`` would take for its argument, and letters that pdfLaTeX does not know.
"""

# Signs that look like others are what this module is about.
# ruff: noqa: RUF001

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence

from baserate.errors import SettingError
from baserate.report.blocks import Paragraph, Table, as_plain

# Signs that mean something in Markdown, in GitHub's too; before each of them a backslash makes it itself.
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|~$&#!])")
# What makes a list or a heading of a paragraph where it begins with it.
_BEGINS_BLOCK = re.compile(r"^(\d+)(?=[.)](\s|$))|^(?=[-+=])")
_LINK = re.compile(r"(?i)\b(https?|ftp)://|\bwww\.")


def markdown_text(text: str) -> str:
    r"""Text that Markdown shows as it is.

    >>> print(markdown_text("a|b_c 1 * 2"))
    a\|b\_c 1 \* 2
    """
    shown = _MARKDOWN.sub(r"\\\1", text)
    return _LINK.sub(lambda link: re.sub(r"[:.]", lambda sign: "\\" + sign[0], link[0]), shown)


def markdown_paragraph(text: str) -> str:
    """The same where a paragraph begins with it, and would be taken for a list or a rule."""
    return _BEGINS_BLOCK.sub(lambda at: f"{at[1] or ''}\\", markdown_text(text))


def as_markdown(table: Table) -> str:
    """A table in Markdown: its title in bold, its note below."""
    lines = [_markdown_row(table.columns), _markdown_row(["---"] * len(table.columns), plain=True)]
    lines += [_markdown_row(row) for row in table.rows]
    note = [markdown_paragraph(table.note), ""] if table.note else []
    return "\n".join([f"**{markdown_text(table.title.strip())}**", "", *lines, "", *note])


def _markdown_row(cells: Sequence[str], *, plain: bool = False) -> str:
    shown = cells if plain else [markdown_text(cell) for cell in cells]
    return f"| {' | '.join(shown)} |"


FORMATS = ("text", "markdown", "latex", "html")


def rendered(blocks: Sequence[Paragraph | Table], form: str) -> str:
    """Paragraphs and tables in one of the formats.

    Parameters
    ----------
    blocks
        What is to be shown.
    form
        "text", "markdown", "latex" or "html".
    """
    if form not in FORMATS:
        raise SettingError(f"format is one of {', '.join(map(repr, FORMATS))}; found {form!r}.")
    return "\n".join(_rendered(block, form) for block in blocks)


def _rendered(block: Paragraph | Table, form: str) -> str:
    if form == "text":
        return as_plain(block) + "\n"
    if isinstance(block, Table):
        return {"markdown": as_markdown, "latex": as_latex, "html": as_html}[form](block)
    if form == "markdown":
        return markdown_paragraph(block.text) + "\n"
    return latex_text(block.text) + "\n" if form == "latex" else f"<p>{html_text(block.text)}</p>\n"


_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    # After a line's end, these would be taken for the argument of the line's end.
    "\0": "{}",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
}
# Two of these in a row would become one other sign; and a minus is longer than a hyphen.
_LIGATURE = re.compile(r"(?<=-)(?=-)|(?<=,)(?=,)")
_MINUS = re.compile(r"(?<![\w.,-])-(?=\d)")
_BEFORE_PERCENT = re.compile(r"(?<=\d) (?=\\%)")
# Beyond ASCII, what pdfLaTeX needs a command for.
_LATEX_SIGNS = {
    "–": "--",
    "—": "---",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "…": r"\ldots{}",
    "≤": r"\(\leq\)",
    "≥": r"\(\geq\)",
    "≠": r"\(\neq\)",
    "≈": r"\(\approx\)",
    "±": r"\(\pm\)",
    "×": r"\(\times\)",
    "°": r"\(^\circ\)",
    "µ": r"\(\mu\)",
    "∞": r"\(\infty\)",
    "→": r"\(\rightarrow\)",
    "²": r"\(^2\)",
    "³": r"\(^3\)",
    **{
        letter: rf"\(\{name}\)"
        for letter, name in zip(
            "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ",
            [
                "alpha",
                "beta",
                "gamma",
                "delta",
                "epsilon",
                "zeta",
                "eta",
                "theta",
                "iota",
                "kappa",
                "lambda",
                "mu",
                "nu",
                "xi",
                "pi",
                "rho",
                "sigma",
                "tau",
                "upsilon",
                "phi",
                "chi",
                "psi",
                "omega",
                "Gamma",
                "Delta",
                "Theta",
                "Lambda",
                "Xi",
                "Pi",
                "Sigma",
                "Phi",
                "Psi",
                "Omega",
            ],
            strict=True,
        )
    },
}
# Letters with accents that LaTeX makes in any font: those that come apart into an ASCII letter and one of
# these.
_ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0327": "c",
}
_LATIN = {
    "ß": "ss",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "ı": "i",
}


def latex_text(text: str, *, unicode: bool = False) -> str:
    r"""Text that LaTeX prints as it is.

    Parameters
    ----------
    text
        The text.
    unicode
        Whether letters beyond ASCII stay as they are, for XeLaTeX and LuaLaTeX.

    >>> print(latex_text("50 % of A&B_1"))
    50~\% of A\&B\_1
    """
    composed = unicodedata.normalize("NFC", text)
    broken = _LIGATURE.sub("\0", _MINUS.sub("−", composed))
    shown = "".join(_latex_sign(sign, unicode) for sign in broken)
    return _BEFORE_PERCENT.sub("~", shown)


def _latex_sign(sign: str, unicode: bool) -> str:
    if sign in _LATEX:
        return _LATEX[sign]
    if sign == "−":
        return r"\(-\)"
    if sign.isascii() or unicode:
        return sign
    if sign in _LATEX_SIGNS:
        return _LATEX_SIGNS[sign]
    if sign in _LATIN:
        return rf"{{\{_LATIN[sign]}}}"
    apart = unicodedata.normalize("NFD", sign)
    if len(apart) == 2 and apart[0].isascii() and apart[1] in _ACCENTS:
        letter = rf"\{apart[0]}" if apart[0] in "ij" and apart[1] != "\u0327" else apart[0]
        return rf"\{_ACCENTS[apart[1]]}{{{letter}}}"
    return f"U+{ord(sign):04X}"


# How many letters of small type a line of a page holds; a table that needs more has its cells wrapped.
_LETTERS_OF_A_LINE = 84
_LETTERS_OF_A_PLAIN_LINE = 66
_LONGEST_WORD = 24


def as_latex(table: Table, *, booktabs: bool = True, unicode: bool = False) -> str:
    """A table in LaTeX, its title as caption; cells of one that is too wide for a page are wrapped."""
    top, middle, bottom = (r"\toprule", r"\midrule", r"\bottomrule") if booktabs else [r"\hline"] * 3
    columns = list(zip(table.columns, *table.rows, strict=True))
    wide = sum(max(map(len, column)) + 2 for column in columns) > _LETTERS_OF_A_PLAIN_LINE
    heads, *rows = (_latex_row(row, unicode, wide) for row in (table.columns, *table.rows))
    lines = [
        r"% needs \usepackage{booktabs}" if booktabs else "% needs no package",
        r"\begin{table}",
        r"\centering",
        *([r"\footnotesize\setlength{\tabcolsep}{2pt}"] if wide else []),
        rf"\caption{{{latex_text(table.title, unicode=unicode)}}}",
        rf"\begin{{tabular}}{{{_latex_widths(columns) if wide else 'l' * len(columns)}}}",
        *(top, heads, middle, *rows, bottom),
        r"\end{tabular}",
    ]
    if table.note:
        note = latex_text(table.note, unicode=unicode)
        lines += ["", rf"\begin{{minipage}}{{\linewidth}}\footnotesize {note}\end{{minipage}}"]
    return "\n".join([*lines, r"\end{table}", ""])


def _latex_widths(columns: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their longest word, what is left shared by how much more their cells hold."""
    longest = (max(len(word) for cell in column for word in (*cell.split(), "")) for column in columns)
    needs = [min(longest_word, _LONGEST_WORD) for longest_word in longest]
    wants = [max(max(map(len, column)) - need, 0) for column, need in zip(columns, needs, strict=True)]
    room = max(_LETTERS_OF_A_LINE - sum(needs), 0)
    widths = [need + room * want / max(sum(wants), 1) for need, want in zip(needs, wants, strict=True)]
    share = (1.0 - 0.012 * len(columns)) / max(sum(widths), 1)  # the space between columns is a line's too
    return "".join(rf"p{{{share * width:.3f}\linewidth}}" for width in widths)


def _latex_row(cells: Sequence[str], unicode: bool, wide: bool) -> str:
    before, end = (r"\raggedright ", r" \tabularnewline") if wide else ("", r" \\")
    return " & ".join(before + latex_text(cell, unicode=unicode) for cell in cells) + end


def html_text(text: str) -> str:
    """Text that HTML shows as it is, whatever encoding a browser takes the file to have."""
    return html.escape(text).encode("ascii", "xmlcharrefreplace").decode()


def as_html(table: Table) -> str:
    """A table in HTML: its title as caption, its note in the foot; the first column heads the rows."""
    heads = "".join(f'<th scope="col">{html_text(head)}</th>' for head in table.columns)
    rows = ["<tr>" + _html_cells(row) + "</tr>" for row in table.rows]
    foot = f'<tfoot><tr><td colspan="{len(table.columns)}">{html_text(table.note)}</td></tr></tfoot>'
    return "\n".join(
        [
            "<table>",
            f"<caption>{html_text(table.title)}</caption>",
            f"<thead><tr>{heads}</tr></thead>",
            *("<tbody>", *rows, "</tbody>"),
            *([foot] if table.note else []),
            "</table>",
            "",
        ]
    )


def _html_cells(row: Sequence[str]) -> str:
    first, *others = row
    cells = "".join(f"<td>{html_text(cell)}</td>" for cell in others)
    return f'<th scope="row">{html_text(first)}</th>{cells}'
