"""Offers in the same commit: for a guest who becomes able to take seats that are open to all.

The page that the guest sees next, and the email they get, then are about the offer.
"""

from datetime import datetime

import msgspec

from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.offers import Candidate, MakeOffer, Opening, next_move, send_at
from fullhouse.products.rsvp import contact_changes, offers, registrations
from fullhouse.products.rsvp.commands import ChangeParty, ConfirmAddress, ResumeMail
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, GuestResult


def change_party(state: GuestListState, command: ChangeParty, now: datetime) -> Decision:
    """Change a guest's party. The offer, if there is one, says how many seats it is for."""
    decision = registrations.change_party(state, command, now)
    offer = _offer(state.event, decision, now)
    if offer is None:
        return decision
    return _together(msgspec.structs.replace(decision, messages=()), offer)


def resume_mail(state: GuestListState, command: ResumeMail, now: datetime) -> Decision:
    """Send a guest reminders and offers again."""
    decision = registrations.resume_mail(state, command, now)
    return _together(decision, _offer(state.event, decision, now))


def confirm_address(state: GuestListState, command: ConfirmAddress, now: datetime) -> Decision:
    """Write to a guest's new address from now on."""
    decision = contact_changes.confirm_address(state, command, now)
    return _together(decision, _offer(state.event, decision, now))


def _offer(before: Event | None, decision: Decision, now: datetime) -> Decision | None:
    """Return the offer of seats that a decision set aside just for its guest, if any.

    Nobody else in line can get these seats: until now they were open to all.
    """
    event: Event | None = decision.answer.event
    guest: Guest | None = decision.answer.guest
    if before is None or event is None or guest is None or not guest.is_waiting:
        return None
    if before.owed or not event.owed:
        return None
    opening, rules = Opening(event.starts), event.offer_rules
    move = next_move(opening, (Candidate(guest.id),), (), rules, now)
    if not isinstance(move, MakeOffer) or send_at(opening, rules, now) > now:
        return None
    return offers.offer_to(event, guest, move, now)


def _together(decision: Decision, offer: Decision | None) -> Decision:
    if offer is None:
        return decision
    result: GuestResult = decision.answer
    room, asked = offer.steps[0].changes
    return msgspec.structs.replace(
        decision,
        answer=msgspec.structs.replace(result, event=room.after, guest=asked.after),
        steps=(*decision.steps, *offer.steps),
        messages=(*decision.messages, *offer.messages),
        set_alarms=offer.set_alarms,
    )
