"""The matches of a peer and a model by any measure: marks in both texts, and lists of grams or sentences."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import chain, count, groupby, pairwise
from math import fsum, inf
from operator import neg
from types import MappingProxyType
from typing import NamedTuple

from ..kernel.plan import Measure
from ..kernel.python.rouge import Weights, common_subsequence, gram_places, weights_of
from ..kernel.python.variants import (
    SentencePair,
    fragments,
    longest_common,
    pairs_of_sentences,
    partners,
    weighted_path,
)
from .alignment import AlignedText, Mark, Role

Gram = tuple[int, ...]
"""The token numbers of an n-gram, a skip-bigram or a basic element."""
_GRAMS, _SENTENCES = 100, 200
"""The greatest number of grams, and of sentences, in a list."""
_PLACES = 20
"""The greatest number of places that are listed for a gram in a text."""
_SPELT_OUT = 3
"""The number of common subsequences of a sentence to spell out."""
_GRAM_LISTS = (
    ("Matched", "In both texts: the hits."),
    ("Missed", "In the model but not, or less often, in the peer: they cost recall."),
    ("Extra", "In the peer but not, or less often, in the model: they cost precision."),
)
Spell = Callable[[int], str]
"""A function that returns a token as it is counted."""


class ListRow(NamedTuple):
    """A row of a list: a gram, or a sentence with its common subsequences."""

    texts: Sequence[str]
    """The gram as it is counted, or a line for each common subsequence."""
    counts: Sequence[float]
    """A gram's occurrences in the model and in the peer, then how many are matched, missed or extra. Or a
    sentence's words, marked words, counted words and hits."""
    in_model: str
    """Where its tokens stand in the model, for the script of pages."""
    in_peer: str


class MatchList(NamedTuple):
    """A list of grams that are matched, missed or extra, or of the sentences of a text."""

    title: str
    meaning: str
    heads: Sequence[str]
    """The heads of the table: of the texts, and of the counts. A sentence's number has a head, too."""
    rows: Sequence[ListRow]
    size: int
    """The number of all rows; a list of grams has the first hundred, a list of sentences two hundred."""
    units: int | None
    """The number of all occurrences of the grams, or None for sentences."""


class Matches(NamedTuple):
    """The words that a model and a peer share."""

    model_marks: Sequence[Mark]
    peer_marks: Sequence[Mark]
    lists: Sequence[MatchList] = ()
    matched: Mapping[str, int] = MappingProxyType({})
    """The listed hits as both texts write them, with their numbers."""


def _match_grams(measure: Measure, model: AlignedText, peer: AlignedText, spell: Spell) -> Matches:
    in_model, in_peer = (
        Counter(gram for gram, _ in _grams(measure, text.document.tokens)) for text in (model, peer)
    )
    of_model, of_peer = in_model, in_peer
    if measure.kind == "distinct_ngrams":
        of_model, of_peer = (Counter(dict.fromkeys(counts, 1)) for counts in (in_model, in_peer))
    hits = of_model & of_peer
    counted = (hits, of_model - of_peer, of_peer - of_model)
    most_common = [counts.most_common(_GRAMS) for counts in counted]
    listed = {gram for grams in most_common for gram, _ in grams}
    (model_marks, model_places), (peer_marks, peer_places) = (
        _gram_marks(measure, text.document.tokens, hits, listed) for text in (model, peer)
    )
    separator = " … " if measure.kind == "skip_bigrams" else " "
    lists = [
        MatchList(
            *(name, meaning),
            ("As counted", "Model", "Peer", name),
            [
                ListRow(
                    [separator.join(map(spell, gram))],
                    (in_model[gram], in_peer[gram], units),
                    model.ranges(model_places[gram]),
                    peer.ranges(peer_places[gram]),
                )
                for gram, units in grams
            ],
            *(len(counts), counts.total()),
        )
        for (name, meaning), grams, counts in zip(_GRAM_LISTS, most_common, counted, strict=True)
    ]
    matched: Counter[str] = Counter()
    for gram, units in most_common[0]:
        written = model.words(model_places[gram][0]), peer.words(peer_places[gram][0])
        matched[" ~ ".join(dict.fromkeys(written))] += units
    return Matches(model_marks, peer_marks, lists, matched)


def _grams(measure: Measure, tokens: Sequence[int]) -> Iterator[tuple[Gram, tuple[int, ...]]]:
    """Yield the grams of a text in its order, each with the places of its tokens."""
    for places in gram_places(measure, len(tokens)):
        yield tuple([tokens[place] for place in places]), places


def _gram_marks(
    measure: Measure, tokens: Sequence[int], hits: Counter[Gram], listed: set[Gram]
) -> tuple[list[Mark], dict[Gram, list[tuple[int, ...]]]]:
    """Return marks on the first occurrences of each gram, as many as its hits, and places of listed grams.

    A gram whose tokens may be apart is marked where it begins.
    """
    left = Counter(hits)
    begun: Counter[int] = Counter()
    touched: set[int] = set()
    clipped: set[int] = set()
    places_of: dict[Gram, list[tuple[int, ...]]] = {gram: [] for gram in listed}
    for gram, places in _grams(measure, tokens):
        if left[gram] > 0:
            left[gram] -= 1
            begun[places[0]] += 1
            touched.update(places)
        elif gram in hits:
            clipped.update(places)
        if gram in places_of and len(places_of[gram]) < _PLACES:
            places_of[gram].append(places)
    marks = list(_runs(clipped - touched, "dropped" if measure.kind == "distinct_ngrams" else "clipped"))
    if measure.kind == "skip_bigrams":
        marks += [Mark(place, place + 1, "hit", times) for place, times in begun.items()]
        marks += _runs(touched - begun.keys(), "partner")
    else:
        marks += _runs(begun, "hit", measure.number)
    return marks, places_of


def _runs(starts: Iterable[int], role: Role, width: int = 1) -> Iterator[Mark]:
    """Yield a mark for each run of neighbouring `starts`. Each start begins a match of `width` tokens.

    If two runs overlap, the second mark begins at the end of the first.
    """
    end = 0
    # Within a run, the difference between a number and its rank does not change.
    for _, run in groupby(enumerate(sorted(starts)), lambda ranked: ranked[1] - ranked[0]):
        numbers = [number for _, number in run]
        last = numbers[-1]
        yield Mark(max(numbers[0], end), last + width, role, len(numbers) if role == "hit" else 0)
        end = last + width


def _match_sequences(measure: Measure, model: AlignedText, peer: AlignedText, spell: Spell) -> Matches:
    """Return the matches of two documents by ROUGE-L or ROUGE-W.

    In long texts, most pairs of sentences change nothing. A pair is compared only if its LCS could mark a
    word that has no mark yet, in either text, or be among the longest, which are spelt out.
    """
    weights = weights_of(measure, len(model.document.words))
    left = Counter(model.document.tokens) & Counter(peer.document.tokens)
    peer_sentences, starts = peer.document.sentences(), [0, *peer.document.ends]
    having = defaultdict[tuple[int, int], list[int]](list)
    """By token and n, the numbers of the peer's sentences that have it more than n times."""
    unmarked = defaultdict[int, dict[int, int]](dict)
    """By token, its places in the peer that no LCS has marked yet, each with the number of its sentence."""
    for number, others in enumerate(peer_sentences):
        for place, (token, before) in enumerate(_occurrences(others), starts[number]):
            having[token, before].append(number)
            unmarked[token][place] = number
    rows, model_marks, in_peer = [], list[Mark](), set[int]()
    offset = 0
    for sentence in model.document.sentences():
        shared = Counter(chain.from_iterable(having.get(one, ()) for one in _occurrences(sentence)))
        common: dict[int, SentencePair] = {}
        marked: set[int] = set()
        for number in _worth_comparing(sentence, shared, having, unmarked, common, marked):
            other = peer_sentences[number]
            places = common_subsequence(sentence, other, weights)
            theirs = partners([sentence[place] for place in places], other)
            common[number] = SentencePair(
                *(0, number, [offset + place for place in places]),
                [starts[number] + place for place in theirs],
            )
            marked.update(places)
            in_peer.update(common[number].peer_places)
            for place in theirs:
                unmarked[other[place]].pop(starts[number] + place, None)
        scored = []
        for place in sorted(marked):
            if left[sentence[place]] > 0:
                left[sentence[place]] -= 1
                scored.append(place)
        hits = _runs(scored, "hit") if weights is None else _weighed(_runs(scored, "hit"), marked, weights)
        marks = [*hits, *_runs(marked.difference(scored), "clipped")]
        counts = len(sentence), len(marked), len(scored), fsum(mark.hits for mark in marks)
        pairs = [common[number] for number in sorted(common)]
        rows.append(_sentence(pairs, counts, model, peer, len(shared)))
        model_marks += [one._replace(start=one.start + offset, end=one.end + offset) for one in marks]
        offset += len(sentence)
    return _of_sentences(model_marks, in_peer, rows, peer)


def _occurrences(tokens: Iterable[int]) -> list[tuple[int, int]]:
    """Return each token with the number of times that it stands before this place."""
    before = defaultdict[int, Iterator[int]](count)
    return [(token, next(before[token])) for token in tokens]


def _worth_comparing(
    sentence: Sequence[int],
    shared: Mapping[int, int],
    having: Mapping[tuple[int, int], Sequence[int]],
    unmarked: Mapping[int, Mapping[int, int]],
    common: Mapping[int, SentencePair],
    marked: set[int],
) -> Iterator[int]:
    """Yield the peer's sentences whose LCS with `sentence` can show; the caller fills `common`, `marked`.

    `shared` counts the words that `sentence` has in common with each of them: no LCS is longer.
    """
    longest: list[tuple[int, int]] = []
    for most, number in sorted(zip(map(neg, shared.values()), shared, strict=True)):
        if len(longest) == _SPELT_OUT and (most, number) > longest[-1]:
            break
        yield number
        longest = nsmallest(_SPELT_OUT, [*longest, (-len(common[number].model_places), number)])
    with_new_words = {number for token in {*sentence} for number in unmarked.get(token, {}).values()}
    yield from with_new_words.difference(common)
    for place, token in enumerate(sentence):
        for number in having.get((token, 0), ()):
            if place in marked:
                break
            if number not in common:
                yield number


def _weighed(hits: Iterator[Mark], marked: set[int], weights: Weights) -> Iterator[Mark]:
    """Yield each run with its weight.

    ROUGE-1.5.5 quirk: a clipped word does not close the run before it. The next run continues it, or it is
    lost at the end of the sentence.
    """
    run = 0
    for mark in hits:
        run += mark.end - mark.start
        closed = mark.end not in marked
        yield mark._replace(hits=weights[run] if closed else 0)
        run = 0 if closed else run


def _sentence(
    common: Sequence[SentencePair],
    counts: Sequence[float],
    own: AlignedText,
    other: AlignedText,
    number: int | None = None,
) -> ListRow:
    """Return the row of a sentence, with its longest common subsequences with sentences of the other text.

    `number` is the number of these, if `common` has the longest alone.
    """
    longest = nsmallest(_SPELT_OUT, common, key=lambda pair: -len(pair.model_places))
    lines = [
        f"{pair.peer_sentence + 1}: {own.words(pair.model_places)} ({len(pair.model_places)})"
        for pair in longest
    ]
    if (more := (number or len(common)) - len(longest)) > 0:
        lines.append(f"… and with {more} more")
    return ListRow(
        lines or ["none"],
        counts,
        own.ranges([pair.model_places for pair in longest]),
        other.ranges([pair.peer_places for pair in longest]),
    )


def _of_sentences(
    model_marks: Sequence[Mark], in_peer: set[int], rows: Sequence[ListRow], peer: AlignedText
) -> Matches:
    """Return the matches of the model's sentences; `in_peer` has the places of words that the peer shares.

    Every mark in the peer ends with its sentence.
    """
    peer_marks = [
        mark
        for start, end in pairwise([0, *peer.document.ends])
        for mark in _runs(in_peer.intersection(range(start, end)), "partner")
    ]
    return Matches(model_marks, peer_marks, [_sentence_list(rows)])


def _sentence_list(rows: Sequence[ListRow], side: str = "model", other: str = "peer") -> MatchList:
    heads = ("Sentence", f"LCS with a sentence of the {other}", "Words", "Marked", "Counted", "Hits")
    meaning = f"Each with its longest common subsequences (LCS) with sentences of the {other}."
    return MatchList(f"Sentences of the {side}", meaning, heads, rows[:_SENTENCES], len(rows), None)


def _match_pairs(measure: Measure, model: AlignedText, peer: AlignedText, spell: Spell) -> Matches:
    """Return the matches of two documents by the package rouge."""
    pairs = [pair for pair in pairs_of_sentences(model.document, peer.document) if pair.model_places]
    by_sentence = {number: list(of) for number, of in groupby(pairs, lambda pair: pair.model_sentence)}
    uses = Counter(place for pair in pairs for place in pair.model_places)
    if measure.kind == "distinct_lcs":
        first = {model.document.words[place]: place for place in sorted(uses, reverse=True)}
        uses = Counter(dict.fromkeys(uses, 0) | dict.fromkeys(first.values(), 1))
    rows = []
    for number, (start, end) in enumerate(pairwise([0, *model.document.ends])):
        common = by_sentence.get(number, ())
        hits = [uses[place] for place in range(start, end) if place in uses]
        rows.append(_sentence(common, (end - start, len(hits), sum(map(bool, hits)), sum(hits)), model, peer))
    counted = (Mark(place, place + 1, "hit", times) for place, times in uses.items() if times)
    repeated = _runs([place for place, times in uses.items() if not times], "dropped")
    in_peer = {place for pair in pairs for place in pair.peer_places}
    return _of_sentences(sorted([*counted, *repeated]), in_peer, rows, peer)


def _match_paths(measure: Measure, model: AlignedText, peer: AlignedText, spell: Spell) -> Matches:
    """Return the matches of two documents by the paper's ROUGE-W."""
    tokens = model.document.tokens
    weights = weights_of(measure, len(tokens)) or ()
    path = weighted_path(tokens, peer.document.tokens, weights)
    model_marks = [Mark(run[0][0], run[-1][0] + 1, "hit", weights[len(run)]) for run in path]
    peer_marks = [Mark(run[0][1], run[-1][1] + 1, "partner", 0) for run in path]
    places = [match for run in path for match in run]
    common = [SentencePair(0, 0, *map(list, zip(*places, strict=True)))] if places else []
    counts = (len(tokens), len(places), len(places), fsum(mark.hits for mark in model_marks))
    rows = [_sentence(common, counts, model, peer)]
    return Matches(model_marks, peer_marks, [_sentence_list(rows)])


def _match_longest(measure: Measure, model: AlignedText, peer: AlignedText, spell: Spell) -> Matches:
    """Return the matches of two documents by MEAD's measure."""
    model_marks, model_rows = _longest(model, peer)
    peer_marks, peer_rows = _longest(peer, model)
    peer_rows = [row._replace(in_model=row.in_peer, in_peer=row.in_model) for row in peer_rows]
    lists = [_sentence_list(model_rows), _sentence_list(peer_rows, "peer", "model")]
    return Matches(model_marks, peer_marks, lists)


def _longest(own: AlignedText, other: AlignedText) -> tuple[list[Mark], list[ListRow]]:
    """Return the marks in a text, and the rows of its sentences, each with its longest LCS."""
    starts = [0, *other.document.ends]
    marks: list[Mark] = []
    rows = []
    ends = pairwise([0, *own.document.ends])
    longest = longest_common(own.document, other.document)
    for (start, end), (number, places, theirs) in zip(ends, longest, strict=True):
        marked = [start + place for place in places]
        pair = SentencePair(0, number, marked, [starts[number] + place for place in theirs])
        marks += _runs(marked, "hit")
        rows.append(_sentence([pair] if marked else [], (end - start, *[len(marked)] * 3), own, other))
    return marks, rows


def _match_fragments(measure: Measure, model: AlignedText, peer: AlignedText, spell: Spell) -> Matches:
    """Return the fragments that a peer copies from its source, which stands in place of the model."""
    found = fragments(peer.document.tokens, model.document.tokens)
    copied = {one.source + place for one in found for place in range(one.length)}
    return Matches(
        [mark._replace(hits=0) for mark in _runs(copied, "hit")],
        [Mark(one.summary, one.summary + one.length, "hit", one.length) for one in found],
    )


_MATCHES: dict[str, tuple[Callable[[Measure, AlignedText, AlignedText, Spell], Matches], float]] = {
    **dict.fromkeys(("ngrams", "skip_bigrams", "distinct_ngrams", "signed_ngrams"), (_match_grams, 3e5)),
    "lcs": (_match_sequences, 5e7),
    "weighted_lcs": (_match_sequences, 4e6),
    **dict.fromkeys(("lcs_of_pairs", "distinct_lcs"), (_match_pairs, 5e7)),
    "weighted_length": (_match_paths, 1e6),
    "longest_lcs": (_match_longest, 5e7),
    "coverage": (_match_fragments, inf),
}
"""By kind, the function that matches texts, and the largest texts whose matches are shown within seconds: the
grams of the longer text (775 words have 3e5 unlimited skip-bigrams), or the product of the words of both."""


def match(
    measure: Measure, model: AlignedText, peer: AlignedText, units: float, spell: Spell
) -> Matches | None:
    """Return the matches of a model and a peer, or None if they are too long to mark.

    `units` is the number of units of the longer text. For a measure of a user's own no match is known.
    """
    if str(measure.kind) not in _MATCHES:
        return Matches((), ())
    matched_by, most = _MATCHES[str(measure.kind)]
    cells = len(model.document.words) * len(peer.document.words)
    if (units if matched_by is _match_grams else cells) > most:
        return None
    matches = matched_by(measure, model, peer, spell)
    if matches.matched:
        return matches
    hits = [range(mark.start, mark.end) for mark in matches.model_marks if mark.role == "hit"]
    words = [model.words([token]) for token in chain.from_iterable(hits)]
    return matches._replace(matched=Counter(words))
