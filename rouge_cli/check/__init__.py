"""Errors and doubtful texts, which `rouge-tools check` finds in evaluations before they are scored.

Scoring stops at the first error; the command collects all errors. Each file is read once, judged, and kept as
a few numbers.
"""

import re
import tomllib
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

import click

from ..errors import InputError, printable, several, some
from ..evaluation import Evaluation, File, Source, Text
from ..inputs.configurations import open_config
from ..inputs.streams import Evaluations, stream_of
from ..kernel.python.words import SENTENCE_END, decoded, is_split, is_utf8
from ..options import Options
from ..rendering.columns import wrapped
from ..scoring.profile import Profile
from ..text.doubts import AS_MODELS, TAG, read_tokens_as
from ..text.files import obstacle, read_bytes
from ..text.languages.language_table import guess
from ..text.sentences import misreading, read_elements, read_sentences, unread, utf8, wide_encoding
from ..text.word_lists import built_in_text

SHOWN = 10
"""The number of places kept for a problem; further places are only counted."""
_LONGEST = 300
"""The number of characters to which a place is shortened."""
ERROR, WARNING = "error", "warning"

PROBLEMS: dict[str, dict[str, str]] = tomllib.loads(built_in_text("problems.toml"))
"""The level, the title, the meaning and the remedy of each problem, in the order of listings.

An error stops the scoring, or makes it score a text that was not meant. A warning is about legal input that
is seldom intended.
"""


class Findings:
    """The findings of a check: the number and the first places of each problem."""

    def __init__(self) -> None:
        self._places: dict[str, list[str]] = {problem: [] for problem in PROBLEMS}
        self._counts: Counter[str] = Counter()
        self.remedies: dict[str, str] = {}
        """The remedies of problems for the texts at hand, in place of the general ones."""
        self.extent: dict[str, int] = {}
        """The amount of text that was checked, by noun. A model of two evaluations counts twice, but the text
        of a file once; `texts` are in memory, as lines are. A basic element is a sentence and a word."""

    def add(self, problem: str, place: str) -> None:
        """Count a problem; `place` tells where it was found, and details."""
        places = self._places[problem]
        self._counts[problem] += 1
        if len(places) < SHOWN:
            places.append(place if len(place) <= _LONGEST else f"{place[:_LONGEST]}…")

    def count(self, level: str) -> int:
        """Return the number of findings of a level."""
        return sum(count for problem, count in self._counts.items() if PROBLEMS[problem]["level"] == level)

    def __iter__(self) -> Iterator[tuple[str, int, list[str]]]:
        """Yield each problem that was found, its count and its first places, in the order of `PROBLEMS`."""
        return ((one, self._counts[one], places) for one, places in self._places.items() if places)


# The checks.

_TEXT = "text"
"""In place of a format: a text in memory, whose sentences may be basic elements."""
_OF_LETTERS = ("NO_WORDS", "SPLIT_WORDS")
"""The problems of letters that ROUGE-1.5.5 does not know."""
_SAMPLES = 20
"""The number of texts with these problems that tell their language."""
_FULL_STOPS = re.compile("[।॥。｡！？؟۔։።፧။]+[^\\w]*(?=\\w)")
"""The full stops of other scripts, which only end sentences, before a further sentence."""


def check_config(
    config: str, options: Options | None = None, roots: Mapping[str, str] = MappingProxyType({})
) -> Findings:
    """Check an XML configuration, by the tokens, stems, stop words and sentences of the options.

    `roots` replaces beginnings of roots. Raises `InputError` if the configuration itself cannot be read, if
    no root begins with a key of `roots`, or if the options need a package that is not installed. All other
    errors are findings.
    """
    findings = Findings()
    errors: list[InputError] = []
    stream = open_config(config, roots, errors)
    for error in errors:
        findings.add("MALFORMED", str(error))
    for kind, place in stream.repeated:
        findings.add(f"REPEATED_{kind}", place)
    return _check(list(stream), findings, options)


def check_evaluations(evaluations: Evaluations, options: Options | None = None) -> Findings:
    """Check evaluations of any other kind like `check_config`; what their reader passes over are findings."""
    findings, stream = Findings(), stream_of(evaluations)
    for note in stream.passed_over:
        findings.add("PASSED_OVER", note)
    return _check(stream, findings, options)


def _check(evaluations: Evaluations, findings: Findings, options: Options | None) -> Findings:
    """Add the findings in evaluations to the findings of their reader."""
    summaries = _Summaries(findings, options or Options())
    stream = stream_of(evaluations)
    total, systems = len(stream), stream.systems
    missing: dict[str, list[str]] = {}
    by_number: dict[int, list[str]] = {}
    """By number of models, the evaluations."""
    by_format: dict[str, list[str]] = {}
    equal: dict[tuple[str, ...], list[str]] = {}
    """By systems with equal peers, the evaluations that have these peers."""
    peers = models = 0
    for evaluation in stream:
        id, present = evaluation.id, evaluation.present(systems)
        for model in evaluation.models:
            summaries.read(model, f"a model of {id}")
        for system, peer in present.items():
            summaries.read(peer, f"the peer of {system} in {id}")
        peers += len(present)
        models += len(evaluation.models)
        for system in systems:
            if system not in present:
                missing.setdefault(system, []).append(id)
        by_number.setdefault(len(evaluation.models), []).append(id)
        in_memory = [one.sentences for one in evaluation.models if isinstance(one, Text)]
        for peer in islice(present.values(), 1):
            if isinstance(peer, Text) and (trait := read_tokens_as(peer.sentences, in_memory)):
                unit = "model" if trait == AS_MODELS else "sentence"
                findings.add("TOKENS", f"{id}: each word is a {unit}")
        if evaluation.models and isinstance(evaluation.models[0], File):
            by_format.setdefault(evaluation.models[0].format, []).append(id)
        for alike in _find_equal(evaluation, present, summaries, findings):
            equal.setdefault(tuple(sorted(alike)), []).append(id)
    for system in systems:
        if system in missing:
            findings.add("MISSING", f"{system}: {_of(missing[system], total)}")
    if len(by_number) > 1 and max(by_number) >= 2 * min(by_number):
        for number, ids in sorted(by_number.items()):
            findings.add("MODELS_VARY", f"{several(number, 'model')}: {_of(ids, total)}")
    if len(by_format) > 1:
        problem = "TEXTS_AND_ELEMENTS" if "SIMPLE" in by_format else "MIXED_FORMATS"
        for format, ids in by_format.items():
            findings.add(problem, f"{format}: {_of(ids, sum(map(len, by_format.values())))}")
    for systems_alike, ids in sorted(equal.items(), key=lambda item: (-len(item[1]), item[0])):
        findings.add("EQUAL_PEERS", f"{some(systems_alike)}: {_of(ids, total)}")
    if guessed := guess(summaries.samples):
        findings.remedies |= dict.fromkeys(_OF_LETTERS, f"{guessed[0].upper()}{guessed[1:]}.")
    findings.extent = {
        "evaluations": total,
        "systems": len(systems),
        "peers": peers,
        "models": models,
        **summaries.amounts,
    }
    return findings


def _find_equal(
    evaluation: Evaluation, peers: Mapping[str, Source], summaries: "_Summaries", findings: Findings
) -> Iterator[list[str]]:
    """Add equal models, and peers equal to a model, to the findings; yield systems with equal peers.

    Summaries without a word are not equal. Of files that cannot be read, each is equal to itself.
    """
    models = evaluation.models
    alike: dict[Hashable, tuple[list[Any], list[Any]]] = {}
    """By text, the systems and the numbers of the models that have it."""
    for side, sources in enumerate((peers.items(), enumerate(models, 1))):
        for label, source in sources:
            content = summaries.contents[_key(source)]
            if content.words or content.digest is None:
                alike.setdefault(content.digest or source, ([], []))[side].append(label)
    for numbers in sorted(numbers for _, numbers in alike.values() if len(numbers) > 1):
        paths = " = ".join(dict.fromkeys(models[number - 1].name for number in numbers))
        place = f"{evaluation.id}: models {' and '.join(map(str, numbers))}: {paths}"
        findings.add("EQUAL_MODELS", place)
    for systems, numbers in alike.values():
        for system in systems if numbers else ():
            paths = " = ".join(dict.fromkeys([peers[system].name, models[numbers[0] - 1].name]))
            findings.add("PEER_IS_MODEL", f"{evaluation.id}: the peer of {system}: {paths}")
        if len(systems) > 1:
            yield systems


def _of(ids: Sequence[str], total: int) -> str:
    """Return the number of these evaluations among all, and the first of their IDs."""
    return f"{len(ids):,} of {several(total, 'evaluation')} ({some(ids)})"


class _Content(NamedTuple):
    """The content of a summary, as measures see it, in numbers."""

    problems: tuple[tuple[str, str], ...]
    """Suspicious places, each with a detail or an empty string."""
    sentences: int = 0
    words: int = 0
    digest: bytes | None = None
    """A digest of the words, by which equal summaries are found; None if the file cannot be read."""


class _Summaries:
    """The contents of all summaries in evaluations."""

    def __init__(self, findings: Findings, options: Options) -> None:
        self._findings = findings
        profile = Profile(options)
        self._vocabulary, self._resplit = profile.vocabulary(), profile.resplitter()
        self._stems, self._splits = profile.stems, options.split_sentences
        self._sees_ascii = profile.rules is None or profile.rules.is_rouge
        """True where words have only the letters a-z and digits."""
        self.contents: dict[File | bytes, _Content] = {}
        """By file, or by digest for a text in memory, its content."""
        self.amounts = dict.fromkeys(("files", "texts", "sentences", "words"), 0)
        self.samples: list[str] = []
        """The first texts with letters that ROUGE-1.5.5 does not know."""

    def read(self, source: Source, role: str) -> None:
        """Add what is suspicious in a summary to the findings. A file is read and counted once."""
        key = _key(source)
        if key not in self.contents:
            self.contents[key] = self._judged(source)
        elif isinstance(source, File):
            return
        self.amounts["files" if isinstance(source, File) else "texts"] += 1
        self.amounts["sentences"] += self.contents[key].sentences
        self.amounts["words"] += self.contents[key].words
        for problem, detail in self.contents[key].problems:
            place = f"{source.name} ({role})"
            self._findings.add(problem, f"{place}: {detail}" if detail else place)

    def _judged(self, source: Source) -> _Content:
        try:
            if isinstance(source, File):
                format = source.format
                data = read_bytes(source.path) if source.data is None else source.data
                source = source._replace(data=utf8(data))
            else:
                format, data = _TEXT, b"\n".join(source.sentences)
        except InputError:
            return _Content((("UNREADABLE", obstacle(source.name) or "unreadable"),))
        if format == "SIMPLE":
            try:
                sentences = list(map(b"|".join, read_elements(source)))
            except InputError as error:
                return _Content((("NO_ELEMENTS", str(error).removeprefix(f"{source.name}, ")),))
            words, digest = len(sentences), _digest(b"\n".join(sentences))
        else:
            sentences = read_sentences(self._resplit(source))
            tokens, _ = self._vocabulary.tokens(sentences, self._stems)
            words, digest = len(tokens), _digest(tokens.tobytes())
        problems = tuple(self._suspicions(format, data, sentences, words))
        if len(self.samples) < _SAMPLES and any(problem in _OF_LETTERS for problem, _ in problems):
            self.samples.append(decoded(data))
        return _Content(problems, len(sentences), words, digest)

    def _suspicions(
        self, format: str, data: bytes, sentences: list[bytes], words: int
    ) -> Iterator[tuple[str, str]]:
        """Yield the problems of a summary, each with a detail or an empty string.

        `data` are the bytes of the file or, in the format `_TEXT`, of the text. `sentences` and the number of
        `words` have been read in this format.
        """
        if wide_encoding(data):
            yield "UTF_16", ""
            data = utf8(data)
        misread = misreading(data, format)
        kind = misread.kind if misread else ""
        name = misread.format if misread else ""
        if kind in ("wide", "binary"):
            yield kind.upper(), name
            return  # All words are wrong, so other problems mean nothing.
        if data.startswith(BOM_UTF8):
            yield "BOM", ""
            data = data[len(BOM_UTF8) :]
        if not data.strip():
            yield "EMPTY", ""
            return
        if not self._sees_ascii and not is_utf8(data):
            yield "NOT_UTF8", ""
        if kind == "returns":
            yield "CARRIAGE_RETURNS", ""
            kind = ""
        wordless = "NO_WORDS" if self._sees_ascii else "NO_TOKENS"
        if format in ("SPL", _TEXT):
            if not words:
                yield wordless, ""
            elif kind:
                kinds = {"elements": "basic elements", "markup": "markup", "page": "markup"}
                yield "MISFIT", kinds.get(kind, name)
        elif format in ("SEE", "ISI"):
            rest = data if kind == "plain" else unread(data, format)
            unread_words = len(self._vocabulary.tokens([rest], False)[0])
            if sentences and not words:
                yield wordless, ""
            elif not sentences and not unread_words:
                yield "EMPTY", "markup alone"
            elif not sentences:
                are = "is" if unread_words == 1 else "are"
                yield "NOTHING_READ", f"read as {format}; {several(unread_words, 'word')} {are} there"
            elif unread_words:
                yield "PARTLY_READ", f"{words} of {words + unread_words} words, read as {format}"
        is_misfit = format in ("SPL", _TEXT) and kind in ("markup", "page", "document")
        if not is_misfit and (tag := re.search(TAG, decoded(b"\n".join(sentences)))):
            yield "TAGS", tag[0]
        if format != "SIMPLE" and words:
            # With `split_sentences` a single sentence is what the rules have left whole.
            if not self._splits and len(sentences) == 1:
                (line,) = sentences
                ends = len(re.findall(SENTENCE_END, line))
                ends += 0 if line.isascii() else len(_FULL_STOPS.findall(decoded(line)))
                if ends:
                    yield "ONE_LINE", f"{ends + 1} sentences, it seems"
            if self._sees_ascii and not data.isascii():
                all_split = filter(is_split, re.findall(r"\w+", decoded(b"\n".join(sentences))))
                if word := next(all_split, ""):
                    yield "SPLIT_WORDS", word


def _key(source: Source) -> File | bytes:
    return source if isinstance(source, File) else _digest(b"\n".join(source.sentences))


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=16).digest()


# The listing.

_COLOURS = {ERROR: "red", WARNING: "yellow"}


def lines(
    config: str,
    findings: Findings,
    width: int,
    *,
    colour: bool,
    worded: Callable[[str], str] = str,
) -> Iterator[str]:
    """Yield the lines of a listing, each with its line end; sentences are wrapped to `width` columns.

    `worded` replaces the Python names of options by the caller's words.
    """
    extent = findings.extent
    yield f"{printable(config)}\n"
    named = {noun: several(count, noun.removesuffix("s")) for noun, count in extent.items()}
    del named["files" if extent["texts"] else "texts"]
    amounts = list(named.values())
    yield f"  {', '.join(amounts[:4])}\n"
    yield f"  {', '.join(amounts[4:])}\n"
    for problem, count, places in findings:
        row = PROBLEMS[problem]
        level = row["level"]
        styled = click.style(level, fg=_COLOURS[level], bold=True) if colour else level
        yield f"\n{styled}: {row['title']}: {count:,}\n"
        for place in places:
            yield from (f"{line}\n" for line in wrapped([f"  - {printable(place)}"], width, 4))
        if count > len(places):
            yield f"  - and {count - len(places):,} more\n"
        texts = [
            f"  {worded(text)}" for text in (row["meaning"], findings.remedies.get(problem, row["remedy"]))
        ]
        yield from (f"{line}\n" for line in wrapped(texts, width, 2))
    yield f"\n{several(findings.count(ERROR), 'error')}, {several(findings.count(WARNING), 'warning')}\n"
