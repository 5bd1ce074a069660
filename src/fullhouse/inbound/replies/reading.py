"""A reply in one language: its sentences and clauses, in full and without fillers and dates."""

from collections.abc import Iterable
from functools import cache, lru_cache

import msgspec

from fullhouse.inbound.replies.language_pack import LANGUAGES, load_language
from fullhouse.inbound.replies.matcher import LanguageGrammar, Words
from fullhouse.inbound.replies.sentences import Sentence

# As many as one mail needs for each of those that are read at once, in each language.
MOST_KEPT = 64


class ParsedSentence(msgspec.Struct, frozen=True):
    """A sentence in one language: its clauses in full, and without fillers and dates."""

    sentence: Sentence
    full: tuple[Words, ...]
    core: tuple[Words, ...]

    @property
    def words(self) -> Words:
        """All words in full."""
        return join_clauses(self.full)


class ParsedClause(msgspec.Struct, frozen=True):
    """One clause of a parsed sentence."""

    within: ParsedSentence
    index: int

    @property
    def full(self) -> Words:
        return self.within.full[self.index]

    @property
    def core(self) -> Words:
        return self.within.core[self.index]

    @property
    def asks(self) -> bool:
        """Return True if its sentence is a question."""
        return self.within.sentence.asks

    @property
    def earlier(self) -> Words:
        """The words before it in its sentence."""
        return join_clauses(self.within.full[: self.index])

    @property
    def following(self) -> tuple[Words, ...]:
        """The clauses after it in its sentence."""
        return self.within.full[self.index + 1 :]


class Reading(msgspec.Struct, frozen=True):
    """A reply in one language."""

    grammar: LanguageGrammar
    sentences: tuple[ParsedSentence, ...]
    clauses: tuple[ParsedClause, ...]
    words: Words


@cache
def grammars() -> tuple[LanguageGrammar, ...]:
    """Load the grammars of all languages."""
    return tuple(LanguageGrammar(load_language(code)) for code in LANGUAGES)


@lru_cache(MOST_KEPT)
def read_sentences(grammar: LanguageGrammar, sentences: tuple[Sentence, ...]) -> Reading:
    """Read sentences in one language; the latest are kept, as many questions ask for them."""
    parsed = tuple(_parse_sentence(grammar, sentence) for sentence in sentences)
    clauses: list[ParsedClause] = []
    for one in parsed:
        clauses.extend(ParsedClause(one, index) for index in range(len(one.core)))
    return Reading(grammar, parsed, tuple(clauses), join_clauses(one.words for one in parsed))


def _parse_sentence(grammar: LanguageGrammar, sentence: Sentence) -> ParsedSentence:
    full = tuple(map(grammar.expand, sentence.clauses))
    return ParsedSentence(sentence, full, tuple(map(grammar.core, full)))


def join_clauses(clauses: Iterable[Words]) -> Words:
    return tuple(word for clause in clauses for word in clause)
