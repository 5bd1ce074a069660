"""Simulated guests of a rehearsal, who act the same way in every run."""

import heapq
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from random import Random

from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.commands import (
    CancelGuest,
    ClaimOffer,
    DeclineOffer,
    SendThanks,
    SignUp,
)
from fullhouse.products.rsvp.host_templates import thank_you_draft
from fullhouse.products.rsvp.message_facts import read_facts
from fullhouse.products.rsvp.messages import event_facts
from fullhouse.products.rsvp.model import Event, Guest

HOUR = timedelta(hours=1)
COUPLES = 0.3
CANCELS = 0.12
# Shares of the guests asked: below the first they accept, below the second they decline.
# All others do not answer.
ANSWERS = {"offer": (0.55, 0.75), "invite": (0.8, 0.9)}
Act = tuple[datetime, int, Command, str]


class SimulatedGuests:
    """The planned actions of all simulated guests, earliest first."""

    def __init__(
        self, event: Event, guests: tuple[Guest, ...], simulated: int, now: datetime
    ) -> None:
        """Plan sign-ups between now and the start, and cancellations by some guests with a seat."""
        self.event = event
        self.chance = Random(event.id)  # noqa: S311 - seeded, to be the same each time
        self.acts: list[Act] = []
        self.numbers = count(1)
        for number in range(1, simulated + 1):
            self._plan(self._between(now, event.starts), self._sign_up(number), "guest")
        for guest in guests:
            if guest.state == "confirmed":
                self._may_cancel(guest.id, now)

    @property
    def next_at(self) -> datetime | None:
        """Time of the next action, or None."""
        return self.acts[0][0] if self.acts else None

    def due(self, now: datetime) -> Iterator[tuple[Command, str]]:
        """Yield the actions due by now, each with its actor."""
        while self.acts and self.acts[0][0] <= now:
            _, _, command, by = heapq.heappop(self.acts)
            yield command, by

    def reads(self, message: Message, now: datetime) -> None:
        """Plan how the recipient of a message reacts."""
        if message.kind == "confirmation":
            self._may_cancel(message.person, now)
        elif message.kind in ANSWERS:
            self._answers(message, now)
        elif message.kind == "summary":
            draft = thank_you_draft(event_facts(self.event))
            self._plan(now + HOUR, SendThanks(event_id=self.event.id, text=draft), "host")

    def _answers(self, message: Message, now: datetime) -> None:
        offer = read_facts(message).offer
        if offer is None:
            return
        mood = self.chance.random()
        accepts_below, declines_below = ANSWERS[message.kind]
        at = self._between(now, offer.ends_at)
        offer_id = message.facts["offer"]["id"]
        target = {"event_id": self.event.id, "guest_id": message.person, "offer_id": offer_id}
        if mood < accepts_below:
            self._plan(at, ClaimOffer(**target), "guest")
        elif mood < declines_below:
            self._plan(at, DeclineOffer(**target), "guest")

    def _may_cancel(self, guest_id: str, now: datetime) -> None:
        if self.chance.random() < CANCELS and now < self.event.starts:
            at = self._between(now, self.event.starts)
            self._plan(at, CancelGuest(event_id=self.event.id, guest_id=guest_id), "guest")

    def _sign_up(self, number: int) -> SignUp:
        pair = self.event.settings.max_party > 1 and self.chance.random() < COUPLES
        return SignUp(
            event_id=self.event.id,
            guest_id=f"rehearsal-{number}",
            name=f"Guest {number}",
            email=f"guest{number}@rehearsal.example",
            party=2 if pair else 1,
        )

    def _between(self, first: datetime, last: datetime) -> datetime:
        seconds = max(1.0, (last - first).total_seconds())
        return first + timedelta(seconds=int(seconds * self.chance.random()))

    def _plan(self, at: datetime, command: Command, by: str) -> None:
        heapq.heappush(self.acts, (at, next(self.numbers), command, by))
