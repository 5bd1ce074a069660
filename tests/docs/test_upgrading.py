"""The upgrade notes name each step that the database takes, and no other."""

import re
from pathlib import Path

from fullhouse.platforms.local.sqlite.statements import migrations

NOTES = Path(__file__).parents[2] / "docs" / "upgrading.md"


def test_every_schema_has_its_row() -> None:
    rows = re.findall(r"^\| (\d+) \|", NOTES.read_text(), re.MULTILINE)
    assert [int(row) for row in rows] == [number for number, _ in migrations()]
