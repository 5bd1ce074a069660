"""Booking: what staff write down stands, picks must be free, and rows change between ticks."""

from typing import Any

import pytest

from fullhouse.kernel.messages import CarrierDown, Refused, ResultUnknown
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.model import ERASED_NAME
from fullhouse.products.frontdesk.appointments.reminder_chain import UNWANTED
from fullhouse.products.frontdesk.shared.rulebook.model import Money
from tests.products.frontdesk.appointments.clinic import RULES_TEXT, WEDNESDAY, Clinic, mail, phone
from tests.support.rsvp_world import there

GONE = Refused("no such number", permanent=True)


def test_an_appointment_is_written_down_as_the_rules_write_it() -> None:
    clinic = Clinic()
    answer = clinic.book(
        service=" cut", staff="jess", email=mail("anna"), ref="R1", link="https://book.example/1"
    )
    anna = clinic.appointment()
    assert (answer.code, answer.appointment) == ("booked", anna)
    assert (anna.service, anna.staff, anna.minutes, anna.price) == ("Cut", "Jess", 45, Money(5500))
    assert (anna.status, anna.chain, anna.made_at, anna.unwritten) == (
        "booked",
        1,
        clinic.now,
        True,
    )
    assert clinic.actions("anna") == ["booked"]


def test_one_that_is_known_is_answered_with_what_became_of_it() -> None:
    clinic = Clinic()
    clinic.book()
    answer = clinic.book(name="Anna again")
    assert (answer.code, answer.appointment) == ("already", clinic.appointment())


def test_what_comes_from_the_sheet_need_not_be_written_there() -> None:
    clinic = Clinic()
    clinic.book(source="sheet")
    assert not clinic.appointment().unwritten


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"service": "Shave"}, "unknown_service", "service"),
        ({"staff": "Kim"}, "unknown_staff", "staff"),
        ({"starts_at": "2029-01-01 10:00"}, "too_far", "starts_at"),
        ({"minutes": 1441}, "too_long", "minutes"),
        ({"minutes": -1}, "too_long", "minutes"),
        ({"remind_at": (0,)}, "wrong_reminders", "remind_at"),
        ({"remind_at": (169,)}, "wrong_reminders", "remind_at"),
        ({"remind_at": (1, 2, 3, 4, 5, 6)}, "wrong_reminders", "remind_at"),
    ],
)
def test_what_cannot_be_is_refused(fields: dict[str, Any], code: str, field: str) -> None:
    clinic = Clinic()
    answer = clinic.book(**fields)
    assert (answer.code, answer.field, clinic.appointments()) == (code, field, ())
    clinic.book()
    answer = clinic.edit(**fields)
    assert (answer.code, answer.field, clinic.appointment().rev) == (code, field, 0)


def test_a_row_may_have_reminders_and_a_length_of_its_own() -> None:
    clinic = Clinic()
    clinic.book(remind_at=(168, 1), minutes=90)
    assert (clinic.appointment().remind_at, clinic.appointment().minutes) == ((168, 1), 90)


def test_what_staff_write_down_stands_whatever_else_is_in_the_book() -> None:
    clinic = Clinic()
    clinic.book("anna")
    assert clinic.book("ben").code == "booked"
    assert len(clinic.taken()) == 2


def test_what_must_be_free_gets_someone_who_has_the_time() -> None:
    clinic = Clinic()
    clinic.book("anna")
    assert clinic.book("ben", free=True).code == "taken"
    assert clinic.book("ben", free=True, staff="").code == "booked"
    assert clinic.appointment("ben").staff == "Sam"
    answer = clinic.book("cem", free=True, staff="")
    assert (answer.code, answer.field) == ("taken", "starts_at")


def test_nobody_is_promised_someone_whom_no_single_person_can_see() -> None:
    clinic = Clinic()
    clinic.book("anna", "2026-06-03 14:00", minutes=30, staff="Jess")
    clinic.book("ben", "2026-06-03 14:30", minutes=30, staff="Sam")
    assert clinic.book("cem", "2026-06-03 14:00", minutes=60, staff="", free=True).code == "taken"


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"tell": True}, ["text"]),
        ({"tell": True, "phone": "", "email": mail("anna")}, ["mail"]),
        ({}, []),
    ],
)
def test_a_customer_is_told_where_staff_want_that(fields: dict[str, Any], told: list[str]) -> None:
    clinic = Clinic()
    clinic.book(**fields)
    assert [how for _, how in clinic.left("booked")] == told


def test_nobody_is_told_of_what_is_over_or_by_what_they_do_not_want() -> None:
    clinic = Clinic()
    clinic.book("anna", "2026-05-30 10:00", tell=True)
    clinic.reach(phone("ben"), "opted_out")
    clinic.book("ben", tell=True)
    assert clinic.messages("booked") == []


class TestEdited:
    """Changing what is written down."""

    def test_a_name_or_a_number_changes_nothing_else(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until("2026-06-02 15:00")
        day = clinic.taken()
        assert clinic.edit(name="Anna B", phone=phone("annab"), link="x").code == "edited"
        anna = clinic.appointment()
        assert (anna.name, anna.chain, anna.reminded, anna.rev) == ("Anna B", 1, (24,), 2)
        assert clinic.taken() == day
        clinic.until("2026-06-03 13:05")
        assert [one.to for one in clinic.carrier.handed] == [phone("anna"), phone("annab")]

    def test_the_same_again_is_nothing(self) -> None:
        clinic = Clinic()
        clinic.book()
        assert clinic.edit(name="Anna", staff=" JESS", starts_at=WEDNESDAY).code == "unchanged"

    def test_another_time_is_another_chain_and_frees_the_old_one(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until("2026-06-02 15:00")
        clinic.confirm()
        clinic.edit(starts_at="2026-06-04 10:00")
        anna = clinic.appointment()
        assert (anna.status, anna.chain, anna.reminded, anna.made_at) == (
            "booked",
            2,
            (),
            clinic.now,
        )
        assert (anna.reminder, anna.answered_at, anna.frees) == ("", None, "annac1")
        assert [one.chain for one in clinic.archive()] == [1]
        held = next(one for one in clinic.taken() if one.by == "slot")
        assert (held.id, held.starts_at, held.staff) == ("annac1", there(WEDNESDAY), "Jess")
        assert clinic.actions("anna")[-1] == "moved"

    def test_moved_away_and_back_nobody_hears_twice(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until("2026-06-02 15:00")
        clinic.edit(starts_at="2026-06-03 15:00")
        clinic.edit(starts_at=WEDNESDAY)
        clinic.until("2026-06-03 12:59")
        assert clinic.left() == [("Tue 14:00", "text")]
        clinic.until("2026-06-03 13:00")
        assert clinic.appointment().chain == 3
        assert clinic.left() == [("Tue 14:00", "text"), ("Wed 13:00", "text")]

    def test_a_time_that_overlaps_the_old_one_frees_nothing(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.edit(starts_at="2026-06-03 14:15")
        assert (clinic.held(), clinic.appointment().frees) == ([], "")

    def test_what_someone_else_has_by_then_is_not_free_either(self) -> None:
        clinic = Clinic()
        clinic.book("anna")
        clinic.book("ben")
        clinic.edit("anna", starts_at="2026-06-04 10:00")
        assert clinic.held() == []

    @pytest.mark.parametrize("now", ["2026-06-03 14:10", "2026-06-03 15:00"])
    def test_a_time_that_has_begun_may_have_been_a_slip_and_frees_nothing(self, now: str) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.until(now)
        clinic.edit(starts_at="2026-06-04 10:00")
        assert clinic.held() == []

    def test_without_refilling_a_moved_time_is_simply_free(self) -> None:
        clinic = Clinic(("Refill from the waitlist: yes", "Refill from the waitlist: no"))
        clinic.book()
        clinic.edit(starts_at="2026-06-04 10:00")
        assert (clinic.held(), clinic.appointment().frees) == ([], "")

    @pytest.mark.parametrize(("before", "after"), [("", "Jess"), ("Jess", "Sam"), ("Jess", "")])
    def test_another_chair_at_the_same_time_frees_nothing_and_is_no_new_chain(
        self, before: str, after: str
    ) -> None:
        clinic = Clinic()
        clinic.book(staff=before)
        clinic.confirm()
        clinic.edit(staff=after)
        anna = clinic.appointment()
        assert (anna.staff, anna.status, anna.chain, anna.frees, clinic.held()) == (
            after,
            "confirmed",
            1,
            "",
            [],
        )
        assert clinic.actions("anna")[-1] == "edited"

    def test_another_service_takes_its_own_time_and_price(self) -> None:
        clinic = Clinic()
        clinic.book(minutes=50)
        clinic.edit(service="Cleaning")
        anna = clinic.appointment()
        assert (anna.minutes, anna.price, anna.chain) == (30, Money(8000), 1)
        clinic.edit(service="Consult", minutes=50)
        assert (clinic.appointment().minutes, clinic.appointment().price) == (50, None)

    def test_a_service_that_is_no_longer_done_stays_what_it_was(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.write(RULES_TEXT, ("- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours\n", ""))
        assert clinic.edit(name="Anna B").code == "edited"
        assert (clinic.appointment().service, clinic.appointment().minutes) == ("Cut", 45)

    def test_the_customer_is_told_of_another_time_or_of_someone_else(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.edit(name="Anna B", tell=True)
        assert clinic.messages("rescheduled") == []
        clinic.edit(staff="Sam", tell=True)
        clinic.edit(starts_at="2026-06-04 10:00", tell=True)
        assert [one.id[-4:] for one in clinic.carrier.handed if one.kind == "rescheduled"] == [
            ":1-2",
            "na:2",
        ]
        clinic.edit(starts_at="2026-05-30 10:00", tell=True)
        assert len(clinic.messages("rescheduled")) == 2

    def test_what_is_cancelled_is_not_moved_but_may_be_put_right(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.cancel()
        assert clinic.edit(starts_at="2026-06-04 10:00").code == "appointment_cancelled"
        assert clinic.edit(name="Anna B", staff="Sam", tell=True).code == "edited"
        assert clinic.messages("rescheduled") == []

    def test_the_sheet_does_not_overrule_what_it_does_not_show_yet(self) -> None:
        clinic = Clinic()
        clinic.book()
        assert clinic.edit(name="Old", source="sheet").code == "unchanged"
        clinic.written()
        assert clinic.edit(name="New", source="sheet").code == "edited"
        assert not clinic.appointment().unwritten
        clinic.edit(name="Newer")
        assert clinic.appointment().unwritten

    def test_the_sheet_is_told_that_what_it_moved_is_not_confirmed_any_more(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.confirm()
        clinic.written()
        clinic.edit(staff="Sam", source="sheet")
        assert not clinic.appointment().unwritten
        clinic.edit(starts_at="2026-06-04 10:00", source="sheet")
        assert (clinic.appointment().status, clinic.appointment().unwritten) == ("booked", True)

    def test_there_has_to_be_one(self) -> None:
        assert Clinic().edit("nobody", name="x").code == "unknown_appointment"

    def test_a_book_that_was_begun_by_other_clocks_still_holds_it_once(self) -> None:
        clinic = Clinic()
        clinic.book("anna", "2026-06-03 17:00")
        clinic.write(RULES_TEXT, ("Europe/Berlin", "Asia/Tokyo"))
        assert clinic.edit(minutes=60).code == "edited"
        assert len(clinic.taken()) == 1
        clinic.cancel()
        assert [one.by for one in clinic.taken()] == ["slot"]

    def test_whoever_can_be_reached_after_all_is_reminded(self) -> None:
        clinic = Clinic()
        clinic.book(phone="")
        clinic.until("2026-06-02 15:00")
        assert clinic.alerts() == ["unreachable"]
        clinic.edit(phone=phone("anna"))
        clinic.until("2026-06-03 15:00")
        assert clinic.left() == [("Tue 15:15", "text"), ("Wed 13:00", "text")]
        assert clinic.alerts() == ["unreachable", "no_answer"]

    def test_whose_wrong_number_is_put_right_is_reminded_after_all(self) -> None:
        clinic = Clinic()
        clinic.carrier.dead[phone("anna")] = GONE
        clinic.book(remind_at=(24,))
        clinic.until("2026-06-02 15:00")
        assert clinic.alerts() == ["unreachable"]
        clinic.edit(phone=phone("ben"))
        clinic.until("2026-06-03 14:00")
        reached = [
            (clinic.clock(at), one.to) for at, one in clinic.carrier.times if one.kind == "reminder"
        ]
        assert reached == [("Tue 14:00", phone("anna")), ("Tue 15:15", phone("ben"))]
        assert clinic.alerts() == ["unreachable", "no_answer"]
        assert [(one.chain, one.move) for one in clinic.archive()] == [(1, "gap_alert")]

    @pytest.mark.parametrize("again", [{"remind_at": (24,)}, {"remind_at": None}], ids=str)
    def test_a_reminder_that_was_dropped_is_sent_if_it_is_wanted_again(
        self, again: dict[str, Any]
    ) -> None:
        clinic = Clinic()
        clinic.book(remind_at=(24,))
        clinic.carrier.dead[phone("anna")] = CarrierDown("no line")
        clinic.until("2026-06-02 14:01")
        clinic.edit(remind_at=())
        clinic.until("2026-06-02 16:00")
        assert [one.error for one in clinic.messages("reminder")] == [UNWANTED]
        del clinic.carrier.dead[phone("anna")]
        clinic.edit(minutes=60, service="Consult")
        assert clinic.appointment().chain == 1
        clinic.edit(service="Cut", **again)
        clinic.until("2026-06-02 16:30")
        assert [one.status for one in clinic.messages("reminder")] == ["failed", "sent"]

    @pytest.mark.parametrize("first", ["", phone("anna")])
    def test_staff_hear_of_another_number_that_is_wrong_as_well(self, first: str) -> None:
        clinic = Clinic()
        clinic.carrier.dead |= {phone("anna"): GONE, phone("ben"): GONE}
        clinic.book(phone=first, remind_at=(24,))
        clinic.until("2026-06-02 15:00")
        clinic.edit(phone=phone("ben"))
        clinic.until("2026-06-03 14:00")
        assert clinic.alerts() == ["unreachable", "unreachable"]

    def test_who_has_confirmed_on_the_phone_meanwhile_stays_so_under_their_new_number(self) -> None:
        clinic = Clinic()
        clinic.carrier.dead[phone("anna")] = GONE
        clinic.book(remind_at=(24,))
        clinic.until("2026-06-02 15:00")
        clinic.confirm()
        clinic.edit(phone=phone("ben"))
        clinic.until("2026-06-03 14:00")
        assert (clinic.appointment().status, len(clinic.left())) == ("confirmed", 1)

    def test_whoever_was_reminded_before_their_number_went_dead_is_not_reminded_of_that_again(
        self,
    ) -> None:
        clinic = Clinic()
        clinic.book(remind_at=(24, 2))
        clinic.until("2026-06-02 15:00")
        clinic.carrier.dead[phone("anna")] = GONE
        clinic.until("2026-06-03 12:30")
        clinic.edit(phone=phone("ben"))
        clinic.until("2026-06-03 14:00")
        assert clinic.left() == [("Tue 14:00", "text"), ("Wed 12:00", "text")]

    def test_a_reminder_that_may_have_arrived_is_not_sent_anew(self) -> None:
        clinic = Clinic()
        clinic.carrier.answers += [ResultUnknown("lost"), ResultUnknown("lost")]
        clinic.book(remind_at=(24,))
        clinic.until("2026-06-03 13:30")
        assert clinic.alerts() == ["unreachable"]
        tried = clinic.left()
        clinic.edit(phone=phone("ben"))
        clinic.until("2026-06-03 14:00")
        assert clinic.left() == tried

    def test_whose_wrong_number_is_put_right_with_another_time_has_one_new_chain(self) -> None:
        clinic = Clinic()
        clinic.carrier.dead[phone("anna")] = GONE
        clinic.book(remind_at=(24,))
        clinic.until("2026-06-02 15:00")
        clinic.edit(phone=phone("ben"), starts_at="2026-06-05 14:00")
        assert (clinic.appointment().chain, len(clinic.archive())) == (2, 1)


class TestErased:
    """Forgetting whose appointment it was."""

    def test_one_that_is_ahead_is_struck_out_and_its_time_is_free(self) -> None:
        clinic = Clinic()
        clinic.book(email=mail("anna"), link="https://book.example/anna")
        clinic.until("2026-06-02 15:00")
        assert clinic.erase().code == "erased"
        anna = clinic.appointment()
        assert (anna.name, anna.addresses, anna.link, anna.status) == (
            ERASED_NAME,
            (),
            "",
            "cancelled",
        )
        assert (anna.frees, clinic.held()) == ("annac1", ["annac1"])

    def test_nothing_that_is_kept_names_them(self) -> None:
        clinic = Clinic()
        clinic.book(name="Anna Karenina", email=mail("anna"), tell=True)
        clinic.until("2026-06-03 13:30")
        clinic.cancel(link="1-1")
        clinic.erase()
        everything = repr((clinic.store.shelves, clinic.store.lines))
        for told in ("Karenina", phone("anna"), mail("anna")):
            assert told not in everything

    def test_what_is_on_its_way_does_not_leave(self) -> None:
        clinic = Clinic()
        clinic.book("anna", "2026-06-03 23:00")
        clinic.until("2026-06-02 23:10")
        assert [one.status for one in clinic.messages("reminder")] == ["queued"]
        clinic.erase()
        clinic.until("2026-06-03 12:00")
        assert clinic.left() == []

    def test_one_that_is_over_stays_as_it_ended(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.confirm()
        clinic.until("2026-06-03 14:05")
        clinic.erase()
        assert (clinic.appointment().status, clinic.held()) == ("confirmed", [])

    def test_twice_is_once_and_nothing_is_done_with_it_any_more(self) -> None:
        clinic = Clinic()
        assert clinic.erase().code == "unknown_appointment"
        clinic.book()
        clinic.erase()
        rev = clinic.appointment().rev
        assert clinic.erase().code == "erased"
        for deed in (clinic.confirm, clinic.cancel, clinic.no_show, clinic.restore, clinic.edit):
            assert deed().code == "unknown_appointment"
        assert clinic.appointment().rev == rev


def test_what_stands_in_the_sheet_as_it_is_is_noted() -> None:
    clinic = Clinic()
    clinic.book("anna")
    clinic.book("ben")
    revs = {one.id: one.rev for one in clinic.appointments()}
    clinic.confirm("ben")
    assert clinic.give(commands.MarkAppointmentsSynced(appointments=tuple(revs.items()))) == 1
    assert (clinic.appointment("anna").unwritten, clinic.appointment("ben").unwritten) == (
        False,
        True,
    )


def test_an_edit_of_what_was_changed_since_it_was_looked_at_changes_nothing() -> None:
    clinic = Clinic()
    clinic.book()
    rev = clinic.appointment().rev
    assert clinic.edit(name="Anna B", rev=rev).code == "edited"
    assert clinic.edit(name="Anna C", rev=rev).code == "changed_since"
    assert clinic.appointment().name == "Anna B"


def test_a_script_moves_nothing_ahead_into_the_past() -> None:
    clinic = Clinic()
    clinic.book()
    back = there("2026-05-04 14:00")
    answer = clinic.edit(starts_at=back, source="api")
    assert (answer.code, answer.field) == ("time_passed", "starts_at")
    assert clinic.appointment().starts_at == there(WEDNESDAY)
    assert clinic.edit(starts_at=there("2026-06-04 14:00"), source="api").code == "edited"
    assert clinic.edit(starts_at=back).code == "edited"
    assert clinic.edit(starts_at=there("2026-05-05 14:00"), source="api").code == "edited"
