"""Preview of an import: the result of each row in words, for desk and terminal."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from fullhouse.inbound.guest_import.row import BadRow, GuestRow
from fullhouse.locale.current import gettext, ngettext
from fullhouse.products.rsvp.model import GuestState

WOULD = {
    "confirmed": "with a seat",
    "pending": "to be invited",
    "waitlisted": "onto the waitlist",
    "already": "on the list already",
    "cancelled": "cancelled before",
    "twice": "given twice",
    "problems": "left out",
}
COMING = ("confirmed", "pending", "waitlisted")


class OutcomeText(msgspec.Struct, frozen=True):
    """The rules' decision about one row."""

    state: GuestState | None
    position: int | None = None
    already: bool = False
    problem: str = ""


class RowOutcome(msgspec.Struct, frozen=True):
    """The result of one row in words; `kind` is what it counts as."""

    line: int
    who: str
    kind: str
    text: str


class ImportPreview(msgspec.Struct, frozen=True):
    """A list as it was understood: the usable rows, and the result of every row."""

    said: str
    rows: list[GuestRow]
    fates: list[RowOutcome]

    @property
    def counts(self) -> Counter[str]:
        """The number of rows of each kind."""
        return Counter(fate.kind for fate in self.fates)

    @property
    def coming(self) -> int:
        """The number of guests that would be put on the list."""
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
    """Return the preview; `outcomes` has one for each usable row, in order."""
    left = iter(outcomes)
    first: dict[str, int] = {}
    fates = [
        _bad(row) if isinstance(row, BadRow) else _fate(row, next(left), first) for row in found
    ]
    return ImportPreview(said, [row for row in found if isinstance(row, GuestRow)], fates)


def _bad(row: BadRow) -> RowOutcome:
    return RowOutcome(row.line, row.text, "problems", " ".join(_messages(row)))


def _messages(row: BadRow) -> list[str]:
    return [problem.message for problem in row.problems]


def _fate(row: GuestRow, outcome: OutcomeText, first: dict[str, int]) -> RowOutcome:
    who = f"{row.name} <{row.email}>" if row.name else row.email
    if row.party != 1:
        who += ", " + gettext("party of %(party)s", party=row.party)
    line = first.setdefault(row.email, row.line)
    if outcome.problem or outcome.state is None:
        return RowOutcome(row.line, who, "problems", outcome.problem)
    if not outcome.already:
        text = " ".join([_placed(outcome, row.party), *_unread(row)])
        return RowOutcome(row.line, who, outcome.state, text)
    if line != row.line:
        text = gettext("Given twice: see line %(line)s.", line=line)
        return RowOutcome(row.line, who, "twice", text)
    if outcome.state == "cancelled":
        text = gettext("Was on the list and cancelled: stays off.")
        return RowOutcome(row.line, who, "cancelled", text)
    text = gettext("On the list already: stays as it is.")
    return RowOutcome(row.line, who, "already", text)


def _unread(row: GuestRow) -> list[str]:
    """Return which answers of a row can't be read."""
    if not row.unread:
        return []
    columns = ", ".join(f"\u201c{label}\u201d" for label in row.unread)
    return [gettext("The answer can't be read, and is left out: %(columns)s.", columns=columns)]


def _placed(outcome: OutcomeText, party: int) -> str:
    if outcome.state == "waitlisted":
        return gettext("Number %(position)s on the waitlist.", position=outcome.position or 0)
    if outcome.state == "confirmed":
        return ngettext("Gets a seat.", "Gets %(count)s seats.", party)
    return ngettext("Is invited; a seat is held.", "Is invited; %(count)s seats are held.", party)
