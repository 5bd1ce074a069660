"""Bugs planted in the guest list and below it to test the checkers: a few for each promise."""

import hmac
from collections.abc import Callable, Mapping
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import msgspec

from fullhouse.engine import execute, relay
from fullhouse.engine.ports import StoreDown
from fullhouse.engine.relay import LeaseMessage
from fullhouse.kernel import links
from fullhouse.kernel.decisions import Decision, Step
from fullhouse.kernel.product import SendNow
from fullhouse.platforms.memory import store
from fullhouse.products.rsvp import (
    bulk_messages,
    commands,
    delivery,
    offers,
    reminder_times,
    seat_counters,
)
from fullhouse.products.rsvp.model import GuestResult, OfferableGuests
from sim import world
from sim.planting import FAR, Bug, later, rule, swap, without, wrap


def _acknowledges_too_soon(*args: Any, **more: Any) -> Decision:
    try:
        return execute.execute(*args, **more)
    except StoreDown:
        return Decision(GuestResult("confirmed"))


def _sends_before_commit(*args: Any) -> Decision:
    old, found, command, now = args
    decision: Decision = old(found, command, now)
    return msgspec.structs.replace(decision, moves=()) if decision.answer else decision


def _line_without_guests(old: Callable[..., Any], *args: Any) -> Any:
    line = old(*args)
    return msgspec.structs.replace(line, entries=line.entries[:1])


def _claims_the_live_one(
    old: Callable[..., Decision], state: Any, command: Any, now: Any
) -> Decision:
    live = state.guest.offer.id if state.guest and state.guest.offer else command.offer_id
    return old(state, msgspec.structs.replace(command, offer_id=live), now)


def _holds_a_seat(old: Callable[..., Decision], state: Any, command: Any, now: Any) -> Decision:
    decision = old(state, command, now)
    if not decision.messages or state.event.taken + command.party > state.event.cap:
        return decision
    room = seat_counters.held_for_invite(state.event, command.party, from_line=False)
    step = Step(command.event_id, "invited", command.guest_id, (room,))
    return msgspec.structs.replace(decision, steps=(step,))


def _forgets_early(old: Callable[..., Decision], state: Any, command: Any, now: Any) -> Decision:
    decision = old(state, command, now)
    return Decision(None) if decision.set_alarms and not decision.steps else decision


def _reversed_line(memory: Any, need: Any) -> Any:
    everyone = msgspec.structs.replace(need, limit=100)
    found = store._askable(memory, everyone)  # noqa: SLF001 - the bug changes its answer
    return tuple(reversed(found))


def _overlooks_the_first(memory: Any, need: Any) -> Any:
    found = store._askable(memory, need)  # noqa: SLF001 - the bug changes its answer
    return found[1:] or found


def _keeps_the_place(old: Callable[..., Any], guest: Any, now: Any, **more: Any) -> Any:
    return old(guest, now, **{**more, "place": guest.place})


def _knows_only_who_opted_out(
    old: Callable[..., str], message: Any, event: Any, guest: Any, now: Any
) -> str:
    seated = guest and msgspec.structs.replace(guest, state="confirmed")
    return old(message, event, seated if message.kind == "reminder" else guest, now)


PLANTED: Mapping[str, Mapping[str, Bug]] = {
    "S1": {
        "the seats are counted first and written later": swap(
            seat_counters, "_room_for", lambda *_: ()
        ),
        "an offer draws free seats unasked": wrap(
            seat_counters, "at_most", lambda old, name, value: old(name, value + 1)
        ),
    },
    "S2": {
        "an address may be on the list twice": swap(
            store.MemoryStore, "_is_unique", lambda *_: True
        ),
        "a seated guest keeps the place in line": wrap(offers, "confirmed", _keeps_the_place),
    },
    "S3": {
        "the last in line is asked": swap(store.ANSWERS, OfferableGuests, _reversed_line),
        "the first in line is overlooked": swap(
            store.ANSWERS,
            OfferableGuests,
            _overlooks_the_first,
        ),
    },
    "S4": {
        "a claim counts at the deadline": wrap(
            offers, "ends", lambda old, *a: old(*a) + timedelta(milliseconds=1)
        ),
        "an early bell ends an offer": rule(
            commands.LapseOffer, lambda old, s, c, now: old(s, c, now + FAR)
        ),
    },
    "S5": {
        "the audit forgets the guest": wrap(execute, "line", _line_without_guests),
        "someone leaves the line and is still counted": wrap(
            seat_counters,
            "left_line",
            lambda old, event: msgspec.structs.replace(old(event), adds={}),
        ),
    },
    "S6": {
        "an answer before the commit": swap(world, "execute", _acknowledges_too_soon),
        "the audit does not say whose order": wrap(
            execute, "line", lambda old, *a: msgspec.structs.replace(old(*a), order="")
        ),
    },
    "S7": {
        "the door does not look at the clock": swap(delivery, "_hour", lambda *_: SendNow()),
        "offers are made at night": swap(offers, "send_at", lambda _opening, _rules, now: now),
        "an early bell reminds early": rule(
            commands.Remind, lambda old, s, c, now: old(s, c, max(now, c.due_at))
        ),
    },
    "S8": {
        "handed over without a lease": rule(LeaseMessage, _sends_before_commit),
        "nobody looks at the lease": swap(
            relay, "is_due", lambda message, _now: message.status in ("queued", "sending")
        ),
    },
    "S9": {
        "signatures are not compared": swap(
            links, "hmac", SimpleNamespace(compare_digest=lambda *_: True, new=hmac.new)
        ),
        "a spent link claims the next offer": rule(commands.ClaimOffer, _claims_the_live_one),
        "a request holds a seat": rule(commands.RequestSignUp, _holds_a_seat),
    },
    "S10": {
        "a freed seat goes to the public": swap(seat_counters, "kept_within", lambda *_: 0),
        "seats are opened whoever has joined": wrap(
            seat_counters, "if_unchanged", without("line_rev", "freed_at", "owed_rev")
        ),
    },
    "S12": {
        "the door does not know who cancelled": wrap(
            delivery, "_why_not", _knows_only_who_opted_out
        ),
    },
    "L1": {
        "a rung alarm is not cleared": wrap(
            store.MemoryStore,
            "_move_alarms",
            lambda old, me, w: old(me, msgspec.structs.replace(w, rung=None)),
        ),
        "a lost answer is never looked for": swap(
            store,
            "is_due",
            lambda message, now: message.status == "queued" and message.not_before <= now,
        ),
    },
    "L2": {
        "a deadline rings years later": wrap(seat_counters, "lapse_alarm", later(FAR)),
        "an early bell forgets the deadline": rule(commands.LapseOffer, _forgets_early),
        "nobody looks for the next": wrap(seat_counters, "fill_alarm", later(timedelta(days=1))),
    },
    "L3": {
        "reminders are not booked again": wrap(
            reminder_times,
            "alarms",
            lambda old, e, now: tuple(a for a in old(e, now) if not e.dated),
        ),
        "some guests are forgotten": wrap(
            bulk_messages, "_is_for", lambda old, e, p, g, due: old(e, p, g, due) and g.party < 2
        ),
        "every round has a key of its own": wrap(
            bulk_messages,
            "to_guest",
            lambda old, k, e, g, now, o, *a, **m: old(k, e, g, now, f"{o}-{now:%f}", *a, **m),
        ),
    },
    "L4": {
        "an answer without words": rule(commands.ChangeParty, lambda *_: Decision(None)),
        "a rule that stumbles over a stranger": rule(
            commands.CancelGuest, lambda old, s, c, now: old(s, c, max(now, s.guest.joined_at))
        ),
    },
}
