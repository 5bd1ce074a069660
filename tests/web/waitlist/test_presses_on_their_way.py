"""Presses on their way while staff put the customer's address right."""

import pytest
from starlette.testclient import TestClient

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
