"""A guest's status as text: one heading, and what happens next."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.calendar_links import calendar_links
from fullhouse.kernel.letters import CalendarLink
from fullhouse.kernel.localized_dates import format_datetime, format_day, say_clock, say_time
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import current_language, gettext, ngettext, pgettext, translate
from fullhouse.products.rsvp.calendar_entries import public_entry
from fullhouse.products.rsvp.messages import event_facts
from fullhouse.products.rsvp.model import Event, Guest, GuestResult
from fullhouse.products.rsvp.result_codes import DONE, PROBLEMS
from fullhouse.products.rsvp.room_plan import Headcount, spot_of


class GuestStatus(msgspec.Struct, frozen=True):
    """A guest's status on a page: a heading, sentences, and their dots in the picture.

    `spot` says where in the room their seats are drawn, always the same.
    """

    heading: str
    lines: tuple[str, ...] = ()
    seats_of_mine: int = 0
    place_of_mine: int = 0
    held_for_me: int = 0
    spot: int = 0


def result_sentence(answer: GuestResult) -> str:
    """Return the result of a command in one or two sentences."""
    text = _result_text(answer)
    if answer.code == "already" and answer.guest is not None and answer.guest.state == "confirmed":
        return f"{text} {seat_sentence(answer.guest)}"
    if answer.position is None:
        return text
    number = gettext("You are number %(position)s on the waitlist.", position=str(answer.position))
    return f"{text} {number}"


def _result_text(answer: GuestResult) -> str:
    """Return the sentence of a result's code; some depend on the number of seats."""
    guest = answer.guest
    if guest is not None and answer.code == "cancelled":
        return cancelled_sentence(guest)
    if guest is not None and answer.code == "confirmed":
        return seat_sentence(guest)
    if guest is None or answer.code != "waitlisted":
        return translate(DONE.get(answer.code) or PROBLEMS[answer.code])
    if guest.reach != "fine":
        # Anyone could have typed this address. The email says that its owner is skipped.
        return gettext("You are on the waitlist. Our email to you has the details.")
    return ngettext(
        "The event is full. You are on the waitlist, "
        "and we will write to you when a seat is free for you.",
        "We don't have %(count)s seats together yet. "
        "You are on the waitlist, and we will write to you when they are free for you.",
        guest.party,
    )


def cancelled_sentence(guest: Guest) -> str:
    """Return that a guest's seats are cancelled."""
    return ngettext("Your seat is cancelled.", "Your %(count)s seats are cancelled.", guest.party)


def seat_sentence(guest: Guest) -> str:
    """Return that a guest has seats."""
    return ngettext("You have a seat.", "You have %(count)s seats.", guest.party)


def kept_sentence(guest: Guest) -> str:
    """Return that a guest's seats stay theirs."""
    return ngettext("You keep your seat.", "You keep your %(count)s seats.", guest.party)


def event_values(event: Event) -> dict[str, Any]:
    """Return the template values that every page about an event needs."""
    return {
        "event": event,
        "day": format_day(event.starts_at, current_language()),
        "hours": hours(event),
        "clock": say_clock(event.timezone, event.starts_at, current_language()),
        "count": Headcount.of(event),
    }


def web_calendars(engine: Engine, event: Event) -> tuple[CalendarLink, ...]:
    """Return the links to calendars on the web; the entry leads back to the event's page."""
    url = f"{engine.composer.urls.guests}/e/{event.id}"
    return calendar_links(public_entry(event_facts(event), url, event.created_at))


def hours(event: Event) -> str:
    """Return the hours of an event, such as 18:00 to 21:00, or with the day of a late end.

    Without an end that someone entered, return only the start.
    """
    start = say_time(event.starts_at, current_language())
    if event.open_end:
        return start
    if event.ends_at - event.starts_at >= timedelta(hours=20):
        end = format_datetime(event.ends_at, current_language(), year=False)
        return pgettext("time to day", "%(start)s to %(end)s", start=start, end=end)
    end = say_time(event.ends_at, current_language())
    return gettext("%(start)s to %(end)s", start=start, end=end)


def deadline(event: Event, moment: datetime) -> str:
    """Return a deadline as text, in the event's time zone."""
    return format_datetime(wall_time(moment, event.timezone), current_language(), year=False)


def outlook(event: Event, now: datetime) -> str:
    """Return what a sign-up would get; empty if sign-up is closed."""
    if why_closed(event, now):
        return ""
    if event.free:
        return ngettext("%(count)s seat open", "%(count)s seats open", event.free)
    return gettext(
        "Full: you would be number %(position)s on the waitlist", position=event.waiting + 1
    )


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


def guest_status(
    event: Event, guest: Guest, position: int | None, now: datetime | None = None
) -> GuestStatus:
    """Return the status of a guest; without a time, as long as the event has not begun."""
    has_begun = now is not None and now >= event.starts
    if event.state == "cancelled":
        lines = (gettext("There is nothing you need to do."),)
        return GuestStatus(gettext("The event has been cancelled."), lines)
    if guest.offer is not None:
        return _with_offer(guest, deadline(event, guest.offer.ends_at))
    if guest.state == "confirmed":
        heading = seat_sentence(guest)
        lines = (gettext("We look forward to seeing you."),)
        if guest.cancels_at is not None:
            lines = (until_cancelled(event, guest),)
        return GuestStatus(heading, lines, seats_of_mine=guest.party, spot=spot_of(guest.id))
    if guest.shown_state in ("extra", "released"):
        return _after_the_door(guest)
    if guest.state == "waitlisted":
        return _waitlisted(event, guest, position, has_begun=has_begun)
    lines = (gettext("Would you like to come? You are welcome to sign up again."),)
    if event.state == "closed":
        lines = (gettext("Sign-up is closed."),)
    if has_begun:
        lines = (_has_begun(),)
    return GuestStatus(gettext("You are not on the list."), lines)


def _at_the_door() -> str:
    return gettext("Please ask at the door: you can come in while a seat is free.")


def _has_begun() -> str:
    """Return what someone without a seat can do once the event has begun."""
    begun = gettext("This event has begun.")
    return f"{begun} {_at_the_door()}"


def _after_the_door(guest: Guest) -> GuestStatus:
    """Return the status of a guest who was let in without a seat, or whose seat was released."""
    if guest.admitted_extra:
        line = gettext("There were not enough free seats, so you are on the list without one.")
        return GuestStatus(gettext("You were let in at the door."), (line,))
    heading = gettext("The event has begun and your seat was released.")
    return GuestStatus(heading, (_at_the_door(),))


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
        "Until %(until)s, nobody else can take it.",
        "Until %(until)s, nobody else can take them.",
        guest.party,
        until=until,
    )
    return GuestStatus(heading, (line,), held_for_me=guest.party, spot=spot_of(guest.id))


def _waitlisted(
    event: Event, guest: Guest, position: int | None, *, has_begun: bool
) -> GuestStatus:
    heading = gettext("You are on the waitlist.")
    if position is not None:
        heading = gettext("You are number %(position)s on the waitlist.", position=position)
    lines = _waiting_lines(event, guest)
    if has_begun:
        lines = (_has_begun(),)
    return GuestStatus(heading, lines, place_of_mine=position or 0)


def _waiting_lines(event: Event, guest: Guest) -> tuple[str, ...]:
    """Return what someone on the waitlist can expect."""
    if guest.reach != "fine":
        return (skipped_sentence(guest),)
    if guest.party > event.cap:
        return (_too_large(event, guest),)
    if event.taken + guest.party <= event.cap:
        return ()
    line = ngettext(
        "When a seat is free for you, we hold it for you and email you the deadline.",
        "When %(count)s seats are free for you, we hold them for you and email you the deadline.",
        guest.party,
    )
    return (line,)


def _too_large(event: Event, guest: Guest) -> str:
    """Return what someone on the waitlist must know whose party is larger than the event."""
    return ngettext(
        "There is only %(count)s seat in all now, so we can't offer you %(party)s. "
        "If you can come with fewer people, please change your party.",
        "There are only %(count)s seats in all now, so we can't offer you %(party)s. "
        "If you can come with fewer people, please change your party.",
        event.cap,
        party=guest.party,
    )


def skipped_sentence(guest: Guest) -> str:
    """Return what someone on the waitlist must know who gets no offers."""
    return ngettext(
        "Emails to %(email)s are stopped, so we skip you when a seat comes free.",
        "Emails to %(email)s are stopped, so we skip you when %(count)s seats come free.",
        guest.party,
        email=guest.email,
    )


def no_mail() -> str:
    """Return the sentence for guests while no email can leave."""
    return gettext("We can't send emails at the moment.")


def _without_mail(guest: Guest) -> str:
    """Return what a guest who has signed up must do, as no email tells them."""
    instead = gettext("Please ask the host.")
    if guest.state == "confirmed":
        instead = gettext("Please note the date yourself.")
    return f"{no_mail()} {instead}"


def after_sign_up(
    event: Event, guest: Guest, position: int | None, *, sends_mail: bool = True
) -> GuestStatus:
    """Return the status after a sign-up, and what was mailed."""
    status = guest_status(event, guest, position)
    if not sends_mail:
        return msgspec.structs.replace(status, lines=(_without_mail(guest),))
    # Anyone could have typed this address: only its owner's link says that they are skipped.
    known = status.lines if guest.reach == "fine" else ()
    lines: tuple[str, ...] = (
        *known,
        gettext(
            "We've sent an email to %(email)s. It also has a link to leave the waitlist.",
            email=guest.email,
        ),
    )
    if guest.state == "confirmed":
        lines = (
            gettext(
                "The details and a calendar file are on their way to %(email)s.",
                email=guest.email,
            ),
            gettext("You can come back to this page to change or cancel."),
        )
    return msgspec.structs.replace(status, lines=lines)
