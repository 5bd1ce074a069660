"""Carriers that route letters by channel, and those for notes to staff."""

from collections.abc import Container

import msgspec

from fullhouse.engine.ports import Carrier
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import (
    CarrierDown,
    Channel,
    Message,
    NoCarrier,
    Outcome,
    Refused,
    Sent,
)

# What staff want by mail beside the channel that they read.
BY_MAIL_TOO = frozenset({"summary"})


class ChannelRouter:
    """Sends each letter by the carrier of its channel; keeps it if there is none."""

    def __init__(self, *carriers: Carrier) -> None:
        """Use each carrier for the channels that it carries."""
        self._by_channel: dict[Channel, Carrier] = {}
        for carrier in carriers:
            self._by_channel |= dict.fromkeys(carrier.carries, carrier)
        self.carries = frozenset(self._by_channel)

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send a letter and return the outcome."""
        carrier = self._by_channel.get(message.channel)
        if carrier is None:
            return NoCarrier()
        return carrier.send(message, letter)


class StaffMailCarrier:
    """Mails notes for staff to one address."""

    carries: frozenset[Channel] = frozenset({"staff"})

    def __init__(self, mail: Carrier, address: str) -> None:
        """Send by this carrier to this address."""
        self._mail = mail
        self._address = address

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send a letter as a mail and return the outcome."""
        return self._mail.send(
            msgspec.structs.replace(message, channel="mail", to=self._address), letter
        )


class StaffChatCarrier:
    """Sends notes for staff to their chat, and by mail some kinds and what the chat refused."""

    carries: frozenset[Channel] = frozenset({"staff"})

    def __init__(self, channel: Carrier, mail: Carrier, by_both: Container[str] = ()) -> None:
        """Send by `channel`, and kinds in `by_both` also by `mail`."""
        self._channel, self._mail, self._by_both = channel, mail, by_both

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send a letter; it counts as sent if either carrier took it."""
        in_chat = self._channel.send(message, letter)
        if message.kind not in self._by_both and not isinstance(in_chat, Refused | CarrierDown):
            return in_chat
        by_mail = self._mail.send(message, letter)
        if isinstance(by_mail, Sent) and not isinstance(in_chat, Sent):
            return by_mail
        return in_chat
