"""The local house: its keys outlive a restart, its ids are never the same, its clock never runs backwards."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.links import Tampered
from fullhouse.platforms.local.clock import RandomIds, SystemClock
from fullhouse.platforms.local.database import CannotOpen
from fullhouse.platforms.local.house import open_house
from fullhouse.platforms.local.post import KeptPost
from fullhouse.platforms.virtual.clock import VirtualClock
from tests.building import Carrier, create, sign_up, there

START = there("2026-06-01 11:00")
BASE = "http://fullhouse.test"


async def test_links_outlive_a_restart(tmp_path: Path) -> None:
    async with open_house(tmp_path, VirtualClock(START), KeptPost(), BASE, settles=True) as house:
        await house.give(create(), "host")
        await house.give(sign_up("anna"), "guest")
        letter = house.letter(house.load(MessagePage(kind="confirmation"))[0])
    token = letter.links["cancel"].removeprefix(f"{BASE}/l/")
    async with open_house(tmp_path, VirtualClock(START), KeptPost(), BASE, settles=True) as house:
        assert house.keyring.read(token, START).person == "anna"


async def test_no_two_houses_share_a_key(tmp_path: Path) -> None:
    async with open_house(tmp_path / "one", VirtualClock(START), KeptPost(), BASE, settles=True) as house:
        await house.give(create(), "host")
        await house.give(sign_up("anna"), "guest")
        token = house.letter(house.load(MessagePage(kind="confirmation"))[0]).links["cancel"].rpartition("/")[2]
    async with open_house(tmp_path / "two", VirtualClock(START), KeptPost(), BASE, settles=True) as house:
        with pytest.raises(Tampered):
            house.keyring.read(token, START)


async def test_a_house_that_is_open_cannot_be_opened_twice(tmp_path: Path) -> None:
    async with open_house(tmp_path, VirtualClock(START), KeptPost(), BASE):
        with pytest.raises(CannotOpen):
            async with open_house(tmp_path, VirtualClock(START), KeptPost(), BASE):
                pass


async def test_closing_waits_for_the_carrier_and_the_house_opens_again(tmp_path: Path) -> None:
    carrier = Carrier()
    for _ in range(2):
        async with open_house(tmp_path, VirtualClock(START), carrier, BASE) as house:
            await house.give(create(), "host")
            await house.give(sign_up("anna"), "guest")
    async with open_house(tmp_path, VirtualClock(START), carrier, BASE, settles=True) as house:
        await house.give(sign_up("ben"), "guest")
        assert {message.to for message in carrier.handed} >= {"ben@example.org"}


def test_ids_are_hard_to_guess_and_easy_to_read() -> None:
    ids = {RandomIds().new() for _ in range(2000)}
    assert len(ids) == 2000
    assert all(re.fullmatch(r"[2-9a-km-np-z]{14}", one) for one in ids)


def test_the_clock_tells_milliseconds_in_utc() -> None:
    now = SystemClock().now()
    assert now.tzinfo is UTC
    assert now.microsecond % 1000 == 0


def test_the_clock_never_runs_backwards_while_it_is_asked() -> None:
    clock = SystemClock()
    with time_machine.travel(datetime(2026, 6, 1, 9, 0, tzinfo=UTC), tick=False) as traveller:
        noon = clock.now()
        traveller.move_to(datetime(2026, 6, 1, 8, 0, tzinfo=UTC))
        assert clock.now() >= noon
