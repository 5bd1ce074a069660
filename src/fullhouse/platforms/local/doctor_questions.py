"""The doctor's look at questions that wait for an answer of staff. Nothing is changed."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

import msgspec

from fullhouse.platforms.local.sqlite import database
from fullhouse.products.frontdesk.shared.held_removals import ALL_CHANGES

Result = tuple[Literal["ok", "note", "fails"], str, str]
OPEN = "SELECT id, asked FROM held_removal WHERE asked != '[]' ORDER BY id"


def waiting_questions(folder: Path) -> list[Result]:
    """Return a note for each sheet or calendar about which staff are asked."""
    file = folder / database.FILE
    if not file.exists():
        return []
    address = f"{file.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=2)) as connection:
            rows = connection.execute(OPEN).fetchall()
    except sqlite3.Error:
        # The check of the database says what is wrong with it; an older one has no questions.
        return []
    return [("note", source, _words(source, asked)) for source, asked in rows]


def _words(source: str, asked: str) -> str:
    number = len(msgspec.json.decode(asked))
    if source in ALL_CHANGES:
        what = "another time, name or contact"
        return f"{number:,} with {what}. Nothing was changed: staff decide on Today."
    return f"{number:,} missing at once. Nothing was ended: staff decide on Today."
