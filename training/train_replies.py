"""Training of the cancel score from labelled replies, by logistic regression in plain Python."""

import hashlib
import json
import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from fullhouse.inbound.replies import cancel_score
from fullhouse.inbound.replies.cancel_score import SCALE, WEIGHTS, CancelScorer, logistic, ngrams

EXAMPLES = Path(__file__).parent / "replies"
SEPARATOR = "\n---\n"
SEED = 1
ROUNDS = 8
# Runs of words that are in fewer replies than this get no weight.
MIN_REPLIES = 3
LEARNING_RATE = 0.3
BIAS_RATE = 0.05
# An example that is this close to its label changes nothing.
CLOSE_ENOUGH = 0.02
# Keeps the first step of a weight finite.
INITIAL_SQUARES = 0.001

Example = tuple[str, str]
Row = tuple[float, list[str]]


def read_examples(language: str = "*") -> Iterator[Example]:
    """Read the labels and texts of one language, or of all."""
    for path in sorted(EXAMPLES.glob(f"{language}.txt")):
        for block in path.read_text(encoding="utf-8").split(SEPARATOR):
            label, _, text = block.partition("\n")
            if text:
                yield label, text


def source_digest() -> str:
    """Return the digest of the examples, the trainer and the scorer."""
    digest = hashlib.sha256()
    code = (Path(__file__), Path(cancel_score.__file__))
    for path in (*code, *sorted(EXAMPLES.glob("*.txt"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def train(examples: Iterable[Example]) -> CancelScorer:
    """Train weights; the same examples always give the same weights."""
    read = [(float(label == "cancel"), ngrams(text)) for label, text in examples]
    replies_with = Counter(ngram for _, found in read for ngram in found)
    weights = {ngram: 0.0 for ngram, count in replies_with.items() if count >= MIN_REPLIES}
    rows = [(label, [ngram for ngram in found if ngram in weights]) for label, found in read]
    bias = _fit(rows, weights)
    thousandths = {ngram: round(SCALE * weight) for ngram, weight in sorted(weights.items())}
    return CancelScorer("", round(SCALE * bias), thousandths)


def _fit(rows: list[Row], weights: dict[str, float]) -> float:
    """Fit the weights in place by AdaGrad and return the bias."""
    bias = 0.0
    squares = dict.fromkeys(weights, INITIAL_SQUARES)
    shuffler = random.Random(SEED)  # noqa: S311 - the order must be the same each time
    for _ in range(ROUNDS):
        shuffler.shuffle(rows)
        for label, found in rows:
            share = 1 / math.sqrt(len(found) or 1)
            # Unlike sum, fsum rounds in the same way before and after Python 3.12.
            total = math.fsum([weights[ngram] for ngram in found])
            error = logistic(bias + share * total) - label
            if abs(error) < CLOSE_ENOUGH:
                continue
            bias -= BIAS_RATE * error
            gradient = error * share
            for ngram in found:
                squares[ngram] += gradient * gradient
                weights[ngram] -= LEARNING_RATE * gradient / math.sqrt(squares[ngram])
    return bias


def write_weights(path: Path = WEIGHTS) -> CancelScorer:
    """Train on all examples and write the weights with their digest, one per line."""
    scorer = msgspec.structs.replace(train(read_examples()), digest=source_digest())
    content = msgspec.structs.asdict(scorer)
    text = json.dumps(content, ensure_ascii=False, indent=0, separators=(",", ":"))
    path.write_text(f"{text}\n", encoding="utf-8")
    return scorer


if __name__ == "__main__":
    write_weights()
