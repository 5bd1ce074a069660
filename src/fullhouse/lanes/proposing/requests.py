"""Requests for the waitlist in mails that staff forward or customers write: read by plain rules, decided on by a human.

Each field says how sure it is and which words it comes from. What is not found stays empty; nothing is made up.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

import msgspec

from fullhouse.kernel.proposals import Confidence, Proposal, Proposed
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.kernel.times import wall_time
from fullhouse.lanes.form import clean_address, clean_name
from fullhouse.lanes.importing.text import ADDRESS
from fullhouse.lanes.mail.new_text import HEAD_LINE, NEXT_HEAD_LINE, SEPARATOR
from fullhouse.lanes.mail.parsing import addresses
from fullhouse.lanes.mail.reading import Reading
from fullhouse.lanes.proposing.found import LONGEST_WORDS, cleaned, line_at, phone_in, service_in, short_words, staff_in
from fullhouse.lanes.syncing.days import IN_WORDS, MONTH_FIRST, month_named
from fullhouse.products.waitlist.model import LARGEST_PARTY

LONGEST_TEXT = 4000
MOST_LINES = 400
LONGEST_LINE = 1000
LONGEST_READ = 12_000
A_FEW_WORDS = 40
MOST_DATES = 4
FARTHEST = timedelta(days=366)
A_HEAD = 6
FROM = re.compile(r"\*?(?:from|von|de|desde|expéditeur)\s?:\*?\s(.{3,300})", re.IGNORECASE)
NAMED = re.compile(r"\s*(?:name|nom|nombre)\s?:\s*(.{2,100})", re.IGNORECASE)
PEOPLE = r"(?:people|persons?|guests|pax|personen|leute|gäste|personnes|couverts|personas|comensales)"
PARTY = re.compile(
    rf"(?:party of|table for|tisch für|table pour|mesa para)\s(\d{{1,2}})\b|\b(\d{{1,2}})\s{PEOPLE}\b", re.IGNORECASE
)
ISO = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)", re.ASCII)
UNTIL = re.compile(
    r"\b(?:until|till|before|by|to|bis|vor|jusqu'?\s?au|avant|au|hasta|antes del?)\s*(?:the|le|zum|el)?\s*$",
    re.IGNORECASE,
)
SINCE = re.compile(
    r"\b(?:from|after|since|ab|nach|von|dès|à partir du|après|du|desde|a partir del?)\s*(?:the|le|dem|el)?\s*$",
    re.IGNORECASE,
)


class Request(msgspec.Struct, frozen=True):
    """What was written, and by whom: a customer whose mail was forwarded, or whoever sent it."""

    text: str
    name: str = ""
    address: str = ""
    forwarded: bool = False
    head: str = ""


def request_in(reading: Reading, staff: frozenset[str]) -> Request:
    """Find the customer's own words, and who they are; what staff wrote above them is read, too."""
    whole = reading.text[:LONGEST_READ].replace("\r", "")
    lines = [line[:LONGEST_LINE].lstrip("> ").rstrip() for line in whole.split("\n", MOST_LINES)[:MOST_LINES]]
    at = next((place for place in range(len(lines)) if _is_head(lines, place)), None)
    if at is None:
        own = reading.sender not in staff
        return Request("\n".join(lines), reading.name if own else "", reading.sender if own else "")
    found = FROM.match(lines[at])
    (name, address), *_ = addresses(found[1]) if found else [("", "")]
    body = at + 1
    while body < len(lines) and (
        not lines[body] or HEAD_LINE.fullmatch(lines[body]) or NEXT_HEAD_LINE.fullmatch(lines[body])
    ):
        body += 1
    above = [line for line in lines[:at] if line and not SEPARATOR.fullmatch(line.strip())]
    text = "\n".join([*lines[body:], *above])
    return Request(text, "" if "@" in name else name, address, forwarded=True, head=lines[at])


def _is_head(lines: list[str], at: int) -> bool:
    """Whether the copied head of another mail begins here: who sent it, and another line of a head close by."""
    if not FROM.match(lines[at]) or "@" not in lines[at]:
        return False
    return any(NEXT_HEAD_LINE.fullmatch(line) or HEAD_LINE.fullmatch(line) for line in lines[at + 1 : at + A_HEAD])


def read_request(reading: Reading, book: Rulebook, now: datetime, staff: frozenset[str]) -> tuple[Proposed, ...]:
    """Read what someone wants, field by field; only what was found."""
    request = request_in(reading, staff)
    whole = f"{request.text}\n{reading.mail.subject}"
    today = wall_time(now, book.zone).date()
    found = [
        name_of(request),
        phone_in(request.text, book),
        email_of(request, reading.sender, staff),
        service_in(whole, book),
        _party(whole),
        *_dates(request.text, today),
        staff_in(whole, book),
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


def name_of(request: Request) -> Proposed | None:
    """Find who asks: named in a line of its own, or by whoever sent it."""
    told = next((found for line in request.text.split("\n") if (found := NAMED.fullmatch(line))), None)
    if told is not None and (name := cleaned(clean_name, told[1])):
        return Proposed("name", name, "sure", short_words(told[0]))
    if name := cleaned(clean_name, request.name):
        sure: Confidence = "sure" if request.forwarded else "likely"
        return Proposed("name", name, sure, short_words(request.head or request.name))
    return None


def email_of(request: Request, sender: str, staff: frozenset[str]) -> Proposed | None:
    """Find their address: of whoever wrote what was forwarded, in the text, or of whoever sent it."""
    if request.forwarded and (address := cleaned(clean_address, request.address)):
        return Proposed("email", address, "sure", short_words(request.head))
    for match in ADDRESS.finditer(request.text):
        address = cleaned(clean_address, match[0].removeprefix("mailto:").strip(".,;:!?()"))
        if address and address not in staff | {sender}:
            return Proposed("email", address, "likely", line_at(request.text, match.start()))
    if not request.forwarded and (address := cleaned(clean_address, request.address)):
        return Proposed("email", address, "likely", short_words(request.address))
    return None


def _party(text: str) -> Proposed | None:
    found = PARTY.search(text)
    number = int(found[1] or found[2]) if found else 0
    if found is None or not 1 <= number <= LARGEST_PARTY:
        return None
    return Proposed("party", str(number), "likely", line_at(text, found.start()))


def _dates(text: str, today: date) -> list[Proposed]:
    """Read up to two days: from the one to the other, or until or from one that is said to be so."""
    found = sorted(days_in(text, today))[:MOST_DATES]
    days = [(day, at) for at, day in dict(found).items()]
    if not days:
        return []
    if len(days) > 1:
        (first, at), (last, then) = sorted(days[:2])
        return [_day("earliest", first, text, at, "likely"), _day("latest", last, text, then, "likely")]
    day, at = days[0]
    before = text[max(0, at - A_FEW_WORDS) : at]
    if UNTIL.search(before):
        return [_day("latest", day, text, at, "likely")]
    if SINCE.search(before):
        return [_day("earliest", day, text, at, "likely")]
    return [_day("earliest", day, text, at, "guess"), _day("latest", day, text, at, "guess")]


def days_in(text: str, today: date) -> Iterator[tuple[int, date]]:
    """Find the days of the year to come, and where each is written."""
    for found in ISO.finditer(text):
        day = made_day(int(found[1]), int(found[2]), int(found[3]))
        if day is not None and today <= day <= today + FARTHEST:
            yield found.start(), day
    for pattern in (IN_WORDS, MONTH_FIRST):
        for found in pattern.finditer(text):
            month = month_named(found["name"])
            years = [int(found["year"])] if found["year"] else [today.year, today.year + 1]
            days = [made for year in years if month and (made := made_day(year, month, int(found["day"])))]
            ahead = [day for day in days if today <= day <= today + FARTHEST]
            if ahead:
                yield found.start(), ahead[0]


def made_day(year: int, month: int, day: int) -> date | None:
    """Make a day; None if there is no such one."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _day(field: str, day: date, text: str, at: int, confidence: Confidence) -> Proposed:
    return Proposed(field, day.isoformat(), confidence, line_at(text, at))
