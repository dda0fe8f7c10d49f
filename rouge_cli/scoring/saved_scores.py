"""The scores of a run in a file, and the joint results of several files.

A file is a zip of arrays, which `numpy.load` reads, and `about.json`. It may come from somebody else: all of
it is checked before it is used.
"""

from __future__ import annotations

import json
import os
import re
import sys
from array import array
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from math import inf, isnan
from typing import Any, NamedTuple
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from .. import __version__
from ..errors import InputError, OptionError
from ..evaluation import Corpus, Evaluation, Numbered
from ..kernel.threads import Progress
from ..numbers import AsTyped, NaturalAsTyped, RealAsTyped, WholeAsTyped
from ..options import Options
from ..text.doubts import Doubts
from ..text.files import STANDARD_INPUT, named, read_bytes, read_standard_input
from .profile import Profile
from .results import Results, missing_notes, results_of
from .scores import Column, Columns, MeasureScores
from .signatures import signed_choices
from .tally import Tally

_ABOUT, _ORDER = "about.json", "order.npy"
_DRAWN = ("conf", "resamples", "seed")
"""The choices of resampling, which may differ, because resamples are drawn anew."""
_TYPED = {one.__name__: one for one in (RealAsTyped, WholeAsTyped, NaturalAsTyped)}
_BYTE_ORDER = "<" if sys.byteorder == "little" else ">"
_MALFORMED = (
    *(ArithmeticError, AttributeError, BadZipFile, EOFError, NotImplementedError),
    *(LookupError, OptionError, RuntimeError, TypeError, ValueError),
)
"""The errors of reading a file that is not a zip, is truncated, or has other contents."""
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<>])([fi])8', 'fortran_order': False,"
    rb" 'shape': \(([0-9]{1,18}),\),? *\} *\n",
    re.DOTALL,
)


class Saved(NamedTuple):
    """A saved run, or several in one."""

    results: Results
    baseline: str | None
    """The baseline of `--compare`, empty if it named none; None if the run compared nothing."""
    stream_notes: tuple[str, ...]
    """The notes of the reader on its files."""


def npy_header(kind: str, *shape: int) -> bytes:
    """Return the header of a file in NumPy's format 1.0; `kind` is `i` or `f`, for items of 64 bits."""
    text = repr({"descr": f"{_BYTE_ORDER}{kind}8", "fortran_order": False, "shape": shape})
    size = -(len(text) + 11) % 64 + len(text) + 1  # With the ten bytes before it a multiple of 64.
    return b"\x93NUMPY\x01\x00" + size.to_bytes(2, "little") + f"{text:<{size - 1}}\n".encode()


def packed(saved: Saved) -> bytes:
    """Return the file with the scores of a run of ROUGE."""
    results = saved.results
    (tally,) = results.tallies
    about = {
        "options": _option_values(results.options),
        "choices": _choices(results.profile),
        "corpus": results.corpus,
        "systems": {
            system: len(ids) if isinstance(ids, Numbered) else list(ids)
            for system, ids in tally.evaluations.items()
        },
        "evaluations": results.evaluations,
        "absent": results.absent,
        "baseline": saved.baseline,
        "stream_notes": saved.stream_notes,
        "notes": tally.notes,
        "doubts": tally.doubts.state(),
    }
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as file:

        def write(name: str, column: Column) -> None:
            header = npy_header(_kind(column), len(column))
            file.writestr(ZipInfo(f"{name}.npy"), b"".join((header, column)))

        file.writestr(ZipInfo(_ABOUT), json.dumps(about))
        write("order", tally.systems_of_peers)
        for place, by_measure in enumerate(tally.scores.values()):
            for measure, scores in by_measure.items():
                for name, column in scores.columns._asdict().items():
                    write(f"{place}/{measure}/{name}", column)
    return buffer.getvalue()


def _kind(column: array[Any]) -> str:
    return "i" if column.typecode == "q" else "f"


def _option_values(options: Options) -> dict[str, Any]:
    """Return the options that are not at their defaults, as JSON holds them."""
    values = {name: getattr(options, name) for name in options.chosen}
    return {
        name: {type(value).__name__: value.typed} if isinstance(value, AsTyped) else value
        for name, value in values.items()
    }


def _choices(profile: Profile) -> dict[str, str]:
    """Return the choices that change scores, as the signature names them."""
    signed = {"rouge": profile.rouge.signature, **signed_choices(profile), "version": __version__}
    return {key: choice for key, choice in signed.items() if key not in _DRAWN}


def load(
    paths: Sequence[str],
    options: Options | None = None,
    functions: Collection[str] = (),
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Saved:
    """Return one run on the input of all files.

    The files are put together in their order: numbered evaluations are numbered on, and other evaluations
    stand where the first file has them. By default the first file gives the `options`, and only its functions
    in `functions` may be imported. Raises `InputError` for a file that `packed` did not make, scores by other
    options, a mixture of numbers and IDs, numbers of other systems, a file that is given twice, and a
    repeated ID.
    """
    files = [_SavedFile(path) for path in paths]
    profile = Profile(files[0].options(functions) if options is None else options)
    tallies = [file.tally(profile) for file in files]
    ((path, times),) = Counter(map(os.path.realpath, paths)).most_common(1)
    if times > 1:
        raise InputError(f"{path}: given twice; drop one")
    numbered = [
        [system for system, ids in tally.evaluations.items() if isinstance(ids, Numbered)]
        for tally in tallies
    ]
    for file, tally, systems in zip(files, tallies, numbered, strict=True):
        if systems != numbered[0] or systems not in ([], [*tally.evaluations]):
            raise InputError(
                f"{file.name} and {files[0].name}: numbers of evaluations can go on only where all files have"
                " numbers and the same systems; give evaluations IDs and score them again"
            )
    goes_on = numbered[0] != []
    tally = Tally.joined(tallies, go_on=goes_on)
    for system, ids in tally.evaluations.items():
        if not goes_on and len(set(ids)) < len(ids):
            ((twice, _),) = Counter(ids).most_common(1)
            raise InputError(f"evaluation {twice} of system {system} is in two files; drop one, or give IDs")
    present = tally.peers()
    # Evaluations without any of the systems are in no tally.
    size = len(present) + sum(
        file.evaluations - len(one.peers()) for file, one in zip(files, tallies, strict=True)
    )
    stream_notes = tuple(dict.fromkeys(note for file in files for note in file.texts("stream_notes")))
    corpus = Corpus.joined([file.corpus for file in files])
    missing = missing_notes(
        {
            system: [id for id, systems in present.items() if system not in systems]
            for system, ids in tally.evaluations.items()
            if len(ids) < len(present)
        },
        size,
    )
    notes = (*stream_notes, *missing)
    absent = dict.fromkeys(name for file in files for name in file.absent if name not in tally.evaluations)
    results = results_of(
        [tally], corpus, notes, evaluations=size, absent=tuple(absent), jobs=jobs, progress=progress
    )
    return Saved(results, files[0].baseline, stream_notes)


def evaluations_of(results: Results) -> list[Evaluation]:
    """Return the evaluations of the results with empty texts, as `check_comparison` takes them."""
    (tally,) = results.tallies
    return [
        Evaluation.of_texts(id, dict.fromkeys(systems, ""), [""]) for id, systems in tally.peers().items()
    ]


class _SavedFile:
    """A file of scores; everything is checked as it is read."""

    def __init__(self, path: str) -> None:
        """Open a file; `-` is standard input."""
        self.name = named(path)
        data = read_standard_input() if path == STANDARD_INPUT else read_bytes(path)

        with self._checked():
            self._zip = ZipFile(BytesIO(data))
            self._about = json.loads(self._entry(_ABOUT))
            fewest, most, marks = self._about["corpus"]
            self.corpus = Corpus(_whole(fewest), _whole(most), tuple(map(_text, marks)))
            self.evaluations = _whole(self._about["evaluations"])
            self.absent = self.texts("absent")
            baseline = self._about["baseline"]
            self.baseline = None if baseline is None else _text(baseline)

    @contextmanager
    def _checked(self) -> Iterator[None]:
        """Raise `InputError` if the block reads a file that is not ours, or is damaged."""
        try:
            yield
        except InputError:
            raise
        except _MALFORMED as error:
            raise InputError(
                f"{self.name}: no scores of --save-scores, or damaged ones; score its input again with"
                " --save-scores"
            ) from error

    def _entry(self, name: str) -> bytes:
        """Return the bytes of an entry. Raises `ValueError` if it is compressed: it may be of any size."""
        info = self._zip.getinfo(name)
        if info.compress_type != ZIP_STORED or info.file_size != info.compress_size:
            raise ValueError(f"{name} is compressed")
        return self._zip.read(info)

    def options(self, functions: Collection[str]) -> Options:
        """Return the options of the run. Functions that are not in `functions` are never imported."""
        from ..text.languages.functions import FromFile  # `rouge-eval` has options of its own.

        def value(one: Any) -> Any:
            if isinstance(one, dict):
                ((kind, typed),) = one.items()
                return _TYPED[kind](_text(typed))
            if isinstance(one, list):
                return tuple(map(_text, one))
            return one if not isinstance(one, str) or one in functions else FromFile(_text(one))

        with self._checked():
            return Options(**{name: value(one) for name, one in self._about["options"].items()})

    def texts(self, name: str) -> list[str]:
        """Return the texts in a list of `about.json`."""
        with self._checked():
            return list(map(_text, _listed(self._about[name])))

    def tally(self, profile: Profile) -> Tally:
        """Return the scores. Raises `InputError` for scores by other options."""
        with self._checked():
            return self._tally(profile)

    def _tally(self, profile: Profile) -> Tally:
        scored, wanted = self._about["choices"], _choices(profile)
        for key, name in (("tokens", profile.options.tokenizer), ("stem", profile.options.stemmer)):
            if type(name) is not str and isinstance(name, str):  # Nobody knows a function that a file names.
                wanted[key] = scored.get(key, "none")
        if scored != wanted:
            unlike = " and ".join(
                f"{key}:{_text(scored.get(key, 'none'))} (here {wanted.get(key, 'none')})"
                for key in {**scored, **wanted}
                if scored.get(key) != wanted.get(key)
            )
            raise InputError(f"{self.name}: scored with {unlike}, unlike this run; give its flags")
        evaluations = {_text(system): _ids(ids) for system, ids in self._about["systems"].items()}
        tally = Tally(evaluations, profile, self.texts("notes"))
        tally.systems_of_peers = self._array(_ORDER, "i", sum(map(len, evaluations.values())))
        tally.evaluations = evaluations
        if [tally.systems_of_peers.count(place) for place in range(len(evaluations))] != [
            *map(len, evaluations.values())
        ]:
            raise ValueError("the order has other systems")
        tally.doubts = Doubts.of_state(tally.doubts.parts_at_blanks, self._about["doubts"])
        for place, (system, ids) in enumerate(evaluations.items()):
            for measure in profile.measures:
                columns = Columns.empty(measure)
                tally.scores[system][measure.name] = MeasureScores(measure, ids, columns)
                for name, column in columns._asdict().items():
                    column.extend(self._array(f"{place}/{measure.name}/{name}.npy", _kind(column), len(ids)))
                least = -inf if measure.kind == "signed_ngrams" else 0
                for column in columns[:4]:
                    _check_range(column, least, inf, may_be_nan=False)
                # Infinite weights make ratios that are no numbers; rouge-l may find a word twice, and pass 1.
                most = inf if least or measure.kind == "lcs_of_pairs" else 1.0
                for column in columns[4:]:
                    _check_range(column, least, most, may_be_nan=measure.is_weighted)
        if self.evaluations < len(tally.peers()):
            raise ValueError("there are fewer evaluations than IDs")
        return tally

    def _array(self, name: str, kind: str, size: int) -> array[Any]:
        data = self._entry(name)
        header = _HEADER.match(data)
        if header is None or header[2].decode() != kind or int(header[3]) != size:
            raise ValueError(f"{name} has another type or size")
        column = array("q" if kind == "i" else "d")
        column.frombytes(data[header.end() :])
        if len(column) != size:
            raise ValueError(f"{name} has {len(column)} items in place of {size}")
        if header[1].decode() != _BYTE_ORDER:
            column.byteswap()
        return column


def _check_range(column: Column, least: float, most: float, *, may_be_nan: bool) -> None:
    """Raise `ValueError` unless all numbers are within these bounds."""
    if any(map(isnan, column)):
        if not may_be_nan:
            raise ValueError("a number is none")
        column = array("d", [value for value in column if not isnan(value)])
    if column and not least <= min(column) <= max(column) <= most:
        raise ValueError("a number is out of range")


def _ids(ids: object) -> Sequence[str]:
    return Numbered(_whole(ids)) if isinstance(ids, int) else list(map(_text, _listed(ids)))


def _listed(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r:.60} is no list")
    return value


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise TypeError(f"{value!r:.60} is no whole number from 0 on")
    return value


def _text(value: object) -> str:
    """Return a text. Raises `ValueError` for half of a character, which cannot be printed."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.60} is no text")
    value.encode("utf-8", "surrogateescape")
    return value
