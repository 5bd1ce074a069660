"""A rush on the last seats on DynamoDB: all seats are taken, all others wait."""

from collections import Counter

import pytest

from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.products.rsvp.model import Event, GuestPage, OfferableGuests
from tests.aws.emulator import Emulator
from tests.aws.stores import dynamodb
from tests.platforms.aws.racing import WORKERS, all_at_once, give
from tests.support.rsvp_world import (
    EVENT,
    MONDAY,
    check_audit,
    check_counters,
    create,
    sign_up,
    there,
)

NOW = there(MONDAY)


def check(store: DynamoStore, seats: int, waiting: int) -> None:
    event = store.load(Get(Event, (EVENT,)))
    assert event is not None
    guests = store.load(GuestPage(EVENT, limit=1000))
    assert sum(guest.state == "confirmed" for guest in guests) == seats
    assert sorted(guest.place for guest in guests if guest.state == "waitlisted") == list(
        range(1, waiting + 1)
    )
    check_counters(event, guests)
    check_audit(store)
    line = store.load(OfferableGuests(EVENT, 9, None, 1000))
    assert [guest.place for guest in line] == list(range(1, waiting + 1))


@pytest.mark.parametrize(
    ("seats", "waiting"), [(50, 14), pytest.param(100, 28, marks=pytest.mark.proof)]
)
def test_64_workers_fill_all_seats_exactly_and_the_line_has_no_gap(
    emulator: Emulator, seats: int, waiting: int
) -> None:
    asking = seats + waiting
    with dynamodb(emulator) as store:
        give(store, create(cap=seats), 0, NOW)
        commands = [sign_up(f"guest{number:03}") for number in range(asking)]
        answers = all_at_once(store, [*commands], NOW)
        assert Counter(answer.code for answer in answers) == {
            "confirmed": seats,
            "waitlisted": waiting,
        }
        check(store, seats, waiting)
        lines = store.load(AuditPage(EVENT, limit=1000))
        assert len(lines) == asking + 1
        assert len({line.number for line in lines}) == asking + 1


def test_64_clicks_under_one_address_make_one_guest(emulator: Emulator) -> None:
    with dynamodb(emulator) as store:
        give(store, create(cap=100), 0, NOW)
        clicks = [
            sign_up(f"click{number:02}", email="anna@example.org") for number in range(WORKERS)
        ]
        answers = all_at_once(store, [*clicks], NOW)
        assert sorted(answer.code for answer in answers) == ["already"] * (WORKERS - 1) + [
            "confirmed"
        ]
        assert len({answer.guest.id for answer in answers if answer.guest is not None}) == 1
        check(store, 1, 0)
