"""What customers read as a text: short, with one link at most, in as few parts as it takes."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from inline_snapshot import snapshot

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.sms import segment_count
from fullhouse.products.frontdesk.appointments.wording import CUSTOMER_KINDS, LINK, compose
from tests.products.frontdesk.appointments.told import APPOINTMENT, BUSINESS, letter, message
from tests.products.saying import link, read
from tests.support.phrases import phrases

PHRASES = phrases("frontdesk", "appointments", "notes", "appointments_notes")

SEPTEMBER = datetime(2026, 9, 24, 12, 0, tzinfo=UTC)  # a Thursday: the longest date there is
KINDS: list[tuple[str, dict[str, str]]] = [
    *((kind, {}) for kind in CUSTOMER_KINDS),
    ("reminder", {"move": "second_reminder"}),
]


def long_link(purpose: str) -> str:
    return f"https://salon.example/l/k1.{purpose}.appointments.".ljust(150, "x")


def text(kind: str, **facts: Any) -> str:
    return compose(message(kind, "text", **facts), long_link).text


def test_the_texts_in_each_language() -> None:
    said = (
        letter(kind, "text", business={"language": one}, **more).text
        for one in PHRASES
        for kind, more in KINDS
    )
    assert read("\n\n".join(said)) == snapshot("""\
Salon Jess: Cut with Jess, tomorrow, 14:00. Are you coming? Please tell us:
https://salon.example/l/confirm Reply STOP to end texts.

Salon Jess: Booked: Cut with Jess, tomorrow, Friday 12 June, 14:00. To change it:
https://salon.example/l/reschedule Reply STOP to end texts.

Salon Jess: Your new time: Cut with Jess, tomorrow, Friday 12 June, 14:00. To change it:
https://salon.example/l/reschedule Reply STOP to end texts.

Salon Jess: Cancelled: Cut with Jess, tomorrow, Friday 12 June, 14:00. It is no longer booked for
you.

Salon Jess: Not cancelled after all: Cut with Jess, tomorrow, Friday 12 June, 14:00. To change it:
https://salon.example/l/reschedule Reply STOP to end texts.

Salon Jess: Cut with Jess, tomorrow, 14:00. We look forward to seeing you. Are you coming?
https://salon.example/l/confirm Reply STOP to end texts.

Salon Jess: Cut bei Jess, morgen, 14:00 Uhr. Kommst du? Sag uns kurz Bescheid:
https://salon.example/l/confirm STOP beendet die SMS.

Salon Jess: Gebucht: Cut bei Jess, morgen, Freitag, 12. Juni, 14:00 Uhr. Ändern:
https://salon.example/l/reschedule STOP beendet die SMS.

Salon Jess: Dein neuer Termin: Cut bei Jess, morgen, Freitag, 12. Juni, 14:00 Uhr. Ändern:
https://salon.example/l/reschedule STOP beendet die SMS.

Salon Jess: Abgesagt: Cut bei Jess, morgen, Freitag, 12. Juni, 14:00 Uhr. Der Termin ist nicht mehr
gebucht.

Salon Jess: Doch nicht abgesagt: Cut bei Jess, morgen, Freitag, 12. Juni, 14:00 Uhr. Ändern:
https://salon.example/l/reschedule STOP beendet die SMS.

Salon Jess: Cut bei Jess, morgen, 14:00 Uhr. Wir freuen uns auf dich. Kommst du?
https://salon.example/l/confirm STOP beendet die SMS.

Salon Jess : Cut avec Jess, demain à 14h00. Venez-vous ? Dites-le-nous ici :
https://salon.example/l/confirm STOP : fin des SMS.

Salon Jess : Réservé : Cut avec Jess, demain, vendredi 12 juin à 14h00. Pour changer :
https://salon.example/l/reschedule STOP : fin des SMS.

Salon Jess : Nouvelle date : Cut avec Jess, demain, vendredi 12 juin à 14h00. Pour changer :
https://salon.example/l/reschedule STOP : fin des SMS.

Salon Jess : Annulé : Cut avec Jess, demain, vendredi 12 juin à 14h00. Ce n'est plus réservé pour
vous.

Salon Jess : Finalement maintenu : Cut avec Jess, demain, vendredi 12 juin à 14h00. Pour changer :
https://salon.example/l/reschedule STOP : fin des SMS.

Salon Jess : Cut avec Jess, demain à 14h00. Au plaisir de vous voir. Venez-vous ?
https://salon.example/l/confirm STOP : fin des SMS.

Salon Jess: Cut con Jess, mañana, 14:00. ¿Vienes? Dinos, por favor: https://salon.example/l/confirm
STOP: fin de los SMS.

Salon Jess: Reservado: Cut con Jess, mañana, viernes 12 de junio, 14:00. Para cambiar:
https://salon.example/l/reschedule STOP: fin de los SMS.

Salon Jess: Tu nueva cita: Cut con Jess, mañana, viernes 12 de junio, 14:00. Para cambiar:
https://salon.example/l/reschedule STOP: fin de los SMS.

Salon Jess: Cancelado: Cut con Jess, mañana, viernes 12 de junio, 14:00. Ya no tienes esta reserva.

Salon Jess: Sigue en pie: Cut con Jess, mañana, viernes 12 de junio, 14:00. Para cambiar:
https://salon.example/l/reschedule STOP: fin de los SMS.

Salon Jess: Cut con Jess, mañana, 14:00. ¡Te esperamos! ¿Vienes? https://salon.example/l/confirm
STOP: fin de los SMS.\
""")


@pytest.mark.parametrize("language", PHRASES)
@pytest.mark.parametrize(("kind", "more"), KINDS)
def test_a_text_needs_no_more_with_the_longest_names_and_dates(
    kind: str, more: dict[str, str], language: str
) -> None:
    said = text(
        kind,
        business={
            "language": language,
            "name": "The hairdressers of the old town hall square and sons",
        },
        appointment={
            "service": "Balayage with a cut, a wash and a long treatment",
            "staff": "Maria-Magdalena",
            "starts_at": SEPTEMBER,
        },
        **more,
    )
    assert segment_count(said) <= 2
    assert "Balayage with a cut, a wash and a lon..." in said


def test_the_names_of_business_and_staff_are_spared_only_where_they_must() -> None:
    assert text("reminder").startswith("Salon Jess: Cut with Jess, tomorrow")
    assert text("reminder", business={"name": "x" * 99}).startswith("Cut with Jess, tomorrow")
    assert text(
        "reminder", business={"name": "x" * 99}, appointment={"staff": "y" * 99}
    ).startswith("Cut, tomorrow")


@pytest.mark.parametrize("language", PHRASES)
@pytest.mark.parametrize(("kind", "more"), KINDS)
def test_a_text_carries_one_link_where_there_is_something_to_do(
    kind: str, more: dict[str, str], language: str
) -> None:
    said = text(kind, business={"language": language}, **more)
    assert re.findall(r"https?://\S+", said) == (
        [long_link(LINK[kind])] if kind != "cancelled" else []
    )


@pytest.mark.parametrize("kind", LINK)
def test_a_text_says_how_to_end_them_only_where_it_costs_nothing(kind: str) -> None:
    stop = str(PHRASES["en"]["stop.text"])
    assert letter(kind, "text").text.endswith(stop)
    said = [
        letter(kind, "text", appointment={"staff": "y" * length}).text for length in range(1, 99)
    ]
    assert {segment_count(one) - segment_count(one.removesuffix(stop)) for one in said} == {0}
    assert {one.endswith(stop) for one in said} == {True, False}


def test_marks_that_would_cost_a_part_are_left_off() -> None:
    saturday = {"starts_at": datetime(2026, 6, 20, 12, 0, tzinfo=UTC), "staff": "Zoë"}
    assert "Cut con Zoe, sabado 20 de junio" in text(
        "reminder", business={"language": "es"}, appointment=saturday
    )


class TestTheStaffsOwnVoice:
    def voiced(self, source: str, **facts: Any) -> Letter:
        return letter(
            "reminder", "text", template={"text": source, "mail": "", "subject": ""}, **facts
        )

    def test_wins_over_ours(self) -> None:
        own = self.voiced("{{ name }}, {{ when }} with {{ staff }}? {{ confirm }} No: {{ cancel }}")
        assert own.text == (
            "Ada, Friday 12 June, 14:00 with Jess? https://salon.example/l/confirm "
            "No: https://salon.example/l/cancel Reply STOP to end texts."
        )

    @pytest.mark.parametrize(
        "source", ["{{ claim }}", "{{ name", "no link at all", "{{ cancel }}", "  "]
    )
    def test_is_left_aside_if_it_fails_or_leads_nowhere(self, source: str) -> None:
        assert self.voiced(source) == letter("reminder", "text")

    def test_is_not_told_twice_how_to_end(self) -> None:
        said = self.voiced("Soon: {{ confirm }} STOP ends this.").text
        assert said == f"Soon: {link('confirm')} STOP ends this."


def test_texts_of_a_party_say_how_many_they_are() -> None:
    people = {"en": "4 people", "de": "4 Personen", "fr": "4 personnes", "es": "4 personas"}
    party = {**APPOINTMENT, "party": 4}
    for kind, more in KINDS:
        for language, said in people.items():
            business = {**BUSINESS, "language": language}
            facts: dict[str, Any] = {"business": business, "appointment": party, **more}
            written = message(kind, "text", **facts)
            assert said in compose(written, link).text


def test_emails_of_a_party_say_how_many_they_are() -> None:
    people = {"en": "People", "de": "Personen", "fr": "Personnes", "es": "Personas"}
    party = {**APPOINTMENT, "party": 4}
    for kind, more in KINDS:
        for language, label in people.items():
            business = {**BUSINESS, "language": language}
            facts: dict[str, Any] = {"business": business, "appointment": party, **more}
            written = message(kind, "mail", **facts)
            assert (label, "4") in compose(written, link).details
