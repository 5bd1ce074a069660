"""Words for weekdays and times of day, from `languages/*.toml`, as tokens of a text."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from fullhouse.kernel.patterns import regex
from fullhouse.locale import desk_language
from fullhouse.products.frontdesk.waitlist.wishes import WEEKDAYS

LANGUAGES = ("en", "de", "fr", "es")
FOLDER = Path(__file__).parent / "languages"
Kind = Literal[
    "range",
    "days",
    "day_name",
    "short_name",
    "part",
    "clock",
    "from",
    "to",
    "between",
    "and",
    "not",
    "fill",
    "other",
]
WORKING, WEEKEND = WEEKDAYS[:5], WEEKDAYS[5:]
GROUPS = {"working": WORKING, "weekend": WEEKEND}
SIGNS: Mapping[str, Kind] = {
    "-": "to",
    ",": "and",
    "/": "and",
    "&": "and",
    "+": "and",
    ";": "and",
    ">": "from",
    "<": "to",
}
SHORTEST_NAME = 5  # of a weekday in full; shorter ones are other words as well
SHORT_NAMES = (3, 4)
# Names of two letters are other words as well: they count in a list such as "mo, di oder do" only,
# of so many days at least. In English nobody writes them.
SHORTEST_LISTS = {"de": 2, "fr": 3, "es": 2}
TWO_LETTERS = regex(r"(?<!\w)\w\w(?!\w)")
NOON, HALF_DAY, DAY, HOUR = "12:00", 12, 24, 60
# Nobody means these hours in the night; a bare 7 is the evening, "7 Uhr" the morning.
SMALL_HOURS, BARE_HOURS = range(1, 7), range(1, 8)
CLOCK = regex(
    r"(?<![\w:.,/])(?P<hour>\d{1,2})"
    r"(?:(?P<sign>[:h]|\.(?=[034][05]|15))(?P<minute>[0-5]\d)(?::00)?)?"
    r"(?P<mark> ?(?:uhr|hrs|h|heures?|horas?|o'clock))?(?: ?(?P<half>[ap])\.?m(?!\w)\.?)?"
    r"(?![\w:]|[.,/]\d|\.\w|-\d+-)"
)


Meanings = Mapping[str, tuple[Kind, str]]


class LetterWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of a letter that are wishes: a habit, not one day; `en.toml` explains them."""

    from_: tuple[str, ...] = msgspec.field(name="from")
    to: tuple[str, ...]
    one_day: tuple[str, ...]
    not_a_time: tuple[str, ...]
    days: dict[str, tuple[str, ...]]
    parts: dict[str, tuple[str, ...]]


class WishWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language."""

    to: tuple[str, ...]
    from_: tuple[str, ...] = msgspec.field(name="from")
    between: tuple[str, ...]
    and_: tuple[str, ...] = msgspec.field(name="and")
    not_: tuple[str, ...] = msgspec.field(name="not")
    fill: tuple[str, ...]
    noon: tuple[str, ...]
    all_days: tuple[str, ...]
    days: dict[str, tuple[str, ...]]
    parts: dict[str, tuple[str, ...]]
    letters: LetterWords


class Token(msgspec.Struct, frozen=True):
    """A word or a sign with its place; `value` is a day or several, a part, or a time."""

    kind: Kind
    value: str
    at: int
    end: int


@cache
def load_words(code: str) -> WishWords:
    """Load the words of a language by its two-letter code."""
    text = (FOLDER / f"{code}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), WishWords)


def languages_from(code: str) -> tuple[str, ...]:
    """Return our languages, that of the business first: its words win."""
    own = desk_language(code)
    return (own, *(language for language in LANGUAGES if language != own))


@cache
def _meanings(languages: tuple[str, ...]) -> Meanings:
    """Return what each word of a cell means; of two meanings that of the first language."""
    found: dict[str, tuple[Kind, str]] = {}
    for language in languages:
        for kind, value, words in _lists(load_words(language)):
            for word in words:
                found.setdefault(word, (kind, value))
    return found


def _lists(words: WishWords) -> Iterator[tuple[Kind, str, tuple[str, ...]]]:
    """Yield each list of words with its meaning; the first of two meanings counts."""
    yield from _days(words.days)
    yield "days", " ".join(WEEKDAYS), words.all_days
    for part, names in words.parts.items():
        yield "part", part, names
    yield "clock", NOON, words.noon
    yield "between", "", words.between
    yield "from", "", words.from_
    yield "to", "", words.to
    yield "and", "", words.and_
    yield "not", "", words.not_
    yield "fill", "", words.fill


def _days(days: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[Kind, str, tuple[str, ...]]]:
    for day, names in days.items():
        yield "days", " ".join(GROUPS.get(day, (day,))), names


@cache
def _letter_meanings(languages: tuple[str, ...]) -> Meanings:
    """Return what each word of a letter means; a weekday alone is only a name."""
    found: dict[str, tuple[Kind, str]] = {}
    for language in languages:
        for kind, value, words in _letter_lists(load_words(language)):
            for word in words:
                found.setdefault(word, (kind, value))
    return found


def _letter_lists(words: WishWords) -> Iterator[tuple[Kind, str, tuple[str, ...]]]:
    letters = words.letters
    yield from _days(letters.days)
    for part, names in letters.parts.items():
        yield "part", part, names
    yield "clock", NOON, words.noon[:1]
    yield "between", "", words.between
    yield "from", "", letters.from_
    yield "to", "", letters.to
    yield "range", "", ("-", *words.to)
    yield "not", "", words.not_
    yield "and", "", words.and_
    for day in WEEKDAYS:
        named = tuple(name for name in words.days[day] if len(name) >= SHORTEST_NAME)
        yield "day_name", day, named
        short = tuple(name for name in words.days[day] if len(name) in SHORT_NAMES)
        yield "short_name", day, short


@cache
def _pattern(words: frozenset[str]) -> re.Pattern[str]:
    longest = sorted(words, key=len, reverse=True)
    listed = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in longest)
    return re.compile(rf"(?<![\w'])(?:{listed})(?!\w)|[^\W_]+(?:'[^\W_]+)?|[^\s\w]")


def tokens(small: str, language: str) -> list[Token]:
    """Return the tokens of a folded cell, in order."""
    return _tokens(small, _meanings(languages_from(language)))


def letter_tokens(small: str, language: str) -> list[Token]:
    """Return the tokens of a folded letter, in order."""
    found = _tokens(small, _letter_meanings(languages_from(language)))
    listed = {token.at: token for token in _two_letter_days(small)}
    return [listed.get(token.at, token) for token in found]


def _two_letter_days(small: str) -> Iterator[Token]:
    """Yield the weekdays of "mo, di oder do", "mo bis mi und fr".

    The word that joins them tells the language.
    """
    for code, least in SHORTEST_LISTS.items():
        days = _two_letter_names(code)
        for found in _two_letter_lists(code).finditer(small):
            words = TWO_LETTERS.finditer(small, *found.span())
            named = [word for word in words if word[0] in days]
            if len({days[word[0]] for word in named}) == len(named) >= least:
                yield from (
                    Token("short_name", days[word[0]], word.start(), word.end()) for word in named
                )


@cache
def _two_letter_names(code: str) -> Mapping[str, str]:
    """Return the weekdays of a language by their names of two letters."""
    days = load_words(code).days
    return {name: day for day in WEEKDAYS for name in days[day] if TWO_LETTERS.fullmatch(name)}


@cache
def _two_letter_lists(code: str) -> re.Pattern[str]:
    """Return the pattern of a list of such names, with a word before the last one."""
    day = rf"(?:{'|'.join(_two_letter_names(code))})"
    words = load_words(code)
    joint, to = ("|".join(map(re.escape, listed)) for listed in (words.and_, words.to))
    name = rf"{day}(?:(?: ?- ?| (?:{to}) ){day})?"
    return re.compile(rf"(?<!\w){name}(?: ?, ?{name})*,? (?:{joint}) {name}(?!\w)")


def _tokens(small: str, meanings: Meanings) -> list[Token]:
    pattern = _pattern(frozenset(meanings))
    found: list[Token] = []
    at = 0
    while token := _token_at(small, at, pattern, meanings):
        found.append(token)
        at = token.end
    return found


def _token_at(small: str, at: int, pattern: re.Pattern[str], meanings: Meanings) -> Token | None:
    """Return the first token from a place on; None at the end."""
    found = pattern.search(small, at)
    if found is None:
        return None
    if clock := CLOCK.match(small, found.start()):
        return Token("clock", read_clock(clock), clock.start(), clock.end())
    word = " ".join(found[0].split())
    kind, value = meanings.get(word, (SIGNS.get(word, "other"), ""))
    return Token(kind, value, found.start(), found.end())


def read_clock(found: re.Match[str]) -> str:
    """Return a time of day such as `17:00`; empty if there is none such."""
    hour, minute, half = int(found["hour"]), int(found["minute"] or 0), found["half"]
    if half and not 1 <= hour <= HALF_DAY:
        return ""
    if half:
        hour = hour % HALF_DAY + HALF_DAY * (half == "p")
    elif not found["hour"].startswith("0"):
        is_bare = not found["mark"] and not found["sign"]
        hour += HALF_DAY * (hour in (BARE_HOURS if is_bare else SMALL_HOURS))
    return f"{hour:02d}:{minute:02d}" if hour < DAY else ""
