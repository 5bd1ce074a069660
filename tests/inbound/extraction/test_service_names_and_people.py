"""Which service, who of the staff and how many, in four languages."""

import pytest

from fullhouse.inbound.extraction.party_size import party_in
from fullhouse.inbound.extraction.service_names import service_in, staff_in
from fullhouse.inbound.extraction.text import Source
from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from tests.inbound.extraction.desk import BOOKS

SERVICES = [
    ("en", "a cut please", "Cut", "sure"),
    ("en", "two cuts", "Cut", "likely"),
    ("en", "a haircut tomorrow", "Cut", "likely"),
    ("en", "a color", "Colour", "likely"),
    ("en", "a colur", "Colour", "likely"),
    ("en", "a follow up", "Follow-up", "sure"),
    ("en", "my teeth cleaned", "Dental cleaning", "likely"),
    ("en", "teeth cleaning", "Dental cleaning", "likely"),
    ("en", "dental cleanign", "Dental cleaning", "likely"),
    ("de", "einen Haarschnit", "Haarschnitt", "likely"),
    ("de", "des Haarschnitts", "Haarschnitt", "likely"),
    ("de", "Zahn Reinigung", "Zahnreinigung", "sure"),
    ("de", "einen Massagetermin", "Massage", "likely"),
    ("de", "Haare schneiden", "Haarschnitt", "likely"),
    ("de", "keine Farbe, nur Haarschnitt", "Haarschnitt", "sure"),
    ("fr", "une coupe de cheveux", "Coupe", "sure"),
    ("fr", "une coloration", "Couleur", "likely"),
    ("fr", "un detartrage", "Détartrage", "sure"),
    ("es", "corte de pelo", "Corte", "sure"),
    ("es", "una limpieza de boca", "Limpieza dental", "likely"),
    ("es", "nos gustaría cenar", "Cena", "likely"),
    ("en", "a message for you", "", ""),
    ("fr", "nous sommes un couple", "", ""),
    ("en", "a shave", "", ""),
    ("en", "cut or colour", "", ""),
]
OWN_NAMES = """\
Services
- Cut: 45 minutes; also called trim, short back and sides
- Colour: 90 minutes; also called balayage, henna
"""
STAFF = [
    ("with Jess", "Jess", "likely"),
    ("Ben if possible", "Ben", "guess"),
    ("bei Maria", "María", "likely"),
    ("chez Jess", "Jess", "likely"),
    ("avec le Dr Okafor", "Dr. Okafor", "likely"),
    ("con la doctora Okafor", "Dr. Okafor", "likely"),
    ("with Dr. Okafur", "Dr. Okafor", "guess"),
    ("Hi Jess, a cut with Ben", "Ben", "likely"),
    ("Hallo Jess,", "", ""),
    ("hallo ben ich komm am freitag zu dir", "Ben", "guess"),
    ("Bonjour Jess, je prends le mardi avec toi", "Jess", "guess"),
    ("Hola María, quiero ir contigo", "María", "guess"),
    ("Hi Ben, is Jess free? I would rather be with her", "Jess", "guess"),
    ("Estimada Jess:", "", ""),
    ("Bonjour Jess", "", ""),
    ("Danke Jess", "", ""),
    ("Jess, could I come?", "", ""),
    ("not with Ben", "", ""),
    ("egal ob bei Jess oder Ben", "", ""),
    ("my name is Ben Smith", "", ""),
]
PARTIES = {
    "table for two": "2",
    "party of 6": "6",
    "we are six people": "6",
    "there will be 4 of us": "4",
    "2 adults and 2 kids": "4",
    "dinner for four on Saturday": "4",
    "Tisch für 4 Personen": "4",
    "zu viert": "4",
    "wir sind zu dritt": "3",
    "2 Erwachsene und 1 Kind": "3",
    "nous serons quatre": "4",
    "une table pour deux": "2",
    "on sera six pour dîner": "6",
    "pour 5 personnes": "5",
    "somos 8 personas": "8",
    "seremos cuatro": "4",
    "mesa para dos": "2",
    "dos adultos y un niño": "3",
    "for two weeks": "",
    "für zwei Stunden": "",
    "Wir sind zwei neue Kunden": "",
    "900 people": "",
    "0 persons": "",
    "un masaje para los dos": "2",
    "a massage for both of us": "2",
    "eine Massage für uns beide": "2",
    "un massage pour nous deux": "2",
    "we're four": "4",
    "we're only two": "2",
    "on sera cinq": "5",
    "wir wären zu fünft": "5",
    "there'd be six of us": "6",
    "we'd be a group of seven": "7",
    "seríamos tres": "3",
    "für 3 Leute": "3",
    "mesa para 6": "6",
    "4 pax": "4",
    "wir kommen zu sechst": "6",
    "nous sommes à six": "6",
    "we were three, but now somos cuatro.": "4",
    "put me and my sister down": "2",
    "put me down and my back hurts": "",
    "for me and my hair": "",
    "für meine Mutter und mich": "2",
    "pour ma femme et moi": "2",
    "zwei freie Plätze": "2",
    "un masaje para dos (a la vez)": "2",
    "on est donc 3": "3",
}


@pytest.mark.parametrize(("language", "text", "name", "sure"), SERVICES)
def test_a_service_is_known_as_it_is_written_bent_meant_or_slipped(
    language: str, text: str, name: str, sure: str
) -> None:
    found = service_in(Source(text), BOOKS[language])
    assert (found.value if found else "", found.confidence if found else "") == (name, sure)


@pytest.mark.parametrize(("text", "name", "sure"), STAFF)
def test_who_is_asked_for_is_known_from_who_is_greeted(text: str, name: str, sure: str) -> None:
    found = staff_in(Source(text), BOOKS["en"])
    assert (found.value if found else "", found.confidence if found else "") == (name, sure)


@pytest.mark.parametrize("text", PARTIES)
def test_how_many_come(text: str) -> None:
    found = party_in(Source(text), BOOKS["en"])
    assert (found.value if found else "") == PARTIES[text]


@pytest.mark.parametrize(
    ("text", "service"),
    [
        ("a bit of henna please", "Colour"),
        ("short back and sides on Friday", "Cut"),
        ("a balayage", "Colour"),
        ("henna or a trim, what do you think?", ""),
        ("no henna this time", ""),
    ],
)
def test_other_names_in_the_rules_name_a_service(text: str, service: str) -> None:
    found = service_in(Source(text), parse_rules(OWN_NAMES).rulebook)
    assert (found.value if found else "") == service
