"""Replies by mail: a guest signs up, declines, cancels or unsubscribes; and bounces.

A mail signs someone up only if it says that they want to come. A sender who is not authenticated is
mailed the link that signs them up, and holds nothing until it is pressed. What a guest has is
changed only by an authenticated sender who brings back the mark of a message to that guest; anyone
else is mailed the link that does it. A no to an offer declines it, and only words that say so take
someone off the waitlist. Free text that gives up a seat cancels it only after a grace.

Everyone gets one answer: the message of the rule that changed something, else what is true now. The
event's state decides what that can be. What the host should read is passed on.
"""

from datetime import datetime

import msgspec

from fullhouse.kernel.decisions import Decision, Step, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp import grace, offers, registrations
from fullhouse.products.rsvp.commands import (
    FEWER,
    SEVERAL,
    AnswerByMail,
    CancelGuest,
    ClaimOffer,
    DeclineOffer,
    KeepSeat,
    NoteBounce,
    RequestSignUp,
    SignUp,
    StopMail,
)
from fullhouse.products.rsvp.guest_questions import erase_later, pass_on, writer_of
from fullhouse.products.rsvp.messages import (
    event_news,
    no_event_answer,
    state_answer,
    status_message,
    to_writer,
)
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, GuestResult
from fullhouse.products.rsvp.sign_up_requests import request_sign_up

# What a writer is told whose sign-up was refused, by the code of the result.
REFUSED = {"sign_up_closed": "closed", "party_too_big": "people"}
EVENT_CODES = {"called_off": "event_cancelled", "over": "event_over", "begun": "event_over"}


def answer_by_mail(state: GuestListState, command: AnswerByMail, now: datetime) -> Decision:
    """Do what a mail asks for, as far as it proves whose it is."""
    event, guest = state.event, state.guest
    if event is None:
        return _no_event(command, now)
    if guest is not None and guest.is_erased:
        return Decision(GuestResult("unknown_guest", event))
    if command.wants == "stop" and guest is not None:
        return _stop(state, event, guest, command, now)
    if guest is None:
        decision = _answer_stranger(state, event, command, now)
    else:
        decision = _answer_guest(state, event, guest, command, now)
    decision = _with_facts(decision, event, guest, command, now)
    return pass_on(decision, event, guest, command, now)


def _with_facts(
    decision: Decision, event: Event, guest: Guest | None, command: AnswerByMail, now: datetime
) -> Decision:
    """Add to the answer that the host has the mail, and that it came too late for its offer."""
    facts: dict[str, object] = {}
    if command.text:
        facts["passed"] = True
    if guest is not None and _is_late(event, guest, command, now):
        facts["late"] = True
    writer = writer_of(command, guest).id
    messages = tuple(
        _with(message, facts) if message.person == writer else message
        for message in decision.messages
    )
    return msgspec.structs.replace(decision, messages=messages)


def _with(message: Message, facts: dict[str, object]) -> Message:
    return msgspec.structs.replace(message, facts={**message.facts, **facts})


def _is_late(event: Event, guest: Guest, command: AnswerByMail, now: datetime) -> bool:
    """Return True if a mail accepts an offer that has ended, and the guest has no other."""
    accepts = command.wants == "come" and bool(command.offer)
    # Whoever is not on the list may have declined or cancelled while it still held.
    has_lost = guest.state == "waitlisted" or (guest.state == "cancelled" and command.lapsed)
    return accepts and has_lost and guest.offer is None and not event_news(event, now)


def _no_event(command: AnswerByMail, now: datetime) -> Decision:
    """Answer only senders who are authenticated: anything may be sent to a wrong address."""
    result = GuestResult("unknown_event")
    if not command.proven:
        return Decision(result)
    message = no_event_answer(command.event_id, writer_of(command, None), now, command.occasion)
    return Decision(result, messages=(message,), set_alarms=(erase_later(message, now),))


def _stop(
    state: GuestListState, event: Event, guest: Guest, command: AnswerByMail, now: datetime
) -> Decision:
    if not _is_theirs(command, guest):
        return _status(state, event, guest, command, now)
    return registrations.unsubscribe(state, StopMail(event_id=event.id, guest_id=guest.id), now)


def _is_theirs(command: AnswerByMail, guest: Guest) -> bool:
    """Return True if a mail may change what the guest has."""
    return command.proven and command.marked == guest.id


def _answer_stranger(
    state: GuestListState, event: Event, command: AnswerByMail, now: datetime
) -> Decision:
    """Answer someone who is not on the list under this address."""
    says = event_news(event, now)
    if says:
        return _told(says, GuestResult(EVENT_CODES[says], event), event, command, now)
    if command.wants == "come":
        return _sign_up_anew(state, event, command, now)
    if command.wants in ("ask", "thanks"):
        return _told("page", GuestResult("answered", event), event, command, now)
    return _told("not_on_list", GuestResult("unknown_guest", event), event, command, now)


def _sign_up_anew(
    state: GuestListState, event: Event, command: AnswerByMail, now: datetime
) -> Decision:
    """Sign up an authenticated sender; mail anyone else the link that does it."""
    if _must_say_how_many(event, command):
        return _told("several", GuestResult("how_many", event, state.guest), event, command, now)
    party = max(1, command.people)
    if command.proven:
        decision = registrations.sign_up(state, _sign_up(command, party), now)
    else:
        decision = request_sign_up(state, _request(command, party), now)
    code = decision.answer.code
    if code not in REFUSED:
        return decision
    says = REFUSED[code]
    if code == "party_too_big" and event.largest_party == 1:
        says = "people_alone"
    return _told(says, decision.answer, event, command, now)


def _must_say_how_many(event: Event, command: AnswerByMail) -> bool:
    return command.people == SEVERAL and event.largest_party > 1


def _told(
    says: str, result: GuestResult, event: Event, command: AnswerByMail, now: datetime
) -> Decision:
    """Answer a writer with one sentence about the event."""
    if command.quiet:
        return Decision(result)
    facts = {**_extra(command), "most": event.largest_party}
    guest = result.guest
    if guest is not None:
        message = state_answer(says, event, guest, now, command.occasion, **facts)
        return Decision(result, messages=(message,))
    writer = writer_of(command, None)
    message = to_writer(event, writer, now, command.occasion, says=says, **facts)
    return Decision(result, messages=(message,), set_alarms=(erase_later(message, now),))


def _extra(command: AnswerByMail) -> dict[str, object]:
    """Return how many people a mail speaks of, for its answer."""
    if command.people > 0:
        return {"people": command.people}
    return {}


def _answer_guest(
    state: GuestListState, event: Event, guest: Guest, command: AnswerByMail, now: datetime
) -> Decision:
    """Answer someone who is or was on the list."""
    says = event_news(event, now)
    if says:
        return _after_start(says, state, event, guest, command, now)
    if command.wants == "come" and guest.state == "cancelled":
        return _sign_up_anew(state, event, command, now)
    if not _is_theirs(command, guest):
        return _unproven(state, event, guest, command, now)
    return _with_status(_own(state, event, guest, command, now), state, command, now)


def _own(
    state: GuestListState, event: Event, guest: Guest, command: AnswerByMail, now: datetime
) -> Decision:
    """Do what a guest's own mail asks for."""
    if command.wants == "come":
        return _come(state, event, guest, command, now)
    if command.wants == "keep":
        return _keep(state, event, guest, now)
    if command.wants == "cancel":
        return _cancel(state, event, guest, command, now)
    return _status(state, event, guest, command, now)


def _after_start(
    says: str,
    state: GuestListState,
    event: Event,
    guest: Guest,
    command: AnswerByMail,
    now: datetime,
) -> Decision:
    """Answer that nothing changes any more. Who comes to an event that has begun has a seat."""
    result = GuestResult(EVENT_CODES[says], event, guest)
    if guest.state == "confirmed" and command.wants not in ("cancel", "doubt"):
        return _with_status(Decision(result), state, command, now)
    return _told(says, result, event, command, now)


def _unproven(
    state: GuestListState, event: Event, guest: Guest, command: AnswerByMail, now: datetime
) -> Decision:
    """Change nothing; the status has the link that does it."""
    if command.wants in ("come", "keep"):
        return _with_status(_already(state, event, guest), state, command, now)
    return _status(state, event, guest, command, now)


def _already(state: GuestListState, event: Event, guest: Guest) -> Decision:
    return Decision(GuestResult("already", event, guest, registrations.position(state)))


def _come(
    state: GuestListState, event: Event, guest: Guest, command: AnswerByMail, now: datetime
) -> Decision:
    if guest.cancels_at is not None:
        return _keep(state, event, guest, now)
    if _is_other_party(command, guest):
        return _already(state, event, guest)
    if guest.is_waiting:
        return registrations.sign_up(state, _sign_up(command, guest.party), now)
    if guest.offer is not None:
        claim = ClaimOffer(event_id=event.id, guest_id=guest.id, offer_id=guest.offer.id)
        return offers.claim_offer(state, claim, now)
    return _already(state, event, guest)


def _is_other_party(command: AnswerByMail, guest: Guest) -> bool:
    """Return True if a mail speaks of another number of people than the guest has seats for."""
    if command.people == FEWER:
        return guest.party > 1
    return command.people > 0 and command.people != guest.party


def _other_number(event: Event, guest: Guest, command: AnswerByMail) -> dict[str, object]:
    """Return how many people a mail speaks of, if the guest has seats for another number."""
    if not _is_other_party(command, guest):
        return {}
    facts: dict[str, object] = {"people": command.people, "most": event.largest_party}
    if command.people > max(event.largest_party, guest.party):
        facts["too_many"] = True
    return facts


def _keep(state: GuestListState, event: Event, guest: Guest, now: datetime) -> Decision:
    """Keep what a guest has; someone who only denies that they cancel claims nothing."""
    if guest.cancels_at is None:
        return _already(state, event, guest)
    return grace.keep_seat(state, KeepSeat(event_id=event.id, guest_id=guest.id), now)


def _cancel(
    state: GuestListState, event: Event, guest: Guest, command: AnswerByMail, now: datetime
) -> Decision:
    """Give up what a guest has; someone who is checked in keeps the seat.

    Someone who declines an offer or can't come keeps their place in the queue.
    """
    if _is_inside(guest):
        return _status(state, event, guest, command, now)
    if guest.state == "waitlisted" and not command.leaves:
        return _decline(state, event, guest, command, now)
    if not command.exact and grace.has_grace(event, guest, now):
        if command.quiet and guest.cancels_at is not None:
            return Decision(GuestResult("cancel_pending", event, guest))
        return grace.start_grace(event, guest, command.occasion, now)
    cancel = CancelGuest(event_id=event.id, guest_id=guest.id)
    return registrations.cancel_guest(state, cancel, now)


def _is_inside(guest: Guest) -> bool:
    """Return True if someone of the party is checked in: no mail takes the seats of those."""
    return guest.arrived > 0


def _decline(
    state: GuestListState, event: Event, guest: Guest, command: AnswerByMail, now: datetime
) -> Decision:
    """Decline the offer that a mail answers; without one, ask whether they want off the list."""
    offer = guest.offer
    if offer is None or command.offer not in ("", offer.id):
        return _status(state, event, guest, command, now)
    decline = DeclineOffer(event_id=event.id, guest_id=guest.id, offer_id=offer.id)
    return offers.decline_offer(state, decline, now)


def _request(command: AnswerByMail, party: int) -> RequestSignUp:
    return RequestSignUp(
        event_id=command.event_id,
        guest_id=command.guest_id,
        name=command.name,
        email=command.email,
        party=party,
        client=command.client,
    )


def _sign_up(command: AnswerByMail, party: int) -> SignUp:
    return SignUp(
        event_id=command.event_id,
        guest_id=command.guest_id,
        name=command.name,
        email=command.email,
        party=party,
        source="mail",
    )


def _with_status(
    decision: Decision, state: GuestListState, command: AnswerByMail, now: datetime
) -> Decision:
    """Add the guest's current status if nothing is mailed yet, unless they know it."""
    event, guest = state.event, state.guest
    if decision.messages or command.quiet or event is None or guest is None:
        return decision
    message = _status_message(state, event, guest, command, now)
    return msgspec.structs.replace(decision, messages=(message,))


def _status(
    state: GuestListState, event: Event, guest: Guest, command: AnswerByMail, now: datetime
) -> Decision:
    """Mail a guest their status, and ask if they seem to cancel."""
    result = GuestResult("link_sent", event, guest, registrations.position(state))
    if command.quiet:
        return Decision(result)
    message = _status_message(state, event, guest, command, now)
    return Decision(result, messages=(message,))


def _status_message(
    state: GuestListState, event: Event, guest: Guest, command: AnswerByMail, now: datetime
) -> Message:
    gives_up = command.wants in ("cancel", "doubt")
    asks = gives_up and guest.state != "cancelled"
    facts = _other_number(event, guest, command)
    if command.wants == "ask" and not command.exact and now < event.starts:
        facts["seems_cancel"] = True
    if gives_up and _is_inside(guest):
        facts["inside"] = True
    place = registrations.position(state)
    return status_message(event, guest, now, command.occasion, position=place, asks=asks, **facts)


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
