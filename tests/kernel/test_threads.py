"""The compiled kernel in several threads and several interpreters at once."""

from __future__ import annotations

import random
import subprocess
import sys
import threading

import pytest

from ..support.commands import environment
from .bodies import compiled, needs_compiled

pytestmark = needs_compiled

_USE = """
import importlib.util
from array import array
spec = importlib.util.spec_from_file_location("compiled", {path!r})
compiled = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compiled)
one = array("i", [1, 2])
document = (one, one, array("i", [2]))
assert compiled.ngram_hits([document], [document], 1) == [[2]]
assert compiled.resample([array("d", [2.5])], 2, 1) == [array("d", [2.5, 2.5])]
vocabulary = compiled.Vocabulary([b"the"])
tokens, ends = vocabulary.tokens([b"the cats"], True)
assert [vocabulary.name(token) for token in tokens] == [b"cat"]
"""
_IN_INTERPRETERS = """
use = {use!r}
exec(use)
try:
    import _interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
    create = lambda: interpreters.create(isolated=True)
    run = interpreters.run_string
else:
    interpreters = _interpreters
    create = lambda: interpreters.create("isolated")
    run = interpreters.exec
for _ in range(3):
    interpreter = create()
    error = run(interpreter, use)
    assert error is None, error
    interpreters.destroy(interpreter)
exec(use)
print("done")
"""


def _python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="interpreters have one GIL before Python 3.12")
def test_interpreters_with_a_gil_of_their_own() -> None:
    use = _USE.format(path=compiled.__file__)
    done = _python(_IN_INTERPRETERS.format(use=use))
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)


@pytest.mark.skipif(
    not hasattr(sys, "_is_gil_enabled") or sys._is_gil_enabled(), reason="this Python has a GIL"
)
def test_the_gil_stays_off() -> None:
    """Python would switch it on for a module that does not say that it needs none."""
    done = _python(_USE.format(path=compiled.__file__) + "import sys; print(sys._is_gil_enabled())")
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_threads_share_a_vocabulary() -> None:
    """Each number keeps its word, though all threads add words, stems and slots."""
    shared = compiled.Vocabulary([b"w3"])
    errors: list[BaseException] = []

    def use(seed: int) -> None:
        source = random.Random(seed)
        try:
            for _ in range(60):
                words = [b"w%d" % source.randrange(10**5) for _ in range(300)]
                numbers, _ = shared.tokens([b" ".join(words)], False)
                assert [shared.name(number) for number in numbers] == [w for w in words if w != b"w3"]
                word = b"b%da" % source.randrange(1000)
                assert shared.name(shared.number(word)) == word
                assert shared.stem(word + b"s") == word
        except BaseException as error:
            errors.append(error)

    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    threads = [threading.Thread(target=use, args=(seed,)) for seed in range(4)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(switching)
    assert not errors
