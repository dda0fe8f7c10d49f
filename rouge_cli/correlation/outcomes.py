"""The records of correlations: the cells that readers return, and the results that writers print.

No record needs NumPy. A number that does not exist (an undefined coefficient, a missing bound) is NaN in
records, and `None` in the dictionaries of `to_dict`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import nan
from typing import Any, NamedTuple

from ..errors import several

LEVELS = ("system", "summary", "global")
CHOICES = {
    "levels": LEVELS,
    "coefficients": ("pearson", "spearman", "kendall", "accuracy"),
    "interval": ("both", "inputs", "systems", "fisher", "none"),
    "test": ("permutation", "permutation-systems", "permutation-inputs", "williams", "none"),
    "people": ("without", "with", "only"),
    "undefined": ("skip", "zero"),
    "metric_inputs": ("judged", "all"),
}
"""The words for each choice of `correlate`; the first is the default, but for levels and coefficients."""

GROUPINGS = {
    "systems": "systems",
    "evaluation": "summaries of an evaluation",
    "system": "summaries of a system",
    "none": "all summaries",
}
"""The pairs of each grouping of an accuracy, in words."""


class Cell(NamedTuple):
    """One score of one system: a line of a file, or a figure of a run."""

    system: str
    evaluation: str | None
    """The ID of the evaluation; `None` where the source has a single score for each system."""
    name: str
    """The name of the measure or of the human score, such as `ROUGE-1` or `expert_relevance`."""
    value: float
    """The score; NaN where the source names the cell but leaves it empty."""
    is_person: bool = False
    """True where the system is a person whose model is scored as a system."""
    place: str = ""
    """The place that messages name, such as `scores.csv, line 3`."""


class Correlation(NamedTuple):
    """A coefficient between a measure and a human score at one level."""

    value: float
    """The coefficient; NaN where it is undefined, as over constant scores."""
    low: float
    high: float
    """The bounds of the confidence interval; NaN without an interval."""
    n: int
    """The observations: systems at the system and the summary level, summaries at the global level."""
    defined: int
    """The groups in which the coefficient is defined: evaluations at the summary level, else 0 or 1."""
    groups: int
    """The evaluations at the summary level, else 1."""
    undefined_resamples: int = 0
    """The resamples in which it is undefined; the interval leaves them out."""


class PairCounts(NamedTuple):
    """Pairs of systems or summaries by how a measure and people order them."""

    concordant: int
    discordant: int
    tied_metric: int
    """Pairs that the measure alone ties."""
    tied_human: int
    """Pairs that people alone tie."""
    tied_both: int


class Accuracy(NamedTuple):
    """The share of pairs that a measure orders as people do."""

    level: str
    """`system`, `summary` or `global`."""
    grouping: str
    """The pairs: `systems` (means of systems), `evaluation` (summaries of the same evaluation), `system`
    (summaries of the same system) or `none` (all summaries)."""
    plain: float
    """The accuracy where only equal scores are ties."""
    calibrated: float
    """The accuracy with calibrated ties; NaN for the grouping `systems`."""
    epsilon: float
    """The largest difference that is a calibrated tie; it is fitted to these data."""
    soft: float
    """The soft pairwise accuracy; NaN for all groupings but `systems`."""
    pairs: PairCounts
    """The pairs of all groups, where only equal scores are ties."""


class MeasureCorrelations(NamedTuple):
    """The correlations and accuracies of a measure with a human score, and the data behind them."""

    measure: str
    human: str
    systems: tuple[str, ...]
    """The systems that have a cell with both scores, by ID."""
    evaluations: tuple[str, ...]
    """The evaluations that have a cell with both scores; none where people scored whole systems."""
    summaries: int
    """The cells with both scores."""
    missing: int
    """The cells of these systems and evaluations that lack a score."""
    left_out_systems: tuple[str, ...]
    left_out_evaluations: tuple[str, ...]
    """Systems and evaluations that were read but have no cell with both scores."""
    unequal: bool
    """True if not all systems have both scores in the same evaluations."""
    measure_means: Mapping[str, float]
    human_means: Mapping[str, float]
    """By system, the means that a scatter plot shows."""
    critical: float
    """The least |Pearson| of as many systems that differs from 0 at 5 %, two-sided; NaN below 3 systems."""
    correlations: Mapping[str, Mapping[str, Correlation]]
    """By level, then by coefficient (without `accuracy`)."""
    accuracies: tuple[Accuracy, ...] = ()


class CorrelationDifference(NamedTuple):
    """The correlation of a measure minus the correlation of another."""

    measure: str
    baseline: str
    human: str
    level: str
    coefficient: str
    value: float
    baseline_value: float
    """The two correlations, over the cells that all compared measures have."""
    difference: float
    p: float
    """Two-sided; NaN where the difference is undefined."""
    corrected: float
    """`p` corrected by Holm's method for the comparisons at the same level by the same coefficient."""
    between: float
    """The correlation between the two measures."""
    systems: int
    evaluations: int
    summaries: int
    """The numbers of systems, evaluations and summaries that the comparison is over."""
    draws: int = 0
    """The number of permutations; 0 for Williams' test."""
    exact: bool = False
    """True if these are all permutations that there are."""
    undefined: int = 0
    """The permutations whose difference is undefined; p leaves them out."""
    t: float = nan
    df: int = 0
    """Williams' statistic and its degrees of freedom."""


class Settings(NamedTuple):
    """The choices of a run, as `correlate` takes them."""

    levels: tuple[str, ...] = ("system", "summary")
    coefficients: tuple[str, ...] = ("pearson", "spearman", "kendall")
    interval: str = "both"
    confidence: float = 95.0
    resamples: int = 1000
    test: str = "permutation"
    seed: int = 0
    """The seed of the permutations; resample i of a bootstrap seeds its generator with i instead."""
    people: str = "without"
    undefined: str = "skip"
    complete: bool = False
    metric_inputs: str = "judged"
    lower_is_better: tuple[str, ...] = ()


class Correlations(NamedTuple):
    """The result of `correlate`: correlations of every measure with every human score, and comparisons."""

    systems: tuple[str, ...]
    """All systems that were read, with people, without people or people alone as `people` asks."""
    evaluations: tuple[str, ...]
    people: tuple[str, ...]
    """The people among the systems that were read."""
    measures: tuple[str, ...]
    humans: tuple[str, ...]
    results: tuple[MeasureCorrelations, ...]
    """By human score, then by measure, in the order of the input."""
    comparisons: tuple[CorrelationDifference, ...]
    notes: tuple[str, ...]
    """Sentences for the user: what is missing, left out or undefined, and what it means."""
    settings: Settings

    def __repr__(self) -> str:
        return (
            f"<Correlations: {several(len(self.measures), 'measure')} with {', '.join(self.humans)};"
            f" {several(len(self.systems), 'system')}, {several(len(self.evaluations), 'evaluation')};"
            f" {several(len(self.comparisons), 'comparison')}>"
        )

    def result(self, measure: str, human: str | None = None) -> MeasureCorrelations:
        """Return the result of a measure with a human score, by default with the first human score.

        Raises `KeyError` if there is no such result.
        """
        for one in self.results:
            if one.measure == measure and human in (None, one.human):
                return one
        raise KeyError(measure if human is None else (measure, human))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        return plain_record(document_of(self))


def document_of(found: Correlations) -> dict[str, Any]:
    """Return the fields in the order of the JSON document, which has the settings before the results."""
    fields = found._asdict()
    results = {name: fields.pop(name) for name in ("results", "comparisons", "notes")}
    return fields | results


def plain_record(record: object) -> dict[str, Any]:
    """Return the fields of a record as values that JSON can hold."""
    from ..rendering.presentation import plain_values  # Programs that only read scores need no writers.

    return dict(plain_values(record))
