"""Check that a release is the one that the metadata describe: `python .ci/release.py TAG REPOSITORY`."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(tag: str, repository: str) -> int:
    """Return 1, with a line for each fault, unless all places have this version and repository."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        source = tomllib.load(file)["project"]["urls"]["Source"]
    version = tag.removeprefix("v")
    faults = [
        f"{name} does not say {wanted}"
        for name, wanted in (
            ("rouge_cli/_version.py", f'__version__ = "{version}"'),
            ("CITATION.cff", f"version: {version}"),
            ("CITATION.cff", f'repository-code: "{repository}"'),
            ("CHANGELOG.md", f"## {version}"),
        )
        if not re.search(f"^{re.escape(wanted)}$", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
    ]
    if source != repository:
        faults.append(f"pyproject.toml names {source} as its source, but this is {repository}")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
