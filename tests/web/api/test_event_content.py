"""Content of an event, over the API."""

from tests.web.api.support import EVENING, Api

TEXTS = {
    "description": "Bring **cake**.",
    "contact": "grace@example.org",
    "map_url": "https://example.org/map",
    "map_of_venue": True,
    "price_note": "12 €",
    "dress_note": "Warm shoes",
}
NONE = {**dict.fromkeys(TEXTS, ""), "map_of_venue": False}


async def test_texts_are_set_with_the_event_and_changed_one_by_one(api: Api) -> None:
    event = await api.new_event(**TEXTS)
    assert TEXTS.items() <= event.items()
    changed = await api.patch(f"/events/{event['id']}", {"price_note": "", "cap": 9})
    assert (changed["cap"], changed["price_note"], changed["dress_note"]) == (9, "", "Warm shoes")
    assert await api.get(f"/events/{event['id']}") == changed


async def test_an_event_without_texts_says_so_and_a_list_leaves_them_out(api: Api) -> None:
    event = await api.new_event()
    assert NONE.items() <= event.items()
    (listed,) = (await api.get("/events"))["items"]
    assert not TEXTS.keys() & listed.keys()


async def test_a_text_that_does_not_fit_changes_nothing(api: Api) -> None:
    event = await api.new_event()
    wrong = {"cap": 9, "map_url": "http://example.org"}
    refused = await api.client.patch(f"/api/v1/events/{event['id']}", json=wrong)
    assert refused.status_code == 422
    assert refused.json()["error"]["field"] == "map_url"
    assert (await api.get(f"/events/{event['id']}"))["cap"] == event["cap"]
    made = await api.client.post("/api/v1/events", json={**EVENING, "contact": "?"})
    assert made.status_code == 422
    assert len((await api.get("/events"))["items"]) == 1
