"""The flags of `rouge-eval`, in groups, with their helps; other commands take some of them, too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import click

from ..evaluation import FORMATS as TEXT_FORMATS
from ..options import OPTIONS, RATIO
from ..rendering import FORMATS, ORDERS, TABLE_FORMATS
from ..rouges import PROFILES, ROUGES
from .flag_kinds import (
    CLASSIC_LENGTH,
    CLASSIC_NATURAL,
    CLASSIC_REAL,
    CLASSIC_WHOLE,
    NATURAL,
    REAL,
    REAL_OR_RATIO,
    WHOLE,
    Groups,
    groups_on,
    path,
)

if TYPE_CHECKING:
    from ..text.languages.language_table import Language

CLASSIC = groups_on(
    """
    Measures:
    -n --max-ngram MAX  score ROUGE-1 to ROUGE-MAX
        ROUGE-N is the overlap of n-grams. MAX is at most 10000.
    -x --no-lcs  leave out ROUGE-L, which is on by default
        For each model sentence, ROUGE-L takes the union of its longest common subsequences with all peer
        sentences.
    -w --weight WEIGHT  score ROUGE-W; WEIGHT is usually 1.2
        ROUGE-W is a longest common subsequence in which a run of k consecutive matches counts k^WEIGHT.
        WEIGHT is above 0.
    -2 --skip-gap GAP  score ROUGE-S; skip at most GAP words (-1: any)
        ROUGE-S counts pairs of words in the order of the text, with at most GAP others between them. A
        negative GAP sets no limit.
    -u --skip-unigrams  with -2: score ROUGE-SU instead of ROUGE-S
        Beside the pairs, ROUGE-SU counts every word but the last.
    -U --skip-both  with -2: score ROUGE-S and ROUGE-SU
        -u takes precedence.
    -3 --basic-elements MODE  score ROUGE-BE: H, HM, HMR, HM1, HMR1 or HMR2
        Summaries are in the format SIMPLE: head|modifier|relation on each line. H takes heads without a
        modifier; HM pairs with a modifier; HMR triples with a relation; HM1 all pairs; HMR1 triples with a
        modifier; HMR2 all triples. There is no ROUGE-L.
    Text:
    -m --stem  stem peers and models (Porter)
        Words of more than three letters are stemmed. WordNet's exceptions give the stems of irregular forms.
    -M --stem-models  stem models only
        As in the original, ROUGE-N is not stemmed, and ROUGE-W only where words are counted.
    -s --remove-stop-words  leave out stop words (SMART's list)
    -l --word-limit N  cut every summary after N words
        Models are cut, too. 0 sets no limit. Not with -b, not even with -b 0.
    -b --byte-limit N  cut every summary after N bytes
        Models are cut, too. 0 sets no limit. Not with -l, not even with -l 0.
    -e --data DIR  read word lists from DIR
        DIR/smart_common_words.txt has the stop words. The irregular forms are in the database
        DIR/WordNet-2.0.exc.db, even if it is empty, as in the original; without it they are in
        DIR/WordNet-2.0-Exceptions/*.exc. A built-in list replaces a list that is missing.
    --exceptions LIST  irregular forms: wordnet (built in) or none
        With -m or -M, instead of the forms of -e. Copies of ROUGE whose database is empty, such as the copy
        in files2rouge, score with none.
    Scores:
    -f --formula A|B  several models: A pools, B keeps the best [A]
        B keeps the model with the highest recall, and the first of equals. Any other word acts as A.
    -p --alpha ALPHA  weight of precision in F, 0 to 1 [0.5]
        0 makes F recall, 1 makes it precision.
    -t --counting 0|1|2  0 averages, 1 pools, 2 prints counts [0]
        0 averages the scores of evaluations, 1 computes scores from counts that are pooled over all
        evaluations, and 2 prints these counts. Any other number acts as 0.
    -c --confidence PERCENT  level of the intervals, 0 to 100 [95]
        0.95 is less than one per cent; a note says so.
    -r --resamples N  number of bootstrap resamples [1000]
    Input and output:
    -z --file-list FORMAT  CONFIG lists files: SEE, SPL, ISI or SIMPLE
        Each line is an evaluation: the file of the peer, then the files of the models. Blank lines and lines
        that begin with # are skipped. SYSTEM is only a label, X by default, and -a has no effect.
    --roots OLD=NEW  in the roots of CONFIG, read NEW for OLD
        For the configuration of another machine: --roots /old/duc=/data/duc reads /old/duc/peers from
        /data/duc/peers. Give it once for each beginning of a root.
    -a --all=all_systems  score all systems, even if SYSTEM is given
    -d --details  print the score of every evaluation, too
        With -t 1 or 2, R, P and F are the counts of the model, of the peer and of the hits.
    -v --verbose  print texts, tokens, matches and counts, too
    --jobs N  use N threads; 0: one for each processor [1]
        The report is the same for any N. Further threads read files ahead. With the Python kernel, processes
        share the work, which pays off in runs of many seconds.
    --quiet  print no notes and no progress bar
        Errors are still printed. Notes and the bar go to standard error; a long run in a terminal shows the
        bar.
    """,
    formula={"type": str},
    roots={"multiple": True},
    max_ngram={"type": CLASSIC_NATURAL},
    weight={"type": CLASSIC_REAL},
    skip_gap={"type": CLASSIC_WHOLE},
    basic_elements={"words": OPTIONS["basic_elements"].metadata["words"]},
    word_limit={"type": CLASSIC_LENGTH},
    byte_limit={"type": CLASSIC_LENGTH},
    exceptions={"words": OPTIONS["exceptions"].metadata["words"]},
    alpha={"type": CLASSIC_REAL},
    counting={"type": CLASSIC_REAL},
    confidence={"type": CLASSIC_REAL},
    resamples={"type": CLASSIC_LENGTH},
    file_list={"words": TEXT_FORMATS},
    jobs={"type": NATURAL, "default": 1},
)


PAPERS = groups_on(
    """
    As the papers describe it:
    --paper-weight WEIGHT  score ROUGE-W as the paper defines it
        Equations 13 to 15 of ROUGE's working note: the whole text is one sequence, a gap on either side
        breaks a run, and the power is applied once. It cannot pool several models: give -f B. Not with -t 1
        or 2.
    --mead  score MEAD's pairwise LCS, as ROUGE-MEAD
        Equation 8 of the note: for each sentence of the models (R), of the peer (P) or of both (F), the
        longest LCS with any sentence of the other text. -p and --beta have no effect on its F.
    --jackknife  average over the models without one author
        Each author of models is left out in turn, and -f combines the models of the others. The score is the
        mean. Models with the same ID have the same author; models without IDs have different authors. With
        one author the score is the usual one. Not with -t 1 or 2.
    --geometric-mean NAMES  add the geometric mean of measures; or all
        SCROLLS ranks systems by the geometric mean of ROUGE-1, ROUGE-2 and ROUGE-L. NAMES are measures of the
        run: --geometric-mean rouge1,rouge2,rougeL. It stands in tables, intervals and comparisons as one more
        measure. Not with -t 1 or 2.
    --geometric-of averages|evaluations  of averages, or of evaluations [averages]
        averages takes the geometric mean of the averages over the evaluations, and of each resample;
        evaluations takes it in each evaluation, and averages these.
    --missing skip|zero|refuse  a summary that a system lacks [skip]
        skip leaves it out of the figures of the system, zero counts it as an empty summary, and refuse ends
        the run with a message.
    --beta BETA  weight of recall in F, instead of -p; or ratio
        ALPHA is 1/(1+BETA^2). ratio makes BETA the P/R of each evaluation, from rounded figures, or with -t 1
        from pooled ones; if R is 0, F is 0. Not with -p.
    """,
    paper_weight={"type": REAL},
    beta={"type": REAL_OR_RATIO, "words": (RATIO,)},
)


def _languages() -> Mapping[str, Language]:
    from ..text.languages.language_table import LANGUAGES  # A run completes nothing.

    return LANGUAGES


def _stemmers() -> Iterable[str]:
    stemmers = {language.stemmer for language in _languages().values()}
    return sorted(stemmers | {"porter-1.5.5", "porter-nltk"})


LANGUAGE = groups_on(
    """
    Any language:
    --language CODE  score texts in de, hi, zh or another language
        CODE chooses the tokenizer, the stemmer and the rules of --split-sentences; --tokenizer and --stemmer
        take precedence. rouge-tools languages lists the codes and their choices.
    --tokenizer NAME  unicode, character, whitespace, icu, spacy, ptb [rouge]
        rouge knows a-z and 0-9 alone, as ROUGE-1.5.5 does. unicode finds words by Unicode's boundary rules,
        in NFKC and case-folded, and character finds grapheme clusters in the same form. whitespace is for
        texts that are tokenised already: nothing is lowered or dropped. icu finds words of ICU's
        dictionaries, for Chinese, Japanese, Thai, Khmer, Lao and Burmese; it needs PyICU. spacy takes the
        tokens of spaCy for --language, by default English, in lower case, as Newsroom does; it needs spacy.
        ptb has the tokens of COCO's evaluation of captions, without punctuation; it needs no Java.
        MODULE:FUNCTION is your own function, which takes a str and returns a list of str. With any tokenizer
        but rouge, -l counts tokens and -b cuts between characters.
    --stemmer NAME  none, porter-nltk or snowball-LANGUAGE
        porter-1.5.5 is the stemmer of -m, and the only one for -M. snowball-LANGUAGE, such as
        snowball-german, is a stemmer of the package snowballstemmer. MODULE:FUNCTION is your own function,
        which takes a token and returns its stem.
    --stop-words LIST  leave out words: smart (as -s), a file, or a CODE
        A file has a word on each line, in UTF-8; if its name looks like the code of a language, give it as
        ./NAME. CODE takes the list of the package stopwordsiso for a language. Stop words of several tokens
        are not left out.
    --split-sentences  find the sentences of texts on a single line
        The rules belong to the language, or to English. Texts of several lines or sentences stay as they
        are.
    """,
    language={"words": _languages},
    tokenizer={"words": ("rouge", "unicode", "character", "whitespace", "icu", "spacy", "ptb")},
    stemmer={"words": _stemmers},
    stop_words={"shell_complete": path},
)["Any language"]
"""The flags that choose tokens, stems, stop words and sentences for any profile."""

_HELPS = " ".join(dict.fromkeys(rouge.help for rouge in ROUGES.values() if rouge.help))
_PROFILES = (
    f"NAME is {', '.join(PROFILES[1:-1])} or {PROFILES[-1]}, by default {PROFILES[0]}. Each prints the"
    f" figures of its package to the last bit, in full. {_HELPS} Any other flag of measures, texts and scores"
    " is an error."
)
OTHER_ROUGES = {
    **groups_on(
        f"""
    Other ROUGEs:
    --profile NAME  print the figures of another package
        {_PROFILES}
    --types LIST  measures by name, as in rouge1,rougeLsum
        For profiles other than rouge-1.5.5, instead of -n and -x. As in the packages, measures are resampled
        one after another, so their order changes figures.
    --seed N  seed of NumPy's generator [0]
        For rouge-score, evaluate and xlsum. The resamples are those after numpy.random.seed(N); NumPy is not
        needed. The packages, without a seed, print other figures in each run.
    --mean median|plain  rouge-score, evaluate, xlsum: the average [median]
        median is of the resamples, as the packages aggregate. plain is the mean of the scores of single
        evaluations, as many papers report, and has no intervals.
    --split-summaries  rouge-score: let NLTK find the sentences
        For rougeLsum, instead of lines; torchmetrics always does so. It needs NLTK's model punkt_tab: python
        -m nltk.downloader punkt_tab.
    --accumulate best|avg  torchmetrics: several models [best]
        best takes, for each measure, the model with the highest F, as the other packages do. avg takes the
        means over the models.
    --counts sets|all  rouge, rouge-chinese: how n-grams count [sets]
        sets counts each n-gram of a text once and, in rouge-l of rouge, each word once. all counts every
        occurrence, as exclusive=False does in the packages.
    """,
        profile={"type": click.Choice(PROFILES), "default": PROFILES[0]},
        seed={"type": WHOLE},
        mean={"default": "median"},
    ),
    "Any language": LANGUAGE,
    **groups_on(
        """
    Beside ROUGE:
    --about NAMES  add coverage, density, novel-1 ...; or all
        Measures beside ROUGE: Newsroom's coverage, density and compression; novel-N and repeated-N, the
        shares of n-grams that the source lacks and that the summary has twice or more; length, sentences, and
        length-ratio, the length divided by the mean of the models. The models are a row, too. -l and -b do
        not cut summaries here. coverage, density, compression and novel-N need --source or --source-field.
        Without models there is no ROUGE.
    --about-count types|tokens|presumm  count distinct n-grams, or all [types]
        presumm counts distinct n-grams without the last of each text, as PreSumm does.
    --about-mean summaries|pooled  average summaries, or pool counts [summaries]
    """,
    ),
}


INPUTS = groups_on(
    r"""
    Input without a configuration:
    --peers DIR  read the systems' summaries from DIR
        The names of the files give evaluations, systems and models. Hidden files are ignored. Notes name
        files that fit no pattern, evaluations without models and models without peers.
    --models DIR  with --peers: read the model summaries from DIR
        With --about models may be left out; then there is no ROUGE.
    --peer-files PATTERN  names in --peers [{eval}.{system}.txt]
        {eval} and {system} stand for one or more characters other than /. A pattern with a /, such as
        {system}/{eval}.txt, names files in subfolders. If a name can be split in several ways, {eval} is the
        longest that the models have. Without {system}, all files belong to one system, named by SYSTEM or
        else by the folder.
    --model-files PATTERN  names in --models [{eval}.{model}.txt]
        Without {model}, as in {eval}.txt, each evaluation has one model.
    --naming duc|tac  names as at DUC or TAC, instead of patterns
        duc: D30001.M.100.T.A is model A of evaluation D30001, and D30001.M.100.T.1 its peer of system 1. tac:
        D0801-A.M.100.B.C is model C of evaluation D0801-A. The letter before the last part, the selector, is
        ignored. P instead of M marks the summary of one document, whose name at the end becomes part of the
        evaluation. If there are several kinds or lengths, they are parts of the evaluation, too. .html, .see,
        .spl or .txt may follow. If one folder has peers and models, single letters are models.
    --numbering sorted|listed  number evaluations as pyrouge does
        The numbers replace the IDs, whose order resamples follow. sorted numbers evaluations by the names of
        their first peers, as pyrouge 0.1.3 does; listed, as older copies do, in the order in which the system
        lists the folder.
    --input-format FORMAT  format of these files: SEE, SPL, ISI, SIMPLE [by name]
        By default it is SEE if the names end in .html, .htm or .see, and SPL otherwise.
    --lines PEERS  read a system's summaries, one per line
        Give it once for each system; the file, or NAME in NAME=FILE, names the system. The files of the
        models follow as operands: --lines bart.txt --lines t5.txt refs.txt. Line i of every file belongs to
        evaluation i; an empty line is an empty summary. A note counts systems, models and evaluations. Files
        may be gzipped; - is standard input. Lines end with LF or CR LF.
    --sentence-separator TEXT  between sentences of a line [<q>, \n or none]
        By default it is <q> if the file contains that, or else a backslash and n if the file contains that
        and no LaTeX commands or Windows paths that begin so. Otherwise, and with an empty TEXT, a line is one
        sentence.
    --jsonl --parquet=jsonl FILE  read JSON Lines, each with a peer and models
        A text is a string, whose lines are sentences, or a list of sentences; models are one string, or a
        list of texts. Lines of one evaluation have different systems; one or each of them has the models. A
        peer that is null is missing. FILE may be gzipped; - is standard input. It may also be Parquet, whose
        columns are these fields; it needs pyarrow.
    --eval-field NAME  field of the evaluation's ID [id]
        The ID is a string or a whole number. If no object has the field, it is the number of the line.
    --system-field NAME  field of the system's ID [system]
        The ID is a string or a whole number. If no object has the field, all belong to one system, named
        after the file.
    --peer-field NAME  field of the system's summary [peer]
    --models-field NAME  field of the model summaries [models]
        doc.summary is the field summary of the object in the field doc, here and for the other fields.
    Sources, for --about:
    --source FILE  the texts that are summarised, or {eval}.txt
        With --lines, line i of FILE is the source of evaluation i. With a configuration, folders or -z,
        {eval} in FILE stands for the ID of the evaluation, as in articles/{eval}.txt; each line of that file
        is a sentence.
    --source-field NAME  --jsonl: field of the text that is summarised
    --coco ANNOTATIONS  read COCO's JSON; the files of RESULTS come last
        ANNOTATIONS has the references of each image, and each file of RESULTS is a system: a list of objects
        with image_id and caption. --profile coco --tokenizer ptb computes what COCOEvalCap does.
    """,
    input_format={"words": TEXT_FORMATS},
    lines={"shell_complete": path, "multiple": True},
    jsonl={"multiple": True},
    coco={"shell_complete": path},
)
"""Flags of every command that reads evaluations."""

EXTRACTS: Groups = groups_on(
    """
    Extracts as systems:
    --oracle FILE  add system ORACLE, the best sentences of articles
        Line i of FILE is the article of evaluation i, with <q> or --sentence-separator between sentences.
        ORACLE gets up to three sentences, one by one: each time the sentence that raises ROUGE-1 F plus
        ROUGE-2 F most.
    --lead K  with --oracle: add system LEAD-K, the first K sentences
    """,
    lead={"type": NATURAL},
)


_OUTPUT = """--output FILE  write to FILE, all of it or nothing
        - is standard output, the default."""
EXPLAIN_WORST = """explain the N worst of each list [3]
        The lists have, by each measure, the lowest scores of each system, and its greatest losses to the
        baseline; by default not all of many systems are explained. 0 explains none. When all is scored, the
        texts are read again."""
"""The help of `--explain-worst`."""
HIDE_MODELS = """leave out the texts of models
        The pages are then for participants, who may not see the models. Marks and explanations would show
        them, and are left out, too."""
"""The help of `--hide-models`."""
OUTPUT_FILE = f"-o {_OUTPUT}"
"""The flag for the output of a command of `rouge-tools`, as a part of its page."""
_CAPTION = """--caption TEXT  markdown, latex: a caption; notes stand below
        The notes say what stars, letters and bold mean. In latex each table is a float that fits a column,
        with intervals below their figures.
    --label NAME  latex, markdown: a label for references"""
TABLES = f"""--format WORD  text, json, csv, markdown or latex [text]
        The end of FILE's name (.json, .csv, .md, .tex) stands for its format.
    {_CAPTION}
        Further tables have a number behind the caption and the label."""
"""The flags for the tables of a command of `rouge-tools`, as a part of its page."""
TABLE_FORMAT = {"type": click.Choice(TABLE_FORMATS)}
RANKING = """--measure NAME  rank by this measure [the first]
    --figure R|P|F  rank by this figure [F]
    --against ID  rank by the loss against this system"""
"""The flags of a ranking, as a part of the page of a command: measure, figure and baseline."""

OUTPUTS = groups_on(
    rf"""
    Other output:
    --format FORMAT  json, jsonl, csv, tsv, markdown, latex or text
        The default is classic, the report of ROUGE-1.5.5, or the format that the name of --output ends in
        (.json, .jsonl, .csv, .tsv, .md, .tex). json is one document, described by
        rouge_cli/data/report.schema.json, with a signature that names every choice that changes a figure; -d
        adds the scores of single evaluations. jsonl has these scores, one on a line. csv and tsv have a row
        for each system, measure and statistic or, with -d, for each summary. Averages in json, csv and tsv
        are not rounded. markdown and latex (with booktabs) are tables of systems by measures, figures times
        100 with two decimals, the best in bold; text is the same in a box for a terminal. With --compare
        BASELINE these three have the baseline first, stars for significant differences from it (corrected p
        of at most 0.05, 0.01 or 0.001), and marks on all systems that are not significantly worse than the
        best. In csv and tsv an apostrophe precedes an ID that begins with = + - @ or an apostrophe, so that
        no spreadsheet takes it for a formula, and a backslash is doubled. There and in tables, characters of
        an ID that cannot be shown are escaped (\n, \t, \x1b). In json and jsonl a byte of an ID that is not
        UTF-8 is the text \udc80 to \udcff, and backslashes of such an ID are doubled. -d goes with classic,
        json, jsonl, csv and tsv; -v with classic; -t 2 with all but markdown, latex and text.
    {_OUTPUT}
    --figure R|P|F  in markdown, latex, text, --plot, --report [F]
    --intervals  markdown, latex, text: show confidence intervals
    {_CAPTION}
    --sort ORDER  of systems in tables, --plot: score, id, given [score]
        score puts the highest by the first measure first, id sorts numbers in IDs as numbers, and given is
        the order of the input. A baseline comes first.
    --compare [BASELINE]  compare systems, with BASELINE or one another
        A paired bootstrap over the evaluations that both systems have, on the resamples of the intervals. It
        gives the difference of each figure, its confidence interval, two-sided p by the shift method, and p
        corrected by Holm's method for the number of comparisons. Without BASELINE every two systems are
        compared. BASELINE is taken for CONFIG (with --lines: MODELS) if that is missing: --compare
        config.xml, --compare BASELINE config.xml and --compare=BASELINE config.xml all work. With fewer than
        twenty evaluations p is somewhat too small. Not with SYSTEM.
    --plot FILE  draw systems and measures: .svg, .png or .pdf
        Each measure has a panel with each system's average and confidence interval, times 100. With
        --compare a band shows the interval of BASELINE, stars or letters stand as in tables, and systems that
        are significantly worse than the best have dots that are not filled. .png has 300 dots an inch. It
        needs matplotlib.
    --plot-width column|page  --plot: the width in a paper [as wide as needed]
    --report DIR  write pages to the folder DIR, too
        Open DIR/index.html: it has systems by score with intervals and the differences of --compare, any two
        systems, and all evaluations to sort and to filter, with their texts and marked matches; the worst are
        explained. The pages need no network. DIR is new or empty, or an earlier report, which is replaced as
        a whole. Their date is that of SOURCE_DATE_EPOCH, if it is set.
    --explain-worst N  --report: {EXPLAIN_WORST}
    --title TEXT  --report: the heading of the pages
    --hide-models  --report: {HIDE_MODELS}
    --save-scores FILE  write the scores of all evaluations to FILE, too
        FILE is for --load-scores, and for numpy.load: it is a zip of arrays. Not with --about.
    --load-scores FILE  read FILE ... of --save-scores instead of CONFIG
        Operands are further files. The report is that of one run on the input of all files. Give the flags of
        these runs; -r, -c and --seed may differ. Numbered evaluations are numbered on from file to file.
    """,
    format={"type": click.Choice([name for name in FORMATS if name != "verbose"])},
    sort={"type": click.Choice(ORDERS)},
    compare={"is_flag": False, "flag_value": "", "shell_complete": path},  # CONFIG may stand in its place.
    explain_worst={"type": NATURAL},
)

FIRST_SCREEN = {
    "Measures": "-n -x -w -2",
    "Texts": "-m -s -l --language",
    "Scores": "-f --profile",
    "Input": "--lines --jsonl --peers --models -z",
    "Output": "--format --output -d --compare --report --jobs --quiet",
    "Help": "-h -H --examples --version",
}
"""The flags that `-h` shows, by the titles of their groups there; only `-H` shows the others."""

GROUPS: Groups = {**CLASSIC, **PAPERS, **OTHER_ROUGES, **INPUTS, **EXTRACTS, **OUTPUTS}
"""The flags of `rouge-eval` but the helps."""


OPERANDS = click.Argument(
    ["operands"], nargs=-1, metavar="[CONFIG | MODELS...] [SYSTEM]", shell_complete=path
)
"""The operands of `rouge-eval`, and of a command that takes the same input."""


def groups_without(*names: str, of: Iterable[str] = (*CLASSIC, *PAPERS, *OTHER_ROUGES, *INPUTS)) -> Groups:
    """Return groups of flags of rouge-eval without the named flags; by default all groups but output."""
    kept = {title: [flag for flag in GROUPS[title] if flag.name not in names] for title in of}
    return {title: flags for title, flags in kept.items() if flags}


def input_groups(*others: str) -> Groups:
    """Return the flags of every kind of input, and the named flags of input and output."""
    wanted = ("file_list", "roots", *others)
    classic = [flag for flag in CLASSIC["Input and output"] if flag.name in wanted]
    return {"Input and output": classic, **INPUTS}
