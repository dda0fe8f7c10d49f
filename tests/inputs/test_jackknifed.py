"""Each evaluation is repeated for each model that is left out, and people are scored as systems."""

from __future__ import annotations

from pathlib import Path

import pytest

from rouge_cli import Evaluation, InputError, Options, evaluate, read_config
from rouge_cli.inputs.config_writer import config_xml, jackknife

from ..oracle import original
from ..support.commands import ROOT, rouge_eval, rouge_tools
from ..support.files import configuration, eval_element, write
from ..support.needs import needs

_TEXTS = {"p": "a b\n", "q": "e\n", "m1": "a c\n", "m2": "b d e\n", "m3": "a\n"}
_THREE = '<M ID="A">m1</M><M ID="B">m2</M><M ID="C">m3</M>'
_PEERS = '<P ID="1">p</P><P ID="2">q</P>'


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory, with texts of a few words."""
    write(tmp_path, _TEXTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _of(corpus: Path, *evals: str, prefix: str = "") -> tuple[list[Evaluation], list[str]]:
    write(corpus, {"c.xml": configuration(*evals)})
    return jackknife(read_config("c.xml"), prefix, name="c.xml")


def _model_ids(config: str) -> dict[str, tuple[str, ...]]:
    return {evaluation.id: evaluation.model_ids for evaluation in read_config(config)}


def _recalls(evaluations: list[Evaluation], system: str) -> list[tuple[str, float]]:
    report = evaluate(evaluations, Options(max_ngram=1, rouge_l=False), systems=system)
    return [(score.evaluation, score.recall) for score in report.systems[system]["ROUGE-1"].scores]


@pytest.mark.parametrize("peers", [_PEERS, '<P ID="1"/><P ID="2">q</P>'])
def test_each_set_lacks_one_model_which_is_a_peer_there(corpus: Path, peers: str) -> None:
    """A missing peer stays missing."""
    found, single = _of(corpus, eval_element('ID="topic"', peers=peers, models=_THREE))
    assert single == []
    whole = read_config("c.xml")[0]
    a, b, c = whole.models
    assert found == [
        Evaluation("topic.A", {**whole.peers, "A": a}, (b, c), ("B", "C")),
        Evaluation("topic.B", {**whole.peers, "B": b}, (a, c), ("A", "C")),
        Evaluation("topic.C", {**whole.peers, "C": c}, (a, b), ("A", "B")),
    ]


def test_people_keep_their_ids_from_folders_on(corpus: Path) -> None:
    models = ("t.ann", "t.cat", "u.bob", "u.cat")
    write(corpus, {f"models/{name}.txt": "a" for name in models})
    write(corpus, {f"peers/{name}.1.txt": "a" for name in "tu"})
    rouge_tools(["config", "--peers", "peers", "--models", "models", "-o", "c.xml"], corpus)
    assert _model_ids("c.xml") == {"t": ("ann", "cat"), "u": ("bob", "cat")}
    rouge_tools(["jackknife", "c.xml", "-o", "j.xml"], corpus)
    assert _model_ids("j.xml") == dict(zip(models, [("cat",), ("ann",), ("cat",), ("bob",)], strict=True))


def test_figures_are_those_that_a_hand_computes(corpus: Path) -> None:
    """ROUGE-1 recall of `a b` (1), `e` (2) and of each model against the others.

    The models are `a c`, `b d e` and `a`.
    """
    found, _ = _of(corpus, eval_element('ID="t"', peers=_PEERS, models=_THREE))
    assert _recalls(found, "1") == [("t.A", 0.5), ("t.B", 0.66667), ("t.C", 0.4)]  # 2/4, 2/3, 2/5
    assert _recalls(found, "2") == [("t.A", 0.25), ("t.B", 0.0), ("t.C", 0.2)]  # 1/4, 0/3, 1/5
    assert _recalls(found, "A") == [("t.A", 0.25)]  # `a` of `b d e` and `a`
    assert _recalls(found, "B") == [("t.B", 0.0)]
    assert _recalls(found, "C") == [("t.C", 0.2)]  # `a` of `a c` and `b d e`


@pytest.mark.parametrize(
    ("evals", "models"),
    [
        # A person with several mentions is left out with all.
        ([eval_element(models='<M ID="A">m1</M><M ID="B">m2</M><M ID="A">m3</M>')], ["m2", "m3 m3"]),
        # A repeated evaluation is one.
        (
            [
                eval_element(models='<M ID="A">m1</M>'),
                '<EVAL ID="1"><MODELS><M ID="B">m2</M></MODELS></EVAL>\n',
            ],
            ["m2", "m1"],
        ),
    ],
)
def test_models_of_others_stay(corpus: Path, evals: list[str], models: list[str]) -> None:
    found, _ = _of(corpus, *evals)
    assert [one.id for one in found] == ["1.A", "1.B"]
    assert [" ".join(model.name.removeprefix("./") for model in one.models) for one in found] == models


def test_evaluations_with_one_model_are_named(corpus: Path) -> None:
    one = '<M ID="A">m1</M>'
    found, single = _of(
        corpus,
        eval_element('ID="t"', models=one),
        eval_element('ID="u"', models=_THREE),
        eval_element('ID="v"', models=one + one),
    )
    assert [one.id for one in found] == ["u.A", "u.B", "u.C"]
    assert single == ["t", "v"]
    with pytest.raises(InputError, match=r"^c\.xml: no evaluation has two models, "):
        _of(corpus, eval_element(models=one))


def test_a_person_may_not_be_a_system(corpus: Path) -> None:
    clash = eval_element('ID="t"', peers='<P ID="B">p</P>', models=_THREE)
    with pytest.raises(InputError, match=r"^c\.xml: model B would be system B, .* give `prefix` model-$"):
        _of(corpus, eval_element(models=_THREE), clash)
    found, _ = _of(corpus, clash, prefix="model-")
    assert [list(one.peers) for one in found] == [["B", "model-A"], ["B", "model-B"], ["B", "model-C"]]


def test_repeated_evaluations_may_not_have_the_same_id(corpus: Path) -> None:
    other = eval_element('ID="t.1"', models='<M ID="A">m1</M><M ID="B">m2</M>')
    dotted = eval_element('ID="t"', models='<M ID="1.A">m1</M><M ID="B">m2</M>')
    with pytest.raises(InputError, match=r"^c\.xml: two repeated evaluations would be t\.1\.A; rename"):
        _of(corpus, other, dotted)


class TestCommand:
    def test_what_is_written_is_what_was_made(self, corpus: Path) -> None:
        found, _ = _of(corpus, eval_element(peers=_PEERS, models=_THREE))
        output = rouge_tools(["jackknife", "c.xml"], corpus)
        assert output == ("".join(config_xml(found)).encode(), b"", 0)
        assert rouge_tools(["jackknife", "c.xml", "-o", "j.xml"], corpus) == (b"", b"", 0)
        assert (corpus / "j.xml").read_bytes() == output.stdout
        assert rouge_tools(["jackknife", "c.xml", "-o", "-"], corpus) == output
        assert read_config("j.xml") == found

    def test_what_is_left_out_is_told(self, corpus: Path) -> None:
        ids = [f"t{number}" for number in range(12)]
        singles = [eval_element(f'ID="{id}"', models='<M ID="A">m1</M>') for id in ids]
        write(corpus, {"c.xml": configuration(eval_element(models=_THREE), *singles)})
        output = rouge_tools(["jackknife", "c.xml"], corpus)
        assert output.status == 0
        assert output.stderr.decode() == (
            "note: left out, as they have one model: " + ", ".join(ids[:10]) + " and 2 more\n"
        )
        assert rouge_tools(["jackknife", "--quiet", "c.xml"], corpus) == (output.stdout, b"", 0)


@pytest.mark.slow
@needs("original")
@pytest.mark.parametrize("format", ["spl", "see", "isi", "mixed"])
def test_the_original_scores_it_to_the_same_bytes(corpus: Path, format: str) -> None:
    config = corpus / "jackknife.xml"
    assert rouge_tools(["jackknife", f"config_examples/{format}.xml", "-o", str(config)]).status == 0
    arguments = ["-n", "2", "-m", "-w", "1.2", "-2", "4", "-U", "-a", str(config)]
    theirs, ours = original.run(arguments, ROOT), rouge_eval(arguments, ROOT)
    assert ours.stdout == theirs.stdout
    assert b"\nA ROUGE-1 Average_R" in ours.stdout
