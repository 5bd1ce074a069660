"""Presses on their way while staff put the customer's address right."""

import re
from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from fullhouse.products.frontdesk.appointments.commands import EditAppointment
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, EraseEntry
from tests.support.overtaking import overtake
from tests.web.waitlist.salon import Salon

RIGHT = EditEntry(entry_id="ada", email="right@example.org")


@pytest.mark.parametrize(("purpose", "fields"), [("leave", {}), ("wishes", {"on_mon": "1"})])
@pytest.mark.parametrize("other", [RIGHT, EraseEntry(entry_id="ada")])
def test_a_press_on_its_way_does_nothing_at_an_old_address(
    salon: Salon,
    web: TestClient,
    purpose: str,
    fields: dict[str, str],
    other: EditEntry | EraseEntry,
) -> None:
    salon.joins("Ada")
    path = salon.link(purpose, "Ada")
    overtake(salon.engine, other, by="staff")
    page = web.post(path, data=fields)
    assert (page.status_code, "Nothing was done." in page.text) == (410, True)
    assert salon.entry("Ada").weekdays == ()
    assert salon.line() == (["Ada"] if other is RIGHT else [])


@pytest.mark.parametrize("purpose", ["claim", "decline"])
def test_an_offer_is_taken_back_in_the_commit_that_changes_the_address(
    salon: Salon, web: TestClient, purpose: str
) -> None:
    salon.joins("Ada")
    salon.frees()
    path = salon.link(purpose, "Ada", 1)
    overtake(salon.engine, RIGHT, by="staff")
    page = web.post(path)
    assert (page.status_code, "Colour" in page.text) == (410, False)
    assert (salon.offer(1).status, salon.offer(2).status) == ("withdrawn", "live")
    assert (salon.slot().status, salon.offer(2).entry_id) == ("open", "ada")


def test_a_link_to_a_booking_that_a_page_gave_ends_with_the_address(
    salon: Salon, web: TestClient
) -> None:
    salon.joins("Ada")
    slot = salon.frees()
    claim = salon.link("claim", "Ada", 1)
    web.post(claim)
    later = slot.starts_at + timedelta(days=1)
    salon.give(EditAppointment(appointment_id="s1", starts_at=later))
    found = re.search(r'href="(/l/[^"]+\.reschedule\.[^"]+)"', web.get(claim).text)
    assert found is not None
    assert web.get(found[1]).status_code == 200
    salon.give(EditAppointment(appointment_id="s1", email="right@example.org"))
    page = web.get(found[1])
    assert (page.status_code, "This link has been replaced." in page.text) == (410, True)
