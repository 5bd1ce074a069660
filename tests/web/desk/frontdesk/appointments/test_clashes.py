"""Who has the same chair at the same time, on a day on which very many are booked."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from fullhouse.products.frontdesk.appointments.day_schedule import conflict, taken_by
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, Status
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.web.desk.frontdesk.appointments import day_view

MORNING = datetime(2026, 6, 20, 6, tzinfo=UTC)
STATUSES: tuple[Status, ...] = ("booked", "confirmed", "cancelled")
STAFF = tuple(f"S{number}" for number in range(20))
BOOK = Rulebook(zone="Europe/Berlin", services=(Service("Cut", 45),), staff=STAFF)


def appointment(
    number: int, staff: str, minute: int, minutes: int = 45, status: Status = "booked"
) -> Appointment:
    start = MORNING + timedelta(minutes=minute)
    fields: dict[str, Any] = {
        "service": "Cut",
        "staff": staff,
        "starts_at": start,
        "minutes": minutes,
        "status": status,
    }
    return Appointment(id=f"a{number:03}", name=f"N{number:03}", made_at=MORNING, **fields)


def a_day(draw: Random, book: Rulebook) -> list[Appointment]:
    """Make up a day, in the order in which the store tells it."""
    drawn = [
        appointment(
            number,
            draw.choice(("", *book.staff, "Who left")),
            draw.randrange(0, 300, 5),
            draw.choice((0, 15, 45, 200)),
            draw.choice(STATUSES),
        )
        for number in range(draw.randrange(25))
    ]
    return sorted(drawn, key=lambda one: (one.starts_at, one.id))


@pytest.mark.parametrize("staff", [(), ("Jess",), ("Jess", "Sam", "Kim")])
def test_each_is_told_of_whoever_a_look_at_it_alone_finds(staff: tuple[str, ...]) -> None:
    book, draw = Rulebook(staff=staff), Random(7)
    for _ in range(200):
        booked = a_day(draw, book)
        standing = {one.id: one for one in booked if one.stands}
        alone = {
            one.id: conflict([taken_by(other) for other in standing.values()], taken_by(one), book)
            for one in standing.values()
        }
        expected = {
            name: standing[other.id].name for name, other in alone.items() if other is not None
        }
        assert day_view.clashes_of(booked, book) == expected


def test_a_long_day_is_gone_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def counted(taken: list[BusyTime], wanted: BusyTime, book: Rulebook) -> BusyTime | None:
        looked.append(len(taken))
        return conflict(taken, wanted, book)

    monkeypatch.setattr(day_view, "conflict", counted)
    booked = [appointment(number, STAFF[number % 20], number // 20 * 10) for number in range(1000)]
    assert len(list(day_view.booked_of(booked, BOOK, MORNING))) == 1000
    assert sum(looked) < 200 * len(booked)
