"""Dates written in free text: which days are meant, relative to the day of the mail."""

import re
from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import zip_longest

import msgspec

from fullhouse.inbound.extraction.date_context import (
    A_LETTER,
    AND,
    AWAY,
    BEFORE_THEN,
    BETWEEN,
    BREAK,
    CAN_THEN,
    CLAUSE_ENDS,
    FOLLOWING,
    FORTNIGHT_OF,
    LEAVE,
    MOVED,
    MOVES,
    NEEDS_NOT,
    NOT,
    NOT_AFTER,
    NOT_BEHIND,
    NOW,
    ONLY_THAT,
    ONWARDS,
    OPENING,
    OTHER_DAY,
    PLACE,
    SAME_DAY,
    SINCE,
    SOONER,
    STRICTLY,
    TO,
    UNTIL,
    WEEK_OF,
    WEEKEND_OF,
    WRITTEN_ON,
)
from fullhouse.inbound.extraction.date_patterns import (
    FARTHEST,
    GRAMMAR,
    Kind,
    ReferenceDate,
    settled,
)
from fullhouse.inbound.extraction.text import Source, sentence_before
from fullhouse.inbound.extraction.vocabulary import SHORT_WEEKDAY_OF, WEEKDAY_OF
from fullhouse.inbound.sync.typed_dates import month_first
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.proposals import Confidence, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

REPLACED_NEAR, LONGEST = 60, 200
REPLACED_BESIDE = 15


def replaced(small: str, places: Collection[int]) -> frozenset[int]:
    """Return the places that a later place in the same sentence replaces."""
    gone: set[int] = set()
    for found in MOVED.finditer(small):
        gone |= _replaced_by(small, places, found, REPLACED_NEAR)
    for found in NOW.finditer(small):
        gone |= _replaced_by(small, places, found, REPLACED_BESIDE)
    return frozenset(gone)


def _replaced_by(
    small: str, places: Collection[int], found: re.Match[str], near: int
) -> frozenset[int]:
    """Return the places before such words, if another place follows them closely."""
    start, end = found.span()
    behind = [at for at in places if end <= at <= end + near and not BREAK.search(small, end, at)]
    if not behind:
        return frozenset()
    before = (at for at in places if start - LONGEST <= at < start)
    return frozenset(at for at in before if not BREAK.search(small, at, start))


OLDEST, NEWEST = timedelta(days=30), timedelta(days=1)
MOST_DAYS = 12
NEAR = 60
BESIDE = len(" am ")
A_DAY = timedelta(days=1)


class DateMatch(msgspec.Struct, frozen=True):
    """A date or a range of dates in a text; `role` says if it begins or ends a window."""

    at: int
    end: int
    first: date
    last: date
    kind: Kind
    role: str = ""
    doubtful: bool = False


def base_of(day: date, book: Rulebook) -> ReferenceDate:
    """Count from a day, in the order in which days are written here."""
    return ReferenceDate(day, month_first(book))


def day_of_mail(header: str, now: datetime, zone: str) -> date:
    """Return the local day on which a mail was written; today if its date is not plausible."""
    try:
        sent = parsedate_to_datetime(header[:100])
        if sent.tzinfo is None:
            sent = sent.replace(tzinfo=now.tzinfo)
        believed = now - OLDEST <= sent <= now + NEWEST
    except (ValueError, TypeError, IndexError, OverflowError):
        return wall_time(now, zone).date()
    return wall_time(sent if believed else now, zone).date()


def days_in(text: str, base: ReferenceDate) -> list[DateMatch]:
    """Return the dates of the coming year in the order of the text, without those ruled out."""
    base = settled(text, base)
    days = _once(text, sorted(_matches(text, base), key=lambda day: day.at)[:MOST_DAYS])
    gone = replaced(text, [day.at for day in days])
    days = [day for day in days if day.at not in gone]
    joined = [day for day in _joined(text, days) if day.kind != "weekday" or not _is_out(text, day)]
    days = _in_their_week(joined, text)
    return [_with_role(text, day) for day in days if not _is_out(text, day)]


def _matches(text: str, base: ReferenceDate) -> Iterable[DateMatch]:
    """Try every pattern; text that one pattern has read is closed to the next."""
    taken: list[tuple[int, int]] = []
    for pattern, read in GRAMMAR:
        for match in _first_of(pattern, text):
            at, end = match.span()
            if any(start < end and at < stop for start, stop in taken):
                continue
            meant = read(match, base)
            if meant is None:
                continue
            taken.append((at, end))
            first, last, kind = meant
            at = _starts(match)
            if last >= base.today and first <= base.today + FARTHEST and first <= last:
                yield DateMatch(
                    at, end, max(first, base.today), last, kind, doubtful=_differs(match, first)
                )


def _starts(match: re.Match[str]) -> int:
    """Return where a date begins, behind the word that leads to it."""
    groups = match.re.groupindex
    if "day" not in groups:
        return match.start()
    if "year" in groups and -1 < match.start("year") < match.start("day"):
        return match.start("year")
    if "weekday" in groups and match["weekday"] is not None:
        return match.start("weekday")
    return match.start("day")


def _first_of(pattern: re.Pattern[str], text: str) -> Iterable[re.Match[str]]:
    for count, match in enumerate(pattern.finditer(text)):
        if count >= MOST_DAYS:
            return
        yield match


def _differs(match: re.Match[str], day: date) -> bool:
    """Return True if the weekday written before a date is not the weekday of that date."""
    name = match["weekday"] if "weekday" in match.re.groupindex else None
    return bool(name) and (WEEKDAY_OF | SHORT_WEEKDAY_OF)[str(name)] != day.weekday()


def _once(text: str, days: list[DateMatch]) -> list[DateMatch]:
    """Leave out a day of the week that only leads to its date: "Thursday, 2026-06-11"."""
    kept = []
    for day, behind in zip_longest(days, days[1:]):
        if behind is None or not _leads_to(text, day, behind):
            kept.append(day)
    return kept


def _leads_to(text: str, day: DateMatch, behind: DateMatch) -> bool:
    """Return True if a day of the week is named right before the date that it belongs to."""
    if day.kind != "weekday" or behind.kind != "day":
        return False
    if day.first.weekday() != behind.first.weekday():
        return False
    return SAME_DAY.fullmatch(text[day.end : behind.at]) is not None


def _joined(text: str, days: list[DateMatch]) -> list[DateMatch]:
    """Join two dates that are named as the ends of one range."""
    made: list[DateMatch] = []
    for day in days:
        whole = _join_pair(text, made[-1], day) if made else None
        if whole is None:
            made.append(day)
        else:
            made[-1] = whole
    return made


def _join_pair(text: str, before: DateMatch, day: DateMatch) -> DateMatch | None:
    """Return what two dates mean together; None if each stands for itself."""
    if before.kind not in {"day", "weekday"} or day.kind not in {"day", "weekday", "end"}:
        return None
    between = text[before.end : day.at]
    lead = sentence_before(text, before.at, NEAR)
    to = TO.fullmatch(between)
    if OTHER_DAY.fullmatch(between) or (to and MOVES.search(lead)):
        return day
    if not to and not (AND.fullmatch(between) and BETWEEN.search(lead)):
        return None
    last = day.last
    if last < before.first:
        last += 7 * A_DAY
    return DateMatch(before.at, day.end, before.first, last, "span")


def _in_their_week(days: list[DateMatch], text: str) -> list[DateMatch]:
    """Put days of the week into the week that their sentence names: "next week, on Tuesday"."""
    made = []
    for day in days:
        near = [other for other in days if _same_sentence(text, day, other)]
        placed = _placed(day, near)
        if placed is not None:
            made.append(placed)
    return made


def _placed(day: DateMatch, near: list[DateMatch]) -> DateMatch | None:
    """Return a date in the week named beside it; None for a week that only places other days."""
    weeks = [other for other in near if other.kind == "week"]
    if day.kind == "weekday" and weeks:
        return _weekday_of(min(weeks, key=lambda week: abs(week.at - day.at)), day)
    if day.kind == "week" and any(other.kind == "weekday" for other in near):
        return None
    return day


def _weekday_of(week: DateMatch, weekday: DateMatch) -> DateMatch | None:
    """Return the day of a week as a date; None if it is over already."""
    day = week.last - timedelta(days=6 - weekday.first.weekday())
    if day < week.first:
        return None
    leads = 0 <= weekday.at - week.end <= BESIDE
    return DateMatch(week.at if leads else weekday.at, weekday.end, day, day, "day")


def _same_sentence(text: str, day: DateMatch, other: DateMatch) -> bool:
    between = text[min(day.end, other.end) : max(day.at, other.at)]
    return len(between) <= NEAR and not re.search(r"[.!?;\n]", between)


def _is_out(text: str, day: DateMatch) -> bool:
    """Return True if a date is ruled out, repeats every week or is not about the visit."""
    lead = sentence_before(text, day.at, NEAR)
    clause = CLAUSE_ENDS.split(lead)[-1]
    if A_LETTER.search(lead) or OPENING.search(lead) or NEEDS_NOT.search(clause):
        return True
    near = text[day.end : day.end + NEAR]
    if AWAY.search(clause) or AWAY.search(CLAUSE_ENDS.split(near)[0]):
        return not CAN_THEN.search(near)
    return not SINCE.search(lead) and bool(NOT.search(lead) or NOT_BEHIND.match(text, day.end))


def _stretched(lead: str, day: DateMatch) -> DateMatch | None:
    """Return the week, fortnight or weekend that is named by one of its days."""
    monday = day.first - timedelta(days=day.first.weekday())
    if WEEK_OF.search(lead):
        return msgspec.structs.replace(day, last=monday + 6 * A_DAY, kind="span")
    if FORTNIGHT_OF.search(lead):
        return msgspec.structs.replace(day, last=day.first + 13 * A_DAY, kind="span")
    if WEEKEND_OF.search(lead):
        return msgspec.structs.replace(
            day, first=monday + 5 * A_DAY, last=monday + 6 * A_DAY, kind="span"
        )
    return None


def _with_role(text: str, day: DateMatch) -> DateMatch:
    """Return a date with its role: "since" begins a window, "until" ends it."""
    lead = sentence_before(text, day.at, NEAR)
    stretch = _stretched(lead, day) if day.kind == "day" else None
    if stretch is not None:
        return stretch
    if day.kind in {"list", "span"} and day.first != day.last:
        return msgspec.structs.replace(day, kind="span") if BETWEEN.search(lead) else day
    if _begins_window(text, lead, day):
        return msgspec.structs.replace(day, role="since")
    if UNTIL.search(lead) or SOONER.search(lead):
        return _until(text, lead, day)
    return day


def _begins_window(text: str, lead: str, day: DateMatch) -> bool:
    if ONWARDS.match(text, day.end):
        return True
    return bool(SINCE.search(lead)) and not NOT_AFTER.search(lead)


def _until(text: str, lead: str, day: DateMatch) -> DateMatch:
    """Return a date as the end of a window; "before Tuesday" ends on Monday."""
    last = day.last
    counted = day.kind in {"day", "weekday"} and not re.search(r"\d", text[day.at : day.end])
    if counted and STRICTLY.search(lead):
        last -= A_DAY
    return msgspec.structs.replace(day, role="until", last=last)


def _bounds(days: list[DateMatch]) -> list[DateMatch]:
    """Return the dates that say where a window begins or ends."""
    return [day for day in days if day.role or day.kind == "span"]


def _with(days: list[DateMatch], role: str) -> list[DateMatch]:
    return [day for day in days if day.role == role]


def _without(days: list[DateMatch], role: str) -> list[DateMatch]:
    return [day for day in days if day.role != role]


def _has_role(days: list[DateMatch]) -> bool:
    return any(day.role for day in days)


def _of_the_stretch(days: list[DateMatch]) -> list[DateMatch]:
    """Leave out dates that are only named beside a window with a beginning and an end."""
    has_span = any(day.kind == "span" for day in days)
    if has_span or (_with(days, "since") and _with(days, "until")):
        return _bounds(days)
    return days


def _then(text: str, days: list[DateMatch]) -> list[DateMatch]:
    """Apply words about a date named before: "it has to be before then", "only on that day"."""
    days = _without_wide(_only_that(text, days))
    before = BEFORE_THEN.search(text)
    if before is None or _has_role(days):
        return [_strictly(text, day, days) for day in days]
    then = _meant_by_then(before, days)
    if then is None:
        return days
    return [msgspec.structs.replace(then, role="until", last=then.last - A_DAY)]


def _only_that(text: str, days: list[DateMatch]) -> list[DateMatch]:
    """Keep the dates named before "only that day"; all where nobody says so."""
    only = ONLY_THAT.search(text)
    if only is None:
        return days
    return [day for day in days if day.at < only.start()] or days


def _without_wide(days: list[DateMatch]) -> list[DateMatch]:
    """Leave out a week or a month if a day of it is named, too."""
    inside = [day for day in days if day.kind in {"day", "list"} and not day.role]
    return [day for day in days if not _holds_any(day, inside)]


def _holds_any(wide: DateMatch, inside: list[DateMatch]) -> bool:
    if wide.kind not in {"week", "month"}:
        return False
    return any(wide.first <= day.first <= wide.last for day in inside)


def _meant_by_then(before: re.Match[str], days: list[DateMatch]) -> DateMatch | None:
    """Return the date that "before then" refers to: the last one before it, else the next."""
    named = [day for day in days if day.kind in {"day", "weekday"}]
    earlier = [day for day in named if day.at < before.start()]
    if earlier:
        return earlier[-1]
    return next((day for day in named if day.at < before.end() + NEAR), None)


def _away_from(text: str, base: ReferenceDate) -> list[DateMatch]:
    """Return the dates from which they are away, if they want to come before that."""
    before = BEFORE_THEN.search(text)
    if before is None:
        return []
    days = [day for day in _matches(text, base) if day.at < before.start()]
    return [day for day in days if not UNTIL.search(sentence_before(text, day.at, NEAR))]


def _following(text: str, days: list[DateMatch]) -> list[DateMatch]:
    """Add a week where the next one would do, too: "Saturday the 13th, or the Saturday after"."""
    after = FOLLOWING.search(text)
    if after is None or _has_role(days):
        return days
    named = [day for day in days if day.end <= after.start() <= day.end + NEAR]
    if not named:
        return days
    last = max(named, key=lambda day: day.end)
    longer = msgspec.structs.replace(last, last=last.last + 7 * A_DAY)
    rest = (day for day in days if not after.start() <= day.at < after.end())
    return [longer if day == last else day for day in rest]


def _strictly(text: str, day: DateMatch, days: list[DateMatch]) -> DateMatch:
    """End a window one day earlier if the customer leaves on its last day."""
    if day.role != "until" or not STRICTLY.search(sentence_before(text, day.at, NEAR)):
        return day
    leaves = any(
        not other.role and other.first == day.last and LEAVE.match(text, other.end)
        for other in days
    )
    return msgspec.structs.replace(day, last=day.last - A_DAY) if leaves else day


def window_in(
    source: Source, base: ReferenceDate, sure: Confidence | None = None
) -> list[ProposedField]:
    """Return the earliest and the latest day that would suit, as far as a text says."""
    days = _window_days(source.small, base)
    starts, ends = _starts_and_ends(days)
    first = min(starts, key=lambda day: day.first, default=None)
    last = max(ends, key=lambda day: day.last, default=None)
    said = sure or _confidence(days, first, last)
    made = []
    if first is not None:
        words = source.words_at(first.at)
        made.append(ProposedField("earliest", first.first.isoformat(), said, words))
    if last is not None:
        words = source.words_at(last.at)
        made.append(ProposedField("latest", last.last.isoformat(), said, words))
    return made


def _window_days(text: str, base: ReferenceDate) -> list[DateMatch]:
    """Return all dates that say something about a window."""
    named = [day for day in days_in(text, base) if day.kind != "end" or day.role == "until"]
    days = _of_the_stretch(named) or _away_from(text, base)
    return _following(text, _then(text, days))


def _starts_and_ends(days: list[DateMatch]) -> tuple[list[DateMatch], list[DateMatch]]:
    """Return the dates that may begin a window, and those that may end it."""
    starts, ends = _without(days, "until"), _without(days, "since")
    if _with(starts, "since"):
        starts = _bounds(starts)
        if not _bounds(ends):
            ends = []
    if _with(ends, "until"):
        starts = _bounds(starts)
        ends = _with(ends, "until")
    return starts, ends


def _confidence(
    days: list[DateMatch], first: DateMatch | None, last: DateMatch | None
) -> Confidence:
    """Return "guess" for a single day without a role, or where a weekday contradicts its date."""
    if any(day.doubtful for day in days):
        return "guess"
    if first is None or first != last:
        return "likely"
    return "guess" if not first.role and first.first == first.last else "likely"


def _is_of_the_letter(text: str, day: DateMatch) -> bool:
    """Return True for the date of a letter: alone on its line, maybe behind a place."""
    start, end = text.rfind("\n", 0, day.at) + 1, text.find("\n", day.end)
    behind = text[day.end : end if end >= 0 else len(text)]
    return bool(
        WRITTEN_ON.search(text[start : day.at])
        or (not behind.strip(" .") and PLACE.fullmatch(text[start : day.at]))
    )


def day_in(
    source: Source, base: ReferenceDate, sure: Confidence | None = None
) -> ProposedField | None:
    """Return the one day that is meant; of several the first, as a guess."""
    days = _single_days(source.small, base)
    if not days:
        return None
    first = days[0]
    alone = len({day.first for day in days}) == 1 and first.kind != "list"
    said: Confidence = (sure or "likely") if alone and not first.doubtful else "guess"
    return ProposedField("date", first.first.isoformat(), said, source.words_at(first.at))


def _single_days(text: str, base: ReferenceDate) -> list[DateMatch]:
    """Return the single days of a text; the date of the letter only if there is no other."""
    kinds = {"day", "weekday", "list"}
    days = [day for day in days_in(text, base) if not day.role and day.kind in kinds]
    return [day for day in days if not _is_of_the_letter(text, day)] or days
