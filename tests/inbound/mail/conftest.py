"""What the tests of incoming mail share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from tests.inbound.mail.street import Street
from tests.support.rsvp_world import create, there


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(tmp_path, clock, MailboxCarrier(), "http://x", settles=True) as engine:
        await engine.execute(create(), "host")
        street = Street(engine)
        yield street
        street.lane.close()
