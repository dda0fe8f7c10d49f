"""`--save-scores` and `--load-scores`: scores of parts in files, and the report of all."""

from __future__ import annotations

import json
import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pytest

from ..support.commands import assert_refused, rouge_eval, rouge_tools
from ..support.tables import table

_PEERS = {"bart": ["The cat sat.", "A dog ran.", "Rain fell."], "t5": ["A cat.", "The dog.", "It rained."]}
_MODELS = ["The cat lay down.", "A dog ran home.", "Rain fell all day."]
_FLAGS = ["-n", "2", "-w", "1.2"]


def _write(folder: Path, name: str, places: range) -> None:
    rows = [
        {"id": f"d{place}", "system": system, "peer": peers[place], "models": _MODELS[place]}
        for place in places
        for system, peers in _PEERS.items()
    ]
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def _save(folder: Path, name: str, places: range, flags: list[str] = _FLAGS) -> None:
    _write(folder, f"{name}.jsonl", places)
    files = ["--jsonl", f"{name}.jsonl", "--save-scores", f"{name}.npz"]
    assert rouge_eval([*flags, "-r", "1", *files], folder).status == 0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the scores of two parts, and the input of both."""
    _save(tmp_path, "one", range(2))
    _save(tmp_path, "two", range(2, 3))
    _write(tmp_path, "all.jsonl", range(3))
    return tmp_path


@pytest.mark.parametrize(
    "flags",
    [["-d"], ["-r", "50", "-c", "90", "--format", "text", "--compare=t5"], ["--compare", "--format", "csv"]],
    ids=" ".join,
)
def test_parts_come_to_the_report_of_one_run(folder: Path, flags: list[str]) -> None:
    whole = rouge_eval([*_FLAGS, "--jsonl", "all.jsonl", *flags], folder)
    both = ["--load-scores", "one.npz", *flags, "two.npz", "--save-scores", "both.npz"]
    assert rouge_eval([*_FLAGS, *both], folder) == whole
    assert rouge_eval([*_FLAGS, "--load-scores", "both.npz", *flags], folder) == whole


def _rows(random: Random, shuffled: bool) -> list[str]:
    """Rows of three systems, sorted by system or shuffled; some summaries are missing, and some are empty."""
    words = [f"w{number}" for number in range(9)] + ["é", "<s>"]
    models = [" ".join(random.choices(words, k=9)) for _ in range(20)]
    rows = [
        json.dumps({"id": f"d{id}", "system": system, "peer": peer, "models": models[id]}) + "\n"
        for system in "BAC"
        for id in random.sample(range(20), 18)
        for peer in [" ".join(random.choices(words, k=random.choice((0, 8))))]
    ]
    if shuffled:
        random.shuffle(rows)
    return rows


@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize(
    "profile",
    ["rouge-1.5.5", "rouge-score", "torchmetrics", "rouge", "coco", "py-rouge", "rouge-metric", "ignite"],
)
def test_parts_of_any_rows_come_to_the_report_of_one_run(
    profile: str, shuffled: bool, tmp_path: Path
) -> None:
    """Evaluations and systems stand as they first appear. A note may count a model once for each part."""
    rows = _rows(Random(7), shuffled)
    flags = {"rouge-1.5.5": ["-r", "20"], "torchmetrics": ["--types", "rouge1,rougeL"]}.get(profile, [])
    flags += ["--profile", profile]
    (tmp_path / "whole.jsonl").write_text("".join(rows))
    names = []
    for start in range(0, len(rows), 23):
        names.append(f"{start}.npz")
        (tmp_path / "part.jsonl").write_text("".join(rows[start : start + 23]))
        part = ["--jsonl", "part.jsonl", "--save-scores", names[-1]]
        assert rouge_eval([*flags, *part], tmp_path).status == 0
    for output in (["-d"], ["--format", "csv", "--compare=A"], ["--format", "json", "-d"]):
        whole = rouge_eval([*flags, *output, "--jsonl", "whole.jsonl"], tmp_path)
        merged = rouge_eval([*flags, *output, "--load-scores", *names], tmp_path)
        printed, expected = (one.stdout.partition(b'"notes": [')[0] for one in (merged, whole))
        assert (printed, merged.status) == (expected, 0)
        missing = [line for line in whole.stderr.splitlines() if b"and left out" in line]
        assert missing == [line for line in merged.stderr.splitlines() if b"and left out" in line] != []


def test_notes_come_back(folder: Path) -> None:
    for name, part in (("a", ["d1", "d2"]), ("b", ["d3"]), ("ab", ["d1", "d2", "d3"])):
        rows = [{"id": id, "system": "S", "peer": f"éé a <s> {id}. And so.", "models": ""} for id in part]
        (folder / "rows").write_text("".join(json.dumps(row) + "\n" for row in rows))
        rouge_eval([*_FLAGS, "--jsonl", "rows", "--save-scores", f"{name}.npz"], folder)
    whole = rouge_eval([*_FLAGS, "--jsonl", "rows"], folder)
    assert rouge_eval([*_FLAGS, "--load-scores", "a.npz", "b.npz"], folder) == whole
    assert b"3 models have no word" in whole.stderr
    assert b"3 of 6 texts have marks" in whole.stderr


def test_doubts_are_told_of_saved_scores_too(folder: Path) -> None:
    noted = rouge_eval([*_FLAGS, "-c", "0.95", "--load-scores", "one.npz"], folder)
    assert b"-c 0.95 is 0.95 per cent" in noted.stderr


@pytest.mark.parametrize(
    "words",
    [
        "--profile rouge-score",
        "-n 1 --mead",
        "-x -n 1 -w 99 -f B",
        "-x -n 1 -w 1e308",
        "--profile ignite",
        "--profile py-rouge -w 1.2",
    ],
)
def test_every_kind_of_counts_comes_back(folder: Path, words: str) -> None:
    flags = [*words.split(), "--format", "json", "-d"]
    whole = rouge_eval([*flags, "--jsonl", "all.jsonl", "--save-scores", "kind.npz"], folder)
    assert (rouge_eval([*flags, "--load-scores", "kind.npz"], folder), whole.status) == (whole, 0)


def test_numbered_evaluations_are_numbered_on(folder: Path) -> None:
    for name, lines in {"models": _MODELS, **_PEERS}.items():
        for suffix, some in (("", lines), ("0", lines[:1]), ("1", lines[1:2]), ("2", lines[2:])):
            (folder / f"{name}{suffix}.txt").write_text("\n".join(some), "utf-8")
    for number in "012":
        files = [f"--lines=t5=t5{number}.txt", f"--lines=bart=bart{number}.txt", f"models{number}.txt"]
        rouge_eval([*_FLAGS, *files, "--save-scores", f"{number}.npz"], folder)
    whole = rouge_eval([*_FLAGS, "-d", "--lines=t5.txt", "--lines=bart.txt", "models.txt"], folder)
    rouge_eval([*_FLAGS, "--load-scores", "0.npz", "1.npz", "--save-scores", "01.npz"], folder)
    assert rouge_eval([*_FLAGS, "-d", "--load-scores", "01.npz", "2.npz"], folder).stdout == whole.stdout
    refused = rouge_eval([*_FLAGS, "--load-scores", "0.npz", "two.npz"], folder)
    assert_refused(refused, 1, "two.npz and 0.npz", "give evaluations IDs")


def test_missing_summaries_of_several_files_are_not_filled(tmp_path: Path) -> None:
    """Each file has zeros for its own systems alone, so the zeros of one run are not all there."""
    for name, places, systems in (("one", range(2), ("bart", "t5")), ("two", range(2, 3), ("t5",))):
        _write(tmp_path, f"{name}.jsonl", places)
        rows = (tmp_path / f"{name}.jsonl").read_text("utf-8").splitlines(keepends=True)
        kept = [row for row in rows if json.loads(row)["system"] in systems]
        (tmp_path / f"{name}.jsonl").write_text("".join(kept), "utf-8")
        for rule in ("zero", "refuse"):
            files = ["--jsonl", f"{name}.jsonl", "--save-scores", f"{name}-{rule}.npz"]
            assert rouge_eval(["--missing", rule, *files], tmp_path).status == 0
    lacks = "system bart has 2 of 3 summaries; missing: d2"
    for rule, remedy in (("zero", "every file must name all systems"), ("refuse", "give all summaries")):
        files = ["--load-scores", f"one-{rule}.npz", f"two-{rule}.npz"]
        assert_refused(rouge_eval(["--missing", rule, *files], tmp_path), 1, lacks, remedy)
    assert rouge_eval(["--missing", "zero", "--load-scores", "one-zero.npz"], tmp_path).status == 0
    (tmp_path / "copy.npz").write_bytes((tmp_path / "one-zero.npz").read_bytes())
    twice = rouge_eval(["--missing", "zero", "--load-scores", "one-zero.npz", "copy.npz"], tmp_path)
    assert_refused(twice, 1, "is in two files; with --missing zero, a file must have all summaries")


def test_evaluations_that_lack_all_systems_are_had_by_none(tmp_path: Path) -> None:
    """The first file has no summary of `b`, and none of any system in d0."""
    for name, places, has_b in (("one", range(3), False), ("two", range(3, 4), True)):
        rows = [
            {"id": f"d{place}", "system": system, "models": "x", "peer": "x" if is_there else None}
            for place in places
            for system, is_there in (("a", place > 0), ("b", has_b))
        ]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        files = ["--jsonl", f"{name}.jsonl", "--save-scores", f"{name}.npz"]
        assert rouge_eval([*_FLAGS, *files], tmp_path).status == 0
    both = rouge_eval([*_FLAGS, "--format", "text", "--load-scores", "one.npz", "two.npz"], tmp_path)
    assert b"system b has 1 of 3 summaries; missing and left out: d1, d2" in both.stderr
    assert b"\nb (1 of 3) " in both.stdout


def test_a_file_cannot_ask_for_more_than_100_000_resamples(folder: Path) -> None:
    for number in (100_000, 100_001):
        files = ["--load-scores", "one.npz", "--save-scores", f"{number}.npz"]
        assert rouge_eval([*_FLAGS, "-r", str(number), *files], folder).status == 0
    assert rouge_tools(["report", "100000.npz", "site"], folder).status == 0
    refused = rouge_tools(["report", "100001.npz", "other"], folder)
    assert_refused(refused, 1, "100,001 resamples; give at most 100,000", program="rouge-tools")


def test_numpy_reads_the_file(folder: Path) -> None:
    with numpy.load(folder / "one.npz") as arrays:
        assert arrays["0/ROUGE-1/recall"].tolist() == [0.5, 0.75]
        assert arrays["0/ROUGE-1/hit"].tolist() == [2, 3]
    with zipfile.ZipFile(folder / "one.npz") as file:
        header, _, numbers = file.read("0/ROUGE-1/recall.npy").partition(b"\n")
    assert (len(header) + 1) % 64 == 0  # As NumPy aligns arrays.
    assert struct.unpack("=2d", numbers) == (0.5, 0.75)


def _change(folder: Path, name: str, change: Callable[[str, bytes], bytes], kind: int = 0) -> None:
    """Write the first part's file again, with its entries changed."""
    with zipfile.ZipFile(folder / "one.npz") as file, zipfile.ZipFile(folder / name, "w", kind) as changed:
        for entry in file.namelist():
            changed.writestr(entry, change(entry, file.read(entry)))


def test_numbers_may_have_the_byte_order_of_another_machine(folder: Path) -> None:
    def swapped(name: str, data: bytes) -> bytes:
        header, newline, numbers = data.partition(b"\n")
        header = header.translate(bytes.maketrans(b"<>", b"><"))
        return (
            data
            if name == "about.json"
            else header + newline + numpy.frombuffer(numbers).byteswap().tobytes()
        )

    _change(folder, "other.npz", swapped)
    own, other = (
        rouge_eval([*_FLAGS, "-d", "--load-scores", name], folder) for name in ("one.npz", "other.npz")
    )
    assert other == own


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("about.json", lambda data: b"[" * 100_000),
        *(
            (name, lambda data, old=old, new=new: re.sub(old.encode(), lambda _: new.encode(), data))
            for name, old, new in table(__file__, "changes")
        ),
        *(
            (name, lambda data, kind=kind, end=end: data[:-8] + struct.pack(f"={kind}", end))
            for name, kind, end in table(__file__, "ends")
        ),
    ],
)
def test_a_file_of_another_kind_is_one_line(folder: Path, name: str, change: Callable[..., Any]) -> None:
    _change(folder, "bad.npz", lambda entry, data: change(data) if entry == name else data)
    printed = rouge_eval([*_FLAGS, "--load-scores", "bad.npz"], folder)
    assert_refused(printed, 1, "bad.npz: no scores of --save-scores")


@pytest.mark.parametrize("kind", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_compressed_entries_are_not_unpacked(folder: Path, kind: int) -> None:
    """They might hold any number of bytes, or damaged ones."""
    _change(folder, "bad.npz", lambda _, data: data, kind)
    printed = rouge_eval([*_FLAGS, "--load-scores", "bad.npz"], folder)
    assert_refused(printed, 1, "bad.npz: no scores of --save-scores")
