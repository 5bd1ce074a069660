"""How the months went, in words, as a picture and as a table; and what texts have cost."""

from datetime import UTC, datetime
from typing import cast

import pytest

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Need
from fullhouse.products.frontdesk.shared.rulebook.model import Money, Rulebook, SmsLimits
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.model import FreedBetween
from fullhouse.web.desk.frontdesk.waitlist import summary_page
from tests.web.desk.frontdesk.salon import RULES, Salon, tidy
from tests.web.desk.support import Desk


def test_this_month_is_told_first(desk: Desk, day: Salon) -> None:
    said = tidy(desk.read("/desk/waitlist/summary"))
    assert "1 of 4 freed slots filled in June 2026 55 EUR recovered" in said
    assert "It took less than a minute on average to fill one, with 4 offers in all." in said
    assert "June 2026 4 1 0 0 3 0 55 EUR" in said
    assert "June 2026: 1 of 4 freed slots filled." in said


def test_months_before_it_stand_below(
    desk: Desk, day: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summary_page, "PAGE", 2)
    day.evening.passes(days=61)
    desk.sign_in()
    day.frees("later", "Cut", datetime(2026, 8, 3, 12, tzinfo=UTC), staff="Sam")
    said = tidy(desk.read("/desk/waitlist/summary"))
    assert "0 of 1 freed slot filled in August 2026" in said
    assert said.index("August 2026 1 0") < said.index("July 2026 0 0") < said.index("June 2026 4 1")
    assert "Nothing recovered yet" in said


def test_a_month_that_is_over_is_added_up_once(
    desk: Desk, day: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    day.evening.passes(days=61)
    desk.sign_in()
    first = desk.read("/desk/waitlist/summary")
    engine, asked = day.evening.engine, list[FreedBetween]()
    load = engine.load

    def noted(need: Need[object]) -> object:
        asked.extend([need] if isinstance(need, FreedBetween) else [])
        return load(need)

    monkeypatch.setattr(engine, "load", noted)
    assert desk.read("/desk/waitlist/summary") == first
    assert [f"{need.until:%Y-%m-%d}" for need in asked] == ["2026-08-31"]


def test_a_month_with_a_slot_that_is_still_open_is_added_up_again(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada")
    salon.evening.clock.move_to(datetime(2026, 6, 30, 20, 30, tzinfo=UTC))
    salon.frees("night", starts_at=datetime(2026, 7, 2, 12, tzinfo=UTC))
    salon.evening.passes(hours=4)
    desk.sign_in()
    assert "June 2026: 0 of 1 freed slot filled" in tidy(desk.read("/desk/waitlist/summary"))
    salon.evening.passes(hours=6)
    salon.claims("night")
    assert "June 2026: 1 of 1 freed slot filled" in tidy(desk.read("/desk/waitlist/summary"))


def test_a_house_where_nothing_was_freed_shows_this_month(desk: Desk, salon: Salon) -> None:
    assert "0 of 0 freed slots filled in June 2026" in tidy(desk.read("/desk/waitlist/summary"))


def test_what_texts_cost_is_counted_against_the_limit(desk: Desk, salon: Salon) -> None:
    assert "0 parts sent: 0 EUR of 20 EUR." in tidy(desk.read("/desk/waitlist/summary"))
    salon.writes(f"{RULES}Texts: no limit\n")
    assert "there is no limit" in tidy(desk.read("/desk/waitlist/summary"))


class Counted:
    """A house that has counted some texts."""

    def __init__(self, spend: SmsSpend) -> None:
        self.spend = spend

    def load(self, _need: object) -> SmsSpend:
        return self.spend

    def now(self) -> datetime:
        return datetime(2026, 6, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("month", "amount", "told"),
    [("2026-06", 96, (96, False)), ("2026-06", 1999, (1999, True)), ("2026-05", 1999, (0, False))],
)
def test_texts_stop_when_one_more_would_cost_too_much(
    month: str, amount: int, told: tuple[int, bool]
) -> None:
    book = Rulebook(texts=SmsLimits(Money(2000), Money(8)))
    found = summary_page.texts_of(
        cast("Engine", Counted(SmsSpend(month=month, parts=12, amount=amount))), book
    )
    assert (found.cost.amount, found.stopped) == told


@pytest.mark.parametrize(
    ("month", "amount", "near"),
    [("2026-06", 1599, False), ("2026-06", 1600, True), ("2026-05", 1999, False)],
)
def test_texts_are_near_their_limit_at_four_fifths(month: str, amount: int, near: bool) -> None:
    book = Rulebook(texts=SmsLimits(Money(2000), Money(8)))
    engine = cast("Engine", Counted(SmsSpend(month=month, parts=12, amount=amount)))
    assert (summary_page.texts_nearly_spent(engine, book) is not None) == near
