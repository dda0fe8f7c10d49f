"""A configuration becomes evaluations, and messages say what is wrong with it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest

from rouge_cli import Evaluation, File, InputError, evaluate, read_config
from rouge_cli.inputs.configurations import open_config
from rouge_cli.inputs.streams import stream_of

from ..support.files import configuration, eval_element, write
from ..support.tables import table


def _read(config: str | bytes, roots: dict[str, str] | None = None) -> list[Evaluation]:
    write(Path(), {"c.xml": config})
    return read_config("c.xml", roots or {})


def _eval(id: str, file: str, more: str = "") -> str:
    """Return an EVAL of one peer and one model, with further elements before its end."""
    whole = eval_element(f'ID="{id}"', peers=f'<P ID="S">{file}</P>', models=f'<M ID="A">{file}</M>')
    return whole.replace("</EVAL>", f"{more}</EVAL>")


_INNER = _eval("2", "b")
_BOTH = [("1", {"S": "./a"}, "A=./a"), ("2", {"S": "./b"}, "A=./b")]
_TWO = "A=./m1 B=./m2"


@pytest.mark.parametrize(
    ("evals", "expected"),
    [
        # The order of the document decides in which order summaries are read, not that of the report.
        ([eval_element(f'ID="{id}"') for id in (10, 2, "a", 1)],
         [(id, {"S": "./p"}, _TWO) for id in ("10", "2", "a", "1")]),
        # A path is the root, a slash and the name.
        ([eval_element(root="/r/", peers='<P ID="1"> a b.txt\n</P>', models='<M ID="A">/x</M>')],
         [("1", {"1": "/r//a b.txt"}, "A=/r///x")]),
        # Of a repeated system the last file counts, of a repeated model for each mention.
        ([eval_element(peers='<P ID="1">a</P><P ID="1">b</P>')], [("1", {"1": "./b"}, _TWO)]),
        ([eval_element(models='<M ID="A">a</M><M ID="B">b</M><M ID="A">c</M>')],
         [("1", {"S": "./p"}, "A=./c B=./b A=./c")]),
        # A system without a file is known, but missing, unless it has had one; an element is no name.
        ([eval_element(peers='<P ID="1"></P><P ID="2">b</P>')], [("1", {"1": None, "2": "./b"}, _TWO)]),
        ([eval_element(peers='<P ID="1"><b>a</b></P><P ID="2">b</P>')],
         [("1", {"1": None, "2": "./b"}, _TWO)]),
        ([eval_element(peers='<P ID="1">a</P><P ID="1"/>')], [("1", {"1": "./a"}, _TWO)]),
        # A repeated evaluation adds to the first and need not repeat its parts.
        ([_eval("1", "a"), '<EVAL ID="1"><MODELS><M ID="B">b</M></MODELS></EVAL>'],
         [("1", {"S": "./a"}, "A=./a B=./b")]),
        # Of a repeated root the last counts.
        ([eval_element(peers='<P ID="1">a</P></PEERS><PEER-ROOT>/q</PEER-ROOT><PEERS>')],
         [("1", {"1": "/q/a"}, _TWO)]),
        # An evaluation in another keeps its own parts; what follows it is of the outer one again.
        ([_eval("1", "a", _INNER)], _BOTH),
        ([_eval("1", "a", f"<group>{_INNER}</group>")], _BOTH),
        ([_eval("1", "a").replace("<PEER-ROOT>", f"{_INNER}<PEER-ROOT>")], _BOTH),
        ([_eval("1", "a", _INNER + '<MODELS><M ID="C">c</M></MODELS>')],
         [("1", {"S": "./a"}, "A=./a C=./c"), _BOTH[1]]),
        # A prefix is part of a name: the original knows no namespaces.
        ([eval_element(), eval_element('ID="2"').replace("EVAL", "x:EVAL")], [("1", {"S": "./p"}, _TWO)]),
    ],
)  # fmt: skip
def test_what_is_read(evals: list[str], expected: list[tuple[str, dict[str, str | None], str]]) -> None:
    """`expected` has, by evaluation, the files of the peers and of the models."""
    text = configuration(*evals).replace("<ROUGE-EVAL", '<ROUGE-EVAL xmlns="u" xmlns:x="v"')
    for written in (text, text.replace("EVAL", "eval")):
        assert [
            (
                one.id,
                {system: peer and peer.name for system, peer in one.peers.items()},
                " ".join(f"{id}={model.name}" for id, model in zip(one.model_ids, one.models, strict=True)),
            )
            for one in _read(written)
        ] == expected


def test_element_names_are_read_in_any_case_and_at_any_depth() -> None:
    text = """<x><y><!-- c --><?pi?><Eval ID="1"><peer-root> p </peer-root><z><Model-Root>m</Model-Root></z>
        <input-format TYPE="see"/>
        <g><peers><p ID="1">f</p><g><P ID="2">not right below</P></g><P ID="3">h</P></peers></g>
        <MODELS><m ID="A">g</m></MODELS>
        <other ID="9">o</other></Eval></y></x>"""
    assert _read(text) == [
        Evaluation("1", {"1": File("p/f", "SEE"), "3": File("p/h", "SEE")}, (File("m/g", "SEE"),), ("A",))
    ]


def test_a_repeated_evaluation_changes_all_files_of_the_first() -> None:
    first, second = _read(
        configuration(
            eval_element(peers='<P ID="1">p1</P><P ID="2">p2</P>', models='<M ID="A">a</M>'),
            eval_element('ID="2"'),
            eval_element(root="/r", format="SEE", peers='<P ID="2">q2</P>', models='<M ID="B">b</M>'),
        )
    )
    assert (first.id, second.id, first.model_ids) == ("1", "2", ("A", "B"))
    assert first.peers == {"1": File("/r/p1", "SEE"), "2": File("/r/q2", "SEE")}
    assert first.models == (File("/r/a", "SEE"), File("/r/b", "SEE"))


@pytest.mark.parametrize(("text", "name"), table(__file__, "names"))
def test_a_name_is_the_last_piece_of_a_text(text: str, name: str) -> None:
    """The rule holds for P, M and the roots."""
    files = {"peers": f'<P ID="1">{text}</P>', "models": f'<M ID="A">{text}</M>'}
    (evaluation,) = _read(configuration(eval_element(root=text, **files)))
    path = f"{name}/{name}"
    assert (evaluation.peers, evaluation.models) == ({"1": File(path, "SPL")}, (File(path, "SPL"),))


@pytest.mark.parametrize(
    ("where", "there"),
    [
        ("<PEER-ROOT>", "</PEER-ROOT>"),
        ("<MODEL-ROOT>", "</MODEL-ROOT>"),
        ('<INPUT-FORMAT TYPE="SPL">', "</INPUT-FORMAT>"),
        ("<PEERS>", "</PEERS>"),
        ("<MODELS>", "</MODELS>"),
        ('<P ID="S">', "</P>"),
        ('<M ID="A">', "</M>"),
    ],
)
@pytest.mark.parametrize(
    "what", [_eval("2", "b"), "<MODEL-ROOT>r</MODEL-ROOT>", '<MODELS><M ID="B">b</M></MODELS>']
)
def test_a_part_is_not_looked_for_other_parts(where: str, there: str, what: str) -> None:
    whole = _eval("1", "a").replace("/>", "></INPUT-FORMAT>")
    assert where in whole
    inside = whole.replace(there, what.strip() + there)
    assert inside != whole
    assert _read(configuration(inside)) == _read(configuration(whole))


def test_too_many_evaluations_in_each_other_are_refused() -> None:
    nested = "".join(f'<EVAL ID="{number}">\n' for number in range(10_000)) + "</EVAL>" * 10_000
    with pytest.raises(InputError, match=r"c\.xml, line \d+: elements are nested too deep; end each EVAL"):
        _read(configuration(nested))


@pytest.mark.parametrize(("part", "instead", "message"), table(__file__, "missing"))
def test_what_is_missing_is_an_error(part: str, instead: str, message: str) -> None:
    """The message about an EVAL in which something else stands in place of a part."""
    with pytest.raises(InputError, match=rf"c\.xml, {message}$"):
        _read(configuration(eval_element().replace(part, instead)))


def test_some_evaluation_must_have_a_peer() -> None:
    """A system that is missing everywhere is known; without any there is nothing to score."""
    with pytest.raises(InputError, match=r"c\.xml: no EVAL has a peer; add P elements to PEERS$"):
        _read(configuration(eval_element(peers="")))
    assert len(_read(configuration(eval_element(peers=""), eval_element('ID="2"')))) == 2
    assert len(_read(configuration(eval_element(peers='<P ID="S"/>')))) == 1


@pytest.mark.parametrize(("text", "message"), table(__file__, "faults"))
def test_faults_have_their_remedy(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        _read(text)


_TWO_PEERS = '<P ID="S">a</P><P ID="S">b</P>'
_OTHERS = '<P ID="S">a</P><x ID="S">b</x><M ID="S">c</M><g><P ID="S">d</P></g>'


@pytest.mark.parametrize(
    ("evals", "repeated"),
    [
        # The first EVAL is in lines 2 to 8.
        ([eval_element(peers='<P ID="S">a</P>\n<P ID="S">b</P>'),
          eval_element(models='<M ID="A">a</M><M ID="A">b</M>')],
         ["line 7: P S again in EVAL 1; the first is in line 6",
          "line 10: EVAL 1 again; the first is in line 2",
          "line 15: M A again in EVAL 1; the first is in line 15"]),
        # An EVAL in another has other peers, and the outer one goes on behind it.
        ([_eval("1", "a", _INNER + '<PEERS><P ID="S">c</P></PEERS>')],
         ["line 15: PEERS again in EVAL 1; the first is in line 6",
          "line 15: P S again in EVAL 1; the first is in line 6"]),
        ([eval_element(peers=_OTHERS), eval_element('ID="2"', peers=_OTHERS)], []),
        # They are found in what is refused.
        ([eval_element(format="TXT", peers=_TWO_PEERS)],
         ["line 6: P S again in EVAL 1; the first is in line 6"]),
    ],
)  # fmt: skip
def test_what_stands_twice_has_the_lines_of_both(evals: list[str], repeated: list[str]) -> None:
    write(Path(), {"c.xml": configuration(*evals)})
    stream = open_config("c.xml", errors=[])
    assert [place.removeprefix("c.xml, ") for _, place in stream.repeated] == repeated


_PART = '<PEERS><P ID="T">b</P></PEERS>'


@pytest.mark.parametrize(
    ("evals", "note"),
    [
        (eval_element() * 2 + eval_element(peers='<P ID="S">q</P>'),
         r"line 9: EVAL 1 again; .* line 2 \(2 times in all\): EVALs with the same ID are one evaluation"),
        (_eval("1", "a", _PART + "<MODEL-ROOT>r</MODEL-ROOT>"),
         r"line 8: PEERS again .* \(2 times in all\): all peers of the EVAL are scored against all"),
        (_eval("1", "a", '<INPUT-FORMAT TYPE="SEE"/>'), None),
        # Of what has one ID, only another file is noted.
        (eval_element(peers='<P ID="S">a</P><P ID="S">a</P><P ID="T"></P><P ID="T">b</P><P ID="T"/>'), None),
        (eval_element(models='<M ID="A">a</M><M ID="A">a</M>'), None),
        (eval_element(peers=_TWO_PEERS),
         "line 6: P S again in EVAL 1; .* line 6: it stands for another file"),
        (eval_element(models='<M ID="A">a</M><M ID="A">b</M><M ID="A">c</M>'),
         r"line 7: M A again in EVAL 1; .* \(2 times in all\): it stands for another file"),
    ],
)  # fmt: skip
def test_what_is_repeated_is_noted(evals: str, note: str | None) -> None:
    write(Path(), {"c.xml": configuration(evals)})
    notes = stream_of(read_config("c.xml")).notes
    assert len(notes) == (note is not None)
    assert all(re.match(f"c.xml, {note}", found) for found in notes)


@pytest.mark.parametrize("roots", ["<PEER-ROOT/><MODEL-ROOT></MODEL-ROOT>", "<PEER-ROOT> </PEER-ROOT>", ""])
def test_absolute_names_need_no_root(roots: str) -> None:
    """The original joins a root, a slash and a name."""
    whole = eval_element(peers='<P ID="S">/d/p</P>', models='<M ID="A">/d/m</M>')
    element = re.sub("<PEER-ROOT>.*</MODEL-ROOT>", roots, whole, flags=re.DOTALL)
    assert element != whole
    write(Path(), {"config/c.xml": configuration(element)})
    (evaluation,) = read_config("config/c.xml")
    assert evaluation.peers == {"S": File("//d/p", "SPL")}
    assert evaluation.models == (File("//d/m", "SPL"),)


_NO_FORMAT = "line 2: EVAL 1: unknown input format 'TXT'; one of SEE, SPL, ISI, SIMPLE is wanted"


@pytest.mark.parametrize(
    ("evals", "ids", "errors"),
    [
        # An evaluation is refused once and as a whole.
        ([eval_element(format="TXT", peers="<P>a</P>", models="<M>b</M>"), eval_element('ID="2"'),
          eval_element()], ["2"], [_NO_FORMAT]),
        ([f"<EVAL>{_INNER}</EVAL>"], ["2"], ['line 2: EVAL without ID; add ID="…"']),
        # Where all are refused nothing else is said.
        ([eval_element(root=""), eval_element('ID="2"', models="")], [],
         ["line 2: EVAL 1 has no PEER-ROOT; add it",
          "line 9: EVAL 2 has no model; add M elements to its MODELS"]),
    ],
)  # fmt: skip
def test_a_check_goes_on_where_scoring_stops(evals: list[str], ids: list[str], errors: list[str]) -> None:
    write(Path(), {"c.xml": configuration(*evals)})
    refused: list[InputError] = []
    found = open_config("c.xml", {} if ids else {"/x": "/y"}, errors=refused)
    assert [evaluation.id for evaluation in found] == ids
    assert [str(error).partition(", ")[2] for error in refused] == errors


@pytest.mark.parametrize(
    ("codec", "declared"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("utf-8", '<?xml version="1.0"?>'),
        ("latin-1", '<?xml version="1.0" encoding="ISO-8859-1"?>'),
        ("utf-16", '<?xml version="1.0" encoding="UTF-16"?>'),
        ("utf-16", ""),
        ("utf-16-le", ""),
    ],
)
def test_encodings_are_read_as_declared(codec: str, declared: str) -> None:
    text = configuration(eval_element('ID="é"', peers='<P ID="ü">ö</P>'), head=declared)
    (evaluation,) = _read(text.encode(codec))
    assert (evaluation.id, evaluation.peers) == ("é", {"ü": File("./ö", "SPL")})


def test_nothing_but_the_file_itself_is_opened() -> None:
    """An entity of its own is expanded; old configurations name a document type."""
    head = '<!DOCTYPE c [<!ENTITY name "a.txt">]>\n'
    (evaluation,) = _read(configuration(eval_element(peers='<P ID="1">&name;</P>'), head=head))
    assert evaluation.peers == {"1": File("./a.txt", "SPL")}
    write(Path(), {"c.dtd": "<!ENTITY name 'from-the-dtd'> this is no DTD <"})
    head = f'<!DOCTYPE ROUGE-EVAL SYSTEM "{Path("c.dtd").absolute().as_uri()}">\n'
    assert len(_read(configuration(head=head))) == 1


@pytest.mark.parametrize(
    ("folders", "place"),
    [(["work/texts", "config/texts"], "texts/p"), (["config/texts"], "../config/texts/p"), ([], "texts/p")],
)
def test_a_relative_root_is_here_or_beside_the_configuration(folders: list[str], place: str) -> None:
    for folder in ("work", *folders):
        os.makedirs(folder)
    write(Path(), {"config/c.xml": configuration(eval_element(root="texts"))})
    with chdir("work"):
        (evaluation,) = read_config("../config/c.xml")
    peer = evaluation.peers["S"]
    assert peer is not None
    assert Path(peer.name) == Path(place)


def test_a_root_that_is_in_both_places_is_named_where_its_files_are_missing() -> None:
    """The files of `whole` are not missing, and those of `empty` are nowhere."""
    evaluations = [eval_element(f'ID="{root}"', root=root) for root in ("whole", "texts", "empty")]
    write(Path(), {"work/texts/x": "", "work/empty/x": "", "config/whole/x": "", "config/empty/x": ""})
    full = ("work/whole", "config/texts")
    write(Path(), {f"{folder}/{name}": "a\n" for folder in full for name in ("p", "m1", "m2")})
    write(Path(), {"config/c.xml": configuration(*evaluations)})
    with chdir("work"), pytest.raises(InputError) as raised:
        evaluate("../config/c.xml")
    there = "../config/texts"
    assert f"; {there}/m1 is there, and `roots` texts={there} takes it)" in str(raised.value)


def test_a_configuration_is_not_standard_input(standard_input: Callable[[bytes], None]) -> None:
    """`-` is a file of that name, as in the original."""
    standard_input(configuration().encode())
    with pytest.raises(InputError, match=r"^-: cannot be read \(No such file or .*\); check the path$"):
        read_config("-")
    write(Path(), {"-": configuration(eval_element('ID="file"'))})
    assert [evaluation.id for evaluation in read_config("-")] == ["file"]


@pytest.mark.parametrize(
    ("roots", "root", "place"),
    [
        ({"/old/duc": "/data"}, "/old/duc/peers", "/data/peers"),
        ({"/old": "/a", "/old/duc": "/b"}, "/old/duc", "/b"),
        ({"/old/": "/a/"}, "/old/duc", "/a/duc"),
        ({r"D:\duc": "/data"}, r"D:\duc\2004\peers", "/data/2004/peers"),
        ({"/old": "/a"}, r"/old/x\y", r"/a/x\y"),
    ],
)
def test_the_beginning_of_roots_can_be_replaced(roots: dict[str, str], root: str, place: str) -> None:
    (one,) = _read(configuration(eval_element(root=root)), roots)
    assert one.peers["S"] == File(f"{place}/p", "SPL")
    assert one.models == (File(f"{place}/m1", "SPL"), File(f"{place}/m2", "SPL"))


def test_a_beginning_that_no_root_has_is_refused() -> None:
    with pytest.raises(InputError, match=r"no root begins with '/x'; the first is '/xy'; correct `roots`"):
        _read(configuration(eval_element(root="/xy")), {"/z": "/y", "/x": "/y"})
