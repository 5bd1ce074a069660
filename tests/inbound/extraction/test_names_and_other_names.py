"""Whole names from the From line, the signature and the address; services by their other names."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from fullhouse.inbound.extraction.request import read_request
from fullhouse.inbound.mail.reader import MailSettings, read_mail
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from tests.inbound.extraction.desk import raw_mail

NOW = datetime(2026, 6, 3, 10, 12, tzinfo=ZoneInfo("Europe/Berlin"))
RULES = """\
Time zone: Europe/Berlin
Language: {language}

Services
{services}

Staff: Nadia, Olaf
Opening hours: Tue-Sat 09:00-18:00
"""
SERVICES = {
    "en": """\
- Hot stone massage: 60 minutes; also called stones, stone therapy
- Sports massage: 45 minutes; also called deep tissue
- Pedicure: 45 minutes; also called feet""",
    "de": """\
- Inspektion: 60 minutes; also called Durchsicht, Wartung
- Reifenwechsel: 20 minutes; also called neuer Mantel, Schlauch
- Kettenwechsel: 30 minutes; also called neue Kette""",
    "fr": """\
- Climatisation: 60 minutes; also called recharge clim
- Freins: 90 minutes; also called plaquettes
- Pneus: 60 minutes; also called pneumatiques""",
    "es": """\
- Plantillas: 60 minutes; also called estudio de la pisada
- Quiropodia: 40 minutes; also called durezas, callos""",
}
NAMES = [
    ("The Doyles <d@x.example>", "A pedicure? Fergal Doyle, 087 1234567", "Fergal Doyle"),
    ("Bea <bea@x.example>", "This is Beatrice Lowe. I am after a pedicure.", "Beatrice Lowe"),
    ("Will B. <will@x.example>", "stones pls - Will Barker", "Will Barker"),
    ("Herr Kühn <k@x.example>", "Neue Reifen, es grüßt Bernd Kühn", "Bernd Kühn"),
    ("Ruth <ruth@x.example>", "einmal Durchsicht bitte, Ruth Stein", "Ruth Stein"),
    ("Yann <yann@x.example>", "les pneus svp, Yann Le Goff", "Yann Le Goff"),
    ("karim.b@x.example", "Ici Karim Benali, mes freins grincent.", "Karim Benali"),
    ("nuria@x.example", "Soy Nuria Campos, necesito plantillas.", "Nuria Campos"),
    ("Familia Soto <s@x.example>", "A mi hija Elena Soto le ha salido un callo.", "Elena Soto"),
    ("Gudrun <g@x.example>", "Eine Durchsicht bitte. Ihre Gudrun Pfaff", "Gudrun Pfaff"),
    ("Pr. Alain Noir <a@x.example>", "Mes freins.\nPr Alain Noir", "Alain Noir"),
    # A house writes for somebody.
    (
        "Front Desk <frontdesk@x.example>",
        "Our guest Mrs Aisha Malik would like stones.\n\nKind regards\nTom, Front Desk",
        "Aisha Malik",
    ),
    (
        "Wohngruppe Birkenhof <wg@x.example>",
        "Guten Tag, ich betreue Frau Olga Sander, sie braucht neue Reifen.\n\nUte Kramer",
        "Olga Sander",
    ),
    (
        "Résidence des Tilleuls <tilleuls@x.example>",
        "Notre résident Monsieur Albert Roy voudrait des pneus.\n\nCordialement,\nSylvie",
        "Albert Roy",
    ),
    (
        "Residencia Los Olmos <olmos@x.example>",
        "Buenos días, la Sra. Pilar Vidal necesita plantillas.\n\nMarta",
        "Pilar Vidal",
    ),
    # A firm stands below the name, or in From.
    (
        "Jens <jens.v@x.example>",
        "Neue Kette bitte.\n\nJens Voss\nSchreinerei Voss, Uelzen",
        "Jens Voss",
    ),
    (
        "Bufete Ortega <ortega@x.example>",
        "Quisiera plantillas.\n\nLucía Ortega\nSecretaría",
        "Lucía Ortega",
    ),
    # A last name below the letter is no whole name, and ends like a house.
    ("Ida Mannheim <ida.mannheim@x.example>", "Neue Reifen bitte.\n\nMannheim", "Ida Mannheim"),
    # The name in From is nobody's.
    ("info <info@x.example>", "Wartung?\n\nGruß\nDagmar Wessels\nAnwältin", "Dagmar Wessels"),
    ("contact <contact@x.example>", "Des pneus.\n\nAnne Brun\nGérante", "Anne Brun"),
    ("Lou & Andy <la@x.example>", "Some stones please.\n\nLouise Farrant", "Louise Farrant"),
    ("Soporte <soporte@x.example>", "Hola, soy Gonzalo Prieto, tengo durezas.", "Gonzalo Prieto"),
    ("Vero 🌸 <vero@x.example>", "¿Qué días tenéis? Verónica Castellanos", "Verónica Castellanos"),
    ("Mamá de Leo <m@x.example>", "Una plantilla. Gracias, Eva Montoro", "Eva Montoro"),
    # The address has the last name.
    ("Maus26 <svenja.lohse@x.example>", "Wartung bitte\n\nLiebe Grüße, Svenja", "Svenja Lohse"),
    ("Karim <k.benali@x.example>", "Des pneus jeudi ? Karim", "Karim Benali"),
    ("Runner Girl <hpatel.runs@x.example>", "Deep tissue?\n\nThanks,\nHema Patel", "Hema Patel"),
    # It is somebody else's, or no name.
    ("Anna Berg <anna@x.example>", "I was sent by my doctor, Hugo Lenz", "Anna Berg"),
    ("Anna Berg <anna@x.example>", "A pedicure before the fair, Berlin Mitte", "Anna Berg"),
    ("Tom <tom.gmx2@x.example>", "Stones please. Tom", "Tom"),
]
MEANT = [
    ("en", "any chance of a deep tisue massage this week?", "Sports massage"),
    ("en", "some stone therpy please", "Hot stone massage"),
    ("de", "bei meinem Rad müsste der Schlauch gewechselt werden", "Reifenwechsel"),
    ("fr", "la clim ne marche plus", "Climatisation"),
    ("es", "¿me podéis mirar la pisada?", "Plantillas"),
    ("en", "a massage, whichever kind is free", ""),
    ("de", "Kettenwechsel oder Inspektion, was meint ihr?", ""),
    ("fr", "freins ou pneus, je ne sais pas", ""),
]


def values(sender: str, text: str, language: str) -> dict[str, str]:
    rules = RULES.format(language=language, services=SERVICES[language])
    raw = raw_mail(text, sender=sender)
    mail = read_mail(raw, Envelope(sender="a@example.org"), MailSettings(domain="salon.example"))
    found = read_request(mail, parse_rules(rules).rulebook, NOW, frozenset())
    return {field.field: field.value for field in found}


@pytest.mark.parametrize(("sender", "text", "name"), NAMES)
def test_a_name_is_put_together_from_all_that_says_it(sender: str, text: str, name: str) -> None:
    assert values(sender, text, "en").get("name") == name


@pytest.mark.parametrize(("language", "text", "service"), MEANT)
def test_a_service_is_meant_by_its_other_names_and_never_one_of_two(
    language: str, text: str, service: str
) -> None:
    assert values("Anna Berg <anna@x.example>", text, language).get("service", "") == service
