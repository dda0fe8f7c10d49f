"""Texts in other scripts with tokens of Unicode, by score_batch in one thread and as whole processes.

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
from rouge_cli.scoring.engine import counter_of

from .corpus import chinese_like, hindi_like, in_ascii, write_lines
from .programs import COMMAND, Cost, Program, both, heading, in_turn, row, times

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

    def process(self, files: list[Path]) -> Cost:
        """Return the cost of a whole process."""
        tokenizer = ["--tokenizer", self.tokenizer] if self.tokenizer else []
        peers, models = files
        words = [COMMAND, "-n", "2", *tokenizer, "--lines", f"peers={peers}", models]
        # Programs in turn must print the same report, but cases print different ones.
        return in_turn([Program(self.title, words)], [], 1)[0]


_CASES = (
    _Case("English"),
    _Case("the same in ASCII", in_ascii),
    _Case("English", None, "unicode"),
    _Case("Hindi-like", hindi_like, "unicode"),
    _Case("Chinese-like", chinese_like, "unicode"),
)


def print_languages(runs: int | None) -> None:
    """Print a row for each script; `runs` overrides the usual number of runs."""
    heading(
        f"{_PAIRS:,} pairs of {_WORDS} words, ROUGE-1, 2 and L",
        *("tokenizer", "`score_batch`", "ratio", "`--lines`", "ratio"),
    )
    with tempfile.TemporaryDirectory() as directory:
        cases = [(case, case.files(Path(directory))) for case in _CASES]
        rounds = range(runs or _RUNS)
        batches = [
            *map(median, zip(*([case.batch(files) for case, files in cases] for _ in rounds), strict=True))
        ]
        costs = zip(*([case.process(files) for case, files in cases] for _ in rounds), strict=True)
        processes = [Cost(*map(median, zip(*of_case, strict=True))) for of_case in costs]
    for case, batch, process in zip(_CASES, batches, processes, strict=True):
        of_batch = (f"{batch:.3f} s", times(batch, batches[0]))
        of_process = (both(process), times(process.seconds, processes[0].seconds))
        row(case.title, case.tokenizer or "", *of_batch, *of_process)
