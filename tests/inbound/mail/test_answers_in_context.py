"""Odd evenings: a reply is an answer to the mail that it replies to, and the event decides."""

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import pytest

from fullhouse.engine.inbound_mail import InboundMail, InboundPage
from fullhouse.engine.mime import message_id_of
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.mail import guest_questions, reasons
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.messages import Message
from fullhouse.locale import DESK_LANGUAGES, catalogue
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import (
    CancelEvent,
    CancelGuest,
    CheckIn,
    CloseSignUp,
    EditEvent,
    ReplyToGuest,
    SignUp,
)
from tests.inbound.mail.letters import calendar_mail, mail
from tests.inbound.mail.street import (
    HOST,
    PROVEN,
    Street,
    invited,
    last,
    offered,
    opened,
    text,
)
from tests.support.rsvp_world import there

pytestmark = pytest.mark.anyio
NO = [
    "No",
    "No thanks",
    "No, sorry",
    "I can't come",
    "Sorry, can't make it on Saturday :(",
]
LONG_NO = [
    "No, please keep me on the waitlist",
    "No, but thanks for asking. See you next time!",
    "Nein, aber lasst mich bitte auf der Liste",
    "Hi! Too short notice for us, please offer it to the next person",
    "Das ist mir zu kurzfristig, fragt ruhig den Nächsten",
    "Trop tard pour moi, passez au suivant",
    "Muy justo para mí, pasad al siguiente",
]
YES = ["OK", "D'accord", "Vale", "Nehme ich!", "Con gusto", "I'll take it", "\N{THUMBS UP SIGN}"]
BUTTONS = [catalogue(language).text("rsvp", "decline.offer") for language in DESK_LANGUAGES]
LEAVES = ["Please take me off the list", "Remove me from the waitlist"]
LEAVE_BUTTONS = [catalogue(language).text("rsvp", "leave.line") for language in DESK_LANGUAGES]


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened(tmp_path, cap=1, host_email=HOST) as street:
        yield street


async def moves(street: Street, moment: datetime) -> None:
    clock = street.engine.clock
    assert isinstance(clock, VirtualClock)
    clock.move_to(moment)
    await street.engine.settle()


async def ends(street: Street) -> None:
    await moves(street, there("2026-06-21 12:00"))


def questions(street: Street) -> list[Message]:
    found = street.engine.load(MessagePage(to=HOST, kind="question"))
    return list(found)


@pytest.mark.parametrize("said", [*NO, *LONG_NO, *BUTTONS])
async def test_no_to_an_offer_keeps_the_place_and_the_seat_rolls_on(
    street: Street, said: str
) -> None:
    await offered(street)
    assert (await street.writes(said)).what == "declined"
    guest = street.guest()
    assert guest is not None
    assert (guest.state, guest.offer, street.kinds()[-1]) == ("waitlisted", None, "declined")
    assert street.kinds("ben")[-1] == "offer"


@pytest.mark.parametrize("said", [text for text in LONG_NO if "list" not in text.lower()])
async def test_no_to_an_invitation_in_free_text_declines_it(street: Street, said: str) -> None:
    await invited(street)
    await street.writes(said)
    guest = street.guest()
    assert guest is not None
    assert guest.state == "cancelled" or guest.cancels_at is not None


@pytest.mark.parametrize("said", YES)
async def test_an_everyday_yes_to_an_offer_claims_it(street: Street, said: str) -> None:
    await offered(street)
    await street.writes(said)
    assert street.state() == "confirmed"


async def test_a_late_yes_is_told_so_and_keeps_the_place(street: Street) -> None:
    await offered(street)
    offer = last(street)
    await moves(street, there("2026-06-02 20:00"))
    assert street.kinds()[-1] == "offer_lapsed"
    answered = f"<{message_id_of(offer)}@rsvp.test>"
    await street.writes("Yes please", in_reply_to=answered)
    assert street.state() == "waitlisted"
    assert "Your yes came too late" in text(street)


async def test_a_yes_with_a_question_says_that_the_host_has_it(street: Street) -> None:
    await street.writes("Yes, I'd love to come! Is there parking?")
    assert (street.state(), street.kinds()) == ("confirmed", ["confirmation"])
    assert "We've passed your message on to the host." in text(street)
    assert len(questions(street)) == 1


@pytest.mark.parametrize("said", [*NO, "cancel"])
async def test_whoever_is_checked_in_keeps_the_seat_and_the_host_reads_it(
    street: Street, said: str
) -> None:
    await street.signs_up("anna")
    await moves(street, there("2026-06-19 18:30"))
    check_in = CheckIn(event_id="party", guest_id="anna", nonce="n1")
    await street.engine.execute(check_in, "host")
    await street.writes(said)
    guest = street.guest()
    assert guest is not None
    assert (guest.state, guest.arrived, guest.cancels_at) == ("confirmed", 1, None)
    assert "your seat stays yours" in text(street)
    assert [one.facts["guest"]["text"] for one in questions(street)] == [said]


@pytest.mark.parametrize("said", ["No, I mean yes please", "No problem, see you there"])
async def test_a_no_that_is_none_declines_nothing(street: Street, said: str) -> None:
    await offered(street)
    assert (await street.writes(said)).what != "declined"
    assert street.kinds("ben")[-1] != "offer"


@pytest.mark.parametrize("said", [*LEAVES, *LEAVE_BUTTONS])
async def test_words_that_say_so_leave_the_waitlist(street: Street, said: str) -> None:
    await offered(street)
    assert (await street.writes(said)).what == "left"
    assert street.state() == "cancelled"
    assert street.kinds("ben")[-1] == "offer"


@pytest.mark.parametrize("said", NO)
async def test_whoever_waits_is_asked_before_they_lose_their_place(
    street: Street, said: str
) -> None:
    for name in ("zoe", "anna"):
        await street.signs_up(name)
    assert (await street.writes(said)).what == "link_sent"
    assert street.state() == "waitlisted"
    asked = street.engine.composer.letter(last(street))
    assert asked.buttons[0].purpose == "leave"


async def test_no_to_an_offer_that_has_ended_declines_no_later_one(street: Street) -> None:
    await offered(street)
    first = f"<{street.mail_id()}>"
    await street.writes("No")
    ben = "Ben <ben@example.org>"
    await street.writes("No", sender=ben, in_reply_to=f"<{street.mail_id('ben')}>")
    await moves(street, there("2026-06-01 11:05"))
    await street.engine.execute(EditEvent(event_id="party", cap=2), "host")
    assert street.kinds()[-1] == "offer"
    assert (await street.writes("No thank you", in_reply_to=first)).what == "link_sent"
    guest = street.guest()
    assert guest is not None
    assert guest.offer is not None


@pytest.mark.parametrize("said", ["No", "Nein", "Non", "Wrong"])
async def test_no_to_our_question_claims_no_offer(street: Street, said: str) -> None:
    await offered(street)
    await street.writes("Sorry, I can't come today", proven=False)
    assert street.kinds()[-1] == "link"
    assert (await street.writes(said)).what == "already"
    guest = street.guest()
    assert guest is not None
    assert (guest.state, guest.offer is not None) == ("waitlisted", True)


async def test_yes_to_our_question_declines_the_offer(street: Street) -> None:
    await offered(street)
    await street.writes("Sorry, I can't come today", proven=False)
    assert (await street.writes("Yes, that's right")).what == "declined"


@pytest.mark.parametrize("said", ["No", "No thanks", "Nein danke", "Non merci", "No, gracias"])
async def test_no_to_an_invitation_declines_it(street: Street, said: str) -> None:
    invite = SignUp(
        event_id="party",
        guest_id="anna",
        name="Anna",
        email="anna@example.org",
        place_as="pending",
        source="host",
    )
    await street.engine.execute(invite, "host")
    assert (await street.writes(said)).what == "cancelled"


@pytest.mark.parametrize(
    "said", ["No", "No thanks", "Nein danke", "Non merci", "No, gracias", "Nö"]
)
async def test_a_bare_no_to_a_confirmation_is_asked_about(street: Street, said: str) -> None:
    """A reminder asks "Can't come after all?": a no to that may mean that they come."""
    await street.signs_up()
    assert (await street.writes(said)).what == "link_sent"
    assert last(street).facts["asks"]
    assert (await street.writes("Yes")).what == "cancel_pending"


@pytest.mark.parametrize("said", ["No, sorry", "No, I can't", "Leider nicht", "Non, désolée"])
async def test_a_no_with_regret_to_a_confirmation_cancels_after_a_grace(
    street: Street, said: str
) -> None:
    await street.signs_up()
    assert (await street.writes(said)).what == "cancel_pending"


@pytest.mark.parametrize("said", ["No", "Yes", "I'm coming!", "Is there parking?", "Thanks!"])
@pytest.mark.parametrize("state", ["over", "cancelled"])
async def test_after_the_end_everyone_is_told_just_that(
    street: Street, said: str, state: str
) -> None:
    await street.signs_up()
    if state == "over":
        await ends(street)
    else:
        await street.engine.execute(CancelEvent(event_id="party"), "host")
    before, seat = len(street.kinds()), street.state()
    line = await street.writes(said)
    assert (line.what, line.answered) == (
        "event_over" if state == "over" else "event_cancelled",
        True,
    )
    assert (len(street.kinds()), street.state()) == (before + 1, seat)
    told = text(street)
    assert f"is {state}" in told
    assert "confirmed" not in told
    assert "Can't you come" not in told


async def test_a_stranger_is_told_that_it_is_over_or_closed(street: Street) -> None:
    await street.engine.execute(CloseSignUp(event_id="party"), "host")
    assert (await street.writes("Count me in!")).what == "sign_up_closed"
    assert "Sign-up is closed" in text(street)
    await ends(street)
    assert (await street.writes("Count me in, please!")).what == "event_over"
    assert "is over" in text(street)
    assert street.guest() is None


async def test_whoever_cancelled_cannot_come_back_to_a_closed_list(street: Street) -> None:
    await street.signs_up()
    await street.engine.execute(CancelGuest(event_id="party", guest_id="anna"), "guest")
    await street.engine.execute(CloseSignUp(event_id="party"), "host")
    assert (await street.writes("I'm coming after all!")).what == "sign_up_closed"
    assert "closed" in text(street)
    assert "welcome back" not in text(street)


async def test_while_it_is_on_a_guest_gets_their_link_and_cancels_nothing(street: Street) -> None:
    await street.signs_up()
    await moves(street, there("2026-06-19 19:30"))
    assert (await street.writes("I can't come")).what == "event_over"
    assert "has already begun" in text(street)
    assert (await street.writes("I'm on my way")).what == "event_over"
    assert (last(street).kind, last(street).facts["asks"]) == ("link", False)


async def test_someone_else_who_cancels_is_not_on_the_list(street: Street) -> None:
    assert (await street.writes("Please cancel my seat")).what == "unknown_guest"
    assert "anna@example.org" in text(street)
    assert "not on the list under this address" in text(street)


async def test_a_mail_to_no_event_is_answered_if_it_proves_its_sender(street: Street) -> None:
    wrong = mail("I'd love to come", authentication_results=PROVEN)
    wrong = wrong.replace(b"rsvp+party@", b"rsvp+partie@")
    line = await street.brings(wrong, "rsvp+partie@rsvp.test")
    assert (line.what, line.reason) == ("unknown_event", reasons.NO_EVENT)
    assert "keine Veranstaltung" in text(street)
    unproven = mail("I'd love to come, too").replace(b"rsvp+party@", b"rsvp+partie@")
    assert not (await street.brings(unproven, "rsvp+partie@rsvp.test")).answered
    by_calendar = calendar_mail().replace(b"rsvp+party@", b"rsvp+partie@")
    assert not (await street.brings(by_calendar, "rsvp+partie@rsvp.test")).answered


@pytest.mark.parametrize(
    "said",
    [
        "Is there parking?",
        "Gibt es Parkpl\u00e4tze?",
        "Y a-t-il un parking ?",
        "\u00bfHay parking?",
    ],
)
async def test_a_question_reaches_the_host_and_signs_nobody_up(street: Street, said: str) -> None:
    line = await street.writes(said)
    assert (line.what, line.question, line.reason) == ("answered", True, reasons.ASKS)
    assert street.guest() is None
    (asked,) = questions(street)
    letter = street.engine.composer.letter(asked)
    assert said in as_text(letter)
    assert (letter.reply_to, letter.to_name) == ("anna@example.org", "")
    assert letter.buttons[0].url == "http://x/desk/e/party/questions"
    assert "/e/party" in text(street)


@pytest.mark.parametrize("said", ["Thanks!", "Great, thank you so much", "Danke!", "OK", "Merci"])
async def test_thanks_sign_nobody_up_and_are_not_passed_on(street: Street, said: str) -> None:
    assert (await street.writes(said)).what == "answered"
    assert (street.guest(), questions(street)) == (None, [])


async def test_a_guest_who_comes_and_asks_gets_both(street: Street) -> None:
    line = await street.writes("Yes, I'm coming! Is there parking?")
    assert (line.what, line.question, len(questions(street))) == ("confirmed", True, 1)
    line = await street.writes("My son has a nut allergy, just so you know.")
    assert (line.what, len(questions(street))) == ("link_sent", 2)
    assert "We've passed your message on to the host." in text(street)


async def test_a_question_of_someone_unproven_and_unknown_waits_on_the_desk(
    street: Street,
) -> None:
    line = await street.writes("Is there parking?", proven=False)
    assert (line.question, questions(street)) == (True, [])
    await street.signs_up()
    await street.writes("Is there parking, please?", proven=False)
    assert len(questions(street)) == 1


async def test_the_host_gets_only_so_many_questions_a_day(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_questions, "MOST_IN_A_DAY", 4)
    monkeypatch.setattr(guest_questions, "MOST_OF_ONE", 3)
    for number in range(4):
        await street.writes(f"Is there parking? ({number})")
    assert len(questions(street)) == 3
    for name in ("ben", "cem"):
        await street.writes("Is there parking?", sender=f"{name} <{name}@example.org>")
    assert len(questions(street)) == 4
    mails: tuple[InboundMail, ...] = street.engine.load(InboundPage("party"))
    assert [one.question for one in mails] == [True] * 6
    await moves(street, there("2026-06-02 11:30"))
    await street.writes("Is there parking? I ask again")
    assert len(questions(street)) == 5


async def test_a_short_answer_to_the_host_is_for_the_host(street: Street) -> None:
    await street.signs_up()
    line = await street.writes("Is there parking?")
    reply = ReplyToGuest(
        event_id="party",
        guest_id=line.person,
        name=line.name,
        email=line.sender,
        occasion="1",
        subject="Parking",
        question=line.text,
        text="Yes. Do you need a spot?",
    )
    await street.engine.execute(reply, "host")
    assert street.kinds()[-1] == "reply"
    letter = street.engine.composer.letter(last(street))
    assert (letter.subject, letter.paragraphs[0]) == ("Re: Parking", "Yes. Do you need a spot?")
    assert (await street.writes("No")).question
    assert (street.state(), len(questions(street))) == ("confirmed", 2)
    guest = street.guest()
    assert guest is not None
    assert guest.cancels_at is None


async def test_whoever_declined_and_comes_after_all_reads_of_no_late_yes(tmp_path: Path) -> None:
    async with opened(tmp_path, cap=4, host_email=HOST) as street:
        await invited(street)
        invitation = f"<{street.mail_id()}>"
        await street.writes("No, I can't come")
        assert street.state() == "cancelled"
        await street.writes("Oh, I can come after all!", in_reply_to=invitation)
        assert street.state() == "confirmed"
        assert "ended" not in text(street)


async def test_a_yes_after_the_invitation_has_ended_is_told_so(tmp_path: Path) -> None:
    async with opened(tmp_path, cap=4, host_email=HOST) as street:
        await invited(street)
        invitation = f"<{street.mail_id()}>"
        await moves(street, there("2026-06-10 12:00"))
        assert street.state() == "cancelled"
        await street.writes("Yes, I'm coming", in_reply_to=invitation)
        assert street.state() == "confirmed"
        assert "The offer had ended, but there was still a free seat for you." in text(street)


async def test_a_lapsed_offer_leads_to_its_seat_if_nobody_else_waits(street: Street) -> None:
    for name in ("zoe", "anna"):
        await street.signs_up(name)
    await street.engine.execute(CancelGuest(event_id="party", guest_id="zoe"), "guest")
    await moves(street, there("2026-06-02 12:00"))
    assert street.kinds()[-1] == "offer_lapsed"
    assert "Seats are open to everyone now." in text(street)
    assert "Take a free seat" in text(street)


async def test_a_lapsed_offer_leads_to_the_waitlist_if_others_wait(street: Street) -> None:
    await offered(street)
    await moves(street, there("2026-06-02 12:00"))
    assert street.kinds()[-1] == "offer_lapsed"
    assert "You're still on the waitlist" in text(street)


@pytest.mark.parametrize(
    ("listed", "sender", "name"),
    [
        ("", "anna@example.org", ""),
        ("Anna Lee", "anna@example.org", "Anna Lee"),
        ("", "Ann Lee <anna@example.org>", "Ann Lee"),
    ],
)
async def test_no_guest_gets_a_name_made_up(
    tmp_path: Path, listed: str, sender: str, name: str
) -> None:
    async with opened(tmp_path, cap=4, host_email=HOST) as street:
        await invited(street, name=listed)
        await street.writes("No, I can't come", sender=sender)
        await street.writes("I can come after all!", sender=sender)
        guest = street.guest()
        assert guest is not None
        assert (guest.state, guest.name) == ("confirmed", name)
        assert text(street).startswith(f"You're in, {name}." if name else "You're in.")
