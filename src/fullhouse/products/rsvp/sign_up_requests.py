"""Sign-ups that are confirmed by email first, where too many came from one client address.

A request is nothing but its message: it holds no seat and no place, and whoever sent it is not a
guest yet. Pressing the link is the sign-up, as of that moment.
"""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision, ErasePerson
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.rsvp.commands import (
    ClaimOffer,
    ConfirmSignUp,
    EndSignUpRequest,
    KeepSeat,
    RequestSignUp,
    SignUp,
)
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.delivery import REQUEST_HOLDS
from fullhouse.products.rsvp.erasure import MAIL_TEXTS, NAME, NOTE
from fullhouse.products.rsvp.event_content import EventContent, questions_of
from fullhouse.products.rsvp.form_questions import Answers, answers_problem, fitting
from fullhouse.products.rsvp.grace import keep_seat
from fullhouse.products.rsvp.messages import PRODUCT, event_facts, hourly
from fullhouse.products.rsvp.model import (
    ERASED,
    Event,
    Guest,
    GuestByEmail,
    GuestListState,
    GuestResult,
    PeopleAhead,
)
from fullhouse.products.rsvp.offers import claim_offer
from fullhouse.products.rsvp.registrations import sign_up
from fullhouse.products.rsvp.sign_up_problems import problem_field, why_no_sign_up


class RequestState(msgspec.Struct, frozen=True):
    """A request, its event, the guest under its address or its id, and the one it became."""

    message: Message | None = None
    event: Event | None = None
    guest: Guest | None = None
    ahead: int = 0
    own: Guest | None = None
    content: EventContent | None = None


def request_sign_up(state: GuestListState, command: RequestSignUp, now: datetime) -> Decision:
    """Mail the link, at most once an hour. Who is on the list already gets the same answer."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    problem = why_no_sign_up(event, command.party, "form", now)
    field = problem_field(problem)
    if not problem:
        problem, field = answers_problem(
            questions_of(state.content), command.answers, command.party, complete=True
        )
    if problem:
        return Decision(GuestResult(problem, event, field=field))
    message = _message(event, command, now)
    end = EndSignUpRequest(event_id=event.id, message_id=message.id)
    return Decision(
        GuestResult("requested", event),
        messages=(message,),
        set_alarms=(Alarm(_alarm_key(message.id), now + REQUEST_HOLDS, end),),
    )


def _message(event: Event, command: RequestSignUp, now: datetime) -> Message:
    guest: dict[str, Any] = {
        "id": command.guest_id,
        "name": command.name,
        "party": command.party,
    }
    if command.answers:
        guest["answers"] = command.answers
    mark = f"{address_mark(command.email)}-{hourly(now)}"
    return Message(
        id=request_message_id(event.id, mark),
        product=PRODUCT,
        kind="invite",
        to=command.email,
        scope=event.id,
        person=command.guest_id,
        facts={
            "event": event_facts(event, command.language),
            "guest": guest,
            "request": {"mark": mark, "client": command.client, "language": command.language},
        },
        queued_at=now,
        not_before=now,
        use_by=min(now + REQUEST_HOLDS, event.starts),
        at=now,
    )


def request_message_id(event_id: str, mark: str) -> str:
    """Return the id of a request's message; its link has the mark."""
    return f"invite:{event_id}:request:{mark}"


def _alarm_key(message_id: str) -> str:
    return f"end:{message_id}"


def to_confirm(command: ConfirmSignUp, found: Found) -> Needs:
    """Load the request, then its event, the guest under its address and the one it became."""
    if "message" not in found:
        return {"message": Get(Message, (command.message_id,))}
    message: Message | None = found["message"]
    if message is None:
        return {}
    if "event" not in found:
        return {
            "event": Get(Event, (command.event_id,)),
            "guest": GuestByEmail(command.event_id, message.to),
            "own": Get(Guest, (command.event_id, message.person)),
            "content": Get(EventContent, (command.event_id,)),
        }
    guest: Guest | None = found["guest"] or found["own"]
    if "ahead" in found or guest is None or guest.state != "waitlisted":
        return {}
    return {"ahead": PeopleAhead(guest.event_id, guest.place)}


def confirm_sign_up(state: RequestState, command: ConfirmSignUp, now: datetime) -> Decision:
    """Sign up as requested; a guest who is on the list already gets their status."""
    message, guest = _open_request(state, command, now), state.guest or state.own
    if message is None:
        return Decision(GuestResult("request_over", state.event))
    loaded = GuestListState(state.event, guest, ahead=state.ahead, content=state.content)
    if guest is not None and guest.state == "pending" and guest.offer is not None:
        # The link proves the address, as the invite would have.
        invite = ClaimOffer(event_id=guest.event_id, guest_id=guest.id, offer_id=guest.offer.id)
        return claim_offer(loaded, invite, now)
    if guest is not None and guest.cancels_at is not None:
        return keep_seat(loaded, KeepSeat(event_id=guest.event_id, guest_id=guest.id), now)
    wanted = SignUp(
        event_id=command.event_id,
        guest_id=message.person,
        name=message.facts["guest"]["name"],
        email=message.to,
        party=message.facts["guest"]["party"],
        source="link",
        answers=_answers(state, message),
        language=message.facts["request"].get("language", ""),
    )
    return sign_up(loaded, wanted, now)


def _answers(state: RequestState, message: Message) -> Answers:
    """Return what the request answers to the questions that are still asked."""
    guest = message.facts["guest"]
    given = msgspec.convert(guest.get("answers") or {}, Answers)
    return fitting(questions_of(state.content), given, guest["party"])


def _open_request(state: RequestState, command: ConfirmSignUp, now: datetime) -> Message | None:
    """Return the request; None if it is over, also because its guest has another address now."""
    message, guest = state.message, state.guest or state.own
    if message is None or (guest is not None and guest.email != message.to):
        return None
    return message if is_open_request(message, command.event_id, now) else None


def is_open_request(message: Message, event_id: str, now: datetime) -> bool:
    """Return True if a message is a request for this event that can still be confirmed."""
    is_request = message.product == PRODUCT and bool(message.facts.get("request"))
    return (
        is_request
        and message.scope == event_id
        and not message.to.endswith(ERASED)
        and now < message.queued_at + REQUEST_HOLDS
    )


def to_end(command: EndSignUpRequest, found: Found) -> Needs:
    """Load the request, and the guest that it became."""
    if "message" not in found:
        return {"message": Get(Message, (command.message_id,))}
    message: Message | None = found["message"]
    if "guest" in found or message is None:
        return {}
    return {"guest": Get(Guest, (command.event_id, message.person))}


def end_request(state: RequestState, command: EndSignUpRequest, _now: datetime) -> Decision:
    """Erase a request, unless it became a guest: then it is erased with them."""
    message = state.message
    if message is None or state.guest is not None:
        return Decision(None)
    address = f"{message.person}{ERASED}"
    host = (message.facts.get("event") or {}).get("host_email")
    forget = ErasePerson(
        command.event_id,
        Guest.kind_name,
        message.person,
        {"name": NAME, "email": address, "answers": None, **dict.fromkeys(MAIL_TEXTS, NOTE)},
        tuple(filter(None, (message.to, host))),
    )
    return Decision(None, clear_alarms=(_alarm_key(message.id),), forget=(forget,))
