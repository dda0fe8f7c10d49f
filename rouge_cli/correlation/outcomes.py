"""The records of correlations: the cells that readers return, the results that writers print, and notes.

No record needs NumPy. A number that does not exist (an undefined coefficient, a missing bound) is NaN in
records, and `None` in the dictionaries of `to_dict`.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import isnan, nan
from typing import Any, NamedTuple

from ..errors import Message, several, some
from ..numbers import SIGNIFICANT

CHOICES = {
    "levels": ("system", "summary", "global"),
    "coefficients": ("pearson", "spearman", "kendall", "accuracy"),
    "interval": ("both", "inputs", "systems", "fisher", "none"),
    "test": ("permutation", "permutation-systems", "permutation-inputs", "williams", "none"),
    "people": ("without", "with", "only"),
    "undefined": ("skip", "zero"),
    "metric_inputs": ("judged", "all"),
}
"""The words for each choice of `correlate`; the first is the default, but for levels and coefficients."""
GROUPINGS = {
    "evaluation": "summaries of an evaluation",
    "system": "summaries of a system",
    "none": "all summaries",
}
"""The pairs of each grouping of an accuracy, in words, but for `systems`."""
MOST_PAIRS = 10_000_000
"""The most pairs of summaries whose accuracy is computed: more might not fit into memory."""


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
    """Pairs of systems or summaries by how a measure and people order them; one side or both may tie them."""

    concordant: int
    discordant: int
    tied_metric: int
    tied_human: int
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

    levels: tuple[str, ...]
    coefficients: tuple[str, ...]
    interval: str
    confidence: float
    resamples: int
    test: str
    seed: int
    """The seed of the permutations; resample i of a bootstrap seeds its generator with i instead."""
    people: str
    undefined: str
    complete: bool
    metric_inputs: str
    lower_is_better: tuple[str, ...]


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
        """Return the result of a measure with a human score (default: the first), or raise `KeyError`."""
        for one in self.results:
            if one.measure == measure and human in (None, one.human):
                return one
        raise KeyError(measure if human is None else (measure, human))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        fields = self._asdict()
        results = {name: fields.pop(name) for name in ("results", "comparisons", "notes")}
        from ..rendering.presentation import plain_values  # Readers of scores need no rendering.

        return dict(plain_values(fields | results))


# Notes. A note names measures and human scores unless it holds for all of them.


def notes_on_results(results: Sequence[MeasureCorrelations], settings: Settings) -> Iterator[str]:
    """Yield notes on cells, on undefined coefficients and on accuracies: first the notes on all results."""
    by_note: dict[str, list[MeasureCorrelations]] = {}
    for result in results:
        for note in _notes_on_result(result, settings):
            by_note.setdefault(note, []).append(result)
    yield from (note for note, noted in by_note.items() if len(noted) == len(results))
    by_subject: dict[str, list[str]] = {}
    for note, noted in by_note.items():
        if len(noted) < len(results):
            for human in dict.fromkeys(result.human for result in noted):
                measures = [result.measure for result in noted if result.human == human]
                by_subject.setdefault(f"{some(measures)} with {human}", []).append(note)
    yield from (f"{subject}: {'; '.join(notes)}" for subject, notes in by_subject.items())


def _notes_on_result(result: MeasureCorrelations, settings: Settings) -> Iterator[str]:
    if len(result.systems) < 8:
        yield f"{len(result.systems)} systems are few: correlations over them are rough"
    systems, evaluations = result.left_out_systems, result.left_out_evaluations
    if systems:
        yield f"systems without a cell that has both scores are left out ({len(systems)}): {some(systems)}"
    if evaluations:
        reason = "not all systems have both scores" if settings.complete else "no system has both scores"
        # Evaluations that nobody judged can still count in the means of a measure.
        fate = "are left out" if settings.metric_inputs == "judged" else "count in means of the measure alone"
        yield f"evaluations in which {reason} {fate} ({len(evaluations)}): {some(evaluations)}"
    if result.missing:
        verb = "lacks" if result.missing == 1 else "lack"
        yield f"{result.missing:,} of {several(result.missing + result.summaries, 'cell')} {verb} a score"
    if result.unequal:
        reason = "not all systems are scored in all of them (`complete` keeps the evaluations that all have)"
        yield Message(f"means of systems are over different evaluations, as {reason}")
    fate = "count as 0" if settings.undefined == "zero" else "are left out"
    undefined: dict[str, list[str]] = {}
    for level, by_name in result.correlations.items():
        for name, one in by_name.items():
            reasons = []
            if isnan(one.value):
                reasons.append(", as a side does not vary or has fewer than two scores")
            elif one.defined < one.groups:
                share = f"{one.groups - one.defined} of {several(one.groups, 'evaluation')}"
                reasons.append(f" in {share}, which {fate}")
            if one.undefined_resamples > 0.05 * settings.resamples:  # Fewer are not worth a note.
                share = f"{one.undefined_resamples:,} of {several(settings.resamples, 'resample')}"
                reasons.append(f" in {share}, which the interval leaves out")
            for reason in reasons:
                undefined.setdefault(f"undefined at the {level} level{reason}", []).append(name)
    yield from (f"{note}: {', '.join(names)}" for note, names in undefined.items())
    sizes = {"evaluation": len(result.evaluations), "system": len(result.systems)}
    for accuracy in result.accuracies:
        if isnan(accuracy.plain):
            # Each group has a summary. If there are more summaries than groups, two of them make a pair.
            has_pairs = result.summaries > sizes.get(accuracy.grouping, 1)
            count = f"more than {MOST_PAIRS:,} pairs, which are too many" if has_pairs else "no pairs"
            yield f"{accuracy.level}-level accuracy over {GROUPINGS[accuracy.grouping]} has {count}"


def notes_on_choices(levels: Sequence[str], settings: Settings, *, compared: bool) -> Iterator[str]:
    """Yield notes on choices that do not suit the levels or one another."""
    if settings.interval == "fisher" and "summary" in levels:
        yield "Fisher's intervals are for single coefficients; the summary level, a mean of many, has none"
    if compared and settings.test == "williams" and "summary" in levels:
        yield "Williams' test is for single coefficients; at the summary level, a mean of many, it is rough"
    if compared and settings.metric_inputs == "all" and "system" in levels:
        yield Message("comparisons are over the judged summaries alone, whatever `metric_inputs` is")
    if "accuracy" in settings.coefficients and {"summary", "global"}.intersection(levels):
        yield "the ε of calibrated ties is fitted to the data at hand"
    if "accuracy" in settings.coefficients and (settings.interval != "none" or compared):
        yield "accuracies have no intervals and are not compared"


def notes_on_comparisons(comparisons: Sequence[CorrelationDifference]) -> Iterator[str]:
    """Yield notes on p that cannot be small, that are missing, and that leave permutations out."""
    for first in comparisons[:1]:
        count = sum((one.human, one.level, one.coefficient) == first[2:5] for one in comparisons)
        least = 2 / first.draws if first.exact else 1 / (first.draws + 1)
        if first.draws and count * least > SIGNIFICANT:
            remedy = "name a single baseline or raise `resamples`"
            shown = f"comparisons: {count}, permutations: {first.draws:,}"
            yield Message(f"{shown}; no corrected p can be {SIGNIFICANT} or less: {remedy}")
    by_note: dict[str, list[str]] = {}
    for one in comparisons:
        measures = f"{one.measure} - {one.baseline} with {one.human}"
        if isnan(one.p):
            reason = "as the difference is undefined or cannot be tested"
            note = f"{measures}: no p at the {one.level} level, {reason}"
            by_note.setdefault(note, []).append(one.coefficient)
        if one.undefined:
            share = f"{one.undefined:,} of {several(one.draws, 'permutation')}"
            note = f"{measures}: difference undefined at the {one.level} level in {share}, which are left out"
            by_note.setdefault(note, []).append(one.coefficient)
    yield from (f"{note}: {', '.join(names)}" for note, names in by_note.items())
