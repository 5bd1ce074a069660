"""Audit lines as sentences: who did what, to whom, and when."""

from datetime import datetime

import msgspec

from fullhouse.engine.access import Member
from fullhouse.engine.core import Engine
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.localized_dates import say_time
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale import cldr, to_translate
from fullhouse.locale.current import current_language, format_number, gettext, translate
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import SCOPE as BUSINESS
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from fullhouse.products.rsvp.audit_counts import CountedLine
from fullhouse.products.rsvp.model import Event, Guest

# {who} is the customer of the audit line.
APPOINTMENT_ACTIONS = {
    "booked": "{who} was booked",
    "edited": "The appointment of {who} was changed",
    "moved": "The appointment of {who} was moved to another time",
    "rescheduled": "{who} picked another time",
    "moved_earlier": "{who} took an earlier time from the waitlist instead",
    "confirmed": "{who} is coming",
    "unconfirmed": "The confirmation of {who} was taken back",
    "cancelled": "{who} is not coming",
    "no_show": "{who} did not come",
    "restored": "The appointment of {who} stands again",
    "erased": "A customer was erased",
    "written": "{who} was written to the sheet",
    "first_reminder": "{who} gets the first reminder",
    "second_reminder": "{who} gets another reminder",
    "gap_alert": "{who} does not answer: staff were told",
    "not_reminded": "{who} could not be reminded: staff were told",
    "reminder_dropped": "A reminder to {who} was dropped: none are wanted any more",
    "not_offered": "The time that {who} gave up could not be offered: staff were told",
    "other_way": "A message to {who} did not arrive and goes another way",
    "sent": "A message to {who} has left",
    "held": "The time of a freed slot is kept in the book while it is offered",
    "let_go": "The time of a freed slot is free in the book again",
    "opted_out": "A customer asked for no more messages",
    "bounced": "Messages to a customer come back",
    "unreachable": "A customer cannot be reached",
    "reach_fine": "A customer can be reached again",
    "consent": "It was confirmed that a customer agrees to offers by text",
    "proposed": "A booking was put before staff",
    "proposal_approved": "A proposed booking was approved",
    "proposal_discarded": "A proposed booking was discarded",
    "text_counted": "A text was counted",
    "removal_asked": "Many appointments were missing at once: staff were asked",
    "removal_confirmed": "Staff confirmed that the missing appointments are cancelled",
    "removal_kept": "Staff kept the missing appointments",
    "change_asked": "Many rows of the sheet changed at once: staff were asked",
    "change_confirmed": "Staff confirmed the changed rows of the sheet",
    "change_kept": "Staff kept the rows as they were",
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
    "offered_again": "{slot} is offered again",
    "offered": "{who} was offered {slot}",
    "rolled_on": "It rolled on: {who} was offered {slot} next",
    "claimed": "{who} claimed {slot}",
    "declined": "{who} said no to {slot}",
    "given_up": "{slot} was given up by the customer who had claimed it",
    "timed_out": "{who} did not answer in time for {slot}",
    "offer_withdrawn": "The offer of {slot} to {who} was withdrawn",
    "put_back": "The offer of {slot} to {who} could not leave and was taken back",
    "unreachable": "{who} cannot be reached and is passed over",
    "waits": "{slot} waits for someone who holds another offer just now",
    "waits_for_morning": "{slot} waits until quiet hours are over",
    "waits_no_more": "{slot} waits for nobody any more",
    "nobody_fits": "Nobody on the list fits {slot} and can be reached",
    "line_spent": "Everyone who fits {slot} and can be reached was asked",
    "handed_back": "{slot} was handed back",
    "withdrawn": "{slot} is not offered any more",
    "opted_out": "{who} asked for no more messages",
    "bounced": "Messages to {who} come back",
    "reach_fine": "{who} can be reached again",
    "consent": "It was confirmed that {who} agrees to offers by text",
    "reached_by": "{who} is reached another way now",
    "adopted": "What was known of a customer's address is kept in one place now",
    "passed_over": "{who} was passed over",
    "asked_staff": "Staff were asked whether the booking of {slot} is cancelled",
    "told_again": "{slot} was told once more, and is still one opening",
    "slot_renamed": "{slot} has another name now, and stays as it is",
    "texts_anew": "Texts may be sent again",
    "proposed": "A forwarded request was put before staff",
    "proposal_approved": "A forwarded request was approved",
    "proposal_discarded": "A forwarded request was discarded",
    "text_counted": "A text was counted",
    "removal_asked": "Many rows or bookings were missing at once: staff were asked",
    "removal_confirmed": "Staff confirmed that what is missing has ended",
    "removal_kept": "Staff kept what was missing",
    "change_asked": "Many rows of the sheet changed at once: staff were asked",
    "change_confirmed": "Staff confirmed the changed rows of the sheet",
    "change_kept": "Staff kept the rows as they were",
    "document_saved": "{paper} were put in force",
    "document_refused": (
        "{paper} had a line that could not be understood; the last good text stays in force"
    ),
}
PAPERS = {"rules": "New rules", "voice": "New words of the voice"}
TITLES = {WAITLIST: "Waitlist", BUSINESS: "Rules and voice"}
# Actions of the machinery that staff need not read about.
SILENT = frozenset({"written", "text_counted", "held", "let_go", "waits_no_more"})


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
    "created": "Event created",
    "changed": "The event was changed",
    "cover_changed": "The cover image of the event page was changed",
    "questions_changed": "The questions in the sign-up form were changed",
    "answers_changed": "{who} changed their answers to the host's questions",
    "answers_corrected": "The answers of {who} were changed",
    "content_changed": "The texts of the event page were changed",
    "sign_up_closed": "Sign-up was closed",
    "sign_up_reopened": "Sign-up was opened again",
    "event_cancelled": "The event was cancelled",
    "broadcast": "A message to all was sent",
    "signed_up": "{who} got a seat",
    "joined_line": "{who} joined the waitlist",
    "invited": "A seat is held for {who}, who still has to confirm",
    "cancelled": "The seat of {who} was cancelled",
    "left_line": "{who} left the waitlist",
    "took_free_seat": "{who} took a free seat from the waitlist",
    "party_changed": "{who} changed the size of their party",
    "contact_changed": "{who} put their name or address right",
    "address_changed": "{who} is written to at a new address",
    "erased": "A guest was erased",
    "people_erased": "Everyone on the list was erased",
    "opted_out": "{who} asked for no more email",
    "opted_in": "{who} asked for email again",
    "offered": "{who} was offered a seat",
    "rolled_on": "The seat rolled on: {who} was offered it next",
    "claimed": "{who} claimed the seat",
    "declined": "{who} said no, thank you",
    "lapsed": "{who} did not answer in time",
    "lapsed_out": "{who} did not answer again and left the waitlist",
    "invite_declined": "{who} said no to the invitation",
    "invite_lapsed": "{who} did not confirm in time",
    "put_back": "An offer to {who} could not leave and was taken back",
    "unreachable": "{who} cannot be reached and is passed over",
    "cancel_pending": "{who} wrote that they can't come: the seat will be cancelled",
    "seat_kept": "{who} keeps the seat",
    "grace_moved": "{who} has more time to keep the seat: the date changed",
    "grace_withdrawn": "The event was cancelled before the seat of {who} was",
    "deadline_moved": "The deadline of {who} moved with the event",
    "offer_withdrawn": "The offer to {who} was withdrawn",
    "bounced": "Email to {who} came back",
    "checked_in": "{who} was checked in",
    "checked_out": "The check-in of {who} was undone",
    "seat_returned": "The check-in of {who} was undone: the seat is free again",
    "walked_in": "{who} came without a sign-up and got a free seat",
    "let_in": "{who} got a free seat at the door",
    "admitted_extra": "{who} was let in while a device was offline, without a free seat",
    "no_show": "{who} did not come: the seat was released",
    "door_pass_made": "A door pass was made",
    "door_pass_revoked": "A door pass was revoked",
    "seats_opened": "Nobody on the waitlist could be asked: the seats are open to all",
    "brand_changed": "The logo or the colour of the house was changed",
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
    "clock": "Fullhouse itself",
    "relay": "Fullhouse itself",
    "guest": "the guest",
    "visitor": "the guest, on the page after signing up",
    "customer": "the customer",
    "webhook": "the booking tool",
    "sheet": "the sheet",
    "calendar": "the calendar",
    "document": "the document",
    "setup": "the first start",
    "mail": "an email",
    "text": "a text",
    "slack": "someone in Slack",
    "door": "a helper at the door",
}

WHY_NOT = {
    "has_an_offer": "holds an offer just now",
    "opted_out": "asked for no more email",
    "bounced": "email to them comes back",
    "unreachable": "email does not reach them",
    "passed_on_this_one": "passed on this seat, keeps their place for the next",
    "party_does_not_fit": "needs more seats than are free",
    "not_in_line": "is not on the waitlist",
}


class AuditSentence(msgspec.Struct, frozen=True):
    """One audit line in words."""

    number: int
    at: datetime
    by: str
    what: str
    note: str = ""
    scope: str = ""
    counts: tuple[str, ...] = ()


COUNTS = {
    "cap": to_translate("Seats: %(before)s → %(after)s"),
    "confirmed": to_translate("Confirmed: %(before)s → %(after)s"),
    "held": to_translate("Held: %(before)s → %(after)s"),
    "waiting": to_translate("Waiting: %(before)s → %(after)s"),
    "open": to_translate("Open: %(before)s → %(after)s"),
}


def describe_counted(engine: Engine, counted: CountedLine) -> AuditSentence:
    """Put an audit line into words, with the counts that it changed."""
    before, after = counted.before.shown, counted.after.shown
    counts = [
        translate(text)
        % {"before": format_number(before[name]), "after": format_number(after[name])}
        for name, text in COUNTS.items()
        if before[name] != after[name]
    ]
    return msgspec.structs.replace(describe(engine, counted.line), counts=tuple(counts))


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
    if member is None or not member.email:
        return gettext("Someone")
    return member.email


def voice(engine: Engine, line: AuditLine) -> str:
    """Return who or what gave the command of an audit line."""
    kind, _, who = line.by.partition(":")
    if kind == "member":
        member = engine.load(Get(Member, (who,)))
        if member is None or not member.email:
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
