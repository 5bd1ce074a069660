"""Free slots over the API: who was asked, what became of them and why."""

from datetime import datetime
from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.platforms.memory.clock import VirtualClock
from tests.web.api.salon import RULES, TOMORROW, claims, frees, joins, passes
from tests.web.api.support import Api


@pytest.fixture
async def salon(api: Api) -> Api:
    await api.put("/rules", {"text": RULES})
    return api


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
        assert (again.status_code, again.json()["id"]) == (200, made["id"])
        await salon.post(f"/slots/{made['id']}/withdraw")
        # It was handed back, so the next report opens it anew.
        third = await salon.client.post("/api/v1/slots", json=body)
        assert (third.status_code, third.json()["id"] == made["id"]) == (201, False)
        assert third.json()["reasons"][-1] == "Asked when it was offered before: 1."

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
            "They had not answered by today, 11:10.",
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

    async def test_a_slot_that_nobody_fits_stays_open_and_says_why(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        made = await frees(salon)
        assert (made["status"], made["why"], made["offers"]) == ("open", "nobody_fits", [])
        assert made["reasons"] == [
            (
                "Nobody in line fits it and can be reached. "
                "Whoever joins and fits is asked until tomorrow, 10:50."
            ),
            "Nobody was asked.",
        ]
        ada = await joins(salon, "Ada")
        story = await salon.get(f"/slots/{made['id']}")
        assert [(one["entry"], one["status"]) for one in story["offers"]] == [(ada["id"], "live")]
        assert story["why"] is None
        await claims(salon, story, "decline")
        await passes(engine, clock, hours=24)
        story = await salon.get(f"/slots/{made['id']}")
        assert (story["status"], story["why"]) == ("handed_back", "too_late")

    async def test_a_slot_whose_time_was_booked_says_so(self, salon: Api) -> None:
        await joins(salon, "Ada")
        slot = await frees(salon)
        booking = {
            "name": "Fay",
            "phone": "+4915123456789",
            "service": "Colour",
            "staff": "Jess",
            "starts_at": slot["starts_at"],
        }
        await salon.post("/appointments", booking)
        story = await salon.get(f"/slots/{slot['id']}")
        assert (story["why"], story["reasons"][0]) == ("booked_over", "Its time was booked.")
        assert story["offers"][0]["reason"].endswith("the slot's time was booked.")

    async def test_when_all_have_been_asked_it_says_so(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        await joins(salon, "Ada")
        slot = await frees(salon)
        await passes(engine, clock, minutes=10)
        story = await salon.get(f"/slots/{slot['id']}")
        assert story["reasons"] == [
            (
                "Everyone in line whom it fits and who can be reached has been asked. "
                "Whoever joins and fits is asked until tomorrow, 10:50."
            ),
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

    async def test_a_claimed_slot_whose_booking_was_cancelled_is_not_booked(
        self, salon: Api
    ) -> None:
        await joins(salon, "Ada")
        slot = await frees(salon)
        await claims(salon, slot)
        await salon.patch(f"/appointments/{slot['id']}", {"status": "cancelled"})
        story = await salon.get(f"/slots/{slot['id']}")
        assert (story["status"], story["why"], story["booked_by"]) == (
            "handed_back",
            "given_up",
            None,
        )
        assert story["reasons"][0] == (
            "It was claimed, and the booking was cancelled or moved later."
        )
        listed = {one["id"]: one["status"] for one in (await salon.get("/slots"))["items"]}
        assert listed == {slot["id"]: "handed_back", f"{slot['id']}c1": "open"}

    async def test_a_claimed_slot_whose_customer_did_not_come_is_not_booked(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        await joins(salon, "Ada")
        slot = await frees(salon)
        await claims(salon, slot)
        begins = datetime.fromisoformat(slot["starts_at"])
        await passes(engine, clock, seconds=(begins - clock.now()).total_seconds() + 300)
        await salon.patch(f"/appointments/{slot['id']}", {"status": "no_show"})
        story = await salon.get(f"/slots/{slot['id']}")
        assert (story["status"], story["why"], story["booked_by"]) == (
            "handed_back",
            "no_show",
            None,
        )
        assert story["reasons"][0] == "It was claimed, and the customer did not come."

    async def test_a_filter_lists_the_slots_whose_shown_status_it_is(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        kept, lost = [], []
        for day in (2, 3, 4, 5):
            await joins(salon, f"Ada{day}")
            slot = await frees(salon, starts_at=f"2026-06-0{day}T11:00")
            await claims(salon, slot)
            await passes(engine, clock, minutes=1)
            kept.append(slot["id"])
        for slot_id in (kept.pop(), kept.pop(1)):
            await salon.patch(f"/appointments/{slot_id}", {"status": "cancelled"})
            lost.append(slot_id)

        async def listed(status: str, **more: Any) -> list[str]:
            page = await salon.get("/slots", status=status, **more)
            assert {one["status"] for one in page["items"]} <= {status}
            return [one["id"] for one in page["items"]]

        assert await listed("booked") == kept[::-1]
        assert await listed("handed_back") == lost
        assert set(await listed("open")) == {f"{slot_id}c1" for slot_id in lost}
        for status, expected in (("booked", kept[::-1]), ("handed_back", lost)):
            first = await salon.get("/slots", status=status, limit=1)
            rest = await listed(status, limit=1, cursor=first["next"])
            assert [first["items"][0]["id"], *rest] == expected

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
