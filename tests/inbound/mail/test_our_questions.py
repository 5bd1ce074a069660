"""Short answers to our question whether a guest can't come."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.mail.reasons import NOTHING_NEW
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import CancelGuest, KeepSeat
from tests.inbound.mail.street import Street
from tests.support.rsvp_world import create, there

NOW = there("2026-06-01 11:00")
GIVES_UP = "Sadly we have to cancel, our sitter is ill."
YES = [
    "Yes",
    "Yes, that's right.",
    "Exactly!",
    "Ja, genau.",
    "Stimmt leider",
    "Oui, c\u2019est \u00e7a.\n\nAnna",
    "S\u00ed, exacto",
]
OK = ["OK", "Okay, thanks", "Alles klar", "D'accord, merci", "Vale"]
NO = [
    "No",
    "No, I'm coming!",
    "You got it wrong",
    "No, you got it wrong, sorry!",
    "Nein, ich komme",
    "Doch!",
    "Non, je viens",
    "Si, je viens !",
    "No, s\u00ed que voy",
    "No.\n\nAnna Berg",
]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with open_engine(
        tmp_path, VirtualClock(NOW), MailboxCarrier(), "http://x", settles=True
    ) as engine:
        await engine.execute(create(), "host")
        street = Street(engine)
        await street.signs_up()
        yield street
        street.lane.close()


async def is_asked(street: Street) -> None:
    await street.writes("Sorry, I can't come today", proven=False)
    assert street.kinds()[-1] == "link"


async def has_grace(street: Street) -> None:
    assert (await street.writes(GIVES_UP)).what == "cancel_pending"
    assert street.kinds()[-1] == "cancel_pending"


def cancels(street: Street) -> bool:
    guest = street.guest()
    return guest is not None and guest.cancels_at is not None


@pytest.mark.anyio
@pytest.mark.parametrize("text", YES)
async def test_yes_to_the_question_cancels_after_the_grace(street: Street, text: str) -> None:
    """Whoever forged the email that we asked about must not cost the guest the seat."""
    await is_asked(street)
    assert (await street.writes(text)).what == "cancel_pending"
    assert (street.state(), cancels(street)) == ("confirmed", True)


@pytest.mark.anyio
@pytest.mark.parametrize("text", OK)
async def test_ok_to_the_question_may_mean_either_so_it_is_asked_again(
    street: Street, text: str
) -> None:
    await is_asked(street)
    assert (await street.writes(text)).what == "link_sent"
    assert (street.state(), cancels(street)) == ("confirmed", False)
    asked = street.engine.composer.letter(street.engine.load(MessagePage())[0])
    assert asked.subject.startswith("Do you mean you can't come?")


@pytest.mark.anyio
@pytest.mark.parametrize("text", NO)
async def test_no_to_the_question_keeps_the_seat(street: Street, text: str) -> None:
    await is_asked(street)
    assert (await street.writes(text)).what == "already"
    assert (street.state(), cancels(street)) == ("confirmed", False)


NO_AND_MORE = [
    "No, leave it as it is",
    "Nope, all as planned.",
    "No no, hold on to it for me",
    "Nein, lasst alles so.",
    "Nee, bitte nicht",
    "N\u00f6, alles gut so",
    "Non, gardez-la-moi",
    "Non non, ne changez rien",
    "No, dejadla como est\u00e1",
    "No, gu\u00e1rdamela por favor",
]
NO_BUT_GIVES_UP = [
    "No, I can't come",
    "No, please cancel my seat",
    "Nein, ich kann leider nicht kommen",
    "Non, je ne peux pas venir",
    "No, no puedo ir",
]


@pytest.mark.anyio
@pytest.mark.parametrize("text", NO_AND_MORE)
async def test_a_no_that_goes_on_keeps_the_seat(street: Street, text: str) -> None:
    await is_asked(street)
    await street.writes(text)
    assert (street.state(), cancels(street)) == ("confirmed", False)


@pytest.mark.anyio
@pytest.mark.parametrize("text", NO_BUT_GIVES_UP)
async def test_a_no_that_goes_on_to_cancel_still_cancels(street: Street, text: str) -> None:
    await is_asked(street)
    await street.writes(text)
    assert cancels(street) or street.state() == "cancelled"


@pytest.mark.anyio
@pytest.mark.parametrize("text", [*YES, *OK, "Thank you!", "Danke", "Merci", "Gracias"])
async def test_yes_or_thanks_to_the_grace_changes_nothing(street: Street, text: str) -> None:
    await has_grace(street)
    sent = street.kinds()
    line = await street.writes(text)
    assert (line.made, line.reason, line.person) == ("ignored", NOTHING_NEW, "anna")
    assert (street.kinds(), cancels(street)) == (sent, True)


@pytest.mark.anyio
@pytest.mark.parametrize("text", NO)
async def test_no_to_the_grace_keeps_the_seat(street: Street, text: str) -> None:
    await has_grace(street)
    assert (await street.writes(text)).what == "kept"
    assert (street.state(), cancels(street)) == ("confirmed", False)


@pytest.mark.anyio
async def test_exact_words_end_the_grace_at_once(street: Street) -> None:
    await has_grace(street)
    assert (await street.writes("Cancel my seat")).what == "cancelled"


@pytest.mark.anyio
async def test_yes_to_a_grace_that_was_ended_is_asked_about(street: Street) -> None:
    await has_grace(street)
    grace = f"<{street.mail_id()}>"
    await street.engine.execute(KeepSeat(event_id="party", guest_id="anna"), "guest")
    assert (await street.writes("Thanks", in_reply_to=grace)).reason == NOTHING_NEW
    assert (await street.writes("Yes, that's right", in_reply_to=grace)).what == "link_sent"
    assert (street.state(), cancels(street)) == ("confirmed", False)
    assert (await street.writes("Exactly")).what == "cancel_pending"


@pytest.mark.anyio
async def test_whoever_has_cancelled_is_not_signed_up_by_a_short_answer(street: Street) -> None:
    await has_grace(street)
    grace = f"<{street.mail_id()}>"
    await street.engine.execute(CancelGuest(event_id="party", guest_id="anna"), "guest")
    assert (await street.writes("Yes, that's right", in_reply_to=grace)).reason == NOTHING_NEW
    assert (await street.writes("No", in_reply_to=grace)).what == "already_cancelled"
    assert (await street.writes("No, I'm coming", in_reply_to=grace)).what == "confirmed"


@pytest.mark.anyio
@pytest.mark.parametrize("text", ["Yes", "No"])
async def test_only_a_proven_answer_to_the_question_is_read_so(street: Street, text: str) -> None:
    await is_asked(street)
    assert (await street.writes(text, proven=False)).made == "done"
    assert (await street.writes(f"{text}!", marked=False)).made == "done"
    assert (street.state(), cancels(street)) == ("confirmed", False)


@pytest.mark.anyio
async def test_an_answer_to_somebody_elses_question_is_read_as_usual(street: Street) -> None:
    await is_asked(street)
    await street.signs_up("ben")
    asked = f"<{street.mail_id()}>"
    sender = "Ben <ben@example.org>"
    line = await street.writes("Yes", sender=sender, in_reply_to=asked)
    assert (line.what, street.state("ben"), street.state()) == ("already", "confirmed", "confirmed")


@pytest.mark.anyio
async def test_no_to_a_confirmation_is_asked_about_and_a_second_no_keeps_the_seat(
    street: Street,
) -> None:
    assert (await street.writes("No")).what == "link_sent"
    assert (await street.writes("No, thanks")).what == "already"
    assert (street.state(), cancels(street)) == ("confirmed", False)


@pytest.mark.anyio
@pytest.mark.parametrize(("text", "what"), [("Yes", "left"), ("No", "already")])
async def test_whoever_waits_is_asked_and_answers_likewise(
    street: Street, text: str, what: str
) -> None:
    for name in ("ben", "carl"):
        await street.signs_up(name)
    carl = "Carl <carl@example.org>"
    await street.writes("Sorry, I can't come today", sender=carl, marked=False)
    assert street.kinds("carl")[-1] == "link"
    asked = f"<{street.mail_id('carl')}>"
    assert (await street.writes(text, sender=carl, in_reply_to=asked)).what == what


@pytest.mark.anyio
@pytest.mark.parametrize(
    "text",
    [
        "Yes please, sorry about this",
        "Ja, macht das bitte. Tut mir leid",
        "Oui, annulez s'il vous plaît",
        "Adelante, que la aproveche otra persona",
        "S\u00ed, as\u00ed es, qu\u00e9 l\u00e1stima",
        "Ja, stimmt, wie schade",
        "Oui, c'est \u00e7a, quel dommage",
    ],
)
async def test_a_yes_that_lets_us_cancel_is_taken_at_its_word(street: Street, text: str) -> None:
    await is_asked(street)
    assert (await street.writes(text)).what == "cancel_pending"


@pytest.mark.anyio
@pytest.mark.parametrize("text", ["Yes, still on the road", "Ja, bin noch im Zug"])
async def test_a_yes_that_goes_on_is_asked_about_again(street: Street, text: str) -> None:
    await is_asked(street)
    await street.writes(text)
    assert (street.state(), cancels(street)) == ("confirmed", False)
    assert street.kinds()[-1] == "link"


@pytest.mark.anyio
@pytest.mark.parametrize("text", ["Passt scho, danke", "OK", "Yes", "D'accord", "Vale"])
async def test_a_yes_to_the_news_of_a_cancelled_seat_takes_no_new_one(
    street: Street, text: str
) -> None:
    await street.engine.execute(CancelGuest(event_id="party", guest_id="anna"), "guest")
    assert street.kinds()[-1] == "cancelled"
    await street.writes(text)
    assert street.state() == "cancelled"


YES_AND_WHY = [
    "Yes. I'm on duty that evening.",
    "Correct, we are not able to come. There was no button in my program.",
    "You've understood me right, we're staying at home.",
    "Yes that's what I was trying to say, sorry",
    "Ja richtig, ich lieg mit Fieber im Bett",
    "Ihr habt mich richtig verstanden: wir k\u00f6nnen nicht.",
    "Leider ja, ich muss an dem Abend arbeiten",
    "Malheureusement oui. Mon fils est malade.",
    "Oui, c'est bien ce que je voulais dire, je ne serai pas l\u00e0.",
    "Efectivamente, me ha salido un viaje",
    "Pues s\u00ed, tengo a la ni\u00f1a con fiebre",
    "S\u00ed, me refer\u00eda a eso: trabajo esa noche",
]
MEANT_SOMETHING_ELSE = [
    "Correct, the babysitter is ill, so the kids come along",
    "Ja, der Babysitter ist krank, deshalb kommen die Kinder mit",
    "Yes I'm coming, just later than planned",
    "Yes, still on the motorway but nearly there",
    "That's not what I meant, sorry",
    "My brother can't, I can",
    "Ja klar bin ich dabei",
    "So war das nicht gemeint",
    "Genau, nur der Salat f\u00e4llt aus",
    "Oui, mon fils est malade mais je viens",
    "Ce n'est pas ce que je voulais dire",
    "S\u00ed, voy, pero llego tarde",
    "No quer\u00eda decir eso",
]


@pytest.mark.anyio
@pytest.mark.parametrize("text", YES_AND_WHY)
async def test_a_yes_that_says_why_cancels_after_the_grace(street: Street, text: str) -> None:
    await is_asked(street)
    assert (await street.writes(text)).what == "cancel_pending"


@pytest.mark.anyio
@pytest.mark.parametrize("text", MEANT_SOMETHING_ELSE)
async def test_whoever_meant_something_else_keeps_the_seat(street: Street, text: str) -> None:
    await is_asked(street)
    await street.writes(text)
    assert (street.state(), cancels(street)) == ("confirmed", False)


@pytest.mark.anyio
async def test_a_yes_in_doubt_is_asked_about_again_within_the_hour(street: Street) -> None:
    await is_asked(street)
    await street.writes("Yes. The two of us had such a week.")
    assert street.kinds()[-2:] == ["link", "link"]


@pytest.mark.anyio
async def test_an_answer_to_our_question_is_never_left_unanswered(street: Street) -> None:
    await is_asked(street)
    await street.writes("The pump is running again.")
    assert street.kinds()[-2:] == ["link", "link"]
