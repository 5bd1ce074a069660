"""Grammar that matches a typed question to one of the queries that can be asked.

A grammar knows keywords, each with its synonyms, and patterns that say which keywords and
parameters make which query. The first pattern that accounts for every word is taken. A word that
is no keyword, parameter or filler leaves the question unanswered: it is never taken for another.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from fullhouse.kernel.question_times import PERIOD_WORDS, PERIODS, find_times

LONGEST_QUESTION: Final = 300
EMAIL = re.compile(r"[^\s<>,;:()\"?!]+@[^\s<>,;:()\"?!]+")
WORD = re.compile(r"[\w-]+")
SHORT_FORM = re.compile(r"\b(?:can't|cannot|won't)\b|n't\b", re.IGNORECASE)
LONG_FORMS = {"can't": "can not", "cannot": "can not", "won't": "will not"}
APOSTROPHE = "\u2019"
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
Names = Mapping[str, tuple[str, ...]]

LAST = {"back": "last, past, letzte*, vergangene*"}
_FILLERS = """
    a about already all also an and any anybody anyone are at be been being by can currently did do
    does everybody everyone far for from get getting got had has have i in is it its just me my now
    of on one ones or our people person persons please s since so somebody someone still tell that
    the their them there they this to us was we were will with yet
    aktuell alle als am an auf aus bei bereits bisher bitte da das dem den der des die diese diesen
    dieser durch ein eine einen er es fuer gab gerade gibt haben hat ich ihr im in ist ja jemand
    leute man mir mit nach noch nun personen schon seit sich sie sind ueber uhr um und uns unsere
    vom von waren war wir worden wurde wurden zu zum zur
"""
FILLERS = frozenset(_FILLERS.split())
# Fillers that may be someone's first name, and the verbs behind which only a name can stand.
NAMES_TOO = frozenset({"will", "can"})
_VERBS = "is was are were has have does did will ist war hat kommt kam steht stand wartet kann"
VERBS = frozenset(_VERBS.split())


class NotUnderstood(msgspec.Struct, frozen=True):
    """No query matches the question; `words` are those that are unknown here."""

    words: tuple[str, ...] = ()


class ParsedQuestion(msgspec.Struct, frozen=True):
    """A question's keywords, its parameters by name, and the words that are left over."""

    keywords: frozenset[str]
    parameters: dict[str, str]
    rest: tuple[str, ...]
    is_about_one_thing: bool = True


class Pattern:
    """The keywords and parameters that make a query.

    Sets are written as words: all that the question `needs`, at least `one_of` these, and those
    that it `may` have besides. A parameter becomes the query's field of the same name. `choices`
    gives a field its value by keyword, and `fixed` in any case.
    """

    def __init__(
        self,
        query: type,
        needs: str = "",
        *,
        one_of: str = "",
        may: str = "",
        choices: Mapping[str, Mapping[str, object]] | None = None,
        fixed: Mapping[str, object] | None = None,
    ) -> None:
        """Split the sets into words."""
        self.query = query
        self.needs = frozenset(needs.split())
        self.one_of = frozenset(one_of.split())
        self.choices = choices or {}
        self.fixed = fixed or {}
        self.known = self.needs | self.one_of | frozenset(may.split())
        for choice in self.choices.values():
            self.known |= choice.keys()

    def match(self, parsed: ParsedQuestion) -> Any:  # noqa: ANN401 - a query of this pattern's type
        """Return the query that a question makes, or None."""
        said = parsed.keywords | parsed.parameters.keys()
        if not self.needs <= said <= self.known:
            return None
        if self.one_of and not self.one_of & said:
            return None
        fields: dict[str, object] = {**self.fixed, **parsed.parameters}
        for field, by_keyword in self.choices.items():
            values = {by_keyword[word] for word in parsed.keywords if word in by_keyword}
            if len(values) > 1:
                return None
            if values:
                fields[field] = values.pop()
        try:
            return self.query(**fields)
        except ValueError:  # this query cannot be asked with these fields
            return None


class Grammar:
    """The keywords and patterns of one product.

    `keywords` has synonyms between commas. One of several words is said by all of them, in any
    order; a star stands for any ending. Umlauts are written out, and "n't" counts as "not".
    """

    def __init__(
        self, keywords: Mapping[str, str], patterns: tuple[Pattern, ...], fillers: str = ""
    ) -> None:
        """Sort synonyms so that those of most words are found first."""
        every = {**keywords, **LAST, **PERIOD_WORDS}
        self._synonyms: list[tuple[str, list[str]]] = []
        for keyword, synonyms in every.items():
            for synonym in synonyms.split(", "):
                self._synonyms.append((keyword, synonym.split()))
        self._synonyms.sort(key=lambda pair: -len(pair[1]))
        self._patterns = patterns
        self._fillers = FILLERS | frozenset(fillers.split())

    def read(self, text: str, names: Names | None = None) -> Any:  # noqa: ANN401 - a query of its
        """Return the query that a question means, or `NotUnderstood`."""
        parsed = self.parse(text, names or {})
        if parsed.is_about_one_thing:
            for pattern in self._patterns:
                query = pattern.match(parsed)
                if query is not None:
                    return query
        return NotUnderstood(parsed.rest)

    def parse(self, text: str, names: Names) -> ParsedQuestion:
        """Find keywords and parameters; `names` are known ones by what they name."""
        asked = text[:LONGEST_QUESTION]
        emails = [email.rstrip(".").lower() for email in EMAIL.findall(asked)]
        times = find_times(EMAIL.sub(" ", asked))
        spoken = WORD.findall(_with_long_forms(times.rest))
        words = [normalize(word) for word in spoken]
        found = _find_names(words, names)
        free = {at: word for at, word in enumerate(words) if at not in found}
        keywords = self._take_keywords(free)
        unknown = free.keys() | (_fillers_as_names(spoken, words) - found.keys())
        named, left = _split_names(found, unknown)
        rest = (*(spoken[at] for at in left), *emails[1:])
        periods = [*times.periods, *(period for period in PERIODS if period in keywords)]
        parameters = {
            **named,
            "period": "".join(periods[:1]),
            "at": times.at,
            "email": "".join(emails[:1]),
            "name": " ".join(rest),
        }
        is_about_one_thing = len(periods) <= 1 and not (emails and rest)
        return ParsedQuestion(
            keywords - PERIOD_WORDS.keys(), _filled(parameters), rest, is_about_one_thing
        )

    def _take_keywords(self, free: dict[int, str]) -> frozenset[str]:
        """Find keywords; leave only words that are neither keywords nor fillers."""
        found = set()
        for keyword, synonym in self._synonyms:
            while used := _positions(free, synonym):
                found.add(keyword)
                for at in used:
                    del free[at]
        for at in [at for at, word in free.items() if word in self._fillers]:
            del free[at]
        return frozenset(found)


def _filled(parameters: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in parameters.items() if value}


def normalize(word: str) -> str:
    """Return the form in which words are compared."""
    return word.casefold().translate(UMLAUTS)


def words_of(text: str) -> list[str]:
    """Split a text into words as they are compared."""
    return [normalize(word) for word in WORD.findall(text)]


def has_name(name: str, asked: str) -> bool:
    """Return True if every word that was asked for is in a name."""
    return all(word in normalize(name) for word in words_of(asked))


def _with_long_forms(text: str) -> str:
    plain = text.replace(APOSTROPHE, "'")
    return SHORT_FORM.sub(lambda found: LONG_FORMS.get(found[0].lower(), " not"), plain)


def _positions(free: Mapping[int, str], synonym: list[str]) -> set[int]:
    """Return where the words of a synonym stand; nothing if one is missing."""
    used: set[int] = set()
    for wanted in synonym:
        for at, word in free.items():
            if at not in used and _is_word(word, wanted):
                used.add(at)
                break
        else:
            return set()
    return used


def _is_word(word: str, wanted: str) -> bool:
    if wanted.endswith("*"):
        return word.startswith(wanted[:-1])
    return word == wanted


def _find_names(words: list[str], names: Names) -> dict[int, tuple[str, str]]:
    """Return which words belong to which known name; names of most words are found first."""
    every = []
    for kind, names_of_kind in names.items():
        every += [(kind, name, words_of(name)) for name in names_of_kind]
    found: dict[int, tuple[str, str]] = {}
    for kind, name, wanted in sorted(every, key=lambda entry: -len(entry[2])):
        if not wanted:
            continue
        for at in range(len(words) - len(wanted) + 1):
            place = range(at, at + len(wanted))
            if words[at : at + len(wanted)] == wanted and found.keys().isdisjoint(place):
                found.update(dict.fromkeys(place, (kind, name)))
    return found


def _fillers_as_names(spoken: list[str], words: list[str]) -> set[int]:
    """Return which fillers are names, such as in "is Will on the list"."""
    found = set()
    for at in range(1, len(words)):
        is_name = spoken[at].istitle() or words[at - 1] in VERBS
        if words[at] in NAMES_TOO and is_name:
            found.add(at)
    return found


def _split_names(
    found: Mapping[int, tuple[str, str]], unknown: set[int]
) -> tuple[dict[str, str], list[int]]:
    """Return the known names by kind, and the words that are left over.

    A known name beside an unknown word is part of someone else's: Jess Miller isn't Jess who works
    here. Of two names of one kind the second is left over.
    """
    named: dict[str, str] = {}
    left = set(unknown)
    for at, (kind, name) in found.items():
        if not left.isdisjoint((at - 1, at + 1)) or named.get(kind, name) != name:
            left.add(at)
        else:
            named[kind] = name
    return named, sorted(left)
