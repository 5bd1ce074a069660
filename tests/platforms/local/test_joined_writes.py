"""Writes of one turn of the event loop leave together, and nothing is lost."""

import asyncio
from typing import Any

import pytest

from fullhouse.platforms.local.joined_writes import MOST_HELD, JoinedWrites


class Wire(asyncio.Transport):
    """Remembers what is done with it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1)})
        self.done: list[Any] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.done.append(bytes(data))

    def close(self) -> None:
        self.done.append("close")

    def abort(self) -> None:
        self.done.append("abort")

    def is_closing(self) -> bool:
        return "close" in self.done

    def pause_reading(self) -> None:
        self.done.append("pause")

    def resume_reading(self) -> None:
        self.done.append("resume")


@pytest.fixture
def wire() -> Wire:
    return Wire()


async def joined(wire: Wire) -> JoinedWrites:
    return JoinedWrites(wire, asyncio.get_running_loop())


async def test_head_and_body_leave_together_in_the_next_turn(wire: Wire) -> None:
    writes = await joined(wire)
    writes.write(b"head")
    writes.write(b"body")
    assert wire.done == []
    await asyncio.sleep(0)
    assert wire.done == [b"headbody"]
    writes.write(b"next")
    await asyncio.sleep(0)
    assert wire.done == [b"headbody", b"next"]


async def test_much_leaves_at_once_so_that_the_writer_can_be_asked_to_wait(wire: Wire) -> None:
    writes = await joined(wire)
    writes.write(b"head")
    writes.write(b"x" * MOST_HELD)
    assert wire.done == [b"head" + b"x" * MOST_HELD]
    await asyncio.sleep(0)
    assert len(wire.done) == 1


async def test_what_is_held_leaves_before_the_connection_closes(wire: Wire) -> None:
    writes = await joined(wire)
    writes.write(b"bye")
    assert not writes.is_closing()
    writes.close()
    assert writes.is_closing()
    await asyncio.sleep(0)
    assert wire.done == [b"bye", "close"]


async def test_an_aborted_connection_gets_nothing_more(wire: Wire) -> None:
    writes = await joined(wire)
    writes.write(b"never")
    writes.abort()
    await asyncio.sleep(0)
    assert wire.done == ["abort"]


async def test_the_rest_is_left_to_the_transport(wire: Wire) -> None:
    writes = await joined(wire)
    writes.pause_reading()
    writes.resume_reading()
    assert wire.done == ["pause", "resume"]
    assert writes.get_extra_info("peername") == ("127.0.0.1", 1)
