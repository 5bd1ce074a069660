"""Replies on a host of their own: everything on their pages stays there but the list."""

import re
from collections.abc import Iterator
from typing import cast

import msgspec
import pytest
from starlette.testclient import TestClient

from fullhouse.engine.composing import Composer
from fullhouse.engine.core import Engine
from fullhouse.engine.urls import one_address
from fullhouse.kernel.links import Key, Keyring
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.executor import InMemoryExecutor, NumberedIds
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.web import links
from fullhouse.web.appointments import routes as appointments
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.middleware import with_middleware
from tests.support.event_app import Caller
from tests.web.appointments.shop import RULES, Shop
from tests.web.waitlist.salon import START


@pytest.fixture
def apart() -> Iterator[tuple[Shop, TestClient]]:
    clock = VirtualClock(START)
    executor = InMemoryExecutor(
        MemoryStore(), clock, lambda _invocation, _decision: None, lambda _message, _letter: None
    )
    urls = msgspec.structs.replace(
        one_address("https://guests.example"),
        waitlist="https://join.example",
        replies="https://reply.example",
    )
    engine = Engine(
        executor, clock, NumberedIds(), Composer(urls, Keyring((Key("k1", bytes(32)),)))
    )
    app = with_middleware(
        Dependencies(engine=engine, sites=frozenset({"replies"})),
        links.routes({}, {}, appointments.PURPOSES),
    )
    with TestClient(app, base_url="https://reply.example", follow_redirects=False) as client:
        portal = client.portal
        assert portal is not None
        shop = Shop(engine, clock, cast("Caller", portal.call))
        shop.give(SaveDocument(name="rules", text=RULES))
        shop.books()
        yield shop, client


def test_every_page_leads_on_without_leaving(apart: tuple[Shop, TestClient]) -> None:
    shop, web = apart
    for purpose in ("confirm", "cancel", "reschedule"):
        page = web.get(shop.reply(purpose))
        assert page.status_code == 200
        ways = re.findall(r'<a class="plain" href="(/l/[^"]+)"', page.text)
        assert len(ways) >= 2
        assert [web.get(way).status_code for way in ways] == [200] * len(ways)


def test_they_answer_there_and_are_led_to_the_list_where_it_is(
    apart: tuple[Shop, TestClient],
) -> None:
    shop, web = apart
    assert 'href="https://join.example/waitlist?service=Cut"' in web.post(shop.reply("cancel")).text
    assert shop.appointment().status == "cancelled"
