"""S14: how many messages that others triggered reach one address, and what a spent budget drops."""

from bisect import insort
from collections import defaultdict
from datetime import datetime, timedelta

from fullhouse.engine.inbound_mail import RecordInboundMail
from fullhouse.engine.message_budget import SPENT
from fullhouse.engine.relay import LEASE
from fullhouse.kernel.commands import tag_of
from fullhouse.kernel.messages import Message
from sim.checks.state_model import Check, Commit, StateModel

LIMITS = ((5, timedelta(hours=1)), (20, timedelta(days=1)))
OWN_LIMITS = ((4, timedelta(hours=1)), (19, timedelta(days=1)))
# Reminders, what belongs to an offer, the answer to an email that proves whose it is, and what
# goes to hosts.
NOT_COUNTED = ("reminder", "offer", "offer_lapsed", "declined", "cancel_pending", "question")
# What staff take away or move at the front desk: the customer has to know in time.
NOT_COUNTED_BY_STAFF = ("cancelled", "rescheduled", "restored", "offer_withdrawn")
CUSTOMERS_AND_STRANGERS = ("guest", "customer", "mail", "text")
MAY_BE_DROPPED = ("link", "address", "reply")
# Commands behind the buttons of a signed link that only the reader of a message has.
OWN = frozenset(
    {
        *("CancelGuest", "ClaimOffer", "DeclineOffer", "TakeSeat", "ChangeParty"),
        *("ConfirmAddress", "StopMail", "ResumeMail", "ClaimSlot", "DeclineSlot", "Leave"),
        "KeepSeat",
    }
)


class S14MessageBudget(Check):
    """Nobody gets more messages that others triggered than their budget; news is only delayed."""

    promise = "S14"

    def __init__(self, book: StateModel) -> None:
        """Nothing has been sent."""
        super().__init__(book)
        self.counted: set[str] = set()
        self.own: set[str] = set()
        self.times: defaultdict[str, list[datetime]] = defaultdict(list)

    def commit(self, commit: Commit) -> None:
        """Note which new messages others triggered, and look at what is dropped."""
        for before, message in commit.of(Message):
            if before is None and _is_triggered(message, commit):
                self.counted.add(message.id)
            if before is None and _answers_own_mail(message, commit):
                self.own.add(message.id)
            dropped = message.status == "failed" and SPENT in message.error
            self.require(
                not dropped or message.kind in MAY_BE_DROPPED,
                f"{message.id} is dropped, not delayed",
            )

    def accepted(self, message: Message, now: datetime) -> None:
        """Count what the carrier took, at the time when it was leased."""
        if message.id not in self.counted or message.lease_ends_at is None:
            return
        apart = "own " if message.id in self.own else ""
        times = self.times[f"{apart}{message.to}"]
        insort(times, message.lease_ends_at - LEASE)
        for most, span in OWN_LIMITS if apart else LIMITS:
            pairs = zip(times, times[most:], strict=False)
            crowded = [first for first, last in pairs if last - first < span]
            self.require(not crowded, f"{message.to} gets more than {most} within {span}: {times}")


def _answers_own_mail(message: Message, commit: Commit) -> bool:
    """Return True if a message answers a mail that proves to be its reader's: it counts apart."""
    given = commit.order.command
    command = given.asks if isinstance(given, RecordInboundMail) else given
    is_proven = commit.order.by == "mail" and getattr(command, "proven", False)
    is_answer = message.kind in MAY_BE_DROPPED
    return is_answer and is_proven and getattr(command, "marked", "") == message.person


def _is_triggered(message: Message, commit: Commit) -> bool:
    if not message.person or message.kind in NOT_COUNTED:
        return False
    by, command = commit.order.by, commit.order.command
    if _is_news_of_staff(message) and by not in CUSTOMERS_AND_STRANGERS:
        return False
    is_own = tag_of(command) in OWN or getattr(command, "source", "") == "link"
    return not (is_own and by in ("guest", "customer"))


def _is_news_of_staff(message: Message) -> bool:
    return message.product != "rsvp" and message.kind in NOT_COUNTED_BY_STAFF
