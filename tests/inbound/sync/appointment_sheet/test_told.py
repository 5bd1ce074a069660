"""Appointments that staff cancel or move in the sheet: their customers are told, once."""

import pytest

from fullhouse.products.frontdesk.appointments.commands import RunDueAction
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from tests.inbound.sync.appointment_sheet.shop import ANNA, BEN, CLEO, Shop
from tests.inbound.sync.appointment_sheet.test_asked_first import answer, told
from tests.inbound.sync.test_doubting import decide
from tests.support.rsvp_world import there

NOBODY = ("Nora", "", "", "Cut", "Sam", "2026-06-25", "15:00")


@pytest.fixture
def shop() -> Shop:
    shop = Shop(ANNA, BEN, CLEO, NOBODY)
    shop.run()
    return shop


def reasons(shop: Shop) -> list[str]:
    """Return why staff got notes about appointments."""
    return [one.facts["reason"] for one in shop.messages() if one.kind == "gap_alert"]


def test_whose_row_is_removed_is_told_and_so_are_staff(shop: Shop) -> None:
    shop.remove("Ben")
    assert shop.run().removed == 1
    assert (told(shop, "Ben"), reasons(shop)) == (["cancelled"], ["off_sheet"])
    assert shop.run().removed == 0
    assert told(shop, "Ben") == ["cancelled"]


def test_whose_row_says_cancelled_is_told(shop: Shop) -> None:
    shop.change("Ben", Status="cancelled")
    shop.run()
    assert (shop.named("Ben").status, told(shop, "Ben"), reasons(shop)) == (
        "cancelled",
        ["cancelled"],
        [],
    )
    shop.remove("Ben")
    shop.run()
    assert told(shop, "Ben") == ["cancelled"]


def test_whose_row_has_another_time_is_told_the_new_one(shop: Shop) -> None:
    shop.change("Anna", Time="15:00")
    shop.change("Ben", Date="2026-06-26")
    shop.run()
    assert [told(shop, name) for name in ("Anna", "Ben")] == [["rescheduled"]] * 2
    assert shop.run().edited == 0
    assert told(shop, "Anna") == ["rescheduled"]


def test_another_name_or_service_is_told_to_nobody(shop: Shop) -> None:
    shop.change("Anna", Name="Anna Berg", Staff="Sam")
    shop.run()
    assert told(shop, "Anna Berg") == []


def test_who_cancelled_by_link_is_told_once(shop: Shop) -> None:
    shop.cancel("Anna")
    shop.run()
    shop.run()
    shop.remove("Anna")
    shop.run()
    assert told(shop, "Anna") == ["cancelled"]


def test_what_has_begun_is_told_to_nobody(shop: Shop) -> None:
    shop.book("fay", "2026-06-20 11:45")
    shop.run()
    shop.change("Fay", Date="2026-06-24", Time="16:00")
    shop.run()
    assert (shop.starts("Fay"), told(shop, "Fay")) == ("2026-06-24 14:00", [])
    shop.book("gus", "2026-06-20 11:50")
    shop.run()
    shop.change("Gus", Status="cancelled")
    shop.run()
    assert told(shop, "Gus") == []


def test_staff_hear_whom_no_message_reaches(shop: Shop) -> None:
    shop.give(NoteReach(address=shop.named("Cleo").phone, reach="opted_out"))
    shop.change("Nora", Time="16:00")
    shop.change("Cleo", Status="cancelled")
    shop.run()
    assert sorted(reasons(shop)) == ["move_not_told", "not_told"]
    shop.remove("Nora")
    shop.run()
    assert reasons(shop)[2:] == ["off_sheet"]
    assert shop.messages()[-1].facts["customer"] == "unreached"


def test_an_edit_beside_a_change_from_elsewhere_is_told_too(shop: Shop) -> None:
    shop.confirm("Anna")
    shop.change("Anna", Time="15:00")
    shop.run()
    assert (shop.starts("Anna"), told(shop, "Anna")) == ("2026-06-23 13:00", ["rescheduled"])


def test_of_many_nobody_is_told_before_staff_confirm(shop: Shop) -> None:
    shop.remove("Anna", "Ben", "Cleo")
    shop.run()
    assert [told(shop, name) for name in ("Anna", "Ben", "Cleo")] == [[]] * 3
    decide(shop)
    shop.run()
    assert [told(shop, name) for name in ("Anna", "Ben", "Cleo")] == [["cancelled"]] * 3


def addressed(shop: Shop, name: str) -> list[tuple[str, str]]:
    """Return the kinds of messages to a customer, and where they go."""
    one = shop.named(name).id
    return [(message.kind, message.to) for message in shop.messages() if message.person == one]


def test_a_cancellation_goes_to_the_address_that_is_corrected_beside_it(shop: Shop) -> None:
    shop.change("Ben", Email="ben@example.com", Status="cancelled")
    shop.change("Nora", Email="nora@example.com", Status="cancelled")
    shop.run()
    assert addressed(shop, "Ben") == [("cancelled", "ben@example.com")]
    assert addressed(shop, "Nora") == [("cancelled", "nora@example.com")]
    assert (shop.named("Ben").status, shop.named("Ben").email) == ("cancelled", "ben@example.com")
    assert reasons(shop) == []


def test_an_address_that_is_only_cleared_is_still_told(shop: Shop) -> None:
    shop.change("Ben", Email="", Status="cancelled")
    shop.run()
    assert addressed(shop, "Ben") == [("cancelled", "ben@example.org")]


def test_a_first_address_beside_a_cancellation_counts_after_an_alert(shop: Shop) -> None:
    """The address restarts the reminders, and the cancellation is of the new chain."""
    shop.book("fay", "2026-06-29 15:00")
    shop.run()
    shop.clock.move_to(there("2026-06-25 12:30"))
    shop.give(RunDueAction(appointment_id=shop.named("Nora").id))
    assert shop.named("Nora").alerted_at is not None
    shop.change("Nora", Email="nora@example.com", Status="cancelled")
    shop.run()
    assert shop.named("Nora").chain == 2
    assert addressed(shop, "Nora")[-1:] == [("cancelled", "nora@example.com")]


def test_who_stands_in_many_rows_with_other_people_is_asked_about_before_any_is_cancelled(
    shop: Shop,
) -> None:
    for name, email in (("Anna", "a@example.com"), ("Ben", "b@example.com"), ("Cleo", "c@e.com")):
        shop.change(name, Email=email)
    shop.change("Ben", Status="cancelled")
    shop.run()
    assert (shop.named("Ben").status, told(shop, "Ben")) == ("booked", [])
    assert answer(shop) == "removal_confirmed"
    shop.run()
    assert addressed(shop, "Ben") == [("cancelled", "b@example.com")]
