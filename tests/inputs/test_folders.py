"""Folders become evaluations by the names of their files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import chdir, nullcontext
from pathlib import Path

import pytest

from rouge_cli import Evaluation, File, InputError, OptionError, evaluate, read_folders
from rouge_cli.inputs.folders import Pattern
from rouge_cli.inputs.streams import stream_of

from ..support.commands import ROOT, assert_refused, rouge_eval
from ..support.files import as_python_3_11_says, write
from ..support.needs import needs
from ..support.tables import table

_BOTH = ["--peers", "p", "--models", "m"]


def _folders(peers: Iterable[str], models: Iterable[str]) -> None:
    write(Path(), {f"p/{name}": "a peer\n" for name in peers})
    write(Path(), {f"m/{name}": "a model\n" for name in models})


def _spl(path: str) -> File:
    return File(path, "SPL")


def _found(evaluations: Iterable[Evaluation]) -> list[tuple[str, str]]:
    """Return the ID of each evaluation with its systems and the IDs of its models: `1 2 < A`."""
    return [(one.id, f"{' '.join(one.peers)} < {' '.join(one.model_ids or '-')}") for one in evaluations]


def test_names_tell_evaluation_system_and_model() -> None:
    _folders(["b.2.txt", "b.10.txt", "a.2.txt"], ["a.Y.txt", "b.Z.txt", "a.X.txt"])
    assert read_folders("p", "m") == [
        Evaluation("a", {"2": _spl("p/a.2.txt")}, (_spl("m/a.X.txt"), _spl("m/a.Y.txt")), ("X", "Y")),
        Evaluation("b", {"10": _spl("p/b.10.txt"), "2": _spl("p/b.2.txt")}, (_spl("m/b.Z.txt"),), ("Z",)),
    ]
    assert read_folders(Path("p"), "m//") == read_folders("p", "m")


@pytest.mark.parametrize("folder", ["runs/bart", "runs/bart/", "runs/x/../bart", "runs/bart/."])
def test_without_a_system_the_peers_are_called_after_their_folder(folder: str) -> None:
    _folders([], ["a.A.txt"])
    write(Path(), {"runs/bart/a.txt": "", "runs/x/b": ""})
    (evaluation,) = read_folders(folder, "m", peer_files="{eval}.txt")
    assert list(evaluation.peers) == ["bart"]
    with chdir("runs/bart"):
        (evaluation,) = read_folders(".", "../../m", peer_files="{eval}.txt")
    assert list(evaluation.peers) == ["bart"]


@pytest.mark.parametrize(("peers", "models", "settings", "expected"), table(__file__, "patterns"))
def test_patterns(peers: str, models: str, settings: dict[str, str], expected: dict[str, str]) -> None:
    _folders(peers.split(" "), models.split(" "))
    notes: list[str] = []
    found = read_folders("p", "m", **settings, note=notes.append)  # type: ignore[arg-type]
    assert _found(found) == [*expected.items()]
    assert {len(one.models) - len(one.model_ids or "-") for one in found} == {0}
    assert len(notes) == 2 * ("1/a.1.txt" in peers)  # 2/a.1.txt fits no pattern, and is all that 2 has.


@needs("linux")
def test_evaluations_come_in_order_where_a_name_has_several_ways() -> None:
    """`a.c.d` is of the evaluation `a.c` first, which has no model, and then of `a`, behind `a.b`."""
    write(Path(), {f"p/{name}": "x\n" for name in ("a.a", "a.b.x", "a.c.d")} | {"m/a": "x\n", "m/a.b": "x\n"})
    found = read_folders("p", "m", peer_files="{eval}.{system}", model_files="{eval}")
    assert [(one.id, list(one.peers)) for one in found] == [("a", ["a", "c.d"]), ("a.b", ["x"])]


def test_names_that_are_not_utf_8() -> None:
    _folders([], [])
    for folder, name in ((b"p", b"\xff.\xfe.txt"), (b"m", b"\xff.A.txt")):
        os.mkdir(folder)
        Path(os.fsdecode(folder + b"/" + name)).write_text("a text\n")
    output = rouge_eval(_BOTH, cwd=Path.cwd())
    assert output.status == 0
    assert b"\xfe ROUGE-L Average_R: 1.00000" in output.stdout


def test_links_are_followed() -> None:
    _folders(["x/a.1.txt"], ["a.A.txt"])
    Path("q").mkdir()
    Path("q/a.2.txt").symlink_to("../p/x/a.1.txt")
    Path("q/loop").symlink_to(".")
    found = read_folders("q", "m")
    assert found[0].peers == {"2": File("q/a.2.txt", "SPL")}
    assert stream_of(found).notes == ("q: files that fit no {eval}.{system}.txt are passed over (1): loop/",)
    Path("q/a.3.txt").symlink_to("nowhere")
    assert_refused(rouge_eval(["--peers", "q", "--models", "m"], Path.cwd()), 1, "q/a.3.txt (missing)")


def test_what_is_passed_over_is_named() -> None:
    _folders(
        ["a.1.txt", "b.1.txt", "README", "old/a.2.txt", *(f"more{number}.md" for number in range(12))],
        ["a.A.txt", "c.A.txt", "d.A.txt", "notes"],
    )
    output = rouge_eval(["--peers", "p/", "--models", "m"], cwd=Path.cwd())
    assert output.status == 0
    assert output.stderr.decode().splitlines() == [
        "note: p/: files that fit no {eval}.{system}.txt are passed over (14): README, old/,"
        " more0.md, more1.md, more10.md, more11.md, more2.md, more3.md, more4.md, more5.md and 4 more",
        "note: m: files that fit no {eval}.{model}.txt are passed over (1): notes",
        "note: m: evaluations without models are not scored (1): b (p/b.1.txt)",
        "note: p: evaluations with models have no peer (2): c, d",
    ]


@pytest.mark.parametrize(("operands", "systems"), [([], "12"), (["2"], "2")])
def test_a_system_can_be_chosen(operands: list[str], systems: str) -> None:
    _folders(["a.1.txt", "a.2.txt"], ["a.A.txt"])
    output = rouge_eval([*_BOTH, *operands], cwd=Path.cwd())
    lines = output.stdout.decode().splitlines()[1::4]
    assert [line[:9] for line in lines] == [f"{s} ROUGE-L" for s in systems]
    assert b"1 ROUGE-L" in rouge_eval([*_BOTH, "-a", *operands], cwd=Path.cwd()).stdout


def test_basic_elements_in_folders() -> None:
    flags = ["-3", "HM", "--peers", "be/peers", "--models", "be/models", "--input-format", "simple"]
    patterns = ["--peer-files", "{eval}.{system}.be", "--model-files", "{eval}.{model}.be"]
    output = rouge_eval([*flags, *patterns], cwd=ROOT / "config_examples")
    assert (output.stderr, output.status) == (b"", 0)
    assert output.stdout.count(b"ROUGE-BE-HM Average_R") == 3


@needs("posix")
@pytest.mark.parametrize("linked", [False, True])
def test_a_pipe_is_refused_and_not_waited_for(linked: bool) -> None:
    _folders(["a.1.txt"], ["a.A.txt"])
    os.mkfifo("pipe" if linked else "p/a.2.txt")
    if linked:
        Path("p/a.2.txt").symlink_to("../pipe")
    assert_refused(rouge_eval(_BOTH, cwd=Path.cwd()), 1, "p/a.2.txt: a pipe, which may never end")


@pytest.mark.parametrize(("pattern", "name", "ways"), table(__file__, "ways"))
def test_the_ways_to_part_a_name(pattern: str, name: str, ways: list[list[str]]) -> None:
    assert [[*way] for way in Pattern(pattern, "system", "peer_files").ways(name)] == ways


@pytest.mark.parametrize(
    ("option", "other"), [("peer_files", "{eval}.tx{system}"), ("model_files", "{eval}.tx{model}")]
)
def test_errors_name_the_option(option: str, other: str) -> None:
    _folders(["a.1.txt", "b.c.1.txt"], ["a.A.txt", "b.c.A.txt"])
    with pytest.raises(OptionError, match=f"^`{option}`: 'x' must have {{eval}} and may have "):
        read_folders("p", "m", **{option: "x"})
    with pytest.raises(OptionError, match=f"^`{option}`: '../{{eval}}' must be a name below the folder"):
        read_folders("p", "m", **{option: "../{eval}"})
    of_names = other.replace("tx{", "{") + ".txt"
    with pytest.raises(InputError, match=f"give the pattern by `{option}`, as in '{of_names}'$"):
        read_folders("p", "m", **{option: "{eval}.md"})
    write(Path(), {f"{option[0]}/D1.M.100.T.1": "", f"{option[0]}/c/d": ""})
    with pytest.raises(InputError, match=f"there are D1.M.100.T.1, .*, c/; give the pattern by `{option}`$"):
        read_folders("p", "m", **{option: "{eval}.md"})
    with pytest.raises(InputError, match=r"give names that agree by `peer_files` and `model_files`$"):
        read_folders("p", "m", **{option: other})
    with pytest.raises(OptionError, match=r"^`input_format`: .* SEE, SPL, ISI, SIMPLE, not 'TXT'$"):
        read_folders("p", "m", format="TXT")
    with pytest.raises(OptionError, match=r"^`numbering` must be one of sorted, listed, not 'x'$"):
        read_folders("p", "m", numbering="x")
    Path("empty").mkdir()
    with pytest.raises(InputError, match=f"^empty: .*, it is empty; give the pattern by `{option}`$"):
        read_folders(*(("empty", "m") if option == "peer_files" else ("p", "empty")))


def test_folders_below_those_of_the_pattern_are_not_entered() -> None:
    _folders(["a/1.txt", "a/old/2.txt", "a/b/c/d/3.txt"], ["a.txt"])
    found = read_folders("p", "m", peer_files="{eval}/{system}.txt", model_files="{eval}.txt")
    assert stream_of(found).notes[0].endswith(" {eval}/{system}.txt are passed over (2): a/b/, a/old/")


@pytest.mark.parametrize(
    ("folder", "reason"), [("gone", "No such file or directory"), ("p\0", "embedded null byte")]
)
def test_why_a_folder_cannot_be_read_is_said(folder: str, reason: str) -> None:
    with pytest.raises(InputError) as error:
        read_folders(folder, "m")
    assert as_python_3_11_says(error.value).endswith(f"cannot be read as a folder ({reason}); check the path")


@pytest.mark.parametrize(
    ("numbering", "ids"),
    [(None, ["a", "a-b", "b"]), ("sorted", ["2", "1", "3"]), ("listed", ["3", "1", "2"])],
)
def test_evaluations_can_be_numbered_as_pyrouge_numbers_them(
    numbering: str | None, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """pyrouge sorts the names of the peers' files, in which a-b.txt comes before a.txt."""
    names = ["a-b", "b", "a"]
    _folders([f"{name}.txt" for name in names], [f"{name}.txt" for name in names])
    with os.scandir("p") as entries:
        in_order = sorted(entries, key=lambda entry: names.index(entry.name.removesuffix(".txt")))
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: nullcontext(in_order) if path == "p" else scandir(path))
    found = read_folders("p", "m", peer_files="{eval}.txt", model_files="{eval}.txt", numbering=numbering)
    places = {
        Path(str(one.peers["p"].path)).stem: one.id for one in found if isinstance(one.peers["p"], File)
    }
    assert [places[name] for name in ("a", "a-b", "b")] == ids
    assert [one.id for one in found] == sorted(ids)


def test_the_first_peer_of_an_evaluation_has_its_number() -> None:
    _folders(["1/b.txt", "2/a.txt", "2/b.txt"], ["a.txt", "b.txt"])
    pattern = "{system}/{eval}.txt"
    found = read_folders("p", "m", peer_files=pattern, model_files="{eval}.txt", numbering="sorted")
    assert _found(found) == [("1", "1 2 < -"), ("2", "2 < -")]


@pytest.mark.parametrize(
    "settings", [{"naming": "duc"}, {"peer_files": "{eval}.M.100.T.{system}", "numbering": "sorted"}]
)
def test_without_a_folder_of_models_evaluations_have_none(settings: dict[str, str]) -> None:
    """Measures beside ROUGE need no models."""
    _folders(["D1.M.100.T.1"], [])
    (one,) = read_folders("p", None, **settings)  # type: ignore[arg-type]
    assert one == Evaluation("1" if "numbering" in settings else "D1", {"1": _spl("p/D1.M.100.T.1")}, ())


def test_system_names_the_peers_where_their_names_do_not() -> None:
    _folders(["a.txt", "b.txt"], ["a.txt", "b.txt"])
    words = ["-n", "1", *_BOTH, "--peer-files", "{eval}.txt", "--model-files", "{eval}.txt"]
    output = rouge_eval([*words, "mine"], Path.cwd())
    assert output.stdout.splitlines()[1].startswith(b"mine ROUGE-1 Average_R")
    assert_refused(
        rouge_eval([*words, "--", "-a"], Path.cwd()), 2, "-a comes after --; put short options first"
    )


# Names as at DUC and TAC.


@pytest.mark.parametrize(("naming", "peers", "models", "expected"), table(__file__, "conferences"))
def test_names_of_conferences(naming: str, peers: str, models: str, expected: dict[str, str]) -> None:
    _folders(peers.split(), models.split())
    assert _found(read_folders("p", "m", naming=naming)) == [*expected.items()]


def test_one_folder_for_both() -> None:
    """Single letters are models there; files of the other kind are not noted."""
    write(Path(), {f"all/D0801-A.M.100.A.{author}": "a" for author in ("1", "B", "C", "LEAD")})
    write(Path(), {"all/README": "a"})
    found = read_folders("all", "all/", naming="tac")
    assert _found(found) == [("D0801-A", "1 LEAD < B C")]
    assert [(note.count("README"), "D0801" in note) for note in stream_of(found).notes] == [(1, False)] * 2


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
    odd = "D0801-A.M.100.A.1 D1.X.100.T.1 D1.M.x.T.1 D1.M.100.T D1.M.100.T.1.doc.ument old/D1.M.100.T.2"
    _folders(["D1.M.100.T.1", *odd.split()], ["D1.M.100.T.A"])
    found = read_folders("p", "m", naming="duc")
    assert _found(found) == [("D1", "1 < A")]
    assert stream_of(found).notes == (
        "p: files that fit no {docset}.M.{length}.{selector}.{system} are passed over (6):"
        " D0801-A.M.100.A.1, old/, D1.M.100.T, D1.M.100.T.1.doc.ument, D1.M.x.T.1, D1.X.100.T.1",
    )


def test_a_naming_that_does_not_fit_is_refused() -> None:
    _folders(["D1.M.100.T.1"], ["D1.M.100.T.A", "D1.M.100.U.A"])
    with pytest.raises(InputError, match=r"m: D1\.M\.100\.T\.A and D1\.M\.100\.U\.A are both of A in"
                                         r" evaluation D1; leave one out"):  # fmt: skip
        read_folders("p", "m", naming="duc")
    with pytest.raises(OptionError, match="`naming` must be duc or tac, not 'trec'"):
        read_folders("p", "m", naming="trec")
    with pytest.raises(OptionError, match="`naming` and `model_files` both say"):
        read_folders("p", "m", naming="duc", model_files="{eval}")


def test_a_folder_for_each_system_names_its_pattern() -> None:
    _folders(["bart/a.txt", "t5/a.txt"], ["a.A.txt"])
    advice = "if each folder there is a system, give --peer-files '{system}/{eval}.txt'"
    assert_refused(rouge_eval(_BOTH, Path.cwd()), 1, "there are bart/, t5/", advice)


@pytest.mark.parametrize("ending", ["html", "HTM", "see"])
def test_names_of_markup_are_read_as_see(ending: str) -> None:
    """Unless the format is given; names of both kinds need it."""
    see = '<html>\n<a name="1">[1]</a> <a href="#1" id=1>a {}</a>\n</html>\n'
    write(Path(), {f"p/D1.M.100.T.T.{ending}": see.format("text"), "m/D1.M.100.T.A.html": see.format("word")})
    words = [*_BOTH, "--naming", "duc", "-n", "1", "-x"]
    output = rouge_eval(words, Path.cwd())
    assert b"T ROUGE-1 Average_R: 0.50000 " in output.stdout
    note = b"note: summaries are read as SEE, as the names end like D1.M.100.T.A.html;"
    assert output.stderr.startswith(note)
    plain = rouge_eval([*words, "--input-format", "SPL"], Path.cwd())
    assert b"summaries are read as SEE" not in plain.stderr
    assert b"T ROUGE-1 Average_R: 0.50000 " not in plain.stdout
    write(Path(), {"m/D1.M.100.T.B": "a word\n", "m/D1.M.100.T.C": "a word\n"})
    kinds = "D1.M.100.T.A.html is markup and D1.M.100.T.B is plain text; give the format"
    assert_refused(rouge_eval(words, Path.cwd()), 2, kinds, "--input-format: SEE")


def test_the_command_scores_names_of_conferences() -> None:
    """One word of two is shared with the model, which both commands say."""
    _folders(["D1.M.100.T.1"], ["D1.M.100.T.A"])
    words = ["--peers", "p", "--models", "m"]
    output = rouge_eval([*words, "--naming", "duc", "-n", "1", "-x"], Path.cwd())
    assert (output.status, output.stderr) == (0, b"")
    assert b"1 ROUGE-1 Average_R: 0.50000 " in output.stdout
    assert evaluate(read_folders("p", "m", naming="duc")).systems["1"]["ROUGE-L"].recall.average == 0.5
    assert_refused(rouge_eval(["--naming", "duc", "c.xml"], Path.cwd()), 2, "--naming goes with --peers")


def test_a_system_of_which_no_file_fits_is_named() -> None:
    files = dict.fromkeys(("p/good/1.txt", "p/good/x.md", "p/CAPITALS/1.TXT", "p/z", "m/1.A.txt"), "a")
    write(Path(), files)
    Path("p/empty").mkdir()
    found = read_folders("p", "m", peer_files="{system}/{eval}.txt", model_files="{eval}.{model}.txt")
    assert list(found[0].peers) == ["good"]
    assert stream_of(found).notes == (
        "p: files that fit no {system}/{eval}.txt are passed over (4): CAPITALS/1.TXT, empty/, good/x.md, z",
        "p: no file in CAPITALS, empty fits {system}/{eval}.txt, so nothing there is scored",
    )


def test_ids_that_differ_in_capitals_are_named() -> None:
    _folders(["B.1.txt", "a.1.txt"], ["b.A.txt", "a.A.txt"])
    remedy = "B and b differ in capitals alone; rename the files of either"
    assert f"B (p/B.1.txt)\np and m: {remedy}\n" in "\n".join(stream_of(read_folders("p", "m")).notes)
    Path("p/a.1.txt").unlink()
    assert_refused(rouge_eval(_BOTH, Path.cwd()), 1, f"models of a, b; {remedy}")
