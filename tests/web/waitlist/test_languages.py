"""Every page of the waitlist in every language: the business's, whatever the browser asks for."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from httpx2 import Response
from icalendar import Calendar
from starlette.testclient import TestClient

from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import JOIN, UNCONFIRMED
from fullhouse.kernel.messages import CHANNELS, Message
from fullhouse.locale import LANGUAGES
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    EditAppointment,
)
from fullhouse.products.frontdesk.waitlist.commands import (
    EditEntry,
    LeaveWaitlist,
    WithdrawSlot,
)
from fullhouse.products.frontdesk.waitlist.model import MOST_ENTRIES_OF_ONE
from fullhouse.web import formatting
from tests.support.attaching import change
from tests.support.proof import some_of
from tests.support.translated import assert_translated, never_shown
from tests.web.waitlist.salon import RULES, Salon, salon_at
from tests.web.waitlist.test_later_times import books

OTHERS = [language for language in LANGUAGES if language != "en"]
CATALOGUES = ("waitlist", "appointments", "pages")
GOOD = {"name": "Eve", "email": "eve@example.org", "service": "Cut"}
# Each has other problems beside its fields.
BAD_FORMS: tuple[dict[str, str], ...] = (
    {},
    {"phone": "12", "service": "Shave", "staff": "Kim", "earliest": "soon", "latest": "2020-01-01"},
    {"phone": "+493012345678", "earliest": "2026-07-02", "latest": "2026-07-01", "party": "99"},
    {"phone": "110", "earliest": "2029-01-01", "email": "eve@"},
    {"phone": "+49900123456", "email": "eve"},
    {"phone": "+498001234567"},
    {"daytime": "morning", "from_time": "17:00"},
)


FOLDERS = ("web/waitlist/", "web/templates/waitlist/")
# Shown only if an entry is erased between reading and acting.
STYLES = "".join(f"- Style {number}: 30 minutes\n" for number in range(MOST_ENTRIES_OF_ONE))


BOOKABLE = "Opening hours: Mon-Fri 09:00-18:00\nOnline booking: yes\n"


def rules_in(language: str, rules: str = RULES) -> str:
    return f"{rules}Language: {language}\n"


def walk(salon: Salon, web: TestClient, language: str) -> Iterator[Response]:
    """Visit every page that a customer of the waitlist can meet."""
    salon.rules(rules_in(language, f"{RULES}{BOOKABLE}"))
    yield web.get("/waitlist")
    salon.rules(rules_in(language))
    yield web.get("/waitlist")
    for form in BAD_FORMS:
        yield web.post("/waitlist", data=form)
    yield web.post("/waitlist", data=GOOD)
    with patch.object(formatting, "is_kept_for_offers", return_value=True):
        yield web.post("/waitlist", data={**GOOD, "email": "", "phone": "+4915112340000"})
        with patch.object(formatting, "texts_stopped", return_value=True):
            yield web.post("/waitlist", data={**GOOD, "email": "", "phone": "+4915112340001"})
    change(web.app, carries=frozenset)
    yield web.post("/waitlist", data={**GOOD, "email": "mute@example.org"})
    change(web.app, carries=lambda: CHANNELS)
    yield from _again(salon, web)
    yield from _offers(salon, web)
    yield from _endings(salon, web)
    yield from _earlier_times(salon, web)
    yield from _kept_and_left(salon, web)
    yield from _given_up(salon, web, language)
    salon.rules(f"{rules_in(language)}\nQuiet hours: 00:00 to 23:30\n")
    night = {"name": "Zoe", "email": "", "phone": "+4915112345679"}
    yield web.post("/waitlist", data={**GOOD, **night})
    salon.rules(rules_in(language))
    yield from _refusals(salon, web, language)
    for business in ("", "Business: Salon Jess\n"):
        salon.rules(rules_in(language, business))
        yield web.get("/waitlist")


def _again(salon: Salon, web: TestClient) -> Iterator[Response]:
    """Join again with other wishes; change one's own with an offer in hand."""
    salon.joins("Ona", "Cut")
    web.post(
        "/waitlist",
        data={**GOOD, "name": "Ona", "email": "ona@example.org", "on_mon": "1", "party": "2"},
    )
    path = _confirm_path(salon, "ona@example.org")
    yield web.get(path)
    yield web.post(path)
    yield web.get(path)
    phone = {"email": "", "phone": "+4915112340001"}
    salon.joins("Quy", "Cut", **phone)
    web.post("/waitlist", data={**GOOD, **phone, "name": "Quy", "on_mon": "1", "party": "2"})
    (asked,) = [one for one in salon.messages("joined") if one.facts.get("asked")]
    yield web.get(urlsplit(salon.engine.composer.letter(asked).links["wishes"]).path)
    salon.give(LeaveWaitlist(entry_id="quy"))
    salon.joins("Pia", "Cut", priority=2)
    salon.frees("wished", hours=26, service="Cut")
    yield web.get(salon.link("wishes", "Pia"))
    yield web.post(salon.link("wishes", "Pia"), data={"on_sun": "1"})
    yield web.get(salon.link("claim", "Pia", 1, "wished"))
    salon.give(WithdrawSlot(slot_id="wished"))


def _confirm_path(salon: Salon, to: str) -> str:
    (asked,) = [one for one in salon.load(MessagePage(to=to)) if _is_request(one)]
    (button,) = salon.engine.composer.letter(asked).buttons
    return urlsplit(button.url).path


def _offers(salon: Salon, web: TestClient) -> Iterator[Response]:
    for name in ("Ada", "Bob", "Cy"):
        salon.joins(name)
    salon.frees()
    for purpose in ("claim", "decline"):
        yield web.get(salon.link(purpose, "Ada", 1))
    yield web.get(salon.link("claim", "Ada", 7))
    yield web.get(salon.link("claim", "Nobody", 1))
    salon.passes(minutes=10)
    for purpose in ("claim", "decline"):
        yield web.get(salon.link(purpose, "Ada", 1))
    yield web.post(salon.link("decline", "Bob", 2))
    yield web.get(salon.link("claim", "Bob", 2))
    yield web.post(salon.link("claim", "Cy", 3))
    yield web.get(salon.link("claim", "Cy", 3))
    yield web.get(salon.link("claim", "Ada", 1))
    yield web.get(salon.link("leave", "Cy"))
    salon.frees("s2", hours=30)
    yield web.get(salon.link("claim", "Ada", 1))
    salon.give(WithdrawSlot(slot_id="s2"))
    yield web.get(salon.link("claim", "Ada", 1, "s2"))


def _earlier_times(salon: Salon, web: TestClient) -> Iterator[Response]:
    gil = {"name": "Gil", "email": "gil@example.org", "service": "Cut"}
    books(salon, "first", 20, **gil)
    salon.joins("Gil", "Cut", priority=1)
    salon.frees("early", hours=26, service="Cut")
    yield web.get(salon.link("claim", "Gil", 1, "early"))
    books(salon, "second", 21, **gil)
    yield web.get(salon.link("claim", "Gil", 1, "early"))
    path = salon.link("claim", "Gil", 1, "early")
    books(salon, "beside", 5, **gil)
    starts_at = salon.slot("early").starts_at
    _edit(salon, "beside", starts_at=starts_at, staff="Sam")
    yield web.post(path)
    yield web.post(path, data={"replaces": "beside"})
    yield web.post(path, data={"replaces": "second"})
    salon.give(CancelAppointment(appointment_id="beside"))
    yield web.post(path, data={"replaces": "second"})
    _edit(salon, "early", starts_at=starts_at + timedelta(days=1))
    yield web.get(path)
    salon.give(CancelAppointment(appointment_id="early"))
    yield web.get(path)
    yield web.get(salon.link("leave", "Gil"))
    salon.passes(days=3)
    yield web.get(salon.link("claim", "Cy", 3))


def _kept_and_left(salon: Salon, web: TestClient) -> Iterator[Response]:
    """Keep one later appointment, then several; leave the list with an offer in hand."""
    for number, name in enumerate(("Lou", "Max"), 1):
        who = {"name": name, "email": f"{name.lower()}@example.org", "service": "Cut"}
        for later in range(number):
            books(salon, f"{name.lower()}{later}", 30 + later, **who)
        salon.joins(name, "Cut", priority=2)
        slot = salon.frees(f"kept{number}", hours=40 + 2 * number, service="Cut")
        yield web.post(salon.link("claim", name, 1, slot.id), data={"replaces": "none"})
    salon.joins("Kai", "Cut", priority=2)
    salon.frees("left", hours=50, service="Cut")
    yield web.get(salon.link("leave", "Kai"))
    yield web.post(salon.link("leave", "Kai"))
    yield web.get(salon.link("claim", "Kai", 1, "left"))
    salon.joins("Noa", "Cut", priority=3)
    salon.frees("now", hours=-0.1, service="Cut", reason="no_show")
    salon.passes(minutes=1)
    yield web.get(salon.link("claim", "Noa", 1, "now"))


def _given_up(salon: Salon, web: TestClient, language: str) -> Iterator[Response]:
    """Give up a slot that is no appointment here, twice, and one that has begun."""
    salon.rules(f"{rules_in(language)}\nRefill from the waitlist: no\n")
    for number, name in enumerate(("Uli", "Vic"), 1):
        salon.joins(name, "Cut", priority=4)
        salon.frees(f"here{number}", hours=20 + number, service="Cut")
        yield web.post(salon.link("claim", name, 1, f"here{number}"))
    for method in ("GET", "POST", "GET"):
        yield web.request(method, salon.link("give_up", "Uli"))
    salon.passes(hours=22)
    yield web.get(salon.link("give_up", "Vic"))
    salon.rules(rules_in(language))


def _edit(salon: Salon, name: str, **fields: Any) -> None:
    assert salon.give(EditAppointment(appointment_id=name, **fields)).code == "edited"


def _endings(salon: Salon, web: TestClient) -> Iterator[Response]:
    yield web.get(salon.link("leave", "Ada"))
    yield web.get(salon.link("wishes", "Ada"))
    yield web.post(salon.link("wishes", "Ada"), data={"from_time": "9", "on_mon": "1"})
    yield web.post(salon.link("wishes", "Ada"), data={"daytime": "morning"})
    yield web.post(salon.link("leave", "Ada"))
    yield web.get(salon.link("leave", "Ada"))
    salon.joins("Ada", "Cut", entry_id="ada-cut")
    yield web.get(salon.link("leave", "Ada"))
    salon.joins("Ada", entry_id="ada-again")
    yield web.get(salon.link("leave", "Ada"))
    salon.give(LeaveWaitlist(entry_id="bob", removed=True))
    yield web.get(salon.link("leave", "Bob"))
    salon.joins("Dan", latest="2026-06-02")
    salon.passes(days=2)
    yield web.get(salon.link("leave", "Dan"))
    salon.joins("Fay")
    path = salon.link("leave", "Fay")
    salon.give(EditEntry(entry_id="fay", email="right@example.org"))
    yield web.get(path)


def _is_request(message: Message) -> bool:
    return bool(message.facts.get("request"))


def _refusals(salon: Salon, web: TestClient, language: str) -> Iterator[Response]:
    salon.rules(rules_in(language, f"Services\n- Cut: 30 minutes\n{STYLES}"))
    for number in range(MOST_ENTRIES_OF_ONE):
        salon.joins("Gus", f"Style {number}", entry_id=f"gus-{number}")
    yield web.post("/waitlist", data={**GOOD, "email": "gus@example.org"})
    other = {**GOOD, "email": "ivy@example.org"}
    web.post("/waitlist", data={**other, "phone": "+4915112345678"})
    web.post("/waitlist", data=other)
    yield web.get(_confirm_path(salon, "ivy@example.org"))
    for _ in range(JOIN.holds):
        web.post("/waitlist", data=GOOD)
    yield web.post("/waitlist", data={**GOOD, "email": "hal@example.org"})
    path = _confirm_path(salon, "hal@example.org")
    yield web.get(path)
    yield web.post(path)
    (requested,) = [
        one for one in salon.load(MessagePage(to="hal@example.org")) if _is_request(one)
    ]
    salon.give(LeaveWaitlist(entry_id=requested.person))
    yield web.get(path)
    yield web.get(salon.link("request", "nobody"))
    yield web.post("/waitlist", data={**GOOD, "email": "", "phone": "+4915112345678"})
    for number in range(UNCONFIRMED.holds):
        web.post("/waitlist", data={**GOOD, "email": f"h{number}@example.org"})
    yield web.post("/waitlist", data=GOOD)


@pytest.fixture(scope="module")
def statuses(tmp_path_factory: pytest.TempPathFactory) -> list[int]:
    """The status of each page in English."""
    with salon_at(tmp_path_factory.mktemp("salon")) as (salon, web):
        return [page.status_code for page in walk(salon, web, "en")]


@pytest.mark.parametrize("language", some_of(OTHERS))
def test_every_page_is_in_the_language_of_the_business(
    salon: Salon, web: TestClient, language: str, statuses: list[int]
) -> None:
    web.headers["accept-language"] = "en"
    pages = list(walk(salon, web, language))
    assert [page.status_code for page in pages] == statuses
    for page in pages:
        assert_translated(page, language, *CATALOGUES)
    assert never_shown(pages, language, *CATALOGUES, folders=FOLDERS) == set()


def test_without_rules_the_page_is_in_the_browsers_language(tmp_path: Path) -> None:
    with salon_at(tmp_path) as (_, web):
        page = web.get("/waitlist", headers={"accept-language": "fr-CH, en;q=0.8"})
    assert_translated(page, "fr", *CATALOGUES)
    assert "<h1>La liste d'attente n'est pas encore ouverte.</h1>" in page.text


def test_json_is_english_in_every_language(salon: Salon, web: TestClient) -> None:
    salon.rules(rules_in("de"))
    web.headers["accept-language"] = "fr"
    refused = web.post("/waitlist", json={"service": "Cut", "name": "Eve"})
    assert refused.json()["error"]["message"] == (
        "Please give a mobile number or an email address, so that we can reach you."
    )
    joined = web.post("/waitlist", json=GOOD)
    assert joined.json()["message"].startswith("You are on the list.")


def test_times_and_the_calendar_file_are_in_the_language_of_the_business(
    salon: Salon, web: TestClient
) -> None:
    salon.rules(rules_in("de"))
    salon.joins("Ada")
    salon.frees()
    asked = web.get(salon.link("claim", "Ada", 1)).text
    assert "Dienstag, 2. Juni" in asked
    assert "11:00 Uhr bis 12:30 Uhr" in asked
    assert "Für dich reserviert bis 11:10 Uhr." in asked
    web.post(salon.link("claim", "Ada", 1))
    file = Calendar.from_ical(web.get(salon.link("calendar", "Ada", 1)).content)
    assert str(file.walk("VEVENT")[0]["summary"]) == "Colour bei Jess"
