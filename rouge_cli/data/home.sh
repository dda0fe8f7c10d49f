#!/bin/sh
# Written by `rouge-tools home`: it runs rouge-eval in place of ROUGE-1.5.5.
python={python}
if [ ! -x "$python" ]; then
    echo "$0: $python is gone; install rouge-eval again and run rouge-tools home on this folder" >&2
    exit 1
fi
exec "$python" -P -m rouge_cli "$@"
