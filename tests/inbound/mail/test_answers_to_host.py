"""Answers to what the host wrote, questions of strangers, and how many reach the host in a day."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import UNPROVEN_MAIL
from fullhouse.inbound.mail import guest_questions, reasons
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.commands import (
    Audience,
    CancelGuest,
    ReplyToGuest,
    SendBroadcast,
    SignUp,
)
from tests.inbound.mail.letters import mail
from tests.inbound.mail.street import HOST, Street, last, opened

pytestmark = pytest.mark.anyio
NOT_ON_SATURDAY = [
    "I can't come",
    "I cannot come.",
    "Ich komme nicht",
    "Je ne viens pas",
    "No voy",
    "Sorry, I can't.",
    "No, I can't make it on Saturday for the set-up, sorry.",
    "Leider kann ich am Samstag nicht kommen",
    "Unfortunately I can't make it then",
    "Je ne peux malheureusement pas venir samedi",
    "Lo siento, el s\u00e1bado no puedo ir",
    "Please take me off that list",
]
QUESTIONS = [
    "Yes?",
    "Ja, wo ist das?",
    "Yes, is it wheelchair accessible?",
    "Oui, c'est o\u00f9 ?",
    "\u00bfS\u00ed, d\u00f3nde es?",
    "Count me in?",
    "Can I come, and bring my dog?",
]


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened(tmp_path, cap=1, host_email=HOST) as street:
        yield street


def questions(street: Street) -> list[Message]:
    found = street.engine.load(MessagePage(to=HOST, kind="question", limit=100))
    return list(found)


async def host_writes(street: Street, kind: str, to: Audience = "confirmed") -> None:
    asks = "Can anyone come on Saturday to help set up?"
    if kind == "broadcast":
        command = SendBroadcast(event_id="party", key="k", to=to, subject="Help", text=asks)
        await street.engine.execute(command, "host")
    else:
        reply = ReplyToGuest(
            event_id="party",
            guest_id="anna",
            name="Anna",
            email="anna@example.org",
            occasion="1",
            text=asks,
        )
        await street.engine.execute(reply, "host")
    assert last(street).kind == kind


@pytest.mark.parametrize("kind", ["broadcast", "reply"])
@pytest.mark.parametrize("said", NOT_ON_SATURDAY)
async def test_an_answer_to_the_host_cancels_nothing(street: Street, kind: str, said: str) -> None:
    await street.signs_up()
    await host_writes(street, kind)
    line = await street.writes(said)
    guest = street.guest()
    assert guest is not None
    assert (guest.state, guest.cancels_at, line.question) == ("confirmed", None, True)
    assert said in as_text(street.engine.composer.letter(questions(street)[0]))
    letter = street.engine.composer.letter(last(street))
    assert letter.heading == "We've passed your message on to the host."
    assert "To cancel it, use the button below." in letter.paragraphs[-1]
    assert "cancel" in [button.purpose for button in letter.buttons]


@pytest.mark.parametrize("said", NOT_ON_SATURDAY)
async def test_whoever_waits_keeps_their_place_after_an_answer_to_the_host(
    street: Street, said: str
) -> None:
    for name in ("zoe", "anna"):
        await street.signs_up(name)
    await host_writes(street, "broadcast", "waiting")
    assert (await street.writes(said)).question
    assert street.state() == "waitlisted"
    letter = street.engine.composer.letter(last(street))
    assert "To leave the waitlist, use the button below." in letter.paragraphs[-1]


@pytest.mark.parametrize(
    "said", ["Yes please, I want the seat", "Count me in", "I'm in", "Nicely put"]
)
@pytest.mark.parametrize("has_seat", [True, False])
async def test_a_yes_to_the_host_is_for_them_and_moves_no_seat(
    street: Street, said: str, has_seat: bool
) -> None:
    await street.signs_up()
    if not has_seat:
        await street.engine.execute(CancelGuest(event_id="party", guest_id="anna"), "guest")
    state = street.state()
    await host_writes(street, "reply")
    assert (await street.writes(said)).question
    assert street.state() == state
    assert said in as_text(street.engine.composer.letter(questions(street)[0]))


@pytest.mark.parametrize(
    ("said", "what"),
    [("Cancel my seat", "cancelled"), ("Absagen", "cancelled"), ("STOP", "stopped")],
)
async def test_exact_words_to_the_host_still_act(street: Street, said: str, what: str) -> None:
    await street.signs_up()
    await host_writes(street, "broadcast")
    assert (await street.writes(said)).what == what


@pytest.mark.parametrize("said", QUESTIONS)
async def test_a_question_signs_no_stranger_up(street: Street, said: str) -> None:
    line = await street.writes(said)
    assert (line.what, line.question, street.guest()) == ("answered", True, None)


@pytest.mark.parametrize("said", ["Yes! Where is it?", "Ja, gern. Wo ist das?"])
async def test_a_yes_beside_a_question_signs_up(street: Street, said: str) -> None:
    assert (await street.writes(said)).what == "confirmed"


async def test_the_host_reads_that_a_sender_is_not_verified(street: Street) -> None:
    await street.signs_up()
    await street.writes("Is there parking?", proven=False)
    await street.writes("Is there a bus?")
    by_bus, parking = map(street.engine.composer.letter, questions(street))
    warning = "We couldn't verify the sender"
    assert warning in as_text(parking)
    assert warning not in as_text(by_bus)


async def asks_as(street: Street, address: str) -> None:
    domain = address.rpartition("@")[2]
    proof = f"mx.test; dmarc=pass header.from={domain}"
    raw = mail(f"Is there parking? {address}", sender=address, authentication_results=proof)
    await street.brings(raw, sender=address)


async def test_invented_addresses_leave_room_for_questions_of_guests(street: Street) -> None:
    await street.signs_up()
    for number in range(30):
        await asks_as(street, f"x{number}@sub{number}.invented.example")
    assert len(questions(street)) == guest_questions.MOST_OF_DOMAIN
    for number in range(30):
        await asks_as(street, f"x@invented{number}.example")
    assert len(questions(street)) == guest_questions.MOST_OF_STRANGERS
    await street.writes("Is there parking?")
    assert len(questions(street)) == guest_questions.MOST_OF_STRANGERS + 1


async def test_forged_questions_take_no_share_of_the_guests(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_questions, "MOST_OF_STRANGERS", 2)
    await street.signs_up()
    for number in range(3):
        await street.writes(f"Is there parking? {number}", proven=False)
    assert len(questions(street)) == 2
    await street.writes("Is there parking?")
    assert len(questions(street)) == 3


async def test_forged_senders_are_answered_only_up_to_a_limit(street: Street) -> None:
    lines = []
    for number in range(UNPROVEN_MAIL.holds + 3):
        sender = f"x{number}@invented{number}.example"
        lines.append(await street.brings(mail("Is there parking?", sender=sender), sender=sender))
    assert lines[-1].reason == reasons.TOO_MANY_UNPROVEN
    answers = street.engine.load(MessagePage(kind="reply", limit=100))
    assert len(answers) == UNPROVEN_MAIL.holds
    await street.signs_up()
    assert (await street.writes("Is there a bus?")).question


@pytest.mark.parametrize("said", ["Yes, I'm coming!", "I'm coming", "Ja, ich komme"])
async def test_the_words_of_the_button_confirm_an_invitation_also_as_an_answer_to_the_host(
    street: Street, said: str
) -> None:
    invited = SignUp(
        event_id="party",
        guest_id="anna",
        name="Anna",
        email="anna@example.org",
        place_as="pending",
        source="host",
    )
    await street.engine.execute(invited, "host")
    await host_writes(street, "broadcast", "invited")
    assert (await street.writes(said)).what == "confirmed"
    assert street.state() == "confirmed"


async def test_the_words_of_the_button_take_an_offer_also_as_an_answer_to_the_host(
    street: Street,
) -> None:
    for name in ("zoe", "anna"):
        await street.signs_up(name)
    await street.engine.execute(CancelGuest(event_id="party", guest_id="zoe"), "guest")
    await host_writes(street, "broadcast", "waiting")
    assert (await street.writes("Maybe I can help")).question
    assert street.state() == "waitlisted"
    assert (await street.writes("Yes, I'll take the seat")).what == "confirmed"


@pytest.mark.parametrize("spent_by", ["forged", "broadcasts"])
async def test_an_own_reply_is_answered_whatever_others_have_sent(
    street: Street, spent_by: str
) -> None:
    await street.signs_up()
    await host_writes(street, "broadcast")
    marked = f"<{street.mail_id()}>"
    for number in range(4):
        if spent_by == "forged":
            await street.writes(f"cancel {number}", proven=False, marked=False)
            continue
        more = SendBroadcast(
            event_id="party", key=f"k{number}", to="confirmed", subject="More", text="News"
        )
        await street.engine.execute(more, "host")
    before = len(street.kinds())
    await street.writes("I can't make it on Saturday after all", in_reply_to=marked)
    told = street.engine.composer.letter(last(street))
    assert len(street.kinds()) == before + 1
    assert (last(street).kind, last(street).status) == ("link", "kept")
    assert "cancel" in [button.purpose for button in told.buttons]
