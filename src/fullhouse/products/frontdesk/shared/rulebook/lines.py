"""The lines of the rules: how each is parsed into the rulebook and written back.

The table at the end lists them all.
"""

import re
from collections.abc import Callable
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from fullhouse.kernel.times import QuietHours, zone
from fullhouse.locale import LANGUAGES
from fullhouse.products.frontdesk.shared.rulebook import booking
from fullhouse.products.frontdesk.shared.rulebook.booking import is_closed, items
from fullhouse.products.frontdesk.shared.rulebook.days import (
    DAYS,
    clock_time,
    closed_day,
    closed_words,
    holidays_of,
    weekly_hours,
    weekly_words,
)
from fullhouse.products.frontdesk.shared.rulebook.model import (
    Closed,
    Hours,
    Money,
    Rulebook,
    SmsLimits,
    normalized_name,
)
from fullhouse.products.frontdesk.shared.rulebook.services import (
    name_of,
    service_of,
    service_words,
    with_service,
)
from fullhouse.products.frontdesk.shared.rulebook.values import (
    DAY,
    NotUnderstood,
    duration_words,
    minutes_of,
    money_at,
    money_words,
    phone_of,
)

MOST_STAFF = 200
EITHER = "Each of the staff has a place, so the rules have one of the lines `Staff` and `Places`."
MOST_CLOSED = 400
MOST_HOURS = 100
MOST_TRIES = 100
LONGEST_ZONE = 60
LONGEST_ADDRESS = 120
LONGEST_WINDOW = 7 * DAY
# The names of our languages in English; each may be given by its own name, too.
ENGLISH_NAMES = {
    "english": "en",
    "german": "de",
    "french": "fr",
    "spanish": "es",
    "italian": "it",
    "portuguese": "pt",
    "dutch": "nl",
    "polish": "pl",
    "swedish": "sv",
    "arabic": "ar",
}
LANGUAGE_NAMES = ENGLISH_NAMES | {name.lower(): code for code, name in LANGUAGES.items()}
ORDERS = {
    "priority first then join time": "priority",
    "priority then join time": "priority",
    "join time": "joined",
}
AMOUNT = r"[^ ]{1,20}(?: [^ ]{1,20})?"
TEXTS = re.compile(
    rf"(?:(?P<free>no limit)|at most (?P<limit>{AMOUNT}) (?:a|per) month)?[ ,;]*"
    rf"(?:(?P<each>{AMOUNT}) (?:each|(?:a|per) text))?",
    re.IGNORECASE,
)
PRICE = re.compile(rf"(?P<code>\+[1-9]\d{{0,3}}):? (?P<price>{AMOUNT})", re.ASCII)
NEXT_PRICE = re.compile(r"[,;] *(?=\+)")
MOST_PRICES = 250
NO_LIMIT = "no limit"
NONE = ("none", "no quiet hours")
YES_OR_NO = ("no", "yes")


class LineType(msgspec.Struct, frozen=True):
    """One kind of line: its fixed words, an example, how it is parsed and written.

    With `many` it may also stand as a list below its words.
    """

    words: str
    example: str
    read: Callable[[Rulebook, str], Rulebook]
    write: Callable[[Rulebook], str]
    many: bool = False

    def said(self, book: Rulebook) -> str:
        """Write the line, or lines, for a rulebook; empty if it has no value."""
        value = self.write(book)
        if not value:
            return ""
        if value.startswith("\n"):
            return f"{self.words}{value}"
        return f"{self.words}: {value}"


def _services(book: Rulebook, value: str) -> Rulebook:
    return with_service(book, service_of(value))


def _services_words(book: Rulebook) -> str:
    return "".join(f"\n- {service_words(service)}" for service in book.services)


def _business(book: Rulebook, value: str) -> Rulebook:
    return replace(book, business=name_of(value))


def _phone(book: Rulebook, value: str) -> Rulebook:
    return replace(book, phone=phone_of(value))


def _address(book: Rulebook, value: str) -> Rulebook:
    if len(value) > LONGEST_ADDRESS:
        raise NotUnderstood(f"An address has at most {LONGEST_ADDRESS} characters.")
    return replace(book, address=value)


def _zone(book: Rulebook, value: str) -> Rulebook:
    name = value.replace(" ", "_")[: LONGEST_ZONE + 1]
    for written in (name, name.title(), name.upper()):
        try:
            return replace(book, zone=zone(written).key)
        except ValueError:
            continue
    raise NotUnderstood("There is no time zone of that name.")


def _language(book: Rulebook, value: str) -> Rulebook:
    named = value.lower()
    language = LANGUAGE_NAMES.get(named, named)
    if language not in LANGUAGES:
        raise NotUnderstood(f"I write in {', '.join(LANGUAGES)}.")
    return replace(book, language=language)


def _staff(book: Rulebook, value: str) -> Rulebook:
    if book.places:
        raise NotUnderstood(EITHER)
    for name in map(name_of, items(value)):
        if book.staff_member(name):
            raise NotUnderstood(f"{name} is named twice.")
        if len(book.staff) >= MOST_STAFF:
            raise NotUnderstood(f"There are at most {MOST_STAFF} people.")
        book = replace(book, staff=(*book.staff, name))
    return book


def _places(book: Rulebook, value: str) -> Rulebook:
    if book.staff:
        raise NotUnderstood(EITHER)
    if not re.fullmatch(r"\d{1,3}", value, re.ASCII) or not 1 <= int(value) <= MOST_STAFF:
        raise NotUnderstood(f"It is a number from 1 to {MOST_STAFF}.")
    return replace(book, places=int(value))


def _opening_hours(book: Rulebook, value: str) -> Rulebook:
    found = sorted(
        (*book.opening_hours, *weekly_hours(value)), key=lambda hours: (hours.day, hours.opens)
    )
    if len(found) > MOST_HOURS:
        raise NotUnderstood(f"A week has at most {MOST_HOURS} opening times.")
    for hours, after in pairwise(found):
        if _contradict(hours, after):
            raise NotUnderstood(f"The hours of {DAYS[hours.day]} contradict each other.")
    return replace(book, opening_hours=tuple(found))


def _contradict(hours: Hours, after: Hours) -> bool:
    if hours.day != after.day:
        return False
    return after.opens < hours.closes or is_closed(hours) or is_closed(after)


def _closed(book: Rulebook, value: str) -> Rulebook:
    for item in items(value):
        place = holidays_of(item)
        if place:
            book = _with_holidays(book, place)
        else:
            book = _with_closed(book, closed_day(item))
    return book


def _with_holidays(book: Rulebook, place: str) -> Rulebook:
    if book.holidays_of:
        raise NotUnderstood("The public holidays are those of one place.")
    return replace(book, holidays_of=place)


def _with_closed(book: Rulebook, day: Closed) -> Rulebook:
    if day in book.closed:
        raise NotUnderstood(f"{closed_words(day)} is named twice.")
    if len(book.closed) >= MOST_CLOSED:
        raise NotUnderstood(f"There are at most {MOST_CLOSED} closed days.")
    return replace(book, closed=(*book.closed, day))


def _closed_words(book: Rulebook) -> str:
    days = [closed_words(day) for day in book.closed]
    if book.holidays_of:
        days.insert(0, f"public holidays of {book.holidays_of}")
    return ", ".join(days)


def _order(book: Rulebook, value: str) -> Rulebook:
    order = ORDERS.get(normalized_name(value.replace(",", " ")))
    if order is None:
        raise NotUnderstood(
            "The order is one of two: `priority first, then join time` or `join time`."
        )
    return replace(book, order=order)


def _order_words(book: Rulebook) -> str:
    return "priority first, then join time" if book.order == "priority" else "join time"


def _claim_window(book: Rulebook, value: str) -> Rulebook:
    return replace(book, claim_window_minutes=minutes_of(value, 1, LONGEST_WINDOW))


def _quiet_hours(book: Rulebook, value: str) -> Rulebook:
    if value.lower() in NONE:
        return replace(book, quiet_hours=QuietHours("00:00", "00:00"))
    times = (
        normalized_name(value)
        .removeprefix("from ")
        .replace(" to ", "-")
        .replace(" until ", "-")
        .split("-")
    )
    if len(times) != len(("from", "to")):
        raise NotUnderstood("Quiet hours have a beginning and an end.")
    start, end = (clock_time(time.strip()) for time in times)
    return replace(book, quiet_hours=QuietHours(start, end))


def _quiet_words(book: Rulebook) -> str:
    quiet = book.quiet_hours
    if (quiet.from_, quiet.to) == ("00:00", "00:00"):
        return "none"
    return f"{quiet.from_} to {quiet.to}"


def _tries(book: Rulebook, value: str) -> Rulebook:
    if value.lower() == NO_LIMIT:
        return replace(book, tries=0)
    if not re.fullmatch(r"\d{1,3}", value, re.ASCII) or not 1 <= int(value) <= MOST_TRIES:
        raise NotUnderstood(f"It is a number from 1 to {MOST_TRIES}, or `no limit`.")
    return replace(book, tries=int(value))


def _before(value: str) -> str:
    return value.lower().removesuffix(" the start").removesuffix(" before")


def _cut_off(book: Rulebook, value: str) -> Rulebook:
    return replace(book, cut_off_minutes=minutes_of(_before(value), 0, LONGEST_WINDOW))


def _gap_alert(book: Rulebook, value: str) -> Rulebook:
    return replace(book, gap_alert_minutes=minutes_of(_before(value), 1, LONGEST_WINDOW))


def _down_fitting(book: Rulebook, value: str) -> Rulebook:
    return replace(book, down_fitting=_is_yes(value))


def _refill(book: Rulebook, value: str) -> Rulebook:
    return replace(book, refill=_is_yes(value))


def _is_yes(value: str) -> bool:
    if value.lower() not in YES_OR_NO:
        raise NotUnderstood("The answer is yes or no.")
    return value.lower() == YES_OR_NO[True]


def _texts(book: Rulebook, value: str) -> Rulebook:
    found = TEXTS.fullmatch(value)
    if found is None:
        raise NotUnderstood("I cannot see what texts may cost.")
    limit, each = SmsLimits().limit, SmsLimits().each
    if found["limit"]:
        limit = _amount(found["limit"])
    if found["free"]:
        limit = None
    if found["each"]:
        each = _amount(found["each"])
    return replace(book, texts=_limits(SmsLimits(limit, each, book.texts.prices)))


def _amount(text: str) -> Money:
    found = money_at(text, 0)
    if found is None or found[1] != len(text):
        raise NotUnderstood(f"{text!r} is not an amount of money.")
    return found[0]


def _limits(limits: SmsLimits) -> SmsLimits:
    if limits.limit and limits.limit.currency != limits.each.currency:
        raise NotUnderstood("Both amounts must be in the same currency.")
    if any(price.currency != limits.each.currency for _, price in limits.prices):
        raise NotUnderstood("Write prices by country below the line `Texts:`, in its currency.")
    return limits


def _prices(book: Rulebook, value: str) -> Rulebook:
    """Read the prices of texts by the code of a country, such as +33 0.07 EUR."""
    prices: dict[str, Money] = {}
    for one in NEXT_PRICE.split(value)[: MOST_PRICES + 1]:
        found = PRICE.fullmatch(one)
        if found is None:
            raise NotUnderstood(f"{one!r} is not a country's code with a price.")
        prices[found["code"]] = _amount(found["price"])
    if len(prices) > MOST_PRICES:
        raise NotUnderstood("These are too many prices.")
    texts = replace(book.texts, prices=tuple(sorted(prices.items())))
    return replace(book, texts=_limits(texts))


def _prices_words(book: Rulebook) -> str:
    return ", ".join(f"{code} {money_words(price)}" for code, price in book.texts.prices)


def _texts_words(book: Rulebook) -> str:
    each = f"{money_words(book.texts.each)} each"
    if not book.texts.limit:
        return f"{NO_LIMIT}, {each}"
    return f"at most {money_words(book.texts.limit)} a month, {each}"


KINDS = (
    LineType("Business", "Business: Salon Jess", _business, lambda book: book.business),
    LineType("Phone", "Phone: +49 30 1234567", _phone, lambda book: book.phone),
    LineType(
        "Address",
        "Address: Main Street 1, 10115 Berlin",
        _address,
        lambda book: book.address,
    ),
    LineType("Time zone", "Time zone: Europe/Berlin", _zone, lambda book: book.zone),
    LineType("Language", "Language: en", _language, lambda book: book.language),
    LineType(
        "Services",
        "- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours",
        _services,
        _services_words,
        many=True,
    ),
    LineType("Staff", "Staff: Jess, Sam", _staff, lambda book: ", ".join(book.staff), many=True),
    LineType("Places", "Places: 4", _places, lambda book: str(book.places or "")),
    LineType(
        "Opening hours",
        "Opening hours: Mon-Fri 09:00-12:00 and 13:00-18:00, Sat 10:00-14:00",
        _opening_hours,
        lambda book: weekly_words(book.opening_hours),
        many=True,
    ),
    LineType(
        "Closed",
        "Closed: public holidays of DE-BE, 24 Dec, 1 May 2027",
        _closed,
        _closed_words,
        many=True,
    ),
    LineType("Order", "Order: priority first, then join time", _order, _order_words),
    LineType(
        "Claim window",
        "Claim window: 10 minutes",
        _claim_window,
        lambda book: duration_words(book.claim_window_minutes),
    ),
    LineType("Quiet hours", "Quiet hours: 21:00 to 08:00", _quiet_hours, _quiet_words),
    LineType(
        "Tries per slot", "Tries per slot: 5", _tries, lambda book: str(book.tries or NO_LIMIT)
    ),
    LineType(
        "Cut-off",
        "Cut-off: 10 minutes before",
        _cut_off,
        lambda book: f"{duration_words(book.cut_off_minutes)} before",
    ),
    LineType(
        "Smaller parties may take a larger slot",
        "Smaller parties may take a larger slot: yes",
        _down_fitting,
        lambda book: YES_OR_NO[book.down_fitting],
    ),
    LineType(
        "Gap alert",
        "Gap alert: 45 minutes before",
        _gap_alert,
        lambda book: f"{duration_words(book.gap_alert_minutes)} before",
    ),
    LineType(
        "Refill from the waitlist",
        "Refill from the waitlist: yes",
        _refill,
        lambda book: YES_OR_NO[book.refill],
    ),
    LineType("Texts", "Texts: at most 20 EUR a month, 0.08 EUR each", _texts, _texts_words),
    LineType(
        "Text prices", "Text prices: +33 0.07 EUR, +41 0.06 EUR", _prices, _prices_words, many=True
    ),
    LineType("Online booking", "Online booking: yes", booking.public_booking, booking.public_words),
    LineType(
        "Booking notice", "Booking notice: 2 hours before", booking.notice, booking.notice_words
    ),
    LineType(
        "Booking horizon", "Booking horizon: 60 days ahead", booking.horizon, booking.horizon_words
    ),
    LineType(
        "Staff hours",
        "Staff hours: Jess Mon-Wed 09:00-12:00 and 12:30-16:00; Sam Thu-Fri 10:00-18:00",
        booking.staff_hours,
        booking.staff_hours_words,
        many=True,
    ),
    LineType(
        "Time between appointments",
        "Time between appointments: 10 minutes",
        booking.buffer,
        booking.buffer_words,
    ),
    LineType(
        "Daily maximum",
        "Daily maximum: 12, Jess 6",
        booking.daily_maximum,
        booking.daily_maximum_words,
        many=True,
    ),
)
