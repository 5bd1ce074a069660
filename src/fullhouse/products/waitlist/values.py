"""What phrases and templates may insert, said in the business's language and by the clock on its wall."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

from fullhouse.kernel.amounts import say_count, say_minutes, say_money
from fullhouse.kernel.business_words import PHRASES as COMMON
from fullhouse.kernel.dates import say_day, say_moment, say_month, say_soon, say_time
from fullhouse.kernel.letters import greeted, one_line, short
from fullhouse.kernel.messages import Message
from fullhouse.kernel.telling import in_a_row, say, say_sums
from fullhouse.kernel.times import wall_time
from fullhouse.kernel.voice import Value
from fullhouse.products.waitlist.facts import Facts, SlotFacts
from fullhouse.products.waitlist.words_de import PHRASES as GERMAN
from fullhouse.products.waitlist.words_en import PHRASES as ENGLISH
from fullhouse.products.waitlist.words_es import PHRASES as SPANISH
from fullhouse.products.waitlist.words_fr import PHRASES as FRENCH

OWN = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}
PHRASES = {language: {**COMMON[language], **own} for language, own in OWN.items()}
NOTHING = SlotFacts()


def values_of(message: Message, facts: Facts, language: str, link: Callable[[str], str]) -> dict[str, Value]:
    """Say each value once; what is not known is empty."""
    values: dict[str, Value] = {
        **_who(message, facts),
        **_when(message, facts, language),
        **_told_to_staff(facts, language),
        **{purpose: link(purpose) if message.person else "" for purpose in ("claim", "decline", "leave")},
    }
    phrases = PHRASES[language]
    for key, part in (("with_staff", "staff"), ("at_business", "business"), ("from_business", "business")):
        values[key] = say(phrases, key, values) if values[part] else ""
    values["dates"] = _dates(facts, language)
    return values


def _who(message: Message, facts: Facts) -> dict[str, Value]:
    entry, slot, proposal = facts.entry, facts.slot, facts.proposal
    name = greeted(entry.name)
    return {
        "name": name,
        "comma_name": f", {name}" if name else "",
        "business": one_line(facts.business.name),
        "service": one_line((slot and slot.service) or entry.service or proposal.service),
        "staff": greeted(entry.staff) if slot is None else one_line(slot.staff),
        "party": entry.party if message.person else (slot or NOTHING).party_capacity,
        "sender": short(proposal.sender),
        "subject": short(proposal.subject),
        "proposed": greeted(proposal.name),
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
    deadline = say_time(ends, language) if near == "today" else say_soon(ends, today, language)
    return {
        "soon": say_soon(starts, today, language) if starts else "",
        "when": say_soon(starts, today, language, date=True) if starts else "",
        "date": say_moment(starts, language, year=starts.year != today.year) if starts else "",
        "how_long": say_minutes(slot.minutes, language) if slot.minutes else "",
        "until": say(PHRASES[language], f"until.{near}", {"deadline": deadline}),
        "window": say_minutes((ends_at - made_at) // timedelta(minutes=1), language),
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
        return say_day(datetime.combine(date.fromisoformat(written), time(), tzinfo=None), language)
    except ValueError:
        return one_line(written)


def _told_to_staff(facts: Facts, language: str) -> dict[str, Value]:
    told, limit, phrases = facts.summary, facts.limit, PHRASES[language]
    asked = len(facts.tried) or (facts.slot or NOTHING).tried
    return {
        "count": told.freed or asked,
        "asked": say_count(asked, language),
        "names": in_a_row([greeted(one.name) or say(phrases, "someone", {}) for one in facts.tried], phrases),
        "month": say_month(facts.month, language) if facts.month else "",
        "freed": say_count(told.freed, language),
        "filled": say_count(told.filled, language),
        "handed_back": say_count(told.handed_back, language),
        "offers": say_count(told.offers, language),
        "took": say_minutes(told.minutes_to_fill, language),
        "money": say_sums(told.money, phrases, language),
        "limit": say_money(limit, language) if limit else "",
    }
