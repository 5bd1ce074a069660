"""Sentences for staff, by the codes of the waitlist."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from fullhouse.inbound.forms.guest_form import FieldProblem
from fullhouse.kernel.offers import Opening, send_at
from fullhouse.kernel.times import wall_time
from fullhouse.locale import cldr
from fullhouse.locale.current import (
    current_language,
    format_number,
    gettext,
    ngettext,
    translate,
)
from fullhouse.products.frontdesk.shared.rulebook.model import (
    Hours,
    Money,
    Rulebook,
    Service,
    normalized_name,
)
from fullhouse.products.frontdesk.shared.rulebook.values import DECIMALS
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.web.desk.formatting import wall
from fullhouse.web.wish_text import dates

# Sentence shown after a form was handled; the redirect carries only the key.
DONE = {
    "freed": "The slot is open, and we look for someone on the waitlist.",
    "already_open": "This slot was open already. Nobody is asked twice.",
    "already_booked": "This slot is filled already.",
    "already_handed_back": "This slot was handed back already.",
    "withdrawn": "The slot is not offered any more. Whoever held an offer is told and waits again.",
    "joined": "They are on the list, and a message that says so is on its way.",
    "already": "They were on the list for this already. Nothing was changed.",
    "updated": "They were on the list for this already. They keep their place, with these wishes.",
    "edited": "Saved.",
    "unchanged": "Nothing was different, so nothing was changed.",
    "removed": "They are off the list.",
    "erased": "Forgotten: name, number and address are gone from everything that is kept here.",
    "noted": "Saved. From now on they can be asked.",
    "in_force": "Saved. It is in force from now on, and read fresh for each slot.",
    "old_in_force": "That text is in force again.",
    "not_all_renamed": "Saved. Some could not be renamed: they are listed below.",
    "discarded": "The request is gone, and nothing was done.",
    "synced": "The sheet and the list are in step.",
    "put_back": "That version is in the sheet again, and the list follows it.",
    "believed": "The calendar was taken at its word.",
    "removal_confirmed": "Thank you. It is being done now.",
    "changes_confirmed": "Thank you. They are being changed now.",
    "removal_kept": "Kept. Nothing was changed for anyone.",
}
# Problems in words for staff; those of forms and rules are for customers.
SENTENCES = {
    "name_missing": "Please enter a name.",
    "contact_missing": (
        "Give a mobile number or an email address: without one nobody can be reached."
    ),
    "bad_party": "A party is a number from 1 to 50.",
    "bad_party_capacity": "Say for how many people there is room: a number from 1 to 50.",
    "bad_time": "Say the day and the time at which the slot starts.",
    "closed_then": "You are closed on that day. To offer it all the same, change the rules.",
    "slot_past": "This time has passed. If they did not come, choose “They did not come”.",
    "unknown_service": "Choose a service. Which there are is written in the rules.",
    "unknown_staff": (
        "Choose someone who works here, or nobody. Who that is is written in the rules."
    ),
    "date_past": "This date has passed.",
}
REASONS = {
    "cancelled": "A booking was cancelled",
    "no_show": "They did not come",
    "opening": "A new opening",
}
FREED_AS = {
    "cancelled": "after a cancellation",
    "no_show": "after a no-show",
    "opening": "as a new opening",
}
BECAME = {
    "live": "holds the offer",
    "claimed": "claimed it",
    "declined": "said no",
    "timed_out": "did not answer in time",
    "withdrawn": "taken back",
}
WHY_BACK = {
    "nobody_fits": "Nobody on the list fits and can be reached.",
    "line_spent": "Everyone who fits and can be reached was asked.",
    "tries_spent": "As many were asked as the rules allow.",
    "too_late": "It was too late to ask more people.",
    "quiet_hours": "Quiet hours lasted until it was too late to ask.",
    "withdrawn": "It is no longer offered.",
    "booked_over": "Its time was booked.",
    "gave_way": "Another open slot needs the same staff at that time.",
    "closed": "You are closed on that day, so nobody was asked.",
    "given_up": "It was claimed, and the booking was cancelled or moved later.",
    "no_show": "It was claimed, and the customer did not come.",
}
# Reasons why an open slot has nobody left to ask.
WHY_OPEN = ("nobody_fits", "line_spent")
STATES = {
    "waiting": "waiting",
    "booked": "booked",
    "left": "left the list",
    "removed": "taken off the list",
    "expired": "dates have passed",
}
SOURCES = {
    "form": "the join page",
    "api": "a script",
    "desk": "the desk",
    "sheet": "the sheet",
    "mail": "an email",
}
# How a phone number was given.
GIVEN = {
    "form": "by the customer, on the join page",
    "staff": "by staff, at the desk",
    "sheet": "by staff, in the sheet",
    "api": "by a script",
    "email": "by the customer, in an email",
    "forwarded": "in an email that was forwarded, or whose sender we could not check",
}
REACH = {
    "fine": "fine",
    "opted_out": "asked for no more messages (STOP)",
    "bounced": "messages come back",
    "unreachable": "messages do not arrive",
}
CHANNELS = {"text": "by text", "mail": "by email", "": "not at all"}
MESSAGE_STATES = {
    "queued": "queued",
    "sending": "sending",
    "sent": "sent",
    "kept": "kept",
    "failed": "failed",
}
A_LEAP_YEAR = 2024


def sentence(problem: FieldProblem) -> str:
    """Return a problem in words for staff."""
    code = problem.code
    if (code, problem.field) == ("empty", "service"):
        code = "unknown_service"
    return translate(SENTENCES.get(code, "")) or problem.message


def refusal(code: str) -> str:
    """Return why a rule refused, in words for staff."""
    found = SENTENCES.get(code) or PROBLEMS.get(code)
    return translate(found) if found else gettext("Nothing was changed.")


def why_back(slot: Slot) -> str:
    """Return why a slot is not filled and not offered."""
    if slot.why in WHY_BACK:
        return translate(WHY_BACK[slot.why])
    return slot.why.replace("_", " ").capitalize()


def why_open(slot: Slot, book: Rulebook, now: datetime) -> str:
    """Return why an open slot without a live offer waits, and until when."""
    if slot.why in WHY_OPEN:
        until = wall(wall_time(slot.closes_at, book.zone))
        reason = translate(WHY_BACK[slot.why])
        stays = gettext("It stays open until %(when)s for those who join.", when=until)
        return f"{reason} {stays}"
    leaves_at = send_at(Opening(slot.closes_at), book.offer_rules, now)
    if leaves_at > now:
        at = wall(wall_time(leaves_at, book.zone))
        return gettext("Quiet hours: the waitlist is asked from %(when)s on.", when=at)
    if slot.why == "held_another_offer":
        return gettext("Everyone who fits holds another offer just now. The slot waits for them.")
    return gettext("Nobody holds an offer just now; the next one is asked as soon as they can be.")


def money(amount: Money) -> str:
    """Format an amount: 120 EUR, 0.08 EUR."""
    decimals = DECIMALS.get(amount.currency, 2)
    whole, part = divmod(amount.amount, 10**decimals)
    number = format_number(whole)
    if part:
        number += f"{_names()['decimals']}{part:0{decimals}}"
    return f"{number} {amount.currency}"


def sums(amounts: Sequence[Money]) -> str:
    """Format amounts of several currencies: 120 EUR and 55 CHF."""
    if not amounts:
        return gettext("nothing")
    text = money(amounts[0])
    for amount in amounts[1:]:
        text = gettext("%(sums)s and %(sum)s", sums=text, sum=money(amount))
    return text


def _names() -> dict[str, Any]:
    return cldr()[current_language()]


def format_date(day: date, *, year: bool = True) -> str:
    """Format a date without its weekday: 11 Jun 2026."""
    month = _names()["short_months"][day.month - 1]
    if year:
        return gettext("%(day)s %(month)s %(year)s", day=day.day, month=month, year=str(day.year))
    return gettext("%(day)s %(month)s", day=day.day, month=month)


def capitalized(text: str) -> str:
    """Return a text with a capital first letter; its other letters stay."""
    return f"{text[:1].upper()}{text[1:]}"


def with_staff(service: str, staff: str) -> str:
    """Format a service and who does it."""
    if not staff:
        return service
    return gettext("%(service)s with %(staff)s", service=service, staff=staff)


def slot_title(slot: Slot) -> str:
    """Format what a slot is for: Table with Jess for 4."""
    title = with_staff(service_of(slot), slot.staff)
    if slot.party_capacity > 1:
        return gettext("%(title)s for %(people)s", title=title, people=slot.party_capacity)
    return title


def service_of(slot: Slot) -> str:
    """Return the service of a slot; what is left of one is for several, until it is offered."""
    if not slot.is_rest or slot.live_offer_seq or slot.status == "booked":
        return slot.service
    return ngettext("up to %(count)s minutes", "up to %(count)s minutes", slot.rest_minutes)


def length_and_price(one: Slot | Service) -> str:
    """Format the minutes and the price of a slot or a service."""
    length = ngettext("%(count)s minutes", "%(count)s minutes", one.minutes)
    is_for_several = isinstance(one, Slot) and service_of(one) != one.service
    if one.price is None or is_for_several:
        return length
    return f"{length}, {money(one.price)}"


def wishes(entry: Entry) -> str:
    """Format what a customer waits for, in short."""
    parts = [entry.service]
    if entry.party > 1:
        parts.append(ngettext("%(count)s people", "%(count)s people", entry.party))
    parts.append(dates(entry))
    if entry.staff:
        parts.append(gettext("with %(staff)s", staff=entry.staff))
    if entry.priority:
        parts.append(gettext("priority %(number)s", number=entry.priority))
    return ", ".join(parts)


def waits_for(entry: Entry) -> str:
    """Return what a customer waits for, as a sentence."""
    what = with_staff(entry.service, entry.staff)
    if entry.party > 1:
        return gettext(
            "Waits for %(what)s, with a party of %(party)s: %(dates)s.",
            what=what,
            party=entry.party,
            dates=dates(entry),
        )
    return gettext("Waits for %(what)s: %(dates)s.", what=what, dates=dates(entry))


def staff_choice(book: Rulebook, current: str = "") -> tuple[str, ...]:
    """List the staff to choose from: those of the rules, and the current one."""
    if current and current not in book.staff:
        return (*book.staff, current)
    return tuple(book.staff)


def service_choice(book: Rulebook, current: str = "") -> tuple[str, ...]:
    """List the services to choose from: those of the rules, and the current one."""
    names = tuple(service.name for service in book.services)
    if current and normalized_name(current) not in map(normalized_name, names):
        return (*names, current)
    return names


def hours(book: Rulebook) -> str:
    """Format the opening hours."""
    return _spans(book.opening_hours) or gettext("no hours are named")


def _spans(several: Sequence[Hours]) -> str:
    days = _names()["short_weekdays"]
    return ", ".join(f"{days[span.day]} {span.opens}-{span.closes}" for span in several)


def staff_hours(book: Rulebook) -> str:
    """Format the hours of those who have their own; empty if nobody does."""
    never = gettext("not at work")
    return "; ".join(f"{own.staff}: {_spans(own.hours) or never}" for own in book.staff_hours)


def public_booking(book: Rulebook) -> str:
    """Format what anyone may book online, and how far ahead."""
    rules = book.public_booking
    if not rules.is_on:
        return gettext("no: only you book")
    return gettext(
        "%(services)s; from %(minutes)s minutes to %(days)s days ahead",
        services=", ".join(rules.services) or gettext("every service"),
        minutes=format_number(rules.notice_minutes),
        days=rules.horizon_days,
    )


def daily_maximum(book: Rulebook) -> str:
    """Format how many bookings a day has at most; empty if it has no maximum."""
    everyone = gettext("all together")
    maxima = (*book.daily_maximum, *book.service_maximum)
    return ", ".join(f"{name or everyone}: {most}" for name, most in maxima)


def closed(book: Rulebook) -> str:
    """Format the days on which the business is closed."""
    days = []
    if book.holidays_of:
        days.append(gettext("public holidays of %(place)s", place=book.holidays_of))
    for closed_day in book.closed:
        day = date(closed_day.year or A_LEAP_YEAR, closed_day.month, closed_day.day)
        days.append(format_date(day, year=bool(closed_day.year)))
    return ", ".join(days) or gettext("no days are named")
