"""Who writes the paragraphs of summaries, of the daily headcount and of the thank-you draft, where a model is set.

It is given figures and the plain words about them, never the name of a guest or a customer.
"""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message
from fullhouse.lanes.scribe.port import PATIENCE_SECONDS, LanguageModel
from fullhouse.lanes.scribe.words import narrate
from fullhouse.products.appointments.commands import SummariseWeek
from fullhouse.products.rsvp.commands import DraftThanks, SendHeadcount
from fullhouse.products.waitlist.commands import SendMonthSummary

log = logging.getLogger(__name__)
WRITERS = 2
READERS = {
    ("rsvp", "headcount"): "the host of an event that is near, about where the guest list stands",
    ("rsvp", "summary"): "the guests of an event, from its host, the day after: a thank-you",
    ("waitlist", "summary"): "the staff of a small business, about how their waitlist did in a month",
    ("appointments", "summary"): "the staff of a small business, about how their appointments went in a week",
}
THANKS = ("rsvp", "summary")


class About(msgspec.Struct, frozen=True):
    """What a paragraph is to be about: the plain words, the figures, the language, and who reads it."""

    plain: str
    figures: Mapping[str, int]
    language: str
    reader: str


def about(message: Message) -> About | None:
    """Say what to write about; None of a message that needs no paragraph, or has words of the staff's own."""
    key = (message.product, message.kind)
    if key not in READERS or message.facts.get("template", {}).get("mail"):
        return None
    from fullhouse.engine.catalogue import PRODUCTS  # all rules and words

    letter = PRODUCTS[message.product].post.compose(message, lambda _purpose: "")
    if key == THANKS:
        return About(letter.paragraphs[-1], {}, letter.language, READERS[key])
    plain = "\n".join([letter.heading, *letter.paragraphs])
    counted = message.facts.get("headcount") or message.facts.get("summary") or {}
    figures = {name: value for name, value in counted.items() if isinstance(value, int)}
    return About(plain, figures, letter.language, READERS[key])


class ModelNarrator:
    """Asks the Scribe in threads of its own, for so many seconds in all; then the plain words do."""

    commands: ClassVar[frozenset[type[Command]]] = frozenset(
        {SendHeadcount, DraftThanks, SendMonthSummary, SummariseWeek}
    )

    def __init__(self, scribe: LanguageModel, seconds: float = PATIENCE_SECONDS) -> None:
        """Take the Scribe."""
        self.scribe = scribe
        self.seconds = seconds
        self._writers = ThreadPoolExecutor(WRITERS, "scribe")

    async def write(self, message: Message) -> str:
        """Write a paragraph; nothing if the plain words are better."""
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.get_running_loop().run_in_executor(self._writers, self.written, message)
        except TimeoutError:
            log.info("a paragraph stays plain", extra={"facts": {"why": "the model is too slow"}})
            return ""

    def written(self, message: Message) -> str:
        """Write a paragraph here and now; nothing if the plain words are better."""
        try:
            what = about(message)
            if what is None:
                return ""
            said = narrate(self.scribe, what.figures, what.plain, what.language, what.reader)
        except Exception:  # a summary never waits for a paragraph, whatever is wrong with it
            log.exception("a paragraph could not be written")
            return ""
        return "" if said == what.plain else said
