"""Several people may share a number, so the pages behind links say for whom they are."""

import pytest
from starlette.testclient import TestClient

from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from tests.web.waitlist.salon import RULES, Salon

PHONE = "+491711234567"
FOR_ADA = "For <bdi>Ada</bdi>"


@pytest.fixture(autouse=True)
def family(salon: Salon) -> None:
    """Ada and Ben share a phone; Ada is asked first."""
    salon.rules(f"{RULES}Refill from the waitlist: yes\n")
    for name in ("Ada", "Ben"):
        salon.joins(name, email="", phone=PHONE)
    salon.frees()
    assert salon.entry("Ada").offer == "s1-1"


def test_the_offer_and_its_result_name_the_person(salon: Salon, web: TestClient) -> None:
    claim = salon.link("claim", "Ada", 1)
    assert FOR_ADA in web.get(claim).text
    assert FOR_ADA in web.post(claim).text


@pytest.mark.parametrize("purpose", ["leave", "wishes"])
def test_so_do_the_other_pages(salon: Salon, web: TestClient, purpose: str) -> None:
    assert FOR_ADA in web.get(salon.link(purpose, "Ada")).text
    assert "For <bdi>Ben</bdi>" in web.get(salon.link(purpose, "Ben")).text


def test_a_stranger_who_has_the_number_now_sees_no_name(salon: Salon, web: TestClient) -> None:
    claim = salon.link("claim", "Ada", 1)
    salon.give(EditEntry(entry_id="ada", phone="+491719999999"))
    assert FOR_ADA not in web.get(claim).text
