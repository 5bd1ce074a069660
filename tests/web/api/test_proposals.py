"""Proposals over the API: read, approved with or without edits, discarded; never automatic."""

from datetime import UTC, datetime
from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.reader import MailSettings
from fullhouse.kernel.links import Link
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.proposals import Propose
from tests.support.attaching import change_desk
from tests.web.api.salon import RULES, claims, joins
from tests.web.api.support import Api

READ = {
    "name": "Ada Lovelace",
    "phone": "+4915123456789",
    "service": "Colour",
    "latest": "2026-06-20",
}


@pytest.fixture
async def salon(api: Api) -> Api:
    await api.put("/rules", {"text": RULES})
    return api


async def proposes(engine: Engine, name: str = "p1", **read: str) -> None:
    fields = tuple(
        ProposedField(field, value, "likely", f"… {value} …")
        for field, value in {**READ, **read}.items()
    )
    proposal = Proposal(
        id=name,
        product="waitlist",
        fields=fields,
        sender="sam@salon.example",
        subject="Fwd: Colour?",
        text="Hello",
        mail="m1",
        at=engine.now(),
    )
    await engine.execute(Propose(proposal=proposal), "mail")


async def test_a_quoted_link_of_ours_is_returned_to_nobody(salon: Api, engine: Engine) -> None:
    signed = engine.composer.keyring.sign(Link("leave", "waitlist", "ada"))
    await proposes(engine, note=f"see https://x.example/l/{signed}")
    (shown,) = await listed(salon)
    assert signed.rpartition(".")[2] not in str(shown)
    assert "https://x.example/l/…" in str(shown)


async def listed(api: Api, **query: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await api.get("/proposals", **query))["items"]
    return found


async def refused(api: Api, method: str, path: str, body: object = None) -> tuple[int, str, str]:
    status, error = await api.refused(method, path, body)
    return status, error["code"], error.get("field", "")


async def test_a_request_is_shown_with_the_words_it_was_read_from(
    salon: Api, engine: Engine
) -> None:
    await proposes(engine)
    (shown,) = await listed(salon)
    assert (shown["id"], shown["state"], shown["sender"], shown["entry"]) == (
        "p1",
        "open",
        "sam@salon.example",
        None,
    )
    assert shown["fields"][0] == {
        "field": "name",
        "value": "Ada Lovelace",
        "confidence": "likely",
        "words": "… Ada Lovelace …",
    }
    assert (shown["product"], shown["appointment"]) == ("waitlist", None)
    assert await salon.get("/proposals/p1") == shown
    assert (await salon.get("/waitlist"))["items"] == []


async def test_what_is_approved_is_on_the_list_and_the_request_forgotten(
    salon: Api, engine: Engine
) -> None:
    await proposes(engine)
    done = await salon.post("/proposals/p1/approve")
    assert (done["state"], done["entry"], done["fields"], done["text"]) == (
        "approved",
        "p1",
        [],
        "",
    )
    (entry,) = (await salon.get("/waitlist"))["items"]
    assert (entry["name"], entry["phone"], entry["latest"], entry["source"]) == (
        "Ada Lovelace",
        "+4915123456789",
        "2026-06-20",
        "mail",
    )
    assert await refused(salon, "POST", "/proposals/p1/approve") == (409, "proposal_approved", "")
    assert await listed(salon) == []
    assert [one["id"] for one in await listed(salon, state="any")] == ["p1"]


async def test_what_was_read_wrongly_is_put_right_and_approved(salon: Api, engine: Engine) -> None:
    await proposes(engine, service="Shave")
    assert await refused(salon, "POST", "/proposals/p1/approve") == (
        422,
        "unknown_service",
        "service",
    )
    body = {"service": "Cut", "phone": None, "email": "ada@example.org", "party": 2, "priority": 3}
    await salon.post("/proposals/p1/edit", body)
    (entry,) = (await salon.get("/waitlist"))["items"]
    assert (entry["service"], entry["phone"], entry["email"]) == ("Cut", None, "ada@example.org")
    assert (entry["party"], entry["priority"]) == (2, 3)


async def test_a_field_that_does_not_fit_is_named_and_the_request_stays_open(
    salon: Api, engine: Engine
) -> None:
    await proposes(engine)
    assert await refused(salon, "POST", "/proposals/p1/edit", {"priority": 11}) == (
        422,
        "bad_priority",
        "priority",
    )
    assert await refused(salon, "POST", "/proposals/p1/edit", {"phone": "12"}) == (
        422,
        "bad_phone",
        "phone",
    )
    assert await refused(salon, "POST", "/proposals/p1/edit", {"time": "10:00"}) == (
        422,
        "unknown_field",
        "time",
    )
    assert len(await listed(salon)) == 1


async def test_what_is_missing_is_named_and_the_request_stays_open(
    salon: Api, engine: Engine
) -> None:
    await proposes(engine, phone="")
    assert await refused(salon, "POST", "/proposals/p1/approve") == (
        422,
        "contact_missing",
        "phone",
    )
    assert await refused(salon, "POST", "/proposals/p1/edit", {"name": ""}) == (
        422,
        "name_missing",
        "name",
    )
    assert len(await listed(salon)) == 1


async def test_what_is_discarded_does_nothing(salon: Api, engine: Engine) -> None:
    await proposes(engine)
    assert (await salon.post("/proposals/p1/discard"))["state"] == "discarded"
    assert await refused(salon, "POST", "/proposals/p1/discard") == (409, "proposal_discarded", "")
    assert await refused(salon, "POST", "/proposals/p1/edit", {}) == (409, "proposal_discarded", "")
    assert (await salon.get("/waitlist"))["items"] == []


async def test_the_mail_of_a_discarded_request_is_set_aside(salon: Api, engine: Engine) -> None:
    files, raw = MemoryFiles(), b"From: sam@salon.example\r\n\r\nHello\r\n"
    change_desk(salon.app, files=files)
    lane = MailPipeline(engine, files, MailSettings(domain="rsvp.test"))
    line = await lane.take(ReceivedMail(raw, "waitlist@rsvp.test"))
    lane.close()
    await salon.post(f"/proposals/{line.person}/discard")
    assert files.kept == {f"discarded/{line.file}": raw}


async def test_there_has_to_be_a_proposal(salon: Api) -> None:
    assert await refused(salon, "GET", "/proposals/none") == (404, "unknown_proposal", "")
    assert await refused(salon, "POST", "/proposals/none/approve") == (404, "unknown_proposal", "")
    assert await refused(salon, "POST", "/proposals/none/edit", {}) == (404, "unknown_proposal", "")
    assert await refused(salon, "POST", "/proposals/none/discard") == (404, "unknown_proposal", "")


async def test_requests_come_in_pages_the_newest_first(salon: Api, engine: Engine) -> None:
    for number in range(3):
        await proposes(engine, f"p{number}")
    first = await salon.get("/proposals", limit="2")
    assert [one["id"] for one in first["items"]] == ["p2", "p1"]
    assert [one["id"] for one in await listed(salon, cursor=first["next"])] == ["p0"]


PHONE = "+4915123456789"


async def contact(engine: Engine) -> Contact:
    found = engine.load(Get(Contact, (contact_id(PHONE),)))
    assert found is not None
    return found


async def test_a_forwarded_number_is_not_confirmed_unless_the_caller_says_so(
    salon: Api, engine: Engine
) -> None:
    await proposes(engine)
    await salon.post("/proposals/p1/approve")
    known = await contact(engine)
    assert (known.given, known.consent_at, known.awaits_consent) == ("forwarded", None, True)


@pytest.mark.parametrize("how", ["approve", "edit"])
async def test_consent_can_be_confirmed_with_the_decision(
    salon: Api, engine: Engine, how: str
) -> None:
    await proposes(engine)
    await salon.post(
        f"/proposals/p1/{how}?consent=true", {"priority": 1} if how == "edit" else None
    )
    known = await contact(engine)
    assert (known.given, known.awaits_consent) == ("forwarded", False)
    assert known.consent_at == engine.now()


TABLE: dict[str, Any] = {"service": "Colour", "staff": "", "party_capacity": 4}
THEN = datetime(2026, 6, 4, 16, tzinfo=UTC)


async def test_a_question_about_two_tables_is_approved_for_the_one_that_is_named(
    salon: Api, engine: Engine
) -> None:
    for name, table in (("Ada", "one"), ("Ben", "two")):
        await joins(salon, name, party=4)
        reported = FreeSlot(slot_id=table, starts_at=THEN, ref=table, source="webhook", **TABLE)
        await engine.execute(reported, "webhook")
        await claims(salon, {"id": table})
    await salon.post("/slots", {**TABLE, "starts_at": THEN.isoformat(), "ref": "X"})
    (question,) = await listed(salon)
    path = f"/proposals/{question['id']}/approve"
    assert await refused(salon, "POST", path) == (422, "which_booking", "slot")
    assert await refused(salon, "POST", f"{path}?slot=none") == (422, "which_booking", "slot")
    await salon.post(f"{path}?slot=two")
    status = {one["id"]: one["status"] for one in (await salon.get("/appointments"))["items"]}
    assert status == {"one": "booked", "two": "cancelled"}
    assert await listed(salon, state="open") == []
