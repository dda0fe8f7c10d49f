"""Random texts: words that stemmers treat apart, separators of every kind, sentences and lines."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

_WORDS = """
the a an of to in on is was his it they say says day days dies died dying lying tying news skies sky spied
flies fly enjoy enjoying inning innings outing cannings howe proceed exceed succeed geology additionally
hopefulli usefulli alli ties aged owed axes oed ied ies agreed feed bled plastered motoring sing conflated
troubled sized hopping tanned falling hissing fizzed failing filing happy relational conditional rational
valenci digitizer conformabli radicalli differentli vileli analogousli vietnamization predication operator
feudalism decisiveness hopefulness callousness formaliti sensitiviti sensibiliti triplicate formative
electrical revival allowance inference airliner gyroscopic adjustable defensible irritant replacement
adjustment dependent adoption homologou communism activate angulariti bowdlerize probate rate cease controll
roll generously happily argument arguments run running runner runners runs ran 1980s 2000th 3 14 3.14 1,000
50% a1b2 foo_bar __x__ x y yy yyy yyyed bying Mr. Dr. U.S. e.g. p.m. Inc. J. state-of-the-art well-known
don't can’t it's “Go.” «no» New York sky-high Straße STRASSE naïve Café É İstanbul İ K oﬃce ſo x² ½ １Ａ
今日は 2020年 привет مرحبا สวัสดี a\u0301 A\u0308 e\u200bf z\u00adw 😀 <n> &amp; ...
""".split()  # noqa: SIM905
_PLAIN = _WORDS[:60]
_JOINTS = (
    *[" "] * 30, *["\n"] * 4, "  ", "\t", "\r\n", "\r", "\x0b", "\x0c", "\u2028", "\x85", "\xa0",
    "\0", "-", "_", "'", "\n\n", "\n \n",
)  # fmt: skip
_ENDS = (*[""] * 8, ".", ". ", ".\n", "! ", "? ", "...", ".” ", ".)", ",", ";", ":")
SURROGATES = ("\ud800", "\udfff", "a\udc80b")
"""Words that UTF-8 cannot encode."""


class Texts:
    """A maker of texts that share some of their words."""

    def __init__(self, seed: int, *, surrogates: bool = False) -> None:
        """Start with a seed; `surrogates` adds words that UTF-8 cannot encode."""
        self.random = Random(seed)
        self._words = [*_WORDS, *(SURROGATES if surrogates else ())]

    def text(self, words: list[str] | None = None) -> str:
        """Return a text of any length, of these words or of all words."""
        random = self.random
        known = words or (self._words if random.random() < 0.5 else _PLAIN)
        most = random.choice((0, 1, 3, 8, 20, 60))
        return "".join(
            self._spelt(random.choice(known)) + random.choice(_ENDS) + random.choice(_JOINTS)
            for _ in range(random.randint(0, most))
        )

    def several(self, count: int) -> list[str]:
        """Return texts that share words."""
        words = self.random.sample(self._words, self.random.choice((2, 5, 15, 40)))
        return [self.text(words if self.random.random() < 0.8 else None) for _ in range(count)]

    def pairs(self, count: int) -> Iterator[tuple[str, str]]:
        """Yield so many references with a candidate."""
        for _ in range(count):
            reference, candidate = self.several(2)
            yield reference, candidate

    def lists(self, count: int) -> Iterator[tuple[list[str], str]]:
        """Yield so many lists of references with a candidate."""
        for _ in range(count):
            *references, candidate = self.several(1 + self.random.randint(1, 4))
            yield references, candidate

    def _spelt(self, word: str) -> str:
        return self.random.choice((word, word, word, word.upper(), word.capitalize()))
