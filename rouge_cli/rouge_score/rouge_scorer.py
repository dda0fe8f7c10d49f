"""`RougeScorer`: the scores of a prediction against a target, or against the best of several targets."""

import re
from collections import Counter as Bag
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from .. import shim
from ..errors import several
from ..inputs.streams import Pair, batches_of_pairs
from ..kernel import Item
from ..kernel.python.rouge import ngrams
from ..kernel.python.variants import lcs_table
from ..options import Options, jobs_of
from ..rouges import BEYOND
from ..scoring.counters import Counter, Words, counter_of
from ..scoring.profile import L_OF_SENTENCES, WHOLE_L, Profile
from ..scoring.scores import Columns
from ..text.word_lists import NO_LISTS
from .scoring import BaseScorer, Score, fmeasure
from .tokenize import as_string, own_tokens
from .tokenizers import DefaultTokenizer, NamedTokenizer

Tokens = Sequence[Hashable]
_LCS = (WHOLE_L, L_OF_SENTENCES)
_made = partial(tuple.__new__, Score)
"""Make a score of a tuple, in half the time of a call of the class."""


class RougeScorer(BaseScorer):
    """Scores texts by rouge1 to rouge9, rougeL and rougeLsum.

    The kernel reads and counts texts that are strings, unless the tokenizer is an object of a program's own.
    Several threads may use a scorer at once.
    """

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: Any = None,
        *,
        lang: str | None = None,
    ) -> None:
        """Set the types, which are checked when a text is scored.

        `use_stemmer` is for the default tokenizer. The method `tokenize` of another `tokenizer` returns a
        sequence of hashable tokens of a text. Sentences are lines; with `split_summaries` NLTK finds them,
        which must then have its data `punkt_tab`.

        rouge-score lacks types like rougeSU4 and rougeW1.2, which are counted as in ROUGE-1.5.5, names of
        tokenizers (unicode, character, icu, whitespace), and `lang`, the code of a language. Raises
        `ValueError` for an unknown name.
        """
        self.rouge_types = rouge_types
        if isinstance(tokenizer, str) or (tokenizer is None and lang is not None):
            tokenizer = NamedTokenizer(tokenizer, lang, use_stemmer=use_stemmer)
        elif lang is not None:
            raise ValueError("lang chooses a tokenizer; drop it, or the tokenizer")
        self._tokenizer = tokenizer or DefaultTokenizer(use_stemmer)
        self._split_summaries = split_summaries

    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Return the score of a prediction by each type, in the order of the types.

        Raises `ValueError` for an unknown type, and `AttributeError` or `TypeError` for anything but text.
        """
        return self._score([target, prediction])

    def score_multi(self, targets: Iterable[str], prediction: str) -> dict[str, Score]:
        """Return by type the score against the first target with the highest F.

        Raises `ValueError` if there is no target, and the errors of `score`.
        """
        targets = list(targets)
        if self.rouge_types and not targets:
            raise ValueError("there is no target; give at least one")
        return self._score([*targets, prediction])

    def _score(self, texts: list[str]) -> dict[str, Score]:
        """Return by type the best score of the last text against the texts before it."""
        shim.cells[shim.ROUGE_SCORE] += len(texts) - 1
        if self._are_read_by_kernel(texts):
            items = list(map(self._sentences, texts)) if self._splits() else texts
            return scored(items, self._types(), *self._tokenizer.choices)
        *targets, prediction = texts
        scores = [self._score_tokens(target, prediction) for target in targets]
        return {
            name: max((one[name] for one in scores), key=lambda score: score.fmeasure)
            for name in self.rouge_types
        }

    def score_batch(
        self, targets: Iterable[str | Sequence[str]], predictions: Iterable[str], *, jobs: int = 1
    ) -> list[dict[str, Score]]:
        """Return the scores of many predictions, each against the target or the targets at its place.

        The scores are the same as from `score` and `score_multi`, but take less time. rouge-score lacks this
        method. `jobs` threads share the work (0: one for each processor). Raises `ValueError` for lists of
        different lengths, and the errors of `score` and `score_multi`.
        """
        targets, predictions = list(targets), list(predictions)
        if len(targets) != len(predictions):
            raise ValueError(
                f"{several(len(targets), 'target')}, but {several(len(predictions), 'prediction')}"
            )
        sets = [[one] if isinstance(one, str) else one for one in targets]
        if self._are_read_by_kernel(predictions) and all(
            isinstance(one, list | tuple) and one and self._are_read_by_kernel(one) for one in sets
        ):
            shim.cells[shim.ROUGE_SCORE] += sum(map(len, sets))
            pairs: Iterator[Pair] = zip(predictions, targets, strict=True)
            if self._splits():
                models = ([*map(self._sentences, of_prediction)] for of_prediction in sets)
                pairs = zip(map(self._sentences, predictions), models, strict=True)
            counter, names = counter_of_types(self._types(), *self._tokenizer.choices)
            scores: list[dict[str, Score]] = []
            for _, counted in counter.count_batches(batches_of_pairs(pairs), jobs_of(jobs)):
                columns = map(_columns_of_scores, counted.columns, names.values())
                scores += [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
            return scores
        return [
            self.score_multi(target, prediction)
            if isinstance(target, list | tuple)
            else self.score(target, prediction)  # type: ignore[arg-type]  # It raises the error of rouge-score.
            for target, prediction in zip(targets, predictions, strict=True)
        ]

    def _are_read_by_kernel(self, texts: Iterable[object]) -> bool:
        """Return True if there is a type to count and the kernel finds the tokens of the tokenizer."""
        has_own = type(self._tokenizer) not in (DefaultTokenizer, NamedTokenizer)
        return bool(self.rouge_types) and not has_own and all(isinstance(text, str) for text in texts)

    def _types(self) -> tuple[str, ...]:
        """Return the present types, as programs may change them. Raises `TypeError` for an iterator."""
        return tuple(self.rouge_types) if len(self.rouge_types) else ()

    def _splits(self) -> bool:
        """Return True if NLTK splits texts for the kernel: if a type needs their sentences."""
        return self._split_summaries and any(map(is_of_sentences, self.rouge_types))

    def _sentences(self, text: str) -> list[str]:
        """Return the sentences of a text. Raises `LookupError` if NLTK has no data to find them."""
        if self._split_summaries:
            from nltk import sent_tokenize

            return list(sent_tokenize(text))
        return [line for line in as_string(text).split("\n") if line]

    def _score_tokens(self, target: str, prediction: str) -> dict[str, Score]:
        """Return the score of the tokenizer's tokens; without whole texts if the only type has sentences."""
        types, tokenize, texts = self._types(), self._tokenizer.tokenize, (target, prediction)
        words = Words()
        has_wholes = len(types) != 1 or not is_of_sentences(types[0])
        wholes = [_spelled([tokenize(text)], words) for text in texts] if has_wholes else []
        scores: dict[str, Score] = {}
        for name in types:
            items = wholes
            if is_of_sentences(name):
                items = [_spelled(map(tokenize, self._sentences(text)), words) for text in texts]
            scores |= scored(items, (name,))
        return scores


def is_of_sentences(name: object) -> bool:
    """Return True for the name of a measure that reads texts sentence by sentence: rougeLsum, rougeW1.2."""
    return name == L_OF_SENTENCES or str(name).startswith("rougeW")


def check_name(name: object) -> None:
    """Raise `ValueError` for an unknown measure, and `TypeError` for a name that is not a string."""
    if not isinstance(name, str):
        raise TypeError(f"a rouge type must be a string, not {type(name).__name__}")
    if name not in _LCS and not re.fullmatch("rouge[1-9]", name) and not re.fullmatch(BEYOND, name):
        raise ValueError(
            f"Invalid rouge type: {name}; it must be rouge1 to rouge9, rougeL, rougeLsum, or one"
            " like rougeS4, rougeSU4 or rougeW1.2"
        )


@lru_cache(maxsize=64)
def counter_of_types(types: tuple[str, ...], *choices: Any) -> tuple[Counter, dict[str, bool]]:
    """Return the counter of types, and by type whether its scores of texts without tokens are whole zeros.

    The choices are a tokenizer's. Raises `ValueError` or `TypeError` for unknown types.
    """
    for name in types:
        check_name(name)
    options = dict(zip(("stem", "tokenizer", "language"), choices, strict=False))
    profile = Profile(Options(profile="rouge-score", types=tuple(dict.fromkeys(types)), **options))
    return counter_of(profile, NO_LISTS), {name: name in _LCS for name in types}


def scored(texts: Sequence[Item], types: tuple[str, ...], *choices: Any) -> dict[str, Score]:
    """Return the score of the last text by each type, against the best of the texts before it."""
    counter, names = counter_of_types(types, *choices)
    scores = {}
    for (name, has_whole_zeros), row in zip(names.items(), counter.score(texts), strict=True):
        target, prediction, *_, recall, precision, f = row
        is_zero = has_whole_zeros and not (target and prediction)
        scores[name] = Score(0, 0, 0) if is_zero else _made((precision, recall, f))
    return scores


def _columns_of_scores(columns: Columns, has_whole_zeros: bool) -> list[Score]:
    scores = list(map(_made, zip(columns.precision, columns.recall, columns.f, strict=True)))
    if has_whole_zeros and not (all(columns.model) and all(columns.peer)):
        for place, counts in enumerate(zip(columns.model, columns.peer, strict=True)):
            if not all(counts):
                scores[place] = Score(0, 0, 0)
    return scores


def _spelled(sentences: Iterable[Any], words: Words) -> str:
    """Return sentences as lines of words, which all texts of a score share."""
    return "\n".join(words.line(own_tokens(sentence)) for sentence in sentences)


# Private functions of rouge-score that programs import.


_create_ngrams, _lcs_table = ngrams, lcs_table


def _score_ngrams(target_ngrams: Bag[Hashable], prediction_ngrams: Bag[Hashable]) -> Score:
    """Return the score of counted n-grams."""
    hits = (target_ngrams & prediction_ngrams).total()
    precision = hits / max(prediction_ngrams.total(), 1)
    recall = hits / max(target_ngrams.total(), 1)
    return Score(precision, recall, fmeasure(precision, recall))


def _score_lcs(target_tokens: Tokens, prediction_tokens: Tokens) -> Score:
    """Return rougeL of tokens."""
    return _score_sentences(WHOLE_L, [target_tokens], [prediction_tokens])


def _summary_level_lcs(ref_sent: Sequence[Tokens], can_sent: Sequence[Tokens]) -> Score:
    """Return rougeLsum of sentences of tokens."""
    return _score_sentences(L_OF_SENTENCES, ref_sent, can_sent)


def _score_sentences(name: str, target: Sequence[Tokens], prediction: Sequence[Tokens]) -> Score:
    shim.cells[shim.ROUGE_SCORE] += 1
    words = Words()
    return scored([_spelled(target, words), _spelled(prediction, words)], (name,))[name]
