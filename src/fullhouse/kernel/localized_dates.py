"""Dates and times in words, in each language that letters are written in."""

from datetime import date, datetime, time, timedelta

from fullhouse.kernel.times import instant, zone
from fullhouse.locale import catalogue, cldr, known_language
from fullhouse.locale.numbers import comma

GROUP = "dates"


def weekday_names(language: str) -> list[str]:
    """Return the names of the days, Monday first."""
    names: list[str] = cldr()[known_language(language)]["weekdays"]
    return names


def month_names(language: str) -> list[str]:
    """Return the names of the months as a date has them."""
    names: list[str] = cldr()[known_language(language)]["months"]
    return names


def format_day(wall: datetime, language: str, *, year: bool = True) -> str:
    """Return a day in words: "Saturday 20 June 2026"."""
    return _day(wall, language, "day_of_year" if year else "day")


def format_limit(wall: datetime, language: str) -> str:
    """Return the first or last day of a period: its form depends on the words around it."""
    return _day(wall, language, "limit")


def _day(wall: datetime, language: str, pattern: str) -> str:
    texts = catalogue(language)
    return texts.text(GROUP, pattern).format(
        weekday=weekday_names(language)[wall.weekday()],
        day=texts.text(GROUP, "first") if wall.day == 1 else wall.day,
        month=month_names(language)[wall.month - 1],
        year=wall.year,
    )


def format_short_day(wall: datetime, language: str) -> str:
    """Return a day with short names: "Sat 20 Jun 2026"."""
    names, texts = cldr()[known_language(language)], catalogue(language)
    return texts.text(GROUP, "short_day").format(
        weekday=names["short_weekdays"][wall.weekday()],
        day=texts.text(GROUP, "first") if wall.day == 1 else wall.day,
        month=names["short_months"][wall.month - 1],
        year=wall.year,
    )


def format_datetime(wall: datetime, language: str, *, year: bool = True) -> str:
    """Return a day and time in words: "Saturday 20 June 2026, 18:00"."""
    return _moment(format_day(wall, language, year=year), wall, language)


def say_time(wall: datetime, language: str) -> str:
    """Return a time of day: "18:00"."""
    pattern = catalogue(language).text(GROUP, "time")
    return pattern.format(hour=wall.hour, minute=wall.minute)


def say_written_time(written: str, language: str) -> str:
    """Return a time of day that is written as "18:00" in words; other words as they are."""
    try:
        clock = time.fromisoformat(written)
    except ValueError:
        return written
    return say_time(datetime.combine(date.min, clock, tzinfo=None), language)


def format_relative(wall: datetime, today: datetime, language: str, *, date: bool = False) -> str:
    """Return "tomorrow, 18:00" for a day that is near, else "Saturday 20 June, 18:00".

    With `date` a near day has its date too: "tomorrow, Saturday 20 June, 18:00".
    """
    day = format_day(wall, language, year=wall.year != today.year)
    near = _near(wall, today, language)
    if near and date:
        day = f"{near}{comma(language)}{day}"
    elif near:
        day = near
    return _moment(day, wall, language)


def _near(wall: datetime, today: datetime, language: str) -> str:
    key = {0: "today", 1: "tomorrow"}.get((wall.date() - today.date()).days)
    if key is None:
        return ""
    return catalogue(language).text(GROUP, key)


def say_month(month: str, language: str) -> str:
    """Return "June 2026" for "2026-06"; a month alone has another form in some languages."""
    first = datetime.fromisoformat(f"{month}-01")
    pattern = catalogue(language).text(GROUP, "month")
    names = cldr()[known_language(language)]["months_alone"]
    return pattern.format(month=names[first.month - 1], year=first.year)


def _moment(day: str, wall: datetime, language: str) -> str:
    pattern = catalogue(language).text(GROUP, "moment")
    return pattern.format(day=day, hour=wall.hour, minute=wall.minute)


def say_clock(zone_name: str, wall: datetime, language: str) -> str:
    """Return a zone in words: "Berlin time", or "UTC-05:00" for a zone without a city."""
    area, slash, place = zone_name.rpartition("/")
    if slash and not area.startswith("Etc"):
        cities = cldr()[known_language(language)]["cities"]
        city = cities.get(zone_name) or place.replace("_", " ")
        return catalogue(language).text(GROUP, "clock").format(city=city)
    offset = instant(wall, zone_name).astimezone(zone(zone_name)).utcoffset() or timedelta(0)
    minutes = abs(offset) // timedelta(minutes=1)
    if not minutes:
        return "UTC"
    sign = "-" if offset < timedelta(0) else "+"
    return f"UTC{sign}{minutes // 60:02}:{minutes % 60:02}"
