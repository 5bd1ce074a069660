"""Exact words: whole replies that cancel and cannot be misread."""

from functools import cache

from fullhouse.inbound.replies.reading import grammars
from fullhouse.inbound.replies.sentences import all_words, parse_sentences

CANCEL_STEMS = ("cancel", "absag", "storn", "annul", "anul")


def is_exact_cancel(text: str) -> bool:
    """Return True if a whole reply is on the short list of one language."""
    words = tuple(all_words(parse_sentences(text)))
    return bool(words) and words in _exact_cancels()


def is_cancel_command(text: str) -> bool:
    """Return True if such a reply names the cancelling itself: "cancel", not "I can't come"."""
    words = all_words(parse_sentences(text))
    names_it = any(stem in word for word in words for stem in CANCEL_STEMS)
    return names_it and is_exact_cancel(text)


@cache
def _exact_cancels() -> frozenset[tuple[str, ...]]:
    found: set[tuple[str, ...]] = set()
    for grammar in grammars():
        for written in grammar.pack.exact_cancels:
            found.add(tuple(all_words(parse_sentences(written))))
    return frozenset(found)
