"""Rendering of messages: phrases with values, staff's own templates, short texts.

The phrases themselves are in the catalogues of `fullhouse.locale`.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import Literal

import msgspec

from fullhouse.kernel.letters import (
    Button,
    Letter,
    paragraphs,
    short,
    single_line,
    subject_line,
    with_greeting,
)
from fullhouse.kernel.localized_dates import format_datetime
from fullhouse.kernel.messages import Message
from fullhouse.kernel.sms import encoding, segment_count, shortened, to_gsm7
from fullhouse.kernel.templates import TemplateProblem, Value, render
from fullhouse.kernel.times import wall_time
from fullhouse.locale import catalogue, desk_language, known_language
from fullhouse.locale.numbers import comma
from fullhouse.products.frontdesk.shared.amounts import format_money
from fullhouse.products.frontdesk.shared.message_facts import (
    BusinessFacts,
    ProposalFacts,
    RemovalFacts,
    TemplateFacts,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Money

# The kind of a reply to a text that came in.
TEXT_REPLY = "text_reply"
# The groups of the phrases that both products use: to customers and to staff, and in notes alone.
SHARED = "frontdesk"
NOTES = "notes"
Stop = Literal["never", "always", "if_free"]
# What a text says besides, in this order, and the order in which it is given room.
BESIDES = ("yes", "phone", "address", "stop")
GIVEN_ROOM = ("yes", "phone", "stop", "address")
YES = re.compile(r"\b(?:YES|JA|OUI|S[IÍÌ]|SIM|TAK|نعم)\b")
BESIDES_VALUES = {"phone": ("our_phone", "dialled"), "address": ("our_address",)}
# The values whose names in a template are short.
INSERTED = {"when": "date", "phone": "our_phone", "address": "our_address"}

MOST_PARTS = 2
LONGEST_SERVICE = 40
# Values to leave out of a text so that it is sent in one part.
SPARED_FOR_ONE_PART: tuple[tuple[str, ...], ...] = ((), ("with_staff", "instead_of_staff"))
# Values to leave out of a text that is too long, one set after the other.
SPARED: tuple[tuple[str, ...], ...] = ((), ("from_business",), ("from_business", "with_staff"))
# The comma left over from "Hi {name}," "Hola, {name}:" and "{name}, …" without a name.
LONELY_COMMA = re.compile(r"^ *, *| +(?=,)|, +(?=:)", re.MULTILINE)


class Phrases(msgspec.Struct, frozen=True):
    """The phrases of one product in one language, with those that both products share.

    Those of notes to staff are in groups of their own: they are written in fewer languages.
    """

    language: str
    group: str

    def say(self, key: str, values: Mapping[str, Value]) -> str:
        """Return a phrase with its values, in singular or plural."""
        texts = catalogue(self.language)
        count = int(values.get("count", 1))
        for group in (self.group, SHARED, f"{self.group}_{NOTES}"):
            phrase = texts.find(group, key, count)
            if phrase:
                return phrase.format_map(values)
        return texts.text(NOTES, key, count).format_map(values)


class MessageContext(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of message with the phrases of its language and the values to insert.

    `template` is staff's own template, which may insert `inserts`; `answer` is the link that a text
    of theirs must contain. `stop` says whether a text explains how to stop texts: never, always, or
    if that adds no part. `besides` is what a text also says if that adds no part. `text_key` names
    the phrase of a text, if it is not that of the kind. `for_whom` is the customer's name if
    several people share the number of a text, else empty.
    """

    kind: str
    language: str
    phrases: Phrases
    values: Mapping[str, Value]
    template: TemplateFacts = TemplateFacts()
    inserts: Mapping[str, Value] = {}
    answer: str = ""
    stop: Stop = "never"
    besides: tuple[str, ...] = ()
    text_key: str = ""
    for_whom: str = ""

    def say(self, key: str) -> str:
        """Return a phrase with its values."""
        return self.phrases.say(key, self.values)

    @property
    def subject(self) -> str:
        """The subject, from staff's own template or our phrases."""
        own = subject_line(_voiced(self, self.template.subject))
        return own or subject_line(self.say(f"{self.kind}.subject"))

    def body(self, ours: str) -> tuple[str, ...]:
        """Return the paragraphs of a mail, from staff's own template or from ours."""
        return paragraphs(_voiced(self, self.template.mail)) or paragraphs(ours)

    @property
    def text(self) -> str:
        """The text, from staff's own template if it has the link, else from our phrases."""
        own = to_gsm7(_voiced(self, self.template.text))
        if not own or self.answer not in own:
            return _with_besides(self, _our_text(self))
        if self.for_whom not in own:
            own = f"{_address(self)}{own}"
        # Characters that staff typed stay; those of a name or a date must not cost an extra part.
        if encoding(self.template.text) == "GSM-7":
            own = shortened(own)
        return _with_besides(self, own)


def template_inserts(values: Mapping[str, Value], names: Iterable[str]) -> dict[str, Value]:
    """Return what staff's own template may insert, by the names that it uses."""
    return {name: values[INSERTED.get(name, name)] for name in names}


def language_of(message: Message, business: BusinessFacts) -> str:
    """Return the language of a message: notes to staff are in one that the desk has."""
    if message.person:
        return known_language(business.language)
    return desk_language(business.language)


def business_values(business: BusinessFacts, *, for_customer: bool) -> dict[str, Value]:
    """Return where a customer finds and calls the business; empty in notes to staff."""
    shown = business if for_customer else BusinessFacts()
    return {
        "our_phone": single_line(shown.phone),
        "our_address": single_line(shown.address),
        "dialled": single_line(shown.dialled),
    }


def join_words(words: list[str], phrases: Phrases) -> str:
    """Return "Ada, Ben and Cem"."""
    *first, last = words or [""]
    if not first:
        return last
    return phrases.say("and", {}).join([comma(phrases.language).join(first), last])


def name_people(removal: RemovalFacts, phrases: Phrases) -> str:
    """Return the names of those who are missing from a source: "Ada, Ben and 3 more"."""
    someone = phrases.say("someone", {})
    names = [with_greeting(person.name) or someone for person in removal.people]
    if names and removal.gone > len(names):
        names.append(phrases.say("more", {"count": removal.gone - len(names)}))
    return join_words(names, phrases)


def proposed_values(
    proposal: ProposalFacts, removal: RemovalFacts, phrases: Phrases
) -> dict[str, Value]:
    """Return whom a note names: a sentence says "someone" for a name that is not to be shown."""
    named = with_greeting(proposal.name) or name_people(removal, phrases)
    someone = phrases.say("someone", {}) if proposal.note or proposal.change else ""
    return {"named": named, "proposed": named or someone}


def say_sums(sums: Mapping[str, int], phrases: Phrases) -> str:
    """Return the sums of all currencies, joined."""
    amounts = [
        format_money(Money(amount, currency), phrases.language)
        for currency, amount in sorted(sums.items())
    ]
    return join_words(amounts, phrases)


def text_letter(telling: MessageContext, heading: str, buttons: tuple[Button, ...]) -> Letter:
    """Build a letter that is sent as a text; its buttons show where it is viewed elsewhere."""
    text = telling.text
    return Letter(
        subject=subject_line(telling.say(f"{telling.kind}.subject")),
        preview=single_line(text),
        heading=heading,
        paragraphs=paragraphs(text),
        buttons=buttons,
        language=telling.language,
        text=text,
    )


def text_reply_letter(context: MessageContext, words: str) -> Letter:
    """Build the reply to a text, whose words were chosen when it came."""
    return Letter(
        subject=context.subject,
        preview=single_line(words),
        heading=context.subject,
        paragraphs=paragraphs(words),
        language=context.language,
        text=words,
    )


def reply_values(proposal: ProposalFacts, zone: str, language: str) -> dict[str, Value]:
    """Return what a customer replied, and the service and time that their reply is about."""
    about = single_line(proposal.service)
    if proposal.answers:
        starts = format_datetime(wall_time(proposal.answers, zone), language, year=False)
        about = f"{about}, {starts}"
    return {"said": short(proposal.note), "about": about}


def proposed_time(proposal: ProposalFacts) -> datetime | None:
    """Return the time of a proposed booking on the clock of the business; None if it is not known.

    It was read from an email, and may be no time at all.
    """
    try:
        day, clock = date.fromisoformat(proposal.date), time.fromisoformat(proposal.time)
    except ValueError:
        return None
    return datetime.combine(day, clock, tzinfo=None)


def _voiced(telling: MessageContext, template: str) -> str:
    """Render staff's own template; empty if there is none or it fails."""
    if not template:
        return ""
    try:
        rendered = render(template, telling.inserts)
    except TemplateProblem:
        return ""
    if telling.inserts["name"]:
        return rendered
    return LONELY_COMMA.sub("", rendered)


def _with_besides(telling: MessageContext, text: str) -> str:
    """Add what a text says besides, as far as that adds no part."""
    chosen: list[str] = []
    for one in GIVEN_ROOM:
        if not _is_unsaid(telling, one, text):
            continue
        longer = _joined(telling, text, [*chosen, one])
        if segment_count(longer) == segment_count(text):
            chosen.append(one)
    return _joined(telling, text, chosen)


def _joined(telling: MessageContext, text: str, chosen: list[str]) -> str:
    said = [telling.say(f"{one}.text") for one in BESIDES if one in chosen]
    return " ".join([text, *(shortened(to_gsm7(one)) for one in said)])


def _is_unsaid(telling: MessageContext, one: str, text: str) -> bool:
    """Return True if a text may say this besides, and does not yet."""
    words = text.replace(telling.answer, "") if telling.answer else text
    if one == "stop":
        return telling.stop == "if_free" and "STOP" not in words
    if one not in telling.besides:
        return False
    if one == "yes":
        return YES.search(words) is None
    values = telling.values
    known = [str(values[name]) for name in BESIDES_VALUES[one]]
    return known[0] != "" and not any(value in words for value in known)


def _our_text(telling: MessageContext) -> str:
    """Return the fullest text of one part, without the name of staff if need be.

    If there is none, names go until the text fits into two parts.
    """
    stop = shortened(telling.say("stop.text")) if telling.stop == "always" else ""
    for spared in SPARED_FOR_ONE_PART:
        text = _text_without(telling, spared) + stop
        if segment_count(text) == 1:
            return text
    texts = [_text_without(telling, spared) + stop for spared in SPARED]
    return next((text for text in texts if segment_count(text) <= MOST_PARTS), texts[-1])


def _text_without(telling: MessageContext, spared: tuple[str, ...]) -> str:
    service = str(telling.values["service"])
    if len(service) > LONGEST_SERVICE:
        service = f"{service[: LONGEST_SERVICE - 3].rstrip()}..."
    values = {**telling.values, "service": service, **dict.fromkeys(spared, "")}
    text = telling.phrases.say(telling.text_key or f"{telling.kind}.text", values)
    return shortened(to_gsm7(f"{_address(telling)}{text}"))


def _address(telling: MessageContext) -> str:
    """Return "Mia: " if a text has to say for whom it is, else nothing."""
    if not telling.for_whom:
        return ""
    return telling.phrases.say("from_business", {"business": telling.for_whom})
