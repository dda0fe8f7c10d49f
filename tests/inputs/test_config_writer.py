"""Configurations that are written are read as the evaluations that they were made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Evaluation, File, InputError, Text, read_config
from rouge_cli.inputs.config_writer import config_xml, texts_in_files

from ..oracle import original
from ..support.commands import ROOT, rouge_eval, rouge_tools
from ..support.files import write
from ..support.needs import needs

_BOTH = ["--peers", "p", "--models", "m"]
_SPL = ["--peers", "config_examples/spl/peers", "--models", "config_examples/spl/models"]
_ORIGINAL = needs("original")


def _file(path: str) -> File:
    return File(path, "SPL")


def _written(evaluations: Iterable[Evaluation], folder: str) -> list[Evaluation]:
    with texts_in_files(evaluations, folder) as written:
        return written


def _read_again(*evaluations: Evaluation) -> list[Evaluation]:
    Path("c.xml").write_bytes("".join(config_xml(evaluations)).encode())
    return read_config("c.xml")


@pytest.mark.parametrize("config", ["spl", "see", "isi", "be", "mixed"])
def test_a_configuration_is_read_as_what_it_was_made_of(config: str) -> None:
    with chdir(ROOT):
        evaluations = read_config(f"config_examples/{config}.xml")
    assert _read_again(*evaluations) == evaluations


# What neither XML nor the original changes; a path has a folder and a name.
_NAMES = st.text(
    st.one_of(
        st.sampled_from("ab.&<>'\"]#$%\\\t\n\r é\u00a0|+"),
        st.characters(min_codepoint=32, codec="utf-8", exclude_characters="/\ufffe\uffff"),
    ),
    min_size=1,
)
_PARTS = _NAMES.filter(lambda name: name == name.strip() and name[-1] != "|" and name[0] not in "<>|+")
_PATHS = st.lists(_PARTS, min_size=1, max_size=3).map("/".join)


@pytest.mark.slow
@given(
    root=_PATHS,
    ids=st.lists(_NAMES, min_size=1, max_size=3, unique=True),
    peers=st.dictionaries(_NAMES, st.none() | _PATHS, max_size=3),
    models=st.lists(_PATHS, min_size=1, max_size=3),
    model_ids=st.lists(_NAMES | st.just(""), min_size=3, max_size=3, unique=True),
)
def test_any_name_is_read_as_it_was(
    root: str, ids: list[str], peers: dict[str, str | None], models: list[str], model_ids: list[str]
) -> None:
    evaluations = [
        Evaluation(
            id,
            {system: path and _file(f"{root}/{path}") for system, path in peers.items()}
            | {"one more": _file(f"{root}/p")},
            tuple(_file(f"{root}/{path}") for path in models),
            tuple(model_ids[: len(models)]),
        )
        for id in ids
    ]
    assert _read_again(*evaluations) == evaluations
    numbers = tuple([f"M.{number}" for number in range(1, len(models) + 1)])
    assert _read_again(*[evaluation._replace(model_ids=()) for evaluation in evaluations]) == [
        evaluation._replace(model_ids=numbers) for evaluation in evaluations
    ]


@pytest.mark.parametrize(
    ("paths", "root", "names"),
    [
        (["a/b/c", "a/b/d"], "a/b", ["c", "d"]),
        (["a/b/c", "a/bc/d"], "a", ["b/c", "bc/d"]),
        (["a/b", "a/b/c"], "a", ["b", "b/c"]),
        (["/a/b", "/c/d"], "/", ["a/b", "c/d"]),
        (["a", "b/c"], ".", ["a", "b/c"]),
        ([], ".", []),
    ],
)
def test_a_root_is_what_the_paths_share(paths: list[str], root: str, names: list[str]) -> None:
    evaluation = Evaluation("1", {path: _file(path) for path in paths}, (_file("m/A"),))
    lines = [line.strip() for line in config_xml([evaluation])]
    assert f"<PEER-ROOT>{root}</PEER-ROOT>" in lines
    found = [line.partition(">")[2].removesuffix("</P>") for line in lines if line.startswith("<P ")]
    assert found == names


def test_relative_and_absolute_paths_share_a_root_when_all_are_absolute() -> None:
    here = Path.cwd().as_posix()
    (found,) = _read_again(Evaluation("1", {"r": _file("p/r"), "a": _file("/p/a")}, (_file("m"),)))
    peers = {system: peer.path.lstrip("/") for system, peer in found.peers.items() if isinstance(peer, File)}
    assert peers == {"r": f"{here}/p/r".lstrip("/"), "a": "p/a"}


@pytest.mark.parametrize(
    ("evaluations", "message"),
    [
        ([Evaluation("1", {}, ())], "evaluation 1 has no model"),
        ([Evaluation("1", {}, (_file("m"),))] * 2, "evaluation 1 is there twice"),
        ([Evaluation("1", {}, (_file("m"), _file("n")), ("A",))], "evaluation 1: 2 models with 1 ID; give"),
        ([Evaluation("1", {}, (_file("m"), _file("n")), ("A", "A"))], "several models have the ID A; give"),
        ([Evaluation("1", {}, (_file("m"),), ("\0",))], "XML cannot carry '\\\\x00'"),
        ([Evaluation.of_texts("1", {"s": "x"}, ["y"])], "evaluation 1 has a text in memory"),
        ([Evaluation("1", {"s": Text((b"x",))}, (_file("m"),))], "evaluation 1 has a text in memory"),
        ([Evaluation("1", {"s": _file("a")}, tuple(File("a", of) for of in ("SIMPLE", "SEE", "ISI")))],
         "^evaluation 1 has summaries in ISI and SEE and SIMPLE and SPL; one format is wanted in each$"),
        ([Evaluation("1\0", {}, (_file("m"),))], "XML cannot carry '\\\\x00'"),
        ([Evaluation("1", {"s\ufffe": _file("p")}, (_file("m"),))], "XML cannot carry '\\\\ufffe'"),
        ([Evaluation("1", {}, (_file("m\udcff"),))], "XML cannot carry '\\\\udcff'"),
        ([Evaluation("1", {}, (_file("m/a "),))], "'a ': readers drop blanks around a name"),
        ([Evaluation("1", {}, (_file("\u00a0m/a"),))], "readers drop blanks around a name"),
        *(
            ([Evaluation("1", {}, (_file(path),))], "the original takes .* for a command")
            for path in ("m/a|", "|m/a", ">m/a", "<m/a", "+<m/a", "+>m/a")
        ),
    ],
)  # fmt: skip
def test_what_a_configuration_cannot_carry(evaluations: list[Evaluation], message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(config_xml(evaluations))


def test_models_keep_their_ids() -> None:
    """A repeated ID is one model that counts twice; models without IDs get IDs."""
    twice = Evaluation("1", {}, (_file("m/a"), _file("m/b"), _file("m/a")), ("B", "A", "B"))
    without = Evaluation("2", {"S": _file("p")}, (_file("m/a"), _file("m/b")))
    lines = [line.strip() for line in config_xml([twice, without]) if "<M " in line]
    assert lines == [
        '<M ID="B">a</M>', '<M ID="A">b</M>', '<M ID="B">a</M>', '<M ID="M.1">a</M>', '<M ID="M.2">b</M>'
    ]  # fmt: skip
    assert [found.model_ids for found in _read_again(twice, without)] == [("B", "A", "B"), ("M.1", "M.2")]


def test_texts_become_files_and_files_stay() -> None:
    """Names of devices, full stops at the ends and characters that names cannot have are quoted."""
    texts = {"S": Text((b"a\nb", b"c")), "nul": Text((b"d",)), "T": None, "f": _file("p")}
    first = Evaluation(".1", texts, (Text((b"m",)), _file("m"), Text((b"n",))), ("A", "B", "A"))
    second = Evaluation("2/. ", {"S": Text(())}, (Text((b"o",)), Text((b"p",))))
    one, two = _written([first, second], "new/")
    assert {system: peer and peer.name for system, peer in one.peers.items()} == {
        "S": "new/peers/S/%2E1.txt",
        "nul": "new/peers/%6Eul/%2E1.txt",
        "T": None,
        "f": "p",
    }
    assert [model.name for model in one.models] == [
        *("new/models/A/%2E1.txt", "m", "new/models/A (2)/%2E1.txt")
    ]
    assert two == Evaluation(
        "2/. ",
        {"S": _file("new/peers/S/2%2F.%20.txt")},
        (_file("new/models/1/2%2F.%20.txt"), _file("new/models/2/2%2F.%20.txt")),
    )
    assert (one.id, one.model_ids) == (first.id, first.model_ids)
    written = {path.relative_to("new").as_posix(): path.read_bytes() for path in Path("new").rglob("*.txt")}
    assert written == {
        "peers/S/%2E1.txt": b"a b\nc\n",
        "peers/%6Eul/%2E1.txt": b"d\n",
        "models/A/%2E1.txt": b"m\n",
        "models/A (2)/%2E1.txt": b"n\n",
        "peers/S/2%2F.%20.txt": b"",
        "models/1/2%2F.%20.txt": b"o\n",
        "models/2/2%2F.%20.txt": b"p\n",
    }
    systems = dict.fromkeys(("con.x", "COM9", "lpt0", "COM10", "CONS", "..", "", "a.", "é/"), Text(()))
    (devices,) = _written([Evaluation("1", systems, (Text(()),))], "devices")
    assert [peer.name.split("/")[2] for peer in devices.peers.values() if peer] == [
        *("%63on.x", "%43OM9", "%6Cpt0", "COM10", "CONS", "%2E.", "%", "a%2E", "%C3%A9%2F")
    ]
    with pytest.raises(InputError, match=r"^new: there are files in it; name a new folder for the texts$"):
        _written([first], "new")


@pytest.mark.parametrize(
    ("id", "written"),
    [("a", '"a"'), ('"', "'\"'"), ("'", '"\'"'), ("\"'", '"&quot;\'"'), ("\n\t<&", '"&#10;&#9;&lt;&amp;"')],
)
def test_an_id_is_the_value_of_an_attribute(id: str, written: str) -> None:
    evaluation = Evaluation(id, {"S": _file("p/a")}, (_file("m/a"),))
    assert f"<EVAL ID={written}>\n" in list(config_xml([evaluation]))
    assert _read_again(evaluation)[0].id == id


@pytest.mark.parametrize("is_new", [False, True])
def test_no_texts_are_left_after_an_error(is_new: bool) -> None:
    if not is_new:
        Path("new").mkdir()
    evaluation = Evaluation("1", {"S": Text((b"a",))}, (Text((b"b",)),))

    def interrupted() -> Iterator[Evaluation]:
        yield evaluation
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _written(interrupted(), "new")
    assert Path("new").exists() != is_new
    with pytest.raises(KeyboardInterrupt), texts_in_files([evaluation], "new"):
        raise KeyboardInterrupt
    assert Path("new").exists() != is_new
    _written([evaluation], "new")
    assert {path.name for path in Path("new").iterdir()} == {"peers", "models"}


@pytest.mark.parametrize(
    ("folder", "id", "message"),
    [
        ("", "1", "the name of the folder for the texts is empty; give its path$"),
        ("a\0", "1", r"a\0: cannot be written \(.*embedded null .*\); name another folder for the texts$"),
        ("file", "1", r"file: cannot be written \(Not a directory\); name another folder for the texts$"),
        ("new", "x" * 300, "the ID x{300} is too long for the name of a file; shorten it$"),
    ],
)
def test_texts_that_cannot_be_written(folder: str, id: str, message: str) -> None:
    Path("file").write_bytes(b"")
    with pytest.raises(InputError, match=f"^{message}"):
        _written([Evaluation(id, {}, (Text(()),))], folder)


# The command.


@pytest.mark.parametrize("options", [["-o", "c.xml"], ["--output=c.xml"]])
def test_it_writes_a_file_or_standard_output(options: list[str]) -> None:
    write(Path(), {"p/a.1.txt": "x\n", "m/a.A.txt": "x\n", "m/b.A.txt": "x\n", "m/c": ""})
    printed, written = (rouge_tools(["config", *_BOTH, *more], Path.cwd()) for more in ([], options))
    assert (printed.status, written.status, written.stdout) == (0, 0, b"")
    assert Path("c.xml").read_bytes() == printed.stdout
    assert printed.stderr.decode().splitlines() == [
        "note: m: files that fit no {eval}.{model}.txt are passed over (1): c",
        "note: p: evaluations with models have no peer (1): b",
    ]
    assert read_config("c.xml") == [Evaluation("a", {"1": _file("p/a.1.txt")}, (_file("m/a.A.txt"),), ("A",))]


# The original.


@pytest.mark.slow
@_ORIGINAL
@pytest.mark.parametrize("flags", ["-n 4 -w 1.2 -2 -1 -U -d", "-n 2 -m -s -t 1 -d", "-n 1 -f B -l 20",
                                   "-w 2 -2 4 -u -M -b 100 -t 2", "-c 99 -p 1"])  # fmt: skip
@pytest.mark.parametrize(
    "folders",
    [_SPL, [*_SPL, "--peer-files", "{eval}.{system}.txt", "--model-files", "{eval}.A.txt"]],
    ids=["all", "one model"],
)
def test_the_original_prints_the_bytes_of_the_folders(flags: str, folders: list[str], tmp_path: Path) -> None:
    assert rouge_tools(["config", *folders, "-o", str(tmp_path / "c.xml")]).status == 0
    expected = original.run([*flags.split(), "-r", "20", "-a", str(tmp_path / "c.xml")], ROOT)
    output = rouge_eval([*flags.split(), "-r", "20", *folders])
    assert (expected.status, output.status) == (0, 0)
    assert output.stdout == expected.stdout


@pytest.mark.slow
@_ORIGINAL
@needs("posix")
@pytest.mark.parametrize("part", ["&<>'\"", "]]>", "$x @y", "\\", "日", "\t", "\n", "\r", " ", "%s #;*", "|"])
def test_the_original_reads_any_name(part: str) -> None:
    write(Path(), {f"p{part}q/e{part}f/s{part}t": "the cat sat\n", f"m/e{part}f": "the cat\n"})
    patterns = ["--peer-files", "{eval}/{system}", "--model-files", "{eval}"]
    folders = ["--peers", f"p{part}q", "--models", "m", *patterns]
    assert rouge_tools(["config", *folders, "-o", "c.xml"], Path.cwd()).status == 0
    expected = original.run(["-n", "2", "-d", "-a", "c.xml"], Path.cwd())
    assert b"Average_R: 1.0000" in expected.stdout
    printed = expected.stdout
    if part in "\n\r":  # Line ends in names are escaped, so that a name forges no line.
        for name in (f"e{part}f", f"s{part}t"):
            printed = printed.replace(name.encode(), name.encode("unicode_escape"))
    assert rouge_eval(["-n", "2", "-d", *folders], Path.cwd()).stdout == printed
