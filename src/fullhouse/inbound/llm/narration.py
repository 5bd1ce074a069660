"""A paragraph by a model from given figures, used only if all its numbers are among them."""

import asyncio
import logging
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
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.appointments.commands import SummariseWeek
from fullhouse.products.frontdesk.waitlist.commands import SendMonthSummary
from fullhouse.products.rsvp.commands import DraftThanks, SendHeadcount

log = logging.getLogger(__name__)
SHORTEST, LONGEST = 20, 700
MOST_DIGITS = 9
LATIN = ("LATIN SMALL LETTER ", "LATIN CAPITAL LETTER ")
LANGUAGES = {"en": "English", "de": "German", "fr": "French", "es": "Spanish"}
TOKEN = regex(r"\w+(?:[.,:'\u2019/\u2013-]\w+)*")
PIECE = regex(r"[^\W\d_]+")
# Signs that change what a number says, lead elsewhere, or are no plain text.
STRANGE = regex(
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
    task = TASK.format(language=LANGUAGES[language], reader=reader)
    try:
        said = scribe.ask(task, given, SHAPE).get("paragraph")
    except ModelUnavailable as down:
        log.info("a paragraph stays plain", extra={"facts": {"why": down.reason}})
        return plain
    if not isinstance(said, str):
        return plain
    return checked(said, figures.values(), plain) or plain


def checked(text: str, figures: Iterable[int], plain: str = "") -> str:
    """Return a text on one line if each number in it is one of the figures, else "".

    Numbers count in digits and in words. What stands in the plain words may stand in the text, too.
    A text that is too long, links anywhere or has signs that plain words do not need is refused.
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
    """Return True for a letter of the four languages that is no digit in disguise."""
    if letter.isascii():
        return True
    if letter.isnumeric() or unicodedata.category(letter)[0] in "MCN":
        return False
    return not letter.isalpha() or unicodedata.name(letter, "").startswith(LATIN)


def _only(said: str, figures: frozenset[int], known: str) -> bool:
    """Return True if all numbers of a text are figures, or stand in the plain words, too."""
    as_known = set(_digits(known))
    written = as_known.union(map(str, figures))
    if _crowded(said) or any(token not in written for token in _digits(said)):
        return False
    values = figures | _counted(as_known) | _spelled_out(known)
    words = set(PIECE.findall(known))
    return all(_holds(run, values, words) for run in _runs(said))


def _counted(tokens: set[str]) -> set[int]:
    """Return the whole numbers among tokens with digits."""
    short = (token for token in tokens if len(token) <= MOST_DIGITS)
    return {int(token) for token in short if token.isascii() and token.isdecimal()}


def _spelled_out(text: str) -> set[int]:
    """Return the numbers that a text writes in words."""
    values = map(_value, _runs(text))
    return {value for value in values if value is not None}


def _digits(text: str) -> Iterator[str]:
    """Find what has a digit in it: 12, 14:30, 1.250, 3rd."""
    return (found for found in TOKEN.findall(text) if _has_digit(found))


def _has_digit(token: str) -> bool:
    return any(letter.isdigit() for letter in token)


def _crowded(text: str) -> bool:
    """Return True if digits stand beside another number and may be read as one: 1 250."""
    found = list(TOKEN.finditer(text))
    for left, right in pairwise(found):
        near = not text[left.end() : right.start()].strip()
        digits = _has_digit(left[0]) or _has_digit(right[0])
        if near and digits and _counts(left[0]) and _counts(right[0]):
            return True
    return False


def _counts(token: str) -> bool:
    return _has_digit(token) or any(is_about_a_number(word) for word in PIECE.findall(token))


def _runs(text: str) -> Iterator[list[str]]:
    """Find the words about numbers; words in a row are one run."""
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
    """Leave out joining words at the end."""
    return _trimmed(run[:-1]) if run[-1] in JOINING else run


def _value(run: list[str]) -> int | None:
    values = [1 if word in ARTICLES else value_of(word) for word in run if word not in JOINING]
    return None if None in values else sum_of(value for value in values if value is not None)


def _holds(run: list[str], values: frozenset[int], plain_words: set[str]) -> bool:
    """Return True if words count one of the figures, or one word without a value is known."""
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
    """The subject of a paragraph: the plain words, the figures, the language and the readers."""

    plain: str
    figures: Mapping[str, int]
    language: str
    reader: str


def narrative_facts(message: Message) -> About | None:
    """Return the subject; None if no paragraph is needed, or staff wrote their own text."""
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
    """Asks the model in its own threads, within a time limit; else the plain words stay."""

    commands: ClassVar[frozenset[type[Command]]] = frozenset(
        {SendHeadcount, DraftThanks, SendMonthSummary, SummariseWeek}
    )

    def __init__(self, scribe: LanguageModel, seconds: float = PATIENCE_SECONDS) -> None:
        """Set the model and the time limit in seconds."""
        self.scribe = scribe
        self.seconds = seconds
        self._writers = ThreadPoolExecutor(WRITERS, "scribe")

    async def write(self, message: Message) -> str:
        """Return a paragraph, or "" if the plain words are better."""
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.get_running_loop().run_in_executor(
                    self._writers, self.written, message
                )
        except TimeoutError:
            log.info("a paragraph stays plain", extra={"facts": {"why": "the model is too slow"}})
            return ""

    def written(self, message: Message) -> str:
        """Return a paragraph here and now, or "" if the plain words are better."""
        try:
            what = narrative_facts(message)
            if what is None:
                return ""
            said = narrate(self.scribe, what.figures, what.plain, what.language, what.reader)
        except Exception:  # a summary is sent even if its paragraph fails
            log.exception("a paragraph could not be written")
            return ""
        return "" if said == what.plain else said
