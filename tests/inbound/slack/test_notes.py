"""Notes to staff in Slack: in Slack's format, each once, with an outcome for each answer."""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from fullhouse.inbound.slack.blocks import edit_view
from fullhouse.inbound.slack.client import Slack, SlackSettings
from fullhouse.inbound.slack.notes import SlackPost
from fullhouse.kernel.letters import Button, Letter
from fullhouse.kernel.messages import CarrierDown, Message, Outcome, Refused, ResultUnknown, Sent
from fullhouse.locale.current import in_language
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from tests.inbound.slack.fake import CHANNEL, TOKEN, FakeSlack, Mood, fake_slack

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
LETTER = Letter(
    subject="A gap",
    heading="Nobody has confirmed 14:00",
    paragraphs=("Anna has not answered. <!channel> & *more*",),
    details=(("Service", "Cut"),),
    buttons=(Button("desk", "See it on the desk", "https://salon.example/desk", main=True),),
)
PROPOSAL = Proposal(
    id="p1",
    product="appointments",
    fields=(
        ProposedField("name", "Anna <Berg>", "sure", "Cut with Jess: Anna <Berg>"),
        ProposedField("time", "14:00", "guess", "at two"),
        ProposedField("change", "moved", "sure", "It was at 13:00."),
        ProposedField("appointment", "a1", "sure"),
    ),
    text="Cut with Jess: Anna",
    at=NOW,
    rev=3,
)


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    with fake_slack() as one:
        yield one


def note(kind: str = "gap_alert", **facts: object) -> Message:
    facts = facts or {"business": {}}
    known = {
        "id": f"{kind}:1",
        "product": "appointments",
        "kind": kind,
        "channel": "staff",
        "to": "staff",
    }
    return Message(
        **known,  # type: ignore[arg-type]
        scope="appointments",
        facts=facts,
        queued_at=NOW,
        not_before=NOW,
        at=NOW,
    )


def post(slack: FakeSlack, *proposals: Proposal, **given: object) -> SlackPost:
    fields = {"channel": CHANNEL, "token": TOKEN, "api_url": slack.url, "timeout": 60, **given}
    known = {one.id: one for one in proposals}
    return SlackPost(Slack(SlackSettings(**fields)), known.get)  # type: ignore[arg-type]


def test_a_letter_becomes_blocks_with_its_words_as_plain_text_and_its_links_as_buttons(
    slack: FakeSlack,
) -> None:
    assert post(slack).send(note(), LETTER) == Sent("1763000000.000001")
    header, details, words, links = slack.last["blocks"]
    assert header["text"]["text"] == "Nobody has confirmed 14:00"
    assert details["fields"][0]["text"] == "Service\nCut"
    assert words["text"] == {"type": "plain_text", "text": LETTER.paragraphs[0], "emoji": False}
    assert links["elements"][0]["url"] == "https://salon.example/desk"
    assert (slack.last["text"], slack.wrong) == ("A gap", [])


def test_the_same_note_sent_again_because_the_answer_was_lost_is_one_note(slack: FakeSlack) -> None:
    slack.mood = "hangs up"
    assert isinstance(post(slack).send(note(), LETTER), ResultUnknown)
    slack.mood = "well"
    assert post(slack).send(note(), LETTER) == Sent("1763000000.000001")
    assert len(slack.notes) == 1
    assert slack.last["metadata"]["event_payload"] == {"message": "gap_alert:1"}


def test_a_proposal_shows_each_field_with_its_confidence_and_its_words_and_three_buttons(
    slack: FakeSlack,
) -> None:
    sent = post(slack, PROPOSAL).send(note("proposal", proposal={"id": "p1"}), LETTER)
    assert isinstance(sent, Sent)
    shown = [one["text"]["text"] for one in slack.last["blocks"] if one["type"] == "section"]
    assert shown == [
        "It was at 13:00.",
        "Name: Anna <Berg>\nsure: “Cut with Jess: Anna <Berg>”",
        "Time: 14:00\na guess: “at two”",
        "Cut with Jess: Anna",
        LETTER.paragraphs[-1],
    ]
    (decide, _) = [one for one in slack.last["blocks"] if one["type"] == "actions"]
    assert [one["text"]["text"] for one in decide["elements"]] == ["Approve", "Edit", "Discard"]
    assert decide["elements"][0]["value"] == '{"proposal":"p1","rev":3,"note":""}'


def test_a_day_is_shown_in_words_and_other_words_as_they_are(slack: FakeSlack) -> None:
    read = (ProposedField("date", "2026-06-20", "sure"), ProposedField("latest", "soon", "sure"))
    post(slack, Proposal(id="p1", product="waitlist", fields=read, at=NOW)).send(
        note("proposal", proposal={"id": "p1"}), LETTER
    )
    shown = [one["text"]["text"] for one in slack.last["blocks"] if one["type"] == "section"]
    assert shown[:2] == ["Date: Saturday 20 June 2026\nsure", "Latest: soon\nsure"]


def test_of_a_landline_the_note_says_what_that_means(slack: FakeSlack) -> None:
    read = (
        ProposedField("phone", "+4930123456", "sure"),
        ProposedField("name", "+4930123456", "sure"),
    )
    post(slack, Proposal(id="p1", product="appointments", fields=read, at=NOW)).send(
        note("proposal", proposal={"id": "p1"}), LETTER
    )
    shown = [one["text"]["text"] for one in slack.last["blocks"] if one["type"] == "section"]
    assert shown == [
        "Phone: +4930123456 (a landline: texts can't reach it)\nsure",
        "Name: +4930123456\nsure",
        LETTER.paragraphs[-1],
    ]


@pytest.mark.parametrize(
    ("language", "said", "buttons"),
    [
        ("de", "Uhrzeit: 14:00\ngeraten: “at two”", ["Annehmen", "Bearbeiten", "Verwerfen"]),
        ("fr", "Heure: 14:00\nune supposition: “at two”", ["Accepter", "Modifier", "Écarter"]),
        ("es", "Hora: 14:00\nuna suposición: “at two”", ["Aprobar", "Editar", "Descartar"]),
    ],
)
def test_labels_and_buttons_are_in_the_language_of_the_card(
    slack: FakeSlack, language: str, said: str, buttons: list[str]
) -> None:
    letter = replace(LETTER, language=language)
    post(slack, PROPOSAL).send(note("proposal", proposal={"id": "p1"}), letter)
    shown = [one["text"]["text"] for one in slack.last["blocks"] if one["type"] == "section"]
    assert said in shown
    (decide, _) = [one for one in slack.last["blocks"] if one["type"] == "actions"]
    assert [one["text"]["text"] for one in decide["elements"]] == buttons


def test_the_window_to_edit_it_is_in_the_language_in_use() -> None:
    with in_language("de"):
        view = edit_view(PROPOSAL, ("time",), "", {}, {})
    (typed,) = view["blocks"]
    said = [view[name]["text"] for name in ("title", "submit", "close")]
    assert said == ["Bearbeiten", "Annehmen", "Nicht jetzt"]
    assert typed["label"]["text"] == "Uhrzeit"
    assert typed["element"]["placeholder"]["text"] == "etwa 14:30"


def test_a_proposal_to_cancel_has_nothing_to_edit(slack: FakeSlack) -> None:
    gone = Proposal(
        id="p1", product="appointments", fields=(ProposedField("change", "gone", "sure"),), at=NOW
    )
    post(slack, gone).send(note("proposal", proposal={"id": "p1"}), LETTER)
    (decide, _) = [one for one in slack.last["blocks"] if one["type"] == "actions"]
    assert [one["text"]["text"] for one in decide["elements"]] == ["Approve", "Discard"]


@pytest.mark.parametrize(
    "facts", [{"proposal": {"id": "p2"}}, {"proposal": {}}, {"proposal": "p1"}, {"other": 1}]
)
def test_a_proposal_that_is_not_open_any_more_has_no_buttons_to_decide(
    slack: FakeSlack, facts: dict[str, object]
) -> None:
    assert isinstance(post(slack, PROPOSAL).send(note("proposal", **facts), LETTER), Sent)
    assert [one.get("block_id") for one in slack.last["blocks"] if one["type"] == "actions"] == [
        "links"
    ]


@pytest.mark.parametrize(
    ("mood", "outcome"),
    [
        ("busy", CarrierDown("Slack answered 429")),
        ("broken", CarrierDown("Slack answered 500")),
        ("gateway", ResultUnknown("Slack answered 504")),
        ("strange", ResultUnknown("Slack answered 200, and nobody knows what")),
        ("silent", ResultUnknown("Slack's answer was lost (TimeoutError)")),
        ("hangs up", ResultUnknown("Slack's answer was lost (RemoteDisconnected)")),
    ],
)
def test_what_is_wrong_with_the_moment_is_down_or_unknown(
    slack: FakeSlack, mood: Mood, outcome: Outcome
) -> None:
    slack.mood = mood
    seconds = 0.5 if mood == "silent" else 60
    assert post(slack, timeout=seconds).send(note(), LETTER) == outcome


def test_slack_that_cannot_be_reached_is_down_and_is_asked_once(slack: FakeSlack) -> None:
    assert post(slack, api_url="http://127.0.0.1:9/api/").send(note(), LETTER) == CarrierDown(
        "Slack could not be reached (ConnectionRefusedError)"
    )


@pytest.mark.parametrize(
    "word", ["invalid_auth", "channel_not_found", "is_archived", "some_new_word"]
)
def test_what_is_wrong_with_our_settings_is_refused_in_words(slack: FakeSlack, word: str) -> None:
    slack.refuses = word
    outcome = post(slack).send(note(), LETTER)
    assert isinstance(outcome, Refused)
    assert word in outcome.reason
    assert not outcome.permanent


def test_a_token_that_slack_does_not_know_is_refused_and_never_logged(
    slack: FakeSlack, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    outcome = post(slack, token="xoxb-another-token").send(note(), LETTER)
    assert outcome == Refused("Slack does not know this token (invalid_auth)")
    post(slack).send(note(), LETTER)
    assert "xoxb" not in caplog.text
    assert "Anna" not in caplog.text


def test_the_token_travels_only_sealed_or_on_this_machine() -> None:
    with pytest.raises(ValueError, match="https://"):
        SlackSettings(channel=CHANNEL, api_url="http://slack.example/api/")
    assert TOKEN not in repr(SlackSettings(channel=CHANNEL, token=TOKEN))


def test_long_words_are_cut_to_what_slack_takes(slack: FakeSlack) -> None:
    long = Letter(
        subject="x" * 9000,
        heading="x" * 9000,
        paragraphs=tuple("x" * 9000 for _ in range(90)),
        details=tuple(("x" * 9000, "y") for _ in range(90)),
        buttons=tuple(Button("desk", "x" * 900, "https://x.example") for _ in range(90)),
    )
    assert isinstance(post(slack).send(note(), long), Sent)
    assert slack.wrong == []


def test_a_letter_without_words_is_still_a_note(slack: FakeSlack) -> None:
    assert isinstance(
        post(slack).send(note(), Letter(subject="Note", heading="", paragraphs=(" ",))), Sent
    )
