"""The stored reports of the original: `python -m tests.support.golden` writes them anew."""

from __future__ import annotations

import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tests.oracle import original
from tests.support.commands import ROOT

GOLDEN = ROOT / "golden_outputs"
MANIFEST = GOLDEN / "manifest.tsv"


class Golden(NamedTuple):
    """A file in `golden_outputs` and the arguments of the command that prints it, run in `ROOT`."""

    name: str
    arguments: list[str]

    @property
    def stored(self) -> bytes:
        """What the original printed."""
        return GOLDEN.joinpath(self.name).read_bytes()


def read_manifest() -> list[Golden]:
    """The stored reports, in the order of the manifest."""
    lines = MANIFEST.read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [Golden(name, shlex.split(arguments)) for name, arguments in pairs]


def regenerate() -> int:
    """Writes each report from the original, removes those that the manifest does not name; counts them."""
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
    named = {golden.name for golden in manifest}
    for path in GOLDEN.glob("*.out"):
        if path.name not in named:
            path.unlink()
    return len(manifest)


def main() -> int:
    """Regenerates the reports; returns the exit status."""
    reason = original.unavailable()
    if reason:
        print(reason, file=sys.stderr)
        return 1
    print(f"{regenerate()} reports of the original are in {GOLDEN}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
