"""Last dates in the waitlist's sheet that end many wishes at once: staff are asked first."""

from fullhouse.products.frontdesk.shared.held_removals import HeldRemoval
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from tests.inbound.sync.front_desk import FrontDesk
from tests.inbound.sync.test_doubting import decide, notes, question

TODAY, TOMORROW, LATER = "2026-06-20", "2026-06-21", "2026-07-31"
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Eve")


def a_desk(*names: str) -> FrontDesk:
    """Return a desk on whose waitlist these people have a last date far away."""
    rows = [(name, "", f"{name.lower()}@example.org", "Cut", "", LATER) for name in names]
    desk = FrontDesk(*rows)
    desk.run()
    return desk


def sets(desk: FrontDesk, day: str, *names: str) -> None:
    for name in names:
        desk.change(name, Latest=day)


def latest(desk: FrontDesk) -> dict[str, str]:
    return {one.name: one.latest for one in desk.waiting()}


def test_more_than_two_that_end_by_tomorrow_are_asked_about() -> None:
    desk = a_desk(*NAMES)
    sets(desk, TODAY, "Ada", "Ben")
    sets(desk, TOMORROW, "Cleo")
    report = desk.run()
    assert (report.edited, latest(desk)) == (0, dict.fromkeys(NAMES, LATER))
    assert "3 of 5 people" in report.trouble
    assert notes(desk) == [(3, ["Ada", "Ben", "Cleo"])]
    desk.later(days=1)
    desk.run()
    assert desk.on_the_list() == [*NAMES]


def test_what_staff_confirm_is_changed() -> None:
    desk = a_desk(*NAMES)
    sets(desk, TODAY, *NAMES)
    desk.run()
    assert decide(desk) == "removal_confirmed"
    assert desk.run().edited == 5
    assert latest(desk) == dict.fromkeys(NAMES, TODAY)
    assert (question(desk), desk.known().trouble) == (_answered(desk), "")


def _answered(desk: FrontDesk) -> HeldRemoval:
    held = question(desk)
    assert held.asked == held.confirmed == held.kept == ()
    return held


def test_what_staff_keep_is_written_again() -> None:
    desk = a_desk(*NAMES)
    sets(desk, TODAY, *NAMES)
    desk.change("Ada", Service="Colour")
    assert desk.run().edited == 1
    assert desk.named("Ada").service == "Colour"
    assert decide(desk, keep=True) == "removal_kept"
    desk.run()
    assert [desk.cell(name, "latest") for name in NAMES] == [LATER] * 5
    assert (latest(desk), _answered(desk).kept) == (dict.fromkeys(NAMES, LATER), ())
    sets(desk, TODAY, "Ada")
    assert desk.run().edited == 1


def test_two_that_end_by_tomorrow_and_many_that_end_later_are_changed_at_once() -> None:
    desk = a_desk(*NAMES)
    sets(desk, TODAY, "Ada", "Ben")
    sets(desk, "2026-06-22", "Cleo", "Dora", "Eve")
    assert desk.run().edited == 5
    assert notes(desk) == []


def test_the_only_ones_are_asked_about_and_so_are_two_beside_a_missing_row() -> None:
    desk = a_desk("Ada")
    sets(desk, TODAY, "Ada")
    assert (desk.run().edited, notes(desk)) == (0, [(1, ["Ada"])])
    desk = a_desk(*NAMES)
    sets(desk, TODAY, "Ada", "Ben")
    desk.remove("Cleo")
    report = desk.run()
    assert (report.edited, report.removed, notes(desk)) == (0, 0, [(3, ["Cleo", "Ada", "Ben"])])


def test_dates_that_are_put_back_end_the_question() -> None:
    desk = a_desk(*NAMES)
    sets(desk, TODAY, *NAMES)
    desk.run()
    sets(desk, LATER, *NAMES)
    assert (desk.run().trouble, question(desk).asked) == ("", ())


def test_whoever_ended_by_tomorrow_before_may_end_sooner() -> None:
    desk = a_desk("Ada", "Ben", "Cleo", "Dora")
    sets(desk, TOMORROW, "Ada", "Ben")
    desk.run()
    sets(desk, TOMORROW, "Cleo")
    desk.run()
    sets(desk, TODAY, "Ada", "Ben", "Cleo")
    assert (desk.run().edited, notes(desk)) == (3, [])


def test_dates_of_rows_that_changed_elsewhere_too_end_nobody_unasked() -> None:
    desk = a_desk(*NAMES)
    for one in desk.waiting():
        desk.give(EditEntry(entry_id=one.id, party=2, source="form"))
    sets(desk, TODAY, *NAMES)
    desk.run()
    assert notes(desk) == [(5, [*NAMES])]
    desk.run()
    assert latest(desk) == dict.fromkeys(NAMES, LATER)
