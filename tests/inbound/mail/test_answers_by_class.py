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
    "I wouldn't miss it for the world",
    "How could I refuse?",
    "No need to ask twice, I'm there",
    "Don't need to think about it: yes",
    "I won't let this one slip away",
    "On my way",
    "Das lasse ich mir nicht entgehen",
    "Wie k\u00f6nnte ich da ablehnen?",
    "Das schlage ich nicht aus",
    "Da lehne ich bestimmt nicht ab",
    "Da muss ich nicht lange \u00fcberlegen, bin dabei",
    "Warum nicht, ich komme",
    "Je ne raterais \u00e7a pour rien au monde",
    "Comment dire non ?",
    "Impossible de refuser",
    "Pas besoin de r\u00e9fl\u00e9chir, c'est oui",
    "Partante !",
    "No me lo pierdo por nada del mundo",
    "\u00bfC\u00f3mo iba a negarme?",
    "No ser\u00e9 yo quien diga que no",
    "No hace falta preguntarlo: s\u00ed",
    "I'd love to take it! The button does nothing on my phone. I won't make it before seven.",
    "Please put me down for it, though I may only arrive around eight.",
    "Ich nehme den Platz sehr gern. Der Link ging leider nicht auf.",
    "Also auf jeden Fall ja, bitte verbindlich eintragen.",
    "J'accepte la place avec joie. Le bouton ne marche pas chez moi.",
    "Acepto la plaza encantada. El enlace no me funciona. No podr\u00e9 llegar antes de las ocho.",
    "Mine!",
]
TURN_IT_DOWN = [
    "I have to say no, I already bought tickets. But don't take me off the list, OK?",
    "Je dois dire non, j'ai des billets. Mais ne m'enlevez pas de la liste, hein ?",
    "Can't do Friday, but please don't take me off the list",
    "I'd rather stay on the waitlist for now, can't do this one",
    "Please cancel my place",
    "Nein, aber lasst mich bitte auf der Warteliste",
    "Non, mais gardez-moi sur la liste d'attente",
    "No, pero dejadme en la lista de espera",
    "El viernes tengo guardia, pero sigo en la lista de espera",
    "I can't miss my daughter's recital that night",
    "I have no choice but to decline",
    "I won't be able to, can't miss my shift",
    "I've lost interest to be honest",
    "No deal",
    "Ich muss leider ablehnen, den Elternabend darf ich nicht verpassen",
    "Ich kann nicht anders als abzusagen",
    "Geht leider nicht",
    "Je ne peux pas rater le dernier train, donc non",
    "Je n'ai pas d'autre choix que de refuser",
    "\u00c7a tombe mal",
    "No puedo perderme la funci\u00f3n de mi hija",
    "No me queda otra que rechazarla",
    "Me temo que no",
    "No me apunto",
    # What they could not refuse is something else.
    "My boss got me opera tickets and you don't refuse that. Pass it to the next person please",
    "Meine Tochter kommt \u00fcberraschend, da sage ich nicht nein. Gebt ihn bitte weiter",
    "Mon p\u00e8re m'invite au th\u00e9\u00e2tre, \u00e7a ne se refuse pas. Au suivant !",
    "Me han invitado al teatro y a eso no digo que no. D\u00e1dsela a otra persona",
    "How lovely of you, but we're in Norway from the 5th on.",
    "Das ist lieb, aber da sind wir in D\u00e4nemark.",
    "C'est gentil, mais je serai \u00e0 Bruxelles toute la semaine.",
    "Qu\u00e9 detalle, pero esa semana estoy en Lisboa por trabajo.",
]
CHANGE_NOTHING = [
    "Don't take me off the list",
    "Ne m'enlevez pas de la liste",
    "No me quit\u00e9is de la lista",
    "Pero no me quit\u00e9is de la lista, \u00bfeh?",
    "I have to cancel our lunch tomorrow",
    "I cancelled my other plans",
    "Please cancel the taxi",
    "Take Tom off the list",
    "Yes if I can bring my dog",
    "I don't want to refuse but I have to ask my boss",
    "Ich muss unser Mittagessen morgen absagen",
    "Nehmt J\u00fcrgen von der Liste",
    "Je dois annuler notre d\u00e9jeuner de demain",
    "Tengo que cancelar nuestra comida de ma\u00f1ana",
    "Thanks! I'm in a meeting but will look at it in an hour",
    "Danke, aber ich bin gerade im Meeting",
    "Lovely, but is parking included? I'm in a wheelchair.",
    "Merci, mais je suis en r\u00e9union, je vous redis",
]
TAKE_NOTHING = [
    "I don't know if I'm coming",
    "Not sure I'll come, can I tell you tonight?",
    "I can't say yet if we're coming",
    "I'll come if my boss lets me",
    "We're there next week only",
    "I'm in Spain until Friday",
    "I'm in a meeting, will answer later",
    "I'll have to ask my wife",
    "I'd love to but I'm on call",
    "Would love to, but can't",
    "See you next year, can't this time",
    "I'm on my way to Spain",
    "Deal with it later",
    "Sold my ticket already",
    "Happy to wait for the next one",
    "Would love to know more first",
    "I can't say no yet",
    "Nothing is certain yet",
    "I never said I'd come",
    "How could I get there without a car?",
    "Wie komme ich dorthin?",
    "Ich wei\u00df nicht, ob ich komme",
    "Ich komme nicht",
    "Ich komme erst am Samstag zur\u00fcck",
    "Ich komme gerade nicht dazu, sp\u00e4ter mehr",
    "Wir sind da im Urlaub",
    "Unbedingt n\u00f6tig ist es nicht",
    "Klar ist das noch nicht",
    "Gebucht habe ich schon was anderes",
    "Kein Nein, aber auch kein Ja",
    "Wer kann das schon so fr\u00fch wissen?",
    "Ich komme nur, wenn Tom auch darf",
    "Je ne sais pas si je viens",
    "Je viens de rentrer de voyage, je r\u00e9fl\u00e9chis",
    "Je viens d'apprendre que je travaille",
    "Je ne viens pas",
    "Je prends le temps de r\u00e9fl\u00e9chir",
    "Je prends l'avion ce jour-l\u00e0",
    "Je suis l\u00e0 la semaine prochaine",
    "Comment venir sans voiture ?",
    "Bien s\u00fbr, \u00e7a d\u00e9pend de mon chef",
    "C'est parti pour une semaine de grippe",
    "On vient si on peut",
    "No s\u00e9 si voy",
    "Voy a preguntar a mi jefe",
    "Voy al m\u00e9dico ese d\u00eda",
    "No voy",
    "Vale, lo pienso",
    "Claro, si me dejan en el trabajo",
    "Hecho polvo, no creo",
    "De momento no s\u00e9",
    "\u00bfC\u00f3mo voy sin coche?",
    "Estoy de viaje, voy a ver",
    "Perdona, \u00bfqu\u00e9 plaza?",
    "Bin gerade im Zug, ich melde mich nachher",
    "Le bouton ne marche pas",
    "Where's the button? I can't find it",
]
LEAVE_ALTOGETHER = [
    "No thanks. You may as well remove me from the waitlist altogether.",
    "Kindly delete us from the list so that somebody else gets a chance",
    "Nein danke, streicht mich bitte komplett von der Liste, damit niemand auf mich wartet",
    "Passt nicht mehr. Nehmt mich bitte auch gleich ganz von der Warteliste runter.",
    "Non merci. Supprimez-moi enti\u00e8rement de la liste d'attente, s'il vous pla\u00eet.",
    "Non, et vous pouvez d'ailleurs me rayer de la liste pour que d'autres en profitent",
    "No, gracias. Y de paso quitadme completamente de la lista de espera.",
    "Ya no puedo. Les ruego que me den de baja en la lista para que entre otra persona.",
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
    "Ich habe kein Interesse mehr, bitte ganz von der Warteliste nehmen. Gru\u00df, Petersen",
    "Vous pouvez supprimer mon inscription sur la liste.",
    "Merci de me retirer d\u00e9finitivement de la liste d'attente",
    *LEAVE_ALTOGETHER,
    "You can delete my waitlist spot",
    "Meinen Wartelistenplatz d\u00fcrft ihr streichen.",
    "Vous pouvez supprimer ma place sur la liste d'attente",
    "Pod\u00e9is borrar mi sitio en la lista de espera",
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
    "Enlevez-moi de la liste pour le cours de poterie",
    "Take me off the list as soon as my sister has a seat",
    "Nehmt mich von der Liste, sobald Ben einen Platz hat",
    "Quitadme de la lista para la excursi\u00f3n",
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
    "Don't give my seat to anyone, I'm only running late!",
    "If I'm not there by seven, give my seat to someone else",
    "Give my chair to my sister please, she has a bad back. I can stand.",
    "Please delete my old phone number",
    "Is my seat free of charge?",
    "Gebt meinen Platz blo\u00df nicht weiter, ich bin unterwegs",
    "Wenn ich bis sieben nicht da bin, gebt meinen Platz jemand anderem",
    "Am 19. arbeite ich bis f\u00fcnf und komme dann direkt",
    "Ne donnez pas ma place, j'arrive",
    "Le 19 je travaille jusqu'\u00e0 17 h, j'arriverai en tenue",
    "No le deis mi sitio a nadie, que llego",
    "El 19 trabajo hasta las cinco, voy directo",
    "I'm giving my place in the car to Tom, so I'll come by bike.",
    "Le 19 au matin je suis \u00e0 l'h\u00f4pital, le soir je suis \u00e0 vous.",
    "El 19 por la ma\u00f1ana tengo m\u00e9dico, por la tarde soy toda vuestra.",
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
    "Entschuldige, mein Zug f\u00e4llt aus. Ich nehm den danach und bin gegen acht da.",
    "D\u00e9sol\u00e9, mon TER est supprim\u00e9, je saute dans le suivant. Retard de 40 minutes.",
    "Navr\u00e9e, je ne resterai pas pour le caf\u00e9, mes parents gardent les enfants",
    "Me da pena no poder ayudar en la cocina, llego justo a las siete.",
    "Genial, anotado",
    "I can't help with carrying tables this time, sorry, but I can do the dishes.",
    "No dancing for me, my ankle is still swollen. I'll bring a lemon cake though.",
    "The quiche burnt, sorry. I'll bring some cheese instead.",
    "Beim Aufbau kann ich leider nicht helfen, daf\u00fcr kann ich Gl\u00e4ser sp\u00fclen.",
    "Ich schaffe den Kuchen nicht mehr, tut mir leid. Ich bringe eine Flasche Wein mit.",
    "Pas de g\u00e2teau cette fois, mon four a l\u00e2ch\u00e9. J'apporterai du fromage.",
    "Lo siento, la tortilla se me ha quemado. Llevar\u00e9 una botella de vino.",
    "No podr\u00e9 ayudar a montar las sillas, pero puedo fregar los platos al final.",
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
    "Platz bitte stornieren. Danke.",
    "Hve to bail on friday, hope thats ok.",
    "ola maria no boy a poder ir el biernes perdona",
    "Sitting in a hospital corridor with my father, so hand my ticket to anyone you like.",
    "My place is free again, I'd said yes to a wedding long before yours.",
    "I'm returning my seat with a heavy heart: rehearsals all week.",
    "Please remove me, I clicked the wrong event.",
    "Pls remove from guest list, I travel.\n\nJo\nThis mail is confidential if it is not yours",
    "Gebt meinen Stuhl ruhig jemandem, der sich freut. Ich sitze da in einer Pr\u00fcfung.",
    "Mein Platz ist wieder frei, wir haben an dem Abend Elternabend.",
    "Schweren Herzens gebe ich meinen Platz zur\u00fcck, Mutter liegt im Krankenhaus.",
    "Falls jemand wartet: mein Stuhl ist zu haben, ich bin dann auf Kur.",
    "Ma place est libre, je suis clou\u00e9e au lit depuis hier.",
    "Je vous rends ma place : mon patron m'envoie \u00e0 Lille toute la semaine.",
    "Os devuelvo mi plaza, me ha tocado guardia en el hospital.",
    "Dadle mi silla a quien la quiera, tengo a los dos ni\u00f1os con varicela.",
    "Mi sitio queda libre, ese viernes operan a mi madre.",
    "Am 19. heiratet meine Cousine in Kiel, das habe ich v\u00f6llig verschwitzt. Tut mir leid!",
    "On the 19th I'm having my wisdom teeth out, silly me. So sorry",
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
async def test_a_no_in_any_words_turns_the_seat_down_and_keeps_the_place(
    street: Street, said: str
) -> None:
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


@pytest.mark.parametrize("said", TAKE_NOTHING)
async def test_words_that_only_sound_like_a_yes_take_no_offer(street: Street, said: str) -> None:
    await offered(street)
    await street.writes(said)
    assert street.state() == "waitlisted"


@pytest.mark.parametrize("said", LEAVE_THE_LINE)
async def test_clear_words_leave_the_line(street: Street, said: str) -> None:
    await in_line(street)
    assert (await street.writes(said)).what == "left"


@pytest.mark.parametrize(
    "said",
    ["No, and please take me off the waitlist, too", "Streicht mich", *LEAVE_ALTOGETHER],
)
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


@pytest.mark.parametrize(
    "said",
    [
        "So kind of you to ask, but I'm in Boston all of June.",
        "Wie sch\u00f6n, dass ihr an mich denkt, aber im Juni bin ich auf Kur.",
        "Merci d'avoir pens\u00e9 \u00e0 moi, mais nous sommes en Corse \u00e0 ce moment-l\u00e0.",
        "Gracias por acordaros de m\u00ed, pero esos d\u00edas estamos en Menorca.",
    ],
)
async def test_who_is_elsewhere_then_declines_an_invitation(street: Street, said: str) -> None:
    await invited(street)
    await street.writes(said)
    assert street.state() == "cancelled"


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
