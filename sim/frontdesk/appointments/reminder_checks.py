"""L3 for appointments: a customer who has not replied is reminded in time, or staff are told."""

from datetime import datetime, timedelta

from fullhouse.kernel.messages import LOST, Message
from fullhouse.products.frontdesk.appointments.commands import Tick
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import Document
from sim.checks.state_model import Commit, StateModel
from sim.frontdesk.appointments import reference_rules
from sim.frontdesk.appointments.delivery_checks import PRODUCT
from sim.frontdesk.appointments.schedule_view import DiaryCheck
from sim.frontdesk.waitlist.waitlist_view import rules_seen

# The clocks of two machines may differ by this much.
APART = timedelta(minutes=2)
PRESSING = ("no_answer", "too_late", "unreachable")
Chain = tuple[str, int]


class L3NearestReminder(DiaryCheck):
    """Each due window's nearest reminder is sent once, or staff are told.

    Staff are also told when nobody replies.
    """

    promise = "L3"

    def __init__(self, book: StateModel) -> None:
        """Nothing is due."""
        super().__init__(book)
        self.ticked: tuple[datetime, int] | None = None
        self.rules_since = 0
        self.since: dict[str, int] = {}
        self.reminders: dict[Chain, dict[int, list[str]]] = {}
        self.alerted: dict[Chain, set[str]] = {}
        self.waits: set[str] = set()
        self.tried: set[str] = set()

    def commit(self, commit: Commit) -> None:
        """Note since when all is as it is, when the last tick looked, and what was decided."""
        if any(document.id == "rules" for _, document in commit.of(Document)):
            self.rules_since = self.book.commits
        for before, one in commit.of(Appointment):
            if before is None or _schedule(before) != _schedule(one):
                self.since[one.id] = self.book.commits
            if before is not None and before.addresses != one.addresses and one.stands:
                self._reached_elsewhere(one)
        if isinstance(commit.order.command, Tick) and not commit.stale:
            self.ticked = (min(commit.at, commit.true_at), commit.seen_at[Document, ("rules",)])
        for was, message in commit.of(Message):
            if message.product == PRODUCT:
                self._noted(was, message, commit)

    def _reached_elsewhere(self, one: Appointment) -> None:
        """Expect a reminder or an alert for a customer with a new address whom none reached."""
        names = [
            name
            for several in self.reminders.get((one.id, one.chain), {}).values()
            for name in several
        ]
        written = [self.book.messages[name] for name in names]
        if all(each.status == "failed" and not each.error.startswith(LOST) for each in written):
            self.alerted.pop((one.id, one.chain), None)
            self.reminders.pop((one.id, one.chain), None)

    def _noted(self, was: Message | None, message: Message, commit: Commit) -> None:
        about = message.facts.get("appointment") or {}
        if message.kind == "gap_alert" and was is None and message.facts["reason"] in PRESSING:
            self.alerted.setdefault((about["id"], about["chain"]), set()).add(
                message.facts["reason"]
            )
        if message.kind != "reminder":
            return
        if was is None:
            self._decided(message, commit)
        if message.status == "queued" and not reference_rules.may_remind(
            rules_seen(commit), commit.at
        ):
            self.waits.add(message.id)

    def _decided(self, message: Message, commit: Commit) -> None:
        """Judge a new reminder: it is the nearest of those due, and no nearer one was sent."""
        one, told = self.diary.appointments[message.person], message.facts["hours"]
        chain = self.reminders.setdefault((one.id, one.chain), {})
        if not message.id.endswith(("-text", "-mail")):
            nearest = reference_rules.nearest(rules_seen(commit), one, commit.at)
            self.require(
                told == nearest,
                f"{message.id} is sent at {commit.at}, and {nearest} is nearest: {one}",
            )
            before = [hours for hours in chain if hours <= told]
            self.require(
                not before, f"{message.id} is sent after the reminders of {before} hours before"
            )
        chain.setdefault(told, []).append(message.id)

    def refused(self, message: Message, now: datetime) -> None:
        """Remember what the carrier would not take."""
        self.tried.add(message.id)

    def calm(self, now: datetime) -> None:
        """Check that who has not replied got what was due at the last tick, or staff know."""
        if self.ticked is None:
            return
        at, number = self.ticked
        for one in self.diary.standing():
            settled = (
                max(self.since[one.id], self.rules_since) < number
                and f"move:{one.id}" not in self.book.alarms
            )
            if settled and one.status == "booked" and now < one.starts_at:
                self._got(one, reference_rules.nearest(self.desk.rules, one, at - APART), now)
                self._alerted(one, at - APART, now)

    def _got(self, one: Appointment, nearest: int | None, now: datetime) -> None:
        if nearest is None or (one.id, one.chain) in self.alerted:
            return
        chain = self.reminders.get((one.id, one.chain), {})
        near = [name for hours, names in chain.items() if hours <= nearest for name in names]
        self.require(near, f"{one} did not get the reminder of {nearest} hours before, by {now}")
        message = self.book.messages[near[-1]]
        left = message.status == "sent" or message.id in self.tried or message.attempts > 0
        # The clock of the machine that wrote it may be ahead, so that it is not due yet.
        is_early = now < message.not_before <= now + APART
        waits = message.status == "queued" and (message.id in self.waits or is_early)
        self.require(left or waits, f"{message.id} is {message.status} at {now}: {message.error}")

    def _alerted(self, one: Appointment, at: datetime, now: datetime) -> None:
        """Check the alert to staff: last reminder sent, time close, and no reply."""
        windows = reference_rules.windows(self.desk.rules, one)
        close = one.starts_at - timedelta(minutes=self.desk.rules.gap) <= at
        if windows and close and (one.id, one.chain) not in self.alerted:
            names = self.reminders.get((one.id, one.chain), {}).get(min(windows), [])
            left = names and self.book.messages[names[-1]].status == "sent"
            self.require(not left, f"nobody was told at {now} that {one} does not answer")


def _schedule(one: Appointment) -> tuple[object, ...]:
    return (
        one.status,
        one.chain,
        one.starts_at,
        one.made_at,
        one.service,
        one.remind_at,
        one.phone,
        one.email,
    )
