"""All that is kept elsewhere, under one roof: what comes round when, and where staff find it."""

from datetime import timedelta

import msgspec

from fullhouse.engine.chores import Chore
from fullhouse.engine.house import House
from fullhouse.lanes.syncing.calendar import CalendarSync
from fullhouse.lanes.syncing.documents import DocumentSync
from fullhouse.lanes.syncing.waitlist.sheet import SheetSync
from fullhouse.products.waitlist.model import SCOPE

EVERY = timedelta(minutes=3)


class Outside(msgspec.Struct, frozen=True, kw_only=True):
    """What a house is connected to; nothing, where everything is kept in it."""

    papers: tuple[DocumentSync, ...] = ()
    sheet: SheetSync | None = None
    calendar: CalendarSync | None = None

    def where(self, name: str) -> str:
        """Say where something is edited: `rules`, `voice`, `sheet` or `calendar`; nothing if that is here."""
        known: dict[str, str] = {paper.name: paper.where for paper in self.papers}
        if self.sheet is not None:
            known["sheet"] = self.sheet.where
        if self.calendar is not None:
            known["calendar"] = self.calendar.where
        return known.get(name, "")

    def look_after(self, house: House) -> None:
        """Have each looked at every few minutes, the documents first: the sheet is read by them.

        What changes on the list is written to the sheet at once.
        """
        now = house.now()
        for paper in self.papers:
            house.rota.add(Chore(paper.name, EVERY, paper.run), now)
        if self.sheet is not None:
            house.rota.add(Chore("sheet", EVERY, self.sheet.run, watches=SCOPE), now)
        if self.calendar is not None:
            house.rota.add(Chore("calendar", EVERY, self.calendar.run), now)


NOTHING = Outside()
