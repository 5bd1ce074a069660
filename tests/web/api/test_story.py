"""Messages, audit and clock over the API: a freed seat rolls on, and all of it is visible."""

from typing import Any

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.core import Engine
from tests.web.api.support import Api


async def test_the_clock_stands_still_and_says_what_is_next(
    api: Api, supper: dict[str, Any]
) -> None:
    clock = await api.get("/clock")
    assert (clock["now"], clock["kind"]) == ("2026-06-01T09:00:00Z", "virtual")
    assert clock["next_due"] > clock["now"]


async def test_an_offer_rolls_on_when_its_time_has_passed(api: Api, supper: dict[str, Any]) -> None:
    await api.sign_up(supper["id"], "Ada", "Ben", "Cleo", "Dan")
    guests = await api.guests(supper["id"])
    await api.post(f"/events/{supper['id']}/guests/{guests['Ada']['id']}/cancel")
    clock = await api.post("/clock", {"advance": "6h"})
    assert clock["now"] == "2026-06-01T15:00:00Z"
    guests = await api.guests(supper["id"])
    assert guests["Cleo"]["offer_ends_at"] is None
    assert guests["Dan"]["offer_ends_at"] is not None
    offers = (await api.get("/messages", event=supper["id"], kind="offer"))["items"]
    assert [(one["to"], one["at"]) for one in offers] == [
        ("dan@example.org", "2026-06-01T15:00:00Z"),
        ("cleo@example.org", "2026-06-01T09:00:00Z"),
    ]


async def test_moving_far_rings_everything_at_its_own_time(
    api: Api, supper: dict[str, Any]
) -> None:
    await api.sign_up(supper["id"], "Ada")
    await api.post("/clock", {"to": "2026-06-25T00:00Z"})
    reminders = (await api.get("/messages", kind="reminder"))["items"]
    assert [one["at"] for one in reversed(reminders)] == [
        "2026-06-13T16:00:00Z",
        "2026-06-19T16:00:00Z",
        "2026-06-20T07:00:00Z",
    ]


async def test_a_message_reads_as_it_was_sent(api: Api, supper: dict[str, Any]) -> None:
    await api.sign_up(supper["id"], "Ada")
    (message,) = (await api.get("/messages", to="ADA@example.org"))["items"]
    assert (message["kind"], message["channel"], message["status"]) == (
        "confirmation",
        "mail",
        "kept",
    )
    assert message["key"].startswith(f"confirmation:{supper['id']}:")
    assert "Summer supper" in message["subject"]
    assert message["links"]["cancel"] in message["text"]
    assert message["links"]["cancel"].startswith("https://fullhouse.example/l/")
    assert "<html" in message["html"]


async def test_messages_are_listed_in_parts_the_newest_first(
    api: Api, supper: dict[str, Any]
) -> None:
    await api.sign_up(supper["id"], "Ada", "Ben", "Cleo")
    first = await api.get("/messages", limit=2)
    second = await api.get("/messages", limit=2, cursor=first["next"])
    assert [one["to"][:3] for one in first["items"] + second["items"]] == ["cle", "ben", "ada"]
    assert second["next"] is None


async def test_messages_of_another_event_are_not_shown(api: Api, supper: dict[str, Any]) -> None:
    await api.sign_up(supper["id"], "Ada")
    other = await api.new_event(name="Other")
    assert (await api.get("/messages", event=other["id"]))["items"] == []


async def test_the_audit_tells_what_changed_and_what_was_counted(
    api: Api, supper: dict[str, Any]
) -> None:
    await api.sign_up(supper["id"], "Ada")
    ada = (await api.guests(supper["id"]))["Ada"]
    await api.post(f"/events/{supper['id']}/guests/{ada['id']}/cancel")
    lines = (await api.get(f"/events/{supper['id']}/audit"))["items"]
    assert [(line["action"], line["by"]) for line in lines][:2] == [
        ("created", "api"),
        ("signed_up", "api"),
    ]
    assert lines[0]["after"]["name"] == "Summer supper"
    assert lines[1]["subject"] == ada["id"]
    assert (lines[1]["before"].keys(), lines[1]["after"]["email"]) == (
        {"counts"},
        "ada@example.org",
    )
    assert [line["after"]["counts"]["confirmed"] for line in lines[:3]] == [0, 1, 0]
    assert [line["before"]["counts"]["open"] for line in lines[:3]] == [0, 2, 1]
    assert lines[1]["counts"] == {"confirmed": 1, "taken": 1}
    assert (lines[2]["before"]["state"], lines[2]["after"]["state"]) == ("confirmed", "cancelled")
    assert lines[2]["counts"] == {"confirmed": -1, "taken": -1}
    assert lines[2]["at"] == "2026-06-01T09:00:00Z"


async def test_the_audit_is_read_in_parts(api: Api, supper: dict[str, Any]) -> None:
    await api.sign_up(supper["id"], "Ada", "Ben")
    first = await api.get(f"/events/{supper['id']}/audit", limit=2)
    second = await api.get(f"/events/{supper['id']}/audit", limit=2, cursor=first["next"])
    assert [len(first["items"]), len(second["items"]), second["next"]] == [2, 1, None]


async def test_a_move_that_makes_no_sense_is_refused(api: Api) -> None:
    moves: list[tuple[dict[str, Any], str]] = [
        ({}, ""),
        ({"advance": "6h", "to": "2026-07-01T00:00Z"}, ""),
        ({"advance": "soon"}, "advance"),
        ({"advance": "999999w"}, "advance"),
        ({"advance": 6}, "advance"),
        ({"to": "2026-07-01T00:00"}, "to"),
        ({"to": "never"}, "to"),
        ({"to": "9999-01-01T00:00Z"}, "to"),
        ({"to": "2026-05-01T00:00Z"}, "to"),
        ({"by": "6h"}, "by"),
    ]
    for move, field in moves:
        status, said = await api.refused("POST", "/clock", move)
        assert (status, said.get("field", "")) == (422, field), move
    assert (await api.get("/clock"))["now"] == "2026-06-01T09:00:00Z"


async def test_a_real_clock_refuses_to_be_moved(api: Api, engine: Engine) -> None:
    engine.clock = SystemClock()
    assert (await api.get("/clock"))["kind"] == "real"
    status, said = await api.refused("POST", "/clock", {"advance": "6h"})
    assert (status, said["code"]) == (409, "clock_is_real")


async def test_the_counts_are_the_same_whatever_the_page(api: Api, supper: dict[str, Any]) -> None:
    for name in ("Ada", "Bob", "Cy"):
        await api.sign_up(supper["id"], name)
    path = f"/events/{supper['id']}/audit"
    whole = (await api.get(path))["items"]
    first = await api.get(path, limit=2)
    cursor = first["next"]
    rest = (await api.get(path, cursor=cursor))["items"]
    assert first["items"] + rest == whole
    old_cursor = cursor.partition("~")[0]
    assert (await api.get(path, cursor=old_cursor))["items"] == rest
