"""The flags of ROUGE-1.5.5, and those for any run."""

from __future__ import annotations

from ...evaluation import FORMATS
from ...options import BE_MODES, NO_EXCEPTIONS, WORDNET
from .kinds import CLASSIC_LIMIT, CLASSIC_REAL, CLASSIC_WHOLE, NATURAL, one_of, path, switch, value

CLASSIC = {
    "Measures": [
        value(
            *("-n", "--max-ngram"),
            type=CLASSIC_WHOLE,
            default=0,
            metavar="MAX",
            help="ROUGE-1 ... ROUGE-MAX",
            more="Overlap of n-grams of tokens, for each n up to MAX, which is at most 10000.",
        ),
        switch(
            *("-x", "--no-lcs"),
            help="no ROUGE-L (which is on by default)",
            more="ROUGE-L takes the union of the longest common subsequences of each model"
            " sentence with all peer sentences.",
        ),
        value(
            *("-w", "--weight"),
            type=CLASSIC_REAL,
            metavar="WEIGHT",
            help="ROUGE-W, runs of k count k^WEIGHT, e.g. 1.2",
            more="A longest common subsequence in which a run of k consecutive matches counts"
            " k^WEIGHT; WEIGHT is above 0, usually 1.2.",
        ),
        value(
            *("-2", "--skip-gap"),
            type=CLASSIC_WHOLE,
            metavar="GAP",
            help="ROUGE-S, at most GAP words skipped; -1: any",
            more="Pairs of tokens in the order of the text with at most GAP others between them;"
            " a negative GAP sets no limit.",
        ),
        switch(
            *("-u", "--skip-unigrams"),
            help="with -2: ROUGE-SU instead of ROUGE-S",
            more="ROUGE-SU counts every token but the last beside the pairs.",
        ),
        switch(
            *("-U", "--skip-both"),
            help="with -2: ROUGE-S and ROUGE-SU",
            more="-u wins over it.",
        ),
        value(
            *("-3", "--basic-elements"),
            metavar="MODE",
            shell_complete=one_of(*BE_MODES),
            help="ROUGE-BE: H, HM, HMR, HM1, HMR1 or HMR2",
            more="For summaries in the format SIMPLE, head|modifier|relation on each line."
            " H: heads without modifier; HM, HMR: pairs with a modifier, triples with a relation;"
            " HM1, HMR1: all pairs, triples with a modifier; HMR2: all triples. Switches ROUGE-L"
            " off.",
        ),
    ],
    "Text": [
        switch(
            *("-m", "--stem"),
            help="stem peers and models (Porter)",
            more="Tokens of more than three letters; irregular forms by WordNet's exceptions.",
        ),
        switch(
            *("-M", "--stem-models"),
            help="stem the models only",
            more="As the original does it: not in ROUGE-N, and in ROUGE-W only where tokens are counted.",
        ),
        switch(*("-s", "--remove-stop-words"), help="leave stop words out (SMART's list)"),
        value(
            *("-l", "--word-limit"),
            type=CLASSIC_LIMIT,
            metavar="N",
            help="only the first N words of every summary",
            more="Of models, too. Not with -b, not even -b 0. 0: no limit.",
        ),
        value(
            *("-b", "--byte-limit"),
            type=CLASSIC_LIMIT,
            metavar="N",
            help="only the first N bytes of every summary",
            more="Of models, too. Not with -l, not even -l 0. 0: no limit.",
        ),
        value(
            *("-e", "--data"),
            shell_complete=path,
            metavar="DIR",
            help="word lists from DIR, not the built-in ones",
            more="DIR/smart_common_words.txt and, for irregular forms, the database DIR/WordNet-2.0.exc.db,"
            " as in the original, even if it is empty; without it DIR/WordNet-2.0-Exceptions/*.exc. A"
            " built-in list stands in for one that is not there.",
        ),
        value(
            "--exceptions",
            metavar="LIST",
            shell_complete=one_of(WORDNET, NO_EXCEPTIONS),
            help="irregular forms: wordnet (built in) or none",
            more="With -m or -M, in place of those of -e. Copies of ROUGE with an empty database, such as"
            " that of files2rouge, score with none.",
        ),
    ],
    "Scores": [
        value(
            *("-f", "--formula"),
            metavar="A|B",
            shell_complete=one_of("A", "B"),
            help="several models: A pool, B keep the best [A]",
            more="B keeps the model with the highest recall, the first of equals; anything else acts as A.",
        ),
        value(
            *("-p", "--alpha"),
            type=CLASSIC_REAL,
            metavar="ALPHA",
            help="weight of precision in F, 0 to 1 [0.5]",
            more="0 makes F recall, 1 makes it precision.",
        ),
        value(
            *("-t", "--counting"),
            type=CLASSIC_REAL,
            default=0,
            metavar="0|1|2",
            shell_complete=one_of("0", "1", "2"),
            help="0 average, 1 pool, 2 print pooled counts [0]",
            more="0: the average over evaluations. 1: figures of the counts pooled over the"
            " corpus. 2: these counts themselves. Any other number acts as 0.",
        ),
        value(
            *("-c", "--confidence"),
            type=CLASSIC_REAL,
            default=95,
            metavar="PERCENT",
            help="confidence level, 0 to 100 [95]",
            more="In per cent: 0.95 is less than one per cent, which a note says.",
        ),
        value(
            *("-r", "--resamples"),
            type=CLASSIC_LIMIT,
            default=1000,
            metavar="N",
            help="bootstrap resamples, 1 or more [1000]",
        ),
    ],
    "Input and output": [
        value(
            *("-z", "--file-list"),
            metavar="FORMAT",
            shell_complete=one_of(*FORMATS),
            help="CONFIG lists files: SEE, SPL, ISI or SIMPLE",
            more="One evaluation a line: the peer's file, then the models'. Lines that begin with"
            " # and blank ones are skipped. SYSTEM is a label here, X by default; -a has no"
            " effect.",
        ),
        switch(*("-a", "--all", "all_systems"), help="all systems, even if SYSTEM is given"),
        switch(
            *("-d", "--details"),
            help="print the score of every evaluation, too",
            more="With -t 1 or 2: the counts of the model, of the peer and of the hits as R, P and F.",
        ),
        switch(*("-v", "--verbose"), help="print texts, tokens, matches and counts, too"),
        value(
            "--jobs",
            type=NATURAL,
            default=1,
            metavar="N",
            help="threads; 0: one for each processor [1]",
            more="They share the work, and the report is the same for any N. Others read files ahead of"
            " them. With the Python kernel they are processes, which pay for runs of many seconds.",
        ),
        switch(
            "--quiet",
            help="no notes and no progress bar; errors stay",
            more="Both go to standard error, the bar if that is a terminal and the run is long.",
        ),
    ],
}
