"""Customers' replies, each link once, staff's records for them, and two picks of one time."""

import pytest

from fullhouse.engine.execute import load_state
from fullhouse.engine.ports import Conflict, Invocation, Written
from fullhouse.products.frontdesk.appointments import commands
from tests.products.frontdesk.appointments.clinic import (
    RULES,
    RULES_TEXT,
    WEDNESDAY,
    Clinic,
    asked,
    mail,
    phone,
)
from tests.support.rsvp_world import there


class TestConfirmed:
    """They are coming."""

    def test_it_stops_the_chain(self) -> None:
        clinic = asked()
        answer = clinic.confirm(link="1-24")
        anna = clinic.appointment()
        assert (answer.code, anna.status, anna.answered_at) == (
            "confirmed",
            "confirmed",
            clinic.now,
        )
        clinic.until("2026-06-03 15:00")
        assert (clinic.left(), clinic.alerts()) == ([("Tue 14:00", "text")], [])
        assert anna.unwritten

    def test_a_second_tap_is_told_what_was_done(self) -> None:
        clinic = asked()
        clinic.confirm(link="1-24")
        rev = clinic.appointment().rev
        assert clinic.confirm(link="1-24").code == "answered_confirm"
        assert clinic.appointment().rev == rev
        (reply,) = clinic.replies()
        assert (reply.id, reply.action, reply.old_time) == (
            "confirm-1-24",
            "confirm",
            there(WEDNESDAY),
        )

    def test_by_another_link_it_is_still_so(self) -> None:
        clinic = asked()
        clinic.confirm(link="1-24")
        assert clinic.confirm(link="1-0").code == "confirmed"
        assert len(clinic.replies()) == 1

    def test_staff_may_say_so_and_spend_no_link(self) -> None:
        clinic = asked()
        assert clinic.confirm().code == "confirmed"
        assert clinic.replies() == []

    def test_the_sheet_is_believed_when_it_shows_how_things_stand(self) -> None:
        clinic = asked()
        assert clinic.confirm(source="sheet").code == "unchanged"
        clinic.written()
        assert clinic.confirm(source="sheet").code == "confirmed"
        assert not clinic.appointment().unwritten

    def test_who_is_coming_may_still_cancel_and_their_first_answer_is_still_told(self) -> None:
        clinic = asked()
        clinic.confirm(link="1-24")
        assert clinic.cancel(link="1-24").code == "cancelled"
        assert clinic.confirm(link="1-24").code == "answered_confirm"
        assert clinic.confirm(link="1-0").code == "appointment_cancelled"

    @pytest.mark.parametrize("moment", ["2026-06-03 14:00", "2026-06-04 09:00"])
    def test_at_its_time_a_link_has_had_its_day(self, moment: str) -> None:
        clinic = asked()
        clinic.until(moment)
        assert [clinic.confirm(link="1-24").code, clinic.cancel(link="1-24").code] == [
            "past",
            "past",
        ]
        assert clinic.reschedule("anna", "2026-06-08 10:00").code == "past"

    def test_there_has_to_be_an_appointment(self) -> None:
        clinic = Clinic()
        for deed in (
            clinic.confirm,
            clinic.unconfirm,
            clinic.cancel,
            clinic.no_show,
            clinic.restore,
        ):
            assert deed("nobody").code == "unknown_appointment"
        assert clinic.reschedule("nobody", WEDNESDAY).code == "unknown_appointment"


class TestCancelled:
    """They are not coming."""

    def test_the_time_is_held_for_the_line_and_staff_and_customer_are_told(self) -> None:
        clinic = asked()
        answer = clinic.cancel(link="1-24")
        anna = clinic.appointment()
        assert (answer.code, anna.status, anna.ended_at, anna.frees) == (
            "cancelled",
            "cancelled",
            clinic.now,
            "annac1",
        )
        assert clinic.held() == ["annac1"]
        assert clinic.left("cancelled") == [("Tue 15:00", "text")]
        clinic.until("2026-06-03 15:00")
        assert (clinic.left(), clinic.alerts()) == ([("Tue 14:00", "text")], ["cancelled"])

    def test_a_second_tap_is_told_what_was_done(self) -> None:
        clinic = asked()
        clinic.cancel(link="1-24")
        assert clinic.cancel(link="1-24").code == "answered_cancel"
        assert clinic.cancel(link="1-0").code == "appointment_cancelled"
        clinic.after(minutes=15)
        assert clinic.alerts() == ["cancelled"]

    @pytest.mark.parametrize(("tell", "told"), [(True, 1), (False, 0)])
    def test_what_staff_cancel_they_need_not_hear_of(self, *, tell: bool, told: int) -> None:
        clinic = asked()
        clinic.cancel(tell=tell)
        assert (clinic.alerts(), len(clinic.left("cancelled"))) == ([], told)

    def test_the_sheet_is_believed_when_it_shows_how_things_stand(self) -> None:
        clinic = asked()
        assert clinic.cancel(source="sheet").code == "unchanged"
        clinic.written()
        assert clinic.cancel(source="sheet").code == "cancelled"
        assert not clinic.appointment().unwritten

    def test_without_refilling_the_time_is_simply_free(self) -> None:
        clinic = asked()
        clinic.write(RULES_TEXT, ("Refill from the waitlist: yes", "Refill from the waitlist: no"))
        clinic.cancel(link="1-24")
        assert (clinic.taken(), clinic.appointment().frees) == ([], "")

    def test_what_two_had_is_free_when_both_have_given_it_up(self) -> None:
        clinic = asked("anna", "ben")
        clinic.cancel("anna", link="1-24")
        assert clinic.held() == []
        clinic.cancel("ben", link="1-24")
        assert clinic.held() == ["benc1"]

    @pytest.mark.parametrize(
        "gone",
        [
            ("Staff: Jess, Sam", "Staff: Sam"),
            ("- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours\n", ""),
        ],
    )
    def test_a_time_that_nobody_could_take_any_more_is_simply_free(
        self, gone: tuple[str, str]
    ) -> None:
        clinic = asked()
        clinic.write(RULES_TEXT, gone)
        clinic.cancel(link="1-24")
        assert clinic.taken() == []

    def test_a_time_that_is_too_far_ahead_for_the_waitlist_is_simply_free(self) -> None:
        clinic = Clinic()
        clinic.book("anna", "2027-12-01 10:00")
        clinic.cancel()
        assert clinic.taken() == []


class TestRescheduled:
    """Another time, picked by the customer."""

    def test_the_pick_is_theirs_and_the_old_time_is_free(self) -> None:
        clinic = asked()
        answer = clinic.reschedule("anna", "2026-06-04 10:00", staff="Sam")
        anna = clinic.appointment()
        assert (answer.code, anna.starts_at, anna.staff) == (
            "rescheduled",
            there("2026-06-04 10:00"),
            "Sam",
        )
        assert (anna.chain, anna.status, anna.reminded, anna.frees) == (2, "booked", (), "annac1")
        assert [(one.id, one.chain) for one in clinic.archive()] == [("001-0024", 1)]
        assert clinic.held() == ["annac1"]
        assert clinic.left("rescheduled") == [("Tue 15:00", "text")]
        (reply,) = clinic.replies()
        assert (reply.action, reply.old_time, reply.new_time) == (
            "reschedule",
            there(WEDNESDAY),
            anna.starts_at,
        )
        clinic.after(minutes=15)
        assert clinic.alerts() == ["rescheduled"]

    def test_a_new_chain_begins_and_the_old_ones_links_are_over(self) -> None:
        clinic = asked()
        clinic.reschedule("anna", "2026-06-05 10:00")
        assert clinic.reschedule("anna", "2026-06-05 11:00").code == "answered_reschedule"
        assert clinic.confirm(link="1-24").code == "other_time"
        assert clinic.cancel(link="1-24").code == "other_time"
        clinic.until("2026-06-05 11:00")
        assert clinic.left() == [
            ("Tue 14:00", "text"),
            ("Thu 10:00", "text"),
            ("Fri 09:00", "text"),
        ]
        assert [(one.id, one.chain) for one in clinic.sends()] == [
            ("0024", 2),
            ("0001", 2),
            ("0000", 2),
        ]
        assert len(clinic.archive()) == 1

    def test_the_time_that_they_have_is_no_other_time(self) -> None:
        clinic = asked()
        assert clinic.reschedule("anna", WEDNESDAY).code == "same_time"
        assert clinic.replies() == []

    @pytest.mark.parametrize(
        "moment", ["2026-06-04 10:07", "2026-06-06 16:00", "2026-06-07 10:00", "2026-09-01 10:00"]
    )
    def test_only_what_could_have_been_offered_is_given(self, moment: str) -> None:
        clinic = asked()
        answer = clinic.reschedule("anna", moment)
        assert (answer.code, answer.field, clinic.appointment().chain) == (
            "no_such_time",
            "starts_at",
            1,
        )

    def test_on_a_public_holiday_nothing_is_free(self) -> None:
        clinic = asked()
        clinic.holidays("2026-06-04")
        assert clinic.reschedule("anna", "2026-06-04 10:00").code == "no_such_time"

    def test_a_time_that_overlaps_the_old_one_is_theirs_and_frees_nothing(self) -> None:
        clinic = asked()
        assert clinic.reschedule("anna", "2026-06-03 14:30", staff="Jess").code == "rescheduled"
        assert (clinic.held(), clinic.appointment().frees) == ([], "")

    def test_a_name_that_nobody_here_has_is_anyone(self) -> None:
        clinic = asked()
        clinic.reschedule("anna", "2026-06-04 10:00", staff="Mallory")
        assert clinic.appointment().staff == "Jess"

    def test_a_slot_that_is_being_offered_cannot_be_picked(self) -> None:
        clinic = asked("anna", "ben", "cem")
        clinic.edit("ben", starts_at="2026-06-04 10:00", staff="Jess")
        clinic.cancel("ben")
        assert clinic.reschedule("anna", "2026-06-04 10:00", staff="Jess").code == "taken"
        assert clinic.reschedule("anna", "2026-06-04 10:00", staff="").code == "rescheduled"
        assert clinic.appointment("anna").staff == "Sam"

    def test_of_two_who_pick_the_same_time_one_gets_it(self) -> None:
        clinic = asked("anna", "ben")
        assert clinic.reschedule("anna", "2026-06-04 10:00", staff="Jess").code == "rescheduled"
        assert clinic.reschedule("ben", "2026-06-04 10:00", staff="Jess").code == "taken"
        assert clinic.appointment("ben").chain == 1

    @pytest.mark.parametrize("begun", [True, False])
    def test_of_two_who_pick_at_the_same_instant_one_is_refused_by_the_book(
        self, *, begun: bool
    ) -> None:
        clinic = asked("anna", "ben")
        if begun:
            clinic.book("cem", "2026-06-04 15:00")
        picks = [clinic.picking(name, "2026-06-04 10:00", staff="Jess") for name in ("anna", "ben")]
        rule = RULES[commands.Reschedule]
        both = [rule.decide(load_state(clinic.store, rule, one), one, clinic.now) for one in picks]
        assert [one.answer.code for one in both] == ["rescheduled", "rescheduled"]
        clinic.store.commit(Written(both[0], ()))
        with pytest.raises(Conflict):
            clinic.store.commit(Written(both[1], ()))
        clinic.checks = False
        again = clinic._execute(Invocation("again", "ben", picks[1]))  # noqa: SLF001 - its own
        assert again.answer.code == "taken"

    def test_staff_who_move_it_meanwhile_are_not_overruled(self) -> None:
        clinic = asked()
        clinic.edit(starts_at="2026-06-05 10:00")
        assert clinic.reschedule("anna", "2026-06-04 10:00").code == "other_time"


class TestDidNotCome:
    """No-shows."""

    def test_the_rest_of_the_time_is_held_for_the_line(self) -> None:
        clinic = asked()
        clinic.until("2026-06-03 14:10")
        assert clinic.no_show().code == "no_show"
        assert (clinic.appointment().status, clinic.held()) == ("no_show", ["annac1"])
        assert clinic.no_show().code == "appointment_no_show"

    def test_before_its_time_nobody_can_say_so(self) -> None:
        assert asked().no_show().code == "too_early"

    def test_afterwards_there_is_nothing_to_give(self) -> None:
        clinic = asked()
        clinic.until("2026-06-03 14:45")
        clinic.no_show()
        assert clinic.taken() == []


def test_an_answer_by_click_may_leave_at_night_and_what_staff_do_waits_for_the_morning() -> None:
    clinic = Clinic()
    clinic.book("anna", "2026-06-05 14:00", email=mail("anna"))
    clinic.book("ben", "2026-06-05 15:00", tell=True)
    clinic.until("2026-06-01 22:00")
    clinic.cancel("anna", link="1-0")
    clinic.cancel("ben", tell=True)
    clinic.until("2026-06-02 09:00")
    assert clinic.left("cancelled") == [("Mon 22:00", "text"), ("Tue 08:00", "text")]
    assert [one.to for one in clinic.messages("cancelled")] == [phone("anna"), phone("ben")]


@pytest.mark.parametrize(("missing", "noted"), [(True, [("off_sheet", "told")]), (False, [])])
@pytest.mark.parametrize("source", ["sheet", "calendar"])
def test_whoever_is_cancelled_in_the_sheet_or_the_calendar_is_told(
    source: str, *, missing: bool, noted: list[tuple[str, str]]
) -> None:
    clinic = Clinic()
    clinic.book("anna")
    clinic.written()
    clinic.cancel("anna", source=source, missing=missing)
    assert _notes(clinic) == noted
    assert [one.to for one in clinic.messages("cancelled")] == [phone("anna")]
    assert clinic.cancel("anna", source=source, missing=missing).code == "appointment_cancelled"


@pytest.mark.parametrize(("missing", "reason"), [(True, "off_sheet"), (False, "not_told")])
def test_staff_hear_of_a_customer_whom_such_a_cancellation_does_not_reach(
    reason: str, *, missing: bool
) -> None:
    clinic = Clinic()
    clinic.book("anna")
    clinic.written()
    clinic.reach(phone("anna"), "opted_out")
    clinic.cancel("anna", source="sheet", missing=missing)
    assert _notes(clinic) == [(reason, "unreached")]
    assert clinic.messages("cancelled") == []


@pytest.mark.parametrize(
    ("source", "noted"),
    [("sheet", ["move_not_told"]), ("calendar", ["move_not_told"]), ("desk", [])],
)
def test_staff_hear_of_a_customer_whom_a_new_time_does_not_reach(
    source: str, noted: list[str]
) -> None:
    clinic = Clinic()
    clinic.book("anna", phone="")
    clinic.written()
    clinic.edit("anna", starts_at="2026-06-04 10:00", source=source, tell=True)
    notes = clinic.messages("gap_alert")
    assert [note.facts["reason"] for note in notes] == noted
    assert clinic.messages("rescheduled") == []


def _notes(clinic: Clinic) -> list[tuple[str, str]]:
    notes = clinic.messages("gap_alert")
    return [(note.facts["reason"], note.facts["customer"]) for note in notes]
