"""The stored outputs: `python -m tests.support.golden` writes those of the original anew, `--own` ours."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.oracle import original
from tests.support.commands import ROOT, Output, rouge_eval, rouge_tools

GOLDEN = ROOT / "golden_outputs"
OWN = GOLDEN / "own"
_COMMANDS = {"rouge-eval": rouge_eval, "rouge-tools": rouge_tools}


class Golden(NamedTuple):
    """A stored report of the original and the arguments of the command that prints it, run in `ROOT`."""

    name: str
    arguments: list[str]

    @property
    def stored(self) -> bytes:
        """What the original printed."""
        return GOLDEN.joinpath(self.name).read_bytes()


class Own(NamedTuple):
    """A stored output of ours and the command that prints it, run in `ROOT`."""

    name: str
    command: list[str]

    @property
    def stored(self) -> bytes:
        """What the command printed when it was last looked over."""
        return OWN.joinpath(self.name).read_bytes()

    def run(self) -> Output:
        """Run the command. Of a page its content is kept, without style sheet and script."""
        program, *arguments = self.command
        output = _COMMANDS[program](arguments)
        if not self.name.endswith(".html"):
            return output
        content = output.stdout.partition(b"<header>")[2].partition(b"<script>")[0]
        return output._replace(stdout=b"<header>" + content)


def read_manifest() -> list[Golden]:
    """Return the stored reports of the original, in the order of the manifest."""
    return [Golden(name, words) for name, words in _rows(GOLDEN / "manifest.tsv")]


def read_own() -> list[Own]:
    """Return the stored outputs of ours, in the order of their manifest."""
    return [Own(name, words) for name, words in _rows(GOLDEN / "own.tsv")]


def _rows(manifest: Path) -> list[tuple[str, list[str]]]:
    lines = manifest.read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(name, shlex.split(words)) for name, words in pairs]


def regenerate() -> int:
    """Write each report from the original, and remove those that no manifest names; count them."""
    manifest = read_manifest()
    with ThreadPoolExecutor() as pool:
        outputs = list(pool.map(lambda golden: original.run(golden.arguments, ROOT), manifest))
    for golden, output in zip(manifest, outputs, strict=True):
        if output.status:
            raise ValueError(
                f"{golden.name}: the original ended with status {output.status}: {output.stderr!r}"
            )
    for golden, output in zip(manifest, outputs, strict=True):
        GOLDEN.joinpath(golden.name).write_bytes(output.stdout)
    _remove(GOLDEN.glob("*.out"), {golden.name for golden in manifest})
    return len(manifest)


def regenerate_own() -> int:
    """Write each output of ours, and remove those that their manifest does not name; count them."""
    manifest = read_own()
    for own in manifest:
        output = own.run()
        if not output.stdout:
            raise ValueError(f"{own.name}: the command ended with status {output.status}: {output.stderr!r}")
        OWN.joinpath(own.name).write_bytes(output.stdout)
    _remove(OWN.iterdir(), {own.name for own in manifest} | {"broken.xml"})
    return len(manifest)


def _remove(paths: Iterable[Path], named: set[str]) -> None:
    for path in list(paths):
        if path.name not in named:
            path.unlink()


def main(arguments: Sequence[str]) -> int:
    """Regenerate the outputs of the original or, with `--own`, ours; return the exit status."""
    if list(arguments) == ["--own"]:
        print(f"{regenerate_own()} outputs are in {OWN}; look the changes over before you keep them")
        return 0
    reason = original.unavailable()
    if reason:
        print(reason, file=sys.stderr)
        return 1
    print(f"{regenerate()} reports of the original are in {GOLDEN}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
