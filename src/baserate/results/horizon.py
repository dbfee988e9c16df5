"""Outcomes by a horizon: what a result says of who was followed that long, and when few stand for many."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from baserate.deployment.notation import short_percent
from baserate.errors import FewEventsWarning
from baserate.patients.followed import Followed
from baserate.results.names import Names
from baserate.results.result import FollowUpCounts
from baserate.results.words import say, words

if TYPE_CHECKING:
    from baserate.results.evidence import Evidence

# The ten heaviest patients are worth a warning when they carry so much of all weight, and so many times
# what ten patients of equal weight would: below that they move no interval that anybody would notice. Where
# few outcomes are known, ten are most of them in any case, and what counts is how many they are worth: so
# much less than they are. Weights that were given are not the censoring's doing: where all outcomes that are
# known count nearly alike but for these, there is nothing to warn of.
_HEAVY, _TIMES_EQUAL = 0.1, 2.0
_FEW, _ALIKE = 0.5, 0.9
_TEN = 10


def follow_up_counts(ev: Evidence, least: int = 1) -> FollowUpCounts | None:
    """How outcomes follow from follow-up, and how many were not followed to the horizon; None without.

    Of fewer than ``least`` patients its text says no number.
    """
    asked, followed = ev.question.roles.follow_up, ev.patients.followed()
    if asked is None or followed is None:
        return None
    counts = FollowUpCounts(
        time=asked.time,
        event=ev.question.roles.outcome,
        horizon=asked.horizon,
        censoring=tuple(asked.censoring),
        strata=followed.strata,
        estimator=ev.question.estimator,
        censored=followed.censored,
        competing=followed.competing,
        heaviest_share=followed.heaviest,
        text="",
    )
    return replace(counts, text=_in_words(ev, counts, least))


def _in_words(ev: Evidence, asked: FollowUpCounts, least: int) -> str:
    """How many patients, how many had the outcome by the horizon, and how the others were made up for."""
    names, clusters = ev.question.names, ev.patients.clusters()
    curve = words("opening.aalen_johansen" if asked.competing else "opening.kaplan_meier")
    key = "opening.followed" if clusters is None else "opening.followed_clusters"
    if names.outcome != Names().outcome:
        key += "_named"
    lines = [
        say(
            key,
            patients=f"{ev.everyone.patients:,}",
            positives=f"{ev.everyone.positives:,}",
            cluster=ev.question.roles.cluster,
            clusters="" if clusters is None else f"{clusters:,}",
            horizon=f"{asked.horizon:g}",
            time=asked.time,
            curve=curve,
            prevalence=short_percent(ev.everyone.prevalence),
            censored=_count(asked.censored, least),
            **names.words,
        )
    ]
    if asked.competing:
        lines.append(say("opening.competing", competing=_count(asked.competing, least)))
    if asked.censored:
        lines.append(_weights_in_words(asked))
    if asked.estimator == "kaplan-meier":
        lines.append(say("opening.treated", curve=curve))
    return " ".join(lines)


def _count(number: int, least: int) -> str:
    return words("opening.few") if 0 < number < least else f"{number:,}"


def _weights_in_words(asked: FollowUpCounts) -> str:
    strata = too = ""
    if asked.censoring:
        columns = " and ".join(asked.censoring)
        strata, too = say("opening.strata", strata=asked.strata, columns=columns), words("opening.strata_too")
    heaviest = short_percent(asked.heaviest_share or 0.0)
    return say("opening.weighted", strata=strata, heaviest=heaviest, strata_too=too)


def of_censoring(followed: Followed | None, group: str | None, counted: str) -> tuple[FewEventsWarning, ...]:
    """The caution that few of those who were followed longest stand for many who were not."""
    if followed is None or followed.heaviest is None or followed.is_complete:
        return ()
    known = max(followed.rows - followed.censored, 1)
    worth = _ALIKE if followed.effective is None else followed.effective / known
    uneven = followed.heaviest > _TIMES_EQUAL * _TEN / known or worth < _FEW
    if followed.heaviest <= _HEAVY or worth > _ALIKE or not uneven:
        return ()
    text = say(
        "cautions.censoring",
        censored=f"{followed.censored:,}",
        patients=f"{followed.rows:,} {counted}",
        heaviest=short_percent(followed.heaviest),
    )
    return (FewEventsWarning(text, group=group, advice=words("cautions.censoring_advice")),)
