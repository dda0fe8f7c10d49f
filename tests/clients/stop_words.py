"""Stop words for NLTK, made of the lists that the package stopwordsiso carries.

It runs in an environment that has the package: `python -m tests.clients.stop_words FOLDER`. The lists are not
NLTK's own, whose host not every machine reaches; but all that run in the environment have the same.
"""

from __future__ import annotations

import sys
from pathlib import Path

_LANGUAGES = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
}


def write(folder: Path) -> None:
    """Write a file of words for each language."""
    from stopwordsiso import stopwords

    folder.mkdir(parents=True, exist_ok=True)
    for code, language in _LANGUAGES.items():
        words = "\n".join(sorted(stopwords(code)))
        (folder / language).write_text(words, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(Path(sys.argv[1], "corpora", "stopwords"))
