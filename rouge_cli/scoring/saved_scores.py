"""The scores of a run in a file, and the joint results of several files.

A file is a zip of arrays, which `numpy.load` reads, and `about.json`. It may come from somebody else: all of
it is checked before it is used.
"""

import json
import os
import re
import sys
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import chain, cycle
from math import inf, isnan
from types import NoneType
from typing import Any, NamedTuple
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from .. import __version__
from ..errors import InputError, Message, OptionError
from ..evaluation import Corpus, Evaluation, Numbered
from ..kernel.threads import Progress
from ..numbers import AsTyped, NaturalAsTyped, RealAsTyped, WholeAsTyped
from ..options import REFUSE, ZERO, Options
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
_MOST_DRAWN = 100_000
"""The most resamples that a file can ask for, which take 150 MB."""
_TYPED = {one.__name__: one for one in (RealAsTyped, WholeAsTyped, NaturalAsTyped)}
_KINDS = {"q": "i", "d": "f"}
"""The kinds of arrays in NumPy's format, by their types."""
_BYTE_ORDER = "<" if sys.byteorder == "little" else ">"
_MALFORMED = (
    *(ArithmeticError, AttributeError, BadZipFile, EOFError, NotImplementedError),
    *(LookupError, OptionError, RuntimeError, TypeError, ValueError),
)
"""The errors of reading a file that is not a zip, is truncated, or has other contents."""
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<>])([fi])8', 'fortran_order': False,"
    rb" 'shape': \([0-9]{1,18},\),? *\} *\n",
    re.DOTALL,
)


_SHAPE = {
    "options": {str: (bool, int, str, NoneType, [str], {str: str})},
    "choices": {str: str},
    "corpus": [int, int, [str]],
    "systems": ({str: int}, {str: [str]}),
    "evaluations": int,
    "absent": [str],
    "baseline": (str, NoneType),
    "stream_notes": [str],
    "notes": [str],
    "doubts": {
        "texts": int,
        "misread": {str: [str, str, int]},
        "empty": [[str, str, str, int, str, str]],
        "samples": [str],
        "words": [int, int],
        "flags": [[int, int, str, str]],
    },
}
"""The shape of `about.json`."""


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
        "options": {
            name: {type(value).__name__: value.typed} if isinstance(value, AsTyped) else value
            for name in results.options.chosen
            for value in [getattr(results.options, name)]
        },
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
            header = npy_header(_KINDS[column.typecode], len(column))
            file.writestr(ZipInfo(f"{name}.npy"), b"".join((header, column)))

        file.writestr(ZipInfo(_ABOUT), json.dumps(about))
        write("order", tally.systems_of_peers)
        for place, by_measure in enumerate(tally.scores.values()):
            for measure, scores in by_measure.items():
                for name, column in scores.columns._asdict().items():
                    write(f"{place}/{measure}/{name}", column)
    return buffer.getvalue()


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
    for file, systems in zip(files, numbered, strict=True):
        if systems != numbered[0]:
            raise InputError(
                f"{file.name} and {files[0].name}: numbers of evaluations can go on only where all files have"
                " numbers and the same systems; give evaluations IDs and score them again"
            )
    tally, rule = Tally.joined(tallies, go_on=numbered[0] != []), profile.options.missing
    for system, ids in tally.evaluations.items():
        if len(set(ids)) < len(ids):
            ((twice, _),) = Counter(ids).most_common(1)
            whole = Message("with `missing` zero, a file must have all summaries of its evaluations")
            remedy = whole if rule == ZERO else "drop one, or give IDs"
            raise InputError("evaluation %s of system %s is in two files; %s", twice, system, remedy)
    present = tally.peers()
    # Evaluations without any of the systems are in no tally; nobody knows their IDs.
    nameless = sum(
        file.about["evaluations"] - len(one.peers()) for file, one in zip(files, tallies, strict=True)
    )
    missing = {
        system: [id for id, systems in present.items() if system not in systems]
        for system, ids in tally.evaluations.items()
        if len(ids) < len(present)
    }
    absent = [
        name for name in _listed(file.about["absent"] for file in files) if name not in tally.evaluations
    ]
    if (rule == REFUSE and (missing or absent)) or (rule == ZERO and missing):
        lacking = {**missing, **{system: list(present) for system in absent}}
        all_systems = Message("with `missing` zero, every file must name all systems")
        remedy = all_systems if rule == ZERO else "give all summaries"
        raise InputError("%s; %s", "; ".join(missing_notes(lacking, len(present), REFUSE)), remedy)
    stream_notes = _listed(file.about["stream_notes"] for file in files)
    results = results_of(
        [tally],
        Corpus.joined([Corpus(*file.about["corpus"]) for file in files]),
        (*stream_notes, *missing_notes(missing, len(present)), *profile.notes),
        evaluations=len(present) + nameless,
        absent=tuple(absent),
        jobs=jobs,
        progress=progress,
    )
    return Saved(results, files[0].about["baseline"], stream_notes)


def _listed(lists: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(lists)))


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
            # Entries that share their bytes may be of any size together.
            if sum(entry.file_size for entry in self._zip.infolist()) > len(data):
                raise ValueError("entries overlap")
            self.about = json.loads(self._entry(_ABOUT), parse_int=_natural)
            if not _fits(self.about, _SHAPE):
                raise ValueError("the description has another shape")
            # Half of a character cannot be printed.
            json.dumps(self.about, ensure_ascii=False).encode("utf-8", "surrogateescape")

    @contextmanager
    def _checked(self) -> Iterator[None]:
        """Raise `InputError` if the block reads a file that is not ours, or is damaged."""
        try:
            yield
        except _MALFORMED as error:
            why = "no scores of --save-scores, or damaged ones; score its input again with --save-scores"
            raise InputError(f"{self.name}: {why}") from error

    def _entry(self, name: str) -> bytes:
        """Return the bytes of an entry. Raises `ValueError` if it is compressed: it may be of any size."""
        if self._zip.getinfo(name).compress_type != ZIP_STORED:
            raise ValueError(f"{name} is compressed")
        return self._zip.read(name)

    def options(self, functions: Collection[str]) -> Options:
        """Return the options of the run. Functions that are not in `functions` are never imported."""
        from ..text.languages.tokenizers import FromFile  # `rouge-eval` has options of its own.

        def value(one: Any) -> Any:
            if isinstance(one, dict):
                ((kind, typed),) = one.items()
                return _TYPED[kind](typed)
            if isinstance(one, list):
                return tuple(one)
            return FromFile(one) if isinstance(one, str) and one not in functions else one

        with self._checked():
            options = Options(**{name: value(one) for name, one in self.about["options"].items()})
        if options.draws > _MOST_DRAWN:
            raise InputError(f"{self.name}: {options.draws:,} resamples; give at most {_MOST_DRAWN:,}")
        return options

    def tally(self, profile: Profile) -> Tally:
        """Return the scores. Raises `InputError` for scores by other options."""
        with self._checked():
            scored, wanted = self.about["choices"], _choices(profile)
            for key, name in (("tokens", profile.options.tokenizer), ("stem", profile.options.stemmer)):
                if type(name) is not str and isinstance(name, str):
                    wanted[key] = scored.get(key, "none")  # Nobody knows a function that a file names.
            if scored != wanted:
                unlike = " and ".join(
                    f"{key}:{scored.get(key, 'none')} (here {wanted.get(key, 'none')})"
                    for key in {**scored, **wanted}
                    if scored.get(key) != wanted.get(key)
                )
                raise InputError(f"{self.name}: scored with {unlike}, unlike this run; give its flags")
            return self._tally(profile)

    def _tally(self, profile: Profile) -> Tally:
        tally = Tally(self.about["systems"], profile, self.about["notes"])
        for system, ids in self.about["systems"].items():
            tally.evaluations[system] = Numbered(ids) if isinstance(ids, int) else ids
        sizes = list(map(len, tally.evaluations.values()))
        tally.systems_of_peers = self._array(_ORDER, "q", sum(sizes))
        if Counter(tally.systems_of_peers) != Counter(dict(enumerate(sizes))):
            raise ValueError("the order has other systems")
        for place, (system, ids) in enumerate(tally.evaluations.items()):
            for measure in profile.measures:
                columns = Columns(
                    *(
                        self._array(f"{place}/{measure.name}/{name}.npy", column.typecode, len(ids))
                        for name, column in Columns.empty(measure)._asdict().items()
                    )
                )
                tally.scores[system][measure.name] = MeasureScores(measure, ids, columns)
                least = -inf if measure.kind == "signed_ngrams" else 0
                # Infinite weights make ratios that are no numbers; rouge-l may find a word twice, and pass 1.
                most = inf if least or measure.kind == "lcs_of_pairs" else 1.0
                for number, column in enumerate(columns):
                    highest, may_be_nan = (inf, False) if number < 4 else (most, measure.is_weighted)
                    if not all(least <= one <= highest or (may_be_nan and isnan(one)) for one in column):
                        raise ValueError("a number is out of range")
        if self.about["evaluations"] < len(tally.peers()):
            raise ValueError("there are fewer evaluations than IDs")
        tally.doubts = Doubts.of_state(tally.doubts.parts_at_blanks, self.about["doubts"])
        tally.all_notes()  # Raises the errors of doubts that no text raises.
        return tally

    def _array(self, name: str, typecode: str, size: int) -> "array[Any]":
        data, column = self._entry(name), array(typecode)
        header = _HEADER.match(data)
        if header is None or header[2].decode() != _KINDS[typecode]:
            raise ValueError(f"{name} has another type")
        column.frombytes(data[header.end() :])
        if len(column) != size:
            raise ValueError(f"{name} has {len(column)} items in place of {size}")
        if header[1].decode() != _BYTE_ORDER:
            column.byteswap()
        return column


def _natural(digits: str) -> int:
    number = int(digits)
    if not 0 <= number < 1 << 63:
        raise ValueError(f"{digits} is out of range")
    return number


def _fits(value: object, shape: Any) -> bool:
    """Return True if a value of JSON has a shape.

    A shape is a type, several of them in a tuple, a list of one shape for items or of one for each item, or a
    dictionary with a shape for each key, or with one for all keys, as the value of `str`.
    """
    if isinstance(shape, tuple):
        return any(_fits(value, one) for one in shape)
    if isinstance(shape, list):
        return (
            isinstance(value, list) and len(shape) in (1, len(value)) and all(map(_fits, value, cycle(shape)))
        )
    if isinstance(shape, dict):
        return (
            isinstance(value, dict)
            and (str in shape or shape.keys() == value.keys())
            and all(_fits(item, shape.get(key, shape.get(str))) for key, item in value.items())
        )
    return type(value) is shape
