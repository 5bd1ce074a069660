"""S16: arrivals never exceed the party, in whatever order devices catch up; extras are listed."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from fullhouse.engine.ports import Invocation
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.products.rsvp import check_in
from fullhouse.products.rsvp.commands import (
    AnswerByMail,
    CancelGuest,
    ChangeParty,
    CheckIn,
    CheckOut,
    WalkIn,
)
from fullhouse.products.rsvp.model import Arrival, Event, Guest, GuestResult
from sim.checks.state_model import Commit, StateModel
from sim.rsvp.lists import GuestCheck

ON_RECORD = frozenset({"checked_in", "admitted_extra"})
DONE = ON_RECORD | {"already_in", "checked_out"}
MOST = 100
MOST_UNDONE = 50  # besides the one that gave them their seat
Who = tuple[str, ...]


class S16ArrivalsAddUp(GuestCheck):
    """No more people of a party arrive than it has; what a device admitted is never lost."""

    promise = "S16"

    def __init__(self, book: StateModel) -> None:
        """Know of nobody at the door."""
        super().__init__(book)
        self.came: dict[str, int] = defaultdict(int)
        self.extras: dict[str, int] = defaultdict(int)
        self.admitted: dict[Who, set[str]] = defaultdict(set)
        self.undone: dict[Who, set[str]] = defaultdict(set)
        self.seated: dict[Who, datetime | None] = {}
        self.missing: dict[str, int] = defaultdict(int)

    def commit(self, commit: Commit) -> None:
        """Judge each guest whose arrivals changed, and count again."""
        touched = {event.id: event for _, event in commit.of(Event)}
        for before, after in commit.of(Guest):
            was = arrived(before) if before else 0
            self.came[after.event_id] += arrived(after) - was
            self.extras[after.event_id] += extras(after) - (extras(before) if before else 0)
            self.missing[after.event_id] += _missing(after) - (_missing(before) if before else 0)
            self._judge(before, after, commit)
            self._judge_seat(before, after, commit)
            touched.setdefault(after.event_id, self.lists.events[after.event_id])
        for event in touched.values():
            came = self.came[event.id]
            self.require(
                event.checked_in == came, f"{event.checked_in} are checked in, counted {came}"
            )
            beyond = self.extras[event.id]
            self.require(event.extras == beyond, f"{event.extras} are extras, counted {beyond}")
            missing = self.missing[event.id]
            self.require(
                event.released == missing, f"{event.released} did not come, counted {missing}"
            )

    def _judge(self, before: Guest | None, after: Guest, commit: Commit) -> None:
        had = before.arrivals if before else ()
        nonces = [arrival.nonce for arrival in after.arrivals]
        self.require(len(set(nonces)) == len(nonces), f"{after.id} came twice on one nonce")
        self.require(arrived(after) <= after.party, f"more than the party of {after} came")
        self.require(
            after.state == "confirmed" or not arrived(after), f"{after.id} came without a seat"
        )
        may_drop = len(_undone(after)) >= MOST_UNDONE
        kept = [one for one in had if not (one.undone and may_drop)]
        lost = {one.nonce for one in kept if one.people} - set(nonces)
        self.require(len(lost) <= _undone_beyond(had, commit), f"{after.id} lost {lost}")
        self._judge_bounds(before, after, commit)
        back = [now for was in had for now in after.arrivals if _came_back(was, now)]
        self.require(not back, f"undone check-ins of {after.id} count again: {back}")
        self.require(
            after.cancels_at is None or not arrived(after),
            f"{after.id} is here, and the seat is about to be cancelled",
        )
        if before is not None and _is_their_own(commit.order.command):
            self.require(arrived(before) <= arrived(after), f"{after.id} is out by themselves")

    def _judge_seat(self, before: Guest | None, after: Guest, commit: Commit) -> None:
        """Check that a free seat given at the door is given back if letting them in is undone."""
        command = commit.order.command
        had_none = before is None or (before.state != "confirmed" and before.offer is None)
        if isinstance(command, CheckIn | WalkIn) and had_none and after.state == "confirmed":
            self.seated[after.key] = after.confirmed_at
        if not isinstance(command, CheckOut) or before is None or before.state != "confirmed":
            return
        is_from_door = self.seated.get(before.key) == before.confirmed_at
        is_gone = after.state != "confirmed"
        is_inside = arrived(after) + extras(after) > 0
        self.require(
            is_gone == (is_from_door and not is_inside),
            f"{before.id} was checked out and is {after.state}, inside: {is_inside}",
        )

    def _judge_bounds(self, before: Guest | None, after: Guest, commit: Commit) -> None:
        command = commit.order.command
        is_on_list = before is not None or not isinstance(command, WalkIn) or not command.on_list
        self.require(is_on_list, f"{after.id} was not on the list, and nobody added them")
        inside = arrived(after) + after.admitted_extra
        self.require(inside <= after.party, f"{inside} of the party of {after} are inside")
        undone = _undone(after)
        live = [one for one in after.arrivals if not one.undone and one.nonce != check_in.REST]
        self.require(len(live) <= MOST, f"{after.id} has {len(live)} arrivals")
        self.require(
            len(undone) <= MOST_UNDONE + 1, f"{after.id} has {len(undone)} undone arrivals"
        )

    def acknowledged(self, invocation: Invocation, decision: Decision) -> None:
        """Note what a device was told that it is on record."""
        command, answer = invocation.command, decision.answer
        if isinstance(command, CheckOut) and answer.code == "checked_out":
            self.undone[answer.guest.key].update(command.nonces)
        if not isinstance(command, CheckIn | WalkIn) or not isinstance(answer, GuestResult):
            return
        if answer.guest is not None and answer.code in ON_RECORD:
            self.admitted[answer.guest.key].add(command.nonce)
        inside = command.admitted and answer.guest is not None
        self.require(
            not inside or answer.code in DONE,
            f"{command} was let in and is refused: {answer.code}",
        )

    def end(self, now: datetime) -> None:
        """Check that everything a device was told is on record still."""
        for (event_id, guest_id), nonces in self.admitted.items():
            guest = self.lists.guests[event_id][guest_id]
            on_record = {arrival.nonce for arrival in guest.arrivals}
            missing = nonces - on_record
            is_summed = len(on_record) > MOST and check_in.REST in on_record
            is_dropped = len(_undone(guest)) >= MOST_UNDONE
            self.require(
                not missing or is_summed or is_dropped,
                f"{guest_id} was let in by {missing}, and nobody knows",
            )
        for (event_id, guest_id), nonces in self.undone.items():
            guest = self.lists.guests[event_id][guest_id]
            counts = nonces & {one.nonce for one in guest.arrivals if not one.undone}
            is_forgotten = len(_undone(guest)) >= MOST_UNDONE
            self.require(
                not counts or is_forgotten,
                f"{guest_id} was checked out of {counts}, which still count",
            )


def _is_their_own(command: Command) -> bool:
    """Return True if a guest may give a command by email or on their own page."""
    if isinstance(command, CancelGuest):
        return not command.by_host
    return isinstance(command, AnswerByMail | ChangeParty)


def arrived(guest: Guest) -> int:
    """Count a guest's arrivals again, by the design's own formula."""
    people = {
        arrival.nonce: arrival.people
        for arrival in guest.arrivals
        if not (arrival.undone or arrival.extra)
    }
    return min(guest.party, sum(people.values()))


def extras(guest: Guest) -> int:
    """Count again how many people of a party were let in beyond the rules, and only so."""
    people = {
        arrival.nonce: arrival.people
        for arrival in guest.arrivals
        if arrival.extra and not arrival.undone
    }
    return min(guest.party - arrived(guest), sum(people.values()))


def _undone(guest: Guest) -> list[Arrival]:
    return [arrival for arrival in guest.arrivals if arrival.undone]


def _undone_beyond(had: Sequence[Arrival], commit: Commit) -> int:
    """Return how many more check-ins a command undid at once than are kept."""
    if not isinstance(commit.order.command, CheckOut):
        return 0
    wanted = set(commit.order.command.nonces)
    undone = [one for one in had if not one.undone and (not wanted or one.nonce in wanted)]
    return max(0, len(undone) - MOST_UNDONE)


def _missing(guest: Guest) -> int:
    """Return how many seats of a guest were released because nobody of them came."""
    return guest.party if guest.released_at is not None else 0


def _came_back(was: Arrival, now: Arrival) -> bool:
    if now.nonce == check_in.REST:
        return False  # the sum starts anew
    return was.nonce == now.nonce and was.undone and not now.undone
