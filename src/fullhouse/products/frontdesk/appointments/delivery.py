"""How messages about appointments leave: looked at once more at the door, and what a refusal means."""

from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.kernel.decisions import Change, Decision, MustBeAbsent, Step, create, update
from fullhouse.kernel.links import LINKS_HOLD, Link, Page
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.needs import Asking, about_people, in_sequence, together
from fullhouse.kernel.product import DeliveryVerdict, Discard, Found, SendLater, SendNow
from fullhouse.kernel.records import Get, Needs
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments import needs as g
from fullhouse.products.frontdesk.appointments.commands import NoteCustomer
from fullhouse.products.frontdesk.appointments.gap_alerts import (
    PRESSING,
    gap_alert,
    with_alert_noted,
)
from fullhouse.products.frontdesk.appointments.messages import (
    address_of,
    channel_of,
    customer_facts,
    to_customer,
    to_staff,
)
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    STANDING,
    Appointment,
    AppointmentState,
    ArchivedSend,
    Customer,
    Reach,
    Send,
    Status,
    customer_id,
)
from fullhouse.products.frontdesk.appointments.reach import note_customer
from fullhouse.products.frontdesk.appointments.released_times import archived_id, archived_send
from fullhouse.products.frontdesk.appointments.reminder_chain import (
    ReminderDue,
    next_action,
    schedule_of,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.opening_hours import next_open_minute
from fullhouse.products.frontdesk.shared.sms_budget import (
    STOPPED,
    add_cost,
    counting_texts,
    last_text,
    texts_stopped,
    the_spend,
)

ANSWERING = frozenset({"confirm", "reschedule", "cancel"})
# A message is true while its appointment is one of these.
TRUE_WHILE: dict[str, frozenset[Status]] = {
    "reminder": frozenset({"booked"}),
    "booked": STANDING,
    "rescheduled": STANDING,
    "restored": STANDING,
    "cancelled": frozenset({"cancelled"}),
}
GAP = "0000"


def _its_appointment(message: Message, _found: Found) -> Needs:
    """Load the appointment of whoever it is to; or that of which staff hear while something can be put right."""
    name = message.person or (_about(message)["id"] if window_of(message) else "")
    return {"appointment": Get(Appointment, (name,))} if name else {}


def _about(message: Message) -> dict[str, Any]:
    about: dict[str, Any] = message.facts.get("appointment") or {}
    return about


def _its_reader(message: Message, found: Found) -> Needs:
    """Load what is known of where it was to go, and of where its reader is reached now."""
    return {**g.customers_of((message.to,)), **g.its_customers(message, found)}


def _the_texts(message: Message, found: Found) -> Needs:
    return (
        the_spend(message, found) if message.channel == "text" or message.kind == "reminder" else {}
    )


def _its_send(message: Message, found: Found) -> Needs:
    """Load what left for this window before; of a chain that is over it stands elsewhere."""
    name, about = window_of(message), _about(message)
    appointment: Appointment | None = found["appointment"]
    if appointment is None or appointment.chain == about["chain"]:
        return {"send": Get(Send, (about["id"], name))}
    return {"archived_send": Get(ArchivedSend, (about["id"], archived_id(about["chain"], name)))}


def _of_a_window(asking: Asking) -> Asking:
    """Ask where it is written down what left for a window."""

    def needs(message: Message, found: Found) -> Needs:
        return asking(message, found) if window_of(message) else {}

    return needs


def window_of(message: Message) -> str:
    """Name the window that a message is for, in hours before; nothing for one that belongs to none."""
    if message.kind == "reminder":
        return f"{message.facts['hours']:04d}"
    return GAP if message.kind == "gap_alert" and message.facts["reason"] in PRESSING else ""


needs = in_sequence(
    together(about_people(the_documents), _its_appointment, about_people(_the_texts)),
    about_people(together(g.the_holidays, _its_reader)),
)
sent_needs = in_sequence(
    together(_of_a_window(_its_appointment), counting_texts), _of_a_window(_its_send)
)


def check_delivery(message: Message, state: AppointmentState, now: datetime) -> DeliveryVerdict:
    """Judge a message that is about to leave: whether it is still true, of use, and not sent at a wrong hour."""
    appointment = state.appointment
    if not message.person:
        return _staff_door(message, appointment, now)
    if appointment is None or appointment.is_erased:
        return Discard("the appointment is gone")
    stale = _why_stale(message, state, appointment, now)
    lost = "" if stale else _why_not_there(message, state, appointment, now)
    if stale or lost:
        return Discard(
            stale or lost, _other_way(message, state, appointment, now) if lost else Decision(None)
        )
    return _at_this_hour(message, state, appointment, now)


def _at_this_hour(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> DeliveryVerdict:
    """Let a message go, with what is true now and to where its reader is reached; or have it wait for the morning."""
    opens = _opens(message, state, now)
    if opens <= now:
        facts = {
            **message.facts,
            **customer_facts(message.kind, state, appointment),
            "leaves_at": now,
        }
        address = address_of(appointment, message.channel)
        return SendNow(facts, address, _unheard_of(state, address))
    if message.use_by is None or opens < message.use_by:
        return SendLater(opens)
    also = (
        gap_alert(state, appointment, "too_late", now)
        if message.kind == "reminder"
        else Decision(None)
    )
    return Discard("the night lasts longer than its use", also)


def _staff_door(
    message: Message, appointment: Appointment | None, now: datetime
) -> DeliveryVerdict:
    """Let staff hear of what may still be put right only while it may."""
    if (
        appointment is None
        or message.kind != "gap_alert"
        or message.facts["reason"] not in PRESSING
    ):
        return SendNow()
    told = _about(message)["chain"] == appointment.chain and appointment.status == "booked"
    return (
        SendNow() if told and now < appointment.starts_at else Discard("things have changed since")
    )


def _why_stale(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> str:
    """Say why a message is not true or of no use any more; empty if it is."""
    if message.use_by is not None and now >= message.use_by:
        return "too late to be of use"
    if (
        _about(message)["chain"] != appointment.chain
        or appointment.status not in TRUE_WHILE[message.kind]
    ):
        return "things have changed since"
    return _why_not_remind(message, state, appointment, now) if message.kind == "reminder" else ""


def _why_not_remind(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> str:
    """Say why a reminder should not leave although its time stands: one that waited may have been overtaken."""
    rulebook = rulebook_of(state.rules)
    if message.id != appointment.reminder:
        return "a later reminder has taken its place"
    if isinstance(next_action(appointment, rulebook, now), ReminderDue):
        return "a nearer reminder is due"
    return "" if schedule_of(appointment, rulebook) else "no reminders are wanted any more"


def _why_not_there(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> str:
    """Say why a message cannot leave this way; empty if it can."""
    address = address_of(appointment, message.channel)
    if not address or _reach(state, address) != "fine":
        return "they cannot be reached there"
    stopped = message.channel == "text" and texts_stopped(
        state.spend, rulebook_of(state.rules), now
    )
    return STOPPED if stopped else ""


def _reach(state: AppointmentState, address: str) -> Reach:
    return next((one.reach for one in state.customers if one.id == customer_id(address)), "fine")


def _unheard_of(state: AppointmentState, address: str) -> tuple[MustBeAbsent, ...]:
    """Hold to it that nothing was ever said of an address: there is no record yet whose change would tell of STOP."""
    name = customer_id(address)
    return (
        () if any(one.id == name for one in state.customers) else (MustBeAbsent(Customer, (name,)),)
    )


def _opens(message: Message, state: AppointmentState, now: datetime) -> datetime:
    """Say when a message may leave: an answer to someone's own click at any hour, a reminder on no closed day."""
    rulebook = rulebook_of(state.rules)
    if message.kind == "reminder":
        return next_open_minute(rulebook, state.holidays, now)
    return now if message.facts.get("own") else rulebook.quiet_hours.next_open(now, rulebook.zone)


def _other_way(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> Decision:
    """Write the same reminder to where it may arrive; where there is no such place, staff hear of it."""
    if message.kind != "reminder":
        return Decision(None)
    stopped = texts_stopped(state.spend, rulebook_of(state.rules), now)
    channel = channel_of(
        appointment, state.customers, texts=not stopped and message.channel != "text"
    )
    if not channel or channel == message.channel:
        return gap_alert(state, appointment, "unreachable", now)
    facts = {name: message.facts[name] for name in ("move", "hours", "reply")}
    words = to_customer(
        "reminder", state, appointment, channel, now, f"{facts['reply']}-{channel}", **facts
    )
    noted = with_alert_noted(appointment, reminder=words[0].id)
    return Decision(
        None, steps=(Step(SCOPE, "other_way", appointment.id, (noted,), channel),), messages=words
    )


def on_refused(
    message: Message, state: AppointmentState, outcome: Refused | CarrierDown, now: datetime
) -> Decision:
    """Remember of an address what will never arrive there, and send a reminder another way."""
    appointment = state.appointment
    if not isinstance(outcome, Refused) or not outcome.permanent or not message.person:
        return Decision(None)
    lost: Reach = "opted_out" if outcome.reason == OPTED_OUT else "bounced"
    noted = note_customer(
        state, NoteCustomer(address=message.to, reach=lost, note=outcome.reason), now
    )
    if appointment is None or _why_stale(message, state, appointment, now):
        return noted
    also = _other_way(message, _knowing(state, noted), appointment, now)
    return replace(noted, steps=(*noted.steps, *also.steps), messages=also.messages)


def _knowing(state: AppointmentState, noted: Decision) -> AppointmentState:
    """See customers as they are once something was noted of one."""
    fresh = {one.after.id: one.after for one in noted.changes}
    others = (one for one in state.customers if one.id not in fresh)
    return replace(state, customers=(*others, *fresh.values()))


def on_sent(message: Message, state: AppointmentState, letter: str, now: datetime) -> Decision:
    """Write down that a reminder, or a word to staff, has left, and count what a text cost."""
    left = _left(message, state, now)
    if message.channel != "text":
        return Decision(None, steps=left)
    rulebook = rulebook_of(state.rules)
    spend = add_cost(state.spend, letter, rulebook, now)
    told = last_text(state.spend, spend.after, rulebook, now)
    notes = (to_staff("text_limit", state, now, spend.after.month, **told),) if told else ()
    return Decision(
        None, steps=(*left, Step(SCOPE, "text_counted", message.person, (spend,))), messages=notes
    )


def _left(message: Message, state: AppointmentState, now: datetime) -> tuple[Step, ...]:
    name, about = window_of(message), _about(message)
    if not name or state.archived_send is not None:
        return ()
    fresh = Send(
        appointment_id=about["id"],
        id=name,
        chain=about["chain"],
        move=message.facts.get("move", "gap_alert"),
        channel=message.channel,
        sent_at=now,
    )
    return (Step(SCOPE, "sent", fresh.appointment_id, (_logged(fresh, state),), message.channel),)


def _logged(fresh: Send, state: AppointmentState) -> Change[Any]:
    """Write a send where it belongs: its chain may be over by now."""
    appointment = state.appointment
    if appointment is not None and appointment.chain != fresh.chain:
        return create(archived_send(fresh))
    if state.send is None:
        return create(fresh)
    sets = {name: getattr(fresh, name) for name in ("chain", "move", "channel", "sent_at")}
    return update(state.send, **sets)


def link(message: Message, purpose: str) -> Link | None:
    """Say what a link in a message lets its reader do, once and until the appointment; None for a plain page."""
    if purpose not in ANSWERING or not message.person:
        return None
    expires_at = message.queued_at.replace(microsecond=0) + LINKS_HOLD
    offer = f"{_about(message)['chain']}-{message.facts.get('hours', 0)}"
    return Link(purpose, SCOPE, message.person, offer, expires_at)


def page(message: Message, purpose: str) -> Page:
    """Return the desk's page of appointments, or the waitlist's page with the same service chosen.

    Who asks for an earlier time waits until the day of the appointment at the latest.
    """
    if purpose == "desk":
        return Page("desk", "/desk/appointments")
    appointment = message.facts.get("appointment", {})
    query = {}
    if appointment.get("service"):
        query["service"] = appointment["service"]
        if purpose == "earlier":
            starts_at = msgspec.convert(appointment["starts_at"], datetime)
            day = wall_time(starts_at, message.facts["business"]["zone"]).date()
            query["latest"] = day.isoformat()
    return Page("waitlist", "/waitlist", query)
