"""The explanation of an evaluation's figures as plain strings and marked pieces of text.

It is made once; the page, the terminal and the comparison of two protocols show it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..errors import InputError, readable, shown, some
from ..evaluation import Evaluation, Source, jackknife_sets
from ..inputs.streams import stream_of
from ..kernel.plan import Measure
from ..kernel.python.rouge import best_model
from ..numbers import short
from ..options import RATIO, Options
from ..rendering.page_templates import chooser_rules, rendered
from ..rendering.presentation import hundredfold, plain
from ..rouges import COMBINATIONS, ROUNDINGS
from ..scoring.engine import check, count, set_scores
from ..scoring.profile import Profile
from ..scoring.results import Worst, plain_note
from ..scoring.scores import FIGURE_NAMES, AnyCounts, MeasureScores, Score, TwoSidedCounts
from ..text.sentences import load
from .alignment import MEANINGS, Piece, ReadSummary, Role, SummaryReader
from .matching import Matches, MatchList, Spell, match
from .phrases import about, amount, choices, rule, weight

MOST_SYSTEMS = 12
"""The number of systems to explain if none is named. The figures of all systems are listed."""
_OR_0 = ", and 0 where there is nothing to divide by"


class MarkedText(NamedTuple):
    """A summary with its marks."""

    name: str
    sentences: Sequence[Sequence[Piece]]
    words: Sequence[tuple[str, str]]
    """The words that the measure counts, as they are written and as they are counted."""
    parts: int
    """The number of sentences that the measure sees."""


def legend(*texts: MarkedText) -> list[tuple[Role, str]]:
    """Return the roles of marks in texts, each with its meaning."""
    roles = {piece.role for text in texts for sentence in text.sentences for piece in sentence}
    return [(role, meaning) for role, meaning in MEANINGS.items() if role in roles]


class PairExplanation(NamedTuple):
    """A peer and one of its models, or its source, by a measure."""

    title: str
    counts: AnyCounts
    counted: str
    """The counts in words."""
    peer: MarkedText
    model: MarkedText
    lists: Sequence[MatchList]
    matched: Mapping[str, int]
    """The hits as they are written, with their numbers."""
    note: str
    """A note where the texts are too long to mark, or ""."""

    @property
    def meanings(self) -> list[tuple[Role, str]]:
        """The roles of the marks in both texts, each with its meaning."""
        return legend(self.peer, self.model)


Figure = tuple[str, str, str]
"""The name of a figure, the figure as people read it, and the steps to it."""


class MeasureExplanation(NamedTuple):
    """The score of a system by a measure."""

    measure: Measure
    score: Score
    figures: Sequence[Figure]
    """Recall, precision and F or, of a source, coverage."""
    about: Sequence[str]
    """Sentences on the units and the marks of the measure."""
    combination: str
    """A sentence on the combination of several models."""
    sets: Sequence[str]
    """Under the jackknife, a line on the score with each set of models; none if one author wrote all."""
    pairs: Sequence[PairExplanation]
    """The peer with each of the models, in their order, or with the source."""
    best: int | None
    """If one model is chosen, its number, from 0."""
    choosing: Sequence[str] = ()
    """With each model, and with the counts behind the score, the figure that chooses the best model."""
    of_source: bool = False
    """True where a source stands in place of the models."""


class Explanation(NamedTuple):
    """The explanation of the figures of an evaluation."""

    evaluation: str
    choices: Sequence[str]
    """The choices behind the figures, in words."""
    chosen_by: str
    """The name of the figure that decides which of several models is the best."""
    figures: Mapping[str, Mapping[str, Score]]
    """The scores of all systems that were asked for, by system and measure."""
    systems: Mapping[str, Sequence[MeasureExplanation]]
    """The systems that are explained: each measure of the report, and coverage where there is a source."""
    notes: Sequence[str]
    left_out: str
    """A note on the systems that are not explained, or "" if all systems are."""


class Ranking(NamedTuple):
    """The evaluations in which systems do worst, the worst first."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    """The rows of the table: number, evaluation, system and figures."""
    tied: str
    """A note on further evaluations with the figure of the last row, or ""."""
    measure: str
    is_rouge: bool
    places: Sequence[tuple[Worst, Explanation]]
    """Each evaluation with the explanation of its system and, in a comparison, of the other system."""


def explain(
    evaluation: Evaluation,
    options: Options,
    systems: Sequence[str] | None = None,
    measures: Collection[str] | None = None,
) -> Explanation:
    """Return an explanation of the scores of systems in an evaluation, by default of its first dozen systems.

    It explains all measures, or those with the names `measures`. Raises `InputError` for a system without a
    summary in this evaluation, and as `evaluate` does.
    """
    present = {system: peer for system, peer in evaluation.peers.items() if peer is not None}
    for system in systems or ():
        if system not in present:
            there = f"it has summaries of: {some(sorted(present))}"
            raise InputError(f"evaluation {evaluation.id} has no summary of system {system!r}; {there}")
    if not present:
        raise InputError(f"evaluation {evaluation.id} has no summary of any system")
    asked_for = list(dict.fromkeys(systems or present))
    profile = Profile(options)
    check(stream_of([evaluation]), asked_for, profile)
    if not evaluation.models:
        profile = profile.without_rouge
    evaluation = evaluation.only(asked_for).map(load)
    tally = count([evaluation], asked_for, profile)
    figures = {
        system: {name: score for name, (score,) in by_measure.items()}
        for system, by_measure in tally.scores.items()
    }
    shown_systems = asked_for if systems else asked_for[:MOST_SYSTEMS]
    reader = SummaryReader(profile)
    of_one = profile
    if profile.options.jackknife or profile.options.best_model:  # A model alone is not left out, nor chosen.
        of_one = Profile(replace(profile.options, jackknife=False, best_model=False), profile.rouge)
    models = reader.read(evaluation.models)
    loaded = [peer for system in shown_systems if (peer := evaluation.peers[system])]
    in_sets: Mapping[str, Mapping[str, Iterable[Score]]] = {}
    sets: Collection[Sequence[int]] = [range(len(models))]
    if profile.options.jackknife:
        in_sets = set_scores(evaluation, asked_for, profile)
        sets = jackknife_sets(evaluation.people()).values()
    alone = [evaluation._replace(id=model.name, models=(model,), model_ids=()) for model in evaluation.models]
    with_each = count(alone, shown_systems, of_one).scores
    # A source has words, but no basic elements.
    has_words = all(getattr(one, "format", "") != "SIMPLE" for one in present.values())
    explained = {}
    for system, peer, read in zip(shown_systems, loaded, reader.read(loaded), strict=True):
        explained[system] = [
            _explained(
                *(profile, measure, figures[system][measure.name], with_each[system][measure.name]),
                [*in_sets[system][measure.name]] if in_sets else [],
                *(sets, models, read, reader.spell),
            )
            for measure in profile.measures
            if measures is None or measure.name in measures
        ]
        if evaluation.source is not None and has_words and measures is None:
            explained[system].append(_copied(peer, evaluation.source, options))
    return Explanation(
        evaluation.id,
        choices(options),
        profile.chosen_by.capitalize(),
        figures,
        explained,
        tuple(map(plain_note, tally.all_notes())),
        f"The first {MOST_SYSTEMS} of {len(asked_for)} systems are explained; choose another one by its ID."
        * (len(asked_for) > len(explained)),
    )


def _explained(
    profile: Profile,
    measure: Measure,
    score: Score,
    with_each: MeasureScores,
    in_sets: Sequence[Score],
    sets: Iterable[Sequence[int]],
    models: Sequence[ReadSummary],
    peer: ReadSummary,
    spell: Spell,
) -> MeasureExplanation:
    """Return the explanation of a system by a measure, given its scores with each model and each set.

    `sets` has the places of the models in each set; without the jackknife all models are one set.
    """
    pairs = [
        _pair(
            *(measure, with_model.counts, f"Model {place} of {len(models)}" if len(models) > 1 else "Model"),
            *(model, peer, spell),
        )
        for place, (model, with_model) in enumerate(zip(models, with_each, strict=True), 1)
    ]
    kept: list[int | None] = []
    counts = list(zip(*with_each.columns[:4], strict=True))
    for places in sets:
        documents = [models[place][measure.model_reading][0].document for place in places]
        of_set = [counts[place] for place in places]
        best = None if profile.averages_models else best_model(profile.plan, measure, of_set, documents)
        kept.append(None if best is None else places[best])
    of_sets = [
        f"Without {shown(one.evaluation)}: {letters(one)}"
        + ("" if place is None else f", model {place + 1} kept")
        for one, place in zip(in_sets, kept, strict=False)
    ]
    best = None if in_sets else kept[0]
    return MeasureExplanation(
        measure,
        score,
        _figures(profile, measure, score, in_sets, len(pairs), best),
        about(measure),
        _combination(profile, len(pairs), best, has_sets=bool(of_sets)),
        *(of_sets, pairs, best),
        [hundredfold(one.f if profile.chosen_by == "F" else one.recall) for one in (*with_each, score)],
    )


def letters(score: Score) -> str:
    """Return recall, precision and F in a line."""
    return " ".join(map("{}:{}".format, "RPF", map(hundredfold, score[:3])))


def _copied(peer: Source, source: Source, options: Options) -> MeasureExplanation:
    """Return an explanation of what a peer copies from the source, by Newsroom's coverage."""
    profile = Profile(replace(options, about=("coverage",))).beside
    assert profile is not None
    (measure,) = profile.measures
    reader = SummaryReader(profile)
    alone = Evaluation("1", {"": peer}, (source,))
    ((score,),) = count([alone], [""], profile).scores[""].values()
    of_source, of_peer = reader.read([source, peer])
    pair = _pair(measure, score.counts, "Source", of_source, of_peer, reader.spell)
    copied = f"{short(score.counts.hit)} / {short(score.counts.peer)}"
    steps = f"copied words / {measure.units} of the peer: {copied}{'' if score.counts.peer else _OR_0}"
    figures = [("Coverage, which is no ROUGE,", plain(score.f), steps)]
    combination = "A mark is a fragment that was copied from the source; words without a mark are new."
    return MeasureExplanation(
        measure, score, figures, about(measure), combination, [], [pair], None, of_source=True
    )


def _pair(
    measure: Measure, counts: AnyCounts, title: str, model: ReadSummary, peer: ReadSummary, spell: Spell
) -> PairExplanation:
    """Return the explanation of a peer and a model, or the source, that a measure has counted."""
    of_words = measure.reads_sentences
    hits_are_words = measure.number == 1 if measure.is_of_ngrams else measure.kind in ("lcs", "longest_lcs")
    model_text, peer_text = model[measure.model_reading][of_words], peer[measure.peer_reading][of_words]
    matches = match(measure, model_text, peer_text, max(counts.model, counts.peer), spell)
    found = matches or Matches((), ())

    of_peer, of_model = (
        MarkedText(
            text.name,
            text.pieces(marks, hits_are_words=hits_are_words),
            [(text.words([place]), spell(number)) for place, number in enumerate(text.document[of_words])],
            len(text.document.ends),
        )
        for text, marks in ((peer_text, found.peer_marks), (model_text, found.model_marks))
    )
    in_words = counted(measure, counts, title.split()[0].lower())
    note = "These texts are too long to mark and list the matches here; the counts are exact."
    note *= matches is None
    return PairExplanation(title, counts, in_words, of_peer, of_model, found.lists, found.matched, note)


def counted(measure: Measure, counts: AnyCounts, other: str = "model") -> str:
    """Return the counts with a model, or with a source, in words."""
    hits, units = amount(counts.hit, "hits"), measure.units
    if isinstance(counts, TwoSidedCounts):
        peer_hits, of_peer = amount(counts.peer_hit, "hits"), amount(counts.peer, units)
        return f"{hits} of {amount(counts.model, units)} of the model, {peer_hits} of {of_peer} of the peer"
    return f"{hits}, {units} of the {other}: {short(counts.model)}, of the peer: {short(counts.peer)}"


def _figures(
    profile: Profile, measure: Measure, score: Score, in_sets: Sequence[Score], models: int, best: int | None
) -> list[Figure]:
    """Return recall, precision and F, each with the steps to it."""
    counts = score.counts
    if in_sets:
        terms = [" + ".join(hundredfold(getattr(one, name)) for one in in_sets) for name in FIGURE_NAMES]
        steps = [f"the mean with the sets of models: ({sum}) / {len(in_sets)}" for sum in terms]
    elif profile.averages_models and models > 1:
        steps = [f"the mean over the {models} models"] * 3
    elif callable(profile.rouge.rounding):
        steps = [rule(ROUNDINGS, profile.rouge.rounding)] * 3
    else:
        combination = profile.plan.combination
        if models == 1 or best is not None:
            of_models = "the model"
        elif callable(combination):
            of_models = "the models as they count"
        else:
            of_models = "the model of the highest recall" if combination == "best_of_each" else "all models"
        peer_hits = "hits in the peer" if measure.kind == "longest_lcs" else "hits"
        # The hits in the peer are the last count, which may be the only count of hits.
        steps = [
            _steps_of_ratio(measure, f"hits / {measure.units} of {of_models}", counts.hit, counts.model),
            _steps_of_ratio(measure, f"{peer_hits} / {measure.units} of the peer", counts[-1], counts.peer),
            _steps_of_f(profile, measure, score),
        ]
    return list(zip(("Recall", "Precision", "F"), map(hundredfold, score[:3]), steps, strict=True))


def _steps_of_ratio(measure: Measure, formula: str, hit: float, units: float) -> str:
    numbers = f"{short(hit)} / {short(units)}"
    if not units or measure.weight == 1:
        return f"{formula}: {numbers}{'' if units else _OR_0}"
    return f"({formula})^(1/{measure.weight!s}): ({numbers})^(1/{measure.weight!s})"


def _steps_of_f(profile: Profile, measure: Measure, score: Score) -> str:
    options, counts, rounding = profile.options, score.counts, profile.rouge.rounding
    if measure.kind == "longest_lcs":
        hits = f"{short(counts.hit)} + {short(counts.peer_hit)}"
        steps = f"hits in both / words of both: ({hits}) / ({short(counts.model)} + {short(counts.peer)})"
        return steps if counts.model + counts.peer else steps + _OR_0
    recall, precision = hundredfold(score.recall), hundredfold(score.precision)
    if rounding == "smoothed":  # 10⁻⁸ × 100 is 10⁻⁶.
        return f"2·P·R / (P + R + 10⁻⁸): 2·{precision}·{recall} / ({precision} + {recall} + 10⁻⁶)"
    is_squared = rounding == "squared_beta"
    formula = "(1 + β²)·P·R / (R + β²·P)" if is_squared else "P·R / ((1 − α)·P + α·R)"
    if not score.f:
        return f"{formula}, and 0 where there is nothing to divide"
    if is_squared:
        square = plain(profile.plan.alpha)
        formula += f" with {weight(options)} and β² = {square}"
        return f"{formula}: (1 + {square})·{precision}·{recall} / ({recall} + {square}·{precision})"
    alpha = str(options.alpha)
    if options.beta == RATIO:
        beta = score.precision / score.recall
        alpha = plain(1 / (1 + beta * beta))
        formula += f" with β = P/R = {plain(beta)} and α = 1/(1 + β²) = {alpha}"
    elif options.beta is not None:
        formula += f" with β = {options.beta!s} and α = 1/(1 + β²) = {alpha}"
    else:
        formula += f" with α = {alpha}"
    return f"{formula}: {precision}·{recall} / ((1 − {alpha})·{precision} + {alpha}·{recall})"


def _combination(profile: Profile, models: int, best: int | None, *, has_sets: bool) -> str:
    """Return a sentence on the combination of the counts with several models."""
    if models == 1:
        return "There is one model."
    keeps_best, combination = profile.options.best_model, profile.plan.combination
    all_models = f"Of the {models} models,"
    if has_sets:
        kept = "of the others the best by recall is kept"
        kept = kept if keeps_best else "the counts with the others are added up"
        return f"Each author’s models are left out in turn; {kept}."
    if best is not None:
        return f"{all_models} model {best + 1} is kept, because its {profile.chosen_by} is the highest."
    if combination == "best_of_each":
        return f"{all_models} the highest recall and the highest precision count, of whichever models."
    if callable(combination):
        return f"How the {models} models count together: {rule(COMBINATIONS, combination)}."
    if keeps_best:
        return "No model is kept, because recall is a number with none of them."
    if profile.averages_models:
        return f"Recall, precision and F are means over the {models} models."
    return f"The counts with the {models} models are added up; the peer counts once for each model."


def page(explanation: Explanation) -> str:
    """Return an explanation as a page, which needs neither network nor script."""
    title = f"ROUGE of evaluation {readable(explanation.evaluation)}"
    rules = chooser_rules(len(next(iter(explanation.figures.values()))))
    return rendered("explained.html", title=title, rules=rules, explanation=explanation)
