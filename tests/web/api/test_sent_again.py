"""A repeated request under the same key, after a lost answer, is done once."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from fullhouse.engine.access import AddToken, digest
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.commands import EraseAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.waitlist.commands import EraseEntry
from fullhouse.products.frontdesk.waitlist.model import Entry
from tests.web.api.support import EVENING, Api

RULES = "Time zone: Europe/Berlin\nServices\n- Colour: 90 minutes\nStaff: Jess, Sam\n"
# Nobody's number or address: by what is written there alone the two bookings could be two people's.
ADA = {"name": "Ada", "service": "Colour", "starts_at": "2026-06-04T10:00"}
WAITS = {"name": "Ada", "email": "ada@example.org", "service": "Colour"}
FREED = {"service": "Colour", "starts_at": "2026-06-02T11:00", "staff": "Jess"}
BODIES = {"/appointments": ADA, "/waitlist": WAITS, "/slots": FREED, "/events": EVENING}


@pytest.fixture
async def salon(api: Api) -> Api:
    await api.put("/rules", {"text": RULES})
    return api


async def sends(api: Api, path: str, key: str, **more: Any) -> tuple[int, dict[str, Any]]:
    body = {**BODIES[path], **more}
    answer = await api.client.post(f"/api/v1{path}", json=body, headers={"Idempotency-Key": key})
    return answer.status_code, answer.json()


@pytest.mark.parametrize("path", BODIES)
async def test_sent_again_under_its_key_it_is_one(salon: Api, path: str) -> None:
    (first, made), (_, again) = await sends(salon, path, "k-1"), await sends(salon, path, "k-1")
    assert first == 201
    assert again["id"] == made["id"]
    listed = await salon.get(path, **({"state": "any"} if path == "/waitlist" else {}))
    assert [one["id"] for one in listed["items"]] == [made["id"]]


@pytest.mark.parametrize("path", BODIES)
async def test_sent_again_while_the_first_is_under_way_it_is_one(salon: Api, path: str) -> None:
    answers = await asyncio.gather(*(sends(salon, path, "k-1") for _ in range(5)))
    assert len({told["id"] for _, told in answers}) == 1
    assert {status for status, _ in answers} <= {200, 201}


@pytest.mark.parametrize("path", ["/appointments", "/waitlist", "/slots"])
async def test_what_was_there_already_is_answered_with_200(salon: Api, path: str) -> None:
    assert (await sends(salon, path, "k-1"))[0] == 201
    assert (await sends(salon, path, "k-1"))[0] == 200


FORGETTING: list[tuple[str, type[Appointment | Entry], Callable[[str], Command]]] = [
    ("/appointments", Appointment, lambda name: EraseAppointment(appointment_id=name)),
    ("/waitlist", Entry, lambda name: EraseEntry(entry_id=name)),
]
OTHERS: dict[str, dict[str, Any]] = {
    "/appointments": {"name": "Ben", "starts_at": "2026-06-05T12:00"},
    "/waitlist": {"name": "Ben", "email": "ben@example.org"},
    "/slots": {"starts_at": "2026-06-03T11:00"},
    "/events": {"name": "Another evening", "cap": 50},
}


@pytest.mark.parametrize("path", BODIES)
async def test_something_else_under_the_same_key_is_refused_and_not_taken_for_it(
    salon: Api, path: str
) -> None:
    _, made = await sends(salon, path, "k-1")
    status, told = await sends(salon, path, "k-1", **OTHERS[path])
    assert (status, told["error"]["code"], told["error"]["field"]) == (
        422,
        "key_used",
        "Idempotency-Key",
    )
    listed = await salon.get(path, **({"state": "any"} if path == "/waitlist" else {}))
    assert [one["id"] for one in listed["items"]] == [made["id"]]
    assert (await sends(salon, path, "k-2", **OTHERS[path]))[0] == 201


@pytest.mark.parametrize("path", BODIES)
async def test_two_things_at_once_under_one_key_are_not_taken_for_each_other(
    salon: Api, path: str
) -> None:
    answers = await asyncio.gather(
        sends(salon, path, "k-1"), sends(salon, path, "k-1", **OTHERS[path])
    )
    assert sorted(status for status, _ in answers) == [201, 422]


async def test_in_which_order_the_fields_stand_is_all_the_same(salon: Api) -> None:
    for body in (ADA, dict(reversed(ADA.items()))):
        answer = await salon.client.post(
            "/api/v1/appointments", json=body, headers={"Idempotency-Key": "k-1"}
        )
        assert answer.status_code in {200, 201}


async def test_a_key_belongs_to_its_token_and_not_to_what_that_is_called(
    salon: Api, engine: Engine
) -> None:
    names = []
    for number, person in enumerate(("Ada", "Ben")):
        token = f"fh_number-{number}"
        await engine.execute(
            AddToken(token_id=f"t{number}", name="booking tool", digest=digest(token)),
            "command line",
        )
        headers = {"Idempotency-Key": "k-1", "Authorization": f"Bearer {token}"}
        answer = await salon.client.post(
            "/api/v1/appointments", json={**ADA, "name": person}, headers=headers
        )
        names.append((answer.status_code, answer.json()["name"]))
    assert names == [(201, "Ada"), (201, "Ben")]


async def test_the_same_key_for_a_slot_and_for_someone_who_waits_names_two_things(
    salon: Api,
) -> None:
    made = [(await sends(salon, path, "k-1"))[1]["id"] for path in ("/waitlist", "/slots")]
    assert len(set(made)) == 2


@pytest.mark.parametrize(("path", "kind", "erasing"), FORGETTING)
async def test_of_whoever_was_erased_not_even_what_was_sent_is_known(
    salon: Api,
    engine: Engine,
    path: str,
    kind: type[Appointment | Entry],
    erasing: Callable[[str], Command],
) -> None:
    _, made = await sends(salon, path, "k-1")
    kept = engine.load(Get(kind, (made["id"],)))
    assert kept is not None
    assert len(kept.sent) == 14
    await engine.execute(erasing(made["id"]), "desk")
    lines: Any = engine.load(AuditOfSubject(path.strip("/"), made["id"]))
    assert kept.sent not in repr((engine.load(Get(kind, (made["id"],))), lines))
    status, again = await sends(salon, path, "k-1")
    assert (status, again["id"]) == (200, made["id"])


async def test_another_key_is_another_request(salon: Api) -> None:
    answers = [await sends(salon, "/appointments", key) for key in ("k-1", "k-2")]
    assert len({told["id"] for _, told in answers}) == 2


async def test_what_became_of_it_since_is_told_and_not_undone(salon: Api) -> None:
    _, made = await sends(salon, "/appointments", "k-1")
    await salon.patch(f"/appointments/{made['id']}", {"status": "cancelled"})
    status, again = await sends(salon, "/appointments", "k-1")
    assert (status, again["id"], again["status"]) == (200, made["id"], "cancelled")


async def test_whoever_left_since_is_not_put_back_on_the_list(salon: Api) -> None:
    _, made = await sends(salon, "/waitlist", "k-1")
    await salon.delete(f"/waitlist/{made['id']}")
    status, again = await sends(salon, "/waitlist", "k-1")
    assert (status, again["id"], again["state"]) == (200, made["id"], "removed")


async def test_a_slot_that_was_handed_back_since_is_not_opened_anew(salon: Api) -> None:
    _, made = await sends(salon, "/slots", "k-1")
    await salon.post(f"/slots/{made['id']}/withdraw")
    status, again = await sends(salon, "/slots", "k-1")
    assert (status, again["id"], again["status"]) == (200, made["id"], "handed_back")


async def test_the_booking_tools_own_name_counts_before_the_key(salon: Api) -> None:
    _, made = await sends(salon, "/appointments", "k-1", ref="b-17")
    status, again = await sends(salon, "/appointments", "k-2", ref="b-17")
    assert (status, again["id"]) == (200, made["id"])


async def test_what_was_refused_may_be_put_right_under_the_same_key(salon: Api) -> None:
    status, told = await sends(salon, "/appointments", "k-1", service="Massage")
    assert (status, told["error"]["field"]) == (422, "service")
    assert (await sends(salon, "/appointments", "k-1"))[0] == 201


@pytest.mark.parametrize("key", ["", "   ", "x" * 201, "a\tb"])
async def test_a_key_that_is_none_is_refused_and_nothing_is_booked(salon: Api, key: str) -> None:
    status, told = await sends(salon, "/appointments", key)
    assert (status, told["error"]["field"]) == (422, "Idempotency-Key")
    assert (await salon.get("/appointments"))["items"] == []
