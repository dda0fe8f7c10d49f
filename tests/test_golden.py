"""Every stored output, of the original and of ours, comes out the same, byte for byte."""

from __future__ import annotations

import pytest

import rouge_cli
from rouge_cli import Options, score
from rouge_cli import kernel as chosen
from rouge_cli.api import scorer

from .support import kernels
from .support.commands import rouge_eval, run_process
from .support.golden import GOLDEN, OWN, UNNAMED, Golden, read_manifest, read_own

pytestmark = pytest.mark.usefixtures("kernel")

MANIFEST = read_manifest()


@pytest.mark.parametrize("golden", MANIFEST, ids=lambda golden: golden.name)
def test_report_is_the_stored_one(golden: Golden) -> None:
    output = rouge_eval(golden.arguments)
    assert output.status == 0, output.stderr
    assert output.stdout.splitlines() == golden.stored.splitlines()
    assert output.stdout == golden.stored


@pytest.mark.parametrize("own", read_own(), ids=lambda own: own.name)
def test_own_output_is_the_stored_one(own: Golden) -> None:
    """After an intended change run `make own`, and look at what git shows."""
    output = own.run()
    assert output.status == ("broken" in own.name), output.stderr
    assert output.stdout.decode().splitlines() == own.stored.decode().splitlines()
    assert output.stdout == own.stored


def test_a_manifest_names_every_stored_output_once() -> None:
    for manifest, stored in [(MANIFEST, GOLDEN.glob("*.out")), (read_own(), OWN.iterdir())]:
        names = [golden.name for golden in manifest]
        assert sorted(names) == sorted({path.name for path in stored} - UNNAMED)


def test_the_fixture_forgets_what_was_made_over_another_body(kernel: str) -> None:
    assert {"python": "Python", "compiled": "compiled"}[kernel] == chosen.NAME
    pair = ("the cat", "the cats")
    scores = score(*pair)
    for name in kernels.built():
        with kernels.kernel_of(kernels.body(name)):
            assert score(*pair) == scores
            assert scorer.scorer_of(Options(max_ngram=2))._counter.uses_threads is (name == "compiled")
    assert scorer.scorer_of(Options(max_ngram=2))._counter.uses_threads is (kernel == "compiled")


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["python"], indirect=True, scope="module")
def test_the_environment_chooses_the_body_of_a_whole_run(kernel: str) -> None:
    version = f"rouge-eval {rouge_cli.__version__} (Python kernel)\n".encode()
    assert run_process("--version", ROUGE_EVAL_KERNEL=kernel) == (version, b"", 0)
    golden = next(golden for golden in MANIFEST if golden.name == "spl-classic-m-s.out")
    assert run_process(*golden.arguments, ROUGE_EVAL_KERNEL=kernel).stdout == golden.stored
