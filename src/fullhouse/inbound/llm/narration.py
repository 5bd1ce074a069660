"""A paragraph by a model from figures that are given. It is used only if it holds no number that is not one of them."""

import asyncio
import logging
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import ClassVar

import msgspec

from fullhouse.inbound.llm.number_words import (
    ARTICLES,
    JOINING,
    is_about_a_number,
    sum_of,
    value_of,
)
from fullhouse.inbound.llm.port import PATIENCE_SECONDS, LanguageModel, ModelUnavailable
from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.commands import SummariseWeek
from fullhouse.products.frontdesk.waitlist.commands import SendMonthSummary
from fullhouse.products.rsvp.commands import DraftThanks, SendHeadcount

log = logging.getLogger(__name__)
SHORTEST, LONGEST = 20, 700
MOST_DIGITS = 9
LATIN = ("LATIN SMALL LETTER ", "LATIN CAPITAL LETTER ")
LANGUAGES = {"en": "English", "de": "German", "fr": "French", "es": "Spanish"}
TOKEN = re.compile(r"\w+(?:[.,:'\u2019/\u2013-]\w+)*")
PIECE = re.compile(r"[^\W\d_]+")
# Signs that change what a number says, lead elsewhere, or are no plain text.
STRANGE = re.compile(
    r"[@<>\[\]{}|\\`*#_%~^=+\u2030\u00b1\u2212\u2248\u2264\u2265]|//|www\.|https?|[^\W\d_]\.\w{2}"
    r"|(?<!\w)[-\u2013]\d|(?<!\w)minus(?!\w)"
)
TASK = (
    "Write one short paragraph in {language} for {reader}, warm and plain, of two to four"
    " sentences. The material says the same in plain words, and the figures. Write numbers in"
    " digits, use none that is not in it, and work none out. "
    "Write no greeting, no list, no link and no address."
)
SHAPE = {
    "type": "object",
    "properties": {"paragraph": {"type": "string"}},
    "required": ["paragraph"],
    "additionalProperties": False,
}


def narrate(
    scribe: LanguageModel | None, figures: Mapping[str, int], plain: str, language: str, reader: str
) -> str:
    """Return the model's paragraph if it holds, else the plain one."""
    if scribe is None or language not in LANGUAGES:
        return plain
    given = "\n".join([plain, "", *(f"{name}: {number}" for name, number in figures.items())])
    try:
        said = scribe.ask(
            TASK.format(language=LANGUAGES[language], reader=reader), given, SHAPE
        ).get("paragraph")
    except ModelUnavailable as down:
        log.info("a paragraph stays plain", extra={"facts": {"why": down.reason}})
        return plain
    return (checked(said, figures.values(), plain) if isinstance(said, str) else "") or plain


def checked(text: str, figures: Iterable[int], plain: str = "") -> str:
    """Return a text on one line if each number in it, in digits or in words, is one of the figures; else nothing.

    What stands in the plain words may stand in the text, too. A text that is too long, leads anywhere or holds
    signs that plain words have no need of is no text.
    """
    said = " ".join(unicodedata.normalize("NFC", text).split())
    if not SHORTEST <= len(said) <= LONGEST or not said.isprintable():
        return ""
    known = " ".join(unicodedata.normalize("NFC", plain).split())
    strange = {found[0] for found in STRANGE.finditer(said.lower())}
    if strange or not all(_is_plain(letter) or letter in known for letter in said):
        return ""
    numbers = frozenset(figures)
    return said if _only(said.lower(), numbers, known.lower()) else ""


def _is_plain(letter: str) -> bool:
    """Whether a letter is one of those that the four languages are written in, and no digit in disguise."""
    if letter.isascii():
        return True
    if letter.isnumeric() or unicodedata.category(letter)[0] in "MCN":
        return False
    return not letter.isalpha() or unicodedata.name(letter, "").startswith(LATIN)


def _only(said: str, figures: frozenset[int], known: str) -> bool:
    """Whether all numbers of a text are figures, or stand in the same way in the plain words."""
    as_known = set(_digits(known))
    if any(token not in as_known and token not in map(str, figures) for token in _digits(said)):
        return False
    counted = {
        int(token)
        for token in as_known
        if token.isascii() and token.isdecimal() and len(token) <= MOST_DIGITS
    }
    values = (
        figures | counted | {value for run in _runs(known) if (value := _value(run)) is not None}
    )
    words = set(PIECE.findall(known))
    return not _crowded(said) and all(_holds(run, values, words) for run in _runs(said))


def _digits(text: str) -> Iterator[str]:
    """Find what has a digit in it: 12, 14:30, 1.250, 3rd."""
    return (found for found in TOKEN.findall(text) if _has_digit(found))


def _has_digit(token: str) -> bool:
    return any(letter.isdigit() for letter in token)


def _crowded(text: str) -> bool:
    """Whether digits stand right beside another number, so that both may be read as one: 1 250, 3 hundred."""
    found = list(TOKEN.finditer(text))
    for one, other in pairwise(found):
        near = not text[one.end() : other.start()].strip()
        digits = _has_digit(one[0]) or _has_digit(other[0])
        if near and digits and _counts(one[0]) and _counts(other[0]):
            return True
    return False


def _counts(token: str) -> bool:
    return _has_digit(token) or any(is_about_a_number(word) for word in PIECE.findall(token))


def _runs(text: str) -> Iterator[list[str]]:
    """Find the words that have to do with numbers; those that stand in a row are one."""
    run: list[str] = []
    end = 0
    for found in PIECE.finditer(text):
        word, near = found[0], not text[end : found.start()].strip(" -")
        counts = is_about_a_number(word)
        if run and not (near and (counts or word in JOINING or word in ARTICLES)):
            yield _trimmed(run)
            run = []
        if counts or run:
            run.append(word)
        end = found.end()
    if run:
        yield _trimmed(run)


def _trimmed(run: list[str]) -> list[str]:
    """Leave out what only seemed to go on."""
    return _trimmed(run[:-1]) if run[-1] in JOINING else run


def _value(run: list[str]) -> int | None:
    values = [1 if word in ARTICLES else value_of(word) for word in run if word not in JOINING]
    return None if None in values else sum_of(value for value in values if value is not None)


def _holds(run: list[str], values: frozenset[int], plain_words: set[str]) -> bool:
    """Whether words count one of the figures; or one word is said in the plain words, too, and counts nothing."""
    value = _value(run)
    if value is not None:
        return value in values
    return len(run) == 1 and value_of(run[0]) is None and run[0] in plain_words


WRITERS = 2
READERS = {
    ("rsvp", "headcount"): "the host of an event that is near, about where the guest list stands",
    ("rsvp", "summary"): "the guests of an event, from its host, the day after: a thank-you",
    (
        "waitlist",
        "summary",
    ): "the staff of a small business, about how their waitlist did in a month",
    (
        "appointments",
        "summary",
    ): "the staff of a small business, about how their appointments went in a week",
}
THANKS = ("rsvp", "summary")


class About(msgspec.Struct, frozen=True):
    """What a paragraph is to be about: the plain words, the figures, the language, and who reads it."""

    plain: str
    figures: Mapping[str, int]
    language: str
    reader: str


def about(message: Message) -> About | None:
    """Say what to write about; None of a message that needs no paragraph, or has words of the staff's own."""
    key = (message.product, message.kind)
    if key not in READERS or message.facts.get("template", {}).get("mail"):
        return None
    from fullhouse.engine.catalogue import PRODUCTS  # all rules and words

    letter = PRODUCTS[message.product].post.compose(message, lambda _purpose: "")
    if key == THANKS:
        return About(letter.paragraphs[-1], {}, letter.language, READERS[key])
    plain = "\n".join([letter.heading, *letter.paragraphs])
    counted = message.facts.get("headcount") or message.facts.get("summary") or {}
    figures = {name: value for name, value in counted.items() if isinstance(value, int)}
    return About(plain, figures, letter.language, READERS[key])


class ModelNarrator:
    """Asks the Scribe in threads of its own, for so many seconds in all; then the plain words do."""

    commands: ClassVar[frozenset[type[Command]]] = frozenset(
        {SendHeadcount, DraftThanks, SendMonthSummary, SummariseWeek}
    )

    def __init__(self, scribe: LanguageModel, seconds: float = PATIENCE_SECONDS) -> None:
        """Take the Scribe."""
        self.scribe = scribe
        self.seconds = seconds
        self._writers = ThreadPoolExecutor(WRITERS, "scribe")

    async def write(self, message: Message) -> str:
        """Write a paragraph; nothing if the plain words are better."""
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.get_running_loop().run_in_executor(
                    self._writers, self.written, message
                )
        except TimeoutError:
            log.info("a paragraph stays plain", extra={"facts": {"why": "the model is too slow"}})
            return ""

    def written(self, message: Message) -> str:
        """Write a paragraph here and now; nothing if the plain words are better."""
        try:
            what = about(message)
            if what is None:
                return ""
            said = narrate(self.scribe, what.figures, what.plain, what.language, what.reader)
        except Exception:  # a summary never waits for a paragraph, whatever is wrong with it
            log.exception("a paragraph could not be written")
            return ""
        return "" if said == what.plain else said
