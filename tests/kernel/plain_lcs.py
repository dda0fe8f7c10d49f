"""The LCS of ROUGE-L and ROUGE-W in the plainest way: tables in full, as Lin (2004) and the original have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rouge_cli.kernel.document import Document


def weighted_hits(model: Document, peer: Document, weights: Sequence[float]) -> float:
    """ROUGE-W's hits: the weights of the runs of marks that score, once their last mark scores."""
    hits = 0.0
    for marks, scores in _marks(model, peer, weights):
        run = 0
        for mark, score in zip(marks, scores, strict=True):
            run += score
            if score and mark + 1 not in marks:
                hits += weights[run]
                run = 0
    return hits


def hits(model: Document, peer: Document) -> int:
    """ROUGE-L's hits: every mark that scores."""
    weights = range(len(model.words) + 1)
    return sum(sum(scores) for _, scores in _marks(model, peer, weights))


def _marks(
    model: Document, peer: Document, weights: Sequence[float]
) -> Iterator[tuple[list[int], list[bool]]]:
    """For each model sentence, the marks by any peer sentence, and which of them score."""
    left = Counter(model.tokens) & Counter(peer.tokens)
    for sentence in model.sentences():
        marks = sorted({mark for other in peer.sentences() for mark in marked(sentence, other, weights)})
        scores = []
        for mark in marks:
            scores.append(left[sentence[mark]] > 0)
            left[sentence[mark]] -= 1
        yield marks, scores


def marked(model: Sequence[int], peer: Sequence[int], weights: Sequence[float]) -> list[int]:
    """Lin's weighted table in full; with the weights 0, 1, 2 … it is the plain one. Then the walk back."""
    rows, columns = len(model) + 1, len(peer) + 1
    c = [[0.0] * columns for _ in range(rows)]
    run = [[0] * columns for _ in range(rows)]
    choices = [[""] * columns for _ in range(rows)]
    for i in range(1, rows):
        for j in range(1, columns):
            if model[i - 1] == peer[j - 1]:
                k = run[i - 1][j - 1]
                c[i][j] = c[i - 1][j - 1] + weights[k + 1] - weights[k]
                run[i][j] = k + 1
                choices[i][j] = "match"
            elif c[i - 1][j] >= c[i][j - 1]:
                c[i][j], choices[i][j] = c[i - 1][j], "up"
            else:
                c[i][j], choices[i][j] = c[i][j - 1], "left"
    return _walk(choices)


def _walk(choices: Sequence[Sequence[str]]) -> list[int]:
    """From the last cell of a table to its edge; the model positions of the matches on the way."""
    positions = []
    i, j = len(choices) - 1, len(choices[0]) - 1
    while i and j:
        if choices[i][j] == "match":
            positions.append(i - 1)
            i, j = i - 1, j - 1
        elif choices[i][j] == "up":
            i -= 1
        else:
            j -= 1
    return positions
