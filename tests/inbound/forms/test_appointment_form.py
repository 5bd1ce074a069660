"""Appointment forms: hostile input becomes a clean command, or problems; nothing else."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.forms.appointment_form import (
    FIELDS,
    PickedTime,
    named_by,
    read_booking,
    read_change,
    read_picked_time,
    typed_booking,
    typed_change,
)
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.phone import is_e164
from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    ConfirmAppointment,
    EditAppointment,
    NoShow,
    RestoreAppointment,
    Unconfirm,
)
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service

T = TypeVar("T")
NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
ELEVEN = datetime(2026, 6, 2, 9, 0, tzinfo=UTC)
BOOK = Rulebook(services=(Service("Colour", 90), Service("Cut", 45)), staff=("Jess", "Sam"))
ADA = Appointment(
    id="ada", name="Ada", service="Cut", staff="Jess", starts_at=ELEVEN, minutes=45, made_at=NOW
)
ANY_TEXT = st.text(max_size=40)
TYPED = {"name": "Ada", "service": "Cut", "date": "2026-06-02", "time": "11:00"}


def body(**more: Any) -> bytes:
    return msgspec.json.encode(
        {"name": "Ada", "service": "cut", "starts_at": "2026-06-02T11:00", **more}
    )


def problems(make: Callable[[], object]) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as unfit:
        make()
    return [(one.field, one.code) for one in unfit.value.problems]


def test_what_a_script_sends_becomes_a_command() -> None:
    sent = {
        "phone": "0171 1234567",
        "email": "ADA@example.org",
        "staff": "jess",
        "duration": 60,
        "remind_at": [2, 24, 2],
    }
    assert read_booking(
        body(**sent, link="https://book.example/1", tell=True), BOOK, "a1"
    ) == BookAppointment(
        appointment_id="a1",
        name="Ada",
        phone="+491711234567",
        email="ada@example.org",
        service="Cut",
        staff="Jess",
        starts_at=ELEVEN,
        minutes=60,
        remind_at=(24, 2),
        link="https://book.example/1",
        source="api",
        tell=True,
    )


def test_what_is_left_out_is_left_to_the_rules() -> None:
    made = read_booking(body(only_if_free=True), BOOK, "a1")
    assert (made.minutes, made.remind_at, made.staff, made.phone, made.free, made.tell) == (
        0,
        None,
        "",
        "",
        True,
        False,
    )
    assert read_booking(body(remind_at=[]), BOOK, "a1").remind_at == ()


def test_a_time_may_have_its_zone_and_counts_by_the_minute() -> None:
    for text in ("2026-06-02T09:00:59.5Z", "2026-06-02 11:00", "2026-06-02T05:00-04:00"):
        assert read_booking(body(starts_at=text), BOOK, "a1").starts_at == ELEVEN


def test_what_has_a_name_elsewhere_is_one_however_often_it_is_sent() -> None:
    first, again = (read_booking(body(ref=" b-17 "), BOOK, name) for name in ("a1", "a2"))
    assert first.appointment_id == again.appointment_id == named_by("b-17") != named_by("b-18")
    assert first.ref == "b-17"


@pytest.mark.parametrize(
    ("more", "field", "code"),
    [
        ({"name": " "}, "name", "name_missing"),
        ({"phone": "12"}, "phone", "bad_phone"),
        ({"email": "ada@"}, "email", "bad_email"),
        ({"service": "Massage"}, "service", "unknown_service"),
        ({"staff": "Eve"}, "staff", "unknown_staff"),
        ({"starts_at": "soon"}, "starts_at", "bad_time"),
        ({"starts_at": "2027-03-28T02:30"}, "starts_at", "skipped_hour"),
        ({"starts_at": "2026-06-02T11:00-14:45"}, "starts_at", "bad_time"),
        ({"duration": 0}, "duration", "bad_duration"),
        ({"duration": 1441}, "duration", "bad_duration"),
        ({"duration": "45"}, "duration", "wrong_type"),
        ({"remind_at": [0]}, "remind_at", "bad_remind_at"),
        ({"remind_at": [169]}, "remind_at", "bad_remind_at"),
        ({"remind_at": [1, 2, 3, 4, 5, 6]}, "remind_at", "bad_remind_at"),
        ({"link": "javascript:alert(1)"}, "link", "bad_link"),
        ({"link": "https://a b"}, "link", "bad_link"),
        ({"link": "https://"}, "link", "bad_link"),
        ({"ref": "a\nb"}, "ref", "bad_text"),
        ({"colour": "red"}, "colour", "unknown_field"),
    ],
)
def test_what_does_not_fit_names_its_field(more: dict[str, Any], field: str, code: str) -> None:
    assert problems(lambda: read_booking(body(**more), BOOK, "a1")) == [(field, code)]


def test_fields_are_changed_that_are_given_and_no_others() -> None:
    def changed(**fields: Any) -> Command:
        return read_change(msgspec.json.encode(fields), BOOK, ADA)

    assert changed() == EditAppointment(appointment_id="ada", source="api", tell=True)
    given = {
        "name": "Ada L.",
        "phone": None,
        "staff": None,
        "duration": 30,
        "remind_at": None,
        "link": None,
    }
    assert changed(tell=False) == EditAppointment(appointment_id="ada", source="api")
    assert changed(**given) == EditAppointment(
        appointment_id="ada",
        name="Ada L.",
        phone="",
        staff="",
        minutes=30,
        remind_at=None,
        link="",
        source="api",
        tell=True,
    )


def test_how_it_stands_is_said_alone() -> None:
    def said(**fields: Any) -> Command:
        return read_change(msgspec.json.encode(fields), BOOK, ADA)

    assert said(status="confirmed") == ConfirmAppointment(appointment_id="ada", source="api")
    assert said(status="cancelled") == CancelAppointment(
        appointment_id="ada", source="api", tell=True
    )
    assert said(status="no_show") == NoShow(appointment_id="ada")
    assert said(status="booked", tell=False) == RestoreAppointment(appointment_id="ada")
    assert said(status="booked") == RestoreAppointment(appointment_id="ada", tell=True)
    coming = msgspec.structs.replace(ADA, status="confirmed")
    assert read_change(b'{"status": "booked"}', BOOK, coming) == Unconfirm(appointment_id="ada")
    assert problems(lambda: said(status="cancelled", staff="Sam")) == [("status", "status_alone")]
    assert problems(lambda: said(status="late")) == [("status", "wrong_type")]


class TestDesk:
    def test_what_was_typed_becomes_a_command(self) -> None:
        typed = {**TYPED, "minutes": " 60 ", "remind_at": "24, 2", "phone": "", "staff": ""}
        made = typed_booking(typed, BOOK, "a1", tell=True)
        assert (made.starts_at, made.minutes, made.remind_at, made.source) == (
            ELEVEN,
            60,
            (24, 2),
            "desk",
        )
        assert made.tell
        plain = typed_booking({**TYPED, "minutes": "", "remind_at": ""}, BOOK, "a1")
        assert (plain.minutes, plain.remind_at, plain.tell) == (0, None, False)

    @pytest.mark.parametrize(
        "time", ["11:00-12:00", "11:00 - 12:00", "11:00 \u2013 12", "11:00 bis 12:00", "11:00-1200"]
    )
    def test_when_it_ends_is_no_zone(self, time: str) -> None:
        assert typed_booking({**TYPED, "time": time}, BOOK, "a1").starts_at == ELEVEN

    def test_an_empty_form_names_each_field_at_once(self) -> None:
        found = problems(lambda: typed_booking({}, BOOK, "a1"))
        assert [field for field, _ in found] == ["name", "service", "starts_at"]

    @pytest.mark.parametrize(
        ("more", "field"),
        [
            ({"minutes": "an hour"}, "duration"),
            ({"minutes": "9999999"}, "duration"),
            ({"minutes": "\u0664\u0665"}, "duration"),
            ({"remind_at": "24, soon"}, "remind_at"),
            ({"date": "2026-02-30"}, "starts_at"),
            ({"time": ""}, "starts_at"),
        ],
    )
    def test_what_cannot_be_read_names_its_field(self, more: dict[str, str], field: str) -> None:
        assert [
            one for one, _ in problems(lambda: typed_booking({**TYPED, **more}, BOOK, "a1"))
        ] == [field]

    def test_only_what_stands_in_the_form_is_changed(self) -> None:
        assert typed_change({"staff": "sam", "csrf": "x"}, BOOK, ADA) == EditAppointment(
            appointment_id=ADA.id, staff="Sam"
        )


class TestPick:
    def test_a_time_and_whoever_works_here_or_anyone(self) -> None:
        picked = {"start": "2026-06-02T09:00:00Z"}
        assert read_picked_time({**picked, "staff": "sam"}, BOOK, ADA) == PickedTime(ELEVEN, "Sam")
        assert read_picked_time(picked, BOOK, ADA) == PickedTime(ELEVEN, "")

    def test_seconds_are_kept_so_that_the_rules_refuse_them(self) -> None:
        picked = read_picked_time({"start": "2026-06-02T09:00:30Z"}, BOOK, ADA)
        assert picked.starts_at == ELEVEN + timedelta(seconds=30)

    def test_where_nobody_is_named_the_chair_stays_theirs_whatever_is_sent(self) -> None:
        alone = msgspec.structs.replace(BOOK, staff=())
        picked = {"start": "2026-06-02T09:00:00Z", "staff": "Mallory"}
        assert read_picked_time(picked, alone, ADA) == PickedTime(ELEVEN, "Jess")

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({}, "no_pick"),
            ({"start": "", "staff": "Jess"}, "no_pick"),
            ({"start": "noon"}, "bad_time"),
            ({"start": "2026-03-29T02:30"}, "skipped_hour"),
            ({"start": "2026-06-02T09:00Z", "staff": "Mallory"}, "unknown_staff"),
        ],
    )
    def test_anything_else_is_refused(self, fields: dict[str, str], code: str) -> None:
        assert [one for _, one in problems(lambda: read_picked_time(fields, BOOK, ADA))] == [code]


def attempt(make: Callable[[], T]) -> T | Invalid:
    try:
        return make()
    except Invalid as unfit:
        return unfit


@given(
    st.binary(max_size=80)
    | st.dictionaries(st.sampled_from(FIELDS), ANY_TEXT).map(msgspec.json.encode)
)
def test_no_body_breaks_it(sent: bytes) -> None:
    assert isinstance(attempt(lambda: read_booking(sent, BOOK, "a1")), BookAppointment | Invalid)
    assert isinstance(attempt(lambda: read_change(sent, BOOK, ADA)), Command | Invalid)


@given(st.dictionaries(st.sampled_from((*FIELDS, "date", "time", "start")), ANY_TEXT))
def test_no_form_breaks_it(typed: dict[str, str]) -> None:
    made = attempt(lambda: typed_booking({**TYPED, **typed}, BOOK, "a1"))
    if isinstance(made, Invalid):
        assert all(one.field and one.message for one in made.problems)
    else:
        assert made.phone == "" or is_e164(made.phone)
        assert made.staff in ("", *BOOK.staff)
        assert made.starts_at.second == 0
    picked = attempt(lambda: read_picked_time(typed, BOOK, ADA))
    assert isinstance(picked, Invalid) or picked.staff in ("", *BOOK.staff)
