"""The closed grammar of dates: each pattern and the days it means. Texts are folded first.

Every repeat is bounded, so that a crafted text costs no more than a long one.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Literal

import msgspec

from fullhouse.inbound.extraction.vocabulary import (
    COUNT,
    MONTH,
    MONTH_OF,
    ORDINAL_OF,
    SHORT_WEEKDAY,
    SHORT_WEEKDAY_OF,
    WEEKDAY,
    WEEKDAY_OF,
    either,
    number,
)
from fullhouse.kernel.patterns import regex

FARTHEST = timedelta(days=366)
# Without a year, a day that is farther ahead than this is one that is over.
FARTHEST_UNSAID = timedelta(days=270)
CENTURY, MONTHS_OF_A_YEAR, A_WEEK, SATURDAY = 2000, 12, 7, 5
Kind = Literal["day", "weekday", "week", "span", "list", "month", "end"]
Range = tuple[date, date, Kind]


class ReferenceDate(msgspec.Struct, frozen=True):
    """From where days are counted, and whether 6/1 is the first of June."""

    today: date
    month_first: bool = False

    @property
    def monday(self) -> date:
        """The first day of this week."""
        return self.today - timedelta(days=self.today.weekday())


ARTICLE = r"(?:the |den |dem |der |le |el |am |du |dia )?"
BEFORE = rf"(?<![\w.,:/+-])(?:(?P<weekday>{WEEKDAY}|{SHORT_WEEKDAY})\.?,? {ARTICLE})?"
DAY = r"\d{1,2}(?:st|nd|rd|th|er|ro|\.|º)?"
INNER = rf"(?:(?:{WEEKDAY}|{SHORT_WEEKDAY})\.?,? )?"
GLUE = (
    r" ?(?:-|/|,|\+|&|to|through|thru|till|until|bis(?: zum)?|au|al|jusqu'au|hasta(?: el)?|and|or"
    r"|und|oder|et|ou|y|o|u)"
    rf" ?{ARTICLE}{INNER}{ARTICLE}"
)
YEAR = r"(?:,? (?:de |del )?(?P<year>\d{4}))?(?!\d)"
NUMERIC_END = r"(?![\d:/]|[.,]\d| ?(?:uhr|am|pm|eur|euro|%|\u20ac))"
LISTED = regex(r"[,/&+]|(?<!\w)(?:and|or|und|oder|et|ou|y|o|u)(?!\w)")
ORDINALS = ("st", "nd", "rd", "th")
# The mark behind a day without its month, by the word before it. Other words lead to a number.
MARKS = {"the": ORDINALS, **dict.fromkeys(("am", "vom", "zum", "ab", "bis", "dem", "den"), (".",))}
DIGITS = regex(r"\d{1,2}")
UNITS = {"da": 1, "ta": 1, "jo": 1, "di": 1, "we": 7, "wo": 7, "se": 7, "fo": 14}
UNIT = r"(?P<unit>days?|tagen?|tage|jours?|dias?|weeks?|wochen?|semaines?|semanas?|fortnight)"
# Eight days are a week and fifteen are two, where people say so.
IDIOMS = {("huit", 1): 7, ("ocho", 1): 7, ("acht", 1): 7, ("quinze", 1): 14, ("quince", 1): 14}
NEXT = r"next|the next|nachste[nrs]?|naechste[nrs]?"
IN_A_WEEK = frozenset({"week", "in einer woche", "in a week", "in acht tagen", "en huit"})
COMING = r"this|this coming|the coming|coming|kommende[nrs]?|diese[nrs]?|ce|este|proximo|el proximo"
NEXT_WEEK = (
    r"next (?:week|wk)|(?:la )?sem\.? prochaine|nachste[rn]? woche|naechste[rn]? woche"
    r"|kommende[rn]? woche|(?:la )?semaine prochaine"
    r"|(?:la )?semaine qui vient|(?:la )?proxima semana|(?:la )?semana (?:que viene|proxima"
    r"|siguiente)"
)


def made(year: int, month: int, day: int) -> date | None:
    """Return a date; None if there is no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def upcoming(month: int, day: int, year: str, base: ReferenceDate) -> date | None:
    """Return the coming day of this month and day; None if it is just over or impossible."""
    if year:
        is_short = len(year) <= len("26")
        return made(int(year) + (CENTURY if is_short else 0), month, day)
    for ahead in (0, 1):
        coming = made(base.today.year + ahead, month, day)
        if coming is not None and base.today <= coming <= base.today + FARTHEST_UNSAID:
            return coming
    return None


def _one(day: date | None, kind: Kind = "day") -> Range | None:
    return (day, day, kind) if day is not None else None


def _iso(found: re.Match[str], base: ReferenceDate) -> Range | None:
    return _one(made(int(found["year"]), int(found["month"]), int(found["day"])))


def _numeric(found: re.Match[str], base: ReferenceDate) -> Range | None:
    day, month, year = int(found["day"]), int(found["month"]), found["year"] or ""
    if found["sign"] == "/" and (
        month > MONTHS_OF_A_YEAR or (base.month_first and day <= MONTHS_OF_A_YEAR)
    ):
        day, month = month, day
    return _one(upcoming(month, day, year, base))


def settled(text: str, base: ReferenceDate) -> ReferenceDate:
    """Return the base with the order of day and month that the weekdays of a text prove."""
    for found in ON_A_WEEKDAY.finditer(text):
        wanted = (WEEKDAY_OF | SHORT_WEEKDAY_OF)[found["weekday"]]
        one, two, year = int(found["one"]), int(found["two"]), found["year"] or ""
        day_first = upcoming(two, one, year, base)
        month_first = upcoming(one, two, year, base)
        fits_day_first = day_first is not None and day_first.weekday() == wanted
        fits_month_first = month_first is not None and month_first.weekday() == wanted
        if fits_day_first != fits_month_first:
            return ReferenceDate(base.today, month_first=fits_month_first)
    return base


def _ordinal(found: re.Match[str], base: ReferenceDate) -> Range | None:
    """Read "the first of June" and "le premier juin"."""
    return _one(
        upcoming(MONTH_OF[found["month"]], ORDINAL_OF[found["word"]], found["year"] or "", base)
    )


def _dotted_range(found: re.Match[str], base: ReferenceDate) -> Range | None:
    last = upcoming(int(found["month"]), int(found["last"]), found["year"] or "", base)
    if last is None:
        return None
    first = made(last.year, int(found["from"] or last.month), int(found["first"]))
    if first is None or first > last:
        return None
    return first, last, "span"


def _named(found: re.Match[str], base: ReferenceDate) -> Range | None:
    """Read one day or several of a month: "9 June", "9. und 10. Juni", "du 9 au 12 juin"."""
    month, said, year = MONTH_OF[found["month"]], found["days"], found["year"] or ""
    days = [upcoming(month, int(day), year, base) for day in DIGITS.findall(said)]
    known = [day for day in days if day is not None]
    if len(known) < len(days):
        return _one(days[-1])
    if not known:
        return None
    if len(known) == 1:
        return _one(known[0])
    kind: Kind = "list" if LISTED.search(said) else "span"
    return min(known), max(known), kind


def _month_first(found: re.Match[str], base: ReferenceDate) -> Range | None:
    month, year = MONTH_OF[found["month"]], found["year"] or ""
    first = upcoming(month, int(found["first"]), year, base)
    last = upcoming(month, int(found["last"]), year, base) if found["last"] else None
    if first is None or last is None:
        return _one(first)
    if first > last:
        return None
    return first, last, "span"


def _of_this_month(found: re.Match[str], base: ReferenceDate) -> Range | None:
    """Read a day without its month: the next day of that number."""
    if not _is_marked(found):
        return None
    number_of_day = int(found["day"])
    for ahead in range(3):
        year, month = divmod(base.today.month - 1 + ahead, MONTHS_OF_A_YEAR)
        day = made(base.today.year + year, month + 1, number_of_day)
        if day is not None and day >= base.today:
            return _one(day)
    return None


def _is_marked(found: re.Match[str]) -> bool:
    """Return True if a number has the mark of a day that the word before it asks for."""
    if "lead" not in found.re.groupindex:
        return True
    marks = MARKS.get(found["lead"], ("", "er", "."))
    return (found["mark"] or "") in marks


def _stripped(words: str | None) -> str:
    return (words or "").strip()


def _weekday(found: re.Match[str], base: ReferenceDate) -> Range | None:
    name = found["name"]
    wanted = WEEKDAY_OF.get(name, SHORT_WEEKDAY_OF.get(name, 0))
    ahead = (wanted - base.today.weekday() - 1) % A_WEEK + 1
    coming = base.today + timedelta(days=ahead)
    before, after = _stripped(found["before"]), _stripped(found["after"])
    if before.startswith(("ubern", "uebern")):
        return _one(base.monday + timedelta(days=2 * A_WEEK + wanted))
    if re.fullmatch(NEXT, before):
        return _one(base.monday + timedelta(days=A_WEEK + wanted))
    if after == "en quinze" or before.startswith("a week"):
        return _one(coming + timedelta(days=A_WEEK))
    if after in IN_A_WEEK:
        # Said on a Tuesday, "Tuesday week" is the coming Tuesday.
        return _one(coming if ahead == A_WEEK else coming + timedelta(days=A_WEEK))
    return _one(coming, "weekday" if not before and not after else "day")


def _in_a_while(found: re.Match[str], base: ReferenceDate) -> Range | None:
    return _one(base.today + _length(found))


def _within(found: re.Match[str], base: ReferenceDate) -> Range | None:
    return base.today, base.today + _length(found), "span"


def _length(found: re.Match[str]) -> timedelta:
    unit = UNITS[found["unit"][:2]]
    days = IDIOMS.get((found["count"], unit)) or (number(found["count"]) * unit)
    return timedelta(days=days)


def _ahead(days: int) -> Callable[[re.Match[str], ReferenceDate], Range | None]:
    return lambda _found, base: _one(base.today + timedelta(days=days))


def _week(weeks: int) -> Callable[[re.Match[str], ReferenceDate], Range | None]:
    def read(_found: re.Match[str], base: ReferenceDate) -> Range | None:
        monday = base.monday + timedelta(days=A_WEEK * weeks)
        return max(monday, base.today), monday + timedelta(days=6), "week"

    return read


def _days_of_a_week(found: re.Match[str], base: ReferenceDate) -> Range | None:
    """Read "Mon-Wed next week"."""
    first, last = ((WEEKDAY_OF | SHORT_WEEKDAY_OF)[found[name]] for name in ("one", "two"))
    if first >= last:
        return None
    monday = base.monday + timedelta(days=A_WEEK)
    return monday + timedelta(days=first), monday + timedelta(days=last), "span"


def _week_number(found: re.Match[str], base: ReferenceDate) -> Range | None:
    try:
        monday = date.fromisocalendar(base.today.year, int(found["week"]), 1)
    except ValueError:
        return None
    return max(monday, base.today), monday + timedelta(days=6), "week"


def _weekend(found: re.Match[str], base: ReferenceDate) -> Range | None:
    later = bool(re.search(r"next|nachste|naechste|prochain|que viene|proximo", found[0]))
    is_workday = base.today.weekday() < SATURDAY
    weeks = 1 if later and is_workday and "prox" not in found[0] else 0
    saturday = base.monday + timedelta(days=SATURDAY + A_WEEK * weeks)
    return max(saturday, base.today), saturday + timedelta(days=1), "span"


def _next_month(_found: re.Match[str], base: ReferenceDate) -> Range | None:
    first = last_of_month(base.today) + timedelta(days=1)
    return first, last_of_month(first), "month"


def _month(found: re.Match[str], base: ReferenceDate) -> Range | None:
    first = upcoming(MONTH_OF[found["month"]], 1, found["year"] or "", base)
    if MONTH_OF[found["month"]] == base.today.month and not found["year"]:
        first = base.today
    if first is None:
        return None
    return first, last_of_month(first), "span"


def _end_of_month(found: re.Match[str], base: ReferenceDate) -> Range | None:
    named = found["month"]
    if not named or MONTH_OF[named] == base.today.month:
        return _one(last_of_month(base.today), "end")
    first = upcoming(MONTH_OF[named], 1, "", base)
    if first is None:
        return None
    return _one(last_of_month(first), "end")


def last_of_month(day: date) -> date:
    """Return the last day of a day's month."""
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


ON_A_WEEKDAY = regex(
    rf"(?<!\w)(?P<weekday>{WEEKDAY}|{SHORT_WEEKDAY})\.?,? {ARTICLE}(?P<one>\d{{1,2}})/"
    rf"(?P<two>\d{{1,2}})"
    r"(?:/(?P<year>\d{4}|\d\d))?(?!\d)"
)
MONTH_WORD = rf"(?P<month>{MONTH})(?!\w)"
DATE_WORD = (
    r"(?<![\w.,:/+-])(?:on|am|vom|zum|bis|ab|den|dem|le|du|au|el|del|al|until|by|from)"
    r"(?: dem| the| zum)? "
)
# In order: what an earlier one has read, a later one leaves alone.
GRAMMAR: tuple[
    tuple[re.Pattern[str], Callable[[re.Match[str], ReferenceDate], Range | None]], ...
] = (
    (
        regex(r"(?<![\d-])(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)"),
        _iso,
    ),
    (
        regex(
            r"(?<![\w.,:/+-])(?P<first>\d{1,2})\.(?:(?P<from>\d{1,2})\.)? ?(?:-|bis(?: zum)?) ?"
            r"(?P<last>\d{1,2})\. ?(?P<month>\d{1,2})\.(?:(?P<year>\d{4}|\d\d)(?!\d))?"
        ),
        _dotted_range,
    ),
    (
        regex(
            rf"{BEFORE}(?P<day>\d{{1,2}})(?P<sign>[./-]) ?(?P<month>\d{{1,2}})(?P=sign) ?"
            rf"(?P<year>\d{{4}}|\d\d)"
            r"(?![\d:]|[.,/-]\d)"
        ),
        _numeric,
    ),
    (
        regex(
            rf"{BEFORE}(?P<day>\d{{1,2}})(?P<sign>\.) ?(?P<month>\d{{1,2}})\."
            rf"(?P<year>){NUMERIC_END}"
        ),
        _numeric,
    ),
    (
        regex(rf"{BEFORE}(?P<day>\d{{1,2}})(?P<sign>/)(?P<month>\d\d)(?P<year>){NUMERIC_END}"),
        _numeric,
    ),
    (
        regex(
            rf"(?:{DATE_WORD}|(?<!\w)(?P<weekday>{WEEKDAY}|{SHORT_WEEKDAY})\.?,? {ARTICLE})"
            rf"(?P<day>\d{{1,2}})(?P<sign>[./])(?P<month>\d{{1,2}})(?P<year>){NUMERIC_END}"
        ),
        _numeric,
    ),
    (
        regex(
            rf"{BEFORE}(?P<days>{DAY}(?:{GLUE}{DAY}){{0,4}}) ?(?:of |de "
            rf"|du mois de )?{MONTH_WORD}\.?{YEAR}"
        ),
        _named,
    ),
    (
        regex(
            rf"{BEFORE}(?P<day>)(?P<word>{either(ORDINAL_OF)})(?: of| de| d'(?=[ao]))?(?: "
            rf"|(?<=d')){MONTH_WORD}{YEAR}"
        ),
        _ordinal,
    ),
    (
        regex(
            rf"(?<!\w)(?:(?P<weekday>{WEEKDAY}|{SHORT_WEEKDAY})\.?,? )?{MONTH_WORD}\.? "
            rf"(?P<first>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:.]\d| ?(?:uhr|[ap]\.?m\b|h\b))"
            rf"(?: ?(?:-|to|through|thru|until|and|or) ?(?P<last>\d{{1,2}})(?:st|nd"
            rf"|rd|th)?(?![\d:]))?{YEAR}"
        ),
        _month_first,
    ),
    (
        regex(
            rf"(?<!\w)(?P<before>{NEXT}|{COMING}|ubernachste[nr]?|uebernaechste[nr]?"
            rf"|a week (?:on|from)) (?P<name>{WEEKDAY}"
            rf"|{SHORT_WEEKDAY})"
            r"(?P<after>)(?!\w)(?! \d)"
        ),
        _weekday,
    ),
    (
        regex(
            rf"(?<!\w)(?:{WEEKDAY})(?:\.?,? (?:the|den|dem|le|el))?,? (?P<day>\d{{1,2}})"
            r"(?P<mark>st|nd|rd|th|\.|er)?(?![\d:h.]|[.,]\d| ?(?:uhr|h\b|heures|[ap]\.?m\b|o'clock"
            r"|people|personen|personas))"
        ),
        _of_this_month,
    ),
    (
        regex(
            rf"(?<!\w)(?P<before>)(?P<name>{WEEKDAY})(?P<after> (?:prochain|qui vient|que viene"
            rf"|proximo|en huit|en quinze"
            r"|week|in einer woche|in a week|in acht tagen))?(?!\w)"
        ),
        _weekday,
    ),
    (
        regex(
            rf"(?<!\w)(?:on|am|el) (?P<before>)(?P<name>{SHORT_WEEKDAY})(?P<after>)(?:\.|(?=[ ,]))"
        ),
        _weekday,
    ),
    (
        regex(
            r"(?<!\w)(?:the )?day after tomorrow|(?<!\w)(?:uber|ueber)morgen(?!\w)"
            r"|(?<!\w)apres[ -]demain(?!\w)|(?<!\w)pasado manana(?!\w)"
        ),
        _ahead(2),
    ),
    (
        regex(
            r"(?<!\w)(?:tomorrow|tmrw|tmr|tomoz|2moro|tom+or+ow)(?!\w)|(?<!\w)demain(?!\w)"
            r"|(?<!la )(?<!esta )(?<!una )(?<!cada )(?<!\w)manana(?!\w)"
            r"|(?<!guten )(?<!am )(?<!jeden )(?<!heute )(?<!schonen )(?<!den )(?<!tag )(?<!woch )"
            r"(?<!abend )(?<!\w)morgen(?!\w)"
        ),
        _ahead(1),
    ),
    (
        regex(
            r"(?<!\w)(?:(?:for|later|until|from|available|free|fur|noch|ab|bis|pour|des|para|desde)"
            r" (?:today|heute|aujourd'hui|hoy)|(?:today|heute|aujourd'hui|hoy)(?= (?:at|um|gegen"
            r"|noch|nachmittag|abend|mittag|a\b|vers|apres-midi"
            r"|soir|por la|sobre|mismo|afternoon|evening|\d))|tonight|ce soir|esta (?:tarde|noche)"
            r"|this (?:afternoon|evening))(?!\w)"
        ),
        _ahead(0),
    ),
    (regex(r"(?<!\w)(?:a|one) week (?:from )?(?:today|now)(?!\w)"), _ahead(A_WEEK)),
    (regex(rf"(?<!\w)(?:in|dans|en|dentro de) (?P<count>{COUNT}) {UNIT}(?!\w)"), _in_a_while),
    (
        regex(
            r"(?<!\w)(?:within|innerhalb von|innerhalb|dans les|d'ici|(?:(?:within|in|over|during"
            r"|innerhalb|fur) )?(?:the (?:next|coming)|(?:den|die|der) (?:nachsten|naechsten"
            r"|kommenden)|(?:las|los) proxim[ao]s))"
            rf" (?P<count>{COUNT})(?: prochaine?s)? {UNIT}(?!\w)"
        ),
        _within,
    ),
    (
        regex(
            r"(?<!\w)(?:the )?week after next(?!\w)|(?<!\w)(?:uber|ueber)(?:nachste|naechste)[rn]?"
            r" woche(?!\w)"
        ),
        _week(2),
    ),
    (
        regex(
            rf"(?<!\w)(?P<one>{WEEKDAY}|{SHORT_WEEKDAY})\.? ?(?:-|to|bis|au?|al?) ?"
            rf"(?P<two>{WEEKDAY}|{SHORT_WEEKDAY})\.?,? (?:of |de )?(?:{NEXT_WEEK})(?!\w)"
        ),
        _days_of_a_week,
    ),
    (regex(rf"(?<!\w)(?:{NEXT_WEEK})(?!\w)"), _week(1)),
    (
        regex(r"(?<!\w)(?:this week|diese[rn]? woche|cette semaine|esta semana)(?!\w)"),
        _week(0),
    ),
    (regex(r"(?<!\w)kw ?(?P<week>\d{1,2})(?!\w)"), _week_number),
    (
        regex(
            r"(?<!schones )(?<!nice )(?<!good )(?<!great )(?<!lovely )(?<!bon )(?<!buen )(?<!\w)"
            r"(?:(?:this|next|the|am|dieses|nachstes|naechstes|kommendes|ce|este|le|el|proximo"
            r"|el proximo) )(?:weekend|week-end|wochenende|fin de semana)"
            r"(?: prochain| que viene)?(?!\w)(?! (?:of|vom|du|del) )"
        ),
        _weekend,
    ),
    (
        regex(
            r"(?<!\w)(?:end|ende|fin|finales) (?:of the |of |des |du |del |de )?"
            rf"(?:{MONTH_WORD}|month|monats|mois|mes)(?!\w)"
        ),
        _end_of_month,
    ),
    (
        regex(
            r"(?<!\w)(?:next month|(?:nachste[nr]|naechste[nr]|kommenden) monats?|mois prochain"
            r"|mes (?:que viene|proximo|que entra)|proximo mes)(?!\w)"
        ),
        _next_month,
    ),
    (
        regex(
            rf"(?<!\w)(?:(?:in|im|en|during|mois de|mes de|month of|this|next|any ?time in) "
            rf"|mois d'){MONTH_WORD}(?! ?\d\d?(?!\d)){YEAR}"
        ),
        _month,
    ),
    (
        regex(
            r"(?<!\w)(?P<lead>the|am|vom|zum|ab|bis|dem|den|le|du|au|el|del|al|(?:el|del"
            r"|al) dia) (?P<day>[1-3]?\d)(?P<mark>st"
            r"|nd|rd|th|er|\.)?"
            r"(?![\w:]| ?\d|[.,]\d| ?(?:uhr|h\b|heures|de la (?:tarde|manana|noche)|%|euros?"
            r"|personnes|personas))"
        ),
        _of_this_month,
    ),
)
