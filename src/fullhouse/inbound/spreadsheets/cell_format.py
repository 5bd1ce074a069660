"""Number formats of cells: days, times, truth values and plain numbers, for XLSX and Google."""

import re
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec

from fullhouse.inbound.guest_import.xlsx_reader import WORKBOOK, elements
from fullhouse.kernel.patterns import regex

Look = Literal["date", "time", "moment", "number"]

STYLES = "xl/styles.xml"
DAY_ZERO, DAY_ZERO_1904 = datetime(1899, 12, 30, tzinfo=UTC), datetime(1904, 1, 1, tzinfo=UTC)
LAST_DAY = 2_958_465  # the end of the year 9999
FIRST_SURE_DAY = 61  # before March 1900, spreadsheets count a day that did not exist
BUILT_IN: dict[int, Look] = {
    **dict.fromkeys((14, 15, 16, 17, *range(27, 32), 34, 36, *range(50, 59)), "date"),
    **dict.fromkeys((18, 19, 20, 21, 32, 33, 35, 45, 46, 47), "time"),
    22: "moment",
}
# Colours, conditions, texts and escaped letters in a number format; not elapsed hours such as [h].
ASIDE = regex(r'\[(?!h|m|s)[^\]]*\]|"[^"]*"|\\.|_.|\*.', re.IGNORECASE)
MOST_FORMATS = 70_000
WANTED = frozenset({"numFmt", "cellStyleXfs", "cellXfs", "xf"})
SURE_DIGITS = 15  # a floating-point number holds no more


class NumberFormats(msgspec.Struct, frozen=True):
    """A workbook's formats by style, and the day that it counts from."""

    by_style: dict[str, Look] = {}
    zero: datetime = DAY_ZERO

    def of(self, style: str) -> Look:
        return self.by_style.get(style, "number")

    def shown(self, kind: str, style: str, written: str) -> str:
        """Show a cell that holds no text: dates as dates, truths as words, errors as nothing."""
        if kind == "n" and written:
            return shown_number(written, self.of(style), self.zero)
        if kind == "b":
            return "TRUE" if written == "1" else "FALSE"
        return "" if kind == "e" else written


def looks_of(book: zipfile.ZipFile) -> NumberFormats:
    """Read a workbook's formats."""
    properties = next((given for tag, given in elements(book, WORKBOOK) if tag == "workbookPr"), {})
    if properties.get("date1904") in {"1", "true"}:
        return NumberFormats(_looks(book), DAY_ZERO_1904)
    return NumberFormats(_looks(book), DAY_ZERO)


def _looks(book: zipfile.ZipFile) -> dict[str, Look]:
    if STYLES not in book.namelist():
        return {}
    formats: dict[str, str] = {}
    looks: dict[str, Look] = {}
    of_cells = False
    count = 0
    for tag, given in elements(book, STYLES, WANTED, MOST_FORMATS):
        if tag == "numFmt":
            formats[given.get("numFmtId", "")] = given.get("formatCode", "")
        elif tag == "xf" and of_cells:
            looks[str(count)] = _look(given.get("numFmtId", "0"), formats)
            count += 1
        elif tag != "xf":
            of_cells = tag == "cellXfs"
    return looks


def _look(number: str, formats: dict[str, str]) -> Look:
    if number in formats:
        return look_of_format(formats[number])
    if not number.isdecimal():
        return "number"
    return BUILT_IN.get(int(number), "number")


def look_of_format(code: str) -> Look:
    """Return what a number format shows: `dd.mm.yyyy` a date, `hh:mm` a time, both a moment."""
    letters = ASIDE.sub("", code.partition(";")[0]).lower()
    if letters == "general":
        return "number"
    has_day = "d" in letters or "y" in letters or "mmm" in letters
    has_hour = "h" in letters or "s" in letters
    if has_day:
        return "moment" if has_hour else "date"
    return "time" if has_hour else "number"


def shown_number(written: str, look: Look, zero: datetime = DAY_ZERO) -> str:
    """Show a stored number: a date as 2026-06-01, a time as 14:00, a whole number as such."""
    try:
        value = float(written)
    except ValueError:
        return written
    if look != "number" and 0 <= value <= LAST_DAY:
        return _shown_time(value, look, zero)
    whole = abs(value) < 10**SURE_DIGITS and value.is_integer()
    return str(int(value)) if whole else written


def _shown_time(value: float, look: Look, zero: datetime) -> str:
    moment = zero + timedelta(seconds=round(value * 86_400))
    clock = f"{moment:%H:%M:%S}" if moment.second else f"{moment:%H:%M}"
    if look == "time" or value < 1:
        return clock
    day = f"{moment:%Y-%m-%d}"
    if look == "date" and clock == "00:00":
        return day
    return f"{day} {clock}"


MOMENT = regex(r"(?P<day>\d{4}-\d\d-\d\d)?(?: |^|$)(?P<clock>\d\d:\d\d)?", re.ASCII)


def stored(text: str, look: Look, zero: datetime = DAY_ZERO) -> int | float | None:
    """Return the number that spreadsheets store for 2026-06-01, 14:00 or both.

    None if it would be shown differently.
    """
    found = MOMENT.fullmatch(text) if look != "number" else None
    if found is None:
        return None
    try:
        written_day = found["day"] or zero.date().isoformat()
        day = datetime.strptime(written_day, "%Y-%m-%d").replace(tzinfo=UTC)
        clock = datetime.strptime(found["clock"] or "00:00", "%H:%M").replace(tzinfo=UTC)
    except ValueError:
        return None
    days, minutes = (day - zero).days, clock.hour * 60 + clock.minute
    number = days + minutes / (24 * 60) if minutes else days
    sure = not found["day"] if look == "time" else days >= FIRST_SURE_DAY
    if not sure or shown_number(str(number), look, zero) != text:
        return None
    return number


WHOLE = regex(r"0|-?[1-9]\d{0,8}", re.ASCII)


def typed(text: str) -> str | int | bool:
    """Return a cell's value to store: a short whole number, a truth value, or else text.

    A phone number is text.
    """
    if text in {"TRUE", "FALSE"}:
        return text == "TRUE"
    return int(text) if WHOLE.fullmatch(text) else text
