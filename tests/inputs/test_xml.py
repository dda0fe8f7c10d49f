"""A configuration or a file list becomes evaluations; what is wrong with it is in test_bad_input."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, File, InputError, read_config
from rouge_cli.inputs import xml
from rouge_cli.inputs.xml import open_config, read_configuration

from ..support.files import configuration, eval_element, write


def _read(tmp_path: Path, config: str | bytes, roots: dict[str, str] | None = None) -> list[Evaluation]:
    write(tmp_path, {"c.xml": config})
    return read_config(str(tmp_path / "c.xml"), roots or {})


def _spl(*paths: str) -> list[File]:
    return [File(path, "SPL") for path in paths]


def test_evaluations_come_in_document_order(tmp_path: Path) -> None:
    """That order decides in which order summaries are read, and it is not that of the report."""
    evaluations = _read(
        tmp_path, configuration(*(eval_element(f'ID="{id}"') for id in ("10", "2", "a", "1")))
    )
    assert [evaluation.id for evaluation in evaluations] == ["10", "2", "a", "1"]


def test_a_path_is_the_root_a_slash_and_the_name(tmp_path: Path) -> None:
    text = configuration(
        eval_element(root="/r/", peers='<P ID="1"> a b.txt\n</P>', models='<M ID="A">/x</M>')
    )
    assert _read(tmp_path, text) == [
        Evaluation("1", {"1": _spl("/r//a b.txt")[0]}, tuple(_spl("/r///x")), ("A",))
    ]


def test_element_names_are_read_in_any_case_and_at_any_depth(tmp_path: Path) -> None:
    text = """<x><y><!-- c --><?pi?><Eval ID="1"><peer-root> p </peer-root><z><Model-Root>m</Model-Root></z>
        <input-format TYPE="see"/>
        <g><peers><p ID="1">f</p><g><P ID="2">not right below</P></g></peers></g>
        <MODELS><m ID="A">g</m></MODELS>
        <other ID="9">o</other></Eval></y></x>"""
    assert _read(tmp_path, text) == [
        Evaluation("1", {"1": File("p/f", "SEE")}, (File("m/g", "SEE"),), ("A",))
    ]


def test_a_prefix_is_part_of_a_name(tmp_path: Path) -> None:
    """The original knows no namespaces: `x:EVAL` is another element, a default namespace changes none."""
    other = eval_element('ID="2"').replace("EVAL", "x:EVAL")
    text = configuration(eval_element(), other).replace("<ROUGE-EVAL", '<ROUGE-EVAL xmlns="u" xmlns:x="v"')
    assert [evaluation.id for evaluation in _read(tmp_path, text)] == ["1"]
    small = text.replace("EVAL", "eval")
    assert [evaluation.id for evaluation in _read(tmp_path, small)] == ["1"]


def test_a_repeated_evaluation_adds_to_the_first(tmp_path: Path) -> None:
    text = configuration(
        eval_element(peers='<P ID="1">p1</P><P ID="2">p2</P>', models='<M ID="A">a</M>'),
        eval_element('ID="2"'),
        eval_element(root="/r", format="SEE", peers='<P ID="2">q2</P>', models='<M ID="B">b</M>'),
    )
    first, second = _read(tmp_path, text)
    assert (first.id, second.id) == ("1", "2")
    assert first.peers == {"1": File("/r/p1", "SEE"), "2": File("/r/q2", "SEE")}
    assert first.models == (File("/r/a", "SEE"), File("/r/b", "SEE"))
    assert first.model_ids == ("A", "B")


def test_of_a_repeated_system_the_last_file_counts(tmp_path: Path) -> None:
    (evaluation,) = _read(tmp_path, configuration(eval_element(peers='<P ID="1">a</P><P ID="1">b</P>')))
    assert evaluation.peers == {"1": _spl("./b")[0]}


def test_of_a_repeated_model_the_last_file_counts_for_each_mention(tmp_path: Path) -> None:
    models = '<M ID="A">a</M><M ID="B">b</M><M ID="A">c</M>'
    (evaluation,) = _read(tmp_path, configuration(eval_element(models=models)))
    assert list(evaluation.models) == _spl("./c", "./b", "./c")
    assert evaluation.model_ids == ("A", "B", "A")


@pytest.mark.parametrize(
    ("elements", "note"),
    [
        ({"peers": '<P ID="S">a</P><P ID="S">a</P><P ID="T"></P><P ID="T">b</P>'}, None),
        ({"models": '<M ID="A">a</M><M ID="A">a</M>'}, None),
        ({"peers": '<P ID="S">a</P><P ID="S">b</P>'}, r"1 file not scored, .* \(line 6: P S in EVAL 1\);"),
        (
            {"models": '<M ID="A">a</M><M ID="A">b</M><M ID="A">c</M>'},
            r"2 files not scored, .*: M A in EVAL 1",
        ),
    ],
)
def test_files_that_a_repeated_id_replaces_are_noted(
    tmp_path: Path, elements: dict[str, str], note: str | None
) -> None:
    write(tmp_path, {"c.xml": configuration(eval_element(**elements))})
    notes = open_config(str(tmp_path / "c.xml")).notes
    if note is None:
        assert notes == ()
    else:
        (found,) = notes
        assert re.search(f"c.xml: {note}", found)


def test_a_system_without_a_file_is_known_but_missing(tmp_path: Path) -> None:
    (evaluation,) = _read(tmp_path, configuration(eval_element(peers='<P ID="1"></P><P ID="2">b</P>')))
    assert evaluation.peers == {"1": None, "2": _spl("./b")[0]}


def test_a_system_with_an_element_for_a_file_is_missing(tmp_path: Path) -> None:
    (evaluation,) = _read(
        tmp_path, configuration(eval_element(peers='<P ID="1"><b>a</b></P><P ID="2">b</P>'))
    )
    assert evaluation.peers["1"] is None


def test_a_system_without_a_file_does_not_undo_an_earlier_file(tmp_path: Path) -> None:
    (evaluation,) = _read(tmp_path, configuration(eval_element(peers='<P ID="1">a</P><P ID="1"/>')))
    assert evaluation.peers == {"1": _spl("./a")[0]}


def test_a_repeated_evaluation_need_not_repeat_its_parts(tmp_path: Path) -> None:
    more = '<EVAL ID="1"><MODELS><M ID="B">b</M></MODELS></EVAL>'
    (evaluation,) = _read(tmp_path, configuration(eval_element(models='<M ID="A">a</M>'), more))
    assert evaluation.models == tuple(_spl("./a", "./b"))


def test_of_a_repeated_root_the_last_counts(tmp_path: Path) -> None:
    again = '<P ID="1">a</P></PEERS><PEER-ROOT>/q</PEER-ROOT><PEERS>'
    (evaluation,) = _read(tmp_path, configuration(eval_element(peers=again)))
    assert evaluation.peers == {"1": _spl("/q/a")[0]}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        # The last piece of what elements and instructions split, as in the original.
        ("1<x/>1", "1"),
        ("1<x/>2", "2"),
        ("1<x>3</x>2", "2"),
        ("1<x/>", "1"),
        ("1<x/><y/>", "1"),
        ("1<x/><y/>2<z/>", "2"),
        ("1<?pi?>2", "2"),
        ("1<x/>&#50;<![CDATA[3]]>", "23"),
        # Comments split a text in the original; here it is joined.
        ("1<!-- no -->2", "12"),
        ("1<!-- no -->", "1"),
        ("1<x/>2<!-- no -->3", "23"),
        ("1<x/><!-- no -->2", "2"),
        ("1<!-- no --><x/><!-- no -->", "1"),
        # The blanks around a name are those of Unicode, as in the original.
        (" \t\n1 2\u00a0", "1 2"),
        ("\u20281\u3000", "1"),
        ("1\u200b", "1\u200b"),
    ],
)
def test_a_name_is_the_last_piece_of_a_text(tmp_path: Path, text: str, name: str) -> None:
    """So it is in P and M and in the roots."""
    files = {"peers": f'<P ID="1">{text}</P>', "models": f'<M ID="A">{text}</M>'}
    (evaluation,) = _read(tmp_path, configuration(eval_element(root=text, **files)))
    path = f"{name}/{name}"
    assert (evaluation.peers, evaluation.models) == ({"1": _spl(path)[0]}, tuple(_spl(path)))


def _parts(file: str) -> str:
    """What stands in an EVAL of one peer and one model."""
    whole = eval_element(peers=f'<P ID="S">{file}</P>', models=f'<M ID="A">{file}</M>')
    return whole.partition(">")[2].rpartition("</EVAL>")[0]


def _eval(id: str, file: str, more: str = "") -> str:
    """An EVAL of one peer and one model, with another element before its end."""
    return f'<EVAL ID="{id}">{_parts(file)}{more}</EVAL>\n'


def _files(tmp_path: Path, *evals: str) -> list[tuple[str, list[str]]]:
    """Each evaluation, and the files of its peers and models."""
    return [
        (
            each.id,
            [source.path for source in (*each.peers.values(), *each.models) if isinstance(source, File)],
        )
        for each in _read(tmp_path, configuration(*evals))
    ]


def test_an_evaluation_in_another_keeps_its_own_parts(tmp_path: Path) -> None:
    inner = _eval("2", "b")
    expected = [("1", ["./a", "./a"]), ("2", ["./b", "./b"])]
    assert _files(tmp_path, _eval("1", "a", inner)) == expected
    assert _files(tmp_path, _eval("1", "a", f"<group>{inner}</group>")) == expected
    first = _eval("1", "a").replace("<PEER-ROOT>", f"{inner}<PEER-ROOT>")
    assert _files(tmp_path, first) == expected
    # What follows the inner one is of the outer one again.
    after = '<MODELS><M ID="C">c</M></MODELS>'
    assert _files(tmp_path, _eval("1", "a", inner + after)) == [("1", ["./a", "./a", "./c"]), expected[1]]


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
def test_a_part_is_not_looked_for_other_parts(tmp_path: Path, where: str, there: str, what: str) -> None:
    whole = _eval("1", "a").replace("/>", "></INPUT-FORMAT>")
    assert where in whole
    inside = whole.replace(there, what.strip() + there)
    assert inside != whole
    assert _files(tmp_path, inside) == [("1", ["./a", "./a"])]


def test_a_configuration_within_a_part_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"c\.xml: no EVAL element"):
        _read(tmp_path, f"<PEERS>{eval_element()}</PEERS>")


def test_each_element_is_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the EVAL elements are nested: here 200 stand in each other, each with parts of its own."""
    looked_at: list[Any] = []
    name_of = xml._name_of
    monkeypatch.setattr(xml, "_name_of", lambda element: looked_at.append(element) or name_of(element))
    text = ""
    for number in range(200):
        text = f'<EVAL ID="{number}">{_parts("a")}{text}</EVAL>'
    assert len(_read(tmp_path, f"<c>{text}</c>")) == 200
    # The root; each EVAL, its two roots, INPUT-FORMAT, PEERS and MODELS.
    assert len(looked_at) == 1 + 200 * 6


def test_too_many_evaluations_in_each_other_are_refused(tmp_path: Path) -> None:
    nested = "".join(f'<EVAL ID="{number}">\n' for number in range(10_000)) + "</EVAL>" * 10_000
    with pytest.raises(InputError, match=r"c\.xml, line \d+: elements are nested too deep; end each EVAL"):
        _read(tmp_path, configuration(nested))


_WHOLE = eval_element()


@pytest.mark.parametrize(
    ("element", "message"),
    [
        *((eval_element(id), r'line 2: EVAL without ID; add ID="…"') for id in ("", 'id="1"')),
        *(
            (
                eval_element(format=format),
                f"line 2: EVAL 1: unknown input format '{format}'; one of SEE, SPL, ISI, SIMPLE is wanted",
            )
            for format in ("FOO", "")
        ),
        (eval_element(models="<M>a</M>"), r'line 7: M without ID; add ID="…"'),
        (eval_element(models='<M ID="A"> </M>'), "line 7: M A names nothing; write the name in it"),
        (_WHOLE.replace("PEER-ROOT", "x"), "line 2: EVAL 1 has no PEER-ROOT; add it"),
        (_WHOLE.replace("MODEL-ROOT", "x"), "line 2: EVAL 1 has no MODEL-ROOT; add it"),
        (_WHOLE.replace("INPUT-FORMAT", "x"), "line 2: EVAL 1 has no INPUT-FORMAT; add it"),
        (_WHOLE.replace("PEERS", "x"), "line 2: EVAL 1 has no PEERS; add it"),
        (_WHOLE.replace("MODELS", "x"), "line 2: EVAL 1 has no model; add M elements to its MODELS"),
        (eval_element(models=""), "line 2: EVAL 1 has no model; add M elements to its MODELS"),
        (_WHOLE.replace("TYPE", "type"), r'line 5: INPUT-FORMAT without TYPE; add TYPE="…"'),
        (eval_element(peers="<P>a</P>"), r'line 6: P without ID; add ID="…"'),
        (eval_element(peers='<P ID="S"> </P>'), "line 6: P S names nothing; write the name in it"),
        (eval_element(models='<M ID="A"/>'), "line 7: M A names nothing; write the name in it"),
        (eval_element(root=" "), "line 3: PEER-ROOT names nothing; write the name in it"),
    ],
)
def test_what_is_missing_is_an_error(tmp_path: Path, element: str, message: str) -> None:
    with pytest.raises(InputError, match=rf"c\.xml, {message}$"):
        _read(tmp_path, configuration(element))


def test_some_evaluation_must_have_a_peer(tmp_path: Path) -> None:
    """A system that is missing everywhere is known; without any there is nothing to score."""
    with pytest.raises(InputError, match=r"c\.xml: no EVAL has a peer; add P elements to PEERS$"):
        _read(tmp_path, configuration(eval_element(peers="")))
    assert len(_read(tmp_path, configuration(eval_element(peers=""), eval_element('ID="2"')))) == 2
    assert len(_read(tmp_path, configuration(eval_element(peers='<P ID="S"/>')))) == 1


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("<a><b></a>", "; mend it there"),
        ("\n <a><b></a>", "; mend it there"),
        ("p m\n", "; for a file list give `file_list`"),
        ('\n {"peer": "a"}\n', "; for JSON Lines give `jsonl`"),
    ],
)
def test_what_it_may_be_instead_is_said(tmp_path: Path, text: str, remedy: str) -> None:
    with pytest.raises(InputError, match=rf"cannot be read as XML \(.*\){remedy}$"):
        _read(tmp_path, text)


def test_an_element_called_like_an_entity_is_not_taken_for_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be read as XML .*identity"):
        _read(tmp_path, "<a><identity></a>")


class TestRepetitions:
    """One reading of a file gives the evaluations and the IDs that are repeated in it."""

    def _read(self, tmp_path: Path, *evals: str) -> list[tuple[str, str, str, int, int]]:
        write(tmp_path, {"c.xml": configuration(*evals)})
        found = read_configuration(str(tmp_path / "c.xml"), lambda error: None)
        return [tuple(repetition) for repetition in found[1]]

    def test_they_have_the_lines_of_both(self, tmp_path: Path) -> None:
        """The first EVAL is in lines 2 to 8."""
        first = eval_element(peers='<P ID="S">a</P>\n<P ID="S">b</P>')
        second = eval_element(models='<M ID="A">a</M><M ID="A">b</M><M ID="A">c</M>')
        assert self._read(tmp_path, first, second) == [
            ("P", "S", "1", 7, 6),
            ("EVAL", "1", "1", 10, 2),
            ("M", "A", "1", 15, 15),
            ("M", "A", "1", 15, 15),
        ]

    def test_each_eval_has_its_own(self, tmp_path: Path) -> None:
        """An EVAL in another has other peers, and the outer one goes on behind it."""
        again = '<PEERS><P ID="S">c</P></PEERS>'
        assert self._read(tmp_path, _eval("1", "a", _eval("2", "b") + again)) == [("P", "S", "1", 15, 6)]
        assert self._read(tmp_path, _eval("1", "a"), _eval("2", "a")) == []

    def test_other_elements_have_none(self, tmp_path: Path) -> None:
        peers = '<P ID="S">a</P><x ID="S">b</x><M ID="S">c</M><g><P ID="S">d</P></g>'
        assert self._read(tmp_path, eval_element(peers=peers)) == []

    def test_they_are_found_in_what_is_refused(self, tmp_path: Path) -> None:
        bad = eval_element(format="TXT", peers='<P ID="S">a</P><P ID="S">b</P>')
        assert self._read(tmp_path, bad, eval_element()) == [("P", "S", "1", 6, 6), ("EVAL", "1", "1", 9, 2)]


class TestRefusals:
    """A review goes on where scoring stops."""

    def _read(self, tmp_path: Path, *evals: str) -> tuple[list[str], list[str]]:
        """The IDs of the evaluations, and what is refused."""
        write(tmp_path, {"c.xml": configuration(*evals)})
        refused: list[str] = []
        found = read_configuration(
            str(tmp_path / "c.xml"), lambda error: refused.append(str(error).partition(", ")[2])
        )
        return [evaluation.id for evaluation in found[0]], refused

    def test_an_evaluation_is_refused_once_and_as_a_whole(self, tmp_path: Path) -> None:
        bad = eval_element(format="TXT", peers="<P>a</P>", models="<M>b</M>")
        found = self._read(tmp_path, bad, eval_element('ID="2"'), eval_element())
        assert found == (
            ["2"],
            ["line 2: EVAL 1: unknown input format 'TXT'; one of SEE, SPL, ISI, SIMPLE is wanted"],
        )

    def test_an_evaluation_in_one_that_is_refused_is_read(self, tmp_path: Path) -> None:
        inner = eval_element('ID="2"')
        assert self._read(tmp_path, f"<EVAL>{inner}</EVAL>") == (
            ["2"],
            ['line 2: EVAL without ID; add ID="…"'],
        )

    def test_where_all_are_refused_nothing_else_is_said(self, tmp_path: Path) -> None:
        assert self._read(tmp_path, eval_element(root=""), eval_element('ID="2"', models="")) == (
            [],
            [
                "line 3: PEER-ROOT names nothing; write the name in it",
                "line 9: EVAL 2 has no model; add M elements to its MODELS",
            ],
        )


@pytest.mark.parametrize(
    ("codec", "declared"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("utf-8", '<?xml version="1.0"?>'),
        ("latin-1", '<?xml version="1.0" encoding="ISO-8859-1"?>'),
        ("utf-16", '<?xml version="1.0" encoding="UTF-16"?>'),
        ("utf-16", ""),
    ],
)
def test_encodings_are_read_as_declared(tmp_path: Path, codec: str, declared: str) -> None:
    text = configuration(eval_element('ID="é"', peers='<P ID="ü">ö</P>'), head=declared)
    (evaluation,) = _read(tmp_path, text.encode(codec))
    assert (evaluation.id, evaluation.peers) == ("é", {"ü": _spl("./ö")[0]})


def test_an_entity_of_the_file_itself_is_expanded(tmp_path: Path) -> None:
    head = '<!DOCTYPE c [<!ENTITY name "a.txt">]>\n'
    (evaluation,) = _read(tmp_path, configuration(eval_element(peers='<P ID="1">&name;</P>'), head=head))
    assert evaluation.peers == {"1": _spl("./a.txt")[0]}


def test_a_document_type_elsewhere_is_not_fetched(tmp_path: Path) -> None:
    """Old configurations name one; nothing but the file itself is opened."""
    write(tmp_path, {"c.dtd": "<!ENTITY name 'from-the-dtd'> this is no DTD <"})
    text = configuration(head=f'<!DOCTYPE ROUGE-EVAL SYSTEM "{(tmp_path / "c.dtd").as_uri()}">\n')
    assert len(_read(tmp_path, text)) == 1


class TestRoots:
    """A relative root starts at the working directory, failing that beside the configuration."""

    @pytest.fixture(autouse=True)
    def _elsewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "work").mkdir()
        monkeypatch.chdir(tmp_path / "work")
        write(tmp_path, {"config/c.xml": configuration(eval_element(root="texts"))})
        self.tmp_path = tmp_path

    def _peer(self, config: str) -> str:
        (evaluation,) = read_config(config)
        peer = evaluation.peers["S"]
        assert isinstance(peer, File)
        return peer.path

    def test_the_working_directory_comes_first(self) -> None:
        for place in ("work/texts", "config/texts"):
            (self.tmp_path / place).mkdir()
        assert self._peer("../config/c.xml") == "texts/p"

    def test_the_directory_of_the_configuration_comes_second(self) -> None:
        (self.tmp_path / "config" / "texts").mkdir()
        assert Path(self._peer("../config/c.xml")) == Path("../config/texts/p")

    def test_a_root_that_is_nowhere_stays_as_it_is(self) -> None:
        assert self._peer("../config/c.xml") == "texts/p"


def test_a_configuration_is_not_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is a file of that name, as in the original."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(configuration().encode())))
    with pytest.raises(
        InputError, match=r"^-: cannot be read \(No such file or directory\); check the path$"
    ):
        read_config("-")
    write(tmp_path, {"-": configuration(eval_element('ID="file"'))})
    assert [evaluation.id for evaluation in read_config("-")] == ["file"]


@pytest.mark.parametrize(
    ("roots", "root", "place"),
    [
        ({"/old/duc": "/data"}, "/old/duc/peers", "/data/peers"),
        ({"/old": "/a", "/old/duc": "/b"}, "/old/duc", "/b"),
        ({"/old/": "/a/"}, "/old/duc", "/a/duc"),
        ({r"D:\duc": "/data"}, r"D:\duc\2004\peers", "/data/2004/peers"),
    ],
)
def test_the_beginning_of_roots_can_be_replaced(
    tmp_path: Path, roots: dict[str, str], root: str, place: str
) -> None:
    (one,) = _read(tmp_path, configuration(eval_element(root=root)), roots)
    assert one.peers["S"] == File(f"{place}/p", "SPL")
    assert one.models == tuple(_spl(f"{place}/m1", f"{place}/m2"))


def test_a_beginning_that_no_root_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no root begins with '/x'; the first is '\.': give `roots`"):
        _read(tmp_path, configuration(), {"/x": "/y"})
