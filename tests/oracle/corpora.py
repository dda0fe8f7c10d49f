"""Random commands with the corpora they read: awkward texts, all formats, all flags.

Cases in which rouge-eval differs from the original on purpose are not drawn: an unknown system, IDs outside
ASCII, evaluation IDs that tie in the order of `-d` and others.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar
from xml.sax.saxutils import escape, quoteattr

from hypothesis import strategies as st

Draw = st.DrawFn
One = TypeVar("One")
Other = TypeVar("Other")
_usual = st.sampled_from  # The first value is the usual one, to which a failing case shrinks.

# Stop words, regular and irregular forms, and words with the same stem; then words that are cut into several
# tokens or lose bytes.
_WORDS = """
the of was it a best well went go mice mouse geese runs runner running agreement agreements agreed relational
relate hopping hoping hope flies fly happily happy comics sayyed skis police x yes ties generalizations
adoption opinion dependent
state-of-the-art don't a's 1,000 3rd 20th U.S. ABC New-York _id_ café naïvely Übung 日本語 words’
""".encode().split()
_AWKWARD = [
    *(b" ", b"  ", b"\t", b"\f", b"\v", b"\r", b"-", b"--", b"'", b", ", b". ", b"/", b"|", b"&", b"<", b">"),
    *(b"\x00", b"\xff", b"\xe9", b"\x85", b"\x1c", *map(str.encode, ("\u00a0", "\u2028", " — ", "“"))),
]
_LETTERS = string.ascii_lowercase

# No two have the same leading number: the original puts those in random order under -d.
_EVALUATION_IDS = [
    *("1", "2b", "03", "10", "11-a", "20040101", "D061", "d061", "topic", "Z.9", "-3", "+4", ".5", "a b")
]
_SYSTEM_IDS = ["1", "2", "10", "11", "lead", "A", "a", "x.y", "_"]
_MODEL_IDS = ["A", "B", "C", "1"]
_FORMATS = ("SPL", "SEE", "ISI")

_VALUES: dict[str, st.SearchStrategy[str | None]] = {
    "n": st.sampled_from([*"012345", "-1", "-0.5"]),
    "w": st.sampled_from(["1.2", "2", "1", "0.5", "3", "1.20", "1.05", "0.1"]),
    "2": st.sampled_from(["0", "1", "4", "9", "-1"]),
    "3": st.sampled_from(["H", "HM", "HMR", "HM1", "HMR1", "HMR2"]),
    "f": st.sampled_from(["A", "B", "B", "b"]),
    "p": st.sampled_from(["0", "0.3", "0.5", "1", ".25", "1e-1"]),
    "t": st.sampled_from("0123"),
    "c": st.sampled_from(["0", "50", "90.5", "95", "99", "100", "95.0"]),
    "r": st.sampled_from(["1", "2", "3", "10", "30", "100", "0.5"]),
    **dict.fromkeys("uUxmMsda", st.none()),
}

_READ_BY_PERL = ["{} ", " {}", "\t{}", "{}x", "{} words"]
"""Texts around a number, which ROUGE-1.5.5 ignores but keeps in labels."""
_FRACTIONS = ["{}.7", "{}.25x", "{}.999999"]
"""Texts that turn a whole number into another number."""
_NO_NUMBERS = ["x", "words", "_1", "- 2", ".", "e5", "٣"]
"""Texts that Perl takes for 0."""


def _typed_for_perl(name: str, numbers: st.SearchStrategy[str | None]) -> st.SearchStrategy[str | None]:
    """Draw the value of a flag, sometimes as a text that only Perl takes for a number."""
    if name not in "nwl2bptcr":
        return numbers
    around = st.sampled_from([*_READ_BY_PERL, *(_FRACTIONS if name in "nlb2r" else ())])
    texts = st.builds(str.format, around, numbers)
    # The original dies where a weight or a number of resamples is 0.
    return _mostly(numbers, texts if name in "wr" else texts | st.sampled_from(_NO_NUMBERS))


def _mostly(usual: st.SearchStrategy[One], other: st.SearchStrategy[Other]) -> st.SearchStrategy[One | Other]:
    """Draw one value in four from `other`. (`one_of` drops strategies that are named twice.)"""
    return st.integers(0, 3).flatmap(lambda number: st.one_of(other if number == 3 else usual))


class Case(NamedTuple):
    """A command and the files that it reads, by their paths in the working directory."""

    arguments: list[str]
    files: dict[str, bytes]
    comparisons: int
    """The number of summaries of peers that are scored."""

    def write(self, directory: Path) -> None:
        """Write the files to a directory."""
        for name, content in self.files.items():
            path = directory / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


@st.composite
def cases(draw: Draw) -> Case:
    """Draw a command, either for tokens in SPL, SEE and ISI or for basic elements."""
    return draw(_mostly(_case_of_tokens(), _case_of_elements()))


@st.composite
def _case_of_tokens(draw: Draw) -> Case:
    formats = draw(st.lists(st.sampled_from(_FORMATS), min_size=1, max_size=3, unique=True))
    return draw(_case(formats, draw(_pool(formats)), measures="nw2uUx"))


@st.composite
def _case_of_elements(draw: Draw) -> Case:
    formats, measures = draw(_usual([(["SIMPLE"], "3ux"), (["SIMPLE", "ISI"], "3sU"), (["ISI"], "3nw2uUx")]))
    # The original reads any file as if it were empty where the format is ISI.
    return draw(_case(formats, draw(_pool(formats[:1])), measures))


@st.composite
def _pool(draw: Draw, formats: Sequence[str]) -> dict[str, bytes]:
    """Draw a few files, which several evaluations use as peers and models."""
    sentences = draw(_sentences())
    return {
        f"texts/{format.lower()}{number}": draw(_FILES[format](sentences))
        for format in formats
        for number in range(1, draw(st.integers(1, 4)) + 1)
    }


# Texts


@st.composite
def _sentences(draw: Draw) -> list[bytes]:
    """Draw the sentences of which all summaries of a case consist, so that they overlap and repeat.

    Long sentences of few words have longest common subsequences that often tie.
    """
    words = draw(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=8, unique=True))
    plain = _spelled(words, st.text(_LETTERS[: len(words)], min_size=4, max_size=25))
    runs = _spelled(words, st.text(_LETTERS[: min(4, len(words))], min_size=10, max_size=25))
    awkward = st.lists(st.sampled_from([*_AWKWARD, *words]), max_size=12).map(b"".join)
    return draw(st.lists(_mostly(st.one_of(plain, runs), awkward), min_size=1, max_size=6))


def _spelled(words: Sequence[bytes], letters: st.SearchStrategy[str]) -> st.SearchStrategy[bytes]:
    return letters.map(lambda text: b" ".join(words[_LETTERS.index(letter)] for letter in text))


# Files


def _almost(*parts: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Draw all parts in a row, each as its first variant, or one of them as another variant."""
    usual = [variants[0] for variants in parts]
    others = [
        b"".join([*usual[:place], variant, *usual[place + 1 :]])
        for place, variants in enumerate(parts)
        for variant in variants[1:]
    ]
    return _mostly(st.just(b"".join(usual)), st.sampled_from(others))


_NOTHING = st.just(b"")


@st.composite
def _file_of_lines(
    draw: Draw,
    sentences: Sequence[bytes],
    opening: st.SearchStrategy[bytes] = _NOTHING,
    closing: st.SearchStrategy[bytes] = _NOTHING,
) -> bytes:
    """Draw lines, anchored or numbered, some with small faults, with various ends and blank lines."""
    chosen = draw(st.lists(st.sampled_from(sentences), min_size=draw(_usual([1, 3, 3, 0])), max_size=6))
    lines = [draw(opening) + sentence + draw(closing) for sentence in chosen]
    end = draw(_usual([b"\n", b"\n", b"\r\n", b"\n\n", b"\n \n", b"\r", b" \n "]))
    return end.join(lines) + draw(_usual([b"\n", b"", end, end + end]))


_SEE_ANCHOR = _almost(
    [b"", b" ", b"\t", b"<p>"],
    [b"<a ", b"<a  ", b"<A "],
    [b"", b'size="10" ', b'size="2" ', b'size="1"', b'size="1"  ', b"size=1 "],
    [b'name="12">', b'name="">', b"name=1>", b'name="a">', b'name="1" >'],
    [b"[12]</a>", b"[]</a>", b"[x]</a>", b"1</a>", b"[1]</A>", b"[1] </a>"],
    [b" ", b"  ", b"\t", b"\r", b"\f\v", "\u00a0".encode(), b"\x00", b""],
    [b'<a href="#12" ', b'<a href="1" ', b'<a href="#1"  ', b'<a href="#" '],
    [b"id=12>", b'id="1">', b"id=>", b"id=1 >", b"id=1", b""],
)
_SEE_CLOSING = _usual([b"</a>", b"", b"<", b"</a> more", b"<b>more</b></a>", b">"])


_ISI_OPENING = _almost(
    [b"", b" ", b"<DOC>"],
    [b"<S ", b"<s ", b"<S  "],
    [b'SNTNO="12"', b'SNTNO="1a,2"', b'SNTNO="z"', b'SNTNO="A"', b'SNTNO=""', b"SNTNO=1", b'SNTNO="1.2"'],
    [b">", b" >", b' DOCID="1">', b""],
)
_ISI_CLOSING = _usual([b"</S>"] * 4 + [b"</S> more", b"</S></S>", b"", b"</s>", b"</S >", b"<b></S>"])


@st.composite
def _simple_file(draw: Draw, sentences: Sequence[bytes]) -> bytes:
    """Draw basic elements, always with three fields: any other number is an error in the original."""
    words = b" ".join(sentences).replace(b"|", b" ").split() or [b"word"]
    gaps = [b" ", b"  ", b"\t", b"\f \v", b"-", b"\xff", b"\x00", "\u00a0".encode()]
    phrase = st.sampled_from(words) | st.lists(st.sampled_from([*words, *gaps]), max_size=6).map(b"".join)
    lines = [
        b"|".join([draw(phrase), draw(_MODIFIER | phrase), draw(_RELATION)])
        for _ in range(draw(st.integers(0, 8)))
    ]
    end = draw(_usual([b"\n", b"\n", b"\r\n"]))
    if end == b"\n":
        lines = [line + draw(_usual([b"", b"", b"|", b"||"])) for line in lines]
    return end.join(lines) + draw(_usual([end, b""] if lines else [b""]))


_MODIFIER = _usual([b"nil", b"nil", b"NIL", b"nils", b"nil ", b"nil nils"])
_RELATION = _usual([b"nil", b"subj", b"nn", b"NIL", b"nils", b" nil", b"mod of", "né".encode(), b"\x00"])

_FILES: dict[str, Callable[[Sequence[bytes]], st.SearchStrategy[bytes]]] = {
    "SPL": _file_of_lines,
    "SEE": partial(_file_of_lines, opening=_SEE_ANCHOR, closing=_SEE_CLOSING),
    "ISI": partial(_file_of_lines, opening=_ISI_OPENING, closing=_ISI_CLOSING),
    "SIMPLE": _simple_file,
}


# Configurations and commands


@st.composite
def _case(draw: Draw, formats: Sequence[str], files: dict[str, bytes], measures: str) -> Case:
    xml = _case_of_xml(formats, files, measures)
    return draw(xml if len(formats) > 1 else _mostly(xml, _case_of_file_list(formats[0], files, measures)))


class _Eval(NamedTuple):
    """An EVAL element: IDs with the names of their files; None stands for a P without text."""

    id: str
    format: str
    peers: list[tuple[str, str | None]]
    models: list[tuple[str, str]]


@st.composite
def _case_of_xml(draw: Draw, formats: Sequence[str], files: dict[str, bytes], measures: str) -> Case:
    evals = [draw(_eval(formats, files)) for _ in range(draw(st.integers(1, 4)))]
    systems = sorted({system for each in evals for system, _ in each.peers})
    if not systems:
        systems = ["1"]
        evals[0].peers.append(("1", draw(st.sampled_from(sorted(files)))))
    system = draw(_mostly(st.none(), st.sampled_from(systems)))
    flags = draw(_flags(measures + ("a" if system is None else ""), files))
    if system is None and not any(flag == "a" for flag, _ in flags):
        flags.append(("a", None))
    arguments = draw(_typed(flags)) + ["config.xml"] + ([system] if system else [])
    scored = systems if system is None else [system]
    comparisons = {(each.id, id) for each in evals for id, name in each.peers if name and id in scored}
    return Case(arguments, files | {"config.xml": draw(_xml(evals))}, len(comparisons))


@st.composite
def _eval(draw: Draw, formats: Sequence[str], files: dict[str, bytes]) -> _Eval:
    """Draw an EVAL element, whose IDs may be repeated and whose peers may be missing."""
    format = draw(st.sampled_from(formats))
    fitting = [name for name in files if format.lower() in name]
    names = st.sampled_from([*fitting * 4, *files])
    peers = st.tuples(st.sampled_from(_SYSTEM_IDS), _mostly(names, st.none()))
    models = st.tuples(st.sampled_from(_MODEL_IDS), names)
    return _Eval(
        draw(st.sampled_from(_EVALUATION_IDS)),
        format,
        draw(st.lists(peers, min_size=draw(_usual([1, 3, 0])), max_size=4)),
        draw(st.lists(models, min_size=1, max_size=4)),
    )


@st.composite
def _xml(draw: Draw, evals: Sequence[_Eval]) -> bytes:
    """Draw a configuration, whose element names, roots and blanks vary without changing its meaning."""
    case = draw(_usual([str.upper, str.lower, str.title]))
    root, names = draw(_usual([("texts", 1), ("./texts/", 1), (".", 0)]))
    blank = draw(_usual(["", " ", "\n  "]))

    def element(name: str, content: str, attributes: str = "") -> str:
        return f"<{case(name)}{attributes}>{content}</{case(name)}>"

    def file(name: str | None) -> str:
        if name is None:
            return ""  # The original reads blanks as the root itself, which is an empty text.
        return blank + escape(name.split("/", 1)[1] if names else name) + blank

    def listed(name: str, entries: Sequence[tuple[str, str | None]]) -> str:
        return blank.join(element(name, file(path), f" ID={quoteattr(id)}") for id, path in entries)

    parts = [
        element(
            "EVAL",
            blank.join(
                [
                    element("PEER-ROOT", blank + root + blank),
                    element("MODEL-ROOT", blank + root + blank),
                    element("INPUT-FORMAT", blank, f' TYPE="{case(each.format)}"'),
                    element("PEERS", blank + listed("P", each.peers) + blank),
                    draw(_usual(["", "<!-- no model -->"])),
                    element("MODELS", blank + listed("M", each.models) + blank),
                ]
            ),
            f" ID={quoteattr(each.id)}",
        )
        + "\n"
        for each in evals
    ]
    if draw(st.booleans()):
        parts[0] = f"<group>{parts[0]}</group>\n"
    declaration = draw(_usual(["", '<?xml version="1.0"?>\n', '<?xml version="1.0" encoding="UTF-8"?>\n']))
    name, attributes = draw(_usual([("ROUGE_EVAL", ""), ("rouge-eval", ' version="1.0"')]))
    return f"{declaration}<{name}{attributes}>\n{''.join(parts)}</{name}>\n".encode()


@st.composite
def _case_of_file_list(draw: Draw, format: str, files: dict[str, bytes], measures: str) -> Case:
    evaluations = draw(
        st.lists(st.lists(st.sampled_from(sorted(files)), min_size=2, max_size=4), min_size=1, max_size=4)
    )
    flags = draw(_flags(measures + "a", files))
    flags.insert(draw(st.integers(0, len(flags))), ("z", format))
    label = draw(st.sampled_from([[], ["1"], ["lead"]]))
    config = draw(_file_list(evaluations))
    return Case([*draw(_typed(flags)), "list", *label], files | {"list": config}, len(evaluations))


@st.composite
def _file_list(draw: Draw, evaluations: Sequence[Sequence[str]]) -> bytes:
    """Draw a file list, whose blanks, line ends, comments and blank lines vary."""
    gap = draw(_usual([" ", "  ", "\t", " \t"]))
    end = draw(_usual(["\n", "\n", "\r\n", " \n"]))
    start = draw(_usual(["", "", "", " "]))
    lines = []
    for names in evaluations:
        lines += draw(_usual([[], [], ["# a comment"], ["#"], [""], [" \t"]]))
        lines.append(start + gap.join(names))
    return (end.join(lines) + draw(_usual([end, ""]))).encode()


@st.composite
def _flags(draw: Draw, measures: str, files: dict[str, bytes]) -> list[tuple[str, str | None]]:
    """Draw flags with values in any order, but none that exclude each other."""
    texts = [text for content in files.values() for text in re.split(rb"[\n<>]", content)]
    values = _VALUES | {
        "l": _limits({len(text.split()) for text in texts}),
        "b": _limits({len(text) for text in texts}),
    }
    values = {name: _typed_for_perl(name, drawn) for name, drawn in values.items()}
    names = [*measures, *"sfptcd", *draw(_usual(["", "l", "b"])), draw(_usual("mM"))]
    optional = {name: values[name] for name in names if name not in "3r"}
    flags = list(draw(st.fixed_dictionaries({}, optional=optional)).items())
    flags += [(name, draw(values[name])) for name in "3r" if name in [*names, "r"]]
    flags = list(draw(st.permutations(flags)))
    if draw(_mostly(st.just(False), st.just(True))):
        name, _ = draw(st.sampled_from(flags))
        flags.insert(0, (name, draw(values[name])))  # The last of a repeated flag wins.
    return flags


def _limits(lengths: set[int]) -> st.SearchStrategy[str]:
    """Draw any limit, or a limit at which a sentence ends."""
    return st.one_of(st.integers(0, 40), st.sampled_from(sorted(lengths))).map(str)


@st.composite
def _typed(draw: Draw, flags: Sequence[tuple[str, str | None]]) -> list[str]:
    """Draw arguments for flags: apart or behind one dash, with values attached or not."""
    arguments: list[str] = []
    open = False  # True if the last argument has flags without values, so that another flag can join it.
    for name, value in flags:
        if open and draw(st.booleans()):
            arguments[-1] += name
        else:
            arguments.append(f"-{name}")
        open = value is None
        if value is not None and draw(st.booleans()):
            arguments[-1] += value
        elif value is not None:
            arguments.append(value)
    return arguments
