"""A sync of appointments may stop at any call: the next one finishes it, nothing twice."""

from collections.abc import Callable
from typing import Any

import pytest

from fullhouse.inbound.sync.appointment_sheet.sync import AppointmentsSync
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from tests.inbound.sync.appointment_sheet.shop import ANNA, BEN, CLEO, RULES_TEXT, YESTERDAY, Shop
from tests.inbound.sync.breaking import Breaking, Stopped
from tests.inbound.sync.business import at_once

LATER = 400
DAN = ("Dan", "", "dan@example.org", "Cut", "Jess", "2026-06-26", "9:00")
FIELDS = ("phone", "email", "staff", "date", "time", "status")


def broken_run(shop: Shop, at: int, *, after: bool) -> bool:
    """Run into a stop at the n-th call; say whether it came to that."""
    breaking = Breaking(shop.engine, shop.sheet, shop.files, at, after=after)
    try:
        shop.run()
    except Stopped:
        return True
    finally:
        breaking.mend()
        shop.restart()
    return False


def settle(shop: Shop) -> None:
    for _ in range(4):
        shop.run()
    report = shop.run()
    assert (report.looked, report.trouble, report.problems) == (False, "", ())


def standing(shop: Shop) -> tuple[Any, ...]:
    """Who is expected when, and what the sheet says of whom; keys are those of the appointments."""
    rows = sorted((name, *shop.cells(name, *FIELDS)) for name in shop.names())
    keyed = {name: shop.cell(name, "key") for name in shop.names() if name != "Yves"}
    assert keyed == {name: shop.named(name).id for name in keyed}
    everyone = shop.store.shelf(Appointment).values()
    return rows, sorted(
        (one.name, one.status, one.starts_at, one.chain, one.phone, one.staff) for one in everyone
    )


def first_sync(shop: Shop) -> None:
    shop.book("dora", "2026-06-24 11:00")


def busy_day(shop: Shop) -> None:
    shop.run()
    shop.confirm("Anna")
    shop.run()
    shop.reschedule("Ben", "2026-06-26 16:00")
    shop.book("dora", "2026-06-24 11:00")
    shop.change("Anna", Time="15:00", Phone="0151 20000000")
    shop.remove("Cleo")
    shop.add("Emil", "0151 10000009", "", "Cut", "Sam", "2026-06-25", "9:00", "confirmed")


def bad_edit(shop: Shop) -> None:
    shop.run()
    shop.change("Anna", Status="abgesagt", Key="")
    shop.change("Dan", Staff="Sam", Time="10:30", Status="ok")
    shop.run()
    shop.change("Anna", Status="booked")
    shop.cancel("Ben")


STORIES = [first_sync, busy_day, bad_edit]


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("story", STORIES)
def test_a_sync_that_stops_anywhere_is_finished_by_the_next(
    story: Callable[[Shop], None], after: bool
) -> None:
    whole = Shop(ANNA, BEN, CLEO, DAN, YESTERDAY)
    story(whole)
    settle(whole)
    wanted = standing(whole)
    stops = 0
    for at in range(1, LATER):
        shop = Shop(ANNA, BEN, CLEO, DAN, YESTERDAY)
        story(shop)
        stopped = broken_run(shop, at, after=after)
        stops += stopped
        settle(shop)
        assert standing(shop) == wanted, at
        if not stopped:
            break
    assert stops > 6


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_someone_who_cancels_between_a_stop_and_the_next_sync_is_never_booked_again(
    after: bool,
) -> None:
    for at in range(1, LATER):
        shop = Shop(ANNA, BEN)
        stopped = broken_run(shop, at, after=after)
        booked = ("Anna", "booked") in shop.everyone()
        if booked:
            shop.cancel("Anna")
        settle(shop)
        assert shop.everyone() == [
            ("Anna", "cancelled" if booked else "booked"),
            ("Ben", "booked"),
        ], at
        if not stopped:
            break


def test_two_syncs_at_once_book_and_write_everything_once() -> None:
    shop = Shop(ANNA, BEN, CLEO)
    other = AppointmentsSync(shop.engine, shop.sheet, shop.files, "list")
    read = shop.sheet.read

    def meanwhile() -> Any:
        found = read()
        shop.sheet.read = read
        at_once(other.run())
        return found

    shop.sheet.read = meanwhile
    shop.run()
    settle(shop)
    assert shop.everyone() == [("Anna", "booked"), ("Ben", "booked"), ("Cleo", "booked")]
    assert shop.names() == ["Anna", "Ben", "Cleo"]


def test_a_sync_that_froze_and_went_on_with_old_eyes_brings_nobody_back() -> None:
    """One sync reads and stalls; another books all, and a customer cancels; the first goes on."""
    shop = Shop(ANNA, BEN)
    other = AppointmentsSync(shop.engine, shop.sheet, shop.files, "list")
    read = shop.sheet.read

    def held_up() -> Any:
        found = read()
        shop.sheet.read = read
        at_once(other.run())
        shop.cancel("Anna")
        shop.reschedule("Ben", "2026-06-26 16:00")
        at_once(other.run())
        return found

    shop.sheet.read = held_up
    shop.run()
    settle(shop)
    assert shop.everyone() == [("Anna", "cancelled"), ("Ben", "booked")]
    assert (shop.starts("Ben"), shop.cell("Ben", "time")) == ("2026-06-26 14:00", "16:00")


def test_a_write_whose_answer_was_lost_is_not_made_twice() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.book("dora", "2026-06-24 11:00")
    write = shop.sheet.write

    def lost(*given: Any) -> None:
        shop.sheet.write = write
        write(*given)
        raise Stopped

    shop.sheet.write = lost
    with pytest.raises(Stopped):
        shop.run()
    shop.restart()
    settle(shop)
    assert shop.names() == ["Anna", "Dora"]


def test_hours_that_are_there_twice_are_no_edit() -> None:
    """When clocks go back an hour comes twice: a row that names either one is no edit."""
    shop = Shop(ANNA, rules=RULES_TEXT.replace("Mon-Sat", "Mon-Sun").replace("09:00", "00:00"))
    shop.run()
    second = shop.book("dora", "2026-10-25 02:30", staff="Sam").starts_at
    shop.give(SaveDocument(name="rules", text=RULES_TEXT))
    settle(shop)
    shop.change("Anna", Phone="0151 20000000")
    shop.run()
    assert (shop.named("Dora").starts_at, shop.named("Dora").chain) == (second, 1)
