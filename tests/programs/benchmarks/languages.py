"""Texts in other scripts with tokens of Unicode, by score_batch in one thread.

All rows are compared with the default run on English pairs. Other texts are made from these pairs and have
the same number of words.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from rouge_cli import Options, Scorer
from rouge_cli.scoring.counters import counter_of

from .corpus import chinese_like, hindi_like, in_ascii, write_lines
from .programs import heading, row, times

_PAIRS, _WORDS, _RUNS = 11_490, 55, 7
_SEPARATOR = "<q>"


class _Case(NamedTuple):
    """A script with its spelling and its tokenizer."""

    title: str
    spell: Callable[[str, str], str] | None = None
    tokenizer: str | None = None

    def files(self, directory: Path) -> list[Path]:
        """Write the files of the peers and of the models."""
        folder = directory / f"{self.title} {self.tokenizer}"
        folder.mkdir()
        paths = write_lines(folder, _PAIRS, _WORDS)
        for path in paths if self.spell else ():
            lines = path.read_text(encoding="utf-8").splitlines()
            spelt = (self.spell(line, _SEPARATOR) for line in lines) if self.spell else lines
            path.write_text("".join(f"{line}\n" for line in spelt), encoding="utf-8", newline="\n")
        return [*paths]

    def batch(self, files: list[Path]) -> float:
        """Return the seconds of a batch, for which no word is known before."""
        peers, models = (
            [line.replace(_SEPARATOR, "\n") for line in path.read_text("utf-8").splitlines()]
            for path in files
        )
        counter_of.cache_clear()
        scorer = Scorer(Options(max_ngram=2, tokenizer=self.tokenizer))
        start = perf_counter()
        scorer.score_batch(peers, models)
        return perf_counter() - start


_CASES = (
    _Case("English"),
    _Case("the same in ASCII", in_ascii),
    _Case("English", None, "unicode"),
    _Case("Hindi-like", hindi_like, "unicode"),
    _Case("Chinese-like", chinese_like, "unicode"),
)


def print_languages(runs: int | None) -> None:
    """Print a row for each script; `runs` overrides the usual number of runs."""
    heading(f"{_PAIRS:,} pairs of {_WORDS} words, ROUGE-1, 2 and L", "tokenizer", "`score_batch`", "ratio")
    with tempfile.TemporaryDirectory() as directory:
        cases = [(case, case.files(Path(directory))) for case in _CASES]
        rounds = [[case.batch(files) for case, files in cases] for _ in range(runs or _RUNS)]
    seconds = [*map(median, zip(*rounds, strict=True))]
    for case, one in zip(_CASES, seconds, strict=True):
        row(case.title, case.tokenizer or "", f"{one:.3f} s", times(one, seconds[0]))
