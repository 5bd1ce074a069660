"""Every page about events in each language: no English is left, and no text is half made."""

import re
from collections.abc import Iterator
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from httpx2 import Response

from fullhouse.locale import DESK_LANGUAGES, catalogue
from fullhouse.products.rsvp.commands import (
    CancelEvent,
    CancelGuest,
    CloseSignUp,
    DeclineOffer,
    EditEvent,
    SignUp,
    StopMail,
)
from fullhouse.products.rsvp.questions import EXAMPLES, read_question
from fullhouse.web.desk.events.share import embed_snippet, form_snippet
from scripts import texts
from tests.support.proof import some_of
from tests.support.translated import words_between, words_on
from tests.web.desk.support import OURS, Desk

OTHERS = [language for language in DESK_LANGUAGES if language != "en"]
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
PARTY = "/desk/e/party"
LONG_NAME = "x" * 201
PATHS = (
    "/desk",
    "/desk/new",
    "/desk/calendar",
    PARTY,
    f"{PARTY}/guests",
    f"{PARTY}/guests?sort=joined&reach=opted_out",
    f"{PARTY}/guests?q=nobody",
    f"{PARTY}/guests/new",
    f"{PARTY}/door",
    f"{PARTY}/line",
    f"{PARTY}/questions",
    f"{PARTY}/questions/nothing",
    f"{PARTY}/seats",
    f"{PARTY}/seats?guest=dora",
    f"{PARTY}/seats?guest=gina",
    f"{PARTY}/audit",
    f"{PARTY}/edit",
    f"{PARTY}/cancel",
    f"{PARTY}/share",
    f"{PARTY}/thanks",
    f"{PARTY}/import",
    f"{PARTY}/unreached",
    f"{PARTY}/words",
    f"{PARTY}/rehearse",
    f"{PARTY}/rehearse?guests=30",
    f"{PARTY}/words/confirmation",
    f"{PARTY}/words/offer_lapsed",
    f"{PARTY}/words/nonsense",
    f"{PARTY}/import/progress?run=unknown",
    *(f"{PARTY}/g/{name}" for name in ("anna", "bert", "cleo", "dora", "emil", "fritz")),
    *(f"{PARTY}/g/{name}/cancel" for name in ("anna", "bert", "cleo", "dora", "emil", "fritz")),
    f"{PARTY}/g/bert/edit",
    f"{PARTY}/g/nobody",
    f"{PARTY}/message",
    f"{PARTY}/duplicate",
    "/desk/e/nothing",
    "/desk/e/early",
    "/desk/e/early/thanks",
    "/desk/e/early/import",
    "/desk/e/early/line",
    "/desk/e/early/g/zoe/cancel",
    "/desk/e/off",
    "/desk/e/off/guests/new",
    "/desk/e/off/rehearse?guests=0",
    "/desk/e/open",
    "/desk/e/open/door",
    "/desk/e/open/guests",
    "/desk/e/open/guests/new",
    "/desk/e/open/line",
    "/desk/e/open/seats",
    "/desk/e/open/audit",
    "/desk/e/open/unreached",
    "/desk/e/open/share",
    "/desk/e/night",
    "/desk/e/night/line",
    "/desk/e/night/seats",
    "/desk/e/night/rehearse?guests=0",
    "/desk/e/night/g/kim/cancel",
)
QUESTIONS = (
    *EXAMPLES,
    "How many seats are taken?",
    "How many seats are held?",
    "How many seats are there?",
    "How many are on the list?",
    "How many confirmed?",
    "Who declined?",
    "Is Nobody Atall coming?",
    "Is Bert coming?",
    "Is Emil coming?",
    "What is the weather like?",
)
SHEET = (
    "Name;Email;Party\nAnna;anna@example.org;1\n"
    "Hugo;hugo@example.org;2\nHugo;hugo@example.org;2\n;x;no\n"
)


def set_the_stage(desk: Desk) -> None:
    """Bring events into every state that a page can show."""
    evening = desk.evening
    evening.opens(
        "early",
        name="Breakfast",
        starts_at=datetime(2026, 6, 1, 12, 0),
        settings={"language": "es"},
    )
    evening.signs_up("Zoe", "early")
    # Letters of these events are in Spanish, so no English on their pages comes from a letter.
    evening.opens(cap=4, settings={"max_party": 3, "language": "es"}, host_email="jo@example.org")
    evening.signs_up("Anna", party=2)
    evening.signs_up("Bert")
    evening.give(
        SignUp(
            event_id="party",
            guest_id="fritz",
            name="Fritz",
            email="fritz@example.org",
            source="host",
            place_as="pending",
        ),
        "member:jo",
    )
    evening.signs_up("Cleo", party=3)
    for name in ("Dora", "Emil", "Gina", "Hans"):
        evening.signs_up(name)
    evening.give(StopMail(event_id="party", guest_id="emil"), "guest")
    evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    evening.give(DeclineOffer(event_id="party", guest_id="gina", offer_id="gina-1"), "guest")
    evening.passes(hours=5)
    evening.opens("off", name="Cancelled dance")
    evening.give(CancelEvent(event_id="off"))
    evening.opens("open", name="Open house", settings={"max_party": 2, "language": "es"})
    evening.give(CloseSignUp(event_id="open"))
    evening.opens("night", cap=2, name="Night walk", settings={"max_party": 2, "language": "es"})
    for name in ("Ida", "Kim", "Lea"):
        evening.signs_up(name, "night", party=2)
    evening.passes(hours=8)
    evening.give(CancelGuest(event_id="night", guest_id="ida"), "guest")
    evening.give(EditEvent(event_id="party", voice={"confirmation": "Hi {{ name }}!"}), "member:jo")


def files(desk: Desk, path: str, fields: dict[str, str], language: str) -> Response:
    given = {"form_token": desk.token(), **fields}
    headers = {**OURS, "accept-language": language}
    return desk.web.post(path, data=given, files={"file": ("list", b"")}, headers=headers)


def imported(desk: Desk) -> str:
    """Import a list once; return the address of its page."""
    seen = files(desk, f"{PARTY}/import", {"text": SHEET}, "en")
    fields = {name: unescape(value) for name, value in HIDDEN.findall(seen.text)}
    del fields["form_token"]
    answer = files(desk, f"{PARTY}/import/run", fields, "en")
    path = str(answer.headers["location"])
    while 'data-state="running"' in desk.web.get(path).text:
        pass
    return path


def form_of(page: str) -> dict[str, Any]:
    """The fields of a form as they stand on its page."""
    inputs = re.findall(r"<input ([^>]*)>", page.partition('class="sheet"')[2])
    fields: dict[str, Any] = {}
    for given in inputs:
        found = dict(re.findall(r'([\w-]+)="([^"]*)"', given))
        if found.get("type") == "checkbox" and " checked" not in given:
            continue
        if "name" in found and "value" in found:
            fields[found["name"]] = unescape(found["value"])
    return fields


def pages(desk: Desk, language: str, progress: str) -> Iterator[tuple[str, Response]]:
    """Yield every page in a language; no form here changes anything."""
    headers = {"accept-language": f"{language}-XX,{language};q=0.9"}
    for path in (*PATHS, progress):
        yield path, desk.web.get(path, headers=headers)
    for question in QUESTIONS:
        answer = desk.web.get(f"{PARTY}/ask", params={"q": question}, headers=headers)
        yield f"ask {question}", answer
    settings = form_of(desk.web.get(f"{PARTY}/edit").text) | {
        "language": "es",
        "claim_unit": "h",
        "invite_unit": "h",
    }
    moved = {
        "starts_at": "2026-07-01T19:00",
        "cap": "2",
        "claim_number": "2",
        "reminders": "1d",
        "other_reminders": "3d",
        "language": "fr",
        "confirm_by_mail": "yes",
    }
    wrong = {"cap": "many", "claim_number": "0", "max_party": "99", "timezone": "Nowhere/Else"}
    forms: tuple[tuple[str, dict[str, Any]], ...] = (
        ("/desk/new", {}),
        ("/desk/new", {**settings, "name": LONG_NAME}),
        ("/desk/new", {**settings, "starts_at": "2020-01-01T10:00"}),
        (f"{PARTY}/edit", {**settings, **moved}),
        (f"{PARTY}/edit", {**settings, **moved, "cap": "9"}),
        *((f"{PARTY}/edit", {**settings, name: value}) for name, value in wrong.items()),
        (f"{PARTY}/guests/new", {}),
        (f"{PARTY}/guests/new", {"name": "Ada", "email": "ada", "party": "9"}),
        (f"{PARTY}/g/bert/edit", {"name": "Bert", "email": "dora@example.org", "party": "1"}),
        (f"{PARTY}/g/bert/edit", {"name": "Bert", "email": "bert@example.org", "party": "3"}),
        (f"{PARTY}/words/confirmation", {"words": "{{ nonsense }}"}),
        (f"{PARTY}/words/confirmation/look", {"words": " "}),
        (f"{PARTY}/message", {"to": "confirmed", "subject": "Ja", "text": "Ja"}),
        (f"{PARTY}/message", {"to": "waiting", "subject": "Ja", "text": "Ja", "step": "send"}),
        (f"{PARTY}/message", {"to": "", "subject": "Ja", "text": "Ja"}),
        (f"{PARTY}/message", {"to": "invited", "subject": "", "text": "Ja"}),
        (f"{PARTY}/message", {"to": "invited", "subject": "Ja", "text": "x" * 10_001}),
        ("/desk/e/off/message", {"to": "confirmed", "subject": "Ja", "text": "Ja"}),
        (f"{PARTY}/duplicate", {"name": "Ja", "starts_at": ""}),
        (f"{PARTY}/duplicate", {"name": "Ja", "starts_at": "2027-03-28T02:30"}),
        ("/desk/e/early/thanks", {"text": ""}),
        ("/desk/e/early/thanks", {"text": "x" * 10_001}),
        (f"{PARTY}/thanks", {"text": "Thank you"}),
        (f"{PARTY}/g/anna/cancel", {}),
        ("/desk/e/off/close", {}),
    )
    for path, fields in forms:
        yield f"{path} {fields}", desk.send(path, fields, **headers)
    lists = (SHEET, "", "no address", 'Name;Email\n"Anna;anna@example.org\n' + "x\n" * 20, "%PDF")
    for text in lists:
        seen = files(desk, f"{PARTY}/import", {"text": text, "place_as": "pending"}, language)
        yield f"import {text}", seen
    yield "import/run", files(desk, f"{PARTY}/import/run", {"rows": "["}, language)


# What people typed, what a template looks like, and what is read by a script or a style sheet.
NOT_OURS = re.compile(r"<(style|code|textarea)\b.*?</\1>", re.DOTALL)
# What is in an email to guests: it is in the language of the event.
EMAIL = re.compile(r'(<section class="panel message"[^>]*>).*?(?=</section>)', re.DOTALL)
TAG = re.compile(r"<[^>]*>")
VALUE = re.compile(r"%\(\w+\)s|\{\w+\}|%%")
FEWEST_WORDS = 3


def english_texts(language: str) -> set[str]:
    """The English texts of these pages, cut at their values, which a translation changes."""
    found: set[str] = set()
    for name in ("desk", "desk_events"):
        for message in texts.read(texts.FOLDER / language / f"{name}.po", language):
            ids = (message.id,) if isinstance(message.id, str) else message.id
            for text in filter(None, ids):
                found.update(VALUE.split(TAG.sub("", text)))
    pieces = (piece.strip(" .,:;()?") for piece in found)
    return {piece for piece in pieces if len(piece.split()) >= FEWEST_WORDS}


def left_over(page: str, english: set[str]) -> list[str]:
    """English texts and half-made ones on a page; attributes such as labels count."""
    text = unescape(NOT_OURS.sub("", EMAIL.sub(r"\1", page)))
    words = " ".join(re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', text))
    shown = " ".join(f"{TAG.sub(' ', text)} {words}".split())
    half_made = re.findall(r"%\(\w+|(?<!\{)\{\w+\}(?!\})", shown)
    on_it = words_on(shown)
    possible = sorted(piece for piece in english if words_between(piece) <= on_it)
    return [*half_made, *(piece for piece in possible if piece in shown)]


@pytest.fixture
def stage(desk: Desk) -> tuple[Desk, str]:
    set_the_stage(desk)
    return desk, imported(desk)


@pytest.mark.parametrize("language", some_of(OTHERS, 1))
def test_every_page_is_in_the_language_of_the_browser(
    stage: tuple[Desk, str], language: str
) -> None:
    desk, progress = stage
    statuses = [answer.status_code for _, answer in pages(desk, "en", progress)]
    assert set(statuses) == {200, 404, 409, 422}
    english, wrong = english_texts(language), {}
    assert len(english) > 300
    found = list(pages(desk, language, progress))
    for (path, answer), status in zip(found, statuses, strict=True):
        assert answer.status_code == status, path
        assert f'<html lang="{language}"' in answer.text, path
        if rest := left_over(answer.text, english):
            wrong[path] = rest
    assert wrong == {}


@pytest.mark.parametrize("language", OTHERS)
def test_the_guest_list_is_exported_in_the_language_of_the_browser(
    desk: Desk, language: str
) -> None:
    desk.evening.opens()
    desk.evening.signs_up("Anna")
    file = desk.web.get(f"{PARTY}/guests.csv", headers={"accept-language": language})
    assert "Confirmed" not in file.text
    assert "the form" not in file.text


def test_example_questions_are_understood_in_german() -> None:
    german = catalogue("de")
    for question, kind in EXAMPLES.items():
        assert german.translate(question) != question
        assert read_question(german.translate(question)) == read_question(question)
        assert isinstance(read_question(question), kind)


def test_snippets_for_other_sites_are_in_the_language_of_the_event(desk: Desk) -> None:
    event = desk.evening.opens(settings={"language": "de", "max_party": 2})
    assert "Anmelden: Summer party" in embed_snippet(event, "https://x.test")
    snippet = form_snippet(event, "https://x.test")
    assert all(text in snippet for text in ("Dein Name", "Deine E-Mail", ">Anmelden<"))
    assert "Wie viele seid ihr, dich mitgezählt?" in snippet
