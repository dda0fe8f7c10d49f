"""The programs that are timed in turn: ours, the original, bare C++, and other packages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from rouge_cli import Options
from rouge_cli.scoring.profile import Profile
from tests.oracle import original
from tests.support.commands import ROOT

_BENCH = ROOT / "bench"
_HERE = Path(__file__).parent


class Program(NamedTuple):
    """A command with its environment variables."""

    name: str
    command: Sequence[str | Path]
    variables: Mapping[str, str] = MappingProxyType({})

    def with_arguments(self, *arguments: str | Path) -> Program:
        """Return the program with further arguments."""
        return self._replace(command=[*self.command, *arguments])

    def run(self) -> tuple[str, dict[str, float]]:
        """Return the output, and the seconds and the peak memory in bytes; exit if the program fails."""
        # Settings of the user who runs the benchmark must not change what it measures.
        others = {name: value for name, value in os.environ.items() if "_EVAL_" not in name}
        with tempfile.NamedTemporaryFile() as report:
            done = subprocess.run(
                # At its start Python loads as little as it can, which saves memory.
                [sys.executable, "-I", "-S", _HERE / "stopwatch.py", report.name, *self.command],
                env={**others, **self.variables},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
            )
            if done.returncode:
                sys.exit(f"{' '.join(map(str, self.command))}: status {done.returncode}\n{done.stderr}")
            return done.stdout, dict(
                zip(("seconds", "memory"), map(float, report.read().split()), strict=True)
            )


COMMAND = Path(sys.executable).with_name("rouge-eval")
"""The installed command, as users run it."""
ROUGE_EVAL = Program("rouge-eval", [COMMAND])
PYTHON_KERNEL = Program("rouge-eval, Python kernel", [COMMAND], {"ROUGE_EVAL_KERNEL": "python"})
ORIGINAL = Program("original", ["perl", original.SCRIPT, "-e", original.DATA])

_ONE_THREAD = dict.fromkeys(("RAYON_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
# Other packages are installed in environments of their own.
PACKAGES = {"rouge-score-rs": "rouge-score-rs[aggregate]==0.2.1", "rouge-score": "rouge-score==0.1.2"}


def scorer(package: str, *arguments: str | Path) -> Program:
    """Return the script that does a job with a package, which is installed first; one thread runs."""
    python = Path(sys.executable)
    if package in PACKAGES:
        python = _BENCH / package / "bin" / "python"
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", _BENCH / package], check=True)
        pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        subprocess.run([python, *pip, PACKAGES[package]], check=True)
    return Program(package, [python, _HERE / "scorers.py", package, *arguments], _ONE_THREAD)


def limit(job: str, peers: Path, models: Path) -> Program:
    """Return the bare C++ program that does a job, `pair` or `batch`, compiled into `bench`."""
    _BENCH.mkdir(exist_ok=True)
    program = _BENCH / f"limit.{os.getpid()}"  # Processes of tests make it at the same time.
    # Its doubles must be rounded like those of rouge-eval.
    flags = ("-std=c++17", "-O3", "-ffp-contract=off")
    subprocess.run([os.environ.get("CXX", "c++"), *flags, "-o", program, _HERE / "limit.cpp"], check=True)
    program = program.replace(_BENCH / "limit")
    vocabulary = Profile(Options(stem=True)).vocabulary()
    words = set(re.findall(b"[a-z0-9]+", peers.read_bytes().lower() + models.read_bytes().lower()))
    # ROUGE-1.5.5 quirk: words of up to three letters keep their form.
    stems = [(word, vocabulary.stem(word) if len(word) > 3 else word) for word in sorted(words)]
    path = peers.with_name("stems")
    path.write_bytes(b"".join(b"%s %s\n" % pair for pair in stems))
    return Program("limit (C++)", [program, job, path, peers, models, "5"])


_LONG = 20
"""The seconds of a run that is the only one of its program."""


def in_turn(programs: Sequence[Program], runs: int, *, alike: bool = True) -> list[dict[str, float]]:
    """Return the medians of the figures of each program: its costs, and the figures that it prints.

    Programs that are `alike` must print the same; others print a line for each figure, `NAME FIGURE`. A long
    run is the only one of its program.
    """
    figures = [defaultdict[str, list[float]](list) for _ in programs]
    outputs: set[str] = set()
    for _ in range(runs):
        for program, of_program in zip(programs, figures, strict=True):
            if max(of_program["seconds"], default=0) > _LONG:
                continue
            output, costs = program.run()
            outputs.add(output)
            if alike and len(outputs) > 1:
                sys.exit(f"{program.name} prints something else than {programs[0].name}")
            lines = [] if alike else [line.rpartition(" ") for line in output.splitlines()]
            for name, figure in [*costs.items(), *((name, float(figure)) for name, _, figure in lines)]:
                of_program[name].append(figure)
    return [{name: median(values) for name, values in of_program.items()} for of_program in figures]
