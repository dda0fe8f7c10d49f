"""The systems that a run scores, and the checks of its evaluations."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from functools import lru_cache

from ..errors import InputError, some
from ..evaluation import NO_CORPUS, Corpus, Evaluation, check_beside_models
from ..options import Options
from ..profiles import Profile
from ..text.files import obstacles
from ..text.sentences import load
from .streams import Evaluations, Stream, stream_of


def chosen_systems(stream: Stream, systems: str | Iterable[str] | None) -> list[str]:
    """Return the IDs of the systems to score, by default all. Raises `InputError` for an unknown ID."""
    known = list(stream.systems)
    if systems is None:
        return known
    if isinstance(systems, bytes | bytearray) or not isinstance(systems, Iterable):
        raise TypeError(f"systems must be an ID or several, not {type(systems).__name__}")
    chosen = list(dict.fromkeys([systems] if isinstance(systems, str) else systems))
    there = frozenset(known)
    for system in chosen:
        if not isinstance(system, str):
            raise TypeError(f"IDs of systems must be strings, not {system!r}")
        if system not in there:
            raise InputError(f"no evaluation has a system {system!r}; there are: {some(sorted(known))}")
    return chosen


def check(stream: Stream, systems: Collection[str], profile: Profile) -> tuple[Corpus, Profile]:
    """Check evaluations; return their traits for the signature, and the profile that scores them.

    That profile has no ROUGE where measures beside ROUGE are scored and no evaluation has a model.
    Raises `InputError` as `checked`, `check_beside_models` and `Profile.check_models` do, and for needed
    files that cannot be read or have an unfit format. One message names the first ten unreadable files and
    counts the others. Among many files in one folder only missing ones are found here (see `obstacles`).
    """
    corpus, formats, paths, without_models = stream.selection(systems)
    if without_models is not None and (corpus.most_models or not profile.beside):
        raise InputError(f"evaluation {without_models} has no model; give it at least one")
    if profile.beside:
        check_beside_models(systems)
        beside = stream.beside_rouge(systems, needs_source=profile.beside.needs_source)
        next(iter(beside), None)  # Usually all sources are missing, or none.
    for format, evaluation in formats.items():
        # SEE, SPL and ISI have tokens; SIMPLE and, without effect, ISI have basic elements.
        for measure in (*profile.measures, *(profile.beside.measures if profile.beside else ())):
            elements = measure.model_reading.elements
            if format not in (("SIMPLE", "ISI") if elements else ("SEE", "SPL", "ISI")):
                remedy = (
                    "`basic_elements` takes SIMPLE" if elements else "SIMPLE goes with `basic_elements` alone"
                )
                raise InputError(
                    f"evaluation {evaluation}: Unknown input format: {format} for {measure.name} ({remedy})"
                )
    if unreadable := obstacles(paths):
        is_elsewhere = any(os.path.isabs(path) and reason == "missing" for path, reason in unreadable.items())
        raise InputError(
            f"{'a summary' if len(unreadable) == 1 else f'{len(unreadable):,} summaries'} cannot be read: "
            f"{some([f'{path} ({reason})' for path, reason in unreadable.items()])};"
            " check the configuration (relative paths start at the working directory"
            f"{'; in XML, `roots` replaces the roots of another machine' if is_elsewhere else ''})"
        )
    if not profile.pools_all:
        for one in stream:
            if one.present(systems):
                profile.check_models(one.people(), f"evaluation {one.id}")
    if corpus == NO_CORPUS or corpus.most_models or not profile.beside:
        return corpus, profile
    if not profile.without_rouge.beside:
        raise InputError("no evaluation has a model, which all chosen measures need; give models")
    return corpus, profile.without_rouge


def load_evaluations(
    evaluations: Evaluations, systems: Iterable[str] | None, options: Options
) -> list[Evaluation]:
    """Return the evaluations of the systems with the bytes of their files; each file is read once.

    Raises `InputError` as `score_evaluations` does.
    """
    stream = stream_of(evaluations)
    chosen = chosen_systems(stream, systems)
    check(stream, chosen, Profile(options))
    load_once = lru_cache(maxsize=None)(load)
    kept = frozenset(chosen)
    return [evaluation.only(kept).map(load_once) for evaluation in stream]
