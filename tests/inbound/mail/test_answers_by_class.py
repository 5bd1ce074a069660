"""Answers of each kind, through the whole pipeline: what they change, and what they leave alone."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.inbound.mail.street import HOST, Street, invited, last, offered, opened

pytestmark = pytest.mark.anyio

TAKE_THE_SEAT = [
    "I can't make the earlier time, but yes to this one",
    "No problem, I'll be there!",
    "I can't say no to that, yes please",
    "My dinner got cancelled, so yes",
    "Sorry for the late answer, I'd love to take it",
    "Don't give it to anyone else, I'm coming",
    "If it's still free, yes please",
    "Mein Abendessen wurde abgesagt, also ja, gern",
    "Da sage ich nicht nein!",
    "Erst wollte ich nicht, aber jetzt: ja!",
    "Ich nehme das Angebot gern an",
    "Falls er noch frei ist, nehme ich ihn gern",
    "Mon d\u00eener est annul\u00e9, donc oui !",
    "Je ne dis pas non !",
    "D\u00e9sol\u00e9 de r\u00e9pondre si tard, je prends la place",
    "Si elle est encore libre, je la prends",
    "Se cancel\u00f3 mi cena, as\u00ed que s\u00ed",
    "Por supuesto que s\u00ed",
    "Si sigue libre, la quiero",
    "Je n'y croyais plus ! Gardez-moi la place.",
    "Y",
]
TURN_IT_DOWN = [
    "Can't do Friday, but please don't take me off the list",
    "I'd rather stay on the waitlist for now, can't do this one",
    "Please cancel my place",
    "Nein, aber lasst mich bitte auf der Warteliste",
    "Non, mais gardez-moi sur la liste d'attente",
    "No, pero dejadme en la lista de espera",
    "El viernes tengo guardia, pero sigo en la lista de espera",
]
CHANGE_NOTHING = [
    "I have to cancel our lunch tomorrow",
    "I cancelled my other plans",
    "Please cancel the taxi",
    "Take Tom off the list",
    "Yes if I can bring my dog",
    "Ich muss unser Mittagessen morgen absagen",
    "Nehmt J\u00fcrgen von der Liste",
    "Je dois annuler notre d\u00e9jeuner de demain",
    "Tengo que cancelar nuestra comida de ma\u00f1ana",
]
LEAVE_THE_LINE = [
    "You can take me off the waitlist, I've made other plans",
    "Could you please take us off the waiting list?",
    "Ihr k\u00f6nnt mich von der Warteliste streichen",
    "Vous pouvez m'enlever de la liste d'attente",
    "Pod\u00e9is quitarnos de la lista de espera",
    "No need to keep a place in the queue for me",
    "Ce n'est plus la peine de nous garder dans la file",
    "Ya no me esper\u00e9is m\u00e1s",
    "Sacadme de la cola, porfa",
]
STAY_IN_LINE = [
    "Please take my brother off the waitlist",
    "Take me off the list for the pottery class",
    "Take me off your mailing list",
    "If nothing comes up by Friday, take me off the list",
    "Should I remove my name from the list if I can't come?",
    "Have you taken me off the list?",
    "Never take me off the list!",
    "Warum habt ihr mich von der Liste genommen?",
    "Nehmt mich bitte von der Liste f\u00fcr den Kochkurs",
    "Enlevez mon fr\u00e8re de la liste",
    "Comment quitter la liste ?",
    "Quitadme de la lista del curso de cer\u00e1mica",
    "No me quiten de la lista",
]
MEAN_SOMETHING_ELSE = [
    "I can't come to the rehearsal",
    "Sorry, I can't come to the wedding",
    "Please cancel my place at the workshop",
    "Please cancel my order 4711",
    "Bitte meinen Platz beim Kochkurs stornieren",
    "Zur Probe kann ich nicht kommen",
    "Merci d'annuler ma place pour le concert",
    "Je dois annuler notre d\u00e9jeuner",
    "Quiero cancelar mi suscripci\u00f3n",
    "Tom l\u00e4sst ausrichten, dass er nicht kommen kann",
    "Fast h\u00e4tte ich abgesagt, aber jetzt klappt es",
    "Nein, ich habe es nicht vergessen!",
    "Non, je n'ai pas oubli\u00e9",
    "No, no me he olvidado",
    "La semana que viene no puedo, este viernes voy como siempre",
]
NEED_NO_QUESTION = [
    "Sorry, stuck in traffic, be there in 20",
    "I can't come earlier to help with the set-up, sorry",
    "Only one glass for me, I have to drive",
    "No allergies",
    "no worries",
    "Leider nur kurz, ich muss fr\u00fch raus",
    "Bin etwas erk\u00e4ltet, komme aber trotzdem",
    "Kein Problem, danke",
    "Keine Allergien",
    "Je ne pourrai pas venir plus t\u00f4t pour aider",
    "Pas d'allergies",
    "No podr\u00e9 ir antes para ayudar",
    "Ninguna alergia",
]
CANCEL = [
    "Thanks for the reminder! Sadly I won't make it.",
    "I can't come to the party on Friday",
    "I have to cancel my seat, sorry",
    "I cant make it firday sorry!!",
    "Mein Mann ist krank, wir k\u00f6nnen leider nicht kommen",
    "Leider kann ich nicht zum Fest kommen",
    "Je ne pourrai pas venir \u00e0 la f\u00eate, d\u00e9sol\u00e9e",
    "Lo siento, no puedo ir a la fiesta",
]


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened(tmp_path, cap=1, host_email=HOST) as street:
        yield street


async def asks(street: Street, said: str) -> bool:
    before = len(street.kinds())
    await street.writes(said)
    return len(street.kinds()) > before and bool(last(street).facts.get("asks"))


@pytest.mark.parametrize("said", TAKE_THE_SEAT)
async def test_a_yes_behind_what_speaks_against_it_takes_the_seat(
    street: Street, said: str
) -> None:
    await offered(street)
    await street.writes(said)
    assert street.state() == "confirmed"


@pytest.mark.parametrize("said", TURN_IT_DOWN)
async def test_who_stays_in_line_turns_the_seat_down(street: Street, said: str) -> None:
    await offered(street)
    assert (await street.writes(said)).what == "declined"
    assert street.state() == "waitlisted"


@pytest.mark.parametrize("said", CHANGE_NOTHING)
async def test_words_about_something_else_leave_an_offer_as_it_is(
    street: Street, said: str
) -> None:
    await offered(street)
    await street.writes(said)
    guest = street.guest()
    assert guest is not None
    assert guest.state == "waitlisted"
    assert guest.offer is not None


@pytest.mark.parametrize("said", LEAVE_THE_LINE)
async def test_clear_words_leave_the_line(street: Street, said: str) -> None:
    await in_line(street)
    assert (await street.writes(said)).what == "left"


@pytest.mark.parametrize("said", ["No, and please take me off the waitlist, too", "Streicht mich"])
async def test_clear_words_leave_the_line_also_with_an_offer(street: Street, said: str) -> None:
    await offered(street)
    assert (await street.writes(said)).what == "left"


@pytest.mark.parametrize("said", STAY_IN_LINE)
async def test_words_that_may_mean_something_else_leave_no_line(street: Street, said: str) -> None:
    await in_line(street)
    await street.writes(said)
    assert street.state() == "waitlisted"


@pytest.mark.parametrize("said", MEAN_SOMETHING_ELSE)
async def test_another_thing_or_person_costs_no_seat(street: Street, said: str) -> None:
    await street.signs_up()
    await street.writes(said)
    guest = street.guest()
    assert guest is not None
    assert (guest.state, guest.cancels_at) == ("confirmed", None)


@pytest.mark.parametrize("said", NEED_NO_QUESTION)
async def test_who_is_late_short_or_sober_is_not_asked(street: Street, said: str) -> None:
    await street.signs_up()
    assert not await asks(street, said)
    guest = street.guest()
    assert guest is not None
    assert (guest.state, guest.cancels_at) == ("confirmed", None)


@pytest.mark.parametrize("said", CANCEL)
async def test_who_cannot_come_to_this_event_cancels_with_grace(street: Street, said: str) -> None:
    await street.signs_up()
    assert (await street.writes(said)).what == "cancel_pending"


async def test_who_cannot_wait_accepts_an_invitation(street: Street) -> None:
    await invited(street)
    await street.writes("I can't wait!")
    assert street.state() == "confirmed"


@pytest.mark.parametrize("said", ["Yes please cancel it", "Ja, bitte stornieren"])
async def test_a_yes_that_names_the_button_does_what_it_does(street: Street, said: str) -> None:
    await street.signs_up()
    await street.writes("Sorry, I can't come today", proven=False)
    assert (await street.writes(said)).what == "cancel_pending"


async def in_line(street: Street) -> None:
    for name in ("zoe", "anna", "ben"):
        await street.signs_up(name)
