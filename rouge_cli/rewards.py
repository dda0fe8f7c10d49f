"""ROUGE as a reward for training loops: TRL calls a `RougeReward`, and verl its `compute_score`.

from rouge_cli.rewards import RougeReward

GRPOTrainer(model, reward_funcs=[RougeReward("ROUGE-L", reference="answer")], train_dataset=rows)

Neither package is imported. One call of the kernel counts all completions of a batch, and a reference that
several completions share is read once.
"""

import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from math import inf
from numbers import Real
from operator import mul
from reprlib import repr as shortened
from typing import Any, Literal

from .errors import InputError, OptionError, several
from .evaluation import Numbered
from .inputs.streams import Batch
from .numbers import RealAsTyped
from .options import Options
from .rouges import CLASSIC, ROUGES
from .scoring.counters import counter_of
from .scoring.profile import Profile
from .scoring.scores import FIGURE_NAMES
from .scoring.tally import Tally

Figure = Literal["f", "recall", "precision"]
_MEASURE = re.compile(
    r"ROUGE-(?:(?P<n>[1-9][0-9]{,3})|(?P<l>L)|W-(?P<weight>[0-9]+(?:\.[0-9]*)?|\.[0-9]+)|S(?P<u>U?)(?P<gap>0|[1-9][0-9]*|\*))"
)
"""The names of measures as reports have them."""


class _TokenIds(str):
    """The IDs of a text's tokens, written as numerals."""


class RougeReward:
    """A reward function: the figure of a measure for each completion, from 0 to 1.

    `RougeReward("ROUGE-L", reference="answer")(completions=texts, answer=references)` returns a list of
    floats. A completion is a string, a list of token IDs, or a list of chat messages, whose assistant's
    last message counts. Its reference is the item at the same place of the column: a string, token IDs, or a
    list of several references. If a completion or its reference is None, so is the reward.

    A reward can be pickled, and several threads may use it at once.
    """

    def __init__(
        self,
        measure: str = "ROUGE-L",
        *,
        reference: str = "reference",
        figure: Figure = "f",
        options: Options | None = None,
        drop_reasoning: bool | tuple[str, str] = False,
        fade: tuple[int, int] | None = None,
    ) -> None:
        """Make a reward of a measure as reports name it: ROUGE-2, ROUGE-L, ROUGE-W-1.2, ROUGE-SU4 ….

        `reference` is the name of the column of references. `options` choose everything but the measure:
        stems, a language, several models and so on. `drop_reasoning` drops the text between <think> and
        </think>, or between two other tags, and then all text before a closing tag and behind an opening tag.
        `fade=(200, 300)` keeps the rewards of completions of up to 200 tokens, lowers the rewards of longer
        completions in proportion, and gives 0 from 300 tokens on. Token IDs are compared as they are.

        Raises `OptionError` for anything else, and `InputError` for word lists that cannot be read.
        """
        self.measure, self.reference, self.figure = measure, reference, figure
        self.options, self.drop_reasoning, self.fade = options, drop_reasoning, fade
        self.__name__ = f"{measure} {figure}"  # TRL logs rewards under the names of functions.
        if figure not in FIGURE_NAMES:
            raise OptionError("`figure` must be f, recall or precision, not %r", figure)
        if fade is not None and not (_is_pair(fade, Real) and 0 <= fade[0] < fade[1] < inf):
            raise OptionError("`fade` must be two lengths, the second one longer, not %r", fade)
        self._tags = ("<think>", "</think>") if drop_reasoning is True else drop_reasoning
        if self._tags and not (_is_pair(self._tags, str) and all(self._tags)):
            raise OptionError("`drop_reasoning` must be True, False or two tags, not %r", drop_reasoning)
        if options is not None and (options.about or options.basic_elements):
            raise OptionError("a reward has one measure of ROUGE; drop `about` and `basic_elements`")
        if options is None:
            options = Options(profile="rouge-score" if str(measure).startswith("rouge") else CLASSIC)
        self._profile = Profile(_options(measure, options))
        # The tokens of a profile keep numerals as they are, so token IDs can be compared as a text.
        self._takes_ids = options.is_plain and not options.is_limited and not drop_reasoning
        lists = self._profile.word_lists()
        self._counter = counter_of(self._profile, lists)
        rouge = ROUGES[options.profile]  # ROUGE-1 counts the tokens of a text, which are its length.
        lengths = _options(rouge.grams[0] if rouge.types else "ROUGE-1", options)
        lengths = replace(lengths, jackknife=False, counts="all" if "counts" in rouge.options else None)
        self._fading = fade and (counter_of(Profile(lengths), lists), *fade)
        self._place = [one.name for one in self._profile.measures].index(measure)

    def __reduce__(self) -> tuple[object, ...]:
        choices = ("reference", "figure", "options", "drop_reasoning", "fade")
        return partial(RougeReward, self.measure, **{name: getattr(self, name) for name in choices}), ()

    def __repr__(self) -> str:
        return f"RougeReward({self.measure!r}, reference={self.reference!r}, figure={self.figure!r})"

    def __call__(
        self, prompts: object = None, completions: Sequence[Any] = (), **columns: Any
    ) -> list[float | None]:
        """Return the reward of each completion, as TRL's trainers call it.

        `prompts` and all columns but the references are ignored. Raises `OptionError` if the column of
        references is missing, `InputError` for lists of different lengths, an empty list of references and
        token IDs beside texts, and `TypeError` for anything that is not a text.
        """
        if self.reference not in columns:
            have = f"there are: {', '.join(columns)}" if columns else "no column was passed by name"
            raise OptionError("no column %r; %s; name it by `reference`", self.reference, have)
        return self._rewards(completions, columns[self.reference])

    def compute_score(
        self,
        data_source: str = "",
        solution_str: str | None = None,
        ground_truth: Any = None,
        extra_info: object = None,
        **rest: Any,
    ) -> float | list[float]:
        """Return the reward of one completion, as verl calls its custom reward function.

        verl's manager of batches passes lists by name (`solution_strs`, `ground_truths`); then a list comes
        back. A ground truth may be a mapping with the references as its `target`. Raises `InputError` if a
        ground truth is None, and the errors of a call.
        """
        is_batch = "solution_strs" in rest
        if not is_batch:
            rest |= {"solution_strs": [solution_str], "ground_truths": [ground_truth]}
            rest["data_sources"] = [data_source]
        references = [
            truth["target"] if isinstance(truth, Mapping) and "target" in truth else truth
            for truth in rest["ground_truths"]
        ]
        rewards: list[Any] = self._rewards(rest["solution_strs"], references)
        if None in rewards:
            sources = dict(enumerate(rest.get("data_sources", ())))
            source = sources.get(rewards.index(None), "the data")
            raise InputError(f"a row of {source} has no ground truth; give each row one")
        return rewards if is_batch else rewards[0]

    def _rewards(self, completions: Sequence[Any], references: Sequence[Any]) -> list[float | None]:
        if len(completions) != len(references):
            raise InputError(
                f"{several(len(completions), 'completion')}, but {several(len(references), 'reference')};"
                " give each completion its own"
            )
        peers: dict[int, str] = {}
        groups: dict[tuple[str, ...], list[int]] = {}
        for place, (completion, reference) in enumerate(zip(completions, references, strict=True)):
            if completion is None or reference is None:
                continue
            models: tuple[str, ...] = (reference,)
            if type(completion) is not str or type(reference) is not str:
                completion, models = _completion(completion), _references(reference, place)
                kinds = {isinstance(text, _TokenIds) for text in (completion, *models) if text}
                if len(kinds) > 1:
                    raise InputError(
                        f"completion {place + 1}: token IDs go with token IDs, and texts with texts"
                    )
                if True in kinds and not self._takes_ids:
                    raise OptionError(
                        "token IDs are compared as they are; drop options that choose tokens or cut texts"
                    )
            if self._tags:
                # The text between two tags is dropped, and then all text before the last closing tag.
                opening, closing = map(re.escape, self._tags)
                between = re.compile(rf"{opening}.*?(?:{closing}|\Z)", re.DOTALL)
                completion = between.sub("", completion).rpartition(self._tags[1])[2]
            groups.setdefault(models, []).append(place)
            peers[place] = completion
        rewards: list[float | None] = [None] * len(completions)
        if peers:
            shared = [(models, [peers[place] for place in places]) for models, places in groups.items()]
            for place, reward in zip(chain(*groups.values()), self._counted(shared), strict=True):
                rewards[place] = reward
        return rewards

    def _counted(self, shared: list[tuple[tuple[str, ...], list[str]]]) -> Sequence[float]:
        """Return the rewards of texts, which stand with the models that they share."""
        self._profile.check_models(range(max(len(models) for models, _ in shared)))
        batch = Batch(shared, Numbered(len(shared)), [])
        counted = self._counter.count(batch)
        columns = counted.columns[self._place]
        # Completions may be empty, but references without tokens are doubtful.
        if not all(columns.model):
            tally = Tally([], self._profile)
            tally.add(batch, counted)
            for note in tally.doubt_notes():
                warnings.warn(note, stacklevel=4)
        rewards: Sequence[float] = columns[4:][FIGURE_NAMES.index(self.figure)]
        if self._fading:
            counter, start, end = self._fading
            # With several references, the pooled counts of a peer would have its length for each of them.
            with_one = Batch([(models[:1], texts) for models, texts in shared], batch.ids, [])
            lengths = counter.count(with_one).columns[0].peer
            shares = [min(1.0, max(0.0, (end - length) / (end - start))) for length in lengths]
            rewards = list(map(mul, rewards, shares))
        return rewards


def _options(measure: str, options: Options) -> Options:
    """Return options that choose a measure, perhaps with others. Raises `OptionError` for unknown names."""
    usual = "ROUGE-1, ROUGE-L, ROUGE-W-1.2, ROUGE-SU4 or the like"
    if ROUGES[options.profile].types:
        try:
            return replace(options, max_ngram=0, rouge_l=True, types=(measure,))
        except OptionError as error:  # Users of rewards know no `types`.
            message = str(error).replace("`types`", "`measure`")
            raise OptionError(f"{message}; `profile` {CLASSIC} has {usual}") from error
    if found := _MEASURE.fullmatch(str(measure)):
        n, weight, gap = found["n"], found["weight"], found["gap"]
        return replace(
            options,
            max_ngram=int(n or 0),
            rouge_l=found["l"] is not None,
            weight=RealAsTyped(weight) if weight else None,
            skip_gap=None if gap is None else -1 if gap == "*" else int(gap),
            skip_unigrams=bool(found["u"]),
        )
    raise OptionError(f"`measure` must be {usual}, not %r", measure)


def _is_pair(value: Any, kind: type) -> bool:
    is_list = isinstance(value, tuple | list)
    return is_list and len(value) == 2 and all(isinstance(one, kind) for one in value)


def _text_of(value: Any) -> str | None:
    """Return a string, or token IDs as numerals, or None. Raises `InputError` for IDs below 0."""
    if isinstance(value, str):
        return value
    if hasattr(value, "tolist"):  # An array or a tensor.
        value = value.tolist()
    if not isinstance(value, list | tuple) or any(type(id) is not int for id in value):
        return None
    if value and min(value) < 0:
        raise InputError(f"{min(value)} is not the ID of a token; leave out what is masked")
    return _TokenIds(" ".join(map(str, value)))


def _completion(completion: Any) -> str:
    """Return the text of a completion, or of the assistant's last message, which may be in parts."""
    text = _text_of(completion)
    if text is not None:
        return text
    if not isinstance(completion, list | tuple) or not all(isinstance(one, Mapping) for one in completion):
        raise TypeError(f"a completion must be a string, messages or token IDs, not {shortened(completion)}")
    contents = [one.get("content") for one in completion if one.get("role", "assistant") == "assistant"]
    content = contents[-1] if contents else ""
    if isinstance(content, list):
        content = "".join(part.get("text") or "" for part in content)
    return content or ""


def _references(reference: Any, place: int) -> tuple[str, ...]:
    """Return the references of a completion. Raises `InputError` if there is none, or `TypeError`."""
    if hasattr(reference, "tolist"):
        reference = reference.tolist()
    if isinstance(reference, list | tuple) and not reference:
        raise InputError(f"completion {place + 1} has an empty list of references; give None in its place")
    text = _text_of(reference)
    listed = reference if text is None and isinstance(reference, list | tuple) else [text]
    texts = tuple(one for one in map(_text_of, listed) if one is not None)
    if len(texts) < len(listed):
        raise TypeError(
            f"the reference of completion {place + 1} must be a string, token IDs or a list of them, not"
            f" {shortened(reference)}"
        )
    return texts
