"""Appointments from a calendar: each #appt time is one proposal, and staff decide changes."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.calendar_feeds.ical_feed import read_feed
from fullhouse.inbound.calendar_feeds.occurrence import Occurrence
from fullhouse.inbound.sync.appointment_calendar import sync as module
from fullhouse.inbound.sync.appointment_calendar.seen_times import SeenTimes
from fullhouse.inbound.sync.appointment_calendar.sync import (
    AppointmentCalendar,
    AppointmentCalendarReport,
)
from fullhouse.inbound.sync.calendar_sources import CalendarSnapshot, GoogleCalendar
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Need
from fullhouse.products.frontdesk.appointments.commands import CancelAppointment, EditAppointment
from fullhouse.products.frontdesk.appointments.proposals import DiscardAppointment
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from fullhouse.products.frontdesk.shared.held_removals import HeldRemoval
from fullhouse.products.frontdesk.shared.proposals import Proposal
from tests.inbound.google.fake import fake_google
from tests.inbound.google.grid import Calendar as GoogleGrid
from tests.inbound.sync.appointment_calendar.calendar_desk import PERSON, Desk, event, some
from tests.inbound.sync.breaking import stops_at
from tests.inbound.sync.waitlist_calendar.test_sync import Paper
from tests.support.rsvp_world import there


def held(desk: Desk) -> HeldRemoval:
    found = desk.engine.load(Get(HeldRemoval, ("appointments-calendar",)))
    return found or HeldRemoval(id="appointments-calendar")


def decides(desk: Desk, *, keep: bool) -> None:
    desk.give(DecideRemoval(source="appointments-calendar", rev=held(desk).rev, keep=keep))


class TestProposing:
    def test_each_time_becomes_one_proposal_however_often_it_is_seen(self) -> None:
        desk = Desk(
            event(), event("u2", "2026-06-26 10:00", "Private"), event("u3", "2026-06-26 11:00")
        )
        assert desk.look() == AppointmentCalendarReport(looked=True, seen=2, given=2)
        assert desk.look() == AppointmentCalendarReport()
        desk.later(days=1)
        assert desk.look() == AppointmentCalendarReport(looked=True, seen=2)
        assert [one.value("date") for one in desk.open()] == ["2026-06-25", "2026-06-26"]
        assert {one.product for one in desk.open()} == {"appointments"}

    def test_a_repeating_entry_is_one_note_for_all_times_in_the_next_sixty_days(self) -> None:
        text = (
            b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:weekly\r\n"
            b"DTSTART:20260622T120000Z\r\n"
            b"DTEND:20260622T124500Z\r\nRRULE:FREQ=WEEKLY\r\nSUMMARY:Cut: Anna #appt\r\n"
            b"END:VEVENT\r\nEND:VCALENDAR\r\n"
        )
        now = there("2026-06-20 12:00")
        times = read_feed(text, "Europe/Berlin", now, now + timedelta(days=366)).times
        desk = Desk(*times)
        desk.look()
        assert len(desk.open()) == 9
        assert desk.open()[-1].value("date") == "2026-08-17"
        notes = desk.engine.load(MessagePage("appointments", kind="proposal"))
        assert [one.facts["proposal"]["more"] for one in notes] == [8]
        assert desk.open()[0].value("repeats").startswith("2026-06-29 14:00, 2026-07-06 14:00, ")
        desk.later(days=7)
        assert desk.look().given == 0
        desk.later(days=40)
        desk.look()
        assert desk.open()[-1].value("date") == "2026-09-28"
        assert len(desk.engine.load(MessagePage("appointments", kind="proposal"))) == 2

    def test_a_repeating_entry_that_is_edited_is_one_more_note(self) -> None:
        days = ("2026-06-26", "2026-07-03", "2026-07-10")

        def weekly(title: str) -> list[Occurrence]:
            uids = [f"weekly_{day.replace('-', '')}T120000Z" for day in days]
            return [event(uid, f"{day} 14:00", title) for uid, day in zip(uids, days, strict=True)]

        desk = Desk(*weekly("Cut: Anna #appt"))
        desk.look()
        desk.shows(*weekly("Cut: Anna Berg #appt"))
        assert {one.value("name") for one in desk.open()} == {"Anna Berg"}
        assert len({one.value("series") for one in desk.open()}) == 1
        assert len(desk.engine.load(MessagePage("appointments", kind="proposal"))) == 2

    def test_a_time_between_those_that_are_known_is_proposed_at_once(self) -> None:
        weekly = [event(f"weekly/202607{day}T120000Z", f"2026-07-{day} 14:00") for day in (10, 24)]
        desk = Desk(*weekly)
        desk.look()
        desk.shows(*weekly, event("weekly/20260717T120000Z", "2026-07-17 14:00"))
        assert len(desk.open()) == 3

    def test_approving_books_it(self) -> None:
        desk = Desk(event(description=PERSON))
        desk.look()
        booked = desk.approve()
        assert (booked.name, booked.starts_at, booked.source) == (
            "Anna Berg",
            there("2026-06-25 14:00"),
            "calendar",
        )

    def test_a_look_asks_only_for_what_has_changed(self) -> None:
        desk = Desk(*some(8))
        desk.look()
        asked: list[type] = []
        load = desk.engine.load

        def counted(need: Need[Any]) -> Any:
            asked.append(need.kind if isinstance(need, Get) else type(need))
            return load(need)

        desk.engine.load = counted  # type: ignore[method-assign] # to count
        desk.shows(event("u1", "2026-06-25 09:30"), *some(8)[1:])
        assert asked.count(Proposal) == 1

    def test_what_changes_while_it_is_open_is_said_anew(self) -> None:
        desk = Desk(event())
        desk.look()
        desk.shows(event(wall="2026-06-25 15:00", description=PERSON))
        (one,) = desk.open()
        assert (one.value("time"), one.value("email"), one.rev) == ("15:00", "anna@example.org", 1)

    def test_a_new_time_of_what_was_approved_is_proposed_with_what_changed_and_approving_it_moves(
        self,
    ) -> None:
        desk = Desk(event())
        desk.look()
        booked = desk.approve()
        desk.shows(event(wall="2026-06-26 15:00"))
        (one,) = desk.open()
        words = next(field.words for field in one.fields if field.field == "change")
        assert words == (
            "It was at Thursday 25 June 2026, 14:00 in the calendar, "
            "and is at Friday 26 June 2026, 15:00 now."
        )
        assert desk.approve().id == booked.id
        assert desk.appointment(booked.id).starts_at == there("2026-06-26 15:00")
        assert desk.open() == []
        desk.shows(event(wall="2026-06-27 15:00"))
        assert desk.approve().starts_at == there("2026-06-27 15:00")

    def test_a_new_time_leaves_alone_what_the_calendar_does_not_name_or_staff_have_put_right(
        self,
    ) -> None:
        desk = Desk(event())
        desk.look()
        known = desk.approve()
        right: dict[str, Any] = {
            "phone": "+4915123456789",
            "email": "anna@example.org",
            "staff": "Sam",
            "service": "Colour",
        }
        desk.give(EditAppointment(appointment_id=known.id, **right))
        desk.shows(event(wall="2026-06-25 15:00"))
        shown = desk.open()[0]
        assert {name: shown.value(name) for name in right} == right
        moved = desk.approve()
        assert {name: getattr(moved, name) for name in right} == right
        assert (moved.starts_at, moved.minutes) == (there("2026-06-25 15:00"), 45)

    def test_a_new_time_of_an_entry_that_names_nobody_any_more_is_approved_as_it_stands(
        self,
    ) -> None:
        desk = Desk(event(description=PERSON))
        desk.look()
        desk.approve()
        desk.shows(event(wall="2026-06-25 15:00", summary="booked #appt"))
        moved = desk.approve()
        assert (moved.name, moved.phone, moved.staff) == ("Anna Berg", "+4915123456789", "Jess")
        assert moved.starts_at == there("2026-06-25 15:00")
        assert desk.told(moved.id) == ["rescheduled"]

    def test_another_length_is_a_change_too(self) -> None:
        desk = Desk(event())
        desk.look()
        booked = desk.approve()
        desk.shows(event(minutes=60))
        assert "60 now" in desk.open()[0].fields[0].words
        desk.approve()
        assert desk.appointment(booked.id).minutes == 60

    def test_a_move_that_is_moved_again_or_taken_back_before_anyone_decided(self) -> None:
        desk = Desk(event())
        desk.look()
        desk.approve()
        desk.shows(event(wall="2026-06-26 15:00"))
        desk.shows(event(wall="2026-06-26 15:00", description="phone: 0151 23456789"))
        desk.shows(event(wall="2026-06-26 16:00"))
        (one,) = desk.open()
        assert (one.value("time"), one.value("change")) == ("16:00", "moved")
        desk.shows(event())
        assert desk.open() == []

    def test_other_words_for_what_was_approved_ask_nobody(self) -> None:
        desk = Desk(event())
        desk.look()
        desk.approve()
        assert desk.shows(event(description="brings her dog")).given == 0

    def test_what_a_customer_moved_here_is_not_moved_back(self) -> None:
        desk = Desk(event())
        desk.look()
        booked = desk.approve()
        desk.give(EditAppointment(appointment_id=booked.id, starts_at=there("2026-06-26 09:00")))
        desk.shows(event(description="still here"))
        assert desk.open() == []
        desk.shows(event(wall="2026-06-26 09:00"))
        assert desk.open() == []

    def test_what_was_discarded_is_not_asked_again(self) -> None:
        desk = Desk(event())
        desk.look()
        desk.give(DiscardAppointment(proposal_id=desk.open()[0].id))
        desk.shows(event(wall="2026-06-26 15:00"))
        assert desk.open() == []

    def test_too_many_open_proposals_wait_for_room(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "MOST_OPEN", 2)
        desk = Desk(*some(3))
        assert "too many open" in desk.look().trouble
        assert len(desk.open()) == 2
        desk.approve()
        assert desk.look().trouble == ""
        assert len(desk.open()) == 2


class TestVanishing:
    def test_what_vanishes_while_it_is_open_is_taken_back_and_comes_back_if_it_returns(
        self,
    ) -> None:
        desk = Desk(event(), event("u2", "2026-06-26 10:00"))
        desk.look()
        desk.shows(event("u2", "2026-06-26 10:00"))
        assert len(desk.open()) == 1
        desk.shows(event(), event("u2", "2026-06-26 10:00"))
        assert len(desk.open()) == 2

    def test_what_was_approved_and_vanishes_is_proposed_to_be_cancelled_once(self) -> None:
        desk = Desk(event(description=PERSON), event("u2", "2026-06-26 10:00"))
        desk.look()
        booked = desk.approve()
        desk.shows(event("u2", "2026-06-26 10:00"))
        one = next(each for each in desk.open() if each.value("change"))
        assert (one.value("change"), one.value("name")) == ("gone", "Anna Berg")
        assert (one.value("phone"), one.value("date"), one.value("time")) == (
            booked.phone,
            "2026-06-25",
            "14:00",
        )
        desk.later(days=1)
        assert desk.look().given == 0
        desk.approve(one)
        assert desk.appointment(booked.id).status == "cancelled"
        assert desk.told(booked.id) == ["cancelled"]

    def test_a_tag_that_is_taken_away_and_an_entry_that_is_cancelled_are_gone_too(self) -> None:
        desk = Desk(event(), event("u2", "2026-06-26 10:00"))
        desk.look()
        desk.shows(
            event(summary="Cut with Jess: Anna Berg"),
            event("u2", "2026-06-26 10:00", cancelled=True),
        )
        assert desk.open() == []

    def test_what_comes_back_is_not_proposed_to_be_cancelled_any_more(self) -> None:
        desk = Desk(event(), event("u2", "2026-06-26 10:00"))
        desk.look()
        booked = desk.approve()
        desk.shows(event("u2", "2026-06-26 10:00"))
        desk.shows(event(), event("u2", "2026-06-26 10:00"))
        assert [one.value("change") for one in desk.open()] == [""]
        assert desk.appointment(booked.id).stands

    def test_what_was_cancelled_here_and_gets_a_new_time_there_is_proposed_as_a_new_booking(
        self,
    ) -> None:
        desk = Desk(event())
        desk.look()
        booked = desk.approve()
        desk.give(CancelAppointment(appointment_id=booked.id))
        desk.shows(event(wall="2026-06-29 15:00"))
        (one,) = desk.open()
        assert one.value("change") == ""
        assert desk.approve().id != booked.id

    def test_what_was_cancelled_here_and_vanishes_there_asks_nobody(self) -> None:
        desk = Desk(event(), event("u2", "2026-06-26 10:00"))
        desk.look()
        booked = desk.approve()
        desk.give(CancelAppointment(appointment_id=booked.id))
        desk.shows(event("u2", "2026-06-26 10:00"))
        assert [one.value("change") for one in desk.open()] == [""]

    def test_what_is_over_has_not_vanished(self) -> None:
        desk = Desk(event())
        desk.look()
        desk.approve()
        desk.later(days=6)
        assert desk.shows().given == 0
        desk.later(days=9)
        assert desk.shows(event("u9", "2026-07-20 10:00")).given == 1

    def test_of_many_that_vanish_at_once_staff_are_asked_in_one_question(self) -> None:
        desk = Desk(*some(6))
        desk.look()
        booked = [desk.approve() for _ in range(6)]
        report = desk.shows(*some(6)[4:], event("u9", "2026-06-26 12:00"))
        assert "4 appointments have vanished" in report.trouble
        assert [one.value("change") for one in desk.open()] == [""]
        assert {item.id for item in held(desk).asked} == {one.id for one in booked[:4]}
        desk.watch = AppointmentCalendar(desk.engine, desk.paper)
        desk.later(days=2)
        desk.look()
        assert all(desk.appointment(one.id).stands for one in booked)
        notes = [one for one in desk.store.shelf(Message).values() if one.kind == "removal"]
        assert len(notes) == 1
        decides(desk, keep=False)
        assert desk.look().trouble == ""
        assert [desk.appointment(one.id).stands for one in booked] == [False] * 4 + [True] * 2
        desk.shows(*some(6)[4:])
        assert held(desk).confirmed == ()

    def test_what_staff_keep_stays_and_is_not_asked_about_again(self) -> None:
        desk = Desk(*some(4))
        desk.look()
        booked = [desk.approve() for _ in range(4)]
        desk.shows(some(4)[3])
        decides(desk, keep=True)
        for _ in range(3):
            assert desk.look().trouble == ""
            desk.later(hours=1)
        assert all(desk.appointment(one.id).stands for one in booked)
        assert (held(desk).asked, desk.open()) == ((), [])

    def test_a_stop_does_not_keep_an_answer_about_times_that_were_back(self) -> None:
        every = some(6)
        for command in range(1, 20):
            desk = Desk(*every)
            desk.look()
            booked = [desk.approve() for _ in range(6)]
            desk.shows(*every[4:])
            decides(desk, keep=False)
            desk.paper.events = [*every[:3], *every[4:]]
            stopped = stops_at(desk.engine, command, desk.look)
            if not desk.appointment(booked[3].id).stands:
                desk.shows(*every[4:])
                assert all(desk.appointment(one.id).stands for one in booked[:3]), command
                assert len(held(desk).asked) >= 3
            if not stopped:
                break
        assert command > 3

    def test_times_that_are_back_end_the_question(self) -> None:
        desk = Desk(*some(4))
        desk.look()
        booked = [desk.approve() for _ in range(4)]
        desk.shows()
        assert len(held(desk).asked) == 4
        assert desk.shows(*some(4)).trouble == ""
        assert (held(desk).asked, desk.open()) == ((), [])
        assert all(desk.appointment(one.id).stands for one in booked)

    def test_half_of_it_gone_at_once_is_believed_only_after_a_day(self) -> None:
        desk = Desk(*some(4))
        desk.look()
        assert "vanished" in desk.shows(some(4)[0]).trouble
        assert len(desk.open()) == 4
        desk.later(hours=23)
        assert "vanished" in desk.look().trouble
        assert "vanished" in desk.trouble
        desk.later(hours=1)
        assert desk.look().trouble == ""
        assert len(desk.open()) == 1

    def test_what_cannot_be_read_has_not_vanished(self) -> None:
        desk = Desk(event("weekly/20260625T120000Z"), event("u2", "2026-06-26 10:00"))
        desk.look()
        desk.paper.page = CalendarSnapshot((event("u2", "2026-06-26 10:00"),), unread=("weekly",))
        desk.look()
        assert len(desk.open()) == 2

    def test_an_entry_that_was_left_out_is_named_and_the_others_count(self) -> None:
        desk = Desk(event(), event("u2", "2026-06-26 10:00"))
        desk.paper.page = CalendarSnapshot((event(),), unread=("u2",), left_out=("Yoga",))
        assert desk.look().trouble.startswith("We left out “Yoga”: ")
        assert len(desk.open()) == 1
        desk.paper.page = CalendarSnapshot((event(),))
        assert desk.look().trouble == ""

    def test_of_what_only_changed_only_what_is_told_to_be_gone_is(self) -> None:
        desk = Desk(event(), event("u2", "2026-06-26 10:00"))
        desk.look()
        desk.paper.page = CalendarSnapshot((event("u3", "2026-06-26 12:00"),), whole=False)
        desk.look()
        assert len(desk.open()) == 3
        desk.paper.page = CalendarSnapshot((), ("u2",), whole=False)
        desk.look()
        assert [one.value("time") for one in desk.open()] == ["14:00", "12:00"]

    def test_a_calendar_that_cannot_be_reached_changes_nothing_and_says_so(self) -> None:
        desk = Desk(event())
        desk.look()
        desk.paper.down = "It does not answer."
        assert desk.look() == AppointmentCalendarReport(trouble="It does not answer.")
        assert desk.trouble == "It does not answer."
        desk.paper.down = ""
        desk.look()
        assert (desk.trouble, len(desk.open())) == ("", 1)

    def test_another_calendar_is_met_as_if_for_the_first_time(self) -> None:
        desk = Desk(event())
        desk.look()
        desk.watch = AppointmentCalendar(
            desk.engine, Paper(event("other", "2026-06-28 10:00")), "another"
        )
        desk.look()
        assert [one.value("date") for one in desk.open()] == ["2026-06-25", "2026-06-28"]


def test_a_crash_between_proposing_and_remembering_proposes_nothing_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk(event())

    async def crash(*_given: object) -> bool:
        raise OSError("gone")

    with monkeypatch.context() as patched:
        patched.setattr(SeenTimes, "keep", crash)
        with pytest.raises(OSError, match="gone"):
            desk.look()
    assert len(desk.open()) == 1
    desk.paper.events = [event(wall="2026-06-25 16:00")]
    desk.look()
    (one,) = desk.open()
    assert one.value("time") == "16:00"


def test_google_calendar_is_asked_with_its_sync_token_and_anew_when_that_has_gone() -> None:
    def given(
        name: str, start: datetime, summary: str = "Cut with Jess: Anna Berg #appt"
    ) -> dict[str, Any]:
        def moment(at: datetime) -> dict[str, str]:
            return {"dateTime": at.isoformat()}

        return {
            "id": name,
            "summary": summary,
            "start": moment(start),
            "end": moment(start + timedelta(minutes=45)),
        }

    with fake_google() as google:
        google.calendars["desk@salon.example"] = grid = GoogleGrid()
        grid.put(**given("g1", there("2026-06-25 14:00")))
        desk = Desk()
        desk.watch = AppointmentCalendar(
            desk.engine, GoogleCalendar(google.client(), "desk@salon.example")
        )
        desk.look()
        assert desk.look() == AppointmentCalendarReport()
        grid.put(**given("g1", there("2026-06-25 15:00")))
        desk.look()
        assert [one.value("time") for one in desk.open()] == ["15:00"]
        grid.forget_tokens()
        desk.look()
        assert [one.value("time") for one in desk.open()] == ["15:00"]
        assert google.refused == ["Sync token is no longer valid, a full sync is required."]


def test_what_is_remembered_names_nobody() -> None:
    desk = Desk(event(description=PERSON))
    desk.look()
    kept = [one for one in desk.store.shelf(ExternalSource).values() if one.memo]
    assert "Anna" not in repr(kept)
