"""How messages about appointments leave: looked at once more at the door, and what a refusal means."""

from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.kernel.decisions import Change, Decision, Step, change, new, unchanged
from fullhouse.kernel.documents import rulebook_of
from fullhouse.kernel.links import LINKS_HOLD, Link
from fullhouse.kernel.messages import Down, Message, Refused
from fullhouse.kernel.opening import next_open_minute
from fullhouse.kernel.product import Drop, Found, Go, Verdict, Wait
from fullhouse.kernel.records import Get, Needs
from fullhouse.kernel.spending import counted, texts_stopped
from fullhouse.kernel.texts import OPTED_OUT
from fullhouse.products.appointments import gathering as g
from fullhouse.products.appointments.commands import NoteCustomer
from fullhouse.products.appointments.model import SCOPE, Appointment, Reach, Send, State, customer_id
from fullhouse.products.appointments.notices import appointment_facts, channel_of, to_customer, to_staff
from fullhouse.products.appointments.reach import note_customer

# What stands for an address that a carrier names in its refusal: it is not written down.
NOWHERE = "…"
STOPPED = "this month's texts have cost all that they may"
ANSWERING = frozenset({"confirm", "reschedule", "cancel"})


def _the_person(message: Message, _found: Found) -> Needs:
    if not message.person:
        return {}
    return {"appointment": Get(Appointment, (message.person,)), **g.customers_of((message.to,))}


def _the_texts(message: Message, found: Found) -> Needs:
    return g.the_spend(message, found) if message.channel == "text" else {}


def _its_send(message: Message, _found: Found) -> Needs:
    """Load what left for this window before: the chain before this one may have had it, too."""
    if message.kind != "reminder":
        return {}
    return {"send": Get(Send, (message.person, window_of(message)))}


def window_of(message: Message) -> str:
    """Name the window that a reminder is for, in hours before: the earliest sorts last."""
    return f"{message.facts['hours']:04d}"


needs = g.steps(g.the_documents, g.the_holidays, _the_person, _the_texts, g.its_customers, _its_send)


def door(message: Message, state: State, now: datetime) -> Verdict:
    """Judge a message that is about to leave: whether it is still true, of use, and not sent at night or when closed."""
    if not message.person:
        return Go()
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return Drop("the appointment is gone")
    reason = _why_not(message, state, appointment, now)
    if reason:
        return Drop(
            reason, _instead(message, state, appointment, now) if message.kind == "reminder" else Decision(None)
        )
    if message.kind != "reminder":
        return Go()
    opens = next_open_minute(rulebook_of(state.rules), state.holidays, now)
    if opens <= now:
        return Go({**message.facts, "appointment": appointment_facts(appointment)})
    if opens >= appointment.starts_at:
        return Drop("the night lasts longer than its use", _alert(state, appointment, "too_late", now))
    return Wait(opens)


def _why_not(message: Message, state: State, appointment: Appointment, now: datetime) -> str:
    """Say why a message should not leave any more; empty if it should."""
    if message.use_by is not None and now >= message.use_by:
        return "too late to be of use"
    told = message.facts["appointment"]
    if told["chain"] != appointment.chain or told["status"] != appointment.status:
        return "things have changed since"
    if message.kind == "reminder" and message.id != appointment.reminder:
        return "a later reminder has taken its place"
    if _reach(state, message.to) != "fine":
        return "they cannot be reached there"
    stopped = message.channel == "text" and texts_stopped(state.spend, rulebook_of(state.rules), now)
    return STOPPED if stopped else ""


def _reach(state: State, address: str) -> Reach:
    return next((one.reach for one in state.customers if one.id == customer_id(address)), "fine")


def _instead(message: Message, state: State, appointment: Appointment, now: datetime) -> Decision:
    """Send a reminder another way that cannot leave this way, or tell staff; one that is of no use needs neither."""
    still = appointment.status == "booked" and message.id == appointment.reminder and now < appointment.starts_at
    if not still or message.facts["appointment"]["chain"] != appointment.chain:
        return Decision(None)
    return other_way(message, state, appointment, now)


def other_way(message: Message, state: State, appointment: Appointment, now: datetime) -> Decision:
    """Write the same reminder to where it may arrive; where there is no such place, staff hear of it."""
    stopped = texts_stopped(state.spend, rulebook_of(state.rules), now)
    channel = channel_of(appointment, state.customers, texts=not stopped and message.channel != "text")
    if not channel or channel == message.channel:
        return _alert(state, appointment, "unreachable", now)
    facts = {name: message.facts[name] for name in ("move", "hours", "reply")}
    occasion = f"{facts['reply']}-{channel}"
    words = to_customer("reminder", state, appointment, channel, now, occasion, **facts)
    noted = _noted(appointment, reminder=words[0].id)
    return Decision(None, steps=(Step(SCOPE, "other_way", appointment.id, (noted,), channel),), messages=words)


def _alert(state: State, appointment: Appointment, reason: str, now: datetime) -> Decision:
    if appointment.alerted_at is not None:
        return Decision(None)
    facts = {"appointment": appointment_facts(appointment), "reason": reason}
    note = to_staff("gap_alert", state, now, f"{appointment.id}:{appointment.chain}", **facts)
    step = Step(SCOPE, "gap_alert", appointment.id, (_noted(appointment, alerted_at=now),), reason)
    return Decision(None, steps=(step,), messages=(note,))


def _noted(appointment: Appointment, **sets: Any) -> Change[Appointment]:  # noqa: ANN401 - fields of an appointment
    return change(appointment, *unchanged(appointment, "rev"), **sets, rev=appointment.rev + 1)


def refused(message: Message, state: State, outcome: Refused | Down, now: datetime) -> Decision:
    """Remember of an address what will never arrive there, and send a reminder another way."""
    appointment = state.appointment
    if not isinstance(outcome, Refused) or not outcome.permanent or appointment is None:
        return Decision(None)
    lost: Reach = "opted_out" if outcome.reason == OPTED_OUT else "bounced"
    reason = outcome.reason.replace(message.to, NOWHERE)
    noted = note_customer(state, NoteCustomer(address=message.to, reach=lost, note=reason), now)
    if message.kind != "reminder":
        return noted
    also = _instead(message, _knowing(state, noted), appointment, now)
    return replace(noted, steps=(*noted.steps, *also.steps), messages=also.messages)


def _knowing(state: State, noted: Decision) -> State:
    """See customers as they are once something was noted of one."""
    fresh = {one.after.id: one.after for one in noted.changes}
    others = (one for one in state.customers if one.id not in fresh)
    return replace(state, customers=(*others, *fresh.values()))


def sent(message: Message, state: State, letter: str, now: datetime) -> Decision:
    """Write down that a reminder has left, and count what a text cost."""
    steps = (_sent(message, state, now),) if message.kind == "reminder" else ()
    if message.channel != "text":
        return Decision(None, steps=steps)
    rulebook = rulebook_of(state.rules)
    spend = counted(state.spend, letter, rulebook, now)
    steps = (*steps, Step(SCOPE, "text_counted", message.person, (spend,)))
    if texts_stopped(state.spend, rulebook, now) or not texts_stopped(spend.after, rulebook, now):
        return Decision(None, steps=steps)
    limit, month = msgspec.to_builtins(rulebook.texts.limit), spend.after.month
    note = to_staff("text_limit", state, now, month, month=month, limit=limit)
    return Decision(None, steps=steps, messages=(note,))


def _sent(message: Message, state: State, now: datetime) -> Step:
    chain, move = message.facts["appointment"]["chain"], message.facts["move"]
    if state.send is not None:
        sets = {"chain": chain, "move": move, "channel": message.channel, "sent_at": now}
        return Step(SCOPE, "sent", message.person, (change(state.send, **sets),), message.channel)
    fresh = Send(
        appointment_id=message.person,
        id=window_of(message),
        chain=chain,
        move=move,
        channel=message.channel,
        sent_at=now,
    )
    return Step(SCOPE, "sent", message.person, (new(fresh),), message.channel)


def link(message: Message, purpose: str) -> Link | None:
    """Say what a link in a message lets its reader do, once and until the appointment; None for a plain page."""
    if purpose not in ANSWERING or not message.person:
        return None
    about = message.facts["appointment"]
    expires_at = message.queued_at.replace(microsecond=0) + LINKS_HOLD
    return Link(purpose, SCOPE, message.person, f"{about['chain']}-{message.facts.get('hours', 0)}", expires_at)
