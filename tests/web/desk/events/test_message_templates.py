"""The host's templates: a list, an editor with a preview, and errors with their line."""

import re

import pytest

from fullhouse.products.rsvp.commands import CancelEvent
from fullhouse.products.rsvp.sample_messages import VOICED
from fullhouse.web.desk.events.message_templates import WHEN
from fullhouse.web.desk.mailbox import KINDS
from tests.web.desk.support import BASE, HOST, Desk, text_of

PATH = "/desk/e/party/words/confirmation"


@pytest.fixture
def party(desk: Desk) -> Desk:
    desk.evening.opens(settings={"max_party": 2})
    return desk


def test_each_message_is_listed_with_its_words_and_whose_they_are(party: Desk) -> None:
    page = party.read("/desk/e/party/words")
    assert "Confirmation when someone gets a seat" in page
    assert "Your seat is confirmed, and the date is attached" in page
    assert page.count(" ours ") == len(VOICED)
    party.send(PATH, {"words": "Hello {{ name }}!"})
    assert "Hello Ada! yours" in party.read("/desk/e/party/words")


def test_each_kind_has_a_name_and_says_when_it_is_sent() -> None:
    assert set(VOICED) == set(WHEN)
    assert set(VOICED) <= set(KINDS)


def test_the_editor_names_what_can_be_filled_in_for_this_kind_of_message(party: Desk) -> None:
    assert "{{ name }}" in party.read(PATH)
    assert "{{ deadline }}" not in party.read(PATH)
    assert "{{ deadline }}" in party.read("/desk/e/party/words/offer")


def test_what_is_saved_is_what_guests_read_from_then_on(party: Desk) -> None:
    answer = party.send(PATH, {"words": "Hello {{ name }},\r\n\r\nbring a coat."})
    assert answer.headers["location"] == "/desk/e/party/words?done=words"
    party.evening.signs_up("Anna")
    letter = party.evening.engine.composer.letter(party.evening.mails("confirmation")[0])
    assert letter.paragraphs == ("Hello Anna,", "bring a coat.")
    assert party.evening.mails("changed") == []


def test_the_words_of_other_messages_stay_as_they_are(party: Desk) -> None:
    party.send(PATH, {"words": "Hello."})
    party.send("/desk/e/party/words/offer", {"words": "Until {{ deadline }}."})
    assert party.evening.event().voice == {
        "confirmation": "Hello.",
        "offer": "Until {{ deadline }}.",
    }


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        (
            "Hello\n\n{{ nmae }}",
            (
                "Line 3: there is no {{ nmae }} in this message; "
                "there are event, host, host_name, name"
            ),
        ),
        ("{% if name %}Hello", "Line 1: "),
        ("Hello\n{% for x in name %}{{ x }}{% endfor %}", "Line 2: only plain values"),
        ("   ", "Line 1: it would say nothing."),
        ("x" * 10_001, "Line 1: it is longer than 10,000 characters."),
    ],
)
def test_a_broken_template_is_refused_with_its_line_and_what_was_typed_is_kept(
    party: Desk, typed: str, wrong: str
) -> None:
    answer = party.send(PATH, {"words": typed})
    assert answer.status_code == 422
    assert wrong in text_of(answer)
    assert "What you typed is still here." in answer.text
    assert typed.strip()[:40] in text_of(answer) or not typed.strip() or "\n" in typed
    assert 'aria-invalid="true"' in answer.text
    assert party.evening.event().voice == {}


def test_a_host_can_go_back_to_our_words(party: Desk) -> None:
    assert "Back to our words" not in party.read(PATH)
    party.send(PATH, {"words": "Hello."})
    assert "Back to our words" in party.read(PATH)
    assert party.send(PATH, {"ours": "yes"}).headers["location"].endswith("?done=our_words")
    assert party.evening.event().voice == {}


def test_our_words_saved_as_they_are_stay_ours(party: Desk) -> None:
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", party.web.get(PATH).text, re.DOTALL)
    assert found is not None
    party.send(PATH, {"words": found[1].replace("&#39;", "'")})
    assert party.evening.event().voice == {}


def test_a_preview_shows_the_whole_mail_and_saves_nothing(party: Desk) -> None:
    ours = party.web.get(f"{PATH}/look")
    assert "Your seat is confirmed" in text_of(ours)
    mine = party.send(f"{PATH}/look", {"words": "Dear {{ name }}, see you at {{ venue }}."})
    assert "Dear Ada, see you at The old mill." in text_of(mine)
    assert "See your seat" in text_of(mine)
    assert party.evening.event().voice == {}
    party.send(PATH, {"words": "Hello {{ name }}."})
    assert "Hello Ada." in text_of(party.web.get(f"{PATH}/look"))


def test_a_preview_says_what_is_wrong_where_there_is_nothing_to_see(party: Desk) -> None:
    answer = party.send(f"{PATH}/look", {"words": "{{ nmae }}"})
    assert answer.status_code == 422
    assert "Line 1: there is no {{ nmae }}" in text_of(answer)
    assert party.send(f"{PATH}/look", {"words": ""}).status_code == 422


def test_nothing_in_the_preview_can_run_load_or_lead_away(party: Desk) -> None:
    answer = party.send(f"{PATH}/look", {"words": "<script>alert(1)</script>"})
    assert "&lt;script&gt;" in answer.text
    assert answer.headers["content-security-policy"].startswith(
        "default-src 'none'; style-src 'unsafe-inline';"
    )
    assert 'sandbox="allow-same-origin"' in party.web.get(PATH).text


def test_a_test_carries_the_words_as_typed_to_whoever_writes_them(party: Desk) -> None:
    answer = party.send(
        f"{PATH}/test", {"words": "Dear {{ name }}, try this.", "occasion": "press1"}
    )
    assert "The test is on its way to you. Nothing is saved yet." in text_of(answer)
    assert "Dear {{ name }}, try this." in text_of(answer)
    (mail,) = party.evening.mails("test")
    letter = party.evening.engine.composer.letter(mail)
    assert (mail.to, letter.subject) == (HOST, "Test: You're in: Summer party")
    assert "Dear Ada, try this." in letter.paragraphs
    assert set(letter.links.values()) == {f"{BASE}/e/party"}
    assert party.evening.event().voice == {}


def test_a_broken_template_is_not_sent_as_a_test(party: Desk) -> None:
    assert party.send(f"{PATH}/test", {"words": "{{ nmae }}"}).status_code == 422
    assert party.evening.mails("test") == []


def test_an_unknown_kind_is_said_to_be_one(party: Desk) -> None:
    for kind in ("nothing", "thank_you", "address", "headcount"):
        assert party.web.get(f"/desk/e/party/words/{kind}").status_code == 404


def test_the_words_of_an_event_that_was_called_off_stay_as_they_are(party: Desk) -> None:
    party.evening.give(CancelEvent(event_id="party"))
    assert party.send(PATH, {"words": "Hello."}).status_code == 409


def test_a_form_that_is_not_ours_changes_nothing(party: Desk) -> None:
    assert party.web.post(PATH, data={"words": "Hello."}).status_code == 403
    assert party.evening.event().voice == {}
