"""Rendering of messages: phrases with values, staff's own templates, short texts.

The phrases themselves are in the catalogues of `fullhouse.locale`.
"""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from fullhouse.kernel.letters import Button, Letter, paragraphs, single_line, subject_line
from fullhouse.kernel.sms import encoding, segment_count, shortened, to_gsm7
from fullhouse.kernel.templates import TemplateProblem, Value, render
from fullhouse.locale import catalogue
from fullhouse.products.frontdesk.shared.amounts import format_money
from fullhouse.products.frontdesk.shared.message_facts import TemplateFacts
from fullhouse.products.frontdesk.shared.rulebook.model import Money

# The group of the phrases that both products use.
SHARED = "frontdesk"
Stop = Literal["never", "always", "if_free"]

MOST_PARTS = 2
LONGEST_SERVICE = 40
# Values to leave out of a text that is too long, one set after the other.
SPARED: tuple[tuple[str, ...], ...] = ((), ("from_business",), ("from_business", "with_staff"))
# The comma left over from "Hi {name}," "Hola, {name}:" and "{name}, …" without a name.
LONELY_COMMA = re.compile(r"^ *, *| +(?=,)|, +(?=:)", re.MULTILINE)


class Phrases(msgspec.Struct, frozen=True):
    """The phrases of one product in one language, with those that both products share."""

    language: str
    group: str

    def say(self, key: str, values: Mapping[str, Value]) -> str:
        """Return a phrase with its values, in singular or plural."""
        texts = catalogue(self.language)
        count = int(values.get("count", 1))
        phrase = texts.find(self.group, key, count) or texts.text(SHARED, key, count)
        return phrase.format_map(values)


class MessageContext(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of message with the phrases of its language and the values to insert.

    `template` is staff's own template, which may insert `inserts`; `answer` is the link that a text
    of theirs must contain. `stop` says whether a text explains how to stop texts: never, always, or
    if that adds no part.
    """

    kind: str
    language: str
    phrases: Phrases
    values: Mapping[str, Value]
    template: TemplateFacts = TemplateFacts()
    inserts: Mapping[str, Value] = {}
    answer: str = ""
    stop: Stop = "never"

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
            return _stoppable(self, _our_text(self))
        # Characters that staff typed stay; those of a name or a date must not cost an extra part.
        if encoding(self.template.text) == "GSM-7":
            own = shortened(own)
        return _stoppable(self, own)


def join_words(words: list[str], phrases: Phrases) -> str:
    """Return "Ada, Ben and Cem"."""
    *first, last = words or [""]
    if not first:
        return last
    return phrases.say("and", {}).join([", ".join(first), last])


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


def _stoppable(telling: MessageContext, text: str) -> str:
    """Add how to stop texts, if that adds no part."""
    if telling.stop != "if_free":
        return text
    longer = text + telling.say("stop.text")
    if "STOP" in text.replace(telling.answer, ""):
        return text
    if segment_count(longer) != segment_count(text):
        return text
    return longer


def _our_text(telling: MessageContext) -> str:
    """Return the fullest text that fits; names of business and staff go first."""
    stop = telling.say("stop.text") if telling.stop == "always" else ""
    texts = [_text_without(telling, spared) + stop for spared in SPARED]
    return next((text for text in texts if segment_count(text) <= MOST_PARTS), texts[-1])


def _text_without(telling: MessageContext, spared: tuple[str, ...]) -> str:
    service = str(telling.values["service"])
    if len(service) > LONGEST_SERVICE:
        service = f"{service[: LONGEST_SERVICE - 3].rstrip()}..."
    values = {**telling.values, "service": service, **dict.fromkeys(spared, "")}
    return shortened(to_gsm7(telling.phrases.say(f"{telling.kind}.text", values)))
