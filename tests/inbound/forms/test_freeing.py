"""How freed slots come in, whatever is sent."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.waitlist_form import read_reported_slot, read_slot
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import SlotSource

BOOK = Rulebook(zone="Europe/Berlin")
MINIMAL = {"service": "Colour", "starts_at": "2026-06-20T14:00"}


def body(**more: Any) -> bytes:
    return msgspec.json.encode({**MINIMAL, **more})


def by_script(sent: bytes, book: Rulebook, slot_id: str) -> FreeSlot:
    return read_slot(sent, book, slot_id, "api")


def attempt(read: Any, sent: bytes) -> FreeSlot | Invalid:
    try:
        command: FreeSlot = read(sent, BOOK, "s1")
    except Invalid as unfit:
        return unfit
    return command


@pytest.mark.parametrize(
    ("read", "source"), [(by_script, "api"), (read_reported_slot, "webhook")], ids=["api", "hook"]
)
def test_the_least_that_can_be_said_is_enough(read: Any, source: SlotSource) -> None:
    starts_at = datetime(2026, 6, 20, 12, 0, tzinfo=UTC)
    least = FreeSlot(slot_id="s1", service="Colour", starts_at=starts_at, source=source)
    assert read(body(), BOOK, "s1") == least


@pytest.mark.parametrize(
    "starts_at",
    [
        "2026-06-20T14:00",
        "2026-06-20 14:00:59.5",
        "2026-06-20T12:00Z",
        "2026-06-20T12:00:30z",
        "2026-06-20T17:30+05:30",
    ],
)
def test_a_time_is_taken_with_its_zone_or_on_the_businesss_wall_to_the_minute(
    starts_at: str,
) -> None:
    command = read_slot(body(starts_at=starts_at), BOOK, "s1", "api")
    assert command.starts_at == datetime(2026, 6, 20, 12, 0, tzinfo=UTC)


def test_an_hour_that_comes_twice_is_the_first_and_a_skipped_one_is_refused() -> None:
    assert read_slot(body(starts_at="2026-10-25T02:30"), BOOK, "s1", "api").starts_at.hour == 0
    with pytest.raises(Invalid, match="does not exist on that day") as refused:
        read_slot(body(starts_at="2026-03-29T02:30"), BOOK, "s1", "api")
    assert [(one.code, one.field) for one in refused.value.problems] == [
        ("skipped_hour", "starts_at")
    ]
    with_zone = read_slot(body(starts_at="2026-03-29T02:30+01:00"), BOOK, "s1", "api")
    assert with_zone.starts_at == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "starts_at",
    [
        "",
        "now",
        "2026-06-20",
        "2026-13-20T14:00",
        "0001-01-01T00:00Z",
        "9999-12-31T23:59",
        "2026-06-20T14:00+99:99",
    ],
)
def test_what_is_no_time_is_refused(starts_at: str) -> None:
    with pytest.raises(Invalid) as unfit:
        read_slot(body(starts_at=starts_at), BOOK, "s1", "api")
    assert unfit.value.problems[0].field == "starts_at"


def test_a_script_is_told_of_a_field_that_is_none_and_a_booking_tool_is_not() -> None:
    with pytest.raises(Invalid, match="colour is not a field here"):
        read_slot(body(colour="red"), BOOK, "s1", "api")
    assert read_reported_slot(body(colour="red", ref=7), BOOK, "s1").ref == "7"


@given(
    st.one_of(
        st.binary(max_size=100),
        st.dictionaries(st.sampled_from([*MINIMAL, "staff", "ref"]), st.text()).map(
            msgspec.json.encode
        ),
    )
)
def test_whatever_is_sent_is_a_command_or_a_problem(sent: bytes) -> None:
    for read in (by_script, read_reported_slot):
        made = attempt(read, sent)
        assert (
            made.problems[0].message if isinstance(made, Invalid) else made.starts_at.tzinfo is UTC
        )
