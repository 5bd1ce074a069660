"""One person at all events: found by address, exported, erased; and bounced addresses."""

import json

from fullhouse.engine.access import AddMember, Member, sign_in_link
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import ChangeContact, RequestSignUp, StopMail
from fullhouse.web.api.control import verify
from tests.web.desk.support import OURS, Desk, text_of


def two_events(desk: Desk) -> None:
    for name in ("party", "dinner"):
        desk.evening.opens(name, name=name.title())
        desk.evening.signs_up("Ada", name)
    desk.evening.signs_up("Ben")


def test_a_person_is_found_at_every_event(desk: Desk) -> None:
    two_events(desk)
    assert "Someone may ask what you keep" in desk.read("/desk/person")
    told = text_of(desk.send("/desk/person", {"address": " ADA@example.org "}))
    assert "2 events under ada@example.org" in told
    assert "Dinner" in told
    assert "Nobody under" in text_of(desk.send("/desk/person", {"address": "eve@example.org"}))
    assert desk.send("/desk/person", {"address": "what"}).status_code == 422


def test_all_that_is_kept_can_be_saved_as_a_file(desk: Desk) -> None:
    two_events(desk)
    answer = desk.send("/desk/person/export", {"address": "ada@example.org"})
    assert answer.headers["content-disposition"] == 'attachment; filename="person.json"'
    told = json.loads(answer.content)
    assert len(told["events"]) == 2
    assert "ben@example.org" not in answer.text
    assert "Someone may ask" in text_of(desk.send("/desk/person/export", {"address": "what"}))


def test_a_person_is_forgotten_with_a_second_button_and_the_audit_holds(desk: Desk) -> None:
    two_events(desk)
    assert "Someone may ask" in text_of(
        desk.send("/desk/person/erase", {"address": "ada@example.org"})
    )
    assert "Ada" in desk.read("/desk/e/party/guests")
    done = desk.send("/desk/person/erase", {"address": "ada@example.org", "sure": "yes"})
    assert (done.status_code, "done=erased" in done.headers["location"]) == (303, True)
    for page in ("/desk/e/party/guests", "/desk/e/party/audit", "/desk/mailbox"):
        assert "ada@example.org" not in desk.read(page)
    assert verify_now(desk) == []


def test_an_earlier_address_is_found_and_forgotten_alone(desk: Desk) -> None:
    two_events(desk)
    new = "ada.new@example.org"
    desk.evening.give(ChangeContact(event_id="party", guest_id="ada", name="", email=new))
    told = text_of(desk.send("/desk/person", {"address": new}))
    assert "1 guest or customer with another address now under" in told
    assert "only the address goes" in told
    assert "They are also reached at ada@example.org" in told
    done = desk.send("/desk/person/erase", {"address": new, "sure": "yes"})
    assert "The address is erased." in desk.read(done.headers["location"])
    assert "Nobody under" in text_of(desk.send("/desk/person", {"address": new}))
    assert desk.evening.guest("Ada").new_email == ""


def test_a_sign_up_that_was_not_confirmed_is_named_and_forgotten(desk: Desk) -> None:
    desk.evening.opens()
    eve = "eve@example.org"
    asked = RequestSignUp(event_id="party", guest_id="r1", name="Eve", email=eve)
    desk.evening.give(asked, "guest")
    told = text_of(desk.send("/desk/person", {"address": eve}))
    assert "1 sign-up not confirmed by email under eve@example.org" in told
    done = desk.send("/desk/person/erase", {"address": eve, "sure": "yes"})
    assert "Forgotten" in desk.read(done.headers["location"])
    assert "Nobody under" in text_of(desk.send("/desk/person", {"address": eve}))


def verify_now(desk: Desk) -> list[object]:
    async def look() -> list[object]:
        return list(verify(desk.evening.engine).problems)

    return desk.evening.call(look)


def test_a_helper_cannot_erase(desk: Desk) -> None:
    two_events(desk)
    desk.evening.give(AddMember(member_id="kim", email="kim@example.org", role="helper"))
    kim = desk.evening.load(Get(Member, ("kim",)))
    assert kim is not None
    link = sign_in_link(kim, desk.evening.engine.now())
    desk.web.post(f"/l/{desk.evening.engine.composer.keyring.sign(link)}", headers=OURS)
    assert "Forget this person" not in text_of(
        desk.send("/desk/person", {"address": "ada@example.org"})
    )
    refused = desk.send("/desk/person/erase", {"address": "ada@example.org", "sure": "yes"})
    assert refused.status_code == 403
    assert desk.evening.guest("Ada").name == "Ada"


def test_the_host_sees_whom_mail_does_not_reach(desk: Desk) -> None:
    two_events(desk)
    assert "cannot be reached by email" not in desk.read("/desk/e/party")
    desk.evening.give(StopMail(event_id="party", guest_id="ada"))
    assert "1 guest cannot be reached by email" in desk.read("/desk/e/party")
    listed = desk.read("/desk/e/party/unreached")
    assert "asked for no more email" in listed
    assert "ben@example.org" not in listed
    assert "asked for no more email" in desk.read("/desk/e/party/g/ada")
    assert "Everyone can be reached." in desk.read("/desk/e/dinner/unreached")
    desk.web.post(desk.evening.link("manage", "Ada"), data={"do": "resume"})
    assert "cannot be reached by email" not in desk.read("/desk/e/party")
