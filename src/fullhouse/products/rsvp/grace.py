"""Grace: a seat given up in free text by email is cancelled only after a while.

Until then its guest stays confirmed and counted, and can keep the seat.
"""

from datetime import datetime, timedelta

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.times import duration
from fullhouse.products.rsvp import registrations, seat_counters
from fullhouse.products.rsvp.commands import EndGrace, KeepSeat, MoveGraces
from fullhouse.products.rsvp.messages import cancel_pending, to_guest
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, GuestResult

# A store may take at most 100 items per commit, and a moved grace takes four of them.
PAGE = 18
LARGEST_SHARE = 4
SECOND = timedelta(seconds=1)


def grace_ends(event: Event, now: datetime) -> datetime:
    """Return when a grace that begins now is over: at most a quarter of the time to the start.

    It lasts whole seconds, because stores keep no more than milliseconds.
    """
    length = min(duration(event.settings.mail_grace), (event.starts - now) / LARGEST_SHARE)
    return now + length // SECOND * SECOND


def has_grace(event: Event, guest: Guest, now: datetime) -> bool:
    """Return True if a guest who gives up what they have in free text gets a grace."""
    return guest.state == "confirmed" and event.is_live(now) and grace_ends(event, now) > now


def start_grace(event: Event, guest: Guest, occasion: str, now: datetime) -> Decision:
    """Plan to cancel a seat and write when; a grace that has begun goes on."""
    if guest.cancels_at is not None:
        message = cancel_pending(event, guest, now, occasion)
        return Decision(GuestResult("cancel_pending", event, guest), messages=(message,))
    moved = _moved(event, guest, now)
    after = moved.after
    return Decision(
        GuestResult("cancel_pending", event, after),
        # The guard keeps a change of the date from being overlooked.
        moves=(update(event, *if_unchanged(event, "rev")),),
        steps=(Step(event.id, "cancel_pending", guest.id, (moved,)),),
        messages=(cancel_pending(event, after, now, after.sequence),),
        set_alarms=(_alarm(event, after, now),),
    )


def _moved(event: Event, guest: Guest, now: datetime) -> Change[Guest]:
    return update(
        guest,
        *if_unchanged(guest, "rev"),
        cancels_at=grace_ends(event, now),
        rev=guest.rev + 1,
        sequence=guest.sequence + 1,
    )


def _alarm(event: Event, guest: Guest, now: datetime) -> Alarm:
    return seat_counters.grace_alarm(guest, guest.cancels_at or grace_ends(event, now))


def keep_seat(state: GuestListState, _command: KeepSeat, now: datetime) -> Decision:
    """Keep a seat that is about to be cancelled, if there is still time."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    problem = _why_not_kept(event, guest, now)
    if problem:
        return Decision(GuestResult(problem, event, guest))
    if guest.cancels_at is None:
        return Decision(GuestResult("kept", event, guest))
    kept = update(
        guest,
        *if_unchanged(guest, "rev"),
        cancels_at=None,
        rev=guest.rev + 1,
        sequence=guest.sequence + 1,
    )
    after = kept.after
    return Decision(
        GuestResult("kept", event, after),
        steps=(Step(event.id, "seat_kept", guest.id, (kept,)),),
        messages=(to_guest("confirmation", event, after, now, f"{after.sequence}"),),
        clear_alarms=(seat_counters.grace_key(guest),),
    )


def _why_not_kept(event: Event, guest: Guest, now: datetime) -> str:
    if event.state == "cancelled":
        return "event_cancelled"
    if guest.state == "cancelled":
        return "grace_over"
    if guest.state != "confirmed":
        return "no_seat"
    if guest.cancels_at is not None and now >= guest.cancels_at:
        return "grace_over"
    return ""


def end_grace(state: GuestListState, _command: EndGrace, now: datetime) -> Decision:
    """Cancel a seat whose grace is over, as if its guest had cancelled just now."""
    event, guest = state.event, state.guest
    if event is None or guest is None or guest.cancels_at is None or event.state == "cancelled":
        return Decision(None)
    if now < guest.cancels_at:
        return Decision(None, set_alarms=(seat_counters.grace_alarm(guest, guest.cancels_at),))
    return registrations.gone(event, guest, now)


def move_graces(state: GuestListState, command: MoveGraces, now: datetime) -> Decision:
    """Start the grace of a page of guests anew, and write to them when it ends now."""
    event = state.event
    if event is None or not event.is_live(now):
        return Decision(None)
    steps: list[Step] = []
    messages: list[Message] = []
    alarms: list[Alarm] = []
    for guest in state.page:
        if guest.cancels_at is None or now >= guest.cancels_at:
            continue
        moved = _moved(event, guest, now)
        after = moved.after
        steps.append(Step(event.id, "grace_moved", guest.id, (moved,)))
        messages.append(cancel_pending(event, after, now, after.sequence))
        alarms.append(_alarm(event, after, now))
    if len(state.page) == PAGE:
        alarms.append(move_alarm(event, now, state.page[-1].id))
    same = update(event, *if_unchanged(event, "rev"))
    return Decision(
        None,
        moves=(same,),
        steps=tuple(steps),
        messages=tuple(messages),
        set_alarms=tuple(alarms),
    )


def move_alarm(event: Event, at: datetime, after: str = "") -> Alarm:
    """Return the alarm that starts all graces of an event anew at that time."""
    return Alarm(move_key(event), at, MoveGraces(event_id=event.id, after=after))


def move_key(event: Event) -> str:
    """Return the key of that alarm."""
    return f"graces:{event.id}"
