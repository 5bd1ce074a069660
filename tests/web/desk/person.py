"""Checks of one person's data at the desk: all that is kept, and that nothing is."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from fullhouse.platforms.local.sqlite.database import FILE
from fullhouse.web.api.control import verify
from tests.web.desk.support import Desk


def dump(folder: Path) -> str:
    """All that stands in the database."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        return "\n".join(connection.iterdump())


def export(desk: Desk, address: str) -> dict[str, Any]:
    answer = desk.send("/desk/person/export", {"address": address})
    assert answer.headers["content-type"] == "application/json"
    told: dict[str, Any] = json.loads(answer.content)
    return told


def erase(desk: Desk, address: str) -> None:
    done = desk.send("/desk/person/erase", {"address": address, "sure": "yes"})
    assert (done.status_code, "done=erased" in done.headers["location"]) == (303, True)


def check_audit(desk: Desk) -> None:
    async def problems() -> list[object]:
        return list(verify(desk.evening.engine).problems)

    assert desk.evening.call(problems) == []
