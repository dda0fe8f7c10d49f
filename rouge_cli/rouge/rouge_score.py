"""Scores of lists of sentences, as `rouge.rouge_score` computes them: words stand between single blanks."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any

from ..kernel.python.variants import lcs_table, walked

Scored = dict[str, Any]
"""Figures by `f`, `p` and `r`, or counts by `hyp`, `ref` and `overlap`."""
EMPTY = "Collections must contain at least 1 sentence."


class Ngrams:
    """N-grams of a text: a set, or a list with repetitions where `exclusive` is false."""

    def __init__(self, ngrams: Iterable[Hashable] = (), exclusive: bool = True) -> None:
        self._ngrams: Any = set(ngrams) if exclusive else list(ngrams)
        self.exclusive = exclusive

    def add(self, o: Hashable) -> None:
        """Add an n-gram."""
        if self.exclusive:
            self._ngrams.add(o)
        else:
            self._ngrams.append(o)

    def __len__(self) -> int:
        return len(self._ngrams)

    def intersection(self, o: "Ngrams") -> "Ngrams":
        """Return the n-grams of both, each as often as it stands in both."""
        shared = Counter(self._ngrams) & Counter(o._ngrams)
        return Ngrams(shared.elements(), self.exclusive)

    def union(self, *ngrams: "Ngrams") -> "Ngrams":
        """Return the n-grams of all."""
        return Ngrams([one for some in (self, *ngrams) for one in some._ngrams], self.exclusive)


def rouge_n(
    evaluated_sentences: Collection[str],
    reference_sentences: Collection[str],
    n: int = 2,
    raw_results: bool = False,
    exclusive: bool = True,
) -> Scored:
    """Return the ROUGE-N of sentences. Raises `ValueError` if there are none."""
    if not len(evaluated_sentences):
        raise ValueError("Hypothesis is empty.")
    if not len(reference_sentences):
        raise ValueError("Reference is empty.")
    evaluated = _ngrams(_split_into_words(evaluated_sentences), n, exclusive)
    reference = _ngrams(_split_into_words(reference_sentences), n, exclusive)
    shared = len(evaluated.intersection(reference))
    return _scored(len(evaluated), len(reference), shared, raw_results)


def multi_rouge_n(
    sequences: Sequence[Collection[str]],
    scores_ids: Iterable[tuple[int, int]],
    n: int = 2,
    exclusive: bool = True,
) -> list[Scored]:
    """Return the ROUGE-N of pairs of sequences, given by the places of hypothesis and reference."""
    ngrams = [_ngrams(_split_into_words(sentences), n, exclusive) for sentences in sequences]
    pairs = [(ngrams[hypothesis], ngrams[reference]) for hypothesis, reference in scores_ids]
    return [f_r_p_rouge_n(len(one), len(other), len(one.intersection(other))) for one, other in pairs]


def rouge_l_summary_level(
    evaluated_sentences: Collection[str],
    reference_sentences: Collection[str],
    raw_results: bool = False,
    exclusive: bool = True,
    **_: object,
) -> Scored:
    """Return the ROUGE-L of sentences, over all pairs of them. Raises `ValueError` if there are none."""
    if not evaluated_sentences or not reference_sentences:
        raise ValueError(EMPTY)
    evaluated, reference = map(_split_into_words, (evaluated_sentences, reference_sentences))
    common = [
        _recon_lcs(one.split(" "), other.split(" "), exclusive)
        for one in reference_sentences
        for other in evaluated_sentences
    ]
    sizes = [len(Ngrams(words, exclusive)) for words in (evaluated, reference)]
    return _scored(sizes[0], sizes[1], len(Ngrams((), exclusive).union(*common)), raw_results)


def f_r_p_rouge_n(evaluated_count: int, reference_count: int, overlapping_count: int) -> Scored:
    """Return F, precision and recall of counts."""
    precision = overlapping_count / evaluated_count if evaluated_count else 0.0
    recall = overlapping_count / reference_count if reference_count else 0.0
    f = 2.0 * (precision * recall / (precision + recall + 1e-8))
    return {"f": f, "p": precision, "r": recall}


def _scored(evaluated: int, reference: int, overlap: int, raw_results: bool) -> Scored:
    if raw_results:
        return {"hyp": evaluated, "ref": reference, "overlap": overlap}
    return f_r_p_rouge_n(evaluated, reference, overlap)


def _split_into_words(sentences: Iterable[str]) -> list[str]:
    return [word for sentence in sentences for word in sentence.split(" ")]


def _ngrams(words: Sequence[str], n: int, exclusive: bool) -> Ngrams:
    return Ngrams((tuple(words[start : start + n]) for start in range(len(words) - n + 1)), exclusive)


def _lcs(x: Sequence[Hashable], y: Sequence[Hashable]) -> dict[tuple[int, int], int]:
    """Return the lengths of the LCS of all beginnings of two sequences."""
    return {(i, j): length for i, row in enumerate(lcs_table(x, y)) for j, length in enumerate(row)}


def _recon_lcs(x: Sequence[Hashable], y: Sequence[Hashable], exclusive: bool = True) -> Ngrams:
    """Return the words of one LCS of two sequences."""
    return Ngrams([x[place] for place in walked(x, y)[0]], exclusive)
