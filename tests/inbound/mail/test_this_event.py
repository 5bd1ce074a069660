"""Emails about another day, another event, other people, things and conditions cost no seat."""

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.products.rsvp.commands import CancelGuest
from tests.inbound.mail.street import HOST, Street, invited, offered, opened

pytestmark = pytest.mark.anyio
# The event is a concert on Friday, 19 June 2026, and today is Monday, 1 June.
ANOTHER = [
    "Please cancel my place on the pottery course on the 27th.",
    "I won't make it on 3 July, sorry.",
    "Can't come to the quiz on Tuesday, I'm afraid.",
    "Sadly I have to drop out of the August meeting on the 8th.",
    "We won't be there tomorrow evening, our train was cancelled.",
    "Please take me off the wine tasting on 30 June. Nothing changes for the concert.",
    "Bitte meldet mich vom Nähkurs am 26. ab.",
    "Am 4. Juli kann ich leider nicht kommen.",
    "Zur Mitgliederversammlung am Dienstag schaffe ich es nicht.",
    "Morgen Abend muss ich leider absagen, das Konzert bleibt wie es ist.",
    "Im September können wir nicht, bitte plant ohne uns.",
    "Die Weinprobe am 30.06. muss ich leider absagen.",
    "Je dois annuler ma place à l'atelier poterie du 27.",
    "Le 4 juillet je ne pourrai pas venir, désolée.",
    "Nous ne viendrons pas au dîner de mardi.",
    "Demain soir je ne pourrai pas être là, pardon.",
    "En septembre je ne pourrai pas, ne m'attendez pas pour la réunion du 5.",
    "Annulez mon inscription à la dégustation du 30 juin, rien ne change pour le concert.",
    "Tengo que cancelar mi plaza en el curso de costura del día 27.",
    "El 4 de julio no podré ir, lo siento.",
    "A la reunión del martes no puedo ir, disculpad.",
    "Mañana por la noche no podemos ir, lo sentimos.",
    "En septiembre no contéis conmigo para la cata del día 5.",
    "Anulad mi inscripción en la visita del 30 de junio, el concierto sigue igual.",
]
# The second sentence speaks of what the first one names.
ANOTHER_IN_TWO_SENTENCES = [
    "I can't make the book club on the 30th. Please strike me off.",
    "Zum Backkurs am 27. kann ich nicht kommen. Könnt ihr mich da bitte abmelden?",
    "Je ne viendrai pas à l'atelier cuisine du 27. Pouvez-vous m'en désinscrire ?",
    "Al taller de pan del día 27 no puedo ir. ¿Me podéis borrar de ese?",
]
OFF_ANOTHER_LIST = [
    "Please take me off the list for the sewing circle in August.",
    "Bitte streicht mich von der Liste für den Nähkreis im August.",
    "Retirez-moi de la liste pour le cercle de couture en août.",
    "Quitadme de la lista del taller de costura de agosto.",
]
THIS = [
    "I can't come on the 19th, sorry.",
    "Unfortunately I have to cancel for Friday, my exam was moved to Saturday.",
    "Sorry, I can't make the concert. I'm away until the 25th.",
    "Am 19. kann ich leider nicht kommen.",
    "Leider muss ich für Freitag absagen, ich bin bis zum 22. verreist.",
    "Ich kann leider nicht zum Konzert kommen, am Samstag ziehe ich um. Bitte absagen.",
    "Le 19 je ne pourrai pas venir, désolée.",
    "Je dois annuler pour vendredi, je suis absente jusqu'au 25.",
    "El 19 no podré ir, lo siento.",
    "Tengo que cancelar lo del viernes, estoy fuera hasta el 25.",
]
HANDED_ON = [
    "I can't come, but my sister will take my seat.",
    "Something came up; my colleague Tom is going to use my ticket instead.",
    "Ich kann nicht, aber mein Bruder nimmt meinen Platz.",
    "Leider verhindert. An meiner Stelle kommt Frau Kern.",
    "Je ne peux pas venir, ma cousine prendra ma place.",
    "Empêchée vendredi, Julie vient à ma place.",
    "No puedo ir, mi primo usará mi entrada.",
    "Me es imposible ir, irá mi vecina en mi lugar.",
]
CONDITIONS = [
    "If I still have a fever on Thursday, I won't come.",
    "Unless I write again by Tuesday, please cancel my seat.",
    "Falls ich mich bis Dienstag nicht melde, gebt den Platz weiter.",
    "Wenn der Babysitter absagt, kann ich nicht kommen.",
    "Si mon train est supprimé, je ne viendrai pas.",
    "À moins que je vous écrive d'ici mardi, libérez ma place.",
    "Si no encuentro canguro, no podré ir.",
    "Salvo que os escriba antes del martes, dad mi plaza.",
]
THINGS = [
    "The potato salad won't happen, my fridge is broken. I'll bring crisps.",
    "I promised two bottles of cider and can only bring one, sorry!",
    "I can't do the flowers after all.",
    "Aus dem Nudelsalat wird leider nichts, ich bringe Brot mit.",
    "Ich hatte drei Kuchen versprochen, es wird leider nur einer.",
    "Beim Aufbau kann ich leider nicht helfen.",
    "La salade ne sera pas possible, désolée, j'apporte du pain.",
    "Je ne pourrai pas m'occuper de la vaisselle, pardon.",
    "J'avais annoncé deux gâteaux, je n'en apporte qu'un.",
    "La ensalada no va a poder ser, llevo pan.",
    "No puedo encargarme de las flores, lo siento.",
    "Prometí dos tartas y al final solo llevo una.",
]
TAKES = [
    "Please book the seat for me. Do I need to print anything?",
    "It's mine! Where do I park?",
    "Claiming it now, thank you.",
    "I confirm that I want it. Is there a cloakroom?",
    "Bitte reserviert den Platz für mich. Kann man mit Karte zahlen?",
    "Den Platz nehme ich! Wo kann ich parken?",
    "Ich sage hiermit verbindlich zu.",
    "Réservez-moi la place, s'il vous plaît. Y a-t-il un vestiaire ?",
    "Elle est pour moi ! Faut-il imprimer quelque chose ?",
    "Je confirme, je prends la place.",
    "Reservadme la plaza, por favor. ¿Hay guardarropa?",
    "¡Me la quedo! ¿Dónde se aparca?",
    "La acepto, gracias.",
]
UNTIL_THEN = ["Sehr gern, bis Freitag!", "Den Platz nehme ich, bis Freitag!"]
TAKEN_BACK = [
    "Yes, I got your email, thank you. But I'm in Spain that week.",
    "Yes, thanks, it arrived. However I'm working on the 19th.",
    "Yeah, saw it. Sadly I have to pass.",
    "Ja, ist angekommen, danke. Aber ich bin am 19. auf Dienstreise.",
    "Ja, hab ich gelesen. Leider bin ich da schon verplant.",
    "Ja danke für die Nachricht, allerdings verzichte ich diesmal.",
    "Oui, bien reçu, merci. Mais je serai à Nice ce jour-là.",
    "Oui, j'ai vu. Malheureusement je travaille le 19.",
    "Oui merci, mais je laisse la place à un autre.",
    "Sí, recibido, gracias. Pero ese día trabajo.",
    "Sí, lo vi. Por desgracia el 19 estoy de viaje.",
    "Sí, gracias, pero esta vez renuncio.",
]
HELD_FOR_NOW = [
    "Please hold the seat until tonight, I need to ask my boss.",
    "Save me a place at the next one!",
    "I would take it if I could find a sitter.",
    "Haltet den Platz bitte bis heute Abend, ich muss erst meine Chefin fragen.",
    "Den Platz nehme ich, wenn mein Auto fertig wird.",
    "Gardez-moi la place jusqu'à ce soir, je dois demander à ma cheffe.",
    "Je prends la place si ma voiture est réparée.",
    "Guardadme la plaza hasta esta noche, tengo que preguntar a mi jefa.",
    "La quiero si encuentro canguro.",
]
AND_ASKS = [
    "I have to cancel for Friday. Is this email enough?",
    "I can't come to the concert on the 19th. Do I need to fill in a form?",
    "Ich muss für Freitag leider absagen. Reicht diese Mail?",
    "Ich kann am 19. leider nicht kommen. Muss ich sonst noch etwas tun?",
    "Je dois annuler pour vendredi. Est-ce que ce mail suffit ?",
    "Je ne pourrai pas venir le 19. Dois-je remplir un formulaire ?",
    "Tengo que cancelar lo del viernes. ¿Basta con este correo?",
    "No podré ir el 19. ¿Hay que rellenar algún formulario?",
]
NO_TO_QUESTION = [
    "God no, leave my seat alone!",
    "Please don't cancel anything",
    "Nah, keep it for me",
    "Um Himmels willen, nein!",
    "Auf keinen Fall, ich komme",
    "Bitte nicht stornieren",
    "Surtout pas !",
    "Mais non, gardez ma place",
    "N'annulez rien, je viens",
    "¡Ni hablar!",
    "Para nada, sigo queriendo ir",
    "No la anuléis, por favor",
]
YES_TO_QUESTION = [
    "Yes, correct, please release it.",
    "Exactly, to my regret.",
    "Ja genau, gebt den Platz frei.",
    "Richtig, bitte streichen.",
    "Oui, libérez-la.",
    "Exactement, malgré moi.",
    "Sí, liberadla.",
    "Exacto, muy a mi pesar.",
]
UNDECIDED = [
    "Not sure yet",
    "Weiß ich noch nicht",
    "Peut-être, je ne sais pas encore",
    "No lo sé aún",
]
TURNED_DOWN = [
    "I said no to a weekend in Rome for you lot!",
    "Dem Skatclub hab ich euretwegen abgesagt.",
    "J'ai dit non à un repas de famille pour vous.",
    "He dicho que no a una boda por vosotros.",
]


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    start = datetime(2026, 6, 19, 19, 0)
    async with opened(
        tmp_path, name="Garden concert", cap=1, host_email=HOST, starts_at=start
    ) as street:
        yield street


def gives_up(street: Street) -> bool:
    guest = street.guest()
    return guest is not None and (guest.state == "cancelled" or guest.cancels_at is not None)


def questions(street: Street) -> int:
    return len(street.engine.load(MessagePage(to=HOST, kind="question")))


@pytest.mark.parametrize(
    "said",
    [*ANOTHER, *ANOTHER_IN_TWO_SENTENCES, *THINGS, *HANDED_ON, *CONDITIONS, *TURNED_DOWN],
)
async def test_what_is_not_about_the_own_seat_cancels_nothing(street: Street, said: str) -> None:
    await street.signs_up()
    await street.writes(said)
    assert not gives_up(street)


@pytest.mark.parametrize("said", OFF_ANOTHER_LIST)
async def test_whoever_leaves_another_list_stays_on_the_waitlist(street: Street, said: str) -> None:
    for name in ("zoe", "max", "kim"):
        await street.signs_up(name)
    await street.engine.execute(CancelGuest(event_id="party", guest_id="anna"), "guest")
    await street.signs_up()
    assert street.state() == "waitlisted"
    await street.writes(said)
    assert street.state() == "waitlisted"


@pytest.mark.parametrize("said", [*HANDED_ON, *CONDITIONS])
async def test_a_seat_handed_on_and_a_condition_are_asked_about(street: Street, said: str) -> None:
    await street.signs_up()
    assert (await street.writes(said)).what == "link_sent"
    last = street.engine.load(MessagePage(to="anna@example.org"))[0]
    assert last.facts.get("asks")


@pytest.mark.parametrize("said", [*THINGS, *TURNED_DOWN])
async def test_things_and_what_was_turned_down_are_not_asked_about(
    street: Street, said: str
) -> None:
    await street.signs_up()
    await street.writes(said)
    last = street.engine.load(MessagePage(to="anna@example.org"))[0]
    assert not last.facts.get("asks")


@pytest.mark.parametrize("said", THIS)
async def test_the_own_day_and_event_are_still_cancelled(street: Street, said: str) -> None:
    await street.signs_up()
    await street.writes(said)
    assert gives_up(street)


@pytest.mark.parametrize("said", AND_ASKS)
async def test_a_practical_question_behind_a_cancellation_goes_to_the_host(
    street: Street, said: str
) -> None:
    await street.signs_up()
    assert (await street.writes(said)).what == "cancel_pending"
    assert questions(street) == 1


@pytest.mark.parametrize("said", [*TAKES, *UNTIL_THEN])
async def test_free_words_take_an_offer(street: Street, said: str) -> None:
    await offered(street)
    await street.writes(said)
    assert street.state() == "confirmed"
    assert questions(street) == ("?" in said)


@pytest.mark.parametrize("said", HELD_FOR_NOW)
async def test_a_seat_that_is_only_to_be_held_is_not_claimed(street: Street, said: str) -> None:
    await offered(street)
    await street.writes(said)
    assert street.state() == "waitlisted"


@pytest.mark.parametrize("said", TAKEN_BACK)
async def test_a_yes_that_is_taken_back_claims_nothing(street: Street, said: str) -> None:
    await offered(street)
    await street.writes(said)
    assert street.state() == "waitlisted"


@pytest.mark.parametrize("said", TAKEN_BACK)
async def test_a_yes_that_is_taken_back_accepts_no_invitation(street: Street, said: str) -> None:
    await invited(street)
    await street.writes(said)
    assert street.state() != "confirmed"


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        *((text, False) for text in [*NO_TO_QUESTION, *UNDECIDED]),
        *((text, True) for text in YES_TO_QUESTION),
    ],
)
async def test_answers_in_free_words_to_our_question(street: Street, said: str, gone: bool) -> None:
    await street.signs_up()
    await street.writes("Sorry, I can't come", proven=False)
    await street.writes(said)
    assert gives_up(street) is gone


@pytest.mark.parametrize("said", NO_TO_QUESTION)
async def test_no_in_free_words_is_not_asked_about_again(street: Street, said: str) -> None:
    await street.signs_up()
    await street.writes("Sorry, I can't come", proven=False)
    line = await street.writes(said)
    assert line.what != "link_sent" or not last_asks(street)


def last_asks(street: Street) -> bool:
    return bool(street.engine.load(MessagePage(to="anna@example.org"))[0].facts.get("asks"))
