"""The places of tokens in the sentence that they were made of, which folding has changed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from .characters import clusters as clusters_of
from .folding import folding, with_tones_first


def places(
    sentence: bytes, tokens: Iterable[bytes], spelling: tuple[str, ...] = ()
) -> Iterator[tuple[int, int]]:
    """Yield the start and the end, in bytes, of each of the tokens of a sentence, which are in its order.

    A token stands where the folded text has it, from the beginning of a character to the end of one. A
    token that the text does not have, as a tokenizer made it up, has the empty place behind the one before.
    """
    fold = folding(spelling)
    text = sentence.decode("utf-8", "surrogateescape")
    clusters = clusters_of(text)
    ends = list(accumulate(len(cluster.encode("utf-8", "surrogateescape")) for cluster in clusters))
    folded_clusters = [fold(_readable(cluster)) for cluster in clusters]
    folded_ends = list(accumulate(map(len, folded_clusters)))
    folded_text = "".join(folded_clusters)
    if "tones" in spelling:  # Tones pass from one character to another.
        folded_text = with_tones_first(folded_text)
    position = end = 0
    for token in tokens:
        wanted = fold(token.decode("utf-8", "replace"))
        start = folded_text.find(wanted, position)
        if start < 0:
            yield end, end
            continue
        position = start + len(wanted)
        first, last = bisect_right(folded_ends, start), bisect_right(folded_ends, position - 1)
        end = ends[last]
        yield (ends[first - 1] if first else 0), end


def _readable(cluster: str) -> str:
    """Return a character with U+FFFD for bytes that are not UTF-8, as tokenizers see them."""
    return (
        cluster if cluster.isascii() else cluster.encode("utf-8", "surrogateescape").decode(errors="replace")
    )
