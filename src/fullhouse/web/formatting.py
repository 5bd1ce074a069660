"""Customers' pages: the language of the business, and its times as text."""

from datetime import datetime
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.kernel.localized_dates import format_day, format_relative, say_clock, say_time
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import (
    current_language,
    gettext,
    ngettext,
    use_language,
)
from fullhouse.locale.numbers import comma
from fullhouse.products.frontdesk.shared.message_facts import facts_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.shared.sms_budget import (
    TEXTS,
    SmsSpend,
    is_kept_for_offers,
    texts_stopped,
)
from fullhouse.web.links import rules_of


def customer_rules(engine: Engine) -> Rulebook:
    """Return the rules in force, and answer this request in the language of the business.

    The language that its reader chose counts first. Before a business has written rules, that of
    the browser stays.
    """
    rulebook = rules_of(engine)
    if rulebook != Rulebook():
        use_language(rulebook.language)
    return rulebook


def answer_customer(language: str) -> None:
    """Answer this request in the language of a customer, if they have one of their own."""
    if language:
        use_language(language)


def may_text_strangers(engine: Engine, rulebook: Rulebook) -> bool:
    """Return True if the budget leaves a text that confirms what anyone did online."""
    spend = engine.load(Get(SmsSpend, (TEXTS,)))
    return not is_kept_for_offers(spend, rulebook, engine.now())


def may_text(engine: Engine, rulebook: Rulebook) -> bool:
    """Return True if the budget leaves a text at all."""
    spend = engine.load(Get(SmsSpend, (TEXTS,)))
    return not texts_stopped(spend, rulebook, engine.now())


def business_values(rulebook: Rulebook) -> dict[str, Any]:
    """Return the template values that every page of the business needs."""
    return {"business": rulebook.business, "contact": facts_of(rulebook)}


def when(
    starts_at: datetime, ends_at: datetime, rulebook: Rulebook, now: datetime
) -> dict[str, Any]:
    """Return the texts for a start and an end in the time zone of the business."""
    language = current_language()
    starts, today = wall_time(starts_at, rulebook.zone), wall_time(now, rulebook.zone)
    ends = wall_time(ends_at, rulebook.zone)
    return {
        "starts": starts,
        "soon": format_relative(starts, today, language),
        "day": format_day(starts, language, year=starts.year != today.year),
        "hours": gettext(
            "%(start)s to %(end)s", start=say_time(starts, language), end=say_time(ends, language)
        ),
        "clock": say_clock(rulebook.zone, starts, language),
    }


def calendar_title(service: str, staff: str, party: int) -> str:
    """Return the title of a calendar entry: the service, staff if there are, and a party."""
    title = service
    if staff:
        title = gettext("%(service)s with %(staff)s", service=service, staff=staff)
    if party == 1:
        return title
    people = ngettext("%(count)s people", "%(count)s people", party)
    return f"{title}{comma(current_language())}{people}"
