"""Over real sockets: many customers pick one time; one gets it, others see fresh times."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments.model import Days
from fullhouse.web.dependencies import dependencies_of
from tests.browser.serving import running
from tests.web.appointments.shop import RULES, Shop, at
from tests.web.waitlist.salon import START, salon_app

PEOPLE = 8
EACH = 4


@pytest.fixture
def shop_and_address(tmp_path: Path) -> Iterator[tuple[Shop, str]]:
    clock = VirtualClock(START)
    app = salon_app(tmp_path, clock)
    with running(app) as server:
        shop = Shop(dependencies_of(app).engine, clock, server.call)
        shop.rules(RULES.replace("Jess, Sam", "Jess"))
        yield shop, server.address


def test_many_people_pick_one_time_at_once(shop_and_address: tuple[Shop, str]) -> None:
    shop, address = shop_and_address
    names = [f"Person{number}" for number in range(PEOPLE)]
    for number, name in enumerate(names):
        shop.books(name, f"2026-06-{8 + number % 4:02d}T{9 + number // 4:02d}:00")
    picked = {"start": "2026-06-05T07:00Z", "staff": "Jess"}
    paths = [(name, shop.reply("reschedule", name)) for name in names] * EACH
    with httpx2.Client(base_url=address, timeout=60) as client, ThreadPoolExecutor(16) as crowd:
        pages = list(crowd.map(lambda one: (one[0], client.post(one[1], data=picked)), paths))
    (winner,) = {
        name for name in names if shop.appointment(name).starts_at == at("2026-06-05T09:00")
    }
    for name, page in pages:
        if name == winner:
            assert page.status_code == 200
            assert "Friday 5 June" in page.text
        else:
            assert page.status_code == 409
            assert "Someone was quicker" in page.text
            assert "2026-06-05T07:00Z" not in page.text
    (day,) = shop.load(Days("2026-06-05", "2026-06-05"))
    assert [one.id for one in day.taken] == [winner.lower()]
    assert len(shop.told("rescheduled")) == 1
