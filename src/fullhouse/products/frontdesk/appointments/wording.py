"""Letters about appointments, built from a message's facts in the business's language."""

from collections.abc import Callable

from fullhouse.kernel.letters import Button, Letter, single_line
from fullhouse.kernel.messages import Message
from fullhouse.locale import known_language
from fullhouse.products.frontdesk.appointments.calendar_entries import calendar_entry
from fullhouse.products.frontdesk.appointments.message_facts import (
    AppointmentMessageFacts,
    read_facts,
)
from fullhouse.products.frontdesk.appointments.template_values import FIGURES, phrases_of, values_of
from fullhouse.products.frontdesk.shared.voice import REMINDER_PLACEHOLDERS
from fullhouse.products.frontdesk.shared.wording import MessageContext, Stop, text_letter

Link = Callable[[str], str]

CUSTOMER_KINDS = ("reminder", "booked", "rescheduled", "cancelled", "restored")
STAFF_KINDS = ("gap_alert", "proposal", "summary", "text_limit")
REASONS = ("no_answer", "too_late", "unreachable", "cancelled", "rescheduled", "not_offered")

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
    "gap_alert": ("who", "what", "when", "before", "with", "how_long", "phone", "email"),
    "summary": ("week", *FIGURES, "money", "quiet"),
    "proposal": ("sender", "subject", "name", "what"),
    "text_limit": ("month", "limit"),
}
OF_AN_APPOINTMENT = ("what", "when", "with", "how_long")


class AppointmentContext(MessageContext, frozen=True, kw_only=True):
    """An appointment message with its phrases, values and facts."""

    facts: AppointmentMessageFacts


def compose(message: Message, link: Link) -> Letter:
    """Build the letter of a message; `link` returns the URL for a purpose."""
    context = _context(message, link)
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
        details=_details(message.kind, context),
        buttons=buttons,
        footer=(context.say(footer),),
        language=context.language,
        to_name=str(context.values["name"]),
        takes_reply=message.kind not in STAFF_KINDS,
        calendar=calendar_entry(
            message, context.facts, "{service}{with_staff}".format_map(context.values)
        ),
    )


def _context(message: Message, link: Link) -> AppointmentContext:
    facts = read_facts(message)
    language = known_language(facts.business.language)
    values = values_of(message, facts, language, link)
    return AppointmentContext(
        kind=_kind(message.kind, facts),
        facts=facts,
        language=language,
        phrases=phrases_of(language),
        values=values,
        template=facts.template,
        inserts={name: values[name] for name in REMINDER_PLACEHOLDERS} | {"when": values["date"]},
        answer=str(values[LINK[message.kind]]) if message.kind in LINK else "",
        stop=STOPS.get(message.kind, "never"),
    )


def _kind(kind: str, facts: AppointmentMessageFacts) -> str:
    """Return the prefix of the phrases: later reminders and each alert reason have their own."""
    if kind == "reminder" and facts.move == "second_reminder":
        return "reminder_again"
    if facts.several:
        return "proposals"
    if kind != "gap_alert":
        return kind
    reason = facts.reason if facts.reason in REASONS else "other"
    return f"gap_{reason}"


def _heading(context: AppointmentContext) -> str:
    quiet = context.kind == "summary" and not context.facts.summary.appointments
    return single_line(context.say("summary.heading.none" if quiet else f"{context.kind}.heading"))


def _usual_words(context: AppointmentContext) -> str:
    return context.say(f"{context.kind}.body")


def _gap_alert(context: AppointmentContext) -> str:
    """Return why the customer may not come, and what becomes of a released time."""
    if context.facts.reason not in ("cancelled", "rescheduled"):
        return _usual_words(context)
    freed = "offered" if context.facts.frees else "free"
    return f"{_usual_words(context)} {context.say(f'{context.kind}.{freed}')}"


def _summary(context: AppointmentContext) -> str:
    """Return the week in a few sentences, leaving out what did not happen."""
    week = context.facts.summary
    if context.facts.narrative:
        return context.facts.narrative
    if not week.appointments:
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
        "name": values["proposed"],
    }
    keys = DETAILS.get(kind, OF_AN_APPOINTMENT)
    return tuple((context.say(key), str(rows[key])) for key in keys if rows[key] != "")


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
