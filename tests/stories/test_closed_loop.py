"""A cancelled time is refilled the same day, and the summaries say what it brought in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.worker import advance_to
from fullhouse.inbound.holiday_source import HolidayKeeper
from fullhouse.kernel.commands import Command
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments import commands as appointments
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist import commands as waitlist
from fullhouse.products.frontdesk.waitlist.model import Slot
from tests.stories.telling import BASE, TimedCarrier
from tests.support.rsvp_world import check_audit, mail, there

RULES = """\
Time zone: Europe/Berlin
Services
- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours
Staff: Jess, Sam
Opening hours: Mon-Fri 09:00-18:00
Closed: public holidays of DE-BE
Refill from the waitlist: yes
"""
MONDAY = "2026-06-01 10:00"
WEDNESDAY = "2026-06-03 14:00"


class Business:
    """One business with appointments and a waitlist, through a week of its staff and customers."""

    def __init__(self, engine: Engine, clock: VirtualClock, carrier: TimedCarrier) -> None:
        self.engine, self.clock, self.carrier = engine, clock, carrier

    async def book(self, name: str, starts_at: str = WEDNESDAY) -> Any:
        fields: dict[str, Any] = {
            "name": name.title(),
            "email": mail(name),
            "service": "Cut",
            "staff": "Jess",
        }
        command = appointments.BookAppointment(
            appointment_id=name, starts_at=there(starts_at), source="api", **fields
        )
        return await self.engine.execute(command, "api")

    async def join(self, name: str) -> Any:
        command = waitlist.JoinWaitlist(
            entry_id=name, name=name.title(), email=mail(name), service="Cut"
        )
        return await self.engine.execute(command, name)

    async def press(self, name: str, kind: str, purpose: str) -> Any:
        """Open the newest mail of a kind, and press a button in it."""
        letter = self.engine.composer.letter(self.carrier.to(name, kind)[-1])
        link = self.engine.composer.keyring.read(
            letter.links[purpose].rpartition("/")[2], self.clock.now()
        )
        return await self.engine.execute(_pressed(link), name)

    async def until(self, wall: str) -> None:
        await advance_to(self.engine, self.clock, there(wall))

    def appointment(self, name: str) -> Appointment:
        found = self.engine.load(Get(Appointment, (name,)))
        assert found is not None
        return found

    def slot(self, name: str) -> Slot:
        found = self.engine.load(Get(Slot, (name,)))
        assert found is not None
        return found

    def times(self, name: str, kind: str) -> list[datetime]:
        return [at for at, one in self.carrier.times if (one.to, one.kind) == (mail(name), kind)]

    def told(self, kind: str, product: str) -> list[Message]:
        return [
            one
            for one in self.carrier.handed
            if (one.channel, one.kind, one.product) == ("staff", kind, product)
        ]


def _pressed(link: Link) -> Command:
    if link.scope == "waitlist":
        slot_id, _, seq = link.offer.rpartition("-")
        return waitlist.ClaimSlot(slot_id=slot_id, seq=int(seq), entry_id=link.person)
    chain = int(link.offer.partition("-")[0])
    about: dict[str, Any] = {
        "appointment_id": link.person,
        "chain": chain,
        "reply": f"{link.purpose}-{link.offer}",
    }
    return (
        appointments.CancelAppointment(**about)
        if link.purpose == "cancel"
        else appointments.ConfirmAppointment(**about)
    )


@asynccontextmanager
async def a_business(folder: Path, now: str = MONDAY) -> AsyncIterator[Business]:
    clock = VirtualClock(there(now))
    carrier = TimedCarrier(clock)
    async with open_engine(folder, clock, carrier, BASE, settles=True) as engine:
        HolidayKeeper(engine).look_after()
        saved = await engine.execute(SaveDocument(name="rules", text=RULES), "staff")
        assert saved.problems == ()
        yield Business(engine, clock, carrier)
        executor: Any = engine.executor
        check_audit(executor.store)


@pytest.mark.anyio
async def test_a_chair_is_given_up_filled_again_reminded_and_counted(tmp_path: Path) -> None:
    async with a_business(tmp_path) as business:
        assert (await business.book("kim")).code == "booked"
        await business.join("anna")
        await business.until("2026-06-02 15:00")
        assert business.times("kim", "reminder") == [there("2026-06-02 14:00")]

        assert (await business.press("kim", "reminder", "cancel")).code == "cancelled"
        assert [one.facts["reason"] for one in business.told("gap_alert", "appointments")] == [
            "cancelled"
        ]
        assert business.slot("kimc1").status == "open"
        assert (await business.press("anna", "offer", "claim")).code == "booked"

        made = business.appointment("kimc1")
        assert (made.name, made.starts_at, made.staff) == ("Anna", there(WEDNESDAY), "Jess")
        await business.until("2026-06-03 13:05")
        assert business.times("anna", "reminder") == [there("2026-06-03 13:00")]
        assert (await business.press("anna", "reminder", "confirm")).code == "confirmed"
        assert len(business.times("kim", "reminder")) == 1

        await business.until("2026-06-08 08:00")
        (week,) = business.told("summary", "appointments")
        figures = week.facts["summary"]
        assert (figures["appointments"], figures["cancelled"], figures["confirmed"]) == (2, 1, 1)
        assert (figures["refilled"], figures["money"]) == (1, {"EUR": 5500})

        await business.until("2026-07-06 09:00")
        month = business.told("summary", "waitlist")[-1].facts
        assert (month["month"], month["summary"]["freed"], month["summary"]["filled"]) == (
            "2026-06",
            1,
            1,
        )
        assert month["summary"]["money"] == {"EUR": 5500}


@pytest.mark.anyio
async def test_the_second_cancel_frees_the_chair_for_the_third_person(tmp_path: Path) -> None:
    async with a_business(tmp_path) as business:
        await business.book("kim")
        await business.join("anna")
        await business.until("2026-06-01 10:05")
        await business.join("ben")
        await business.engine.execute(appointments.CancelAppointment(appointment_id="kim"), "staff")
        await business.press("anna", "offer", "claim")
        await business.until("2026-06-02 14:30")
        await business.press("anna", "reminder", "cancel")
        await business.press("ben", "offer", "claim")
        last = business.appointment("kimc1c1")
        assert (last.name, last.slot, last.starts_at) == ("Ben", "kimc1c1", there(WEDNESDAY))
        await business.until("2026-06-08 08:00")
        assert business.told("summary", "appointments")[0].facts["summary"]["money"] == {
            "EUR": 5500
        }


@pytest.mark.anyio
async def test_a_slip_is_taken_back_while_the_line_is_asked_and_whoever_claims_too_late_is_told_so(
    tmp_path: Path,
) -> None:
    async with a_business(tmp_path) as business:
        await business.book("kim")
        await business.join("anna")
        await business.engine.execute(appointments.CancelAppointment(appointment_id="kim"), "staff")
        assert business.carrier.to("anna", "offer")

        assert (
            await business.engine.execute(
                appointments.RestoreAppointment(appointment_id="kim"), "staff"
            )
        ).code == "restored"
        assert (await business.press("anna", "offer", "claim")).code == "offer_withdrawn"
        assert (business.slot("kimc1").why, business.appointment("kim").status) == (
            "withdrawn",
            "booked",
        )
        await business.until("2026-06-03 14:00")
        assert business.times("kim", "reminder") == [
            there("2026-06-02 14:00"),
            there("2026-06-03 13:00"),
        ]


@pytest.mark.anyio
async def test_nobody_is_reminded_on_a_public_holiday(tmp_path: Path) -> None:
    async with a_business(tmp_path, "2026-12-30 10:00") as business:
        await business.book("kim", "2027-01-02 09:30")
        await business.until("2027-01-02 10:00")
        assert business.times("kim", "reminder")[0] == there("2027-01-02 08:00")
