"""Replies to texts that come in; an empty reply means none."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from fullhouse.engine.execute import Loader
from fullhouse.engine.webhooks import WebhookState
from fullhouse.inbound.sms import InboundText
from fullhouse.inbound.text_answers import OfferAnswer, has_stopped, language_at
from fullhouse.kernel.letters import single_line
from fullhouse.kernel.localized_dates import format_datetime
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.sms import help_language, shortened, to_gsm7
from fullhouse.kernel.times import wall_time
from fullhouse.locale import known_language
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentsAt
from fullhouse.products.frontdesk.shared.message_facts import facts_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.shared.wording import Phrases
from fullhouse.products.frontdesk.waitlist.model import EntriesAt
from fullhouse.products.frontdesk.waitlist.template_values import phrases_of

# Results of a confirmation that mean: they come.
CONFIRMED = frozenset({"confirmed", "answered_confirm"})


class ReplySource(msgspec.Struct, frozen=True):
    """Where a reply finds its facts: the store, the rules, and our addresses.

    `link` returns the address of a text's link, or nothing; `language` is that of the reply.
    """

    loader: Loader
    rulebook: Rulebook
    page_url: str
    link: Callable[[Message], str]
    language: str = ""


def reply_text(
    source: ReplySource, text: InboundText, answer: OfferAnswer, taken: WebhookState
) -> str:
    """Return the reply to a text; `taken` has the result of its command, if it had one.

    A text that came before gets no second reply. A booking has a text of its own that confirms it.
    """
    if taken.became != "taken":
        return ""
    source = replace(source, language=language_at(source.loader, text.sender))
    if answer.about or answer.over == "open":
        return "" if has_stopped(source.loader, text.sender) else _about(source, answer, taken)
    if answer.command is not None:
        return _result(source, answer, taken)
    if answer.among:
        return _say(source, "text.which", links=_links(source, answer))
    if answer.over:
        return _over(source, answer)
    return _help(source, text) if text.reply == "help" and text.answered is None else ""


def _over(source: ReplySource, answer: OfferAnswer) -> str:
    """Return the reply to an answer that came after the end of its offer."""
    if answer.booked is not None:
        return _say(source, "text.booked", **_time(source, answer.booked))
    return "" if answer.over == "claimed" else _ended(source, waits=answer.over == "ended")


def _ended(source: ReplySource, *, waits: bool) -> str:
    """Return that an offer has ended; only a customer who still waits keeps a place."""
    return _say(source, "text.ended" if waits else "text.ended.off_list")


def _about(source: ReplySource, answer: OfferAnswer, taken: WebhookState) -> str:
    """Return the reply to an answer to a reminder, to other words, or to a late yes."""
    phrases = phrases_of(known_language(source.language))
    values = {"links": _links(source, answer), "call": _call(source, phrases)}
    if answer.over == "open":
        return _say(source, "text.still_open", **values)
    if answer.about == "coming" and taken.answer.code in CONFIRMED:
        return _say(source, "text.coming", **values, **_time(source, taken.answer.appointment))
    if answer.about != "words":
        return _say(source, "text.not_coming", **values)
    return _say(source, "text.words" if values["links"] else "text.read", **values)


def _time(source: ReplySource, appointment: Appointment) -> dict[str, str]:
    language = known_language(source.language)
    starts = wall_time(appointment.starts_at, source.rulebook.zone)
    when = format_datetime(starts, language, year=False)
    return {"service": single_line(appointment.service), "when": when}


def _links(source: ReplySource, answer: OfferAnswer) -> str:
    """Return the links of all messages that a text may mean."""
    found = (source.loader.load(Get(Message, (name,))) for name in answer.among)
    links = [source.link(message) for message in found if message is not None]
    return " ".join(filter(None, links))


def _call(source: ReplySource, phrases: Phrases) -> str:
    """Return that the customer can call as well, if the rules name a phone."""
    phone = facts_of(source.rulebook).dialled
    return phrases.say("text.call", {"phone": phone}) if phone else ""


def _result(source: ReplySource, answer: OfferAnswer, taken: WebhookState) -> str:
    if taken.answer.code == "booked":
        return ""
    if taken.answer.code == "own_time":
        return _say(source, "text.own_time", links=_links(source, answer))
    if taken.answer.code == "declined":
        return _say(source, "text.declined")
    entry = taken.answer.entry
    return _ended(source, waits=entry is not None and entry.state == "waiting")


def _help(source: ReplySource, text: InboundText) -> str:
    """Return what a number may expect of us, in the language of its word for help."""
    key = "text.help.stopped" if has_stopped(source.loader, text.sender) else "text.help"
    if key == "text.help" and _has_only_times(source.loader, text.sender):
        key = "text.help.booked"
    language = help_language(text.body) or source.language
    phrases = phrases_of(known_language(language))
    page = _page(source, known_language(language))
    return _say(source, key, language, call=_call(source, phrases), page=page)


def _page(source: ReplySource, language: str) -> str:
    """Return the address of the waitlist's page, which is in the business's language by itself."""
    if language == known_language(source.rulebook.language):
        return source.page_url
    return f"{source.page_url}?lang={language}"


def _has_only_times(loader: Loader, phone: str) -> bool:
    """Return True if a number has an appointment and waits for nothing."""
    if any(entry.ended_at is None for entry in loader.load(EntriesAt(phone))):
        return False
    return any(one.stands for one in loader.load(AppointmentsAt(phone)))


def _say(source: ReplySource, key: str, language: str = "", **values: str) -> str:
    business = source.rulebook.business
    phrases = phrases_of(known_language(language or source.language))
    begin = phrases.say("from_business", {"business": business}) if business else ""
    return shortened(to_gsm7(phrases.say(key, {**values, "from_business": begin})))
