"""A guest's status as text: one heading, and what happens next."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.localized_dates import format_datetime, format_day, say_clock, say_time
from fullhouse.kernel.times import duration, wall_time
from fullhouse.locale.current import current_language, gettext, ngettext, pgettext, translate
from fullhouse.products.rsvp.model import Event, Guest, GuestResult
from fullhouse.products.rsvp.result_codes import DONE, PROBLEMS
from fullhouse.web.graphics.room_picture import Headcount


class GuestStatus(msgspec.Struct, frozen=True):
    """A guest's status on a page: a heading, sentences, and their dots in the picture."""

    heading: str
    lines: tuple[str, ...] = ()
    seats_of_mine: int = 0
    place_of_mine: int = 0


def result_sentence(answer: GuestResult) -> str:
    """Return the result of a command in one or two sentences."""
    text = translate(DONE.get(answer.code) or PROBLEMS[answer.code])
    if answer.code == "already" and answer.guest is not None and answer.guest.state == "confirmed":
        return f"{text} {translate(DONE['confirmed'])}"
    if answer.position is None:
        return text
    number = gettext("You are number %(position)s in line.", position=str(answer.position))
    return f"{text} {number}"


def event_values(event: Event) -> dict[str, Any]:
    """Return the template values that every page about an event needs."""
    return {
        "event": event,
        "day": format_day(event.starts_at, current_language()),
        "hours": hours(event),
        "clock": say_clock(event.timezone, event.starts_at, current_language()),
        "count": Headcount.of(event),
    }


def hours(event: Event) -> str:
    """Return the hours of an event, such as 18:00 to 21:00, or with the day of a late end."""
    start = say_time(event.starts_at, current_language())
    if event.ends_at - event.starts_at >= timedelta(hours=20):
        end = format_datetime(event.ends_at, current_language(), year=False)
        return pgettext("time to day", "%(start)s to %(end)s", start=start, end=end)
    end = say_time(event.ends_at, current_language())
    return gettext("%(start)s to %(end)s", start=start, end=end)


def deadline(event: Event, moment: datetime) -> str:
    """Return a deadline as text, in the event's time zone."""
    return format_datetime(wall_time(moment, event.timezone), current_language(), year=False)


def length(text: str) -> str:
    """Return a duration such as 6h as text."""
    days, rest = divmod(duration(text), timedelta(days=1))
    hours, rest = divmod(rest, timedelta(hours=1))
    minutes = rest // timedelta(minutes=1)
    parts = []
    if days:
        parts.append(ngettext("%(count)s day", "%(count)s days", days))
    if hours:
        parts.append(ngettext("%(count)s hour", "%(count)s hours", hours))
    if minutes:
        parts.append(ngettext("%(count)s minute", "%(count)s minutes", minutes))
    if not parts:
        return gettext("less than a minute")
    return gettext(" and ").join(parts)


def outlook(event: Event, now: datetime) -> str:
    """Return what a sign-up would get; empty if sign-up is closed."""
    if why_closed(event, now):
        return ""
    if event.free:
        return ngettext("%(count)s seat open", "%(count)s seats open", event.free)
    return gettext("Full: you would be number %(position)s in line", position=event.waiting + 1)


def why_closed(event: Event, now: datetime) -> str:
    """Return why sign-up is closed; empty if it is open."""
    if event.state == "cancelled":
        return gettext("This event has been cancelled.")
    if now >= event.ends:
        return gettext("This event is over.")
    if now >= event.starts:
        return gettext("This event has begun.")
    if event.state == "closed":
        return gettext("Sign-up is closed.")
    return ""


def guest_status(event: Event, guest: Guest, position: int | None) -> GuestStatus:
    """Return the status of a guest."""
    if event.state == "cancelled":
        lines = (gettext("There is nothing you need to do."),)
        return GuestStatus(gettext("The event has been cancelled."), lines)
    if guest.offer is not None:
        return _with_offer(guest, deadline(event, guest.offer.ends_at))
    if guest.state == "confirmed":
        heading = ngettext("You have a seat.", "You have %(count)s seats.", guest.party)
        lines = (gettext("We look forward to seeing you."),)
        if guest.cancels_at is not None:
            lines = (until_cancelled(event, guest),)
        return GuestStatus(heading, lines, seats_of_mine=guest.party)
    if guest.state == "waitlisted":
        return _waitlisted(event, guest, position)
    lines = (gettext("Would you like to come? You are welcome to sign up again."),)
    return GuestStatus(gettext("You are not on the list."), lines)


def until_cancelled(event: Event, guest: Guest) -> str:
    """Return when the seat of a guest will be cancelled, as a sentence."""
    return ngettext(
        "You wrote that you can't come, so your seat will be cancelled on %(until)s.",
        "You wrote that you can't come, so your seats will be cancelled on %(until)s.",
        guest.party,
        until=deadline(event, guest.cancels_at or event.starts),
    )


def _with_offer(guest: Guest, until: str) -> GuestStatus:
    heading = ngettext("A seat is held for you.", "%(count)s seats are held for you.", guest.party)
    line = ngettext(
        "Until %(until)s nobody else can take it.",
        "Until %(until)s nobody else can take them.",
        guest.party,
        until=until,
    )
    return GuestStatus(heading, (line,))


def _waitlisted(event: Event, guest: Guest, position: int | None) -> GuestStatus:
    heading = gettext("You are in line.")
    if position is not None:
        heading = gettext("You are number %(position)s in line.", position=position)
    line = ngettext(
        "When a seat is free for you, we hold it for %(window)s and mail you.",
        "When %(count)s seats are free for you, we hold them for %(window)s and mail you.",
        guest.party,
        window=length(event.settings.claim_window),
    )
    return GuestStatus(heading, (line,), place_of_mine=position or 0)


def after_sign_up(event: Event, guest: Guest, position: int | None) -> GuestStatus:
    """Return the status after a sign-up, and what was mailed."""
    status = guest_status(event, guest, position)
    lines: tuple[str, ...] = (
        *status.lines,
        gettext(
            "We have written to %(email)s. That mail also has a link to leave the line.",
            email=guest.email,
        ),
    )
    if guest.state == "confirmed":
        lines = (
            gettext(
                "The details and a calendar file are on their way to %(email)s.",
                email=guest.email,
            ),
            gettext(
                "If you cannot come after all, "
                "the mail has a link that gives the seat to someone else."
            ),
        )
    return msgspec.structs.replace(status, lines=lines)
