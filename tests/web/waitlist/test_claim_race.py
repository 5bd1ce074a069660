"""Over real sockets: many claims of one slot make one booking; others get a kind answer."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.web.dependencies import dependencies_of
from tests.browser.serving import running
from tests.web.waitlist.salon import RULES, START, Salon, salon_app

TRIES = 8
EACH = 8


@pytest.fixture
def salon_and_address(tmp_path: Path) -> Iterator[tuple[Salon, str]]:
    clock = VirtualClock(START)
    app = salon_app(tmp_path, clock)
    with running(app) as server:
        salon = Salon(dependencies_of(app).engine, clock, server.call)
        salon.rules(f"{RULES}Tries per slot: {TRIES}\n")
        yield salon, server.address


def test_many_people_on_many_devices_claim_one_slot_at_once(
    salon_and_address: tuple[Salon, str],
) -> None:
    salon, address = salon_and_address
    names = [f"Person{at}" for at in range(TRIES)]
    for name in names:
        salon.joins(name)
    salon.frees()
    for _ in names[1:]:
        salon.passes(minutes=10)
    paths = [salon.link("claim", name, at) for at, name in enumerate(names, 1)] * EACH
    with httpx2.Client(base_url=address, timeout=60) as client, ThreadPoolExecutor(32) as crowd:
        pages = list(crowd.map(lambda path: (path, client.post(path)), paths))
    last = paths[TRIES - 1]
    assert {page.status_code for path, page in pages if path == last} == {200}
    assert all("<h1>It&#39;s yours.</h1>" in page.text for path, page in pages if path == last)
    others = [page for path, page in pages if path != last]
    assert {page.status_code for page in others} == {410}
    assert all("You are still on the waitlist for Colour." in page.text for page in others)
    assert (salon.slot().status, salon.slot().booked_by) == ("booked", names[-1].lower())
    assert len(salon.messages("booked")) == 1
