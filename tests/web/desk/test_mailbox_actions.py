"""The mailbox: a trial message to oneself, and sending a failed one again."""

from urllib.parse import quote

import pytest

from fullhouse.engine.access import AddMember, Member, sign_in_link
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import CancelGuest
from tests.web.desk.support import BASE, HOST, OURS, Desk, text_of


@pytest.fixture
def party(desk: Desk) -> Desk:
    desk.evening.opens()
    desk.evening.signs_up("Anna")
    return desk


def page_of(desk: Desk, message_id: str) -> str:
    return desk.web.get(f"/desk/mailbox/m/{quote(message_id)}").text


def test_a_test_goes_to_whoever_presses_and_names_no_guest(party: Desk) -> None:
    message = party.evening.mails("confirmation")[0]
    answer = party.send("/desk/mailbox/test", {"id": message.id, "occasion": "press1"})
    assert answer.headers["location"].endswith("?done=tested")
    (test,) = party.evening.mails("test")
    letter = party.evening.engine.composer.letter(test)
    assert (test.to, letter.subject) == (HOST, "Test: You're in: Summer party")
    assert "Anna" not in str(test.facts)
    assert set(letter.links.values()) == {f"{BASE}/e/party"}
    assert "Test: You're in" in party.read("/desk/mailbox?kind=test")


def test_each_page_sends_its_test_once(party: Desk) -> None:
    message = party.evening.mails("confirmation")[0]
    for occasion in ("press1", "press1", "press2", ""):
        party.send("/desk/mailbox/test", {"id": message.id, "occasion": occasion})
    assert len(party.evening.mails("test")) == 3


def test_there_is_no_test_of_a_sign_in_mail_or_of_nothing(party: Desk) -> None:
    party.web.post("/desk/sign-in", data={"email": HOST})
    sign_in = party.evening.mails("sign_in")[0]
    assert "Send me a test" not in page_of(party, sign_in.id)
    for message_id in (sign_in.id, "nothing"):
        assert party.send("/desk/mailbox/test", {"id": message_id}).status_code == 404


def test_who_has_no_address_is_told_so(door: Desk) -> None:
    door.evening.opens()
    door.evening.signs_up("Anna")
    door.evening.give(AddMember(member_id="mute", email="", role="owner"), "setup")
    member = door.evening.load(Get(Member, ("mute",)))
    assert member is not None
    link = sign_in_link(member, door.evening.clock.now())
    door.web.post(f"/l/{door.evening.engine.composer.keyring.sign(link)}", headers=OURS)
    message = door.evening.mails("confirmation")[0]
    assert door.send("/desk/mailbox/test", {"id": message.id}).status_code == 409
    assert door.send("/desk/e/party/words/offer/test", {"words": "Hello."}).status_code == 409


def test_a_message_that_was_kept_is_sent_again_once_per_page(party: Desk) -> None:
    message = party.evening.mails("confirmation")[0]
    assert 'name="occasion" value="1"><button>Send it again' in page_of(party, message.id)
    answers = [
        party.send("/desk/mailbox/again", {"id": message.id, "occasion": "1"}) for _ in range(2)
    ]
    assert {one.headers["location"] for one in answers} == {
        f"/desk/mailbox/m/{quote(f'{message.id}:again-1')}?done=sent_again"
    }
    assert len(party.evening.mails("confirmation")) == 2
    assert 'name="occasion" value="2"><button>Send it again' in page_of(party, message.id)


def test_what_would_not_be_true_any_more_is_not_sent_again_and_the_reason_is_said(
    party: Desk,
) -> None:
    message = party.evening.mails("confirmation")[0]
    party.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    answer = party.send("/desk/mailbox/again", {"id": message.id, "occasion": "1"})
    assert answer.status_code == 409
    assert "The reason: things have changed since." in text_of(answer)
    assert party.send("/desk/mailbox/again", {"id": "nothing", "occasion": "1"}).status_code == 404


def test_a_message_to_the_host_or_the_desk_is_not_sent_again(party: Desk) -> None:
    party.web.post("/desk/sign-in", data={"email": HOST})
    sign_in = party.evening.mails("sign_in")[0]
    assert "Send it again" not in page_of(party, sign_in.id)
    assert party.send("/desk/mailbox/again", {"id": sign_in.id, "occasion": "1"}).status_code == 409


def test_a_form_that_is_not_ours_sends_nothing(party: Desk) -> None:
    message = party.evening.mails("confirmation")[0]
    for path in ("/desk/mailbox/test", "/desk/mailbox/again"):
        assert party.web.post(path, data={"id": message.id, "occasion": "1"}).status_code == 403
    assert party.evening.mails("test") == []
