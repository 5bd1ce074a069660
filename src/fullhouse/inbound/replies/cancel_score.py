"""Probability that a reply cancels, by the weights of its words; `training/` makes the weights."""

import math
import re
from functools import cache
from pathlib import Path

import msgspec

from fullhouse.inbound.folding import without_accents

WEIGHTS = Path(__file__).parent / "cancel_weights.json"
MAX_CHARACTERS = 4000
MAX_NGRAM_WORDS = 3
# Weights are whole numbers, so that their sum is the same on every Python.
SCALE = 1000
MAX_EXPONENT = 30.0
APOSTROPHES = str.maketrans(dict.fromkeys("\u2019\u2018\u00b4`\u02bc\u2032", "'"))
START, END = "^", "$"
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*|\?")


class CancelScorer(msgspec.Struct, frozen=True):
    """Trained weights in thousandths, and the digest of what they were trained from."""

    digest: str
    bias: int
    weights: dict[str, int]

    def score(self, text: str) -> float:
        """Return the probability (0 to 1) that the reply cancels."""
        found = [self.weights[ngram] for ngram in ngrams(text) if ngram in self.weights]
        mean = sum(found) / math.sqrt(len(found) or 1)
        return logistic((self.bias + mean) / SCALE)


@cache
def cancel_scorer() -> CancelScorer:
    """Load the committed weights."""
    return msgspec.json.decode(WEIGHTS.read_bytes(), type=CancelScorer)


def ngrams(text: str) -> list[str]:
    """Return each run of up to three folded words once; a question mark is a word."""
    words = [START, *_folded_words(text[:MAX_CHARACTERS]), END]
    found: dict[str, None] = {}
    for size in range(1, MAX_NGRAM_WORDS + 1):
        for at in range(len(words) - size + 1):
            found[" ".join(words[at : at + size])] = None
    del found[START], found[END]
    return list(found)


def _folded_words(text: str) -> list[str]:
    return WORD.findall(without_accents(text.translate(APOSTROPHES).casefold()))


def logistic(value: float) -> float:
    """Return the logistic function of a value."""
    limited = max(-MAX_EXPONENT, min(MAX_EXPONENT, value))
    return 1 / (1 + math.exp(-limited))
