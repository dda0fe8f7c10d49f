"""Doubts about texts that arise during scoring: other scripts, and sentences that nothing separates."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain, compress, islice
from typing import Any, Literal, NamedTuple, Self

from ..errors import Message, printable, several
from ..evaluation import IN_MEMORY
from ..kernel.plan import EMPTY, MARKED, NOT_UTF8, ON_ONE_LINE, SPLIT_WORDS, Integers, Item
from ..rouges import Rouge
from .sentences import Misreading, sentences_in
from .word_lists import built_in_text

_IS_SPLIT = bytes(flags & SPLIT_WORDS for flags in range(256))
"""By flags, other than 0 where the text has split words."""
_SAMPLES = 20
"""The most texts that are kept, so that their language can be found."""
TAG = (
    r"<(?:/[A-Za-z][A-Za-z0-9]*>|[|]|!--|(?i:[npqst]|br|hr|li|t[dr]|[be]os|cls|mask|pad|sep|unk) ?/?>)"
    r"|&(?:amp|lt|gt|quot|nbsp|#[0-9]+);"
    r'|":[ \t]*["\[{]'
)
"""Closing tags, tags of HTML that need none, the special tokens of models, entities, and names in JSON."""
Role = Literal["peer", "model", "source", "text"]
"""The role of a text; in a pool of texts it is a text alone."""
WORDLESS = EMPTY | SPLIT_WORDS
"""The traits of a text with letters but without an ASCII word."""
AS_MODELS, AS_SENTENCES, RAW = 32, 64, 128
"""Traits that no kernel finds. Of the first model of an evaluation: tokens stand as models, or as sentences.
Of a text that must be in tokens: it is not."""
_LONGEST_TOKENS = 8
"""The most characters of a token on average; a sentence of a language without blanks has more."""
_UNPARTED = "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]"
"""Letters of Thai, Lao, Burmese, Khmer, Japanese and Chinese."""
_LONGEST_WORDS = 6
"""The most of these letters in a word on average."""
BYTES_OF_LETTER = 4
"""The most bytes of a letter."""
_JOIN = "join the tokens of each text by blanks"


def read_tokens_as(peer: Item, models: Sequence[Item]) -> int:
    """Return the trait of a peer and models that seem to be lists of words, or of characters; else 0.

    Basic elements, which have `|` in them, are no words.
    """
    first = peer if isinstance(peer, str | bytes) or not len(peer) else peer[0]
    has_blanks = (" " if isinstance(first, str) else b" ") in first
    if not models or (has_blanks and (len(models) == 1 or len(models[0]) > BYTES_OF_LETTER)):
        return 0  # Nearly all texts are like this.
    decoded = ([one.decode("utf-8", "replace") for one in sentences_in(text)] for text in (peer, *models))
    sentences, *of_models = decoded
    sizes = [len("".join(one)) for one in of_models]
    is_longer = len("".join(sentences)) > 1
    if len(models) > 1 and is_longer and any(sizes) and max(sizes) < 2:
        return AS_MODELS
    words = [*sentences, *chain(*of_models)]
    is_short = len("".join(words)) <= _LONGEST_TOKENS * len(words)
    if len(sentences) < 2 or not is_short or any(set(" |").intersection(word) for word in words):
        return 0
    counts = set(map(len, of_models))
    if counts == {1}:
        return AS_MODELS if len(models) > 1 else 0
    return AS_SENTENCES if min(counts) > 1 else 0


def is_blank(text: Item) -> bool:
    """Return True for a text without anything but blanks."""
    return not len(text) or (text.isspace() if isinstance(text, str | bytes) else not _text(text).strip())


def is_raw(text: Item) -> bool:
    """Return True for a text with capitals or a mark of punctuation behind a word; PTB tokens have none."""
    return re.search(r"[A-Z]|[a-z]{3}[.,!?]\Z", _text(text)) is not None


def lacks_blanks(text: Item) -> bool:
    """Return True for a text in a script without blanks between words that no segmenter has parted."""
    sizes = [len(re.findall(_UNPARTED, token)) for token in _text(text).split()]
    return sum(sizes) > _LONGEST_WORDS * sum(map(bool, sizes))


class Empty(NamedTuple):
    """Texts without a word, a token or a basic element: texts in one role or, if peers, of one system."""

    texts: int
    name: str
    """The name of the first text; empty for a text in memory, which is found by its evaluation."""
    evaluation: str

    def note(self, lacking: str, role: str, system: str) -> str:
        """Return the note on these texts, for one text in the words of ROUGE-1.5.5."""
        place = self.evaluation if role == "text" else f"of evaluation {self.evaluation}"
        first = self.name or f"{role} {place}"
        if self.texts == 1:
            return f"{'readBE' if lacking == 'basic element' else 'readText'}: {first} -> empty text"
        subject = f"{self.texts:,} {role}s"
        if system:
            subject = f"system {printable(system)}: {self.texts:,} summaries"
        effect = "they score 0" if role == "peer" else "nothing can match them"
        if lacking == "token":
            effect = "each counts as an empty token"
        return f"{subject} have no {lacking} (the first is {first}), so {effect}"


class Doubts:
    """Counts of texts with figures that may not mean what a user thinks."""

    def __init__(self, *, parts_at_blanks: bool) -> None:
        """Begin without doubts. With `parts_at_blanks` words are all that stands between blanks."""
        self.parts_at_blanks = parts_at_blanks
        self.texts = 0
        """The number of all texts."""
        self.misread: dict[str, Misreading] = {}
        """By their paths, what is wrong with files as their formats read them."""
        self.empty: dict[tuple[str, str, str], Empty] = {}
        """The empty texts, by what they lack (word, token, basic element), role and, for peers, system."""
        self.samples: list[Item] = []
        """The first texts with letters outside ASCII."""
        self._words = self._split_words = 0
        self._flags: dict[int, tuple[int, str, str]] = {}
        """By flags other than 0, the number of texts, and the first one's evaluation and name, in order."""

    def count(
        self,
        traits: bytes,
        words: Integers,
        text: Callable[[int], Item],
        evaluation: Callable[[int], str],
        name: Callable[[int], str],
    ) -> None:
        """Count the doubts about texts; a text that several evaluations use counts in each.

        `traits` has the flags of each text, and `words` its words and its split words. `text`, `evaluation`
        and `name` return the text at a place among them, the evaluation that it belongs to, and its name.
        """
        if any(flags & MARKED for flags in {*traits}):
            traits = bytes(
                flags ^ MARKED if flags & MARKED and not re.search(TAG, _text(text(place))) else flags
                for place, flags in enumerate(traits)
            )
        for flags, texts in Counter(traits.replace(b"\0", b"")).items():
            first = traits.index(flags)
            before, *where = self._flags.get(flags) or (0, evaluation(first), name(first))
            self._flags[flags] = before + texts, where[0], where[1]
        is_split = traits.translate(_IS_SPLIT)
        self._words += sum(compress(words[::2], is_split))
        self._split_words += sum(compress(words[1::2], is_split))
        places = compress(range(len(traits)), is_split)
        self.samples += map(text, islice(places, _SAMPLES - len(self.samples)))

    def add_empty(self, lacking: str, role: str, system: str, empty: Empty) -> None:
        """Add further empty texts."""
        before = self.empty.get((lacking, role, system), empty._replace(texts=0))
        self.empty[lacking, role, system] = before._replace(texts=before.texts + empty.texts)

    def renamed(self, names: Mapping[str, str]) -> Self:
        """Return the doubts with other IDs of systems."""
        other = copy(self)
        other.empty = {
            (lacking, role, names.get(system, system) if role == "peer" else system): texts
            for (lacking, role, system), texts in self.empty.items()
        }
        return other

    def extend(self, other: Self, renamed: Callable[[str], str] = str) -> None:
        """Add the doubts about further evaluations; `renamed` maps their IDs to the IDs here."""
        self.texts += other.texts
        self.misread |= other.misread
        for key, empty in other.empty.items():
            self.add_empty(*key, empty._replace(evaluation=renamed(empty.evaluation)))
        self.samples = (self.samples + other.samples)[:_SAMPLES]
        for flags, (texts, *first) in other._flags.items():
            before, evaluation, name = self._flags.get(flags) or (0, renamed(first[0]), first[1])
            self._flags[flags] = before + texts, evaluation, name
        self._words += other._words
        self._split_words += other._split_words

    def state(self) -> dict[str, Any]:
        """Return everything that is counted, in values that JSON can hold."""
        return {
            "texts": self.texts,
            "misread": self.misread,
            "empty": [[*key, *texts] for key, texts in self.empty.items()],
            "samples": list(map(_text, self.samples)),
            "words": [self._words, self._split_words],
            "flags": [[flags, *texts] for flags, texts in self._flags.items()],
        }

    @classmethod
    def of_state(cls, parts_at_blanks: bool, state: Mapping[str, Any]) -> Self:
        """Return the doubts with this state."""
        doubts = cls(parts_at_blanks=parts_at_blanks)
        doubts.texts = state["texts"]
        doubts.misread = {name: Misreading(*misreading) for name, misreading in state["misread"].items()}
        for lacking, role, system, *empty in state["empty"]:
            doubts.add_empty(lacking, role, system, Empty(*empty))
        doubts.samples = state["samples"]
        doubts._words, doubts._split_words = state["words"]
        doubts._flags = {flags: tuple(first) for flags, *first in state["flags"]}
        return doubts

    @property
    def has_tokens(self) -> bool:
        """True if texts seem to be lists of tokens."""
        return any(flags & (AS_MODELS | AS_SENTENCES) for flags in self._flags)

    def notes(self, rouge: Rouge, of_sentences: str, *, severe: bool = False) -> list[str]:
        """Return a note for each doubt; if `severe`, only for doubts that make figures worthless.

        `rouge` is the imitated program. `of_sentences` names the measures that need sentences, if any.
        """
        if not (self._flags or self.misread):
            return []  # Nearly all runs in programs are like this.
        notes = list(self._misread_notes()) if self.misread and not severe else []
        if as_models := self._found(lambda flags: flags & AS_MODELS):
            notes.append(f"models are single words{as_models[2]}, and each word counts as a model; {_JOIN}")
        # A text without a word scores 0 whatever its sentences are, so it gets only the note on words.
        wordless = self._found(lambda flags: flags & WORDLESS == WORDLESS)
        split = self._found(
            lambda flags: flags & (SPLIT_WORDS if self.parts_at_blanks else WORDLESS) == SPLIT_WORDS
        )
        remedy = ""
        if wordless or split:
            from .languages.language_table import guess  # Few runs have such texts.

            remedy = guess(map(_text, self.samples)) or Message("use `language` CODE or `tokenizer` unicode")
            if "tokens" not in rouge.options:
                remedy = Message("%s, with another `profile`, such as rouge-score", remedy)
        if wordless:
            texts, subject, first = wordless
            zero = "every score is 0" if texts == self.texts else "they can match nothing"
            sees = f"{rouge.title} sees the letters a to z and digits alone"
            notes.append(Message(f"%s no ASCII word, so {zero}%s; {sees}; %s", subject, first, remedy))
        if split and self.parts_at_blanks:
            blanks = "put blanks between the words"
            remedy = Message(f"%s, or {blanks}", remedy) if "tokens" in rouge.options else blanks
            notes.append(
                Message(
                    "texts have no blanks between words%s, so lines are single tokens; %s", split[2], remedy
                )
            )
        if severe:
            return notes
        if split and not self.parts_at_blanks:
            texts, _, first = split
            share = 100 * self._split_words / self._words
            percentage = f"{share:.2g}" if share < 99.5 else "100"
            of_texts = f"the words at non-ASCII letters in {texts:,} of {self.texts:,} texts"
            notes.append(Message(f"{rouge.title} splits {percentage} %% of {of_texts}%s; %s", first, remedy))
        if of_sentences and (as_sentences := self._found(lambda flags: flags & AS_SENTENCES)):
            effect = f"so each word counts as a sentence in {of_sentences}"
            notes.append(f"texts are lists of single words{as_sentences[2]}, {effect}; {_JOIN}")
        if raw := self._found(lambda flags: flags & RAW):
            notes.append(
                Message(
                    "texts have capitals or marks of punctuation%s, which count here; papers on captions drop"
                    " both, and so report higher figures: use `tokenizer` ptb",
                    raw[2],
                )
            )
        if not_utf8 := self._found(lambda flags: flags & NOT_UTF8):
            _, subject, first = not_utf8
            part = (
                "match only equal bytes" if self.parts_at_blanks else "part words like marks of punctuation"
            )
            notes.append(f"{subject} bytes that are not UTF-8{first}, which {part}; store the texts in UTF-8")
        tagged = self._found(lambda flags: flags & MARKED)
        if tagged and not {"markup", "page", "document"} & {kind for kind, *_ in self.misread.values()}:
            _, subject, first = tagged
            notes.append(
                f'{subject} marks like <p>, </s>, &amp; or "name":{first}, which count as words; remove'
                " them, and write each sentence on a line of its own"
            )
        on_one_line = self._found(lambda flags: flags & ON_ONE_LINE and flags & WORDLESS != WORDLESS)
        if on_one_line and of_sentences:
            _, subject, first = on_one_line
            take = f"{of_sentences} {'take' if ' and ' in of_sentences else 'takes'}"
            notes.append(
                Message(
                    f"%s several sentences on one line, which {take} for one%s; write each on a line of its"
                    " own, name what parts them, or ask for `split_sentences`",
                    *(subject, first),
                )
            )
        return notes

    def _misread_notes(self) -> Iterator[str]:
        paths: dict[tuple[str, str], list[str]] = {}
        for path, (kind, format, _) in self.misread.items():
            paths.setdefault((kind, format), []).append(path)
        lines = built_in_text("misreadings.txt").splitlines()
        words = {kind: more for kind, *more in (line.split(" | ") for line in lines)}
        for (kind, format), of_kind in paths.items():
            count, subject = len(of_kind), several(len(of_kind), "file")
            if kind == "unread":
                count = sum(self.misread[path].words for path in of_kind)
                subject = f"{several(count, 'word')} in {subject}"
            says, remedy = (text.format(format=format) for text in words[kind])
            verb = "is" if count == 1 else "are"
            yield Message("%s %s %s (the first is %s); %s", subject, verb, says, of_kind[0], Message(remedy))

    def _found(self, is_meant: Callable[[int], object]) -> tuple[int, str, str] | None:
        """Return how many texts have such flags, subject and verb of a sentence on them, and the first."""
        meant = [texts for flags, texts in self._flags.items() if is_meant(flags)]
        if not meant:
            return None
        texts = sum(count for count, *_ in meant)
        _, evaluation, name = meant[0]
        subject = f"{texts:,} of {self.texts:,} texts {'has' if texts == 1 else 'have'}"
        if texts == self.texts:
            subject = "the only text has" if texts == 1 else f"all {texts:,} texts have"
        first = f"in evaluation {evaluation}" if name == IN_MEMORY else f"is {name}"
        return texts, subject, f" (the first {first})"


def _text(item: Item) -> str:
    if isinstance(item, str):
        return item
    return item.decode("utf-8", "replace") if isinstance(item, bytes) else " ".join(map(_text, item))
