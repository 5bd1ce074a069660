"""Public holidays, computed by a library for a few years and kept for the rules."""

import asyncio
from datetime import timedelta
from importlib.metadata import PackageNotFoundError, version

from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.engine.periodic import PeriodicTask
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared import documents
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SaveSourceState
from fullhouse.products.frontdesk.shared.holidays import Holidays, KeepHolidays

BY = NAME = LIBRARY = "holidays"
EVERY = timedelta(days=1)
YEARS = 3
USUAL = ("public",)
# Assumption Day is a holiday where most people are Catholic: nearly everywhere in Bavaria.
CATEGORIES = {"DE-BY": ("public", "catholic")}
MISSING = (
    "Public holidays need one more package: pip install 'fullhouse[holidays]'. Only your own "
    "closed days count."
)
UNKNOWN = "The public holidays of {place} are not known here. Only your own closed days count."


class HolidaysDown(Exception):
    """Public holidays cannot be computed; `reason` is a sentence for staff."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


def holidays_of(place: str, first: int) -> Holidays:
    """Compute the holidays of a country or a part of it, such as `DE-BE`, for a few years."""
    try:
        from holidays import country_holidays
    except ImportError as error:
        raise HolidaysDown(MISSING) from error
    country, _, part = place.partition("-")
    years = range(first, first + YEARS)
    try:
        found = country_holidays(
            country, subdiv=part or None, years=years, categories=CATEGORIES.get(place, USUAL)
        )
    except NotImplementedError as error:
        raise HolidaysDown(UNKNOWN.format(place=place)) from error
    return Holidays(
        id=place, days=tuple(day.isoformat() for day in sorted(found)), until=f"{years[-1]}-12-31"
    )


def _edition() -> str:
    """Return the library's version, because another one may know better."""
    try:
        return version(LIBRARY)
    except PackageNotFoundError:
        return ""


class HolidayKeeper:
    """Keeps the public holidays that the rules name, for this year and the next two."""

    def __init__(self, engine: Engine) -> None:
        """Keep them in this engine."""
        self.engine = engine

    def look_after(self) -> None:
        """Run once a day, and at once when the rules change."""
        self.engine.tasks.add(
            PeriodicTask(NAME, EVERY, self.run, watches=documents.SCOPE), self.engine.now()
        )

    async def run(self) -> Holidays | None:
        """Update them; None if there was nothing to do, or they cannot be computed."""
        rulebook, now = rulebook_of(self.engine.load(Get(Document, ("rules",)))), self.engine.now()
        place = rulebook.holidays_of
        known = self.engine.load(Get(ExternalSource, (NAME,))) or ExternalSource(id=NAME)
        if not place:
            await self._keep(replace(known, where="", version="", trouble="", trouble_at=None))
            return None
        first = wall_time(now, rulebook.zone).year
        edition = f"{place} {first} {_edition()}"
        if known.version == edition:
            return None
        try:
            fresh = await asyncio.to_thread(holidays_of, place, first)
        except HolidaysDown as down:
            since = known.trouble_at or now
            down_since = replace(known, trouble=down.reason, trouble_at=since)
            await self._keep(replace(down_since, where=place, version=""))
            return None
        await self.engine.execute_step(KeepHolidays(holidays=fresh), BY)
        seen = replace(known, where=place, version=edition, items=len(fresh.days), seen_at=now)
        await self._keep(replace(seen, trouble="", trouble_at=None))
        return fresh

    async def _keep(self, external: ExternalSource) -> None:
        if external != ExternalSource(id=NAME):
            await self.engine.execute_step(SaveSourceState(external=external), BY)
