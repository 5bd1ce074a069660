"""Whole mails in people's own words: relative days, past days, and bookings for others."""

import pytest

from tests.inbound.extraction.desk import STAFF, raw_mail, values

WISHES = [
    ("en", "A trim this side of the 20th please", {"service": "Cut", "latest": "06-20"}),
    (
        "en",
        "A haircut please, Saturday the 13th or the Saturday after.",
        {"service": "Cut", "earliest": "06-13", "latest": "06-20"},
    ),
    (
        "en",
        "A cut. This week is hopeless, next week I'm off Tuesday and Wednesday.",
        {"service": "Cut", "earliest": "06-09", "latest": "06-10"},
    ),
    (
        "de",
        "Haarschnitt, nicht vor dem 10. und nicht nach dem 20. Juni.",
        {"service": "Haarschnitt", "earliest": "06-10", "latest": "06-20"},
    ),
    (
        "de",
        "bin ab 20.6. im urlaub, also bitte vorher noch nen haarschnitt",
        {"service": "Haarschnitt", "latest": "06-19"},
    ),
    (
        "de",
        "Zahnreinigung, Mo-Mi nächste Woche",
        {"service": "Zahnreinigung", "earliest": "06-08", "latest": "06-10"},
    ),
    (
        "fr",
        "Une couleur avant le mariage de ma sœur ? C'est le samedi 27 juin.",
        {"service": "Couleur", "latest": "06-26"},
    ),
    (
        "fr",
        "Un suivi la semaine du 15 juin ou celle d'après ?",
        {"service": "Suivi", "earliest": "06-15", "latest": "06-28"},
    ),
    ("en", "I'd prefer not to see Ben again. A massage please.", {"service": "Massage"}),
]
BOOKED = [
    (
        "en",
        "I won't need the colour on 9 June after all, but I confirm the cut on 16 June at 2pm.",
        {"service": "Cut", "date": "06-16", "time": "14:00"},
    ),
    ("en", "A cut, 4 instead of 3 on Friday", {"service": "Cut", "date": "06-05", "time": "16:00"}),
    (
        "en",
        "No longer Thursday, we agreed Saturday 6 June @ 09.30. Cut.",
        {"service": "Cut", "date": "06-06", "time": "09:30"},
    ),
    (
        "de",
        (
            "Der Termin am Freitag um 10 passt doch nicht, jetzt "
            "Dienstag, 9. Juni um 11:30 Uhr zum Haarschnitt."
        ),
        {"service": "Haarschnitt", "date": "06-09", "time": "11:30"},
    ),
    (
        "es",
        "No es el martes 9 sino el miércoles 10 a las 12:30, para el color.",
        {"service": "Color", "date": "06-10", "time": "12:30"},
    ),
    (
        "es",
        "El corte, pasado mañana a la una y cuarto. Ya hablado con Ben.",
        {"service": "Corte", "date": "06-05", "time": "13:15"},
    ),
]
OTHERS = [
    ("en", "Appointment for Grace Hopper-Lee on 10 June, dental cleaning", "Grace Hopper-Lee"),
    ("en", "Appointment for Dental Cleaning on 10 June", "Anna Berg"),
    ("es", "Mi madre, Carmen Ruiz Peña, necesita una revisión", "Carmen Ruiz Peña"),
    ("en", "My husband John Doe will drive me to the cut", "Anna Berg"),
]


def said(wanted: dict[str, str]) -> dict[str, str]:
    """What is wanted, with the year of its days."""
    days = ("earliest", "latest", "date")
    return {field: f"2026-{value}" if field in days else value for field, value in wanted.items()}


@pytest.mark.parametrize(("language", "text", "wanted"), [*WISHES, *BOOKED])
def test_a_mail_is_read_as_it_is_meant(language: str, text: str, wanted: dict[str, str]) -> None:
    found = values(raw_mail(text, "bookings" if "date" in wanted else "waitlist"), language)
    assert found == {"name": "Anna Berg", "email": "anna.berg@example.org", **said(wanted)}


@pytest.mark.parametrize(("language", "text", "name"), OTHERS)
def test_who_writes_for_another_is_not_whom_it_is_for(language: str, text: str, name: str) -> None:
    assert values(raw_mail(text), language)["name"] == name


def test_opening_hours_are_nobody() -> None:
    text = "Sam Poole\n+44 7700 900456\nMassage\n\nOpen Tue-Sat 9-18"
    assert values(raw_mail(text, sender=STAFF, subject="card"))["name"] == "Sam Poole"
