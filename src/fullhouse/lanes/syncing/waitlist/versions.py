"""Every version of the waitlist's sheet."""

from fullhouse.lanes.sheets.table import Row
from fullhouse.lanes.syncing.headings import Columns
from fullhouse.lanes.syncing.versions import STAFF, Versions, content_of, table_in
from fullhouse.lanes.syncing.waitlist.headings import columns_of

__all__ = ["STAFF", "VERSIONS", "content_of", "forget", "keep", "table_in"]

PERSONAL = ("phone", "email")


def _addresses(row: Row, columns: Columns) -> set[str]:
    return {text for field in PERSONAL if (text := columns.cell(row, field))}


# Their ids begin with the time; those of other sheets' versions with a letter.
VERSIONS = Versions(folder="sheets/waitlist", columns_of=columns_of, traces=_addresses, until=":")
keep, forget = VERSIONS.keep, VERSIONS.forget
