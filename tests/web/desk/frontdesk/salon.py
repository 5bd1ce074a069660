"""A salon to try the front desk on: rules, people who wait, slots in every state."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import (
    ClaimSlot,
    DeclineSlot,
    FreeSlot,
    JoinWaitlist,
    WithdrawSlot,
)
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from tests.support.event_app import Evening

RULES = """\
Business: Salon Jess
Time zone: Europe/Berlin
Services
- Colour: 90 minutes, 120 EUR
- Cut: 45 minutes, 55 EUR
- Table: 120 minutes
Staff: Jess, Sam
Opening hours: Mon-Fri 09:00-18:00, Sat 10:00-14:00
Claim window: 10 minutes
Tries per slot: 3
"""
# The clock of the tests stands at eleven on Monday, 1 June, in Berlin.
TWO = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
PEOPLE = ("Ada", "Ben", "Cleo", "Dora")


def tidy(text: str) -> str:
    """What a page says, without the gaps that its markup leaves before stops and commas."""
    return re.sub(r" (?=[.,:)])|(?<=\() ", "", text)


class Salon:
    """Short ways to bring a salon into a state."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    def writes(self, text: str = RULES, name: Any = "rules") -> None:
        saved = self.evening.give(SaveDocument(name=name, text=text))
        assert saved.problems == ()

    def joins(self, name: str, service: str = "Colour", **more: Any) -> Entry:
        number = 1000 + sum(map(ord, name + service))
        phone, email = f"+49151234{number:05d}", f"{name.lower()}@example.org"
        facts: dict[str, Any] = {"phone": phone, "email": email, **more}
        entry_id = str(facts.pop("entry_id", name.lower()))
        command = JoinWaitlist(entry_id=entry_id, name=name, service=service, **facts)
        answer = self.evening.give(command, "customer")
        assert answer.code == "joined", answer.code
        self.evening.passes(seconds=1)
        return self.entry(entry_id)

    def frees(
        self,
        slot_id: str = "two",
        service: str = "Colour",
        starts_at: datetime = TWO,
        **more: Any,
    ) -> Slot:
        facts: dict[str, Any] = {"staff": "Jess", **more}
        command = FreeSlot(slot_id=slot_id, service=service, starts_at=starts_at, **facts)
        answer = self.evening.give(command, "webhook")
        assert answer.code == "freed", answer.code
        return self.slot(slot_id)

    def claims(self, slot_id: str = "two") -> None:
        slot, holder = self.slot(slot_id), self.holder(slot_id)
        command = ClaimSlot(slot_id=slot_id, seq=slot.live_offer_seq, entry_id=holder.id)
        assert self.evening.give(command, "customer").code == "booked"

    def declines(self, slot_id: str = "two") -> None:
        slot, holder = self.slot(slot_id), self.holder(slot_id)
        command = DeclineSlot(slot_id=slot_id, seq=slot.live_offer_seq, entry_id=holder.id)
        assert self.evening.give(command, "customer").code == "declined"

    def stops(self, slot_id: str = "two") -> None:
        assert self.evening.give(WithdrawSlot(slot_id=slot_id)).code == "withdrawn"

    def slot(self, slot_id: str = "two") -> Slot:
        slot = self.evening.load(Get(Slot, (slot_id,)))
        assert slot is not None
        return slot

    def entry(self, entry_id: str) -> Entry:
        entry = self.evening.load(Get(Entry, (entry_id,)))
        assert entry is not None
        return entry

    def holder(self, slot_id: str = "two") -> Entry:
        """Whoever holds the live offer of a slot."""
        found = [
            one
            for one in map(self.entry, self.slot(slot_id).tried)
            if one.offer.rpartition("-")[0] == slot_id
        ]
        assert len(found) == 1
        return found[0]


def busy_day(evening: Evening) -> Salon:
    """A day with a slot in every state: filled, offered after a no, handed back, open in vain."""
    salon = Salon(evening)
    salon.writes()
    for name in PEOPLE:
        salon.joins(name)
    salon.joins("Emil", "Cut", priority=2)
    salon.frees("early", "Cut", datetime(2026, 6, 1, 10, 30, tzinfo=UTC), staff="Sam")
    salon.claims("early")
    salon.frees("two")
    salon.declines("two")
    salon.frees("three", "Cut", datetime(2026, 6, 1, 14, 0, tzinfo=UTC), staff="Jess")
    salon.frees("four", "Colour", datetime(2026, 6, 1, 13, 30, tzinfo=UTC), staff="Sam")
    return salon


def happens_before_the_save(monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    """Let a customer's command be given just before the next one."""
    waiting = [command]
    execute = Engine.execute

    async def late(engine: Engine, saved: Command, by: str) -> Any:
        while waiting:
            await execute(engine, waiting.pop(), "customer")
        return await execute(engine, saved, by)

    monkeypatch.setattr(Engine, "execute", late)
