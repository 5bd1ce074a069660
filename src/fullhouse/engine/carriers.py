"""Carriers that route letters by channel, and those for notes to staff."""

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
    """Sends notes for staff to their chat, and by mail only what the chat did not take."""

    carries: frozenset[Channel] = frozenset({"staff"})

    def __init__(self, chat: Carrier, mail: Carrier) -> None:
        """Send by `chat`, else by `mail`."""
        self._chat, self._mail = chat, mail

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send a letter; it counts as sent if either carrier took it."""
        in_chat = self._chat.send(message, letter)
        if not isinstance(in_chat, Refused | CarrierDown):
            return in_chat
        by_mail = self._mail.send(message, letter)
        return by_mail if isinstance(by_mail, Sent) else in_chat


def staff_carriers(chat: Carrier | None, mail: Carrier | None) -> list[Carrier]:
    """Return the one carrier of all notes to staff: their chat if there is one, else mail.

    Without either there is none, and notes are kept for the desk.
    """
    if chat is not None and mail is not None:
        return [StaffChatCarrier(chat, mail)]
    return [carrier for carrier in (chat, mail) if carrier is not None]
