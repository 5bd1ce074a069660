"""Letters of the waitlist, built from a message's facts in the business's language."""

from collections.abc import Callable
from datetime import timedelta
from typing import Literal

from fullhouse.kernel.letters import UID_DOMAIN, Button, CalendarEntry, Letter, single_line
from fullhouse.kernel.messages import Message
from fullhouse.locale import known_language
from fullhouse.products.frontdesk.shared.message_facts import TemplateFacts
from fullhouse.products.frontdesk.shared.voice import DEFAULT_VOICE, PLACEHOLDERS, parse_voice
from fullhouse.products.frontdesk.shared.wording import MessageContext, Stop, text_letter
from fullhouse.products.frontdesk.waitlist.message_facts import WaitlistMessageFacts, read_facts
from fullhouse.products.frontdesk.waitlist.template_values import phrases_of, values_of

Method = Literal["REQUEST", "CANCEL"]
METHODS: dict[str, Method] = {"booked": "REQUEST", "cancelled": "CANCEL"}


def booking_entry(
    message: Message, facts: WaitlistMessageFacts, summary: str
) -> CalendarEntry | None:
    """Return the calendar entry that a mail adds or removes; None if it has none."""
    slot, method = facts.slot, METHODS.get(message.kind)
    if method is None or slot is None or slot.starts_at is None:
        return None
    return CalendarEntry(
        # Three parts, unlike the uid of a guest, so that calendar replies are not mixed up.
        uid=f"waitlist.{slot.id}.{facts.entry.id}@{UID_DOMAIN}",
        sequence=int(method == "CANCEL"),
        method=method,
        summary=summary,
        starts=slot.starts_at,
        ends=slot.starts_at + timedelta(minutes=slot.minutes),
        location=single_line(facts.business.name),
        stamp=message.queued_at,
    )


Link = Callable[[str], str]

CUSTOMER_KINDS = ("joined", "offer", "booked", "cancelled")
STAFF_KINDS = ("nobody_fits", "handed_back", "summary", "proposal", "text_limit")

# Buttons of a letter, in this order; the main one stands out.
BUTTONS = {
    "joined": ("leave",),
    "request": ("confirm",),
    "offer": ("claim", "decline"),
    "booked": ("waitlist",),
    "cancelled": ("waitlist",),
}
MAIN = {"claim", "desk", "confirm"}
# Mails with a link to leave the waitlist; after the others there is nothing left to stop.
STOPPABLE = {"joined", "offer"}
DETAILS = {
    "summary": ("month", "freed", "filled", "handed_back", "offers", "time_to_fill", "money"),
    "proposal": ("sender", "subject", "name", "what"),
    "proposals": (),
    "text_limit": ("month", "limit"),
}
# The kinds of messages whose phrases have another prefix.
MESSAGE_KINDS = {"off_list": "cancelled", "proposals": "proposal"}
HAND_BACK_REASONS = ("tries_spent", "line_spent", "too_late", "withdrawn")
OF_A_SLOT = ("what", "when", "with", "how_long", "party", "dates", "held_until", "asked")

STOPS: dict[str, Stop] = {"joined": "always", "offer": "if_free"}


class WaitlistContext(MessageContext, frozen=True, kw_only=True):
    """A waitlist message with its phrases, values and facts."""

    facts: WaitlistMessageFacts


def compose(message: Message, link: Link) -> Letter:
    """Build the letter of a message; `link` returns the URL for a purpose."""
    context = _context(message, link)
    heading, buttons = _heading(context), _buttons(context, link)
    if message.channel == "text":
        return text_letter(context, heading, buttons)
    body = context.body(SPECIAL_WORDS.get(context.kind, _usual_words)(context))
    stop = context.kind in STOPPABLE
    return Letter(
        subject=context.subject,
        preview=single_line(" ".join(body)),
        heading=heading,
        paragraphs=body,
        details=_details(context),
        buttons=buttons,
        footer=(context.say(_footer(context)),),
        stop_url=link("leave") if stop else "",
        stop_label=context.say("stop") if stop else "",
        language=context.language,
        to_name=str(context.values["name"]),
        takes_reply=message.kind not in STAFF_KINDS,
        calendar=booking_entry(
            message, context.facts, "{service}{with_staff}".format_map(context.values)
        ),
    )


def _footer(context: WaitlistContext) -> str:
    if context.kind == "request":
        return "footer.request"
    return "footer.staff" if context.kind in STAFF_KINDS else "footer.customer"


def _kind(message: Message, facts: WaitlistMessageFacts) -> str:
    """Return the kind of text; some messages of one kind have different texts."""
    if facts.request:
        return "request"
    if message.kind == "cancelled" and facts.slot is None:
        return "off_list"
    if facts.several:
        return "proposals"
    return message.kind


def _context(message: Message, link: Link) -> WaitlistContext:
    facts = read_facts(message)
    language = known_language(facts.business.language)
    kind = _kind(message, facts)
    values = values_of(message, facts, language, link)
    return WaitlistContext(
        kind=kind,
        facts=facts,
        language=language,
        phrases=phrases_of(language),
        values=values,
        template=_template(facts, language),
        inserts={name: values[name] for name in PLACEHOLDERS} | {"when": values["date"]},
        answer=str(values["claim"]),
        stop=STOPS.get(kind, "never"),
    )


def _template(facts: WaitlistMessageFacts, language: str) -> TemplateFacts:
    """Return staff's own template, without the parts that are our English default.

    Other languages use our phrases instead of that default.
    """
    own, voice = facts.template, parse_voice(DEFAULT_VOICE).templates
    if language == "en":
        return own
    ours = (voice.text, voice.mail, voice.mail_subject)
    parts = (own.text, own.mail, own.subject)
    return TemplateFacts(*("" if part in ours else part for part in parts))


def _heading(context: WaitlistContext) -> str:
    quiet = context.kind == "summary" and not context.facts.summary.freed
    return single_line(context.say("summary.heading.none" if quiet else f"{context.kind}.heading"))


def _usual_words(context: WaitlistContext) -> str:
    return context.say(f"{context.kind}.body")


def _handed_back(context: WaitlistContext) -> str:
    why = context.facts.slot.why if context.facts.slot else ""
    known = why if why in HAND_BACK_REASONS else "other"
    do = "handed_back.do.too_late" if why == "too_late" else "handed_back.do"
    return f"{context.say(f'handed_back.{known}')}\n\n{context.say(do)}"


def _summary(context: WaitlistContext) -> str:
    month = context.facts.summary
    if context.facts.narrative:
        return context.facts.narrative
    if not month.freed:
        return context.say("summary.none")
    if not month.filled:
        return context.say("summary.unfilled")
    sentences = [context.say("summary.filled")]
    if month.money:
        sentences.append(context.say("summary.money"))
    sentences.append(context.say("summary.warm"))
    return " ".join(sentences)


def _details(context: WaitlistContext) -> tuple[tuple[str, str], ...]:
    values, facts, kind = context.values, context.facts, context.kind
    rows = {
        **values,
        "what": values["service"],
        "with": values["staff"],
        "party": values["party"] if values["party"] != 1 else "",
        "dates": values["dates"] if kind in {"joined", "request"} else "",
        "held_until": values["until"] if kind == "offer" else "",
        "asked": _asked(context),
        "time_to_fill": values["took"] if facts.summary.filled else "",
        "name": values["proposed"],
    }
    keys = DETAILS.get(kind, OF_A_SLOT)
    return tuple((context.say(key), str(rows[key])) for key in keys if rows[key] != "")


def _asked(context: WaitlistContext) -> str:
    """Return the names of those who were asked, else their number; empty for customers."""
    names, count = str(context.values["names"]), str(context.values["asked"])
    if context.kind != "handed_back" or count == "0":
        return ""
    return names or count


def _buttons(context: WaitlistContext, link: Link) -> tuple[Button, ...]:
    kind = MESSAGE_KINDS.get(context.kind, context.kind)
    if kind in STAFF_KINDS:
        return (Button("desk", context.say("desk.staff"), link("desk"), main=True),)
    return tuple(
        Button(purpose, context.say(f"{purpose}.{kind}"), link(purpose), main=purpose in MAIN)
        for purpose in BUTTONS[kind]
    )


SPECIAL_WORDS: dict[str, Callable[[WaitlistContext], str]] = {
    "handed_back": _handed_back,
    "summary": _summary,
}
