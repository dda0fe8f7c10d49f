"""One counted note on texts in other scripts, and one on sentences that nothing parts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Evaluation, File, Options, Report, evaluate
from rouge_cli.text.doubts import SENTENCE_END, has_several_sentences

from ..support.commands import rouge_eval
from ..support.files import write

HINDI = "यह एक परीक्षण है"


def _notes(*pairs: tuple[str, str], options: Options | None = None) -> tuple[str, ...]:
    evaluations = [
        Evaluation.of_texts(f"t{place}", {"S": peer}, [model]) for place, (peer, model) in enumerate(pairs, 1)
    ]
    return evaluate(evaluations, options or Options(max_ngram=1)).notes


def test_texts_without_an_ascii_word_are_counted_once() -> None:
    assert _notes((HINDI, HINDI), (HINDI, HINDI)) == (
        "all 4 texts have no ASCII word, so every score is 0 (the first in evaluation t1);"
        " ROUGE-1.5.5 sees the letters a to z and digits alone; the texts look like Hindi: use `language` hi",
    )


def test_among_others_they_can_match_nothing() -> None:
    assert _notes(("a", "a"), (HINDI, "a")) == (
        "1 of 4 texts has no ASCII word, so they can match nothing (the first in evaluation t2);"
        " ROUGE-1.5.5 sees the letters a to z and digits alone; use `language` CODE"
        " or `tokenizer` unicode",
    )


def test_an_empty_text_keeps_its_own_note() -> None:
    assert _notes(("", "a"), ("...", "a")) == ("readText: text in memory -> empty text",)


def test_a_limit_keeps_the_lines_of_the_original() -> None:
    first, second = _notes((HINDI, HINDI), options=Options(max_ngram=1, word_limit=10))
    assert first == "readText: text in memory -> empty text"
    assert second.startswith("all 2 texts have no ASCII word")


def test_words_that_other_letters_split_are_counted() -> None:
    assert _notes(("wir müssen gehen", "wir gehen"), ("a b", "ein Mädchen müßte")) == (
        "ROUGE-1.5.5 splits 50 % of the words at non-ASCII letters in 2 of 4 texts"
        " (the first in evaluation t1); use `language` CODE or `tokenizer` unicode",
    )


def test_all_words_may_be_split() -> None:
    assert _notes(("müssen", "Mädchen"))[0].startswith(
        "ROUGE-1.5.5 splits 100 % of the words at non-ASCII letters in 2"
    )


@pytest.mark.parametrize("text", ["it’s – “so” … 5 €", "½ ² a", "plain"])
def test_punctuation_and_signs_split_no_word(text: str) -> None:
    assert _notes((text, text)) == ()


def test_latin_1_is_seen_as_well() -> None:
    from rouge_cli import Text

    text = Text(("wir müssen".encode("latin-1"),))
    assert "50 % of the words" in evaluate([Evaluation("1", {"S": text}, (text,))]).notes[0]


def test_other_bytes_than_utf_8_are_noted_where_they_are_read() -> None:
    from rouge_cli import Text

    text, same = Text(("wir müssen".encode("latin-1"),)), Text(("wir müssen".encode(),))
    evaluation = Evaluation("1", {"S": text}, (same,))
    for options in (Options(language="de"), Options(tokenizer="whitespace")):
        assert evaluate([evaluation], options).notes == (
            "1 of 2 texts has bytes that are not UTF-8 (the first in evaluation 1), which part words like"
            " marks of punctuation; store the texts in UTF-8",
        )
    assert evaluate([Evaluation("1", {"S": same}, (same,))], Options(language="de")).notes == ()


def test_other_bytes_than_utf_8_are_noted_in_any_input(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("latin")
    write(folder, {"refs.txt": "müde\n", "models/1.A.txt": "müde\n"})
    (folder / "a.txt").write_bytes("müde\n".encode("latin-1"))
    (folder / "peers").mkdir()
    (folder / "peers/1.S.txt").write_bytes("müde\n".encode("latin-1"))
    for words in (["--lines", "a.txt", "refs.txt"], ["--peers", "peers", "--models", "models"]):
        output = rouge_eval(["-n", "1", "--language", "de", *words], cwd=folder)
        assert (
            b"1 of 2 texts has bytes that are not UTF-8 (the first in evaluation 1), which part"
            in output.stderr
        )
    output = rouge_eval(["--profile", "rouge", "--lines", "a.txt", "refs.txt"], cwd=folder)
    assert b"(the first in evaluation 1), which match only equal bytes; store" in output.stderr


def test_sentences_that_nothing_parts_are_counted() -> None:
    text = "The cat sat down. It was happy."
    assert _notes((text, "a b"), ("a b", f"{text}\nIt left. Nobody knew.")) == (
        "1 of 4 texts has several sentences on one line, which ROUGE-L and ROUGE-W take for one (the first in"
        " evaluation t1); write each on a line of its own, name what parts them, or ask for"
        " `split_sentences`",
    )
    assert _notes((text, text), options=Options(max_ngram=1, rouge_l=False)) == ()


def test_sentences_in_other_scripts_are_counted_where_words_are_seen() -> None:
    text = "यह एक परीक्षण है। वह भी।"
    (note,) = _notes((text, HINDI), options=Options(max_ngram=1, language="hi"))
    assert note.startswith("1 of 2 texts has several sentences on one line, which ROUGE-L and ROUGE-W take")
    (note,) = _notes((text, HINDI))
    assert note.startswith("all 2 texts have no ASCII word")
    assert _notes((text, text), options=Options(language="hi", split_sentences=True)) == ()


def test_a_line_that_the_rules_of_sentences_leave_whole_raises_no_doubt() -> None:
    text = "Das ist Prof. Dr. med. Müller"
    assert _notes((text, text), options=Options(language="de", split_sentences=True)) == ()
    assert len(_notes((text, text), options=Options(language="de"))) == 1


@given(st.text("aB .!?\"')]<q>/s\\n\t", max_size=12))
def test_the_quick_test_for_several_sentences_misses_none(line: str) -> None:
    assert has_several_sentences(line.encode()) == bool(re.search(SENTENCE_END, line.encode()))


def test_notes_are_the_same_from_any_number_of_workers() -> None:
    from concurrent.futures import ThreadPoolExecutor

    evaluations = [
        Evaluation.of_texts(str(place), {"S": peer}, [HINDI])
        for place, peer in enumerate(["a", "müde Katze", HINDI, "One sat. Two ran."] * 20)
    ]
    alone: Report = evaluate(evaluations)
    with ThreadPoolExecutor() as executor:
        assert evaluate(evaluations, executor=executor).notes == alone.notes
    assert len(alone.notes) == 3


def test_the_command_tells_them_and_no_zero_is_best(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("hindi")
    write(folder, {"a.txt": f"{HINDI}\n", "b.txt": f"{HINDI} {HINDI}\n", "refs.txt": f"{HINDI}\n"})
    output = rouge_eval(
        ["-n", "1", "--format", "markdown", "--lines", "a.txt", "--lines", "b.txt", "refs.txt"], cwd=folder
    )
    assert b"all 3 texts have no ASCII word, so every score is 0 (the first in evaluation 1)" in output.stderr
    assert b"**" not in output.stdout
    assert b"0.00" in output.stdout


def test_elements_that_are_missing_are_noted_in_any_script(tmp_path_factory: pytest.TempPathFactory) -> None:
    """An ISI file has tokens alone: what `readBE` misses there is no doubt of the letters."""
    path = tmp_path_factory.mktemp("isi") / "summary"
    path.write_bytes(f'<S SNTNO="1">{HINDI}</S>\n'.encode())
    file = File(str(path), "ISI")
    notes = evaluate([Evaluation("1", {"S": file}, (file,))], Options(max_ngram=1, basic_elements="H")).notes
    assert notes[0] == f"readBE: {path} -> empty text"
    assert notes[1].startswith("all 2 texts have no ASCII word")
    assert len(notes) == 2
