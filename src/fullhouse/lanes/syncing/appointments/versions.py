"""Every version of the appointments' sheet."""

from fullhouse.kernel.rulebook import normalized_name
from fullhouse.lanes.sheets.table import Row
from fullhouse.lanes.syncing.appointments.headings import columns_of
from fullhouse.lanes.syncing.headings import Columns
from fullhouse.lanes.syncing.reading import name_in, says_nothing
from fullhouse.lanes.syncing.versions import Versions

PERSONAL = ("phone", "email")


def _traces(row: Row, columns: Columns) -> set[str]:
    """Tell an appointment by how its customer is reached and when it is: they may have others, which stay.

    Whoever is not reached at all is known by their name.
    """
    when = f"{columns.cell(row, 'date')} {columns.cell(row, 'time')}"
    said = [text for field in PERSONAL if (text := columns.cell(row, field)) and not says_nothing(text)]
    name = normalized_name(name_in(row, columns))
    return {f"{text} {when}" for text in said or [name] if text}


VERSIONS = Versions(folder="sheets/appointments", columns_of=columns_of, traces=_traces, since="a", until="b")
