"""Joining again keeps the place; a day later the link is sent again, not too often."""

from datetime import timedelta

import pytest

from tests.products.frontdesk.waitlist.salon import Salon


def joined(salon: Salon) -> int:
    return len(salon.messages("joined"))


def test_a_double_click_writes_once() -> None:
    salon = Salon()
    for _ in range(3):
        salon.join("anna")
    assert joined(salon) == 1


def test_a_day_later_the_link_comes_again_once_a_day() -> None:
    salon = Salon()
    salon.join("anna")
    salon.now += timedelta(days=1)
    for _ in range(3):
        assert salon.join("anna", entry_id="again").code == "already"
    assert joined(salon) == 2
    salon.now += timedelta(days=1)
    salon.join("anna", entry_id="again")
    assert joined(salon) == 3


@pytest.mark.parametrize("source", ["api", "desk", "sheet", "mail"])
def test_what_staff_put_in_again_writes_to_nobody(source: str) -> None:
    salon = Salon()
    salon.join("anna")
    salon.now += timedelta(days=1)
    salon.join("anna", entry_id="again", source=source)
    assert joined(salon) == 1
