"""Too many connections at once: the silent ones of the most crowded network make room."""

import asyncio
import smtplib
import socket
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
import pytest

from fullhouse.engine.rate_limit import MAIL_ROOM, Limit
from fullhouse.platforms.local import smtp_limits, smtp_server
from fullhouse.platforms.local.smtp_crowd import makes_room
from tests.inbound.mail.letters import TO
from tests.platforms.local.test_smtp_limits import (
    NEIGHBOUR,
    STRANGER,
    call,
    clocks,
    connected,
    greeting,
    is_open,
    sends,
)
from tests.platforms.local.test_smtp_server import FROM, Place, opened
from tests.support.loop_clock import LoopClock

__all__ = ["clocks"]
pytestmark = pytest.mark.anyio


class Held(msgspec.Struct):
    host: str
    progressed_at: float = 0.0


def hold(place: Place, addresses: int, each: int, stack: ExitStack) -> list[socket.socket]:
    hosts = [f"127.0.1.{number}" for number in range(addresses)] * each
    held = [stack.enter_context(connected(place, host)) for host in hosts]
    for sock in held:
        assert sock.recv(200).startswith(b"220")
    return held


@pytest.mark.parametrize(("addresses", "each"), [(10, 5), (50, 1)])
@pytest.mark.usefixtures("clocks")
async def test_silent_connections_keep_no_honest_sender_out(
    tmp_path: Path, addresses: int, each: int
) -> None:
    async with opened(tmp_path) as place:
        with ExitStack() as stack:
            held = await asyncio.to_thread(hold, place, addresses, each, stack)
            assert len(held) == smtp_server.MOST_CONNECTIONS
            codes = [
                await call(place, f"127.0.2.{number}", sends(f"Yes {number}"))
                for number in range(12)
            ]
            assert codes == [250] * 12


@pytest.mark.usefixtures("clocks")
async def test_nobody_pushes_out_a_network_that_has_as_few_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_server, "MOST_CONNECTIONS", 2)
    async with opened(tmp_path) as place:
        first, _ = await asyncio.to_thread(greeting, place, STRANGER)
        second, _ = await asyncio.to_thread(greeting, place, NEIGHBOUR)
        third, said = await asyncio.to_thread(greeting, place, NEIGHBOUR)
        with first, second, third:
            assert said.startswith(b"421")
            assert is_open(first)
            assert is_open(second)


@pytest.mark.usefixtures("clocks")
async def test_nobody_pushes_in_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_server, "MOST_CONNECTIONS", 1)
    few = MAIL_ROOM.fills_every * 6000
    monkeypatch.setattr(smtp_limits, "MAIL_ROOM", Limit("mail_room", 2, few))
    async with opened(tmp_path) as place:
        with ExitStack() as stack:
            said = []
            for at in range(4):
                for host in (STRANGER, f"127.0.1.{at}"):
                    sock, greeted = await asyncio.to_thread(greeting, place, host)
                    stack.enter_context(sock)
                    said.append((host, greeted[:3]))
        assert [code for host, code in said if host == STRANGER] == [b"220"] * 3 + [b"421"]


async def test_who_repeats_a_command_makes_no_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clocks: list[LoopClock]
) -> None:
    monkeypatch.setattr(smtp_server, "MOST_CONNECTIONS", 2)

    def meet(place: Place) -> tuple[bool, int]:
        repeats = smtplib.SMTP(*place.at, timeout=60, source_address=(STRANGER, 0))
        goes_on = smtplib.SMTP(*place.at, timeout=60, source_address=(NEIGHBOUR, 0))
        with closing(repeats), closing(goes_on):
            repeats.ehlo()
            repeats.mail(FROM)
            goes_on.ehlo()
            clocks[0].passes(1)
            goes_on.mail(FROM)
            clocks[0].passes(1)
            repeats.rset()
            repeats.mail(FROM)
            with connected(place, "127.0.0.4") as newcomer:
                newcomer.recv(200)
                assert repeats.sock is not None
                return is_open(repeats.sock), goes_on.rcpt(TO)[0]

    async with opened(tmp_path) as place:
        assert await asyncio.to_thread(meet, place) == (False, 250)


def test_the_most_crowded_network_makes_room() -> None:
    crowded = [Held("192.0.2.1", 9.0), Held("192.0.2.1", 8.0)]
    assert makes_room("192.0.2.3", [Held("192.0.2.2", 1.0), *crowded]) is crowded[1]


def test_a_newcomer_makes_no_network_more_crowded_than_any_other() -> None:
    connections = [Held("192.0.2.1"), Held("192.0.2.2")]
    assert makes_room("192.0.2.3", connections) is connections[0]
    assert makes_room("192.0.2.1", connections) is None


def test_addresses_of_one_ipv6_network_crowd_it_together() -> None:
    neighbours = [Held(f"2001:db8:0:{number:x}::1", 5.0) for number in range(9)]
    connections = [Held("192.0.2.1"), Held("192.0.2.1"), *neighbours]
    assert makes_room("192.0.2.2", connections) is neighbours[0]
