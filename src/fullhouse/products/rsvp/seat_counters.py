"""Seat counters of an event: seats that are confirmed, held, owed to the queue, or free.

Only this module changes them. Each function returns a change with the weakest guards under which
it is correct.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Guard, at_least, at_most, if_unchanged, update
from fullhouse.products.rsvp.capacity import FreedSeats, Shares, kept_within, take_from, total
from fullhouse.products.rsvp.commands import EndGrace, LapseOffer, OfferFreeSeats
from fullhouse.products.rsvp.model import Event, Guest, Offer, OfferableGuests

PUBLIC = "public"
HOST = "host"


def confirm_seats(
    event: Event, party: int, *, from_line: bool = False, **adds: int
) -> Change[Event]:
    """Confirm seats that are open to all."""
    moved = {"confirmed": party, "taken": party, "waiting": -1 if from_line else 0}
    return update(event, *_room_for(event, party), adds={**moved, **adds})


def checked_in(event: Event, before: Guest, after: Guest) -> Change[Event]:
    """Count people of a party who came or were checked out."""
    return update(event, *if_unchanged(event, "state"), adds=door_counts(before, after))


def door_counts(before: Guest | None, after: Guest) -> dict[str, int]:
    """Return how the numbers of people who came change with a guest, of whom some may be there.

    Someone who was let in without a seat and then gets one is no longer an extra.
    """
    if before is None:
        return {}
    return {
        "checked_in": after.arrived - before.arrived,
        "extras": after.admitted_extra - before.admitted_extra,
    }


def admitted_extra(event: Event, people: int, *, released: int = 0) -> Change[Event]:
    """Count people who were let in without a seat."""
    return update(event, adds={"extras": people, "released": released})


def release_no_show(event: Event, guest: Guest) -> Change[Event]:
    """Open the seats of a guest who did not come to all; only after the start."""
    seats = guest.party
    adds = {"confirmed": -seats, "taken": -seats, "released": seats}
    return update(event, *if_unchanged(event, "state", "dated"), adds=adds)


def held_for_invite(
    event: Event, party: int, *, from_line: bool = False, **counts: int
) -> Change[Event]:
    """Hold seats for a guest who still has to confirm."""
    adds = {"held": party, "taken": party, "pending": 1, "waiting": -1 if from_line else 0}
    # The deadline of the invite depends on the date.
    guards = (*_room_for(event, party), *if_unchanged(event, "dated"))
    return update(event, *guards, adds={**adds, **counts})


def joined(event: Event, party: int, **counts: int) -> Change[Event]:
    """Add a guest to the queue, only while there is no room for them."""
    full = at_least("taken", event.cap - party + 1)
    guards = (full, *if_unchanged(event, "cap", "joins", "state"))
    return update(event, *guards, adds={"waiting": 1, "joins": 1, "line_rev": 1, **counts})


def left_line(event: Event) -> Change[Event]:
    """Remove a guest without an offer from the queue."""
    return update(event, at_least("waiting", 1), adds={"waiting": -1})


def became_eligible(event: Event, guest: Guest, now: datetime, **counts: int) -> Change[Event]:
    """Count someone who can get offers from now on, and set aside free seats that they need."""
    seats = _free_seats_for(event, guest, now)
    # Seats that are set aside now may be opened to all in the meantime: then decide again.
    unmoved = if_unchanged(event, "owed_rev", "freed_at", "dated")
    if not seats:
        guards = (*if_unchanged(event, "state"), *unmoved)
        return update(event, *guards, adds={"line_rev": 1, **counts})
    adds = {"owed": seats, "held": seats, "taken": seats, "owed_rev": 1, "line_rev": 1, **counts}
    guards = (*_room_for(event, seats), *unmoved)
    shares = (*event.owed_from, FreedSeats(PUBLIC, seats))
    return update(event, *guards, adds=adds, owed_from=shares)


def _free_seats_for(event: Event, guest: Guest, now: datetime) -> int:
    """Return how many seats that are open to all a guest needs for an offer, if they can get it."""
    offerable = OfferableGuests(event.id, event.owed + event.free, event.freed_at)
    if not event.has_time_to_ask(now) or not offerable.takes(guest):
        return 0
    return max(0, guest.party - event.owed)


def release_seats(
    event: Event, guest: Guest, seats: int, now: datetime, **adds: int
) -> Change[Event]:
    """Release a guest's seats: set aside for the queue if anyone waits, else open to all.

    With `waiting` the guest goes back to the queue.
    """
    is_awaited = event.waiting > 0 or "waiting" in adds
    keep = 0
    if is_awaited and event.is_live(now):
        keep = kept_within(event.cap, event.taken, seats)
    source = "confirmed" if guest.state == "confirmed" else "held"
    moved = _sum({"taken": keep - seats, "owed": keep, "held": keep}, _sum({source: -seats}, adds))
    if not is_awaited:
        return update(event, *if_unchanged(event, "waiting", "state"), adds=moved)
    if not keep:
        return update(event, *_owed_guards(event), adds=moved)
    shares = (*event.owed_from, FreedSeats(guest.id, keep))
    guards = (*_owed_guards(event), *if_unchanged(event, "freed_at"))
    return update(event, *guards, adds={**moved, "owed_rev": 1}, owed_from=shares, freed_at=now)


def return_offer(
    event: Event, offer: Offer, asked: str, now: datetime, **adds: int
) -> Change[Event]:
    """Return the seats of an ended offer to the front of those set aside.

    `asked` is the guest who did not take them; empty if they were never asked.
    """
    keep = 0
    if event.is_live(now):
        keep = kept_within(event.cap, event.taken, offer.seats)
    moved = {
        "owed": keep,
        "held": keep - offer.seats,
        "taken": keep - offer.seats,
        "owed_rev": int(bool(keep)),
    }
    back, _ = take_from(offer.shares, keep)
    if asked:
        back = tuple(msgspec.structs.replace(share, asked=(*share.asked, asked)) for share in back)
    sets: dict[str, Any] = {}
    if keep:
        sets["owed_from"] = (*back, *event.owed_from)
    return update(event, *_owed_guards(event), adds=_sum(moved, adds), **sets)


def offered(event: Event, party: int) -> tuple[Change[Event], Shares]:
    """Take the seats of an offer from those set aside, and from free ones if more are needed."""
    drawn, left = take_from(event.owed_from, party)
    extra = party - total(drawn)
    guards = (
        *_owed_guards(event),
        *if_unchanged(event, "freed_at", "line_rev", "rev"),
        at_least("waiting", 1),
    )
    if extra:
        guards += _room_for(event, extra)
        drawn = (*drawn, FreedSeats(PUBLIC, extra))
    adds = {"owed": extra - party, "waiting": -1, "held": extra, "taken": extra, "owed_rev": 1}
    return update(event, *guards, adds=adds, owed_from=left), drawn


def claimed(event: Event, offer: Offer) -> Change[Event]:
    """Turn held seats into confirmed ones."""
    pending = -1 if offer.kind == "invite" else 0
    adds = {"held": -offer.seats, "confirmed": offer.seats, "pending": pending}
    return update(event, *if_unchanged(event, "state", "dated"), adds=adds)


def make_public(event: Event) -> Change[Event]:
    """Open the seats set aside to all: nobody in the queue can get an offer."""
    adds = {"owed": -event.owed, "held": -event.owed, "taken": -event.owed, "owed_rev": 1}
    guards = (*_owed_guards(event), *if_unchanged(event, "freed_at", "line_rev", "rev"))
    return update(event, *guards, adds=adds, owed_from=())


def recapped(
    event: Event, cap: int, now: datetime, *, revived: bool
) -> tuple[dict[str, int], dict[str, Any]]:
    """Return what a new cap adds to counters and sets in other fields.

    Free seats are set aside while anyone waits; seats owed beyond the cap are dropped. The same
    goes for an event that is `revived`: its seats were open to all because it had begun, or because
    there was no time left to ask.
    """
    if cap < event.taken:
        gone = min(event.owed, event.taken - cap)
        _, left = take_from(event.owed_from, gone)
        return {"owed": -gone, "held": -gone, "taken": -gone, "owed_rev": 1}, {"owed_from": left}
    free = cap - event.taken
    more = revived or (cap > event.cap and event.is_live(now))
    if not more or not event.waiting or not free:
        return {}, {}
    shares = (*event.owed_from, FreedSeats(HOST, free))
    return {"owed": free, "held": free, "taken": free, "owed_rev": 1}, {
        "owed_from": shares,
        "freed_at": now,
    }


def fill_alarm(event: Event, at: datetime) -> Alarm:
    """Return the alarm that offers seats to the next guest at that time."""
    return Alarm(fill_key(event), at, OfferFreeSeats(event_id=event.id))


def fill_alarms(event: Event, at: datetime) -> tuple[Alarm, ...]:
    """Return `fill_alarm` if seats are set aside, else nothing."""
    if not event.owed:
        return ()
    return (fill_alarm(event, at),)


def fill_key(event: Event) -> str:
    """Return the key of the alarm that offers seats to the next guest."""
    return f"fill:{event.id}"


def lapse_alarm(guest: Guest, offer: Offer) -> Alarm:
    """Return the alarm for an offer's deadline."""
    command = LapseOffer(event_id=guest.event_id, guest_id=guest.id, offer_id=offer.id)
    return Alarm(lapse_key(guest, offer), offer.ends_at, command)


def lapse_key(guest: Guest, offer: Offer) -> str:
    """Return the key of the alarm for an offer's deadline."""
    return f"lapse:{guest.event_id}:{offer.id}"


def grace_alarm(guest: Guest, at: datetime) -> Alarm:
    """Return the alarm for the end of a guest's grace."""
    return Alarm(grace_key(guest), at, EndGrace(event_id=guest.event_id, guest_id=guest.id))


def grace_key(guest: Guest) -> str:
    """Return the key of the alarm for the end of a guest's grace."""
    return f"grace:{guest.event_id}:{guest.id}"


def grace_keys(guest: Guest) -> tuple[str, ...]:
    """Return the key of the alarm for the end of the guest's grace, if they have one."""
    if guest.cancels_at is None:
        return ()
    return (grace_key(guest),)


def deadline_keys(guest: Guest) -> tuple[str, ...]:
    """Return the keys of the alarms for the guest's offer and grace, if they have one."""
    if guest.offer is None:
        return grace_keys(guest)
    return (lapse_key(guest, guest.offer), *grace_keys(guest))


def _room_for(event: Event, party: int) -> tuple[Guard, ...]:
    return (
        at_most("taken", event.cap - party),
        Guard("cap", "==", event.cap),
        Guard("state", "==", event.state),
    )


def _owed_guards(event: Event) -> tuple[Guard, ...]:
    """Return guards for seats that are released or set aside.

    Within the cap it makes no difference how full the event is.
    """
    taken = Guard("taken", "==", event.taken)
    if event.taken <= event.cap:
        taken = at_most("taken", event.cap)
    waiting = Guard("waiting", "==", 0)
    if event.waiting:
        waiting = at_least("waiting", 1)
    return (taken, waiting, *if_unchanged(event, "cap", "owed_rev", "state", "dated"))


def _sum(moved: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    return {name: moved.get(name, 0) + more.get(name, 0) for name in {**moved, **more}}
