"""Reminder ticks: at the quarters of an hour that matter, with one due action each."""

from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace

from fullhouse.kernel.messages import CarrierDown, Refused, ResultUnknown
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentState
from fullhouse.products.frontdesk.appointments.reminder_ticks import MOST_MOVED, PAGE, tick
from fullhouse.products.frontdesk.shared.documents import Document
from tests.products.frontdesk.appointments.clinic import RULES_TEXT, WEDNESDAY, Clinic, mail, phone
from tests.support.cpu_time import cpu_within
from tests.support.rsvp_world import there

NO_NIGHT = ("Quiet hours: 21:00 to 08:00", "Quiet hours: none")


def ticks(clinic: Clinic) -> list[datetime]:
    return sorted(one.due_at for one in clinic.alarms("appointments:tick"))


class TestTick:
    """At quarters of an hour, in any time zone, and only when something may be due."""

    def test_it_rings_at_the_next_quarter_and_rests_for_hours_where_nobody_is_expected(
        self,
    ) -> None:
        clinic = Clinic(now="2026-06-01 10:07")
        assert ticks(clinic) == [there("2026-06-01 10:15")]
        clinic.until("2026-06-01 10:40")
        assert ticks(clinic) == [there("2026-06-01 16:15")]

    def test_it_comes_again_when_the_next_move_is_due(self) -> None:
        clinic = Clinic(now="2026-06-02 10:00")
        clinic.book()
        clinic.until("2026-06-02 11:00")
        assert ticks(clinic) == [there("2026-06-02 14:00")]

    def test_where_something_was_due_it_comes_again_in_a_quarter_of_an_hour(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until("2026-06-02 14:00")
        assert ticks(clinic) == [there("2026-06-02 14:15")]

    def test_a_tick_that_comes_days_late_is_followed_by_one_that_looks_from_then_on(self) -> None:
        clinic = Clinic(now="2026-05-20 10:00")
        clinic.book()
        clinic.jump("2026-06-02 15:05")
        clinic.until("2026-06-02 15:15")
        assert clinic.left() == [("Tue 15:15", "text")]

    def test_nobody_is_moved_for_whom_nothing_is_due(self) -> None:
        clinic = Clinic(now="2026-06-01 10:00", ticks=False)
        clinic.book()
        now = there("2026-06-03 13:20")
        due = replace(clinic.appointment(), reminded=(24, 1))
        alerted = replace(due, id="ben", alerted_at=now)
        rules = Document(id="rules", text=RULES_TEXT, saved_at=now)
        decision = tick(
            AppointmentState(rules=rules, page=(due, alerted)), commands.Tick(at=now), now
        )
        assert [
            one.key for one in decision.set_alarms if isinstance(one.command, commands.RunDueAction)
        ] == ["move:anna"]

    @pytest.mark.parametrize(
        ("remind_at", "rings"),
        [((24,), "2026-06-02 14:00"), ((23,), "2026-06-02 15:00"), ((18,), "")],
    )
    def test_a_booking_whose_reminder_is_due_within_hours_has_it_ring_in_time(
        self, remind_at: tuple[int, ...], rings: str
    ) -> None:
        clinic = Clinic(now="2026-06-02 12:20")
        clinic.until("2026-06-02 13:10")
        assert ticks(clinic) == [there("2026-06-02 18:30")]
        clinic.book(remind_at=remind_at)
        assert ticks(clinic) == [*([there(rings)] if rings else []), there("2026-06-02 18:30")]

    def test_hours_of_its_own_that_are_past_already_are_looked_at_in_a_quarter_of_an_hour(
        self,
    ) -> None:
        clinic = Clinic()
        clinic.book(remind_at=(1,))
        clinic.until("2026-06-03 08:20")
        clinic.edit(remind_at=(6,))
        assert ticks(clinic)[0] == there("2026-06-03 08:30")
        clinic.until("2026-06-03 08:30")
        assert clinic.left() == [("Wed 08:30", "text")]

    def test_an_appointment_that_is_taken_back_is_reminded_of_in_time(self) -> None:
        clinic = Clinic(("Refill from the waitlist: yes", "Refill from the waitlist: no"))
        clinic.book()
        clinic.cancel()
        clinic.until("2026-06-03 08:20")
        assert there("2026-06-03 13:00") not in ticks(clinic)
        clinic.restore()
        assert there("2026-06-03 13:00") in ticks(clinic)

    def test_a_note_on_an_appointment_wakes_nobody(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until("2026-06-02 12:10")
        before = ticks(clinic)
        clinic.edit(name="Anna Bell")
        assert ticks(clinic) == before

    def test_one_that_something_else_rings_again_sets_no_other(self) -> None:
        clinic = Clinic(ticks=False)
        clinic.give(commands.Tick(at=clinic.now, again=False))
        assert ticks(clinic) == []

    def test_beginning_again_puts_nothing_off(self) -> None:
        clinic = Clinic(now="2026-06-01 10:07")
        clinic.jump("2026-06-01 10:14")
        clinic.give(commands.StartReminderTicks())
        assert len(clinic.alarms("appointments:tick")) == 1

    def test_after_a_stop_it_catches_up_once(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.jump("2026-06-02 16:05")
        clinic.settle()
        assert clinic.left() == [("Tue 16:05", "text")]
        assert [one.due_at for one in clinic.alarms("appointments:tick")] == [
            there("2026-06-02 16:15")
        ]

    def test_of_several_missed_windows_one_reminder_leaves(self) -> None:
        clinic = Clinic()
        clinic.book(service="Consult", remind_at=(48, 24, 3))
        clinic.jump("2026-06-03 12:00")
        clinic.settle()
        assert clinic.left() == [("Wed 12:00", "text")]
        assert clinic.appointment().reminded == (3,)

    def test_nobody_is_reminded_of_what_began_while_it_stood_still(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.jump("2026-06-03 14:30")
        clinic.settle()
        assert (clinic.left(), clinic.alerts()) == ([], [])

    def test_more_than_fit_at_once_are_moved_all_the_same(self) -> None:
        clinic = Clinic()
        clinic.checks = False
        count = PAGE + MOST_MOVED + 5
        for number in range(count):
            clinic.decide(
                commands.BookAppointment(
                    appointment_id=f"a{number:03d}",
                    name="A",
                    email=mail(f"{number}"),
                    service="Follow-up",
                    starts_at=there(WEDNESDAY) + timedelta(minutes=number % 3),
                )
            )
        clinic.until("2026-06-02 14:15")
        assert (
            len({one.person for one in clinic.carrier.handed})
            == count
            == len(clinic.carrier.handed)
        )

    def test_a_row_may_be_reminded_a_week_ahead(self) -> None:
        clinic = Clinic()
        clinic.book("anna", "2026-06-10 14:00", remind_at=(168,))
        clinic.until("2026-06-03 14:00")
        assert clinic.left() == [("Wed 14:00", "text")]

    @pytest.mark.timing
    def test_ten_thousand_are_looked_at_in_no_time(self) -> None:
        now = there("2026-06-02 14:00")
        rules = Document(id="rules", text=RULES_TEXT, saved_at=now)
        services = ("Cut", "Cleaning", "Consult", "Follow-up", "Chat")
        pages = [
            tuple(
                Appointment(
                    id=f"{page}-{number}",
                    name="Someone",
                    service=services[number % 5],
                    starts_at=now + timedelta(minutes=number),
                    minutes=30,
                    made_at=now - timedelta(days=10),
                    reminded=(72, 48, 24, 3, 2, 1),
                )
                for number in range(PAGE)
            )
            for page in range(10_000 // PAGE)
        ]
        with cpu_within(5):  # 50 ms where nothing measures coverage
            for page in pages:
                tick(AppointmentState(rules=rules, page=page), commands.Tick(at=now), now)


class TestReminded:
    """A reminder for the next open minute."""

    def test_each_window_once_then_staff_hear_of_it(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until("2026-06-03 14:00")
        assert clinic.left() == [("Tue 14:00", "text"), ("Wed 13:00", "text")]
        assert clinic.left("gap_alert") == [("Wed 13:15", "staff")]
        assert [(one.id, one.move) for one in clinic.sends()] == [
            ("0024", "first_reminder"),
            ("0001", "second_reminder"),
            ("0000", "gap_alert"),
        ]
        assert clinic.actions("anna") == [
            *(
                "booked",
                "first_reminder",
                "sent",
                "text_counted",
                "second_reminder",
                "sent",
                "text_counted",
            ),
            *("gap_alert", "sent"),
        ]

    def test_by_mail_where_there_is_no_number(self) -> None:
        clinic = Clinic()
        clinic.book(phone="", email=mail("anna"))
        clinic.until("2026-06-02 14:00")
        assert clinic.left() == [("Tue 14:00", "mail")]

    def test_at_night_it_waits_for_the_morning(self) -> None:
        clinic = Clinic()
        clinic.book("anna", "2026-06-03 22:00")
        clinic.until("2026-06-03 22:00")
        assert clinic.left() == [("Wed 08:00", "text")]

    def test_on_closed_days_and_holidays_it_waits_for_the_next_open_minute(self) -> None:
        clinic = Clinic(now="2026-12-21 10:00")
        clinic.holidays("2026-12-25", "2026-12-26")
        clinic.book("anna", "2026-12-26 12:00", service="Follow-up")
        clinic.book("ben", "2026-12-27 09:00", service="Consult", remind_at=(72, 48, 24))
        clinic.until("2026-12-27 12:00")
        assert clinic.left() == [("Sun 08:00", "text")]
        assert [one.facts["hours"] for one in clinic.carrier.handed if one.kind == "reminder"] == [
            24
        ]
        assert clinic.alerts() == ["too_late", "no_answer"]

    def test_what_would_come_too_late_is_told_to_staff_once(self) -> None:
        clinic = Clinic(("remind at 24 hours", "remind at 2 and 1 hours"))
        clinic.book("anna", "2026-06-03 08:00", service="Follow-up")
        clinic.until("2026-06-03 09:00")
        assert (clinic.left(), clinic.alerts()) == ([], ["too_late"])
        assert (clinic.appointment().reminded, clinic.appointment().alerted_for) == (
            (2, 1),
            "too_late",
        )
        assert clinic.actions("anna") == ["booked", "gap_alert", "sent", "not_reminded"]

    def test_who_cannot_be_reached_is_told_to_staff_once(self) -> None:
        clinic = Clinic()
        clinic.book(phone="")
        clinic.until("2026-06-03 15:00")
        assert (clinic.left(), clinic.alerts()) == ([], ["unreachable"])
        assert clinic.appointment().alerted_for == "unreachable"

    def test_who_can_be_reached_again_is_in_doubt_no_more(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.reach(phone("anna"), "opted_out")
        clinic.until("2026-06-02 15:00")
        assert clinic.messages("gap_alert")[0].facts["why"] == "opted_out"
        clinic.reach(phone("anna"), "fine")
        clinic.until("2026-06-03 13:10")
        assert clinic.appointment().alerted_for == ""
        clinic.until("2026-06-03 14:00")
        assert clinic.alerts() == ["unreachable", "no_answer"]

    def test_another_time_is_in_no_doubt_yet(self) -> None:
        clinic = Clinic()
        clinic.book(phone="")
        clinic.until("2026-06-02 15:00")
        clinic.edit(starts_at="2026-06-05 10:00")
        assert (clinic.appointment().alerted_at, clinic.appointment().alerted_for) == (None, "")

    def test_a_booking_made_late_is_reminded_of_what_is_still_ahead(self) -> None:
        clinic = Clinic(now="2026-06-03 12:00")
        clinic.book()
        clinic.until("2026-06-03 13:00")
        assert clinic.left() == [("Wed 13:00", "text")]

    def test_rules_that_change_between_ticks_hold_from_the_next_on(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until("2026-06-02 13:00")
        clinic.write(RULES_TEXT, ("remind at 24 and 1 hours", "remind at 30 and 2 hours"))
        clinic.until("2026-06-03 14:00")
        assert clinic.left() == [("Tue 13:15", "text"), ("Wed 12:00", "text")]

    def test_another_number_between_ticks_gets_the_reminder(self) -> None:
        clinic = Clinic()
        clinic.book("anna", "2026-06-03 22:00")
        clinic.until("2026-06-02 23:00")
        clinic.edit(phone=phone("other"), name="Anna B")
        clinic.until("2026-06-03 09:00")
        (handed,) = clinic.carrier.handed
        assert (handed.to, handed.facts["appointment"]["name"]) == (phone("other"), "Anna B")

    def test_on_the_night_when_the_clocks_change_nobody_hears_twice(self) -> None:
        for date in ("2026-03-29", "2026-10-25"):
            clinic = Clinic(NO_NIGHT, now=f"{date[:8]}20 10:00")
            clinic.book("anna", f"{date} 04:00", remind_at=(3, 2, 1))
            clinic.until(f"{date} 05:00")
            assert len(clinic.left()) == 3
            assert len({one.id for one in clinic.carrier.handed}) == len(clinic.carrier.handed)


class TestGap:
    """Staff hear of it when nobody answers, and only then."""

    def test_not_while_the_last_reminder_waits_for_the_morning(self) -> None:
        clinic = Clinic()
        clinic.book("anna", "2026-06-03 08:30")
        clinic.until("2026-06-03 08:10")
        assert clinic.left()[-1] == ("Wed 08:00", "text")
        assert clinic.alerts() == []
        clinic.until("2026-06-03 08:20")
        assert clinic.left("gap_alert") == [("Wed 08:15", "staff")]

    def test_once_for_each_time(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until("2026-06-03 13:30")
        clinic.reschedule("anna", "2026-06-04 10:00", "1-1")
        clinic.until("2026-06-04 10:00")
        assert clinic.alerts() == ["no_answer", "rescheduled", "no_answer"]

    def test_a_reminder_that_never_left_is_told_as_such(self) -> None:
        clinic = Clinic()
        clinic.book(service="Follow-up")
        clinic.carrier.dead[phone("anna")] = Refused("try later")
        clinic.until("2026-06-03 14:00")
        assert clinic.alerts() == ["unreachable"]

    def test_a_carrier_that_is_down_until_the_end_is_told_before_the_time(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until("2026-06-03 12:55")
        clinic.carrier.dead[phone("anna")] = CarrierDown("no line")
        clinic.until("2026-06-03 14:30")
        assert clinic.left("gap_alert") == [("Wed 13:45", "staff")]
        assert clinic.alerts() == ["unreachable"]

    def test_a_carrier_that_comes_back_in_time_sends_it_after_all(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until("2026-06-03 12:55")
        clinic.carrier.dead[phone("anna")] = CarrierDown("no line")
        clinic.until("2026-06-03 13:20")
        del clinic.carrier.dead[phone("anna")]
        clinic.until("2026-06-03 14:00")
        assert clinic.alerts() == ["no_answer"]

    def test_a_lost_answer_sends_the_reminder_once_more_at_most(self) -> None:
        clinic = Clinic()
        clinic.book(service="Follow-up")
        clinic.carrier.dead[phone("anna")] = ResultUnknown("lost")
        clinic.until("2026-06-03 14:00")
        assert len(clinic.left()) == 2
        assert clinic.alerts() == ["unreachable"]

    @pytest.mark.parametrize("deed", ["confirm", "cancel"])
    def test_not_when_the_answer_came_first(self, deed: str) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until("2026-06-03 13:10")
        getattr(clinic, deed)()
        clinic.until("2026-06-03 14:00")
        assert clinic.alerts() == []

    def test_a_move_that_comes_too_late_does_nothing(self) -> None:
        clinic = Clinic()
        assert clinic.decide(commands.RunDueAction(appointment_id="nobody")).is_empty
        clinic.book()
        assert clinic.decide(commands.RunDueAction(appointment_id="anna")).is_empty
