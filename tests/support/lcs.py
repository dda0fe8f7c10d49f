"""The tables of ROUGE-L and ROUGE-W in full, and the walk back through them."""

from __future__ import annotations

from collections.abc import Sequence


def marked(model: Sequence[int], peer: Sequence[int], weights: Sequence[float]) -> set[int]:
    """Return the places in a model sentence that its LCS with a peer sentence marks.

    The table is Lin's weighted one (2004, section 4), where a match after a run of k adds
    f(k+1) - f(k) and f(k) is `weights[k]`; with the weights 0, 1, 2 … it is the plain one.
    """
    c = [[0.0] * (len(peer) + 1) for _ in range(len(model) + 1)]
    runs = [[0] * (len(peer) + 1) for _ in range(len(model) + 1)]
    for i, token in enumerate(model, 1):
        for j, other in enumerate(peer, 1):
            if token == other:
                k = runs[i - 1][j - 1]
                c[i][j] = c[i - 1][j - 1] + weights[k + 1] - weights[k]
                runs[i][j] = k + 1
            else:
                c[i][j] = max(c[i - 1][j], c[i][j - 1])
    places = set()
    i, j = len(model), len(peer)
    while i and j:
        if model[i - 1] == peer[j - 1]:
            places.add(i - 1)
            i, j = i - 1, j - 1
        elif c[i - 1][j] >= c[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return places
