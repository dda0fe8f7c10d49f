"""One spelling for texts that differ only in case, width or composition."""

from unicodedata import normalize


def folded(text: str) -> str:
    """Return a text in NFKC with full case folding, in which equal words are equal strings.

    `Straße`, `STRASSE` and `ｓｔｒａｓｓｅ` are one word, and so are the normal forms C, D, KC and KD of any
    text: definition D147 of the Unicode Standard, but composed at the end.
    """
    if text.isascii():
        return text.lower()
    return normalize("NFKC", normalize("NFKC", text).casefold())
