"""Values for phrases and templates, in the business's language and time zone."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

from fullhouse.kernel.letters import short, single_line, with_greeting
from fullhouse.kernel.localized_dates import (
    format_datetime,
    format_day,
    format_relative,
    say_month,
    say_time,
)
from fullhouse.kernel.messages import Message
from fullhouse.kernel.templates import Value
from fullhouse.kernel.times import wall_time
from fullhouse.locale.numbers import format_count, format_minutes
from fullhouse.products.frontdesk.shared.amounts import format_money
from fullhouse.products.frontdesk.shared.wording import Phrases, join_words, say_sums
from fullhouse.products.frontdesk.waitlist.message_facts import SlotFacts, WaitlistMessageFacts

NOTHING = SlotFacts()
LINKS = ("claim", "decline", "leave")


def phrases_of(language: str) -> Phrases:
    """Return our phrases in a language."""
    return Phrases(language, "waitlist")


def values_of(
    message: Message, facts: WaitlistMessageFacts, language: str, link: Callable[[str], str]
) -> dict[str, Value]:
    """Return every value; an unknown one is empty."""
    values: dict[str, Value] = {
        **_who(message, facts),
        **_when(message, facts, language),
        **_staff_values(facts, language),
        **dict.fromkeys(LINKS, ""),
    }
    if message.person:
        values |= {purpose: link(purpose) for purpose in LINKS}
    phrases = phrases_of(language)
    for key, part in (
        ("with_staff", "staff"),
        ("at_business", "business"),
        ("from_business", "business"),
    ):
        values[key] = phrases.say(key, values) if values[part] else ""
    values["dates"] = _dates(facts, language)
    return values


def _who(message: Message, facts: WaitlistMessageFacts) -> dict[str, Value]:
    entry, slot, proposal = facts.entry, facts.slot, facts.proposal
    name = with_greeting(entry.name)
    return {
        "name": name,
        "comma_name": f", {name}" if name else "",
        "business": single_line(facts.business.name),
        "service": single_line((slot and slot.service) or entry.service or proposal.service),
        "staff": with_greeting(entry.staff) if slot is None else single_line(slot.staff),
        "party": entry.party if message.person else (slot or NOTHING).party_capacity,
        "sender": short(proposal.sender),
        "subject": short(proposal.subject),
        "proposed": with_greeting(proposal.name),
    }


def _when(message: Message, facts: WaitlistMessageFacts, language: str) -> dict[str, Value]:
    """Return when the slot is, and until when it is held.

    `soon` is short, for what is read at once; `when` also names the date, for what is read again;
    `date` is only the date, after a word of the template such as "on".
    """
    zone = facts.business.zone
    today = wall_time(message.queued_at, zone)
    slot = facts.slot or NOTHING
    ends_at, made_at = _held(message, facts)
    values: dict[str, Value] = {
        "soon": "",
        "when": "",
        "date": "",
        "how_long": "",
        "until": until_text(wall_time(ends_at, zone), today, language),
        "window": format_minutes((ends_at - made_at) // timedelta(minutes=1), language),
    }
    if slot.starts_at:
        starts = wall_time(slot.starts_at, zone)
        values["soon"] = format_relative(starts, today, language)
        values["when"] = format_relative(starts, today, language, date=True)
        values["date"] = format_datetime(starts, language, year=starts.year != today.year)
    if slot.minutes:
        values["how_long"] = format_minutes(slot.minutes, language)
    return values


def until_text(ends: datetime, today: datetime, language: str) -> str:
    """Return the end of an offer as text: "until 15:00", "until tomorrow, 15:00"."""
    near = {0: "today", 1: "tomorrow"}.get((ends.date() - today.date()).days, "later")
    if near == "today":
        deadline = say_time(ends, language)
    else:
        deadline = format_relative(ends, today, language)
    return phrases_of(language).say(f"until.{near}", {"deadline": deadline})


def _held(message: Message, facts: WaitlistMessageFacts) -> tuple[datetime, datetime]:
    """Return the end and the start of the offer."""
    offer = facts.offer
    ends_at = (offer and offer.ends_at) or message.use_by or message.queued_at
    return ends_at, (offer and offer.made_at) or message.queued_at


def _dates(facts: WaitlistMessageFacts, language: str) -> str:
    """Return the dates between which the customer waits; empty if any day will do."""
    earliest = _day(facts.entry.earliest, language)
    latest = _day(facts.entry.latest, language)
    if earliest and latest:
        key = "dates.between"
    elif earliest:
        key = "dates.from"
    elif latest:
        key = "dates.until"
    else:
        return ""
    return phrases_of(language).say(key, {"earliest": earliest, "latest": latest})


def _day(written: str, language: str) -> str:
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return single_line(written)
    return format_day(datetime.combine(day, time(), tzinfo=None), language)


def _staff_values(facts: WaitlistMessageFacts, language: str) -> dict[str, Value]:
    month, limit, phrases = facts.summary, facts.limit, phrases_of(language)
    asked = len(facts.tried) or (facts.slot or NOTHING).tried
    someone = phrases.say("someone", {})
    names = [with_greeting(tried.name) or someone for tried in facts.tried]
    return {
        "count": month.freed or asked,
        "asked": format_count(asked, language),
        "names": join_words(names, phrases),
        "month": say_month(facts.month, language) if facts.month else "",
        "freed": format_count(month.freed, language),
        "filled": format_count(month.filled, language),
        "handed_back": format_count(month.handed_back, language),
        "offers": format_count(month.offers, language),
        "took": format_minutes(month.minutes_to_fill, language),
        "money": say_sums(month.money, phrases),
        "limit": format_money(limit, language) if limit else "",
    }
