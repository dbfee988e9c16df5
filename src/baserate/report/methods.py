"""A methods paragraph with the study's numbers, to paste: every number in it is the result's own."""

from __future__ import annotations

from collections.abc import Iterator

from baserate.deployment.notation import percent, short_percent
from baserate.inference.told import fixed
from baserate.report.blocks import printable
from baserate.report.cells import counted_as, level_told
from baserate.report.tables import by_in_words, listed
from baserate.results.result import KnownCost, Result
from baserate.results.words import words

# What the paragraph cites, in the order in which it does.
REFERENCES = {
    "Flores et al. 2025": (
        "Flores GA, Smith AH, Fukuyama JA, Wilson AC. Aligning Evaluation with Clinical Priorities: "
        "Calibration, Label Shift, and Error Costs. 2025."
    ),
    "Graf et al. 1999": (
        "Graf E, Schmoor C, Sauerbrei W, Schumacher M. Assessment and comparison of prognostic "
        "classification schemes for survival data. Statistics in Medicine 1999. "
        "doi:10.1002/(SICI)1097-0258(19990915/30)18:17/18<2529::AID-SIM274>3.0.CO;2-5"
    ),
    "Blanche et al. 2013": (
        "Blanche P, Dartigues JF, Jacqmin-Gadda H. Estimating and comparing time-dependent areas under "
        "receiver operating characteristic curves for censored event times with competing risks. Statistics "
        "in Medicine 2013. doi:10.1002/sim.5958"
    ),
    "Vickers et al. 2008": (
        "Vickers AJ, Cronin AM, Elkin EB, Gonen M. Extensions to decision curve analysis, a novel method for "
        "evaluating diagnostic tests, prediction models and molecular markers. BMC Medical Informatics and "
        "Decision Making 2008. doi:10.1186/1472-6947-8-53"
    ),
    "Vickers and Elkin 2006": (
        "Vickers AJ, Elkin EB. Decision curve analysis: a novel method for evaluating prediction models. "
        "Medical Decision Making 2006. doi:10.1177/0272989X06295361"
    ),
    "Saerens et al. 2002": (
        "Saerens M, Latinne P, Decaestecker C. Adjusting the outputs of a classifier to new a priori "
        "probabilities. Neural Computation 2002. doi:10.1162/089976602753284446"
    ),
    "DeLong et al. 1988": (
        "DeLong ER, DeLong DM, Clarke-Pearson DL. Comparing the areas under two or more correlated receiver "
        "operating characteristic curves. Biometrics 1988. doi:10.2307/2531595"
    ),
    "Wilson 1927": (
        "Wilson EB. Probable inference, the law of succession, and statistical inference. Journal of the "
        "American Statistical Association 1927. doi:10.1080/01621459.1927.10502953"
    ),
    "Agresti and Coull 1998": (
        "Agresti A, Coull BA. Approximate is better than exact for interval estimation of binomial "
        "proportions. The American Statistician 1998. doi:10.1080/00031305.1998.10480550"
    ),
    "Hothorn et al. 2008": (
        "Hothorn T, Bretz F, Westfall P. Simultaneous inference in general parametric models. Biometrical "
        "Journal 2008. doi:10.1002/bimj.200810425"
    ),
    "Dimitriadis et al. 2021": (
        "Dimitriadis T, Gneiting T, Jordan AI. Stable reliability diagrams for probabilistic classifiers. "
        "PNAS 2021. doi:10.1073/pnas.2016191118"
    ),
}


def methods_text(result: Result) -> str:
    """The paragraph, and below it the references that it cites."""
    paragraph = printable(" ".join(_sentences(result)))
    cited = [text for key, text in REFERENCES.items() if key in paragraph]
    numbered = [f"{number}. {text}" for number, text in enumerate(cited, 1)]
    return "\n".join([paragraph, "", "References", "", *numbered, ""])


def _sentences(result: Result) -> Iterator[str]:
    yield from _patients(result)
    yield from _question(result)
    yield from _scores(result)
    yield from _measures(result)
    yield from _intervals(result)
    yield from _groups(result)
    yield _software(result)


def patients_in_words(result: Result) -> str:
    """How many patients, how many with the outcome, in how many clusters."""
    data = result.data
    text = f"{data.used:,} {counted_as(result)}"
    if data.clusters is not None:
        cluster = result.provenance.parameters["cluster"]
        text += f" in {data.clusters:,} clusters ({cluster})"
    share = short_percent(data.prevalence)
    weighted = " by weight" if result.provenance.parameters["weight"] is not None else ""
    if data.follow_up is None:
        return f"{text}, of which {data.positives:,} had the outcome ({share}{weighted})"
    asked = data.follow_up
    return (
        f"{text}, of which {data.positives:,} had the outcome by {asked.horizon:g} ({asked.time}) "
        f"and {asked.censored:,} were censored before (risk {share}{weighted})"
    )


def dropped_in_words(result: Result) -> str:
    """How rows with missing values were handled."""
    dropped = result.data.dropped
    if not dropped.rows:
        return "No row was left out for missing values"
    columns = [f"{name} ({rows:,})" for name, rows in dropped.missing.items()]
    of = f" in {listed(columns)}" if columns else ""
    return f"{dropped.rows:,} of {result.data.rows:,} rows were left out for missing values{of}"


def _patients(result: Result) -> Iterator[str]:
    models = list(result.models)
    noun = "model was" if len(models) == 1 else "models were"
    yield f"The {noun} evaluated on {patients_in_words(result)}: {listed(models)}."
    yield f"{dropped_in_words(result)}."
    yield from _follow_up(result)
    if result.data.binning is not None:
        yield "Scores were grouped into bins where the patients are kept, and only counts by bin were used."


_OF_PATIENTS = "standard errors include that it was estimated (Blanche et al. 2013)."
_OF_SITES = "each site had its own estimate, and standard errors take these weights as known."


def _follow_up(result: Result) -> Iterator[str]:
    """How outcomes that are not known were made up for."""
    asked = result.data.follow_up
    if asked is None:
        return
    if asked.competing:
        yield f"{asked.competing:,} had a competing event by then, and count as non-cases."
    if asked.censored:
        strata = f", within strata of {listed(asked.censoring)}" if asked.censoring else ""
        groups = " and in each group by itself" if result.groups else ""
        binning = result.data.binning
        summarised = binning is not None and binning.smallest_cell is not None
        yield (
            "Patients whose outcome is known were weighted by the inverse of the probability of not having "
            f"been censored (Graf et al. 1999), estimated by the Kaplan-Meier method{strata}{groups}; "
            + (_OF_SITES if summarised else _OF_PATIENTS)
        )
    if asked.estimator == "kaplan-meier":
        curve = "Aalen-Johansen" if asked.competing else "Kaplan-Meier"
        yield f"Net benefit was computed from the {curve} risk among the treated (Vickers et al. 2008)."


def _question(result: Result) -> Iterator[str]:
    where, verdict = result.deployment, result.verdict
    prevalence = where.prevalence
    place = "the observed prevalence" if prevalence is None else f"a prevalence of {prevalence.text}"
    if prevalence is not None and prevalence.low != prevalence.high:
        place += f" (median {short_percent(prevalence.median)})"
    yield (
        f"Net benefit (Vickers and Elkin 2006) was computed at {place} and a cost of errors of "
        f"{where.cost.text}, and averaged over both where they are ranges (Flores et al. 2025); it "
        "counts true positives per 1,000 patients, and treating none is zero."
    )
    yield f"The threshold probability was {_threshold(where.cost)}."
    if verdict.margin is not None:
        yield f"The smallest difference that matters was set to {verdict.margin:g} per 1,000 patients."


def _threshold(cost: KnownCost) -> str:
    low, high, median = map(short_percent, (cost.low, cost.high, cost.median))
    return median if low == high else f"{low} to {high} (median {median})"


def _scores(result: Result) -> Iterator[str]:
    sources = result.deployment.source_prevalence
    stated = [f"{name} to {percent(one.value)}" for name, one in sources.items() if one.stated]
    observed = [name for name, one in sources.items() if not one.stated]
    if stated:
        yield f"Scores were taken as calibrated to a stated prevalence: {listed(stated)}."
    if observed:
        of = "the observed prevalence, in a group its own" if result.groups else "the observed prevalence"
        all_of = [name for name in observed if sources[name].of == "all"]
        own = [name for name in observed if sources[name].of != "all"]
        if own:
            yield f"Scores of {listed(own)} were taken as calibrated to {of}."
        if all_of:
            yield f"Scores of {listed(all_of)} were taken as calibrated to the prevalence of all patients."
    if result.deployment.prevalence is not None:
        yield _shift(result)


def _shift(result: Result) -> str:
    if result.deployment.is_label_shift:
        return (
            "They were moved to the prevalence of the deployment under label shift (Saerens et al. 2002): "
            "cases, and non-cases, are taken to score there as they do here."
        )
    shifts = [f"{name} {one.text}" for name, one in result.deployment.shift.items()]
    return (
        "They were moved to the prevalence of the deployment by part of the difference in log odds, where "
        f"1 is label shift (Saerens et al. 2002) and 0 covariate shift: {listed(shifts)}."
    )


def _measures(result: Result) -> Iterator[str]:
    yield (
        "Every model was compared with each other model and with treating all, treating none, and the "
        "better of the two at each prevalence."
    )
    if result.deployment.is_label_shift:
        yield (
            "Net benefit was split into discrimination and the loss to miscalibration by isotonic "
            "recalibration (Dimitriadis et al. 2021), corrected for optimism by simulation (seed "
            f"{result.provenance.seed})."
        )
    yield (
        "We also report the AUC, calibration in the large, calibration slope, observed/expected, the Brier "
        "score, "
        "and sensitivity, specificity, predictive values and counts per 1,000 patients at the decision "
        "threshold."
    )


def _intervals(result: Result) -> Iterator[str]:
    level = level_told(result)
    clusters = result.data.clusters
    of = "patient" if clusters is None else "cluster"
    yield (
        f"Intervals are {level} confidence intervals. Those of net benefit and its differences are t "
        f"intervals from what each {of} contributes to the estimate, adjusted for small samples by "
        "pseudo-observations (after "
        "Agresti and Coull 1998); differences between models are paired, being on the same patients."
    )
    if result.deployment.prevalence is None:
        yield "They include the error of the observed prevalence."
    yield (
        "The AUC has its variance by DeLong et al. 1988, and with sensitivity and specificity a score "
        "interval (Wilson 1927); observed/expected has its interval on the log scale."
    )
    yield (
        f"Adjusted intervals hold together for all {result.verdict.comparisons} comparisons at "
        f"{level} (Hothorn et al. 2008), and the verdict rests on these."
    )


def _groups(result: Result) -> Iterator[str]:
    groups = result.groups
    if not groups:
        return
    sizes = [f"{one.name} ({one.patients:,}, {one.positives:,} events)" for one in groups]
    yield f"Models were also evaluated by {by_in_words(result)}: {listed(sizes)}."
    if len({tuple(one.by) for one in groups}) > 1:
        yield "Groups by different columns have patients in common."
    for one in groups:
        if not one.estimable:
            yield f"{one.name} could not be estimated: {one.why_not}"
    yield "Intervals of groups that are called adjusted hold for all groups together."


def _software(result: Result) -> str:
    record, digest = result.provenance, result.data.sha256[:12]
    return f"The analysis was made with baserate {record.version}, of data with SHA-256 {digest}."


def error_bound_in_words(result: Result) -> str | None:
    """How far bins can move a net benefit, at most; None for patients in memory."""
    binning = result.data.binning
    if binning is None or not binning.net_benefit_error_at_most:
        return None
    most = 1000 * max(binning.net_benefit_error_at_most.values())
    return f"by at most {fixed(most, 3)} {words('units.per 1,000.short')}"
