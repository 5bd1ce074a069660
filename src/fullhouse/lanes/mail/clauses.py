"""A reply taken apart into sentences, clauses and words, all folded. What stands in quotation marks is gone."""

import re
import unicodedata
from typing import Literal

import msgspec

LONGEST = 2000
MOST_SENTENCES = 40
MOST_CLAUSES = 20
MOST_WORDS = 40
# A line that is at least so long may go on in the next one.
WRAPPED = 50

Joint = Literal["start", "break", "and"]
APOSTROPHES = str.maketrans(dict.fromkeys("\u2019\u2018\u00b4`\u02bc\u2032", "'"))
QUOTED = re.compile(
    '"[^"\n]{2,200}"|\u201c[^\u201d\n]{2,200}\u201d|\u201e[^\u201c\u201d\n]{2,200}[\u201c\u201d]|\u00ab[^\u00bb\n]{2,200}\u00bb'
)
# "Am 19. Juni", "8 p.m.", "19.30" and a web address end no sentence.
POINT = re.compile(
    r"(?<=\d)\.(?=\s?(?:\d|[a-z\u00e4\u00f6\u00fc]|Jan|Feb|M\u00e4r|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))"
    r"|\b([ap])\.m\.|(?<=\w)\.(?=\w)"
)
ENDS = ".!?;\n\u2026\u2600-\u27bf\U0001f000-\U0001faff"
SENTENCE = re.compile(f"[\u00bf\u00a1]?[^{ENDS}\u00bf\u00a1]+[{ENDS}]*")
# "Ich bin aber dabei", "we were so looking forward" and "by car" are one clause each; so is the French "j'y serai".
CLAUSE = re.compile(
    "(, ?(?:aber|so|car)\\b|[,:\u2013\u2014()/]| - "
    "|\\b(?:but|and|because|cause|und|weil|denn|mais|et|y|pero|porque)\\b)"
)
FRENCH = re.compile(r"\b(?:je|j'|j|ne|n'|on|nous|vous|pas|il|est|suis)\b")
FRENCH_Y = re.compile(r"\by\b")
CARRIES = frozenset(("and", "but", "so", "und", "aber", "et", "mais", "y", "pero"))
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*'?")
# "Wir bleiben daheim, ok?" asks for nothing but understanding.
SOFT_TAG = re.compile(r", ?(?:ok|okay|ja)\s?\?+\s*$")
YES = "yes"
# With their accents gone these would be other words: a Spanish yes is no if, and a German "would" is no past.
TOLD_APART = {
    "s\u00ed": YES,
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
    """Some words that belong together, and how they are joined to what stands before them in their sentence."""

    words: tuple[str, ...]
    joint: Joint


class Sentence(msgspec.Struct, frozen=True):
    """Clauses up to a mark, and whether that mark asks."""

    clauses: tuple[Clause, ...]
    asks: bool


def sentences_of(text: str) -> tuple[Sentence, ...]:
    """Take a text apart."""
    bare = QUOTED.sub(" ", text[:LONGEST])
    whole = _unwrapped(bare if WORD.search(bare) else text[:LONGEST])
    small = POINT.sub(r"\1", unicodedata.normalize("NFC", whole).translate(APOSTROPHES)).casefold()
    found = (_sentence(one) for one in SENTENCE.findall(small)[:MOST_SENTENCES])
    return tuple(one for one in found if one.clauses)


def words_in(sentences: tuple[Sentence, ...]) -> list[str]:
    """List all words."""
    return [word for one in sentences for clause in one.clauses for word in clause.words]


def folded(word: str) -> str:
    """Take the accents of a word away, but not what they tell apart."""
    if word in TOLD_APART:
        return TOLD_APART[word]
    return "".join(one for one in unicodedata.normalize("NFKD", word) if not unicodedata.combining(one))


def _unwrapped(text: str) -> str:
    """Put lines that a mail program has broken together again."""
    lines = [line.strip() for line in text.replace("\r", "").split("\n")]
    pairs = zip(lines, [*lines[1:], ""], strict=True)
    return "".join(line + (" " if len(line) >= WRAPPED and after else "\n") for line, after in pairs)


def _sentence(text: str) -> Sentence:
    pieces = CLAUSE.split(FRENCH_Y.sub(" ", text) if FRENCH.search(text) else text)
    joints = ["start", *(("and" if piece.strip(", ") in CARRIES else "break") for piece in pieces[1::2])]
    clauses: list[Clause] = []
    for joint, piece in zip(joints, pieces[0::2], strict=True):
        words = tuple(folded(word) for word in WORD.findall(piece))[:MOST_WORDS]
        if words:
            clauses.append(Clause(words, "start" if not clauses else "and" if joint == "and" else "break"))
    return Sentence(tuple(clauses[:MOST_CLAUSES]), "?" in SOFT_TAG.sub("", text))
