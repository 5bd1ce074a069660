"""All fields of a request over all that was sent: labelled lines before prose, the customer's words before the rest.

Each field says how sure it is and which words it comes from. What is not found stays empty; nothing is made up.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from fullhouse.kernel.proposals import Proposal, Proposed
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.form import clean_address
from fullhouse.lanes.mail.reading import Reading
from fullhouse.lanes.proposing.clocks import time_in
from fullhouse.lanes.proposing.contacts import address_in, phone_in
from fullhouse.lanes.proposing.customers import (
    is_office,
    is_service,
    labelled_name,
    named_customer,
    own_words,
    said_name,
    titled_name,
)
from fullhouse.lanes.proposing.dates import day_in, window_in
from fullhouse.lanes.proposing.labels import Labelled, labelled_in, without_labelled
from fullhouse.lanes.proposing.letters import Passage, Request, request_in
from fullhouse.lanes.proposing.names import Find, service_in, staff_in
from fullhouse.lanes.proposing.people import party_in
from fullhouse.lanes.proposing.text import LONGEST_WORDS, Source, cleaned

LONGEST_TEXT = 4000
NOT_PROSE = frozenset({"none"})
NOT_STAFF = frozenset({"none", "name", "first", "last", "email", "phone"})


class Read(msgspec.Struct, frozen=True):
    """A passage with its labelled lines, and the rest of it."""

    passage: Passage
    labelled: list[Labelled]
    prose: Source


def read_request(reading: Reading, book: Rulebook, now: datetime, staff: frozenset[str]) -> tuple[Proposed, ...]:
    """Read what someone waits for, field by field; only what was found."""
    request = request_in(reading, book, now, staff)
    parts = [_read(one) for one in request.passages]
    found = [
        *_who(request, parts, reading, book, staff),
        _known("service", service_in, parts, book),
        _known("party", party_in, parts, book),
        *_window(parts),
        _staff(parts, book),
    ]
    return tuple(one for one in found if one is not None)


def read_booking(reading: Reading, book: Rulebook, now: datetime, staff: frozenset[str]) -> tuple[Proposed, ...]:
    """Read what was booked, field by field; only what was found."""
    request = request_in(reading, book, now, staff)
    parts = [_read(one) for one in request.passages]
    found = [
        *_who(request, parts, reading, book, staff),
        _known("service", service_in, parts, book),
        _staff(parts, book),
        _day(parts),
        _time(parts, book),
    ]
    return tuple(one for one in found if one is not None)


def proposal_of(reading: Reading, fields: tuple[Proposed, ...], proposal_id: str, mail: str, now: datetime) -> Proposal:
    """Put a proposal for the waitlist together."""
    return Proposal(
        id=proposal_id,
        product="waitlist",
        fields=fields,
        sender=reading.sender,
        subject=reading.mail.subject[:LONGEST_WORDS],
        text=reading.text.strip()[:LONGEST_TEXT],
        mail=mail,
        at=now,
    )


def _read(passage: Passage) -> Read:
    found = labelled_in(passage.source)
    return Read(passage, found, without_labelled(passage.source, found, NOT_PROSE))


def _who(
    request: Request, parts: list[Read], reading: Reading, book: Rulebook, staff: frozenset[str]
) -> Iterable[Proposed | None]:
    yield _name(request, parts)
    yield _known("phone", phone_in, parts, book)
    yield _email(request, parts, reading.sender, staff)


def _labelled(parts: list[Read], *fields: str) -> Iterable[tuple[Read, Labelled]]:
    return ((part, one) for part in parts for one in part.labelled if one.field in fields)


def _with_words(found: Proposed, part: Read, one: Labelled) -> Proposed:
    return msgspec.structs.replace(found, words=part.passage.source.said(one.line))


def _known(field: str, find: Find, parts: list[Read], book: Rulebook) -> Proposed | None:
    """Read a field from its label, else from the first passage that says it."""
    for part, one in _labelled(parts, field):
        if found := find(Source(one.value), book, "sure"):
            return _with_words(found, part, one)
    return next((found for part in parts if (found := find(part.prose, book, None))), None)


def _name(request: Request, parts: list[Read]) -> Proposed | None:
    for part in parts:
        if found := labelled_name(part.labelled, part.passage.source):
            return found
    own = [part for part in parts if part.passage.own]
    said = next((found for part in own if (found := said_name(part.prose))), None)
    named = named_customer(request.customer, own[0].passage.source if own else Source(""))
    if named is not None and is_office(named.value):
        said = said or next((found for part in parts if (found := titled_name(part.prose))), None)
        return said or named
    if said is not None and (said.confidence == "sure" or named is None):
        return said
    if named is not None or not request.by_staff:
        return named
    return next((found for part in parts if (found := said_name(part.prose, loosely=True))), None)


def _email(request: Request, parts: list[Read], sender: str, staff: frozenset[str]) -> Proposed | None:
    """Find their address: labelled, of whoever wrote what was forwarded, in the text, or of whoever sent it."""
    customer, others = request.customer, staff | {sender}
    for part, one in _labelled(parts, "email"):
        if found := address_in(Source(one.value), staff, request.own_domain, "sure"):
            return _with_words(found, part, one)
    named = next((found for part in parts if (found := labelled_name(part.labelled, part.passage.source))), None)
    by_a_tool = customer.forwarded and named is not None and is_service(customer, named.value)
    theirs = "" if by_a_tool else cleaned(clean_address, customer.address)
    others |= {customer.address} if by_a_tool else set()
    if customer.forwarded and theirs:
        return Proposed("email", theirs, "sure", Source("").said(customer.head))
    for part in parts:
        if found := address_in(part.prose, others, request.own_domain):
            return found
    return Proposed("email", theirs, "likely", theirs) if theirs else None


def _staff(parts: list[Read], book: Rulebook) -> Proposed | None:
    for part, one in _labelled(parts, "staff"):
        if found := staff_in(Source(one.value), book, "sure"):
            return _with_words(found, part, one)
    for part in parts:
        prose = without_labelled(part.passage.source, part.labelled, NOT_STAFF)
        found = staff_in(Source(own_words(prose.text), prose.file), book)
        if found and (not part.passage.note or found.confidence == "likely"):
            return found
    return None


def _window(parts: list[Read]) -> list[Proposed]:
    """Read the days that suit: by their labels, else from the first passage that names any."""
    said: dict[str, Proposed] = {}
    for part, one in _labelled(parts, "earliest", "latest"):
        days = window_in(Source(one.value), part.passage.base, "sure")
        if days and one.field not in said:
            day = days[0] if one.field == "earliest" else days[-1]
            said[one.field] = _with_words(msgspec.structs.replace(day, field=one.field), part, one)
    if said:
        return [said[field] for field in ("earliest", "latest") if field in said]
    for part, one in _labelled(parts, "when"):
        if days := window_in(Source(one.value), part.passage.base, "sure"):
            return [_with_words(day, part, one) for day in days]
    return next((days for part in parts if (days := window_in(part.prose, part.passage.base))), [])


def _day(parts: list[Read]) -> Proposed | None:
    for part, one in _labelled(parts, "when"):
        if found := day_in(Source(one.value), part.passage.base, "sure"):
            return _with_words(found, part, one)
    return next((found for part in parts if (found := day_in(part.prose, part.passage.base))), None)


def _time(parts: list[Read], book: Rulebook) -> Proposed | None:
    for part, one in _labelled(parts, "time", "when"):
        if found := time_in(Source(one.value), book, "sure"):
            return _with_words(found, part, one)
    return next((found for part in parts if (found := time_in(part.prose, book))), None)
