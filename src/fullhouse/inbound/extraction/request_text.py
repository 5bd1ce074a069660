"""The customer of a mail and the texts of the request: own words, forwarded letters, files."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from itertools import pairwise

import msgspec

from fullhouse.inbound.extraction.customer_names import FULL_NAME, Customer, is_machine, own_words
from fullhouse.inbound.extraction.date_patterns import ReferenceDate
from fullhouse.inbound.extraction.dates import base_of, day_of_mail, days_in
from fullhouse.inbound.extraction.text import Source, folded
from fullhouse.inbound.extraction.thread import (
    IS_FORWARD,
    LONGEST_READ,
    ThreadMessage,
    is_quoted,
    letters_in,
    own_lines,
    quotes_by_marks,
)
from fullhouse.inbound.mail.html_text import whole_text_in
from fullhouse.inbound.mail.parsing import addresses
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.inbound.replies.intent import REPLY_PREFIX
from fullhouse.kernel.patterns import regex
from fullhouse.kernel.quoted_links import blank_links
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

FEWEST = 2
SAID = regex(
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
    """A conversation, the latest words first, and the name of the customer in it."""

    text: str
    name: str = ""


def chat_in(text: str, ours: frozenset[str]) -> Chat | None:
    """Read a copied conversation; `ours` are the folded names under which we write."""
    said: list[re.Match[str]] = []
    rest: list[str] = []
    for line in text.split("\n"):
        if found := SAID.fullmatch(line.strip(" \u200e\u200f")):
            said.append(found)
        else:
            rest.append(line)
    if len(said) < FEWEST:
        return None
    words = "\n".join([*rest, *(found[2] for found in reversed(said))])
    return Chat(words, _other_name([found[1].strip("~ ") for found in said], ours))


def _other_name(names: list[str], ours: frozenset[str]) -> str:
    """Return the first full name that is not one of ours."""
    for name in names:
        if " " in name and folded(name) not in US | ours:
            return name
    return ""


PARAGRAPH = regex(r"[^\n]+(?:\n[^\n]*\S[^\n]*)*")
ORDERS = regex(
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


# A full stop behind an abbreviation or a figure ends a sentence only before a capital letter.
ENDS = regex(r"(?<=[^\W\d_]{4})[.!?]+[\"')]?(?:\s+|$)|[.!?]+[\"')]?\s+(?=[A-ZÀ-ÖØ-Þ¿¡])")


def without_prompt_injection(text: str) -> str:
    """Blank each paragraph that instructs a machine; every place stays the same."""
    return PARAGRAPH.sub(lambda found: _blank(found[0]) if _orders(found[0]) else found[0], text)


def beside_orders(text: str) -> str:
    """Blank all but the other sentences of paragraphs that instruct a machine."""
    return PARAGRAPH.sub(
        lambda found: _without_orders(found[0]) if _orders(found[0]) else _blank(found[0]), text
    )


def _orders(text: str) -> bool:
    return ORDERS.search(folded(text)) is not None


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _without_orders(paragraph: str) -> str:
    ends = [0, *(found.end() for found in ENDS.finditer(paragraph)), len(paragraph)]
    sentences = [paragraph[start:end] for start, end in pairwise(ends)]
    return "".join(_blank(one) if _orders(one) else one for one in sentences)


LONGEST_FILE_NAME = 100
OUR_DESKS = ("waitlist", "bookings")
FARTHEST_BACK = timedelta(days=30)


class Passage(msgspec.Struct, frozen=True):
    """A text to be read, the day it is seen from, and whether the customer wrote it.

    A `note` stands above what was forwarded. `by` is who of the staff wrote a letter of ours. What
    stands `beside_orders` to a machine is not shown to one.
    """

    source: Source
    base: ReferenceDate
    own: bool = True
    note: bool = False
    by: str = ""
    beside_orders: bool = False


class CustomerRequest(msgspec.Struct, frozen=True):
    """A request with its sender and every text that may say what it is for.

    The sender's own words come first, attached text last. `answered` is the letter of ours that
    they answer, if there is one.
    """

    customer: Customer
    passages: tuple[Passage, ...]
    by_staff: bool = False
    own_domain: str = ""
    answered: Passage | None = None


def request_in(
    reading: ReadMail, book: Rulebook, now: datetime, staff: frozenset[str]
) -> CustomerRequest:
    """Return the customer and their own words; what staff wrote above them comes after those."""
    mail, text = reading.mail, _text(reading)
    own_domain = _own_domain(reading)
    today = day_of_mail(mail.first("date"), now, book.zone)
    letters = letters_in(text, mail.subject)
    by_staff = _is_by_staff(reading.sender, staff, own_domain)
    at = _theirs(letters, by_staff=by_staff, staff=staff, own_domain=own_domain)
    theirs, seen = letters[at], _seen_from(letters[: at + 1], today, book, now)
    if at == 0 and not by_staff:
        theirs = _unquoted(text, mail.subject)
    customer = _customer(reading, theirs, at, by_staff=by_staff)
    if by_staff:
        theirs, customer = _without_chat(theirs, customer, book)
    asked = _answered(text, letters, at, book, lambda letter: _is_ours(letter, staff, own_domain))
    answered = None
    if asked is not None:
        answered = Passage(Source(own_words(asked.text)), seen, own=False, by=asked.name)
    files, inside = _files(reading, book, now, today, staff)
    passages = [
        *_read(Source(theirs.text), seen, own=at > 0 or not by_staff),
        *_older(letters[at + 1 :], customer, seen),
        Passage(Source(_subject(mail.subject, theirs, at)), seen),
        *_notes(letters[:at], base_of(today, book)),
        *files,
    ]
    kept = tuple(passage for passage in passages if passage.source.text.strip())
    if inside is not None and not customer.address:
        customer = inside
    return CustomerRequest(customer, kept, by_staff, own_domain, answered)


def _read(source: Source, seen: ReferenceDate, *, own: bool = True) -> list[Passage]:
    """Return a text without orders to a machine, and after it what stands beside those."""
    text, beside = without_prompt_injection(source.text), beside_orders(source.text)
    return [
        Passage(msgspec.structs.replace(source, text=text), seen, own=own),
        Passage(msgspec.structs.replace(source, text=beside), seen, own=own, beside_orders=True),
    ]


def _is_by_staff(sender: str, staff: frozenset[str], own_domain: str) -> bool:
    return sender in staff or sender.rpartition("@")[2] == own_domain != ""


def _without_chat(
    theirs: ThreadMessage, customer: Customer, book: Rulebook
) -> tuple[ThreadMessage, Customer]:
    """Return a letter and its customer, read as a conversation if staff copied one into it."""
    chat = chat_in(theirs.text, frozenset(map(folded, book.staff)))
    if chat is None:
        return theirs, customer
    letter = msgspec.structs.replace(theirs, lines=tuple(chat.text.split("\n")))
    return letter, customer if customer.address else Customer(chat.name)


def _older(letters: list[ThreadMessage], customer: Customer, seen: ReferenceDate) -> list[Passage]:
    """Return the older letters of the same customer."""
    own = [letter for letter in letters if letter.address and letter.address == customer.address]
    return [passage for letter in own for passage in _read(Source(letter.text), seen)]


def _notes(letters: list[ThreadMessage], base: ReferenceDate) -> list[Passage]:
    """Return what was written above the customer's letter."""
    texts = [own_words(letter.text) for letter in letters]
    return [Passage(Source(text), base, own=False, note=True) for text in texts]


def _subject(subject: str, theirs: ThreadMessage, at: int) -> str:
    """Return the subject of the customer's letter, without the marks of forwarding."""
    own = _own_subject(subject) if at == 0 else theirs.subject or subject
    return IS_FORWARD.sub("", own, count=3)


def _text(reading: ReadMail) -> str:
    """Return the text with all that is quoted: of a page, too, where there is no plain text."""
    shown = [part for part in reading.mail.parts if not part.attached]
    if any(part.kind == "text/plain" and part.text.strip() for part in shown):
        return reading.text
    page = next((part.text for part in shown if part.kind == "text/html"), "")
    return blank_links(whole_text_in(page)) if page else reading.text


def _unquoted(text: str, subject: str) -> ThreadMessage:
    """Return the sender's own words: above the quoted mail, below it, or between its lines."""
    kept = "\n".join(own_lines(text))
    first, *rest = letters_in(kept, subject)
    if quotes_by_marks(text):
        lines = [line for letter in (first, *rest) for line in letter.lines]
        return ThreadMessage(tuple(lines), subject=subject)
    if first.text.strip() or len(kept) == len(text[:LONGEST_READ]):
        return first
    return next((letter for letter in rest if letter.text.strip()), first)


def _answered(
    text: str,
    letters: list[ThreadMessage],
    at: int,
    book: Rulebook,
    ours: Callable[[ThreadMessage], bool],
) -> ThreadMessage | None:
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
    """Return a subject unless it is that of the mail which they answer."""
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
    letters: list[ThreadMessage], *, by_staff: bool, staff: frozenset[str], own_domain: str
) -> int:
    """Return the index of the customer's letter, below what was forwarded or is ours."""
    at = 0
    while at + 1 < len(letters):
        ours = by_staff if at == 0 else _is_ours(letters[at], staff, own_domain)
        if not ours and not (letters[at].forwards or letters[at + 1].forwarded):
            break
        at += 1
    while at > 0 and _is_ours(letters[at], staff, own_domain) and not letters[at].forwards:
        at -= 1
    return at


def _is_ours(letter: ThreadMessage, staff: frozenset[str], own_domain: str) -> bool:
    domain = letter.address.rpartition("@")[2]
    return letter.address in staff or (bool(own_domain) and domain == own_domain)


def _customer(reading: ReadMail, theirs: ThreadMessage, at: int, *, by_staff: bool) -> Customer:
    if at > 0:
        if not is_machine(theirs.address):
            return Customer(theirs.name, theirs.address, theirs.head, forwarded=True)
        return Customer() if by_staff else Customer(_given_name(reading), reading.sender)
    if by_staff or is_machine(reading.sender):
        return Customer()
    return Customer(_given_name(reading), reading.sender)


def _given_name(reading: ReadMail) -> str:
    """Return the name under which they write; "" if it was only made from their address."""
    named = [pair for value in reading.mail.all("from") for pair in addresses(value)]
    given = named[0][0] if named else ""
    if given and "@" not in given:
        return given
    local = reading.sender.partition("@")[0].replace("_", ".").split(".")
    both = len(local) == FULL_NAME and all(part.isalpha() and len(part) > 1 for part in local)
    return reading.name if both else ""


def _seen_from(
    letters: list[ThreadMessage], today: date, book: Rulebook, now: datetime
) -> ReferenceDate:
    """Return the day on which a forwarded letter was written by its head, else that of the mail."""
    dated = folded(letters[-1].dated)
    if len(letters) == 1 or not dated:
        return base_of(today, book)
    latest = wall_time(now, book.zone).date()
    for day in days_in(dated, base_of(today - FARTHEST_BACK, book)):
        if day.kind == "day" and day.first <= latest:
            return base_of(day.first, book)
    return base_of(today, book)


def _files(
    reading: ReadMail, book: Rulebook, now: datetime, today: date, staff: frozenset[str]
) -> tuple[list[Passage], Customer | None]:
    """Return the texts of the files, and the writer of the first letter among them."""
    made: list[Passage] = []
    inside: Customer | None = None
    for file in reading.documents:
        name = file.name[:LONGEST_FILE_NAME]
        letters = letters_in(file.text, "") if file.kind == "eml" else []
        if len(letters) <= 1:
            source = Source(file.text[:LONGEST_READ], name)
            made += _read(source, base_of(today, book), own=False)
            continue
        by_staff = letters[1].address in staff
        at = 1 + _theirs(letters[1:], by_staff=by_staff, staff=staff, own_domain="")
        seen = _seen_from(letters[: at + 1], today, book, now)
        made += _letter_in_file(letters[at], name, seen)
        if inside is None:
            inside = _writer(letters[at], name, staff)
    return made, inside


def _letter_in_file(letter: ThreadMessage, name: str, seen: ReferenceDate) -> list[Passage]:
    """Return the text of a letter that came as a file, and its subject."""
    texts = [letter.text]
    if letter.subject:
        texts.append(letter.subject)
    return [passage for text in texts for passage in _read(Source(text, name), seen)]


def _writer(letter: ThreadMessage, file: str, staff: frozenset[str]) -> Customer | None:
    """Return the customer who wrote a letter that came as a file."""
    if not letter.address or letter.address in staff or is_machine(letter.address):
        return None
    return Customer(letter.name, letter.address, f"{file}: {letter.head}", forwarded=True)
