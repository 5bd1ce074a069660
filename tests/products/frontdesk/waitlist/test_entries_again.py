"""Joining again keeps the place; a day later the link is sent again, not too often."""

from datetime import timedelta

import pytest

from fullhouse.products.frontdesk.waitlist.asked_wishes import asked_wishes
from fullhouse.products.frontdesk.waitlist.delivery import link
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


def test_new_wishes_are_asked_about_until_the_entry_has_others() -> None:
    salon = Salon()
    salon.join("anna")
    salon.join("anna", entry_id="again", weekdays=("tue",))
    first, asking = salon.messages("joined")
    known = salon.entry("anna")
    asked = asked_wishes(known, asking)
    assert asked is not None
    assert (asked.weekdays, known.weekdays) == (("tue",), ())
    assert asked_wishes(known, first) is asked_wishes(known, None) is None
    salon.edit("anna", party=2)
    assert asked_wishes(salon.entry("anna"), asking) is None


def test_each_change_of_wishes_on_one_day_is_asked_about_once() -> None:
    salon = Salon()
    salon.join("anna")
    for weekday in ("tue", "wed", "wed", "thu"):
        salon.join("anna", entry_id="again", weekdays=(weekday,))
    asked = [one.facts["asked"]["weekdays"] for one in salon.messages("joined")[1:]]
    assert [tuple(days) for days in asked] == [("tue",), ("wed",), ("thu",)]


def test_a_change_that_was_undone_can_be_asked_for_again() -> None:
    salon = Salon()
    salon.join("anna")
    salon.join("anna", entry_id="again", weekdays=("tue",))
    salon.edit("anna", weekdays=("tue",))
    salon.edit("anna", weekdays=())
    salon.join("anna", entry_id="again", weekdays=("tue",))
    assert joined(salon) == 3


def test_the_link_to_the_wishes_names_the_day_on_which_others_were_asked_for() -> None:
    salon = Salon()
    salon.join("anna")
    salon.join("anna", entry_id="again", weekdays=("tue",))
    usual, asking = (link(one, "wishes") for one in salon.messages("joined"))
    assert usual is not None
    assert asking is not None
    assert asking.offer.startswith(f"{usual.offer}_{salon.now:%Y%m%d}-")
