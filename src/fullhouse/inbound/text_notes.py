"""Texts with words of their own: notes to staff, tied to what they may be about."""

from datetime import datetime, timedelta

import msgspec

from fullhouse.engine.execute import Loader
from fullhouse.inbound.desk_replies import TEXTED, Answered, as_reply
from fullhouse.inbound.sms import InboundText
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.kernel.sms import to_gsm7
from fullhouse.products.frontdesk.appointments.messages import PRODUCT as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentsAt
from fullhouse.products.frontdesk.appointments.proposals import ProposeAppointment
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.proposals import (
    Proposal,
    ProposalPage,
    ProposedField,
)
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import EntriesAt, Entry
from fullhouse.products.frontdesk.waitlist.proposals import Propose

# An automatic reply may answer each of ours, so only so many are noted and answered.
MOST_TEXTS = 5
MOST_OPEN = 100
# Whoever had a time or waited until so lately is still our customer.
LATELY = timedelta(days=14)
LATE = ProposedField("late", "yes", "sure")


def note_of(
    loader: Loader,
    text: InboundText,
    about: Answered,
    now: datetime,
    new_id: str,
    *,
    is_late: bool = False,
) -> Command | None:
    """Return the command that notes a text for staff; None if it is one too many."""
    fresh = Proposal(id=new_id, product=about.product, sender=text.sender, at=now)
    book = rulebook_of(loader.load(Get(Document, ("rules",))))
    reply = as_reply(fresh, about, book, TEXTED)
    if is_late:
        reply = msgspec.structs.replace(reply, fields=(*reply.fields, LATE))
    note = _with_words(loader, reply, text.body)
    if note is None:
        return None
    if about.product == APPOINTMENTS:
        return ProposeAppointment(proposal=note, renew=True)
    return Propose(proposal=note, renew=True)


def customer_at(loader: Loader, phone: str, now: datetime) -> Answered | None:
    """Return what a customer's text may be about; None for the number of a stranger.

    That is their next time, else what they wait for, else what ended lately.
    """
    appointments = loader.load(AppointmentsAt(phone))
    entries = loader.load(EntriesAt(phone))
    return _next_time(appointments, now) or _waiting(entries) or _ended(appointments, entries, now)


def _next_time(appointments: tuple[Appointment, ...], now: datetime) -> Answered | None:
    """Return the next appointment, or the one that has begun."""
    ahead = [one for one in appointments if one.stands and now < one.ends_at]
    return Answered(APPOINTMENTS, min(ahead, key=lambda one: one.starts_at)) if ahead else None


def _waiting(entries: tuple[Entry, ...]) -> Answered | None:
    waiting = [one for one in entries if one.ended_at is None]
    return Answered(WAITLIST, max(waiting, key=lambda one: one.joined_at)) if waiting else None


def _ended(
    appointments: tuple[Appointment, ...], entries: tuple[Entry, ...], now: datetime
) -> Answered | None:
    over = [one for one in appointments if now - (one.ended_at or one.ends_at) < LATELY]
    if over:
        return Answered(APPOINTMENTS, max(over, key=lambda one: one.starts_at))
    left = [one for one in entries if one.ended_at and now - one.ended_at < LATELY]
    return Answered(WAITLIST, max(left, key=lambda one: one.joined_at)) if left else None


def _with_words(loader: Loader, fresh: Proposal, body: str) -> Proposal | None:
    """Return the open note with one more text, or a new one; None if there are enough."""
    said = to_gsm7(body).replace("\n", " ")
    proposals = loader.load(ProposalPage("open", limit=MOST_OPEN, product=fresh.product))
    known = next((one for one in proposals if _is_same(one, fresh)), None)
    if known is not None:
        lines = known.text.split("\n")
        is_enough, name = len(lines) >= MOST_TEXTS, known.id
    else:
        lines, is_enough, name = [], len(proposals) >= MOST_OPEN, fresh.id
    if not said or is_enough:
        return None
    return msgspec.structs.replace(fresh, id=name, text="\n".join([*lines, said]))


def _is_same(known: Proposal, fresh: Proposal) -> bool:
    """Return True if an open note has texts of the same number about the same thing."""
    if known.mail or known.sender != fresh.sender or known.value("change") != "reply":
        return False
    return all(known.value(name) == fresh.value(name) for name in ("appointment", "entry"))
