"""Previews of a voice: what they show is what leaves, to the letter, in parts and in money."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from html import unescape
from typing import Any

import msgspec
import pytest

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.appointment_form import named_by
from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.sms import encoding, segment_count
from fullhouse.products.frontdesk.appointments.commands import BookAppointment, CancelAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from fullhouse.products.frontdesk.shared.samples import (
    SAMPLE_APPOINTMENT,
    SAMPLE_ENTRY,
    SAMPLE_SLOT,
)
from fullhouse.products.frontdesk.shared.sms_budget import add_cost
from fullhouse.products.frontdesk.shared.voice import EXAMPLE_VOICE, Voice, parse_voice
from fullhouse.web.desk.frontdesk.appointments.today_page import named_once
from fullhouse.web.desk.frontdesk.previews import Preview, previews
from tests.web.desk.frontdesk.salon import RULES, Salon, tidy
from tests.web.desk.support import Desk

LANGUAGES = ("en", "de", "fr", "es")
CONTACT = "Phone: +49 30 1234567\nAddress: Main Street 1, 10115 Berlin\n"
# Tomorrow at two: the time of every sample.
TOMORROW = datetime(2026, 6, 2, 12, 0, tzinfo=UTC)
# Lengths of texts from one part to more than three: a few, and all near the ends of parts.
ENDS = {"GSM-7": (160, 306, 459), "UCS-2": (70, 134, 201)}
NEAR = range(-1, 2)
WIDE = "\u042f"
KINDS = ("offer", "reminder", "reminder of a service")
HEADINGS = {
    "offer": "# Text",
    "reminder": "# Reminder text",
    "reminder of a service": "# Reminder text: Colour",
}
# In `make test` each kind is in a language of its own; `make proof` takes each kind in each.
EACH_KIND = [
    pytest.param(language, kind, marks=[] if at == KINDS.index(kind) else pytest.mark.proof)
    for at, language in enumerate(LANGUAGES)
    for kind in KINDS
]
ANSWER = {"offer": "claim", "reminder": "confirm", "reminder of a service": "confirm"}


def masked(text: str) -> str:
    """Return a text with its links as long as they are, without what differs in each."""
    return re.sub(r"(?<=/[sl]/)[\w.-]+", lambda found: "x" * len(found[0]), text)


def shown(desk: Desk, *voices: str) -> list[tuple[Preview, ...]]:
    """Return the previews of voices, as the page shows them."""

    async def look(engine: Engine) -> list[tuple[Preview, ...]]:
        return [previews(engine, voice) for voice in voices]

    return desk.evening.call(look, desk.evening.engine)


def sent(desk: Desk, message: Message, template: Mapping[str, str] | None = None) -> Letter:
    """Return a message's letter as it leaves, also with another template than its own."""
    if template is not None:
        facts = {**message.facts, "template": template}
        message = msgspec.structs.replace(message, facts=facts, letter="")

    async def compose(engine: Engine) -> Letter:
        return engine.composer.letter(message)

    return desk.evening.call(compose, desk.evening.engine)


def of_kind(found: tuple[Preview, ...], kind: str) -> Preview:
    return found[KINDS.index(kind)] if kind in KINDS[:2] else found[-1]


def template_of(voice: Voice, kind: str) -> dict[str, str]:
    return voice.offer if kind == "offer" else voice.reminder("Colour")


class House:
    """A salon where Ada is offered a time, and reminded of one."""

    def __init__(self, desk: Desk, language: str = "en", rules: str = RULES) -> None:
        self.desk, self.salon, self.ids = desk, Salon(desk.evening), RandomIds()
        self.salon.writes(f"{rules}Language: {language}\n{CONTACT}")

    def offered(self, **more: Any) -> Message:
        """Return the offer of a time that staff had booked for someone else."""
        booked = named_once(self.booking(name="Zoe", phone="", email="zoe@example.org"))
        self.salon.joins("Ada", entry_id=self.ids.new(), **more)
        self.salon.joins("Ben")
        self.salon.frees(f"{booked.appointment_id}c1", "Colour", TOMORROW)
        (offer,) = self.desk.evening.mails("offer")
        return offer

    def reminded(self, **more: Any) -> Message:
        self.desk.evening.give(named_once(self.booking(**more)))
        self.desk.evening.passes(hours=3)
        (reminder,) = self.desk.evening.mails("reminder")
        return reminder

    def booking(self, **more: Any) -> BookAppointment:
        facts: dict[str, Any] = {"phone": "+491511234567", "staff": "Jess", **more}
        known = {"name": "Ada", "service": "Colour", "starts_at": TOMORROW, "minutes": 90}
        return BookAppointment(appointment_id="", **{**known, **facts})

    def message(self, kind: str, **more: Any) -> Message:
        return self.offered(**more) if kind == "offer" else self.reminded(**more)


def lengths(alphabet: str, others: int) -> list[int]:
    """Return how many letters to add to a text of some letters, to come near the end of parts."""
    ends = [end + near - others for end in ENDS[alphabet] for near in NEAR]
    steps = range(0, max(ends), 25)
    return sorted({*steps, *(end for end in ends if end >= 0)})


def texts(desk: Desk, message: Message, kind: str) -> Iterator[str]:
    """Yield texts of many lengths, in both alphabets; some have a second link."""
    other = "{decline}" if kind == "offer" else "{cancel}"
    for letter, alphabet, text in (
        ("o", "GSM-7", "{name} LINK"),
        (WIDE, "UCS-2", "{name} LINK {phone}"),
        ("o", "GSM-7", f"{{service}} {{soon}} LINK {other} {{phone}} {{address}} STOP"),
    ):
        template = f"{text} ".replace("LINK", f"{{{ANSWER[kind]}}}")
        voice = parse_voice(f"{HEADINGS[kind]}\n\n{template}{WIDE}\n").templates
        others = sent(desk, message, template_of(voice, kind)).text.partition(WIDE)[0]
        for count in lengths(alphabet, len(others)):
            yield f"{HEADINGS[kind]}\n\n{template}{letter * count}\n"


@pytest.mark.parametrize(("language", "kind"), EACH_KIND)
def test_a_text_of_any_length_is_shown_as_it_leaves(desk: Desk, kind: str, language: str) -> None:
    house = House(desk, language)
    message = house.message(kind)
    voices = [voice for voice in texts(desk, message, kind) if not parse_voice(voice).problems]
    seen = set()
    for voice, looks in zip(voices, shown(desk, *voices), strict=True):
        look = of_kind(looks, kind)
        left = sent(desk, message, template_of(parse_voice(voice).templates, kind)).text
        assert masked(look.text) == masked(left), voice
        parts = segment_count(left)
        assert (look.parts, look.alphabet) == (parts, encoding(left))
        assert look.cost.amount == 8 * parts
        seen.add((look.alphabet, parts, "STOP" in left))
    for alphabet in ("GSM-7", "UCS-2"):
        assert {parts for found, parts, _ in seen if found == alphabet} >= {1, 2, 3}
    assert {stop for _, _, stop in seen} == {True, False}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("voice", ["", EXAMPLE_VOICE], ids=["ours", "the example"])
@pytest.mark.parametrize("kind", KINDS[:2])
def test_what_a_text_costs_is_what_the_preview_says(
    desk: Desk, kind: str, voice: str, language: str
) -> None:
    house = House(desk, language)
    if voice:
        house.salon.writes(voice, "voice")
    message = house.message(kind)
    (looks,) = shown(desk, voice)
    look, left = of_kind(looks, kind), sent(desk, message)
    assert masked(look.text) == masked(left.text)
    letter = msgspec.json.encode(left).decode()
    counted = add_cost(None, message.to, letter, parse_rules(RULES).rulebook, TOMORROW).after
    assert (counted.parts, counted.amount) == (look.parts, look.cost.amount)


def test_where_answers_reach_us_an_offer_is_shown_with_its_yes(desk: Desk) -> None:
    house = House(desk)
    desk.evening.engine.composer.takes_answers = True
    left = sent(desk, house.offered()).text
    ((look, *_),) = shown(desk, "")
    assert "Or reply YES." in left
    assert masked(look.text) == masked(left)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("voice", ["", EXAMPLE_VOICE], ids=["ours", "the example"])
@pytest.mark.parametrize("kind", KINDS[:2])
def test_an_email_is_shown_whole_as_it_leaves(
    desk: Desk, kind: str, voice: str, language: str
) -> None:
    house = House(desk, language)
    if voice:
        house.salon.writes(voice, "voice")
    message = house.message(kind, phone="", email="ada@example.org")
    assert message.channel == "mail"
    left = sent(desk, message)
    (looks,) = shown(desk, voice)
    look = of_kind(looks, kind).mail
    assert (look.subject, masked(as_text(look))) == (left.subject, masked(as_text(left)))
    answer = desk.send("/desk/waitlist/voice", {"text": voice or "\n", "preview": "yes"})
    papers = re.findall(r'<article class="paper-mail".*?</article>', answer.text, re.DOTALL)
    paper = papers[KINDS.index(kind)]
    whole = f"{left.subject} {words_of(body_of(as_html(left)))}"
    assert masked(words_of(paper)) == masked(whole)


def test_no_id_in_a_link_is_longer_than_that_of_a_sample(desk: Desk) -> None:
    house = House(desk)
    booked = named_once(house.booking()).appointment_id
    assert len(booked) == len(SAMPLE_APPOINTMENT) >= len(named_by("A booking tool's own name"))
    assert len(house.ids.new()) == len(SAMPLE_ENTRY)
    desk.evening.give(named_once(house.booking()))
    desk.evening.give(CancelAppointment(appointment_id=booked, chain=1), "customer")
    appointment = desk.evening.load(Get(Appointment, (booked,)))
    assert appointment is not None
    assert len(appointment.frees) == len(SAMPLE_SLOT)


OWN = """\
# Text

Hi {name}, {service} on {when} with {staff} is free for {window}: {claim} We look forward to it!
"""
LONG_RULES = """\
Time zone: Europe/Berlin
Services
- Cut: 30 minutes
- Hot stone massage for two: 90 minutes
Staff: Jess, Maximiliane-Charlotte
Opening hours: daily 08:00-23:00
Language: {language}
"""


@pytest.mark.parametrize("language", [*LANGUAGES, "it", "pt", "nl", "pl", "sv"])
def test_the_page_says_how_many_parts_long_names_take(desk: Desk, language: str) -> None:
    salon = Salon(desk.evening)
    salon.writes(LONG_RULES.format(language=language))
    ((offer, *_),) = shown(desk, OWN)
    salon.joins(
        "Wilhelmina",
        service="Hot stone massage for two",
        phone="+491511234567",
    )
    salon.joins("Ben", service="Hot stone massage for two")
    salon.frees("s1", "Hot stone massage for two", TOMORROW, staff="Maximiliane-Charlotte")
    (message,) = desk.evening.mails("offer")
    left = sent(desk, message, parse_voice(OWN).templates.offer).text
    assert offer.parts < segment_count(left) <= offer.most_parts


def test_everyone_sees_their_own_business(desk: Desk) -> None:
    salon = Salon(desk.evening)
    salon.writes(
        "Business: The Mill\nServices\n- Dinner: 120 minutes\nPlaces: 8\n"
        "Opening hours: daily 18:00-23:00\n"
    )
    said = tidy(desk.read("/desk/waitlist/voice"))
    assert "The Mill: Dinner is free: tomorrow, 18:00, 2 people." in said
    assert "What Dinner When tomorrow, Tuesday 2 June, 18:00 People 2 How long 2 hours" in said
    assert "{service} Dinner {when} Tuesday 2 June, 18:00 {soon} tomorrow, 18:00" in said
    assert "{staff} not in your rules" in said
    assert re.search(r"\{claim\} http://testserver/s/\w{12} ", said)
    for of_a_salon in ("Colour", "Salon", "Jess"):
        assert of_a_salon not in said


def body_of(html: str) -> str:
    """Return what an email shows below its subject, from its heading on."""
    return html[html.index("<h1") :]


def words_of(html: str) -> str:
    """Return the words of a page without its markup and comments."""
    plain = re.sub(r"<!--.*?-->|<[^>]+>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(plain).split())
