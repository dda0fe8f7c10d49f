"""The scores of each system by each measure, as they come from the kernel, and the notes on their texts."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from itertools import chain
from typing import Self

from ..errors import Message
from ..evaluation import IN_MEMORY, MODELS, Numbered
from ..inputs.streams import Batch
from ..kernel.plan import EMPTY, NOT_UTF8, ON_ONE_LINE, SPLIT_WORDS
from ..rouges import PY_ROUGE
from ..text.doubts import (
    BYTES_OF_LETTER,
    RAW,
    WORDLESS,
    Doubts,
    Empty,
    Role,
    is_blank,
    is_raw,
    lacks_blanks,
    read_tokens_as,
)
from .counters import Counted
from .profile import Profile
from .scores import Columns, MeasureScores

_JUDGED = 20
"""The number of the first texts that stand for all where their form is judged."""


class Tally:
    """The scores of all batches so far, and the notes and doubts on their texts."""

    def __init__(
        self,
        systems: Iterable[str],
        profile: Profile,
        notes: Iterable[str] = (),
        *,
        doubts_peers: bool = True,
    ) -> None:
        """Begin without scores.

        `doubts_peers` is False where models are sources and another tally notes the doubts about the peers.
        """
        self.profile = profile
        self.doubts_peers = doubts_peers
        # Letters beyond ASCII are doubtful only for the tokens of ROUGE-1.5.5, which read any bytes.
        has_tokenizer = profile.tokenizer and profile.rouge.words != PY_ROUGE
        hidden = SPLIT_WORDS if has_tokenizer or profile.parts_at_blanks else NOT_UTF8
        self._noted = bytes(flags & ~hidden for flags in range(256))
        """For each value of a text's traits, the traits that are noted."""
        self.evaluations: dict[str, Sequence[str]] = dict.fromkeys(systems, ())
        """By system, the evaluations that have it."""
        self.scores = {
            system: {measure.name: MeasureScores(measure) for measure in profile.measures}
            for system in self.evaluations
        }
        """The scores by system and by the name of the measure, in report order."""
        self.systems_of_peers = array("q")
        """The system of each peer, as its place among the systems, evaluation after evaluation."""
        self.notes = list(notes)
        self.doubts = Doubts(parts_at_blanks=profile.parts_at_blanks)

    def __eq__(self, other: object) -> bool:
        """Return whether the scores of another tally came in the same order and with the same notes."""
        own = self.systems_of_peers, self.notes
        return isinstance(other, Tally) and own == (other.systems_of_peers, other.notes)

    __hash__ = None  # type: ignore[assignment]  # It grows.

    def add(self, batch: Batch, counted: Counted) -> None:
        """Append the scores of a batch."""
        for system, evaluations, rows in _by_system(batch) if batch.systems else ():
            columns = counted.columns
            self._extend(system, evaluations, [one.rows(rows) for one in columns] if rows else columns)
        places = {system: place for place, system in enumerate(self.evaluations)}
        self.systems_of_peers.extend(map(places.__getitem__, batch.systems))
        traits = counted.traits.translate(self._noted)
        is_about = self.profile.rouge.measures == "about"
        if not is_about:
            further = bytearray(traits)
            for text, trait in self._further_traits(batch, counted.traits):
                further[text] |= trait
            traits = bytes(further)
        models = (models for models, _ in batch.evaluations)
        self.doubts.texts += len(traits) if self.doubts_peers else sum(map(len, models))
        for place, misreading in batch.misread.items():
            if self._is_doubted(batch, *place):
                self.doubts.misread[batch.summary(*place).name] = misreading
        if not any(traits) and not counted.empty_elements:
            return
        batch = batch.apart() if batch.candidates else batch
        if is_about:  # No measure reads the sentences of sources.
            of_sources = [flags & ~ON_ONE_LINE for flags in range(256)]
            traits = bytes(
                of_sources[flags] if place < len(batch.evaluations[number][0]) else flags * self.doubts_peers
                for flags, (number, place) in zip(traits, batch.places(), strict=True)
            )
        if counted.empty_elements or any(flags & EMPTY for flags in set(traits)):
            self._note_empty(batch, traits, counted.empty_elements)
        places_of_texts = cache(lambda: list(batch.places()))
        self.doubts.count(
            traits,
            counted.words,
            lambda text: batch.in_lines(*places_of_texts()[text]),
            lambda text: batch.ids[places_of_texts()[text][0]],
            lambda text: batch.reader(*places_of_texts()[text]).name if batch.reader else IN_MEMORY,
        )

    def _further_traits(self, batch: Batch, traits: bytes) -> Iterator[tuple[int, int]]:
        """Yield places of texts in a batch with traits that no kernel finds, given those that it finds."""
        profile, left, place = self.profile, _JUDGED - self.doubts.texts, 0
        for models, peers in batch.evaluations:
            if place >= left:
                break
            # Nearly all peers have blanks, which tells here in a tenth of the time of a call.
            blank = b" " if peers and isinstance(peers[0], bytes) else " "
            if peers and (blank not in peers[0] or (len(models) > 1 and len(models[0]) <= BYTES_OF_LETTER)):
                yield place, read_tokens_as(peers[0], models)
            place += len(models) + len(peers)
        has_empty_token = profile.rouge.lowering == "spaces"
        if profile.tokenizer or not profile.parts_at_blanks:
            left = 0
        texts = chain.from_iterable(chain.from_iterable(batch.evaluations))
        for place, text in enumerate(texts if has_empty_token or left > 0 else ()):
            if has_empty_token and is_blank(text):
                yield place, EMPTY
            if place < left and traits[place] & SPLIT_WORDS and lacks_blanks(text):
                yield place, SPLIT_WORDS
            if place < left and has_empty_token and is_raw(text):
                yield place, RAW

    def _is_doubted(self, batch: Batch, evaluation: int, place: int) -> bool:
        return self.doubts_peers or place < len(batch.evaluations[evaluation][0])

    def _note_empty(self, batch: Batch, traits: bytes, empty_elements: Sequence[int]) -> None:
        """Note texts without basic elements or tokens, except uncut texts in other scripts."""
        is_about = self.profile.rouge.measures == "about"
        systems = iter(batch.systems)
        for number, (flags, (evaluation, place)) in enumerate(zip(traits, batch.places(), strict=True)):
            role: Role = "source" if is_about else "model"
            system = ""
            if place >= len(batch.evaluations[evaluation][0]):
                role, system = "peer" if batch.systems else "text", next(systems, "")
                if system.startswith(MODELS):
                    role, system = "model", ""
            elif is_about and not self.profile.needs_source:
                continue  # An empty text may stand for the source.
            # A text in another script has a note of its own; with a limit, ROUGE-1.5.5 logs it all the same.
            is_noted = flags & WORDLESS != WORDLESS or (
                self.profile.rouge.measures == "flags" and self.profile.options.is_limited
            )
            unit = "token" if self.profile.rouge.lowering == "spaces" else "word"
            lacking = [unit] if flags & EMPTY and is_noted else []
            lacking += ["basic element"] if number in empty_elements else []
            name = batch.summary(evaluation, place).name if lacking else ""
            if name:  # A summary in place of a missing one has no name.
                texts = Empty(1, "" if name == IN_MEMORY else name, batch.ids[evaluation])
                for one in lacking:
                    self.doubts.add_empty(one, role, system, texts)

    def renamed(self, names: Mapping[str, str]) -> Self:
        """Return the scores with other IDs of systems."""
        other = copy(self)
        other.evaluations = {names.get(system, system): ids for system, ids in self.evaluations.items()}
        other.scores = {names.get(system, system): scores for system, scores in self.scores.items()}
        other.doubts = self.doubts.renamed(names)
        return other

    @classmethod
    def joined(cls, parts: Sequence[Self], *, go_on: bool) -> Self:
        """Return the scores of all parts in one, as one run on the input of all parts would make them.

        With `go_on` their numbered evaluations are numbered on. Otherwise evaluations with equal IDs are one,
        and stand where the first part has them.
        """
        systems = dict.fromkeys(system for part in parts for system in part.evaluations)
        tally = cls(systems, parts[0].profile, doubts_peers=parts[0].doubts_peers)
        for part in parts:
            tally.extend(part, max(map(len, tally.evaluations.values())) if go_on else None)
        if not go_on and len(systems) > 1:
            tally._sort()
        return tally

    def extend(self, other: Self, before: int | None = None) -> None:
        """Append the scores of further evaluations; with `before`, these are numbered on from that number."""
        for system, ids in other.evaluations.items():
            if before is not None:
                ids = Numbered(before + len(ids), before + 1)
            self._extend(system, ids, [scores.columns for scores in other.scores[system].values()])
        places = {system: place for place, system in enumerate(self.evaluations)}
        own = [places[system] for system in other.evaluations]
        self.systems_of_peers.extend(map(own.__getitem__, other.systems_of_peers))
        self.notes.extend(other.notes)
        self.doubts.extend(
            other.doubts, (lambda number: str(before + int(number))) if before is not None else str
        )

    def _extend(self, system: str, evaluations: Sequence[str], by_measure: Iterable[Columns]) -> None:
        ids = self.evaluations[system] = joined_ids(self.evaluations[system], evaluations)
        for scores, more in zip(self.scores[system].values(), by_measure, strict=True):
            scores.evaluations = ids
            for column, further in zip(scores.columns, more, strict=True):
                column.extend(further)

    def peers(self) -> dict[str, list[str]]:
        """Return the systems of each evaluation, in the order of the input."""
        names = list(self.evaluations)
        rest = [iter(ids) for ids in self.evaluations.values()]
        systems_of: dict[str, list[str]] = {}
        for place in self.systems_of_peers:
            systems_of.setdefault(next(rest[place]), []).append(names[place])
        return systems_of

    def _sort(self) -> None:
        """Put evaluations, and then systems, into the order in which they first appear."""
        peers = self.peers()
        rank = {evaluation: place for place, evaluation in enumerate(peers)}
        places = dict.fromkeys(chain(chain.from_iterable(peers.values()), self.evaluations), 0)
        for place, system in enumerate(places):
            places[system] = place
            ids = self.evaluations.pop(system)
            order = sorted(range(len(ids)), key=list(map(rank.__getitem__, ids)).__getitem__)
            ids = self.evaluations[system] = [ids[place] for place in order]
            self.scores[system] = {
                name: MeasureScores(scores.measure, ids, scores.columns.rows(order))
                for name, scores in self.scores.pop(system).items()
            }
        self.systems_of_peers = array("q", map(places.__getitem__, chain.from_iterable(peers.values())))

    def doubt_notes(self) -> list[str]:
        """Return the notes on doubtful texts, except the notes on sentences."""
        return self.doubts.notes(self.profile.rouge, "")

    def all_notes(self) -> tuple[str, ...]:
        """Return each note once: notes on summaries, then notes on doubtful texts."""
        profile = self.profile
        # Rules that split sentences have looked at every line; a line that they leave whole is one sentence.
        of_sentences = profile.rouge.of_sentences
        if profile.options.split_sentences or not any(one.reads_sentences for one in profile.measures):
            of_sentences = ""
        elif profile.rouge.measures == "about":
            of_sentences = "sentences"
        empty = [texts.note(*key) for key, texts in self.doubts.empty.items()]
        doubts = self.doubts.notes(profile.rouge, of_sentences)
        if not self.doubts_peers:
            doubts = [Message("in the sources, %s", note) for note in doubts]
        return tuple(dict.fromkeys([*self.notes, *empty, *doubts]))


def _by_system(batch: Batch) -> Iterator[tuple[str, Sequence[str], slice | Sequence[int] | None]]:
    """Yield each system of a batch, the evaluations that have it, and the rows of its peers (None: all)."""
    width = len(batch.evaluations[0][1])
    row = batch.systems[:width]
    if len(set(row)) == width and row * len(batch.evaluations) == batch.systems:
        # All evaluations have the same systems in the same order.
        for place, system in enumerate(row):
            yield system, batch.ids, slice(place, None, width) if width > 1 else None
        return
    ids = [id for id, (_, peers) in zip(batch.ids, batch.evaluations, strict=True) for _ in peers]
    rows: dict[str, tuple[list[str], list[int]]] = {}
    for number, (system, id) in enumerate(zip(batch.systems, ids, strict=True)):
        having, of_system = rows.setdefault(system, ([], []))
        having.append(id)
        of_system.append(number)
    for system, (having, of_system) in rows.items():
        yield system, having, of_system


def joined_ids(ids: Sequence[str], more: Sequence[str]) -> Sequence[str]:
    """Return the IDs of evaluations and of further evaluations. A list of IDs is extended in place."""
    if not ids and isinstance(more, Numbered):
        return more
    if isinstance(ids, Numbered) and isinstance(more, Numbered) and int(ids[-1]) + 1 == int(more[0]):
        return Numbered(int(more[-1]), int(ids[0]))
    if not isinstance(ids, list):
        ids = list(ids)
    ids.extend(more)
    return ids
