"""Names that are not known, packages that are not there, and files that cannot be read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rouge_cli.errors import InputError, OptionError
from rouge_cli.languages.language_table import LANGUAGES, language_of
from rouge_cli.languages.rules import splitter_for
from rouge_cli.languages.stemmers import stemmer_named
from rouge_cli.languages.stop_lists import stop_list_named
from rouge_cli.languages.tokenizers import tokenizer_named

_TOKENIZERS = "rouge, unicode, character, whitespace, icu, spacy, MODULE:FUNCTION"
_STEMMERS = "none, porter-1.5.5, porter-nltk, snowball-LANGUAGE, xlsum-hindi, MODULE:FUNCTION"
_LANGUAGES = ", ".join(LANGUAGES)


@pytest.mark.parametrize(
    ("named", "name", "said"),
    [
        (tokenizer_named, "bpe", f"`tokenizer` bpe is not known; the tokenizers are {_TOKENIZERS}"),
        (tokenizer_named, "Unicode", f"{_TOKENIZERS}; did you mean unicode?"),
        (tokenizer_named, "charakter", f"{_TOKENIZERS}; did you mean character?"),
        (stemmer_named, "porter", f"the stemmers are {_STEMMERS}; did you mean porter-nltk?"),
        (stemmer_named, "snowball-germn", "those of Snowball are snowball-arabic, "),
        (stemmer_named, "snowball-germn", "; did you mean snowball-german?"),
        (stemmer_named, "snowball-porter", "`stemmer` snowball-porter is not known; those of Snowball"),
        (
            language_of,
            "dee",
            f"`language` dee is not known; the languages are {_LANGUAGES}; did you mean de?",
        ),
        (language_of, "German", "; did you mean de?"),
        (language_of, "hindi", "; did you mean hi?"),
        (language_of, "Chinese_Taiwan", "; did you mean zh?"),
        (splitter_for, "xx", "`language` xx is not known"),
        (
            stop_list_named,
            "ta",
            "there is no list of `stop_words` for the language ta; name a file with one word a line (./ta, if"
            " that is its name), or another language: af, ar, bg, ",
        ),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(
    named: Callable[[str], object], name: str, said: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        named(name)
    assert said in str(refusal.value)
    assert ("did you mean" in str(refusal.value)) == (name not in ("bpe", "xx", "ta"))


@pytest.mark.parametrize(
    ("module", "named", "name", "said"),
    [
        ("icu", tokenizer_named, "icu", r"^`tokenizer` icu .* pip install 'rouge-eval\[icu\]'$"),
        (
            "spacy",
            tokenizer_named,
            "spacy",
            "^`tokenizer` spacy needs the package spacy.* pip install spacy$",
        ),
        (
            "regex",
            tokenizer_named,
            "unicode",
            "^`tokenizer` unicode needs the package regex.* install regex$",
        ),
        ("regex", tokenizer_named, "character", "^`tokenizer` character needs .* run pip install regex$"),
        (
            "snowballstemmer",
            stemmer_named,
            "snowball-german",
            "^`stemmer` snowball-german needs the package snowballstemmer, which cannot be "
            r".*; run pip install 'rouge-eval\[languages\]'$",
        ),
        ("stopwordsiso", stop_list_named, "de", r"`stop_words` de needs .* 'rouge-eval\[languages\]'$"),
        ("sentencex", splitter_for, "de", r"`split_sentences` needs .* 'rouge-eval\[languages\]'$"),
    ],
)
def test_a_missing_package_is_named_with_the_remedy(
    module: str, named: Callable[[str], object], name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=said):
        named(name)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, ": cannot be read (No such file or directory); check the path"),
        (
            "und\nfür\n".encode("latin-1"),
            ": line 2 of this stop list is not UTF-8; store it in UTF-8, one word a line",
        ),
    ],
)
def test_a_stop_list_that_cannot_be_read_is_named(content: bytes | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as refusal:
        stop_list_named(str(path))
    assert str(refusal.value) == f"{path}{said}"
