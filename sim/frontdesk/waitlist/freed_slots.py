"""Freed slots of a salon, reported at the desk, by a booking tool or a calendar, twice or late."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.inbound.extraction.review import free_claimed, slots_meant
from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist import commands
from fullhouse.products.frontdesk.waitlist.calendar_days import (
    CalendarDay,
    SaveCalendarDay,
    SeenBooking,
)
from fullhouse.products.frontdesk.waitlist.model import SlotSource
from fullhouse.products.frontdesk.waitlist.proposals import DiscardProposal
from sim.clocks import hours, minutes, ms, seconds
from sim.frontdesk.waitlist import places
from sim.frontdesk.waitlist.actors import Crew

SOURCES: tuple[SlotSource, ...] = ("", "desk", "api", "webhook", "webhook", "calendar", "calendar")


class Freeing(Crew):
    """Those who tell of slots."""

    def free(self) -> None:
        """Free a slot at the desk."""
        self.ask(self._freed(), "staff")

    def _freed(self, **more: Any) -> commands.FreeSlot:
        fields: dict[str, Any] = {
            "slot_id": self._new("s"),
            "service": self._service(),
            "starts_at": self._starts_at(),
            "staff": self._staff() if self.draw.random() < 0.6 else "",
            "party_capacity": self.draw.choice((1, 1, 1, 2, 4)),
            "reason": self.draw.choice(("cancelled", "cancelled", "opening")),
            **more,
        }
        told = commands.FreeSlot(**fields)
        self.told.append(told)
        return told

    def _starts_at(self) -> datetime:
        """Draw a starting time; often one at which something was freed before."""
        if self.told and self.draw.random() < 0.4:
            return self.draw.choice(self.told).starts_at
        return places.ahead(self.draw, self.world.now)

    def free_two(self) -> None:
        """Free two slots of one service at once, so that they compete for the same people."""
        first = self._freed()
        second = self._freed(service=first.service, staff="", party_capacity=first.party_capacity)
        self.ask(first, "staff")
        self.world.at(
            self.world.now + self.draw.choice((ms(0), ms(1), minutes(2))), self.ask, second, "staff"
        )

    def tell(self) -> None:
        """Let the booking tool tell of a slot, now or late, once or twice."""
        told = self._freed(
            ref=f"booking {self.draw.randrange(6)}" if self.draw.random() < 0.8 else "",
            source=self.draw.choice(SOURCES),
        )
        hook = self._hook(told)
        late = self.draw.choice((ms(0), ms(0), ms(0), minutes(3), hours(2)))
        self.world.at(self.world.now + late, self.world.ask, hook, "webhook")
        if self.draw.random() < 0.3:
            again = late + self.draw.choice((ms(0), seconds(30), minutes(11), hours(1)))
            self.world.at(self.world.now + again, self.world.ask, hook, "webhook")

    def _hook(self, told: commands.FreeSlot) -> RecordWebhook:
        # Only staff offer a slot again.
        told = msgspec.structs.replace(told, again="")
        return RecordWebhook(hook="slots", digest=self._new("digest "), asks=told)

    def tell_again(self) -> None:
        """Report a slot once more, with other details, by the booking tool or at the desk."""
        if not self.told:
            return
        told = self.draw.choice(self.told)
        ref = self.draw.choice(
            (told.ref, told.ref, "", f"booking {self.draw.randrange(6)}", told.slot_id)
        )
        source = self.draw.choice(SOURCES)
        again = msgspec.structs.replace(told, slot_id=self._new("s"), ref=ref, source=source)
        self.told.append(again)
        way = self.draw.random()
        if way < 0.3:
            absent = self._hook(msgspec.structs.replace(again, reason="no_show"))
            after = max(self.world.now, told.starts_at) + self.draw.choice((ms(0), minutes(5)))
            self.world.at(after, self.world.ask, absent, "webhook")
        elif way < 0.6:
            self.ask(again, "staff")
        else:
            self.world.ask(self._hook(again), "webhook")

    def answer_question(self) -> None:
        """Answer a question about a claimed slot: the booking is kept, or it is cancelled."""
        asked = [one for one in self.world.watch.book.all(Proposal) if one.value("slot")]
        if not asked:
            return
        one = self.draw.choice(asked)
        rev = self.draw.choice((None, one.rev, one.rev, max(0, one.rev - 1)))
        answer: Command = DiscardProposal(proposal_id=one.id, rev=rev)
        if self.draw.random() < 0.6 and one.state == "open":
            chosen = self.draw.choice(slots_meant(one))
            answer = msgspec.structs.replace(free_claimed(one, chosen), rev=rev)
        self.ask(answer, "staff")

    def no_show(self) -> None:
        """Report a no-show; perhaps for a time that the waitlist had filled."""
        booked = [
            one for one in self.told if minutes(-1) < self.world.now - one.starts_at < hours(2)
        ]
        if booked and self.draw.random() < 0.6:
            told = msgspec.structs.replace(
                self.draw.choice(booked), slot_id=self._new("s"), reason="no_show"
            )
            self.told.append(told)
        else:
            told = self._freed(
                reason="no_show", starts_at=places.some_time_ago(self.draw, self.world.now)
            )
        source = self.draw.choice(("desk", told.source))
        self.ask(msgspec.structs.replace(told, source=source), "staff")

    def free_again(self) -> None:
        """Free a slot again that is over, or withdraw it first."""
        slot = self._some_slot()
        told = next((one for one in self.told if slot is not None and one.slot_id == slot.id), None)
        if slot is None or told is None:
            return
        again = msgspec.structs.replace(told, slot_id=self._new("s"), again=slot.id)
        self.told.append(again)
        if slot.status == "open" and self.draw.random() < 0.7:
            self.ask(commands.WithdrawSlot(slot_id=slot.id), "staff")
        self.ask(again, "staff")
        if self.draw.random() < 0.2:
            twice = msgspec.structs.replace(again, slot_id=self._new("s"))
            self.told.append(twice)
            self.world.at(
                self.world.now + self.draw.choice((seconds(1), minutes(20))),
                self.ask,
                twice,
                "staff",
            )

    def withdraw(self) -> None:
        """Take a slot back: it was filled by phone."""
        slot = self._some_slot()
        self.ask(commands.WithdrawSlot(slot_id=slot.id if slot is not None else "nothing"), "staff")

    def keep_day(self) -> None:
        """Note what the calendar shows for a day, by an old look at it or a new one."""
        shown = tuple(
            SeenBooking(one.slot_id, one.starts_at, one.service) for one in self.told[-3:]
        )
        name = f"{self.world.now:%Y-%m-%d}"
        known = self.world.watch.book.find(CalendarDay, (name,))
        rev = (known.rev if known is not None else 0) - int(self.draw.random() < 0.2)
        self.world.ask(SaveCalendarDay(day=CalendarDay(id=name, bookings=shown, rev=rev)), "setup")
