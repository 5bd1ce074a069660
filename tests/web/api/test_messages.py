"""Messages over the API: where replies go, and under which id a mail is sent."""

import re

import pytest

from fullhouse.engine.core import Engine
from fullhouse.products.rsvp.commands import SignUp
from tests.web.api.support import Api

pytestmark = pytest.mark.anyio


async def test_a_message_has_its_reply_address_and_its_message_id(api: Api, engine: Engine) -> None:
    engine.composer.mail_domain = "rsvp.example.org"
    event = await api.new_event()
    await api.sign_up(event["id"], "Anna")
    (mail,) = (await api.get("/messages", event=event["id"]))["items"]
    found = re.fullmatch(r"<([a-z2-7]{22})@[a-z.]+>", mail["message_id"])
    assert found is not None
    assert mail["reply_to"] == f"rsvp+{event['id']}.{found[1]}@rsvp.example.org"


async def test_without_inbound_mail_replies_go_to_the_host(api: Api) -> None:
    event = await api.new_event()
    await api.sign_up(event["id"], "Anna")
    (mail,) = (await api.get("/messages", event=event["id"]))["items"]
    assert mail["reply_to"] == "host@example.org"


async def test_one_message_that_cannot_be_composed_hides_no_others(
    api: Api, engine: Engine
) -> None:
    event = await api.new_event()
    await api.sign_up(event["id"], "Anna")
    odd = SignUp(event_id=event["id"], guest_id="a/b", name="Ada", email="ada@example.org")
    await engine.execute(odd, "someone")
    broken, whole = (await api.get("/messages", event=event["id"]))["items"]
    assert (broken["to"], broken["subject"]) == ("ada@example.org", "confirmation")
    assert whole["links"]
