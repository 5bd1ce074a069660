"""A sign-up curve has a bounded number of points, the same at once or in parts."""

from datetime import UTC, datetime, timedelta

from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.audit import AuditChange, AuditLine
from fullhouse.products.rsvp.signup_curve import MOST_POINTS, SignupCurve, signup_curve
from tests.support.rsvp_world import EVENT, Room, full_room

BEGAN = datetime(2026, 6, 1, tzinfo=UTC)


def line(number: int, after: timedelta, **adds: int) -> AuditLine:
    return AuditLine(
        EVENT,
        BEGAN + after,
        "x",
        "signed_up",
        "x",
        "o",
        (AuditChange("event", (EVENT,), adds=adds),),
        "",
        number,
    )


def heard(room: Room) -> SignupCurve:
    lines = room.store.load(AuditPage(EVENT, limit=1000))
    return signup_curve(SignupCurve(room.event.created_at), lines)


def test_it_ends_where_the_counters_stand() -> None:
    room = full_room()
    room.cancel("anna")
    room.after(hours=1)
    room.claim("cem")
    growth = heard(room)
    assert (
        (growth.confirmed, growth.waiting) == (room.event.confirmed, room.event.waiting) == (2, 1)
    )
    assert growth.number == len(room.actions())


def test_before_anything_happened_it_is_flat() -> None:
    assert (SignupCurve(BEGAN).confirmed, SignupCurve(BEGAN).waiting) == (0, 0)


def test_what_happens_in_the_same_minute_is_one_point() -> None:
    growth = signup_curve(
        SignupCurve(BEGAN), [line(at, timedelta(seconds=at), confirmed=1) for at in range(50)]
    )
    assert [(one.slice, one.confirmed) for one in growth.points] == [(0, 50)]


def test_long_stories_have_wider_slices_and_never_too_many_points() -> None:
    lines = [line(at, timedelta(hours=at), confirmed=1, waiting=at % 2) for at in range(5000)]
    growth = signup_curve(SignupCurve(BEGAN), lines)
    assert MOST_POINTS / 3 < len(growth.points) <= MOST_POINTS
    assert (growth.confirmed, growth.waiting) == (5000, 2500)
    last = growth.at(growth.points[-1])
    assert last <= lines[-1].at < last + growth.width


def test_hearing_it_in_parts_comes_out_the_same() -> None:
    lines = [line(at, timedelta(minutes=7 * at), confirmed=1) for at in range(1000)]
    growth = SignupCurve(BEGAN)
    for start in range(0, 1000, 90):
        growth = signup_curve(growth, lines[start : start + 90])
    assert growth == signup_curve(SignupCurve(BEGAN), lines)


def test_a_line_of_before_the_beginning_counts_at_it() -> None:
    growth = signup_curve(SignupCurve(BEGAN), [line(1, -timedelta(days=1), confirmed=1)])
    assert [one.slice for one in growth.points] == [0]
