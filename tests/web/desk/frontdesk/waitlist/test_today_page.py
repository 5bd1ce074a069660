"""Today at the front desk: numbers, picture and cards agree; without rules, the first step."""

import re
from datetime import UTC, datetime

import pytest

from fullhouse.products.frontdesk.shared.rulebook.model import Money
from fullhouse.web.desk.frontdesk.appointments import today_page as appointments_today
from fullhouse.web.desk.frontdesk.waitlist import today_page
from fullhouse.web.desk.frontdesk.waitlist.summary_page import SmsCost
from tests.web.desk.frontdesk.salon import Salon, tidy
from tests.web.desk.support import Desk


def test_a_house_without_rules_says_what_to_do_first(desk: Desk) -> None:
    for path in ("/desk/waitlist", "/desk/waitlist/list"):
        said = tidy(desk.read(path))
        assert "First write the rules." in said
        assert 'href="/desk/waitlist/rules?start=example"' in desk.web.get(path).text
    assert "- Colour: 90 minutes, 120 EUR" in tidy(desk.read("/desk/waitlist/rules?start=example"))


def test_the_desk_leads_to_guest_lists_and_waitlist(desk: Desk) -> None:
    assert 'href="/desk/waitlist"' in desk.web.get("/desk").text
    assert 'href="/desk"' in desk.web.get("/desk/waitlist").text


def test_a_quiet_day_says_so(desk: Desk, salon: Salon) -> None:
    said = tidy(desk.read("/desk/waitlist"))
    assert "0 slots freed for today" in said
    assert "No slot is open just now." in said
    assert "Colour 0 people" in said


def test_numbers_and_cards_tell_the_day(desk: Desk, day: Salon) -> None:
    said = tidy(desk.read("/desk/waitlist"))
    assert "1 of 4 freed slots filled" in said
    assert "2 Offered" in " ".join(reversed_pairs(desk.web.get("/desk/waitlist").text))
    assert "14:00 Colour with Jess Offered to Ben until 11:10 10 min left" in said
    assert "Asked before: Ada (said no)" in said
    assert "16:00 Cut with Jess Nobody on the list fits and can be reached." in said
    assert "12:30 Cut with Sam Filled with Emil" in said
    assert "55 EUR recovered" in said


def reversed_pairs(page: str) -> list[str]:
    """The counts as they are seen: the number first."""
    return [
        f"{number} {label}"
        for label, number in re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", page)
    ]


def test_another_day_is_shown_by_its_date(desk: Desk, day: Salon) -> None:
    said = tidy(desk.read("/desk/waitlist?day=2026-06-02"))
    assert "Tue 2 Jun 2026" in said
    assert "0 slots freed for this day" in said
    assert "Back to today" in said


@pytest.mark.parametrize(
    "day_asked", ["", "yesterday", "2026-02-31", "'; drop", "0001-01-01", "9999-12-31"]
)
def test_what_is_no_date_shows_today(desk: Desk, day: Salon, day_asked: str) -> None:
    page = desk.web.get("/desk/waitlist", params={"day": day_asked})
    assert "<h1>Today</h1>" in page.text


def test_a_slot_that_was_freed_again_is_shown_once(desk: Desk, day: Salon) -> None:
    day.joins("Fay", "Cut")
    assert desk.send("/desk/waitlist/slots/three/again").status_code == 303
    said = tidy(desk.read("/desk/waitlist"))
    assert said.count("16:00 Cut with Jess") == 1
    assert "Handed back to you" not in said


def test_the_page_changes_its_version_with_each_step(desk: Desk, day: Salon) -> None:
    first = desk.web.get("/desk/waitlist/live").json()["version"]
    assert f'data-version="{first}"' in desk.web.get("/desk/waitlist").text
    day.declines("two")
    second = desk.web.get("/desk/waitlist/live").json()["version"]
    day.writes("Services\n- Cut: 30 minutes\n")
    assert len({first, second, desk.web.get("/desk/waitlist/live").json()["version"]}) == 3


def test_at_night_the_page_says_why_nobody_is_asked(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada")
    desk.evening.passes(hours=13)
    salon.frees("late", starts_at=datetime(2026, 6, 2, 12, tzinfo=UTC))
    assert "Quiet hours: the waitlist is asked from Tue 2 Jun 2026, 08:00 on." in tidy(
        desk.read("/desk/waitlist?day=2026-06-02")
    )


def test_a_closed_day_has_no_hours(desk: Desk, salon: Salon) -> None:
    assert 'class="hours"' in desk.web.get("/desk/waitlist").text
    assert 'class="hours"' not in desk.web.get("/desk/waitlist?day=2026-06-07").text
    salon.writes(
        "Services\n- Cut: 30 minutes\nStaff: Jess\nOpening hours: Mon 09:00-18:00\nClosed: 1 Jun\n"
    )
    assert 'class="hours"' not in desk.web.get("/desk/waitlist").text


def test_a_slot_across_midnight_ends_with_the_picture(desk: Desk, salon: Salon) -> None:
    salon.frees("late", "Table", datetime(2026, 6, 1, 21, 0, tzinfo=UTC), staff="Sam")
    page = desk.web.get("/desk/waitlist").text
    assert re.search(r'<svg class="slot \w+" x="93.33%" y="\d+" width="6.67%"', page)


@pytest.mark.parametrize(
    ("stopped", "said"),
    [
        (False, "Texts have cost 16 EUR of the 20 EUR that they may this month."),
        (True, "Texts have cost all that they may this month, 20 EUR"),
    ],
)
def test_both_days_say_when_texts_have_nearly_cost_what_they_may(
    desk: Desk, salon: Salon, monkeypatch: pytest.MonkeyPatch, stopped: bool, said: str
) -> None:
    cost = SmsCost(200, Money(1600), Money(2000), stopped)
    for page, path in ((today_page, "/desk/waitlist"), (appointments_today, "/desk/appointments")):
        assert said not in tidy(desk.read(path))
        monkeypatch.setattr(page, "texts_nearly_spent", lambda *_: cost)
        assert said in tidy(desk.read(path))


def test_a_day_without_open_slots_names_the_days_that_have_some(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada")
    salon.frees(starts_at=datetime(2026, 6, 2, 12, tzinfo=UTC))
    said = tidy(desk.read("/desk/waitlist"))
    assert "No slot is open today. Open on other days: 2 Jun" in said
    assert 'href="?day=2026-06-02"' in desk.web.get("/desk/waitlist").text
    assert "Open on other days" not in tidy(desk.read("/desk/waitlist?day=2026-06-02"))
    assert "No slot is open on this day. Open on other days: 2 Jun" in tidy(
        desk.read("/desk/waitlist?day=2026-06-03")
    )
