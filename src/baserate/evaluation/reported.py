"""What both an evaluation and a result read from a file can be turned into: frames, tables, documents.

All of it is made from the result as plain data, so that it is the same with and without the patients. The
report is imported when it is asked for.
"""

from __future__ import annotations

from typing import Any, Literal

from baserate.report.long_frame import FrameKind, as_long_frame, check_frame_kind

TableName = Literal["models", "differences", "groups", "decisions", "gaps"]


class Reported:
    """A result that can be reported: whoever has :meth:`to_dict` has the rest."""

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, as :func:`baserate.results.as_json.schema` describes it."""
        raise NotImplementedError

    @property
    def _frame_kind(self) -> FrameKind:
        """The kind of frame to give where none is asked for."""
        return "polars"

    def to_frame(self, kind: FrameKind | None = None) -> Any:
        """One line for each number: all that a paper reports.

        Columns: ``group``, ``model``, ``reference``, ``measure``, ``unit``, ``value``, ``standard_error``,
        ``low``, ``high``, ``level``, ``simultaneous_low``, ``simultaneous_high``, ``n``, ``events``,
        ``text``, ``text_unit``, ``reason``. Differences are lines with the measure "difference" and what is
        subtracted as ``reference``; the parts of differences between groups have measures that begin with
        "gap". What these patients do not give has no value, but a reason.

        Parameters
        ----------
        kind
            "pandas", "polars" or "pyarrow"; the kind that the patients came in unless stated, and Polars
            where they came from a file, a mapping or an engine.
        """
        return as_long_frame(self.to_dict(), self._frame_kind if kind is None else check_frame_kind(kind))

    def to_markdown(self, table: TableName | None = None) -> str:
        """Tables for a paper in Markdown.

        Parameters
        ----------
        table
            "models", "differences", "decisions" (cut-offs, and what they do to 1,000 patients), "groups" or
            "gaps" (why groups differ); all that the result has unless one is named.
        """
        from baserate.report.exports import as_markdown
        from baserate.report.tables import tables

        return "\n".join(as_markdown(one) for one in tables(self.to_dict(), table))

    def to_latex(
        self, table: TableName | None = None, *, booktabs: bool = True, unicode: bool = False
    ) -> str:
        r"""Tables for a paper in LaTeX.

        Parameters
        ----------
        table
            As for :meth:`to_markdown`.
        booktabs
            Rules of the package booktabs, which the document then loads; else ``\hline``.
        unicode
            Whether the document is for XeLaTeX or LuaLaTeX. Else letters that pdfLaTeX does not know are
            written by their number, such as U+4F60.
        """
        from baserate.report.exports import as_latex
        from baserate.report.tables import tables

        return "\n".join(
            as_latex(one, booktabs=booktabs, unicode=unicode) for one in tables(self.to_dict(), table)
        )

    def to_html_table(self, table: TableName | None = None) -> str:
        """Tables for a paper or a site in HTML: ``<table>`` elements, without style or script.

        Parameters
        ----------
        table
            As for :meth:`to_markdown`.
        """
        from baserate.report.exports import as_html
        from baserate.report.tables import tables

        return "\n".join(as_html(one) for one in tables(self.to_dict(), table))

    def methods(self) -> str:
        """A methods paragraph to paste, with the study's numbers, and the references it rests on."""
        from baserate.report.methods import methods_text

        return methods_text(self.to_dict())

    def checklist(self, name: str = "tripod+ai") -> Any:
        """A reporting checklist filled in as far as the result knows: a
        :class:`~baserate.report.checklists.Checklist`.

        Parameters
        ----------
        name
            "tripod+ai" (Collins et al. 2024, doi:10.1136/bmj-2023-078378) or "stratos" (Van Calster et al.
            2025, arXiv:2412.10288).
        """
        from baserate.report.checklists import checklist

        return checklist(self.to_dict(), name)

    def model_card(self, model: str | None = None) -> Any:
        """The Applied Model Card of the Coalition for Health AI, version 0.2: ``.to_dict()``,
        ``.to_markdown()``.

        Parameters
        ----------
        model
            The model; that with the highest net benefit unless named.
        """
        from baserate.report.model_card import model_card

        return model_card(self.to_dict(), model)
