"""Items that follow from others and are written with them: who may be asked, whose an address or a token's digest is.

They are worked out from a record as it was seen and as it will be, and are true because the record must be as it was
seen.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from fullhouse.engine.access import ApiToken
from fullhouse.engine.ports import Conflict
from fullhouse.kernel.records import Record
from fullhouse.platforms.aws.dynamodb import expressions, tables
from fullhouse.platforms.aws.dynamodb.expressions import Expression
from fullhouse.platforms.aws.dynamodb.item_codec import Item, made_of, ordered
from fullhouse.platforms.aws.dynamodb.merging import Merged
from fullhouse.platforms.aws.dynamodb.tables import Table
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist.model import HIGHEST_PRIORITY, Entry
from fullhouse.products.rsvp.model import Guest

DIGEST = "digest"
UNWRITTEN = "unwritten"
OPEN_PROPOSAL = "open_proposal"
ONE_HOLDER = (tables.ADDRESSES, tables.DESK)  # where two who want the same place are a conflict
Place = tuple[Table, tuple[str, ...]]


def helpers(changes: Iterable[Merged]) -> list[dict[str, Any]]:
    """Return what else these changes write; two who want the same address are a conflict."""
    gone: dict[Place, dict[str, Any]] = {}
    made: dict[Place, dict[str, Any]] = {}
    for one in changes:
        was, will = _beside(one.before), _beside(one.after)
        for place in was.keys() - will.keys():
            gone[place] = expressions.delete(place[0].name, _key(place))
        for place, item in will.items():
            if was.get(place) == item:
                continue
            if place in made:
                raise Conflict(place[0].name)
            words = (
                Expression().is_free(place[0].partition.name) if place[0] in ONE_HOLDER else None
            )
            made[place] = expressions.put(place[0].name, item, words)
    return [*(action for place, action in gone.items() if place not in made), *made.values()]


def _key(place: Place) -> Item:
    table, parts = place
    names = (table.partition, table.sort)
    return {
        one.name: {"S": part} for one, part in zip(names, parts, strict=True) if one is not None
    }


def _beside(record: Record | None) -> dict[Place, Item]:
    return dict(_items(record))


def _items(record: Record | None) -> Iterator[tuple[Place, Item]]:
    if isinstance(record, ApiToken):
        item = made_of({"kind": DIGEST, "id": record.digest, "token": record.id})
        yield (tables.DESK, (DIGEST, record.digest)), item
    if isinstance(record, Proposal) and record.state == "open":
        yield (
            (tables.LISTS, (OPEN_PROPOSAL, record.id)),
            made_of({"kind": OPEN_PROPOSAL, "id": record.id}),
        )
    if isinstance(record, Entry):
        yield from _entry_items(record)
    if isinstance(record, Appointment) and record.unwritten:
        yield (tables.BOOKS, (UNWRITTEN, record.id)), made_of({"kind": UNWRITTEN, "id": record.id})
    if not isinstance(record, Guest):
        return
    if record.email:
        item = made_of({"event_id": record.event_id, "email": record.email, "guest_id": record.id})
        yield (tables.ADDRESSES, (record.event_id, record.email)), item
    if record.is_waiting and record.reach == "fine":
        place = f"{record.place:012d}-{record.id}"
        waits = {"guest_id": record.id, "party": record.party, "passed_at": record.passed_at}
        yield (
            (tables.LINE, (record.event_id, place)),
            made_of({"event_id": record.event_id, "place": place, **waits}),
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
        }
        item = made_of({"queue": queue, "turn": turn, "entry_id": entry.id, **fits})
        yield (tables.QUEUES, (queue, turn)), item


def queue_of(line: str, staff: str, *, busy: bool) -> str:
    """Name the queue of those who wait for a service with the same wish for staff: free to be asked, or not."""
    return "|".join(("busy" if busy else "free", line, staff))


def turn_at(priority: int, joined_at: datetime, entry_id: str) -> str:
    """Say where someone stands in their queue: by priority first, then by who joined first."""
    return f"{HIGHEST_PRIORITY - priority} {ordered(joined_at, entry_id)}"
