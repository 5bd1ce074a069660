"""Letters about appointments, built from a message's facts in the business's language."""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from fullhouse.kernel.letters import Button, Letter, single_line
from fullhouse.kernel.messages import Message
from fullhouse.kernel.templates import Value
from fullhouse.products.frontdesk.appointments.calendar_entries import calendar_entry
from fullhouse.products.frontdesk.appointments.message_facts import (
    AppointmentMessageFacts,
    OnlineChange,
    read_facts,
)
from fullhouse.products.frontdesk.appointments.template_values import (
    FIGURES,
    change_values,
    phrases_of,
    values_of,
)
from fullhouse.products.frontdesk.shared.held_removals import CHANGES
from fullhouse.products.frontdesk.shared.our_voice import own_templates
from fullhouse.products.frontdesk.shared.voice import REMINDER_PLACEHOLDERS
from fullhouse.products.frontdesk.shared.wording import (
    TEXT_REPLY,
    MessageContext,
    Stop,
    language_of,
    template_inserts,
    text_letter,
    text_reply_letter,
)

Link = Callable[[str], str]

CUSTOMER_KINDS = ("reminder", "booked", "rescheduled", "cancelled", "restored")
STAFF_KINDS = (
    "gap_alert",
    "booked_online",
    "online_changes",
    "proposal",
    "summary",
    "text_limit",
    "text_warning",
    "text_half",
    "removal",
)
REASONS = (
    "no_answer",
    "too_late",
    "unreachable",
    "cancelled",
    "rescheduled",
    "moved_earlier",
    "not_offered",
    "off_sheet",
    "not_told",
    "move_not_told",
)
# Why no reminder reaches a customer; an earlier version did not say it.
WHY_UNREACHABLE = ("nothing", "opted_out", "lost", "no_consent", "spent", "kept")
# Reasons after which the old time is offered to the waitlist, or free.
RELEASING = (
    "cancelled",
    "rescheduled",
    "moved_earlier",
    "off_sheet",
    "not_told",
    "move_not_told",
)
# Whether the customer of a row that is gone knows of it.
CUSTOMERS = ("told", "unreached")
# What becomes of that time, if nobody is asked.
OUTCOMES = ("nobody", "too_late", "not_offered")

# What became of an appointment that a customer changed online.
ONLINE = ("booked", "booked_cancelled", "cancelled", "moved", "unchanged")
# Changes of an appointment that a calendar proposes: each has words of its own.
PROPOSED_CHANGES = frozenset({"gone", "moved"})

# Buttons of a letter, in this order; the main one stands out.
BUTTONS = {
    "reminder": ("confirm", "reschedule", "cancel"),
    "booked": ("reschedule", "cancel", "earlier"),
    "rescheduled": ("reschedule", "cancel", "earlier"),
    "cancelled": ("waitlist",),
    "restored": ("reschedule", "cancel", "earlier"),
}
MAIN = {"confirm", "desk"}
# The one link that a text carries.
LINK = {
    "reminder": "confirm",
    "booked": "reschedule",
    "rescheduled": "reschedule",
    "restored": "reschedule",
}
STOPS: dict[str, Stop] = dict.fromkeys(LINK, "if_free")
DETAILS = {
    "gap_alert": ("who", "what", "when", "before", "with", "party", "how_long", "phone", "email"),
    "booked_online": ("who", "what", "when", "with", "party", "how_long", "phone", "email"),
    "online_changes": ("phone", "email"),
    "summary": ("week", *FIGURES, "money", "quiet"),
    "proposal": ("name", "phone", "email", "what", "when", "with", "sender", "subject"),
    "text_limit": ("month", "limit"),
    "text_warning": ("month", "limit"),
    "text_half": ("month", "limit"),
    "removal": ("names",),
    "rescheduled": (
        "what",
        "when",
        "instead_of",
        "with",
        "party",
        "how_long",
        "our_address",
        "our_phone",
    ),
}
OF_AN_APPOINTMENT = ("what", "when", "with", "party", "how_long", "our_address", "our_phone")


class AppointmentContext(MessageContext, frozen=True, kw_only=True):
    """An appointment message with its phrases, values and facts."""

    facts: AppointmentMessageFacts


def compose(message: Message, link: Link) -> Letter:
    """Build the letter of a message; `link` returns the URL for a purpose."""
    context = _context(message, link)
    if message.kind == TEXT_REPLY:
        return text_reply_letter(context, context.facts.words)
    heading, buttons = _heading(context), _buttons(message.kind, context, link)
    if message.channel == "text":
        return text_letter(context, heading, buttons)
    body = context.body(SPECIAL_WORDS.get(message.kind, _usual_words)(context))
    footer = "footer.staff" if message.kind in STAFF_KINDS else "footer.customer"
    return Letter(
        subject=context.subject,
        preview=single_line(" ".join(body)),
        heading=heading,
        paragraphs=body,
        details=(*_changes(message, context), *_details(message.kind, context)),
        buttons=buttons,
        footer=(context.say(footer),),
        language=context.language,
        to_name=str(context.values["name"]),
        takes_reply=message.kind not in STAFF_KINDS,
        calendar=calendar_entry(
            message, context.facts, "{service}{with_staff}{for_party}".format_map(context.values)
        ),
    )


def inserts_of(message: Message, link: Link) -> Mapping[str, Value]:
    """Return what staff's own template may insert in a message, by the names that it uses."""
    return _context(message, link).inserts


def _context(message: Message, link: Link) -> AppointmentContext:
    facts = read_facts(message)
    language = language_of(message, facts.business)
    values = values_of(message, facts, language, link)
    return AppointmentContext(
        kind=_kind(message.kind, facts),
        facts=facts,
        language=language,
        phrases=phrases_of(language),
        values=values,
        template=own_templates(facts.template),
        inserts=template_inserts(values, REMINDER_PLACEHOLDERS),
        answer=str(values[LINK[message.kind]]) if message.kind in LINK else "",
        stop=STOPS.get(message.kind, "never"),
        besides=("phone", "address") if message.kind in LINK else ("phone",),
        for_whom=str(values["name"]) if facts.shared else "",
    )


def _kind(kind: str, facts: AppointmentMessageFacts) -> str:
    """Return the prefix of the phrases: later reminders and each alert reason have their own."""
    if kind in CUSTOMER_KINDS:
        return _kind_for_customer(kind, facts)
    if facts.removal.is_empty:
        return "removal_empty"
    if facts.removal.source == CHANGES:
        return "removal_changes"
    if kind == "proposal":
        return _kind_of_proposal(facts)
    if kind != "gap_alert":
        return kind
    reason = facts.reason if facts.reason in REASONS else "other"
    return f"gap_{reason}"


def _kind_for_customer(kind: str, facts: AppointmentMessageFacts) -> str:
    if kind == "reminder" and facts.move == "second_reminder":
        return "reminder_again"
    # It may have been changed back before the message left.
    if facts.was_with is not None and facts.appointment.staff not in ("", facts.was_with):
        return "other_staff"
    return kind


def _kind_of_proposal(facts: AppointmentMessageFacts) -> str:
    if facts.several:
        return "proposals"
    if facts.proposal.note:
        return facts.proposal.kind_of_reply
    if facts.proposal.change in PROPOSED_CHANGES:
        return f"proposal_{facts.proposal.change}"
    found = (facts.proposal.service, facts.proposal.date, facts.proposal.time)
    return "proposal" if any(found) else "proposal_unclear"


def _heading(context: AppointmentContext) -> str:
    quiet = context.kind == "summary" and not context.facts.summary.appointments
    return single_line(context.say("summary.heading.none" if quiet else f"{context.kind}.heading"))


def _usual_words(context: AppointmentContext) -> str:
    return context.say(f"{context.kind}.body")


def _gap_alert(context: AppointmentContext) -> str:
    """Return why the customer may not come, and what becomes of a released time."""
    if context.facts.why in WHY_UNREACHABLE:
        why = context.say(f"gap_unreachable.{context.facts.why}")
        return f"{why} {context.say('gap_unreachable.so')}"
    if context.facts.reason not in RELEASING:
        return _usual_words(context)
    words = f"{_how_released(context)} {_becomes(context)}".strip()
    if not context.facts.elsewhere:
        return words
    return f"{words}\n\n{context.say('gap.elsewhere')}"


def _how_released(context: AppointmentContext) -> str:
    """Return how a time was given up, and whether its customer knows."""
    if context.facts.reported:
        return context.say("gap_cancelled.reported")
    if context.facts.reason == "off_sheet" and context.facts.customer in CUSTOMERS:
        return context.say(f"gap_off_sheet.{context.facts.customer}")
    return _usual_words(context)


def _becomes(context: AppointmentContext) -> str:
    """Return what becomes of a released time; nothing if that is not known yet."""
    if not context.facts.frees:
        return context.say(f"{context.kind}.free")
    if context.facts.outcome == "offered":
        return context.say(f"{context.kind}.offered")
    if context.facts.outcome in OUTCOMES:
        return context.say(f"gap.{context.facts.outcome}")
    return ""


def _summary(context: AppointmentContext) -> str:
    """Return the week in a few sentences, leaving out what did not happen."""
    week = context.facts.summary
    if context.facts.narrative:
        return context.facts.narrative
    if not (week.appointments or week.freed):
        return context.say("summary.none")
    counted = {
        "summary.all": week.appointments,
        "summary.prevented": week.prevented,
        "summary.freed": week.freed,
        "summary.refilled": week.refilled,
        "summary.money": len(week.money),
        "summary.quiet": len(week.quiet) + week.more_quiet,
    }
    sentences = [
        context.phrases.say(key, {**context.values, "count": count})
        for key, count in counted.items()
        if count
    ]
    return " ".join(sentences)


def _details(kind: str, context: AppointmentContext) -> tuple[tuple[str, str], ...]:
    values = context.values
    rows = {
        **values,
        "what": values["service"],
        "with": values["staff"],
        "name": values["named"],
        "names": values["named"],
        "instead_of": values["before"],
    }
    keys = DETAILS.get(kind, OF_AN_APPOINTMENT)
    return tuple((context.say(key), str(rows[key])) for key in keys if rows[key] != "")


def _changes(message: Message, context: AppointmentContext) -> Iterator[tuple[str, str]]:
    """Yield what became of each appointment that a customer changed online, and which it is."""
    phrases = context.phrases
    for change in context.facts.changes:
        appointment, became = change.appointment, _became(change)
        if became == "cancelled":  # staff know it by its old time
            appointment = msgspec.structs.replace(appointment, starts_at=change.before)
        facts = msgspec.structs.replace(
            context.facts, appointment=appointment, before=change.before
        )
        values = change_values(message, facts, context.language)
        line = "line_moved" if became == "moved" else "line"
        yield (
            phrases.say(f"{message.kind}.{became}", {}),
            phrases.say(f"{message.kind}.{line}", values),
        )


def _became(change: OnlineChange) -> str:
    """Return what became of an appointment since staff last knew of it."""
    appointment, is_cancelled = change.appointment, change.appointment.status == "cancelled"
    if change.before is None:
        return "booked_cancelled" if is_cancelled else "booked"
    if is_cancelled:
        return "cancelled"
    return "moved" if change.before != appointment.starts_at else "unchanged"


def _buttons(kind: str, context: AppointmentContext, link: Link) -> tuple[Button, ...]:
    if kind in STAFF_KINDS:
        return (Button("desk", context.say("desk.staff"), link("desk"), main=True),)
    return tuple(
        Button(purpose, context.say(f"{purpose}.customer"), link(purpose), main=purpose in MAIN)
        for purpose in BUTTONS[kind]
    )


SPECIAL_WORDS: dict[str, Callable[[AppointmentContext], str]] = {
    "gap_alert": _gap_alert,
    "summary": _summary,
}
