"""Two folders -> evaluations: the names of files tell evaluation, system and model."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, groupby
from operator import itemgetter
from os import PathLike, fspath
from pathlib import Path
from sys import intern
from typing import NamedTuple, TypeAlias

from ..errors import InputError, Message, OptionError, some
from ..evaluation import Evaluation, File
from .streams import Stream, stream_of_files, summary_format

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

    `note` is called with a line on files that fit no pattern, on evaluations without models, and on models
    without peers. Raises `OptionError` for an unknown naming, numbering or format, and for a bad pattern.
    Raises `InputError` for a folder that cannot be read, for folders without a common evaluation, and for two
    files of one system or author in one evaluation.
    """
    names = Names(peer_files, model_files, naming, numbering, system)
    return list(open_folders(peers, models, names, format, note))


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
    note: Callable[[str], object],
    sources: str | None = None,
) -> Stream:
    """Return the evaluations of `read_folders` as a stream; `sources` as in `stream_of_files`.

    Without a `format` it follows from the endings of the names; see `_format_of_names`.
    """
    peers, models = fspath(peers), None if models is None else fspath(models)
    if format is not None:
        format = summary_format(format, "input_format")
    numbering = names.numbering
    if numbering not in (None, *NUMBERINGS):
        raise OptionError("`numbering` must be one of %s, not %r", ", ".join(NUMBERINGS), numbering)
    of_peers, of_models = _patterns(peers, models, names)
    peer_side = _Side(peers, of_peers, "peer_files", note)
    only_one = names.system or os.path.basename(os.path.abspath(peers)) or peers
    model_side = None if models is None else _Side(models, of_models, "model_files", note)
    if format is None:
        format = _format_of_names([*peer_side.names, *(model_side.names if model_side else ())], note)
    without_models: list[str] = []
    matched = _matched(peer_side, model_side, note, without_models)
    if numbering is not None:
        files = _names(peers, of_peers.folders)
        places = {name: place for place, name in enumerate(sorted(files) if numbering == "sorted" else files)}
        in_order = sorted(matched, key=lambda one: min(places[name] for _, name in one[2]))
        matched = ((str(number), *one[1:]) for number, one in enumerate(in_order, 1))
    model_folder = model_side.folder if model_side else ""
    listed = [
        Evaluation(
            id,
            {label or only_one: File(f"{peer_side.folder}/{name}", format) for label, name in of_systems},
            tuple([File(f"{model_folder}/{name}", format) for _, name in of_authors]),
            tuple([label for label, _ in of_authors if label]),
        )
        for id, of_authors, of_systems in matched
    ]
    evaluations = stream_of_files(listed, sources)
    passed_over = dict.fromkeys([*peer_side.passed_over, *without_models])
    evaluations.absent = tuple(name for name in passed_over if name not in evaluations.systems)
    return evaluations


_ENDINGS_OF_SEE = (".html", ".htm", ".see")


def _format_of_names(names: list[str], note: Callable[[str], object]) -> str:
    """Return SEE if all names end as its files do, and SPL if none does; raise `OptionError` otherwise."""
    of_see = [name for name in names if name.lower().endswith(_ENDINGS_OF_SEE)]
    if not of_see:
        return "SPL"
    if len(of_see) < len(names):
        other = next(name for name in names if not name.lower().endswith(_ENDINGS_OF_SEE))
        raise OptionError(
            "by their names %s is markup and %s is plain text; give the format of all summaries"
            " by `input_format`: SEE or SPL",
            of_see[0],
            other,
        )
    note(
        Message(
            "summaries are read as SEE, as the names end like %s; `input_format` SPL reads plain text",
            of_see[0],
        )
    )
    return "SEE"


_Labelled = list[tuple[str, str]]
"""The systems or the authors of an evaluation, with the names of their files."""


def _matched(
    peers: "_Side", models: "_Side | None", note: Callable[[str], object], without_models: list[str]
) -> Iterator[tuple[str, _Labelled, _Labelled]]:
    """Yield the ID of each evaluation that has peers and models, its models, and its peers.

    Without a side of models all evaluations with peers come, without models. The systems of evaluations
    that have no model are added to `without_models`.
    """
    if models is None:
        yield from ((id, [], of_systems) for id, of_systems in peers.by_evaluation(peers))
        return
    unscored: list[str] = []
    models_of = dict(models.by_evaluation(peers))
    is_any_scored = False
    for id, of_systems in peers.by_evaluation(models):
        of_authors = models_of.pop(id, None)
        if of_authors is None:
            unscored.append(id)
            without_models += [system for system, _ in of_systems if system]
        else:
            is_any_scored = True
            yield id, of_authors, of_systems
    unused = [*models_of]
    if not is_any_scored:
        raise InputError(
            "no evaluation has peers and models: %s has peers of %s, %s has models of %s; give"
            " names that agree by `peer_files` and `model_files`",
            peers.folder,
            some(unscored),
            models.folder,
            some(unused),
        )
    if unscored:
        note(
            f"{models.folder}: evaluations without models are not scored ({len(unscored):,}):"
            f" {some(unscored)}"
        )
    if unused:
        note(f"{peers.folder}: evaluations with models have no peer ({len(unused):,}): {some(unused)}")


def _patterns(peers: str, models: str | None, names: Names) -> "tuple[Naming, Naming]":
    if names.naming is None:
        of_peers = Pattern(names.peer_files, "system", "peer_files")
        return of_peers, Pattern(names.model_files, "model", "model_files")
    for option, usual in (("peer_files", PEER_FILES), ("model_files", MODEL_FILES)):
        if getattr(names, option) != usual:
            raise OptionError(Message(f"`naming` and `{option}` both say what names tell; drop one of them"))
    is_shared = models is not None and os.path.realpath(peers) == os.path.realpath(models)
    files = [*_names(peers, 0), *(() if models is None else _names(models, 0))]
    return conventions(names.naming, files, is_shared=is_shared)


_ONE_FOLDER = "in one folder for both a single letter at the end marks a model, anything else a system"


class _Side:
    """The files of one folder that fit its pattern."""

    def __init__(self, folder: str, pattern: "Naming", option: str, note: Callable[[str], object]) -> None:
        self._pattern = pattern
        self.names: list[str] = []
        """The names of these files."""
        self.passed_over: list[str] = []
        """The systems, each a folder, none of whose files fits."""
        unfit: list[str] = []
        of_other_side: list[str] = []
        self._is_ambiguous = False
        self._is_in_order = True
        last = ("", "")
        for name in sorted(_names(folder, pattern.folders)):
            ways = list(pattern.ways(name))
            if not ways:
                (of_other_side if pattern.is_of_other_side(name) else unfit).append(name)
                continue
            self.names.append(name)
            self._is_ambiguous |= len(ways) > 1
            self._is_in_order &= last <= ways[0]
            last = ways[0]
        if not self.names:
            names = of_other_side or unfit
            there = f"there are {some(names)}" if names else "it is empty"
            remedy = _ONE_FOLDER if of_other_side else _remedy(unfit, option)
            raise InputError("%s: no file fits %s, %s; %s", folder, pattern.text, there, remedy)
        if unfit:
            note(
                f"{folder}: files that fit no {pattern.text} are passed over ({len(unfit):,}): {some(unfit)}"
            )
        if unfit and pattern.text.startswith("{system}/"):
            inside, fitting = (
                {name.partition("/")[0] for name in names if "/" in name} for names in (unfit, self.names)
            )
            self.passed_over = sorted(inside - fitting)
            if self.passed_over:
                lost = some(self.passed_over)
                note(f"{folder}: no file in {lost} fits {pattern.text}, so nothing there is scored")
        self.folder = folder.rstrip(os.sep + "/")

    def by_evaluation(self, other: "_Side") -> Iterator[tuple[str, _Labelled]]:
        """Yield the ID of each evaluation, and the systems or authors here, in the order of IDs.

        Of several ways to part a name, a way with an evaluation of the other folder comes first.
        """
        files: Iterable[tuple[str, str, str]] = self._parted(other)
        if self._is_ambiguous or not self._is_in_order:
            files = sorted(files)
        for evaluation, group in groupby(files, key=itemgetter(0)):
            labelled = [(label, name) for _, label, name in group]
            first: dict[str, str] = {}
            for label, name in labelled:
                if first.setdefault(label, name) != name:  # Possible only with a naming.
                    raise InputError(
                        f"{self.folder}: {first[label]} and {name} are both of {label} in evaluation"
                        f" {evaluation}; leave one out"
                    )
            yield evaluation, labelled

    def _parted(self, other: "_Side") -> Iterator[tuple[str, str, str]]:
        known: set[str] = set()
        if self._is_ambiguous:
            known.update(way[0] for name in other.names for way in other._pattern.ways(name))
        for name in self.names:
            ways = list(self._pattern.ways(name))
            evaluation, label = next((way for way in ways if way[0] in known), ways[0])
            yield evaluation, intern(label), name


def _remedy(unfit: list[str], option: str) -> str:
    """Return the advice for a folder in which no name fits the pattern of an option."""
    for naming in NAMINGS:
        if unfit and all(map(Convention(naming, "system").extent, unfit)):
            return Message("give `naming` %s", naming)
    field = option.partition("_")[0].replace("peer", "system")
    if unfit and all(name.endswith("/") for name in unfit):
        pattern = f"{{{field}}}/{{eval}}.txt"
        return Message(f"if each folder there is a %s, give `{option}` '%s'", field, pattern)
    # A name with one full stop, such as 12.txt, is the ID of an evaluation and an ending.
    endings = {(min(name.count("."), 2), name.rpartition(".")[2]) for name in unfit}
    stops, ending = endings.pop() if len(endings) == 1 else (0, "")
    example = {1: f"{{eval}}.{ending}", 2: f"{{eval}}.{{{field}}}.{ending}"}.get(stops)
    return Message(
        f"give the pattern by `{option}`" + (", as in '%s'" if example else ""), *filter(None, [example])
    )


def _names(folder: str, depth: int) -> Iterator[str]:
    """Yield the names of files at most `depth` folders deeper, and of folders beyond or without files.

    The name of a folder has a slash at its end.
    """
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


_FIELD = re.compile(r"(\{[^{}]*\})")


class Pattern:
    """A name, perhaps with folders before it, in which `{eval}` and `{other}` stand for the parts."""

    def __init__(self, text: str, other: str, option: str) -> None:
        """Read a pattern; `other` is the name of its second field, which may be absent.

        Raises `OptionError`, with the name of the option, for a bad pattern.
        """
        text = self.text = text.replace(os.sep, "/")
        self._pieces = tuple(_FIELD.split(text))
        fields = set(self._pieces[1::2])
        known = {"{eval}", f"{{{other}}}"}
        if "{eval}" not in fields or fields - known:
            raise OptionError(
                f"`{option}`: %r must have {{eval}} and may have {{%s}}; no other {{}}", text, other
            )
        if {"", ".", ".."} & set(text.split("/")):
            raise OptionError(f"`{option}`: %r must be a name below the folder, as {{eval}}.txt", text)
        self.folders = text.count("/")
        """The number of folders before the name of the file."""

    def ways(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield the ways to part a name into evaluation and other ("" without that field), longest first."""
        longest = len(name)
        while longest and (match := _expression(self._pieces, longest).fullmatch(name)):
            yield match["eval"], match.groupdict().get("other", "")
            longest = len(match["eval"]) - 1  # The evaluation determines the other part.

    def is_of_other_side(self, name: str) -> bool:
        """Return False: a pattern says nothing of the other folder's files."""
        return False


@cache
def _expression(pieces: tuple[str, ...], longest: int) -> re.Pattern[str]:
    """Return an expression that finds the longest evaluation of at most `longest` characters in a name."""
    expression = ""
    for place, piece in enumerate(pieces):
        name = "eval" if piece == "{eval}" else "other"
        if place % 2 == 0:
            expression += re.escape(piece)
        elif piece in pieces[:place]:
            expression += f"(?P={name})"
        else:
            expression += f"(?P<eval>[^/]{{1,{longest}}})" if name == "eval" else "(?P<other>[^/]+?)"
    return re.compile(expression)


_PARTS = (
    r"\.(?P<kind>[MP])\.(?P<length>[0-9]+)\.(?P<selector>[^./]+)\.(?P<label>[^./]+)"
    r"(?:\.(?P<document>[^/]+?))??(?:\.(?:html?|see|spl|txt))?"
)
_DOCSETS = {"duc": r"(?P<docset>[^./-]+)", "tac": r"(?P<docset>[^./]+-[^./-]+)"}
"""By naming, the expression for the part that names the topic: in TAC a docset and a set of documents."""
_SHOWN = {"duc": "{docset}", "tac": "{docset}-{set}"}

NAMINGS = tuple(_DOCSETS)
"""The names of the namings."""


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

    def __init__(
        self, naming: str, other: str, *, is_full: bool = False, is_letter: bool | None = None
    ) -> None:
        """Make the convention for files whose author is `other`: `system` or `model`.

        With `is_full` kind and length are parts of the evaluation. With `is_letter` the last part of a name
        is a single letter, as in the names of models; False: it is not; None: it may be anything.
        """
        self.text = f"{_SHOWN[naming]}.M.{{length}}.{{selector}}.{{{other}}}"
        """The names as messages show them."""
        self._expression = re.compile(_DOCSETS[naming] + _PARTS, re.IGNORECASE)
        self._is_full = is_full
        self._is_letter = is_letter

    def ways(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield the evaluation and the system or author that a name tells, if it tells any."""
        found = self._fitting(name)
        if found and self._is_letter in (None, _is_letter(found["label"])):
            parts = [found["docset"], found["document"]]
            if self._is_full:
                parts[1:1] = [found["kind"], found["length"]]
            yield ".".join(filter(None, parts)), found["label"]

    def is_of_other_side(self, name: str) -> bool:
        """Return whether a name without a way here belongs to a file of the other kind."""
        return self._is_letter is not None and self._fitting(name) is not None

    def _fitting(self, name: str) -> re.Match[str] | None:
        found = self._expression.fullmatch(name)
        if found and found["kind"] in "Mm" and found["document"]:
            return None  # Only summaries of one document name a document.
        return found

    def extent(self, name: str) -> tuple[str, str] | None:
        """Return the kind and the length that a name tells."""
        found = self._fitting(name)
        return (found["kind"], found["length"]) if found else None


Naming: TypeAlias = Pattern | Convention
"""A way to part the names of files into evaluation, and system or model."""


def conventions(naming: str, names: Iterable[str], *, is_shared: bool) -> tuple[Convention, Convention]:
    """Return the conventions for peers and for models.

    `names` are the names of all files. With `is_shared` peers and models are in one folder, and the last
    part of a name tells which of the two it is. Raises `OptionError` for an unknown naming.
    """
    if naming not in _DOCSETS:
        raise OptionError("`naming` must be %s, not %r", " or ".join(NAMINGS), naming)
    extents = {*map(Convention(naming, "system").extent, names)} - {None}
    is_full = len(extents) > 1
    return (
        Convention(naming, "system", is_full=is_full, is_letter=False if is_shared else None),
        Convention(naming, "model", is_full=is_full, is_letter=True if is_shared else None),
    )


def _is_letter(label: str) -> bool:
    return len(label) == 1 and label.isalpha()
