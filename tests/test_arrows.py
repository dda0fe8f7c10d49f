"""The map of the package: a module imports only from rooms below its own, anywhere in its code."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import rouge_cli

from .support.commands import ROOT

_FLOORS = (
    ("__main__",),
    ("cli",),
    ("evaluate_metric", "torch_metric", "ignite_metric", "rewards", "rouge_chinese"),
    ("api", "rouge_score", "rouge", "coco", "py_rouge", "rouge_metric"),
    ("correlation", "protocols"),
    ("explanations", "check"),
    ("rendering",),
    ("scoring",),
    ("inputs",),
    ("text",),
    ("kernel",),
    ("evaluation", "options"),
    ("numbers", "rouges"),
    ("shim",),
    ("errors",),
    ("__init__",),
)
"""The rooms of the package from top to bottom; rooms of one floor do not import each other."""
_DROP_INS = ("rouge", "rouge_chinese", "rouge_score")
_FLOOR = {room: floor for floor, rooms in enumerate(_FLOORS) for room in rooms}
_PACKAGE = Path(rouge_cli.__file__).parent
_MODULES = {
    tuple(part for part in path.relative_to(_PACKAGE).with_suffix("").parts if part != "__init__"): path
    for path in _PACKAGE.rglob("*.py")
    if _PACKAGE / "data" not in path.parents
}
"""The file of each module, by its names below the package; the data are no modules."""


def _room(module: tuple[str, ...]) -> str:
    return module[0] if module else "__init__"


def _targets(module: tuple[str, ...], statement: ast.ImportFrom) -> Iterator[tuple[str, ...]]:
    is_folder = _MODULES[module].name == "__init__.py"
    around = module if is_folder else module[:-1]
    base = around[: len(around) - statement.level + 1]
    base += tuple(statement.module.split(".")) if statement.module else ()
    for name in statement.names:
        yield (*base, name.name) if (*base, name.name) in _MODULES else base


def _arrows() -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for module, path in _MODULES.items():
        for statement in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(statement, ast.ImportFrom) and statement.level:
                for target in _targets(module, statement):
                    yield module, target
            elif isinstance(statement, ast.Call) and statement.args:
                called, name = ast.unparse(statement.func), statement.args[0]
                if called.endswith(("import_module", "__import__")) and isinstance(name, ast.Constant):
                    package, *target = str(name.value).split(".")
                    if package == rouge_cli.__name__:
                        yield module, tuple(target)


def test_every_room_has_its_floor() -> None:
    assert {_room(module) for module in _MODULES} == set(_FLOOR)


def test_modules_import_only_what_is_below_them() -> None:
    arrows = list(_arrows())
    assert (("scoring", "scores"), ("errors",)) in arrows
    assert [
        f"{'.'.join(module)} imports {'.'.join(target)}"
        for module, target in arrows
        if _room(module) != _room(target) and _FLOOR[_room(module)] >= _FLOOR[_room(target)]
    ] == []


def test_contributing_maps_every_room() -> None:
    told = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    said = told[told.index("## The map") : told.index("## A release")]
    missing = {room for room in _FLOOR if f"`{room}/`" not in said and f"`{room}.py`" not in said}
    assert missing == {"__init__", "__main__"}


def test_a_name_of_a_module_is_found_once() -> None:
    """Only drop-ins have modules with the names of others, because programs import these names."""
    places = Counter(module[-1] for module in _MODULES if len(module) > 1 and module[0] not in _DROP_INS)
    assert [name for name, count in places.items() if count > 1] == []
