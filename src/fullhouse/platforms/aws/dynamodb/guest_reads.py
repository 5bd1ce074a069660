"""Reads of guests from DynamoDB.

Data that must not be stale is read from tables. Positions, the queue of the desk, and addresses
use an index; an address is then checked with the guest and, if that fails, with the table of
addresses.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from fullhouse.kernel.records import Need
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.expressions import Expression
from fullhouse.platforms.aws.dynamodb.item_codec import (
    Item,
    made_of,
    may_be_key,
    number,
    shape,
    text,
    to_instant,
    to_line,
)
from fullhouse.platforms.aws.dynamodb.items_api import Fetcher, ItemRange
from fullhouse.products.rsvp import guest_search, model, questions
from fullhouse.products.rsvp.model import Guest

GUEST = shape(Guest)
LOOKED_AT = 50  # items per call of a filtered read
LINE_INDEX, EMAIL_INDEX = "waitlist_pos", "email"
Where = Callable[[Expression], object]


def _guests(
    fetcher: Fetcher, event_id: str, after: str = "", where: Where | None = None, page: int = 0
) -> Iterator[Guest]:
    """Read the guests of an event by id, as they are now."""
    sort = (">", {"S": after}) if after else None
    part = ItemRange(table=tables.GUESTS, key=event_id, sort=sort, where=where, page=page)
    return map(GUEST.record, fetcher.part(part))


def _by_email(fetcher: Fetcher, need: model.GuestByEmail) -> Guest | None:
    if not may_be_key(need.event_id, need.email):
        return None
    sort = ("=", {"S": need.email})
    indexed = fetcher.part(
        ItemRange(table=tables.GUESTS, key=need.event_id, index=EMAIL_INDEX, sort=sort)
    )
    for entry in islice(indexed, 1):
        guest = _guest(fetcher, need.event_id, text(entry, "guest_id"))
        if guest is not None and guest.email == need.email:
            return guest
    holder = fetcher.get(
        tables.ADDRESSES, made_of({"event_id": need.event_id, "email": need.email})
    )
    return None if holder is None else _guest(fetcher, need.event_id, text(holder, "guest_id"))


def _guest(fetcher: Fetcher, *key: str) -> Guest | None:
    item = fetcher.get(tables.GUESTS, GUEST.key(key))
    return None if item is None else GUEST.record(item)


def _askable(fetcher: Fetcher, need: model.OfferableGuests) -> tuple[Guest, ...]:
    line = fetcher.part(ItemRange(table=tables.LINE, key=need.event_id, page=LOOKED_AT))
    may = (entry for entry in line if _fits(entry, need))
    guests = map(GUEST.record, fetcher.through(tables.GUESTS, may, need.limit))
    return tuple(islice((guest for guest in guests if need.takes(guest)), need.limit))


def _fits(entry: Item, need: model.OfferableGuests) -> bool:
    """Return True if a queue entry's own fields allow an offer."""
    passed = to_instant(entry["passed_at"]) if "passed_at" in entry else None
    again = passed is None or (need.freed_at is not None and passed < need.freed_at)
    return again and number(entry, "party") <= need.seats


def _waiting(
    event_id: str, test: str, place: int, where: Where | None = None, page: int = 0
) -> ItemRange:
    sort = (test, {"N": str(place)})
    return ItemRange(
        table=tables.GUESTS, key=event_id, index=LINE_INDEX, sort=sort, where=where, page=page
    )


def _has_no_offer(words: Expression) -> None:
    words.is_free("offer_expires")


def _ahead(fetcher: Fetcher, need: model.PeopleAhead) -> int:
    return fetcher.count(_waiting(need.event_id, "<", need.place, _has_no_offer))


def _places(fetcher: Fetcher, need: model.WaitingPlaces) -> tuple[int, ...]:
    waiting = fetcher.part(_waiting(need.event_id, "<=", need.up_to, _has_no_offer))
    return tuple(number(entry, LINE_INDEX) for entry in waiting)


def _line(fetcher: Fetcher, need: model.WaitingGuests) -> tuple[Guest, ...]:
    entries = fetcher.part(_waiting(need.event_id, ">", need.behind, page=need.limit))
    guests = map(GUEST.record, fetcher.through(tables.GUESTS, entries, need.limit))
    waits = (guest for guest in guests if guest.state == "waitlisted" and guest.place > need.behind)
    return tuple(sorted(islice(waits, need.limit), key=lambda guest: guest.place))


def _count(fetcher: Fetcher, need: model.GuestCount) -> int:
    def where(words: Expression) -> None:
        words.compares("state", "<>", {"S": "cancelled"})

    return fetcher.count(ItemRange(table=tables.GUESTS, key=need.event_id, where=where))


def _page(fetcher: Fetcher, need: model.GuestPage) -> tuple[Guest, ...]:
    def where(words: Expression) -> None:
        words.compares("state", "=", {"S": need.state})

    if not need.state:
        return tuple(
            islice(_guests(fetcher, need.event_id, need.after, page=need.limit), need.limit)
        )
    guests = _guests(fetcher, need.event_id, need.after, where, max(need.limit, LOOKED_AT))
    return tuple(islice(guests, need.limit))


def _unreachable(fetcher: Fetcher, need: model.Unreachable) -> tuple[Guest, ...]:
    def where(words: Expression) -> None:
        words.compares("reach", "<>", {"S": "fine"}).compares("state", "<>", {"S": "cancelled"})

    return tuple(islice(_guests(fetcher, need.event_id, need.after, where), need.limit))


def _offers(fetcher: Fetcher, need: model.OfferPage) -> tuple[Guest, ...]:
    def where(words: Expression) -> None:
        words.is_there("offer_expires")

    return tuple(islice(_guests(fetcher, need.event_id, need.after, where), need.limit))


def _graces(fetcher: Fetcher, need: model.GracePage) -> tuple[Guest, ...]:
    def where(words: Expression) -> None:
        words.is_there("cancels_at")

    return tuple(islice(_guests(fetcher, need.event_id, need.after, where), need.limit))


def _asked(
    fetcher: Fetcher, need: questions.GuestQuery | questions.GuestCountQuery
) -> Iterable[Guest]:
    def where(words: Expression) -> None:
        words.is_one_of("action", need.actions)

    lines: Iterable[Item] = ()
    if need.actions:
        lines = fetcher.part(ItemRange(table=tables.AUDIT, key=need.event_id, where=where))
    doers = {line.subject for line in map(to_line, lines) if questions.answers(need, line)}
    return (
        guest for guest in _guests(fetcher, need.event_id) if questions.is_meant(need, guest, doers)
    )


def _who(fetcher: Fetcher, need: questions.GuestQuery) -> tuple[Guest, ...]:
    return tuple(
        sorted(_asked(fetcher, need), key=lambda guest: (guest.joined_at, guest.id))[: need.limit]
    )


def _how_many(fetcher: Fetcher, need: questions.GuestCountQuery) -> int:
    return sum(1 for _ in _asked(fetcher, need))


def _search(fetcher: Fetcher, need: guest_search.GuestSearch) -> tuple[Guest, ...]:
    return guest_search.search(_guests(fetcher, need.event_id), need)


def _tally(fetcher: Fetcher, need: guest_search.GuestTally) -> tuple[tuple[str, int], ...]:
    return guest_search.tally(_guests(fetcher, need.event_id), need)


GUEST_ANSWERS: dict[type[Need[Any]], Callable[[Fetcher, Any], Any]] = {
    model.GuestByEmail: _by_email,
    model.OfferableGuests: _askable,
    model.PeopleAhead: _ahead,
    model.WaitingPlaces: _places,
    model.WaitingGuests: _line,
    model.GuestCount: _count,
    model.GuestPage: _page,
    model.Unreachable: _unreachable,
    model.OfferPage: _offers,
    model.GracePage: _graces,
    questions.GuestQuery: _who,
    questions.GuestCountQuery: _how_many,
    guest_search.GuestSearch: _search,
    guest_search.GuestTally: _tally,
}
