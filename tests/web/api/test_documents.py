"""The rules and the voice over the API: what is in force, and what could not be understood."""

import pytest

from fullhouse.products.frontdesk.shared.documents import DEFAULTS
from tests.web.api.support import Api


@pytest.mark.parametrize("name", ["rules", "voice"])
async def test_before_anyone_has_written_one_the_default_holds(api: Api, name: str) -> None:
    told = await api.get(f"/{name}")
    assert told == {
        "text": DEFAULTS[name],
        "version": 0,
        "source": None,
        "saved_at": None,
        "refused": None,
    }


async def test_a_good_text_is_in_force_at_once(api: Api) -> None:
    told = await api.put("/rules", {"text": "Services\n- Cut: 45 minutes\n"})
    assert (told["version"], told["source"], told["saved_at"]) == (1, "api", "2026-06-01T09:00:00Z")
    assert await api.get("/rules") == told
    entry = await api.post(
        "/waitlist", {"name": "Ada", "email": "ada@example.org", "service": "Cut"}
    )
    assert entry["state"] == "waiting"


async def test_every_line_that_cannot_be_understood_is_named_and_the_last_good_text_stays(
    api: Api,
) -> None:
    good = await api.put("/rules", {"text": "Claim window: 20 minutes\n"})
    bad = "Claim window: soon\nServices\n- Cut: 45 minutes\nTries per slot: many\n"
    for _ in range(2):
        status, said = await api.refused("PUT", "/rules", {"text": bad})
        assert (status, said["code"], said["field"]) == (422, "not_understood", "text")
        assert [one["line"] for one in said["problems"]] == [1, 4]
        assert all(one["reason"] for one in said["problems"])
        assert "Line 1: " in said["message"]
        assert "Line 4: " in said["message"]
    told = await api.get("/rules")
    assert (told["text"], told["version"]) == (good["text"], 1)
    assert told["refused"]["text"] == bad
    assert [one["line"] for one in told["refused"]["problems"]] == [1, 4]
    assert (await api.put("/rules", {"text": good["text"]}))["refused"] is None


async def test_a_voice_that_would_not_do_is_refused(api: Api) -> None:
    status, said = await api.refused("PUT", "/voice", {"text": "# Text\n\nCome by, {nome}!\n"})
    assert status == 422
    assert said["problems"][0]["line"] == 3
    assert (await api.get("/voice"))["text"] == DEFAULTS["voice"]


async def test_a_text_too_long_is_refused_whole(api: Api) -> None:
    status, said = await api.refused("PUT", "/rules", {"text": "x" * 60_000})
    assert (status, said["problems"][0]["line"]) == (422, 1)


@pytest.mark.parametrize("body", [{}, {"text": 5}, {"text": "", "more": 1}])
async def test_what_is_not_a_text_is_refused(api: Api, body: object) -> None:
    assert (await api.refused("PUT", "/rules", body))[0] == 422


async def test_rules_that_lack_what_is_in_use_wait_for_staff(api: Api) -> None:
    text = "Services\n- Cut: 45 minutes\n- Colour: 90 minutes\n"
    await api.put("/rules", {"text": text})
    await api.post("/waitlist", {"name": "Ada", "email": "ada@example.org", "service": "Cut"})
    new = text.replace("- Cut:", "- Haircut:")
    status, said = await api.refused("PUT", "/rules", {"text": new})
    assert (status, said["code"], said["field"]) == (409, "in_use", "text")
    assert "Cut is in use, and not in these rules" in said["message"]
    held = await api.get("/rules")
    assert (held["text"], held["refused"]["text"]) == (text, new)
    assert (await api.put("/rules", {"text": f"{text}- Beard: 15 minutes\n"}))["refused"] is None
