"""People, staff and the clock of a salon, who do the same on several stores, drawn from a seed."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import msgspec

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import DueAlarms, DueMessages, Invocation, Store
from fullhouse.engine.relay import LeaseMessage, RecordSendResult
from fullhouse.engine.worker import alarm_invocation
from fullhouse.inbound.extraction.review import free_claimed
from fullhouse.kernel.commands import Command, tag_of
from fullhouse.kernel.messages import CarrierDown, Outcome, Refused, ResultUnknown, Sent
from fullhouse.kernel.records import Get, Need
from fullhouse.products.frontdesk.refill.renamed_slots import RenameSlot
from fullhouse.products.frontdesk.shared.contacts import ConfirmConsent, NoteReach, Reach
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist import commands, model
from fullhouse.products.frontdesk.waitlist.calendar_days import (
    CalendarDay,
    SaveCalendarDay,
    SeenBooking,
)
from fullhouse.products.frontdesk.waitlist.claim_questions import question_id
from fullhouse.products.frontdesk.waitlist.group_joins import MOST_AT_ONCE, JoinMany
from fullhouse.products.frontdesk.waitlist.proposals import (
    ApproveProposal,
    DiscardProposal,
    EraseProposal,
    Propose,
)
from tests.products.frontdesk.waitlist.salon import NOON, RULES_TEXT, mail, phone
from tests.support.rsvp_world import there

FIRST_JOIN = 10
SERVICES = ("Colour", "Cut", "Cut", "Table")
PEOPLE = tuple("abcdefghijklmno")
EARLIEST = ("", "", "", "2026-06-20", "2026-06-21")
LATEST = ("", "", "", "2026-06-20", "2026-06-23")
MINUTES = (*[0] * 16, *[1, 4, 10] * 4, 90, 90, 700)
OUTCOMES: tuple[Outcome, ...] = (
    *[Sent("x")] * 9,
    CarrierDown("no line"),
    ResultUnknown("lost"),
    Refused("later"),
    Refused("never", permanent=True),
)
RULES_TEXTS = (
    RULES_TEXT,
    RULES_TEXT.replace("Order: priority first, then join time", "Order: join time"),
    RULES_TEXT.replace("larger slot: yes", "larger slot: no"),
    f"{RULES_TEXT}\nTexts: 1 EUR a month, 0.08 EUR each\n",
    "Something else: nobody knows",
)


class Crowd:
    """People, staff and the clock, who do the same on every store."""

    def __init__(self, seed: str, *stores: Store) -> None:
        self.draw = Random(seed)
        self.stores = stores
        self.now = there(NOON)
        self.given: list[str] = []
        self.slots: list[str] = []
        self.entries: list[str] = []

    def give(self, command: Command, invocation: Invocation | None = None) -> Any:
        self.given.append(tag_of(command))
        invocation = invocation or Invocation(f"o{len(self.given)}", "someone", command)
        return self.all(lambda store: execute(store, RULES, invocation, self.now).answer)

    def ask(self, need: Need[Any]) -> Any:
        return self.all(lambda store: store.load(need))

    def all(self, do: Callable[[Store], Any]) -> Any:
        """Run it on every store and compare the results; messages are numbered apart."""
        answers = [do(store) for store in self.stores]
        first, *others = [msgspec.json.encode(unnumbered(one)) for one in answers]
        for other in others:
            assert other == first
        return answers[0]

    def play(self, steps: int) -> None:
        self.give(SaveDocument(name="rules", text=RULES_TEXT))
        self.give(commands.StartHousekeeping())
        self.give(commands.SetEntryRetention(days=1))
        for step in range(steps):
            self.give(self.draw.choice(DEEDS)(self) if step > FIRST_JOIN else self.join())
            self.now += timedelta(minutes=self.draw.choice(MINUTES))
            self.settle()
        self.finale()

    def finale(self) -> None:
        """Leave a slot with whoever comes first in fair order, and others in line."""
        self.now = (self.now + timedelta(days=1)).replace(hour=12)
        self.give(SaveDocument(name="rules", text=RULES_TEXT))
        for name, priority in (("x", 0), ("y", 9), ("z", 9)):
            self.entries.append(name)
            self.give(
                commands.JoinWaitlist(
                    entry_id=name, name=name, phone=phone(name), service="Cut", priority=priority
                )
            )
        for name in ("q1", "q2"):
            self.give(
                Propose(
                    proposal=Proposal(id=name, product="waitlist", sender=mail(name), at=self.now)
                )
            )
        quinn: dict[str, Any] = {"name": "Quinn", "phone": phone("q1"), "email": mail("q1")}
        join = commands.JoinWaitlist(entry_id="q1", **quinn, service="Colour")
        self.give(ApproveProposal(proposal_id="q1", join=join))
        self.give(ConfirmConsent(address=phone("q1")))
        said = {"entry_id": "q1", "phone": phone("q1"), "text_id": "t1", "words": "More than one."}
        self.give(commands.TextBack(**said))
        for name in ("r1", "r2"):
            self.give(commands.RequestJoin(join=_wishes(name), client="00000"))
        requests = [one for one in self.ask(DueMessages(self.now)) if one.facts.get("request")]
        self.give(_wishes("r2"))
        for message in requests:
            self.give(commands.EndJoinRequest(message_id=message.id))
        self.give(DiscardProposal(proposal_id="q2"))
        self.give(EraseProposal(proposal_id="q2"))
        self.give(
            SaveCalendarDay(
                day=CalendarDay(id="2026-06-20", bookings=(SeenBooking("b", self.now, "Cut"),))
            )
        )
        self.claim_that_is_asked_about()
        self.slots.append("last")
        self.give(
            commands.FreeSlot(
                slot_id="last", service="Cut", starts_at=self.now + timedelta(hours=3)
            )
        )
        self.give(commands.AdvanceSlot(slot_id="last"))
        self.give(RenameSlot(slot_id="last", staff="Jess"))
        self.claim_that_is_given_up()
        self.give(commands.EraseEntry(entry_id="z"))

    def claim_that_is_asked_about(self) -> None:
        """Let someone claim a slot, report it again, and let staff say that it is cancelled."""
        free = commands.FreeSlot(
            slot_id="claimed",
            service="Colour",
            starts_at=self.now + timedelta(days=2),
            staff="Sam",
            ref="event-1",
        )
        self.slots.append(free.slot_id)
        self.give(free)
        self.give(commands.AdvanceSlot(slot_id=free.slot_id))
        slot: model.Slot = self.ask(Get(model.Slot, (free.slot_id,)))
        self.give(
            commands.ClaimSlot(slot_id=slot.id, seq=slot.live_offer_seq, entry_id=slot.tried[-1])
        )
        self.settle()
        self.give(msgspec.structs.replace(free, slot_id="again", ref="booking-1"))
        question: Proposal = self.ask(Get(Proposal, (question_id(slot.id),)))
        self.give(free_claimed(question))

    def claim_that_is_given_up(self) -> None:
        """Let whoever holds the last slot claim it, and cancel it by their link."""
        slot: model.Slot = self.ask(Get(model.Slot, ("last",)))
        whose = {"slot_id": slot.id, "entry_id": slot.tried[-1] if slot.tried else "nobody"}
        self.give(commands.ClaimSlot(seq=slot.live_offer_seq, **whose))
        self.give(commands.GiveUpSlot(**whose))

    def settle(self) -> None:
        """Ring and relay until nothing is left to do now."""
        while self.ring() or self.relay():
            pass

    def ring(self) -> bool:
        alarms = self.ask(DueAlarms(self.now))
        for alarm in alarms:
            self.give(alarm.command, alarm_invocation(alarm))
        return bool(alarms)

    def relay(self) -> bool:
        messages = self.ask(DueMessages(self.now))
        for message in messages:
            if self.give(LeaseMessage(product=message.product, message_id=message.id)) is not None:
                outcome = self.draw.choice(OUTCOMES)
                self.give(
                    RecordSendResult(
                        product=message.product, message_id=message.id, outcome=outcome
                    )
                )
        return bool(messages)

    # What they do.

    def someone(self) -> str:
        return self.draw.choice(self.entries or ["nobody"])

    def some_slot(self) -> str:
        return self.draw.choice(self.slots[-4:] or ["nothing"])

    def fields(self) -> dict[str, Any]:
        draw, who = self.draw, self.draw.choice(PEOPLE)
        return {
            "name": who.title() * 3,
            "phone": draw.choice((phone(who), phone(who), phone(draw.choice(PEOPLE)), "")),
            "email": draw.choice((mail(who), "")),
            "service": draw.choice(SERVICES),
            "party": draw.choice((1, 1, 2, 3)),
            "earliest": draw.choice(EARLIEST),
            "latest": draw.choice(LATEST),
            "staff": draw.choice(("", "", "", "jess", "Sam")),
            "priority": draw.choice((0, 0, 0, 3, 9)),
        }

    def join(self) -> Command:
        return self.one_more()

    def one_more(self) -> commands.JoinWaitlist:
        self.entries.append(f"e{len(self.entries)}")
        sources: tuple[model.Source, ...] = ("form", "sheet")
        return commands.JoinWaitlist(
            entry_id=self.entries[-1], **self.fields(), source=self.draw.choice(sources)
        )

    def join_many(self) -> Command:
        """Let several join at once, some of them under the same number."""
        return JoinMany(
            joins=tuple(self.one_more() for _ in range(self.draw.choice((1, 2, MOST_AT_ONCE))))
        )

    def edit(self) -> Command:
        fields = self.fields()
        some = self.draw.sample(sorted(fields), 3)
        return commands.EditEntry(entry_id=self.someone(), **{name: fields[name] for name in some})

    def leave(self) -> Command:
        return commands.LeaveWaitlist(entry_id=self.someone(), removed=self.draw.random() < 0.5)

    def erase(self) -> Command:
        return commands.EraseEntry(entry_id=self.someone())

    def free(self) -> Command:
        self.slots.append(f"s{len(self.slots)}")
        hours = self.draw.choice((2, 3, 4, 24))
        at = self.now.replace(minute=0, second=0) + timedelta(hours=hours)
        return commands.FreeSlot(
            slot_id=self.slots[-1],
            service=self.draw.choice(SERVICES),
            starts_at=at,
            staff=self.draw.choice(("Jess", "Sam", "")),
            party_capacity=self.draw.choice((1, 2, 2, 3)),
            reason=self.draw.choice(("cancelled", "opening", "no_show")),
        )

    def withdraw(self) -> Command:
        return commands.WithdrawSlot(slot_id=self.some_slot())

    def answer(self) -> Command:
        held = [
            one
            for name in self.slots
            for one in self.ask(model.OffersOfSlot(name))
            if one.status == "live"
        ]
        if not held or self.draw.random() < 0.1:
            return commands.ClaimSlot(slot_id=self.some_slot(), seq=1, entry_id=self.someone())
        offer = self.draw.choice(held)
        kind = self.draw.choice((commands.ClaimSlot, commands.ClaimSlot, commands.DeclineSlot))
        return kind(slot_id=offer.slot_id, seq=offer.seq, entry_id=offer.entry_id)

    def lapse(self) -> Command:
        return commands.LapseSlot(slot_id=self.some_slot(), seq=1)

    def look(self) -> Command:
        return commands.AdvanceSlot(slot_id=self.some_slot())

    def expire(self) -> Command:
        return commands.ExpireEntry(entry_id=self.someone())

    def note_reach(self) -> Command:
        who = self.draw.choice(PEOPLE)
        reaches: tuple[Reach, ...] = ("fine", "fine", "opted_out", "bounced")
        address = self.draw.choice((phone(who), mail(who)))
        return NoteReach(address=address, reach=self.draw.choice(reaches), note="told so")

    def save(self) -> Command:
        return SaveDocument(name="rules", text=self.draw.choice(RULES_TEXTS))

    def mark_written(self) -> Command:
        page = self.ask(model.UnsyncedEntries(limit=5))
        return commands.MarkEntriesSynced(
            entries=tuple((one.id, one.rev - self.draw.choice((0, 0, 1))) for one in page)
        )

    def summarise(self) -> Command:
        return commands.SendMonthSummary(month="2026-06", again=False)

    def housekeep(self) -> Command:
        return commands.Housekeep(again=False)


# What is drawn from: the usual comes often.
DEEDS: tuple[Callable[[Crowd], Command], ...] = (
    *[Crowd.join] * 5,
    Crowd.join_many,
    *[Crowd.free] * 6,
    *[Crowd.answer] * 8,
    *[Crowd.edit] * 3,
    *[Crowd.note_reach] * 3,
    Crowd.leave,
    Crowd.erase,
    Crowd.withdraw,
    Crowd.lapse,
    Crowd.look,
    Crowd.expire,
    Crowd.save,
    Crowd.mark_written,
    Crowd.summarise,
    Crowd.housekeep,
)


def _wishes(name: str) -> commands.JoinWaitlist:
    return commands.JoinWaitlist(entry_id=name, name=name, email=mail(name), service="Table")


def unnumbered(answer: Any) -> Any:
    if isinstance(answer, tuple):
        return tuple(map(unnumbered, answer))
    return msgspec.structs.replace(answer, number=0) if hasattr(answer, "number") else answer
