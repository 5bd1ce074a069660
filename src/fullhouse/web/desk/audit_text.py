"""Audit lines as sentences: who did what, to whom, and when."""

from datetime import datetime

import msgspec

from fullhouse.engine.access import Member
from fullhouse.engine.core import Engine
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.localized_dates import say_time
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale import cldr
from fullhouse.locale.current import current_language, gettext, translate
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import SCOPE as BUSINESS
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from fullhouse.products.rsvp.model import Event, Guest

# {who} is the customer of the audit line.
APPOINTMENT_ACTIONS = {
    "booked": "{who} was booked",
    "edited": "The appointment of {who} was changed",
    "moved": "The appointment of {who} was moved to another time",
    "rescheduled": "{who} picked another time",
    "confirmed": "{who} is coming",
    "unconfirmed": "It was taken back that {who} is coming",
    "cancelled": "{who} is not coming",
    "no_show": "{who} did not come",
    "restored": "The appointment of {who} stands again",
    "erased": "A customer was erased",
    "written": "{who} was written to the sheet",
    "first_reminder": "{who} gets the first reminder",
    "second_reminder": "{who} gets another reminder",
    "gap_alert": "{who} does not answer: staff were told",
    "not_reminded": "{who} could not be reminded: staff were told",
    "not_offered": "The time that {who} gave up could not be offered: staff were told",
    "other_way": "A message to {who} did not arrive and goes another way",
    "sent": "A message to {who} has left",
    "held": "The time of a freed slot is kept in the book while it is offered",
    "let_go": "The time of a freed slot is free in the book again",
    "opted_out": "A customer asked for no more messages",
    "bounced": "Messages to a customer come back",
    "unreachable": "A customer cannot be reached",
    "reach_fine": "A customer can be reached again",
    "proposed": "A booking was put before staff",
    "proposal_approved": "A proposed booking was approved",
    "proposal_discarded": "A proposed booking was discarded",
    "text_counted": "A text was counted",
}


def describe_appointment(engine: Engine, line: AuditLine) -> str:
    """Return the sentence of an audit line about an appointment."""
    sentence = APPOINTMENT_ACTIONS.get(line.action)
    if sentence is None:
        return _unknown_action(line)
    return translate(sentence).format(who=_customer_of(engine, line))


def _unknown_action(line: AuditLine) -> str:
    return line.action.replace("_", " ").capitalize()


def _customer_of(engine: Engine, line: AuditLine) -> str:
    appointment = engine.load(Get(Appointment, (line.subject,)))
    if appointment is None:
        return gettext("Someone")
    return appointment.name


# {who} is the customer of the audit line, {slot} the slot, {paper} the rules or the voice.
SLOT_ACTIONS = {
    "joined": "{who} joined the list",
    "edited": "What {who} waits for was changed",
    "left": "{who} left the list",
    "removed": "{who} was taken off the list",
    "expired": "The dates of {who} have passed: off the list",
    "erased": "A customer was erased",
    "written": "{who} was written to the sheet",
    "freed": "{slot} was freed",
    "offered": "{who} was offered {slot}",
    "rolled_on": "It rolled on: {who} was offered {slot} next",
    "claimed": "{who} claimed {slot}",
    "declined": "{who} said no to {slot}",
    "timed_out": "{who} did not answer in time for {slot}",
    "offer_withdrawn": "The offer of {slot} to {who} was withdrawn",
    "put_back": "The offer of {slot} to {who} could not leave and was taken back",
    "unreachable": "{who} cannot be reached and is passed over",
    "waits": "{slot} waits for someone who holds another offer just now",
    "nobody_fits": "{slot} was handed back: nobody on the list fits",
    "handed_back": "{slot} was handed back",
    "withdrawn": "{slot} is not offered any more",
    "opted_out": "{who} asked for no more messages",
    "bounced": "Messages to {who} come back",
    "reach_fine": "{who} can be reached again",
    "reached_by": "{who} is reached another way now",
    "adopted": "What was known of a customer's address is kept in one place now",
    "passed_over": "{who} was passed over",
    "told_again": "{slot} was told once more, and is still one opening",
    "texts_anew": "Texts may be sent again",
    "proposed": "A forwarded request was put before staff",
    "proposal_approved": "A forwarded request was approved",
    "proposal_discarded": "A forwarded request was discarded",
    "text_counted": "A text was counted",
    "document_saved": "{paper} were put in force",
    "document_refused": (
        "{paper} had a line that could not be understood; the last good text stays in force"
    ),
}
PAPERS = {"rules": "New rules", "voice": "New words of the voice"}
TITLES = {WAITLIST: "Waitlist", BUSINESS: "Rules and voice"}
# Actions of the machinery that staff need not read about.
SILENT = frozenset({"written", "text_counted", "held", "let_go"})


def is_ours(line: AuditLine) -> bool:
    """Return True if an audit line belongs to the waitlist or the documents."""
    return line.scope in TITLES


def describe_slot_line(engine: Engine, line: AuditLine) -> str:
    """Return the sentence of an audit line about the waitlist or the documents."""
    sentence = SLOT_ACTIONS.get(line.action)
    if sentence is None:
        return _unknown_action(line)
    document = translate(PAPERS.get(line.subject, line.subject))
    return translate(sentence).format(
        who=_waiting_customer(engine, line), slot=_slot_name(engine, line), paper=document
    )


def _waiting_customer(engine: Engine, line: AuditLine) -> str:
    changed = [change.key[0] for change in line.entries if change.kind == Entry.kind_name]
    for entry_id in (*changed, line.subject):
        entry = engine.load(Get(Entry, (entry_id,)))
        if entry is not None:
            return entry.name
    return gettext("Someone")


def _slot_name(engine: Engine, line: AuditLine) -> str:
    slot = engine.load(Get(Slot, (line.subject,)))
    if slot is None:
        return gettext("A slot")
    zone = rulebook_of(engine.load(Get(Document, ("rules",)))).zone
    return format_slot(slot, zone)


def format_slot(slot: Slot, zone: str) -> str:
    """Name a slot: Colour with Jess, Sat 20 Jun, 14:00."""
    starts_at = wall_time(slot.starts_at, zone)
    language = current_language()
    names = cldr()[language]
    values = {
        "service": slot.service,
        "weekday": names["short_weekdays"][starts_at.weekday()],
        "day": str(starts_at.day),
        "month": names["short_months"][starts_at.month - 1],
        "time": say_time(starts_at, language),
    }
    if slot.staff:
        return gettext(
            "%(service)s with %(staff)s, %(weekday)s %(day)s %(month)s, %(time)s",
            staff=slot.staff,
            **values,
        )
    return gettext("%(service)s, %(weekday)s %(day)s %(month)s, %(time)s", **values)


# {who} is the guest or the member of the audit line.
ACTIONS = {
    "created": "The guest list was opened",
    "changed": "The event was changed",
    "sign_up_closed": "Sign-up was closed",
    "sign_up_reopened": "Sign-up was opened again",
    "event_cancelled": "The event was cancelled",
    "signed_up": "{who} got a seat",
    "joined_line": "{who} joined the line",
    "invited": "A seat is held for {who}, who still has to confirm",
    "cancelled": "{who} gave up their seat",
    "left_line": "{who} left the line",
    "took_free_seat": "{who} took a free seat from the line",
    "party_changed": "{who} changed the size of their party",
    "contact_changed": "{who} put their name or address right",
    "address_changed": "{who} is written to at a new address",
    "erased": "A guest was erased",
    "people_erased": "Everyone on the list was erased",
    "opted_out": "{who} asked for no more mail",
    "opted_in": "{who} asked for mail again",
    "offered": "{who} was offered a seat",
    "rolled_on": "The seat rolled on: {who} was offered it next",
    "claimed": "{who} claimed the seat",
    "declined": "{who} said no, thank you",
    "lapsed": "{who} did not answer in time",
    "lapsed_out": "{who} did not answer again and left the line",
    "invite_declined": "{who} said no to the invitation",
    "invite_lapsed": "{who} did not confirm in time",
    "put_back": "An offer to {who} could not leave and was taken back",
    "unreachable": "{who} cannot be reached and is passed over",
    "cancel_pending": "{who} wrote that they can't come: the seat will be cancelled",
    "seat_kept": "{who} keeps the seat",
    "grace_moved": "{who} has more time to keep the seat: the date changed",
    "grace_withdrawn": "The event was called off before the seat of {who} was cancelled",
    "deadline_moved": "The deadline of {who} moved with the event",
    "offer_withdrawn": "The offer to {who} was withdrawn",
    "bounced": "Mail to {who} came back",
    "seats_opened": "Nobody in line could be asked: the seats are open to all",
    "member_added": "{who} may come to the desk",
    "member_moved": "{who} has a new address",
    "member_back": "{who} may come to the desk again",
    "member_removed": "{who} may not come to the desk any more",
    "role_changed": "{who} has a new role at the desk",
    "signed_in": "{who} signed in",
    "signed_out": "{who} signed out",
    "session_ended": "{who} signed out one browser",
    "passkey_added": "{who} added a passkey",
    "passkey_removed": "{who} removed a passkey",
    "key_rotated": "Links are signed with a new key",
    "keys_revoked": "All links sent so far stopped working: their keys were revoked",
    "token_added": "A token for scripts was made",
    "token_revoked": "A token for scripts was revoked",
    "webhook_secret_set": "The booking tool got a new secret",
}

VOICES = {
    "clock": "the clock",
    "relay": "the post",
    "guest": "the guest",
    "customer": "the customer",
    "webhook": "the booking tool",
    "sheet": "the sheet",
    "calendar": "the calendar",
    "document": "the document",
    "setup": "the first start",
    "mail": "a mail",
    "text": "a text",
    "slack": "someone in Slack",
}

WHY_NOT = {
    "has_an_offer": "holds an offer just now",
    "opted_out": "asked for no more mail",
    "bounced": "mail to them comes back",
    "unreachable": "mail does not reach them",
    "passed_on_this_one": "passed on this seat, comes first for the next",
    "party_does_not_fit": "needs more seats than are free",
    "not_in_line": "is not in line",
}


class AuditSentence(msgspec.Struct, frozen=True):
    """One audit line in words."""

    number: int
    at: datetime
    by: str
    what: str
    note: str = ""
    scope: str = ""


def describe(engine: Engine, line: AuditLine) -> AuditSentence:
    """Put an audit line into words."""
    return AuditSentence(
        line.number, line.at, voice(engine, line), _what(engine, line), line.note, line.scope
    )


def _what(engine: Engine, line: AuditLine) -> str:
    if line.scope == APPOINTMENTS:
        return describe_appointment(engine, line)
    if is_ours(line):
        return describe_slot_line(engine, line)
    return _of_event(engine, line)


def _of_event(engine: Engine, line: AuditLine) -> str:
    sentence = ACTIONS.get(line.action)
    if sentence is None:
        return _unknown_action(line)
    return translate(sentence).format(who=name(engine, line))


def name(engine: Engine, line: AuditLine) -> str:
    """Return the name of the guest or the address of the member of an audit line."""
    guest = engine.load(Get(Guest, (line.scope, line.subject)))
    if guest is not None:
        return guest.name or guest.email
    member = engine.load(Get(Member, (line.subject,)))
    if member is None:
        return gettext("Someone")
    return member.email


def voice(engine: Engine, line: AuditLine) -> str:
    """Return who or what gave the command of an audit line."""
    kind, _, who = line.by.partition(":")
    if kind == "member":
        member = engine.load(Get(Member, (who,)))
        if member is None:
            return gettext("someone at the desk")
        return member.email
    if kind == "token":
        return gettext("the script %(name)s", name=who)
    return translate(VOICES.get(kind, line.by))


def title(engine: Engine, scope: str) -> str:
    """Return the name of a scope: event, waitlist or appointments; empty for the desk itself."""
    if scope == APPOINTMENTS:
        return gettext("Appointments")
    if scope in TITLES:
        return translate(TITLES[scope])
    event = engine.load(Get(Event, (scope,)))
    if event is None:
        return ""
    return event.name
