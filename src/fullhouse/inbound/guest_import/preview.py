"""What becomes of each row of a list, in the host's words: the same on the desk and in the terminal."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from fullhouse.inbound.guest_import.row import BadRow, GuestRow
from fullhouse.products.rsvp.model import GuestState

WOULD = {
    "confirmed": "with a seat",
    "pending": "to be invited",
    "waitlisted": "into the line",
    "already": "on the list already",
    "twice": "given twice",
    "problems": "left out",
}
COMING = ("confirmed", "pending", "waitlisted")


class OutcomeText(msgspec.Struct, frozen=True):
    """What the rules say about one row."""

    state: GuestState | None
    position: int | None = None
    already: bool = False
    problem: str = ""


class RowOutcome(msgspec.Struct, frozen=True):
    """What would become of one row, in words; `kind` is what it counts as."""

    line: int
    who: str
    kind: str
    text: str


class ImportPreview(msgspec.Struct, frozen=True):
    """A list as it was understood: the rows that can be used, and what would become of all of them."""

    said: str
    rows: list[GuestRow]
    fates: list[RowOutcome]

    @property
    def counts(self) -> Counter[str]:
        """How many rows there are of each kind."""
        return Counter(fate.kind for fate in self.fates)

    @property
    def coming(self) -> int:
        """How many people would be put on the list."""
        return sum(self.counts[kind] for kind in COMING)

    @property
    def wrong(self) -> list[RowOutcome]:
        """The rows that cannot be used."""
        return [fate for fate in self.fates if fate.kind == "problems"]

    @property
    def usable(self) -> list[RowOutcome]:
        """The other rows."""
        return [fate for fate in self.fates if fate.kind != "problems"]


def look_at(
    said: str, found: Sequence[GuestRow | BadRow], outcomes: Iterable[OutcomeText]
) -> ImportPreview:
    """Put into words what would become of each row; there is one outcome for each that can be used, in their order."""
    left = iter(outcomes)
    first: dict[str, int] = {}
    fates = [
        _bad(row) if isinstance(row, BadRow) else _fate(row, next(left), first) for row in found
    ]
    return ImportPreview(said, [row for row in found if isinstance(row, GuestRow)], fates)


def _bad(row: BadRow) -> RowOutcome:
    return RowOutcome(row.line, row.text, "problems", " ".join(one.message for one in row.problems))


def _fate(row: GuestRow, outcome: OutcomeText, first: dict[str, int]) -> RowOutcome:
    who = (
        f"{row.name} <{row.email}>"
        if row.party == 1
        else f"{row.name} <{row.email}>, party of {row.party}"
    )
    line = first.setdefault(row.email, row.line)
    if outcome.problem or outcome.state is None:
        return RowOutcome(row.line, who, "problems", outcome.problem)
    if not outcome.already:
        return RowOutcome(row.line, who, outcome.state, _told(outcome))
    if line != row.line:
        return RowOutcome(row.line, who, "twice", f"Given twice: see line {line:,}.")
    gone = outcome.state == "cancelled"
    said = (
        "Was on the list and cancelled: stays off."
        if gone
        else "On the list already: stays as it is."
    )
    return RowOutcome(row.line, who, "already", said)


def _told(outcome: OutcomeText) -> str:
    if outcome.state == "waitlisted":
        return f"Waits in line as number {outcome.position or 0:,}."
    return "Gets a seat." if outcome.state == "confirmed" else "Is invited; a seat is held."
