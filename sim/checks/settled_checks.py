"""L1: what must be done after any sweep in which nothing went wrong, and at the end."""

from datetime import datetime

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.messages import Message
from sim.checks.state_model import Check

FOR_EVER = ("housekeeping:", "summary:", "retention:", "retire:", "appointments:tick:")


class L1EverythingIsDone(Check):
    """The outbox drains and due alarms have rung within one sweep."""

    promise = "L1"

    def calm(self, now: datetime) -> None:
        """Nothing is due any more."""
        late = [alarm.key for alarm in self.book.alarms.values() if alarm.due_at <= now]
        self.require(not late, f"alarms still to ring at {now}: {late}")
        waits = [one.id for one in self.book.messages.values() if _may_leave(one, now)]
        self.require(not waits, f"messages still to leave at {now}: {waits}")

    def end(self, now: datetime) -> None:
        """Nothing is left over."""
        left_over = [alarm.key for alarm in self.book.alarms.values() if not comes_round(alarm)]
        self.require(not left_over, f"alarms that never ring: {left_over}")
        left = [
            one.id for one in self.book.messages.values() if one.status in ("queued", "sending")
        ]
        self.require(not left, f"messages that never leave: {left}")


def _may_leave(message: Message, now: datetime) -> bool:
    if message.status == "queued":
        return message.not_before <= now
    return message.status == "sending" and (
        message.lease_ends_at is None or message.lease_ends_at <= now
    )


def comes_round(alarm: Alarm) -> bool:
    """Return True if an alarm rings again and again, for as long as the engine runs."""
    return alarm.key.startswith(FOR_EVER)
