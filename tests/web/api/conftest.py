"""The API on a real SQLite store, with a clock that stands still."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest

from fullhouse.engine.access import digest
from fullhouse.engine.core import Engine
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.web.app import in_process, make_app
from fullhouse.web.dependencies import DeskDependencies
from tests.web.api.support import TOKEN, Api, Mailbox

START = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(START)


@pytest.fixture
async def engine(tmp_path: Path, clock: VirtualClock) -> AsyncIterator[Engine]:
    async with open_engine(
        tmp_path, clock, Mailbox(), "https://fullhouse.example", settles=True
    ) as opened:
        yield opened


@pytest.fixture
async def api(engine: Engine) -> AsyncIterator[Api]:
    app = make_app(in_process(engine, DeskDependencies(admit={digest(TOKEN): "api"})))
    transport = httpx2.ASGITransport(app=app, raise_app_exceptions=False)
    headers = {"authorization": f"Bearer {TOKEN}"}
    async with httpx2.AsyncClient(
        transport=transport, base_url="http://fullhouse.test", headers=headers
    ) as client:
        made = Api(client)
        made.app = app
        yield made


@pytest.fixture
async def supper(api: Api) -> dict[str, Any]:
    """An evening with two seats."""
    return await api.new_event(cap=2)
