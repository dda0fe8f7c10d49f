"""Characters as readers count them: the grapheme clusters of UAX #29, in the library `regex`."""

from unicodedata import unidata_version

import regex

from .folding import folded
from .tokenizers import TokenRule

clusters = regex.compile(r"\X").findall
_has_letter_or_number = regex.compile(r"[\p{L}\p{N}]").search


def tokens(text: str) -> list[str]:
    """Return the clusters that have a letter or a number, normalised and folded; blanks part clusters."""
    return [
        cluster
        for part in folded(text).split()
        for cluster in clusters(part)
        if cluster.isalnum() or _has_letter_or_number(cluster)
    ]


def rule(language: str | None = None) -> TokenRule:
    """Return the rule, which is the same for every language."""
    versions = f"regex-{regex.__version__},unicodedata-{unidata_version}"
    return TokenRule(f"character({versions})", tokens, "ideographs", plain_ascii=False)
