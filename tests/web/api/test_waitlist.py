"""The waitlist over the API: who waits, what is free, who was asked and why."""

from datetime import timedelta
from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.worker import advance_to
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.waitlist.commands import EraseEntry
from fullhouse.web.api import waitlist as endpoints
from tests.web.api.support import Api

RULES = """\
Business: Salon Jess
Time zone: Europe/Berlin
Services
- Colour: 90 minutes, 120 EUR
- Cut: 45 minutes
Staff: Jess, Sam
"""
TOMORROW = "2026-06-02T11:00"


@pytest.fixture
async def salon(api: Api) -> Api:
    await api.put("/rules", {"text": RULES})
    return api


async def joins(api: Api, name: str, **more: Any) -> dict[str, Any]:
    usual = {"name": name, "email": f"{name.lower()}@example.org", "service": "Colour"}
    return await api.post("/waitlist", {**usual, **more})


async def frees(api: Api, **more: Any) -> dict[str, Any]:
    return await api.post(
        "/slots", {"service": "Colour", "starts_at": TOMORROW, "staff": "Jess", **more}
    )


async def passes(engine: Engine, clock: VirtualClock, **time: float) -> None:
    await advance_to(engine, clock, clock.now() + timedelta(**time))


async def claims(api: Api, slot: dict[str, Any], purpose: str = "claim") -> None:
    message = (await api.get("/messages", event="waitlist", kind="offer"))["items"][0]
    response = await api.client.post(
        message["links"][purpose].replace("https://fullhouse.example", "")
    )
    assert response.status_code == 200, slot


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
            "/api/v1/waitlist", json={"name": "A.", "email": "ADA@example.org", "service": "colour"}
        )
        assert (again.status_code, again.json()) == (200, made)

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


class TestSlots:
    async def test_a_freed_slot_is_offered_and_told_with_its_reasons(self, salon: Api) -> None:
        ada = await joins(salon, "Ada")
        made = await frees(salon, ref="booking-17")
        assert (made["starts_at"], made["ends_at"]) == (
            "2026-06-02T11:00:00+02:00",
            "2026-06-02T12:30:00+02:00",
        )
        assert (made["status"], made["booked_by"], made["reason"]) == ("open", None, "cancelled")
        (offer,) = made["offers"]
        reason = offer.pop("reason")
        assert offer == {
            "seq": 1,
            "entry": ada["id"],
            "status": "live",
            "sent_at": "2026-06-01T09:00:00Z",
            "ends_at": "2026-06-01T09:10:00Z",
        }
        assert reason.startswith("They were the next in line whom it fitted: joined today, 11:00.")
        assert made["reasons"] == [
            "It is held for someone who has been asked.",
            "1 person was asked.",
        ]
        assert (await salon.get(f"/waitlist/{ada['id']}"))["offer"] == {
            "slot": made["id"],
            "seq": 1,
            "ends_at": "2026-06-01T09:10:00Z",
        }

    async def test_the_same_slot_told_twice_is_one(self, salon: Api) -> None:
        made = await frees(salon)
        body = {"service": "Colour", "starts_at": "2026-06-02T09:00Z", "staff": "jess"}
        await joins(salon, "Ada")
        again = await salon.client.post("/api/v1/slots", json=body)
        # Nobody fitted the first time, so it was handed back; the second report opens it anew.
        assert again.status_code == 201
        third = await salon.client.post("/api/v1/slots", json=body)
        assert (third.status_code, third.json()["id"]) == (200, again.json()["id"])
        assert made["status"] == "handed_back"

    async def test_the_whole_story_from_offer_to_booking(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        ids = [
            (await joins(salon, name, priority=int(name == "Di")))["id"]
            for name in ("Ada", "Bob", "Cy", "Di")
        ]
        slot = await frees(salon)
        await claims(salon, slot, "decline")
        await passes(engine, clock, minutes=10)
        await claims(salon, slot)
        story = await salon.get(f"/slots/{slot['id']}")
        assert (story["status"], story["booked_by"]) == ("booked", ids[1])
        assert [(one["entry"], one["status"]) for one in story["offers"]] == [
            (ids[3], "declined"),
            (ids[0], "timed_out"),
            (ids[1], "claimed"),
        ]
        assert [one["reason"].split(". ")[-1] for one in story["offers"]] == [
            "They said that they can't make it.",
            "They did not answer until today, 11:10.",
            "They claimed it.",
        ]
        assert "priority 1, joined today" in story["offers"][0]["reason"]
        assert story["reasons"] == ["It was claimed today, 11:10.", "3 people were asked."]
        entry = await salon.get(f"/waitlist/{ids[1]}")
        assert (entry["state"], entry["booked"]) == ("booked", slot["id"])
        assert [(one["slot"], one["status"]) for one in entry["offers"]] == [
            (slot["id"], "claimed")
        ]

    async def test_in_quiet_hours_the_next_offer_is_pending(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        await joins(salon, "Ada")
        await passes(engine, clock, hours=12)
        story = await frees(salon)
        pending = {"seq": 1, "entry": None, "status": "pending", "sent_at": None, "ends_at": None}
        assert [one.items() >= pending.items() for one in story["offers"]] == [True]
        assert (
            story["reasons"][0]
            == "These are quiet hours: the next person is asked tomorrow, 08:00."
        )

    async def test_a_slot_waits_for_whom_it_fits_and_says_so(self, salon: Api) -> None:
        await joins(salon, "Ada")
        await frees(salon)
        second = await frees(salon, starts_at="2026-06-02T15:00", staff="Sam")
        assert (
            second["reasons"][0]
            == "Everyone whom it fits holds another offer just now; it waits for them."
        )
        assert second["offers"][0]["status"] == "pending"

    async def test_a_slot_that_nobody_fits_is_handed_back_with_the_reason(self, salon: Api) -> None:
        story = await frees(salon)
        assert (story["status"], story["offers"]) == ("handed_back", [])
        assert "Nobody in line fits it" in story["reasons"][0]
        assert story["reasons"][1] == "Nobody was asked."

    async def test_when_all_have_been_asked_it_says_so(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        await joins(salon, "Ada")
        slot = await frees(salon)
        await passes(engine, clock, minutes=10)
        story = await salon.get(f"/slots/{slot['id']}")
        assert story["reasons"] == [
            "Everyone in line whom it fits has been asked.",
            "1 person was asked.",
        ]

    async def test_staff_stop_offering_it_once(self, salon: Api) -> None:
        ada = await joins(salon, "Ada")
        slot = await frees(salon)
        for _ in range(2):
            story = await salon.post(f"/slots/{slot['id']}/withdraw")
            assert (story["status"], story["reasons"][0]) == (
                "handed_back",
                "Staff stopped offering it.",
            )
            assert story["offers"][0]["status"] == "withdrawn"
            assert story["offers"][0]["reason"].endswith(
                "It was taken back: staff stopped offering the slot."
            )
        assert (await salon.get(f"/waitlist/{ada['id']}"))["offer"] is None

    async def test_what_is_booked_cannot_be_taken_back_here(self, salon: Api) -> None:
        await joins(salon, "Ada")
        slot = await frees(salon)
        await claims(salon, slot)
        assert (await salon.refused("POST", f"/slots/{slot['id']}/withdraw"))[0] == 409

    async def test_they_are_listed_newest_first_in_parts_by_status(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        await joins(salon, "Ada")
        for day in (2, 3, 4):
            await frees(salon, starts_at=f"2026-06-0{day}T11:00")
            await passes(engine, clock, minutes=1)
        first = await salon.get("/slots", limit=2)
        assert [one["starts_at"][8:10] for one in first["items"]] == ["04", "03"]
        rest = await salon.get("/slots", limit=2, cursor=first["next"])
        assert ([one["starts_at"][8:10] for one in rest["items"]], rest["next"]) == (["02"], None)
        assert "offers" not in first["items"][0]
        assert len((await salon.get("/slots", status="open"))["items"]) == 3
        assert (await salon.get("/slots", status="booked"))["items"] == []

    @pytest.mark.parametrize(
        ("more", "field"),
        [
            ({"service": "Massage"}, "service"),
            ({"staff": "Eve"}, "staff"),
            ({"starts_at": "2026-05-31T11:00"}, "starts_at"),
            ({"starts_at": "2028-05-31T11:00"}, "starts_at"),
            ({"starts_at": "1969-05-31T11:00"}, "starts_at"),
            ({"starts_at": "2026-02-30T11:00"}, "starts_at"),
            ({"starts_at": "now"}, "starts_at"),
            ({"party_capacity": 51}, "party_capacity"),
            ({"reason": "bored"}, "reason"),
            ({"ref": "a\nb"}, "ref"),
            ({"colour": "red"}, "colour"),
        ],
    )
    async def test_what_does_not_fit_names_its_field(
        self, salon: Api, more: dict[str, Any], field: str
    ) -> None:
        body = {"service": "Colour", "starts_at": TOMORROW, **more}
        status, said = await salon.refused("POST", "/slots", body)
        assert (status, said["field"]) == (422, field)

    async def test_what_is_not_there_is_not_found(self, salon: Api) -> None:
        for method, path in (("GET", "/slots/none"), ("POST", "/slots/none/withdraw")):
            status, said = await salon.refused(method, path)
            assert (status, said["code"]) == (404, "unknown_slot")


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
