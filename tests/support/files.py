"""Summaries and configurations, written to files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from rouge_cli.text import sentences as formats

from .texts import MODELS, PEER


def eval_element(
    id: str = 'ID="1"',
    root: str = ".",
    format: str = "SPL",
    peers: str = '<P ID="S">p</P>',
    models: str = '<M ID="A">m1</M><M ID="B">m2</M>',
) -> str:
    """Return an EVAL of seven lines with `P` in the fifth and `M` in the sixth."""
    return (
        f"<EVAL {id}>\n<PEER-ROOT>{root}</PEER-ROOT>\n<MODEL-ROOT>{root}</MODEL-ROOT>\n"
        f'<INPUT-FORMAT TYPE="{format}"/>\n<PEERS>{peers}</PEERS>\n<MODELS>{models}</MODELS>\n</EVAL>\n'
    )


def configuration(*evals: str, head: str = "") -> str:
    """Return a configuration of EVAL elements, by default one, which begin on the second line."""
    return f'{head}<ROUGE-EVAL version="1.5.5">\n{"".join(evals or [eval_element()])}</ROUGE-EVAL>\n'


def write(directory: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files to a directory, with their line ends unchanged."""
    for name, content in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def write_corpus(directory: Path, config: str | bytes | None = None) -> None:
    """Write a peer, two models and `c.xml`, which names them."""
    write(directory, {"p": PEER, "m1": MODELS[0], "m2": MODELS[1], "c.xml": config or configuration()})


def vanish_when_read(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Make summaries vanish when they have been read; return a counter of the reads of each."""
    read = Counter[str]()
    read_bytes = formats.read_bytes

    def reading_and_removing(path: str) -> bytes:
        data = read_bytes(path)
        read[path] += 1
        Path(path).unlink()
        return data

    monkeypatch.setattr(formats, "read_bytes", reading_and_removing)
    return read


def as_python_3_11_says(message: object) -> str:
    """Return the text of an error; Python 3.13 has other words for a NUL in a name."""
    return re.sub(r"(?:\w+: )?embedded null character in path", "embedded null byte", str(message))
