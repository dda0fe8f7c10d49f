"""Evaluations -> configurations for ROUGE-1.5.5 in XML, texts in memory -> files; people as systems."""

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import ENAMETOOLONG
from urllib.parse import quote

from ..errors import InputError, several
from ..evaluation import Evaluation, File, Source
from .streams import checked

_NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# The original calls `open` with two arguments, and Perl then runs such a name or writes to it.
_COMMAND = re.compile(r"\+?[<>]|\||.*\|\Z", re.DOTALL)


def config_xml(evaluations: Iterable[Evaluation]) -> Iterator[str]:
    """Yield the lines of the configuration, each with its end, to be encoded as UTF-8.

    All summaries must be files. Relative paths stay relative, so they start at the working directory of
    the reader. Models without IDs are `M.1`, `M.2`, … in their order, like the models of a file list in the
    original.

    Raises `InputError` for what a configuration cannot carry: two evaluations with one ID, an evaluation
    without models, one ID for several models, texts in memory, several formats in an evaluation, and names
    that XML or the original would change.
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<ROUGE-EVAL version="1.5.5">\n'
    for evaluation in checked(evaluations):
        yield from _eval(evaluation)
    yield "</ROUGE-EVAL>\n"


def _eval(evaluation: Evaluation) -> Iterator[str]:
    place = f"evaluation {evaluation.id}"
    present = [peer for peer in evaluation.peers.values() if peer]
    for source in (*evaluation.models, *present):
        if not isinstance(source, File):
            raise InputError(f"{place} has a text in memory; a configuration names files")
    formats = sorted({source.sentence_marks for source in (*evaluation.models, *present)})
    if len(formats) > 1:
        raise InputError(f"{place} has summaries in {' and '.join(formats)}; one format is wanted in each")
    peer_root, peer_names = _parted([peer.name for peer in present], place)
    model_root, model_names = _parted([model.name for model in evaluation.models], place)
    name_of = iter(peer_names)
    yield f"<EVAL ID={_quoted(evaluation.id, place)}>\n"
    yield f"  <PEER-ROOT>{peer_root}</PEER-ROOT>\n"
    yield f"  <MODEL-ROOT>{model_root}</MODEL-ROOT>\n"
    yield f'  <INPUT-FORMAT TYPE="{formats[0]}"></INPUT-FORMAT>\n'
    yield "  <PEERS>\n"
    for system, peer in evaluation.peers.items():
        # A P without text is a missing summary.
        yield f"    <P ID={_quoted(system, place)}>{next(name_of) if peer else ''}</P>\n"
    yield "  </PEERS>\n  <MODELS>\n"
    for id, name in zip(_model_ids(evaluation, place), model_names, strict=True):
        yield f"    <M ID={_quoted(id, place)}>{name}</M>\n"
    yield "  </MODELS>\n</EVAL>\n"


def _model_ids(evaluation: Evaluation, place: str) -> Sequence[str]:
    """Return an ID for each model. Readers would take the last of two models with one ID twice."""
    models, ids = evaluation.models, evaluation.model_ids
    if not ids:
        return [f"M.{number}" for number in range(1, len(models) + 1)]
    if len(ids) != len(models):
        count = f"{several(len(models), 'model')} with {several(len(ids), 'ID')}"
        raise InputError(f"{place}: {count}; give each its own, or none")
    model_by_id = dict(zip(ids, models, strict=True))
    for id, model in zip(ids, models, strict=True):
        if model_by_id[id] != model:
            raise InputError(f"{place}: several models have the ID {id}; give each its own")
    return ids


def _parted(paths: Sequence[str], place: str) -> tuple[str, list[str]]:
    """Return the folder that the paths share, and the rest of each path, as the texts of elements."""
    if len(set(map(os.path.isabs, paths))) > 1:
        paths = list(map(os.path.abspath, paths))
    parts = [path.replace(os.sep, "/").split("/") for path in paths]
    shared = os.path.commonprefix([path[:-1] for path in parts])  # noqa: RUF071  # Lists, not strings.
    root = "." if not shared else "/".join(shared) or "/"
    names = ["/".join(path[len(shared) :]) for path in parts]
    for name in names:
        if _COMMAND.match(f"{root}/{name}"):
            raise InputError(f"{place}: the original takes {root}/{name} for a command; rename it")
    for name in (root, *names):
        if name != name.strip():
            raise InputError(f"{place}: {name!r}: readers drop blanks around a name; rename it")
    return _escaped(root, place), [_escaped(name, place) for name in names]


# `xml.sax.saxutils` has these functions, but loads `urllib`, `ssl` and a hundred other modules.
def _escaped(text: str, place: str) -> str:
    """Return the text as XML between tags. Raises `InputError` for a character that XML cannot carry."""
    if character := _NOT_IN_XML.search(text):
        raise InputError(f"{place}: {text}: XML cannot carry {character.group()!r}; rename it")
    return text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;").replace("\r", "&#13;")


def _quoted(text: str, place: str) -> str:
    text = _escaped(text, place).replace("\n", "&#10;").replace("\t", "&#9;")
    if '"' not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else '"' + text.replace('"', "&quot;") + '"'


def jackknife(
    evaluations: Iterable[Evaluation], prefix: str = "", *, name: str = "input"
) -> tuple[list[Evaluation], list[str]]:
    """Return each evaluation once for each of its models, and the IDs of evaluations with only one.

    People are scored like systems, against the models of other people. Each model is left out in turn, so
    that systems and people face equally many models. ROUGE's working note, §2.1: with M models a score is the
    mean over the M sets of M−1 models. Since version 1.4 the configuration sets this up, as here.

    `topic` without its model `A` is the evaluation `topic.A`. It has all systems of `topic` and, with the
    model as its summary, the system `A`, whose ID follows `prefix`. One model ID is one person everywhere;
    models without IDs belong to the persons 1, 2 and so on. Raises `InputError`, with the `name` of the
    input, for a person with the ID of a system, and if no evaluation has two models.
    """
    evaluations = list(evaluations)
    systems = {system for evaluation in evaluations for system in evaluation.peers}
    for person in (person for evaluation in evaluations for person in evaluation.people()):
        if f"{prefix}{person}" in systems:
            raise InputError(
                "%s: model %s would be system %s%s, which there is already; to tell them apart give"
                " `prefix` %smodel-",
                *(name, person, prefix, person, prefix),
            )
    repeated: dict[str, Evaluation] = {}
    single = []
    for evaluation in evaluations:
        # A repeated model is the same file each time.
        models = dict(zip(evaluation.people(), evaluation.models, strict=True))
        if len(models) < 2:
            single.append(evaluation.id)
            continue
        for person, model in models.items():
            id = f"{evaluation.id}.{person}"
            if id in repeated:
                raise InputError(f"{name}: two repeated evaluations would be {id}; rename one EVAL")
            peers = {**evaluation.peers, f"{prefix}{person}": model}
            repeated[id] = evaluation.without(person)._replace(id=id, peers=peers)
    if not repeated:
        raise InputError(f"{name}: no evaluation has two models, so none can be left out; add models")
    return list(repeated.values()), single


_OF_DEVICES = {*("CON", "PRN", "AUX", "NUL"), *(f"{port}{n}" for port in ("COM", "LPT") for n in range(10))}
"""The names of devices in Windows, which may have an ending."""


@contextmanager
def texts_in_files(evaluations: Iterable[Evaluation], folder: str) -> Iterator[list[Evaluation]]:
    """Write all texts to files below `folder`, and yield the evaluations of these files.

    The peers are `peers/SYSTEM/EVAL.txt` and the models `models/MODEL/EVAL.txt`. Characters that names cannot
    have become `%` and two digits. Each sentence is a line. Summaries in files stay where they are. If the
    body raises an error, all files are removed. Raises `InputError` for a folder that is not empty or cannot
    be written.
    """
    if not folder:
        raise InputError("the name of the folder for the texts is empty; give its path")
    is_new = not os.path.isdir(folder)
    try:
        if os.listdir(folder):
            raise InputError(f"{folder}: there are files in it; name a new folder for the texts")
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        raise _unwritable(folder, error) from error
    folder = folder.rstrip("/" + os.sep)
    try:
        yield [_in_files(evaluation, folder) for evaluation in evaluations]
    except BaseException:  # This includes Ctrl-C.
        for name in ("peers", "models"):
            shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
        if is_new:
            with suppress(OSError):
                os.rmdir(folder)
        raise


def _in_files(evaluation: Evaluation, folder: str) -> Evaluation:
    peers = {
        system: peer and _file(peer, folder, "peers", system, evaluation.id)
        for system, peer in evaluation.peers.items()
    }
    people = zip(_distinct(evaluation.people()), evaluation.models, strict=True)
    models = tuple([_file(model, folder, "models", person, evaluation.id) for person, model in people])
    return evaluation._replace(peers=peers, models=models)


def _file(source: Source, folder: str, *names: str) -> File:
    """Return the file of a summary; a text is written first."""
    if isinstance(source, File):
        return source
    path = "/".join([folder, *map(_file_name, names)]) + ".txt"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            # A line feed in a sentence separates words, as a blank does.
            file.writelines([sentence.replace(b"\n", b" ") + b"\n" for sentence in source.sentences])
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            longest = max(names, key=len)
            raise InputError(f"the ID {longest} is too long for the name of a file; shorten it") from error
        raise _unwritable(path, error) from error
    return File(path, "SPL")


def _distinct(people: Iterable[str]) -> Iterable[str]:
    """Yield the names of authors; further models of an author have a number, as in `A (2)`."""
    counts: dict[str, int] = {}
    for person in people:
        counts[person] = count = counts.get(person, 0) + 1
        yield person if count == 1 else f"{person} ({count})"


def _file_name(name: str) -> str:
    """Return an ID as the name of a file or folder; different IDs have different names."""
    quoted = quote(name, safe=" ()+,=@", errors="surrogateescape")
    if quoted.startswith("."):
        return f"%2E{quoted[1:]}"
    if quoted.partition(".")[0].upper() in _OF_DEVICES:
        return f"%{ord(quoted[0]):02X}{quoted[1:]}"
    # Windows drops blanks and full stops at the end of a name.
    return f"{quoted[:-1]}%{ord(quoted[-1]):02X}" if quoted.endswith((" ", ".")) else quoted or "%"


def _unwritable(path: str, error: OSError | ValueError) -> InputError:
    reason = getattr(error, "strerror", None) or error
    return InputError(f"{path}: cannot be written ({reason}); name another folder for the texts")
