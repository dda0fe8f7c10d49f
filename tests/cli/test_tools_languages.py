"""`rouge-tools languages`: the table, and what is installed."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import stopwordsiso

from rouge_cli.errors import installing

from ..languages.test_table import CODES
from ..support.commands import rouge_tools


def _rows(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    monkeypatch.setenv("COLUMNS", "150")
    output = rouge_tools(["languages"])
    assert (output.stderr, output.status) == (b"", 0)
    return [re.split(" {2,}", line) for line in output.stdout.decode().splitlines()]


def test_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = _rows(monkeypatch)
    assert rows[0] == ["code", "name", "tokenizer", "stemmer", "sentences", "stop words", "missing"]
    words = str(len(stopwordsiso.stopwords("de")))
    assert rows[6] == ["de", "German", "unicode", "snowball-german", "own", words, "nothing"]
    assert ["ta", "Tamil", "unicode", "snowball-tamil", "own", "none", "nothing"] in rows
    assert [row[0] for row in rows[2:32]] == CODES
    assert rows[32] == [""]
    names = ("regex", "snowballstemmer", "sentencex", "stopwordsiso")
    assert [row[:2] for row in rows[35:39]] == [[name, version(name)] for name in names]


def test_packages_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("snowballstemmer", "stopwordsiso", "icu"):
        monkeypatch.setitem(sys.modules, module, None)
    rows = _rows(monkeypatch)
    assert ["fr", "French", "unicode", "snowball-french", "own", "?", "snowballstemmer"] in rows
    assert ["th", "Thai", "icu", "none", "general", "?", "PyICU"] in rows
    assert ["uk", "Ukrainian", "unicode", "none", "own", "?", "nothing"] in rows
    assert rows[36][:2] == ["snowballstemmer", "missing"]
    commands = [row[0] for row in rows[-2:]]
    assert commands == [
        installing("sentencex", "snowballstemmer", "stopwordsiso"),
        f"apt install libicu-dev pkg-config g++; {installing('PyICU')}",
    ]


def test_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "icu", None)
    path = tmp_path / "languages.json"
    assert rouge_tools(["languages", "--format", "json", "-o", str(path)]) == (b"", b"", 0)
    document = json.loads(path.read_text(encoding="ascii"))
    languages = {language["code"]: language for language in document["languages"]}
    assert list(languages) == CODES
    assert languages["hi"] == {
        "code": "hi",
        "name": "Hindi",
        "tokenizer": "unicode",
        "stemmer": "xlsum-hindi",
        "sentences": "own",
        "spelling": ["marks"],
        "stop_words": len(stopwordsiso.stopwords("hi")),
        "needed": ["regex", "sentencex"],
        "missing": [],
    }
    assert languages["ta"]["stop_words"] == 0
    assert path.read_bytes().startswith(b'{\n "version": "')
    assert languages["th"]["missing"] == ["PyICU"]
    packages = {package["name"]: package for package in document["packages"]}
    assert packages["PyICU"] == {
        "name": "PyICU",
        "version": None,
        "purpose": "tokenizer icu",
        "install": f"apt install libicu-dev pkg-config g++; {installing('PyICU')}",
    }
    assert packages["sentencex"]["version"] == version("sentencex")
