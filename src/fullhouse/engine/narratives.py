"""Paragraphs that are written for a message before it is: used only if it says just what they were written about.

Whoever writes them may be slow and may be wrong; a message never waits for one in a commit, and reads well without.
"""

import hashlib
from typing import Protocol

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message

FACT = "narrative"


class Narrative(msgspec.Struct, frozen=True):
    """A paragraph for one message, and the mark of the facts that it was written about."""

    message: str
    about: str
    text: str


class Narrator(Protocol):
    """Writes paragraphs for what some commands say."""

    @property
    def commands(self) -> frozenset[type[Command]]:
        """For which commands it writes."""
        ...

    async def write(self, message: Message) -> str:
        """Write a paragraph, or nothing, within a bounded time. Never raises, and does not keep the loop waiting."""
        ...


def mark_of(message: Message) -> str:
    """Mark what a message says: its facts, as they stand."""
    return hashlib.sha256(msgspec.json.encode(message.facts, order="deterministic")).hexdigest()


def told(message: Message, narratives: tuple[Narrative, ...]) -> Message:
    """Put the paragraph that was written for a message into its facts; none if the facts have changed since."""
    fitting = [one.text for one in narratives if one.message == message.id and one.about == mark_of(message)]
    return msgspec.structs.replace(message, facts={**message.facts, FACT: fitting[0]}) if fitting else message
