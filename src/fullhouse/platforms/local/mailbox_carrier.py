"""Carrier that sends nothing: messages stay in the mailbox on the desk."""

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Message, NoCarrier, Outcome


class MailboxCarrier:
    """Keeps every message in the mailbox."""

    carries: frozenset[Channel] = frozenset()

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Keep the message."""
        return NoCarrier()
