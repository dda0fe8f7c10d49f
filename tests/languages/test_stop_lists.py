"""Stop lists by language, and from files."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, evaluate
from rouge_cli.languages.language_table import LANGUAGES
from rouge_cli.languages.rules import lists_of
from rouge_cli.languages.stop_lists import stop_list_named


@pytest.mark.parametrize(
    ("code", "list_name", "some"),
    [
        ("de", "de", {"der", "für", "und"}),
        ("DE_at", "de", {"der", "für"}),
        ("nb", "no", {"og", "på"}),
        ("hi", "hi", {"है", "और"}),
        ("zh-Hans", "zh", {"的", "了"}),
    ],
)
def test_a_list_by_language(code: str, list_name: str, some: set[str]) -> None:
    stop_list = stop_list_named(code)
    assert stop_list.signature == f"iso-{list_name}(stopwordsiso-{version('stopwordsiso')})"
    assert some <= stop_list.words


def test_the_languages_of_the_table_have_lists() -> None:
    for code in [code for code in LANGUAGES if code not in ("az", "ta")]:
        assert len(stop_list_named(code).words) > 70


def test_a_file_has_one_word_a_line(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes("\ufeffund\r\n  für \n\nnicht wahr".encode())
    stop_list = stop_list_named(str(path))
    assert stop_list.words == {"und", "für", "nicht wahr"}
    # sha256sum words.txt
    assert stop_list.signature == "file-56ac7cf4773a"


def test_a_file_called_as_a_language_needs_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "de").write_text("eigen\n")
    monkeypatch.chdir(tmp_path)
    assert stop_list_named("./de").words == {"eigen"}
    assert "der" in stop_list_named("de").words


def test_words_of_several_tokens_are_told(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("und\nnicht wahr\nDie\n", encoding="utf-8")
    peer, models = "Und die Stadt nicht wahr", ["die Stadt nicht"]
    evaluation = Evaluation.of_texts("1", {"S": peer}, models)
    report = evaluate([evaluation], Options(max_ngram=1, tokenizer="unicode", stop_words=str(path)))
    note = f"words of several tokens stay in the texts: 1 of the 3 in the list of `stop_words` {path}"
    assert report.notes == (note,)
    (score,) = report.systems["S"]["ROUGE-1"].scores
    assert score.counts[:3] == (2, 3, 2)
    plain = Options(max_ngram=1, tokenizer="unicode", remove_stop_words=True)
    assert evaluate([evaluation], plain).notes == ()


@pytest.mark.parametrize("choice", [{"remove_stop_words": True}, {"stop_words": "smart"}])
def test_english_stop_words_in_another_language_are_noted(choice: dict[str, Any]) -> None:
    """`so` and `was` are in the list, and German words, too."""
    assert lists_of(Options(language="de-AT", **choice)).notes == (
        "the stop list smart has English words, but the `language` is de-AT; `stop_words` takes the code of a"
        " language, too",
    )
    of_rouge = lists_of(Options(language="de", tokenizer="rouge", stemmer="none", **choice))
    assert of_rouge.notes != ()
    assert of_rouge.stop_words == lists_of(Options(stop_words="smart")).stop_words
    assert lists_of(Options(language="en-GB", **choice)).notes == ()
    assert lists_of(Options(tokenizer="unicode", **choice)).notes == ()
