"""Offers of freed seats: made, claimed, declined, lapsed, taken back."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.offers import (
    MOST_ROUNDS,
    Candidate,
    MakeOffer,
    Opening,
    RollOn,
    next_move,
    send_at,
)
from fullhouse.kernel.times import duration
from fullhouse.products.rsvp import seat_counters
from fullhouse.products.rsvp.commands import (
    ClaimOffer,
    DeclineOffer,
    LapseOffer,
    OfferFreeSeats,
    RecapOffers,
)
from fullhouse.products.rsvp.link_binding import is_by_visitor
from fullhouse.products.rsvp.messages import SendWindow, to_guest
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, GuestResult, Offer
from fullhouse.products.rsvp.registrations import cancelled, confirmed

# A mail server that greylists accepts a mail after some minutes. Only after the last of these
# attempts is a guest skipped.
TRY_AGAIN_AFTER = (timedelta(minutes=2), timedelta(minutes=10), timedelta(minutes=30))
PAGE = 25
# The next guests who are counted to share out the time left, at most.
MOST_COUNTED = 40


def seats_on_offer(event: Event) -> int:
    """Return how many seats one offer could hold now."""
    return event.owed + event.free


def why_not(event: Event, guest: Guest) -> str:
    """Return why a guest can get no offer now; empty if they can."""
    if guest.state != "waitlisted":
        return "not_in_line"
    if guest.offer is not None:
        return "has_an_offer"
    if guest.reach != "fine":
        return guest.reach
    if guest.passed_at is not None and (
        event.freed_at is None or guest.passed_at >= event.freed_at
    ):
        return "passed_on_this_one"
    if guest.party > seats_on_offer(event):
        return "party_does_not_fit"
    return ""


def fill(state: GuestListState, _command: OfferFreeSeats, now: datetime) -> Decision:
    """Offer the seats set aside to the next guest, or open them to all."""
    event = state.event
    if event is None:
        return Decision(None)
    if not event.owed:
        return Decision(None, moves=(update(event, *if_unchanged(event, "owed")),))
    line = tuple(Candidate(guest.id, why_not(event, guest)) for guest in state.line)
    opening, rules = Opening(event.starts, _at_once(event, state.line)), event.offer_rules
    move = next_move(opening, line, _asked(event, line), rules, now)
    if event.state == "cancelled" or not isinstance(move, MakeOffer | RollOn):
        return _opened(event)
    leaves_at = send_at(opening, rules, now)
    if leaves_at > now:
        # The guard keeps a host's change of quiet hours from being overlooked.
        same = update(event, *if_unchanged(event, "rev"))
        alarm = seat_counters.fill_alarm(event, leaves_at)
        return Decision(None, moves=(same,), set_alarms=(alarm,))
    guest = next(guest for guest in state.line if guest.id == move.who)
    return offer_to(event, guest, move, now)


def guests_to_count(event: Event) -> int:
    """Return how many of the next guests decide how the time left is shared out."""
    return min(event.owed * (MOST_ROUNDS - 1) + 1, MOST_COUNTED)


def _at_once(event: Event, line: tuple[Guest, ...]) -> int:
    """Return how many offers to these guests the seats set aside are enough for."""
    owed, seats, count = event.owed, seats_on_offer(event), 0
    for guest in line:
        if owed > 0 and guest.party <= seats:
            owed, seats, count = owed - guest.party, seats - guest.party, count + 1
    return max(1, count)


def _asked(event: Event, line: tuple[Candidate, ...]) -> tuple[str, ...]:
    """Return who did not take these seats and can get no other offer of them."""
    again = {candidate.id for candidate in line if not candidate.why_not}
    asked: list[str] = []
    for share in event.owed_from:
        asked += [who for who in share.asked if who not in again]
    return tuple(asked)


def _opened(event: Event) -> Decision:
    opened = seat_counters.make_public(event)
    return Decision(None, steps=(Step(event.id, "seats_opened", event.id, (opened,)),))


def offer_to(event: Event, guest: Guest, move: MakeOffer | RollOn, now: datetime) -> Decision:
    """Hold seats that are set aside for a guest, and ask them."""
    room, shares = seat_counters.offered(event, guest.party)
    offer = Offer(
        f"{guest.id}-{guest.offers + 1}",
        "seat",
        guest.party,
        shares,
        now,
        move.ends_at,
        move.is_short,
    )
    asked = update(
        guest, *if_unchanged(guest, "rev"), offer=offer, offers=guest.offers + 1, rev=guest.rev + 1
    )
    until = SendWindow(use_by=offer.ends_at)
    rolls_on = move.rolls_on
    message = to_guest("offer", room.after, asked.after, now, offer.id, until, rolls_on=rolls_on)
    action = "rolled_on" if isinstance(move, RollOn) else "offered"
    lapse = seat_counters.lapse_alarm(guest, offer)
    return Decision(
        None,
        steps=(Step(event.id, action, guest.id, (room, asked)),),
        messages=(message,),
        set_alarms=(lapse, *seat_counters.fill_alarms(room.after, now)),
    )


def ends(event: Event, offer: Offer) -> datetime:
    """Return when an offer ends by the event's current date."""
    return min(offer.ends_at, event.starts)


def claim_offer(state: GuestListState, command: ClaimOffer, now: datetime) -> Decision:
    """Confirm the seats if this offer is the live one and its deadline has not passed."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    offer = guest.offer
    if offer is None or not _is_claimed(offer, command):
        return Decision(_spent(state, event, guest))
    if event.state == "cancelled":
        return Decision(GuestResult("event_cancelled", event, guest))
    if now >= ends(event, offer):
        return Decision(GuestResult("offer_lapsed", event, guest))
    room = seat_counters.claimed(event, offer)
    seated = confirmed(guest, now, offer=None, seats_from=offer.shares)
    after = seated.after
    message = to_guest("confirmation", room.after, after, now, f"{after.sequence}")
    return Decision(
        GuestResult("confirmed", room.after, after),
        steps=(Step(event.id, "claimed", guest.id, (room, seated)),),
        messages=(message,),
        clear_alarms=(seat_counters.lapse_key(guest, offer),),
    )


def _is_claimed(offer: Offer, command: ClaimOffer) -> bool:
    """Return True if a command is about this offer; only an email can accept an invitation."""
    is_invited = offer.kind == "invite" and is_by_visitor(command)
    return offer.id == command.offer_id and not is_invited


def _spent(state: GuestListState, event: Event, guest: Guest) -> GuestResult:
    """Return the result for a link whose offer is not the live one, with the guest's position."""
    place = state.ahead + 1 if guest.is_waiting else None
    code = "already" if guest.state == "confirmed" else "offer_spent"
    return GuestResult(code, event, guest, place)


def decline_offer(state: GuestListState, command: DeclineOffer, now: datetime) -> Decision:
    """Release the seats for the next guest. This one keeps their place in the queue.

    Declining an invite cancels.
    """
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    offer = guest.offer
    if offer is None or offer.id != command.offer_id:
        return Decision(_spent(state, event, guest))
    if event.state == "cancelled":
        return Decision(GuestResult("event_cancelled", event, guest))
    if offer.kind == "invite":
        return _invite_ended(event, guest, offer, now, "invite_declined")
    room = seat_counters.return_offer(event, offer, guest.id, now, waiting=1)
    passed = _passed(guest, now, lapses=0)
    note = to_guest("declined", event, passed.after, now, offer.id, position=state.ahead + 1)
    return _rolled(room, passed, "declined", note, offer, now)


def lapse_offer(state: GuestListState, command: LapseOffer, now: datetime) -> Decision:
    """End an offer whose deadline has passed without an answer."""
    event, guest = state.event, state.guest
    if event is None or guest is None or guest.offer is None or guest.offer.id != command.offer_id:
        return Decision(None)
    if event.state == "cancelled":
        return Decision(None)
    offer = guest.offer
    if now < ends(event, offer):
        return Decision(None, set_alarms=(seat_counters.lapse_alarm(guest, offer),))
    if offer.kind == "invite":
        return _invite_ended(event, guest, offer, now, "invite_lapsed")
    return _seat_lapsed(state, event, guest, offer, now)


def _seat_lapsed(
    state: GuestListState, event: Event, guest: Guest, offer: Offer, now: datetime
) -> Decision:
    """Return the seats; after too many lapses the guest leaves.

    A shortened window is none, and neither is an offer that never left.
    """
    counts = not offer.is_short and not _never_left(state.offer_message)
    lapses = guest.lapses + 1 if counts else guest.lapses
    if counts and is_last_offer(event, guest, offer):
        return _left_after_lapses(event, guest, offer, now)
    room = seat_counters.return_offer(event, offer, guest.id, now, waiting=1)
    passed = _passed(guest, now, lapses=lapses)
    until = SendWindow(use_by=event.starts)
    # If nobody else waits, the seats are open to all in a moment, and the guest can take them.
    opens = 0 if event.waiting else room.after.free + room.after.owed
    place = state.ahead + 1
    note = to_guest(
        "offer_lapsed", event, passed.after, now, offer.id, until, position=place, open=opens
    )
    return _rolled(room, passed, "lapsed", note, offer, now)


def _never_left(message: Message | None) -> bool:
    if message is None or message.attempts:
        return False
    return message.status in ("queued", "failed")


def is_last_offer(event: Event, guest: Guest, offer: Offer) -> bool:
    """Return True if the guest leaves the waitlist when this offer ends without an answer."""
    limit = event.settings.lapse_limit
    return bool(limit) and not offer.is_short and guest.lapses + 1 >= limit


def _left_after_lapses(event: Event, guest: Guest, offer: Offer, now: datetime) -> Decision:
    room = seat_counters.return_offer(event, offer, guest.id, now)
    gone = cancelled(guest, lapses=0)
    note = to_guest(
        "offer_lapsed",
        event,
        gone.after,
        now,
        offer.id,
        SendWindow(use_by=event.starts),
        left_line=True,
    )
    return _rolled(room, gone, "lapsed_out", note, offer, now)


def _invite_ended(event: Event, guest: Guest, offer: Offer, now: datetime, action: str) -> Decision:
    room = seat_counters.release_seats(event, guest, offer.seats, now, pending=-1)
    gone = cancelled(guest)
    kind = "cancelled" if action == "invite_declined" else "offer_lapsed"
    until = SendWindow(use_by=event.starts)
    note = to_guest(kind, event, gone.after, now, offer.id, until, left_line=True, had="pending")
    return _rolled(room, gone, action, note, offer, now)


def _passed(
    guest: Guest,
    now: datetime,
    **more: Any,  # noqa: ANN401 - fields of a guest
) -> Change[Guest]:
    sets = {"offer": None, "passed_at": now, "refusals": 0, "rev": guest.rev + 1}
    return update(guest, *if_unchanged(guest, "rev"), **{**sets, **more})


def _rolled(
    room: Change[Event],
    guest: Change[Guest],
    action: str,
    note: Message,
    offer: Offer,
    now: datetime,
) -> Decision:
    event, after = room.after, guest.after
    code = "declined" if after.state == "waitlisted" else "cancelled"
    return Decision(
        GuestResult(code, event, after, note.facts.get("position")),
        steps=(Step(event.id, action, after.id, (room, guest)),),
        messages=(note,),
        set_alarms=seat_counters.fill_alarms(event, now),
        clear_alarms=(seat_counters.lapse_key(after, offer),),
    )


class NotSent(msgspec.Struct, frozen=True):
    """Why an offer was not sent.

    `pause` to try again later, `blame` to count it against the address, `lost` if it never works.
    """

    reason: str
    pause: bool = False
    blame: bool = False
    lost: bool = False


def put_back(event: Event, guest: Guest, offer: Offer, why: NotSent, now: datetime) -> Decision:
    """Take back an offer that was not sent. After too many refusals the guest is skipped."""
    refusals = guest.refusals + int(why.blame)
    lost = why.lost or refusals > len(TRY_AGAIN_AFTER)
    pause = timedelta(0)
    if why.pause and not lost:
        pause = TRY_AGAIN_AFTER[max(0, refusals - 1)]
    sets: dict[str, Any] = {"offer": None, "refusals": refusals, "rev": guest.rev + 1}
    if lost:
        sets |= {"reach": "unreachable", "reach_note": why.reason}
    room = seat_counters.return_offer(event, offer, "", now, waiting=1, line_rev=1)
    back = update(guest, *if_unchanged(guest, "rev"), **sets)
    step = Step(event.id, "unreachable" if lost else "put_back", guest.id, (room, back), why.reason)
    return Decision(
        None,
        steps=(step,),
        set_alarms=seat_counters.fill_alarms(room.after, now + pause),
        clear_alarms=(seat_counters.lapse_key(guest, offer),),
    )


def pass_over_guest(
    event: Event, guest: Guest, offer: Offer, reason: str, now: datetime
) -> Decision:
    """Take back an offer that cannot leave in time, and ask the next. It is no lapse."""
    room = seat_counters.return_offer(event, offer, guest.id, now, waiting=1)
    passed = _passed(guest, now)
    return Decision(
        None,
        steps=(Step(event.id, "put_back", guest.id, (room, passed), reason),),
        set_alarms=seat_counters.fill_alarms(room.after, now),
        clear_alarms=(seat_counters.lapse_key(guest, offer),),
    )


def recap_offers(state: GuestListState, command: RecapOffers, now: datetime) -> Decision:
    """Adapt live deadlines to a new date or, with `stretch`, to longer windows.

    A new window never shortens a deadline, nor does it change one that the start shortened. This
    may come after an earlier start, and then ends the offers that were to go on.
    """
    event = state.event
    if event is None or event.state == "cancelled":
        return Decision(None)
    steps: list[Step] = []
    alarms: list[Alarm] = []
    for guest in state.page:
        offer = _recapped(event, guest, stretch=command.stretch)
        if offer is not None:
            moved = update(guest, *if_unchanged(guest, "rev"), offer=offer, rev=guest.rev + 1)
            steps.append(Step(event.id, "deadline_moved", guest.id, (moved,)))
            alarms.append(seat_counters.lapse_alarm(guest, offer))
    if len(state.page) == PAGE:
        alarms.append(recap_alarm(event, now, state.page[-1].id, stretch=command.stretch))
    return Decision(None, steps=tuple(steps), set_alarms=tuple(alarms))


def _recapped(event: Event, guest: Guest, *, stretch: bool) -> Offer | None:
    """Return the guest's offer with its new deadline; None if there is nothing to change."""
    offer, settings = guest.offer, event.settings
    if offer is None:
        return None
    ends_at = ends(event, offer)
    if stretch and not offer.is_short:
        window = settings.invite_window if offer.kind == "invite" else settings.claim_window
        later = settings.quiet_hours.next_open(offer.made_at + duration(window), event.timezone)
        ends_at = min(max(offer.ends_at, later), event.starts)
    if ends_at == offer.ends_at:
        return None
    return msgspec.structs.replace(offer, ends_at=ends_at)


def recap_alarm(event: Event, at: datetime, after: str = "", *, stretch: bool) -> Alarm:
    """Return the alarm that adapts the deadlines of live offers at that time."""
    command = RecapOffers(event_id=event.id, after=after, stretch=stretch)
    return Alarm(recap_key(event, stretch=stretch), at, command)


def recap_key(event: Event, *, stretch: bool) -> str:
    """Return the key of that alarm: a new date and new windows each have their own."""
    return f"recap:{event.id}:{'windows' if stretch else 'date'}"
