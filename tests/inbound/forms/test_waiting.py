"""Waitlist forms: hostile input becomes a clean command, or problems; nothing else."""

import unicodedata
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.phone import is_e164
from fullhouse.inbound.forms.waitlist_form import (
    FARTHEST,
    JoinForm,
    from_fields,
    from_json,
    join,
    read_entry,
    read_entry_edit,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import Entry

T = TypeVar("T")
NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
TODAY = date(2026, 6, 1)
BOOK = Rulebook(services=(Service("Colour", 90), Service("Cut", 45)), staff=("Jess", "Sam"))
ADA = JoinForm(name="Ada", email="ada@example.org", service="Colour")
ENTRY = Entry(
    id="ada", name="Ada", email="ada@example.org", service="Colour", line="colour", joined_at=NOW
)
ANY_TEXT = st.text(max_size=40)
DATES = st.one_of(ANY_TEXT, st.dates().map(str), st.dates(TODAY, TODAY + FARTHEST).map(str))


def problems(typed: JoinForm, book: Rulebook = BOOK) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as unfit:
        join(typed, book, NOW, "e1")
    return [(one.field, one.code) for one in unfit.value.problems]


def attempt(make: Callable[[], T]) -> T | Invalid:
    try:
        return make()
    except Invalid as unfit:
        return unfit


def with_(**more: Any) -> JoinForm:
    return msgspec.structs.replace(ADA, **more)


def body(**more: Any) -> bytes:
    return msgspec.json.encode(
        {"name": "Ada", "email": "ada@example.org", "service": "cut", **more}
    )


def test_what_is_fit_becomes_a_command() -> None:
    typed = JoinForm(
        " Ada  Lovelace",
        "0171 1234567",
        " ADA@Example.org",
        "  colour ",
        2,
        "2026-06-01",
        "2027-06-02",
        "JESS",
    )
    assert join(typed, BOOK, NOW, "e1") == JoinWaitlist(
        entry_id="e1",
        name="Ada Lovelace",
        phone="+491711234567",
        email="ada@example.org",
        service="Colour",
        party=2,
        earliest="2026-06-01",
        latest="2027-06-02",
        staff="Jess",
    )


def test_an_empty_form_names_each_field_at_once() -> None:
    assert problems(JoinForm()) == [
        ("name", "name_missing"),
        ("phone", "contact_missing"),
        ("service", "unknown_service"),
    ]


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"phone": "12"}, [("phone", "bad_phone")]),
        ({"phone": "12", "email": ""}, [("phone", "bad_phone")]),
        ({"email": "ada"}, [("email", "bad_email")]),
        ({"earliest": "2026-05-31"}, [("earliest", "date_past")]),
        ({"latest": "2026-05-31"}, [("latest", "date_past")]),
        ({"latest": "2027-06-03"}, [("latest", "date_too_far")]),
        ({"earliest": "2027-06-03"}, [("earliest", "date_too_far")]),
        ({"earliest": "20260601"}, [("earliest", "bad_date")]),
        ({"earliest": "2026-06-31"}, [("earliest", "bad_date")]),
        ({"earliest": "2026-06-03", "latest": "2026-06-02"}, [("latest", "dates_crossed")]),
        ({"staff": "Eve"}, [("staff", "unknown_staff")]),
        ({"staff": "a\x00b"}, [("staff", "bad_text")]),
        ({"party": 0}, [("party", "bad_party")]),
        ({"party": 51}, [("party", "bad_party")]),
    ],
)
def test_each_problem_has_its_field(more: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert problems(with_(**more)) == found


def test_a_phone_number_is_one_of_the_businesss_country() -> None:
    swiss = msgspec.structs.replace(BOOK, zone="Europe/Zurich")
    assert join(with_(phone="079 123 45 67"), swiss, NOW, "e1").phone == "+41791234567"


def test_where_the_rules_name_nobody_any_name_will_do() -> None:
    book = msgspec.structs.replace(BOOK, staff=())
    assert join(with_(staff=" Eve "), book, NOW, "e1").staff == "Eve"


def test_without_services_there_is_nothing_to_wait_for() -> None:
    with pytest.raises(Invalid, match="no services here yet"):
        join(ADA, Rulebook(), NOW, "e1")


def test_only_machines_fill_in_what_nobody_sees() -> None:
    assert not from_fields({"homepage": " "}).is_by_machine
    assert from_fields({"homepage": "x"}).is_by_machine
    assert from_json(b'{"homepage": "x"}').is_by_machine


@pytest.mark.parametrize(
    ("typed", "party"), [("", None), (" 3 ", 3), ("x", 0), ("9999", 0), ("-1", 0), ("²", 0)]
)
def test_a_party_that_is_no_number_is_none_that_passes(typed: str, party: int | None) -> None:
    assert from_fields({"party": typed}).party == party


@given(
    st.fixed_dictionaries(
        {}, optional={name: ANY_TEXT for name in JoinForm.__struct_fields__ if name != "party"}
    ),
    DATES,
    DATES,
)
def test_whatever_is_typed_is_refused_or_clean(
    fields: dict[str, str], earliest: str, latest: str
) -> None:
    typed = from_fields(
        {**fields, "email": "ada@example.org", "earliest": earliest, "latest": latest}
    )
    command = attempt(
        lambda: join(msgspec.structs.replace(typed, service="Cut", staff=""), BOOK, NOW, "e1")
    )
    if isinstance(command, Invalid):
        assert all(one.message and one.field for one in command.problems)
        return
    assert not any(unicodedata.category(one) in {"Cc", "Cs"} for one in command.name)
    assert command.phone == "" or is_e164(command.phone)
    days = [date.fromisoformat(one) for one in (command.earliest, command.latest) if one]
    assert all(TODAY <= one <= TODAY + FARTHEST for one in days)
    assert days == sorted(days)


@given(st.binary(max_size=200))
def test_whatever_is_sent_is_read_or_refused(sent: bytes) -> None:
    for read in (
        lambda: from_json(sent),
        lambda: read_entry(sent, BOOK, NOW, "e1"),
        lambda: read_entry_edit(sent, BOOK, NOW, ENTRY),
    ):
        made: Any = attempt(read)
        assert not isinstance(made, Invalid) or made.problems[0].message


class TestByScript:
    def test_what_is_given_becomes_a_command(self) -> None:
        given = body(
            phone=None, party=3, priority=9, joined_at="2026-05-01T08:00", earliest="", staff=None
        )
        assert read_entry(given, BOOK, NOW, "e1") == JoinWaitlist(
            entry_id="e1",
            name="Ada",
            email="ada@example.org",
            service="Cut",
            party=3,
            priority=9,
            joined_at=datetime(2026, 5, 1, 6, 0, tzinfo=UTC),
            source="api",
        )

    def test_a_list_that_was_kept_elsewhere_may_begin_in_the_past(self) -> None:
        command = read_entry(body(earliest="2026-01-01"), BOOK, NOW, "e1")
        assert command.earliest == "2026-01-01"

    def test_only_what_is_given_changes(self) -> None:
        given = msgspec.json.encode({"latest": "2026-06-20", "phone": "", "staff": None})
        assert read_entry_edit(given, BOOK, NOW, ENTRY) == EditEntry(
            entry_id="ada", latest="2026-06-20", phone="", staff="", source="api"
        )

    def test_a_stored_date_that_has_passed_does_not_stand_in_the_way(self) -> None:
        old = msgspec.structs.replace(ENTRY, earliest="2026-01-01", latest="2026-05-01")
        assert read_entry_edit(b'{"party": 2}', BOOK, NOW, old) == EditEntry(
            entry_id="ada", party=2, source="api"
        )
        assert read_entry_edit(b'{"latest": "2026-06-02"}', BOOK, NOW, old).latest == "2026-06-02"

    def test_dates_are_judged_in_the_businesss_zone(self) -> None:
        late = NOW + timedelta(hours=13, minutes=30)
        with pytest.raises(Invalid):
            read_entry(body(latest="2026-06-01"), BOOK, late, "e1")
