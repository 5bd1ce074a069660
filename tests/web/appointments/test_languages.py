"""Every page about appointments in every language, whatever the browser asks for."""

from collections.abc import Iterator

import pytest
from httpx2 import Response
from icalendar import Calendar
from starlette.testclient import TestClient

from fullhouse.engine.rate_limit import BOOK
from fullhouse.kernel.messages import CHANNELS
from fullhouse.locale import LANGUAGES
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    EditAppointment,
    RestoreAppointment,
    Unconfirm,
)
from fullhouse.web import formatting, limits
from tests.support.attaching import change
from tests.support.proof import some_of
from tests.support.translated import assert_translated, never_shown
from tests.web.appointments.shop import RULES, WITHOUT_HOURS, Shop, at, shop_at

OTHERS = [language for language in LANGUAGES if language != "en"]
CATALOGUES = ("waitlist", "appointments", "pages")
FOLDERS = ("web/appointments/", "web/templates/appointments/")
ALONE = RULES.replace("waitlist: yes", "waitlist: no")
FULL = f"{RULES.replace('Mon-Fri', 'Mon')}Closed: 1 Jun, 8 Jun, 15 Jun\n"
NEVER_OPEN = RULES.replace("Mon-Fri 09:00-12:00", "Mon 09:00-09:30")


def rules_in(language: str, rules: str = RULES) -> str:
    return f"{rules}Language: {language}\n"


def walk(shop: Shop, web: TestClient, language: str) -> Iterator[Response]:
    """Visit every page that a customer with an appointment can meet."""
    shop.rules(rules_in(language))
    yield from _answers(shop, web)
    yield from _picks(shop, web)
    yield from _changes(shop, web)
    for rules in (WITHOUT_HOURS, FULL, NEVER_OPEN):
        shop.rules(rules_in(language, rules))
        yield web.get(shop.reply("reschedule", "Kim"))
    shop.rules(rules_in(language, ALONE))
    yield from _without_the_waitlist(shop, web)
    yield from _booking(shop, web, language)


def _booking(shop: Shop, web: TestClient, language: str) -> Iterator[Response]:
    """Book online, and meet every refusal."""
    yield web.get("/book")
    for rules in (FULL, NEVER_OPEN):
        shop.rules(rules_in(language, f"{rules}Online booking: Cut\n"))
        yield web.get("/book")
    shop.rules(rules_in(language, f"{RULES}Online booking: yes\nDaily maximum: 2\n"))
    yield web.get("/book")
    yield web.get("/book?service=Cut&from=2026-06-22")
    eve = {"name": "Eve", "email": "eve@example.org", "service": "Cut", "staff": "Jess"}
    yield web.post("/book", data={"service": "Cut"})
    yield web.post("/book", data={**eve, "start": "2026-06-22T07:00Z"})
    yield web.post("/book", data={**eve, "start": "2026-06-22T07:00Z", "staff": "Sam"})
    for start in ("2026-06-01T07:00Z", "2027-06-01T07:00Z", "2026-06-22T03:00Z"):
        yield web.post("/book", data={**eve, "start": start})
    other = {**eve, "name": "Kit", "email": "kit@example.org"}
    yield web.post("/book", data={**other, "start": "2026-06-22T07:00Z"})
    yield web.post("/book", data={**other, "start": "2026-06-22T08:00Z"})
    yield web.post("/book", data={**other, "start": "2026-06-22T09:00Z"})
    with pytest.MonkeyPatch.context() as spent:
        spent.setattr(formatting, "is_kept_for_offers", lambda *_: True)
        by_text = {**other, "name": "Lou", "email": "", "phone": "+491701234567"}
        yield web.post("/book", data={**by_text, "start": "2026-06-23T07:00Z"})
    change(web.app, carries=frozenset)
    mute = {**other, "name": "Max", "email": "max@example.org"}
    yield web.post("/book", data={**mute, "start": "2026-06-24T07:00Z"})
    change(web.app, carries=lambda: CHANNELS)
    for _ in range(BOOK.holds):
        web.post("/book", data={**other, "start": "2026-06-22T09:00Z"})
    yield web.post("/book", data={**other, "start": "2026-06-22T09:00Z"})


def _answers(shop: Shop, web: TestClient) -> Iterator[Response]:
    shop.books("Ada", party=4)
    for purpose in ("confirm", "cancel", "reschedule"):
        yield web.get(shop.reply(purpose))
    yield web.post(shop.reply("confirm"))
    yield web.get(shop.reply("confirm"))
    shop.give(Unconfirm(appointment_id="ada"))
    yield web.get(shop.reply("confirm"))
    yield web.post(shop.reply("cancel"))
    yield web.get(shop.reply("cancel"))
    yield web.get(shop.reply("cancel", offer="1-2"))
    yield web.get(shop.reply("confirm", offer="1-2"))
    yield web.get(shop.reply("confirm", "Nobody"))


def _picks(shop: Shop, web: TestClient) -> Iterator[Response]:
    shop.books("Bob", "2026-06-05T09:00")
    shop.books("Kim", "2026-06-05T11:00", staff="")
    path = shop.reply("reschedule", "Bob")
    yield web.get(f"{path}?from=2026-06-15&staff=")
    yield web.get(shop.reply("reschedule", "Kim"))
    for start in ("", "2026-06-05T07:00Z", "2026-06-05T03:00Z"):
        yield web.post(path, data={"start": start, "staff": "Jess"})
    shop.books("Cy", "2026-06-09T09:00")
    yield web.post(path, data={"start": "2026-06-09T07:00Z", "staff": "Jess"})
    yield web.post(path, data={"start": "2026-06-10T07:00Z", "staff": "Jess"})
    yield web.get(path)


def _changes(shop: Shop, web: TestClient) -> Iterator[Response]:
    shop.give(EditAppointment(appointment_id="cy", starts_at=at("2026-06-11T11:00")))
    yield web.get(shop.reply("confirm", "Cy"))
    shop.books("Dan", "2026-06-12T09:00", tell=True)
    shop.give(EditAppointment(appointment_id="dan", email="right@example.org"))
    yield web.get(shop.reply("confirm", "Dan", "1-0"))
    for chain in range(2, 8):
        start = f"2026-06-{15 + chain % 2}T07:00Z"
        path = shop.reply("reschedule", "Bob", f"{chain}-0")
        yield web.post(path, data={"start": start, "staff": "Jess"})
    shop.give(CancelAppointment(appointment_id="cy"))
    shop.books("Cy", "2026-06-17T09:00", appointment_id="cy-again")
    yield web.get(shop.reply("reschedule", "Cy", "2-0"))
    shop.books("Eve", "2026-06-01T11:30")
    for _ in range(2):
        shop.passes(hours=1)
        yield web.get(shop.reply("confirm", "Eve"))


def _without_the_waitlist(shop: Shop, web: TestClient) -> Iterator[Response]:
    path = shop.reply("cancel", "Kim")
    yield web.get(path)
    yield web.post(path)
    shop.give(RestoreAppointment(appointment_id="kim"))
    yield web.get(path)
    shop.give(CancelAppointment(appointment_id="kim"))
    yield web.get(shop.reply("confirm", "Kim", "1-1"))


@pytest.fixture(scope="module", autouse=True)
def answers_at_once() -> Iterator[None]:
    """Do not wait until bookings of known and new customers have taken the same time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "EVEN_SECONDS", 0)
        yield


@pytest.fixture(scope="module")
def statuses(tmp_path_factory: pytest.TempPathFactory) -> list[int]:
    """The status of each page in English."""
    with shop_at(tmp_path_factory.mktemp("shop")) as (shop, web):
        return [page.status_code for page in walk(shop, web, "en")]


@pytest.mark.parametrize("language", some_of(OTHERS))
def test_every_page_is_in_the_language_of_the_business(
    shop: Shop, web: TestClient, language: str, statuses: list[int]
) -> None:
    web.headers["accept-language"] = "en"
    pages = list(walk(shop, web, language))
    assert [page.status_code for page in pages] == statuses
    for page in pages:
        assert_translated(page, language, *CATALOGUES)
    assert never_shown(pages, language, *CATALOGUES, folders=FOLDERS) == set()


def test_times_and_the_calendar_file_are_in_the_language_of_the_business(
    shop: Shop, web: TestClient
) -> None:
    shop.rules(rules_in("fr"))
    shop.books()
    asked = web.get(shop.reply("confirm")).text
    assert "jeudi 4 juin" in asked
    assert "de 10h00 à 10h45" in asked
    file = Calendar.from_ical(web.get(shop.reply("calendar")).content)
    assert str(file.walk("VEVENT")[0]["summary"]) == "Cut avec Jess"
