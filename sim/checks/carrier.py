"""S7 and S8 as they hold for every message: committed before it leaves, and sent once."""

from collections import defaultdict
from datetime import datetime

from fullhouse.kernel.messages import Message
from sim.checks.state_model import Check, Commit, StateModel


class S7CommittedFirst(Check):
    """Nothing leaves before its cause is committed."""

    promise = "S7"

    def handing(self, message: Message, now: datetime) -> None:
        """Nothing reaches the carrier that is not committed."""
        self.require(
            message.id in self.book.messages,
            f"{message.id} is at the carrier before it is committed",
        )


class S8SentOnce(Check):
    """At most one send per message key; two only where the carrier's answer was lost."""

    promise = "S8"

    def __init__(self, book: StateModel) -> None:
        """Nothing has been sent."""
        super().__init__(book)
        self.sends: defaultdict[str, list[Message]] = defaultdict(list)
        self.settled: set[str] = set()
        self.leased_at: dict[tuple[str, int], datetime] = {}

    def commit(self, commit: Commit) -> None:
        """Note when each lease began, and which answers were written down."""
        for _, message in commit.of(Message):
            if message.status == "sending":
                self.leased_at[message.id, message.attempts] = commit.at
            elif message.status == "sent":
                self.settled.add(message.id)

    def handing(self, message: Message, now: datetime) -> None:
        """Nothing reaches the carrier without a lease."""
        leased = (message.id, message.attempts) in self.leased_at
        self.require(leased, f"{message.id} is at the carrier without a lease")

    def accepted(self, message: Message, now: datetime) -> None:
        """Judge a send beside the earlier ones of its key.

        One whose lease ran out before it left counts as lost.
        """
        earlier = self.sends[message.id]
        frozen = message.lease_ends_at is not None and now >= message.lease_ends_at
        if earlier and not frozen:
            self.require(
                message.id not in self.settled,
                f"{message.id} is sent again after its answer was written down",
            )
            began = self.leased_at[message.id, message.attempts]
            running = [
                one for one in earlier if one.lease_ends_at is None or one.lease_ends_at > began
            ]
            self.require(not running, f"{message.id} is sent twice at once")
        earlier.append(message)
