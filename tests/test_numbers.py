"""Numbers at the ends of what 64 bits and doubles hold, as the original prints them.

The original counts in whole numbers as far as they fit 64 bits, and in doubles beyond.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from .oracle import original
from .support.commands import Output, rouge_eval
from .support.files import write
from .support.needs import needs

pytestmark = pytest.mark.usefixtures("kernel")


def _words(count: int) -> str:
    """Return a line of so many different words; shorter lines are beginnings of longer ones."""
    return " ".join(f"w{place}" for place in range(count)) + "\n"


def _output(
    run: Callable[[list[str], Path], Output], folder: Path, flags: str, *texts: str, models: int = 1
) -> Output:
    """Run a command over peers, each an evaluation, and in the end the model of all, so many times."""
    *peers, model = texts
    files = {f"p{number}": peer for number, peer in enumerate(peers)}
    write(folder, {**files, "m": model, "list": "".join(f"{name}{' m' * models}\n" for name in files)})
    return run([*f"-x -r 3 -t 1 {flags} -z SPL list".split()], folder)


def _runner(by: str) -> Callable[[list[str], Path], Output]:
    return rouge_eval if by == "here" else original.run


_by = pytest.mark.parametrize(
    "by", ["here", pytest.param("the original", marks=[pytest.mark.slow, needs("original")])]
)


@_by
@pytest.mark.parametrize(
    ("flags", "texts", "expected"),
    [
        ("-w 8 -d", (_words(128), _words(2)), "1.X R:1.84467440737096e+19 P:7.20575940379279e+16 F:256"),
        # 2 ** 53 is the first whole double that is not printed in full.
        ("-w 52 -d", (_words(2), _words(1)), "1.X R:1 P:4503599627370496 F:1"),
        ("-w 53 -d", (_words(2), _words(1)), "1.X R:1 P:9.00719925474099e+15 F:1"),
        # Under -t 2 the limit is 2 ** 64.
        ("-w 63 -t 2", (_words(2), _words(1)), "M_count: 1 P_count: 9223372036854775808 H_count: 1"),
        ("-w 64 -t 2", (_words(2), _words(1)), "M_count: 1 P_count: 1.84467440737096e+19 H_count: 1"),
        # Whole numbers and doubles among the counts of a measure, beside a measure with small ones.
        (
            "-n 1 -w 8 -d",
            (_words(255), _words(128), _words(255)),
            """
            X ROUGE-1 Average_P: 1.00000 (95%-conf.int. 1.00000 - 1.00000)
            X ROUGE-1 Average_F: 0.90519 (95%-conf.int. 0.85778 - 0.98933)
            X ROUGE-W-8 Average_P: 1.00000 (95%-conf.int. 1.00000 - 1.00000)
            2.X R:1.04369006111387e+154 P:7.20575940379279e+16 F:7.20575940379279e+16
            """,
        ),
        # Where no double holds the weight of a run, the walk through the table depends on infinity.
        ("-w 1e308 -d", ("2 2 1 1 2 2 2\n", "1 1 2 2 1 2 1 2 2 1 1 2 1 1 2 1\n"), "1.X R:Inf P:Inf F:4"),
        # Infinity by infinity is no number, and F is 0 where its denominator is not above 0.
        (
            "-w 1e308 -t 0 -d",
            ("a b c\n", "a b c\n"),
            "X ROUGE-W-1e308 Eval 1.X R:    NaN P:    NaN F:0.00000",
        ),
    ],
)
def test_counts(by: str, flags: str, texts: Sequence[str], expected: str, tmp_path: Path) -> None:
    output = _output(_runner(by), tmp_path, flags, *texts)
    lines = output.stdout.decode().splitlines()
    for wanted in expected.strip().splitlines():
        assert any(line.endswith(wanted.strip()) for line in lines), (wanted, lines)


@_by
@pytest.mark.parametrize(
    ("words", "models", "count"), [(4, 11, "58.0583480740074"), (18, 9, "288.781598190492")]
)
def test_the_counts_of_a_peer_are_added_up_over_the_models(
    by: str, words: int, models: int, count: str, tmp_path: Path
) -> None:
    """Multiplied by the number of models they would differ in the last digit."""
    output = _output(_runner(by), tmp_path, "-w 1.2 -d", _words(words), _words(1), models=models)
    assert f"1.X R:{models} P:{count} F:{models}\n" in output.stdout.decode()
