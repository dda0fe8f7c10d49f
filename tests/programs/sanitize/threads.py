"""Eight threads that score with one `Scorer` and one counter, and resample, for ThreadSanitizer to watch.

It sees the memory that the kernel's own code reads and writes, and what orders threads: the GIL and
other locks. Python itself is not compiled for it.
"""

from __future__ import annotations

import random
import sys
from array import array
from functools import partial
from typing import Any

from rouge_cli import Options, Scorer, kernel
from rouge_cli.kernel import compiled

from ...support.threads import in_threads

THREADS = 8


def _texts(seed: int, count: int) -> list[str]:
    source = random.Random(seed)
    return [
        "\n".join(
            " ".join(f"word{source.randrange(300)}ing" for _ in range(source.randrange(40)))
            for _ in range(source.randrange(4))
        )
        for _ in range(count)
    ]


def scorers(rounds: int) -> None:
    """Let all threads score batches, which the scorer itself shares among threads, and single pairs."""
    measures: dict[str, Any] = {"max_ngram": 3, "weight": 1.2, "skip_gap": 4, "skip_unigrams": True}
    options = Options(**measures, stem=True, remove_stop_words=True, resamples=50)
    scorer, alone = (Scorer(options, jobs=jobs) for jobs in (2, 1))
    peers, models = _texts(1, 1100), _texts(2, 1100)
    expected = alone.score_batch(peers, models)
    figures = [bytes(array("d", expected[name].f)) for name in expected[0]]

    def use(number: int) -> None:
        for _ in range(rounds):
            scores = scorer.score_batch(peers, models)
            assert [bytes(array("d", scores[name].f)) for name in scores[0]] == figures
            for place in range(number, 200, THREADS):
                assert scorer.score(peers[place], models[place]) == {
                    name: score._replace(evaluation="") for name, score in expected[place].items()
                }

    in_threads(partial(use, number) for number in range(THREADS))
    print(f"  {THREADS} threads share a scorer")


def resamples(rounds: int) -> None:
    """Let all threads draw from the same columns, in tasks that threads of their own share."""
    n = 3000
    columns = [array("d", [float(place * column % 97) for place in range(n)]) for column in range(1, 15)]
    expected = [bytes(sums) for sums in kernel.resample(columns, 120, 3.0)]  # type: ignore[arg-type]

    def use(number: int) -> None:
        for _ in range(rounds):
            sums = kernel.resample(columns, 120, 3.0, jobs=2)
            assert [bytes(one) for one in sums] == expected  # type: ignore[arg-type]
            samples = columns[number][:]
            assert compiled.sort_samples(samples) == sum(columns[number])

    in_threads(partial(use, number) for number in range(THREADS))
    print(f"  {THREADS} threads resample")


def main() -> None:
    sys.setswitchinterval(1e-4)
    scorers(2)
    resamples(6)


if __name__ == "__main__":
    main()
