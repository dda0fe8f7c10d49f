"""Everything that is needed is checked before anything is scored, and all that is wrong named at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rouge_cli import Evaluation, File, InputError, Options, Report, Text, evaluate

from ..support.files import write


def _check(evaluations: list[Evaluation], systems: list[str], options: Options | None = None) -> Report:
    return evaluate(evaluations, options, systems=systems)


def _evaluation(id: str, peers: dict[str, str | None], *models: str, format: str = "SPL") -> Evaluation:
    return Evaluation(
        id,
        {system: (name and File(name, format)) or None for system, name in peers.items()},
        tuple(File(name, format) for name in models),
    )


def test_all_unreadable_files_are_named_at_once_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`os.access` is asked where not all may read; to the superuser every file is readable."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"good": "a\n", "secret": "b\n"})
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret").chmod(0o600)
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: "secret" not in str(path) and access(path, mode))
    evaluations = [
        _evaluation("1", {"S": "good"}, "gone", "folder"),
        _evaluation("2", {"S": "secret"}, "gone", "good"),
    ]
    with pytest.raises(InputError) as error:
        _check(evaluations, ["S"])
    message = str(error.value)
    assert message.startswith(
        "3 summaries cannot be read: gone (missing), folder (a folder), secret (unreadable)"
    )
    assert "good" not in message


@pytest.mark.parametrize(("count", "more"), [(10, None), (11, " and 1 more"), (13, " and 3 more")])
def test_of_many_the_first_ten_are_named_and_the_others_counted(count: int, more: str | None) -> None:
    evaluations = [_evaluation("1", {"S": "no0"}, *(f"no{number}" for number in range(1, count)))]
    with pytest.raises(InputError) as error:
        _check(evaluations, ["S"])
    message = str(error.value)
    assert message.startswith(f"{count} summaries cannot be read: no1 (missing), ")
    assert message.count("(missing)") == 10
    assert " more" not in message if more is None else more in message


def test_one_file_is_one_summary(tmp_path: Path) -> None:
    """Roots may be those of another machine only where an absolute path is missing."""
    roots = "; in XML, `roots` replaces the roots of another machine"
    for path, more in (
        ("gone (missing)", ""),
        (f"{tmp_path} (a folder)", ""),
        *((f"{path} (missing)", roots) for path in (f"{tmp_path}1", r"C:\Users\me/p", r"\\srv\share/p")),
    ):
        name = path.partition(" (")[0]
        with pytest.raises(InputError) as error:
            _check([_evaluation("1", {"S": name}, name)], ["S"])
        assert str(error.value) == (
            f"a summary cannot be read: {path}; check the configuration"
            f" (relative paths start at the working directory{more})"
        )


def test_what_a_system_left_out_would_need_is_not_checked(tmp_path: Path) -> None:
    write(tmp_path, {"good": "a\n"})
    good = str(tmp_path / "good")
    _check(
        [
            _evaluation("1", {"S": good, "T": "gone", "U": None}, good),
            _evaluation("2", {"T": good, "S": None}, "gone too"),
        ],
        ["S", "U"],
    )


_TOKENS, _ELEMENTS = Options(), Options(basic_elements="H")
_MIXED = Options(basic_elements="H", max_ngram=1)


@pytest.mark.parametrize(
    ("format", "options", "fits"),
    [
        *((format, _TOKENS, format != "SIMPLE") for format in ("SPL", "SEE", "ISI", "SIMPLE")),
        *((format, _ELEMENTS, format in ("SIMPLE", "ISI")) for format in ("SPL", "SEE", "ISI", "SIMPLE")),
        *((format, _MIXED, format == "ISI") for format in ("SPL", "SEE", "ISI", "SIMPLE")),
    ],
)
def test_formats_fit_the_measures(tmp_path: Path, format: str, options: Options, fits: bool) -> None:
    path = str(tmp_path / "file")
    Path(path).write_bytes(b"")
    evaluations = [_evaluation("E7", {"S": path}, path, format=format)]
    if fits:
        _check(evaluations, ["S"], options)
    else:
        remedy = r"ROUGE-BE-H \(`basic_elements` takes SIMPLE\)$"
        if format == "SIMPLE":
            remedy = r"ROUGE-[1L] \(SIMPLE goes with `basic_elements` alone\)$"
        with pytest.raises(InputError, match=f"^evaluation E7: Unknown input format: {format} for {remedy}"):
            _check(evaluations, ["S"], options)


def test_no_measure_takes_any_format(tmp_path: Path) -> None:
    path = str(tmp_path / "file")
    Path(path).write_bytes(b"")
    _check([_evaluation("1", {"S": path}, path, format="SIMPLE")], ["S"], Options(rouge_l=False))


def test_models_are_pooled_only_where_there_is_a_peer() -> None:
    text, options = Text.of("a"), Options(rouge_l=False, paper_weight=1.2)
    _check(
        [Evaluation("1", {"S": None}, (text, text)), Evaluation("2", {"S": text}, (text,))], ["S"], options
    )
    with pytest.raises(InputError, match=r"^evaluation 3 has 2 models, which ROUGE-W-paper-1\.2 cannot pool"):
        _check([Evaluation("3", {"S": text}, (text, text))], ["S"], options)


def test_an_evaluation_is_there_once_and_has_a_model() -> None:
    text = Text.of("a")
    for times, models, message in ((1, (), "has no model; "), (2, (text,), "is there twice; ")):
        with pytest.raises(InputError, match=f"^evaluation 1 {message}"):
            _check([Evaluation("1", {"S": text}, models)] * times, ["S"])


def test_the_signature_has_the_numbers_of_models_of_what_is_scored() -> None:
    text = Text.of("a")
    scored = [Evaluation("1", {"S": text}, (text,)), Evaluation("2", {"S": text}, (text,) * 3)]
    left_out = Evaluation("3", {"T": text, "S": None}, (text,) * 7)
    assert "|models:1-3|sentences:lines|" in _check([*scored, left_out], ["S"]).signature
    unscored = [left_out, left_out._replace(id="4", models=(), source=text)]
    for evaluations in (unscored, []):
        signature = _check(evaluations, ["S"] if evaluations else []).signature
        assert "|models:0|sentences:none|" in signature


def test_without_models_there_is_no_rouge() -> None:
    evaluations = [Evaluation("1", {"S": Text.of("a")}, (), source=Text.of("a b"))]
    report = _check(evaluations, ["S"], Options(about=("length", "length-ratio")))
    assert list(report.systems["S"]) == ["length"]
    with pytest.raises(InputError, match=r"^no evaluation has a model, which all chosen measures need; "):
        _check(evaluations, ["S"], Options(about=("length-ratio",)))
