"""A front desk for tests: mails to it, made small, and what is read of them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from fullhouse.inbound.attachments.document import Document
from fullhouse.inbound.extraction.request import read_booking, read_request
from fullhouse.inbound.mail.reader import MailSettings, read_mail
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.products.frontdesk.shared.proposals import ProposedField
from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

# A Wednesday.
NOW = datetime(2026, 6, 3, 10, 12, tzinfo=ZoneInfo("Europe/Berlin"))
STAFF = "Jess <jess@salon.example>"
ANNA = "Anna Berg <anna.berg@example.org>"
RULES = """\
Time zone: Europe/{zone}
Language: {language}

Services
- {services}

Staff: Jess, Ben, María, Dr. Okafor
Opening hours: Tue-Sat 09:00-18:00
"""
SERVICES = {
    "en": ("Berlin", "Cut Colour Dental_cleaning Follow-up Massage Dinner"),
    "de": ("Berlin", "Haarschnitt Farbe Zahnreinigung Nachkontrolle Massage Abendessen"),
    "fr": ("Paris", "Coupe Couleur Détartrage Suivi Massage Dîner"),
    "es": ("Madrid", "Corte Color Limpieza_dental Revisión Masaje Cena"),
}


def book_in(language: str) -> Rulebook:
    """The rules of a business that speaks a language."""
    zone, services = SERVICES[language]
    listed = "\n- ".join(f"{name.replace('_', ' ')}: 45 minutes" for name in services.split())
    reading = parse_rules(RULES.format(zone=zone, language=language, services=listed))
    assert not reading.problems
    return reading.rulebook


BOOKS = {language: book_in(language) for language in SERVICES}


def raw_mail(
    text: str, desk: str = "waitlist", sender: str = ANNA, subject: str = "Hello", **headers: str
) -> bytes:
    named = {
        "date": "Wed, 3 Jun 2026 10:00:00 +0200",
        "content_type": "text/plain; charset=utf-8",
        **headers,
    }
    lines = [f"From: {sender}", f"To: {desk}@salon.example", f"Subject: {subject}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in named.items() if value]
    return "\r\n".join([*lines, "", *text.strip("\n").split("\n")]).encode("utf-8", "replace")


def proposed(raw: bytes, language: str = "en", *files: Document) -> dict[str, ProposedField]:
    """What is read of a mail, by its fields."""
    reading = read_mail(raw, Envelope(sender="a@example.org"), MailSettings(domain="salon.example"))
    reading = msgspec.structs.replace(reading, documents=files)
    read = read_booking if b"To: bookings@" in raw else read_request
    found = read(reading, BOOKS[language], NOW, frozenset({"jess@salon.example"}))
    assert len({one.field for one in found}) == len(found)
    return {one.field: one for one in found}


def values(raw: bytes, language: str = "en", *files: Document) -> dict[str, str]:
    return {field: one.value for field, one in proposed(raw, language, *files).items()}
