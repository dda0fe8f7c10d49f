"""One note on all texts in other scripts, and one on all sentences that nothing separates."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, File, Options, Report, evaluate

from ..support.commands import rouge_eval
from ..support.files import write
from ..support.tables import table

HINDI = "यह एक परीक्षण है"


_LATIN_1 = "wir müssen".encode("latin-1")
_ONLY_ASCII = "ROUGE-1.5.5 sees the letters a to z and digits alone"
_REMEDY = "use `language` CODE or `tokenizer` unicode"
_SENTENCES = "The cat sat down. It was happy."
_IN_HINDI = "यह एक परीक्षण है। वह भी।"


@pytest.mark.parametrize(
    ("pairs", "options", "notes"),
    [
        # Texts without an ASCII word are counted once; among others they can match nothing.
        ([(HINDI, HINDI)] * 2, {},
         ["all 4 texts have no ASCII word, so every score is 0 (the first in evaluation t1);"
          f" {_ONLY_ASCII}; the texts look like Hindi: use `language` hi"]),
        ([("a", "a"), (HINDI, "a")], {},
         ["1 of 4 texts has no ASCII word, so they can match nothing (the first in evaluation t2);"
          f" {_ONLY_ASCII}; {_REMEDY}"]),
        # An empty text keeps its own note, and a limit the lines of the original.
        ([("", "a"), ("...", "a")], {},
         ["system S: 2 summaries have no word (the first is peer of evaluation t1), so they score 0"]),
        ([(HINDI, HINDI)], {"word_limit": 10},
         ["readText: model of evaluation t1 -> empty text", "readText: peer of evaluation t1 -> empty text",
          "all 2 texts have no ASCII word…"]),
        ([(b"\xe9", "a")], {"word_limit": 10},
         ["readText: peer of evaluation t1 -> empty text", "1 of 2 texts has no ASCII word…"]),
        # Words that other letters split are counted; punctuation and signs split none.
        ([("wir müssen gehen", "wir gehen"), ("a b", "ein Mädchen müßte")], {},
         ["ROUGE-1.5.5 splits 50 % of the words at non-ASCII letters in 2 of 4 texts"
          f" (the first in evaluation t1); {_REMEDY}"]),
        ([("müd " * 199 + "a", "a")], {}, ["ROUGE-1.5.5 splits 100 % of the words at non-ASCII letters…"]),
        ([("müd " * 99 + "a", "a")], {}, ["ROUGE-1.5.5 splits 99 % of the words at non-ASCII letters…"]),
        ([("müssen", "Mädchen")], {}, ["ROUGE-1.5.5 splits 100 % of the words at non-ASCII letters in 2…"]),
        ([("wir müssen\nüber 3 Ä.", "a")], {}, ["ROUGE-1.5.5 splits 60 % of the words…"]),
        *(([(text, text)], {}, []) for text in ("it’s – “so” … 5 €", "½ ² a", "plain", "<a", b"a \xa3")),
        ([(_LATIN_1, _LATIN_1)], {}, ["ROUGE-1.5.5 splits 50 % of the words…"]),
        # Bytes that are not UTF-8 are noted where they are read.
        *(
            ([(_LATIN_1, "wir müssen")], options,
             ["1 of 2 texts has bytes that are not UTF-8 (the first in evaluation t1), which part words like"
              " marks of punctuation; store the texts in UTF-8"])
            for options in ({"language": "de"}, {"tokenizer": "whitespace"})
        ),
        ([(_LATIN_1, "wir müssen")], {"profile": "rouge"},
         ["1 of 2 texts has bytes that are not UTF-8 (the first in evaluation t1), which match only…"]),
        ([("wir müssen", "wir müssen")], {"language": "de"}, []),
        # Tags are noted, whatever the words are.
        ([("a<q>b", "b"), ('{"x": "a"}', "é a")], {"tokenizer": "whitespace", "rouge_l": False},
         ["2 of 4 texts have marks like <p>, </s>, &amp; or \"name\": (the first in evaluation t1), which"
          " count as words; remove them, and write each sentence on a line of its own"]),
        *(
            ([(tagged, "a < b & c")], {}, ["1 of 2 texts has marks like <p>, </s>, &amp; or \"name\": (the…"])
            for tagged in ("a\nb <|c", "<s>", "<<t> b", "a <BR /> b", "</Doc1>", "x <!--", "a&amp;b",
                           "x &#39;", "a <pad>", "a\n'b': 1, \"c\": [1", '"a":\t{')
        ),
        *(
            ([(text, "b")], {}, [])
            for text in ('"a": b', "a\n<b>", "<p", "</ a>", "<unkn>", "&amp", "a &#;", "R&D;", "<1>")
        ),
        # Sentences that nothing parts are counted, in other scripts where words are seen.
        ([(_SENTENCES, "a b"), ("a b", f"{_SENTENCES}\nIt left. Nobody knew.")], {},
         ["1 of 4 texts has several sentences on one line, which ROUGE-L and ROUGE-W take for one (the first"
          " in evaluation t1); write each on a line of its own, name what parts them, or ask for"
          " `split_sentences`"]),
        ([(_SENTENCES, _SENTENCES)], {"rouge_l": False}, []),
        ([(_IN_HINDI, HINDI)], {"language": "hi"},
         ["1 of 2 texts has several sentences on one line, which ROUGE-L and ROUGE-W take…"]),
        ([(_IN_HINDI, HINDI)], {}, ["all 2 texts have no ASCII word…"]),
        ([(_IN_HINDI, _IN_HINDI)], {"language": "hi", "split_sentences": True}, []),
        # A line that the rules of sentences leave whole raises no doubt.
        ([("Das ist Prof. Dr. med. Müller",) * 2], {"language": "de", "split_sentences": True}, []),
        ([("Das ist Prof. Dr. med. Müller",) * 2], {"language": "de"}, ["all 2 texts have several…"]),
        *table(__file__, "forms"),
    ],
)  # fmt: skip
def test_doubts_about_texts(pairs: list[tuple[Any, Any]], options: dict[str, Any], notes: list[str]) -> None:
    evaluations = [
        Evaluation.of_texts(f"t{place}", {"S": peer}, models if isinstance(models, list) else [models])
        for place, (peer, models) in enumerate(pairs, 1)
    ]
    found = evaluate(evaluations, Options(**{"max_ngram": 1, **options})).notes
    assert len(found) == len(notes)
    for one, note in zip(found, notes, strict=True):
        assert re.fullmatch(re.escape(note).replace("…", ".*"), one)


@pytest.mark.parametrize("jobs", [1, 3])
def test_twenty_texts_tell_their_language(jobs: int) -> None:
    """They are the first of all, whichever batch they come from."""
    texts = {"German": f"der müde Hund und die {_LATIN_1.decode('latin-1')} von und das", "Hindi": HINDI * 3}
    for first, later in (("German", "Hindi"), ("Hindi", "German")):
        several = [texts[first]] * 10 + [texts[later]] * 1200
        evaluations = [
            Evaluation.of_texts(str(place), {"S": one}, [one]) for place, one in enumerate(several)
        ]
        notes = evaluate(evaluations, Options(resamples=1), jobs=jobs).notes
        assert any(f"the texts look like {first}" in note for note in notes)
        in_hindi = "2,400" if later == "Hindi" else "20"
        assert any(note.startswith(f"{in_hindi} of 2,420 texts have no ASCII word") for note in notes)


def test_notes_are_the_same_from_any_number_of_workers() -> None:
    evaluations = [
        Evaluation.of_texts(str(place), {"S": peer}, [HINDI])
        for place, peer in enumerate(["", "müde Katze", HINDI, "One sat. Two ran."] * 20)
    ]
    alone: Report = evaluate(evaluations)
    with ThreadPoolExecutor() as executor:
        assert evaluate(evaluations, executor=executor).notes == alone.notes
    assert len(alone.notes) == 4


@pytest.mark.parametrize(("texts", "format", "note"), table(__file__, "misread"))
@pytest.mark.parametrize("is_loaded", [False, True])
def test_files_that_their_format_misreads_are_noted(
    texts: list[str], format: str, note: str, is_loaded: bool, tmp_path: Path
) -> None:
    write(tmp_path, {str(place): text for place, text in enumerate(texts)})
    files = [File(str(tmp_path / str(place)), format) for place in range(len(texts))]
    if is_loaded:
        files = [file._replace(data=text.encode()) for file, text in zip(files, texts, strict=True)]
    evaluations = [Evaluation(str(place), {"S": file}, files[:1]) for place, file in enumerate(files)]
    notes = evaluate(evaluations).notes
    found = [one for one in notes if " (the first is " in one and "have no word" not in one]
    assert len(found) == bool(note)
    assert all(one.startswith(f"{note} (the first is ") for one in found)
    assert not any("marks like" in one for one in notes)  # One note on tags is enough.
    with ThreadPoolExecutor() as executor:
        assert [one for one in evaluate(evaluations, executor=executor).notes if one in found] == found


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be"])
def test_utf_16_with_its_mark_is_read_everywhere(mark: str, tmp_path: Path) -> None:
    """The same figures as from UTF-8, for files, lines and JSON Lines; files are noted."""
    rows = '{"peer": "a text", "models": ["a text", "no"]}\n'
    for name, encoding in (("wide", mark), ("utf8", "utf-8")):
        mark_of_order = "\ufeff" if name == "wide" else ""
        texts = {"p/1.1.txt": "a text\n", "p/1.2.txt": "naïve\n", "lines": "a text\n", "rows": rows}
        write(
            tmp_path / name, {path: (mark_of_order + text).encode(encoding) for path, text in texts.items()}
        )
        write(tmp_path / name, {"m/1.A.txt": "a text\n", "model": "a text of words\n"})
        write(tmp_path / name, {"list": "p/1.1.txt m/1.A.txt\n"})
    for words in (["--peers", "p", "--models", "m"], ["-z", "SPL", "list"], ["--lines", "lines", "model"],
                  ["--jsonl", "rows"]):  # fmt: skip
        wide, utf8 = (rouge_eval(["-n", "1", *words], cwd=tmp_path / name) for name in ("wide", "utf8"))
        assert (wide.stdout, wide.status) == (utf8.stdout, 0), wide.stderr
        assert (b"in UTF-16, in which" in wide.stderr) == (words[0] in ("--peers", "-z"))


def test_the_command_tells_them_and_no_zero_is_best(tmp_path: Path) -> None:
    write(tmp_path, {"a.txt": f"{HINDI}\n", "b.txt": f"{HINDI} {HINDI}\n", "refs.txt": f"{HINDI}\n"})
    words = ["-n", "1", "--format", "markdown", "--lines", "a.txt", "--lines", "b.txt", "refs.txt"]
    output = rouge_eval(words, cwd=tmp_path)
    assert b"all 3 texts have no ASCII word, so every score is 0 (the first is refs.txt, " in output.stderr
    assert b"**" not in output.stdout
    assert b"0.00" in output.stdout


def test_elements_that_are_missing_are_noted_in_any_script(tmp_path: Path) -> None:
    """An ISI file has tokens but no elements: the note of `readBE` does not replace the note on letters."""
    path = tmp_path / "summary"
    path.write_bytes(f'<S SNTNO="1">{HINDI}</S>\n'.encode())
    file = File(str(path), "ISI")
    notes = evaluate([Evaluation("1", {"S": file}, (file,))], Options(max_ngram=1, basic_elements="H")).notes
    assert notes[0] == f"readBE: {path} -> empty text"
    assert notes[1].startswith("all 2 texts have no ASCII word")
    assert len(notes) == 2
