"""The rules document: plain text that a person reads aloud, read into a rulebook and written from one.

Nothing is guessed: a line that is not understood whole is named with its number and what would be understood.
"""

from difflib import get_close_matches
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from fullhouse.products.frontdesk.shared.plain_text import LONGEST_TEXT, TextLine, plain_lines
from fullhouse.products.frontdesk.shared.rulebook.lines import KINDS, LineType, is_closed
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, RuleProblem
from fullhouse.products.frontdesk.shared.rulebook.services import service_of, with_service
from fullhouse.products.frontdesk.shared.rulebook.values import NotUnderstood

MOST_PROBLEMS = 100
LONGEST_WORDS = 60
CLOSE = 0.8
BY_WORDS = {"".join(kind.words.lower().replace("-", "").split()): kind for kind in KINDS}
SERVICES, STAFF = BY_WORDS["services"], BY_WORDS["staff"]
# A service that only says how long it takes must not be one of these, misspelt.
LASTING = ("claimwindow", "cutoff", "gapalert")
HOW = "I understand lines such as `{}`."
UNKNOWN = f"I do not know what this line says. {HOW.format('Claim window: 10 minutes')} A heading starts with #."


class ParsedRules(msgspec.Struct, frozen=True):
    """What was understood of a text, and the lines that were not. Only a text without problems is put in force."""

    rulebook: Rulebook
    problems: tuple[RuleProblem, ...] = ()


def parse_rules(text: str) -> ParsedRules:
    """Read the rules; each line that cannot be understood becomes a problem."""
    if len(text) > LONGEST_TEXT:
        return ParsedRules(
            Rulebook(),
            (RuleProblem(1, "", f"The rules are longer than {LONGEST_TEXT:,} characters."),),
        )
    return _read(text)


@lru_cache(maxsize=64)
def _read(text: str) -> ParsedRules:
    reader = _Reader()
    for line in plain_lines(text):
        if line.words and len(reader.problems) < MOST_PROBLEMS:
            reader.read(line)
    open_hours = tuple(one for one in reader.book.opening_hours if not is_closed(one))
    return ParsedRules(replace(reader.book, opening_hours=open_hours), tuple(reader.problems))


class _Reader:
    """Goes through the lines and keeps what they say, and which list they stand in."""

    def __init__(self) -> None:
        self.book = Rulebook()
        self.problems: list[RuleProblem] = []
        self.said: dict[str, int] = {}
        self.within: LineType | None = None

    def read(self, line: TextLine) -> None:
        words, value = _split(line.words)
        kind = BY_WORDS.get(_key(words))
        if kind and value:
            self._one(line, kind, value)
        elif kind and kind.many:
            self.within = kind
        elif kind and not line.heading:
            self._problem(line, f"It says nothing. {HOW.format(kind.example)}")
        elif kind or _is_heading(line, self.within):
            self.within = None
        elif self.within and (line.bullet or self.within is not STAFF):
            self._item(line, self.within)
        else:
            self._loose(line)

    def _one(self, line: TextLine, kind: LineType, value: str) -> None:
        self.within = None
        if kind.words in self.said:
            self._problem(
                line, f"This was already said in line {self.said[kind.words]}; say it once."
            )
            return
        self.said[kind.words] = line.number
        self._understand(line, kind, value)

    def _item(self, line: TextLine, kind: LineType) -> None:
        if kind is SERVICES and _is_misspelt(line):
            self._problem(line, _unknown(line))
        else:
            self._understand(line, kind, line.words.rstrip(" .,;!"))

    def _understand(self, line: TextLine, kind: LineType, value: str) -> None:
        try:
            self.book = kind.read(self.book, value)
        except NotUnderstood as error:
            self._problem(line, f"{error} {HOW.format(kind.example)}")

    def _loose(self, line: TextLine) -> None:
        """A service may stand anywhere if it says its price or its reminders, too."""
        try:
            service = service_of(line.words)
        except NotUnderstood:
            self._problem(line, _unknown(line))
            return
        if service.price is None and not service.remind_at_hours:
            self._problem(line, _unknown(line))
            return
        try:
            self.book = with_service(self.book, service)
        except NotUnderstood as error:
            self._problem(line, str(error))

    def _problem(self, line: TextLine, reason: str) -> None:
        self.problems.append(RuleProblem(line.number, line.text, reason))


def _split(words: str) -> tuple[str, str]:
    before, _, behind = words.partition(":")
    return before, behind.strip(" _.,;!")


def _key(words: str) -> str:
    return (
        ""
        if len(words) > LONGEST_WORDS
        else "".join(one for one in words.casefold() if one.isalnum())
    )


def _is_heading(line: TextLine, within: LineType | None) -> bool:
    """Tell a heading, which is free, from a line that means to say something."""
    words, value = _split(line.words)
    digits = any(one.isdigit() for one in line.words)
    if line.heading and value:
        return not digits and _meant(words, tuple(BY_WORDS)) is None
    if line.heading:
        return not digits or _forgotten_colon(line) is None
    if ":" in line.words:
        return not value and within is not SERVICES
    return (
        not line.bullet and words.casefold().split()[-1] == "rules" and len(words) <= LONGEST_WORDS
    )


def _is_misspelt(line: TextLine) -> bool:
    try:
        service = service_of(line.words)
    except NotUnderstood:
        return _meant(_split(line.words)[0], tuple(BY_WORDS)) is not None
    bare = service.price is None and not service.remind_at_hours
    return bare and _meant(service.name, LASTING) is not None


def _meant(words: str, known: tuple[str, ...]) -> LineType | None:
    close = get_close_matches(_key(words), known, 1, CLOSE)
    return BY_WORDS[close[0]] if close else None


def _forgotten_colon(line: TextLine) -> LineType | None:
    key = _key(line.words[:LONGEST_WORDS])
    return next((kind for words, kind in BY_WORDS.items() if key.startswith(words)), None)


def _unknown(line: TextLine) -> str:
    if ":" not in line.words and (kind := _forgotten_colon(line)):
        return f"A colon is missing. {HOW.format(kind.example)}"
    if kind := _meant(_split(line.words)[0], tuple(BY_WORDS)):
        return f"I do not know these words. Did you mean `{kind.words}`? {HOW.format(kind.example)}"
    return UNKNOWN


def format_rules(rulebook: Rulebook) -> str:
    """Write a rulebook as the text that is read as the same rulebook."""
    return "".join(f"{said}\n" for kind in KINDS if (said := kind.said(rulebook)))


DEFAULT_RULES = format_rules(Rulebook())

EXAMPLE_RULES = """\
Time zone: Europe/Berlin
Services
- Colour: 90 minutes, 120 EUR
- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours
- Dental cleaning: 30 minutes; remind at 48 and 2 hours
Staff: Jess, Sam
Opening hours: Mon-Fri 09:00-18:00, Sat 10:00-14:00
Closed: public holidays of DE-BE, 24 Dec, 31 Dec
Order: priority first, then join time
Claim window: 10 minutes
Quiet hours: 21:00 to 08:00
Tries per slot: 5
Cut-off: 10 minutes before
Smaller parties may take a larger slot: yes
Gap alert: 45 minutes before
Refill from the waitlist: yes
"""
