"""What the tests of incoming mail share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.inbound.mail.street import Street, opened


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened(tmp_path) as street:
        yield street
