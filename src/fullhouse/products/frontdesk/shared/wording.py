"""A message about to be put into words: phrases with their values, the staff's own templates, texts that stay short.

What there is to say lives in each product's words.
"""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from fullhouse.kernel.letters import Button, Letter, paragraphs, single_line, subject_line
from fullhouse.kernel.sms import encoding, segment_count, shortened, to_gsm7
from fullhouse.kernel.templates import TemplateProblem, Value, render
from fullhouse.products.frontdesk.shared.amounts import format_money
from fullhouse.products.frontdesk.shared.message_facts import TemplateFacts
from fullhouse.products.frontdesk.shared.rulebook.model import Money

Phrases = Mapping[str, str | tuple[str, str]]
Stop = Literal["never", "always", "if_free"]

MOST_PARTS = 2
LONGEST_SERVICE = 40
# What a text can do without, should it become too long.
SPARED: tuple[tuple[str, ...], ...] = ((), ("from_business",), ("from_business", "with_staff"))
# What is left of "Hi {name}," "Hola, {name}:" and "{name}, …" where there is no name.
LONELY_COMMA = re.compile(r"^ *, *| +(?=,)|, +(?=:)", re.MULTILINE)


class MessageContext(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of message with the phrases of its language, and the values that phrases insert.

    `template` is the staff's own, which may insert `inserts`; `answer` is the link without which a text of theirs
    leads nowhere. `stop` says whether a text tells how to end them: where it costs no further part, or at any price.
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
        """Say a phrase."""
        return say(self.phrases, key, self.values)

    @property
    def subject(self) -> str:
        """The subject, in the staff's own words or in ours."""
        return subject_line(_voiced(self, self.template.subject)) or subject_line(
            self.say(f"{self.kind}.subject")
        )

    def body(self, ours: str) -> tuple[str, ...]:
        """Return what a mail says, in the staff's own words or in ours."""
        return paragraphs(_voiced(self, self.template.mail)) or paragraphs(ours)

    @property
    def text(self) -> str:
        """What a text says, in the staff's own words if they lead anywhere, or in ours."""
        own = to_gsm7(_voiced(self, self.template.text))
        if not own or self.answer not in own:
            return _stoppable(self, _our_text(self))
        # Letters that staff chose stay; those that came in with a name or a date need not cost them a part.
        return _stoppable(self, shortened(own) if encoding(self.template.text) == "GSM-7" else own)


def say(phrases: Phrases, key: str, values: Mapping[str, Value]) -> str:
    """Say a phrase, for one or for several."""
    phrase = phrases[key]
    if isinstance(phrase, tuple):
        phrase = phrase[values["count"] != 1]
    return phrase.format_map(values)


def join_words(words: list[str], phrases: Phrases) -> str:
    """Say "Ada, Ben and Cem"."""
    *first, last = words or [""]
    return say(phrases, "and", {}).join([", ".join(first), last]) if first else last


def say_sums(sums: Mapping[str, int], phrases: Phrases, language: str) -> str:
    """Say what came together in each currency."""
    return join_words(
        [
            format_money(Money(amount, currency), language)
            for currency, amount in sorted(sums.items())
        ],
        phrases,
    )


def text_letter(telling: MessageContext, heading: str, buttons: tuple[Button, ...]) -> Letter:
    """Write a letter that leaves as a text; its buttons are for those who look at it elsewhere."""
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
    """Fill in the staff's own template; one that fails now is left aside, and ours is said."""
    if not template:
        return ""
    try:
        said = render(template, telling.inserts)
    except TemplateProblem:
        return ""
    return said if telling.inserts["name"] else LONELY_COMMA.sub("", said)


def _stoppable(telling: MessageContext, text: str) -> str:
    """Say how to end the texts, where that costs nothing."""
    if telling.stop != "if_free":
        return text
    more, words = text + telling.say("stop.text"), text.replace(telling.answer, "")
    return more if "STOP" not in words and segment_count(more) == segment_count(text) else text


def _our_text(telling: MessageContext) -> str:
    """Say it in as few parts as it takes: the names of business and staff are spared first."""
    stop = telling.say("stop.text") if telling.stop == "always" else ""
    said = [_said_without(telling, spared) + stop for spared in SPARED]
    return next((one for one in said if segment_count(one) <= MOST_PARTS), said[-1])


def _said_without(telling: MessageContext, spared: tuple[str, ...]) -> str:
    service = str(telling.values["service"])
    brief = (
        service
        if len(service) <= LONGEST_SERVICE
        else f"{service[: LONGEST_SERVICE - 3].rstrip()}..."
    )
    values = {**telling.values, "service": brief, **dict.fromkeys(spared, "")}
    return shortened(to_gsm7(say(telling.phrases, f"{telling.kind}.text", values)))
