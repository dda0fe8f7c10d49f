"""`rouge-tools oracle`, `duplicates` and `matrix`: texts without systems; and the rows ORACLE and LEAD-k."""

import json
import warnings
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

from ...api.extracts import Oracle, greedy, lead
from ...api.extracts import oracle as oracle_of
from ...api.many import PreparedTexts
from ...api.scorer import Scorer
from ...errors import InputError, Message, OptionError, some
from ...evaluation import Evaluation, Source, Text
from ...inputs.json_rows import ABSENT, Row, row_of
from ...inputs.line_files import LineFile
from ...inputs.streams import Listed, stream_of
from ...options import Options, jobs_of
from ...rendering.presentation import valid
from ...rendering.whole_files import check_apart, write_whole
from ...rouges import plain_name
from ...scoring.profile import Profile
from ...scoring.results import plain_note
from ...scoring.saved_scores import npy_header
from ...text.files import check_standard_input, named
from ...text.sentences import load, read_sentences
from ..console import tell_notes, watching, worker_processes, write_lines
from ..request import Input, options_with_measures

Texts = list[list[str]]
_AT_ONCE = 32
"""The number of documents that a worker process takes at once."""


def duplicates(flags: SimpleNamespace) -> None:
    """Print texts without the texts that resemble an earlier one."""
    lines, texts = _read(flags.texts, flags.field)
    scorer, measure = _scorer(flags, [flags.texts])
    threshold = float(flags.above)
    if threshold > 1:
        raise OptionError(f"--above {threshold:g}: F is at most 1; give a number such as 0.7")
    with watching(quiet=flags.quiet) as watch:
        prepared = _prepared(scorer, texts, flags.texts)
        if flags.write == "pairs":  # Pairs are written as soon as they are found.
            pairs = scorer.each_duplicate(prepared, threshold, measure)
            listed = (
                f"{first + 1}\t{second + 1}\t{figure!r}"
                for first, second, figure in pairs
                if figure > threshold
            )
        else:
            groups = scorer.groups(prepared, threshold, measure, progress=watch("Comparing"))
            if flags.write == "groups":
                listed = (" ".join(str(place + 1) for place in group) for group in groups)
            else:
                listed = (lines[group[0]].decode("utf-8", "surrogateescape") for group in groups)
    write_lines((f"{line}\n" for line in listed), flags.output)


def matrix(flags: SimpleNamespace) -> None:
    """Write the figures of all pairs of texts."""
    if flags.output and flags.output.lower().endswith(
        (".json", ".jsonl", ".npz", ".parquet", ".xls", ".xlsx")
    ):
        raise OptionError(
            f"-o {flags.output}: the matrix is CSV, or an array of NumPy; give a .csv or .npy file"
        )
    paths = [flags.texts, *filter(None, [flags.models])]
    check_standard_input(paths)
    texts = [_read(path, flags.field)[1] for path in paths]
    scorer, measure = _scorer(flags, paths)
    with watching(quiet=flags.quiet) as watch:
        peers, *models = (_prepared(scorer, *of_file) for of_file in zip(texts, paths, strict=True))
        columns = models[0] if models else None
        found = scorer.matrix(peers, columns, measure, flags.figure, progress=watch("Comparing"))
    if flags.output is not None and flags.output.endswith(".npy"):
        write_whole(flags.output, b"".join((npy_header("f", *(found.shape or ())), found)))
    else:
        flat, width = found.cast("B").cast("d"), len(peers if columns is None else columns)
        rows = (flat[start : start + width] for start in range(0, len(flat), width))
        write_lines((",".join(map(repr, row)) + "\n" for row in rows), flags.output)


def oracle(flags: SimpleNamespace) -> None:
    """Find the sentences of each document that together score best."""
    paths = [flags.documents, *filter(None, [flags.references])]
    check_standard_input(paths)
    check_apart([flags.output], paths)
    documents, references = _documents(flags, paths)
    if flags.measures is not None and (flags.lead is not None or flags.method != "greedy"):
        tell_notes(["--measures changes nothing without --method greedy"])
    if len(documents) > 1 and all(len(document) < 2 for document in documents):
        remedy = f"put {flags.sentence_separator} between them" if flags.references else "give lists of them"
        tell_notes([f"{flags.documents}: no document has two sentences; {remedy}"])
    if flags.lead is None:
        extracts = _oracles(flags, documents, references)
        if not any(extracts):
            tell_notes(
                [Message("no sentence scores; if the texts are not in English, give their `language`")]
            )
    else:
        extracts = [lead(one, int(flags.lead), block_trigrams=flags.block_trigrams) for one in documents]
    write_lines((f"{_extract(flags, *one)}\n" for one in zip(documents, extracts, strict=True)), flags.output)


def _searched(document: Sequence[str], reference: Sequence[str], **choices: Any) -> Oracle:
    """Return the oracle of a document. The command has one note for all documents without an extract."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return oracle_of(document, reference, **choices)


def _oracles(flags: SimpleNamespace, documents: Texts, references: Texts) -> list[Sequence[int]]:
    """Return the indices of the oracle of each document; `--jobs` processes share the documents."""
    search = partial(
        _searched,
        most=int(flags.most),
        measures=_MEASURES if flags.measures is None else tuple(map(str.strip, flags.measures.split(","))),
        method=flags.method,
        options=with_bigrams(options_with_measures(flags)),
    )
    jobs = min(jobs_of(flags.jobs), -(-len(documents) // _AT_ONCE))
    found: list[Sequence[int]] = []
    with watching(quiet=flags.quiet) as watch, ExitStack() as stack:
        progress = watch("Extracting")
        oracles: Iterable[Oracle] = map(search, documents, references)
        if jobs > 1:
            executor = stack.enter_context(worker_processes(jobs))
            oracles = executor.map(search, documents, references, chunksize=_AT_ONCE)
        for one in oracles:
            found.append(one.indices)
            if progress is not None:
                progress(len(documents), len(found))
    return found


def _extract(flags: SimpleNamespace, document: Sequence[str], indices: Sequence[int]) -> str:
    """Return an extract of a document, given by indices, in the form that `--write` names."""
    if flags.write == "indices":
        return " ".join(map(str, indices))
    if flags.write == "labels":
        return " ".join(str(int(place in indices)) for place in range(len(document)))
    sentences = [document[place] for place in sorted({*indices}) if document]
    if flags.references is None:
        return json.dumps([*map(valid, sentences)], ensure_ascii=False)
    return f" {flags.sentence_separator} ".join(sentences)


def _documents(flags: SimpleNamespace, paths: Sequence[str]) -> tuple[Texts, Texts]:
    """Return the sentences of each document, and of each reference."""
    if flags.references is None:
        lines = _lines(flags.documents)
        try:
            rows = _rows(flags.documents, lines)
        except InputError as error:
            raise InputError(
                "%s; if each line is a document, name the file of its references, too (with --lead, the same"
                " file)",
                error.args[0],
            ) from error
        documents = [_sentences(row, flags.document_field) for row in rows]
        return documents, [_sentences(row, flags.reference_field) for row in rows if flags.lead is None]
    documents, references = (
        [parted(line, flags.sentence_separator) for line in _lines(path)] for path in paths
    )
    if len(documents) != len(references):
        raise InputError(
            f"{flags.documents} has {len(documents):,} lines, but {flags.references} {len(references):,};"
            " give each document its reference on the same line"
        )
    return documents, references


def _sentences(row: Row, field: str) -> list[str]:
    value = row.value(field)
    if value is ABSENT:
        raise row.missing(field, "document_field` or `reference_field")
    text: str = "" if value is None else row.text(field, value)
    return value if isinstance(value, list) else text.splitlines()


def _lines(path: str) -> list[bytes]:
    return [line for lines in LineFile(path).lines() for line in lines]


def _rows(path: str, lines: Iterable[bytes]) -> list[Row]:
    return [row_of(line, named(path), number) for number, line in enumerate(lines, 1) if line.strip()]


def _read(path: str, field: str | None) -> tuple[list[bytes], list[Any]]:
    """Return the lines of a file, and their texts."""
    lines = _lines(path)
    if field is None:
        if all(line.startswith(b'{"') for line in lines):
            tell_notes([f"{path}: JSON Lines are compared as they stand; name the texts by --field"])
        return lines, lines
    rows = _rows(path, lines)
    for row in rows:
        if row.value(field) is ABSENT:
            raise row.missing(field, "field")
    return [line for line in lines if line.strip()], [row.text(field, row.value(field)) for row in rows]


def _scorer(flags: SimpleNamespace, read: Sequence[str]) -> tuple[Scorer, str | None]:
    """Return the scorer, and the name of the measure, which may be spelt as in another profile."""
    options = options_with_measures(flags)
    check_apart([flags.output], read)
    names = {plain_name(measure.name): measure.name for measure in Profile(options).measures}
    measure = flags.measure and names.get(plain_name(flags.measure), flags.measure)
    return Scorer(options, jobs=jobs_of(flags.jobs)), measure


def _prepared(scorer: Scorer, texts: Sequence[Any], name: str) -> PreparedTexts:
    try:
        with warnings.catch_warnings(action="ignore"):  # The notes below say the same.
            prepared = scorer.prepare(texts)
    except InputError:
        for number, text in enumerate(texts, 1):  # A basic element is wrong: find its text.
            try:
                scorer.prepare([text])
            except InputError as error:
                message = str(error).replace("text in memory", f"{name}, text {number}")
                raise InputError(message) from error
        raise
    tell_notes(Message("%s: %s", name, plain_note(note)) for note in prepared.notes)
    return prepared


# The systems ORACLE and LEAD-k of rouge-eval: their peers are extracts of articles.

_MOST = 3
"""The greatest number of sentences of an oracle, as in most papers."""
_MEASURES = ("ROUGE-1", "ROUGE-2")


def with_extracts(input: Input, flags: SimpleNamespace, options: Options) -> Input:
    """Return the input with the systems of `--oracle` and `--lead`.

    Raises `OptionError` if the input has systems of their names, and for `--lead` alone, and `InputError` if
    the numbers of articles and evaluations differ.
    """
    if flags.oracle is None:
        if flags.lead is not None:
            raise OptionError("--lead goes with --oracle, which names the articles; give that, too")
        return input
    names = ["ORACLE", *([] if flags.lead is None else [f"LEAD-{int(flags.lead)}"])]
    for name in names:
        if name in input.evaluations.systems:
            raise OptionError(f"the input has a system {name}; rename it, or leave --oracle out")
    articles = [line for lines in LineFile(flags.oracle).lines() for line in lines]
    if len(articles) != len(input.evaluations):
        raise InputError(
            f"{flags.oracle} has {len(articles):,} articles for {len(input.evaluations):,} evaluations;"
            " write the article of each on a line, in their order"
        )
    searched = with_bigrams(replace(options, about=()))
    if lacking := _lacking(searched):
        raise OptionError(f"--oracle searches by ROUGE-1 and ROUGE-2; choose {some(lacking)}, too")
    scorer, extended = Scorer(searched), list[Evaluation]()
    for evaluation, article in zip(input.evaluations, articles, strict=True):
        sentences = parted(article, flags.sentence_separator)
        models = [_sentences_of(model) for model in evaluation.models]
        found = [greedy(sentences, models, _MOST, _MEASURES, scorer)[0]]
        if flags.lead is not None:
            found.append(lead(sentences, int(flags.lead)))
        marks = {model.sentence_marks for model in evaluation.models if isinstance(model, Text)} or {"lines"}
        peers = {
            name: Text(
                tuple(sentences[place].encode("utf-8", "surrogateescape") for place in places),
                f"{flags.oracle}, {name} of evaluation {evaluation.id}",
                min(marks),
            )
            for name, places in zip(names, found, strict=True)
        }
        extended.append(evaluation._replace(peers={**evaluation.peers, **peers}))
    return input._replace(
        evaluations=stream_of(Listed(input.evaluations, extended)),
        systems=None if input.systems is None else (*input.systems, *names),
        paths=(*input.paths, flags.oracle),
    )


def _sentences_of(source: Source) -> list[str]:
    if not isinstance(source, Text) and source.format == "SIMPLE":
        raise InputError(f"{source.path} has basic elements, but --oracle needs sentences; leave it out")
    return [sentence.decode("utf-8", "replace") for sentence in read_sentences(load(source))]


def parted(line: bytes, separator: str | None) -> list[str]:
    """Return the sentences of a line between separators, by default `<q>`; an empty one parts nothing."""
    text = line.decode("utf-8", "surrogateescape")
    parts = text.split("<q>" if separator is None else separator) if separator != "" else [text]
    return [sentence for part in parts if (sentence := part.strip())]


def with_bigrams(options: Options) -> Options:
    """Return the options with ROUGE-1 and ROUGE-2 among the measures, unless the profile has its own."""
    lacking = _lacking(options)
    if options.types:
        return replace(options, types=(*options.types, *map(plain_name, lacking)))
    has_types = any(measure.name.startswith("rouge") for measure in Profile(options).measures)
    return replace(options, max_ngram=2) if lacking and not has_types else options


def _lacking(options: Options) -> list[str]:
    names = {plain_name(measure.name) for measure in Profile(options).measures}
    return [name for name in _MEASURES if plain_name(name) not in names]
