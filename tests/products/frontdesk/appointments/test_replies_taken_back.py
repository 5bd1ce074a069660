"""Replies taken back: restored appointments, and confirmations that no longer hold."""

import pytest

from fullhouse.kernel.messages import ResultUnknown
from tests.products.frontdesk.appointments.clinic import (
    RULES_TEXT,
    Clinic,
    asked,
    mail,
)


class TestRestored:
    """Staff take it back."""

    def test_a_cancellation_is_taken_back_while_the_time_is_free(self) -> None:
        clinic = asked()
        clinic.write(RULES_TEXT, ("Refill from the waitlist: yes", "Refill from the waitlist: no"))
        clinic.cancel(link="1-24")
        assert clinic.restore().code == "restored"
        anna = clinic.appointment()
        assert (anna.status, anna.chain, anna.ended_at, anna.answered_at) == (
            "booked",
            2,
            None,
            None,
        )
        assert [one.id for one in clinic.archive()] == ["001-0024"]
        clinic.until("2026-06-03 15:00")
        assert clinic.left() == [("Tue 14:00", "text"), ("Wed 13:00", "text")]

    def test_what_is_held_of_it_for_the_line_is_theirs_again(self) -> None:
        clinic = asked()
        clinic.cancel(link="1-24")
        assert clinic.restore().code == "restored"
        assert (clinic.appointment().frees, clinic.held()) == ("", [])

    def test_what_is_held_for_somebody_else_is_not(self) -> None:
        clinic = Clinic()
        clinic.book("anna")
        clinic.book("ben")
        clinic.cancel("anna")
        clinic.cancel("ben")
        assert clinic.held() == ["benc1"]
        assert clinic.restore("anna").code == "taken"
        assert clinic.restore("ben").code == "restored"

    def test_nor_is_one_that_someone_else_has(self) -> None:
        clinic = Clinic(("Refill from the waitlist: yes", "Refill from the waitlist: no"))
        clinic.book("anna")
        clinic.cancel("anna")
        clinic.book("ben")
        assert clinic.restore("anna").code == "taken"

    def test_a_no_show_who_came_after_all_is_not_reminded(self) -> None:
        clinic = asked()
        clinic.until("2026-06-03 14:45")
        clinic.no_show()
        assert clinic.restore().code == "restored"
        clinic.until("2026-06-03 18:00")
        assert len(clinic.left()) == 2

    @pytest.mark.parametrize("tell", [True, False])
    def test_whoever_was_told_that_it_is_off_hears_that_it_stands_if_staff_want_that(
        self, tell: bool
    ) -> None:
        clinic = Clinic()
        clinic.book("anna", email=mail("anna"), phone="")
        clinic.cancel("anna", tell=True)
        clinic.restore("anna", tell=tell)
        assert clinic.left("cancelled") == [("Mon 10:00", "mail")]
        assert clinic.left("restored") == ([("Mon 10:00", "mail")] if tell else [])

    def test_in_quiet_hours_that_waits_for_the_morning(self) -> None:
        clinic = Clinic(now="2026-06-01 22:00")
        clinic.book("anna")
        clinic.cancel("anna")
        clinic.restore("anna", tell=True)
        clinic.until("2026-06-02 08:05")
        assert clinic.left("restored") == [("Tue 08:00", "text")]

    def test_what_is_cancelled_once_more_is_not_said_to_stand(self) -> None:
        clinic = Clinic(now="2026-06-01 22:00")
        clinic.book("anna")
        clinic.cancel("anna")
        clinic.restore("anna", tell=True)
        clinic.cancel("anna", tell=True)
        clinic.until("2026-06-02 08:05")
        assert (clinic.left("restored"), clinic.left("cancelled")) == ([], [("Tue 08:00", "text")])

    def test_each_time_that_it_stands_again_is_told(self) -> None:
        clinic = Clinic()
        clinic.book("anna")
        for _ in range(2):
            clinic.cancel("anna", tell=True)
            clinic.restore("anna", tell=True)
        assert (len(clinic.left("cancelled")), len(clinic.left("restored"))) == (2, 2)

    def test_nobody_is_told_that_a_time_stands_which_has_begun(self) -> None:
        clinic = asked()
        clinic.until("2026-06-03 14:45")
        clinic.no_show()
        assert clinic.restore(tell=True).code == "restored"
        assert clinic.messages("restored") == []

    def test_what_stands_needs_no_restoring(self) -> None:
        assert asked().restore().code == "unchanged"


class TestUnconfirmed:
    """Staff take back that someone is coming."""

    @pytest.mark.parametrize("link", ["", "1-24"])
    def test_the_chain_goes_on_with_what_is_still_to_come(self, link: str) -> None:
        clinic = asked()
        clinic.confirm(link=link)
        answer, anna = clinic.unconfirm(), clinic.appointment()
        assert (answer.code, anna.status, anna.answered_at) == ("unconfirmed", "booked", None)
        assert (anna.chain, anna.reminded, anna.unwritten) == (1, (24,), True)
        clinic.until("2026-06-03 15:00")
        assert clinic.left() == [("Tue 14:00", "text"), ("Wed 13:00", "text")]
        assert clinic.alerts() == ["no_answer"]

    def test_nothing_is_sent_twice_however_often_it_is_taken_back(self) -> None:
        clinic = asked()
        for moment in ("2026-06-02 15:30", "2026-06-02 16:00", "2026-06-03 13:30"):
            clinic.confirm()
            clinic.unconfirm()
            clinic.until(moment)
        clinic.until("2026-06-03 15:00")
        assert clinic.left() == [("Tue 14:00", "text"), ("Wed 13:00", "text")]

    def test_of_the_windows_that_went_by_meanwhile_the_nearest_is_sent_once(self) -> None:
        clinic = Clinic()
        clinic.book("anna", "2026-06-03 14:00", remind_at=(48, 24, 3))
        clinic.until("2026-06-01 15:00")
        clinic.confirm()
        clinic.until("2026-06-02 18:00")
        assert len(clinic.left()) == 1
        clinic.unconfirm()
        clinic.until("2026-06-03 15:00")
        assert clinic.left() == [
            ("Mon 14:00", "text"),
            ("Tue 18:15", "text"),
            ("Wed 11:00", "text"),
        ]

    @pytest.mark.parametrize("until", ["2026-06-02 23:00", "2026-06-03 08:15"])
    def test_a_reminder_that_waited_for_the_morning_and_was_void_is_decided_on_anew(
        self, until: str
    ) -> None:
        clinic = Clinic()
        clinic.book("anna", "2026-06-03 22:00")
        clinic.until("2026-06-02 22:15")
        assert (clinic.appointment().reminded, clinic.left()) == ((24,), [])
        clinic.confirm()
        clinic.until(until)
        clinic.unconfirm()
        anna = clinic.appointment()
        assert (anna.chain, anna.reminded) == (2, ())
        clinic.until("2026-06-03 22:00")
        assert [way for _, way in clinic.left()] == ["text"]
        assert (clinic.appointment().reminded, clinic.alerts()) == ((24, 1), ["too_late"])

    @pytest.mark.parametrize("meanwhile", [1, 10])
    def test_a_reminder_that_may_have_arrived_is_not_sent_anew(self, meanwhile: int) -> None:
        clinic = Clinic()
        clinic.carrier.answers.append(ResultUnknown("lost"))
        clinic.book(remind_at=(24,))
        clinic.until("2026-06-02 14:01")
        tried = clinic.left()
        assert len(tried) == 1
        clinic.confirm()
        clinic.after(minutes=meanwhile)
        clinic.unconfirm()
        assert clinic.appointment().chain == 1

    def test_a_link_that_was_not_used_still_answers(self) -> None:
        clinic = asked()
        clinic.confirm()
        clinic.unconfirm()
        assert clinic.confirm(link="1-24").code == "confirmed"

    def test_a_link_that_was_used_is_spent_and_the_next_one_answers(self) -> None:
        clinic = asked()
        clinic.confirm(link="1-24")
        clinic.unconfirm()
        assert clinic.confirm(link="1-24").code == "answered_confirm"
        assert clinic.confirm(link="1-1").code == "confirmed"

    def test_who_has_not_confirmed_needs_no_taking_back(self) -> None:
        assert asked().unconfirm().code == "unchanged"

    def test_what_has_ended_is_told(self) -> None:
        clinic = asked()
        clinic.confirm()
        clinic.cancel()
        assert clinic.unconfirm().code == "appointment_cancelled"

    def test_once_it_has_begun_it_is_too_late(self) -> None:
        clinic = asked()
        clinic.confirm()
        clinic.until("2026-06-03 14:00")
        assert clinic.unconfirm().code == "past"

    def test_whoever_was_erased_is_not_known(self) -> None:
        clinic = asked()
        clinic.confirm()
        clinic.erase()
        assert clinic.unconfirm().code == "unknown_appointment"
