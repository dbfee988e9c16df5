"""Evaluation: which model to use, how sure, and why; with its patients, or as it was read from a file.

All that it can be turned into, tables, frames, documents, is read from the result, so that it is the same
with and without the patients. What writes them is imported when it is asked for.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Unpack

from baserate.deployment.deployment import (
    Deployment,
)
from baserate.deployment.notation import ratio
from baserate.deployment.shift import Shift
from baserate.errors import BaserateWarning, ScaleWarning, SettingError, tell
from baserate.patients.groupings import title as title_of
from baserate.patients.patients import Patients
from baserate.report.long_frame import FrameKind, as_long_frame, check_frame_kind, frame_kind_of
from baserate.results.before import before_you_decide, recalibrated_leads
from baserate.results.compute import compute, printed
from baserate.results.dial import cautions_of_shift, shift_of
from baserate.results.dial_estimate import ShiftEstimate
from baserate.results.difference_curve import DifferenceCurve, difference_curve
from baserate.results.evidence import Evidence, cautions_of, gather
from baserate.results.question import Changes, Question
from baserate.results.result import Remark, Required, Result
from baserate.results.shift_verdict import dial_comparisons
from baserate.results.standing import best_model
from baserate.results.verdict import Verdict, lead_differences, verdict_of

__all__ = ["Evaluation"]

TableName = Literal["models", "differences", "groups", "decisions", "gaps"]
# Fewer patients than this share no bin of their own in the page, unless another number is chosen.
SMALLEST_CELL = 5


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation(Evidence):
    """Which model to use, how sure, and why: what :func:`evaluate` and :func:`read_result` return.

    One that was read from a file has no patients (:mod:`baserate.evaluation.without_patients`). It answers
    what its result says; what needs the patients is a :class:`~baserate.errors.SettingError` that says so.
    """

    @cached_property
    def result(self) -> Result:
        """Every number and sentence that people see, as plain data."""
        return compute(self, self.verdict)

    @property
    def level(self) -> float:
        """The confidence level of the intervals."""
        return self.question.level

    @cached_property
    def verdict(self) -> Verdict:
        """Which model to use, which cannot be told from it, and by how much they differ; in words."""
        return verdict_of(self)

    @cached_property
    def before_you_decide(self) -> tuple[Remark, ...]:
        """At most three things that may change what one does with the verdict, the heaviest first."""
        return before_you_decide(self, self.verdict)

    def at(self, **changes: Unpack[Changes]) -> Evaluation:
        """The same patients asked otherwise: ``ev.at(prevalence="5%", level=0.9)``.

        Parameters
        ----------
        changes
            What is asked otherwise, as of :func:`baserate.evaluate`: prevalence, cost, source_prevalence,
            shift, reference, margin, level, seed, outcome_name, action_name, title.
        """
        ev = evaluation_of(self.question.at(**changes), self.patients)
        tell(ev.cautions)
        return ev

    def shift(self, by: str | None = None, model: str | None = None) -> ShiftEstimate:
        """How much of what differs in prevalence between the groups is label shift: :func:`baserate.shift`.

        Parameters
        ----------
        by
            The column of groups, which is that of the evaluation, or one of several.
        model
            Whose score is asked; the best model of the verdict unless named.
        """
        ways = self.question.roles.ways
        if by is not None and (by,) not in ways:
            known = ", ".join(repr(title_of(way)) for way in ways)
            instead = f"has groups by {known}" if known else "has no groups"
            raise SettingError(
                f"this evaluation {instead}: ask evaluate(..., by={by!r}), or baserate.shift with data=."
            )
        several = by is not None and len(ways) > 1
        patients = self.patients.only(ways.index((str(by),))) if several else self.patients
        asked = best_model(self) if model is None else model
        estimate = shift_of(patients, asked, self.question.level)
        tell(cautions_of_shift(estimate))
        return estimate

    # ---- what it is turned into ----

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, as :func:`baserate.result_schema` describes it."""
        return self.result.to_dict()

    def summary(self) -> str:
        """The result as plain text."""
        from baserate.report.text import as_text

        return as_text(self.result)

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
        return as_long_frame(self.result, self._frame_kind if kind is None else check_frame_kind(kind))

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

        return "\n".join(as_markdown(one) for one in tables(self.result, table))

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
            as_latex(one, booktabs=booktabs, unicode=unicode) for one in tables(self.result, table)
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

        return "\n".join(as_html(one) for one in tables(self.result, table))

    def methods(self) -> str:
        """A methods paragraph to paste, with the study's numbers, and the references it rests on."""
        from baserate.report.methods import methods_text

        return methods_text(self.result)

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

        return checklist(self.result, name)

    def model_card(self, model: str | None = None) -> Any:
        """The Applied Model Card of the Coalition for Health AI, version 0.2: ``.to_dict()``,
        ``.to_markdown()``.

        Parameters
        ----------
        model
            The model; that with the highest net benefit unless named.
        """
        from baserate.report.model_card import model_card

        return model_card(self.result, model)

    @property
    def _frame_kind(self) -> FrameKind:
        return frame_kind_of(self.patients.origin)

    def _for_page(self) -> Evaluation:
        """The evaluation as a page shows it: of several columns of groups, with those of the first.

        Groups of different columns overlap, and one that is hidden, being small, could be told from others.
        """
        ways = self.question.roles.ways
        if len(ways) < 2:
            return self
        patients = self.patients.only(0)
        groups = {name: self.groups[name] for name in patients.group_names}
        others = ", ".join(repr(title_of(way)) for way in ways[1:])
        note = BaserateWarning(
            f"this page shows the groups by {title_of(ways[0])!r} only; those by {others} are in the text "
            "and the JSON."
        )
        gone = [name for name in self.groups if name not in groups]
        kept = [one.without(gone) if isinstance(one, ScaleWarning) else one for one in self.cautions]
        cautions = [one for one in kept if one is not None and one.group not in gone]
        reference = self.question.reference if self.question.reference in groups else None
        question = replace(self.question, roles=patients.roles, reference=reference)
        return Evaluation(question, patients, self.everyone, groups, (*cautions, note), self.time)

    def to_html(
        self,
        path: str | Path,
        *,
        smallest_cell: int = SMALLEST_CELL,
        title: str | None = None,
        earlier: Sequence[str | Path] = (),
    ) -> None:
        """Write the page: one file that opens offline, holds no patient rows and answers other questions.

        Parameters
        ----------
        path
            The file to write.
        smallest_cell
            Scores are binned for the page, and bins of fewer patients than this are merged with their
            neighbours.
        title
            The heading of the page; that of the study unless stated.
        earlier
            Pages and site summaries of these patients, or of some of them, that others have already. A page
            that would tell of fewer than ``smallest_cell`` patients together with one of these is refused.
        """
        from baserate.report.atomic_write import check_targets, write_whole

        check_targets([str(path)], [str(one) for one in earlier])
        write_whole(str(path), self.page(smallest_cell=smallest_cell, title=title, earlier=earlier))

    def page(
        self,
        *,
        smallest_cell: int = SMALLEST_CELL,
        title: str | None = None,
        earlier: Sequence[str | Path] = (),
        name: str | None = None,
        requirements: Sequence[Required] | None = None,
        settings: Mapping[str, Deployment] | None = None,
    ) -> str:
        """The page as text.

        Parameters
        ----------
        smallest_cell, title, earlier
            As for :meth:`to_html`.
        name, requirements
            What a study calls the deployment, and what it requires there.
        settings
            Deployments by name that the page offers beside its own.
        """
        from baserate.page.builder import page_html
        from baserate.page.discreet import hide_requirement
        from baserate.page.earlier import given_out_by, read_given_out
        from baserate.page.payload import payload

        if len(self.question.roles.ways) > 1:
            shown = self._for_page()
            gone = [name for name in self.groups if name not in shown.groups]
            told = None if requirements is None else [hide_requirement(one, gone) for one in requirements]
            return shown.page(
                smallest_cell=smallest_cell,
                title=title,
                earlier=earlier,
                name=name,
                requirements=told,
                settings=settings,
            )
        before = [read_given_out(one) for one in earlier]
        if isinstance(smallest_cell, bool) or not isinstance(smallest_cell, int) or smallest_cell < 1:
            raise SettingError(f"smallest_cell is a number of patients, at least 1; found {smallest_cell!r}.")
        default = self.question.names.title or f"{', '.join(self.models)}: which model to use"
        heading = default if title is None else title
        required = None if requirements is None else tuple(requirements)
        result = replace(compute(self, self.verdict, least=smallest_cell), name=name, requirements=required)
        study = payload(self, result, smallest_cell, heading, settings or {})
        for one in before:
            given_out_by(study, "this page").check_against(one)
        return page_html(study, heading)

    def show(self, *, height: int = 800, smallest_cell: int = SMALLEST_CELL, title: str | None = None) -> Any:
        """The page in a notebook: an object that shows itself where it is the value of a cell.

        Parameters
        ----------
        height
            Of the frame, in pixels.
        smallest_cell, title
            As for :meth:`to_html`.
        """
        from baserate.report.notebook import frame_of

        return frame_of(self.page(smallest_cell=smallest_cell, title=title), height)

    def _repr_html_(self) -> str:
        """In a notebook: the verdict, the models, and the best minus the next at each prevalence."""
        from baserate.report.notebook import as_html

        return as_html(self.result, self._curve())

    def _curve(self) -> DifferenceCurve | None:
        """What the figure of a notebook shows, if there are patients to draw it of."""
        return difference_curve(self, self.verdict)

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        where, models = self.question.deployment, ", ".join(self.models)
        prevalence = "observed prevalence" if where.prevalence is None else f"prevalence {where.prevalence}"
        return (
            f"Evaluation({models}; {self.everyone.patients:,} rows, {self.everyone.positives:,} with the "
            f"outcome; {prevalence}, cost {where.cost.distribution.words(ratio)})"
        )


def evaluation_of(question: Question, patients: Patients) -> Evaluation:
    """The evaluation of patients who have been read and checked; its cautions are for who asked to tell."""
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    fitted = {model: shift_of(patients, model, question.level) for model in question.to_fit}
    if fitted:
        question = question.with_shifts({model: Shift.of(shift) for model, shift in fitted.items()})
    ev = Evaluation(question, patients, *gather(question, patients), now)
    patients.prefetch_clusters(
        lambda: (
            *printed(ev),
            *lead_differences(ev),
            *recalibrated_leads(ev, best_model(ev)),
            *dial_comparisons(ev),
        )
    )
    of_shifts = (one for shift in fitted.values() for one in cautions_of_shift(shift))
    # Those about the scores need what clusters contribute, and so come last.
    every = {str(one): one for one in (*of_shifts, *ev.cautions, *cautions_of(ev))}
    return replace(ev, cautions=tuple(every.values()))
