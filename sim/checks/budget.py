"""S14: how many messages that others triggered reach one address, and what a spent budget drops."""

from bisect import insort
from collections import defaultdict
from datetime import datetime, timedelta

from fullhouse.engine.message_budget import SPENT
from fullhouse.engine.relay import LEASE
from fullhouse.kernel.commands import tag_of
from fullhouse.kernel.messages import Message
from sim.checks.state_model import Check, Commit, StateModel

LIMITS = ((5, timedelta(hours=1)), (20, timedelta(days=1)))
# Reminders, what belongs to an offer, and the answer to an email that proves whose it is.
NOT_COUNTED = ("reminder", "offer", "offer_lapsed", "declined", "cancel_pending")
MAY_BE_DROPPED = ("link", "address")
# Commands behind the buttons of a signed link.
OWN = frozenset(
    {
        *("CancelGuest", "ClaimOffer", "DeclineOffer", "TakeSeat", "ChangeParty"),
        *("ConfirmAddress", "StopMail", "ResumeMail", "ClaimSlot", "DeclineSlot", "Leave"),
        *("Confirm", "Cancel", "Reschedule", "KeepSeat"),
    }
)


class S14MessageBudget(Check):
    """Nobody gets more messages that others triggered than their budget; news is only delayed."""

    promise = "S14"

    def __init__(self, book: StateModel) -> None:
        """Nothing has been sent."""
        super().__init__(book)
        self.counted: set[str] = set()
        self.times: defaultdict[str, list[datetime]] = defaultdict(list)

    def commit(self, commit: Commit) -> None:
        """Note which new messages others triggered, and look at what is dropped."""
        for before, message in commit.of(Message):
            if before is None and _is_triggered(message, commit):
                self.counted.add(message.id)
            dropped = message.status == "failed" and SPENT in message.error
            self.require(
                not dropped or message.kind in MAY_BE_DROPPED,
                f"{message.id} is dropped, not delayed",
            )

    def accepted(self, message: Message, now: datetime) -> None:
        """Count what the carrier took, at the time when it was leased."""
        if message.id not in self.counted or message.lease_ends_at is None:
            return
        times = self.times[message.to]
        insort(times, message.lease_ends_at - LEASE)
        for most, span in LIMITS:
            pairs = zip(times, times[most:], strict=False)
            crowded = [first for first, last in pairs if last - first < span]
            self.require(not crowded, f"{message.to} gets more than {most} within {span}: {times}")


def _is_triggered(message: Message, commit: Commit) -> bool:
    if not message.person or message.kind in NOT_COUNTED:
        return False
    by, command = commit.order.by, commit.order.command
    is_own = tag_of(command) in OWN or getattr(command, "source", "") == "link"
    return not (is_own and by in ("guest", "customer"))
