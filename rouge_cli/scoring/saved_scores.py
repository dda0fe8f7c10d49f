"""The scores of a run in a file, and the joint results of several files.

A file is a zip of arrays, which `numpy.load` reads, and `about.json`.
"""

from __future__ import annotations

import json
import os
import re
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from .._version import __version__
from ..errors import InputError
from ..evaluation import Corpus, Evaluation, Numbered
from ..measures.scores import Column, Columns, MeasureScores
from ..options import Options
from ..profiles import Profile
from ..profiles.estimates import Progress
from ..profiles.signatures import signed_choices
from ..text.files import read_bytes
from .counting import Tally
from .results import Results, summarise

_ABOUT = "about.json"
_DRAWN = ("conf", "resamples", "seed")
"""The choices of resampling, which may differ, because resamples are drawn anew."""
_ORDER = "<" if sys.byteorder == "little" else ">"
_MALFORMED = (
    *(ArithmeticError, AttributeError, BadZipFile, EOFError),
    *(LookupError, RuntimeError, TypeError, ValueError),
)
"""The errors of reading a file that is not a zip, is truncated, or has other contents."""
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<>])([fi])8', 'fortran_order': False, 'shape': \([0-9]+,\),? *\} *\n",
    re.DOTALL,
)


class _Part(NamedTuple):
    """The scores in a file."""

    path: str
    corpus: Corpus
    tally: Tally


def npy_header(kind: str, *shape: int) -> bytes:
    """Return the header of a file in NumPy's format 1.0; `kind` is `i` or `f`, for items of 64 bits."""
    text = repr({"descr": f"{_ORDER}{kind}8", "fortran_order": False, "shape": shape})
    size = -(len(text) + 11) % 64 + len(text) + 1  # With the ten bytes before it a multiple of 64.
    return b"\x93NUMPY\x01\x00" + size.to_bytes(2, "little") + f"{text:<{size - 1}}\n".encode()


def packed(results: Results) -> bytes:
    """Return the file with the scores of these results."""
    about = {
        "choices": _choices(results.profile),
        "corpus": results.corpus,
        "systems": {
            system: len(ids) if isinstance(ids, Numbered) else list(ids)
            for system, of_system in results.systems.items()
            for ids in [next(iter(of_system.values())).scores.evaluations]
        },
    }
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as file:
        file.writestr(ZipInfo(_ABOUT), json.dumps(about))
        for place, of_system in enumerate(results.systems.values()):
            for measure, result in of_system.items():
                for name, column in _named(result.scores):
                    entry = f"{place}/{measure}/{name}"
                    if isinstance(column, array):
                        header = npy_header(_kind(column), len(column))
                        file.writestr(ZipInfo(f"{entry}.npy"), b"".join((header, column)))
                    else:
                        file.writestr(ZipInfo(f"{entry}.json"), json.dumps(column))
    return buffer.getvalue()


def _kind(column: array[Any]) -> str:
    return "i" if column.typecode == "q" else "f"


def _choices(profile: Profile) -> dict[str, str]:
    """Return the choices that change scores, as the signature names them."""
    signed = {"rouge": profile.rouge.signature, **signed_choices(profile), "version": __version__}
    return {key: choice for key, choice in signed.items() if key not in _DRAWN}


def _named(scores: MeasureScores) -> Iterable[tuple[str, Column]]:
    names = *scores.counts._fields, *scores.figures._fields
    return zip(names, (*scores.counts, *scores.figures), strict=True)


def merged(paths: Sequence[str], options: Options, *, jobs: int, progress: Progress) -> Results:
    """Return the results of one run on the input of all files.

    Numbered evaluations are numbered on. Raises `InputError` for a file that `packed` did not make, scores by
    other options, a mixture of numbers and IDs, numbers of other systems, a file that is given twice, and a
    repeated ID.
    """
    profile = Profile(options)
    parts = [_read(path, profile) for path in paths]
    ((path, times),) = Counter(map(os.path.realpath, paths)).most_common(1)
    if times > 1:
        raise InputError(f"{path}: given twice; drop one")
    numbered = [
        [system for system, ids in part.tally.evaluations.items() if isinstance(ids, Numbered)]
        for part in parts
    ]
    for part, systems in zip(parts, numbered, strict=True):
        if systems != numbered[0] or systems not in ([], [*part.tally.evaluations]):
            raise InputError(
                f"{part.path} and {parts[0].path}: numbers of evaluations can go on only where all files have"
                " numbers and the same systems; give evaluations IDs and score them again"
            )
    tally = Tally.joined([part.tally for part in parts], go_on=numbered[0] != [])
    for system, ids in tally.evaluations.items():
        if not numbered[0] and len(set(ids)) < len(ids):
            ((twice, _),) = Counter(ids).most_common(1)
            raise InputError(f"evaluation {twice} of system {system} is in two files; drop one, or give IDs")
    results = summarise(tally, jobs=jobs, progress=progress)
    return Results(profile, results, corpus=Corpus.joined([part.corpus for part in parts]))


def evaluations_of(results: Results) -> list[Evaluation]:
    """Return the evaluations of the results with empty texts, as `check_comparison` takes them."""
    systems: dict[str, dict[str, str]] = {}
    for system, of_system in results.systems.items():
        for id in next(iter(of_system.values())).scores.evaluations:
            systems.setdefault(id, {})[system] = ""
    return [Evaluation.of_texts(id, peers, [""]) for id, peers in systems.items()]


def _read(path: str, profile: Profile) -> _Part:
    try:
        with ZipFile(BytesIO(read_bytes(path))) as file:
            about = json.loads(file.read(_ABOUT))
            scored = about["choices"]
            fewest, most, marks = about["corpus"]
            corpus = Corpus(int(fewest), int(most), tuple(map(str, marks)))
            evaluations = {system: _ids(ids) for system, ids in about["systems"].items()}
            wanted = _choices(profile)
            if scored != wanted:
                unlike = " and ".join(
                    f"{key}:{scored.get(key, 'none')} (here {wanted.get(key, 'none')})"
                    for key in {**scored, **wanted}
                    if scored.get(key) != wanted.get(key)
                )
                raise InputError(f"{path}: scored with {unlike}, unlike this run; give its flags")
            tally = Tally([], profile)
            tally.evaluations = evaluations
            tally.scores = {
                system: {
                    measure.name: _filled(
                        MeasureScores(ids, *Columns.empty(measure.columns())), file, f"{place}/{measure.name}"
                    )
                    for measure in profile.measures
                }
                for place, (system, ids) in enumerate(evaluations.items())
            }
    except _MALFORMED as error:
        raise InputError(
            f"{path}: no scores of --save-scores, or damaged ones; score its input again with --save-scores"
        ) from error
    return _Part(path, corpus, tally)


def _ids(ids: object) -> Sequence[str]:
    if isinstance(ids, int):
        return Numbered(ids)
    if not isinstance(ids, list) or not all(isinstance(one, str) for one in ids):
        raise TypeError("IDs must be strings")
    return ids


def _filled(scores: MeasureScores, file: ZipFile, folder: str) -> MeasureScores:
    """Read the columns of a system by a measure into empty columns, and return the scores."""
    for name, column in _named(scores):
        if isinstance(column, array):
            data = file.read(f"{folder}/{name}.npy")
            header = _HEADER.match(data)
            if header is None or header[2].decode() != _kind(column):
                raise ValueError(f"{folder}/{name}.npy has another type")
            column.frombytes(data[header.end() :])
            if header[1].decode() != _ORDER:
                column.byteswap()
        else:
            column.extend(map(_number, json.loads(file.read(f"{folder}/{name}.json"))))
        if len(column) != len(scores):
            raise ValueError(f"{folder}/{name} has {len(column)} scores in place of {len(scores)}")
    return scores


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return value
