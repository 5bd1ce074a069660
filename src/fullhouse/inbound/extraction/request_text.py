"""What of a mail is the customer's, and who they are: whoever sent it, or whoever wrote what was forwarded."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

import msgspec

from fullhouse.inbound.extraction.customer_names import Customer, is_machine, own_words
from fullhouse.inbound.extraction.date_patterns import ReferenceDate
from fullhouse.inbound.extraction.dates import base_of, day_of_mail, days_in
from fullhouse.inbound.extraction.text import Source, folded
from fullhouse.inbound.extraction.thread import (
    IS_FORWARD,
    LONGEST_READ,
    Letter,
    is_quoted,
    letters_in,
    own_lines,
    quotes_by_marks,
)
from fullhouse.inbound.mail.html_text import whole_text_in
from fullhouse.inbound.mail.parsing import addresses
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.inbound.replies.intent import REPLY_PREFIX
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

FEWEST = 2
SAID = re.compile(
    r"\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.? ?m\.?)?\]?(?: -)? "
    r"([^:\n\d]{2,40}): (.{0,1000})"
)
US = frozenset(
    {
        "you",
        "me",
        "du",
        "ich",
        "sie",
        "wir",
        "vous",
        "moi",
        "toi",
        "tu",
        "yo",
        "usted",
        "nosotros",
        "nous",
    }
)


class Chat(msgspec.Struct, frozen=True):
    """What was said, the last first, and the name of whoever is not one of us."""

    text: str
    name: str = ""


def chat_in(text: str, ours: frozenset[str]) -> Chat | None:
    """Read a conversation; `ours` are folded names under which we talk ourselves."""
    lines = text.split("\n")
    said = [found for line in lines if (found := SAID.fullmatch(line.strip(" \u200e\u200f")))]
    if len(said) < FEWEST:
        return None
    rest = [line for line in lines if not SAID.fullmatch(line.strip(" \u200e\u200f"))]
    names = [found[1].strip("~ ") for found in said]
    theirs = [name for name in names if folded(name) not in US | ours and " " in name]
    return Chat(
        "\n".join([*rest, *(found[2] for found in reversed(said))]), theirs[0] if theirs else ""
    )


PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]*\S[^\n]*)*")
ORDERS = re.compile(
    r"(?<!\w)(?:disregard|forget|override|ignor\w{1,5}|vergiss|vergessen sie|oublie[rz]?"
    r"|olvid\w{1,3})(?: \w{1,12}){0,3} (?:instructions?|prompts?|rules|orders|anweisung\w{0,3}"
    r"|regeln|vorgaben|consignes?|regles|instrucciones|ordenes|reglas)(?!\w)"
    r"|(?<!\w)(?:(?:automated|automatic|ai|ki|virtual|digital)[ -](?:assistant|agent|system"
    r"|assistent\w{0,2})|assistant (?:ia|automatique)|asistente (?:virtual|automatico|de ia)"
    r"|system prompt)(?!\w)|(?:^|\n)[ #*>]{0,8}system ?:"
    r"|(?<!\w)(?:system|admin(?:istrator)?)[ -]?(?:nachricht|meldung|message|befehl|anweisung)"
    r"(?!\w)|(?<!\w)(?:instructions?|anweisung\w{0,3}|consignes?|instrucciones) (?:for|to|fur|an"
    r"|pour|a|para)(?: \w{1,5})? (?:\w{1,10}[ -])?(?:assistant\w{0,2}|assistent\w{0,2}|asistente"
    r"|system|sistema|systeme|bot|ai|ki|ia|program\w{0,3})(?!\w)"
    r"|(?<!\w)(?:mail|e-mail|buchungs|booking|ki|ai)-?(?:assistent\w{0,2}|assistant|bot|agent)"
    r"(?!\w)|(?<!\w)(?:no hagas caso|ne tiens? pas compte|ne tenez pas compte|beachte nicht"
    r"|pay no attention)(?!\w)"
)


def without_prompt_injection(text: str) -> str:
    """Blank each paragraph that tells a machine what to do; every place stays the same."""
    return PARAGRAPH.sub(_blanked, text)


def _blanked(found: re.Match[str]) -> str:
    said = found[0]
    return re.sub(r"[^\n]", " ", said) if ORDERS.search(folded(said)) else said


LONGEST_FILE_NAME = 100
OUR_DESKS = ("waitlist", "bookings")
FARTHEST_BACK = timedelta(days=30)


class Passage(msgspec.Struct, frozen=True):
    """A text to be read, the day it is seen from, and whether the customer wrote it.

    A `note` stands above what was forwarded. `by` is who of the staff wrote a letter of ours.
    """

    source: Source
    base: ReferenceDate
    own: bool = True
    note: bool = False
    by: str = ""


class Request(msgspec.Struct, frozen=True):
    """Who asks, and all that may say what for: their own words first, what was attached last.

    `answered` is the letter of ours that they answer, if there is one.
    """

    customer: Customer
    passages: tuple[Passage, ...]
    by_staff: bool = False
    own_domain: str = ""
    answered: Passage | None = None


def request_in(reading: ReadMail, book: Rulebook, now: datetime, staff: frozenset[str]) -> Request:
    """Find the customer's own words and who they are; what staff wrote above them is read after those."""
    mail = reading.mail
    own_domain = _own_domain(reading)
    today = day_of_mail(mail.first("date"), now, book.zone)
    letters = letters_in(_text(reading), mail.subject)
    by_staff = reading.sender in staff or reading.sender.rpartition("@")[2] == own_domain != ""
    at = _theirs(letters, by_staff=by_staff, staff=staff, own_domain=own_domain)
    theirs, seen = letters[at], _seen_from(letters[: at + 1], today, book, now)
    if at == 0 and not by_staff:
        theirs = _unquoted(_text(reading), mail.subject)
    customer = _customer(reading, theirs, at, by_staff=by_staff)
    chat = chat_in(theirs.text, frozenset(map(folded, book.staff))) if by_staff else None
    if chat is not None:
        theirs = msgspec.structs.replace(theirs, lines=tuple(chat.text.split("\n")))
        customer = customer if customer.address else Customer(chat.name)
    older = [one for one in letters[at + 1 :] if one.address and one.address == customer.address]
    subject = _own_subject(mail.subject) if at == 0 else theirs.subject or mail.subject
    passages = [
        Passage(Source(without_prompt_injection(theirs.text)), seen, own=at > 0 or not by_staff),
        *(Passage(Source(without_prompt_injection(one.text)), seen) for one in older),
        Passage(Source(IS_FORWARD.sub("", subject, count=3)), seen),
        *(
            Passage(Source(own_words(one.text)), base_of(today, book), own=False, note=True)
            for one in letters[:at]
        ),
    ]
    asked = _answered(
        _text(reading), letters, at, book, lambda one: _is_ours(one, staff, own_domain)
    )
    answered = (
        Passage(Source(own_words(asked.text)), seen, own=False, by=asked.name)
        if asked is not None
        else None
    )
    files, inside = _files(reading, book, now, today, staff)
    known = inside if not customer.address and inside is not None else customer
    kept = [one for one in (*passages, *files) if one.source.text.strip()]
    return Request(known, tuple(kept), by_staff, own_domain, answered)


def _text(reading: ReadMail) -> str:
    """Return the text with all that is quoted: of a page, too, where there is no plain text."""
    shown = [part for part in reading.mail.parts if not part.attached]
    if any(part.kind == "text/plain" and part.text.strip() for part in shown):
        return reading.text
    page = next((part.text for part in shown if part.kind == "text/html"), "")
    return whole_text_in(page) if page else reading.text


def _unquoted(text: str, subject: str) -> Letter:
    """Return what the sender wrote themselves: above what they quote, below it, or between its lines."""
    kept = "\n".join(own_lines(text))
    first, *rest = letters_in(kept, subject)
    if quotes_by_marks(text):
        return Letter(tuple(line for one in (first, *rest) for line in one.lines), subject=subject)
    below = next((one for one in rest if one.text.strip()), first)
    return first if first.text.strip() or len(kept) == len(text[:LONGEST_READ]) else below


def _answered(
    text: str, letters: list[Letter], at: int, book: Rulebook, ours: Callable[[Letter], bool]
) -> Letter | None:
    """Return the letter of ours that theirs answers; who of the staff wrote it is its name."""
    if at + 1 >= len(letters):
        return None
    letter = letters[at + 1]
    head = folded(letter.head)
    by = next(
        (
            name
            for name in book.staff
            if re.search(rf"(?<!\w){re.escape(folded(name))}(?!\w)", head)
        ),
        "",
    )
    if not by and not ours(letter):
        return None
    if at == 0 and quotes_by_marks(text):
        marked = "\n".join(
            line.lstrip("> ") for line in text[:LONGEST_READ].split("\n") if is_quoted(line)
        )
        letter = letters_in(marked, "")[0]
    return msgspec.structs.replace(letter, name=by)


def _own_subject(subject: str) -> str:
    """Return a subject that is theirs: in an answer it is that of the mail which they answer."""
    return "" if REPLY_PREFIX.match(subject) and not IS_FORWARD.match(folded(subject)) else subject


def _own_domain(reading: ReadMail) -> str:
    """Return the domain at which the front desk has its address."""
    named = [
        value
        for name in ("x-original-to", "delivered-to", "to", "cc")
        for value in reading.mail.all(name)
    ]
    found = [address.lower() for value in named for _, address in addresses(value)]
    desks = [address.rpartition("@") for address in found if address.partition("@")[0] in OUR_DESKS]
    return desks[0][2] if desks else ""


def _theirs(
    letters: list[Letter], *, by_staff: bool, staff: frozenset[str], own_domain: str
) -> int:
    """Go down to the letter of whoever asks: through what is handed on, and through what we wrote ourselves."""
    at = 0
    while at + 1 < len(letters):
        here, below = letters[at], letters[at + 1]
        ours = by_staff if at == 0 else _is_ours(here, staff, own_domain)
        if not (ours or here.forwards or below.forwarded):
            break
        if at == 0 and not by_staff and not (here.forwards or below.forwarded):
            break
        at += 1
    while at > 0 and _is_ours(letters[at], staff, own_domain) and not letters[at].forwards:
        at -= 1
    return at


def _is_ours(letter: Letter, staff: frozenset[str], own_domain: str) -> bool:
    domain = letter.address.rpartition("@")[2]
    return letter.address in staff or (bool(own_domain) and domain == own_domain)


def _customer(reading: ReadMail, theirs: Letter, at: int, *, by_staff: bool) -> Customer:
    if at > 0:
        if not is_machine(theirs.address):
            return Customer(theirs.name, theirs.address, theirs.head, forwarded=True)
        return Customer() if by_staff else Customer(_given_name(reading), reading.sender)
    if by_staff or is_machine(reading.sender):
        return Customer()
    return Customer(_given_name(reading), reading.sender)


def _given_name(reading: ReadMail) -> str:
    """Return the name under which they write; none if it was only made of their address."""
    named = [pair for value in reading.mail.all("from") for pair in addresses(value)]
    given = named[0][0] if named else ""
    if given and "@" not in given:
        return given
    local = reading.sender.partition("@")[0].replace("_", ".").split(".")
    both = len(local) == 2 and all(part.isalpha() and len(part) > 1 for part in local)  # noqa: PLR2004 - first and last
    return reading.name if both else ""


def _seen_from(letters: list[Letter], today: date, book: Rulebook, now: datetime) -> ReferenceDate:
    """Say on which day a forwarded letter was written, if its head says so; else that of the mail."""
    dated = folded(letters[-1].dated)
    if len(letters) > 1 and dated:
        back = base_of(today - FARTHEST_BACK, book)
        known = [
            one.first
            for one in days_in(dated, back)
            if one.kind == "day" and one.first <= wall_time(now, book.zone).date()
        ]
        if known:
            return base_of(known[0], book)
    return base_of(today, book)


def _files(
    reading: ReadMail, book: Rulebook, now: datetime, today: date, staff: frozenset[str]
) -> tuple[list[Passage], Customer | None]:
    """Gather what is attached; of a letter that came as a file, also who wrote it."""
    made: list[Passage] = []
    inside: Customer | None = None
    for one in reading.documents:
        name = one.name[:LONGEST_FILE_NAME]
        letters = letters_in(one.text, "") if one.kind == "eml" else []
        if len(letters) < 2:  # noqa: PLR2004 - no head inside
            made.append(
                Passage(
                    Source(without_prompt_injection(one.text[:LONGEST_READ]), name),
                    base_of(today, book),
                    own=False,
                )
            )
            continue
        at = 1 + _theirs(
            letters[1:], by_staff=letters[1].address in staff, staff=staff, own_domain=""
        )
        theirs = letters[at]
        made.append(
            Passage(
                Source(without_prompt_injection(theirs.text), name),
                _seen_from(letters[: at + 1], today, book, now),
                own=True,
            )
        )
        if subject := theirs.subject:
            made.append(Passage(Source(without_prompt_injection(subject), name), made[-1].base))
        if (
            inside is None
            and theirs.address
            and theirs.address not in staff
            and not is_machine(theirs.address)
        ):
            inside = Customer(theirs.name, theirs.address, f"{name}: {theirs.head}", forwarded=True)
    return made, inside
