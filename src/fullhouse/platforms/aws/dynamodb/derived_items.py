"""Derived items, written with their record: queue entries; owners of addresses, digests, marks.

They are computed from the record before and after a change. The commit checks that the record is
still as it was before, so they are always right.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from fullhouse.engine.access import ApiToken
from fullhouse.engine.ports import Conflict
from fullhouse.kernel.mail_marks import marks_of
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record
from fullhouse.platforms.aws.dynamodb import expressions, tables
from fullhouse.platforms.aws.dynamodb.expressions import Expression
from fullhouse.platforms.aws.dynamodb.item_codec import Item, made_of, ordered
from fullhouse.platforms.aws.dynamodb.merging import Merged
from fullhouse.platforms.aws.dynamodb.tables import Table
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.shared.short_links import dies_at
from fullhouse.products.frontdesk.waitlist.model import HIGHEST_PRIORITY, Entry
from fullhouse.products.rsvp.model import Guest

DIGEST = "digest"
MARK = "mark"
UNWRITTEN = "unwritten"
OPEN_PROPOSAL = "open_proposal"
ONE_HOLDER = (tables.ADDRESSES, tables.DESK)  # a second owner of the same key is a conflict
Place = tuple[Table, tuple[str, ...]]


def helpers(changes: Iterable[Merged]) -> list[dict[str, Any]]:
    """Return the writes of derived items; raise `Conflict` if two records need the same key."""
    gone: dict[Place, dict[str, Any]] = {}
    made: dict[Place, dict[str, Any]] = {}
    for change in changes:
        was, will = _beside(change.before), _beside(change.after)
        for place in was.keys() - will.keys():
            gone[place] = expressions.delete(place[0].name, _key(place))
        for place, item in will.items():
            if was.get(place) == item:
                continue
            if place in made:
                raise Conflict(place[0].name)
            words = None
            if place[0] in ONE_HOLDER and place not in was:
                words = Expression().is_free(place[0].partition.name)
            made[place] = expressions.put(place[0].name, item, words)
    return [*(action for place, action in gone.items() if place not in made), *made.values()]


def _key(place: Place) -> Item:
    table, parts = place
    names = (table.partition, table.sort)
    return {
        key.name: {"S": part} for key, part in zip(names, parts, strict=True) if key is not None
    }


def _beside(record: Record | None) -> dict[Place, Item]:
    return dict(_items(record))


def _items(record: Record | None) -> Iterator[tuple[Place, Item]]:
    if isinstance(record, ApiToken):
        item = made_of({"kind": DIGEST, "id": record.digest, "token": record.id})
        yield (tables.DESK, (DIGEST, record.digest)), item
    elif isinstance(record, Proposal) and record.state == "open":
        yield (
            (tables.LISTS, (OPEN_PROPOSAL, record.id)),
            made_of({"kind": OPEN_PROPOSAL, "id": record.id}),
        )
    elif isinstance(record, Entry):
        yield from _entry_items(record)
    elif isinstance(record, Appointment) and record.unwritten:
        yield (tables.BOOKS, (UNWRITTEN, record.id)), made_of({"kind": UNWRITTEN, "id": record.id})
    elif isinstance(record, Guest):
        yield from _guest_items(record)
    elif isinstance(record, Message):
        yield from _message_items(record)


def _message_items(message: Message) -> Iterator[tuple[Place, Item]]:
    """Yield the marks of a mail, or the token of a text, which is of no use after its time."""
    expires = {}
    if message.channel == "text":
        expires = {"expires_at": int(dies_at(message).timestamp())}
    for mark in marks_of(message):
        item = made_of({"kind": MARK, "id": mark, "message": message.id, **expires})
        yield (tables.DESK, (MARK, mark)), item


def _guest_items(guest: Guest) -> Iterator[tuple[Place, Item]]:
    if guest.email:
        item = made_of({"event_id": guest.event_id, "email": guest.email, "guest_id": guest.id})
        yield (tables.ADDRESSES, (guest.event_id, guest.email)), item
    if guest.is_waiting and guest.reach == "fine":
        place = f"{guest.place:012d}-{guest.id}"
        waits = {"guest_id": guest.id, "party": guest.party, "passed_at": guest.passed_at}
        yield (
            (tables.LINE, (guest.event_id, place)),
            made_of({"event_id": guest.event_id, "place": place, **waits}),
        )


def _entry_items(entry: Entry) -> Iterator[tuple[Place, Item]]:
    if entry.unwritten:
        yield (tables.LISTS, (UNWRITTEN, entry.id)), made_of({"kind": UNWRITTEN, "id": entry.id})
    if entry.state == "waiting" and entry.channel:
        place = (entry.priority, entry.joined_at, entry.id)
        queue, turn = queue_of(entry.line, entry.staff, busy=bool(entry.offer)), turn_at(*place)
        mails = True if entry.email else None
        fits = {
            "party": entry.party,
            "earliest": entry.earliest,
            "latest": entry.latest,
            "mails": mails,
            **_wishes(entry),
        }
        item = made_of({"queue": queue, "turn": turn, "entry_id": entry.id, **fits})
        yield (tables.QUEUES, (queue, turn)), item


def _wishes(entry: Entry) -> dict[str, str | None]:
    """Return the weekdays and times of day; most entries name none, and their items stay small."""
    return {
        "weekdays": " ".join(entry.weekdays) or None,
        "from_time": entry.from_time or None,
        "until_time": entry.until_time or None,
    }


def queue_of(line: str, staff: str, *, busy: bool) -> str:
    """Return the key of a service's queue for one staff member; `busy` entries hold an offer."""
    return "|".join(("busy" if busy else "free", line, staff))


def turn_at(priority: int, joined_at: datetime, entry_id: str) -> str:
    """Return an entry's sort key in its queue: by priority, then by time of joining."""
    return f"{HIGHEST_PRIORITY - priority} {ordered(joined_at, entry_id)}"
