"""A rehearsal's timeline as values: what is alike on one day stands in one row."""

from datetime import timedelta

from fullhouse.products.rsvp.rehearsal import Rehearsal, RehearsedMessage, rows
from tests.support.rsvp_world import BERLIN, there

NOON = there("2026-06-10 12:00")
HOUR = timedelta(hours=1)


def told(
    hours: int, kind: str = "confirmation", name: str = "", note: str = ""
) -> RehearsedMessage:
    return RehearsedMessage(NOON + hours * HOUR, "sent", kind, name, note=note)


def test_what_is_alike_on_one_day_is_one_row() -> None:
    found = rows([told(0, name="Ada"), told(1, name="Bob"), told(2, "offer")], BERLIN)
    assert [(row.kind, [one.name for one in row.told]) for row in found] == [
        ("confirmation", ["Ada", "Bob"]),
        ("offer", [""]),
    ]


def test_another_day_or_another_reason_is_another_row() -> None:
    assert len(rows([told(0), told(11), told(12)], BERLIN)) == 2
    assert len(rows([told(0), told(0, note="quiet_hours")], BERLIN)) == 2
    assert rows([], BERLIN) == ()


def test_only_what_would_leave_counts_as_sent() -> None:
    rehearsal = Rehearsal(
        event_id="party",
        name="Party",
        timezone=BERLIN,
        began=NOON,
        starts=NOON,
        guests=0,
        simulated=1,
        told=(told(0), RehearsedMessage(NOON, "dropped", "reminder:7d")),
    )
    assert rehearsal.sent == 1
    assert len(rehearsal.rows) == 2
