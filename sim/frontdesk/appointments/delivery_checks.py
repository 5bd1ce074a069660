"""S7, S8 and S12 for appointments: time, recipient, number and content of every message."""

from collections import defaultdict
from datetime import datetime

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from sim.checks.state_model import Commit, StateModel
from sim.frontdesk.appointments import reference_rules
from sim.frontdesk.appointments.schedule_view import DiaryCheck
from sim.frontdesk.stopped import Stopped
from sim.frontdesk.waitlist import reference_rules as at_the_desk
from sim.frontdesk.waitlist.waitlist_view import rules_seen

PRODUCT = "appointments"
Window = tuple[str, int, int]


def leaving(commit: Commit) -> list[Message]:
    """Return the messages to customers that the door lets through in a commit."""
    sending = (one for _, one in commit.of(Message) if one.status == "sending")
    return [one for one in sending if one.product == PRODUCT and one.person]


class S7NoBadTimeForReminders(DiaryCheck):
    """Nothing is sent at a bad time or to a bad address.

    No reminder leaves in quiet hours, on a closed day or after its use-by; nothing goes to someone
    who opted out or is reached elsewhere.
    """

    promise = "S7"

    def __init__(self, book: StateModel) -> None:
        """Nobody has said STOP."""
        super().__init__(book)
        self.stopped = Stopped()

    def commit(self, commit: Commit) -> None:
        """Judge messages when the door lets them through."""
        for message in leaving(commit):
            self._leaves(message, commit)
        self.stopped.hear(commit, self.book)

    def _leaves(self, message: Message, commit: Commit) -> None:
        at, rules, one = commit.at, rules_seen(commit), self.diary.appointments[message.person]
        own_doing = message.facts.get("own")
        fine = (
            reference_rules.may_remind(rules, at)
            if message.kind == "reminder"
            else not at_the_desk.quiet(rules, at)
        )
        self.require(fine or own_doing, f"{message.id} leaves at a bad time, at {at}")
        self.require(
            message.use_by is None or at < message.use_by,
            f"{message.id} leaves at {at}: {message.use_by}",
        )
        wanted = message.to not in self.stopped and at_the_desk.takes(self.desk, message.to)
        self.require(wanted, f"{message.id} leaves though {message.to} said STOP")
        there = one.phone if message.channel == "text" else one.email
        self.require(
            message.to == there, f"{message.id} leaves to {message.to}, and they are at {there}"
        )
        free = message.channel != "text" or at_the_desk.texts_leave(
            rules, commit.saw(SmsSpend, "texts"), at
        )
        self.require(free, f"{message.id} leaves though texts have cost all that they may")


def window_of(message: Message) -> Window:
    """Return the time and the window that a reminder is for."""
    return message.person, message.facts["appointment"]["chain"], message.facts["hours"]


class S8OneReminderPerWindow(DiaryCheck):
    """A window's reminder arrives once, on any channel; twice only if an answer was lost."""

    promise = "S8"

    def __init__(self, book: StateModel) -> None:
        """Nothing has been sent."""
        super().__init__(book)
        self.sent: defaultdict[Window, set[str]] = defaultdict(set)
        self.settled: set[str] = set()

    def commit(self, commit: Commit) -> None:
        """Note whose answer was written down."""
        self.settled |= {one.id for _, one in commit.of(Message) if one.status == "sent"}

    def accepted(self, message: Message, now: datetime) -> None:
        """Judge a reminder beside those that left for its window before."""
        if message.product == PRODUCT and message.kind == "reminder":
            others = self.sent[window_of(message)]
            twice = sorted(others & self.settled - {message.id})
            self.require(not twice, f"{message.id} is sent after {twice}")
            others.add(message.id)


class S12NoStaleReminder(DiaryCheck):
    """Nobody is reminded who has cancelled, confirmed, did not come, or has another time by now."""

    promise = "S12"

    def commit(self, commit: Commit) -> None:
        """Judge reminders when the door lets them through."""
        for message in leaving(commit):
            if message.kind == "reminder":
                one, told = self.diary.appointments[message.person], message.facts["appointment"]
                self.require(
                    one.status == "booked", f"{message.id} leaves, and {one} is {one.status}"
                )
                when = msgspec.convert(told["starts_at"], datetime)
                same = (when, told["chain"]) == (one.starts_at, one.chain)
                self.require(
                    same, f"{message.id} leaves for {when}, and they come at {one.starts_at}"
                )
