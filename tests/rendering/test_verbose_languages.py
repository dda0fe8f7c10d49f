"""The trace of tokens of any script."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..support.commands import rouge_eval


def _trace(folder: Path, peer: str, *flags: str) -> list[str]:
    row = {"id": "1", "peer": peer, "models": [peer], "system": "S"}
    (folder / "texts.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    output = rouge_eval(["-v", *flags, "--jsonl", "texts.jsonl"], folder)
    assert output.status == 0, output.stderr
    return output.stdout.decode().splitlines()[2:4]


@pytest.mark.parametrize(
    ("peer", "flags", "text", "grams"),
    [
        ("Straße: STRASSE", ["--tokenizer", "unicode"], "strasse strasse", "_cn_|2|strasse|2"),
        ("他来了。", ["--language", "zh", "-l", "2"], "他 来", "_cn_|2|他|1|来|1"),
        ("他来了。", ["--language", "zh", "-b", "8"], "他 来", "_cn_|2|他|1|来|1"),
        ("हिन्दी", ["--tokenizer", "character"], "हि न्दी", "_cn_|2|न्दी|1|हि|1"),
        ("Ab, c", ["--tokenizer", "whitespace"], "Ab, c", "Ab,|1|_cn_|2|c|1"),
        ("die Häuser", ["--language", "de", "--stop-words", "de"], "die häuser", "_cn_|1|haus|1"),
        # What would steer a terminal is escaped.
        ("a\x1b[2Jb", ["--tokenizer", "whitespace"], r"a\x1b[2Jb", r"_cn_|1|a\x1b[2Jb|1"),
        # A joiner belongs to the word.
        ("می\u200cروم", ["--tokenizer", "whitespace"], "می\u200cروم", "_cn_|1|می\u200cروم|1"),
    ],
)
def test_texts_and_grams(tmp_path: Path, peer: str, flags: list[str], text: str, grams: str) -> None:
    assert _trace(tmp_path, peer, "-n", "1", "-x", *flags) == [text, grams]
