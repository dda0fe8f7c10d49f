"""`rouge-tools oracle`, `duplicates` and `matrix`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy
import pytest

from rouge_cli import Options, Scorer

from ..support.commands import rouge_eval, rouge_tools
from ..support.files import write
from ..support.tables import table

POOL = [
    "the cat sat on the mat",
    "a dog barks",
    "the cat sat on a mat",
    "the cat sat on the mat today",
    "more",
]
DOCUMENTS = "the cat sat <q> a dog barked at the cat <q> nothing else\none <q> two\n"
REFERENCES = "a dog barked loudly\nTwo\n"


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    articles = (
        {"document": ["a b", "c d\ne"], "reference": "x\nc d"},
        {"document": "c\nd", "reference": ["d"]},
    )
    files = {
        "pool.txt": "".join(f"{text}\n" for text in POOL),
        "pool.jsonl": "".join(json.dumps({"instruction": text}) + "\n" for text in POOL),
        "documents.txt": DOCUMENTS,
        "references.txt": REFERENCES,
        "articles.jsonl": "".join(json.dumps(article) + "\n" for article in articles),
        "mixed.txt": '{"a": 1}\nmore\n',
        "lines.jsonl": '{"document": ["a\\nb \\ud800", "c"]}\n',
    }
    write(tmp_path, files)
    return tmp_path


def _printed(folder: Path, words: str) -> str:
    output = rouge_tools(words.split(), folder)
    assert (output.stderr, output.status) == (b"", 0)
    return output.stdout.decode()


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        *table(__file__, "commands"),
        (
            "duplicates --field instruction pool.jsonl --above 0.9",
            "".join(json.dumps({"instruction": POOL[place]}) + "\n" for place in (0, 1, 2, 4)),
        ),
    ],
)
def test_commands(folder: Path, words: str, printed: str) -> None:
    assert _printed(folder, words) == printed


def test_a_matrix_for_numpy(folder: Path) -> None:
    assert _printed(folder, "matrix pool.txt -o pool.npy") == ""
    assert (folder / "pool.npy").stat().st_size % 8 == 0
    assert numpy.load(folder / "pool.npy").tolist() == Scorer(Options()).matrix(POOL).tolist()


def test_notes_name_the_file(folder: Path) -> None:
    (folder / "other.txt").write_text("猫が座った\n", "utf-8")
    output = rouge_tools(["duplicates", "other.txt"], folder)
    assert (output.stdout.decode(), output.status) == ("猫が座った\n", 0)
    assert output.stderr.decode().startswith("note: other.txt: the only text has no ASCII word")
    output = rouge_tools(["oracle", "other.txt", "other.txt"], folder)
    assert output.stderr.startswith(b"note: no sentence scores; if ")
    assert output.stderr.count(b"note") == 1


ARTICLES = "a dog barked loudly <q> the cat sat <q> nothing else <q> more\none <q> two <q> three\n"


@pytest.mark.parametrize("models", [("first.txt",), ("first.txt", "second.txt")])
def test_extracts_stand_beside_the_systems(tmp_path: Path, models: tuple[str, ...]) -> None:
    texts = {"first.txt": "a dog barked loudly\nTwo\n", "second.txt": "the cat sat on it\nthree\n"}
    write(tmp_path, {**texts, "peers.txt": "a cat\nthree\n", "articles.txt": ARTICLES})
    extracts = {
        "ORACLE": ("a dog barked loudly\ntwo\n", "a dog barked loudly <q> the cat sat\ntwo <q> three\n"),
        "LEAD-2": ("a dog barked loudly <q> the cat sat\none <q> two\n",) * 2,
    }
    write(tmp_path, {f"{system}.txt": texts_of[len(models) - 1] for system, texts_of in extracts.items()})
    common = ["--format", "json", "--quiet", "-n", "2", "--sentence-separator", "<q>", "--lines", "peers.txt"]
    added = rouge_eval([*common, "--oracle", "articles.txt", "--lead", "2", *models], tmp_path)
    written = rouge_eval([*common, "--lines", "ORACLE.txt", "--lines", "LEAD-2.txt", *models], tmp_path)
    assert (added.stderr, added.status) == (b"", 0)
    assert added.stdout == written.stdout


def test_an_oracle_has_three_sentences_at_most(tmp_path: Path) -> None:
    article = "a b <q> c d <q> e f <q> g h\n"
    write(tmp_path, {"article.txt": article, "model.txt": article.replace("<q> ", ""), "peer.txt": "a\n"})
    flags = ["-n", "2", "--format", "csv", "--oracle", "article.txt", "--lines", "peer.txt", "model.txt"]
    assert b"ORACLE,ROUGE-1,R,0.75," in rouge_eval(flags, tmp_path).stdout
    assert _printed(tmp_path, "oracle article.txt model.txt") == "0 1 2\n"


@pytest.mark.parametrize("flags", [(), ("--profile", "rouge-score", "--types", "rougeL")])
def test_the_oracle_searches_by_rouge_1_and_2_whatever_is_shown(folder: Path, flags: tuple[str, ...]) -> None:
    words = ["--oracle", "documents.txt", *flags, "--lines", "documents.txt", "references.txt"]
    output = rouge_eval(words, folder)
    assert output.status == 0
    assert b"note: 2 systems, 1 model, 2 evaluations\n" in output.stderr
    assert b"ORACLE" in output.stdout


def test_articles_stand_beside_a_configuration(tmp_path: Path) -> None:
    write(tmp_path, {"articles": "the first <q> the second\n" * 6})
    words = ["--quiet", "--oracle", str(tmp_path / "articles"), "--format", "csv", "config_examples/spl.xml"]
    for system, systems in (([], "1 10 2 ORACLE lead"), (["10"], "10 ORACLE")):
        rows = rouge_eval([*words, *system]).stdout.decode().splitlines()[1:]
        assert sorted({row.split(",")[0] for row in rows}) == systems.split()


@pytest.mark.parametrize(
    ("words", "note"),
    [
        ("duplicates pool.jsonl", "pool.jsonl: JSON Lines are compared as they stand; name the texts"),
        ("oracle pool.txt pool.txt", "pool.txt: no document has two sentences; put <q> between them"),
        ("oracle --method presumm --measures ROUGE-L documents.txt references.txt", "--measures changes"),
        ("oracle --lead 1 --measures ROUGE-L documents.txt references.txt", "--measures changes"),
        *((words, "") for words in ("oracle documents.txt references.txt", "duplicates mixed.txt")),
    ],
)
def test_what_seems_not_meant_is_noted(folder: Path, words: str, note: str) -> None:
    output = rouge_tools(words.split(), folder)
    assert output.status == 0
    assert output.stderr.decode().startswith(f"note: {note}") if note else not output.stderr
    assert rouge_tools([*words.split(), "--quiet"], folder).stderr == b""
