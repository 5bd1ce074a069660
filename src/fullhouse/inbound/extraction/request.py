"""All fields of a request: labelled lines before prose, the customer's words before others.

Each field has its confidence and the words it comes from. Fields that are not found stay empty.
"""

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta

import msgspec

from fullhouse.inbound.extraction.customer_names import own_words
from fullhouse.inbound.extraction.dates import day_in, days_in, window_in
from fullhouse.inbound.extraction.labelled_lines import without_labelled
from fullhouse.inbound.extraction.offered_times import is_answer, meant_times, offers_in, taken
from fullhouse.inbound.extraction.party_size import party_in
from fullhouse.inbound.extraction.passages import Read, labelled, read_passage, with_words
from fullhouse.inbound.extraction.request_text import (
    LONGEST_FILE_NAME,
    CustomerRequest,
    Passage,
    request_in,
)
from fullhouse.inbound.extraction.requester import who
from fullhouse.inbound.extraction.service_names import Find, named_staff, service_in, staff_in
from fullhouse.inbound.extraction.text import LONGEST_WORDS, Source
from fullhouse.inbound.extraction.times import time_in
from fullhouse.inbound.folding import without_accents
from fullhouse.inbound.mail.html_text import whole_text_in
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.inbound.mail.without_links import beginning_without_links
from fullhouse.inbound.wish_words.letters import LetterWish, letter_wish
from fullhouse.kernel.quoted_links import blank_links
from fullhouse.products.frontdesk.shared.proposals import Confidence, Proposal, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.wishes import WEEKDAYS

LARGEST = 300_000


def keep_verbatim(
    found: Iterable[ProposedField | None], reading: ReadMail
) -> tuple[ProposedField, ...]:
    """Keep the fields whose words stand in the mail, or in the file that they name."""
    mail = collapse_spaces(_said(reading))
    files = [(file.name, collapse_spaces(file.text)) for file in reading.documents]
    known = (field for field in found if field is not None)
    return tuple(field for field in known if _stands(field.words, mail, files))


def _stands(words: str, mail: str, files: list[tuple[str, str]]) -> bool:
    plain = collapse_spaces(words)
    if not plain or plain in mail:
        return bool(plain)
    return any(
        plain in collapse_spaces(name) + text or _stands_in(words, name, text)
        for name, text in files
    )


def _stands_in(words: str, name: str, text: str) -> bool:
    """Return True if words begin with a file's name, or its beginning, and go on with its text."""
    for shown in (f"{name}: ", f"{name[:LONGEST_FILE_NAME]}: "):
        if words.startswith(shown):
            rest = collapse_spaces(words.removeprefix(shown))
            return bool(rest) and rest in text
    return False


def _said(reading: ReadMail) -> str:
    """Return all text of a mail outside of its files."""
    mail = reading.mail
    shown = [part for part in mail.parts if not part.attached]
    pages = [whole_text_in(part.text) for part in shown if part.kind == "text/html"]
    texts = [part.text for part in shown if part.kind == "text/plain"]
    texts = [blank_links(text) for text in (*texts, *pages)]
    return "\n".join(
        [
            *mail.all("from"),
            reading.name,
            reading.sender,
            mail.subject,
            reading.text,
            *texts,
        ]
    )


def collapse_spaces(text: str) -> str:
    """Return only letters and figures, small and without accents; lines may break anywhere."""
    return "".join(re.findall(r"\w", without_accents(text[:LARGEST].casefold())))


LONGEST_TEXT = 4000
NOT_STAFF = frozenset({"none", "name", "first", "last", "email", "phone"})


def read_request(
    reading: ReadMail, book: Rulebook, now: datetime, staff: frozenset[str]
) -> tuple[ProposedField, ...]:
    """Return the fields of a waitlist request that were found."""
    request = request_in(reading, book, now, staff)
    parts = [read_passage(passage, book) for passage in request.passages]
    wishes, parts_left = _wishes(parts, book)
    party, days = _known("party", party_in, parts, book), _fitting(_window(parts_left), wishes)
    answered = _answered(request, said=bool(party or days))
    found = [
        *who(request, parts, reading.sender, book, staff),
        _service(parts, book) or _answered_service(answered, book),
        party,
        *days,
        *wishes,
        _staff(parts, book) or _answered_staff(answered, book),
    ]
    return keep_verbatim(found, reading)


def read_booking(
    reading: ReadMail, book: Rulebook, now: datetime, staff: frozenset[str]
) -> tuple[ProposedField, ...]:
    """Return the fields of a booking that were found."""
    request = request_in(reading, book, now, staff)
    parts = [read_passage(passage, book) for passage in request.passages]
    day, time = _day(parts), _time(parts, book)
    answered = _answered(request, said=bool(day or time))
    offers = offers_in(answered, book) if answered is not None else []
    own = next((passage for passage in request.passages if passage.own), None)
    if own is not None:
        day = meant_times(offers, own, day)
    found = [
        *who(request, parts, reading.sender, book, staff),
        _service(parts, book) or _answered_service(answered, book),
        _staff(parts, book) or _answered_staff(answered, book),
        day,
        time,
        *taken(offers, _own(request), day, time),
    ]
    return keep_verbatim(found, reading)


def proposal_of(
    reading: ReadMail, fields: tuple[ProposedField, ...], proposal_id: str, mail: str, now: datetime
) -> Proposal:
    """Put a proposal for the waitlist together, of a mail without links of ours."""
    return Proposal(
        id=proposal_id,
        product="waitlist",
        fields=fields,
        sender=reading.sender,
        subject=beginning_without_links(reading.mail.subject, LONGEST_WORDS),
        text=beginning_without_links(reading.text.strip(), LONGEST_TEXT),
        mail=mail,
        at=now,
    )


def _known(field: str, find: Find, parts: list[Read], book: Rulebook) -> ProposedField | None:
    """Read a field from its label, else from the first passage that says it."""
    for part, line in labelled(parts, field):
        if found := find(Source(line.value), book, "sure"):
            return with_words(found, part, line)
    for part in parts:
        if found := find(part.prose, book, None):
            return found
    return None


def _service(parts: list[Read], book: Rulebook) -> ProposedField | None:
    """Return the service that is named, or meant by the time at which they want a table."""
    if found := _known("service", service_in, parts, book):
        return found
    time = _time(parts, book)
    if time is None:
        return None
    hour = int(time.value.partition(":")[0])
    return next(filter(None, (service_in(part.prose, book, hour=hour) for part in parts)), None)


def _staff(parts: list[Read], book: Rulebook) -> ProposedField | None:
    for part, line in labelled(parts, "staff"):
        if found := staff_in(Source(line.value), book, "sure"):
            return with_words(found, part, line)
    for part in parts:
        prose = without_labelled(part.passage.source, part.labelled, NOT_STAFF)
        found = staff_in(Source(own_words(prose.text), prose.file), book)
        if found and (not part.passage.note or found.confidence == "likely"):
            return found
    return None


def _window(parts: list[Read]) -> list[ProposedField]:
    """Read the days that suit: by their labels, else from the first passage that names any."""
    if said := _labelled_window(parts):
        return said
    for part, line in labelled(parts, "when"):
        if days := window_in(Source(line.value), part.passage.base, "sure"):
            return [with_words(day, part, line) for day in days]
    for part in parts:
        if days := window_in(part.prose, part.passage.base):
            return days
    return []


def _fitting(days: list[ProposedField], wishes: list[ProposedField]) -> list[ProposedField]:
    """Leave out dates between which none of the weekdays lies: they cannot both be meant."""
    said = {field.field: field.value for field in (*days, *wishes)}
    if not {"earliest", "latest", "weekdays"} <= said.keys():
        return days
    first, last = (date.fromisoformat(said[name]) for name in ("earliest", "latest"))
    between = {WEEKDAYS[(first + timedelta(days=at)).weekday()] for at in range(_days(first, last))}
    return days if between & set(said["weekdays"].split()) else []


def _days(first: date, last: date) -> int:
    return min((last - first).days + 1, len(WEEKDAYS))


def _wishes(parts: list[Read], book: Rulebook) -> tuple[list[ProposedField], list[Read]]:
    """Read weekdays and times of day; return them, and the passages without those weekdays."""
    found: list[ProposedField] = []
    left: list[Read] = []
    for part in parts:
        source = part.prose
        dates = [(day.at, day.end) for day in days_in(source.small, part.passage.base)]
        wish = letter_wish(source.small, book.language, dates)
        if not found:
            found = _wish_fields(wish, source)
        prose = msgspec.structs.replace(source, read=wish.day_spans)
        left.append(msgspec.structs.replace(part, prose=prose))
    return found, left


def _wish_fields(wish: LetterWish, source: Source) -> list[ProposedField]:
    fields: list[ProposedField] = []
    if wish.weekdays:
        words = source.words_at(wish.days_at)
        fields.append(ProposedField("weekdays", " ".join(wish.weekdays), "likely", words))
    said: Confidence = "guess" if wish.is_bare else "likely"
    for field, value in (("from_time", wish.from_time), ("until_time", wish.until_time)):
        if value:
            fields.append(ProposedField(field, value, said, source.words_at(wish.times_at)))
    return fields


def _labelled_window(parts: list[Read]) -> list[ProposedField]:
    """Read the days behind the labels for the earliest and the latest day."""
    said: dict[str, ProposedField] = {}
    for part, line in labelled(parts, "earliest", "latest"):
        days = window_in(Source(line.value), part.passage.base, "sure")
        if days and line.field not in said:
            day = days[0] if line.field == "earliest" else days[-1]
            named = msgspec.structs.replace(day, field=line.field)
            said[line.field] = with_words(named, part, line)
    return [said[field] for field in ("earliest", "latest") if field in said]


def _day(parts: list[Read]) -> ProposedField | None:
    for part, line in labelled(parts, "when"):
        if found := day_in(Source(line.value), part.passage.base, "sure"):
            return with_words(found, part, line)
    for part in parts:
        if found := day_in(part.prose, part.passage.base):
            return found
    return None


def _time(parts: list[Read], book: Rulebook) -> ProposedField | None:
    for part, line in labelled(parts, "time", "when"):
        if found := time_in(Source(line.value), book, "sure"):
            return with_words(found, part, line)
    for part in parts:
        if found := time_in(part.prose, book):
            return found
    return None


def _answered_service(answered: Passage | None, book: Rulebook) -> ProposedField | None:
    """Return the service that is plainly named in the letter they answer, as a guess."""
    if answered is None:
        return None
    found = service_in(answered.source, book)
    if found is None or found.confidence == "guess":
        return None
    return msgspec.structs.replace(found, confidence="guess")


def _answered_staff(answered: Passage | None, book: Rulebook) -> ProposedField | None:
    """Return the only staff member in the letter they answer, or its writer who means "me"."""
    if answered is None:
        return None
    return named_staff(answered.source, book, answered.by)


def _own(request: CustomerRequest) -> Source:
    """Return the first text that the customer wrote."""
    return next((passage.source for passage in request.passages if passage.own), Source(""))


def _answered(request: CustomerRequest, *, said: bool) -> Passage | None:
    """Return the letter of ours that they answer, if they do more than quote it."""
    return request.answered if is_answer(_own(request), said=said) else None
