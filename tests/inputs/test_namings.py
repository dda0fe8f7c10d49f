"""Folders whose files are named as at DUC and TAC."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from rouge_cli import Evaluation, InputError, OptionError, evaluate, read_folders

from ..support.commands import assert_refused, rouge_eval
from ..support.files import write

_Found = dict[str, tuple[list[str], tuple[str, ...]]]


def _found(evaluations: Iterable[Evaluation]) -> _Found:
    """By evaluation, its systems and the IDs of its models."""
    return {one.id: (list(one.peers), one.model_ids) for one in evaluations}


def _write(peers: str, models: str) -> None:
    write(Path(), {f"p/{name}": "a peer\n" for name in peers.split()})
    write(Path(), {f"m/{name}": "a model\n" for name in models.split()})


@pytest.mark.parametrize(
    ("naming", "peers", "models", "expected"),
    [
        # DUC 2004 has several authors of a docset; the selector, before the last part, tells nothing.
        ("duc", "D30001.M.100.T.1 D30001.M.100.T.65 D30002.M.100.T.1",
         "D30001.M.100.T.B D30001.M.100.T.A D30002.M.100.T.A D30002.M.100.U.E",
         {"D30001": (["1", "65"], ("A", "B")), "D30002": (["1"], ("A", "E"))}),
        # TAC 2008: the initial summaries (A) and the updates (B) of a docset are two evaluations.
        ("tac", "D0801-A.M.100.A.1 D0801-B.M.100.A.1 D0801-B.M.100.A.43",
         "D0801-A.M.100.A.B D0801-A.M.100.C.C D0801-B.M.100.A.B",
         {"D0801-A": (["1"], ("B", "C")), "D0801-B": (["1", "43"], ("B",))}),
        # DUC 2004, task 1: the name of a single document, with a full stop in it, stands at the end.
        ("duc", "D30001.P.10.T.1.APW19981016.0240 D30001.P.10.T.1.APW19981022.0269",
         "D30001.P.10.T.A.APW19981016.0240 D30001.P.10.T.A.APW19981022.0269",
         {"D30001.APW19981016.0240": (["1"], ("A",)), "D30001.APW19981022.0269": (["1"], ("A",))}),
        # The configuration that comes with ROUGE-1.5.5 names such files.
        ("duc", "SL.P.10.R.11.SL062003-01.html D061.P.10.J.T.html",
         "SL.P.10.R.A.SL062003-01.html D061.P.10.J.A.html",
         {"D061": (["T"], ("A",)), "SL.SL062003-01": (["11"], ("A",))}),
        # DUC 2002 asked for several lengths, and for docsets and single documents in them.
        ("duc", "D061.M.050.J.19 D061.M.100.J.19", "D061.M.050.J.A D061.M.100.J.A",
         {"D061.M.050": (["19"], ("A",)), "D061.M.100": (["19"], ("A",))}),
        ("duc", "D061.M.100.J.19 D061.P.100.J.19.AP88-1 D061.P.100.J.19.AP88-2",
         "D061.M.100.J.A D061.P.100.J.A.AP88-1 D061.P.100.J.A.AP88-2",
         {f"D061.{rest}": (["19"], ("A",)) for rest in ("M.100", "P.100.AP88-1", "P.100.AP88-2")}),
        # People are systems in a folder of peers.
        ("duc", "D1.M.100.T.A D1.M.100.T.2", "D1.M.100.T.B", {"D1": (["2", "A"], ("B",))}),
    ],
)  # fmt: skip
def test_names_of_conferences(naming: str, peers: str, models: str, expected: _Found) -> None:
    _write(peers, models)
    assert _found(read_folders("p", "m", naming=naming)) == expected


def test_one_folder_for_both() -> None:
    """Single letters are models there; nothing is said of the other kind of files."""
    names = ["D0801-A.M.100.A.1", "D0801-A.M.100.A.B", "D0801-A.M.100.A.C", "README"]
    names.append("D0801-A.M.100.A.LEAD")
    write(Path(), {f"all/{name}": "text\n" for name in names})
    notes: list[str] = []
    found = _found(read_folders("all", "all/", naming="tac", note=notes.append))
    assert found == {"D0801-A": (["1", "LEAD"], ("B", "C"))}
    assert [note.count("README") for note in notes] == [1, 1]
    assert not any("D0801" in note for note in notes)


@pytest.mark.parametrize(
    ("names", "missing"),
    [(("D1.M.10.T.A", "D2.M.10.T.B"), "system"), (("D1.M.10.T.1", "D2.M.10.T.12"), "model")],
)
def test_one_folder_without_one_of_the_two(names: Iterable[str], missing: str) -> None:
    """The folder is not empty, and a pattern would be refused beside a naming."""
    write(Path(), {f"x/{name}": "a\n" for name in names})
    expected = (
        f"^x: no file fits {{docset}}.M.{{length}}.{{selector}}.{{{missing}}}, there are {', '.join(names)};"
        " in one folder for both a single letter at the end marks a model, anything else a system$"
    )
    with pytest.raises(InputError, match=expected):
        read_folders("x", "x", naming="duc")


def test_other_names_are_passed_over_and_told() -> None:
    notes: list[str] = []
    _write("D1.M.100.T.1 D0801-A.M.100.A.1 D1.X.100.T.1 D1.M.x.T.1 D1.M.100.T D1.M.100.T.1.doc.ument",
           "D1.M.100.T.A")  # fmt: skip
    assert _found(read_folders("p", "m", naming="duc", note=notes.append)) == {"D1": (["1"], ("A",))}
    assert notes == [
        "p: files that fit no {docset}.M.{length}.{selector}.{system} are passed over (5):"
        " D0801-A.M.100.A.1, D1.M.100.T, D1.M.100.T.1.doc.ument, D1.M.x.T.1, D1.X.100.T.1"
    ]


def test_what_is_refused() -> None:
    _write("D1.M.100.T.1", "D1.M.100.T.A D1.M.100.U.A")
    with pytest.raises(InputError, match=r"m: D1\.M\.100\.T\.A and D1\.M\.100\.U\.A are both of A in"
                                         r" evaluation D1; leave one out"):  # fmt: skip
        read_folders("p", "m", naming="duc")
    with pytest.raises(OptionError, match="`naming` must be duc or tac, not 'trec'"):
        read_folders("p", "m", naming="trec")
    with pytest.raises(OptionError, match="`naming` and `model_files` both say"):
        read_folders("p", "m", naming="duc", model_files="{eval}")


def test_the_command_scores_them() -> None:
    """One word of two is shared with the model, which both commands say."""
    _write("D1.M.100.T.1", "D1.M.100.T.A")
    words = ["--peers", "p", "--models", "m"]
    output = rouge_eval([*words, "--naming", "duc", "-n", "1", "-x"], Path.cwd())
    assert (output.status, output.stderr) == (0, b"")
    assert b"1 ROUGE-1 Average_R: 0.50000 " in output.stdout
    assert evaluate(read_folders("p", "m", naming="duc")).systems["1"]["ROUGE-L"].recall.average == 0.5
    assert_refused(
        rouge_eval([*words, "--naming", "x"], Path.cwd()), 2, "--naming must be duc or tac, not 'x'"
    )
    refused = rouge_eval([*words, "--naming", "duc", "--peer-files", "{eval}"], Path.cwd())
    assert_refused(refused, 2, "--naming and --peer-files both say what names tell; drop one of them")
    assert_refused(rouge_eval(["--naming", "duc", "c.xml"], Path.cwd()), 2, "--naming goes with --peers")
