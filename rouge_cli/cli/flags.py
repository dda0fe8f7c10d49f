"""The flags of `rouge-eval`, in groups, with what the helps say of each; other commands take some of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import click

from ..errors import OptionError
from ..evaluation import FORMATS as TEXT_FORMATS
from ..options import ACCUMULATIONS, BE_MODES, COUNTS, NO_EXCEPTIONS, RATIO, WORDNET
from ..rendering import FIGURES, FORMATS, ORDERS
from ..rouges import PROFILES
from .flag_kinds import (
    CLASSIC_LENGTH,
    CLASSIC_NATURAL,
    CLASSIC_REAL,
    CLASSIC_WHOLE,
    NATURAL,
    REAL,
    REAL_OR_RATIO,
    WHOLE,
    Flag,
    choice,
    flags_on,
    groups_on,
    one_of,
    path,
)

Groups: TypeAlias = Mapping[str, Sequence[Flag]]
"""Flags by the titles of their groups."""

CLASSIC = groups_on(
    """
    Measures:
    -n --max-ngram MAX  ROUGE-1 ... ROUGE-MAX
        Overlap of n-grams of tokens, for each n up to MAX, which is at most 10000.
    -x --no-lcs  no ROUGE-L (which is on by default)
        ROUGE-L takes the union of the longest common subsequences of each model sentence with all peer
        sentences.
    -w --weight WEIGHT  ROUGE-W, runs of k count k^WEIGHT, e.g. 1.2
        A longest common subsequence in which a run of k consecutive matches counts k^WEIGHT; WEIGHT is above
        0, usually 1.2.
    -2 --skip-gap GAP  ROUGE-S, at most GAP words skipped; -1: any
        Pairs of tokens in the order of the text with at most GAP others between them; a negative GAP sets no
        limit.
    -u --skip-unigrams  with -2: ROUGE-SU instead of ROUGE-S
        ROUGE-SU counts every token but the last beside the pairs.
    -U --skip-both  with -2: ROUGE-S and ROUGE-SU
        -u takes precedence.
    -3 --basic-elements MODE  ROUGE-BE: H, HM, HMR, HM1, HMR1 or HMR2
        For summaries in the format SIMPLE, head|modifier|relation on each line. H: heads without modifier;
        HM, HMR: pairs with a modifier, triples with a relation; HM1, HMR1: all pairs, triples with a
        modifier; HMR2: all triples. Switches ROUGE-L off.
    Text:
    -m --stem  stem peers and models (Porter)
        Tokens of more than three letters; irregular forms by WordNet's exceptions.
    -M --stem-models  stem the models only
        As the original does it: not in ROUGE-N, and in ROUGE-W only where tokens are counted.
    -s --remove-stop-words  leave stop words out (SMART's list)
    -l --word-limit N  only the first N words of every summary
        Of models, too. Not with -b, not even -b 0. 0: no limit.
    -b --byte-limit N  only the first N bytes of every summary
        Of models, too. Not with -l, not even -l 0. 0: no limit.
    -e --data DIR  word lists from DIR, not the built-in ones
        DIR/smart_common_words.txt and, for irregular forms, the database DIR/WordNet-2.0.exc.db, as in the
        original, even if it is empty; without it DIR/WordNet-2.0-Exceptions/*.exc. A built-in list replaces a
        list that is missing.
    --exceptions LIST  irregular forms: wordnet (built in) or none
        With -m or -M, instead of the forms of -e. Copies of ROUGE with an empty database, such as that of
        files2rouge, score with none.
    Scores:
    -f --formula A|B  several models: A pool, B keep the best [A]
        B keeps the model with the highest recall, the first of equals; anything else acts as A.
    -p --alpha ALPHA  weight of precision in F, 0 to 1 [0.5]
        0 makes F recall, 1 makes it precision.
    -t --counting 0|1|2  0 average, 1 pool, 2 print pooled counts [0]
        0: the average over evaluations. 1: figures of the counts pooled over the corpus. 2: these counts
        themselves. Any other number acts as 0.
    -c --confidence PERCENT  confidence level, 0 to 100 [95]
        In per cent: 0.95 is less than one per cent, which a note says.
    -r --resamples N  bootstrap resamples, 1 or more [1000]
    Input and output:
    -z --file-list FORMAT  CONFIG lists files: SEE, SPL, ISI or SIMPLE
        One evaluation per line: the peer's file, then the models'. Lines that begin with # and blank ones are
        skipped. SYSTEM is a label here, X by default; -a has no effect.
    --roots OLD=NEW  PEER-ROOTs and MODEL-ROOTs of CONFIG: NEW in place of OLD
        For configurations of another machine: --roots /old/duc=/data/duc reads /old/duc/peers from
        /data/duc/peers. Once for each beginning of a root.
    -a --all=all_systems  all systems, even if SYSTEM is given
    -d --details  print the score of every evaluation, too
        With -t 1 or 2: the counts of the model, of the peer and of the hits as R, P and F.
    -v --verbose  print texts, tokens, matches and counts, too
    --jobs N  threads; 0: one for each processor [1]
        Threads share the work; the report is the same for any N. Further threads read files ahead. With the
        Python kernel processes share the work, which pays in runs of many seconds.
    --quiet  no notes and no progress bar; errors stay
        Notes and bar go to standard error; the bar is for long runs in a terminal.
    """,
    roots={"multiple": True},
    max_ngram={"type": CLASSIC_NATURAL, "default": 0},
    weight={"type": CLASSIC_REAL},
    skip_gap={"type": CLASSIC_WHOLE},
    basic_elements={"shell_complete": one_of(*BE_MODES)},
    word_limit={"type": CLASSIC_LENGTH},
    byte_limit={"type": CLASSIC_LENGTH},
    exceptions={"shell_complete": one_of(WORDNET, NO_EXCEPTIONS)},
    alpha={"type": CLASSIC_REAL},
    counting={"type": CLASSIC_REAL, "default": 0},
    confidence={"type": CLASSIC_REAL, "default": 95},
    resamples={"type": CLASSIC_LENGTH, "default": 1000},
    file_list={"shell_complete": one_of(*TEXT_FORMATS)},
    jobs={"type": NATURAL, "default": 1},
)


PAPERS = groups_on(
    """
    As the papers describe it:
    --paper-weight WEIGHT  ROUGE-W as the paper defines it, not ROUGE-1.5.5
        Equations 13 to 15 of ROUGE's working note: the whole text as one sequence, runs broken by a gap on
        either side, the power applied once. It cannot pool several models: give -f B. Not with -t 1 or 2.
    --mead  MEAD's LCS, normalised pairwise, as ROUGE-MEAD
        Equation 8 of the note: each sentence's longest LCS with any sentence of the other text, of models
        (R), of peers (P), of both (F). F weighs them alike: -p and --beta have no effect on it.
    --jackknife  mean over the sets of models without one author
        Each author of models is left out in turn, the others are combined by -f; a score is the mean of
        these. Models with one ID have one author; models without IDs have an author each. With one author the
        score is the usual one. Not with -t 1 or 2.
    --beta BETA  weight of recall in F, in place of -p; or ratio
        ALPHA is then 1/(1+BETA^2). ratio: BETA is P/R in each evaluation, of the rounded figures (with -t 1:
        of the pooled ones); where R is 0, so is F. Not with -p.
    """,
    paper_weight={"type": REAL},
    beta={"type": REAL_OR_RATIO, "shell_complete": one_of(RATIO)},
)


def _of_languages(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the languages or stemmers that begin with what is typed."""
    from ..languages.language_table import LANGUAGES  # Runs without a language do not need the table.

    if parameter.name == "language":
        return one_of(*LANGUAGES)(context, parameter, incomplete)
    stemmers = {language.stemmer for language in LANGUAGES.values()} | {"porter-1.5.5", "porter-nltk"}
    return one_of(*sorted(stemmers))(context, parameter, incomplete)


LANGUAGE = flags_on(
    """
    --language CODE  tokens and stems of de, hi, zh or another
        It chooses the tokenizer, the stemmer and the rules of --split-sentences. --tokenizer and --stemmer
        take precedence. rouge-tools languages lists the codes and what they stand for.
    --tokenizer NAME  unicode, character, whitespace, icu, spacy [rouge]
        rouge: a-z and 0-9 alone, as in ROUGE-1.5.5. unicode: words by Unicode's boundary rules, in NFKC and
        case-folded. character: grapheme clusters, in the same form. whitespace: the text is tokenised
        already, and nothing is lowered or dropped. icu: words of ICU's dictionaries, for Chinese, Japanese,
        Thai, Khmer, Lao and Burmese; needs PyICU. spacy: the tokens of spaCy for --language, by default
        English, in lower case, as Newsroom's measures have them; needs spacy. MODULE:FUNCTION: a function of
        your own, which takes a str and returns a list of str. With another tokenizer than rouge, -l counts
        tokens, and -b cuts between characters.
    --stemmer NAME  none, porter-nltk or snowball-LANGUAGE
        porter-1.5.5 is the stemmer of -m, and the only one for -M. snowball-LANGUAGE, as in snowball-german:
        a stemmer of the package snowballstemmer. MODULE:FUNCTION: your own function, which takes a token and
        returns its stem.
    --stop-words LIST  leave out: smart (as -s), a file, or a CODE
        A file is in UTF-8 and has a word on each line; if its name looks like the code of a language, give it
        as ./NAME. CODE: the list of the package stopwordsiso. A stop word of several tokens is not left out.
    --split-sentences  find sentences in texts of a single line
        By the rules of the language, or of English. Texts of several lines or sentences stay as they are.
    """,
    language={"shell_complete": _of_languages},
    tokenizer={"shell_complete": one_of("rouge", "unicode", "character", "whitespace", "icu", "spacy")},
    stemmer={"shell_complete": _of_languages},
    stop_words={"shell_complete": path},
)
"""The flags that choose tokens, stems, stop words and sentences apart from the profile."""

OTHER_ROUGES = {
    **groups_on(
        """
    Other ROUGEs:
    --profile NAME  the ROUGE of another package, as in rouge-score
        rouge-score, evaluate, torchmetrics, xlsum, rouge or rouge-chinese; by default rouge-1.5.5. The
        figures of these Python packages to the last bit: rouge-score 0.1.2, the metric rouge of evaluate
        0.4.6 (Hugging Face), torchmetrics 1.9. They have the measures rouge1 ... rouge9 (-n MAX, up to 9),
        rougeL and rougeLsum (-x leaves both out), the stemmer of NLTK (-m) and the flags below, rouge-score
        also -c and -r. Any other flag of measures, texts and scores is an error. By default they compute
        rouge1, rouge2 and rougeL, evaluate and torchmetrics rougeLsum, too. The average of rouge-score and
        evaluate is the median of the resamples; that of torchmetrics is a plain mean, without an interval.
        Figures are printed in full. xlsum: multilingual-rouge 0.0.1, the protocol of XL-Sum, which is
        rouge-score with the segmenter of --language and, with -m, its stemmer, without rougeLsum; pip install
        'rouge-eval[xlsum]' has what it needs. rouge: rouge 1.0.1 of PyPI, with rouge-1 ... rouge-5 (-n MAX)
        and rouge-l; tokens stand between blanks, and sentences end at every full stop. rouge-chinese:
        rouge_chinese 1.0.3, the same for texts that are in tokens already. Neither has stems or intervals.
    --types LIST  measures, as in rouge1,rougeLsum
        In place of -n and -x, with other profiles than rouge-1.5.5. As in these packages, each measure is
        resampled after those before it, so that the order changes figures.
    --seed N  seed of NumPy's generator [0]
        With rouge-score, evaluate and xlsum. The resamples are those after numpy.random.seed(N), without
        NumPy. Without a seed the packages print other figures in each run; here the seed is then 0, as the
        signature says.
    --split-summaries  rouge-score: sentences found by NLTK
        For rougeLsum, in place of lines; torchmetrics always does so. It needs NLTK's model punkt_tab: python
        -m nltk.downloader punkt_tab.
    --accumulate best|avg  torchmetrics: several models [best]
        best: for each measure the model with the highest F, as in the other packages. avg: the means of the
        figures with each model.
    --counts sets|all  rouge, rouge-chinese: what counts [sets]
        sets: each n-gram of a text once and, in rouge-l of rouge, each word. all: as often as it occurs;
        exclusive=False in the packages.
    """,
        profile=choice(PROFILES, default=PROFILES[0]),
        seed={"type": WHOLE},
        accumulate=choice(ACCUMULATIONS),
        counts=choice(COUNTS),
    ),
    "Any language": LANGUAGE,
    **groups_on(
        """
    Beside ROUGE:
    --about NAMES  coverage, density, novel-1 ...; all: all of them
        Measures beside ROUGE: Newsroom's coverage, density and compression; novel-N and repeated-N, the
        shares of n-grams that the source lacks and that the summary has twice or more; length and sentences;
        length-ratio, to the models. The models themselves are a row, too. Summaries are taken whole, whatever
        -l and -b. The first four need --source or --source-field. Without models there is no ROUGE.
    --about-count types|tokens|presumm  n-grams: distinct ones, or all [types]
        presumm: distinct ones without the last n-gram of each text, as PreSumm counts.
    --about-mean summaries|pooled  the mean of the summaries, or pooled counts
    """,
    ),
}


def _only_file(context: click.Context, flag: click.Parameter, files: Sequence[str]) -> str | None:
    if len(files) > 1:
        raise OptionError("--jsonl reads one file: join the rows of all, with fields 'system' and 'id'")
    return files[0] if files else None


INPUTS = groups_on(
    r"""
    Input without a configuration:
    --peers DIR  folder of the systems' summaries
        The names of the files give evaluations, systems and models. Hidden files are passed over; files that
        fit no pattern, evaluations without models and models without peers are named on standard error.
    --models DIR  with --peers: folder of the model summaries
        With --about they may be left out, and ROUGE with them.
    --peer-files PATTERN  names in --peers [{eval}.{system}.txt]
        {eval} and {system} stand for one or more characters other than /; with a / in it, as in
        {system}/{eval}.txt, names are those of files in subfolders. A name that can be split in several ways
        takes the longest {eval} that the models have. Without {system}, all files belong to one system, which
        SYSTEM names, or else the folder.
    --model-files PATTERN  names in --models [{eval}.{model}.txt]
        As --peer-files; without {model} each evaluation has one model: {eval}.txt.
    --naming duc|tac  names as at DUC or TAC, in place of patterns
        duc: D30001.M.100.T.A is evaluation D30001, model A, and D30001.M.100.T.1 is system 1; tac:
        D0801-A.M.100.B.C is evaluation D0801-A. The letter before the last part, the selector, is ignored. P
        in place of M is a summary of one document, whose name stands at the end and becomes part of the
        evaluation. Kind and length are parts of the evaluation where there are several. .html, .see, .spl or
        .txt may follow. If one folder has peers and models, models are single letters.
    --numbering sorted|listed  number evaluations as pyrouge does
        In place of their own IDs, which resamples follow. sorted: 1, 2 ... in the order of the names of their
        first peers, as pyrouge 0.1.3. listed: as the system lists the folder, as older copies.
    --input-format FORMAT  of these files: SEE, SPL, ISI or SIMPLE [SPL]
    --lines PEERS  a system's summaries, one per line; MODELS follow
        Once for each system, which is named after the file or by NAME=FILE; operands are one or more files of
        models: --lines bart.txt --lines t5.txt refs.txt. A note counts systems, models and evaluations. Line
        i of every file belongs to evaluation i; an empty line is an empty summary. Files may be gzipped;
        - is standard input. Lines end with LF or CR LF.
    --sentence-separator TEXT  between sentences of a line [<q>, \n or none]
        By default <q> where the file contains it, else a backslash and n where the file contains that.
        Otherwise, and with an empty TEXT, a line is one sentence.
    --jsonl --parquet=jsonl FILE  JSON Lines: each an object with a peer, models
        A text is a string, whose lines are sentences, or a list of sentences; models are one string, or a
        list of texts. Lines of one evaluation have different systems; one or each of them has the models. A
        peer that is null is missing. FILE may be gzipped; - is standard input. Or Parquet, whose columns are
        these fields: pip install 'rouge-eval[arrow]'.
    --eval-field NAME  field of the evaluation's ID [id]
        A string or a whole number; where no object has the field, the number of the line.
    --system-field NAME  field of the system's ID [system]
        A string or a whole number; where no object has the field, all belong to one system, named after the
        file.
    --peer-field NAME  field of the system's summary [peer]
    --models-field NAME  field of the model summaries [models]
    Sources, for --about:
    --source FILE  what is summarised: a text per line, or {eval}.txt
        With --lines, line i of FILE is the source of evaluation i. With a configuration, folders or -z,
        {eval} in FILE stands for the ID of the evaluation, as in articles/{eval}.txt, which has a sentence on
        each line.
    --source-field NAME  --jsonl: field of what is summarised
    """,
    input_format={"shell_complete": one_of(*TEXT_FORMATS)},
    lines={"shell_complete": path, "multiple": True},
    jsonl={"multiple": True, "callback": _only_file},
)
"""Flags of every command that reads evaluations."""

EXTRACTS: Groups = groups_on(
    """
    Extracts as systems:
    --oracle FILE  add ORACLE: the sentences of articles that score best
        Each line of FILE is the article of an evaluation, in their order, with <q> or --sentence-separator
        between sentences. Up to three sentences are added one by one: each time the sentence that raises
        ROUGE-1 F plus ROUGE-2 F most.
    --lead K  with --oracle: add LEAD-K, their first K sentences
    """,
    lead={"type": NATURAL},
)


_OUTPUT = """--output FILE  to FILE, written whole or not at all
        In place of standard output, which - stands for."""
EXPLAIN_WORST = """explain the N worst of each list [3]
        By each measure: the lowest scores of each system, and its greatest losses to the baseline.
        0: none. Their texts are read again when all is scored."""
"""The help of `--explain-worst`."""
OUTPUT_FILE = f"-o {_OUTPUT}"
"""The flag for the file that a command of `rouge-tools` writes, as a part of its page."""
TABLES = "--format WORD  of the tables: text, json, csv, markdown, latex [text]"
"""The flag for the format of the tables that a command of `rouge-tools` writes."""
TABLE_FORMAT = choice(["text", "json", "csv", "markdown", "latex"], default="text")
RANKING = """--measure NAME  rank by this measure [the first]
    --figure R|P|F  rank by this figure [F]
    --against ID  rank by the loss against this system"""
"""The flags that choose the measure, figure and baseline of a ranking."""

OUTPUTS = groups_on(
    rf"""
    Other output:
    --format FORMAT  json, jsonl, csv, tsv, markdown, latex or text
        Or classic, the default. json: one document, to rouge_cli/data/report.schema.json, with a signature
        that pins every choice that changes a figure; -d adds the scores of single evaluations. jsonl: these
        scores, one on a line. csv, tsv: a row for each system, measure and statistic. Averages in json, csv
        and tsv are not rounded. markdown, latex (with booktabs): systems by measures, figures times 100 with
        two decimals, the best in bold. text: the same in a box for a terminal. With --compare BASELINE these
        three have the baseline first, stars for significant differences to it (corrected p of 0.05, 0.01 or
        0.001 at most), and mark all that is not significantly worse than the best. In csv and tsv an ID that
        begins with = + - @ or an apostrophe has an apostrophe before it, so that no spreadsheet takes it for
        a formula, and a backslash is doubled. There and in tables, characters of an ID that cannot be shown
        are escaped (\n, \t, \x1b). In json and jsonl a byte of an ID that is not UTF-8 is the text \udc80 to
        \udcff, and backslashes of such an ID are doubled. -d goes with classic, json and jsonl, -v with
        classic, -t 2 not with markdown, latex and text.
    {_OUTPUT}
    --figure R|P|F  in markdown, latex, text, --plot, --report [F]
    --intervals  markdown, latex, text: with confidence intervals
    --sort ORDER  markdown, latex, text: given, id or score [given]
        given: in the order of the input; id: numbers in IDs as numbers; score: by the first measure, the
        highest first.
    --compare [BASELINE]  compare systems, with BASELINE or one another
        Paired bootstrap over the evaluations that both systems have, on the resamples of the intervals: the
        difference of each figure, its confidence interval, two-sided p by the shift method, and p corrected
        by Holm's method for the number of comparisons. Without BASELINE every two systems are compared. Where
        CONFIG (with --lines: MODELS) is missing, BASELINE is taken for it: --compare config.xml, --compare
        BASELINE config.xml and --compare=BASELINE config.xml all work. With fewer than twenty evaluations p
        is somewhat too small. Not with SYSTEM.
    --plot FILE  draw systems and measures: .svg, .png or .pdf
        A panel for each measure, in it each system's average and confidence interval, the best by the first
        measure on top. Needs matplotlib: pip install matplotlib.
    --report DIR  write a report in pages to the folder DIR, too
        Open DIR/index.html: systems by measures with intervals, the differences of --compare, a page for each
        two systems, all evaluations to sort and to filter, and the worst of them explained. The pages need no
        network. DIR is new, empty, or a report that is replaced, as a whole or not at all.
    --explain-worst N  --report: {EXPLAIN_WORST}
    --save-scores FILE  write the scores of all evaluations to FILE, too
        For --load-scores, and for numpy.load: FILE is a zip of arrays. Not with --about.
    --load-scores FILE  in place of CONFIG: FILE and further files of --save-scores
        The report is that of one run on the input of all files. Give the flags of these runs; -r, -c and
        --seed may differ. Evaluations without IDs are numbered on.
    """,
    format=choice([name for name in FORMATS if name != "verbose"], default="classic"),
    figure=choice(FIGURES),
    sort=choice(ORDERS),
    compare={"is_flag": False, "flag_value": "", "shell_complete": path},  # CONFIG may stand in its place.
    explain_worst={"type": NATURAL},
)

FIRST_SCREEN = {
    "Measures": "-n -x -w -2 -U",
    "Texts": "-m -s -l -b --language",
    "Scores": "-f -c -r --profile",
    "Input": "--lines --jsonl --peers --models -z",
    "Output": "--format --output -d --compare --plot --report --jobs --quiet",
    "Help": "-h -H --examples --version",
}
"""The flags that `-h` shows, by the titles of their groups there; all others are for `-H`."""


GROUPS: Groups = {**CLASSIC, **PAPERS, **OTHER_ROUGES, **INPUTS, **EXTRACTS, **OUTPUTS}
"""The flags of `rouge-eval` but the helps."""


def input_operands() -> click.Argument:
    """Return the operands of a command that takes the same input as `rouge-eval`."""
    metavar = "[CONFIG | MODELS...] [SYSTEM]"
    return click.Argument(["operands"], nargs=-1, metavar=metavar, shell_complete=path)


def groups_without(*names: str, of: Iterable[str] = (*CLASSIC, *PAPERS, *OTHER_ROUGES, *INPUTS)) -> Groups:
    """Return groups of flags of rouge-eval, by default all but output, without the flags that are named."""
    kept = {title: [flag for flag in GROUPS[title] if flag.name not in names] for title in of}
    return {title: flags for title, flags in kept.items() if flags}


def input_groups(*others: str) -> Groups:
    """Return the flags of every kind of input, and the flags for input and output that are named."""
    wanted = ("file_list", "roots", *others)
    classic = [flag for flag in CLASSIC["Input and output"] if flag.name in wanted]
    return {"Input and output": classic, **INPUTS}
