"""Two folders -> evaluations: the names of files tell evaluation, system and model."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from os import PathLike, fspath
from pathlib import Path
from sys import intern
from typing import NamedTuple, TypeAlias

from ..errors import InputError, Message, OptionError, some
from ..evaluation import Evaluation, File, summary_format
from .streams import Listed, Stream, stream_of_files

PEER_FILES, MODEL_FILES = "{eval}.{system}.txt", "{eval}.{model}.txt"
NUMBERINGS = ("sorted", "listed")
"""The orders in which evaluations may be numbered."""


def read_folders(
    peers: str | PathLike[str],
    models: str | PathLike[str] | None,
    *,
    peer_files: str = PEER_FILES,
    model_files: str = MODEL_FILES,
    naming: str | None = None,
    numbering: str | None = None,
    system: str | None = None,
    format: str = "SPL",
    note: Callable[[str], object] = lambda note: None,
) -> list[Evaluation]:
    """Return the evaluations of two folders that have peers and models, in the order of their IDs.

    The patterns describe the names of the files: `{eval}`, `{system}` and `{model}` stand for one or more
    characters other than `/`, and `/` leads to a subfolder. Of several ways to part a name, a way with an
    evaluation of the other folder comes first, then the way with the longest `{eval}`. Without `{system}` all
    peers belong to one system, `system`, by default the name of their folder. Without `{model}` an evaluation
    has one model, which has no ID. Models are in the order of their IDs. Hidden files are passed over. All
    summaries have one `format`.

    Without a folder of models (None) evaluations have no models, and only measures beside ROUGE can score.

    `naming`, in place of patterns, is duc or tac, for the names that these conferences gave to files:
    `D30001.M.100.T.A` belongs to evaluation `D30001`, and `D0801-A.M.100.A.1` to `D0801-A`. Peers
    and models may then be in one folder, where a single letter marks a model. See `Convention`.

    `numbering` replaces the IDs of evaluations by 1, 2, …, as pyrouge writes them. Resamples, and so
    intervals, follow the bytes of these IDs. `sorted` numbers evaluations in the order of the names of their
    first peers, like pyrouge 0.1.3; `listed` in the order in which the system lists the folder, like older
    copies.

    A report of them has notes on files that fit no pattern, on evaluations without models, and on models
    without peers; `note` is called with each. Raises `OptionError` for an unknown naming, numbering or
    format, and for a bad pattern. Raises `InputError` for a folder that cannot be read, for folders without a
    common evaluation, and for two files of one system or author in one evaluation.
    """
    names = Names(peer_files, model_files, naming, numbering, system)
    stream = open_folders(peers, models, names, format)
    for one in stream.notes:
        note(one)
    return Listed(stream)


class Names(NamedTuple):
    """The rules for reading names of files; `read_folders` explains them."""

    peer_files: str = PEER_FILES
    model_files: str = MODEL_FILES
    naming: str | None = None
    numbering: str | None = None
    system: str | None = None


def open_folders(
    peers: str | PathLike[str],
    models: str | PathLike[str] | None,
    names: Names,
    format: str | None,
    sources: str | None = None,
) -> Stream:
    """Return the evaluations of `read_folders` as a stream; `sources` as in `stream_of_files`.

    Without a `format` it follows from the endings of the names; see `_format_of_names`.
    """
    passed_over: list[str] = []
    note = passed_over.append
    peers, models = fspath(peers), None if models is None else fspath(models)
    if format is not None:
        format = summary_format(format, "input_format")
    if names.numbering not in (None, *NUMBERINGS):
        raise OptionError("`numbering` must be one of %s, not %r", ", ".join(NUMBERINGS), names.numbering)
    is_shared = bool(names.naming and models and os.path.realpath(peers) == os.path.realpath(models))
    of_peers, of_models = _namings(peers, models, names, is_shared=is_shared)
    peer_ways, unfit = _fitting(peers, of_peers, "peer_files", note, of_models if is_shared else None)
    lost, notes = list[str](), list[str]()
    if of_peers.text.startswith("{system}/"):
        folders, read = ({name.partition("/")[0] for name in of if "/" in name} for of in (unfit, peer_ways))
        lost = sorted(folders - read)
        if lost:
            note(f"{peers}: no file in {some(lost)} fits {of_peers.text}, so nothing there is scored")
    model_ways: _Ways = {}
    if models is not None:
        model_ways, _ = _fitting(models, of_models, "model_files", note, of_peers if is_shared else None)
    if format is None:
        format = _format_of_names([*peer_ways, *model_ways], notes.append)
    only_one = names.system or os.path.basename(os.path.abspath(peers)) or peers
    peers, models = peers.rstrip(os.sep + "/"), models and models.rstrip(os.sep + "/")
    peers_of = _by_evaluation(peers, peer_ways, model_ways)
    models_of: _Files = {}
    if models is not None:
        models_of = _by_evaluation(models, model_ways, peer_ways)
        lost += _remove_unscored(peers, peers_of, models, models_of, note)
    ids = list(peers_of)
    if names.numbering is not None:
        in_order = sorted(peer_ways) if names.numbering == "sorted" else peer_ways
        ranks = {name: rank for rank, name in enumerate(in_order)}
        ids.sort(key=lambda evaluation: min(ranks[name] for name in peers_of[evaluation].values()))
    listed = []
    for number, id in enumerate(ids, 1):
        systems = {label or only_one: File(f"{peers}/{name}", format) for label, name in peers_of[id].items()}
        authors = models_of.get(id, {})
        files = tuple([File(f"{models}/{name}", format) for name in authors.values()])
        new_id = id if names.numbering is None else str(number)
        listed.append(Evaluation(new_id, systems, files, tuple(filter(None, authors))))
    evaluations = stream_of_files(listed, sources)
    evaluations.notes, evaluations.passed_over = (*notes, *passed_over), passed_over
    evaluations.absent = tuple(name for name in dict.fromkeys(lost) if name not in evaluations.systems)
    return evaluations


def _format_of_names(names: list[str], note: Callable[[str], object]) -> str:
    """Return SEE if all names end as its files do, and SPL if none does; raise `OptionError` otherwise."""
    of_see = sorted(name for name in names if name.lower().endswith((".html", ".htm", ".see")))
    others = set(names).difference(of_see)
    if not of_see:
        return "SPL"
    if others:
        raise OptionError(
            "by their names %s is markup and %s is plain text; give the format of all summaries"
            " by `input_format`: SEE or SPL",
            *(of_see[0], min(others)),
        )
    read_as = "summaries are read as SEE, as the names end like %s; `input_format` SPL reads plain text"
    note(Message(read_as, of_see[0]))
    return "SEE"


def _namings(peers: str, models: str | None, names: Names, *, is_shared: bool) -> "tuple[Naming, Naming]":
    """Return the namings of peers and of models, which may share a folder if a naming tells them apart."""
    if names.naming is None:
        of_peers = Pattern(names.peer_files, "system", "peer_files")
        return of_peers, Pattern(names.model_files, "model", "model_files")
    for option, usual in (("peer_files", PEER_FILES), ("model_files", MODEL_FILES)):
        if getattr(names, option) != usual:
            raise OptionError(Message(f"`naming` and `{option}` both say what names tell; drop one of them"))
    if names.naming not in NAMINGS:
        raise OptionError("`naming` must be %s, not %r", " or ".join(NAMINGS), names.naming)
    files = [*_names(peers, 0), *(() if models is None else _names(models, 0))]
    parted = filter(None, [_parted(names.naming, name) for name in files])
    is_full = len({parts.group("kind", "length") for parts in parted}) > 1
    return (
        Convention(names.naming, "system", is_full=is_full, is_letter=False if is_shared else None),
        Convention(names.naming, "model", is_full=is_full, is_letter=True if is_shared else None),
    )


_Ways = dict[str, list[tuple[str, str]]]
"""By name of a file, the ways to part it into evaluation, and system or author."""
_Files = dict[str, dict[str, str]]
"""By evaluation, and by system or author, the name of a file."""


def _fitting(
    folder: str, naming: "Naming", option: str, note: Callable[[str], object], other: "Naming | None"
) -> tuple[_Ways, list[str]]:
    """Return the files of a folder that fit its naming, in its order, and names that fit neither naming."""
    ways = {name: list(naming.ways(name)) for name in _names(folder, naming.folders)}
    fitting = {name: of_name for name, of_name in ways.items() if of_name}
    others = ways.keys() - fitting.keys()
    unfit = sorted(name for name in others if not (other and any(other.ways(name))))
    if not fitting:
        of_other = sorted(others.difference(unfit))
        there = f"there are {some(of_other or unfit)}" if others else "it is empty"
        remedy = _remedy(unfit, option)
        if of_other:
            remedy = "in one folder for both a single letter at the end marks a model, anything else a system"
        raise InputError("%s: no file fits %s, %s; %s", folder, naming.text, there, remedy)
    if unfit:
        # The first of each folder comes first, so that no folder, as of a system, hides behind another.
        in_folder: Counter[str] = Counter()
        ranked = []
        for name in unfit:
            in_folder[os.path.dirname(name)] += 1
            ranked.append((in_folder[os.path.dirname(name)], name))
        names = some([name for _, name in sorted(ranked)])
        note(f"{folder}: files that fit no {naming.text} are passed over ({len(unfit):,}): {names}")
    return fitting, unfit


def _by_evaluation(folder: str, files: _Ways, other: _Ways) -> _Files:
    """Return the files in the order of the IDs.

    Of several ways to part a name, a way with an evaluation of the other folder comes first.
    """
    known = {way[0] for ways in other.values() for way in ways}
    found: _Files = {}
    for name in sorted(files):
        evaluation, label = next((way for way in files[name] if way[0] in known), files[name][0])
        first = found.setdefault(evaluation, {}).setdefault(intern(label), name)
        if first != name:  # Possible only with a naming.
            raise InputError(
                f"{folder}: {first} and {name} are both of {label} in evaluation {evaluation}; leave one out"
            )
    return {evaluation: dict(sorted(found[evaluation].items())) for evaluation in sorted(found)}


def _remove_unscored(
    peers: str, peers_of: _Files, models: str, models_of: _Files, note: Callable[[str], object]
) -> list[str]:
    """Remove evaluations without models, and return their systems."""
    unscored = [id for id in peers_of if id not in models_of]
    unused = [id for id in models_of if id not in peers_of]
    cases = {id.casefold(): id for id in models_of}
    twins = [(id, cases[id.casefold()]) for id in unscored if id.casefold() in cases]
    rename = (
        Message("%s and %s differ in capitals alone; rename the files of either", *twins[0]) if twins else ""
    )
    if len(unscored) == len(peers_of):
        raise InputError(
            "no evaluation has peers and models: %s has peers of %s, %s has models of %s; %s",
            *(peers, some(unscored), models, some(unused)),
            rename or Message("give names that agree by `peer_files` and `model_files`"),
        )
    if unscored:
        files = {id: some([f"{peers}/{name}" for name in peers_of[id].values()], 1) for id in unscored}
        listed = some([f"{id} ({of_id})" for id, of_id in files.items()])
        note(f"{models}: evaluations without models are not scored ({len(unscored):,}): {listed}")
    if rename:
        note(f"{peers} and {models}: {rename}")
    if unused:
        note(f"{peers}: evaluations with models have no peer ({len(unused):,}): {some(unused)}")
    return [system for id in unscored for system in peers_of.pop(id) if system]


def _remedy(unfit: list[str], option: str) -> str:
    """Return the advice for a folder in which no name fits the pattern of an option."""
    for naming in NAMINGS:
        if unfit and all(_parted(naming, name) for name in unfit):
            return Message("give `naming` %s", naming)
    field = option.partition("_")[0].replace("peer", "system")
    if unfit and all(name.endswith("/") for name in unfit):
        pattern = f"{{{field}}}/{{eval}}.txt"
        return Message(f"if each folder there is a %s, give `{option}` '%s'", field, pattern)
    # A name with one full stop, such as 12.txt, is the ID of an evaluation and an ending.
    endings = {(min(name.count("."), 2), name.rpartition(".")[2]) for name in unfit}
    stops, ending = endings.pop() if len(endings) == 1 else (0, "")
    if not stops:
        return Message(f"give the pattern by `{option}`")
    pattern = f"{{eval}}.{ending}" if stops == 1 else f"{{eval}}.{{{field}}}.{ending}"
    return Message(f"give the pattern by `{option}`, as in '%s'", pattern)


def _names(folder: str, depth: int) -> Iterator[str]:
    """Yield names of files at most `depth` folders deeper, and, with a slash, of empty or deeper folders."""
    try:
        with os.scandir(folder) as entries:
            found = [
                (entry.name, entry.is_dir(), not entry.is_file() and Path(entry.path).is_fifo())
                for entry in entries
                if not entry.name.startswith(".")
            ]
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        reason = getattr(error, "strerror", None) or error
        lines = "; `lines` reads a file with a summary on each line" if os.path.isfile(folder) else ""
        raise InputError(
            Message(f"%s: cannot be read as a folder (%s); check the path{lines}", folder, reason)
        ) from error
    for name, is_folder, is_pipe in found:
        if is_pipe:
            raise InputError(f"{folder}/{name}: a pipe, which may never end; take it out of the folder")
        if not is_folder:
            yield name
        else:
            # An empty folder, perhaps of a system, is a name, too.
            below = _names(f"{folder}/{name}", depth - 1) if depth else iter(())
            yield from (f"{name}/{one}" for one in chain([next(below, "")], below))


class Pattern:
    """A name, perhaps with folders before it, in which `{eval}` and `{other}` stand for the parts."""

    def __init__(self, text: str, other: str, option: str) -> None:
        """Read a pattern, whose field `other` may be absent; raise `OptionError` for a bad one."""
        text = self.text = text.replace(os.sep, "/")
        fields = {*re.findall(r"\{[^{}]*\}", text)}
        if "{eval}" not in fields or fields - {"{eval}", f"{{{other}}}"}:
            raise OptionError(
                f"`{option}`: %r must have {{eval}} and may have {{%s}}; no other {{}}", text, other
            )
        if {"", ".", ".."} & set(text.split("/")):
            raise OptionError(f"`{option}`: %r must be a name below the folder, as {{eval}}.txt", text)
        self.folders = text.count("/")
        """The number of folders before the name of the file."""
        field = re.escape(f"{{{other}}}")
        expression = re.escape(text).replace(field, "(?P<other>[^/]+?)", 1).replace(field, "(?P=other)")
        self._before, after = expression.split(r"\{eval\}", 1)
        self._after = after.replace(r"\{eval\}", "(?P=eval)")

    def ways(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield the ways to part a name into evaluation and other ("" without that field), longest first."""
        longest = len(name)
        while longest:
            expression = f"{self._before}(?P<eval>[^/]{{1,{longest}}}){self._after}"
            match = re.fullmatch(expression, name)
            if match is None:
                return
            yield match["eval"], match.groupdict().get("other", "")
            longest = len(match["eval"]) - 1  # The evaluation determines the other part.


_PARTS = (
    r"\.(?P<kind>[MP])\.(?P<length>[0-9]+)\.(?P<selector>[^./]+)\.(?P<label>[^./]+)"
    r"(?:\.(?P<document>[^/]+?))??(?:\.(?:html?|see|spl|txt))?"
)
_TOPICS = {"duc": ("{docset}", "[^./-]+"), "tac": ("{docset}-{set}", "[^./]+-[^./-]+")}
"""By naming, the topic in messages, and its expression: in TAC a docset and a set of documents."""
NAMINGS = tuple(_TOPICS)
"""The names of the namings."""


def _parted(naming: str, name: str) -> re.Match[str] | None:
    """Return the parts of a name. Only summaries of one document name a document."""
    found = re.fullmatch(f"(?P<docset>{_TOPICS[naming][1]}){_PARTS}", name, re.IGNORECASE)
    return None if found and found["kind"] in "Mm" and found["document"] else found


class Convention:
    """The names of peers or of models in one of the namings; it parts names like a `Pattern`.

    The parts of `D0801-A.M.100.B.C` are the docset `D0801` with its set `A`; the kind, `M` for summaries of
    all documents of a docset and `P` for summaries of one document; the length that was asked for; the
    selector, a person who chose or assessed the documents; and the author of a model, a letter, or the
    system. A summary of one document has the name of the document at the end.

    The evaluation consists of docset, set and document. The selector is no part of it, as the models of one
    topic may have several selectors. Kind and length belong to it only if the folders have several kinds or
    lengths, as in DUC 2002.
    """

    folders = 0
    """The number of folders before the name of the file."""

    def __init__(self, naming: str, other: str, *, is_full: bool, is_letter: bool | None) -> None:
        """Make the convention for files whose author is `other`: `system` or `model`.

        With `is_full` kind and length are parts of the evaluation. With `is_letter` the last part of a name
        is a single letter, as in the names of models; False: it is not; None: it may be anything.
        """
        self.text = f"{_TOPICS[naming][0]}.M.{{length}}.{{selector}}.{{{other}}}"
        """The names as messages show them."""
        self._naming, self._is_full, self._is_letter = naming, is_full, is_letter

    def ways(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield the evaluation and the system or author that a name tells, if it tells any."""
        if found := _parted(self._naming, name):
            label = found["label"]
            if self._is_letter in (None, len(label) == 1 and label.isalpha()):
                extent = found.group("kind", "length") if self._is_full else ()
                yield ".".join(filter(None, (found["docset"], *extent, found["document"]))), label


Naming: TypeAlias = Pattern | Convention
"""A way to part the names of files into evaluation, and system or model."""
