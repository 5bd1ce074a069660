"""S7 and S12 for guests: what leaves, when and to whom. Judged at the door's commit."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.commands import Remind
from fullhouse.products.rsvp.model import Event, Guest, Offer
from sim.checks.state_model import Commit, StateModel
from sim.rsvp import reference_rules
from sim.rsvp.lists import GuestCheck

GENTLE = ("reminder", "offer")
NOON = 12


class S7NoBadTime(GuestCheck):
    """No reminder or offer leaves in quiet hours, too late, or to someone opted out."""

    promise = "S7"

    def commit(self, commit: Commit) -> None:
        """Judge offers when they are made, and messages when the door lets them through."""
        for before, guest in commit.of(Guest):
            offer = guest.offer
            if offer and offer.kind == "seat" and not _had(before, offer):
                self._made(self.lists.events[guest.event_id], commit, offer.id)
        for before_it, message in commit.of(Message):
            if message.product != "rsvp":
                continue
            if before_it is None and message.kind == "reminder":
                self._written(message, commit)
            if message.status == "sending" and message.kind in GENTLE:
                guest = self.lists.guests[message.scope][message.person]
                self._leaves(message, commit.saw(Event, message.scope), guest, commit.at)

    def _made(self, event: Event, commit: Commit, offer: str) -> None:
        seen = commit.saw(Event, event.id) or event
        if reference_rules.quiet(seen, commit.at):
            self.require(
                reference_rules.leaves(seen, commit.at) == commit.at,
                f"offer {offer} is made at night, at {commit.at}",
            )

    def _leaves(self, message: Message, event: Event | None, guest: Guest, at: datetime) -> None:
        """Judge by the event that the delivery check saw: a host may change it before sending."""
        if event is None:
            self.require(kept=False, what=f"{message.id} leaves and nobody looked at its event")
            return
        hurries = message.kind == "offer" and reference_rules.leaves(event, at) == at
        self.require(
            hurries or not reference_rules.quiet(event, at),
            f"{message.id} leaves in quiet hours, at {at}",
        )
        self.require(
            guest.reach == "fine", f"{message.id} leaves though {guest.id} is {guest.reach}"
        )
        self.require(
            at < reference_rules.start(event), f"{message.id} leaves at {at}, after the start"
        )
        if message.kind == "offer":
            self._offer_leaves(message, event, guest, at)
        elif message.use_by is None or at >= message.use_by:
            self.require(
                kept=False, what=f"{message.id} leaves at {at}, of use until {message.use_by}"
            )

    def _offer_leaves(self, message: Message, event: Event, guest: Guest, at: datetime) -> None:
        offer = guest.offer
        if offer is None or offer.id != message.facts["offer"]["id"]:
            self.require(kept=False, what=f"{message.id} leaves though its offer has ended")
            return
        self.require(
            at < reference_rules.deadline(event, offer),
            f"{message.id} leaves at {at}, after its deadline",
        )
        can = event.waiting and offer.ends_at < reference_rules.start(event)
        self.require(
            can or not message.facts.get("rolls_on"),
            f"{message.id} says that it rolls on, but there is nobody or no time left",
        )

    def _written(self, message: Message, commit: Commit) -> None:
        event = commit.saw(Event, message.scope)
        dues = reference_rules.reminders(event) if event is not None else []
        due = [
            one
            for one in dues
            if one.name == message.facts["reminder"] and one.due <= commit.at < one.use_by
        ]
        self.require(due, f"{message.id} is written at {commit.at} and not due")


class S12NoReminderAfterCancelling(GuestCheck):
    """A cancelled guest gets no further reminder."""

    promise = "S12"

    def commit(self, commit: Commit) -> None:
        """Judge reminders when the door lets them through."""
        for _, message in commit.of(Message):
            if (
                message.product == "rsvp"
                and message.status == "sending"
                and message.kind == "reminder"
            ):
                guest = self.lists.guests[message.scope][message.person]
                self.require(
                    guest.state != "cancelled",
                    f"{message.id} leaves though {guest.id} has cancelled",
                )


class S7NewsInTime(GuestCheck):
    """News of a new time or place never waits for the morning if that is too late to act on."""

    promise = "S7"

    def __init__(self, book: StateModel) -> None:
        """Know of no change yet."""
        super().__init__(book)
        self.moved: dict[tuple[str, str], datetime | None] = {}

    def commit(self, commit: Commit) -> None:
        """Note when an event would have started, and judge what waits for the morning."""
        for was, event in commit.of(Event):
            if was is not None and event.sequence > was.sequence:
                counts = commit.at < reference_rules.end(was)
                starts = reference_rules.start(was) if counts else None
                self.moved[event.id, f"{event.sequence}"] = starts
        for _, message in commit.of(Message):
            if message.product == "rsvp" and message.kind == "changed":
                self._judge(message, commit.saw(Event, message.scope), commit.at)

    def _judge(self, message: Message, event: Event | None, at: datetime) -> None:
        news = (message.scope, message.id.rpartition(":")[2])
        urgent = {"starts_at", "ends_at", "timezone", "venue"} & set(message.facts["changes"])
        if event is None or news not in self.moved or not urgent or message.status != "queued":
            return
        waits = reference_rules.quiet(event, at)
        if waits and message.not_before == reference_rules.opens(event, at):
            starts = reference_rules.start(event)
            self.require(
                not reference_rules.too_late_for_news(
                    message.not_before, starts, self.moved[news] or starts
                ),
                f"{message.id} waits until {message.not_before}: too late to act on",
            )


class S7RemindersFollowChanges(GuestCheck):
    """A moved event sends no reminder that is past, and nobody gets two on one morning."""

    promise = "S7"

    def __init__(self, book: StateModel) -> None:
        """Know of no reminder yet."""
        super().__init__(book)
        self.due: dict[str, datetime] = {}
        self.first: dict[tuple[str, str, date], datetime] = {}
        self.changed: dict[str, datetime] = {}
        self.moved: dict[str, datetime] = {}
        self.due_before: dict[str, set[datetime]] = {}

    def commit(self, commit: Commit) -> None:
        """Note when reminders are due and events change, and judge reminders when they leave."""
        for was, event in commit.of(Event):
            if was is not None and was.rev != event.rev:
                self.changed[event.id] = commit.at
                if (was.starts_at, was.timezone) != (event.starts_at, event.timezone):
                    self.moved[event.id] = commit.at
                    self.due_before[event.id] = {one.due for one in reference_rules.reminders(was)}
                elif event.id in self.moved:
                    self._keep_planned(was, event)
        for _, message in commit.of(Message):
            if message.product != "rsvp" or message.kind != "reminder":
                continue
            if isinstance(commit.order.command, Remind):
                self._written(message, commit.order.command.due_at)
            elif message.status == "sending":
                self._leaves(message, commit)

    def _keep_planned(self, was: Event, event: Event) -> None:
        """Other settings may move a reminder back that was to come after the event was moved."""
        moved = self.moved[event.id]
        planned = {one.name for one in reference_rules.reminders(was) if one.due > moved}
        self.due_before[event.id] |= {
            one.due for one in reference_rules.reminders(event) if one.name in planned
        }

    def _written(self, message: Message, due: datetime) -> None:
        self.due.setdefault(message.id, due)
        moved = self.moved.get(message.scope)
        # What was due at that time before the move, too, was only late.
        is_late = due in self.due_before.get(message.scope, set())
        self.require(
            moved is None or due > moved or is_late,
            f"{message.id} was past when the event was moved",
        )

    def _leaves(self, message: Message, commit: Commit) -> None:
        event, due = commit.saw(Event, message.scope), self.due.get(message.id)
        if event is None or due is None:
            return
        there = due.astimezone(ZoneInfo(event.timezone))
        first = self.first.setdefault((message.scope, message.person, there.date()), due)
        # A machine whose clock is behind may change the event while it does not know of the first.
        unseen = self.changed.get(event.id, first) < first
        self.require(
            first >= due or there.hour >= NOON or unseen,
            f"{message.id} is the second reminder on the morning of {there.date()}",
        )


def _had(guest: Guest | None, offer: Offer) -> bool:
    return bool(guest and guest.offer and guest.offer.id == offer.id)
