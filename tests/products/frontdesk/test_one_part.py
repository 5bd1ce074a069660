"""Texts to customers are one part with typical names, in each language."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message
from fullhouse.kernel.sms import encoding, segment_count
from fullhouse.products.frontdesk.appointments import wording as appointment_wording
from fullhouse.products.frontdesk.shared.our_voice import DEFAULT_VOICE
from fullhouse.products.frontdesk.shared.voice import parse_voice
from fullhouse.products.frontdesk.waitlist import wording as waitlist_wording

NOW = datetime(2026, 6, 10, 9, tzinfo=UTC)
# A base address of 25 characters, and a token.
LINK = "https://salon-jess.exampl/s/Ab3dEf6hIj9k"
# Business, service, staff and customer.
NAMES = {
    "en": [
        ("Salon Jess", "Colour", "Jess", "Anna"),
        ("The Corner Barbershop", "Cut and blow-dry", "Charlotte", "Alexander"),
        ("Dr Miller Dental", "Check-up", "", "Sam"),
    ],
    "de": [
        ("Salon Jess", "Färben", "Jess", "Anna"),
        ("Friseur am Marktplatz", "Waschen und Schneiden", "Katharina", "Maximilian"),
        ("Praxis Dr. Müller", "Zahnreinigung", "", "Jörg"),
    ],
    "fr": [
        ("Salon Jess", "Couleur", "Jess", "Anna"),
        ("Coiffure de la Place", "Coupe et brushing", "Geneviève", "François"),
        ("Cabinet Dr Lefèvre", "Détartrage", "", "Zoé"),
    ],
    "es": [
        ("Salón Jess", "Color", "Jess", "Ana"),
        ("Peluquería La Plaza", "Corte y peinado", "Guadalupe", "Sebastián"),
        ("Clínica Dra. Muñoz", "Limpieza dental", "", "José"),
    ],
}
# Where customers find and call the business.
CONTACT = {"phone": "+49 30 1234567", "address": "Hauptstraße 1, 10115 Berlin"}
CASES = [(language, *names) for language, all_names in NAMES.items() for names in all_names]
OFFER = parse_voice(DEFAULT_VOICE).templates


def letter(product: str, kind: str, **facts: Any) -> Letter:
    message = Message(
        id="m1",
        product=product,
        kind=kind,
        channel="text",
        to="+491711234567",
        scope=product,
        person="p1",
        facts=facts,
        queued_at=NOW,
        not_before=NOW,
        at=NOW,
    )
    if product == "waitlist":
        return waitlist_wording.compose(message, lambda _purpose: LINK)
    return appointment_wording.compose(message, lambda _purpose: LINK)


def check(said: str) -> None:
    assert LINK in said
    assert (encoding(said), segment_count(said)) == ("GSM-7", 1), said


@pytest.mark.parametrize("days", [0, 1, 10])
@pytest.mark.parametrize(("language", "business", "service", "staff", "name"), CASES)
def test_offers_and_bookings_from_the_waitlist_are_one_part(
    language: str, business: str, service: str, staff: str, name: str, days: int
) -> None:
    starts_at = NOW + timedelta(days=days, hours=3, minutes=30)
    facts: dict[str, Any] = {
        "business": {"name": business, "zone": "Europe/Berlin", "language": language},
        "entry": {"name": name, "service": service},
        "slot": {"service": service, "staff": staff, "minutes": 45, "starts_at": starts_at},
    }
    offer = {"made_at": NOW, "ends_at": NOW + timedelta(minutes=10)}
    template = {"text": OFFER.text, "mail": OFFER.mail, "subject": OFFER.mail_subject}
    check(letter("waitlist", "offer", **facts, offer=offer, template=template).text)
    check(letter("waitlist", "booked", **facts, managed=True).text)
    check(letter("waitlist", "booked", **facts).text)
    facts["business"] |= CONTACT
    check(letter("waitlist", "offer", **facts, offer=offer, takes_answers=True).text)
    check(letter("waitlist", "booked", **facts, managed=True).text)
    check(letter("waitlist", "booked", **facts).text)


@pytest.mark.parametrize("days", [0, 1, 10])
@pytest.mark.parametrize(("language", "business", "service", "staff", "name"), CASES)
def test_reminders_and_bookings_are_one_part(
    language: str, business: str, service: str, staff: str, name: str, days: int
) -> None:
    appointment = {
        "id": "a1",
        "name": name,
        "service": service,
        "staff": staff,
        "minutes": 45,
        "starts_at": NOW + timedelta(days=days, hours=3, minutes=30),
        "chain": 1,
    }
    facts: dict[str, Any] = {
        "business": {"name": business, "zone": "Europe/Berlin", "language": language},
        "appointment": appointment,
    }
    for kind in ("reminder", "booked", "rescheduled", "restored"):
        check(letter("appointments", kind, **facts).text)
    check(letter("appointments", "reminder", **facts, move="second_reminder").text)
    check(letter("appointments", "rescheduled", **facts, was_with="Sam").text)
    facts["business"] |= CONTACT
    for kind in ("reminder", "booked", "rescheduled", "restored"):
        check(letter("appointments", kind, **facts).text)


@pytest.mark.parametrize(("language", "business", "service", "staff", "name"), CASES)
def test_new_wishes_are_confirmed_in_one_part(
    language: str, business: str, service: str, staff: str, name: str
) -> None:
    facts: dict[str, Any] = {
        "business": {"name": business, "zone": "Europe/Berlin", "language": language},
        "entry": {"name": name, "service": service},
        "asked": {"on": "20260610", "weekdays": ["sat"], "staff": staff},
    }
    check(letter("waitlist", "joined", **facts).text)


@pytest.mark.parametrize(("language", "business", "service", "staff", "name"), CASES)
def test_who_has_to_come_now_is_told_so_in_one_part(
    language: str, business: str, service: str, staff: str, name: str
) -> None:
    facts: dict[str, Any] = {
        "business": {"name": business, "zone": "Europe/Berlin", "language": language},
        "entry": {"name": name, "service": service},
        "slot": {"service": service, "staff": staff, "minutes": 30, "starts_at": NOW},
        "offer": {"made_at": NOW, "ends_at": NOW + timedelta(minutes=5)},
        "template": {"text": "Own words: {{ claim }}"},
        "left": {"minutes": 30, "whole": 45},
    }
    said = letter("waitlist", "offer", **facts).text
    check(said)
    assert "30" in said
    assert "45" in said


def test_the_name_of_staff_goes_before_a_second_part() -> None:
    business = {"name": "Friseur am Marktplatz", "zone": "Europe/Berlin", "language": "de"}
    slot = {
        "service": "Waschen und Schneiden",
        "staff": "Katharina",
        "minutes": 45,
        "starts_at": NOW + timedelta(days=10),
    }
    offer = {"made_at": NOW, "ends_at": NOW + timedelta(minutes=10)}
    assert letter("waitlist", "offer", business=business, slot=slot, offer=offer).text == (
        "Friseur am Marktplatz: Waschen und Schneiden ist frei: Samstag, 20. Juni, 11:00 Uhr. "
        f"Nur für dich bis 11:10 Uhr: {LINK}"
    )


def told(kind: str, business: dict[str, str], **facts: Any) -> str:
    """Return a text about a slot whose names are short."""
    slot = {"service": "Cut", "minutes": 45, "starts_at": NOW + timedelta(hours=3)}
    offer = {"made_at": NOW, "ends_at": NOW + timedelta(minutes=10)}
    known = {"zone": "Europe/Berlin", "language": "en", **business}
    entry = {"name": "Ada", "service": "Cut"}
    return letter(
        "waitlist", kind, business=known, slot=slot, offer=offer, entry=entry, **facts
    ).text


def test_a_text_names_yes_then_the_phone_then_stop() -> None:
    begin = f"Cut is free: today, 14:00. Kept for you until 11:10: {LINK}"
    business = {**CONTACT, "address": "A street that is far too long for this text"}
    assert told("offer", business, takes_answers=True) == (
        f"{begin} Or reply YES. Tel. +49301234567. Reply STOP to end texts."
    )
    assert told("offer", business) == f"{begin} Tel. +49301234567. Reply STOP to end texts."
    assert told("offer", {}) == f"{begin} Reply STOP to end texts."


def test_the_address_has_the_room_that_is_left() -> None:
    business = {"address": "Rue de l\u2019Église 1\nParis\u202e"}
    assert told("offer", business) == (
        f"Cut is free: today, 14:00. Kept for you until 11:10: {LINK} "
        "Rue de l'Église 1 Paris. Reply STOP to end texts."
    )


@pytest.mark.parametrize(
    ("language", "yes"),
    [
        ("en", "Or reply YES."),
        ("de", "Oder antworte JA."),
        ("fr", "Ou répondez OUI."),
        ("es", "O responde SI."),
    ],
)
def test_yes_is_named_in_each_language(language: str, yes: str) -> None:
    said = told("offer", {"language": language}, takes_answers=True)
    assert yes in said
    assert segment_count(said) == 1
    assert yes not in told("offer", {"language": language})


def test_only_an_offer_is_answered_with_yes() -> None:
    assert "YES" not in told("booked", {}, managed=True, takes_answers=True)


def test_own_words_do_not_say_anything_twice() -> None:
    own = {"text": "{{ service }}? Reply YES, call {{ phone }} or see {{ claim }} at {{ address }}"}
    business = {"phone": "+49 30 1234567", "address": "Main Street 1"}
    assert told("offer", business, template=own, takes_answers=True) == (
        f"Cut? Reply YES, call +49 30 1234567 or see {LINK} at Main Street 1"
        " Reply STOP to end texts."
    )


def test_nobody_who_may_not_come_is_told_where_we_are() -> None:
    assert told("cancelled", CONTACT).endswith("It is no longer booked for you. Tel. +49301234567.")


@pytest.mark.parametrize(("language", "business", "service", "staff", "name"), CASES)
def test_the_text_about_the_waitlist_is_not_longer_than_it_was(
    language: str, business: str, service: str, staff: str, name: str
) -> None:
    known = {"name": business, "zone": "Europe/Berlin", "language": language, **CONTACT}
    said = letter("waitlist", "joined", business=known, entry={"service": service}).text
    assert LINK in said
    assert "STOP" in said
    assert encoding(said) == "GSM-7"
    assert segment_count(said) <= (1 if len(business + service) < 24 else 2), len(said)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_second_reminder_does_not_say_that_nobody_answered(language: str) -> None:
    appointment = {"id": "a1", "service": "Cut", "minutes": 45, "starts_at": NOW, "chain": 1}
    known = {"zone": "Europe/Berlin", "language": language}
    facts = {"business": known, "appointment": appointment, "move": "second_reminder"}
    said = letter("appointments", "reminder", **facts).text.lower()
    for reproach in ("heard", "gehört", "sans nouvelles", "sabemos nada"):
        assert reproach not in said
