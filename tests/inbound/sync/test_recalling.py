"""Old rows without keys: nobody booked or gone comes back, and they can join again."""

import pytest

from fullhouse.inbound.sync.waitlist_sheet import sync
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion, SheetVersions
from fullhouse.products.frontdesk.waitlist.commands import LeaveWaitlist
from tests.inbound.sync.business import at_once
from tests.inbound.sync.front_desk import ANNA, BEN, CLEO, FrontDesk

GONE_AT_NIGHT = 1  # day later


def first_version(desk: FrontDesk) -> SheetVersion:
    return desk.engine.load(SheetVersions(limit=100))[-1]


def test_a_version_from_before_there_were_keys_brings_back_nobody_who_was_booked_or_left() -> None:
    desk = FrontDesk(ANNA, BEN, CLEO)
    desk.run()
    desk.book("Ben")
    desk.give(LeaveWaitlist(entry_id=desk.named("Cleo").id))
    desk.run()
    desk.later(minutes=3)
    at_once(desk.sync.put_back(first_version(desk), "a host"))
    assert desk.on_the_list() == ["Anna"]
    assert desk.cell("Ben", "status").startswith("booked")
    assert desk.cell("Ben", "key") == desk.named("Ben").id


def test_a_version_without_keys_brings_back_removed_people_as_they_were() -> None:
    desk = FrontDesk(ANNA, BEN, CLEO)
    desk.run()
    joined_at = desk.named("Cleo").joined_at
    desk.later(minutes=3)
    desk.remove("Cleo")
    desk.run()
    report = at_once(desk.sync.put_back(first_version(desk), "a host"))
    assert report is not None
    assert (report.joined, desk.on_the_list()) == (1, ["Anna", "Ben", "Cleo"])
    assert desk.named("Cleo").joined_at == joined_at


def test_a_version_from_before_there_were_keys_shows_whoever_joined_by_themselves_once() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.join("anna", phone="+4915110000001", email="")
    desk.run()
    desk.later(minutes=3)
    report = at_once(desk.sync.put_back(first_version(desk), "a host"))
    assert report is not None
    assert (report.problems, desk.names()) == ((), ["Anna", "Ben"])


def test_who_left_before_a_version_and_was_in_it_again_is_new_when_it_is_restored() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    desk.give(LeaveWaitlist(entry_id=desk.named("Anna").id))
    desk.later(days=GONE_AT_NIGHT)
    desk.run()
    before = desk.table
    desk.add(*ANNA)
    at_once(sync.keep(desk.engine, desk.files, desk.table, sync.STAFF, desk.clock.now()))
    desk.sheet.table = before
    at_once(desk.sync.put_back(desk.engine.load(SheetVersions(limit=1))[0], "a host"))
    assert desk.everyone() == [("Anna", "left"), ("Anna", "waiting"), ("Ben", "waiting")]


@pytest.mark.parametrize("removed", [True, False])
def test_a_row_that_says_of_itself_that_its_person_is_off_the_list_gets_its_lost_key_again(
    removed: bool,
) -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    desk.give(LeaveWaitlist(entry_id=desk.named("Anna").id, removed=removed, source="desk"))
    desk.book("Ben")
    desk.run()
    everyone = desk.everyone()
    for name in ("Anna", "Ben"):
        desk.change(name, Key="")
    assert desk.run().joined == 0
    assert desk.everyone() == everyone
    assert [desk.cell(name, "key") for name in ("Anna", "Ben")] == [
        desk.named(name).id for name in ("Anna", "Ben")
    ]


def test_a_row_of_an_old_export_without_keys_is_known_by_the_minute_at_which_they_joined() -> None:
    desk = FrontDesk(BEN)
    desk.join("dora")
    desk.run()
    exported = desk.row("Dora").cells[:9]
    desk.book("Dora")
    desk.later(days=GONE_AT_NIGHT)
    desk.run()
    assert desk.names() == ["Ben"]
    desk.add(*exported)
    assert desk.run().joined == 0
    assert (desk.on_the_list(), desk.cell("Dora", "status")[:6]) == (["Ben"], "booked")


@pytest.mark.parametrize("joined", ["", "2026-06-20", "2026-06-21 09:00"])
def test_whoever_waits_again_on_purpose_joins(joined: str) -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    desk.book("Anna")
    desk.later(days=GONE_AT_NIGHT)
    desk.run()
    desk.add(*ANNA[:8], joined)
    assert desk.run().joined == 1
    assert desk.everyone() == [("Anna", "booked"), ("Anna", "waiting")]


def test_a_status_of_their_own_keeps_nobody_away_who_was_never_on_the_list() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    desk.add(*CLEO, "booked once before")
    assert desk.run().joined == 1
