"""Carriers side by side: each channel has one of its own, or none."""

from collections.abc import Container

import msgspec

from fullhouse.engine.ports import Carrier
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Down, Kept, Message, Outcome, Refused, Sent

# What staff want by mail beside the channel that they read.
BY_MAIL_TOO = frozenset({"summary"})


class ChannelRouter:
    """Hands each letter to the carrier of its channel. Where there is none, the letter is kept."""

    def __init__(self, *carriers: Carrier) -> None:
        """Take these carriers, each for the channels that it carries."""
        self._by_channel: dict[Channel, Carrier] = {channel: one for one in carriers for channel in one.carries}
        self.carries = frozenset(self._by_channel)

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Hand it over, and say what the carrier said."""
        carrier = self._by_channel.get(message.channel)
        return Kept() if carrier is None else carrier.send(message, letter)


class StaffMailCarrier:
    """Mails what staff are told to the one address that they read."""

    carries: frozenset[Channel] = frozenset({"staff"})

    def __init__(self, mail: Carrier, address: str) -> None:
        """Write by this carrier, to this address."""
        self._mail = mail
        self._address = address

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Hand it over as a mail, and say what the carrier said."""
        return self._mail.send(msgspec.structs.replace(message, channel="mail", to=self._address), letter)


class StaffChatCarrier:
    """Brings what staff are told into their channel, and by mail what has to be there, too, or did not get through."""

    carries: frozenset[Channel] = frozenset({"staff"})

    def __init__(self, channel: Carrier, mail: Carrier, by_both: Container[str] = ()) -> None:
        """Write by the first of these; by the other as well what is of one of these kinds."""
        self._channel, self._mail, self._by_both = channel, mail, by_both

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Hand it over, and say what became of it: what one of the two took has been told."""
        said = self._channel.send(message, letter)
        if message.kind not in self._by_both and not isinstance(said, Refused | Down):
            return said
        also = self._mail.send(message, letter)
        return said if isinstance(said, Sent) or not isinstance(also, Sent) else also
