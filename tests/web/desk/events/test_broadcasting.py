"""A message to all at the desk: preview, test, asking before many, and sent once."""

import re
from typing import Any

from fullhouse.products.rsvp.commands import StopMail, WalkIn
from tests.web.desk.support import Desk, text_of

PATH = "/desk/e/party/message"
WORDS = {"to": "confirmed", "subject": "Parking", "text": "Behind the mill."}


def hidden(page: str) -> dict[str, str]:
    found = re.search(r'name="occasion" value="([^"]+)"', page)
    assert found is not None
    return {**WORDS, "occasion": found[1]}


def full(desk: Desk, guests: int = 3, **more: Any) -> None:
    desk.evening.opens(cap=guests, **more)
    for number in range(guests):
        desk.evening.signs_up(f"Guest{number}")


def test_the_preview_shows_the_email_and_sends_nothing(desk: Desk) -> None:
    full(desk)
    desk.evening.give(StopMail(event_id="party", guest_id="guest0"))
    page = text_of(desk.send(PATH, WORDS))
    assert "Send this message to 2 guests?" in page
    assert "1 guest of this group gets no emails." in page
    assert "Summer party: Parking" in page
    assert "Behind the mill." in page
    assert desk.evening.mails("broadcast") == []


def test_walk_ins_without_an_address_are_not_counted(desk: Desk) -> None:
    desk.evening.opens(cap=5)
    desk.evening.signs_up("Anna")
    desk.evening.passes(days=18, hours=7)
    desk.evening.give(WalkIn(event_id="party", nonce="w1", guest_id="door-cleo", name="Cleo"))
    page = text_of(desk.send(PATH, WORDS))
    assert "Send this message to 1 guest?" in page
    assert "1 guest of this group gets no emails." in page


def test_a_double_click_sends_it_once(desk: Desk) -> None:
    full(desk)
    fields = {**hidden(desk.send(PATH, WORDS).text), "step": "send"}
    for _ in range(2):
        sent = desk.send(PATH, fields)
        assert sent.headers["location"] == "/desk/e/party?done=broadcast"
    assert len(desk.evening.mails("broadcast")) == 3
    story = text_of(desk.web.get("/desk/e/party/audit"))
    assert story.count("A message to all was sent (confirmed: Parking)") == 1


def test_other_words_from_the_same_page_are_sent_too(desk: Desk) -> None:
    full(desk)
    fields = {**hidden(desk.send(PATH, WORDS).text), "step": "send"}
    for text in ("Behind the mill.", "No, in the yard.", "No, in the yard."):
        sent = desk.send(PATH, {**fields, "text": text})
        assert sent.headers["location"] == "/desk/e/party?done=broadcast"
    texts = [one.facts["text"] for one in desk.evening.mails("broadcast")]
    assert sorted(texts) == ["Behind the mill."] * 3 + ["No, in the yard."] * 3


def test_the_desk_says_when_a_message_of_the_night_leaves(desk: Desk) -> None:
    full(desk)
    desk.evening.passes(hours=12)
    preview = desk.send(PATH, WORDS)
    assert "These are quiet hours: it leaves Tue 2 Jun 2026, 08:00" in text_of(preview)
    sent = desk.send(PATH, {**hidden(preview.text), "step": "send"})
    page = text_of(desk.web.get(sent.headers["location"]))
    assert "These are quiet hours: your message leaves Tue 2 Jun 2026, 08:00." in page
    assert "on its way" not in page
    desk.evening.passes(hours=12)
    assert "Your message is on its way." in text_of(desk.web.get(sent.headers["location"]))


def test_a_test_goes_to_the_host_only(desk: Desk) -> None:
    full(desk)
    fields = {**hidden(desk.send(PATH, WORDS).text), "step": "test"}
    page = text_of(desk.send(PATH, fields))
    assert "The test is on its way to you. No guest got it." in page
    assert desk.evening.mails("broadcast") == []
    assert len(desk.evening.mails("test")) == 1


def test_many_guests_need_a_tick(desk: Desk) -> None:
    full(desk, 20)
    fields = {**hidden(desk.send(PATH, WORDS).text), "step": "send"}
    refused = desk.send(PATH, fields)
    assert refused.status_code == 422
    assert "Please tick the box first" in text_of(refused)
    assert desk.evening.mails("broadcast") == []
    desk.send(PATH, {**fields, "sure": "yes"})
    assert len(desk.evening.mails("broadcast")) == 20


def test_what_is_missing_is_named_and_what_was_typed_stays(desk: Desk) -> None:
    full(desk)
    for field, says in (
        ("to", "Please choose who gets it."),
        ("subject", "Please write a subject."),
        ("text", "Please write a few words."),
    ):
        answer = desk.send(PATH, {**WORDS, field: " "})
        assert (answer.status_code, says in text_of(answer)) == (422, True), field
        unseen = desk.send(PATH, {**WORDS, field: "\u200b\u2060"})
        assert (unseen.status_code, says in text_of(unseen)) == (422, True), field
    empty = text_of(desk.send(PATH, {"to": "nobody", "subject": "", "text": ""}))
    assert "Not sent yet" in empty
    for says in ("choose who gets it", "write a subject", "write a few words"):
        assert f"Please {says}." in empty
    assert 'value="Parking"' in desk.send(PATH, {**WORDS, "text": ""}).text
    again = desk.send(PATH, {**WORDS, "step": "edit"})
    assert "Behind the mill." in again.text
    assert "Please shorten it" in text_of(desk.send(PATH, {**WORDS, "text": "x" * 10_001}))
    assert "Please shorten it" in text_of(desk.send(PATH, {**WORDS, "subject": "x" * 121}))


def test_a_group_without_guests_cannot_be_written_to(desk: Desk) -> None:
    full(desk)
    page = desk.send(PATH, {**WORDS, "to": "waiting"})
    assert "Nobody would get this message" in text_of(page)
    assert 'value="send"' not in page.text


def test_an_event_that_is_called_off_cannot_be_written_about(desk: Desk) -> None:
    full(desk)
    fields = {**hidden(desk.send(PATH, WORDS).text), "step": "send"}
    desk.send("/desk/e/party/cancel")
    answer = desk.send(PATH, fields)
    assert (answer.status_code, "Nothing was sent" in text_of(answer)) == (409, True)
