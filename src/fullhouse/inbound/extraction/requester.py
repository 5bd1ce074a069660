"""Name, phone number and address of the customer: from labels, their words or their head."""

from collections.abc import Callable, Iterable

import msgspec

from fullhouse.inbound.extraction.closing_names import (
    block_name,
    closing_name,
    joined_name,
    requested_name,
    tidy_name,
    writes_from_others_mailbox,
)
from fullhouse.inbound.extraction.contact_details import address_in, phone_in
from fullhouse.inbound.extraction.customer_names import (
    FIRM,
    TITLED,
    capitalised,
    closing_signature,
    is_nobodys,
    is_office,
    is_service,
    labelled_name,
    listed_name,
    named_customer,
    own_words,
    said_name,
    speaking_name,
    titled_name,
)
from fullhouse.inbound.extraction.passages import Read, labelled, with_words
from fullhouse.inbound.extraction.request_text import CustomerRequest
from fullhouse.inbound.extraction.service_names import TOKEN
from fullhouse.inbound.extraction.text import Source, cleaned, folded
from fullhouse.inbound.extraction.vocabulary import (
    MONTH_OF,
    SHORT_WEEKDAY,
    SHORT_WEEKDAY_OF,
    WEEKDAY,
    WEEKDAY_OF,
)
from fullhouse.inbound.forms.guest_form import clean_address, clean_name
from fullhouse.inbound.forms.phone import clean_phone, region_of_zone
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.shared.proposals import ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

# Days and months that are names of people, too.
NAMES_TOO = frozenset(
    {"mar", "di", "may", "mai", "april", "june", "august", "jun", "jan", "domingo", "dom", "sam"}
)
NEAR = 60
LONGEST = 80
FIRST_NAME = regex(r"(?<!\w)(?:first name|vorname|prenom|nombre(?: de pila)?):? ")
STARTS = regex(r"(?:^|\n|[-\u2013:/] )(?=[^\W\d_])")
CALLED_AT = r"(?:(?:tel|tlf|mobile?|handy|phone|portable|movil)\.?:? ?)?[+(]{0,2}\d[\d ()./-]{6}"
BEHIND = regex(rf" ?[,;/(\u2013-]? ?{CALLED_AT}| / | (?:{WEEKDAY}|{SHORT_WEEKDAY})\.? \d")
AT_A_LINE = regex(
    rf"(?:{BEHIND.pattern})|\n{CALLED_AT}|[ ,;(\u2013-]{{1,3}}(?:tel\.?:? ?|mobil:? ?)?[+(]?\d"
)
FLIPPED = regex(
    r", ([^\W\d_][\w'\u2019-]{1,30}(?: [^\W\d_][\w'\u2019-]{1,30})?)(?= ?[,;/(\u2013-] ?"
    + CALLED_AT
    + ")"
)


def known_words(book: Rulebook) -> frozenset[str]:
    """Return words that are no part of a customer's name: services, staff, days and months."""
    named = (*book.staff, *(one.name for one in book.services))
    words = {word for name in named for word in TOKEN.findall(folded(name))}
    return frozenset({*words, *WEEKDAY_OF, *SHORT_WEEKDAY_OF, *MONTH_OF, "open", "tel"} - NAMES_TOO)


def noted_name(source: Source, book: Rulebook) -> ProposedField | None:
    """Return the name that a note begins with, or that stands before a number or a day."""
    return _in_two_parts(source) or _before_a_number(source, book)


def _in_two_parts(source: Source) -> ProposedField | None:
    """Return a first name that is named apart, joined to the last name before it."""
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
        at = _behind_title(small, found.end())
        words = capitalised(source.text[at : at + LONGEST])
        written = " ".join(words)
        end = at + len(written)
        if source.text[at:end] != written or not known.isdisjoint(TOKEN.findall(folded(written))):
            continue
        flipped = FLIPPED.match(source.text, end)
        name = cleaned(clean_name, f"{flipped[1]} {written}" if flipped else written)
        behind = AT_A_LINE if found[0] in {"", "\n"} else BEHIND
        is_noted = flipped or (len(words) > 1 and behind.match(small, end))
        if name and is_noted:
            return ProposedField("name", name, "likely", source.words_at(at))
    return None


def _behind_title(small: str, at: int) -> int:
    title = TITLED.match(small, at)
    return title.end() if title else at


def who(
    request: CustomerRequest, parts: list[Read], sender: str, book: Rulebook, staff: frozenset[str]
) -> Iterable[ProposedField | None]:
    """Return the name, the number and the address of the customer."""
    yield _name(request, parts, book)
    yield _phone(parts, book)
    yield _email(request, parts, book, staff, staff | {sender})


def _name(request: CustomerRequest, parts: list[Read], book: Rulebook) -> ProposedField | None:
    own = _own(parts)
    letter = own[0].passage.source if own else Source("")
    named = _closed(request, letter, named_customer(request.customer, letter))
    for part in parts:
        if found := labelled_name(part.labelled, part.passage.source):
            return _better_written(found, named)
    return _unlabelled_name(request, parts, book, named)


def _unlabelled_name(
    request: CustomerRequest, parts: list[Read], book: Rulebook, named: ProposedField | None
) -> ProposedField | None:
    """Return the name that the customer says, or the one in the head of their letter."""
    own = _own(parts)
    said = _first(said_name, own)
    if requested := _first(lambda prose: _requested(prose, book), own):
        return requested
    another = _for_another(request, own, book)
    if another is not None or named is None:
        return said or another or _without_head(request, parts, book)
    return _said_or_named(said, named, parts)


def _said_or_named(
    said: ProposedField | None, named: ProposedField, parts: list[Read]
) -> ProposedField:
    """Return the name of the head, unless the letter has the one of whom it is about."""
    if is_office(named.value) or is_nobodys(named.value):
        return said or _first(titled_name, parts) or named
    if said is None or _is_own_name(said, _own(parts)[0].prose):
        return said or named
    return said if joined_name(named.value, said.value) == said.value else named


def _is_own_name(said: ProposedField, prose: Source) -> bool:
    """Return True if a name is said for certain, or From is somebody else's."""
    return said.confidence == "sure" or writes_from_others_mailbox(prose.text)


def _requested(prose: Source, book: Rulebook) -> ProposedField | None:
    """Return the name in which the booking shall be."""
    name, at = requested_name(prose.text)
    if not name or not known_words(book).isdisjoint(folded(name).split()):
        return None
    return ProposedField("name", name, "likely", prose.words_at(at))


def _closed(
    request: CustomerRequest, letter: Source, named: ProposedField | None
) -> ProposedField | None:
    """Return the name of the head together with the one at the end of the letter."""
    head = tidy_name(named.value) if named is not None else ""
    closing, at = _closing(request, letter, head)
    if closing and writes_from_others_mailbox(letter.text):
        full = closing
    else:
        full = cleaned(clean_name, joined_name(head, closing, request.customer.address))
    if not full:
        return named
    if named is not None and full == head:
        return msgspec.structs.replace(named, value=head)
    return ProposedField("name", full, "likely", letter.words_at(at))


def _closing(request: CustomerRequest, letter: Source, head: str) -> tuple[str, int]:
    """Return the name at the end of a letter and its place; the one above a firm."""
    closing, at = closing_name(letter.text, f"{head} {request.customer.address}")
    if FIRM.search(folded(closing)):
        return _signed_above(letter.text), at
    if is_nobodys(request.customer.name):
        closing = _signed_above(letter.text) or closing
    return closing, at


def _signed_above(text: str) -> str:
    """Return the full name that stands below a greeting, or above a firm."""
    name, _ = closing_signature(text.split("\n"))
    return name if len(name.split()) > 1 else block_name(text)


def _own(parts: list[Read]) -> list[Read]:
    """Return the passages that the customer wrote."""
    return [part for part in parts if part.passage.own]


def _first(
    find: Callable[[Source], ProposedField | None], parts: list[Read]
) -> ProposedField | None:
    """Return a field from the first passage that says it."""
    for part in parts:
        if found := find(part.prose):
            return found
    return None


def _labelled_name(parts: list[Read]) -> ProposedField | None:
    for part in parts:
        if found := labelled_name(part.labelled, part.passage.source):
            return found
    return None


def _better_written(found: ProposedField, named: ProposedField | None) -> ProposedField:
    """Return the labelled name; the one of the head if both have the same words."""
    if named is None or found.value == found.value.upper():
        return found
    same = sorted(folded(named.value).split()) == sorted(folded(found.value).split())
    return named if same else found


def _without_head(
    request: CustomerRequest, parts: list[Read], book: Rulebook
) -> ProposedField | None:
    """Return a name where no label, sentence or head has one: spoken, or noted by staff."""
    spoken = _first(speaking_name, parts)
    if spoken is not None or not request.by_staff:
        return spoken
    return _noted(parts, book)


def _noted(parts: list[Read], book: Rulebook) -> ProposedField | None:
    """Return the customer whom a note of staff names."""
    return (
        _first(said_name, parts)
        or _first(lambda prose: noted_name(prose, book), parts)
        or _first(lambda prose: said_name(prose, loosely=True), parts)
    )


def _for_another(request: CustomerRequest, own: list[Read], book: Rulebook) -> ProposedField | None:
    """Return the customer for whom an office or one of the family writes."""
    if not own:
        return None
    prose = own[0].prose
    said = Source(own_words(prose.text), prose.file)
    by_office = is_office(request.customer.name) or is_office(prose.text[len(said.text) :])
    found = titled_name(said) if by_office else None
    found = found or listed_name(said, known_words(book))
    if found is None or folded(found.value) == folded(request.customer.name):
        return None
    return found


def _phone(parts: list[Read], book: Rulebook) -> ProposedField | None:
    """Read a number from its label, a mobile one before others; else from the first passage."""
    region = region_of_zone(book.zone)
    labelled_phones = []
    for part, line in labelled(parts, "phone"):
        if found := phone_in(Source(line.value), book, "sure"):
            labelled_phones.append(with_words(found, part, line))
    for phone in labelled_phones:
        if cleaned(lambda raw: clean_phone(raw, region), phone.value):
            return phone
    if labelled_phones:
        return labelled_phones[0]
    for part in parts:
        if found := phone_in(part.prose, book, ours=not part.passage.own):
            return found
    return None


def _email(
    request: CustomerRequest,
    parts: list[Read],
    book: Rulebook,
    staff: frozenset[str],
    others: frozenset[str],
) -> ProposedField | None:
    """Return the customer's address: labelled, of a forwarded letter, in the text, or the sender's.

    `others` are addresses that are not the customer's.
    """
    for part, line in labelled(parts, "email"):
        if found := address_in(Source(line.value), staff, request.own_domain, "sure"):
            return with_words(found, part, line)
    return _unlabelled_email(request, parts, book, others)


def _unlabelled_email(
    request: CustomerRequest, parts: list[Read], book: Rulebook, others: frozenset[str]
) -> ProposedField | None:
    customer = request.customer
    by_tool = _is_by_tool(request, parts)
    by_another = _for_another(request, _own(parts), book)
    theirs = "" if by_tool else cleaned(clean_address, customer.address)
    if customer.forwarded and theirs and not by_another:
        return ProposedField("email", theirs, "sure", Source("").said(customer.head))
    if by_tool or by_another:
        others |= {customer.address}
    found = _first(lambda prose: address_in(prose, others, request.own_domain), parts)
    if found is not None or not theirs:
        return found
    return ProposedField("email", theirs, "likely", theirs)


def _is_by_tool(request: CustomerRequest, parts: list[Read]) -> bool:
    """Return True if a booking tool wrote the forwarded letter."""
    if not request.customer.forwarded:
        return False
    named = _labelled_name(parts)
    return named is not None and is_service(request.customer, named.value)
