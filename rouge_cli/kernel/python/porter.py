"""Porter's stemmer as ROUGE-1.5.5 changed it, built on that of NLTK, and NLTK's own."""

from __future__ import annotations

from nltk.stem.porter import PorterStemmer

_STEP_4 = tuple("al ance ence er ic able ible ant ement ou ism ate iti ous ive ize".split())  # noqa: SIM905


class RougePorterStemmer(PorterStemmer):  # type: ignore[misc]  # nltk is untyped
    """Martin Porter's own revision of his algorithm, with the two changes of ROUGE-1.5.5."""

    def __init__(self) -> None:
        super().__init__(mode=PorterStemmer.MARTIN_EXTENSIONS)

    def _ends_double_consonant(self, word: str) -> bool:
        """Return whether step 1b undoubles the end. ROUGE-1.5.5 quirk: a final `yy` stays double."""
        return not word.endswith("y") and bool(super()._ends_double_consonant(word))

    def _step4(self, word: str) -> str:
        """Return a word after step 4.

        ROUGE-1.5.5 quirk: there are three rounds, each on the result of the one before. Porter tries
        only the longest suffix: his `agreement` stays, as `agre` is too short. Here `ent` is tried,
        too, and leaves `agreem`.
        """
        word = self._drop(word, *_STEP_4)
        word = self._drop(word, "ment")
        if word.endswith("ent"):
            return self._drop(word, "ent")
        return self._drop(word, "ion") if word.endswith(("sion", "tion")) else word

    def _drop(self, word: str, *suffixes: str) -> str:
        """Return `word` without the first of `suffixes` it ends in, if the rest has a measure above 1."""
        for suffix in suffixes:
            if word.endswith(suffix):
                rest = word[: -len(suffix)]
                return rest if self._measure(rest) > 1 else word
        return word


_ROUGE = RougePorterStemmer()
_NLTK = PorterStemmer(mode=PorterStemmer.NLTK_EXTENSIONS)


def stem(word: bytes, is_nltk: bool) -> bytes:
    """Return the stem of a lower-case word of any bytes."""
    stemmer = _NLTK if is_nltk else _ROUGE
    # Latin-1 makes every byte a character of its own, because the original never decodes text.
    return str(stemmer.stem(word.decode("latin-1"), to_lowercase=False)).encode("latin-1")
