from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.commands import CancelEvent, CheckIn, DraftThanks
from tests.web.desk.support import Desk


def test_after_the_event_its_page_leads_to_the_thanks(desk: Desk) -> None:
    desk.evening.opens()
    assert "/desk/e/party/thanks" not in desk.web.get("/desk/e/party").text
    desk.evening.passes(days=19, hours=9)
    assert "/desk/e/party/thanks" not in desk.web.get("/desk/e/party").text
    assert desk.web.get("/desk/e/party/thanks").status_code == 404
    desk.evening.passes(hours=2)
    assert "/desk/e/party/thanks" in desk.web.get("/desk/e/party").text


def test_the_draft_can_be_edited_and_goes_to_those_who_had_a_seat_once(desk: Desk) -> None:
    desk.evening.opens(cap=1)
    desk.evening.signs_up("Anna")
    desk.evening.signs_up("Ben")
    desk.evening.passes(days=20)
    page = desk.read("/desk/e/party/thanks")
    assert "everyone who had a seat" in page
    assert "Summer party" in page
    for _ in range(2):
        assert desk.send("/desk/e/party/thanks", {"text": "It was lovely."}).status_code == 303
    thanks = desk.evening.mails("thank_you")
    assert [(one.to, one.facts["text"]) for one in thanks] == [
        ("anna@example.org", "It was lovely.")
    ]


def test_thanks_without_words_or_with_too_many_are_not_sent(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.signs_up("Anna")
    desk.evening.passes(days=20)
    for text in ("  ", "x" * 10_001):
        assert desk.send("/desk/e/party/thanks", {"text": text}).status_code == 422
    assert desk.evening.mails("thank_you") == []


def test_nobody_is_thanked_before_the_start_or_for_an_event_that_was_called_off(desk: Desk) -> None:
    desk.evening.opens()
    assert desk.send("/desk/e/party/thanks", {"text": "Thank you."}).status_code == 409
    desk.evening.give(CancelEvent(event_id="party"))
    desk.evening.passes(days=20)
    assert desk.send("/desk/e/party/thanks", {"text": "Thank you."}).status_code == 409


def test_the_events_page_says_whether_and_when_its_guests_were_thanked(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.signs_up("Anna")
    assert "thanked" not in desk.read("/desk/e/party")
    desk.evening.passes(days=20)
    assert "Your guests have not been thanked yet." in desk.read("/desk/e/party")
    desk.send("/desk/e/party/thanks", {"text": "It was lovely."})
    assert "Your guests were thanked on Sun 21 Jun 2026, 11:00" in desk.read("/desk/e/party")
    assert "Nobody is thanked twice." in desk.read("/desk/e/party/thanks")


def test_a_draft_that_was_written_for_the_host_is_the_one_on_the_desk(desk: Desk) -> None:
    class Writer:
        commands: frozenset[type[Command]] = frozenset({DraftThanks})

        async def write(self, message: Message) -> str:
            return "How lovely it was to have you all here."

    desk.evening.engine.narrator = Writer()
    desk.evening.opens(host_email="host@example.org")
    desk.evening.passes(days=20)
    assert "How lovely it was to have you all here." in desk.web.get("/desk/e/party/thanks").text
    (mailed,) = desk.evening.mails("summary")
    assert mailed.facts["narrative"] == "How lovely it was to have you all here."


def test_the_page_says_who_is_thanked_if_guests_were_checked_in(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.signs_up("Anna")
    desk.evening.signs_up("Ben")
    desk.evening.passes(days=18, hours=7)
    anna = desk.evening.guest("Anna")
    desk.evening.give(CheckIn(event_id="party", guest_id=anna.id, nonce="n1"))
    desk.evening.passes(days=2)
    assert "every guest who was checked in" in desk.read("/desk/e/party/thanks")
    desk.send("/desk/e/party/thanks", {"text": "It was\u202e lovely."})
    thanks = desk.evening.mails("thank_you")
    assert [(one.to, one.facts["text"]) for one in thanks] == [
        ("anna@example.org", "It was lovely.")
    ]
