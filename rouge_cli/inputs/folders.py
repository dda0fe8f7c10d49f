"""Folders of summaries, whose names tell evaluation, system and model -> evaluations."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from os import PathLike, fspath

from ..errors import InputError, some
from ..evaluation import Evaluation, File
from .files import summary_format
from .patterns import Pattern

PEER_FILES, MODEL_FILES = "{eval}.{system}.txt", "{eval}.{model}.txt"


def read_folders(
    peers: str | PathLike[str],
    models: str | PathLike[str],
    *,
    peer_files: str = PEER_FILES,
    model_files: str = MODEL_FILES,
    format: str = "SPL",
    note: Callable[[str], object] = lambda note: None,
) -> list[Evaluation]:
    """Return the evaluations of two folders that have peers and models, in the order of their IDs.

    The patterns tell the names of the files: `{eval}`, `{system}` and `{model}` stand for one or
    more characters other than `/`, and a `/` for a subfolder. Where a name can be parted in several
    ways, a way whose evaluation the other folder knows comes first, and of these the one with the
    longest `{eval}`. Without `{system}` the peers are of one system, called after their folder;
    without `{model}` an evaluation has one model, which has no ID. Models are in the order of their
    IDs. Hidden files are passed over. `format` is that of all summaries.

    `note` is told in a line each of the files that fit no pattern, of the evaluations without
    models, and of the models without peers. Raises `OptionError` for a pattern or format that is
    none, and `InputError` for folders that cannot be read or have no evaluation in common.
    """
    peers, models = fspath(peers), fspath(models)
    format = summary_format(format, "input_format")
    peer_side = _Side(peers, Pattern(peer_files, "system", "peer_files"), "peer_files", note)
    model_side = _Side(models, Pattern(model_files, "model", "model_files"), "model_files", note)
    peers_of = peer_side.by_evaluation(model_side.known)
    models_of = model_side.by_evaluation(peer_side.known)
    only_one = os.path.basename(os.path.abspath(peers)) or peers
    evaluations = [
        Evaluation(
            id,
            {system or only_one: File(path, format) for system, path in peers_of[id]},
            tuple(File(path, format) for _, path in models_of[id]),
            tuple(model for model, _ in models_of[id] if model),
        )
        for id in peers_of
        if id in models_of
    ]
    unscored = [id for id in peers_of if id not in models_of]
    unused = [id for id in models_of if id not in peers_of]
    if not evaluations:
        raise InputError(
            f"no evaluation has peers and models: {peers} has peers of {some(unscored)}, {models} has"
            f" models of {some(unused)}; give names that agree by `peer_files` and `model_files`"
        )
    if unscored:
        note(f"{models}: evaluations without models are not scored ({len(unscored):,}): {some(unscored)}")
    if unused:
        note(f"{peers}: evaluations with models have no peer ({len(unused):,}): {some(unused)}")
    return evaluations


class _Side:
    """The files of one folder, with the ways to part their names."""

    def __init__(self, folder: str, pattern: Pattern, option: str, note: Callable[[str], object]) -> None:
        names = sorted(_names(folder, pattern.folders))
        ways = {name: list(pattern.ways(name)) for name in names}
        unfit = [name for name in names if not ways[name]]
        if len(unfit) == len(names):
            there = f"there are {some(names)}" if names else "it is empty"
            raise InputError(
                f"{folder}: no file fits {pattern.text}, {there}; give the pattern by `{option}`"
            )
        if unfit:
            note(
                f"{folder}: files that fit no {pattern.text} are passed over ({len(unfit):,}): {some(unfit)}"
            )
        self._folder = folder.rstrip(os.sep + "/")
        self._ways = {name: ways_of_name for name, ways_of_name in ways.items() if ways_of_name}
        self.known = {evaluation for ways_of_name in ways.values() for evaluation, _ in ways_of_name}
        """The evaluations that there may be."""

    def by_evaluation(self, known: Collection[str]) -> dict[str, list[tuple[str, str]]]:
        """Return the systems or models of each evaluation and their paths, all in the order of their IDs."""
        files = []
        for name, ways in self._ways.items():
            evaluation, other = next((way for way in ways if way[0] in known), ways[0])
            files.append((evaluation, other, f"{self._folder}/{name}"))
        grouped: dict[str, list[tuple[str, str]]] = {}
        for evaluation, other, path in sorted(files):
            grouped.setdefault(evaluation, []).append((other, path))
        return grouped


def _names(folder: str, depth: int) -> Iterator[str]:
    """Yield the names of the files that are at most `depth` folders deeper.

    A folder that is deeper ends in a slash.
    """
    try:
        with os.scandir(folder) as entries:
            found = [(entry.name, entry.is_dir()) for entry in entries if not entry.name.startswith(".")]
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{folder}: cannot be read as a folder ({reason}); check the path") from error
    for name, is_folder in found:
        if not is_folder:
            yield name
        elif depth:
            yield from (f"{name}/{below}" for below in _names(f"{folder}/{name}", depth - 1))
        else:
            yield f"{name}/"
