"""Booking proposals over the API, from mail or a calendar: approved, edited or discarded."""

import re
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject
from fullhouse.inbound.extraction.review import KINDS
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.proposals import ProposeAppointment
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.web.api import proposals as endpoints
from fullhouse.web.api.routes import described
from tests.web.api.support import Api
from tests.web.api.test_appointments import RULES, books
from tests.web.api.test_proposals import listed, refused

MANUAL = Path(__file__).parents[3] / "docs" / "api.md"
DOCUMENT = described("http://127.0.0.1")
READ = {
    "name": "Ada Lovelace",
    "phone": "+4915123456789",
    "service": "Colour",
    "staff": "Jess",
    "date": "2026-06-04",
    "time": "10:00",
}


@pytest.fixture
async def salon(api: Api) -> Api:
    await api.put("/rules", {"text": RULES})
    return api


async def proposes(engine: Engine, mail: str = "m1", **read: str) -> None:
    proposal = Proposal(
        id="p1",
        product="appointments",
        fields=tuple(
            ProposedField(field, value) for field, value in {**READ, **read}.items() if value
        ),
        sender="sam@salon.example",
        subject="Fwd: Your booking",
        text="Hello",
        mail=mail,
        at=engine.now(),
    )
    await engine.execute(
        ProposeAppointment(proposal=proposal, renew=True), "mail" if mail else "calendar"
    )


async def booked(api: Api) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await api.get("/appointments"))["items"]
    return found


def lines(engine: Engine, product: str) -> list[Any]:
    found: Any = engine.load(AuditOfSubject(product, "p1"))
    return list(found)


def sets_out(appointment: dict[str, Any]) -> tuple[str, str, str, int]:
    return (
        appointment["name"],
        appointment["service"],
        appointment["starts_at"],
        appointment["duration"],
    )


async def test_a_booking_says_that_it_is_for_the_book(salon: Api, engine: Engine) -> None:
    await proposes(engine)
    (shown,) = await listed(salon)
    assert (shown["product"], shown["state"], shown["entry"], shown["appointment"]) == (
        "appointments",
        "open",
        None,
        None,
    )
    assert await booked(salon) == []


class TestApproving:
    async def test_what_is_approved_is_in_the_book_and_nobody_is_on_the_list(
        self, salon: Api, engine: Engine
    ) -> None:
        await proposes(engine)
        done = await salon.post("/proposals/p1/approve")
        assert (done["state"], done["appointment"], done["entry"], done["fields"]) == (
            "approved",
            "p1",
            None,
            [],
        )
        (appointment,) = await booked(salon)
        assert sets_out(appointment) == ("Ada Lovelace", "Colour", "2026-06-04T10:00:00+02:00", 90)
        assert (appointment["phone"], appointment["staff"], appointment["source"]) == (
            "+4915123456789",
            "Jess",
            "mail",
        )
        assert (await salon.get("/waitlist", state="any"))["items"] == []

    async def test_one_from_a_calendar_says_where_it_came_from(
        self, salon: Api, engine: Engine
    ) -> None:
        await proposes(engine, mail="")
        await salon.post("/proposals/p1/approve")
        assert [one["source"] for one in await booked(salon)] == ["calendar"]

    async def test_it_happens_once(self, salon: Api, engine: Engine) -> None:
        await proposes(engine)
        await salon.post("/proposals/p1/approve")
        assert await refused(salon, "POST", "/proposals/p1/approve") == (
            409,
            "proposal_approved",
            "",
        )
        assert await refused(salon, "POST", "/proposals/p1/edit", {"time": "11:00"}) == (
            409,
            "proposal_approved",
            "",
        )
        assert await refused(salon, "POST", "/proposals/p1/discard") == (
            409,
            "proposal_approved",
            "",
        )
        assert [sets_out(one)[2] for one in await booked(salon)] == ["2026-06-04T10:00:00+02:00"]

    @pytest.mark.parametrize(
        ("decision", "code"), [("approve", "approved"), ("discard", "discarded")]
    )
    async def test_whoever_is_slower_by_a_moment_is_told_that_someone_decided(
        self, salon: Api, engine: Engine, monkeypatch: pytest.MonkeyPatch, decision: str, code: str
    ) -> None:
        await proposes(engine)
        seen = engine.load(Get(Proposal, ("p1",)))
        await salon.post(f"/proposals/p1/{decision}")
        monkeypatch.setattr(endpoints, "_open", lambda _call: seen)
        assert await refused(salon, "POST", "/proposals/p1/approve") == (
            409,
            f"proposal_{code}",
            "",
        )

    @pytest.mark.parametrize(
        ("field", "code"),
        [
            ("name", "name_missing"),
            ("service", "unknown_service"),
            ("date", "bad_time"),
            ("time", "bad_time"),
        ],
    )
    async def test_what_is_missing_is_named_and_the_booking_stays_open(
        self, salon: Api, engine: Engine, field: str, code: str
    ) -> None:
        await proposes(engine, **{field: ""})
        named = "time" if field == "date" else field
        assert await refused(salon, "POST", "/proposals/p1/approve") == (422, code, named)
        assert ([one["id"] for one in await listed(salon)], await booked(salon)) == (["p1"], [])

    async def test_what_the_rules_refuse_is_named_and_the_booking_stays_open(
        self, salon: Api, engine: Engine
    ) -> None:
        await proposes(engine, date="2029-06-04")
        assert await refused(salon, "POST", "/proposals/p1/approve") == (422, "too_far", "time")
        assert ([one["id"] for one in await listed(salon)], await booked(salon)) == (["p1"], [])


class TestEditing:
    async def test_what_was_read_wrongly_is_put_right_and_booked(
        self, salon: Api, engine: Engine
    ) -> None:
        await proposes(engine, service="Shave", date="", minutes="600")
        assert (await refused(salon, "POST", "/proposals/p1/approve"))[:2] == (
            422,
            "unknown_service",
        )
        right = {
            "name": "Ada King",
            "service": "Cut",
            "date": "2026-06-05",
            "time": "14:30",
            "minutes": 30,
        }
        reached = {"phone": None, "email": "ada@example.org", "staff": None}
        done = await salon.post("/proposals/p1/edit", {**right, **reached})
        assert (done["state"], done["appointment"]) == ("approved", "p1")
        (appointment,) = await booked(salon)
        assert sets_out(appointment) == ("Ada King", "Cut", "2026-06-05T14:30:00+02:00", 30)
        assert [appointment[name] for name in reached] == [None, "ada@example.org", None]

    async def test_without_minutes_it_takes_as_long_as_its_service(
        self, salon: Api, engine: Engine
    ) -> None:
        await proposes(engine, minutes="30")
        await salon.post("/proposals/p1/edit", {"minutes": None})
        assert [sets_out(one)[3] for one in await booked(salon)] == [90]

    @pytest.mark.parametrize(
        ("body", "problem"),
        [
            ({"time": "noon"}, ("bad_time", "time")),
            ({"minutes": 0}, ("bad_duration", "minutes")),
            ({"minutes": 10**30}, ("bad_duration", "minutes")),
            ({"minutes": "30"}, ("wrong_type", "minutes")),
            ({"phone": "12"}, ("bad_phone", "phone")),
            ({"staff": "Nobody"}, ("unknown_staff", "staff")),
            ({"name": ""}, ("name_missing", "name")),
            ({"priority": 3}, ("unknown_field", "priority")),
            ({"change": "gone"}, ("unknown_field", "change")),
        ],
    )
    async def test_a_field_that_does_not_fit_is_named_and_the_booking_stays_open(
        self, salon: Api, engine: Engine, body: dict[str, object], problem: tuple[str, str]
    ) -> None:
        await proposes(engine)
        assert await refused(salon, "POST", "/proposals/p1/edit", body) == (422, *problem)
        assert ([one["id"] for one in await listed(salon)], await booked(salon)) == (["p1"], [])

    async def test_a_time_that_does_not_fit_is_spoken_of_as_it_is_sent(
        self, salon: Api, engine: Engine
    ) -> None:
        await proposes(engine)
        _, said = await salon.refused("POST", "/proposals/p1/edit", {"time": "noon"})
        assert said["message"] == "This is not a day and a time such as 2026-06-20 and 14:00."


class TestDiscarding:
    async def test_what_is_discarded_does_nothing_and_is_so_in_the_book_s_audit(
        self, salon: Api, engine: Engine
    ) -> None:
        await proposes(engine)
        done = await salon.post("/proposals/p1/discard")
        assert (done["state"], done["appointment"], done["text"]) == ("discarded", None, "")
        assert await booked(salon) == []
        assert [one.action for one in lines(engine, "appointments")] == [
            "proposed",
            "proposal_discarded",
        ]
        assert lines(engine, "waitlist") == []

    async def test_it_happens_once(self, salon: Api, engine: Engine) -> None:
        await proposes(engine)
        await salon.post("/proposals/p1/discard")
        assert await refused(salon, "POST", "/proposals/p1/discard") == (
            409,
            "proposal_discarded",
            "",
        )
        assert await refused(salon, "POST", "/proposals/p1/approve") == (
            409,
            "proposal_discarded",
            "",
        )
        assert await refused(salon, "POST", "/proposals/p1/edit", {}) == (
            409,
            "proposal_discarded",
            "",
        )
        assert await booked(salon) == []


class TestChanges:
    async def test_what_was_moved_in_a_calendar_is_moved_in_the_book(
        self, salon: Api, engine: Engine
    ) -> None:
        made = await books(salon)
        await proposes(engine, mail="", change="moved", appointment=made["id"], time="15:00")
        done = await salon.post("/proposals/p1/edit", {"minutes": 60})
        assert done["appointment"] == made["id"]
        assert [sets_out(one)[2:] for one in await booked(salon)] == [
            ("2026-06-04T15:00:00+02:00", 60)
        ]

    async def test_what_is_gone_from_a_calendar_is_cancelled(
        self, salon: Api, engine: Engine
    ) -> None:
        made = await books(salon)
        await proposes(engine, mail="", change="gone", appointment=made["id"])
        assert (await salon.post("/proposals/p1/approve"))["appointment"] == made["id"]
        assert [one["status"] for one in await booked(salon)] == ["cancelled"]

    async def test_what_was_cancelled_before_is_approved_all_the_same(
        self, salon: Api, engine: Engine
    ) -> None:
        made = await books(salon)
        await proposes(engine, mail="", change="gone", appointment=made["id"])
        await salon.patch(f"/appointments/{made['id']}", {"status": "cancelled"})
        assert (await salon.post("/proposals/p1/approve"))["state"] == "approved"

    async def test_whoever_puts_right_what_is_gone_does_not_cancel_it(
        self, salon: Api, engine: Engine
    ) -> None:
        made = await books(salon)
        await proposes(engine, mail="", change="gone", appointment=made["id"])
        body = {"time": "15:00"}
        assert await refused(salon, "POST", "/proposals/p1/edit", body) == (
            422,
            "nothing_to_edit",
            "time",
        )
        assert [one["status"] for one in await booked(salon)] == ["booked"]

    async def test_what_cannot_be_moved_any_more_stays_open(
        self, salon: Api, engine: Engine
    ) -> None:
        made = await books(salon)
        await proposes(engine, mail="", change="moved", appointment=made["id"], time="15:00")
        await salon.patch(f"/appointments/{made['id']}", {"status": "cancelled"})
        assert (await refused(salon, "POST", "/proposals/p1/approve"))[:2] == (
            409,
            "appointment_cancelled",
        )
        assert [one["id"] for one in await listed(salon)] == ["p1"]


@pytest.mark.parametrize("product", KINDS)
def test_the_manual_and_the_description_name_what_may_be_put_right(product: str) -> None:
    shape = KINDS[product].edit
    row = next(one for one in MANUAL.read_text().splitlines() if one.startswith(f"| `{product}` |"))
    assert re.findall(r"`(\w+)`", row.split("|")[3]) == list(shape.__struct_fields__)
    described_body = DOCUMENT["paths"]["/api/v1/proposals/{proposal}/edit"]["post"]["requestBody"][
        "content"
    ]
    bodies = described_body["application/json"]["schema"]["anyOf"]
    assert {"$ref": f"#/components/schemas/{shape.__name__}"} in bodies


class TestWhatWasShown:
    """Whoever decides may say on what: at which revision they saw it."""

    @pytest.mark.parametrize(
        ("path", "body"), [("approve", None), ("edit", {"name": "Ada"}), ("discard", None)]
    )
    async def test_what_says_something_else_by_now_is_left_as_it_is(
        self, salon: Api, engine: Engine, path: str, body: object
    ) -> None:
        await proposes(engine)
        (shown,) = await listed(salon)
        await proposes(engine, time="16:00")
        old = f"/proposals/p1/{path}?rev={shown['rev']}"
        assert await refused(salon, "POST", old, body) == (409, "proposal_changed", "")
        (now,) = await listed(salon)
        assert (now["state"], now["rev"], await booked(salon)) == ("open", 1, [])
        await salon.post(f"/proposals/p1/{path}?rev=1", body)

    async def test_whoever_does_not_say_decides_on_what_it_says_now(
        self, salon: Api, engine: Engine
    ) -> None:
        await proposes(engine)
        await proposes(engine, time="16:00")
        await salon.post("/proposals/p1/approve")
        assert [one["starts_at"][11:16] for one in await booked(salon)] == ["16:00"]

    async def test_one_that_was_decided_on_says_so_first(self, salon: Api, engine: Engine) -> None:
        await proposes(engine)
        await salon.post("/proposals/p1/approve?rev=0")
        assert await refused(salon, "POST", "/proposals/p1/approve?rev=0") == (
            409,
            "proposal_approved",
            "",
        )
        assert await refused(salon, "POST", "/proposals/p1/discard?rev=0") == (
            409,
            "proposal_approved",
            "",
        )
