"""The phrases of one language, as they stand in `languages/*.toml`.

A pattern is words separated by spaces:

    word      that word
    stem*     a word that begins with the stem
    *end      a word that ends so
    #         a number
    ~         any word
    <set>     one of a named set
    !<set>    a word that does not begin any of a named set
    ...       up to four words
    $         the end of the clause
    part?     the part, or nothing
    ^ ...     the pattern must begin the clause or follow a lead-in: it is about the writer

All words are folded as those of a clause are.
"""

import tomllib
from pathlib import Path

import msgspec

LANGUAGES = ("en", "de", "fr", "es")
FOLDER = Path(__file__).parent / "languages"


class LanguagePack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The phrases of one language by category; the TOML files explain each category."""

    elisions: dict[str, str] = {}
    contractions: dict[str, str] = {}
    spellings: dict[str, str]
    sets: dict[str, tuple[str, ...]]
    typo_tolerant: tuple[str, ...]
    fillers: tuple[str, ...]
    dates: tuple[str, ...]
    lead_ins: tuple[str, ...]
    link_words: tuple[str, ...] = ()
    first_person: tuple[str, ...]
    subjectless_openers: tuple[str, ...]
    regrets: tuple[str, ...]
    cancels: tuple[str, ...]
    cancel_requests: tuple[str, ...]
    bare_cancels: tuple[str, ...]
    hindrances: tuple[str, ...]
    weak_hindrances: tuple[str, ...] = ()
    parting_wishes: tuple[str, ...]
    farewells: tuple[str, ...] = ()
    others_absent: tuple[str, ...]
    accepts: tuple[str, ...]
    partial_visits: tuple[str, ...]
    exact_cancels: tuple[str, ...]
    keeps_seat: tuple[str, ...]
    declines_offers: tuple[str, ...]
    seat_hints: tuple[str, ...]
    seat_stands: tuple[str, ...]
    misdirected: tuple[str, ...]
    unsubscribes: tuple[str, ...]
    other_people: tuple[str, ...]
    doubts: tuple[str, ...]
    reported: tuple[str, ...]
    retractions: tuple[str, ...]
    blockers: tuple[str, ...] = ()
    hearsay: tuple[str, ...] = ()
    others_act: tuple[str, ...] = ()
    negations: tuple[str, ...]
    limits: tuple[str, ...]
    allowed_after: tuple[str, ...] = ()
    other_times: tuple[str, ...]
    question_starts: tuple[str, ...]
    rhetorical_questions: tuple[str, ...] = ()
    on_behalf: tuple[str, ...] = ()
    others_decline: tuple[str, ...] = ()
    question_tags: tuple[str, ...]
    no_words: tuple[str, ...]
    no_fillers: tuple[str, ...] = ()
    yes_words: tuple[str, ...]

    def texts(self) -> list[str]:
        """Return all patterns and spellings."""
        found = [*self.spellings, *self.spellings.values()]
        for value in (*msgspec.structs.astuple(self), *self.sets.values()):
            if isinstance(value, tuple):
                found.extend(value)
        return found


def load_language(code: str) -> LanguagePack:
    """Load the pack of a language by its two-letter code."""
    text = (FOLDER / f"{code}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), LanguagePack)
