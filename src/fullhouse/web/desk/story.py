"""The audit in words: who did what, to whom, and when."""

from datetime import datetime

import msgspec

from fullhouse.engine.access import Member
from fullhouse.engine.core import Engine
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.records import Get
from fullhouse.products.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.web.desk import appointment_story, slot_story

# {who} is the guest or the member whom a line is about.
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
    """One audit line, ready to be read."""

    number: int
    at: datetime
    by: str
    what: str
    note: str = ""
    scope: str = ""


def describe(engine: Engine, line: AuditLine) -> AuditSentence:
    """Put an audit line into words."""
    return AuditSentence(line.number, line.at, voice(engine, line), _what(engine, line), line.note, line.scope)


def _what(engine: Engine, line: AuditLine) -> str:
    if line.scope == APPOINTMENTS:
        return appointment_story.describe_appointment(engine, line)
    return slot_story.describe_slot_line(engine, line) if slot_story.is_ours(line) else _of_event(engine, line)


def _of_event(engine: Engine, line: AuditLine) -> str:
    known = ACTIONS.get(line.action)
    return known.format(who=name(engine, line)) if known else line.action.replace("_", " ").capitalize()


def name(engine: Engine, line: AuditLine) -> str:
    """Name whom a line is about."""
    guest = engine.load(Get(Guest, (line.scope, line.subject)))
    if guest is not None:
        return guest.name or guest.email
    member = engine.load(Get(Member, (line.subject,)))
    return member.email if member is not None else "Someone"


def voice(engine: Engine, line: AuditLine) -> str:
    """Say at whose word it happened."""
    kind, _, who = line.by.partition(":")
    if kind == "member":
        member = engine.load(Get(Member, (who,)))
        return member.email if member is not None else "someone at the desk"
    if kind == "token":
        return f"the script {who}"
    return VOICES.get(kind, line.by)


def title(engine: Engine, scope: str) -> str:
    """Name what something belongs to: an event, the waitlist or appointments; empty for the desk itself."""
    titles = {**slot_story.TITLES, APPOINTMENTS: "Appointments"}
    if scope in titles:
        return titles[scope]
    event = engine.load(Get(Event, (scope,)))
    return event.name if event is not None else ""
