"""Services that are meant in other words; never a guess between two."""

import pytest

from fullhouse.inbound.extraction.service_meanings import meant_service, name_families
from fullhouse.inbound.extraction.service_names import is_ruled_out
from fullhouse.inbound.extraction.text import folded
from tests.support.cpu_time import cpu_within

BARBER = ("Cut", "Beard trim", "Cut & beard", "Kids' cut")
FOOT = ("Fußpflege", "Fußmassage", "Nagelpilz-Laser")
DENTIST = ("Contrôle", "Détartrage", "Urgence", "Blanchiment")
NAILS = ("Manicura", "Pedicura", "Relleno", "Retirar gel")
HAIR = ("Damenschnitt", "Herrenschnitt", "Ansatzfarbe", "Brautfrisur", "Probefrisur")
VET = ("Vaccination", "Neutering", "Microchip", "Claw trim")
BISTRO = ("Lunch", "Dinner", "Afternoon tea")
STUDIO = ("Tatuaje pequeño", "Tatuaje grande", "Piercing")
CLINIC = ("Première consultation", "Suivi", "Massage prénatal", "Massage sportif")


def meant(text: str, services: tuple[str, ...], hour: int | None = None) -> str:
    found = meant_service(folded(text), services, is_ruled_out, hour)
    return found.family if found else ""


@pytest.mark.parametrize(
    ("text", "services", "name"),
    [
        ("my moustache and stubble need taming", BARBER, "Beard trim"),
        ("a haircut and the beard as well", BARBER, "Cut & beard"),
        ("only my beard, the hair stays long", BARBER, "Beard trim"),
        ("a trim for my daughter", BARBER, "Kids' cut"),
        ("my roots are showing", ("Cut", "Colour", "Massage"), "Colour"),
        ("pouvez-vous cacher mes racines", ("Coupe", "Coloration"), "Coloration"),
        ("algo fuera, al aire libre", ("Mesa interior", "Mesa terraza"), "Mesa terraza"),
        ("meine Füße brauchen mal wieder Hilfe", FOOT, "Fußpflege"),
        ("Füße massieren bitte", FOOT, "Fußmassage"),
        ("une dent me fait mal depuis hier", DENTIST, "Urgence"),
        ("mes dents sont jaunes", DENTIST, "Blanchiment"),
        ("beaucoup de tartre", DENTIST, "Détartrage"),
        ("tengo que arreglarme los dedos de los pies", NAILS, "Pedicura"),
        ("quiero quitarme el gel", NAILS, "Retirar gel"),
        ("schulterlang, nur Spitzen", HAIR, "Damenschnitt"),
        ("mit der Maschine, Seiten kurz, bitte schneiden", HAIR, "Herrenschnitt"),
        ("der Ansatz ist nachgewachsen", HAIR, "Ansatzfarbe"),
        ("Die Hochzeit habe ich schon gebucht, fehlt der Probetermin", HAIR, "Probefrisur"),
        ("the puppy is due for her jabs", VET, "Vaccination"),
        ("our tom sprays everywhere", VET, "Neutering"),
        ("its claws are too long", VET, "Claw trim"),
        ("quiero un aro en la nariz", STUDIO, "Piercing"),
        ("una hoja de 4 cm", STUDIO, "Tatuaje pequeño"),
        ("me gustaría la espalda, 30 cm", STUDIO, "Tatuaje grande"),
        ("je ne suis jamais venu chez vous", CLINIC, "Première consultation"),
        ("je suis enceinte de 5 mois", CLINIC, "Massage prénatal"),
        ("j'ai couru un semi-marathon", CLINIC, "Massage sportif"),
    ],
)
def test_a_service_is_meant_in_other_words(text: str, services: tuple[str, ...], name: str) -> None:
    assert meant(text, services) == name


@pytest.mark.parametrize(
    ("text", "services"),
    [
        ("anything on Friday?", BARBER),
        ("a massage please", CLINIC),
        ("schneiden bitte", HAIR),
        ("not the beard", BARBER),
        ("une table jeudi", DENTIST),
        ("for my son", BARBER),
        ("un tatuaje", STUDIO),
        ("claws and jabs", VET),
    ],
)
def test_no_service_is_guessed(text: str, services: tuple[str, ...]) -> None:
    assert meant(text, services) == ""


@pytest.mark.parametrize(
    ("hour", "name"), [(12, "Lunch"), (13, "Lunch"), (19, "Dinner"), (16, ""), (3, ""), (None, "")]
)
def test_a_table_is_for_the_meal_of_the_hour(hour: int | None, name: str) -> None:
    assert meant("a table for four on Friday", BISTRO, hour) == name
    assert meant("four of us on Friday", BISTRO, hour) == ""


def test_a_name_has_families_and_words_of_its_own() -> None:
    assert name_families("Fußmassage") == {"nails.feet", "body.massage"}
    assert name_families("Sunday special") == {"=special"}
    assert "=2 ans" in name_families("Bilan 2 ans")


@pytest.mark.timing
@pytest.mark.parametrize("text", ["root " * 20_000, "already root, " * 5_000, "3cm" * 20_000])
def test_a_long_text_takes_little_time(text: str) -> None:
    with cpu_within(1.0):
        meant(text, HAIR)
