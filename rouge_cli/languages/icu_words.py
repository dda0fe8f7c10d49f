"""Words of scripts that part them by nothing: ICU's dictionaries and boundaries, through PyICU."""

from __future__ import annotations

from unicodedata import unidata_version

from ..errors import InputError
from .folding import folded
from .tokenizers import TokenRule


def rule(language: str | None = None) -> TokenRule:
    """Return the rule for texts of a language. Raises `InputError` where PyICU is not installed."""
    try:
        import icu
    except ImportError as error:
        raise InputError(
            "the tokenizer icu needs PyICU, which is not installed: pip install 'rouge-eval[icu]', which"
            " needs ICU's headers and a C++ compiler (Debian: apt install libicu-dev pkg-config g++)"
        ) from error
    words = icu.BreakIterator.createWordInstance(icu.Locale(language or "root"))

    def tokens(text: str) -> list[str]:
        folded_text = folded(text)
        # ICU counts units of UTF-16.
        units = folded_text.encode("utf-16-le", "surrogatepass")
        words.setText(folded_text)
        found, start = [], 0
        for end in words:
            word = units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass").strip()
            start = end
            if any(map(str.isalnum, word)):
                found.append(word)
        return found

    versions = f"PyICU-{icu.VERSION},icu-{icu.ICU_VERSION},unicodedata-{unidata_version}"
    locale = f"-{language}" if language else ""
    return TokenRule(f"icu{locale}({versions})", tokens, "blanks", plain_ascii=True)
