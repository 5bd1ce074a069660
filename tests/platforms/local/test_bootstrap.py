"""The local house: its keys outlive a restart."""

from pathlib import Path

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.links import Tampered
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.local.sqlite.database import CannotOpen
from fullhouse.platforms.memory.clock import VirtualClock
from tests.support.rsvp_world import Carrier, create, sign_up, there

START = there("2026-06-01 11:00")
BASE = "http://fullhouse.test"


async def test_links_outlive_a_restart(tmp_path: Path) -> None:
    async with open_engine(
        tmp_path, VirtualClock(START), MailboxCarrier(), BASE, settles=True
    ) as engine:
        await engine.execute(create(), "host")
        await engine.execute(sign_up("anna"), "guest")
        letter = engine.composer.letter(engine.load(MessagePage(kind="confirmation"))[0])
    token = letter.links["cancel"].removeprefix(f"{BASE}/l/")
    async with open_engine(
        tmp_path, VirtualClock(START), MailboxCarrier(), BASE, settles=True
    ) as engine:
        assert engine.composer.keyring.read(token, START).person == "anna"


async def test_no_two_houses_share_a_key(tmp_path: Path) -> None:
    async with open_engine(
        tmp_path / "one", VirtualClock(START), MailboxCarrier(), BASE, settles=True
    ) as engine:
        await engine.execute(create(), "host")
        await engine.execute(sign_up("anna"), "guest")
        token = (
            engine.composer.letter(engine.load(MessagePage(kind="confirmation"))[0])
            .links["cancel"]
            .rpartition("/")[2]
        )
    async with open_engine(
        tmp_path / "two", VirtualClock(START), MailboxCarrier(), BASE, settles=True
    ) as engine:
        with pytest.raises(Tampered):
            engine.composer.keyring.read(token, START)


async def test_a_house_that_is_open_cannot_be_opened_twice(tmp_path: Path) -> None:
    async with open_engine(tmp_path, VirtualClock(START), MailboxCarrier(), BASE):
        with pytest.raises(CannotOpen):
            async with open_engine(tmp_path, VirtualClock(START), MailboxCarrier(), BASE):
                pass


async def test_closing_waits_for_the_carrier_and_the_house_opens_again(tmp_path: Path) -> None:
    carrier = Carrier()
    for _ in range(2):
        async with open_engine(tmp_path, VirtualClock(START), carrier, BASE) as engine:
            await engine.execute(create(), "host")
            await engine.execute(sign_up("anna"), "guest")
    async with open_engine(tmp_path, VirtualClock(START), carrier, BASE, settles=True) as engine:
        await engine.execute(sign_up("ben"), "guest")
        assert {message.to for message in carrier.handed} >= {"ben@example.org"}
