"""Messages to all over the API: preview, sent once, and what is refused."""

from typing import Any

from tests.web.api.support import Api

WORDS = {"to": "confirmed", "subject": "Parking", "text": "Behind the mill."}


async def mailed(api: Api, event: dict[str, Any]) -> list[str]:
    found = (await api.get("/messages", event=event["id"], kind="broadcast"))["items"]
    return sorted(message["to"] for message in found)


async def test_a_message_goes_to_all_of_a_group(api: Api, supper: dict[str, Any]) -> None:
    await api.sign_up(supper["id"], "Ada", "Ben", "Cy")
    path = f"/events/{supper['id']}/messages"
    told = await api.post(path, WORDS)
    leaves = {"leaves_at": "2026-06-01T09:00:00Z"}
    assert told == {**WORDS, "recipients": 2, "sent": True, **leaves}
    assert await mailed(api, supper) == ["ada@example.org", "ben@example.org"]
    await api.post(path, {**WORDS, "to": "waiting"})
    assert "cy@example.org" in await mailed(api, supper)


async def test_a_preview_sends_nothing(api: Api, supper: dict[str, Any]) -> None:
    await api.sign_up(supper["id"], "Ada")
    told = await api.post(f"/events/{supper['id']}/messages", {**WORDS, "preview": True})
    assert (told["recipients"], told["sent"]) == (1, False)
    assert await mailed(api, supper) == []


async def test_a_request_repeated_under_its_key_sends_once(
    api: Api, supper: dict[str, Any]
) -> None:
    await api.sign_up(supper["id"], "Ada")
    path = f"/api/v1/events/{supper['id']}/messages"
    headers = {"Idempotency-Key": "parking"}
    for _ in range(2):
        answer = await api.client.post(path, json=WORDS, headers=headers)
        assert answer.status_code == 200
    assert await mailed(api, supper) == ["ada@example.org"]
    other = await api.client.post(path, json={**WORDS, "text": "No."}, headers=headers)
    assert (other.status_code, other.json()["error"]["code"]) == (422, "key_used")


async def test_what_cannot_be_sent_is_refused(api: Api, supper: dict[str, Any]) -> None:
    path = f"/events/{supper['id']}/messages"
    for fields, field in (
        ({"to": "everyone"}, "to"),
        ({"subject": ""}, "subject"),
        ({"subject": "two\nlines"}, "subject"),
        ({"text": " "}, "text"),
        ({"subject": "\u200b"}, "subject"),
        ({"text": "\u200b\u2060\n\u3164"}, "text"),
        ({"text": "x" * 10_001}, "text"),
        ({"colour": "red"}, "colour"),
    ):
        status, said = await api.refused("POST", path, {**WORDS, **fields})
        assert (status, said["field"]) == (422, field), fields
    status, said = await api.refused("POST", "/events/nothing/messages", WORDS)
    assert (status, said["code"]) == (404, "unknown_event")
    await api.post(f"/events/{supper['id']}/cancel")
    status, said = await api.refused("POST", path, WORDS)
    assert (status, said["code"]) == (409, "event_cancelled")


async def test_a_text_has_no_control_characters(api: Api, supper: dict[str, Any]) -> None:
    typed = "Behind\u0000 the\u001b[31m mill.\u202e\r\n\r\n\tIt is free. \U0001f697\u0085"
    path = f"/events/{supper['id']}/messages"
    told = await api.post(path, {**WORDS, "text": typed, "preview": True})
    assert told["text"] == "Behind the[31m mill.\n\n\tIt is free. \U0001f697"
    status, said = await api.refused("POST", path, {**WORDS, "text": "\u0000\u202e"})
    assert (status, said["field"]) == (422, "text")
