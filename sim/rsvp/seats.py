"""S1, S2, S10, and S5's counters: no oversold seat, one place each, queue before the public."""

from fullhouse.products.rsvp.model import Event, Guest
from sim.checks.state_model import Commit, StateModel
from sim.rsvp import reference_rules
from sim.rsvp.lists import GuestCheck

Counts = tuple[int, int, int, int]
NOTHING: Counts = (0, 0, 0, 0)


class S1NeverOversold(GuestCheck):
    """Confirmed and held seats never exceed the cap.

    After a lowered cap they never grow until they are below it.
    """

    promise = "S1"

    def commit(self, commit: Commit) -> None:
        """Judge the seats before and after."""
        for before, after in commit.of(Event):
            seats, had = (
                after.confirmed + after.held,
                before.confirmed + before.held if before else 0,
            )
            self.require(
                seats <= after.cap or seats <= had, f"{seats} seats of {after.cap}, {had} before"
            )


class S2OnePlaceEach(GuestCheck):
    """A person is in at most one place per event: one row per address, one state."""

    promise = "S2"

    def __init__(self, book: StateModel) -> None:
        """Know nobody yet."""
        super().__init__(book)
        self.addresses: dict[tuple[str, str], str] = {}

    def commit(self, commit: Commit) -> None:
        """Judge each guest that changed."""
        for before, guest in commit.of(Guest):
            if before is not None and before.email != guest.email:
                self.addresses.pop((guest.event_id, before.email.casefold()), None)
            self._has_the_address(guest)
            self.require(
                self._fits(guest),
                f"{guest.id} is {guest.state} with {guest.offer}, place {guest.place}",
            )
            if guest.place and (before is None or before.place != guest.place):
                others = self.lists.guests.get(guest.event_id, {}).values()
                self.require(
                    all(one.place != guest.place for one in others),
                    f"place {guest.place} is taken twice",
                )

    def _has_the_address(self, guest: Guest) -> None:
        if not guest.email:  # a walk-in may have none
            return
        whose = self.addresses.setdefault((guest.event_id, guest.email.casefold()), guest.id)
        self.require(
            whose == guest.id, f"{guest.email} is on the list as {whose} and as {guest.id}"
        )

    def _fits(self, guest: Guest) -> bool:
        if guest.state == "waitlisted":
            return guest.place > 0 and (guest.offer is None or guest.offer.kind == "seat")
        if guest.state == "pending":
            return guest.place == 0 and guest.offer is not None and guest.offer.kind == "invite"
        return guest.place == 0 and guest.offer is None


def counted(guest: Guest | None) -> Counts:
    """Return what a guest adds to the counters: confirmed, held, waiting, pending."""
    if guest is None or guest.state == "cancelled":
        return NOTHING
    if guest.state == "confirmed":
        return (guest.party, 0, 0, 0)
    held = guest.offer.seats if guest.offer else 0
    return (
        0,
        held,
        int(guest.state == "waitlisted" and guest.offer is None),
        int(guest.state == "pending"),
    )


class S5Headcount(GuestCheck):
    """The counters, counted again from the guests, are the same at every commit."""

    promise = "S5"

    def __init__(self, book: StateModel) -> None:
        """Count from nothing."""
        super().__init__(book)
        self.sums: dict[str, Counts] = {}

    def commit(self, commit: Commit) -> None:
        """Count what changed, and hold it against the event."""
        touched = {event.id: event for _, event in commit.of(Event)}
        for before, after in commit.of(Guest):
            old, new, had = counted(before), counted(after), self.sums.get(after.event_id, NOTHING)
            confirmed, held, waiting, pending = (
                h - o + n for h, o, n in zip(had, old, new, strict=True)
            )
            self.sums[after.event_id] = (confirmed, held, waiting, pending)
            touched.setdefault(after.event_id, self.lists.events[after.event_id])
        for event in touched.values():
            self._compare(event, self.sums.get(event.id, NOTHING))

    def _compare(self, event: Event, sums: Counts) -> None:
        owed = sum(share.seats for share in event.owed_from)
        stored = (event.confirmed, event.held - event.owed, event.waiting, event.pending)
        self.require(
            stored == sums, f"confirmed, held, waiting, pending are {stored}, counted {sums}"
        )
        self.require(event.owed == owed >= 0, f"owed is {event.owed}, counted {owed}")
        self.require(
            event.taken == event.confirmed + event.held, f"taken is {event.taken}: {event}"
        )


class S10LineFirst(GuestCheck):
    """A freed seat is offered to everyone in line who may be asked before the public gets it."""

    promise = "S10"

    def commit(self, commit: Commit) -> None:
        """Judge each commit after which more seats are open to all than before."""
        for before, after in commit.of(Event):
            if (
                before is None
                or reference_rules.free(after) <= reference_rules.free(before)
                or not reference_rules.live(after, commit.at)
            ):
                continue
            self._judge(before, after, commit)

    def _judge(self, before: Event, after: Event, commit: Commit) -> None:
        line = [
            one
            for one in self._line_after(after.id, commit)
            if one.state == "waitlisted" and one.offer is None
        ]
        if not line:
            return
        opened = (
            before.owed > 0
            and after.owed == 0
            and before.freed_at == after.freed_at
            and before.cap == after.cap
        )
        self.require(opened, f"seats went to the public while {len(line)} waited: {before} {after}")
        asked = [one.id for one in line if reference_rules.may_be_asked(before, one)]
        too_late = reference_rules.leaves(before, commit.at) >= reference_rules.start(before)
        self.require(too_late or not asked, f"seats went to the public though {asked} may be asked")

    def _line_after(self, event_id: str, commit: Commit) -> list[Guest]:
        guests = {
            **self.lists.guests.get(event_id, {}),
            **{one.id: one for _, one in commit.of(Guest)},
        }
        return list(guests.values())


class S10NobodyOverlooked(GuestCheck):
    """Whoever can get an offer from now on is asked about seats that are open to all."""

    promise = "S10"

    def commit(self, commit: Commit) -> None:
        """Judge guests who changed, and events that can ask again."""
        events = {after.id: (before, after) for before, after in commit.of(Event)}
        for before, guest in commit.of(Guest):
            if before is None or guest.event_id not in events:
                continue
            was, event = events[guest.event_id]
            stayed = before.state == guest.state == "waitlisted" and not before.offer
            if was is not None and stayed and not reference_rules.may_be_asked(was, before):
                self._judge(event, [guest], commit)
        for was, event in events.values():
            if was is not None and not reference_rules.can_ask(was, commit.at):
                self._judge(event, list(self.lists.guests.get(event.id, {}).values()), commit)

    def _judge(self, event: Event, guests: list[Guest], commit: Commit) -> None:
        may = [one.id for one in guests if reference_rules.may_be_asked(event, one)]
        in_time = reference_rules.can_ask(event, commit.at)
        self.require(
            event.owed or not may or not in_time,
            f"{may} could have seats, and nobody asks: {event}",
        )
