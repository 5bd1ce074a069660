"""Dates and times in words, in each language that letters are written in."""

from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.times import instant, zone


class DateWords(msgspec.Struct, frozen=True):
    """The words and formats of one language for days, times and time zones."""

    weekdays: str
    months: str
    day: str
    day_of_year: str
    moment: str
    clock: str
    time: str
    today: str
    tomorrow: str
    month: str
    first: str = "1"


DATE_WORDS = {
    "en": DateWords(
        weekdays="Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        months=(
            "January February March April May June July August September October November December"
        ),
        day="{weekday} {day} {month}",
        day_of_year="{weekday} {day} {month} {year}",
        moment="{day}, {hour}:{minute}",
        clock="{city} time",
        time="{hour}:{minute}",
        today="today",
        tomorrow="tomorrow",
        month="{month} {year}",
    ),
    "de": DateWords(
        weekdays="Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
        months="Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        day="{weekday}, {day}. {month}",
        day_of_year="{weekday}, {day}. {month} {year}",
        moment="{day}, {hour}:{minute} Uhr",
        clock="Ortszeit {city}",
        time="{hour}:{minute} Uhr",
        today="heute",
        tomorrow="morgen",
        month="{month} {year}",
    ),
    "fr": DateWords(
        weekdays="lundi mardi mercredi jeudi vendredi samedi dimanche",
        months=(
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
        ),
        day="{weekday} {day} {month}",
        day_of_year="{weekday} {day} {month} {year}",
        moment="{day} à {hour}h{minute}",
        clock="heure locale, {city}",
        time="{hour}h{minute}",
        today="aujourd'hui",
        tomorrow="demain",
        month="{month} {year}",
        first="1er",
    ),
    "es": DateWords(
        weekdays="lunes martes miércoles jueves viernes sábado domingo",
        months=(
            "enero febrero marzo abril mayo junio "
            "julio agosto septiembre octubre noviembre diciembre"
        ),
        day="{weekday} {day} de {month}",
        day_of_year="{weekday} {day} de {month} de {year}",
        moment="{day}, {hour}:{minute}",
        clock="hora de {city}",
        time="{hour}:{minute}",
        today="hoy",
        tomorrow="mañana",
        month="{month} de {year}",
    ),
}


def known_language(language: str) -> str:
    """Return the language to write in: "de" for "de-AT", English for an unknown one."""
    plain = language.lower().replace("_", "-").split("-")[0]
    if plain in DATE_WORDS:
        return plain
    return "en"


def format_day(wall: datetime, language: str, *, year: bool = True) -> str:
    """Return a day in words: "Saturday 20 June 2026"."""
    words = DATE_WORDS[known_language(language)]
    template = words.day_of_year if year else words.day
    return template.format(
        weekday=words.weekdays.split()[wall.weekday()],
        day=words.first if wall.day == 1 else wall.day,
        month=words.months.split()[wall.month - 1],
        year=wall.year,
    )


def format_datetime(wall: datetime, language: str, *, year: bool = True) -> str:
    """Return a day and time in words: "Saturday 20 June 2026, 18:00"."""
    return _moment(format_day(wall, language, year=year), wall, language)


def say_time(wall: datetime, language: str) -> str:
    """Return a time of day: "18:00"."""
    words = DATE_WORDS[known_language(language)]
    return words.time.format(hour=f"{wall:%H}", minute=f"{wall:%M}")


def format_relative(wall: datetime, today: datetime, language: str, *, date: bool = False) -> str:
    """Return "tomorrow, 18:00" for a day that is near, else "Saturday 20 June, 18:00".

    With `date` a near day has its date too: "tomorrow, Saturday 20 June, 18:00".
    """
    day = format_day(wall, language, year=wall.year != today.year)
    near = _near(wall, today, language)
    if near and date:
        day = f"{near}, {day}"
    elif near:
        day = near
    return _moment(day, wall, language)


def _near(wall: datetime, today: datetime, language: str) -> str:
    words = DATE_WORDS[known_language(language)]
    return {0: words.today, 1: words.tomorrow}.get((wall.date() - today.date()).days, "")


def say_month(month: str, language: str) -> str:
    """Return "June 2026" for "2026-06"."""
    words, first = DATE_WORDS[known_language(language)], datetime.fromisoformat(f"{month}-01")
    return words.month.format(month=words.months.split()[first.month - 1], year=first.year)


def _moment(day: str, wall: datetime, language: str) -> str:
    words = DATE_WORDS[known_language(language)]
    return words.moment.format(day=day, hour=f"{wall:%H}", minute=f"{wall:%M}")


def say_clock(zone_name: str, wall: datetime, language: str) -> str:
    """Return a zone in words: "Berlin time", or "UTC-05:00" for a zone without a city."""
    area, slash, city = zone_name.rpartition("/")
    if slash and not area.startswith("Etc"):
        return DATE_WORDS[known_language(language)].clock.format(city=city.replace("_", " "))
    offset = instant(wall, zone_name).astimezone(zone(zone_name)).utcoffset() or timedelta(0)
    minutes = abs(offset) // timedelta(minutes=1)
    if not minutes:
        return "UTC"
    sign = "-" if offset < timedelta(0) else "+"
    return f"UTC{sign}{minutes // 60:02}:{minutes % 60:02}"
