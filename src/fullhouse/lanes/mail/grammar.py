"""How ways of saying something are looked for in the words of a clause; `words` tells how they are written down."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial

import msgspec

from fullhouse.lanes.mail.clauses import Clause
from fullhouse.lanes.mail.words import Words

WIDEST_GAP = 4
LETTERS = re.compile(r"[a-z]+")
SHORTEST_KEY = 6
ANY = ""
# A stem is looked up by so many of its letters.
STEM = 3

Spoken = tuple[str, ...]
Step = Callable[[Spoken, int], Iterable[int]]


def ways(listed: str) -> list[str]:
    """List what is written between bars."""
    return [way for way in map(str.strip, listed.split("|")) if way]


class Found(msgspec.Struct, frozen=True):
    """A way that was found in a clause: the words before it, in its gaps and behind it; `led`: it must be led to."""

    before: Spoken
    within: Spoken
    behind: Spoken
    led: bool


class Way:
    """One way of saying something."""

    def __init__(self, written: str, sets: "Sets") -> None:
        """Read how it is written."""
        self.led = written.startswith("^")
        self.gapped = "..." in written
        self._parts = written.removeprefix("^").split()
        self._sets = sets
        self._steps = [_step(part, sets) for part in self._parts]

    def firsts(self) -> set[str]:
        """List the words that it may begin with; any word, if it can't be told."""
        found: set[str] = set()
        for part in self._parts:
            plain = part.removesuffix("?")
            found |= self._sets[plain].firsts if plain.startswith("<") else {_key(plain)}
            if plain == part:
                return found
        return found | {ANY}

    def ends(self, said: Spoken, at: int) -> set[int]:
        """List where it may end, if it begins at a place."""
        places = {at}
        for step in self._steps:
            if not places:
                break
            places = {end for place in places for end in step(said, place)}
        return places


def _step(part: str, sets: "Sets") -> Step:
    """Make of one part of a way what lists the places behind it."""
    if part == "...":
        return lambda said, at: range(at, min(at + WIDEST_GAP, len(said)) + 1)
    if part == "$":
        return lambda said, at: (at,) if at == len(said) else ()
    plain = part.removesuffix("?")
    needed = _needed(plain, sets)
    return needed if plain == part else lambda said, at: (at, *needed(said, at))


def _needed(part: str, sets: "Sets") -> Step:
    if part.startswith("<"):
        return partial(sets.ends, part)
    if part.startswith("!"):
        name = part[1:]
        return lambda said, at: () if at == len(said) or sets.ends(name, said, at) else (at + 1,)
    fits = _fitting(part)
    return lambda said, at: (at + 1,) if at < len(said) and fits(said[at]) else ()


def _key(part: str) -> str:
    """Say what a part of a way is found by."""
    if part.isalnum():
        return part
    stem = part.removesuffix("*")
    return f"{stem[:STEM]}*" if stem.isalnum() and len(stem) >= STEM else ANY


def _fitting(part: str) -> Callable[[str], bool]:
    """Make of a word, a stem, an ending, a number or any word what says whether it is that."""
    if part == "#":
        return lambda word: word[:1].isdecimal()
    if part == "~":
        return lambda _: True
    if part.startswith("*"):
        return lambda word: word.endswith(part[1:])
    if part.endswith("*"):
        return lambda word: word.startswith(part[:-1])
    return part.__eq__


class Ways:
    """Ways of saying one thing, ordered by the words that they begin with."""

    def __init__(self, listed: str, sets: "Sets") -> None:
        """Read what is listed."""
        self._by_first: dict[str, list[Way]] = {}
        for way in (Way(written, sets) for written in ways(listed)):
            for first in way.firsts():
                self._by_first.setdefault(first, []).append(way)
        self.firsts = set(self._by_first)
        self._by_stem = {first[:-1]: found for first, found in self._by_first.items() if first.endswith("*")}
        self._any = tuple(self._by_first.get(ANY, ()))
        # Where they ended in the words that were looked at last: a set is asked for by many ways at the same place.
        self._last: tuple[Spoken, dict[int, set[int]]] = ((), {})

    def ends(self, said: Spoken, at: int) -> set[int]:
        """List where one of them may end, if it begins at a place; what must be led to begins the clause."""
        last = self._last
        if last[0] is not said:
            last = self._last = (said, {})
        known = last[1].get(at)
        if known is None:
            here = (way for way in self._from(said, at) if not (way.led and at))
            known = last[1][at] = {end for way in here for end in way.ends(said, at)}
        return known

    def found_in(self, said: Spoken) -> Iterator[Found]:
        """Find each place where one of them is."""
        for at in range(len(said)):
            for way in self._from(said, at):
                ends = way.ends(said, at)
                if ends:
                    within = said[at + 1 : max(ends) - 1] if way.gapped else ()
                    yield Found(said[:at], within, said[max(ends) :], way.led)

    def begin(self, said: Spoken) -> bool:
        """Whether some words begin with one of them."""
        return bool(said) and bool(self.ends(said, 0))

    def are_in(self, said: Spoken) -> bool:
        """Whether one of them is among some words, wherever."""
        return any(self.ends(said, at) for at in range(len(said)))

    def dropped_from(self, said: Spoken) -> Spoken:
        """Leave them out."""
        kept: list[str] = []
        at = 0
        while at < len(said):
            end = max(self.ends(said, at), default=at)
            kept += said[at : at + 1] if end == at else ()
            at = max(end, at + 1)
        return tuple(kept)

    def _from(self, said: Spoken, at: int) -> tuple[Way, ...]:
        if at == len(said):
            return self._any
        word = said[at]
        whole, stemmed = self._by_first.get(word, ()), self._by_stem.get(word[:STEM], ())
        return (*whole, *stemmed, *self._any) if whole or stemmed else self._any


class Sets(dict[str, Ways]):
    """The named sets of a tongue, each read when it is first needed."""

    def __init__(self, written: Mapping[str, str]) -> None:
        """Keep how they are written."""
        super().__init__()
        self._written = written

    def __missing__(self, name: str) -> Ways:
        """Read a set; names stand in angle brackets."""
        self[name] = read = Ways(self._written[name.strip("<>")], self)
        return read

    def ends(self, name: str, said: Spoken, at: int) -> set[int]:
        """List where one of a set may end, if it begins at a place."""
        return self[name].ends(said, at)


def _slips(word: str) -> set[str]:
    """List a word, and what is left of it with a letter left out: two words with one slip between them share one."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(1, len(word)))}


class Tongue:
    """One language, made ready."""

    def __init__(self, words: Words) -> None:
        """Read what is written down."""
        self.words = words
        self.leads = frozenset(ways(words.leads))
        self.links = frozenset(ways(words.links))
        self.own = frozenset(ways(words.own))
        self.openers = frozenset(ways(words.openers))
        self.turns = frozenset(ways(words.turns))
        self.others = frozenset(ways(words.others))
        self.noes, self.yeses = frozenset(ways(words.noes)), frozenset(ways(words.yeses))
        self.besides = frozenset(ways(words.besides))
        self._fillers = frozenset(ways(words.fillers))
        self._respelt = dict(way.split(" = ") for way in ways(words.respelt))
        self._sets = Sets(words.sets)
        self.named = cache(self._named)

    def _named(self, name: str) -> Ways:
        listed: str = getattr(self.words, name)
        return Ways(listed, self._sets)

    @cached_property
    def _known(self) -> frozenset[str]:
        lists = [one for one in msgspec.structs.astuple(self.words) if isinstance(one, str)]
        return frozenset(LETTERS.findall(" ".join([*lists, *self.words.sets.values()])))

    @cached_property
    def _slipped(self) -> dict[str, str]:
        return {slip: key for key in ways(self.words.keys) for slip in _slips(key) if len(key) >= SHORTEST_KEY}

    def knows(self, said: Iterable[str]) -> int:
        """Count the words that it knows."""
        return sum(word in self._known for word in said)

    def full(self, clause: Clause) -> Spoken:
        """Write a clause out: nothing contracted, slips of the finger mended."""
        return tuple(word for one in clause.words for word in self._spelt(one).split())

    def core(self, full: Spoken) -> Spoken:
        """Leave out of a clause what is said in passing, and on which day."""
        when = self.named("when")
        return when.dropped_from(tuple(word for word in when.dropped_from(full) if word not in self._fillers))

    def _spelt(self, word: str) -> str:
        if word in self._respelt:
            return self._respelt[word]
        start, mark, rest = word.partition("'")
        if mark and start in self.words.starts:
            return f"{self.words.starts[start]} {self._spelt(rest)}"
        if mark and rest in self.words.ends:
            return f"{self._respelt.get(start, start)} {self.words.ends[rest]}"
        plain = start if mark else word
        if len(plain) < SHORTEST_KEY - 1 or plain in self._known:
            return plain
        return next((self._slipped[slip] for slip in sorted(_slips(plain)) if slip in self._slipped), plain)
