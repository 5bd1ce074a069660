"""Commands of guests about their own seats: sign up, cancel, change the party, and others."""

from datetime import datetime
from typing import Any, TypeGuard

import msgspec

from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.times import duration
from fullhouse.products.rsvp import seat_counters
from fullhouse.products.rsvp.capacity import take_from
from fullhouse.products.rsvp.commands import (
    CancelGuest,
    ChangeParty,
    ResendLink,
    ResumeMail,
    SignUp,
    StopMail,
    TakeSeat,
)
from fullhouse.products.rsvp.form_questions import Answers, with_party
from fullhouse.products.rsvp.link_binding import is_by_visitor
from fullhouse.products.rsvp.messages import (
    SendWindow,
    guest_news,
    hourly,
    status_message,
    to_guest,
)
from fullhouse.products.rsvp.model import (
    Arrival,
    Event,
    Guest,
    GuestListState,
    GuestResult,
    Offer,
    Reach,
)
from fullhouse.products.rsvp.question_changes import answers_of_party
from fullhouse.products.rsvp.sign_up_problems import why_no_party, why_refused


def sign_up(state: GuestListState, command: SignUp, now: datetime) -> Decision:
    """Confirm seats if there is room, else add the guest to the queue.

    A guest on the list already gets their current status.
    """
    event, guest = state.event, state.guest
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if guest is not None and guest.is_erased:
        return Decision(GuestResult("unknown_guest", event))
    problem, field = why_refused(state, event, command, now)
    if _is_on_list(guest, command) and not (problem and _answers_alike(event, command)):
        return _sign_up_again(state, event, guest, command, now)
    if problem:
        return Decision(GuestResult(problem, event, guest, field=field))
    if guest is None:
        new = _new_guest(command, now)
    else:
        new = _returning_guest(guest, command, now)
    return _placed(event, guest, new, command, now)


def _is_on_list(guest: Guest | None, command: SignUp) -> TypeGuard[Guest]:
    return guest is not None and (guest.state != "cancelled" or command.source == "import")


def _answers_alike(event: Event, command: SignUp) -> bool:
    """Return True if the answer must not depend on whether the address is on the list."""
    return event.settings.confirm_by_mail and command.source == "form"


def _sign_up_again(
    state: GuestListState, event: Event, guest: Guest, command: SignUp, now: datetime
) -> Decision:
    if command.sent and command.sent == guest.sent:
        return Decision(GuestResult(guest.state, event, guest, position(state)))
    room = event.taken + guest.party <= event.cap and event.state == "open" and event.is_live(now)
    # Importing a list twice must change nothing: it does not mean that a waiting guest wants a
    # seat now.
    if command.source == "import" or not guest.is_waiting or not room:
        result = GuestResult("already", event, guest, position(state), known=True)
        return Decision(result, messages=_status_by_mail(state, event, guest, command, now))
    if _must_confirm(event, command):
        new = msgspec.structs.replace(
            guest, place=0, rev=guest.rev + 1, sequence=guest.sequence + 1
        )
        return _with_known(_invite(event, guest, new, now, gentle=False))
    return _with_known(_take(event, guest, now))


def _with_known(decision: Decision) -> Decision:
    known = msgspec.structs.replace(decision.answer, known=True)
    return msgspec.structs.replace(decision, answer=known)


def _status_by_mail(
    state: GuestListState, event: Event, guest: Guest, command: SignUp, now: datetime
) -> tuple[Message, ...]:
    """Mail the guest their status, since the form does not show it to whoever typed the address.

    It has the key of a link that was asked for, so both together are sent once an hour. Once the
    event has begun or is called off, there is nothing to do with it.
    """
    if command.source != "form" or guest_news(event, guest, now):
        return ()
    return (status_message(event, guest, now, hourly(now), position=position(state), asks=False),)


def _must_confirm(event: Event, command: SignUp) -> bool:
    """Return True if this sign-up has to be confirmed by a mail to its address."""
    return event.settings.confirm_by_mail and command.source in ("form", "mail")


def _new_guest(command: SignUp, now: datetime) -> Guest:
    return Guest(
        event_id=command.event_id,
        id=command.guest_id,
        name=command.name,
        email=command.email,
        state="waitlisted",
        party=command.party,
        source=command.source,
        joined_at=now,
        sent=command.sent,
        language=command.language,
        answers=command.answers or None,
    )


def _returning_guest(guest: Guest, command: SignUp, now: datetime) -> Guest:
    """Return a cancelled guest who signs up again, with a fresh start.

    Only their own link can undo that they opted out of mail.
    """
    reach: Reach = "fine"
    if guest.reach == "opted_out" and command.source != "link":
        reach = "opted_out"
    return msgspec.structs.replace(
        guest,
        name=command.name,
        party=command.party,
        source=command.source,
        joined_at=now,
        sent=command.sent,
        language=command.language or guest.language,
        answers=_returning_answers(guest, command),
        passed_at=None,
        lapses=0,
        refusals=0,
        reach=reach,
        reach_note=guest.reach_note if reach == guest.reach else "",
        rev=guest.rev + 1,
        sequence=guest.sequence + 1,
    )


def _returning_answers(guest: Guest, command: SignUp) -> Answers | None:
    """Return the answers of a cancelled guest who comes back.

    Whoever fills in the form answers again; all others keep what they answered.
    """
    if command.source == "form" and not command.link:
        return command.answers or None
    return command.answers or with_party(guest.answers, guest.party, command.party, {})


def _placed(
    event: Event, before: Guest | None, new: Guest, command: SignUp, now: datetime
) -> Decision:
    if event.taken + new.party > event.cap:
        return _join_queue(event, before, new, now)
    if command.place_as == "pending" or _must_confirm(event, command):
        return _invite(event, before, new, now, gentle=command.source == "import")
    guest = msgspec.structs.replace(new, state="confirmed", confirmed_at=now)
    counts = seat_counters.door_counts(before, guest)
    room = seat_counters.confirm_seats(event, guest.party, from_line=False, **counts)
    # At once, except that imported guests are not woken at night.
    window = SendWindow(gentle=guest.source == "import")
    message = to_guest("confirmation", room.after, guest, now, f"{guest.sequence}", window)
    return Decision(
        GuestResult("confirmed", room.after, guest),
        steps=(Step(event.id, "signed_up", guest.id, (room, _guest_change(before, guest))),),
        messages=(message,),
    )


def _join_queue(event: Event, before: Guest | None, new: Guest, now: datetime) -> Decision:
    guest = msgspec.structs.replace(new, state="waitlisted", place=event.joins + 1)
    counts = seat_counters.door_counts(before, guest)
    queue = seat_counters.joined(event, guest.party, **counts)
    place = event.waiting + 1
    window = SendWindow(gentle=guest.source == "import")
    message = to_guest(
        "waitlisted", queue.after, guest, now, f"{guest.sequence}", window, position=place
    )
    return Decision(
        GuestResult("waitlisted", queue.after, guest, place),
        steps=(Step(event.id, "joined_line", guest.id, (queue, _guest_change(before, guest))),),
        messages=(message,),
    )


def _invite(
    event: Event, before: Guest | None, new: Guest, now: datetime, *, gentle: bool
) -> Decision:
    ends_at = _invite_ends(event, now)
    offer = Offer(f"{new.id}-{new.offers + 1}", "invite", new.party, (), now, ends_at)
    guest = msgspec.structs.replace(new, state="pending", offer=offer, offers=new.offers + 1)
    was_waiting = before is not None and before.is_waiting
    counts = seat_counters.door_counts(before, guest)
    room = seat_counters.held_for_invite(event, guest.party, from_line=was_waiting, **counts)
    window = SendWindow(gentle=gentle, use_by=ends_at)
    message = to_guest("invite", room.after, guest, now, offer.id, window)
    return Decision(
        GuestResult("pending", room.after, guest),
        steps=(Step(event.id, "invited", guest.id, (room, _guest_change(before, guest))),),
        messages=(message,),
        set_alarms=(seat_counters.lapse_alarm(guest, offer),),
    )


def _invite_ends(event: Event, now: datetime) -> datetime:
    ends = now + duration(event.settings.invite_window)
    return min(event.settings.quiet_hours.next_open(ends, event.timezone), event.starts)


def _guest_change(before: Guest | None, guest: Guest) -> Change[Guest]:
    """Return the change from the stored record, if any, to this one."""
    if before is None:
        return create(guest)
    old, new = msgspec.structs.asdict(before), msgspec.structs.asdict(guest)
    changed = {name: value for name, value in new.items() if old[name] != value}
    return update(before, *if_unchanged(before, "rev"), **changed)


def cancel_guest(state: GuestListState, command: CancelGuest, now: datetime) -> Decision:
    """Cancel what the guest has: a seat, an offer, or a place in the queue."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    why = _why_no_cancel(event, guest, command, now)
    if why:
        return Decision(GuestResult(why, event, guest))
    return gone(event, guest, now, by_host=command.by_host)


def _why_no_cancel(event: Event, guest: Guest, command: CancelGuest, now: datetime) -> str:
    if guest.state == "cancelled":
        return "already_cancelled"
    if event.state == "cancelled":
        return "event_cancelled"
    if now >= event.starts:
        return "event_over"
    if command.only_waiting and guest.state != "waitlisted":
        return "already"
    return "is_inside" if guest.arrived and not command.by_host else ""


def gone(event: Event, guest: Guest, now: datetime, *, by_host: bool = False) -> Decision:
    """Cancel what a guest has, with all that follows."""
    room, action = release_after_cancel(event, guest, now)
    ended = cancelled(guest)
    after = ended.after
    code = "left" if guest.state == "waitlisted" else "cancelled"
    messages: tuple[Message, ...] = ()
    if guest.email:
        message = to_guest(
            "cancelled", event, after, now, after.sequence, had=guest.state, by_host=by_host
        )
        messages = (message,)
    return Decision(
        GuestResult(code, room.after, after),
        steps=(Step(event.id, action, guest.id, (room, ended)),),
        messages=messages,
        set_alarms=seat_counters.fill_alarms(room.after, now),
        clear_alarms=seat_counters.deadline_keys(guest),
    )


def release_after_cancel(event: Event, guest: Guest, now: datetime) -> tuple[Change[Event], str]:
    """Release what a guest has; return the change of the event and the audit's action."""
    if guest.is_waiting:
        return seat_counters.left_line(event), "left_line"
    if guest.state == "waitlisted" and guest.offer is not None:
        return seat_counters.return_offer(event, guest.offer, guest.id, now), "left_line"
    pending = -1 if guest.state == "pending" else 0
    counts = seat_counters.door_counts(guest, cancelled(guest).after)
    room = seat_counters.release_seats(event, guest, guest.party, now, pending=pending, **counts)
    return room, "cancelled"


def cancelled(guest: Guest, **more: Any) -> Change[Guest]:  # noqa: ANN401 - fields of a guest
    """Return the change that cancels a guest; the record stays."""
    gone: dict[str, Any] = {
        "state": "cancelled",
        "offer": None,
        "place": 0,
        "seats_from": (),
        "confirmed_at": None,
        "cancels_at": None,
        "arrivals": undone(guest.arrivals),
    }
    sets = {name: value for name, value in gone.items() if getattr(guest, name) != value}
    step = {"rev": guest.rev + 1, "sequence": guest.sequence + 1}
    return update(guest, *if_unchanged(guest, "rev"), **{**sets, **step, **more})


def undone(arrivals: tuple[Arrival, ...]) -> tuple[Arrival, ...]:
    """Return check-ins undone, as of a guest who gives up the seat; extras stay as they are."""
    return tuple(
        arrival if arrival.extra else msgspec.structs.replace(arrival, undone=True)
        for arrival in arrivals
    )


def take_seat(state: GuestListState, _command: TakeSeat, now: datetime) -> Decision:
    """Give a waiting guest a seat that is open to all."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    if guest.state == "confirmed":
        return Decision(GuestResult("already", event, guest))
    if not event.is_live(now):
        return Decision(GuestResult(_why_not_live(event), event, guest))
    if not guest.is_waiting:
        return Decision(GuestResult("not_in_line", event, guest))
    if event.taken + guest.party > event.cap:
        return Decision(GuestResult("no_room", event, guest, position(state)))
    return _take(event, guest, now)


def _why_not_live(event: Event) -> str:
    return "event_cancelled" if event.state == "cancelled" else "event_over"


def _take(event: Event, guest: Guest, now: datetime) -> Decision:
    room = seat_counters.confirm_seats(event, guest.party, from_line=True)
    seated = confirmed(guest, now)
    after = seated.after
    message = to_guest("confirmation", room.after, after, now, f"{after.sequence}")
    return Decision(
        GuestResult("confirmed", room.after, after),
        steps=(Step(event.id, "took_free_seat", guest.id, (room, seated)),),
        messages=(message,),
    )


def confirmed(
    guest: Guest,
    now: datetime,
    **more: Any,  # noqa: ANN401 - fields of a guest
) -> Change[Guest]:
    """Return the change that confirms a guest who waited or was invited."""
    sets: dict[str, Any] = {
        "state": "confirmed",
        "place": 0,
        "confirmed_at": now,
        "lapses": 0,
        "refusals": 0,
    }
    step = {"passed_at": None, "rev": guest.rev + 1, "sequence": guest.sequence + 1}
    return update(guest, *if_unchanged(guest, "rev"), **{**sets, **step, **more})


def change_party(state: GuestListState, command: ChangeParty, now: datetime) -> Decision:
    """Change the number of people a guest comes with; more only if there are free seats."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    code = _why_no_party_change(event, guest, command.party, now)
    if code:
        return Decision(GuestResult(code, event, guest, position(state), field="party"))
    answers, problem, field = answers_of_party(state, guest, command)
    if problem:
        return Decision(GuestResult(problem, event, guest, position(state), field=field))
    more = command.party - guest.party
    after = msgspec.structs.replace(guest, party=command.party)
    counts = seat_counters.door_counts(guest, after)
    if guest.is_waiting:
        room = seat_counters.became_eligible(event, after, now, **counts)
    elif more > 0:
        room = seat_counters.confirm_seats(event, more, from_line=False, **counts)
    else:
        room = seat_counters.release_seats(event, guest, -more, now, **counts)
    return _party_changed(room, guest, command, answers, now)


def _why_no_party_change(event: Event, guest: Guest, party: int, now: datetime) -> str:
    if not event.is_live(now):
        return _why_not_live(event)
    if guest.state == "cancelled":
        return "already_cancelled"
    if party == guest.party:
        return "unchanged"
    if guest.offer is not None:
        return "offer_live"
    return _why_no_such_party(event, guest, party)


def _why_no_such_party(event: Event, guest: Guest, party: int) -> str:
    problem = why_no_party(party, max(event.largest_party, guest.party))
    if problem:
        return problem
    if party < guest.arrived:
        return "is_inside"
    needs_room = guest.state == "confirmed" and event.taken + party - guest.party > event.cap
    return "no_room" if needs_room else ""


def _party_changed(
    room: Change[Event],
    guest: Guest,
    command: ChangeParty,
    answers: Answers | None,
    now: datetime,
) -> Decision:
    shares, _ = take_from(guest.seats_from, command.party)
    step = {"rev": guest.rev + 1, "sequence": guest.sequence + 1}
    sets: dict[str, Any] = {"party": command.party, **step}
    if shares != guest.seats_from:
        sets["seats_from"] = shares
    if answers != guest.answers:
        sets["answers"] = answers
    # A visitor cannot keep a seat that the owner of the address gives up.
    keeps = guest.cancels_at is not None and not is_by_visitor(command)
    if keeps:
        sets["cancels_at"] = None
    change = update(guest, *if_unchanged(guest, "rev"), **sets)
    event, after = room.after, change.after
    message = to_guest("changed", event, after, now, f"party-{after.sequence}", changes=["party"])
    return Decision(
        GuestResult("party_changed", event, after),
        steps=(Step(event.id, "party_changed", guest.id, (room, change)),),
        messages=(message,),
        set_alarms=seat_counters.fill_alarms(event, now),
        clear_alarms=seat_counters.grace_keys(guest) if keeps else (),
    )


def resend_link(state: GuestListState, command: ResendLink, now: datetime) -> Decision:
    """Mail a guest their own link again."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    asks = command.asks and guest.state != "cancelled"
    message = status_message(
        event, guest, now, command.occasion, position=position(state), asks=asks
    )
    return Decision(GuestResult("link_sent", event, guest), messages=(message,))


def unsubscribe(state: GuestListState, _command: StopMail, _now: datetime) -> Decision:
    """Send no more reminders and offers to a guest who asked for that."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    if guest.reach == "opted_out":
        return Decision(GuestResult("stopped", event, guest))
    stopped = update(guest, *if_unchanged(guest, "rev"), reach="opted_out", rev=guest.rev + 1)
    return Decision(
        GuestResult("stopped", event, stopped.after),
        steps=(Step(event.id, "opted_out", guest.id, (stopped,)),),
    )


def resume_mail(state: GuestListState, _command: ResumeMail, now: datetime) -> Decision:
    """Send reminders and offers again; a waiting guest can get offers from now on."""
    event, guest = state.event, state.guest
    if event is None or guest is None or guest.is_erased:
        return Decision(GuestResult("unknown_guest", event))
    if guest.reach == "fine":
        return Decision(GuestResult("resumed", event, guest))
    sets: dict[str, Any] = {"reach": "fine", "reach_note": "", "refusals": 0, "rev": guest.rev + 1}
    resumed = update(guest, *if_unchanged(guest, "rev"), **sets)
    queue = seat_counters.became_eligible(event, resumed.after, now)
    return Decision(
        GuestResult("resumed", queue.after, resumed.after),
        steps=(Step(event.id, "opted_in", guest.id, (queue, resumed)),),
        set_alarms=seat_counters.fill_alarms(queue.after, now),
    )


def position(state: GuestListState) -> int | None:
    """Return the guest's position in the queue, from 1; None for one with an offer or a seat."""
    if state.guest is None or not state.guest.is_waiting:
        return None
    return state.ahead + 1
