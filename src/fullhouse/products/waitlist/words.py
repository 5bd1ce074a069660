"""How the waitlist's messages read: from a message's facts to a letter, in the business's language and time zone."""

import re
from collections.abc import Callable

import msgspec

from fullhouse.kernel.dates import known_language
from fullhouse.kernel.letters import Button, Letter, one_line, paragraphs, subject_line
from fullhouse.kernel.messages import Message
from fullhouse.kernel.texts import encoding, parts, plainer, smaller
from fullhouse.kernel.voice import TemplateProblem, Value, fill
from fullhouse.kernel.voice_text import DEFAULT_VOICE, PLACEHOLDERS, read_voice
from fullhouse.products.waitlist.calendars import booking_entry
from fullhouse.products.waitlist.facts import Facts, read_facts
from fullhouse.products.waitlist.values import say, values_of

Link = Callable[[str], str]

CUSTOMER_KINDS = ("joined", "offer", "booked", "cancelled")
STAFF_KINDS = ("nobody_fits", "handed_back", "summary", "proposal", "text_limit")

# What can be pressed in a letter, in this order; the main one stands out.
BUTTONS = {
    "joined": ("leave",),
    "offer": ("claim", "decline"),
    "booked": ("waitlist",),
    "cancelled": ("waitlist",),
}
MAIN = {"claim", "desk"}
# The mails before which someone may still want to leave; behind them there is nothing more to come.
STOPPABLE = {"joined", "offer"}
DETAILS = {
    "summary": ("month", "freed", "filled", "handed_back", "offers", "time_to_fill", "money"),
    "proposal": ("sender", "subject", "name", "what"),
    "text_limit": ("month", "limit"),
}
OF_A_SLOT = ("what", "when", "with", "how_long", "party", "dates", "held_until", "asked")

MOST_PARTS = 2
LONGEST_SERVICE = 40
# What a text can do without, should it become too long.
SPARED: tuple[tuple[str, ...], ...] = ((), ("from_business",), ("from_business", "with_staff"))
# What is left of "Hi {name}," "Hola, {name}:" and "{name}, …" where there is no name.
LONELY_COMMA = re.compile(r"^ *, *| +(?=,)|, +(?=:)", re.MULTILINE)


class Telling(msgspec.Struct, frozen=True):
    """A message about to be put into words: how it is told, and the values that phrases insert."""

    kind: str
    facts: Facts
    language: str
    values: dict[str, Value]

    def say(self, key: str) -> str:
        """Say a phrase."""
        return say(self.language, key, self.values)


def compose(message: Message, link: Link) -> Letter:
    """Put a message into words; `link` gives the URL for a purpose."""
    telling = _telling(message, link)
    if message.channel == "text":
        return _text_letter(telling, link)
    to_staff, body = message.kind in STAFF_KINDS, _body(telling)
    stop = message.kind in STOPPABLE
    return Letter(
        subject=_subject(telling),
        preview=one_line(" ".join(body)),
        heading=_heading(telling),
        paragraphs=body,
        details=_details(telling),
        buttons=_buttons(telling, link),
        footer=(telling.say("footer.staff" if to_staff else "footer.customer"),),
        stop_url=link("leave") if stop else "",
        stop_label=telling.say("stop") if stop else "",
        language=telling.language,
        to_name=str(telling.values["name"]),
        calendar=booking_entry(message, telling.facts, "{service}{with_staff}".format_map(telling.values)),
    )


def _text_letter(telling: Telling, link: Link) -> Letter:
    """Write a letter that leaves as a text; its buttons are for those who look at it elsewhere."""
    text = _text(telling)
    return Letter(
        subject=subject_line(telling.say(f"{telling.kind}.subject")),
        preview=one_line(text),
        heading=_heading(telling),
        paragraphs=paragraphs(text),
        buttons=_buttons(telling, link),
        language=telling.language,
        text=text,
    )


def _telling(message: Message, link: Link) -> Telling:
    facts = read_facts(message)
    language = known_language(facts.business.language)
    kind = "off_list" if message.kind == "cancelled" and facts.slot is None else message.kind
    return Telling(kind, facts, language, values_of(message, facts, language, link))


def _subject(telling: Telling) -> str:
    own = _voiced(telling, telling.facts.template.subject)
    return subject_line(own) or subject_line(telling.say(f"{telling.kind}.subject"))


def _heading(telling: Telling) -> str:
    quiet = telling.kind == "summary" and not telling.facts.summary.freed
    return one_line(telling.say("summary.heading.none" if quiet else f"{telling.kind}.heading"))


def _body(telling: Telling) -> tuple[str, ...]:
    own = paragraphs(_voiced(telling, telling.facts.template.mail))
    return own or paragraphs(SPECIAL_WORDS.get(telling.kind, _usual_words)(telling))


def _usual_words(telling: Telling) -> str:
    return telling.say(f"{telling.kind}.body")


def _voiced(telling: Telling, template: str) -> str:
    """Fill in the staff's own template; one that fails now is left aside, and ours is said.

    The voice that every house begins with is ours, and in English: other languages have our words for it.
    """
    if not template or (telling.language != "en" and template in _our_voice()):
        return ""
    values = {name: telling.values[name] for name in PLACEHOLDERS} | {"when": telling.values["date"]}
    try:
        said = fill(template, values)
    except TemplateProblem:
        return ""
    return said if values["name"] else LONELY_COMMA.sub("", said)


def _our_voice() -> tuple[str, ...]:
    voice = read_voice(DEFAULT_VOICE).templates
    return voice.text, voice.mail, voice.mail_subject


def _text(telling: Telling) -> str:
    template, claim = telling.facts.template.text, str(telling.values["claim"])
    own = plainer(_voiced(telling, template))
    if not own or claim not in own:
        return _stoppable(telling, _our_text(telling))
    # Letters that staff chose stay; those that came in with a name or a date need not cost them a part.
    return _stoppable(telling, smaller(own) if encoding(template) == "GSM-7" else own)


def _stoppable(telling: Telling, text: str) -> str:
    """Say how to end the texts: in an offer, which may be the first one, where it costs nothing."""
    more, words = text + telling.say("stop.text"), text.replace(str(telling.values["claim"]), "")
    return more if telling.kind == "offer" and "STOP" not in words and parts(more) == parts(text) else text


def _our_text(telling: Telling) -> str:
    """Say it in as few parts as it takes: the names of business and staff are spared first."""
    stop = telling.say("stop.text") if telling.kind == "joined" else ""
    said = [_said_without(telling, spared) + stop for spared in SPARED]
    return next((one for one in said if parts(one) <= MOST_PARTS), said[-1])


def _said_without(telling: Telling, spared: tuple[str, ...]) -> str:
    service = str(telling.values["service"])
    brief = service if len(service) <= LONGEST_SERVICE else f"{service[: LONGEST_SERVICE - 3].rstrip()}..."
    values = telling.values | {"service": brief} | dict.fromkeys(spared, "")
    return smaller(plainer(say(telling.language, f"{telling.kind}.text", values)))


def _handed_back(telling: Telling) -> str:
    why = (telling.facts.slot.why if telling.facts.slot else "") or "other"
    known = why if why in ("tries_spent", "line_spent", "too_late", "withdrawn") else "other"
    do = "handed_back.do.too_late" if why == "too_late" else "handed_back.do"
    return f"{telling.say(f'handed_back.{known}')}\n\n{telling.say(do)}"


def _summary(telling: Telling) -> str:
    told = telling.facts.summary
    if not told.freed:
        return telling.say("summary.none")
    if not told.filled:
        return telling.say("summary.unfilled")
    keys = ("summary.filled", *(("summary.money",) if told.money else ()), "summary.warm")
    return " ".join(telling.say(key) for key in keys)


def _details(telling: Telling) -> tuple[tuple[str, str], ...]:
    values, facts, kind = telling.values, telling.facts, telling.kind
    rows = values | {
        "what": values["service"],
        "with": values["staff"],
        "party": values["party"] if values["party"] != 1 else "",
        "dates": values["dates"] if kind == "joined" else "",
        "held_until": values["until"] if kind == "offer" else "",
        "asked": _asked(telling),
        "time_to_fill": values["took"] if facts.summary.filled else "",
        "name": values["proposed"],
    }
    keys = DETAILS.get(kind, OF_A_SLOT)
    return tuple((telling.say(key), str(rows[key])) for key in keys if rows[key] != "")


def _asked(telling: Telling) -> str:
    """Name those who were asked, or count them where their names are not known; customers are not told."""
    named, counted = str(telling.values["names"]), str(telling.values["asked"])
    return (named or counted) if telling.kind == "handed_back" and counted != "0" else ""


def _buttons(telling: Telling, link: Link) -> tuple[Button, ...]:
    kind = "cancelled" if telling.kind == "off_list" else telling.kind
    if kind in STAFF_KINDS:
        return (Button("desk", telling.say("desk.staff"), link("desk"), main=True),)
    return tuple(
        Button(purpose, telling.say(f"{purpose}.{kind}"), link(purpose), main=purpose in MAIN)
        for purpose in BUTTONS[kind]
    )


SPECIAL_WORDS: dict[str, Callable[[Telling], str]] = {"handed_back": _handed_back, "summary": _summary}
