"""Questions in plain words, taken apart: ideas said by known words, times, an address, names, and what is left over.

Each product has a grammar of its own: ideas with ways to say them, in any order of words, and words that mean nothing.
A word that is neither stays left over, so that a question about something else is never answered as if it were known.
"""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from fullhouse.kernel.question_times import Times, find_times

LONGEST_QUESTION: Final = 300
ADDRESS = re.compile(r"[^\s<>,;:()\"?!]+@[^\s<>,;:()\"?!]+")
WORD = re.compile(r"[\w-]+")
SHORT = {"can't": "can not", "cannot": "can not", "won't": "will not"}
SHORT_FORM = re.compile(r"\b(?:can't|cannot|won't)\b|n't\b", re.IGNORECASE)
APOSTROPHE = "\u2019"
# Words that say nothing, or are someone's name: behind one of these verbs only a name can stand.
OR_A_NAME = frozenset({"will", "can"})
_VERBS = "is was are were has have does did will ist war hat kommt kam steht stand wartet kann"
VERBS = frozenset(_VERBS.split())
SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


class Puzzled(msgspec.Struct, frozen=True):
    """The question is none of those that can be asked; the words are those that are not known here."""

    words: tuple[str, ...] = ()


class Heard(msgspec.Struct, frozen=True):
    """A question taken apart. `periods` are the times that it names, `at` an hour, `named` what was known by name."""

    ideas: frozenset[str]
    periods: tuple[str, ...]
    at: str
    email: str
    named: dict[str, str]
    rest: tuple[str, ...]

    @property
    def period(self) -> str:
        """The time that is named, or the first of several."""
        return self.periods[0] if self.periods else ""

    @property
    def name(self) -> str:
        """What is left over, taken for a name."""
        return " ".join(self.rest)


class Grammar:
    """Ideas, each with ways to say it: one or more words in any order, a star for any ending; and words to skip.

    Umlauts are written out (ae, oe, ue), and "n't" counts as "not". With `days`, dates and hours are understood, too.
    """

    def __init__(
        self, ideas: Mapping[str, str], fillers: frozenset[str], periods: tuple[str, ...], *, days: bool = False
    ) -> None:
        """Sort the ways to say something, those of most words first."""
        ways = [(idea, tuple(way.split())) for idea, said in ideas.items() for way in said.split(", ")]
        self._ways = sorted(ways, key=lambda one: -len(one[1]))
        self._fillers, self._periods, self._days = fillers, periods, days

    def hear(self, text: str, known: Mapping[str, tuple[str, ...]] | None = None) -> Heard:
        """Take a question apart; `known` are names that may be in it, by what they name."""
        asked = text[:LONGEST_QUESTION]
        addresses = ADDRESS.findall(asked)
        found = find_times(ADDRESS.sub(" ", asked), days=self._days)
        spoken = WORD.findall(_long_forms(found.rest))
        words = [folded(word) for word in spoken]
        names = _names(words, known or {})
        ideas, left = self._ideas({at: word for at, word in enumerate(words) if at not in names})
        named, rest = _told_apart(names, sorted({*left, *_called(spoken, words)} - names.keys()))
        return Heard(
            ideas,
            self._periods_of(found, ideas),
            found.at,
            addresses[0].rstrip(".").lower() if addresses else "",
            named,
            (*(spoken[at] for at in rest), *addresses[1:]),
        )

    def _periods_of(self, found: Times, ideas: frozenset[str]) -> tuple[str, ...]:
        return (*found.periods, *(one for one in self._periods if one in ideas))

    def _ideas(self, free: dict[int, str]) -> tuple[frozenset[str], list[int]]:
        """Match ways to say something; a word that was used is not used again."""
        found = set()
        for idea, way in self._ways:
            while used := _match(free, way):
                found.add(idea)
                for at in used:
                    del free[at]
        return frozenset(found), [at for at, word in free.items() if word not in self._fillers]


def folded(word: str) -> str:
    """Bring a word to the form in which words are compared."""
    return word.casefold().translate(SPELT_OUT)


def words_of(text: str) -> list[str]:
    """Split a text into words as they are compared."""
    return [folded(word) for word in WORD.findall(text)]


def has_name(name: str, asked: str) -> bool:
    """Whether every word that was asked for is in a name."""
    return all(word in folded(name) for word in words_of(asked))


def _long_forms(text: str) -> str:
    return SHORT_FORM.sub(lambda found: SHORT.get(found[0].lower(), " not"), text.replace(APOSTROPHE, "'"))


def _names(words: list[str], known: Mapping[str, tuple[str, ...]]) -> dict[int, tuple[str, str]]:
    """Find known names, those of most words first: which word belongs to which."""
    every = [(kind, name, words_of(name)) for kind, names in known.items() for name in names]
    found: dict[int, tuple[str, str]] = {}
    for kind, name, wanted in sorted(every, key=lambda one: -len(one[2])):
        for at in range(len(words)):
            where = range(at, at + len(wanted))
            if wanted and words[at : at + len(wanted)] == wanted and not any(one in found for one in where):
                found.update(dict.fromkeys(where, (kind, name)))
    return found


def _called(spoken: list[str], words: list[str]) -> set[int]:
    """Find words that would say nothing, but are names here: of Will one may ask whether he is on the list."""
    every = {at for at, word in enumerate(words) if at and word in OR_A_NAME}
    return {at for at in every if spoken[at].istitle() or words[at - 1] in VERBS}


def _told_apart(names: dict[int, tuple[str, str]], left: list[int]) -> tuple[dict[str, str], list[int]]:
    """Take a known name beside an unknown word for a part of someone's: Jess Miller is not Jess who works here.

    Of two names of one kind the second is left over: one thing is asked at a time.
    """
    named: dict[str, str] = {}
    rest = set(left)
    for at, (kind, name) in names.items():
        if {at - 1, at + 1} & rest or named.get(kind, name) != name:
            rest.add(at)
        else:
            named[kind] = name
    return named, sorted(rest)


def _match(free: dict[int, str], way: tuple[str, ...]) -> set[int]:
    used: set[int] = set()
    for wanted in way:
        at = next((at for at, word in free.items() if at not in used and _is(word, wanted)), None)
        if at is None:
            return set()
        used.add(at)
    return used


def _is(word: str, wanted: str) -> bool:
    return word.startswith(wanted[:-1]) if wanted.endswith("*") else word == wanted
