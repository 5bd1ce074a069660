"""Replies by mail: a guest signs up, cancels or unsubscribes; and bounces.

A reply signs up unless it cancels or unsubscribes. A sender who is not authenticated is mailed the
link that signs them up, and holds nothing until it is pressed. What a guest has is changed only by
an authenticated sender who brings back the mark of a message to that guest; anyone else is mailed
the link that does it. Free text that gives up a seat cancels it only after a grace. The answer to a
mail is the message of the rule that changed something, else the guest's current status.
"""

from datetime import datetime

import msgspec

from fullhouse.kernel.decisions import Decision, Step, if_unchanged, update
from fullhouse.products.rsvp import grace, offers, registrations
from fullhouse.products.rsvp.commands import (
    AnswerByMail,
    CancelGuest,
    ClaimOffer,
    KeepSeat,
    NoteBounce,
    RequestSignUp,
    SignUp,
    StopMail,
)
from fullhouse.products.rsvp.messages import status_message
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, GuestResult
from fullhouse.products.rsvp.sign_up_requests import request_sign_up


def answer_by_mail(state: GuestListState, command: AnswerByMail, now: datetime) -> Decision:
    """Do what a mail asks for, as far as it proves whose it is."""
    event, guest = state.event, state.guest
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if command.wants == "come":
        return _answered(_come(state, event, command, now), state, command, now)
    if guest is None:
        return Decision(GuestResult("unknown_guest", event))
    if not _is_theirs(command, guest):
        return _link(state, event, guest, command, now)
    if command.wants == "stop":
        return registrations.unsubscribe(state, StopMail(event_id=event.id, guest_id=guest.id), now)
    return _cancel(state, event, guest, command, now)


def _cancel(
    state: GuestListState, event: Event, guest: Guest, command: AnswerByMail, now: datetime
) -> Decision:
    if not command.exact and grace.has_grace(event, guest, now):
        return grace.start_grace(event, guest, command.occasion, now)
    cancel = CancelGuest(event_id=event.id, guest_id=guest.id)
    return _answered(registrations.cancel_guest(state, cancel, now), state, command, now)


def _is_theirs(command: AnswerByMail, guest: Guest) -> bool:
    """Return True if a mail may change what the guest has."""
    return command.proven and command.marked == guest.id


def _come(state: GuestListState, event: Event, command: AnswerByMail, now: datetime) -> Decision:
    guest = state.guest
    if guest is None or guest.state == "cancelled":
        return _come_anew(state, command, now)
    is_theirs = _is_theirs(command, guest)
    if guest.is_waiting and is_theirs:
        return registrations.sign_up(state, _sign_up(command), now)
    if guest.offer is not None and is_theirs:
        claim = ClaimOffer(event_id=event.id, guest_id=guest.id, offer_id=guest.offer.id)
        return offers.claim_offer(state, claim, now)
    if guest.cancels_at is not None and is_theirs:
        keep = KeepSeat(event_id=event.id, guest_id=guest.id)
        return grace.keep_seat(state, keep, now)
    return Decision(GuestResult("already", event, guest, registrations.position(state)))


def _come_anew(state: GuestListState, command: AnswerByMail, now: datetime) -> Decision:
    """Sign up an authenticated sender; mail anyone else the link that does it."""
    if command.proven:
        return registrations.sign_up(state, _sign_up(command), now)
    request = RequestSignUp(
        event_id=command.event_id,
        guest_id=command.guest_id,
        name=command.name,
        email=command.email,
    )
    return request_sign_up(state, request, now)


def _sign_up(command: AnswerByMail) -> SignUp:
    return SignUp(
        event_id=command.event_id,
        guest_id=command.guest_id,
        name=command.name,
        email=command.email,
        source="mail",
    )


def _answered(
    decision: Decision, state: GuestListState, command: AnswerByMail, now: datetime
) -> Decision:
    """Add the guest's current status if nothing is mailed yet, unless a calendar sent the mail."""
    event, guest = state.event, state.guest
    if decision.messages or command.quiet or event is None or guest is None:
        return decision
    status = _link(state, event, guest, command, now)
    return msgspec.structs.replace(decision, messages=status.messages)


def _link(
    state: GuestListState, event: Event, guest: Guest, command: AnswerByMail, now: datetime
) -> Decision:
    asks = command.wants == "cancel" and guest.state != "cancelled"
    place = registrations.position(state)
    message = status_message(event, guest, now, command.occasion, position=place, asks=asks)
    return Decision(GuestResult("link_sent", event, guest, place), messages=(message,))


def note_bounce(state: GuestListState, command: NoteBounce, now: datetime) -> Decision:
    """Record that mail to a guest bounces; a seat that was offered to them goes to the next."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    if guest.reach != "fine" or guest.email != command.email:
        return Decision(GuestResult("unchanged", event, guest))
    offer = guest.offer
    if offer is not None and offer.kind == "seat":
        lost = offers.put_back(event, guest, offer, offers.NotSent(command.reason, lost=True), now)
        return msgspec.structs.replace(lost, answer=GuestResult("bounced", event, guest))
    noted = update(
        guest,
        *if_unchanged(guest, "rev"),
        reach="bounced",
        reach_note=command.reason,
        rev=guest.rev + 1,
    )
    step = Step(event.id, "bounced", guest.id, (noted,), command.reason)
    return Decision(GuestResult("bounced", event, noted.after), steps=(step,))
