"""Bugs planted in the waitlist to test the checkers: a few for each promise."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.inbound.mail import marked_commands
from fullhouse.inbound.mail.arrival import MailOutcome
from fullhouse.kernel import offers
from fullhouse.kernel.decisions import Decision
from fullhouse.products.frontdesk.refill import free_slot, given_up_slots, reported_bookings
from fullhouse.products.frontdesk.shared.contacts import NoteReach, reach_of
from fullhouse.products.frontdesk.waitlist import (
    claim_questions,
    claims,
    commands,
    delivery,
    entries,
    model,
    offer_endings,
    queue,
    slot_index,
    slots,
)
from fullhouse.products.frontdesk.waitlist.model import IndexedSlot
from sim.planting import FAR, Bug, later, rule, swap, together, without, wrap

A_MOMENT = timedelta(milliseconds=2)
A_DAY = timedelta(days=1)


def _by_last_to_join(_order: Any, _priority: int, joined_at: datetime, entry_id: str) -> Any:
    return 0, -joined_at.timestamp(), entry_id


def _over_if_no_show(mark: IndexedSlot, command: commands.FreeSlot) -> bool:
    return bool(command.again) or (command.reason == "no_show" and mark.reason != "no_show")


def _last_of_equal_tables(agenda: model.SlotIndex | None, slot: model.Slot) -> bool:
    marks = agenda.marks if agenda is not None else ()
    return bool(marks) and marks[-1].slot_id == slot.id


def _believing_no_shows(old: Callable[..., bool], *given: Any) -> bool:
    _appointment, command, _agenda, now = given
    return command.is_no_show(now) or old(*given)


def _without_slot(state: Any, *_more: Any) -> Any:
    """Take every report for one of a slot that is not known."""
    return replace(state.waitlist, slot=None)


def _telling_staff_nothing(old: Callable[..., Decision], *args: Any) -> Decision:
    decision = old(*args)
    told = tuple(one for one in decision.messages if one.channel != "staff")
    return msgspec.structs.replace(decision, messages=told)


def _without_looking(old: Callable[..., Decision], *args: Any, **more: Any) -> Decision:
    return msgspec.structs.replace(old(*args, **more), set_alarms=())


def _waking_nobody(old: Callable[..., Any], *args: Any, **more: Any) -> Any:
    changes, _alarms = old(*args, **more)
    return changes, ()


def _back_at_once(state: Any, slot: Any, now: Any) -> Decision:
    return slots.handed_back(state, slot, "nobody_fits", now)


def _one_try(
    old: Callable[..., Any], opening: Any, line: Any, so_far: Any, rules: Any, now: Any
) -> Any:
    return old(opening, line, so_far, replace(rules, tries=1), now)


def _no_limit(
    old: Callable[..., Any], opening: Any, line: Any, so_far: Any, rules: Any, now: Any
) -> Any:
    return old(opening, line, so_far, replace(rules, tries=0), now)


def _whatever_became_of_it(state: Any) -> Any:
    found = (state.slot, state.offer, state.entry)
    return found if None not in found else None


def _as_if_before(old: Callable[..., Decision], state: Any, command: Any, now: Any) -> Decision:
    return old(state, command, now - A_MOMENT)


def _stops_whoever_is_named(reading: Any, _marked: Any) -> MailOutcome:
    stop = NoteReach(address=reading.sender, reach="opted_out", note="asked by email")
    return MailOutcome(stop)


PLANTED: Mapping[str, Mapping[str, Bug]] = {
    "S2": {
        "one may stand in a line twice": swap(entries, "known_entry", lambda *_: None),
    },
    "S3": {
        "the last in a service's line is asked": swap(model, "fair_place", _by_last_to_join),
        "a time of day that someone named is overlooked": swap(
            model, "is_in_window", lambda *_: True
        ),
        "a slot counts for the weekday before": wrap(
            queue, "weekday_of", lambda old, wall: old(wall - A_DAY)
        ),
        "nobody's priority counts": wrap(
            model, "fair_place", lambda old, _order, *place: old("joined", *place)
        ),
    },
    "S4": {
        "a slot is claimed at the deadline": rule(commands.ClaimSlot, _as_if_before),
        "an early bell ends a slot's offer": rule(
            commands.LapseSlot, lambda old, s, c, now: old(s, c, now + FAR)
        ),
        "a slot's window does not shrink": swap(
            offers, "_length", lambda _opening, rules, *_, **__: rules.window
        ),
        "nobody tells whoever loses an offer": swap(
            offer_endings, "offer_ended_messages", lambda *_: ()
        ),
    },
    "S5": {
        "a line still counts who left it": swap(queue, "decrement", lambda *_: ()),
    },
    "S7": {
        "slots are offered at night": swap(slots, "send_at", lambda _opening, _rules, now: now),
        "the door does not know who said STOP": swap(delivery, "reach_of", lambda *_: "fine"),
        "a number from a forwarded mail gets offers": together(
            swap(queue, "takes_offers", lambda phone, known: reach_of(phone, known) == "fine"),
            swap(delivery, "takes_offers", lambda *_: True),
        ),
        "the door does not count what texts cost": swap(delivery, "_stopped", lambda *_: ""),
    },
    "S9": {
        "who can't make it is booked": rule(
            commands.DeclineSlot, lambda _old, s, c, now: claims.claim_slot(s, c, now)
        ),
        "the public form changes what is there": swap(entries, "UNPROVEN", frozenset({"sheet"})),
    },
    "S10": {
        "a slot does not wait for who holds another offer": swap(
            slots, "_is_worth_waiting", lambda *_: False
        ),
        "someone joins unseen while nobody fits": together(
            swap(slots, "_if_lines_unchanged", lambda _state, _slot, decision: decision),
            wrap(slots, "if_unchanged", without("rev", "idle")),
        ),
        "staff get a slot back after one try": wrap(slots, "next_move", _one_try),
        "tries are not counted": wrap(slots, "next_move", _no_limit),
        "a slot that nobody fits goes back at once": swap(slots, "_nobody_left", _back_at_once),
        "a time is offered again to those who let it pass": swap(slots, "_carried", lambda _: {}),
    },
    "S11": {
        "a slot told twice is two": swap(slot_index, "find_reported", lambda *_: None),
        "a person is asked for two slots at once": swap(queue, "why_not", lambda *_, **__: ""),
        "an offer is claimed whatever became of it": swap(
            claims, "live_offer", _whatever_became_of_it
        ),
        "a reported no-show frees a claimed slot": together(
            swap(slot_index, "_is_over", _over_if_no_show),
            wrap(reported_bookings, "_is_reported", _believing_no_shows),
        ),
        "a question names only one of two customers": swap(
            claim_questions, "claimed_beside", lambda *_: ()
        ),
        "a report beside another claimed table is lost": swap(
            claim_questions, "is_latest", _last_of_equal_tables
        ),
        "any report frees a claimed slot": swap(free_slot, "_as_reported", _without_slot),
        "nobody tells whoever loses a claimed slot": swap(
            free_slot, "_tell_claimant", lambda _state, _command, decision, _now: decision
        ),
        "nobody tells whoever gives a claimed slot up": swap(
            given_up_slots, "cancelled_messages", lambda *_, **__: ()
        ),
        "staff do not hear that a claimed slot is given up": rule(
            commands.GiveUpSlot, _telling_staff_nothing
        ),
        "a claimed slot is given up when it has begun": rule(
            commands.GiveUpSlot, lambda old, s, c, now: old(s, c, now - A_DAY)
        ),
    },
    "S13": {
        "anyone may stop a customer's messages": swap(
            marked_commands, "stop_outcome", _stops_whoever_is_named
        ),
    },
    "L1": {
        "nobody's days ever pass": rule(commands.ExpireEntry, lambda *_: Decision(None)),
    },
    "L2": {
        "a slot's deadline rings years later": wrap(slots, "lapse_alarm", later(FAR)),
        "a slot that was declined looks for nobody": wrap(claims, "roll_on", _without_looking),
        "whoever joins after nobody fitted is not asked": wrap(queue, "wake_slots", _waking_nobody),
        "a slot that waits is woken when it closes": together(
            swap(slots, "LOOK_AGAIN_AFTER", FAR), wrap(queue, "wake_slots", _waking_nobody)
        ),
    },
    "L4": {
        "staff are answered without words": rule(commands.EditEntry, lambda *_: Decision(None)),
        "a rule that stumbles over who is not on the list": rule(
            commands.LeaveWaitlist, lambda old, s, c, now: old(s, c, max(now, s.entry.joined_at))
        ),
    },
}
