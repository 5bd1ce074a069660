"""Every version of the appointments' sheet."""

from fullhouse.lanes.sheets.table import Row
from fullhouse.lanes.syncing.appointments.headings import columns_of
from fullhouse.lanes.syncing.headings import Columns
from fullhouse.lanes.syncing.versions import Versions

PERSONAL = ("phone", "email")


def _traces(row: Row, columns: Columns) -> set[str]:
    """Tell an appointment by how its customer is reached and when it is: they may have others, which stay."""
    when = f"{columns.cell(row, 'date')} {columns.cell(row, 'time')}"
    return {f"{text} {when}" for field in PERSONAL if (text := columns.cell(row, field))}


VERSIONS = Versions(folder="sheets/appointments", columns_of=columns_of, traces=_traces, since="a", until="b")
