"""Protocols (a profile, its options, the figure that a paper reports), and the figures of the same summaries
under several protocols, compared with the figures under one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import fsum, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

from ..errors import several
from ..evaluation import Evaluation, Source, Text
from ..explanations.phrases import OWN_SENTENCES, rule, weight
from ..options import Options, has_option
from ..rendering import FIGURES
from ..rouges import COMBINATIONS, MEANS, PORTER_NLTK, PORTER_ROUGE, PROFILES, PY_ROUGE, ROUGES, ROUNDINGS
from ..scoring.engine import score_evaluations
from ..scoring.profile import Profile
from ..scoring.results import Results
from ..text.sentences import read_sentences

if TYPE_CHECKING:
    from ..text.languages.rules import Rules

USUAL_TOKENS = "tokens of a-z and 0-9"
"""The words for the tokens of all profiles but xlsum."""
_STEMS = {PORTER_ROUGE: "ROUGE-1.5.5 with WordNet's irregular forms", PORTER_NLTK: "NLTK"}
"""The words for the stemmers of profiles; other stemmers are named by their signatures."""
_REGULAR = "ROUGE-1.5.5 without irregular forms, as files2rouge ships it"
"""The words for `porter-1.5.5` with an empty database of irregular forms."""
_CLASSIC = PROFILES[0]
_SENTENCES = "rougeLsum"
ROUNDING = 2e-5
"""The largest change of a figure by rounding to five decimals.

F is computed from rounded recall and precision, can double their errors, and is rounded again.
"""


class ProtocolFigures(NamedTuple):
    """A figure of a measure in a report."""

    report: Results
    measure: str
    field: str

    def averages(self) -> dict[str, float]:
        """Return the average of each system that has a summary."""
        results = {system: of[self.measure] for system, of in self.report.systems.items()}
        return {system: getattr(one, self.field).average for system, one in results.items() if one.scores}

    def noise(self) -> dict[str, Noise]:
        """Return the distribution of each system's average over seeds, or nothing if no seed changes it."""
        rouge, draws = self.report.profile.rouge, self.report.options.draws
        if not rouge.has_intervals or rouge.generator != "numpy":
            return {}
        scores = {system: of[self.measure].scores for system, of in self.report.systems.items()}
        return {system: Noise.of(getattr(one, self.field), draws) for system, one in scores.items() if one}

    def pairs(self, other: ProtocolFigures, system: str) -> Iterator[tuple[str, float, float]]:
        """Yield each evaluation of a system with its figure and the other figure."""
        own, others = (one.report.systems[system][one.measure].scores for one in (self, other))
        return zip(own.evaluations, getattr(own, self.field), getattr(others, other.field), strict=True)


class Protocol(NamedTuple):
    """The choices behind the figures of a paper."""

    name: str
    """The name in tables."""
    options: Options
    command: str
    """The command that prints its figures, for papers."""
    figure: str = "F"
    """The letter of the figure that is reported."""
    lcs: str = "ROUGE-L"
    """The name of the measure that is reported as ROUGE-L."""
    whole: bool = False
    """True if each summary is one sentence, as where lines are not kept apart."""

    @property
    def field(self) -> str:
        """The name of the figure in results and scores."""
        return FIGURES[self.figure]

    def columns(self) -> dict[str, str]:
        """Return the names of its measures by the names that ROUGE-1.5.5 gives the same measures."""
        names = Profile(self.options).names
        if self.options.profile == _CLASSIC:
            return {name: name for name in names}
        grams = enumerate(ROUGES[self.options.profile].grams, 1)
        columns = {f"ROUGE-{n}": name for n, name in grams if name in names}
        return columns | ({"ROUGE-L": self.lcs} if self.lcs in names else {})

    def read(self, source: Source) -> Source:
        """Return a summary as the protocol takes it. Raises `InputError` if it cannot be read."""
        if not self.whole:
            return source
        return Text((b" ".join(read_sentences(source)),), source.name, "none")

    def report(self, evaluations: Sequence[Evaluation], *, jobs: int) -> Results:
        """Score evaluations, whose files have been read. Raises what `evaluate` raises."""
        texts = [evaluation.map(self.read) for evaluation in evaluations]
        return score_evaluations(texts, self.options, jobs=jobs)

    def figures(self, report: Results) -> dict[str, ProtocolFigures]:
        """Return the figures of its measures in a report, by the names of `columns`."""
        return {label: ProtocolFigures(report, name, self.field) for label, name in self.columns().items()}


def traits(protocol: Protocol, *, several_models: bool, marked: bool = True) -> dict[str, str]:
    """Return the choices behind the figures of a protocol, in words, by aspect.

    The combination of models is an aspect only if an evaluation has several. `marked` is False if each text
    of the input is one line, so that no sentences are marked.
    """
    options = protocol.options
    profile = Profile(options)
    rules, rouge = profile.rules, profile.rouge
    tokens, unit = rouge.tokens_in_words or USUAL_TOKENS, "word"
    if rules is not None and not rules.is_rouge:
        tokens, unit = f"tokens of {rules.tokenizer.signature}", "word" if rouge.byte_limit else "token"
    limit = "whole summaries"
    if options.word_limit:
        limit = f"the first {several(options.word_limit, unit)}"
    elif options.byte_limit:
        unit = "character" if rouge.words == PY_ROUGE else "byte"
        limit = f"the first {several(options.byte_limit, unit)}"
    average = MEANS[rouge.mean]
    if rouge.has_intervals and rouge.generator == "drand48":
        average = "the mean of drand48's resamples"
    elif rouge.has_intervals:
        average = f"the median of NumPy's resamples (seed {int(options.seed or 0)})"
    found = {
        "figure": f"{'F' if protocol.figure == 'F' else protocol.field} is reported",
        "tokens": tokens,
        "stems": _stems(profile),
        "stop words": _stop_words(profile),
        "limit": limit,
        "sentences": _sentences(protocol, rules, marked),
        "F": weight(options),
        "rounding": rule(ROUNDINGS, rouge.rounding),
        "average": average,
    }
    if has_option(options.profile, "counts") and options.counts != "all":
        found["units"] = "each n-gram of a text counted once"
    if options.weight is not None and any(type.weights for type in rouge.types.values()):
        found["roots"] = f"recall and precision of ROUGE-L to the power 1/{options.weight!s}"
    if several_models:
        combined = rule(COMBINATIONS, profile.plan.combination)
        found["models"] = "the mean over models" if profile.averages_models else combined
        found["models"] += ", each left out in turn" if options.jackknife else ""
    if options.profile != _CLASSIC and protocol.lcs in (names := profile.names):
        found["draws"] = f"ROUGE-L resampled as measure {names.index(protocol.lcs) + 1}"
    return found


def reasons(protocol: Protocol, base: Protocol, *, several_models: bool) -> tuple[str, ...]:
    """Return the choices, in words, by which a protocol differs from another."""
    own, others = (traits(one, several_models=several_models) for one in (protocol, base))
    is_drawn = Profile(protocol.options).rouge.has_intervals
    if not is_drawn or own["average"] != others["average"] or "draws" not in others:
        own.pop("draws", None)
    return tuple(phrase for aspect, phrase in own.items() if phrase != others.get(aspect))


def _stems(profile: Profile) -> str:
    options, rules = profile.options, profile.rules
    if options.stem_models:
        return "models alone stemmed"
    if not (rules.stems if rules else options.stem):
        return "no stems"
    stemmer = rules.stemmer if rules else options.own_stemmer
    usual = _STEMS.get(stemmer)
    if usual is None and rules is not None:
        return f"stems of {rules.stem_signature()}"
    regular = stemmer == PORTER_ROUGE and not profile.word_lists().exceptions
    return f"stems of {_REGULAR if regular else usual}"


def _stop_words(profile: Profile) -> str:
    signature = profile.word_lists().signature
    usual = {"kept": "stop words kept", "removed": "stop words left out"}
    return usual.get(signature) or f"the stop words of {signature} left out"


def _sentences(protocol: Protocol, rules: Rules | None, marked: bool) -> str:
    options = protocol.options
    own = OWN_SENTENCES.get(ROUGES[options.profile].sentences)
    if own is not None:
        return own if protocol.lcs == "ROUGE-L" else f"{own}, {ROUGES[options.profile].lcs}"
    if (type := ROUGES[options.profile].types.get(protocol.lcs)) and type.whole:
        return "ROUGE-L of whole texts"
    if rules is not None and rules.splitter is not None:
        return f"ROUGE-L sentence by sentence, those of single lines by {rules.splitter.signature}"
    if protocol.lcs == _SENTENCES and (options.profile == "torchmetrics" or options.split_summaries):
        return "ROUGE-L of NLTK's sentences"
    return "ROUGE-L sentence by sentence" if marked and not protocol.whole else "ROUGE-L of whole texts"


class Swap(NamedTuple):
    """Two systems in another order than under the base."""

    above: str
    """The system with the higher figure, which is the lower figure under the base."""
    below: str


class Noise(NamedTuple):
    """The distribution of a median of resamples over the seeds of the generator."""

    centre: float
    deviation: float

    @classmethod
    def of(cls, scores: Sequence[float], draws: int) -> Noise:
        """Return the distribution for the scores of one evaluation or more.

        Means of n scores that are drawn with replacement have the deviation s/√n and, to the first order
        (Cornish and Fisher 1938), a median below the mean by skewness·s/6n. The median of r draws from a
        normal distribution has √(π/2r) times its deviation.
        """
        n = len(scores)
        mean = fsum(scores) / n
        second, third = (fsum((score - mean) ** power for score in scores) / n for power in (2, 3))
        if not second:
            return cls(mean, 0.0)
        return cls(mean - third / (6 * n * second), sqrt(pi / 2 * second / n / draws))


class ProtocolColumn(NamedTuple):
    """The figures of a measure under a protocol, and their differences from the base."""

    measure: str
    """The name of the measure under the protocol."""
    figures: Mapping[str, float]
    """The average of each system."""
    differences: Mapping[str, float]
    evaluations: int
    differing: int
    """The evaluations in which the figure of a system differs by more than `ROUNDING`."""
    in_rounding: int
    """The evaluations in which figures differ by at most `ROUNDING`."""
    swaps: tuple[Swap, ...]
    noise: Mapping[str, Noise]
    """By system, the figures of other seeds; empty where averages are not drawn by NumPy's generator."""


class ProtocolRow(NamedTuple):
    """A protocol and its figures, by measure."""

    protocol: Protocol
    signature: str
    reasons: tuple[str, ...]
    """The choices, in words, by which the protocol differs from the base."""
    columns: Mapping[str, ProtocolColumn]


class ProtocolTable(NamedTuple):
    """The figures under all protocols; the first row is the base."""

    rows: tuple[ProtocolRow, ...]
    systems: tuple[str, ...]
    evaluations: int
    several_models: bool
    """True if an evaluation has more than one model."""
    notes: tuple[str, ...]
    left_out: Mapping[str, str] = {}
    """By the names of protocols without a row, the reason."""

    @property
    def base(self) -> Protocol:
        """The protocol that every other protocol is compared with."""
        return self.rows[0].protocol

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the base's measures."""
        return tuple(self.rows[0].columns)


def tabulate(
    evaluations: Sequence[Evaluation], base: Protocol, others: Sequence[Protocol], *, jobs: int
) -> ProtocolTable:
    """Score evaluations, whose files have been read, under each protocol, and compare it with the base.

    A figure is the average that the program of its profile prints. Measures that the base lacks are left out.
    Raises what `evaluate` raises.
    """
    several = any(len(evaluation.models) > 1 for evaluation in evaluations)
    reports: dict[tuple[Options, bool], Results] = {}
    protocols = (base, *(one for one in others if one != base))
    for protocol in protocols:
        key = protocol.options, protocol.whole
        if key not in reports:
            reports[key] = protocol.report(evaluations, jobs=jobs)
    of_base = reports[base.options, base.whole]
    rows = []
    for protocol in protocols:
        report = reports[protocol.options, protocol.whole]
        figures = protocol.figures(report)
        columns = {
            label: _column(figures[label], others)
            for label, others in base.figures(of_base).items()
            if label in figures
        }
        why = reasons(protocol, base, several_models=several)
        rows.append(ProtocolRow(protocol, report.signature, why, columns))
    return ProtocolTable(tuple(rows), tuple(of_base.systems), len(evaluations), several, of_base.notes)


def _column(of: ProtocolFigures, base: ProtocolFigures) -> ProtocolColumn:
    """Return figures, compared with the figures of the base."""
    averages, others = of.averages(), base.averages()
    largest: dict[str, float] = {}
    """By evaluation, the greatest difference of a system's figures."""
    for system in averages:
        for id, figure, other in of.pairs(base, system):
            largest[id] = max(largest.get(id, 0.0), abs(figure - other))
    swaps = [
        Swap(one, two) if averages[one] > averages[two] else Swap(two, one)
        for one, two in combinations(averages, 2)
        if (averages[one] - averages[two]) * (others[one] - others[two]) < 0
    ]
    return ProtocolColumn(
        of.measure,
        averages,
        {system: figure - others[system] for system, figure in averages.items()},
        len(largest),
        sum(size > ROUNDING for size in largest.values()),
        sum(0 < size <= ROUNDING for size in largest.values()),
        tuple(swaps),
        of.noise(),
    )
