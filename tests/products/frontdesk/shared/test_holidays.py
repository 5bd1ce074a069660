"""Public holidays are worked out elsewhere; here they are kept, and looked up."""

from datetime import date

from fullhouse.engine.execute import Rules, execute
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.product import Rule
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.shared.holidays import (
    Holidays,
    KeepHolidays,
    holiday_needs,
    is_holiday,
    keep_holidays,
)
from tests.support.rsvp_world import utc

NOW = utc("2026-06-01T08:00")
BERLIN = Holidays(id="DE-BE", days=("2026-10-03", "2026-12-25"), until="2026-12-31")
RULES = Rules({KeepHolidays: Rule(holiday_needs, keep_holidays)})


def keep(store: MemoryStore, holidays: Holidays) -> bool:
    """Keep them, and say whether anything was written."""
    return not execute(
        store, RULES, Invocation("1", "clock", KeepHolidays(holidays=holidays)), NOW
    ).is_empty


def test_a_holiday_is_one_as_far_as_is_known() -> None:
    assert is_holiday(BERLIN, date(2026, 10, 3))
    assert not is_holiday(BERLIN, date(2026, 10, 4))
    assert not is_holiday(None, date(2026, 10, 3))


def test_holidays_are_kept_once_and_put_right_when_they_change() -> None:
    store = MemoryStore()
    assert keep(store, BERLIN)
    assert not keep(store, BERLIN)
    longer = Holidays(id="DE-BE", days=(*BERLIN.days, "2027-01-01"), until="2027-12-31")
    assert keep(store, longer)
    assert store.load(Get(Holidays, ("DE-BE",))) == longer
