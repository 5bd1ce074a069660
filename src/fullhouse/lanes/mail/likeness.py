"""How much a reply is like those that give a seat up: weighed by its words, as the examples beside this teach.

The examples are replies in four languages, each with what a person made of it. What they teach is one number for each
run of up to three words, found by logistic regression. That takes a few seconds, so packages bring it along, and
elsewhere it is kept where Python keeps what it compiled.
"""

import hashlib
import math
import os
import random
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

HERE = Path(__file__).parent
EXAMPLES = "examples"
KEPT = "likeness.json"
END = "\n---\n"
LONGEST = 4000
MOST_WORDS = 3
# Words that stand in fewer replies than this teach nothing.
FEWEST_REPLIES = 3
ROUNDS = 8
STEP = 0.3
BIAS_STEP = 0.05
# What is this close to its label teaches nothing more.
CLOSE = 0.02
SURE = 30.0
APOSTROPHES = str.maketrans(dict.fromkeys("\u2019\u2018\u00b4`\u02bc\u2032", "'"))
ENDS = ("^", "$")
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*|\?")


class Likeness(msgspec.Struct, frozen=True):
    """What the examples teach: what each run of words weighs, and where the scale stands before any word."""

    bias: float
    weights: dict[str, float]

    def of(self, text: str) -> float:
        """Say how much a reply is like those that give a seat up, from 0 to 1."""
        found = [self.weights[one] for one in runs_of(text) if one in self.weights]
        return _share(self.bias + sum(found) / math.sqrt(len(found) or 1))


def runs_of(text: str) -> list[str]:
    """List each run of up to three words once, folded; a question mark is a word."""
    plain = unicodedata.normalize("NFKD", text[:LONGEST].translate(APOSTROPHES).casefold())
    words = [ENDS[0], *WORD.findall("".join(one for one in plain if not unicodedata.combining(one))), ENDS[1]]
    runs = (" ".join(words[at : at + size]) for size in range(1, MOST_WORDS + 1) for at in range(len(words) - size + 1))
    return [run for run in dict.fromkeys(runs) if run not in ENDS]


def examples(language: str = "*") -> Iterator[tuple[str, str]]:
    """Read the labels and texts of a language, or of all: a label, a text, and a line of three strokes."""
    for path in sorted((HERE / EXAMPLES).glob(f"{language}.txt")):
        blocks = (block.partition("\n") for block in path.read_text(encoding="utf-8").split(END))
        yield from ((label, text) for label, _, text in blocks if text)


def learnt() -> Likeness:
    """Learn from the examples: the same each time."""
    read = [(float(label == "cancel"), runs_of(text)) for label, text in examples()]
    often = Counter(run for _, runs in read for run in runs)
    weights = {run: 0.0 for run, times in often.items() if times >= FEWEST_REPLIES}
    rows = [(label, [run for run in runs if run in weights]) for label, runs in read]
    travelled = dict.fromkeys(weights, 0.001)
    bias, chance = 0.0, random.Random(1)  # noqa: S311 - it only mixes the examples, the same way each time
    for _ in range(ROUNDS):
        chance.shuffle(rows)
        for label, runs in rows:
            share = 1 / math.sqrt(len(runs) or 1)
            off = _share(bias + share * sum([weights[run] for run in runs])) - label
            if abs(off) < CLOSE:
                continue
            bias -= BIAS_STEP * off
            pull = off * share
            for run in runs:
                travelled[run] += pull * pull
                weights[run] -= STEP * pull / math.sqrt(travelled[run])
    return Likeness(round(bias, 3), {run: round(weight, 3) for run, weight in weights.items()})


def _share(weight: float) -> float:
    return 1 / (1 + math.exp(-max(-SURE, min(SURE, weight))))


def keep(folder: Path) -> None:
    """Put what the examples teach in their place, in a copy of this package."""
    (folder / KEPT).write_bytes(msgspec.json.encode(likeness()))


@cache
def likeness() -> Likeness:
    """Return what was learnt, or learn it now."""
    brought = HERE / KEPT
    place = brought if brought.exists() else HERE / "__pycache__" / f"likeness-{_digest()}.json"
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(place.read_bytes(), type=Likeness)
    found = learnt()
    if not sys.dont_write_bytecode:
        with suppress(OSError):  # nobody may write there; then it is learnt again the next time
            _put(place, msgspec.json.encode(found))
    return found


def _digest() -> str:
    """Name what it is learnt from: the examples, and how."""
    read = hashlib.sha256(Path(__file__).read_bytes())
    for path in sorted((HERE / EXAMPLES).glob("*.txt")):
        read.update(path.read_bytes())
    return read.hexdigest()[:16]


def _put(place: Path, content: bytes) -> None:
    """Write a file as a whole, and take away those of earlier examples."""
    place.parent.mkdir(exist_ok=True)
    draft = place.with_suffix(f".{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(place)
    for old in place.parent.glob("likeness-*.json"):
        if old != place:
            old.unlink(missing_ok=True)
