"""What customers read as a text: short, with one link, in as few parts as it takes."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from inline_snapshot import snapshot

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.sms import segment_count
from fullhouse.products.frontdesk.waitlist.wording import CUSTOMER_KINDS, compose
from tests.products.frontdesk.waitlist.told import OFFER, letter, message
from tests.products.saying import link, read
from tests.support.phrases import phrases

PHRASES = phrases("frontdesk", "waitlist", "notes", "waitlist_notes")

LONG = "https://salon.example/l/"
SEPTEMBER = datetime(2026, 9, 24, 12, 0, tzinfo=UTC)  # a Thursday: the longest date there is
MORNING = datetime(2026, 6, 12, 6, 10, tzinfo=UTC)  # after a night with quiet hours


def long_link(purpose: str) -> str:
    return f"{LONG}k1.{purpose}.waitlist.".ljust(150, "x")


def text(kind: str, **facts: Any) -> str:
    return compose(message(kind, "text", **facts), long_link).text


def test_the_texts_in_each_language() -> None:
    said = (
        letter(kind, "text", business={"language": one}).text
        for one in PHRASES
        for kind in CUSTOMER_KINDS
    )
    assert read("\n\n".join(said)) == snapshot("""\
Salon Jess: You're on the waitlist for Colour. We text you if a slot is free. Change or leave:
https://salon.example/l/wishes Reply STOP to end texts.

Salon Jess: Colour with Jess is free: tomorrow, 14:00. Kept for you until 11:10:
https://salon.example/l/claim Reply STOP to end texts.

Salon Jess: Sorry, we can no longer offer you Colour with Jess, tomorrow, Friday 12 June, 14:00. You
keep your place on the waitlist.

Salon Jess: Booked: Colour with Jess, tomorrow, Friday 12 June, 14:00. To cancel it:
https://salon.example/l/give_up

Salon Jess: Cancelled: Colour with Jess, tomorrow, Friday 12 June, 14:00. It is no longer booked for
you.

Salon Jess: Warteliste: Colour. Wird ein Termin frei, schreiben wir dir. Ändern oder verlassen:
https://salon.example/l/wishes STOP beendet die SMS.

Salon Jess: Colour bei Jess ist frei: morgen, 14:00 Uhr. Nur für dich bis 11:10 Uhr:
https://salon.example/l/claim STOP beendet die SMS.

Salon Jess: Leider nicht mehr frei für dich: Colour bei Jess, morgen, Freitag, 12. Juni, 14:00 Uhr.
Du behältst deinen Platz auf der Warteliste.

Salon Jess: Gebucht: Colour bei Jess, morgen, Freitag, 12. Juni, 14:00 Uhr. Absagen:
https://salon.example/l/give_up

Salon Jess: Abgesagt: Colour bei Jess, morgen, Freitag, 12. Juni, 14:00 Uhr. Der Termin ist nicht
mehr gebucht.

Salon Jess : Liste d'attente : Colour. SMS si un créneau est libre. Modifier ou quitter :
https://salon.example/l/wishes STOP : fin des SMS.

Salon Jess : Colour avec Jess est libre : demain à 14h00. Gardé pour vous jusqu'à 11h10 :
https://salon.example/l/claim STOP : fin des SMS.

Salon Jess : Nous ne pouvons plus vous proposer Colour avec Jess, demain, vendredi 12 juin à 14h00.
Vous gardez votre place sur la liste d'attente.

Salon Jess : Réservé : Colour avec Jess, demain, vendredi 12 juin à 14h00. Pour annuler :
https://salon.example/l/give_up

Salon Jess : Annulé : Colour avec Jess, demain, vendredi 12 juin à 14h00. Ce n'est plus réservé pour
vous.

Salon Jess: Lista de espera: Colour. Te escribimos si hay hueco. Cambiar o salir:
https://salon.example/l/wishes STOP: fin de los SMS.

Salon Jess: Colour con Jess queda libre: mañana, 14:00. Es para ti hasta las 11:10:
https://salon.example/l/claim STOP: fin de los SMS.

Salon Jess: Lo sentimos, ya no podemos ofrecerte Colour con Jess, mañana, viernes 12 de junio,
14:00. Conservas tu puesto en la lista de espera.

Salon Jess: Reservado: Colour con Jess, mañana, viernes 12 de junio, 14:00. Para cancelar:
https://salon.example/l/give_up

Salon Jess: Cancelado: Colour con Jess, mañana, viernes 12 de junio, 14:00. Ya no tienes esta
reserva.\
""")


@pytest.mark.parametrize("language", PHRASES)
@pytest.mark.parametrize("kind", CUSTOMER_KINDS)
def test_a_text_needs_no_more_with_the_longest_names_and_dates(kind: str, language: str) -> None:
    said = text(
        kind,
        business={
            "language": language,
            "name": "The hairdressers of the old town hall square and sons",
        },
        entry={"service": "Balayage with a cut, a wash and a long treatment"},
        slot={
            "service": "Balayage with a cut, a wash and a long treatment",
            "staff": "Maria-Magdalena",
            "starts_at": SEPTEMBER,
        }
        if kind != "joined"
        else None,
        **({"offer": {**OFFER, "ends_at": MORNING}} if kind == "offer" else {}),
    )
    assert segment_count(said) <= 2
    assert "Balayage with a cut, a wash and a lon..." in said


def test_the_names_of_business_and_staff_are_spared_only_where_they_must() -> None:
    assert text("offer").startswith("Salon Jess: Colour with Jess is free")
    assert text("offer", business={"name": "x" * 99}).startswith("Colour with Jess is free")
    assert text("offer", business={"name": "x" * 80}, slot={"staff": "y" * 99}).startswith(
        "Colour is free"
    )


@pytest.mark.parametrize("kind", ["joined", "offer", "booked"])
@pytest.mark.parametrize("language", PHRASES)
def test_a_text_carries_one_link(kind: str, language: str) -> None:
    purpose = {"joined": "wishes", "offer": "claim", "booked": "give_up"}[kind]
    said = text(kind, business={"language": language})
    assert re.findall(r"https?://\S+", said) == [long_link(purpose)]


def test_a_text_with_nothing_to_do_carries_no_link() -> None:
    assert "https" not in text("cancelled")


@pytest.mark.parametrize("language", PHRASES)
def test_the_first_text_says_how_to_end_them(language: str) -> None:
    assert text("joined", business={"language": language}).count("STOP") == 1
    assert text("offer", business={"language": language}).count("STOP") == 1


def test_an_offer_says_so_only_where_it_costs_nothing() -> None:
    template = {"text": "x" * 140 + " {{ claim }}", "mail": "", "subject": ""}
    assert "STOP" not in text("offer", template=template)


def test_letters_of_each_language_stay_where_they_cost_nothing() -> None:
    assert "Nur für dich" in text("offer", business={"language": "de"})
    assert "Gardé" in text("offer", business={"language": "fr"})
    assert "mañana" in text("offer", business={"language": "es"})


def test_marks_that_would_cost_a_part_are_left_off() -> None:
    saturday = {"starts_at": datetime(2026, 6, 20, 12, 0, tzinfo=UTC), "staff": "Zoë"}
    assert "con Zoe queda libre: sabado 20 de junio" in text(
        "offer", business={"language": "es"}, slot=saturday
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "is free: tomorrow, 14:00, 4 people. Kept"),
        ("de", "ist frei: morgen, 14:00 Uhr, 4 Personen. Nur"),
        ("fr", "est libre : demain à 14h00, 4 personnes. Gardé"),
        ("es", "queda libre: mañana, 14:00, 4 personas. Es"),
    ],
)
def test_an_offer_to_a_party_says_how_many_they_are(language: str, said: str) -> None:
    assert said in text("offer", business={"language": language}, entry={"party": 4})


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Cancelled: Colour with Jess, 4 people, tomorrow"),
        ("de", "Abgesagt: Colour bei Jess, 4 Personen, morgen"),
        ("fr", "Annulé : Colour avec Jess, 4 personnes, demain"),
        ("es", "Cancelado: Colour con Jess, 4 personas, mañana"),
    ],
)
def test_a_cancelled_table_says_for_how_many_it_was(language: str, said: str) -> None:
    assert said in text("cancelled", business={"language": language}, entry={"party": 4})


def test_a_name_in_other_letters_is_written_in_them() -> None:
    said = text("offer", slot={"staff": "Ольга"})
    assert "Ольга" not in said  # it would cost three parts
    assert "Стрижка" in text("offer", slot={"service": "Стрижка"})


class TestTheStaffsOwnVoice:
    def voiced(self, source: str, **facts: Any) -> Letter:
        return letter(
            "offer", "text", template={"text": source, "mail": "", "subject": ""}, **facts
        )

    def test_wins_over_ours(self) -> None:
        own = self.voiced(
            "{{ name }}, {{ when }} with {{ staff }}? {{ claim }} ({{ window }}) No: {{ decline }}"
        )
        assert own.text == (
            "Ada, Friday 12 June, 14:00 with Jess? https://salon.example/l/claim (10 minutes) "
            "No: https://salon.example/l/decline Reply STOP to end texts."
        )

    def test_is_not_told_twice_how_to_end(self) -> None:
        assert (
            self.voiced("Free: {{ claim }} STOP ends this.").text
            == f"Free: {link('claim')} STOP ends this."
        )

    @pytest.mark.parametrize("source", ["{{ nobody }}", "{{ name", "no link at all", "  "])
    def test_is_left_aside_if_it_fails_or_leads_nowhere(self, source: str) -> None:
        assert self.voiced(source) == letter("offer", "text")

    def test_is_kept_plain(self) -> None:
        assert self.voiced("“Free” \u2014 now… {{ claim }}").text.startswith(
            '"Free" - now... https'
        )

    def test_keeps_the_letters_that_staff_chose(self) -> None:
        assert self.voiced(
            "Está libre, {{ name }}: {{ claim }}", entry={"name": "María"}
        ).text.startswith("Está libre, María: https")

    def test_does_not_become_dear_by_a_name_or_a_date(self) -> None:
        assert self.voiced(
            "Libre, {{ name }}: {{ claim }}", entry={"name": "María"}
        ).text.startswith("Libre, Maria: ")


@pytest.mark.parametrize("language", PHRASES)
def test_a_text_that_names_the_person_is_still_one_part(language: str) -> None:
    said = letter("offer", "text", shared=True, business={"language": language}).text
    assert said.partition(" ")[0].rstrip(":") == "Ada"
    assert segment_count(said) == 1


@pytest.mark.parametrize(
    ("source", "begins"),
    [("Hi {{ name }}, take it: {{ claim }}", "Hi Ada,"), ("Take it: {{ claim }}", "Ada: Take it")],
)
def test_a_text_of_staff_names_the_person_once(source: str, begins: str) -> None:
    template = {"text": source, "mail": "", "subject": ""}
    said = letter("offer", "text", shared=True, template=template).text
    assert said.startswith(begins)
    assert said.count("Ada") == 1
