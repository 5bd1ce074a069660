"""Guests over the API."""

from typing import Any

from tests.web.api.support import Api


async def test_an_import_beyond_the_cap_lands_in_line_in_list_order(
    api: Api, supper: dict[str, Any]
) -> None:
    rows = await api.sign_up(supper["id"], "Ada", "Ben", "Cleo", "Dan")
    assert [(row["state"], row["position"]) for row in rows] == [
        ("confirmed", None),
        ("confirmed", None),
        ("waitlisted", 1),
        ("waitlisted", 2),
    ]


async def test_a_long_import_keeps_its_order(api: Api, supper: dict[str, Any]) -> None:
    rows = await api.sign_up(supper["id"], *(f"Guest{number}" for number in range(250)))
    assert [row["position"] for row in rows] == [None, None, *range(1, 249)]
    listed = await api.guests(supper["id"])
    assert [listed[f"Guest{number}"]["position"] for number in range(250)] == [
        None,
        None,
        *range(1, 249),
    ]


async def test_people_are_invited_unless_said_otherwise(api: Api, supper: dict[str, Any]) -> None:
    told = await api.post(
        f"/events/{supper['id']}/guests", {"rows": [{"name": "Ada", "email": "ada@example.org"}]}
    )
    assert told["rows"] == [{"email": "ada@example.org", "state": "pending", "position": None}]
    assert told["counts"] == {
        "confirmed": 0,
        "pending": 1,
        "waitlisted": 0,
        "already": 0,
        "problems": 0,
    }
    guest = (await api.guests(supper["id"]))["Ada"]
    assert guest["offer_ends_at"] == "2026-06-04T09:00:00Z"
    assert (await api.get(f"/events/{supper['id']}"))["headcount"]["pending"] == 1


async def test_bad_rows_never_block_good_ones(api: Api, supper: dict[str, Any]) -> None:
    rows = [
        {"name": "Ada", "email": "ada@example.org"},
        {"name": "Nobody", "email": "nobody"},
        {"name": "x" * 1000, "email": "long@example.org"},
        "Ben",
        {"name": "Ada again", "email": "ADA@example.org"},
        {"name": "Plus", "email": "plus@example.org", "party": 3},
        {"name": "Cleo", "email": "cleo@example.org"},
    ]
    told = await api.post(f"/events/{supper['id']}/guests", {"rows": rows, "place_as": "confirmed"})
    problems = [row.get("problem", {}).get("code") for row in told["rows"]]
    assert problems == [
        None,
        "bad_email",
        "name_too_long",
        "wrong_type",
        None,
        "party_too_big",
        None,
    ]
    assert told["counts"] == {
        "confirmed": 2,
        "pending": 0,
        "waitlisted": 0,
        "already": 1,
        "problems": 4,
    }
    assert set(await api.guests(supper["id"])) == {"Ada", "Cleo"}


async def test_a_guest_is_shown_with_all_that_can_be_known(
    api: Api, supper: dict[str, Any]
) -> None:
    await api.sign_up(supper["id"], "Ada", "Ben", "Cleo")
    cleo = (await api.guests(supper["id"]))["Cleo"]
    assert cleo.pop("id")
    assert cleo == {
        "name": "Cleo",
        "email": "cleo@example.org",
        "state": "waitlisted",
        "party": 1,
        "position": 1,
        "offer_ends_at": None,
        "joined_at": "2026-06-01T09:00:00Z",
        "source": "import",
        "reach": "fine",
        "cancels_at": None,
        "arrived": 0,
        "admitted_extra": 0,
        "answers": {},
    }


async def test_guests_are_listed_in_parts_and_by_state(api: Api, supper: dict[str, Any]) -> None:
    await api.sign_up(supper["id"], "Ada", "Ben", "Cleo")
    path = f"/events/{supper['id']}/guests"
    first = await api.get(path, limit=2)
    second = await api.get(path, limit=2, cursor=first["next"])
    assert {guest["name"] for guest in first["items"] + second["items"]} == {"Ada", "Ben", "Cleo"}
    assert [guest["name"] for guest in (await api.get(path, state="waitlisted"))["items"]] == [
        "Cleo"
    ]


async def test_a_cancelled_seat_is_offered_to_the_next_in_line(
    api: Api, supper: dict[str, Any]
) -> None:
    await api.sign_up(supper["id"], "Ada", "Ben", "Cleo")
    ada = (await api.guests(supper["id"]))["Ada"]
    path = f"/events/{supper['id']}/guests/{ada['id']}/cancel"
    assert (await api.post(path))["state"] == "cancelled"
    assert (await api.post(path))["state"] == "cancelled"
    cleo = (await api.guests(supper["id"]))["Cleo"]
    assert (cleo["state"], cleo["position"], cleo["offer_ends_at"]) == (
        "waitlisted",
        None,
        "2026-06-01T15:00:00Z",
    )
    assert (await api.get(f"/events/{supper['id']}"))["headcount"]["held"] == 1


async def test_a_link_is_mailed_again_once_a_minute(api: Api, supper: dict[str, Any]) -> None:
    await api.sign_up(supper["id"], "Ada")
    ada = (await api.guests(supper["id"]))["Ada"]
    for _ in range(2):
        assert (await api.post(f"/events/{supper['id']}/guests/{ada['id']}/resend"))["id"] == ada[
            "id"
        ]
    assert [one["to"] for one in (await api.get("/messages", kind="link"))["items"]] == [
        "ada@example.org"
    ]


async def test_a_guest_who_is_not_there_is_told_so(api: Api, supper: dict[str, Any]) -> None:
    for what in ("cancel", "resend"):
        status, said = await api.refused("POST", f"/events/{supper['id']}/guests/none/{what}")
        assert (status, said["code"]) == (404, "unknown_guest")


async def test_an_import_without_a_frame_is_refused_whole(api: Api, supper: dict[str, Any]) -> None:
    status, said = await api.refused("POST", f"/events/{supper['id']}/guests", [{"name": "Ada"}])
    assert (status, said["code"]) == (422, "wrong_type")


async def test_a_preview_says_what_would_happen_and_changes_nothing(
    api: Api, supper: dict[str, Any]
) -> None:
    await api.sign_up(supper["id"], "Ada")
    names = ("Ada", "Ben", "Cleo", "Dan", "Dan")
    rows = [{"name": name, "email": f"{name.lower()}@example.org"} for name in names] + [
        {"name": "Eve", "email": "eve"}
    ]
    told = await api.post(f"/events/{supper['id']}/guests", {"rows": rows, "preview": True})
    assert [(row["state"], row["position"], row.get("already", False)) for row in told["rows"]] == [
        ("confirmed", None, True),
        ("pending", None, False),
        ("waitlisted", 1, False),
        ("waitlisted", 2, False),
        ("waitlisted", None, True),
        (None, None, False),
    ]
    assert told["counts"] == {
        "confirmed": 0,
        "pending": 1,
        "waitlisted": 2,
        "already": 2,
        "problems": 1,
    }
    assert set(await api.guests(supper["id"])) == {"Ada"}


async def test_the_same_import_twice_changes_nothing(api: Api, supper: dict[str, Any]) -> None:
    first = await api.sign_up(supper["id"], "Ada", "Ben", "Cleo")
    before = await api.get(f"/events/{supper['id']}"), await api.guests(supper["id"])
    again = await api.sign_up(supper["id"], "Ada", "Ben", "Cleo")
    assert again == [{**row, "already": True} for row in first]
    assert (await api.get(f"/events/{supper['id']}"), await api.guests(supper["id"])) == before
