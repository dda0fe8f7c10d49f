"""Stems and the databases of irregular forms are those of the original."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from rouge_cli import Options
from rouge_cli.kernel import stem as porter
from rouge_cli.kernel.python.words import with_exceptions
from rouge_cli.text.word_lists import lists_of
from tests.kernel.test_words import STORED

from ..support.commands import ROOT, rouge_eval
from ..support.files import write
from ..support.needs import needs
from . import original

pytestmark = needs("original")

WORDS = 150 * int(os.environ.get("ROUGE_FUZZ", "500"))
# Suffixes of Porter's steps 1a to 5, what the steps leave or need, and endings that are no suffixes.
_SUFFIXES = """
s sses ies ss eed ed ing at bl iz y ational tional enci anci izer bli alli entli eli ousli ization ation ator
alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic
able ible ant ement ment ent sion tion ion ou ism ate iti ous ive ize e ll ly ably ency ity ities ism's yy zz
tt ee 1 2nd 99 é
"""
_RANDOM_LETTERS = "aeiouyaeiouybcdfglmnprstvwxz"


def _known_words() -> list[str]:
    """Return the words of the shipped word lists and example texts, and of the system's dictionary."""
    places = [
        *(ROOT / "rouge_cli" / "data").glob("**/*.exc"),
        *(ROOT / "rouge_cli" / "data").glob("*.txt"),
        *(path for path in (ROOT / "config_examples").glob("*/**/*") if path.is_file()),
        Path("/usr/share/dict/words"),
    ]
    texts = [path.read_text("utf-8", "replace") for path in places if path.exists()]
    return sorted({word for text in texts for word in re.findall(r"[^\s|]+|[a-z0-9]+", text.lower())})


def _random_word(known: Sequence[str]) -> str:
    """Return a known word, whole or cut, or a few letters, with up to four suffixes or a letter doubled."""
    if random.random() < 0.5:
        word = random.choice(known)
        word = word[: random.randint(1, len(word))]
    else:
        word = "".join(random.choices(_RANDOM_LETTERS, k=random.randint(0, 5)))
    if word and random.random() < 0.2:
        word += word[-1]
    return word + "".join(random.choices(_SUFFIXES.split(), k=random.randint(not word, 4)))


def _differing(words: Sequence[str], stems: Sequence[str]) -> list[str]:
    """Return the words, ten or a few more, that the original does not stem to `stems`."""
    if not words or _same(words, stems) == len(words):
        return []
    if len(words) == 1:
        return [f"{words[0]} (here {stems[0]})"]
    half = len(words) // 2
    found = _differing(words[:half], stems[:half])
    return found if len(found) >= 10 else found + _differing(words[half:], stems[half:])


def _same(words: Sequence[str], stems: Sequence[str]) -> int:
    """Return the number of words that the original stems as given; numbers make all words different."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for file, heads in (("model", words), ("peer", stems)):
            lines = [f"{number} {head}|nil|nil\n" for number, head in enumerate(heads)]
            directory.joinpath(file).write_text("".join(lines), encoding="utf-8", newline="")
        directory.joinpath("list").write_text("peer model\n")
        output = original.run(["-M", "-3", "H", "-t", "2", "-r", "1", "-z", "SIMPLE", "list"], directory)
    counts = re.search(rb"M_count: (\d+) P_count: (\d+) H_count: (\d+)", output.stdout)
    assert counts, output.stderr
    models, peers, hits = map(int, counts.groups())
    assert models == peers == len(words)
    return hits


def test_stems_are_those_of_the_original() -> None:
    known = _known_words()
    generated = {_random_word(known) for _ in range(WORDS)}
    words = known + sorted(generated.difference(known))
    assert len(words) > WORDS / 2  # Some are drawn more than once.
    stem = with_exceptions(porter, lists_of(Options(stem=True)).exceptions)
    differing = _differing(words, [stem(word.encode()).decode() for word in words])
    assert not differing, f"stemmed to something else by the original: {', '.join(differing[:10])}"


def test_stored_stems_are_those_of_the_original() -> None:
    """tests/kernel checks both kernels against the stored stems where there is no perl."""
    words, stems = zip(*STORED, strict=True)
    assert not _differing(words, stems)


@pytest.mark.parametrize(
    ("extension", "expected"), [("exc", b"1.00000"), ("smart_common_words.txt", b"0.00000")], ids=str
)
def test_a_database_decides_as_in_the_original(tmp_path: Path, extension: str, expected: bytes) -> None:
    """The second extension is that of the command that is copied everywhere: the database is empty then."""
    data = tmp_path / "data"
    shutil.copytree(original.DATA, data)
    (data / "WordNet-2.0.exc.db").unlink()
    subprocess.run(
        ["perl", "buildExeptionDB.pl", ".", extension, "../WordNet-2.0.exc.db"],
        cwd=data / "WordNet-2.0-Exceptions",
        check=True,
        capture_output=True,
    )
    write(tmp_path, {"peer": "children", "model": "child", "list": "peer model\n"})
    arguments = ["-e", str(data), "-m", "-n", "1", "-x", "-z", "SPL", "list"]
    ours, theirs = rouge_eval(arguments, cwd=tmp_path), original.run(arguments, tmp_path)
    assert ours.stdout == theirs.stdout
    assert b"Average_F: " + expected in ours.stdout
    assert (b"exc.db: empty" in ours.stderr) is (expected == b"0.00000")
