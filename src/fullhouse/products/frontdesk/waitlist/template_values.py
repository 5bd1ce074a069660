"""What phrases and templates may insert, said in the business's language and by the clock on its wall."""

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
from fullhouse.products.frontdesk.shared.amounts import format_count, format_minutes, format_money
from fullhouse.products.frontdesk.shared.phrases import PHRASES as COMMON
from fullhouse.products.frontdesk.shared.wording import join_words, say, say_sums
from fullhouse.products.frontdesk.waitlist.message_facts import Facts, SlotFacts
from fullhouse.products.frontdesk.waitlist.phrases.de import PHRASES as GERMAN
from fullhouse.products.frontdesk.waitlist.phrases.en import PHRASES as ENGLISH
from fullhouse.products.frontdesk.waitlist.phrases.es import PHRASES as SPANISH
from fullhouse.products.frontdesk.waitlist.phrases.fr import PHRASES as FRENCH

OWN = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}
PHRASES = {language: {**COMMON[language], **own} for language, own in OWN.items()}
NOTHING = SlotFacts()


def values_of(
    message: Message, facts: Facts, language: str, link: Callable[[str], str]
) -> dict[str, Value]:
    """Say each value once; what is not known is empty."""
    values: dict[str, Value] = {
        **_who(message, facts),
        **_when(message, facts, language),
        **_told_to_staff(facts, language),
        **{
            purpose: link(purpose) if message.person else ""
            for purpose in ("claim", "decline", "leave")
        },
    }
    phrases = PHRASES[language]
    for key, part in (
        ("with_staff", "staff"),
        ("at_business", "business"),
        ("from_business", "business"),
    ):
        values[key] = say(phrases, key, values) if values[part] else ""
    values["dates"] = _dates(facts, language)
    return values


def _who(message: Message, facts: Facts) -> dict[str, Value]:
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


def _when(message: Message, facts: Facts, language: str) -> dict[str, Value]:
    """Say when the slot is, and until when it is held.

    `soon` is short, for what is read at once; `when` names the date, too, for what is read again; `date` is the date
    alone, which a template can put a word before, such as "on".
    """
    there = facts.business.zone
    today, slot = wall_time(message.queued_at, there), facts.slot or NOTHING
    starts = slot.starts_at and wall_time(slot.starts_at, there)
    ends_at, made_at = _held(message, facts)
    ends = wall_time(ends_at, there)
    near = {0: "today", 1: "tomorrow"}.get((ends.date() - today.date()).days, "later")
    deadline = (
        say_time(ends, language) if near == "today" else format_relative(ends, today, language)
    )
    return {
        "soon": format_relative(starts, today, language) if starts else "",
        "when": format_relative(starts, today, language, date=True) if starts else "",
        "date": format_datetime(starts, language, year=starts.year != today.year) if starts else "",
        "how_long": format_minutes(slot.minutes, language) if slot.minutes else "",
        "until": say(PHRASES[language], f"until.{near}", {"deadline": deadline}),
        "window": format_minutes((ends_at - made_at) // timedelta(minutes=1), language),
    }


def _held(message: Message, facts: Facts) -> tuple[datetime, datetime]:
    """Return until when the offer holds, and since when."""
    offer = facts.offer
    ends_at = (offer and offer.ends_at) or message.use_by or message.queued_at
    return ends_at, (offer and offer.made_at) or message.queued_at


def _dates(facts: Facts, language: str) -> str:
    """Say between which dates someone waits; nothing if any day will do."""
    earliest, latest = (_day(one, language) for one in (facts.entry.earliest, facts.entry.latest))
    if not earliest and not latest:
        return ""
    key = "dates.between" if earliest and latest else "dates.from" if earliest else "dates.until"
    return say(PHRASES[language], key, {"earliest": earliest, "latest": latest})


def _day(written: str, language: str) -> str:
    try:
        return format_day(
            datetime.combine(date.fromisoformat(written), time(), tzinfo=None), language
        )
    except ValueError:
        return single_line(written)


def _told_to_staff(facts: Facts, language: str) -> dict[str, Value]:
    told, limit, phrases = facts.summary, facts.limit, PHRASES[language]
    asked = len(facts.tried) or (facts.slot or NOTHING).tried
    return {
        "count": told.freed or asked,
        "asked": format_count(asked, language),
        "names": join_words(
            [with_greeting(one.name) or say(phrases, "someone", {}) for one in facts.tried], phrases
        ),
        "month": say_month(facts.month, language) if facts.month else "",
        "freed": format_count(told.freed, language),
        "filled": format_count(told.filled, language),
        "handed_back": format_count(told.handed_back, language),
        "offers": format_count(told.offers, language),
        "took": format_minutes(told.minutes_to_fill, language),
        "money": say_sums(told.money, phrases, language),
        "limit": format_money(limit, language) if limit else "",
    }
