"""The phrases that pages and the terminal share: the meanings of marks, and the steps to each figure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from ..errors import readable, shown
from ..measures.base import Measure
from ..measures.grams import Gram
from ..measures.scores import FIGURE_NAMES, AnyCounts, Score, TwoSidedCounts, fixed, short
from ..options import RATIO, Options
from ..profiles import Profile
from ..profiles.signatures import signed_choices
from ..rendering import FIGURES
from ..rouges import PROFILES
from ..scoring.results import Worst
from .alignment import AlignedText, Piece, Role
from .explanation import MOST_SYSTEMS, Explanation, MeasureExplanation
from .matching import Sentence
from .measure_words import each_mark_is_a_hit, ratio_steps, token_separator

_SPELT_OUT = 3
"""The number of common subsequences of a model sentence to spell out."""
_MARKS = {
    Role.HIT: "counts as matched",
    Role.PARTNER: "stands in a match",
    Role.CLIPPED: "in both, but more often here than there: not counted",
    Role.DROPPED: "left out of the count",
    Role.BEYOND: "beyond the length limit",
}
_LOGGED = (
    (re.compile("read(?:Text|BE): (.*) -> empty text", re.DOTALL), r"Empty summary: \1"),
    (
        re.compile(
            r"\*ROUGE Warning: test instance for peer (.*) does not exist for evaluation (.*)", re.DOTALL
        ),
        r"System \1 has no summary in evaluation \2",
    ),
)
"""Messages in the log of ROUGE-1.5.5, with a plain wording of each."""
OWN_SENTENCES = {
    "full_stops": "sentences end at every full stop",
    "chinese": "sentences end behind 。！？…",
}
"""By the word of a ROUGE for its sentences, the rule, where no option changes it."""
LISTS = (
    ("Matched", "In both texts: the hits."),
    ("Missed", "In the model but not, or less often, in the peer: they cost recall."),
    ("Extra", "In the peer but not, or less often, in the model: they cost precision."),
)
"""The names and meanings of the listings of grams, in their order."""
TOO_LARGE = "These texts are too long to mark and list the matches here; the counts are exact."


def plain(note: str) -> str:
    """Return a note of a run in plain words, even if it is a message in the log of ROUGE-1.5.5."""
    found = ((logged.fullmatch(note), words) for logged, words in _LOGGED)
    return next((match.expand(words) for match, words in found if match), note)


def legend(*texts: Sequence[Sequence[Piece]]) -> Iterator[tuple[Role, str]]:
    """Yield the roles of marks in these texts, each with its meaning."""
    roles = {piece.role for text in texts for sentence in text for piece in sentence}
    return ((role, meaning) for role, meaning in _MARKS.items() if role in roles)


def adds(measure: Measure, hits: float) -> str:
    """Return the hits that a mark adds, or "" where each marked word is a hit."""
    return "" if each_mark_is_a_hit(measure) else short(hits)


def measures(explanation: Explanation) -> list[str]:
    """Return the names of the measures."""
    return [measure.name for measure, _ in next(iter(explanation.figures.values()))]


def chosen_by(explanation: Explanation) -> str:
    """Return the name of the figure that decides which of several models is the best."""
    return Profile(explanation.options).chosen_by.capitalize()


def choosing_figure(explanation: Explanation, measure: Measure, counts: AnyCounts) -> float:
    """Return the figure of a model's counts that decides which model is the best."""
    profile = Profile(explanation.options)
    if profile.chosen_by == "F":
        return profile.figures(measure, counts).f
    return measure.ratio(counts.hit, counts.model)


def printed(score: Score, options: Options) -> tuple[str, str, str]:
    """Return recall, precision and F with the decimals of the report."""
    recall, precision, f = (fixed(figure, Profile(options).rouge.decimals) for figure in score[:3])
    return recall, precision, f


def amount(count: float, things: str) -> str:
    """Return a number with its noun, which is given in the plural: `1 hit`, `2.5 words`."""
    number = short(count)
    if number == "1":
        things = " or ".join(plural.removesuffix("s") for plural in things.split(" and "))
    return f"{number} {things}"


def counted(measure: Measure, counts: AnyCounts, other: str = "model") -> str:
    """Return the counts with a model, or with the `other` text, in words."""
    if isinstance(counts, TwoSidedCounts):
        return (
            f"{amount(counts.hit, 'hits')} of {amount(counts.model, measure.units)} of the model,"
            f" {amount(counts.peer_hit, 'hits')} of {amount(counts.peer, measure.units)} of the peer"
        )
    return (
        f"{amount(counts.hit, 'hits')}, {measure.units} of the {other}: {short(counts.model)},"
        f" of the peer: {short(counts.peer)}"
    )


def combination(of_measure: MeasureExplanation, options: Options) -> str:
    """Return a sentence on the combination of the counts with several models."""
    count = len(of_measure.pairs)
    if of_measure.source:
        return "A mark is a fragment that was copied from the source; words without a mark are new."
    if count == 1:
        return "There is one model."
    if of_measure.sets:
        if options.best_model:
            return "Each author’s models are left out in turn; of the others the best by recall is kept."
        return "Each author’s models are left out in turn; the counts with the others are added up."
    profile = Profile(options)
    if of_measure.best is not None:
        best = of_measure.best + 1
        return f"Of the {count} models, model {best} is kept, because its {profile.chosen_by} is the highest."
    if options.best_model:
        return "No model is kept, because recall is a number with none of them."
    if profile.averages_models:
        return f"Recall, precision and F are means over the {count} models."
    return f"The counts with the {count} models are added up; the peer counts once for each model."


def with_sets(of_measure: MeasureExplanation, spelt: Callable[[float], str] = fixed) -> Iterator[str]:
    """Yield a line on the score with each of the jackknife's sets of models; `spelt` writes its figures."""
    for one in of_measure.sets:
        recall, precision, f = map(spelt, one.score[:3])
        kept = "" if one.best is None else f", model {one.best + 1} kept"
        yield f"Without {shown(one.score.evaluation)}: R:{recall} P:{precision} F:{f}{kept}"


def choices(options: Options, signature: str | None = None) -> list[str]:
    """Return the choices that change these figures, in words.

    The `signature` of a saved report names the tokenizer, stemmer and word lists of its run. Without a
    signature, the tokenizer, stemmer and word lists of the options are loaded.
    """
    profile = Profile(options)
    signed: Mapping[str, str] = {}
    if not options.is_plain and signature is None:
        signed = signed_choices(profile)
    elif not options.is_plain and signature is not None:
        signed = dict(pair.partition(":")[::2] for pair in signature.split("|"))
    in_words = [
        f"{key}: {signed[key]}" for key, usual in _LANGUAGE.items() if signed.get(key, usual[0]) not in usual
    ]
    if options.profile != PROFILES[0]:
        words = [f"figures of {profile.rouge.title}"]
        if own_sentences := OWN_SENTENCES.get(profile.rouge.sentences):
            counted = "as often as it stands in a text" if options.counts == "all" else "once a text"
            return [*words, own_sentences, f"an n-gram counts {counted}", *in_words]
        if options.stem:
            words.append("words stemmed by NLTK's Porter")
        if profile.finds_sentences and profile.reads_sentences and not options.split_sentences:
            words.append("sentences found by NLTK")
        averaged = "figures averaged over the models"
        return [*words, averaged if profile.averages_models else "the model of the highest F kept", *in_words]
    units = "words" if signed.get("tokens", "rouge") == "rouge" else "tokens"
    chosen = {
        "words stemmed": options.stem,
        "words of models stemmed, but not for ROUGE-N": options.stem_models,
        "stop words left out": options.remove_stop_words,
        f"only the first {amount(options.word_limit, units)}": options.word_limit,
        f"only the first {amount(options.byte_limit, 'bytes')}": options.byte_limit,
        "the best model kept" if options.best_model else "models pooled": True,
        "each author left out in turn (jackknife)": options.jackknife,
        "β = P/R" if options.beta == RATIO else f"α = {options.alpha!s}": True,
        "counts pooled over all evaluations in a report;"
        " recall, precision and F are here of this one alone": options.counting,
    }
    return [*in_words, *(words for words, applies in chosen.items() if applies)]


_LANGUAGE = {
    "tokens": ("rouge", "rouge-score"),
    "stem": ("no",),
    "stop": ("kept",),
    "split": ("none", "lines"),
}
"""By the key of a signature for a choice of language, the usual values, which are not mentioned."""


def left_out(explanation: Explanation) -> str:
    """Return a note on the systems that are not explained, or "" if all systems are."""
    count = len(explanation.figures) - len(explanation.systems)
    return (
        f"The first {MOST_SYSTEMS} systems are explained, {count} more are not; choose one by its ID."
        if count
        else ""
    )


def spelt(gram: Gram, measure: Measure, tokens: Mapping[int, bytes]) -> str:
    """Return the tokens of a gram as one text."""
    return token_separator(measure).join(shown(tokens[token]) for token in gram)


def common(sentence: Sentence, model: AlignedText) -> Iterator[str]:
    """Yield a line for each common subsequence of a model sentence with a sentence of the peer."""
    for subsequence in sentence.common[:_SPELT_OUT]:
        places = [model.tokens[place] for place in subsequence.model_places]
        words = " ".join(shown(model.sentences[place.sentence][place.start : place.end]) for place in places)
        yield f"{subsequence.peer_sentence + 1}: {words} ({len(places)})"
    if len(sentence.common) > _SPELT_OUT:
        yield f"… and with {len(sentence.common) - _SPELT_OUT} more"
    if not sentence.common:
        yield "none"


def more(count: int) -> str:
    """Return a note on the number of rows that a list leaves out, or "" if it has all rows."""
    return f"… and {count} more" if count > 0 else ""


class Figure(NamedTuple):
    """A figure and the steps to it."""

    name: str
    value: str
    """The figure with the decimals of the report."""
    steps: str
    number: float


def figures(of_measure: MeasureExplanation, options: Options) -> list[Figure]:
    """Return recall, precision and F or, for a source, coverage, each with the steps to it."""
    measure, score = of_measure.measure, of_measure.score
    if of_measure.source:
        share = _ratio(
            measure, score.counts.hit, score.counts.peer, "copied words", f"{measure.units} of the peer"
        )
        return [Figure("Coverage, which is no ROUGE,", fixed(score.f), share, score.f)]
    steps: Sequence[str]
    if of_measure.sets:
        terms = [
            " + ".join(fixed(getattr(one.score, name)) for one in of_measure.sets) for name in FIGURE_NAMES
        ]
        steps = [f"the mean with the sets of models: ({sum}) / {len(of_measure.sets)}" for sum in terms]
    elif Profile(options).averages_models and len(of_measure.pairs) > 1:
        steps = [f"the mean over the {len(of_measure.pairs)} models"] * 3
    else:
        counts, units = score.counts, measure.units
        is_two_sided = isinstance(counts, TwoSidedCounts)
        peer_hits = "hits in the peer" if is_two_sided else "hits"
        models = "the model" if len(of_measure.pairs) == 1 or of_measure.best is not None else "all models"
        steps = [
            _ratio(measure, counts.hit, counts.model, "hits", f"{units} of {models}"),
            _ratio(measure, counts.peer_hit, counts.peer, peer_hits, f"{units} of the peer"),
            _f(measure, score, options),
        ]
    names = ("Recall", "Precision", "F")
    return [Figure(*one) for one in zip(names, printed(score, options), steps, score[:3], strict=True)]


def _f(measure: Measure, score: Score, options: Options) -> str:
    if isinstance(score.counts, TwoSidedCounts):
        model, peer, hit, peer_hit = map(short, score.counts)
        steps = f"hits in both / words of both: ({hit} + {peer_hit}) / ({model} + {peer})"
        is_empty = not score.counts.model + score.counts.peer
        return f"{steps}, and 0 where there is nothing to divide by" if is_empty else steps
    recall, precision, _ = printed(score, options)
    if Profile(options).rouge.rounding == "smoothed":
        return f"2·P·R / (P + R + 10⁻⁸): 2·{precision}·{recall} / ({precision} + {recall} + 10⁻⁸)"
    formula, alpha = "P·R / ((1 − α)·P + α·R)", str(options.alpha)
    if not score.f:
        return f"{formula}, and 0 where there is nothing to divide"
    if options.beta == RATIO:
        beta = score.precision / score.recall if score.recall else inf
        alpha = fixed(1 / (1 + beta * beta))
        with_alpha = f"{formula} with β = P/R = {fixed(beta)} and α = 1/(1 + β²) = {alpha}"
    elif options.beta is not None:
        with_alpha = f"{formula} with β = {options.beta!s} and α = 1/(1 + β²) = {alpha}"
    else:
        with_alpha = f"{formula} with α = {alpha}"
    exact = "" if measure.f_of_rounded else ", R and P before they are rounded"
    return f"{with_alpha}: {precision}·{recall} / ((1 − {alpha})·{precision} + {alpha}·{recall}){exact}"


def _ratio(measure: Measure, hit: float, units: float, hits: str, of: str) -> str:
    ratio = f"{short(hit)} / {short(units)}"
    if not units:
        return f"{hits} / {of}: {ratio}, and 0 where there is nothing to divide by"
    return f"{ratio_steps(measure, f'{hits} / {of}')}: {ratio_steps(measure, ratio)}"


class Ranking(NamedTuple):
    """The evaluations in which systems do worst, the worst first, and how they were ranked."""

    measure: str
    figure: str
    """The letter of the figure, or `VALUE`."""
    against: str | None
    """The other system of a comparison, or None."""
    places: Sequence[tuple[Worst, Explanation]]
    """Each evaluation with the explanation of its system and, in a comparison, of the other system."""
    ties: int = 0
    """The number of further evaluations with the value of the last place."""


def title(ranking: Ranking) -> str:
    """Return the heading of a ranking."""
    figure, measure = ranking.figure, shown(ranking.measure)
    if ranking.against is None:
        return f"The lowest {figure} by {measure}"
    return f"The greatest losses of {figure} by {measure} against {readable(ranking.against)}"


def heads(ranking: Ranking) -> list[str]:
    """Return the heads of the table of a ranking."""
    heads = ["", "Evaluation", "System", ranking.figure]
    if ranking.against is None:
        return heads
    return [*heads, f"{ranking.figure} of {readable(ranking.against)}", "Difference"]


def tied(ranking: Ranking, rows: Sequence[Sequence[str]]) -> str:
    """Return a note on further evaluations with the value of the last row, or "" if there are none."""
    return f"{ranking.ties:,} more with {rows[-1][-1]}" if ranking.ties else ""


def cells(ranking: Ranking, spelt: Callable[[float], str] | None = None) -> list[list[str]]:
    """Return the rows of the table of a ranking; `spelt` writes figures, by default as the report does."""
    name = FIGURES.get(ranking.figure, "f")
    rows = []
    for place, (worst, explanation) in enumerate(ranking.places, 1):
        values = [getattr(worst.score, name)]
        if worst.other is not None:
            values += [getattr(worst.other, name), worst.value]
        decimals = Profile(explanation.options).rouge.decimals
        figures = [
            spelt(value) if spelt else fixed(value, decimals).strip().replace("-", "−") for value in values
        ]
        rows.append([str(place), readable(worst.evaluation), readable(worst.system), *figures])
    return rows
