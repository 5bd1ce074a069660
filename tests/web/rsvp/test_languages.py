"""Guest pages speak the event's language, pages without one the browser's, programs English."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fullhouse.engine.ports import StoreDown
from fullhouse.engine.rate_limit import SIGN_UP
from fullhouse.kernel.links import Link
from fullhouse.locale import LANGUAGES
from fullhouse.products.rsvp.commands import CancelEvent, CancelGuest, CloseSignUp
from fullhouse.web.texts import first_language
from scripts.texts import FOLDER, read
from tests.support.event_app import Evening, evening_at, post_form
from tests.support.proof import some_of
from tests.support.translated import words_between, words_on

OTHERS = [language for language in LANGUAGES if language != "en"]
OTHER = {"accept-language": "it, ja;q=0.5"}
JSON = {"accept": "application/json", "accept-language": "fr"}
VALUE = re.compile(r"%\(\w+\)s")
FEWEST_WORDS = 3
Pages = dict[str, tuple[int, str]]


class Walk:
    """Visits pages and keeps what they answered, by name."""

    def __init__(self, evening: Evening, web: TestClient, language: str) -> None:
        self.evening, self.web, self.language = evening, web, language
        self.pages: Pages = {}

    def opens(self, event_id: str, cap: int = 1, **settings: object) -> None:
        known = {"language": self.language, **settings}
        self.evening.opens(event_id, cap, "Sommerfest", settings=known, venue="Alte Mühle")

    def sees(self, what: str, path: str) -> None:
        answer = self.web.get(path, headers=OTHER)
        self.pages[what] = (answer.status_code, unescape(answer.text))

    def sends(self, what: str, path: str, **fields: str) -> None:
        answer = post_form(self.web, path, data=fields, headers=OTHER)
        self.pages[what] = (answer.status_code, unescape(answer.text))


def sign_ups(walk: Walk) -> None:
    walk.opens("party", 3, max_party=3)
    walk.opens("alone", 1)
    walk.opens("asked", 2, confirm_by_mail=True)
    walk.sees("open event", "/e/party")
    walk.sends("empty form", "/e/party")
    walk.sends("bad form", "/e/party", name="x" * 200, email="ada", party="9")
    walk.sends("too many", "/e/alone", name="Ada", email="ada@example.org", party="2")
    walk.sends("link to nobody", "/e/party", do="link", email="zoe@example.org")
    walk.sends("link to no address", "/e/party", do="link", email="zoe")
    walk.sends("signed up", "/e/party", name="Ada", email="ada@example.org", party="3")
    walk.sends("signed up alone", "/e/alone", name="Ada", email="ada@example.org")
    walk.sees("cancel one seat", walk.evening.link("cancel", "Ada", "alone"))
    walk.sends("again", "/e/party", name="Ada", email="ada@example.org", party="3")
    walk.sees("full event", "/e/party")
    walk.sends("on the waitlist", "/e/party", name="Bob", email="bob@example.org", party="2")
    walk.sends("on the waitlist again", "/e/party", name="Bob", email="bob@example.org")
    own = walk.web.post("/e/party", data={"name": "Bob", "email": "bob@example.org"}, headers=OTHER)
    walk.sends("my link", own.headers["location"], do="link")
    walk.sends("invited", "/e/asked", name="Ada", email="ada@example.org")
    walk.sees("confirm", walk.evening.link("confirm", "Ada", "asked"))


def requests(walk: Walk) -> None:
    evening = walk.evening
    walk.opens("rush", 50, max_party=2)
    evening.signs_up("Cy", "rush")
    walk.web.cookies.clear()
    walk.sends("known address", "/e/rush", name="Cy", email="cy@example.org")
    for number in range(SIGN_UP.holds):
        walk.sends("many", "/e/rush", name="A", email=f"a{number}@example.org")
    for party in ("1", "2"):
        email = f"dan{party}@example.org"
        walk.sends("check the inbox", "/e/rush", name="Dan", email=email, party=party)
        letter = evening.engine.composer.letter(evening.mails("invite", email)[0])
        path = letter.links["confirm"].removeprefix(evening.engine.composer.urls.guests)
        walk.sees(f"confirm for {party}", path)
        walk.sends(f"confirmed for {party}", path)
    gone = evening.engine.composer.keyring.sign(Link("request", "rush", "x", "none"))
    walk.sees("no request", f"/l/{gone}")


def actions(walk: Walk) -> None:
    evening = walk.evening
    manage = evening.link("manage", "Ada")
    for purpose in ("cancel", "stop", "back", "claim", "manage"):
        walk.sees(f"{purpose} a seat", evening.link(purpose, "Ada"))
        walk.sees(f"{purpose} on the waitlist", evening.link(purpose, "Bob"))
    walk.sends("no action", manage, do="nothing")
    walk.sends("bad contact", manage, do="contact", name="Ada", email="ada")
    walk.sends("new contact", manage, do="contact", name="Ada", email="new@example.org")
    walk.sends("party", manage, do="party", party="2")
    walk.sends("no room", evening.link("manage", "Bob"), do="take")
    letter = evening.engine.composer.letter(evening.mails("address", "new@example.org")[0])
    address = letter.links["address"].removeprefix(evening.engine.composer.urls.guests)
    walk.sees("address", address)
    walk.sends("stopped", evening.link("stop", "Ada"))
    walk.sees("manage without mails", manage)
    walk.sends("resumed", manage, do="resume")
    walk.sends("address changed", address)


def offers(walk: Walk) -> None:
    evening = walk.evening
    walk.opens("offers", 2, max_party=2, claim_window="1d90m")
    evening.signs_up("Ada", "offers", 2)
    evening.signs_up("Bob", "offers", 2)
    evening.signs_up("Cy", "offers")
    cancel = evening.link("cancel", "Ada", "offers")
    walk.sends("gave back", cancel)
    walk.sends("gave back twice", cancel)
    walk.sees("manage nothing", evening.link("manage", "Ada", "offers"))
    walk.sees("come after all", evening.link("back", "Ada", "offers"))
    offer = evening.guest("Bob", "offers").offer
    assert offer is not None
    for purpose in ("claim", "decline", "manage"):
        of_link = "" if purpose == "manage" else offer.id
        walk.sees(f"{purpose} an offer", evening.link(purpose, "Bob", "offers", of_link))
    walk.sends("declined", evening.link("decline", "Bob", "offers", offer.id))
    walk.sees("leave", evening.link("leave", "Bob", "offers"))
    offer = evening.guest("Cy", "offers").offer
    assert offer is not None
    walk.sees("claim one seat", evening.link("claim", "Cy", "offers", offer.id))
    evening.clock.move_to(offer.ends_at)
    walk.sends("too late", evening.link("claim", "Cy", "offers", offer.id))
    evening.passes(days=3)
    walk.sees("moved on", evening.link("claim", "Cy", "offers", offer.id))
    walk.sees("take a free seat", evening.link("manage", "Cy", "offers"))
    walk.sends("left", evening.link("leave", "Bob", "offers"))


def graces(walk: Walk) -> None:
    evening = walk.evening
    walk.opens("graces", 4, max_party=3)
    for name, party in (("Ada", 1), ("Bob", 2)):
        evening.signs_up(name, "graces", party)
        evening.gives_up(name, "graces")
        walk.sees(f"keep {party}", evening.link("keep", name, "graces"))
        walk.sees(f"manage a grace of {party}", evening.link("manage", name, "graces"))
    walk.sends("kept", evening.link("keep", "Ada", "graces"))
    walk.sees("kept already", evening.link("keep", "Ada", "graces"))
    evening.passes(hours=1)
    walk.sees("too late to keep", evening.link("keep", "Bob", "graces"))
    walk.sends("cancelled since", evening.link("keep", "Bob", "graces"))
    evening.signs_up("Cy", "graces", 3)
    evening.signs_up("Dee", "graces", 3)
    walk.sees("nothing to keep", evening.link("keep", "Dee", "graces"))


def ends(walk: Walk) -> None:
    evening = walk.evening
    walk.opens("closed")
    walk.opens("off")
    for event_id in ("closed", "off"):
        evening.signs_up("Ada", event_id)
    evening.give(CancelGuest(event_id="closed", guest_id="ada"))
    evening.give(CloseSignUp(event_id="closed"))
    evening.give(CancelEvent(event_id="off"))
    walk.sees("closed event", "/e/closed")
    walk.sends("too late to sign up", "/e/closed", name="Bob", email="bob@example.org")
    walk.sees("cancelled event", "/e/off")
    walk.sees("manage a cancelled event", evening.link("manage", "Ada", "off"))
    walk.sees("cancel a cancelled event", evening.link("cancel", "Ada", "off"))
    sign = evening.engine.composer.keyring.sign
    expired = Link("manage", "party", "ada", expires_at=evening.clock.now() - timedelta(days=1))
    walk.sees("expired link", f"/l/{sign(expired)}")
    walk.sees("link of nobody", f"/l/{sign(Link('manage', 'party', 'nobody'))}")
    walk.sees("broken link", f"/l/{sign(Link('manage', 'party', 'ada'))[:-4]}")
    evening.clock.move_to(evening.event().starts)
    walk.sees("begun event", "/e/party")
    evening.passes(days=2)
    walk.sees("event that is over", "/e/party")
    walk.sees("manage what is over", evening.link("manage", "Bob"))


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Pages]:
    kept: dict[str, Pages] = {}

    def walk_in(language: str) -> Pages:
        if language not in kept:
            kept[language] = walk_all(tmp_path_factory.mktemp(language), language)
        return kept[language]

    return walk_in


def walk_all(folder: Path, language: str) -> Pages:
    with evening_at(folder) as (evening, web):
        walk = Walk(evening, web, language)
        for part in (sign_ups, actions, requests, offers, graces, ends):
            part(walk)
        return walk.pages


def english_left(page: str, language: str) -> list[str]:
    """Return the English texts that a page in another language shows."""
    words = words_on(page)
    return [
        text
        for text, pattern in english_texts(language).items()
        if words_between(text) <= words and pattern.search(page)
    ]


@cache
def english_texts(language: str) -> dict[str, re.Pattern[str]]:
    """Return the English texts of a few words or more, and how a page would show them."""
    found = {}
    for name in ("rsvp", "pages"):
        for message in read(FOLDER / language / f"{name}.po", language):
            texts = [message.id] if isinstance(message.id, str) else message.id
            for text in texts:
                parts = VALUE.split(text)
                if len(" ".join(parts).split()) >= FEWEST_WORDS:
                    found[text] = re.compile("[^<>]{1,80}".join(map(re.escape, parts)))
    return found


@pytest.mark.parametrize("language", some_of(OTHERS))
def test_every_page_is_in_the_events_language(
    walked: Callable[[str], Pages], language: str
) -> None:
    pages, english = walked(language), walked("en")
    assert {name: status for name, (status, _) in pages.items()} == {
        name: status for name, (status, _) in english.items()
    }
    for name, (_, page) in pages.items():
        assert f'<html lang="{language}"' in page, name
        assert english_left(page, language) == [], name
        assert not re.search(r"%\(|[{}]", page), name


def test_english_pages_are_recognised_as_english(walked: Callable[[str], Pages]) -> None:
    assert all(english_left(page, "de") for _, page in walked("en").values())


@pytest.mark.parametrize("language", OTHERS)
def test_pages_without_an_event_are_in_the_browsers_language(
    web: TestClient, language: str
) -> None:
    headers = {"accept-language": f"tlh, {language}-XX;q=0.9, en;q=0.5"}
    for page in (
        web.get("/e/none", headers=headers),
        web.get("/l/none", headers=headers),
        web.delete("/l/none", headers=headers),
        web.post("/e/none", content=b"x" * 70_000, headers=headers),
        web.get("/nowhere", headers=headers),
    ):
        assert f'<html lang="{language}"' in page.text
        assert english_left(unescape(page.text), language) == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("error", [StoreDown, ValueError])
def test_trouble_is_told_in_the_browsers_language(
    evening: Evening,
    web: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    error: type[Exception],
    language: str,
) -> None:
    def fail(_need: object) -> None:
        raise error

    monkeypatch.setattr(evening.engine, "load", fail)
    client = TestClient(web.app, raise_server_exceptions=False)
    page = client.get("/e/party", headers={"accept-language": language})
    assert page.status_code >= 500
    assert f'<html lang="{language}"' in page.text
    assert english_left(unescape(page.text), language) == []


def test_numbers_and_dates_are_written_as_the_language_does(
    evening: Evening, web: TestClient
) -> None:
    late = datetime(2026, 6, 22, 0, 0)
    evening.opens(cap=12_500, settings={"language": "fr"}, ends_at=late)
    page = unescape(web.get("/e/party").text)
    assert "12\u202f500 places libres" in page
    assert "samedi 20 juin 2026" in page
    assert "de 18h00 au lundi 22 juin à 0h00" in page


class TestJson:
    """Programs read English; what the embedded form shows is in the event's language."""

    def test_a_program_is_answered_in_english(self, evening: Evening, web: TestClient) -> None:
        evening.opens(cap=1, settings={"language": "de"})
        wrong = web.post("/e/party", json={"name": "", "email": "ada@example.org"}, headers=JSON)
        assert wrong.json()["error"]["message"] == "Please tell us your name."
        told = web.post("/e/party", json={"name": "Ada", "email": "ada@example.org"}, headers=JSON)
        assert told.json()["message"] == "You have a seat."
        evening.give(CloseSignUp(event_id="party"))
        late = web.post("/e/party", json={"name": "Bob", "email": "bob@example.org"}, headers=JSON)
        assert late.json()["error"]["message"] == "Sign-up is closed."
        missing = web.get("/e/none", headers=JSON)
        assert missing.json()["error"]["message"].startswith("We couldn't find that page.")

    def test_the_embedded_form_is_answered_in_the_events_language(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=1, settings={"language": "de"})
        facts = web.get("/e/party", headers=JSON).json()
        assert facts["message"] == "1 Platz frei"
        assert facts["when"] == "Samstag, 20. Juni 2026, 18:00 Uhr bis 21:00 Uhr"
        wrong = post_form(web, "/e/party", data={"email": "ada@example.org"}, headers=JSON)
        assert wrong.json()["error"]["message"] == "Bitte sag uns deinen Namen."
        told = post_form(
            web, "/e/party", data={"name": "Ada", "email": "ada@example.org"}, headers=JSON
        )
        assert told.json()["message"] == "Du hast einen Platz."

    def test_the_embedded_form_is_written_from_right_to_left_in_arabic(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=1, settings={"language": "de"})
        assert '"direction":"rtl"' in web.get("/e/party/embed.js?lang=ar").text
        assert '"direction":"ltr"' in web.get("/e/party/embed.js").text
        assert "dir: TEXTS.direction" in web.get("/e/party/embed.js").text
        when = web.get("/e/party?lang=ar", headers=JSON).json()["when"]
        assert "\u060c" in when
        assert "," not in when

    def test_the_script_has_its_texts_in_the_events_language(
        self, evening: Evening, web: TestClient
    ) -> None:
        for language, text in {"en": "Sign up", "es": "Apuntarme"}.items():
            evening.opens(language, settings={"language": language})
            script = web.get(f"/e/{language}/embed.js", headers=JSON).text
            assert f'const TEXTS = {{"language":"{language}"' in script
            assert f'"take":"{text}"' in script

    @pytest.mark.parametrize(
        ("path", "headers", "language"),
        [
            ("/e/party", {}, "de"),
            ("/e/party", {"accept": "application/json"}, "en"),
            ("/e/party", {"content-type": "application/json"}, "en"),
            ("/api/v1/events", {}, "en"),
            ("/hooks/slots", {}, "en"),
            ("/control/tokens", {}, "en"),
            ("/under/here/api/v1/events", {}, "en"),
            ("/desk/waitlist/row", {"accept": "application/json"}, "de"),
        ],
    )
    def test_only_pages_follow_the_browser(
        self, path: str, headers: dict[str, str], language: str
    ) -> None:
        sent = {"accept-language": "de", **headers}
        listed = [(name.encode(), value.encode()) for name, value in sent.items()]
        root = "/under/here" if path.startswith("/under") else ""
        scope = {"type": "http", "path": path, "root_path": root, "headers": listed}
        assert first_language(scope) == language
