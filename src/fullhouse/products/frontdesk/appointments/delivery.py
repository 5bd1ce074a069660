"""Delivery checks of appointment messages, and what a refusal means."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from fullhouse.kernel.decisions import Change, Decision, MustBeAbsent, Step, create, update
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.needs import Asking, about_people, in_sequence, together
from fullhouse.kernel.product import (
    BudgetRules,
    DeliveryVerdict,
    Discard,
    Found,
    SendLater,
    SendNow,
)
from fullhouse.kernel.records import Get, Needs
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.products.frontdesk.appointments import needs as g
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
    AppointmentResult,
    AppointmentState,
    ArchivedSend,
    Send,
    Status,
)
from fullhouse.products.frontdesk.appointments.online_notes import (
    ONLINE_CHANGES,
    as_they_stand,
    changed_appointments,
)
from fullhouse.products.frontdesk.appointments.released_times import archived_id, archived_send
from fullhouse.products.frontdesk.appointments.reminder_chain import (
    UNWANTED,
    ReminderDue,
    next_action,
    schedule_of,
)
from fullhouse.products.frontdesk.shared.contacts import (
    Contact,
    NoteReach,
    Reach,
    contact_id,
    is_known_number,
    is_shared,
    reach_needs,
    reach_of,
    reach_step,
    reroute_alarm,
    takes_offers,
    write_reach,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.opening_hours import next_open_minute
from fullhouse.products.frontdesk.shared.sms_budget import (
    KEPT_FOR_OFFERS,
    STOPPED,
    add_cost,
    budget_note,
    counting_texts,
    is_kept_for_offers,
    texts_stopped,
    the_spend,
)

# Statuses of the appointment in which a message is true.
TRUE_WHILE: dict[str, frozenset[Status]] = {
    "reminder": frozenset({"booked"}),
    "booked": STANDING,
    "rescheduled": STANDING,
    "restored": STANDING,
    "cancelled": frozenset({"cancelled"}),
    "text_reply": frozenset({*STANDING, "cancelled"}),
}
GAP = "0000"
CHANGED = "things have changed since"
# Reasons of notes about an appointment that is over.
ENDING = frozenset({"cancelled", "off_sheet", "not_told"})
# Whoever books online sees the links of the booking at once, so using them does not prove that the
# number or address is theirs.
BUDGET = BudgetRules(
    free={},
    news={"reminder": "the customer's own appointment is the reason, and each is sent once"},
    answers={},
    own={},
    by_staff={
        "cancelled": "the customer would come in vain, whatever strangers had sent to them",
        "rescheduled": "the customer would come at the wrong time",
        "restored": "the customer would not come",
    },
    is_entered=lambda message: bool((message.facts.get("appointment") or {}).get("entered")),
)


def _its_appointment(message: Message, _found: Found) -> Needs:
    """Load the appointment of the customer, or those that a note to staff has to know again."""
    if message.kind == ONLINE_CHANGES:
        return changed_appointments(message)
    name = message.person
    if not name and (window_of(message) or _can_be_undone(message)):
        name = _about(message)["id"]
    if not name:
        return {}
    return {"appointment": Get(Appointment, (name,))}


def _can_be_undone(message: Message) -> bool:
    """Return True for a note that waited, and may have been undone meanwhile."""
    return bool(message.facts.get("frees")) and message.facts["reason"] in ENDING


def _about(message: Message) -> dict[str, Any]:
    about: dict[str, Any] = message.facts.get("appointment") or {}
    return about


def _its_reader(message: Message, found: Found) -> Needs:
    """Load the contacts of the message's address, and of the customer's addresses now."""
    return {**reach_needs((message.to,)), **g.its_contacts(message, found)}


def _the_texts(message: Message, found: Found) -> Needs:
    if message.channel != "text" and message.kind != "reminder":
        return {}
    return the_spend(message, found)


def _its_send(message: Message, found: Found) -> Needs:
    """Load the earlier send of this window; that of an old chain is in the archive."""
    name, about = window_of(message), _about(message)
    appointment: Appointment | None = found["appointment"]
    if appointment is None or appointment.chain == about["chain"]:
        return {"send": Get(Send, (about["id"], name))}
    return {"archived_send": Get(ArchivedSend, (about["id"], archived_id(about["chain"], name)))}


def _of_a_window(asking: Asking) -> Asking:
    """Load only for messages whose sending is recorded by window."""

    def needs(message: Message, found: Found) -> Needs:
        if not window_of(message):
            return {}
        return asking(message, found)

    return needs


def window_of(message: Message) -> str:
    """Return the window of a message, in hours before; empty if it has none."""
    if message.kind == "reminder":
        return f"{message.facts['hours']:04d}"
    if message.kind == "gap_alert" and message.facts["reason"] in PRESSING:
        return GAP
    return ""


needs = in_sequence(
    together(about_people(the_documents), _its_appointment, about_people(_the_texts)),
    about_people(together(g.the_holidays, _its_reader)),
)
sent_needs = in_sequence(
    together(_of_a_window(_its_appointment), counting_texts), _of_a_window(_its_send)
)


def check_delivery(message: Message, state: AppointmentState, now: datetime) -> DeliveryVerdict:
    """Check a message before sending: still true, still of use, at a good hour."""
    appointment = state.appointment
    if message.kind == ONLINE_CHANGES:
        return SendNow(as_they_stand(message, state.several))
    if not message.person:
        return _check_staff_note(message, appointment, now)
    if appointment is None or appointment.is_erased:
        return Discard("the appointment is gone")
    stale = _why_stale(message, state, appointment, now)
    if stale:
        return Discard(stale, _undecided(message, appointment, stale))
    lost = _why_not_there(message, state, appointment, now)
    if lost:
        return Discard(lost, _other_way(message, state, appointment, now))
    return _at_this_hour(message, state, appointment, now)


def _undecided(message: Message, appointment: Appointment, why: str) -> Decision:
    """Forget that an unwanted reminder was decided: it is due if it is wanted again."""
    if why != UNWANTED:
        return Decision(None)
    others = tuple(hours for hours in appointment.reminded if hours != message.facts["hours"])
    dropped = with_alert_noted(appointment, reminded=others)
    return Decision(None, steps=(Step(SCOPE, "reminder_dropped", appointment.id, (dropped,)),))


def _at_this_hour(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> DeliveryVerdict:
    """Send with current facts to the current address, or wait until the quiet hours end."""
    opens = _opens(message, state, now)
    if opens <= now:
        facts = {
            **message.facts,
            **customer_facts(message.kind, state, appointment),
            "leaves_at": now,
        }
        if is_shared(appointment.name, state.waiting_there, state.booked_there, now):
            facts["shared"] = True
        address = address_of(appointment, message.channel)
        return SendNow(facts, address, _still_unknown(state, address))
    if message.use_by is None or opens < message.use_by:
        return SendLater(opens)
    also = Decision(None)
    if message.kind == "reminder":
        also = gap_alert(state, appointment, "too_late", now)
    return Discard("the night lasts longer than its use", also)


def _check_staff_note(
    message: Message, appointment: Appointment | None, now: datetime
) -> DeliveryVerdict:
    """Send an urgent alert only while staff can still act on it, and an end while it is one."""
    if appointment is None:
        return SendNow()
    if _can_be_undone(message):
        return Discard(CHANGED) if appointment.stands else SendNow()
    same_time = _about(message)["chain"] == appointment.chain
    if same_time and appointment.status == "booked" and now < appointment.starts_at:
        return SendNow()
    return Discard(CHANGED)


def _why_stale(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> str:
    """Return why a message is no longer true or of use; empty if it is."""
    if message.use_by is not None and now >= message.use_by:
        return "too late to be of use"
    if (
        _about(message)["chain"] != appointment.chain
        or appointment.status not in TRUE_WHILE[message.kind]
    ):
        return CHANGED
    if message.kind != "reminder":
        return ""
    return _why_not_remind(message, state, appointment, now)


def _why_not_remind(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> str:
    """Return why a reminder that waited should not be sent; empty if it should."""
    rulebook = rulebook_of(state.rules)
    if message.id != appointment.reminder:
        return "a later reminder has taken its place"
    if isinstance(next_action(appointment, rulebook, now), ReminderDue):
        return "a nearer reminder is due"
    if not schedule_of(appointment, rulebook):
        return UNWANTED
    return ""


def _why_not_there(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> str:
    """Return why a message cannot be sent on its channel; empty if it can."""
    address = address_of(appointment, message.channel)
    if not address or reach_of(address, state.contacts) != "fine":
        return "they cannot be reached there"
    if message.channel != "text":
        return ""
    if not takes_offers(address, state.contacts):
        return "nobody has confirmed that they agree to texts"
    return _why_unaffordable(message, state, appointment, now)


def _why_unaffordable(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> str:
    """Return why the month's budget has no text for a message; empty if it has."""
    rulebook = rulebook_of(state.rules)
    if texts_stopped(state.spend, rulebook, now):
        return STOPPED
    if not is_kept_for_offers(state.spend, rulebook, now):
        return ""
    if _is_by_stranger(message, appointment) or _is_to_stranger(message, state, appointment):
        return KEPT_FOR_OFFERS
    return ""


def _is_by_stranger(message: Message, appointment: Appointment) -> bool:
    """Return True if a message confirms what anyone could do: book online, or change that."""
    is_own = message.kind == "booked" or message.facts.get("own")
    return appointment.source == "form" and bool(is_own)


def _is_to_stranger(message: Message, state: AppointmentState, appointment: Appointment) -> bool:
    """Return True if a reminder is of an online booking, which anyone can invent."""
    if message.kind != "reminder" or appointment.source != "form":
        return False
    return not is_known_number(appointment.phone, state.contacts, state.booked_there)


def _still_unknown(state: AppointmentState, address: str) -> tuple[MustBeAbsent, ...]:
    """Return the guard that an address without a contact still has none.

    A STOP at the same moment would create it.
    """
    name = contact_id(address)
    if any(contact.id == name and contact.is_stored for contact in state.contacts):
        return ()
    return (MustBeAbsent(Contact, (name,)),)


def _opens(message: Message, state: AppointmentState, now: datetime) -> datetime:
    """Return when a message may be sent.

    A reply to a customer's own click at any hour, a reminder on no closed day, others by day.
    """
    rulebook = rulebook_of(state.rules)
    if message.kind == "reminder":
        return next_open_minute(rulebook, state.holidays, now)
    if message.facts.get("own"):
        return now
    return rulebook.quiet_hours.next_open(now, rulebook.zone)


def _other_way(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> Decision:
    """Send the same reminder on another channel; alert staff if there is none."""
    if _is_by_stranger(message, appointment):
        return Decision(None, messages=_by_mail(message, state, appointment, now))
    if message.kind != "reminder":
        return Decision(None)
    stopped = texts_stopped(state.spend, rulebook_of(state.rules), now)
    channel = channel_of(
        appointment, state.contacts, texts=not stopped and message.channel != "text"
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


def _by_mail(
    message: Message, state: AppointmentState, appointment: Appointment, now: datetime
) -> tuple[Message, ...]:
    """Return the email in place of a text; none if there is no address for it."""
    channel = channel_of(appointment, state.contacts, texts=False)
    if message.channel != "text" or not channel:
        return ()
    facts = {name: message.facts[name] for name in ("own", "before") if name in message.facts}
    occasion = f"{message.id.rpartition(':')[2]}-mail"
    return to_customer(message.kind, state, appointment, channel, now, occasion, **facts)


def on_refused(
    message: Message, state: AppointmentState, outcome: Refused | CarrierDown, now: datetime
) -> Decision:
    """Store that an address is lost, and send a reminder on another channel."""
    appointment = state.appointment
    if not isinstance(outcome, Refused) or not outcome.permanent or not message.person:
        return Decision(None)
    lost: Reach = "opted_out" if outcome.reason == OPTED_OUT else "bounced"
    noted = _noted(state, NoteReach(address=message.to, reach=lost, note=outcome.reason), now)
    if appointment is None or _why_stale(message, state, appointment, now):
        return noted
    also = _other_way(message, _after(state, noted), appointment, now)
    return replace(noted, steps=(*noted.steps, *also.steps), messages=also.messages)


def _noted(state: AppointmentState, command: NoteReach, now: datetime) -> Decision:
    """Store the new reach of a contact; its entries on the waitlist follow."""
    change = write_reach(state.contacts, command, now)
    if change is None:
        return Decision(AppointmentResult("noted"))
    contact = change.after
    alarms = (reroute_alarm(contact, now),) if contact.entries else ()
    return Decision(AppointmentResult("noted"), steps=(reach_step(change),), set_alarms=alarms)


def _after(state: AppointmentState, noted: Decision) -> AppointmentState:
    """Return the state with the contacts that a decision changed."""
    fresh = {change.after.id: change.after for change in noted.changes}
    others = (contact for contact in state.contacts if contact.id not in fresh)
    return replace(state, contacts=(*others, *fresh.values()))


def on_sent(message: Message, state: AppointmentState, letter: str, now: datetime) -> Decision:
    """Record a sent reminder or alert, and count the cost of an SMS."""
    left = _left(message, state, now)
    if message.channel != "text":
        return Decision(None, steps=left)
    rulebook = rulebook_of(state.rules)
    spend = add_cost(state.spend, message.to, letter, rulebook, now)
    steps = (*left, Step(SCOPE, "text_counted", message.person, (spend,)))
    told = budget_note(state.spend, spend.after, rulebook, now)
    if told is None:
        return Decision(None, steps=steps)
    note = to_staff(told.kind, state, now, told.occasion, **told.facts)
    return Decision(None, steps=steps, messages=(note,))


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
    """Record a send with its chain, which may be over by now."""
    appointment = state.appointment
    if appointment is not None and appointment.chain != fresh.chain:
        return create(archived_send(fresh))
    if state.send is None:
        return create(fresh)
    sets = {name: getattr(fresh, name) for name in ("chain", "move", "channel", "sent_at")}
    return update(state.send, **sets)
