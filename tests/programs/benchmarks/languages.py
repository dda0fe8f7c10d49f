"""Texts in other scripts with tokens of Unicode, by score_batch in one thread and as whole processes.

The default run on English pairs is what all are compared with: other texts are made of the same pairs, and
have as many words.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from rouge_cli import Options, Scorer
from rouge_cli.scoring.counting import counter_of

from .corpus import chinese_like, hindi_like, in_ascii, write_lines
from .programs import COMMAND, Cost, Program, both, heading, in_turn, row, times

_PAIRS, _WORDS, _RUNS = 11_490, 55, 7
_SEPARATOR = "<q>"


class _Case(NamedTuple):
    title: str
    spell: Callable[[str, str], str] | None = None
    tokenizer: str | None = None


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
        files = [_files(case, Path(directory)) for case in _CASES]
        batches = _seconds(files, runs or _RUNS)
        programs = []
        for case, (peers, models) in zip(_CASES, files, strict=True):
            tokenizer = ["--tokenizer", case.tokenizer] if case.tokenizer else []
            words = [COMMAND, "-n", "2", *tokenizer, "--lines", f"peers={peers}", models]
            programs.append(Program(case.title, words))
        # They print different reports, so that each is a contest of its own.
        rounds = [[in_turn([program], [], 1)[0] for program in programs] for _ in range(runs or _RUNS)]
        processes = [Cost(*map(median, zip(*costs, strict=True))) for costs in zip(*rounds, strict=True)]
    for case, batch, process in zip(_CASES, batches, processes, strict=True):
        of_batch = (f"{batch.seconds:.3f} s", times(batch, batches[0]))
        row(case.title, case.tokenizer or "", *of_batch, both(process), times(process, processes[0]))


def _files(case: _Case, directory: Path) -> tuple[Path, Path]:
    """Return the files of the peers and of the models, in a folder for the script."""
    folder = directory / case.title
    if not folder.exists():
        folder.mkdir()
        for path in write_lines(folder, _PAIRS, _WORDS):
            lines = path.read_text(encoding="utf-8").splitlines()
            if case.spell:
                spelt = (case.spell(line, _SEPARATOR) for line in lines)
                path.write_text("".join(f"{line}\n" for line in spelt), encoding="utf-8", newline="\n")
    return folder / "peers.txt", folder / "models.txt"


def _seconds(files: Sequence[tuple[Path, Path]], runs: int) -> list[Cost]:
    """Return the median seconds of a batch in each case, whose runs take turns."""
    texts = [
        [[line.replace(_SEPARATOR, "\n") for line in path.read_text("utf-8").splitlines()] for path in paths]
        for paths in files
    ]
    seconds: list[list[float]] = [[] for _ in _CASES]
    for _ in range(runs):
        for case, (peers, models), of_case in zip(_CASES, texts, seconds, strict=True):
            counter_of.cache_clear()  # Each run begins without words that are known.
            scorer = Scorer(Options(max_ngram=2, tokenizer=case.tokenizer))
            start = perf_counter()
            scorer.score_batch(peers, models)
            of_case.append(perf_counter() - start)
    return [Cost(median(of_case), 0) for of_case in seconds]
