"""Times and numbers as a host reads them, in the language of the request."""

from datetime import UTC, datetime, timedelta

from markupsafe import Markup

from fullhouse.kernel.localized_dates import format_short_day, say_time
from fullhouse.kernel.times import wall_time
from fullhouse.locale import to_translate
from fullhouse.locale.current import current_language, format_number, gettext, ngettext
from fullhouse.products.rsvp.model import Event

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MINUTE = timedelta(minutes=1)
HOUR = 60  # minutes
DAY = 24  # hours


def when(moment: datetime, zone: str = "UTC") -> Markup:
    """Return an instant as a `<time>` element with the local time of the zone."""
    exact = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Markup('<time datetime="{}">{}</time>').format(exact, wall(wall_time(moment, zone)))


def wall(moment: datetime) -> str:
    """Write a wall time: Thu 11 Jun 2026, 18:00."""
    time = say_time(moment, current_language())
    return gettext("%(day)s, %(time)s", day=day(moment), time=time)


def day(moment: datetime) -> str:
    """Write a day: Thu 11 Jun 2026."""
    return format_short_day(moment, current_language())


def until(moment: datetime, now: datetime) -> str:
    """Format the time until an instant in its two largest units: in 5 h 20 min."""
    if moment > now:
        return _ahead(moment - now)
    return _ago(now - moment)


def _ahead(length: timedelta) -> str:
    if days := _several_days(length):
        return ngettext("in %(count)s day", "in %(count)s days", days)
    if length < MINUTE:
        return gettext("in less than a minute")
    return gettext("in %(span)s", span=span(length))


def _ago(length: timedelta) -> str:
    if days := _several_days(length):
        return ngettext("%(count)s day ago", "%(count)s days ago", days)
    if length < MINUTE:
        return gettext("less than a minute ago")
    return gettext("%(span)s ago", span=span(length))


def _several_days(length: timedelta) -> int:
    """Return the number of days from two on, else 0."""
    days = length // timedelta(days=1)
    return days if days > 1 else 0


def span(length: timedelta) -> str:
    """Format a length of time roughly: 3 days, 1 day 4 h, 5 h 20 min."""
    if days := _several_days(length):
        return ngettext("%(count)s day", "%(count)s days", days)
    hours, minutes = divmod(length // MINUTE, HOUR)
    if hours > DAY:
        return gettext("1 day %(hours)s h", hours=hours - DAY)
    if hours == DAY:
        return ngettext("%(count)s day", "%(count)s days", 1)
    if hours:
        return _hours(hours, minutes)
    if minutes:
        return gettext("%(minutes)s min", minutes=minutes)
    return gettext("less than a minute")


def _hours(hours: int, minutes: int) -> str:
    if minutes:
        return gettext("%(hours)s h %(minutes)s min", hours=hours, minutes=minutes)
    return gettext("%(hours)s h", hours=hours)


def people(number: int, one: str, many: str) -> str:
    """Count in words: 1 guest, 2 guests, 1,000 guests."""
    return f"{format_number(number)} {one if number == 1 else many}"


def standing(event: Event, now: datetime) -> str:
    """Return the state of an event in a word or two, to be translated where it is shown."""
    if event.state == "cancelled":
        return to_translate("Cancelled")
    if now >= event.ends:
        return to_translate("Over")
    if now >= event.starts:
        return to_translate("Under way")
    if event.state == "closed":
        return to_translate("Sign-up closed")
    return to_translate("Open")
