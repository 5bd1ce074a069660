"""How messages about appointments read: from a message's facts to a letter, in the business's language and zone."""

from collections.abc import Callable

from fullhouse.kernel.letters import Button, Letter, single_line
from fullhouse.kernel.localized_dates import known_language
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.calendar_entries import calendar_entry
from fullhouse.products.frontdesk.appointments.message_facts import Facts, read_facts
from fullhouse.products.frontdesk.appointments.template_values import FIGURES, PHRASES, values_of
from fullhouse.products.frontdesk.shared.voice import REMINDER_PLACEHOLDERS
from fullhouse.products.frontdesk.shared.wording import MessageContext, Stop, say, text_letter

Link = Callable[[str], str]

CUSTOMER_KINDS = ("reminder", "booked", "rescheduled", "cancelled", "restored")
STAFF_KINDS = ("gap_alert", "proposal", "summary", "text_limit")
REASONS = ("no_answer", "too_late", "unreachable", "cancelled", "rescheduled", "not_offered")

# What can be pressed in a letter, in this order; the main one stands out.
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


class Told(MessageContext, frozen=True, kw_only=True):
    """A message about an appointment about to be put into words, with all that it knows."""

    facts: Facts


def compose(message: Message, link: Link) -> Letter:
    """Put a message into words; `link` gives the URL for a purpose."""
    told = _told(message, link)
    heading, buttons = _heading(told), _buttons(message.kind, told, link)
    if message.channel == "text":
        return text_letter(told, heading, buttons)
    to_staff, body = (
        message.kind in STAFF_KINDS,
        told.body(SPECIAL_WORDS.get(message.kind, _usual_words)(told)),
    )
    return Letter(
        subject=told.subject,
        preview=single_line(" ".join(body)),
        heading=heading,
        paragraphs=body,
        details=_details(message.kind, told),
        buttons=buttons,
        footer=(told.say("footer.staff" if to_staff else "footer.customer"),),
        language=told.language,
        to_name=str(told.values["name"]),
        calendar=calendar_entry(
            message, told.facts, "{service}{with_staff}".format_map(told.values)
        ),
    )


def _told(message: Message, link: Link) -> Told:
    facts = read_facts(message)
    language = known_language(facts.business.language)
    values = values_of(message, facts, language, link)
    return Told(
        kind=_kind(message.kind, facts),
        facts=facts,
        language=language,
        phrases=PHRASES[language],
        values=values,
        template=facts.template,
        inserts={name: values[name] for name in REMINDER_PLACEHOLDERS} | {"when": values["date"]},
        answer=str(values[LINK[message.kind]]) if message.kind in LINK else "",
        stop=STOPS.get(message.kind, "never"),
    )


def _kind(kind: str, facts: Facts) -> str:
    """Say which phrases tell it: a later reminder has its own, and so has each reason for which staff are alerted."""
    if kind == "reminder":
        return "reminder_again" if facts.move == "second_reminder" else kind
    if kind == "gap_alert":
        return f"gap_{facts.reason if facts.reason in REASONS else 'other'}"
    return kind


def _heading(told: Told) -> str:
    quiet = told.kind == "summary" and not told.facts.summary.appointments
    return single_line(told.say("summary.heading.none" if quiet else f"{told.kind}.heading"))


def _usual_words(told: Told) -> str:
    return told.say(f"{told.kind}.body")


def _gap_alert(told: Told) -> str:
    """Say why nobody may come; of a time that was given up also what becomes of it."""
    if told.facts.reason not in ("cancelled", "rescheduled"):
        return _usual_words(told)
    freed = f"{told.kind}.{'offered' if told.facts.frees else 'free'}"
    return f"{told.say(f'{told.kind}.body')} {told.say(freed)}"


def _summary(told: Told) -> str:
    """Tell the week in a few sentences, and only what happened in it."""
    week = told.facts.summary
    if told.facts.narrative:
        return told.facts.narrative
    if not week.appointments:
        return told.say("summary.none")
    counted = {
        "summary.all": week.appointments,
        "summary.prevented": week.prevented,
        "summary.freed": week.freed,
        "summary.refilled": week.refilled,
        "summary.money": len(week.money),
        "summary.quiet": len(week.quiet) + week.more_quiet,
    }
    said = (
        say(told.phrases, key, {**told.values, "count": count})
        for key, count in counted.items()
        if count
    )
    return " ".join(said)


def _details(kind: str, told: Told) -> tuple[tuple[str, str], ...]:
    values = told.values
    rows = {
        **values,
        "what": values["service"],
        "with": values["staff"],
        "name": values["proposed"],
    }
    keys = DETAILS.get(kind, OF_AN_APPOINTMENT)
    return tuple((told.say(key), str(rows[key])) for key in keys if rows[key] != "")


def _buttons(kind: str, told: Told, link: Link) -> tuple[Button, ...]:
    if kind in STAFF_KINDS:
        return (Button("desk", told.say("desk.staff"), link("desk"), main=True),)
    return tuple(
        Button(purpose, told.say(f"{purpose}.customer"), link(purpose), main=purpose in MAIN)
        for purpose in BUTTONS[kind]
    )


SPECIAL_WORDS: dict[str, Callable[[Told], str]] = {"gap_alert": _gap_alert, "summary": _summary}
