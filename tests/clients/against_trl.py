"""TRL's trainer for GRPO calls `RougeReward`: `python -m tests.clients.against_trl trainer STEPS`."""

from __future__ import annotations

import json
import sys
import tempfile
from typing import Any

from datasets import Dataset
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer

from rouge_cli import Scorer
from rouge_cli.rewards import RougeReward

_WORDS = [*("<pad>", "<eos>", "<unk>"), *["the", "cat", "sat", "on", "a", "mat", "dog", "ran"]]
_ROWS = {"prompt": ["the cat", "a dog"], "answer": ["sat on a mat", None]}


class _Watched(RougeReward):
    """A reward that keeps what the trainer passes and receives."""

    def __init__(self) -> None:
        super().__init__("ROUGE-1", reference="answer")
        self.calls: list[tuple[list[str], list[str | None], list[float | None]]] = []

    def __call__(self, *arguments: Any, **columns: Any) -> list[float | None]:
        rewards = super().__call__(*arguments, **columns)
        self.calls.append((columns["completions"], columns["answer"], rewards))
        return rewards


def _train(reward: RougeReward, steps: int) -> list[dict[str, float]]:
    """Train a tiny model, which writes at random, and return what the trainer logged at each step."""
    words = Tokenizer(WordLevel({word: number for number, word in enumerate(_WORDS)}, unk_token="<unk>"))
    words.pre_tokenizer = Whitespace()
    special = {"pad_token": "<pad>", "eos_token": "<eos>", "unk_token": "<unk>"}
    size = {"vocab_size": len(_WORDS), "n_positions": 32, "n_embd": 16, "n_layer": 1, "n_head": 2}
    model = GPT2LMHeadModel(GPT2Config(**size, bos_token_id=1, eos_token_id=1, pad_token_id=0))
    with tempfile.TemporaryDirectory() as directory:
        trainer = GRPOTrainer(
            model=model,
            reward_funcs=[reward],
            args=GRPOConfig(
                output_dir=directory,
                max_steps=steps,
                per_device_train_batch_size=4,
                num_generations=2,
                max_completion_length=8,
                logging_steps=1,
                report_to=[],
                use_cpu=True,
                save_strategy="no",
                disable_tqdm=True,
            ),
            train_dataset=Dataset.from_dict(_ROWS),
            processing_class=PreTrainedTokenizerFast(tokenizer_object=words, **special),
        )
        trainer.train()
    return [log for log in trainer.state.log_history if "reward" in log]


def main() -> int:
    """Compare what the trainer received and logged with the figures of a scorer; print the differences."""
    reward, scorer = _Watched(), Scorer()
    logged = _train(reward, int(sys.argv[2]))
    first = []
    for (completions, answers, rewards), log in zip(reward.calls, logged, strict=True):
        wanted = [
            None if answer is None else scorer.score(completion, answer)["ROUGE-1"].f
            for completion, answer in zip(completions, answers, strict=True)
        ]
        known = [figure for figure in wanted if figure is not None]
        mean = log[f"rewards/{reward.__name__}/mean"]  # The trainer computes in single precision.
        if rewards != wanted or abs(mean - sum(known) / len(known)) > 1e-6:
            first.append([completions, answers, rewards, wanted, mean])
    print(json.dumps({"cases": len(reward.calls), "first": first}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
