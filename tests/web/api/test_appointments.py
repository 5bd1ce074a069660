"""Appointments over the API: book, list, change, say how they stand, and follow their reminders."""

from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments.commands import EraseAppointment, RestoreAppointment
from fullhouse.web.api import appointments as endpoints
from tests.web.api.salon import claims, frees, joins, passes
from tests.web.api.support import Api

RULES = """\
Business: Salon Jess
Time zone: Europe/Berlin
Services
- Colour: 90 minutes, 120 EUR; remind at 24 and 2 hours
- Cut: 45 minutes
Staff: Jess, Sam
Opening hours: Mon-Fri 09:00-18:00
"""
THURSDAY = "2026-06-04T10:00"


@pytest.fixture
async def salon(api: Api) -> Api:
    await api.put("/rules", {"text": RULES})
    return api


async def books(api: Api, name: str = "Ada", **more: Any) -> dict[str, Any]:
    usual = {
        "name": name,
        "email": f"{name.lower()}@example.org",
        "service": "Colour",
        "starts_at": THURSDAY,
    }
    return await api.post("/appointments", {**usual, **more})


def names(page: dict[str, Any]) -> list[str]:
    return [one["name"] for one in page["items"]]


def chain(appointment: dict[str, Any]) -> list[tuple[int, str]]:
    return [(one["window"], one["status"]) for one in appointment["chain"]]


class TestBooking:
    async def test_someone_is_booked_and_shown(self, salon: Api) -> None:
        made = await books(
            salon, phone="0171 1234567", staff="jess", link="https://book.example/17"
        )
        assert made == {
            "id": made["id"],
            "name": "Ada",
            "phone": "+491711234567",
            "email": "ada@example.org",
            "service": "Colour",
            "staff": "Jess",
            "starts_at": "2026-06-04T10:00:00+02:00",
            "ends_at": "2026-06-04T11:30:00+02:00",
            "duration": 90,
            "party": 1,
            "status": "booked",
            "chain": [
                {
                    "window": 24,
                    "move": "first_reminder",
                    "due_at": "2026-06-03T08:00:00Z",
                    "status": "due",
                    "sent_at": None,
                },
                {
                    "window": 2,
                    "move": "second_reminder",
                    "due_at": "2026-06-04T06:00:00Z",
                    "status": "due",
                    "sent_at": None,
                },
            ],
            "remind_at": None,
            "link": "https://book.example/17",
            "ref": None,
            "source": "api",
            "slot": None,
            "frees": None,
            "made_at": "2026-06-01T09:00:00Z",
            "answered_at": None,
            "alerted_at": None,
            "told": None,
        }
        assert await salon.get(f"/appointments/{made['id']}") == made

    async def test_a_time_with_its_zone_and_a_duration_and_reminders_of_its_own(
        self, salon: Api
    ) -> None:
        made = await books(salon, starts_at="2026-06-04T08:00:00Z", duration=60, remind_at=[3, 48])
        assert (made["starts_at"], made["duration"]) == ("2026-06-04T10:00:00+02:00", 60)
        assert (made["remind_at"], chain(made)) == ([48, 3], [(48, "due"), (3, "due")])
        assert (await books(salon, "Bob", remind_at=[]))["chain"] == []

    async def test_sent_twice_it_is_booked_once(self, salon: Api) -> None:
        made = await books(salon)
        body = {
            "name": "ADA",
            "email": "ada@example.org",
            "service": "colour",
            "starts_at": "2026-06-04T08:00Z",
        }
        again = await salon.client.post("/api/v1/appointments", json=body)
        assert (again.status_code, again.json()) == (200, made)
        assert len((await salon.get("/appointments"))["items"]) == 1

    async def test_what_the_booking_tool_calls_by_one_name_is_one(self, salon: Api) -> None:
        made = await books(salon, ref="b-17")
        again = await salon.client.post(
            "/api/v1/appointments",
            json={"name": "Ada", "service": "Cut", "starts_at": "2026-06-05T08:00Z", "ref": "b-17"},
        )
        assert (again.status_code, again.json()) == (200, made)
        other = await books(salon, ref="b-18")
        assert other["id"] != made["id"]

    async def test_what_was_cancelled_can_be_booked_again(self, salon: Api) -> None:
        made = await books(salon)
        await salon.patch(f"/appointments/{made['id']}", {"status": "cancelled"})
        again = await books(salon)
        assert again["id"] != made["id"]

    async def test_what_its_customer_left_for_an_earlier_time_is_not_booked_again(
        self, salon: Api
    ) -> None:
        made = await books(salon, staff="Sam")
        await joins(salon, "Ada")
        await claims(salon, await frees(salon), replaces=made["id"])
        body = {"name": "Ada", "email": "ada@example.org", "service": "Colour"}
        again = await salon.client.post(
            "/api/v1/appointments", json={**body, "starts_at": THURSDAY, "staff": "Sam"}
        )
        assert (again.status_code, again.json()["status"]) == (200, "cancelled")
        assert again.json()["id"] == made["id"]

    async def test_without_an_address_nobody_is_the_same(self, salon: Api) -> None:
        first, second = [await books(salon, email=None) for _ in range(2)]
        assert first["id"] != second["id"]

    async def test_staff_may_book_what_is_taken_and_a_careful_script_is_refused(
        self, salon: Api
    ) -> None:
        await books(salon, staff="Jess")
        assert (await books(salon, "Bob", staff="Jess"))["status"] == "booked"
        body = {
            "name": "Cy",
            "service": "Cut",
            "starts_at": THURSDAY,
            "staff": "Jess",
            "only_if_free": True,
        }
        status, said = await salon.refused("POST", "/appointments", body)
        assert (status, said["code"], said["field"]) == (409, "taken", "starts_at")

    async def test_a_careful_script_gets_someone_who_works_then(self, salon: Api) -> None:
        await salon.put("/rules", {"text": f"{RULES}Staff hours: Jess Mon-Wed 09:00-18:00\n"})
        await books(salon, staff="Sam")
        body = {"name": "Cy", "service": "Cut", "starts_at": THURSDAY, "only_if_free": True}
        status, said = await salon.refused("POST", "/appointments", body)
        assert (status, said["code"], said["field"]) == (409, "taken", "starts_at")
        later = await salon.post("/appointments", {**body, "starts_at": "2026-06-04T13:00"})
        assert later["staff"] == "Sam"
        named = await salon.post("/appointments", {**body, "staff": "Jess"})
        assert named["staff"] == "Jess"

    async def test_a_time_that_the_clocks_skip_is_refused(self, salon: Api) -> None:
        body = {"name": "Cy", "service": "Cut", "starts_at": "2027-03-28T02:30"}
        status, said = await salon.refused("POST", "/appointments", body)
        assert (status, said["code"], said["field"]) == (422, "skipped_hour", "starts_at")
        assert "the clocks are set forward" in said["message"]

    async def test_the_customer_is_written_to_if_the_script_says_so(self, salon: Api) -> None:
        await books(salon)
        assert (await salon.get("/messages", event="appointments"))["items"] == []
        await books(salon, "Bob", tell=True)
        (mail,) = (await salon.get("/messages", event="appointments"))["items"]
        assert (mail["kind"], mail["to"], mail["channel"]) == ("booked", "bob@example.org", "mail")
        assert {"reschedule", "cancel"} <= mail["links"].keys()

    @pytest.mark.parametrize(
        ("more", "field"),
        [
            ({"name": ""}, "name"),
            ({"email": "ada@"}, "email"),
            ({"phone": "12"}, "phone"),
            ({"service": "Massage"}, "service"),
            ({"staff": "Eve"}, "staff"),
            ({"starts_at": "tomorrow"}, "starts_at"),
            ({"starts_at": "2029-01-01T10:00"}, "starts_at"),
            ({"duration": 0}, "duration"),
            ({"duration": 2000}, "duration"),
            ({"remind_at": [500]}, "remind_at"),
            ({"link": "javascript:alert(1)"}, "link"),
            ({"status": "confirmed"}, "status"),
            ({"tell": "yes"}, "tell"),
        ],
    )
    async def test_what_does_not_fit_names_its_field(
        self, salon: Api, more: dict[str, Any], field: str
    ) -> None:
        body = {
            "name": "Ada",
            "email": "ada@example.org",
            "service": "Colour",
            "starts_at": THURSDAY,
            **more,
        }
        status, said = await salon.refused("POST", "/appointments", body)
        assert (status, said["field"]) == (422, field)
        assert (await salon.get("/appointments"))["items"] == []


class TestListing:
    @pytest.fixture
    async def week(self, salon: Api) -> Api:
        for name, day in (("Cy", 5), ("Ada", 3), ("Bob", 4), ("Di", 4)):
            await books(salon, name, starts_at=f"2026-06-0{day}T10:00")
        return salon

    async def test_all_are_listed_as_they_were_made_in_parts(self, week: Api) -> None:
        first = await week.get("/appointments", limit=3)
        assert names(first) == ["Cy", "Ada", "Bob"]
        rest = await week.get("/appointments", limit=3, cursor=first["next"])
        assert (names(rest), rest["next"]) == (["Di"], None)

    async def test_those_of_a_span_are_listed_as_they_start_in_parts(self, week: Api) -> None:
        seen: list[str] = []
        cursor: str | None = ""
        while cursor is not None:
            part = await week.get("/appointments", limit=1, cursor=cursor, **{"from": "2026-06-03"})
            seen += names(part)
            cursor = part["next"]
        assert seen == ["Ada", "Bob", "Di", "Cy"]

    async def test_a_day_at_the_end_belongs_to_it_and_a_time_does_not(self, week: Api) -> None:
        assert names(
            await week.get("/appointments", **{"from": "2026-06-04", "to": "2026-06-04"})
        ) == ["Bob", "Di"]
        assert names(await week.get("/appointments", to="2026-06-04T10:00")) == ["Ada"]
        assert names(await week.get("/appointments", **{"from": "2026-06-04T08:01Z"})) == ["Cy"]

    async def test_those_of_one_status_are_found(
        self, week: Api, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        every = {one["name"]: one["id"] for one in (await week.get("/appointments"))["items"]}
        for name in ("Ada", "Di"):
            await week.patch(f"/appointments/{every[name]}", {"status": "confirmed"})
        assert names(await week.get("/appointments", status="confirmed")) == ["Ada", "Di"]
        monkeypatch.setattr(endpoints, "LOOKED_THROUGH", 1)
        seen: list[str] = []
        cursor: str | None = ""
        while cursor is not None:
            part = await week.get(
                "/appointments", status="confirmed", cursor=cursor, **{"from": "2026-06-01"}
            )
            seen += names(part)
            cursor = part["next"]
        assert seen == ["Ada", "Di"]

    @pytest.mark.parametrize(
        ("query", "field"),
        [
            ("from=soon", "from"),
            ("to=2026-02-30", "to"),
            ("status=late", "status"),
            ("since=2026-06-01", "since"),
            ("from=2026-06-01&cursor=x", "cursor"),
        ],
    )
    async def test_what_cannot_be_asked_names_its_field(
        self, week: Api, query: str, field: str
    ) -> None:
        status, said = await week.refused("GET", f"/appointments?{query}")
        assert (status, said["field"]) == (422, field)

    async def test_a_cursor_from_before_the_span_begins_with_it(self, week: Api) -> None:
        assert names(await week.get("/appointments", cursor="0-z", **{"from": "2026-06-04"})) == [
            "Bob",
            "Di",
            "Cy",
        ]


class TestChanging:
    async def test_what_is_given_changes_and_the_rest_stays(self, salon: Api) -> None:
        made = await books(salon, staff="Jess")
        changed = await salon.patch(
            f"/appointments/{made['id']}", {"phone": "0171 1234567", "staff": "sam"}
        )
        assert (changed["phone"], changed["staff"], changed["starts_at"]) == (
            "+491711234567",
            "Sam",
            made["starts_at"],
        )
        assert await salon.patch(f"/appointments/{made['id']}", {}) == changed

    async def test_another_time_begins_another_chain_and_is_told(self, salon: Api) -> None:
        made = await books(salon)
        moved = await salon.patch(f"/appointments/{made['id']}", {"starts_at": "2026-06-02T09:00"})
        # 24 hours before was over when this time was made.
        assert chain(moved) == [(24, "skipped"), (2, "due")]
        (mail,) = (await salon.get("/messages", event="appointments", kind="rescheduled"))["items"]
        assert mail["to"] == "ada@example.org"

    async def test_a_cancellation_is_told_unless_the_caller_says_otherwise(
        self, salon: Api
    ) -> None:
        ada, bob = await books(salon), await books(salon, "Bob", email="bob@example.org")
        off: dict[str, object] = {"status": "cancelled"}
        assert (await salon.patch(f"/appointments/{ada['id']}", off))["told"] is True
        quiet = await salon.patch(f"/appointments/{bob['id']}", {**off, "tell": False})
        assert quiet["told"] is None
        (mail,) = (await salon.get("/messages", event="appointments", kind="cancelled"))["items"]
        assert mail["to"] == "ada@example.org"

    async def test_the_answer_says_whether_a_message_was_written(self, salon: Api) -> None:
        quiet = await books(salon)
        assert quiet["told"] is None
        path = f"/appointments/{quiet['id']}"
        assert (await salon.get(path))["told"] is None
        moved = await salon.patch(path, {"starts_at": "2026-06-02T09:00", "tell": True})
        assert moved["told"] is True
        staffed = await salon.patch(path, {"staff": "Sam", "tell": True})
        assert staffed["told"] is True
        assert (await salon.patch(path, {"name": "Ada L", "tell": True}))["told"] is False
        assert (await salon.patch(path, {"status": "cancelled", "tell": True}))["told"] is True
        lost = await books(salon, "Bob", email=None, tell=True)
        assert lost["told"] is False
        path = f"/appointments/{lost['id']}"
        assert (await salon.patch(path, {"status": "cancelled", "tell": True}))["told"] is False
        assert (await salon.patch(path, {"status": "booked", "tell": True}))["told"] is False

    async def test_how_it_stands_is_said_and_twice_is_fine(self, salon: Api) -> None:
        made = await books(salon)
        path = f"/appointments/{made['id']}"
        for status in ("confirmed", "cancelled"):
            for _ in range(2):
                told = await salon.patch(path, {"status": status})
                assert told["status"] == status
                assert chain(told) == [(24, "not_needed"), (2, "not_needed")]

    async def test_a_cancellation_is_taken_back_if_the_time_is_still_free(self, salon: Api) -> None:
        await salon.put("/rules", {"text": f"{RULES}Refill from the waitlist: no\n"})
        made = await books(salon, staff="Jess")
        path = f"/appointments/{made['id']}"
        await salon.patch(path, {"status": "cancelled"})
        assert (await salon.patch(path, {"status": "booked"}))["status"] == "booked"
        await salon.patch(path, {"status": "cancelled"})
        await books(salon, "Bob", staff="Jess")
        status, said = await salon.refused("PATCH", path, {"status": "booked"})
        assert (status, said["code"]) == (409, "taken")

    async def test_who_was_not_told_of_a_cancellation_is_not_told_of_its_end(
        self, salon: Api
    ) -> None:
        told = f"/appointments/{(await books(salon))['id']}"
        quiet = f"/appointments/{(await books(salon, 'Bob', email='bob@example.org'))['id']}"
        await salon.patch(told, {"status": "cancelled"})
        await salon.patch(quiet, {"status": "cancelled", "tell": False})
        assert (await salon.patch(told, {"status": "booked"}))["told"] is True
        assert (await salon.patch(quiet, {"status": "booked"}))["told"] is False
        (mail,) = (await salon.get("/messages", event="appointments", kind="restored"))["items"]
        assert mail["to"] == "ada@example.org"

    async def test_nothing_ahead_is_moved_into_the_past(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        path = f"/appointments/{(await books(salon))['id']}"
        before = (await salon.get(path))["starts_at"]
        status, said = await salon.refused("PATCH", path, {"starts_at": "2026-05-02T09:00"})
        assert (status, said["code"], said["field"]) == (409, "time_passed", "starts_at")
        assert (await salon.get(path))["starts_at"] == before
        await passes(engine, clock, days=10)
        moved = await salon.patch(path, {"starts_at": "2026-05-02T09:00"})
        assert moved["starts_at"].startswith("2026-05-02T09:00")

    async def test_a_confirmation_is_taken_back_and_its_reminders_go_on(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        path = f"/appointments/{(await books(salon))['id']}"
        await passes(engine, clock, days=2)
        await salon.patch(path, {"status": "confirmed"})
        for _ in range(2):
            told = await salon.patch(path, {"status": "booked"})
            assert (told["status"], told["answered_at"]) == ("booked", None)
            assert chain(told) == [(24, "kept"), (2, "due")]

    async def test_who_confirms_while_a_cancellation_is_taken_back_stays_confirmed(
        self, salon: Api, engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = f"/appointments/{(made := await books(salon))['id']}"
        command = RestoreAppointment(appointment_id=made["id"])
        await salon.patch(path, {"status": "confirmed"})
        monkeypatch.setattr(endpoints, "read_change", lambda *_: command)
        status, said = await salon.refused("PATCH", path, {"status": "booked"})
        assert (status, said["code"]) == (409, "appointment_confirmed")

    async def test_what_cannot_be_as_things_stand_is_refused(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        path = f"/appointments/{(await books(salon))['id']}"
        assert (await salon.refused("PATCH", path, {"status": "no_show"}))[1]["code"] == "too_early"
        await salon.patch(path, {"status": "confirmed"})
        await passes(engine, clock, days=4)
        assert (await salon.refused("PATCH", path, {"status": "booked"}))[1]["code"] == "past"
        assert (await salon.refused("PATCH", path, {"status": "cancelled"}))[1]["code"] == "past"
        assert (await salon.patch(path, {"status": "no_show"}))["status"] == "no_show"
        for body in ({"status": "confirmed"}, {"starts_at": "2026-06-08T10:00"}):
            status, said = await salon.refused("PATCH", path, body)
            assert (status, said["code"]) == (409, "appointment_no_show")

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"status": "late"}, "status"),
            ({"status": "cancelled", "staff": "Sam"}, "status"),
            ({"name": ""}, "name"),
            ({"service": "Massage"}, "service"),
            ({"starts_at": None}, "starts_at"),
            ({"duration": 1441}, "duration"),
            ({"ref": "b-17"}, "ref"),
        ],
    )
    async def test_what_does_not_fit_names_its_field(
        self, salon: Api, body: dict[str, Any], field: str
    ) -> None:
        made = await books(salon)
        status, said = await salon.refused("PATCH", f"/appointments/{made['id']}", body)
        assert (status, said["field"]) == (422, field)
        assert await salon.get(f"/appointments/{made['id']}") == made

    @pytest.mark.parametrize("method", ["GET", "PATCH"])
    async def test_what_is_not_there_is_not_found(self, salon: Api, method: str) -> None:
        status, said = await salon.refused(method, "/appointments/nobody", {})
        assert (status, said["code"]) == (404, "unknown_appointment")

    async def test_someone_erased_is_gone_from_what_is_shown(
        self, salon: Api, engine: Engine
    ) -> None:
        made = await books(salon)
        await engine.execute(EraseAppointment(appointment_id=made["id"]), "test")
        assert (await salon.refused("PATCH", f"/appointments/{made['id']}", {"name": "Ada"}))[
            0
        ] == 404
        assert "Ada" not in str(await salon.get(f"/appointments/{made['id']}"))


class TestChain:
    async def test_reminders_are_followed_from_due_to_answered(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        path = f"/appointments/{(await books(salon))['id']}"
        await passes(engine, clock, hours=48)
        assert chain(await salon.get(path)) == [(24, "kept"), (2, "due")]
        (reminder,) = (await salon.get("/messages", event="appointments", kind="reminder"))["items"]
        assert reminder["links"].keys() == {"confirm", "reschedule", "cancel"}
        page = await salon.client.post(
            reminder["links"]["confirm"].replace("https://fullhouse.example", "")
        )
        assert page.status_code == 200
        told = await salon.get(path)
        assert (told["status"], chain(told)) == ("confirmed", [(24, "kept"), (2, "not_needed")])
        assert told["answered_at"] == "2026-06-03T09:00:00Z"

    async def test_nobody_to_reach_is_told_to_staff(
        self, salon: Api, engine: Engine, clock: VirtualClock
    ) -> None:
        path = f"/appointments/{(await books(salon, email=None))['id']}"
        await passes(engine, clock, hours=48)
        told = await salon.get(path)
        assert chain(told)[0] == (24, "told_staff")
        assert told["alerted_at"] is not None
        kinds = {
            one["kind"] for one in (await salon.get("/messages", event="appointments"))["items"]
        }
        assert kinds == {"gap_alert"}
