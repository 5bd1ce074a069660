"""Many at once for the last seats on DynamoDB: exactly as many as there are seats get one, the others stand in line."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import Busy, Order, execute
from fullhouse.engine.ports import AuditPage, StoreDown
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.store import DynamoStore
from fullhouse.products.rsvp.model import Answer, Askable, Event, GuestPage
from tests.aws.emulator import Emulator
from tests.aws.stores import dynamodb
from tests.building import EVENT, MONDAY, check_audit, check_counters, create, sign_up, there

NOW = there(MONDAY)
WORKERS = 64


def give(store: DynamoStore, command: Command, number: int) -> Answer:
    """Carry out a command, again and again as a person would whose click came to nothing."""
    while True:
        try:
            answer = execute(store, RULES, Order(f"o{number}", "guest", command), NOW).answer
        except (Busy, StoreDown):
            continue
        assert isinstance(answer, Answer)
        return answer


def all_at_once(store: DynamoStore, commands: list[Command]) -> list[Answer]:
    ready = Barrier(WORKERS)

    def work(mine: list[tuple[int, Command]]) -> list[tuple[int, Answer]]:
        ready.wait()
        return [(number, give(store, command, number)) for number, command in mine]

    shares = [list(enumerate(commands))[at::WORKERS] for at in range(WORKERS)]
    with ThreadPoolExecutor(WORKERS) as pool:
        answers = dict(one for done in pool.map(work, shares) for one in done)
    return [answers[number] for number in range(len(commands))]


def check(store: DynamoStore, seats: int, waiting: int) -> None:
    event = store.load(Get(Event, (EVENT,)))
    assert event is not None
    guests = store.load(GuestPage(EVENT, limit=1000))
    assert sum(guest.state == "confirmed" for guest in guests) == seats
    assert sorted(guest.place for guest in guests if guest.state == "waitlisted") == list(range(1, waiting + 1))
    check_counters(event, guests)
    check_audit(store)
    line = store.load(Askable(EVENT, 9, None, 1000))
    assert [guest.place for guest in line] == list(range(1, waiting + 1))


@pytest.mark.timeout(300)
def test_64_workers_fill_100_seats_exactly_and_the_line_has_no_gap(emulator: Emulator) -> None:
    with dynamodb(emulator) as store:
        give(store, create(cap=100), 0)
        answers = all_at_once(store, [sign_up(f"guest{number:03}") for number in range(128)])
        assert sorted(answer.code for answer in answers) == ["confirmed"] * 100 + ["waitlisted"] * 28
        check(store, 100, 28)
        lines = store.load(AuditPage(EVENT, limit=1000))
        assert len(lines) == 129
        assert len({line.number for line in lines}) == 129


@pytest.mark.timeout(300)
def test_64_clicks_under_one_address_make_one_guest(emulator: Emulator) -> None:
    with dynamodb(emulator) as store:
        give(store, create(cap=100), 0)
        clicks = [sign_up(f"click{number:02}", email="anna@example.org") for number in range(WORKERS)]
        answers = all_at_once(store, [*clicks])
        assert sorted(answer.code for answer in answers) == ["already"] * (WORKERS - 1) + ["confirmed"]
        assert len({answer.guest.id for answer in answers if answer.guest is not None}) == 1
        check(store, 1, 0)
