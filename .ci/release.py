"""Check a release, and name its repository in the metadata: `python .ci/release.py TAG REPOSITORY`."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(tag: str, repository: str, folder: str | Path = ROOT) -> int:
    """Return 1, with a line for each place that does not say this version; otherwise write the repository."""
    root = Path(folder)
    version = tag.removeprefix("v")
    faults = [
        f"{name} does not say {wanted}"
        for name, wanted in (
            ("rouge_cli/__init__.py", f'__version__ = "{version}"'),
            ("CITATION.cff", f"version: {version}"),
            ("CHANGELOG.md", f"## {version} ("),
        )
        if f"\n{wanted}" not in (root / name).read_text(encoding="utf-8")
    ]
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 1
    urls = {
        "Homepage": repository,
        "Source": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
    }
    _insert(
        root / "pyproject.toml",
        "[project.urls]\n",
        "".join(f'{key} = "{url}"\n' for key, url in urls.items()),
    )
    _insert(root / "CITATION.cff", "license: MIT\n", f'repository-code: "{repository}"\n')
    return 0


def _insert(path: Path, after: str, lines: str) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(after, after + lines, 1), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
