"""Values for phrases and templates, in the business's language and time zone."""

from collections.abc import Callable
from datetime import date, datetime, time

from fullhouse.kernel.letters import short, single_line, with_greeting
from fullhouse.kernel.localized_dates import format_datetime, format_day, format_relative, say_month
from fullhouse.kernel.messages import Message
from fullhouse.kernel.templates import Value
from fullhouse.kernel.times import wall_time
from fullhouse.locale.numbers import comma, format_count, format_minutes
from fullhouse.products.frontdesk.appointments.message_facts import AppointmentMessageFacts
from fullhouse.products.frontdesk.appointments.weekly_summary import WeekFigures
from fullhouse.products.frontdesk.shared.amounts import format_money
from fullhouse.products.frontdesk.shared.wording import (
    Phrases,
    business_values,
    join_words,
    proposed_time,
    proposed_values,
    reply_values,
    say_sums,
)

FIGURES = ("appointments", "confirmed", "cancelled", "no_shows", "prevented", "freed", "refilled")
ANSWERS = ("confirm", "reschedule", "cancel")


def phrases_of(language: str) -> Phrases:
    """Return our phrases in a language."""
    return Phrases(language, "appointments")


def values_of(
    message: Message, facts: AppointmentMessageFacts, language: str, link: Callable[[str], str]
) -> dict[str, Value]:
    """Return every value; an unknown one is empty."""
    phrases = phrases_of(language)
    values: dict[str, Value] = {
        **_who(message, facts, language),
        **business_values(facts.business, for_customer=bool(message.person)),
        **_when(message, facts, language),
        **_staff_values(facts, language),
        **_week(facts.summary, language),
        **dict.fromkeys(ANSWERS, ""),
    }
    if message.person:
        values |= {purpose: link(purpose) for purpose in ANSWERS}
    for key, part in (
        ("with_staff", "staff"),
        ("instead_of_staff", "was_with"),
        ("at_business", "business"),
        ("from_business", "business"),
        ("for_party", "party"),
    ):
        values[key] = phrases.say(key, values) if values[part] else ""
    return values


def change_values(
    message: Message, facts: AppointmentMessageFacts, language: str
) -> dict[str, Value]:
    """Return the values of a line about one of several appointments."""
    values = {**_who(message, facts, language), **_when(message, facts, language)}
    with_staff = phrases_of(language).say("with_staff", values) if values["staff"] else ""
    return {**values, "with_staff": with_staff}


def _who(message: Message, facts: AppointmentMessageFacts, language: str) -> dict[str, Value]:
    """Return the customer's names: `name` greets them, `who` names them to staff."""
    appointment, name = facts.appointment, with_greeting(facts.appointment.name)
    return {
        "name": name if message.person else "",
        "comma_name": f"{comma(language)}{name}" if name else "",
        "who": name or phrases_of(language).say("a_customer", {}),
        "phone": single_line(appointment.phone or facts.proposal.phone),
        "email": single_line(appointment.email or facts.proposal.email),
        "business": single_line(facts.business.name),
        "service": single_line(appointment.service or facts.proposal.service),
        "staff": single_line(appointment.staff or facts.proposal.staff),
        "was_with": single_line(facts.was_with or ""),
        "party": appointment.party if appointment.party > 1 else "",
    }


def _when(message: Message, facts: AppointmentMessageFacts, language: str) -> dict[str, Value]:
    """Return when the appointment is.

    `soon` is short, for what is read at once; `when` also names the date, for what is read again;
    `date` is only the date, after a word of the template such as "on".
    """
    zone, appointment = facts.business.zone, facts.appointment
    today = wall_time(facts.leaves_at or max(message.queued_at, message.not_before), zone)
    values: dict[str, Value] = dict.fromkeys(("soon", "when", "date", "before", "how_long"), "")
    starts = proposed_time(facts.proposal)
    if appointment.starts_at:
        starts = wall_time(appointment.starts_at, zone)
    if starts:
        values["soon"] = format_relative(starts, today, language)
        values["when"] = format_relative(starts, today, language, date=True)
        values["date"] = format_datetime(starts, language, year=starts.year != today.year)
    if facts.proposal.more:
        phrases = phrases_of(language)
        more = phrases.say("more", {"count": facts.proposal.more})
        values["when"] = join_words([str(values["when"]), more], phrases)
    if facts.before:
        before = wall_time(facts.before, zone)
        values["before"] = format_relative(before, today, language, date=True)
    if appointment.minutes:
        values["how_long"] = format_minutes(appointment.minutes, language)
    return values


def _staff_values(facts: AppointmentMessageFacts, language: str) -> dict[str, Value]:
    limit, proposal, phrases = facts.limit, facts.proposal, phrases_of(language)
    return {
        "sender": short(proposal.sender),
        "subject": short(proposal.subject),
        **reply_values(facts.proposal, facts.business.zone, language),
        **proposed_values(proposal, facts.removal, phrases),
        "month": say_month(facts.month, language) if facts.month else "",
        "limit": format_money(limit, language) if limit else "",
        "week": _day(facts.week, language),
        "gone": format_count(facts.removal.gone, language),
        "where": phrases.say(facts.removal.where, {}),
    }


def _day(written: str, language: str) -> str:
    """Format a day such as `2026-11-09`; empty stays empty."""
    if not written:
        return ""
    return format_day(datetime.combine(date.fromisoformat(written), time(), tzinfo=None), language)


def _week(week: WeekFigures, language: str) -> dict[str, Value]:
    phrases = phrases_of(language)
    someone = phrases.say("someone", {})
    quiet = [with_greeting(customer.name) or someone for customer in week.quiet]
    if week.more_quiet:
        quiet.append(phrases.say("more", {"count": week.more_quiet}))
    return {
        **{name: format_count(getattr(week, name), language) for name in FIGURES},
        "count": week.appointments,
        "money": say_sums(week.money, phrases),
        "quiet": join_words(list(dict.fromkeys(quiet)), phrases),
        "quiet_count": format_count(len(week.quiet) + week.more_quiet, language),
    }
