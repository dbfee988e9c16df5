"""What is wrong with a column, in one sentence, however it was found: on arrays, or by an engine.

Whoever looks counts; whoever holds rows adds examples. The sentence, and the advice, are the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from baserate.errors import DataError, OneClassError, ScoreError


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
    *,
    whole: bool,
) -> ScoreError:
    """Scores below 0 or above 1, and what they may be instead.

    ``ends`` are the smallest and the largest score of all, ``distinct`` one or two different values that
    lie outside; ``whole`` says whether all scores are whole numbers.
    """
    kinds = f"{below:,} below 0, {above:,} above 1; from {ends[0]:g} to {ends[1]:g}"
    return ScoreError(
        f"{{column}} must lie between 0 and 1; it does not in {{where}}: {kinds}.",
        column=column,
        count=below + above,
        of=of,
        examples=examples,
        advice=_score_advice(below + above, of, ends, distinct, whole),
    )


# Whole numbers up to here are taken for the points of a score, beyond it for points or percent.
_MOST_POINTS = 50.0
# Scores that leave the range by no more than this, or so few of them, may be probabilities gone wrong.
_SLIGHTLY, _FEW = 0.1, 0.1

_RECALIBRATE = (
    "baserate needs probabilities, and {points} can be made into them by recalibration on other patients: "
    "for instance a logistic regression of the outcome on the {points}."
)


def _score_advice(
    count: int, of: int, ends: tuple[float, float], distinct: Sequence[float], whole: bool
) -> str:
    """What may be done, as a question wherever the numbers alone cannot tell what they are."""
    low, high = ends
    if len(distinct) == 1 and count > 1:
        return f"All are {distinct[0]:g}: a code for a missing prediction? Drop these rows everywhere."
    if whole:
        return _advice_on_whole_numbers(high)
    if count < _FEW * of or (low >= -_SLIGHTLY and high <= 1.0 + _SLIGHTLY):
        return "Find out where they left the range; do not clip them blindly."
    if low < -_SLIGHTLY:
        return "Are they log odds? Then pass probabilities, which baserate.odds.expit makes of them."
    if low >= 0.0 and 10.0 < high <= 100.0:
        return "Are they percent? Then divide by 100."
    return f"Find out what they are. {_RECALIBRATE.format(points='scores')}"


def _advice_on_whole_numbers(high: float) -> str:
    """All scores are whole numbers: points, most likely."""
    if _MOST_POINTS < high <= 100.0:
        points = _RECALIBRATE.format(points="points")
        return f"All are whole numbers: percent, or points? Percent: divide by 100. Points: {points}"
    return f"All are whole numbers: points? {_RECALIBRATE.format(points='points')}"


def weights_wrong(
    column: str, below: int, infinite: int, of: int, examples: Sequence[str] = (), *, nan: int = 0
) -> DataError:
    """Weights below 0, infinite, or not numbers."""
    kinds = f"{below:,} below 0, {infinite:,} infinite" + (f", {nan:,} not a number" if nan else "")
    return DataError(
        f"{{column}} must be at least 0 and finite; it is not in {{where}}: {kinds}.",
        column=column,
        count=below + infinite + nan,
        of=of,
        examples=examples,
    )


def weights_of_nothing(column: str) -> DataError:
    """Weights that are all 0."""
    return DataError("{column} is 0 for every patient: nobody counts.", column=column)


def one_class(cases: float, of: int) -> OneClassError:
    """One outcome only: ``cases`` is the weight of those with the disease, 0 where there are none."""
    only = "0: no patient has the disease" if cases == 0.0 else "1: every patient has the disease"
    return OneClassError(
        f"the label of all {of:,} patients that count is {only}.",
        of=of,
        advice="A model can be judged only on patients with and without the disease.",
    )
