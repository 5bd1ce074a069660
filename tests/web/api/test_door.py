"""The door over the API: check in, check out, walk-ins."""

from typing import Any

import pytest

from tests.web.api.support import Api


@pytest.fixture
async def guests(api: Api, supper: dict[str, Any]) -> str:
    """Ada has a seat, one seat is free; return the path of the event."""
    await api.sign_up(supper["id"], "Ada")
    return f"/events/{supper['id']}"


async def path_of(api: Api, event: str, name: str) -> str:
    listed = await api.guests(event.rpartition("/")[2])
    return f"{event}/guests/{listed[name]['id']}"


async def refused(api: Api, status: int, path: str, body: object = None) -> dict[str, Any]:
    answer = await api.client.post(f"/api/v1{path}", json=body)
    assert answer.status_code == status
    told: dict[str, Any] = answer.json()
    return told


async def checked_in(api: Api, event: str) -> int:
    return int((await api.get(event))["headcount"]["checked_in"])


async def test_a_guest_is_checked_in_and_out(api: Api, guests: str) -> None:
    ada = await path_of(api, guests, "Ada")
    told = await api.post(f"{ada}/check-in")
    assert (told["arrived"], told["admitted_extra"]) == (1, 0)
    assert await checked_in(api, guests) == 1
    assert (await api.post(f"{ada}/check-in", {"people": 1, "nonce": "n1"}))["arrived"] == 1
    assert (await api.post(f"{ada}/check-out"))["arrived"] == 0
    assert await checked_in(api, guests) == 0
    assert (await api.post(f"{ada}/check-in", {"nonce": "n1"}))["arrived"] == 0


async def test_only_named_check_ins_are_undone(api: Api, guests: str) -> None:
    ada = await path_of(api, guests, "Ada")
    await api.post(f"{ada}/check-in", {"people": 1, "nonce": "n1"})
    assert (await api.post(f"{ada}/check-out", {"nonces": ["n2"]}))["arrived"] == 1
    assert (await api.post(f"{ada}/check-out", {"nonces": ["n1"]}))["arrived"] == 0


async def test_a_walk_in_takes_a_free_seat_and_no_more(api: Api, guests: str) -> None:
    told = await api.post(f"{guests}/walk-ins", {"name": "Wanda"})
    assert (told["state"], told["source"], told["arrived"]) == ("confirmed", "door", 1)
    told = await refused(api, 409, f"{guests}/walk-ins", {"name": "Wim"})
    assert told["error"]["code"] == "no_room"
    assert told["error"]["message"] == "There are not enough free seats. Nobody was let in."
    assert await checked_in(api, guests) == 1


async def test_undoing_a_walk_in_gives_the_seat_back(api: Api, guests: str) -> None:
    told = await api.post(f"{guests}/walk-ins", {"name": "Typo"})
    out = await api.post(f"{guests}/guests/{told['id']}/check-out")
    assert (out["state"], out["arrived"]) == ("cancelled", 0)
    assert (await api.get(guests))["headcount"]["open"] == 1


async def test_the_same_walk_in_sent_twice_counts_once(api: Api, guests: str) -> None:
    body = {"name": "Wanda", "email": "wanda@example.org", "nonce": "phone-1"}
    first = await api.post(f"{guests}/walk-ins", body)
    assert (await api.post(f"{guests}/walk-ins", body))["id"] == first["id"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"people": 0}, 422, "bad_party"),
        ({"people": 51}, 422, "bad_party"),
        ({"nonce": "no spaces"}, 422, "bad_nonce"),
        ({"nonces": []}, 422, "unknown_field"),
    ],
)
async def test_a_check_in_has_a_possible_number(
    api: Api, guests: str, body: Any, status: int, code: str
) -> None:
    ada = await path_of(api, guests, "Ada")
    told = await refused(api, status, f"{ada}/check-in", body)
    assert told["error"]["code"] == code


async def test_too_many_nonces_are_refused(api: Api, guests: str) -> None:
    ada = await path_of(api, guests, "Ada")
    many = {"nonces": [f"n{number}" for number in range(101)]}
    told = await refused(api, 422, f"{ada}/check-out", many)
    assert told["error"]["field"] == "nonces"


async def test_unknown_guests_and_known_addresses_are_refused(api: Api, guests: str) -> None:
    nobody = await refused(api, 404, f"{guests}/guests/nobody/check-in")
    assert nobody["error"]["code"] == "unknown_guest"
    known = {"name": "Ada", "email": "ada@example.org"}
    taken = await refused(api, 409, f"{guests}/walk-ins", known)
    assert taken["error"]["code"] == "address_taken"
    ada_id = (await path_of(api, guests, "Ada")).rpartition("/")[2]
    assert f"Check in guest {ada_id} with" in taken["error"]["message"]


async def test_a_guest_without_a_seat_is_let_in_if_asked_for(api: Api, guests: str) -> None:
    rows = [{"name": "Liv", "email": "liv@example.org"}]
    await api.post(f"{guests}/guests", {"rows": rows, "place_as": "pending"})
    await api.sign_up(guests.rpartition("/")[2], "Cleo")
    liv, cleo = await path_of(api, guests, "Liv"), await path_of(api, guests, "Cleo")
    told = await refused(api, 409, f"{liv}/check-in")
    assert told["error"]["code"] == "no_seat_here"
    told = await api.post(f"{liv}/check-in", {"let_in": True})
    assert (told["state"], told["arrived"]) == ("confirmed", 1)
    told = await refused(api, 409, f"{cleo}/check-in", {"let_in": True})
    assert told["error"]["code"] == "no_room"


async def test_a_walk_in_may_answer_the_questions(api: Api, guests: str) -> None:
    bus = {"id": "bus", "label": "By bus?", "kind": "yes_no", "required": True}
    await api.patch(guests, {"questions": [bus]})
    wrong = {"name": "Wanda", "answers": {"bus": "maybe"}}
    told = await refused(api, 422, f"{guests}/walk-ins", wrong)
    assert (told["error"]["code"], told["error"]["field"]) == ("not_a_choice", "answers.bus")
    told = await api.post(f"{guests}/walk-ins", {"name": "Wanda", "answers": {"bus": True}})
    assert told["answers"] == {"bus": ["yes"]}
