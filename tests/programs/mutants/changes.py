"""The single-point changes of a file, which a slip of the hand might have made; tests and reports of them."""

from __future__ import annotations

import ast
import difflib
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

import click  # noqa: F401  # Loaded here for all the forks that run tests.
import hypothesis.strategies  # noqa: F401
import lxml.etree  # noqa: F401
import nltk.stem.porter  # noqa: F401
import pytest

from tests.support.commands import ROOT

_PAIRS: list[tuple[type[ast.AST], type[ast.AST]]] = [
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot)),
    *((ast.Add, ast.Sub), (ast.LShift, ast.RShift), (ast.BitAnd, ast.BitOr), (ast.Break, ast.Continue)),
]
_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    **dict(_PAIRS),
    **{other: one for one, other in _PAIRS},
    ast.Mult: ast.Add,
    **dict.fromkeys((ast.Div, ast.FloorDiv, ast.Pow, ast.Mod), ast.Mult),
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "abs": "", "set": "list"}
_MEMORY = 8 << 30
"""The bytes that tests may take: a mutant can fill the memory of a machine."""


class Change(NamedTuple):
    """A stretch of a module, in bytes, and what stands there instead."""

    start: int
    end: int
    text: bytes

    def made(self, source: bytes) -> bytes:
        """Return the module with the change."""
        return source[: self.start] + self.text + source[self.end :]


class Mutant(NamedTuple):
    """A file, from the root of the project, and a change of it."""

    path: str
    change: Change

    def diff(self) -> str:
        """Return the change as a diff."""
        before = (ROOT / self.path).read_bytes()
        texts = (text.decode().splitlines(keepends=True) for text in (before, self.change.made(before)))
        return "".join(difflib.unified_diff(*texts, self.path, self.path, n=1))


def report(
    title: str, mutants: Sequence[Mutant], states: Iterable[str], known: Sequence[str]
) -> list[Mutant]:
    """Print the mutants that survive as their states come, then the counts of the states by file.

    Returns those that survive. The first three of the known states count as tried.
    """
    left: list[Mutant] = []
    counts: dict[str, Counter[str]] = {}
    for mutant, state in zip(mutants, states, strict=True):
        counts.setdefault(mutant.path, Counter())[state] += 1
        if state == "survived":
            print(mutant.diff(), flush=True)
            left.append(mutant)
    print(f"{title:<40}" + "".join(f"{state:>12}" for state in known))
    for path, of_path in counts.items():
        print(f"{path:<40}" + "".join(f"{of_path[state]:>12}" for state in known))
    tried = sum(of_path[state] for of_path in counts.values() for state in known[:3])
    noticed = tried - len(left)
    print(f"{noticed} of {tried} are noticed: {100 * noticed / max(tried, 1):.1f} %\n", flush=True)
    return left


def changes(source: bytes) -> list[Change]:
    """Return the changes of a module in the order of its text."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = set()
    for node in _code(ast.parse(source)):
        for old, new in _others(node):
            text = ast.unparse(new)
            if not isinstance(new, ast.stmt | ast.Constant | ast.Name | ast.Call):
                text = f"({text})"
            start = starts[old.lineno - 1] + old.col_offset
            end = starts[old.end_lineno - 1] + old.end_col_offset
            found.add(Change(start, end, text.encode()))
    return sorted(found)


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may be changed.

    Left out are annotations, `strict` of `zip`, which only asserts, and the parts of f-strings,
    whose places Python 3.11 does not know.
    """
    match node:
        case ast.JoinedStr() | ast.keyword(arg="strict") | ast.If(test=ast.Name("TYPE_CHECKING")):
            return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _code(child)


def _others(node: Any) -> Iterator[tuple[Any, ast.AST]]:
    """Yield parts of a node, and what might have been written for each."""
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                yield node, _with(node, ops=[*ops[:place], _SWAPS[type(op)](), *ops[place + 1 :]])
        case ast.BoolOp(values=values):
            for place in range(len(values)):
                rest = values[:place] + values[place + 1 :]
                yield node, _with(node, values=rest) if len(rest) > 1 else rest[0]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _SWAPS:
            if not any(isinstance(getattr(one, "value", None), str | bytes) for one in (left, right)):
                yield node, _with(node, op=_SWAPS[type(op)]())
        case ast.Constant(value=bool() as value):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield node, ast.Constant(value + 1)
        case ast.Call(func=ast.Name(id=name), args=[first, *rest]) if name in _CALLS:
            keywords = [] if name == "sorted" else node.keywords
            other = _with(node, func=ast.Name(_CALLS[name]), args=[first, *rest], keywords=keywords)
            yield node, other if _CALLS[name] else first
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield from _negated([test])
        case ast.comprehension(ifs=tests):
            yield from _negated(tests)
        case ast.Expr(value=ast.Call()):
            yield node, ast.Pass()
        case ast.Break() | ast.Continue():
            yield node, _SWAPS[type(node)]()


def _negated(tests: list[ast.expr]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the tests that no other change turns round, and their opposites."""
    for test in tests:
        if isinstance(test, ast.Name | ast.Call | ast.Attribute | ast.NamedExpr | ast.Subscript):
            yield test, ast.UnaryOp(ast.Not(), test)


def _with(node: ast.AST, **fields: object) -> ast.AST:
    other = copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def outcome_of_fork(
    home: Path, body: str, runs: Iterable[list[str]], limit: float, begin: Callable[[], None] = lambda: None
) -> str:
    """Run pytest in a copy, in a fork of this process, which has loaded most of what the tests import."""
    child = os.fork()
    if not child:
        status = 1
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            begin()
            os.chdir(home)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nowhere, stream)
            os.environ |= {"ROUGE_EVAL_KERNEL": body}
            sys.path = [str(home), *(path for path in sys.path if path not in ("", str(ROOT)))]
            for name in [name for name in sys.modules if name.partition(".")[0] in ("rouge_cli", "tests")]:
                del sys.modules[name]
            passed = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
            status = next((1 for run in runs if pytest.main(run) not in passed), 0)
        finally:
            os._exit(status != 0)
    end = time.monotonic() + limit
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return "killed" if status else "survived"
        time.sleep(0.01)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "timeout"
