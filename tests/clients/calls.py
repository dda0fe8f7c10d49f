"""Calls as users of pyrouge and files2rouge make them: `calls.py NAME HOME [ARGUMENT...]`.

It is run by the Python of `.clients`, which knows neither rouge-eval nor its tests, and prints what
the function NAME returns as a line of JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from typing import Any

import pyrouge.tests
from pyrouge import Rouge155

_DATA = os.path.join(os.path.dirname(pyrouge.tests.__file__), "data")


def evaluate(home: str, *arguments: str) -> Any:
    """Evaluate summaries of pyrouge in the format of SEE, with the arguments of a user."""
    rouge = Rouge155(home, " ".join(arguments) or None)
    rouge.system_dir = os.path.join(_DATA, "systems")
    rouge.model_dir = os.path.join(_DATA, "models")
    rouge.system_filename_pattern = r"SL.P.10.R.11.SL062003-(\d+).html"
    rouge.model_filename_pattern = "SL.P.10.R.[A-D].SL062003-#ID#.html"
    output = rouge.evaluate(system_id=11)
    return output, rouge.output_to_dict(output)


def convert_and_evaluate(home: str, settings: str) -> Any:
    """Evaluate plain texts; the home comes from the settings file if `settings` is `saved`."""
    rouge = Rouge155(home)
    if settings == "saved":
        rouge = Rouge155()
    rouge.system_dir = os.path.join(_DATA, "systems_plain")
    rouge.model_dir = os.path.join(_DATA, "models_plain")
    rouge.system_filename_pattern = r"D(\d+).M.100.T.A"
    rouge.model_filename_pattern = "D#ID#.M.100.T.[A-Z]"
    output = rouge.convert_and_evaluate()
    return output, rouge.output_to_dict(output)


class _Fork(Rouge155):
    """The pyrouge that files2rouge needs, which stems only if an argument says so."""

    def _Rouge155__add_config_option(self, options: list[str]) -> list[str]:  # noqa: N802
        return [*options, self._config_file]


def files2rouge(home: str, summaries: str, references: str, rouge_arguments: str) -> Any:
    """Evaluate two files with the same number of lines, as files2rouge 2 does by default."""
    folder = tempfile.mkdtemp()
    for file, side, name in ((summaries, "system", "s.{}.txt"), (references, "model", "m.A.{}.txt")):
        os.mkdir(os.path.join(folder, side))
        with open(file, encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                with open(os.path.join(folder, side, name.format(number)), "w", encoding="utf-8") as one:
                    one.write(" .\n".join(line.split(" . ")))
    rouge = _Fork(home)
    rouge.system_dir = os.path.join(folder, "system")
    rouge.model_dir = os.path.join(folder, "model")
    rouge.system_filename_pattern = r"s.(\d+).txt"
    rouge.model_filename_pattern = "m.[A-Z].#ID#.txt"
    # The pyrouge of files2rouge gives the script this variable and no other, not even PATH.
    module = sys.modules["pyrouge.Rouge155"]
    module.check_output = partial(subprocess.check_output, env={"ROUGE_EVAL_HOME": home})
    data = os.path.join(home, "data")
    output = rouge.convert_and_evaluate(rouge_args=f"-e {data} {rouge_arguments}")
    return output, rouge.output_to_dict(output)


if __name__ == "__main__":
    _, name, *arguments = sys.argv
    print(json.dumps(globals()[name](*arguments)))
