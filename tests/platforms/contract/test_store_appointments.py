"""Every store answers queries about appointments alike, page by page."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fullhouse.engine.ports import AllRecords, Conflict, MessagePage, Store
from fullhouse.kernel.decisions import create, if_unchanged, update
from fullhouse.kernel.records import Get, Record
from fullhouse.products.frontdesk.appointments.model import (
    ERASED_NAME,
    Appointment,
    AppointmentPage,
    AppointmentsAt,
    AppointmentsBetween,
    BusyTime,
    Days,
    DaySchedule,
    OldestEnded,
    RepliesOf,
    SendsOf,
    UnwrittenAppointments,
)
from fullhouse.products.frontdesk.shared.contacts import Customer
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.rulebook.model import Money
from tests.aws.emulator import Emulator
from tests.platforms.contract.answering import (
    is_answered_alike,
    put_all,
    some_of_each,
    tells_lines_in_order,
)
from tests.platforms.contract.appointments import (
    APPOINTMENTS_ASKED,
    MAIL,
    PHONE,
    appointment,
    appointments,
    archived_send,
    archived_sends,
    customers,
    days,
    holidays,
    replies,
    reply,
    send,
    sends,
)
from tests.platforms.contract.stores import NOW, commit, message, put

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


def who(records: Any) -> str:
    return "".join(record.id for record in records)


WHOLE: list[Record] = [
    appointment(
        email=MAIL,
        staff="Mara",
        price=Money(4500, "USD"),
        remind_at=(48, 2),
        reminded=(48,),
        reminder="reminder:a1",
        alerted_at=NOW,
        alerted_for="too_late",
        answered_at=NOW + SECOND,
        ended_at=NOW + HOUR,
        gave_up=True,
        frees="a1c1",
        unwritten=False,
        rev=7,
    ),
    appointment("a2"),
    appointment("a3", remind_at=()),
    Customer(id="c1", reach="opted_out", note="STOP", at=NOW, rev=2),
    send(),
    archived_send(),
    reply(),
    reply(name="reschedule-1-24", action="reschedule", new_time=NOW + HOUR),
    DaySchedule(
        id="2026-06-02",
        taken=(BusyTime("a1", NOW, 45, "Mara"), BusyTime("a2c1", NOW + HOUR, 30, by="slot")),
        waiting=(BusyTime("a3c1", NOW + HOUR, 30, "Jo", "slot"),),
        rev=3,
    ),
    DaySchedule(id="2026-06-03"),
]


def test_every_kind_of_record_is_kept_whole(store: Store) -> None:
    put(store, *WHOLE, scope="appointments")
    for record in WHOLE:
        assert store.load(Get(type(record), record.key)) == record
    assert {record.kind_name for record in store.load(AllRecords())} == {
        record.kind_name for record in WHOLE
    }


def test_public_holidays_are_kept_without_an_audit_line_and_told_anew(store: Store) -> None:
    berlin = Holidays(id="DE-BE", days=("2026-12-25", "2026-12-26"), until="2027-12-31")
    put(store, berlin)
    assert store.load(Get(Holidays, ("DE-BE",))) == berlin
    commit(store, update(berlin, days=(), until="2028-12-31"))
    assert store.load(Get(Holidays, ("DE-BE",))) == Holidays(id="DE-BE", until="2028-12-31")
    assert store.load(Get(Holidays, ("DE-BY",))) is None
    assert list(store.load(AllRecords())) == []


def test_what_was_not_set_is_set_and_what_was_set_is_taken_back(store: Store) -> None:
    bare = appointment()
    put_all(store, bare)
    fuller = update(bare, remind_at=(24,), price=Money(100), alerted_at=NOW, reminded=(24, 2))
    commit(store, fuller)
    assert store.load(Get(Appointment, ("a1",))) == fuller.after
    commit(store, update(fuller.after, remind_at=None, price=None, alerted_at=None, reminded=()))
    assert store.load(Get(Appointment, ("a1",))) == bare


def test_a_time_is_taken_once_by_whoever_writes_into_the_days_book_first(store: Store) -> None:
    day = DaySchedule(id="2026-06-02")
    put_all(store, day)
    first, second = (
        update(day, *if_unchanged(day, "rev"), taken=(BusyTime(name, NOW, 45),), rev=1)
        for name in ("a1", "a2")
    )
    commit(store, first, create(appointment("a1")))
    with pytest.raises(Conflict):
        commit(store, second, create(appointment("a2")))
    assert store.load(Get(DaySchedule, day.key)) == first.after
    assert store.load(Get(Appointment, ("a2",))) is None


def test_a_link_is_spent_once(store: Store) -> None:
    put_all(store, reply())
    with pytest.raises(Conflict):
        put_all(store, reply(replied_at=NOW + HOUR))
    assert store.load(RepliesOf("a1")) == (reply(),)


def test_appointments_come_by_their_time_from_one_instant_until_before_another(
    store: Store,
) -> None:
    starts = {"a": 3, "b": 1, "c": 1, "d": 2}
    put_all(
        store, *(appointment(name, starts_at=NOW + hours * HOUR) for name, hours in starts.items())
    )
    assert who(store.load(AppointmentsBetween(NOW + HOUR, NOW + 3 * HOUR))) == "bcd"
    assert who(store.load(AppointmentsBetween(NOW, NOW + 9 * HOUR, limit=2))) == "bc"
    assert who(store.load(AppointmentsBetween(NOW + HOUR, NOW + 9 * HOUR, "b"))) == "cda"
    assert who(store.load(AppointmentsBetween(NOW + HOUR, NOW + 9 * HOUR, "c", 1))) == "d"
    assert store.load(AppointmentsBetween(NOW, NOW + HOUR)) == ()
    assert store.load(AppointmentsBetween(NOW + 3 * HOUR, NOW + HOUR)) == ()


def test_appointments_that_ended_stand_between_the_others(store: Store) -> None:
    put_all(
        store,
        appointment("a", status="cancelled"),
        appointment("b", status="no_show"),
        appointment("c"),
    )
    assert who(store.load(AppointmentsBetween(NOW, NOW + 48 * HOUR))) == "abc"


def test_a_moved_appointment_is_found_at_its_new_time_alone(store: Store) -> None:
    put_all(store, appointment("a", starts_at=NOW + HOUR))
    commit(store, update(appointment("a", starts_at=NOW + HOUR), starts_at=NOW + 5 * HOUR))
    assert store.load(AppointmentsBetween(NOW, NOW + 2 * HOUR)) == ()
    assert who(store.load(AppointmentsBetween(NOW + 5 * HOUR, NOW + 6 * HOUR))) == "a"


def test_appointments_are_walked_page_by_page_and_none_is_missed_or_met_twice(store: Store) -> None:
    people = [
        appointment(f"{number:02d}", starts_at=NOW + number % 4 * SECOND) for number in range(24)
    ]
    put_all(store, *people)
    wanted = sorted(people, key=lambda one: (one.starts_at, one.id))
    assert walked(store, AppointmentsBetween(NOW, NOW + HOUR, limit=5)) == wanted
    assert retired(store, OldestEnded(limit=5)) == wanted


def walked(store: Store, need: AppointmentsBetween) -> list[Appointment]:
    found: list[Appointment] = []
    while page := store.load(need):
        found += page
        need = msgspec.structs.replace(need, since=page[-1].starts_at, after=page[-1].id)
    return found


def retired(store: Store, need: OldestEnded) -> list[Appointment]:
    found: list[Appointment] = []
    while page := store.load(need):
        found += page
        need = msgspec.structs.replace(need, after_starts=page[-1].starts_at, after_id=page[-1].id)
    return found


def test_appointments_come_by_id_after_a_cursor_with_one_status_or_any(store: Store) -> None:
    put_all(
        store,
        *(appointment(name, status="confirmed" if name in "bd" else "booked") for name in "dcba"),
    )
    assert who(store.load(AppointmentPage())) == "abcd"
    assert who(store.load(AppointmentPage("confirmed"))) == "bd"
    assert who(store.load(AppointmentPage("booked", "a"))) == "c"
    assert who(store.load(AppointmentPage("", "a", 2))) == "bc"
    assert store.load(AppointmentPage("no_show")) == ()
    commit(store, update(appointment("a"), status="cancelled"))
    assert who(store.load(AppointmentPage("booked"))) == "c"


def test_all_appointments_of_one_person_are_found_by_number_or_address_also_those_that_ended(
    store: Store,
) -> None:
    put_all(
        store,
        appointment("d", email=MAIL),
        appointment("a", email=MAIL, status="cancelled", ended_at=NOW),
        appointment("b", phone="+4915110000002", email=MAIL),
        appointment("c"),
        appointment("e", phone=""),
    )
    assert who(store.load(AppointmentsAt(PHONE))) == "acd"
    assert who(store.load(AppointmentsAt(MAIL))) == "abd"
    assert who(store.load(AppointmentsAt(MAIL, limit=2))) == "ab"
    assert who(store.load(AppointmentsAt(MAIL, "a", 1))) == "b"
    assert who(store.load(AppointmentsAt(MAIL, "b"))) == "d"
    assert store.load(AppointmentsAt("eve@example.org")) == ()
    assert store.load(AppointmentsAt("")) == ()
    commit(store, update(appointment("d", email=MAIL), phone="", email=""))
    assert who(store.load(AppointmentsAt(MAIL))) == "ab"


def test_what_the_sheet_does_not_show_yet_comes_by_id_until_it_is_written(store: Store) -> None:
    put_all(
        store,
        appointment("b"),
        appointment("a", status="cancelled"),
        appointment("c", unwritten=False),
        appointment("d"),
    )
    assert who(store.load(UnwrittenAppointments())) == "abd"
    assert who(store.load(UnwrittenAppointments("a", 1))) == "b"
    commit(
        store,
        update(appointment("b"), unwritten=False),
        update(appointment("c", unwritten=False), unwritten=True),
    )
    assert who(store.load(UnwrittenAppointments())) == "acd"


def test_the_longest_over_come_first_while_something_is_known_of_them(store: Store) -> None:
    blank: dict[str, Any] = {"name": ERASED_NAME, "phone": "", "email": ""}
    old = appointment("b", starts_at=NOW - HOUR)
    put_all(
        store,
        appointment("a", starts_at=NOW + SECOND),
        old,
        appointment("c", starts_at=NOW - HOUR, status="cancelled"),
        appointment("d", starts_at=NOW - 2 * HOUR, **blank),
        appointment("e", starts_at=NOW, phone=""),
        appointment("f", starts_at=NOW, **{**blank, "phone": PHONE}),
        appointment("g", starts_at=NOW, **{**blank, "email": MAIL}),
    )
    assert who(store.load(OldestEnded())) == "bcefga"
    assert who(store.load(OldestEnded(limit=2))) == "bc"
    assert who(store.load(OldestEnded(NOW - HOUR, "b"))) == "cefga"
    assert who(store.load(OldestEnded(NOW, "f", 1))) == "g"
    commit(store, update(old, **blank))
    assert who(store.load(OldestEnded())) == "cefga"


def test_what_has_left_for_an_appointment_comes_in_the_order_in_which_it_left(store: Store) -> None:
    put_all(
        store,
        send(hours=2, sent_at=NOW + HOUR),
        send(hours=48, sent_at=NOW - HOUR),
        send(hours=24),
        send(hours=12),
        send("a2"),
        archived_send(),
    )
    assert [one.id for one in store.load(SendsOf("a1"))] == ["0048", "0012", "0024", "0002"]
    assert store.load(SendsOf("a2")) == (send("a2"),)
    assert store.load(SendsOf("a3")) == ()


def test_a_window_of_another_chain_takes_the_place_of_the_one_before(store: Store) -> None:
    put_all(store, send())
    again = update(send(), chain=2, channel="mail", sent_at=NOW + HOUR)
    commit(store, again, create(archived_send()))
    assert store.load(SendsOf("a1")) == (again.after,)


def test_what_was_answered_comes_the_newest_first(store: Store) -> None:
    put_all(
        store,
        reply(name="confirm-1-24", replied_at=NOW),
        reply(
            name="reschedule-1-2",
            replied_at=NOW + HOUR,
            action="reschedule",
            new_time=NOW + 9 * HOUR,
        ),
        reply(name="cancel-1-24", replied_at=NOW, action="cancel"),
        reply("a2"),
    )
    found = store.load(RepliesOf("a1"))
    assert [one.id for one in found] == ["reschedule-1-2", "confirm-1-24", "cancel-1-24"]
    assert [one.new_time for one in found] == [NOW + 9 * HOUR, None, None]
    assert store.load(RepliesOf("a2")) == (reply("a2"),)
    assert store.load(RepliesOf("a3")) == ()


def test_the_books_of_some_days_come_in_order_and_days_without_one_are_left_out(
    store: Store,
) -> None:
    put_all(store, *(DaySchedule(id=f"2026-{day}") for day in ("06-30", "07-01", "06-02", "06-01")))
    assert [day.id for day in store.load(Days("2026-06-01", "2026-06-30"))] == [
        "2026-06-01",
        "2026-06-02",
        "2026-06-30",
    ]
    assert [day.id for day in store.load(Days("2026-06-02", "2026-06-02"))] == ["2026-06-02"]
    assert store.load(Days("2026-06-03", "2026-06-29")) == ()
    assert store.load(Days("2026-06-30", "2026-06-01")) == ()


def test_the_lines_about_one_appointment_come_in_order_after_a_number(store: Store) -> None:
    tells_lines_in_order(store, "appointments", "waitlist", appointment("a0"), appointment("a1"))


def test_what_was_sent_to_one_address_about_appointments_comes_the_newest_first(
    store: Store,
) -> None:
    scopes = ("appointments", "waitlist", "appointments", "appointments")
    put(
        store,
        *(
            message(f"m{at}", scope=scope, to=MAIL if at < 3 else PHONE)
            for at, scope in enumerate(scopes)
        ),
    )
    assert [one.id for one in store.load(MessagePage("appointments", MAIL))] == ["m2", "m0"]
    assert [one.id for one in store.load(MessagePage("appointments"))] == ["m3", "m2", "m0"]
    assert store.load(MessagePage("appointments", "nobody")) == ()


others = st.lists(st.one_of(archived_sends, customers, holidays), max_size=6)
everything = some_of_each(
    st.lists(appointments, max_size=25),
    st.lists(sends, max_size=8),
    st.lists(replies, max_size=8),
    st.lists(days, max_size=6),
    others,
)


@settings(max_examples=settings().max_examples // 3)
@given(everything, st.data())
def test_every_need_about_appointments_is_answered_the_same_by_all(
    emulator: Emulator, records: list[Record], data: st.DataObject
) -> None:
    is_answered_alike(emulator, records, APPOINTMENTS_ASKED, data, times=16)
