"""Values for phrases and templates, in the business's language and time zone."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

from fullhouse.kernel.letters import short, single_line, with_greeting
from fullhouse.kernel.localized_dates import (
    format_datetime,
    format_day,
    format_limit,
    format_relative,
    say_month,
    say_time,
    say_written_time,
)
from fullhouse.kernel.messages import Message
from fullhouse.kernel.templates import Value
from fullhouse.kernel.times import wall_time
from fullhouse.locale.numbers import comma, format_count, format_minutes
from fullhouse.products.frontdesk.shared.amounts import format_money
from fullhouse.products.frontdesk.shared.wording import (
    Phrases,
    business_values,
    join_words,
    proposed_values,
    reply_values,
    say_sums,
)
from fullhouse.products.frontdesk.waitlist.message_facts import (
    EntryFacts,
    SlotFacts,
    WaitlistMessageFacts,
)
from fullhouse.products.frontdesk.waitlist.wishes import WEEKDAYS

NOTHING = SlotFacts()
LINKS = ("claim", "decline", "leave", "wishes")


def phrases_of(language: str) -> Phrases:
    """Return our phrases in a language."""
    return Phrases(language, "waitlist")


def values_of(
    message: Message, facts: WaitlistMessageFacts, language: str, link: Callable[[str], str]
) -> dict[str, Value]:
    """Return every value; an unknown one is empty."""
    values: dict[str, Value] = {
        **_who(message, facts, language),
        **business_values(facts.business, for_customer=bool(message.person)),
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
    values["for_party"] = phrases.say("for_party", values) if facts.entry.party > 1 else ""
    wishes = _wishes(_waiting(message, facts), language)
    values["dates"] = comma(language).join(filter(None, wishes))
    to_change = _to_change(phrases, facts, link) if message.kind == "booked" else ""
    return values | _booking_values(phrases, facts, values, to_change)


def _booking_values(
    phrases: Phrases, facts: WaitlistMessageFacts, values: dict[str, Value], to_change: str
) -> dict[str, Value]:
    """Return the values of a confirmation: the time given up, and how to change the new one."""
    instead = ""
    if values["instead_of"]:
        instead = phrases.say("instead", values)
    kept = phrases.say("kept", {**values, "count": len(facts.kept)}) if facts.kept else ""
    return {"to_change": to_change, "instead": instead, "kept": kept}


def _to_change(phrases: Phrases, facts: WaitlistMessageFacts, link: Callable[[str], str]) -> str:
    """Return how to change a booking, or to cancel one that is no appointment here."""
    if not facts.managed:
        return phrases.say("to_give_up", {"give_up": link("give_up")})
    key = "to_change.kept" if facts.kept else "to_change"
    return phrases.say(key, {"reschedule": link("reschedule")})


def _who(message: Message, facts: WaitlistMessageFacts, language: str) -> dict[str, Value]:
    entry, slot, proposal = facts.entry, facts.slot, facts.proposal
    name, staff = with_greeting(entry.name), with_greeting(entry.staff or proposal.staff)
    people = entry.party if message.person else (slot or NOTHING).party_capacity
    return {
        "name": name,
        "comma_name": f"{comma(language)}{name}" if name else "",
        "business": single_line(facts.business.name),
        "service": single_line((slot and slot.service) or entry.service or proposal.service),
        "staff": staff if slot is None else single_line(slot.staff),
        "party": people if people > 1 else "",
        "sender": short(proposal.sender),
        "subject": short(proposal.subject),
        "phone": single_line(proposal.phone),
        "email": single_line(proposal.email),
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
        "instead_of": "",
        "kept_at": "",
        "closes": "",
        "left": facts.left.minutes if facts.left else "",
        "whole": facts.left.whole if facts.left else "",
        "until": until_text(wall_time(ends_at, zone), today, language),
        "window": format_minutes((ends_at - made_at) // timedelta(minutes=1), language),
    }
    if slot.starts_at:
        starts = wall_time(slot.starts_at, zone)
        values["soon"] = format_relative(starts, today, language)
        values["when"] = format_relative(starts, today, language, date=True)
        values["date"] = format_datetime(starts, language, year=starts.year != today.year)
        if message.kind == "booked" and slot.starts_at < message.queued_at:
            values["soon"] = values["when"] = _now_until(slot, zone, language)
    if slot.closes_at:
        values["closes"] = until_text(wall_time(slot.closes_at, zone), today, language)
    if slot.minutes:
        values["how_long"] = format_minutes(slot.minutes, language)
    return values | _other_times(facts, today, language)


def _other_times(facts: WaitlistMessageFacts, today: datetime, language: str) -> dict[str, Value]:
    """Return the times of later appointments: one that stays, and one that was given up."""
    values: dict[str, Value] = {}
    if facts.kept:
        later = wall_time(facts.kept[0], facts.business.zone)
        values["kept_at"] = format_relative(later, today, language, date=True)
    if facts.instead_of:
        before = wall_time(facts.instead_of, facts.business.zone)
        values["instead_of"] = format_datetime(before, language, year=before.year != today.year)
    return values


def _now_until(slot: SlotFacts, zone: str, language: str) -> str:
    """Return the time of a slot that has begun: its customer comes at once."""
    assert slot.starts_at is not None  # noqa: S101 - the caller has checked
    ends = wall_time(slot.starts_at + timedelta(minutes=slot.minutes), zone)
    return phrases_of(language).say("when.now", {"deadline": say_time(ends, language)})


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


def _waiting(message: Message, facts: WaitlistMessageFacts) -> EntryFacts:
    """Return the entry, or the one that a proposal would become."""
    proposal = facts.proposal
    if message.kind != "proposal":
        return facts.entry
    return EntryFacts(
        earliest=proposal.earliest,
        latest=proposal.latest,
        weekdays=tuple(day for day in WEEKDAYS if day in proposal.weekdays),
        from_time=proposal.from_time,
        until_time=proposal.until_time,
    )


def _wishes(entry: EntryFacts, language: str) -> tuple[str, str, str]:
    """Return the dates, the weekdays and the times of day that suit the customer."""
    phrases = phrases_of(language)
    return _dates(entry, language), _only_on(entry, phrases), _times(entry, phrases)


def _only_on(entry: EntryFacts, phrases: Phrases) -> str:
    """Return the weekdays that suit the customer; empty if any will do, or for a single day."""
    if not entry.weekdays or entry.is_one_day:
        return ""
    days = [phrases.say(f"each.{day}", {}) for day in entry.weekdays]
    return phrases.say("only_on", {"days": join_words(days, phrases)})


def _times(entry: EntryFacts, phrases: Phrases) -> str:
    """Return the window of the day that suits the customer; empty if any time will do."""
    if entry.from_time and entry.until_time:
        key = "times.between"
    elif entry.from_time:
        key = "times.from"
    elif entry.until_time:
        key = "times.until"
    else:
        return ""
    from_time = say_written_time(entry.from_time, phrases.language)
    until_time = say_written_time(entry.until_time, phrases.language)
    return phrases.say(key, {"from_time": from_time, "until_time": until_time})


def _dates(entry: EntryFacts, language: str) -> str:
    """Return the dates between which the customer waits; empty if any day will do."""
    if entry.is_one_day:
        return _day(entry.latest, language, format_day)
    earliest = _day(entry.earliest, language, format_limit)
    latest = _day(entry.latest, language, format_limit)
    if earliest and latest:
        key = "dates.between"
    elif earliest:
        key = "dates.from"
    elif latest:
        key = "dates.until"
    else:
        return ""
    return phrases_of(language).say(key, {"earliest": earliest, "latest": latest})


def _day(written: str, language: str, say: Callable[[datetime, str], str]) -> str:
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return single_line(written)
    return say(datetime.combine(day, time(), tzinfo=None), language)


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
        "given_up": _count_if_any(month.given_up, language),
        "handed_back": format_count(month.handed_back, language),
        "open": _count_if_any(month.open, language),
        "offers": format_count(month.offers, language),
        "took": format_minutes(month.minutes_to_fill, language),
        "money": say_sums(month.money, phrases),
        "limit": format_money(limit, language) if limit else "",
        **reply_values(facts.proposal, facts.business.zone, language),
        **proposed_values(facts.proposal, facts.removal, phrases),
        "gone": format_count(facts.removal.gone, language),
        "where": phrases.say(facts.removal.where, {}),
    }


def _count_if_any(count: int, language: str) -> str:
    return format_count(count, language) if count else ""
