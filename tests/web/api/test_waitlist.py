"""The waitlist over the API: who waits, who is told, and how a number was given."""

from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.waitlist.commands import EraseEntry
from fullhouse.web.api import waitlist as endpoints
from tests.web.api.salon import RULES, frees, joins
from tests.web.api.support import Api


@pytest.fixture
async def salon(api: Api) -> Api:
    await api.put("/rules", {"text": RULES})
    return api


class TestEntries:
    async def test_someone_is_put_on_the_list_and_shown(self, salon: Api) -> None:
        fields = {
            "phone": "0171 1234567",
            "party": 2,
            "earliest": "2026-06-02",
            "latest": "2026-06-20",
        }
        made = await joins(salon, "Ada", **fields, staff="jess", priority=3)
        assert made == {
            "id": made["id"],
            "name": "Ada",
            "phone": "+491711234567",
            "email": "ada@example.org",
            "service": "Colour",
            "party": 2,
            "earliest": "2026-06-02",
            "latest": "2026-06-20",
            "weekdays": [],
            "from_time": None,
            "until_time": None,
            "staff": "Jess",
            "priority": 3,
            "joined_at": "2026-06-01T09:00:00Z",
            "state": "waiting",
            "source": "api",
            "reached_by": "text",
            "offer": None,
            "booked": None,
        }
        assert await salon.get(f"/waitlist/{made['id']}") == {**made, "offers": []}

    async def test_whoever_waits_already_is_answered_with_what_is_there(self, salon: Api) -> None:
        made = await joins(salon, "Ada")
        again = await salon.client.post(
            "/api/v1/waitlist",
            json={"name": "ADA", "email": "ADA@example.org", "service": "colour"},
        )
        assert (again.status_code, again.json()) == (200, made)

    async def test_weekdays_and_times_of_day_are_kept_changed_and_cleared(self, salon: Api) -> None:
        wish = {"weekdays": ["thu", "mon"], "from_time": "17:00", "until_time": "20:00"}
        made = await joins(salon, "Ada", **wish)
        assert (made["weekdays"], made["from_time"]) == (["mon", "thu"], "17:00")
        path = f"/api/v1/waitlist/{made['id']}"
        edited = (await salon.client.patch(path, json={"until_time": None})).json()
        assert (edited["weekdays"], edited["until_time"]) == (["mon", "thu"], None)
        edited = (await salon.client.patch(path, json={"weekdays": []})).json()
        assert (edited["weekdays"], edited["from_time"]) == ([], "17:00")
        crossed = await salon.client.patch(path, json={"until_time": "09:00"})
        assert (crossed.status_code, crossed.json()["error"]["code"]) == (422, "times_crossed")
        unknown = await salon.client.patch(path, json={"weekdays": ["someday"]})
        assert unknown.status_code in (400, 422)

    async def test_joining_again_replaces_the_wish_and_keeps_the_place(self, salon: Api) -> None:
        made = await joins(salon, "Ada", latest="2026-06-20")
        body = {"name": "Ada", "email": "ada@example.org", "service": "Colour"}
        again = await salon.client.post("/api/v1/waitlist", json={**body, "weekdays": ["fri"]})
        found = again.json()
        assert (again.status_code, found["id"], found["joined_at"]) == (
            200,
            made["id"],
            made["joined_at"],
        )
        assert (found["latest"], found["weekdays"]) == (None, ["fri"])

    async def test_the_time_of_joining_may_be_given_with_or_without_a_zone(
        self, salon: Api
    ) -> None:
        first = await joins(salon, "Ada", joined_at="2026-05-01T08:00")
        second = await joins(salon, "Bob", joined_at="2026-05-01T06:00:00Z")
        assert first["joined_at"] == second["joined_at"] == "2026-05-01T06:00:00Z"

    @pytest.mark.parametrize(
        ("more", "field"),
        [
            ({"name": ""}, "name"),
            ({"email": None}, "phone"),
            ({"email": "ada@"}, "email"),
            ({"phone": "12"}, "phone"),
            ({"service": "Massage"}, "service"),
            ({"service": 5}, "service"),
            ({"staff": "Eve"}, "staff"),
            ({"party": 0}, "party"),
            ({"priority": 10}, "priority"),
            ({"latest": "2026-05-31"}, "latest"),
            ({"latest": "2028-01-01"}, "latest"),
            ({"earliest": "soon"}, "earliest"),
            ({"earliest": "2026-06-20", "latest": "2026-06-19"}, "latest"),
            ({"joined_at": "2026-06-01T09:01:00Z"}, "joined_at"),
            ({"joined_at": "yesterday"}, "joined_at"),
            ({"colour": "red"}, "colour"),
        ],
    )
    async def test_what_does_not_fit_names_its_field(
        self, salon: Api, more: dict[str, Any], field: str
    ) -> None:
        body = {"name": "Ada", "email": "ada@example.org", "service": "Colour", **more}
        status, said = await salon.refused("POST", "/waitlist", body)
        assert (status, said["field"]) == (422, field)
        assert (await salon.get("/waitlist"))["items"] == []

    async def test_the_list_is_in_the_order_of_joining_in_parts(self, salon: Api) -> None:
        for name, day in (("Cy", 3), ("Ada", 1), ("Bob", 2)):
            await joins(salon, name, joined_at=f"2026-05-0{day}T08:00")
        await joins(salon, "Di", service="Cut", joined_at="2026-05-01T07:00")
        first = await salon.get("/waitlist", limit=2)
        assert [one["name"] for one in first["items"]] == ["Di", "Ada"]
        rest = await salon.get("/waitlist", limit=2, cursor=first["next"])
        assert ([one["name"] for one in rest["items"]], rest["next"]) == (["Bob", "Cy"], None)
        colour = await salon.get("/waitlist", service="COLOUR")
        assert [one["name"] for one in colour["items"]] == ["Ada", "Bob", "Cy"]

    async def test_those_who_are_off_the_list_are_found_by_their_state(
        self, salon: Api, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ids = {name: (await joins(salon, name))["id"] for name in ("Ada", "Bob")}
        ids["Cy"] = (await joins(salon, "Cy", service="Cut"))["id"]
        for name in ("Ada", "Cy"):
            gone = await salon.delete(f"/waitlist/{ids[name]}")
            assert gone["state"] == "removed"
        assert {
            one["name"] for one in (await salon.get("/waitlist", state="removed"))["items"]
        } == {"Ada", "Cy"}
        assert len((await salon.get("/waitlist", state="any"))["items"]) == 3
        cut = await salon.get("/waitlist", state="removed", service="Cut")
        assert ([one["name"] for one in cut["items"]], cut["next"]) == (["Cy"], None)
        monkeypatch.setattr(endpoints, "LOOKED_THROUGH", 1)
        found, cursor = [], ""
        while True:
            part = await salon.get("/waitlist", state="any", service="Cut", cursor=cursor)
            found += [one["name"] for one in part["items"]]
            cursor = part["next"]
            if cursor is None:
                break
        assert found == ["Cy"]

    @pytest.mark.parametrize("path", ["/waitlist", "/slots"])
    @pytest.mark.parametrize("cursor", ["x", "-", "1-", "x-1"])
    async def test_a_cursor_that_is_not_ours_is_refused(
        self, salon: Api, path: str, cursor: str
    ) -> None:
        status, said = await salon.refused("GET", f"{path}?cursor={cursor}")
        assert (status, said["field"]) == (422, "cursor")

    async def test_what_someone_waits_for_is_changed_and_the_rest_stays(self, salon: Api) -> None:
        made = await joins(salon, "Ada", latest="2026-06-20", staff="Jess")
        changed = await salon.patch(
            f"/waitlist/{made['id']}", {"service": "cut", "staff": None, "priority": 1}
        )
        assert changed == {**made, "service": "Cut", "staff": None, "priority": 1}
        assert await salon.patch(f"/waitlist/{made['id']}", {"service": "Cut"}) == changed
        assert (await salon.patch(f"/waitlist/{made['id']}", {"latest": ""}))["latest"] is None

    async def test_a_date_is_judged_with_the_one_that_stays(self, salon: Api) -> None:
        made = await joins(salon, "Ada", earliest="2026-06-10", latest="2026-06-20")
        for body, field in (
            ({"latest": "2026-06-09"}, "latest"),
            ({"earliest": "2026-06-21"}, "earliest"),
        ):
            status, said = await salon.refused("PATCH", f"/waitlist/{made['id']}", body)
            assert (status, said["code"], said["field"]) == (422, "dates_crossed", field)

    async def test_nobody_is_put_on_it_twice_by_a_change(self, salon: Api) -> None:
        await joins(salon, "Ada")
        other = await joins(salon, "Ada", service="Cut")
        status, said = await salon.refused(
            "PATCH", f"/waitlist/{other['id']}", {"service": "Colour"}
        )
        assert (status, said["code"]) == (409, "already_waiting")

    async def test_nobody_is_left_without_a_way_to_be_reached(self, salon: Api) -> None:
        made = await joins(salon, "Ada")
        status, said = await salon.refused("PATCH", f"/waitlist/{made['id']}", {"email": None})
        assert (status, said["code"]) == (422, "unknown_contact")

    async def test_off_the_list_means_off_and_twice_is_fine(self, salon: Api) -> None:
        made = await joins(salon, "Ada")
        for _ in range(2):
            assert (await salon.delete(f"/waitlist/{made['id']}"))["state"] == "removed"
        status, said = await salon.refused("PATCH", f"/waitlist/{made['id']}", {"party": 2})
        assert (status, said["code"]) == (409, "entry_removed")
        assert (await salon.get("/waitlist"))["items"] == []

    @pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
    async def test_whoever_is_not_there_is_not_found(self, salon: Api, method: str) -> None:
        status, said = await salon.refused(method, "/waitlist/nobody", {})
        assert (status, said["code"]) == (404, "unknown_entry")

    async def test_someone_erased_cannot_be_changed(self, salon: Api, engine: Engine) -> None:
        made = await joins(salon, "Ada")
        await engine.execute(EraseEntry(entry_id=made["id"]), "test")
        assert (await salon.refused("PATCH", f"/waitlist/{made['id']}", {"name": "Ada"}))[0] == 404
        assert "Ada" not in str(await salon.get(f"/waitlist/{made['id']}"))


class TestMessages:
    async def test_offers_show_their_words_and_links(self, salon: Api) -> None:
        await joins(salon, "Ada", phone="0171 1234567")
        await frees(salon)
        (offer,) = (await salon.get("/messages", event="waitlist", kind="offer"))["items"]
        assert (offer["channel"], offer["to"]) == ("text", "+491711234567")
        assert offer["links"]["claim"] in offer["text"]
        assert offer["html"] == ""
        (joined,) = (await salon.get("/messages", event="waitlist", kind="joined"))["items"]
        assert "leave" in joined["links"]

    @pytest.mark.parametrize("to", ["+491711234567", "491711234567", " 491711234567"])
    async def test_a_phone_number_is_found_however_its_plus_sign_came_here(
        self, salon: Api, to: str
    ) -> None:
        await joins(salon, "Ada", phone="0171 1234567", email=None)
        assert len((await salon.get("/messages", to=to))["items"]) == 1


@pytest.mark.parametrize(
    ("said", "given", "awaits"),
    [
        ({}, "api", False),
        ({"phone_given": "staff"}, "staff", False),
        ({"phone_given": "forwarded"}, "forwarded", True),
        ({"phone_given": "forwarded", "consent": True}, "forwarded", False),
    ],
)
async def test_the_caller_says_how_a_number_was_given(
    salon: Api, engine: Engine, said: dict[str, Any], given: str, awaits: bool
) -> None:
    await joins(salon, "Ada", phone="+4915123456789", **said)
    known = engine.load(Get(Contact, (contact_id("+4915123456789"),)))
    assert known is not None
    assert (known.given, known.awaits_consent) == (given, awaits)


async def test_an_unknown_way_is_refused(salon: Api) -> None:
    body = {"name": "Ada", "phone": "+4915123456789", "service": "Cut", "phone_given": "pigeon"}
    status, said = await salon.refused("POST", "/waitlist", body)
    assert (status, said["field"]) == (422, "phone_given")
