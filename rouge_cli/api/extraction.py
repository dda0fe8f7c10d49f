"""`fragments` and `novelty`: what a summary copies from its source, and what is new in it, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import kernel
from ..errors import OptionError, figure, several
from ..kernel.python.copying import Fragment, count_grams, tokens_of
from ..options import GRAM_COUNTS, MOST_NGRAMS, TYPES


@dataclass(frozen=True, slots=True)
class Fragments:
    """The extractive fragments of a summary, as Newsroom finds them (Grusky, Naaman and Artzi 2018).

    They and their figures are no ROUGE: the source stands in for the models.
    """

    matches: tuple[Fragment, ...]
    """In the order of the summary: their places in summary and source, and their lengths, in tokens."""
    summary_length: int
    """The tokens of the summary."""
    source_length: int
    """The tokens of the source."""

    @property
    def coverage(self) -> float:
        """The share of the summary's tokens that are in a fragment, from 0 to 1; 0 for an empty summary."""
        return self._by_summary(sum(match.length for match in self.matches))

    @property
    def density(self) -> float:
        """The mean length of the fragment that a token of the summary is in; 0 for an empty summary."""
        return self._by_summary(sum(match.length**2 for match in self.matches))

    @property
    def compression(self) -> float:
        """The number of tokens of the source for each token of the summary; 0 for an empty summary."""
        return self._by_summary(self.source_length)

    def _by_summary(self, number: int) -> float:
        return number / self.summary_length if self.summary_length else 0

    def __repr__(self) -> str:
        return (
            f"<Fragments: {several(len(self.matches), 'match', 'matches')}; coverage {figure(self.coverage)},"
            f" density {figure(self.density)}, compression {figure(self.compression)}>"
        )


def fragments(summary: str | Sequence[str], source: str | Sequence[str], case: bool = False) -> Fragments:
    """Return the fragments that a summary copies from its source.

    Texts are strings, whose tokens stand between blanks, or lists of tokens. Tokens are compared in lower
    case or, with `case`, as written. The matches and figures are those of Newsroom's `Fragments`, to the last
    bit. Raises `TypeError` for anything else than such texts.
    """
    found, *lengths = kernel.fragments(summary, source, case)
    return Fragments(tuple(found), *lengths)


def novelty(
    summary: str | Sequence[str],
    source: str | Sequence[str],
    n: int = 3,
    case: bool = False,
    count: str = TYPES,
) -> dict[str, float]:
    """Return the shares of a summary's n-grams that its source lacks, and that the summary repeats.

    The keys are `novel-1`, `repeated-1` and so on up to `n`, without those of n-grams that the summary is too
    short for. An n-gram is novel if the source does not have it, and repeated if the summary has it more than
    once. Distinct n-grams are counted, as SummEval does; with `count="tokens"` all of them are, and with
    `count="presumm"` distinct ones without the last of each text. Texts and `case` are as in `fragments`.

    Raises `TypeError` for anything else than texts, and `OptionError` for an `n` that is no whole number from
    1 on and for another `count`.
    """
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST_NGRAMS:
        raise OptionError(f"`n` must be a whole number from 1 to {MOST_NGRAMS}, not {n!r}")
    if count not in GRAM_COUNTS:
        raise OptionError(f"`count` must be one of {', '.join(GRAM_COUNTS)}, not {count!r}")
    texts = tokens_of("summary", summary, case), tokens_of("source", source, case)
    shares: dict[str, float] = {}
    for size in range(1, min(n, len(texts[0])) + 1):
        if (counts := count_grams(*texts, size, count)).all:
            shares[f"novel-{size}"] = counts.novel / counts.all
            shares[f"repeated-{size}"] = counts.repeated / counts.all
    return shares
