"""Every advice that a note gives on texts is followed on texts that provoke it, and no score gets worse."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, File, Options, evaluate

from ..support.files import write
from ..support.needs import needs
from ..support.tables import table
from .test_table import CODES, TEXTS

_ALIKE = (
    *(("'", mark) for mark in "’‘‛ʼʻʹ′´`＇"),
    *(("-", mark) for mark in "‐‑‒–—−"),
    *(('"', mark) for mark in "“”„«»″"),
    *(("3", mark) for mark in "３٣۳३৩௩๓"),
    *(("", mark) for mark in "\u00ad\u200e\u200f\u2060\ufeff\u202a\u2066\ufe0f"),
)
"""Marks that look or read alike."""


def _scored(peer: str | bytes, model: str | bytes, **choices: Any) -> tuple[float, str]:
    """Return F of ROUGE-1 and the notes."""
    evaluation = Evaluation.of_texts("1", {"s": peer}, [model])
    report = evaluate([evaluation], Options(max_ngram=1, rouge_l=False, **choices))
    return report.systems["s"]["ROUGE-1"].f.average, "; ".join(report.notes)


@pytest.mark.parametrize(("plain", "mark"), _ALIKE, ids=[f"{ord(mark):x}" for _, mark in _ALIKE])
def test_marks_cost_nothing_under_the_advice(plain: str, mark: str) -> None:
    """The words of a café are split by default, which provokes the note; a mark at most parts words there."""
    peer, model = (f"l{one}eau café{one}bar {one}so{one} 1{one}2" for one in (plain, mark))
    before, notes = _scored(peer, model)
    assert notes.endswith("; use `language` CODE or `tokenizer` unicode")
    assert before <= 1
    for choices in ({"tokenizer": "unicode"}, *({"language": code} for code in CODES if code != "th")):
        after, notes = _scored(peer, model, **choices)
        assert (after, notes) == (1, notes if choices.get("language") == "ja" else "")


@pytest.mark.parametrize("code", TEXTS)
def test_the_language_that_is_named_scores_no_less(code: str) -> None:
    peer, model = f"{TEXTS[code]} l'eau 3", f"{TEXTS[code]} l’eau\u200e 3"
    before, notes = _scored(peer, model)
    found = re.search(r"`(language|tokenizer)` (\w+)", notes.replace("`language` CODE or ", ""))
    assert found is not None
    after, left = _scored(peer, model, **{found[1]: found[2]})
    assert (after, left) == (1, "" if code != "ja" else left)
    assert before <= after


@needs("icu")
def test_words_of_japanese_match_less_than_kana() -> None:
    peer, model = "彼は昨日の夜に東京へ行きました。", "私は明日の朝に大阪から帰ります。"
    kana, notes = _scored(peer, model, language="ja")
    assert notes.endswith("; `tokenizer` icu has words")
    words, notes = _scored(peer, model, language="ja", tokenizer="icu")
    assert (words < kana, notes) == (True, "")
    assert _scored(peer, peer, language="ja", tokenizer="icu") == (1, "")


def test_characters_are_advised_where_icu_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "icu", None)
    before, notes = _scored(TEXTS["th"], TEXTS["th"])
    assert "use `tokenizer` character, or run " in notes
    assert (before, _scored(TEXTS["th"], TEXTS["th"], tokenizer="character")) == (0, (1, ""))


def test_texts_stored_in_utf_8_match() -> None:
    peer, model = "Wir müssen gehen".encode("latin-1"), "Wir müssen gehen"
    before, notes = _scored(peer, model, language="de")
    assert "store the texts in UTF-8" in notes
    after, notes = _scored(peer.decode("latin-1"), model, language="de")
    assert (after, notes) == (1, "")
    assert before < after


def _rouge_l(peer: str, model: str, **choices: Any) -> tuple[float, str]:
    report = evaluate([Evaluation.of_texts("1", {"s": peer}, [model])], Options(**choices))
    return report.systems["s"]["ROUGE-L"].f.average, "; ".join(report.notes)


def test_sentences_that_are_found_or_written_on_lines_match() -> None:
    peer, model = "Trees fell. Wind blew.", "Wind blew. Trees fell."
    before, notes = _rouge_l(peer, model)
    assert "write each on a line of its own, name what parts them, or ask for `split_sentences`" in notes
    assert _rouge_l(peer, model, split_sentences=True) == (1, "")
    assert _rouge_l(*(text.replace(". ", ".\n") for text in (peer, model))) == (1, "")
    assert before == 0.5


@pytest.mark.parametrize(
    "text",
    [
        "<s> Trees fell. </s>",
        "Trees fell.<q>",
        '{"summary": "Trees fell."}',
        "Trees &quot;fell&quot;.",
        "<br>Trees fell.",
    ],
)
def test_texts_without_tags_match(text: str) -> None:
    before, notes = _rouge_l(text, "Trees fell.")
    assert "remove them, and write each sentence on a line of its own" in notes
    assert _rouge_l("Trees fell.", "Trees fell.") == (1, "")
    assert before < 1


_SEE = '<html>\n<a name="1">[1]</a> <a href="#1" id=1>trees fell</a>\n</html>\n'


@pytest.mark.parametrize("row", table(__file__, "formats"))
def test_files_in_the_format_that_is_advised_match(row: list[str], tmp_path: Path) -> None:
    peer, format, advice, followed, as_advised, encoding = [*row, "utf-8"][:6]

    def scored(text: str, format: str, encoding: str = "utf-8") -> tuple[float, str]:
        write(tmp_path, {"p": text.replace("{see}", _SEE).encode(encoding)})
        evaluation = Evaluation.of_texts("1", {}, ["trees fell"])._replace(
            peers={"s": File(str(tmp_path / "p"), format)}
        )
        report = evaluate([evaluation])
        return report.systems["s"]["ROUGE-L"].f.average, report.notes[-1] if report.notes else ""

    before, note = scored(peer, format, encoding)
    assert note.endswith(advice)
    assert scored(followed, as_advised) == (1, "")
    assert before <= 1


def test_basic_elements_are_scored_as_is_advised(tmp_path: Path) -> None:
    write(tmp_path, {"p": "trees|fell|subj\n", "m": "trees|fell|nsubj\n"})

    def scored(format: str, **choices: Any) -> tuple[float, str]:
        peer, model = (File(str(tmp_path / name), format) for name in "pm")
        report = evaluate([Evaluation("1", {"s": peer}, (model,))], Options(**choices))
        ((result),) = report.systems["s"].values()
        return result.f.average, report.notes[-1] if report.notes else ""

    before, note = scored("SPL")
    assert note.endswith("set the format to SIMPLE, and give `basic_elements`")
    assert scored("SIMPLE", basic_elements="HM") == (1, "")
    assert before < 1
