"""The flags that choose another meaning of "ROUGE" than that of ROUGE-1.5.5, or other tokens."""

from __future__ import annotations

import click

from ...options import ACCUMULATIONS, PROFILES
from .kinds import WHOLE, one_of, path, switch, value


def _codes(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the codes of languages that begin so."""
    from ...languages.language_table import LANGUAGES  # Runs without a language do not need the table.

    return one_of(*LANGUAGES)(context, parameter, incomplete)


def _stemmers(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of stemmers that begin so: those of Porter, and those of the table of languages."""
    from ...languages.language_table import LANGUAGES

    names = sorted({language.stemmer for language in LANGUAGES.values()} | {"porter-1.5.5", "porter-nltk"})
    return one_of(*names)(context, parameter, incomplete)


LANGUAGE = [
    value(
        "--language",
        metavar="CODE",
        shell_complete=_codes,
        help="tokens and stems of de, hi, zh or another",
        more="Short for --tokenizer and --stemmer, either of which wins over it, and for the rules of"
        " --split-sentences. rouge-tools languages lists the codes, and what they stand for.",
    ),
    value(
        "--tokenizer",
        metavar="NAME",
        shell_complete=one_of("rouge", "unicode", "character", "whitespace", "icu"),
        help="unicode, character, whitespace or icu [rouge]",
        more="rouge: a-z and 0-9 alone, as in ROUGE-1.5.5. unicode: words by Unicode's boundary rules, in"
        " NFKC and case-folded. character: grapheme clusters, in the same form. whitespace: the text is"
        " tokenised already, and nothing is lowered or dropped. icu: words of ICU's dictionaries, for"
        " Chinese, Japanese, Thai, Khmer, Lao and Burmese; needs PyICU. MODULE:FUNCTION: a function of"
        " your own, which takes a str and returns a list of str. With another tokenizer than rouge, -l"
        " counts tokens, and -b cuts between characters.",
    ),
    value(
        "--stemmer",
        metavar="NAME",
        shell_complete=_stemmers,
        help="none, porter-nltk or snowball-LANGUAGE",
        more="porter-1.5.5 is that of -m; -M goes with no other. snowball-LANGUAGE, as in snowball-german:"
        " those of the package snowballstemmer. MODULE:FUNCTION: a function of your own, which takes a token"
        " and returns its stem.",
    ),
    value(
        "--stop-words",
        metavar="LIST",
        shell_complete=path,
        help="leave out: smart (as -s), a file, or a CODE",
        more="A file is in UTF-8 and has a word on each line; one whose name looks like the code of a"
        " language is given as ./NAME. CODE: the list of the package stopwordsiso. Words that are several"
        " tokens stay in the texts.",
    ),
    switch(
        "--split-sentences",
        help="find sentences in texts of a single line",
        more="By the rules of the language, or of English. Texts of several lines or sentences stay as"
        " they are.",
    ),
]
"""The flags that choose tokens, stems, stop words and sentences apart from the profile."""

OTHER_ROUGES = {
    "Other ROUGEs": [
        value(
            "--profile",
            type=click.Choice(list(PROFILES)),
            default=PROFILES[0],
            metavar="NAME",
            help="rouge-score, evaluate, torchmetrics or xlsum",
            more="Or rouge-1.5.5, the default. The figures of these Python packages to the last bit:"
            " rouge-score 0.1.2, the metric rouge of evaluate 0.4.6 (Hugging Face), torchmetrics 1.9."
            " They have the measures rouge1 ... rouge9 (-n MAX, up to 9), rougeL and rougeLsum (-x"
            " leaves both out), the stemmer of NLTK (-m) and the flags below, rouge-score also -c and -r."
            " Any other flag of measures, texts and scores is an error. By default they compute rouge1,"
            " rouge2 and rougeL, evaluate and torchmetrics rougeLsum, too. The average of rouge-score and"
            " evaluate is the median of the resamples; that of torchmetrics is a plain mean, without an"
            " interval. Figures are printed in full. xlsum: multilingual-rouge 0.0.1, the protocol of XL-Sum,"
            " which is rouge-score with the segmenter of --language and, with -m, its stemmer, without"
            " rougeLsum; pip install 'rouge-eval[xlsum]' has what it needs.",
        ),
        value(
            "--types",
            metavar="LIST",
            help="measures, as in rouge1,rougeLsum",
            more="In place of -n and -x, with other profiles than rouge-1.5.5. As in these packages, each"
            " measure is resampled after those before it, so that the order changes figures.",
        ),
        value(
            "--seed",
            type=WHOLE,
            metavar="N",
            help="seed of NumPy's generator [0]",
            more="With rouge-score, evaluate and xlsum. The resamples are those after numpy.random.seed(N),"
            " without NumPy. Without a seed the packages print other figures in each run; here it is 0 then,"
            " and in the signature.",
        ),
        switch(
            "--split-summaries",
            help="rouge-score: sentences found by NLTK",
            more="For rougeLsum, in place of lines; torchmetrics always does so. It needs NLTK's model"
            " punkt_tab: python -m nltk.downloader punkt_tab.",
        ),
        value(
            "--accumulate",
            type=click.Choice(list(ACCUMULATIONS)),
            metavar="best|avg",
            help="torchmetrics: several models [best]",
            more="best: for each measure the model with the highest F, as in the other packages. avg: the"
            " means of the figures with each model.",
        ),
    ],
    "Any language": LANGUAGE,
}
