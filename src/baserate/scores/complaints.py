"""What is wrong with a column, in one sentence, however it was found: on arrays, or by an engine.

Whoever looks counts; whoever holds rows adds examples. The sentence, and the advice, are the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from baserate.errors import OneClassError, ScoreError, WeightError


def not_numbers(column: str, kind: str) -> str:
    """A column of text, or of something else, where numbers are meant."""
    return f"{column} must be numbers; found {kind}. Convert it first."


def scores_strange(column: str, count: int, of: int, examples: Sequence[str] = ()) -> ScoreError:
    """Scores that are infinite, or not numbers."""
    return ScoreError(
        "{column} is infinite or not a number in {where}.",
        column=column,
        count=count,
        of=of,
        examples=examples,
        advice="Drop these rows everywhere.",
    )


def scores_outside(
    column: str,
    below: int,
    above: int,
    of: int,
    ends: tuple[float, float],
    distinct: Sequence[float],
    examples: Sequence[str] = (),
) -> ScoreError:
    """Scores below 0 or above 1, and what they may be instead.

    ``ends`` are the smallest and the largest score of all, ``distinct`` one or two different values that
    lie outside.
    """
    kinds = f"{below:,} below 0, {above:,} above 1; from {ends[0]:g} to {ends[1]:g}"
    return ScoreError(
        f"{{column}} must lie between 0 and 1; it does not in {{where}}: {kinds}.",
        column=column,
        count=below + above,
        of=of,
        examples=examples,
        advice=_score_advice(below + above, ends, distinct),
    )


def _score_advice(count: int, ends: tuple[float, float], distinct: Sequence[float]) -> str:
    if len(distinct) == 1 and count > 1:
        return f"All are {distinct[0]:g}: a code for a missing prediction? Drop these rows everywhere."
    if ends[0] >= 0.0 and 10.0 < ends[1] <= 100.0:
        return "They look like percent: divide by 100."
    if ends[0] < -0.1 or ends[1] > 1.1:
        return "They look like log odds: pass probabilities, which baserate.odds.expit makes of them."
    return "Find out where they left the range; do not clip them blindly."


def weights_wrong(
    column: str, below: int, infinite: int, of: int, examples: Sequence[str] = (), *, nan: int = 0
) -> WeightError:
    """Weights below 0, infinite, or not numbers."""
    kinds = f"{below:,} below 0, {infinite:,} infinite" + (f", {nan:,} not a number" if nan else "")
    return WeightError(
        f"{{column}} must be at least 0 and finite; it is not in {{where}}: {kinds}.",
        column=column,
        count=below + infinite + nan,
        of=of,
        examples=examples,
    )


def weights_of_nothing(column: str) -> WeightError:
    """Weights that are all 0."""
    return WeightError("{column} is 0 for every patient: nobody counts.", column=column)


def one_class(cases: float, of: int) -> OneClassError:
    """One outcome only: ``cases`` is the weight of those with the disease, 0 where there are none."""
    only = "0: no patient has the disease" if cases == 0.0 else "1: every patient has the disease"
    return OneClassError(
        f"the label of all {of:,} patients that count is {only}.",
        of=of,
        advice="A model can be judged only on patients with and without the disease.",
    )
