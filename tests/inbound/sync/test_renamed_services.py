"""Cells that have an old name by new rules, until the new name is written into them."""

from typing import Any

from fullhouse.products.frontdesk.appointments.commands import EditAppointment
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.rulebook.model import FormerName
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from tests.inbound.sync import front_desk
from tests.inbound.sync.appointment_sheet import shop as salon
from tests.inbound.sync.appointment_sheet.shop import problems
from tests.inbound.sync.business import Business
from tests.products.frontdesk.waitlist.salon import RULES_TEXT

NEW_NAMES = (FormerName("service", "Cut", "Haircut"), FormerName("staff", "Jess", "Jessica"))
ANNA_NOW: dict[str, Any] = {"service": "Haircut", "staff": "Jessica", "minutes": 45}


def rename_all(business: Business, rules: str) -> str:
    """Rename a service and a staff member as the Rules page does; return the new rules."""
    rules = rules.replace("- Cut:", "- Haircut:").replace("Jess,", "Jessica,")
    business.give(SaveDocument(name="rules", text=rules, renamed=NEW_NAMES))
    return rules


def with_old_names(rules: str) -> str:
    """Return rules in which another service and a new staff member have the old names."""
    rules = rules.replace("- Haircut:", "- Cut: 10 minutes\n- Haircut:")
    return rules.replace("Jessica,", "Jessica, Jess,")


def test_a_cell_of_the_waitlist_that_we_write_anew_is_no_problem_any_more() -> None:
    desk = front_desk.FrontDesk(front_desk.ANNA, front_desk.BEN)
    desk.run()
    rules = RULES_TEXT.replace("- Cut:", "- Haircut:")
    desk.give(SaveDocument(name="rules", text=rules))
    assert problems(desk.run()) == [(2, "service")]
    desk.give(EditEntry(entry_id=desk.named("Anna").id, service="Haircut"))
    desk.run()
    assert desk.cell("Anna", "service") == "Haircut"
    assert desk.known().problems == ()


def test_a_cell_of_an_appointment_that_we_write_anew_is_no_problem_any_more() -> None:
    shop = salon.Shop(salon.ANNA, salon.BEN, ("Dan", "12", "", "Cut", "", "2026-06-23", "10:00"))
    shop.run()
    shop.give(SaveDocument(name="rules", text=salon.RULES_TEXT.replace("- Cut:", "- Haircut:")))
    assert sorted(problems(shop.run())) == [(2, "service"), (4, "phone"), (4, "service")]
    shop.give(EditAppointment(appointment_id=shop.named("Anna").id, service="Haircut"))
    shop.run()
    assert shop.cell("Anna", "service") == "Haircut"
    left = {(one.row, one.field) for one in shop.known().problems}
    assert left == {(4, "phone"), (4, "service")}


def test_one_look_at_everything_leaves_no_problem_either() -> None:
    shop = salon.Shop(salon.ANNA, ("Dan", "0151 10000007", "", "Cut", "", "2026-06-23", "10:00"))
    shop.run()
    shop.give(SaveDocument(name="rules", text=salon.RULES_TEXT.replace("- Cut:", "- Haircut:")))
    shop.give(EditAppointment(appointment_id=shop.named("Anna").id, service="Haircut"))
    shop.run()
    assert [(one.row, one.field) for one in shop.known().problems] == [(3, "service")]


def test_the_waitlist_sheet_gets_new_names_and_old_ones_are_free_for_others() -> None:
    desk = front_desk.FrontDesk(front_desk.ANNA, front_desk.BEN)
    desk.run()
    rules = rename_all(desk, RULES_TEXT)
    desk.give(EditEntry(entry_id=desk.named("Anna").id, service="Haircut"))
    desk.give(EditEntry(entry_id=desk.named("Ben").id, staff="Jessica"))
    desk.run()
    assert desk.cell("Anna", "service") == "Haircut"
    assert (desk.cell("Ben", "service"), desk.cell("Ben", "staff")) == ("Colour", "Jessica")
    desk.give(SaveDocument(name="rules", text=with_old_names(rules)))
    desk.run()
    assert (desk.named("Anna").service, desk.named("Ben").staff) == ("Haircut", "Jessica")


def test_the_appointment_sheet_gets_new_names_and_old_ones_are_free_for_others() -> None:
    shop = salon.Shop(salon.ANNA, salon.BEN)
    shop.run()
    rules = rename_all(shop, salon.RULES_TEXT)
    shop.give(EditAppointment(appointment_id=shop.named("Anna").id, **ANNA_NOW))
    shop.run()
    assert (shop.cell("Anna", "service"), shop.cell("Anna", "staff")) == ("Haircut", "Jessica")
    assert (shop.cell("Ben", "service"), shop.cell("Ben", "staff")) == ("colour", "Sam")
    shop.give(SaveDocument(name="rules", text=with_old_names(rules)))
    shop.run()
    anna = shop.named("Anna")
    assert (anna.service, anna.staff, anna.minutes) == ("Haircut", "Jessica", 45)


def test_names_that_the_sheet_did_not_get_yet_are_free_for_others_as_well() -> None:
    shop = salon.Shop(salon.ANNA)
    shop.run()
    rules = rename_all(shop, salon.RULES_TEXT)
    shop.give(EditAppointment(appointment_id=shop.named("Anna").id, **ANNA_NOW))
    shop.give(SaveDocument(name="rules", text=with_old_names(rules)))
    shop.run()
    anna = shop.named("Anna")
    assert (anna.service, anna.staff, anna.minutes) == ("Haircut", "Jessica", 45)
    assert (shop.cell("Anna", "service"), shop.cell("Anna", "staff")) == ("Haircut", "Jessica")


def test_two_staff_members_swap_their_names() -> None:
    shop = salon.Shop(salon.ANNA, salon.BEN)
    shop.run()
    chairs = ["Jess", "Sam"]
    for person, old, new in (
        ("Anna", "Jess", "Tmp"),
        ("Ben", "Sam", "Jess"),
        ("Anna", "Tmp", "Sam"),
    ):
        chairs = [new if name == old else name for name in chairs]
        rules = salon.RULES_TEXT.replace("Jess, Sam", ", ".join(chairs))
        renamed = (FormerName("staff", old, new),)
        shop.give(SaveDocument(name="rules", text=rules, renamed=renamed))
        shop.give(EditAppointment(appointment_id=shop.named(person).id, staff=new))
        shop.run()
        assert [shop.named("Anna").staff, shop.named("Ben").staff] == chairs
    assert (shop.cell("Anna", "staff"), shop.cell("Ben", "staff")) == ("Sam", "Jess")


def test_an_old_name_that_staff_type_later_becomes_the_new_one() -> None:
    shop = salon.Shop(salon.ANNA)
    shop.run()
    rules = rename_all(shop, salon.RULES_TEXT)
    shop.give(EditAppointment(appointment_id=shop.named("Anna").id, **ANNA_NOW))
    shop.run()
    shop.change("Anna", Service="cut", Staff="JESS")
    shop.add("Dan", "0151 10000007", "", "Cut", "Jess", "2026-06-23", "10:00")
    shop.run()
    assert [shop.cell(name, "service") for name in ("Anna", "Dan")] == ["Haircut"] * 2
    shop.give(SaveDocument(name="rules", text=with_old_names(rules)))
    shop.run()
    assert [shop.named(name).service for name in ("Anna", "Dan")] == ["Haircut"] * 2
