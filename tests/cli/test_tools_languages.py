"""`rouge-tools languages`: the table, and what is installed."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import stopwordsiso

from ..languages.test_table import CODES
from ..support.commands import rouge_tools

_LENGTH = re.compile(" [0-9]+ +(?=nothing$)")
"""The length of a stop list, which depends on the version of the package."""


def _lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", "150")
    output = rouge_tools(["languages"])
    assert (output.stderr, output.status) == (b"", 0)
    return output.stdout.decode().splitlines()


def test_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [_LENGTH.sub(" N ", line) for line in _lines(monkeypatch)]
    assert lines[0] == "code  name        tokenizer  stemmer              sentences  stop words  missing"
    assert lines[6] == "de    German      unicode    snowball-german      own        N nothing"
    assert "ta    Tamil       unicode    snowball-tamil       own        none        nothing" in lines
    assert "vi    Vietnamese  unicode    none                 general    N nothing" in lines
    assert [line[:2] for line in lines[2:32]] == CODES
    assert lines[32] == ""
    names = ("regex", "snowballstemmer", "sentencex", "stopwordsiso")
    assert [line.split()[:2] for line in lines[35:39]] == [[name, version(name)] for name in names]


def test_packages_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("snowballstemmer", "stopwordsiso", "icu"):
        monkeypatch.setitem(sys.modules, module, None)
    lines = _lines(monkeypatch)
    assert "fr    French      unicode    snowball-french      own        ?           snowballstemmer" in lines
    assert "th    Thai        icu        none                 general    ?           PyICU" in lines
    assert "uk    Ukrainian   unicode    none                 own        ?           nothing" in lines
    assert lines[36].split(None, 2)[:2] == ["snowballstemmer", "missing"]
    assert lines[36].endswith("  pip install sentencex snowballstemmer stopwordsiso")
    assert lines[39].endswith("  apt install libicu-dev pkg-config g++; pip install PyICU")


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
    assert languages["th"]["missing"] == ["PyICU"]
    packages = {package["name"]: package for package in document["packages"]}
    assert packages["PyICU"] == {
        "name": "PyICU",
        "version": None,
        "purpose": "tokenizer icu",
        "install": "apt install libicu-dev pkg-config g++; pip install PyICU",
    }
    assert packages["sentencex"]["version"] == version("sentencex")
