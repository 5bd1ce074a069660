"""Exact words: whole replies that cancel and cannot be misread."""

from functools import cache

from fullhouse.inbound.replies.intent import grammars
from fullhouse.inbound.replies.sentences import all_words, parse_sentences


def is_exact_cancel(text: str) -> bool:
    """Return True if a whole reply is on the short list of one language."""
    words = tuple(all_words(parse_sentences(text)))
    return bool(words) and words in _exact_cancels()


@cache
def _exact_cancels() -> frozenset[tuple[str, ...]]:
    found: set[tuple[str, ...]] = set()
    for grammar in grammars():
        for written in grammar.pack.exact_cancels:
            found.add(tuple(all_words(parse_sentences(written))))
    return frozenset(found)
