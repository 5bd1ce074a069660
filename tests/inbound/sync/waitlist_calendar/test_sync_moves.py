"""A calendar in which much moves at once, by its own error or by another time zone."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from fullhouse.inbound.calendar_feeds.occurrence import Occurrence
from fullhouse.inbound.sync.calendar_sources import CalendarSnapshot, Span
from fullhouse.inbound.sync.waitlist_calendar.sync import CalendarSync
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.model import Slot
from tests.inbound.sync.business import at_once
from tests.inbound.sync.waitlist_calendar.test_sync import (
    HOUR,
    JESS,
    LATE,
    OPEN,
    PARTY,
    SAM,
    Paper,
    Watched,
    event,
)
from tests.products.frontdesk.waitlist.salon import RULES_TEXT

MORNING = tuple(
    event(f"m{hour}", f"2026-06-22 {hour}:00", "Cut with Jess") for hour in (10, 11, 12, 13)
)
LISBON = RULES_TEXT.replace("Europe/Berlin", "Europe/Lisbon")


def moved(one: Occurrence, by: timedelta = HOUR) -> Occurrence:
    return replace(one, starts_at=one.starts_at + by, ends_at=one.ends_at + by)


class Floating(Paper):
    """A calendar whose hours name no zone: they are those of whoever reads it."""

    def look(self, span: Span, memo: str) -> CalendarSnapshot | None:
        shown = super().look(span, memo)
        if shown is None:
            return None
        return replace(
            shown, occurrences=tuple(_read_in(one, span.zone) for one in shown.occurrences)
        )


def _read_in(one: Occurrence, zone: str) -> Occurrence:
    wall = one.starts_at.astimezone(ZoneInfo("Europe/Berlin")).replace(tzinfo=ZoneInfo(zone))
    return moved(one, wall - one.starts_at)


@pytest.mark.parametrize("whole", [(JESS, SAM, LATE, PARTY), (JESS, LATE), MORNING])
def test_a_calendar_in_which_everything_moved_by_an_hour_frees_nothing_until_it_is_believed(
    whole: tuple[Occurrence, ...],
) -> None:
    desk = Watched(*whole)
    desk.look()
    later = [moved(one) for one in whole]
    report = desk.shows(*later)
    assert (report.freed, desk.slots()) == (0, [])
    free = 1 if whole is MORNING else len(whole)
    assert f"{free} of {len(whole)} bookings have vanished from their times" in desk.trouble()
    desk.shows(*whole)
    assert (desk.trouble(), desk.slots()) == ("", [])
    desk.shows(*later)
    assert desk.look(believe=True).freed == free


def test_bookings_that_change_places_free_nothing_and_are_no_matter() -> None:
    desk = Watched(*MORNING)
    desk.look()
    turned = zip(MORNING, reversed(MORNING), strict=True)
    desk.shows(*(replace(one, uid=other.uid) for one, other in turned))
    assert (desk.trouble(), desk.slots()) == ("", [])


def test_another_time_zone_in_the_rules_frees_no_booking() -> None:
    desk = Watched()
    desk.paper = Floating(JESS)
    desk.watch = CalendarSync(desk.engine, desk.paper)
    desk.look()
    desk.give(SaveDocument(name="rules", text=LISBON))
    assert desk.look().freed == 0
    assert (desk.trouble(), desk.slots()) == ("", [])
    assert desk.shows().trouble
    assert desk.look(believe=True).freed == 1
    assert [one.starts_at for one in desk.store.shelf(Slot).values()] == [JESS.starts_at + HOUR]


def test_another_time_zone_in_the_rules_takes_openings_along() -> None:
    desk = Watched()
    desk.paper = Floating(OPEN, LATE)
    desk.watch = CalendarSync(desk.engine, desk.paper)
    desk.look()
    desk.give(SaveDocument(name="rules", text=LISBON))
    report = desk.look()
    assert (report.withdrawn, report.opened, report.freed) == (1, 1, 0)
    live = [one.starts_at for one in desk.store.shelf(Slot).values() if one.status == "open"]
    assert live == [OPEN.starts_at + HOUR]


def test_a_look_that_another_overtook_still_knows_in_which_zone_it_was_made() -> None:
    desk = Watched()
    desk.paper = Floating(JESS, LATE)
    desk.watch = CalendarSync(desk.engine, desk.paper)
    keep_days = desk.watch._keep_days  # noqa: SLF001 - another look kept them at the same time

    async def overtaken(*given: Any) -> Any:
        return await keep_days(*given) and False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk.watch, "_keep_days", overtaken)
        desk.look()
    desk.give(SaveDocument(name="rules", text=LISBON))
    assert at_once(desk.watch.run()).freed == 0
    assert desk.paper.asked == ["", ""]
