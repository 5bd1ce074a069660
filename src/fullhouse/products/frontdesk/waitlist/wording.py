"""Letters of the waitlist, built from a message's facts in the business's language."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Literal

from msgspec.structs import replace

from fullhouse.kernel.letters import (
    UID_DOMAIN,
    Button,
    CalendarEntry,
    Letter,
    single_line,
)
from fullhouse.kernel.messages import Message
from fullhouse.kernel.templates import Value
from fullhouse.products.frontdesk.shared.held_removals import WAITLIST_CHANGES
from fullhouse.products.frontdesk.shared.message_facts import TemplateFacts
from fullhouse.products.frontdesk.shared.our_voice import own_templates
from fullhouse.products.frontdesk.shared.voice import PLACEHOLDERS
from fullhouse.products.frontdesk.shared.wording import (
    TEXT_REPLY,
    MessageContext,
    Stop,
    language_of,
    template_inserts,
    text_letter,
    text_reply_letter,
)
from fullhouse.products.frontdesk.waitlist.message_facts import WaitlistMessageFacts, read_facts
from fullhouse.products.frontdesk.waitlist.template_values import phrases_of, values_of

Method = Literal["REQUEST", "CANCEL"]
METHODS: dict[str, Method] = {"booked": "REQUEST", "cancelled": "CANCEL"}


def replaced_entry(
    message: Message, facts: WaitlistMessageFacts, summary: str
) -> CalendarEntry | None:
    """Return the calendar entry that a mail removes because the slot replaces it."""
    old, starts = facts.replaced, facts.instead_of
    if not old.uid or starts is None:
        return None
    return CalendarEntry(
        uid=old.uid,
        sequence=old.sequence,
        method="CANCEL",
        summary=summary,
        starts=starts,
        ends=starts + timedelta(minutes=old.minutes),
        location=facts.business.location,
        description=facts.business.description,
        stamp=message.queued_at,
    )


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
        location=facts.business.location,
        description=facts.business.description,
        stamp=message.queued_at,
    )


Link = Callable[[str], str]

CUSTOMER_KINDS = ("joined", "offer", "offer_withdrawn", "booked", "cancelled")
STAFF_KINDS = (
    "nobody_fits",
    "handed_back",
    "claim_question",
    "summary",
    "proposal",
    "text_limit",
    "text_warning",
    "text_half",
    "removal",
)

# Buttons of a letter, in this order; the main one stands out.
BUTTONS = {
    "joined": ("wishes", "leave"),
    "request": ("confirm",),
    "offer": ("claim", "decline"),
    "offer_withdrawn": ("wishes",),
    "booked": ("reschedule", "cancel", "give_up", "waitlist"),
    "cancelled": ("waitlist",),
}
MAIN = {"claim", "desk", "confirm"}
# Mails with a link to leave the waitlist; after the others there is nothing left to stop.
STOPPABLE = {"joined", "offer", "offer_withdrawn"}
DETAILS = {
    "summary": (
        *("month", "freed", "filled", "given_up", "handed_back", "open"),
        *("offers", "time_to_fill", "money"),
    ),
    "proposal": ("name", "phone", "email", "what", "dates", "with", "sender", "subject"),
    "proposals": (),
    "reply": ("sender", "subject", "name", "what"),
    "texted": ("sender", "name", "what"),
    "claim_question": ("name", "what", "when", "with", "party"),
    "given_up": ("name", "what", "when", "with", "party"),
    "text_limit": ("month", "limit"),
    "text_warning": ("month", "limit"),
    "text_half": ("month", "limit"),
    "removal": ("names",),
    "removal_times": (),
    "removal_rules": ("names",),
    "removal_changes": ("names",),
    "removal_empty": (),
}
# The kinds of messages whose phrases have another prefix.
MESSAGE_KINDS = {
    "off_list": "cancelled",
    "nobody_left": "nobody_fits",
    "booked_over": "handed_back",
    "given_up": "handed_back",
    "proposals": "proposal",
    "reply": "proposal",
    "texted": "proposal",
    "removal_times": "removal",
    "removal_rules": "removal",
    "removal_changes": "removal",
    "removal_empty": "removal",
}
# What is missing, by its source, if that is not the sheet.
REMOVALS = {
    "calendar": "removal_times",
    "rules": "removal_rules",
    WAITLIST_CHANGES: "removal_changes",
}
# Texts of their own for a reason why a slot waits or has ended.
OF_REASON = {
    ("nobody_fits", "line_spent"): "nobody_left",
    ("handed_back", "booked_over"): "booked_over",
    ("handed_back", "given_up"): "given_up",
}
HAND_BACK_REASONS = (
    "tries_spent",
    "line_spent",
    "too_late",
    "quiet_hours",
    "withdrawn",
    "gave_way",
    "closed",
)
# What staff can do then, if that differs from the usual.
TO_DO = {
    "too_late": "too_late",
    "quiet_hours": "too_late",
    "gave_way": "gave_way",
    "closed": "closed",
}
# Buttons that only a slot with an appointment has, and those that only one without it has.
MANAGING = {"reschedule", "cancel"}
UNMANAGED = {"give_up"}
OF_A_SLOT = (
    "what",
    "when",
    "instead_of",
    "with",
    "how_long",
    "party",
    "dates",
    "held_until",
    "asked",
    "our_address",
    "our_phone",
)

# Texts about a time, for which the customer has to find us.
PLACED = {"offer", "booked"}
# Kinds that say when the customer has time.
DATED = frozenset({"joined", "request", "proposal"})

STOPS: dict[str, Stop] = {"joined": "always", "offer": "if_free"}


class WaitlistContext(MessageContext, frozen=True, kw_only=True):
    """A waitlist message with its phrases, values and facts."""

    facts: WaitlistMessageFacts


def compose(message: Message, link: Link) -> Letter:
    """Build the letter of a message; `link` returns the URL for a purpose."""
    context = _context(message, link)
    if message.kind == TEXT_REPLY:
        return text_reply_letter(context, context.facts.words)
    heading, buttons = _heading(context), _buttons(context, link)
    if message.channel == "text":
        return text_letter(context, heading, buttons)
    body = context.body(SPECIAL_WORDS.get(context.kind, _usual_words)(context))
    if context.facts.left:
        body = (context.say("offer.now"), *body)
    stop = context.kind in STOPPABLE
    summary = "{service}{with_staff}{for_party}".format_map(context.values)
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
        calendar=booking_entry(message, context.facts, summary),
        replaced=replaced_entry(message, context.facts, summary),
    )


def inserts_of(message: Message, link: Link) -> Mapping[str, Value]:
    """Return what staff's own template may insert in a message, by the names that it uses."""
    return _context(message, link).inserts


def _footer(context: WaitlistContext) -> str:
    if context.kind == "request":
        return "footer.request"
    kind = MESSAGE_KINDS.get(context.kind, context.kind)
    return "footer.staff" if kind in STAFF_KINDS else "footer.customer"


def _kind(message: Message, facts: WaitlistMessageFacts) -> str:
    """Return the kind of text; some messages of one kind have different texts."""
    if facts.request:
        return "request"
    if message.kind == "cancelled" and facts.slot is None:
        return "off_list"
    if facts.several:
        return "proposals"
    if facts.proposal.note:
        return facts.proposal.kind_of_reply
    if facts.removal.is_empty or facts.removal.source in REMOVALS:
        return REMOVALS.get(facts.removal.source, "removal_empty")
    why = facts.slot.why if facts.slot else ""
    return OF_REASON.get((message.kind, why), message.kind)


def _context(message: Message, link: Link) -> WaitlistContext:
    facts = read_facts(message)
    language = language_of(message, facts.business)
    kind = _kind(message, facts)
    values = values_of(message, facts, language, link)
    return WaitlistContext(
        kind=kind,
        facts=facts,
        language=language,
        phrases=phrases_of(language),
        values=values,
        template=_template(facts),
        inserts=template_inserts(values, PLACEHOLDERS),
        answer=str(values["claim"]),
        stop=STOPS.get(kind, "never"),
        besides=_besides(kind, facts),
        text_key=_text_key(kind, facts),
        for_whom=str(values["name"]) if facts.shared else "",
    )


def _text_key(kind: str, facts: WaitlistMessageFacts) -> str:
    """Return the name of a text's phrase, if it is not that of its kind."""
    if facts.left:
        return "offer.now.text"
    if kind == "offer_withdrawn" and facts.entry.state != "waiting":
        return "offer_withdrawn.text.off_list"
    return "joined.asked.text" if facts.asked else ""


def _besides(kind: str, facts: WaitlistMessageFacts) -> tuple[str, ...]:
    """Return what a text also says if there is room: YES, if that would take the slot."""
    found = ("phone", "address") if kind in PLACED else ("phone",)
    if kind == "offer" and facts.takes_answers and not facts.unclear:
        return ("yes", *found)
    return found


def _template(facts: WaitlistMessageFacts) -> TemplateFacts:
    """Return staff's own template. Whoever has to come at once is told so in our phrases."""
    own = own_templates(facts.template)
    return replace(own, text="") if facts.left else own


def _heading(context: WaitlistContext) -> str:
    quiet = context.kind == "summary" and not context.facts.summary.freed
    return single_line(context.say("summary.heading.none" if quiet else f"{context.kind}.heading"))


def _usual_words(context: WaitlistContext) -> str:
    return context.say(f"{context.kind}.body")


def _joined(context: WaitlistContext) -> str:
    if context.facts.asked is None:
        return context.say("joined.body")
    return f"{context.say('joined.asked')}\n\n{context.say('joined.body')}"


def _offered(context: WaitlistContext) -> str:
    if context.facts.rolls_on:
        return context.say("offer.body")
    return context.say("offer.body.last")


def _offer_withdrawn(context: WaitlistContext) -> str:
    """Return the end of the offer, with the place on the waitlist of whoever still has it."""
    ended = context.say("offer_withdrawn.body")
    if context.facts.entry.state != "waiting":
        return ended
    return f"{ended}\n\n{context.say('offer_withdrawn.stays')}"


def _booked(context: WaitlistContext) -> str:
    if context.facts.kept:
        return f"{str(context.values['kept']).strip()}\n\n{context.say('booked.body')}"
    if not context.facts.instead_of:
        return context.say("booked.body")
    return f"{context.say('booked.replaces')}\n\n{context.say('booked.body')}"


def _texted(context: WaitlistContext) -> str:
    if context.facts.proposal.late:
        return context.say("texted.body.late")
    is_offered = context.facts.proposal.answers is not None
    return context.say("texted.body.offer" if is_offered else "texted.body")


def _claim_question(context: WaitlistContext) -> str:
    several = len(context.facts.tried) > 1
    return context.say("claim_question.body.several" if several else "claim_question.body")


def _nobody_fits(context: WaitlistContext) -> str:
    reason = context.say(f"{context.kind}.body")
    if not context.values["closes"]:
        return reason
    return f"{reason}\n\n{context.say('nobody_fits.stays')}"


def _handed_back(context: WaitlistContext) -> str:
    why = context.facts.slot.why if context.facts.slot else ""
    known = why if why in HAND_BACK_REASONS else "other"
    if context.facts.begun:
        is_late = TO_DO.get(why) == "too_late"
        return context.say("handed_back.begun" if is_late else f"handed_back.{known}")
    do = f"handed_back.do.{TO_DO[why]}" if why in TO_DO else "handed_back.do"
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
        "dates": values["dates"] if kind in DATED else "",
        "held_until": values["until"] if kind == "offer" else "",
        "asked": _asked(context),
        "time_to_fill": values["took"] if facts.summary.filled else "",
        "name": values["named"] or values["names"],
        "names": values["named"],
    }
    keys = DETAILS.get(kind, OF_A_SLOT)
    return tuple((context.say(key), str(rows[key])) for key in keys if rows[key] != "")


def _asked(context: WaitlistContext) -> str:
    """Return the names of those who were asked, else their number; empty for customers."""
    names, count = str(context.values["names"]), str(context.values["asked"])
    if context.kind not in {"handed_back", "nobody_left"} or count == "0":
        return ""
    return names or count


def _buttons(context: WaitlistContext, link: Link) -> tuple[Button, ...]:
    kind = MESSAGE_KINDS.get(context.kind, context.kind)
    if kind in STAFF_KINDS:
        return (Button("desk", context.say("desk.staff"), link("desk"), main=True),)
    others = UNMANAGED if context.facts.managed else MANAGING
    purposes = [purpose for purpose in BUTTONS[kind] if purpose not in others]
    return tuple(
        Button(purpose, context.say(f"{purpose}.{kind}"), link(purpose), main=purpose in MAIN)
        for purpose in purposes
    )


SPECIAL_WORDS: dict[str, Callable[[WaitlistContext], str]] = {
    "joined": _joined,
    "offer": _offered,
    "offer_withdrawn": _offer_withdrawn,
    "booked": _booked,
    "claim_question": _claim_question,
    "nobody_fits": _nobody_fits,
    "nobody_left": _nobody_fits,
    "handed_back": _handed_back,
    "summary": _summary,
    "texted": _texted,
}
