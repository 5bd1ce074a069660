import pytest

from fullhouse.locale.numbers import format_count, format_minutes
from fullhouse.products.frontdesk.shared.amounts import format_money
from fullhouse.products.frontdesk.shared.rulebook.model import Money

DAY = 24 * 60
HARD_BLANK, NARROW_BLANK = "\u00a0", "\u202f"


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (-1, "less than a minute"),
        (0, "less than a minute"),
        (1, "1 minute"),
        (45, "45 minutes"),
        (60, "1 hour"),
        (90, "1 hour 30 minutes"),
        (121, "2 hours 1 minute"),
        (DAY, "1 day"),
        (2 * DAY + 61, "2 days 1 hour"),
    ],
)
def test_a_duration_is_said_in_words(minutes: int, said: str) -> None:
    assert format_minutes(minutes, "en") == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "1 Tag 2 Stunden|1 Stunde 30 Minuten|weniger als eine Minute"),
        ("fr", "1 jour 2 heures|1 heure 30 minutes|moins d'une minute"),
        ("es", "1 día y 2 horas|1 hora y 30 minutos|menos de un minuto"),
        ("tlh", "1 day 2 hours|1 hour 30 minutes|less than a minute"),
    ],
)
def test_a_duration_is_said_in_each_language(language: str, said: str) -> None:
    assert "|".join(format_minutes(minutes, language) for minutes in (DAY + 120, 90, 0)) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "999 1,234 1,234,567 -1,234"),
        ("de", "999 1.234 1.234.567 -1.234"),
        ("fr", f"999 1{NARROW_BLANK}234 1{NARROW_BLANK}234{NARROW_BLANK}567 -1{NARROW_BLANK}234"),
        ("es", "999 1234 1.234.567 -1234"),
    ],
)
def test_a_number_is_set_apart_as_the_language_does(language: str, said: str) -> None:
    assert (
        " ".join(format_count(count, language) for count in (999, 1234, 1_234_567, -1234)) == said
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "€1,234.50"),
        ("de", f"1.234,50{HARD_BLANK}€"),
        ("fr", f"1{NARROW_BLANK}234,50{HARD_BLANK}€"),
        ("es", f"1234,50{HARD_BLANK}€"),
    ],
)
def test_money_is_written_as_people_write_it(language: str, said: str) -> None:
    assert format_money(Money(123_450), language) == said


@pytest.mark.parametrize(
    ("money", "english", "german"),
    [
        (Money(12_000), "€120", f"120{HARD_BLANK}€"),
        (Money(5), "€0.05", f"0,05{HARD_BLANK}€"),
        (Money(-550, "USD"), "-$5.50", f"-5,50{HARD_BLANK}$"),
        (Money(120, "JPY"), "¥120", f"120{HARD_BLANK}¥"),
        (Money(12_050, "CHF"), f"CHF{HARD_BLANK}120.50", f"120,50{HARD_BLANK}CHF"),
        (Money(100, "XYZ"), f"XYZ{HARD_BLANK}1", f"1{HARD_BLANK}XYZ"),
    ],
)
def test_each_currency_has_its_own_decimals_and_sign(
    money: Money, english: str, german: str
) -> None:
    assert (format_money(money, "en"), format_money(money, "de")) == (english, german)
