"""`RougeScorer`: the scores of a prediction against a target, or against the best of several targets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol

from .. import served
from ..errors import several
from ..kernel import Item
from .kernel_scores import ROUGE_L, ROUGE_L_SUM, Counting, Speller, check_name, counting_of, is_of_sentences
from .scoring import BaseScorer, Score, fmeasure
from .tokenize import as_string
from .tokenizers import DefaultTokenizer, NamedTokenizer

Tokens = Sequence[Hashable]
Table = list[list[int]]


class AnyTokenizer(Protocol):
    """An object that turns a text into a sequence of hashable tokens."""

    def tokenize(self, text: str, /) -> Any:
        """Return the tokens of a text."""


class RougeScorer(BaseScorer):
    """Scores texts by rouge1 to rouge9, rougeL and rougeLsum.

    The kernel reads and counts texts that are strings, unless there is a tokenizer of one's own. A scorer
    may be used by several threads at once.
    """

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: AnyTokenizer | str | None = None,
        *,
        lang: str | None = None,
    ) -> None:
        """Set the types, which are checked when a text is scored.

        `use_stemmer` is for the default tokenizer. Sentences are lines, or what NLTK
        takes for sentences if `split_summaries` is true; NLTK must then have its data `punkt_tab`.

        Not in rouge-score: types like rougeSU4 and rougeW1.2, which are counted as in ROUGE-1.5.5, names of
        tokenizers (unicode, character, icu, whitespace), and `lang`, the code of a language. Raises
        `ValueError` for an unknown name.
        """
        self.rouge_types = rouge_types
        if isinstance(tokenizer, str) or (tokenizer is None and lang is not None):
            tokenizer = NamedTokenizer(tokenizer, lang, use_stemmer=use_stemmer)
        elif lang is not None:
            raise ValueError("lang chooses a tokenizer; drop it, or the tokenizer")
        self._tokenizer: AnyTokenizer = tokenizer or DefaultTokenizer(use_stemmer)
        self._split_summaries = split_summaries
        self._prepared: tuple[tuple[str, ...], Counting] | None = None

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_prepared": None}  # What the kernel has prepared is for one process.

    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Return the score of a prediction by each type, in the order of the types.

        Raises `ValueError` for an unknown type, and `AttributeError` or `TypeError` for anything but text.
        """
        served.cells[served.ROUGE_SCORE] += 1
        if self._are_read_by_kernel([target, prediction]):
            return self._counting().score([self._item(target), self._item(prediction)])
        return self._score_tokens(target, prediction)

    def score_multi(self, targets: Iterable[str], prediction: str) -> dict[str, Score]:
        """Return by type the score against the first target with the highest F.

        Raises `ValueError` where there is no target, and as `score` does.
        """
        targets = list(targets)
        if targets and self._are_read_by_kernel([*targets, prediction]):
            served.cells[served.ROUGE_SCORE] += len(targets)
            return self._counting().score([*map(self._item, targets), self._item(prediction)])
        scores = [self.score(target, prediction) for target in targets]
        if self.rouge_types and not scores:
            raise ValueError("there is no target; give at least one")
        return {
            name: max((one[name] for one in scores), key=lambda score: score.fmeasure)
            for name in self.rouge_types
        }

    def score_batch(
        self, targets: Iterable[str | Sequence[str]], predictions: Iterable[str], *, jobs: int = 1
    ) -> list[dict[str, Score]]:
        """Return the scores of many predictions, each against the target or the targets at its place.

        They are those of `score` and `score_multi`, in less time; rouge-score has no such method. `jobs`
        threads share the work (0: as many as there are processors). Raises `ValueError` for lists of
        different lengths, and as `score` and `score_multi` do.
        """
        targets, predictions = list(targets), list(predictions)
        if len(targets) != len(predictions):
            raise ValueError(
                f"{several(len(targets), 'target')}, but {several(len(predictions), 'prediction')}"
            )
        if self._are_read_by_kernel(predictions) and all(map(self._is_read_by_kernel, targets)):
            served.cells[served.ROUGE_SCORE] += sum(
                1 if isinstance(one, str) else len(one) for one in targets
            )
            pairs = zip(map(self._item, predictions), map(self._items, targets), strict=True)
            return self._counting().score_batch(pairs, jobs)
        return [
            self.score_multi(target, prediction)
            if isinstance(target, list | tuple)
            else self.score(target, prediction)  # type: ignore[arg-type]  # which raises what rouge-score raises
            for target, prediction in zip(targets, predictions, strict=True)
        ]

    def _are_read_by_kernel(self, texts: Iterable[object]) -> bool:
        """Return True if there is a type to count and the kernel reads these texts as the tokenizer does."""
        return (
            type(self._tokenizer) in (DefaultTokenizer, NamedTokenizer)
            and bool(self.rouge_types)
            and all(isinstance(text, str) for text in texts)
        )

    def _is_read_by_kernel(self, target: object) -> bool:
        """Return True if the kernel reads a target, or a list of at least one target."""
        if isinstance(target, str):
            return True
        return isinstance(target, list | tuple) and bool(target) and self._are_read_by_kernel(target)

    def _counting(self) -> Counting:
        """Return the `Counting` of the present types, which programs may change."""
        prepared = self._prepared
        if prepared is None or prepared[0] != tuple(self.rouge_types):
            types, tokenizer = self._types(), self._tokenizer
            names = (tokenizer.tokenizer, tokenizer.lang) if isinstance(tokenizer, NamedTokenizer) else ()
            stem = isinstance(tokenizer, DefaultTokenizer | NamedTokenizer) and tokenizer.use_stemmer
            prepared = self._prepared = types, counting_of(types, stem, *names)
        return prepared[1]

    def _types(self) -> tuple[str, ...]:
        """Return the present types. Raises `TypeError` for an iterator."""
        return tuple(self.rouge_types) if len(self.rouge_types) else ()

    def _item(self, text: str) -> Item:
        """Return a text for the kernel: split by NLTK if a type needs its sentences."""
        return (
            self._sentences(text)
            if self._split_summaries and any(map(is_of_sentences, self.rouge_types))
            else text
        )

    def _items(self, target: str | Sequence[str]) -> Item | Sequence[Item]:
        """Return a target or targets for a batch; a list of sentences would look like several targets."""
        if isinstance(target, str):
            item = self._item(target)
            return item if isinstance(item, str) else [item]
        return [*map(self._item, target)]

    def _sentences(self, text: str) -> list[str]:
        """Return the sentences of a text. Raises `LookupError` if NLTK has no data to find them."""
        if self._split_summaries:
            from nltk import sent_tokenize

            return list(sent_tokenize(text))
        return [line for line in as_string(text).split("\n") if line]

    def _score_tokens(self, target: str, prediction: str) -> dict[str, Score]:
        """Return the score of the tokenizer's tokens, sentence by sentence for types that have sentences.

        The tokenizer is called for the target and then for the prediction, and not for whole texts where
        one type alone is asked for, and this one has sentences.
        """
        types, speller, tokenize = self._types(), Speller(), self._tokenizer.tokenize
        texts = (target, prediction)
        has_wholes = len(types) != 1 or not is_of_sentences(types[0])
        wholes = [speller.text([tokenize(text)]) for text in texts] if has_wholes else []
        scores: dict[str, Score] = {}
        for name in types:
            check_name(name)
            items = wholes
            if is_of_sentences(name):
                items = [speller.text(map(tokenize, self._sentences(text))) for text in texts]
            scores |= counting_of((name,)).score(items)
        return scores


# Functions that are private in rouge-score, but that programs and its own tests import.


def _create_ngrams(tokens: Tokens, n: int) -> Counter[tuple[Hashable, ...]]:
    """Return how often each n-gram stands in the tokens."""
    return Counter(tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1))


def _score_ngrams(
    target_ngrams: Counter[tuple[Hashable, ...]], prediction_ngrams: Counter[tuple[Hashable, ...]]
) -> Score:
    """Return the score of counted n-grams."""
    hits = (target_ngrams & prediction_ngrams).total()
    precision = hits / max(prediction_ngrams.total(), 1)
    recall = hits / max(target_ngrams.total(), 1)
    return Score(precision, recall, fmeasure(precision, recall))


def _score_lcs(target_tokens: Tokens, prediction_tokens: Tokens) -> Score:
    """Return rougeL of tokens."""
    return _score_sentences(ROUGE_L, [target_tokens], [prediction_tokens])


def _summary_level_lcs(ref_sent: Sequence[Tokens], can_sent: Sequence[Tokens]) -> Score:
    """Return rougeLsum of sentences of tokens."""
    return _score_sentences(ROUGE_L_SUM, ref_sent, can_sent)


def _score_sentences(name: str, target: Sequence[Tokens], prediction: Sequence[Tokens]) -> Score:
    served.cells[served.ROUGE_SCORE] += 1
    speller = Speller()
    return counting_of((name,)).score([speller.text(target), speller.text(prediction)])[name]


def _lcs_table(ref: Tokens, can: Tokens) -> Table:
    """Return the length of the LCS of the first i tokens of one and the first j of the other, in row i."""
    table = [[0] * (len(can) + 1)]
    for token in ref:
        above = table[-1]
        row = [0]
        for place, other in enumerate(can):
            row.append(above[place] + 1 if token == other else max(above[place + 1], row[place]))
        table.append(row)
    return table


def _backtrack_norec(t: Table, ref: Tokens, can: Tokens) -> list[int]:
    """Return the places in `ref` of the LCS that rougeLsum takes, by the table of lengths.

    The walk begins at the ends. Of two different tokens that of `can` is dropped only if the LCS is
    longer without it than without the other.
    """
    i, j = len(ref), len(can)
    places: list[int] = []
    while i and j:
        if ref[i - 1] == can[j - 1]:
            i, j = i - 1, j - 1
            places.append(i)
        elif t[i][j - 1] > t[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return places[::-1]


def lcs_ind(ref: Tokens, can: Tokens) -> list[int]:
    """Return the places in `ref` of the LCS that rougeLsum takes."""
    return _backtrack_norec(_lcs_table(ref, can), ref, can)


def _find_union(lcs_list: Iterable[Iterable[int]]) -> list[int]:
    """Return the union of the places, sorted."""
    return sorted(set().union(*lcs_list))


def _union_lcs(ref: Tokens, c_list: Iterable[Tokens]) -> list[Hashable]:
    """Return the tokens of a sentence that are in its LCS with any of the other sentences."""
    return [ref[place] for place in _find_union(lcs_ind(ref, other) for other in c_list)]
