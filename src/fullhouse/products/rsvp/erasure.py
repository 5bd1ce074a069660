"""Erasing guests: one on request, or everyone on the list of an event that ended long ago.

Names and addresses go from records, audit and messages in one commit. What happened stays: every
audit line keeps its place, its counters and its shape, under a neutral name.
"""

from datetime import datetime, timedelta
from typing import Any

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, ErasePerson, Step, if_unchanged, update
from fullhouse.products.rsvp import seat_counters
from fullhouse.products.rsvp.commands import (
    EraseEvent,
    EraseGuest,
    EraseOldEvents,
    SetGuestRetention,
)
from fullhouse.products.rsvp.content_changes import erased_content, forget_content
from fullhouse.products.rsvp.cover import erased_cover
from fullhouse.products.rsvp.model import ERASED, Event, Guest, GuestListState, GuestResult
from fullhouse.products.rsvp.registrations import cancelled, release_after_cancel

# A store may take at most 100 items per commit, and an erased guest takes five of them.
PAGE = 18
EVENTS_AT_ONCE = 50
NAME = "Erased guest"
NOTE = "erased"
# What a guest wrote to the host, and the answer, in the facts of messages.
MAIL_TEXTS = ("subject", "text", "answer")
ROUND = "retention"
EVERY = timedelta(days=1)


def erase_guest(state: GuestListState, _command: EraseGuest, now: datetime) -> Decision:
    """Release what a guest has, unless they are inside, and erase their data; mail nothing."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    if guest.is_erased:
        return Decision(GuestResult("erased", event, guest))
    if not gives_up(event, guest, now):
        return _erased(event, guest)
    return _released_and_erased(event, guest, now)


def gives_up(event: Event, guest: Guest, now: datetime) -> bool:
    """Return True if an erased guest gives up what they have; someone who is inside does not."""
    if guest.state == "cancelled" or guest.arrived:
        return False
    return event.is_live(now) or _is_no_show(event, guest, now)


def _is_no_show(event: Event, guest: Guest, now: datetime) -> bool:
    """Return True if the event has begun, and the guest has a seat."""
    is_on = event.state != "cancelled" and event.starts <= now < event.ends
    return is_on and guest.state == "confirmed"


def _released_and_erased(event: Event, guest: Guest, now: datetime) -> Decision:
    if _is_no_show(event, guest, now):
        room, action = seat_counters.release_no_show(event, guest), "no_show"
        gone = cancelled(guest, released_at=now)
    else:
        room, action = release_after_cancel(event, guest, now)
        gone = cancelled(guest)
    after = room.after
    blank = _blank(gone.after)
    return Decision(
        GuestResult("erased", after, blank.after),
        steps=(
            Step(event.id, action, guest.id, (room, gone)),
            Step(event.id, "erased", guest.id, (blank,)),
        ),
        set_alarms=seat_counters.fill_alarms(after, now),
        clear_alarms=seat_counters.deadline_keys(guest),
        forget=(_forget(event, guest),),
    )


def _erased(event: Event, guest: Guest) -> Decision:
    blank = _blank(guest)
    step = Step(event.id, "erased", guest.id, (blank,))
    return Decision(
        GuestResult("erased", event, blank.after),
        steps=(step,),
        clear_alarms=seat_counters.grace_keys(guest),
        forget=(_forget(event, guest),),
    )


def _blank(guest: Guest) -> Change[Guest]:
    blank: dict[str, Any] = {
        "name": NAME,
        "email": f"{guest.id}{ERASED}",
        "new_email": "",
        "reach_note": "",
        "sent": "",
        "answers": None,
    }
    if guest.cancels_at is not None:
        blank["cancels_at"] = None
    return update(guest, *if_unchanged(guest, "rev"), **blank, reach="opted_out", rev=guest.rev + 1)


def _forget(event: Event, guest: Guest) -> ErasePerson:
    hosts = (event.host_email,) if event.host_email else ()
    address = f"{guest.id}{ERASED}"
    instead: dict[str, Any] = {
        "name": NAME,
        "email": address,
        "new_email": address,
        "reach_note": NOTE,
        "sent": "",
        "answers": None,
        "notes": {},
        **dict.fromkeys(MAIL_TEXTS, NOTE),
    }
    return ErasePerson(guest.event_id, Guest.kind_name, guest.id, instead, hosts)


def _copied(event: Event) -> dict[str, Any]:
    """Return the fields of an event that say something of its texts, emptied."""
    empty: dict[str, Any] = {"asks": 0, "notes": {}}
    return {name: value for name, value in empty.items() if getattr(event, name) != value}


def keep_people(_state: GuestListState, command: SetGuestRetention, now: datetime) -> Decision:
    """Start the daily search for old events whose guests are erased, or stop it."""
    if command.days <= 0:
        return Decision(None, clear_alarms=(ROUND,))
    return Decision(None, set_alarms=(Alarm(ROUND, now, EraseOldEvents(days=command.days)),))


def retire_events(state: GuestListState, command: EraseOldEvents, now: datetime) -> Decision:
    """Erase the guests of each event that ended long enough ago; look again tomorrow."""
    limit = timedelta(days=command.days)
    old = [event for event in state.events if event.ends + limit <= now]
    to_erase = [event for event in old if _may_be_erased(event, now)]
    alarms = [Alarm(_key(event), now, EraseEvent(event_id=event.id)) for event in to_erase]
    if len(state.events) == EVENTS_AT_ONCE:
        following = Alarm(ROUND, now, EraseOldEvents(days=command.days, after=state.events[-1].id))
    else:
        following = Alarm(ROUND, now + EVERY, EraseOldEvents(days=command.days))
    return Decision(None, set_alarms=(*alarms, following))


def _may_be_erased(event: Event, now: datetime) -> bool:
    """Return True if an event is over and was not erased since.

    An erased event may be moved to a later date and get new guests.
    """
    return now >= event.ends and (event.erased_at is None or event.erased_at < event.ends)


def _key(event: Event) -> str:
    return f"erase:{event.id}"


def erase_event(state: GuestListState, command: EraseEvent, now: datetime) -> Decision:
    """Erase a page of guests; with the last page the event's own texts go, too."""
    event = state.event
    if event is None or not _may_be_erased(event, now):
        return Decision(None)
    guests = [guest for guest in state.page if not guest.is_erased]
    steps = tuple(Step(event.id, "erased", guest.id, (_blank(guest),)) for guest in guests)
    forget = tuple(_forget(event, guest) for guest in guests)
    if len(state.page) == PAGE:
        more = Alarm(_key(event), now, EraseEvent(event_id=event.id, after=state.page[-1].id))
        return Decision(None, steps=steps, forget=forget, set_alarms=(more,))
    erased = update(event, *if_unchanged(event, "erased_at"), erased_at=now)
    if state.content is None:
        done = Step(event.id, "people_erased", event.id, (erased,))
        return Decision(None, steps=(*steps, done), forget=forget)
    erased = update(event, *if_unchanged(event, "erased_at"), erased_at=now, **_copied(event))
    done = Step(event.id, "people_erased", event.id, (erased, erased_content(state.content)))
    forget = (*forget, forget_content(state.content))
    return Decision(None, steps=(*steps, done), forget=forget, moves=erased_cover(state))
