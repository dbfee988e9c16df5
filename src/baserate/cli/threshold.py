"""``baserate threshold``: where on a score treating starts, and what a patient's score means elsewhere."""

from __future__ import annotations

from dataclasses import asdict

import click

from baserate.cli.options import ONCE


@click.command()
@click.option(
    "--prevalence", required=True, **ONCE, help='Where the model is used: "5%", or a range, "1%..10%".'
)
@click.option(
    "--cost", required=True, **ONCE, help='False positive : false negative, such as "1:30", or a range.'
)
@click.option(
    "--source-prevalence",
    required=True,
    **ONCE,
    help="The prevalence to which the scores are calibrated.",
)
@click.option(
    "--shift",
    **ONCE,
    help="How much of the way from there to the prevalence is label shift, 0 to 1; 1 unless stated.",
)
@click.option(
    "--score", **ONCE, help="A patient's score: say what it means at the prevalence, and whether to treat."
)
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
def command(
    prevalence: str, cost: str, source_prevalence: str, shift: str | None, score: str | None, as_data: bool
) -> None:
    """The cut-off on the raw score for a prevalence and a cost, and why it is not the threshold probability.

    \b
    baserate threshold --prevalence 5% --cost 1:30 --source-prevalence 10% --score 8%
    """  # noqa: D301
    from baserate.cli.printing import print_json, say
    from baserate.deployment.deployment import Cost, Prevalence, source_prevalence_of
    from baserate.deployment.notation import percent, short_percent
    from baserate.deployment.shift import LABEL_SHIFT, Shift
    from baserate.odds import adjust
    from baserate.results import words
    from baserate.results.compute import cutoff_on_score
    from baserate.results.judged import cutoff
    from baserate.scores.gains import reaches

    where, price, source = Prevalence.of(prevalence), Cost.of(cost), source_prevalence_of(source_prevalence)
    share = LABEL_SHIFT if shift is None else Shift.of(shift)
    cut = cutoff(where, price, source, share)
    risk = None
    if score is not None:
        reached = share.prevalence_for_scores(where.distribution.median, source)
        risk = float(adjust(_score(score), source, reached))
    if as_data:
        print_json({"threshold": asdict(cutoff_on_score(cut)), "adjusted_probability": risk})
        return
    stated = {"cutoff": cut, "prevalence": where, "cost": price, "source": percent(source)}
    say(words.say("threshold.treat", **stated))
    say(words.say("threshold.probability", probability=price.distribution.words(short_percent)))
    say(cut.reason)
    if risk is not None and score is not None:
        shown, middle = _score(score), where.distribution.median
        advice = words.words("threshold.do" if reaches(shown, cut.value) else "threshold.do_not")
        means = {"score": percent(shown), "risk": percent(risk), "prevalence": percent(middle)}
        say(words.say("threshold.patient", **means, advice=advice))


def _score(text: str) -> float:
    """A patient's score: a probability."""
    from baserate.deployment.notation import read_number
    from baserate.errors import SettingError

    try:
        number = read_number(text)
    except SettingError:
        number = -1.0
    if not 0.0 <= number <= 1.0:
        raise SettingError(f"score {text!r}: it must be a probability, such as 0.08 or 8%.")
    return number
