"""What evaluations over imputations come to, as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from baserate.deployment.notation import percent, ratio
from baserate.report.blocks import Paragraph, Table, as_plain
from baserate.results.words import per_thousand, with_interval

if TYPE_CHECKING:
    from baserate.extensions.imputation.imputed import ImputedEvaluation


def as_text(pooled: ImputedEvaluation) -> str:
    """What was asked, the verdict, and the tables of models and differences."""
    blocks = (Paragraph(_asked(pooled)), Paragraph(pooled.verdict), _models(pooled), _differences(pooled))
    return "\n\n".join(as_plain(block) for block in blocks)


def _asked(pooled: ImputedEvaluation) -> str:
    where, everyone = pooled.question.deployment, pooled.evaluations[0].everyone
    stated = where.prevalence
    prevalence = "the observed prevalence" if stated is None else f"a prevalence of {stated}"
    return (
        f"{len(pooled.evaluations)} imputations of {everyone.patients:,} rows, {everyone.positives:,} with "
        f"the outcome ({percent(everyone.prevalence)}), pooled by Rubin's rules. Net benefit at {prevalence} "
        f"and a cost of {where.cost.distribution.words(ratio)}; zero is treat none."
    )


def _models(pooled: ImputedEvaluation) -> Table:
    level = f"({100 * pooled.question.level:g} % CI)"
    heads = ("", f"net benefit per 1,000 {level}", _MISSING, f"AUC {level}")
    rows = [(model, *_worth(pooled.score(model)), _share(pooled.auc(model))) for model in pooled.models]
    return Table("Which model?", heads, tuple(rows))


def _differences(pooled: ImputedEvaluation) -> Table:
    level = f"({100 * pooled.question.level:g} % CI)"
    pairs = pooled.evaluations[0].comparisons
    rows = [(model, other, *_worth(pooled.compare(model, other))) for model, other in pairs]
    heads = ("model", "minus", f"true positives per 1,000 {level}", _MISSING)
    note = "Missing information: the share of what is to be known that the missing values took away."
    return Table("Differences on the same patients", heads, tuple(rows), note)


_MISSING = "missing information"


def _worth(estimate: Any) -> tuple[str, str]:
    """Per 1,000 patients with its interval, and the fraction of missing information."""
    return per_thousand(estimate), f"{100 * estimate.missing_information:.0f} %"


def _share(estimate: Any) -> str:
    return with_interval(estimate)
