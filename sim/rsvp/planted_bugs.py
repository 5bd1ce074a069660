"""Bugs planted in the guest list and below it to test the checkers: a few for each promise."""

import hmac
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec

from fullhouse.engine import (
    budget_record,
    combined_mail,
    execute,
    known_addresses,
    message_budget,
    relay,
)
from fullhouse.engine.message_budget import Ledger, Turn
from fullhouse.engine.ports import MessagePage, StoreDown
from fullhouse.engine.relay import LeaseMessage
from fullhouse.inbound.mail import authentication, mark_proof
from fullhouse.kernel import links
from fullhouse.kernel import offers as kernel_offers
from fullhouse.kernel.decisions import Decision, Step, update
from fullhouse.kernel.product import SendNow
from fullhouse.platforms.memory import store
from fullhouse.products.rsvp import (
    broadcast,
    bulk_messages,
    check_in,
    commands,
    delivery,
    erasure,
    grace,
    link_binding,
    mail_replies,
    messages,
    offers,
    registrations,
    reminder_times,
    seat_counters,
)
from fullhouse.products.rsvp.model import Guest, GuestResult, OfferableGuests
from sim import world
from sim.planting import FAR, Bug, later, rule, swap, together, without, wrap


def _acknowledges_too_soon(*args: Any, **more: Any) -> Decision:
    try:
        return execute.execute(*args, **more)
    except StoreDown:
        return Decision(GuestResult("confirmed"))


def _sends_before_commit(*args: Any) -> Decision:
    old, found, command, now = args
    decision: Decision = old(found, command, now)
    return msgspec.structs.replace(decision, moves=()) if decision.answer else decision


def _tampered_if_unreadable(old: Callable[..., links.Link], *args: Any) -> links.Link:
    try:
        return old(*args)
    except ValueError as error:
        raise links.Tampered from error


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


def _keeps_answers(old: Callable[..., Any], guest: Any) -> Any:
    change = old(guest)
    sets = {name: value for name, value in change.sets.items() if name != "answers"}
    after = msgspec.structs.replace(change.after, answers=guest.answers)
    return msgspec.structs.replace(change, sets=sets, after=after)


def _keeps_answers_in_the_audit(old: Callable[..., Any], *args: Any) -> Any:
    forget = old(*args)
    instead = {name: value for name, value in forget.instead.items() if name != "answers"}
    return msgspec.structs.replace(forget, instead=instead)


def _forgets_early(old: Callable[..., Decision], state: Any, command: Any, now: Any) -> Decision:
    decision = old(state, command, now)
    return Decision(None) if decision.set_alarms and not decision.steps else decision


ALL_SIGNED = frozenset({"from", "to", "subject", "message-id", "in-reply-to"})


def _finds_by_address(old: Callable[..., Any], marks: Any, given: Any, to: str = "") -> Any:
    newest = marks._store.load(MessagePage(limit=1))  # noqa: SLF001 - the bug looks anywhere
    return old(marks, given, to) or next(iter(newest), None)


def _takes_off_the_list(old: Callable[..., Decision], *args: Any) -> Decision:
    state, event, guest, command, now = args
    return old(state, event, guest, msgspec.structs.replace(command, leaves=True), now)


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


def _counts_no_mail(old: Callable[..., str], rules: Any, message: Any, invocation: Any) -> str:
    if invocation.by == "mail":
        return ""
    return old(rules, message, invocation)


def _drops_all(old: Callable[..., Turn], *args: Any) -> Turn:
    turn = old(*args)
    return Turn(None) if turn.is_combined or turn.leaves_at != args[-1] else turn


def _notes_as_sent(old: Callable[..., Decision], *args: Any) -> Decision:
    """Note a message as sent that should join an email, and leave it out."""
    joined = old(*args)
    if joined.answer is None:
        return joined
    lease = joined.moves[0]
    after = msgspec.structs.replace(lease.after, status="sent")
    sets = {**lease.sets, "status": "sent"}
    return Decision(None, moves=(msgspec.structs.replace(lease, after=after, sets=sets),))


def _says_kept(old: Callable[..., Decision], state: Any, command: Any, now: Any) -> Decision:
    decision = old(state, command, now)
    if decision.answer.code != "kept":
        return decision
    return Decision(GuestResult("kept", state.event, state.guest))


def _sees_no_grace(old: Callable[..., bool], event: Any, plan: Any, guest: Any, due: Any) -> bool:
    return old(event, plan, msgspec.structs.replace(guest, cancels_at=None), due)


def _reminds_in_a_grace(old: Callable[..., str], message: Any, guest: Any) -> str:
    if message.kind == "reminder":
        guest = msgspec.structs.replace(guest, cancels_at=None)
    return old(message, guest)


def _tells_of_a_grace(old: Callable[..., str], message: Any, guest: Any) -> str:
    return "" if message.kind == "cancel_pending" else old(message, guest)


def _counts_all(old: Callable[..., Decision], state: Any, command: Any, now: Any) -> Decision:
    guest = state.guest
    if guest is not None and guest.offer is not None:
        offer = msgspec.structs.replace(guest.offer, is_short=False)
        guest = msgspec.structs.replace(guest, offer=offer)
    return old(msgspec.structs.replace(state, guest=guest), command, now)


def _counts_a_lapse(old: Callable[..., Decision], *args: Any) -> Decision:
    decision = old(*args)
    (step,) = decision.steps
    room, guest = step.changes
    before: Any = guest.before
    lapsed: Any = update(before, **{**guest.sets, "lapses": before.lapses + 1})
    return msgspec.structs.replace(
        decision, steps=(msgspec.structs.replace(step, changes=(room, lapsed)),)
    )


def _sends_what_is_past(old: Callable[..., Any], before: Any, after: Any, now: Any) -> Any:
    to_come = {alarm.key for alarm in reminder_times.alarms(before, now)}
    past = reminder_times._reminder_alarms(after)  # noqa: SLF001 - the bug sends them
    missed = [alarm for alarm in past if alarm.due_at <= now and alarm.key in to_come]
    return [*old(before, after, now), *(_now(alarm, now) for alarm in missed)]


def _now(alarm: Any, now: Any) -> Any:
    return msgspec.structs.replace(alarm, due_at=now)


def _always_rolls_on(old: Callable[..., dict[str, Any]], *args: Any) -> dict[str, Any]:
    return {**old(*args), "rolls_on": True}


def _forgets_the_date(old: Callable[..., Any], *args: Any, **more: Any) -> Any:
    change = old(*args, **more)
    guards = tuple(guard for guard in change.guards if guard.field != "dated")
    return msgspec.structs.replace(change, guards=guards)


def _forgets_the_key(old: Callable[..., Decision], state: Any, command: Any, now: Any) -> Decision:
    event = state.event and msgspec.structs.replace(state.event, broadcasts=())
    return old(msgspec.structs.replace(state, event=event), command, now)


def _keyed_by_time(
    old: Callable[..., Any],
    kind: Any,
    event: Any,
    guest: Any,
    now: Any,
    key: Any,
    *args: Any,
    **facts: Any,
) -> Any:
    return old(kind, event, guest, now, f"{key}-{now:%H%M%S%f}", *args, **facts)


def _writes_to_anyone(old: Callable[..., str], message: Any, guest: Any) -> str:
    if message.kind == "broadcast":
        guest = msgspec.structs.replace(guest, reach="fine")
    return old(message, guest)


def _forgets_what_is_to_come(old: Callable[..., Any], guest: Any, command: Any, now: Any) -> Any:
    known = [arrival.nonce for arrival in guest.arrivals if arrival.nonce in command.nonces]
    if command.nonces and not known:
        return guest.arrivals
    return old(guest, msgspec.structs.replace(command, nonces=tuple(known)), now)


def _cancels_and_leaves_inside(
    old: Callable[..., Decision], state: Any, command: commands.CancelGuest, now: datetime
) -> Decision:
    """Cancel the seat also of someone who is inside, and leave them checked in."""
    with patch.object(registrations, "undone", lambda arrivals: arrivals):
        return old(state, msgspec.structs.replace(command, by_host=True), now)


def _counts_everyone(
    old: Callable[..., Decision], event: Any, guest: Any, arrival: Any
) -> Decision:
    decision = old(event, guest, arrival)
    if arrival.extra:
        return decision
    room = update(event, adds={"checked_in": arrival.people})
    (step,) = decision.steps
    counted = msgspec.structs.replace(step, changes=(room, *step.changes[1:]))
    return msgspec.structs.replace(decision, steps=(counted,))


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
        "a window does not shrink": swap(
            kernel_offers, "_length", lambda _opening, rules, *_, **__: rules.window
        ),
        "a window shrinks to nothing": swap(
            kernel_offers, "_length", lambda *_, **__: timedelta(seconds=1)
        ),
        "a shortened window is held against the guest": rule(commands.LapseOffer, _counts_all),
        "an offer that could not leave in time is a lapse": wrap(
            offers, "pass_over_guest", _counts_a_lapse
        ),
    },
    "S5": {
        "what an erased guest answered is kept": wrap(erasure, "_blank", _keeps_answers),
        "the audit keeps what an erased guest answered": wrap(
            erasure, "_forget", _keeps_answers_in_the_audit
        ),
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
        "the door does not look at the clock": swap(
            delivery, "_hour", lambda message, *_: SendNow(message.facts)
        ),
        "offers are made at night": swap(offers, "send_at", lambda _opening, _rules, now: now),
        "a message to all goes to who opted out": together(
            swap(
                broadcast,
                "is_recipient",
                lambda guest, to: guest.state == broadcast.STATES[to],
            ),
            wrap(delivery, "_why_not_to_guest", _writes_to_anyone),
        ),
        "a message to all leaves at night": together(
            swap(broadcast, "is_urgent", lambda *_: True),
            wrap(
                delivery,
                "_is_urgent",
                lambda old, message, *more: message.kind == "broadcast" or old(message, *more),
            ),
        ),
        "an early bell reminds early": rule(
            commands.Remind, lambda old, s, c, now: old(s, c, max(now, c.due_at))
        ),
        "news waits for the morning": together(
            swap(bulk_messages, "is_urgent", lambda *_: False),
            swap(delivery, "is_urgent", lambda *_: False),
        ),
        "news looks only at the new date": wrap(
            bulk_messages,
            "change_alarm",
            lambda old, _before, after, *a: old(after, after, *a),
        ),
        "a moved event sends what is past": wrap(reminder_times, "_missed", _sends_what_is_past),
        "a moved event reminds twice on a morning": swap(
            reminder_times, "_is_second", lambda *_: False
        ),
        "every offer says that it rolls on": wrap(delivery, "_offer_facts", _always_rolls_on),
    },
    "S8": {
        "pressing twice writes to all twice": together(
            rule(commands.SendBroadcast, _forgets_the_key),
            wrap(broadcast, "to_guest", _keyed_by_time),
        ),
        "handed over without a lease": rule(LeaseMessage, _sends_before_commit),
        "nobody looks at the lease": swap(
            relay, "is_due", lambda message, _now: message.status in ("queued", "sending")
        ),
    },
    "S9": {
        "signatures are not compared": together(
            swap(links, "hmac", SimpleNamespace(compare_digest=lambda *_: True, new=hmac.new)),
            wrap(links.Keyring, "read", _tampered_if_unreadable),
        ),
        "a link to an earlier address still acts": swap(
            link_binding, "is_current", lambda _link, _guest: True
        ),
        "a spent link claims the next offer": rule(commands.ClaimOffer, _claims_the_live_one),
        "a request holds a seat": rule(commands.RequestSignUp, _holds_a_seat),
    },
    "S10": {
        "a freed seat goes to the public": swap(seat_counters, "kept_within", lambda *_: 0),
        "seats are opened whoever has joined": wrap(
            seat_counters, "if_unchanged", without("line_rev", "freed_at", "owed_rev")
        ),
        "a party that shrinks is overlooked": swap(seat_counters, "_free_seats_for", lambda *_: 0),
        "a new date asks nobody": wrap(
            seat_counters,
            "recapped",
            lambda old, event, cap, now, **_: old(event, cap, now, revived=False),
        ),
    },
    "S12": {
        "the door does not know who cancelled": wrap(
            delivery, "_why_not", _knows_only_who_opted_out
        ),
    },
    "S13": {
        "a proven sender needs no mark": swap(
            mail_replies, "_is_theirs", lambda command, _guest: command.proven
        ),
        "anyone's mark will do": swap(
            mail_replies, "_is_theirs", lambda command, _guest: bool(command.marked)
        ),
        "a no to an offer leaves the line": wrap(mail_replies, "_cancel", _takes_off_the_list),
        "a mail after the end says what one has": swap(messages, "guest_news", lambda *_: ""),
        "a mark counts wherever it stands": swap(mark_proof, "_is_vouched_for", lambda *_: True),
        "a header may be added to a signed mail": swap(
            authentication, "signed_headers", lambda *_: ALL_SIGNED
        ),
        "a report needs no mark": wrap(mark_proof.MarkCheck, "message_with", _finds_by_address),
    },
    "S14": {
        "answers by mail do not count": wrap(execute, "when_spent", _counts_no_mail),
        "two relays count unseen by each other": wrap(
            budget_record, "if_unchanged", without("rev")
        ),
        "only the hour counts": wrap(
            message_budget,
            "free_at",
            lambda old, budget, limits, now: old(
                budget, msgspec.structs.replace(limits, daily=1000), now
            ),
        ),
        "each address has a budget of its own": swap(
            budget_record, "inbox_of", lambda address: address
        ),
        "news waits for the budget": swap(message_budget, "admit", lambda *_: None),
        "a link that was pressed proves nothing": swap(message_budget, "prove", lambda *_: ()),
        "news goes to every address of an inbox": together(
            swap(known_addresses, "MOST_UNPROVEN", 1000),
            swap(known_addresses, "MOST_WITH_PLUS", 1000),
        ),
        "news to unproven addresses has no bound": together(
            swap(message_budget, "MOST_NEWS", 1000),
            swap(message_budget, "MOST_NEWS_WITH_PLUS", 1000),
        ),
        "a spent budget drops confirmations": wrap(Ledger, "_take_mail_turn", _drops_all),
        "combined emails leave at any time": swap(combined_mail, "BETWEEN_EMAILS", timedelta(0)),
        "an email combines two addresses": together(
            swap(combined_mail, "_is_for", lambda *_: True),
            swap(combined_mail, "_digest", lambda _message: ""),
            swap(combined_mail, "_share_address", lambda *_: True),
        ),
        "a combined message is in no email": wrap(message_budget, "_join", _notes_as_sent),
    },
    "S15": {
        "free text cancels at once": swap(grace, "has_grace", lambda *_: False),
        "an early bell ends a grace": rule(
            commands.EndGrace, lambda old, s, c, now: old(s, c, now + FAR)
        ),
        "a grace may last until the start": swap(grace, "LARGEST_SHARE", 1),
        "keeping a seat keeps nothing": rule(commands.KeepSeat, _says_kept),
        "a seat is kept too late": wrap(
            grace, "_why_not_kept", lambda old, e, g, now: old(e, g, now - timedelta(hours=1))
        ),
        "reminders go on in a grace": together(
            wrap(bulk_messages, "_is_for", _sees_no_grace),
            wrap(delivery, "_why_not_to_guest", _reminds_in_a_grace),
        ),
        "the door does not know who kept their seat": wrap(
            delivery, "_why_not_to_guest", _tells_of_a_grace
        ),
        "a new date moves no grace": rule(commands.MoveGraces, lambda *_: Decision(None)),
        "a grace ends years later": wrap(seat_counters, "grace_alarm", later(FAR)),
    },
    "S16": {
        "a walk-in that is undone keeps the seat": swap(check_in, "_stood", lambda _guest: None),
        "a second scan counts again": swap(check_in, "_find", lambda *_: None),
        "a check-in that was undone before it came counts": wrap(
            check_in, "_undone", _forgets_what_is_to_come
        ),
        "whoever gives up a seat stays checked in": rule(
            commands.CancelGuest, _cancels_and_leaves_inside
        ),
        "what was let in offline is refused": rule(
            commands.CheckIn,
            lambda old, s, c, now: old(s, msgspec.structs.replace(c, admitted=False), now),
        ),
        "everyone is counted whoever came before": wrap(check_in, "_arrived", _counts_everyone),
        "an extra who is seated counts twice": swap(
            Guest,
            "admitted_extra",
            property(lambda guest: sum(one.people for one in guest.arrivals if one.extra)),
        ),
        "a device makes up a guest": rule(
            commands.WalkIn,
            lambda old, s, c, now: old(s, msgspec.structs.replace(c, on_list=False), now),
        ),
        "arrivals have no bound": swap(check_in, "_is_full", lambda _guest: False),
        "an extra who gets a seat still counts as one": wrap(
            seat_counters,
            "door_counts",
            lambda old, before, after: {**old(before, after), "extras": 0},
        ),
        "extras are not counted": wrap(
            seat_counters,
            "admitted_extra",
            lambda old, event, _people, **more: old(event, 0, **more),
        ),
        "an extra beyond the bound is lost": swap(
            check_in, "_with_rest", lambda guest, _arrival: guest.arrivals
        ),
        "a link takes the seat of someone who is inside": rule(
            commands.CancelGuest,
            lambda old, s, c, now: old(s, msgspec.structs.replace(c, by_host=True), now),
        ),
        "an email takes the seat of someone who is inside": swap(
            mail_replies, "_is_inside", lambda _guest: False
        ),
        "invented nonces are kept without end": swap(
            check_in, "_without_oldest", lambda _guest, arrivals: tuple(arrivals)
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
        "an invite beside a new date keeps the old one": wrap(
            seat_counters, "held_for_invite", _forgets_the_date
        ),
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
