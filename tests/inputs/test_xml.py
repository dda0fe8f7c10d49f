"""A configuration becomes evaluations; tests/cli/test_bad_input.py has what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rouge_cli import Evaluation, File, read_config

from ..support.files import configuration, eval_element, write


def _read(tmp_path: Path, config: str | bytes) -> list[Evaluation]:
    write(tmp_path, {"c.xml": config})
    return read_config(str(tmp_path / "c.xml"))


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
    assert _read(tmp_path, text) == [Evaluation("1", {"1": _spl("/r//a b.txt")[0]}, tuple(_spl("/r///x")))]


def test_element_names_are_read_in_any_case_and_at_any_depth(tmp_path: Path) -> None:
    text = """<x><y><!-- c --><?pi?><Eval ID="1"><peer-root> p </peer-root><z><Model-Root>m</Model-Root></z>
        <input-format TYPE="see"/>
        <g><peers><p ID="1">f</p><g><P ID="2">not right below</P></g></peers></g>
        <MODELS><m ID="A">g</m></MODELS>
        <other ID="9">o</other></Eval></y></x>"""
    assert _read(tmp_path, text) == [Evaluation("1", {"1": File("p/f", "SEE")}, (File("m/g", "SEE"),))]


def test_a_prefix_is_part_of_a_name(tmp_path: Path) -> None:
    """The original knows no namespaces: `x:EVAL` is another element, a default namespace changes none."""
    other = eval_element('ID="2"').replace("EVAL", "x:EVAL")
    text = configuration(eval_element(), other).replace("<ROUGE-EVAL", '<ROUGE-EVAL xmlns="u" xmlns:x="v"')
    assert [evaluation.id for evaluation in _read(tmp_path, text)] == ["1"]


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


def test_of_a_repeated_system_the_last_file_counts(tmp_path: Path) -> None:
    (evaluation,) = _read(tmp_path, configuration(eval_element(peers='<P ID="1">a</P><P ID="1">b</P>')))
    assert evaluation.peers == {"1": _spl("./b")[0]}


def test_of_a_repeated_model_the_last_file_counts_for_each_mention(tmp_path: Path) -> None:
    models = '<M ID="A">a</M><M ID="B">b</M><M ID="A">c</M>'
    (evaluation,) = _read(tmp_path, configuration(eval_element(models=models)))
    assert list(evaluation.models) == _spl("./c", "./b", "./c")


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


def test_text_is_joined_over_comments(tmp_path: Path) -> None:
    (evaluation,) = _read(tmp_path, configuration(eval_element(peers='<P ID="1">a<!-- no -->b<?pi?>c</P>')))
    assert evaluation.peers == {"1": _spl("./abc")[0]}


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
