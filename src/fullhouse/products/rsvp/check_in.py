"""Check-in at the door: guests who come, walk-ins, and seats of guests who do not come.

Each check-in has a nonce and is stored with its guest. The number of people who came is a sum over
nonces, so devices that were offline may catch up in any order, and as often as they like.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.products.rsvp import registrations, seat_counters
from fullhouse.products.rsvp.commands import CheckIn, CheckOut, ReleaseNoShows, WalkIn
from fullhouse.products.rsvp.event_content import questions_of
from fullhouse.products.rsvp.form_questions import answers_problem, fitting
from fullhouse.products.rsvp.model import (
    LARGEST_PARTY,
    Arrival,
    Event,
    Guest,
    GuestListState,
    GuestResult,
    GuestState,
    Standing,
)

# A store may take at most 100 items per commit, and a released seat takes four of them.
PAGE = 18
# These bound the size of a guest's record. An undone check-in is kept so that it counts for nothing
# if a device sends it once more; of those only the newest are kept, so they lock nobody out.
MOST_ARRIVALS = 100
MOST_UNDONE = 50
# The nonce of the arrival that sums up all extras beyond the bound.
REST = ""


def check_in(state: GuestListState, command: CheckIn, now: datetime) -> Decision:
    """Check in people of a party that has a seat."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    known = _find(guest, command.nonce)
    if known is not None:
        return Decision(GuestResult(_code(known), event, guest))
    problem = _why_not(event, guest, command, now)
    people = _people(guest, command)
    gets_seat = problem == "no_seat_here" and _gets_seat(command)
    if problem and not (command.admitted or gets_seat):
        return Decision(GuestResult(problem, event, guest))
    if not people:
        return Decision(GuestResult("already_in", event, guest))
    if gets_seat:
        return _let_in(event, guest, command, now)
    arrival = Arrival(command.nonce, people, _when(command, now), extra=bool(problem))
    return _arrived(event, guest, arrival)


def _gets_seat(command: CheckIn) -> bool:
    """Return True if a guest without a seat is to get one, if they can."""
    return command.admitted or command.let_in


def _why_not(event: Event, guest: Guest, command: CheckIn, now: datetime) -> str:
    problem = _why_not_here(event, guest, _when(command, now))
    if problem:
        return problem
    if guest.state != "confirmed":
        return "no_seat_here"
    return ""


def _why_not_here(event: Event, guest: Guest, at: datetime) -> str:
    """Return why nobody can check this guest in; empty if the seat decides."""
    if guest.is_erased:
        return "unknown_guest"
    problem = _why_closed(event, at)
    if problem:
        return problem
    if _is_full(guest):
        return "too_many_check_ins"
    return ""


def _is_full(guest: Guest) -> bool:
    """Return True if a guest has no place for an arrival; those that are undone count apart."""
    return sum(not arrival.undone for arrival in guest.arrivals) >= MOST_ARRIVALS


def _why_closed(event: Event, at: datetime) -> str:
    """Return why the door is closed; empty if it is open."""
    if event.state == "cancelled":
        return "event_cancelled"
    if at >= event.ends:
        return "event_ended"
    return ""


def _when(command: CheckIn | CheckOut | WalkIn, now: datetime) -> datetime:
    """Return the device's time of what it did offline, else now; never a time to come."""
    if not command.admitted or command.at is None:
        return now
    return min(command.at, now)


def _people(guest: Guest, command: CheckIn | WalkIn) -> int:
    if isinstance(command, WalkIn) or command.people is None:
        return guest.party - guest.arrived
    return max(0, min(command.people, LARGEST_PARTY))


def _find(guest: Guest, nonce: str) -> Arrival | None:
    return next((arrival for arrival in guest.arrivals if arrival.nonce == nonce), None)


def _code(arrival: Arrival) -> str:
    if arrival.undone:
        return "checked_out"
    if arrival.extra:
        return "admitted_extra"
    return "checked_in"


def _arrived(event: Event, guest: Guest, arrival: Arrival) -> Decision:
    """Record an arrival. A seat that was about to be cancelled is kept."""
    if arrival.extra:
        return _arrived_extra(event, guest, arrival)
    sets: dict[str, Any] = {"arrivals": (*guest.arrivals, arrival)}
    if guest.cancels_at is not None:
        sets["cancels_at"] = None
    came = _changed(guest, **sets)
    after = came.after
    room = seat_counters.checked_in(event, guest, after)
    code = "checked_in" if after.arrived > guest.arrived else "already_in"
    return Decision(
        GuestResult(code, room.after, after),
        steps=(Step(event.id, "checked_in", guest.id, (room, came)),),
        clear_alarms=seat_counters.grace_keys(guest),
    )


def _arrived_extra(event: Event, guest: Guest, arrival: Arrival) -> Decision:
    """Record people who were let in beyond the rules: none of them is a no-show."""
    arrivals = (*guest.arrivals, arrival)
    if _is_full(guest):
        arrivals = _with_rest(guest, arrival)
    if arrivals == guest.arrivals:
        return Decision(GuestResult("admitted_extra", event, guest))
    sets: dict[str, Any] = {"arrivals": arrivals}
    back = 0
    if guest.released_at is not None:
        sets["released_at"] = None
        back = guest.party
    came = _changed(guest, **sets)
    more = came.after.admitted_extra - guest.admitted_extra
    room = seat_counters.admitted_extra(event, more, released=-back)
    step = Step(event.id, "admitted_extra", guest.id, (room, came))
    return Decision(GuestResult("admitted_extra", room.after, came.after), steps=(step,))


def _with_rest(guest: Guest, arrival: Arrival) -> tuple[Arrival, ...]:
    """Return the arrivals with an extra beyond the bound: summed, up to the party."""
    rest = _find(guest, REST)
    already = 0 if rest is None or rest.undone else rest.people
    people = min(guest.party, already + arrival.people)
    if people == already:
        return guest.arrivals
    others = [one for one in guest.arrivals if one.nonce != REST]
    return (*others, msgspec.structs.replace(arrival, nonce=REST, people=people))


def _changed(guest: Guest, **sets: Any) -> Change[Guest]:  # noqa: ANN401 - fields of a guest
    return update(guest, *if_unchanged(guest, "rev"), **sets, rev=guest.rev + 1)


def check_out(state: GuestListState, command: CheckOut, now: datetime) -> Decision:
    """Undo check-ins; one that comes in later than its undoing counts for nothing."""
    event, guest = state.event, state.guest
    if event is None or guest is None or _is_gone(guest, command):
        return Decision(GuestResult("unknown_guest", event))
    problem = _why_closed(event, _when(command, now))
    if problem:
        return Decision(GuestResult(problem, event, guest))
    arrivals = _undone(guest, command, now)
    if arrivals == guest.arrivals:
        return Decision(GuestResult("checked_out", event, guest))
    left = _changed(guest, arrivals=arrivals)
    stood = _stood(left.after)
    if stood is not None:
        return _as_before(event, guest, left.after, stood, now)
    room = seat_counters.checked_in(event, guest, left.after)
    return Decision(
        GuestResult("checked_out", room.after, left.after),
        steps=(Step(event.id, "checked_out", guest.id, (room, left)),),
    )


def _stood(guest: Guest) -> Standing | None:
    """Return what a guest was before they were let in, if nobody of them is inside any more.

    A seat that they got in another way since stays theirs.
    """
    is_inside = guest.arrived or guest.admitted_extra
    if is_inside or guest.released_at is not None or guest.state == "waitlisted":
        return None
    first = _let_in_by(guest, guest.arrivals)
    return None if first is None else first.stood


def _let_in_by(guest: Guest, arrivals: Sequence[Arrival]) -> Arrival | None:
    """Return the check-in that gave a guest the seat which they have; None if none did."""
    for arrival in reversed(arrivals):
        if arrival.stood is not None and arrival.stood.seated_at == guest.confirmed_at:
            return arrival
    return None


def _as_before(event: Event, guest: Guest, left: Guest, stood: Standing, now: datetime) -> Decision:
    """Undo also what letting someone in changed: their seat is free, and they are as before."""
    sets: dict[str, Any] = {"arrivals": left.arrivals}
    counts = seat_counters.door_counts(guest, left)
    if stood.released_at is not None:
        sets["released_at"] = stood.released_at
        counts["released"] = guest.party
    if guest.state != "confirmed":
        back = _changed(guest, **sets)
        room = seat_counters.admitted_extra(event, counts["extras"], released=counts["released"])
        step = Step(event.id, "checked_out", guest.id, (room, back))
        return Decision(GuestResult("checked_out", room.after, back.after), steps=(step,))
    if stood.state == "waitlisted" and not guest.is_erased:
        sets |= {"state": "waitlisted", "place": stood.place}
        counts |= {"waiting": 1, "line_rev": 1}
    back = registrations.cancelled(guest, **sets)
    room = seat_counters.release_seats(event, guest, guest.party, now, **counts)
    return Decision(
        GuestResult("checked_out", room.after, back.after),
        steps=(Step(event.id, "seat_returned", guest.id, (room, back)),),
        set_alarms=seat_counters.fill_alarms(room.after, now),
    )


def _is_gone(guest: Guest, command: CheckOut) -> bool:
    """Return True if a guest was erased, except if people were let in as that guest."""
    is_inside = guest.arrived or guest.admitted_extra
    return guest.is_erased and not (command.admitted or is_inside)


def _undone(guest: Guest, command: CheckOut, now: datetime) -> tuple[Arrival, ...]:
    wanted = set(command.nonces) or {arrival.nonce for arrival in guest.arrivals}
    undone = [one for one in guest.arrivals if one.nonce in wanted and not one.undone]
    kept = [arrival for arrival in guest.arrivals if arrival not in undone]
    # Real check-ins come last: of all that are undone they are kept longest.
    undone = [msgspec.structs.replace(arrival, undone=True) for arrival in undone]
    return _without_oldest(guest, [*kept, *_undone_before(guest, command, now), *undone])


def _undone_before(guest: Guest, command: CheckOut, now: datetime) -> list[Arrival]:
    """Return the check-ins that are undone before they came."""
    at = _when(command, now)
    to_come = [nonce for nonce in dict.fromkeys(command.nonces) if not _find(guest, nonce)]
    return [Arrival(nonce, 0, at, undone=True) for nonce in to_come]


def _without_oldest(guest: Guest, arrivals: list[Arrival]) -> tuple[Arrival, ...]:
    """Drop the oldest of those that were undone, if they are too many."""
    first = _let_in_by(guest, arrivals)
    undone = [arrival.nonce for arrival in arrivals if arrival.undone and arrival != first]
    dropped = set(undone[:-MOST_UNDONE])
    return tuple(arrival for arrival in arrivals if arrival.nonce not in dropped)


def walk_in(state: GuestListState, command: WalkIn, now: datetime) -> Decision:
    """Seat people at the door if there is room, and check them in."""
    event, guest = state.event, state.guest
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if guest is None and command.on_list:
        return Decision(GuestResult("unknown_guest", event))
    if guest is None:
        return _new_walk_in(state, event, command, now)
    known = _find(guest, command.nonce)
    if known is not None:
        return Decision(GuestResult(_code(known), event, guest))
    if guest.state == "confirmed":
        return check_in(state, _as_check_in(command), now)
    return _let_in(event, guest, command, now)


def _as_check_in(command: WalkIn) -> CheckIn:
    return CheckIn(
        event_id=command.event_id,
        guest_id=command.guest_id,
        nonce=command.nonce,
        at=command.at,
        admitted=command.admitted,
    )


def _new_walk_in(state: GuestListState, event: Event, command: WalkIn, now: datetime) -> Decision:
    if not 1 <= command.party <= LARGEST_PARTY:
        return Decision(GuestResult("bad_party", event, field="party"))
    questions = questions_of(state.content)
    wrong, field = answers_problem(questions, command.answers, command.party, complete=False)
    if wrong and not command.admitted:
        return Decision(GuestResult(wrong, event, field=field))
    at = _when(command, now)
    problem = _why_no_walk_in(state, event, command, at)
    if problem and not command.admitted:
        return Decision(GuestResult(problem, event, state.other))
    stood = None if problem else Standing(seated_at=now)
    arrival = Arrival(command.nonce, command.party, at, extra=bool(problem), stood=stood)
    guest = Guest(
        event_id=event.id,
        id=command.guest_id,
        name=command.name,
        email=command.email,
        state="confirmed",
        party=command.party,
        source="door",
        joined_at=now,
        confirmed_at=now,
        arrivals=(arrival,),
        answers=fitting(questions, command.answers, command.party) or None,
    )
    if problem:
        return _new_extra(event, guest, state.other)
    room = seat_counters.confirm_seats(event, guest.party, checked_in=guest.party)
    step = Step(event.id, "walked_in", guest.id, (room, create(guest)))
    return Decision(GuestResult("checked_in", room.after, guest), steps=(step,))


def _why_no_walk_in(state: GuestListState, event: Event, command: WalkIn, at: datetime) -> str:
    problem = _why_closed(event, at)
    if problem:
        return problem
    if state.other is not None:
        return "address_taken"
    if event.taken + command.party > event.cap:
        return "no_room"
    return ""


def _new_extra(event: Event, guest: Guest, other: Guest | None) -> Decision:
    """Keep people who were let in beyond the rules; an address belongs to whoever had it first."""
    email = guest.email if other is None else ""
    extra = msgspec.structs.replace(guest, state="cancelled", confirmed_at=None, email=email)
    room = seat_counters.admitted_extra(event, extra.party)
    step = Step(event.id, "admitted_extra", extra.id, (room, create(extra)))
    return Decision(GuestResult("admitted_extra", room.after, extra), steps=(step,))


def _let_in(event: Event, guest: Guest, command: CheckIn | WalkIn, now: datetime) -> Decision:
    """Seat a guest on the list who has no seat: waiting, invited, cancelled or released."""
    at = _when(command, now)
    problem = _why_not_here(event, guest, at) or _why_no_seat(event, guest, now)
    if problem and not command.admitted:
        return Decision(GuestResult(problem, event, guest))
    seated_at = None if problem else now
    arrival = Arrival(
        command.nonce,
        _people(guest, command),
        at,
        extra=bool(problem),
        stood=_standing(guest, seated_at),
    )
    if problem:
        return _arrived(event, guest, arrival)
    seated, room, action = _seated(event, guest, now)
    came = _arrived(room.after, seated.after, arrival)
    first = Step(event.id, action, guest.id, (room, seated))
    return msgspec.structs.replace(
        came, steps=(first, *came.steps), clear_alarms=seat_counters.deadline_keys(guest)
    )


def _standing(guest: Guest, seated_at: datetime | None) -> Standing | None:
    """Return what a guest is to be again if letting them in is undone.

    A seat that was held for them stays theirs; an extra who had none stays without one.
    """
    if guest.offer is not None or (seated_at is None and guest.released_at is None):
        return None
    state: GuestState = "waitlisted" if guest.is_waiting else "cancelled"
    return Standing(state, guest.place, guest.released_at, seated_at)


def _why_no_seat(event: Event, guest: Guest, now: datetime) -> str:
    if guest.offer is not None:
        return "offer_lapsed" if now >= guest.offer.ends_at else ""
    if event.taken + guest.party > event.cap:
        return "no_room"
    return ""


def _seated(event: Event, guest: Guest, now: datetime) -> tuple[Change[Guest], Change[Event], str]:
    offer = guest.offer
    if offer is not None:
        seated = registrations.confirmed(guest, now, offer=None, seats_from=offer.shares)
        return seated, seat_counters.claimed(event, offer), "claimed"
    back = guest.party if guest.released_at is not None else 0
    room = seat_counters.confirm_seats(
        event, guest.party, from_line=guest.is_waiting, released=-back
    )
    sets: dict[str, Any] = {}
    if back:
        sets["released_at"] = None
    return registrations.confirmed(guest, now, **sets), room, "let_in"


def release_no_shows(state: GuestListState, command: ReleaseNoShows, now: datetime) -> Decision:
    """Release the seats of a page of guests of whom nobody has come."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if event.state != "cancelled" and now < event.starts:
        return Decision(GuestResult("event_not_begun", event))
    problem = _why_closed(event, now)
    if problem:
        return Decision(GuestResult(problem, event))
    steps: list[Step] = []
    clear: list[str] = []
    for guest in state.page:
        if guest.arrived:
            continue
        room = seat_counters.release_no_show(event, guest)
        gone = registrations.cancelled(guest, released_at=now)
        steps.append(Step(event.id, "no_show", guest.id, (room, gone)))
        clear += seat_counters.grace_keys(guest)
        event = room.after
    return Decision(
        GuestResult("released", event),
        steps=tuple(steps),
        set_alarms=_next_page(state, command, now),
        clear_alarms=tuple(clear),
    )


def _next_page(state: GuestListState, command: ReleaseNoShows, now: datetime) -> tuple[Alarm, ...]:
    if len(state.page) < PAGE:
        return ()
    more = msgspec.structs.replace(command, after=state.page[-1].id)
    return (Alarm(f"no_shows:{command.event_id}", now, more),)
