"""The service that a text means in other words, by families of words; never a guess between two.

A text names families ("toes", "ingrown"), and so does the name of a service. The service that has
all its families in the text is meant; if none has, the one with the most of them.
"""

import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec

from fullhouse.inbound.extraction.text import folded
from fullhouse.inbound.extraction.vocabulary import NUMBER_OF, SHORT_WEEKDAY_OF, WEEKDAY_OF
from fullhouse.kernel.patterns import regex

WORDS = Path(__file__).with_name("service_words.toml")
TOKEN = regex(r"[^\W_]+")
# Return True if the words at a place are ruled out, such as behind "not".
RuledOut = Callable[[str, int, int], bool]
MOST_TOKENS = 2500
NEAR = 80
LONGEST_TOKEN = 40
# Stems this long also count inside a word of a name: "Fussmassage".
SHORTEST_INNER_STEM = 5
SHORTEST_OWN_WORD = 4
SHORTEST_SHARED_START = 5
STEM_KEY = 2
WHO = "who."
# Words of names that say nothing about the service.
PLAIN = frozenset(
    TOKEN.findall(
        """
    appointment session treatment service services visit full half with without from
    termin behandlung sitzung anpassung pflege sprechstunde klassische klassisch
    seance soin soins rendez vous prise consultation avec sans pour
    cita sesion tratamiento servicio arreglo consulta para sin touch
    """
    )
)
# In the same part of a sentence: it is booked already, or nothing else is wanted.
ALREADY = regex(
    r"(?<!\w)(?:already|schon|bereits|deja|ya)(?: \w{1,12}){0,3} (?:booked|have|got|gebucht"
    r"|reservier\w{1,3}|reserve\w{0,2}|pris\w{0,2}|reservad\w{1,2}|tengo|tenemos)(?!\w)"
    r"|(?<!\w)(?:hab|habe|haben|est|have)(?: \w{1,12}){0,4} (?:schon gebucht|deja reserve\w{0,2}"
    r"|already booked)(?!\w)"
)
ONLY = regex(r"(?<!\w)(?:only|just|nur|bloss|juste|seulement|uniquement|solo|solamente)(?!\w)")
PART = regex(r"[,.;:!?\n()]|(?<!\w)(?:but|aber|jetzt|mais|pero|now)(?!\w)")
SIZE = regex(r"(?<!\w)(\d{1,3}) ?(?:cm|zentimeter|centimet\w{2,5})(?!\w)")
SMALL, LARGE = "tattoo.small", "tattoo.large"
LARGEST_SMALL_CM, SMALLEST_LARGE_CM = 7, 15
EITHER = regex(r",? (?:or|oder|ou|o|u) (?:an? |eine? |une? |la |el |le |das |die |the )?|/")
TABLE = regex(r"(?<!\w)(?:table|tisch|tables|mesa)(?!\w)")
# The meal at a table by the hour, the first hour of each.
MEALS = (
    (6, "table.breakfast"),
    (11, "table.lunch"),
    (16, ""),
    (17, "table.dinner"),
    (24, ""),
)


class Hit(msgspec.Struct, frozen=True):
    """A family named in a text, and where."""

    family: str
    at: int
    end: int


class _Phrase(msgspec.Struct, frozen=True):
    family: str
    parts: tuple[str, ...]


class _Vocabulary(msgspec.Struct, frozen=True):
    """Phrases by their first word, by the first letters of its stem, and by its ending."""

    by_word: dict[str, list[_Phrase]]
    by_stem: dict[str, list[_Phrase]]
    by_end: list[_Phrase]
    inner: list[tuple[str, str]]


def meant_service(
    small: str, names: Iterable[str], is_ruled_out: RuledOut, hour: int | None = None
) -> Hit | None:
    """Return the name of the service that a folded text means, and where it says so.

    `hour` is when they want to come. None if no service is meant, or either of two.
    """
    named = {name: name_families(name) for name in names}
    found = [hit for hit in _hits(small, named) if not is_ruled_out(small, hit.at, hit.end)]
    hits = _wanted(small, found)
    name = _best(named, {hit.family for hit in hits})
    if not name and hour is not None:
        hits = [*hits, *_meal(small, hour)]
        name = _best(named, {hit.family for hit in hits})
    return _first(name, hits, named[name]) if name else None


def means_either(small: str, names: Iterable[str], is_ruled_out: RuledOut) -> bool:
    """Return True if two things are joined by "or" that no service has together."""
    named = {name: name_families(name) for name in names}
    hits = [hit for hit in _hits(small, named) if not is_ruled_out(small, hit.at, hit.end)]
    ordered = sorted(hits, key=lambda hit: hit.at)
    pairs = (
        pair for pair in pairwise(ordered) if EITHER.fullmatch(small[pair[0].end : pair[1].at])
    )
    return any(_is_apart(one.family, other.family, named) for one, other in pairs)


def _is_apart(one: str, other: str, named: dict[str, frozenset[str]]) -> bool:
    """Return True if there are services with each of two families, and none with both."""
    services = [{name for name, own in named.items() if family in own} for family in (one, other)]
    return all(services) and services[0].isdisjoint(services[1])


def _first(name: str, hits: list[Hit], families: frozenset[str]) -> Hit:
    """Return a service with the first place where a text means it."""
    first = min((hit for hit in hits if hit.family in families), key=lambda hit: hit.at)
    return Hit(name, first.at, first.end)


def name_families(name: str) -> frozenset[str]:
    """Return the families of a service's name, and its words that are in none."""
    tokens = _tokens(folded(name))
    spans = list(_families(tokens))
    found = {hit.family for hit in spans}
    for word, at in tokens:
        inner = {family for stem, family in _vocabulary().inner if stem in word}
        found |= inner
        if not inner and not any(hit.at <= at < hit.end for hit in spans) and _is_own(word):
            found.add(f"={word}")
    return frozenset(found | _counted(tokens))


def _counted(tokens: list[tuple[str, int]]) -> set[str]:
    """Return numbers with the word that they count: "2 ans"."""
    words = [word for word, _ in tokens]
    return {f"={word} {counted}" for word, counted in pairwise(words) if word.isdigit()}


def _is_own(word: str) -> bool:
    is_day = word in WEEKDAY_OF or word in SHORT_WEEKDAY_OF
    return len(word) >= SHORTEST_OWN_WORD and word not in PLAIN and not is_day


def _best(named: dict[str, frozenset[str]], said: set[str]) -> str:
    """Return the only service that fits best what was said."""
    fits: dict[str, tuple[bool, int, int]] = {}
    for name, families in named.items():
        common = families & said
        who = {family for family in common if family.startswith(WHO)}
        if common - who:
            fits[name] = (families <= said, len(common - who), len(who))
    if not fits:
        return ""
    best = max(fits.values())
    found = [name for name, fit in fits.items() if fit == best]
    return found[0] if len(found) == 1 else ""


def _meal(small: str, hour: int) -> list[Hit]:
    """Return the meal of the hour for which they want a table."""
    table = TABLE.search(small)
    meal = next((name for first, name in reversed(MEALS) if hour >= first), "")
    return [Hit(meal, table.start(), table.end())] if table and meal else []


def _hits(small: str, named: dict[str, frozenset[str]]) -> Iterator[Hit]:
    tokens = _tokens(small)
    yield from _families(tokens)
    yield from _own_words(tokens, {word for own in named.values() for word in own})
    for size in SIZE.finditer(small):
        if int(size[1]) <= LARGEST_SMALL_CM:
            yield Hit(SMALL, size.start(), size.end())
        elif int(size[1]) >= SMALLEST_LARGE_CM:
            yield Hit(LARGE, size.start(), size.end())


def _own_words(tokens: list[tuple[str, int]], families: set[str]) -> Iterator[Hit]:
    """Find words of names that are in no family."""
    own = [family[1:] for family in sorted(families) if family.startswith("=")]
    for index, (token, at) in enumerate(tokens):
        number = NUMBER_OF.get(token)
        word = token if number is None else str(number)
        following = tokens[index + 1][0] if index + 1 < len(tokens) else ""
        for name in own:
            if _is_same(word, name) or f"{word} {following}" == name:
                yield Hit(f"={name}", at, at + len(token))


def _is_same(word: str, name: str) -> bool:
    """Return True if a word is a word of a name, its beginning, or the end of a compound."""
    if word == name:
        return True
    shorter, longer = sorted((word, name), key=len)
    if len(shorter) < SHORTEST_OWN_WORD:
        return False
    if len(shorter) >= SHORTEST_SHARED_START and longer.startswith(shorter):
        return True
    return len(word) >= SHORTEST_SHARED_START and name.endswith(word)


def _wanted(small: str, hits: list[Hit]) -> list[Hit]:
    """Leave out what is booked already, or beside the only thing they want."""
    starts = [0, *(found.end() for found in PART.finditer(small))]
    only: set[int] = set()
    kept: list[tuple[Hit, int]] = []
    for hit in hits:
        start = starts[bisect_right(starts, hit.at) - 1]
        before = small[max(start, hit.at - NEAR) : hit.at]
        if ALREADY.search(f"{before} {_behind(small, hit.end)}"):
            continue
        kept.append((hit, start))
        if ONLY.search(before):
            only.add(start)
    return [hit for hit, at in kept if not only or at in only or hit.family.startswith(WHO)]


def _behind(small: str, at: int) -> str:
    """Return the rest of a part of a sentence."""
    ends = PART.search(small, at, at + NEAR)
    return small[at : ends.start() if ends else at + NEAR]


def _tokens(small: str) -> list[tuple[str, int]]:
    pairs = zip(TOKEN.finditer(small), range(MOST_TOKENS), strict=False)
    found = ((match[0], match.start()) for match, _ in pairs)
    return [(word, at) for word, at in found if len(word) <= LONGEST_TOKEN]


def _families(tokens: list[tuple[str, int]]) -> Iterator[Hit]:
    """Find families; a word within a longer phrase does not count: "beard trim" is no trim."""
    reach, longest = -1, 0
    for hit in sorted(_phrases(tokens), key=lambda hit: (hit.at, -hit.end)):
        if hit.end > reach or (hit.end == reach and hit.end - hit.at == longest):
            reach, longest = hit.end, hit.end - hit.at
            yield hit


def _phrases(tokens: list[tuple[str, int]]) -> Iterator[Hit]:
    vocabulary = _vocabulary()
    for index, (word, at) in enumerate(tokens):
        candidates = [
            *vocabulary.by_word.get(word, ()),
            *vocabulary.by_stem.get(word[:STEM_KEY], ()),
            *vocabulary.by_end,
        ]
        for phrase in candidates:
            run = tokens[index : index + len(phrase.parts)]
            if len(run) == len(phrase.parts) and _fits(phrase.parts, run):
                yield Hit(phrase.family, at, run[-1][1] + len(run[-1][0]))


def _fits(parts: tuple[str, ...], run: list[tuple[str, int]]) -> bool:
    return all(_is_word(part, word) for part, (word, _) in zip(parts, run, strict=True))


def _is_word(part: str, word: str) -> bool:
    if part.startswith("*"):
        return word.endswith(part[1:])
    return word.startswith(part[:-1]) if part.endswith("*") else word == part


@cache
def _vocabulary() -> _Vocabulary:
    """Read the families."""
    made = _Vocabulary({}, {}, [], [])
    for field, families in tomllib.loads(WORDS.read_text(encoding="utf-8")).items():
        for family, languages in families.items():
            for phrase in ",".join(languages.values()).split(","):
                parts = tuple(folded(phrase).split())
                _add(made, _Phrase(f"{field}.{family}", parts))
    return made


def _add(made: _Vocabulary, phrase: _Phrase) -> None:
    first = phrase.parts[0]
    stem = first.strip("*")
    if first != stem and len(phrase.parts) == 1 and len(stem) >= SHORTEST_INNER_STEM:
        made.inner.append((stem, phrase.family))
    if first.startswith("*"):
        made.by_end.append(phrase)
    elif first.endswith("*"):
        made.by_stem.setdefault(stem[:STEM_KEY], []).append(phrase)
    else:
        made.by_word.setdefault(first, []).append(phrase)
