"""The word lists of runs whose stemmer, stop list or tokenizer is chosen apart."""

from __future__ import annotations

import os
from functools import lru_cache

from ..options import SMART, Options
from ..text.readings import WordLists
from ..text.word_lists import file_state
from ..text.word_lists import lists_of as classic_lists
from ..text.word_lists import paths_in_use as classic_paths
from .functions import own_function
from .rules import Rules, rules_of
from .stemmers import PORTER_ROUGE
from .stop_lists import StopList
from .table import ENGLISH, language_of


def classic_options(options: Options) -> Options:
    """Return options of ROUGE-1.5.5 with the same stop list and irregular forms, as far as it has them."""
    rules = rules_of(options)
    return Options(
        stem=rules.stemmer == PORTER_ROUGE,
        remove_stop_words=rules.stop_words == SMART,
        exceptions=options.exceptions,
        data=options.data,
    )


def lists_of(options: Options) -> WordLists:
    """Return the stop words, as the tokenizer has them, and the irregular forms.

    Equal ones are the same object.
    Raises `InputError` where a list cannot be read.
    """
    rules = rules_of(options)
    return _listed(
        rules, classic_lists(classic_options(options)), rules.stop_list(), _foreign(options, rules)
    )


@lru_cache(maxsize=8)
def _listed(rules: Rules, classic: WordLists, stop_list: StopList | None, foreign: str | None) -> WordLists:
    notes = list(classic.notes)
    if foreign is not None:
        notes.append(
            f"the stop list smart has English words, but the `language` is {foreign}; `stop_words` takes the"
            " code of a language, too"
        )
    if stop_list is None and rules.is_rouge:
        return WordLists(classic.stop_words, classic.exceptions, notes) if foreign else classic
    if stop_list is not None:
        words = stop_list.words
    else:
        words = frozenset(word.decode("utf-8", "replace") for word in classic.stop_words)
    stop_words, several = rules.single_tokens(words)
    # A few words in the list of a package are not worth a note, but users mean every word of their own.
    is_own = stop_list is not None and stop_list.is_file
    if several and (is_own or 2 * several >= len(words)):
        notes.append(
            f"words of several tokens stay in the texts: {several:,} of the {len(words):,} in the list of"
            f" `stop_words` {rules.stop_words}"
        )
    return WordLists(stop_words, classic.exceptions, notes)


def _foreign(options: Options, rules: Rules) -> str | None:
    """Return the language of the texts if their stop list is that of ROUGE-1.5.5, whose words are English."""
    if rules.stop_words != SMART or options.language is None or language_of(options.language).code == ENGLISH:
        return None
    return options.language


def state_of(options: Options) -> tuple[object, ...]:
    """Return what a run depends on beside its options, as it is now: the user's own functions and files."""
    functions = own_function(options.tokenizer, "tokenizer"), own_function(options.stemmer, "stemmer")
    has_files = options.data is not None or options.stop_words is not None
    return *functions, *map(file_state, paths_in_use(options) if has_files else ())


def paths_in_use(options: Options) -> list[str]:
    """Return the paths of the word lists that a run with these options reads."""
    paths = classic_paths(classic_options(options))
    stop_list = options.stop_words
    return [*paths, stop_list] if stop_list is not None and os.path.isfile(stop_list) else paths
