"""The rules that options choose, and the tokens that the definition counts by these rules."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, InputError, OptionError, Options, Scorer, Text, evaluate, score
from rouge_cli.kernel.plan import Document, Reading
from rouge_cli.scoring.profile import Profile
from rouge_cli.text import word_lists
from rouge_cli.text.languages.functions import FromFile
from rouge_cli.text.languages.rules import rules_of
from rouge_cli.text.sentences import read_documents


def _read(sentences: list[str], **choices: Any) -> tuple[list[str], list[int]]:
    """Return the tokens of a text as the definition counts them, and the ends of its sentences."""
    profile = Profile(Options(max_ngram=1, **choices))
    tokenizer = profile.vocabulary()
    reading = profile.measures[0].peer_reading
    source = profile.resplitter()(Text.of(sentences))
    document: Document = read_documents(source, [reading], tokenizer)[reading]
    return [tokenizer.name(token).decode() for token in document.tokens], list(document.ends)


def _paths(options: Options) -> list[str]:
    return Profile(options).word_lists().paths


def _tokens(*sentences: str, **choices: Any) -> list[str]:
    return _read(list(sentences), **choices)[0]


def test_the_tokens_of_a_sentence() -> None:
    for choices, tokens in [
        ({"tokenizer": "rouge"}, ["die", "h", "user", "der", "stadt"]),
        ({"tokenizer": "unicode"}, ["die", "häuser", "der", "stadt"]),
        ({"tokenizer": "whitespace"}, ["Die", "Häuser", "der", "Stadt!"]),
        ({"tokenizer": "character"}, list("diehäuserderstadt")),
        ({"language": "de"}, ["die", "haus", "der", "stadt"]),
        ({"language": "de", "stemmer": "none"}, ["die", "häuser", "der", "stadt"]),
        ({"language": "de", "tokenizer": "rouge"}, ["die", "h", "user", "der", "stadt"]),
        ({"tokenizer": "unicode", "stop_words": "de"}, ["häuser", "stadt"]),
        ({"language": "de", "stop_words": "de"}, ["haus", "stadt"]),
    ]:
        assert _tokens("Die Häuser der Stadt!", **choices) == tokens
    for choices, tokens in [
        # ROUGE-1.5.5 has irregular forms by WordNet, and stems `agreement` further than NLTK does.
        ({"stemmer": "porter-1.5.5"}, ["the", "agreem", "of", "mouse"]),
        ({"stem": True, "tokenizer": "unicode"}, ["the", "agreem", "of", "mouse"]),
        ({"stem": True, "language": "zh"}, ["the", "agreem", "of", "mouse"]),  # It has no stemmer of its own.
        ({"stemmer": "porter-nltk"}, ["the", "agreement", "of", "mice"]),
        ({"tokenizer": "unicode", "stemmer": "porter-nltk"}, ["the", "agreement", "of", "mice"]),
        ({"stemmer": "porter-1.5.5", "stop_words": "smart"}, ["agreem", "mouse"]),
        ({"tokenizer": "whitespace", "remove_stop_words": True}, ["The", "Agreement", "mice"]),
    ]:
        assert _tokens("The Agreement of mice", **choices) == tokens


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """A stop list."""
    path = tmp_path / "words.txt"
    path.write_text("cat\n")
    return path


def test_a_word_of_a_stop_list_that_is_no_token_stops_nothing(listed: Path) -> None:
    """The list of English has `you're`, which is several characters, but none of them is a stop word."""
    listed.write_text("a cat\nCAT\n\nX\n")
    assert _tokens("a cat sat", stop_words=str(listed)) == ["a", "sat"]
    assert _tokens("a cat x", tokenizer="character", stop_words=str(listed)) == list("acat")


def test_a_list_that_changes_is_read_again(listed: Path) -> None:
    options = Options(stop_words=str(listed))
    first = Profile(options).word_lists()
    assert Profile(options).word_lists() is first
    assert _paths(options) == [str(listed)]
    assert first.stop_words == {b"cat"}
    listed.write_text("dog\n")
    assert Profile(options).word_lists().stop_words == {b"dog"}


def test_functions_that_share_a_scorer_see_files_that_change(tmp_path: Path, listed: Path) -> None:
    choices = ({"stop_words": str(listed)}, {"data": str(tmp_path), "remove_stop_words": True})
    for choice in choices:
        options = Options(tokenizer="unicode", **choice)  # type: ignore[arg-type]
        (tmp_path / "smart_common_words.txt").write_text("cat\n")
        listed.write_text("cat\n")
        assert score("cat dog", "cat", options)["ROUGE-L"].recall == 0
        (tmp_path / "smart_common_words.txt").write_text("the\nbird\n")
        listed.write_text("the\nbird\n")
        assert score("cat dog", "cat", options)["ROUGE-L"].recall == 1


def test_a_function_that_a_file_names_is_none_that_a_user_named() -> None:
    """The names of both functions are equal."""
    name = "tests.languages.functions_of_users:halves"
    assert rules_of(Options(tokenizer=name)).tokenizer.tokens("ab") == ["<s>", "a", "b"]
    with pytest.raises(InputError, match="a function that a file names is not imported"):
        rules_of(Options(tokenizer=FromFile(name))).tokenizer.tokens("ab")


def test_the_word_lists_of_a_run_are_all_named(listed: Path) -> None:
    """No output may be written over one of them."""
    classic = _paths(Options(stem=True, tokenizer="unicode"))
    assert len(classic) == 4
    own = Options(stop_words=str(listed), stemmer="porter-1.5.5")
    assert _paths(own) == [*classic, str(listed)]
    assert _paths(Options(stop_words="smart", tokenizer="unicode"))[0].endswith("common_words.txt")


def test_a_limit_counts_tokens_and_stop_words() -> None:
    """A mark of punctuation is no token, although ROUGE-1.5.5 counts it as a word between blanks."""
    text = ["? !", "Cat - dog.", "elm fox"]
    for limit, tokens, ends in [
        (1, "cat", [0, 1]),
        (2, "cat dog", [0, 2]),
        (3, "cat dog elm", [0, 2, 3]),
        (9, "cat dog elm fox", [0, 2, 4]),
    ]:
        assert _read(text, tokenizer="unicode", word_limit=limit) == (tokens.split(), ends)
    choices = {"tokenizer": "unicode", "stop_words": "smart", "word_limit": 2}
    assert _read(["the storm hit", "coasts"], **choices) == (["storm"], [1])


def test_a_limit_in_bytes_cuts_no_character() -> None:
    """The last two code points, a letter and its vowel sign, are one character for readers."""
    for limit, tokens in [(1, []), *((n, ["é"]) for n in (2, 4, 5, 7)), *((n, ["é", "हि"]) for n in (8, 9))]:
        assert _tokens("éहि", tokenizer="character", byte_limit=limit) == tokens


def test_a_limit_in_bytes_is_one_for_all_measures() -> None:
    """ROUGE-1.5.5 would cut sentences of ROUGE-L one by one. Bytes that are not UTF-8 separate words."""
    for limit, sentences, words in [
        (9, [b"one two", b"three four"], ["one", "two", "th"]),
        (0, [b"caf\xe9 \xff latt\xc3\xa9"], ["caf", "latté"]),
    ]:
        tokenizer = Profile(Options(max_ngram=1, tokenizer="unicode", byte_limit=limit)).vocabulary()
        document = tokenizer.document(sentences, Reading(False, False))
        assert list(document.words) == list(document.tokens)
        assert [tokenizer.name(word).decode() for word in document.words] == words


@pytest.mark.parametrize("profile", ["rouge-score", "evaluate", "torchmetrics"])
def test_packages_have_other_tokens(profile: str) -> None:
    options = Options(profile=profile, types=("rouge1", "rougeL"), tokenizer="unicode")
    scores = score("Привет, мир", "мир", options)
    assert [round(one.precision, 5) for one in scores.values()] == [0.5, 0.5]
    plain = Options(profile=profile, types=("rouge1",))
    with pytest.warns(UserWarning, match="all 2 texts have no ASCII word"):
        assert score("Привет, мир", "мир", plain)["rouge1"].f == 0


def test_a_package_lowers_all_letters_before_another_stemmer() -> None:
    """rouge-score lowers the sign of Kelvin to k, and a dotted I to i and a dot, which separates."""
    options = {"profile": "rouge-score", "types": ("rouge1",)}
    plain, stemmed = (
        score("5 \N{KELVIN SIGN}m İs", "5 km i s", Options(**options, **more))  # type: ignore[arg-type]
        for more in ({}, {"stemmer": "snowball-english"})
    )
    assert plain["rouge1"].f == stemmed["rouge1"].f == 1


def test_rules_are_signed_and_split_by_their_language() -> None:
    for choice, end, stems in (
        ({"language": "hi"}, "-hi", "xlsum-hindi"),
        ({"tokenizer": "unicode"}, "-en", "no"),
    ):
        chosen = rules_of(Options(**choice, split_sentences=True))  # type: ignore[arg-type]
        assert chosen.splitter
        assert chosen.splitter.signature.endswith(end)
        assert chosen.stem_signature() == stems


def test_the_tokens_of_rouge_lower_letters_beyond_ascii_in_packages_alone() -> None:
    for choices, tokens in [
        ({"tokenizer": "rouge"}, ["s", "5", "m"]),
        ({"profile": "rouge-score", "tokenizer": "rouge"}, ["i", "s", "5", "km"]),
        ({"profile": "rouge-score", "tokenizer": "unicode"}, ["i̇s", "5", "km"]),  # It folds by itself.
    ]:
        chosen = rules_of(Options(**choices))  # type: ignore[arg-type]
        assert chosen.tokenizer.tokens("İs 5 \N{KELVIN SIGN}m") == tokens


@pytest.mark.parametrize(
    ("choices", "note"),
    [
        (
            {"language": "ko", "stem": True},
            "`language` ko has no stemmer: `stem` stems words of a to z alone",
        ),
        (
            {"language": "zh", "stem_models": True},
            "`language` zh has no stemmer: `stem_models` stems words of a to z alone",
        ),
        ({"language": "ko", "stemmer": "porter-1.5.5"}, None),
        ({"language": "ko"}, None),
        ({"tokenizer": "unicode", "stem": True}, None),
    ],
)
def test_a_stemmer_for_no_word_of_the_language_is_noted(choices: Any, note: str | None) -> None:
    evaluation = Evaluation.of_texts("1", {"s": "고양이"}, ["고양이"])
    assert evaluate([evaluation], Options(**choices)).notes == (() if note is None else (note,))


def test_the_list_of_rouge_has_few_words_of_one_character() -> None:
    (note,) = Profile(Options(tokenizer="character", stop_words="smart")).word_lists().notes
    assert note.startswith("words of several tokens stay in the texts: ")
    words = Profile(Options(tokenizer="character", remove_stop_words=True)).word_lists().stop_words
    assert {*map(len, words)} == {1}
    assert Profile(Options(tokenizer="rouge", stop_words="smart")).word_lists().stop_words > words


@pytest.mark.parametrize(("words", "noted"), [(["a b", "c"], True), (["a b", "c", "d"], False)])
def test_few_words_of_several_tokens_in_the_list_of_a_language_are_not_noted(
    words: list[str], noted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(word_lists, "stop_list", lambda name: ("a list", frozenset(words), False))
    # The lists of other tests are kept by their rules.
    lists = Profile(Options(tokenizer="unicode", stop_words=f"x{len(words)}")).word_lists()
    assert lists.stop_words == {word.encode() for word in words[1:]}
    assert bool(lists.notes) == noted


@pytest.mark.parametrize("choices", [{}, {"profile": "rouge-score", "types": ("rougeLsum",)}])
def test_sentences_of_a_single_line_are_found(choices: dict[str, Any]) -> None:
    """A text of several lines is not split."""
    split = Profile(Options(language="hi", split_sentences=True, **choices)).splitter()
    assert split
    text = "हवा तेज़ थी। पेड़ गिर गए।"
    for item in (text, [text], text.encode()):
        assert split(item) == ["हवा तेज़ थी।", "पेड़ गिर गए।"]
    for lines in ("One. Two here.\nThree. Four here.", ["One. Two here.", "Three."]):
        assert split(lines) == lines


def test_split_sentences_matter_to_rouge_l() -> None:
    peer, model = "Trees fell. Wind blew.", "Wind blew. Trees fell."
    assert score(peer, model, Options())["ROUGE-L"].f == 0.5
    assert score(peer, model, Options(split_sentences=True))["ROUGE-L"].f == 1


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"tokenizer": "unicod"}, "`tokenizer` unicod is not known; .*; did you mean unicode"),
        ({"stemmer": "porter"}, "`stemmer` porter is not known; .*; did you mean porter-nltk"),
        ({"language": "xx"}, "xx"),
        *(
            (
                {"language": "de", name: True},
                f"`{name}` asks for the stemmer porter-1.5.5, `language` de for snowball-german: drop"
                f" `{name}`, or name one of them as `stemmer`",
            )
            for name in ("stem", "stem_models")
        ),
    ],
)
def test_what_there_is_not_is_refused_before_anything_is_scored(choices: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Scorer(Options(**choices))


def test_everything_of_a_run_can_be_pickled() -> None:
    """Functions of the rules cannot be pickled."""
    scorer = Scorer(Options(max_ngram=1, language="de"))
    twin = pickle.loads(pickle.dumps(scorer))
    assert twin.score("Häuser", "Haus") == scorer.score("Häuser", "Haus")
    report = evaluate([Evaluation.of_texts("1", {"s": "Häuser"}, ["Haus"])], scorer.options)
    assert pickle.loads(pickle.dumps(report)).signature == report.signature
    assert report.systems["s"]["ROUGE-1"].f.average == 1


def test_texts_in_other_scripts_raise_no_doubt() -> None:
    evaluations = [Evaluation.of_texts("1", {"s": "Привет мир"}, ["мир"])]
    assert evaluate(evaluations, Options(tokenizer="unicode")).notes == ()
    (note,) = evaluate(evaluations, Options(tokenizer="rouge")).notes
    assert "no ASCII word" in note
