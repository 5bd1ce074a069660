from datetime import UTC, datetime
from pathlib import Path

from fullhouse.products.rsvp.commands import CancelGuest
from tests.web.desk.support import Desk, desk_at


class RealClock:
    """A clock that nobody can move."""

    def now(self) -> datetime:
        return datetime.now(UTC)


def test_the_strip_shows_the_time_where_the_event_is(desk: Desk) -> None:
    desk.evening.opens()
    assert "The clock stands at Mon 1 Jun 2026, 11:00" in desk.read("/desk")


def test_the_next_thing_happens_and_is_told(desk: Desk) -> None:
    desk.evening.opens(cap=1)
    for name in ("Anna", "Bert", "Cleo"):
        desk.evening.signs_up(name)
    desk.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    answer = desk.send("/desk/clock/next", {"back": "/desk/e/party"})
    path = answer.headers["location"]
    assert path.startswith("/desk/e/party?happened=")
    page = desk.read(path)
    assert "The clock stands at Mon 1 Jun 2026, 17:00" in page
    assert "Bert did not answer in time" in page
    assert "The seat rolled on: Cleo was offered it next" in page
    assert "Email to cleo@example.org : offer" in page


def test_what_happens_elsewhere_says_where(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.opens(
        "tea", name="Tea", host_email="jo@example.org", starts_at=datetime(2026, 6, 5, 18, 0)
    )
    here = desk.read(desk.send("/desk/clock/next", {"back": "/desk/e/tea"}).headers["location"])
    assert "Tea: Email to jo@example.org" not in here
    there = desk.read(desk.send("/desk/clock/next", {"back": "/desk/e/party"}).headers["location"])
    assert "Tea: Email to jo@example.org : headcount" in there


def test_whoever_moves_the_clock_stays_signed_in(desk: Desk) -> None:
    desk.evening.opens(starts_at=datetime(2026, 12, 24, 18, 0))
    desk.evening.signs_up("Anna")
    for _ in range(3):
        desk.send("/desk/clock/next", {"back": "/desk"})
    assert desk.evening.clock.now().month == 12
    assert desk.web.get("/desk").status_code == 200


def test_the_way_back_is_a_page_of_the_desk(desk: Desk) -> None:
    answer = desk.send("/desk/clock/next", {"back": "https://evil.example/"})
    assert answer.headers["location"].startswith("/desk?happened=")


def test_a_made_up_mark_shows_nothing(desk: Desk) -> None:
    for mark in ("x", "1-x", "-", "9" * 40, "1-99999999999999"):
        assert desk.web.get(f"/desk?happened={mark}").status_code == 200


def test_a_real_clock_has_no_strip_and_refuses_to_be_moved(tmp_path: Path) -> None:
    with desk_at(tmp_path, clock=RealClock()) as desk:
        desk.sign_in()
        assert "The clock stands at" not in desk.read("/desk")
        assert desk.send("/desk/clock/next").status_code == 409
