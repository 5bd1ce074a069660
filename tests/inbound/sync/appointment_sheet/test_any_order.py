"""Edits, replies and broken syncs in any order: the sheet ends right, with each row once."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest

from fullhouse.inbound.sync.appointment_sheet.columns import columns_of
from fullhouse.inbound.sync.appointment_sheet.statuses import meant
from fullhouse.inbound.sync.appointment_sheet.sync import VERSIONS
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    ConfirmAppointment,
    Reschedule,
)
from fullhouse.products.frontdesk.appointments.model import Appointment
from tests.inbound.sync.appointment_sheet.shop import ANNA, BEN, CLEO, RULES_TEXT, Shop
from tests.inbound.sync.appointment_sheet.test_crashes import broken_run, settle
from tests.inbound.sync.business import at_once
from tests.inbound.sync.test_doubting import decide, question
from tests.support.proof import some_of
from tests.support.rsvp_world import BERLIN

SEEDS = 60
STEPS = 25
STATUSES = ("cancelled", "bestätigt", "booked", "", "paid", "absent")


class Story:
    """One random story; the same seed is the same story."""

    def __init__(self, seed: int) -> None:
        self.draw = Random(seed)
        refills = RULES_TEXT.replace("waitlist: no", "waitlist: yes")
        self.shop = Shop(ANNA, BEN, CLEO, rules=refills if seed % 2 else RULES_TEXT)
        self.old = self.shop.table
        self.number = 0
        self.cancelled: set[str] = set()

    def play(self) -> None:
        acts: list[Callable[[], None]] = [
            self.run,
            self.run,
            self.stop,
            self.add,
            self.move,
            self.say,
            self.remove,
            self.wipe,
            self.decide,
            self.lose_keys,
            self.save_an_old_copy,
            self.put_back,
            self.answer,
            self.answer,
            self.book,
        ]
        for _ in range(STEPS):
            self.draw.choice(acts)()
            self.shop.later(minutes=self.draw.choice((0, 1, 3)))
        self.shop.later(minutes=3)
        for _ in range(2):
            self.shop.run()
            self.shop.later(minutes=3)

    # What happens.

    def run(self) -> None:
        self.shop.run()
        if self.draw.random() < 0.3:
            self.old = self.shop.table

    def stop(self) -> None:
        broken_run(self.shop, self.draw.randint(1, 12), after=self.draw.random() < 0.5)

    def add(self) -> None:
        self.number += 1
        name = f"P{self.number}"
        self.shop.add(name, "", f"{name}@example.org", "Cut", self._staff(), *self._when())

    def move(self) -> None:
        if name := self._someone():
            day, clock = self._when()
            self.shop.change(name, Date=day, Time=clock)

    def say(self) -> None:
        if name := self._someone():
            self.shop.change(name, Status=self.draw.choice(STATUSES))

    def remove(self) -> None:
        if name := self._someone():
            self.shop.remove(name)

    def wipe(self) -> None:
        if self.draw.random() < 0.3:
            self.shop.remove(*self.shop.names())

    def decide(self) -> None:
        """Answer that the missing ones are cancelled, or that they stay."""
        if question(self.shop).asked:
            decide(self.shop, keep=self.draw.random() < 0.5)

    def lose_keys(self) -> None:
        if name := self._someone():
            self.shop.change(name, Key="")

    def save_an_old_copy(self) -> None:
        if self.draw.random() < 0.3:
            self.shop.sheet.table = self.old

    def put_back(self) -> None:
        versions = VERSIONS.newest(self.shop.engine)
        if versions and self.draw.random() < 0.3:
            at_once(self.shop.sync.put_back(self.draw.choice(versions), "a host"))

    def answer(self) -> None:
        everyone = sorted(self.shop.store.shelf(Appointment).values(), key=lambda one: one.id)
        if not everyone:
            return
        one = self.draw.choice(everyone)
        reply = f"{self.draw.randint(1, 99)}"
        at = one.starts_at + timedelta(minutes=self.draw.choice((15, 60, 24 * 60)))
        given = {"appointment_id": one.id, "chain": one.chain, "reply": reply}
        command = self.draw.choice(
            (
                ConfirmAppointment(**given),
                CancelAppointment(**given),
                Reschedule(**given, starts_at=at, staff=one.staff or "Sam"),
            )
        )
        if self.shop.give(command).code == "cancelled":
            self.cancelled.add(one.id)

    def book(self) -> None:
        self.number += 1
        day, clock = self._when()
        self.shop.book(f"d{self.number}", f"{day} {clock}", staff=self._staff())

    def _when(self) -> tuple[str, str]:
        return (
            f"2026-06-{self.draw.randint(22, 27)}",
            f"{self.draw.randint(9, 16):02}:{self.draw.choice(('00', '30'))}",
        )

    def _staff(self) -> str:
        return self.draw.choice(("Jess", "Sam", ""))

    def _someone(self) -> str:
        names = self.shop.names()
        return self.draw.choice(names) if names else ""


@pytest.mark.parametrize("seed", some_of(range(SEEDS), 15))
def test_in_the_end_the_sheet_says_what_is_so(seed: int) -> None:
    story = Story(seed)
    story.play()
    shop = story.shop
    for name in [one for one in shop.names() if shop.cell(one, "status") == "absent"]:
        shop.change(
            name, Status=""
        )  # a day ahead nobody can say so, and it is looked at again and again
    shop.run()
    _settled(story)
    columns = columns_of(shop.table, "en")
    rows = {columns.cell(row, "key"): row for row in shop.table.rows if columns.cell(row, "key")}
    keys = Counter(columns.cell(row, "key") for row in shop.table.rows)
    everyone = {one.id: one for one in shop.store.shelf(Appointment).values()}
    reported = {problem.row for problem in shop.known().problems}
    assert all(many == 1 or reported for key, many in keys.items() if key)
    for one in everyone.values():
        assert not one.unwritten
        assert one.id in rows or not one.stands, one
    for key, row in rows.items():
        one = everyone[key]
        if row.number in reported:
            continue
        wall = wall_time(one.starts_at, BERLIN)
        assert meant(columns.cell(row, "status")) in (None, one.status), one
        then = columns.cell(row, "date"), columns.cell(row, "time")
        assert then in _ways(wall.isoformat()) or not one.stands, one
    assert not any(everyone[name].stands for name in story.cancelled)


def _ways(wall: str) -> set[tuple[str, str]]:
    day, clock = wall[:10], wall[11:16]
    local = f"{day[8:]}.{day[5:7]}.{day[:4]}"
    return {
        (one, two) for one in (day, local) for two in (clock, clock.lstrip("0"), f"{clock[:2]}h")
    }


def _settled(story: Story) -> None:
    """Look and decide until nothing is left to do: what is wrong with a row may stay."""
    for _ in range(6):
        if not story.shop.run().looked:
            return
        story.decide()
    settle(story.shop)
