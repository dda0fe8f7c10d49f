"""Large inputs are scored in bounded memory: numbers grow with them, but not texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..support.commands import run_python

pytestmark = pytest.mark.slow

_PAIRS = 100_000
_MEASURES = 3
_SCRIPT = """
import resource, sys
from rouge_cli.cli.rouge_eval import main
status = main(sys.argv[1:])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak * (1 if sys.platform == "darwin" else 1024), file=sys.stderr)
sys.exit(status)
"""


def _peak(*arguments: str) -> int:
    """Return the most bytes of memory that a run takes."""
    done = run_python("-c", _SCRIPT, "-n", "2", "-r", "10", "--quiet", *arguments, timeout=300)
    assert b"ROUGE-L Average_R: 1.00000" in done.stdout
    return int(done.stderr.splitlines()[-1])


def _text(number: int) -> str:
    """Return a text of more than 600 bytes, with few words, so that even the Python kernel is quick."""
    return f"{number % 1000} {'.' * 600}"


def test_lines(tmp_path: Path) -> None:
    """120 MB of texts."""
    for name, count in (("few", 10), ("many", _PAIRS)):
        (tmp_path / name).write_text("".join(f"{_text(number)}\n" for number in range(count)))
    few, many = (_peak("--lines", *[str(tmp_path / name)] * 2) for name in ("few", "many"))
    assert many - few < 100 * _PAIRS * _MEASURES + 4_000_000


@pytest.mark.parametrize(("systems", "bytes_of_a_figure"), [(0, 110), (1, 160), (2, 160)])
def test_json_lines(tmp_path: Path, systems: int, bytes_of_a_figure: int) -> None:
    """IDs stand beside the columns, if there are any (0: neither IDs nor systems).

    With two systems the rows of an evaluation are far from each other.
    """
    for name, count in (("few", 10), ("many", _PAIRS // max(systems, 1))):
        with (tmp_path / name).open("w") as file:
            for system in range(max(systems, 1)):
                for number in range(count):
                    row = {"id": f"an ID {number}", "system": system} if systems else {}
                    row |= {"peer": _text(number), "models": _text(number)}
                    file.write(json.dumps(row) + "\n")
    few, many = (_peak("--jsonl", str(tmp_path / name)) for name in ("few", "many"))
    assert many - few < bytes_of_a_figure * _PAIRS * _MEASURES + 4_000_000


def test_folders(tmp_path: Path) -> None:
    for name, count in (("few", 10), ("many", 5000)):
        folder = tmp_path / name
        folder.mkdir()
        for number in range(count):
            (folder / f"{number}.txt").write_text(_text(number))
    patterns = ["--peer-files", "{eval}.txt", "--model-files", "{eval}.txt"]
    few, many = (
        _peak("--peers", str(tmp_path / name), "--models", str(tmp_path / name), *patterns)
        for name in ("few", "many")
    )
    assert many - few < 200 * 5000 * _MEASURES + 4_000_000
