"""The waitlist's calendar: openings are offered, vanished bookings freed, errors free nothing."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from fullhouse.inbound.calendar_feeds.occurrence import Occurrence, made_of
from fullhouse.inbound.sync.calendar_sources import (
    CalendarDown,
    CalendarSnapshot,
    Span,
)
from fullhouse.inbound.sync.waitlist_calendar.changes import meant
from fullhouse.inbound.sync.waitlist_calendar.sync import CalendarSync, WaitlistCalendarReport
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from fullhouse.products.frontdesk.shared.held_removals import HeldRemoval
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import Slot
from tests.inbound.sync.breaking import stops_at
from tests.inbound.sync.business import at_once
from tests.inbound.sync.front_desk import FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.rsvp_world import there

HOUR = timedelta(hours=1)


def event(
    uid: str, wall: str, summary: str, *, description: str = "", cancelled: bool = False
) -> Occurrence:
    start = there(wall)
    return made_of(uid, (start, start + HOUR), summary, description, cancelled=cancelled)


JESS = event("u1", "2026-06-22 10:00", "Colour with Jess")
SAM = event("u2", "2026-06-22 10:00", "Cut – Sam")  # noqa: RUF001 - as people type it
LATE = event("u3", "2026-06-23 15:00", "Sam: Cut (Mrs Miller)")
PARTY = event("u4", "2026-06-24 19:00", "Table for 4")
OPEN = event("o1", "2026-06-22 16:00", "Cut with Jess #open")
PRIVATE = event("u5", "2026-06-22 12:00", "Dentist")


class Paper:
    """A calendar of which each page is written by hand."""

    def __init__(self, *events: Occurrence) -> None:
        self.events = list(events)
        self.down = ""
        self.asked: list[str] = []
        self.page: CalendarSnapshot | None = None

    def look(self, _span: Span, memo: str) -> CalendarSnapshot | None:
        self.asked.append(memo)
        if self.down:
            raise CalendarDown(self.down)
        if self.page is not None:
            return self.page
        mark = str(hash(tuple(self.events)))
        return None if memo == mark else CalendarSnapshot(tuple(self.events), memo=mark)


class Watched(FrontDesk):
    """A salon with a calendar."""

    def __init__(self, *events: Occurrence, rules: str = RULES_TEXT) -> None:
        super().__init__(rules=rules)
        self.paper = Paper(*events)
        self.watch = CalendarSync(self.engine, self.paper)

    def look(self, *, believe: bool = False) -> WaitlistCalendarReport:
        return at_once(self.watch.run(believe=believe))

    def shows(self, *events: Occurrence) -> WaitlistCalendarReport:
        self.paper.events = list(events)
        return self.look()

    def slots(self) -> list[tuple[str, str, str, str]]:
        found = sorted(self.store.shelf(Slot).values(), key=lambda one: (one.starts_at, one.staff))
        return [(one.service, one.staff, one.reason, one.status) for one in found]

    def trouble(self) -> str:
        found = self.engine.load(Get(ExternalSource, ("calendar",)))
        assert found is not None
        return found.trouble


def test_the_first_look_frees_nothing_and_the_same_again_does_nothing() -> None:
    desk = Watched(JESS, SAM, LATE, PARTY, PRIVATE)
    assert desk.look() == WaitlistCalendarReport(looked=True, seen=4)
    assert desk.look() == WaitlistCalendarReport()
    assert desk.slots() == []


def test_a_booking_that_vanishes_is_freed_once() -> None:
    desk = Watched(JESS, SAM, LATE, PARTY)
    desk.look()
    assert desk.shows(SAM, LATE, PARTY).freed == 1
    assert desk.slots() == [("Colour", "Jess", "cancelled", "open")]
    slot = next(iter(desk.store.shelf(Slot).values()))
    assert (slot.starts_at, slot.ref) == (JESS.starts_at, "u1 20260622T0800Z")
    desk.shows(SAM, LATE, PARTY, PRIVATE)
    assert len(desk.slots()) == 1


def test_a_booking_that_is_cancelled_is_freed_with_its_party() -> None:
    desk = Watched(JESS, PARTY)
    desk.look()
    assert desk.shows(JESS, replace(PARTY, cancelled=True)).freed == 1
    slot = next(iter(desk.store.shelf(Slot).values()))
    assert (slot.service, slot.party_capacity) == ("Table", 4)


def test_a_booking_that_is_moved_frees_its_old_time() -> None:
    desk = Watched(JESS, LATE)
    desk.look()
    later = replace(JESS, starts_at=JESS.starts_at + HOUR, ends_at=JESS.ends_at + HOUR)
    assert desk.shows(later, LATE).freed == 1
    assert [one.starts_at for one in desk.store.shelf(Slot).values()] == [JESS.starts_at]


def test_a_booking_that_is_moved_back_is_not_offered_any_more() -> None:
    desk = Watched(JESS, LATE)
    desk.look()
    desk.shows(replace(JESS, starts_at=JESS.starts_at + HOUR, ends_at=JESS.ends_at + HOUR), LATE)
    report = desk.shows(JESS, LATE)
    assert (report.withdrawn, report.freed) == (1, 1)
    assert [status for *_, status in desk.slots()] == ["handed_back", "open"]


def test_a_booking_that_goes_to_someone_else_frees_whoever_had_it() -> None:
    desk = Watched(JESS, LATE)
    desk.look()
    desk.shows(replace(JESS, summary="Colour with Sam"), LATE)
    assert desk.slots() == [("Colour", "Jess", "cancelled", "open")]


@pytest.mark.parametrize("summary", ["Colour with Jess, paid", "Jess", "Cut, Jess"])
def test_a_booking_that_is_only_called_otherwise_stays_booked(summary: str) -> None:
    desk = Watched(JESS, LATE)
    desk.look()
    desk.shows(replace(JESS, summary=summary), LATE)
    assert desk.slots() == []


def test_a_calendar_that_gives_everything_a_new_name_frees_nothing() -> None:
    desk = Watched(JESS, SAM, LATE, PARTY)
    desk.look()
    assert (
        desk.shows(*(replace(one, uid=f"new {one.uid}") for one in (JESS, SAM, LATE, PARTY))).freed
        == 0
    )
    assert desk.trouble() == ""


def test_an_opening_is_offered_also_at_the_first_look_and_withdrawn_when_it_goes() -> None:
    opening = event("o1", "2026-06-22 16:00", "Cut with Jess #open")
    free = event("o2", "2026-06-22 17:00", "Frei: Cut, Sam")
    desk = Watched(opening, free, LATE)
    assert desk.look().opened == 2
    assert desk.slots() == [("Cut", "Jess", "opening", "open"), ("Cut", "Sam", "opening", "open")]
    report = desk.shows(free, LATE)
    assert (report.withdrawn, report.freed) == (1, 0)
    assert desk.look() == WaitlistCalendarReport()
    desk.shows(replace(free, summary="Cut, Sam"), LATE)
    assert [status for *_, status in desk.slots()] == ["handed_back", "handed_back"]


def test_a_slot_is_not_offered_once_staff_book_its_time_in_the_calendar() -> None:
    desk = Watched(LATE)
    desk.look()
    desk.give(FreeSlot(slot_id="s1", service="Colour", starts_at=JESS.starts_at, staff="Jess"))
    assert desk.shows(LATE, SAM).withdrawn == 0
    assert desk.shows(LATE, SAM, JESS).withdrawn == 1


def test_what_is_over_is_not_freed() -> None:
    desk = Watched(JESS, LATE)
    desk.look()
    desk.later(days=2)
    assert desk.shows(LATE).freed == 0
    assert desk.slots() == []


@pytest.mark.parametrize(
    ("left", "says"),
    [
        ((), "4 of 4 bookings have vanished"),
        ((LATE,), "3 of 4 bookings have vanished"),
    ],
)
def test_a_calendar_that_lost_too_much_frees_nothing_until_it_is_believed(
    left: tuple[Occurrence, ...], says: str
) -> None:
    desk = Watched(JESS, SAM, LATE, PARTY)
    desk.look()
    assert says in desk.shows(*left).trouble
    assert says in desk.trouble()
    desk.look()
    assert desk.slots() == []
    whole = (JESS, SAM, LATE, PARTY)
    assert desk.shows(*whole).freed == 0
    assert desk.trouble() == ""
    desk.shows(*left)
    assert desk.look(believe=True).freed == len(whole) - len(left)
    assert desk.trouble() == ""


def days_of_jess(count: int) -> list[Occurrence]:
    week = timedelta(days=7)
    return [
        replace(
            JESS,
            uid=f"j{at}",
            starts_at=JESS.starts_at + at * week,
            ends_at=JESS.ends_at + at * week,
        )
        for at in range(count)
    ]


def asked(desk: Watched) -> list[str]:
    held = desk.engine.load(Get(HeldRemoval, ("calendar",)))
    return [item.id for item in held.asked] if held is not None else []


def decides(desk: Watched, *, keep: bool) -> None:
    held = desk.engine.load(Get(HeldRemoval, ("calendar",)))
    assert held is not None
    desk.give(DecideRemoval(source="calendar", rev=held.rev, keep=keep))


def test_of_three_bookings_that_vanish_among_many_staff_are_asked_and_the_rest_applies() -> None:
    every = days_of_jess(9)
    desk = Watched(*every)
    desk.look()
    opening = replace(OPEN, uid="o1")
    report = desk.shows(*every[3:], opening)
    assert (report.freed, report.opened) == (0, 1)
    assert asked(desk) == [
        f"j{at} {one.starts_at:%Y%m%dT%H%MZ}" for at, one in enumerate(every[:3])
    ]
    desk.watch = CalendarSync(desk.engine, desk.paper)
    assert desk.shows(*every[4:], OPEN).freed == 0
    assert len(asked(desk)) == 4
    notes = [one for one in desk.store.shelf(Message).values() if one.kind == "removal"]
    assert [one.facts["removal"]["gone"] for one in notes] == [3]
    decides(desk, keep=False)
    assert desk.look().freed == 4
    assert (asked(desk), desk.trouble()) == ([], "")
    assert desk.look().freed == 0


def test_bookings_that_staff_keep_are_not_freed_and_not_asked_about_again() -> None:
    every = days_of_jess(9)
    desk = Watched(*every)
    desk.look()
    desk.shows(*every[3:])
    decides(desk, keep=True)
    for _ in range(3):
        assert desk.look().freed == 0
    assert (asked(desk), desk.trouble(), desk.slots()) == ([], "", [])
    assert desk.shows(*every[4:]).freed == 1
    desk.shows(*every)
    desk.shows(*every[3:])
    assert len(asked(desk)) == 3


def test_a_stop_does_not_keep_an_answer_about_bookings_that_were_back() -> None:
    every = days_of_jess(9)
    for command in range(1, 20):
        desk = Watched(*every)
        desk.look()
        desk.shows(*every[4:])
        decides(desk, keep=False)
        desk.paper.events = [*every[:3], *every[4:]]
        stopped = stops_at(desk.engine, command, desk.look)
        if desk.slots():
            assert desk.shows(*every[4:]).freed == 0, command
            assert len(asked(desk)) == 3
        if not stopped:
            break
    assert command > 3


def test_an_empty_calendar_withdraws_no_opening_before_staff_confirm_it() -> None:
    desk = Watched(JESS, SAM, OPEN)
    desk.look()
    assert desk.shows().withdrawn == 0
    assert [status for *_, status in desk.slots()] == ["open"]
    decides(desk, keep=False)
    report = desk.look()
    assert (report.freed, report.withdrawn) == (2, 1)


def test_another_calendar_ends_the_question_about_the_last_one() -> None:
    desk = Watched(JESS, SAM, LATE)
    desk.look()
    desk.shows()
    assert len(asked(desk)) == 3
    desk.watch = CalendarSync(desk.engine, Paper(PARTY), "another calendar")
    desk.look()
    assert (asked(desk), desk.slots()) == ([], [])


def test_a_booking_that_cannot_be_read_any_more_is_not_freed_until_it_is_really_gone() -> None:
    salon = Watched(JESS, SAM, LATE, PARTY)
    salon.look()
    salon.paper.page = CalendarSnapshot((SAM, LATE, PARTY), unread=("u1",))
    assert salon.look().freed == 0
    assert salon.look().freed == 0
    assert salon.slots() == []
    salon.paper.page = CalendarSnapshot((SAM, LATE, PARTY))
    assert salon.look().freed == 1


def test_one_time_of_a_series_that_cannot_be_read_any_more_keeps_its_place() -> None:
    weekly = [replace(one, uid=f"w/{number}") for number, one in enumerate((JESS, LATE))]
    salon = Watched(*weekly, SAM, PARTY)
    salon.look()
    moved_back = replace(
        weekly[1], starts_at=weekly[1].starts_at + HOUR, ends_at=weekly[1].ends_at + HOUR
    )
    salon.paper.page = CalendarSnapshot((moved_back, SAM, PARTY), unread=("w",))
    assert salon.look().freed == 0
    assert salon.slots() == []


def test_an_entry_that_was_left_out_is_named_and_the_others_count() -> None:
    salon = Watched(JESS, SAM, LATE, PARTY)
    salon.look()
    salon.paper.page = CalendarSnapshot((SAM, LATE), unread=("u1",), left_out=("Yoga",))
    report = salon.look()
    assert (report.looked, report.freed) == (True, 1)
    assert report.trouble.startswith("We left out “Yoga”: ")
    assert salon.trouble() == report.trouble
    salon.paper.page = CalendarSnapshot((JESS, SAM, LATE))
    assert salon.look().trouble == ""
    assert salon.trouble() == ""


def test_a_calendar_that_cannot_be_reached_frees_nothing() -> None:
    desk = Watched(JESS, LATE)
    desk.look()
    desk.paper.down = "It does not answer."
    assert desk.look().trouble == "It does not answer."
    assert desk.trouble() == "It does not answer."
    desk.paper.down = ""
    desk.look()
    assert (desk.trouble(), desk.slots()) == ("", [])


def test_another_calendar_is_met_as_if_for_the_first_time() -> None:
    desk = Watched(JESS, SAM)
    desk.look()
    other = CalendarSync(desk.engine, Paper(LATE), "another")
    assert at_once(other.run()) == WaitlistCalendarReport(looked=True, seen=1)
    assert desk.slots() == []


def test_the_source_is_asked_anew_each_day_and_when_the_rules_change() -> None:
    desk = Watched(JESS)
    desk.look()
    desk.look()
    desk.later(days=1)
    desk.look()
    desk.give(
        SaveDocument(
            name="rules", text=RULES_TEXT.replace("Tries per slot: 5", "Tries per slot: 3")
        )
    )
    desk.look()
    assert [bool(one) for one in desk.paper.asked] == [False, True, False, False]


def test_where_only_changes_are_told_the_rest_stays() -> None:
    desk = Watched(JESS, SAM, LATE)
    desk.look()
    desk.paper.page = CalendarSnapshot((replace(SAM, cancelled=True),), whole=False, memo="t2")
    assert desk.look().freed == 1
    desk.paper.page = CalendarSnapshot((), ("u3",), whole=False, memo="t3")
    assert desk.look().freed == 1
    desk.paper.page = CalendarSnapshot((replace(PARTY, uid="u9"),), whole=False, memo="t4")
    assert desk.look() == WaitlistCalendarReport(looked=True, seen=2)
    assert [one for one, *_ in desk.slots()] == ["Cut", "Cut"]


def test_a_look_that_stops_half_way_is_made_again() -> None:
    desk = Watched(JESS, SAM, LATE)
    desk.look()
    desk.paper.events = [SAM, LATE]
    give, calls = desk.engine.executor.execute, 0
    for stop in range(1, 4):

        async def stopping(order: Any, stop: int = stop) -> Any:
            nonlocal calls
            calls += 1
            if calls == stop:
                raise RuntimeError
            return await give(order)

        calls = 0
        desk.engine.executor.execute = stopping  # type: ignore[assignment,method-assign]
        with pytest.raises(RuntimeError):
            desk.look()
    desk.engine.executor.execute = give  # type: ignore[method-assign]
    desk.look()
    assert desk.slots() == [("Colour", "Jess", "cancelled", "open")]
    assert desk.look() == WaitlistCalendarReport()


def test_five_thousand_bookings_are_remembered() -> None:
    many = [
        event(
            f"m{number}",
            f"2026-{7 + number // 2500:02}-{1 + number % 28:02} {8 + number % 11:02}:00",
            f"Cut Jess {number}",
        )
        for number in range(5000)
    ]
    desk = Watched(*many, rules=RULES_TEXT.replace("Staff: Jess, Sam", ""))
    desk.engine.executor.decided = lambda _invocation, _decision: None  # type: ignore[attr-defined]
    assert desk.look().seen == 5000
    assert desk.shows(*many[1:]).freed == 1


@pytest.mark.parametrize(
    ("summary", "wanted"),
    [
        ("Colour with Jess", ("Colour", "Jess", "booking")),
        ("jess - COLOUR", ("Colour", "Jess", "booking")),
        ("Colour and gloss, Sam", ("Colour and gloss", "Sam", "booking")),
        ("Haircut", None),
        ("Team meeting", None),
        ("FREE Cut", ("Cut", "", "opening")),
        ("Freedom Cut", ("Cut", "", "booking")),
    ],
)
def test_summaries_are_read_as_people_write_them(
    summary: str, wanted: tuple[str, str, str] | None
) -> None:
    services = tuple(Service(name, 45) for name in ("Colour", "Colour and gloss", "Cut"))
    found = meant(
        event("u", "2026-06-22 10:00", summary), Rulebook(services=services, staff=("Jess", "Sam"))
    )
    assert (found and (found.service, found.staff, found.kind)) == wanted


def test_where_the_rules_name_nobody_whoever_stands_behind_with_or_a_dash_is_meant() -> None:
    book = Rulebook(services=(Service("Cut", 45),))
    for summary, staff in (
        ("Cut with Kim", "Kim"),
        ("Cut – Lou", "Lou"),  # noqa: RUF001 - people type this dash
        ("Cut Mrs Miller", ""),
    ):
        found = meant(event("u", "2026-06-22 10:00", summary), book)
        assert found is not None
        assert found.staff == staff


def test_a_whole_day_is_no_booking() -> None:
    day = made_of(
        "u",
        (there("2026-06-22 00:00"), there("2026-06-23 00:00")),
        "Cut training",
        "",
        cancelled=False,
    )
    assert meant(day, Rulebook(services=(Service("Cut", 45),))) is None
