"""What guests do about their own seats: sign up, cancel, take a free seat, change their party, ask for their link."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
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
from fullhouse.products.rsvp.messages import SendWindow, to_guest
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, GuestResult, Offer


def sign_up(state: GuestListState, command: SignUp, now: datetime) -> Decision:
    """Grant seats if there is room, else a place in line; whoever is on the list gets told where they stand."""
    event, guest = state.event, state.guest
    if event is None or (guest is not None and guest.is_erased):
        return Decision(GuestResult("unknown_event" if event is None else "unknown_guest", event))
    if guest is not None and (guest.state != "cancelled" or command.source == "import"):
        return _sign_up_again(state, event, guest, command, now)
    problem = _why_no_sign_up(event, command, now)
    if problem:
        field = "party" if problem in ("bad_party", "party_too_big") else ""
        return Decision(GuestResult(problem, event, guest, field=field))
    asks = _fresh_guest(command, now) if guest is None else _returning_guest(guest, command, now)
    return _placed(event, guest, asks, command, now)


def _why_no_sign_up(event: Event, command: SignUp, now: datetime) -> str:
    if event.state == "cancelled":
        return "event_cancelled"
    if now >= event.starts:
        return "event_over"
    if event.state == "closed" and command.source not in ("import", "host"):
        return "sign_up_closed"
    return _why_no_party(command.party, event.settings.max_party)


def _why_no_party(party: int, most: int) -> str:
    if party < 1:
        return "bad_party"
    return "party_too_big" if party > most else ""


def _sign_up_again(
    state: GuestListState, event: Event, guest: Guest, command: SignUp, now: datetime
) -> Decision:
    room = event.taken + guest.party <= event.cap and event.state == "open" and event.is_live(now)
    # A list says who is asked, not that someone in line wants a seat now: giving it twice must change nothing.
    if command.source == "import" or not guest.is_waiting or not room:
        return Decision(GuestResult("already", event, guest, position(state)))
    if _must_confirm(event, command):
        asks = msgspec.structs.replace(
            guest, place=0, rev=guest.rev + 1, sequence=guest.sequence + 1
        )
        return _invite(event, guest, asks, now, gentle=False)
    return _take(event, guest, now)


def _must_confirm(event: Event, command: SignUp) -> bool:
    """Say whether this sign-up still has to show that the address is theirs."""
    return event.settings.confirm_by_mail and command.source in ("form", "mail")


def _fresh_guest(command: SignUp, now: datetime) -> Guest:
    return Guest(
        event_id=command.event_id,
        id=command.guest_id,
        name=command.name,
        email=command.email,
        state="waitlisted",
        party=command.party,
        source=command.source,
        joined_at=now,
    )


def _returning_guest(guest: Guest, command: SignUp, now: datetime) -> Guest:
    """Start anew with someone who comes back; that they asked for no mail only they can take back, by their link."""
    reach = guest.reach if guest.reach == "opted_out" and command.source != "link" else "fine"
    return msgspec.structs.replace(
        guest,
        name=command.name,
        party=command.party,
        source=command.source,
        joined_at=now,
        passed_at=None,
        lapses=0,
        refusals=0,
        reach=reach,
        reach_note=guest.reach_note if reach == guest.reach else "",
        rev=guest.rev + 1,
        sequence=guest.sequence + 1,
    )


def _placed(
    event: Event, known: Guest | None, asks: Guest, command: SignUp, now: datetime
) -> Decision:
    if event.taken + asks.party > event.cap:
        return _wait_in_line(event, known, asks, now)
    if command.place_as == "pending" or _must_confirm(event, command):
        return _invite(event, known, asks, now, gentle=command.source == "import")
    guest = msgspec.structs.replace(asks, state="confirmed", confirmed_at=now)
    room = seat_counters.confirm_seats(event, guest.party)
    message = to_guest("confirmation", event, guest, now, f"{guest.sequence}", _timing(asks))
    return Decision(
        GuestResult("confirmed", room.after, guest),
        steps=(Step(event.id, "signed_up", guest.id, (room, _written(known, guest))),),
        messages=(message,),
    )


def _timing(asks: Guest) -> SendWindow:
    """Let someone who clicked hear at once; someone whom the host has put on the list is not woken."""
    return SendWindow(gentle=asks.source == "import")


def _wait_in_line(event: Event, known: Guest | None, asks: Guest, now: datetime) -> Decision:
    guest = msgspec.structs.replace(asks, state="waitlisted", place=event.joins + 1)
    line = seat_counters.joined(event, guest.party)
    place = event.waiting + 1
    message = to_guest(
        "waitlisted", event, guest, now, f"{guest.sequence}", _timing(asks), position=place
    )
    return Decision(
        GuestResult("waitlisted", line.after, guest, place),
        steps=(Step(event.id, "joined_line", guest.id, (line, _written(known, guest))),),
        messages=(message,),
    )


def _invite(
    event: Event, known: Guest | None, asks: Guest, now: datetime, *, gentle: bool
) -> Decision:
    ends_at = _invite_ends(event, now)
    offer = Offer(f"{asks.id}-{asks.offers + 1}", "invite", asks.party, (), now, ends_at)
    guest = msgspec.structs.replace(asks, state="pending", offer=offer, offers=asks.offers + 1)
    room = seat_counters.held_for_invite(
        event, guest.party, from_line=known is not None and known.is_waiting
    )
    message = to_guest(
        "invite", event, guest, now, offer.id, SendWindow(gentle=gentle, use_by=ends_at)
    )
    return Decision(
        GuestResult("pending", room.after, guest),
        steps=(Step(event.id, "invited", guest.id, (room, _written(known, guest))),),
        messages=(message,),
        set_alarms=(seat_counters.lapse_alarm(guest, offer),),
    )


def _invite_ends(event: Event, now: datetime) -> datetime:
    ends = now + duration(event.settings.invite_window)
    return min(event.settings.quiet_hours.next_open(ends, event.timezone), event.starts)


def _written(known: Guest | None, guest: Guest) -> Change[Guest]:
    if known is None:
        return create(guest)
    before, after = msgspec.structs.asdict(known), msgspec.structs.asdict(guest)
    moved = {name: value for name, value in after.items() if before[name] != value}
    return update(known, *if_unchanged(known, "rev"), **moved)


def cancel_guest(state: GuestListState, command: CancelGuest, now: datetime) -> Decision:
    """Give back whatever the guest has: a seat, an offer, or a place in line."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    if guest.state == "cancelled":
        return Decision(GuestResult("already_cancelled", event, guest))
    if event.state == "cancelled":
        return Decision(GuestResult("event_cancelled", event, guest))
    if now >= event.starts:
        return Decision(GuestResult("event_over", event, guest))
    return _gone(event, guest, now, by_host=command.by_host)


def _gone(event: Event, guest: Guest, now: datetime, *, by_host: bool) -> Decision:
    room, action = release_after_cancel(event, guest, now)
    gone = cancelled(guest)
    after = room.after
    left = gone.after
    return Decision(
        GuestResult("left" if guest.state == "waitlisted" else "cancelled", after, left),
        steps=(Step(event.id, action, guest.id, (room, gone)),),
        messages=(
            to_guest(
                "cancelled", event, left, now, left.sequence, had=guest.state, by_host=by_host
            ),
        ),
        set_alarms=(seat_counters.fill_alarm(event, now),) if after.owed else (),
        clear_alarms=(seat_counters.lapse_key(guest, guest.offer),) if guest.offer else (),
    )


def release_after_cancel(event: Event, guest: Guest, now: datetime) -> tuple[Change[Event], str]:
    """Give back whatever a guest has, and say what the audit calls it."""
    if guest.is_waiting:
        return seat_counters.left_line(event), "left_line"
    if guest.state == "waitlisted" and guest.offer is not None:
        return seat_counters.return_offer(event, guest.offer, guest.id, now), "left_line"
    pending = -1 if guest.state == "pending" else 0
    return seat_counters.release_seats(event, guest, guest.party, now, pending=pending), "cancelled"


def cancelled(guest: Guest, **more: Any) -> Change[Guest]:  # noqa: ANN401 - fields of a guest
    """Take a guest off the list; the row stays."""
    gone: dict[str, Any] = {
        "state": "cancelled",
        "offer": None,
        "place": 0,
        "seats_from": (),
        "confirmed_at": None,
    }
    sets = {name: value for name, value in gone.items() if getattr(guest, name) != value}
    step = {"rev": guest.rev + 1, "sequence": guest.sequence + 1}
    return update(guest, *if_unchanged(guest, "rev"), **{**sets, **step, **more})


def take_seat(state: GuestListState, _command: TakeSeat, now: datetime) -> Decision:
    """Let someone in line have a seat that is open to all."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    if guest.state == "confirmed":
        return Decision(GuestResult("already", event, guest))
    if not event.is_live(now):
        return Decision(
            GuestResult(
                "event_cancelled" if event.state == "cancelled" else "event_over", event, guest
            )
        )
    if not guest.is_waiting:
        return Decision(GuestResult("not_in_line", event, guest))
    if event.taken + guest.party > event.cap:
        return Decision(GuestResult("no_room", event, guest, position(state)))
    return _take(event, guest, now)


def _take(event: Event, guest: Guest, now: datetime) -> Decision:
    room = seat_counters.confirm_seats(event, guest.party, from_line=True)
    seated = confirmed(guest, now)
    after = seated.after
    return Decision(
        GuestResult("confirmed", room.after, after),
        steps=(Step(event.id, "took_free_seat", guest.id, (room, seated)),),
        messages=(to_guest("confirmation", event, after, now, f"{after.sequence}"),),
    )


def confirmed(guest: Guest, now: datetime, **more: Any) -> Change[Guest]:  # noqa: ANN401 - fields of a guest
    """Seat a guest who waited or was invited."""
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
    """Come with more or fewer; more only if the seats are there, and nothing is lost if not."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    code = _why_no_party_change(event, guest, command.party, now)
    if code:
        return Decision(GuestResult(code, event, guest, position(state), field="party"))
    more = command.party - guest.party
    if guest.is_waiting:
        room = update(event, *if_unchanged(event, "state"), adds={"line_rev": 1})
    elif more > 0:
        room = seat_counters.confirm_seats(event, more)
    else:
        room = seat_counters.release_seats(event, guest, -more, now)
    return _party_changed(room, guest, command.party, now)


def _why_no_party_change(event: Event, guest: Guest, party: int, now: datetime) -> str:
    if not event.is_live(now):
        return "event_cancelled" if event.state == "cancelled" else "event_over"
    if guest.state == "cancelled":
        return "already_cancelled"
    if party == guest.party:
        return "unchanged"
    if guest.offer is not None:
        return "offer_live"
    short = guest.state == "confirmed" and event.taken + party - guest.party > event.cap
    unfit = _why_no_party(party, max(event.settings.max_party, guest.party))
    return unfit or ("no_room" if short else "")


def _party_changed(room: Change[Event], guest: Guest, party: int, now: datetime) -> Decision:
    shares, _ = take_from(guest.seats_from, party)
    sets: dict[str, Any] = {"party": party, "rev": guest.rev + 1, "sequence": guest.sequence + 1}
    if shares != guest.seats_from:
        sets["seats_from"] = shares
    grown = update(guest, *if_unchanged(guest, "rev"), **sets)
    event, after = room.after, grown.after
    return Decision(
        GuestResult("party_changed", event, after),
        steps=(Step(event.id, "party_changed", guest.id, (room, grown)),),
        messages=(
            to_guest("changed", event, after, now, f"party-{after.sequence}", changes=["party"]),
        ),
        set_alarms=(seat_counters.fill_alarm(event, now),) if event.owed else (),
    )


def resend_link(state: GuestListState, command: ResendLink, now: datetime) -> Decision:
    """Mail a guest their own link again."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    asks = command.asks and guest.state != "cancelled"
    message = to_guest(
        "link", event, guest, now, command.occasion, position=position(state), asks=asks
    )
    return Decision(GuestResult("link_sent", event, guest), messages=(message,))


def unsubscribe(state: GuestListState, _command: StopMail, _now: datetime) -> Decision:
    """Send no more reminders and offers to someone who asked for that."""
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
    """Send reminders and offers again; in line, they may be asked from now on."""
    event, guest = state.event, state.guest
    if event is None or guest is None or guest.is_erased:
        return Decision(GuestResult("unknown_guest", event))
    if guest.reach == "fine":
        return Decision(GuestResult("resumed", event, guest))
    sets: dict[str, Any] = {"reach": "fine", "reach_note": "", "refusals": 0, "rev": guest.rev + 1}
    resumed = update(guest, *if_unchanged(guest, "rev"), **sets)
    line = update(event, adds={"line_rev": 1})
    return Decision(
        GuestResult("resumed", line.after, resumed.after),
        steps=(Step(event.id, "opted_in", guest.id, (line, resumed)),),
        set_alarms=(seat_counters.fill_alarm(event, now),) if event.owed else (),
    )


def position(state: GuestListState) -> int | None:
    """Count the people waiting ahead, from 1; nobody who holds an offer or a seat has a position."""
    return state.ahead + 1 if state.guest is not None and state.guest.is_waiting else None
