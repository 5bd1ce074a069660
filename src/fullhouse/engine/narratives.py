"""Paragraphs written for a message before it is committed, by a narrator that may be slow or wrong.

A message uses its paragraph only if its facts are still those the paragraph was written about. It
never waits for one inside a commit, and reads well without.
"""

import hashlib
from collections.abc import Iterable
from typing import Protocol

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message

FACT = "narrative"


class Narrative(msgspec.Struct, frozen=True):
    """A paragraph for one message, with the digest of the facts it was written about."""

    message: str
    about: str
    text: str


class Narrator(Protocol):
    """Writes paragraphs for the messages of some commands."""

    @property
    def commands(self) -> frozenset[type[Command]]:
        """The commands it writes for."""
        ...

    async def write(self, message: Message) -> str:
        """Return a paragraph, or an empty text, within a bounded time. Never raises or blocks."""
        ...


async def write_narratives(
    narrator: Narrator, messages: Iterable[Message]
) -> tuple[Narrative, ...]:
    """Return a narrative for each message that the narrator has something to say about."""
    narratives = []
    for message in messages:
        text = await narrator.write(message)
        if text:
            narratives.append(Narrative(message.id, facts_digest(message), text))
    return tuple(narratives)


def facts_digest(message: Message) -> str:
    """Return a digest of the facts of a message."""
    facts = msgspec.json.encode(message.facts, order="deterministic")
    return hashlib.sha256(facts).hexdigest()


def accepted_text(message: Message, narratives: tuple[Narrative, ...]) -> Message:
    """Return the message with its paragraph, or unchanged if its facts are not those narrated."""
    for narrative in narratives:
        if narrative.message == message.id and narrative.about == facts_digest(message):
            facts = {**message.facts, FACT: narrative.text}
            return msgspec.structs.replace(message, facts=facts)
    return message
