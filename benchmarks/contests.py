"""The contests: what baserate does, against which peer, on how many rows, with which target."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks import agreement, ours, peers
from benchmarks.agreement import Agreement
from benchmarks.patients import Patients
from benchmarks.peers import Prepare, quietly
from benchmarks.table import Row, Target
from benchmarks.timing import ROUNDS, in_turns

# Enough rows to time the slow peers by, few enough for them to take their turns in the same run.
FEWER_ROWS = 100_000
NANO = 1e-9


@dataclass(frozen=True)
class Contest:
    """Two prepared sides; ``agree`` is None where they compute different quantities."""

    what: str
    ours: Prepare
    against: str
    peer: Prepare
    agree: Agreement | None = None
    tolerance: float = agreement.TOLERANCE
    most_rows: int | None = None
    target: Target | None = None
    # The peer does only one such part of the work, because all of it would take minutes.
    parts: int = 1
    # Fewer for what takes seconds.
    rounds: int = ROUNDS
    # Whether the work depends on the number of patients that are given.
    grows: bool = True

    def speedup(self, patients: Patients) -> Row:
        """The peer's time as a multiple of baserate's, or a row that says why there is none."""
        patients = patients.first(len(patients) if self.most_rows is None else self.most_rows)
        try:
            prepared = self.peer(patients)
        except ImportError as error:
            return Row(self.what, self.against, len(patients), remark=_absence(error))
        if self.agree is not None:
            agreement.require(self.agree, patients, self.peer, self.tolerance)
        timing = in_turns(quietly(prepared), self.ours(patients), self.rounds)
        low, high = timing.spread()
        spread = (self.parts * low, self.parts * high)
        return self._row(patients, timing.medians()[1], self.parts * timing.ratio(), spread)

    def multiple(self, patients: Patients) -> Row:
        """baserate's time as a multiple of the other side's."""
        timing = in_turns(self.ours(patients), self.peer(patients), self.rounds)
        return self._row(patients, timing.medians()[0], timing.ratio(), timing.spread())

    def _row(self, patients: Patients, seconds: float, ratio: float, spread: tuple[float, float]) -> Row:
        rows = len(patients)
        growth = self._growth(patients) if self.grows else None
        return Row(
            self.what, self.against, rows, seconds / rows / NANO, ratio, spread, growth, target=self.target
        )

    def _growth(self, patients: Patients) -> float:
        """How many times as long as on a tenth of the patients; 10 is linear."""
        tenth = patients.first(len(patients) // 10)
        return in_turns(self.ours(patients), self.ours(tenth), min(self.rounds, 3)).ratio()


def _absence(error: ImportError) -> str:
    """Which module is missing; a peer that is there and fails to import says why in its own words."""
    if isinstance(error, ModuleNotFoundError) and error.name is not None:
        return f"not installed: {error.name}"
    return f"does not import: {error}"


RANGE_TEXT = "net_benefit, 1%..10%"

SPEEDUPS = [
    Contest(
        RANGE_TEXT,
        ours.net_benefit,
        "sklearn log_loss",
        peers.sklearn_log_loss,
        agreement.log_loss,
        target=Target("at least", 15),
    ),
    Contest(
        "the same, weighted",
        ours.weighted_net_benefit,
        "sklearn log_loss, weighted",
        peers.sklearn_weighted_log_loss,
        agreement.weighted_log_loss,
    ),
    Contest(
        "net_benefit at 5%",
        ours.net_benefit_at_prevalence,
        "sklearn log_loss",
        peers.sklearn_log_loss,
    ),
    Contest(
        "accuracy, Uniform 1%..10%",
        ours.uniform_accuracy,
        "sklearn brier_score_loss",
        peers.sklearn_brier_score_loss,
        agreement.brier_score,
    ),
    Contest("auc", ours.auc, "sklearn roc_auc_score", peers.sklearn_roc_auc_score, agreement.auc),
    Contest(
        "ScoreTable.from_arrays",
        ours.score_table,
        "sklearn roc_curve",
        peers.sklearn_roc_curve,
        agreement.area_under_curve,
    ),
    Contest(
        RANGE_TEXT,
        ours.net_benefit,
        "briertools LogLossScorer",
        peers.briertools_log_loss,
        agreement.regret,
    ),
    Contest(
        RANGE_TEXT,
        ours.net_benefit,
        "model-diagnostics LogLoss",
        peers.model_diagnostics_log_loss,
        agreement.log_loss,
    ),
    Contest(
        "accuracy, Uniform 1%..10%",
        ours.uniform_accuracy,
        "model-diagnostics SquaredError",
        peers.model_diagnostics_squared_error,
        agreement.brier_score,
        target=Target("at least", 1),
    ),
    Contest(
        "net_benefit at a threshold",
        ours.net_benefit_at_threshold,
        "dcurves dca, one threshold",
        peers.dcurves_dca,
        agreement.decision_curve,
        most_rows=FEWER_ROWS,
    ),
    Contest(
        "net_benefit, both ranges",
        ours.net_benefit_over_costs,
        "hmeasure h_score",
        peers.hmeasure_h_score,
        most_rows=FEWER_ROWS,
    ),
    Contest(
        "auc with interval",
        ours.auc_with_interval,
        "sklearn roc_auc_score, without",
        peers.sklearn_roc_auc_score,
        agreement.auc,
        target=Target("at least", 5),
    ),
    Contest(
        "auc with interval",
        ours.auc_with_interval,
        "confidenceinterval AUC, DeLong",
        peers.confidenceinterval_roc_auc_score,
        agreement.auc_with_interval,
        agreement.SINGLE_PRECISION,
        most_rows=FEWER_ROWS,
        target=Target("at least", 30),
    ),
    Contest(
        "split into discrimination and loss",
        ours.split,
        "sklearn IsotonicRegression.fit",
        peers.sklearn_isotonic_regression,
        agreement.recalibrated_net_benefit,
        target=Target("at least", 2),
    ),
    Contest(
        "the same, intervals, corrected",
        ours.split_with_intervals,
        "sklearn IsotonicRegression.fit",
        peers.sklearn_isotonic_regression,
        agreement.recalibrated_net_benefit,
    ),
    Contest(
        "2,000 bootstrap replicates",
        ours.bootstrap,
        "resampling rows, rescoring",
        peers.resampled_rows,
        target=Target("at least", 500),
        parts=ours.REPLICATES,
    ),
]

MULTIPLES = [
    Contest(
        "net_benefit with interval",
        ours.net_benefit_with_interval,
        RANGE_TEXT,
        ours.net_benefit,
        target=Target("at most", 2),
    ),
    Contest(
        "net_benefit, both ranges",
        ours.net_benefit_over_costs,
        RANGE_TEXT,
        ours.net_benefit,
        target=Target("at most", 3),
    ),
    Contest(
        "evaluate: 2 models, 2 groups",
        ours.evaluate,
        "sklearn roc_auc_score, one model",
        peers.sklearn_roc_auc_score,
        target=Target("at most", 3),
    ),
    Contest(
        "all of it: JSON, text, page",
        ours.everything,
        "sklearn roc_auc_score, one model",
        peers.sklearn_roc_auc_score,
        target=Target("at most", 28),
        rounds=min(ROUNDS, 3),
    ),
    # Six seconds, where roc_auc_score of a million rows takes a third of one.
    Contest(
        "the same, 3,642 rows, 16 groups",
        ours.everything_about_many_groups,
        "sklearn roc_auc_score, one model",
        peers.sklearn_roc_auc_score,
        target=Target("at most", 18),
        rounds=min(ROUNDS, 3),
        grows=False,
    ),
    Contest(
        "evaluate: censored outcomes",
        ours.evaluate_censored,
        "the same, outcomes known",
        ours.evaluate_known,
        target=Target("at most", 4),
        rounds=min(ROUNDS, 5),
    ),
    Contest(
        "the same, the whole report as text",
        ours.report_censored,
        "the same, outcomes known",
        ours.report_known,
        target=Target("at most", 4),
        rounds=min(ROUNDS, 3),
    ),
    Contest(RANGE_TEXT, ours.net_benefit, "np.sum of labels and scores", peers.numpy_sum),
    Contest("ScoreTable.from_arrays", ours.score_table, "np.sum of labels and scores", peers.numpy_sum),
]
