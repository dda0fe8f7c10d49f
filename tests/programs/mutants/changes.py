"""The single-point changes of a module: what a slip of the hand might have written."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy
from typing import Any, NamedTuple

_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult,
    ast.Mod: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "abs": "", "set": "list"}


class Change(NamedTuple):
    """A stretch of a module, in bytes, and what stands there instead."""

    start: int
    end: int
    text: bytes

    def made(self, source: bytes) -> bytes:
        """Return the module with the change."""
        return source[: self.start] + self.text + source[self.end :]


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
