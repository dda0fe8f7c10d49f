"""Functions of the user's own are imported only if this run names them, never because a file does."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from ..support.commands import run_python
from ..support.files import write
from ..support.processes import EVAL, TOOLS

_MODULE = "from pathlib import Path\nPath('imported').touch()\ndef call(text): return text.split()\n"
_STEMMER = "\ndef stem(token): return token\n"
_LINES = ["--lines", "a=p.txt", "m.txt"]
_NAMED = "trap:call"
_FILES = {
    "trap.py": _MODULE + _STEMMER,
    "p.txt": "the cat\n",
    "m.txt": "the cat sat\n",
    "human.csv": f"system,evaluation,tokenizer,human\na,1,{_NAMED},1\nb,1,{_NAMED},2\n",
    "one.jsonl": '{"id": "1", "peer": "b c", "models": ["c"], "tokenizer": "trap:call",'
    ' "options": {"stemmer": "trap:call"}}\n',
    "c.xml": f"""<ROUGE-EVAL version="1.0" tokenizer="{_NAMED}"><EVAL ID="1" stemmer="{_NAMED}">
<PEER-ROOT>.</PEER-ROOT><MODEL-ROOT>.</MODEL-ROOT><INPUT-FORMAT TYPE="SPL" stem="{_NAMED}"></INPUT-FORMAT>
<PEERS><P ID="a">p.txt</P></PEERS><MODELS><M ID="A">m.txt</M></MODELS></EVAL></ROUGE-EVAL>""",
}


def _run(program: str, *arguments: str, cwd: Path, **variables: str) -> str:
    """Run a command in a process of its own, and return its standard error."""
    code = {"rouge_eval": EVAL, "tools": TOOLS}[program]
    return run_python("-c", code, *arguments, cwd=cwd, **variables).stderr.decode()


def _saved(folder: Path, **options: str) -> None:
    """Save scores, and let the file say that these functions made them."""
    flags = "-n 1 -r 5 --tokenizer whitespace --save-scores saved.npz"
    _run("rouge_eval", *flags.split(), *_LINES, cwd=folder)
    with zipfile.ZipFile(folder / "saved.npz") as file:
        entries = {name: file.read(name) for name in file.namelist()}
    about = json.loads(entries["about.json"])
    about["options"] |= options
    entries["about.json"] = json.dumps(about).encode()
    with zipfile.ZipFile(folder / "saved.npz", "w") as file:
        for name, data in entries.items():
            file.writestr(name, data)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        ("tools", ["report", "saved.npz", "site"]),
        ("tools", ["report", "saved.npz", "site", *_LINES]),
        ("tools", ["report", "saved.npz", "site", *_LINES, "--stemmer", "trap:other"]),
        ("tools", ["correlate", "--human", "human.csv", "--human-field", "human", "-n", "1", *_LINES]),
        ("tools", ["check", "c.xml"]),
        ("tools", ["config", "c.xml"]),
        ("rouge_eval", ["-n", "1", "c.xml"]),
        ("rouge_eval", ["-n", "1", "--jsonl", "one.jsonl"]),
        ("rouge_eval", ["-n", "1", "--plot", "picture.svg", *_LINES]),
    ],
)
def test_no_input_imports_what_it_names(program: str, arguments: list[str], tmp_path: Path) -> None:
    write(tmp_path, _FILES)
    _saved(tmp_path, tokenizer=_NAMED, stemmer="trap:stem")
    names = ("TOKENIZER", "STEMMER", "ROUGE_EVAL_TOKENIZER", "ROUGE_EVAL_STEMMER")
    variables = dict.fromkeys(names, _NAMED) | {"MPLBACKEND": "module://trap"}
    said = _run(program, *arguments, cwd=tmp_path, **variables)
    assert "Traceback" not in said
    assert not (tmp_path / "imported").exists()


@pytest.mark.slow
def test_a_saved_report_is_shown_without_its_function_and_explained_with_it(tmp_path: Path) -> None:
    write(tmp_path, _FILES)
    _run("rouge_eval", "-n", "1", "--tokenizer", _NAMED, "--save-scores", "saved.npz", *_LINES, cwd=tmp_path)
    (tmp_path / "imported").unlink()
    assert _run("tools", "report", "saved.npz", "site", cwd=tmp_path) == ""
    refused = _run("tools", "report", "saved.npz", "texts", *_LINES, cwd=tmp_path)
    assert "trap:call stands in a file, and a function that a file names is not imported" in refused
    assert "name it by --tokenizer, too" in refused
    other = _run("tools", "report", "saved.npz", "texts", "--tokenizer", "trap:stem", *_LINES, cwd=tmp_path)
    assert "saved.npz was not scored with --tokenizer trap:stem; leave it out" in other
    assert not (tmp_path / "imported").exists()
    named = ["--tokenizer", _NAMED, *_LINES]
    _run("tools", "report", "saved.npz", "texts", *named, cwd=tmp_path)
    assert (tmp_path / "imported").exists()
    assert (tmp_path / "texts" / "explained" / "1.html").exists()
