"""A reply split into sentences, clauses and folded words. Quoted phrases are left out."""

import unicodedata
from typing import Literal

import msgspec

from fullhouse.inbound.folding import without_accents
from fullhouse.kernel.patterns import regex

MAX_CHARACTERS = 2000
MAX_SENTENCES = 40
MAX_CLAUSES = 20
MAX_WORDS = 40
# A line of at least this length may continue in the next one.
WRAP_LENGTH = 50

Joint = Literal["start", "break", "and"]
APOSTROPHES = str.maketrans(dict.fromkeys("\u2019\u2018\u00b4`\u02bc\u2032", "'"))
QUOTED = regex(
    '"[^"\n]{2,200}"'
    "|\u201c[^\u201d\n]{2,200}\u201d"
    "|\u201e[^\u201c\u201d\n]{2,200}[\u201c\u201d]"
    "|\u00ab[^\u00bb\n]{2,200}\u00bb"
)
# "Am 19. Juni", "8 p.m.", "19.30" and a web address do not end a sentence.
INNER_POINT = regex(
    r"(?<=\d)\.(?=\s?(?:\d|[a-z\u00e4\u00f6\u00fc]"
    r"|Jan|Feb|M\u00e4r|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))"
    r"|\b([ap])\.m\.|(?<=\w)\.(?=\w)"
)
ENDS = ".!?;\n\u2026\u2600-\u27bf\U0001f000-\U0001faff"
SENTENCE = regex(f"[\u00bf\u00a1]?[^{ENDS}\u00bf\u00a1]+[{ENDS}]*")
# "Ich bin aber dabei", "we were so looking forward" and "by car" are one clause each.
CLAUSE_BREAK = regex(
    "(, ?(?:aber|so|car)\\b|[,:\u2013\u2014()/]| - "
    "|\\b(?:but|and|because|cause|und|weil|denn|mais|et|y|pero|porque)\\b)"
)
# The French "y" of "j'y serai" does not join clauses as the Spanish one does.
FRENCH = regex(r"\b(?:je|j'|j|ne|n'|on|nous|vous|pas|il|est|suis)\b")
FRENCH_Y = regex(r"\by\b")
CONJUNCTIONS = frozenset(("and", "but", "so", "und", "aber", "et", "mais", "y", "pero"))
WORD = regex(r"[^\W_]+(?:'[^\W_]+)*'?")
# "Wir bleiben daheim, ok?" is not a question.
SOFT_TAG = regex(r", ?(?:ok|okay|ja)\s?\?+\s*$")
# Without their accents these would be other words: the Spanish yes an "if", the German "would"
# a past tense.
DISTINCT_WORDS = {
    "s\u00ed": "yes",
    "\u00e9l": "elmismo",
    "w\u00e4r": "waere",
    "w\u00e4re": "waere",
    "w\u00e4ren": "waeren",
    "h\u00e4tt": "haette",
    "h\u00e4tte": "haette",
    "h\u00e4tten": "haetten",
    "k\u00f6nnte": "koennte",
    "k\u00f6nnten": "koennten",
    "m\u00fcsste": "muesste",
    "m\u00fcssten": "muessten",
    "w\u00fcrd": "wuerde",
    "w\u00fcrde": "wuerde",
    "w\u00fcrden": "wuerden",
    "kl\u00e4r": "klaere",
}


class Clause(msgspec.Struct, frozen=True):
    """Words that belong together, and how they are joined to the clause before."""

    words: tuple[str, ...]
    joint: Joint


class Sentence(msgspec.Struct, frozen=True):
    """Clauses up to a punctuation mark, and whether that mark asks."""

    clauses: tuple[Clause, ...]
    asks: bool


def parse_sentences(text: str) -> tuple[Sentence, ...]:
    """Split a text into sentences."""
    found = map(_parse_sentence, sentence_texts(text))
    return tuple(sentence for sentence in found if sentence.clauses)


def sentence_texts(text: str) -> list[str]:
    """Return the sentences of a text with their marks, in lower case."""
    text = text[:MAX_CHARACTERS]
    unquoted = QUOTED.sub(" ", text)
    if WORD.search(unquoted):
        text = unquoted
    text = unicodedata.normalize("NFC", _join_wrapped_lines(text)).translate(APOSTROPHES)
    text = INNER_POINT.sub(r"\1", text).casefold()
    found: list[str] = SENTENCE.findall(text)
    return found[:MAX_SENTENCES]


def all_words(sentences: tuple[Sentence, ...]) -> list[str]:
    """Return the words of all sentences."""
    words: list[str] = []
    for sentence in sentences:
        for clause in sentence.clauses:
            words.extend(clause.words)
    return words


def fold(word: str) -> str:
    """Remove the accents of a word unless it would become another word."""
    if word in DISTINCT_WORDS:
        return DISTINCT_WORDS[word]
    return without_accents(word)


def _join_wrapped_lines(text: str) -> str:
    """Join lines that a mail program has wrapped."""
    lines = [line.strip() for line in text.replace("\r", "").split("\n")]
    joined: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        is_wrapped = len(line) >= WRAP_LENGTH and following
        joined += (line, " " if is_wrapped else "\n")
    return "".join(joined)


def _parse_sentence(text: str) -> Sentence:
    asks = "?" in SOFT_TAG.sub("", text)
    if FRENCH.search(text):
        text = FRENCH_Y.sub(" ", text)
    # The pattern has one group, so clauses and what stands between them alternate.
    pieces = CLAUSE_BREAK.split(text)
    clauses: list[Clause] = []
    for separator, piece in zip(["", *pieces[1::2]], pieces[0::2], strict=True):
        words = tuple(map(fold, WORD.findall(piece)))[:MAX_WORDS]
        if words:
            clauses.append(Clause(words, _joint(separator, is_first=not clauses)))
    return Sentence(tuple(clauses[:MAX_CLAUSES]), asks)


def _joint(separator: str, *, is_first: bool) -> Joint:
    if is_first:
        return "start"
    return "and" if separator.strip(", ") in CONJUNCTIONS else "break"
