"""ROUGE-1.5.5 from Python: the same figures, to the last digit.

from rouge_cli import Evaluation, Options, Scorer, evaluate, score

score("the peer", "the model")["ROUGE-L"].f
Scorer(Options(max_ngram=2, stem=True)).score_batch(peers, models).report("mine")

report = evaluate("config.xml", Options(max_ngram=2, stem=True))
report.systems["1"]["ROUGE-2"].recall.average

texts = [Evaluation.of_texts("1", {"mine": "A summary."}, ["The reference."])]
evaluate(texts, Options(max_ngram=2))
"""

__version__ = "1.5.0"


def __getattr__(name: str) -> object:
    """Import a public name, which stands in `__init__.pyi`, when a program asks for it.

    The commands need no public name, so they heed Ctrl-C and report a broken package before the rest loads.
    """
    if name == "__all__":
        value: object = sorted(["__version__", *_modules()])
    elif name.startswith("_") or name not in (modules := _modules()):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    else:
        from importlib import import_module

        value = getattr(import_module(modules[name], __name__), name)
    globals()[name] = value  # The next look finds it at once.
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_modules()})


def _modules() -> dict[str, str]:
    """Return the module of each public name."""
    import ast

    stub = __spec__.loader.get_data(f"{__path__[0]}/__init__.pyi")  # Even from an archive of modules.
    return {
        name.name: "." * statement.level + (statement.module or "")
        for statement in ast.parse(stub).body
        if isinstance(statement, ast.ImportFrom)
        for name in statement.names
    }
