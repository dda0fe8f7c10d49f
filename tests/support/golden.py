"""The stored outputs: `python -m tests.support.golden` writes those of the original anew, `--own` ours."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.oracle import original
from tests.support.commands import PROGRAMS, ROOT, Output

GOLDEN = ROOT / "golden_outputs"
OWN = GOLDEN / "own"
UNNAMED = {"broken.xml"}
"""Files beside our stored outputs that their commands read."""


class Golden(NamedTuple):
    """A stored output, and the command that prints it, run in `ROOT`."""

    name: str
    arguments: list[str]
    program: str = "rouge-eval"
    folder: Path = GOLDEN

    @property
    def stored(self) -> bytes:
        """The stored bytes: printed by the original, or by our command when somebody last reviewed them."""
        return self.folder.joinpath(self.name).read_bytes()

    def run(self) -> Output:
        """Run our command; keep the content of a page without its style sheet and its script."""
        output = PROGRAMS[self.program](self.arguments)
        if not self.name.endswith(".html"):
            return output
        content = output.stdout.partition(b"<header>")[2].partition(b"<script>")[0]
        return output._replace(stdout=b"<header>" + content)


def read_manifest() -> list[Golden]:
    """Return the stored reports of the original, in the order of the manifest."""
    return [Golden(name, words) for name, words in _rows("manifest.tsv")]


def read_own() -> list[Golden]:
    """Return the stored outputs of ours, in the order of their manifest."""
    return [Golden(name, words, program, OWN) for name, (program, *words) in _rows("own.tsv")]


def _rows(manifest: str) -> list[tuple[str, list[str]]]:
    lines = (GOLDEN / manifest).read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(name, shlex.split(words)) for name, words in pairs]


def _write(manifest: Sequence[Golden], outputs: Sequence[Output], folder: Path) -> int:
    """Write all outputs if each could be made, and remove all others; return the exit status."""
    for golden, output in zip(manifest, outputs, strict=True):
        if not output.stdout or (output.status and folder == GOLDEN):
            raise ValueError(f"{golden.name}: the command ended with {output.status}: {output.stderr!r}")
    for golden, output in zip(manifest, outputs, strict=True):
        folder.joinpath(golden.name).write_bytes(output.stdout)
    for path in folder.glob("*.out" if folder == GOLDEN else "*"):
        if path.name not in UNNAMED.union(golden.name for golden in manifest):
            path.unlink()
    print(f"{len(manifest)} outputs are in {folder}; look the changes over before you keep them")
    return 0


def main(arguments: Sequence[str]) -> int:
    """Regenerate the outputs of the original or, with `--own`, ours; return the exit status."""
    if list(arguments) == ["--own"]:
        own = read_own()
        return _write(own, [golden.run() for golden in own], OWN)
    if reason := original.unavailable():
        print(reason, file=sys.stderr)
        return 1
    manifest = read_manifest()
    with ThreadPoolExecutor() as pool:
        outputs = pool.map(lambda golden: original.run(golden.arguments, ROOT), manifest)
    return _write(manifest, list(outputs), GOLDEN)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
