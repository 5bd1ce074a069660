"""Who asks and how they are reached: by labels, by their own words, by the head of their letter or its signature."""

import re
from collections.abc import Iterable

from fullhouse.inbound.extraction.contact_details import address_in, phone_in
from fullhouse.inbound.extraction.customer_names import (
    TITLED,
    capitalised,
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
from fullhouse.inbound.extraction.request_text import Request
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
from fullhouse.products.frontdesk.shared.proposals import ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

# Days and months that are names of people, too.
NAMES_TOO = frozenset(
    {"mar", "di", "may", "mai", "april", "june", "august", "jun", "jan", "domingo", "dom", "sam"}
)
NEAR = 60
LONGEST = 80
FIRST_NAME = re.compile(r"(?<!\w)(?:first name|vorname|prenom|nombre(?: de pila)?):? ")
STARTS = re.compile(r"(?:^|\n|[-\u2013:/] )(?=[^\W\d_])")
CALLED_AT = r"(?:(?:tel|tlf|mobile?|handy|phone|portable|movil)\.?:? ?)?[+(]{0,2}\d[\d ()./-]{6}"
BEHIND = re.compile(rf" ?[,;/(\u2013-]? ?{CALLED_AT}| / | (?:{WEEKDAY}|{SHORT_WEEKDAY})\.? \d")
AT_A_LINE = re.compile(
    rf"(?:{BEHIND.pattern})|\n{CALLED_AT}|[ ,;(\u2013-]{{1,3}}(?:tel\.?:? ?|mobil:? ?)?[+(]?\d"
)
FLIPPED = re.compile(
    r", ([^\W\d_][\w'\u2019-]{1,30}(?: [^\W\d_][\w'\u2019-]{1,30})?)(?= ?[,;/(\u2013-] ?"
    + CALLED_AT
    + ")"
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
        if (
            not name
            or source.text[at:end] != written
            or not known.isdisjoint(TOKEN.findall(folded(written)))
        ):
            continue
        behind = AT_A_LINE if found[0] in {"", "\n"} else BEHIND
        if flipped or (len(words) > 1 and behind.match(small, end)):
            return ProposedField("name", name, "likely", source.words_at(at))
    return None


def who(
    request: Request, parts: list[Read], sender: str, book: Rulebook, staff: frozenset[str]
) -> Iterable[ProposedField | None]:
    """Read the name, the number and the address of whoever asks."""
    yield _name(request, parts, book)
    yield _phone(parts, book)
    yield _email(request, parts, book, staff, staff | {sender})


def _name(request: Request, parts: list[Read], book: Rulebook) -> ProposedField | None:
    own = [part for part in parts if part.passage.own]
    named = named_customer(request.customer, own[0].passage.source if own else Source(""))
    for part in parts:
        if found := labelled_name(part.labelled, part.passage.source):
            same = named is not None and sorted(folded(named.value).split()) == sorted(
                folded(found.value).split()
            )
            return (
                named
                if same and named is not None and found.value.upper() != found.value
                else found
            )
    said = next((found for part in own if (found := said_name(part.prose))), None)
    if for_another := _for_another(request, own, book):
        return said or for_another
    if named is not None and is_office(named.value):
        return said or next((found for part in parts if (found := titled_name(part.prose))), named)
    if said is not None and (said.confidence == "sure" or named is None):
        return said
    if named is not None:
        return named
    spoken = next((found for part in parts if (found := speaking_name(part.prose))), None)
    return spoken or (_noted(parts, book) if request.by_staff else None)


def _noted(parts: list[Read], book: Rulebook) -> ProposedField | None:
    """Find of whom staff write."""
    plainly = next((found for part in parts if (found := said_name(part.prose))), None)
    noted = next((found for part in parts if (found := noted_name(part.prose, book))), None)
    return (
        plainly
        or noted
        or next((found for part in parts if (found := said_name(part.prose, loosely=True))), None)
    )


def _for_another(request: Request, own: list[Read], book: Rulebook) -> ProposedField | None:
    """Find for whom somebody writes, if it is not for themselves: their office does, or one of the family."""
    for part in own[:1]:
        text = part.prose.text
        said = Source(own_words(text), part.prose.file)
        signed = is_office(text[len(said.text) :])
        if found := (titled_name(said) if signed else None) or listed_name(said, known_words(book)):
            return None if folded(found.value) == folded(request.customer.name) else found
    return None


def _phone(parts: list[Read], book: Rulebook) -> ProposedField | None:
    """Read a number from its label, one that takes texts before others; else from the first passage that has one."""
    region = region_of_zone(book.zone)
    told = [
        with_words(found, part, one)
        for part, one in labelled(parts, "phone")
        if (found := phone_in(Source(one.value), book, "sure"))
    ]
    texted = [one for one in told if cleaned(lambda raw: clean_phone(raw, region), one.value)]
    if told:
        return (texted or told)[0]
    return next(
        (
            found
            for part in parts
            if (found := phone_in(part.prose, book, ours=not part.passage.own))
        ),
        None,
    )


def _email(
    request: Request,
    parts: list[Read],
    book: Rulebook,
    staff: frozenset[str],
    others: frozenset[str],
) -> ProposedField | None:
    """Find their address: labelled, of whoever wrote what was forwarded, in the text, or of whoever sent it."""
    customer = request.customer
    for part, one in labelled(parts, "email"):
        if found := address_in(Source(one.value), staff, request.own_domain, "sure"):
            return with_words(found, part, one)
    named = next(
        (found for part in parts if (found := labelled_name(part.labelled, part.passage.source))),
        None,
    )
    by_a_tool = customer.forwarded and named is not None and is_service(customer, named.value)
    own = [part for part in parts if part.passage.own]
    by_another = bool(_for_another(request, own, book))
    theirs = "" if by_a_tool else cleaned(clean_address, customer.address)
    others |= {customer.address} if by_a_tool or by_another else set()
    if customer.forwarded and theirs and not by_another:
        return ProposedField("email", theirs, "sure", Source("").said(customer.head))
    for part in parts:
        if found := address_in(part.prose, others, request.own_domain):
            return found
    return ProposedField("email", theirs, "likely", theirs) if theirs else None
