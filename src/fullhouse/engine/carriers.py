"""Carriers side by side: each channel has one of its own, or none."""

import msgspec

from fullhouse.engine.ports import Post
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Kept, Message, Outcome


class Carriers:
    """Hands each letter to the carrier of its channel. Where there is none, the letter is kept."""

    def __init__(self, *carriers: Post) -> None:
        """Take these carriers, each for the channels that it carries."""
        self._by_channel: dict[Channel, Post] = {channel: one for one in carriers for channel in one.carries}
        self.carries = frozenset(self._by_channel)

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Hand it over, and say what the carrier said."""
        carrier = self._by_channel.get(message.channel)
        return Kept() if carrier is None else carrier.send(message, letter)


class StaffMail:
    """Mails what staff are told to the one address that they read."""

    carries: frozenset[Channel] = frozenset({"staff"})

    def __init__(self, mail: Post, address: str) -> None:
        """Write by this carrier, to this address."""
        self._mail = mail
        self._address = address

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Hand it over as a mail, and say what the carrier said."""
        return self._mail.send(msgspec.structs.replace(message, channel="mail", to=self._address), letter)
