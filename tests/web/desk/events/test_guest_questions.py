"""The host reads guests' questions at the desk and replies to them."""

from datetime import timedelta

import pytest

from fullhouse.engine.inbound_mail import InboundMail, RecordInboundMail
from fullhouse.locale import DESK_LANGUAGES
from fullhouse.products.rsvp.commands import AnswerByMail, ChangeContact, EraseGuest
from fullhouse.web.desk.events import guest_questions
from tests.web.desk.support import Desk, text_of

ASKED = "Is there <b>parking</b>?"
PATH = "/desk/e/party/questions"


def writes(desk: Desk, name: str = "anna", mail_id: str = "m1", proof: str = "") -> InboundMail:
    now = desk.evening.clock.now()
    email = f"{name}@example.org"
    mail = InboundMail(
        id=mail_id,
        place=f"{now:%Y%m%d%H%M%S%f}-{mail_id}",
        scope="party",
        person=name,
        sender=email,
        name=name.title(),
        subject="Parking",
        text=ASKED,
        at=now,
        proof=proof,
        made="done",
        question=True,
    )
    asks = AnswerByMail(
        event_id="party",
        guest_id=name,
        name=name.title(),
        email=email,
        wants="ask",
        text=ASKED,
        occasion=mail_id,
        proven=bool(proof),
    )
    desk.evening.clock.move_to(now + timedelta(minutes=1))
    written: InboundMail = desk.evening.give(RecordInboundMail(mail=mail, asks=asks), "mail")
    return written


@pytest.fixture
def party(desk: Desk) -> Desk:
    desk.evening.opens(host_email="jo@example.org")
    desk.evening.signs_up("Anna")
    return desk


def test_a_guest_has_the_name_of_the_guest_list(party: Desk) -> None:
    writes(party, "anna")
    party.evening.give(ChangeContact(event_id="party", guest_id="anna", name="Anna Gast"))
    writes(party, "zoe", "m2")
    for path in (PATH, f"{PATH}/m1"):
        assert "<bdi>Anna Gast</bdi>" in party.web.get(path).text
    assert "<bdi>Zoe</bdi>" in party.web.get(PATH).text


def test_an_event_without_questions_says_so_and_has_a_tab(party: Desk) -> None:
    assert "No questions yet" in party.read(PATH)
    assert f'href="{PATH}"' in party.web.get("/desk/e/party").text


def test_questions_are_listed_with_who_wrote_them(party: Desk) -> None:
    writes(party)
    writes(party, "eva", "m2", "dmarc")
    shown = party.read(PATH)
    assert ASKED in shown
    assert "<b>parking" not in party.web.get(PATH).text
    assert "Anna on the list" in shown
    assert "Eva not on the list Parking" in shown
    assert shown.index("Eva") < shown.index("Anna")


@pytest.mark.parametrize("name", ["anna", "eva"])
def test_a_reply_goes_to_whoever_asked_once(party: Desk, name: str) -> None:
    writes(party, name)
    assert ASKED in party.read(f"{PATH}/m1")
    for _ in range(2):
        sent = party.send(f"{PATH}/m1", {"text": "Behind the house.", "number": "0"})
        assert (sent.status_code, sent.headers["location"]) == (303, f"{PATH}?done=replied")
    replies = [one for one in party.evening.mails("reply") if not one.facts.get("says")]
    assert [one.to for one in replies] == [f"{name}@example.org"]
    assert "Your reply is on its way" in party.read(f"{PATH}?done=replied")
    assert "answered" in party.read(PATH)
    assert "Behind the house." in party.read(f"{PATH}/m1")
    party.send(f"{PATH}/m1", {"text": "Or in the yard.", "number": "1"})
    party.send(f"{PATH}/m1", {"text": "Or in the street.", "number": "x"})
    assert "in the street" in party.read(f"{PATH}/m1")
    assert len([one for one in party.evening.mails("reply") if not one.facts.get("says")]) == 3


@pytest.mark.parametrize("name", ["anna", "eva"])
def test_another_reply_from_a_page_opened_before_is_kept_and_not_called_sent(
    party: Desk, name: str
) -> None:
    writes(party, name)
    party.send(f"{PATH}/m1", {"text": "Behind the house.", "number": "0"})
    late = party.send(f"{PATH}/m1", {"text": "No, it is closed!", "number": "0"})
    assert late.status_code == 422
    assert "Another reply was sent before this one. Yours was not sent yet." in text_of(late)
    assert "Behind the house." in text_of(late)
    assert "No, it is closed!</textarea>" in late.text
    assert 'name="number" value="1"' in late.text
    party.send(f"{PATH}/m1", {"text": "No, it is closed!", "number": "1"})
    replies = [one for one in party.evening.mails("reply") if not one.facts.get("says")]
    answers = ["Behind the house.", "No, it is closed!"]
    assert sorted(one.facts["guest"]["answer"] for one in replies) == answers


def test_each_of_many_replies_is_sent(party: Desk) -> None:
    writes(party)
    for number in range(23):
        page = party.web.get(f"{PATH}/m1").text
        assert f'name="number" value="{number}"' in page
        sent = party.send(f"{PATH}/m1", {"text": f"Reply {number}.", "number": str(number)})
        assert sent.status_code == 303
    assert len(party.evening.mails("reply")) == 23


@pytest.mark.parametrize("text", ["", "  ", "\u200b", "x" * (guest_questions.LONGEST + 1)])
def test_a_reply_without_words_or_with_too_many_is_not_sent(party: Desk, text: str) -> None:
    writes(party)
    assert party.send(f"{PATH}/m1", {"text": text, "number": "0"}).status_code == 422
    assert party.evening.mails("reply") == []


def test_only_questions_of_this_event_have_a_page(party: Desk) -> None:
    party.evening.opens("other")
    writes(party)
    for path in (f"{PATH}/nothing", "/desk/e/other/questions/m1"):
        assert party.web.get(path).status_code == 404


def test_an_erased_question_is_gone(party: Desk) -> None:
    writes(party)
    party.evening.give(EraseGuest(event_id="party", guest_id="anna"))
    assert ASKED not in party.read(PATH)
    assert party.web.get(f"{PATH}/m1").status_code == 404


def test_older_questions_are_on_the_next_page(party: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_questions, "PAGE", 1)
    monkeypatch.setattr(guest_questions, "READ_AT_ONCE", 1)
    monkeypatch.setattr(guest_questions, "MOST_READ", 3)
    writes(party)
    for number in range(3):
        writes(party, f"eva{number}", f"n{number}")
    first = party.web.get(PATH).text
    assert "Older questions" in first
    assert "Eva2" in first
    assert "Eva1" not in first


def test_a_sender_who_is_not_proven_is_named_so(party: Desk) -> None:
    writes(party, "eva")
    assert "the sender is not verified" in party.read(PATH)
    assert "Nothing proves" in party.read(f"{PATH}/m1")


def test_a_guest_who_may_be_someone_else_is_named_so(party: Desk) -> None:
    writes(party)
    assert "Anna on the list, but the sender is not verified" in party.read(PATH)
    assert "Nothing proves" in party.read(f"{PATH}/m1")
    writes(party, "anna", "m2", "dmarc")
    assert "Anna on the list Parking" in party.read(PATH)
    assert "Nothing proves" not in party.read(f"{PATH}/m2")


@pytest.mark.parametrize("language", [one for one in DESK_LANGUAGES if one != "en"])
def test_the_pages_are_translated(party: Desk, language: str) -> None:
    writes(party, "eva")
    for path in (PATH, f"{PATH}/m1"):
        page = party.web.get(path, headers={"accept-language": language}).text
        assert f'<html lang="{language}"' in page
        for text in ("Questions by email", "Your reply", "Send reply", "not on the list", "%("):
            assert text not in page
