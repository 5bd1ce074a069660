"""Questions of the sign-up form and their answers, over the API and in JSON sign-ups."""

from typing import Any

import pytest

from tests.web.api.support import Api

FOOD = {
    "id": "food",
    "label": "What do you eat?",
    "kind": "choice",
    "choices": ["Fish", "Vegan"],
    "required": True,
    "per": "party",
}
NOTE = {"id": "note", "label": "Anything else?"}
BUS = {"id": "bus", "label": "By bus?", "kind": "yes_no"}
EVENT = {
    "name": "Summer party",
    "starts_at": "2026-06-19T19:00",
    "timezone": "Europe/Berlin",
    "cap": 9,
    "settings": {"max_party": 3},
    "questions": [FOOD, NOTE, BUS],
}
ADA = {"name": "Ada", "email": "ada@example.org"}


async def opened(api: Api, **more: Any) -> str:
    return str((await api.post("/events", {**EVENT, **more}))["id"])


async def asked(api: Api, event: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await api.get(f"/events/{event}"))["questions"]
    return found


async def signs_up(api: Api, event: str, **more: Any) -> Any:
    return await api.client.post(f"/e/{event}", json={**ADA, **more})


async def guests(api: Api, event: str) -> dict[str, Any]:
    items = (await api.get(f"/events/{event}/guests"))["items"]
    return {guest["name"]: guest["answers"] for guest in items}


async def test_an_event_is_created_and_changed_with_questions(api: Api) -> None:
    event = await opened(api)
    assert await asked(api, event) == [
        FOOD,
        {**NOTE, "kind": "text", "required": False, "per": "guest"},
        {**BUS, "required": False, "per": "guest"},
    ]
    changed = await api.patch(f"/events/{event}", {"questions": [BUS]})
    assert [one["id"] for one in changed["questions"]] == ["bus"]
    assert "questions" not in (await api.get("/events"))["items"][0]
    assert (await api.patch(f"/events/{event}", {"venue": "Kantine"}))["questions"]


async def test_a_question_without_an_id_gets_the_same_one_each_time(api: Api) -> None:
    event = await opened(api, questions=[])
    first = await api.patch(f"/events/{event}", {"questions": [{"label": "By bus?"}]})
    again = await api.patch(f"/events/{event}", {"questions": [{"label": "By bus?"}]})
    assert first["questions"] == again["questions"]
    assert first["questions"][0]["id"].startswith("by-bus-")


@pytest.mark.parametrize(
    ("questions", "code", "field"),
    [
        ([{"label": ""}], "empty", "questions.0"),
        ([{**FOOD, "choices": []}], "bad_choices", "questions.0"),
        ([{"label": f"Why {number}?"} for number in range(11)], "too_many_questions", "questions"),
        ([NOTE, NOTE], "same_question_twice", "questions.1"),
        ([{**NOTE, "kind": "date"}], "wrong_type", None),
        ([{**NOTE, "more": 1}], "unknown_field", None),
    ],
)
async def test_what_cannot_be_asked_is_refused(
    api: Api, questions: list[Any], code: str, field: str | None
) -> None:
    event = await opened(api, questions=[])
    refused = await api.client.patch(f"/api/v1/events/{event}", json={"questions": questions})
    error = refused.json()["error"]
    assert (refused.status_code // 100, error["code"]) == (4, code)
    assert field in (None, error.get("field"))
    assert await asked(api, event) == []


async def test_a_script_signs_up_with_answers(api: Api) -> None:
    event = await opened(api)
    page = await api.client.get(f"/e/{event}", headers={"accept": "application/json"})
    facts = page.json()
    assert [one["id"] for one in facts["questions"]] == ["food", "note", "bus"]
    assert facts["questions"][2]["options"] == [["yes", "Yes"], ["no", "No"]]
    refused = await signs_up(api, event)
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "answer_missing"
    assert refused.json()["error"]["field"] == "answers.food"
    answers = {"food": ["Fish", "Vegan"], "bus": True, "note": ""}
    placed = await signs_up(api, event, party=2, answers=answers)
    assert placed.json()["state"] == "confirmed"
    assert await guests(api, event) == {"Ada": {"food": ["Fish", "Vegan"], "bus": ["yes"]}}


@pytest.mark.parametrize(
    ("answers", "status", "code"),
    [
        ({"food": "Meat"}, 422, "not_a_choice"),
        ({"food": "Fish", "age": "9"}, 422, "unknown_question"),
        ({"food": ["Fish", "Fish"]}, 422, "too_many_answers"),
        ({"food": "Fish", "note": "x" * 301}, 422, "answer_too_long"),
        ({"food": {"a": 1}}, 422, "bad_answers"),
        ({"food": 7}, 422, "bad_answers"),
        ("Fish", 422, "bad_answers"),
    ],
)
async def test_answers_that_do_not_fit_are_refused(
    api: Api, answers: Any, status: int, code: str
) -> None:
    event = await opened(api)
    refused = await signs_up(api, event, answers=answers)
    assert (refused.status_code, refused.json()["error"]["code"]) == (status, code)
    assert await guests(api, event) == {}


async def test_imported_rows_bring_answers_and_may_lack_some(api: Api) -> None:
    event = await opened(api)
    rows = [
        {**ADA, "party": 2, "answers": {"food": ["Fish", "Vegan"]}},
        {"name": "Bea", "email": "bea@example.org", "answers": {"bus": False}},
        {"name": "Cem", "email": "cem@example.org", "answers": {"food": "Meat"}},
        {"name": "Dan", "email": "dan@example.org", "answers": [1]},
    ]
    body = {"rows": rows, "place_as": "confirmed"}
    preview = await api.post(f"/events/{event}/guests", {**body, "preview": True})
    placed = await api.post(f"/events/{event}/guests", body)
    assert preview == placed
    assert [row.get("problem", {}).get("code") for row in placed["rows"][:3]] == [
        None,
        None,
        "not_a_choice",
    ]
    assert placed["counts"]["problems"] == 2
    assert await guests(api, event) == {"Ada": {"food": ["Fish", "Vegan"]}, "Bea": {"bus": ["no"]}}
