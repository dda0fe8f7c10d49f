"""Reports on texts and systems in any script, in every format."""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from ..support.commands import rouge_eval, rouge_tools

_SYSTEMS = ("हिन्दी", "می\u200cروم", "北京", "ไทยที่")
_ROWS = [
    {"id": "天气", "system": system, "peer": "नदी में पानी है।", "models": ["नदी में है।"]} for system in _SYSTEMS
]


@pytest.fixture(autouse=True)
def texts(tmp_path: Path) -> Path:
    """A folder with the texts of systems whose names are in four scripts."""
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in _ROWS)
    (tmp_path / "texts.jsonl").write_text("".join(lines), encoding="utf-8")
    (tmp_path / "own.txt").write_text("है\n", encoding="utf-8")
    return tmp_path


def _report(folder: Path, *flags: str) -> str:
    output = rouge_eval(["-n", "1", "--quiet", *flags, "--jsonl", "texts.jsonl"], folder)
    assert (output.status, output.stderr) == (0, b"")
    return output.stdout.decode()


def test_protocols_with_options_of_languages_are_valid(texts: Path) -> None:
    flags = ["--only", "--base", "--language hi", "--protocol", "-m", "--format", "json"]
    output = rouge_tools(["protocols", *flags, "--jsonl", "texts.jsonl"], texts)
    schema = json.loads((files("rouge_cli") / "data" / "protocols.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(json.loads(output.stdout))


def test_names_keep_their_characters(texts: Path) -> None:
    flags = ["--tokenizer", "unicode", "--format"]
    rows = list(csv.DictReader(_report(texts, *flags, "csv").splitlines()))
    assert list(dict.fromkeys(row["system"] for row in rows)) == list(_SYSTEMS)
    markdown = _report(texts, *flags, "markdown")
    assert [line.split("|")[1].strip() for line in markdown.splitlines()[2:6]] == list(_SYSTEMS)
    # Joiners are parts of words, and are no commands to a terminal.
    output = rouge_tools(
        ["protocols", "--only", "--base", "-n 1 -x", "--protocol", "-n 1 -x -m", "--jsonl", "texts.jsonl"],
        texts,
    )
    assert "می\u200cروم" in output.stdout.decode()
