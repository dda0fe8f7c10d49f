"""Packages that programs import, served by this engine: the folder for `PYTHONPATH`, and its modules.

A module of the folder calls `serve`, which fills it with the names of a drop-in. Names and modules that the
drop-in lacks come from the real package, if it is installed. Each drop-in counts the pairs that it scores in
its process; `rouge-tools run` adds up the counts of all processes.
"""

import mmap
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, partial, update_wrapper
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec
from types import ModuleType
from typing import Any, NamedTuple

from ..errors import InputError, installing

COUNTED = ("rouge_score", "evaluate", "rouge", "rouge_chinese", "py_rouge", "pycocoevalcap")
"""The names of the counts: pairs of each drop-in, and for `evaluate` the metrics that were loaded."""
ROUGE_SCORE, EVALUATE, ROUGE, ROUGE_CHINESE, PY_ROUGE, COCO = range(len(COUNTED))

_SIZE = 8 * len(COUNTED)
cells = memoryview(bytearray(_SIZE)).cast("Q")
"""The counts in the order of `COUNTED`."""


class Package(NamedTuple):
    """A package that the folder serves."""

    distribution: str
    version: str
    """The version that the drop-in behaves as."""
    modules: tuple[str, ...]
    """The served modules of the package; `rouge_cli` has them under the same names."""


PACKAGES = {
    "rouge_score": Package("rouge-score", "0.1.2", ("rouge_scorer", "scoring", "tokenize", "tokenizers")),
    "rouge": Package("rouge", "1.0.1", ("rouge", "rouge_score")),
    "rouge_chinese": Package("rouge-chinese", "1.0.3", ("rouge",)),
}

_MARK = "# Written by `rouge-tools shim`"
_SERVED_MODULE = f"""\
{_MARK}: rouge-eval serves ROUGE of this module; the rest comes from the installed package.
from rouge_cli.shim import serve

serve(__name__)
"""
_ROUGE_CLI = f"""\
{_MARK}: this is the installed rouge-eval, which serves the packages beside it.
import sys
from importlib.util import module_from_spec, spec_from_file_location

if sys.version_info < (3, 11):
    raise ImportError("rouge-eval needs Python 3.11 or later; run this without its folder on PYTHONPATH")
spec = spec_from_file_location(__name__, PATH)
module = sys.modules[__name__] = module_from_spec(spec)
try:
    spec.loader.exec_module(module)
except FileNotFoundError:
    raise ImportError(f"rouge-eval is gone from {{spec.origin}}; run rouge-tools shim again") from None
"""
_EVALUATE, _COCO = "evaluate", "pycocoevalcap.rouge.rouge"
_METADATA = "Metadata-Version: 2.1\nName: {0.distribution}\nVersion: {0.version}\n"
RECORDS = "served"
"""The folder in a shim where processes write their counts."""


def files() -> dict[str, str]:
    """Return the text of each file of a folder that serves `PACKAGES`, by its path in the folder.

    A package that is not installed for this Python gets metadata, because programs may ask for its version.
    """
    from importlib.metadata import PackageNotFoundError, version  # No program that is served needs it.

    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "__init__.py")
    found = {"rouge_cli/__init__.py": _ROUGE_CLI.replace("PATH", ascii(path))}
    served = [f"{_EVALUATE}/__init__", _COCO.replace(".", "/")]
    for name, package in PACKAGES.items():
        served += [f"{name}/{module}" for module in ("__init__", *package.modules)]
        try:
            version(package.distribution)
        except PackageNotFoundError:
            found[f"{name}-{package.version}.dist-info/METADATA"] = _METADATA.format(package)
    return found | {f"{module}.py": _SERVED_MODULE for module in served}


def write(directory: str) -> None:
    """Write the files of a shim to a folder. Raises `InputError` if that fails."""
    try:
        for name, text in files().items():
            path = os.path.join(directory, *name.split("/"))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
    except OSError as error:
        raise InputError(
            f"{directory}: a shim cannot be written there ({error.strerror or error}); name another folder"
        ) from error


def is_shim(folder: str) -> bool:
    """Return True for a folder that `write` has filled."""
    return _is_marked(os.path.join(folder, "rouge_cli", "__init__.py"))


def _is_marked(path: str) -> bool:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(len(_MARK)) == _MARK
    except OSError:
        return False


def strange_in(folder: str) -> list[str]:
    """Return the paths, below a folder, of the files that no shim has."""
    return sorted(
        os.path.relpath(path, folder)
        for parent, _, names in os.walk(folder)
        for path in (os.path.join(parent, name) for name in names)
        if os.path.basename(parent) != "__pycache__"
        and not (parent.endswith(".dist-info") and os.path.basename(parent).partition("-")[0] in PACKAGES)
        and not _is_marked(path)
    )


def check_path(folder: str) -> None:
    """Raise `InputError` for a folder that cannot stand on `PYTHONPATH`."""
    if os.pathsep in folder:
        raise InputError(
            f"{folder}: PYTHONPATH has no paths with a {os.pathsep} in them; name another folder"
        )


def recorded_in(folder: str) -> dict[str, int]:
    """Return the sum of each count over the files of the folder; what a short file lacks counts as 0.

    Raises `OSError` if a file cannot be read.
    """
    counts = [0] * len(COUNTED)
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            words: Iterable[int] = memoryview(file.read(_SIZE).ljust(_SIZE, b"\0")).cast("Q")
        counts = list(map(int.__add__, counts, words))
    return dict(zip(COUNTED, counts, strict=True))


def _map_new_file(folder: str) -> None:
    """Count in a new file from now on, or as before if none can be written.

    A command may outlive its `rouge-tools run`, which removes the folder. The file gets all its bytes first,
    because touching a mapped page for which the disk has no room would end the process.
    """
    global cells
    with suppress(OSError), open(os.path.join(folder, f"{os.getpid()}-{os.urandom(4).hex()}"), "x+b") as file:
        file.write(bytes(_SIZE))
        file.flush()
        cells = memoryview(mmap.mmap(file.fileno(), _SIZE)).cast("Q")


# The rest runs in the programs that import a package of the folder.


def serve(name: str) -> None:
    """Fill a module of the folder with the names of its drop-in.

    If the folder hides a module or package of the user's, that takes the place of the drop-in.
    """
    module = sys.modules[name]
    if name == _EVALUATE:
        _serve_evaluate(module)
        return
    if name == _COCO:
        ours = _drop_in("coco")
        vars(module).update({key: getattr(ours, key) for key in ours.__all__})
        _begin(os.path.dirname(_folder_of(module)))
        return
    is_package = name in PACKAGES
    real = _real_spec(name) if is_package else None
    if real is not None and _is_of_user(real):
        hidden: Any = getattr(_replace(name, real), name, None)
        if name == "rouge" and hasattr(getattr(hidden, "Rouge", None), "WORDNET_KEY_VALUE"):
            # This is py-rouge, which has the same import name. Programs call its static methods, too.
            bases = _drop_in("py_rouge").Rouge, hidden.Rouge
            vars(hidden)["Rouge"] = vars(sys.modules[name])["Rouge"] = type("Rouge", bases, {})
            _begin(_folder_of(module))
        return
    theirs = _drop_in(name)
    public = {"__all__", "__version__"}
    vars(module).update(
        {key: value for key, value in vars(theirs).items() if key in public or not key.startswith("__")}
    )
    module.__doc__ = theirs.__doc__
    vars(module)["__getattr__"] = partial(_real_name, name)
    if is_package:
        _begin(_folder_of(module))
        module.__path__.extend((real and real.submodule_search_locations) or ())


def _drop_in(name: str) -> Any:
    return import_module(f"rouge_cli.{name}")


def _is_of_user(spec: ModuleSpec) -> bool:
    """Return whether a module with the name of a served package is the user's own.

    It is if it lacks modules that all versions of the package have. A folder without `__init__.py` is not: to
    Python, any package with its name precedes it.
    """
    folders = spec.submodule_search_locations
    if folders is None:
        return True
    needed = ("rouge_scorer", "scoring") if spec.name == "rouge_score" else ("rouge", "rouge_score")
    has_all = all(PathFinder.find_spec(f"{spec.name}.{name}", list(folders)) for name in needed)
    return spec.origin is not None and not has_all


def _serve_evaluate(module: ModuleType) -> None:
    """Replace the module `evaluate` of the folder by the real package, which then loads "rouge" as ours.

    A module of the user's with this name stays as it is. Raises `ModuleNotFoundError` if there is neither.
    """
    _begin(_folder_of(module))
    spec = _real_spec(_EVALUATE)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named {_EVALUATE!r}: install evaluate", name=_EVALUATE)
    real = _replace(_EVALUATE, spec)
    if hasattr(real, "load") and hasattr(real, "loading"):
        real.load = real.loading.load = update_wrapper(partial(_load, real.load), real.load)


def _replace(name: str, spec: ModuleSpec) -> Any:
    """Replace a module of the folder by the module that it hides, and return that module."""
    module = sys.modules[name] = module_from_spec(spec)
    if spec.loader is not None:
        spec.loader.exec_module(module)
    return module


def _load(load: Any, path: str, *arguments: Any, **choices: Any) -> Any:
    """Load a metric; "rouge" is ours, unless the user has a `rouge/rouge.py`, which `evaluate` loads.

    "evaluate-metric" is the organisation that owns the metric.
    """
    if path in ("rouge", "evaluate-metric/rouge") and not os.path.isfile(os.path.join(path, "rouge.py")):
        path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", "evaluate_script.py")
        cells[EVALUATE] += 1
    return load(path, *arguments, **choices)


def _folder_of(package: ModuleType) -> str:
    return os.path.dirname(os.path.dirname(package.__file__ or ""))


@cache
def _begin(folder: str) -> None:
    """Count for the `rouge-tools run` that made the folder, if any.

    A process counts in a file that is mapped into memory, so its counts survive if it is killed. A forked
    process gets a file of its own.
    """
    records = os.path.join(folder, RECORDS)
    if os.path.isdir(records):
        _map_new_file(records)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=lambda: _map_new_file(records))


_real_modules: dict[str, ModuleType | None] = {}
"""The modules of real packages, entered before they run, because they may ask for themselves."""


def _real_name(module: str, name: str) -> object:
    """Return the object that the real module has by a name that the drop-in lacks.

    The real module itself imports the served modules of its package. Raises `AttributeError`.
    """
    if name.startswith("__"):
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    package, _, below = module.partition(".")
    if module not in _real_modules:
        spec = _real_spec(package)
        if spec and below:
            spec = PathFinder.find_spec(module, spec.submodule_search_locations)
        _real_modules[module] = None
        if spec:
            made = _real_modules[module] = module_from_spec(spec)
            if spec.loader:
                spec.loader.exec_module(made)
    real = _real_modules[module]
    if not hasattr(real, name):
        missing, distribution = ".".join(filter(None, [below, name])), PACKAGES[package].distribution
        raise AttributeError(
            f"rouge-eval does not serve {missing} of {package}, and {distribution} is not installed or lacks"
            f" it, too: {installing(distribution)}"
        )
    return getattr(real, name)


def _real_spec(name: str) -> ModuleSpec | None:
    """Return the spec of the installed package that a module of a shim hides, or None."""
    # Programs put other objects on the path, which Python passes over.
    entries = [entry for entry in sys.path if isinstance(entry, str) and not is_shim(entry)]
    found = (finder.find_spec(name, entries) for finder in sys.meta_path)
    return next(filter(None, found), None)
