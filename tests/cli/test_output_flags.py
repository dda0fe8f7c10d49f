"""--format, --output, --figure and --intervals on the command line, and `render`."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Options, evaluate, read_config, render
from rouge_cli.rendering import FORMATS

from ..support.commands import PROGRAMS, assert_refused, rouge_eval, rouge_tools, run_python
from ..support.files import write, write_corpus
from ..support.needs import needs

_CHOICES = [name for name in FORMATS if name != "verbose"]


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a configuration `c.xml` of one system."""
    write_corpus(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("flags", "format", "choices"),
    [
        *((["--format", name], name, {}) for name in _CHOICES),
        ([], "classic", {}),
        (["-d"], "classic", {"details": True}),
        (["--format", "classic", "-d"], "classic", {"details": True}),
        (
            ["--format", "markdown", "--figure", "R", "--intervals"],
            "markdown",
            {"figure": "R", "intervals": True},
        ),
        (["--format", "text", "--sort", "score"], "text", {"sort": "score"}),
    ],
)
def test_the_command_writes_what_render_returns(
    flags: list[str], format: str, choices: dict[str, Any], corpus: Path
) -> None:
    report = evaluate(read_config("c.xml"), Options(max_ngram=1))
    output = rouge_eval(["-n", "1", *flags, "c.xml"], cwd=corpus)
    assert (output.stderr, output.status) == (b"", 0)
    assert output.stdout.decode() == render(report, format, **choices)
    assert b"\r" not in output.stdout


def test_numbers_in_json_are_whole_or_fractions_as_the_options_are(corpus: Path) -> None:
    """A limit is a whole number if it spells one."""
    flags = "-n 2 -2 4 -w 2 -p 1 -c 90 -r 5 -l 1e1 --paper-weight 3 -f B --format json c.xml"
    options = json.loads(rouge_eval(flags.split(), cwd=corpus).stdout)["options"]
    names = ("max_ngram", "skip_gap", "weight", "paper_weight", "alpha", "confidence", "resamples")
    assert str([options[name] for name in (*names, "word_limit")]) == "[2, 4, 2.0, 3.0, 1.0, 90.0, 5, 10]"


@pytest.mark.parametrize("flags", [[], ["-d"], ["-v"], *(["--format", name] for name in _CHOICES)])
def test_a_file_gets_the_bytes_of_standard_output(flags: list[str], corpus: Path) -> None:
    (corpus / "out").write_text("before, and longer than nothing at all\n" * 1000)
    printed = rouge_eval([*flags, "-n1x", "c.xml"], cwd=corpus)
    written = rouge_eval([*flags, "-n1x", "--output", "out", "c.xml"], cwd=corpus)
    assert written == (b"", b"note: -n '1x' is read as 1, as by ROUGE-1.5.5\n", 0)
    notes = written.stderr.replace(b"note:", b"\n-") if "text" in flags else b""
    assert (corpus / "out").read_bytes() == printed.stdout + notes != notes
    assert rouge_eval([*flags, "-n1x", "--output", "-", "c.xml"], cwd=corpus) == printed
    assert sorted(os.listdir()) == ["c.xml", "m1", "m2", "out", "p"]


@pytest.mark.parametrize(
    ("words", "file", "begins"),
    [
        ("protocols", "a.csv", "protocol,system,measure,"),
        ("protocols", "a.md", "| Protocol"),
        ("protocols --format json", "a.csv", "{"),
        ("protocols --papers", "a.md", "rouge-1.5.5 -m:"),
        ("explain", "a.txt", "Evaluation 1"),
        ("explain", "a.htm", "<!DOCTYPE html>"),
    ],
)
def test_other_commands_take_the_format_from_the_name(
    words: str, file: str, begins: str, corpus: Path
) -> None:
    output = rouge_tools([*words.split(), "-o", file, "c.xml"], corpus)
    assert (output.status, (corpus / file).read_text().startswith(begins)) == (0, True)


def test_a_word_list_that_is_not_read_may_be_written_over(corpus: Path) -> None:
    write(corpus, {"lists/smart_common_words.txt": "the\n"})
    target = "lists/smart_common_words.txt"
    assert rouge_eval(["--output", target, "-e", "lists", "c.xml"], cwd=corpus).status == 0
    assert b"ROUGE-L" in (corpus / target).read_bytes()


@pytest.mark.slow
@needs("posix")
@pytest.mark.parametrize("arguments", [["--lines", "-", "m"], ["--lines", "m", "-"], ["--jsonl", "-"]])
def test_standard_input_is_not_written_over(arguments: list[str], corpus: Path) -> None:
    write(corpus, {"m": "a\n", "in.txt": '{"peer": "a", "models": "a"}\n'})
    before = (corpus / "in.txt").read_bytes()
    command = ["-m", "rouge_cli", "--quiet", "--output", "in.txt", *arguments]
    with (corpus / "in.txt").open("rb") as source:
        refused = run_python(*command, cwd=corpus, stdin=source)
    message = "in.txt: cannot be written (it is read in this run); name another file\n"
    assert_refused(refused, 1, message)
    assert (corpus / "in.txt").read_bytes() == before


@needs("linux")
def test_a_file_that_cannot_be_written_leaves_no_half(corpus: Path) -> None:
    write(corpus, {"out": "old"})
    flags = ["--report", "pages", "--output", "/dev/full", "c.xml"]
    assert_refused(rouge_eval(flags, cwd=corpus), 1, "/dev/full: cannot be written (")
    assert (corpus / "pages" / "index.html").exists()
    assert not [name for name in os.listdir() if name.endswith(".tmp")]


@pytest.mark.parametrize(
    ("name", "format"),
    [
        *((f"out.{name}", name) for name in ("json", "jsonl", "csv", "tsv")),
        *(("OUT.CSV", "csv"), ("out.md", "markdown"), ("out.tex", "latex"), ("out.txt", "classic")),
    ],
)
def test_the_name_of_the_output_chooses_the_format(name: str, format: str, corpus: Path) -> None:
    assert rouge_eval(["--output", name, "c.xml"], cwd=corpus) == (b"", b"", 0)
    assert (corpus / name).read_bytes() == rouge_eval(["--format", format, "c.xml"], cwd=corpus).stdout
    assert rouge_eval(["--output", name, "--format", "text", "c.xml"], cwd=corpus).status == 0
    assert (corpus / name).read_bytes() == rouge_eval(["--format", "text", "c.xml"], cwd=corpus).stdout


def test_details_of_separated_values_are_a_row_for_each_summary(corpus: Path) -> None:
    """A system without a summary has no row; a name that a spreadsheet would compute has its apostrophe."""
    write(
        corpus,
        {
            "j": """\
{"id": "1", "system": "=a", "peer": "a b", "models": "a c"}
{"id": "2", "system": "=a", "peer": "a b", "models": "a b c d"}
{"id": "2", "system": "b", "peer": "x"}
"""
        },
    )
    flags = ["--quiet", "-n", "1", "--jsonl", "j", "--about", "length"]
    output = rouge_eval([*flags, "-d", "--format", "csv"], cwd=corpus)
    assert (
        output.stdout.decode()
        == """\
system,evaluation,ROUGE-1 R,ROUGE-1 P,ROUGE-1 F,ROUGE-L R,ROUGE-L P,ROUGE-L F,length
'=a,1,0.5,0.5,0.5,0.5,0.5,0.5,2.0
'=a,2,0.5,1.0,0.66667,0.5,1.0,0.66667,2.0
b,2,0.0,0.0,0.0,0.0,0.0,0.0,1.0
(models),1,,,,,,,2.0
(models),2,,,,,,,4.0
"""
    )
    tabbed = rouge_eval([*flags, "--details", "--output", "x.tsv"], cwd=corpus)
    assert (tabbed.stdout, (corpus / "x.tsv").read_bytes()) == (b"", output.stdout.replace(b",", b"\t"))


@pytest.mark.parametrize("profile", ["rouge-score", "evaluate", "torchmetrics"])
def test_every_profile_compares(profile: str, corpus: Path) -> None:
    """P falls from 1 to 2/4 and R stays, in all six."""
    row = '{{"id": "{}", "system": "{}", "peer": "{}", "models": "the cat sat"}}\n'
    rows = [row.format(id, *one) for id in range(6) for one in (("a", "the cat"), ("b", "a cat sat down"))]
    write(corpus, {"two.jsonl": "".join(rows)})
    flags = ["--profile", profile, "--types", "rouge1", "--compare", "a", "--jsonl", "two.jsonl"]
    printed = rouge_eval(flags, cwd=corpus).stdout
    assert b"b rouge1 Difference_P to a: -0.50000 (95%-conf.int. -0.50000 - -0.50000)" in printed
    assert b"b rouge1 Difference_R to a: 0.00000 (95%-conf.int. 0.00000 - 0.00000)" in printed


def test_the_last_line_names_the_pages(corpus: Path) -> None:
    output = rouge_eval(["--report", "out/of/pages", "c.xml"], cwd=corpus)
    assert output.stderr.decode().splitlines()[-1] == f"Report: {Path('out/of/pages/index.html')}"
    assert (corpus / "out/of/pages/index.html").exists()
    assert rouge_eval(["--quiet", "--report", "pages", "c.xml"], cwd=corpus).stderr == b""


@pytest.mark.parametrize(
    ("command", "tables"),
    [
        ("protocols --only --protocol rouge-score", 4),
        ("correlate --human config_examples/human.csv -n 1 --interval none", 2),
        ("power --measure ROUGE-1 --system 1 --baseline 2 -n 1 --simulations 10", 1),
        ("-n 1", 1),
    ],
)
def test_tables_have_captions_and_labels_for_papers(command: str, tables: int) -> None:
    words = [*command.split(), "config_examples/spl.xml"]
    flags = ["--format", "latex", "--caption", "A & B", "--label", "tab:x"]
    program = "rouge-eval" if command == "-n 1" else "rouge-tools"
    printed = PROGRAMS[program]([*words, *flags]).stdout.decode()
    names = ["\\caption{A \\& B}\\label{tab:x}"]
    names += [f"\\caption{{A \\& B: {number}}}\\label{{tab:x-{number}}}" for number in range(2, tables + 1)]
    assert re.findall(r"\\caption.*", printed) == names
    assert len(re.findall(r"\\begin\{table\*?\}", printed)) == tables
    alone = PROGRAMS[program]([*words, "--format", "latex", "--label", "tab:x"]).stdout
    assert alone.count(b"\\label{tab:x") == tables
    refused = PROGRAMS[program]([*words, "--label", "x"])
    assert_refused(refused, 2, "--label goes with --format markdown or latex", program=program)
