"""The rules document: plain text parsed into a rulebook and written from one.

Nothing is guessed: a line that is not understood is reported with its number and an example.
"""

from difflib import get_close_matches
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from fullhouse.products.frontdesk.shared.plain_text import LONGEST_TEXT, TextLine, plain_lines
from fullhouse.products.frontdesk.shared.rulebook.booking import is_closed
from fullhouse.products.frontdesk.shared.rulebook.lines import KINDS, LineType
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, RuleProblem
from fullhouse.products.frontdesk.shared.rulebook.services import is_bare, service_of, with_service
from fullhouse.products.frontdesk.shared.rulebook.values import NotUnderstood

MOST_PROBLEMS = 100
LONGEST_WORDS = 60
CLOSE = 0.8
BY_WORDS = {"".join(kind.words.lower().replace("-", "").split()): kind for kind in KINDS}
SERVICES, STAFF = BY_WORDS["services"], BY_WORDS["staff"]
# Services may have these names, too: "Phone: 15 minutes".
CONTACT = (BY_WORDS["phone"], BY_WORDS["address"])
# A service with nothing but a duration is refused if it looks like one of these, misspelt.
LASTING = ("claimwindow", "cutoff", "gapalert", "bookingnotice", "timebetweenappointments")
HOW = "I understand lines such as `{}`."
UNKNOWN = (
    f"I do not know what this line says. {HOW.format('Claim window: 10 minutes')} "
    "A heading starts with #."
)


class ParsedRules(msgspec.Struct, frozen=True):
    """Parsed rulebook and problems. Only a text without problems is put in force."""

    rulebook: Rulebook
    problems: tuple[RuleProblem, ...] = ()


def parse_rules(text: str) -> ParsedRules:
    """Parse the rules; each line that cannot be understood becomes a problem."""
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
    open_hours = tuple(hours for hours in reader.book.opening_hours if not is_closed(hours))
    return ParsedRules(replace(reader.book, opening_hours=open_hours), tuple(reader.problems))


class _Reader:
    """Reads line by line; `within` is the list that the current line belongs to."""

    def __init__(self) -> None:
        self.book = Rulebook()
        self.problems: list[RuleProblem] = []
        self.said: dict[str, int] = {}
        self.within: LineType | None = None

    def read(self, line: TextLine) -> None:
        words, value = _split(line.words)
        kind = BY_WORDS.get(_key(words))
        if kind is None or (kind in CONTACT and _is_service(line)):
            self._unnamed(line)
        elif value:
            self._single(line, kind, value)
        elif kind.many:
            self.within = kind
        elif line.heading:
            self.within = None
        else:
            self._problem(line, f"It says nothing. {HOW.format(kind.example)}")

    def _unnamed(self, line: TextLine) -> None:
        within = self.within
        if _is_heading(line, within):
            self.within = None
        elif within and (line.bullet or within is not STAFF):
            self._item(line, within)
        else:
            self._loose(line)

    def _single(self, line: TextLine, kind: LineType, value: str) -> None:
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
        """Accept a service outside its list if it has a price or reminders."""
        try:
            service = service_of(line.words)
        except NotUnderstood:
            self._problem(line, _unknown(line))
            return
        if is_bare(line.words):
            self._problem(line, _unknown(line))
            return
        try:
            self.book = with_service(self.book, service)
        except NotUnderstood as error:
            self._problem(line, str(error))

    def _problem(self, line: TextLine, reason: str) -> None:
        self.problems.append(RuleProblem(line.number, line.text, reason))


def _is_service(line: TextLine) -> bool:
    try:
        service_of(line.words)
    except NotUnderstood:
        return False
    return True


def _split(words: str) -> tuple[str, str]:
    before, _, behind = words.partition(":")
    return before, behind.strip(" _.,;!")


def _key(words: str) -> str:
    if len(words) > LONGEST_WORDS:
        return ""
    return "".join(char for char in words.casefold() if char.isalnum())


def _is_heading(line: TextLine, within: LineType | None) -> bool:
    """Return True if a line is a heading in free words, not a misspelt rule."""
    words, value = _split(line.words)
    if line.heading:
        return _is_free_heading(line, words, value)
    if ":" in line.words:
        return not value and within is not SERVICES
    if line.bullet or len(words) > LONGEST_WORDS:
        return False
    return words.casefold().split()[-1] == "rules"


def _is_free_heading(line: TextLine, words: str, value: str) -> bool:
    has_digit = any(char.isdigit() for char in line.words)
    if value:
        return not has_digit and _meant(words, tuple(BY_WORDS)) is None
    return not has_digit or _forgotten_colon(line) is None


def _is_misspelt(line: TextLine) -> bool:
    try:
        service = service_of(line.words)
    except NotUnderstood:
        return _meant(_split(line.words)[0], tuple(BY_WORDS)) is not None
    return is_bare(line.words) and _meant(service.name, LASTING) is not None


def _meant(words: str, known: tuple[str, ...]) -> LineType | None:
    close = get_close_matches(_key(words), known, 1, CLOSE)
    if not close:
        return None
    return BY_WORDS[close[0]]


def _forgotten_colon(line: TextLine) -> LineType | None:
    key = _key(line.words[:LONGEST_WORDS])
    begins = [words for words in BY_WORDS if key.startswith(words)]
    if not begins:
        return None
    return BY_WORDS[max(begins, key=len)]


def _unknown(line: TextLine) -> str:
    if ":" not in line.words and (kind := _forgotten_colon(line)):
        return f"A colon is missing. {HOW.format(kind.example)}"
    if kind := _meant(_split(line.words)[0], tuple(BY_WORDS)):
        return f"I do not know these words. Did you mean `{kind.words}`? {HOW.format(kind.example)}"
    return UNKNOWN


def format_rules(rulebook: Rulebook) -> str:
    """Write a rulebook as the text that parses to the same rulebook."""
    lines = [kind.said(rulebook) for kind in KINDS]
    return "".join(f"{line}\n" for line in lines if line)


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
