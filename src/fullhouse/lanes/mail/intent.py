"""What the new text of a reply wants: to come, to cancel, or no more mail. Only closed lists of phrases cancel.

A question, a condition, a "not" before it, or someone else's doing is no cancel.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

from fullhouse.lanes.mail import phrases
from fullhouse.lanes.mail.cancels import CANCELS as LISTED

Intent = Literal["come", "cancel", "stop"]
Words = tuple[str, ...]
LONGEST = 2000
MOST_SENTENCES = 30
NEAR = 3
APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u00b4": "'", "`": "'", "\u02bc": "'"})
SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]?")
# "Am 19. Juni" ends no sentence.
ORDINAL = re.compile(r"(?<=\d)\.(?=\s(?:[a-zäöü]|Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))")
CLAUSE = re.compile("[,:\u2013\u2014()]| - ")
WORD = re.compile(r"[\w'-]+")
REPLY_MARK = re.compile(r"\s*(re|aw|sv|antw|rép|res|ref|fwd|fw|wg|tr)\s?(\[\d+\])?:", re.IGNORECASE)


def _split(listed: Iterable[str]) -> frozenset[Words]:
    return frozenset(tuple(WORD.findall(phrase)) for phrase in listed)


CANCELS, COMES, WHOLES = _split(LISTED), _split(phrases.COMES), _split(phrases.WHOLE_CANCELS)
STOPS, NOES = _split(phrases.STOPS), _split(phrases.BARE_NOES)
AROUND = [(verb, tuple(end.split())) for verb, end in phrases.AROUND]
# By their form these are only ever about their writer, whatever stands before.
ONES_OWN = {("no", "puedo"), ("no", "podré"), ("no", "podemos"), ("no", "podremos"), ("no", "asistiré"), ("no", "iré")}
LONGEST_PHRASE = max(map(len, CANCELS | COMES))


def intent_of(text: str, subject: str = "") -> Intent:
    """Say what a reply wants. The subject speaks only where there is no text and it is not ours quoted back."""
    said = text.strip() or ("" if REPLY_MARK.match(subject) else subject)
    whole = unicodedata.normalize("NFC", said[:LONGEST]).translate(APOSTROPHES)
    small = ORDINAL.sub("", whole).casefold()
    everything = tuple(WORD.findall(small))
    if everything in STOPS:
        return "stop"
    if _starts_of(everything, COMES):
        return "come"
    sentences = SENTENCE.findall(small)[:MOST_SENTENCES]
    return "cancel" if everything in NOES or any(map(_cancels, sentences)) else "come"


def _cancels(sentence: str) -> bool:
    if sentence.rstrip().endswith("?") or phrases.ASKS & set(WORD.findall(sentence)[:1]):
        return False
    if tuple(WORD.findall(sentence)) in WHOLES:
        return True
    before: set[str] = set()
    for clause in CLAUSE.split(sentence):
        said = tuple(WORD.findall(clause))
        short = tuple(word for word in said if word not in phrases.FILLERS)
        if not before & phrases.DOUBTS and (said in WHOLES or _is_cancel(short)):
            return True
        before |= set(said)
    return False


def _is_cancel(said: Words) -> bool:
    phrase = any(_is_own(said, start, length) for start, length in _starts_of(said, CANCELS))
    return phrase or _is_around(said)


def _is_own(said: Words, start: int, length: int) -> bool:
    """Whether a phrase is about its writer, and neither open, turned around nor limited."""
    lead = "" if said[start : start + 2] in ONES_OWN or not start else said[start - 1]
    behind, then, *_ = (*said[start + length : start + length + 2], "", "")
    late = behind in phrases.HOURS and then[:1].isdecimal()
    doubted = phrases.DOUBTS & set(said[:start]) or phrases.TURNS & set(said[max(0, start - NEAR) : start])
    return lead in phrases.LEADS and behind not in phrases.LIMITS and not late and not doubted


def _is_around(said: Words) -> bool:
    """Whether a clause that is about its writer ends like a cancel: "ich kann am Freitag leider nicht kommen"."""
    for verb, end in AROUND:
        at = said.index(verb) if verb in said and said[-len(end) :] == end else -1
        beside = {*said[max(0, at - 1) : at], *said[at + 1 : at + 2]} if at >= 0 else set()
        if beside & phrases.ONESELF and not phrases.DOUBTS & set(said):
            return True
    return False


def _starts_of(said: Words, listed: frozenset[Words]) -> list[tuple[int, int]]:
    """Find where phrases of a list stand, and how long each is."""
    lengths = range(1, LONGEST_PHRASE + 1)
    return [(at, long) for at in range(len(said)) for long in lengths if said[at : at + long] in listed]
