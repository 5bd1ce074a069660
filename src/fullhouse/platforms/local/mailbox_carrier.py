"""No carrier: what would have been sent stays in the mailbox, to be read there."""

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Message, NoCarrier, Outcome


class MailboxCarrier:
    """Keeps every letter."""

    carries: frozenset[Channel] = frozenset()

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Keep it."""
        return NoCarrier()
