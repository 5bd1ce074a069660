"""Lines about the waitlist: order, windows, quiet hours, tries, and the price of texts."""

import pytest

from fullhouse.kernel.times import QuietHours
from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from fullhouse.products.frontdesk.shared.rulebook.model import Money, SmsLimits
from tests.products.frontdesk.shared.rulebook.lines import reason, understood


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("priority first, then join time", "priority"),
        ("Priority, then join time", "priority"),
        ("join time", "joined"),
        ("Join  Time.", "joined"),
    ],
)
def test_the_order_is_one_of_two(written: str, order: str) -> None:
    assert understood(f"Order: {written}").order == order


def test_another_order_is_refused() -> None:
    assert "The order is one of two" in reason("Order: whoever shouts loudest")


@pytest.mark.parametrize(
    ("written", "minutes"),
    [
        ("1 minute", 1),
        ("10 minutes", 10),
        ("1 hour", 60),
        ("1h 30m", 90),
        ("7 days", 10080),
        ("1 day, 2 hours", 1560),
    ],
)
def test_the_claim_window_lasts_from_a_minute_to_a_week(written: str, minutes: int) -> None:
    assert understood(f"Claim window: {written}").claim_window_minutes == minutes


@pytest.mark.parametrize("written", ["0 minutes", "8 days", "169 hours"])
def test_a_claim_window_out_of_bounds_is_named(written: str) -> None:
    assert reason(f"Claim window: {written}") == (
        "It must be from 1 minute to 7 days. I understand lines such as `Claim window: 10 minutes`."
    )


@pytest.mark.parametrize(
    "written", ["ten minutes", "10", "10 minuets", "10 minutes each", "-10 minutes", "٣ minutes"]
)
def test_a_claim_window_that_is_no_duration_is_named(written: str) -> None:
    assert reason(f"Claim window: {written}") == (
        "That is not a duration. I understand lines such as `Claim window: 10 minutes`."
    )


@pytest.mark.parametrize(
    ("written", "quiet"),
    [
        ("21:00 to 08:00", QuietHours("21:00", "08:00")),
        ("From 22:30 until 7:00", QuietHours("22:30", "07:00")),
        ("21:00 \u2013 08:00", QuietHours("21:00", "08:00")),
        ("9pm to 8am", QuietHours("21:00", "08:00")),
        ("none", QuietHours("00:00", "00:00")),
    ],
)
def test_quiet_hours_have_a_beginning_and_an_end(written: str, quiet: QuietHours) -> None:
    assert understood(f"Quiet hours: {written}").quiet_hours == quiet


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("at night", "a beginning and an end"),
        ("21:00", "a beginning and an end"),
        ("21:00 to late", "'late' is not a time of day"),
        ("25:00 to 08:00", "'25:00' is not a time of day"),
    ],
)
def test_quiet_hours_that_cannot_be_are_named(written: str, why: str) -> None:
    assert why in reason(f"Quiet hours: {written}")


@pytest.mark.parametrize(("written", "tries"), [("1", 1), ("5", 5), ("100", 100), ("No limit", 0)])
def test_tries_are_counted_or_without_a_limit(written: str, tries: int) -> None:
    assert understood(f"Tries per slot: {written}").tries == tries


@pytest.mark.parametrize("written", ["0", "101", "five", "-5", "5.5", "٣"])
def test_tries_that_cannot_be_counted_are_named(written: str) -> None:
    assert "a number from 1 to 100, or `no limit`" in reason(f"Tries per slot: {written}")


@pytest.mark.parametrize(
    ("written", "minutes"),
    [("10 minutes before", 10), ("2 hours before the start", 120), ("0 min", 0)],
)
def test_the_cut_off_is_some_time_before(written: str, minutes: int) -> None:
    assert understood(f"Cut-off: {written}").cut_off_minutes == minutes
    assert understood(f"Cutoff: {written}").cut_off_minutes == minutes


def test_the_gap_alert_comes_some_time_before() -> None:
    assert understood("Gap alert: 30 minutes before").gap_alert_minutes == 30
    assert "It must be from 1 minute to 7 days." in reason("Gap alert: 0 minutes before")
    assert "That is not a duration." in reason("Cut-off: 10 minutes after")


@pytest.mark.parametrize(("written", "may"), [("yes", True), ("No", False)])
def test_smaller_parties_may_or_may_not_take_a_larger_slot(written: str, may: bool) -> None:
    assert understood(f"Smaller parties may take a larger slot: {written}").down_fitting is may


@pytest.mark.parametrize(("written", "may"), [("yes", True), ("No", False)])
def test_given_up_times_are_refilled_from_the_waitlist_or_not(written: str, may: bool) -> None:
    assert understood(f"Refill from the waitlist: {written}").refill is may
    assert understood("Language: en").refill is True


@pytest.mark.parametrize(
    "line", ["Smaller parties may take a larger slot", "Refill from the waitlist"]
)
def test_perhaps_is_no_answer(line: str) -> None:
    assert "yes or no" in reason(f"{line}: perhaps")


@pytest.mark.parametrize(
    ("written", "texts"),
    [
        ("at most 20 EUR a month, 0.08 EUR each", SmsLimits()),
        ("at most $35 per month; $0,05 per text", SmsLimits(Money(3500, "USD"), Money(5, "USD"))),
        ("at most 50€ a month", SmsLimits(Money(5000))),
        ("0,10 EUR each", SmsLimits(each=Money(10))),
        ("at most 0 EUR a month", SmsLimits(Money(0))),
        ("no limit", SmsLimits(None)),
        ("No limit, 0.09 EUR a text", SmsLimits(None, Money(9))),
        ("no limit, 0.09 GBP each", SmsLimits(None, Money(9, "GBP"))),
    ],
)
def test_texts_have_a_price_and_a_limit_or_none(written: str, texts: SmsLimits) -> None:
    assert understood(f"Texts: {written}").texts == texts


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("yes please", "I cannot see what texts may cost"),
        ("at most 20 EUR", "I cannot see what texts may cost"),
        ("at most twenty EUR a month", "'twenty EUR' is not an amount of money"),
        ("at most 20 a month", "'20' is not an amount of money"),
        ("at most 20 EUR a month, 0.08 USD each", "the same currency"),
        ("at most 20 USD a month", "the same currency"),
    ],
)
def test_a_price_of_texts_that_cannot_be_is_named(written: str, why: str) -> None:
    assert why in reason(f"Texts: {written}")


def test_texts_cost_what_the_country_of_the_number_says() -> None:
    texts = understood("Text prices: +33 0.07 EUR, +1: 0,01 EUR; +1876 0.12 EUR").texts
    assert texts.prices == (("+1", Money(1)), ("+1876", Money(12)), ("+33", Money(7)))
    numbers = ("+33612345678", "+12125550123", "+18765550123", "+491711234567")
    assert [texts.price_to(number).amount for number in numbers] == [7, 1, 12, 8]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("Text prices: France 0.07 EUR", "is not a country's code with a price"),
        ("Text prices: +33 cheap", "is not an amount of money"),
        ("Text prices: +33 0.07 USD", "in its currency"),
        (
            "Text prices: " + ", ".join(f"+{code} 1 EUR" for code in range(1000, 1251)),
            "too many prices",
        ),
    ],
)
def test_prices_that_cannot_be_read(written: str, why: str) -> None:
    assert why in reason(written)


def test_prices_by_country_stand_below_what_texts_may_cost() -> None:
    limits, prices = "Texts: at most 20 USD a month, 0.08 USD each", "Text prices: +33 0.07 USD"
    assert understood(f"{limits}\n{prices}").texts.prices == (("+33", Money(7, "USD")),)
    assert understood("Text prices: +33 0.07 EUR\nTexts: no limit").texts.prices
    assert "below the line" in parse_rules(f"{prices}\n{limits}").problems[0].reason
