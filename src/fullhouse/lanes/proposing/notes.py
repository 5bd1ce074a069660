"""Names in the notes of staff, who write in haste: "Berg, Anna / 0171 …", "Fr. Berg, Vorname Anna"."""

import re

from fullhouse.kernel.proposals import ProposedField
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.form import clean_name
from fullhouse.lanes.proposing.customers import TITLED, capitalised
from fullhouse.lanes.proposing.names import TOKEN
from fullhouse.lanes.proposing.text import Source, cleaned, folded
from fullhouse.lanes.proposing.vocabulary import MONTH_OF, SHORT_WEEKDAY, SHORT_WEEKDAY_OF, WEEKDAY, WEEKDAY_OF

# Days and months that are names of people, too.
NAMES_TOO = frozenset({"mar", "di", "may", "mai", "april", "june", "august", "jun", "jan", "domingo", "dom", "sam"})
NEAR = 60
LONGEST = 80
FIRST_NAME = re.compile(r"(?<!\w)(?:first name|vorname|prenom|nombre(?: de pila)?):? ")
STARTS = re.compile(r"(?:^|\n|[-\u2013:/] )(?=[^\W\d_])")
CALLED_AT = r"(?:(?:tel|tlf|mobile?|handy|phone|portable|movil)\.?:? ?)?[+(]{0,2}\d[\d ()./-]{6}"
BEHIND = re.compile(rf" ?[,;/(\u2013-]? ?{CALLED_AT}| / | (?:{WEEKDAY}|{SHORT_WEEKDAY})\.? \d")
AT_A_LINE = re.compile(rf"(?:{BEHIND.pattern})|\n{CALLED_AT}|[ ,;(\u2013-]{{1,3}}(?:tel\.?:? ?|mobil:? ?)?[+(]?\d")
FLIPPED = re.compile(
    r", ([^\W\d_][\w'\u2019-]{1,30}(?: [^\W\d_][\w'\u2019-]{1,30})?)(?= ?[,;/(\u2013-] ?" + CALLED_AT + ")"
)


def known_words(book: Rulebook) -> frozenset[str]:
    """Return the words that are no part of a customer's name: of services and staff, of days and of doors."""
    named = (*book.staff, *(one.name for one in book.services))
    words = {word for name in named for word in TOKEN.findall(folded(name))}
    return frozenset({*words, *WEEKDAY_OF, *SHORT_WEEKDAY_OF, *MONTH_OF, "open", "tel"} - NAMES_TOO)


def noted_name(source: Source, book: Rulebook) -> ProposedField | None:
    """Find the name that a note begins with, or that stands before a number or a day."""
    return _in_two_parts(source) or _before_a_number(source, book)


def _in_two_parts(source: Source) -> ProposedField | None:
    """Put a first name that is told apart before the last name."""
    small = folded(source.text)
    for found in FIRST_NAME.finditer(small):
        first = capitalised(source.text[found.end() : found.end() + LONGEST])[:1]
        titles = list(TITLED.finditer(small, max(0, found.start() - NEAR), found.start()))
        last = capitalised(source.text[titles[-1].end() : found.start()]) if titles else []
        name = cleaned(clean_name, " ".join([*first, *last]))
        if first and last and name:
            return ProposedField("name", name, "likely", source.words_at(titles[-1].start()))
    return None


def _before_a_number(source: Source, book: Rulebook) -> ProposedField | None:
    known = known_words(book)
    small = folded(source.text)
    for found in STARTS.finditer(source.text):
        at = found.end()
        if title := TITLED.match(small, at):
            at = title.end()
        words = capitalised(source.text[at : at + LONGEST])
        written = " ".join(words)
        end = at + len(written)
        flipped = FLIPPED.match(source.text, end)
        name = cleaned(clean_name, f"{flipped[1]} {written}" if flipped else written)
        if not name or source.text[at:end] != written or not known.isdisjoint(TOKEN.findall(folded(written))):
            continue
        behind = AT_A_LINE if found[0] in {"", "\n"} else BEHIND
        if flipped or (len(words) > 1 and behind.match(small, end)):
            return ProposedField("name", name, "likely", source.words_at(at))
    return None
