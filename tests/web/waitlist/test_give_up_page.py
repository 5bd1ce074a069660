"""The page where customers give up a claimed slot that is no appointment here."""

from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from fullhouse.engine.ports import AuditPage, MessagePage
from fullhouse.kernel.links import Link
from fullhouse.products.frontdesk.waitlist.commands import EraseEntry, FreeSlot
from tests.web.waitlist.salon import RULES, Salon

ALONE = f"{RULES}Refill from the waitlist: no\n"


@pytest.fixture
def claimed(salon: Salon, web: TestClient) -> Salon:
    """Ada has claimed a slot, in a business that keeps its bookings elsewhere."""
    salon.rules(ALONE)
    salon.joins("Ada")
    salon.joins("Bob")
    salon.frees()
    assert web.post(salon.link("claim", "Ada", 1)).status_code == 200
    return salon


def stored(salon: Salon) -> tuple[object, ...]:
    return salon.slot(), salon.load(AuditPage()), salon.load(MessagePage())


def test_the_page_asks_and_changes_nothing(claimed: Salon, web: TestClient) -> None:
    before = stored(claimed)
    page = web.get(claimed.link("give_up", "Ada"))
    assert page.status_code == 200
    for words in ("re booked</h1>", "Colour", "With Jess", "If you cancel,", "Cancel this time"):
        assert words in page.text
    assert stored(claimed) == before


def test_a_press_gives_the_slot_back_to_staff(claimed: Salon, web: TestClient) -> None:
    page = web.post(claimed.link("give_up", "Ada"))
    assert (page.status_code, "Your booking is cancelled." in page.text) == (200, True)
    slot = claimed.slot()
    assert (slot.status, slot.why, slot.live_offer_seq) == ("handed_back", "given_up", 0)
    assert [one.person for one in claimed.messages("cancelled")] == ["ada"]
    assert len(claimed.messages("handed_back")) == 1


def test_a_second_press_and_an_old_link_say_so(claimed: Salon, web: TestClient) -> None:
    web.post(claimed.link("give_up", "Ada"))
    before = stored(claimed)
    for page in (web.post(claimed.link("give_up", "Ada")), web.get(claimed.link("give_up", "Ada"))):
        assert (page.status_code, "You cancelled it before." in page.text) == (200, True)
        assert "Cancel this time" not in page.text
    page = web.get(claimed.link("claim", "Ada", 1))
    assert "This booking is cancelled." in page.text
    assert stored(claimed) == before


def test_after_the_start_it_is_refused(claimed: Salon, web: TestClient) -> None:
    path = claimed.link("give_up", "Ada")
    claimed.passes(hours=24)
    for page in (web.get(path), web.post(path)):
        assert (page.status_code, "This time has begun." in page.text) == (409, True)
        assert "Please call us." in page.text
        assert "so that someone else can have the time" not in page.text
    assert claimed.slot().status == "booked"
    assert "Cancel this time" not in web.get(claimed.link("claim", "Ada", 1)).text


@pytest.mark.parametrize("mark", ["0123456789abcdef", ""])
def test_a_link_to_another_address_shows_and_does_nothing(
    claimed: Salon, web: TestClient, mark: str
) -> None:
    before = stored(claimed)
    link = Link("give_up", "waitlist", "ada", mark)
    path = f"/l/{claimed.engine.composer.keyring.sign(link)}"
    for page in (web.get(path), web.post(path)):
        assert (page.status_code, "Ada" in page.text, "Colour" in page.text) == (410, False, False)
    assert stored(claimed) == before


def test_the_link_of_someone_else_does_nothing(claimed: Salon, web: TestClient) -> None:
    before = stored(claimed)
    page = web.post(claimed.link("give_up", "Bob"))
    assert page.status_code == 410
    assert stored(claimed) == before


def test_the_link_of_an_erased_customer_ends(claimed: Salon, web: TestClient) -> None:
    path = claimed.link("give_up", "Ada")
    claimed.give(EraseEntry(entry_id="ada"))
    assert web.post(path).status_code == 410
    assert claimed.slot().status == "booked"


def test_the_email_and_the_claims_page_lead_to_it(claimed: Salon, web: TestClient) -> None:
    (booked,) = claimed.messages("booked")
    path = urlsplit(claimed.engine.composer.letter(booked).links["give_up"]).path
    assert "Cancel this time" in web.get(path).text
    page = web.get(claimed.link("claim", "Ada", 1)).text
    assert "Cancel this time" in page
    assert "Change or cancel it" not in page
    assert ".give_up." in page


def test_what_staff_freed_again_reads_as_cancelled(claimed: Salon, web: TestClient) -> None:
    slot = claimed.slot()
    claimed.give(
        FreeSlot(
            slot_id="s2",
            service="Colour",
            starts_at=slot.starts_at,
            staff="Jess",
            again="s1",
            source="desk",
        )
    )
    for page in (web.get(claimed.link("give_up", "Ada")), web.post(claimed.link("give_up", "Ada"))):
        assert "This booking is cancelled." in page.text
    assert claimed.slot().status == "booked"
    assert claimed.messages("handed_back") == []


def test_with_refill_there_is_no_such_link(salon: Salon, web: TestClient) -> None:
    salon.joins("Ada")
    salon.frees()
    page = web.post(salon.link("claim", "Ada", 1)).text
    assert ".give_up." not in page
    (booked,) = salon.messages("booked")
    assert "give_up" not in salon.engine.composer.letter(booked).links
    salon.passes(minutes=1)
    page = web.post(salon.link("give_up", "Ada")).text
    assert "Change or cancel it" in page
    assert salon.slot().status == "booked"
