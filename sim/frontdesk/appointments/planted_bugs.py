"""Bugs planted in appointments to test the checkers: a few for each promise."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.engine.catalogue import PRODUCTS
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.mail import mark_proof
from fullhouse.kernel.decisions import Decision
from fullhouse.products.frontdesk.appointments import (
    availability,
    bookings,
    commands,
    day_schedule,
    delivery,
    needs,
    public_bookings,
    reminder_chain,
    reminder_ticks,
    replies,
)
from fullhouse.products.frontdesk.appointments.model import DaySchedule
from fullhouse.products.frontdesk.refill import (
    earlier_times,
    free_slot,
    own_times,
    reactions,
    reported_bookings,
    rest_of_slot,
    slot_sync,
)
from fullhouse.products.frontdesk.waitlist import queue, rests
from sim.planting import Bug, rule, swap, together, without, wrap

Old = Callable[..., Any]


def _unbooked(old: Old, state: Any, command: Any, now: Any) -> Decision:
    """Cancel, and leave the day's book as it was."""
    decision: Decision = old(state, command, now)
    steps = tuple(
        replace(one, changes=tuple(c for c in one.changes if c.kind is not DaySchedule))
        for one in decision.steps
    )
    return msgspec.structs.replace(decision, steps=steps)


def _farthest(old: Old, appointment: Any, rulebook: Any, now: Any) -> Any:
    """Send the first of several reminders that are due, and not the nearest."""
    due = old(appointment, rulebook, now)
    if not isinstance(due, reminder_chain.ReminderDue):
        return due
    return replace(due, hours=reminder_chain.windows_of(appointment, rulebook)[0])


def _without_alerts(old: Old, *args: Any) -> Any:
    due = old(*args)
    return reminder_chain.NOTHING_DUE if isinstance(due, reminder_chain.GapAlert) else due


def _any_link(old: Old, state: Any, *args: Any) -> Any:
    """Take a link for another time for one of this."""
    chain = state.appointment.chain if state.appointment is not None else 0
    return old(state, chain, *args[1:])


def _true_for_ever(old: Old, message: Any, *args: Any) -> str:
    return "" if message.kind == "reminder" else old(message, *args)


def _and_the_other_way(message: Any, state: Any, letter: str, now: Any) -> Decision:
    """Write a reminder that has left once more, another way."""
    decision = delivery.on_sent(message, state, letter, now)
    if message.kind != "reminder" or state.appointment is None:
        return decision
    other_way = delivery._other_way  # noqa: SLF001 - the bug calls it once too often
    also = other_way(message, state, state.appointment, now)
    steps, messages = (*decision.steps, *also.steps), (*decision.messages, *also.messages)
    return msgspec.structs.replace(decision, steps=steps, messages=messages)


def _not_by_sheet(old: Old, state: Any, gone: Any, command: Any, now: Any) -> Any:
    return () if command.source == "sheet" else old(state, gone, command, now)


def _no_reason(*_: Any, **_more: Any) -> str:
    return ""


def _without_calendar(old: Old, state: Any, gone: Any, command: Any, now: Any) -> Any:
    return () if command.source == "calendar" else old(state, gone, command, now)


_TWICE = replace(
    PRODUCTS["appointments"], post=replace(PRODUCTS["appointments"].post, sent=_and_the_other_way)
)


def _own_contacts(old: Old, found: Any) -> tuple[Any, ...]:
    """Return contacts as if nothing were known of those on the waitlist."""
    return tuple(replace(one, reach="fine") if one.entries else one for one in old(found))


def _forgetful(old: Old, contact: Any, **sets: Any) -> Any:
    """Change a contact, and forget its reach."""
    return old(contact, reach="fine", **sets)


def _but_holds(taken: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(one for one in taken if one.by != "slot")


def _wordless(decision: Decision) -> Decision:
    return msgspec.structs.replace(decision, messages=())


_OLD_CALENDARS = availability._calendars  # noqa: SLF001 - the bug gives it an empty book


def _finds_any_message(old: Callable[..., Any], marks: Any, given: Any, to: str = "") -> Any:
    sent = marks._store.load(MessagePage())  # noqa: SLF001 - the bug looks anywhere
    mails = (one for one in sent if one.channel == "mail" and one.person)
    return old(marks, given, to) or next(mails, None)


PLANTED: Mapping[str, Mapping[str, Bug]] = {
    "S5": {
        "the day's book forgets who cancelled": rule(commands.CancelAppointment, _unbooked),
        "a slot that goes back stays held": swap(slot_sync, "_let_go", lambda *_: Decision(None)),
    },
    "S7": {
        "reminders leave by night and on closed days": together(
            swap(delivery, "next_open_minute", lambda _rules, _holidays, now: now),
            swap(reminder_ticks, "next_open_minute", lambda _rules, _holidays, now: now),
        ),
        "nobody knows of public holidays": together(
            wrap(
                delivery,
                "next_open_minute",
                lambda old, rules, _holidays, now: old(rules, None, now),
            ),
            wrap(
                reminder_ticks,
                "next_open_minute",
                lambda old, rules, _holidays, now: old(rules, None, now),
            ),
        ),
        "the door does not know who wants no reminders": swap(
            delivery, "reach_of", lambda *_: "fine"
        ),
    },
    "S8": {
        "a reminder goes the other way though it arrived": swap(PRODUCTS, "appointments", _TWICE),
    },
    "S9": {
        "a link for another time counts": wrap(replies, "why_not", _any_link),
    },
    "S11": {
        "whoever picks a time gets it": swap(
            availability, "_calendars", lambda _taken, *more: _OLD_CALENDARS((), *more)
        ),
        "two pick a time unseen by each other": wrap(day_schedule, "if_unchanged", without("rev")),
        "a stranger books whatever is booked": wrap(
            public_bookings, "busy_times", lambda old, *args, **more: old(*args, **more)[:0]
        ),
        "a stranger books a second time for then": swap(
            public_bookings, "_has_that_time", lambda *_: False
        ),
        "whoever is cancelled in the sheet is not told": wrap(
            replies, "_cancel_message", _not_by_sheet
        ),
        "whoever is gone from the calendar is not told": wrap(
            replies, "_cancel_message", _without_calendar
        ),
        "staff do not hear whom no message reaches": swap(replies, "_reason_of", _no_reason),
        "whoever is off has a chair": swap(availability, "_missing", lambda *_: []),
        "whoever is off is picked": swap(availability, "_away", lambda *_: {}),
        "a stranger books at any hour": swap(public_bookings, "pick_problem", lambda *_: ""),
        "a held time is free": wrap(
            replies, "busy_times", lambda old, *args, **more: _but_holds(old(*args, **more))
        ),
    },
    "S12": {
        "the door does not look at the appointment": wrap(delivery, "_why_stale", _true_for_ever),
    },
    "S13": {
        "a report about a customer's mail needs no mark": wrap(
            mark_proof.MarkCheck, "message_with", _finds_any_message
        ),
    },
    "L3": {
        "the first of several missed reminders is sent": wrap(
            reminder_ticks, "next_action", _farthest
        ),
        "nobody hears that someone does not answer": wrap(
            reminder_ticks, "next_action", _without_alerts
        ),
        "a reminder is noted and never written": rule(
            commands.RunDueAction, lambda old, *args: _wordless(old(*args))
        ),
        "a number that is put right is not written to": swap(
            bookings, "_never_reached", lambda *_: False
        ),
        "the tick looks an hour ahead": swap(
            reminder_ticks, "lookahead", lambda _rules: reminder_chain.AN_HOUR
        ),
    },
    "L4": {
        "a customer is answered without words": rule(
            commands.ConfirmAppointment, lambda *_: Decision(None)
        ),
    },
}


def _of_any_service(old: Old, entry: Any, offer: Any, slot: Any, appointments: Any) -> Any:
    known = {one.id: one for one in appointments}
    same = [replace(one, service=slot.service) for one in known.values()]
    return tuple(known[one.id] for one in old(entry, offer, slot, same))


def _an_hour_late(old: Old, names: Any, now: Any) -> Any:
    return old(names, now + reminder_chain.AN_HOUR)


def _never_let_go(old: Old, books: Any, slot: Any, rulebook: Any) -> Any:
    return () if slot.is_waiting else old(books, slot, rulebook)


def _never_held(old: Old, books: Any, slot: Any, rulebook: Any) -> Any:
    return old(books, msgspec.structs.replace(slot, live_offer_seq=0), rulebook)


# Those that show only where a line stands beside the book.
IN_THE_LOOP: Mapping[str, Mapping[str, Bug]] = {
    "S7": {
        "a STOP to offers does not stop reminders": wrap(needs, "found_contacts", _own_contacts),
        "a STOP is forgotten by whoever joins or leaves": wrap(queue, "write_contact", _forgetful),
    },
    "S5": {
        "a freed slot is not held": together(
            swap(
                free_slot,
                "_hold_in_schedule",
                lambda _state, _command, _cancelled, decision, _now: decision,
            ),
            wrap(slot_sync, "hold_steps", _never_held),
            wrap(own_times, "hold_steps", _never_held),
        ),
        "a slot that nobody fits blocks its time": together(
            wrap(slot_sync, "hold_steps", _never_let_go),
            wrap(own_times, "hold_steps", _never_let_go),
        ),
    },
    "S11": {
        "a time that is on offer is free": wrap(
            replies, "busy_times", lambda old, *args, **more: _but_holds(old(*args, **more))
        ),
        "more is offered than there are chairs": together(
            swap(free_slot, "is_unavailable", lambda *_: False),
            swap(slot_sync, "lost_chair", lambda *_: None),
            swap(own_times, "lost_chair", lambda *_: None),
        ),
        "a booking leaves the slot of its time open": swap(
            reactions, "_open_slots", lambda day: [one for one in day.taken if one.by == "slot"]
        ),
        "a booked time is offered": together(
            swap(own_times, "lost_chair", lambda *_: None),
            wrap(reactions, "follow_alarms", _an_hour_late),
        ),
        "a time is offered to those who have it": swap(own_times, "_busy_then", lambda *_: []),
        "an earlier time replaces nothing": swap(earlier_times, "_replaced", lambda *_: None),
        "another service is given up for an earlier time": wrap(
            earlier_times, "later_appointments", _of_any_service
        ),
        "a time is taken back from whoever claims it": rule(
            commands.RestoreAppointment,
            lambda old, seen, *more: old(replace(seen, waitlist=None), *more),
        ),
        "any report ends the appointment of whoever claimed it": together(
            wrap(
                free_slot,
                "_as_reported",
                lambda _old, state, *_more: replace(state.waitlist, slot=None),
            ),
            swap(reported_bookings, "_is_claimed", lambda *_: False),
        ),
        "a given-up time that nobody fits is told twice": swap(
            own_times, "told_in_note", lambda _note, decision, *_: decision
        ),
        "nobody tells whoever loses an appointment": swap(
            free_slot, "_notices_of_end", lambda *_: ()
        ),
    },
    "S3": {
        "what is left of a slot is for one service": swap(
            rests, "by_service", lambda slot, _rules: (slot,)
        ),
    },
    "L2": {
        "what a booking leaves of a slot is lost": swap(slot_sync, "rest_to_free", lambda _: ()),
        "what a claim leaves of a slot is lost": swap(
            rest_of_slot, "_after_claim", lambda *_: None
        ),
        "a time that is given up is never freed": swap(
            reactions, "_releases_time", lambda _change: False
        ),
        "a time that was just booked online is offered": swap(
            replies, "is_just_booked", lambda *_: False
        ),
        "a claim is no appointment": swap(slot_sync, "_booked", lambda *_: Decision(None)),
    },
}
