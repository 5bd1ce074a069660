"""Puts the local platform together: store, writer, loops, carrier, keys."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from fullhouse.engine.access import AddSigningKey, SigningKeys
from fullhouse.engine.clock import RandomIds
from fullhouse.engine.house import House
from fullhouse.engine.ports import Carrier, Clock, Invocation
from fullhouse.kernel.links import Key, Keyring
from fullhouse.platforms.local.database import open_store
from fullhouse.platforms.local.loops import do_chores, relay_messages, ring_alarms
from fullhouse.platforms.local.staff import LocalStaff

KEY_BYTES = 32
LONGEST_GOODBYE_SECONDS = 30.0


@asynccontextmanager
async def open_house(
    folder: Path, clock: Clock, post: Carrier, base_url: str, *, settles: bool = False
) -> AsyncIterator[House]:
    """Open the house in a folder. One that settles, on a clock that stands still, does at once all that is due."""
    with open_store(folder) as store:
        staff = LocalStaff(store, clock, post)
        ids = RandomIds()
        house = House(staff, clock, ids, await _keyring(staff, ids), base_url, settles=settles)
        loops = (
            []
            if settles
            else [asyncio.create_task(loop(house, staff)) for loop in (ring_alarms, relay_messages, do_chores)]
        )
        try:
            yield house
        finally:
            await _stop(house, staff, loops)


async def _stop(house: House, staff: LocalStaff, loops: list["asyncio.Task[None]"]) -> None:
    """Take nothing new in hand, and let the letter that is leaving be settled before the store is closed."""
    house.stopping = True
    staff.alarms_set.set()
    staff.messages_queued.set()
    staff.wake_tasks()
    if loops:
        await asyncio.wait(loops, timeout=LONGEST_GOODBYE_SECONDS)
    for loop in loops:
        loop.cancel()
        with suppress(asyncio.CancelledError):
            await loop
    staff.close()


async def _keyring(staff: LocalStaff, ids: RandomIds) -> Keyring:
    """Read the signing keys; the first start makes one."""
    stored = staff.load(SigningKeys())
    if not stored:
        command = AddSigningKey(key_id=ids.new(), secret=secrets.token_hex(KEY_BYTES))
        await staff.give(Invocation(ids.new(), "setup", command))
        stored = staff.load(SigningKeys())
    return Keyring(tuple(Key(key.id, bytes.fromhex(key.secret)) for key in stored))
