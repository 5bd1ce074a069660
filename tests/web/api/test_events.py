"""Events over the API."""

from typing import Any

import pytest

from tests.web.api.support import EVENING, Api


async def test_an_event_is_opened_with_the_least_that_is_needed(api: Api) -> None:
    event = await api.new_event()
    assert event["id"].startswith("summer-supper-")
    assert event["url"] == f"https://fullhouse.example/e/{event['id']}"
    assert (event["starts_at"], event["ends_at"]) == ("2026-06-20T18:00:00", "2026-06-20T21:00:00")
    assert event["state"] == "open"
    assert event["headcount"] == {
        "cap": 2,
        "confirmed": 0,
        "held": 0,
        "waiting": 0,
        "pending": 0,
        "open": 2,
        "checked_in": 0,
    }
    assert event["settings"]["reminders"] == ["7d", "1d", "morning"]
    assert event["settings"]["quiet_hours"] == {"from": "21:00", "to": "08:00"}


async def test_an_event_reads_back_as_it_was_answered(api: Api) -> None:
    event = await api.new_event(venue="The cellar", settings={"claim_window": "2h", "max_party": 4})
    assert await api.get(f"/events/{event['id']}") == event
    assert event["settings"]["claim_window"] == "2h"


async def test_the_hosts_name_is_optional_and_can_be_changed(api: Api) -> None:
    assert (await api.new_event())["host_name"] == ""
    event = await api.new_event(host_name=" Ada Lovelace ")
    assert event["host_name"] == "Ada Lovelace"
    changed = await api.patch(f"/events/{event['id']}", {"host_name": "Ada"})
    assert (changed["host_name"], changed["name"]) == ("Ada", event["name"])
    assert (await api.patch(f"/events/{event['id']}", {"cap": 9}))["host_name"] == "Ada"
    assert (await api.patch(f"/events/{event['id']}", {"host_name": ""}))["host_name"] == ""


async def test_two_events_of_one_name_have_two_ids(api: Api) -> None:
    assert (await api.new_event())["id"] != (await api.new_event())["id"]


async def test_creating_answers_201(api: Api) -> None:
    assert (await api.client.post("/api/v1/events", json=EVENING)).status_code == 201


async def test_events_are_listed_in_parts(api: Api) -> None:
    made = {(await api.new_event(name=name))["id"] for name in ("A", "B", "C")}
    first = await api.get("/events", limit=2)
    second = await api.get("/events", limit=2, cursor=first["next"])
    assert (len(first["items"]), len(second["items"]), second["next"]) == (2, 1, None)
    assert {event["id"] for event in first["items"] + second["items"]} == made


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"timezone": "Mars/Olympus"}, "unknown_zone", "timezone"),
        ({"timezone": "../../etc/passwd"}, "unknown_zone", "timezone"),
        ({"starts_at": "2026-05-31T18:00"}, "in_the_past", "starts_at"),
        ({"ends_at": "2026-06-20T17:00"}, "ends_before_start", "ends_at"),
        ({"ends_at": "2090-06-20T17:00"}, "event_too_long", "ends_at"),
        ({"timezone": "localtime"}, "unknown_zone", "timezone"),
        ({"cap": 0}, "cap_out_of_bounds", "cap"),
        ({"cap": -1}, "cap_out_of_bounds", "cap"),
        ({"cap": 1_000_000_000}, "cap_out_of_bounds", "cap"),
        ({"cap": 10**40}, "cap_out_of_bounds", "cap"),
        ({"cap": "two"}, "wrong_type", "cap"),
        ({"colour": "red"}, "unknown_field", "colour"),
        ({"id": "mine"}, "unknown_field", "id"),
        ({"name": "Supper\r\nBcc: x@example.org"}, "bad_text", "name"),
        ({"host_email": "nobody"}, "bad_email", "host_email"),
        ({"host_name": "Ada\nBcc: x@example.org"}, "bad_text", "host_name"),
        ({"settings": {"claim_window": "soon"}}, "bad_settings", "settings.claim_window"),
        (
            {"settings": {"shortest_window": "7h"}},
            "shortest_too_long",
            "settings.shortest_window",
        ),
    ],
)
async def test_a_bad_event_is_refused_by_its_field(
    api: Api, fields: dict[str, Any], code: str, field: str
) -> None:
    status, said = await api.refused("POST", "/events", {**EVENING, **fields})
    assert (status, said["code"], said["field"]) == (422, code, field)
    assert (await api.get("/events"))["items"] == []


async def test_problems_are_english_whatever_a_browser_prefers(api: Api) -> None:
    api.client.headers["accept-language"] = "de"
    messages = {
        "name": (" ", "name must not be empty."),
        "host_email": (
            "nobody",
            "That doesn't look like an email address. It should look like anna@example.org.",
        ),
        "timezone": ("Mars/Olympus", "There is no such time zone."),
    }
    for field, (value, message) in messages.items():
        _status, said = await api.refused("POST", "/events", {**EVENING, field: value})
        assert said["message"].startswith(message)


async def test_an_event_is_changed_in_part(api: Api, supper: dict[str, Any]) -> None:
    changed = await api.patch(
        f"/events/{supper['id']}", {"cap": 5, "settings": {"claim_window": "3h"}}
    )
    assert (changed["cap"], changed["headcount"]["open"]) == (5, 5)
    assert changed["settings"] == {**supper["settings"], "claim_window": "3h"}
    assert changed["name"] == supper["name"]


async def test_guests_hear_of_a_new_date_unless_the_host_says_no(
    api: Api, supper: dict[str, Any]
) -> None:
    await api.sign_up(supper["id"], "Ada")
    await api.patch(
        f"/events/{supper['id']}", {"starts_at": "2026-06-21T18:00", "tell_guests": False}
    )
    assert (await api.get("/messages", kind="changed"))["items"] == []
    await api.patch(f"/events/{supper['id']}", {"starts_at": "2026-06-22T18:00"})
    assert [one["to"] for one in (await api.get("/messages", kind="changed"))["items"]] == [
        "ada@example.org"
    ]


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        ({"cap": 0}, "cap"),
        ({"starts_at": "2020-01-01T18:00"}, "starts_at"),
        ({"timezone": "Nowhere"}, "timezone"),
        ({"state": "closed"}, "state"),
        ({"settings": {"max_party": 0}}, "settings.max_party"),
        ({"name": None}, "name"),
    ],
)
async def test_a_bad_change_changes_nothing(
    api: Api, supper: dict[str, Any], edit: dict[str, Any], field: str
) -> None:
    status, said = await api.refused("PATCH", f"/events/{supper['id']}", edit)
    assert (status, said["field"]) == (422, field)
    assert await api.get(f"/events/{supper['id']}") == supper


async def test_sign_up_is_closed_and_closing_twice_is_the_same(
    api: Api, supper: dict[str, Any]
) -> None:
    assert (await api.post(f"/events/{supper['id']}/close"))["state"] == "closed"
    assert (await api.post(f"/events/{supper['id']}/close"))["state"] == "closed"


async def test_a_cancelled_event_tells_everyone_once_and_takes_no_change(
    api: Api, supper: dict[str, Any]
) -> None:
    await api.sign_up(supper["id"], "Ada")
    for _ in range(2):
        assert (await api.post(f"/events/{supper['id']}/cancel"))["state"] == "cancelled"
    assert len((await api.get("/messages", kind="event_cancelled"))["items"]) == 1
    status, said = await api.refused("PATCH", f"/events/{supper['id']}", {"cap": 9})
    assert (status, said["code"]) == (409, "event_cancelled")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/events/none"),
        ("PATCH", "/events/none"),
        ("POST", "/events/none/close"),
        ("POST", "/events/none/cancel"),
        ("GET", "/events/none/guests"),
        ("POST", "/events/none/guests"),
        ("GET", "/events/none/audit"),
    ],
)
async def test_an_event_that_is_not_there_is_told_so(api: Api, method: str, path: str) -> None:
    status, said = await api.refused(method, path, {"rows": []} if path.endswith("guests") else {})
    assert (status, said["code"]) == (404, "unknown_event")
