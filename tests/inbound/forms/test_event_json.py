"""What a host sends as JSON becomes a command, or a problem that names its field."""

import json
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.forms.event_json import (
    event_id,
    read_edit,
    read_import,
    read_new_event,
    read_row,
)
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.products.rsvp.commands import CreateEvent, EditEvent, SignUp
from fullhouse.products.rsvp.model import Settings

EVENING = {"name": "Supper", "starts_at": "2026-06-20T18:00", "timezone": "Europe/Berlin", "cap": 8}


def body(**fields: object) -> bytes:
    return json.dumps({**EVENING, **fields}).encode()


def problem_of(raw: bytes) -> FieldProblem:
    with pytest.raises(Invalid) as caught:
        read_new_event(raw, "abcdef123456")
    return caught.value.problems[0]


def test_the_least_that_is_needed_opens_a_guest_list() -> None:
    assert read_new_event(body(), "xyz123") == CreateEvent(
        event_id="supper-xyz123",
        name="Supper",
        starts_at=datetime(2026, 6, 20, 18, 0),
        timezone="Europe/Berlin",
        cap=8,
    )


def test_what_a_host_does_not_say_is_as_usual_in_this_house() -> None:
    usual = {"claim_window": "4h", "max_party": 3}
    command = read_new_event(body(settings={"max_party": 2}), "xyz123", usual)
    assert (command.settings.claim_window, command.settings.max_party) == ("4h", 2)


def test_everything_that_can_be_given_is_taken() -> None:
    command = read_new_event(
        body(
            ends_at="2026-06-20 23:00:00",
            venue=" The cellar ",
            host_email="Host@Example.ORG",
            host_name=" Ada Lovelace ",
            settings={
                "claim_window": "2h",
                "reminders": ["3d", "morning"],
                "quiet_hours": {"from": "22:00"},
            },
        ),
        "xyz123",
    )
    assert command.ends_at == datetime(2026, 6, 20, 23, 0)
    assert command.venue == "The cellar"
    assert command.host_email == "host@example.org"
    assert command.host_name == "Ada Lovelace"
    assert command.settings.claim_window == "2h"
    assert command.settings.quiet_hours.from_ == "22:00"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "  "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"name": "Supper\r\nBcc: all@example.org"}, "name"),
        ({"name": "Supper\u202egpj.exe"}, "name"),
        ({"name": "\x00"}, "name"),
        ({"name": 7}, "name"),
        ({"name": None}, "name"),
        ({"starts_at": "2026-06-20T18:00Z"}, "starts_at"),
        ({"starts_at": "2026-06-20T18:00:00+02:00"}, "starts_at"),
        ({"starts_at": "2026-06-31T18:00"}, "starts_at"),
        ({"starts_at": "tomorrow"}, "starts_at"),
        ({"starts_at": "2026-06-20"}, "starts_at"),
        ({"starts_at": "0001-01-01T00:00"}, "starts_at"),
        ({"starts_at": "9999-12-31T23:59"}, "starts_at"),
        ({"starts_at": 1781978400}, "starts_at"),
        ({"ends_at": "later"}, "ends_at"),
        ({"timezone": ["Europe/Berlin"]}, "timezone"),
        ({"timezone": ""}, "timezone"),
        ({"venue": "a\nb"}, "venue"),
        ({"name": "\u200b\u2060"}, "name"),
        ({"name": "\ufeff \u115f\u2800\u034f"}, "name"),
        ({"cap": "8"}, "cap"),
        ({"cap": 8.5}, "cap"),
        ({"cap": True}, "cap"),
        ({"cap": None}, "cap"),
        ({"host_email": "not an address"}, "host_email"),
        ({"host_name": "x" * 201}, "host_name"),
        ({"host_name": "Ada\r\nBcc: all@example.org"}, "host_name"),
        ({"host_name": "Ada\u202egpj.exe"}, "host_name"),
        ({"host_name": None}, "host_name"),
        ({"id": "mine"}, "id"),
        ({"settings": []}, "settings"),
        ({"settings": {"reminders": "7d"}}, "settings.reminders"),
        ({"settings": {"reminders": ["7d", "soon"]}}, "settings.reminders"),
        ({"settings": {"reminders": ["1d"] * 21}}, "settings.reminders"),
        ({"settings": {"claim_window": "999999w"}}, "settings.claim_window"),
        ({"settings": {"claim_window": "999999w" * 3000}}, "settings.claim_window"),
        ({"settings": {"claim_window": "1s" * 50}}, "settings.claim_window"),
        ({"settings": {"claim_window": "0h"}}, "settings.claim_window"),
        ({"settings": {"quiet_hours": {"from": "25:00"}}}, "settings.quiet_hours"),
        ({"settings": {"quiet_hours": {"till": "07:00"}}}, "settings.quiet_hours"),
        ({"settings": {"max_party": 0}}, "settings.max_party"),
        ({"settings": {"quiet_hours": {"from": "00:00", "to": "23:59"}}}, "settings.quiet_hours"),
        ({"settings": {"quiet_hours": {"from": "08:00", "to": "07:30"}}}, "settings.quiet_hours"),
        ({"settings": {"language": "../../en"}}, "settings.language"),
        ({"settings": {"language": "ja-JP"}}, "settings.language"),
        ({"settings": {"language": "english"}}, "settings.language"),
        ({"settings": {"colour": "red"}}, "settings.colour"),
    ],
)
def test_what_cannot_be_taken_is_named(fields: dict[str, Any], field: str) -> None:
    problem = problem_of(body(**fields))
    assert problem.field == field
    assert problem.message


def test_a_line_in_which_nothing_can_be_seen_is_empty() -> None:
    made = read_new_event(body(venue="\u200b", host_name="\u2060", name="\U0001f389"), "xyz123")
    assert (made.venue, made.host_name, made.name) == ("", "", "\U0001f389")


@pytest.mark.parametrize("missing", EVENING)
def test_a_missing_field_is_named(missing: str) -> None:
    raw = json.dumps({name: value for name, value in EVENING.items() if name != missing}).encode()
    assert problem_of(raw) == FieldProblem("missing_field", f"{missing} is missing.", missing)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b'{"settings": {"x":' + b"[" * 50000,
        b'{"name": "\\ud800"}',
    ],
)
def test_broken_json_is_called_that(raw: bytes) -> None:
    assert problem_of(raw).code == "bad_json"


@pytest.mark.parametrize("raw", [b"[]", b"7", b"null", b'"text"'])
def test_json_that_is_no_object_is_refused(raw: bytes) -> None:
    assert problem_of(raw).code == "wrong_type"


@given(
    st.binary()
    | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps).map(str.encode)
)
def test_whatever_comes_is_read_or_refused_but_never_breaks(raw: bytes) -> None:
    with pytest.raises(Invalid):
        read_new_event(raw, "abcdef123456")


def test_an_edit_carries_only_what_was_given() -> None:
    command = read_edit(b'{"cap": 9, "venue": "", "tell_guests": false}', "supper")
    assert command == EditEvent(event_id="supper", cap=9, venue="", tell_guests=False)


def test_every_field_can_be_edited() -> None:
    raw = body(
        ends_at="2026-06-21T01:00",
        venue="Hall",
        host_email="a@b.example",
        host_name=" Ada ",
        settings={"max_party": 3},
        for_all=True,
    )
    command = read_edit(raw, "supper")
    assert command.starts_at == datetime(2026, 6, 20, 18, 0)
    assert command.host_name == "Ada"
    assert command.settings == {"max_party": 3}
    assert (command.tell_guests, command.for_all) == (True, True)


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (b'{"cap": "9"}', "cap"),
        (b'{"name": ""}', "name"),
        (b'{"state": "closed"}', "state"),
        (b'{"settings": {"max_party": 99}}', "settings.max_party"),
        (b'{"ends_at": "2026-06-20T18:00Z"}', "ends_at"),
    ],
)
def test_a_bad_edit_names_its_field(raw: bytes, field: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_edit(raw, "supper")
    assert caught.value.problems[0].field == field


def test_an_import_is_by_invitation_unless_said_otherwise() -> None:
    assert read_import(b'{"rows": []}').place_as == "pending"
    assert read_import(b'{"rows": [], "place_as": "confirmed"}').place_as == "confirmed"


@pytest.mark.parametrize(
    "raw",
    [
        b"{}",
        b'{"rows": {}}',
        b'{"rows": [], "place_as": "cancelled"}',
        json.dumps({"rows": [0] * 10_001}).encode(),
    ],
)
def test_an_import_without_a_sound_frame_is_refused(raw: bytes) -> None:
    with pytest.raises(Invalid):
        read_import(raw)


def test_a_row_becomes_a_sign_up() -> None:
    row = {"name": " Ada  Lovelace", "email": "ADA@example.org", "party": 2}
    assert read_row(row, "supper", "g1", "confirmed") == SignUp(
        event_id="supper",
        guest_id="g1",
        name="Ada Lovelace",
        email="ada@example.org",
        party=2,
        source="import",
        place_as="confirmed",
    )


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"email": "ada@example.org"}, "name"),
        ({"name": "Ada"}, "email"),
        ({"name": "Ada", "email": "ada"}, "email"),
        ({"name": "Ada", "email": "ada@example.org", "party": 51}, "party"),
        ({"name": "Ada", "email": "ada@example.org", "seat": 1}, "seat"),
        ("Ada", ""),
        (None, ""),
    ],
)
def test_a_bad_row_names_its_field(row: object, field: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_row(row, "supper", "g1", "pending")
    assert caught.value.problems[0].field == field


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Ada's Supper №5", "ada-s-supper-no5-def123"),
        ("Größe & Übermut", "groe-ubermut-def123"),
        ("宴会", "abcdef123"),
        ("-" * 90, "abcdef123"),
        ("long " * 40, "long-long-long-long-long-long-def123"),
    ],
)
def test_an_id_reads_like_the_name_and_is_safe_in_a_url(name: str, made: str) -> None:
    assert event_id(name, "ABCDEF123") == made


def test_the_defaults_are_the_products_own() -> None:
    assert read_new_event(body(), "xyz123").settings == Settings()


@pytest.mark.parametrize("language", ["en", "de-AT", "FR"])
def test_a_language_that_we_write_is_taken_in_any_form(language: str) -> None:
    command = read_new_event(body(settings={"language": language}), "chance")
    assert command.settings.language == language


def test_quiet_hours_may_be_none_or_leave_an_hour() -> None:
    for quiet in ({"from": "08:00", "to": "08:00"}, {"from": "08:00", "to": "07:00"}):
        command = read_new_event(body(settings={"quiet_hours": quiet}), "chance")
        assert command.settings.quiet_hours.from_ == "08:00"


def test_an_end_can_be_removed() -> None:
    assert read_edit(b'{"ends_at": null}', "party").ends_at is None


def test_an_imported_row_may_have_no_name() -> None:
    command = read_row({"name": "", "email": "ada@example.org"}, "party", "ada", "pending")
    assert (command.name, command.email) == ("", "ada@example.org")
