"""People off the list are erased after the retention time; those who wait are kept."""

import msgspec
import pytest

from fullhouse.engine.ports import AllRecords, AuditPage, MessagePage
from fullhouse.products.frontdesk.waitlist import commands, housekeeping
from tests.products.frontdesk.waitlist.salon import Salon, mail, phone
from tests.support.rsvp_world import there

LONG = 10_000


def names_of_erased(salon: Salon) -> str:
    return " ".join(sorted(one.id for one in salon.entries() if one.is_erased))


def full_salon() -> Salon:
    """Anna left, Ben took a slot an hour later, Cem waits on."""
    salon = Salon()
    salon.join("anna", "ben", "cem", email="", service="Colour")
    salon.leave("anna")
    salon.after(hours=1)
    salon.free()
    assert salon.claim("ben").code == "booked"
    return salon


def test_whoever_ended_long_enough_ago_is_forgotten_once_a_day() -> None:
    salon = full_salon()
    salon.give(commands.SetEntryRetention(days=30))
    salon.until("2026-07-19 12:00")
    assert names_of_erased(salon) == ""
    salon.until("2026-07-22 12:00")
    assert names_of_erased(salon) == "anna ben"
    assert salon.entry("cem").name == "Cem"
    assert salon.slot().booked_by == "ben"
    kept = msgspec.json.encode(
        (
            list(salon.store.load(AllRecords())),
            salon.store.load(AuditPage(limit=LONG)),
            salon.messages(),
        )
    ).decode()
    for gone in ("Anna", phone("anna"), "Ben", phone("ben")):
        assert gone not in kept
    assert phone("cem") in kept


def test_a_round_that_finds_nobody_writes_nothing_but_its_next_time() -> None:
    salon = full_salon()
    salon.give(commands.SetEntryRetention(days=1))
    salon.after(days=3)
    lines = len(salon.lines())
    salon.after(hours=2)
    decision = salon.decide(commands.RetireEntries(days=1))
    assert (decision.answer, decision.steps) == (0, ())
    assert [alarm.due_at for alarm in salon.alarms("retention")] == [salon.now + housekeeping.EVERY]
    assert len(salon.lines()) == lines


@pytest.mark.parametrize(("moment", "old"), [("2026-06-21 12:59:59", 0), ("2026-06-21 13:00", 1)])
def test_it_is_so_many_days_to_the_second(moment: str, old: int) -> None:
    salon = Salon(now="2026-06-20 13:00")
    salon.join("anna")
    salon.now = there("2026-06-20 13:00")
    salon.leave("anna")
    salon.jump(moment)
    assert salon.decide(commands.RetireEntries(days=1)).answer == old


def test_more_than_a_page_is_forgotten_in_one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "PAGE", 2)
    salon = Salon(checks=False)
    names = [f"guest{number}" for number in range(5)]
    salon.join(*names)
    for name in names:
        salon.leave(name)  # at the same instant: only the id tells them apart
    salon.after(days=2)
    salon.give(commands.RetireEntries(days=1, again=False))
    assert len(names_of_erased(salon).split()) == 5
    assert salon.alarms("retention") == []


def test_a_round_begun_elsewhere_does_not_come_again_by_itself() -> None:
    salon = full_salon()
    salon.give(commands.RetireEntries(days=1, again=False))
    assert salon.alarms("retention") == []


def test_turning_it_off_ends_the_round_and_what_is_left_of_it() -> None:
    salon = full_salon()
    salon.settles = False
    salon.give(commands.SetEntryRetention(days=1))
    assert [one.key for one in salon.alarms("retention")] == [housekeeping.ROUND]
    salon.give(commands.SetEntryRetention(days=0))
    assert salon.alarms("retention") == []
    salon.settles = True
    salon.after(days=9)
    assert names_of_erased(salon) == ""


def test_a_longer_time_does_not_finish_a_round_that_was_begun_with_a_shorter_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(housekeeping, "PAGE", 1)
    salon = full_salon()
    salon.settles = False
    salon.jump("2026-06-25 12:00")
    salon.decide(commands.RetireEntries(days=1))
    assert [one.key for one in salon.alarms(housekeeping.MORE)] == [housekeeping.MORE]
    salon.decide(commands.SetEntryRetention(days=365))
    assert salon.alarms(housekeeping.MORE) == []
    assert [alarm.command for alarm in salon.alarms("retention")] == [
        commands.RetireEntries(days=365)
    ]


def test_what_is_remembered_of_an_address_names_it_nowhere() -> None:
    salon = Salon()
    salon.join("anna", email=mail("anna"))
    number = phone("anna")
    salon.reach(number, "bounced", f"550 {number} ({number[1:]}) is not known")
    salon.reach(mail("ben"), "bounced", f"<{mail('ben')}>: unknown")
    assert salon.contact(number).note == "550 … (…) is not known"
    assert salon.contact(mail("ben")).note == "<…>: unknown"


def test_an_opt_out_outlives_its_person_and_holds_when_they_come_again() -> None:
    salon = Salon()
    salon.join("anna")
    salon.reach(phone("anna"), "opted_out", "STOP by text")
    salon.erase("anna")
    assert salon.contact(phone("anna")).reach == "opted_out"
    salon.join("again", phone=phone("anna"))
    assert salon.entry("again").channel == ""
    assert salon.store.load(MessagePage(to=phone("anna"))) == ()
