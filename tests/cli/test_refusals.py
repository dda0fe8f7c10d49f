"""Whatever is wrong with a command line or a file: one clear line, the right status, and nothing written."""

from __future__ import annotations

import gzip
import json
import re
import shlex
from pathlib import Path

import pytest

from ..support.commands import ROOT, assert_refused, rouge_eval, rouge_tools
from ..support.files import configuration, eval_element, write, write_corpus

_ROWS = [
    row
    for row in Path(__file__).with_name("refusals.txt").read_text("utf-8").splitlines()
    if row and not row.startswith("#")
]
"""`STATUS: COMMAND -> PARTS OF THE MESSAGE`; `{root}` is the root of the project."""

_CELLS = [
    (f"s{system}", f"d{place}", (system * 7 + place * 3) % 5) for system in range(4) for place in range(5)
]
_PEERS = {
    "x": {"t1": "alpha one two three", "t2": "alpha beta gamma delta", "t<3>": "seven alpha beta eight"},
    "y": {"t1": "alpha beta gamma four", "t2": "alpha beta five six", "t<3>": "alpha beta gamma delta"},
}
_POOL = [
    "the cat sat on the mat",
    "a dog barks",
    "the cat sat on a mat",
    "the cat sat on the mat today",
    "more",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of every kind that are good, and some that are not."""
    folder = tmp_path_factory.mktemp("refusals")
    two = eval_element(), eval_element('ID="topic 2"', peers='<P ID="T">p</P>')
    rows = [
        {"id": id, "system": system, "peer": peer, "models": ["alpha beta gamma delta"]}
        for system, peers in _PEERS.items()
        for id, peer in peers.items()
    ]
    write_corpus(folder)
    write(
        folder,
        {
            "two.xml": configuration(*two),
            "list": "p m1 m2\n",
            "empty": "",
            "file": "",
            "data in the way/data": "",
            "folder/file": "",
            "hyp.txt": "the cats sat\n",
            "ref 1.txt": "the cat sat\n",
            "ref2.txt": "a cat sat\n",
            "peers/1.S.txt": "the cats sat\n",
            "models/1.A.txt": "the cat sat\n",
            **dict.fromkeys(("articles/1.txt", "articles/1.svg"), "on monday the cat sat down\n"),
            "j": "".join(f"{json.dumps(row)}\n" for row in rows),
            "human.csv": "".join(f"{s},{d},{x}\n" for s, d, x in [("system", "evaluation", "x"), *_CELLS]),
            "scores.csv": "system,evaluation,m1,m2\n"
            + "".join(f"{s},{d},{x},{place % 7}\n" for place, (s, d, x) in enumerate(_CELLS)),
            "broken.csv": "system,evaluation,x\ns1,d1,much\n",
            "twice.csv": "system,evaluation,h\na,1,2\na,1,3\n",
            "be": "bad.be good.be\n",
            "bad.be": "a|b|c\nno fields\n",
            "good.be": "a|b|c\n",
            "few.csv": "system,evaluation,m\na,1,1\nb,1,2\na,2,2\nb,2,4\n",
            "pool.txt": "".join(f"{text}\n" for text in _POOL),
            "pool.jsonl": "".join(f"{json.dumps({'instruction': text})}\n" for text in _POOL),
            "documents.txt": "the cat sat <q> a dog barked at the cat <q> nothing else\none <q> two\n",
            "references.txt": "a dog barked loudly\nTwo\n",
            "articles.jsonl": '{"document": ["a b", "c d\\ne"], "reference": "x\\nc d"}\n',
        },
    )
    compressed = gzip.compress(b"a\nb\n" * 100)
    write(
        folder,
        {
            "two.txt": "a\nb\n",
            "three.txt": "a\nb\nc\n",
            "f/two.txt.gz": compressed,
            "empty.gz": gzip.compress(b""),
            "cut.gz": compressed[:-9],
            "damaged": compressed[:12] + b"\xff\xff" + compressed[14:],
            "plain.gz": "no gzip\n",
            "utf16": "a\nb\n".encode("utf-16"),
            "rows": '{"id": 1, "system": "s", "peer": "x", "models": ["y"]}\n',
            **dict.fromkeys(("fp/a.1.txt", "fq/a.\x07.txt", "elements/a.1.txt"), "a peer\n"),
            **dict.fromkeys(("fm/a.A.txt", "other/b", "tac/D0801-A.M.100.A.B"), "a model\n"),
            **dict.fromkeys(("duc/D30001.M.100.T.1", "part/D30001.M.100.T.1", "part/b"), "a b\n"),
            "old.xml": "old",
        },
    )
    (folder / "hollow").mkdir()
    for name in ("one", "copy"):
        rouge_eval(["-n", "2", "-r", "1", "--jsonl", "j", "--save-scores", f"{name}.npz"], folder)
    return folder


@pytest.mark.parametrize("row", _ROWS)
def test_one_line_says_what_is_wrong(row: str, folder: Path) -> None:
    status, command, parts = row.partition(": ")[0], *row.partition(": ")[2].split(" -> ")
    program, *words = shlex.split(command.replace("{root}", ROOT.as_posix()))
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    output = {"rouge-eval": rouge_eval, "rouge-tools": rouge_tools}[program](words, folder)
    assert_refused(output, int(status), *parts.split(" | "), program=program)
    assert not re.search(r"`|\\n", output.stderr.decode()), "options are flags, and choices in one line"
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
