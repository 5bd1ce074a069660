"""Patterns of a language, searched in the words of a clause; `language_pack` has their syntax."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial

import msgspec

from fullhouse.inbound.replies.language_pack import LanguagePack
from fullhouse.inbound.replies.sentences import Clause
from fullhouse.kernel.patterns import regex

MAX_GAP_WORDS = 4
LETTERS = regex(r"[a-z]+")
MIN_TYPO_LENGTH = 6
ANY_WORD = ""
# Patterns that begin with a stem are looked up by this many of its letters.
STEM_KEY_LENGTH = 3

Words = tuple[str, ...]
# Return the places after a part of a pattern that begins at a place.
Step = Callable[[Words, int], Collection[int]]


class Match(msgspec.Struct, frozen=True):
    """A pattern found in a clause: the words before it, in its gap and after it."""

    before: Words
    within: Words
    behind: Words
    is_anchored: bool


class Pattern:
    """One pattern."""

    def __init__(self, written: str, sets: "WordSets") -> None:
        """Compile the pattern."""
        self.is_anchored = written.startswith("^")
        self.has_gap = "..." in written
        self._parts = written.removeprefix("^").split()
        self._sets = sets
        self._steps = [_compile_part(part, sets) for part in self._parts]

    def first_keys(self) -> set[str]:
        """Return the lookup keys of the words it may begin with."""
        keys: set[str] = set()
        for part in self._parts:
            needed = part.removesuffix("?")
            if needed.startswith("<"):
                keys |= self._sets[needed].first_keys
            else:
                keys.add(_lookup_key(needed))
            if needed == part:
                return keys
        return keys | {ANY_WORD}

    def ends(self, words: Words, start: int) -> Collection[int]:
        """Return the places where it may end if it begins at a place."""
        places: Collection[int] = (start,)
        for step in self._steps:
            if len(places) == 1:
                places = step(words, *places)
            else:
                places = {end for place in places for end in step(words, place)}
            if not places:
                break
        return places


def _compile_part(part: str, sets: "WordSets") -> Step:
    if part == "...":
        return lambda words, at: range(at, min(at + MAX_GAP_WORDS, len(words)) + 1)
    if part == "$":
        return lambda words, at: (at,) if at == len(words) else ()
    needed = part.removesuffix("?")
    step = _compile_needed(needed, sets)
    if needed == part:
        return step
    return lambda words, at: (at, *step(words, at))


def _compile_needed(part: str, sets: "WordSets") -> Step:
    if part.startswith("<"):
        return partial(sets.ends, part)
    if part.startswith("!"):
        name = part[1:]
        return lambda words, at: () if at == len(words) or sets.ends(name, words, at) else (at + 1,)
    fits = _word_test(part)
    return lambda words, at: (at + 1,) if at < len(words) and fits(words[at]) else ()


def _word_test(part: str) -> Callable[[str], bool]:
    """Return the test for a word, a stem, an ending, a number or any word."""
    if part == "#":
        return lambda word: word[:1].isdecimal()
    if part == "~":
        return lambda _: True
    if part.startswith("*"):
        return lambda word: word.endswith(part[1:])
    if part.endswith("*"):
        return lambda word: word.startswith(part[:-1])
    return part.__eq__


def _lookup_key(part: str) -> str:
    """Return the key under which a pattern that begins with this part is found."""
    if part.isalnum():
        return part
    stem = part.removesuffix("*")
    if stem.isalnum() and len(stem) >= STEM_KEY_LENGTH:
        return f"{stem[:STEM_KEY_LENGTH]}*"
    return ANY_WORD


class Patterns:
    """Patterns with one meaning, indexed by the words they begin with."""

    def __init__(self, written: Iterable[str], sets: "WordSets") -> None:
        """Compile the patterns."""
        self._by_first: dict[str, list[Pattern]] = {}
        for text in written:
            pattern = Pattern(text, sets)
            for key in pattern.first_keys():
                self._by_first.setdefault(key, []).append(pattern)
        self.first_keys = set(self._by_first)
        stems = [key for key in self._by_first if key.endswith("*")]
        self._by_stem = {key[:-1]: self._by_first[key] for key in stems}
        self._anywhere = tuple(self._by_first.get(ANY_WORD, ()))
        # The ends in the words searched last: many patterns ask for a set at the same place.
        self._last: tuple[Words, dict[int, set[int]]] = ((), {})

    def ends(self, words: Words, start: int) -> set[int]:
        """Return the places where a pattern may end; an anchored one only begins the clause."""
        last = self._last
        if last[0] is not words:
            last = self._last = (words, {})
        known = last[1].get(start)
        if known is None:
            known = last[1][start] = self._find_ends(words, start)
        return known

    def _find_ends(self, words: Words, start: int) -> set[int]:
        found: set[int] = set()
        for pattern in self._candidates(words, start):
            if start == 0 or not pattern.is_anchored:
                found.update(pattern.ends(words, start))
        return found

    def matches(self, words: Words) -> Iterator[Match]:
        """Find each place where a pattern matches."""
        for start in range(len(words)):
            for pattern in self._candidates(words, start):
                ends = pattern.ends(words, start)
                if ends:
                    end = max(ends)
                    within = words[start + 1 : end - 1] if pattern.has_gap else ()
                    yield Match(words[:start], within, words[end:], pattern.is_anchored)

    def begin(self, words: Words) -> bool:
        """Return True if the words begin with a pattern."""
        return bool(words) and bool(self.ends(words, 0))

    def are_in(self, words: Words) -> bool:
        """Return True if a pattern matches anywhere in the words."""
        return any(self.ends(words, start) for start in range(len(words)))

    def remove_from(self, words: Words) -> Words:
        """Return the words without those that a pattern matches."""
        kept: list[str] = []
        at = 0
        while at < len(words):
            end = max(self.ends(words, at), default=at)
            if end == at:
                kept.append(words[at])
            at = max(end, at + 1)
        return tuple(kept)

    def _candidates(self, words: Words, at: int) -> tuple[Pattern, ...]:
        if at == len(words):
            return self._anywhere
        word = words[at]
        whole = self._by_first.get(word, ())
        stemmed = self._by_stem.get(word[:STEM_KEY_LENGTH], ())
        if whole or stemmed:
            return (*whole, *stemmed, *self._anywhere)
        return self._anywhere


class WordSets(dict[str, Patterns]):
    """The named sets of a language, each compiled on first use; keys are in angle brackets."""

    def __init__(self, written: Mapping[str, Iterable[str]]) -> None:
        """Keep the sets as they are written."""
        super().__init__()
        self._written = written

    def __missing__(self, name: str) -> Patterns:
        """Compile a set."""
        self[name] = compiled = Patterns(self._written[name.strip("<>")], self)
        return compiled

    def ends(self, name: str, words: Words, start: int) -> set[int]:
        """Return the places where one of a set may end."""
        return self[name].ends(words, start)


class LanguageGrammar:
    """One language, ready to be matched."""

    def __init__(self, pack: LanguagePack) -> None:
        """Index the single words; patterns are compiled on first use."""
        self.pack = pack
        self.lead_ins = frozenset(pack.lead_ins)
        self.link_words = frozenset(pack.link_words)
        self.first_person = frozenset(pack.first_person)
        self.subjectless_openers = frozenset(pack.subjectless_openers)
        self.negations = frozenset(pack.negations)
        self.other_people = frozenset(pack.other_people)
        self.no_words = frozenset(pack.no_words)
        self.no_fillers = frozenset(pack.no_fillers)
        self.yes_words = frozenset(pack.yes_words)
        self._fillers = frozenset(pack.fillers)
        self._sets = WordSets(pack.sets)
        self.patterns = cache(self._compile)

    def _compile(self, category: str) -> Patterns:
        """Compile the patterns of a category."""
        written: tuple[str, ...] = getattr(self.pack, category)
        return Patterns(written, self._sets)

    @cached_property
    def _known_words(self) -> frozenset[str]:
        return frozenset(LETTERS.findall(" ".join(self.pack.texts())))

    @cached_property
    def _typos(self) -> dict[str, str]:
        """Map each typing variant to its word."""
        typos: dict[str, str] = {}
        for word in self.pack.typo_tolerant:
            if len(word) >= MIN_TYPO_LENGTH:
                typos.update(dict.fromkeys(_typing_variants(word), word))
        return typos

    def count_known(self, words: Iterable[str]) -> int:
        """Return how many of the words the language has."""
        return sum(word in self._known_words for word in words)

    def expand(self, clause: Clause) -> Words:
        """Return a clause without contractions and typing errors."""
        words: list[str] = []
        for word in clause.words:
            words.extend(self._spell_out(word).split())
        return tuple(words)

    def core(self, words: Words) -> Words:
        """Return the words of a clause without fillers and dates."""
        dates = self.patterns("dates")
        undated = dates.remove_from(words)
        return dates.remove_from(tuple(word for word in undated if word not in self._fillers))

    def _spell_out(self, word: str) -> str:
        spellings = self.pack.spellings
        if word in spellings:
            return spellings[word]
        start, apostrophe, rest = word.partition("'")
        if not apostrophe:
            return self._correct(word)
        if start in self.pack.elisions:
            return f"{self.pack.elisions[start]} {self._spell_out(rest)}"
        if rest in self.pack.contractions:
            return f"{spellings.get(start, start)} {self.pack.contractions[rest]}"
        return self._correct(start)

    def _correct(self, word: str) -> str:
        """Return the known word that this one misspells, or the word itself."""
        if len(word) < MIN_TYPO_LENGTH - 1 or word in self._known_words:
            return word
        for variant in sorted(_typing_variants(word)):
            if variant in self._typos:
                return self._typos[variant]
        return word


def _typing_variants(word: str) -> set[str]:
    """Return a word and its forms with one letter left out, except the first.

    Two words that differ by one typing error share a form.
    """
    return {word, *(word[:at] + word[at + 1 :] for at in range(1, len(word)))}
