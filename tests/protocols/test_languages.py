"""Protocols with tokens, stems, stop words and sentences of other languages."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from unicodedata import unidata_version

import pytest
import regex

from ..support.commands import rouge_tools
from ..support.pairs import printed, write_pairs, write_rows

_UNICODE = f"unicode+apostrophe(regex-{regex.__version__},unicodedata-{unidata_version})"
_GERMAN = f"snowball-german(snowballstemmer-{version('snowballstemmer')})"


_LOST = "Tokens of the peer that the other does not count:"


@pytest.mark.parametrize(
    ("peer", "model", "protocols", "parts"),
    [
        (
            *("Zürich ruft", "zurich ruft", ("--tokenizer unicode -n 1 -x", "rouge-1.5.5 -n 1 -x")),
            [
                f"{_LOST}|  A  zürich|  B  z, rich|",
                "  A  of the models 2, of the peer 2, hits 1|  B  of the models 2, of the peer 3, hits 1|",
            ],
        ),
        (
            *("die Häuser", "das Haus", ("--tokenizer unicode -n 1 -x", "--language de -n 1 -x")),
            [
                "Stems of the peer:|  A  häuser → häuser|  B  häuser → haus|",
                "  A  none|  B  haus ~ häuser|",
            ],
        ),
        (
            *("die Häuser", "die Burg"),
            ("--tokenizer unicode -n 1 -x", "--tokenizer unicode --stop-words de -n 1 -x"),
            [f"{_LOST}|  A  die|  B  none|"],
        ),
        (
            *("她走。他来。", "他来她走", ("--language zh", "--language zh --split-sentences")),
            [
                *("ROUGE-L: 0.50000 or 1.00000|", "Sentences of the peer:|  A  1|  B  2|"),
                "  A  of the models 4, of the peer 4, hits 2|  B  of the models 4, of the peer 4, hits 4|",
            ],
        ),
    ],
)
def test_differ_names_what_parts_tokens(
    tmp_path: Path, peer: str, model: str, protocols: tuple[str, str], parts: list[str]
) -> None:
    """A line end is a `|` here."""
    write_pairs(tmp_path, (model, peer))
    text = printed(tmp_path, "differ", *protocols).replace("\n", "|")
    assert [part for part in parts if part not in text] == []


def test_names_of_two_columns_a_character_are_aligned(tmp_path: Path) -> None:
    write_rows(tmp_path, {"models": "कल", "peer": "कल", "id": "天气", "system": "हिन्दी"})
    lines = printed(tmp_path, "differ", "--tokenizer unicode -n 1 -x", "-n 1 -x").splitlines()
    assert lines[3:5] == [
        "  Evaluation  System  Measure  A (F)    B (F)    Difference",
        # Two columns for each ideograph; four for six code points of Devanagari.
        "  天气        हिन्दी    ROUGE-1  1.00000  0.00000  −1.00000",
    ]


def test_words_find_their_direction_in_pages(tmp_path: Path) -> None:
    write_rows(tmp_path, {"models": "مرحبا", "peer": "مرحبا بالعالم", "id": "ab", "system": "نظام"})
    page = printed(tmp_path, "differ", "--language ar -n 1", "-n 1", "--format", "html")
    assert '<td class="words" dir="auto">مرحبا, بالعالم</td>' in page
    assert "<h2>Evaluation <bdi>ab</bdi>, system <bdi>نظام</bdi>, ROUGE-1 × 100: 66.67 or 0.00</h2>" in page
    assert '<th scope="row" dir="auto">مرحب</th>' in page
    assert '<div dir="auto">1: مرحبا (1)</div>' in printed(tmp_path, "explain", "--language", "ar")


def test_reasons_name_rules_with_their_versions(tmp_path: Path) -> None:
    write_pairs(tmp_path, ("Häuser", "Haus"))
    text = printed(
        tmp_path, "protocols", "--only", "--protocol", "--language de -l 3 --split-sentences --stop-words de"
    )
    assert (
        f"tokens of {_UNICODE}; stems of {_GERMAN};"
        f" the stop words of iso-de(stopwordsiso-{version('stopwordsiso')}) left out; the first 3 tokens;"
        f" ROUGE-L sentence by sentence, those of single lines by sentencex-{version('sentencex')}-de\n"
    ) in text


@pytest.mark.parametrize(
    ("protocol", "told"),
    [
        (
            "--language de",
            f"by the rules of ROUGE-1.5.5 (Lin, 2004) (tokens of {_UNICODE}, stems of {_GERMAN}, ",
        ),
        (
            "rouge-score --language fi --stemmer none",
            f"by the rules of rouge-score 0.1.2 (tokens of {_UNICODE}, no stems, ",
        ),
    ],
)
def test_papers_are_told_tokenizer_stemmer_and_versions(tmp_path: Path, protocol: str, told: str) -> None:
    write_pairs(tmp_path, ("a", "b"))
    assert told in printed(tmp_path, "protocols", "--papers", "--only", "--base", protocol)


def test_a_language_can_be_the_base(tmp_path: Path) -> None:
    write_pairs(tmp_path, ("Häuser am See", "Haus am See"))
    shown = printed(tmp_path, "protocols", "--base", "--language de", "--protocol", "-n 1", "--only")
    assert shown.splitlines()[2:4] == [
        "  rouge-1.5.5 --language de  100.00",
        # 2 of 3 and of 4 words: h and user, am, see; haus, am, see.
        "  rouge-1.5.5 -n 1           57.14 (−42.86)  1 of 1",
    ]


@pytest.mark.parametrize(
    "flags", [["--papers"], ["--format", "csv"], ["--format", "latex"], ["--format", "markdown"]]
)
def test_what_is_left_out_is_told(tmp_path: Path, flags: list[str]) -> None:
    write_pairs(tmp_path, ("a", "b"))
    arguments = [*flags, "--only", "--protocol", "--tokenizer gone:words"]
    output = rouge_tools(["protocols", *arguments, "--jsonl", "pairs.jsonl"], tmp_path)
    assert output.stderr.decode().startswith(
        "rouge-tools: left out: rouge-1.5.5 --tokenizer gone:words (the module gone cannot be imported"
    )
    assert output.status == 0
